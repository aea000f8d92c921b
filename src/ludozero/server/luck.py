"""Where the server's secrets, ids and orders of seats come from, and what time it is; tests bring their own."""

import random
import time
from dataclasses import dataclass, field

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no two that look alike


@dataclass(slots=True)
class Luck:
    """Nothing it gives can be guessed."""

    dice: random.Random = field(default_factory=random.SystemRandom)
    began: tuple[float, int] = field(default_factory=lambda: (time.monotonic(), time.time_ns()))

    def word(self, length: int) -> str:
        """An id or key that fits into a link."""
        return "".join(self.dice.choice(LETTERS) for _ in range(length))

    def secret(self) -> bytes:
        """The secret of a table's deals, or of a guest."""
        return self.dice.randbytes(32)

    def order(self, count: int) -> list[int]:
        """The numbers below `count` in a random order."""
        numbers = list(range(count))
        self.dice.shuffle(numbers)
        return numbers

    def now(self) -> float:
        """Seconds that never jump: for clocks and deadlines."""
        return time.monotonic()

    def stamp(self) -> int:
        """The date in milliseconds, for the store's housekeeping only.

        While the process lives it never jumps: a machine's clock set anew neither closes nor forgets a table.
        """
        steady, date = self.began
        return (date + int((time.monotonic() - steady) * 1e9)) // 1_000_000
