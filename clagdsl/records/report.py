"""What holding a record against rules comes to: plain data, as `replay --json` prints it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clagdsl.problems.model import Diagnostic


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One problem of a record: in which deal, in which player's figures, and what it is.

    `deal` and `row` are None for what concerns the whole file, `player` for a whole row.
    """

    deal: int | None
    row: str | None
    player: str | None
    diagnostic: Diagnostic

    def to_json(self) -> dict[str, object]:
        """The problem as `replay --json` prints it."""
        return {
            "deal": self.deal,
            "row": self.row,
            "player": self.player,
            "code": self.diagnostic.code,
            "message": self.diagnostic.message,
        }


@dataclass(frozen=True, slots=True)
class InferredRow:
    """One deal of a record: for each player every number of tricks that fits the row."""

    deal: int | None
    label: str
    tricks: tuple[tuple[int, ...], ...]

    def to_json(self) -> dict[str, object]:
        """The row as `replay --json` prints it."""
        return {
            "deal": self.deal,
            "label": self.label,
            "tricks": [list(counts) for counts in self.tricks],
        }


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """All disagreements of a record with the rules, and what its rows tell about the tricks."""

    problems: tuple[Disagreement, ...]
    rows: tuple[InferredRow, ...]

    @property
    def agrees(self) -> bool:
        """Whether nothing in the record contradicts the rules; warnings do not count."""
        return self.errors == 0

    @property
    def errors(self) -> int:
        """How many problems contradict the rules."""
        return sum(one.diagnostic.severity == "error" for one in self.problems)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The problems as diagnostics, in the order of the rows."""
        return tuple(one.diagnostic for one in self.problems)

    def to_json(self) -> dict[str, object]:
        """The result as `replay --json` prints it."""
        return {
            "agrees": self.agrees,
            "problems": [one.to_json() for one in self.problems],
            "rows": [row.to_json() for row in self.rows],
        }


def best_fit(results: Iterable[tuple[str, ReplayResult]]) -> tuple[str, ...]:
    """The rules that fit a record best, by name: those with the fewest errors, all that tie."""
    counted = [(name, result.errors) for name, result in results]
    fewest = min((errors for _, errors in counted), default=0)
    return tuple(name for name, errors in counted if errors == fewest)
