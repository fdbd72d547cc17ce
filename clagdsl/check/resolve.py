"""Make the game of an outline: every name resolved, every deal complete, every expression typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias, assert_never, cast

from clagdsl import problems
from clagdsl.check.clause_values import ClauseValues, DealResolver
from clagdsl.check.lints import dashed_size, unused_worth
from clagdsl.check.lints.card_names import can_be_told, unknown_cards
from clagdsl.check.proof_report import GameExample
from clagdsl.check.source_unit import (
    Document,
    Findings,
    Ignored,
    IgnoredName,
    Outline,
    RowOutline,
    Written,
    rows_of,
)
from clagdsl.check.types import (
    ENDS,
    LETS,
    PACK,
    PAST,
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
from clagdsl.lang.rules import NOT_DECLARED, RowMade
from clagdsl.lang.source import Place, Span
from clagdsl.lang.used_names import names_in, used_names
from clagdsl.syntax import nodes
from clagdsl.table.deal_rules import hangs_on
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
    """A game whose names and types are sound, not yet proved, with its examples."""

    game: rules.Game
    examples: tuple[GameExample, ...]


def resolve(outline: Outline, findings: Findings) -> Resolved | None:
    """The game that an outline describes, or None after reporting why there is none."""
    resolver = _Resolver(outline, findings)
    if not resolver.within_bounds():
        return None
    resolved = resolver.resolve()
    return None if findings.failed else resolved


@dataclass(frozen=True, slots=True)
class _Played:
    """What has been resolved of the rules: the deals, what stands beside them, the `let` names."""

    deals: tuple[rules.Deal, ...]
    beside: tuple[object, ...]
    lets: tuple[rules.Let, ...]

    def only_in(self, orphans: Sequence[str]) -> tuple[str, ...]:
        """The parameters and `let` names that nothing uses but these deals, by name."""
        others = tuple(deal for deal in self.deals if deal.name not in orphans)
        used, left = (names_in((*self.beside, deals), self.lets) for deals in (self.deals, others))
        return tuple(sorted(used - left))


class _Resolver:
    def __init__(self, outline: Outline, findings: Findings) -> None:
        self.outline = outline
        self.findings = findings
        without = frozenset() if outline.has_auction else frozenset({"auction"})
        without |= frozenset() if outline.has_blind_bids else frozenset({"blind"})
        declared = (*outline.parameters, *outline.lets, *outline.past, *outline.deals)
        self.types = ExpressionTypes(findings, outline.dropped, without, declared, outline.doubtful)
        self.values = ClauseValues(outline, findings, self.types)
        self.deals = DealResolver(outline, self.values, findings)
        self.used: set[str] = set()
        self.cited: set[str] = set()

    def within_bounds(self) -> bool:
        """Whether there is not more of anything than can be gone through; the first too many."""
        outline = self.outline
        scheduled = [deal for row in outline.rows for deal in row.deals]
        counted: tuple[tuple[str, Sequence[Written[nodes.Node]], int], ...] = (
            (
                "deals and twists",
                [deal.statement for deal in outline.deals.values()],
                MOST_DECLARED,
            ),
            ("parameters", list(outline.parameters.values()), MOST_PARAMETERS),
            ("`let` names", list(outline.lets.values()), MOST_LETS),
            ("runs and tallies", list(outline.past.values()), MOST_PAST),
            ("special cards", list(outline.specials.values()), MOST_SPECIAL_NAMES),
            ("examples", outline.examples, MOST_EXAMPLES),
            ("deals in the rows of the schedule", scheduled, MOST_DEALS),
        )
        for things, found, most in counted:
            if len(found) > most:
                place = found[most].document.place(found[most].node.span)
                self.findings.add(problems.checks.TooManyDeclared(place, things, most))
        return all(len(found) <= most for _, found, most in counted)

    def _file_place(self) -> Place:
        written = self.outline.game
        if written is not None:
            return written.document.place(written.node.span)
        return self.outline.document.place(self.outline.document.tree.span)

    def resolve(self) -> Resolved | None:
        self._missing_statements()
        self._check_citations()
        low_high = players(self.outline, self.findings)
        parameters = declare_parameters(self.outline, self.types, self.findings)
        lets = declare_lets(self.outline, self.types, self.findings)
        past = declare_past(self.outline, self.types, self.findings)
        specials = self._specials()
        pack = self._pack(self.outline.pack)
        self.deals.check_calls()
        deals = self.deals.deals()
        twists = self.deals.twists()
        self._equal_cards(deals, twists)
        self._each_on(deals, twists)
        schedule = tuple(self._row(row) for row in self.outline.rows)
        winner = self._winner(self.outline.winner)
        ends = self._ends(self.outline.ends)
        settlement = self._settlement(self.outline.settle)
        for ignored in self.outline.ignored:
            self._check_ignored(ignored)
        examples = tuple(self._example(written) for written in self.outline.examples)
        rows = tuple(row for row in schedule if row is not None)
        repeated = self._repeated(self.outline.rows)
        beside = (twists, rows, repeated, ends, settlement, past, pack)
        self._never_used(_Played(deals, beside, lets))
        if not self.findings.failed:  # a score that could not be read may be the one that asks
            own = self.outline.document.source.name
            self.findings.add_all(
                unused_worth.lint(unused_worth.ScoredRules(deals, twists, past, own))
            )
        statement = self.outline.game
        if self.findings.failed or statement is None or winner is None:
            return None
        made = rules.Game(
            title=statement.node.title,
            variant=statement.node.variant,
            players=low_high,
            direction=self.outline.direction,
            first_dealer=self.outline.first_dealer,
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
            extends=self.outline.extends,
            base_title=self.outline.base_title,
            file=self.outline.document.source.name,
            origin=_origin(statement),
            players_origin=_origin(self.outline.players),
            schedule_origin=_origin(self.outline.schedule),
        )
        used = used_names(made)
        self._no_longer_used(used)
        made = replace(made, parameters=tuple(_without_replaced(made, used)))
        made = replace(made, assumptions=_assumptions(made, used, self.outline))
        return Resolved(made, tuple(example for example in examples if example is not None))

    # --- statements -----------------------------------------------------------------------

    def _missing_statements(self) -> None:
        missing = tuple(
            sort
            for sort, found in (
                ("game", self.outline.game),
                ("players", self.outline.players),
                ("deal", self.outline.deals),
                ("schedule", self.outline.schedule),
                ("winner", self.outline.winner),
            )
            if not found
        )
        if missing:
            self.findings.add(problems.checks.StatementMissing(self._file_place(), missing))

    def _check_citations(self) -> None:
        document = self.outline.document
        bidders = {cite.source.span: rest for cite, rest in _bidders(document.tree)}
        for cite in _citations(document.tree):
            if cite.source.text not in document.cited:
                place, rest = document.place(cite.source.span), bidders.get(cite.source.span)
                bids = None if rest is None else document.place(rest)
                older = bids is not None and document.tree.version < 2
                header = document.place(document.tree.version_span) if older else None
                known = tuple(document.cited)
                self.findings.add(
                    problems.checks.UnknownSource(place, cite.source.text, known, bids, header)
                )
            self.cited.add(cite.source.text)

    def _sources(self) -> tuple[rules.Source, ...]:
        cited = self.outline.document.cited
        return tuple(rules.Source(name, statement.title) for name, statement in cited.items())

    def _pack(
        self, written: Written[nodes.PackStatement] | None
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
            self.findings.listed_once("rank", ranks.ranks, node.ranks.parts, document)
        suits = [also for also in node.also if isinstance(also, nodes.FewerSuits)]
        spans = [one.span for one in suits]
        self.findings.listed_once("number of", ("suits",) * len(suits), spans, document)
        out = [also for also in node.also if isinstance(also, nodes.LeftOut)]
        cards = tuple(card for one in out for card in one.cards)
        spans = [span for one in out for span in one.parts]
        self.findings.listed_once("card", tuple(map(str, cards)), spans, document)
        copies = [also for also in node.also if isinstance(also, nodes.Copies)]
        spans = [one.span for one in copies]
        self.findings.listed_once("number of", ("copies",) * len(copies), spans, document)
        specials = self._special_cards(node, document)
        numbers = [
            self.types.number(said[0].number, document, PACK) for said in (suits, copies) if said
        ]
        if ranks is None or None in numbers:
            return None
        each = numbers.pop() if copies else None
        return rules.Pack(ranks, numbers[0] if suits else None, cards, each, specials)

    def _specials(self) -> tuple[rules.Special, ...]:
        """The special cards that are declared, each of which is in some pack."""
        packed = {special.name.text for special, _ in self._packed()}
        for name, written in self.outline.specials.items():
            node, place = written.node, written.document.place(written.node.name.span)
            if not can_be_told(name):
                self.findings.add(problems.checks.NoNameForACard(place, name, SHORTEST_CARD_NAME))
            demands = tuple(one.value for one in node.demands)
            spans = [one.span for one in node.demands]
            self.findings.listed_once("demand", demands, spans, written.document)
            if name not in packed and packed <= self.outline.specials.keys():  # or misspelt there
                self.findings.add(problems.checks.SpecialNotInPack(place, name))
        return tuple(
            rules.Special(
                name,
                written.node.power.value,
                tuple(one.value for one in written.node.demands),
                written.document.origin(written.node.span, written.node.notes),
            )
            for name, written in self.outline.specials.items()
        )

    def _packed(self) -> Iterator[tuple[nodes.PackedSpecials, Document]]:
        """The special cards in all packs, as they are written."""
        written = self.outline.pack
        for each in () if written is None else written.node.alternatives:
            for also in each.cards.also:
                if isinstance(also, nodes.PackedSpecials) and written is not None:
                    yield also, written.document

    def _special_cards(
        self, node: nodes.CardsOfPack, document: Document
    ) -> tuple[rules.SpecialCards, ...]:
        found = [also for also in node.also if isinstance(also, nodes.PackedSpecials)]
        names = tuple(one.name.text for one in found)
        self.findings.listed_once("special card", names, [one.name.span for one in found], document)
        known = tuple(self.outline.specials)
        named = [(one.name.text, one.name.span) for one in found]
        for name, span, can_be in unknown_cards(named, known):
            place = document.place(span)
            self.findings.add(
                problems.checks.UnknownSpecial(place, name, known, can_be, packed=True)
            )
        for one in found:
            if not 1 <= one.number <= MOST_SPECIALS:
                self.findings.add(
                    problems.checks.HowManySpecials(
                        document.place(one.span), one.name.text, one.number, MOST_SPECIALS
                    )
                )
        return tuple(rules.SpecialCards(one.number, one.name.text) for one in found)

    def _each_on(self, deals: tuple[rules.Deal, ...], twists: tuple[rules.Twist, ...]) -> None:
        """See that it is said of each special card of the pack what is trump where it is turned."""
        packed = dict.fromkeys(
            special.name.text
            for special, _ in self._packed()
            if special.name.text in self.outline.specials
        )
        clauses = [deal.aspects.trump for deal in deals]
        clauses += [twist.trump for twist in twists if twist.trump is not None]
        told: set[Place | None] = set()
        for clause in clauses:
            place = clause.origin.place
            for each in clause.alternatives if place not in told else ():
                if isinstance(each.value, rules.TurnedTrump) and place is not None:
                    on = {one.name for one in each.value.on}
                    missing = tuple(name for name in packed if name not in on)
                    if missing:
                        told.add(place)
                        self.findings.add(problems.checks.NothingOnSpecial(place, missing))
                        break

    def _equal_cards(self, deals: tuple[rules.Deal, ...], twists: tuple[rules.Twist, ...]) -> None:
        """See that it is said which of equal cards wins where there are any, in one way."""
        copies = self._copies()
        clauses = [deal.aspects.equal for deal in deals]
        clauses += [twist.equal for twist in twists if twist.equal is not None]
        said = {clause.origin.place: clause for clause in clauses}
        for deal in deals:
            outline = self.outline.named(deal.name)
            if copies is not None and deal.aspects.equal.origin.place is None and not deal.base:
                assert outline is not None
                self.findings.add(
                    problems.checks.EqualCardsNotSaid(outline.place, deal.name, copies)
                )
        for place in said:
            if copies is None and place is not None:
                self.findings.add(problems.checks.NoEqualCards(place))
        self._one_way(said)

    def _copies(self) -> Place | None:
        """Where the pack says how many there are of each, if it does."""
        written = self.outline.pack
        if written is None:
            return None
        for each in written.node.alternatives:
            for also in each.cards.also:
                if isinstance(also, nodes.Copies):
                    return written.document.place(also.span)
        return None

    def _one_way(self, said: Mapping[Place | None, rules.Clause[rules.EqualCards]]) -> None:
        """See that equal cards are told apart in the whole match or not at all."""
        telling = [
            (place, clause)
            for place, clause in said.items()
            if place is not None
            and any(one.value == "better pack wins" for one in clause.alternatives)
        ]
        for place, clause in telling[:1]:
            others = [p for p, c in said.items() if p is not None and c != clause]
            if hangs_on(clause):
                others = [place]
            for other in others[:1]:
                self.findings.add(problems.checks.SomeToldApart(place, other))

    def _row(self, outline: RowOutline) -> rules.ScheduleRow | None:
        node, document = outline.row.node, outline.row.document
        names = tuple(self._scheduled(deal) for deal in outline.deals)
        sizes = self._sizes(node.sizes.value, document)
        repeat = condition = None
        if node.repeat is not None:
            repeat = self.types.number(node.repeat, document, SIZES)
        if node.condition is not None:
            condition = self.types.truth(node.condition.value, document, SIZES)
        missing = (repeat is None) != (node.repeat is None)
        if missing or (condition is None) != (node.condition is None) or sizes is None:
            return None
        known = tuple(name for name in names if name is not None)
        row = rules.ScheduleRow(sizes, known, repeat, condition, document.place(node.span))
        self.findings.add_all(dashed_size.lint(row))
        return row

    def _repeated(self, rows: Sequence[RowOutline]) -> tuple[rules.RepeatedRows, ...]:
        """The rows that are repeated together."""
        found: dict[int, rules.RepeatedRows] = {}
        for number, outline in enumerate(rows):
            for brackets in outline.within:
                before = found.get(id(brackets))
                if before is not None:
                    found[id(brackets)] = replace(before, last=number)
                    continue
                times = self.types.number(brackets.times, outline.row.document, SIZES)
                if times is not None:
                    found[id(brackets)] = rules.RepeatedRows(number, number, times)
        return tuple(found.values())

    def _scheduled(self, written: Written[nodes.Name]) -> str | None:
        found = self._named_deal(written.node, written.document)
        self.used |= set() if found is None else {found}
        return found

    def _sizes(self, sizes: rules.Sizes, document: Document) -> rules.Sizes | None:
        typed = {
            name: self.types.number(end, document, SIZES) for name, end in size_parts(sizes).items()
        }
        return None if None in typed.values() else replace(sizes, **cast("Any", typed))

    def _winner(self, written: Written[nodes.WinnerStatement] | None) -> rules.Winner | None:
        if written is None:
            return None
        criteria = tuple(each.value for each in written.node.criteria)
        spans = [each.span for each in written.node.criteria]
        self.findings.listed_once("criterion", criteria, spans, written.document)
        return rules.Winner(criteria, _origin(written))

    def _ends(self, written: Written[nodes.EndsStatement] | None) -> rules.Ends | None:
        if written is None:
            return None
        typed = self.types.truth(written.node.condition, written.document, ENDS)
        return None if typed is None else rules.Ends(typed, _origin(written))

    def _settlement(
        self, written: Written[nodes.SettleStatement] | None
    ) -> rules.Settlement | None:
        if written is None:
            return None
        typed = self.types.number(written.node.expression, written.document, SETTLE)
        return None if typed is None else rules.Settlement(typed, _origin(written))

    def _check_ignored(self, written: Written[Ignored]) -> None:
        """Report what is wrong in a statement or clause that has no place in the game."""
        node, document = written.node, written.document
        match node:
            case nodes.Clause():
                self.values.clause(Written(node, document))
            case nodes.Name():
                self._named_deal(node, document)
            case nodes.PlayersStatement():
                declared_players(Written(node, document), self.findings)
            case nodes.PackStatement():
                self._pack(Written(node, document))
            case nodes.ScheduleStatement():
                rows = rows_of(node, document)
                for row in rows:
                    self._row(row)
                self._repeated(rows)
            case nodes.WinnerStatement():
                self._winner(Written(node, document))
            case nodes.EndsStatement():
                self._ends(Written(node, document))
            case nodes.SettleStatement():
                self._settlement(Written(node, document))
            case _:
                self._check_ignored_name(node, document)

    def _check_ignored_name(self, node: IgnoredName, document: Document) -> None:
        """Report what is wrong in the declaration of a name that is declared before."""
        match node:
            case nodes.ParameterStatement():
                declared_parameter(Written(node, document), None, self.findings)
            case nodes.ChangeParameter():
                self._binding(nodes.Binding(node.span, node.name, node.default), document)
            case nodes.LetStatement():
                self.types.any_kind(node.expression, document, LETS)
            case nodes.RunStatement():
                self.types.truth(node.expression, document, PAST)
            case nodes.TallyStatement():
                self.types.number(node.expression, document, PAST)
            case _:
                assert_never(node)

    # --- examples -------------------------------------------------------------------------

    def _example(self, written: Written[nodes.ExampleStatement]) -> GameExample | None:
        node, document = written.node, written.document
        scene = node.scene
        deal = None
        if scene.deal is not None:
            deal = self._named_deal(scene.deal, document)
        calls = tuple(self._named_choice(name, document) for name in scene.calls)
        past = {
            b.name.text: self._past_binding(b, document)
            for b in scene.settings
            if b.name.text in self.types.past or self._is_told(b.name.text)
        }
        settings = {
            b.name.text: self._binding(b, document)
            for b in scene.settings
            if b.name.text not in past
        }
        if isinstance(node.fact, nodes.ScheduleFact):
            self._named_deal(node.fact.deal, document)
        bound = (*settings.values(), *past.values())
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
        )

    def _is_told(self, name: str) -> bool:
        """Whether an example says what a name of the language stands for.

        That is what a player has said before the play, or how they stand in the row.
        """
        return name in NOT_DECLARED and not self.types.declares(name)

    def _named_deal(self, name: nodes.Name, document: Document) -> str | None:
        found = self.outline.named(name.text)
        place = document.place(name.span)
        if found is None:
            dropped = self.outline.dropped.get(name.text)
            names = tuple(d.name for d in self.outline.deals.values() if not d.is_twist)
            self.findings.add(problems.checks.UnknownDeal(place, name.text, names, dropped))
            return None
        if found.is_twist:
            self.findings.add(problems.checks.TwistAsDeal(place, found.name, found.place))
            return None
        return found.name

    def _named_choice(self, name: nodes.Name, document: Document) -> str | None:
        found = self.outline.named(name.text)
        if found is None or found.name not in self.deals.offered:
            place = document.place(name.span)
            self.findings.add(
                problems.checks.UnknownDeal(place, name.text, tuple(self.deals.offered), None)
            )
            return None
        return found.name

    def _binding(self, binding: nodes.Binding, document: Document) -> rules.Value | None:
        name = binding.name.text
        declared = self.types.parameters.get(name)
        if declared is None:
            place = document.place(binding.name.span)
            names = tuple(self.types.parameters)
            self.findings.add(problems.checks.UnknownParameter(place, name, names))
            return None
        place = document.place(binding.setting.span)
        return setting_value(binding.setting, declared, name, place, self.findings)

    def _past_binding(self, binding: nodes.Binding, document: Document) -> int | None:
        """What an example says that a run or a tally has come to, or an auction was won with.

        Or whether bids were made blind.
        """
        name, place = binding.name.text, document.place(binding.setting.span)
        if self._is_told(name) and name == BLIND:
            truth = setting_value(binding.setting, rules.TruthRange(), name, place, self.findings)
            return truth if isinstance(truth, bool) else None
        if self._is_told(name):
            most = {"auction": MOST_CARDS, RowMade().name: MOST_DEALS}.get(name, LARGEST)
            numbers = rules.IntegerRange(0, most)
            number = setting_value(binding.setting, numbers, name, place, self.findings)
            return number if isinstance(number, int) else None
        is_run = isinstance(self.outline.past[name].node, nodes.RunStatement)
        bounds = (
            rules.IntegerRange(0, MOST_DEALS) if is_run else rules.IntegerRange(-LARGEST, LARGEST)
        )
        value = setting_value(binding.setting, bounds, name, place, self.findings)
        return value if isinstance(value, int) else None

    # --- what nobody uses -----------------------------------------------------------------

    def _never_used(self, played: _Played) -> None:
        """Report what has no effect, unless a misspelt name may be all that is wrong with it."""
        found = {diagnostic.code for diagnostic in self.findings.diagnostics}
        if not found & {"C201", "C206", "C220", "C221", "C226", "C227", "C235", "C237", "C238"}:
            orphans = self._orphans(played)
            for outline in self.outline.deals.values():
                name = outline.name
                if name in orphans:
                    continue
                if name not in self.deals.offered and (outline.is_twist or name not in self.used):
                    self.findings.add(
                        problems.checks.DealNeverUsed(outline.place, name, outline.is_twist)
                    )
        if not found & {"C202", "C203", "C204", "C206", "C207"}:
            for sort, written in self._unused_names():
                place = self.outline.document.place(written.span)
                self.findings.add(problems.checks.NameNeverUsed(place, sort, written.text))

    def _orphans(self, played: _Played) -> tuple[str, ...]:
        """The inherited deals that nobody plays since this file has another schedule; told."""
        schedule, document = self.outline.schedule, self.outline.document
        if schedule is None or schedule.document is not document:
            return ()
        orphans = tuple(
            outline.name
            for outline in self.outline.deals.values()
            if outline.place.file != document.source.name
            and not outline.is_twist
            and outline.name not in self.deals.offered
            and outline.name not in self.used
        )
        if orphans:
            place = document.place(schedule.node.span)
            found = problems.checks.OrphanedDeals(
                place, orphans[0], False, orphans, played.only_in(orphans)
            )
            self.findings.add(found)
        return orphans

    def _no_longer_used(self, used: frozenset[str]) -> None:
        """Warn of inherited names that nothing uses: this file has replaced what did."""
        own = self.outline.document
        past = sorted(self.outline.past.items(), key=lambda each: _SORTS[type(each[1].node)])
        inherited: tuple[Iterable[tuple[str, Written[_Declaring]]], ...] = (
            self.outline.parameters.items(),
            self.outline.lets.items(),
            past,
        )
        for declared in inherited:
            for name, written in declared:
                if written.document is own or name in used:
                    continue
                first = written.document.place(written.node.name.span)
                change = self.outline.defaults.get(name)
                is_set = change is not None and change.document is own
                place = own.place(change.node.span) if change and is_set else self._file_place()
                found = problems.checks.NameOrphaned(
                    place, _SORTS[type(written.node)], name, first, is_set
                )
                self.findings.add(found)

    def _unused_names(self) -> Iterable[tuple[str, nodes.Name]]:
        """What this file itself declares and nothing uses; inherited names are not its fault."""
        for statement in self.outline.document.tree.statements:
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
"""What is declared and used by name."""


def _origin(written: Written[_Noted] | None) -> rules.Origin:
    if written is None:
        return rules.DEFAULT
    return written.document.origin(written.node.span, written.node.notes)


def _without_replaced(made: rules.Game, used: frozenset[str]) -> Iterable[rules.Parameter]:
    """The parameters, without what is assumed of those that only other files still use.

    Such an assumption says how the clauses beside the parameter are read, and these are replaced.
    """
    said: dict[str, list[object]] = {}
    for origin, part in _said(made, used):
        said.setdefault("" if origin.place is None else origin.place.file, []).append(part)
    read = {file: names_in(parts, made.lets) for file, parts in said.items()}
    for parameter in made.parameters:
        place, name = parameter.origin.place, parameter.name
        if place is None or name not in used or name in read.get(place.file, frozenset()):
            yield parameter
        else:
            yield replace(parameter, origin=replace(parameter.origin, assumptions=()))


def _said(made: rules.Game, used: frozenset[str]) -> Iterable[tuple[rules.Origin, object]]:
    """The origins of everything that the rules say and use, in about the order of a file.

    Each comes with what may read a parameter there.
    """
    yield from ((origin, ()) for origin in (made.origin, made.players_origin))
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


def _assumptions(
    made: rules.Game, used: frozenset[str], outline: Outline
) -> tuple[rules.Assumption, ...]:
    """Every assumption of what is used once, in the order of the file."""
    found: dict[tuple[str, Place | None], rules.Assumption] = {}
    added = (w.document.origin(w.node.span, w.node.notes) for w in outline.additions)
    for origin in (*(origin for origin, _ in _said(made, used)), *added):
        for assumption in origin.assumptions:
            found.setdefault((assumption.text, assumption.place), assumption)
    return tuple(found.values())


def _citations(tree: nodes.File) -> Iterable[nodes.Cite]:
    """Every citation of a file."""
    for notes in _notes(tree):
        yield from notes.cites
        for assumption in notes.assumptions:
            yield from assumption.cites


def _bidders(tree: nodes.File) -> Iterable[tuple[nodes.Cite, Span]]:
    """Each `from dealer` behind `bid in turn`, with the stretch of the text from `turn` on."""
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
