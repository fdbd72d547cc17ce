"""Finds the smallest corrections that make an inconsistent row consistent.

A figure is a bid, a number of tricks, a total, the points of a deal, a seat in `taken`, or a total
in the row before.
Input: the figures, and a function that reads the row with some of them changed or left blank.
Output: every change with the fewest figures, or some small changes if finding all takes too long.

Single figures are tried first, one by one, with a budget of their own: blank, one figure leaves a
row quick to read, and most rows have one slip. Only if none of them is a fix, sets of figures are
tried.

If a row is inconsistent with some figures left blank, no values for the blanks can make it
consistent. So the remaining figures contain a *conflict*: a set of figures such that every fix
changes at least one. Sets of figures are tried from small to large. A set that does not intersect
every known conflict is skipped. Otherwise the row is read with the figures of the set left blank:
either this reveals another conflict, or their values are tried one by one.

Invariants:

- Only reading decides. A change counts as a fix only if the row has been read with it, including
  limits on bids, so no rule about scores, limits or cards is repeated here.
- If some changes may be missing, `is_complete` is False, and the report says so.
- If a sheet has the points of a deal as well as its total, each is a figure. For a total in the row
  before, its points are changed as well, and count as a second figure.
- One row uses at most half of the work that is left, so later rows keep their fixes. One figure
  uses at most an equal part of the work for single figures, so it cannot hide the others.

Rejected: trying one figure of each player whose figures are reported. A single incorrect bid can
invalidate the totals of all other players if the score depends on `bids` or `makers`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import combinations
from typing import Final, TypeAlias, TypeVar

from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.limits import FIX_SEARCH_STEPS, MOST_TRIALS
from clagdsl.lang.record import Cell, RecordedDeal
from clagdsl.records.row_check import RowProblems, has_error
from clagdsl.records.row_context import Standing
from clagdsl.records.solver import Counts, Row, Solver
from clagdsl.records.total_gaps import TotalGaps
from clagdsl.table.budget import Budget, TooMuchError

F = TypeVar("F")

FIGURES: Final = frozenset(("R540", "R541", "R542", "R543", "R557", "R559"))
"""Problem codes which mean that the figures of a row do not fit each other."""

# The codes of forbidden bids, and of a row that would take too much work to infer.
FORBIDDEN_BIDS: Final = frozenset(("A201", "A202", "A203"))
UNDECIDED: Final = "R544"

MOST_FIXES: Final = 200
"""The maximum number of fixes; if a row has more, none is offered."""


@dataclass(slots=True)
class FixBudget:
    """A record's remaining budget for finding fixes: rows to read, and steps of work."""

    trials: Budget = field(default_factory=lambda: Budget(MOST_TRIALS))
    work: Budget = field(default_factory=lambda: Budget(FIX_SEARCH_STEPS))

    def half(self) -> FixBudget:
        """Returns half of the budget that is left, so that one row does not use up all of it."""
        trials, work = self.trials, self.work
        return FixBudget(trials.portion(trials.left // 2), work.portion(work.left // 2))

    def settle(self, half: FixBudget) -> None:
        """Deducts what the search of one row has spent."""
        self.trials.settle(half.trials)
        self.work.settle(half.work)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that may be incorrect; `index` is the 0-based seat, or for `taken` the 0-based
    trick.
    """

    cell: Cell
    index: int
    in_row_before: bool = False


Values: TypeAlias = Mapping[Figure, int | None]
"""New values for figures; None leaves a figure blank."""

Fix: TypeAlias = dict[Figure, int]


@dataclass(frozen=True, slots=True)
class RowReading:
    """The result of reading a row with changed figures."""

    after: Standing
    problems: RowProblems
    problems_before: RowProblems
    """The problems of the row before, if one of its figures was changed."""
    rows: tuple[Row, ...]
    """The row with each of its possible trumps; empty if it is not judged."""
    counts: Counts
    gaps: TotalGaps
    """The totals that can be after the row, if no figure is blank."""
    totals_before: Sequence[Collection[int]] = ()
    """The totals that can be before the row if they are blank, by seat; empty if unknown."""

    @property
    def takers(self) -> tuple[frozenset[int], ...]:
        """The seats that can have taken each trick; empty if the row is not judged."""
        return self.rows[0].evidence.takers if self.rows else ()

    @property
    def unscored(self) -> frozenset[int]:
        """The seats whose scores are not judged."""
        return frozenset[int]().union(*(row.unscored for row in self.rows))

    @property
    def is_wrong(self) -> bool:
        """True if the row contradicts the rules."""
        return has_error(self.problems)


@dataclass(slots=True)
class FixSearch:
    """The search for the smallest fixes of one row."""

    written: dict[Figure, int]
    """The figures that may be changed, with their written values."""
    base: tuple[int | None, ...]
    """The totals to which the row's scores are added."""
    most_cards: int
    read: Callable[[Values], RowReading]
    budget: FixBudget
    """The budget of the search for sets of figures."""
    quick_budget: FixBudget
    """The budget of the search for single figures, and for two numbers of tricks."""
    cells: Callable[[Fix], int] = len
    """Counts the cells to change for a fix: the row before may have a total and its points."""
    readings: dict[frozenset[tuple[Figure, int | None]], RowReading] = field(default_factory=dict)
    current_budget: FixBudget = field(init=False)
    """The budget from which readings are paid now."""
    is_complete: bool = field(default=True, init=False)
    """False if fixes with as few figures may be missing."""

    def fixes(self) -> list[tuple[Fix, RowReading]]:
        """Returns the fixes with the fewest figures, each with the reading of the row it makes
        right.

        If finding all takes too long, `is_complete` becomes False; fixes of a single figure are
        still among the result, or else those of two numbers of tricks. Raises TooMuchError if there
        are too many fixes, or if none of these is found.
        """
        single_figures = [(figure,) for figure in self.written if figure.cell != "taken"]
        fixes, self.is_complete = self._quick_fixes(single_figures)
        if any(self.cells(fix) == 1 for fix, _ in fixes):
            fixes = [(fix, read) for fix, read in fixes if self.cells(fix) == 1]
            if self.is_complete and len(single_figures) == len(self.written):
                return fixes
        self.current_budget = self.budget
        try:
            every = self._smallest_fixes()
        except TooMuchError:
            self.is_complete = False
        else:
            self.is_complete = True
            return every
        if not fixes:
            tricks = [figure for figure in self.written if figure.cell == "tricks"]
            fixes, _ = self._quick_fixes([*combinations(tricks, 2)])
        if not fixes:
            raise TooMuchError
        fewest = min(self.cells(fix) for fix, _ in fixes)
        return [(fix, read) for fix, read in fixes if self.cells(fix) == fewest]

    def _quick_fixes(
        self, sets: Sequence[tuple[Figure, ...]]
    ) -> tuple[list[tuple[Fix, RowReading]], bool]:
        """Returns the fixes that change exactly one of these sets of figures, and whether all of
        them are found.

        Each set has an equal part of the work, so that one cannot use up that of the others.
        """
        fixes: list[tuple[Fix, RowReading]] = []
        is_complete, quick = True, self.quick_budget
        for place, figures in enumerate(sets):
            work = quick.work.portion(quick.work.left // (len(sets) - place))
            trials = quick.trials.portion(quick.trials.left // (len(sets) - place))
            self.current_budget = FixBudget(trials, work)
            try:
                for fix in self._fill_blanks(figures, {}):
                    fixes.append(fix)
            except TooMuchError:
                is_complete = False
            quick.settle(self.current_budget)
        if len(fixes) > MOST_FIXES:
            raise TooMuchError
        return fixes, is_complete

    def _smallest_fixes(self) -> list[tuple[Fix, RowReading]]:
        """Returns the fixes with the fewest figures, found among sets of figures.

        Raises TooMuchError if there are too many, or if finding all of them takes too long.
        """
        fixes: list[tuple[Fix, RowReading]] = []
        conflicts = [*self._takers_against_cards(), self._minimal_conflict(frozenset())]
        for size in range(1, len(self.written) + 1):
            fixed = [frozenset(fix) for fix, _ in fixes]
            for figures in combinations(self.written, size):
                self.current_budget.work.spend(1)
                chosen = frozenset(figures)
                if any(chosen > smaller for smaller in fixed):
                    continue
                if not all(chosen & conflict for conflict in conflicts):
                    continue
                if any(f.in_row_before and Figure("total", f.index) in chosen for f in figures):
                    continue  # changing the total of this row is enough
                if self._read(dict.fromkeys(figures)).is_wrong:
                    conflicts.append(self._minimal_conflict(chosen))
                    continue
                for fix in self._fill_blanks(figures, {}):
                    fixes.append(fix)
                    if len(fixes) > MOST_FIXES:
                        raise TooMuchError
            fewest = min((self.cells(fix) for fix, _ in fixes), default=size + 1)
            fixes = [(fix, read) for fix, read in fixes if self.cells(fix) == fewest]
            if fewest <= size or not all(conflicts):
                break
        return fixes

    def _takers_against_cards(self) -> list[frozenset[Figure]]:
        """Returns a conflict for each taker in `taken` that the cards rule out.

        Takers that the cards confirm are removed from the figures that may be changed.
        """
        blank = [figure for figure in self.written if figure.cell in ("taken", "bid")]
        takers = self._read(dict.fromkeys(blank)).takers
        wrong: list[frozenset[Figure]] = []
        for figure, seat in list(self.written.items()):
            if figure.cell == "taken" and takers:
                if seat not in takers[figure.index]:
                    wrong.append(frozenset({figure}))
                elif len(takers[figure.index]) == 1:
                    del self.written[figure]
        return wrong

    def _minimal_conflict(self, blank: frozenset[Figure]) -> frozenset[Figure]:
        """Returns a minimal set of figures that contradict each other.

        The row must be inconsistent with the figures in `blank` left blank; more figures are
        blanked as long as it stays so.
        """
        groups = [[figure for figure in self.written if figure.cell == "taken"]]
        groups += [
            [figure for figure in self.written if figure.cell != "taken" and figure.index == seat]
            for seat in range(len(self.base))
        ]
        for group in (*groups, *([figure] for figure in self.written)):
            more = blank.union(group)
            if more != blank and self._read(dict.fromkeys(more)).is_wrong:
                blank = more
        return frozenset(self.written) - blank

    def _read(self, values: Values) -> RowReading:
        key = frozenset(values.items())
        if key not in self.readings:
            self.current_budget.trials.spend(1)
            self.readings[key] = self.read(values)
        return self.readings[key]

    def _fill_blanks(self, blank: tuple[Figure, ...], fix: Fix) -> Iterator[tuple[Fix, RowReading]]:
        """Yields every way of filling in the blank figures that makes the row consistent."""
        reading = self._read({**fix, **dict.fromkeys(blank)})
        if reading.is_wrong:
            return
        if not blank:
            problems = (*reading.problems, *reading.problems_before)
            if any(problem.code == UNDECIDED for _, problem in problems):
                raise TooMuchError
            # A run or tally that a fix leaves unknown does not make the row right.
            is_judged = reading.unscored <= self._read({}).unscored
            if is_judged and not has_error(reading.problems_before):
                yield fix, reading
            return
        first, *rest = blank
        for value in self._possible_values(first, reading):
            if value != self.written[first]:
                yield from self._fill_blanks(tuple(rest), {**fix, first: value})

    def _possible_values(self, figure: Figure, reading: RowReading) -> Iterable[int]:
        """Returns candidate values for a blank figure, including every value that can fit."""
        rows, index = reading.rows, figure.index
        match figure.cell:
            case "bid":
                return range((rows[0].cards if rows else self.most_cards) + 1)
            case "tricks":
                return sorted(reading.counts[index]) or range(self.most_cards + 1)
            case "taken":
                return sorted(reading.takers[index]) if reading.takers else ()
            case "total" | "points":
                if figure.in_row_before and any(reading.totals_before[index : index + 1]):
                    return sorted(reading.totals_before[index])
                base = self.base[index]
                if base is None:
                    return ()
                solvers = [Solver(row, self.current_budget.work) for row in rows]
                every = [one.scores_of(index, reading.counts[index]) for one in solvers]
                if not rows:  # everyone passed, so no total changes
                    every = [frozenset({0})]
                scores = sorted(frozenset[int]().union(*every))
                if figure.cell == "points":
                    return scores
                if figure.in_row_before:
                    return [self.written[Figure("total", index)] - score for score in scores]
                return [base + score for score in scores]


def with_values(deal: RecordedDeal, values: Values, cards: int) -> RecordedDeal:
    """Returns a row of `cards` cards with changed figures; blank ones are removed.

    If one seat in `taken` is blank, all of `taken` is removed.
    """
    for figure, value in values.items():
        index = figure.index
        match figure.cell:
            case "bid":
                bids = [*(deal.bids or ())]
                bids[index] = "?" if value is None else value
                deal = replace(deal, bids=tuple(bids))
            case "tricks":
                deal = replace(deal, won=_changed(deal.won or (), index, value))
            case "total":
                deal = replace(deal, totals=_changed(deal.totals or (), index, value))
            case "points":
                raise AssertionError("a record has no points of a deal")
            case "taken":
                if value is not None and deal.taken is not None:
                    deal = replace(deal, taken=_changed(deal.taken, index, value))
    if any(figure.cell == "taken" and value is None for figure, value in values.items()):
        return replace(deal, taken=None, cards=cards)
    return deal


def _changed(figures: tuple[F, ...], index: int, value: F) -> tuple[F, ...]:
    return (*figures[:index], value, *figures[index + 1 :])
