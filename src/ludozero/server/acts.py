"""What may be done at a table, by whom, and what follows from it. Every act either happens or is refused whole."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ludozero.games import rules
from ludozero.server.sitting import SETTINGS, Chair, Sitting
from ludozero.table.errors import Refused, quoted
from ludozero.table.setup import game_rules, read_options
from ludozero.table.table import NONCE

Answer: TypeAlias = dict[str, Any]
Draw: TypeAlias = Callable[[int], list[int]]  # n -> the numbers below n in a random order
STAND_IN = "club"  # who plays on for a person who is away
QUIET_ENOUGH = 40  # turns without anything made safe, after which bots agree to an end (SO-14)


class Denied(Refused):
    """The house says no, for a reason that is none of the game's rules."""

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(code, args=args, room="server")


# Sitting down and leaving


def sit(s: Sitting, guest: str, now: float, *, seat: int | None, name: str, nonce: str, reserved: bool) -> Answer:
    """Takes an open seat, or takes back the one that was left. `reserved`: the table's key was not shown."""
    unfinished(s)
    mine = [i for i, chair in enumerate(s.chairs) if chair.left and chair.guest == guest]
    if mine and seat in (None, mine[0]):
        s.happen({"what": "back", "seat": mine[0]}, now)
        return {"seat": mine[0]}
    if reserved and s.head["visibility"] != "open" and guest != s.host:
        raise Denied("bad-key")
    if not NONCE.fullmatch(nonce):
        raise Refused("bad-nonce")
    free = [i for i, chair in enumerate(s.chairs) if chair.kind == "open"]
    if seat is None and not free:
        raise Denied("no-open-seat")
    chosen = free[0] if seat is None else existing(s, seat)
    if chosen not in free:
        raise Denied("seat-taken", seat=chosen)
    s.happen({"what": "sat", "seat": chosen, "guest": guest, "name": name, "nonce": nonce}, now)
    return {"seat": chosen}


def leave(s: Sitting, guest: str, now: float, *, seat: int | None) -> Answer:
    """Gives up one seat or all. The host's rights pass to whoever is left."""
    own = s.seats_of(guest)
    if not own:
        raise Denied("not-seated")
    for one in own if seat is None else [mine(s, guest, seat)]:
        s.happen({"what": "left", "seat": one} | stand_in(s), now)
    if s.host == guest and not s.seats_of(guest):
        heir = next((i for i, chair in enumerate(s.chairs) if chair.person), None)
        if heir is not None:
            s.happen({"what": "host", "seat": heir, "guest": s.chairs[heir].guest}, now)
    settle(s, now)
    return {}


def stand_in(s: Sitting) -> dict[str, Any]:
    """Who plays on in the place of a person, by the table's policy."""
    return {"level": STAND_IN} if s.phase == "playing" and s.head["absence"] == "bot" else {}


def away(s: Sitting, seat: int, now: float) -> None:
    """The person in this seat does not answer any more."""
    if s.chairs[seat].person and not s.chairs[seat].away:
        s.happen({"what": "away", "seat": seat} | stand_in(s), now)
        settle(s, now)


def back(s: Sitting, guest: str, now: float, *, seat: int | None) -> Answer:
    """Takes over again from the bot that stood in."""
    unfinished(s)
    mine = [i for i, c in enumerate(s.chairs) if c.kind == "person" and c.guest == guest and (c.away or c.left)]
    chosen = [i for i in mine if seat in (None, i)]
    if not chosen:
        raise Denied("not-seated")
    for one in chosen:
        s.happen({"what": "back", "seat": one}, now)
    return {}


def add_nonce(s: Sitting, guest: str, now: float, *, seat: int | None, nonce: str) -> Answer:
    """A person's own contribution to the shuffles, after the commitment was told and before the start."""
    in_phase(s, "setup")
    chosen = acting(s, guest, seat)
    chair = s.chairs[chosen]
    s.happen({"what": "sat", "seat": chosen, "guest": guest, "name": chair.name, "nonce": nonce}, now)
    return {"seat": chosen, "commitment": s.head["commitment"]}


def move_seat(s: Sitting, owner: str, guest: str, now: float, *, seat: int, link: str) -> Answer:
    """The seat goes on at another device; of seats drawn since, the one its owner has now. A link is good once."""
    own = s.seats_of(owner)
    if not own or any(entry.get("link") == link for entry in s.log):
        raise Denied("bad-key")
    if seat not in own:
        seat = own[0]
    s.happen({"what": "moved", "seat": seat, "guest": guest, "link": link}, now)
    return {"seat": seat}


# The host's


def put(s: Sitting, guest: str, now: float, *, seat: int, kind: str, level: str | None) -> Answer:
    """A bot on a seat, or nobody; during the game only where no person sits who is still there."""
    hosts(s, guest)
    unfinished(s)
    chair = s.chairs[existing(s, seat)]
    if chair.person and not chair.away and (s.phase == "playing" or chair.guest == guest):
        raise Denied("seat-taken", seat=seat)
    if kind == "bot":
        s.happen({"what": "bot", "seat": seat, "level": level}, now)
    else:
        s.happen({"what": "freed", "seat": seat}, now)
    return {}


def setup(s: Sitting, guest: str, now: float, *, changes: Mapping[str, Any]) -> Answer:
    """Changes what is to be played, before it starts."""
    hosts(s, guest)
    in_phase(s, "setup")
    wanted = {key: changes[key] for key in SETTINGS if key in changes}
    if "options" in wanted:
        wanted["options"] = read_options(s.game, wanted["options"])
    if "seats" in wanted:
        game_rules(s.game, wanted["seats"])
        if any(chair.person for chair in s.chairs[wanted["seats"] :]):
            raise Denied("others-seated")
    s.happen({"what": "setup", **wanted}, now)
    return {}


def start(s: Sitting, guest: str, now: float, draw: Draw) -> Answer:
    """The seats are drawn, the first deal is dealt."""
    hosts(s, guest)
    in_phase(s, "setup")
    if any(chair.kind == "open" for chair in s.chairs):
        raise Denied("seats-open")
    playable(s)
    seating = draw(s.seats) if s.head["seating"] == "random" else list(range(s.seats))
    s.happen({"what": "started", "seating": seating}, now)
    settle(s, now)
    return {}


def playable(s: Sitting) -> None:
    """Whether the rules let so many play with these options; the refusal is theirs."""
    from ludozero.table.table import Table

    Table(s.game, s.seats, options=s.head["options"], pack=s.head["pack"], patient=True, secret=b"none")


def hand_over(s: Sitting, guest: str, now: float, *, seat: int) -> Answer:
    """Another person becomes host."""
    hosts(s, guest)
    chair = s.chairs[existing(s, seat)]
    if not chair.person:
        raise Denied("not-seated")
    s.happen({"what": "host", "seat": seat, "guest": chair.guest}, now)
    return {}


def close(s: Sitting, guest: str, now: float) -> Answer:
    """The host ends it without a result, if no other person has a seat."""
    hosts(s, guest)
    if s.phase == "over":
        return {}
    if any(chair.person and chair.guest != guest for chair in s.chairs):
        raise Denied("others-seated")
    shut(s, "closed", now)
    return {}


def shut(s: Sitting, reason: str, now: float) -> None:
    """The table is over as it stands, without winners."""
    if s.table is not None and not s.table.over:
        s.table.close(reason)
        written(s, now)
    s.happen({"what": "over", "result": result(s, reason)}, now)


# Playing


def moves(s: Sitting, guest: str, now: float, *, turn: int, texts: Sequence[str], seat: int | None) -> Answer:
    """One move or several in a row. The same moves of the same turn again change nothing."""
    chosen = acting(s, guest, seat)
    if s.phase == "setup" or s.foreign:
        raise Denied("wrong-phase", phase=s.phase)
    done = s.turns[chosen]
    if turn < done:
        told = [s.played[chosen].get(turn + i) for i in range(done - turn)]
        canonical = [rules(s.game).spell(m) for text in texts for m in rules(s.game).read(text)]
        if canonical and told[: len(canonical)] == canonical:
            return {"seat": chosen, "played": canonical}
        raise Denied("turn-taken", turn=done)
    if turn > done:
        raise Denied("stale-turn", turn=done)
    if s.paused is not None:
        raise Denied("paused")
    if s.phase == "over":
        raise Refused("game-over")
    assert s.table is not None
    played = s.table.play(chosen, *texts)
    if s.chairs[chosen].away:
        s.happen({"what": "back", "seat": chosen}, now)
    written(s, now)
    settle(s, now)
    return {"seat": chosen, "played": played}


def bot_moves(s: Sitting, seat: int, text: str, now: float) -> None:
    """A bot's move; of one that stands in for a person the record says so."""
    assert s.table is not None
    chair = s.chairs[seat]
    s.table.play(seat, text, by=chair.level if chair.kind == "person" else None)
    written(s, now)
    settle(s, now)


def written(s: Sitting, now: float) -> None:
    """What the game's own table has added to its log joins the house's."""
    assert s.table is not None
    for entry in s.table.log[len(s.game_at) :]:
        s.happen(entry, now, played=True)


def undo(s: Sitting, guest: str, now: float, *, seat: int | None) -> Answer:
    """Back to the seat's last decision that still stands, where all others are bots."""
    chosen = acting(s, guest, seat)
    in_phase(s, "playing")
    at = undo_to(s, chosen)
    if at is None or s.table is None:
        raise Denied("no-undo")
    s.table.undo(at)
    written(s, now)
    settle(s, now)
    return {}


def undo_to(s: Sitting, seat: int) -> int | None:
    """The entry of the game's log a take-back would go to; None if there is none, or not only bots sit there."""
    if s.table is None or s.phase != "playing" or s.paused is not None:
        return None
    if any(chair.kind == "person" and i != seat for i, chair in enumerate(s.chairs)):
        return None
    log = s.table.log
    at = len(log)
    while at:
        at -= 1
        if "undo" in log[at]:
            at = log[at]["undo"]
        elif "move" in log[at] and log[at]["seat"] == seat and "by" not in log[at]:
            return at
    return None


def go_on(s: Sitting, guest: str, now: float, *, deal: int) -> Answer:
    """The finished deal has been looked at. Said of another deal than the last one it changes nothing."""
    own = s.seats_of(guest)
    if not own:
        raise Denied("not-seated")
    if s.standing == "scored" and s.table is not None and len(s.table.ended) == deal:
        for seat in own:
            if not s.chairs[seat].ready:
                s.happen({"what": "go", "seat": seat}, now)
        settle(s, now)
    return {}


def pause(s: Sitting, guest: str, now: float, *, on: bool) -> Answer:
    """Stops the game and its clocks, or lets it go on."""
    own = s.seats_of(guest)
    if not own:
        raise Denied("not-seated")
    in_phase(s, "playing")
    if on != (s.paused is not None):
        s.happen({"what": "paused" if on else "resumed", "seat": own[0]}, now)
        settle(s, now)
    return {}


def end(s: Sitting, guest: str, now: float, *, whole: bool, agree: bool) -> Answer:
    """Proposes to end the game or the deal as it stands, agrees to it, or declines."""
    own = s.seats_of(guest)
    if not own:
        raise Denied("not-seated")
    in_phase(s, "playing")
    if s.paused is not None:
        raise Denied("paused")
    if not whole and s.standing != "playing":
        raise Refused("deal-over")
    wanted = "game" if whole else "deal"
    if agree and any(chair.agrees not in (None, wanted) for chair in s.chairs):
        s.happen({"what": "ending", "seat": own[0], "whole": whole, "agree": False}, now)
    for seat in own if agree else own[:1]:
        s.happen({"what": "ending", "seat": seat, "whole": whole, "agree": agree}, now)
    settle(s, now)
    return {}


# What follows


def settle(s: Sitting, now: float) -> None:
    """All that is due by itself: points of a finished deal, an agreed end, the next deal, the result."""
    while s.phase == "playing" and s.table is not None and s.paused is None:
        table = s.table
        if table.waiting and not any(chair.agrees for chair in s.chairs):
            return
        if table.ended and table.deals != s.deals and not table.waiting:
            s.happen({"what": "scored", "deal": len(table.ended), "scores": table.scores, "deals": table.deals}, now)
        if table.over:
            s.happen({"what": "over", "result": result(s, "")}, now)
        elif (whole := agreed(s)) is not None:
            table.agree(whole)
            written(s, now)
        elif not table.waiting and may_deal(s, now):
            table.deal()
            written(s, now)
        else:
            return


def agreed(s: Sitting) -> bool | None:
    """Whether all want to end the whole game, or (False) the deal; None if they do not."""
    wishes = {s.chairs[seat].agrees for seat in s.persons()}
    if len(wishes) != 1 or None in wishes or not bots_agree(s):
        return None
    return wishes == {"game"} if "game" in wishes or s.standing == "playing" else None


def bots_agree(s: Sitting) -> bool:
    """Bots let people end any game but one in which they still make progress that can be counted (SO-14)."""
    if s.table is None or not any(chair.kind == "bot" for chair in s.chairs):
        return True
    calm = s.table.view(None).get("calm")
    return calm is None or calm >= QUIET_ENOUGH


def may_deal(s: Sitting, now: float) -> bool:
    """The first deal comes at once; the next ones when all persons have looked, or had the time to."""
    if s.standing != "scored":
        return True
    left = s.go_left(now)
    return all(s.chairs[seat].ready for seat in s.persons()) or (left is not None and left <= 0)


def expire(s: Sitting, now: float) -> None:
    """Clocks that have run out, deals that were looked at long enough."""
    for seat in s.waiting:
        if s.clock_left(seat, now) == 0 and seat not in s.late and s.table is not None:
            s.table.timeout(seat)
            written(s, now)
            if s.head["absence"] == "bot":
                away(s, seat, now)
    settle(s, now)


def result(s: Sitting, reason: str) -> dict[str, Any]:
    """How it ended, as a fact that holds under any later rules."""
    told = s.table.record()["result"] if s.table is not None else None
    return told or {"deals": s.deals, "scores": s.scores, "winners": [], "reason": reason}


# Who may


def existing(s: Sitting, seat: int) -> int:
    """The seat, if there is such a one."""
    if not 0 <= seat < s.seats:
        raise Refused("no-such-seat", args={"seat": quoted(seat, 20), "last": s.seats - 1})
    return seat


def same(shown: str, wanted: str) -> bool:
    """Compares keys in a time that says nothing about them."""
    return hmac.compare_digest(shown.encode(), wanted.encode())


def mine(s: Sitting, guest: str, seat: int) -> int:
    """The seat, if it is this guest's."""
    chair: Chair = s.chairs[existing(s, seat)]
    if not chair.person or chair.guest != guest:
        raise Denied("not-yours", seat=seat)
    return seat


def acting(s: Sitting, guest: str, seat: int | None) -> int:
    """The seat a guest acts for: the one named, the only one, or the one that is waited for."""
    own = s.seats_of(guest)
    if not own:
        raise Denied("not-seated")
    if seat is not None:
        return mine(s, guest, seat)
    return next((i for i in own if i in s.waiting), own[0]) if len(own) > 1 else own[0]


def hosts(s: Sitting, guest: str) -> None:
    """Only the host may."""
    if s.host != guest:
        raise Denied("not-host")


def in_phase(s: Sitting, phase: str) -> None:
    if s.phase != phase or s.foreign:
        raise Denied("wrong-phase", phase=s.phase)


def unfinished(s: Sitting) -> None:
    if s.phase == "over" or s.foreign:
        raise Denied("wrong-phase", phase=s.phase)


def can(s: Sitting, guest: str | None, own: list[int]) -> list[str]:
    """The verbs a guest with these seats may use now."""
    if guest is None:
        return ["sit"] if s.phase != "over" and any(chair.kind == "open" for chair in s.chairs) else []
    if s.phase == "over":
        return ["rematch", *(() if s.foreign else ("again",))] if own else []
    verbs = comings(s, guest, own)
    if s.host == guest:
        verbs += hosting(s, guest)
    if s.phase == "playing" and own:
        verbs += playing(s, own)
    return verbs


def comings(s: Sitting, guest: str, own: list[int]) -> list[str]:
    """Sitting down, leaving, coming back."""
    verbs = ["leave", "link"] if own else []
    chairs = s.chairs
    if any(chair.kind == "open" or (chair.left and chair.guest == guest) for chair in chairs):
        verbs.append("sit")
    if any(chair.away and chair.kind == "person" and chair.guest == guest for chair in chairs):
        verbs.append("back")
    if s.phase == "setup" and own:
        verbs.append("nonce")
    return verbs


def hosting(s: Sitting, guest: str) -> list[str]:
    """What only the host may."""
    verbs = ["seat", "host"]
    if not any(chair.person and chair.guest != guest for chair in s.chairs):
        verbs.append("close")
    if s.phase == "setup":
        verbs.append("setup")
        if all(chair.kind != "open" for chair in s.chairs):
            verbs.append("start")
    return verbs


def playing(s: Sitting, own: list[int]) -> list[str]:
    """What is done during a game."""
    waiting = s.waiting
    verbs = ["pause"]
    if any(seat in own for seat in waiting):
        verbs.append("moves")
    if len(own) == 1 and undo_to(s, own[0]) is not None:
        verbs.append("undo")
    if not waiting and s.standing == "scored" and not all(s.chairs[seat].ready for seat in own):
        verbs.append("go")
    if s.paused is None:
        verbs.append("end")
    return verbs
