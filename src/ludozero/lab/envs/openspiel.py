# mypy: disable-error-code="misc"
"""The games as OpenSpiel games, and OpenSpiel's ISMCTS as a bot.

Importing this registers `python_ludozero_zero` and so on for every game of the registry. Parameters are `players`, the
game's options by their names, `one_deal` (the game ends when a deal is scored) and `max_moves` (then the deal is scored
as it stands). What has been settled:

Chance is explicit: each card of the order is drawn from the top, a face with as many chances as it has copies left. So
a history is the whole truth, states can be copied, kept and sent, every algorithm of OpenSpiel sees exact
probabilities, and a literal deck is played by applying its faces. (Sampled chance would be one node a deal, but
OpenSpiel cannot serialise Python games with it, and their histories would not say what was dealt.)

Seats that may move at once move one after the other, the lowest first; what they lay is in no view but their own.

The information state is the bytes of the view: all that an attentive player with a perfect memory knows of where the
cards are. It is also the observation. Two ways to the same knowledge are one information state, which searches want;
whoever needs the way itself has the history. Resampling is `guess`.

An action is the number of the move where those are few, the same in all positions. In a game with many, as Zatre, it
is the place of the move in the list of the legal ones; that list is the same in all worlds the mover may be in.

Returns are how far a seat is ahead of the mean of the others, more being better also where the lowest points win: they
sum to 0 and are not bounded by the rules; the utilities' bounds are what the records could hold.
"""

import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from ludozero.bots.rng import Stream, seeds
from ludozero.bots.thinker import Clock
from ludozero.games import GAMES, rules, soler, symbols, zero
from ludozero.games.shape import Ints, Record
from ludozero.lab.envs.position import CHANCE, TERMINAL, Position, Setup, setup_of
from ludozero.lab.envs.step import Records
from ludozero.lab.simulate import MAX_MOVES, options_of
from ludozero.table.setup import faces_of, option_numbers, read_pack

try:
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
except ImportError:
    raise ImportError("OpenSpiel is not installed: pip install ludozero[bench] brings it.") from None

PREFIX = "python_ludozero_"
ACTIONS = {"zero": zero.KNOCK + 1, "hero": symbols.MOVES, "soler": soler.DONE + 1}  # how many moves there are, if few
UTMOST = 2.0**16  # points are kept in 16 bits


class Game(pyspiel.Game):
    """One of our games with its parameters. `pack` corrects the settled pack; it is no parameter of OpenSpiel's."""

    game: str
    kind: Any  # pyspiel.GameType
    moves: int  # an action is the number of a move below this; if 0, a place among the legal ones

    def __init__(self, params: Mapping[str, Any] | None = None, *, pack: Ints | None = None) -> None:
        game = self.game
        told = {**self.kind.parameter_specification, **(params or {})}
        known = rules(game)
        seats, limit = told["players"], told["max_moves"]
        if seats not in known.SEATS:
            raise ValueError(f"players of {game} is {known.SEATS[0]}-{known.SEATS[-1]}, not {seats}.")
        if not 1 <= limit <= MAX_MOVES:
            raise ValueError(f"max_moves is 1-{MAX_MOVES}, not {limit}.")
        options = options_of(game, {name: told[name] for name in known.OPTIONS})
        faces = faces_of(known, game, read_pack(game, None)["cards"]) if pack is None else pack
        numbers = tuple(option_numbers(game, options).tolist())
        self.setup = setup_of(game, seats, numbers, tuple(faces.tolist()), bool(told["one_deal"]), limit, self.moves)
        self.first = self.setup.begin()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.moves or known.MOVES_ROOM,
            max_chance_outcomes=len(known.FACES),
            num_players=seats,
            min_utility=-UTMOST,
            max_utility=UTMOST,
            utility_sum=0.0,
            max_game_length=limit,
        )
        super().__init__(self.kind, info, told)

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (self.game, self.moves, self.get_parameters(), self.setup.faces)

    def new_initial_state(self) -> "State":
        """Before the first card is drawn."""
        return State(self, self.first.copy())

    def max_chance_nodes_in_history(self) -> int:
        """Rarely are cards due after a move, but any move may be such a one."""
        return len(self.setup.pack) * (self.setup.max_moves + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """A view as a tensor and as text. Without private information it is the spectator's."""
        return Observer(self, iig_obs_type or None, params)

    def guessed(self, views: Records, rng: Stream) -> "State":
        """A state that looks like this to its viewer. Its history is empty: nobody knows how it came about."""
        return State(self, self.setup.dream(views, rng))


class State(pyspiel.State):
    """A position. What Python algorithms ask for most is answered without the way through C++ and back."""

    def __init__(self, game: Game, at: Position) -> None:
        super().__init__(game)
        self.at = at  # the only attribute: OpenSpiel clones and pickles what it finds here

    def current_player(self) -> int:
        return self.at.player

    def is_terminal(self) -> bool:
        return self.at.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.at.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Rising. Nobody has any but the player to move, or chance."""
        return self.at.actions() if player is None or player == self.at.player else []

    _legal_actions = legal_actions  # what C++ asks

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.at.chances()

    def _apply_action(self, action: int) -> None:
        if self.at.player == CHANCE:
            self.at.draw(action)
        else:
            self.at.play(self.at.move_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        known = self.at.setup.known
        return known.FACES[action] if player == CHANCE else known.spell(self.at.move_of(action))

    def returns(self) -> list[float]:
        """Nothing before the end."""
        return self.at.ahead() if self.is_terminal() else [0.0] * self.at.setup.seats

    def information_state_string(self, player: int | None = None) -> str:
        """The bytes of the view, in hexadecimal digits."""
        return self.at.sight(self._seat(player))

    observation_string = information_state_string

    def _seat(self, player: int | None) -> int:
        seat = self.at.player if player is None else player
        if not 0 <= seat < self.at.setup.seats:
            raise ValueError(f"{seat} is no player.")
        return seat

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """Another state that looks the same to the player, all of them equally likely."""
        return self.resampled(player, seeds(int(sampler() * 2**53), 1))

    def resampled(self, player: int, rng: Stream) -> "State":
        """The same, from a stream of random numbers."""
        at = self.at
        return State(self.get_game(), at.setup.dream(at.view(player), rng, at.made))

    def __str__(self) -> str:
        at = self.at
        faces = at.setup.known.FACES
        lines = [
            f"{at.setup.game}: {at.made} moves, points {' '.join(map(str, at.points()))}, to act {at.player}",
            f"drawn: {' '.join(faces[face] for face in at.drawn)}",
            at.states.tobytes().hex(),
        ]
        return "\n".join(lines)


class Observer:
    """A view as numbers, a piece for each of its fields; sets of cards, kept in a word, are 64 zeros and ones."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise ValueError("Observations have no parameters.")
        if kind is not None and (not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS):
            raise ValueError("What can be observed is what lies open, with or without what one player knows besides.")
        self.spectator = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        layout = [(name, numbers(part).shape) for name, part in leaves("", game.setup.view()[0])]
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in layout), np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for name, shape in layout:
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end

    def set_from(self, state: State, player: int) -> None:
        """Writes what the player sees."""
        for name, part in leaves("", state.at.view(-1 if self.spectator else player)[0]):
            self.dict[name][...] = numbers(part)

    def string_from(self, state: State, player: int) -> str:
        """The same as text."""
        return state.at.sight(-1 if self.spectator else player)


def leaves(name: str, record: Record) -> list[tuple[str, Any]]:
    """The fields of a record, those of records within it too, by their dotted names; without padding."""
    found: list[tuple[str, Any]] = []
    for key in record.dtype.names:
        if key != "spare":
            part = record[key]
            found += leaves(f"{name}{key}.", part) if part.dtype.names else [(name + key, np.asarray(part))]
    return found


def numbers(part: Ints) -> Any:
    """A field as numbers that a float can hold: a word of 64 bits is told bit by bit, the lowest first."""
    if part.dtype != np.uint64:
        return np.atleast_1d(part)
    return np.unpackbits(part.reshape(*part.shape, 1).view(np.uint8), axis=-1, bitorder="little")


def register(game: str, moves: int = 0) -> type[Game]:
    """Makes OpenSpiel know a game of `ludozero.games`. `moves`: all its moves are numbers below this; 0 if unknown."""
    if game not in KNOWN:
        KNOWN[game] = type(Game)(game, (Game,), {"game": game, "kind": game_type(game), "moves": moves})
        pyspiel.register_game(KNOWN[game].kind, KNOWN[game])
    return KNOWN[game]


def remade(game: str, moves: int, params: Mapping[str, Any], pack: Ints) -> Game:
    """A game that was pickled."""
    return register(game, moves)(params, pack=pack)


def game_type(game: str) -> Any:
    """What OpenSpiel wants to know about a game."""
    known = rules(game)
    own = {"players": known.SEATS[0], "one_deal": False, "max_moves": MAX_MOVES}
    return pyspiel.GameType(
        short_name=PREFIX + game,
        long_name=f"Ludozero {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=known.SEATS[-1],
        min_num_players=known.SEATS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**own, **options_of(game, {})},
    )


KNOWN: dict[str, type[Game]] = {}
for name in GAMES:
    register(name, ACTIONS.get(name, 0))


# OpenSpiel's search as a bot

HORIZON = 200  # moves a search looks ahead: then the deal is scored as it stands
ROOT_2 = 2**0.5
SPREAD_GAMES = 32
UNBOUNDED = 10**9


class TimeUp(Exception):  # noqa: N818 - no error
    """The search ends here."""


class Search(ISMCTSBot):
    """OpenSpiel's ISMCTSBot with random rollouts, resampling by `guess`; the same moves for the same seed.

    `seconds` are an end too: the simulation that takes longer is the last one, but two are made in any case.
    """

    def __init__(
        self,
        game: Game,
        simulations: int,
        seed: int,
        seconds: float | None = None,
        uct_c: float | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        if simulations < 2:
            raise ValueError(f"simulations must be at least 2, not {simulations}.")
        chance = np.random.RandomState(seed % 2**32)
        curiosity = ROOT_2 * spread(game.setup) if uct_c is None else uct_c
        rollouts = RandomRolloutEvaluator(random_state=chance)
        super().__init__(game, rollouts, curiosity, simulations, random_state=chance)
        self.game = game
        self.rng = seeds(seed, 1)
        self.seconds = seconds
        self.clock = clock
        self.simulated = 0
        self.until = 0.0

    def run_search(self, state: State) -> Any:
        """As OpenSpiel does it, but what was found in time counts."""
        self.simulated = 0
        if self.seconds is not None:
            self.until = self.clock() + self.seconds
        try:
            return super().run_search(state)
        except TimeUp:
            return self.get_final_policy(state, self._root_node)

    def resample_from_infostate(self, state: State) -> State:
        """Every simulation begins here."""
        if self.seconds is not None and self.simulated >= 2 and self.clock() > self.until:
            raise TimeUp
        self.simulated += 1
        return state.resampled(state.current_player(), self.rng)


@cache
def spread(setup: Setup) -> float:
    """The standard deviation of what random games return: the measure of how curious a search should be."""
    chance = np.random.RandomState(0)
    returns = []
    for _ in range(SPREAD_GAMES):
        at = setup.begin()
        while at.player != TERMINAL:
            action = chance.choice(at.left if at.player == CHANCE else at.actions())
            at.draw(action) if at.player == CHANCE else at.play(at.move_of(action))
        returns.append(at.ahead())
    return float(np.std(returns)) or 1.0


class Ismcts:
    """OpenSpiel's ISMCTS behind the door of our bots: from a view to a move. A simulation ends with the deal."""

    def __init__(
        self,
        game: str,
        pack: Ints,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        if simulations is None and seconds is None:
            raise ValueError("ISMCTS needs a number of simulations, or of seconds.")
        if simulations is not None and simulations < 2:
            raise ValueError(f"simulations must be at least 2, not {simulations}.")
        self.game = game
        self.pack = pack
        self.seed = seed
        self.simulations = UNBOUNDED if simulations is None else simulations
        self.seconds = seconds
        self.clock = clock
        self.searches: dict[int, Search] = {}  # by seats

    def decide(self, v: Record) -> int:
        """OpenSpiel searches from a state: any that looks like this will do, as it sees no more of it than the view."""
        seats = int(v.open.seats)
        if seats not in self.searches:
            self.searches[seats] = self._search(seats)
        search = self.searches[seats]
        views = search.game.setup.view()
        views[0] = v
        root = search.game.guessed(views, search.rng)
        return root.at.move_of(int(search.step(root)))

    def _search(self, seats: int) -> Search:
        kind = register(self.game, ACTIONS.get(self.game, 0))
        game = kind({"players": seats, "one_deal": True, "max_moves": HORIZON}, pack=self.pack)
        return Search(game, self.simulations, self.seed, self.seconds, clock=self.clock)
