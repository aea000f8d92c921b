"""Zero's table: the pot, the hand by colour and value, what is known of the others' hands."""

from rich.text import Text

from ludozero.cli.draw.look import Look, column, joined, loose, small, spaced, tile
from ludozero.cli.draw.paint import FAINT, MARKED, SIGNS, STRONG
from ludozero.cli.session import Choice
from ludozero.games.zero import COLOURS, FACES, reckon

GOING, COMING = "↑", "↓"  # to the pot, from the pot
FIVE = 5
VALUES = "12345678"
HEAD, COUNT = 4, 4  # columns before and after a row of the hand
NAME, POINTS = 10, 4


def draw(look: Look) -> list[Text]:
    """From top to bottom as on a table: the others, the pot, the hand."""
    lay, take = exchange(look)
    players = [*[other(look, seat) for seat in look.seats[1:]], myself(look)]
    others = len(players) + 3  # lines, with the pot between empty ones
    return spaced([players, [pot(look, take)], hand(look, lay, take, look.height - others)], look.height)


def exchange(look: Look) -> tuple[str, str]:
    """The cards of the picked exchange."""
    lay, _, take = look.picked.text.partition(">") if look.picked else ("", "", "")
    return (lay, take) if take else ("", "")


def player(look: Look, seat: int) -> Text:
    """A name and the points so far."""
    return joined([column(look.name(seat), NAME), column(str(look.view["total"][seat]), POINTS, right=True), "  "], "")


def other(look: Look, seat: int) -> Text:
    """Another player, with the cards everybody saw being taken."""
    cards = [small(card) for card in look.view["known"][seat]]
    return joined([player(look, seat), joined(cards) if cards else Text("·", FAINT)], "")


def myself(look: Look) -> Text:
    """The person, and how near the end of the round is."""
    speech, closer, count = look.speech, look.view["closer"], look.view["knocks"]
    if closer is not None:
        end = Text(f" {speech.word('screen.last-lap', who=speech.who(closer))} ", MARKED)
    else:
        end = Text(speech.word("screen.knocks", count=count), STRONG if count else FAINT)
    return joined([player(look, look.me), end], "")


def pot(look: Look, take: str) -> Text:
    """The open cards; the one to be taken is marked."""
    cards = [tile(card, COMING if card == take else " ") for card in look.view["pot"]]
    return joined([Text(look.speech.label("pot"), STRONG), *cards], "  ")


def hand(look: Look, lay: str, take: str, room: int) -> list[Text]:
    """Rows are colours, columns values: five in either count nothing."""
    cards: list[str] = look.view["hand"]
    wide = max(5, min(7, (look.width - HEAD - COUNT) // len(VALUES)))
    rows = [row(colour, cards, lay, take, wide) for colour in COLOURS]
    return [heading(look, cards), *loose([*rows, values(cards, wide)], room - 1)]


def heading(look: Look, cards: list[str]) -> Text:
    """The hand's points, and what the picked move makes of them."""
    now = reckon([FACES.index(card) for card in cards])[0]
    then = look.picked.weights["points"] if look.picked else now
    said = Text(look.speech.word("screen.hand", points=now), STRONG)
    return joined([said, Text(f" → {then:g} ", MARKED)]) if then != now else said


def row(colour: str, cards: list[str], lay: str, take: str, wide: int) -> Text:
    """One colour of the hand, and how many of it."""
    cells = []
    for value in VALUES:
        card = colour + value
        if card in cards:
            cells.append(column(tile(card, GOING if card == lay else " ", " " * (wide - 5)), wide))
        elif card == take:
            cells.append(column(Text(f"{COMING}{SIGNS[colour]}{card}", STRONG), wide))
        else:
            cells.append(column(Text("  ·", FAINT), wide))
    count = sum(card[0] == colour for card in cards)
    return joined([Text(f" {SIGNS[colour]}{colour} ", FAINT), *cells, tally(count)], "")


def values(cards: list[str], wide: int) -> Text:
    """How many of each value."""
    counts = [sum(card[1] == value for card in cards) for value in VALUES]
    return joined([" " * HEAD, *[column(joined(["  ", tally(count)], ""), wide) for count in counts]], "")


def tally(count: int) -> Text:
    """How many of a colour or a value; five are enough for them to count nothing."""
    if count >= FIVE:
        return Text(f"{count}✓", MARKED)
    return Text(str(count or ""), STRONG if count == FIVE - 1 else FAINT)


def note(choice: Choice, look: Look) -> str:
    """The points after the move, and how many more or fewer than now."""
    if choice.weights["zero"]:
        return look.speech.word("weigh.zero")
    points = choice.weights["points"]
    now = next((other.weights["points"] for other in look.choices if ">" not in other.text), points)
    change = f"{points - now:+g}" if points != now else "="
    return f"{points:3g} {change:>4}"
