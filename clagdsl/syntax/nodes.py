"""The syntax tree of one rules file: what the text says, before any of it is checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from clagdsl.cards import Card, Suit
from clagdsl.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that stands somewhere in the text.  Places do not count when trees are compared."""

    span: Span = field(compare=False, repr=False)


# --- names, notes, settings ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name as written; `quoted` tells whether it stood in quotation marks."""

    text: str
    quoted: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """`from wiki "deal 11"`: a declared source and, where given, the passage in it."""

    source: Name
    passage: str | None


@dataclass(frozen=True, slots=True)
class Assumption(Node):
    """`assume "..."`: a reading that the source does not state."""

    text: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """The citations and assumptions that follow a statement or a clause."""

    cites: tuple[Cite, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True)
class IntegerSetting(Node):
    value: int


@dataclass(frozen=True, slots=True)
class TruthSetting(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class WordSetting(Node):
    value: str


Setting: TypeAlias = IntegerSetting | TruthSetting | WordSetting


# --- expressions --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Node):
    value: bool


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A name in an expression: `bid`, a parameter, a `let`, or a word that a parameter may be."""

    name: str


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`winner.total`."""

    owner: str
    name: str


@dataclass(frozen=True, slots=True)
class Negative(Node):
    operand: Expression


@dataclass(frozen=True, slots=True)
class Inverse(Node):
    """`not` something."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    operator: Literal["+", "-", "*", "//", "%"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`a and b and c`, or the same with `or`: two operands at least."""

    operator: Literal["and", "or"]
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Function(Node):
    name: Literal["min", "max", "abs"]
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`value when condition`, one alternative of a choice."""

    value: Expression
    condition: Expression


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """`a when c, b when d, otherwise e`."""

    branches: tuple[Branch, ...]
    otherwise: Expression


Expression: TypeAlias = (
    Number
    | Truth
    | Variable
    | Member
    | Negative
    | Inverse
    | Arithmetic
    | Comparison
    | Logic
    | Function
    | Choice
)


# --- clauses: one aspect of a deal each ---------------------------------------------------

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


@dataclass(frozen=True, slots=True)
class Words(Node):
    """A value that is nothing but words of the language: `turned`, `after bids`, `not counted`."""

    text: str


@dataclass(frozen=True, slots=True)
class Ranks(Node):
    """`rank K Q J ... A`: the ranks as written, high to low, with the place of each."""

    ranks: tuple[str, ...]
    spans: tuple[Span, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NamedTrump(Node):
    by: Literal["dealer", "caller"]
    what: Literal["suit", "order"]


@dataclass(frozen=True, slots=True)
class FixedOrder(Node):
    """`trump order H C D S`: the suits as written, high to low."""

    suits: tuple[Suit, ...]
    spans: tuple[Span, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FixedBid(Node):
    number: int


@dataclass(frozen=True, slots=True)
class Keeps(Node):
    """`keeps C`, or `keeps C, otherwise D`."""

    condition: Expression
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class Follow(Node):
    classes: tuple[Literal["suit", "anything"], ...]


@dataclass(frozen=True, slots=True)
class WildRanks(Node):
    ranks: tuple[str, ...]
    spans: tuple[Span, ...] = field(compare=False, repr=False)
    in_suit: bool


@dataclass(frozen=True, slots=True)
class Formula(Node):
    """The value of `trick worth` and `score`: an expression."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class CompletedWhen(Node):
    condition: Expression


@dataclass(frozen=True, slots=True)
class CallGroup(Node):
    kind: Literal["one of", "any of", "at most one of"]
    choices: tuple[Name, ...]


AspectValue: TypeAlias = (
    Words
    | Ranks
    | NamedTrump
    | FixedOrder
    | FixedBid
    | Keeps
    | Follow
    | WildRanks
    | Formula
    | CompletedWhen
)


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One value of a clause with the condition that chooses it; the last has no condition."""

    value: AspectValue
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """One aspect and its value.  For `call` the alternatives say who calls, the groups what."""

    aspect: AspectName
    alternatives: tuple[Alternative, ...]
    groups: tuple[CallGroup, ...]
    notes: Notes


# --- statements ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameStatement(Node):
    title: str
    variant: str | None
    extends: Name | None
    notes: Notes


@dataclass(frozen=True, slots=True)
class PlayersStatement(Node):
    low: int
    high: int
    notes: Notes


@dataclass(frozen=True, slots=True)
class SourceStatement(Node):
    name: Name
    title: str


@dataclass(frozen=True, slots=True)
class IntervalRange(Node):
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class WordsRange(Node):
    words: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class ParameterStatement(Node):
    name: Name
    default: Setting
    range: IntervalRange | WordsRange | None
    description: str | None
    notes: Notes


@dataclass(frozen=True, slots=True)
class LetStatement(Node):
    name: Name
    expression: Expression
    notes: Notes


@dataclass(frozen=True, slots=True)
class DealStatement(Node):
    name: Name
    short: Name | None
    base: Name | None
    clauses: tuple[Clause, ...]
    notes: Notes


@dataclass(frozen=True, slots=True)
class TwistStatement(Node):
    name: Name
    short: Name | None
    clauses: tuple[Clause, ...]
    notes: Notes


@dataclass(frozen=True, slots=True)
class OneSize(Node):
    size: Expression


@dataclass(frozen=True, slots=True)
class Ladder(Node):
    """`1 up to 7` or `7 down to 1`."""

    first: Expression
    last: Expression
    direction: Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class PickedSize(Node):
    """`dealer picks 3 to 7`."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class ScheduleRow(Node):
    """The deals of a row are dealt in the order written at each size in turn."""

    repeat: Expression | None
    sizes: OneSize | Ladder | PickedSize
    deals: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class ScheduleStatement(Node):
    rows: tuple[ScheduleRow, ...]
    notes: Notes


CriterionText: TypeAlias = Literal["highest total", "fewest failed", "most completed"]


@dataclass(frozen=True, slots=True)
class Criterion(Node):
    text: CriterionText


@dataclass(frozen=True, slots=True)
class WinnerStatement(Node):
    """The criteria in order; what is left tied after the last is shared."""

    criteria: tuple[Criterion, ...]
    notes: Notes


@dataclass(frozen=True, slots=True)
class SettleStatement(Node):
    expression: Expression
    notes: Notes


@dataclass(frozen=True, slots=True)
class ChangeDeal(Node):
    """`change X` with clauses: X is a deal or a twist."""

    name: Name
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class ChangeStatement(Node):
    """`change schedule ...` and the like: the statement replaces the inherited one whole."""

    statement: ScheduleStatement | WinnerStatement | SettleStatement | PlayersStatement


@dataclass(frozen=True, slots=True)
class ChangeParameter(Node):
    """`change param p = 3`: another default."""

    name: Name
    default: Setting
    notes: Notes


@dataclass(frozen=True, slots=True)
class DropStatement(Node):
    name: Name


@dataclass(frozen=True, slots=True)
class DropSettle(Node):
    """`drop settle`."""


@dataclass(frozen=True, slots=True)
class AddStatement(Node):
    name: Name
    where: Literal["after", "before"]
    neighbour: Name
    notes: Notes


# --- examples -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`hook = true` in the scene of an example."""

    name: Name
    setting: Setting


@dataclass(frozen=True, slots=True)
class Scene(Node):
    """`in "Twos Wild" with 7 cards for 4 players calling A, B where p = 1`; all optional."""

    deal: Name | None
    cards: int | None
    players: int | None
    calls: tuple[Name, ...]
    settings: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class PlayedCard(Node):
    """`2H as AC`: a card, and for a wild what it stands for."""

    card: Card
    stands_for: Card | None


@dataclass(frozen=True, slots=True)
class ScoreFact(Node):
    """`bid 2 tricks 2 scores 14`, `bids 1 2 tricks 1 2 scores 11 12`, `bid 1 taking 1 3 scores 14`.

    With `taking` there is one player, and `tricks` holds the numbers of the tricks taken, from 1.
    """

    bids: tuple[int, ...] | None
    tricks: tuple[int, ...]
    taking: bool
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidFact(Node):
    """`bids 1 1 1 then may not bid 4`: the earlier bids in turn, and the next one."""

    bids: tuple[int, ...]
    allowed: bool
    bid: int


@dataclass(frozen=True, slots=True)
class TrickFact(Node):
    """`trump clubs cards AC 2H as AC won by 2H`: the cards in the order played."""

    trump: tuple[Suit, ...] | None
    cards: tuple[PlayedCard, ...]
    winner: PlayedCard


@dataclass(frozen=True, slots=True)
class PlayFact(Node):
    """`trump hearts cards KS 6H hand 2C 9S may not play 2C as AH`."""

    trump: tuple[Suit, ...] | None
    cards: tuple[PlayedCard, ...]
    hand: tuple[Card, ...]
    allowed: bool
    play: PlayedCard


@dataclass(frozen=True, slots=True)
class Figures(Node):
    total: int
    failed: int | None
    completed: int | None


@dataclass(frozen=True, slots=True)
class PaymentFact(Node):
    """`loser total 142 failed 8 pays 250 to winner total 184 failed 4`."""

    loser: Figures
    amount: int
    winner: Figures


@dataclass(frozen=True, slots=True)
class WinnerFact(Node):
    """`totals 50 50 40 failed 3 4 1 wins yes no no`: seat by seat."""

    totals: tuple[int, ...]
    failed: tuple[int, ...] | None
    completed: tuple[int, ...] | None
    wins: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ScheduleFact(Node):
    """`number 16 is normal with 7 cards`."""

    number: int
    deal: Name
    cards: int


Fact: TypeAlias = (
    ScoreFact | BidFact | TrickFact | PlayFact | PaymentFact | WinnerFact | ScheduleFact
)


@dataclass(frozen=True, slots=True)
class ExampleStatement(Node):
    title: str
    scene: Scene
    fact: Fact
    notes: Notes


Statement: TypeAlias = (
    GameStatement
    | PlayersStatement
    | SourceStatement
    | ParameterStatement
    | LetStatement
    | DealStatement
    | TwistStatement
    | ScheduleStatement
    | WinnerStatement
    | SettleStatement
    | ExampleStatement
    | ChangeDeal
    | ChangeStatement
    | ChangeParameter
    | DropStatement
    | DropSettle
    | AddStatement
)


@dataclass(frozen=True, slots=True)
class File(Node):
    """One whole rules file in the order written."""

    version: int
    statements: tuple[Statement, ...]
