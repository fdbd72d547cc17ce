"""The state of a score sheet: plain immutable data; an entry changes as little as possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Literal, TypeAlias

from clagdsl.lang.cards import Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import AuctionWord
from clagdsl.lang.roster_changes import OneMoreHand, RosterChange
from clagdsl.lang.rules import fixed_trumps
from clagdsl.scorekeeping.entries import Fact, TakenBy, Won, is_by_seat
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.history import before_deal
from clagdsl.table.schedule import Schedule, ScheduledDeal, number_after_change
from clagdsl.table.scoring import SeatResult
from clagdsl.table.seating import Roster, apply_change, why_not_change
from clagdsl.table.standings import Figures, MatchOutcome, figures_of_lines
from clagdsl.table.table import Table

TableFor: TypeAlias = Callable[[int], Table]
"""A function that returns the same rules for another number of players; raises ArgumentError if the
rules do not allow it.
"""

SheetPhase: TypeAlias = Literal[
    "dealer", "size", "call", "auction", "name", "first", "bid", "tricks", "over"
]
"""The kind of entry that is due next."""


@dataclass(frozen=True, slots=True)
class SheetSetting:
    """The constants of a sheet, with the rules for the original players.

    - `first_dealer`: a line; None if drawn.
    - `rules`: the name of the rules in a record.
    - `seats`: the lines of `names` at the start, clockwise.
    - `note`: the note on the match.
    """

    table: Table
    names: tuple[str, ...]
    first_dealer: int | None
    rules: str
    seats: tuple[int, ...]
    table_for: TableFor = field(compare=False, repr=False)
    note: str | None = None


@dataclass(frozen=True, slots=True)
class AttributedFact:
    """A fact with the seat that it belongs to; None if it belongs to nobody or to the player in
    turn.

    `players` are the names in seat order at the time; empty if the fact does not concern seats.
    """

    seat: int | None
    fact: Fact
    players: tuple[str, ...] = ()


def attribute_fact(seat: int | None, fact: Fact, players: tuple[str, ...]) -> AttributedFact:
    """Returns a fact attributed to a seat among these players."""
    return AttributedFact(seat, fact, players if is_by_seat(fact) else ())


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The deal after the last one: `number` in `schedule`, and how many more are left out.

    `schedule` is that of the players of the last deal. Those of the next one may have another.
    """

    schedule: Schedule
    number: int = 1
    skipped: int = 0

    def number_in(self, schedule: Schedule) -> int:
        """Returns the number of the deal in the schedule of those who play it."""
        return number_after_change(self.schedule, self.number, schedule) + self.skipped


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """A deal on the sheet; values are None or empty until they are known.

    - `number`: its number on the sheet, from 1. `scheduled` has its number in the schedule, and its
      size if that was set.
    - `skipped`: how many deals before it are left out.
    - `seats`: the lines of its players. All other values are by seat, except `totals`, by line.
    - `facts`: the entries in order, including interludes before the deal.
    - `extra_hand`: set if this is an extra hand after the end of the match.
    - `reported_trump`: the trump that was named, or entered after a turn or draw. The latter is
      allowed once `shown` is true; it is due before the tricks (phase `name`) if a score reads it.
    - `bids`: in turn order.
    - `auction`: its words, beginning with eldest hand.
    - `looked`: the seats that looked before bidding, if that is a choice.
    - `results`, `winner`, `totals`: set once the deal is closed.
    """

    number: int
    scheduled: ScheduledDeal
    rules: DealRules
    seats: tuple[int, ...]
    dealer: int
    cards: int | None
    skipped: int = 0
    extra_hand: OneMoreHand | None = None
    facts: tuple[AttributedFact, ...] = ()
    caller: int | None = None
    calls: tuple[str, ...] | None = None
    reported_trump: Trumps | None = None
    shown: bool = False
    drawn: int | None = None
    auction: tuple[AuctionWord, ...] = ()
    looked: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()
    results: tuple[SeatResult, ...] = ()
    winner: int | None = None
    totals: tuple[int, ...] = ()

    @property
    def trump(self) -> tuple[Suit, ...] | None:
        """The trump suits: None if unknown, else none, one, or all suits high to low."""
        if self.calls is None and self.rules.calls_trump:
            return None  # the call may still replace it
        return (
            fixed_trumps(self.rules.trump) if self.reported_trump is None else self.reported_trump
        )


@dataclass(frozen=True, slots=True)
class SheetState:
    """A whole score sheet at one moment.

    - `roster`: the players; `table`: the rules for the current players.
    - `next_deal`: the position of the current deal in the schedule.
    - `dealer_line`: the line that deals next.
    - `last_winner`: the line that won the previous deal, or the next one if that player does not
      play.
    - `acting`: the seats whose entry is due; empty if everyone's or nobody's is.
    - `standings`, `outcome`: by line.
    - `joining_totals`: the starting totals of those who joined.
    - `closing`: the facts entered after the last deal.
    - `ended`: true if the entry `end` stopped the match.
    - `waiting`: facts entered before a correction, by deal, beginning with this deal. They count
      again once the missing entries are made, or once the players they belong to play again.
    """

    setting: SheetSetting
    roster: Roster
    table: Table
    next_deal: NextDeal
    dealer_line: int
    last_winner: int | None
    phase: SheetPhase
    acting: tuple[int, ...]
    deal: SheetDeal
    standings: Figures
    history: tuple[SheetDeal, ...] = ()
    outcome: MatchOutcome | None = None
    joining_totals: tuple[int, ...] = ()
    closing: tuple[AttributedFact, ...] = ()
    ended: bool = False
    waiting: tuple[tuple[AttributedFact, ...], ...] = ()

    @property
    def figures(self) -> Figures:
        """The standings of the deal's players, by seat, in the form that its rules use."""
        seated = figures_of_lines(self.standings, self.deal.seats)
        past = before_deal(seated.past, self.deal.scheduled, self.deal.skipped)
        return replace(seated, past=past)

    @property
    def number(self) -> int:
        """The number of the current deal; after the end, of the deal that could follow."""
        return len(self.history) + 1

    @property
    def facts(self) -> tuple[AttributedFact, ...]:
        """The facts entered since the last closed deal."""
        return self.closing if self.phase == "over" else self.deal.facts


# --- facts that wait after a correction -------------------------------------------------


@dataclass(frozen=True, slots=True)
class PendingDeal:
    """A deal with waiting facts; `has_other_players` is true if its players have changed since."""

    number: int
    has_other_players: bool


def is_of_others(attributed: AttributedFact, players: tuple[str, ...]) -> bool:
    """Returns whether a fact was entered for other players at these seats, so that
    it cannot count.
    """
    return attributed.players != () and set(attributed.players) != set(players)


def in_seats(attributed: AttributedFact, players: tuple[str, ...]) -> AttributedFact:
    """Returns a fact by the seats of the same players in another order; others as they are."""
    before, fact, seat = attributed.players, attributed.fact, attributed.seat
    if before == players or not before or is_of_others(attributed, players):
        return attributed
    seats = [players.index(name) for name in before]
    match fact:
        case Won(tricks=tricks, points=points) if len(tricks) == len(players):
            fact = Won(_moved(tricks, seats), points and _moved(points, seats))
        case TakenBy(seats=takers):
            fact = TakenBy(tuple(seats[taker] for taker in takers))
        case _:
            pass
    return AttributedFact(None if seat is None else seats[seat], fact, players)


def _moved(figures: tuple[int, ...], seats: Sequence[int]) -> tuple[int, ...]:
    """Returns figures by their new seats."""
    return tuple(figure for _, figure in sorted(zip(seats, figures, strict=True)))


def pending_deals(moment: SheetState) -> tuple[PendingDeal, ...]:
    """Returns the deals with waiting facts, in order."""
    pending: list[PendingDeal] = []
    roster = moment.roster
    for place, facts in enumerate(moment.waiting):
        for attributed in facts:
            if (
                isinstance(attributed.fact, RosterChange)
                and why_not_change(roster, attributed.fact) is None
            ):
                roster = apply_change(roster, attributed.fact)
        if facts:
            others = any(is_of_others(attributed, roster.players) for attributed in facts)
            pending.append(PendingDeal(moment.number + place, others))
    return tuple(pending)
