"""Zero's table: the pot, the hand by colour and value, what is known of the others' hands."""

from rich.text import Text

from ludozero.cli.draw.look import FAINT, SIGNS, STRONG, Look, column, joined, small, spaced, tile
from ludozero.cli.session import Choice
from ludozero.games.zero import COLOURS, FACES, reckon

GOING, COMING = "↑", "↓"  # to the pot, from the pot
FIVE = 5


def draw(look: Look) -> list[Text]:
    """From top to bottom as on a table: the others, the pot, the hand."""
    lay, take = exchange(look)
    players = [*[other(look, seat) for seat in look.seats[1:]], knocks(look)]
    return spaced([players, [pot(look, take)], hand(look, lay, take)], look.height)


def exchange(look: Look) -> tuple[str, str]:
    """The cards of the picked exchange."""
    lay, _, take = look.picked.text.partition(">") if look.picked else ("", "", "")
    return (lay, take) if take else ("", "")


def other(look: Look, seat: int) -> Text:
    """A player: points so far, cards everybody saw being taken."""
    cards = [small(card) for card in look.view["known"][seat]]
    head = column(f"{look.name(seat)}", 10) + column(str(look.view["total"][seat]), 4, right=True)
    return head + "  " + (joined(cards) if cards else Text("·", FAINT))


def knocks(look: Look) -> Text:
    """How near the end of the round is."""
    speech, closer = look.speech, look.view["closer"]
    mine = column(look.name(look.me), 10) + column(str(look.view["total"][look.me]), 4, right=True)
    count = look.view["knocks"]
    if closer is not None:
        return mine + Text("  " + speech.word("screen.last-lap", who=speech.who(closer)), "bold reverse")
    return mine + Text("  " + speech.word("screen.knocks", count=count), STRONG if count else FAINT)


def pot(look: Look, take: str) -> Text:
    """The open cards; the one to be taken is marked."""
    head = Text(column(look.speech.label("pot"), 6).plain, STRONG)
    return head + joined([tile(card, COMING if card == take else " ") for card in look.view["pot"]])


def hand(look: Look, lay: str, take: str) -> list[Text]:
    """Rows are colours, columns values: five in either count nothing."""
    cards = look.view["hand"]
    points = reckon([FACES.index(card) for card in cards])[0]
    lines = [Text(look.speech.word("screen.hand", points=points), STRONG) + values(cards)]
    return lines[:1] + [row(colour, cards, lay, take) for colour in COLOURS]


def values(cards: list[str]) -> Text:
    """Values of which there are nearly five."""
    often = [value for value in "12345678" if sum(card[1] == value for card in cards) >= FIVE - 2]
    return Text("   " + "  ".join(f"{sum(card[1] == v for card in cards)}×{v}" for v in often), FAINT)


def row(colour: str, cards: list[str], lay: str, take: str) -> Text:
    """One colour of the hand."""
    cells = []
    for value in "12345678":
        card = colour + value
        if card in cards:
            cells.append(tile(card, GOING if card == lay else " "))
        elif card == take:
            cells.append(Text(f"{COMING}{SIGNS[colour]}{card} ", "bold"))
        else:
            cells.append(Text("  ·  ", FAINT))
    count = sum(card[0] == colour for card in cards)
    tally = Text(f" {count}" if count else "", STRONG if count >= FIVE else FAINT)
    return Text(f"{SIGNS[colour]} {colour} ", FAINT) + joined(cells, "") + tally


def note(choice: Choice, look: Look) -> str:
    """The points after the move, and how many more or fewer than now."""
    if choice.weights["zero"]:
        return look.speech.word("weigh.zero")
    points = choice.weights["points"]
    now = next((other.weights["points"] for other in look.choices if ">" not in other.text), points)
    change = f"{points - now:+g}" if points != now else "="
    return f"{points:3g} {change:>4}"
