"""The result of replaying a record: plain data, as `replay --json` prints it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal, RowFix
from clagdsl.lang.rules import ChosenBid
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.records.match_end import MatchEnd
from clagdsl.records.repair import FORBIDDEN_BIDS
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.table.history import PartialPast
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One problem of a record, with the deal, row and player that it concerns.

    If the problem concerns the whole file, `deal` and `row` are `None`; if it concerns a whole row,
    `player` is `None`.
    """

    deal: int | None
    row: str | None
    player: str | None
    diagnostic: Diagnostic
    fixes: tuple[RowFix, ...] = ()
    """The fixes that change the fewest figures; the ones that the next row confirms come first."""
    has_all_fixes: bool = True
    """False if finding every fix with as few figures would take too long."""

    def to_json(self) -> JsonObject:
        """Returns the problem as `replay --json` prints it."""
        place = self.diagnostic.place
        data: JsonObject = {
            "deal": self.deal,
            "row": self.row,
            "player": self.player,
            "file": place.file if place else None,
            "line": place.line if place else None,
            "column": place.column if place else None,
            "code": self.diagnostic.code,
            "severity": self.diagnostic.severity,
            "message": self.diagnostic.message,
            "help": self.diagnostic.help,
        }
        if self.fixes:
            data["fixes"] = [fix.to_json() for fix in self.fixes]
            if not self.has_all_fixes:
                data["more_fixes"] = True
        return data


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """The figures of one player in one deal; `None` for what is unknown, or `?` as a bid.

    They are those of the sheet, or computed from the rules if the sheet lacks them.
    """

    bid: RecordedBid
    points: int | None
    total: int | None
    made: bool | None
    """Whether the contract was completed; None if unknown, or if the deal has no contract."""
    is_open: bool
    """True if it is unknown whether the contract was completed."""
    bid_cells: int
    """The number of bids on the sheet: 0 or 1."""
    other_cells: int
    """The number of other figures on the sheet: tricks and total."""


@dataclass(frozen=True, slots=True)
class InferredRow:
    """One deal of a record, with every trick count that fits the row, by player."""

    deal: int | None
    label: str
    tricks: tuple[tuple[int, ...], ...]
    exact: bool = True
    """True if every listed count is possible; otherwise the counts are bounds."""
    judged: bool = True
    """True if anything in the row was checked against the rules."""
    scored: bool = True
    """True if the scores of the row were checked as well."""
    players: tuple[str, ...] | None = None
    """The players in seat order, if players come or go in the record."""
    cards: int | None = None
    """The number of cards each; None if unknown."""
    figures: tuple[PlayerFigures, ...] = ()
    """The other figures of each player; empty until `with_figures` adds these and `cards`."""

    def to_json(self) -> JsonObject:
        """Returns the row as `replay --json` prints it."""
        data: JsonObject = {
            "deal": self.deal,
            "label": self.label,
            "bids": [None if own.bid == "?" else own.bid for own in self.figures],
            "tricks": [list(counts) for counts in self.tricks],
            "points": [own.points for own in self.figures],
            "totals": [own.total for own in self.figures],
            "made": [own.made for own in self.figures],
            "exact": self.exact,
        }
        if self.players is not None:
            data["players"] = list(self.players)
        return data


@dataclass(frozen=True, slots=True)
class RecordedOutcome:
    """The recorded outcome of a deal; all figures are in seat order.

    `scheduled` is its number in the schedule, `lines` are the players' lines, and `caller` is a
    seat. `calls` is `None` if the caller is unknown or nobody calls. `bids` are the chosen bids as
    written. `known_bids` are also those that follow from the row: most of these were made, so they
    do not show how often a bid is made. `points` are the scores of the deal, `totals` those after
    it, and `contracts` every result that each contract can have, None for a deal without one. Any
    other entry is `None` if it does not apply or is unknown. `has_chosen_bids` is true if the
    players choose their bids.
    """

    number: int
    scheduled: int
    name: str
    lines: tuple[int, ...]
    caller: int | None
    calls: tuple[str, ...] | None
    bids: tuple[int | None, ...]
    known_bids: tuple[int | None, ...]
    points: tuple[int | None, ...]
    totals: tuple[int | None, ...]
    contracts: tuple[frozenset[bool | None], ...]
    has_chosen_bids: bool

    @property
    def completed(self) -> tuple[bool | None, ...]:
        """Whether each contract was made; None if unknown, or if the deal has none."""
        return tuple(next(iter(own)) if len(own) == 1 else None for own in self.contracts)


@dataclass(frozen=True, slots=True)
class DealStart:
    """The start of a recorded deal: its row, its players, and the standing before it.

    Figures are in seat order, None if unknown. `caller` is the seat that calls, if any; `winner` is
    the seat of the player who won the previous deal.
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
    """All disagreements between a record and the rules, and the tricks inferred from its rows."""

    problems: tuple[Disagreement, ...]
    rows: tuple[InferredRow, ...]
    applies: bool = True
    """True if the rules allow this number of players and these parameters."""
    outcome: MatchEnd | None = None
    """The winners and payments, if the record has every deal of the match."""
    players: tuple[str, ...] = ()
    """The players in seat order; of a record in which players come and go, those at its start."""
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
    def why_unjudged(self) -> str | None:
        """The reason why nothing was checked; None if a row was, or if an error explains it."""
        if self.judged or self.errors:
            return None
        return "no row could be judged" if self.rows else "no deal is recorded"

    @property
    def agrees(self) -> bool:
        """True if at least one row was judged and none contradicts the rules; warnings do not
        count.
        """
        return self.applies and self.judged > 0 and self.errors == 0

    @property
    def unscored(self) -> int:
        """The number of rows whose scores were not checked, regardless of other errors in them."""
        return sum(not row.scored for row in self.rows)

    @property
    def cells(self) -> int:
        """The number of bids, trick counts and totals on the sheet."""
        return sum(own.bid_cells + own.other_cells for row in self.rows for own in row.figures)

    @property
    def fitting(self) -> int:
        """The number of these cells that were judged and fit the rules.

        A forbidden bid does not affect the other cells of its row; if the error names no player, it
        may be any bid of the row. Any other error may be in any cell of its player, or of the row.
        """
        bids, others = set[tuple[object, ...]](), set[tuple[object, ...]]()
        for problem in self.problems:
            if problem.diagnostic.severity == "error":
                wrong = bids if problem.diagnostic.code in FORBIDDEN_BIDS else others
                wrong.add((problem.deal, problem.row, problem.player))
        fitting = 0
        for row in self.rows:
            for name, own in zip(row.players or self.players, row.figures, strict=True):
                concerned = {(row.deal, row.label, name), (row.deal, row.label, None)}
                if row.scored and not concerned & others:
                    fitting += own.other_cells + (0 if concerned & bids else own.bid_cells)
        return fitting

    @property
    def fit(self) -> tuple[int, bool]:
        """The fit of the rules, to compare it with others: the cells that fit, then agreement."""
        return self.fitting, self.agrees

    @property
    def stops_fitting(self) -> str | None:
        """The label of the row from which on the rules do not fit, or None.

        This row best separates the rows that fit from those that do not. At least two rows from it
        on do not fit, so a single slip never counts.
        """
        wrong = self.wrong_rows
        rows = [row for row in self.rows if row.judged]
        misfits = [(row.deal, row.label) in wrong for row in rows]
        separations = [
            sum(misfits[:at]) + misfits[at:].count(False) for at in range(len(misfits) + 1)
        ]
        at = min(range(len(separations)), key=lambda index: (separations[index], -index))
        return rows[at].label if sum(misfits[at:]) > 1 else None

    @property
    def first_misfit(self) -> str | None:
        """The label of the first row that contradicts the rules; None if none does."""
        wrong = self.wrong_rows
        return next((row.label for row in self.rows if (row.deal, row.label) in wrong), None)

    @property
    def wrong_rows(self) -> frozenset[tuple[int | None, str]]:
        """The deal and label of every row that contradicts the rules."""
        return frozenset(
            (problem.deal, problem.row)
            for problem in self.problems
            if problem.row is not None and problem.diagnostic.severity == "error"
        )

    @property
    def errors(self) -> int:
        """The number of problems that contradict the rules."""
        return sum(problem.diagnostic.severity == "error" for problem in self.problems)

    def record_to_write(self, record: Record, places: RecordPlaces) -> Record:
        """Returns the record of a sheet without the totals that are not known.

        After a missing deal, or after points that are not known, points do not give the total. Nor
        is a total known if the sheet has points that contradict it.
        """
        starts = {start.index: start.totals for start in self.starts}
        deals: list[RecordedDeal] = []
        for index, deal in enumerate(record.deals):
            totals = [*(deal.totals or ())]
            before = starts.get(index, (None,) * len(totals))
            for seat, total in enumerate(totals):
                if (index, seat) in places.points:
                    totals[seat] = self.rows[index].figures[seat].total if self.rows else None
                elif places.points_against(index, seat, before[seat], total) is not None:
                    totals[seat] = None
            is_blank = all(total is None for total in totals)
            deals.append(replace(deal, totals=None if is_blank else tuple(totals)))
        return replace(record, deals=tuple(deals))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The problems as diagnostics, in the order of the rows."""
        return tuple(problem.diagnostic for problem in self.problems)


def best_fitting_rules(results: Iterable[tuple[str, ReplayResult]]) -> tuple[str, ...]:
    """Returns the names of the rules with the best fit, including ties.

    Rules that do not apply to this table, or that judge no row, are left out.
    """
    counted = [(name, result.fit) for name, result in results if result.applies and result.judged]
    best = max((fit for _, fit in counted), default=None)
    return tuple(name for name, fit in counted if fit == best)


def with_figures(result: ReplayResult, record: Record, places: RecordPlaces) -> ReplayResult:
    """Returns the result of a record with the figures of every player in its rows."""
    judged = dict(zip((start.index for start in result.starts), result.deals, strict=True))
    starts = {start.index: start for start in result.starts}
    rows: list[InferredRow] = []
    for index, (row, deal) in enumerate(zip(result.rows, record.deals, strict=False)):
        if index in judged:
            start = starts[index]
            scheduled = start.table.schedule[start.number - 1]
            chosen = isinstance(start.table.rules_of(scheduled).bid, ChosenBid)
            cards = scheduled.cards if deal.cards is None else deal.cards
            outcome = judged[index]
            nobody = all(counts == (0,) for counts in row.tricks)
            figures = _figures(
                deal, start.totals, outcome, outcome.totals, chosen=chosen, is_passed_out=nobody
            )
        else:
            cards, nothing = deal.cards, (None,) * len(row.tricks)
            totals = tuple(
                None if (index, seat) in places.points else total
                for seat, total in enumerate(deal.totals or nothing)
            )
            figures = _figures(deal, nothing, None, totals, chosen=True)
        figures = tuple(
            replace(own, points=places.points_written.get((index, seat), own.points))
            for seat, own in enumerate(figures)
        )
        rows.append(replace(row, cards=cards, figures=figures))
    return replace(result, rows=tuple(rows), players=record.players)


def _figures(
    deal: RecordedDeal,
    base: tuple[int | None, ...],
    outcome: RecordedOutcome | None,
    totals: tuple[int | None, ...],
    *,
    chosen: bool,
    is_passed_out: bool = False,
) -> tuple[PlayerFigures, ...]:
    """Returns the figures of a row: as written, else as they follow from the outcome.

    `base` are the totals before the row, `totals` those after it; `chosen` is true if players
    choose their bids.
    """
    nothing = (None,) * len(base)
    known: tuple[int | None, ...] = nothing if outcome is None else outcome.known_bids
    scores: tuple[int | None, ...] = nothing if outcome is None else outcome.points
    completed: tuple[bool | None, ...] = nothing if outcome is None else outcome.completed
    is_open = [True] * len(base) if outcome is None else [len(own) > 1 for own in outcome.contracts]
    bids: tuple[RecordedBid, ...] = deal.bids or ("?" if chosen else "-",) * len(base)
    if is_passed_out:
        bids = tuple("-" if bid == "?" else bid for bid in bids)
    figures: list[PlayerFigures] = []
    for bid, own, won, written, before, total, score, made, unknown in zip(
        bids,
        known,
        deal.won or nothing,
        deal.totals or nothing,
        base,
        totals,
        scores,
        completed,
        is_open,
        strict=True,
    ):
        points = score if written is None or before is None else written - before
        cells = isinstance(bid, int), (won is not None) + (written is not None)
        shown = own if bid == "?" and own is not None else bid
        figures.append(PlayerFigures(shown, points, total, made, unknown, *map(int, cells)))
    return tuple(figures)
