"""One deal at one table: what every proof about it starts from, and what the proofs share.

A `DealCase` is a deal as it is dealt: a table, a number in the schedule, a number of cards, what
was called, and how the players can stand with what is remembered.  A `Scoring` is what its clauses
say once every alternative is chosen.  The proofs go through the two in this order, each with the
results of those before it:

| proof | result |
|---|---|
| `AuctionProof` | the numbers with which an auction can be won |
| `BidProof` | the bids that can stand together |
| `PointsProof` | what tricks can be worth together |
| `ScoreProof` | the scores and contracts of every outcome |

`DealProofs` puts them together, and leaves out what has been proved at another table.

INVARIANT: whatever a proof keeps for later, it keeps under all that its result depends on
(`DealContext.key`), with the expressions themselves, so that no identity is given again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

from clagdsl import problems
from clagdsl.check.prove.alternatives import Coverage
from clagdsl.check.prove.call_variants import Combination
from clagdsl.check.prove.parameter_space import RowEvaluator, Setting
from clagdsl.check.prove.reporter import Finding, ValueFault, describe_setting
from clagdsl.lang.cards import Deck
from clagdsl.lang.expr.evaluate import Row
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    ROW_DEALS,
    AspectName,
    AuctionRule,
    BidRule,
    BidTogether,
    CardWorth,
    ChosenBid,
    CompletedWhen,
    Expression,
    Free,
    Limit,
    Past,
    Sight,
    Value,
    Wild,
)
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Problem
from clagdsl.table.budget import TooMuchError
from clagdsl.table.outcome_tables import RowFaultError
from clagdsl.table.outcomes import BLIND
from clagdsl.table.trick_value import WON_WITH

SCORED: Final[tuple[AspectName, ...]] = (
    "bid",
    "last_bid",
    "each_bid",
    "trick_worth",
    "score",
    "completed",
    "auction",
    "card_worth",
    "sight",
)
"""The aspects that the figures of a deal depend on."""

DeckAt: TypeAlias = Callable[[Setting], Deck]
"""The cards at a table."""

Figures: TypeAlias = range | tuple[int, ...]
"""Everything that something can have come to, the least first."""

PastBounds: TypeAlias = tuple[tuple[str, Figures], ...]
"""What all that is remembered can have come to, by name."""

PastValues: TypeAlias = tuple[int, ...]
"""What each thing that is remembered has come to."""


@dataclass(frozen=True, slots=True)
class DealCase:
    """A deal at a table: the number in the schedule, the cards, what was called."""

    setting: Setting
    number: int
    cards: int
    calls: tuple[str, ...]
    past: PastBounds = ()
    """What each run and tally of a player, and what is read of the row, can be before the deal."""
    row_deals: int = 1

    @property
    def in_deal(self) -> dict[str, Value]:
        """What the deal itself gives a value."""
        return {"cards": self.cards, "deal": self.number, ROW_DEALS: self.row_deals}

    @property
    def names(self) -> dict[str, Value]:
        """Every name that has one value in this deal."""
        # where that is a player's choice, it is one of the figures
        return {BLIND: False, **self.setting.names, **self.in_deal}

    @property
    def when(self) -> Callable[[], str]:
        """Describes the deal, once that is asked for."""
        return partial(describe_setting, self.setting, self.cards, self.calls)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The aspects of SCORED once the alternatives are chosen, and where each stands."""

    bid: BidRule
    last_bid: Limit
    each_bid: Limit
    trick_worth: Expression
    score: Expression
    completed: Expression | None
    auction: AuctionRule
    card_worth: CardWorth
    wild: Wild
    """What is wild, where cards are worth something by themselves."""
    sight: Sight
    places: Mapping[str, Place | None]

    @property
    def may_be_blind(self) -> bool:
        """Whether who is to bid chooses to look at the own cards first, or not to."""
        return self.sight == "by choice" and isinstance(self.bid, ChosenBid)


@dataclass(frozen=True, slots=True)
class ScoredCase:
    """A deal at a table and how it is bid and scored there."""

    case: DealCase
    rules: Scoring


def make_scoring(
    combination: Combination, chosen: Mapping[AspectName, Any], remembered: Sequence[Past] = ()
) -> Scoring:
    """Returns the scoring of a combination of clauses with these values chosen."""
    completed = chosen["completed"]
    return Scoring(
        chosen["bid"],
        Free() if isinstance(chosen["bid"], BidTogether) else chosen["last_bid"],
        chosen["each_bid"],
        chosen["trick_worth"],
        chosen["score"],
        completed.condition if isinstance(completed, CompletedWhen) else None,
        chosen["auction"],
        chosen["card_worth"],
        chosen.get("wild", Wild()),
        chosen["sight"],
        {
            **{aspect: combination.clauses[aspect].origin.place for aspect in SCORED},
            **{past_key(each): each.origin.place for each in remembered},
        },
    )


def past_key(remembered: Past) -> str:
    """Under what the places of a scoring have that of a run or a tally."""
    return f"past {remembered.name}"


ProofKey: TypeAlias = tuple[object, ...]
V = TypeVar("V")
Proof: TypeAlias = Generator[Finding, None, V]
"""A proof hands over what it finds wrong as it goes on, and returns what it works out.

What was found before the budget is used up is not lost by that.
"""


class DealContext:
    """What the proofs about deals share: expressions worked out in rows, the packs, the budget.

    `reached` notes which alternatives came about.  `place` is the clause that is proved now: there
    a budget that ends is reported.
    """

    def __init__(self, sheets: RowEvaluator, deck_at: DeckAt) -> None:
        self.sheets = sheets
        self.book = sheets.book
        self.budget = sheets.budget
        self.deck_at = deck_at
        self.reached = Coverage(sheets.book)
        self.place: Place | None = None

    def key(self, case: DealCase, expression: Expression, *, alike: bool = False) -> ProofKey:
        """Returns the identity of an expression with all that it depends on at a table, bar its
        rows.

        `alike` expressions that say the same at different places share it.
        """
        uses = self.book.uses(expression)
        fixed = case.setting.choose(uses.parameters)
        number = case.number if "deal" in uses.variables else 0
        row = (case.row_deals,) if ROW_DEALS in uses.variables else ()
        past = case.past and tuple(each for each in case.past if each[0] in uses.variables)
        identity = self.book.expression_number(expression) if alike else id(expression)
        ranks = self.deck_at(case.setting).ranks if WON_WITH in uses.variables else ()
        return (identity, case.setting.players, case.cards, number, row, *fixed, *past, *ranks)

    def values(
        self,
        expression: Expression,
        columns: tuple[str, ...],
        rows: Sequence[Row],
        names: Mapping[str, Value],
        points: Bounds | None = None,
    ) -> list[Value]:
        """Works an expression out for every row, and note which of its alternatives these reach.

        Raises RowFaultError at the first row without a value.
        """
        values = self.sheets.values(expression, columns, rows, names, points)
        for lists in self.reached.open_lists(expression):
            taken = self.sheets.values(lists.marker, columns, rows, names, points)
            lists.open.difference_update(int(number) for number in set(taken))
        return values

    def too_many_rows(self, rules: Scoring, aspect: str) -> Problem:
        """Returns the problem of a clause with too many outcomes; raises where the whole budget
        ended.
        """
        if self.budget.left < 0:
            raise TooMuchError
        place = rules.places[aspect]
        excess = "more than a million combinations of figures can come about in one deal"
        return problems.proofs.TooMuchToProve(place, excess)


def fault(
    case: DealCase, error: RowFaultError, columns: tuple[str, ...], place: Place | None
) -> ValueFault:
    """Returns the problem of an expression without a value for some figures of a deal."""
    figures = dict(zip(columns, error.row, strict=True))
    return ValueFault(error.fault, place, case.setting, case.cards, case.calls, figures)
