"""A whole terminal to draw on: line by line, only what has changed, and everything as before once it is left."""

import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Self, TextIO

from rich.console import Console, ConsoleDimensions
from rich.text import Text

from ludozero.cli.draw.paint import theme
from ludozero.cli.keys import Keyboard

BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"  # a picture: terminals that know this show it whole


class Screen:
    """The alternate screen and the keyboard, taken together and given back together."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.target = target
        self.keyboard = Keyboard(source.fileno())
        self.console = Console(file=target, force_terminal=True, highlight=False, emoji=False, markup=False)
        self.console.push_theme(theme(self.console.color_system))
        self.shown: list[str] = []
        self.size = (0, 0)
        self.handlers: dict[int, object] = {}

    # Coming and going

    def __enter__(self) -> Self:
        self.take()
        self.keyboard.listen()
        for number, handler in ((signal.SIGWINCH, nothing), (signal.SIGTSTP, self.suspend), (signal.SIGTERM, leave)):
            self.handlers[number] = signal.signal(number, handler)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self.handlers.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        self.keyboard.deafen()
        self.give()

    def take(self) -> None:
        """The terminal is ours."""
        self.keyboard.open()
        self.console.set_alt_screen(True)
        self.console.show_cursor(False)
        self.shown = []

    def give(self) -> None:
        """The terminal is as it was."""
        self.console.show_cursor(True)
        self.console.set_alt_screen(False)
        self.target.flush()
        self.keyboard.close()

    def suspend(self, number: int, _: FrameType | None) -> None:
        """Ctrl-Z: the shell gets its terminal, and we get it back when we are called to the front again."""
        self.give()
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
        signal.signal(number, self.suspend)
        self.take()

    # Drawing

    def measure(self) -> tuple[int, int]:
        """Columns and lines of the window now."""
        try:
            size = os.get_terminal_size(self.target.fileno())
        except OSError:
            return 80, 24
        return size.columns or 80, size.lines or 24

    def show(self, lines: Sequence[Text]) -> None:
        """A picture: what does not fit is left out, what has not changed is not written again."""
        width, height = size = self.measure()
        if size != self.size:
            self.shown, self.size = [], size
        self.console.size = ConsoleDimensions(width, height)
        rows = [self.row(line, width) for line in lines[:height]]
        rows += [""] * (height - len(rows))
        old = self.shown or ["\0"] * height
        changed = [
            f"\x1b[{i};1H\x1b[0m\x1b[2K{row}"
            for i, (row, was) in enumerate(zip(rows, old, strict=True), 1)
            if row != was
        ]
        self.target.write(f"{BEGIN}{''.join(changed)}{END}")
        self.target.flush()
        self.shown = rows

    def row(self, line: Text, width: int) -> str:
        """A line as the terminal wants it, never wider than the window."""
        with self.console.capture() as caught:
            self.console.print(line, end="", width=width, no_wrap=True, overflow="crop", crop=True, soft_wrap=False)
        return caught.get()


def nothing(*_: object) -> None:
    """The signal only has to wake the keyboard."""


def leave(*_: object) -> None:
    sys.exit(143)
