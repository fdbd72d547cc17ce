"""The parts of a file, as an editor lists them beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clagdsl.lang.source import Span
from clagdsl.lsp.partial_tree import Draft
from clagdsl.syntax import nodes

SymbolKind: TypeAlias = Literal[
    "game",
    "deal",
    "twist",
    "parameter",
    "let",
    "past",
    "special",
    "source",
    "statement",
    "change",
    "example",
]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A part of a file: what it is called, all of it, and the part to show."""

    name: str
    kind: SymbolKind
    span: Span
    shown: Span
    detail: str = ""


def symbols(draft: Draft) -> Iterator[Symbol]:
    """The statements of a file, in the order of the text."""
    for statement in draft.statements:
        yield _symbol(statement)


def _symbol(statement: nodes.Statement) -> Symbol:
    span = statement.span
    match statement:
        case nodes.GameStatement(title=title, variant=variant):
            return Symbol(title or "game", "game", span, span, variant or "")
        case nodes.DealStatement(name=name, base=base):
            detail = f"is {base.text}" if base is not None else ""
            return _named(name, "deal", span, detail)
        case nodes.TwistStatement(name=name):
            return _named(name, "twist", span)
        case nodes.ParameterStatement(name=name, description=description):
            return _named(name, "parameter", span, description or "")
        case nodes.LetStatement(name=name):
            return _named(name, "let", span)
        case nodes.RunStatement(name=name) | nodes.TallyStatement(name=name):
            is_run = isinstance(statement, nodes.RunStatement)
            return _named(name, "past", span, "run" if is_run else "tally")
        case nodes.SpecialStatement(name=name, power=power):
            return _named(name, "special", span, f"special card, {power.value}")
        case nodes.SourceStatement(name=name, title=title):
            return _named(name, "source", span, title)
        case nodes.ExampleStatement(title=title):
            return Symbol(title or "example", "example", span, span)
        case nodes.ChangeDeal(name=name) | nodes.ChangeParameter(name=name):
            return _named(name, "change", span, "change")
        case nodes.DropStatement(name=name) | nodes.AddStatement(name=name):
            drops = isinstance(statement, nodes.DropStatement)
            return _named(name, "change", span, "drop" if drops else "add")
        case _:
            return Symbol(_STATEMENTS[type(statement)], "statement", span, span)


_STATEMENTS: dict[type[nodes.Statement], str] = {
    nodes.PlayersStatement: "players",
    nodes.PackStatement: "pack",
    nodes.ScheduleStatement: "schedule",
    nodes.WinnerStatement: "winner",
    nodes.EndsStatement: "ends",
    nodes.SettleStatement: "settle",
    nodes.ChangeStatement: "change",
    nodes.DropSettle: "drop settle",
    nodes.DropEnds: "drop ends",
}


def _named(name: nodes.Name, kind: SymbolKind, span: Span, detail: str = "") -> Symbol:
    return Symbol(name.text or "?", kind, span, name.span, detail)
