"""Positions whose best moves are known: does `expert` find them?"""

import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from tests.answers import GAME_OF, KINDS, answers

from ludozero.fast.players import player
from scripts.soak.plan import Found, Plan, Row

POSITIONS = dict(zip(KINDS, (250, 150, 150, 200, 150, 100), strict=True))
PIECE = 25
APART = 100_000  # between the numbers that two pieces begin with
SINCE = 1_000  # numbers before this are the tests'
BOT = "expert:100ms"


def answers_found(plan: Plan) -> Found:
    """Positions whose best moves are known for sure (`tests/answers.py`), and how often `expert` at 100 ms finds one.

    The last turn of a round of Zero, and the last but one with a pack of 32 cards, all that is hidden gone through; the
    last card of a game of Zatre, and the last two of two players; the last sets of a deal of Solèr's; the last card
    given or taken in Zero Hero, where one choice is best whatever is hidden. In each it matters what is played. `lost`
    is what a wrong move lost in points, on average; in the games' last moves a lost victory counts 1,000.
    """
    jobs = [(piece, kind) for kind, count in POSITIONS.items() for piece in range(count // PIECE)]
    jobs.sort(key=lambda job: (job[0] + 1) / POSITIONS[job[1]])  # of all kinds as many, if time runs out
    lost: dict[str, list[float]] = defaultdict(list)
    begun = time.monotonic()
    with ProcessPoolExecutor(plan.workers, get_context("spawn")) as pool:
        due = {pool.submit(some, kind, SINCE + APART * piece): kind for piece, kind in jobs}
        for done in as_completed(due):
            lost[due[done]] += done.result()
            print(f"\r  {sum(map(len, lost.values()))} positions", end="", flush=True)
            if plan.minutes and time.monotonic() - begun > 60 * plan.minutes:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    print()
    rows = [row(kind, lost[kind]) for kind in POSITIONS if lost[kind]]
    note = """Of the last lap with 32 cards, all hands that the rules allow count as equally likely; `expert` takes
    better ones for likelier (`bots/instinct/kept.py`), and where it misses the answer that may be why."""
    return [*rows, row("all", [one for losses in lost.values() for one in losses])], [" ".join(note.split())]


def row(kind: str, losses: list[float]) -> Row:
    """How the bot did in positions of a kind."""
    wrong = [one for one in losses if one > 1e-9]
    return {
        "positions": kind,
        "count": len(losses),
        "best move found": len(losses) - len(wrong),
        "%": round(100 * (1 - len(wrong) / len(losses)), 1),
        "lost": round(sum(wrong) / len(wrong), 3) if wrong else 0,
    }


def some(kind: str, first: int) -> list[float]:
    """What the bot's moves lose in some positions."""
    lost = []
    for at, answer in enumerate(answers(kind, PIECE, first)):
        bot = player(BOT, GAME_OF[kind], answer.pack, at, clock=time.thread_time)
        lost.append(answer.loss[bot.decide(answer.v)])
    return lost
