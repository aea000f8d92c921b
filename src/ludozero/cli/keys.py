"""The keyboard of a terminal: single keys by name, and signals that arrive like keys. POSIX only."""

import codecs
import os
import select
import signal
import termios
from typing import Any

SEQUENCES = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "H": "home",
    "F": "end",
    "1~": "home",
    "7~": "home",
    "4~": "end",
    "8~": "end",
    "5~": "before",
    "6~": "next",
}
PLAIN = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "back",
    "\b": "back",
    "\x04": "gone",  # Ctrl-D
    "\x15": "clear",  # Ctrl-U
    "\f": "redraw",  # Ctrl-L
}
ESCAPE_WAIT = 0.05  # what follows an Escape within this time belongs to the same key


class Keyboard:
    """Reads keys one by one, unechoed. Ctrl-C and Ctrl-Z stay the signals they are."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.typed = ""  # read and not yet asked for
        self.wake, self.alarm = -1, -1

    def open(self) -> None:
        """Raw keys from now on; a termios.error where there is no such thing."""
        self.before = termios.tcgetattr(self.fd)
        raw: list[Any] = termios.tcgetattr(self.fd)
        raw[3] &= ~(termios.ICANON | termios.ECHO)
        raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self.fd, termios.TCSADRAIN, raw)

    def close(self) -> None:
        """As it was."""
        termios.tcsetattr(self.fd, termios.TCSADRAIN, self.before)

    def listen(self) -> None:
        """From now on signals wake whoever waits for a key."""
        self.wake, self.alarm = os.pipe()
        os.set_blocking(self.wake, False)
        os.set_blocking(self.alarm, False)
        signal.set_wakeup_fd(self.alarm, warn_on_full_buffer=False)

    def deafen(self) -> None:
        signal.set_wakeup_fd(-1)
        os.close(self.wake)
        os.close(self.alarm)

    def key(self) -> str:
        """The next key: its name, or the character; `redraw` after a signal."""
        while not self.typed:
            if self.awoken(None):
                return "redraw"
            self.read()
        first, self.typed = self.typed[0], self.typed[1:]
        if first == "\x1b":
            return self.sequence()
        return PLAIN.get(first, first if first.isprintable() else "")

    def awoken(self, timeout: float | None) -> bool:
        """Waits for keys or a signal; whether it was a signal."""
        ready, _, _ = select.select([self.fd, self.wake], [], [], timeout)
        if self.wake in ready:
            os.read(self.wake, 4096)
            return True
        return False

    def read(self) -> None:
        data = os.read(self.fd, 1024)
        self.typed += self.decoder.decode(data) if data else "\x04"  # the terminal is gone

    def sequence(self) -> str:
        """What an Escape begins: a key's name, or nothing that is known here."""
        if not self.typed and select.select([self.fd], [], [], ESCAPE_WAIT)[0]:
            self.read()
        if self.typed[:1] not in ("[", "O"):
            return "escape"
        end = 1
        while end < len(self.typed) and (self.typed[end].isdigit() or self.typed[end] == ";"):
            end += 1
        code, self.typed = self.typed[1 : end + 1], self.typed[end + 1 :]
        return SEQUENCES.get(code, "")
