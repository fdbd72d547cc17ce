"""Between which bounds the runs and tallies of a player lie before each deal of a schedule.

A run is at most the number of deals before that count in it, a tally lies between the sums of what
each of these deals can add at least and at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from clagdsl.check.prove.auctioned import with_auction
from clagdsl.check.prove.batch_eval import Sheets
from clagdsl.check.prove.deal_proofs import (
    DeckAt,
    PastBounds,
    Scoring,
    by_trick,
    trick_rows,
    winning_ranks,
    with_blind,
)
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.check.prove.reporter import FoundFault
from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.intervals import Bounds, NotShownError, Range, range_of
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import AuctionBids, FixedBid, NoAuction, NoBid, Past, Run, Tally, Value
from clagdsl.table.bid_masks import any_bidding, fixed_bidding
from clagdsl.table.card_values import card_values, with_cards
from clagdsl.table.outcomes import BLIND, OF_BIDS, ORDER, PointSums, outcomes, point_sums
from clagdsl.table.schedule import MOST_DEALS, ScheduledDeal
from clagdsl.table.tabulate import RowFaultError

Added: TypeAlias = tuple[int, int] | None
"""The least and the most that a deal adds, None where it is passed over."""

Scorings: TypeAlias = Callable[[str, int, int], Iterable[Scoring]]
"""How a deal of some name, number and cards can be scored, after any call."""


def widest(past: Sequence[Past], ranges: Mapping[str, Range]) -> dict[str, Range]:
    """Between which bounds runs and tallies stay in any match, as far as that is soon seen."""
    found: dict[str, Range] = {}
    for each in past:
        if isinstance(each, Run):
            found[each.name] = Bounds(0, MOST_DEALS)
            continue
        try:
            added = range_of(each.expression, ranges)
        except (NotShownError, KeyError):
            added = Bounds(-LARGEST, LARGEST)
        if not isinstance(added, Bounds):
            raise TypeError("a tally adds numbers")
        low, high = min(0, added.low) * MOST_DEALS, max(0, added.high) * MOST_DEALS
        found[each.name] = Bounds(max(low, -LARGEST), min(high, LARGEST))
    return found


class PastProofs:
    """Works out the bounds before every deal of a schedule."""

    def __init__(self, past: Sequence[Past], sheets: Sheets, deck_at: DeckAt) -> None:
        self.past = past
        self.deck_at = deck_at
        self.sheets = sheets
        self._added: dict[tuple[object, ...], tuple[Scoring, Added]] = {}

    def before(
        self, setting: Setting, schedule: Sequence[ScheduledDeal], scorings: Scorings
    ) -> list[PastBounds]:
        """The bounds before each deal, and last those after all."""
        now = {each.name: (0, 0) for each in self.past}
        found = [self._bounds(now)]
        for scheduled in schedule:
            rules = [
                (cards, one)
                for cards in range(scheduled.low, scheduled.high + 1)
                for one in scorings(scheduled.name, scheduled.number, cards)
            ]
            for each in self.past:
                added = [
                    self._adds(each, setting, scheduled.number, cards, one) for cards, one in rules
                ]
                now[each.name] = self._after(each, now[each.name], added)
            found.append(self._bounds(now))
        return found

    def too_large(self, setting: Setting, bounds: PastBounds) -> Iterator[FoundFault]:
        """The tallies that can come to more than any figure may."""
        for each, (_, low, high) in zip(self.past, bounds, strict=True):
            worst = low if low < -LARGEST else high
            if not -LARGEST <= worst <= LARGEST:
                part = each.expression
                fault = EvaluationError("too large", part.place, part, worst)
                yield FoundFault(fault, each.origin.place, setting)

    def _bounds(self, now: Mapping[str, tuple[int, int]]) -> PastBounds:
        return tuple((name, low, high) for name, (low, high) in now.items())

    def _after(self, past: Past, now: tuple[int, int], added: Sequence[Added]) -> tuple[int, int]:
        counts = [each for each in added if each is not None]
        if not counts:
            return now
        if isinstance(past, Run):
            return (0, now[1] + 1)
        if len(counts) < len(added):
            counts.append((0, 0))
        low, high = min(each[0] for each in counts), max(each[1] for each in counts)
        return (now[0] + low, now[1] + high)

    def _adds(self, past: Past, setting: Setting, number: int, cards: int, rules: Scoring) -> Added:
        uses = self.sheets.book.uses(past.expression)
        if isinstance(rules.bid, NoBid) and uses.variables & OF_BIDS:
            return None
        if isinstance(rules.auction, NoAuction) and "auction" in uses.variables:
            return None
        if BLIND in uses.variables and not rules.may_be_blind:
            return None
        if isinstance(past, Run):
            return (0, 0)
        wanted = uses.parameters | self.sheets.book.uses(rules.trick_worth).parameters
        by_number = number if "deal" in uses.variables else 0
        deck = self.deck_at(setting)
        key = (
            past.name,
            id(rules),
            setting.players,
            cards,
            by_number,
            setting.choose(wanted),
            deck,
        )
        known = self._added.get(key)
        if known is None:
            # the scoring is kept, so that its identity is not given again
            added = self._extremes(past, setting, number, cards, rules)
            known = self._added[key] = (rules, added)
        return known[1]

    def _extremes(
        self, past: Tally, setting: Setting, number: int, cards: int, rules: Scoring
    ) -> Added:
        """The least and the most that a deal adds, whatever is bid: limits may read the tally."""
        players, sheets = setting.players, self.sheets
        names: dict[str, Value] = {**setting.names, "cards": cards, "deal": number}
        wanted = sheets.book.uses(past.expression).variables
        bidding = any_bidding(players, cards)
        if isinstance(rules.bid, FixedBid):
            if rules.bid.number > cards:
                return None  # told elsewhere
            bidding = fixed_bidding(players, cards, rules.bid.number)
        points: PointSums = ()
        bounds = None
        if "points" in wanted:
            deck = self.deck_at(setting)
            columns, tricks = trick_rows(sheets, rules.trick_worth, cards, winning_ranks(deck))
            try:
                worths = sheets.values(rules.trick_worth, columns, tricks, names)
            except RowFaultError:
                return None  # told elsewhere
            points = point_sums(by_trick(worths, cards), sheets.budget)
            by_card = card_values(rules.card_worth, rules.wild, deck)
            points = with_cards(points, by_card, players, sheets.budget)
            bounds = Bounds(min(map(min, points)), max(map(max, points)))
        found = outcomes(
            wanted.intersection(ORDER),
            players=players,
            cards=cards,
            bidding=None if isinstance(rules.bid, NoBid) else bidding,
            points=points,
            budget=sheets.budget,
        )
        if isinstance(rules.auction, AuctionBids):
            bounds_of = (rules.auction.low, rules.auction.high)
            try:
                low, high = (int(sheets.values(bound, (), [()], names)[0]) for bound in bounds_of)
            except RowFaultError:
                return None  # told elsewhere
            numbers = range(low, high + 1)
            if not numbers:
                return None  # told elsewhere
            if "auction" in wanted:
                found = with_auction(found, numbers)
        if BLIND in wanted:
            found = with_blind(found, sheets.budget)
        try:
            values = sheets.values(past.expression, found.names, found.rows, names, bounds)
        except RowFaultError:  # told elsewhere, if it can come about
            values = list(self._sound(past, found.names, found.rows, names, bounds)) or [0]
        added = (int(min(values)), int(max(values)))
        if isinstance(rules.auction, AuctionBids):
            return (min(added[0], 0), max(added[1], 0))  # all may pass
        return added

    def _sound(
        self,
        past: Tally,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        names: Mapping[str, Value],
        bounds: Bounds | None,
    ) -> Iterator[Value]:
        for row in rows:
            try:
                yield from self.sheets.values(past.expression, columns, [row], names, bounds)
            except RowFaultError:
                continue
