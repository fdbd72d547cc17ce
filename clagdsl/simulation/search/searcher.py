"""Decisions searched: for matches of a batch, and for a seat by its view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from clagdsl.engine.actions import Action, Bid
from clagdsl.engine.events import (
    BidderDrawn,
    BidMade,
    CallMade,
    CardPlayed,
    DealScored,
    Event,
    TrumpDrawn,
    decision_of,
)
from clagdsl.engine.players.player import WeighedAction, WeighedDecision
from clagdsl.engine.view import View
from clagdsl.engine.view_legality import events_of_deal
from clagdsl.engine.worlds import PackSampler, SeenDeal, WorldRandom, seen_deals
from clagdsl.simulation.batch.action_names import actions_of
from clagdsl.simulation.batch.batch_state import Boards
from clagdsl.simulation.batch.import_states import (
    NOT_DRAWN,
    DrawnLots,
    MatchSoFar,
    announced_play,
    deal_start_boards,
    numbered,
)
from clagdsl.simulation.batch.vector_env import PreparedGame, VectorEnv, boards_of, prepare_game
from clagdsl.simulation.lowering.arrays import Array
from clagdsl.simulation.lowering.layout import DECK
from clagdsl.simulation.search.rollouts import OWN_WEIGHT, search_matches
from clagdsl.simulation.search.workspace import SearchWorkspace, make_search_workspace
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.table import Table

# --- a match as one of its seats has seen it, ready to be played again on a board -----------------


def seen_match(view: View, table: Table, number_of: Callable[[Action], int]) -> MatchSoFar:
    """Returns the match of a view, the cards that its seat has not seen lying anywhere.

    A bid that is made and not told is the lowest, and of contracts of deals before nothing is
    known: who looks at the board through the eyes of the seat sees neither.
    """
    events = events_of_deal(view)
    seen = next(seen_deals(events, table))
    lots = WorldRandom(0, 0, view.deal)
    pack = None if seen.cards is None else PackSampler(seen).sample(lots)
    nothing = (0,) * view.players
    return MatchSoFar(
        deal=view.deal - 1,
        dealer=view.dealer,
        last_winner=_last_winner(view, events),
        totals=view.totals,
        failed=nothing,
        completed=nothing,
        past=view.past,
        pack=None if pack is None else numbered(pack, table.deck),
        lots=_lots(events),
        moves=tuple(number_of(action) for action in _actions(events, seen)),
    )


def _last_winner(view: View, events: tuple[Event, ...]) -> int:
    """Who has won the deal before, as far as this deal asks: whoever calls is known."""
    for event in events:
        if isinstance(event, CallMade):
            return event.seat
    if view.phase == "call":
        return view.own_seat
    for event in reversed(view.events):
        if isinstance(event, DealScored):
            return event.winner
    return view.dealer


def _lots(events: tuple[Event, ...]) -> DrawnLots:
    bidder = suit = NOT_DRAWN
    for event in events:
        if isinstance(event, BidderDrawn):
            bidder = event.seat
        elif isinstance(event, TrumpDrawn):
            suit = DECK.suits.index(event.suit)
    return DrawnLots(bidder, suit)


def _actions(events: tuple[Event, ...], seen: SeenDeal) -> Iterator[Action]:
    """What was done in the deal, in its order."""
    rules: DealRules = seen.rules
    lain = 0
    for event in events:
        if isinstance(event, CardPlayed):
            yield announced_play(rules, event, leads=lain % rules.players == 0)
            lain += 1
        elif isinstance(event, BidMade) and event.bid is None:
            bid = 0 if seen.revealed_bids is None else seen.revealed_bids[event.seat]
            yield Bid(bid, event.blind)
        else:
            action = decision_of(event)
            if action is not None:
                yield action


# --- what the worlds of a search come to, in exact fractions: a mean, and how sure that is --------


def mean_of(workspace: SearchWorkspace, figures: Array, unit: int) -> Fraction:
    """Returns the mean of whole numbers [world] over the worlds that were taken, in so large a
    unit.
    """
    return Fraction(int(workspace.picked @ figures), _total_picked(workspace) * unit)


def variance_of(workspace: SearchWorkspace, figures: Array, unit: int) -> Fraction | None:
    """Returns the variance of that mean, as the search reckons it; None where one world says
    nothing of it.

    Its root is the standard error.  A world that was taken several times is one world.
    """
    taken, squares = _total_picked(workspace), int(workspace.picked @ workspace.picked)
    if taken * taken == squares:
        return None
    total = int(workspace.picked @ figures)
    deviation = int(workspace.picked @ (figures * figures)) - Fraction(total * total, taken)
    return deviation / (taken * (Fraction(taken * taken, squares) - 1) * unit * unit)


def _total_picked(workspace: SearchWorkspace) -> int:
    """How many worlds were taken, each as often as it was."""
    return int(workspace.picked.sum())


# --- the searching player ----------------------------------------------------------------


OWN_WORDS: Final = np.zeros((0, 2), np.uint64)
"""The keys of matches that take the words of their own decisions."""

NO_MOVES: Final = np.zeros((0, 0), np.int64)
"""What has to happen before boards that stand where they are to be searched."""


@dataclass(frozen=True, slots=True, eq=False)
class Searcher:
    """Searches matches of a game at a table with so many worlds; for one thread at a time."""

    prepared: PreparedGame
    levels: Array
    """[seat]: its worlds, or `PLAYS_STEADY` or `PLAYS_RANDOMLY`."""
    room: SearchWorkspace

    def choose(
        self,
        boards: Boards,
        seats: Array,
        keys: Array = OWN_WORDS,
        moves: Array = NO_MOVES,
        fixed_chance: Array = NO_MOVES,
        *,
        plays: bool = False,
    ) -> Array:
        """[match]: what these seats do, -1 where the seat is -1 or the match over.

        Where it `plays`, they have done it.

        `keys` [match, 2] are words of 32 bits from which the worlds come.  Boards that do not stand
        there yet are brought there by `moves` and `stays`, as `DealStartBoards` has them.
        """
        chosen = np.empty(len(seats), np.int64)
        prepared = self.prepared
        if not search_matches(
            prepared.tables,
            prepared.plan,
            self.room,
            boards,
            moves,
            fixed_chance,
            seats,
            keys,
            self.levels,
            chosen,
            plays,
        ):
            raise RuntimeError("the search came to what its tables do not hold")
        return chosen


def make_searcher(prepared: PreparedGame, worlds: int) -> Searcher:
    """Returns a searcher with so many worlds."""
    return make_match_searcher(prepared, [worlds] * prepared.table.players)


def make_match_searcher(prepared: PreparedGame, levels: Sequence[int]) -> Searcher:
    """Returns a searcher that plays each seat with its own worlds, or steadily, or at random."""
    workspace = make_search_workspace(prepared, max(*levels, 1))
    return Searcher(prepared, np.array(levels, np.int64), workspace)


@dataclass(frozen=True, slots=True, eq=False)
class SeatSearcher:
    """Searches decisions of seats at a table by what they have seen."""

    table: Table
    searcher: Searcher
    actions: tuple[Action, ...]
    numbers: dict[str, int]

    def decide_at(self, batch: VectorEnv, places: Array) -> Array:
        """[place]: the numbers of the actions of the seats to act, by their own words."""
        seats = np.full(batch.matches, -1, np.int64)
        seats[places] = batch.seat[places]
        return self.searcher.choose(boards_of(batch), seats)[places]

    def decide(self, view: View, low: int, high: int) -> Action:
        """What the seat of a view does, with the worlds of a key of two words."""
        return self.actions[self._chosen(view, low, high)]

    def weigh(self, view: View, done: Action, low: int, high: int) -> WeighedDecision:
        """What each action of a seat is worth, beside one of them, in the worlds of that key."""
        workspace, action_number = self.searcher.room, self.numbers[str(done)]
        workspace.forced_action[0] = action_number
        try:
            chosen = self._chosen(view, low, high)
        finally:
            workspace.forced_action[0] = -1
        worlds = int(workspace.decision[2])
        weighed = self._weighed(view, action_number) if worlds else ()
        return WeighedDecision(self.actions[chosen], worlds, weighed)

    def _weighed(self, view: View, action_number: int) -> tuple[WeighedAction, ...]:
        workspace, numbers = self.searcher.room, {}
        for number in range(int(workspace.counts[4])):
            numbers[int(workspace.actions[number])] = number
        unit = OWN_WEIGHT * (view.players - 1)
        baseline = numbers[action_number]
        return tuple(
            WeighedAction(
                self.actions[action],
                mean_of(workspace, workspace.points[number], 1),
                mean_of(workspace, workspace.worths[number], unit),
                mean_of(workspace, workspace.worths[number] - workspace.worths[baseline], unit),
                variance_of(workspace, workspace.worths[number] - workspace.worths[baseline], unit),
                number < workspace.counts[2],
            )
            for action, number in sorted(numbers.items())
        )

    def _chosen(self, view: View, low: int, high: int) -> int:
        match = seen_match(view, self.table, lambda action: self.numbers[str(action)])
        number = np.zeros(1, np.int64)
        begun = deal_start_boards(self.searcher.prepared, [match], number, 0, history=False)
        seats, keys = np.array([view.own_seat]), np.array([[low, high]], np.uint64)
        chosen = self.searcher.choose(begun.boards, seats, keys, begun.moves, begun.fixed_chance)
        return int(chosen[0])


def make_seat_searcher(table: Table, worlds: int) -> SeatSearcher:
    """Returns a searcher for the seats of a table."""
    prepared = prepare_game(table)
    actions = actions_of(prepared)
    numbers = {str(action): number for number, action in enumerate(actions)}
    return SeatSearcher(table, make_searcher(prepared, worlds), actions, numbers)
