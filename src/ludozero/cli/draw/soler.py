"""Solèr's table: the seats in rows, the hand, and the odds of every sum while one bids."""

from rich.text import Text

from ludozero.cli.draw.look import Look, column, joined, rows_of, spaced, wrapped
from ludozero.cli.draw.paint import BAR, BEST, FAINT, NEGATIVE, NOUGHT, POSITIVE, STRONG
from ludozero.cli.session import Choice

EIGHTHS = " ▁▂▃▄▅▆▇█"
LONGEST = 10


def draw(look: Look) -> list[Text]:
    """The others' rows, the pile, the odds if the person bids, the hand."""
    parts = [rows(look), pile(look), hand(look)]
    return spaced([*parts, odds(look, look.height - sum(map(len, parts)) - 3)], look.height)


def card(face: str | None) -> Text:
    """A card with its sign."""
    if face is None:
        return Text("")
    number = int(face)
    return Text(f" {number:+d} " if number else "  0 ", NEGATIVE if number < 0 else POSITIVE if number else NOUGHT)


def rows(look: Look) -> list[Text]:
    """One row a seat: cards held, what was laid, what was bid, what is safe."""
    word = look.speech.word
    heads = [
        "",
        word("screen.held"),
        word("screen.laid"),
        word("screen.bid"),
        word("screen.safe"),
        word("screen.total"),
    ]
    lines = [joined([column(Text(head, FAINT), wide) for head, wide in zip(heads, WIDE, strict=True)])]
    return lines + [row(look, seat) for seat in look.seats]


WIDE = (11, 5, 7, 8, 6, 6)


def row(look: Look, seat: int) -> Text:
    """What everybody knows of a seat."""
    view = look.view
    bid = view["bid"][seat]
    cells = [
        Text(look.name(seat), STRONG if seat == look.me else ""),
        Text(str(view["held"][seat])),
        laid(look, seat),
        Text(f"{int(bid.split()[1]):+d}" if bid else "", FAINT if stale(look) else STRONG),
        Text(str(len(view["safe"][seat]))),
        Text(str(view["total"][seat])),
    ]
    return joined([column(cell, wide) for cell, wide in zip(cells, WIDE, strict=True)])


def laid(look: Look, seat: int) -> Text:
    """The card before a seat: its face if one knows it."""
    view = look.view
    if seat == look.me and view["laid"] is not None:
        return card(view["laid"])
    if seat in view["lays"]:
        return Text(" ? ", "reverse")
    face = view["reveal"][seat]
    return Text(f" {face}", FAINT) if stale(look) and face else card(face)


def stale(look: Look) -> bool:
    """Whether bids and cards turned up are those of the turn before: new ones are being laid."""
    view = look.view
    return any(view["reveal"]) and (bool(view["lays"]) or len(view["waiting"]) > 1)


def pile(look: Look) -> list[Text]:
    """The last sum, what is left to draw, and how quiet it has been."""
    view, word = look.view, look.speech.word
    under = " ".join(view["under"])
    revealed = [int(face) for face in view["reveal"] if face is not None]
    said = [word("screen.sum", sum=f"{sum(revealed):+d}")] if revealed else []
    said.append(word("screen.starter", who=look.speech.who(view["starter"])))
    if view["calm"] > 1:
        said.append(word("screen.calm", count=view["calm"]))
    hidden = word("screen.pile" if under else "screen.unseen", unseen=view["unseen"], under=under)
    known = [f"{look.speech.who(i)} {' '.join(view['known'][i])}" for i in look.seats[1:] if view["known"][i]]
    paragraphs = [" · ".join(said), hidden]
    if known:
        paragraphs.append(f"{look.speech.label('known')}: {' · '.join(known)}")
    return [line for text in paragraphs for line in wrapped(Text(text), look.width)]


def hand(look: Look) -> list[Text]:
    """The person's cards, rising; those the picked move lays are marked."""
    words = look.picked.text.split() if look.picked else []
    going = words[1:] if words and words[0] in ("lay", "safe") else []
    tiles = []
    for face in sorted(look.view["hand"], key=int):
        tiles.append(joined([Text("↑" if face in going else " ", STRONG), card(face)], ""))
        if face in going:
            going.remove(face)
    return rows_of(Text(f"{look.speech.word('screen.hand')} ", STRONG), tiles, look.width)


def odds(look: Look, room: int) -> list[Text]:
    """A histogram of the sums, as the person's own card and all they have seen leave them."""
    chances = {int(c.text.split()[1]): c.weights["chance"] for c in look.choices if c.text.startswith("bid ")}
    if not chances or room < 1:
        return []
    most = 3 * look.view["seats"]
    sums = range(-most, most + 1)
    wide = max(1, min(4, look.width // len(sums)))
    high = min(8, room)
    top = max(chances.values()) or 1
    lines = [Text(look.speech.word("screen.odds"), FAINT)]
    picked = look.picked.text if look.picked else ""
    for level in range(high - 1, -1, -1):
        line = Text()
        for total in sums:
            eighths = round(chances.get(total, 0) / top * high * 8) - 8 * level
            block = EIGHTHS[max(0, min(8, eighths))] * max(1, wide - 1)
            line += Text(block.ljust(wide), BEST if picked == f"bid {total}" else BAR)
        lines.append(line)
    return [*lines, *axis(look, sums, wide, picked)]


def axis(look: Look, sums: range, wide: int, picked: str) -> list[Text]:
    """Sums below the bars: every third one by its number, the picked one by an arrow, those taken by a cross."""
    taken = {int(bid.split()[1]) for bid in look.view["bid"] if bid}
    marks, numbers = Text(), [" "] * (len(sums) * wide + 4)
    for place, total in enumerate(sums):
        sign = "▲" if picked == f"bid {total}" else "×" if total in taken else "·"
        marks += Text(sign.ljust(wide), STRONG if sign != "·" else FAINT)
        if total % (3 if wide > 1 else 5) == 0:
            text = str(total)
            start = max(0, place * wide - (len(text) - 1))
            if start == 0 or numbers[start - 1] == " ":
                numbers[start : start + len(text)] = text
    return [marks, Text("".join(numbers).rstrip(), FAINT)]


def note(choice: Choice, look: Look) -> str:
    """A chance as a bar and a share; of a set, the points it makes safe."""
    kind = choice.text.split()[0]
    if kind == "safe":
        return f"+{choice.weights['points']:g} {look.speech.word('head.points')}"
    chance = choice.weights["chance"]
    if kind == "done" or not chance:
        return ""
    best = max(other.weights["chance"] for other in look.choices) or 1
    return f"{'━' * round(chance / best * LONGEST):<{LONGEST}}{chance:>5.0%}"
