"""The rules of a game as written, after `extends`, `change`, `drop` and `add` have been applied.

Nothing is resolved here: a deal holds only the clauses that it says itself, so that what changes in
a base deal changes in every deal made from it (late binding).
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from clagdsl.check.source_unit import Document, Written
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Direction, FirstDealer
from clagdsl.lang.source import Place
from clagdsl.syntax import nodes


@dataclass(slots=True, eq=False)
class DealOutline:
    """A deal or a twist: what it says itself."""

    name: str
    short: str | None
    base: Written[nodes.Name] | None
    is_twist: bool
    statement: Written[nodes.DealStatement | nodes.TwistStatement]
    clauses: dict[nodes.AspectName, Written[nodes.Clause]] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """Where the name stands."""
        return self.statement.document.place(self.statement.node.name.span)


@dataclass(frozen=True, slots=True)
class RowOutline:
    """A row of the schedule and the deals left in it, each where it was written."""

    row: Written[nodes.ScheduleRow]
    deals: tuple[Written[nodes.Name], ...]
    within: tuple[nodes.RepeatedRows, ...] = ()
    """The brackets that it stands in, the outermost first."""


def rows_of(statement: nodes.ScheduleStatement, document: Document) -> tuple[RowOutline, ...]:
    """Return the rows of a schedule as they are written."""
    return tuple(
        RowOutline(
            Written(row, document),
            tuple(Written(deal, document) for deal in row.deals),
            within,
        )
        for row, within in statement.each_row()
    )


IgnoredName: TypeAlias = (
    nodes.ParameterStatement
    | nodes.ChangeParameter
    | nodes.LetStatement
    | nodes.RunStatement
    | nodes.TallyStatement
)
"""The statements of names that are declared, or changed, before."""

Ignored: TypeAlias = (
    IgnoredName
    | nodes.Clause
    | nodes.Name
    | nodes.PlayersStatement
    | nodes.PackStatement
    | nodes.ScheduleStatement
    | nodes.WinnerStatement
    | nodes.EndsStatement
    | nodes.SettleStatement
)
"""What the outline has no place for; a name is that of the deal that such a deal is made from."""


@dataclass(slots=True, eq=False)
class Outline:
    """Everything that the rules say, whoever said it."""

    document: Document
    game: Written[nodes.GameStatement] | None = None
    players: Written[nodes.PlayersStatement] | None = None
    pack: Written[nodes.PackStatement] | None = None
    sources: dict[str, Written[nodes.SourceStatement]] = field(default_factory=dict)
    parameters: dict[str, Written[nodes.ParameterStatement]] = field(default_factory=dict)
    defaults: dict[str, Written[nodes.ChangeParameter]] = field(default_factory=dict)
    lets: dict[str, Written[nodes.LetStatement]] = field(default_factory=dict)
    past: dict[str, Written[nodes.RunStatement | nodes.TallyStatement]] = field(
        default_factory=dict
    )
    specials: dict[str, Written[nodes.SpecialStatement]] = field(default_factory=dict)
    deals: dict[str, DealOutline] = field(default_factory=dict)
    shorts: dict[str, str] = field(default_factory=dict)
    schedule: Written[nodes.ScheduleStatement] | None = None
    rows: tuple[RowOutline, ...] = ()
    winner: Written[nodes.WinnerStatement] | None = None
    ends: Written[nodes.EndsStatement] | None = None
    settle: Written[nodes.SettleStatement] | None = None
    examples: tuple[Written[nodes.ExampleStatement], ...] = ()
    additions: tuple[Written[nodes.AddStatement], ...] = ()
    dropped: dict[str, Place] = field(default_factory=dict)
    ignored: list[Written[Ignored]] = field(default_factory=list)
    """What is said twice, or of a deal that is not there: checked all the same."""
    doubtful: set[str] = field(default_factory=set)
    """Names declared twice: which declaration is meant is not known, so neither is what follows."""
    extends: str | None = None
    base_title: str = ""
    """The title of the game that the file extends, with its variant."""

    @property
    def direction(self) -> Direction:
        """Which way round the game goes."""
        said = None if self.players is None else self.players.node.direction
        return "clockwise" if said is None else said.value

    @property
    def first_dealer(self) -> FirstDealer:
        """How it comes about who deals first."""
        said = None if self.players is None else self.players.node.dealer
        return "said" if said is None else said.value

    @property
    def has_auction(self) -> bool:
        """Whether any deal or twist says something of an auction."""
        return any("auction" in deal.clauses for deal in self.deals.values())

    @property
    def has_blind_bids(self) -> bool:
        """Whether anybody may bid without having seen the own cards, in any deal."""
        clauses = (deal.clauses.get("sight") for deal in self.deals.values())
        return any(
            alternative.value.value == "by choice"
            for clause in clauses
            if clause is not None
            for alternative in clause.node.alternatives
        )

    def named(self, name: str) -> DealOutline | None:
        """The deal or twist of that name or short name."""
        return self.deals.get(name) or self.deals.get(self.shorts.get(name, ""))

    def names(self) -> tuple[str, ...]:
        """All names of deals and twists, short ones included."""
        return (*self.deals, *self.shorts)
