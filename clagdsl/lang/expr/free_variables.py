"""The names on which an expression depends, so that a proof varies no others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from clagdsl.lang.expr.ast import (
    Expression,
    Let,
    LetValue,
    ParameterValue,
    PastValue,
    Reference,
    Variable,
    Word,
    everything_in,
)
from clagdsl.lang.frozen import dataclass

MOST_KEPT: Final = 10_000
"""The maximum number of cached expressions; above it, the cache is cleared."""


@dataclass(frozen=True, slots=True)
class Uses:
    """The names in an expression: variables, lets, and the parameters on which it depends.

    Runs and tallies are among the variables. `size` is the number of parts.
    """

    variables: frozenset[str]
    lets: frozenset[str]
    parameters: frozenset[str]
    size: int
    written: frozenset[str]
    """The names in the expression itself, which are needed to evaluate it."""
    past: frozenset[str]
    """The names of runs and tallies."""
    words: frozenset[str]
    """The words with which names are compared, such as suits and ranks."""


NOTHING = Uses(frozenset(), frozenset(), frozenset(), 0, frozenset(), frozenset(), frozenset())


class UsesCache:
    """A cache of the uses of a game's expressions, with the game's `let` names."""

    def __init__(self, lets: Iterable[Let]) -> None:
        self._lets: dict[str, Uses] = {}
        self._cached_uses: dict[int, tuple[Expression, Uses]] = {}
        self._number_of: dict[Expression, int] = {}
        self._cached_numbers: dict[int, tuple[Expression, int]] = {}
        for let in lets:
            self._lets[let.name] = self.uses(let.expression)

    def uses(self, expression: Expression) -> Uses:
        """Returns the uses of an expression, including those of its `let` names."""
        entry = self._cached_uses.get(id(expression))
        if entry is None:
            if len(self._cached_uses) >= MOST_KEPT:
                self._cached_uses.clear()
            # the entry keeps the expression alive, so its id is not reused
            entry = self._cached_uses[id(expression)] = (expression, self._collect(expression))
        return entry[1]

    def expression_number(self, expression: Expression) -> int:
        """Returns a number that is equal for equal expressions."""
        entry = self._cached_numbers.get(id(expression))
        if entry is None:
            number = self._number_of.setdefault(expression, len(self._number_of))
            entry = self._cached_numbers[id(expression)] = (expression, number)
        return entry[1]

    def _collect(self, expression: Expression) -> Uses:
        names = [part for part in everything_in(expression) if isinstance(part, Reference)]
        lets = frozenset(part.name for part in names if isinstance(part, LetValue))
        inner = [self._lets.get(let, NOTHING) for let in lets]
        variables = {part.name for part in names if isinstance(part, Variable | PastValue)}
        parameters = {part.name for part in names if isinstance(part, ParameterValue)}
        return Uses(
            frozenset(variables.union(*(each.variables for each in inner))),
            lets,
            frozenset(parameters.union(*(each.parameters for each in inner))),
            sum(1 for _ in everything_in(expression)),
            frozenset(part.name for part in names),
            frozenset(part.name for part in names if isinstance(part, PastValue)),
            frozenset(part.text for part in everything_in(expression) if isinstance(part, Word)),
        )


_CACHE: Final = UsesCache(())


def variables(expression: Expression) -> frozenset[str]:
    """Returns the variables on which an expression depends, including runs and tallies."""
    return _CACHE.uses(expression).variables


def past_values(expression: Expression) -> frozenset[str]:
    """Returns the names of the runs and tallies on which an expression depends."""
    return _CACHE.uses(expression).past


def written_names(expression: Expression) -> frozenset[str]:
    """Returns the names in an expression itself; evaluating it requires all of them.

    These are variables, parameters and `let` names.
    """
    return _CACHE.uses(expression).written
