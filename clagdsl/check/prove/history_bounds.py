"""Computes bounds on runs, tallies and row figures before each deal of a schedule.

A row figure is a value that scores use from the earlier deals of the same row, such as its best
score. Input: the schedule of a table, and every scoring of its deals. Output: before every deal,
all values that each figure may have. A tally that may grow too large is reported.

* Runs that are read together are bounded together. The figures of a deal determine which of their
  conditions can hold at once; each run then grows by one or falls to 0. So after 28 deals the runs
  of `made` and of `not made` have 56 states, not 29 * 29. Runs that nothing reads together are
  never combined.
* A tally lies between two sums: of the least, and of the most that each of these deals can add.
* A tally that reads `scored` has a set of values. Its formula is evaluated with the formula of the
  score in place of `scored`, for each value that the tally can have before the deal. So only those
  scores are added that are possible with the value; a game to exactly a hundred never has 101.
  Values that the formula does not distinguish, because it only compares them with constants, are
  evaluated once (`values_alike`). Adding ranges instead gives -5,475 to 460 after twenty deals.
* The best score of a row is one of the scores that its deals so far can yield. If scores are linear
  in it, its two extremes represent all values: no other value gives a higher or lower score.

INVARIANT: every possible value is within these bounds, and every possible state of runs among their
states. Limits on bids, which may depend on the past itself, are ignored. Only runs are combined: a
tally can have any of its values with any state of the runs. Without limits the states are
exactly those that can be reached, unless a run reads points of single cards; more sums of them are
assumed than exist (`score_proof`).

Rejected: enumerating matches. Before the tenth deal of ten tricks there are more of them than any
budget allows, and no score or limit distinguishes most of them. Also rejected: states of all runs
of a game at once. Sixteen runs can have more states than any budget allows, though no formula
reads more than two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from clagdsl.check.prove.bid_proof import auction_numbers
from clagdsl.check.prove.deal_case import (
    RUN_BITS,
    DealCase,
    DeckAt,
    Figures,
    PastBounds,
    RunStates,
    ScoredCase,
    ScoreInserter,
    Scoring,
    card_worths,
    cases_by_trump,
    names_in_limits,
    representatives,
    values_alike,
)
from clagdsl.check.prove.parameter_space import RowEvaluator, Setting, provable_range
from clagdsl.check.prove.reporter import ValueFault
from clagdsl.check.prove.score_proof import points_bounds, trick_sums
from clagdsl.lang.expr.ast import (
    Arithmetic,
    Branch,
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
    OWN_SCORE,
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
from clagdsl.table.bid_masks import any_bidding, bits, fixed_bidding
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
    with_combinations,
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
        of_scores = any(OWN_SCORE in variables(e.expression) for e in past if isinstance(e, Past))
        self.ends_suffice = (
            RowBest() in past
            and not of_scores
            and all(linear_in(each, RowBest().name) for each in scores)
        )
        """Whether the extremes of a row's best score represent all of its values."""
        self.deck_at = deck_at
        self.sheets = sheets
        self._distinct: dict[
            tuple[object, ...], tuple[Expression, Scoring, frozenset[int] | None]
        ] = {}
        self.with_score = ScoreInserter()
        self._coded: dict[tuple[Run, ...], Expression] = {}
        """Expressions for which conditions of runs hold together: one bit each."""
        self._states_after: dict[
            tuple[frozenset[int], frozenset[tuple[int, int]]], frozenset[int]
        ] = {}

    def before(
        self, setting: Setting, schedule: Sequence[ScheduledDeal], scorings: Scorings
    ) -> list[PastBounds]:
        """Returns the bounds before each deal, followed by those after the last deal."""
        cases = [
            [
                ScoredCase(DealCase(setting, scheduled.number, cards, ()), one)
                for cards in scheduled.sizes
                for one in scorings(scheduled.name, scheduled.number, cards)
            ]
            for scheduled in schedule
        ]
        states = dict.fromkeys(self._runs_together(cases), frozenset((0,)))
        now: dict[str, Figures] = {e.name: range(1) for e in self.past if not isinstance(e, Run)}
        bounds = [_bounds(states, now)]
        for scheduled, scored in zip(schedule, cases, strict=True):
            self.sheets.budget.spend(HISTORY_COST * (1 + len(scored)) * len(self.past))
            for runs in states:
                states[runs] = self._runs_after(runs, states[runs], scored, bounds[-1])
            for each in self.past:
                match each:
                    case Run():
                        pass
                    case Tally() if OWN_SCORE in variables(each.expression):
                        now[each.name] = self._values_after(
                            each, now[each.name], scored, scheduled, bounds[-1]
                        )
                    case Tally():
                        added = [self._added_by(each, one) for one in scored]
                        now[each.name] = self._after(now[each.name], added)
                    # the row figures start again at 0 after the last deal of a row
                    case _ if scheduled.ends_row:
                        now[each.name] = range(1)
                    case RowMade():
                        most = len(now[each.name])
                        bid = any(not isinstance(one.rules.bid, NoBid) for one in scored)
                        now[each.name] = range(most + bid)
                    case RowBest():
                        scores = [
                            tuple(
                                s
                                for s in self._possible_scores(one, scheduled, bounds[-1])
                                if s >= 0
                            )
                            for one in scored
                        ]
                        now[each.name] = self._joined(each.name, [now[each.name], *scores])
                    case _:
                        assert_never(each)
            bounds.append(_bounds(states, now))
        return bounds

    def merge(self, several: Sequence[PastBounds]) -> PastBounds:
        """Returns the bounds before any of several deals at one table."""
        runs: list[RunStates] = []
        for together in zip(*(each.runs for each in several), strict=True):
            self.sheets.budget.spend(sum(len(each.states) for each in together))
            states = frozenset[int]().union(*{each.states for each in together})
            runs.append(RunStates(together[0].names, states))
        columns = zip(*(each.others for each in several), strict=True)
        others = (
            (name, self._joined(name, [figures for _, figures in column]))
            for column in columns
            for name in (column[0][0],)
        )
        return PastBounds(tuple(runs), tuple(others))

    def _joined(self, name: str, figures: Sequence[Figures]) -> Figures:
        """Returns the union of sets of possible values of a figure.

        It is a range if all of them are ranges. If the extremes of a row's best score represent all
        of its values, only these are returned.
        """
        if all(isinstance(each, range) for each in figures):
            return range(min(each[0] for each in figures), max(each[-1] for each in figures) + 1)
        every = sorted({figure for each in figures for figure in each})
        if name == RowBest().name and self.ends_suffice:
            return tuple(sorted({every[0], every[-1]}))
        return tuple(every)

    def too_large(self, setting: Setting, bounds: PastBounds) -> Iterator[ValueFault]:
        """Yields a fault for each tally that may exceed the largest figure."""
        figures_of = dict(bounds.others)
        for each in self.past:
            if not isinstance(each, Tally):
                continue
            low, high = figures_of[each.name][0], figures_of[each.name][-1]
            worst = low if low < -LARGEST else high
            if not -LARGEST <= worst <= LARGEST:
                part = each.expression
                fault = EvaluationError("too large", part.place, part, worst)
                yield ValueFault(fault, each.origin.place, setting)

    # --- runs -----------------------------------------------------------------------------

    def _runs_together(self, cases: Iterable[Iterable[ScoredCase]]) -> list[tuple[Run, ...]]:
        """Returns the sets of runs that one formula, or the limits of one deal, read."""
        book = self.sheets.book
        runs = [each for each in self.past if isinstance(each, Run)]
        read: dict[frozenset[str], None] = {}
        for rules in {id(one.rules): one.rules for scored in cases for one in scored}.values():
            limits = (rules.each_bid, rules.last_bid)
            formulas = [rules.score, *(part for limit in limits for part in subexpressions(limit))]
            if rules.completed is not None:
                formulas.append(rules.completed)
            read |= dict.fromkeys(book.uses(each).variables for each in formulas)
            read[names_in_limits(book, rules)] = None
        groups = (tuple(each for each in runs if each.name in names) for names in read)
        return [group for group in dict.fromkeys(groups) if group]

    def _runs_after(
        self,
        runs: tuple[Run, ...],
        states: frozenset[int],
        scored: Sequence[ScoredCase],
        past: PastBounds,
    ) -> frozenset[int]:
        """Returns the states that some runs can have after a deal, given bounds on the past."""
        try:
            each = [self._changes(runs, one, past) for one in scored]
            changes = frozenset[tuple[int, int]]().union(*each)
            cached = self._states_after.get((states, changes))
            if cached is None:
                many = len(states) * len(changes)
                self.sheets.budget.allow(many)
                self.sheets.budget.spend(many)
                cached = frozenset((s & kept) + grown for kept, grown in changes for s in states)
                self._states_after[states, changes] = cached
        except TooMuchError as error:
            raise TooMuchError(error.place or runs[0].origin.place) from error
        return cached

    def _changes(
        self, runs: tuple[Run, ...], scored: ScoredCase, past: PastBounds
    ) -> set[tuple[int, int]]:
        """Returns the ways in which a deal can change the states of runs.

        Each is a mask of the runs that do not fall to 0, and the number to add: 1 for each run that
        grows.
        """
        units = {run.name: 1 << RUN_BITS * n for n, run in enumerate(reversed(runs))}
        whole = sum(units.values()) * ((1 << RUN_BITS) - 1)
        counting = tuple(run for run in runs if self._counts(run, scored.rules))
        coded = self._coded.get(counting)
        if coded is None:
            coded = self._coded[counting] = _code_of_conditions(counting)
        codes: frozenset[int] | None = None
        if counting:
            whole_code = self.with_score(coded, scored.rules.score)
            codes = self._distinct_values(whole_code, self._after_past(scored, whole_code, past))
        changes: set[tuple[int, int]] = set()
        for code in codes or ():
            kept, grown = whole, 0
            for n, run in enumerate(counting):
                if code >> n & 1:
                    grown += units[run.name]
                else:
                    kept -= units[run.name] * ((1 << RUN_BITS) - 1)
            changes.add((kept, grown))
        if not codes or isinstance(scored.rules.auction, AuctionBids):
            changes.add((whole, 0))  # the deal does not count, or all players pass
        return changes

    # --- tallies --------------------------------------------------------------------------

    def _after(self, now: Figures, added: Sequence[Added]) -> Figures:
        counts = [each for each in added if each is not None]
        if not counts:
            return now
        if len(counts) < len(added):
            # some variant of the deal does not count, so it may also add nothing
            counts.append((0, 0))
        low, high = min(each[0] for each in counts), max(each[1] for each in counts)
        return range(now[0] + low, now[-1] + high + 1)

    def _added_by(self, tally: Tally, scored: ScoredCase) -> Added:
        """Returns the least and the most that a deal adds to a tally."""
        if not self._counts(tally, scored.rules):
            return None
        values = self._distinct_values(tally.expression, scored)
        if values is None:
            return None
        added = (min(values), max(values))
        if isinstance(scored.rules.auction, AuctionBids):
            return (min(added[0], 0), max(added[1], 0))  # all players may pass
        return added

    def _values_after(
        self,
        tally: Tally,
        figures: Figures,
        scored: Sequence[ScoredCase],
        scheduled: ScheduledDeal,
        past: PastBounds,
    ) -> Figures:
        """Returns the values that a tally of scores can have after a deal.

        To each of `figures` only those scores are added that are possible with it. Bit n of a mask
        stands for the n-th value above the lowest.
        """
        budget, low = self.sheets.budget, figures[0]
        by_added: dict[int, int] = {}
        for one in scored:
            for mask, added in self._added_to_each(tally, figures, one, scheduled, past):
                budget.spend(len(added))
                for number in added:
                    by_added[number] = by_added.get(number, 0) | mask
        least = min(by_added)
        try:
            budget.allow(figures[-1] - low + max(by_added) - least)
        except TooMuchError as error:
            raise TooMuchError(error.place or tally.origin.place) from error
        after = 0
        for number, mask in by_added.items():
            after |= mask << number - least
        budget.spend(after.bit_count())
        return tuple(low + least + place for place in bits(after))

    def _added_to_each(
        self,
        tally: Tally,
        figures: Figures,
        scored: ScoredCase,
        scheduled: ScheduledDeal,
        past: PastBounds,
    ) -> Iterator[tuple[int, frozenset[int]]]:
        """Yields masks of the values that a tally can have, and the numbers that may be added."""
        low = figures[0]
        nothing = frozenset((0,))
        if not self._counts(tally, scored.rules):
            yield sum(1 << figure - low for figure in figures), nothing
            return
        formula = self.with_score(tally.expression, scored.rules.score)
        case = self._after_past(scored, formula, past, scheduled.row_deals).case
        alike = values_alike(figures, (formula,), tally.name, case.names)
        self.sheets.budget.spend(len(figures))
        for one, *others in alike:
            own = tuple((n, (one,) if n == tally.name else f) for n, f in case.past.others)
            state = replace(case, past=PastBounds(case.past.runs, own))
            added = self._distinct_values(formula, ScoredCase(state, scored.rules)) or nothing
            if isinstance(scored.rules.auction, AuctionBids):
                added |= nothing  # all players may pass
            yield sum(1 << figure - low for figure in (one, *others)), added

    def _after_past(
        self, scored: ScoredCase, formula: Expression, past: PastBounds, row_deals: int = 1
    ) -> ScoredCase:
        """Returns a deal after the figures of the past that a formula reads."""
        read = past.read_by(self.sheets.book.uses(formula).variables)
        past = representatives(read, (formula,), scored.case.names)
        return replace(scored, case=replace(scored.case, past=past, row_deals=row_deals))

    def _counts(self, past: Past, rules: Scoring) -> bool:
        """Returns whether a deal has every figure that a run or tally reads."""
        return has_all(
            self.sheets.book.uses(past.expression).variables,
            bids=not isinstance(rules.bid, NoBid),
            auction=not isinstance(rules.auction, NoAuction),
            blind=rules.may_be_blind,
        )

    # --- row figures ----------------------------------------------------------------------

    def _possible_scores(
        self, scored: ScoredCase, scheduled: ScheduledDeal, past: PastBounds
    ) -> tuple[int, ...]:
        """Returns the possible scores of a deal given bounds on the past, or only their extremes.

        Limits on bids are ignored.
        """
        case, rules = scored.case, scored.rules
        past = past.read_by(self.sheets.book.uses(rules.score).variables)
        if self.ends_suffice and (
            ends := self.score_range(case.setting, scheduled, case.cards, rules, past)
        ):
            return ends
        case = replace(case, past=past, row_deals=scheduled.row_deals)
        try:
            return tuple(self._distinct_values(rules.score, ScoredCase(case, rules)) or ())
        except TooMuchError as error:
            raise TooMuchError(error.place or rules.places["score"]) from error

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
        words = self.sheets.book.uses(rules.score).words
        cases = cases_by_trump(at_table, rules, self.deck_at(setting), words)
        names["trump"] = frozenset(case.trump or "" for case in cases)
        for name, value in at_table.names.items():
            if name != BLIND or not rules.may_be_blind:
                names[name] = point_range(value)
        for runs in past.runs:
            for name, values in zip(runs.names, zip(*runs.values(), strict=True), strict=True):
                names[name] = Bounds(min(values), max(values))
        for name, figures in past.others:
            # the count of the row includes this deal
            names[name] = Bounds(figures[0], figures[-1] + (name == RowMade().name))
        self.sheets.budget.spend(20 * self.sheets.book.uses(rules.score).size)
        score_range = provable_range(rules.score, names)
        return (score_range.low, score_range.high) if isinstance(score_range, Bounds) else None

    # --- values of expressions ------------------------------------------------------------

    def _distinct_values(self, expression: Expression, scored: ScoredCase) -> frozenset[int] | None:
        """Returns the possible values of an expression in a deal, whatever limits there are on
        bids, or None if the rules fail there.
        """
        case, rules, book = scored.case, scored.rules, self.sheets.book
        setting, uses = case.setting, book.uses(expression)
        read = [uses, book.uses(rules.trick_worth)]
        read += [book.uses(each) for each in subexpressions(rules.auction)]
        parameters = frozenset[str]().union(*(each.parameters for each in read))
        by_number = any("deal" in each.variables for each in read)
        # Deals that are bid alike have the same values, whatever they score. Expressions are
        # compared by identity.
        points: tuple[object, ...] = ()
        if "points" in uses.variables:
            worths = card_worths(rules, case, self.deck_at(setting))
            points = (id(rules.trick_worth), worths, rules.wild)
        key = (
            id(expression),
            rules.bid,
            id(rules.auction),
            rules.may_be_blind,
            points,
            setting.players,
            case.cards,
            case.number if by_number else 0,
            case.row_deals if ROW_DEALS in uses.variables else 0,
            case.past,
            setting.choose(parameters),
            self.deck_at(setting),
            rules.trump if "trump" in uses.variables else None,
        )
        cached = self._distinct.get(key)
        if cached is None:
            # a strong reference keeps the ids from being reused
            values = self._values(expression, case, rules)
            distinct = None if values is None else frozenset(map(int, values))
            cached = self._distinct[key] = (expression, rules, distinct)
        return cached[2]

    def _values(self, expression: Expression, case: DealCase, rules: Scoring) -> list[Value] | None:
        """Returns all values of an expression in a deal, or None if the rules fail there."""
        uses = self.sheets.book.uses(expression)
        if "trump" not in uses.variables:
            return self._values_with_trump(expression, case, rules)
        cases = cases_by_trump(case, rules, self.deck_at(case.setting), uses.words)
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
        sheets.budget.allow(case.past.ways * len(results.rows))
        combinations = list(case.past.combinations())
        results = with_combinations(results, case.past.names, combinations, sheets.budget)
        results = count_this_deal(results)
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


def _bounds(
    states: Mapping[tuple[Run, ...], frozenset[int]], others: Mapping[str, Figures]
) -> PastBounds:
    runs = (RunStates(tuple(run.name for run in each), now) for each, now in states.items())
    return PastBounds(tuple(runs), tuple(others.items()))


def _code_of_conditions(runs: Sequence[Run]) -> Expression:
    """Returns an expression for which conditions hold: bit n is set if the one of run n does."""
    code: Expression = Number(0)
    for n, run in enumerate(runs):
        bit = Choice((Branch(Number(1 << n), run.expression),), Number(0))
        code = Arithmetic("+", code, bit)
    return code


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
