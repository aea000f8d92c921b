"""A program spoken to in lines. Whatever it does, nobody waits for it longer than asked, and nothing piles up."""

import contextlib
import os
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from signal import Signals
from threading import Condition, Thread
from time import monotonic
from typing import IO

KEPT = ("PATH", "HOME", "LANG", "SYSTEMROOT")  # of the environment; Windows starts nothing without the last
LONGEST = 1 << 16  # bytes of a line
ROOM = 64  # lines kept until they are wanted: more wait in the pipe, and then the program waits
LAST_WORDS = 1000  # bytes of the error stream
PARTING = 0.5  # seconds a program has to end by itself


class Process:
    """A running program. A thread for each of its streams: a pipe that nobody serves would stop one side or the other.

    It gets a session of its own, so that what it starts ends with it and Ctrl-C is not for it.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.child = subprocess.Popen(
            list(command),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={name: os.environ[name] for name in KEPT if name in os.environ},
            start_new_session=True,
        )
        assert self.child.stdin
        assert self.child.stdout
        assert self.child.stderr
        self.changed = Condition()
        self.heard: deque[tuple[float, bytes]] = deque()  # when, and what
        self.over: type[Exception] | None = None  # why nothing more will be heard
        self.parting = False
        self.outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self.last_words = b""
        self.threads = [
            Thread(target=serve, args=(pipe,), daemon=True)
            for serve, pipe in (
                (self._listen, self.child.stdout),
                (self._drain, self.child.stderr),
                (self._speak, self.child.stdin),
            )
        ]
        for thread in self.threads:
            thread.start()

    def say(self, line: bytes) -> None:
        """Sends a line as soon as the program reads it. One that it has answered unread is not sent any more."""
        with contextlib.suppress(Empty):
            self.outbox.get_nowait()
        self.outbox.put(line + b"\n")

    def hear(self, until: float) -> bytes:
        """The next line. TimeoutError: not in time; EOFError: there will be none; OverflowError: it is too long."""
        with self.changed:
            self.changed.wait_for(lambda: self.heard or self.over, until - monotonic())
            if not self.heard:
                raise self.over or TimeoutError
            when, line = self.heard.popleft()
            self.changed.notify_all()
        if when > until:
            raise TimeoutError
        return line

    def end(self, patience: float = PARTING) -> str:
        """Ends it and all it started: its input is closed, and after a moment it is killed. Its last words."""
        self.outbox.put(None)
        with self.changed:
            self.parting = True
            self.changed.notify_all()
        self._join(patience)
        self._kill()  # before it is waited for: until then nobody else can have its number
        status = self.child.wait()
        self._join(PARTING)
        lines = self.last_words.decode("utf-8", "replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), said_of(status))

    def _join(self, patience: float) -> None:
        """Waits for its streams to end, which is when it has ended itself."""
        until = monotonic() + patience
        for thread in self.threads:
            thread.join(max(0.0, until - monotonic()))

    def _kill(self) -> None:
        if sys.platform == "win32":
            self.child.kill()
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):  # all gone already, as Linux and macOS put it
            os.killpg(self.child.pid, Signals.SIGKILL)

    def _listen(self, pipe: IO[bytes]) -> None:
        """Cuts what it prints into lines."""
        over: type[Exception] = EOFError
        rest = b""
        with pipe:
            while chunk := pipe.read(LONGEST):
                *lines, rest = (rest + chunk).split(b"\n")
                if max(map(len, (*lines, rest))) > LONGEST:
                    over = OverflowError
                    break
                for line in lines:
                    self._keep(line)
        with self.changed:
            self.over = over
            self.changed.notify_all()

    def _keep(self, line: bytes) -> None:
        with self.changed:
            self.changed.wait_for(lambda: len(self.heard) < ROOM or self.parting)
            if not self.parting:
                self.heard.append((monotonic(), line))
                self.changed.notify_all()

    def _drain(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := pipe.read(LONGEST):
                self.last_words = (self.last_words + chunk)[-LAST_WORDS:]

    def _speak(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:  # it reads no more
            while line := self.outbox.get():
                while line:
                    line = line[pipe.write(line) :]


def said_of(status: int) -> str:
    """How a program ended that said nothing."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return Signals(-status).name
    except ValueError:
        return f"signal {-status}"
