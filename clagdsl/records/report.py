"""The result of replaying a record: plain data, as `replay --json` prints it."""

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
    """One problem of a record, with the deal, row and player that it concerns.

    For a problem of the whole file `deal` and `row` are `None`, for one of a whole row `player` is.
    """

    deal: int | None
    row: str | None
    player: str | None
    diagnostic: Diagnostic
    fixes: tuple[RowFix, ...] = ()
    """Every fix of the row with the fewest figures; those that the next row confirms come first."""

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
    """One deal of a record, with every number of tricks that fits the row, by player."""

    deal: int | None
    label: str
    tricks: tuple[tuple[int, ...], ...]
    exact: bool = True
    """True if every count listed is possible; otherwise the counts are bounds."""
    judged: bool = True
    """True if anything in the row was checked against the rules."""
    scored: bool = True
    """True if the scores of the row were checked as well."""
    players: tuple[str, ...] | None = None
    """The players in seat order, if players come or go in the record."""

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
    """The outcome of a deal by its row; all figures are in seat order.

    `lines` are the players' lines and `caller` is a seat. `calls` is `None` if the caller is
    unknown or nobody calls. `bids` are chosen bids, `points` the scores of the deal, `completed`
    whether the contract was made. An entry is `None` if it does not apply or is unknown.
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
    """The start of a recorded deal: its row, its players, and the standing before it.

    Figures are in seat order, None if unknown. `caller` is the seat that calls, if any; `winner` is
    the seat of the player who won the deal before.
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
    """All disagreements of a record with the rules, and the tricks inferred from its rows."""

    problems: tuple[Disagreement, ...]
    rows: tuple[InferredRow, ...]
    applies: bool = True
    """True if the rules allow this number of players and these parameters."""
    outcome: MatchEnd | None = None
    """The winners and payments, if the record has every deal of the match."""
    table: Table | None = field(default=None, compare=False, repr=False)
    """The rules for the players at the end of the record."""
    deals: tuple[RecordedOutcome, ...] = field(default=(), compare=False, repr=False)
    """The outcomes of the deals that were found in the schedule."""
    starts: tuple[DealStart, ...] = field(default=(), compare=False, repr=False)
    """The starts of these deals."""

    @property
    def judged(self) -> int:
        """The number of rows that were checked against the rules."""
        return sum(row.judged for row in self.rows)

    @property
    def agrees(self) -> bool:
        """True if at least one row was judged and none contradicts the rules; warnings do not
        count.
        """
        return self.applies and self.judged > 0 and self.errors == 0

    @property
    def unscored(self) -> int:
        """The number of rows whose scores were not judged, whatever their other errors."""
        return sum(not row.scored for row in self.rows)

    @property
    def unexplained(self) -> int:
        """The number of errors plus the number of rows not judged that have no error."""
        wrong = {
            (problem.deal, problem.row)
            for problem in self.problems
            if problem.diagnostic.severity == "error"
        }
        ignored = sum(not row.judged and (row.deal, row.label) not in wrong for row in self.rows)
        return self.errors + ignored

    @property
    def errors(self) -> int:
        """The number of problems that contradict the rules."""
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
    """Returns the names of the rules that leave the fewest `unexplained` problems, including ties.

    Rules that do not apply to this table, or that judge no row, are left out.
    """
    counted = [
        (name, result.unexplained) for name, result in results if result.applies and result.judged
    ]
    least = min((unexplained for _, unexplained in counted), default=0)
    return tuple(name for name, unexplained in counted if unexplained == least)
