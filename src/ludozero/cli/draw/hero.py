"""Zero Hero's table: four pairs and their prices, the collections side by side."""

from collections.abc import Sequence

from rich.text import Text

from ludozero.cli.draw.look import Look, column, joined, loose, spaced, tile
from ludozero.cli.draw.paint import FAINT, MARKED, PAINT, SIGNS, STRONG
from ludozero.cli.session import Choice
from ludozero.games.collection import COLOURS
from ludozero.games.hero import FACES, FINAL, reckon

HEAD = 8  # columns of a row's name
COUNTING = ("single", "trio")  # a colour pays if its line is one of these


def draw(look: Look) -> list[Text]:
    """The middle, then what everybody has."""
    above = [pairs(look), middle(look)]
    lines = collections(look)
    return spaced([*above, loose(lines, look.height - sum(map(len, above)) - 2)], look.height)


def pairs(look: Look) -> list[Text]:
    """The pairs in four columns: number, cards, price and whether it can be paid."""
    view, speech = look.view, look.speech
    wide = max(12, min(18, look.width // len(view["pairs"])))
    chosen = look.picked.text.split()[:2] if look.picked else []
    names, cards, prices = [], [], []
    for number, (pair, price) in enumerate(zip(view["pairs"], view["price"], strict=True), 1):
        marked = len(chosen) == 2 and chosen[0] in ("buy", "take") and chosen[1] == str(number)
        name = ("▸" if marked else " ") + speech.word("screen.pair", pair=number)
        names.append(column(Text(f"{name} ", MARKED if marked else STRONG), wide))
        cards.append(column(joined([tile(card, " ", " " if len(card) < 3 else "") for card in pair]), wide))
        prices.append(column(joined([" ", cost(look, price)], "") if pair else "", wide))
    return [joined(parts, "") for parts in (names, cards, prices)]


def cost(look: Look, price: int) -> Text:
    """Tokens on a pair, and what that means for the person's purse."""
    speech = look.speech
    if price > look.view["purse"][look.me]:
        return Text(f"●{price} " + speech.word("screen.dear"), FAINT)
    return Text(f"●{price}" if price else speech.word("screen.free"), STRONG)


def middle(look: Look) -> list[Text]:
    """Supply and pile, how far the end is; or the symbols that still have to act."""
    view, word = look.view, look.speech.word
    if view["due"]:
        acts = ", ".join(f"{symbol} {word(f'symbol.{symbol}')}" for symbol in view["due"])
        return [Text(f" {word('screen.due', symbols=acts)} ", MARKED)]
    before = view["left"] - FINAL
    end = word("screen.until-final", count=before) if before > 0 else word("screen.final")
    return [Text(f"{word('screen.supply', count=view['supply'])} · {word('screen.pile', count=view['left'])} · {end}")]


def collections(look: Look) -> list[Text]:
    """A column a seat, a row a colour: cards, and what they are worth as they lie."""
    wide = max(9, (look.width - HEAD) // look.view["seats"])
    found = [owned(look, seat) for seat in look.seats]
    worth = [reckon([FACES.index(card) for card in shown + hidden], False) for shown, hidden in found]
    lines = [line(look, "", [Text(look.name(seat), STRONG) for seat in look.seats], wide)]
    lines.append(line(look, "screen.purse", [f"●{look.view['purse'][seat]}" for seat in look.seats], wide))
    for colour in COLOURS:
        cells = [in_colour(colour, *cards, lines_) for cards, (_, lines_) in zip(found, worth, strict=True)]
        lines.append(line(look, Text(f" {SIGNS[colour]} {colour} ", PAINT[colour]), cells, wide))
    points = [score(look, seat, now) for seat, (now, _) in zip(look.seats, worth, strict=True)]
    lines.append(line(look, "screen.points", points, wide))
    lines.append(line(look, "screen.zeros", [str(sum("0" in card for card in a + b)) for a, b in found], wide))
    lines.append(line(look, "screen.hidden", [str(look.view["hides"][seat]) for seat in look.seats], wide))
    return lines


def owned(look: Look, seat: int) -> tuple[list[str], list[str]]:
    """A seat's cards as far as the person knows them, open and hidden, without symbols."""
    hidden = look.view["shown"][seat] or (look.view["hidden"] if seat == look.me else [])
    return list(look.view["held"][seat]), [card[:2] for card in hidden]


def line(look: Look, head: Text | str, cells: Sequence[Text | str], wide: int) -> Text:
    """A row of the table of collections."""
    name = head if isinstance(head, Text) else Text(look.speech.word(head) if head else "", FAINT)
    return joined([column(name, HEAD), *[column(joined([" ", cell], ""), wide) for cell in cells]], "")


def in_colour(colour: str, shown: list[str], hidden: list[str], lines: list[tuple[str, dict[str, object]]]) -> Text:
    """The values of a colour, the hidden ones in brackets, and its points if it counts."""
    values, covered = ("".join(sorted(card[1] for card in cards if card[0] == colour)) for cards in (shown, hidden))
    values += f"({covered})" if covered else ""
    points = [args["points"] for code, args in lines if args.get("colour") == colour and code in COUNTING]
    if not values:
        return Text("·", FAINT)
    return Text(f"{values} ={points[0]}", STRONG) if points else Text(values, FAINT)


def score(look: Look, seat: int, now: int) -> Text:
    """A collection's points; the person's also as they would be after the picked move."""
    then = look.picked.weights["points"] if look.picked and seat == look.me else now
    change = Text(f" → {then:g} ", MARKED) if then != now else ""
    return joined([Text(str(now), STRONG), change])


def note(choice: Choice, _: Look) -> str:
    """Price, tokens afterwards, points won or lost; with a card moved, the other's too."""
    weights = choice.weights
    change = f"{weights['change']:+g}" if weights["change"] else "="
    if choice.text.startswith(("give", "steal")):
        return f"{change:>4} | {weights['theirs']:+g}"
    return f"●{weights['tokens']:<3g}{change:>4}"
