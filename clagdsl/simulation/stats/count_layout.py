"""The layout of the arrays into which a game's matches at a table are counted."""

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
    """The distance in `limited` between adjacent numbers of cards, by deal; 0 if they agree."""
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
        """Whether products of thirds' contributions are summed: only if the sums are exact."""
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
    """Returns a frame's fields `limited_from`, `limited_step` and `limited`."""
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
    """Returns the limited last bidder as 1 plus an index in `LAST_BIDDERS`; 0 if bids are free."""
    if isinstance(rules.bid, BidInTurn) and isinstance(rules.last_bid, Keeps):
        return LAST_BIDDERS.index(rules.bid.first) + 1
    return 0


def limits_by_call(frame: Frame, block: Outcome) -> Array:
    """Returns the codes of `limited_bidder` by deal and match, for each match's calls and cards."""
    calls, cards = block.calls.T, block.cards.T.astype(np.int32)
    places = np.array(frame.limited_from, np.int32)[:, None] + np.maximum(0, calls)
    fewest = np.array([low for low, _ in frame.sizes], np.int32)[:, None]
    places += np.array(frame.limited_step, np.int32)[:, None] * np.maximum(0, cards - fewest)
    limits: Array = np.frombuffer(frame.limited, np.uint8)[places]
    return limits
