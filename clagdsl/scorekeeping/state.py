"""The state of a score sheet: plain immutable data; an entry changes as little as possible."""

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

    `first_dealer` is `None` if drawn; `rules` is the name of the rules in a record.
    """

    table: Table
    names: tuple[str, ...]
    first_dealer: int | None
    rules: str
    table_for: TableFor = field(compare=False, repr=False)


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
class SheetDeal:
    """A deal on the sheet; values are None or empty until they are known.

    - `seats`: the lines of its players. All other values are by seat, except `totals`, by line.
    - `facts`: the entries in order, including interludes before the deal.
    - `extra_hand`: set if this is an extra hand after the end of the match.
    - `reported_trump`: the trump that was named, or entered after a turn or draw. The latter is
      optional, and allowed once `shown` is true.
    - `bids`: in turn order.
    - `auction`: its words, beginning with eldest hand.
    - `looked`: the seats that looked before bidding, if that is a choice.
    - `results`, `winner`, `totals`: set once the deal is closed.
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
        """The trump suits: None if unknown, else none, one, or all suits high to low."""
        return (
            fixed_trumps(self.rules.trump) if self.reported_trump is None else self.reported_trump
        )


@dataclass(frozen=True, slots=True)
class SheetState:
    """A whole score sheet at one moment.

    - `roster`: the players; `table`: the rules for the current players.
    - `dealer_line`: the line that deals next.
    - `last_winner`: the line that won the previous deal, or the next one if that player does not
      play.
    - `acting`: the seats whose entry is due; empty if everyone's or nobody's is.
    - `standings`, `outcome`: by line.
    - `joining_totals`: the starting totals of those who joined.
    - `closing`: the facts entered after the last deal.
    - `waiting`: facts entered before a correction, by deal, beginning with this deal. They count
      again once the missing entries are made, or once the players they belong to play again.
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
        """The standings of the deal's players, by seat, in the form that its rules use."""
        seated = figures_of_lines(self.standings, self.deal.seats)
        return replace(seated, past=before_deal(seated.past, self.deal.scheduled))

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
    return attributed.players not in ((), players)


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
