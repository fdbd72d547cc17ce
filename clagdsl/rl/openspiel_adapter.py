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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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
    DealerDrawn,
    Event,
    FirstCardsDealt,
    decision_of,
    seen_by,
)
from clagdsl.engine.match_state import Dealing
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.worlds import sample_worlds
from clagdsl.lang.cards import Card
from clagdsl.lang.errors import ClagError
from clagdsl.lang.pack import MOST_CARDS
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.lang.policies.trump import most_turned
from clagdsl.lang.rules import TurnedTrump, Value, value_text
from clagdsl.problems.escape import shorten
from clagdsl.rl.agent_matches import (
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
    GameArrays,
    MatchArrays,
    deal_again,
    observe_agents,
    step_to_agents,
)
from clagdsl.simulation.batch.import_states import NOT_DRAWN, announced_play
from clagdsl.simulation.batch.vector_env import PreparedGame, begin_boards, prepare_game
from clagdsl.simulation.jit import Pinned
from clagdsl.simulation.lowering.arrays import (
    DRAWS_BIDDER,
    NO_VALUE,
    Array,
    make_sheet,
    make_steady,
)
from clagdsl.simulation.lowering.layout import deck_by_number
from clagdsl.simulation.lowering.lower import decisions_by_deal
from clagdsl.simulation.stats.statistics import best_seats
from clagdsl.table.choices import calls_of
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
    def counts(self) -> tuple[int, ...]:
        """The number of equal cards in the pack, by the number of the action that plays them."""
        return tuple(self.table.deck.counts[card] for card in self.cards)

    @cached_property
    def features(self) -> int:
        """The number of columns of an observation: those of a batch and one for the end of the
        match.
        """
        return int(self.prepared.plan.parts[-1]) + 1

    @cached_property
    def arrays(self) -> Any:
        """The pinned arrays of the game."""
        return Pinned(GameArrays(self.prepared.tables, self.prepared.plan))

    @cached_property
    def first_arrays(self) -> Any:
        """The pinned arrays of a match that has just begun."""
        players, tables, plan = self.table.players, self.prepared.tables, self.prepared.plan
        boards = begin_boards(self.prepared, 1, 0, 0, history=False)
        sheet = make_sheet(players, len(tables.past.kinds), self.table.deck.size, len(plan.program))
        agents = np.ones(players, np.int64)
        return Pinned(MatchArrays(boards, sheet, make_steady(("random",) * players), agents))

    @cached_property
    def first_state(self) -> State:
        """The interpreter's state before anything has happened."""
        return start_at_table(self.table)

    @cached_property
    def card_numbers(self) -> tuple[list[int], list[int]]:
        """The pack in its fixed order as the numbers of compiled code, and as those of actions."""
        deck, numbers = deck_by_number(self.table.deck), self.prepared.tables.pack.tolist()
        return numbers, [self.cards.index(deck.cards[number]) for number in numbers]

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

    @cached_property
    def _relevant_counts(self) -> dict[tuple[int, int], int]:
        return {}

    def relevant_card_count(self, deal: int, cards: int) -> int:
        """Returns the number of cards in the pack that anyone can ever see, whatever is called.

        `deal` is the 0-based number of the deal, in which each player gets `cards`.
        """
        known = self._relevant_counts.get((deal, cards))
        if known is None:
            row, deck, dealt = (
                self.table.schedule[deal],
                self.table.deck,
                self.table.players * cards,
            )
            before = self.table.rules_of(row, (), cards)
            rules = [before, *(self.table.rules_of(row, call, cards) for call in calls_of(before))]
            trumps = [each.trump for each in rules if isinstance(each.trump, TurnedTrump)]
            known = dealt + max((most_turned(each, deck, dealt) for each in trumps), default=0)
            self._relevant_counts[deal, cards] = known
        return known

    def replay(self, world: State) -> ExplicitChanceMatch:
        """Returns the match that results from repeating everything that led to `world`, including
        chance.
        """
        played = [*(deal.dealing for deal in world.history), world.position.dealing]
        dealt = {dealing.scheduled.number: dealing for dealing in played}
        match = ExplicitChanceMatch(self)
        for event in world.events:
            for number in [*self._event_numbers(event, match.state, dealt)]:
                match.apply(number)
        return match

    def _event_numbers(
        self, event: Event, here: State, dealt: Mapping[int, Dealing]
    ) -> Iterator[Number]:
        """Yields the numbers of the actions or chance outcomes that an event reports, if any."""
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
                seen = self.relevant_card_count(here.deal - 1, dealing.cards or 0)
                yield from map(self.cards.index, dealing.pack[:seen])
            case CardPlayed():
                rules, leads = here.position.dealing.rules, not here.trick
                yield self.numbers[str(announced_play(rules, event, leads=leads))]
            case _:
                action = decision_of(event)
                if action is not None:
                    yield self.numbers[str(action)]


# --- a match --------------------------------------------------------------------------------------

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)

UNSEEN: Final = np.empty((1, 0), np.int32)
"""An observation without columns, if only the legal actions are needed."""


class ExplicitChanceMatch:
    """A match at one moment: the compiled board, and the chance outcomes of this deal so far.

    - `seat`: the seat to act, or `CHANCE` or `TERMINAL`.
    - `rewards`: the rewards for the last decision, by seat.
    - done: the numbers of all actions and chance outcomes so far.
    """

    __slots__ = (
        "_allowed", "_arrays", "_begun", "_course", "_digests", "_drawn", "_laid", "_left",
        "_needed", "_number", "_picked", "_points", "_progress", "_reached", "_waiting",
        "done", "game", "rewards", "seat",
    )  # fmt: skip

    def __init__(self, game: SeatedGame) -> None:
        self.game = game
        self._attach(game.first_arrays.copy())
        self._course: list[Action | tuple[list[int], int]] = []
        """The actions for the interpreter; a pack is a pair of its cards and the suit drawn."""
        self._reached = 0, game.first_state
        """The number of actions that the interpreter has performed, and its state after them."""
        self._digests: dict[tuple[int, int], str] = {}
        self._begun = -1
        """The last deal for which chance has been asked."""
        self._picked: Number = -1
        """The last action by which a dealer has chosen the number of cards."""
        self._waiting = ["dealer"] if game.prepared.tables.drawn_dealer[0] else []
        """The kinds of chance nodes that follow: `dealer`, `first`, `suit`, `deal`."""
        self._drawn = {"first": NOT_DRAWN, "suit": NOT_DRAWN}
        self._laid: list[Number] = []
        """The next pack as far as it is known."""
        self._needed = 0
        """The number of its cards that chance deals."""
        self._left: list[Number] = []
        """The rest of the pack in ascending order, equal cards once each."""
        self.rewards = [0.0] * game.table.players
        self.done: list[Number] = []
        self._find_actor()

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
        deal, phase = progress.item(board.DEAL), progress.item(board.PHASE)
        if phase == board.OVER:
            self.seat = TERMINAL
            return
        if not self._waiting and phase != board.SIZE and deal != self._begun:
            self._begun = deal
            table, ways = self.game.table, self.game.prepared.tables.ways
            if ways[progress[board.WAY], DRAWS_BIDDER]:
                self._waiting.append("first")
            if table.draws_trump(table.schedule[deal]):
                self._waiting.append("suit")
            self._waiting.append("deal")
            self._drawn = {"first": NOT_DRAWN, "suit": NOT_DRAWN}
            self._laid, self._left = [], [*range(len(self.game.cards))]
            self._needed = self.game.relevant_card_count(deal, progress.item(board.CARDS))
        self.seat = CHANCE if self._waiting else progress.item(board.SEAT)

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
        kind, deck = self._waiting[0], self.game.table.deck
        if kind != "deal":
            count = len(deck.suits) if kind == "suit" else self.game.table.players
            return [(number, 1 / count) for number in range(count)]
        left = deck.size - len(self._laid)
        if len(self.game.cards) == deck.size:
            return [*zip(self._left, repeat(1 / left))]
        lie, counts = Counter(self._laid), self.game.counts
        return [(number, (counts[number] - lie[number]) / left) for number in self._left]

    def text_of(self, number: Number) -> str:
        """Returns the text of the action or chance outcome with this number."""
        if not self._waiting:
            return str(self.game.actions[number])
        kind = self._waiting[0]
        options = {"deal": self.game.cards, "suit": self.game.table.deck.suits}
        return f"{kind} {options.get(kind, range(self.game.table.players))[number]}"

    # --- what happens ---------------------------------------------------------------------

    def apply(self, number: Number) -> None:
        """Performs an action or a chance outcome; raises ArgumentError if an action is illegal."""
        if self._waiting:
            self._draw(number)
        else:
            self._act(number)
        self.done.append(number)
        self._find_actor()

    def _act(self, number: Number) -> None:
        if self._progress.item(board.PHASE) == board.SIZE:
            self._picked = number
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
        kind, name = self._waiting[0], self.game.first_state.names
        if kind == "deal":
            self._laid.append(number)
            if len(self._laid) == self._needed:
                self._deal()
            elif self.game.counts[number] == 1 or self._is_used_up(number):
                self._left.remove(number)
            return
        self._waiting.pop(0)
        if kind == "dealer":
            self._progress[[board.DEALER, board.WINNER]] = number
            self._course.append(DrawDealer(name[number]))
            self._begin_deal([NOT_DRAWN], [0, NOT_DRAWN, NOT_DRAWN])
            return
        self._drawn[kind] = number
        if kind == "first":
            self._course.append(DrawBidder(name[number]))

    def _is_used_up(self, number: Number) -> bool:
        return self._laid.count(number) == self.game.counts[number]

    def _deal(self) -> None:
        """Begins the deal again with its pack; cards that nobody sees lie below in fixed order."""
        self._waiting.pop(0)
        rest: dict[Number, list[int]] = {}
        for card, number in zip(*self.game.card_numbers, strict=True):
            rest.setdefault(number, []).append(card)
        pack = [rest[number].pop(0) for number in self._laid]
        pack += [card for cards in rest.values() for card in cards]
        self._arrays.array("boards.packs")[0] = pack
        self._course.append((pack, self._drawn["suit"]))
        row = self.game.table.schedule[self._begun]
        picked = [self._picked] if row.high > row.low else []
        self._begin_deal([*picked, NOT_DRAWN], [1, self._drawn["first"], self._drawn["suit"]])

    def _begin_deal(self, moves: list[int], fixed: list[int]) -> None:
        deal_again(self.game.arrays, self._arrays, np.array([moves]), np.array([fixed]))

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
        """The interpreter's state, before the chance outcomes of a pack that is not complete."""
        count, state = self._reached
        deck = self.game.table.deck
        for each in self._course[count:]:
            if isinstance(each, tuple):
                pack, suit = each
                cards = tuple(deck_by_number(deck).cards[card] for card in pack)
                each = DealPack(cards, None if suit == NOT_DRAWN else deck.suits[suit])
            state = state.apply(each)
        self._reached = len(self._course), state
        return state

    @property
    def pack_prefix(self) -> tuple[Card, ...]:
        """The cards of a pack that is not complete."""
        return tuple(self.game.cards[number] for number in self._laid) if self._waiting else ()

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

    def resample(self, seat: int, seed: int) -> list[Number]:
        """Returns the numbers of all actions and chance outcomes of a match, drawn with a seed,
        that a seat cannot distinguish from this one.

        Raises ArgumentError if that is not possible.
        """
        (world,) = sample_worlds(self.state.view(seat), self.game.table, 1, seed % SEED_LIMIT)
        return self.game.replay(world).done


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


def _replay(config: GameConfig, done: Sequence[Number]) -> ExplicitChanceMatch:
    """Returns the match after the actions and chance outcomes with these numbers."""
    match = ExplicitChanceMatch(seat_game(config))
    for number in done:
        match.apply(number)
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
        for number in self.match.resample(player, seed):
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


def _read_parameters(text: str) -> tuple[tuple[str, Value], ...]:
    """Parses the parameters in a game's name: `hook:false;most:3`."""
    pairs = (item.partition(":") for item in text.split(";") if item)
    return tuple((name, _read(value)) for name, _, value in pairs)


def _read(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdecimal() else text
