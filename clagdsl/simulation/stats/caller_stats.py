"""Seats beside the others at their table, over lanes: last bidders that are limited, callers.

The rows that are read are those of `match_counter.MatchCounter`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clagdsl.lang.rules import FirstBidder
from clagdsl.simulation.stats.count_layout import (
    DEALER_CALLS,
    LAST_BIDDERS,
    NOBODY_CALLS,
    WINNER_CALLS,
    Frame,
)
from clagdsl.simulation.vector.backends import Lane, LoopNumber
from clagdsl.simulation.vector.count_lanes import CountingLanes

# The figures of limited deals, in the rows of `Sums.limited`.
LIMITED_DEALS: Final = 0
LAST_POINTS: Final = 1
LAST_COUNTED: Final = 2
LAST_COMPLETED: Final = 3
OTHER_POINTS: Final = 4
OTHER_COUNTED: Final = 5
OTHER_COMPLETED: Final = 6
LIMITED_FIGURES: Final = 7

# The figures of callers, in the rows of `Sums.callers`.
CALLED_DEALS: Final = 0
CALLER_POINTS: Final = 1
NOT_CALLER_POINTS: Final = 2
CALLS_FOLLOWED: Final = 3  # by another deal in which somebody calls
CALLS_KEPT: Final = 4  # by one in which the same seat does
CALLER_FIGURES: Final = 5

NOBODY: Final = 255
"""No seat, no bid, or no contract, in a row of bytes: -1."""

SEATS_AFTER_DEALER: Final[Mapping[FirstBidder, int]] = {
    "eldest": 0,
    "dealer": 1,
    "right of dealer": 2,
}
"""How many seats before the dealer sits who bids last, by who bids first; elsewhere it hangs on
the seat that bids first."""


def caller_in(o: CountingLanes, frame: Frame, deal: LoopNumber) -> Lane:
    """Returns who calls in a deal, or deals it for having won the last one; NOBODY where none."""
    rules = list(frame.callers)
    if rules[0] != NOBODY_CALLS:
        rules[0] = DEALER_CALLS  # nobody has won a deal before
    rule = o.constant(rules, deal, "u8")
    before = o.number([max(0, number - 1) for number in range(frame.deals)], deal)
    caller = o.where(rule == DEALER_CALLS, o.read("dealers", deal), NOBODY)
    caller = o.where(rule == WINNER_CALLS, o.read("deal_winners", before), caller)
    return o.where(o.read("cards", deal) > 0, caller, NOBODY)


def last_bidder_in(o: CountingLanes, frame: Frame, deal: LoopNumber) -> Lane:
    """Returns who bids last in a deal where the rules limit that bid; NOBODY elsewhere."""
    if frame.limited_by_call:
        code = o.read("limits", deal)
    else:
        code = o.constant([frame.limited[start] for start in frame.limited_from], deal, "u8")
    code = o.where(o.read("bids", deal, 0) == NOBODY, 0, code)
    last = o.full(NOBODY, "u8")
    for number in sorted({*frame.limited} - {0}):
        first = LAST_BIDDERS[number - 1]
        if first in SEATS_AFTER_DEALER:
            seat, before = o.read("dealers", deal), SEATS_AFTER_DEALER[first]
        elif first == "caller":
            seat, before = caller_in(o, frame, deal), 1
        else:
            name = "bidders" if first == "drawn" else "auction_winners"
            seat, before = o.read(name, deal), 1
        seat = seat + -before % frame.players
        seat = o.where(seat >= frame.players, seat - frame.players, seat)
        last = o.where(code == number, seat, last)
    return last
