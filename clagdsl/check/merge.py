"""Apply `extends`, `change`, `drop` and `add`: many files in, one outline of the rules out.

This comes before names are resolved because binding is late: what a house file changes in `normal`
must change in every deal that is normal with something.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias, assert_never, cast

from clagdsl import problems
from clagdsl.check.loader import extended
from clagdsl.check.source_unit import (
    DealOutline,
    Document,
    Findings,
    Ignored,
    Outline,
    RowOutline,
    Written,
    rows_of,
)
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.rules import ChosenBid, DrawnTrump, FixedSuit, OneSize, RotatingTrump, TurnedTrump
from clagdsl.lang.source import Place
from clagdsl.problems.model import Problem
from clagdsl.syntax import nodes

_Whole: TypeAlias = (
    nodes.PlayersStatement
    | nodes.PackStatement
    | nodes.ScheduleStatement
    | nodes.WinnerStatement
    | nodes.EndsStatement
    | nodes.SettleStatement
)
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


def merge(documents: list[Document], findings: Findings) -> Outline:
    """The outline of the first document, which extends the second, and so on."""
    outline = Outline(documents[-1])
    for document in reversed(documents):
        inherits = extended(document) is not None
        outline.document = document
        outline.base_title = _title(outline)
        outline.game, outline.examples, outline.sources = None, (), {}
        _Merger(document, outline, findings, inherits).merge()
    return outline


def _title(outline: Outline) -> str:
    """The title of the game that an outline is of so far, "" where it is of none."""
    if outline.game is None:
        return ""
    game = outline.game.node
    return f"{game.title}, {game.variant}" if game.variant else game.title


class _Merger:
    """Adds the statements of one file to the outline of what it extends."""

    def __init__(
        self, document: Document, outline: Outline, findings: Findings, inherits: bool
    ) -> None:
        self.document = document
        self.outline = outline
        self.findings = findings
        self.inherits = inherits
        self.said: dict[str, nodes.Node] = {}
        self.changed: dict[tuple[str, nodes.AspectName], nodes.Clause] = {}
        self.changes: list[_Change] = []

    def merge(self) -> None:
        """Declarations first, then changes and drops, then additions, each kind as written.

        What is dropped is gone before deals are changed, so that changing it is an error.
        """
        for statement in self.document.tree.statements:
            self._declare(statement)
        if self.changes and not self.inherits:
            self._refuse_changes()
            return
        order = (
            nodes.ChangeStatement,
            nodes.ChangeParameter,
            nodes.DropStatement,
            nodes.ChangeDeal,
        )
        for kind in (*order, nodes.DropSettle, nodes.DropEnds, nodes.AddStatement):
            for change in self.changes:
                if isinstance(change, kind):
                    self._apply(change)

    def _declare(self, statement: nodes.Statement) -> None:
        match statement:
            case nodes.GameStatement():
                if self._first("game", statement):
                    self.outline.game = Written(statement, self.document)
                    self.outline.extends = statement.extends.text if statement.extends else None
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
                self.outline.examples += (Written(statement, self.document),)
            case (
                nodes.PlayersStatement()
                | nodes.PackStatement()
                | nodes.ScheduleStatement()
                | nodes.WinnerStatement()
                | nodes.EndsStatement()
                | nodes.SettleStatement()
            ):
                self._declare_whole(statement)
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
        """Leave out what has no place in the outline."""
        self.outline.ignored += (Written(part, self.document) for part in parts)

    def _apply(self, change: _Change) -> None:
        match change:
            case nodes.ChangeDeal():
                self._change_deal(change)
            case nodes.ChangeStatement():
                self._change_whole(change)
            case nodes.ChangeParameter():
                self._change_parameter(change)
            case nodes.DropStatement():
                self._drop(change)
            case nodes.DropSettle():
                self._drop_settle(change)
            case nodes.DropEnds():
                self._drop_ends(change)
            case nodes.AddStatement():
                self._add(change)
            case _:
                assert_never(change)

    # --- what a file declares -------------------------------------------------------------

    def _first(self, keyword: str, statement: nodes.Node) -> bool:
        """Whether this file says something for the first time; a second time is a problem."""
        before = self.said.setdefault(keyword, statement)
        if before is statement:
            return True
        self.findings.add(
            problems.checks.SaidTwice(
                self.document.place(statement.span), keyword, self.document.place(before.span)
            )
        )
        return False

    def _declare_whole(self, statement: _Whole) -> None:
        keyword = _WHOLE[type(statement)]
        inherited = getattr(self.outline, keyword)
        if not self._first(keyword, statement):
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
        self._set_whole(statement)

    def _set_whole(self, statement: _Whole) -> None:
        match statement:
            case nodes.PlayersStatement():
                self.outline.players = Written(statement, self.document)
            case nodes.PackStatement():
                self.outline.pack = Written(statement, self.document)
            case nodes.ScheduleStatement():
                self.outline.additions = ()
                self.outline.schedule = Written(statement, self.document)
                self.outline.rows = rows_of(statement, self.document)
            case nodes.WinnerStatement():
                self.outline.winner = Written(statement, self.document)
            case nodes.EndsStatement():
                self.outline.ends = Written(statement, self.document)
            case nodes.SettleStatement():
                self.outline.settle = Written(statement, self.document)
            case _:
                assert_never(statement)

    def _declare_source(self, statement: nodes.SourceStatement) -> None:
        name = statement.name.text
        before = self.outline.sources.get(name)
        if before is not None:
            place = self.document.place(statement.name.span)
            other = before.document.place(before.node.name.span)
            self.findings.add(problems.checks.DeclaredTwice(place, name, other))
            return
        self.outline.sources[name] = Written(statement, self.document)

    def _declared(self, name: str) -> Written[_Named] | None:
        """The parameter, `let` name, run, tally or special card of this name."""
        outline = self.outline
        kinds = (outline.parameters, outline.lets, outline.past, outline.specials)
        found = next((kind[name] for kind in kinds if name in kind), None)
        return cast("Written[_Named] | None", found)

    def _declare_name(self, statement: _Named) -> None:
        name = statement.name.text
        before = self._declared(name)
        if before is not None:
            place = self.document.place(statement.name.span)
            other = before.document.place(before.node.name.span)
            self.findings.add(problems.checks.DeclaredTwice(place, name, other))
            self.outline.doubtful.add(name)
            if not isinstance(statement, nodes.SpecialStatement):
                self._ignore(statement)
            return
        if isinstance(statement, nodes.ParameterStatement):
            self.outline.parameters[name] = Written(statement, self.document)
        elif isinstance(statement, nodes.LetStatement):
            self.outline.lets[name] = Written(statement, self.document)
        elif isinstance(statement, nodes.SpecialStatement):
            self.outline.specials[name] = Written(statement, self.document)
        else:
            self.outline.past[name] = Written(statement, self.document)

    def _declare_deal(self, statement: nodes.DealStatement | nodes.TwistStatement) -> None:
        outline = self._outline_of(statement)
        for written in (statement.name, statement.short):
            before = self.outline.named(written.text) if written is not None else None
            if written is None or before is None:
                continue
            self.outline.doubtful.add(written.text)
            place = self.document.place(written.span)
            found: Problem
            if before.statement.document is self.document or written is statement.short:
                found = problems.checks.DeclaredTwice(place, written.text, before.place)
            else:
                change = f"change {_quoted(statement.name)}"
                found = problems.checks.AlreadyInherited(place, written.text, change, before.place)
            self.findings.add(found)
            if written is statement.short:
                outline.short = None
                break
            if statement.short is not None and self.outline.named(statement.short.text) is None:
                self.outline.shorts[statement.short.text] = before.name
            self._ignore(*statement.clauses)
            if outline.base is not None:
                self._ignore(outline.base.node)
            return
        self.outline.deals[outline.name] = outline
        if outline.short is not None:
            self.outline.shorts[outline.short] = outline.name
        for clause in statement.clauses:
            self._declare_clause(outline, clause)
        self._limits_without_bids(outline, statement)
        self._shown_without_turning(outline, statement)

    def _limits_without_bids(
        self, outline: DealOutline, statement: nodes.DealStatement | nodes.TwistStatement
    ) -> None:
        """Tell of a limit on bids in a deal that says itself that nobody chooses a bid."""
        said = {clause.aspect: clause for clause in statement.clauses}
        bid = said.get("bid")
        if bid is None or any(isinstance(each.value.value, ChosenBid) for each in bid.alternatives):
            return
        for limit in (said.get(aspect) for aspect in BID_LIMITS):
            if limit is not None:
                place, other = self.document.place(limit.span), self.document.place(bid.span)
                self.findings.add(problems.checks.LimitWithoutBids(place, outline.name, other))

    def _shown_without_turning(
        self, outline: DealOutline, statement: nodes.DealStatement | nodes.TwistStatement
    ) -> None:
        """Tell of `shown` in a deal that says itself which suit is trump."""
        said = {clause.aspect: clause for clause in statement.clauses}
        trump, shown = said.get("trump"), said.get("shown")
        if trump is None or shown is None:
            return
        values = [each.value.value for each in trump.alternatives]
        settled = any(isinstance(value, FixedSuit | RotatingTrump) for value in values)
        if settled and not any(isinstance(value, TurnedTrump | DrawnTrump) for value in values):
            place, other = self.document.place(shown.span), self.document.place(trump.span)
            self.findings.add(problems.checks.NothingTurned(place, outline.name, other))

    def _outline_of(self, statement: nodes.DealStatement | nodes.TwistStatement) -> DealOutline:
        base = statement.base if isinstance(statement, nodes.DealStatement) else None
        return DealOutline(
            name=statement.name.text,
            short=statement.short.text if statement.short is not None else None,
            base=Written(base, self.document) if base is not None else None,
            is_twist=isinstance(statement, nodes.TwistStatement),
            statement=Written(statement, self.document),
        )

    def _declare_clause(self, deal: DealOutline, clause: nodes.Clause) -> None:
        before = deal.clauses.get(clause.aspect)
        if before is not None:
            self._aspect_twice(deal.name, clause, self.document.place(before.node.span))
            self._ignore(clause)
            return
        deal.clauses[clause.aspect] = Written(clause, self.document)

    def _aspect_twice(self, name: str, clause: nodes.Clause, other: Place) -> None:
        place = self.document.place(clause.span)
        self.findings.add(problems.checks.AspectTwice(place, name, clause.aspect, other))

    # --- what a file changes --------------------------------------------------------------

    def _target(self, name: nodes.Name) -> DealOutline | None:
        found = self.outline.named(name.text)
        if found is None:
            place = self.document.place(name.span)
            dropped = self.outline.dropped.get(name.text)
            self.findings.add(
                problems.checks.UnknownDeal(place, name.text, self.outline.names(), dropped)
            )
        return found

    def _change_deal(self, change: nodes.ChangeDeal) -> None:
        deal = self._target(change.name)
        if deal is None:
            self._ignore(*change.clauses)
            return
        if deal.statement.document is self.document:
            place = self.document.place(change.name.span)
            self.findings.add(problems.checks.ChangesItsOwn(place, deal.name, deal.place))
            self.outline.doubtful.add(deal.name)
            self._ignore(*change.clauses)
            return
        for clause in change.clauses:
            before = self.changed.setdefault((deal.name, clause.aspect), clause)
            if before is not clause:
                self._aspect_twice(deal.name, clause, self.document.place(before.span))
                self._ignore(clause)
                continue
            inherited = deal.clauses.get(clause.aspect)
            if inherited is not None and _same(inherited.node, clause):
                place = self.document.place(clause.span)
                other = inherited.document.place(inherited.node.span)
                self.findings.add(problems.checks.ChangesNothing(place, deal.name, other))
            deal.clauses[clause.aspect] = Written(clause, self.document)

    def _change_whole(self, change: nodes.ChangeStatement) -> None:
        keyword = _WHOLE[type(change.statement)]
        if not self._first(keyword, change.statement):
            self._ignore(change.statement)
            return
        if getattr(self.outline, keyword) is None:
            place = self.document.place(change.span)
            self.findings.add(problems.checks.NothingInherited(place, keyword))
        self._set_whole(change.statement)

    def _change_parameter(self, change: nodes.ChangeParameter) -> None:
        name = change.name.text
        if name not in self.outline.parameters:
            place = self.document.place(change.name.span)
            self.findings.add(
                problems.checks.UnknownParameter(place, name, tuple(self.outline.parameters))
            )
        elif self._first(f"change param {name}", change):
            self.outline.defaults[name] = Written(change, self.document)
        else:
            self._ignore(change)

    def _drop(self, change: nodes.DropStatement) -> None:
        if self.outline.named(change.name.text) is None and self._drop_name(change):
            return
        deal = self._target(change.name)
        if deal is None:
            return
        del self.outline.deals[deal.name]
        if deal.short is not None:
            del self.outline.shorts[deal.short]
        names = {deal.name, deal.short}
        place = self.document.place(change.span)
        self.outline.dropped.update({name: place for name in names if name is not None})
        rows = (
            replace(row, deals=tuple(d for d in row.deals if d.node.text not in names))
            for row in self.outline.rows
        )
        self.outline.rows = tuple(row for row in rows if row.deals)

    def _drop_name(self, change: nodes.DropStatement) -> bool:
        """Take what is inherited beside deals out; False where none has that name."""
        name = change.name.text
        declared = self._declared(name)
        if declared is None or declared.document is self.document:
            return False
        self.outline.parameters.pop(name, None)
        self.outline.defaults.pop(name, None)
        self.outline.lets.pop(name, None)
        self.outline.past.pop(name, None)
        self.outline.specials.pop(name, None)
        self.outline.dropped[name] = self.document.place(change.span)
        return True

    def _drop_settle(self, change: nodes.DropSettle) -> None:
        if self.outline.settle is None:
            place = self.document.place(change.span)
            self.findings.add(problems.checks.NothingInherited(place, "settle"))
        self.outline.settle = None

    def _drop_ends(self, change: nodes.DropEnds) -> None:
        if self.outline.ends is None:
            place = self.document.place(change.span)
            self.findings.add(problems.checks.NothingInherited(place, "ends"))
        self.outline.ends = None

    def _add(self, change: nodes.AddStatement) -> None:
        deal, neighbour = self._target(change.name), self._target(change.neighbour)
        if deal is None or neighbour is None:
            return
        names = {neighbour.name, neighbour.short}
        found = [
            (at, index)
            for at, row in enumerate(self.outline.rows)
            for index, name in enumerate(row.deals)
            if name.node.text in names
        ]
        rows = self.outline.rows
        if len(found) != 1 or not _holds_one_deal(rows[found[0][0]]):
            place = self.document.place(change.neighbour.span)
            places = tuple(
                rows[at].deals[i].document.place(rows[at].deals[i].node.span) for at, i in found
            )
            self.findings.add(problems.checks.NoSinglePlace(place, neighbour.name, places))
            return
        at, index = found[0]
        index += change.where == "after"
        deals = rows[at].deals
        grown = (*deals[:index], Written(change.name, self.document), *deals[index:])
        self.outline.rows = (*rows[:at], replace(rows[at], deals=grown), *rows[at + 1 :])
        self.outline.additions += (Written(change, self.document),)


_WHOLE = {
    nodes.PlayersStatement: "players",
    nodes.PackStatement: "pack",
    nodes.ScheduleStatement: "schedule",
    nodes.WinnerStatement: "winner",
    nodes.EndsStatement: "ends",
    nodes.SettleStatement: "settle",
}


def _quoted(name: nodes.Name) -> str:
    return f'"{name.text}"' if name.quoted else name.text


def _same(a: nodes.Clause, b: nodes.Clause) -> bool:
    return a.alternatives == b.alternatives and a.groups == b.groups


def _holds_one_deal(outline: RowOutline) -> bool:
    row = outline.row.node
    return row.repeat is None and not outline.within and isinstance(row.sizes.value, OneSize)
