"""Intervals and the sequential test, on cases whose answer is known."""

import math

import numpy as np
import pytest

from ludozero.lab.arena import Played, Side
from ludozero.lab.tally import Tally, interval, student


def played(deal: int, seat: int, share: float, ahead: float = 0.0, truncated: bool = False) -> Played:
    """A game of two seats."""
    sides = {"a": Side(2, 0.5, 0.4, {}), "b": Side(2, 0.1, 0.1, {"late": 1})}
    points = [5, 5]
    points[seat] += int(ahead)
    return Played(deal, seat, share, ahead, points, 2, truncated, sides, [], {})


def tally_of(shares: list[tuple[float, float]]) -> Tally:
    tally = Tally(2, "x", "y")
    for deal, pair in enumerate(shares):
        for seat, share in enumerate(pair):
            tally.add(played(deal, seat, share))
    return tally


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042), (99, 1.984)]
)
def test_students_quantile(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.004)


def test_an_interval_by_hand() -> None:
    """1 to 5: the mean is 3, its standard error the root of 2.5 / 5, and Student's quantile of 4 is 2.776."""
    reach = 2.776 * math.sqrt(0.5)
    assert interval([1.0, 2.0, 3.0, 4.0, 5.0], 3) == [round(3 - reach, 3), round(3 + reach, 3)]
    assert interval([0.0, 1.0], 3, 0.0, 1.0) == [0.0, 1.0]
    assert interval([0.4], 3) == [None, None]
    assert interval([0.4], 3, 0.0, 1.0) == [0.0, 1.0]


def test_always_is_not_for_sure() -> None:
    """Ten successes of ten: Clopper and Pearson's interval begins at 0.6915."""
    assert interval([1.0] * 10, 4, 0.0, 1.0) == [0.6915, 1.0]
    assert interval([0.0] * 10, 4, 0.0, 1.0) == [0.0, 0.3085]
    assert interval([0.5] * 10, 4, 0.0, 1.0) == [0.5, 0.5]
    assert interval([1.0] * 10, 4) == [1.0, 1.0]


@pytest.mark.parametrize("deals", [3, 10, 40])
def test_the_truth_is_inside_in_95_cases_of_100(deals: int) -> None:
    rng = np.random.default_rng(deals)
    inside = 0
    for values in rng.normal(2.0, 3.0, (4000, deals)):
        low, high = interval(values.tolist(), 9)
        assert low is not None
        assert high is not None
        inside += low < 2.0 < high
    assert inside / 4000 == pytest.approx(0.95, abs=0.011)  # three standard errors


def test_games_of_a_deal_are_one_observation() -> None:
    """From one seat it always wins, from the other never: that says nothing about who is stronger, and surely so."""
    found = tally_of([(1.0, 0.0)] * 20).told()
    assert found["win_share"] == 0.5
    assert found["win_share_ci95"] == [0.5, 0.5]
    assert (found["deals"], found["games"]) == (20, 40)


def test_a_deal_counts_when_all_its_games_are_there_and_whole() -> None:
    tally = Tally(2, "x", "y")
    tally.add(played(0, 0, 1.0, ahead=4.0))
    tally.add(played(1, 0, 1.0, ahead=2.0))
    assert tally.told()["deals"] == 0
    tally.add(played(0, 1, 1.0, ahead=2.0))
    tally.add(played(1, 1, 0.0, truncated=True))
    found = tally.told()
    assert (found["deals"], found["games"], found["truncated"]) == (1, 4, 1)
    assert found["win_share"] == 1.0
    assert found["points_difference"] == 3.0
    assert found["points_per_game"] == {"a": 8.0, "b": 5.0}
    assert found["points_per_round"] == {"a": 4.0, "b": 2.5}
    assert found["seconds_per_move"] == {"a": 0.25, "b": 0.05}
    assert found["longest_seconds"] == {"a": 0.4, "b": 0.1}
    assert found["faults"] == {"a": {}, "b": {"late": 4}}


def test_walds_test_says_what_is_clear() -> None:
    assert tally_of([(1.0, 0.0)] * 23).verdict() == ""  # too few, whatever they say
    assert tally_of([(1.0, 0.0)] * 24).verdict() == "not stronger"
    assert tally_of([(1.0, 1.0)] * 24).verdict() == "stronger"
    assert tally_of([(1.0, 1.0), (0.0, 0.0)] * 15).verdict() == ""


@pytest.mark.parametrize(("lead", "wanted"), [(0.0, "not stronger"), (0.05, "stronger")])
def test_walds_test_is_rarely_wrong(lead: float, wanted: str) -> None:
    """Right in 95 cases of 100, give or take two standard errors."""
    rng = np.random.default_rng(3)
    right = 0
    for _ in range(300):
        tally = Tally(1, "x", "y")
        tally.seats = 2
        values = rng.normal(0.5 + lead, 0.2, 2000).tolist()
        for end in range(24, 2000, 8):
            tally.shares = values[:end]
            if verdict := tally.verdict():
                break
        right += verdict == wanted
    assert right >= 277
