"""Where the names of a file stand: those that it declares and every use of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from clagdsl.lang.source import Span
from clagdsl.syntax import nodes
from clagdsl.syntax.token import Token

Space: TypeAlias = Literal["deal", "value", "source", "special"]
"""What a name is one of: deals and twists; parameters and `let` names; sources; special cards."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name at one place, as it counts: without its quotation marks."""

    space: Space
    text: str
    span: Span
    declares: bool = False
    statement: nodes.Statement | None = None

    @property
    def drops(self) -> bool:
        """Whether it is taken out here, as a deal, or as a value where no deal is called so."""
        return isinstance(self.statement, nodes.DropStatement)


@dataclass(frozen=True, slots=True)
class Role:
    """What a name is in a part of the syntax tree, and whether it is declared there."""

    space: Space
    declares: bool = False


ROLES: Final[dict[tuple[type[Any], str], Role | None]] = {
    (nodes.GameStatement, "extends"): None,
    (nodes.SourceStatement, "name"): Role("source", declares=True),
    (nodes.Cite, "source"): Role("source"),
    (nodes.ParameterStatement, "name"): Role("value", declares=True),
    (nodes.LetStatement, "name"): Role("value", declares=True),
    (nodes.RunStatement, "name"): Role("value", declares=True),
    (nodes.TallyStatement, "name"): Role("value", declares=True),
    (nodes.SpecialStatement, "name"): Role("special", declares=True),
    (nodes.PackedSpecials, "name"): Role("special"),
    (nodes.DealStatement, "name"): Role("deal", declares=True),
    (nodes.DealStatement, "short"): Role("deal", declares=True),
    (nodes.DealStatement, "base"): Role("deal"),
    (nodes.TwistStatement, "name"): Role("deal", declares=True),
    (nodes.TwistStatement, "short"): Role("deal", declares=True),
    (nodes.CallGroup, "choices"): Role("deal"),
    (nodes.ScheduleRow, "deals"): Role("deal"),
    (nodes.ChangeDeal, "name"): Role("deal"),
    (nodes.ChangeParameter, "name"): Role("value"),
    (nodes.DropStatement, "name"): Role("deal"),
    (nodes.AddStatement, "name"): Role("deal"),
    (nodes.AddStatement, "neighbour"): Role("deal"),
    (nodes.Scene, "deal"): Role("deal"),
    (nodes.Scene, "calls"): Role("deal"),
    (nodes.Binding, "name"): Role("value"),
    (nodes.ScheduleFact, "deal"): Role("deal"),
}
"""What the names in each part of the syntax tree are; None for what the server leaves alone."""


def occurrences(statements: Iterable[nodes.Statement], tokens: Sequence[Token]) -> list[Occurrence]:
    """Every name in statements, of which the tokens of the text are given too, in its order."""
    found: list[Occurrence] = []
    for statement in statements:
        found += _names(statement)
        found += _special_cards(statement, tokens)
    return sorted(found, key=lambda name: name.span)


def _special_cards(statement: nodes.Statement, tokens: Sequence[Token]) -> Iterator[Occurrence]:
    """Special cards where the tree has no name but a card: as one is turned, and in examples."""
    match statement:
        case nodes.DealStatement() | nodes.TwistStatement() | nodes.ChangeDeal():
            for clause in statement.clauses:
                if clause.aspect == "trump":
                    within = _within(clause.span, tokens)
                    for before, token in pairwise(within):
                        if before.type == "ON":
                            yield _card(token, statement)
        case nodes.ExampleStatement(fact=nodes.TrickFact() | nodes.PlayFact()):
            for token in _within(statement.fact.span, tokens):
                if token.type == "NAME":
                    yield _card(token, statement)
        case _:
            pass


def _within(span: Span, tokens: Sequence[Token]) -> Sequence[Token]:
    first = bisect_left(tokens, span.start, key=lambda token: token.start)
    return tokens[first : bisect_left(tokens, span.end, key=lambda token: token.start)]


def _card(token: Token, statement: nodes.Statement) -> Occurrence:
    span = Span(token.start, token.end)
    return Occurrence("special", str(token), span, statement=statement)


def _names(statement: nodes.Statement) -> Iterable[Occurrence]:
    # A stack of its own, so that no expression is too deep.
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
            for each in values:
                if isinstance(each, nodes.Name):
                    role = ROLES[type(node), part]
                    if role is not None:
                        yield Occurrence(role.space, each.text, each.span, role.declares, statement)
                elif is_dataclass(each) and not isinstance(each, Span):
                    waiting.append(each)
