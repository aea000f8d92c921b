"""A house at home: opened on this machine, shown in the browser; friends are let in if asked."""

import os
import platform
import socket
import sys
import time
import webbrowser
from typing import TYPE_CHECKING

import segno

from ludozero.server.place import Place
from ludozero.words import say

if TYPE_CHECKING:
    from ludozero.server.house import House

PORT = 8010
STARTING = 20.0  # seconds in which a house that was just opened answers
NOBODY = ("none", "0", "no", "false")  # what LUDOZERO_BROWSER says to leave the browser alone


def open_home(path: str, lang: str, *, port: int | None = None, lan: bool = False) -> None:
    """Opens the house until Ctrl-C, or shows the one that is open already."""
    port = port if port is not None else port_wished()
    with Place() as place:
        if not place.claim():
            url = answering(place)
            if not url:
                raise ValueError(tell("silent", lang, folder=str(place.folder)))
            print(tell("already", lang, url=url))
            browse(url + path)
            return
        front = listening(port, lang)
        print(tell("opening", lang), flush=True)
        from ludozero.server.serve import serve
        from ludozero.server.settings import settled

        settings = settled(store=place.store, admin_key=place.key(), backups=place.folder / "backups")

        def opened(house: "House") -> None:
            url = f"http://127.0.0.1:{front.getsockname()[1]}"
            place.open_at(url)
            print(tell("open", lang, url=url), tell("stop", lang), sep="\n", flush=True)
            if lan and house.door is not None:
                invite(house.door.urls, lang)
            browse(url + path)

        serve(settings, [front], home=True, lan=lan, opened=opened)


def tell(key: str, lang: str, **args: str | int) -> str:
    """A sentence about the house."""
    return say("house", f"home.{key}", args, lang)


def port_wished() -> int | None:
    """As LUDOZERO_PORT says."""
    text = os.environ.get("LUDOZERO_PORT", "")
    return int(text) if text.isascii() and text.isdigit() and int(text) < 65536 else None


def listening(port: int | None, lang: str) -> socket.socket:
    """The socket at the front: at the port asked for, else at the usual one, else at any."""
    for wished in (PORT, 0) if port is None else (port,):
        try:
            return socket.create_server(("127.0.0.1", wished), backlog=2048)
        except OSError:
            continue
    raise ValueError(tell("port-taken", lang, port=port or PORT))


def answering(place: Place) -> str:
    """Where the house that is open already answers; it may be opening just now."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until:
        if url := place.found():
            return url
        time.sleep(0.2)
    return ""


def invite(urls: list[str], lang: str) -> None:
    """Link and QR code for friends, and what may stand in their way."""
    if not urls:
        print(tell("no-network", lang), flush=True)
        return
    print(tell("friends", lang, url=urls[0]))
    if sys.stdout.isatty():
        segno.make(urls[0], error="m", micro=False).terminal(compact=True, border=2)
    system = platform.system().lower()
    if system in ("linux", "windows", "darwin"):
        print(tell(f"firewall.{system}", lang, port=int(urls[0].rpartition(":")[2])), flush=True)


def browse(url: str) -> None:
    """Shows the page, where there is a browser and nobody said not to."""
    if os.environ.get("LUDOZERO_BROWSER", "").lower() not in NOBODY:
        webbrowser.open(url)
