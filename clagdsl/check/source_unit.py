"""The parsed files that make up the rules, and the rules as written after the files are merged.

Nothing is resolved here: a deal of an `Outline` holds only the clauses that it says itself, so that
what changes in a base deal changes in every deal made from it (late binding).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Generic, TypeAlias, TypeVar

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Assumption, Citation, Direction, FirstDealer, Origin
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.model import Diagnostic, Problem
from clagdsl.syntax import nodes

# --- files, and what is found in them -----------------------------------------------------


N = TypeVar("N", covariant=True)


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed rules file with the sources that it declares or inherits."""

    source: SourceText
    tree: nodes.File
    cited: dict[str, nodes.SourceStatement] = field(compare=False)

    def place(self, span: Span) -> Place:
        """The lines and columns of a span of this file."""
        return self.source.place(span)

    def citations(self, cites: Iterable[nodes.Cite]) -> tuple[Citation, ...]:
        """The citations whose source this file declares; the others are reported elsewhere."""
        return tuple(
            Citation(cite.source.text, self.cited[cite.source.text].title, cite.passage)
            for cite in cites
            if cite.source.text in self.cited
        )

    def assumptions(self, notes: nodes.Notes) -> tuple[Assumption, ...]:
        """The assumptions among the notes."""
        return tuple(
            Assumption(a.text, self.citations(a.cites), self.place(a.span))
            for a in notes.assumptions
        )

    def origin(self, span: Span, notes: nodes.Notes) -> Origin:
        """Where a statement or clause stands, what it cites and what it assumes."""
        return Origin(self.place(span), self.citations(notes.cites), self.assumptions(notes))


@dataclass(frozen=True, slots=True)
class Written(Generic[N]):
    """A node of the syntax tree together with the file that it was written in."""

    node: N
    document: Document


class Findings:
    """The diagnostics collected by one pass, each once, in the order found."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def add(self, problem: Problem) -> None:
        """Keep what is told of a problem; the same again changes nothing."""
        self._found.setdefault(problem.diagnostic())

    def add_all(self, problems: Iterable[Problem]) -> None:
        """Keep what is told of several problems."""
        for problem in problems:
            self.add(problem)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What has been found."""
        return tuple(self._found)

    @property
    def failed(self) -> bool:
        """Whether an error has been found."""
        return any(d.severity == "error" for d in self._found)


# --- after `extends`, `change`, `drop` and `add` ------------------------------------------


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
