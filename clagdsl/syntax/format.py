"""The formatter: lays out a rules file in the canonical style.

The input is a text that parses; the output has the same tokens and comments with new whitespace.

1. `TokenLayout` attaches each comment to a token: after it on its line, or on separate lines before
  it.
2. `statement_lines` determines from the tree where the lines of each statement begin.
3. `_wrapped` breaks a line that is still too wide at the token with the best preference.

INVARIANT: no token changes (`_check_unchanged` compares them at the end), so the meaning stays the
same. Formatting twice changes nothing, because comments stay attached to their tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from clagdsl.lang.expr.operators import ARITHMETIC, FUNCTIONS, LOGIC, Strength
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import LINE_END, SourceText
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.syntax.lexer import LINE_ENDS, scan
from clagdsl.syntax.nodes import (
    Arithmetic,
    ChangeDeal,
    ChangeStatement,
    Cite,
    Clause,
    DealStatement,
    DropEnds,
    DropSettle,
    DropStatement,
    ExampleStatement,
    File,
    Negative,
    Node,
    Notes,
    ScheduleStatement,
    SourceStatement,
    Statement,
    TwistStatement,
)
from clagdsl.syntax.parser import language, parse
from clagdsl.syntax.token import Token

WIDTH: Final = 120
"""The maximum line width in characters, if the line can be broken."""

COMMENT: Final = re.compile(f"#[^{LINE_ENDS}]*")


class Comment(NamedTuple):
    """A comment, the line ends between it and the preceding text, and its
    original 0-based column.
    """

    text: str
    lines: int
    column: int


PRODUCTS: Final = frozenset(
    sign for sign, rule in ARITHMETIC.items() if rule.strength == Strength.PRODUCT
)


@dataclass(frozen=True, slots=True)
class Word:
    """A token with the whitespace before it, its comments, and its quality as a break point.

    `trailing_comment` is on its line; `leading_comments` are on separate lines before it. A lower
    `preference` (bracket depth, kind of break) is a better place to break a line. `lines` counts
    the line ends directly before the token, after its leading comments.
    """

    text: str
    start: int
    column: int
    space_before: str
    preference: tuple[int, int]
    leading_comments: tuple[Comment, ...]
    trailing_comment: str
    lines: int


class TokenLayout:
    """All words of a file, with prefix sums for the width of any range of them.

    `ends` holds cumulative widths; `breaks` counts the comments that force a line break so far.
    """

    def __init__(self, text: str, tokens: Sequence[Token], file: File) -> None:
        marks = _Marks(file)
        gaps = [_split_gap(text, *ends) for ends in _gaps(text, tokens)]
        self.first_comments = gaps[0][0]
        self.last_comments = gaps[-1][0]
        self.words: list[Word] = []
        depth = 0
        for index, token in enumerate(tokens):
            previous = tokens[index - 1] if index else None
            depth -= token == ")"
            blank = "" if previous is None else _space_between(previous, token, marks)
            preference = (depth, _break_preference(previous, token, blank, marks))
            depth += token == "("
            before, _, lines = gaps[index]
            column = token.start - text.rfind("\n", 0, token.start) - 1
            behind = gaps[index + 1][1]
            self.words.append(
                Word(str(token), token.start, column, blank, preference, before, behind, lines)
            )
        self.starts = [token.start for token in tokens]
        self.ends = list(accumulate(len(word.space_before) + len(word.text) for word in self.words))
        self.breaks = list(
            accumulate(
                bool(word.leading_comments or (index and self.words[index - 1].trailing_comment))
                for index, word in enumerate(self.words)
            )
        )

    def index(self, offset: int) -> int:
        """Returns the index of the first word at or after an offset."""
        return bisect_left(self.starts, offset)

    def width(self, first: int, end: int) -> int:
        """Returns the width of words on one line, in characters."""
        return self.ends[end - 1] - self.ends[first] + len(self.words[first].text)

    def forced_break(self, first: int, end: int) -> int:
        """Returns the next index before which a comment forces a line break, or `end`."""
        return bisect_right(self.breaks, self.breaks[first], first + 1, end)

    def fits(self, indent: int, first: int, end: int) -> bool:
        """Returns whether the words fit on one line."""
        free = self.breaks[end - 1] == self.breaks[first]
        return free and indent + self.width(first, end) <= WIDTH

    def fits_with_comment(self, indent: int, first: int, end: int) -> bool:
        """Returns whether the words and the comment after them fit on one line."""
        behind = self.words[end - 1].trailing_comment
        room = indent + (len(behind) + 2 if behind else 0)
        return self.fits(room, first, end)

    def text(self, first: int, end: int) -> str:
        """Returns the words on one line."""
        head = self.words[first].text
        return head + "".join(word.space_before + word.text for word in self.words[first + 1 : end])


class _Marks:
    """Facts that only the tree shows: which minus signs are unary, and where notes begin."""

    def __init__(self, file: File) -> None:
        nodes = list(_nodes(file))
        self.signs = {node.span.start for node in nodes if isinstance(node, Negative)}
        self.notes = {node.span.start for node in nodes if isinstance(node, Cite)}
        # Arithmetic nests; its outermost spans suffice, and they do not overlap.
        spans = sorted(
            ((n.span.start, n.span.end) for n in nodes if isinstance(n, Arithmetic)),
            key=lambda span: (span[0], -span[1]),
        )
        self.sums: list[tuple[int, int]] = []
        for span in spans:
            if not self.sums or span[1] > self.sums[-1][1]:
                self.sums.append(span)

    def is_sign(self, offset: int) -> bool:
        """Returns whether the minus sign at an offset is unary."""
        index = bisect_left(self.sums, (offset + 1, 0)) - 1
        inside = index >= 0 and self.sums[index][0] <= offset < self.sums[index][1]
        return offset in self.signs or not inside


def _nodes(file: File) -> Iterator[Node]:
    """Yields every node of a tree."""
    pending: list[object] = [file]
    while pending:
        item = pending.pop()
        if isinstance(item, tuple):
            pending.extend(item)
        elif is_dataclass(item):
            if isinstance(item, Node):
                yield item
            pending.extend(getattr(item, field.name) for field in fields(item))


def _gaps(text: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    end = 1 if text.startswith("\ufeff") else 0
    for token in tokens:
        yield end, token.start
        end = token.end
    yield end, len(text)


def _split_gap(text: str, start: int, end: int) -> tuple[tuple[Comment, ...], str, int]:
    """Returns the comments of a gap that are on separate lines, its trailing comment, and the
    number of line ends after them.
    """
    own: list[Comment] = []
    behind = ""
    position = start
    for match in COMMENT.finditer(text, start, end):
        lines = text.count("\n", position, match.start())
        written = match.group().rstrip(" \t\r\f")
        if lines == 0 and not own and follows_word(text, start):
            behind = written
        else:
            column = match.start() - text.rfind("\n", 0, match.start()) - 1
            own.append(Comment(written, lines, column))
        position = match.end()
    return tuple(own), behind, text.count("\n", position, end)


def follows_word(text: str, start: int) -> bool:
    """Returns whether a gap that begins at an offset follows a word."""
    return start > (1 if text.startswith("\ufeff") else 0)


def _space_between(previous: Token, token: Token, marks: _Marks) -> str:
    """Returns the whitespace between two words of a line."""
    if token in (",", ":", ")", ".") or previous in ("(", "."):
        return ""
    if token == "(" and previous in FUNCTIONS:
        return ""
    if previous == "-" and marks.is_sign(previous.start):
        return ""
    return " "


def _break_preference(previous: Token | None, token: Token, blank: str, marks: _Marks) -> int:
    """Returns the quality of a line break before a word, from 0 (best) to 9 (never)."""
    if previous is None or not blank:
        return 9
    if token == "assume" or token.start in marks.notes:
        return 0
    if previous == ",":
        return 1
    if token in LOGIC:
        return 2
    if token == "+" or (token == "-" and not marks.is_sign(token.start)):
        return 3
    if token == "when" or token.startswith('"'):
        return 4
    return 5 if token in PRODUCTS else 6


# --- the lines of a statement that does not fit on one --------------------------------------------


MAX_SHARED_CLAUSES: Final = 2
"""The maximum number of clauses of a derived deal that may share its line."""


class Line(NamedTuple):
    """An indented line: the words from index `first` up to but excluding `end`."""

    indent: int
    first: int
    end: int


def statement_lines(
    layout: TokenLayout, statement: Statement, first: int, end: int
) -> Iterator[Line]:
    """Yields the lines of a statement; they may still be too wide."""
    match statement:
        case DealStatement() | TwistStatement() | ChangeDeal() if statement.clauses:
            yield from deal_lines(layout, statement, first, end)
        case ScheduleStatement():
            yield from schedule_lines(layout, statement, first, end)
        case ChangeStatement(statement=ScheduleStatement() as schedule):
            yield from schedule_lines(layout, schedule, first, end)
        case ExampleStatement():
            yield from example_lines(layout, statement, first, end)
        case _:
            yield from split_assumptions(layout, Line(0, first, end), notes_of(statement), 2)


def notes_of(statement: Statement) -> Notes:
    """Returns the notes of a statement."""
    match statement:
        case ChangeStatement(statement=inner):
            return inner.notes
        case SourceStatement() | ChangeDeal() | DropStatement() | DropSettle() | DropEnds():
            return Notes()
        case _:
            return statement.notes


def split_assumptions(layout: TokenLayout, line: Line, notes: Notes, indent: int) -> Iterator[Line]:
    """Yields a line; if it is too wide, each of its assumptions goes on a separate line."""
    starts = [layout.index(each.span.start) for each in notes.assumptions]
    if layout.fits(*line) or not starts:
        yield line
        return
    yield Line(line.indent, line.first, starts[0])
    yield from consecutive_lines(indent, starts, line.end)


def consecutive_lines(indent: int, starts: Sequence[int], end: int) -> Iterator[Line]:
    """Yields lines that begin at the given words; each ends where the next begins."""
    for first, following in zip(starts, (*starts[1:], end), strict=True):
        yield Line(indent, first, following)


def deal_lines(
    layout: TokenLayout,
    statement: DealStatement | TwistStatement | ChangeDeal,
    first: int,
    end: int,
) -> Iterator[Line]:
    """Yields the lines of a deal: one if it may share a line and fits, else one per clause."""
    clauses = statement.clauses
    # an author who put a clause on its own line wants it there
    on_own_lines = any(
        layout.words[layout.index(clause.span.start)].lines for clause in clauses[1:]
    )
    if may_share_line(statement) and not on_own_lines:
        if layout.fits_with_comment(0, first, end):
            yield Line(0, first, end)
            return
        notes = clauses[-1].notes.assumptions
        starts = [layout.index(each.span.start) for each in notes]
        others = any(each.notes.assumptions for each in clauses[:-1])
        if starts and not others and layout.fits(0, first, starts[0]):
            yield Line(0, first, starts[0])
            yield from consecutive_lines(2, starts, end)
            return
    starts = [layout.index(clause.span.start) for clause in clauses]
    yield from split_assumptions(layout, Line(0, first, starts[0]), notes_of(statement), 4)
    for clause, line in zip(clauses, consecutive_lines(2, starts, end), strict=True):
        yield from clause_lines(layout, clause, line)


def may_share_line(statement: DealStatement | TwistStatement | ChangeDeal) -> bool:
    """Returns whether a deal may be written on one line: it is derived and changes little."""
    if isinstance(statement, TwistStatement):
        return False
    if isinstance(statement, DealStatement) and statement.base is None:
        return False
    clauses = statement.clauses
    return len(clauses) <= MAX_SHARED_CLAUSES and not any(clause.groups for clause in clauses)


def clause_lines(layout: TokenLayout, clause: Clause, line: Line) -> Iterator[Line]:
    """Yields the lines of a clause; groups of a call, and notes after them, go
    on separate lines.
    """
    if not clause.groups:
        yield from split_assumptions(layout, line, clause.notes, 4)
        return
    parts = [group.span.start for group in clause.groups]
    parts += [cite.span.start for cite in clause.notes.cites[:1]]
    parts += [assumption.span.start for assumption in clause.notes.assumptions]
    starts = [layout.index(offset) for offset in parts]
    yield Line(line.indent, line.first, starts[0])
    yield from consecutive_lines(4, starts, line.end)


def schedule_lines(
    layout: TokenLayout, schedule: ScheduleStatement, first: int, end: int
) -> Iterator[Line]:
    """Yields the lines of a schedule, one per row."""
    starts = [layout.index(row.span.start) for row in schedule.rows]
    # A row begins with its `then`, which the span of the row excludes.
    starts = [starts[0], *(start - 1 for start in starts[1:])]
    yield Line(0, first, starts[0])
    *rows, last = consecutive_lines(2, starts, end)
    yield from rows
    yield from split_assumptions(layout, last, schedule.notes, 4)


def example_lines(
    layout: TokenLayout, statement: ExampleStatement, first: int, end: int
) -> Iterator[Line]:
    """Yields the lines of an example: as few as possible, broken before the fact, the scene, or
    both.
    """
    scene = layout.index(statement.scene.span.start)
    fact = layout.index(statement.fact.span.start)
    parts: tuple[tuple[int, ...], ...] = ((first,), (first, fact))
    # An empty scene is at the colon.
    if statement.scene.span.end > statement.scene.span.start:
        parts = (*parts, (first, scene), (first, scene, fact))
    for starts in parts:
        head, *rest = consecutive_lines(2, starts, end)
        rest[1:] = [line._replace(indent=4) for line in rest[1:]]
        if all(layout.fits(*line) for line in (head._replace(indent=0), *rest)):
            break
    yield from split_assumptions(layout, head._replace(indent=0), statement.notes, 4)
    yield from rest


# --- the whole file -------------------------------------------------------------------------------


HEADER_WORDS: Final = 2
"""The number of words in `clag 1`."""


def format_text(text: str, name: str = "rules.clag") -> str | tuple[Diagnostic, ...]:
    """Returns the formatted text, or the errors of a text that does not parse.

    Line ends are changed to that of the first line; a byte order mark is removed.
    """
    text = text.removeprefix("\ufeff")
    first = LINE_END.search(text)
    text = LINE_END.sub("\n", text)
    result = parse(SourceText(name, text))
    if result.file is None:
        return result.diagnostics
    tokens = scan(text, language().words).tokens
    formatted = "".join(f"{line}\n" for line in _all_lines(text, tokens, result.file))
    _check_unchanged(tokens, scan(formatted, language().words).tokens)
    return formatted if first is None else formatted.replace("\n", first.group())


def _check_unchanged(tokens: Sequence[Token], reparsed: Sequence[Token]) -> None:
    """Raises AssertionError if formatting changed a token, rather than return a changed game."""
    if tokens != reparsed:
        raise AssertionError("the layout changed a word")


def _all_lines(text: str, tokens: Sequence[Token], file: File) -> Iterator[str]:
    layout = TokenLayout(text, tokens, file)
    starts = [layout.index(each.span.start) for each in file.statements]
    ends = [*starts, len(tokens)]
    for comment, blank in _with_blank_lines(layout.first_comments):
        yield from _comment_line(comment, blank and comment is not layout.first_comments[0], 0)
    yield from _wrapped(layout, Line(0, 0, HEADER_WORDS), top=True)
    for number, (statement, first) in enumerate(zip(file.statements, starts, strict=True)):
        word = layout.words[first]
        inside = number > 0
        for comment, blank in _with_blank_lines(word.leading_comments):
            inside = inside and comment.column > word.column
            yield from _comment_line(comment, blank, 2 if inside else 0)
        if word.lines > 1:
            yield ""
        top = True
        for line in statement_lines(layout, statement, first, ends[number + 1]):
            yield from _wrapped(layout, line, top=top)
            top = False
    inside = bool(starts)
    column = layout.words[starts[-1]].column if starts else 0
    for comment, blank in _with_blank_lines(layout.last_comments):
        inside = inside and comment.column > column
        yield from _comment_line(comment, blank, 2 if inside else 0)


def _with_blank_lines(comments: Sequence[Comment]) -> Iterator[tuple[Comment, bool]]:
    """Yields each comment with True if a blank line precedes it."""
    for comment in comments:
        yield comment, comment.lines > 1


def _comment_line(comment: Comment, blank: bool, indent: int) -> Iterator[str]:
    if blank:
        yield ""
    yield " " * indent + comment.text


def _wrapped(layout: TokenLayout, line: Line, *, top: bool) -> Iterator[str]:
    """Yields the printed lines of a range of words, with their comments.

    If `top`, the leading comments of the first word have already been printed.
    """
    indent, first, end = line
    while first < end:
        following = _line_end(layout, indent, first, end)
        if not top:
            yield from (
                " " * indent + comment.text for comment in layout.words[first].leading_comments
            )
        behind = layout.words[following - 1].trailing_comment
        written = " " * indent + layout.text(first, following)
        yield f"{written}  {behind}" if behind else written
        first, indent, top = following, line.indent + 2, False


def _line_end(layout: TokenLayout, indent: int, first: int, end: int) -> int:
    """Returns the end of a line: a forced break, the end if it fits, else the best break."""
    forced = layout.forced_break(first, end)
    if indent + layout.width(first, forced) <= WIDTH:
        return forced
    best_preference, best_index = (9, 9), 0
    for index in range(first + 1, forced):
        # Ties go to the later word, so that lines are filled.
        preference = layout.words[index].preference
        if indent + layout.width(first, index) > WIDTH and best_index:
            break
        if preference[1] < 9 and preference <= best_preference:
            best_preference, best_index = preference, index
    return best_index or forced
