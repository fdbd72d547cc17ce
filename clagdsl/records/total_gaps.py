"""Checks totals against the last known totals, across deals without totals.

Input: the deals of a record in order, recorded or missing. Output: the totals that the deals since
a player's last known total cannot have produced.

For each line a `Gap` holds the last known total and every total that the player can have now. Each
deal adds the scores that are possible in it. `Solver.scores_of` lists them for one player, so the
sums ignore that the players share the tricks of a deal. If only one deal has unknown totals, it is
solved for all players together, within the limits on bids, with each of their possible scores in
the deal after it. If there are too many combinations, players with many possible scores are left
out.

Invariant: a possible total is never excluded. Totals are unknown if scores depend on unknown runs,
tallies or auctions, or if the work exceeds the budget. The next recorded total is known again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Final, TypeAlias

from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.limits import ROW_INFERENCE_STEPS
from clagdsl.lang.rules import NOT_DECLARED, ChosenBid
from clagdsl.records.row_check import knows_limits, solve_counts
from clagdsl.records.solver import BidOrder, Row, Solver, bids_of_rules, empty_evidence
from clagdsl.table.bids import has_auction, may_bid_blind
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.choices import calls_of, trump_names_of
from clagdsl.table.outcomes import BLIND
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import score_names
from clagdsl.table.seats import Seats, first_bidder
from clagdsl.table.table import Table

Sums: TypeAlias = frozenset[int] | range
"""The possible sums of some scores; a range if there are too many to list."""

MOST_SUMS: Final = 4_000
"""The maximum number of pairs that are added to list the sums of two sets of scores."""

MOST_WAYS: Final = 64
"""The maximum number of combinations of scores in the next deal that are tried for an open deal."""

SCENE_STEPS: Final = 50
"""The steps that are deducted for building the rules of one call and number of cards."""


@dataclass(frozen=True, slots=True)
class Gap:
    """The deals since the last known total of a line."""

    deal: int
    """The number of the deal after which the total is known; 0 before the first deal."""
    total: int
    possible: Sums
    """Every total that the line can have now."""


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A deal after which some total is unknown."""

    number: int
    lines: tuple[int, ...]
    rows: tuple[Row, ...]
    """The deal with each of its possible rules; empty if they are not all known."""
    dealer: int | None
    """The seat that deals; None if unknown."""
    since: tuple[int, ...]
    """The points of each seat in the deals after it in which all scores are known."""


@dataclass(slots=True)
class TotalGaps:
    """The gaps of all lines of a record, up to the deal that was added last."""

    gaps: list[Gap | None] = field(default_factory=list)
    """For each line; None if its total can be anything."""
    open_deals: list[OpenDeal] = field(default_factory=list)
    """The deals since the last one after which all totals are known."""
    budget: Budget = field(default_factory=lambda: Budget(ROW_INFERENCE_STEPS))

    def copy(self, budget: Budget) -> TotalGaps:
        """Returns the same gaps, to be changed on their own within a budget of their own."""
        return TotalGaps([*self.gaps], [*self.open_deals], budget)

    def forget(self) -> None:
        """Makes all totals unknown."""
        self.gaps = [None] * len(self.gaps)
        self.open_deals.clear()

    def note(self, number: int, totals: Sequence[int | None]) -> None:
        """Stores the known totals after deal `number`."""
        self.gaps += [None] * (len(totals) - len(self.gaps))
        for line, total in enumerate(totals):
            if total is not None:
                self.gaps[line] = Gap(number, total, frozenset({total}))
        if None not in totals:
            self.open_deals.clear()

    def add(
        self,
        number: int,
        lines: tuple[int, ...],
        rows: tuple[Row, ...],
        scores: Sequence[Sums],
        dealer: int | None,
    ) -> None:
        """Adds a deal with the possible scores of its players; none if they are unknown."""
        self.gaps += [None] * (max(lines) + 1 - len(self.gaps))  # somebody has joined
        certain = [next(iter(own)) for own in scores if len(own) == 1]
        if len(certain) == len(lines) and self.open_deals and self.open_deals[-1].lines == lines:
            last = self.open_deals[-1]
            sums = tuple(old + new for old, new in zip(last.since, certain, strict=True))
            self.open_deals[-1] = replace(last, since=sums)
        else:
            self.open_deals.append(OpenDeal(number, lines, rows, dealer, (0,) * len(lines)))
        for line, own in zip(lines, scores, strict=True):
            if (gap := self.gaps[line]) is not None:
                possible = self._sums(gap.possible, own)
                self.gaps[line] = None if possible is None else replace(gap, possible=possible)

    def add_missing(
        self, table: Table, scheduled: ScheduledDeal, lines: tuple[int, ...], dealer: int | None
    ) -> None:
        """Adds a deal that is not recorded."""
        rows = self.rows_of(table, scheduled)
        # If a bid can be blind, the players of a row need not all have made theirs blind.
        alone = any(has_auction(row.rules) or may_bid_blind(row.rules) for row in rows)
        scores = [self.scores_of(rows, 0)] * len(lines)
        self.add(scheduled.number, lines, () if alone else rows, scores, dealer)

    def rows_of(self, table: Table, scheduled: ScheduledDeal) -> tuple[Row, ...]:
        """Returns a blank row for each way of playing a deal; none if they are unknown."""
        try:
            return tuple(self._rows_of(table, scheduled))
        except TooMuchError:
            return ()

    def _rows_of(self, table: Table, scheduled: ScheduledDeal) -> Iterator[Row]:
        nothing, unknown = (None,) * table.players, {item.name for item in table.history_read()}
        unknown.update(NOT_DECLARED)
        for call, cards in product(calls_of(table.rules_of(scheduled)), scheduled.sizes):
            self.budget.spend(SCENE_STEPS)
            rules = table.rules_of(scheduled, call, cards)
            read = score_names(rules)
            if unknown & read - {BLIND}:
                raise TooMuchError
            evidence = empty_evidence(table.players, cards)
            pasts = [((BLIND, own),) for own in (False, True)] if may_bid_blind(rules) else [()]
            trumps = trump_names_of(rules, cards) if "trump" in read else ("",)
            for own, trump in product(pasts, trumps):
                named = replace(rules, names={**rules.names, "trump": trump}) if trump else rules
                yield Row(
                    named,
                    scheduled.number,
                    cards,
                    bids_of_rules(rules, table.players),
                    nothing,
                    nothing,
                    evidence,
                    (own,) * table.players,
                )

    def scores_of(
        self, rows: Sequence[Row], seat: int, counts: Collection[int] = ()
    ) -> frozenset[int]:
        """Returns every score that a player can have made in a deal; empty if that is unknown."""
        scores: set[int] = set()
        for row in rows:
            past = row.own_past(seat)
            if not set(NOT_DECLARED).intersection(score_names(row.rules)) <= dict(past).keys():
                return frozenset()
            try:
                own = Solver(row, self.budget).scores_of(seat, counts)
            except (TooMuchError, EvaluationError):
                return frozenset()
            if not own:
                return frozenset()
            scores |= own
            if has_auction(row.rules):
                scores.add(0)  # everyone may have passed
        return frozenset(scores)

    def _sums(self, totals: Sums, scores: Sums) -> Sums | None:
        """Returns the sums of a total and a score; None if a score is unknown."""
        if not scores:
            return None
        try:
            self.budget.spend(1 + min(len(totals) * len(scores), MOST_SUMS) // 10)
        except TooMuchError:
            return None
        if len(totals) * len(scores) <= MOST_SUMS:
            return frozenset(total + score for total in totals for score in scores)
        (low, high), (least, most) = _ends(totals), _ends(scores)
        return range(low + least, high + most + 1)

    def gap_to(self, line: int, total: int, scores: Collection[int]) -> Gap | None:
        """Returns the gap of a line if it cannot have this total after one of these scores."""
        gap = self.gaps[line]
        if gap is None or not scores or any(total - score in gap.possible for score in scores):
            return None
        return gap

    def impossible_deal(
        self,
        totals: Sequence[int | None],
        scores: Sequence[Collection[int]],
        lines: Sequence[int],
        rows: Sequence[Row],
    ) -> int | None:
        """Returns the number of the only open deal if no tricks fit the totals before and after it.

        `totals` are those after the next deal, in which its players made one of `scores` each;
        `rows` is that deal with each of its possible trumps.
        """
        if len(self.open_deals) != 1:
            return None
        (deal,) = self.open_deals
        if deal.lines != tuple(lines) or not deal.rows:
            return None
        gained: list[int | None] = []
        for line, total, points in zip(lines, totals, deal.since, strict=True):
            gap = self.gaps[line]
            if gap is None or total is None or gap.deal >= deal.number:
                gained.append(None)
            else:
                gained.append(total - gap.total - points)
        made: list[Collection[int | None]] = [
            own if own and gain is not None else (None,)
            for own, gain in zip(scores, gained, strict=True)
        ]
        while prod(map(len, made)) > MOST_WAYS:
            made[made.index(max(made, key=len))] = (None,)
        portion = self.budget.portion(self.budget.left // 4)
        try:
            ways = [
                way
                for way in product(*made)
                if any(all(solve_counts(_with_scores(row, way), portion)) for row in rows)
            ]
            between = [
                [
                    None if score is None or gain is None else gain - score
                    for score, gain in zip(way, gained, strict=True)
                ]
                for way in ways or [(None,) * len(lines)]
            ]
            is_possible = any(
                _is_possible(_with_scores(row, way), deal.dealer, portion)
                for way, row in product(between, deal.rows)
            )
        except TooMuchError:
            return None
        finally:
            self.budget.settle(portion)
        return None if is_possible else deal.number


def _with_scores(row: Row, scores: Sequence[int | None]) -> Row:
    """Returns the row with the scores that are not None."""
    pairs = zip(row.scores, scores, strict=True)
    return replace(row, scores=tuple(old if new is None else new for old, new in pairs))


def _is_possible(row: Row, dealer: int | None, budget: Budget) -> bool:
    """Returns whether bids and tricks fit a row, for some player who can have bid first.

    Limits on bids count if every name in them is known.
    """
    rules, players = row.rules, len(row.scores)
    if not all(solve_counts(row, budget)):
        return False
    if not isinstance(rules.bid, ChosenBid) or not knows_limits(
        rules, row.deal, row.cards, row.past
    ):
        return True
    seats = Seats(players, dealer, caller=None, drawn=None, bids=(), auction_winner=None)
    first = first_bidder(rules.bid, seats)
    orders = (
        BidOrder(tuple((start + step) % players for step in range(players)), (rules,) * players)
        for start in (range(players) if first is None else (first,))
    )
    return all(solve_counts(replace(row, orders=tuple(orders)), budget))


def _ends(numbers: Sums) -> tuple[int, int]:
    """Returns the smallest and the largest of some numbers."""
    if isinstance(numbers, range):
        return numbers[0], numbers[-1]
    return min(numbers), max(numbers)
