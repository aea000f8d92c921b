"""Bots brought along (docs/bring-your-own-bot.md): they play, and whatever they do harms nobody else."""

import json
import re
import sys
import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

import numpy as np
import pytest

from ludozero import Table
from ludozero.bots import guests
from ludozero.bots import program as program_room
from ludozero.bots.guests import GROUP, Minded, guest, is_guest
from ludozero.bots.minder import CODES, Fault
from ludozero.bots.outside import Outside
from ludozero.bots.process import LONGEST, ROOM, Process
from ludozero.bots.uniform import Bot, Uniform
from ludozero.games import GAMES
from ludozero.games.shape import Record
from ludozero.table.table import Entry
from ludozero.words import LANGUAGES, catalogue, say

DOCS = Path(__file__).resolve().parents[2] / "docs"
LINE_BOT = [sys.executable, str(DOCS / "examples" / "line_bot.py")]
OPTIONS: dict[str, dict[str, Any]] = {"soler": {"quiet": 20, "deals": 1}}
SEED = 5
AGES = 60.0  # where time is not what is tested

WITS = """
import json, os, signal, subprocess, sys, time

def out(raw):
    sys.stdout.buffer.write(raw)
    sys.stdout.buffer.flush()

def answer(question, to=0, **told):
    out(json.dumps({"id": question["id"] + to, **told}).encode() + b"\\n")

def play(question):
    answer(question, move=question["moves"][0])

def odd(question):
    line = json.dumps({"id": question["id"], "move": question["moves"][0], "odd": "?"}) + "\\n"
    return line.encode().replace(b"?", b"\\xff")

def questions(name="bot"):
    for line in sys.stdin:
        question = json.loads(line)
        if question["type"] == "hello":
            answer(question, name=name)
        else:
            yield question

"""


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list["Watched"]]:
    """The programs a test started, in order. Afterwards none is left, nor any thread that served it."""
    everyone = Watched.everyone = []
    monkeypatch.setattr(program_room, "Process", Watched)
    yield everyone
    left = [process for process in everyone if process.child.returncode is None]
    for process in left:
        process.end(patience=0)
    assert left == [], "not reaped"
    assert not any(thread.is_alive() for process in everyone for thread in process.threads), "a pipe is still open"


class Watched(Process):
    """Remembers what was said to it."""

    everyone: ClassVar[list["Watched"]] = []

    def __init__(self, command: list[str]) -> None:
        super().__init__(command)
        self.everyone.append(self)
        self.lines: list[bytes] = []

    def say(self, line: bytes) -> None:
        self.lines.append(line)
        super().say(line)

    @property
    def said(self) -> list[Any]:
        return [json.loads(line) for line in self.lines]


class First:
    """Plays the first of the sorted moves, on some turns what a `Uniform` would."""

    def __init__(self, table: Table, lost: tuple[int, ...]) -> None:
        self.table = table
        self.lost = lost
        self.uniform = Uniform(table.rules, table.faces, SEED)

    def decide(self, v: Record) -> int:
        if int(v.open.turn[v.seat]) in self.lost:
            return self.uniform.decide(v)
        (m,) = self.table.rules.read(self.table.moves(int(v.seat))[0])
        return int(m)


def laid(game: str = "zero", seats: int = 3) -> Table:
    return Table(game, seats, seed=SEED, options=OPTIONS.get(game))


def played(table: Table, bot: Bot) -> Table:
    """A whole game of the bot in seat 0 against uniform ones."""
    bots = [bot, *(Uniform(table.rules, table.faces, 100 + seat) for seat in range(1, table.seats))]
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, table.rules.spell(bots[seat].decide(table.seen(seat))))
    return table


def program(body: str) -> list[str]:
    """A bot of a few lines; without Python's site it starts fast."""
    return [sys.executable, "-I", "-S", "-c", WITS + body]


def brought(table: Table, body: str, **limits: Any) -> Outside:
    limits = {"seconds": AGES, "starting": AGES, **limits}
    return Outside(program(body), table.game, table.faces, SEED, options=OPTIONS.get(table.game), **limits)


def mine(table: Table) -> int:
    """How many moves seat 0 made."""
    return sum(entry.get("seat") == 0 for entry in table.log)


@cache
def stood_in() -> list[Entry]:
    """The game as it would be if seat 0 were a `Uniform`."""
    table = laid()
    return played(table, Uniform(table.rules, table.faces, SEED)).log


@cache
def first(*lost: int) -> list[Entry]:
    """The game as it would be if seat 0 always played the first move, but for these turns."""
    table = laid()
    return played(table, First(table, lost)).log


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays(game: str) -> None:
    table = laid(game)
    with Outside(LINE_BOT, game, table.faces, SEED, seconds=AGES, options=OPTIONS.get(game)) as bot:
        played(table, bot)
    assert bot.faults == []
    assert bot.name == "Line bot"
    assert table.winners == [0]


@pytest.mark.parametrize("game", GAMES)
def test_the_questions_are_what_the_table_tells(game: str, started: list[Watched]) -> None:
    table = laid(game)
    with Outside(LINE_BOT, game, table.faces, SEED, seconds=AGES, options=OPTIONS.get(game)) as bot:
        for _ in range(12):
            seat = table.waiting[0]
            move = table.rules.spell(bot.decide(table.seen(seat)))
            asked = started[0].said[-1]
            view = table.view(seat)
            assert view.keys() - asked["view"].keys() == {"standing", "waiting", "options", "last"}
            assert view | asked["view"] == view
            assert asked["moves"] == table.moves(seat)
            assert asked["weigh"] == table.weigh(seat)
            assert asked["budget"] == {"seconds": AGES}
            table.play(seat, move)
    hello, *asked = started[0].said
    assert [question["id"] for question in (hello, *asked)] == list(range(1, 14))
    assert hello["type"] == "hello"
    assert hello["protocol"] == 1
    assert (hello["game"], hello["seats"], hello["rules"]) == (game, 3, table.rules.RULES)
    assert hello["options"] == table.options
    assert hello["pack"] == table.pack["cards"]


FOULS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "crashes at once": ("crashed", "sys.exit('no')", {}),
    "crashes when asked": ("crashed", "next(questions())\nraise RuntimeError", {}),
    "kills itself": ("crashed", "next(questions())\nos.kill(os.getpid(), signal.SIGKILL)", {}),
    "closes its output": ("crashed", "next(questions())\nos.close(1)\ntime.sleep(1000)", {}),
    "closes everything": ("crashed", "next(questions())\nos.closerange(0, 3)\ntime.sleep(1000)", {}),
    "never says hello": ("late", "time.sleep(1000)", {"starting": 0.2}),
    "hangs": ("late", "next(questions())\ntime.sleep(1000)", {"seconds": 0.2}),
    "half a line": ("late", "next(questions())\nout(b'{')\ntime.sleep(1000)", {"seconds": 0.2}),
    "only earlier questions": ("late", "for q in questions(): answer(q, -1, move=q['moves'][0])", {"seconds": 0.2}),
    "earlier questions for ever": ("late", "q = next(questions())\nwhile True: answer(q, -1)", {"seconds": 0.2}),
    "later questions": ("rubbish", "for q in questions(): answer(q, 1, move=q['moves'][0])", {}),
    "no id": ("rubbish", "for q in questions(): out(json.dumps({'move': q['moves'][0]}).encode() + b'\\n')", {}),
    "id is no number": ("rubbish", "for q in questions(): out(b'{\"id\": true}\\n')", {}),
    "no name": ("rubbish", "for q in map(json.loads, sys.stdin): answer(q, move=q.get('moves', [0])[0])", {}),
    "no move": ("rubbish", "for q in questions(): answer(q, move=['knock'])", {}),
    "talk": ("rubbish", "for q in questions(): out(b'let me see\\n')", {}),
    "no object": ("rubbish", "for q in questions(): out(b'[]\\n')", {}),
    "deep": ("rubbish", "for q in questions(): out(b'[' * 60000 + b'\\n')", {}),
    "not UTF-8": ("rubbish", "for q in questions(): out(odd(q))", {}),
    "a line without end": ("rubbish", "next(questions())\nwhile True: out(b'x' * 1000000)", {}),
    "lines without end": ("rubbish", "next(questions())\nwhile True: out(b'{}\\n')", {}),
    "illegal": ("illegal", "for q in questions(): answer(q, move='R1>R1')", {}),
    "in other letters": ("illegal", "for q in questions(): answer(q, move=q['moves'][0].lower())", {}),
}


@pytest.mark.parametrize("kind", FOULS)
def test_a_bot_that_only_fouls_harms_nobody(kind: str) -> None:
    """The game is the very one that a uniform bot would have played in its place."""
    code, body, limits = FOULS[kind]
    table = laid()
    with brought(table, body, restarts=0, **limits) as bot:
        played(table, bot)
    assert [(turn, told) for turn, told, _ in bot.faults] == [(turn, code) for turn in range(mine(table))]
    assert table.log == stood_in()


def test_a_crash_costs_one_move_and_three_starts_are_given(started: list[Watched]) -> None:
    """Three good moves, then a crash: turns 3, 7, 11 and 15 are lost, and then all."""
    table = laid()
    with brought(
        table, "asked = questions()\nfor _ in range(3): play(next(asked))\nnext(asked)\nsys.exit('sorry')"
    ) as bot:
        played(table, bot)
    lost = [3, 7, 11, *range(15, mine(table))]
    assert len(lost) > 5, "too short a game to tell anything"
    assert len(started) == 4
    assert bot.faults[:4] == [Fault(turn, "crashed", "sorry") for turn in lost[:4]]
    assert bot.faults[4:] == [Fault(turn, "crashed", "not started again") for turn in lost[4:]]
    assert table.log == first(*lost)


@pytest.mark.parametrize(
    "body",
    [
        "for q in questions():\n answer(q, -1, move=q['moves'][-1])\n play(q)",  # late, then right
        "for q in questions():\n play(q)\n answer(q, move=q['moves'][-1])",  # right, then another
        "for q in questions():\n sys.stderr.write('hm ' * 100000)\n play(q)",
        "for q in questions():\n answer(q, move=q['moves'][0], why={'deep': [1, None]})",
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nfor q in questions(): play(q)\ntime.sleep(1000)",
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        "for q in questions(): play(q)",  # what it started ends with it
    ],
)
def test_what_is_no_foul(body: str) -> None:
    table = laid()
    with brought(table, body) as bot:
        played(table, bot)
    assert bot.faults == []
    assert table.log == first()


def test_an_answer_that_comes_after_a_foul_is_not_taken_for_the_next() -> None:
    """It talks before it answers: the answer is heard with the next question, and is not the answer to that one."""
    table = laid()
    with brought(table, "for q in questions():\n if q['view']['turn'] % 2 == 0: out(b'hm\\n')\n play(q)") as bot:
        played(table, bot)
    lost = set(range(0, mine(table), 2))
    assert {turn for turn, _, _ in bot.faults} == lost
    assert table.log == first(*sorted(lost))


def test_a_banner_before_the_hello_costs_one_move(started: list[Watched]) -> None:
    table = laid()
    with brought(table, "out(b'Bot 1.0\\n')\nfor q in questions('Bot\\x1b[31m\\n1'): play(q)") as bot:
        played(table, bot)
    assert bot.faults == [Fault(0, "rubbish", "Bot 1.0")]
    assert bot.name == "Bot [31m 1"
    assert [question["type"] for question in started[0].said[:3]] == ["hello", "hello", "decide"]


def test_other_seats_are_another_hello(started: list[Watched]) -> None:
    tables = [laid(seats=3), laid(seats=4)]
    with brought(tables[0], "for q in questions(): play(q)") as bot:
        for table in tables:
            bot.decide(table.seen(table.waiting[0]))
    assert [(said["type"], said.get("seats")) for said in started[0].said[::2]] == [("hello", 3), ("hello", 4)]


def test_a_program_that_is_not_there() -> None:
    table = laid()
    with Outside(["/no/such/bot"], "zero", table.faces, SEED) as bot:
        played(table, bot)
    assert {code for _, code, _ in bot.faults} == {"crashed"}
    assert "No such file" in bot.faults[0].detail
    assert table.log == stood_in()


def test_the_environment_is_bare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "xyz")
    table = laid()
    kept = "set(os.environ) - {'PATH', 'HOME', 'LANG', 'LC_CTYPE'}"  # Python itself may set the last
    with brought(table, f"for q in questions(str({kept})): play(q)") as bot:
        bot.decide(table.seen(table.waiting[0]))
    assert bot.name == "set()"


def test_a_line_without_end_is_not_kept(started: list[Watched]) -> None:
    process = Watched(program("while True: out(b'x' * 100000)"))
    tracemalloc.start()
    with pytest.raises(OverflowError):
        process.hear(monotonic() + AGES)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    process.end()
    assert most < 8 * LONGEST
    assert process.child.returncode != 0


class Measured(deque[Any]):
    """Knows how long it ever was."""

    most = 0

    def append(self, item: Any) -> None:
        super().append(item)
        self.most = max(self.most, len(self))


def test_lines_nobody_wants_wait_outside() -> None:
    process = Watched(program("sys.stdin.readline()\nfor k in range(3000): out(b'%d\\n' % k)"))
    process.heard = heard = Measured()
    process.say(b"go")
    process.threads[1].join()  # it has ended: all it said is in the pipe
    assert [process.hear(monotonic() + AGES) for _ in range(3000)] == [b"%d" % k for k in range(3000)]
    with pytest.raises(EOFError):
        process.hear(monotonic() + AGES)
    assert heard.most == ROOM
    assert process.end() == "exit status 0"


def test_in_time_is_when_a_line_came_not_when_somebody_looked() -> None:
    process = Watched(program("out(b'now\\nthen\\n')\nsys.stdin.read()"))
    with process.changed:
        process.changed.wait_for(lambda: len(process.heard) == 2)
    assert process.hear(monotonic()) == b"now"
    with pytest.raises(TimeoutError):
        process.hear(monotonic() - AGES)
    process.end()


def test_a_program_that_does_not_read_makes_nobody_wait() -> None:
    process = Watched(program("time.sleep(1000)"))
    for _ in range(100):
        process.say(b"x" * 100_000)
    assert process.outbox.qsize() <= 1
    with pytest.raises(TimeoutError):
        process.hear(monotonic())
    process.end(patience=0)
    assert not any(thread.is_alive() for thread in process.threads)


class Tricky:
    """A Python bot that misbehaves on its third turn, and writes into what it is shown."""

    def __init__(self, does: Any) -> None:
        self.does = does

    def decide(self, v: Record) -> Any:
        v.open.seats, turn = 9, int(v.open.turn[v.seat])
        return self.does() if turn == 2 else KNOCK


def give_up() -> None:
    sys.exit("I give up")


KNOCK = 56 * 56
PYTHON_FOULS: dict[str, tuple[Callable[[], Any], str, str]] = {
    "raises": (lambda: 1 // 0, "crashed", "ZeroDivisionError: integer division or modulo by zero"),
    "exits": (give_up, "crashed", "SystemExit: I give up"),
    "nothing": (lambda: None, "rubbish", "NoneType instead of a number"),
    "truth": (lambda: True, "rubbish", "bool instead of a number"),
    "text": (lambda: "knock", "rubbish", "str instead of a number"),
    "no move": (lambda: 10**9, "illegal", "1000000000"),
    "negative": (lambda: np.int64(-1), "illegal", "-1"),
}


@pytest.mark.parametrize("kind", PYTHON_FOULS)
def test_a_python_bot_loses_the_move_it_fails_to_give(kind: str) -> None:
    does, code, detail = PYTHON_FOULS[kind]
    table = laid()
    bot = Minded(Tricky(does), "zero", table.faces, SEED)
    uniform = Uniform(table.rules, table.faces, SEED)
    for turn in range(4):
        while table.waiting[0] != 0:
            table.play(table.waiting[0], table.moves(table.waiting[0])[0])
        v = table.seen(0)
        assert bot.decide(v) == (uniform.decide(v) if turn == 2 else KNOCK)
        assert v.open.seats == 3, "it got a copy"
        table.play(0, table.moves(0)[0])
    assert bot.faults == [Fault(2, code, detail)]


def test_a_python_bot_may_be_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be stopped, but its move does not count."""
    clock = [0.0]
    monkeypatch.setattr(guests, "monotonic", lambda: clock[0])

    class Slow(Uniform):
        def decide(self, v: Record) -> int:
            clock[0] += 3.0
            return super().decide(v)

    table = laid()
    slow = Slow(table.rules, table.faces, SEED)
    bots = [Minded(slow, "zero", table.faces, SEED, seconds=seconds) for seconds in (2.9, 2.5, None)]
    for bot in bots:
        bot.decide(table.seen(table.waiting[0]))
    assert [bot.faults for bot in bots] == [[], [Fault(0, "late", "no answer within 2.5 s")], []]


def page() -> str:
    return (DOCS / "bring-your-own-bot.md").read_text("utf-8")


def test_the_page_shows_the_example_as_it_is() -> None:
    assert f"```python\n{(DOCS / 'examples' / 'line_bot.py').read_text('utf-8')}```" in page()
    for code in CODES:
        assert f"| `{code}` |" in page()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's Python bot in a module, and its entry point as an installed package has it."""
    example = re.findall(r"```python\n(.*?)```", page(), re.S)[1]
    faulty = "def silent(game, pack, seed, seconds):\n    raise LookupError(seconds)\n\nnumber = 7\n"
    (tmp_path / "my_bots.py").write_text(f"{example}\n{faulty}", "utf-8")
    info = tmp_path / "my_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1\n")
    (points,) = re.findall(r'```toml\n\[project.entry-points."ludozero.bots"\]\n(.*?)```', page(), re.S)
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{points}".replace('"', ""))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["py=my_bots:tidy", "tidy"])
def test_the_python_example_plays(game: str, name: str) -> None:
    assert is_guest(name)
    table = laid(game)
    bot = guest(name, game, table.faces, SEED)
    played(table, bot)
    bot.close()
    assert bot.faults == []
    assert bot.name == name.removeprefix("py=")
    assert game != "zero" or table.winners == [0]


def test_a_command_by_name() -> None:
    name = f"cmd='{LINE_BOT[0]}' '{LINE_BOT[1]}'"
    assert is_guest(name)
    table = laid()
    bot = guest(name, "zero", table.faces, SEED, AGES, {"sheet": "berliner"})
    assert isinstance(bot, Outside)
    assert bot.program.command == LINE_BOT
    assert bot.program.seconds == AGES
    assert bot.program.game["options"]["sheet"] == "berliner"
    played(table, bot)
    bot.close()
    assert bot.faults == []


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cmd=", "no program"),
        ("cmd=no-such-program x", "no program"),
        ("cmd='", "cannot be read"),
        ("py=no_such_module:make", "neither MODULE:FACTORY nor an entry point"),
        ("py=my_bots:nobody", "neither MODULE:FACTORY nor an entry point"),
        ("py=nobody", "neither MODULE:FACTORY nor an entry point"),
        ("py=my_bots:number", "no factory"),
        ("py=my_bots:silent", "cannot be made: LookupError: 0.5"),
    ],
)
def test_names_of_nobody(name: str, told: str) -> None:
    assert is_guest(name)
    with pytest.raises(ValueError, match=told):
        guest(name, "zero", laid().faces, SEED, 0.5)


def test_names_of_the_house_are_no_guests() -> None:
    assert not any(map(is_guest, ("uniform", "greedy", "nobody", "")))


@pytest.mark.parametrize("code", CODES)
def test_every_fault_has_its_sentence(code: str) -> None:
    for lang in LANGUAGES:
        said = say("common", f"fault.{code}", {"name": "Bob", "turn": 7, "detail": "xyz"}, lang)
        assert all(word in said for word in ("Bob", "7", "xyz"))
        assert {key for key in catalogue("common")[lang] if key.startswith("fault.")} == {f"fault.{c}" for c in CODES}
