"""What the arena found, in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any

from ludozero.words import say

ROOM = "arena"


def sentences(found: Mapping[str, Any], lang: str) -> Iterator[str]:
    """The result of a match, line by line."""
    names = {"a": found["a"], "b": found["b"]}
    if found["deals"]:
        low, high = found["win_share_ci95"]
        numbers = {"share": found["win_share"], "low": low, "high": high, "fair": found["fair_share"]}
        percent = {name: f"{100 * number:.1f}" for name, number in numbers.items()}
        yield say(ROOM, "arena.share", {**names, "games": found["games"], "deals": found["deals"], **percent}, lang)
        low, high = (f"{bound:+.2f}" if bound is not None else "?" for bound in found["points_difference_ci95"])
        ahead = f"{found['points_difference']:+.2f}"
        yield say(ROOM, "arena.ahead", {"ahead": ahead, "low": low, "high": high}, lang)
    yield say(ROOM, "arena.points", {side: f"{found['points_per_round'][side]:.2f}" for side in "ab"}, lang)
    yield say(ROOM, "arena.time", {side: f"{1000 * found['seconds_per_move'][side]:.1f}" for side in "ab"}, lang)
    if found["truncated"]:
        yield say(ROOM, "arena.truncated", {"count": found["truncated"]}, lang)
    for side, faults in found["faults"].items():
        if faults:
            why = ", ".join(f"{say(ROOM, f'lost.{code}', lang=lang)} ({count})" for code, count in faults.items())
            lost = {"name": names[side], "count": sum(faults.values()), "why": why}
            yield say(ROOM, "arena.faults", lost, lang)
    if "sprt" in found:
        verdict = found["sprt"]["verdict"].replace(" ", "-") or "unclear"
        yield say(ROOM, f"arena.{verdict}", {**names, "lead": f"{100 * found['sprt']['lead']:.0f}"}, lang)
