"""Where a score sheet stands: plain data, of which one entry replaces as little as it can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Literal, TypeAlias

from clagdsl.lang.cards import Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import AuctionWord
from clagdsl.lang.roster_changes import OneMoreHand, RosterChange
from clagdsl.lang.rules import settled_trumps
from clagdsl.scorekeeping.entries import Fact, tells_of_seats
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.past import before_deal
from clagdsl.table.people import Roster, changed, why_not_changed
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import SeatResult
from clagdsl.table.standings import Figures, MatchOutcome, of_seats
from clagdsl.table.table import Table

TableFor: TypeAlias = Callable[[int], Table]
"""The same rules at a table of so many players; raises ArgumentError where they allow none."""

SheetPhase: TypeAlias = Literal[
    "dealer", "size", "call", "auction", "name", "first", "bid", "tricks", "over"
]
"""What is to be entered next."""


@dataclass(frozen=True, slots=True)
class SheetSetting:
    """What holds for the whole sheet: the rules at the table of those who sit down first.

    `first_dealer` is None where it is drawn, `rules` is how a record names the rules.
    """

    table: Table
    names: tuple[str, ...]
    first_dealer: int | None
    rules: str
    table_for: TableFor = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SaidBy:
    """What has happened, and whose it was; None where it is nobody's, or whoever's turn it is.

    `players` are those of whose seats it tells, in seat order, none where it tells of no seats.
    """

    seat: int | None
    fact: Fact
    players: tuple[str, ...] = ()


def said_by(seat: int | None, fact: Fact, players: tuple[str, ...]) -> SaidBy:
    """What has happened among these players."""
    return SaidBy(seat, fact, players if tells_of_seats(fact) else ())


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """A deal as it is kept; what has not happened yet is None, or missing.

    `seats` are the lines of its players: all else that goes by player goes by seat, but `totals`,
    which go by line.  `facts` is what was entered, in order, from what happened before it.
    `one_more` tells that it is one after the end.  `told` is the trump that was named or told,
    which may stay untold where it is turned or drawn: from `shown` on it may be told.  `bids` are
    in turn order, `auction` is by eldest first, `looked` who has looked before bidding where that
    is a choice.  `results`, `winner` and `totals` are there once the deal is closed.
    """

    scheduled: ScheduledDeal
    rules: DealRules
    seats: tuple[int, ...]
    dealer: int
    cards: int | None
    one_more: OneMoreHand | None = None
    facts: tuple[SaidBy, ...] = ()
    caller: int | None = None
    calls: tuple[str, ...] | None = None
    told: Trumps | None = None
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
        """Trump as far as it is known: None, nothing, one suit, or every suit from the highest."""
        return settled_trumps(self.rules.trump) if self.told is None else self.told


@dataclass(frozen=True, slots=True)
class Moment:
    """A whole sheet at one moment.

    `roster` is who is there, `table` the rules for as many as play, `due` the line whose turn it is
    to deal, `last_winner` the line that has won the deal before, or whose turn it is instead.
    `acting` is every seat of whom something is to be entered, none where it is of all or of none.
    `standings` and `outcome` go by line, `begun` is what those who joined began with.  `closing` is
    what was entered after the last deal.  `waiting` is what was entered before a correction, by
    deal, and counts once what that has left open is entered, or those play of whom it is: the first
    for this deal, then those after it.
    """

    setting: SheetSetting
    roster: Roster
    table: Table
    due: int
    last_winner: int | None
    phase: SheetPhase
    acting: tuple[int, ...]
    deal: KeptDeal
    standings: Figures
    history: tuple[KeptDeal, ...] = ()
    outcome: MatchOutcome | None = None
    begun: tuple[int, ...] = ()
    closing: tuple[SaidBy, ...] = ()
    waiting: tuple[tuple[SaidBy, ...], ...] = ()

    @property
    def figures(self) -> Figures:
        """Where the players of the deal stand, by seat, as its rules read it."""
        seated = of_seats(self.standings, self.deal.seats)
        return replace(seated, past=before_deal(seated.past, self.deal.scheduled))

    @property
    def number(self) -> int:
        """The number of the deal that is kept, or after the end of the one that could follow."""
        return len(self.history) + 1

    @property
    def facts(self) -> tuple[SaidBy, ...]:
        """What has been entered since the last deal that is closed."""
        return self.closing if self.phase == "over" else self.deal.facts


# --- what waits for what a correction has left open -------------------------------------


@dataclass(frozen=True, slots=True)
class WaitingDeal:
    """A deal of which something waits; `others` tells that other people play in it now."""

    number: int
    others: bool


def is_of_others(said: SaidBy, players: tuple[str, ...]) -> bool:
    """Whether a fact is of the seats of other people than these, so that it cannot count."""
    return said.players not in ((), players)


def waiting_deals(moment: Moment) -> tuple[WaitingDeal, ...]:
    """The deals of which something waits, in order."""
    found: list[WaitingDeal] = []
    roster = moment.roster
    for place, facts in enumerate(moment.waiting):
        for one in facts:
            if isinstance(one.fact, RosterChange) and why_not_changed(roster, one.fact) is None:
                roster = changed(roster, one.fact)
        if facts:
            others = any(is_of_others(one, roster.players) for one in facts)
            found.append(WaitingDeal(moment.number + place, others))
    return tuple(found)
