"""The checked rules of one game: complete, frozen deals with the place and source of each clause.

A `Game` is the checker's output for a rules file. Nothing here refers to the syntax tree, and
nothing here is resolved: a clause that depends on parameters keeps all of its alternatives.
`clagdsl.table` chooses among them for one table (players, parameters, calls).

The docstrings of the dataclasses are the descriptions in the published JSON Schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from clagdsl.lang.aspects import (
    AspectName as AspectName,
    ASPECTS as ASPECTS,
    CALLED as CALLED,
    field_for_each,
)
from clagdsl.lang.cards import (
    ORDINARY,
)
from clagdsl.lang.expr.unparse import (
    condition_text,
)
from clagdsl.lang.expr.ast import (
    Arithmetic as Arithmetic,
    ArithmeticOperator as ArithmeticOperator,
    Branch as Branch,
    Choice as Choice,
    Comparison as Comparison,
    ComparisonOperator as ComparisonOperator,
    Expression as Expression,
    Function as Function,
    Inverse as Inverse,
    Let as Let,
    LetValue as LetValue,
    Logic as Logic,
    Negative as Negative,
    Number as Number,
    ParameterValue as ParameterValue,
    PastValue as PastValue,
    Truth as Truth,
    Value as Value,
    Variable as Variable,
    VariableName as VariableName,
    Word as Word,
)
from clagdsl.lang.frozen import (
    dataclass,
    added_field,
    set_fields,
)
from clagdsl.lang.identifiers import (
    nfc_name,
)
from clagdsl.lang.pack import (
    AllRanks as AllRanks,
    HighestRanks as HighestRanks,
    ListedRanks as ListedRanks,
    Pack as Pack,
    pack_text,
    RanksOfPack as RanksOfPack,
    SpecialCards as SpecialCards,
)
from clagdsl.lang.policies.bid import (
    AuctionBids as AuctionBids,
    AuctionRule as AuctionRule,
    BidInTurn as BidInTurn,
    BidRule as BidRule,
    BidTogether as BidTogether,
    Call as Call,
    Caller as Caller,
    CallGroup as CallGroup,
    CallRule as CallRule,
    ChosenBid as ChosenBid,
    FirstBidder as FirstBidder,
    FixedBid as FixedBid,
    Free as Free,
    Keeps as Keeps,
    Limit as Limit,
    NoAuction as NoAuction,
    NoBid as NoBid,
    NoCall as NoCall,
)
from clagdsl.lang.policies.deal_end import (
    CompletedWhen as CompletedWhen,
    Contract as Contract,
    DealWinner as DealWinner,
    NextDealer as NextDealer,
    NotCounted as NotCounted,
)
from clagdsl.lang.policies.play import (
    CardWorth as CardWorth,
    EqualCards as EqualCards,
    FollowClass as FollowClass,
    Following as Following,
    Leader as Leader,
    Opening as Opening,
    RankOrder as RankOrder,
    Shown as Shown,
    Sight as Sight,
    UNSEEN as UNSEEN,
    WhichCard as WhichCard,
    Wild as Wild,
    Worth as Worth,
)
from clagdsl.lang.policies.trump_order import (
    TopTrump as TopTrump,
    TopTrumpKind as TopTrumpKind,
    TrumpRanks as TrumpRanks,
    TrumpWorth as TrumpWorth,
)
from clagdsl.lang.policies.trump import (
    fixed_trumps as fixed_trumps,
    AuctionTrump as AuctionTrump,
    DrawnTrump as DrawnTrump,
    FixedOrder as FixedOrder,
    FixedSuit as FixedSuit,
    Nameable as Nameable,
    NamedTrump as NamedTrump,
    Namer as Namer,
    NoTrump as NoTrump,
    OnTurned as OnTurned,
    RotatingTrump as RotatingTrump,
    can_be_one_suit as can_be_one_suit,
    is_suit_order as is_suit_order,
    trump_in_turn as trump_in_turn,
    trump_name as trump_name,
    trump_word as trump_word,
    TRUMP_WORDS as TRUMP_WORDS,
    TrumpRule as TrumpRule,
    turned_cards as turned_cards,
    most_turned as most_turned,
    turned_place as turned_place,
    turned_text as turned_text,
    TurnedTrump as TurnedTrump,
)
from clagdsl.lang.source import (
    Assumption as Assumption,
    Citation as Citation,
    DEFAULT as DEFAULT,
    Origin as Origin,
    Place,
)
from clagdsl.lang.special_cards import (
    Special as Special,
)

# --- history: values that depend on a player's earlier deals ------------------------------------
# Runs and tallies have names declared in the file; figures of a row of the schedule have names of
# the language.


@dataclass(frozen=True, slots=True)
class Run:
    """The number of consecutive deals up to the last one in which a condition held for a player."""

    name: str
    expression: Expression
    kind: Literal["run"] = "run"
    origin: Origin = field(default=DEFAULT, compare=False)
    words: str = field(default="", compare=False, metadata={"later": True})
    """The words printed instead of the name; empty without any."""

    @property
    def shown_name(self) -> str:
        """The name for people."""
        return self.words or self.name


@dataclass(frozen=True, slots=True)
class Tally:
    """The sum of an expression over the earlier deals of a player."""

    name: str
    expression: Expression
    kind: Literal["tally"] = "tally"
    origin: Origin = field(default=DEFAULT, compare=False)
    words: str = field(default="", compare=False, metadata={"later": True})
    """The words printed instead of the name; empty without any."""

    @property
    def shown_name(self) -> str:
        """The name for people."""
        return self.words or self.name


Past: TypeAlias = Run | Tally


OWN_SCORE: Final = "scored"
"""The variable of runs and tallies that is the player's score of the deal."""

ROW_DEALS: Final = "row_deals"
"""The name, in a score, of the number of deals in the row of the schedule."""


@dataclass(frozen=True, slots=True)
class RowMade:
    """The number of deals in the row that a player has made; a score also counts its own deal."""

    name: Literal["row_made"] = "row_made"


@dataclass(frozen=True, slots=True)
class RowBest:
    """The highest score of a player in an earlier deal of the row; never below 0."""

    name: Literal["row_best"] = "row_best"


HistoryFigure: TypeAlias = Run | Tally | RowMade | RowBest
"""Every history value, whether named by the file or by the language."""

ROW_FIGURES: Final[tuple[RowMade | RowBest, ...]] = (RowMade(), RowBest())
"""The history values of a row of the schedule, which restart with every row."""

OF_ROWS: Final = frozenset((ROW_DEALS, *(each.name for each in ROW_FIGURES)))
"""The names of a schedule row's values that a score may use."""

NOT_DECLARED: Final = ("auction", "blind", *(each.name for each in ROW_FIGURES))
"""Names defined by the language that are passed along with the runs and tallies."""


# --------------------------------------------------------------------------------------------------

# --- clauses, deals, twists ---------------------------------------------------------------------

V = TypeVar("V", covariant=True)


@dataclass(frozen=True, slots=True)
class Alternative(Generic[V]):
    """A value and the condition on parameters and players under which it applies; the last has
    none.
    """

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
_NO_TRUMP_RANK: Final[Clause[TrumpRanks]] = Clause((Alternative(TrumpRanks()),))
_NO_TRUMP_WORTH: Final[Clause[TrumpWorth]] = Clause((Alternative(TrumpWorth()),))


@field_for_each(ASPECTS)
@dataclass(frozen=True, slots=True)
class Aspects:
    """A full set of aspects: the complete rules of one deal."""

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
    open: Clause[Opening] = added_field(_ANY_LED)
    auction: Clause[AuctionRule] = added_field(_NO_AUCTION)
    equal: Clause[EqualCards] = added_field(_FIRST_WINS)
    card_worth: Clause[CardWorth] = added_field(_NO_CARD_WORTH)
    trump_rank: Clause[TrumpRanks] = added_field(_NO_TRUMP_RANK)
    trump_worth: Clause[TrumpWorth] = added_field(_NO_TRUMP_WORTH)

    def clauses_by_aspect(self) -> dict[AspectName, Clause[Any]]:
        """Returns the clause for each aspect, in the order of ASPECTS."""
        return {aspect: getattr(self, aspect) for aspect in ASPECTS}

    def clauses(self) -> Iterator[Clause[object]]:
        """Returns the clauses in the order of ASPECTS."""
        return iter(self.clauses_by_aspect().values())


@field_for_each(CALLED)
@dataclass(frozen=True, slots=True)
class Twist:
    """The aspects that a call replaces: those that are not None."""

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
    open: Clause[Opening] | None = added_field(None)
    auction: Clause[AuctionRule] | None = added_field(None)
    equal: Clause[EqualCards] | None = added_field(None)
    card_worth: Clause[CardWorth] | None = added_field(None)
    trump_rank: Clause[TrumpRanks] | None = added_field(None)
    trump_worth: Clause[TrumpWorth] | None = added_field(None)
    origin: Origin = field(default=DEFAULT, compare=False)

    def clauses_by_aspect(self) -> dict[AspectName, Clause[Any]]:
        """Returns the clauses that the twist replaces, by aspect, in the order of ASPECTS."""
        return {
            aspect: clause for aspect in CALLED if (clause := getattr(self, aspect)) is not None
        }

    def clauses(self) -> Iterator[Clause[object]]:
        """Returns the clauses that the twist replaces, in the order of ASPECTS."""
        return iter(self.clauses_by_aspect().values())


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
    """Sizes from `first` to `last` in steps of `by` (default 1).

    A step may pass over the last size; a ladder in the wrong direction has no sizes.
    """

    first: Expression
    last: Expression
    direction: Literal["up", "down"]
    by: Expression = added_field(ONE)
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
    """The deals of a row are dealt in order at each size in turn, and the whole is repeated.

    Where its condition does not hold, the row deals nothing.
    """

    sizes: Sizes
    deals: tuple[str, ...]
    repeat: Expression | None = None
    condition: Expression | None = added_field(None)
    place: Place | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RepeatedRows:
    """The rows from `first` to `last`, counted from 0, are dealt several times as a whole."""

    first: int
    last: int
    times: Expression


CriterionText: TypeAlias = Literal[
    "highest total", "fewest failed", "most completed", "lowest total"
]


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner of the match: each criterion decides between players tied before it; the rest
    share.
    """

    criteria: tuple[CriterionText, ...]
    origin: Origin = field(default=DEFAULT, compare=False)

    @property
    def low_wins(self) -> bool:
        """True if the player with fewer points is better off."""
        totals = (criterion for criterion in self.criteria if criterion.endswith("total"))
        return next(totals, "highest total") == "lowest total"


@dataclass(frozen=True, slots=True)
class Settlement:
    """The payment of each loser to each winner, before joint winners share it."""

    expression: Expression
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Ends:
    """The condition that ends a match before its schedule does; evaluated after each deal."""

    condition: Expression
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    title: str


Direction: TypeAlias = Literal["clockwise", "counterclockwise"]

FirstDealer: TypeAlias = Literal["said", "drawn"]
"""The method of choosing the first dealer: by the players, or by a random draw."""

NOBODY_DRAWN: Final[Clause[FirstDealer]] = Clause((Alternative("said"),))


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
    direction: Direction = added_field("clockwise")
    """The direction of dealing, bidding, play and the turn to deal, and of seat numbers."""
    first_dealer: Clause[FirstDealer] = added_field(NOBODY_DRAWN)
    repeated: tuple[RepeatedRows, ...] = added_field(())
    """The repeated groups of rows, in the order in which they begin; outer groups come first."""
    pack: Clause[Pack] | None = added_field(None)
    """The pack; None for the ordinary pack."""
    specials: tuple[Special, ...] = added_field(())
    """The cards without suit and rank, in the order declared."""
    past: tuple[Past, ...] = added_field(())
    """The runs and tallies, in the order declared."""
    ends: Ends | None = added_field(None)
    """The condition that ends a match before the last deal of its schedule."""
    sources: tuple[Source, ...] = field(default=(), compare=False)
    assumptions: tuple[Assumption, ...] = field(default=(), compare=False)
    extends: str | None = field(default=None, compare=False)
    base_title: str = field(default="", compare=False)
    """The title of the game that it extends, with its variant; empty if it extends no game."""
    file: str = field(default="", compare=False)
    origin: Origin = field(default=DEFAULT, compare=False)
    players_origin: Origin = field(default=DEFAULT, compare=False)
    schedule_origin: Origin = field(default=DEFAULT, compare=False)
    _by_name: Mapping[str, Deal] = field(
        init=False, compare=False, repr=False, metadata={"json": False}
    )
    """The deals by name and short name, for the lookups of every table and deal."""
    _twists: Mapping[str, Twist] = field(
        init=False, compare=False, repr=False, metadata={"json": False}
    )
    """The twists by name, for the lookup after every call."""

    def __post_init__(self) -> None:
        by_name: dict[str, Deal] = {}
        for deal in self.deals:
            for name in filter(None, (deal.name, deal.short)):
                by_name.setdefault(name, deal)
        twists = {twist.name: twist for twist in reversed(self.twists)}
        set_fields(self, _by_name=by_name, _twists=twists)

    def deal(self, name: str) -> Deal | None:
        """Returns the deal with this name or short name (compared in NFC), or None."""
        return self._by_name.get(name) or self._by_name.get(nfc_name(name))

    def deal_in_any_case(self, name: str) -> Deal | None:
        """Returns the deal with this name, or the only one whose name differs just in case."""
        folded = nfc_name(name).casefold()
        alike = {
            id(deal): deal for each, deal in self._by_name.items() if each.casefold() == folded
        }
        return self.deal(name) or (next(iter(alike.values())) if len(alike) == 1 else None)

    def twist(self, name: str) -> Twist | None:
        """Returns the twist with this name, or None."""
        return self._twists.get(name)

    def owner_of(self, name: str, aspect: AspectName) -> str:
        """Returns the name of the deal that states the clause of an aspect that a deal has."""
        deal = self._by_name[name]
        while deal.base is not None and aspect not in deal.replaced:
            deal = self._by_name[deal.base]
        return deal.name

    def special(self, name: str) -> Special | None:
        """Returns the special card with this name, or None."""
        return next((one for one in self.specials if one.name == name), None)


# --- texts of a game, its pack and the values of its parameters ---------------------------------


def title_of(game: Game) -> str:
    """Returns the title of a game with its variant: `Clag, Foss`."""
    return f"{game.title}, {game.variant}" if game.variant else game.title


def value_text(value: Value) -> str:
    """Returns a parameter's value in the syntax of rules files."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def first_dealer_text(game: Game) -> str:
    """Returns the rule for the first dealer: `said`, `drawn` or `drawn when ...`."""
    first = game.first_dealer.alternatives[0]
    return (
        first.value
        if first.condition is None
        else f"{first.value} when {condition_text(first.condition)}"
    )


def draws_dealer(game: Game) -> bool:
    """Returns whether the rules always draw for the first dealer."""
    return all(one.value == "drawn" for one in game.first_dealer.alternatives)


def cards_text(game: Game) -> str:
    """Returns the pack of a game in words, with the alternatives that depend on players and
    parameters.
    """
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
