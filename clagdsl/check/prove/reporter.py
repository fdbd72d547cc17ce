"""The problems that the proofs of one game find, each told once with its first counterexample."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from clagdsl import problems
from clagdsl.check.prove.counterexample import circumstances
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.rules import Arithmetic, Value
from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, Problem


@dataclass(frozen=True, slots=True)
class Found:
    """A problem that a part of the prover found; those with one key are told once, as the first."""

    key: Hashable
    problem: Problem


class Findings:
    """Problems in the order found; the same kind at the same place counts once."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.told: set[Hashable] = set()

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(found.severity == "error" for found in self.diagnostics)

    def tell(self, key: Hashable, found: Problem) -> None:
        """Add a problem unless one with this key is known."""
        if key not in self.told:
            self.told.add(key)
            self.diagnostics.append(found.diagnostic())

    def add(self, found: Iterable[Found]) -> None:
        """Add what a part of the prover found, in order."""
        for each in found:
            self.tell(each.key, each.problem)

    def tell_fault(
        self,
        fault: EvaluationError,
        setting: Setting,
        cards: int | None,
        calls: tuple[str, ...],
        table: Callable[[], tuple[str, ...]],
        place: Place | None,
    ) -> None:
        """Add an overflow or a division by zero; `place` is where its part has none."""
        key = fault_key(fault, place)
        if key not in self.told:
            when = circumstances(setting, cards, calls)
            self.tell(key, fault_problem(fault, when, table(), place))


def fault_key(fault: EvaluationError, place: Place | None) -> Hashable:
    """What faults have in common that are told once."""
    where = fault.place or place
    return (fault.fault, where, fault.part if where is None else None)


def fault_problem(
    fault: EvaluationError, when: str, table: tuple[str, ...], place: Place | None
) -> Problem:
    """An overflow or a division by zero; `place` is where its part has none."""
    part = fault.part
    where = fault.place or place
    if fault.fault == "too large":
        return problems.proofs.FigureTooLarge(where, figure(fault.value), when, table)
    operator = part.operator if isinstance(part, Arithmetic) else "//"
    return problems.proofs.DivisionByZero(where, operator, when, table)


def figure(value: Value) -> str:
    """A number as text, shortened where it has hundreds of digits."""
    if isinstance(value, int) and abs(value) >= 10**21:
        return "a number of more than 21 digits"
    return str(value)
