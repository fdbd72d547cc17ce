"""Where a score sheet stands: plain data, of which one entry replaces as little as it can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import Literal, TypeAlias

from clagdsl.lang.cards import Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.bid import AuctionWord
from clagdsl.lang.roster_changes import OneMoreHand, RosterChange
from clagdsl.lang.rules import fixed_trumps
from clagdsl.scorekeeping.entries import Fact, is_by_seat
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.history import before_deal
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import SeatResult
from clagdsl.table.seating import Roster, apply_change, why_not_change
from clagdsl.table.standings import Figures, MatchOutcome, figures_of_lines
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
class AttributedFact:
    """What has happened, and whose it was; None where it is nobody's, or whoever's turn it is.

    `players` are those of whose seats it tells, in seat order, none where it tells of no seats.
    """

    seat: int | None
    fact: Fact
    players: tuple[str, ...] = ()


def attribute_fact(seat: int | None, fact: Fact, players: tuple[str, ...]) -> AttributedFact:
    """What has happened among these players."""
    return AttributedFact(seat, fact, players if is_by_seat(fact) else ())


@dataclass(frozen=True, slots=True)
class SheetDeal:
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
        """Trump as far as it is known: None, nothing, one suit, or every suit from the highest."""
        return (
            fixed_trumps(self.rules.trump) if self.reported_trump is None else self.reported_trump
        )


@dataclass(frozen=True, slots=True)
class SheetState:
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
    waiting: tuple[tuple[AttributedFact, ...], ...] = ()

    @property
    def figures(self) -> Figures:
        """Where the players of the deal stand, by seat, as its rules read it."""
        seated = figures_of_lines(self.standings, self.deal.seats)
        return replace(seated, past=before_deal(seated.past, self.deal.scheduled))

    @property
    def number(self) -> int:
        """The number of the deal that is kept, or after the end of the one that could follow."""
        return len(self.history) + 1

    @property
    def facts(self) -> tuple[AttributedFact, ...]:
        """What has been entered since the last deal that is closed."""
        return self.closing if self.phase == "over" else self.deal.facts


# --- what waits for what a correction has left open -------------------------------------


@dataclass(frozen=True, slots=True)
class PendingDeal:
    """A deal of which something waits; `others` tells that other people play in it now."""

    number: int
    has_other_players: bool


def is_of_others(attributed: AttributedFact, players: tuple[str, ...]) -> bool:
    """Returns whether a fact is of the seats of other people than these, so that it cannot count."""
    return attributed.players not in ((), players)


def pending_deals(moment: SheetState) -> tuple[PendingDeal, ...]:
    """Returns the deals of which something waits, in order."""
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
