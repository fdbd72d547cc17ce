"""Evaluates expressions: by walking the tree, or as compiled Python functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, assert_never

from clagdsl.lang.errors import ClagError
from clagdsl.lang.expr.ast import (
    Arithmetic,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    LetValue,
    Logic,
    Negative,
    Number,
    ParameterValue,
    PastValue,
    Reference,
    Truth,
    Value,
    Variable,
    Word,
    everything_in,
)
from clagdsl.lang.expr.operators import ARITHMETIC, COMPARISONS, FUNCTIONS, LARGEST, LOGIC
from clagdsl.lang.source import Place

Names: TypeAlias = Mapping[str, Value]
"""The value of every name: variables, parameters, `let` names, and members such as `winner.total`.
"""

Fault: TypeAlias = Literal[
    "division by zero", "too large", "too many deals", "a ladder that stands still", "no such pack"
]


class EvaluationError(ClagError):
    """Raised if an expression has no value; the checker proves that this happens in no match.

    `part` is the part of the expression that failed; `value` is set if a value was too large.
    """

    def __init__(
        self, fault: Fault, place: Place | None, part: Expression | None = None, value: int = 0
    ) -> None:
        self.fault: Fault = fault
        self.place = place
        self.part = part
        self.value = value
        super().__init__(f"{place}: {fault}" if place else fault)


def number(expression: Expression, names: Names) -> int:
    """Returns the value of an expression that is a whole number; raises TypeError if it is not."""
    value = evaluate(expression, names)
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def holds(expression: Expression, names: Names) -> bool:
    """Returns whether a condition holds; raises TypeError if it is not a truth value."""
    value = evaluate(expression, names)
    if value is True:
        return True
    if value is False:
        return False
    raise TypeError(f"{value!r} is not a truth value")


def evaluate(expression: Expression, names: Names) -> Value:
    """Returns the value of an expression; raises EvaluationError if it has none."""
    match expression:
        case Reference():
            return names[expression.name]
        case Number() | Truth():
            return expression.value
        case Word():
            return expression.text
        case Choice():
            return _choose(expression, names)
        case Arithmetic():
            return _calculate(expression, names)
        case Comparison():
            return _compare(expression, names)
        case Negative():
            return -number(expression.operand, names)
        case Function():
            values = [number(argument, names) for argument in expression.arguments]
            return FUNCTIONS[expression.name].value(*values)
        case Logic():
            return _combine(expression, names)
        case Inverse():
            return not holds(expression.operand, names)
        case _:
            assert_never(expression)


def _choose(choice: Choice, names: Names) -> Value:
    for branch in choice.branches:
        if holds(branch.condition, names):
            return evaluate(branch.value, names)
    return evaluate(choice.otherwise, names)


def _combine(logic: Logic, names: Names) -> bool:
    """Evaluates `and` up to the first operand that is false, `or` up to the first that is true."""
    settles = LOGIC[logic.operator].settles
    for operand in logic.operands:
        if holds(operand, names) is settles:
            return settles
    return not settles


def _calculate(expression: Arithmetic, names: Names) -> int:
    left = number(expression.left, names)
    right = number(expression.right, names)
    rule = ARITHMETIC[expression.operator]
    if right == 0 and rule.divides:
        raise EvaluationError("division by zero", expression.place, expression)
    result = rule.value(left, right)
    if not -LARGEST <= result <= LARGEST:
        raise EvaluationError("too large", expression.place, expression, result)
    return result


def _compare(expression: Comparison, names: Names) -> bool:
    rule = COMPARISONS[expression.operator]
    left, right = expression.left, expression.right
    if isinstance(left, Reference) and isinstance(right, Number):  # the most frequent case
        value = names[left.name]
        if type(value) is int:
            return rule.value(value, right.value)
    side = number if rule.ordered else evaluate
    return rule.value(side(expression.left, names), side(expression.right, names))


# --- expressions as Python functions, to evaluate many rows quickly -----------------------------
# The reference is `evaluate`; a property test checks that both agree. There are two forms. The
# plain one is for expressions proved by `intervals`: no value can leave ±10^9 and no divisor can
# be zero. The watched one checks values and divisors, and stops at the first error.


DEEPEST: Final = 30
"""The nesting depth at which a part becomes a separate function, as Python rejects deep nesting."""

Row: TypeAlias = tuple[Value, ...]

ListFunction: TypeAlias = Callable[..., list[Value]]
"""An expression compiled to a function of rows of values and of the values common to all rows."""


class _Writer:
    """Writes one expression as Python source over the arguments a0, a1, ..."""

    def __init__(self, arguments: dict[str, str], watched: bool) -> None:
        self.arguments = arguments
        self.watched = watched
        self.parts: list[Expression] = []
        self.functions: list[str] = []

    def write(self, expression: Expression) -> tuple[str, int]:
        """Returns the source of an expression and its nesting depth."""
        match expression:
            case Number(value=value):
                return self._watch(f"({value})", 1, expression, needed=abs(value) > LARGEST)
            case Truth(value=value):
                return str(value), 1
            case Word(text=text):
                return repr(text), 1
            case Reference(name=name):
                return self.arguments[name], 1
            case Negative(operand=operand):
                return self._join("(-", [operand], "", ")")
            case Inverse(operand=operand):
                return self._join("(not ", [operand], "", ")")
            case Arithmetic():
                return self._arithmetic(expression)
            case Comparison(operator=operator, left=left, right=right):
                sign = f" {COMPARISONS[operator].python} "
                return self._join("(", [left, right], sign, ")")
            case Logic(operator=operator, operands=operands):
                return self._join("(", operands, f" {operator} ", ")")
            case Function(name=name, arguments=arguments):
                return self._join(f"{name}(", arguments, ", ", ")")
            case Choice():
                return self._choice(expression)
            case _:
                assert_never(expression)

    def _join(
        self, opening: str, inner: Sequence[Expression], between: str, closing: str
    ) -> tuple[str, int]:
        written = [self.write(part) for part in inner]
        deepest = max(depth for _, depth in written)
        return self._cut(opening + between.join(text for text, _ in written) + closing, deepest)

    def _arithmetic(self, expression: Arithmetic) -> tuple[str, int]:
        left, left_depth = self.write(expression.left)
        right, right_depth = self.write(expression.right)
        if self.watched and ARITHMETIC[expression.operator].divides:
            right = f"z({right}, {self._number(expression)})"
        text = f"({left} {expression.operator} {right})"
        return self._watch(text, max(left_depth, right_depth) + 1, expression)

    def _choice(self, expression: Choice) -> tuple[str, int]:
        text, depth = self.write(expression.otherwise)
        for branch in reversed(expression.branches):
            value, value_depth = self.write(branch.value)
            condition, condition_depth = self.write(branch.condition)
            deepest = max(depth, value_depth, condition_depth)
            text, depth = self._cut(f"({value} if {condition} else {text})", deepest)
        return text, depth

    def _watch(
        self, text: str, depth: int, part: Expression, *, needed: bool = True
    ) -> tuple[str, int]:
        if self.watched and needed:
            text = f"k({text}, {self._number(part)})"
            depth += 1
        return self._cut(text, depth - 1)

    def _number(self, part: Expression) -> int:
        self.parts.append(part)
        return len(self.parts) - 1

    def _cut(self, text: str, deepest: int) -> tuple[str, int]:
        if deepest < DEEPEST:
            return text, deepest + 1
        names = ", ".join(self.arguments.values())
        number = len(self.functions)
        self.functions.append(f"f{number} = lambda {names}: {text}")
        return f"f{number}({names})", 1

    def make(self, text: str) -> Callable[..., Any]:
        """Returns the function compiled from a lambda's source, which can access only the names
        given here.
        """
        parts = self.parts

        def inside(value: int, number: int) -> int:
            if -LARGEST <= value <= LARGEST:
                return value
            raise EvaluationError("too large", parts[number].place, parts[number], value)

        def divisor(value: int, number: int) -> int:
            if value == 0:
                raise EvaluationError("division by zero", parts[number].place, parts[number])
            return value

        names: dict[str, Any] = {"__builtins__": {}}
        names.update((name, rule.value) for name, rule in FUNCTIONS.items())
        names.update(k=inside, z=divisor)
        lines = [*self.functions, f"whole = {text}"]
        exec("\n".join(lines), names)
        made: Callable[..., Any] = names["whole"]
        return made


def function(
    expression: Expression, arguments: Sequence[str], *, watched: bool
) -> Callable[..., Value]:
    """Returns the expression as a function whose arguments are the names in `arguments`, in that
    order.
    """
    names = {name: f"a{number}" for number, name in enumerate(arguments)}
    writer = _Writer(names, watched)
    text, _ = writer.write(expression)
    return writer.make(f"lambda {', '.join(names.values())}: {text}")


def list_function(
    expression: Expression, varying: Sequence[str], fixed: Sequence[str], *, watched: bool
) -> ListFunction:
    """Returns the expression as a function of rows of values for `varying`, and one value for each
    name in `fixed`.
    """
    names = {name: f"a{number}" for number, name in enumerate((*varying, *fixed))}
    writer = _Writer(names, watched)
    text, _ = writer.write(expression)
    row = "".join(f"{names[name]}, " for name in varying)
    others = "".join(f", {names[name]}" for name in fixed)
    loop = f"for {row}in rows" if row else "for _ in rows"
    return writer.make(f"lambda rows{others}: [{text} {loop}]")


@lru_cache(maxsize=256)
def constants_and_list_function(
    expression: Expression, varying: tuple[str, ...]
) -> tuple[tuple[str, ...], ListFunction]:
    """Returns the names of an expression that are not in `varying`, sorted, and its list function.

    The function is the `watched` one; these names are its `fixed` arguments. Results are cached.
    """
    used = {
        part.name
        for part in everything_in(expression)
        if isinstance(part, Variable | ParameterValue | LetValue | PastValue)
    }
    others = tuple(sorted(used.difference(varying)))
    return others, list_function(expression, varying, others, watched=True)
