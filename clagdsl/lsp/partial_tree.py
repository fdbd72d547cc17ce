"""Parses as much as possible of a rules file that is being edited.

A valid file is parsed as a whole. Any other file is split into pieces at every line that begins a
statement. Each piece is parsed by itself, so that an unfinished line affects only its own piece. If
a piece is invalid, its last clauses are dropped, up to MOST_TRIES times. If that fails as well,
only the name that it declares is kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from itertools import islice, pairwise
from typing import Any, Final, Literal, TypeAlias

from clagdsl.lang.identifiers import VERSIONS
from clagdsl.lang.source import SourceText, Span
from clagdsl.syntax import nodes
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import Refusal
from clagdsl.syntax.parser import language
from clagdsl.syntax.source_loader import check_source
from clagdsl.syntax.token import Token, construct_at, make_token

# --- names in a file: declarations and uses ------------------------------------------------------


Space: TypeAlias = Literal["deal", "value", "source", "special"]
"""The namespace of a name: "deal" also holds twists, "value" holds parameters, `let`s, runs and
tallies.
"""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name at one place in the text, without quotation marks."""

    space: Space
    text: str
    span: Span
    declares: bool = False
    statement: nodes.Statement | None = None

    @property
    def drops(self) -> bool:
        """True if `drop` removes the name here: a deal, or a value if no deal has the name."""
        return isinstance(self.statement, nodes.DropStatement)


ROLES: Final[dict[tuple[type[Any], str], Space | None]] = {
    (nodes.GameStatement, "extends"): None,
    (nodes.SourceStatement, "name"): "source",
    (nodes.Cite, "source"): "source",
    (nodes.ParameterStatement, "name"): "value",
    (nodes.LetStatement, "name"): "value",
    (nodes.RunStatement, "name"): "value",
    (nodes.TallyStatement, "name"): "value",
    (nodes.SpecialStatement, "name"): "special",
    (nodes.PackedSpecials, "name"): "special",
    (nodes.DealStatement, "name"): "deal",
    (nodes.DealStatement, "short"): "deal",
    (nodes.DealStatement, "base"): "deal",
    (nodes.TwistStatement, "name"): "deal",
    (nodes.TwistStatement, "short"): "deal",
    (nodes.CallGroup, "choices"): "deal",
    (nodes.ScheduleRow, "deals"): "deal",
    (nodes.ChangeDeal, "name"): "deal",
    (nodes.ChangeParameter, "name"): "value",
    (nodes.DropStatement, "name"): "deal",
    (nodes.AddStatement, "name"): "deal",
    (nodes.AddStatement, "neighbour"): "deal",
    (nodes.Scene, "deal"): "deal",
    (nodes.Scene, "calls"): "deal",
    (nodes.Binding, "name"): "value",
    (nodes.ScheduleFact, "deal"): "deal",
}
"""The namespace of the names in each field of the syntax tree; None for names that are not tracked.
"""

_DECLARING_STATEMENTS: Final = (
    nodes.SourceStatement,
    nodes.ParameterStatement,
    nodes.LetStatement,
    nodes.RunStatement,
    nodes.TallyStatement,
    nodes.SpecialStatement,
    nodes.DealStatement,
    nodes.TwistStatement,
)
"""The statements whose `name` and `short` fields are declarations."""


def occurrences(statements: Iterable[nodes.Statement], tokens: Sequence[Token]) -> list[Occurrence]:
    """Returns every name in the statements, in source order; `tokens` are those of the text."""
    names: list[Occurrence] = []
    for statement in statements:
        names += _names(statement)
        names += _special_cards(statement, tokens)
    return sorted(names, key=lambda name: name.span)


def _special_cards(statement: nodes.Statement, tokens: Sequence[Token]) -> Iterator[Occurrence]:
    """Yields the special cards that are not names in the tree: in clauses and in examples."""
    match statement:
        case nodes.DealStatement() | nodes.TwistStatement() | nodes.ChangeDeal():
            for clause in statement.clauses:
                for token in _cards_of_clause(clause, tokens):
                    yield _card(token, statement)
        case nodes.ExampleStatement(fact=nodes.TrickFact() | nodes.PlayFact() | nodes.TurnedFact()):
            for token in _within(statement.fact.span, tokens):
                if token.type == "NAME":
                    yield _card(token, statement)
        case _:
            pass


def _cards_of_clause(clause: nodes.Clause, tokens: Sequence[Token]) -> Iterator[Token]:
    """Yields the names of special cards in a clause."""
    match clause.aspect:
        case "trump":
            for before, token in pairwise(_within(clause.span, tokens)):
                if before.type == "ON" and token.type in ("NAME", "STRING"):
                    yield token
        case "card_worth" | "trump_worth" | "trump_rank":
            for alternative in clause.alternatives:
                within = _within(alternative.value.span, tokens)
                yield from (token for token in within if token.type == "NAME")
        case _:
            pass


def _within(span: Span, tokens: Sequence[Token]) -> Sequence[Token]:
    first = bisect_left(tokens, span.start, key=lambda token: token.start)
    return tokens[first : bisect_left(tokens, span.end, key=lambda token: token.start)]


def _card(token: Token, statement: nodes.Statement) -> Occurrence:
    span = Span(token.start, token.end)
    return Occurrence("special", str(token), span, statement=statement)


def _names(statement: nodes.Statement) -> Iterable[Occurrence]:
    # an explicit stack, so that no expression is nested too deep
    waiting: list[Any] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.Reference):
            if not node.is_member:
                yield Occurrence("value", node.name, node.span)
            continue
        for part in node.__dataclass_fields__:
            value = getattr(node, part)
            values = value if isinstance(value, tuple) else (value,)
            for child in values:
                if isinstance(child, nodes.Name):
                    space = ROLES[type(node), part]
                    declares = part in ("name", "short") and isinstance(node, _DECLARING_STATEMENTS)
                    if space is not None:
                        yield Occurrence(space, child.text, child.span, declares, statement)
                elif is_dataclass(child) and not isinstance(child, Span):
                    waiting.append(child)


# --- drafts ---------------------------------------------------------------------------------------

DECLARATION_WORDS: Final[dict[str, Space]] = {
    "deal": "deal",
    "twist": "deal",
    "param": "value",
    "let": "value",
    "run": "value",
    "tally": "value",
    "source": "source",
    "special": "special",
}
"""The words that begin a declaration, with the namespace of the declared name."""

MOST_TOKENS: Final = 10_000
"""In a broken file with more tokens, only declarations are parsed, so that the editor stays fast.
"""

MOST_TRIES: Final = 4
"""The most clauses to drop from the end of a broken piece."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The tokens of a source, the statements that could be parsed, and the names in them.

    `whole` is True if the whole source could be parsed.
    """

    source: SourceText
    tokens: tuple[Token, ...]
    statements: tuple[nodes.Statement, ...]
    names: tuple[Occurrence, ...]
    whole: bool

    def token_at(self, offset: int) -> int | None:
        """Returns the index of the token at an offset, or None. At the boundary of two tokens, the
        second one counts.
        """
        for index in range(len(self.tokens) - 1, -1, -1):
            token = self.tokens[index]
            if token.start <= offset <= token.end:
                return index
            if token.end < offset:
                return None
        return None

    def name_at(self, offset: int) -> Occurrence | None:
        """Returns the name at an offset, or None."""
        touching = [name for name in self.names if name.span.start <= offset <= name.span.end]
        return touching[-1] if touching else None

    def extends(self) -> nodes.Name | None:
        """Returns the name of the file that this one extends, as written, or None."""
        for statement in self.statements:
            if isinstance(statement, nodes.GameStatement) and statement.extends is not None:
                return statement.extends
        return None


def read_draft(source: SourceText) -> Draft:
    """Parses as much of a source as possible, or nothing if it is too large for a rules file."""
    if check_source(source) is not None:
        return Draft(source, (), (), (), whole=False)
    words, automaton = language()
    scan_result = scan(source.text, words)
    tokens = scan_result.tokens
    if any(flaw.kind == "many" for flaw in scan_result.errors):
        return Draft(source, (), (), (), whole=False)
    tree = automaton.run(tokens, 0, "file")
    if isinstance(tree, nodes.File) and tree.version in VERSIONS:
        named = tuple(occurrences(tree.statements, tokens))
        return Draft(source, tuple(tokens), tree.statements, named, whole=not scan_result.errors)
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
    """Yields the tokens of each statement, without the header."""
    first = 2 if len(tokens) > 1 and tokens[0] == "clag" and tokens[1].isdecimal() else 0
    for index in range(first + 1, len(tokens)):
        if tokens[index].leads and construct_at(tokens, index) == "statement":
            yield tokens[first:index]
            first = index
    if first < len(tokens):
        yield tokens[first:]


def _read_piece(piece: Sequence[Token]) -> tuple[nodes.Statement, ...]:
    """Returns the statements in a piece, without its last clauses if these are invalid."""
    statements, refused = _parsed(piece)
    if refused is None:
        return statements
    ends = (
        index
        for index in range(min(refused, len(piece) - 1), 0, -1)
        if construct_at(piece, index) is not None or piece[index] == "is"
    )
    for end in islice(ends, MOST_TRIES):
        statements, stopped = _parsed(piece[:end])
        if stopped is None:
            return statements
    return ()


def _parsed(piece: Sequence[Token]) -> tuple[tuple[nodes.Statement, ...], int | None]:
    """Returns the statements in a piece, or the index of the token at which the parser stopped."""
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
    """Yields the name declared by a piece that could not be parsed."""
    if len(piece) < 2 or piece[0] not in DECLARATION_WORDS or piece[1].leads:
        return
    name = piece[1]
    if name.kinds[-1] in ("NAME", "STRING"):
        space = DECLARATION_WORDS[piece[0]]
        yield Occurrence(space, name.strip('"'), Span(name.start, name.end), declares=True)
