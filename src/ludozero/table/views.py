"""Views as JSON-able dicts, and the JSON schema they obey: both from what the game's `SHOWN` says."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeAlias

from ludozero.games.shape import Record, Rules

STANDING = ("playing", "scored", "over")
HIDDEN = "?"
Read: TypeAlias = Callable[[Any, int], Any]  # a field's plain value and the number of seats -> as it is shown


def view_dict(game: str, rules: Rules, v: Record) -> dict[str, Any]:
    """Everything in the view, by name. What is generic first, then what the game shows."""
    own = own_dict(rules, v)
    shown = public_dict(game, rules, v)
    shown["seat"], shown["turn"] = own.pop("seat"), own.pop("turn")
    return shown | own


def public_dict(game: str, rules: Rules, v: Record) -> dict[str, Any]:
    """What everybody at the table sees alike."""
    o = v["open"]
    fields = dict(zip(o.dtype.names, o.item(), strict=True))  # all at once: one by one they take three times as long
    seats, dealer = fields["seats"], fields["dealer"]
    shown: dict[str, Any] = {
        "game": game,
        "seats": seats,
        "deal": fields["deal"],
        "dealer": dealer if dealer >= 0 else None,
    }
    for name, read in readers(rules)[0]:
        value = fields[name]
        shown[name] = read(value if isinstance(value, int) else value.tolist(), seats)
    return shown


def own_dict(rules: Rules, v: Record) -> dict[str, Any]:
    """What the viewer alone sees."""
    seat = int(v["seat"])
    if seat < 0:
        shown: dict[str, Any] = {"seat": None, "turn": None}
    else:
        shown = {"seat": seat, "turn": int(v["open"]["turn"][seat])}
    seats = int(v["open"]["seats"])
    for name, read in readers(rules)[1]:
        shown[name] = read(v[name].tolist(), seats)
    return shown


@cache
def readers(rules: Rules) -> tuple[list[tuple[str, Read]], list[tuple[str, Read]]]:
    """How the open fields are read and how the viewer's own, in the order of `SHOWN`."""
    public: list[tuple[str, Read]] = []
    own: list[tuple[str, Read]] = []
    for path, kind in rules.SHOWN.items():
        *axes, leaf = kind.split()
        name = path.removeprefix("open.")
        (own if name == path else public).append((name, reader(axes, leaf, rules)))
    return public, own


def reader(axes: list[str], leaf: str, rules: Rules) -> Read:
    """One field: the axes are lists (that of seats as long as the table), the leaf says what a value means."""
    if axes:
        inner = reader(axes[1:], leaf, rules)
        if axes[0] == "seats":
            return at_table if inner is plain else lambda value, seats: [inner(row, seats) for row in value[:seats]]
        return plain if inner is plain else lambda value, seats: [inner(row, seats) for row in value]
    leaf, _, names = leaf.partition(":")
    faces: tuple[str, ...] = getattr(rules, names) if names else rules.FACES
    spell = rules.spell
    match leaf:
        case "number":
            return plain
        case "flag":
            return lambda value, seats: bool(value)
        case "seat":
            return lambda value, seats: value if value >= 0 else None
        case "mask":
            return lambda value, seats: [seat for seat in range(seats) if value >> seat & 1]
        case "card":
            return lambda value, seats: faces[value] if value >= 0 else None
        case "cards":
            return lambda value, seats: [faces[i] for i in bits(value)]
        case "bag":
            return lambda value, seats: [
                face for face, count in zip(faces, flat(value), strict=True) if count for _ in range(count)
            ]
        case "row":
            return lambda value, seats: [faces[face] for face in value if face >= 0]
        case "place":
            return lambda value, seats: [faces[face] if face >= 0 else HIDDEN for face in value if face != -1]
        case "move":
            return lambda value, seats: spell(value) if value >= 0 else None
        case "moves":
            return lambda value, seats: [spell(m) for m in value if m >= 0]
    raise LookupError(f"no such kind of field: {leaf}")


def plain(value: Any, seats: int) -> Any:  # noqa: ARG001
    """Numbers are shown as they are."""
    return value


def at_table(value: Any, seats: int) -> Any:
    """Of as many seats as there are, too."""
    return value[:seats]


def bits(word: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


def flat(value: list[Any]) -> list[int]:
    """Rows of rows as one row."""
    return [count for row in value for count in row] if isinstance(value[0], list) else value


LEAF_SCHEMAS: dict[str, dict[str, Any]] = {
    "number": {"type": "integer"},
    "flag": {"type": "boolean"},
    "seat": {"type": ["integer", "null"]},
    "mask": {"type": "array", "items": {"type": "integer"}},
    "card": {"type": ["string", "null"]},
    "move": {"type": ["string", "null"]},
}
for _leaf in ("cards", "bag", "row", "place", "moves"):
    LEAF_SCHEMAS[_leaf] = {"type": "array", "items": {"type": "string"}}


def view_schema(game: str, rules: Rules) -> dict[str, Any]:
    """The JSON schema of a game's views as `Table.view` gives them."""
    integer, maybe = {"type": "integer"}, {"type": ["integer", "null"]}
    properties: dict[str, Any] = {
        "game": {"const": game},
        "seat": maybe,
        "seats": integer,
        "deal": integer,
        "dealer": maybe,
        "turn": maybe,
        "standing": {"enum": list(STANDING)},
        "waiting": LEAF_SCHEMAS["mask"],
        "options": {"type": "object"},
        "last": {"type": ["object", "null"]},
    }
    for path, kind in rules.SHOWN.items():
        *axes, leaf = kind.split()
        schema = LEAF_SCHEMAS[leaf.partition(":")[0]]
        for _ in axes:
            schema = {"type": "array", "items": schema}
        properties[path.rpartition(".")[2]] = schema
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"View of {game}",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def unpacked(value: Any) -> Any:
    """Any record or array as plain numbers, field by field."""
    names = getattr(getattr(value, "dtype", None), "names", None)
    if names:
        return {name: unpacked(value[name]) for name in names if name != "spare"}
    return value.tolist()
