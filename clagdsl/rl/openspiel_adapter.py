"""A game as an OpenSpiel Python game, registered as `clagdsl`.

OpenSpiel needs explicit chance nodes with few outcomes each, so a pack is dealt card by card. Every
card that can matter is dealt by its own node, in the order of the pack. Cards that nobody ever sees
lie below them in a fixed order. `ExplicitChanceState` is such a match as an immutable value.
`ClagState` and `ClagGame` wrap it in the classes that OpenSpiel requires.

A state is pickled as the numbers of all actions and chance outcomes so far, and replayed when it is
loaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
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
    DealerDrawn,
    Event,
    FirstCardsDealt,
    decision_of,
    seen_by,
)
from clagdsl.engine.legality import legal_in_view
from clagdsl.engine.match_state import CHANCE, Dealing
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.view import View
from clagdsl.engine.worlds import sample_worlds
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.errors import ClagError
from clagdsl.lang.pack import MOST_CARDS
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.lang.policies.trump import most_turned
from clagdsl.lang.rules import TurnedTrump, Value, value_text
from clagdsl.problems.escape import shorten
from clagdsl.rl.single_env import (
    Parameters,
    Reward,
    Rules,
    event_text,
    observation_text,
    read_game,
    read_reward,
    share_win,
)
from clagdsl.simulation.batch.action_names import actions_of
from clagdsl.simulation.batch.import_states import announced_play, boards_at, course_of
from clagdsl.simulation.batch.observation import see_matches
from clagdsl.simulation.batch.vector_env import PreparedGame, prepare_game
from clagdsl.simulation.lowering.arrays import NO_VALUE, Array
from clagdsl.simulation.lowering.lower import decisions_by_deal
from clagdsl.table.choices import calls_of
from clagdsl.table.table import Table

# --- matches with explicit chance, as values -----------------------------------------------------
# Every card that can matter is dealt by its own node, in the order of the pack. Cards that nobody
# ever sees lie below them in a fixed order.


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


@dataclass(frozen=True, eq=False)
class SeatedGame:
    """A game at a table, with everything that its matches share."""

    config: GameConfig
    prepared: PreparedGame

    @property
    def table(self) -> Table:
        """The rules at this table."""
        return self.prepared.table

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """All player actions; the index of an action is its number."""
        return actions_of(self.prepared)

    @cached_property
    def numbers(self) -> Mapping[str, Number]:
        """The number of each action, by its text form."""
        return {str(action): number for number, action in enumerate(self.actions)}

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards, indexed by the number of the action that plays the card."""
        plays = self.actions[: len(self.prepared.numbering.blocks["play"])]
        return tuple(play.card for play in plays if isinstance(play, Play))

    @cached_property
    def features(self) -> int:
        """The number of columns of an observation: those of a batch and one for the end of the
        match.
        """
        return int(self.prepared.plan.parts[-1]) + 1

    def empty_observation(self) -> Array:
        """Returns an observation in which nothing is visible yet."""
        return np.zeros(self.features, np.float32)

    @property
    def max_outcomes(self) -> int:
        """An upper bound on the number of outcomes of a chance node."""
        return max(len(self.cards), self.table.players)

    @cached_property
    def max_decisions(self) -> int:
        """An upper bound on the number of players' decisions in a match."""
        return sum(decisions_by_deal(self.table, self.prepared.tables))

    @cached_property
    def max_chance_nodes(self) -> int:
        """An upper bound on the number of chance nodes in a match: first dealer, packs, suits and
        bidders.
        """
        players, deck = self.table.players, self.table.deck
        again = max(
            (
                most_turned(rules.trump, deck, 0) - 1
                for row in self.table.schedule
                for _, rules in self.table.rules_after_calls(row, row.sizes, plain=True)
                if isinstance(rules.trump, TurnedTrump)
            ),
            default=0,
        )
        dealt = [min(deck.size, players * row.high + 1 + again) for row in self.table.schedule]
        return 1 + sum(2 + cards for cards in dealt)

    @cached_property
    def max_points(self) -> int:
        """An upper bound on the absolute value of a seat's total."""
        scores = self.prepared.tables.scores
        worst = int(np.abs(scores[scores != NO_VALUE]).max(initial=1))
        return worst * len(self.table.schedule)

    def initial_state(self) -> ExplicitChanceState:
        """Returns a match before anything has happened."""
        nothing = (0.0,) * self.table.players
        return ExplicitChanceState(
            self, start_at_table(self.table), nothing, ("",) * self.table.players
        )

    def relevant_card_count(self, dealing: Dealing) -> int:
        """Returns the number of cards in the pack that anyone can ever see, whatever is called."""
        dealt = self.table.players * (dealing.cards or 0)
        calls = calls_of(dealing.rules) if dealing.calls is None else (dealing.calls,)
        rules = [self.table.rules_of(dealing.scheduled, call, dealing.cards) for call in calls]
        trumps = [deal_rules.trump for deal_rules in (dealing.rules, *rules)]
        deck = self.table.deck
        turned = [
            most_turned(each, deck, dealt) for each in trumps if isinstance(each, TurnedTrump)
        ]
        return dealt + max(turned, default=0)

    def replay(self, world: State) -> ExplicitChanceState:
        """Returns the match that results from repeating everything that led to `world`, including
        chance.
        """
        played = [*(deal.dealing for deal in world.history), world.position.dealing]
        dealt = {dealing.scheduled.number: dealing for dealing in played}
        match = self.initial_state()
        for event in world.events:
            for number in self._event_numbers(event, match, dealt):
                match = match.apply(number)
        return match

    def _event_numbers(
        self, event: Event, match: ExplicitChanceState, dealt: Mapping[int, Dealing]
    ) -> Iterator[Number]:
        """Yields the numbers of the actions or chance outcomes that an event reports, if any."""
        here = match.state
        match event:
            case DealerDrawn(seat=seat) | BidderDrawn(seat=seat):
                yield seat
            case CardsDealt() | FirstCardsDealt():
                if here.phase != "deal":
                    return  # the rest of a pack that was dealt already
                dealing = dealt[here.deal]
                assert dealing.pack is not None
                if dealing.suit is not None:
                    yield self.table.deck.suits.index(dealing.suit)
                yield from map(
                    self.cards.index,
                    dealing.pack[: self.relevant_card_count(here.position.dealing)],
                )
            case CardPlayed():
                rules, leads = here.position.dealing.rules, not here.trick
                yield self.numbers[str(announced_play(rules, event, leads=leads))]
            case _:
                action = decision_of(event)
                if action is not None:
                    yield self.numbers[str(action)]


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """A chance outcome with its probability."""

    number: Number
    probability: float


@dataclass(frozen=True, slots=True, eq=False)
class ExplicitChanceState:
    """A match at one moment: the state, and the cards of the next pack dealt so far.

    `rewards` are the rewards for the last decision, by seat. `digests` holds, by seat, a hash of
    what it has seen of earlier deals. `done` holds the numbers of all actions and chance outcomes
    so far, which are used to pickle the match.
    """

    game: SeatedGame
    state: State
    rewards: tuple[float, ...]
    digests: tuple[str, ...]
    pack_prefix: tuple[Card, ...] = ()
    suit: Suit | None = None
    previous: ExplicitChanceState | None = field(default=None, repr=False)
    """Once the match is over, the match before the last action; None until then."""
    done: tuple[Number, ...] = field(default=(), repr=False)

    def __deepcopy__(self, _memo: dict[int, object]) -> ExplicitChanceState:
        return self  # it is immutable

    def __reduce__(self) -> tuple[object, ...]:
        return _replay, (self.game.config, self.done)

    # --- what may happen ------------------------------------------------------------------

    @property
    def waits_for_chance(self) -> bool:
        """True if chance acts next."""
        return self.state.actor is CHANCE

    def legal(self) -> list[Number]:
        """Returns the numbers of the legal actions of the seat to act; empty if chance acts or the
        match is over.
        """
        if not isinstance(self.state.actor, int):
            return []
        # as the seat sees it: a card that it plays unseen is not identified
        seen = legal_in_view(self.state.position)
        return sorted(self.game.numbers[str(action)] for action in seen)

    @property
    def _chance_options(self) -> tuple[str, Sequence[object]]:
        """The kind of the next chance event, and its outcomes by number."""
        table, phase = self.game.table, self.state.phase
        if phase != "deal":
            return "dealer" if phase == "dealer" else "first", range(table.players)
        if self.suit is None and table.draws_trump(self.state.scheduled):
            return "suit", table.deck.suits
        return "deal", self.game.cards

    def outcomes(self) -> list[ChanceOutcome]:
        """Returns the possible chance outcomes."""
        kind, options = self._chance_options
        if kind != "deal":
            return [ChanceOutcome(number, 1 / len(options)) for number in range(len(options))]
        deck, lie = self.game.table.deck, Counter(self.pack_prefix)
        left = deck.size - len(self.pack_prefix)
        return [
            ChanceOutcome(number, (deck.counts[card] - lie[card]) / left)
            for number, card in enumerate(self.game.cards)
            if lie[card] < deck.counts[card]
        ]

    def text_of(self, number: Number) -> str:
        """Returns the text of the action or chance outcome with this number."""
        if not self.waits_for_chance:
            return str(self.game.actions[number])
        kind, options = self._chance_options
        return f"{kind} {options[number]}"

    # --- what happens ---------------------------------------------------------------------

    def apply(self, number: Number) -> ExplicitChanceState:
        """Returns the match after an action or a chance outcome."""
        done = (*self.done, number)
        if not self.waits_for_chance:
            after = self.state.apply(self.game.actions[number])
            return replace(
                self,
                state=after,
                rewards=self._rewards_after(after),
                digests=self._digests_after(after),
                previous=self if after.over else None,
                done=done,
            )
        kind, _ = self._chance_options
        if kind == "suit":
            return replace(self, suit=self.game.table.deck.suits[number], done=done)
        if kind != "deal":
            draw = DrawDealer if kind == "dealer" else DrawBidder
            return replace(self, state=self.state.apply(draw(self.state.names[number])), done=done)
        laid = (*self.pack_prefix, self.game.cards[number])
        if len(laid) < self.game.relevant_card_count(self.state.position.dealing):
            return replace(self, pack_prefix=laid, done=done)
        # cards that nobody sees lie below the dealt ones, in a fixed order
        rest = Counter(self.game.table.deck.cards)
        rest.subtract(laid)
        dealt = self.state.apply(DealPack((*laid, *rest.elements()), self.suit))
        return replace(self, state=dealt, pack_prefix=(), suit=None, done=done)

    def _rewards_after(self, after: State) -> tuple[float, ...]:
        """Returns the rewards, by seat, for the action that leads to a state."""
        if self.game.config.reward == "points":
            both = zip(after.totals, self.state.totals, strict=True)
            return tuple(float(now - before) for now, before in both)
        return win_rewards(after)

    def _digests_after(self, after: State) -> tuple[str, ...]:
        """Returns, by seat, a hash of everything it has seen of the deals completed in a state."""
        seen, before = len(self.state.position.standing.events), after.position.standing.events
        if len(before) == seen:
            return self.digests
        return tuple(
            sha256((digest + events_text(seat, before[seen:])).encode()).hexdigest()
            for seat, digest in enumerate(self.digests)
        )

    def returns(self) -> tuple[float, ...]:
        """Returns all rewards so far, by seat."""
        if self.game.config.reward == "points":
            return tuple(map(float, self.state.totals))
        return win_rewards(self.state)

    # --- what is seen ---------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """Returns a seat's view."""
        return self.state.view(seat)

    def information_state_text(self, seat: int) -> str:
        """Returns all that a seat has seen: a hash of earlier deals, then this deal's events."""
        events = events_text(seat, self.state.position.events)
        return f"seat {seat} {self.digests[seat]}\n{events}"

    def observe(self, seat: int) -> Array:
        """Returns a seat's observation, [column], as in a batch; all zeros while cards are dealt.

        The last column is 1 once the match is over; the other columns then show the moment before
        the last action.
        """
        here = self.previous or self
        seen = self.game.empty_observation()
        seen[-1] = self.state.over
        if not here.waits_for_chance:
            prepared, numbers = self.game.prepared, self.game.numbers
            course = course_of(here.state, lambda action: numbers[str(action)])
            boards = boards_at(prepared, [course], np.zeros(1, np.int64), 0, history=False)
            row = np.empty((1, self.game.features - 1), np.int32)
            see_matches(prepared.tables, prepared.plan, boards, np.array([seat]), row)
            seen[:-1] = row[0]
        return seen

    def resample(self, seat: int, seed: int) -> ExplicitChanceState:
        """Returns a match, drawn with a seed, that a seat cannot distinguish from this one.

        Raises ArgumentError if that is not possible.
        """
        (world,) = sample_worlds(self.view(seat), self.game.table, 1, seed % SEED_LIMIT)
        return self.game.replay(world)


def win_rewards(state: State) -> tuple[float, ...]:
    """Returns the rewards for winning, by seat: equal shares of 1, or zeros during the match."""
    won = np.array([seat in state.winners for seat in range(state.players)])
    return tuple(share_win(won).tolist())


def events_text(seat: int, events: Sequence[Event]) -> str:
    """Returns the events as a seat has seen them, one per line."""
    return "\n".join(map(event_text, seen_by(seat, tuple(events))))


MAX_CACHED_GAMES: Final = 64
"""The most games (each at a table) in the cache."""

_GAME_CACHE: Final[dict[GameConfig, SeatedGame]] = {}


def seat_game(config: GameConfig, game: PlayableGame | None = None) -> SeatedGame:
    """Returns a game at a table from the cache; `game`, if not None, replaces the cached game.

    Raises ArgumentError or RulesError if the game cannot be loaded.
    """
    cached = _GAME_CACHE.get(config)
    if cached is not None and game is None:
        return cached
    game = game or load(config.rules)
    table = game.start(config.players, parameters=dict(config.parameters)).table
    if len(_GAME_CACHE) >= MAX_CACHED_GAMES:
        _GAME_CACHE.clear()
    seated = _GAME_CACHE[config] = SeatedGame(config, prepare_game(table))
    return seated


def _replay(config: GameConfig, done: Sequence[Number]) -> ExplicitChanceState:
    """Returns the match after the actions and chance outcomes with these numbers."""
    match = seat_game(config).initial_state()
    for number in done:
        match = match.apply(number)
    return match


# --- the classes that OpenSpiel asks for ----------------------------------------------------------

NAME: Final = "clagdsl"
"""The short name of the games in OpenSpiel."""

_RESERVED: Final = "(),="
"""The separators within the name of an OpenSpiel game."""

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
    parameter_specification={"rules": "pagat", "players": 4, "reward": "points", "parameters": ""},
)


class ClagGame(pyspiel.Game):
    """The OpenSpiel class for a game at a table:
    `clagdsl(rules=pagat,players=4,reward=points,parameters=hook:false)`.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        self.seated = seat_game(
            GameConfig(
                str(chosen.get("rules", "pagat")),
                int(chosen.get("players", 4)),
                read_reward(chosen.get("reward", "points")),
                _read_parameters(str(chosen.get("parameters", ""))),
            )
        )
        most = self.seated.max_points if self.seated.config.reward == "points" else 1
        least = -most if self.seated.config.reward == "points" else 0
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.seated.actions),
            max_chance_outcomes=self.seated.max_outcomes,
            num_players=self.seated.table.players,
            min_utility=float(least),
            max_utility=float(most),
            max_game_length=self.seated.max_decisions,
        )
        super().__init__(_GAME_TYPE, info, chosen)

    def new_initial_state(self) -> ClagState:
        """Returns a match in which nothing has happened yet."""
        return ClagState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Returns an upper bound on the number of chance nodes in a match."""
        return self.seated.max_chance_nodes

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
                "an observer tells what one seat sees, public and its own, without parameters"
            ).error()
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return ClagObserver(self.seated, recalls=recalls)


class ClagState(pyspiel.State):
    """A match at one moment, with the interface that OpenSpiel requires."""

    def __init__(self, game: ClagGame) -> None:
        super().__init__(game)
        self.match: ExplicitChanceState = game.seated.initial_state()

    def current_player(self) -> int:
        """Returns the seat to act, or OpenSpiel's id for chance or for a finished match."""
        if self.match.state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.match.waits_for_chance:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.match.state.actor
        assert isinstance(seat, int)
        return seat

    def _legal_actions(self, _player: int) -> list[int]:
        return self.match.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the chance outcomes with their probabilities."""
        return [(outcome.number, outcome.probability) for outcome in self.match.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.match = self.match.apply(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.match.text_of(action)

    def is_terminal(self) -> bool:
        """Returns whether the match is over."""
        return self.match.state.over

    def rewards(self) -> list[float]:
        """Returns the rewards for the last decision, by seat, even if chance has acted since."""
        return [*self.match.rewards]

    def returns(self) -> list[float]:
        """Returns all rewards so far, by seat."""
        return [*self.match.returns()]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> ClagState:
        """Returns a random state that a seat cannot distinguish from this one.

        All possible packs are equally likely. `sampler` returns random numbers from 0 to 1.
        """
        seed = int(sampler() * 2**32) << 32 | int(sampler() * 2**32)
        state: ClagState = self.get_game().new_initial_state()
        for number in self.match.resample(player, seed).done:
            state.apply_action(number)
        return state

    def __str__(self) -> str:
        return f"{self.match.state}" + "".join(f" {card}" for card in self.match.pack_prefix)


class ClagObserver:
    """Observes a state from one seat, with the interface that OpenSpiel requires."""

    def __init__(self, seated: SeatedGame, *, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if not recalls:
            self.tensor = seated.empty_observation()
            self.dict = {"observation": self.tensor}

    def set_from(self, state: ClagState, player: int) -> None:
        """Writes a seat's view into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = state.match.observe(player)

    def string_from(self, state: ClagState, player: int) -> str:
        """Returns a seat's view, or with perfect recall everything that it has seen, as text."""
        if self._recalls:
            return state.match.information_state_text(player)
        return f"seat {player}\n{observation_text(state.match.view(player))}"


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
    chosen = {
        "rules": game.reference,
        "players": table.players,
        "reward": read_reward(reward),
        "parameters": ";".join(
            f"{name}:{value_text(value)}" for name, value in (parameters or {}).items()
        ),
    }
    config = GameConfig(
        game.reference, table.players, read_reward(reward), tuple((parameters or {}).items())
    )
    seat_game(config, game)  # read the file as it is now, not from the cache
    return pyspiel.load_game(NAME, chosen)


def _check_name(game: PlayableGame, *, has_path: bool) -> None:
    """Raises ArgumentError if OpenSpiel could not find the game by its name or path."""
    if any(sign in game.reference for sign in _RESERVED):
        raise problems.arguments.WrongEnvironment(
            f"OpenSpiel cannot tell where the path `{shorten(game.reference)}` ends:"
            " give one without brackets, commas and equals signs"
        ).error()
    if not has_path and not _is_loadable(game):
        raise problems.arguments.WrongEnvironment(
            "OpenSpiel finds a game by its name: give a path or a bundled name, not a text"
        ).error()


def _is_loadable(game: PlayableGame) -> bool:
    """Returns whether loading the reference of a game yields the rules of that game."""
    try:
        return load(game.reference).rules == game.rules
    except ClagError:
        return False


def _read_parameters(text: str) -> tuple[tuple[str, Value], ...]:
    """Parses the parameters in a game's name: `hook:false;most:3`."""
    pairs = (item.partition(":") for item in text.split(";") if item)
    return tuple((name, _read(value)) for name, _, value in pairs)


def _read(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdecimal() else text
