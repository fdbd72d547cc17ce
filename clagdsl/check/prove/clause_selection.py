"""Which alternative of a clause counts at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from clagdsl.check.prove.counterexample import figures_table
from clagdsl.check.prove.parameter_space import Evaluator, Setting
from clagdsl.check.prove.reachability import Reached
from clagdsl.check.prove.reporter import Findings
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.rules import Clause, Expression
from clagdsl.table.clause_choice import chosen_number

V = TypeVar("V")


class Chooser:
    """Chooses alternatives by players and parameters, and notes which were ever chosen."""

    def __init__(
        self, book: NameBook, evaluator: Evaluator, findings: Findings, reached: Reached
    ) -> None:
        self.book = book
        self.evaluator = evaluator
        self.findings = findings
        self.reached = reached

    def value(self, clause: Clause[V], setting: Setting) -> V:
        """The value of the first alternative whose condition holds."""
        alternatives = clause.alternatives
        if len(alternatives) == 1:
            return alternatives[0].value
        number = chosen_number(clause, lambda condition: self._holds(condition, clause, setting))
        self.reached.chose(clause, number)
        return alternatives[number].value

    def _holds(self, condition: Expression, clause: Clause[object], setting: Setting) -> bool:
        """Whether a condition holds; one without a value is told, and then does not."""
        try:
            holds = self.evaluator.value(condition, setting.names)
        except EvaluationError as fault:
            place = condition.place or clause.origin.place
            self.findings.tell_fault(
                fault, setting, None, (), lambda: figures_table(setting, None, (), {}), place
            )
            return False
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
