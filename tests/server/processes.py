"""A house in a process of its own, as it is really started; it can be killed and opened again on the same store."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import Condition, Thread
from typing import IO
from urllib.parse import urlsplit

from tests.server.served import PLENTY

KEY = "a key for a test"
LONG = 120.0  # seconds before it is given up: a process takes its time to open on a busy machine


class Process:
    """`ludozero serve` with a folder and a store of its own: each life has another port."""

    def __init__(self, folder: Path, store: str = "", **settings: str) -> None:
        chosen = {name: str(value) for name, value in PLENTY.items()} | {"machine_code": "no", "admin_key": KEY}
        named = {f"LUDOZERO_{name.upper()}": value for name, value in (chosen | settings).items()}
        self.folder = folder
        self.environment: Mapping[str, str] = os.environ | {"LUDOZERO_DATA": str(folder)} | named
        self.command = [sys.executable, "-m", "ludozero", "serve", "--port", "0"]
        self.command += ["--store", store] if store else []
        self.store = store or f"sqlite:///{folder / 'ludozero.db'}"
        self.lines: list[str] = []  # of its log, all its lives
        self.life = 0  # which one it is in
        self.url = ""
        self.over = False
        self._born = Condition()
        self._process: subprocess.Popen[str] | None = None
        self._reader = Thread()

    @property
    def process(self) -> "subprocess.Popen[str]":
        assert self._process is not None
        return self._process

    @property
    def netloc(self) -> str:
        """Host and port."""
        return urlsplit(self.url).netloc

    def open(self) -> None:
        """Returns once it says where it is to be found."""
        process = subprocess.Popen(self.command, env=self.environment, stderr=subprocess.PIPE, text=True)
        assert process.stderr
        for line in process.stderr:
            self.lines.append(line)
            if "url" in json.loads(line):
                break
        else:
            raise AssertionError(f"it has not opened: {self.lines}")
        with self._born:
            self._process = process
            self.url = json.loads(line)["url"]
            self.life += 1
            self._born.notify_all()
        self._reader = Thread(target=self._read_on, args=(process.stderr,), daemon=True)
        self._reader.start()

    def _read_on(self, log: IO[str]) -> None:
        with log:
            self.lines.extend(log)

    def kill(self) -> None:
        """It has no time to do anything."""
        self.process.kill()

    def dead(self) -> int:
        """Waits until it is no more; its exit code."""
        code = self.process.wait(LONG)
        self._reader.join(LONG)
        return code

    def shut(self) -> None:
        """Asks it to end, as a service manager does."""
        self.process.send_signal(signal.SIGTERM)

    def close(self) -> int:
        """Asks it to end, and waits."""
        self.shut()
        return self.dead()

    def after(self, life: int) -> None:
        """Waits until it has been opened again since that life, or will not be."""
        with self._born:
            assert self._born.wait_for(lambda: self.over or self.life > life, LONG), "it has not been opened again"

    def end(self) -> None:
        """It is killed, and nobody waits for it any more."""
        if self._process is not None:
            self.kill()
            self.dead()
        with self._born:
            self.over = True
            self._born.notify_all()

    def __enter__(self) -> "Process":
        """It may be opened here or later."""
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def command(house: Process, *words: str) -> "subprocess.CompletedProcess[str]":
    """What the command line says in the house's folder."""
    said = [sys.executable, "-m", "ludozero", *words]
    return subprocess.run(said, env=house.environment, capture_output=True, text=True, timeout=LONG)
