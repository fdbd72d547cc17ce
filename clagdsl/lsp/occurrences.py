"""Where the names of a file stand: those that it declares and every use of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, is_dataclass
from typing import Any, Final, Literal, TypeAlias

from clagdsl.lang.source import Span
from clagdsl.syntax import nodes

Space: TypeAlias = Literal["deal", "value", "source"]
"""What a name is one of: deals and twists; parameters and `let` names; sources."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A name at one place, as it counts: without its quotation marks."""

    space: Space
    text: str
    span: Span
    declares: bool = False
    statement: nodes.Statement | None = None


Role: TypeAlias = tuple[Space, bool] | None

ROLES: Final[dict[tuple[type[Any], str], Role]] = {
    (nodes.GameStatement, "extends"): None,
    (nodes.SourceStatement, "name"): ("source", True),
    (nodes.Cite, "source"): ("source", False),
    (nodes.ParameterStatement, "name"): ("value", True),
    (nodes.LetStatement, "name"): ("value", True),
    (nodes.DealStatement, "name"): ("deal", True),
    (nodes.DealStatement, "short"): ("deal", True),
    (nodes.DealStatement, "base"): ("deal", False),
    (nodes.TwistStatement, "name"): ("deal", True),
    (nodes.TwistStatement, "short"): ("deal", True),
    (nodes.CallGroup, "choices"): ("deal", False),
    (nodes.ScheduleRow, "deals"): ("deal", False),
    (nodes.ChangeDeal, "name"): ("deal", False),
    (nodes.ChangeParameter, "name"): ("value", False),
    (nodes.DropStatement, "name"): ("deal", False),
    (nodes.AddStatement, "name"): ("deal", False),
    (nodes.AddStatement, "neighbour"): ("deal", False),
    (nodes.Scene, "deal"): ("deal", False),
    (nodes.Scene, "calls"): ("deal", False),
    (nodes.Binding, "name"): ("value", False),
    (nodes.ScheduleFact, "deal"): ("deal", False),
}
"""What the names in each part of the syntax tree are, and whether they are declared there."""


def occurrences(statements: Iterable[nodes.Statement]) -> list[Occurrence]:
    """Every name in statements, in the order of the text."""
    found = [name for statement in statements for name in _names(statement)]
    return sorted(found, key=lambda name: name.span)


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
                        yield Occurrence(role[0], each.text, each.span, role[1], statement)
                elif is_dataclass(each) and not isinstance(each, Span):
                    waiting.append(each)
