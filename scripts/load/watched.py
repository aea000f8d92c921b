"""`ludozero`, watched: `python -m scripts.load.watched MILLISECONDS FILE serve …`.

Every commit takes so many milliseconds longer. With a file, SIGUSR1 writes there what the event loop has spent on what
since the last one. Bots say how long they thought.
"""

import json
import logging
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

SPENT: defaultdict[str, float] = defaultdict(float)  # seconds by kind
INNER: list[float] = []  # what was spent by those that the running ones have called


def timed(kind: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """The same, its time noted under a kind, without what other kinds spend inside of it."""

    def measured(*args: Any, **kws: Any) -> Any:
        INNER.append(0.0)
        began = time.thread_time()
        try:
            return work(*args, **kws)
        finally:
            spent = time.thread_time() - began
            SPENT[kind] += spent - INNER.pop()
            if INNER:
                INNER[-1] += spent

    return measured


def watch() -> None:
    """Puts the clocks in place."""
    from ludozero.server import hands, hot, news, rows
    from ludozero.server.live import Live
    from ludozero.table.table import Table

    for place, name, kind in (
        (Table, "play", "rules"),
        (Table, "deal", "rules"),
        (news, "views_of", "rules"),
        (hands, "offered", "moves and weights"),
        (news, "public_view", "JSON"),
        (Live, "event", "JSON"),
        (hot, "moves", "the table's log"),
        (rows, "written", "store"),
    ):
        setattr(place, name, timed(kind, getattr(place, name)))


def tell(file: Path) -> None:
    """What was spent goes to the file, and counting begins again."""
    file.write_text(json.dumps(SPENT))
    SPENT.clear()


def main() -> None:
    """The first two arguments are ours."""
    from ludozero.cli import main

    wait, file = float(sys.argv[1]) / 1000, sys.argv[2]
    del sys.argv[1:3]
    if wait:
        event.listen(Engine, "commit", lambda _: time.sleep(wait))
    if file:
        watch()
        signal.signal(signal.SIGUSR1, lambda *_: tell(Path(file)))
    logging.getLogger("ludozero.bots").setLevel(logging.DEBUG)
    main()


if __name__ == "__main__":
    main()
