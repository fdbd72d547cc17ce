"""Figures for callers and for limited last bidders, over lanes, compared with the other seats.

The input rows are those of `match_counter.MatchCounter`.
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

# The figures of deals with a limited last bid, in the rows of `Sums.limited`.
LIMITED_DEALS: Final = 0  # the number of such deals
LAST_POINTS: Final = 1  # the points of the last bidder
LAST_COUNTED: Final = 2  # its contracts, completed or failed
LAST_COMPLETED: Final = 3  # its contracts completed
OTHER_POINTS: Final = 4  # likewise of all other seats together
OTHER_COUNTED: Final = 5
OTHER_COMPLETED: Final = 6
LIMITED_FIGURES: Final = 7

# The figures of callers, in the rows of `Sums.callers`.
CALLED_DEALS: Final = 0  # the deals in which the seat is the caller
CALLER_POINTS: Final = 1  # its points in them
NOT_CALLER_POINTS: Final = 2  # the points of all other seats in them
CALLS_FOLLOWED: Final = 3  # deals after which somebody calls the next one as well
CALLS_KEPT: Final = 4  # deals after which the same seat does
CALLER_FIGURES: Final = 5

NOBODY: Final = 255
"""The byte that represents -1: no seat, no bid, or no contract."""

SEATS_AFTER_DEALER: Final[Mapping[FirstBidder, int]] = {
    "eldest": 0,
    "dealer": 1,
    "right of dealer": 2,
}
"""The number of seats from the last bidder to the dealer, by first bidder.

If another player bids first, it depends on that player's seat.
"""


def caller_in(o: CountingLanes, frame: Frame, deal: LoopNumber) -> Lane:
    """Returns a deal's caller, or the dealer if the previous deal's result chose the dealer.

    Returns NOBODY in all other deals.
    """
    rules = list(frame.callers)
    if rules[0] != NOBODY_CALLS:
        rules[0] = DEALER_CALLS  # no deal was won before
    rule = o.constant(rules, deal, "u8")
    before = o.number([max(0, number - 1) for number in range(frame.deals)], deal)
    caller = o.where(rule == DEALER_CALLS, o.read("dealers", deal), NOBODY)
    caller = o.where(rule == WINNER_CALLS, o.read("deal_winners", before), caller)
    return o.where(o.read("cards", deal) > 0, caller, NOBODY)


def last_bidder_in(o: CountingLanes, frame: Frame, deal: LoopNumber) -> Lane:
    """Returns a deal's last bidder if the rules limit the last bid; otherwise NOBODY."""
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
