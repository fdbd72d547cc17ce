"""Chooses alternatives of clauses at a table, and finds alternatives that are never reached.

Input: clauses whose alternatives have conditions, and lists of `when` within expressions. Each part
of the prover that evaluates such a list records the alternative taken in its own `Coverage`. At the
end, `Coverage.unreached_conditions` yields the conditions that certainly never hold.

INVARIANT: a condition is called unreached only if every value of the one parameter that it depends
on was tried, or if interval analysis alone shows that it never holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, cast

from clagdsl.check.prove.parameter_space import (
    Evaluator,
    IdentityCache,
    Setting,
    picker,
    provable_range,
)
from clagdsl.check.prove.reporter import ValueFault
from clagdsl.lang.expr.ast import parts
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import NO, Range
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Branch, Choice, Clause, Expression, Inverse, Logic, Number, Value
from clagdsl.lang.source import Place
from clagdsl.table.deal_rules import chosen_alternative

# --- coverage -----------------------------------------------------------------------------


# The marker's value if the list is not evaluated at all.
NOWHERE = -1


class WhenList:
    """One list of `when` within an expression.

    `marker` is an expression for the index of the alternative taken, or NOWHERE if the list is not
    evaluated. `open` holds the indices of the alternatives not yet reached.
    """

    def __init__(
        self, conditions: tuple[Expression, ...], marker: Expression, unreached: set[int]
    ) -> None:
        self.conditions = conditions
        self.marker = marker
        self.open = unreached


def when_lists_in(expression: Expression) -> tuple[WhenList, ...]:
    """Returns every list of `when` in an expression, outer ones before inner ones."""
    return tuple(_when_lists(expression, None))


def _when_lists(expression: Expression, path: Expression | None) -> Iterator[WhenList]:
    match expression:
        case Logic(operator=operator, operands=operands):
            for operand in operands:
                yield from _when_lists(operand, path)
                path = _extend_path(path, operand if operator == "and" else Inverse(operand))
        case Choice(branches=branches, otherwise=otherwise):
            yield _when_list(expression, path)
            for branch in branches:
                yield from _when_lists(branch.condition, path)
                yield from _when_lists(branch.value, _extend_path(path, branch.condition))
                # a later branch is evaluated only if the conditions before it are false
                path = _extend_path(path, Inverse(branch.condition))
            yield from _when_lists(otherwise, path)
        case _:
            for part in parts(expression):
                yield from _when_lists(part, path)


def _extend_path(path: Expression | None, condition: Expression) -> Expression:
    if path is None:
        return condition
    if isinstance(path, Logic) and path.operator == "and" and path.place is None:
        return Logic("and", (*path.operands, condition))
    return Logic("and", (path, condition))


def _when_list(choice: Choice, path: Expression | None) -> WhenList:
    conditions = tuple(branch.condition for branch in choice.branches)
    marker: Expression = Choice(
        tuple(Branch(Number(at), condition) for at, condition in enumerate(conditions)),
        Number(len(conditions)),
    )
    if path is not None:
        marker = Choice((Branch(marker, path),), Number(NOWHERE))
    return WhenList(conditions, marker, set(range(len(conditions))))


class Coverage:
    """The alternatives that one part of the prover has reached, in expressions and in clauses.

    Each part has its own, since no two parts evaluate the same expression.
    """

    def __init__(self, book: UsesCache) -> None:
        self.book = book
        self._expressions: dict[int, tuple[Expression, tuple[WhenList, ...], set[str]]] = {}
        self._clauses: dict[int, tuple[WhenList, set[str]]] = {}

    def open_lists(self, expression: Expression) -> list[WhenList]:
        """Returns the lists of an expression that have an alternative not yet reached."""
        entry = self._expressions.get(id(expression))
        if entry is None:
            lists = when_lists_in(expression)
            parameters = set(self.book.uses(expression).parameters)
            entry = self._expressions[id(expression)] = (expression, lists, parameters)
        return [each for each in entry[1] if each.open]

    def add_dependencies(
        self, expression: Expression | Clause[object], parameters: frozenset[str]
    ) -> None:
        """Adds parameters that decide whether an expression or a clause is used at all."""
        entry: tuple[Any, ...] | None = self._expressions.get(id(expression))
        if isinstance(expression, Clause):
            entry = self._clauses.get(id(expression.alternatives))
        if entry is not None:
            entry[-1].update(parameters)

    def record_choice(self, clause: Clause[object], number: int) -> None:
        """Records that a clause chose its alternative with this 0-based number.

        A clause shared by several deals counts as one, even if the deals cite different sources.
        """
        entry = self._clauses.get(id(clause.alternatives))
        if entry is None:
            conditions = tuple(a.condition for a in clause.alternatives if a.condition is not None)
            parameters = {p for c in conditions for p in self.book.uses(c).parameters}
            lists = WhenList(conditions, Number(0), set(range(len(conditions))))
            entry = self._clauses[id(clause.alternatives)] = (lists, parameters)
        entry[0].open.discard(number)

    def unreached_conditions(
        self, ranges: Mapping[str, Range], complete: frozenset[str]
    ) -> Iterator[Place | None]:
        """Yields the places of conditions that certainly never hold.

        That is certain if at most one parameter matters and all of its values were tried, or if
        interval analysis shows it. A tally of scores is evaluated with the score of each deal in
        it, so a condition of either has several copies: none of them may hold.
        """
        entries = [
            (lists, names)
            for _, all_lists, names in self._expressions.values()
            for lists in all_lists
        ]
        entries += list(self._clauses.values())
        never: dict[Place | None, bool] = {}
        for lists, parameters in entries:
            tried = len(parameters) <= 1 and parameters <= complete
            for number, condition in enumerate(lists.conditions):
                never[condition.place] = never.get(condition.place, True) and (
                    number in lists.open and (tried or provable_range(condition, ranges) == NO)
                )
        yield from (place for place, holds_nowhere in never.items() if holds_nowhere)


# --- clauses with alternatives ------------------------------------------------------------


V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class ChosenValue(Generic[V]):
    """The value of a clause at a table, and those of its conditions that could not be evaluated
    there.

    `number` is the index of the chosen alternative.
    """

    value: V
    faults: tuple[ValueFault, ...] = ()
    number: int = 0


class Chooser:
    """Chooses alternatives at a table; `reached` records every alternative ever chosen."""

    def __init__(self, book: UsesCache, evaluator: Evaluator) -> None:
        self.book = book
        self.evaluator = evaluator
        self.reached = Coverage(book)
        self._cache: dict[tuple[int, object], tuple[ChosenValue[Any], int]] = {}
        """Earlier choices, each with the number of steps it took."""
        self._deciding = IdentityCache(self._picks)

    def value(self, clause: Clause[V], setting: Setting) -> V:
        """Returns the value of the first alternative whose condition holds."""
        alternatives = clause.alternatives
        return (
            alternatives[0].value if len(alternatives) == 1 else self.choose(clause, setting).value
        )

    def choose(self, clause: Clause[V], setting: Setting) -> ChosenValue[V]:
        """Returns the first alternative that applies; a condition without a value does not hold."""
        alternatives = clause.alternatives
        if len(alternatives) == 1:
            return ChosenValue(alternatives[0].value)
        key = (id(clause), self._deciding(clause)(setting.names))
        cached = self._cache.get(key)
        if cached is not None:
            # spend the same steps again: the limit must not depend on what was cached before
            self.evaluator.budget.spend(cached[1])
            return cast("ChosenValue[V]", cached[0])
        left = self.evaluator.budget.left
        faults: list[ValueFault] = []

        def holds(condition: Expression) -> bool:
            try:
                return self._holds(condition, setting)
            except EvaluationError as fault:
                place = condition.place or clause.origin.place
                faults.append(ValueFault(fault, place, setting))
                return False

        number = chosen_alternative(clause, holds)
        self.reached.record_choice(clause, number)
        chosen = ChosenValue(alternatives[number].value, tuple(faults), number)
        if not faults:  # a fault is reported together with the setting in which it occurred
            self._cache[key] = chosen, left - self.evaluator.budget.left
        return chosen

    def _picks(self, clause: Clause[Any]) -> Callable[[Mapping[str, Value]], object]:
        """Returns a function that picks the values used by the conditions of a clause."""
        conditions = [each.condition for each in clause.alternatives if each.condition]
        written = [self.book.uses(condition).written for condition in conditions]
        return picker(frozenset[str]().union(*written))

    def _holds(self, condition: Expression, setting: Setting) -> bool:
        holds = self.evaluator.value(condition, setting.names)
        for lists in self.reached.open_lists(condition):
            lists.open.discard(self.evaluator.number(lists.marker, setting.names))
        return holds is True

    def parameters(self, clauses: Sequence[Clause[object]]) -> frozenset[str]:
        """Returns the parameters that the conditions of these clauses depend on."""
        return frozenset(
            name
            for clause in clauses
            if len(clause.alternatives) > 1
            for alternative in clause.alternatives
            if alternative.condition is not None
            for name in self.book.uses(alternative.condition).parameters
        )
