"""Who is here: guests with an open page at this process or another one, and since when the others have been gone."""

from collections.abc import Callable, Iterable

from ludozero.server.live import Live
from ludozero.server.streams import Stream, Streams

LOST = 40.0  # seconds without a sign of life after which another process is taken for dead


class Presence:
    """Nothing of this is written down: who comes again is seen again."""

    def __init__(self, streams: Streams, now: Callable[[], float]) -> None:
        self.streams = streams
        self.now = now
        self.gone: dict[str, float] = {}  # guests who were here, and when they went
        self.elsewhere: dict[str, set[str]] = {}  # by process, the guests with a page open there
        self.signs: dict[str, float] = {}  # by process, its last sign of life
        self.say: Callable[[str], object] = str  # to the other processes
        streams.coming.append(self.came)

    def here(self, guest: str) -> bool:
        """Whether a page of this guest is open anywhere."""
        return guest in self.streams.by_guest or any(guest in guests for guests in self.elsewhere.values())

    def gone_for(self, guest: str, since: float) -> float:
        """Seconds nothing was seen of a guest; of one never seen, since the given time."""
        return 0.0 if self.here(guest) else self.now() - max(self.gone.get(guest, since), since)

    def given_back(self, seconds: float, now: float) -> None:
        """Nobody could have been heard of for so long."""
        for times in (self.gone, self.signs):
            for name, since in times.items():
                times[name] = min(now, since + seconds)

    def came(self, stream: Stream, here: bool) -> None:
        """A guest's first page is open here, or the last one closed."""
        assert stream.guest is not None
        self.say(f"{'came' if here else 'went'} {stream.guest}")
        self.note(stream.guest, here, stream.lives)

    def note(self, guest: str, here: bool, lives: Iterable[Live] | None = None) -> None:
        """Tells the tables at which the guest sits."""
        if here:
            self.gone.pop(guest, None)
        else:
            self.gone[guest] = self.now()
        here = self.here(guest)
        for live in list(self.streams.hall.lives.values()) if lives is None else lives:
            for seat in live.sitting.seats_of(guest):
                live.stale()
                for stream in live.streams:
                    stream.note("here", {"table": live.id, "seat": seat, "here": here})

    # Other processes

    def heard(self, process: str, kind: str, guest: str) -> None:
        """Another process says who came or went there."""
        self.alive(process)
        there = self.elsewhere.setdefault(process, set())
        (there.add if kind == "came" else there.discard)(guest)
        self.note(guest, kind == "came")

    def alive(self, process: str) -> None:
        self.signs[process] = self.now()

    def bury(self) -> None:
        """A process that has been silent for too long: its guests are not there any more."""
        for process, last in list(self.signs.items()):
            if self.now() - last > LOST:
                del self.signs[process]
                for guest in self.elsewhere.pop(process, set()):
                    self.note(guest, False)
