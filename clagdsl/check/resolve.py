"""Turns the HIR (the merged syntax trees, see `hir`) into a game.

Names are resolved, deals completed and expressions typed. Input: an `Hir`. Output: a `Resolved`
game with its examples, not yet proved, or None if any error was found.

The order of the steps follows from the needs of each step:

1. Limits on the number of declarations, so that the later steps stay fast.
2. Missing statements and unknown citations.
3. The number of players, parameters, `let` names, runs and tallies: expressions use them.
4. Special cards and the pack.
5. Calls, deals and twists (`elaborate_clauses`).
6. The schedule, the winner, the end of the match and payments.
7. Statements that could not be merged (`Hir.ignored`), and the examples.
8. Unused names, and assumptions of clauses that were replaced.

A twist is a set of clauses that a call brings into force in a deal. An assumption is a note in
which the author says how an unclear source was interpreted.

Invariants: every problem goes to the findings, and a part with a problem becomes None while the
others are still resolved. In the resulting game, every reference in an expression is a typed
variable, parameter, `let`, run or tally, and every deal states all aspects.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias, assert_never, cast

from clagdsl import problems
from clagdsl.check.elaborate_clauses import ClauseValues, DealResolver
from clagdsl.check.hir import (
    Document,
    Findings,
    Hir,
    HirRow,
    Ignored,
    IgnoredName,
    Removal,
    SourceNode,
    rows_of,
)
from clagdsl.check.lints import dashed_size, unused_worth
from clagdsl.check.lints.card_names import is_distinguishable, unknown_cards, unknown_special
from clagdsl.check.proof_report import GameExample
from clagdsl.check.types import (
    ENDS,
    LETS,
    PACK,
    PAST,
    PLAYERS,
    SETTLE,
    SIZES,
    ExpressionTypes,
    declare_lets,
    declare_parameters,
    declare_past,
    declared_parameter,
    declared_players,
    players,
    setting_value,
)
from clagdsl.lang import rules
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.limits import (
    MOST_DEALS,
    MOST_DECLARED,
    MOST_EXAMPLES,
    MOST_LETS,
    MOST_PARAMETERS,
    MOST_PAST,
    MOST_SPECIAL_NAMES,
    MOST_SPECIALS,
    SHORTEST_CARD_NAME,
)
from clagdsl.lang.pack import MOST_CARDS
from clagdsl.lang.references import effective_names, references_in, used_names
from clagdsl.lang.rules import NOT_DECLARED, RowMade
from clagdsl.lang.source import Place, Span
from clagdsl.problems.diagnostic import Problem, replace_edit
from clagdsl.syntax import nodes
from clagdsl.table.deal_rules import guard_dependencies
from clagdsl.table.outcomes import BLIND
from clagdsl.table.schedule import size_parts

_Declaring: TypeAlias = (
    nodes.ParameterStatement | nodes.LetStatement | nodes.RunStatement | nodes.TallyStatement
)
_Noted: TypeAlias = (
    nodes.GameStatement
    | nodes.PlayersStatement
    | nodes.PackStatement
    | nodes.ScheduleStatement
    | nodes.WinnerStatement
    | nodes.EndsStatement
    | nodes.SettleStatement
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A game whose names and types are valid but which is not yet proved, with its examples."""

    game: rules.Game
    examples: tuple[GameExample, ...]


def resolve(hir: Hir, findings: Findings) -> Resolved | None:
    """Returns the game that an HIR describes, or None after reporting an error."""
    resolver = _Resolver(hir, findings)
    if not resolver.is_within_limits():
        return None
    resolved = resolver.resolve()
    return None if findings.failed else resolved


@dataclass(frozen=True, slots=True)
class _ResolvedParts:
    """The resolved parts of a game: deals, twists, other rules, and `let` names."""

    deals: tuple[rules.Deal, ...]
    twists: tuple[rules.Twist, ...]
    other_parts: tuple[object, ...]
    lets: tuple[rules.Let, ...]

    def only_in(self, orphans: Sequence[str]) -> tuple[str, ...]:
        """Returns the sorted names of the parameters and `let`s that would be unused without the
        deals and twists named `orphans`.
        """
        parts: tuple[rules.Deal | rules.Twist, ...] = (*self.deals, *self.twists)
        others = tuple(part for part in parts if part.name not in orphans)
        used, left = (
            references_in((*self.other_parts, kept), self.lets) for kept in (parts, others)
        )
        return tuple(sorted(used - left))


class _Resolver:
    def __init__(self, hir: Hir, findings: Findings) -> None:
        self.hir = hir
        self.findings = findings
        # names without a value in this game are not suggested in messages
        without = frozenset() if hir.has_auction else frozenset({"auction"})
        without |= frozenset() if hir.has_blind_bids else frozenset({"blind"})
        declared = (*hir.parameters, *hir.lets, *hir.past, *hir.deals)
        self.types = ExpressionTypes(findings, hir.dropped, without, declared, hir.ambiguous)
        self.values = ClauseValues(hir, findings, self.types)
        self.deals = DealResolver(hir, self.values, findings)
        self.used: set[str] = set()
        self.cited: set[str] = set()

    def is_within_limits(self) -> bool:
        """Returns whether no kind of declaration exceeds its limit; reports the first that does."""
        hir = self.hir
        scheduled = [deal for row in hir.rows for deal in row.deals]
        counted: tuple[tuple[str, Sequence[SourceNode[nodes.Node]], int], ...] = (
            (
                "deals and twists",
                [deal.statement for deal in hir.deals.values()],
                MOST_DECLARED,
            ),
            ("parameters", list(hir.parameters.values()), MOST_PARAMETERS),
            ("`let` names", list(hir.lets.values()), MOST_LETS),
            ("runs and tallies", list(hir.past.values()), MOST_PAST),
            ("special cards", list(hir.specials.values()), MOST_SPECIAL_NAMES),
            ("examples", hir.examples, MOST_EXAMPLES),
            ("deals in the rows of the schedule", scheduled, MOST_DEALS),
        )
        for things, declarations, most in counted:
            if len(declarations) > most:
                place = declarations[most].document.place(declarations[most].node.span)
                self.findings.add(problems.checks.TooManyDeclared(place, things, most))
        return all(len(declarations) <= most for _, declarations, most in counted)

    def _file_place(self) -> Place:
        written = self.hir.game
        if written is not None:
            return written.document.place(written.node.span)
        return self.hir.document.place(self.hir.document.tree.span)

    def resolve(self) -> Resolved | None:
        self._missing_statements()
        self._check_citations()
        low_high = players(self.hir, self.findings)
        parameters = declare_parameters(self.hir, self.types, self.findings)
        lets = declare_lets(self.hir, self.types, self.findings)
        past = declare_past(self.hir, self.types, self.findings)
        first_dealer = self._first_dealer(self.hir.players)
        specials = self._specials()
        pack = self._pack(self.hir.pack)
        self.deals.check_calls()
        deals = self.deals.deals()
        twists = self.deals.twists()
        self._equal_cards(deals, twists)
        self._check_specials_turned(deals, twists)
        self._check_trump_specials(specials, deals, twists)
        schedule = tuple(self._row(row) for row in self.hir.rows)
        winner = self._winner(self.hir.winner)
        ends = self._ends(self.hir.ends)
        settlement = self._settlement(self.hir.settle)
        for ignored in self.hir.ignored:
            self._check_ignored(ignored)
        examples = tuple(self._example(written) for written in self.hir.examples)
        rows = tuple(row for row in schedule if row is not None)
        repeated = self._repeated(self.hir.rows)
        other_parts = (rows, repeated, ends, settlement, past, pack)
        self._report_unused(_ResolvedParts(deals, twists, other_parts, lets))
        if not self.findings.failed:  # a score with an error might be the one that reads points
            own = self.hir.document.source.name
            played = _played(deals, twists, rows)
            self.findings.add_all(
                unused_worth.lint(unused_worth.ScoredRules(played, twists, past, own))
            )
        statement = self.hir.game
        if self.findings.failed or statement is None or winner is None:
            return None
        made = rules.Game(
            title=statement.node.title,
            variant=statement.node.variant,
            players=low_high,
            direction=self.hir.direction,
            first_dealer=first_dealer,
            deals=deals,
            twists=twists,
            schedule=rows,
            repeated=repeated,
            pack=pack,
            specials=specials,
            winner=winner,
            settlement=settlement,
            ends=ends,
            parameters=parameters,
            lets=lets,
            past=past,
            sources=self._sources(),
            extends=self.hir.extends,
            base_title=self.hir.base_title,
            file=self.hir.document.source.name,
            origin=_origin(statement),
            players_origin=_origin(self.hir.players),
            schedule_origin=_origin(self.hir.schedule),
        )
        self._warn_orphaned_names(used_names(made))
        used = effective_names(made)
        made = replace(made, parameters=tuple(_without_replaced(made, used)))
        made = replace(made, assumptions=_assumptions(made, used, self.hir))
        return Resolved(made, tuple(example for example in examples if example is not None))

    # --- statements -----------------------------------------------------------------------

    def _missing_statements(self) -> None:
        missing = tuple(
            sort
            for sort, stated in (
                ("game", self.hir.game),
                ("players", self.hir.players),
                ("deal", self.hir.deals),
                ("schedule", self.hir.schedule),
                ("winner", self.hir.winner),
            )
            if not stated
        )
        if missing:
            self.findings.add(problems.checks.StatementMissing(self._file_place(), missing))

    def _check_citations(self) -> None:
        document = self.hir.document
        bidders = {cite.source.span: rest for cite, rest in _bidders(document.tree)}
        for cite in _citations(document.tree):
            if cite.source.text not in document.cited:
                place, rest = document.place(cite.source.span), bidders.get(cite.source.span)
                bids = None if rest is None else document.place(rest)
                older = bids is not None and document.tree.version < 2
                header = document.place(document.tree.version_span) if older else None
                source_names = tuple(document.cited)
                self.findings.add(
                    problems.checks.UnknownSource(
                        place, cite.source.text, source_names, bids, header
                    )
                )
            self.cited.add(cite.source.text)

    def _sources(self) -> tuple[rules.Source, ...]:
        cited = self.hir.document.cited
        return tuple(rules.Source(name, statement.title) for name, statement in cited.items())

    def _first_dealer(
        self, written: SourceNode[nodes.PlayersStatement] | None
    ) -> rules.Clause[rules.FirstDealer]:
        if written is None or written.node.dealer is None:
            return rules.NOBODY_DRAWN
        node, origin = written.node, _origin(written)
        if node.condition is None:
            return rules.Clause((rules.Alternative("drawn"),), origin)
        condition = self.types.truth(node.condition, written.document, PLAYERS)
        drawn = rules.Alternative[rules.FirstDealer]("drawn", condition)
        return rules.Clause((drawn, *rules.NOBODY_DRAWN.alternatives), origin)

    def _pack(
        self, written: SourceNode[nodes.PackStatement] | None
    ) -> rules.Clause[rules.Pack] | None:
        if written is None:
            return None
        alternatives = []
        for node in written.node.alternatives:
            cards = self._cards(node.cards, written.document)
            condition = None
            if node.condition is not None:
                condition = self.types.truth(node.condition, written.document, PACK)
                if condition is None:
                    continue
            if cards is not None:
                alternatives.append(rules.Alternative(cards, condition))
        if len(alternatives) != len(written.node.alternatives):
            return None
        return rules.Clause(tuple(alternatives), _origin(written))

    def _cards(self, node: nodes.CardsOfPack, document: Document) -> rules.Pack | None:
        ranks: rules.RanksOfPack | None = node.ranks.value
        if isinstance(ranks, rules.HighestRanks):
            number = self.types.number(ranks.number, document, PACK)
            ranks = None if number is None else rules.HighestRanks(number)
        elif isinstance(ranks, rules.ListedRanks):
            self.findings.check_listed_once("rank", ranks.ranks, node.ranks.parts, document)
        suits = [also for also in node.also if isinstance(also, nodes.FewerSuits)]
        spans = [one.span for one in suits]
        self.findings.check_listed_once("number of", ("suits",) * len(suits), spans, document)
        out = [also for also in node.also if isinstance(also, nodes.LeftOut)]
        cards = tuple(card for one in out for card in one.cards)
        spans = [span for one in out for span in one.parts]
        self.findings.check_listed_once("card", tuple(map(str, cards)), spans, document)
        copies = [also for also in node.also if isinstance(also, nodes.Copies)]
        spans = [one.span for one in copies]
        self.findings.check_listed_once("number of", ("copies",) * len(copies), spans, document)
        specials = self._special_cards(node, document)
        numbers = [
            self.types.number(entries[0].number, document, PACK)
            for entries in (suits, copies)
            if entries
        ]
        if ranks is None or None in numbers:
            return None
        each = numbers.pop() if copies else None
        return rules.Pack(ranks, numbers[0] if suits else None, cards, each, specials)

    def _specials(self) -> tuple[rules.Special, ...]:
        """Returns the declared special cards; reports those that are not in any pack."""
        packed = {each.name.text for each in self.hir.packed_specials}
        for name, written in self.hir.specials.items():
            node, place = written.node, written.document.place(written.node.name.span)
            if not is_distinguishable(name):
                self.findings.add(problems.checks.NoNameForACard(place, name, SHORTEST_CARD_NAME))
            demands = tuple(one.value for one in node.demands)
            spans = [one.span for one in node.demands]
            self.findings.check_listed_once("demand", demands, spans, written.document)
            if name not in packed and packed <= self.hir.specials.keys():  # else maybe misspelt
                self.findings.add(problems.checks.SpecialNotInPack(place, name))
        return tuple(
            rules.Special(
                name,
                written.node.power.value,
                tuple(one.value for one in written.node.demands),
                written.document.origin(written.node.span, written.node.notes),
            )
            for name, written in self.hir.specials.items()
        )

    def _special_cards(
        self, node: nodes.CardsOfPack, document: Document
    ) -> tuple[rules.SpecialCards, ...]:
        packed = [also for also in node.also if isinstance(also, nodes.PackedSpecials)]
        names = tuple(one.name.text for one in packed)
        self.findings.check_listed_once(
            "special card", names, [one.name.span for one in packed], document
        )
        declared = tuple(self.hir.specials)
        named = [(one.name.text, one.name.span) for one in packed]
        numbers = {one.name.span: one.number for one in packed}
        for name, span, can_be in unknown_cards(named, declared):
            place, dropped = document.place(span), self.hir.dropped.get(name)
            if dropped is not None and dropped.file != place.file:
                problem = problems.checks.SpecialDropped(dropped, name, declared, used=place)
                self.findings.add_first(problem)
            else:
                self.findings.add(
                    unknown_special(
                        self.hir, place, name, can_be=can_be, number=numbers[span], clause="pack"
                    )
                )
        for one in packed:
            if not 1 <= one.number <= MOST_SPECIALS:
                self.findings.add(
                    problems.checks.HowManySpecials(
                        document.place(one.span), one.name.text, one.number, MOST_SPECIALS
                    )
                )
        return tuple(rules.SpecialCards(one.number, one.name.text) for one in packed)

    def _check_specials_turned(
        self, deals: tuple[rules.Deal, ...], twists: tuple[rules.Twist, ...]
    ) -> None:
        """Checks that `trump turned` has a case for each special card of the pack."""
        names = (special.name.text for special in self.hir.packed_specials)
        packed = dict.fromkeys(name for name in names if name in self.hir.specials)
        clauses = [deal.aspects.trump for deal in deals]
        clauses += [twist.trump for twist in twists if twist.trump is not None]
        reported: set[Place | None] = set()
        for clause in clauses:
            place = clause.origin.place
            for each in clause.alternatives if place not in reported else ():
                if isinstance(each.value, rules.TurnedTrump) and place is not None:
                    on = {one.name for one in each.value.on if one.kind == "special"}
                    missing = tuple(name for name in packed if name not in on)
                    if missing and on <= set(self.hir.specials):
                        reported.add(place)
                        self.findings.add(problems.checks.NothingOnSpecial(place, missing))
                        break

    def _check_trump_specials(
        self,
        specials: tuple[rules.Special, ...],
        deals: tuple[rules.Deal, ...],
        twists: tuple[rules.Twist, ...],
    ) -> None:
        """Checks that each deal ranks the special cards that are trumps, and no others."""
        trumps = [special for special in specials if special.power == "trump"]
        powers = {special.name: special for special in specials if special.power != "trump"}
        ranked = [(deal.name, deal.origin, deal.aspects.trump_rank) for deal in deals]
        ranked += [
            (twist.name, twist.origin, twist.trump_rank)
            for twist in twists
            if twist.trump_rank is not None
        ]
        reported: set[Place] = set()
        for name, origin, clause in ranked:
            place = clause.origin.place or origin.place
            if place is None or place in reported:
                continue
            for each in clause.alternatives:
                listed = [entry.name for entry in each.value.top]
                missing = [special for special in trumps if special.name not in listed]
                wrong = [powers[entry] for entry in listed if entry in powers]
                if missing:
                    text = " ".join([*(special.name for special in missing), *listed])
                    declared = missing[0].origin.place
                    problem = problems.checks.TrumpNotRanked(
                        place, missing[0].name, name, text, declared
                    )
                    self.findings.add(problem)
                elif wrong:
                    declared = wrong[0].origin.place
                    self.findings.add(problems.checks.PowerRanked(place, wrong[0].name, declared))
                if missing or wrong:
                    reported.add(place)
                    break

    def _equal_cards(self, deals: tuple[rules.Deal, ...], twists: tuple[rules.Twist, ...]) -> None:
        """Checks that the rules state which of two equal cards wins if the pack has copies, and do
        so only if the pack has copies or equal trump specials.
        """
        copies, specials = self._copies(), self._equal_specials()
        clauses = [deal.aspects.equal for deal in deals]
        clauses += [twist.equal for twist in twists if twist.equal is not None]
        clauses_by_place = {clause.origin.place: clause for clause in clauses}
        for deal in deals:
            hir_deal = self.hir.named(deal.name)
            if copies is not None and deal.aspects.equal.origin.place is None and not deal.base:
                assert hir_deal is not None
                self.findings.add(
                    problems.checks.EqualCardsMissing(hir_deal.place, deal.name, copies)
                )
        # an undeclared name in the pack may be meant as copies: `2 packs`
        packed = self.hir.packed_specials
        unknown = any(each.name.text not in self.hir.specials for each in packed)
        for place, clause in clauses_by_place.items():
            by_pack = any(each.value == "better pack wins" for each in clause.alternatives)
            if copies is None and place is not None and not unknown and (by_pack or not specials):
                self.findings.add(problems.checks.NoEqualCards(place, specials))
        self._check_one_equal_rule(clauses_by_place)

    def _equal_specials(self) -> tuple[str, ...]:
        """Returns the names of the special trump cards that a pack has more than once."""
        names = (each.name.text for each in self.hir.packed_specials if each.number > 1)
        written = ((name, self.hir.specials.get(name)) for name in names)
        return tuple(n for n, each in written if each and each.node.power.value == "trump")

    def _copies(self) -> Place | None:
        """Returns the place where the pack states the number of copies, or None."""
        written = self.hir.pack
        if written is None:
            return None
        for each in written.node.alternatives:
            for also in each.cards.also:
                if isinstance(also, nodes.Copies):
                    return written.document.place(also.span)
        return None

    def _check_one_equal_rule(
        self, clauses_by_place: Mapping[Place | None, rules.Clause[rules.EqualCards]]
    ) -> None:
        """Checks that copies of a card are distinguished either in every deal or in none."""
        telling = [
            (place, clause)
            for place, clause in clauses_by_place.items()
            if place is not None
            and any(one.value == "better pack wins" for one in clause.alternatives)
        ]
        for place, clause in telling[:1]:
            others = [p for p, c in clauses_by_place.items() if p is not None and c != clause]
            if guard_dependencies(clause):
                others = [place]
            for other in others[:1]:
                self.findings.add(problems.checks.CopiesDistinguishedInSome(place, other))

    def _row(self, hir_row: HirRow) -> rules.ScheduleRow | None:
        node, document = hir_row.row.node, hir_row.row.document
        names = tuple(self._scheduled(deal) for deal in hir_row.deals)
        if (problem := _there_and_back(node, document)) is not None:
            self.findings.add(problem)
            return None
        sizes = self._sizes(node.sizes.value, document)
        repeat = condition = None
        if node.repeat is not None:
            repeat = self.types.number(node.repeat, document, SIZES)
        if node.condition is not None:
            condition = self.types.truth(node.condition.value, document, SIZES)
        missing = (repeat is None) != (node.repeat is None)
        if missing or (condition is None) != (node.condition is None) or sizes is None:
            return None
        deal_names = tuple(name for name in names if name is not None)
        row = rules.ScheduleRow(sizes, deal_names, repeat, condition, document.place(node.span))
        self.findings.add_all(dashed_size.lint(row))
        return row

    def _repeated(self, rows: Sequence[HirRow]) -> tuple[rules.RepeatedRows, ...]:
        """Returns the groups of rows that are repeated together."""
        by_brackets: dict[int, rules.RepeatedRows] = {}
        for number, hir_row in enumerate(rows):
            for brackets in hir_row.within:
                before = by_brackets.get(id(brackets))
                if before is not None:
                    by_brackets[id(brackets)] = replace(before, last=number)
                    continue
                times = self.types.number(brackets.times, hir_row.row.document, SIZES)
                if times is not None:
                    by_brackets[id(brackets)] = rules.RepeatedRows(number, number, times)
        return tuple(by_brackets.values())

    def _scheduled(self, written: SourceNode[nodes.Name]) -> str | None:
        name = self._named_deal(written.node, written.document)
        self.used |= set() if name is None else {name}
        return name

    def _sizes(self, sizes: rules.Sizes, document: Document) -> rules.Sizes | None:
        typed = {
            name: self.types.number(end, document, SIZES) for name, end in size_parts(sizes).items()
        }
        return None if None in typed.values() else replace(sizes, **cast("Any", typed))

    def _winner(self, written: SourceNode[nodes.WinnerStatement] | None) -> rules.Winner | None:
        if written is None:
            return None
        criteria = tuple(each.value for each in written.node.criteria)
        spans = [each.span for each in written.node.criteria]
        self.findings.check_listed_once("criterion", criteria, spans, written.document)
        return rules.Winner(criteria, _origin(written))

    def _ends(self, written: SourceNode[nodes.EndsStatement] | None) -> rules.Ends | None:
        if written is None:
            return None
        typed = self.types.truth(written.node.condition, written.document, ENDS)
        return None if typed is None else rules.Ends(typed, _origin(written))

    def _settlement(
        self, written: SourceNode[nodes.SettleStatement] | None
    ) -> rules.Settlement | None:
        if written is None:
            return None
        typed = self.types.number(written.node.expression, written.document, SETTLE)
        return None if typed is None else rules.Settlement(typed, _origin(written))

    def _check_ignored(self, written: SourceNode[Ignored]) -> None:
        """Reports the problems in a statement or clause that is not part of the game."""
        node, document = written.node, written.document
        match node:
            case nodes.Clause():
                self.values.clause(SourceNode(node, document))
            case nodes.Name():
                self._named_deal(node, document)
            case nodes.PlayersStatement():
                declared_players(SourceNode(node, document), self.findings)
                self._first_dealer(SourceNode(node, document))
            case nodes.PackStatement():
                self._pack(SourceNode(node, document))
            case nodes.ScheduleStatement():
                rows = rows_of(node, document)
                for row in rows:
                    self._row(row)
                self._repeated(rows)
            case nodes.WinnerStatement():
                self._winner(SourceNode(node, document))
            case nodes.EndsStatement():
                self._ends(SourceNode(node, document))
            case nodes.SettleStatement():
                self._settlement(SourceNode(node, document))
            case _:
                self._check_ignored_name(node, document)

    def _check_ignored_name(self, node: IgnoredName, document: Document) -> None:
        """Reports the problems in a repeated declaration of a name."""
        match node:
            case nodes.ParameterStatement():
                declared_parameter(SourceNode(node, document), None, self.findings)
            case nodes.ChangeParameter():
                self._binding(nodes.Binding(node.span, node.name, node.default), document)
            case nodes.LetStatement():
                self.types.typed(node.expression, document, LETS)
            case nodes.RunStatement():
                self.types.truth(node.expression, document, PAST)
            case nodes.TallyStatement():
                self.types.number(node.expression, document, PAST)
            case _:
                assert_never(node)

    # --- examples -------------------------------------------------------------------------

    def _example(self, written: SourceNode[nodes.ExampleStatement]) -> GameExample | None:
        node, document = written.node, written.document
        scene = node.scene
        deal = None
        if scene.deal is not None:
            deal = self._named_deal(scene.deal, document)
        calls = tuple(self._named_choice(name, document) for name in scene.calls)
        past = {
            b.name.text: self._past_binding(b, document)
            for b in scene.settings
            if b.name.text in self.types.past or self._is_example_figure(b.name.text)
        }
        trump = {
            b.name.text: self._trump_binding(b, document)
            for b in scene.settings
            if b.name.text == "trump" and not self.types.declares("trump")
        }
        settings = {
            b.name.text: self._binding(b, document)
            for b in scene.settings
            if b.name.text not in past and b.name.text not in trump
        }
        if isinstance(node.fact, nodes.ScheduleFact):
            self._named_deal(node.fact.deal, document)
        bound = (*settings.values(), *past.values(), *trump.values())
        if None in calls or None in bound or (scene.deal is not None and deal is None):
            return None
        return GameExample(
            title=node.title,
            deal=deal,
            cards=scene.cards,
            players=scene.players,
            calls=tuple(name for name in calls if name is not None),
            settings={name: value for name, value in settings.items() if value is not None},
            fact=node.fact,
            place=document.place(node.span),
            fact_place=document.place(node.fact.span),
            citations=document.citations(node.notes.cites),
            past={name: value for name, value in past.items() if value is not None},
            number=None if scene.number is None else scene.number.value,
            trump=trump.get("trump"),
        )

    def _is_example_figure(self, name: str) -> bool:
        """Returns whether a setting of an example gives the value of a built-in name.

        Built-in names are, for example, the winning bid of the auction, `blind`, or the deals made
        in the current row.
        """
        return name in NOT_DECLARED and not self.types.declares(name)

    def _named_deal(self, name: nodes.Name, document: Document) -> str | None:
        deal = self.hir.named(name.text)
        place = document.place(name.span)
        if deal is None:
            dropped = self.hir.dropped.get(name.text)
            names = tuple(d.name for d in self.hir.deals.values() if not d.is_twist)
            self.findings.add(problems.checks.UnknownDeal(place, name.text, names, dropped))
            return None
        if deal.is_twist:
            self.findings.add(problems.checks.TwistAsDeal(place, deal.name, deal.place))
            return None
        return deal.name

    def _named_choice(self, name: nodes.Name, document: Document) -> str | None:
        choice = self.hir.named(name.text)
        if choice is None or choice.name not in self.deals.offered:
            place, offered = document.place(name.span), tuple(self.deals.offered)
            problem = (
                problems.checks.UnknownDeal if choice is None else problems.checks.ChoiceNotOffered
            )
            self.findings.add(problem(place, name.text, offered, None))
            return None
        return choice.name

    def _binding(self, binding: nodes.Binding, document: Document) -> rules.Value | None:
        name = binding.name.text
        declared = self.types.parameters.get(name)
        if declared is None:
            place = document.place(binding.name.span)
            names, past = tuple(self.types.parameters), tuple(self.types.past)
            self.findings.add(
                problems.checks.UnknownSetting(place, name, (*names, *past))
                if past
                else problems.checks.UnknownParameter(place, name, names)
            )
            return None
        place = document.place(binding.setting.span)
        return setting_value(binding.setting, declared, name, place, self.findings)

    def _trump_binding(self, binding: nodes.Binding, document: Document) -> str | None:
        """Returns the trump that an example gives, or None after reporting a problem."""
        words = rules.WordRange(rules.TRUMP_WORDS)
        place = document.place(binding.setting.span)
        value = setting_value(binding.setting, words, "trump", place, self.findings)
        return value if isinstance(value, str) else None

    def _past_binding(self, binding: nodes.Binding, document: Document) -> int | None:
        """Returns the value that an example gives to a run, a tally or a built-in name, or None.

        The built-in names are those of `_is_example_figure`.
        """
        name, place = binding.name.text, document.place(binding.setting.span)
        if self._is_example_figure(name) and name == BLIND:
            truth = setting_value(binding.setting, rules.TruthRange(), name, place, self.findings)
            return truth if isinstance(truth, bool) else None
        if self._is_example_figure(name):
            most = {"auction": MOST_CARDS, RowMade().name: MOST_DEALS}.get(name, LARGEST)
            numbers = rules.IntegerRange(0, most)
            number = setting_value(binding.setting, numbers, name, place, self.findings)
            return number if isinstance(number, int) else None
        is_run = isinstance(self.hir.past[name].node, nodes.RunStatement)
        bounds = (
            rules.IntegerRange(0, MOST_DEALS) if is_run else rules.IntegerRange(-LARGEST, LARGEST)
        )
        value = setting_value(binding.setting, bounds, name, place, self.findings)
        return value if isinstance(value, int) else None

    # --- unused declarations --------------------------------------------------------------

    def _report_unused(self, played: _ResolvedParts) -> None:
        """Reports declarations without effect, unless that may be the consequence of another
        problem.
        """
        codes = {diagnostic.code for diagnostic in self.findings.diagnostics}
        # an unused deal may follow from a problem with the names, calls or schedule of deals
        if not codes & {"C201", "C206", "C220", "C221", "C226", "C227", "C235", "C237", "C238"}:
            self._report_unplayed(played)
        if not codes & {"C202", "C203", "C204", "C206", "C207"}:
            for sort, written in self._unused_names():
                place = self.hir.document.place(written.span)
                self.findings.add(problems.checks.NameNeverUsed(place, sort, written.text))

    def _report_unplayed(self, played: _ResolvedParts) -> None:
        """Reports deals that are not played and twists that no call offers.

        If a change of an inherited schedule or call is the cause, the problem is at the change.
        """
        orphans: dict[tuple[Place, bool], list[str]] = {}
        removals: dict[Place, Removal] = {}
        for deal in self.hir.deals.values():
            name = deal.name
            if name in self.deals.offered or (not deal.is_twist and name in self.used):
                continue
            removal = self.hir.removals.get(name)
            if removal is None:
                problem = problems.checks.DealNeverUsed(deal.place, name, deal.is_twist)
                self.findings.add(problem)
            else:
                place = removal.part.document.place(removal.part.node.span)
                removals[place] = removal
                orphans.setdefault((place, deal.is_twist), []).append(name)
        for (place, is_twist), names in orphans.items():
            removal = removals[place]
            end = removal.part.document.place(removal.change.span)
            kind = _REMOVALS[type(removal.part.node)]
            self.findings.add(
                problems.checks.OrphanedDeals(
                    place, names[0], is_twist, names, kind, end, played.only_in(names)
                )
            )

    def _warn_orphaned_names(self, used: frozenset[str]) -> None:
        """Warns of inherited names that are unused because this file replaced the parts that used
        them.
        """
        own = self.hir.document
        past = sorted(self.hir.past.items(), key=lambda each: _SORTS[type(each[1].node)])
        inherited: tuple[Iterable[tuple[str, SourceNode[_Declaring]]], ...] = (
            self.hir.parameters.items(),
            self.hir.lets.items(),
            past,
        )
        for declared in inherited:
            for name, written in declared:
                if written.document is own or name in used:
                    continue
                first = written.document.place(written.node.name.span)
                change = self.hir.defaults.get(name)
                is_set = change is not None and change.document is own
                place = own.place(change.node.span) if change and is_set else self._file_place()
                problem = problems.checks.NameOrphaned(
                    place, _SORTS[type(written.node)], name, first, is_set
                )
                self.findings.add(problem)

    def _unused_names(self) -> Iterable[tuple[str, nodes.Name]]:
        """Yields the kind and name of each unused declaration in this file (not the files it
        extends).
        """
        for statement in self.hir.document.tree.statements:
            sort = _SORTS.get(type(statement))
            if sort is not None and isinstance(statement, _Declaring | nodes.SourceStatement):
                used = self.cited if sort == "source" else self.types.used
                if statement.name.text not in used:
                    yield sort, statement.name


_SORTS: Final[Mapping[type[nodes.Statement], str]] = {
    nodes.SourceStatement: "source",
    nodes.ParameterStatement: "param",
    nodes.LetStatement: "let",
    nodes.RunStatement: "run",
    nodes.TallyStatement: "tally",
}
"""The keyword of each statement that declares a name which other statements use."""

_REMOVALS: Final[Mapping[type[nodes.Node], Literal["schedule", "call", "drop"]]] = {
    nodes.ScheduleStatement: "schedule",
    nodes.Clause: "call",
    nodes.DropStatement: "drop",
}
"""The kind of each change that can leave an inherited deal unplayed."""


def _there_and_back(row: nodes.ScheduleRow, document: Document) -> Problem | None:
    """Returns the problem of `1 up to 7 and back cards`, which parses as a condition, or None."""
    text, sizes = document.source.text, row.sizes.span
    if re.search(r"\band (?:then )?(?:back|down)\b", text[sizes.start : sizes.end]) is None:
        return None
    from clagdsl.syntax.hints.paraphrases import paraphrases_of

    readings, message = paraphrases_of(f"schedule {text[row.span.start : row.span.end]}")
    if not readings:
        return None
    rows = [(each.text.removeprefix("schedule "), each.case) for each in readings]
    place, advice = document.place(row.span), ", or ".join(f"`{row}` {case}" for row, case in rows)
    fix = replace_edit(place, rows[0][0])
    return problems.syntax.ForeignPhrase(place, message, f"write {advice}", fix)


def _origin(written: SourceNode[_Noted] | None) -> rules.Origin:
    if written is None:
        return rules.DEFAULT
    return written.document.origin(written.node.span, written.node.notes)


def _played(
    deals: Sequence[rules.Deal], twists: Sequence[rules.Twist], rows: Sequence[rules.ScheduleRow]
) -> list[rules.Deal]:
    """Returns the deals without those that are only choices of a call."""
    scheduled = {name for row in rows for name in row.deals}
    choices = {twist.name for twist in twists} - scheduled
    return [deal for deal in deals if deal.name not in choices]


def _without_replaced(made: rules.Game, used: frozenset[str]) -> Iterable[rules.Parameter]:
    """Yields the parameters, some without their assumptions.

    A parameter loses its assumptions if it is used only in files other than its own. The clauses
    that these assumptions explained have been replaced.
    """
    parts_by_file: dict[str, list[object]] = {}
    for origin, part in _used_origins(made, used):
        parts_by_file.setdefault("" if origin.place is None else origin.place.file, []).append(part)
    read = {file: references_in(parts, made.lets) for file, parts in parts_by_file.items()}
    for parameter in made.parameters:
        place, name = parameter.origin.place, parameter.name
        if place is None or name not in used or name in read.get(place.file, frozenset()):
            yield parameter
        else:
            yield replace(parameter, origin=replace(parameter.origin, assumptions=()))


def _used_origins(made: rules.Game, used: frozenset[str]) -> Iterable[tuple[rules.Origin, object]]:
    """Yields the origin of every part of the rules that is used, roughly in file order.

    Each comes with the part whose expressions may use a parameter there, or ().
    """
    yield from ((made.origin, ()), (made.players_origin, made.first_dealer))
    yield from ((each.origin, ()) for each in made.parameters if each.name in used)
    yield from ((let.origin, let.expression) for let in made.lets if let.name in used)
    yield from ((each.origin, each) for each in made.past if each.name in used)
    for deal in made.deals:
        yield deal.origin, ()
        yield from ((clause.origin, clause) for clause in deal.aspects.clauses())
    for twist in made.twists:
        yield twist.origin, ()
        yield from ((clause.origin, clause) for clause in twist.clauses())
    if made.pack is not None:
        yield made.pack.origin, made.pack
    yield from ((special.origin, special) for special in made.specials)
    yield made.schedule_origin, (made.schedule, made.repeated)
    yield made.winner.origin, ()
    yield from ((each.origin, each) for each in (made.ends, made.settlement) if each is not None)


_SIDE: Final = re.compile(
    r"clockwise|(?:'s|\b(?:the|their|to)) (?:left|right)\b|\b(?:left|right)(?: of\b|-hand)", re.I
)
"""A side or direction in the text of an assumption."""


def _assumptions(made: rules.Game, used: frozenset[str], hir: Hir) -> tuple[rules.Assumption, ...]:
    """Returns every assumption about the used parts once, in file order.

    Left out are those on sides and directions from a game that is played the other way round.
    """
    assumptions: dict[rules.Assumption, None] = {}
    added = (w.document.origin(w.node.span, w.node.notes) for w in hir.additions)
    for origin in (*(origin for origin, _ in _used_origins(made, used)), *added):
        for assumption in origin.assumptions:
            place = assumption.place
            is_turned = place is not None and hir.directions[place.file] != hir.direction
            if is_turned and _SIDE.search(assumption.text):
                continue
            assumptions.setdefault(assumption)
    return tuple(assumptions)


def _citations(tree: nodes.File) -> Iterable[nodes.Cite]:
    """Yields every citation of a file."""
    for notes in _notes(tree):
        yield from notes.cites
        for assumption in notes.assumptions:
            yield from assumption.cites


def _bidders(tree: nodes.File) -> Iterable[tuple[nodes.Cite, Span]]:
    """Yields each `from dealer` (or another player) after `bid in turn`, with a span from after
    `turn` on.
    """
    for statement in tree.statements:
        if not isinstance(statement, nodes.DealStatement | nodes.TwistStatement | nodes.ChangeDeal):
            continue
        for clause in statement.clauses:
            last, cites = clause.alternatives[-1:], clause.notes.cites[:1]
            for alternative, cite in zip(last, cites, strict=False):
                player = cite.passage is None and cite.source.text in ("dealer", "caller", "eldest")
                if player and alternative.value.value == rules.BidInTurn():
                    yield cite, Span(alternative.value.span.end, cite.source.span.end)


def _notes(tree: nodes.File) -> Iterable[nodes.Notes]:
    for statement in tree.statements:
        match statement:
            case nodes.DealStatement() | nodes.TwistStatement():
                yield statement.notes
                yield from (clause.notes for clause in statement.clauses)
            case nodes.ChangeDeal():
                yield from (clause.notes for clause in statement.clauses)
            case nodes.ChangeStatement(statement=changed):
                yield changed.notes
            case nodes.SourceStatement() | nodes.DropStatement():
                continue
            case nodes.DropSettle() | nodes.DropEnds():
                continue
            case _:
                yield statement.notes
