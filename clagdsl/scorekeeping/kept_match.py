"""Where a score sheet stands: plain data, of which one entry replaces as little as it can."""

from __future__ import annotations

from typing import Literal, TypeAlias

from clagdsl.lang.auction_words import AuctionWord
from clagdsl.lang.cards import Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import settled_trumps
from clagdsl.scorekeeping.entries import Fact
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import SeatResult
from clagdsl.table.standings import Figures, MatchOutcome
from clagdsl.table.table import Table

SheetPhase: TypeAlias = Literal[
    "dealer", "size", "call", "auction", "name", "first", "bid", "tricks", "over"
]
"""What is to be entered next."""


@dataclass(frozen=True, slots=True)
class SheetSetting:
    """What holds for the whole sheet: the rules at this table, who sits there.

    `first_dealer` is None where it is drawn, `rules` is how a record names the rules.
    """

    table: Table
    names: tuple[str, ...]
    first_dealer: int | None
    rules: str


@dataclass(frozen=True, slots=True)
class SaidBy:
    """What has happened, and whose it was; None where it is nobody's, or whoever's turn it is."""

    seat: int | None
    fact: Fact


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """A deal as it is kept; what has not happened yet is None, or missing.

    `facts` is what was entered, in order.  `told` is the trump that was named or told, which may
    stay untold where it is turned or drawn: from `shown` on it may be told.  `bids` are in turn
    order, `auction` is by eldest first, `looked` who has looked before bidding where that is a
    choice.  `results`, `winner` and `totals` are there once the deal is closed.
    """

    scheduled: ScheduledDeal
    rules: DealRules
    dealer: int
    cards: int | None
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

    `acting` is every seat of whom something is to be entered, none where it is of all or of none.
    `waiting` is what was entered before a correction, by deal, and counts once what that has left
    open is entered: the first for this deal, then those after it.
    """

    setting: SheetSetting
    phase: SheetPhase
    acting: tuple[int, ...]
    deal: KeptDeal
    figures: Figures
    history: tuple[KeptDeal, ...] = ()
    outcome: MatchOutcome | None = None
    waiting: tuple[tuple[SaidBy, ...], ...] = ()
