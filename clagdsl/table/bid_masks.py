"""Which bids can be made at all: over every sequence of earlier bids that the limits allow.

A limit sees only the bid, the sum of the bids, the cards, the players and the deal.  So the seats
that have bid are known by their sum alone, and sets of sums are kept as the bits of a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from typing import TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Expression, Free, Keeps, Limit, Value

Masks: TypeAlias = tuple[int, ...]
"""For every bid the sums of the earlier bids at which it is allowed: bit s for sum s."""

BatchCondition: TypeAlias = Callable[[Expression, list[tuple[int, int]]], Sequence[Value]]
"""Whether a condition holds, for rows of a bid and the sum of the bids with it."""


@dataclass(frozen=True, slots=True)
class WinnerBidding:
    """What the winner of an auction may bid, who bids after so many others: its masks.

    After the sums of `barred` no bid is left.
    """

    seat: int
    masks: Masks
    barred: int


@dataclass(frozen=True, slots=True)
class Bidding:
    """How one deal is bid at one table: the bids that can stand there.

    `each` and `last` are the masks of the seats before the last and of the last one, whatever
    their runs and tallies; after the sums of `barred` some of these leave no bid, to each seat
    before the last and to that one.
    """

    players: int
    cards: int
    each: Masks
    last: Masks
    barred: tuple[int, int] = (0, 0)
    winner: WinnerBidding | None = None
    """Of a deal with an auction how the bid of its winner is limited."""
    listed: tuple[int, ...] | None = None
    """The seats whose bids are listed, all of them where it is None."""

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
        """Whether no bid is ever refused, by any seat."""
        return self.uniform and 0 not in self.each and len(set(self.last)) == 1

    @property
    def uniform(self) -> bool:
        """Whether what the seats before the last may bid never depends on earlier bids."""
        return self.winner is None and len(set(self.each) - {0}) <= 1

    def reachable_sums(self) -> list[int]:
        """For each seat the sums that can stand when it bids, and last the final sums."""
        sums = [1]
        for seat in range(self.players):
            sums.append(_sums_after(sums[-1], self.masks(seat)))
        return sums

    def first_dead_end(self) -> tuple[int, ...] | None:
        """Returns the first sequence of bids, shortest then smallest, after which no bid is left."""
        for seat, sums in enumerate(self.reachable_sums()[:-1]):
            left = sums & self._barred(seat)
            if left:
                return self._first_sequence(seat, left)
        return None

    def _first_sequence(self, seat: int, goals: int) -> tuple[int, ...]:
        ways: dict[int, tuple[int, ...]] = {0: ()}
        for earlier in range(seat):
            further: dict[int, tuple[int, ...]] = {}
            # smaller ways come first, so that of two to one sum the first is the smaller
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
    """Returns the numbers of the bits that are set, lowest first."""
    positions = []
    while mask:
        lowest = mask & -mask
        positions.append(lowest.bit_length() - 1)
        mask ^= lowest
    return positions


@dataclass(frozen=True, slots=True)
class AuctionCase:
    """Who has won an auction, counted from the first to bid, and how the limits are asked then."""

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
    """How a deal is bid under two limits; conditions are asked only where bidding can come to.

    `others` are asked, too: for all that the runs and tallies of a bidder can have come to.
    """
    sums, covered, barred = 1, 0, 0
    masks = (0,) * (cards + 1)
    for _ in range(players - 1):
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
    """How a deal is bid whose auction somebody has won; `asked` is asked for all the others."""
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
    """Returns the sums, among these, at which no bid is allowed."""
    for mask in masks:
        sums &= ~mask
    return sums


def fixed_bidding(players: int, cards: int, number: int) -> Bidding:
    """Bidding where everybody is taken to bid the same number."""
    sums = _all_sums(players, cards)
    each = tuple(sums if bid == number else 0 for bid in range(cards + 1))
    return Bidding(players, cards, each, each)


def any_bidding(players: int, cards: int) -> Bidding:
    """Bidding as if no bid were ever refused."""
    each = (_all_sums(players, cards),) * (cards + 1)
    return Bidding(players, cards, each, each)


def _all_sums(players: int, cards: int) -> int:
    """Returns the sums that the bids before one can have: from 0 to all cards of all others."""
    return (1 << ((players - 1) * cards + 1)) - 1


def _sums_after(sums: int, masks: Masks) -> int:
    after = 0
    for bid, mask in enumerate(masks):
        after |= (sums & mask) << bid
    return after


def allowed(limit: Limit, sums: int, cards: int, holds: BatchCondition) -> Masks:
    """For every bid the sums, among these, at which a limit allows it.

    The otherwise of a limit counts only where none of the bids meets its condition.
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
    """What each of the two limits on the last bid allows, as far as it is in force."""

    each: Masks
    last: Masks

    @property
    def allowed(self) -> Masks:
        """The sums at which both limits allow a bid."""
        return intersection(self.each, self.last)

    def sums_without_bid(self, sums: int) -> int:
        """Returns the sums, among these, at which no bid meets both limits."""
        return _sums_without_bid(self.allowed, sums)


def limits_in_force(
    each: Limit, last: Limit, sums: int, cards: int, holds: BatchCondition
) -> LimitsInForce:
    """What the limits allow as the last bid after these sums.

    Where no bid meets both, first the otherwise of the last bid counts, then that of each bid.
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
    """Returns the masks with those of others at these sums."""
    return tuple(mask & ~sums | other for mask, other in zip(masks, instead, strict=True))


def _masks_meeting(condition: Expression, sums: int, cards: int, holds: BatchCondition) -> Masks:
    totals = bits(sums)
    rows = [(bid, total + bid) for bid in range(cards + 1) for total in totals]
    held = iter(holds(condition, rows))
    weights = [1 << total for total in totals]
    return tuple(sum(compress(weights, held)) for _ in range(cards + 1))


def intersection(first: Masks, second: Masks) -> Masks:
    """Returns the sums at which both limits allow a bid."""
    return tuple(a & b for a, b in zip(first, second, strict=True))


def union(first: Masks, second: Masks) -> Masks:
    """Returns the sums at which at least one of two allows a bid."""
    return tuple(a | b for a, b in zip(first, second, strict=True))
