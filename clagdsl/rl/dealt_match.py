"""A match in which chance deals card by card, as a value: what OpenSpiel's states stand for.

Every card that can matter is dealt by itself, in the order in which they lie in the pack; what
nobody ever sees lies below them in the fixed order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Final, TypeAlias

import numpy as np

from clagdsl.api import PlayableGame, load
from clagdsl.engine.actions import Action, DealPack, DrawBidder, DrawDealer, Play
from clagdsl.engine.decided import decided
from clagdsl.engine.events import (
    BidderDrawn,
    CardPlayed,
    CardsDealt,
    DealerDrawn,
    Event,
    FirstCardsDealt,
    seen_by,
)
from clagdsl.engine.legality import seen_legal
from clagdsl.engine.match_state import CHANCE, Dealing
from clagdsl.engine.state import State, sit_down
from clagdsl.engine.view import View
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.lang.policies.trump import turned_place
from clagdsl.lang.rules import TurnedTrump, Value
from clagdsl.rl.one_match import Reward, shared_win
from clagdsl.rl.seen_text import event_text
from clagdsl.simulation.batch.action_names import actions_of
from clagdsl.simulation.batch.env import Prepared, prepare
from clagdsl.simulation.batch.observation import see_matches
from clagdsl.simulation.batch.standing_boards import boards_at, course_of, said_play
from clagdsl.simulation.lowering.arrays import NO_VALUE, Array
from clagdsl.simulation.lowering.lower import decisions_by_deal
from clagdsl.table.calls import calls_of
from clagdsl.table.table import Table
from clagdsl.worlds.equal_views import worlds

Number: TypeAlias = int
"""The number of an action of a player, or of an outcome of chance.

A card is dealt by the number of the action that plays it; a seat or a suit is drawn by its own.
"""


@dataclass(frozen=True, slots=True)
class GameWanted:
    """A game as OpenSpiel knows it: its name or path, and what is chosen for all matches."""

    rules: str
    players: int
    reward: Reward
    parameters: tuple[tuple[str, Value], ...]


@dataclass(frozen=True, eq=False)
class SeatedGame:
    """A game at a table: what all its matches share."""

    wanted: GameWanted
    prepared: Prepared

    @property
    def table(self) -> Table:
        """The rules at this table."""
        return self.prepared.table

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of a player by its number."""
        return actions_of(self.prepared)

    @cached_property
    def numbers(self) -> Mapping[str, Number]:
        """The number of an action by its text."""
        return {str(action): number for number, action in enumerate(self.actions)}

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The card that is dealt by each number: that of the action that plays it."""
        plays = self.actions[: len(self.prepared.numbering.blocks["play"])]
        return tuple(play.card for play in plays if isinstance(play, Play))

    @cached_property
    def features(self) -> int:
        """How many columns an observation has: those of a batch and whether the match is over."""
        return int(self.prepared.plan.parts[-1]) + 1

    def nothing_seen(self) -> Array:
        """An observation in which nothing is to be seen yet."""
        return np.zeros(self.features, np.float32)

    @property
    def most_outcomes(self) -> int:
        """No node of chance has more outcomes."""
        return max(len(self.cards), self.table.players)

    @cached_property
    def most_decisions(self) -> int:
        """No match has more decisions of players."""
        return sum(decisions_by_deal(self.table, self.prepared.tables))

    @cached_property
    def most_chances(self) -> int:
        """No match has more nodes of chance: who deals first; a pack, a suit, a bidder each."""
        players, size = self.table.players, self.table.deck.size
        return 1 + sum(2 + min(size, players * row.high + 1) for row in self.table.schedule)

    @cached_property
    def most_points(self) -> int:
        """No seat has a total further from 0."""
        scores = self.prepared.tables.scores
        worst = int(np.abs(scores[scores != NO_VALUE]).max(initial=1))
        return worst * len(self.table.schedule)

    def begin(self) -> DealtMatch:
        """A match before anything has happened."""
        nothing = (0.0,) * self.table.players
        return DealtMatch(self, sit_down(self.table), nothing, ("",) * self.table.players)

    def matters(self, dealing: Dealing) -> int:
        """How many cards of the pack anybody can come to see, whatever is called."""
        dealt = self.table.players * (dealing.cards or 0)
        calls = calls_of(dealing.rules) if dealing.calls is None else (dealing.calls,)
        rules = [self.table.rules_of(dealing.scheduled, call, dealing.cards) for call in calls]
        trumps = [each.trump for each in (dealing.rules, *rules)]
        turned = [
            turned_place(trump, dealt, self.table.deck.size)
            for trump in trumps
            if isinstance(trump, TurnedTrump)
        ]
        return max([dealt, *(place + 1 for place in turned if place is not None)])

    def led_to(self, world: State) -> DealtMatch:
        """The match in which all happens that has happened in a state, chance included."""
        played = [*(deal.dealing for deal in world.history), world.position.dealing]
        dealt = {dealing.scheduled.number: dealing for dealing in played}
        match = self.begin()
        for event in world.events:
            for number in self._told_by(event, match, dealt):
                match = match.apply(number)
        return match

    def _told_by(
        self, event: Event, match: DealtMatch, dealt: Mapping[int, Dealing]
    ) -> Iterator[Number]:
        """The numbers of what an event tells that has been done: one, several or none."""
        here = match.state
        match event:
            case DealerDrawn(seat=seat) | BidderDrawn(seat=seat):
                yield seat
            case CardsDealt() | FirstCardsDealt():
                if here.phase != "deal":
                    return  # the rest of a pack that lies already
                dealing = dealt[here.deal]
                assert dealing.pack is not None
                if dealing.suit is not None:
                    yield self.table.deck.suits.index(dealing.suit)
                yield from map(
                    self.cards.index, dealing.pack[: self.matters(here.position.dealing)]
                )
            case CardPlayed():
                rules, leads = here.position.dealing.rules, not here.trick
                yield self.numbers[str(said_play(rules, event, leads=leads))]
            case _:
                action = decided(event)
                if action is not None:
                    yield self.numbers[str(action)]


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """What chance may do, and how likely."""

    number: Number
    probability: float


@dataclass(frozen=True, slots=True, eq=False)
class DealtMatch:
    """A match at one moment: where the interpreter stands, and what lies of the next pack.

    `rewards` are by seat what the last decision has brought; `told` is by seat a digest of what it
    has seen of the deals before.  `done` are the numbers of all that has happened, by which it is
    copied to other processes.
    """

    game: SeatedGame
    state: State
    rewards: tuple[float, ...]
    told: tuple[str, ...]
    laid: tuple[Card, ...] = ()
    suit: Suit | None = None
    before: DealtMatch | None = field(default=None, repr=False)
    """Of a match that is over, how it stood before the last action."""
    done: tuple[Number, ...] = field(default=(), repr=False)

    def __deepcopy__(self, _memo: dict[int, object]) -> DealtMatch:
        return self  # it never changes

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (self.game.wanted, self.done)

    # --- what may happen ------------------------------------------------------------------

    @property
    def waits_for_chance(self) -> bool:
        """Whether chance is to act, and no player."""
        return self.state.actor is CHANCE

    def legal(self) -> list[Number]:
        """What the seat to act may do, by number; nothing where none is."""
        if not isinstance(self.state.actor, int):
            return []
        # As the seat sees it: what it plays unseen has no name yet.
        seen = seen_legal(self.state.position)
        return sorted(self.game.numbers[str(action)] for action in seen)

    @property
    def _draws_suit(self) -> bool:
        """Whether the next thing is to draw the suit of a deal."""
        draws = self.state.phase == "deal" and self.suit is None
        return draws and self.game.table.draws_trump(self.state.scheduled)

    def outcomes(self) -> list[ChanceOutcome]:
        """What chance may do, by number."""
        deck = self.game.table.deck
        if self._draws_suit:
            return [ChanceOutcome(place, 1 / len(deck.suits)) for place in range(len(deck.suits))]
        if self.state.phase != "deal":
            players = self.game.table.players
            return [ChanceOutcome(seat, 1 / players) for seat in range(players)]
        lie, left = Counter(self.laid), deck.size - len(self.laid)
        return [
            ChanceOutcome(number, (deck.counts[card] - lie[card]) / left)
            for number, card in enumerate(self.game.cards)
            if lie[card] < deck.counts[card]
        ]

    def text_of(self, number: Number) -> str:
        """What a number stands for here."""
        if not self.waits_for_chance:
            return str(self.game.actions[number])
        if self._draws_suit:
            return f"suit {self.game.table.deck.suits[number]}"
        if self.state.phase == "deal":
            return f"deal {self.game.cards[number]}"
        return f"{'dealer' if self.state.phase == 'dealer' else 'first'} {number}"

    # --- what happens ---------------------------------------------------------------------

    def apply(self, number: Number) -> DealtMatch:
        """The match after an action, or after an outcome of chance."""
        done = (*self.done, number)
        if not self.waits_for_chance:
            after = self.state.apply(self.game.actions[number])
            return replace(
                self,
                state=after,
                rewards=self._brought(after),
                told=self._told_after(after),
                before=self if after.over else None,
                done=done,
            )
        if self._draws_suit:
            return replace(self, suit=self.game.table.deck.suits[number], done=done)
        if self.state.phase == "dealer":
            return replace(self, state=self.state.apply(self._named(DrawDealer, number)), done=done)
        if self.state.phase == "first":
            return replace(self, state=self.state.apply(self._named(DrawBidder, number)), done=done)
        laid = (*self.laid, self.game.cards[number])
        if len(laid) < self.game.matters(self.state.position.dealing):
            return replace(self, laid=laid, done=done)
        rest = Counter(self.game.table.deck.cards)
        rest.subtract(laid)
        dealt = self.state.apply(DealPack((*laid, *rest.elements()), self.suit))
        return replace(self, state=dealt, laid=(), suit=None, done=done)

    def _named(
        self, draw: type[DrawDealer] | type[DrawBidder], seat: int
    ) -> DrawDealer | DrawBidder:
        return draw(self.state.names[seat])

    def _brought(self, after: State) -> tuple[float, ...]:
        """By seat what an action brings that leads to a state."""
        if self.game.wanted.reward == "points":
            both = zip(after.totals, self.state.totals, strict=True)
            return tuple(float(now - before) for now, before in both)
        return won_by_seat(after)

    def _told_after(self, after: State) -> tuple[str, ...]:
        """By seat a digest of all that it has seen of the deals that are over in a state."""
        seen, before = len(self.state.position.standing.events), after.position.standing.events
        if len(before) == seen:
            return self.told
        return tuple(
            sha256((told + events_text(seat, before[seen:])).encode()).hexdigest()
            for seat, told in enumerate(self.told)
        )

    def returns(self) -> tuple[float, ...]:
        """By seat all that has been brought so far."""
        if self.game.wanted.reward == "points":
            return tuple(map(float, self.state.totals))
        return won_by_seat(self.state)

    # --- what is seen ---------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What a seat sees."""
        return self.state.view(seat)

    def told_to(self, seat: int) -> str:
        """All that a seat has seen: a digest of the deals before, and the events of this one."""
        events = events_text(seat, self.state.position.events)
        return f"seat {seat} {self.told[seat]}\n{events}"

    def observe(self, seat: int) -> Array:
        """[column]: what a seat sees, as in a batch; zeros while cards are dealt.

        The last column is 1 once the match is over; the others are then those of before.
        """
        here = self.before or self
        seen = self.game.nothing_seen()
        seen[-1] = self.state.over
        if not here.waits_for_chance:
            prepared, numbers = self.game.prepared, self.game.numbers
            course = course_of(here.state, lambda action: numbers[str(action)])
            boards = boards_at(prepared, [course], np.zeros(1, np.int64), 0, history=False)
            row = np.empty((1, self.game.features - 1), np.int32)
            see_matches(prepared.tables, prepared.plan, boards, np.array([seat]), row)
            seen[:-1] = row[0]
        return seen

    def resampled(self, seat: int, seed: int) -> DealtMatch:
        """A match that a seat cannot tell from this one, drawn by a seed.  Raises ArgumentError."""
        (world,) = worlds(self.view(seat), self.game.table, 1, seed % SEED_LIMIT)
        return self.game.led_to(world)


def won_by_seat(state: State) -> tuple[float, ...]:
    """By seat 1 for who has won a match, in equal shares; zeros while it runs."""
    won = np.array([seat in state.winners for seat in range(state.players)])
    return tuple(shared_win(won).tolist())


def events_text(seat: int, events: Sequence[Event]) -> str:
    """What a seat has seen of events, a line for each."""
    return "\n".join(map(event_text, seen_by(seat, tuple(events))))


MOST_KEPT: Final = 64
"""So many games at tables are kept ready."""

_SEATED: Final[dict[GameWanted, SeatedGame]] = {}


def seat_game(wanted: GameWanted, game: PlayableGame | None = None) -> SeatedGame:
    """A game at a table, read anew only where it is given.  Raises ArgumentError, RulesError."""
    known = _SEATED.get(wanted)
    if known is not None and game is None:
        return known
    game = game or load(wanted.rules)
    table = game.start(wanted.players, parameters=dict(wanted.parameters)).table
    if len(_SEATED) >= MOST_KEPT:
        _SEATED.clear()
    seated = _SEATED[wanted] = SeatedGame(wanted, prepare(table))
    return seated


def _again(wanted: GameWanted, done: Sequence[Number]) -> DealtMatch:
    """A match in which all this has happened."""
    match = seat_game(wanted).begin()
    for number in done:
        match = match.apply(number)
    return match
