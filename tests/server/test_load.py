"""`make load`: those who call really play."""

import asyncio

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
        return company.moves, company.troubles

    moves, troubles = asyncio.run(play())
    assert moves >= MOVES
    assert not troubles
