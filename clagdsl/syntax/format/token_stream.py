"""The words of a file with the comments that belong to them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from clagdsl.lang.expr.operators import ARITHMETIC, FUNCTIONS, LOGIC, Strength
from clagdsl.lang.frozen import dataclass
from clagdsl.syntax.lexer import LINE_ENDS
from clagdsl.syntax.nodes import Arithmetic, Cite, File, Negative, Node
from clagdsl.syntax.token import Token

WIDTH: Final = 120
"""Lines are broken to have no more characters than this, where that can be."""

COMMENT: Final = re.compile(f"#[^{LINE_ENDS}]*")


class Comment(NamedTuple):
    """A comment with the line ends before it in its gap, and the column it began in, from 0."""

    text: str
    lines: int
    column: int


PRODUCTS: Final = frozenset(
    sign for sign, rule in ARITHMETIC.items() if rule.strength == Strength.PRODUCT
)


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign, what stands between it and the one before, and how well it begins a line.

    `behind` is the comment on its line, `before` are those on lines of their own before it.
    `preference` is lower where a line is better broken before the word.
    """

    text: str
    start: int
    column: int
    blank: str
    preference: tuple[int, int]
    before: tuple[Comment, ...]
    behind: str
    lines: int


class Sheet:
    """All words of a file; answers what stands on a line and how wide it is."""

    def __init__(self, text: str, tokens: Sequence[Token], file: File) -> None:
        marks = _Marks(file)
        gaps = [_gap(text, *ends) for ends in _gaps(text, tokens)]
        self.first_comments = gaps[0][0]
        self.last_lines = gaps[-1][2]
        self.last_comments = gaps[-1][0]
        self.words: list[Word] = []
        depth = 0
        for index, token in enumerate(tokens):
            previous = tokens[index - 1] if index else None
            depth -= token == ")"
            blank = "" if previous is None else _blank(previous, token, marks)
            preference = (depth, _preference(previous, token, blank, marks))
            depth += token == "("
            before, _, lines = gaps[index]
            column = token.start - text.rfind("\n", 0, token.start) - 1
            behind = gaps[index + 1][1]
            self.words.append(
                Word(str(token), token.start, column, blank, preference, before, behind, lines)
            )
        self.starts = [token.start for token in tokens]
        self.ends = list(accumulate(len(word.blank) + len(word.text) for word in self.words))
        self.breaks = list(
            accumulate(
                bool(word.before or (index and self.words[index - 1].behind))
                for index, word in enumerate(self.words)
            )
        )

    def index(self, offset: int) -> int:
        """The word that begins at an offset, or the next one."""
        return bisect_left(self.starts, offset)

    def width(self, first: int, end: int) -> int:
        """How many characters the words take on one line."""
        return self.ends[end - 1] - self.ends[first] + len(self.words[first].text)

    def forced_break(self, first: int, end: int) -> int:
        """The next word before which comments force a new line, else the end."""
        return bisect_right(self.breaks, self.breaks[first], first + 1, end)

    def fits(self, indent: int, first: int, end: int) -> bool:
        """Whether the words can stand on one line."""
        free = self.breaks[end - 1] == self.breaks[first]
        return free and indent + self.width(first, end) <= WIDTH

    def fits_with_comment(self, indent: int, first: int, end: int) -> bool:
        """Whether the words and the comment behind them can stand on one line."""
        behind = self.words[end - 1].behind
        room = indent + (len(behind) + 2 if behind else 0)
        return self.fits(room, first, end)

    def text(self, first: int, end: int) -> str:
        """The words on one line."""
        head = self.words[first].text
        return head + "".join(word.blank + word.text for word in self.words[first + 1 : end])


class _Marks:
    """What the tree knows about signs: which minus is a sign, which words begin a note."""

    def __init__(self, file: File) -> None:
        nodes = list(_nodes(file))
        self.signs = {node.span.start for node in nodes if isinstance(node, Negative)}
        self.notes = {node.span.start for node in nodes if isinstance(node, Cite)}
        # Arithmetic nests; its outermost stretches are enough, and they do not overlap.
        spans = sorted(
            ((n.span.start, n.span.end) for n in nodes if isinstance(n, Arithmetic)),
            key=lambda span: (span[0], -span[1]),
        )
        self.sums: list[tuple[int, int]] = []
        for span in spans:
            if not self.sums or span[1] > self.sums[-1][1]:
                self.sums.append(span)

    def is_sign(self, offset: int) -> bool:
        """Whether the minus at an offset belongs to what follows, and subtracts nothing."""
        at = bisect_left(self.sums, (offset + 1, 0)) - 1
        inside = at >= 0 and self.sums[at][0] <= offset < self.sums[at][1]
        return offset in self.signs or not inside


def _nodes(file: File) -> Iterator[Node]:
    """Every node of a tree."""
    waiting: list[object] = [file]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend(item)
        elif is_dataclass(item):
            if isinstance(item, Node):
                yield item
            waiting.extend(getattr(item, field.name) for field in fields(item))


def _gaps(text: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    end = 1 if text.startswith("\ufeff") else 0
    for token in tokens:
        yield end, token.start
        end = token.end
    yield end, len(text)


def _gap(text: str, start: int, end: int) -> tuple[tuple[Comment, ...], str, int]:
    """Comments on lines of their own, the one behind the word before, line ends after them."""
    own: list[Comment] = []
    behind = ""
    at = start
    for match in COMMENT.finditer(text, start, end):
        lines = text.count("\n", at, match.start())
        written = match.group().rstrip(" \t\r\f")
        if lines == 0 and not own and tokens_before(text, start):
            behind = written
        else:
            column = match.start() - text.rfind("\n", 0, match.start()) - 1
            own.append(Comment(written, lines, column))
        at = match.end()
    return tuple(own), behind, text.count("\n", at, end)


def tokens_before(text: str, start: int) -> bool:
    """Whether a gap that begins at an offset follows a word."""
    return start > (1 if text.startswith("\ufeff") else 0)


def _blank(previous: Token, token: Token, marks: _Marks) -> str:
    """What stands between two words of a line."""
    if token in (",", ":", ")", ".") or previous in ("(", "."):
        return ""
    if token == "(" and previous in FUNCTIONS:
        return ""
    if previous == "-" and marks.is_sign(previous.start):
        return ""
    return " "


def _preference(previous: Token | None, token: Token, blank: str, marks: _Marks) -> int:
    """How well a line may be broken before a word: 0 is best, 9 is never."""
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
