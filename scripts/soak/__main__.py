"""The long runs. What they find is written to docs/measured.md, part by part.

laws: 20,000 games by the laws. million: a million compiled games of each game. secret: 100,000 positions looked at
for leaks. mutants: whether tests notice when the rules are changed. bench: moves per second. arena: which bots are
stronger. ismcts: the same against OpenSpiel's search. answers: positions whose best move is known. clock: whether
bots keep to their time. rollouts: how many a second, and what bounds them. kills: whether a house that is killed
hundreds of times loses anything. startup: how soon it answers, and whether it ever stalls. asked: whether the
interface keeps to its description. page: how long a move keeps the page busy on a slow processor. flood: what one who
asks without end does to others.
lighthouse: what Lighthouse says of the page on a phone.

Matches of the arena can be spread over runs and machines: what was played is kept in pieces, and only what is missing
is played. How many games there are is fixed by --scale before the first one.
"""

import argparse
import time
from importlib import import_module
from pathlib import Path

from scripts.soak.plan import Plan
from scripts.soak.report import section, write

PARTS = {  # a part's title, module and function: what a part needs is imported only for it
    "laws": ("Laws", "rules", "laws"),
    "million": ("A million games", "rules", "million"),
    "secret": ("Secrets", "rules", "secret"),
    "mutants": ("Mutants", "rules", "mutated"),
    "bench": ("Speed", "rules", "benched"),
    "arena": ("Arena", "matches", "arena"),
    "ismcts": ("OpenSpiel's ISMCTS", "matches", "ismcts"),
    "answers": ("Known answers", "answers", "answers_found"),
    "clock": ("Clock", "clock", "clock"),
    "rollouts": ("Rollouts", "rollouts", "rollouts"),
    "kills": ("Nothing lost", "kills", "kills"),
    "startup": ("Start", "startup", "startup"),
    "asked": ("Asked at random", "asked", "asked"),
    "page": ("The page", "page", "page"),
    "flood": ("A flood", "flood", "flood"),
    "lighthouse": ("Lighthouse", "lighthouse", "lighthouse"),
}
TITLES = {name: title for name, (title, _, _) in PARTS.items()}


def main() -> None:
    """Each part is written down as soon as it is done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PARTS", help=f"any of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--workers", type=int, default=2, help="how many processes")
    parser.add_argument("--only", nargs="+", default=[], metavar="PAIRING", help="matches like zero:flat, or zero")
    parser.add_argument("--scale", type=float, default=0.1, help="of the games planned for many cores; 0.1 for two")
    parser.add_argument("--minutes", type=float, default=0, help="of a run of matches or answers: no more is begun")
    parser.add_argument("--pieces", type=Path, default=Plan.pieces, help="the folder of what was played already")
    parser.add_argument("--plan", action="store_true", help="say what the matches take, and do nothing")
    told = parser.parse_args()
    wanted = told.parts or list(PARTS)
    if unknown := set(wanted) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    plan = Plan(told.workers, told.scale, tuple(told.only), told.minutes, told.pieces)
    for part in wanted:
        title, module, name = PARTS[part]
        home = import_module(f"scripts.soak.{module}")
        if told.plan:
            print("\n".join(home.planned(part, plan)) if hasattr(home, "planned") else f"{part}: no matches")
            continue
        print(f"{part} ...", flush=True)
        work = getattr(home, name)
        begun = time.perf_counter()
        text = section(work.__doc__ or "", work(plan), (time.perf_counter() - begun) / 60)
        write(title, text, TITLES)
        print(text + "\n", flush=True)


if __name__ == "__main__":
    main()
