"""Stories: notable games as text, with every view at every step. Rules that change show here as a diff.

python scripts/stories.py                            writes all stories again, by the rules as they are
python scripts/stories.py new NAME RECORD "Title"    makes one of a record
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludozero import Table, load
from ludozero.table.record import bare_table, follow

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "stories"
STEADY = {"game", "seat", "seats", "options", "turn", "last"}  # of no interest at every step


def told(title: str, record: dict[str, Any]) -> str:
    """The story of a record: its head, then every entry of its log with what changed in whose view."""
    head = {name: value for name, value in record.items() if name not in ("log", "result")}
    table = bare_table(record)
    table.dealing = False
    lines = [f"# {title}", json.dumps(head)]
    seen = views(table)
    for entry in record["log"]:
        follow(table, entry)
        now = views(table)
        lines += [f"{json.dumps(entry)}  {fingerprint(table)}", *changes(seen, now)]
        seen = now
    lines += [f"= {json.dumps(table.record()['result'])}", ""]
    return "\n".join(lines)


def views(table: Table) -> list[dict[str, Any]]:
    """What everybody sees, then what each seat sees besides."""
    public = {name: value for name, value in table.view(None).items() if name not in STEADY}
    own = [
        {n: v for n, v in table.view(seat).items() if n not in STEADY and v != public[n]} for seat in range(table.seats)
    ]
    return [public, *own]


def changes(before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Iterator[str]:
    """The fields that are no longer as they were."""
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        who = "all" if place == 0 else str(place - 1)
        for name in sorted(new.keys() | old.keys()):
            if old.get(name) != new.get(name):
                yield f"    {who} {name} {json.dumps(new.get(name))}"


def fingerprint(table: Table) -> str:
    """The state's bytes in short."""
    return hashlib.sha256(table._state.tobytes()).hexdigest()[:12]


def read(story: str) -> tuple[str, dict[str, Any]]:
    """Title and record of a story; what its views were is left out."""
    first, head, *rest = story.splitlines()
    record: dict[str, Any] = json.loads(head)
    record["log"] = [json.loads(line.rpartition("  ")[0]) for line in rest if line.startswith("{")]
    return first.removeprefix("# "), record


def main(words: list[str]) -> None:
    """Writes one new story, or all again."""
    if words[:1] == ["new"]:
        name, path, title = words[1:]
        (FOLDER / f"{name}.txt").write_text(told(title, load(Path(path))), "utf-8")
        return
    for path_ in sorted(FOLDER.glob("*.txt")):
        title, record = read(path_.read_text("utf-8"))
        record["rules"] = bare_rules(record["game"])
        path_.write_text(told(title, record), "utf-8")


def bare_rules(game: str) -> int:
    """The version of the rules as they are now."""
    from ludozero.games import rules

    return rules(game).RULES


if __name__ == "__main__":
    main(sys.argv[1:])
