"""Replays a record against rules: judges every row, infers tricks, reports each disagreement.

Input: a `Record` and the checked rules (`Game`). Output: a `ReplayResult` with the disagreements,
the trick counts that fit each row, and the outcome of the match if the record is complete.

One pass over the rows carries the `Standing` (totals, dealer, winner, runs and tallies) from each
row to the next. For each row:

1. `row_context` finds the scheduled deal that the row records.
2. `RowReader` determines dealer, caller, rules and number of cards, then checks the auction, the
   bids and the seed.
3. `cardplay` checks the recorded cards, and yields the possible winners of each trick.
4. `row_check` and `solver` find the trick counts that fit the figures.
5. If none fit, `repair` searches for the smallest change that makes the row consistent.
   `_Replay._fixes` then puts first the fixes that the next row confirms.

Invariants:

- Unknown stays unknown: an unknown value is `None`, and nothing is assumed about it.
- An error is reported in one row. The next row counts from the totals as written, and does not warn
  again of runs and tallies that the error makes unknown. No total is computed from a wrong row.
- All searches have budgets counted in steps, so a record has the same answer on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Final

from clagdsl import problems
from clagdsl.check.proof_cache import proved_table
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.frozen import replace
from clagdsl.lang.limits import INFERENCE_STEPS, ROW_INFERENCE_STEPS
from clagdsl.lang.record import (
    Cell,
    FigureChange,
    Record,
    RecordedAdjustment,
    RecordedChange,
    RecordedDeal,
    RowFix,
)
from clagdsl.lang.roster_changes import OneMoreHand
from clagdsl.lang.rules import (
    OF_ROWS,
    Call,
    ChosenBid,
    FixedBid,
    Game,
    HistoryFigure,
    NoBid,
    Value,
    trump_name,
)
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic, Reason
from clagdsl.records.cardplay import CardPlay
from clagdsl.records.continuations import Continuations
from clagdsl.records.known_figures import (
    known_in_all,
    past_after_row,
    possible_scores,
    with_known_figures,
)
from clagdsl.records.match_end import MatchEnd, Tally
from clagdsl.records.parse_deal import expected_takers_text
from clagdsl.records.repair import (
    FIGURES,
    FORBIDDEN_BIDS,
    Figure,
    Fix,
    FixBudget,
    FixSearch,
    RowReading,
    Values,
    with_values,
)
from clagdsl.records.report import (
    DealStart,
    Disagreement,
    InferredRow,
    RecordedOutcome,
    ReplayResult,
    with_figures,
)
from clagdsl.records.row_check import (
    WORK_DIVISOR,
    Detail,
    RecordedAuction,
    RecordedRow,
    RowJudgement,
    RowProblems,
    build_row,
    has_error,
    judge_row,
    judged_alike,
    knows_limits,
    read_bids,
    report_wrong_sum,
    undecided,
    unknown_limit_names,
)
from clagdsl.records.row_context import (
    PossibleHistory,
    Standing,
    common_standing,
    deal_number_of,
    empty_places,
    find_scheduled_deal,
    initial_standing,
    label_of,
    misplaced_rows,
    number_on_sheet,
    recorded_counts,
    roster_history_of,
    standing_before,
    unknown_past,
    unknown_standing_after,
)
from clagdsl.records.seed_check import (
    drawn_bidder,
    drawn_trump,
    key_against_seed,
    wrong_commitment,
)
from clagdsl.records.solver import Counts, Row, TrickEvidence, cards_decide
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.records.total_gaps import TotalGaps
from clagdsl.table.bids import (
    OwnPast,
    auction_bids,
    auction_figures,
    auction_state,
    blind_bids,
    has_auction,
    may_bid_blind,
    why_not_bid_in_auction,
)
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.choices import ordered_call, trump_names_of, why_not_call, why_not_size
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.history import PartialPast, partial_before, values_of_seat
from clagdsl.table.schedule import Schedule, ScheduledDeal, number_after_change
from clagdsl.table.scoring import is_scored, score_names, trumps_of_worth
from clagdsl.table.seating import Roster
from clagdsl.table.seats import Seats, caller_of, deal_end, next_dealer
from clagdsl.table.standings import no_value, with_extra_hand, with_size
from clagdsl.table.table import Table, open_table

MOST_COMBINATIONS: Final = 1_000
"""The maximum number of combinations of scores that are tried for the next dealer."""


def replay_sheet(
    record: Record, game: Game, places: RecordPlaces | None = None, *, verdict_only: bool = False
) -> ReplayResult:
    """Returns every disagreement between a record and the rules, and every trick count that fits.

    Rows may contain figures only or every card; `places` locates the entries in a file. Finding
    fixes and possible scores takes most of the time if a sheet is inconsistent; `verdict_only`
    leaves them out.
    """
    replay = _Replay(record, game, places or empty_places())
    if verdict_only:
        replay.leave_out_hints()
    return with_figures(replay.run(), record, replay.places)


def replay_trial(record: Record, game: Game, places: RecordPlaces, budget: Budget) -> ReplayResult:
    """Returns the result of a record for a trial of its parameters, which need not be proved.

    No fixes are searched for. All work is deducted from the budget; once it is exhausted, the
    remaining rows are not judged. Raises EvaluationError if a formula has no value.
    """
    trial = _Replay(record, game, places, open_table)
    trial.is_trial = True
    trial.budget = budget
    trial.continuations = Continuations(budget)
    trial.gaps.budget, trial.figure_budget = Budget(0), budget
    trial.possible_history = PossibleHistory(budget)
    trial.leave_out_hints()
    if not game.past:  # else the tricks of the players whose figures fit count in later rows
        trial.detail = "reason"
    return with_figures(trial.run(), record, places)


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A row that has been read, with its label and the standing before it."""

    reader: RowReader
    standing: Standing
    label: str
    gaps: TotalGaps
    """The totals that can be before the row."""

    @property
    def index(self) -> int:
        """The 0-based index of the row in the record."""
        return self.reader.index


class _Replay:
    """The replay of one record: the state carried from row to row, and the results so far."""

    def __init__(
        self,
        record: Record,
        game: Game,
        places: RecordPlaces,
        table_of: Callable[[Game, int, Mapping[str, Value]], Table] = proved_table,
    ) -> None:
        self.record = record
        self.game = game
        self.places = places
        self.table_of = table_of
        self.is_trial = False
        self.detail: Detail = "scores"
        self.problems: list[Disagreement] = []
        self.rows: list[InferredRow] = []
        self.budget = Budget(INFERENCE_STEPS)
        self.figure_budget = Budget(ROW_INFERENCE_STEPS)
        """The steps left for figures that the rows do not record."""
        self.continuations = Continuations()
        self.fix_budget = FixBudget()
        self.quick_fix_budget = FixBudget()
        self.roster_history = roster_history_of(record)
        self.possible_history = PossibleHistory()
        self.tables: dict[int, Table] = {}
        """The rules for each number of players."""
        self.played: Counter[str] = Counter()
        """The number of deals read so far, by name."""
        self.extra_hand_deal: int | None = None
        """The number of the last deal that was an extra hand after the end."""
        self.tally = Tally()
        self.outcomes: list[RecordedOutcome] = []
        self.starts: list[DealStart] = []
        self.misplaced: dict[int, tuple[int, int]] = {}
        """The index of each row that is out of order, with its number and that of a row it
        conflicts with.
        """
        self.last_standing: Standing | None = None
        """The standing before the last judged row."""
        self.previous_row: JudgedRow | None = None
        """The previous row, if it has totals."""
        self.is_history_lost = False
        """True if runs and tallies are unknown because of a row that has already been reported."""
        self.was_row_skipped = False
        """True if the previous row was not judged."""
        self.reported_past: set[tuple[str, str]] = set()
        """The runs and tallies reported as unknown, each with the player's name."""
        self.next_deal: tuple[Schedule, int] = ((), 1)
        """The schedule of the last row that was judged, and the number of the deal after it."""
        self.gaps = TotalGaps()
        """The totals that can be before the next row, if they are not known."""
        self.over: int | None = None
        """The number of the deal with which the rules ended the match."""
        self.has_reported_late_deal = False
        """True if a deal after the end of the match has been reported."""

    def leave_out_hints(self) -> None:
        """Leaves out fixes and possible scores, which do not change which figures are wrong."""
        self.detail = "players"
        self.fix_budget = FixBudget(Budget(0), Budget(0))
        self.quick_fix_budget = FixBudget(Budget(0), Budget(0))

    def run(self) -> ReplayResult:
        """Judges every row in order and returns the result."""
        hash_now = rules_hash(self.game)
        if self.record.rules_hash not in (None, hash_now):
            place = self.places.value(None, "rules_hash")
            recorded = self.record.rules_hash or ""
            self._report_whole(problems.records.OtherRules(place, recorded, hash_now).diagnostic())
        wrong = wrong_commitment(self.record, self.places)
        if wrong is not None:
            self._report_whole(wrong)
        if not self._build_tables():
            return ReplayResult(tuple(self.problems), (), applies=False)
        longest = max(self.tables.values(), key=lambda table: len(table.schedule))
        self.misplaced = misplaced_rows(
            [deal_number_of(deal, longest) for deal in self.record.deals]
        )
        seated = len(self.roster_history.roster(1).seats)
        before = initial_standing(self.record, self.tables[seated])
        self.gaps.note(0, before.totals)
        for index, deal in enumerate(self.record.deals):
            before = self._judge_row(deal, index, before)
            self._note_match_end(before)
        table = self.tables[len(self.roster_history.roster(before.number + 1).seats)]
        self._report_unfinished(before, table)
        self._report_orphan_changes(before)
        outcome = None
        if not self.has_reported_late_deal:
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
        """Returns the end of the match; None if a deal is missing or the match is not over."""
        scheduled = self._is_schedule_over(table) or self.extra_hand_deal == last.number
        if not self.tally.deals or self.tally.deals != last.number:
            return None
        if not scheduled and self.over != last.number and not self.record.ended:
            return None
        circle = self.roster_history.roster(last.number + 1).circle
        end = self.tally.outcome(
            table,
            self.roster_history.apply_changes(last, last.number + 1, self.game).totals,
            circle,
        )
        return end and replace(end, ended=self.record.ended)

    def _is_schedule_over(self, table: Table) -> bool:
        """Returns whether no deal is left for the players of a table after the last row."""
        return number_after_change(*self.next_deal, table.schedule) > len(table.schedule)

    def _report_orphan_changes(self, last: Standing) -> None:
        """Reports the first roster change and the first adjustment dated later than the deal after
        the last row.
        """
        for key, numbers in (
            ("roster", [entry.deal for entry in self.roster_history.changes]),
            ("adjust", [entry.deal for entry in self.roster_history.adjustments]),
        ):
            for index, number in enumerate(numbers):
                if number > last.number + 1:
                    place = self.places.cell(None, key, index)
                    reason = f"neither deal {number} nor the deal before it is recorded"
                    self._report_whole(problems.records.WrongRoster(place, reason).diagnostic())
                    break

    def _note_match_end(self, after: Standing) -> None:
        """Stores the number of the deal with which the match ends, if its figures are known."""
        if self.over is None and self._is_over(after):
            self.over = after.number

    def _is_over(self, after: Standing) -> bool | None:
        """Returns whether the rules end the match after a deal; None if that is not known."""
        roster = self.roster_history.roster(after.number)
        table, number = self.tables[len(roster.seats)], self.next_deal[1] - 1
        return self.tally.is_over(table, number, after.totals, roster.circle)

    def _report_unfinished(self, last: Standing, table: Table) -> None:
        """Reports a record that stops before the match is over, if all totals are known."""
        ends = self.game.ends
        if ends is None or self.over is not None or None in last.totals or self.record.ended:
            return
        if self._is_over(last) is not None and last.number and not self._is_schedule_over(table):
            place, text = (
                self.places.deal(len(self.record.deals) - 1),
                condition_text(ends.condition),
            )
            self._report_whole(problems.records.NotYetOver(place, last.number, text).diagnostic())

    def _report_late_deal(self, index: int, label: str, number: int) -> None:
        """Reports the first deal recorded after the end of the match."""
        ends = self.game.ends
        if ends is None or self.over is None or self.has_reported_late_deal:
            return
        self.has_reported_late_deal = True
        place, text = self.places.deal(index), condition_text(ends.condition)
        wrong = problems.records.BehindTheEnd(place, number, self.over, text).diagnostic()
        self.problems.append(Disagreement(number, label, None, wrong))

    def _report_whole(self, diagnostic: Diagnostic) -> None:
        self.problems.append(Disagreement(None, None, None, diagnostic))

    def _build_tables(self) -> bool:
        """Builds the rules for each number of players.

        Returns False if the rules do not allow one of them, after reporting it.
        """
        parameters = dict(self.record.parameters)
        for changes, roster in enumerate(self.roster_history.rosters):
            players = len(roster.seats)
            try:
                if players not in self.tables:
                    self.tables[players] = self.table_of(self.game, players, parameters)
            except ArgumentError as error:
                self._report_whole(self._wrong_table(changes, players, error.reason))
                return False
        return True

    def _wrong_table(self, changes: int, players: int, reason: str) -> Diagnostic:
        """Returns the error that the rules do not allow the number of players after `changes`
        roster changes.
        """
        if changes:
            place = self.places.cell(None, "roster", changes - 1)
            return problems.records.WrongTableAfterChange(place, reason).diagnostic()
        low, high = self.game.players
        key = "parameters" if low <= players <= high else "players"
        return problems.records.WrongTable(self.places.value(None, key), reason).diagnostic()

    def _table_for(self, deal: RecordedDeal, before: Standing) -> Table | Reason:
        """Returns the rules for the players of a deal, or why an extra hand cannot be dealt."""
        number = deal.number or before.number + 1
        table = self.tables[len(self.roster_history.roster(number).seats)]
        if deal.scheduled is not None and deal.cards is not None:
            is_there = deal.scheduled <= len(table.schedule)
            return with_size(table, deal.scheduled, deal.cards) if is_there else table
        if not deal.more or deal.label is None or deal.cards is None:
            return table
        named = self.game.deal(deal.label)
        kind = deal.label if named is None else named.name
        return with_extra_hand(table, OneMoreHand(kind, deal.cards), number, self.played[kind])

    def _reader(
        self,
        deal: RecordedDeal,
        index: int,
        before: Standing,
        budget: Budget,
    ) -> RowReader | Diagnostic:
        """Returns the reader of a row that follows `before`, or a diagnostic if the row matches no
        scheduled deal.
        """
        table = self._table_for(deal, before)
        if isinstance(table, Reason):
            return problems.records.refused_action(self.places.deal(index), "", table)
        scheduled = find_scheduled_deal(deal, index, before, table, self.places)
        if isinstance(scheduled, Diagnostic):
            return scheduled
        number = number_on_sheet(deal, scheduled)
        roster = self.roster_history.roster(number)
        skipped = 0
        if deal.scheduled is not None and number == before.number + 1:
            following = number_after_change(*self.next_deal, table.schedule)
            skipped = max(0, scheduled.number - following)
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
            skipped,
            self.figure_budget,
            self.detail,
            is_trial=self.is_trial,
            possible_history=self.possible_history if self._follows_schedule else None,
        )

    @property
    def _follows_schedule(self) -> bool:
        """True if the same players play every deal as scheduled."""
        is_changed = any(deal.more or deal.scheduled is not None for deal in self.record.deals)
        return not is_changed and not self.roster_history.changes

    def _judge_row(self, deal: RecordedDeal, index: int, before: Standing) -> Standing:
        reader = self._why_misplaced(deal, index) or self._reader(deal, index, before, self.budget)
        if isinstance(reader, Diagnostic):
            label = self.places.label(index) or deal.label or str(deal.number)
            self.problems.append(Disagreement(deal.number, label, None, reader))
            roster = self.roster_history.roster(deal.number or 1)
            counts = recorded_counts(deal, self.tables[len(roster.seats)], deal.cards)
            judged = RowJudgement(counts, (), exact=False)
            row = self._inferred_row(deal.number, label, judged, roster, is_judged=False)
            self.rows.append(row)
            self.is_history_lost = self.was_row_skipped = True
            self.gaps.forget()
            return self._standing_after_skipped(deal, index, before)
        scheduled, number = reader.scheduled, reader.number
        label = self._label(reader)
        if deal.more:
            self._check_extra_hand(reader, before)
        else:
            self._report_late_deal(index, label, number)
        if number != before.number + 1 and not self.was_row_skipped:
            self.is_history_lost = False  # rows are missing
        self.was_row_skipped = False
        standing = self.last_standing = self._standing_before(before, reader)
        after, judged = reader.read(standing)
        scores = _scores_for_gaps(self.gaps, reader, judged)
        self._open_gaps(self.gaps, reader, before, standing)
        if self._limits_gap(reader, standing):
            judged = replace(judged, exact=all(len(counts) == 1 for counts in judged.counts))
        if not has_error(reader.row_problems):
            reader.row_problems += self._gap_problems(self.gaps, reader, standing, scores)
            if has_error(reader.row_problems):
                after = reader.without_computed_totals(after)
        plain = self.tables[len(reader.roster.seats)]
        self.next_deal = (plain.schedule, scheduled.number + 1)
        self._update_lost_history(reader, standing, after)
        self.tally.add(judged.contracts, reader.roster.seats)
        self.outcomes.append(_recorded_outcome(reader, judged, after))
        self.starts.append(reader.deal_start(standing))
        self.played[scheduled.name] += 1
        fixes = self._fixes(reader, standing, label)
        self._report_points(reader, standing, label)
        gaps = self.gaps.copy(self.gaps.budget)
        self.previous_row = JudgedRow(reader, standing, label, gaps) if deal.totals else None
        _close_gaps(self.gaps, reader, scores, after)
        fits = not has_error(reader.row_problems)
        if not self.is_history_lost:
            for warning in reader.warnings_of_past(self.reported_past):
                self.problems.append(Disagreement(number, label, None, warning))
            self.reported_past |= {
                (name, player) for name, of in reader.unknown_past.items() for player in of
            }
        for seat, diagnostic in reader.row_problems:
            player = None if seat is None else reader.players[seat]
            own, is_complete = fixes or ((), True)
            own = own if diagnostic.severity == "error" else ()
            if own:
                diagnostic = problems.records.with_fixes(
                    diagnostic, own, label, is_complete=is_complete
                )
            elif fixes is None and diagnostic.code in FIGURES:
                diagnostic = problems.records.without_fixes(diagnostic)
            self.problems.append(
                Disagreement(number, label, player, diagnostic, own, is_complete or not own)
            )
        has_content = _has_evidence(deal, reader.base_totals(standing))
        held = (judged.is_decided and has_content) or not fits
        row = self._inferred_row(number, label, judged, reader.roster, is_judged=held)
        self.rows.append(replace(row, scored=judged.is_decided and held))
        return after

    def _open_gaps(
        self, gaps: TotalGaps, reader: RowReader, after_previous: Standing, before: Standing
    ) -> None:
        """Adds what is known before a row to the gaps, and the deals since the previous row.

        Totals that follow an error are left out, so that the error is reported once.
        """
        number, lines, history = reader.number, reader.roster.seats, self.roster_history
        previous, dealer = after_previous.number, after_previous.dealer
        changes: tuple[RecordedChange | RecordedAdjustment, ...] = history.changes
        changes += history.adjustments
        is_moved = history.changes or reader.scheduled.number != number
        missing, table = range(previous + 1, number), self.tables[len(lines)]
        # A first row of totals alone is where a sheet begins.
        begins = reader.index == 0 and not _has_evidence(reader.deal, (None,) * len(lines))
        is_changed = any(previous < entry.deal <= number for entry in changes)
        if begins or is_changed or (missing and is_moved):
            gaps.forget()
        if not before.follows_error:
            gaps.note(previous, before.totals)
        for scheduled in filter(None, map(table.scheduled, missing)):
            seat = None if dealer is None else reader.roster.seat_from(dealer)
            gaps.add_missing(table, scheduled, lines, seat)
            dealer = None  # only a single deal is solved within the limits on bids

    def _limits_gap(self, reader: RowReader, before: Standing) -> bool:
        """Returns whether a total of a row is limited by a total before the last one, which does
        not count for the tricks of the row.
        """
        return any(
            total is not None and base is None and self.gaps.gaps[line] is not None
            for line, total, base in zip(
                reader.roster.seats,
                reader.deal.totals or (None,) * len(reader.players),
                reader.base_totals(before),
                strict=True,
            )
        )

    def _gap_problems(
        self,
        gaps: TotalGaps,
        reader: RowReader,
        before: Standing,
        scores: Sequence[frozenset[int]],
        points_alone: Collection[int] = (),
    ) -> RowProblems:
        """Returns an error for each total that cannot follow the last known one, or else for a deal
        that cannot lie between them.

        The totals of `points_alone` are those on the sheet, whatever points a fix gives them.
        """
        totals = [
            None if (reader.index, seat) in self.places.points else total
            for seat, total in enumerate(reader.deal.totals or (None,) * len(reader.players))
        ]
        for seat in points_alone:
            if totals[seat] is not None:
                totals[seat] = (self.record.deals[reader.index].totals or ())[seat]
        lines = reader.roster.seats
        wrong = {
            seat: (gap, total)
            for seat, (line, total) in enumerate(zip(lines, totals, strict=True))
            if total is not None and before.totals[line] is None
            for gap in (gaps.gap_to(line, total, scores[seat]),)
            if gap is not None
        }
        problems_of_gaps = RowProblems()
        for seat, (gap, total) in wrong.items():
            place = self.places.cell(reader.index, "totals", seat)
            due = sorted({base + own for base in gap.possible for own in scores[seat]})
            if len(due) <= problems.records.MOST_TOTALS_LISTED:
                others = [None if other in wrong else one for other, one in enumerate(totals)]
                due = [
                    one
                    for one in due
                    if gaps.impossible_deal(
                        [*others[:seat], one, *others[seat + 1 :]], scores, lines, reader.rows
                    )
                    is None
                ]
            problem = problems.records.ImpossibleGain(
                place, reader.number, reader.players[seat], gap.total, total, gap.deal + 1, due
            )
            problems_of_gaps.append((seat, problem.diagnostic()))
        deal = None if wrong else gaps.impossible_deal(totals, scores, lines, reader.rows)
        if deal is not None:
            place = self.places.value(reader.index, "totals")
            between = problems.records.ImpossibleBetween(place, deal).diagnostic()
            problems_of_gaps.append((None, between))
        return problems_of_gaps

    def _report_points(self, reader: RowReader, before: Standing, label: str) -> None:
        """Reports points in the sheet that contradict the totals, and the figures that fit.

        A total with which the row does not fit is reported as that, if it fits with the points.
        """
        base, written = reader.base_totals(before), reader.deal.totals or ()
        for seat, (player, total) in enumerate(zip(reader.players, written, strict=False)):
            due = self.places.points_against(reader.index, seat, base[seat], total)
            start = base[seat]
            if due is None or start is None:
                continue
            points = self.places.points_written[reader.index, seat]
            due_total = start + points
            fits = not _has_misfit(reader.row_problems)
            is_total_wrong = self._fits_with_total(reader, before, seat, due_total)
            if is_total_wrong and not fits:
                continue
            ways = [f"`{due}`, the change in the total"] if fits else []
            ways += [f"`{due_total}` as the total"] if is_total_wrong else []
            allowed = ", or ".join(ways) or "points and a total that agree"
            wrong = self._points_against_total(reader, seat, allowed)
            self.problems.append(Disagreement(reader.number, label, player, wrong))

    def _points_against_total(self, reader: RowReader, seat: int, allowed: str) -> Diagnostic:
        place = self.places.cell(reader.index, "points", seat)
        points = str(self.places.points_written[reader.index, seat])
        wrong = problems.records.PointsAgainstTotal(place, "points", points, allowed)
        return wrong.diagnostic()

    def _fits_with_total(self, reader: RowReader, before: Standing, seat: int, total: int) -> bool:
        """Returns whether a row is known to fit with another total."""
        budget = self.fix_budget.half()
        deal = with_values(reader.deal, {Figure("total", seat): total}, 0)
        try:
            budget.trials.spend(1)
            again, _, judged = self._read_again(reader, deal, before, budget.work)
        except TooMuchError:
            return False
        finally:
            self.fix_budget.settle(budget)
        return judged.is_decided and not _has_misfit(again.row_problems)

    def _label(self, reader: RowReader) -> str:
        """Returns the label of a row: as the sheet prints it, else as the rules name the deal."""
        own = self.places.label(reader.index)
        return own or label_of(reader.table, reader.scheduled, reader.number)

    def _why_misplaced(self, deal: RecordedDeal, index: int) -> Diagnostic | None:
        """Returns an error if the row is one of those that `misplaced` lists as out of order."""
        if index not in self.misplaced:
            return None
        number, other = self.misplaced[index]
        place = self.places.value(index, "label" if deal.number is None else "deal")
        problem = problems.records.TooEarly if other < number else problems.records.OutOfOrder
        if other == number:
            problem = problems.records.RecordedTwice
        return problem(place, number, other).diagnostic()

    def _standing_after_skipped(self, deal: RecordedDeal, index: int, before: Standing) -> Standing:
        """Returns the standing after a row that was not judged: only the values independent of it.

        If the row repeats the previous deal's number, either of the two rows can be the valid one.
        """
        if (deal.number is None and index not in self.misplaced) or deal.more:
            rest = self.record.deals[index + 1 :]
            skipped = bool(rest) and rest[0].number is None
            return unknown_standing_after(before, before.number + skipped)
        if deal.number != before.number or self.last_standing is None:
            return self._standing_of_next(deal, index, before)
        again = self._reader(deal, index, self.last_standing, self.budget)
        if isinstance(again, Diagnostic):
            return before
        return common_standing(before, again.read(self.last_standing)[0])

    def _standing_of_next(self, deal: RecordedDeal, index: int, before: Standing) -> Standing:
        """Returns the standing from which the row after a row out of order counts.

        Either the row or only its label can be out of place. So the totals before it count, unless
        the next row fits the totals of the row itself better.
        """
        if deal.totals is None or len(deal.totals) != len(before.totals):
            return before
        errors: dict[Standing, int] = {}
        for standing in (before, replace(before, totals=deal.totals)):
            for later in self.record.deals[index + 1 : index + 2]:
                reader = self._reader(later, index + 1, standing, self.budget)
                if isinstance(reader, Diagnostic):
                    return before
                reader.read(self._standing_before(standing, reader))
                errors[standing] = sum(one.severity == "error" for _, one in reader.row_problems)
        return min(errors, key=lambda standing: errors[standing], default=before)

    def _inferred_row(
        self,
        number: int | None,
        label: str,
        judged: RowJudgement,
        roster: Roster,
        *,
        is_judged: bool,
    ) -> InferredRow:
        """Returns the row of the report, with its players if the roster ever changes."""
        players = roster.players if self.roster_history.changes else None
        counts = tuple(tuple(sorted(fitting)) for fitting in judged.counts)
        return InferredRow(number, label, counts, judged.exact, is_judged, is_judged, players)

    def _check_extra_hand(self, reader: RowReader, before: Standing) -> None:
        """Reports an extra hand played before the end of the match, if the totals are known."""
        number = reader.number
        after = number - 1
        plain = self.tables[len(self.roster_history.roster(after).seats)]
        over = self.over == after or self.extra_hand_deal == after or self.record.ended
        over = over or self._is_schedule_over(plain)
        players = len(self.roster_history.roster(number).seats)
        shorter = self._is_schedule_over(self.tables[players])
        unknown = self.game.ends is not None and None in before.totals
        if before.number == after and not over and not shorter and not unknown:
            place = self.places.deal(reader.index)
            label = self._label(reader)
            wrong = problems.records.MoreTooEarly(place, number, after).diagnostic()
            self.problems.append(Disagreement(number, label, None, wrong))
        self.extra_hand_deal = number

    def _update_lost_history(self, reader: RowReader, before: Standing, after: Standing) -> None:
        """Updates `is_history_lost`: true if a row that is reported leaves runs
        or tallies unknown.
        """
        remembered = reader.table.history_read()
        if _has_all_history(remembered, reader.past_before(before)):
            self.is_history_lost = has_error(reader.row_problems) and not _has_all_history(
                remembered, after.past
            )

    def _fixes(
        self, reader: RowReader, standing_before_row: Standing, label: str
    ) -> tuple[tuple[RowFix, ...], bool] | None:
        """Returns the smallest fixes of a row, and whether all are found; those that the next row
        confirms come first.

        Returns None if none is found among too many changes, or if there are too many to show.

        A forbidden bid next to figures that fit is fixed only if exactly one change is possible. If
        fixes change three figures or more in different ways, they do not show which figures are
        wrong, so they are left out. All fixes are left out if one changes a figure that follows
        from a mark, since other marks are not tried.
        """
        codes = {diagnostic.code for _, diagnostic in reader.row_problems}
        if not (reader.rows or reader.is_passed_out) or not codes & (FIGURES | FORBIDDEN_BIDS):
            return (), True
        cards = reader.rows[0].cards if reader.rows else 0
        before = self._row_before(reader)
        budget, quick_budget = self.fix_budget.half(), self.quick_fix_budget.half()

        readings_before: dict[
            frozenset[tuple[Figure, int | None]],
            tuple[RowProblems, Standing, TotalGaps, Sequence[Collection[int]]],
        ] = {}

        def read_before(
            before: JudgedRow, values: Values
        ) -> tuple[RowProblems, Standing, TotalGaps, Sequence[Collection[int]]]:
            """Returns the problems of the row before, the standing after it, the gaps, and the
            totals that can be after it if its scores decide runs or tallies.

            Many changes of a row share those of the row before, which is then read once.
            """
            key = frozenset(values.items())
            if key not in readings_before:
                changed = with_values(before.reader.deal, values, cards)
                first, after, judged = self._read_again(
                    before.reader, changed, before.standing, search.current_budget.work
                )
                gaps = before.gaps.copy(search.current_budget.work)
                if None in before.standing.totals or None in after.totals:
                    scores = _scores_for_gaps(gaps, first, judged)
                    first.row_problems += self._gap_problems(gaps, first, before.standing, scores)
                    _close_gaps(gaps, first, scores, after)
                    self._open_gaps(gaps, reader, after, self._standing_before(after, reader))
                totals: Sequence[Collection[int]] = ()
                if reader.table.history_read() and None in values.values():
                    totals = _possible_totals(before, judged, search.current_budget.work)
                readings_before[key] = first.row_problems, after, gaps, totals
            return readings_before[key]

        readings: dict[
            tuple[RecordedDeal, Standing],
            tuple[Standing, RowProblems, tuple[Row, ...], Counts, TotalGaps],
        ] = {}

        def read(values: Values) -> RowReading:
            mine = {
                figure: n
                for figure, n in values.items()
                if not figure.in_row_before and figure.cell != "points"
            }
            others = {figure: n for figure, n in values.items() if figure.in_row_before}
            standing, of_before, gaps = standing_before_row, RowProblems(), self.gaps
            totals_before: Sequence[Collection[int]] = ()
            if before is not None and others:
                of_before, after, gaps, totals_before = read_before(before, others)
                if None not in others.values():
                    standing = self._standing_before(after, reader)
                elif not has_error(of_before):
                    after = self._standing_before(after, reader)
                    standing = common_standing(
                        standing_before_row, after
                    )  # a blank figure may be correct as written
            starts = reader.base_totals(standing)
            for seat in with_points:
                points = values.get(own := Figure("points", seat), written[own])
                total = mine.get(Figure("total", seat), totals_written[seat])
                start = starts[seat]
                if points is None or start is None:
                    continue
                if total is None:
                    mine[Figure("total", seat)] = start + points
                elif total - start != points:
                    against: RowProblems = [(seat, self._points_against_total(reader, seat, ""))]
                    return RowReading(standing, against, of_before, (), (), gaps)
            # Points give a total that is left blank, several changes make the same row.
            key = with_values(reader.deal, mine, cards), standing
            if key not in readings:
                # Scores count only in the totals before the next row.
                figures = Budget(0) if None in values.values() else search.current_budget.work
                again, after, judged = self._read_again(
                    reader, *key, search.current_budget.work, figures
                )
                is_after_gap = None in standing.totals and None not in others.values()
                is_before_gap = None in after.totals and None not in values.values()
                if is_after_gap or is_before_gap:
                    gaps = gaps.copy(search.current_budget.work)
                    scores = _scores_for_gaps(gaps, again, judged)
                    if is_after_gap and not has_error(again.row_problems):
                        again.row_problems += self._gap_problems(
                            gaps, again, standing, scores, points_alone
                        )
                    _close_gaps(gaps, again, scores, after)
                rows = again.open_rows or again.rows
                readings[key] = after, again.row_problems, rows, judged.counts, gaps
            after, of_row, rows, counts, gaps = readings[key]
            return RowReading(after, of_row, of_before, rows, counts, gaps, totals_before)

        def change(figure: Figure, value: int) -> FigureChange:
            cell, index = figure.cell, figure.index
            if cell == "taken":
                return FigureChange(label, reader.players[value], cell, value + 1, index + 1)
            if cell == "total" and index in points_alone:
                cell, value = "points", value - (base[index] or 0)
            row = before.label if before is not None and figure.in_row_before else label
            return FigureChange(row, reader.players[index], cell, value)

        def changes_of(fix: Fix) -> tuple[FigureChange, ...]:
            """Returns the cells to change; the points of the row before change with its total."""
            changes = [change(figure, value) for figure, value in fix.items()]
            for seat, player in enumerate(reader.players):
                was = Figure("total", seat, in_row_before=True)
                if before is None or was not in fix:
                    continue
                start = before.reader.base_totals(before.standing)[seat]
                points = self.places.points_against(before.index, seat, start, fix[was])
                if points is not None:
                    changes.append(FigureChange(before.label, player, "points", points))
            return tuple(changes)

        def is_written(figure: Figure) -> bool:
            """Returns whether a figure can be changed by itself in the sheet."""
            index = reader.index - figure.in_row_before
            has_total = (index, "totals", figure.index) in self.places.cells
            is_marked = figure.cell != "taken" and self.places.has_figures_of_mark(
                index, figure.index
            )
            return not is_marked or (figure.cell == "total" and has_total)

        base = reader.base_totals(standing_before_row)
        totals_written = reader.deal.totals or (None,) * len(reader.players)
        points_alone = {
            seat
            for seat, line in enumerate(reader.roster.seats)
            if (reader.index, seat) in self.places.base_totals
            and (
                (reader.index, seat) in self.places.points
                or standing_before_row.totals[line] is None
            )
        }
        written = _suspect_figures(reader, points_alone)
        with_points = [figure.index for figure in written if figure.cell == "points"]
        if before is not None:
            totals = _totals_before(before.reader, written, base)
            # An incorrect total in the previous row that explains both errors is the likeliest
            # mistake.
            both_wrong = has_error(before.reader.row_problems)
            written = totals | written if both_wrong else written | totals
        search = FixSearch(
            written,
            base,
            reader.scheduled.high,
            read,
            budget,
            quick_budget,
            lambda fix: len(changes_of(fix)),
        )

        fitting: list[tuple[tuple[FigureChange, ...], RowReading]] = []
        try:
            for fix, reading in search.fixes():
                if not all(map(is_written, fix)):
                    return (), True
                fitting.append((changes_of(fix), reading))
        except TooMuchError:
            return None
        finally:
            self.fix_budget.settle(budget)
            self.quick_fix_budget.settle(quick_budget)
        confirmed = self._players_confirmed(reader, [reading for _, reading in fitting])
        fixes = [
            RowFix(changes, {own.player for own in changes} <= players)
            for (changes, _), players in zip(fitting, confirmed, strict=True)
        ]
        can_be_others = len(fixes) > 1 or not search.is_complete
        if can_be_others and (not codes & FIGURES or len(fixes[0].changes) > 2):
            return None
        return tuple(sorted(fixes, key=lambda fix: not fix.confirmed)), search.is_complete

    def _read_again(
        self,
        reader: RowReader,
        deal: RecordedDeal,
        standing: Standing,
        work: Budget,
        figures: Budget | None = None,
    ) -> tuple[RowReader, Standing, RowJudgement]:
        """Reads a row again with changed figures; `figures` is the budget for those left out."""
        again = reader.with_deal(deal, work)
        again.figure_budget = work if figures is None else figures
        after, judged = again.read(standing)
        # Trying a card takes as much time as three steps of the solver.
        work.spend(3 * (again.steps - again.continuations.budget.left))
        return again, after, judged

    def _standing_before(self, before: Standing, reader: RowReader) -> Standing:
        return standing_before(
            before, reader.number, reader.scheduled, reader.table, self.roster_history
        )

    def _players_confirmed(
        self, reader: RowReader, readings: Sequence[RowReading]
    ) -> list[frozenset[str]]:
        """Returns, for each reading of a row, the players on whose totals the next row counts;
        nobody if the next row does not agree with the reading.

        Each has an equal part of the work, so the first cannot use up that of the others.
        """
        budget = self.fix_budget.half()
        keys = [(reading.after, tuple(reading.gaps.gaps)) for reading in readings]
        different = dict(zip(keys, readings, strict=True))
        confirmed: dict[object, frozenset[str]] = {}
        for place, (key, reading) in enumerate(different.items()):
            part = budget.work.portion(budget.work.left // (len(different) - place))
            try:
                confirmed[key] = self._players_confirmed_by(reader, reading, part)
            except TooMuchError:
                confirmed[key] = frozenset()
            finally:
                budget.work.settle(part)
        self.fix_budget.settle(budget)
        return [confirmed[key] for key in keys]

    def _players_confirmed_by(
        self, reader: RowReader, reading: RowReading, work: Budget
    ) -> frozenset[str]:
        """Returns the players whose scores in the next row follow from a reading of the row; nobody
        if the row is the last, or if the next one then contradicts a rule.
        """
        index = reader.index + 1
        if index == len(self.record.deals) or reader.counts_points:
            return frozenset()
        row = self.record.deals[index]
        after, gaps = reading.after, reading.gaps.copy(work)
        later = self._reader(row, index, after, work)
        if isinstance(later, Diagnostic):
            return frozenset()
        start = self._standing_before(after, later)
        is_after_gap = None in start.totals
        later.detail, later.figure_budget = "row", work if is_after_gap else Budget(0)
        _, judged = later.read(start)
        for seat, total in enumerate(row.totals or ()):
            begun = start.totals[later.roster.seats[seat]]
            points = self.places.points_written.get((index, seat))
            if None not in (begun, total, points) and (total or 0) - (begun or 0) != points:
                return frozenset()
        if is_after_gap:
            scores = _scores_for_gaps(gaps, later, judged)
            self._open_gaps(gaps, later, after, start)
            later.row_problems += self._gap_problems(gaps, later, start, scores)
        if not judged.is_decided or has_error(later.row_problems):
            return frozenset()
        bases, totals = later.base_totals(start), row.totals or ()
        return frozenset(
            player
            for player, base, total in zip(later.players, bases, totals, strict=False)
            if base is not None and total is not None
        )

    def _row_before(self, reader: RowReader) -> JudgedRow | None:
        """Returns the previous row, if the row's totals are counted from its totals."""
        before = self.previous_row
        if before is None or before.index != reader.index - 1 or self.roster_history.adjustments:
            return None
        return before if before.reader.players == reader.players else None


def _scores_for_gaps(
    gaps: TotalGaps, reader: RowReader, judged: RowJudgement
) -> list[frozenset[int]]:
    """Returns each player's possible scores in a row, for the gaps."""
    return [
        gaps.scores_of(reader.rows, seat, judged.counts[seat])
        if score is None
        else frozenset({score})
        for seat, score in enumerate(judged.scores)
    ]


def _close_gaps(
    gaps: TotalGaps, reader: RowReader, scores: Sequence[frozenset[int]], after: Standing
) -> None:
    """Adds a row to the gaps."""
    gaps.add(reader.number, reader.roster.seats, reader.rows, scores, reader.dealer)
    if has_error(reader.row_problems):
        gaps.forget()
    else:
        gaps.note(reader.number, after.totals)


def _has_misfit(problems: RowProblems) -> bool:
    """Returns whether the figures of a row do not fit each other."""
    return any(problem.code in FIGURES for _, problem in problems)


def _suspect_figures(reader: RowReader, points_alone: Collection[int]) -> dict[Figure, int]:
    """Returns the written figures of a row that may be incorrect; no bids and tricks if all passed.

    If a sheet has points and a total, each is a figure, unless the row is judged by its points
    alone.
    """
    deal = reader.deal
    cells: list[tuple[Cell, Sequence[object] | None]] = [("total", deal.totals)]
    if reader.rows:
        bids = deal.bids if isinstance(reader.rows[0].rules.bid, ChosenBid) else None
        cells = [("bid", bids), ("tricks", deal.won), *cells]
    figures = {Figure("taken", trick): seat for trick, seat in enumerate(deal.taken or ())}
    for seat in range(len(reader.players)):
        for cell, written in cells:
            value = written[seat] if written else None
            if isinstance(value, int):
                figures[Figure(cell, seat)] = value
        points = reader.places.points_written.get((reader.index, seat))
        if points is not None and seat not in points_alone:
            figures[Figure("points", seat)] = points
    return figures


def _totals_before(
    before: RowReader, written: Collection[Figure], base: Sequence[int | None]
) -> dict[Figure, int]:
    """Returns the written totals of the previous row from which the row's totals are counted."""
    return {
        Figure("total", seat, in_row_before=True): total
        for seat, total in enumerate(before.deal.totals or ())
        if total is not None
        and total == base[seat]
        and Figure("total", seat) in written
        and (before.index, seat) not in before.places.base_totals
    }


def _possible_totals(
    before: JudgedRow, judged: RowJudgement, budget: Budget
) -> Sequence[Collection[int]]:
    """Returns each player's possible totals after the previous row; empty if they are unknown."""
    starts = before.reader.base_totals(before.standing)
    scores = [possible_scores(judged, seat, budget) for seat in range(len(starts))]
    return [
        [start + score for score in own if score is not None]
        if start is not None and None not in own
        else ()
        for start, own in zip(starts, scores, strict=True)
    ]


def _recorded_outcome(reader: RowReader, judged: RowJudgement, after: Standing) -> RecordedOutcome:
    """Returns the recorded outcome of a row's deal."""
    bids = known = None
    has_chosen_bids = bool(reader.rows) and isinstance(reader.rows[0].rules.bid, ChosenBid)
    if has_chosen_bids:
        bids, known = reader.rows[0].bids, judged.bids
    return RecordedOutcome(
        reader.number,
        reader.scheduled.number,
        reader.scheduled.name,
        reader.roster.seats,
        reader.caller,
        None if reader.caller is None else reader.deal.calls,
        bids or (None,) * len(reader.players),
        known or (None,) * len(reader.players),
        judged.scores,
        tuple(after.totals[line] for line in reader.roster.seats),
        judged.contracts,
        has_chosen_bids,
    )


def _has_scores(deal: RecordedDeal, before: Sequence[int | None]) -> bool:
    """Returns whether the row's totals determine the score of any player."""
    return any(
        total is not None and base is not None
        for total, base in zip(deal.totals or (), before, strict=False)
    )


def _has_all_history(remembered: Sequence[HistoryFigure], past: PartialPast) -> bool:
    return all(item.name in dict(own) for own in past for item in remembered)


def _has_evidence(deal: RecordedDeal, before: Sequence[int | None]) -> bool:
    """Returns whether a row records anything that the rules could contradict."""
    if deal.tricks or deal.taken or deal.hands or deal.pack:
        return True
    bids = [bid for bid in deal.bids or () if bid != "?"]
    won = [count for count in deal.won or () if count is not None]
    return bool(bids or won) or _has_scores(deal, before)


@dataclass(frozen=True, slots=True)
class RowStart:
    """The standing of a row's players before it, by seat; unknown values are None.

    `number` is the number of the previous deal and `dealer` the seat that deals this one. `winner`
    is the seat of the player who won the previous deal; if that player sits out, the next one's
    seat. `totals` are those from which the row's totals are counted; where the sheet has the points
    of a deal alone, they can differ from `running`, the sums of all deals so far.
    """

    number: int
    totals: tuple[int | None, ...]
    running: tuple[int | None, ...]
    dealer: int | None
    winner: int | None
    past: PartialPast
    follows_error: bool


@dataclass(frozen=True, slots=True)
class RowEnd:
    """The standing after a row: totals and history by seat, `dealer` and `winner` by line.

    `dealer` deals the next deal.
    """

    totals: tuple[int | None, ...]
    dealer: int | None
    winner: int | None
    past: PartialPast


@dataclass(eq=False)
class RowReader:
    """Judges one row of a record whose scheduled deal is known."""

    record: Record
    deal: RecordedDeal
    index: int
    scheduled: ScheduledDeal
    table: Table
    roster: Roster
    places: RecordPlaces
    budget: Budget
    continuations: Continuations
    skipped: int = 0
    """The number of deals that are left out before this one."""
    figure_budget: Budget = field(default_factory=Budget)
    """The steps left for figures that the row does not record."""
    detail: Detail = "scores"
    """The amount of detail reported of an impossible row."""
    is_changed: bool = False
    """True if figures of the row are changed, to try a fix."""
    is_trial: bool = False
    """True to raise EvaluationError if a formula has no value, instead of reporting it."""
    possible_history: PossibleHistory | None = None
    """The values that runs and tallies can have; None if the deals before are not all scheduled."""
    row_problems: RowProblems = field(default_factory=list, init=False)
    unknown_past: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False)
    """The runs and tallies that the rules depend on but that are unknown, each with its players."""
    has_auction_error: bool = field(default=False, init=False)
    """True if an error in the auction has been reported."""
    is_auction_over: bool = field(default=False, init=False)
    """True if the auction is recorded to its end."""
    may_be_passed_out: bool = field(default=False, init=False)
    """True if the auction is not recorded to its end, and everyone can have passed."""
    is_passed_out: bool = field(default=False, init=False)
    """True if everyone passed in the auction, as recorded or because nothing else fits."""
    rows: tuple[Row, ...] = field(default=(), init=False)
    """The scoring equations of the row with each trump that fits, once it has been read."""
    open_rows: tuple[Row, ...] = field(default=(), init=False)
    """The same with every value of unknown runs and tallies; empty if all are known."""
    dealer: int | None = field(default=None, init=False)
    """The seat that deals; None if unknown."""
    caller: int | None = field(default=None, init=False)
    """The seat that calls; None if nobody calls, or if it is unknown."""

    def __post_init__(self) -> None:
        self.players = self.roster.players
        # The steps left for searching the play of the row's cards.
        self.steps = self.continuations.budget.left

    @property
    def number(self) -> int:
        """The number of the row."""
        return number_on_sheet(self.deal, self.scheduled)

    def with_deal(self, deal: RecordedDeal, budget: Budget) -> RowReader:
        """Returns a reader of the same row with changed figures, which spends the given search
        budget.
        """
        search = Continuations(Budget(self.steps), self.continuations.results)
        return replace(
            self,
            deal=deal,
            budget=budget,
            continuations=search,
            detail="row",
            is_changed=True,
        )

    @property
    def counts_points(self) -> bool:
        """True if some player is judged by the points of the deal in the sheet, not by totals."""
        seats = range(len(self.players))
        return any((self.index, seat) in self.places.base_totals for seat in seats)

    def base_totals(self, before: Standing) -> tuple[int | None, ...]:
        """Returns the totals from which the row's totals are counted, by seat.

        If the sheet has the points of a deal, they are judged alone, even if rows are missing.
        """
        recorded_bases = self.places.base_totals
        return tuple(
            recorded_bases.get((self.index, seat), before.totals[line])
            for seat, line in enumerate(self.roster.seats)
        )

    def read(self, before: Standing) -> tuple[Standing, RowJudgement]:
        """Returns the standing after the row, and the row's judgement."""
        seated, seats = self._row_start(before), self.roster.seats
        past_before = self.past_before(before)
        try:
            after, judged = self._judge(seated)
        except EvaluationError as error:  # in an unproved deal
            if self.is_trial:
                raise
            place = self.places.deal(self.index)
            refused = problems.records.refused_action(place, "", no_value(error))
            self.row_problems.append((None, refused))
            after, judged = self._unjudged(seated, self.scheduled.cards)
        totals = list(before.totals)
        for line, total in zip(seats, after.totals, strict=True):
            totals[line] = total
        past = list(past_before)
        for line, own in zip(seats, after.past, strict=True):
            past[line] = own
        wrong = has_error(self.row_problems)
        standing = Standing(
            self.number, tuple(totals), after.dealer, after.winner, tuple(past), follows_error=wrong
        )
        return standing, judged

    def without_computed_totals(self, after: Standing) -> Standing:
        """Returns the standing after the row, once it has turned out to be wrong."""
        totals, written = list(after.totals), self.deal.totals or (None,) * len(self.players)
        for line, total in zip(self.roster.seats, written, strict=True):
            totals[line] = None if total is None else totals[line]
        return replace(after, totals=tuple(totals), follows_error=True)

    def deal_start(self, before: Standing) -> DealStart:
        """Returns the start of the deal, once the row has been read."""
        start = self._row_start(before)
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

    def _row_start(self, before: Standing) -> RowStart:
        """Returns the standing of the row's players before it, by seat."""
        past = self.past_before(before)
        return RowStart(
            before.number,
            self.base_totals(before),
            tuple(before.totals[line] for line in self.roster.seats),
            None if before.dealer is None else self.roster.seat_from(before.dealer),
            None if before.winner is None else self.roster.seat_from(before.winner),
            tuple(past[line] for line in self.roster.seats),
            before.follows_error,
        )

    def _running_totals(
        self, before: RowStart, after: Sequence[int | None]
    ) -> tuple[int | None, ...]:
        """Returns the sums of all deals so far, given the row's totals; None if unknown."""
        return tuple(
            total
            if (self.index, seat) not in self.places.points
            else (
                None if total is None or base is None or running is None else running + total - base
            )
            for seat, (total, base, running) in enumerate(
                zip(after, before.totals, before.running, strict=True)
            )
        )

    def past_before(self, before: Standing) -> PartialPast:
        """Returns the known runs and tallies of every line before the row."""
        return partial_before(self.table.history_read(), before.past, self.scheduled, self.skipped)

    def _row_end(
        self,
        rules: DealRules,
        seats: Seats,
        scores: Sequence[int | None],
        missed: Sequence[int | None],
        totals: tuple[int | None, ...],
        past: PartialPast,
    ) -> RowEnd:
        """Returns the standing after a row with these scores, as far as it is known."""
        lines, circle = self.roster.seats, self.roster.circle
        end = deal_end(
            rules,
            seats,
            scores=scores,
            missed=missed,
            totals=totals,
            lines=lines,
            circle=circle,
        )
        return RowEnd(totals, next_dealer(rules, end), end.winner, past)

    def _judge(self, before: RowStart) -> tuple[RowEnd, RowJudgement]:
        self.dealer = dealer = self._seat_in_turn("dealer", self.deal.dealer, before.dealer)
        plain = self.table.rules_of(self.scheduled)
        self.caller = self._caller(plain, dealer, before)
        rules = self._rules(plain)
        cards = self._cards_each(rules)
        self._check_seed(dealer, cards)
        if rules is None or cards is None:
            return self._unjudged(before, cards)
        rules = self.table.rules_of(self.scheduled, rules.calls, cards)
        auction = self._auction(rules, cards, dealer)
        self.has_auction_error = auction is None and self.deal.auction is not None
        self.is_auction_over = auction is not None and auction.over
        passed = auction is not None and auction.thrown_in
        self.may_be_passed_out = not passed and self._may_be_passed_out(before, rules)
        if self.may_be_passed_out:
            reported = len(self.row_problems)
            played = self._judge_played(before, rules, cards, auction)
            of_row = self.row_problems[reported:]
            if not has_error(of_row) and not self._fits_no_auction(before, rules, cards, of_row):
                return played
            del self.row_problems[reported:]
            self.unknown_past, self.rows, self.open_rows, passed = {}, (), (), True
        self.is_passed_out = passed
        if passed:
            return self._judge_passed_out(before, rules)
        return self._judge_played(before, rules, cards, auction)

    def _may_be_passed_out(self, before: RowStart, rules: DealRules) -> bool:
        """Returns whether everyone can have passed in a deal whose auction is not recorded to its
        end: no bid and no trick is recorded, and no total that is known changes.

        Something must show it: a total, a bid, or no trick of anybody.
        """
        deal, nothing = self.deal, (None,) * rules.players
        bids, won = {*(deal.bids or ())}, {*(deal.won or ())}
        totals = zip(deal.totals or nothing, before.totals, strict=True)
        known = [total == base for total, base in totals if None not in (total, base)]
        return bool(
            has_auction(rules)
            and not self.has_auction_error
            and not {*(deal.auction or ())} - {None}
            and not bids - {"-", "?", 0}
            and not won - {0, None}
            and not (deal.tricks or deal.taken or deal.trump)
            and not any(index == self.index for index, _ in self.places.marks)
            and all(known)
            and (known or bids & {"-", 0} or won == {0})
        )

    def _fits_no_auction(
        self, before: RowStart, rules: DealRules, cards: int, of_row: RowProblems
    ) -> bool:
        """Returns whether a row that is not judged, because the auction is unknown, contradicts the
        rules for every winner and every bid.
        """
        if not any(problem.code == problems.records.MissingAuction.code for _, problem in of_row):
            return False
        bids = auction_bids(rules, deal=self.scheduled.number, cards=cards)
        if not self._scores_trump(rules):
            bids = tuple({bid.number: bid for bid in bids}.values())  # one of each number
        portion = self.budget.portion(self.budget.left // WORK_DIVISOR)
        try:
            for winner, bid in product(range(rules.players), bids):
                trial = self.with_deal(self.deal, portion)
                trial.dealer, trial.caller, trial.figure_budget = self.dealer, self.caller, portion
                trial._judge_played(before, rules, cards, RecordedAuction(True, winner, bid))
                if not has_error(trial.row_problems):
                    return False
        except TooMuchError:
            return False
        finally:
            self.budget.settle(portion)
        return True

    def _judge_played(
        self, before: RowStart, rules: DealRules, cards: int, auction: RecordedAuction | None
    ) -> tuple[RowEnd, RowJudgement]:
        """Returns the end of a deal that is played, and the row's judgement."""
        dealer, caller, players = self.dealer, self.caller, self.table.players
        past = before.past
        if auction is not None and auction.winner is not None:
            numbers = auction_figures(rules, auction.winner, auction.highest)
            past = tuple((*own, *values_of_seat(numbers, seat)) for seat, own in enumerate(past))
        blind = blind_bids(rules, self._blind_bidders(rules))
        past = tuple((*own, *values_of_seat(blind, seat)) for seat, own in enumerate(past))
        read = {p.name for p in self.table.history_read() if p.name in score_names(rules)}
        unscored = frozenset(seat for seat, own in enumerate(past) if read - dict(own).keys())
        knows = knows_limits(rules, self.scheduled.number, cards, past)
        sheet = RecordedRow(
            self.deal,
            self.index,
            self.scheduled.number,
            rules,
            cards,
            self.players,
            dealer,
            caller,
            self._recorded_first_bidder(rules),
            drawn_trump(self.record, self.scheduled.number),
            self.places,
            past,
            auction,
            self._takers(cards),
            unscored,
            knows,
            any((self.record.dealer, *(deal.dealer for deal in self.record.deals))),
            self._marks(rules),
        )
        if isinstance(rules.bid, ChosenBid) and not knows:
            self._note_unknown(unknown_limit_names(rules, sheet.number, cards, past), before, past)
        bids = read_bids(sheet, self.row_problems)
        card_play = CardPlay(sheet, self.row_problems, self.continuations)
        evidence = card_play.follow()
        takers = tuple(frozenset({seat}) for seat in sheet.takers)
        by_taken = evidence.whole is None and evidence.takers == takers
        won = self._tricks_won(evidence, by_taken=by_taken)
        reported_before = len(self.row_problems)
        self._has_history(read, before)
        rows = [
            (with_trump, build_row(with_trump, bids, won, before.totals, evidence))
            for with_trump in self._with_trumps(sheet, card_play.trumps)
        ]
        if len(unscored) < players and self._has_auction_number(score_names(rules), past):
            rows, judged = self._judge_with(rows, before)
        else:
            judged, everyone = undecided(rows[0][1]), frozenset(range(players))
            report_wrong_sum(*rows[0], self.row_problems)
            rows = [
                (one, replace(row, scores=judged.scores, unscored=everyone)) for one, row in rows
            ]
        self.rows = tuple(row for _, row in rows)
        pasts = self._possible_pasts(sheet, read)
        if pasts:
            open_sheets = self._with_trumps(replace(sheet, unscored=frozenset()), card_play.trumps)
            open_rows = [
                (one, build_row(one, bids, won, before.totals, evidence)) for one in open_sheets
            ]
            open_rows = [
                (one, replace(row, unscored=unscored, pasts=pasts)) for one, row in open_rows
            ]
            self.open_rows = tuple(row for _, row in open_rows)
            if len(self.row_problems) == reported_before:
                rows, judged = self._refuted(open_rows, before) or (rows, judged)
        judged = replace(judged, exact=not unscored and self._is_exact(judged, evidence))
        right = len(self.row_problems) == reported_before
        judged = with_known_figures(
            replace(judged, bids=bids),
            self.figure_budget,
            is_right=right,
            scores_alone=self.detail == "row",
        )
        if right and judged.is_decided:
            rows = [(one, row) for (one, _), row in zip(rows, judged.solved, strict=True)]
        totals = self._running_totals(before, self._totals(before, judged))
        certain = judged
        if not right and judged.is_decided and all(judged.counts):
            # One of several figures is wrong: the counts are not possible together.
            certain = replace(judged, counts=(frozenset(),) * players, scores=(None,) * players)
        past = known_in_all(
            [
                past_after_row(with_trump, self.table.history_read(), row, certain, self.budget)
                for with_trump, row in rows
            ]
        )
        scores = judged.scores if right else (None,) * players
        missed = [
            abs(bid - next(iter(counts)))
            if right and bid is not None and len(counts) == 1
            else None
            for bid, counts in zip(judged.bids or (None,) * players, judged.counts, strict=True)
        ]
        end = self._row_end(rules, sheet.seats, scores, missed, totals, past)
        if right and judged.is_decided and dealer is not None and end.dealer is None:
            end = replace(end, dealer=self._only_next_dealer(sheet, judged, end, before))
        return end, judged

    def _possible_pasts(
        self, sheet: RecordedRow, read: Collection[str]
    ) -> tuple[tuple[OwnPast, ...], ...]:
        """Returns every past that each player can have, if scores depend on unknown runs or
        tallies; nothing if there are too many, or if scores depend on an unknown auction.
        """
        if not sheet.unscored or self.possible_history is None:
            return ()
        is_auction_read = "auction" in score_names(sheet.rules)
        if is_auction_read and not all("auction" in dict(own) for own in sheet.past):
            return ()
        return self.possible_history.pasts(self.table, sheet.number, sorted(read), sheet.past)

    def _refuted(
        self, rows: list[tuple[RecordedRow, Row]], before: RowStart
    ) -> tuple[list[tuple[RecordedRow, Row]], RowJudgement] | None:
        """Reports a row that contradicts the rules for every value of the unknown runs and tallies,
        and returns its judgement; returns None if it fits with some value.
        """
        reported, budget = len(self.row_problems), self.budget
        self.budget = budget.portion(budget.left // (1 if self.is_changed else WORK_DIVISOR))
        try:
            judged = self._judge_with(rows, before)
        finally:
            budget.settle(self.budget)
            self.budget = budget
        if has_error(self.row_problems[reported:]):
            return judged
        if not self.is_changed:  # for a fix, a row that is not decided does not count as right
            del self.row_problems[reported:]
        return None

    def _only_next_dealer(
        self, sheet: RecordedRow, judged: RowJudgement, end: RowEnd, before: RowStart
    ) -> int | None:
        """Returns the line that deals next if every score that fits gives the same one, else None.

        Each player's scores are tried with all of the others', including those that do not fit.
        """
        nothing = (None,) * len(self.players)
        portion = self.figure_budget.portion(self.figure_budget.left // WORK_DIVISOR)
        scores = [possible_scores(judged, seat, portion) for seat in range(len(self.players))]
        self.figure_budget.settle(portion)
        if prod(map(len, scores)) > MOST_COMBINATIONS:
            return None
        begun = nothing if before.follows_error else before.running
        dealers = set[int | None]()
        for way in product(*scores):
            totals = tuple(
                base + score if total is None and base is not None and score is not None else total
                for total, base, score in zip(end.totals, begun, way, strict=True)
            )
            ended = self._row_end(sheet.rules, sheet.seats, way, nothing, totals, end.past)
            dealers.add(ended.dealer)
        return dealers.pop() if len(dealers) == 1 else None

    def _marks(self, rules: DealRules) -> dict[int, bool]:
        """Returns for each seat with a mark whether its bid was made.

        A mark of a bid that the rules do not allow is left out. A fix is tried without the marks
        from which figures follow; `_Replay._fixes` sees to these.
        """
        keys = [key for key in self.places.marks if key[0] == self.index]
        if isinstance(rules.bid, NoBid):
            return {}
        if isinstance(rules.bid, FixedBid):
            bids, due = self.deal.bids, (rules.bid.number, "-", "?")
            keys = [key for key in keys if bids is None or bids[key[1]] in due]
        if self.is_changed:
            keys = [key for key in keys if not self.places.has_figures_of_mark(*key)]
        return {seat: self.places.marks[index, seat].is_made for index, seat in keys}

    def _with_trumps(self, sheet: RecordedRow, trumps: Trumps | None) -> list[RecordedRow]:
        """Returns the row with each trump that it can have; as it is if no points depend on it."""
        rules = sheet.rules
        if not self._scores_trump(rules):
            return [sheet]
        if is_scored(rules, self.table.history_read(), "trump"):
            names = trump_names_of(rules, sheet.cards)
        else:
            names = trumps_of_worth(rules, sheet.cards)
        names = names if trumps is None else (trump_name(trumps),)
        return [
            replace(sheet, rules=replace(rules, names={**rules.names, "trump": name}))
            for name in names
        ]

    def _scores_trump(self, rules: DealRules) -> bool:
        """Returns whether scores, runs or tallies depend on the trump."""
        is_worth_scored = rules.trump_worth.worths and "points" in score_names(rules)
        return bool(is_worth_scored) or is_scored(rules, self.table.history_read(), "trump")

    def _judge_with(
        self, rows: list[tuple[RecordedRow, Row]], before: RowStart
    ) -> tuple[list[tuple[RecordedRow, Row]], RowJudgement]:
        """Judges a row with each of its trumps; returns those that fit, and what they agree on.

        If none fits, the trumps with the fewest problems count. If they have different ones, the
        row is reported with all players whose figures can be wrong.
        """
        tried: list[tuple[tuple[RecordedRow, Row], RowJudgement, RowProblems]] = []
        # What one player can have scored depends on the trump.
        detail: Detail = "players" if len(rows) > 1 and self.detail == "scores" else self.detail
        for sheet, row in rows:
            of_trump: RowProblems = []
            judged = judge_row(sheet, row, before.totals, self.budget, of_trump, detail)
            tried.append(((sheet, row), judged, of_trump))
        fewest = min(len(of_trump) for _, _, of_trump in tried)
        fitting = [each for each in tried if len(each[2]) == fewest]
        reported, *others = [of_trump for _, _, of_trump in fitting]
        if all(of_trump == reported for of_trump in others):
            self.row_problems += reported
        else:
            seats = {seat for _, _, of_trump in fitting for seat, _ in of_trump}
            names = [name for seat, name in enumerate(self.players) if seats & {seat, None}]
            only = seats.pop() if len(seats) == 1 else None
            place = self.places.value(self.index, "totals")
            if only is not None:
                place = self.places.cell(self.index, "totals", only)
            problem = problems.records.ImpossibleRow(place, names).diagnostic()
            self.row_problems.append((only, problem))
        return [row for row, _, _ in fitting], judged_alike([one for _, one, _ in fitting])

    def _note_unknown(self, read: Collection[str], before: RowStart, past: PartialPast) -> None:
        """Stores the names that limits on bids depend on but whose values are unknown."""
        declared = {item.name for item in self.table.game.past}
        if self._has_history(declared.intersection(read), before):
            self._has_auction_number(read, past)

    def _has_auction_number(self, read: Collection[str], past: PartialPast) -> bool:
        """Returns False if `read` contains the number of the winning auction bid and it is unknown.

        In this case, reports the auction as missing, or else its winner.
        """
        if "auction" not in read or all("auction" in dict(own) for own in past):
            return True
        place = self.places.deal(self.index)
        problem = problems.records.MissingAuction(place, self.may_be_passed_out).diagnostic()
        if self.is_auction_over:
            problem = problems.records.UnknownAuctionWinner(place).diagnostic()
        if not self.has_auction_error and (None, problem) not in self.row_problems:
            self.row_problems.append((None, problem))
        return False

    def _blind_bidders(self, rules: DealRules) -> tuple[int, ...]:
        """Returns the seats that bid blind; empty if the row does not record them."""
        names = self.deal.blind or ()
        for key in ("blind", "looked") if not may_bid_blind(rules) else ():
            if getattr(self.deal, key):
                reason = f"nobody can choose to bid blind in `{rules.name}`"
                place = self.places.value(self.index, key)
                wrong = problems.records.NotInDeal(place, reason, f"leave `{key}` out").diagnostic()
                self.row_problems.append((None, wrong))
        return tuple(self.players.index(name) for name in names)

    def _auction(self, rules: DealRules, cards: int, dealer: int | None) -> RecordedAuction | None:
        """Returns the recorded auction, or None if there was no auction; reports the first bid that
        was not allowed.
        """
        words = self.deal.auction
        if words is None:
            return None
        place = self.places.value(self.index, "auction")
        if not has_auction(rules):
            reason = f"there is no auction in `{rules.name}`"
            wrong = problems.records.NotInDeal(place, reason, "leave `auction` out").diagnostic()
            self.row_problems.append((None, wrong))
            return None
        number = self.scheduled.number
        for index, word in enumerate(words):
            stand = auction_state(rules.players, words[:index])
            place = self.places.cell(self.index, "auction", index)
            if stand.turn is None:
                reason = "the auction was over before this"
                wrong = problems.records.NotInDeal(place, reason, "leave it out").diagnostic()
                self.row_problems.append((None, wrong))
                words = words[:index]
                break
            if word is None:
                continue
            why = why_not_bid_in_auction(
                rules, deal=number, cards=cards, words=words[:index], bid=word
            )
            if why is not None:
                seat = None if dealer is None else (dealer + 1 + stand.turn) % rules.players
                name = "" if seat is None else self.players[seat]
                self.row_problems.append((seat, problems.records.refused_action(place, name, why)))
                return None
        stand = auction_state(rules.players, words)
        winner = None
        if stand.turn is None and stand.leader is not None and dealer is not None:
            winner = (dealer + 1 + stand.leader) % rules.players
        return RecordedAuction(stand.turn is None, winner, stand.highest)

    def _judge_passed_out(self, before: RowStart, rules: DealRules) -> tuple[RowEnd, RowJudgement]:
        """Returns the end of a deal in which everyone passed: nobody bids or plays, and no total
        changes.
        """
        players = rules.players
        written = {
            "bids": set(self.deal.bids or ()) - {"-", "?", 0},
            "won": set(self.deal.won or ()) - {0, None},
            "tricks": self.deal.tricks,
            "taken": self.deal.taken,
        }
        for key, figures in written.items():
            if figures:
                place = self.places.value(self.index, key)
                reason = "everybody passed, so the deal is not played"
                wrong = problems.records.NotInDeal(place, reason, f"leave `{key}` out")
                self.row_problems.append((None, wrong.diagnostic()))
        totals = self.deal.totals or (None,) * players
        for seat, (total, base) in enumerate(zip(totals, before.totals, strict=True)):
            if None not in (total, base) and total != base:
                place = self.places.cell(self.index, "totals", seat)
                name = self.players[seat]
                wrong_total = problems.records.ChangedTotal(
                    place, name, total or 0, base or 0, 0, ()
                )
                self.row_problems.append((seat, wrong_total.diagnostic()))
        counts = (frozenset({0}),) * players
        judged = RowJudgement(counts, (0,) * players, contracts=(frozenset({None}),) * players)
        seats = Seats(players, self.dealer, self.caller, drawn=None, bids=(), auction_winner=None)
        kept = self._running_totals(before, self._totals(before, judged))
        nobody = (0,) * players
        return self._row_end(rules, seats, judged.scores, nobody, kept, before.past), judged

    def _has_history(self, read: Collection[str], before: RowStart) -> bool:
        """Returns whether these runs and tallies are known for every player; stores the unknown
        ones.
        """
        for name in read:
            pairs = zip(self.players, before.past, strict=True)
            players = tuple(player for player, own in pairs if name not in dict(own))
            if players:
                self.unknown_past[name] = players
        return self.unknown_past.keys().isdisjoint(read)

    def warnings_of_past(self, reported: Collection[tuple[str, str]]) -> Iterator[Diagnostic]:
        """Yields a warning for each unknown run or tally that is needed,
        unless already reported.
        """
        groups: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
        for name, players in sorted(self.unknown_past.items()):
            if any((name, player) not in reported for player in players):
                groups.setdefault((name in OF_ROWS, players), []).append(name)
        place = self.places.deal(self.index)
        shown = {item.name: item.shown_name for item in self.table.game.past}
        for (of_row, players), unknown in groups.items():
            names = [shown.get(name, name) for name in unknown]
            of = () if players == self.players else players
            problem = problems.records.MissingHistory(place, tuple(names), of)
            if of_row:
                first = self.number - self.scheduled.in_row
                problem = problems.records.MissingRowHistory(place, tuple(names), of, first)
            yield problem.diagnostic()

    def _unjudged(self, before: RowStart, cards: int | None) -> tuple[RowEnd, RowJudgement]:
        """Returns the end of a row whose rules or number of cards are unknown."""
        players = self.table.players
        nothing = (None,) * players
        counts = recorded_counts(self.deal, self.table, cards)
        totals = self._running_totals(before, self.deal.totals or nothing)
        end = RowEnd(totals, dealer=None, winner=None, past=unknown_past(players))
        open_contracts = (frozenset({True, False, None}),) * players
        return end, RowJudgement(counts, nothing, False, False, open_contracts)

    def _totals(self, before: RowStart, judged: RowJudgement) -> tuple[int | None, ...]:
        """Returns the totals as written, or computed from the scores if they are not written.

        None is computed if this row or the row before contradicts the rules.
        """
        written = self.deal.totals or (None,) * self.table.players
        if before.follows_error or has_error(self.row_problems):
            return written
        return tuple(
            total
            if total is not None
            else (None if base is None or score is None else base + score)
            for total, base, score in zip(written, before.totals, judged.scores, strict=True)
        )

    # --- dealer and caller ------------------------------------------------------------------

    def _seat_in_turn(self, role: str, name: str | None, expected: int | None) -> int | None:
        """Returns the seat that deals or calls.

        A name that contradicts the rows before is reported. Since either may be incorrect, the
        result is then None.
        """
        if name is None:
            return expected
        seat = self.players.index(name)
        chosen = role == "dealer" and self.index == 0 and self.record.dealer is None
        follows = self.index > 0 or self.number == 1
        if expected is None or expected == seat or chosen or not follows:
            return seat
        place = self.places.value(self.index, role)
        problem = problems.records.WrongTurn(place, role, name, self.players[expected]).diagnostic()
        self.row_problems.append((seat, problem))
        return None

    def _caller(self, rules: DealRules, dealer: int | None, before: RowStart) -> int | None:
        if not isinstance(rules.call, Call):
            if self.deal.caller is not None:
                place = self.places.value(self.index, "caller")
                reason = f"nobody calls in `{rules.name}`"
                problem = problems.records.NotInDeal(
                    place, reason, "leave `caller` out"
                ).diagnostic()
                self.row_problems.append((None, problem))
            return None
        last_winner = before.winner if self.scheduled.number > 1 else dealer
        expected = caller_of(rules.call, dealer, last_winner)
        return self._seat_in_turn("caller", self.deal.caller, expected)

    def _recorded_first_bidder(self, rules: DealRules) -> int | None:
        """Returns the seat that was drawn to bid first, if the row records it."""
        name, place = self.deal.first, self.places.value(self.index, "first")
        if name is None:
            return None
        if not rules.draws_bidder:
            reason = f"nobody is drawn to bid first in `{rules.name}`"
            wrong = problems.records.NotInDeal(place, reason, "leave `first` out").diagnostic()
            self.row_problems.append((None, wrong))
            return None
        seat = self.players.index(name)
        expected = drawn_bidder(self.record, self.scheduled.number, len(self.players))
        if expected not in (None, seat):
            problem = problems.records.DrawnOtherwise(
                place, self.scheduled.number, self.record.seed or 0, self.players[expected or 0]
            ).diagnostic()
            self.row_problems.append((seat, problem))
        return seat

    # --- what is played ---------------------------------------------------------------------

    def _rules(self, plain: DealRules) -> DealRules | None:
        """Returns the rules with the calls applied; None if the calls are unknown
        or not allowed.
        """
        calls = self.deal.calls
        place = self.places.value(self.index, "calls")
        if calls is None:
            if not isinstance(plain.call, Call):
                return plain
            problem = problems.records.NotJudged(place, "calls").diagnostic()
            self.row_problems.append((None, problem))
            return None
        if not calls and not isinstance(plain.call, Call):
            return plain
        reason = why_not_call(plain, calls)
        if reason is not None:
            self.row_problems.append((None, problems.records.refused_action(place, "", reason)))
            return None
        return self.table.rules_of(self.scheduled, ordered_call(plain, calls))

    def _cards_each(self, rules: DealRules | None) -> int | None:
        """Returns the number of cards dealt to each player; None if unknown."""
        low, high = self.scheduled.low, self.scheduled.high
        cards = self.deal.cards if self.deal.cards is not None else self.scheduled.cards
        if cards is None:
            cards = self._inferred_cards()
        place = self.places.value(self.index, "cards")
        if cards is None:
            if rules is not None:
                problem = problems.records.NotJudged(place, "cards").diagnostic()
                self.row_problems.append((None, problem))
            return None
        if low <= cards <= high:
            return cards
        reason_not = why_not_size(self.scheduled, cards, self.table.game.schedule_origin)
        if low < high and reason_not is not None:
            self.row_problems.append((None, problems.records.refused_action(place, "", reason_not)))
            return None
        self.row_problems.append(
            (None, problems.records.WrongNumberOfCards(place, cards, low, high).diagnostic())
        )
        return self.scheduled.cards

    def _inferred_cards(self) -> int | None:
        """Returns the number of cards each, if hands or tricks determine it."""
        if self.deal.hands:
            return len(self.deal.hands[0])
        if self.deal.taken:
            return len(self.deal.taken)
        won = [count for count in self.deal.won or () if count is not None]
        return sum(won) if len(won) == self.table.players else None

    def _check_seed(self, dealer: int | None, cards: int | None) -> None:
        number = self.scheduled.number
        players = len(self.players)
        key = key_against_seed(
            self.table.deck, self.record, self.deal, number, dealer, cards, players
        )
        if key is not None:
            place = self.places.value(self.index, key)
            problem = problems.records.NotOfSeed(place, number, self.record.seed or 0).diagnostic()
            self.row_problems.append((None, problem))

    def _takers(self, cards: int) -> tuple[int, ...]:
        """Returns the seat that took each trick; reports `taken` if its length is not the number of
        tricks.
        """
        taken = self.deal.taken
        if taken is None or len(taken) == cards:
            return taken or ()
        place = self.places.value(self.index, "taken")
        wrong = problems.records.WrongTakers(
            place, "taken", len(taken), expected_takers_text(cards)
        )
        self.row_problems.append((None, wrong.diagnostic()))
        return ()

    def _tricks_won(self, evidence: TrickEvidence, *, by_taken: bool) -> tuple[int | None, ...]:
        """Returns each player's number of tricks: as the cards or `taken` show, or else as written.

        Written counts that contradict the cards or `taken` are reported and left out. `by_taken`
        selects the message for a contradiction with `taken`.
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
                self.row_problems.append((seat, problem))
                count = None
            won.append(counts[0] if len(counts) == 1 else count)
        certain, cards = [count for count in won if count is not None], len(evidence.takers)
        adds_up = sum(certain) == cards if None not in won else sum(certain) <= cards
        # One that is left out is the mistake, not the sum of what is left.
        is_reported = not adds_up and sum(count or 0 for count in written) == cards
        if not is_reported and (
            not self._shows_cards or not adds_up or evidence.allows(tuple(won))
        ):
            return tuple(won)
        if tuple(won) == written:
            place = self.places.value(self.index, "won")
            self.row_problems.append(
                (None, problems.records.ImpossibleDivision(place).diagnostic())
            )
        return tuple(counts[0] if len(counts) == 1 else None for counts in allowed)

    @property
    def _shows_cards(self) -> bool:
        """True if the row records cards or takers, which restrict who can have won the tricks."""
        deal = self.deal
        return bool(deal.hands or deal.pack or deal.tricks or deal.taken)

    def _is_exact(self, judged: RowJudgement, evidence: TrickEvidence) -> bool:
        """Returns whether every listed trick count is possible.

        With recorded cards, this is certain only if the search found every outcome or the whole
        play is recorded.
        """
        if not judged.is_decided or not judged.exact:
            return False
        if evidence.outcomes is not None or evidence.whole is not None:
            return True
        deal, rows = self.deal, judged.solved
        if any(cards_decide(row.rules, row.cards) and set(row.scores) != {None} for row in rows):
            return False  # only numbers were compared: no search shows that cards can be so
        if deal.hands or deal.pack or deal.tricks:
            return False
        return not deal.taken or all(len(seats) == 1 for seats in evidence.takers)
