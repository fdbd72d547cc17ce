"""A rules file while it is written: as much of it as can be understood.

A text that parses is read whole.  Any other is cut where statements begin at the start of a line,
and each piece is read alone, so that one unfinished line costs nothing but itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.source import SourceText, Span
from clagdsl.lsp.occurrences import Occurrence, Space, occurrences
from clagdsl.syntax import nodes
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import Refusal
from clagdsl.syntax.parser import language
from clagdsl.syntax.source_loader import check_source
from clagdsl.syntax.token import Token, beginning, make_token

DECLARING: Final[dict[str, Space]] = {
    "deal": "deal",
    "twist": "deal",
    "param": "value",
    "let": "value",
    "run": "value",
    "tally": "value",
    "source": "source",
    "special": "special",
}
"""The words that begin a declaration, with the kind of name that it declares."""

MOST_TOKENS: Final = 10_000
"""Of a broken file of more words and signs only the declarations are read: nobody has to wait."""

MOST_TRIES: Final = 4
"""How many clauses at the end of a broken piece are given up before all of it is."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The words of a text, the statements that could be read, and the names in them.

    `whole` tells that nothing is wrong with the form of the text.
    """

    source: SourceText
    tokens: tuple[Token, ...]
    statements: tuple[nodes.Statement, ...]
    names: tuple[Occurrence, ...]
    whole: bool

    def token_at(self, offset: int) -> int | None:
        """The index of the word at an offset; of two that touch, the one that follows."""
        for index in range(len(self.tokens) - 1, -1, -1):
            token = self.tokens[index]
            if token.start <= offset <= token.end:
                return index
            if token.end < offset:
                return None
        return None

    def name_at(self, offset: int) -> Occurrence | None:
        """The name at an offset."""
        touching = [name for name in self.names if name.span.start <= offset <= name.span.end]
        return touching[-1] if touching else None

    def extends(self) -> nodes.Name | None:
        """The file that this one extends, as written."""
        for statement in self.statements:
            if isinstance(statement, nodes.GameStatement) and statement.extends is not None:
                return statement.extends
        return None


def read_draft(source: SourceText) -> Draft:
    """As much of a text as can be understood; nothing of one that is too large for a rules file."""
    if check_source(source) is not None:
        return Draft(source, (), (), (), whole=False)
    words, automaton = language()
    found = scan(source.text, words)
    tokens = found.tokens
    if any(flaw.kind == "many" for flaw in found.flaws):
        return Draft(source, (), (), (), whole=False)
    tree = automaton.run(tokens, 0, "file")
    if isinstance(tree, nodes.File) and tree.version in VERSIONS:
        named = tuple(occurrences(tree.statements, tokens))
        return Draft(source, tuple(tokens), tree.statements, named, whole=not found.flaws)
    statements: list[nodes.Statement] = []
    loose: list[Occurrence] = []
    for piece in _pieces(tokens):
        read = _read_piece(piece) if len(tokens) <= MOST_TOKENS else ()
        statements += read
        if not read:
            loose += _declared(piece)
    named = tuple(sorted((*occurrences(statements, tokens), *loose), key=lambda name: name.span))
    return Draft(source, tuple(tokens), tuple(statements), named, whole=False)


def _pieces(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The tokens from each beginning of a statement to the next, without the header."""
    first = 2 if len(tokens) > 1 and tokens[0] == "clag" and tokens[1].isdecimal() else 0
    for index in range(first + 1, len(tokens)):
        if tokens[index].leads and beginning(tokens, index) == "statement":
            yield tokens[first:index]
            first = index
    if first < len(tokens):
        yield tokens[first:]


def _read_piece(piece: Sequence[Token]) -> tuple[nodes.Statement, ...]:
    """The statements of a piece; where it breaks off, those of its part before the last clause."""
    statements, refused = _parsed(piece)
    if refused is None:
        return statements
    ends = (
        index
        for index in range(min(refused, len(piece) - 1), 0, -1)
        if beginning(piece, index) is not None or piece[index] == "is"
    )
    for end in islice(ends, MOST_TRIES):
        statements, stopped = _parsed(piece[:end])
        if stopped is None:
            return statements
    return ()


def _parsed(piece: Sequence[Token]) -> tuple[tuple[nodes.Statement, ...], int | None]:
    """The statements, or the index in the piece where the parser stopped."""
    words, automaton = language()
    header = [
        make_token("clag", 0, words["clag"], True),
        make_token(str(VERSIONS[-1]), 0, ("NUMBER",), False),
    ]
    tree = automaton.run([*header, *piece], 0, "file")
    if isinstance(tree, Refusal):
        return (), max(tree.index - len(header), 0)
    return (tree.statements, None) if isinstance(tree, nodes.File) else ((), 0)


def _declared(piece: Sequence[Token]) -> Iterable[Occurrence]:
    """The name that a piece declares although nothing else of it can be read."""
    if len(piece) < 2 or piece[0] not in DECLARING or piece[1].leads:
        return
    name = piece[1]
    if name.kinds[-1] in ("NAME", "STRING"):
        space = DECLARING[piece[0]]
        yield Occurrence(space, name.strip('"'), Span(name.start, name.end), declares=True)
