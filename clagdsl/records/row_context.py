"""What a row is read with: which deal it is, and what follows for it from the rows before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clagdsl import problems
from clagdsl.lang.philox import FIRST_DEALER, drawn
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import Call, Game
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import Diagnostic
from clagdsl.records.toml_limits import RecordPlaces
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.past import KnownPast, no_past, of_seat, remembered
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import SeatResult, deal_winner
from clagdsl.table.seats import Seats, next_dealer
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match stands before a row; None is what the rows before do not tell.

    `number` is the deal before in the schedule, `dealer` who deals the next one, `winner` who won
    the deal before.
    """

    number: int
    totals: tuple[int | None, ...]
    dealer: int | None
    winner: int | None = None
    past: KnownPast = ()
    """What is known of the runs and tallies of every seat."""


def opening(record: Record, game: Game) -> Standing:
    """The standing before the first deal.

    Where no dealer is named nobody knows who dealt, but for a match that a seed dealt: it has the
    last seat deal, or whom it draws.
    """
    players = len(record.players)
    dealer = None if record.seed is None else players - 1
    if record.seed is not None and game.first_dealer == "drawn":
        dealer = drawn(record.seed, record.match, 1, FIRST_DEALER, players)
    if record.dealer is not None:
        dealer = record.players.index(record.dealer)
    past = tuple(of_seat(no_past(remembered(game), players), seat) for seat in range(players))
    return Standing(0, (0,) * players, dealer, past=past)


def no_places() -> RecordPlaces:
    """The places of a record that was not read from a file."""
    return RecordPlaces(SourceText("record", ""))


def label_of(table: Table, scheduled: ScheduledDeal) -> str:
    """The deal's short name if it has one, else its number in the schedule."""
    deal = table.game.deal(scheduled.name)
    return str(scheduled.number) if deal is None or deal.short is None else deal.short


def locate(
    deal: RecordedDeal, index: int, before: Standing, table: Table, places: RecordPlaces
) -> ScheduledDeal | Diagnostic:
    """The deal of the schedule that a row is for: by number, or the next one with its label."""
    number, label = deal.number, deal.label
    names = {known.name: (known.name, known.short) for known in table.game.deals}
    if number is None and label is not None and label.isdecimal() and len(label) < 4:
        number, label = int(label), None
    if number is not None:
        found = table.scheduled(number)
        named = found is not None and label is not None
        if found is None or (named and label not in names[found.name]):
            place = places.value(index, "label" if named else "deal")
            shown = label if named and label else str(number)
            return problems.records.NotScheduled(place, shown, _known(table)).diagnostic()
    else:
        rows = [row for row in table.schedule if label in names[row.name]]
        if not rows:
            return problems.records.NotScheduled(
                places.value(index, "label"), label or "", _known(table)
            ).diagnostic()
        found = next((row for row in rows if row.number > before.number), rows[-1])
    if found.number <= before.number:
        place = places.value(index, "deal" if deal.number is not None else "label")
        return problems.records.OutOfOrder(place, found.number, before.number).diagnostic()
    return found


def _known(table: Table) -> str:
    names = dict.fromkeys(row.name for row in table.schedule)
    return f"the deals are 1 to {len(table.schedule)}: " + ", ".join(list(names)[:30])


def advanced(before: Standing, scheduled: ScheduledDeal, table: Table) -> Standing:
    """The standing before a deal when rows between are missing: little is left known."""
    if scheduled.number == before.number + 1:
        return before
    skipped = range(max(1, before.number + 1), scheduled.number)
    dealer = before.dealer
    for number in skipped:
        rules = _row_rules(table, number)
        dealer = None if rules is None else next_dealer(rules, Seats(table.players, dealer))
    nothing = (None,) * table.players
    return Standing(scheduled.number - 1, nothing, dealer, past=nothing_known(table))


def nothing_known(table: Table) -> KnownPast:
    """Runs and tallies where nothing is known of them."""
    return ((),) * table.players


def _row_rules(table: Table, number: int) -> DealRules | None:
    row = table.scheduled(number)
    rules = None if row is None else table.rules_of(row)
    if row is not None and len(table.sizes_apart(row)) > 1:
        return None  # nobody knows how many cards were picked
    return None if rules is None or isinstance(rules.call, Call) else rules


def winner_of(rules: DealRules, scores: Sequence[int | None], dealer: int | None) -> int | None:
    """Who won a deal, where its scores are known, and the dealer if that decides a tie."""
    known = [score for score in scores if score is not None]
    if len(known) != len(scores):
        return None
    results = [SeatResult(score, 0, None) for score in known]
    possible = {
        deal_winner(rules, results, seat)
        for seat in (range(len(scores)) if dealer is None else (dealer,))
    }
    return possible.pop() if len(possible) == 1 else None
