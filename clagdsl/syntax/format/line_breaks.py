"""Where the lines of each statement begin when it does not fit on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clagdsl.syntax.format.token_stream import Sheet
from clagdsl.syntax.nodes import (
    ChangeDeal,
    ChangeStatement,
    Clause,
    DealStatement,
    DropEnds,
    DropSettle,
    DropStatement,
    ExampleStatement,
    Notes,
    ScheduleStatement,
    SourceStatement,
    Statement,
    TwistStatement,
)

MOST_TOGETHER: Final = 2
"""A deal that changes more than this many aspects of another has a line for each."""


class Line(NamedTuple):
    """A stretch of words that begins a line."""

    indent: int
    first: int
    end: int


def statement_lines(sheet: Sheet, statement: Statement, first: int, end: int) -> Iterator[Line]:
    """The lines of a statement, which may still be too wide."""
    match statement:
        case DealStatement() | TwistStatement() | ChangeDeal() if statement.clauses:
            yield from deal_lines(sheet, statement, first, end)
        case ScheduleStatement():
            yield from schedule_lines(sheet, statement, first, end)
        case ChangeStatement(statement=ScheduleStatement() as schedule):
            yield from schedule_lines(sheet, schedule, first, end)
        case ExampleStatement():
            yield from example_lines(sheet, statement, first, end)
        case _:
            yield from split(sheet, Line(0, first, end), notes_of(statement), 2)


def notes_of(statement: Statement) -> Notes:
    """The notes of a statement."""
    match statement:
        case ChangeStatement(statement=inner):
            return inner.notes
        case SourceStatement() | ChangeDeal() | DropStatement() | DropSettle() | DropEnds():
            return Notes()
        case _:
            return statement.notes


def split(sheet: Sheet, line: Line, notes: Notes, indent: int) -> Iterator[Line]:
    """A line, or where it is too wide, one and each of its assumptions on a line of its own."""
    starts = [sheet.index(each.span.start) for each in notes.assumptions]
    if sheet.fits(*line) or not starts:
        yield line
        return
    yield Line(line.indent, line.first, starts[0])
    yield from in_turn(indent, starts, line.end)


def in_turn(indent: int, starts: Sequence[int], end: int) -> Iterator[Line]:
    """Lines that begin at words and end where the next one begins."""
    for first, following in zip(starts, (*starts[1:], end), strict=True):
        yield Line(indent, first, following)


def deal_lines(
    sheet: Sheet, statement: DealStatement | TwistStatement | ChangeDeal, first: int, end: int
) -> Iterator[Line]:
    """A deal on one line if it only changes little of another and its clauses were not written on
    lines of their own, otherwise a line for each clause.
    """
    clauses = statement.clauses
    # who has begun a line with a clause wants to read it there
    apart = any(sheet.words[sheet.index(clause.span.start)].lines for clause in clauses[1:])
    if may_be_together(statement) and not apart:
        if sheet.fits_with_comment(0, first, end):
            yield Line(0, first, end)
            return
        notes = clauses[-1].notes.assumptions
        starts = [sheet.index(each.span.start) for each in notes]
        others = any(each.notes.assumptions for each in clauses[:-1])
        if starts and not others and sheet.fits(0, first, starts[0]):
            yield Line(0, first, starts[0])
            yield from in_turn(2, starts, end)
            return
    starts = [sheet.index(clause.span.start) for clause in clauses]
    yield from split(sheet, Line(0, first, starts[0]), notes_of(statement), 4)
    for clause, line in zip(clauses, in_turn(2, starts, end), strict=True):
        yield from clause_lines(sheet, clause, line)


def may_be_together(statement: DealStatement | TwistStatement | ChangeDeal) -> bool:
    """Whether a deal may stand on one line."""
    if isinstance(statement, TwistStatement):
        return False
    if isinstance(statement, DealStatement) and statement.base is None:
        return False
    clauses = statement.clauses
    return len(clauses) <= MOST_TOGETHER and not any(clause.groups for clause in clauses)


def clause_lines(sheet: Sheet, clause: Clause, line: Line) -> Iterator[Line]:
    """A clause; the groups of a call and the notes after them have lines of their own."""
    if not clause.groups:
        yield from split(sheet, line, clause.notes, 4)
        return
    parts = [group.span.start for group in clause.groups]
    parts += [cite.span.start for cite in clause.notes.cites[:1]]
    parts += [assumption.span.start for assumption in clause.notes.assumptions]
    starts = [sheet.index(offset) for offset in parts]
    yield Line(line.indent, line.first, starts[0])
    yield from in_turn(4, starts, line.end)


def schedule_lines(
    sheet: Sheet, schedule: ScheduleStatement, first: int, end: int
) -> Iterator[Line]:
    """The rows of a schedule, each on a line."""
    starts = [sheet.index(row.span.start) for row in schedule.rows]
    # A row begins with the `then` before it, which is no part of the first one.
    starts = [starts[0], *(start - 1 for start in starts[1:])]
    yield Line(0, first, starts[0])
    *rows, last = in_turn(2, starts, end)
    yield from rows
    yield from split(sheet, last, schedule.notes, 4)


def example_lines(
    sheet: Sheet, statement: ExampleStatement, first: int, end: int
) -> Iterator[Line]:
    """An example on one line, or its fact on a second, or its scene too."""
    scene = sheet.index(statement.scene.span.start)
    fact = sheet.index(statement.fact.span.start)
    parts: tuple[tuple[int, ...], ...] = ((first,), (first, fact))
    # A scene that says nothing stands where the colon does.
    if statement.scene.span.end > statement.scene.span.start:
        parts = (*parts, (first, scene), (first, scene, fact))
    for starts in parts:
        head, *rest = in_turn(2, starts, end)
        rest[1:] = [line._replace(indent=4) for line in rest[1:]]
        if all(sheet.fits(*line) for line in (head._replace(indent=0), *rest)):
            break
    yield from split(sheet, head._replace(indent=0), statement.notes, 4)
    yield from rest
