"""One who asks as fast as a line can carry, and what it does to somebody who plays."""

import asyncio
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from tests.server.processes import Process
from tests.server.served import Caller, moving

from ludozero.server.settings import Settings
from scripts.soak.plan import Found, Plan, Row

SECONDS = 15.0
LINES = 16  # of who floods
PAUSE = 0.05  # seconds between two moves of who plays
USUAL = ("per_second", "burst", "strangers_per_second", "strangers_burst", "new_guests")


def flood(_: Plan) -> Found:
    """Somebody plays Zero Hero at `ludozero serve`, a move each 50 ms at most and so below the limit, while somebody
    else asks for a table on 16 lines as fast as the answers come: nobody, then one guest, then a stranger, all from the
    same address. All limits are the usual ones, the rules are interpreted; server, player and flood share the machine.
    The times are those of the moves, from the request to the answer, in milliseconds.
    """
    usual = {name: str(getattr(Settings(), name)) for name in USUAL}
    rows: list[Row] = []
    with (
        TemporaryDirectory() as folder,
        Process(Path(folder), **usual) as house,
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
    ):
        house.open()
        pool.submit(int).result()  # it is awake
        asker, player = Caller(house.url, "asker"), Caller(house.url, "player")
        table = player.make("zero", 3, sit=3, start=True)["table"]
        cookie = f"ludozero={asker.http.cookies['ludozero']}"
        for who, shown in (("nobody", None), ("a guest", cookie), ("a stranger", "")):
            time.sleep(1 + Settings().strangers_burst / Settings().strangers_per_second)  # all have their patience back
            begun = time.monotonic()
            job = None if shown is None else pool.submit(asked, house.netloc, f"/api/tables/{table}", shown)
            moves, refused = played(player, begun + SECONDS)
            counts = job.result() if job else Counter()
            rows.append(
                {
                    "flood of": who,
                    "granted a second": round(counts[200] / SECONDS),
                    "refused a second": round(counts[429] / SECONDS),
                    "moves": len(moves),
                    "refused": refused,
                    **{f"p{at}": round(1000 * float(np.percentile(moves, at)), 1) for at in (50, 99)},
                    "worst": round(1000 * max(moves), 1),
                }
            )
            assert set(counts) <= {200, 429}
    return rows, []


def played(player: Caller, until: float) -> tuple[list[float], int]:
    """How long each move took, and how many were refused."""
    took: list[float] = []
    refused = 0
    while time.monotonic() < until:
        table = player.make("hero", 2, sit=2, start=True)["table"]
        while time.monotonic() < until:
            hands = moving(player.look(table))
            if not hands:
                break
            hand = hands[0]
            move = {"turn": hand["turn"], "moves": [hand["moves"][0][0]], "seat": hand["seat"]}
            begun = time.perf_counter()
            answer = player.http.post(f"/api/tables/{table}/moves", json=move)
            took.append(time.perf_counter() - begun)
            refused += answer.status_code != 200
            time.sleep(PAUSE)
    return took, refused


def asked(house: str, path: str, cookie: str) -> Counter[int]:
    """What was answered, by status, to one who does not stop asking."""
    return asyncio.run(all_lines(house, path, cookie))


async def all_lines(house: str, path: str, cookie: str) -> Counter[int]:
    counts: Counter[int] = Counter()
    host, _, port = house.partition(":")
    shown = f"cookie: {cookie}\r\n" if cookie else ""
    request = f"GET {path} HTTP/1.1\r\nhost: {house}\r\n{shown}\r\n".encode()
    until = time.monotonic() + SECONDS

    async def line() -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        while time.monotonic() < until:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(part for part in head.lower().split(b"\r\n") if part.startswith(b"content-length:"))
            await reader.readexactly(int(length[15:]))
            counts[int(head[9:12])] += 1
        writer.close()

    await asyncio.gather(*(line() for _ in range(LINES)))
    return counts
