"""What counting needs to know of a game at a table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final, assert_never

import numpy as np

from clagdsl.lang.rules import BidInTurn, Call, CriterionText, FirstBidder, Keeps
from clagdsl.simulation.lowering.arrays import Array, Outcome
from clagdsl.simulation.stats.score_bounds import score_bounds
from clagdsl.table.choices import calls_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.seats import next_dealer, unknown_end
from clagdsl.table.table import Table

MOST_BINS: Final = 4096
"""Totals are counted one by one up to this many, above it in bins of 2, 4, 8, ... points."""

CRITERIA: Final[tuple[CriterionText, ...]] = (
    "highest total",
    "fewest failed",
    "most completed",
    "lowest total",
)
"""A criterion as a number."""

LAST_BIDDERS: Final[tuple[FirstBidder, ...]] = (
    "eldest",
    "dealer",
    "right of dealer",
    "caller",
    "drawn",
    "auction winner",
)
"""By who bids first: the first of these bids last the dealer, the others those on his right."""

NOBODY_CALLS: Final = 0
DEALER_CALLS: Final = 1
"""Also of a dealer who calls nothing, but deals because of the deal before."""
WINNER_CALLS: Final = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """How large the tables of a summary are, and what decides where a match counts in them."""

    players: int
    deals: int
    most_cards: int
    criteria: tuple[int, ...]
    """Who leads and who wins: places in `CRITERIA`."""
    limited_from: tuple[int, ...]
    """Where the calls of each deal begin in `limited`."""
    limited_step: tuple[int, ...]
    """How far those of one card more are in each deal, 0 where they are the same."""
    sizes: tuple[tuple[int, int], ...]
    """The fewest and the most cards of each deal."""
    limited: bytes
    """By deal and call 0 where the rules leave the last bid free: see `limited_bidder`."""
    callers: tuple[int, ...]
    """Who calls in each deal: see `NOBODY_CALLS` and the others."""
    lowest: int
    """No running total is lower."""
    shift: int
    """A bin of totals holds 2 to the power of this."""
    bins: int
    ends: bool
    """Whether a match may be over before its last deal."""
    largest: int
    """No seat's points of all deals together are further from 0."""

    @property
    def most_decided(self) -> int:
        """What a third decides, in the figures of `tally`, is not further from 0."""
        return 2 * (self.players * self.largest) ** 2

    @property
    def thirds_fit(self) -> bool:
        """Whether the products of what the thirds decide are summed."""
        return self.most_decided**2 < 1 << 94

    @property
    def limited_by_call(self) -> bool:
        """Whether more than the deal decides whose last bid is limited."""
        ends = sorted({*self.limited_from, len(self.limited)})
        return any(len(set(self.limited[first:end])) > 1 for first, end in pairwise(ends))


def make_frame(table: Table) -> Frame:
    """Returns the frame of a game at a table."""
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
    """Where the calls of each deal begin, how far those of one card more are, whose bid it is."""
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
    """Who calls in a deal, or deals for what came of the last one."""
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
    """Whose last bid the rules limit: a place in `LAST_BIDDERS` and 1, or 0 where they do not."""
    if isinstance(rules.bid, BidInTurn) and isinstance(rules.last_bid, Keeps):
        return LAST_BIDDERS.index(rules.bid.first) + 1
    return 0


def limits_by_call(frame: Frame, block: Outcome) -> Array:
    """Returns by deal and match whose last bid the rules limit, by calls and sizes."""
    calls, cards = block.calls.T, block.cards.T.astype(np.int32)
    places = np.array(frame.limited_from, np.int32)[:, None] + np.maximum(0, calls)
    fewest = np.array([low for low, _ in frame.sizes], np.int32)[:, None]
    places += np.array(frame.limited_step, np.int32)[:, None] * np.maximum(0, cards - fewest)
    limits: Array = np.frombuffer(frame.limited, np.uint8)[places]
    return limits
