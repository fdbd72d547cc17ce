"""The layout of the arrays in which the matches of a game at a table are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Final, assert_never

import numpy as np

from clagdsl.lang.expr.ast import Expression
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.intervals import (
    EITHER,
    NO,
    Bounds,
    NotShownError,
    Range,
    point_range,
    range_of,
)
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import (
    OWN_SCORE,
    TRUMP_WORDS,
    BidInTurn,
    Call,
    CriterionText,
    FirstBidder,
    FixedBid,
    Keeps,
    NoBid,
    RowBest,
    RowMade,
    Run,
)
from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.table.bids import auction_bids, auctions_in, may_bid_blind
from clagdsl.table.choices import calls_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import applies_to, reads_own_score, scoring_expressions
from clagdsl.table.outcomes import BLIND, figure_ranges
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import possible_points, worths
from clagdsl.table.seats import next_dealer, unknown_end
from clagdsl.table.table import Table

# --- bounds on points, and so on every total that is counted -------------------------------
# Input: a game at a table. Output: the minimum and maximum points in a deal, widened to include
# 0.
#
# Every pair of a bid and a number of tricks is evaluated, because scores depend on their
# combination. Everything else (points, other players' results, runs and tallies) is an interval,
# and `range_of` evaluates the score on these intervals. The cost therefore depends only on the
# number of cards, and not on the variables in a score. Combinations that cannot occur are
# included as well, so the bounds may be slightly wider than necessary.


Ranges = Mapping[str, Range]

ANYTHING: Final = Bounds(-LARGEST, LARGEST)
"""The widest possible bounds: the checker proves that no number in a match exceeds them."""


def score_bounds(table: Table) -> Bounds:
    """Returns the minimum and maximum points in a deal, widened to include 0."""
    work = _BoundsCache(table)
    past = {**work.won_with, **work.remembered()}
    if RowMade() in table.remembered:
        past[RowMade().name] = Bounds(0, max(row.row_deals for row in table.schedule) - 1)
    if RowBest() in table.remembered:
        past[RowBest().name] = Bounds(0, work.best_of_rows(past))
    return work.hull(work.scores(row, past) for row in table.schedule)


@dataclass(slots=True)
class _BoundsCache:
    """Bounds that are computed once and shared by all deals with the same key."""

    table: Table
    won_with: dict[str, Range] = field(init=False)
    """The range of winning auction bids, whether a bid may be blind, and what can be trump."""
    by_place: bool = field(init=False)
    """Whether expressions depend on the deal's position in the schedule."""
    bounds: dict[object, Bounds] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table = self.table
        expressions = (
            *scoring_expressions(table.game),
            *(item.expression for item in table.game.past),
        )
        self.by_place = table.counts_rows or any("deal" in variables(e) for e in expressions)
        blind = EITHER if any(map(may_bid_blind, table.plain_rules())) else NO
        self.won_with = {BLIND: blind, "trump": frozenset(TRUMP_WORDS)}
        if auctions_in(table.game):
            last_bids = (
                auction_bids(rules, deal=row.number, cards=cards)[-1:]
                for row in table.schedule
                for rules, cards in self.scenes(row)
            )
            highest = max((bid.number for bids in last_bids for bid in bids), default=0)
            self.won_with["auction"] = Bounds(0, highest)

    def scenes(self, row: ScheduledDeal) -> Iterator[tuple[DealRules, int]]:
        """Yields the combinations of rules and hand size in a deal that may score differently."""
        seen = set()
        for call in calls_of(self.table.rules(row.name)):
            for cards in row.sizes:
                rules = self.table.rules_with(row.name, call, row.number, cards)
                parts = (rules.score, rules.bid, rules.auction, rules.trick_worth)
                worths_of_cards = (rules.card_worth, rules.trump_worth)
                key = (
                    *map(id, (*parts, *worths_of_cards)),
                    rules.sight,
                    rules.wild,
                    rules.ranks,
                    cards,
                )
                if key not in seen:
                    seen.add(key)
                    yield rules, cards

    def hull(self, members: Iterator[Bounds]) -> Bounds:
        """Returns the smallest bounds that include 0 and all `members`."""
        low = high = 0
        for bounds in members:
            low, high = min(low, bounds.low), max(high, bounds.high)
        return Bounds(low, high)

    def scores(self, row: ScheduledDeal, past: Ranges) -> Bounds:
        """Returns bounds on a deal's scores."""
        by_place = self.by_place or self.table.guard_dependencies(row.name)
        key = (row.name, row.sizes, row.number if by_place else 0, *past.items())
        if key not in self.bounds:
            self.bounds[key] = self.hull(
                self.of(rules.score, rules, row, cards, past) for rules, cards in self.scenes(row)
            )
        return self.bounds[key]

    def remembered(self) -> dict[str, Range]:
        """Returns bounds on the runs and tallies before any deal, worked out deal by deal.

        What a deal adds to a tally may depend on its score, and that on the bounds before it.
        """
        past = {item.name: Bounds(0, 0) for item in self.table.game.past}
        for row in self.table.schedule[:-1]:
            before: dict[str, Range] = {RowMade().name: Bounds(0, row.in_row)}
            before |= {RowBest().name: ANYTHING, **self.won_with, **past}
            for item in self.table.game.past:
                low, high = past[item.name].low, past[item.name].high
                if isinstance(item, Run):
                    past[item.name] = Bounds(0, high + 1)
                    continue
                own = self.won_with
                if reads_own_score(item):
                    own = {**own, OWN_SCORE: self.scores(row, before)}
                added = self.hull(
                    self.of(item.expression, rules, row, cards, own)
                    for rules, cards in self.scenes(row)
                    if applies_to(item, rules)
                )
                low, high = max(-LARGEST, low + added.low), min(LARGEST, high + added.high)
                past[item.name] = Bounds(low, high)
        return dict(past)

    def best_of_rows(self, past: Ranges) -> int:
        """Returns the highest score that a player can have made in an earlier deal of the row."""
        most = best = 0
        for row in self.table.schedule:
            best = best if row.in_row else 0
            if not row.ends_row:
                best = max(best, self.scores(row, {**past, RowBest().name: Bounds(0, best)}).high)
                most = max(most, best)
        return most

    def of(
        self,
        expression: Expression,
        rules: DealRules,
        row: ScheduledDeal,
        cards: int,
        past: Ranges,
    ) -> Bounds:
        """Returns bounds on an expression that is evaluated for a deal."""
        used = variables(expression)
        worth = worths(rules, cards) if "points" in used else None
        key = (
            expression,
            rules.bid,
            cards,
            row.number if "deal" in used else 0,
            worth and worth.key,
            tuple((name, value) for name, value in rules.names.items() if name in used),
            tuple((name, value) for name, value in past.items() if name in used),
        )
        bounds = self.bounds.get(key)
        if bounds is None:
            names = {
                **figure_ranges(rules.players, cards),
                **{name: point_range(value) for name, value in rules.names.items()},
                "deal": point_range(row.number),
                "cards": point_range(cards),
                **past,
            }
            every = _pairs(rules, cards, used, names)
            bounds = self.bounds[key] = self.hull(_bounds_of(expression, each) for each in every)
        return bounds


def _pairs(
    rules: DealRules, cards: int, used: frozenset[str], names: Ranges
) -> Iterator[dict[str, Range]]:
    """Yields the variables for each bid and number of tricks; unused ones do not vary."""
    bidding = not isinstance(rules.bid, NoBid)
    by_trick = used & {"tricks", "made", "points"} or (RowMade().name in used and bidding)
    by_bid = bidding and used & {"bid", "made", RowMade().name}
    bids = range(cards + 1) if by_bid else range(1)
    more: dict[str, Range] = {}
    if isinstance(rules.bid, FixedBid):
        bids = range(rules.bid.number, rules.bid.number + 1)
        more["bids"] = point_range(bids[0] * rules.players)
    for tricks, bid in product(range(cards + 1) if by_trick else range(1), bids):
        made = bidding and bid == tricks
        more |= {"tricks": point_range(tricks), "bid": point_range(bid), "made": point_range(made)}
        if "points" in used:
            more["points"] = _points(rules, cards, tricks)
        before = names.get(RowMade().name)
        if made and isinstance(before, Bounds):  # this deal is part of the run
            more[RowMade().name] = Bounds(before.low + 1, before.high + 1)
        else:
            more.pop(RowMade().name, None)
        yield {**names, **more}


def _points(rules: DealRules, cards: int, tricks: int) -> Bounds:
    """Returns bounds on the value of `tricks` tricks, both actual and as estimated by players.

    If cards have individual values, players estimate with average ones.
    """
    sums, trick_worths = possible_points(rules, cards), worths(rules, cards)
    if not trick_worths.by_trump:
        return Bounds(min(sums[tricks]), max(sums[tricks]))
    low = min(map(min, sums)) + sum(min(0, value) for value in trick_worths.usual)
    return Bounds(low, max(map(max, sums)) + sum(max(0, value) for value in trick_worths.usual))


def _bounds_of(expression: Expression, names: Ranges) -> Bounds:
    """Returns bounds on an expression; (0, 0) if it cannot have a value."""
    try:
        bounds = range_of(expression, names)
    except NotShownError:
        read = (names[name] for name in variables(expression))
        settled = all(
            value.low == value.high if isinstance(value, Bounds) else len(value) == 1
            for value in read
        )
        return Bounds(0, 0) if settled else ANYTHING  # proved by the checker: this cannot occur
    if isinstance(bounds, Bounds):
        return bounds
    return Bounds(int(bounds == frozenset((True,))), int(True in bounds))


# --- the layout ----------------------------------------------------------------------------

MOST_BINS: Final = 4096
"""The maximum number of bins for totals; for larger ranges, bins are 2, 4, 8, ... points wide."""

CRITERIA: Final[tuple[CriterionText, ...]] = (
    "highest total",
    "fewest failed",
    "most completed",
    "lowest total",
)
"""The criteria for winning; a criterion's code is its index here."""

LAST_BIDDERS: Final[tuple[FirstBidder, ...]] = (
    "eldest",
    "dealer",
    "right of dealer",
    "caller",
    "drawn",
    "auction winner",
)
"""The rules for the first bidder; a rule's code is its index here.

If eldest hand bids first, the dealer bids last; otherwise, the seat to the right of the first
bidder does.
"""

NOBODY_CALLS: Final = 0
DEALER_CALLS: Final = 1
"""Also used if nothing is called, but the previous deal's result determined the dealer."""
WINNER_CALLS: Final = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """The dimensions of a summary's arrays, and the rules that determine how a match is counted."""

    players: int
    deals: int
    most_cards: int
    criteria: tuple[int, ...]
    """The criteria for leading and winning, as indices in `CRITERIA`."""
    limited_from: tuple[int, ...]
    """The offset in `limited` of each deal's calls."""
    limited_step: tuple[int, ...]
    """The step in `limited` from one number of cards to the next, by deal; 0 if they agree."""
    sizes: tuple[tuple[int, int], ...]
    """The minimum and maximum number of cards in each deal."""
    limited: bytes
    """The code of `limited_bidder` for each deal, number of cards and call."""
    callers: tuple[int, ...]
    """The rule for each deal's caller: `NOBODY_CALLS`, `DEALER_CALLS` or `WINNER_CALLS`."""
    lowest: int
    """A lower bound on all running totals."""
    shift: int
    """The base-2 logarithm of the width of a bin of totals."""
    bins: int
    ends: bool
    """Whether a match may end before its last deal."""
    largest: int
    """A bound on the magnitude of a seat's total."""

    @property
    def most_decided(self) -> int:
        """A bound on the magnitude of a third's contribution, in the units of `tally`."""
        return 2 * (self.players * self.largest) ** 2

    @property
    def thirds_fit(self) -> bool:
        """Whether products of thirds' contributions are summed, which is done only if exact."""
        return self.most_decided**2 < 1 << 94

    @property
    def limited_by_call(self) -> bool:
        """True if the limit on the last bid depends on more than the deal."""
        ends = sorted({*self.limited_from, len(self.limited)})
        return any(len(set(self.limited[first:end])) > 1 for first, end in pairwise(ends))


def make_frame(table: Table) -> Frame:
    """Returns the frame for a game at a table."""
    bounds = score_bounds(table)
    low, high = bounds.low, bounds.high
    deals = len(table.schedule)
    span = deals * (high - low) + 1
    shift = max(0, ((span - 1) // MOST_BINS).bit_length())
    starts, steps, limited = _limited(table)
    return Frame(
        players=table.players,
        deals=deals,
        most_cards=max(row.high for row in table.schedule),
        criteria=tuple(CRITERIA.index(each) for each in table.game.winner.criteria),
        limited_from=starts,
        limited_step=steps,
        sizes=tuple((row.low, row.high) for row in table.schedule),
        limited=limited,
        callers=tuple(caller_of(table.rules_of(row)) for row in table.schedule),
        lowest=deals * low,
        shift=shift,
        bins=((span - 1) >> shift) + 1,
        ends=table.game.ends is not None,
        largest=deals * max(-low, high),
    )


def _limited(table: Table) -> tuple[tuple[int, ...], tuple[int, ...], bytes]:
    """Returns the fields `limited_from`, `limited_step` and `limited` of a frame."""
    starts: list[int] = []
    steps: list[int] = []
    offsets: dict[tuple[object, ...], int] = {}
    limited = bytearray()
    for row in table.schedule:
        dependencies = table.guard_dependencies(row.name)
        key = (row.name, row.low, row.high, row.number) if dependencies else (row.name,)
        calls = calls_of(table.rules(row.name))
        sizes = row.sizes if "cards" in dependencies else (row.low,)
        if key not in offsets:
            offsets[key] = len(limited)
            for cards in sizes:
                every = (table.rules_with(row.name, call, row.number, cards) for call in calls)
                limited += bytes(map(limited_bidder, every))
        starts.append(offsets[key])
        steps.append(len(calls) if len(sizes) > 1 else 0)
    return tuple(starts), tuple(steps), bytes(limited)


def caller_of(rules: DealRules) -> int:
    """Returns the code for a deal's caller, or for a dealer determined by the previous result."""
    if isinstance(rules.call, Call):
        match rules.call.by:
            case "dealer":
                return DEALER_CALLS
            case "winner of last deal":
                return WINNER_CALLS
            case _:
                assert_never(rules.call.by)
    is_settled = next_dealer(rules, unknown_end((0,), 0)) is not None
    return NOBODY_CALLS if is_settled else DEALER_CALLS


def limited_bidder(rules: DealRules) -> int:
    """Returns 1 plus the index in `LAST_BIDDERS` of the limited last bidder; 0 if unlimited."""
    if isinstance(rules.bid, BidInTurn) and isinstance(rules.last_bid, Keeps):
        return LAST_BIDDERS.index(rules.bid.first) + 1
    return 0


def limits_by_call(frame: Frame, block: Outcome) -> Array:
    """Returns the codes of `limited_bidder`, [deal, match], for each match's calls and cards."""
    calls, cards = block.calls.T, block.cards.T.astype(np.int32)
    places = np.array(frame.limited_from, np.int32)[:, None] + np.maximum(0, calls)
    fewest = np.array([low for low, _ in frame.sizes], np.int32)[:, None]
    places += np.array(frame.limited_step, np.int32)[:, None] * np.maximum(0, cards - fewest)
    limits: Array = np.frombuffer(frame.limited, np.uint8)[places]
    return limits
