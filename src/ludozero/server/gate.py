"""The gate before everything: by what name the house was called, from where, how loud; and what it sends out."""

from collections.abc import Collection, MutableMapping
from ipaddress import IPv6Address
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludozero.server.acts import Denied
from ludozero.server.answers import refusal
from ludozero.server.guests import bearer
from ludozero.server.settings import Settings
from ludozero.table.errors import Refused

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
OUT = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST = 9  # digits of a length


class TooLarge(Exception):  # noqa: N818
    """More came than may."""


class Gate:
    """Plain ASGI: a middleware that costs next to nothing."""

    def __init__(self, app: ASGIApp, settings: Settings, hosts: Collection[str]) -> None:
        self.app = app
        self.settings = settings
        self.hosts = hosts  # may grow while the house runs

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.settings.body
        came = 0
        started = False

        async def within() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > limit:
                raise TooLarge
            return message

        async def dressed(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = [*message.get("headers", ()), *OUT]
            await send(message)

        async def fitting(message: Message) -> None:
            if started or came <= limit:  # else whatever is said to half a body is not meant
                await dressed(message)

        try:
            self.look_at(scope)
            await self.app(scope, within, fitting)
        except Refused as why:
            await refusal(why)(scope, receive, dressed)
        except (TooLarge, ClientDisconnect):
            pass
        if came > limit and not started:
            await refusal(Denied("too-large", limit=limit))(scope, receive, dressed)

    def look_at(self, scope: Scope) -> None:
        """Refuses what may not come in; puts the client's own address in the scope."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        named = sum(name == b"host" for name, _ in scope["headers"])
        if named > 1 or ("*" not in self.hosts and bare(host) not in self.hosts):
            raise Denied("bad-host")
        self.behind_proxy(scope, headers)
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > LONGEST or int(length) > self.settings.body:
            raise Denied("too-large", limit=self.settings.body)
        if scope["method"] not in SAFE and not bearer(scope):
            same_origin(headers, host)

    def behind_proxy(self, scope: MutableMapping[str, Any], headers: dict[bytes, bytes]) -> None:
        """A proxy's word on who asks is taken only from the addresses that were set up."""
        client = scope["client"] = plain(scope.get("client"))
        if client[0] not in self.settings.proxies:
            return
        forwarded = [part.strip() for part in headers.get(b"x-forwarded-for", b"").decode("latin-1").split(",")]
        strangers = [address for address in forwarded if address and address not in self.settings.proxies]
        if strangers:
            scope["client"] = plain((strangers[-1], 0))
        if headers.get(b"x-forwarded-proto") == b"https":
            scope["scheme"] = "https"


def plain(client: tuple[str, int] | None) -> tuple[str, int]:
    """An address as it is usually written, and without what IPv6 wraps one of IPv4 in."""
    host, port = client or ("", 0)
    if ":" in host:
        try:
            inner = IPv6Address(host.partition("%")[0])
        except ValueError:
            return host, port
        host = str(inner.ipv4_mapped or inner)
    return host, port


def bare(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() and (":" not in name or name.endswith("]")) else host


def same_origin(headers: dict[bytes, bytes], host: str) -> None:
    """What changes something with a cookie comes from our own page: browsers say so, and nobody can make them lie."""
    site = headers.get(b"sec-fetch-site")
    if site is not None and site not in (b"same-origin", b"none"):
        raise Denied("bad-origin")
    origin = headers.get(b"origin")
    if origin is not None and origin.decode("latin-1").lower().partition("://")[2] != host:
        raise Denied("bad-origin")
