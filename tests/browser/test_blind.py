"""Whole games through the accessibility tree alone: what happened, whose turn it is, what one may do is said."""

import re
from itertools import count

import pytest

from ludozero.games import GAMES, rules
from ludozero.words import say
from tests.browser.blind import Blind, face_name, sentence, who_is
from tests.browser.conftest import Visit
from tests.browser.player import Json, made, told

pytestmark = pytest.mark.slow
MOST = 200  # moves


def parts(event: Json) -> list[dict[str, str]]:
    """The legal moves, taken apart."""
    pattern = re.compile(rules(event["game"]).PARTS)
    matches = (pattern.fullmatch(text) for text, *_ in event["hands"][0]["moves"])
    return [{name: part for name, part in match.groupdict().items() if part} for match in matches if match]


def figure(name: str, pattern: str) -> float:
    """A number within a name; 0 where it has none."""
    match = re.search(pattern, name)
    return float(match[1].replace("−", "-")) if match else 0.0


def zero(me: Blind, event: Json, turn: int) -> None:
    """An exchange that leaves few points, or a knock; every exchange can be made, and is told beforehand."""
    legal = parts(event)
    hand, pot = me.names("button", "your hand"), me.names("button", "pot")
    assert set(hand) == {face_name("zero", each["lay"]) for each in legal if "lay" in each}
    assert set(pot) == {face_name("zero", each["take"]) for each in legal if "take" in each}
    if event["hands"][0]["view"]["closer"] is not None:
        assert "Last lap!" in me.told()
    if turn % 4 == 0:
        me.press("button", re.compile("^Knock"))
        return
    me.press("button", hand[0])
    offers = me.names("button", "pot")
    assert all("after it" in name or "Zero!" in name for name in offers)
    best = min(offers, key=lambda name: figure(name, r"(\d+) point"))
    me.press("button", best)
    taken = best.partition(",")[0]
    me.press("button", f"Exchange: lay {hand[0]}, take {taken}")


def hero(me: Blind, event: Json, turn: int) -> None:
    """The pair that brings most, else tokens; what cannot be had is said to be so. Symbols are answered."""
    legal = parts(event)
    pairs = [name for name in me.names("button", "pairs") if name.startswith("pair ")]
    if not pairs:
        first = ["take a token from the supply", "draw a hidden card", "move nothing"]
        me.press("button", next(name for name in first if name in me.names("button")))
        return
    dear = {str(number) for number, name in enumerate(pairs, 1) if "too dear" in name}
    assert set("1234") - dear == {each["pair"] for each in legal if each["act"] == "buy"}
    for number in "1234":
        takes = [name for name in me.names("button", f"pair {number}") if name.startswith("Take ") and "token" in name]
        counts = {name.split()[1] for name in takes if "not now" not in name}
        assert counts == {each.get("count", "1") for each in legal if each["act"] == "take" and each["pair"] == number}
    if event["hands"][0]["view"]["left"] <= 10:
        assert "final pile is reached" in me.told()
    gains = {number: figure(name, r"after it, (\S+)") for number, name in enumerate(pairs, 1) if "after it" in name}
    best = max(gains, key=lambda number: gains[number], default=0)
    if best and gains[best] > 0:
        me.press("button", pairs[best - 1])
        me.press("button", re.compile("^(Buy for|Take it for free)"), group=f"pair {best}")
        return
    number = next(each["pair"] for each in legal if each["act"] == "take")
    me.press("button", "Take 1 token", group=f"pair {number}")


def soler(me: Blind, event: Json, turn: int) -> None:
    """Lays a card, announces the likeliest sum, makes safe what can be."""
    view, legal = event["hands"][0]["view"], parts(event)
    reveal = [face for face in view["reveal"] if face is not None]
    if reveal and len(view["lays"]) < view["seats"]:
        total = sum(map(int, reveal))
        assert re.search(rf"^{total:+d}".replace("+0", "0").replace("+", r"\+") + "[:,]", me.told(), re.MULTILINE)
    odds = me.there("button", say("soler", "screen.odds"))
    sets = me.names("button", say("soler", "screen.sets"))
    if odds:
        assert legal[0]["act"] == "bid"
        best = max((each.name for each in odds), key=lambda name: figure(name, r"(\d+)%"))
        me.press("button", best)
    elif sets or "Done" in me.names("button"):
        assert len(sets) + (not sets) == len(legal)
        me.press("button", sets[0] if sets else "Done")
    else:
        assert "Lay a card face down." in me.told()
        hand = me.names("button", "your hand")
        assert {name.partition(",")[0] for name in hand} == {face_name("soler", each["cards"]) for each in legal}
        me.press("button", hand[0])


def zatre(me: Blind, event: Json, turn: int) -> None:
    """A card that fits somewhere, at the place that pays most."""
    for card in me.names("button", "your hand"):
        if me.names("option"):
            break
        me.press("button", card)
    options = me.names("option")
    assert options
    (place,) = me.names("listbox")
    assert place.startswith(say("zatre", "screen.places", {"count": len(options)}))
    best = max(figure(name, r"(\d+) point") for name in options)
    me.press("listbox", place, "Home")
    (chosen,) = [each.name for each in me.there("option") if "[selected]" in each.states]
    assert figure(chosen, r"(\d+) point") == best
    assert f"+{best:.0f}" in me.told()
    me.press("listbox", place)


PLAY = {"zero": zero, "hero": hero, "soler": soler, "zatre": zatre}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_told(visit: Visit, game: str) -> None:
    page = visit()
    table = made(page, game, 3 if game == "zero" else 2)
    me = Blind(page)
    turns = count(1)
    for _ in range(MOST):
        status = me.wait()
        heard, event = me.heard(), told(page, table)
        said = [text for text in (sentence(event, line) for line in event["log"]) if text]
        assert heard == said[: len(heard)]
        view = event["hands"][0]["view"]
        if event["phase"] == "over":
            break
        if view["standing"] == "scored":
            assert status == say("web", "status.scored", {"deal": view["deal"]})
            points_are_told(me, event)
            me.press("button", re.compile("^Go on"))
            page.get_by_role("status").filter(has_not_text=status).wait_for()
            continue
        assert status == "Your turn"
        assert event["hands"][0]["seat"] in view["waiting"]
        assert len(heard) == len(said) or game == "soler"  # where others lay and announce at the same time
        PLAY[game](me, event, next(turns))
        me.page.get_by_role("log").get_by_text("you: ").nth(sum(line.startswith("you: ") for line in heard)).wait_for()
    assert next(turns) > 4
    assert status == "The game is over."
    points_are_told(me, event)
    winners = event["result"]["winners"]
    names = " and ".join(who_is(event, seat) for seat in winners)
    mine = winners == [event["hands"][0]["seat"]]
    title = say("web", "over.you" if mine else "over.who", {"count": len(winners), "who": names})
    assert title in me.names("heading")


def points_are_told(me: Blind, event: Json) -> None:
    """Everybody's points, in the order of the standing."""
    last = event["hands"][0]["view"]["last"]
    best = sorted(range(len(last["total"])), key=lambda seat: last["total"][seat], reverse=event["game"] != "zero")
    assert [each.name for each in me.there("heading", "list") if "[level=3]" in each.states] == [
        who_is(event, seat) + (" won" if seat in (event["result"] or {}).get("winners", []) else "") for seat in best
    ]
    assert [float(each.text) for each in me.there("strong", "paragraph")] == [last["total"][seat] for seat in best]
