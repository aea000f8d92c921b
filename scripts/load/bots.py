"""Tables where bots play among themselves, and somebody who looks on."""

from ludozero.games import GAMES
from scripts.load.company import Company
from scripts.load.wire import listen

LEVELS = ("expert", "expert", "master")


class BotTable:
    """Three bots. Who looks on makes the next table when this one is over."""

    def __init__(self, company: Company, game: str) -> None:
        self.company = company
        self.game = game
        self.mark = b"-"

    async def begin(self) -> None:
        self.host = await self.company.guest()
        await self.make()
        self.host.ear = await listen(self.company.port, self.host.token, self.heard)

    async def make(self) -> None:
        ask = {"game": self.game, "seats": len(LEVELS), "sit": 0, "bots": LEVELS, "start": True}
        made = await self.company.lines.call("/api/tables", self.host.token, ask)
        self.mark = f'{{"table":"{made["table"]}"'.encode()

    def heard(self, data: bytes, start: int) -> None:
        if data.startswith(self.mark, start) and data.find(b'"phase":"over"', start, start + 120) >= 0:
            self.mark = b"-"
            self.company.background(self.make())


async def bot_tables(company: Company, count: int) -> list[BotTable]:
    """So many tables, of all games."""
    tables = [BotTable(company, GAMES[i % len(GAMES)]) for i in range(count)]
    for table in tables:
        await table.begin()
    return tables
