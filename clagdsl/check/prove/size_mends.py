"""Rows of the schedule whose sizes are too large or too small, written so that they are not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias, assert_never

from clagdsl.lang.expr.expression_text import expression_text
from clagdsl.lang.expr.tree import Arithmetic, Function, Negative, Number, Variable
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Expression, Ladder, OneSize, PickedSize, Sizes
from clagdsl.problems.model import Edit, replaced

MOST_ROWS: Final = 4
"""So many rows are written out."""

Changed: TypeAlias = Callable[[Expression], Expression | None]
"""What is to stand for one end of a row, or None where that stays."""


@dataclass(frozen=True, slots=True)
class RowMend:
    """A row as it is written and as it can be dealt, and the edits that make it so."""

    written: str
    mended: str
    edits: tuple[Edit, ...]


def row_mend(sizes: Sizes, changed: Changed) -> RowMend | None:
    """The mend of a row, unless both its ends stay."""
    from clagdsl.syntax.printer import sizes_text

    edits: list[Edit] = []

    def end(written: Expression) -> Expression:
        instead = changed(written)
        if instead is None:
            return written
        if written.place is not None:
            edits.extend(replaced(written.place, expression_text(instead)))
        return instead

    better: Sizes
    match sizes:
        case OneSize(size):
            better = OneSize(end(size))
        case Ladder(first, last):
            better = replace(sizes, first=end(first), last=end(last))
        case PickedSize(low, high):
            better = PickedSize(end(low), end(high))
        case _:
            assert_never(sizes)
    if better == sizes:
        return None
    return RowMend(sizes_text(sizes), sizes_text(better), tuple(edits))


def at_most(written: Expression, cards: int) -> Expression:
    """An end of a row that is never above what so many cards come to for each player."""
    share = Arithmetic("//", Number(cards), Variable("players"))
    if _is_share_of_more(written, cards):
        return share
    if isinstance(written, Function) and written.name == "min":
        kept = tuple(each for each in written.arguments if not _is_share_of_more(each, cards))
        return replace(written, arguments=(*kept, share)) if kept else share
    return Function("min", (written, share))


def at_least_one(written: Expression) -> Expression:
    """An end of a row that is never below one card."""
    return Number(1) if is_figure(written) else Function("max", (Number(1), written))


def is_figure(expression: Expression) -> bool:
    """Whether an expression is the same number at every table, by the look of it."""
    match expression:
        case Number():
            return True
        case Negative(operand):
            return is_figure(operand)
        case Arithmetic(_, left, right):
            return is_figure(left) and is_figure(right)
        case _:
            return False


def _is_share_of_more(expression: Expression, cards: int) -> bool:
    match expression:
        case Arithmetic("//", Number(shared), Variable("players")):
            return shared > cards
        case _:
            return False


def rows_text(mends: Iterable[RowMend], otherwise: str = "") -> str:
    """What to write for which rows; `otherwise` is said where they are too many."""
    every = dict.fromkeys(f"`{each.mended}` for `{each.written}`" for each in mends)
    texts = list(every)
    if len(texts) > MOST_ROWS:
        return otherwise
    return f"write {', and '.join(texts)}"


def edits_of(mends: Sequence[RowMend]) -> tuple[Edit, ...]:
    """All the edits of some rows."""
    return tuple(edit for each in mends for edit in each.edits)
