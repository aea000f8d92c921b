"""Who asks too much is slowed down: guests one by one, strangers by their address."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil

from ludozero.server.acts import Denied

REMEMBERED = 50_000


class Limit:
    """A bucket for each name: it holds `burst` tokens, `rate` of them come back each second."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str, wanted: float = 1.0) -> None:
        """One token, or several for what is much work; or a refusal that says when there will be so many again."""
        now = self.now()
        wanted = min(wanted, self.burst)
        tokens, since = self._buckets.get(name, (self.burst, now))
        tokens = min(self.burst, tokens + (now - since) * self.rate)
        if tokens < wanted:
            raise Denied("too-fast", seconds=max(1, ceil((wanted - tokens) / self.rate)))
        self._buckets[name] = (tokens - wanted, now)
        self._buckets.move_to_end(name)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
