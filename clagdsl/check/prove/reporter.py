"""The problems that the proofs of one game find, each told once with its first counterexample."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from clagdsl import problems
from clagdsl.check.prove.counterexample import circumstances
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.lang.expr.compile_expr import FaultFoundError
from clagdsl.lang.rules import Arithmetic, Value
from clagdsl.lang.source import Place
from clagdsl.problems.model import Diagnostic, Problem


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

    def tell_fault(
        self,
        fault: FaultFoundError,
        setting: Setting,
        cards: int | None,
        calls: tuple[str, ...],
        table: Callable[[], tuple[str, ...]],
        place: Place | None,
    ) -> None:
        """Add an overflow or a division by zero; `place` is where its part has none."""
        part = fault.part
        where = part.place or place

        key = (fault.fault, where, part if where is None else None)
        if key in self.told:
            return
        when = circumstances(setting, cards, calls)
        found: Problem
        if fault.fault == "too large":
            found = problems.proofs.FigureTooLarge(where, figure(fault.value), when, table())
        else:
            operator = part.operator if isinstance(part, Arithmetic) else "//"
            found = problems.proofs.DivisionByZero(where, operator, when, table())
        self.tell(key, found)


def figure(value: Value) -> str:
    """A number as text, shortened where it has hundreds of digits."""
    if isinstance(value, int) and abs(value) >= 10**21:
        return "a number of more than 21 digits"
    return str(value)
