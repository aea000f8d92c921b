"""A person at a real pseudo-terminal: types keys, reads the screen as an emulator shows it, waits for what it says."""

import codecs
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pyte
from wcwidth import wcswidth

EMULATE: Any = pyte  # it has no types
KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "next": "\x1b[6~",
    "enter": "\r",
    "interrupt": "\x03",
    "suspend": "\x1a",
}
PATIENCE = 20.0  # a test that waits longer has failed
PLACED = re.compile(r"\x1b\[(\d+);1H")
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Pseudo:
    """A terminal with a program in it."""

    screen: Any
    stream: Any

    def __init__(self, *words: str, environment: Mapping[str, str], width: int = 80, height: int = 24) -> None:
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        self.screen = EMULATE.screens.HistoryScreen(width, height)
        self.stream = EMULATE.ByteStream(self.screen)
        self.resize(width, height, tell=False)
        here = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.program = subprocess.Popen(
            words,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**here, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", **environment},
            preexec_fn=self.at_the_terminal,
        )

    @staticmethod
    def at_the_terminal() -> None:
        """The program's own session, this its terminal: Ctrl-C and Ctrl-Z are signals."""
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def close(self) -> None:
        if self.program.poll() is None:
            os.kill(self.program.pid, signal.SIGKILL)
        self.program.wait()
        os.close(self.master)
        os.close(self.slave)

    # Doing

    def resize(self, width: int, height: int, tell: bool = True) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.screen.resize(height, width)
        self.raw = ""
        if tell:
            os.kill(self.program.pid, signal.SIGWINCH)

    def type(self, *keys: str) -> None:
        os.write(self.master, "".join(KEYS.get(key, key) for key in keys).encode())

    def press(self, *keys: str) -> None:
        """Types, and waits until that has changed something and the program waits for keys again."""
        assert not self.ended, self.text
        was = self.text
        self.type(*keys)
        self.until(lambda: self.ended or (self.text != was and self.waiting))

    # Seeing

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def waiting(self) -> bool:
        """Whether a picture is complete and its last line says which keys there are."""
        return self.raw.endswith("\x1b[?2026l") and self.lines[-1] != ""

    @property
    def ended(self) -> bool:
        return self.program.poll() is not None

    def read(self, wait: float = 0.2) -> bool:
        """Takes what the program has written; whether there was anything."""
        if not select.select([self.master], [], [], wait)[0]:
            return False
        data = os.read(self.master, 65536)
        self.raw += self.decoder.decode(data)
        self.stream.feed(data)
        return True

    def until(self, found: Callable[[], bool] | str) -> None:
        """Waits for what the screen will say."""
        true: Callable[[], bool] = (lambda: str(found) in self.text) if isinstance(found, str) else found
        latest = time.monotonic() + PATIENCE
        while not true():
            more = self.read()
            vain = time.monotonic() > latest or (self.ended and not more and not true())
            assert not vain, f"waited in vain for {found}:\n{self.text}"

    def finish(self) -> int:
        """Waits for the program's end; its exit code."""
        self.until(lambda: self.ended)
        while self.read(0):
            pass
        return self.program.returncode

    def overflow(self) -> list[str]:
        """Whatever was written beyond the window: rows that are not there, lines that are too long."""
        height, width = self.screen.lines, self.screen.columns
        places = PLACED.split(self.raw)
        rows = list(zip(places[1::2], places[2::2], strict=True))[:-1]  # the last may not have come whole
        wrong = [f"row {row}" for row, _ in rows if int(row) > height]
        for _, text in rows:
            plain = CODES.sub("", text)
            wrong += [plain] if wcswidth(plain) > width or "\n" in plain else []
        return wrong

    @property
    def restored(self) -> bool:
        """Whether the terminal is as it was: its modes, the screen before, the cursor."""
        modes = termios.tcgetattr(self.slave) == self.before
        return (
            modes
            and self.raw.rfind("\x1b[?1049l") > self.raw.rfind("\x1b[?1049h")
            and (self.raw.rfind("\x1b[?25h") > self.raw.rfind("\x1b[?25l"))
        )


@contextlib.contextmanager
def playing(game: str, *words: str, before: Sequence[str] = (), **environment: str) -> Iterator[Pseudo]:
    """A game on the terminal against quick bots, started by what comes before it on the command line."""
    command = (*before, sys.executable, "-m", "ludozero", "play", game, "--terminal")
    quick = ("--level", "uniform", "--hints", "uniform")
    person = Pseudo(*command, *quick, *words, environment=environment)
    try:
        yield person
    finally:
        person.close()
