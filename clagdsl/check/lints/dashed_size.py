"""Sizes of a row that are written with dashes, as `1-7-1 cards`, and the rows that are meant."""

from __future__ import annotations

from collections.abc import Iterator

from clagdsl import problems
from clagdsl.lang.expr.expression_text import condition_text, expression_text
from clagdsl.lang.expr.tree import Arithmetic, Number, Reference
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Expression, OneSize, ScheduleRow
from clagdsl.problems.model import Edit, Problem, replaced


@dataclass(frozen=True, slots=True)
class RowsMeant:
    """The rows that a row with dashes may mean, and when it means them."""

    text: str
    case: str = ""

    @property
    def told(self) -> str:
        """As in "`1 up to 7 cards: a then ...` where 7 cards are dealt once"."""
        return f"`{self.text}` {self.case}".rstrip()


def between_dashes(size: Expression) -> tuple[Expression, ...]:
    """What stands before, between and after dashes; nothing unless that is numbers and names."""
    match size:
        case Arithmetic("-", left, Number() | Reference() as last):
            before = between_dashes(left)
            return (*before, last) if before else ()
        case Number() | Reference():
            return (size,)
        case _:
            return ()


def rows_meant(row: ScheduleRow) -> tuple[RowsMeant, ...]:
    """The rows that `1-7-1 cards` may mean, where there are two dashes at least."""
    if not isinstance(row.sizes, OneSize) or row.repeat is not None:
        return ()
    # a good file needs nothing of problems
    from clagdsl.problems import sizes_meant
    from clagdsl.problems.naming import written

    ends = between_dashes(row.sizes.size)
    when = "" if row.condition is None else f" when {condition_text(row.condition)}"
    deals = f" {', '.join(map(written, row.deals))}{when}"
    if len(ends) == 3:
        first, turn, last = map(expression_text, ends)
        ways = sizes_meant.ways_to_turn(first, turn, last)
        if len(ways) == 1:
            return tuple(
                RowsMeant(
                    sizes_meant.there_and_back(first, turn, last, deals, ways[0], twice=twice), case
                )
                for twice, case in (
                    (False, sizes_meant.DEALT_ONCE),
                    (True, sizes_meant.DEALT_TWICE),
                )
            )
    sizes = [each.value for each in ends if isinstance(each, Number) and each.value > 0]
    if len(ends) < 3 or len(sizes) < len(ends):
        return ()
    rows = sizes_meant.each_of(sizes, deals)
    return (RowsMeant(rows),) if rows else ()


def mend_of_dashes(row: ScheduleRow) -> tuple[str, tuple[Edit, ...]] | None:
    """What to write for a row of less than one card whose dashes stand between sizes."""
    rows = rows_meant(row)
    if rows:
        told = ", or ".join(each.told for each in rows)
        fix = () if row.place is None else replaced(row.place, rows[0].text)
        return f"a dash takes away: for a deal of each size write {told}", fix
    match row.sizes:
        case OneSize(Arithmetic("-", Number(first), Number(last), place=place)) if 0 < last < 100:
            run = f"{first or 1} {'up' if first < last else 'down'} to {last}"
            meant = "for every size from one to the other"
            if first == last:
                run, meant = str(first), "for deals of one size"
            fix = () if place is None else replaced(place, run)
            return f"a dash takes away: {meant} write `{run} cards`", fix
        case _:
            return None


def run_meant(size: Expression) -> str:
    """The run from or to one card that a single dash may mean beside a name: `1-top cards`."""
    ends = between_dashes(size)
    if len(ends) != 2 or not any(isinstance(each, Reference) for each in ends):
        return ""
    first, last = map(expression_text, ends)
    if "1" not in (first, last):
        return ""
    return f"{first} {'up' if first == '1' else 'down'} to {last} cards"


def lint(row: ScheduleRow) -> Iterator[Problem]:
    """Warn of `7-1 cards`, which is six cards; the proofs report a size of less than one."""
    if not isinstance(row.sizes, OneSize) or row.sizes.size.place is None:
        return
    ends = between_dashes(row.sizes.size)
    numbers = [each.value for each in ends if isinstance(each, Number)]
    first, *others = numbers or [0]
    if not others or len(numbers) < len(ends) or first - sum(others) < 1 or 0 in others:
        return
    meant = rows_meant(row)
    told = f"`{first} down to {others[0]}`" if len(others) == 1 else ""
    if meant:
        told = ", or ".join(each.told for each in meant)
    yield problems.checks.DashBetweenNumbers(
        row.sizes.size.place, tuple(numbers), told or "rows joined with `then`"
    )
