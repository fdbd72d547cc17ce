"""Proves that payments and the end of a match have a value, and that the end can be reached.

Input: bounds on the scores of each deal of the longest match. Output: the first figures for which a
formula lacks a value; for `ends when`, also a finding if the end is never reached, or is reached
too soon.

Whole matches are far too many to enumerate. So a total may be any number from the sum of the lowest
to the sum of the highest scores so far. A formula is proved in three steps, each only if the
previous one is inconclusive:

1. interval analysis for all tables at once,
2. interval analysis at each table,
3. an exhaustive check of the figures, smallest first.

INVARIANT: if there are too many figures to check, that is an error; nothing is ever sampled.

Rejected: computing the totals that a match can really have. The sets of sums are small for few
deals and unbounded for many scores, and no formula in practice needs them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, product
from math import prod
from typing import ClassVar

from clagdsl import problems
from clagdsl.check.prove.parameter_space import RowEvaluator, Setting, Settings
from clagdsl.check.prove.reporter import Finding, ValueFault, fewer_players
from clagdsl.lang.expr.evaluate import EvaluationError, Row
from clagdsl.lang.expr.intervals import (
    EITHER,
    NO,
    YES,
    Bounds,
    NotShownError,
    Range,
    point_range,
    range_of,
)
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.limits import MOST_PLAYERS
from clagdsl.lang.rules import Ends, Expression, Game, Origin, Settlement
from clagdsl.table.budget import TooMuchError
from clagdsl.table.outcome_tables import RowFaultError
from clagdsl.table.schedule import over_after


class TotalsProof(ABC):
    """Proves that a formula over the totals of a match has a value at every table.

    `figures` are the names that depend on totals; `too_much` is the message if there are too many
    combinations of them.
    """

    figures: ClassVar[tuple[str, ...]]
    too_much: ClassVar[str]

    def __init__(self, formula: Expression, origin: Origin, sheets: RowEvaluator) -> None:
        self.formula = formula
        self.origin = origin
        self.sheets = sheets

    @abstractmethod
    def _try_bounds(self, names: Mapping[str, Range]) -> None:
        """Raises NotShownError unless interval analysis proves that the formula has a value."""

    @abstractmethod
    def _figures(self, name: str) -> tuple[range, Sequence[int]]:
        """Returns all values of a figure, and the ones to try if there are too many of them."""

    def _rows(self, columns: tuple[str, ...]) -> tuple[list[Row], bool]:
        """Returns combinations of figures, smallest first, and whether the list is complete."""
        ranges = [self._figures(name) for name in columns]
        complete = self.sheets.budget.allows(prod(len(every) for every, _ in ranges))
        tried = (every if complete else some for every, some in ranges)
        rows = product(*(sorted(each, key=abs) for each in tried))
        return list(self._possible(columns, rows)), complete

    @abstractmethod
    def _better(self) -> tuple[str, str]:
        """Returns the names of two figures; the second one is never above the first."""

    def _possible(self, columns: tuple[str, ...], rows: Iterator[tuple[int, ...]]) -> Iterator[Row]:
        """Yields the rows in which the second figure of `_better` is not above the first."""
        better = self._better()
        if not set(better) <= set(columns):
            yield from rows
            return
        more, less = (columns.index(name) for name in better)
        yield from (row for row in rows if row[more] >= row[less])

    def shown(self, names: Mapping[str, Range]) -> bool:
        """Returns whether interval analysis alone proves that the formula has a value."""
        self._charge()
        try:
            self._try_bounds(names)
        except NotShownError:
            return False
        return True

    def _charge(self) -> None:
        self.sheets.budget.spend(20 * self.sheets.book.uses(self.formula).size)

    def first_fault(self, settings: Settings) -> Finding | None:
        """Returns a finding for the first table at which the formula may have no value, or None."""
        if self.shown(settings.ranges()):
            return None
        for changed in settings.changes():
            for players in settings.players:
                try:
                    setting = settings.setting(players, changed)
                except EvaluationError:
                    continue
                exact = {name: point_range(value) for name, value in setting.names.items()}
                fewer = fewer_players(settings.game)
                fault = None if self.shown(exact) else self._first_without_value(setting, fewer)
                if fault is not None:
                    return fault
        return None

    def _first_without_value(self, setting: Setting, fewer: str) -> Finding | None:
        """Returns a finding for the first figures for which the formula has no value, or None."""
        used = self.sheets.book.uses(self.formula).variables
        columns = tuple(name for name in self.figures if name in used)
        place = self.formula.place or self.origin.place
        rows, complete = self._rows(columns)
        if "leaders" in columns:
            leaders = columns.index("leaders")
            rows = [row for row in rows if int(row[leaders]) <= setting.players]
        try:
            self.sheets.values(self.formula, columns, rows, setting.names)
        except RowFaultError as error:
            figures = dict(zip(columns, error.row, strict=True))
            return ValueFault(error.fault, place, setting, figures=figures)
        except TooMuchError:
            complete = False
        if complete:
            return None
        return problems.proofs.TooMuchToProve(place, self.too_much, fewer)


class Payments(TotalsProof):
    """Proves the settlement of a game.

    `totals` bounds every total, `contracts` every number of completed or failed contracts.
    """

    figures = (
        "winner.total",
        "loser.total",
        "winner.failed",
        "loser.failed",
        "winner.completed",
        "loser.completed",
    )
    too_much = "a match can end with too many totals to try this formula on all of them"

    def __init__(
        self,
        game: Game,
        settlement: Settlement,
        sheets: RowEvaluator,
        totals: Bounds,
        contracts: int,
    ) -> None:
        super().__init__(settlement.expression, settlement.origin, sheets)
        self.game = game
        self.totals = totals
        self.contracts = contracts

    def _try_bounds(self, names: Mapping[str, Range]) -> None:
        counted = Bounds(0, self.contracts)
        own = {each: self.totals if each.endswith("total") else counted for each in self.figures}
        range_of(self.formula, {**names, **own})

    def _figures(self, name: str) -> tuple[range, Sequence[int]]:
        low, high = self.totals.low, self.totals.high
        if name.endswith("total"):
            return range(low, high + 1), sorted({low, high, 0, 1, min(10, high)}, key=abs)
        return range(self.contracts + 1), sorted({0, 1, self.contracts})

    def _better(self) -> tuple[str, str]:
        """Returns the winner's and the loser's figure for the first criterion, the larger one
        first.
        """
        return {
            "highest total": ("winner.total", "loser.total"),
            "lowest total": ("loser.total", "winner.total"),
            "fewest failed": ("loser.failed", "winner.failed"),
            "most completed": ("winner.completed", "loser.completed"),
        }[self.game.winner.criteria[0]]


class EarlyEnd(TotalsProof):
    """Proves when the matches of a game end; `scores` bounds a player's score in each deal.

    Once `prove` has found an end, a match may be over after deal `earliest`, and is over after deal
    `latest`.
    """

    figures = ("highest_total", "lowest_total", "deal", "leaders")
    too_much = "a match can have too many totals to try this condition on all of them"

    def __init__(self, ends: Ends, sheets: RowEvaluator, scores: Sequence[Bounds]) -> None:
        super().__init__(ends.condition, ends.origin, sheets)
        lows = accumulate(each.low for each in scores)
        highs = accumulate(each.high for each in scores)
        self.totals = [Bounds(low, high) for low, high in zip(lows, highs, strict=True)]
        self.deals = self.earliest = self.latest = len(scores)

    def prove(self, settings: Settings) -> Iterator[Finding]:
        """Yields a finding if the end has no value, is never reached, or comes too soon."""
        fault = self.first_fault(settings)
        if fault is not None:
            yield fault
            return
        place, ranges = self.origin.place, settings.ranges()
        held = [self._after(deal, ranges) for deal in range(1, self.deals + 1)]
        text = condition_text(self.formula)
        if all(each == NO for each in held):
            used = self.sheets.book.uses(self.formula).variables
            reads_length = bool(used & {"highest_total", "lowest_total", "deal"})
            yield problems.proofs.NeverEnds(place, text, self.deals, reads_length)
            return
        self.earliest = 1 + next(index for index, each in enumerate(held) if each != NO)
        if YES in held[:-1]:
            self.latest = held.index(YES) + 1
            yield problems.proofs.EndsTooSoon(place, text, self.latest, self.deals)

    def _try_bounds(self, names: Mapping[str, Range]) -> None:
        over_after(self.formula, names, Bounds(1, self.deals), self._totals)

    @property
    def _totals(self) -> Bounds:
        """The bounds of every total after any deal."""
        low = min(each.low for each in self.totals)
        high = max(each.high for each in self.totals)
        return Bounds(min(0, low), max(0, high))

    def _after(self, deal: int, names: Mapping[str, Range]) -> Range:
        """Returns the range of the condition after this many deals, by interval analysis."""
        self._charge()
        try:
            return over_after(self.formula, names, point_range(deal), self.totals[deal - 1])
        except NotShownError:
            return EITHER

    def _figures(self, name: str) -> tuple[range, Sequence[int]]:
        low, high = self._totals.low, self._totals.high
        if name in ("deal", "leaders"):
            most = self.deals if name == "deal" else MOST_PLAYERS
            return (numbers := range(1, most + 1)), numbers
        few = (total for total in {low, *range(-1, 2), high} if low <= total <= high)
        return range(low, high + 1), sorted(few, key=abs)

    def _better(self) -> tuple[str, str]:
        return "highest_total", "lowest_total"
