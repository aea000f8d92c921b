"""Whether the tests notice small changes: mutmut changes the rules and the table, and a sample of the changes is tried.

Its settings are in pyproject.toml; the tests are the quick interpreted ones, as mutmut rewrites the sources.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parents[1]
HARMLESS = Path(__file__).with_suffix(".txt")  # changes that change nothing anybody could see, each with its reason
SEED = 7
ARROW = " → "


def sampled(count: int, processes: int) -> tuple[list[dict[str, Any]], list[str]]:
    """What came of so many changes, module by module; and those that no test noticed."""
    os.chdir(HOME)  # mutmut works where it stands
    shutil.rmtree(HOME / "mutants", ignore_errors=True)
    every = names()
    chosen = sorted(random.Random(SEED).sample(every, min(count, len(every))))
    tool = str(Path(sys.executable).with_name("mutmut"))
    if subprocess.run([tool, "run", "--max-children", str(processes), *chosen]).returncode:
        sys.exit("mutmut could not try them: its own words are above.")
    found = outcomes(chosen)
    changes = {name: change(name) for name in chosen if found[name] != "killed"}
    reasons = dict(line.rsplit(" | ", 1) for line in HARMLESS.read_text("utf-8").splitlines())
    harmless = {name: reasons[told] for name, told in changes.items() if told in reasons}

    def row(module: str, some: list[str], possible: int) -> dict[str, Any]:
        noticed = sum(name not in changes for name in some)
        alike = sum(name in harmless for name in some)
        return {
            "module": module,
            "possible": possible,
            "tried": len(some),
            "noticed": noticed,
            "harmless": alike,
            "unnoticed": len(some) - noticed - alike,
            "noticed, %": round(100 * noticed / len(some), 1) if some else "",
        }

    modules = sorted({module_of(name) for name in every})
    rows = [
        row(of, [name for name in chosen if module_of(name) == of], sum(module_of(name) == of for name in every))
        for of in modules
    ]
    notes = ["Not noticed:"] + [f"- {told} ({found[name]})" for name, told in changes.items() if name not in harmless]
    notes += ["Harmless, as nothing follows from them:"]
    notes += [f"- {changes[name]}: {reason}" for name, reason in harmless.items()]
    return [*rows, row("all", chosen, len(every))], ["\n".join(notes)]


def names() -> list[str]:
    """Of all the changes mutmut would make."""
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.file_utils import walk_mutatable_files
    from mutmut.utils.format_utils import get_mutant_name

    return sorted(
        get_mutant_name(path, name)
        for path in walk_mutatable_files()
        for name in mutate_file_contents(str(path), path.read_text("utf-8")).mutant_names
    )


def module_of(name: str) -> str:
    """The module that is changed: `games.zero`."""
    return name.removeprefix("ludozero.").rpartition(".")[0]


def outcomes(chosen: list[str]) -> dict[str, str]:
    """`killed`, `timeout`, `survived`, `no tests` …, as mutmut wrote it down."""
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.stats import status_by_exit_code
    from mutmut.utils.file_utils import walk_mutatable_files

    codes: dict[str, int | None] = {}
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        codes.update(data.exit_code_by_key)
    return {name: status_by_exit_code[codes[name]] for name in chosen}


def change(name: str) -> str:
    """A change in a line: where, what stood there, what stands there now."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    lines = get_diff_for_mutant(name).splitlines()[2:]
    before, after = (" ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
    function = name.rpartition(".")[2].partition("__mutmut_")[0].removeprefix("x_").replace("ǁ", ".").removeprefix("x.")
    return f"{module_of(name)}.{function}: `{before}`{ARROW}`{after}`"
