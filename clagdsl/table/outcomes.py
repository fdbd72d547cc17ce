"""What one player can have bid and won, as far as an expression asks for it.

Never a vector of all seats: the few combinations of one seat's figures that some deal can end
with.  Bids and tricks do not restrict each other, so most combinations are products; only
`makers` needs the bids and tricks of the other seats, seat by seat (see `_with_makers`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from operator import itemgetter
from typing import Final, TypeAlias

from clagdsl.lang.expr.evaluate import Row
from clagdsl.lang.expr.intervals import EITHER, Bounds, Range
from clagdsl.lang.frozen import dataclass
from clagdsl.table.bid_masks import Bidding, Masks, bits
from clagdsl.table.budget import Budget

ORDER: Final = ("bid", "bids", "tricks", "made", "points", "most", "most_count", "makers")
"""The names that a score may use of one player's figures, in the order of the rows."""

_WHOLE: Final = ("bid", "bids", "tricks", "made", "most", "most_count", "makers")

BLIND: Final = "blind"
"""What a score reads: whether the player has bid without having looked at the own cards."""

OF_BIDS: Final = frozenset(("bid", "bids", "made", "makers", BLIND))
"""The names that do not exist where nobody bids."""


def figure_ranges(players: int, cards: int) -> dict[str, Range]:
    """Returns the bounds of the figures of a deal, whoever bids and wins what; without points."""
    own, others = Bounds(0, cards), Bounds(0, players)
    return {
        "bid": own,
        "bids": Bounds(0, players * cards),
        "tricks": own,
        "made": EITHER,
        "most": Bounds(1, cards),
        "most_count": Bounds(1, players),
        "makers": others,
        "auction": own,
        BLIND: EITHER,
    }


def has_all(read: frozenset[str], *, bids: bool, auction: bool, blind: bool) -> bool:
    """Returns whether a deal has all figures that something reads, with or without bids and an
    auction.

    `blind` tells whether a bidder chooses to look at the own cards first.
    """
    if not bids and read & OF_BIDS:
        return False
    return (auction or "auction" not in read) and (blind or BLIND not in read)


PointSums: TypeAlias = tuple[tuple[int, ...], ...]
"""For every number of tricks won what those tricks can be worth together."""

Standing: TypeAlias = tuple[int, int, int]
"""Tricks of one player, the most that anybody took, and how many took that many."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Rows of figures of one player; `names` says what stands in each column."""

    names: tuple[str, ...]
    rows: Sequence[Row]


def count_this_deal(base: Outcomes) -> Outcomes:
    """Returns the same where `row_made`, so far of the deals before, counts the deal itself, too."""
    if "row_made" not in base.names or "made" not in base.names:
        return base
    made, place = base.names.index("made"), base.names.index("row_made")
    rows = [
        (*row[:place], int(row[place]) + int(row[made]), *row[place + 1 :]) for row in base.rows
    ]
    return Outcomes(base.names, rows)


def outcomes(
    needed: frozenset[str],
    *,
    players: int,
    cards: int,
    bidding: Bidding | None,
    points: PointSums,
    budget: Budget | None = None,
) -> Outcomes:
    """Returns every combination of the wanted figures that one player can end a deal with."""
    budget = budget or Budget()
    names = tuple(name for name in ORDER if name in needed)
    bids_matter = bool(needed & OF_BIDS)
    if not names:
        return Outcomes((), ((),))
    if bids_matter and bidding is None:
        raise ValueError("no bids are made in this deal")
    if "makers" in needed:
        assert bidding is not None
        whole = _with_makers(needed, bidding, budget)
    else:
        pairs = _bids(needed, bidding, budget) if bids_matter and bidding else [(0, 0)]
        standings = _standings(needed, players, cards)
        _allow(len(pairs) * len(standings), budget)
        rows = (
            (bid, bids, tricks, tricks == bid, most, count, 0)
            for bid, bids in pairs
            for tricks, most, count in standings
        )
        counted = Counter(tricks for tricks, _, _ in standings)
        whole = _AllFigures(rows, {tricks: len(pairs) * many for tricks, many in counted.items()})
    return Outcomes(names, _project(names, whole, points if "points" in needed else None, budget))


# --- with the auction, the past and blind bids ---------------------------------------------


def with_auction(base: Outcomes, numbers: range) -> Outcomes:
    """Outcomes with every number with which a player can have won the auction, 0 if another has.

    Without numbers nothing asks for it.
    """
    return with_auction_numbers(base, [0, *numbers]) if numbers else base


def with_auction_numbers(base: Outcomes, numbers: Sequence[int]) -> Outcomes:
    """Outcomes with each of these numbers with which a player has won the auction."""
    rows = [(*row, number) for number in numbers for row in base.rows]
    return Outcomes((*base.names, "auction"), rows)


def figures_needed(variables: frozenset[str], *, bids: bool) -> frozenset[str]:
    """Returns the figures of a deal that tell what an expression depends on, with bids or without."""
    own = frozenset(("made",)) if bids and "row_made" in variables else frozenset[str]()
    return (variables | own).intersection(ORDER)


def with_history(
    base: Outcomes, past: Sequence[tuple[str, Sequence[int]]], budget: Budget
) -> Outcomes:
    """Outcomes with all that the runs and tallies of a player can have come to before the deal."""
    ways = prod(len(figures) for _, figures in past)
    budget.allow(ways * len(base.rows))
    combinations = list(product(*(figures for _, figures in past)))
    return with_combinations(base, [name for name, _ in past], combinations, budget)


def with_combinations(
    base: Outcomes, past: Sequence[str], combinations: Sequence[tuple[int, ...]], budget: Budget
) -> Outcomes:
    """Outcomes with each of these ways to stand with what is remembered."""
    if not past:
        return base
    many = len(combinations) * len(base.rows)
    budget.allow(many)
    budget.spend(4 * many)
    rows = [(*row, *combination) for combination in combinations for row in base.rows]
    return Outcomes((*base.names, *past), rows)


def with_blind(base: Outcomes, budget: Budget) -> Outcomes:
    """Outcomes of bids that were made blind, and of bids that were not."""
    budget.allow(2 * len(base.rows))
    budget.spend(8 * len(base.rows))
    rows = [(*row, blind) for blind in (False, True) for row in base.rows]
    return Outcomes((*base.names, BLIND), rows)


# --- rows of all figures ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _AllFigures:
    """Rows of all figures but the points; a figure that nobody asks for may be the same in all.

    `many` is how many combinations there are for a number of tricks, had all been asked for: so
    much the budget is charged, whatever is left out.
    """

    rows: Iterable[Row]
    many: Mapping[int, int]


def _project(
    names: tuple[str, ...], whole: _AllFigures, points: PointSums | None, budget: Budget
) -> Sequence[Row]:
    """Returns the columns asked for, each combination once, in order."""
    if points is None:
        return sorted(_columns(whole.rows, _WHOLE, names))
    _allow(sum(many * len(points[tricks]) for tricks, many in whole.many.items()), budget)
    # Rows that differ in nothing asked for are the same once before their points are told apart.
    kept = ("tricks", *(name for name in names if name not in ("tricks", "points")))
    rows = _columns(whole.rows, _WHOLE, kept)
    worth = ((*row, worth) for row in rows for worth in points[int(row[0])])
    return sorted(_columns(worth, (*kept, "points"), names))


def _columns(rows: Iterable[Row], columns: tuple[str, ...], names: tuple[str, ...]) -> set[Row]:
    """Returns the columns of these names in their order, each combination once."""
    places = [columns.index(name) for name in names]
    if len(places) == 1:
        [place] = places
        return {(row[place],) for row in rows}
    return set(map(itemgetter(*places), rows))


def _allow(many: int, budget: Budget) -> None:
    budget.allow(many)
    budget.spend(4 * many + 40)


def _bids(needed: frozenset[str], bidding: Bidding, budget: Budget) -> list[tuple[int, int]]:
    if "bids" in needed:
        budget.spend(bidding.players**2 * bidding.cards * (bidding.cards + 1))
        return bidding.bids_with_sums()
    return [(bid, 0) for bid in bidding.possible_bids()]


def _standings(needed: frozenset[str], players: int, cards: int) -> list[Standing]:
    if needed & {"most", "most_count"}:
        return standings(players, cards)
    if needed & {"tricks", "made", "points"}:
        return [(tricks, 0, 0) for tricks in own_tricks(players, cards)]
    return [(0, 0, 0)]


def own_tricks(players: int, cards: int) -> range:
    """Returns the numbers of tricks that one player can take."""
    return range(cards + 1) if players > 1 else range(cards, cards + 1)


def standings(players: int, cards: int) -> list[Standing]:
    """Returns every (tricks of one player, most tricks of any, how many took that many)."""
    rows = []
    for tricks in own_tricks(players, cards):
        for most, others in product(range(tricks, cards + 1), range(players)):
            count = others + (tricks == most)
            left = cards - tricks - others * most
            # what is left goes to the players who took fewer than the most
            if count and 0 <= left <= (players - 1 - others) * (most - 1):
                rows.append((tricks, most, count))
    return rows


def point_sums(choices: Sequence[Sequence[int]], budget: Budget | None = None) -> PointSums:
    """What any number of tricks can be worth, from all values that each trick in order can have."""
    budget = budget or Budget()
    values = {value for each in choices for value in each}
    if len(values) == 1:
        [worth] = values
        return tuple((taken * worth,) for taken in range(len(choices) + 1))
    sums: list[set[int]] = [{0}] + [set() for _ in choices]
    for each in choices:
        for taken in reversed(range(len(choices))):
            sums[taken + 1] |= {total + value for value in each for total in sums[taken]}
        _allow(sum(map(len, sums)), budget)
    return tuple(tuple(sorted(worth)) for worth in sums)


# --- makers: the bids and tricks of all seats together ------------------------------------

State: TypeAlias = list[int]
"""For every number of tricks taken so far the bits of what the seats so far can have done."""


def _with_makers(needed: frozenset[str], bidding: Bidding, budget: Budget) -> _AllFigures:
    cards = bidding.cards
    tops = range(1, cards + 1) if needed & {"most", "most_count"} else (0,)
    shown = _representatives(bidding)
    work = (cards + 1) ** 3 * (bidding.players + (cards + 1) * len(tops) * len(shown))
    budget.spend(work * (1 if bidding.uniform else bidding.players))
    rows: set[Row] = set()
    many: Counter[int] = Counter()
    for top in tops:
        ways = _StateMasks(cards, top)
        seats = [bidding.masks(seat) for seat in range(bidding.players)]
        blocks_by_id = {id(masks): ways.blocks(masks) for masks in seats}
        blocks = [blocks_by_id[id(masks)] for masks in seats]
        ends: Counter[tuple[int, int]] = Counter()
        states: list[State] = [[1] + [0] * cards]
        for masks in blocks[:-1]:
            states.append(ways.after(states[-1], masks))
        for seat in shown:
            for own, end in ways.own(states[seat], blocks[seat], blocks[seat + 1 :]):
                ends[own] |= end
        for (bid, tricks), end in ends.items():
            many[tricks] += end.bit_count()
            rows.update(ways.read(end if "bids" in needed else ways.joined(end), bid, tricks))
        _allow(many.total(), budget)
    return _AllFigures(rows, many)


def _representatives(bidding: Bidding) -> tuple[int, ...]:
    """Returns seats that stand for all: those before the last are alike where limits do not differ."""
    last = bidding.players - 1
    if bidding.listed is not None:
        return bidding.listed
    if bidding.uniform:
        return (last - 1, last) if last else (last,)
    return tuple(range(last + 1))


class _StateMasks:
    """How seats bid and take tricks; `top` is the most tricks of any, 0 where nobody asks.

    A state is one bit: the sum of the bids in blocks, in a block the makers, and where `top` is
    asked for, of each number of makers how many took that many.
    """

    def __init__(self, cards: int, top: int) -> None:
        self.cards = cards
        self.top = top
        self.maker = 16 if top else 1
        self.block = 16 * self.maker
        self.shifts = [[self._shift(bid, t) for t in range(cards + 1)] for bid in range(cards + 1)]

    def _shift(self, bid: int, tricks: int) -> int:
        made = self.maker if bid == tricks else 0
        leads = 1 if self.top and tricks == self.top else 0
        return bid * self.block + made + leads

    def blocks(self, masks: Masks) -> Masks:
        """Masks of sums as masks of states: every bit becomes a block."""
        block = (1 << self.block) - 1
        return tuple(sum(block << total * self.block for total in bits(mask)) for mask in masks)

    def after(self, state: State, masks: Masks) -> State:
        """What can stand after one more seat."""
        further = [0] * (self.cards + 1)
        for used, here in enumerate(state):
            if not here:
                continue
            for tricks in range(min(self.cards - used, self.top or self.cards) + 1):
                for bid, mask in enumerate(masks):
                    further[used + tricks] |= (here & mask) << self.shifts[bid][tricks]
        return further

    def own(
        self, state: State, masks: Masks, rest: list[Masks]
    ) -> Iterator[tuple[tuple[int, int], int]]:
        """What can stand in the end, by the bid and the tricks of a seat that bids in this state.

        The others of `rest` bid after it.
        """
        for bid, tricks in product(range(self.cards + 1), range((self.top or self.cards) + 1)):
            now = [0] * (self.cards + 1)
            for used in range(self.cards - tricks + 1):
                now[used + tricks] = (state[used] & masks[bid]) << self.shifts[bid][tricks]
            for later in rest[:-1]:
                now = self.after(now, later)
            end = self._final(now, rest[-1]) if rest else now[self.cards]
            yield (bid, tricks), self._with_most(end)

    def _final(self, state: State, masks: Masks) -> int:
        """What can stand after the last seat, which takes the tricks that are left."""
        final = 0
        for used, here in enumerate(state):
            tricks = self.cards - used
            if here and tricks <= (self.top or self.cards):
                for bid, mask in enumerate(masks):
                    final |= (here & mask) << self.shifts[bid][tricks]
        return final

    def _with_most(self, end: int) -> int:
        """Returns the states in which somebody took the most tricks, where they are asked for."""
        if not self.top:
            return end
        return end & int.from_bytes(b"\xfe\xff" * (end.bit_length() // 16 + 1), "little")

    def joined(self, end: int) -> int:
        """Returns the states whatever the sum of the bids: all blocks in the first one."""
        far = self.block
        while end >> far:
            far *= 2
        while far > self.block:
            far //= 2
            end |= end >> far
        return end & ((1 << self.block) - 1)

    def read(self, end: int, bid: int, tricks: int) -> Iterator[Row]:
        """Yields the figures of a seat in these states."""
        for state in bits(end):
            total, rest = divmod(state, self.block)
            makers, count = divmod(rest, self.maker)
            yield bid, total, tricks, tricks == bid, self.top, count, makers
