"""Keeping a house: serving strangers, looking after its tables."""

import json
import logging
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

from ludozero.cli.home import PORT, tell
from ludozero.server.place import Place

PATIENCE = 600.0  # seconds for a copy of a large store


def serve_house(host: str, port: int | None, store: str | None, config: Path | None, lang: str) -> None:
    """Serves until told to stop; what happens is written to the error stream, a line of JSON each."""
    from ludozero.server.house import House
    from ludozero.server.serve import serve
    from ludozero.server.settings import settled

    config = config or (Path(os.environ["LUDOZERO_CONFIG"]) if "LUDOZERO_CONFIG" in os.environ else None)
    with Place() as place:
        settings = settled(config, store=place.store, backups=place.folder / "backups")
        settings.store = store or settings.store
        port = port if port is not None else int(os.environ.get("LUDOZERO_PORT", PORT))
        if settings.store == place.store and not place.claim():
            raise ValueError(tell("silent", lang, folder=str(place.folder)))
        try:
            front = socket.create_server((host, port), backlog=2048, dualstack_ipv6=host == "::")
        except OSError:
            raise ValueError(tell("port-taken", lang, port=port)) from None
        log_lines()

        def opened(house: House) -> None:  # noqa: ARG001
            url = f"http://{host}:{front.getsockname()[1]}"
            if settings.store == place.store:
                place.open_at(url)
            logging.getLogger("ludozero").info(
                "open", extra={"told": {"url": url, "store": settings.store.split(":")[0]}}
            )

        serve(settings, [front], opened=opened)


def log_lines() -> None:
    """Logs as lines of JSON."""
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[out], force=True)


class Lines(logging.Formatter):
    """One object a line: when, how grave, what; no names, no secrets, no addresses."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


class Keeper:
    """Talks to a house with its keeper's key."""

    def __init__(self, url: str | None, key: str | None, lang: str) -> None:
        import httpx

        place = Place()
        self.url = (url or place.found()).rstrip("/")
        if not self.url:
            raise ValueError(tell("no-house", lang))
        shown = key or os.environ.get("LUDOZERO_ADMIN_KEY") or place.key()
        self.http = httpx.Client(
            base_url=self.url, timeout=PATIENCE, headers={"authorization": f"Bearer {shown}"}, trust_env=False
        )
        self.lang = lang

    def ask(self, method: str, path: str) -> dict[str, Any]:
        """The house's answer; a refusal as its sentence."""
        import httpx

        from ludozero.table.errors import Refused

        try:
            answer = self.http.request(method, f"/api/admin/{path}")
            told: dict[str, Any] = answer.json()
        except (httpx.HTTPError, ValueError):
            raise ValueError(tell("no-answer", self.lang, url=self.url)) from None
        if answer.status_code >= 400:
            raise Refused(**{name: told.get(name, "") for name in ("code", "clause", "args", "room")})
        return told
