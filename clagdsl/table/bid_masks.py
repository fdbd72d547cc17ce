"""Legal bids as bit masks, over every sequence of earlier bids that the limits allow.

Input: the two limits of a deal (on each bid, and on the last one) and a function that evaluates
their conditions. Output: a `Bidding`, which holds for every bid the sums of the earlier bids at
which it is legal.

A limit reads only the bid, the sum of the bids, the number of cards, the number of players and the
deal (and the bidder's own figures). So a bidding sequence is fully described by the sum of the bids
made. A set of sums is an integer: bit s is set if sum s is in the set. Sets of sequences then never
have to be enumerated; each seat costs one shift per bid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Expression, Free, Keeps, Limit, Value

Masks: TypeAlias = tuple[int, ...]
"""For every bid, the sums of the earlier bids at which it is allowed: bit s stands for sum s."""

BatchCondition: TypeAlias = Callable[[Expression, list[tuple[int, int]]], Sequence[Value]]
"""A function that evaluates a condition for rows of (bid, sum of the bids including it)."""


@dataclass(frozen=True, slots=True)
class WinnerBidding:
    """The bids that the winner of an auction may make.

    `seat` is counted from the first bidder. `barred` holds the sums after which no legal bid is
    left.
    """

    seat: int
    masks: Masks
    barred: int


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding of one deal at one table: every bid that can legally be made.

    `each` holds the masks of the seats before the last, `last` those of the last seat. Both are the
    union over all values that the bidder's runs and tallies can have. `barred` holds the sums after
    which some of these values leave no bid, for a seat before the last and for the last seat.
    """

    players: int
    cards: int
    each: Masks
    last: Masks
    barred: tuple[int, int] = (0, 0)
    winner: WinnerBidding | None = None
    """The limits on the bid of the auction winner, in a deal with an auction."""
    listed: tuple[int, ...] | None = None
    """The seats whose bids are listed; None means all seats."""

    def masks(self, seat: int) -> Masks:
        """Returns the masks of a seat, counted from the first to bid."""
        if self.winner is not None and seat == self.winner.seat:
            return self.winner.masks
        return self.last if seat == self.players - 1 else self.each

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose bids are listed."""
        return tuple(range(self.players)) if self.listed is None else self.listed

    def _barred(self, seat: int) -> int:
        if self.winner is not None and seat == self.winner.seat:
            return self.winner.barred
        return self.barred[seat == self.players - 1]

    @property
    def unlimited(self) -> bool:
        """True if no bid is ever refused, by any seat."""
        return self.uniform and 0 not in self.each and len(set(self.last)) == 1

    @property
    def uniform(self) -> bool:
        """True if the legal bids of the seats before the last never depend on earlier bids."""
        return self.winner is None and len(set(self.each) - {0}) <= 1

    def reachable_sums(self) -> list[int]:
        """Returns for each seat the mask of the possible sums when it bids, then that of the final
        sums.
        """
        sums = [1]
        for seat in range(self.players):
            sums.append(_sums_after(sums[-1], self.masks(seat)))
        return sums

    def first_dead_end(self) -> tuple[int, ...] | None:
        """Returns the first sequence of bids after which no bid is left, or None.

        Shorter sequences come first, then smaller bids.
        """
        for seat, sums in enumerate(self.reachable_sums()[:-1]):
            left = sums & self._barred(seat)
            if left:
                return self._first_sequence(seat, left)
        return None

    def _first_sequence(self, seat: int, goals: int) -> tuple[int, ...]:
        ways: dict[int, tuple[int, ...]] = {0: ()}
        for earlier in range(seat):
            further: dict[int, tuple[int, ...]] = {}
            # smaller sequences come first, so setdefault keeps the smallest one for each sum
            for total, way in ways.items():
                for bid, mask in enumerate(self.masks(earlier)):
                    if mask >> total & 1:
                        further.setdefault(total + bid, (*way, bid))
            ways = further
        return next(way for total, way in ways.items() if goals >> total & 1)

    def possible_bids(self) -> list[int]:
        """Returns the bids that some seat can make."""
        if self.unlimited:
            return list(range(self.cards + 1))
        sums = self.reachable_sums()
        return [
            bid
            for bid in range(self.cards + 1)
            if any(sums[seat] & self.masks(seat)[bid] for seat in self.seats)
        ]

    def bids_with_sums(self) -> list[tuple[int, int]]:
        """Returns every pair of one seat's bid and the final sum of all bids."""
        reached = self.reachable_sums()
        finals = [0] * (self.cards + 1)
        ends = {total: 1 << total for total in bits(reached[-1])}
        for seat in reversed(range(self.players)):
            ends_before: dict[int, int] = {}
            for total in bits(reached[seat]):
                reached_ends = 0
                for bid, mask in enumerate(self.masks(seat)):
                    if mask >> total & 1:
                        final = ends[total + bid]
                        finals[bid] |= final if seat in self.seats else 0
                        reached_ends |= final
                ends_before[total] = reached_ends
            ends = ends_before
        return [(bid, end) for bid, final in enumerate(finals) for end in bits(final)]


def bits(mask: int) -> list[int]:
    """Returns the positions of the bits that are set, lowest first."""
    positions = []
    while mask:
        lowest = mask & -mask
        positions.append(lowest.bit_length() - 1)
        mask ^= lowest
    return positions


@dataclass(frozen=True, slots=True)
class AuctionCase:
    """A seat that has won the auction, counted from the first bidder, and the conditions it meets.

    `conditions` evaluates the limits once for every value that the winner can have.
    """

    seat: int
    conditions: tuple[BatchCondition, ...]


def make_bidding(
    players: int,
    cards: int,
    each: Limit,
    last: Limit,
    holds: BatchCondition,
    *others: BatchCondition,
) -> Bidding:
    """Returns the bidding of a deal under two limits.

    `others` are further evaluators, one for each value of a bidder's runs and tallies. Conditions
    are evaluated only at sums that bidding can reach.
    """
    sums, covered, barred = 1, 0, 0
    masks = (0,) * (cards + 1)
    for _ in range(players - 1):
        # at sums that an earlier seat could have, the condition is known already
        fresh = sums & ~covered
        for evaluate in (holds, *others):
            step_masks = allowed(each, fresh, cards, evaluate)
            masks = union(masks, step_masks)
            barred |= _sums_without_bid(step_masks, fresh)
        covered |= fresh
        sums = _sums_after(sums, masks)
    final, last_barred = (0,) * (cards + 1), 0
    for evaluate in (holds, *others):
        step_masks = limits_in_force(each, last, sums, cards, evaluate).allowed
        final = union(final, step_masks)
        last_barred |= _sums_without_bid(step_masks, sums)
    return Bidding(players, cards, masks, final, (barred, last_barred))


def make_auctioned_bidding(
    players: int,
    cards: int,
    each: Limit,
    last: Limit,
    conditions: Sequence[BatchCondition],
    own: AuctionCase,
) -> Bidding:
    """Returns the bidding of a deal after seat `own` has won the auction.

    `conditions` evaluates the limits for all other seats.
    """
    sums, nothing = 1, (0,) * (cards + 1)
    masks, final = nothing, nothing
    barred = [0, 0]
    winner: WinnerBidding | None = None
    for seat in range(players):
        limit, here = (last if seat == players - 1 else Free()), nothing
        none = 0
        for evaluate in own.conditions if seat == own.seat else conditions:
            step_masks = limits_in_force(each, limit, sums, cards, evaluate).allowed
            here = union(here, step_masks)
            none |= _sums_without_bid(step_masks, sums)
        if seat == own.seat:
            winner = WinnerBidding(seat, here, none)
        elif seat == players - 1:
            final, barred[1] = here, none
        else:
            masks, barred[0] = union(masks, here), barred[0] | none
        sums = _sums_after(sums, here)
    return Bidding(players, cards, masks, final, (barred[0], barred[1]), winner)


def _sums_without_bid(masks: Masks, sums: int) -> int:
    """Returns those of `sums` at which no bid is allowed."""
    for mask in masks:
        sums &= ~mask
    return sums


def fixed_bidding(players: int, cards: int, number: int) -> Bidding:
    """Returns the bidding of a deal in which every bid is the same number."""
    sums = _all_sums(players, cards)
    each = tuple(sums if bid == number else 0 for bid in range(cards + 1))
    return Bidding(players, cards, each, each)


def any_bidding(players: int, cards: int) -> Bidding:
    """Returns a bidding in which no bid is ever refused."""
    each = (_all_sums(players, cards),) * (cards + 1)
    return Bidding(players, cards, each, each)


def _all_sums(players: int, cards: int) -> int:
    """Returns the sums that the bids before the last can have: 0 to (players - 1) * cards."""
    return (1 << ((players - 1) * cards + 1)) - 1


def _sums_after(sums: int, masks: Masks) -> int:
    after = 0
    for bid, mask in enumerate(masks):
        after |= (sums & mask) << bid
    return after


def allowed(limit: Limit, sums: int, cards: int, holds: BatchCondition) -> Masks:
    """Returns, for every bid, those of `sums` at which a limit allows it.

    The `otherwise` of a limit applies only at sums where no bid meets its condition.
    """
    if isinstance(limit, Free) or not sums:
        return (sums,) * (cards + 1)
    masks = _masks_meeting(limit.condition, sums, cards, holds)
    if limit.otherwise is None:
        return masks
    none = _sums_without_bid(masks, sums)
    if not none:
        return masks
    return union(masks, _masks_meeting(limit.otherwise, none, cards, holds))


@dataclass(frozen=True, slots=True)
class LimitsInForce:
    """The sums at which each of the two limits on the last bid allows a bid.

    A condition that no bid can meet has already been replaced by the `otherwise` of its limit.
    """

    each: Masks
    last: Masks

    @property
    def allowed(self) -> Masks:
        """The sums at which both limits allow each bid."""
        return intersection(self.each, self.last)

    def sums_without_bid(self, sums: int) -> int:
        """Returns those of `sums` at which no bid meets both limits."""
        return _sums_without_bid(self.allowed, sums)


def limits_in_force(
    each: Limit, last: Limit, sums: int, cards: int, holds: BatchCondition
) -> LimitsInForce:
    """Returns the limits that apply to the last bid when the earlier bids add up to one of `sums`.

    If no bid meets both limits, the `otherwise` of the last bid applies first, then that of each
    bid.
    """
    force = LimitsInForce(allowed(each, sums, cards, holds), allowed(last, sums, cards, holds))
    left = force.sums_without_bid(sums)
    if left and isinstance(last, Keeps) and last.otherwise is not None:
        instead = _masks_meeting(last.otherwise, left, cards, holds)
        force = LimitsInForce(force.each, _replace_at(force.last, left, instead))
        left = force.sums_without_bid(sums)
    if left and isinstance(each, Keeps) and each.otherwise is not None:
        instead = _masks_meeting(each.otherwise, left, cards, holds)
        force = LimitsInForce(_replace_at(force.each, left, instead), force.last)
    return force


def _replace_at(masks: Masks, sums: int, instead: Masks) -> Masks:
    """Returns `masks` with the bits of `instead` at these sums."""
    return tuple(mask & ~sums | other for mask, other in zip(masks, instead, strict=True))


def _masks_meeting(condition: Expression, sums: int, cards: int, holds: BatchCondition) -> Masks:
    totals = bits(sums)
    rows = [(bid, total + bid) for bid in range(cards + 1) for total in totals]
    held = iter(holds(condition, rows))
    weights = [1 << total for total in totals]
    return tuple(sum(compress(weights, held)) for _ in range(cards + 1))


def intersection(first: Masks, second: Masks) -> Masks:
    """Returns the sums at which both masks allow a bid."""
    return tuple(a & b for a, b in zip(first, second, strict=True))


def union(first: Masks, second: Masks) -> Masks:
    """Returns the sums at which at least one of the masks allows a bid."""
    return tuple(a | b for a, b in zip(first, second, strict=True))
