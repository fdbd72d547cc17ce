"""Judges from a view alone which contracts of a deal are made, hold or are lost.

A rules file says with `completed` when a contract is made: with exactly the tricks bid, with at
least as many, or whatever else a score may read. During the card play some figures are open. The
condition is evaluated with bounds for them, for each number of tricks that the seat can end with:

- A contract is made if the condition is true in every case, and lost if it is false in every case.
- It holds if it would be made without another trick.

INVARIANT: made and lost are certain. If bounds are too coarse to decide, a contract has no state.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from clagdsl.engine.view import View
from clagdsl.engine.view_legality import cards_of_deal, rules_in_view
from clagdsl.lang.expr.ast import Expression, Value
from clagdsl.lang.expr.free_variables import written_names
from clagdsl.lang.expr.intervals import EITHER, YES, NotShownError, Range, point_range, range_of
from clagdsl.lang.expr.operators import Bounds
from clagdsl.lang.policies.trump import trump_name
from clagdsl.lang.rules import CompletedWhen
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import values_of_seat
from clagdsl.table.scoring import possible_points
from clagdsl.table.table import Table

ContractState: TypeAlias = Literal["made", "holds", "lost"]


class _Tricks(NamedTuple):
    """The tricks that a seat has won or may end with, and how many of the others are still open."""

    own: int
    open: int


def contracts_in_view(view: View, table: Table) -> tuple[ContractState | None, ...]:
    """Returns the state of each seat's contract during the card play; empty without contracts."""
    rules = rules_in_view(view, table)
    if view.phase != "play" or not isinstance(rules.completed, CompletedWhen):
        return ()
    condition, cards = rules.completed.condition, cards_of_deal(view, table) or 0
    left = cards - sum(view.tricks)
    return tuple(
        _state(_SeatOfDeal(view, rules, cards, seat), condition, left)
        for seat in range(view.players)
    )


def _state(deal: _SeatOfDeal, condition: Expression, left: int) -> ContractState | None:
    """Returns the state of a contract if `left` tricks are still to be played."""
    won = deal.view.tricks[deal.seat]
    possible: frozenset[object] = frozenset()
    for more in range(left + 1):
        possible |= deal.truths(condition, _Tricks(won + more, left - more))
        if len(possible) > 1:
            return "holds" if deal.truths(condition, _Tricks(won, 0)) == YES else None
    return "made" if possible == YES else "lost"


class _SeatOfDeal(NamedTuple):
    """A seat whose contract is judged, in the deal of a view."""

    view: View
    rules: DealRules
    cards: int
    seat: int

    def truths(self, condition: Expression, tricks: _Tricks) -> frozenset[bool]:
        """Returns the values that a condition can have if the seat ends with these tricks."""
        names = {
            name: bounds
            for name in written_names(condition)
            if (bounds := self._range_of(name, tricks)) is not None
        }
        try:
            found = range_of(condition, names)
        except NotShownError:
            return EITHER
        assert not isinstance(found, Bounds)
        return frozenset(value is True for value in found)

    def _range_of(self, name: str, tricks: _Tricks) -> Range | None:
        """Returns the range of a figure, or None if it is not known."""
        view, own = self.view, tricks.own
        match name:
            case "tricks":
                return point_range(own)
            case "cards":
                return point_range(self.cards)
            case "deal":
                return point_range(view.deal)
            case "trump":
                return None if view.trump is None else point_range(trump_name(view.trump))
            case "blind":
                return point_range(bool(view.blind and view.blind[self.seat]))
            case "points":
                sums = possible_points(self.rules, self.cards)[own]
                return Bounds(min(sums), max(sums))
            case "most" | "most_count":
                return self._range_of_most(name, tricks)
            case "made" | "bid" | "bids" | "highest_bid" | "same_bids" | "makers":
                return self._range_of_bids(name, tricks)
            case _:
                return self._range_of_constant(name, tricks)

    def _range_of_most(self, name: str, tricks: _Tricks) -> Range:
        won = [*self.view.tricks[: self.seat], *self.view.tricks[self.seat + 1 :]]
        least = max(tricks.own, *won)
        if name == "most":
            return Bounds(least, max(least, max(won, default=0) + tricks.open))
        if tricks.open:
            return Bounds(1, self.view.players)
        return point_range([tricks.own, *won].count(least))

    def _range_of_bids(self, name: str, tricks: _Tricks) -> Range | None:
        bids = tuple(bid for bid in self.view.bids if bid is not None)
        if not bids:
            return None
        bid = bids[self.seat]
        match name:
            case "bid":
                return point_range(bid)
            case "made":
                return point_range(tricks.own == bid)
            case "bids":
                return point_range(sum(bids))
            case "highest_bid":
                return point_range(max(bids))
            case "same_bids":
                return point_range(bids.count(bid) - 1)
            case _:
                return self._range_of_makers(bids, tricks)

    def _range_of_makers(self, bids: tuple[int, ...], tricks: _Tricks) -> Bounds:
        missing = [
            bid - won
            for seat, (bid, won) in enumerate(zip(bids, self.view.tricks, strict=True))
            if seat != self.seat
        ]
        made = tricks.own == bids[self.seat]
        least = 0 if tricks.open else missing.count(0)
        return Bounds(made + least, made + sum(0 <= lacks <= tricks.open for lacks in missing))

    def _range_of_constant(self, name: str, tricks: _Tricks) -> Range | None:
        """Returns a parameter, a run or tally, or the number that won the auction."""
        values: dict[str, Value] = {**self.rules.names}
        values.update(values_of_seat(self.view.past, self.seat))
        value = values.get(name)
        if value is None:
            return None
        counts_now = name == "row_made" and tricks.own == self.view.bids[self.seat]
        return point_range(value + 1 if counts_now and isinstance(value, int) else value)
