"""A record held against rules: every row judged, tricks inferred, each disagreement named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from clagdsl import problems
from clagdsl.check.kept_proofs import proved_table
from clagdsl.lang.expr.expression_text import condition_text
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.limits import WORK
from clagdsl.lang.record import Cell, FigureChange, Record, RecordedDeal, RowFix
from clagdsl.lang.roster_changes import OneMoreHand
from clagdsl.lang.rules import OF_ROWS, BidInTurn, Call, ChosenBid, Game, Remembered
from clagdsl.problems.model import ArgumentError, Diagnostic, Reason
from clagdsl.records.cardplay import CardPlay
from clagdsl.records.continuations import Continuations
from clagdsl.records.match_end import MatchEnd, Tally
from clagdsl.records.mends import (
    FIGURES,
    FORBIDDEN_BIDS,
    Figure,
    FixSearch,
    Patience,
    RowReading,
    Values,
    has_error,
    with_values,
)
from clagdsl.records.read_deal import seats_wanted
from clagdsl.records.report import (
    DealStart,
    Disagreement,
    InferredRow,
    RecordedOutcome,
    ReplayResult,
)
from clagdsl.records.row_check import (
    Found,
    Judged,
    RecordedAuction,
    Sheet,
    allowed_counts,
    judge,
    known_past_after,
    read_bids,
    row_of,
    unknown_of_limits,
    worth_of,
)
from clagdsl.records.row_context import (
    Standing,
    advanced,
    company_of,
    known_to_both,
    label_of,
    locate,
    misplaced_rows,
    no_places,
    nothing_known,
    nothing_known_after,
    number_of,
    opening,
)
from clagdsl.records.seed_check import dealt_otherwise, drawn_bidder, drawn_trump, kept_commitment
from clagdsl.records.solver import Row, TrickEvidence
from clagdsl.records.toml_limits import RecordPlaces
from clagdsl.table.bids import (
    auction_stand,
    blind_bids,
    has_auction,
    may_bid_blind,
    why_not_said,
    won_with,
)
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.choices import ordered_call, why_not_call, why_not_size
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.past import KnownPast, known_before, of_seat
from clagdsl.table.people import Roster
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import match_ends, score_names
from clagdsl.table.seats import Seats, caller_of, deal_end, next_dealer
from clagdsl.table.standings import with_one_more
from clagdsl.table.table import Table


def replay_sheet(record: Record, game: Game, places: RecordPlaces | None = None) -> ReplayResult:
    """Every disagreement of a record with the rules, and every count of tricks that fits.

    Rows may hold figures only or every card; `places` says where in a file they stand.
    """
    return _Replay(record, game, places or no_places()).run()


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row that has been read, with the standing before it."""

    reader: RowReader
    due: Standing
    label: str

    @property
    def index(self) -> int:
        """Which row of the record it is."""
        return self.reader.index


class _Replay:
    """Goes through the rows of one record."""

    def __init__(self, record: Record, game: Game, places: RecordPlaces) -> None:
        self.record = record
        self.game = game
        self.places = places
        self.problems: list[Disagreement] = []
        self.rows: list[InferredRow] = []
        self.budget = Budget(WORK)
        self.continuations = Continuations()
        self.patience = Patience()
        self.company = company_of(record)
        self.tables: dict[int, Table] = {}
        """The rules at the tables of so many players."""
        self.played: Counter[str] = Counter()
        """How many deals of each name have been read."""
        self.one_more: int | None = None
        """The number of the last deal that was one more hand after the end."""
        self.tally = Tally()
        self.outcomes: list[RecordedOutcome] = []
        self.starts: list[DealStart] = []
        self.misplaced: dict[int, tuple[int, int]] = {}
        """The rows out of order, each with its number and that of another row."""
        self.due: Standing | None = None
        """The standing before the last row that was judged."""
        self.before: JudgedRow | None = None
        """The row before, if it has totals."""
        self.is_lost = False
        """Whether runs and tallies are not known because of a row that is reported."""
        self.is_unread = False
        """Whether the row before was not judged."""
        self.reported_past: set[str] = set()
        """The runs and tallies of which it is reported that they are not known."""
        self.over: int | None = None
        """The deal after which the rules ended the match."""
        self.behind_told = False
        """Whether it is told that a deal stands behind the end of the match."""

    def run(self) -> ReplayResult:
        """Judge every row from the one before."""
        hash_now = rules_hash(self.game)
        if self.record.rules_hash not in (None, hash_now):
            place = self.places.value(None, "rules_hash")
            recorded = self.record.rules_hash or ""
            self._whole(problems.records.OtherRules(place, recorded, hash_now).diagnostic())
        due = kept_commitment(self.record)
        if due is not None:
            place = self.places.value(None, "commitment")
            self._whole(problems.records.OtherCommitment(place, due).diagnostic())
        if not self._can_sit_down():
            return ReplayResult(tuple(self.problems), (), applies=False)
        longest = max(self.tables.values(), key=lambda table: len(table.schedule))
        self.misplaced = misplaced_rows([number_of(deal, longest) for deal in self.record.deals])
        before = opening(self.record, self.game)
        for index, deal in enumerate(self.record.deals):
            before = self._row(deal, index, before)
            self._ended(before)
        table = self.tables[len(self.company.roster(before.number + 1).seats)]
        self._not_over(before, table)
        self._nothing_behind(before)
        outcome = None
        if not self.behind_told:
            outcome = self._outcome(before, table)
        return ReplayResult(
            tuple(self.problems),
            tuple(self.rows),
            applies=True,
            outcome=outcome,
            table=table,
            deals=tuple(self.outcomes),
            starts=tuple(self.starts),
        )

    def _outcome(self, last: Standing, table: Table) -> MatchEnd | None:
        """The end of the match, where every deal is there and the rules have it end."""
        scheduled = len(table.schedule) <= last.number or self.one_more == last.number
        if not self.tally.deals or self.tally.deals != last.number:
            return None
        if not scheduled and self.over != last.number:
            return None
        circle = self.company.roster(last.number + 1).circle
        return self.tally.outcome(
            table, self.company.arrived(last, last.number + 1, self.game).totals, circle
        )

    def _nothing_behind(self, last: Standing) -> None:
        """Tell of the first change or adjustment that no deal follows, nor the end."""
        for key, numbers in (
            ("roster", [one.deal for one in self.company.changes]),
            ("adjust", [one.deal for one in self.company.adjustments]),
        ):
            for index, number in enumerate(numbers):
                if number > last.number + 1:
                    place = self.places.cell(None, key, index)
                    reason = f"deal {number} is not recorded, nor the one before it"
                    self._whole(problems.records.WrongRoster(place, reason).diagnostic())
                    break

    def _ended(self, after: Standing) -> None:
        """Keep after which deal the rules end the match, as far as totals tell."""
        roster = self.company.roster(after.number)
        totals = [after.totals[line] for line in roster.circle]
        known = [total for total in totals if total is not None]
        if self.over is not None or len(known) < len(totals):
            return
        names = self.tables[len(roster.seats)].names
        if match_ends(self.game, names, after.number, known):
            self.over = after.number

    def _not_over(self, last: Standing, table: Table) -> None:
        """Tell of a record that stops where the rules go on, as far as totals tell."""
        ends = self.game.ends
        if ends is None or self.over is not None or None in last.totals:
            return
        if 0 < last.number < len(table.schedule):
            place, text = (
                self.places.deal(len(self.record.deals) - 1),
                condition_text(ends.condition),
            )
            self._whole(problems.records.NotYetOver(place, last.number, text).diagnostic())

    def _behind(self, index: int, label: str, number: int) -> None:
        """Tell of the first deal recorded after the end of the match."""
        ends = self.game.ends
        if ends is None or self.over is None or self.behind_told:
            return
        self.behind_told = True
        place, text = self.places.deal(index), condition_text(ends.condition)
        wrong = problems.records.BehindTheEnd(place, number, self.over, text).diagnostic()
        self.problems.append(Disagreement(number, label, None, wrong))

    def _whole(self, diagnostic: Diagnostic) -> None:
        self.problems.append(Disagreement(None, None, None, diagnostic))

    def _can_sit_down(self) -> bool:
        """Whether the rules are for every number of players that there is; tells if not."""
        parameters = dict(self.record.parameters)
        for changes, roster in enumerate(self.company.rosters):
            players = len(roster.seats)
            try:
                if players not in self.tables:
                    self.tables[players] = proved_table(self.game, players, parameters)
            except ArgumentError as error:
                self._whole(self._no_table(changes, players, error.reason))
                return False
        return True

    def _no_table(self, changes: int, players: int, reason: str) -> Diagnostic:
        """That the rules are not for so many players as play after that many changes."""
        if changes:
            place = self.places.cell(None, "roster", changes - 1)
            return problems.records.WrongTableAfterChange(place, reason).diagnostic()
        low, high = self.game.players
        key = "parameters" if low <= players <= high else "players"
        return problems.records.WrongTable(self.places.value(None, key), reason).diagnostic()

    def _table_for(self, deal: RecordedDeal, before: Standing) -> Table | Reason:
        """The rules for those who play a deal, or why one more hand cannot be dealt."""
        number = deal.number or before.number + 1
        table = self.tables[len(self.company.roster(number).seats)]
        if not deal.more or deal.label is None or deal.cards is None:
            return table
        named = self.game.deal(deal.label)
        kind = deal.label if named is None else named.name
        return with_one_more(table, OneMoreHand(kind, deal.cards), number, self.played[kind])

    def _reader(
        self,
        deal: RecordedDeal,
        index: int,
        before: Standing,
        budget: Budget,
    ) -> RowReader | Diagnostic:
        """The reader of a row after the rows before it, or why no deal is meant."""
        table = self._table_for(deal, before)
        if isinstance(table, Reason):
            return problems.records.forbidden(self.places.deal(index), "", table)
        scheduled = locate(deal, index, before, table, self.places)
        if isinstance(scheduled, Diagnostic):
            return scheduled
        roster = self.company.roster(scheduled.number)
        return RowReader(
            self.record,
            deal,
            index,
            scheduled,
            table,
            roster,
            self.places,
            budget,
            self.continuations,
        )

    def _row(self, deal: RecordedDeal, index: int, before: Standing) -> Standing:
        reader = self._misplaced(deal, index) or self._reader(deal, index, before, self.budget)
        if isinstance(reader, Diagnostic):
            label = deal.label or str(deal.number)
            self.problems.append(Disagreement(deal.number, label, None, reader))
            roster = self.company.roster(deal.number or 1)
            nothing = (frozenset[int](),) * len(roster.seats)
            self.rows.append(
                self._inferred(
                    deal.number, label, Judged(nothing, (), exact=False), roster, held=False
                )
            )
            self.is_lost = self.is_unread = True
            return self._after_unread(deal, index, before)
        scheduled, table = reader.scheduled, reader.table
        if deal.more:
            self._too_early(reader, before)
        else:
            self._behind(index, label_of(table, scheduled), scheduled.number)
        if scheduled.number != before.number + 1 and not self.is_unread:
            self.is_lost = False  # rows are missing
        self.is_unread = False
        due = self.due = advanced(before, scheduled, table, self.company)
        after, judged = reader.read(due)
        self._keep_lost(reader, due, after)
        completed = self.tally.add(reader.row, judged, reader.roster.seats)
        self.outcomes.append(_outcome_of(reader, judged, completed))
        self.starts.append(reader.deal_start(due))
        self.played[scheduled.name] += 1
        label = label_of(table, scheduled)
        fixes = self._fixes(reader, due, label)
        fits = not has_error(reader.found)
        self.before = JudgedRow(reader, due, label) if deal.totals else None
        if not self.is_lost:
            for warning in reader.warnings_of_past(self.reported_past):
                self.problems.append(Disagreement(scheduled.number, label, None, warning))
            self.reported_past |= reader.unknown_past.keys()
        for seat, one in reader.found:
            player = None if seat is None else reader.players[seat]
            own = fixes if one.severity == "error" else ()
            if own:
                one = problems.records.with_fixes(one, own, label)
            self.problems.append(Disagreement(scheduled.number, label, player, one, own))
        said = _says_anything(deal, reader.counted_from(due))
        held = (judged.decided and said) or not fits
        row = self._inferred(scheduled.number, label, judged, reader.roster, held=held)
        self.rows.append(replace(row, scored=judged.decided and held))
        return after

    def _misplaced(self, deal: RecordedDeal, index: int) -> Diagnostic | None:
        """Return why a row does not stand in its place, if it is one of the fewest that do not."""
        if index not in self.misplaced:
            return None
        number, other = self.misplaced[index]
        place = self.places.value(index, "label" if deal.number is None else "deal")
        problem = problems.records.TooEarly if other < number else problems.records.OutOfOrder
        return problem(place, number, other).diagnostic()

    def _after_unread(self, deal: RecordedDeal, index: int, before: Standing) -> Standing:
        """Return the standing after a row that was not judged: what does not depend on it.

        A row that is written twice can be right either time.
        """
        if (deal.number is None and index not in self.misplaced) or deal.more:
            rest = self.record.deals[index + 1 :]
            skipped = bool(rest) and rest[0].number is None
            return nothing_known_after(before, before.number + skipped)
        if deal.number != before.number or self.due is None:
            return before
        again = self._reader(deal, index, self.due, self.budget)
        if isinstance(again, Diagnostic):
            return before
        return known_to_both(before, again.read(self.due)[0])

    def _inferred(
        self,
        number: int | None,
        label: str,
        judged: Judged,
        roster: Roster,
        *,
        held: bool,
    ) -> InferredRow:
        """A row as it is told: with who played it, where players come and go."""
        players = roster.players if self.company.changes else None
        counts = tuple(tuple(sorted(fitting)) for fitting in judged.counts)
        return InferredRow(number, label, counts, judged.exact, held, held, players)

    def _too_early(self, reader: RowReader, before: Standing) -> None:
        """Tell of one more hand that was played before the end, as far as totals tell."""
        number = reader.scheduled.number
        after = number - 1
        plain = self.tables[len(self.company.roster(after).seats)]
        over = self.over == after or self.one_more == after or len(plain.schedule) <= after
        shorter = len(self.tables[len(self.company.roster(number).seats)].schedule) <= after
        unknown = self.game.ends is not None and None in before.totals
        if before.number == after and not over and not shorter and not unknown:
            place = self.places.deal(reader.index)
            label = label_of(reader.table, reader.scheduled)
            wrong = problems.records.MoreTooEarly(place, number, after).diagnostic()
            self.problems.append(Disagreement(number, label, None, wrong))
        self.one_more = number

    def _keep_lost(self, reader: RowReader, before: Standing, after: Standing) -> None:
        """Note whether what is not known of earlier deals follows from a row that is reported."""
        remembered = reader.table.remembered
        if _all_known(remembered, known_before(remembered, before.past, reader.scheduled)):
            self.is_lost = has_error(reader.found) and not _all_known(remembered, after.past)

    def _fixes(self, reader: RowReader, due: Standing, label: str) -> tuple[RowFix, ...]:
        """Return the smallest fixes of a row, those first that the next row confirms.

        A forbidden bid beside figures that fit is fixed only if one change alone is possible.
        Several ways to change three figures or more show nobody which figures are wrong.
        """
        codes = {one.code for _, one in reader.found}
        if reader.row is None or not codes & (FIGURES | FORBIDDEN_BIDS):
            return ()
        cards, before = reader.row.cards, self._row_before(reader)

        def read(values: Values) -> RowReading:
            mine = {figure: n for figure, n in values.items() if not figure.in_row_before}
            others = {figure: n for figure, n in values.items() if figure.in_row_before}
            standing, of_before = due, Found()
            if before is not None and others:
                changed = with_values(before.reader.deal, others, cards)
                first, after, _ = self._read_again(before.reader, changed, before.due)
                of_before = first.found
                standing = advanced(after, reader.scheduled, reader.table, self.company)
            changed = with_values(reader.deal, mine, cards)
            again, after, judged = self._read_again(reader, changed, standing)
            return RowReading(after, again.found, of_before, again.row, judged.counts)

        def change(figure: Figure, value: int) -> FigureChange:
            cell, at = figure.cell, figure.at
            if cell == "taken":
                return FigureChange(label, reader.players[value], cell, value + 1, at + 1)
            if cell == "total" and (reader.index, at) in self.places.points:
                cell, value = "points", value - (base[at] or 0)
            row = before.label if before is not None and figure.in_row_before else label
            return FigureChange(row, reader.players[at], cell, value)

        base = reader.counted_from(due)
        written = _figures_of(reader)
        if before is not None:
            totals = _totals_before(before.reader, written, base)
            # A total that makes two wrong rows right is the likeliest slip.
            both_wrong = has_error(before.reader.found)
            written = totals | written if both_wrong else written | totals
        search = FixSearch(written, base, reader.scheduled.high, read, self.patience)
        confirmed: dict[Standing, bool] = {}
        fixes: list[RowFix] = []
        try:
            for fix, reading in search.fixes():
                after = reading.after
                if after not in confirmed:
                    confirmed[after] = self._is_confirmed(reader, after)
                changes = tuple(change(figure, value) for figure, value in fix.items())
                fixes.append(RowFix(changes, confirmed[after]))
        except TooMuchError:
            return ()
        if len(fixes) > 1 and (not codes & FIGURES or len(fixes[0].changes) > 2):
            return ()
        return tuple(sorted(fixes, key=lambda fix: not fix.confirmed))

    def _read_again(
        self, reader: RowReader, deal: RecordedDeal, due: Standing
    ) -> tuple[RowReader, Standing, Judged]:
        """Read a row with other figures."""
        again = reader.again(deal, self.patience.budget)
        after, judged = again.read(due)
        # A card that is tried costs as much time as three steps of the solver.
        self.patience.budget.spend(3 * (again.steps - again.continuations.budget.left))
        return again, after, judged

    def _is_confirmed(self, reader: RowReader, after: Standing) -> bool:
        """Whether there is a row after it, and its figures fit from that standing."""
        index = reader.index + 1
        if index == len(self.record.deals) or reader.counts_points:
            return False
        row = self.record.deals[index]
        later = self._reader(row, index, after, self.patience.budget)
        if isinstance(later, Diagnostic):
            return False
        start = advanced(after, later.scheduled, later.table, self.company)
        _, judged = later.read(start)
        disagrees = any(one.code in FIGURES for _, one in later.found)
        return judged.decided and _has_scores(row, later.counted_from(start)) and not disagrees

    def _row_before(self, reader: RowReader) -> JudgedRow | None:
        """Return the row before if its totals are those that the row counts from."""
        before = self.before
        if before is None or before.index != reader.index - 1 or self.company.adjustments:
            return None
        return before if before.reader.players == reader.players else None


def _figures_of(reader: RowReader) -> dict[Figure, int]:
    """Return the figures of a row that may be wrong."""
    deal, rule = reader.deal, reader.row and reader.row.rules.bid
    cells: tuple[tuple[Cell, Sequence[object] | None], ...] = (
        ("bid", deal.bids if isinstance(rule, ChosenBid) else None),
        ("tricks", deal.won),
        ("total", deal.totals),
    )
    figures = {Figure("taken", trick): seat for trick, seat in enumerate(deal.taken or ())}
    for seat in range(len(reader.players)):
        for cell, written in cells:
            value = written[seat] if written else None
            if isinstance(value, int):
                figures[Figure(cell, seat)] = value
    return figures


def _totals_before(
    before: RowReader, written: Collection[Figure], base: Sequence[int | None]
) -> dict[Figure, int]:
    """Return the totals in the row before from which written totals of a row are counted."""
    return {
        Figure("total", seat, in_row_before=True): total
        for seat, total in enumerate(before.deal.totals or ())
        if total is not None
        and total == base[seat]
        and Figure("total", seat) in written
        and (before.index, seat) not in before.places.points
    }


def _outcome_of(
    reader: RowReader, judged: Judged, completed: tuple[bool | None, ...]
) -> RecordedOutcome:
    """What a row that has been read tells of its deal."""
    bids = None
    if reader.row is not None and isinstance(reader.row.rules.bid, ChosenBid):
        bids = reader.row.bids
    return RecordedOutcome(
        reader.scheduled.number,
        reader.scheduled.name,
        reader.roster.seats,
        reader.caller,
        None if reader.caller is None else reader.deal.calls,
        bids or (None,) * len(reader.players),
        judged.scores,
        completed,
    )


def _has_scores(deal: RecordedDeal, before: Sequence[int | None]) -> bool:
    """Whether a row tells what anybody scored in it, beside the totals before."""
    return any(
        total is not None and base is not None
        for total, base in zip(deal.totals or (), before, strict=False)
    )


def _all_known(remembered: Sequence[Remembered], past: KnownPast) -> bool:
    return all(each.name in dict(own) for own in past for each in remembered)


def _says_anything(deal: RecordedDeal, before: Sequence[int | None]) -> bool:
    """Whether a row says anything that rules could contradict."""
    if deal.tricks or deal.taken or deal.hands or deal.pack:
        return True
    bids = [bid for bid in deal.bids or () if bid != "?"]
    won = [count for count in deal.won or () if count is not None]
    return bool(bids or won) or _has_scores(deal, before)


@dataclass(frozen=True, slots=True)
class RowStart:
    """Where the players of a row stand before it, by seat; None is what is not known.

    `number` is the deal before, `dealer` deals this one, `winner` has won the one before, or sits
    where it is that one's turn.
    """

    number: int
    totals: tuple[int | None, ...]
    dealer: int | None
    winner: int | None
    past: KnownPast


@dataclass(frozen=True, slots=True)
class RowEnd:
    """Where they stand after it; `due`, who deals next, and `winner` are lines."""

    totals: tuple[int | None, ...]
    due: int | None
    winner: int | None
    past: KnownPast


@dataclass(eq=False)
class RowReader:
    """Judges one row of a record whose deal of the schedule is known."""

    record: Record
    deal: RecordedDeal
    index: int
    scheduled: ScheduledDeal
    table: Table
    roster: Roster
    places: RecordPlaces
    budget: Budget
    continuations: Continuations
    found: Found = field(default_factory=list, init=False)
    unknown_past: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False)
    """The runs and tallies that are read and not known, each with the players concerned."""
    misspoken: bool = field(default=False, init=False)
    """Whether something of the auction is told of that could not be said."""
    row: Row | None = field(default=None, init=False)
    """What the row says of the scoring, once it has been read."""
    dealer: int | None = field(default=None, init=False)
    """The seat that deals, if it is known."""
    caller: int | None = field(default=None, init=False)
    """The seat that calls, where something may be called and it is known whose turn it is."""

    def __post_init__(self) -> None:
        self.players = self.roster.players
        # How much of the play of its cards may be searched.
        self.steps = self.continuations.budget.left

    def again(self, deal: RecordedDeal, budget: Budget) -> RowReader:
        """A reader of the same row with other figures, which may search the play as far."""
        search = Continuations(Budget(self.steps), self.continuations.results)
        return replace(self, deal=deal, budget=budget, continuations=search)

    @property
    def counts_points(self) -> bool:
        """Whether the sheet has the points of the deal of some player instead of the total."""
        return any((self.index, seat) in self.places.points for seat in range(len(self.players)))

    def counted_from(self, before: Standing) -> tuple[int | None, ...]:
        """What the totals of the row are counted from, by seat.

        Points of a deal are judged by themselves, whatever rows are missing.
        """
        told = self.places.counted_from
        return tuple(
            told.get((self.index, seat), before.totals[line])
            for seat, line in enumerate(self.roster.seats)
        )

    def read(self, before: Standing) -> tuple[Standing, Judged]:
        """The standing after the row, and what fits it."""
        seated, seats = self._seated(before), self.roster.seats
        counted, known = seated.totals, self._known_past(before)
        after, judged = self._read(seated)
        totals = list(before.totals)
        for seat, (line, total, begun) in enumerate(zip(seats, after.totals, counted, strict=True)):
            gone_up = None if total is None or begun is None else total - begun
            if (self.index, seat) in self.places.points:
                base = before.totals[line]
                total = None if base is None or gone_up is None else base + gone_up
            totals[line] = total
        past = list(known)
        for line, own in zip(seats, after.past, strict=True):
            past[line] = own
        number = self.scheduled.number
        return Standing(number, tuple(totals), after.due, after.winner, tuple(past)), judged

    def deal_start(self, before: Standing) -> DealStart:
        """Where the deal begins, once the row is read."""
        start = self._seated(before)
        return DealStart(
            self.index,
            self.scheduled.number,
            self.table,
            self.players,
            self.dealer,
            self.caller,
            start.winner,
            start.totals,
            start.past,
        )

    def _seated(self, before: Standing) -> RowStart:
        """Where the players of the row stand before it."""
        known = self._known_past(before)
        return RowStart(
            before.number,
            self.counted_from(before),
            None if before.dealer is None else self.roster.seat_from(before.dealer),
            None if before.winner is None else self.roster.seat_from(before.winner),
            tuple(known[line] for line in self.roster.seats),
        )

    def _known_past(self, before: Standing) -> KnownPast:
        return known_before(self.table.remembered, before.past, self.scheduled)

    def _end(
        self,
        rules: DealRules,
        seats: Seats,
        scores: Sequence[int | None],
        totals: tuple[int | None, ...],
        past: KnownPast,
    ) -> RowEnd:
        """Where they stand after a row with these scores, as far as they are known."""
        lines, circle = self.roster.seats, self.roster.circle
        end = deal_end(rules, seats, scores=scores, totals=totals, lines=lines, circle=circle)
        return RowEnd(totals, next_dealer(rules, end), end.winner, past)

    def _read(self, before: RowStart) -> tuple[RowEnd, Judged]:
        players = self.table.players
        dealer = self._turn("dealer", self.deal.dealer, before.dealer, checked=before.number)
        self.dealer = dealer
        plain = self.table.rules_of(self.scheduled)
        self.caller = caller = self._caller(plain, dealer, before)
        rules = self._rules(plain)
        cards = self._cards(rules)
        self._check_seed(dealer, cards)
        if rules is None or cards is None:
            return self._unjudged(cards)
        rules = self.table.rules_of(self.scheduled, rules.calls, cards)
        auction = self._auction(rules, cards, dealer)
        self.misspoken = auction is None and self.deal.auction is not None
        if auction is not None and auction.thrown_in:
            return self._thrown_in(before, rules)
        past = before.past
        if auction is not None and auction.winner is not None:
            numbers = won_with(rules, auction.winner, auction.highest)
            past = tuple((*own, *of_seat(numbers, seat)) for seat, own in enumerate(past))
        blind = blind_bids(rules, self._blind(rules))
        past = tuple((*own, *of_seat(blind, seat)) for seat, own in enumerate(past))
        sheet = Sheet(
            self.deal,
            self.index,
            self.scheduled.number,
            rules,
            cards,
            self.players,
            dealer,
            caller,
            self._drawn(rules),
            drawn_trump(self.record, self.scheduled.number),
            self.places,
            past,
            auction,
            self._takers(cards),
        )
        if isinstance(rules.bid, ChosenBid):
            self._note_unknown(unknown_of_limits(rules, sheet.number, cards, past), before, past)
        bids = read_bids(sheet, self.found)
        evidence = CardPlay(sheet, self.found, self.continuations).follow()
        takers = tuple(frozenset({seat}) for seat in sheet.takers)
        by_taken = evidence.whole is None and evidence.takers == takers
        won = self._won(evidence, by_taken=by_taken)
        noted = len(self.found)
        if self._scores_known(rules, before) and self._auction_known(score_names(rules), past):
            self.row = row_of(sheet, bids, won, before.totals, evidence)
            judged = judge(sheet, bids, won, before.totals, evidence, self.budget, self.found)
        else:
            counts = allowed_counts(won, evidence)
            judged = Judged(counts, (None,) * players, decided=False)
        judged = replace(judged, exact=self._is_exact(judged, evidence))
        right = len(self.found) == noted
        totals = self._totals(before, judged)
        certain = judged
        if not right and judged.decided and all(judged.counts):
            # One of several figures is wrong: the counts are not possible together.
            certain = replace(judged, counts=(frozenset(),) * players, scores=(None,) * players)
        past = known_past_after(
            sheet, self.table.remembered, bids, won, worth_of(sheet, evidence), certain
        )
        scores = judged.scores if right else (None,) * players
        return self._end(rules, sheet.seats, scores, totals, past), judged

    def _note_unknown(self, read: Collection[str], before: RowStart, past: KnownPast) -> None:
        """Note what the limits on bids read that is not known."""
        declared = {each.name for each in self.table.game.past}
        if self._known(declared.intersection(read), before):
            self._auction_known(read, past)

    def _scores_known(self, rules: DealRules, before: RowStart) -> bool:
        """Whether all is known that the scores read; notes where it is not."""
        read = score_names(rules)
        return self._known({p.name for p in self.table.remembered if p.name in read}, before)

    def _auction_known(self, read: Collection[str], past: KnownPast) -> bool:
        """Whether it is known with what number the auction was won, where that is read."""
        if "auction" not in read or all("auction" in dict(own) for own in past):
            return True
        place = self.places.deal(self.index)
        problem = problems.records.AuctionNotKnown(place).diagnostic()
        if not self.misspoken and (None, problem) not in self.found:
            self.found.append((None, problem))
        return False

    def _blind(self, rules: DealRules) -> tuple[int, ...]:
        """Who has bid blind, nobody where the row does not say it."""
        names = self.deal.blind or ()
        for key in ("blind", "looked") if not may_bid_blind(rules) else ():
            if getattr(self.deal, key):
                reason = f"nobody can choose to bid blind in `{rules.name}`"
                place = self.places.value(self.index, key)
                wrong = problems.records.NotInDeal(place, reason, f"leave `{key}` out").diagnostic()
                self.found.append((None, wrong))
        return tuple(self.players.index(name) for name in names)

    def _auction(self, rules: DealRules, cards: int, dealer: int | None) -> RecordedAuction | None:
        """What was said in the auction, where the row says it; notes what could not be said."""
        words = self.deal.auction
        if words is None:
            return None
        place = self.places.value(self.index, "auction")
        if not has_auction(rules):
            reason = f"there is no auction in `{rules.name}`"
            wrong = problems.records.NotInDeal(place, reason, "leave `auction` out").diagnostic()
            self.found.append((None, wrong))
            return None
        number = self.scheduled.number
        for said, word in enumerate(words):
            stand = auction_stand(rules.players, words[:said])
            place = self.places.cell(self.index, "auction", said)
            if stand.turn is None:
                reason = "the auction was over before this"
                wrong = problems.records.NotInDeal(place, reason, "leave it out").diagnostic()
                self.found.append((None, wrong))
                return None
            if word is None:
                continue
            why = why_not_said(rules, deal=number, cards=cards, words=words[:said], said=word)
            if why is not None:
                seat = None if dealer is None else (dealer + 1 + stand.turn) % rules.players
                name = "" if seat is None else self.players[seat]
                self.found.append((seat, problems.records.forbidden(place, name, why)))
                return None
        stand = auction_stand(rules.players, words)
        winner = None
        if stand.turn is None and stand.leader is not None and dealer is not None:
            winner = (dealer + 1 + stand.leader) % rules.players
        return RecordedAuction(stand.turn is None, winner, stand.highest)

    def _thrown_in(self, before: RowStart, rules: DealRules) -> tuple[RowEnd, Judged]:
        """A deal in which all have passed: nobody bids or plays, and no total changes."""
        players = rules.players
        for key in ("bids", "tricks", "taken"):
            if getattr(self.deal, key):
                place = self.places.value(self.index, key)
                reason = "all have passed, so the deal is not played"
                wrong = problems.records.NotInDeal(place, reason, f"leave `{key}` out")
                self.found.append((None, wrong.diagnostic()))
        totals = self.deal.totals or (None,) * players
        for seat, (total, base) in enumerate(zip(totals, before.totals, strict=True)):
            if None not in (total, base) and total != base:
                place = self.places.cell(self.index, "totals", seat)
                name = self.players[seat]
                wrong_total = problems.records.WrongTotal(place, name, total or 0, base or 0, 0)
                self.found.append((seat, wrong_total.diagnostic()))
        counts = (frozenset({0}),) * players
        judged = Judged(counts, (0,) * players, completed=(None,) * players)
        seats = Seats(players, self.dealer, self.caller, drawn=None, bids=(), auction_winner=None)
        kept = self._totals(before, judged)
        return self._end(rules, seats, judged.scores, kept, before.past), judged

    def _known(self, read: Collection[str], before: RowStart) -> bool:
        """Whether these runs and tallies are known of everybody; notes those that are not."""
        for name in read:
            pairs = zip(self.players, before.past, strict=True)
            players = tuple(player for player, own in pairs if name not in dict(own))
            if players:
                self.unknown_past[name] = players
        return self.unknown_past.keys().isdisjoint(read)

    def warnings_of_past(self, reported: Collection[str]) -> Iterator[Diagnostic]:
        """Yield the warnings of what is read and not known, except what is reported already."""
        groups: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
        for name, players in sorted(self.unknown_past.items()):
            if name not in reported:
                groups.setdefault((name in OF_ROWS, players), []).append(name)
        place = self.places.deal(self.index)
        for (of_row, players), names in groups.items():
            of = () if players == self.players else players
            problem = problems.records.PastNotKnown(place, tuple(names), of)
            if of_row:
                first = self.scheduled.number - self.scheduled.in_row
                problem = problems.records.RowNotKnown(place, tuple(names), of, first)
            yield problem.diagnostic()

    def _unjudged(self, cards: int | None) -> tuple[RowEnd, Judged]:
        """What is left of a row whose rules or number of cards are not known."""
        players = self.table.players
        nothing = (None,) * players
        every = frozenset() if cards is None else frozenset(range(cards + 1))
        won = self.deal.won or nothing
        counts = tuple(every if one is None else frozenset({one}) for one in won)
        totals = self.deal.totals or nothing
        end = RowEnd(totals, due=None, winner=None, past=nothing_known(players))
        return end, Judged(counts, nothing, decided=False, exact=False)

    def _totals(self, before: RowStart, judged: Judged) -> tuple[int | None, ...]:
        """The totals as written; where nothing is written, as they must be."""
        written = self.deal.totals or (None,) * self.table.players
        return tuple(
            total
            if total is not None
            else (None if base is None or score is None else base + score)
            for total, base, score in zip(written, before.totals, judged.scores, strict=True)
        )

    # --- who deals and calls ----------------------------------------------------------------

    def _turn(self, role: str, name: str | None, due: int | None, *, checked: int) -> int | None:
        """The seat that deals or calls; notes a name that does not follow from the row before."""
        if name is None:
            return due
        seat = self.players.index(name)
        chosen = role == "dealer" and self.index == 0 and self.record.dealer is None
        follows = self.index > 0 or self.scheduled.number == 1
        if due is None or due == seat or chosen or not follows or not self._next(checked):
            return seat
        place = self.places.value(self.index, role)
        problem = problems.records.WrongTurn(place, role, name, self.players[due]).diagnostic()
        self.found.append((seat, problem))
        return seat

    def _next(self, number: int) -> bool:
        """Whether the row before is the deal before, so that dealer and caller follow from it."""
        if self.index == 0:
            return self.scheduled.number == 1
        before = self.record.deals[self.index - 1]
        return before.number in (None, number)

    def _caller(self, rules: DealRules, dealer: int | None, before: RowStart) -> int | None:
        if not isinstance(rules.call, Call):
            if self.deal.caller is not None:
                place = self.places.value(self.index, "caller")
                reason = f"nobody calls in `{rules.name}`"
                problem = problems.records.NotInDeal(
                    place, reason, "leave `caller` out"
                ).diagnostic()
                self.found.append((None, problem))
            return None
        last_winner = before.winner if self.scheduled.number > 1 else dealer
        due = caller_of(rules.call, dealer, last_winner)
        return self._turn("caller", self.deal.caller, due, checked=before.number)

    def _drawn(self, rules: DealRules) -> int | None:
        """Who was drawn to bid first, where the row says it."""
        name, place = self.deal.first, self.places.value(self.index, "first")
        if name is None:
            return None
        if rules.bid != BidInTurn("drawn"):
            reason = f"nobody is drawn to bid first in `{rules.name}`"
            wrong = problems.records.NotInDeal(place, reason, "leave `first` out").diagnostic()
            self.found.append((None, wrong))
            return None
        seat = self.players.index(name)
        due = drawn_bidder(self.record, self.scheduled.number, len(self.players))
        if due not in (None, seat):
            problem = problems.records.DrawnOtherwise(
                place, self.scheduled.number, self.record.seed or 0, self.players[due or 0]
            ).diagnostic()
            self.found.append((seat, problem))
        return seat

    # --- what is played ---------------------------------------------------------------------

    def _rules(self, plain: DealRules) -> DealRules | None:
        """The rules with the calls made; None where these are not known or not allowed."""
        calls = self.deal.calls
        place = self.places.value(self.index, "calls")
        if calls is None:
            if not isinstance(plain.call, Call):
                return plain
            problem = problems.records.NotJudged(place, "calls").diagnostic()
            self.found.append((None, problem))
            return None
        if not calls and not isinstance(plain.call, Call):
            return plain
        reason = why_not_call(plain, calls)
        if reason is not None:
            self.found.append((None, problems.records.forbidden(place, "", reason)))
            return None
        return self.table.rules_of(self.scheduled, ordered_call(plain, calls))

    def _cards(self, rules: DealRules | None) -> int | None:
        """The number of cards of each player; None where it is not known."""
        low, high = self.scheduled.low, self.scheduled.high
        cards = self.deal.cards if self.deal.cards is not None else self.scheduled.cards
        if cards is None:
            cards = self._cards_found()
        place = self.places.value(self.index, "cards")
        if cards is None:
            if rules is not None:
                problem = problems.records.NotJudged(place, "cards").diagnostic()
                self.found.append((None, problem))
            return None
        if low <= cards <= high:
            return cards
        reason_not = why_not_size(self.scheduled, cards, self.table.game.schedule_origin)
        if low < high and reason_not is not None:
            self.found.append((None, problems.records.forbidden(place, "", reason_not)))
            return None
        self.found.append(
            (None, problems.records.WrongNumberOfCards(place, cards, low, high).diagnostic())
        )
        return self.scheduled.cards

    def _cards_found(self) -> int | None:
        """The number of cards where hands or tricks give it."""
        if self.deal.hands:
            return len(self.deal.hands[0])
        if self.deal.taken:
            return len(self.deal.taken)
        won = [count for count in self.deal.won or () if count is not None]
        return sum(won) if len(won) == self.table.players else None

    def _check_seed(self, dealer: int | None, cards: int | None) -> None:
        number = self.scheduled.number
        players = len(self.players)
        key = dealt_otherwise(
            self.table.deck, self.record, self.deal, number, dealer, cards, players
        )
        if key is not None:
            place = self.places.value(self.index, key)
            problem = problems.records.NotOfSeed(place, number, self.record.seed or 0).diagnostic()
            self.found.append((None, problem))

    def _takers(self, cards: int) -> tuple[int, ...]:
        """Return the seat that took each trick; report it if these are not all tricks."""
        taken = self.deal.taken
        if taken is None or len(taken) == cards:
            return taken or ()
        place = self.places.value(self.index, "taken")
        wrong = problems.records.WrongTakers(place, "taken", len(taken), seats_wanted(cards))
        self.found.append((None, wrong.diagnostic()))
        return ()

    def _won(self, evidence: TrickEvidence, *, by_taken: bool) -> tuple[int | None, ...]:
        """Return the tricks of each player: what the cards or `taken` show, else what is written.

        Report what is written against them, and leave it out.  With `by_taken` the key decides.
        """
        differs = problems.records.OtherCount if by_taken else problems.records.OtherTricks
        written = self.deal.won or (None,) * self.table.players
        allowed = [evidence.counts(seat) for seat in range(self.table.players)]
        won: list[int | None] = []
        for seat, (count, counts) in enumerate(zip(written, allowed, strict=True)):
            if count is not None and count not in counts and self._shows_cards:
                place = self.places.cell(self.index, "won", seat)
                who = self.players[seat]
                problem = differs(place, who, count, counts).diagnostic()
                self.found.append((seat, problem))
                count = None
            won.append(counts[0] if len(counts) == 1 else count)
        known, cards = [count for count in won if count is not None], len(evidence.takers)
        adds_up = sum(known) == cards if None not in won else sum(known) <= cards
        if not self._shows_cards or not adds_up or evidence.allows(tuple(won)):
            return tuple(won)
        if tuple(won) == written:
            place = self.places.value(self.index, "won")
            self.found.append((None, problems.records.ImpossibleDivision(place).diagnostic()))
        return tuple(counts[0] if len(counts) == 1 else None for counts in allowed)

    @property
    def _shows_cards(self) -> bool:
        """Whether the row holds cards, or takers, that say something about the tricks."""
        deal = self.deal
        return bool(deal.hands or deal.pack or deal.tricks or deal.taken)

    def _is_exact(self, judged: Judged, evidence: TrickEvidence) -> bool:
        """Return whether every count listed is possible.

        With cards that is known if the search found every outcome or the play is recorded whole.
        """
        if not judged.decided or not judged.exact:
            return False
        if evidence.outcomes is not None or evidence.whole is not None:
            return True
        deal = self.deal
        if deal.hands or deal.pack or deal.tricks:
            return False
        return not deal.taken or all(len(seats) == 1 for seats in evidence.takers)
