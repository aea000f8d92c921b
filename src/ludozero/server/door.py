"""The door of a house to the other devices around it: shut at first, opened and shut again while the house runs."""

import asyncio
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import ifaddr

if TYPE_CHECKING:
    from ludozero.server.house import House

BUILT = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "utun", "tun", "tap", "wg", "zt", "tailscale", "lxc")


class Side(Protocol):
    """A server besides the one at the front."""

    async def serve(self, sockets: list[socket.socket]) -> None: ...
    def leave(self) -> None: ...


class Door:
    """Listens at the addresses others can reach, and makes the house answer to these names and no others."""

    def __init__(
        self,
        house: "House",
        port: int,
        side: Callable[[], Side],
        reachable: Callable[[], list[str]] | None = None,
    ) -> None:
        self.house = house
        self.port = port
        self.side = side
        self.reachable = reachable or lan_addresses
        self.addresses: list[str] = []
        self._names: set[str] = set()
        self._serving: tuple[Side, asyncio.Task[None]] | None = None

    @property
    def is_open(self) -> bool:
        return self._serving is not None

    @property
    def urls(self) -> list[str]:
        """What friends type, the likeliest first."""
        return [f"http://{address}:{self.port}" for address in self.addresses]

    async def open(self) -> None:
        """Listens where it can; with no network there is nothing to listen to, and `urls` is empty."""
        await self.shut()
        sockets = []
        for address in self.reachable():
            try:
                sockets.append(socket.create_server((address, self.port), backlog=256))
            except OSError:
                continue
            self.addresses.append(address)
        if sockets:
            name = socket.gethostname().lower()
            self._names = {*self.addresses, name, f"{name.partition('.')[0]}.local"} - self.house.hosts
            self.house.hosts |= self._names
            side = self.side()
            self._serving = side, asyncio.create_task(side.serve(sockets))

    async def shut(self) -> None:
        """Only this machine comes in."""
        self.addresses = []
        self.house.hosts -= self._names
        if self._serving is not None:
            (side, task), self._serving = self._serving, None
            side.leave()
            await task


def lan_addresses() -> list[str]:
    """This machine's addresses on networks of a house; that of the way out comes first."""
    found = []
    for adapter in ifaddr.get_adapters():
        if adapter.name.lower().startswith(BUILT):
            continue
        found += [str(ip.ip) for ip in adapter.ips if ip.is_IPv4 and not str(ip.ip).startswith(("127.", "169.254."))]
    way_out = outward()
    return sorted(dict.fromkeys(found), key=lambda address: address != way_out)


def outward() -> str:
    """The address with which this machine would go out; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is nobody's
            return str(probe.getsockname()[0])
        except OSError:
            return ""
