"""The checked rules of one game: complete deals, frozen, with the place and source of each clause.

A `Game` is what the checker makes of a rules file.  Nothing here refers to the syntax tree, and
nothing here chooses: a clause that depends on parameters keeps all of its alternatives.  Choosing
for one table (players, parameters, calls) is the work of `clagdsl.table`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from clagdsl.lang.aspects import ASPECTS as ASPECTS
from clagdsl.lang.aspects import CALLED as CALLED
from clagdsl.lang.aspects import AspectName as AspectName
from clagdsl.lang.aspects import field_for_each
from clagdsl.lang.cards import ORDINARY
from clagdsl.lang.expr.expression_text import condition_text
from clagdsl.lang.expr.tree import (
    Arithmetic as Arithmetic,
)
from clagdsl.lang.expr.tree import (
    ArithmeticOperator as ArithmeticOperator,
)
from clagdsl.lang.expr.tree import (
    Branch as Branch,
)
from clagdsl.lang.expr.tree import (
    Choice as Choice,
)
from clagdsl.lang.expr.tree import (
    Comparison as Comparison,
)
from clagdsl.lang.expr.tree import (
    ComparisonOperator as ComparisonOperator,
)
from clagdsl.lang.expr.tree import (
    Expression as Expression,
)
from clagdsl.lang.expr.tree import (
    Function as Function,
)
from clagdsl.lang.expr.tree import (
    Inverse as Inverse,
)
from clagdsl.lang.expr.tree import (
    Let as Let,
)
from clagdsl.lang.expr.tree import (
    LetValue as LetValue,
)
from clagdsl.lang.expr.tree import (
    Logic as Logic,
)
from clagdsl.lang.expr.tree import (
    Negative as Negative,
)
from clagdsl.lang.expr.tree import (
    Number as Number,
)
from clagdsl.lang.expr.tree import (
    ParameterValue as ParameterValue,
)
from clagdsl.lang.expr.tree import (
    PastValue as PastValue,
)
from clagdsl.lang.expr.tree import (
    Truth as Truth,
)
from clagdsl.lang.expr.tree import (
    Value as Value,
)
from clagdsl.lang.expr.tree import (
    Variable as Variable,
)
from clagdsl.lang.expr.tree import (
    VariableName as VariableName,
)
from clagdsl.lang.expr.tree import (
    Word as Word,
)
from clagdsl.lang.frozen import dataclass, later
from clagdsl.lang.identifiers import spelt
from clagdsl.lang.pack import AllRanks as AllRanks
from clagdsl.lang.pack import HighestRanks as HighestRanks
from clagdsl.lang.pack import ListedRanks as ListedRanks
from clagdsl.lang.pack import Pack as Pack
from clagdsl.lang.pack import RanksOfPack as RanksOfPack
from clagdsl.lang.pack import SpecialCards as SpecialCards
from clagdsl.lang.pack import pack_text
from clagdsl.lang.policies.bid import AuctionBids as AuctionBids
from clagdsl.lang.policies.bid import AuctionRule as AuctionRule
from clagdsl.lang.policies.bid import BidInTurn as BidInTurn
from clagdsl.lang.policies.bid import BidRule as BidRule
from clagdsl.lang.policies.bid import BidTogether as BidTogether
from clagdsl.lang.policies.bid import Call as Call
from clagdsl.lang.policies.bid import Caller as Caller
from clagdsl.lang.policies.bid import CallGroup as CallGroup
from clagdsl.lang.policies.bid import CallRule as CallRule
from clagdsl.lang.policies.bid import ChosenBid as ChosenBid
from clagdsl.lang.policies.bid import FirstBidder as FirstBidder
from clagdsl.lang.policies.bid import FixedBid as FixedBid
from clagdsl.lang.policies.bid import Free as Free
from clagdsl.lang.policies.bid import Keeps as Keeps
from clagdsl.lang.policies.bid import Limit as Limit
from clagdsl.lang.policies.bid import NoAuction as NoAuction
from clagdsl.lang.policies.bid import NoBid as NoBid
from clagdsl.lang.policies.bid import NoCall as NoCall
from clagdsl.lang.policies.outcome import CompletedWhen as CompletedWhen
from clagdsl.lang.policies.outcome import Contract as Contract
from clagdsl.lang.policies.outcome import DealWinner as DealWinner
from clagdsl.lang.policies.outcome import NextDealer as NextDealer
from clagdsl.lang.policies.outcome import NotCounted as NotCounted
from clagdsl.lang.policies.play import UNSEEN as UNSEEN
from clagdsl.lang.policies.play import CardWorth as CardWorth
from clagdsl.lang.policies.play import EqualCards as EqualCards
from clagdsl.lang.policies.play import FollowClass as FollowClass
from clagdsl.lang.policies.play import Following as Following
from clagdsl.lang.policies.play import Leader as Leader
from clagdsl.lang.policies.play import Opening as Opening
from clagdsl.lang.policies.play import RankOrder as RankOrder
from clagdsl.lang.policies.play import Shown as Shown
from clagdsl.lang.policies.play import Sight as Sight
from clagdsl.lang.policies.play import WhichCard as WhichCard
from clagdsl.lang.policies.play import Wild as Wild
from clagdsl.lang.policies.play import Worth as Worth
from clagdsl.lang.policies.trump import AuctionTrump as AuctionTrump
from clagdsl.lang.policies.trump import DrawnTrump as DrawnTrump
from clagdsl.lang.policies.trump import FixedOrder as FixedOrder
from clagdsl.lang.policies.trump import FixedSuit as FixedSuit
from clagdsl.lang.policies.trump import Nameable as Nameable
from clagdsl.lang.policies.trump import NamedTrump as NamedTrump
from clagdsl.lang.policies.trump import Namer as Namer
from clagdsl.lang.policies.trump import NoTrump as NoTrump
from clagdsl.lang.policies.trump import OnSpecial as OnSpecial
from clagdsl.lang.policies.trump import RotatingTrump as RotatingTrump
from clagdsl.lang.policies.trump import TrumpRule as TrumpRule
from clagdsl.lang.policies.trump import TurnedTrump as TurnedTrump
from clagdsl.lang.policies.trump import settled_trumps as settled_trumps
from clagdsl.lang.policies.trump import trump_in_turn as trump_in_turn
from clagdsl.lang.policies.trump import trump_word as trump_word
from clagdsl.lang.policies.trump import turned_place as turned_place
from clagdsl.lang.policies.trump import turned_text as turned_text
from clagdsl.lang.source import DEFAULT as DEFAULT
from clagdsl.lang.source import Assumption as Assumption
from clagdsl.lang.source import Citation as Citation
from clagdsl.lang.source import Origin as Origin
from clagdsl.lang.source import Place
from clagdsl.lang.special import Special as Special

# --- what a game remembers of a player's earlier deals --------------------------------------------
# Runs and tallies have the names that the file gives them; what is remembered of the deals of a row
# of the schedule has names of the language.


@dataclass(frozen=True, slots=True)
class Run:
    """In how many deals on end, up to the one before, a condition held for a player."""

    name: str
    expression: Expression
    kind: Literal["run"] = "run"
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """The sum of an expression over the earlier deals of a player."""

    name: str
    expression: Expression
    kind: Literal["tally"] = "tally"
    origin: Origin = field(default=DEFAULT, compare=False)


Past: TypeAlias = Run | Tally


ROW_DEALS: Final = "row_deals"
"""What a score calls the number of deals of the row of the schedule."""


@dataclass(frozen=True, slots=True)
class RowMade:
    """How many of the deals of the row a player has made: a score counts its own deal, too."""

    name: Literal["row_made"] = "row_made"


@dataclass(frozen=True, slots=True)
class RowBest:
    """The most that a player has scored in an earlier deal of the row; never below 0."""

    name: Literal["row_best"] = "row_best"


Remembered: TypeAlias = Run | Tally | RowMade | RowBest
"""Everything that is remembered, by the file's own name or by one of the language."""

ROW_FIGURES: Final[tuple[RowMade | RowBest, ...]] = (RowMade(), RowBest())
"""What is remembered of a row, where a score reads it; it begins again with every row."""

OF_ROWS: Final = frozenset((ROW_DEALS, *(each.name for each in ROW_FIGURES)))
"""What a score may read of the row of the schedule."""

NOT_DECLARED: Final = ("auction", "blind", *(each.name for each in ROW_FIGURES))
"""What stands among runs and tallies, though it has a name of the language."""


# --------------------------------------------------------------------------------------------------

# --- clauses, deals, twists ---------------------------------------------------------------

V = TypeVar("V", covariant=True)


@dataclass(frozen=True, slots=True)
class Alternative(Generic[V]):
    """A value, and the condition over parameters and players that chooses it; the last has none."""

    value: V
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class Clause(Generic[V]):
    """One aspect of a deal: the first alternative whose condition holds."""

    alternatives: tuple[Alternative[V], ...]
    origin: Origin = field(default=DEFAULT, compare=False)


_ANY_LED: Final[Clause[Opening]] = Clause((Alternative("anything"),))
_NO_AUCTION: Final[Clause[AuctionRule]] = Clause((Alternative(NoAuction()),))
_FIRST_WINS: Final[Clause[EqualCards]] = Clause((Alternative("first wins"),))
_NO_CARD_WORTH: Final[Clause[CardWorth]] = Clause((Alternative(CardWorth()),))


@field_for_each(ASPECTS)
@dataclass(frozen=True, slots=True)
class Aspects:
    """A full set of aspects: everything that can be said about how one deal goes."""

    rank: Clause[RankOrder]
    trump: Clause[TrumpRule]
    shown: Clause[Shown]
    sight: Clause[Sight]
    bid: Clause[BidRule]
    last_bid: Clause[Limit]
    each_bid: Clause[Limit]
    lead: Clause[Leader]
    follow: Clause[Following]
    play: Clause[WhichCard]
    wild: Clause[Wild]
    trick_worth: Clause[Expression]
    score: Clause[Expression]
    completed: Clause[Contract]
    won_by: Clause[DealWinner]
    next_dealer: Clause[NextDealer]
    call: Clause[CallRule]
    open: Clause[Opening] = later(_ANY_LED)
    auction: Clause[AuctionRule] = later(_NO_AUCTION)
    equal: Clause[EqualCards] = later(_FIRST_WINS)
    card_worth: Clause[CardWorth] = later(_NO_CARD_WORTH)

    def said(self) -> dict[AspectName, Clause[Any]]:
        """The clause of each aspect, in the order of ASPECTS."""
        return {aspect: getattr(self, aspect) for aspect in ASPECTS}

    def clauses(self) -> Iterator[Clause[object]]:
        """The clauses in the order of ASPECTS."""
        return iter(self.said().values())


@field_for_each(CALLED)
@dataclass(frozen=True, slots=True)
class Twist:
    """What a call may replace: the aspects that are not None."""

    name: str
    short: str | None = None
    rank: Clause[RankOrder] | None = None
    trump: Clause[TrumpRule] | None = None
    shown: Clause[Shown] | None = None
    sight: Clause[Sight] | None = None
    bid: Clause[BidRule] | None = None
    last_bid: Clause[Limit] | None = None
    each_bid: Clause[Limit] | None = None
    lead: Clause[Leader] | None = None
    follow: Clause[Following] | None = None
    play: Clause[WhichCard] | None = None
    wild: Clause[Wild] | None = None
    trick_worth: Clause[Expression] | None = None
    score: Clause[Expression] | None = None
    completed: Clause[Contract] | None = None
    won_by: Clause[DealWinner] | None = None
    next_dealer: Clause[NextDealer] | None = None
    open: Clause[Opening] | None = later(None)
    auction: Clause[AuctionRule] | None = later(None)
    equal: Clause[EqualCards] | None = later(None)
    card_worth: Clause[CardWorth] | None = later(None)
    origin: Origin = field(default=DEFAULT, compare=False)

    def said(self) -> dict[AspectName, Clause[Any]]:
        """The clauses that it replaces, in the order of ASPECTS."""
        return {
            aspect: clause for aspect in CALLED if (clause := getattr(self, aspect)) is not None
        }

    def clauses(self) -> Iterator[Clause[object]]:
        """The clauses that it replaces, in the order of ASPECTS."""
        return iter(self.said().values())


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with all of its aspects; `base` and `replaced` say what it was made from."""

    name: str
    aspects: Aspects
    short: str | None = None
    base: str | None = None
    replaced: tuple[AspectName, ...] = ()
    origin: Origin = field(default=DEFAULT, compare=False)


# --- parameters, schedule, the end --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IntegerRange:
    low: int
    high: int
    kind: Literal["integer"] = "integer"


@dataclass(frozen=True, slots=True)
class TruthRange:
    kind: Literal["truth"] = "truth"


@dataclass(frozen=True, slots=True)
class WordRange:
    words: tuple[str, ...]
    kind: Literal["word"] = "word"


ParameterRange: TypeAlias = IntegerRange | TruthRange | WordRange


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    range: ParameterRange
    default: Value
    description: str = ""
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class OneSize:
    size: Expression
    kind: Literal["one"] = "one"


ONE: Final = Number(1)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Sizes from `first` to `last`, each by `by` from the one before, 1 unless it is said.

    The last may be stepped over; with the ends the wrong way round there is no size.
    """

    first: Expression
    last: Expression
    direction: Literal["up", "down"]
    by: Expression = later(ONE)
    kind: Literal["ladder"] = "ladder"


@dataclass(frozen=True, slots=True)
class PickedSize:
    """The dealer picks the number of cards."""

    low: Expression
    high: Expression
    kind: Literal["picked"] = "picked"


Sizes: TypeAlias = OneSize | Ladder | PickedSize


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """The deals of a row are dealt in order at each size in turn; the whole is repeated.

    Where its condition does not hold, the row deals nothing.
    """

    sizes: Sizes
    deals: tuple[str, ...]
    repeat: Expression | None = None
    condition: Expression | None = later(None)
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RepeatedRows:
    """The rows from `first` to `last`, counted from 0, are dealt so often as a whole."""

    first: int
    last: int
    times: Expression


CriterionText: TypeAlias = Literal[
    "highest total", "fewest failed", "most completed", "lowest total"
]


@dataclass(frozen=True, slots=True)
class Winner:
    """Who wins the match: each criterion decides between those tied before it, the rest share."""

    criteria: tuple[CriterionText, ...]
    origin: Origin = field(default=DEFAULT, compare=False)

    @property
    def low_wins(self) -> bool:
        """Whether who has fewer points is better off."""
        totals = (criterion for criterion in self.criteria if criterion.endswith("total"))
        return next(totals, "highest total") == "lowest total"


@dataclass(frozen=True, slots=True)
class Settlement:
    """What each loser pays each winner, before joint winners share it."""

    expression: Expression
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Ends:
    """When a match is over before its schedule is: read after each deal."""

    condition: Expression
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    title: str


Direction: TypeAlias = Literal["clockwise", "counterclockwise"]

FirstDealer: TypeAlias = Literal["said", "drawn"]
"""How it comes about who deals first: the players say it, or it is drawn."""


@dataclass(frozen=True, slots=True)
class Game:
    """The complete checked rules of one game."""

    title: str
    variant: str | None
    players: tuple[int, int]
    deals: tuple[Deal, ...]
    twists: tuple[Twist, ...]
    schedule: tuple[ScheduleRow, ...]
    winner: Winner
    settlement: Settlement | None = None
    parameters: tuple[Parameter, ...] = ()
    lets: tuple[Let, ...] = ()
    direction: Direction = later("clockwise")
    """Which way round the seats count: deal, bids, play and the turn to deal go so."""
    first_dealer: FirstDealer = later("said")
    repeated: tuple[RepeatedRows, ...] = later(())
    """The rows of the schedule that are repeated together, in the order in which they begin.

    One may stand within another, which then comes before it.
    """
    pack: Clause[Pack] | None = later(None)
    """The cards, where a `pack` says them; else the ordinary pack."""
    specials: tuple[Special, ...] = later(())
    """The cards without suit and rank, in the order declared."""
    past: tuple[Past, ...] = later(())
    """What is remembered of every player's earlier deals, in the order declared."""
    ends: Ends | None = later(None)
    """When a match is over before the last deal of its schedule."""
    sources: tuple[Source, ...] = field(default=(), compare=False)
    assumptions: tuple[Assumption, ...] = field(default=(), compare=False)
    extends: str | None = field(default=None, compare=False)
    base_title: str = field(default="", compare=False)
    """The title of the game that it extends, with its variant; "" where it extends none."""
    file: str = field(default="", compare=False)
    origin: Origin = field(default=DEFAULT, compare=False)
    players_origin: Origin = field(default=DEFAULT, compare=False)
    schedule_origin: Origin = field(default=DEFAULT, compare=False)
    _by_name: Mapping[str, Deal] = field(
        init=False, compare=False, repr=False, metadata={"json": False}
    )
    """Its deals by name and by short name: one is asked for at every table of every deal."""
    _twists: Mapping[str, Twist] = field(
        init=False, compare=False, repr=False, metadata={"json": False}
    )
    """Its twists by name: one is asked for after every call of every deal."""

    def __post_init__(self) -> None:
        by_name: dict[str, Deal] = {}
        for deal in self.deals:
            for name in filter(None, (deal.name, deal.short)):
                by_name.setdefault(name, deal)
        object.__setattr__(self, "_by_name", by_name)
        twists = {twist.name: twist for twist in reversed(self.twists)}
        object.__setattr__(self, "_twists", twists)

    def deal(self, name: str) -> Deal | None:
        """The deal of that name or short name, or None; names are in the normal form NFC."""
        return self._by_name.get(name) or self._by_name.get(spelt(name))

    def twist(self, name: str) -> Twist | None:
        """The twist of that name, or None."""
        return self._twists.get(name)

    def special(self, name: str) -> Special | None:
        """The special card of that name, or None."""
        return next((one for one in self.specials if one.name == name), None)


# --- how a game, its pack and the values of its parameters are named wherever they are told -------


def title_of(game: Game) -> str:
    """The title of a game with its variant: `Clag, Foss`."""
    return f"{game.title}, {game.variant}" if game.variant else game.title


def value_text(value: Value) -> str:
    """A parameter's value as it is written in a rules file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def cards_text(game: Game) -> str:
    """The cards, with the packs between which players and parameters choose."""
    if game.pack is None:
        return f"the ordinary pack of {ORDINARY.size} cards"
    *first, last = game.pack.alternatives
    parts = [
        f"{pack_text(one.value)} when {condition_text(one.condition)}"
        for one in first
        if one.condition is not None
    ]
    otherwise = pack_text(last.value)
    return ", ".join([*parts, f"otherwise {otherwise}"]) if parts else otherwise
