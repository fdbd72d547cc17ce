"""A game as an OpenSpiel Python game, registered as `clagdsl`.

OpenSpiel needs explicit chance nodes with few outcomes each, so a pack is dealt card by card. Every
card that can matter is dealt by its own node, in the order of the pack. Cards that nobody ever sees
lie below them in a fixed order.

`ExplicitChanceMatch` is one match, played by compiled code. At the beginning of a deal that code
draws the pack and lots itself; once the chance nodes have drawn others, the deal begins again with
these. The interpreter follows only when a text or a resampled state is needed. `ClagState` and
`ClagGame` wrap the match in the classes that OpenSpiel requires.

A state is pickled as the numbers of all actions and chance outcomes so far, and replayed when it is
loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import repeat
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import pyspiel

from clagdsl import problems
from clagdsl.api import PlayableGame, load
from clagdsl.engine.actions import Action, DealPack, DrawBidder, DrawDealer, Play
from clagdsl.engine.events import (
    BidderDrawn,
    CardPlayed,
    CardsDealt,
    DealBegun,
    DealerDrawn,
    Event,
    FirstCardsDealt,
    decision_of,
    seen_by,
)
from clagdsl.engine.match_state import Dealing
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.worlds import sample_worlds
from clagdsl.lang.errors import ClagError
from clagdsl.lang.pack import MOST_CARDS
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.lang.policies.trump import most_turned
from clagdsl.lang.rules import TurnedTrump, Value, value_text
from clagdsl.problems.escape import shorten
from clagdsl.rl.agent_matches import (
    AgentMatches,
    Parameters,
    Reward,
    Rules,
    event_text,
    observation_text,
    read_game,
    read_reward,
    share_win,
)
from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.action_names import actions_of
from clagdsl.simulation.batch.agents import (
    REFUSED,
    deal_again,
    observe_agents,
    step_to_agents,
)
from clagdsl.simulation.batch.import_states import NOT_DRAWN, announced_play
from clagdsl.simulation.batch.matches import arrays_of, make_batch
from clagdsl.simulation.lowering.arrays import (
    DRAWS_BIDDER,
    NO_VALUE,
    Array,
)
from clagdsl.simulation.lowering.layout import deck_by_number
from clagdsl.simulation.lowering.lower import decisions_by_deal
from clagdsl.simulation.stats.statistics import best_seats
from clagdsl.table.choices import calls_of
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

# --- what all matches of a game share -------------------------------------------------------------


Number: TypeAlias = int
"""The number of a player's action, or of a chance outcome.

A dealt card has the number of the action that plays it; a drawn seat or suit has its index.
"""


@dataclass(frozen=True, slots=True)
class GameConfig:
    """The key that identifies a game in OpenSpiel: its name or path, and the settings for all
    matches.
    """

    rules: str
    players: int
    reward: Reward
    parameters: tuple[tuple[str, Value], ...]


class SeatedGame:
    """A game at a table, with everything that its matches share."""

    def __init__(self, config: GameConfig, table: Table) -> None:
        batch = make_batch(table, "", 1, 0, 0, None, restart=False, history=False)
        prepared, deck = arrays_of(batch)[0], deck_by_number(table.deck)
        self.config, self.table, self.tables = config, table, prepared.tables
        self.actions = actions_of(prepared)
        """All player actions; the index of an action is its number."""
        self.numbers = {str(action): number for number, action in enumerate(self.actions)}
        """The number of each action, by its text form."""
        plays = self.actions[: len(prepared.numbering.blocks["play"])]
        self.cards = tuple(play.card for play in plays if isinstance(play, Play))
        """The cards, indexed by the number of the action that plays the card."""
        self.card_numbers: dict[Number, list[int]] = {}
        """The numbers of equal cards in compiled code, by the number of the action."""
        self.pack: list[Number] = []
        """The pack in its fixed order."""
        self.deck = deck.cards
        """The cards, by their number in compiled code."""
        for card in prepared.tables.pack.tolist():
            self.pack.append(self.cards.index(self.deck[card]))
            self.card_numbers.setdefault(self.pack[-1], []).append(card)
        self.seen_cards = {
            (deal, cards): _seen_cards(table, row, cards)
            for deal, row in enumerate(table.schedule)
            for cards in row.sizes
        }
        """The number of cards from the top that anybody can ever see, whatever is called, by the
        0-based number of the deal and the cards of each player.
        """
        self.features = batch.features + 1
        """The number of columns of an observation: those of a batch, and one for the end."""
        first = AgentMatches(batch, config.reward)
        self.arrays, self.first_arrays = first.game_arrays, first.match_arrays
        """The pinned arrays of the game, and of a match that has just begun."""
        self.first_state = start_at_table(table)
        """The interpreter's state before anything has happened."""

    def numbers_of(self, world: State) -> Iterator[Number]:
        """Yields the numbers of all actions and chance outcomes that led to a state."""
        played = [*(deal.dealing for deal in world.history), world.position.dealing]
        by_number = {dealing.scheduled.number: dealing for dealing in played}
        for event in world.events:
            match event:
                case DealBegun(deal=deal):
                    dealing, is_dealt, lain = by_number[deal], False, 0
                case DealerDrawn(seat=seat) | BidderDrawn(seat=seat):
                    yield seat
                case CardsDealt() | FirstCardsDealt():
                    if not is_dealt:  # otherwise the rest of the same pack
                        yield from self._pack_numbers(dealing)
                    is_dealt = True
                case CardPlayed():
                    leads = lain % self.table.players == 0
                    yield self.numbers[str(announced_play(dealing.rules, event, leads=leads))]
                    lain += 1
                case _:
                    action = decision_of(event)
                    if action is not None:
                        yield self.numbers[str(action)]

    def _pack_numbers(self, dealing: Dealing) -> Iterator[Number]:
        assert dealing.pack is not None
        if dealing.suit is not None:
            yield self.table.deck.suits.index(dealing.suit)
        seen = self.seen_cards[dealing.scheduled.number - 1, dealing.cards or 0]
        yield from map(self.cards.index, dealing.pack[:seen])


def _seen_cards(table: Table, row: ScheduledDeal, cards: int) -> int:
    before = table.rules_of(row, (), cards)
    rules = [before, *(table.rules_of(row, call, cards) for call in calls_of(before))]
    trumps = [each.trump for each in rules if isinstance(each.trump, TurnedTrump)]
    dealt = table.players * cards
    return dealt + max((most_turned(each, table.deck, dealt) for each in trumps), default=0)


# --- a match --------------------------------------------------------------------------------------

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)

UNSEEN: Final = np.empty((1, 0), np.int32)
"""An observation without columns, if only the legal actions are needed."""


class ExplicitChanceMatch:
    """A match at one moment: the compiled board, and the chance outcomes of this deal so far.

    - `seat`: the seat to act, or `CHANCE` or `TERMINAL`.
    - `rewards`: the rewards for the last decision, by seat.
    - `drawn`: the outcomes of chance since the last decision, while more follow.
    - `done`: the numbers of all actions and chance outcomes so far.
    """

    __slots__ = (
        "_allowed", "_arrays", "_course", "_digests", "_kinds", "_left", "_number", "_points",
        "_progress", "_reached", "done", "drawn", "game", "rewards", "seat",
    )  # fmt: skip

    def __init__(self, game: SeatedGame, done: Iterable[Number] = ()) -> None:
        self.game = game
        self._attach(game.first_arrays.copy())
        self._course: list[Action] = []
        """The actions for the interpreter."""
        self._reached = 0, game.first_state
        """The number of actions that the interpreter has performed, and its state after them."""
        self._digests: dict[tuple[int, int], str] = {}
        self._kinds = ["dealer"] if game.tables.drawn_dealer[0] else []
        """The kinds of chance nodes up to the next decision: `dealer`, `first`, `suit`, `deal`."""
        self.drawn: list[Number] = []
        self._left: list[Number] = []
        """The rest of the pack in ascending order."""
        self.rewards = [0.0] * game.table.players
        self.done: list[Number] = []
        self._find_actor()
        for number in done:
            self.apply(number)

    def __deepcopy__(self, _memo: dict[int, object]) -> ExplicitChanceMatch:
        copied = object.__new__(ExplicitChanceMatch)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(copied, name, value.copy() if isinstance(value, list | dict) else value)
        copied._attach(self._arrays.copy())
        return copied

    def _attach(self, arrays: Any) -> None:
        """Takes over the pinned arrays, and makes room for calls of compiled functions."""
        self._arrays = arrays
        self._progress: Array = arrays.array("boards.progress")[0]
        self._number: Array = np.empty(1, np.int64)
        self._points: Array = np.empty((1, self.game.table.players))
        self._allowed: Array = np.empty((1, len(self.game.actions)), np.int8)

    def __reduce__(self) -> tuple[object, ...]:
        return _replay, (self.game.config, tuple(self.done))

    def _find_actor(self) -> None:
        """Updates `seat`, and the chance nodes that follow if a deal needs its cards."""
        progress = self._progress
        phase = progress.item(board.PHASE)
        if phase == board.OVER:
            self.seat = TERMINAL
            return
        if not (self._kinds or phase == board.SIZE or progress.item(board.PACK_FIXED)):
            table, deal = self.game.table, progress.item(board.DEAL)
            if self.game.tables.ways[progress[board.WAY], DRAWS_BIDDER]:
                self._kinds.append("first")
            if table.draws_trump(table.schedule[deal]):
                self._kinds.append("suit")
            seen = self.game.seen_cards[deal, progress.item(board.CARDS)]
            self._kinds += ["deal"] * seen
            self._left = self.game.pack.copy()
        self.seat = CHANCE if self._kinds else progress.item(board.SEAT)

    # --- what may happen ------------------------------------------------------------------

    def legal(self) -> list[Number]:
        """Returns the numbers of the legal actions of the seat to act; empty if chance acts or the
        match is over.
        """
        if self.seat < 0:
            return []
        self._number[0] = self.seat
        observe_agents(self.game.arrays, self._arrays, self._number, UNSEEN, self._allowed)
        numbers: list[Number] = self._allowed[0].nonzero()[0].tolist()
        return numbers

    def outcomes(self) -> list[tuple[Number, float]]:
        """Returns the possible chance outcomes with their probabilities."""
        kind, deck = self._kinds[len(self.drawn)], self.game.table.deck
        if kind != "deal":
            count = len(deck.suits) if kind == "suit" else self.game.table.players
            return [(number, 1 / count) for number in range(count)]
        left = len(self._left)
        if len(self.game.cards) == deck.size:
            return [*zip(self._left, repeat(1 / left))]
        return [(number, many / left) for number, many in Counter(self._left).items()]

    def text_of(self, number: Number) -> str:
        """Returns the text of the action or chance outcome with this number."""
        if not self._kinds:
            return str(self.game.actions[number])
        kind = self._kinds[len(self.drawn)]
        options = {"deal": self.game.cards, "suit": self.game.table.deck.suits}
        return f"{kind} {options.get(kind, range(self.game.table.players))[number]}"

    # --- what happens ---------------------------------------------------------------------

    def apply(self, number: Number) -> None:
        """Performs an action or a chance outcome; raises ArgumentError if an action is illegal."""
        if self._kinds:
            self._draw(number)
        else:
            self._act(number)
        self.done.append(number)
        self._find_actor()

    def _act(self, number: Number) -> None:
        self._number[0] = number
        if not step_to_agents(self.game.arrays, self._arrays, self._number, self._points):
            raise RuntimeError("the match came to what its tables do not hold")
        if self._number.item(0) == REFUSED:
            self.state.apply(self.game.actions[number])  # raises the error
        self._course.append(self.game.actions[number])
        self.rewards = (
            self._points[0].tolist() if self.game.config.reward == "points" else self._win_rewards()
        )

    def _draw(self, number: Number) -> None:
        kinds, drawn = self._kinds, self.drawn
        if kinds[len(drawn)] == "deal":
            self._left.remove(number)
        drawn.append(number)
        if len(drawn) < len(kinds):
            return
        self._kinds, self.drawn = [], []
        if kinds == ["dealer"]:
            self._progress[[board.DEALER, board.WINNER]] = number
            self._course.append(DrawDealer(self.game.first_state.names[number]))
            self._begin_deal([], [0, NOT_DRAWN, NOT_DRAWN])
            return
        row = self.game.table.schedule[self._progress.item(board.DEAL)]
        picked = [self.done[-len(kinds)]] if row.high > row.low else []
        lots = dict(zip(kinds, drawn, strict=True))
        first, suit = (lots.get(kind, NOT_DRAWN) for kind in ("first", "suit"))
        self._lay_pack(drawn[kinds.index("deal") :], first, suit)
        self._begin_deal(picked, [1, first, suit])

    def _lay_pack(self, dealt: list[Number], first: int, suit: int) -> None:
        """Lays the pack of this deal; cards that nobody sees lie below in fixed order."""
        game = self.game
        equal = {number: iter(cards) for number, cards in game.card_numbers.items()}
        pack = [next(equal[number]) for number in dealt + self._left]
        self._arrays.array("boards.packs")[0] = pack
        if first != NOT_DRAWN:
            self._course.append(DrawBidder(game.first_state.names[first]))
        trump = None if suit == NOT_DRAWN else game.table.deck.suits[suit]
        self._course.append(DealPack(tuple(game.deck[card] for card in pack), trump))

    def _begin_deal(self, moves: list[Number], fixed: list[int]) -> None:
        course = np.array([[*moves, NOT_DRAWN]])
        deal_again(self.game.arrays, self._arrays, course, np.array([fixed]))

    def _win_rewards(self) -> list[float]:
        """Returns equal shares of 1 for the winners; zeros during the match."""
        if self._progress[board.PHASE] != board.OVER:
            return [0.0] * len(self.rewards)
        finals = self._arrays.array("boards.finals")
        won = best_seats(
            self.game.table.game.winner, finals[:, :, 0], finals[:, :, 1], finals[:, :, 2]
        )
        shares: list[float] = share_win(won[0]).tolist()
        return shares

    def returns(self) -> list[float]:
        """Returns all rewards so far, by seat."""
        if self.game.config.reward == "points":
            totals = self._arrays.array("boards.sums")[0, :, board.TOTAL]
            points: list[float] = totals.astype(np.float64).tolist()
            return points
        return self._win_rewards()

    # --- what is seen ---------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The interpreter's state, before the outcomes in `drawn`."""
        count, state = self._reached
        for action in self._course[count:]:
            state = state.apply(action)
        self._reached = len(self._course), state
        return state

    def information_state_text(self, seat: int) -> str:
        """Returns all that a seat has seen: a hash of earlier deals, then this deal's events."""
        position = self.state.position
        earlier = position.standing.events
        digest = self._digests.get((seat, len(earlier)))
        if digest is None:
            digest = sha256(events_text(seat, earlier).encode()).hexdigest()
            self._digests[seat, len(earlier)] = digest
        return f"seat {seat} {digest}\n{events_text(seat, position.events)}"

    def observe(self, seat: int) -> Array:
        """Returns a seat's observation, [column], as in a batch; all zeros while cards are dealt.

        The last column is 1 once the match is over.
        """
        seen = np.zeros((1, self.game.features), np.int32)
        if self.seat != CHANCE:
            self._number[0] = seat
            observe_agents(self.game.arrays, self._arrays, self._number, seen, self._allowed)
        observation: Array = seen[0].astype(np.float32)
        return observation


def events_text(seat: int, events: Sequence[Event]) -> str:
    """Returns the events as a seat has seen them, one per line."""
    return "\n".join(map(event_text, seen_by(seat, tuple(events))))


_GAME_CACHE: Final[dict[GameConfig, SeatedGame]] = {}

MAX_CACHED_GAMES: Final = 64
"""The most games (each at a table) in the cache."""


def seat_game(config: GameConfig, game: PlayableGame | None = None) -> SeatedGame:
    """Returns a game at a table from the cache; `game`, if not None, replaces the cached game.

    Raises ArgumentError or RulesError if the game cannot be loaded.
    """
    if game is not None or config not in _GAME_CACHE:
        game = game or load(config.rules)
        table = game.start(config.players, parameters=dict(config.parameters)).table
        if len(_GAME_CACHE) >= MAX_CACHED_GAMES:
            _GAME_CACHE.clear()
        _GAME_CACHE[config] = SeatedGame(config, table)
    return _GAME_CACHE[config]


def _replay(config: GameConfig, done: Sequence[Number]) -> ExplicitChanceMatch:
    """Returns the match after the actions and chance outcomes with these numbers."""
    return ExplicitChanceMatch(seat_game(config), done)


# --- the classes that OpenSpiel asks for ----------------------------------------------------------

NAME: Final = "clagdsl"
"""The short name of the games in OpenSpiel."""

_RESERVED: Final = "(),="
"""The separators within the name of an OpenSpiel game."""

_DEFAULTS: Final = {"rules": "pagat", "players": 4, "reward": "points", "parameters": ""}

_GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Card games whose rules are text",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.REWARDS,
    max_num_players=MOST_CARDS,  # each is dealt at least one card
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class ClagGame(pyspiel.Game):
    """The OpenSpiel class for a game at a table:
    `clagdsl(rules=pagat,players=4,reward=points,parameters=hook:false)`.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        self.seated = seat_game(_read_config({**_DEFAULTS, **(params or {})}))
        table, tables = self.seated.table, self.seated.tables
        least, most = 0, 1
        if self.seated.config.reward == "points":
            scores = tables.scores[tables.scores != NO_VALUE]
            most = len(table.schedule) * int(np.abs(scores).max(initial=1))
            least = -most
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.seated.actions),
            max_chance_outcomes=max(len(self.seated.cards), table.players),
            num_players=table.players,
            min_utility=float(least),
            max_utility=float(most),
            max_game_length=sum(decisions_by_deal(table, tables)),
        )
        super().__init__(_GAME_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> ClagState:
        """Returns a match in which nothing has happened yet."""
        return ClagState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Returns an upper bound: the first dealer, and in each deal a bidder, a suit and cards."""
        seen = self.seated.seen_cards
        deals = enumerate(self.seated.table.schedule)
        return 1 + sum(2 + max(seen[deal, cards] for cards in row.sizes) for deal, row in deals)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> ClagObserver:
        """Returns an observer of a seat's view, or with perfect recall of everything that it has
        seen.

        Raises ArgumentError for other kinds of observers.
        """
        kind = iig_obs_type
        own = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not own or not (kind is None or kind.public_info):
            raise problems.arguments.WrongEnvironment(
                "an observer has no parameters, and shows both the public cards and its seat's own"
            ).error()
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return ClagObserver(self.seated, recalls=recalls)


class ClagState(pyspiel.State):
    """A match at one moment, with the interface that OpenSpiel requires."""

    def __init__(self, game: ClagGame) -> None:
        super().__init__(game)
        self.match = ExplicitChanceMatch(game.seated)

    def current_player(self) -> int:
        """Returns the seat to act, or OpenSpiel's id for chance or for a finished match."""
        return self.match.seat

    def _legal_actions(self, _player: int) -> list[int]:
        return self.match.legal()

    # OpenSpiel derives the next two from other methods, at several times the cost.

    def is_chance_node(self) -> bool:
        """Returns whether chance acts next."""
        return self.match.seat == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Returns the legal actions of the seat to act, or the chance outcomes."""
        if player is not None and player != self.match.seat:
            return []
        if self.match.seat == CHANCE:
            return [number for number, _ in self.match.outcomes()]
        return self.match.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the chance outcomes with their probabilities."""
        return self.match.outcomes()

    def _apply_action(self, action: int) -> None:
        self.match.apply(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.match.text_of(action)

    def is_terminal(self) -> bool:
        """Returns whether the match is over."""
        return self.match.seat == TERMINAL

    def rewards(self) -> list[float]:
        """Returns the rewards for the last decision, by seat, even if chance has acted since."""
        return [*self.match.rewards]

    def returns(self) -> list[float]:
        """Returns all rewards so far, by seat."""
        return self.match.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ClagState:
        """Returns a random state that a seat cannot distinguish from this one.

        All possible packs are equally likely. `sampler` returns random numbers from 0 to 1.
        """
        seed = int(sampler() * 2**32) << 32 | int(sampler() * 2**32)
        state: ClagState = self.get_game().new_initial_state()
        match = self.match
        (world,) = sample_worlds(match.state.view(player), match.game.table, 1, seed % SEED_LIMIT)
        for number in match.game.numbers_of(world):
            state.apply_action(number)
        return state

    def __str__(self) -> str:
        return " ".join(map(str, [self.match.state, *self.match.drawn]))


class ClagObserver:
    """Observes a state from one seat, with the interface that OpenSpiel requires."""

    def __init__(self, seated: SeatedGame, *, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if not recalls:
            self.tensor = np.zeros(seated.features, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: ClagState, player: int) -> None:
        """Writes a seat's view into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = state.match.observe(player)

    def string_from(self, state: ClagState, player: int) -> str:
        """Returns a seat's view, or with perfect recall everything that it has seen, as text."""
        if self._recalls:
            return state.match.information_state_text(player)
        return f"seat {player}\n{observation_text(state.match.state.view(player))}"


pyspiel.register_game(_GAME_TYPE, ClagGame)


def make_game(
    rules: Rules,
    players: int | None,
    reward: Reward,
    parameters: Parameters,
) -> Any:
    """Returns the game for `clagdsl.rl.openspiel_game`."""
    game = read_game(rules)
    _check_name(game, has_path=isinstance(rules, str | Path))
    table = game.start(players, parameters=parameters).table
    values = (f"{name}:{value_text(value)}" for name, value in (parameters or {}).items())
    chosen = {
        "rules": game.reference,
        "players": table.players,
        "reward": reward,
        "parameters": ";".join(values),
    }
    seat_game(_read_config(chosen), game)  # read the file as it is now, not from the cache
    return pyspiel.load_game(NAME, chosen)


def _check_name(game: PlayableGame, *, has_path: bool) -> None:
    """Raises ArgumentError if OpenSpiel could not find the game by its name or path."""
    if any(sign in game.reference for sign in _RESERVED):
        raise problems.arguments.WrongEnvironment(
            f"OpenSpiel cannot read the path `{shorten(game.reference)}`: use one without"
            " brackets, commas and equals signs"
        ).error()
    if not has_path and not _is_loadable(game):
        raise problems.arguments.WrongEnvironment(
            "OpenSpiel finds a game by its name: load it from a path or a bundled name, not a text"
        ).error()


def _is_loadable(game: PlayableGame) -> bool:
    """Returns whether loading the reference of a game yields the rules of that game."""
    try:
        return load(game.reference).rules == game.rules
    except ClagError:
        return False


def _read_config(chosen: Mapping[str, Any]) -> GameConfig:
    """Reads the settings in a game's name, with parameters such as `hook:false;most:3`."""
    pairs = (item.partition(":") for item in str(chosen["parameters"]).split(";") if item)
    return GameConfig(
        str(chosen["rules"]),
        int(chosen["players"]),
        read_reward(chosen["reward"]),
        tuple((name, _read(value)) for name, _, value in pairs),
    )


def _read(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdecimal() else text
