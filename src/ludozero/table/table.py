"""One game being played: a state, its seats, its log. Nothing here reads a clock or waits for anybody."""

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ludozero.games.shape import Ints, Record, Rules, blank
from ludozero.table import fair
from ludozero.table.errors import BadTable, IllegalMove, quoted
from ludozero.table.setup import (
    Deck,
    Pack,
    faces_of,
    game_rules,
    option_numbers,
    read_deck,
    read_options,
    read_pack,
    read_players,
    read_shuffle,
)
from ludozero.table.views import STANDING, unpacked, view_dict

FORMAT = 1
LONGEST_TEXT = 200
NONCE = re.compile(r"[0-9A-Za-z_-]{0,64}")
Entry = dict[str, Any]


class Table:
    """A table of one game. The order of the cards comes from literal decks, a public seed or a secret (fair deals).

    With `patient` the next deal waits for `deal()`; otherwise it is dealt as soon as one is scored.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        seed: int | None = None,
        decks: Sequence[Deck] | None = None,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        pack: Pack | None = None,
        players: Sequence[Mapping[str, str]] | None = None,
        patient: bool = False,
        rules: Rules | None = None,
    ) -> None:
        read_shuffle(seed, decks, secret)
        if not all(isinstance(nonce, str) and NONCE.fullmatch(nonce) for nonce in nonces):
            raise BadTable("bad-nonce")
        known = game_rules(game, seats)
        self.game = game
        self.seats = seats
        self.rules = rules or known
        self.options = read_options(game, {} if options is None else options, seats)
        self.pack = read_pack(game, pack)
        self.players = read_players(players, seats)
        self.patient = patient
        self.dealing = True  # off while a record is followed: its deals are entries too
        self.decks = None if decks is None else list(decks)
        self.seed = seed
        self.secret = fair.public_secret(seed) if seed is not None else secret or secrets.token_bytes(32)
        self.nonces = list(nonces)
        self.log: list[Entry] = []
        self.faces = faces_of(known, game, self.pack["cards"])
        self._cards = np.zeros(len(self.faces), np.int16)
        self._moves = np.zeros(known.MOVES_ROOM, np.int32)
        self._weights = np.zeros(known.WEIGH_ROOM, np.float64)
        self._points = np.zeros(seats, np.int64)
        self._view = blank(known.VIEW)
        self._states = np.zeros(2, known.STATE)  # the game, and the copy that a play taken back is restored from
        self._state = self._states[0]
        self._clear()
        self._deal_due()

    def _clear(self) -> None:
        """Before the first deal."""
        self._states[0] = np.zeros(1, self.rules.STATE)[0]
        self.rules.start(self._state, self.seats, option_numbers(self.game, self.options))
        self.ended: list[dict[str, Any]] = []  # the finished deals, all hands open, points line by line
        self._ordered = 0  # orders used so far
        self._asides = 0  # of these, in the middle of the current deal
        self.agreed = False
        self.closed: str | None = None  # why nobody plays on, if the game was left unfinished
        self._glanced: tuple[int, tuple[int, ...]] | None = None

    # Standing

    @property
    def standing(self) -> str:
        """`playing`, `scored` (a deal is over, the next one due) or `over`."""
        return STANDING[2] if self.agreed or self.closed else STANDING[self._glance()[0]]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.standing == "over"

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return () if self.agreed or self.closed else self._glance()[1]

    def _glance(self) -> tuple[int, tuple[int, ...]]:
        """Whether a deal or the game is over, and who may move: asked all the time, looked up once after a change."""
        if self._glanced is None:
            mask = self.rules.waiting(self._state)
            waiting = tuple(seat for seat in range(self.seats) if mask >> seat & 1)
            self._glanced = self.rules.over(self._state), waiting
        return self._glanced

    @property
    def deals(self) -> list[list[int]]:
        """What each finished deal gave each seat."""
        return [list(ended["gain"]) for ended in self.ended]

    @property
    def last(self) -> dict[str, Any] | None:
        """The last finished deal: all hands open, points line by line."""
        return self.ended[-1] if self.ended else None

    @property
    def scores(self) -> list[int]:
        """Points so far, by seat."""
        self.rules.score(self._state, self._points)
        return [int(points) for points in self._points]

    @property
    def winners(self) -> list[int]:
        """The seats that share the victory; nobody before the end."""
        if not self.over or self.closed:
            return []
        scores = self.scores
        best = min(scores) if self.rules.LOWEST_WINS else max(scores)
        return [seat for seat in range(self.seats) if scores[seat] == best]

    # What a seat sees and may do

    def view(self, seat: int | None) -> dict[str, Any]:
        """What the seat may know, JSON-able; `None` is the spectator's view."""
        shown = view_dict(self.game, self.rules, self.seen(seat))
        shown["standing"] = self.standing
        shown["waiting"] = list(self.waiting)
        shown["options"] = dict(self.options)
        shown["last"] = self.last
        return shown

    def moves(self, seat: int) -> list[str]:
        """The seat's legal moves as text, sorted."""
        return sorted(self.rules.spell(m) for m in self._legal(seat))

    def weigh(self, seat: int) -> dict[str, dict[str, float]]:
        """What the seat could compute of each of its moves, by the move's text."""
        v = self.seen(seat)
        weighed = {}
        for m in self._legal(seat):
            self.rules.weigh(v, m, self._weights)
            names = self.rules.WEIGHS
            weighed[self.rules.spell(m)] = {name: float(self._weights[i]) for i, name in enumerate(names)}
        return dict(sorted(weighed.items()))

    def truth(self) -> dict[str, Any]:
        """Everything, JSON-able; it never leaves the process while a game runs."""
        return {"state": unpacked(self._state), "views": [self.view(seat) for seat in range(self.seats)]}

    def seen(self, seat: int | None) -> Record:
        """The same as a record: all that a bot is handed. The next look writes over it."""
        if seat is not None:
            self._seated(seat)
        self.rules.see(self._state, -1 if seat is None else seat, self._view)
        return self._view

    def _seated(self, seat: int) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise IllegalMove("no-such-seat", args={"seat": quoted(seat, 20), "last": self.seats - 1})

    def _legal(self, seat: int) -> list[int]:
        self._seated(seat)
        if self.agreed or self.closed:
            return []
        count = self.rules.moves(self._state, seat, self._moves)
        return [int(m) for m in self._moves[:count]]

    def heard(self, seat: int | None, since: int = 0) -> list[Entry]:
        """The log as a seat hears it: of what others lay face down, only that they did."""
        entries = []
        for entry in self.log[since:]:
            kind = entry["move"].split()[0] if "move" in entry and entry["seat"] != seat else None
            entries.append(entry | {"move": kind} if kind in self.rules.FACE_DOWN else dict(entry))
        return entries

    # What happens

    def play(self, seat: int, *texts: str, by: str | None = None) -> list[str]:
        """Plays one move or several in a row, all or none, and returns their canonical texts.

        Only the last may bring something hidden to light: else one could look, and have all taken back.
        """
        self._seated(seat)
        self._states[1] = self._states[0]
        before = (self.ended[:], self._ordered, self._asides)
        at = len(self.log)
        played: list[str] = []
        try:
            for text in texts:
                for m in self._read(text):
                    if played and self._told(seat, at):
                        raise IllegalMove("by-itself", args={"text": played[-1]})
                    self._check(seat, m, text)
                    played.append(self.rules.spell(m))
                    self._happen({"seat": seat, "move": played[-1]} | ({"by": by} if by else {}), m)
                    self._deal_due()
        except (IllegalMove, BadTable):
            self._states[0] = self._states[1]
            self._glanced = None
            self.ended, self._ordered, self._asides = before
            del self.log[at:]
            raise
        return played

    def _told(self, seat: int, at: int) -> bool:
        """Whether moves made since `at` have ended the seat's turn or may have shown it something besides its hand."""
        for name in self.rules.STATE.names or ():
            was, now = self._states[1][name], self._state[name]
            if name == "hand":
                was, now = np.delete(was, seat, 0), np.delete(now, seat, 0)
            if name != "open" and was.tobytes() != now.tobytes():
                return True
        return self.waiting != (seat,) or any("deal" in entry for entry in self.log[at:])

    def _read(self, text: str) -> Sequence[int]:
        moves = self.rules.read(text) if isinstance(text, str) and len(text) <= LONGEST_TEXT else ()
        if not moves:
            raise IllegalMove("unreadable", args={"text": quoted(text)}, room=self.game)
        return moves

    def _check(self, seat: int, m: int, text: str) -> None:
        self._playing()
        reason = self.rules.check(self._state, seat, m)
        if reason:
            code, clause = self.rules.REASONS[reason]
            args = {"text": quoted(text), **self.rules.explain(self.seen(seat), m, reason)}
            raise IllegalMove(code, clause, args, self.game)

    def _playing(self) -> None:
        if self.standing != "playing":
            raise IllegalMove("game-over" if self.over else "deal-over")

    def deal(self) -> None:
        """Deals what is due; a patient table waits for this before every deal."""
        self.deal_one()
        self._deal_due()

    def deal_one(self) -> None:
        """One order of cards and no more, even if the hand it gives is stuck again."""
        if self.over or self.waiting:
            raise IllegalMove("no-deal-due")
        self._happen({"deal": self._label()})

    def _deal_due(self) -> None:
        """While nobody can move and the game goes on, cards are due; more than once if a hand stays stuck."""
        while self.dealing and not self.over and not self.waiting:
            if self.patient and (self.standing == "scored" or not self._state.open.deal):
                return
            self._happen({"deal": self._label()})

    def _label(self) -> str:
        """The name of the shuffle that is due: of a deal, or of the cards set aside in its middle."""
        deal = int(self._state.open.deal)
        if deal and not self.rules.over(self._state):
            return f"aside {deal}.{self._asides + 1}"
        return f"deal {deal + 1}"

    def _order(self, label: str) -> Ints:
        """The cards due, as the secret or the next literal deck orders them."""
        count = self.rules.needs(self._state, self.faces, self._cards)
        cards = self._cards[:count]
        if not count:
            return cards
        self._ordered += 1
        if self.decks is None:
            return cards[fair.shuffled(count, self.secret, label, self.nonces)]
        if self._ordered > len(self.decks):
            raise BadTable("no-deck", args={"label": label, "count": len(self.decks)})
        return read_deck(self.rules, self.game, self.decks[self._ordered - 1], cards)

    def agree(self, whole: bool = True) -> None:
        """All have agreed to end the game, or only the deal: it is scored as it stands (SO-14, for every game)."""
        if not (whole and self.standing == "scored"):
            self._playing()
        self._happen({"agree": "game" if whole else "deal"})
        self._deal_due()

    def close(self, reason: str) -> None:
        """Nobody plays on: the game is over as it stands, without winners."""
        if self.over:
            raise IllegalMove("game-over")
        self._happen({"close": reason})

    def timeout(self, seat: int) -> None:
        """The seat's time has run out; what follows from it is for whoever keeps the clock to decide."""
        self._seated(seat)
        self._happen({"timeout": seat})

    def undo(self, at: int) -> None:
        """Back to how things stood when the log was `at` entries long. The log itself only grows."""
        if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at < len(self.log):
            raise IllegalMove("bad-undo", args={"at": quoted(at, 20), "length": len(self.log)})
        self._happen({"undo": at})
        self._deal_due()

    def _happen(self, entry: Entry, m: int = -1) -> None:
        """The one door: an entry joins the log and takes effect."""
        self.log.append(entry)
        if "undo" in entry:
            self._clear()
            for earlier in kept(self.log):
                self._take_effect(earlier)
        else:
            self._take_effect(entry, m)

    def _take_effect(self, entry: Entry, m: int = -1) -> None:
        if "deal" in entry:
            aside = entry["deal"].startswith("aside")
            self.rules.deal(self._state, self._order(entry["deal"]))
            self._asides = self._asides + 1 if aside else 0
        elif "move" in entry:
            self.rules.play(self._state, entry["seat"], m if m >= 0 else self.rules.read(entry["move"])[0])
        elif "agree" in entry:
            whole = entry["agree"] == "game"
            if not self.rules.over(self._state):
                self.rules.finish(self._state, whole)
            self.agreed = whole or self.rules.over(self._state) == 2
        elif "close" in entry:
            self.closed = entry["close"]
        self._glanced = None
        if self._glance()[0] and len(self.ended) < int(self._state.open.deal):
            v = self.seen(None)
            lines = [[[code, args] for code, args in self.rules.tally(v, seat)] for seat in range(self.seats)]
            self.ended.append(view_dict(self.game, self.rules, v) | {"lines": lines})

    @property
    def state(self) -> Record:
        """The whole truth as a record; it never leaves the process while a game runs."""
        return self._state

    # The record

    def record(self) -> dict[str, Any]:
        """The game as a JSON-able record that `replay` makes the same table of. A fair secret is told at the end."""
        return {
            "format": FORMAT,
            "game": self.game,
            "rules": self.rules.RULES,
            "options": dict(self.options),
            "pack": {"name": self.pack["name"], "cards": list(self.pack["cards"])},
            "seats": [dict(player) for player in self.players],
            "shuffle": self._shuffle(),
            "log": [dict(entry) for entry in self.log],
            "result": self._result(),
        }

    def _shuffle(self) -> dict[str, Any]:
        if self.decks is not None:
            decks = [deck.split() if isinstance(deck, str) else list(deck) for deck in self.decks]
            return {"kind": "literal", "decks": decks}
        if self.seed is not None:
            return {"kind": "seed", "seed": self.seed}
        told = {"secret": self.secret.hex()} if self.over else {}
        return {"kind": "fair", "commitment": fair.commitment(self.secret), "nonces": self.nonces[:], **told}

    def _result(self) -> dict[str, Any] | None:
        if not self.over:
            return None
        reason = self.closed or ("agreed" if self.agreed else "finished")
        return {"deals": self.deals, "scores": self.scores, "winners": self.winners, "reason": reason}


def kept(log: Sequence[Entry]) -> list[Entry]:
    """The entries of a log that still stand once its undos are taken into account."""
    standing: list[Entry] = []
    at = end = len(log)
    while at:
        at -= 1
        if "undo" in log[at]:
            standing = [*log[at + 1 : end], *standing]
            at = end = log[at]["undo"]
    return [*log[:end], *standing]
