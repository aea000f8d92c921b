"""The frame around a game's drawing: title, list of moves, news, message, prompt, keys."""

from collections.abc import Sequence
from dataclasses import replace

from rich.text import Text

from ludozero.cli.chooser import Chooser
from ludozero.cli.draw import drawing
from ludozero.cli.draw.look import Look, column, fit, joined, painted, wrapped
from ludozero.cli.draw.paint import FAINT, MARKED, STRONG

MESSAGE = 4  # lines at most; the news make room for it, so that the table above stays where it is
LEAST = (60, 16)  # a window smaller than this is told to grow


def frame(look: Look, chooser: Chooser | None, news: Sequence[str], message: str) -> list[Text]:
    """The whole screen while a deal is on."""
    word = look.speech.word
    if look.width < LEAST[0] or look.height < LEAST[1]:
        return [Text(word("talk.narrow", width=LEAST[0], height=LEAST[1]))]
    colours = drawing(look.view["game"]).colours
    low = max(4, look.height // 6)  # lines for what is told
    said = [line for part in message.splitlines() for line in wrapped(Text(part), look.width)][:MESSAGE]
    told = [painted(line, colours) for line in latest(news, look.width, low - max(1, len(said)))]
    high = look.height - 4 - low
    lines = [title(look), *pad(body(replace(look, height=high), chooser), high), Text("─" * look.width, FAINT)]
    lines += [*pad(told, low - len(said)), *(painted(line, colours) for line in said)]
    if chooser is None:
        return [*lines, Text(), Text()]
    return [*lines, prompt(chooser), Text(word("keys.ask"), FAINT)]


def title(look: Look) -> Text:
    """The game, the deal, whose turn it is; the person's points on the right."""
    speech = look.speech
    words = [speech.word("name"), speech.word("talk.deal", deal=look.view["deal"]), turn(look)]
    points = speech.word("talk.total", who=speech.who(look.me), points=look.view["total"][look.me])
    left = fit(" " + " · ".join(words), look.width - len(points) - 1)
    return Text(f"{left}{points} ", MARKED)


def turn(look: Look) -> str:
    """Whose turn it is."""
    waiting = look.view["waiting"]
    if look.me in waiting:
        return look.speech.word("talk.your-turn")
    return look.speech.word("talk.thinking", who=look.speech.who(waiting[0])) if waiting else ""


def pad(lines: list[Text], high: int) -> list[Text]:
    """Exactly so many lines."""
    return lines[:high] + [Text()] * (high - len(lines))


def body(look: Look, chooser: Chooser | None) -> list[Text]:
    """The game's drawing and beside it the moves."""
    how = drawing(look.view["game"])
    side = how.side + min(14, max(0, look.width - 80) // 4)
    wide = look.width - side - 2
    picture = pad(how.draw(replace(look, width=wide)), look.height)
    if chooser is None:
        return picture
    moves = pad(listing(replace(look, width=side), chooser), look.height)
    return [joined([column(a, wide), Text("│ ", FAINT), b], "") for a, b in zip(picture, moves, strict=True)]


def listing(look: Look, chooser: Chooser) -> list[Text]:
    """The moves as far as a page goes, the picked one marked."""
    listed, rows = chooser.listed, look.height - 2
    chooser.rows = rows
    at = min(chooser.cursor, len(listed) - 1)
    first = at // rows * rows
    lines = [heading(look, chooser, first // rows + 1, -(-len(listed) // rows)), groups(look, chooser)]
    how = drawing(look.view["game"])
    wide = max((len(choice.text) for choice in look.choices), default=0)
    digits = len(str(len(chooser.choices)))
    for place in range(first, min(first + rows, len(listed))):
        choice = listed[place]
        text = f"{choice.number:>{digits}} {choice.text:<{wide}}  {how.note(choice, look)}"
        if place == at:
            lines.append(Text(fit(f"▸{text}", look.width), MARKED))
        else:
            lines.append(painted(Text(fit(f" {text}", look.width)), how.colours))
    return lines


def heading(look: Look, chooser: Chooser, page: int, pages: int) -> Text:
    """How many moves there are, and which page of them this is."""
    text = look.speech.word("talk.choices", count=len(chooser.listed))
    if pages > 1:
        text += "  " + look.speech.word("talk.page", page=page, pages=pages)
    return Text(fit(text, look.width), STRONG)


def groups(look: Look, chooser: Chooser) -> Text:
    """All moves or those of one card: as many names as there is room for, the present one marked."""
    names = [look.speech.word("talk.all"), *chooser.groups[1:]]
    line = joined([Text("‹", FAINT)])
    first = chooser.among if len("  ".join(names)) > look.width - 4 else 0
    for place in range(max(0, first - 2), len(names)):
        if len(line) + len(names[place]) + 4 > look.width:
            line.append("…", FAINT)
            break
        line.append(f" {names[place]} ", MARKED if place == chooser.among else FAINT)
    return line.append("›", FAINT)


def latest(news: Sequence[str], width: int, most: int) -> list[Text]:
    """The last things that happened, in as many lines as news may take."""
    lines: list[Text] = []
    line = ""
    for item in reversed(news):
        longer = f"{item} · {line}" if line else item
        if len(longer) > width and line:
            lines.insert(0, Text(line))
            line = item
            if len(lines) >= most:
                return lines
        else:
            line = longer
    return [Text(line), *lines][:most] if line else lines


def prompt(chooser: Chooser) -> Text:
    """What is being typed."""
    return Text.assemble(("> ", STRONG), chooser.typed, (" ", "reverse"))
