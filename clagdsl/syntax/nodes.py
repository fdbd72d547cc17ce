"""Nodes of the syntax tree of one rules file.

They represent the text as parsed: no name is resolved and nothing is checked. Most docstrings show
the source text of the node. Fields that only locate a part (`keyword`, `parts`, `bracket`) are
ignored in comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal, TypeAlias

from clagdsl.lang.aspects import (
    AspectName as AspectName,
    AspectValue as AspectValue,
)
from clagdsl.lang.cards import (
    Card,
    Suit,
)
from clagdsl.lang.expr.ast import (
    Arithmetic as Arithmetic,
    Branch as Branch,
    Choice as Choice,
    Comparison as Comparison,
    Expression as Expression,
    Function as Function,
    Inverse as Inverse,
    Logic as Logic,
    Negative as Negative,
    NOWHERE,
    Number as Number,
    Reference as Reference,
    Truth as Truth,
    Value,
)
from clagdsl.lang.frozen import (
    dataclass,
)
from clagdsl.lang.identifiers import (
    nfc_name,
)
from clagdsl.lang.rules import (
    CriterionText,
    Direction,
    FirstDealer,
    ParameterRange,
    RanksOfPack,
    Sizes,
)
from clagdsl.lang.source import (
    Located as Located,
    Node as Node,
    Span,
)
from clagdsl.lang.special_cards import (
    Demand,
    Powers,
)

# --- names, notes, settings -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name in the normal form NFC; `quoted` is True if it was in quotation marks."""

    text: str
    quoted: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", nfc_name(self.text))


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """A citation of a declared source, optionally with a passage in it: `from wiki "deal 11"`."""

    source: Name
    passage: str | None


@dataclass(frozen=True, slots=True)
class Assumption(Node):
    """An interpretation that the source does not state: `assume "..."`."""

    text: str
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """The citations and assumptions after a statement or a clause."""

    cites: tuple[Cite, ...] = ()
    assumptions: tuple[Assumption, ...] = ()


Setting: TypeAlias = Located[Value]
"""The value of a parameter."""


# --- examples: a scene, and one fact in it --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """A parameter's value in the scene of an example: `hook = true`."""

    name: Name
    setting: Setting


@dataclass(frozen=True, slots=True)
class Scene(Node):
    """The setting of an example; all parts are optional.

    The full form is `in Blind as number 4 with 7 cards for 4 players calling A where p = 1`.
    """

    deal: Name | None
    number: Located[int] | None
    cards: int | None
    players: int | None
    calls: tuple[Name, ...]
    settings: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class PlayedCard(Node):
    """A played card: `2H as AC` is a wild with the card that it represents; `Joker low` is how a
    special card is played.
    """

    card: Card
    stands_for: Card | None


@dataclass(frozen=True, slots=True)
class ScoreFact(Node):
    """A fact about scores, for one player or for all.

    Forms: `bid 2 tricks 2 scores 14`, `bids 1 2 tricks 1 2 scores 11 12`, `bid 1 taking 1 3 scores
    14`.

    With `taking` there is one player, and `tricks` holds the 1-based numbers of the tricks taken.
    `points` is the worth of the tricks, as in `bid 2 tricks 2 points 10 scores 22`.
    """

    bids: tuple[int, ...] | None
    tricks: tuple[int, ...]
    taking: bool
    points: Located[tuple[int, ...]] | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidFact(Node):
    """A fact about the next bid after earlier bids in turn: `bids 1 1 1 then may not bid 4`."""

    bids: tuple[int, ...]
    allowed: bool
    bid: int


@dataclass(frozen=True, slots=True)
class CardNumber(Node):
    """The position of a card in a trick, from 1: `card 2`."""

    number: int


@dataclass(frozen=True, slots=True)
class TrickFact(Node):
    """A fact about the winner of a trick: `trump clubs cards AC 2H as AC won by 2H`.

    The cards are in the order played.
    """

    trump: tuple[Suit, ...] | None
    cards: tuple[PlayedCard, ...]
    winner: PlayedCard | CardNumber


@dataclass(frozen=True, slots=True)
class PlayFact(Node):
    """A fact about a legal play: `trump hearts cards KS 6H hand 2C 9S may not play 2C as AH`.

    `broken` is set if the example states that the suit that may not be led is broken.
    """

    trump: tuple[Suit, ...] | None
    broken: Located[bool] | None
    cards: tuple[PlayedCard, ...]
    hand: tuple[Card, ...]
    allowed: bool
    play: PlayedCard


@dataclass(frozen=True, slots=True)
class Figures(Node):
    """A player's final figures: `total 142 failed 8 completed 3`."""

    total: int
    failed: int | None
    completed: int | None


@dataclass(frozen=True, slots=True)
class PaymentFact(Node):
    """A fact about a payment: `loser total 142 failed 8 pays 250 to winner total 184 failed 4`."""

    loser: Figures
    amount: int
    winner: Figures


@dataclass(frozen=True, slots=True)
class WinnerFact(Node):
    """A fact about the winners, with one entry per seat: `totals 50 50 40 failed 3 4 1 wins yes no
    no`.
    """

    totals: tuple[int, ...]
    failed: tuple[int, ...] | None
    completed: tuple[int, ...] | None
    wins: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class ScheduleFact(Node):
    """A fact about the schedule: `number 16 is normal with 7 cards trump none`.

    If the deal has no trump, `trump` equals None.
    """

    number: int
    deal: Name
    cards: int
    trump: tuple[Suit, ...] | None = None


@dataclass(frozen=True, slots=True)
class TurnedFact(Node):
    """A fact about the cards turned up, in order: `turned Owl 7H trump hearts`.

    Without trump, `trump` is empty.
    """

    cards: tuple[Card, ...]
    trump: tuple[Suit, ...]


Fact: TypeAlias = (
    ScoreFact
    | BidFact
    | TrickFact
    | PlayFact
    | PaymentFact
    | WinnerFact
    | ScheduleFact
    | TurnedFact
)


# --- clauses: one aspect of a deal each -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CallGroup(Node):
    """The twists that a call offers, and how many of them can be called: `any of A, B`."""

    kind: Literal["one of", "any of", "at most one of"]
    choices: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One value of a clause with the condition under which it applies; the last
    has no condition.
    """

    value: Located[AspectValue]
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """One aspect with its value. The groups of a call are here because their names have spans."""

    aspect: AspectName
    alternatives: tuple[Alternative, ...]
    groups: tuple[CallGroup, ...]
    notes: Notes


# --- statements -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameStatement(Node):
    """The game statement: `game "Clag" variant "Pagat" extends pagat`."""

    title: str
    variant: str | None
    extends: Name | None
    notes: Notes


@dataclass(frozen=True, slots=True)
class PlayersStatement(Node):
    """The players statement: `players 3 to 7`; `alone` is True if only one number was written.

    `direction` and `dealer` are set only if written; `condition` says when the dealer is drawn.
    """

    low: int
    high: int
    notes: Notes
    alone: bool = False
    direction: Located[Direction] | None = None
    dealer: Located[FirstDealer] | None = None
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class FewerSuits(Node):
    """The number of suits in a pack: `3 suits`."""

    number: Expression


@dataclass(frozen=True, slots=True)
class LeftOut(Node):
    """The cards left out of a pack, each with its own span: `without 6S 6C`."""

    cards: tuple[Card, ...]
    parts: tuple[Span, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Copies(Node):
    """The number of copies of each card in a pack: `2 of each`."""

    number: Expression


@dataclass(frozen=True, slots=True)
class PackedSpecials(Node):
    """The special cards of one name in a pack: `4 Wizard`."""

    number: int
    name: Name


@dataclass(frozen=True, slots=True)
class CardsOfPack(Node):
    """The ranks of a pack, then its other terms: `highest 9 ranks, without 6S 6C`."""

    ranks: Located[RanksOfPack]
    also: tuple[FewerSuits | LeftOut | Copies | PackedSpecials, ...] = ()


@dataclass(frozen=True, slots=True)
class PackAlternative(Node):
    """One pack of a choice with its condition; the last has no condition."""

    cards: CardsOfPack
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class PackStatement(Node):
    """The pack statement: `pack A K Q J 10 9 8 7`."""

    alternatives: tuple[PackAlternative, ...]
    notes: Notes


@dataclass(frozen=True, slots=True)
class SpecialStatement(Node):
    """The declaration of a special card: `special Joker is high asks highest of named suit`."""

    name: Name
    power: Located[Powers]
    demands: tuple[Located[Demand], ...]
    notes: Notes
    keyword: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SourceStatement(Node):
    """The declaration of a source that notes can cite: `source pagat "Title"`."""

    name: Name
    title: str


@dataclass(frozen=True, slots=True)
class ParameterStatement(Node):
    """The declaration of a parameter: `param stake = 5 in 0 to 100 "pence"`."""

    name: Name
    default: Setting
    range: Located[ParameterRange] | None
    description: str | None
    notes: Notes


@dataclass(frozen=True, slots=True)
class LetStatement(Node):
    """A name for an expression: `let made = tricks = bid`."""

    name: Name
    expression: Expression
    notes: Notes


@dataclass(frozen=True, slots=True)
class RunStatement(Node):
    """The number of consecutive deals in which a condition held: `run zeros when bid = 0`.

    `words` are printed instead of the name.
    """

    name: Name
    expression: Expression
    words: str | None
    notes: Notes
    keyword: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TallyStatement(Node):
    """A sum over the deals: `tally bags = tricks - bid when tricks > bid, otherwise 0`.

    `words` are printed instead of the name.
    """

    name: Name
    expression: Expression
    words: str | None
    notes: Notes
    keyword: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DealStatement(Node):
    """A deal with its clauses: `deal Plain as P`; `is Other with` names the deal on which it is
    based.
    """

    name: Name
    short: Name | None
    base: Name | None
    clauses: tuple[Clause, ...]
    notes: Notes


@dataclass(frozen=True, slots=True)
class TwistStatement(Node):
    """A twist with the clauses that it replaces: `twist Misere as M`."""

    name: Name
    short: Name | None
    clauses: tuple[Clause, ...]
    notes: Notes


@dataclass(frozen=True, slots=True)
class ScheduleRow(Node):
    """A row of the schedule: at each size, its deals are dealt in order, if its condition holds."""

    repeat: Expression | None
    sizes: Located[Sizes]
    deals: tuple[Name, ...]
    condition: Located[Expression] | None = None


@dataclass(frozen=True, slots=True)
class RepeatedRows(Node):
    """Repeated rows, as in `repeat 2 times (...)`; `bracket` is the span of the opening bracket."""

    times: Expression
    rows: tuple[ScheduleRow | RepeatedRows, ...]
    bracket: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ScheduleStatement(Node):
    """The schedule statement with its rows."""

    rows: tuple[ScheduleRow | RepeatedRows, ...]
    notes: Notes

    def iter_rows(self) -> Iterator[tuple[ScheduleRow, tuple[RepeatedRows, ...]]]:
        """Yields every row once, with the repetitions that contain it, outermost first."""
        yield from _iter_rows(self.rows, ())


def _iter_rows(
    rows: tuple[ScheduleRow | RepeatedRows, ...], within: tuple[RepeatedRows, ...]
) -> Iterator[tuple[ScheduleRow, tuple[RepeatedRows, ...]]]:
    for row in rows:
        if isinstance(row, RepeatedRows):
            yield from _iter_rows(row.rows, (*within, row))
        else:
            yield row, within


@dataclass(frozen=True, slots=True)
class WinnerStatement(Node):
    """The criteria in order; players tied on the last one share the win."""

    criteria: tuple[Located[CriterionText], ...]
    notes: Notes


@dataclass(frozen=True, slots=True)
class EndsStatement(Node):
    """A condition that ends a match before its schedule does: `ends when highest_total >= 101`."""

    condition: Expression
    notes: Notes
    keyword: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SettleStatement(Node):
    """The payment of a loser to a winner: `settle loser pays winner E`."""

    expression: Expression
    notes: Notes


SingleStatement: TypeAlias = (
    PlayersStatement
    | PackStatement
    | ScheduleStatement
    | WinnerStatement
    | EndsStatement
    | SettleStatement
)
"""A statement that a game has at most once, and that a file which extends it can replace."""


@dataclass(frozen=True, slots=True)
class ChangeDeal(Node):
    """A change of an inherited deal or twist: `change X` with clauses."""

    name: Name
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class ChangeStatement(Node):
    """The replacement of a whole inherited statement, as in `change schedule ...`."""

    statement: SingleStatement


@dataclass(frozen=True, slots=True)
class ChangeParameter(Node):
    """A new default for an inherited parameter: `change param p = 3`."""

    name: Name
    default: Setting
    notes: Notes


@dataclass(frozen=True, slots=True)
class DropStatement(Node):
    """The removal of an inherited deal, twist or other declaration: `drop X`."""

    name: Name


@dataclass(frozen=True, slots=True)
class DropSettle(Node):
    """The removal of the inherited settlement: `drop settle`."""


@dataclass(frozen=True, slots=True)
class DropEnds(Node):
    """The removal of the inherited early end, so that a match always lasts its whole schedule:
    `drop ends`.
    """

    keyword: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class AddStatement(Node):
    """The insertion of a deal into the inherited schedule: `add X after Y`."""

    name: Name
    where: Literal["after", "before"]
    neighbour: Name
    notes: Notes


@dataclass(frozen=True, slots=True)
class ExampleStatement(Node):
    """An example, with a scene and one fact that is true in it: `example "title"`."""

    title: str
    scene: Scene
    fact: Fact
    notes: Notes


Statement: TypeAlias = (
    GameStatement
    | SingleStatement
    | SpecialStatement
    | SourceStatement
    | ParameterStatement
    | LetStatement
    | RunStatement
    | TallyStatement
    | DealStatement
    | TwistStatement
    | ExampleStatement
    | ChangeDeal
    | ChangeStatement
    | ChangeParameter
    | DropStatement
    | DropSettle
    | DropEnds
    | AddStatement
)


@dataclass(frozen=True, slots=True)
class File(Node):
    """One rules file, with its statements in the order written."""

    version: int
    statements: tuple[Statement, ...]
    version_span: Span = field(compare=False, repr=False)
