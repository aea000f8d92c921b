"""A house under load, and those who call on the same machine. What is found is written to docs/load.md, with plots.

throughput: as many moves as there can be. latency: 400 and 800 moves a second, also on a slow disk and beside bots.
shares: what the event loop is busy with. memory: of an open stream. growth: people coming and going.
bots: fifty tables of three bots. Everything stays on this machine's loopback and ends by itself.
"""

import argparse
import time

from scripts.load import parts
from scripts.load.parts import Plan
from scripts.load.report import write

PARTS = {  # by name, the title
    "throughput": "As many moves as there can be",
    "latency": "How soon the others hear of a move",
    "shares": "What the event loop is busy with",
    "memory": "What an open stream costs",
    "growth": "People coming and going",
    "bots": "Tables of bots",
}


def main() -> None:
    """Each part is written down as soon as it is done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PARTS", help=f"any of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--tables", type=int, default=Plan.tables, help="with two or three people each")
    parser.add_argument("--seconds", type=float, default=Plan.seconds, help="of each drive")
    parser.add_argument("--minutes", type=float, default=Plan.minutes, help="of coming and going")
    told = parser.parse_args()
    if unknown := set(told.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    plan = Plan(told.tables, told.seconds, told.minutes)
    for part in told.parts or PARTS:
        print(f"{part} ...", flush=True)
        work = getattr(parts, part)
        begun = time.perf_counter()
        found = work(plan)
        minutes = (time.perf_counter() - begun) / 60
        print(write(PARTS[part], work.__doc__ or "", found, minutes, {title: title for title in PARTS.values()}) + "\n")


if __name__ == "__main__":
    main()
