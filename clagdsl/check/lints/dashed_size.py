"""Warns of sizes written with dashes, such as `1-7-1 cards`, and suggests rows instead."""

from __future__ import annotations

from collections.abc import Iterator

from clagdsl import problems
from clagdsl.lang.expr.ast import Arithmetic, Number, Reference
from clagdsl.lang.expr.unparse import condition_text, expression_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Expression, OneSize, ScheduleRow
from clagdsl.problems.diagnostic import Edit, Problem, replace_edit


@dataclass(frozen=True, slots=True)
class SuggestedRows:
    """Rows that the author of a row with dashes may have meant, and the case in which they are
    meant.
    """

    text: str
    case: str = ""

    @property
    def description(self) -> str:
        """The rows with their case, for example "`1 up to 7 cards: a then ...` where 7 cards are
        dealt once".
        """
        return f"`{self.text}` {self.case}".rstrip()


def dash_operands(size: Expression) -> tuple[Expression, ...]:
    """Returns the operands of a chain of dashes, or () unless all are numbers and names."""
    match size:
        case Arithmetic("-", left, Number() | Reference() as last):
            before = dash_operands(left)
            return (*before, last) if before else ()
        case Number() | Reference():
            return (size,)
        case _:
            return ()


def suggested_rows(row: ScheduleRow) -> tuple[SuggestedRows, ...]:
    """Returns the rows that `1-7-1 cards` may mean, if there are at least two dashes."""
    if not isinstance(row.sizes, OneSize) or row.repeat is not None:
        return ()
    # imported only for a faulty file
    from clagdsl.problems import size_suggestions
    from clagdsl.problems.suggestions import name_in_file

    ends = dash_operands(row.sizes.size)
    when = "" if row.condition is None else f" when {condition_text(row.condition)}"
    deals = f" {', '.join(map(name_in_file, row.deals))}{when}"
    if len(ends) == 3:
        first, turn, last = map(expression_text, ends)
        ways = size_suggestions.possible_directions(first, turn, last)
        if len(ways) == 1:
            return tuple(
                SuggestedRows(
                    size_suggestions.up_and_down_rows(
                        first, turn, last, deals, ways[0], twice=twice
                    ),
                    case,
                )
                for twice, case in (
                    (False, size_suggestions.DEALT_ONCE),
                    (True, size_suggestions.DEALT_TWICE),
                )
            )
    sizes = [each.value for each in ends if isinstance(each, Number) and each.value > 0]
    if len(ends) < 3 or len(sizes) < len(ends):
        return ()
    rows = size_suggestions.size_rows(sizes, deals)
    return (SuggestedRows(rows),) if rows else ()


def fix_for_dashes(row: ScheduleRow) -> tuple[str, tuple[Edit, ...]] | None:
    """Returns advice and a fix for dashes between sizes if the difference is below one card, or
    None.
    """
    rows = suggested_rows(row)
    if rows:
        wording = ", or ".join(each.description for each in rows)
        fix = () if row.place is None else replace_edit(row.place, rows[0].text)
        return f"`-` means minus here; for one deal of each size, write {wording}", fix
    match row.sizes:
        case OneSize(Arithmetic("-", Number(first), Number(last), place=place)) if 0 < last < 100:
            run = f"{first or 1} {'up' if first < last else 'down'} to {last}"
            meant = "for one deal of each size"
            if first == last:
                run, meant = str(first), "for deals of one size"
            fix = () if place is None else replace_edit(place, run)
            return f"`-` means minus here; {meant}, write `{run} cards`", fix
        case _:
            return None


def suggested_run(size: Expression) -> str:
    """Returns the run of sizes, from or to one card, that a dash next to a name may mean, as in
    `1-top cards`.
    """
    ends = dash_operands(size)
    if len(ends) != 2 or not any(isinstance(each, Reference) for each in ends):
        return ""
    first, last = map(expression_text, ends)
    if "1" not in (first, last):
        return ""
    return f"{first} {'up' if first == '1' else 'down'} to {last} cards"


def lint(row: ScheduleRow) -> Iterator[Problem]:
    """Warns of `7-1 cards`, which is six cards; the proofs report a size below one."""
    if not isinstance(row.sizes, OneSize) or row.sizes.size.place is None:
        return
    ends = dash_operands(row.sizes.size)
    numbers = [each.value for each in ends if isinstance(each, Number)]
    first, *others = numbers or [0]
    if not others or len(numbers) < len(ends) or first - sum(others) < 1 or 0 in others:
        return
    meant = suggested_rows(row)
    wording = f"`{first} down to {others[0]}`" if len(others) == 1 else ""
    if meant:
        wording = ", or ".join(each.description for each in meant)
    yield problems.checks.DashBetweenNumbers(
        row.sizes.size.place, tuple(numbers), wording or "rows joined with `then`"
    )
