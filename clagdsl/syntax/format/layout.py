"""Writes a whole file in the one layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clagdsl.lang.source import LINE_END, SourceText
from clagdsl.problems.model import Diagnostic
from clagdsl.syntax.format.line_breaks import Line, statement_lines
from clagdsl.syntax.format.token_stream import WIDTH, Comment, Sheet
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.nodes import File
from clagdsl.syntax.parser import language, parse
from clagdsl.syntax.token import Token

HEADER: Final = 2
"""The words of `clag 1`."""


def format_text(text: str, name: str = "rules.clag") -> str | tuple[Diagnostic, ...]:
    """The text in the one layout, or the errors of a text that cannot be parsed.

    Every word and every comment is kept in its order, so the meaning stays the same.  Line ends
    are those of the first line; a byte order mark goes.
    """
    text = text.removeprefix("\ufeff")
    first = LINE_END.search(text)
    text = LINE_END.sub("\n", text)
    result = parse(SourceText(name, text))
    if result.file is None:
        return result.diagnostics
    tokens = scan(text, language().words).tokens
    laid_out = "".join(f"{line}\n" for line in _all_lines(text, tokens, result.file))
    _compare(tokens, scan(laid_out, language().words).tokens)
    return laid_out if first is None else laid_out.replace("\n", first.group())


def _compare(tokens: Sequence[Token], again: Sequence[Token]) -> None:
    """Make sure that not a word was changed: better no layout than another game."""
    if tokens != again:
        raise AssertionError("the layout changed a word")


def _all_lines(text: str, tokens: Sequence[Token], file: File) -> Iterator[str]:
    sheet = Sheet(text, tokens, file)
    starts = [sheet.index(each.span.start) for each in file.statements]
    ends = [*starts, len(tokens)]
    for comment, blank in _in_gap(sheet.first_comments, 0):
        yield from _own_line(comment, blank and comment is not sheet.first_comments[0], 0)
    yield from _folded(sheet, Line(0, 0, HEADER), top=True)
    for number, (statement, first) in enumerate(zip(file.statements, starts, strict=True)):
        word = sheet.words[first]
        inside = number > 0
        for comment, blank in _in_gap(word.before, word.lines):
            inside = inside and comment.column > word.column
            yield from _own_line(comment, blank, 2 if inside else 0)
        if word.lines > 1:
            yield ""
        top = True
        for line in statement_lines(sheet, statement, first, ends[number + 1]):
            yield from _folded(sheet, line, top=top)
            top = False
    inside = bool(starts)
    column = sheet.words[starts[-1]].column if starts else 0
    for comment, blank in _in_gap(sheet.last_comments, sheet.last_lines):
        inside = inside and comment.column > column
        yield from _own_line(comment, blank, 2 if inside else 0)


def _in_gap(comments: Sequence[Comment], _lines: int) -> Iterator[tuple[Comment, bool]]:
    """Comments on lines of their own, and whether a blank line stands before each."""
    for comment in comments:
        yield comment, comment.lines > 1


def _own_line(comment: Comment, blank: bool, indent: int) -> Iterator[str]:
    if blank:
        yield ""
    yield " " * indent + comment.text


def _folded(sheet: Sheet, line: Line, *, top: bool) -> Iterator[str]:
    """The lines that a stretch of words takes, with the comments before and behind them.

    The comments before the first word of a statement (`top`) have been written already.
    """
    indent, first, end = line
    while first < end:
        following = _line_end(sheet, indent, first, end)
        if not top:
            yield from (" " * indent + comment.text for comment in sheet.words[first].before)
        behind = sheet.words[following - 1].behind
        written = " " * indent + sheet.text(first, following)
        yield f"{written}  {behind}" if behind else written
        first, indent, top = following, line.indent + 2, False


def _line_end(sheet: Sheet, indent: int, first: int, end: int) -> int:
    """Where a line is to end: where comments end it, where all fits, or at the best place."""
    forced = sheet.forced_break(first, end)
    if indent + sheet.width(first, forced) <= WIDTH:
        return forced
    best, found = (9, 9), 0
    for index in range(first + 1, forced):
        preference = sheet.words[index].preference
        if indent + sheet.width(first, index) > WIDTH and found:
            break
        if preference[1] < 9 and preference <= best:
            best, found = preference, index
    return found or forced
