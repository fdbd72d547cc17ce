"""What bounds do not show safe, tried on the figures themselves: one by one, smallest first."""

from __future__ import annotations

from collections.abc import Callable

from clagdsl import problems
from clagdsl.check.prove.batch_eval import Sheets
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.check.prove.reporter import Finding, Found, FoundFault
from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Expression, Origin
from clagdsl.table.budget import TooMuchError
from clagdsl.table.tabulate import RowFaultError


@dataclass(frozen=True, slots=True)
class Tried:
    """A formula that is tried, the clause it stands in, and the figures that it may read."""

    expression: Expression
    origin: Origin
    figures: tuple[str, ...]
    too_much: str
    """What is told where there are more figures than may be tried."""


def first_without_value(
    sheets: Sheets,
    tried: Tried,
    setting: Setting,
    rows_of: Callable[[tuple[str, ...]], tuple[list[Row], bool]],
) -> Finding | None:
    """The first figures for which a formula has no value, or that it cannot be shown.

    `rows_of` gives the rows of the figures that the formula reads, and whether these are all.
    """
    used = sheets.book.uses(tried.expression).variables
    columns = tuple(name for name in tried.figures if name in used)
    place = tried.expression.place or tried.origin.place
    rows, complete = rows_of(columns)
    try:
        sheets.values(tried.expression, columns, rows, setting.names)
    except RowFaultError as error:
        figures = dict(zip(columns, error.row, strict=True))
        return FoundFault(error.fault, place, setting, figures=figures)
    except TooMuchError:
        complete = False
    if complete:
        return None
    return Found(("P311", place), problems.proofs.TooMuchToProve(place, tried.too_much))
