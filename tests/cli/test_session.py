"""The session behind both tables: order of moves, taking back, hints."""

import pytest

from ludozero.bots.uniform import Bot
from ludozero.cli.session import Session, sit_down, worth
from ludozero.games import GAMES, rules
from ludozero.table.record import replay


def begun(game: str, seats: int | None = None, seed: int = 7) -> Session:
    """A table of quick bots where the person is to move."""
    options = {"quiet": "2", "deals": "2"} if game == "soler" else {}
    session = sit_down(game, seats or rules(game).SEATS[-1], options, seed, level="uniform", adviser="uniform")
    forward(session)
    return session


def forward(session: Session) -> None:
    """Until the person is to move or the game is over."""
    while session.due not in ("move", "end"):
        session.deal() if session.due == "deal" else session.let()


def to_the_end(session: Session) -> None:
    while session.due != "end":
        session.play("1")
        forward(session)


@pytest.mark.parametrize("game", GAMES)
def test_choices_are_the_legal_moves_those_worth_most_first(game: str) -> None:
    session = begun(game)
    for _ in range(5):
        choices = session.choices
        assert sorted(choice.text for choice in choices) == session.table.moves(session.person)
        assert [choice.number for choice in choices] == list(range(1, len(choices) + 1))
        worths = [worth(choice.weights, rules(game).LOWEST_WINS) for choice in choices]
        assert worths == sorted(worths, reverse=True)
        session.play("1")
        forward(session)


def test_points_count_the_way_the_game_does() -> None:
    assert worth({"points": 3}, True) > worth({"points": 4}, True)
    assert worth({"points": 4}, False) > worth({"points": 3}, False)
    assert worth({"points": 4, "theirs": -2}, False) > worth({"points": 4, "theirs": 2}, False)


@pytest.mark.parametrize("game", GAMES)
def test_taking_back_leads_to_the_last_own_decision_and_stays_in_the_log(game: str) -> None:
    session = begun(game)
    stood = [session.table.view(session.person)]
    for _ in range(3):
        session.play(session.choices[-1].text)
        forward(session)
        stood.append(session.table.view(session.person))
    for before in reversed(stood[:-1]):
        length = len(session.table.log)
        assert session.undo()
        assert "undo" in session.table.log[-1]
        assert len(session.table.log) == length + 1
        assert session.table.view(session.person) == before
    assert not session.undo()
    to_the_end(session)
    assert replay(session.table.record()).truth() == session.table.truth()


def test_taking_back_after_the_end() -> None:
    session = begun("hero", 2)
    to_the_end(session)
    assert session.undo()
    assert session.due == "move"
    assert not session.table.over


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_a_choice(game: str) -> None:
    session = begun(game)
    assert session.hint() in session.choices


def test_a_record_says_who_was_a_bot() -> None:
    session = begun("zero", 3)
    kinds = [player["kind"] for player in session.table.record()["seats"]]
    assert [seat for seat, kind in enumerate(kinds) if kind == "person"] == [session.person]
    assert kinds.count("bot") == 2


def test_bots_and_advisers_that_warm_up() -> None:
    class Warming:
        ready = False

        def __init__(self, bot: Bot) -> None:
            self.decide = bot.decide

    session = begun("zero", 3)
    assert session.ready
    assert session.sure
    cold = {seat: Warming(bot) for seat, bot in session.bots.items()}
    slow = Session(session.table, cold, lambda: Warming(session.adviser), "en")
    assert not slow.ready
    assert not slow.sure
    assert slow.hint() in slow.choices
