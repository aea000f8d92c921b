"""Programs in any language, asked in lines of JSON (docs/bring-your-own-bot.md): the side that asks."""

import json
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any

from ludozero.bots.minder import GRACE, Foul
from ludozero.bots.process import LONGEST, PARTING, Process
from ludozero.table.errors import quoted

PROTOCOL = 1
SECONDS = 10.0  # for a decision without a stated budget
STARTING = 20.0  # seconds to answer hello: some languages wake slowly
RESTARTS = 3
LONGEST_NAME = 40
LONGEST_DETAIL = 120

Message = dict[str, Any]


class Program:
    """It is started at the first decision, and up to `restarts` times again after it crashed or had to be stopped."""

    def __init__(
        self,
        command: Sequence[str],
        game: Message,  # what hello tells: game, rules, options, pack
        *,
        seconds: float | None = None,
        starting: float = STARTING,
        restarts: int = RESTARTS,
    ) -> None:
        self.command = list(command)
        self.game = game
        self.seconds = SECONDS if seconds is None else seconds
        self.starting = starting
        self.restarts = restarts
        self.name = quoted(self.command[-1], LONGEST_NAME)  # until it says a better one
        self.weighs = False  # whether it wants to be told what each move would give
        self.process: Process | None = None
        self.greeted = 0  # for how many seats
        self.asked = 0
        self.ended: list[Foul] = []  # the fouls that were the end of a process

    def choose(self, view: Message, moves: Sequence[str], weigh: Callable[[], Mapping[str, Any]]) -> str:
        """The move it answers with; a Foul if that is none."""
        process = self._running()
        if self.greeted != view["seats"]:
            self._greet(process, view["seats"])
        question: Message = {"type": "decide", "view": view, "moves": list(moves)}
        if self.weighs:
            question["weigh"] = weigh()
        move = self._ask(process, question | {"budget": {"seconds": self.seconds}}, self.seconds).get("move")
        if not isinstance(move, str):
            raise Foul("rubbish", "an answer without a move")
        if move not in moves:
            raise Foul("illegal", quoted(move, LONGEST_DETAIL))
        return move

    def close(self) -> None:
        """Ends it; whatever it started ends too."""
        if self.process is not None:
            self.process.end()
            self.process = None

    def _running(self) -> Process:
        """The process, started if need be."""
        if self.process is None:
            if len(self.ended) > self.restarts:
                raise Foul(self.ended[-1].code, "not started again")
            self.greeted = 0
            try:
                self.process = Process(self.command)
            except (OSError, ValueError) as error:
                raise self._lost("crashed", str(error)) from None
        return self.process

    def _greet(self, process: Process, seats: int) -> None:
        """Says what is played, and hears who plays."""
        hello: Message = {
            "type": "hello",
            "protocol": PROTOCOL,
            **self.game,
            "seats": seats,
            "budget": {"seconds": self.seconds},
        }
        answer = self._ask(process, hello, self.starting)
        name = answer.get("name")
        if not isinstance(name, str):
            raise Foul("rubbish", "an answer without a name")
        self.name = quoted(name, LONGEST_NAME) or self.name
        self.weighs = answer.get("weigh") is True
        self.greeted = seats

    def _ask(self, process: Process, question: Message, seconds: float) -> Message:
        """The answer to this question and to no other. Who gives none at all is not asked again."""
        self.asked += 1
        process.say(json.dumps({"id": self.asked} | question).encode())
        until = monotonic() + seconds + GRACE
        try:
            while True:
                answer = self._read(process.hear(until))
                if answer["id"] == self.asked:
                    return answer
        except EOFError:
            raise self._lost("crashed", patience=PARTING) from None
        except OverflowError:
            raise self._lost("rubbish", f"a line of more than {LONGEST} bytes") from None
        except TimeoutError:
            raise self._lost("late", f"no answer within {seconds:g} s") from None

    def _read(self, line: bytes) -> Message:
        """An answer to this question or, late, to an earlier one."""
        try:
            answer = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or type(answer.get("id")) is not int or not 0 < answer["id"] <= self.asked:
            raise Foul("rubbish", quoted(line.decode("utf-8", "replace"), LONGEST_DETAIL))
        return answer

    def _lost(self, code: str, detail: str = "", patience: float = 0.0) -> Foul:
        """The foul that is the end of this process; without a detail, with what it said last."""
        if self.process is not None:
            said = self.process.end(patience)
            detail = detail or said
            self.process = None
        foul = Foul(code, quoted(detail, LONGEST_DETAIL))
        self.ended.append(foul)
        return foul
