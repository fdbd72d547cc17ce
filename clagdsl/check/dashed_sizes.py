"""Sizes of a row that are written with dashes, as `1-7-1 cards`, and the rows that are meant."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from clagdsl.lang.expr.expression_text import condition_text, expression_text
from clagdsl.lang.expr.tree import Arithmetic, Number, Reference
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Expression, OneSize, ScheduleRow
from clagdsl.problems.model import Edit, replaced

MOST_SIZES: Final = 8
"""So many sizes are written out as rows of their own."""


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
    from clagdsl.problems.naming import written  # a good file needs no names of problems

    ends = between_dashes(row.sizes.size)
    when = "" if row.condition is None else f" when {condition_text(row.condition)}"
    deals = f": {', '.join(map(written, row.deals))}{when}"
    if len(ends) == 3 and (turn := _turn(ends)):
        there, back = turn, "down" if turn == "up" else "up"
        first, middle, last = map(expression_text, ends)
        run = f"{first} {there} to {middle} cards{deals} then "
        again = f" {back} to {last} cards{deals}"
        turned = "where 1 card comes" if middle == "1" else f"where {middle} cards come"
        return (
            RowsMeant(f"{run}{_next(ends[1], back)}{again}", f"{turned} once"),
            RowsMeant(f"{run}{middle}{again}", f"{turned} twice"),
        )
    sizes = [each.value for each in ends if isinstance(each, Number) and each.value > 0]
    if len(ends) < 3 or len(sizes) < len(ends) or len(sizes) > MOST_SIZES:
        return ()
    steps = {after - before for before, after in pairwise(sizes)}
    if steps in ({1}, {-1}):
        way = "up" if steps == {1} else "down"
        return (RowsMeant(f"{sizes[0]} {way} to {sizes[-1]} cards{deals}"),)
    each_size = (f"{size} {'card' if size == 1 else 'cards'}{deals}" for size in sizes)
    return (RowsMeant(" then ".join(each_size)),)


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


def _turn(ends: tuple[Expression, ...]) -> str:
    """Whether sizes go up or down first, and then back; nothing where they do not turn."""
    first, middle, last = (each.value if isinstance(each, Number) else None for each in ends)
    low = 1 in (first, last) and middle != 1
    if middle is None or (first is None and last is None):
        return "up" if low else "down" if middle == 1 else ""
    above = [each is None or each < middle for each in (first, last)]
    below = [each is None or each > middle for each in (first, last)]
    return "up" if all(above) else "down" if all(below) else ""


def _next(size: Expression, way: str) -> str:
    """The size beside one, in a way."""
    if isinstance(size, Number):
        return str(size.value + (1 if way == "up" else -1))
    return f"{expression_text(size)} {'+' if way == 'up' else '-'} 1"
