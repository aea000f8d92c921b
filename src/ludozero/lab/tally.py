"""What games of the arena come to: means of deals with Student's intervals, and Wald's test."""

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludozero.lab.arena import Played

LEAD = 0.05  # win share above the fair one that the test asks about
ERROR = 0.05  # how often the test may be wrong, either way
FEWEST = 24  # deals before it says anything: the spread is only estimated
NORMAL = 1.959964  # standard errors to each side: 95 % of cases, were there endless deals


class Tally:
    """The games so far. A deal counts once all its games are there; one with a truncated game does not."""

    def __init__(self, seats: int, a: str, b: str) -> None:
        self.seats = seats
        self.names = {"a": a, "b": b}
        self.waiting: dict[int, list[Played]] = {}  # games of deals not yet complete
        self.shares: list[float] = []  # means of deals
        self.aheads: list[float] = []
        self.games = self.rounds = self.truncated = 0
        self.points = {"a": 0.0, "b": 0.0}  # of a game, added up; of B's the mean of its seats
        self.moves = {"a": 0, "b": 0}
        self.seconds = {"a": 0.0, "b": 0.0}
        self.longest = {"a": 0.0, "b": 0.0}
        self.faults: dict[str, Counter[str]] = {"a": Counter(), "b": Counter()}

    def add(self, one: "Played") -> None:
        """Takes in a game."""
        self.games += 1
        self.truncated += one.truncated
        for name, side in one.sides.items():
            self.moves[name] += side.moves
            self.seconds[name] += side.seconds
            self.longest[name] = max(self.longest[name], side.longest)
            self.faults[name].update(side.faults)
        deal = self.waiting.setdefault(one.deal, [])
        deal.append(one)
        if len(deal) == self.seats:
            del self.waiting[one.deal]
            if not any(game.truncated for game in deal):
                self.take(deal)

    def take(self, deal: list["Played"]) -> None:
        """All games of a deal are there."""
        self.shares.append(sum(one.share for one in deal) / self.seats)
        self.aheads.append(sum(one.ahead for one in deal) / self.seats)
        for one in deal:
            own = one.points[one.seat]
            self.rounds += one.rounds
            self.points["a"] += own
            self.points["b"] += (sum(one.points) - own) / (self.seats - 1)

    def ratio(self) -> float:
        """Wald's log likelihood ratio of LEAD more than a fair share against a fair share, with the spread as seen."""
        if len(self.shares) < FEWEST:
            return 0.0
        mean, error = estimate(self.shares)
        beyond = mean - 1 / self.seats - LEAD / 2
        return LEAD * beyond / error**2 if error else math.copysign(math.inf, beyond)

    def verdict(self) -> str:
        """`stronger` or `not stronger`, or nothing as long as it is not clear."""
        ratio = self.ratio()
        if abs(ratio) < math.log((1 - ERROR) / ERROR):
            return ""
        return "stronger" if ratio > 0 else "not stronger"

    def told(self, sprt: bool = False) -> dict[str, Any]:
        """All of it, JSON-able."""
        deals = len(self.shares)
        played = max(1, deals * self.seats)
        told: dict[str, Any] = {
            "deals": deals,
            "games": self.games,
            "truncated": self.truncated,
            "fair_share": round(1 / self.seats, 4),
            "win_share": mean_of(self.shares, 4),
            "win_share_ci95": interval(self.shares, 4, 0.0, 1.0),
            "points_difference": mean_of(self.aheads, 3),
            "points_difference_ci95": interval(self.aheads, 3),
            "points_per_game": {side: round(points / played, 3) for side, points in self.points.items()},
            "points_per_round": {side: round(points / max(1, self.rounds), 3) for side, points in self.points.items()},
            "moves": self.moves,
            "seconds_per_move": {side: round(self.seconds[side] / max(1, self.moves[side]), 6) for side in "ab"},
            "longest_seconds": {side: round(longest, 4) for side, longest in self.longest.items()},
            "faults": {side: dict(faults) for side, faults in self.faults.items()},
        }
        if sprt:
            asked = {"lead": LEAD, "error": ERROR, "log_ratio": round(self.ratio(), 3), "verdict": self.verdict()}
            told["sprt"] = asked
        return told


def estimate(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    n = len(values)
    mean = sum(values) / n
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)


def mean_of(values: list[float], digits: int) -> float | None:
    """The mean, if there is one."""
    return round(sum(values) / len(values), digits) if values else None


def interval(
    values: list[float], digits: int, least: float | None = None, most: float | None = None
) -> list[float | None]:
    """Where the true mean lies in 95 % of cases; what is not known is None, or the bound there is."""
    if len(values) < 2:
        return [least, most]
    mean, error = estimate(values)
    reach = student(len(values) - 1) * error
    low, high = mean - reach, mean + reach
    if error == 0 and mean in (least, most):  # always or never: as Clopper and Pearson have it
        far = 0.025 ** (1 / len(values))
        low, high = (low, 1 - far) if mean == least else (far, high)
    return [
        round(low if least is None else max(least, low), digits),
        round(high if most is None else min(most, high), digits),
    ]


def student(freedom: int) -> float:
    """Student's 97.5 % quantile, by Cornish and Fisher's expansion; exact where that is too rough."""
    if freedom < 5:
        return (12.706, 4.303, 3.182, 2.776)[freedom - 1]
    z = NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + math.fsum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
