"""Views as JSON-able dicts, and the JSON schema they obey: both from what the game's `SHOWN` says."""

from typing import Any

from ludozero.games.shape import Record, Rules

STANDING = ("playing", "scored", "over")
HIDDEN = "?"


def view_dict(game: str, rules: Rules, v: Record) -> dict[str, Any]:
    """Everything in the view, by name. What is generic first, then what the game shows."""
    o = v.open
    seat = int(v.seat)
    seats = int(o.seats)
    shown: dict[str, Any] = {
        "game": game,
        "seat": seat if seat >= 0 else None,
        "seats": seats,
        "deal": int(o.deal),
        "dealer": int(o.dealer) if o.dealer >= 0 else None,
        "turn": int(o.turn[seat]) if seat >= 0 else None,
    }
    for path, kind in rules.SHOWN.items():
        *axes, leaf = kind.split()
        value = v
        for name in path.split("."):
            value = getattr(value, name)
        shown[path.rpartition(".")[2]] = show(value, axes, leaf, rules, seats)
    return shown


def show(value: Any, axes: list[str], leaf: str, rules: Rules, seats: int) -> Any:
    """One field: the axes are lists (that of seats as long as the table), the leaf says what a value means."""
    if axes:
        rows = value[:seats] if axes[0] == "seats" else value
        return [show(row, axes[1:], leaf, rules, seats) for row in rows]
    leaf, _, names = leaf.partition(":")
    faces: tuple[str, ...] = getattr(rules, names) if names else rules.FACES
    match leaf:
        case "number":
            return int(value)
        case "flag":
            return bool(value)
        case "seat":
            return int(value) if value >= 0 else None
        case "mask":
            return [seat for seat in range(seats) if int(value) >> seat & 1]
        case "card":
            return faces[value] if value >= 0 else None
        case "cards":
            return [face for i, face in enumerate(faces) if int(value) >> i & 1]
        case "bag":
            return [face for face, count in zip(faces, value.ravel(), strict=True) for _ in range(count)]
        case "row":
            return [faces[face] for face in value if face >= 0]
        case "place":
            return [faces[face] if face >= 0 else HIDDEN for face in value if face != -1]
        case "move":
            return rules.spell(int(value)) if value >= 0 else None
        case "moves":
            return [rules.spell(int(m)) for m in value if m >= 0]
    raise LookupError(f"no such kind of field: {leaf}")


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
