"""The proof that every payment has a value: over the totals that a match can end with.

Whole matches are far too many to go through.  Bounds on totals and contracts show most formulas
safe; where they do not, the totals themselves are gone through, if they are few enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from clagdsl.check.prove.batch_eval import Sheets
from clagdsl.check.prove.one_by_one import Tried, first_without_value
from clagdsl.check.prove.parameter_space import Setting, Settings
from clagdsl.check.prove.reporter import Finding
from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.expr.intervals import Bounds, NotShownError, Range, exactly, range_of
from clagdsl.lang.rules import Game, Settlement

FIGURES = (
    "winner.total",
    "loser.total",
    "winner.failed",
    "loser.failed",
    "winner.completed",
    "loser.completed",
)


class Payments:
    """Proves the settlement of one game; `totals` bounds every total, `contracts` every count."""

    def __init__(
        self,
        game: Game,
        book: NameBook,
        sheets: Sheets,
        totals: Bounds,
        contracts: int,
    ) -> None:
        self.game = game
        self.book = book
        self.sheets = sheets
        self.totals = totals
        self.contracts = contracts

    def prove(self, settings: Settings) -> Finding | None:
        """Prove that what a loser pays has a value, whatever the totals are; else where not."""
        settlement = self.game.settlement
        if settlement is None or self.shown(settings.ranges()):
            return None
        for changed in settings.changes():
            for players in settings.players:
                try:
                    setting = settings.setting(players, changed)
                except EvaluationError:
                    continue
                exact = {name: exactly(value) for name, value in setting.names.items()}
                if not self.shown(exact):
                    found = self._each(settlement, setting)
                    if found is not None:
                        return found
        return None

    def shown(self, ranges: Mapping[str, Range]) -> bool:
        """Whether bounds alone show that what a loser pays has a value."""
        settlement = self.game.settlement
        if settlement is None:
            return True
        names = {**ranges}
        for name in FIGURES:
            names[name] = self.totals if name.endswith("total") else Bounds(0, self.contracts)
        self.sheets.budget.spend(20 * self.book.uses(settlement.expression).size)
        try:
            range_of(settlement.expression, names)
        except NotShownError:
            return False
        return True

    def _each(self, settlement: Settlement, setting: Setting) -> Finding | None:
        """Go through the figures one by one: the first without a value, or that it cannot."""
        tried = Tried(
            settlement.expression,
            settlement.origin,
            FIGURES,
            "a match can end with too many totals to try this formula on each",
        )
        return first_without_value(self.sheets, tried, setting, self._rows)

    def _rows(self, columns: tuple[str, ...]) -> tuple[list[Row], bool]:
        """The figures in question, smallest first, and whether these are all."""
        low, high = self.totals.low, self.totals.high
        many = 1
        for name in columns:
            many *= high - low + 1 if name.endswith("total") else self.contracts + 1
        complete = self.sheets.budget.allows(many)
        some = sorted({low, high, 0, 1, min(10, high)}, key=abs)
        few = sorted({0, 1, self.contracts})
        ranges: list[Sequence[int]] = []
        for name in columns:
            if name.endswith("total"):
                every = sorted(range(low, high + 1), key=abs) if complete else some
                ranges.append(every)
            else:
                ranges.append(range(self.contracts + 1) if complete else few)
        return list(self._possible(columns, product(*ranges))), complete

    def _possible(self, columns: tuple[str, ...], rows: Iterator[tuple[int, ...]]) -> Iterator[Row]:
        """The rows in which the winner is not worse than the loser, by the first criterion."""
        first = self.game.winner.criteria[0]
        better = {
            "highest total": ("winner.total", "loser.total"),
            "lowest total": ("loser.total", "winner.total"),
            "fewest failed": ("loser.failed", "winner.failed"),
            "most completed": ("winner.completed", "loser.completed"),
        }[first]
        if not set(better) <= set(columns):
            yield from rows
            return
        more, less = (columns.index(name) for name in better)
        for row in rows:
            if row[more] >= row[less]:
                yield row
