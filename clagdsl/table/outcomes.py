"""The figures one player can end a deal with, limited to those an expression reads.

Input: the names that an expression needs, the bidding, the number of players and cards, and the
sums that tricks can be worth. Output: `Outcomes`, rows of one player's figures without duplicates.

Vectors of all seats are never enumerated. Bids and tricks do not restrict each other, so most
combinations are products. Only `makers` needs the bids and tricks of the other seats;
`_with_makers` processes them seat by seat on bit sets of states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from operator import itemgetter
from typing import Final, TypeAlias

from clagdsl.lang.expr.evaluate import Row
from clagdsl.lang.expr.intervals import EITHER, Bounds, Range
from clagdsl.lang.frozen import dataclass
from clagdsl.table.bid_masks import Bidding, BidMemory, Key, KeyedMasks, bits
from clagdsl.table.budget import Budget

_OF_BIDDING: Final = ("bid", "bids", "highest_bid", "same_bids")
_OF_TRICKS: Final = ("tricks", "made", "most", "most_count", "makers")

_REMEMBERED: Final = ("highest_bid", "same_bids")
"""The names for which more than the sum of the bids is remembered."""

ORDER: Final = (*_OF_BIDDING, "tricks", "made", "points", "most", "most_count", "makers")
"""The names of one player's figures that a score may read, in the order of the columns."""

_WHOLE: Final = (*_OF_BIDDING, *_OF_TRICKS)

BLIND: Final = "blind"
"""A name that scores may read: whether the player has bid without looking at their cards."""

OF_BIDS: Final = frozenset((*_OF_BIDDING, "made", "makers", BLIND))
"""The names that do not exist in a deal without bids."""


def figure_ranges(players: int, cards: int) -> dict[str, Range]:
    """Returns the bounds of the figures of a deal, for any bids and tricks; without points."""
    own, others = Bounds(0, cards), Bounds(0, players)
    return {
        "bid": own,
        "bids": Bounds(0, players * cards),
        "highest_bid": own,
        "same_bids": Bounds(0, players - 1),
        "tricks": own,
        "made": EITHER,
        "most": Bounds(1, cards),
        "most_count": Bounds(1, players),
        "makers": others,
        "auction": own,
        BLIND: EITHER,
    }


def has_all(read: frozenset[str], *, bids: bool, auction: bool, blind: bool) -> bool:
    """Returns whether a deal has all figures in `read`.

    `bids` and `auction` are True if the deal has them. `blind` is True if bidders choose whether to
    look at their cards first.
    """
    if not bids and read & OF_BIDS:
        return False
    return (auction or "auction" not in read) and (blind or BLIND not in read)


PointSums: TypeAlias = tuple[tuple[int, ...], ...]
"""For every number of tricks won, the sums that these tricks can be worth."""

Standing: TypeAlias = tuple[int, int, int]
"""One player's tricks, the most tricks of any player, and the number of players with that many."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Rows of one player's figures; `names` are the columns."""

    names: tuple[str, ...]
    rows: Sequence[Row]


def count_this_deal(base: Outcomes) -> Outcomes:
    """Returns the outcomes with `row_made`, the count of earlier deals, increased by this deal."""
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
    """Returns every combination of the needed figures that one player can end a deal with."""
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
        bids = _bids(needed, bidding, budget) if bids_matter and bidding else [(0, 0, 0, 0)]
        standings = _standings(needed, players, cards)
        _allow(len(bids) * len(standings), budget)
        rows = (
            (*own, tricks, tricks == own[0], most, count, 0)
            for own in bids
            for tricks, most, count in standings
        )
        counted = Counter(tricks for tricks, _, _ in standings)
        whole = _AllFigures(rows, {tricks: len(bids) * many for tricks, many in counted.items()})
    return Outcomes(names, _project(names, whole, points if "points" in needed else None, budget))


# --- with the auction, the past and blind bids ---------------------------------------------


def with_auction(base: Outcomes, numbers: range) -> Outcomes:
    """Returns the outcomes combined with every value of `auction`: the number bid, or 0 for losers.

    Without numbers the outcomes are unchanged.
    """
    return with_auction_numbers(base, [0, *numbers]) if numbers else base


def with_auction_numbers(base: Outcomes, numbers: Sequence[int]) -> Outcomes:
    """Returns the outcomes combined with each of these values of `auction`."""
    rows = [(*row, number) for number in numbers for row in base.rows]
    return Outcomes((*base.names, "auction"), rows)


def figures_needed(variables: frozenset[str], *, bids: bool) -> frozenset[str]:
    """Returns the figures of a deal that an expression depends on.

    `bids` is True if the deal has bids.
    """
    own = frozenset(("made",)) if bids and "row_made" in variables else frozenset[str]()
    return (variables | own).intersection(ORDER)


def with_combinations(
    base: Outcomes, past: Sequence[str], combinations: Sequence[tuple[int, ...]], budget: Budget
) -> Outcomes:
    """Returns the outcomes for each of these combinations of remembered figures."""
    if not past:
        return base
    many = len(combinations) * len(base.rows)
    budget.allow(many)
    budget.spend(4 * many)
    rows = [(*row, *combination) for combination in combinations for row in base.rows]
    return Outcomes((*base.names, *past), rows)


def with_blind(base: Outcomes, budget: Budget) -> Outcomes:
    """Returns the outcomes of open bids and of blind bids."""
    budget.allow(2 * len(base.rows))
    budget.spend(8 * len(base.rows))
    rows = [(*row, blind) for blind in (False, True) for row in base.rows]
    return Outcomes((*base.names, BLIND), rows)


# --- rows of all figures ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _AllFigures:
    """Rows of all figures except points; figures that are not needed may be constant.

    `many` is the number of full combinations for each number of tricks. The budget is charged this
    number, even if figures are left out.
    """

    rows: Iterable[Row]
    many: Mapping[int, int]


def _project(
    names: tuple[str, ...], whole: _AllFigures, points: PointSums | None, budget: Budget
) -> Sequence[Row]:
    """Returns the needed columns, each combination once, in ascending order."""
    if points is None:
        return sorted(_columns(whole.rows, _WHOLE, names))
    _allow(sum(many * len(points[tricks]) for tricks, many in whole.many.items()), budget)
    # Drop duplicates before the points multiply the rows.
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
    # 4 steps for each row, and 40 for each call
    budget.spend(4 * many + 40)


def _bids(needed: frozenset[str], bidding: Bidding, budget: Budget) -> list[Row]:
    if needed.isdisjoint(_OF_BIDDING[1:]):
        return [(bid, 0, 0, 0) for bid in bidding.possible_bids()]

    budget.spend(bidding.players**2 * bidding.cards * (bidding.cards + 1))
    if bidding.memory.names or not needed.isdisjoint(_REMEMBERED):
        return [*bidding.final_figures(needed, partial(_allow, budget=budget))]
    return [*bidding.final_figures(needed)]


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
    """Returns every possible (tricks of one player, most tricks, players with that many)."""
    rows = []
    for tricks in own_tricks(players, cards):
        for most, others in product(range(tricks, cards + 1), range(players)):
            count = others + (tricks == most)
            left = cards - tricks - others * most
            # the remaining tricks go to players who took fewer than the most
            if count and 0 <= left <= (players - 1 - others) * (most - 1):
                rows.append((tricks, most, count))
    return rows


def point_sums(choices: Sequence[Sequence[int]], budget: Budget | None = None) -> PointSums:
    """Returns the possible total values for each number of tricks.

    `choices` holds for each trick the values that it can have.
    """
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

States: TypeAlias = Mapping[Key, list[int]]
"""The reachable states as bits (see `_StateMasks`), by the key of the bids and by the number of
tricks taken so far.
"""


def _with_makers(needed: frozenset[str], bidding: Bidding, budget: Budget) -> _AllFigures:
    cards = bidding.cards
    tops = range(1, cards + 1) if needed & {"most", "most_count"} else (0,)
    shown = bidding.representatives
    work = (cards + 1) ** 3 * (bidding.players + (cards + 1) * len(tops) * len(shown))
    budget.spend(work * (1 if bidding.uniform else bidding.players))
    names, highest = bidding.memory.names, "highest_bid" in needed
    # all bids in one pass, or one pass for each bid that others may make as well
    passes: list[Sequence[int]] = [range(cards + 1)]
    if "same_bids" in needed:
        passes = [(bid,) for bid in range(cards + 1)]
    is_charged = bool(names) or len(passes) > 1 or highest
    rows: set[Row] = set()
    many: Counter[int] = Counter()
    for top, own_bids in product(tops, passes):
        same_as = own_bids[0] if len(passes) > 1 else None
        memory = BidMemory(names, highest, same_as)
        ways = _StateMasks(cards, top, memory, budget if is_charged else None)
        seats = [bidding.masks(seat) for seat in range(bidding.players)]
        blocks_by_id = {id(masks): ways.blocks(masks) for masks in seats}
        blocks = [blocks_by_id[id(masks)] for masks in seats]
        ends: Counter[tuple[int, int, int, int]] = Counter()
        states: list[States] = [{memory.start: [1] + [0] * cards}]
        for masks in blocks[:-1]:
            states.append(ways.after(states[-1], masks))
        for seat in shown:
            for bid, tricks in product(own_bids, range((top or cards) + 1)):
                own = ways.own(states[seat], blocks[seat], blocks[seat + 1 :], bid, tricks)
                for key, end in own.items():
                    best = key[len(names)] if highest else 0
                    others = 0 if same_as is None else key[-1] - 1
                    ends[bid, tricks, best, others] |= end
        for (bid, tricks, best, others), end in ends.items():
            many[tricks] += end.bit_count()
            totals = end if "bids" in needed else ways.joined(end)
            rows.update(ways.read(totals, bid, tricks, (best, others)))
        _allow(many.total(), budget)
    return _AllFigures(rows, many)


class _StateMasks:
    """Bit masks of the joint states of bidding and trick taking, seat by seat.

    `top` is the most tricks of any player, or 0 if it is not needed. The index of a state's bit is,
    from the most significant part: the sum of the bids, the number of makers, and (with `top`) the
    number of players who took `top` tricks. One value of the sum occupies a block of `block` bits.
    """

    def __init__(self, cards: int, top: int, memory: BidMemory, budget: Budget | None) -> None:
        self.cards = cards
        self.top = top
        self.memory = memory
        self.budget = budget
        # 16 values for each count: there are at most 10 players
        self.maker = 16 if top else 1
        self.block = 16 * self.maker
        self.shifts = [[self._shift(bid, t) for t in range(cards + 1)] for bid in range(cards + 1)]

    def _shift(self, bid: int, tricks: int) -> int:
        made = self.maker if bid == tricks else 0
        leads = 1 if self.top and tricks == self.top else 0
        return bid * self.block + made + leads

    def blocks(self, keyed: KeyedMasks) -> KeyedMasks:
        """Returns masks of sums as masks of states: every bit becomes a block."""
        block = (1 << self.block) - 1
        return {
            key: tuple(sum(block << n * self.block for n in bits(mask)) for mask in masks)
            for key, masks in keyed.items()
        }

    def after(self, states: States, masks: KeyedMasks) -> States:
        """Returns the reachable states after one more seat."""
        further: dict[Key, list[int]] = {}
        for key, state, bid, mask in self._bids(states, masks):
            after = further.setdefault(key, [0] * (self.cards + 1))
            for used, here in enumerate(state):
                allowed = here & mask
                if allowed:
                    for tricks in range(min(self.cards - used, self.top or self.cards) + 1):
                        after[used + tricks] |= allowed << self.shifts[bid][tricks]
        return further

    def own(
        self, states: States, masks: KeyedMasks, rest: list[KeyedMasks], bid: int, tricks: int
    ) -> dict[Key, int]:
        """Returns the final states if the seat that bids in `states` has this bid and these tricks.

        The seats of `rest` bid after it.
        """
        begun: dict[Key, list[int]] = {}
        for key, state, _, mask in self._bids(states, masks, bid):
            own = begun.setdefault(key, [0] * (self.cards + 1))
            for used in range(self.cards - tricks + 1):
                own[used + tricks] |= (state[used] & mask) << self.shifts[bid][tricks]
        now: States = begun
        for later in rest[:-1]:
            now = self.after(now, later)
        if rest:
            ends = self._final(now, rest[-1])
        else:
            ends = {key: state[self.cards] for key, state in now.items()}
        return {key: self._with_most(end) for key, end in ends.items()}

    def _bids(
        self, states: States, masks: KeyedMasks, only: int | None = None
    ) -> Iterator[tuple[Key, list[int], int, int]]:
        """Yields for each state and each bid: the key after it, the state, the bid, and its mask.

        `only` leaves out all other bids.
        """
        for key, state in states.items():
            if self.budget is not None:
                _allow((self.cards + 1) ** 2, self.budget)
            for bid, mask in enumerate(masks.get(self.memory.limit_key(key), ())):
                if mask and only in (None, bid):
                    yield self.memory.after(key, bid), state, bid, mask

    def _final(self, states: States, masks: KeyedMasks) -> dict[Key, int]:
        """Returns the states after the last seat, which takes the remaining tricks."""
        final: dict[Key, int] = {}
        for key, state, bid, mask in self._bids(states, masks):
            for used, here in enumerate(state):
                tricks = self.cards - used
                if here & mask and tricks <= (self.top or self.cards):
                    end = (here & mask) << self.shifts[bid][tricks]
                    final[key] = final.get(key, 0) | end
        return final

    def _with_most(self, end: int) -> int:
        """Returns the states in which some player took `top` tricks, if `top` is needed."""
        if not self.top:
            return end
        # clears the states in each group of 16 whose count of `top` tricks is 0
        return end & int.from_bytes(b"\xfe\xff" * (end.bit_length() // 16 + 1), "little")

    def joined(self, end: int) -> int:
        """Returns the states for any sum of the bids: all blocks merged into the first."""
        far = self.block
        # halves the number of blocks in each step
        while end >> far:
            far *= 2
        while far > self.block:
            far //= 2
            end |= end >> far
        return end & ((1 << self.block) - 1)

    def read(self, end: int, bid: int, tricks: int, bidding: tuple[int, int]) -> Iterator[Row]:
        """Yields the row of a seat for each of these states.

        `bidding` is the highest bid, and the number of others with the same bid.
        """
        for state in bits(end):
            total, rest = divmod(state, self.block)
            makers, count = divmod(rest, self.maker)
            yield bid, total, *bidding, tricks, tricks == bid, self.top, count, makers
