"""The score sheet's public interface: an immutable value with its log of entries.

`Sheet` combines the parser of entries, legality, the reducer and corrections. Its undo stack keeps
the state before each entry, so `undo` needs no replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Final

from clagdsl import problems
from clagdsl.engine.actions import DealPack, PickCards, Play, PlayTop
from clagdsl.lang.cards import Suit
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.policies.bid import PASS
from clagdsl.lang.record import Record
from clagdsl.lang.roster_changes import Note, Seats
from clagdsl.lang.rules import Game, Value
from clagdsl.problems.diagnostic import IllegalAction, Reason
from clagdsl.scorekeeping.corrections import (
    apply_adjustment_correction,
    apply_correction,
    apply_match_entry,
    apply_roster_correction,
    enter_row,
    is_size_late,
    replay_facts,
)
from clagdsl.scorekeeping.entries import (
    Auction,
    Bids,
    Correct,
    CorrectAdjustment,
    CorrectInterlude,
    CorrectPart,
    CorrectRoster,
    Entry,
    Undo,
    parse_entry,
)
from clagdsl.scorekeeping.legality import legal, why_not, why_not_now
from clagdsl.scorekeeping.reducer import enter, open_sheet
from clagdsl.scorekeeping.seating import roster_before
from clagdsl.scorekeeping.sheet_view import (
    KeptRow,
    SheetView,
    actor_of,
    deals_to_reenter,
    export_record,
    pending_deal_numbers,
    sheet_rows,
    sheet_view,
)
from clagdsl.scorekeeping.stake import Stake, stake_of
from clagdsl.scorekeeping.state import SheetPhase, SheetSetting, SheetState, TableFor
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.seating import Roster, player_names, seat_of_dealer
from clagdsl.table.seats import bids_by_seat
from clagdsl.table.standings import no_value
from clagdsl.table.table import Table, open_table

MOST_ENTRIES: Final = 20_000
"""The maximum number of entries on a sheet, including those taken back."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet of a match played with real cards; `PlayableGame.keep` opens one.

    `log` has every entry in its text form. A sheet is determined by its setting and its log.
    """

    log: tuple[str, ...]
    _moment: SheetState
    _undo_stack: tuple[SheetState, ...] = field(compare=False, repr=False)
    """The state before each entry that has not been taken back."""

    # --- entries --------------------------------------------------------------------------

    def legal(self) -> tuple[str, ...]:
        """Returns every legal entry except rows of figures, in a fixed order.

        Rows are `won ...`, `taken ...` and `bids ...`, so the list is empty when tricks are due.
        `undo` and corrections are not listed either. `why_not` judges all of these.
        """
        return tuple(map(str, legal(self._moment)))

    def why_not(self, entry: str) -> Reason | None:
        """Returns why an entry is not legal now, or None if it is."""
        after = self._try_entry(entry)
        return after if isinstance(after, Reason) else None

    def apply(self, entry: str) -> Sheet:
        """Returns the sheet after an entry; raises IllegalAction if it is not legal."""
        after = self._try_entry(entry)
        if isinstance(after, Reason):
            raise IllegalAction(after)
        return after

    def _try_entry(self, text: object) -> Sheet | Reason:
        """Returns the sheet after an entry, or why it is not legal."""
        entry = parse_entry(text) if isinstance(text, str) else None
        if entry is None:
            return problems.illegal_actions.NotAnEntry(text).reason()
        if len(self.log) >= MOST_ENTRIES:
            return problems.illegal_actions.SheetFull(MOST_ENTRIES).reason()
        log = (*self.log, str(entry))
        if isinstance(entry, Undo):
            if not self._undo_stack:
                return problems.illegal_actions.NothingToUndo().reason()
            return Sheet(log, self._undo_stack[-1], self._undo_stack[:-1])
        try:
            moment = _apply_entry(self._moment, entry)
        except EvaluationError as error:  # in an extra hand, which is not proved
            return no_value(error)
        if isinstance(moment, Reason):
            return moment
        return Sheet(log, moment, (*self._undo_stack, self._moment))

    # --- the match ------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return self._moment.phase == "over"

    @property
    def ended(self) -> bool:
        """True if the entry `end` stopped the match before its last deal."""
        return self._moment.ended

    @property
    def phase(self) -> SheetPhase:
        """The kind of entry due next: dealer, size, call, auction, name, first, bid or tricks; or
        over.
        """
        return self._moment.phase

    @property
    def actor(self) -> int | None:
        """The line whose entry is due next; None if it is everyone's, or if the match is over."""
        return actor_of(self._moment)

    @property
    def game(self) -> Game:
        """The rules."""
        return self.table.game

    @property
    def table(self) -> Table:
        """The rules for the current players: their number, parameters, schedule."""
        return self._moment.table

    @property
    def players(self) -> int:
        """The number of current players."""
        return self.table.players

    @property
    def names(self) -> tuple[str, ...]:
        """The names by line: the original players as they were entered, then those who joined."""
        return self._moment.roster.names

    @property
    def seats(self) -> tuple[int, ...]:
        """The lines of the current players, clockwise, which is the order of figures in a row."""
        return self._moment.roster.seats

    @property
    def circle(self) -> tuple[int, ...]:
        """The lines of the players who have not left, clockwise; some may sit out."""
        return self._moment.roster.circle

    @property
    def out(self) -> tuple[int, ...]:
        """The lines of the players who sit out."""
        return self._moment.roster.out

    @property
    def left(self) -> tuple[int, ...]:
        """The lines of the players who have left."""
        return self._moment.roster.left

    @property
    def parameters(self) -> Mapping[str, Value]:
        """The value of every parameter of the rules."""
        return MappingProxyType(self.table.parameters)

    @property
    def note(self) -> str | None:
        """The note on the match, such as how a tie was settled."""
        return self._moment.setting.note

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each line so far."""
        return self._moment.standings.totals

    @property
    def failed(self) -> tuple[int, ...]:
        """The number of contracts that each line has failed so far."""
        return self._moment.standings.failed

    @property
    def completed(self) -> tuple[int, ...]:
        """The number of contracts that each line has completed so far."""
        return self._moment.standings.completed

    @property
    def winners(self) -> tuple[int, ...]:
        """The lines that have won the match; empty until it is over."""
        return () if self._moment.outcome is None else self._moment.outcome.winners

    @property
    def payments(self) -> tuple[Fraction, ...]:
        """The amount that each line receives at the end, negative if it pays; empty until then."""
        return () if self._moment.outcome is None else self._moment.outcome.payments

    @property
    def rows(self) -> tuple[KeptRow, ...]:
        """The deals that are closed."""
        return sheet_rows(self._moment, self._moment.history)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The numbers of the deals that will count again once an entry dropped by a correction is
        made again.
        """
        return pending_deal_numbers(self._moment)

    @property
    def anew(self) -> tuple[int, ...]:
        """The numbers of the deals whose figures must be entered again because a correction changed
        their players.
        """
        return deals_to_reenter(self._moment)

    @property
    def entries(self) -> tuple[str, ...]:
        """The corrected log: the entries in effect, one fact at a time, in order.

        Entering them in an empty sheet gives an equal sheet, except for the deals that are
        `waiting`.
        """
        moment, setting = self._moment, self._moment.setting
        of_match: list[Seats | Note] = []
        if setting.seats != tuple(range(len(setting.names))):
            of_match.append(Seats(tuple(setting.names[line] for line in setting.seats)))
        if setting.note is not None:
            of_match.append(Note(setting.note))
        facts = [attributed.fact for deal in moment.history for attributed in deal.facts]
        facts += [attributed.fact for attributed in moment.facts]
        return tuple(map(str, (*of_match, *facts)))

    def roster_before(self, deal: int) -> Roster:
        """Returns the roster before the roster changes of deal number `deal`."""
        return roster_before(self._moment, deal)

    # --- the deal -------------------------------------------------------------------------

    @property
    def deal(self) -> int:
        """The 1-based number of the deal on the sheet; deals that are left out do not count."""
        return self._moment.deal.number

    @property
    def scheduled(self) -> ScheduledDeal:
        """The current deal of the schedule, with the size that was set."""
        return self._moment.deal.scheduled

    @property
    def dealer(self) -> int:
        """The line that deals; the last line until the first dealer is entered."""
        return self._moment.deal.seats[self._moment.deal.dealer]

    @property
    def caller(self) -> int | None:
        """The line that calls; None if nobody calls, or if it is not known yet."""
        deal = self._moment.deal
        return None if deal.caller is None else deal.seats[deal.caller]

    @property
    def cards(self) -> int | None:
        """The number of cards each player gets in this deal; None until it is chosen."""
        return self._moment.deal.cards

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls of this deal, in the order in which the rules declare them."""
        return self._moment.deal.calls or ()

    @property
    def trump(self) -> tuple[Suit, ...] | None:
        """The trump suits: none, one, or all suits high to low; None until known."""
        return self._moment.deal.trump

    @property
    def bids(self) -> tuple[int | None, ...]:
        """The bid of each line; None if it makes no bid, or has not bid yet."""
        deal = self._moment.deal
        made = dict(zip(deal.seats, bids_by_seat(deal), strict=True))
        return tuple(made.get(line) for line in range(len(self.names)))

    def stake(self, seat: int, bid: int) -> Stake:
        """Returns the points for a line's bid in this deal, made and missed.

        The other players may win any of the remaining tricks, and those who have not bid may bid
        anything. Raises ArgumentError if the deal is not ready for bids, the match is over, or
        `seat` cannot make this bid.
        """
        return stake_of(self._moment, seat, bid)

    # --- export ---------------------------------------------------------------------------

    def record(self) -> Record:
        """Returns the sheet as a record, which `clagdsl replay` accepts."""
        return export_record(self._moment)

    def view(self) -> SheetView:
        """Returns the whole sheet as a `SheetView`."""
        return sheet_view(self._moment, self.log)

    def to_json(self) -> JsonObject:
        """Returns the whole sheet as a JSON object for `json.dumps`."""
        return self.view().to_json()

    def __hash__(self) -> int:
        return hash((self.log, self.names))

    def __repr__(self) -> str:
        return f"<Sheet: {self}>"

    def __str__(self) -> str:
        deal = self.scheduled
        where = "over" if self.over else f"deal {self.deal} ({deal.name}), {self.phase}"
        return f"{where}, totals {self.totals}"


def new_sheet(
    table: Table,
    names: Sequence[str],
    dealer: int | str | None = None,
    rules: str | None = None,
    table_for: TableFor | None = None,
) -> Sheet:
    """Returns an empty score sheet at a table; `rules` is the name of the rules in its record.

    `table_for` returns the table for another number of players; by default, a table of the same
    rules.

    The first dealer is a seat or a name (default: the last seat). If the rules draw the dealer, the
    sheet waits for `dealer ...`. Raises ArgumentError if the names or the dealer are invalid.
    """
    called = player_names(names, table.players)
    drawn = dealer is None and table.draws_dealer
    first = None if drawn else seat_of_dealer(dealer, called)
    others = table_for or partial(open_table, table.game, parameters=table.parameters)
    seats = tuple(range(len(called)))
    setting = SheetSetting(table, called, first, rules or table.game.file, seats, others)
    return Sheet((), open_sheet(setting), ())


def _apply_entry(moment: SheetState, entry: Entry) -> SheetState | Reason:
    """Returns the state after an entry other than undo, or why it is not legal."""
    match entry:
        case Correct():
            return apply_correction(moment, entry)
        case CorrectAdjustment():
            return apply_adjustment_correction(moment, entry)
        case CorrectRoster():
            return apply_roster_correction(moment, entry)
        case CorrectPart(deal=deal, part=part):
            row = "auction 5C pass pass pass" if part == PASS else "bids 2 0 1 1"
            return problems.illegal_actions.CorrectWhole(deal, part, row).reason()
        case CorrectInterlude(deal=deal, part=part):
            return problems.illegal_actions.NotCorrected(deal, part).reason()
        case Bids() | Auction():
            return enter_row(moment, entry)
        case Seats() | Note():
            return apply_match_entry(moment, entry)
        case PickCards() if is_size_late(moment):
            return apply_correction(moment, Correct(moment.deal.number, entry))
        case DealPack() | Play() | PlayTop() | Undo():
            if moment.phase == "over":
                return problems.illegal_actions.MatchOver().reason()
            return why_not_now(moment)
        case _:
            why = why_not(moment, entry)
            if why is not None:
                return why
            after = enter(moment, entry)
            closed = len(after.history) - len(moment.history)
            waiting = moment.waiting[closed:]
            return replay_facts(after, waiting) if waiting else after
