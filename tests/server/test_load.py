"""`make load`: those who call really play."""

import asyncio

from scripts.load.bots import ENOUGH, answers
from scripts.load.company import Company, Player

from tests.server.served import PATIENCE, Served

MOVES = 60


def test_a_company_plays_what_it_is_offered_and_hears_of_it(house: Served) -> None:
    async def play() -> tuple[int, dict[str, int]]:
        company = Company(house.socket.getsockname()[1])
        heard: list[float] = []
        enough = asyncio.Event()

        def arrived(seconds: float) -> None:
            heard.append(seconds)
            if len(heard) == MOVES:
                enough.set()

        def moves(player: Player) -> None:
            player.group.send_off(player, 0.0)
            company.move(player)

        company.arrived, company.ready = arrived, moves
        await company.come(4)
        await asyncio.wait_for(enough.wait(), PATIENCE)
        await company.close()
        company.background(asyncio.sleep(PATIENCE))
        assert not company.tasks
        return company.moves, company.troubles

    moves, troubles = asyncio.run(play())
    assert moves >= MOVES
    assert not troubles


def test_bots_are_compared_where_they_had_a_choice() -> None:
    def told(seat: int, tried: int, worked: float) -> list[dict[str, object]]:
        one = {"bot": "expert", "game": "zero", "table": "t", "seat": seat, "tried": tried, "worked": worked}
        return [{**one, "seconds": 0.2}] * ENOUGH

    (row,) = answers([*told(0, 100, 0.002), *told(0, 0, 0.0), *told(1, 300, 0.004), *told(2, 200, 0.003)])
    assert row["answers"] == 4 * ENOUGH
    assert row["bots"] == 3
    assert row["most, ms over"] == 100
    assert (row["ms, median"], row["ms, least"], row["ms, most"]) == ("3.0", "0.67", "1.33")
    assert (row["tries, median"], row["tries, least"], row["tries, most"]) == (200, "0.50", "1.50")
