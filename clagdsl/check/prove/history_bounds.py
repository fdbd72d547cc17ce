"""Computes bounds on runs, tallies and row figures before each deal of a schedule.

A row figure is a value that scores use from the earlier deals of the same row, such as its best
score. Input: the schedule of a table, and every scoring of its deals. Output: before every deal,
all values that each figure may have. A tally that may grow too large is reported.

* A run is at most the number of earlier deals that count in it.
* A tally lies between two sums: of the least, and of the most that each of these deals can add.
* The best score of a row is one of the scores that its deals so far can yield. If scores are linear
  in it, its two extremes represent all values: no other value gives a higher or lower score.

INVARIANT: every possible value is within these bounds. They ignore limits on bids, which may depend
on the tally itself, and whether two values can occur together.

Rejected: enumerating matches. Before the tenth deal of ten tricks there are more of them than any
budget allows, and no score or limit distinguishes most of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, assert_never

from clagdsl.check.prove.bid_proof import auction_numbers
from clagdsl.check.prove.deal_case import (
    DealCase,
    DeckAt,
    Figures,
    PastBounds,
    Scoring,
    cases_by_trump,
)
from clagdsl.check.prove.parameter_space import RowEvaluator, Setting, provable_range
from clagdsl.check.prove.reporter import ValueFault
from clagdsl.check.prove.score_proof import points_bounds, trick_sums
from clagdsl.lang.expr.ast import (
    Arithmetic,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    LetValue,
    Logic,
    Negative,
    Number,
    ParameterValue,
    PastValue,
    Truth,
    Variable,
    Word,
)
from clagdsl.lang.expr.evaluate import EvaluationError, Row
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.intervals import Bounds, Range, point_range
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.limits import HISTORY_COST, MOST_DEALS
from clagdsl.lang.references import subexpressions
from clagdsl.lang.rules import (
    ROW_DEALS,
    AuctionBids,
    FixedBid,
    HistoryFigure,
    NoAuction,
    NoBid,
    Past,
    RowBest,
    RowMade,
    Run,
    Tally,
    Value,
)
from clagdsl.table.bid_masks import any_bidding, fixed_bidding
from clagdsl.table.budget import TooMuchError
from clagdsl.table.outcome_tables import RowFaultError
from clagdsl.table.outcomes import (
    BLIND,
    OF_BIDS,
    PointSums,
    count_this_deal,
    figure_ranges,
    figures_needed,
    has_all,
    outcomes,
    with_auction,
    with_blind,
    with_history,
)
from clagdsl.table.schedule import ScheduledDeal

Added: TypeAlias = tuple[int, int] | None
"""The least and the most that a deal adds, or None if the deal does not count in the figure."""

Scorings: TypeAlias = Callable[[str, int, int], Iterable[Scoring]]
"""Returns the scorings of a deal by name, number and cards, after any call."""


def widest_bounds(past: Sequence[Past], ranges: Mapping[str, Range]) -> dict[str, Range]:
    """Returns ranges for runs and tallies that hold in any match: quick to compute, but wide."""
    bounds_by_name: dict[str, Range] = {}
    for each in past:
        if isinstance(each, Run):
            bounds_by_name[each.name] = Bounds(0, MOST_DEALS)
            continue
        added = provable_range(each.expression, ranges) or Bounds(-LARGEST, LARGEST)
        if not isinstance(added, Bounds):
            raise TypeError("a tally adds numbers")
        low, high = min(0, added.low) * MOST_DEALS, max(0, added.high) * MOST_DEALS
        bounds_by_name[each.name] = Bounds(max(low, -LARGEST), min(high, LARGEST))
    return bounds_by_name


class PastProofs:
    """Computes the possible values of runs, tallies and row figures before every deal."""

    def __init__(
        self,
        past: Sequence[HistoryFigure],
        scores: Iterable[Expression],
        sheets: RowEvaluator,
        deck_at: DeckAt,
    ) -> None:
        self.past = past
        self.ends_suffice = RowBest() in past and all(
            linear_in(each, RowBest().name) for each in scores
        )
        """Whether the extremes of a row's best score represent all of its values."""
        self.deck_at = deck_at
        self.sheets = sheets
        self._added: dict[tuple[object, ...], tuple[Scoring, Added]] = {}
        self._scored: dict[tuple[object, ...], tuple[Scoring, tuple[int, ...]]] = {}

    def before(
        self, setting: Setting, schedule: Sequence[ScheduledDeal], scorings: Scorings
    ) -> list[PastBounds]:
        """Returns the bounds before each deal, followed by those after the last deal."""
        now: dict[str, Figures] = {each.name: range(1) for each in self.past}
        bounds = [tuple(now.items())]
        for scheduled in schedule:
            rules = [
                (cards, one)
                for cards in scheduled.sizes
                for one in scorings(scheduled.name, scheduled.number, cards)
            ]
            self.sheets.budget.spend(HISTORY_COST * (1 + len(rules)) * len(self.past))
            for each in self.past:
                match each:
                    case Run() | Tally():
                        added = [
                            self._added_by(each, setting, scheduled.number, cards, one)
                            for cards, one in rules
                        ]
                        now[each.name] = self._after(each, now[each.name], added)
                    # the row figures start again at 0 after the last deal of a row
                    case _ if scheduled.ends_row:
                        now[each.name] = range(1)
                    case RowMade():
                        most = len(now[each.name])
                        bid = any(not isinstance(one.bid, NoBid) for _, one in rules)
                        now[each.name] = range(most + bid)
                    case RowBest():
                        scores = [
                            self._possible_scores(setting, scheduled, cards, one, bounds[-1])
                            for cards, one in rules
                        ]
                        now[each.name] = self.joined([now[each.name], *scores])
                    case _:
                        assert_never(each)
            bounds.append(tuple(now.items()))
        return bounds

    def joined(self, figures: Sequence[Figures]) -> Figures:
        """Returns the union of sets of possible values.

        It is a range if all of them are ranges, otherwise a tuple without negative values. If the
        extremes represent all values, the tuple holds only the first and the last one.
        """
        if all(isinstance(each, range) for each in figures):
            return range(min(each[0] for each in figures), max(each[-1] for each in figures) + 1)
        every = sorted({figure for each in figures for figure in each if figure >= 0})
        return tuple(sorted({every[0], every[-1]})) if self.ends_suffice else tuple(every)

    def too_large(self, setting: Setting, bounds: PastBounds) -> Iterator[ValueFault]:
        """Yields a fault for each tally that may exceed the largest figure."""
        for each, (_, figures) in zip(self.past, bounds, strict=True):
            low, high = figures[0], figures[-1]
            worst = low if low < -LARGEST else high
            if isinstance(each, Run | Tally) and not -LARGEST <= worst <= LARGEST:
                part = each.expression
                fault = EvaluationError("too large", part.place, part, worst)
                yield ValueFault(fault, each.origin.place, setting)

    def _after(self, past: Past, now: Figures, added: Sequence[Added]) -> Figures:
        counts = [each for each in added if each is not None]
        if not counts:
            return now
        if isinstance(past, Run):
            return range(now[-1] + 2)
        if len(counts) < len(added):
            # some variant of the deal does not count, so it may also add nothing
            counts.append((0, 0))
        low, high = min(each[0] for each in counts), max(each[1] for each in counts)
        return range(now[0] + low, now[-1] + high + 1)

    def _added_by(
        self, past: Past, setting: Setting, number: int, cards: int, rules: Scoring
    ) -> Added:
        uses = self.sheets.book.uses(past.expression)
        if not has_all(
            uses.variables,
            bids=not isinstance(rules.bid, NoBid),
            auction=not isinstance(rules.auction, NoAuction),
            blind=rules.may_be_blind,
        ):
            return None
        if isinstance(past, Run):
            return (0, 0)
        read = [self.sheets.book.uses(each) for each in subexpressions(rules.auction)]
        read += [uses, self.sheets.book.uses(rules.trick_worth)]
        parameters = frozenset[str]().union(*(each.parameters for each in read))
        by_number = number if any("deal" in each.variables for each in read) else 0
        deck = self.deck_at(setting)
        # Deals that are bid alike add alike, whatever they score. Expressions are compared by
        # identity.
        points: tuple[object, ...] = ()
        if "points" in uses.variables:
            points = (id(rules.trick_worth), rules.card_worth, rules.wild)
        key = (
            past.name,
            rules.bid,
            id(rules.auction),
            rules.may_be_blind,
            points,
            setting.players,
            cards,
            by_number,
            setting.choose(parameters),
            deck,
            rules.trump if "trump" in uses.variables else None,
        )
        cached = self._added.get(key)
        if cached is None:
            # a strong reference keeps the id of the scoring from being reused
            added = self._extremes(past, setting, number, cards, rules)
            cached = self._added[key] = (rules, added)
        return cached[1]

    def _extremes(
        self, past: Tally, setting: Setting, number: int, cards: int, rules: Scoring
    ) -> Added:
        """Returns the least and the most that a deal adds, ignoring limits on bids, which may
        depend on the tally.
        """
        place = DealCase(setting, number, cards, ())
        values = self._values(past.expression, place, rules)
        if values is None:
            return None
        added = (int(min(values)), int(max(values)))
        if isinstance(rules.auction, AuctionBids):
            return (min(added[0], 0), max(added[1], 0))  # all players may pass
        return added

    def _possible_scores(
        self,
        setting: Setting,
        scheduled: ScheduledDeal,
        cards: int,
        rules: Scoring,
        past: PastBounds,
    ) -> tuple[int, ...]:
        """Returns the possible scores of a deal given bounds on the past, or only their extremes.

        Limits on bids are ignored.
        """
        score = rules.score
        if self.ends_suffice and (ends := self.score_range(setting, scheduled, cards, rules, past)):
            return ends
        uses = self.sheets.book.uses(score)
        parameters = uses.parameters | self.sheets.book.uses(rules.trick_worth).parameters
        read = tuple(each for each in past if each[0] in uses.variables)
        place = (
            scheduled.number if "deal" in uses.variables else 0,
            scheduled.row_deals if ROW_DEALS in uses.variables else 0,
        )
        table = (setting.players, cards, *place, setting.choose(parameters), self.deck_at(setting))
        key = (id(rules), *table, read)
        cached = self._scored.get(key)
        if cached is None:
            case = DealCase(setting, scheduled.number, cards, (), read, scheduled.row_deals)
            try:
                values = self._values(score, case, rules)
            except TooMuchError as error:
                raise TooMuchError(error.place or rules.places["score"]) from error
            cached = self._scored[key] = (rules, tuple(set(map(int, values or ()))))
        return cached[1]

    def score_range(
        self,
        setting: Setting,
        scheduled: ScheduledDeal,
        cards: int,
        rules: Scoring,
        past: PastBounds,
    ) -> tuple[int, int] | None:
        """Returns bounds on the scores of a deal, or None if interval analysis is inconclusive."""
        at_table = DealCase(setting, scheduled.number, cards, (), past, scheduled.row_deals)
        names = figure_ranges(setting.players, cards)
        cases = cases_by_trump(at_table, rules, self.deck_at(setting))
        names["trump"] = frozenset(case.trump or "" for case in cases)
        for name, value in at_table.names.items():
            if name != BLIND or not rules.may_be_blind:
                names[name] = point_range(value)
        for name, figures in past:
            # the count of the row includes this deal
            names[name] = Bounds(figures[0], figures[-1] + (name == RowMade().name))
        self.sheets.budget.spend(20 * self.sheets.book.uses(rules.score).size)
        score_range = provable_range(rules.score, names)
        return (score_range.low, score_range.high) if isinstance(score_range, Bounds) else None

    def _values(self, expression: Expression, case: DealCase, rules: Scoring) -> list[Value] | None:
        """Returns all values of an expression in a deal, or None if the rules fail there."""
        if "trump" not in self.sheets.book.uses(expression).variables:
            return self._values_with_trump(expression, case, rules)
        cases = cases_by_trump(case, rules, self.deck_at(case.setting))
        by_trump = [self._values_with_trump(expression, one, rules) for one in cases]
        return [value for values in by_trump for value in values or ()] or None

    def _values_with_trump(
        self, expression: Expression, case: DealCase, rules: Scoring
    ) -> list[Value] | None:
        """Returns all values of an expression in a deal whose trump the case has if it is read."""
        setting, cards, sheets = case.setting, case.cards, self.sheets
        players, names = setting.players, case.names
        read_names = sheets.book.uses(expression).variables
        bidding = any_bidding(players, cards)
        if isinstance(rules.bid, FixedBid):
            if rules.bid.number > cards:
                return None  # reported elsewhere
            bidding = fixed_bidding(players, cards, rules.bid.number)
        bids = not isinstance(rules.bid, NoBid)
        if not bids and read_names & OF_BIDS:
            return None  # reported elsewhere
        points: PointSums = ()
        bounds = None
        if "points" in read_names:
            try:
                points = trick_sums(sheets, rules, case, self.deck_at(setting))
            except RowFaultError:
                return None  # reported elsewhere
            bounds = points_bounds(points)
        results = outcomes(
            figures_needed(read_names, bids=bids),
            players=players,
            cards=cards,
            bidding=bidding if bids else None,
            points=points,
            budget=sheets.budget,
        )
        if isinstance(rules.auction, AuctionBids):
            try:
                numbers = auction_numbers(rules.auction, sheets.values, names)
            except RowFaultError:
                return None  # reported elsewhere
            if not numbers:
                return None  # reported elsewhere
            if "auction" in read_names:
                results = with_auction(results, numbers)
        elif "auction" in read_names:
            return None  # reported elsewhere
        if BLIND in read_names and rules.may_be_blind:
            results = with_blind(results, sheets.budget)
        results = count_this_deal(with_history(results, case.past, sheets.budget))
        try:
            return sheets.values(expression, results.names, results.rows, names, bounds)
        except RowFaultError:  # reported elsewhere, if it is reachable
            return list(
                self._values_of_sound_rows(expression, results.names, results.rows, names, bounds)
            ) or [0]

    def _values_of_sound_rows(
        self,
        expression: Expression,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        names: Mapping[str, Value],
        bounds: Bounds | None,
    ) -> Iterator[Value]:
        for row in rows:
            try:
                yield from self.sheets.values(expression, columns, [row], names, bounds)
            except RowFaultError:
                continue


# --- linear formulas, which are extreme at the ends of a range -------------------------------


def linear_in(expression: Expression, name: str) -> bool:
    """Returns whether an expression is linear in a name, whatever values the other names have.

    All of its parts are then linear as well, so if anything can fail, it fails at an end of the
    range.
    """
    if name not in variables(expression):
        return True
    match expression:
        case Variable() | PastValue():
            return True
        case Negative(operand=operand):
            return linear_in(operand, name)
        case Arithmetic(operator="+" | "-", left=left, right=right):
            return linear_in(left, name) and linear_in(right, name)
        case Arithmetic(operator="*", left=left, right=right):
            one = name not in variables(left) or name not in variables(right)
            return one and linear_in(left, name) and linear_in(right, name)
        case Choice(branches=branches, otherwise=otherwise):
            chosen = any(name in variables(branch.condition) for branch in branches)
            values = [*(branch.value for branch in branches), otherwise]
            return not chosen and all(linear_in(value, name) for value in values)
        case Arithmetic() | Comparison() | Logic() | Inverse() | Function():
            return False
        case Number() | Truth() | Word() | ParameterValue() | LetValue():
            raise AssertionError("no name stands in it")
        case _:
            assert_never(expression)
