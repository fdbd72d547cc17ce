"""The checked rules of one game: complete deals, frozen, with the place and source of each clause.

A `Game` is what the checker makes of a rules file.  Nothing here refers to the syntax tree, and
nothing here chooses: a clause that depends on parameters keeps all of its alternatives.  Choosing
for one table (players, parameters, calls) is the work of `clagdsl.table`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from clagdsl.lang.cards import ORDINARY, Deck, Suit
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
from clagdsl.lang.provenance import DEFAULT as DEFAULT
from clagdsl.lang.provenance import Assumption as Assumption
from clagdsl.lang.provenance import Citation as Citation
from clagdsl.lang.provenance import Origin as Origin
from clagdsl.lang.source import Place

# --- the values of the aspects ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankOrder:
    """All ranks of the pack, high to low."""

    ranks: tuple[str, ...]
    kind: Literal["ranks"] = "ranks"


@dataclass(frozen=True, slots=True)
class NoTrump:
    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class TurnedTrump:
    kind: Literal["turned"] = "turned"


@dataclass(frozen=True, slots=True)
class NamedTrump:
    """The dealer or the caller names a trump suit, or an order of all suits (precedence)."""

    by: Literal["dealer", "caller"]
    what: Literal["suit", "order"]
    kind: Literal["named"] = "named"


@dataclass(frozen=True, slots=True)
class FixedOrder:
    """Precedence in a fixed order of the suits, high to low: every suit beats those after it."""

    suits: tuple[Suit, ...]
    kind: Literal["order"] = "order"


TrumpRule: TypeAlias = NoTrump | TurnedTrump | NamedTrump | FixedOrder

Shown: TypeAlias = Literal["before bids", "after bids"]
Sight: TypeAlias = Literal["before bids", "after bids", "never"]


@dataclass(frozen=True, slots=True)
class BidInTurn:
    kind: Literal["in turn"] = "in turn"


@dataclass(frozen=True, slots=True)
class FixedBid:
    number: int
    kind: Literal["fixed"] = "fixed"


@dataclass(frozen=True, slots=True)
class NoBid:
    kind: Literal["none"] = "none"


BidRule: TypeAlias = BidInTurn | FixedBid | NoBid


@dataclass(frozen=True, slots=True)
class Free:
    kind: Literal["free"] = "free"


@dataclass(frozen=True, slots=True)
class Keeps:
    """A bid must meet `condition`; where no bid does, it must meet `otherwise` if there is one."""

    condition: Expression
    otherwise: Expression | None = None
    kind: Literal["keeps"] = "keeps"


Limit: TypeAlias = Free | Keeps

Leader: TypeAlias = Literal["eldest", "dealer", "caller"]


@dataclass(frozen=True, slots=True)
class Following:
    """The classes of cards that may be played to a trick: the first of which one is held."""

    classes: tuple[Literal["suit", "anything"], ...]
    kind: Literal["following"] = "following"


WhichCard: TypeAlias = Literal["any card", "top card"]


@dataclass(frozen=True, slots=True)
class Wild:
    """The wild ranks, none of them in an ordinary deal; see `in suit` in the language reference."""

    ranks: tuple[str, ...] = ()
    in_suit: bool = False
    kind: Literal["wild"] = "wild"


@dataclass(frozen=True, slots=True)
class CompletedWhen:
    condition: Expression
    kind: Literal["when"] = "when"


@dataclass(frozen=True, slots=True)
class NotCounted:
    kind: Literal["not counted"] = "not counted"


Contract: TypeAlias = CompletedWhen | NotCounted

DealWinner: TypeAlias = Literal["most points", "any points"]
NextDealer: TypeAlias = Literal["left", "winner"]


@dataclass(frozen=True, slots=True)
class CallGroup:
    """Choices of which the caller picks exactly one, any number, or at most one."""

    kind: Literal["one of", "any of", "at most one of"]
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoCall:
    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls, and the groups of twists to choose from, in the order declared."""

    by: Literal["dealer", "winner of last deal"]
    groups: tuple[CallGroup, ...]
    kind: Literal["call"] = "call"


CallRule: TypeAlias = NoCall | Call

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


AspectName: TypeAlias = Literal[
    "rank",
    "trump",
    "shown",
    "sight",
    "bid",
    "last_bid",
    "each_bid",
    "lead",
    "follow",
    "play",
    "wild",
    "trick_worth",
    "score",
    "completed",
    "won_by",
    "next_dealer",
    "call",
]

ASPECTS: Final[tuple[AspectName, ...]] = (
    "rank",
    "trump",
    "shown",
    "sight",
    "bid",
    "last_bid",
    "each_bid",
    "lead",
    "follow",
    "play",
    "wild",
    "trick_worth",
    "score",
    "completed",
    "won_by",
    "next_dealer",
    "call",
)
"""Every aspect of a deal, in the order of the language reference."""


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

    def clauses(self) -> Iterator[Clause[object]]:
        """The clauses in the order of ASPECTS."""
        return (getattr(self, aspect) for aspect in ASPECTS)


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
    origin: Origin = field(default=DEFAULT, compare=False)

    def clauses(self) -> Iterator[Clause[object]]:
        """The clauses that it replaces, in the order of ASPECTS."""
        found = (getattr(self, aspect, None) for aspect in ASPECTS)
        return (clause for clause in found if clause is not None)


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
class Let:
    name: str
    expression: Expression
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class OneSize:
    size: Expression
    kind: Literal["one"] = "one"


@dataclass(frozen=True, slots=True)
class Ladder:
    """Sizes by one from `first` to `last`; with the ends the wrong way round there is none."""

    first: Expression
    last: Expression
    direction: Literal["up", "down"]
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
    """The deals of a row are dealt in order at each size in turn; the whole is repeated."""

    sizes: Sizes
    deals: tuple[str, ...]
    repeat: Expression | None = None
    place: Place | None = field(default=None, compare=False, repr=False)


CriterionText: TypeAlias = Literal["highest total", "fewest failed", "most completed"]


@dataclass(frozen=True, slots=True)
class Winner:
    """Who wins the match: each criterion decides between those tied before it, the rest share."""

    criteria: tuple[CriterionText, ...]
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What each loser pays each winner, before joint winners share it."""

    expression: Expression
    origin: Origin = field(default=DEFAULT, compare=False)


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    title: str


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
    sources: tuple[Source, ...] = field(default=(), compare=False)
    assumptions: tuple[Assumption, ...] = field(default=(), compare=False)
    extends: str | None = field(default=None, compare=False)
    file: str = field(default="", compare=False)
    origin: Origin = field(default=DEFAULT, compare=False)
    players_origin: Origin = field(default=DEFAULT, compare=False)
    schedule_origin: Origin = field(default=DEFAULT, compare=False)

    @property
    def deck(self) -> Deck:
        """The cards that the game is played with."""
        return ORDINARY

    def deal(self, name: str) -> Deal | None:
        """The deal of that name or short name, or None."""
        return next((d for d in self.deals if name in (d.name, d.short)), None)
