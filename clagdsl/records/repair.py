"""Finds the smallest changes of figures that make a wrong row right.

A figure is a bid, a number of tricks, a total, a seat in `taken`, or a total in the row before.
Input: the figures, and a function that reads the row with some of them changed or left blank.
Output: every change with the fewest figures; or TooMuchError if finding all of them takes too long.

A row that is wrong although some figures are blank stays wrong whatever these are. So the figures
that are not blank contain a *conflict*: a set of figures such that every fix changes at least one.
Sets of figures are tried from small to large. A set that misses a known conflict is skipped. Any
other set is read blank: either that shows another conflict, or its values are tried one by one.

Invariants:

- Only reading decides. The row is read with a change before it becomes a fix, limits on bids
  included, so no rule about scores, limits or cards is repeated here.
- All changes with the fewest figures are found, or none is returned.
- One row uses at most half of the work that is left, so later rows keep their fixes.

Rejected: trying one figure of each player whose figures are reported. A wrong bid can make the
totals of all other players wrong if the score reads `bids` or `makers`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, TypeAlias, TypeVar

from clagdsl.lang.limits import FIX_SEARCH_STEPS, MOST_TRIALS
from clagdsl.lang.record import Cell, RecordedDeal
from clagdsl.records.row_check import RowProblems
from clagdsl.records.row_context import Standing
from clagdsl.records.solver import Counts, Row, Solver
from clagdsl.table.budget import Budget, TooMuchError

F = TypeVar("F")

FIGURES: Final = frozenset(("R540", "R541", "R542", "R543", "R557", "R559"))
"""Codes of problems that mean the figures of a row do not fit each other."""

# The codes of forbidden bids, and of a row that takes too much work to infer.
FORBIDDEN_BIDS: Final = frozenset(("A201", "A202", "A203"))
UNDECIDED: Final = "R544"

MOST_FIXES: Final = 200
"""If a row has more fixes than this, none is offered."""


def has_error(problems: RowProblems) -> bool:
    """Returns whether one of the problems contradicts the rules."""
    return any(problem.severity == "error" for _, problem in problems)


@dataclass(slots=True)
class FixBudget:
    """The budget left for fixes of one record: rows to read, and steps of work."""

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
    """A figure that may be wrong; `index` is a seat, or for `taken` a trick, from 0."""

    cell: Cell
    index: int
    in_row_before: bool = False


Values: TypeAlias = Mapping[Figure, int | None]
"""Figures with other values; None leaves one blank."""

Fix: TypeAlias = dict[Figure, int]


@dataclass(frozen=True, slots=True)
class RowReading:
    """The result of reading a row with other figures."""

    after: Standing
    problems: RowProblems
    problems_before: RowProblems
    """The problems of the row before, if one of its figures is changed."""
    row: Row | None
    counts: Counts

    @property
    def takers(self) -> tuple[frozenset[int], ...]:
        """The seats that can have taken each trick; empty if the row is not judged."""
        return () if self.row is None else self.row.evidence.takers

    @property
    def is_wrong(self) -> bool:
        """True if the row cannot be right."""
        return has_error(self.problems)


@dataclass(slots=True)
class FixSearch:
    """The search for the smallest fixes of one row."""

    written: dict[Figure, int]
    """The figures that may be changed."""
    base: tuple[int | None, ...]
    """The totals that the totals of the row are counted from."""
    most_cards: int
    read: Callable[[Values], RowReading]
    budget: FixBudget
    readings: dict[frozenset[tuple[Figure, int | None]], RowReading] = field(default_factory=dict)

    def fixes(self) -> list[tuple[Fix, RowReading]]:
        """Returns the fixes with the fewest figures, each with the reading of the row it makes
        right.

        Raises TooMuchError if there are too many, or if finding all of them takes too long.
        """
        conflicts = [*self._takers_against_cards(), self._minimal_conflict(frozenset())]
        for size in range(1, len(self.written) + 1):
            fixes: list[tuple[Fix, RowReading]] = []
            for figures in combinations(self.written, size):
                self.budget.work.spend(1)
                chosen = frozenset(figures)
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
            if fixes or not all(conflicts):
                return fixes
        return []

    def _takers_against_cards(self) -> list[frozenset[Figure]]:
        """Returns the seats in `taken` that the cards rule out; removes those that the cards
        confirm.
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
        """Returns a minimal set of figures that cannot be right together.

        The row is wrong with the figures in `blank` blank; more are blanked while it stays wrong.
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
            self.budget.trials.spend(1)
            self.readings[key] = self.read(values)
        return self.readings[key]

    def _fill_blanks(self, blank: tuple[Figure, ...], fix: Fix) -> Iterator[tuple[Fix, RowReading]]:
        """Yields every way of filling in the blank figures that makes the row right."""
        reading = self._read({**fix, **dict.fromkeys(blank)})
        if reading.is_wrong:
            return
        if not blank:
            problems = (*reading.problems, *reading.problems_before)
            if any(problem.code == UNDECIDED for _, problem in problems):
                raise TooMuchError
            if not has_error(reading.problems_before):
                yield fix, reading
            return
        first, *rest = blank
        for value in self._possible_values(first, reading):
            if value != self.written[first]:
                yield from self._fill_blanks(tuple(rest), {**fix, first: value})

    def _possible_values(self, figure: Figure, reading: RowReading) -> Iterable[int]:
        """Returns values for a blank figure, among them all that can fit."""
        row, index = reading.row, figure.index
        match figure.cell:
            case "bid":
                return range((self.most_cards if row is None else row.cards) + 1)
            case "tricks":
                return sorted(reading.counts[index]) or range(self.most_cards + 1)
            case "taken":
                return sorted(reading.takers[index]) if reading.takers else ()
            case "total" | "points":
                base = self.base[index]
                if row is None or base is None:
                    return ()
                scores = sorted(Solver(row, self.budget.work).scores_of(index))
                if figure.in_row_before:
                    return [self.written[Figure("total", index)] - score for score in scores]
                return [base + score for score in scores]


def with_values(deal: RecordedDeal, values: Values, cards: int) -> RecordedDeal:
    """Returns a row of `cards` cards with other figures; blank ones are removed.

    If one seat in `taken` is blank, all are.
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
            case "total" | "points":
                deal = replace(deal, totals=_changed(deal.totals or (), index, value))
            case "taken":
                if value is not None and deal.taken is not None:
                    deal = replace(deal, taken=_changed(deal.taken, index, value))
    if any(figure.cell == "taken" and value is None for figure, value in values.items()):
        return replace(deal, taken=None, cards=cards)
    return deal


def _changed(figures: tuple[F, ...], index: int, value: F) -> tuple[F, ...]:
    return (*figures[:index], value, *figures[index + 1 :])
