"""What a row is read with: which deal it is, and what follows for it from the rows before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clagdsl import problems
from clagdsl.lang.identifiers import spelt
from clagdsl.lang.philox import FIRST_DEALER, drawn
from clagdsl.lang.record import Record, RecordedAdjustment, RecordedChange, RecordedDeal
from clagdsl.lang.rules import Call, Game
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import Diagnostic
from clagdsl.records.toml_limits import RecordPlaces
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.past import KnownPast, no_past, of_seat, remembered
from clagdsl.table.people import Roster, changed, due_after, latecomers_total, rosters_after
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.seats import next_dealer, unknown_end
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match stands before a row; None is what the rows before do not tell.

    All goes by line, as `clagdsl.table.people` has it.  `number` is that of the deal before,
    `dealer` whose turn it is to deal the next one, `winner` who won the deal before.
    """

    number: int
    totals: tuple[int | None, ...]
    dealer: int | None
    winner: int | None
    past: KnownPast
    """What is known of the runs and tallies of every line."""


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
    return Standing(0, (0,) * players, dealer, winner=None, past=past)


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
    number, label = deal.number, None if deal.label is None else spelt(deal.label)
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


def advanced(
    before: Standing, scheduled: ScheduledDeal, table: Table, company: Company
) -> Standing:
    """The standing before a deal: who has come and gone since the one before is told.

    When rows between are missing little is left known.
    """
    came = company.arrived(before, scheduled.number, table.game)
    if scheduled.number == before.number + 1:
        return came
    skipped = range(before.number + 1, scheduled.number)
    circle = company.roster(scheduled.number).circle
    due = None if company.changes else came.dealer
    for number in skipped:
        rules = _row_rules(table, number)
        due = None if rules is None else next_dealer(rules, unknown_end(circle, due))
    return replace(nothing_known_after(came, scheduled.number - 1), dealer=due)


def nothing_known(lines: int) -> KnownPast:
    """Runs and tallies where nothing is known of them."""
    return ((),) * lines


def nothing_known_after(before: Standing, number: int) -> Standing:
    """Return the standing after that deal if nothing else is known of it."""
    lines = len(before.totals)
    return Standing(number, (None,) * lines, None, winner=None, past=nothing_known(lines))


def known_to_both(one: Standing, other: Standing) -> Standing:
    """Return what two standings after the same deal agree on."""
    return Standing(
        one.number,
        tuple(n if n == m else None for n, m in zip(one.totals, other.totals, strict=True)),
        one.dealer if one.dealer == other.dealer else None,
        one.winner if one.winner == other.winner else None,
        tuple(
            tuple(value for value in own if value in others)
            for own, others in zip(one.past, other.past, strict=True)
        ),
    )


def number_of(deal: RecordedDeal, table: Table) -> int | None:
    """Return the number of the deal of a row, if the row alone shows it."""
    if deal.number is not None:
        return deal.number if deal.more or deal.number <= len(table.schedule) else None
    label = spelt(deal.label or "")
    named = {one.name for one in table.game.deals if label in (one.name, one.short)}
    numbers = [row.number for row in table.schedule if row.name in named]
    return numbers[0] if len(numbers) == 1 and not deal.more else None


def misplaced_rows(numbers: Sequence[int | None]) -> dict[int, tuple[int, int]]:
    """Return the rows to leave out so that the numbers of the others rise: as few as possible.

    Each has its number and that of another row, which it cannot stand before, or after.
    """
    rows = [(index, number) for index, number in enumerate(numbers) if number is not None]
    longest: list[tuple[tuple[int, int], ...]] = [()]
    for index, number in reversed(rows):
        later = [chain for chain in longest if chain and chain[0][1] > number]
        longest.insert(0, ((index, number), *max(later, key=len, default=())))
    kept = max(longest, key=len)
    return {
        index: (
            number,
            next(n for i, n in kept if (i < index and n >= number) or (i > index and n < number)),
        )
        for index, number in rows
        if (index, number) not in kept
    }


def company_of(record: Record) -> Company:
    """Who came and went in a record."""
    rosters = rosters_after(record.players, (one.change for one in record.roster))
    return Company(record.roster, record.adjust, tuple(rosters))


@dataclass(frozen=True, slots=True)
class Company:
    """Who came and went in a record, and what was given or taken by hand."""

    changes: tuple[RecordedChange, ...]
    adjustments: tuple[RecordedAdjustment, ...]
    rosters: tuple[Roster, ...]
    """Who is there at first, and after each change."""

    def roster(self, number: int) -> Roster:
        """Who is there when that deal is played."""
        return self.rosters[sum(one.deal <= number for one in self.changes)]

    def arrived(self, before: Standing, number: int, game: Game) -> Standing:
        """The standing with what happened between the deal before and that deal."""
        roster, standing = self.roster(before.number), before
        for one in self.changes:
            if before.number < one.deal <= number:
                standing = _changed(standing, roster, one, game)
                roster = changed(roster, one.change)
        totals = list(standing.totals)
        for given in self.adjustments:
            if before.number < given.deal <= number:
                line = roster.names.index(given.player)
                total = totals[line]
                totals[line] = None if total is None else total + given.points
        return replace(standing, totals=tuple(totals))


def _changed(standing: Standing, roster: Roster, one: RecordedChange, game: Game) -> Standing:
    """The standing after a change.

    A latecomer begins with what the record says, or else level with whoever is last.
    """
    dealer, winner = standing.dealer, standing.winner
    after = replace(
        standing,
        dealer=None if dealer is None else due_after(roster, one.change, dealer),
        winner=None if winner is None else due_after(roster, one.change, winner),
    )
    if len(changed(roster, one.change).names) == len(roster.names):
        return after
    there = [standing.totals[line] for line in roster.circle]
    known = [total for total in there if total is not None]
    total = one.total
    if total is None and len(known) == len(there):
        total = latecomers_total(known, game.winner)
    nothing = of_seat(no_past(remembered(game), 1), 0)
    return replace(after, totals=(*after.totals, total), past=(*after.past, nothing))


def _row_rules(table: Table, number: int) -> DealRules | None:
    row = table.scheduled(number)
    rules = None if row is None else table.rules_of(row)
    if row is not None and len(table.sizes_apart(row)) > 1:
        return None  # nobody knows how many cards were picked
    return None if rules is None or isinstance(rules.call, Call) else rules
