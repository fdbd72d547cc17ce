"""Finds how many tricks each player can have won, from the bids and the scores of one row.

Input: a `Row` (bids, tricks and scores, each known or not, and the `TrickEvidence` of the cards).
Output: for each seat, every number of tricks that occurs in a division of the tricks that fits. A
division assigns tricks to players. The worth of tricks is their point value.

The unknowns are constrained together: the tricks add up to the number of cards, and every player
must get the recorded score. The method depends on the names that the scores use:

- A score that depends only on the player's own figures: one pass over the players, with the tricks
  used so far, is exact (`_counts_by_number`). If bids are unknown, and limits or scores depend on
  their sum, the pass also tracks that sum in the order of bidding.
- A score that depends on the most tricks or the makers: every division of the tricks is tried.
- Tricks of different value: sets of tricks replace their number (`_counts_by_sets`).
- Cards with point values: numbers of tricks are combined with their worth, since all worths add up
  to the worth of all cards played (`_counts_by_worth`).
- All outcomes known from the cards: each is checked against the row instead.

The evidence of the recorded cards restricts all of these methods. All work is deducted from a
budget, because records come from strangers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from functools import lru_cache, reduce
from itertools import product
from math import prod
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from clagdsl.lang.expr.evaluate import EvaluationError, holds
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.rules import CompletedWhen, FixedBid, NoBid
from clagdsl.table.bids import OwnPast, legal_bids
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import PartialPast
from clagdsl.table.outcome_tables import score_or_none
from clagdsl.table.outcomes import PointSums, point_sums
from clagdsl.table.scoring import (
    Taking,
    WonTrick,
    points_of_winners,
    possible_together,
    score_names,
    taken_names,
    trick_value,
    trick_values,
    worths,
)
from clagdsl.table.trick_value import with_cards

Counts: TypeAlias = tuple[frozenset[int], ...]
"""For each seat, every number of tricks that fits."""

Outcome: TypeAlias = tuple[tuple[int, int], ...]
"""For each seat, the number of tricks won and their worth (0 if no score depends on it)."""

Worth: TypeAlias = tuple[frozenset[int] | None, ...]
"""For each seat, every possible worth of its tricks; None if its tricks are unknown."""

MOST_SETS: Final = 14
"""The maximum number of tricks with different values; above this, TooMuchError."""

MOST_SHARED: Final = 600_000
"""The maximum number of combinations for adding up all players' points; above this, each player is
tried alone.
"""


MOST_VECTORS: Final = 20_000
"""The maximum number of combinations of numbers of tricks with which a division is tried."""

MOST_POINTS: Final = 3
"""The maximum number of different points of a player that are tried in a division."""


def cards_decide(rules: DealRules, cards: int) -> bool:
    """Returns whether a score depends on the cards in the tricks, or on those that win them."""
    return not worths(rules, cards).takers_decide and "points" in score_names(rules)


@dataclass(frozen=True, slots=True)
class TrickEvidence:
    """The evidence of a deal's recorded cards about the winners of its tricks."""

    takers: tuple[frozenset[int], ...]
    """For each trick of the deal, the seats that can have won it."""
    tricks: tuple[WonTrick | None, ...]
    """Each trick whose cards are all known; None for any other trick."""
    outcomes: frozenset[Outcome] | None = None
    """Every possible outcome of the play; None if it was not searched completely."""

    @property
    def whole(self) -> tuple[WonTrick, ...] | None:
        """Every trick of the deal; None if any card of a trick is unknown."""
        tricks = tuple(trick for trick in self.tricks if trick is not None)
        return tricks if len(tricks) == len(self.takers) else None

    def counts(self, seat: int) -> Sequence[int]:
        """Returns the possible numbers of tricks of a player, in order."""
        if self.outcomes is not None:
            return sorted({outcome[seat][0] for outcome in self.outcomes})
        least = sum(seats == {seat} for seats in self.takers)
        return range(least, sum(seat in seats for seats in self.takers) + 1)

    def allows(self, won: tuple[int | None, ...]) -> bool:
        """Returns whether the players can have won these numbers of tricks at the same time."""
        if self.outcomes is not None:
            return any(has_counts(outcome, won) for outcome in self.outcomes)
        ranges = [self.counts(seat) if n is None else (n,) for seat, n in enumerate(won)]
        return sum(map(min, ranges)) <= len(self.takers) <= sum(map(max, ranges))


def empty_evidence(players: int, cards: int) -> TrickEvidence:
    """Returns the evidence for a deal without known cards: any seat can have won any trick."""
    return TrickEvidence((frozenset(range(players)),) * cards, (None,) * cards)


@lru_cache(maxsize=1_000)
def _possible_counts(evidence: TrickEvidence, players: int) -> tuple[Sequence[int], ...]:
    """Returns each player's possible numbers of tricks; cached, because a row is solved often."""
    return tuple(evidence.counts(seat) for seat in range(players))


def has_counts(outcome: Outcome, won: tuple[int | None, ...]) -> bool:
    """Returns whether an outcome has these trick counts, as far as they are known."""
    return all(n in (None, count) for n, (count, _) in zip(won, outcome, strict=True))


@dataclass(frozen=True, slots=True)
class BidOrder:
    """An order of bidding: the seats in turn, with the rules whose limits apply to each bid."""

    seats: tuple[int, ...]
    rules: tuple[DealRules, ...]


ScoreTable: TypeAlias = dict[tuple[int, int, int | None, "SharedFigures", OwnPast], int | None]
"""The scores of one deal, by tricks, their worth, the bid, shared figures and history; None if the
formula has no value.
"""


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of a row, in seat order; None if not recorded.

    `scores` are the points of this deal alone. `bids` is `None` if no bids are made.
    """

    rules: DealRules
    deal: int
    cards: int
    bids: tuple[int | None, ...] | None
    won: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    evidence: TrickEvidence
    past: PartialPast = ()
    """The known runs and tallies of every seat before the deal."""
    worth: Worth | None = None
    """The possible worth of each seat's tricks, if the taker of every trick is known."""
    orders: tuple[BidOrder, ...] | None = None
    """The possible orders of bidding; None if limits on bids are not applied."""
    unscored: frozenset[int] = frozenset()
    """The seats whose score depends on a run, a tally or an auction that is unknown for them."""
    pasts: tuple[tuple[OwnPast, ...], ...] = ()
    """For each seat, every past that it can have; empty if only known runs and tallies count."""
    marks: tuple[bool | None, ...] = ()
    """For each seat, whether a mark says that the bid was made or missed; empty without marks."""
    contracts: tuple[bool | None, ...] = ()
    """For each seat, whether the contract must be made or failed; None, or empty, for either."""
    score_table: ScoreTable = field(default_factory=dict, compare=False)
    """The scores computed so far; copies of the row with other figures share it."""

    def own_past(self, seat: int) -> OwnPast:
        """Returns the known runs and tallies of a player before the deal."""
        return self.past[seat] if self.past else ()

    def own_pasts(self, seat: int) -> tuple[OwnPast, ...]:
        """Returns the pasts of a player to try: every possible one, or else what is known."""
        return self.pasts[seat] if self.pasts else (self.own_past(seat),)

    def fits_mark(self, seat: int, bid: int | None, count: int) -> bool:
        """Returns whether a player's mark allows this number of tricks after a known bid."""
        mark = self.marks[seat] if self.marks else None
        return None in (mark, bid) or (count == bid) == mark

    def without_seats(self, seats: frozenset[int]) -> Row:
        """Returns the row without the tricks, scores and marks of these seats."""
        return replace(
            self,
            won=tuple(None if seat in seats else won for seat, won in enumerate(self.won)),
            scores=tuple(None if seat in seats else n for seat, n in enumerate(self.scores)),
            marks=tuple(None if seat in seats else mark for seat, mark in enumerate(self.marks)),
        )


class SharedFigures(NamedTuple):
    """The figures shared by the scores of all players in one deal."""

    bids: int | None
    most: int = 0
    most_count: int = 1
    makers: int | None = 0
    all_bids: tuple[int, ...] = ()
    """The bids in ascending order, if scores depend on the highest or on equal ones."""


_EACH_BID: Final = frozenset(("highest_bid", "same_bids"))
"""The names that depend on the other players' bids other than through their sum."""

_OTHERS_BIDS: Final = _EACH_BID | {"bids", "makers"}
"""The names that depend on the other players' bids."""


@dataclass(slots=True)
class Solver:
    """Finds the counts that fit one row; if nothing fits, the counts of some seat are empty."""

    row: Row
    budget: Budget
    values: tuple[int, ...] = ()
    used: frozenset[str] = frozenset()
    score_cache: dict[
        tuple[int | None, bool | None, int, int, int | None, SharedFigures, OwnPast | int], bool
    ] = field(default_factory=dict)
    by_count: list[list[tuple[int, int]]] = field(default_factory=list)
    possible: tuple[Sequence[int], ...] = ()
    """For each seat, the numbers of tricks that the recorded cards allow."""
    open_points: PointSums = ()
    """For each number of tricks of unknown worth, their possible worths; empty until needed."""

    def __post_init__(self) -> None:
        self.values = trick_values(self.row.rules, self.row.cards)
        self.used = score_names(self.row.rules)
        self.possible = _possible_counts(self.row.evidence, len(self.row.won))

    @property
    def is_count_enough(self) -> bool:
        """True if scores depend only on how many tricks a player won, not on which.

        Also true if only the cards decide a trick's worth, since no row records which tricks these
        are.
        """
        trick_worths = worths(self.row.rules, self.row.cards)
        return (
            trick_worths.each is not None
            or not trick_worths.takers_decide
            or "points" not in self.used
        )

    def _points(self, seat: int, count: int) -> Iterable[int]:
        """Returns the possible worths of `count` tricks of a player, if it does not matter which
        tricks they are.
        """
        if "points" not in self.used:
            return (0,)
        rules, cards = self.row.rules, self.row.cards
        tricks = self.row.evidence.tricks
        if not any(tricks):
            return points_of_winners(rules, cards)[count]
        possible = worths(rules, cards)
        if not self.open_points:
            choices = zip(possible.choices, tricks, strict=True)
            unknown = [values for values, trick in choices if trick is None]
            self.open_points = with_cards(point_sums(unknown), possible.cards, rules.players)
        own = [
            trick_value(possible, possible.by_rank[n], trick.face, trick.faces, trick.trumps)
            for n, trick in enumerate(tricks)
            if trick is not None and trick.winner == seat
        ]
        return [sum(own) + points for points in self.open_points[count - len(own)]]

    @property
    def depends_on_others(self) -> bool:
        """True if a score depends on other players' tricks."""
        return bool(self.used & {"most", "most_count", "makers"})

    def counts(self) -> Counts:
        """Returns every count that occurs in some division of the tricks that fits the row."""
        by_seat: list[set[int]] = [set() for _ in self.row.won]
        if not _can_add_up([self._range(seat, None) for seat in self._seats()], self.row.cards):
            return tuple(map(frozenset, by_seat))
        for part in self._counts_by_bids() if self._adds_up_bids else self._counts_of_each_way():
            for seat, counts in enumerate(part):
                by_seat[seat] |= counts
        return tuple(frozenset(counts) for counts in by_seat)

    def _counts_of_each_way(self) -> Iterator[Counts]:
        """Yields the counts for each way of completing the bids."""
        outcomes = self.row.evidence.outcomes
        for bids in self._all_bids():
            if outcomes is None:
                yield from self._counts_for(bids)
            else:
                yield from self._counts_among(outcomes, bids)

    def _counts_among(
        self, outcomes: frozenset[Outcome], bids: tuple[int | None, ...]
    ) -> Iterator[Counts]:
        """Yields the counts of every outcome that produces the row's scores."""
        for outcome in outcomes:
            self.budget.spend(3)
            if not has_counts(outcome, self.row.won):
                continue
            vector = tuple(count for count, _ in outcome)
            shared = (
                self._shared_figures(bids, vector)
                if self.depends_on_others
                else self._figures_of_bids(bids)
            )
            if all(
                self._fits(seat, count, points, bids[seat], shared)
                for seat, (count, points) in enumerate(outcome)
            ):
                yield tuple(frozenset({count}) for count in vector)

    def scores_of(self, seat: int, counts: Collection[int] = ()) -> frozenset[int]:
        """Returns every score that one player can have made, whatever the others have.

        If `counts` is not empty, the player's number of tricks is one of them.

        The result is empty if the score depends on an unknown run, tally or auction, unless the row
        has every past.
        """
        if seat in self.row.unscored and not self.row.pasts:
            return frozenset()
        recorded_bid = None if self.row.bids is None else self.row.bids[seat]
        bids: tuple[int | None, ...] = (recorded_bid,)
        if self.row.bids is not None and recorded_bid is None:
            bids = tuple(range(self.row.cards + 1))
        takings = {taking for taking in self._takings(seat) if not counts or taking[0] in counts}
        scores: set[int] = set()
        pasts = self.row.own_pasts(seat)
        for shared in self._all_shared_figures():
            for bid in bids:
                self.budget.spend(4 * len(takings) * len(pasts))
                for (count, points), past in product(takings, pasts):
                    score = self._score(count, points, bid, shared, past)
                    if score is not None:
                        scores.add(score)
        return frozenset(scores)

    def points_of(self, seat: int, count: int) -> Iterable[int | None]:
        """Returns every worth of a player's tricks that gives the score; None if it is not scored.

        The player's bid is known.
        """
        if "points" not in self.used or seat in self.row.unscored:
            return (None,)
        bid = None if self.row.bids is None else self.row.bids[seat]
        return {
            points
            for shared in self._all_shared_figures()
            for tricks, points in self._takings(seat)
            if tricks == count and self._fits(seat, count, points, bid, shared)
        }

    def _takings(self, seat: int) -> set[tuple[int, int]]:
        """Returns the possible (tricks, worth) pairs of a player."""
        evidence = self.row.evidence
        if evidence.outcomes is not None:
            return {outcome[seat] for outcome in evidence.outcomes}
        counts = self._range(seat, None)
        if self.is_count_enough:
            return {(n, points) for n in counts for points in self._points(seat, n)}
        return {(n, points) for n in counts for _, points in self._sets_of(seat, n)}

    def _all_shared_figures(self) -> set[SharedFigures]:
        """Returns the shared figures for all completions of the bids and all divisions of the
        tricks.
        """
        vectors: list[tuple[int, ...]] = []
        if self.depends_on_others:
            open_row = self.row.without_seats(frozenset(self._seats()))
            vectors = list(Solver(open_row, self.budget)._trick_divisions())
        shared_figures = set()
        ways: Iterable[tuple[int | None, ...]] = (self.row.bids or (None,) * len(self.row.won),)
        for bids in self._all_bids() if self.used & _OTHERS_BIDS else ways:
            self.budget.spend(3 * len(vectors))
            shared_figures |= {self._shared_figures(bids, vector) for vector in vectors}
            if not self.depends_on_others:
                shared_figures.add(self._figures_of_bids(bids))
        return shared_figures

    def _figures_of_bids(self, bids: tuple[int | None, ...]) -> SharedFigures:
        """Returns the shared figures if scores do not depend on other players' tricks."""
        every: tuple[int, ...] = ()
        if self.used & _EACH_BID:
            every = tuple(sorted(bid for bid in bids if bid is not None))
        return SharedFigures(self._total(bids), all_bids=every)

    def _total(self, bids: tuple[int | None, ...]) -> int | None:
        """Returns the sum of the known bids, or None if no bids are made."""
        if self.row.bids is None:
            return None
        return sum(bid for bid in bids if bid is not None)

    def _shared_figures(
        self, bids: tuple[int | None, ...], vector: tuple[int, ...]
    ) -> SharedFigures:
        """Returns the figures that the scores share in one division of the tricks."""
        makers = sum(bid == won for bid, won in zip(bids, vector, strict=True))
        most = max(vector)
        shared = self._figures_of_bids(bids)
        return shared._replace(most=most, most_count=vector.count(most), makers=makers)

    # --- unknown bids ----------------------------------------------------------------------

    def _all_bids(self) -> Iterator[tuple[int | None, ...]]:
        """Yields the bids, if they are legal; enumerates unknown ones if limits on bids or other
        players' scores depend on them.
        """
        players = len(self.row.won)
        if self.row.bids is None:
            yield (None,) * players
            return
        is_open = None in self.row.bids and self.used & _OTHERS_BIDS
        if not (self.row.orders or is_open):
            yield self.row.bids
            return
        for bids in product(*map(self._possible_bids, self._seats())):
            self.budget.spend(1)
            if not self.row.orders or any(self._is_legal(order, bids) for order in self.row.orders):
                yield bids

    def _is_legal(self, order: BidOrder, bids: tuple[int, ...]) -> bool:
        made = [bids[seat] for seat in order.seats]
        return all(
            bid in self._legal_bids(order, tuple(made[:step])) for step, bid in enumerate(made)
        )

    def _legal_bids(self, order: BidOrder, before: tuple[int, ...]) -> Sequence[int]:
        """Returns the legal bids after these bids."""
        row, step = self.row, len(before)
        past = row.own_past(order.seats[step])
        return legal_bids(order.rules[step], deal=row.deal, cards=row.cards, bids=before, past=past)

    def _possible_bids(self, seat: int) -> Sequence[int]:
        """Returns the recorded bid of a player, or all bids that can give the score."""
        bid = None if self.row.bids is None else self.row.bids[seat]
        return sorted({own for own, _ in self.own_bids(seat)}) if bid is None else (bid,)

    def own_bids(self, seat: int) -> set[tuple[int, int]]:
        """Returns each bid of a player that can give the score, with a number of tricks that
        then does.
        """
        pairs = product(range(self.row.cards + 1), self._takings(seat))
        if self.used & (_OTHERS_BIDS | {"most", "most_count"}):
            return {(bid, count) for bid, (count, _) in pairs}
        shared = SharedFigures(bids=0)
        return {(bid, own[0]) for bid, own in pairs if self._fits(seat, *own, bid, shared)}

    @property
    def _adds_up_bids(self) -> bool:
        """True if unknown bids affect limits or scores only through their sum."""
        row = self.row
        return (
            None in (row.bids or ())
            and (row.orders is not None or "bids" in self.used)
            and row.evidence.outcomes is None
            and self.is_count_enough
            and not self._shares_points
            and not self.depends_on_others
            and not self.used & _EACH_BID
            and not any(
                rules.bid_memory.names for order in row.orders or () for rules in order.rules
            )
        )

    def _counts_by_bids(self) -> Iterator[Counts]:
        """Yields the counts for each sum of the bids, and for each order of bidding."""
        bids = self.row.bids or ()
        least = sum(bid for bid in bids if bid is not None)
        sums: Iterable[int | None] = (None,)
        if "bids" in self.used:
            sums = range(least, least + bids.count(None) * self.row.cards + 1)
        for total in sums:
            shared = SharedFigures(bids=least if total is None else total)
            options = [
                {
                    bid: self._numbers(seat, bid, shared, None)
                    for bid in (range(self.row.cards + 1) if recorded is None else (recorded,))
                }
                for seat, recorded in enumerate(bids)
            ]
            numbers = [set[int]().union(*own.values()) for own in options]
            if not _can_add_up(numbers, self.row.cards):
                continue  # whatever was bid
            ends = None if total is None else {total: 1 << self.row.cards}
            for order in self.row.orders or (None,):
                yield self._counts_by_number(options, ends, order)

    def _counts_for(self, bids: tuple[int | None, ...]) -> Iterator[Counts]:
        alike = self.is_count_enough
        if not self.depends_on_others:
            yield self._divide(bids, self._figures_of_bids(bids), None)
            return
        for vector in self._trick_divisions():
            self.budget.spend(3)
            shared = self._shared_figures(bids, vector)
            if not alike:
                yield self._divide(bids, shared, vector)
            elif self._all_fit(bids, shared, vector):
                if self._shares_points:
                    yield self._divide(bids, shared, vector)
                else:
                    yield tuple(frozenset({count}) for count in vector)

    def _all_fit(
        self, bids: tuple[int | None, ...], shared: SharedFigures, vector: tuple[int, ...]
    ) -> bool:
        return all(
            self._fits_any(seat, count, bids[seat], shared) for seat, count in enumerate(vector)
        )

    def _trick_divisions(self) -> Iterator[tuple[int, ...]]:
        """Yields every division of the tricks among the players that agrees with the row."""

        counts = [self._range(seat, None) for seat in self._seats()]

        def extend(seat: int, left: int, before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if seat == len(counts) - 1:
                if left in counts[seat]:
                    yield (*before, left)
                return
            for count in counts[seat]:
                if count <= left:
                    yield from extend(seat + 1, left - count, (*before, count))

        outcomes = self.row.evidence.outcomes
        if outcomes is not None:
            vectors = {tuple(count for count, _ in outcome) for outcome in outcomes}
            return iter(sorted(vectors))
        return extend(0, self.row.cards, ())

    # --- dividing the tricks ----------------------------------------------------------------

    def _divide(
        self,
        bids: tuple[int | None, ...],
        shared: SharedFigures,
        vector: tuple[int, ...] | None,
    ) -> Counts:
        if self._shares_points:
            worth = [self._worth(seat, bids[seat], shared, vector) for seat in self._seats()]
            counts = self._counts_by_worth(worth)
            if counts is not None:
                return counts
        if self.is_count_enough:
            # The bids are settled, so their sum does not matter.
            options = [
                {0: self._numbers(seat, bids[seat], shared, vector)} for seat in self._seats()
            ]
            return self._counts_by_number(options)
        sets: list[set[int]] = []
        for seat in self._seats():
            sets.append(self._sets(seat, bids[seat], shared, vector))
            if not sets[-1]:
                return (frozenset(),) * len(self.row.won)
        return self._counts_by_sets(sets)

    def _seats(self) -> range:
        return range(len(self.row.won))

    def _range(self, seat: int, vector: tuple[int, ...] | None) -> Sequence[int]:
        count = self.row.won[seat] if vector is None else vector[seat]
        if count is None:
            return self.possible[seat]
        return (count,) if count in self.possible[seat] else ()

    def _numbers(
        self, seat: int, bid: int | None, shared: SharedFigures, vector: tuple[int, ...] | None
    ) -> set[int]:
        counts = self._range(seat, vector)
        row = self.row
        if row.scores[seat] is None and "points" not in self.used and not row.marks + row.contracts:
            return set(counts)
        return {count for count in counts if self._fits_any(seat, count, bid, shared)}

    @property
    def _shares_points(self) -> bool:
        """True if cards decide what the tricks are worth, so that all players share their worth."""
        return cards_decide(self.row.rules, self.row.cards)

    def _worth(
        self, seat: int, bid: int | None, shared: SharedFigures, vector: tuple[int, ...] | None
    ) -> dict[int, set[int]]:
        """Returns the worths of tricks that give the player's score, with the numbers of tricks."""
        counts_by_worth: dict[int, set[int]] = {}
        for count in self._range(seat, vector):
            for points in self._points(seat, count):
                if self._fits(seat, count, points, bid, shared):
                    counts_by_worth.setdefault(points, set()).add(count)
        return counts_by_worth

    def _counts_by_worth(self, options: list[dict[int, set[int]]]) -> Counts | None:
        """Returns the counts that fit if the points of all players add up; None if that is too
        costly.
        """
        possible = points_of_winners(self.row.rules, self.row.cards)
        most = max(sum(map(len, own.values())) for own in options)
        if sum(map(len, possible)) * most * len(options) > MOST_SHARED:
            return None
        allowed: dict[int, int] = {}
        for count, sums in enumerate(possible):
            for points in sums:
                allowed[points] = allowed.get(points, 0) | 1 << count
        ends = dict.fromkeys(possible[-1], 1 << self.row.cards)
        counts = self._counts_by_number(options, ends, allowed=allowed)
        return counts if self._can_divide(options, counts) else (frozenset(),) * len(options)

    def _can_divide(self, options: list[dict[int, set[int]]], counts: Counts) -> bool:
        """Returns whether the tricks and their cards can be divided with some of these points.

        If a player can have many different points, any points count as possible. If there are too
        many ways to try, the result is True.
        """
        fitting = [
            {points: own & set(each) for points, own in option.items() if own & set(each)}
            for option, each in zip(options, counts, strict=True)
        ]
        if prod(map(len, counts)) > MOST_VECTORS:
            return True
        vectors = [vector for vector in product(*counts) if sum(vector) == self.row.cards]
        tried = [[*own] if len(own) <= MOST_POINTS else [None] for own in fitting]
        for points in product(*tried):
            for vector in vectors:
                if any(
                    worth is not None and won not in own[worth]
                    for won, worth, own in zip(vector, points, fitting, strict=True)
                ):
                    continue
                self.budget.spend(len(vector))
                if possible_together(self.row.rules, self.row.cards, vector, points):
                    return True
        return False

    def _counts_by_number(
        self,
        options: list[dict[int, set[int]]],
        ends: dict[int, int] | None = None,
        order: BidOrder | None = None,
        allowed: dict[int, int] | None = None,
    ) -> Counts:
        """Returns the counts that fit if each player has one of these numbers of tricks.

        Each entry of `options` maps a second figure, a bid or a worth, to possible numbers of
        tricks; this figure is added up as well. `ends` maps the final sums, and `allowed` the sums
        of some players, to the possible sums of tricks as bit masks; None allows any. In `order` a
        bid must be legal.

        A forward pass collects the sums that are reachable. A backward pass then keeps the counts
        that lead to a possible end.
        """
        seats = self._seats() if order is None else order.seats

        legal: dict[tuple[int, int], list[tuple[int, set[int]]]] = {}

        def choices(step: int, made: int) -> Iterable[tuple[int, set[int]]]:
            own = options[seats[step]]
            self.budget.spend(1 + len(own))
            if order is None:
                return own.items()
            if (step, made) not in legal:
                # These limits read the bids before only as their number and sum: `_adds_up_bids`.
                earlier = (made, *(0,) * (step - 1)) if step else ()
                bids = self._legal_bids(order, earlier)
                legal[step, made] = [(bid, own[bid]) for bid in bids if own.get(bid)]
            return legal[step, made]

        before = [{0: 1}]
        for step in self._seats():
            after: dict[int, int] = {}
            for made, used in before[-1].items():
                for more, counts in choices(step, made):
                    reached = after.get(made + more, 0)
                    for count in counts:
                        reached |= used << count
                    if counts:
                        after[made + more] = reached
            if allowed is not None:
                after = {made: used & allowed.get(made, 0) for made, used in after.items()}
            before.append(after)
        left = dict.fromkeys(before[-1], 1 << self.row.cards) if ends is None else ends
        fitting: list[set[int]] = [set() for _ in options]
        for step in reversed(self._seats()):
            possible: dict[int, int] = {}
            for made, used in before[step].items():
                for more, counts in choices(step, made):
                    ends_after = left.get(made + more, 0)
                    for count in counts:
                        fits = used & ends_after >> count
                        if fits:
                            fitting[seats[step]].add(count)
                            possible[made] = possible.get(made, 0) | fits
            left = possible
        return tuple(map(frozenset, fitting))

    def _sets(
        self, seat: int, bid: int | None, shared: SharedFigures, vector: tuple[int, ...] | None
    ) -> set[int]:
        """Returns the sets of tricks, as bit masks, that produce the player's score."""
        fitting = set()
        for count in self._range(seat, vector):
            for tricks, points in self._sets_of(seat, count):
                if self._fits(seat, count, points, bid, shared):
                    fitting.add(tricks)
        return fitting

    def _sets_of(self, seat: int, count: int) -> list[tuple[int, int]]:
        """Returns every set of `count` tricks that a player can have, as a bit mask, with its
        value.
        """
        if not self.by_count:
            cards = self.row.cards
            if cards > MOST_SETS:
                raise TooMuchError
            self.budget.spend(2**cards)
            self.by_count = [[] for _ in range(cards + 1)]
            for tricks in range(2**cards):
                points = sum(v for n, v in enumerate(self.values) if tricks >> n & 1)
                self.by_count[tricks.bit_count()].append((tricks, points))
        self.budget.spend(len(self.by_count[count]))
        sure = possible = 0
        for n, seats in enumerate(self.row.evidence.takers):
            sure |= (seats == {seat}) << n
            possible |= (seat in seats) << n
        # Tricks that are certainly the player's are in each set, those of other players in none.
        return [
            (tricks, points)
            for tricks, points in self.by_count[count]
            if sure & ~tricks == 0 and tricks & ~possible == 0
        ]

    def _counts_by_sets(self, options: list[set[int]]) -> Counts:
        every = 2**self.row.cards - 1
        before = self._unions(options)
        after = self._unions(options[::-1])[::-1]
        fitting_counts = []
        for seat, sets in enumerate(options):
            counts: set[int] = set()
            for used in before[seat]:
                for tricks in self._disjoint_sets(used, sets):
                    if every ^ used ^ tricks in after[seat + 1]:
                        counts.add(tricks.bit_count())
            fitting_counts.append(frozenset(counts))
        return tuple(fitting_counts)

    def _unions(self, options: list[set[int]]) -> list[set[int]]:
        """Returns, for every `n` from 0, the unions of tricks that the first `n` players can have
        won.
        """
        unions = [{0}]
        for sets in options:
            unions.append(
                {used | tricks for used in unions[-1] for tricks in self._disjoint_sets(used, sets)}
            )
        return unions

    def _disjoint_sets(self, used: int, sets: set[int]) -> list[int]:
        """Returns the sets that share no trick with `used`."""
        rest = (2**self.row.cards - 1) ^ used
        if 2 ** rest.bit_count() >= len(sets):
            self.budget.spend(1 + len(sets) // 4)
            return [tricks for tricks in sets if not tricks & used]
        # The rest has fewer subsets than there are sets, so enumerate the subsets instead.
        self.budget.spend(1 + 2 ** rest.bit_count() // 4)
        subsets = [0] if 0 in sets else []
        subset = rest
        while subset:
            if subset in sets:
                subsets.append(subset)
            subset = (subset - 1) & rest
        return subsets

    # --- one player's score -----------------------------------------------------------------

    def _fits_any(self, seat: int, count: int, bid: int | None, shared: SharedFigures) -> bool:
        """Returns whether `count` tricks fit the score with any of their possible worths."""
        if "points" not in self.used:
            return self._fits(seat, count, 0, bid, shared)
        return any(
            self._fits(seat, count, points, bid, shared) for points in self._points(seat, count)
        )

    def _fits(
        self, seat: int, count: int, points: int, bid: int | None, shared: SharedFigures
    ) -> bool:
        score = self.row.scores[seat]
        contract = self.row.contracts[seat] if self.row.contracts else None
        if not self.row.fits_mark(seat, bid, count):
            return False
        if self.row.worth is not None and "points" in self.used:
            worth = self.row.worth[seat]
            if worth is not None and points not in worth:
                return False
        if score is None and contract is None:
            return True
        if self.row.bids is not None and bid is None:
            every = range(self.row.cards + 1)
            return any(self._fits(seat, count, points, guess, shared) for guess in every)
        own = seat if self.row.pasts else self.row.own_past(seat)
        key = (score, contract, count, points, bid, shared, own)
        fits = self.score_cache.get(key)
        if fits is None:
            pasts = self.row.own_pasts(seat)
            self.budget.spend(4 * len(pasts))
            fits = any(
                (score is None or self._score(count, points, bid, shared, past) == score)
                and (
                    contract is None
                    or self._completes(_taking(count, points, bid, shared, past)) == contract
                )
                for past in pasts
            )
            self.score_cache[key] = fits
        return fits

    def _completes(self, taking: Taking) -> bool | None:
        """Returns whether a player makes the contract; None if its condition has no value."""
        rules = self.row.rules
        assert isinstance(rules.completed, CompletedWhen)
        names = taken_names(rules, deal=self.row.deal, cards=self.row.cards, taking=taking)
        try:
            return holds(rules.completed.condition, names)
        except EvaluationError:
            return None

    def _score(
        self, count: int, points: int, bid: int | None, shared: SharedFigures, past: OwnPast
    ) -> int | None:
        key = (count, points, bid, shared, past)
        if key in self.row.score_table:
            return self.row.score_table[key]
        taking = _taking(count, points, bid, shared, past)
        score = score_or_none(self.row.rules, self.row.deal, self.row.cards, taking)
        self.row.score_table[key] = score
        return score


def _taking(
    count: int, points: int, bid: int | None, shared: SharedFigures, past: OwnPast
) -> Taking:
    others, highest, same = shared.all_bids, bid, 0
    if others and bid is not None:
        highest, same = others[-1], max(others.count(bid) - 1, 0)
    return Taking(
        bid,
        None if bid is None else shared.bids,
        count,
        points,
        shared.most,
        shared.most_count,
        None if bid is None else shared.makers,
        highest,
        None if bid is None else same,
        past,
    )


def _can_add_up(options: Sequence[Collection[int]], cards: int) -> bool:
    """Returns whether one number of tricks of each player can add up to the number of cards."""
    sums = 1
    for counts in options:
        sums = reduce(or_, (sums << count for count in counts), 0)
    return bool(sums >> cards & 1)


def bids_of_rules(rules: DealRules, players: int) -> tuple[int | None, ...] | None:
    """Returns the bids that the rules determine: None if no bids are made, else fixed or unknown
    ones.
    """
    if isinstance(rules.bid, NoBid):
        return None
    fixed = rules.bid.number if isinstance(rules.bid, FixedBid) else None
    return (fixed,) * players
