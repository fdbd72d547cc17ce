"""One expression worked out for many rows of figures at once, watched only where that is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clagdsl.lang.cards import RANKS
from clagdsl.lang.expr.compile_expr import Listing, Row, list_function
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.expr.intervals import Bounds, NotShownError, Range, range_of
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.limits import MOST_DEALS
from clagdsl.lang.rules import Expression, Number, Truth, Value
from clagdsl.table.budget import Budget
from clagdsl.table.outcomes import figure_ranges
from clagdsl.table.tabulate import values


def widest_ranges(cards: int) -> dict[str, Range]:
    """Between which bounds the figures of a deal stay, whatever the deal; without points.

    `cards` is how many there are at most.
    """
    from_one, players = Bounds(1, cards), cards
    return {
        **figure_ranges(players, cards),
        "bids": Bounds(0, cards),  # no more is dealt than the pack has
        "deal": Bounds(1, MOST_DEALS),
        "cards": from_one,
        "trick": from_one,
        "won_with": frozenset(RANKS),
        "row_deals": Bounds(1, MOST_DEALS),
        "row_made": Bounds(0, MOST_DEALS),
        "row_best": Bounds(0, LARGEST),
    }


class Sheets:
    """Works expressions out row by row; `ranges` are those of all names but points."""

    def __init__(self, book: NameBook, budget: Budget, ranges: Mapping[str, Range]) -> None:
        self.book = book
        self.budget = budget
        self.ranges = ranges
        self._made: dict[
            tuple[int, tuple[str, ...], bool], tuple[Expression, tuple[str, ...], Listing]
        ] = {}
        self._bounds: dict[tuple[int, Bounds | None], tuple[Expression, Range | None]] = {}

    def bounds(self, expression: Expression, points: Bounds | None = None) -> Range | None:
        """The range of an expression over all deals, or None where bounds do not show it safe."""
        key = (id(expression), points)
        known = self._bounds.get(key)
        if known is None:
            names = self.ranges if points is None else {**self.ranges, "points": points}
            try:
                found: Range | None = range_of(expression, names)
            except NotShownError:
                found = None
            self.budget.spend(20 * self.book.uses(expression).size)
            known = self._bounds[key] = (expression, found)
        return known[1]

    def values(
        self,
        expression: Expression,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        fixed: Mapping[str, Value],
        points: Bounds | None = None,
    ) -> list[Value]:
        """The value for every row; raises RowFaultError at the first row without one."""
        if isinstance(expression, Number | Truth) and self.bounds(expression) is not None:
            return [expression.value] * len(rows)
        watched = self.bounds(expression, points) is None
        others, listing = self._listing(expression, columns, watched)
        cost = 1 + self.book.uses(expression).size // 3
        self.budget.spend(20 + len(rows) * cost * (4 if watched else 1))
        arguments = [fixed[name] for name in others]
        return values(listing, rows, arguments)

    def _listing(
        self, expression: Expression, columns: tuple[str, ...], watched: bool
    ) -> tuple[tuple[str, ...], Listing]:
        key = (id(expression), columns, watched)
        known = self._made.get(key)
        if known is None:
            uses = self.book.uses(expression)
            others = tuple(sorted(uses.written.difference(columns)))
            self.budget.spend(400 + 50 * uses.size)
            made = list_function(expression, columns, others, watched=watched)
            known = self._made[key] = (expression, others, made)
        return known[1], known[2]
