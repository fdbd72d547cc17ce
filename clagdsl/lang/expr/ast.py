"""The abstract syntax tree of expressions, both as parsed and in checked rules.

The parser builds a tree with a `Reference` for every name and a `span` for every part. From it, the
checker builds the tree of checked rules, in which every `Reference` is replaced with a `Variable`,
`ParameterValue`, `LetValue`, `PastValue` or `Word`, and every part has a `place`. This tree is
typed, and its value is proved to be bounded.

`span` is a range of the text that was parsed. `place` also names the file, since checked rules come
from several texts. Comparisons ignore both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.source import DEFAULT, Node, Origin, Place, Span

VariableName: TypeAlias = Literal[
    "players",
    "deal",
    "cards",
    "bid",
    "bids",
    "previous_bid",
    "highest_bid",
    "same_bids",
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
    "highest_total",
    "lowest_total",
    "leaders",
    "auction",
    "blind",
    "won_with",
    "trump",
    "scored",
    "row_deals",
    "row_made",
    "row_best",
]

ArithmeticOperator: TypeAlias = Literal["+", "-", "*", "//", "%"]
ComparisonOperator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
LogicOperator: TypeAlias = Literal["and", "or"]
FunctionName: TypeAlias = Literal["min", "max", "abs"]
Value: TypeAlias = int | bool | str
"""The value of an expression or a parameter: a whole number, a truth value or a word."""


NOWHERE: Final = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Part(Node):
    """Any part of an expression; the span is NOWHERE if it was not parsed from a text."""

    # not in JSON: checked rules come from several texts, so they have `place` instead
    span: Span = field(
        default=NOWHERE, kw_only=True, compare=False, repr=False, metadata={"json": False}
    )


@dataclass(frozen=True, slots=True)
class Number(Part):
    value: int
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["number"] = "number"


@dataclass(frozen=True, slots=True)
class Truth(Part):
    value: bool
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["truth"] = "truth"


@dataclass(frozen=True, slots=True)
class Word(Part):
    """One of the words that a parameter may be."""

    text: str
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["word"] = "word"


@dataclass(frozen=True, slots=True)
class Reference(Part):
    """A name that has a value: `bid`, `winner.total`, a parameter.

    In a parsed tree it may also be a word; the checker replaces it with one of the classes below.
    """

    name: str
    place: Place | None = field(default=None, compare=False, repr=False)

    @property
    def shown_name(self) -> str:
        """The name for people."""
        return self.name

    @property
    def is_member(self) -> bool:
        """True if it is a member such as `winner.total`, which no file can declare."""
        return "." in self.name


@dataclass(frozen=True, slots=True)
class Variable(Reference):
    """A name with a value from the deal, the bid, the trick or the score."""

    name: VariableName
    kind: Literal["variable"] = "variable"


@dataclass(frozen=True, slots=True)
class ParameterValue(Reference):
    kind: Literal["parameter"] = "parameter"


@dataclass(frozen=True, slots=True)
class LetValue(Reference):
    kind: Literal["let"] = "let"


@dataclass(frozen=True, slots=True)
class PastValue(Reference):
    """The value of a run or tally before the deal, for the player of the expression."""

    kind: Literal["past"] = "past"
    words: str = field(default="", compare=False, repr=False, metadata={"later": True})
    """The words of its declaration, which are printed instead of the name."""

    @property
    def shown_name(self) -> str:
        """The name for people."""
        return self.words or self.name


@dataclass(frozen=True, slots=True)
class Negative(Part):
    operand: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["negative"] = "negative"


@dataclass(frozen=True, slots=True)
class Inverse(Part):
    operand: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["not"] = "not"


@dataclass(frozen=True, slots=True)
class Arithmetic(Part):
    operator: ArithmeticOperator
    left: Expression
    right: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["arithmetic"] = "arithmetic"


@dataclass(frozen=True, slots=True)
class Comparison(Part):
    operator: ComparisonOperator
    left: Expression
    right: Expression
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["comparison"] = "comparison"


@dataclass(frozen=True, slots=True)
class Logic(Part):
    operator: LogicOperator
    operands: tuple[Expression, ...]
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["logic"] = "logic"


@dataclass(frozen=True, slots=True)
class Function(Part):
    name: FunctionName
    arguments: tuple[Expression, ...]
    place: Place | None = field(default=None, compare=False, repr=False)
    kind: Literal["function"] = "function"


@dataclass(frozen=True, slots=True)
class Branch(Part):  # `value when condition`
    value: Expression
    condition: Expression


@dataclass(frozen=True, slots=True)
class Choice(Part):
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
    | PastValue
    | Negative
    | Inverse
    | Arithmetic
    | Comparison
    | Logic
    | Function
    | Choice
)


@dataclass(frozen=True, slots=True)
class Let:  # `let` in a file; a docstring would change the published schema
    name: str
    expression: Expression
    origin: Origin = field(default=DEFAULT, compare=False)


# --- traversing and rebuilding trees ------------------------------------------------------------


def parts(expression: Expression) -> tuple[Expression, ...]:
    """Returns the expressions directly inside an expression, in the order written."""
    match expression:
        case Number() | Truth() | Word() | Reference():
            return ()
        case Negative(operand=operand) | Inverse(operand=operand):
            return (operand,)
        case Arithmetic(left=left, right=right) | Comparison(left=left, right=right):
            return (left, right)
        case Logic(operands=operands):
            return operands
        case Function(arguments=arguments):
            return arguments
        case Choice(branches=branches, otherwise=otherwise):
            inner = [e for branch in branches for e in (branch.value, branch.condition)]
            return (*inner, otherwise)
        case _:
            assert_never(expression)


def with_parts(
    expression: Expression, inner: Sequence[Expression], place: Place | None = None
) -> Expression:
    """Returns an expression of the same form, with the given parts (in the order of `parts`)."""
    match expression:
        case Number() | Truth() | Word() | Reference():
            return expression
        case Negative():
            return Negative(inner[0], place)
        case Inverse():
            return Inverse(inner[0], place)
        case Arithmetic(operator=operator):
            left, right = inner
            return Arithmetic(operator, left, right, place)
        case Comparison(operator=comparison):
            left, right = inner
            return Comparison(comparison, left, right, place)
        case Logic(operator=joint):
            return Logic(joint, tuple(inner), place)
        case Function(name=name):
            return Function(name, tuple(inner), place)
        case Choice():
            *branches, otherwise = inner
            pairs = zip(branches[::2], branches[1::2], strict=True)
            return Choice(tuple(Branch(value, when) for value, when in pairs), otherwise, place)
        case _:
            assert_never(expression)


def with_value(expression: Expression, name: str, value: Expression) -> Expression:
    """Returns the expression with another one in place of a variable."""
    if isinstance(expression, Variable) and expression.name == name:
        return value
    inner = parts(expression)
    if not inner:
        return expression
    replaced = [with_value(part, name, value) for part in inner]
    return with_parts(expression, replaced, expression.place)


def everything_in(expression: Expression) -> Iterator[Expression]:
    """Yields an expression and everything inside it, in pre-order."""
    waiting = [expression]
    while waiting:
        now = waiting.pop()
        yield now
        waiting.extend(reversed(parts(now)))
