"""Unknown names in a text that cannot be read whole, told along with what is wrong in reading it.

The text is read with every mend that is known, and without the clauses for which there is none.
Of what is found then, the names are told that nothing of this has touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.model import Diagnostic, Edit, replaced
from clagdsl.problems.text_edits import applied
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.parser import language
from clagdsl.syntax.sync_points import beginning
from clagdsl.syntax.token import Token

Found: TypeAlias = tuple[Diagnostic, ...]
Check: TypeAlias = Callable[[SourceText], Found | None]

NAMES: Final = frozenset({"C201", "C202", "C203"})
"""The problems of names, which are declared in the same file or in another one."""

MOST_TOGETHER: Final = 20
"""Beside more problems of reading no names are looked for: there may be more mends than rules."""

MOST_CHARACTERS: Final = 20_000
"""In a longer text no names are looked for: it is read again twice for them."""

WORD: Final = re.compile(r"[^\W\d]\w*")


def names_beside(source: SourceText, found: Found, check: Check) -> Found:
    """The unknown names in what is not wrong; `check` finds those of a text that can be read."""
    if len(found) > MOST_TOGETHER or len(source.text) > MOST_CHARACTERS:
        return ()
    if any(each.place is None or each.place.file != source.name for each in found):
        return ()
    clauses = _clauses(source)
    without = [edit for each in found for edit in _left_out(source, clauses, each)]
    mended = [edit for each in found for edit in each.fix or _left_out(source, clauses, each)]
    for edits in (mended, without):
        told = None if any(map(_moves_lines, edits)) else _told(source, found, edits, check)
        if told is not None:
            return told
    return ()


def _moves_lines(edit: Edit) -> bool:
    """Whether an edit changes how many lines there are."""
    return "\n" in edit.text or edit.place.line != edit.place.end_line


def _told(source: SourceText, found: Found, edits: Sequence[Edit], check: Check) -> Found | None:
    """The names that a text with edits does not know, apart from them; None if it is unreadable."""
    names = check(SourceText(source.name, applied(source.text, edits)))
    if names is None:
        return None
    places = [edit.place for edit in edits] + [each.place for each in found if each.place]
    touched = {line for each in places for line in range(each.line, each.end_line + 1)}
    words = {word for line in touched for word in WORD.findall(source.line(line))}
    return tuple(each for each in names if _is_apart(each, source, touched, words))


def _is_apart(name: Diagnostic, source: SourceText, touched: set[int], words: set[str]) -> bool:
    """Whether an unknown name has nothing to do with the lines that are wrong otherwise."""
    if name.code not in NAMES or name.place is None or name.place.file != source.name:
        return False
    places = [name.place, *(each.place for each in name.others), *(each.place for each in name.fix)]
    if any(each.file == source.name and each.line in touched for each in places):
        return False
    return not words & {*WORD.findall(_text(source, name.place))}


def _text(source: SourceText, place: Place) -> str:
    """What stands at a place."""
    starts = source.line_starts
    start, end = starts[place.line - 1] + place.column, starts[place.end_line - 1]
    return source.text[start - 1 : end + place.end_column - 1]


def _clauses(source: SourceText) -> list[Sequence[Token]]:
    """The tokens of a text, clause by clause; what stands before the first is one as well."""
    tokens = scan(source.text, language().words).tokens
    begins = [index for index in range(1, len(tokens)) if beginning(tokens, index)]
    return [tokens[first:last] for first, last in pairwise([0, *begins, len(tokens)])]


def _left_out(
    source: SourceText, clauses: Sequence[Sequence[Token]], problem: Diagnostic
) -> tuple[Edit, ...]:
    """What takes the clause out in which something is wrong; its lines stay."""
    place = problem.place
    if place is None:
        return ()
    at = source.line_starts[place.line - 1] + place.column - 1
    before = [clause for clause in clauses if clause and clause[0].start <= at]
    return tuple(
        edit
        for token in (before[-1] if before else clauses[0])
        for edit in replaced(source.place(Span(token.start, token.end)), "")
    )
