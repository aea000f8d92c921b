"""The games as OpenSpiel games: OpenSpiel's own checks, the same games as at our tables, nothing known too much."""

import copy
import importlib.util
import pickle
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

from ludozero import Table
from ludozero.bots.rng import seeds
from ludozero.bots.uniform import Bot, Uniform
from ludozero.games import GAMES, rules
from ludozero.lab.envs import openspiel as room
from ludozero.lab.envs.openspiel import ACTIONS, Game, Ismcts, Search, State, register
from ludozero.table.errors import BadTable
from tests.games.test_zatre import BLOCK, block_deck
from tests.secrets import shuffled_secrets
from tests.tabletop import pack_of

SHORT: dict[str, dict[str, Any]] = {"soler": {"quiet": 6, "deals": 2}}  # options of short games
LOW = Path(__file__).parents[2] / "docs" / "examples" / "low" / "low.py"


def game_of(name: str, players: int = 3, **params: Any) -> Game:
    game: Game = pyspiel.load_game(f"python_ludozero_{name}", {"players": players, **SHORT.get(name, {}), **params})
    return game


def random_action(state: State, chance: random.Random) -> int:
    if state.is_chance_node():
        faces, weights = zip(*state.chance_outcomes(), strict=True)
        return int(chance.choices(faces, weights)[0])
    return chance.choice(state.legal_actions())


def decisions(game: Game, seed: int) -> Iterator[State]:
    """A random game, at every decision."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            yield state
        state.apply_action(random_action(state, chance))


def played(game: Game, seed: int) -> State:
    """The end of a random game."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random_action(state, chance))
    return state


# OpenSpiel's own checks


@pytest.mark.parametrize("one_deal", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_no_fault(name: str, one_deal: bool) -> None:
    """Clones, histories, masks, tensors, texts, returns: what OpenSpiel asks of each of its own games."""
    for players in {rules(name).SEATS[0], rules(name).SEATS[-1]}:
        game = game_of(name, players, one_deal=one_deal, max_moves=90)
        pyspiel.random_sim_test(game, 2, serialize=True, verbose=False)
        assert str(pickle.loads(pickle.dumps(game))) == str(game)
        assert pickle.loads(pickle.dumps(game.get_type())) == game.get_type()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_openspiel_finds_no_fault_in_whole_games(name: str) -> None:
    for players in rules(name).SEATS:
        pyspiel.random_sim_test(game_of(name, players), 3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_history_is_the_whole_truth(name: str) -> None:
    game = game_of(name, max_moves=60)
    end = played(game, 5)
    again = game.new_initial_state()
    for action in end.history():
        again.apply_action(action)
    assert str(again) == str(end)
    assert again.returns() == end.returns()


@pytest.mark.parametrize("name", GAMES)
def test_clones_and_copies_go_their_own_ways(name: str) -> None:
    chance = random.Random(3)
    game = game_of(name, max_moves=60)
    for at, state in enumerate(decisions(game, 3)):
        if at % 7:
            continue
        before = str(state), state.history(), state.information_state_string()
        others = [state.clone(), pickle.loads(pickle.dumps(state))]
        action = random_action(state, chance)
        for other in others:
            assert (str(other), other.history(), other.information_state_string()) == before
            assert other.legal_actions() == state.legal_actions()
            other.apply_action(action)
            assert str(other) != before[0]
        assert str(others[0]) == str(others[1])
        assert (str(state), state.history(), state.information_state_string()) == before


def test_copies_in_the_middle_of_a_deal_by_chance() -> None:
    state = game_of("soler").new_initial_state()
    for face in (3, 3, 6):
        state.apply_action(face)
    other = pickle.loads(pickle.dumps(state.clone()))
    assert str(other) == str(state)
    assert other.chance_outcomes() == state.chance_outcomes()
    state.apply_action(6)
    assert str(other) != str(state)


# The same games as at our tables


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_as_at_a_table_with_the_same_decks(name: str, seed: int) -> None:
    game = game_of(name)
    decks, texts, legal, movers = transcript(game, seed)
    options = SHORT.get(name, {})
    table = Table(name, 3, decks=decks, options=options)
    for text, moves, seat in zip(texts, legal, movers, strict=True):
        assert table.waiting[0] == seat
        assert table.moves(seat) == moves
        table.play(seat, text)
    assert table.over
    end = played(game, seed)
    assert end.at.points() == table.scores
    for seat, own in enumerate(table.scores):
        others = [points for other, points in enumerate(table.scores) if other != seat]
        ahead = own - sum(others) / len(others)
        assert end.returns()[seat] == pytest.approx(-ahead if name == "zero" else ahead)


def transcript(game: Game, seed: int) -> tuple[list[list[str]], list[str], list[list[str]], list[int]]:
    """A random game: its decks, its moves, what else was legal, and who moved. The same as `played`."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    decks: list[list[str]] = [[]]
    texts, legal, movers = [], [], []
    while not state.is_terminal():
        action = random_action(state, chance)
        text = state.action_to_string(action)
        if state.is_chance_node():
            decks[-1].append(text)
            state.apply_action(action)
            if not state.at.drawn:
                decks.append([])
        else:
            texts.append(text)
            legal.append(sorted(state.action_to_string(one) for one in state.legal_actions()))
            movers.append(state.current_player())
            state.apply_action(action)
    return decks[:-1], texts, legal, movers


def test_zatre_exchanges_cards_in_the_middle_of_a_round() -> None:
    """ZA-12: chance acts again, over the cards set aside and the stuck hand; decisions go on after it."""
    faces = rules("zatre").FACES
    state = game_of("zatre", 2, one_deal=True).new_initial_state()
    for card in block_deck("01 02 03").split():
        state.apply_action(faces.index(card))
    for text in BLOCK:
        state.apply_action(state.string_to_action(text))
    assert state.is_chance_node()
    assert not state.is_terminal()
    assert len(state.at.left) == 28
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    assert state.resample_from_infostate(0, sampler).is_chance_node()
    for card in ("03", "36", "01"):
        state.apply_action(faces.index(card))
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1
    assert {text[:2] for text in map(state.action_to_string, state.legal_actions())} == {"01", "10", "03", "30"}


def test_chance_is_as_likely_as_its_cards() -> None:
    state = game_of("soler").new_initial_state()
    pack = rules("soler").PACKS["soler"]
    known = {rules("soler").FACES[face]: chance for face, chance in state.chance_outcomes()}
    assert known == {face: pack.count(face) / len(pack) for face in pack}
    often = max(set(pack), key=pack.count)
    face = rules("soler").FACES.index(often)
    state.apply_action(face)
    assert dict(state.chance_outcomes())[face] == (pack.count(often) - 1) / (len(pack) - 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_end(name: str) -> None:
    """One deal, or as many as the rules say; after `max_moves` all is scored as it stands."""
    whole, one, cut = game_of(name), game_of(name, one_deal=True), game_of(name, max_moves=5)
    deals = {"zero": 3, "hero": 1, "soler": 2, "zatre": 3}[name]
    assert played(whole, 1).at.states[0].open.deal == deals
    end = played(one, 1)
    assert end.at.states[0].open.deal == 1
    assert sum(end.returns()) == pytest.approx(0)
    end = played(cut, 1)
    assert end.at.made == 5
    assert rules(name).over(end.at.states[0]) == 2
    assert end.legal_actions() == []
    assert played(one, 1).returns() == played(one, 1).returns() != played(one, 2).returns()


def test_solers_game_is_quiet_after_forty_turns() -> None:
    game = pyspiel.load_game("python_ludozero_soler")
    assert game.get_parameters()["quiet"] == 40
    assert game.new_initial_state().at.states[0].open.quiet == 40


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_numbers_of_moves_or_places_among_them(name: str) -> None:
    game = game_of(name, one_deal=True)
    few = name in ACTIONS
    assert game.num_distinct_actions() == (ACTIONS[name] if few else rules(name).MOVES_ROOM)
    for state in decisions(game, 2):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert 0 <= actions[0] <= actions[-1] < game.num_distinct_actions()
        if not few:
            assert actions == list(range(len(actions)))
        assert [state.string_to_action(state.action_to_string(action)) for action in actions] == actions
        assert state.legal_actions((state.current_player() + 1) % 3) == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_action_is_refused_and_changes_nothing(name: str) -> None:
    state = game_of(name).new_initial_state()
    with pytest.raises(ValueError, match="no card"):
        state.apply_action(len(rules(name).FACES) + 1)
    state = next(decisions(game_of(name), 1))
    before = str(state)
    for action in (-7, 10**9, 2**40):
        with pytest.raises(ValueError, match="legal move"):
            state.apply_action(action)
    assert str(state) == before


# Nobody knows more than the view


@pytest.mark.parametrize("name", GAMES)
def test_resampled_states_look_the_same(name: str) -> None:
    game = game_of(name, max_moves=40)
    sampler = pyspiel.UniformProbabilitySampler(5, 0.0, 1.0)
    moved = 0
    for state in decisions(game, 4):
        for player in range(3):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.at.view(player).tobytes() == state.at.view(player).tobytes()
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
                texts = [state.action_to_string(action) for action in state.legal_actions()]
                assert [other.action_to_string(action) for action in state.legal_actions()] == texts
            moved += str(other) != str(state)
    assert moved > 10


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_cannot_know_changes_nothing(name: str) -> None:
    rng = np.random.default_rng(8)
    moved = 0
    for state in decisions(game_of(name, max_moves=40), 6):
        for player in range(3):
            other = state.clone()
            shuffled_secrets(name, other.at.states[0], player, rng)
            other.at.sights = {}
            moved += str(other) != str(state)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
    assert moved > 10


def test_players_know_different_things() -> None:
    state = next(decisions(game_of("zero"), 1))
    assert len({state.information_state_string(player) for player in range(3)}) == 3
    assert state.information_state_string() == state.information_state_string(state.current_player())
    assert state.observation_string(1) == state.information_state_string(1)
    for player in (-1, 3):
        with pytest.raises(ValueError, match="no player"):
            state.information_state_string(player)


def test_who_lays_first_tells_the_others_nothing() -> None:
    """Solèr's players lay at once: here one after the other, and the next cannot tell what was laid."""
    state = next(decisions(game_of("soler"), 1))
    assert state.current_player() == 0
    children = [state.child(action) for action in state.legal_actions()]
    assert len(children) > 1
    assert {child.current_player() for child in children} == {1}
    assert len({child.information_state_string(1) for child in children}) == 1
    assert len({child.information_state_string(0) for child in children}) == len(children)


def test_observations_by_name() -> None:
    game = game_of("zero")
    state = next(decisions(game, 1))
    mine = make_observation(game)
    mine.set_from(state, 1)
    hand = int(state.at.states[0].hand[1])
    assert mine.dict["hand"].tolist() == [hand >> card & 1 for card in range(64)]
    assert mine.dict["seat"] == 1
    assert mine.dict["open.total"].shape == (5,)
    assert mine.dict["open.known"].shape == (5, 64)
    assert mine.tensor.tolist() == state.observation_tensor(1)
    assert mine.string_from(state, 1) == state.information_state_string(1)


def test_a_spectator_observes_what_lies_open() -> None:
    game = game_of("zero")
    state = next(decisions(game, 1))
    nobody = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE)
    seen = make_observation(game, nobody)
    seen.set_from(state, 1)
    assert not seen.dict["hand"].any()
    assert seen.dict["open.pot"].sum() == 5
    assert seen.string_from(state, 0) == seen.string_from(state, 2) == state.at.sight(-1)
    for kind in (
        pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS),
        pyspiel.IIGObservationType(False, False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
    ):
        with pytest.raises(ValueError, match="what lies open"):
            make_observation(game, kind)
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, None, {"size": 3})


# Parameters


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"players": 7}, "players of zero is 2-5, not 7"),
        ({"max_moves": 0}, "max_moves is 1-100000, not 0"),
        ({"sheet": "older"}, "sheet"),
    ],
)
def test_wrong_parameters_are_told(params: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, BadTable), match=message):
        pyspiel.load_game("python_ludozero_zero", params)


def test_options_count() -> None:
    state = played(game_of("zero", 2, pot="auto", one_deal=True), 1)
    assert state.at.states[0].open.potted == 9


def test_without_openspiel_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, room.__name__)
    with pytest.raises(ImportError, match=r"pip install ludozero\[bench\]"):
        importlib.import_module(room.__name__)


# A game of one's own


@pytest.fixture
def low(monkeypatch: pytest.MonkeyPatch) -> str:
    """The game of docs/add-a-game.md, in the house for the time of a test."""
    spec = importlib.util.spec_from_file_location("ludozero.games.low", LOW)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ludozero.games.low", module)
    spec.loader.exec_module(module)
    return "low"


def test_a_game_of_ones_own(low: str) -> None:
    game = register(low)({"players": 4})
    assert pyspiel.load_game("python_ludozero_low", {"players": 4}).num_distinct_actions() == 6
    pyspiel.random_sim_test(game, 3, serialize=True, verbose=False)
    bot = Ismcts(low, pack_of(low), 1, simulations=20)
    state = next(decisions(game, 1))
    text = rules(low).spell(bot.decide(state.at.view(0)[0]))
    assert text in {state.action_to_string(action) for action in state.legal_actions()}


# OpenSpiel's search


def duel(name: str, seed: int, bots: list[Bot], max_moves: int = 10_000) -> list[float]:
    """One deal between bots that see their views only; what it returns to each."""
    chance = random.Random(seed)
    state = game_of(name, len(bots), one_deal=True, max_moves=max_moves).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random_action(state, chance))
            continue
        seat = state.current_player()
        text = rules(name).spell(bots[seat].decide(state.at.view(seat)[0]))
        assert text in {state.action_to_string(action) for action in state.legal_actions()}
        state.apply_action(state.string_to_action(text))
    told: list[float] = state.returns()
    return told


@pytest.mark.parametrize("name", GAMES)
def test_ismcts_plays_legal_moves_the_same_for_the_same_seed(name: str) -> None:
    def once(seed: int) -> list[int]:
        bot = Ismcts(name, pack_of(name), seed, simulations=12)
        return [bot.decide(view) for view in views]

    views = [state.at.view(state.current_player())[0] for state in decisions(game_of(name, max_moves=9), 3)]
    before = [view.tobytes() for view in views]
    assert once(5) == once(5)
    assert any(once(5) != once(seed) for seed in range(6, 9))
    assert [view.tobytes() for view in views] == before
    bots: list[Bot] = [Ismcts(name, pack_of(name), seat, simulations=3) for seat in range(3)]
    duel(name, 2, bots, max_moves=20)


def match(name: str, deals: int, simulations: int) -> float:
    """What the search is ahead of uniform play in so many deals, seats taken in turn."""
    ahead = 0.0
    for seed in range(deals):
        bots: list[Bot] = [
            Ismcts(name, pack_of(name), seed, simulations=simulations),
            Uniform(rules(name), pack_of(name), seed),
        ]
        ahead += duel(name, seed, bots)[0] if seed % 2 else duel(name, seed, bots[::-1])[1]
    return ahead


def test_ismcts_beats_uniform_play() -> None:
    assert match("hero", 4, 40) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_ismcts_beats_uniform_play_in_every_game(name: str) -> None:
    assert match(name, 4, 40) > 0


def test_a_search_ends_with_its_time_but_not_before_its_second_simulation() -> None:
    game = game_of("hero", one_deal=True)
    state = next(decisions(game, 1))
    search = Search(game, 10**9, 1, seconds=0.0)
    assert search.step(state) in state.legal_actions()
    assert search.simulated == 2
    bot = Ismcts("hero", pack_of("hero"), 1, seconds=0.0)
    assert rules("hero").check(state.at.states[0], 0, bot.decide(state.at.view(0)[0])) == 0


def test_a_search_needs_an_end() -> None:
    with pytest.raises(ValueError, match="number of simulations, or of seconds"):
        Ismcts("zero", pack_of("zero"), 1)
    with pytest.raises(ValueError, match="at least 2"):
        Search(game_of("zero"), 1, 1)


def test_openspiels_bot_as_it_is() -> None:
    """Without any of our help: it resamples through the state."""
    game = game_of("zatre", one_deal=True)
    state = next(decisions(game, 1))
    chance = np.random.RandomState(1)
    bot = ISMCTSBot(game, RandomRolloutEvaluator(random_state=chance), 10.0, 10, random_state=chance)
    before = str(state)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before


def test_worlds_of_a_search_differ() -> None:
    state = next(decisions(game_of("zero"), 1))
    rng = seeds(1, 1)
    worlds = {str(state.resampled(1, rng)) for _ in range(10)}
    assert len(worlds) == 10
    assert copy.deepcopy(state.at).sight(1) == state.at.sight(1)
