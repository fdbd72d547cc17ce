"""Which alternative of a clause counts at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from clagdsl.check.prove.parameter_space import Evaluator, Setting, picker
from clagdsl.check.prove.reachability import Reached
from clagdsl.check.prove.reporter import FoundFault
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Clause, Expression, Value
from clagdsl.table.clause_choice import chosen_number

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Chosen(Generic[V]):
    """The value of a clause at a table, and the conditions that have none there.

    `number` tells which of its alternatives it is, from 0.
    """

    value: V
    faults: tuple[FoundFault, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class _Deciding:
    """What picks the values by which a clause chooses; the clause is kept, so that its id is."""

    clause: Clause[Any]
    pick: Callable[[Mapping[str, Value]], object]


@dataclass(frozen=True, slots=True)
class _KnownChoice:
    """A choice that was made, and how many steps it took."""

    chosen: Chosen[Any]
    steps: int


class Chooser:
    """Chooses alternatives by players and parameters; `reached` has those that were ever chosen."""

    def __init__(self, book: NameBook, evaluator: Evaluator) -> None:
        self.book = book
        self.evaluator = evaluator
        self.reached = Reached(book)
        self._known: dict[tuple[int, object], _KnownChoice] = {}
        self._deciding: dict[int, _Deciding] = {}

    def value(self, clause: Clause[V], setting: Setting) -> V:
        """The value of the first alternative whose condition holds."""
        alternatives = clause.alternatives
        return (
            alternatives[0].value if len(alternatives) == 1 else self.choose(clause, setting).value
        )

    def choose(self, clause: Clause[V], setting: Setting) -> Chosen[V]:
        """The first alternative whose condition holds; a condition without a value does not."""
        alternatives = clause.alternatives
        if len(alternatives) == 1:
            return Chosen(alternatives[0].value)
        key = (id(clause), self._deciding_values(clause, setting))
        known = self._known.get(key)
        if known is not None:
            # what is bounded is the work of every command, and the others go through it
            self.evaluator.budget.spend(known.steps)
            return known.chosen
        left = self.evaluator.budget.left
        faults: list[FoundFault] = []

        def holds(condition: Expression) -> bool:
            try:
                return self._holds(condition, setting)
            except EvaluationError as fault:
                place = condition.place or clause.origin.place
                faults.append(FoundFault(fault, place, setting))
                return False

        number = chosen_number(clause, holds)
        self.reached.chose(clause, number)
        chosen = Chosen(alternatives[number].value, tuple(faults), number)
        if not faults:  # a fault is told with the setting that it was found at
            self._known[key] = _KnownChoice(chosen, left - self.evaluator.budget.left)
        return chosen

    def _deciding_values(self, clause: Clause[V], setting: Setting) -> object:
        """The values of all names that the conditions of a clause read: they decide what counts."""
        deciding = self._deciding.get(id(clause))
        if deciding is None:
            conditions = [each.condition for each in clause.alternatives if each.condition]
            written = [self.book.uses(condition).written for condition in conditions]
            deciding = _Deciding(clause, picker(frozenset[str]().union(*written)))
            self._deciding[id(clause)] = deciding
        return deciding.pick(setting.names)

    def _holds(self, condition: Expression, setting: Setting) -> bool:
        holds = self.evaluator.value(condition, setting.names)
        for lists in self.reached.open_lists(condition):
            lists.open.discard(self.evaluator.number(lists.marker, setting.names))
        return holds is True

    def parameters(self, clauses: Sequence[Clause[object]]) -> frozenset[str]:
        """The parameters by which some clauses choose."""
        return frozenset(
            name
            for clause in clauses
            if len(clause.alternatives) > 1
            for alternative in clause.alternatives
            if alternative.condition is not None
            for name in self.book.uses(alternative.condition).parameters
        )
