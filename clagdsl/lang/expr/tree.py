"""Expressions of checked rules: typed, every name resolved, always a bounded value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from clagdsl.lang.source import Place

VariableName: TypeAlias = Literal[
    "players",
    "deal",
    "cards",
    "bid",
    "bids",
    "trick",
    "tricks",
    "made",
    "points",
    "most",
    "most_count",
    "makers",
    "winner.total",
    "winner.failed",
    "winner.completed",
    "loser.total",
    "loser.failed",
    "loser.completed",
]

ArithmeticOperator: TypeAlias = Literal["+", "-", "*", "//", "%"]
ComparisonOperator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
LogicOperator: TypeAlias = Literal["and", "or"]
FunctionName: TypeAlias = Literal["min", "max", "abs"]
Value: TypeAlias = int | bool | str
"""What an expression or a parameter can be: a whole number, a truth value, a word."""


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["number"] = "number"


@dataclass(frozen=True, slots=True)
class Truth:
    value: bool
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["truth"] = "truth"


@dataclass(frozen=True, slots=True)
class Word:
    """One of the words that a parameter may be."""

    text: str
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["word"] = "word"


@dataclass(frozen=True, slots=True)
class Variable:
    """A name that the deal, the bid, the trick or the score gives a value to."""

    name: VariableName
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["variable"] = "variable"


@dataclass(frozen=True, slots=True)
class ParameterValue:
    name: str
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["parameter"] = "parameter"


@dataclass(frozen=True, slots=True)
class LetValue:
    name: str
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["let"] = "let"


@dataclass(frozen=True, slots=True)
class Negative:
    operand: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["negative"] = "negative"


@dataclass(frozen=True, slots=True)
class Inverse:
    operand: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["not"] = "not"


@dataclass(frozen=True, slots=True)
class Arithmetic:
    operator: ArithmeticOperator
    left: Expression
    right: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["arithmetic"] = "arithmetic"


@dataclass(frozen=True, slots=True)
class Comparison:
    operator: ComparisonOperator
    left: Expression
    right: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["comparison"] = "comparison"


@dataclass(frozen=True, slots=True)
class Logic:
    operator: LogicOperator
    operands: tuple[Expression, ...]
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["logic"] = "logic"


@dataclass(frozen=True, slots=True)
class Function:
    name: FunctionName
    arguments: tuple[Expression, ...]
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["function"] = "function"


@dataclass(frozen=True, slots=True)
class Branch:
    value: Expression
    condition: Expression


@dataclass(frozen=True, slots=True)
class Choice:
    """The value of the first branch whose condition holds, otherwise the last one."""

    branches: tuple[Branch, ...]
    otherwise: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["choice"] = "choice"


Expression: TypeAlias = (
    Number
    | Truth
    | Word
    | Variable
    | ParameterValue
    | LetValue
    | Negative
    | Inverse
    | Arithmetic
    | Comparison
    | Logic
    | Function
    | Choice
)
