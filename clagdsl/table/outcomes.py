"""What one player can have bid and won, as far as an expression asks for it.

Never a vector of all seats: the few combinations of one seat's figures that some deal can end
with.  Bids and tricks do not restrict each other, so most combinations are products; only
`makers` needs the bids and tricks of the other seats, seat by seat (see `_with_makers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from operator import itemgetter
from typing import Final, TypeAlias

from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Value
from clagdsl.table.bid_masks import Bidding
from clagdsl.table.budget import TUPLES, Budget, TooMuchError

ORDER: Final = ("bid", "bids", "tricks", "made", "points", "most", "most_count", "makers")
"""The names that a score may use of one player's figures, in the order of the rows."""

_WHOLE: Final = ("bid", "bids", "tricks", "made", "most", "most_count", "makers")

OF_BIDS: Final = frozenset(("bid", "bids", "made", "makers"))
"""The names that do not exist where nobody bids."""

PointSums: TypeAlias = tuple[tuple[int, ...], ...]
"""For every number of tricks won what those tricks can be worth together."""

Standing: TypeAlias = tuple[int, int, int]
"""Tricks of one player, the most that anybody took, and how many took that many."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Rows of figures of one player; `names` says what stands in each column."""

    names: tuple[str, ...]
    rows: Sequence[Row]


def outcomes(
    wanted: frozenset[str],
    *,
    players: int,
    cards: int,
    bidding: Bidding | None,
    points: PointSums,
    budget: Budget | None = None,
) -> Outcomes:
    """Every combination of the wanted figures that one player can end a deal with."""
    budget = budget or Budget()
    names = tuple(name for name in ORDER if name in wanted)
    bids_matter = bool(wanted & OF_BIDS)
    if not names:
        return Outcomes((), ((),))
    if wanted & OF_BIDS and bidding is None:
        raise ValueError("no bids are made in this deal")
    if "makers" in wanted:
        assert bidding is not None
        whole: Iterable[tuple[Value, ...]] = _with_makers(wanted, bidding, budget)
    else:
        pairs = _bids(wanted, bidding, budget) if bids_matter and bidding else [(0, 0)]
        standings = _standings(wanted, players, cards)
        _allow(len(pairs) * len(standings), budget)
        whole = (
            (bid, bids, tricks, tricks == bid, most, count, 0)
            for bid, bids in pairs
            for tricks, most, count in standings
        )
    return Outcomes(names, _project(names, whole, points if "points" in wanted else None, budget))


def _project(
    names: tuple[str, ...],
    whole: Iterable[tuple[Value, ...]],
    points: PointSums | None,
    budget: Budget,
) -> Sequence[Row]:
    """The columns asked for, each combination once, in order."""
    if points is None:
        columns: tuple[str, ...] = _WHOLE
    else:
        columns = (*_WHOLE, "points")
        rows = list(whole)
        _allow(sum(len(points[int(row[2])]) for row in rows), budget)
        whole = ((*row, worth) for row in rows for worth in points[int(row[2])])
    places = [columns.index(name) for name in names]
    if len(places) == 1:
        kept: set[Row] = {(row[places[0]],) for row in whole}
    else:
        kept = set(map(itemgetter(*places), whole))
    return sorted(kept)


def _allow(many: int, budget: Budget) -> None:
    if many > TUPLES:
        raise TooMuchError
    budget.spend(4 * many + 40)


def _bids(wanted: frozenset[str], bidding: Bidding, budget: Budget) -> list[tuple[int, int]]:
    if "bids" in wanted:
        budget.spend(bidding.players**2 * bidding.cards * (bidding.cards + 1))
        return bidding.bids_with_sums()
    return [(bid, 0) for bid in bidding.own_bids()]


def _standings(wanted: frozenset[str], players: int, cards: int) -> list[Standing]:
    if wanted & {"most", "most_count"}:
        return standings(players, cards)
    if wanted & {"tricks", "made", "points"}:
        return [(tricks, 0, 0) for tricks in own_tricks(players, cards)]
    return [(0, 0, 0)]


def own_tricks(players: int, cards: int) -> range:
    """The numbers of tricks that one player can take."""
    return range(cards + 1) if players > 1 else range(cards, cards + 1)


def standings(players: int, cards: int) -> list[Standing]:
    """Every (tricks of one player, most tricks of any, how many took that many)."""
    found = []
    for tricks, most in product(own_tricks(players, cards), range(1, cards + 1)):
        if tricks > most:
            continue
        for count in range(1, players + 1):
            others = count - 1 if tricks == most else count
            rest = players - 1 - others
            left = cards - tricks - others * most
            # what is left goes to the players who took fewer than the most
            if rest >= 0 and 0 <= left <= rest * (most - 1):
                found.append((tricks, most, count))
    return found


def point_sums(values: Sequence[int], budget: Budget | None = None) -> PointSums:
    """What any number of tricks can be worth, from the values of the tricks in order."""
    budget = budget or Budget()
    if len(set(values)) <= 1:
        worth = values[0] if values else 0
        return tuple((taken * worth,) for taken in range(len(values) + 1))
    sums: list[set[int]] = [{0}] + [set() for _ in values]
    for value in values:
        for taken in reversed(range(len(values))):
            sums[taken + 1] |= {total + value for total in sums[taken]}
        _allow(sum(map(len, sums)), budget)
    return tuple(tuple(sorted(worth)) for worth in sums)


# --- makers: the bids and tricks of all seats together ------------------------------------

_BLOCK: Final = 256
"""A state is one bit: at 256 times the sum of bids, 16 times the makers, how many took most."""

State: TypeAlias = list[int]
"""For every number of tricks taken so far the bits of what the seats so far can have done."""


def _with_makers(
    wanted: frozenset[str], bidding: Bidding, budget: Budget
) -> Iterable[tuple[Value, ...]]:
    cards = bidding.cards
    tops = range(1, cards + 1) if wanted & {"most", "most_count"} else (0,)
    seats = _representatives(bidding)
    work = (cards + 1) ** 3 * (bidding.players + (cards + 1) * len(tops) * len(seats))
    budget.spend(work * (1 if bidding.uniform else bidding.players))
    each, last = _blocks(bidding.each), _blocks(bidding.last)
    found: set[tuple[Value, ...]] = set()
    for top in tops:
        ways = _Ways(cards, top)
        states: list[State] = [[1] + [0] * cards]
        for _ in range(bidding.players - 1):
            states.append(ways.after(states[-1], each))
        for seat in seats:
            following = [each] * (bidding.players - 2 - seat) + [last]
            masks = last if seat == bidding.players - 1 else each
            rest = following if seat < bidding.players - 1 else []
            found |= ways.own(states[seat], masks, rest)
        _allow(len(found), budget)
    return found


def _representatives(bidding: Bidding) -> tuple[int, ...]:
    """Seats that stand for all: those before the last are alike where limits do not differ."""
    last = bidding.players - 1
    if bidding.uniform:
        return (last - 1, last) if last else (last,)
    return tuple(range(last + 1))


def _blocks(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Masks of sums as masks of states: every bit becomes a block."""
    block = (1 << _BLOCK) - 1
    spread = []
    for mask in masks:
        wide = 0
        for total in range(mask.bit_length()):
            if mask >> total & 1:
                wide |= block << (total * _BLOCK)
        spread.append(wide)
    return tuple(spread)


class _Ways:
    """How seats bid and take tricks; `top` is the most tricks of any, 0 where nobody asks."""

    def __init__(self, cards: int, top: int) -> None:
        self.cards = cards
        self.top = top

    def _shift(self, bid: int, tricks: int) -> int:
        made = 16 if bid == tricks else 0
        leads = 1 if self.top and tricks == self.top else 0
        return bid * _BLOCK + made + leads

    def after(self, state: State, masks: tuple[int, ...]) -> State:
        """What can stand after one more seat."""
        further = [0] * (self.cards + 1)
        for used, here in enumerate(state):
            if not here:
                continue
            for tricks in range(min(self.cards - used, self.top or self.cards) + 1):
                for bid, mask in enumerate(masks):
                    further[used + tricks] |= (here & mask) << self._shift(bid, tricks)
        return further

    def own(
        self, state: State, masks: tuple[int, ...], rest: list[tuple[int, ...]]
    ) -> set[tuple[Value, ...]]:
        """The figures of a seat that bids in this state, with the seats that bid after it."""
        found: set[tuple[Value, ...]] = set()
        for bid, tricks in product(range(self.cards + 1), range((self.top or self.cards) + 1)):
            now = [0] * (self.cards + 1)
            for used in range(self.cards - tricks + 1):
                moved = (state[used] & masks[bid]) << self._shift(bid, tricks)
                now[used + tricks] = moved
            for later in rest[:-1]:
                now = self.after(now, later)
            final = self._final(now, rest[-1]) if rest else now[self.cards]
            found.update(self._read(final, bid, tricks))
        return found

    def _final(self, state: State, masks: tuple[int, ...]) -> int:
        """What can stand after the last seat, which takes the tricks that are left."""
        final = 0
        for used, here in enumerate(state):
            tricks = self.cards - used
            if here and tricks <= (self.top or self.cards):
                for bid, mask in enumerate(masks):
                    final |= (here & mask) << self._shift(bid, tricks)
        return final

    def _read(self, bits: int, bid: int, tricks: int) -> Iterable[tuple[Value, ...]]:
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            total, rest = divmod(lowest.bit_length() - 1, _BLOCK)
            makers, count = divmod(rest, 16)
            if count or not self.top:
                yield bid, total, tricks, tricks == bid, self.top, count, makers
