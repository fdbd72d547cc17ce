"""The problems that the proofs of one game find, each told once with its first counterexample."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import field
from typing import TypeAlias

from clagdsl import problems
from clagdsl.check.prove.counterexample import circumstances, figures_table
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Arithmetic, Value
from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, Problem


@dataclass(frozen=True, slots=True)
class Found:
    """A problem that a part of the prover found; those with one key are told once, as the first."""

    key: Hashable
    problem: Problem


@dataclass(frozen=True, slots=True)
class FoundFault:
    """An overflow or a division by zero with the table where it happens.

    `place` is where its part has none.  The problem is made when it is asked for: a fault can come
    back at every table, and all but the first are passed over.
    """

    fault: EvaluationError
    place: Place | None
    setting: Setting
    cards: int | None = None
    calls: tuple[str, ...] = ()
    figures: Mapping[str, Value] = field(default_factory=dict)

    @property
    def key(self) -> Hashable:
        """What faults have in common that are told once."""
        where = self.fault.place or self.place
        return (self.fault.fault, where, self.fault.part if where is None else None)

    @property
    def problem(self) -> Problem:
        """The fault with its counterexample."""
        fault = self.fault
        part = fault.part
        where = fault.place or self.place
        when = circumstances(self.setting, self.cards, self.calls)
        table = figures_table(self.setting, self.cards, self.calls, self.figures)
        if fault.fault == "too large":
            return problems.proofs.FigureTooLarge(where, figure(fault.value), when, table)
        operator = part.operator if isinstance(part, Arithmetic) else "//"
        return problems.proofs.DivisionByZero(where, operator, when, table)


Finding: TypeAlias = Found | FoundFault


class Findings:
    """What the parts found, in that order; the same kind at the same place counts once."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.told: set[Hashable] = set()

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(found.severity == "error" for found in self.diagnostics)

    def add(self, found: Iterable[Finding]) -> None:
        """Add what a part of the prover found, unless one with its key is known."""
        for each in found:
            if each.key not in self.told:
                self.told.add(each.key)
                self.diagnostics.append(each.problem.diagnostic())


def figure(value: Value) -> str:
    """A number as text, shortened where it has hundreds of digits."""
    if isinstance(value, int) and abs(value) >= 10**21:
        return "a number of more than 21 digits"
    return str(value)
