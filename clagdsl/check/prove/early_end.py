"""The proof that the end of a match has a value after every deal, and that it can come at all.

Whole matches are far too many to go through.  The totals after a deal stay within the scores of so
many deals; bounds on them show most conditions safe, and the totals are gone through for others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from clagdsl import problems
from clagdsl.check.prove.batch_eval import Sheets
from clagdsl.check.prove.one_by_one import Tried, first_without_value
from clagdsl.check.prove.parameter_space import Setting, Settings
from clagdsl.check.prove.reporter import Finding, Found
from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.expression_text import condition_text
from clagdsl.lang.expr.intervals import (
    EITHER,
    NO,
    YES,
    Bounds,
    NotShownError,
    Range,
    exactly,
    range_of,
)
from clagdsl.lang.rules import Ends

FIGURES = ("highest_total", "lowest_total", "deal")


class EarlyEnd:
    """Proves when the matches of one game end; `scores` bounds what anybody scores in a deal.

    `earliest` is the first deal after which a match may be over, once `prove` has found an end.
    """

    def __init__(self, ends: Ends, sheets: Sheets, scores: tuple[int, int], deals: int) -> None:
        self.ends = ends
        self.sheets = sheets
        self.scores = Bounds(*scores)
        self.deals = deals
        self.earliest = deals

    def prove(self, settings: Settings) -> Iterator[Finding]:
        """What is wrong with the end: no value, never reached, or reached before some deals."""
        place, ranges = self.ends.origin.place, settings.ranges()
        if not self.shown(ranges):
            for changed in settings.changes():
                for players in settings.players:
                    found = self._at_table(settings, players, changed)
                    if found is not None:
                        yield found
                        return
        held = [self._after(deal, ranges) for deal in range(1, self.deals + 1)]
        text = condition_text(self.ends.condition)
        if all(each == NO for each in held):
            yield Found(("P324", place), problems.proofs.NeverEnds(place, text, self.deals))
            return
        self.earliest = 1 + next(index for index, each in enumerate(held) if each != NO)
        if YES in held[:-1]:
            last = held.index(YES) + 1
            yield Found(("P325", place), problems.proofs.EndsTooSoon(place, text, last, self.deals))

    def shown(self, ranges: Mapping[str, Range]) -> bool:
        """Whether bounds alone show that the condition has a value after every deal."""
        scores, deals = self.scores, self.deals
        totals = Bounds(min(0, scores.low * deals), max(0, scores.high * deals))
        try:
            self._range({**ranges, "deal": Bounds(1, deals)}, totals)
        except NotShownError:
            return False
        return True

    def _range(self, names: Mapping[str, Range], totals: Bounds) -> Range:
        self.sheets.budget.spend(20 * self.sheets.book.uses(self.ends.condition).size)
        known = {**names, "highest_total": totals, "lowest_total": totals}
        return range_of(self.ends.condition, known)

    def _after(self, deal: int, ranges: Mapping[str, Range]) -> Range:
        """Whether the condition holds after so many deals, as far as bounds tell."""
        totals = Bounds(deal * self.scores.low, deal * self.scores.high)
        try:
            return self._range({**ranges, "deal": exactly(deal)}, totals)
        except NotShownError:
            return EITHER

    def _at_table(
        self, settings: Settings, players: int, changed: tuple[str, int | bool | str] | None
    ) -> Finding | None:
        try:
            setting = settings.setting(players, changed)
        except EvaluationError:
            return None
        exact = {name: exactly(value) for name, value in setting.names.items()}
        return None if self.shown(exact) else self._each(setting)

    def _each(self, setting: Setting) -> Finding | None:
        """Go through the figures one by one: the first without a value, or that it cannot."""
        tried = Tried(
            self.ends.condition,
            self.ends.origin,
            FIGURES,
            "a match has too many totals to try this condition on each",
        )
        return first_without_value(self.sheets, tried, setting, self._rows)

    def _rows(self, columns: tuple[str, ...]) -> tuple[list[Row], bool]:
        """The figures in question, smallest first, and whether these are all."""
        low = min(0, self.scores.low * self.deals)
        high = max(0, self.scores.high * self.deals)
        many = 1
        for name in columns:
            many *= self.deals if name == "deal" else high - low + 1
        complete = self.sheets.budget.allows(many)
        tried = range(low, high + 1) if complete else {low, *range(-1, 2), high}
        totals = sorted((total for total in tried if low <= total <= high), key=abs)
        ranges = [range(1, self.deals + 1) if n == "deal" else totals for n in columns]
        rows = product(*ranges)
        if not {"highest_total", "lowest_total"} <= set(columns):
            return list(rows), complete
        return [row for row in rows if row[0] >= row[1]], complete
