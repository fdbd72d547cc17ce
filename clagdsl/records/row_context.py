"""The context of a row: which scheduled deal it records, and the standing before it.

A row of a score sheet is judged relative to the rows before it. This module finds the deal of the
schedule that a row names, the rows that are out of order, and the `Standing` before each deal. A
standing also reflects roster changes, adjustments, and deals that are not recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from clagdsl import problems
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.identifiers import nfc_name
from clagdsl.lang.limits import ROW_INFERENCE_STEPS
from clagdsl.lang.numerals import join_words
from clagdsl.lang.philox import FIRST_DEALER, random_below
from clagdsl.lang.record import Record, RecordedAdjustment, RecordedChange, RecordedDeal
from clagdsl.lang.rules import Call, Game
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.problems.suggestions import closest_name
from clagdsl.records.solver import Counts
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.table.bids import OwnPast
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import PartialPast, empty_past, remembered, values_of_seat
from clagdsl.table.possible_pasts import PastValues, pasts_by_deal
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.seating import (
    Roster,
    apply_change,
    latecomers_total,
    next_player_after_roster_change,
    roster_of,
    rosters_after,
)
from clagdsl.table.seats import next_dealer, unknown_end
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a match before a row; a value is None if the rows before do not determine it.

    All values are by line, as `clagdsl.table.seating` defines it. `number` is the number of the
    previous deal, `dealer` the line that deals next, `winner` the line that won the previous deal.
    """

    number: int
    totals: tuple[int | None, ...]
    dealer: int | None
    winner: int | None
    past: PartialPast
    """The known runs and tallies of every line."""
    follows_error: bool = False
    """True if the row before contradicts the rules, so that its totals may be wrong."""


def initial_standing(record: Record, table: Table) -> Standing:
    """Returns the standing before the first deal.

    If the record does not name a dealer, the dealer is unknown unless the match was dealt from a
    seed. Then it is the last seat, or the seat that the seed draws.
    """
    players = len(record.players)
    dealer = None if record.seed is None else players - 1
    if record.seed is not None and table.draws_dealer:
        dealer = random_below(record.seed, record.match, 1, FIRST_DEALER, players)
    if record.dealer is not None:
        dealer = record.players.index(record.dealer)
    past = tuple(
        values_of_seat(empty_past(table.history_read(), players), seat) for seat in range(players)
    )
    return Standing(0, (0,) * players, dealer, winner=None, past=past)


def empty_places() -> RecordPlaces:
    """Returns empty places, for a record that was not read from a file."""
    return RecordPlaces(SourceText("record", ""))


def label_of(table: Table, scheduled: ScheduledDeal, number: int) -> str:
    """Returns the deal's short name, or its number if it has none."""
    deal = table.game.deal(scheduled.name)
    return str(number) if deal is None or deal.short is None else deal.short


def find_scheduled_deal(
    deal: RecordedDeal, index: int, before: Standing, table: Table, places: RecordPlaces
) -> ScheduledDeal | Diagnostic:
    """Returns the scheduled deal that a row records: by number, or the next one with its label.

    Returns a diagnostic if none matches, or if it does not come after the previous row.
    """
    number = deal.number if deal.scheduled is None else deal.scheduled
    label = None if deal.label is None else nfc_name(deal.label)
    names = {kind.name: (kind.name, kind.short) for kind in table.game.deals}
    if number is None and label is not None and label.isdecimal() and len(label) < 4:
        number, label = int(label), None
    if number is not None:
        scheduled = table.scheduled(number)
        if scheduled is None:
            place = places.value(index, "deal")
            problem = problems.records.NotScheduled(place, str(number), _deals_text(table))
            return problem.diagnostic()
        if label is not None and label not in names[scheduled.name]:
            place = places.value(index, "label")
            numbers = [str(row.number) for row in table.schedule if label in names[row.name]]
            if not numbers:
                problem = problems.records.NotScheduled(place, label, _deals_text(table, label))
                return problem.diagnostic()
            advice = "correct the number or the label"
            if len(numbers) < 5:
                advice += f": `{label}` is deal {join_words(numbers, 'or')}"
            return problems.records.OtherDeal(
                place, label, advice, number, scheduled.name
            ).diagnostic()
    else:
        rows = [row for row in table.schedule if label in names[row.name]]
        if not rows:
            return problems.records.NotScheduled(
                places.value(index, "label"), label or "", _deals_text(table, label or "")
            ).diagnostic()
        scheduled = next((row for row in rows if row.number > before.number), rows[-1])
    number = number_on_sheet(deal, scheduled)
    if number <= before.number:
        place = places.value(index, "deal" if deal.number is not None else "label")
        return problems.records.OutOfOrder(place, number, before.number).diagnostic()
    return scheduled


def recorded_counts(deal: RecordedDeal, table: Table, cards: int | None) -> Counts:
    """Returns the numbers of tricks of a row that cannot be judged: those written, else bounds.

    If the number of cards is unknown, the largest hand of the pack is the bound.
    """
    most = table.deck.size // table.players if cards is None else cards
    every = frozenset(range(most + 1))
    won = deal.won or (None,) * table.players
    return tuple(every if count is None else frozenset({count}) for count in won)


def number_on_sheet(deal: RecordedDeal, scheduled: ScheduledDeal) -> int:
    """Returns the number of a row: that of the schedule, unless it has both."""
    return scheduled.number if deal.scheduled is None else deal.number or scheduled.number


def _deals_text(table: Table, label: str = "") -> str:
    """Returns the deals of the schedule in words, first the one that a label probably means."""
    names = dict.fromkeys(row.name for row in table.schedule)
    meant = closest_name(" ".join(label.replace("_", " ").split()), list(names)) if label else None
    question = "" if meant is None else f"did you mean `{meant}`? "
    return f"{question}the deals are 1 to {len(table.schedule)}: " + ", ".join(list(names)[:30])


def standing_before(
    before: Standing,
    number: int,
    scheduled: ScheduledDeal,
    table: Table,
    roster_history: RosterHistory,
) -> Standing:
    """Returns the standing before a deal, with the roster changes since the previous deal.

    If rows in between are missing, at most the dealer is known.
    """
    standing = roster_history.apply_changes(before, number, table.game)
    if number == before.number + 1:
        return standing
    circle = roster_history.roster(number).circle
    is_moved = roster_history.changes or scheduled.number != number
    dealer = None if is_moved else standing.dealer
    for missing in range(before.number + 1, number):
        rules = _row_rules(table, missing)
        dealer = None if rules is None else next_dealer(rules, unknown_end(circle, dealer))
    return replace(unknown_standing_after(standing, number - 1), dealer=dealer)


def unknown_past(lines: int) -> PartialPast:
    """Returns a history for this many lines in which all runs and tallies are unknown."""
    return ((),) * lines


def unknown_standing_after(before: Standing, number: int) -> Standing:
    """Returns the standing after deal `number` if nothing else is known about it."""
    lines = len(before.totals)
    return Standing(number, (None,) * lines, None, winner=None, past=unknown_past(lines))


MOST_PASTS: Final = 100
"""The maximum number of pasts of one player that are tried."""


@dataclass(slots=True)
class PossibleHistory:
    """The values that runs and tallies can have before each deal of the schedule.

    All deals before are played as scheduled, by the same players.
    """

    budget: Budget = field(default_factory=lambda: Budget(ROW_INFERENCE_STEPS))
    deals: dict[
        tuple[str, ...], tuple[Iterator[frozenset[PastValues]], list[frozenset[PastValues]]]
    ] = field(default_factory=dict, init=False)

    def pasts(
        self, table: Table, number: int, names: Sequence[str], past: PartialPast
    ) -> tuple[tuple[OwnPast, ...], ...]:
        """Returns every past of each player before a deal that has the known values of `past`.

        Only the figures in `names` are filled in. Returns nothing if there are too many, or none.
        """
        key = tuple(names)
        later, deals = self.deals.setdefault(key, (pasts_by_deal(table, key, self.budget), []))
        try:
            while len(deals) < number:
                deals.append(next(later))
        except (TooMuchError, EvaluationError, StopIteration):
            return ()
        every = [dict(zip(key, values, strict=True)) for values in sorted(deals[number - 1])]
        possible = tuple(
            tuple(
                tuple({**dict(own), **values}.items())
                for values in every
                if all(dict(own).get(name, value) == value for name, value in values.items())
            )
            for own in past
        )
        return possible if all(0 < len(own) <= MOST_PASTS for own in possible) else ()


def common_standing(first: Standing, second: Standing) -> Standing:
    """Returns the values that two standings after a deal share; the others are unknown."""
    return Standing(
        first.number,
        tuple(n if n == m else None for n, m in zip(first.totals, second.totals, strict=True)),
        first.dealer if first.dealer == second.dealer else None,
        first.winner if first.winner == second.winner else None,
        tuple(
            tuple(value for value in own if value in others)
            for own, others in zip(first.past, second.past, strict=True)
        ),
        first.follows_error or second.follows_error,
    )


def deal_number_of(deal: RecordedDeal, table: Table) -> int | None:
    """Returns the deal number of a row if the row alone determines it."""
    if deal.number is not None:
        is_elsewhere = deal.more or deal.scheduled is not None
        return deal.number if is_elsewhere or deal.number <= len(table.schedule) else None
    label = nfc_name(deal.label or "")
    named = {kind.name for kind in table.game.deals if label in (kind.name, kind.short)}
    numbers = [row.number for row in table.schedule if row.name in named]
    return numbers[0] if len(numbers) == 1 and not deal.more else None


def misplaced_rows(numbers: Sequence[int | None]) -> dict[int, tuple[int, int]]:
    """Returns the fewest rows to leave out so that the numbers of the others increase.

    The result maps the index of a row to its number and to the number of a row that it conflicts
    with: the last row before with the same or a higher number, or else the first one behind with a
    lower number. The rows that remain are a longest increasing subsequence.
    """
    rows = [(index, number) for index, number in enumerate(numbers) if number is not None]
    longest: list[tuple[tuple[int, int], ...]] = [()]
    for index, number in reversed(rows):
        later = [chain for chain in longest if chain and chain[0][1] > number]
        longest.insert(0, ((index, number), *max(later, key=len, default=())))
    kept = max(longest, key=len)
    misplaced: dict[int, tuple[int, int]] = {}
    for index, number in rows:
        if (index, number) not in kept:
            before = [other for row, other in kept if row < index and other >= number]
            behind = [other for row, other in kept if row > index and other < number]
            misplaced[index] = number, (before[-1:] or behind)[0]
    return misplaced


def roster_history_of(record: Record) -> RosterHistory:
    """Returns the changes, adjustments and rosters of a record."""
    rosters = rosters_after(roster_of(record.players), (entry.change for entry in record.roster))
    return RosterHistory(record.roster, record.adjust, tuple(rosters))


@dataclass(frozen=True, slots=True)
class RosterHistory:
    """The roster changes of a record, and the manual score adjustments."""

    changes: tuple[RecordedChange, ...]
    adjustments: tuple[RecordedAdjustment, ...]
    rosters: tuple[Roster, ...]
    """The roster at the start and after each change."""

    def roster(self, number: int) -> Roster:
        """Returns the roster that plays deal `number`."""
        return self.rosters[sum(entry.deal <= number for entry in self.changes)]

    def apply_changes(self, before: Standing, number: int, game: Game) -> Standing:
        """Returns the standing with the changes and adjustments from its own deal
        up to `number`.
        """
        roster, standing = self.roster(before.number), before
        for entry in self.changes:
            if before.number < entry.deal <= number:
                standing = _apply_change(standing, roster, entry, game)
                roster = apply_change(roster, entry.change)
        totals = list(standing.totals)
        for adjustment in self.adjustments:
            if before.number < adjustment.deal <= number:
                line = roster.names.index(adjustment.player)
                total = totals[line]
                totals[line] = None if total is None else total + adjustment.points
        return replace(standing, totals=tuple(totals))


def _apply_change(
    standing: Standing, roster: Roster, entry: RecordedChange, game: Game
) -> Standing:
    """Returns the standing after a roster change.

    A latecomer starts with the recorded total, or else level with the player in last place.
    """
    dealer, winner = standing.dealer, standing.winner
    after = replace(
        standing,
        dealer=None
        if dealer is None
        else next_player_after_roster_change(roster, entry.change, dealer),
        winner=None
        if winner is None
        else next_player_after_roster_change(roster, entry.change, winner),
    )
    if len(apply_change(roster, entry.change).names) == len(roster.names):
        return after
    circle_totals = [standing.totals[line] for line in roster.circle]
    recorded = [total for total in circle_totals if total is not None]
    total = entry.total
    if total is None and len(recorded) == len(circle_totals):
        total = latecomers_total(recorded, game.winner)
    nothing = values_of_seat(empty_past(remembered(game), 1), 0)
    return replace(after, totals=(*after.totals, total), past=(*after.past, nothing))


def _row_rules(table: Table, number: int) -> DealRules | None:
    row = table.scheduled(number)
    rules = None if row is None else table.rules_of(row)
    if row is not None and len(table.distinct_sizes(row)) > 1:
        return None  # the picked size is unknown
    return None if rules is None or isinstance(rules.call, Call) else rules
