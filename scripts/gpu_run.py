"""For a machine with an NVIDIA GPU: plays the same games on it and on the CPU, compares all bytes, and takes the time.

    python scripts/gpu_run.py                    # numba-cuda is installed
    python scripts/gpu_run.py --wheels FOLDER    # it is not and cannot be: wheels fetched elsewhere lie unpacked there
    python scripts/gpu_run.py --profile          # what bounds each game, as NVIDIA's assembler and profiler tell it

A machine without a network: `pip download --only-binary=:all: --python-version 3.12 -d wheels 'numba-cuda[cu13]'`
where there is one, then `for w in wheels/*.whl; do unzip -qo $w -d FOLDER; done`, and bring FOLDER along.
"""

import argparse
import csv
import importlib
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).parents[1] / "src"
SEATS = 4
PROFILED = 1 << 17  # games in the launch that the profiler looks at
COUNTERS = {  # what NVIDIA's profiler counts, and what it is called here
    "sm__warps_active.avg.pct_of_peak_sustained_active": "warps_resident_pct",
    "smsp__thread_inst_executed_per_inst_executed.ratio": "threads_active_of_32",
    "sm__inst_executed.avg.per_cycle_active": "instructions_per_cycle_of_4",
    "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio": "warps_waiting_for_memory",
    "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio": "warps_waiting_for_instructions",
    "l1tex__t_sector_hit_rate.pct": "first_cache_hits_pct",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed": "second_cache_busy_pct",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed": "memory_busy_pct",
}


def reach(wheels: Path | None) -> None:
    """Makes the house, and the unpacked wheels, importable; what an installer would have done for them is done here."""
    sys.path.insert(0, str(HOUSE))
    if wheels is None:
        return
    sys.path.insert(0, str(wheels))
    numpy: Any = importlib.import_module("numpy")
    if not hasattr(numpy, "row_stack"):  # NumPy 2.5 dropped the name, older numba-cuda looks it up
        numpy.row_stack = numpy.vstack
    importlib.import_module("_numba_cuda_redirector")  # its .pth file is read only in site-packages


def measured(game: str, games: int, most: int) -> dict[str, Any]:
    """How many of the games differ (none may), and moves per second for more and more games at once."""
    from ludozero.fast import gpu
    from ludozero.lab.simulate import simulate

    begun = time.perf_counter()
    differing = gpu.twins(game, games)
    found: dict[str, Any] = {"twins": games, "differing": differing, "seconds": round(time.perf_counter() - begun, 1)}
    found["moves_per_second"] = {}
    count = min(1 << 14, most)
    while count <= most:
        done = simulate(game, SEATS, count, device="gpu", max_moves=20_000)
        found["moves_per_second"][count] = done["moves_per_second"]
        count *= 4
    return found


def launch(game: str) -> None:
    """One launch, for the profiler to look at."""
    from ludozero.bots.rng import seeds
    from ludozero.fast import gpu
    from ludozero.lab.simulate import setting_of

    gpu.run(setting_of(game, SEATS, None, 20_000), seeds(0, PROFILED))


def profiled(game: str, wheels: Path | None) -> dict[str, Any]:
    """What bounds a game: registers and stack of a thread, and what NVIDIA's profiler counts in one launch."""
    from ludozero.fast import gpu

    found = gpu.occupancy(game)
    again = [sys.executable, __file__, "--launch", game, *(["--wheels", str(wheels)] if wheels else [])]
    said = subprocess.run(["ncu", "--csv", "--launch-count", "1", "--metrics", ",".join(COUNTERS), *again], **PIPED)
    rows = csv.DictReader(line for line in said.stdout.splitlines() if line.startswith('"'))
    return found | {COUNTERS[row["Metric Name"]]: float(row["Metric Value"].replace(",", "")) for row in rows}


def main() -> None:
    """Prints a JSON object; the exit code is 1 if any byte differs."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--wheels", type=Path, help="folder of unpacked wheels")
    asked.add_argument("--games", type=int, default=10_000, help="games of each kind to compare")
    asked.add_argument("--most", type=int, default=1 << 20, help="games at once when taking the time")
    asked.add_argument("--out", type=Path, help="write the object to this file, too")
    asked.add_argument("--profile", action="store_true", help="only tell what bounds each game; needs NVIDIA's ncu")
    asked.add_argument("--launch", metavar="GAME", help="only play some games once, for a profiler")
    chosen = asked.parse_args()
    reach(chosen.wheels)
    if chosen.launch:
        launch(chosen.launch)
        return

    from ludozero.games import GAMES

    card = subprocess.run(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], **PIPED)
    found: dict[str, Any] = {"gpu": card.stdout.strip(), "python": sys.version.split()[0]}
    for game in GAMES:
        found[game] = profiled(game, chosen.wheels) if chosen.profile else measured(game, chosen.games, chosen.most)
        print(game, json.dumps(found[game]), file=sys.stderr, flush=True)
    text = json.dumps(found, indent=1)
    print(text)
    if chosen.out:
        chosen.out.write_text(text, "utf-8")
    sys.exit(any(found[game].get("differing") for game in GAMES))


PIPED: dict[str, Any] = {"stdout": subprocess.PIPE, "text": True, "check": False}

if __name__ == "__main__":
    main()
