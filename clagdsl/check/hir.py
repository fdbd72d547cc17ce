"""The HIR (high-level intermediate representation): the rules as written, with all files merged.

Input: the parsed documents of a chain, the requested file first. Output: one `Hir`, and problems in
`Findings`. `merge` starts from the last document (the base) and adds each file that extends it:
first its declarations, then its changes and drops, then its additions.

Invariants:

- Nothing is resolved here. An `HirDeal` holds only the clauses that the deal states itself, so that
  a change to a base deal changes every deal made from it (late binding). This is why merging comes
  before resolving.
- Every node is kept together with its document, since places and citations depend on the file.
- Merging continues after a problem. A statement that cannot be merged, such as a second `players`,
  goes into `ignored`, and its contents are still checked. A name declared twice goes into
  `ambiguous`; later passes report nothing that depends on which declaration is meant.

A twist is a set of clauses that a call brings into force in a deal. An assumption is a note in
which the author says how an unclear source was interpreted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import Any, Final, Generic, TypeAlias, TypeVar, assert_never, cast

from clagdsl import problems
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    Assumption,
    ChosenBid,
    Citation,
    Direction,
    DrawnTrump,
    FixedSuit,
    NoTrump,
    OneSize,
    Origin,
    RotatingTrump,
    TrumpRanks,
    TurnedTrump,
)
from clagdsl.lang.source import Place, SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic, Problem
from clagdsl.syntax import nodes

# --- files, and the problems in them ------------------------------------------------------


N = TypeVar("N", covariant=True)


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed rules file with the sources that it declares or inherits."""

    source: SourceText
    tree: nodes.File
    cited: dict[str, nodes.SourceStatement] = field(compare=False)

    @property
    def extends(self) -> nodes.Name | None:
        """The name of the file that this file extends, as written, or None."""
        games = (each for each in self.tree.statements if isinstance(each, nodes.GameStatement))
        return next((each.extends for each in games if each.extends is not None), None)

    def place(self, span: Span) -> Place:
        """Returns the lines and columns of a span in this file."""
        return self.source.place(span)

    def citations(self, cites: Iterable[nodes.Cite]) -> tuple[Citation, ...]:
        """Returns the citations whose source this file declares; undeclared ones are reported
        elsewhere.
        """
        return tuple(
            Citation(cite.source.text, self.cited[cite.source.text].title, cite.passage)
            for cite in cites
            if cite.source.text in self.cited
        )

    def assumptions(self, notes: nodes.Notes) -> tuple[Assumption, ...]:
        """Returns the assumptions among the notes of a statement or clause."""
        return tuple(
            Assumption(a.text, self.citations(a.cites), self.place(a.span))
            for a in notes.assumptions
        )

    def origin(self, span: Span, notes: nodes.Notes) -> Origin:
        """Returns the place of a statement or clause, with its citations and assumptions."""
        return Origin(self.place(span), self.citations(notes.cites), self.assumptions(notes))


@dataclass(frozen=True, slots=True)
class SourceNode(Generic[N]):
    """A node of the syntax tree together with the file that contains it."""

    node: N
    document: Document


class Findings:
    """The diagnostics of one pass, without duplicates, in the order found."""

    __slots__ = ("_diagnostics",)

    def __init__(self) -> None:
        self._diagnostics: dict[Diagnostic, None] = {}

    def add(self, problem: Problem) -> None:
        """Adds the diagnostic of a problem unless it is already there."""
        self._diagnostics.setdefault(problem.diagnostic())

    def add_first(self, problem: Problem) -> None:
        """Adds the diagnostic of a problem unless another with its code and place is there."""
        added = problem.diagnostic()
        if all((each.code, each.place) != (added.code, added.place) for each in self._diagnostics):
            self._diagnostics[added] = None

    def add_all(self, problems: Iterable[Problem]) -> None:
        """Adds the diagnostics of several problems."""
        for problem in problems:
            self.add(problem)

    def check_listed_once(
        self, kind: str, names: Iterable[str], spans: Sequence[Span], document: Document
    ) -> bool:
        """Reports each repeated name in a list; returns whether all names are different.

        `kind` describes the contents of the list, for the message.
        """
        first: dict[str, Span] = {}
        for name, span in zip(names, spans, strict=True):
            before = first.setdefault(name, span)
            if before is not span:
                place, other = document.place(span), document.place(before)
                self.add(problems.checks.ListedTwice(place, kind, name, other))
        return len(first) == len(spans)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics so far."""
        return tuple(self._diagnostics)

    @property
    def failed(self) -> bool:
        """Whether an error has been found."""
        return any(d.severity == "error" for d in self._diagnostics)


# --- rules after `extends`, `change`, `drop` and `add` ------------------------------------


@dataclass(slots=True, eq=False)
class HirDeal:
    """A deal or a twist with only the clauses that it states itself."""

    name: str
    short: str | None
    base: SourceNode[nodes.Name] | None
    is_twist: bool
    statement: SourceNode[nodes.DealStatement | nodes.TwistStatement]
    clauses: dict[nodes.AspectName, SourceNode[nodes.Clause]] = field(default_factory=dict)
    changed: set[nodes.AspectName] = field(default_factory=set)
    """The aspects in which an extending file replaces a clause of the deal itself."""

    @property
    def place(self) -> Place:
        """The place of the deal's name."""
        return self.statement.document.place(self.statement.node.name.span)


@dataclass(frozen=True, slots=True)
class HirRow:
    """A row of the schedule with the deals that have not been dropped from it, each with its
    document.
    """

    row: SourceNode[nodes.ScheduleRow]
    deals: tuple[SourceNode[nodes.Name], ...]
    within: tuple[nodes.RepeatedRows, ...] = ()
    """The repeating brackets around the row, the outermost first."""


@dataclass(frozen=True, slots=True)
class Removal:
    """The change after which a schedule or a call no longer mentions a deal or twist."""

    part: SourceNode[nodes.ScheduleStatement | nodes.Clause | nodes.DropStatement]
    """The new schedule, the new `call`, or the statement that drops the deal with the `call`."""
    change: nodes.Node
    """The whole statement that contains the part."""


def rows_of(statement: nodes.ScheduleStatement, document: Document) -> tuple[HirRow, ...]:
    """Returns the rows of a schedule as written."""
    return tuple(
        HirRow(
            SourceNode(row, document),
            tuple(SourceNode(deal, document) for deal in row.deals),
            within,
        )
        for row, within in statement.iter_rows()
    )


IgnoredName: TypeAlias = (
    nodes.ParameterStatement
    | nodes.ChangeParameter
    | nodes.LetStatement
    | nodes.RunStatement
    | nodes.TallyStatement
)
"""Statements about a parameter, `let`, run or tally that was already declared or changed."""

Ignored: TypeAlias = IgnoredName | nodes.Clause | nodes.Name | nodes.SingleStatement
"""Nodes that cannot be merged; a `Name` is the base of a deal that was left out."""


@dataclass(slots=True, eq=False)
class Hir:
    """All rules after merging, whichever file they come from."""

    document: Document
    game: SourceNode[nodes.GameStatement] | None = None
    players: SourceNode[nodes.PlayersStatement] | None = None
    pack: SourceNode[nodes.PackStatement] | None = None
    sources: dict[str, SourceNode[nodes.SourceStatement]] = field(default_factory=dict)
    parameters: dict[str, SourceNode[nodes.ParameterStatement]] = field(default_factory=dict)
    defaults: dict[str, SourceNode[nodes.ChangeParameter]] = field(default_factory=dict)
    lets: dict[str, SourceNode[nodes.LetStatement]] = field(default_factory=dict)
    past: dict[str, SourceNode[nodes.RunStatement | nodes.TallyStatement]] = field(
        default_factory=dict
    )
    specials: dict[str, SourceNode[nodes.SpecialStatement]] = field(default_factory=dict)
    deals: dict[str, HirDeal] = field(default_factory=dict)
    shorts: dict[str, str] = field(default_factory=dict)
    schedule: SourceNode[nodes.ScheduleStatement] | None = None
    rows: tuple[HirRow, ...] = ()
    winner: SourceNode[nodes.WinnerStatement] | None = None
    ends: SourceNode[nodes.EndsStatement] | None = None
    settle: SourceNode[nodes.SettleStatement] | None = None
    examples: tuple[SourceNode[nodes.ExampleStatement], ...] = ()
    additions: tuple[SourceNode[nodes.AddStatement], ...] = ()
    dropped: dict[str, Place] = field(default_factory=dict)
    removals: dict[str, Removal] = field(default_factory=dict)
    """The last removal of each deal or twist from a schedule or a call."""
    ignored: list[SourceNode[Ignored]] = field(default_factory=list)
    """Statements and clauses that are repeated, or belong to an unknown deal; still checked."""
    ambiguous: set[str] = field(default_factory=set)
    """Names declared twice; no problem is reported if it depends on the meaning of such a name."""
    extends: str | None = None
    base_title: str = ""
    """The title of the game that the file extends, with its variant."""
    directions: dict[str, Direction] = field(default_factory=dict)
    """The direction of play of the game of each file, by the file's name."""

    @property
    def direction(self) -> Direction:
        """The direction of play (clockwise by default)."""
        stated = None if self.players is None else self.players.node.direction
        return "clockwise" if stated is None else stated.value

    @property
    def has_auction(self) -> bool:
        """True if any deal or twist has an `auction` clause."""
        return any("auction" in deal.clauses for deal in self.deals.values())

    @property
    def has_blind_bids(self) -> bool:
        """True if players may bid in some deal before they have seen their own cards."""
        clauses = (deal.clauses.get("sight") for deal in self.deals.values())
        return any(
            alternative.value.value == "by choice"
            for clause in clauses
            if clause is not None
            for alternative in clause.node.alternatives
        )

    @property
    def ranked_trumps(self) -> frozenset[str]:
        """The names in all clauses `rank of trump`."""
        clauses = (deal.clauses.get("trump_rank") for deal in self.deals.values())
        return frozenset(
            entry.name
            for clause in clauses
            if clause is not None
            for alternative in clause.node.alternatives
            if isinstance(alternative.value.value, TrumpRanks)
            for entry in alternative.value.value.top
        )

    @property
    def packed_specials(self) -> list[nodes.PackedSpecials]:
        """The special cards that each pack lists, as written."""
        packs = () if self.pack is None else self.pack.node.alternatives
        parts = (also for each in packs for also in each.cards.also)
        return [also for also in parts if isinstance(also, nodes.PackedSpecials)]

    def named(self, name: str) -> HirDeal | None:
        """Returns the deal or twist with a name or short name, or None."""
        return self.deals.get(name) or self.deals.get(self.shorts.get(name, ""))

    def names(self) -> tuple[str, ...]:
        """Returns all names of deals and twists, including short ones."""
        return (*self.deals, *self.shorts)


# --- applying `extends`, `change`, `drop` and `add` ---------------------------------------
# Merging comes before resolving because binding is late: what a house file changes in `normal`
# must change in every deal that is based on `normal`.


_Named: TypeAlias = (
    nodes.ParameterStatement
    | nodes.LetStatement
    | nodes.RunStatement
    | nodes.TallyStatement
    | nodes.SpecialStatement
)
_Change: TypeAlias = (
    nodes.ChangeDeal
    | nodes.ChangeStatement
    | nodes.ChangeParameter
    | nodes.DropStatement
    | nodes.DropSettle
    | nodes.DropEnds
    | nodes.AddStatement
)


def merge(documents: list[Document], findings: Findings) -> Hir:
    """Merges documents into one HIR; each extends the next, and the last is the base."""
    hir = Hir(documents[-1])
    for document in reversed(documents):
        inherits = document.extends is not None
        hir.document = document
        hir.base_title = _title(hir)
        # a file has its own `game` and examples; it inherits sources through its document
        hir.game, hir.examples, hir.sources = None, (), {}
        _Merger(document, hir, findings, inherits).merge()
        hir.directions[document.source.name] = hir.direction
    return hir


def _title(hir: Hir) -> str:
    """Returns the title of the game merged so far, or "" before the first `game` statement."""
    if hir.game is None:
        return ""
    game = hir.game.node
    return f"{game.title}, {game.variant}" if game.variant else game.title


class _Merger:
    """Merges the statements of one file into the HIR of the file that it extends."""

    def __init__(self, document: Document, hir: Hir, findings: Findings, inherits: bool) -> None:
        self.document = document
        self.hir = hir
        self.findings = findings
        self.inherits = inherits
        self.first_statements: dict[str, nodes.Node] = {}
        self.changed: dict[tuple[str, nodes.AspectName], nodes.Clause] = {}
        self.changes: list[_Change] = []

    def merge(self) -> None:
        """Processes declarations, then changes and drops, then additions, each kind in file order.

        Names are dropped before deals are changed, so that changing a dropped deal is an error.
        """
        for statement in self.document.tree.statements:
            self._declare(statement)
        if self.changes and not self.inherits:
            self._refuse_changes()
            return
        for change in sorted(self.changes, key=lambda each: _ORDER.index(type(each))):
            self._apply(change)

    def _declare(self, statement: nodes.Statement) -> None:
        match statement:
            case nodes.GameStatement():
                if self._is_first_statement("game", statement):
                    self.hir.game = SourceNode(statement, self.document)
                    self.hir.extends = statement.extends.text if statement.extends else None
            case nodes.SourceStatement():
                self._declare_source(statement)
            case (
                nodes.ParameterStatement()
                | nodes.LetStatement()
                | nodes.RunStatement()
                | nodes.TallyStatement()
                | nodes.SpecialStatement()
            ):
                self._declare_name(statement)
            case nodes.DealStatement() | nodes.TwistStatement():
                self._declare_deal(statement)
            case nodes.ExampleStatement():
                self.hir.examples += (SourceNode(statement, self.document),)
            case (
                nodes.PlayersStatement()
                | nodes.PackStatement()
                | nodes.ScheduleStatement()
                | nodes.WinnerStatement()
                | nodes.EndsStatement()
                | nodes.SettleStatement()
            ):
                self._declare_single(statement)
            case _:
                self.changes.append(statement)

    def _refuse_changes(self) -> None:
        for change in self.changes:
            self.findings.add(problems.checks.NothingToChange(self.document.place(change.span)))
            if isinstance(change, nodes.ChangeDeal):
                self._ignore(*change.clauses)
            elif isinstance(change, nodes.ChangeStatement):
                self._ignore(change.statement)

    def _ignore(self, *parts: Ignored) -> None:
        """Records nodes that cannot be merged."""
        self.hir.ignored += (SourceNode(part, self.document) for part in parts)

    def _apply(self, change: _Change) -> None:
        match change:
            case nodes.ChangeDeal():
                self._change_deal(change)
            case nodes.ChangeStatement():
                self._change_single(change)
            case nodes.ChangeParameter():
                self._change_parameter(change)
            case nodes.DropStatement():
                self._drop(change)
            case nodes.DropSettle():
                self._drop_single(change, "settle")
            case nodes.DropEnds():
                self._drop_single(change, "ends")
            case nodes.AddStatement():
                self._add(change)
            case _:
                assert_never(change)

    # --- declarations ---------------------------------------------------------------------

    def _is_first_statement(self, keyword: str, statement: nodes.Node) -> bool:
        """Returns whether this is the file's first statement of its kind; reports a second one."""
        before = self.first_statements.setdefault(keyword, statement)
        if before is statement:
            return True
        self.findings.add(
            problems.checks.DuplicateClause(
                self.document.place(statement.span), keyword, self.document.place(before.span)
            )
        )
        return False

    def _declare_single(self, statement: nodes.SingleStatement) -> None:
        keyword = _KEYWORDS[type(statement)]
        inherited = getattr(self.hir, keyword)
        if not self._is_first_statement(keyword, statement):
            self._ignore(statement)
            return
        if self.inherits and inherited is not None:
            place = self.document.place(statement.span)
            other = inherited.document.place(inherited.node.span)
            self.findings.add(
                problems.checks.AlreadyInherited(place, keyword, f"change {keyword}", other)
            )
            self._ignore(statement)
            return
        self._set_single(statement)

    def _set_single(self, statement: nodes.SingleStatement) -> None:
        setattr(self.hir, _KEYWORDS[type(statement)], SourceNode(statement, self.document))
        if isinstance(statement, nodes.ScheduleStatement):
            # `add` was relative to the schedule that is replaced here
            self.hir.additions = ()
            self.hir.rows = rows_of(statement, self.document)

    def _declare_source(self, statement: nodes.SourceStatement) -> None:
        name = statement.name.text
        before = self.hir.sources.get(name)
        if before is not None:
            place = self.document.place(statement.name.span)
            other = before.document.place(before.node.name.span)
            self.findings.add(problems.checks.DeclaredTwice(place, name, other))
            return
        self.hir.sources[name] = SourceNode(statement, self.document)

    def _declared(self, name: str) -> SourceNode[_Named] | None:
        """Returns the parameter, `let`, run, tally or special card of this name, or None."""
        declaration = next(
            (kind[name] for kind in _named_statements(self.hir) if name in kind), None
        )
        return cast("SourceNode[_Named] | None", declaration)

    def _declare_name(self, statement: _Named) -> None:
        name = statement.name.text
        before = self._declared(name)
        if before is not None:
            place = self.document.place(statement.name.span)
            other = before.document.place(before.node.name.span)
            is_change = before.document is not self.document and all(
                isinstance(each, nodes.ParameterStatement) for each in (statement, before.node)
            )
            kind = (
                problems.checks.ParameterInherited if is_change else problems.checks.DeclaredTwice
            )
            self.findings.add(kind(place, name, other))
            self.hir.ambiguous.add(name)
            if not isinstance(statement, nodes.SpecialStatement) and not is_change:
                self._ignore(statement)
            return
        written = SourceNode(statement, self.document)
        _named_statements(self.hir)[_KIND[type(statement)]][name] = written

    def _declare_deal(self, statement: nodes.DealStatement | nodes.TwistStatement) -> None:
        deal = self._hir_deal(statement)
        for written in (statement.name, statement.short):
            before = self.hir.named(written.text) if written is not None else None
            if written is None or before is None:
                continue
            self.hir.ambiguous.add(written.text)
            place = self.document.place(written.span)
            problem: Problem
            if before.statement.document is self.document or written is statement.short:
                problem = problems.checks.DeclaredTwice(place, written.text, before.place)
            else:
                change = f"change {_quoted(statement.name)}"
                is_dropped = any(
                    isinstance(each, nodes.DropStatement) and each.name.text == written.text
                    for each in self.document.tree.statements
                )
                kind = problems.checks.DroppedAndDeclared
                problem = (kind if is_dropped else problems.checks.AlreadyInherited)(
                    place, written.text, change, before.place
                )
            self.findings.add(problem)
            if written is statement.short:
                deal.short = None
                break
            if statement.short is not None and self.hir.named(statement.short.text) is None:
                self.hir.shorts[statement.short.text] = before.name
            self._ignore(*statement.clauses)
            if deal.base is not None:
                self._ignore(deal.base.node)
            return
        self.hir.deals[deal.name] = deal
        if deal.short is not None:
            self.hir.shorts[deal.short] = deal.name
        for clause in statement.clauses:
            self._declare_clause(deal, clause)
        self._limits_without_bids(deal, statement)
        self._shown_without_turning(deal, statement)

    def _limits_without_bids(
        self, deal: HirDeal, statement: nodes.DealStatement | nodes.TwistStatement
    ) -> None:
        """Reports a limit on bids in a deal whose own `bid` clause leaves no bid to choose."""
        clauses = {clause.aspect: clause for clause in statement.clauses}
        bid = clauses.get("bid")
        if bid is None or any(isinstance(each.value.value, ChosenBid) for each in bid.alternatives):
            return
        for limit in (clauses.get(aspect) for aspect in BID_LIMITS):
            if limit is not None:
                place, other = self.document.place(limit.span), self.document.place(bid.span)
                self.findings.add(problems.checks.LimitWithoutBids(place, deal.name, other))

    def _shown_without_turning(
        self, deal: HirDeal, statement: nodes.DealStatement | nodes.TwistStatement
    ) -> None:
        """Reports `shown` in a deal whose own `trump` clause fixes the trump suit, or has none.

        A call, or a deal made from this one, may still have a card turned.
        """
        clauses = {clause.aspect: clause for clause in statement.clauses}
        trump, shown = clauses.get("trump"), clauses.get("shown")
        if trump is None or shown is None or "call" in clauses:
            return
        others = self.document.tree.statements
        bases = [each.base for each in others if isinstance(each, nodes.DealStatement)]
        if any(base is not None and base.text == deal.name for base in bases):
            return
        values = [each.value.value for each in trump.alternatives]
        settled = any(isinstance(value, FixedSuit | RotatingTrump | NoTrump) for value in values)
        if settled and not any(isinstance(value, TurnedTrump | DrawnTrump) for value in values):
            place, other = self.document.place(shown.span), self.document.place(trump.span)
            self.findings.add(problems.checks.NothingTurned(place, deal.name, other))

    def _hir_deal(self, statement: nodes.DealStatement | nodes.TwistStatement) -> HirDeal:
        base = statement.base if isinstance(statement, nodes.DealStatement) else None
        return HirDeal(
            name=statement.name.text,
            short=statement.short.text if statement.short is not None else None,
            base=SourceNode(base, self.document) if base is not None else None,
            is_twist=isinstance(statement, nodes.TwistStatement),
            statement=SourceNode(statement, self.document),
        )

    def _declare_clause(self, deal: HirDeal, clause: nodes.Clause) -> None:
        before = deal.clauses.get(clause.aspect)
        if before is not None:
            place = self.document.place(before.node.span)
            self._aspect_twice(deal.name, clause.aspect, clause, place)
            self._ignore(clause)
            return
        deal.clauses[clause.aspect] = SourceNode(clause, self.document)

    def _aspect_twice(
        self, name: str, aspect: nodes.AspectName, part: nodes.Node, other: Place
    ) -> None:
        place = self.document.place(part.span)
        self.findings.add(problems.checks.AspectTwice(place, name, aspect, other))

    # --- changes --------------------------------------------------------------------------

    def _target(self, name: nodes.Name, valid: tuple[str, ...] | None = None) -> HirDeal | None:
        """Returns the deal that a change names; reports an unknown name.

        `valid` has the names to suggest, by default those of all deals and twists.
        """
        deal = self.hir.named(name.text)
        if deal is None:
            place = self.document.place(name.span)
            dropped = self.hir.dropped.get(name.text)
            names = self.hir.names() if valid is None else valid
            self.findings.add(problems.checks.UnknownTarget(place, name.text, names, dropped))
        return deal

    def _single_places(self) -> tuple[str, ...]:
        """Returns the names of the deals that have a single place in the schedule."""
        rows = self.hir.rows
        deals = [self.hir.named(name.node.text) for row in rows for name in row.deals]
        single = {
            self.hir.named(name.node.text)
            for row in rows
            if _holds_one_deal(row)
            for name in row.deals
        }
        return tuple(
            deal.name for deal in deals if deal and deal in single and deals.count(deal) == 1
        )

    def _change_deal(self, change: nodes.ChangeDeal) -> None:
        deal = self._target(change.name)
        if deal is None:
            self._ignore(*change.clauses)
            return
        if deal.statement.document is self.document:
            place = self.document.place(change.name.span)
            self.findings.add(problems.checks.ChangesItsOwn(place, deal.name, deal.place))
            self.hir.ambiguous.add(deal.name)
            self._ignore(*change.clauses)
            return
        for clause in change.clauses:
            before = self.changed.setdefault((deal.name, clause.aspect), clause)
            if before is not clause:
                # the fix takes the statement out with its only clause
                part = clause if len(change.clauses) > 1 else change
                self._aspect_twice(deal.name, clause.aspect, part, self.document.place(before.span))
                self._ignore(clause)
                continue
            inherited = deal.clauses.get(clause.aspect)
            if inherited is not None:
                deal.changed.add(clause.aspect)
            if inherited is not None and is_same_clause(inherited.node, clause):
                place = self.document.place(clause.span)
                other = inherited.document.place(inherited.node.span)
                self.findings.add(problems.checks.ChangesNothing(place, deal.name, other))
            self._record_removals(_choices(inherited), clause, change)
            deal.clauses[clause.aspect] = SourceNode(clause, self.document)

    def _record_removals(
        self,
        names: Iterable[nodes.Name],
        part: nodes.ScheduleStatement | nodes.Clause | nodes.DropStatement,
        change: nodes.Node,
    ) -> None:
        """Records that a change removes all mentions of these names in a schedule or a call.

        If the new schedule or call mentions a name again, its deal is not unused.
        """
        removal = Removal(SourceNode(part, self.document), change)
        for name in names:
            deal = self.hir.named(name.text)
            if deal is not None:
                self.hir.removals[deal.name] = removal

    def _change_single(self, change: nodes.ChangeStatement) -> None:
        keyword = _KEYWORDS[type(change.statement)]
        if not self._is_first_statement(keyword, change):
            self._ignore(change.statement)
            return
        if getattr(self.hir, keyword) is None:
            place = self.document.place(change.span)
            self.findings.add(problems.checks.NothingInherited(place, keyword))
        if isinstance(change.statement, nodes.ScheduleStatement):
            names = [deal.node for row in self.hir.rows for deal in row.deals]
            self._record_removals(names, change.statement, change)
        self._set_single(change.statement)

    def _change_parameter(self, change: nodes.ChangeParameter) -> None:
        name = change.name.text
        if name not in self.hir.parameters:
            place = self.document.place(change.name.span)
            self.findings.add(
                problems.checks.UnknownParameter(place, name, tuple(self.hir.parameters))
            )
        elif self._is_first_statement(f"change param {name}", change):
            self.hir.defaults[name] = SourceNode(change, self.document)
        else:
            self._ignore(change)

    def _drop(self, change: nodes.DropStatement) -> None:
        if self.hir.named(change.name.text) is None and self._drop_name(change):
            return
        deal = self.hir.named(change.name.text)
        if deal is None:
            place, name = self.document.place(change.name.span), change.name.text
            dropped = self.hir.dropped.get(name)
            problem = problems.checks.NothingToDropCalled(place, name, self._droppable(), dropped)
            self.findings.add(problem)
            return
        self._record_removals(_choices(deal.clauses.get("call")), change, change)
        del self.hir.deals[deal.name]
        if deal.short is not None:
            del self.hir.shorts[deal.short]
        names = {deal.name, deal.short}
        place = self.document.place(change.span)
        self.hir.dropped.update({name: place for name in names if name is not None})
        rows = (
            replace(row, deals=tuple(d for d in row.deals if d.node.text not in names))
            for row in self.hir.rows
        )
        self.hir.rows = tuple(row for row in rows if row.deals)

    def _droppable(self) -> tuple[str, ...]:
        """Returns the inherited names that can be dropped: no deal that others are made from, and
        not the only deal.
        """
        deals = self.hir.deals.values()
        bases = {each.base.node.text for each in deals if each.base is not None}
        only = {each.name for each in deals if not each.is_twist}
        free = [
            each
            for each in deals
            if each.statement.document is not self.document
            and not bases & {each.name, each.short}
            and only != {each.name}
        ]
        names = [
            name
            for kind in _named_statements(self.hir)
            for name, declared in kind.items()
            if declared.document is not self.document
        ]
        singles = [each for each in ("ends", "settle") if getattr(self.hir, each) is not None]
        shorts = [each.short for each in free if each.short is not None]
        return (*(each.name for each in free), *names, *singles, *shorts)

    def _drop_name(self, change: nodes.DropStatement) -> bool:
        """Drops an inherited parameter, `let`, run, tally or special card; returns False if it does
        not exist.
        """
        name = change.name.text
        declared = self._declared(name)
        if declared is None or declared.document is self.document:
            return False
        for declared_names in (*_named_statements(self.hir), self.hir.defaults):
            declared_names.pop(name, None)
        self.hir.dropped[name] = self.document.place(change.span)
        return True

    def _drop_single(self, change: nodes.DropSettle | nodes.DropEnds, keyword: str) -> None:
        if not self._is_first_statement(f"drop {keyword}", change):
            return
        if getattr(self.hir, keyword) is None:
            place = self.document.place(change.span)
            self.findings.add(problems.checks.NothingToDrop(place, keyword))
        setattr(self.hir, keyword, None)

    def _add(self, change: nodes.AddStatement) -> None:
        deal = self._target(change.name)
        neighbour = self._target(change.neighbour, self._single_places())
        if deal is None or neighbour is None:
            return
        names = {neighbour.name, neighbour.short}
        positions = [
            (row_number, index)
            for row_number, row in enumerate(self.hir.rows)
            for index, name in enumerate(row.deals)
            if name.node.text in names
        ]
        rows = self.hir.rows
        if len(positions) != 1 or not _holds_one_deal(rows[positions[0][0]]):
            place = self.document.place(change.neighbour.span)
            places = tuple(
                rows[row_number].deals[i].document.place(rows[row_number].deals[i].node.span)
                for row_number, i in positions
            )
            self.findings.add(problems.checks.NoSinglePlace(place, neighbour.name, places))
            return
        row_number, index = positions[0]
        index += change.where == "after"
        deals = rows[row_number].deals
        grown = (*deals[:index], SourceNode(change.name, self.document), *deals[index:])
        self.hir.rows = (
            *rows[:row_number],
            replace(rows[row_number], deals=grown),
            *rows[row_number + 1 :],
        )
        self.hir.additions += (SourceNode(change, self.document),)


_ORDER: Final = (
    nodes.ChangeStatement,
    nodes.ChangeParameter,
    nodes.DropStatement,
    nodes.ChangeDeal,
    nodes.DropSettle,
    nodes.DropEnds,
    nodes.AddStatement,
)
"""The kinds of changes, in the order in which they are applied."""

_KEYWORDS = {
    nodes.PlayersStatement: "players",
    nodes.PackStatement: "pack",
    nodes.ScheduleStatement: "schedule",
    nodes.WinnerStatement: "winner",
    nodes.EndsStatement: "ends",
    nodes.SettleStatement: "settle",
}


_KIND: Final = {
    nodes.ParameterStatement: 0,
    nodes.LetStatement: 1,
    nodes.RunStatement: 2,
    nodes.TallyStatement: 2,
    nodes.SpecialStatement: 3,
}
"""The index into `_named_statements` of the dictionary for each kind of declaration."""


def _named_statements(hir: Hir) -> tuple[dict[str, Any], ...]:
    """Returns the parameters, `let` names, runs and tallies, and special cards, each by name."""
    return hir.parameters, hir.lets, hir.past, hir.specials


def _choices(clause: SourceNode[nodes.Clause] | None) -> Iterable[nodes.Name]:
    """Yields the names in the groups of a clause; only a `call` has groups."""
    for group in () if clause is None else clause.node.groups:
        yield from group.choices


def _quoted(name: nodes.Name) -> str:
    return f'"{name.text}"' if name.quoted else name.text


def is_same_clause(a: nodes.Clause, b: nodes.Clause) -> bool:
    """Returns whether two clauses are equal apart from their citations."""
    return a.alternatives == b.alternatives and a.groups == b.groups


def _holds_one_deal(hir_row: HirRow) -> bool:
    row = hir_row.row.node
    return row.repeat is None and not hir_row.within and isinstance(row.sizes.value, OneSize)
