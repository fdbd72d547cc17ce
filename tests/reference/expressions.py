"""Works out the expressions of a compiled game, as `docs/reference/language.md` defines them.

It reads the JSON that `clagdsl compile` writes and imports nothing of clagdsl.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Value = int | bool | str
Names = Mapping[str, Value]
Tree = Mapping[str, Any]

LARGEST = 10**9

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
}

ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}

FUNCTIONS: dict[str, Callable[[list[int]], int]] = {
    "min": min,
    "max": max,
    "abs": lambda numbers: abs(numbers[0]),
}


class Meaningless(Exception):  # noqa: N818
    """An expression for which the language has no meaning: the checker should have refused it."""


def value(tree: Tree, names: Names) -> Value:
    """What an expression gives where the names have these values."""
    kind = tree["kind"]
    if kind in ("number", "truth"):
        return tree["value"]
    if kind == "word":
        return tree["text"]
    if kind in ("variable", "parameter", "let", "past"):
        if tree["name"] not in names:
            raise Meaningless(f"no `{tree['name']}` here")
        return names[tree["name"]]
    if kind == "choice":
        for branch in tree["branches"]:
            if truth(branch["condition"], names):
                return value(branch["value"], names)
        return value(tree["otherwise"], names)
    if kind in ("comparison", "not", "logic"):
        return _condition(tree, names)
    return _bounded(_figure(tree, names))


def number(tree: Tree, names: Names) -> int:
    """A whole number; truth values and words are none."""
    found = value(tree, names)
    if isinstance(found, bool) or not isinstance(found, int):
        raise Meaningless(f"{found!r} is no number")
    return found


def truth(tree: Tree, names: Names) -> bool:
    """A truth value; numbers and words are none."""
    found = value(tree, names)
    if not isinstance(found, bool):
        raise Meaningless(f"{found!r} is not true or false")
    return found


def _figure(tree: Tree, names: Names) -> int:
    kind = tree["kind"]
    if kind == "negative":
        return -number(tree["operand"], names)
    if kind == "function":
        return FUNCTIONS[tree["name"]]([number(each, names) for each in tree["arguments"]])
    if kind != "arithmetic":
        raise Meaningless(f"an expression of kind {kind!r}")
    left, right = number(tree["left"], names), number(tree["right"], names)
    if tree["operator"] in ("//", "%") and right == 0:
        raise Meaningless("divided by zero")
    return ARITHMETIC[tree["operator"]](left, right)


def _condition(tree: Tree, names: Names) -> bool:
    kind = tree["kind"]
    if kind == "not":
        return not truth(tree["operand"], names)
    if kind == "logic":
        wanted = tree["operator"] == "or"
        return any(truth(each, names) == wanted for each in tree["operands"]) == wanted
    operator = tree["operator"]
    if operator in ORDER:
        return ORDER[operator](number(tree["left"], names), number(tree["right"], names))
    left, right = value(tree["left"], names), value(tree["right"], names)
    if type(left) is not type(right):
        raise Meaningless(f"{left!r} beside {right!r}")
    return (left == right) == (operator == "=")


def _bounded(figure: int) -> int:
    if abs(figure) > LARGEST:
        raise Meaningless(f"{figure} is beyond a thousand million")
    return figure
