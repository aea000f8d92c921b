"""Records of games: written, read again, replayed, verified. Moves are stored, never states; nothing is trusted."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ludozero.games import GAMES, rules
from ludozero.table import fair
from ludozero.table.errors import BadRecord, Refused, quoted
from ludozero.table.table import FORMAT, Table

LARGEST = 32 * 1024 * 1024
FIELDS: dict[str, type] = {
    "game": str,
    "rules": int,
    "options": dict,
    "pack": dict,
    "seats": list,
    "shuffle": dict,
    "log": list,
}
ENTRIES = ({"deal"}, {"seat", "move"}, {"seat", "move", "by"}, {"undo"}, {"timeout"}, {"agree"}, {"close"})
CLOSED = ("closed", "abandoned")


def save(table: Table) -> str:
    """The record as text: the same table always gives the same bytes."""
    return json.dumps(table.record(), ensure_ascii=False, indent=1) + "\n"


def load(source: str | bytes | Path) -> dict[str, Any]:
    """A record from its text or file."""
    if isinstance(source, Path):
        name = source.name
        try:
            if source.stat().st_size > LARGEST:
                raise BadRecord("too-large", args={"limit": LARGEST})
            source = source.read_bytes()
        except OSError as error:
            raise BadRecord("unreadable-file", args={"file": name, "problem": type(error).__name__}) from None
    if len(source) > LARGEST:
        raise BadRecord("too-large", args={"limit": LARGEST})
    try:
        record = json.loads(source)
    except RecursionError:
        raise BadRecord("too-deep") from None
    except ValueError as error:
        raise BadRecord("not-json", args={"at": getattr(error, "pos", getattr(error, "start", 0))}) from None
    if not isinstance(record, dict):
        raise BadRecord("no-record")
    return record


def replay(record: Mapping[str, Any], *, secret: bytes | None = None, patient: bool = False) -> Table:
    """The table a record tells of. Whatever does not fit the rules or the deals is named, the first thing first."""
    table = bare_table(record, secret)
    table.dealing = False
    for at, entry in enumerate(record["log"]):
        try:
            follow(table, entry)
        except Refused as problem:
            raise BadRecord("entry", args={"at": at, "because": problem.told()}) from None
    table.dealing = True
    table.patient = patient
    return table


def moments(record: Mapping[str, Any], seat: int | None) -> Iterator[dict[str, Any]]:
    """The views of a seat, or of a spectator, after every entry of a record's log: for watching a game again."""
    table = bare_table(record)
    table.dealing = False
    for entry in record["log"]:
        follow(table, entry)
        yield table.view(seat)


def bare_table(record: Mapping[str, Any], secret: bytes | None = None) -> Table:
    """The table as the record's head describes it, before anything has happened."""
    if not isinstance(record, Mapping):
        raise BadRecord("no-record")
    if record.get("format") != FORMAT or isinstance(record["format"], bool):
        raise BadRecord("format", args={"format": quoted(record.get("format"), 20), "wanted": FORMAT})
    for name, kind in FIELDS.items():
        if not isinstance(record.get(name), kind) or isinstance(record[name], bool):
            raise BadRecord("bad-field", args={"field": name})
    if record["game"] not in GAMES:
        raise BadRecord("unknown-game", args={"game": quoted(record["game"]), "games": ", ".join(GAMES)})
    if record["rules"] != rules(record["game"]).RULES:
        wanted = rules(record["game"]).RULES
        raise BadRecord("rules-version", args={"game": record["game"], "rules": record["rules"], "wanted": wanted})
    for player in record["seats"]:
        if not isinstance(player, dict) or not all(isinstance(value, str) for value in player.values()):
            raise BadRecord("bad-field", args={"field": "seats"})
    return Table(
        record["game"],
        len(record["seats"]),
        options=record["options"],
        pack=record["pack"],
        players=record["seats"],
        patient=True,  # nothing is dealt yet
        **shuffle_of(record["shuffle"], secret),
    )


def shuffle_of(shuffle: Mapping[str, Any], secret: bytes | None) -> dict[str, Any]:
    """The table's source of order, as the record names it."""
    match shuffle:
        case {"kind": "seed", "seed": int(seed)} if not isinstance(seed, bool):
            return {"seed": seed}
        case {"kind": "literal", "decks": list(decks)} if all(
            isinstance(deck, list) and all(isinstance(card, str) for card in deck) for deck in decks
        ):
            return {"decks": decks}
        case {"kind": "fair", "commitment": str(promised), "nonces": list(nonces)} if all(
            isinstance(nonce, str) for nonce in nonces
        ):
            told = shuffle.get("secret", secret.hex() if secret else None)
            if told is None:
                raise BadRecord("secret-missing")
            if not isinstance(told, str) or not re.fullmatch(r"(?:[0-9a-f]{2})+", told):
                raise BadRecord("bad-field", args={"field": "shuffle"})
            if fair.commitment(bytes.fromhex(told)) != promised:
                raise BadRecord("secret-differs")
            return {"secret": bytes.fromhex(told), "nonces": nonces}
    raise BadRecord("bad-field", args={"field": "shuffle"})


def follow(table: Table, entry: Any) -> None:
    """One entry of the log happens again: only what was due, in its canonical text."""
    if not isinstance(entry, dict) or set(entry) not in ENTRIES:
        raise BadRecord("bad-entry")
    if "deal" in entry:
        table.deal_one()
        if table.log[-1] != entry:
            raise BadRecord("other-deal", args={"label": table.log[-1]["deal"]})
    elif "move" in entry:
        if not isinstance(entry["move"], str) or not isinstance(entry.get("by", "-"), str) or not entry.get("by", "-"):
            raise BadRecord("bad-entry")
        played = table.play(entry["seat"], entry["move"], by=entry.get("by"))
        if played != [entry["move"]]:
            raise BadRecord("not-canonical", args={"text": quoted(entry["move"]), "canonical": " ".join(played)})
    elif "undo" in entry:
        table.undo(entry["undo"])
    elif "timeout" in entry:
        table.timeout(entry["timeout"])
    elif "close" in entry:
        if entry["close"] not in CLOSED:
            raise BadRecord("bad-entry")
        table.close(entry["close"])
    elif entry["agree"] in ("game", "deal"):
        table.agree(entry["agree"] == "game")
    else:
        raise BadRecord("bad-entry")


def verify(record: Mapping[str, Any], commitment: str | None = None) -> str:
    """`consistent`: the record follows from its own deals and rules. `as promised`: its secret is the one promised."""
    table = replay(record)
    told = table.record()
    for name in ("result", "log", "pack", "options", "seats", "shuffle"):
        if name not in record or told[name] != record[name]:
            raise BadRecord("field-differs", args={"field": name})
    surplus = set(record) - set(told)
    if surplus:
        raise BadRecord("surplus-field", args={"field": min(surplus)[:40]})
    if commitment is None:
        return "consistent"
    if record["shuffle"]["kind"] != "fair":
        raise BadRecord("nothing-promised", args={"kind": record["shuffle"]["kind"]})
    if record["shuffle"]["commitment"] != commitment.strip().lower():
        raise BadRecord("commitment-differs")
    return "as promised"
