"""The bodies of requests; whatever is not listed here is refused."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

NAME = 40
Name = Annotated[str, Field(max_length=NAME)]
Seat = Annotated[int, Field(ge=0, le=7, strict=True)]
Key = Annotated[str, Field(max_length=64)]
Nonce = Annotated[str, Field(pattern="^[0-9A-Za-z_-]{0,64}$")]
Clock = Annotated[int, Field(ge=5, le=86_400, strict=True)]
Cell = Annotated[int, Field(ge=0, le=999, strict=True)]
Options = dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=40)] | int]
LevelName = Literal["beginner", "club", "expert", "master"]
Absence = Literal["wait", "bot"]
Visibility = Literal["link", "open", "private"]
Seating = Literal["random", "as-is"]


class Ask(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NameAsk(Ask):
    name: Name = ""


class TokenAsk(Ask):
    name: Name
    kind: Literal["person", "bot"] = "bot"


class LanAsk(Ask):
    open: Annotated[bool, Field(strict=True)]


class PackAsk(Ask):
    name: Annotated[str, Field(max_length=80)]
    cards: Annotated[list[Annotated[str, Field(max_length=8)]], Field(max_length=120)]


class TableAsk(Ask):
    game: Annotated[str, Field(max_length=20)]
    seats: Annotated[int, Field(strict=True)]
    options: Options = {}
    clock: Clock | None = None
    absence: Absence = "wait"
    visibility: Visibility = "link"
    seating: Seating = "random"
    pack: PackAsk | None = None
    bots: Annotated[list[LevelName], Field(max_length=8)] = []
    sit: Annotated[int, Field(ge=0, le=8, strict=True)] = 1
    names: Annotated[list[Name], Field(max_length=8)] = []
    start: bool = False


class SitAsk(Ask):
    seat: Seat | None = None
    name: Name | None = None
    nonce: Nonce = ""
    key: Key = ""


class SeatAsk(Ask):
    seat: Seat | None = None


class PutAsk(Ask):
    seat: Seat
    kind: Literal["bot", "open"]
    level: LevelName = "club"


class SetupAsk(Ask):
    seats: Annotated[int, Field(strict=True)] | None = None
    options: Options | None = None
    clock: Clock | None = None
    absence: Absence | None = None
    visibility: Visibility | None = None
    seating: Seating | None = None

    def changes(self) -> dict[str, Any]:
        """What was said; only a clock can be said to be none."""
        said = self.model_dump(exclude_unset=True)
        return {key: value for key, value in said.items() if value is not None or key == "clock"}


class NonceAsk(Ask):
    nonce: Nonce
    seat: Seat | None = None


class Nothing(Ask):
    pass


class MovesAsk(Ask):
    turn: Annotated[int, Field(ge=0, strict=True)]
    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=64)]
    seat: Seat | None = None


class GoAsk(Ask):
    deal: Annotated[int, Field(ge=0, strict=True)]


class PauseAsk(Ask):
    on: bool


class EndAsk(Ask):
    whole: bool = True
    agree: bool = True


class HostAsk(Ask):
    seat: Seat


class AgainAsk(Ask):
    turn_by: Annotated[int, Field(ge=0, le=7, strict=True)] = 1


class KeyAsk(Ask):
    key: Key


class ScoreAsk(Ask):
    cards: Annotated[str, Field(max_length=400)] = ""
    rows: Annotated[list[Annotated[list[Cell | None], Field(min_length=3, max_length=3)]], Field(max_length=40)] = []
    supers: Annotated[int, Field(ge=0, le=99, strict=True)] = 0
    most_zeros: bool = False
