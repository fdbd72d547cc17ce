"""What holding a record against rules comes to: plain data, as `replay --json` prints it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.record import RowFix
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.records.match_end import MatchEnd
from clagdsl.table.history import PartialPast
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One problem of a record: in which deal, in which player's figures, and what it is.

    `deal` and `row` are None for what concerns the whole file, `player` for a whole row.
    """

    deal: int | None
    row: str | None
    player: str | None
    diagnostic: Diagnostic
    fixes: tuple[RowFix, ...] = ()
    """Every fix of the row with the fewest figures, those first that the next row confirms."""

    def to_json(self) -> JsonObject:
        """Returns the problem as `replay --json` prints it."""
        data: JsonObject = {
            "deal": self.deal,
            "row": self.row,
            "player": self.player,
            "code": self.diagnostic.code,
            "message": self.diagnostic.message,
        }
        if self.fixes:
            data["fixes"] = [[change.to_json() for change in fix.changes] for fix in self.fixes]
        return data


@dataclass(frozen=True, slots=True)
class InferredRow:
    """One deal of a record: for each player every number of tricks that fits the row."""

    deal: int | None
    label: str
    tricks: tuple[tuple[int, ...], ...]
    exact: bool = True
    """Whether every count listed is possible; otherwise the counts are bounds."""
    judged: bool = True
    """Whether something that the row says was held against the rules."""
    scored: bool = True
    """Whether its scores, too, were held against the rules."""
    players: tuple[str, ...] | None = None
    """Who played, in seat order, in a record in which players come or go."""

    def to_json(self) -> JsonObject:
        """Returns the row as `replay --json` prints it."""
        data: JsonObject = {
            "deal": self.deal,
            "label": self.label,
            "tricks": [list(counts) for counts in self.tricks],
            "exact": self.exact,
        }
        if self.players is not None:
            data["players"] = list(self.players)
        return data


@dataclass(frozen=True, slots=True)
class RecordedOutcome:
    """What a row tells of its deal; all figures go by the seats of those who played it.

    `lines` are their lines, `calls` None where nothing can be called; `caller` is a seat.  `bids`
    are those that were chosen, `points` those of the deal, `completed` whether the contract was;
    each is None where there is none, or where the row does not tell.
    """

    number: int
    name: str
    lines: tuple[int, ...]
    caller: int | None
    calls: tuple[str, ...] | None
    bids: tuple[int | None, ...]
    points: tuple[int | None, ...]
    completed: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True)
class DealStart:
    """Where a deal of a record begins: its row, who plays it, and what is known before it.

    All goes by the seats of those who play it; None is what nobody knows.  `caller` is who calls,
    where something is called, `winner` who has won the deal before.
    """

    index: int
    number: int
    table: Table
    players: tuple[str, ...]
    dealer: int | None
    caller: int | None
    winner: int | None
    totals: tuple[int | None, ...]
    past: PartialPast


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """All disagreements of a record with the rules, and what its rows tell about the tricks."""

    problems: tuple[Disagreement, ...]
    rows: tuple[InferredRow, ...]
    applies: bool = True
    """Whether the rules are for so many players, with these parameters."""
    outcome: MatchEnd | None = None
    """Who won and who pays, where the record holds every deal of the schedule."""
    table: Table | None = field(default=None, compare=False, repr=False)
    """The rules at the table of the record, as it was at the end."""
    deals: tuple[RecordedOutcome, ...] = field(default=(), compare=False, repr=False)
    """What the rows tell of their deals, those that could be found in the schedule."""
    starts: tuple[DealStart, ...] = field(default=(), compare=False, repr=False)
    """Where these deals begin."""

    @property
    def judged(self) -> int:
        """How many rows were held against the rules."""
        return sum(row.judged for row in self.rows)

    @property
    def agrees(self) -> bool:
        """Whether something was judged, and nothing contradicts the rules.

        Warnings do not count.
        """
        return self.applies and self.judged > 0 and self.errors == 0

    @property
    def unscored(self) -> int:
        """The number of rows whose scores are not judged, whatever else is wrong with them."""
        return sum(not row.scored for row in self.rows)

    @property
    def unexplained(self) -> int:
        """How much the rules leave unexplained: what contradicts them, and rows they ignore."""
        wrong = {
            (problem.deal, problem.row)
            for problem in self.problems
            if problem.diagnostic.severity == "error"
        }
        ignored = sum(not row.judged and (row.deal, row.label) not in wrong for row in self.rows)
        return self.errors + ignored

    @property
    def errors(self) -> int:
        """How many problems contradict the rules."""
        return sum(problem.diagnostic.severity == "error" for problem in self.problems)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The problems as diagnostics, in the order of the rows."""
        return tuple(problem.diagnostic for problem in self.problems)

    def to_json(self) -> dict[str, object]:
        """Returns the result as `replay --json` prints it."""
        return {
            "agrees": self.agrees,
            "problems": [problem.to_json() for problem in self.problems],
            "rows": [row.to_json() for row in self.rows],
        } | ({} if self.outcome is None else self.outcome.to_json())


def best_fitting_rules(results: Iterable[tuple[str, ReplayResult]]) -> tuple[str, ...]:
    """Returns the rules that fit a record best, by name: those that leave least unexplained, all
    that tie.

    Rules that are not for this table, or that judge no row, fit nothing.
    """
    counted = [
        (name, result.unexplained) for name, result in results if result.applies and result.judged
    ]
    least = min((unexplained for _, unexplained in counted), default=0)
    return tuple(name for name, unexplained in counted if unexplained == least)
