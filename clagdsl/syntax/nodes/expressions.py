"""The part of the syntax tree that is expressions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from clagdsl.lang.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands somewhere in the text.  Places do not count when trees are compared."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A name in an expression: `bid`, a parameter, a `let`, or a word that a parameter may be."""

    name: str


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`winner.total`."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Negative(Node):
    operand: Expression


@dataclass(frozen=True, slots=True)
class Inverse(Node):
    """`not` something."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    operator: Literal["+", "-", "*", "//", "%"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`a and b and c`, or the same with `or`: two operands at least."""

    operator: Literal["and", "or"]
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Function(Node):
    name: Literal["min", "max", "abs"]
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`value when condition`, one alternative of a choice."""

    value: Expression
    condition: Expression


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`a when c, b when d, otherwise e`."""

    branches: tuple[Branch, ...]
    otherwise: Expression


Expression: TypeAlias = (
    Number
    | Truth
    | Variable
    | Member
    | Negative
    | Inverse
    | Arithmetic
    | Comparison
    | Logic
    | Function
    | Choice
)
