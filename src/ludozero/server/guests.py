"""Who asks: a guest is a name and a secret that nobody can guess, in a cookie or as a bearer token."""

import hmac
import re
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import delete, insert, select, update
from starlette.types import Scope

from ludozero.server import schema
from ludozero.server.acts import Denied
from ludozero.server.luck import Luck
from ludozero.server.store import Commit, Store

COOKIE = "ludozero"
NUMBER = re.compile("[0-9a-z]{12}")
REMEMBERED = 20_000  # guests kept in memory
YEAR = 365 * 86400


@dataclass(slots=True, frozen=True)
class Guest:
    id: str
    name: str
    kind: str
    secret: str  # SHA-256 of it


class Guests:
    """Everybody the house knows."""

    def __init__(self, store: Store, luck: Luck) -> None:
        self.store = store
        self.luck = luck
        self._known: OrderedDict[str, Guest] = OrderedDict()

    async def who(self, scope: Scope) -> Guest | None:
        """The guest who asks; None for a stranger. A secret that is not known (any more) is refused."""
        shown = credentials(scope)
        if shown is None:
            return None
        number, _, secret = shown.partition(".")
        guest = self._known.get(number)
        if guest is None and NUMBER.fullmatch(number):
            guest = await self.store.read(lambda connection: found(connection, number))
            if guest is not None:
                self._remember(guest)
        digest = sha256(secret.encode()).hexdigest()
        if not hmac.compare_digest(digest, guest.secret if guest else "-" * 64) or guest is None:
            raise Denied("unknown-guest")
        return guest

    async def known(self, scope: Scope) -> Guest:
        """The guest who asks; a stranger is refused."""
        guest = await self.who(scope)
        if guest is None:
            raise Denied("no-guest")
        return guest

    async def make(self, name: str, kind: str) -> tuple[Guest, str]:
        """A new guest, and what proves it: told this once."""
        secret = self.luck.word(40)
        guest = Guest(self.luck.word(12), name, kind, sha256(secret.encode()).hexdigest())
        row = {"id": guest.id, "name": name, "kind": kind, "secret": guest.secret, "made": self.luck.stamp()}
        await self.store.commit(Commit("", also=[(insert(schema.guests), row)]))
        self._remember(guest)
        return guest, f"{guest.id}.{secret}"

    async def rename(self, guest: Guest, name: str) -> Guest:
        """At tables begun before, the old name stays."""
        renamed = Guest(guest.id, name, guest.kind, guest.secret)
        change = update(schema.guests).where(schema.guests.c.id == guest.id).values(name=name)
        await self.store.commit(Commit("", also=[(change, {})], topic=f"guest {guest.id}"))
        self._remember(renamed)
        return renamed

    async def forget(self, guest: Guest) -> None:
        """Name and secret are erased."""
        gone = delete(schema.guests).where(schema.guests.c.id == guest.id)
        links = delete(schema.links).where(schema.links.c.guest == guest.id)
        places = delete(schema.places).where(schema.places.c.guest == guest.id)
        await self.store.commit(Commit("", also=[(gone, {}), (links, {}), (places, {})], topic=f"guest {guest.id}"))
        self.changed(guest.id)

    def changed(self, number: str) -> None:
        """Something about this guest was written, here or by another process: it is read again."""
        self._known.pop(number, None)

    def _remember(self, guest: Guest) -> None:
        self._known[guest.id] = guest
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def found(connection: Any, number: str) -> Guest | None:
    """A guest as the store has it."""
    t = schema.guests.c
    row = connection.execute(select(t.id, t.name, t.kind, t.secret).where(t.id == number)).first()
    return Guest(*row) if row else None


def credentials(scope: Scope) -> str | None:
    """What the request shows: a bearer token, or else the cookie."""
    shown = None
    for name, value in scope["headers"]:
        if shows_token(name, value):
            return str(value[7:].decode("latin-1").strip())
        if name == b"cookie":
            for part in value.decode("latin-1").split(";"):
                key, _, text = part.strip().partition("=")
                if key == COOKIE:
                    shown = text
    return shown


def bearer(scope: Scope) -> bool:
    """Whether the request shows a token rather than a cookie: no page could be made to send it."""
    return any(shows_token(name, value) for name, value in scope["headers"])


def shows_token(name: bytes, value: bytes) -> bool:
    """Whether this header is a bearer token; browsers can be made to send other credentials."""
    return name == b"authorization" and value[:7].lower() == b"bearer "


def cookie(token: str, secure: bool) -> str:
    """The header that sets the cookie; an empty token takes it away."""
    age = 2 * YEAR if token else 0
    return f"{COOKIE}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict" + ("; Secure" if secure else "")
