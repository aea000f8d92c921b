"""Where a house keeps its things, and whether one is open there already."""

import json
import os
import secrets
from pathlib import Path
from types import TracebackType

import platformdirs
from filelock import FileLock, Timeout

PATIENCE = 2.0  # seconds for a house on this machine to answer


class Place:
    """A folder with the database of a house, its lock, and a note of where the house is to be found."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or usual_folder()
        self._lock = FileLock(self.folder / "house.lock")
        self._note = self.folder / "house.json"

    @property
    def store(self) -> str:
        """The URL of the database."""
        return f"sqlite:///{(self.folder / 'ludozero.db').as_posix()}"

    def key(self) -> str:
        """The key of this house's keeper: whoever may read the folder has it."""
        file = self.folder / "admin.key"
        if not file.exists():
            file.touch(mode=0o600)
            file.write_text(secrets.token_urlsafe(32), "ascii")
        return file.read_text("ascii").strip()

    def claim(self) -> bool:
        """Makes the place ours; False if a house is open there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            return False
        return True

    def open_at(self, url: str) -> None:
        """Notes where our house is to be found."""
        self._note.write_text(json.dumps({"url": url}), "utf-8")

    def found(self) -> str:
        """Where the house that is open here answers; empty if it does not (yet)."""
        try:
            url = str(json.loads(self._note.read_text("utf-8"))["url"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""
        return url if answers(url) else ""

    def __enter__(self) -> "Place":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._lock.is_locked:
            self._note.unlink(missing_ok=True)
            self._lock.release()


def usual_folder() -> Path:
    """By the platform's convention; LUDOZERO_DATA moves it."""
    chosen = os.environ.get("LUDOZERO_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("ludozero", appauthor=False)


def answers(url: str) -> bool:
    """Whether a house answers there."""
    import httpx  # only who looks for another house needs it: it takes a tenth of the time to open one

    try:
        told = httpx.get(f"{url}/api/house", timeout=PATIENCE, trust_env=False)
        return told.status_code == 200 and "machine_code" in told.json()
    except (httpx.HTTPError, ValueError):
        return False
