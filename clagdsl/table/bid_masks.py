"""Legal bids as bit masks, over every sequence of earlier bids that the limits allow.

Input: the two limits of a deal (on each bid, and on the last one) and a function that evaluates
their conditions. Output: a `Bidding`, which holds for every bid the sums of the earlier bids at
which it is legal.

Most limits read only the bid, the sum of the bids, the number of cards, the number of players and
the deal (and the bidder's own figures). So a bidding sequence is fully described by the sum of the
bids made. A set of sums is an integer: bit s is set if sum s is in the set. Sets of sequences then
never have to be enumerated; each seat costs one shift per bid.

A limit may also read the bid before, the highest bid so far, or the number of equal bids before. A
`BidMemory` names the figures that have to be remembered for that; their values after some bids are
a `Key`. All masks are then kept for each key. Without such a limit there is one key, the empty
tuple.

INVARIANT: the possible continuations after some bids depend only on their sum, their key, and their
number.

Rejected: remembering who made which bid. Ten players with ten cards have 11^9 sequences of nine
bids, but only 167,960 ways in which the numbers of equal bids can come about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Final, TypeAlias

from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import Expression, Free, Keeps, Limit, Value

Masks: TypeAlias = tuple[int, ...]
"""For every bid, the sums of the earlier bids at which it is allowed: bit s stands for sum s."""

Key: TypeAlias = tuple[int, ...]
"""The figures remembered of the earlier bids in addition to their sum: one number for each name."""

Sums: TypeAlias = Mapping[Key, int]
"""For every key, a set of sums of the earlier bids, as a bit mask."""

KeyedMasks: TypeAlias = Mapping[Key, Masks]
"""For every key, the masks of the bids; a key that is missing allows none."""

BatchCondition: TypeAlias = Callable[[Expression, list[tuple[int, ...]]], Sequence[Value]]
"""A function that evaluates a condition for rows of the bid, the sum of the bids including it, and
the names that a `BidMemory` adds.
"""

Spend: TypeAlias = Callable[[int], None]
"""A function that is given the number of rows to evaluate next; it raises if they are too many."""

PAST_BIDS: Final = ("previous_bid", "highest_bid", "same_bids")
"""The names for which more than the sum of the earlier bids has to be remembered."""

NO_BID: Final = -1
"""The value of `previous_bid` and `highest_bid` before the first bid."""

_COUNT_BITS: Final = 4  # of the number of players who made one bid: there are at most 10 players


@dataclass(frozen=True, slots=True)
class BidMemory:
    """The figures of the earlier bids that have to be remembered in addition to their sum.

    - `names`: those of PAST_BIDS that limits read, in this order.
    - `highest`: True if the outcome of the deal depends on the highest bid.
    - `same_as`: the bid whose number of makers the outcome depends on, or None.
    """

    names: tuple[str, ...] = ()
    highest: bool = False
    same_as: int | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the rows for which limits are evaluated."""
        return ("bid", "bids", *self.names)

    @property
    def start(self) -> Key:
        """The key before the first bid."""
        limits = tuple(0 if name == "same_bids" else NO_BID for name in self.names)
        return (*limits, *(NO_BID,) * self.highest, *(0,) * (self.same_as is not None))

    def after(self, key: Key, bid: int) -> Key:
        """Returns the key after one more bid."""
        if not key:
            return key
        parts = [_remember(name, old, bid) for name, old in zip(self.names, key, strict=False)]
        if self.highest:
            parts.append(max(key[len(parts)], bid))
        if self.same_as is not None:
            parts.append(key[-1] + (bid == self.same_as))
        return tuple(parts)

    def after_all(self, bids: Iterable[int]) -> Key:
        """Returns the key after these bids."""
        key = self.start
        for bid in bids:
            key = self.after(key, bid)
        return key

    def limit_key(self, key: Key) -> Key:
        """Returns the part of a key that limits read."""
        return key[: len(self.names)]

    def figures(self, key: Key, bid: int) -> Key:
        """Returns the values of `names` for a bid after bids with this key."""
        if self.names and self.names[-1] == "same_bids":
            return (*key[:-1], key[-1] >> _COUNT_BITS * bid & (1 << _COUNT_BITS) - 1)
        return key


def _remember(name: str, old: int, bid: int) -> int:
    if name == "previous_bid":
        return bid
    return max(old, bid) if name == "highest_bid" else old + (1 << _COUNT_BITS * bid)


def limit_memory(*limits: Limit) -> BidMemory:
    """Returns the memory that these limits need of the earlier bids."""
    read = {n for limit in limits for each in subexpressions(limit) for n in variables(each)}
    return BidMemory(tuple(name for name in PAST_BIDS if name in read))


def past_bid_values(bids: Sequence[int], bid: int) -> dict[str, int]:
    """Returns the values of PAST_BIDS for a bid after these bids, in turn."""
    memory = BidMemory(PAST_BIDS)
    return dict(zip(PAST_BIDS, memory.figures(memory.after_all(bids), bid), strict=True))


@dataclass(frozen=True, slots=True)
class WinnerBidding:
    """The bids that the winner of an auction may make.

    `seat` is counted from the first bidder. `barred` holds the sums after which no legal bid is
    left.
    """

    seat: int
    masks: KeyedMasks
    barred: Sums


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding of one deal at one table: every bid that can legally be made.

    `each` holds the masks of the seats before the last, `last` those of the last seat. Both are the
    union over all values that the bidder's runs and tallies can have. `barred` holds the sums after
    which some of these values leave no bid, for a seat before the last and for the last seat.
    """

    players: int
    cards: int
    each: KeyedMasks
    last: KeyedMasks
    barred: tuple[Sums, Sums] = ({}, {})
    winner: WinnerBidding | None = None
    """The limits on the bid of the auction winner, in a deal with an auction."""
    listed: tuple[int, ...] | None = None
    """The seats whose bids are listed; None means all seats."""
    memory: BidMemory = BidMemory()
    """The figures of the earlier bids that the limits read in addition to their sum."""

    def masks(self, seat: int) -> KeyedMasks:
        """Returns the masks of a seat, counted from the first to bid."""
        if self.winner is not None and seat == self.winner.seat:
            return self.winner.masks
        return self.last if seat == self.players - 1 else self.each

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose bids are listed."""
        return tuple(range(self.players)) if self.listed is None else self.listed

    @property
    def representatives(self) -> tuple[int, ...]:
        """Seats that represent all: under equal limits, all but the last are equivalent."""
        last = self.players - 1
        if self.listed is not None:
            return self.listed
        if self.uniform:
            return (last - 1, last) if last else (last,)
        return tuple(range(last + 1))

    def _barred(self, seat: int) -> Sums:
        if self.winner is not None and seat == self.winner.seat:
            return self.winner.barred
        return self.barred[seat == self.players - 1]

    @property
    def unlimited(self) -> bool:
        """True if no bid is ever refused, by any seat."""
        return self.uniform and 0 not in self.each[()] and len(set(self.last[()])) == 1

    @property
    def uniform(self) -> bool:
        """True if the legal bids of the seats before the last never depend on earlier bids."""
        if self.winner is not None or self.memory.names:
            return False
        return len(set(self.each[()]) - {0}) <= 1

    def reachable_sums(self) -> list[Sums]:
        """Returns for each seat the possible sums when it bids, then the final sums."""
        sums: list[Sums] = [{self.memory.start: 1}]
        for seat in range(self.players):
            sums.append(_sums_after(sums[-1], self.masks(seat), self.memory))
        return sums

    def first_dead_end(self) -> tuple[int, ...] | None:
        """Returns the first sequence of bids after which no bid is left, or None.

        Shorter sequences come first, then smaller bids.
        """
        sums: Sums = {self.memory.start: 1}
        for seat in range(self.players):
            left = _common_sums(sums, self._barred(seat))
            if any(left.values()):
                return self._first_sequence(seat, left)
            sums = _sums_after(sums, self.masks(seat), self.memory)
        return None

    def _first_sequence(self, seat: int, goals: Sums) -> tuple[int, ...]:
        ways: dict[tuple[Key, int], tuple[int, ...]] = {(self.memory.start, 0): ()}
        for earlier in range(seat):
            further: dict[tuple[Key, int], tuple[int, ...]] = {}
            masks = self.masks(earlier)
            # smaller sequences come first, so setdefault keeps the smallest one for each sum
            for (key, total), way in ways.items():
                for bid, mask in enumerate(masks.get(key, ())):
                    if mask >> total & 1:
                        now = (self.memory.after(key, bid), total + bid)
                        further.setdefault(now, (*way, bid))
            ways = further
        return next(way for (key, total), way in ways.items() if goals.get(key, 0) >> total & 1)

    def possible_bids(self) -> list[int]:
        """Returns the bids that some seat can make."""
        if self.unlimited:
            return list(range(self.cards + 1))
        possible: set[int] = set()
        for seat, sums in enumerate(self.reachable_sums()[:-1]):
            masks = self.masks(seat)
            for key, here in sums.items() if seat in self.seats else ():
                possible.update(n for n, mask in enumerate(masks.get(key, ())) if here & mask)
        return sorted(possible)

    def final_figures(
        self, read: frozenset[str], spend: Spend = lambda _: None
    ) -> list[tuple[int, int, int, int]]:
        """Returns every combination of one seat's bid with the final sum of all bids, the highest
        bid, and the number of others with the same bid.

        Figures that are not in `read` are 0.
        """
        rows: set[tuple[int, int, int, int]] = set()
        highest = "highest_bid" in read
        # one pass over the seats for each bid; a state has also whether a listed seat has made it
        for own in range(self.cards + 1):
            same_as = own if "same_bids" in read else None
            memory = BidMemory(self.memory.names, highest, same_as)
            states: list[dict[Key, int]] = [{memory.start: 1}, {}]
            for seat in range(self.players):
                masks = self.masks(seat)
                shown = seat in self.representatives
                spend(sum(map(len, states)) * (self.cards + 1))
                after: list[dict[Key, int]] = [{}, {}]
                for has_own, keyed in enumerate(states):
                    for key, sums in keyed.items():
                        for bid, mask in enumerate(masks.get(memory.limit_key(key), ())):
                            further = (sums & mask) << bid
                            if not further:
                                continue
                            now = memory.after(key, bid)
                            after[has_own][now] = after[has_own].get(now, 0) | further
                            if shown and bid == own and not has_own:
                                after[1][now] = after[1].get(now, 0) | further
                states = after
            for key, sums in states[1].items():
                best = key[len(memory.names)] if highest else 0
                others = key[-1] - 1 if same_as is not None else 0
                totals = bits(sums) if "bids" in read else [0]
                rows.update((own, total, best, others) for total in totals)
        return sorted(rows)


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
    spend: Spend = lambda _: None,
) -> Bidding:
    """Returns the bidding of a deal under two limits.

    `others` are further evaluators, one for each value of a bidder's runs and tallies. Conditions
    are evaluated only at sums that bidding can reach.
    """
    memory = limit_memory(each, last)
    sums: Sums = {memory.start: 1}
    covered: Sums = {}
    barred: Sums = {}
    masks: KeyedMasks = {}
    for _ in range(players - 1):
        # at sums that an earlier seat could have, the condition is known already
        fresh = {key: here & ~covered.get(key, 0) for key, here in sums.items()}
        for evaluate in (holds, *others):
            spend(_row_count(fresh, cards))
            step_masks = allowed(each, fresh, cards, evaluate, memory)
            masks = union(masks, step_masks)
            barred = _joint_sums(barred, _sums_without_bid(step_masks, fresh))
        covered = _joint_sums(covered, fresh)
        sums = _sums_after(sums, masks, memory)
    final: KeyedMasks = {}
    last_barred: Sums = {}
    for evaluate in (holds, *others):
        spend(_row_count(sums, cards))
        step_masks = limits_in_force(each, last, sums, cards, evaluate, memory).allowed
        final = union(final, step_masks)
        last_barred = _joint_sums(last_barred, _sums_without_bid(step_masks, sums))
    nothing = {memory.start: (0,) * (cards + 1)}
    return Bidding(players, cards, masks or nothing, final, (barred, last_barred), memory=memory)


def make_auctioned_bidding(
    players: int,
    cards: int,
    each: Limit,
    last: Limit,
    conditions: Sequence[BatchCondition],
    own: AuctionCase,
    spend: Spend = lambda _: None,
) -> Bidding:
    """Returns the bidding of a deal after seat `own` has won the auction.

    `conditions` evaluates the limits for all other seats.
    """
    memory = limit_memory(each, last)
    sums: Sums = {memory.start: 1}
    masks: KeyedMasks = {memory.start: (0,) * (cards + 1)}
    final = masks
    barred: list[Sums] = [{}, {}]
    winner: WinnerBidding | None = None
    for seat in range(players):
        limit = last if seat == players - 1 else Free()
        here: KeyedMasks = {}
        none: Sums = {}
        for evaluate in own.conditions if seat == own.seat else conditions:
            spend(_row_count(sums, cards))
            step_masks = limits_in_force(each, limit, sums, cards, evaluate, memory).allowed
            here = union(here, step_masks)
            none = _joint_sums(none, _sums_without_bid(step_masks, sums))
        if seat == own.seat:
            winner = WinnerBidding(seat, here, none)
        elif seat == players - 1:
            final, barred[1] = here, none
        else:
            masks, barred[0] = union(masks, here), _joint_sums(barred[0], none)
        sums = _sums_after(sums, here, memory)
    return Bidding(players, cards, masks, final, (barred[0], barred[1]), winner, memory=memory)


def _row_count(sums: Sums, cards: int) -> int:
    """Returns the number of rows for which a condition is evaluated at these sums."""
    return (cards + 1) * sum(map(int.bit_count, sums.values()))


def _sums_without_bid(masks: KeyedMasks, sums: Sums) -> Sums:
    """Returns those of `sums` at which no bid is allowed."""
    left: dict[Key, int] = {}
    for key, here in sums.items():
        for mask in masks[key]:
            here &= ~mask
        if here:
            left[key] = here
    return left


def fixed_bidding(players: int, cards: int, number: int) -> Bidding:
    """Returns the bidding of a deal in which every bid is the same number."""
    sums = _all_sums(players, cards)
    each: KeyedMasks = {(): tuple(sums if bid == number else 0 for bid in range(cards + 1))}
    return Bidding(players, cards, each, each)


def any_bidding(players: int, cards: int) -> Bidding:
    """Returns a bidding in which no bid is ever refused."""
    each: KeyedMasks = {(): (_all_sums(players, cards),) * (cards + 1)}
    return Bidding(players, cards, each, each)


def _all_sums(players: int, cards: int) -> int:
    """Returns the sums that the bids before the last can have: 0 to (players - 1) * cards."""
    return (1 << ((players - 1) * cards + 1)) - 1


def _sums_after(sums: Sums, masks: KeyedMasks, memory: BidMemory) -> Sums:
    after: dict[Key, int] = {}
    for key, here in sums.items():
        for bid, mask in enumerate(masks.get(key, ())):
            further = (here & mask) << bid
            if further:
                now = memory.after(key, bid)
                after[now] = after.get(now, 0) | further
    return after


def _joint_sums(first: Sums, second: Sums) -> Sums:
    """Returns the sums that are in at least one of two sets."""
    joint = dict(first)
    for key, here in second.items():
        joint[key] = joint.get(key, 0) | here
    return joint


def _common_sums(first: Sums, second: Sums) -> Sums:
    """Returns the sums that are in both sets."""
    return {key: here & first[key] for key, here in second.items() if key in first}


def allowed(
    limit: Limit, sums: Sums, cards: int, holds: BatchCondition, memory: BidMemory
) -> KeyedMasks:
    """Returns, for every bid, those of `sums` at which a limit allows it.

    The `otherwise` of a limit applies only at sums where no bid meets its condition.
    """
    if isinstance(limit, Free) or not any(sums.values()):
        return {key: (here,) * (cards + 1) for key, here in sums.items()}
    masks = _masks_meeting(limit.condition, sums, cards, holds, memory)
    if limit.otherwise is None:
        return masks
    none = _sums_without_bid(masks, sums)
    if not none:
        return masks
    return union(masks, _masks_meeting(limit.otherwise, none, cards, holds, memory))


@dataclass(frozen=True, slots=True)
class LimitsInForce:
    """The sums at which each of the two limits on the last bid allows a bid.

    A condition that no bid can meet has already been replaced by the `otherwise` of its limit.
    """

    each: KeyedMasks
    last: KeyedMasks

    @property
    def allowed(self) -> KeyedMasks:
        """The sums at which both limits allow each bid."""
        return intersection(self.each, self.last)

    def sums_without_bid(self, sums: Sums) -> Sums:
        """Returns those of `sums` at which no bid meets both limits."""
        return _sums_without_bid(self.allowed, sums)


def limits_in_force(
    each: Limit, last: Limit, sums: Sums, cards: int, holds: BatchCondition, memory: BidMemory
) -> LimitsInForce:
    """Returns the limits that apply to the last bid when the earlier bids add up to one of `sums`.

    If no bid meets both limits, the `otherwise` of the last bid applies first, then that of each
    bid.
    """
    force = LimitsInForce(
        allowed(each, sums, cards, holds, memory), allowed(last, sums, cards, holds, memory)
    )
    left = force.sums_without_bid(sums)
    if left and isinstance(last, Keeps) and last.otherwise is not None:
        instead = _masks_meeting(last.otherwise, left, cards, holds, memory)
        force = LimitsInForce(force.each, _replace_at(force.last, left, instead))
        left = force.sums_without_bid(sums)
    if left and isinstance(each, Keeps) and each.otherwise is not None:
        instead = _masks_meeting(each.otherwise, left, cards, holds, memory)
        force = LimitsInForce(_replace_at(force.each, left, instead), force.last)
    return force


def _replace_at(masks: KeyedMasks, sums: Sums, instead: KeyedMasks) -> KeyedMasks:
    """Returns `masks` with the bits of `instead` at these sums."""
    replaced = dict(masks)
    for key, here in sums.items():
        pairs = zip(masks[key], instead[key], strict=True)
        replaced[key] = tuple(mask & ~here | other for mask, other in pairs)
    return replaced


def _masks_meeting(
    condition: Expression, sums: Sums, cards: int, holds: BatchCondition, memory: BidMemory
) -> KeyedMasks:
    totals = {key: bits(here) for key, here in sums.items()}
    rows = [
        (bid, total + bid, *figures)
        for key in sums
        for bid in range(cards + 1)
        for figures in (memory.figures(key, bid),)
        for total in totals[key]
    ]
    held: Iterator[Value] = iter(holds(condition, rows) if rows else ())
    masks: dict[Key, Masks] = {}
    for key in sums:
        weights = [1 << total for total in totals[key]]
        masks[key] = tuple(sum(compress(weights, held)) for _ in range(cards + 1))
    return masks


def intersection(first: KeyedMasks, second: KeyedMasks) -> KeyedMasks:
    """Returns the sums at which both masks allow a bid."""
    return {
        key: tuple(a & b for a, b in zip(masks, second[key], strict=True))
        for key, masks in first.items()
    }


def union(first: KeyedMasks, second: KeyedMasks) -> KeyedMasks:
    """Returns the sums at which at least one of the masks allows a bid."""
    joint = dict(first)
    for key, masks in second.items():
        old = joint.get(key)
        joint[key] = masks if old is None else tuple(a | b for a, b in zip(old, masks, strict=True))
    return joint
