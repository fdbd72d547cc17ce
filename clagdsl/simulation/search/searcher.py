"""Searchers: entry points to the compiled search, for matches of a batch and for views."""

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

# --- a view as a course that can be replayed on a board -----------------------------------------


def seen_match(view: View, table: Table, number_of: Callable[[Action], int]) -> MatchSoFar:
    """Converts a view to a match, with the unseen cards in arbitrary places.

    Hidden bids are replaced with the lowest bid, and the numbers of contracts made in earlier deals
    with 0. Neither influences the search, since the seat does not see them on the board.
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
    """Returns the seat to record as the previous deal's winner: the caller, if there is one.

    The current deal depends on that winner only through the caller.
    """
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
    """Yields the actions of the deal, in order."""
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


# --- results over worlds as exact fractions: a mean, and its variance ---------------------------


def mean_of(workspace: SearchWorkspace, figures: Array, unit: int) -> Fraction:
    """Returns the mean of `figures` [world] over the picked worlds, divided by `unit`."""
    return Fraction(int(workspace.picked @ figures), _total_picked(workspace) * unit)


def variance_of(workspace: SearchWorkspace, figures: Array, unit: int) -> Fraction | None:
    """Returns the variance of the mean of `figures`; its square root is the standard error.

    Returns None if only one world was picked. Repeated picks of a world do not count as
    independent.
    """
    taken, squares = _total_picked(workspace), int(workspace.picked @ workspace.picked)
    if taken * taken == squares:
        return None
    total = int(workspace.picked @ figures)
    deviation = int(workspace.picked @ (figures * figures)) - Fraction(total * total, taken)
    return deviation / (taken * (Fraction(taken * taken, squares) - 1) * unit * unit)


def _total_picked(workspace: SearchWorkspace) -> int:
    """Returns the number of worlds picked, counting repetitions."""
    return int(workspace.picked.sum())


# --- the searching player ----------------------------------------------------------------


OWN_WORDS: Final = np.zeros((0, 2), np.uint64)
"""No keys: each match draws the random words for its own decision."""

NO_MOVES: Final = np.zeros((0, 0), np.int64)
"""No moves: the boards are already at the decisions."""


@dataclass(frozen=True, slots=True, eq=False)
class Searcher:
    """Searches decisions in matches of a game at a table; not thread-safe."""

    prepared: PreparedGame
    levels: Array
    """[seat]: the number of worlds, or `PLAYS_STEADY` or `PLAYS_RANDOMLY`."""
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
        """Returns the actions of these seats, [match]; -1 if the seat is -1 or the match is over.

        `keys` [match, 2] are 32-bit random words that seed the worlds. Boards before their
        decisions are advanced with `moves` and `fixed_chance` (see `DealStartBoards`). If `plays`,
        the actions are performed.
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
    """Returns a searcher in which all seats use `worlds` worlds."""
    return make_match_searcher(prepared, [worlds] * prepared.table.players)


def make_match_searcher(prepared: PreparedGame, levels: Sequence[int]) -> Searcher:
    """Returns a searcher with a number of worlds, or a policy code, for each seat."""
    workspace = make_search_workspace(prepared, max(*levels, 1))
    return Searcher(prepared, np.array(levels, np.int64), workspace)


@dataclass(frozen=True, slots=True, eq=False)
class SeatSearcher:
    """Searches decisions of a table's seats, based on what they have seen."""

    table: Table
    searcher: Searcher
    actions: tuple[Action, ...]
    numbers: dict[str, int]

    def decide_at(self, batch: VectorEnv, places: Array) -> Array:
        """Returns the actions of the seats to act, [place], seeded with their own random words."""
        seats = np.full(batch.matches, -1, np.int64)
        seats[places] = batch.seat[places]
        return self.searcher.choose(boards_of(batch), seats)[places]

    def decide(self, view: View, low: int, high: int) -> Action:
        """Returns the action of a view's seat; the words `low` and `high` seed the worlds."""
        return self.actions[self._chosen(view, low, high)]

    def weigh(self, view: View, done: Action, low: int, high: int) -> WeighedDecision:
        """Compares each action's value with that of `done`; `low` and `high` seed the worlds."""
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
