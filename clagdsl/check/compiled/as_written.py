"""A compiled game as a rules file would have written it, so that it is checked as one.

Each part of the JSON becomes a node of the syntax tree that stands where the part stands.  So what
is wrong with the rules is found by what checks rules files, and told at its place in the JSON.
What the grammar would not let anybody write, nobody after it looks for: it is told here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias, TypeVar, assert_never, cast

from clagdsl import problems
from clagdsl.check.clause_values import default_clause
from clagdsl.check.compiled.json_text import Holder, JsonDocument, Key
from clagdsl.check.source_unit import DealOutline, Document, Findings, Outline, RowOutline, Written
from clagdsl.lang import rules
from clagdsl.lang.aspects import AspectValue
from clagdsl.lang.cards import ORDINARY, is_card, read_card
from clagdsl.lang.expr.walk import everything_in, parts, with_parts
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.source import Node, Span
from clagdsl.syntax import nodes
from clagdsl.syntax.builders.expressions import LARGEST as MOST_PARTS
from clagdsl.syntax.builders.expressions import reference
from clagdsl.syntax.lexer import LONGEST_NAME

Json: TypeAlias = dict[str, Any]
N = TypeVar("N", bound=Node)

_NO_NOTES: Final = nodes.Notes()
_FEWEST_PARTS: Final = {"min": 2, "max": 2, "abs": 1}
_ONE_VALUE: Final = frozenset({"score", "trick_worth", "card_worth"})
"""The aspects that do not choose by parameters: their expressions do, if they have any."""


def as_written(document: JsonDocument, read: rules.Game, findings: Findings) -> Outline:
    """The outline of a game that was read; what no rules file can say goes to the findings."""
    writer = _SideBySide(document, read, findings)
    writer.write()
    return writer.outline


class _SideBySide:
    """Goes through a game and its JSON side by side."""

    def __init__(self, json: JsonDocument, read: rules.Game, findings: Findings) -> None:
        self.json = json
        self.read = read
        self.findings = findings
        self.whole: Json = cast(Json, json.value)["game"]
        tree = nodes.File(Span(0, 0), 1, (), Span(0, 0))
        self.document = Document(json.source, tree, {})
        self.outline = Outline(self.document)

    def write(self) -> None:
        """Make the outline."""
        outline, read, whole = self.outline, self.read, self.whole
        self._provenance()
        title = self._at(whole, "title")
        outline.game = self._here(
            nodes.GameStatement(title, read.title, read.variant, None, _NO_NOTES)
        )
        players = self._at(whole, "players")
        direction: nodes.Located[rules.Direction] | None = None
        if "direction" in whole:
            direction = nodes.Located(self._at(whole, "direction"), read.direction)
        lot: nodes.Located[rules.FirstDealer] | None = None
        if "first_dealer" in whole:
            lot = nodes.Located(self._at(whole, "first_dealer"), read.first_dealer)
        statement = nodes.PlayersStatement(
            players, *read.players, _NO_NOTES, direction=direction, dealer=lot
        )
        outline.players = self._here(statement)
        if read.pack is not None:
            outline.pack = self._here(self._pack(whole["pack"], read.pack))
        self._names_of_figures()
        self._deals()
        self._schedule()
        self._winner()
        if read.ends is not None:
            json = whole["ends"]
            over = self._expression(json["condition"], read.ends.condition)
            at = self._at(json)
            outline.ends = self._here(nodes.EndsStatement(at, over, _NO_NOTES, at))
        if read.settlement is not None:
            json = whole["settlement"]
            paid = self._expression(json["expression"], read.settlement.expression)
            outline.settle = self._here(nodes.SettleStatement(self._at(json), paid, _NO_NOTES))

    # --- the pack -------------------------------------------------------------------------

    def _pack(self, json: Json, pack: rules.Clause[rules.Pack]) -> nodes.PackStatement:
        found = list(zip(json["alternatives"], pack.alternatives, strict=True))
        self._check_conditions(json, found, alone=False)
        alternatives = []
        for each, one in found:
            condition = None
            if one.condition is not None:
                condition = self._expression(each["condition"], one.condition)
            cards = self._cards(each["value"], one.value)
            alternatives.append(nodes.PackAlternative(self._at(each), cards, condition))
        return nodes.PackStatement(self._at(json), tuple(alternatives), _NO_NOTES)

    def _cards(self, json: Json, pack: rules.Pack) -> nodes.CardsOfPack:
        ranks = pack.ranks
        spans: tuple[Span, ...] = ()
        match ranks:
            case rules.ListedRanks(ranks=listed):
                self._not_empty(json["ranks"], "ranks")
                self._ranks(json["ranks"], listed)
                spans = self._each_at(json["ranks"]["ranks"])
            case rules.HighestRanks(number=number):
                ranks = rules.HighestRanks(self._expression(json["ranks"]["number"], number))
            case rules.AllRanks():
                pass
        also: list[nodes.FewerSuits | nodes.LeftOut | nodes.Copies | nodes.PackedSpecials] = []
        if pack.suits is not None:
            suits = self._expression(json["suits"], pack.suits)
            also.append(nodes.FewerSuits(suits.span, suits))
        if pack.without:
            places = self._each_at(json["without"])
            also.append(nodes.LeftOut(self._at(json, "without"), pack.without, places))
        if pack.copies is not None:
            copies = self._expression(json["copies"], pack.copies)
            also.append(nodes.Copies(copies.span, copies))
        for each, one in zip(json.get("specials", ()), pack.specials, strict=True):
            name = self._word(each, "name", one.name)
            also.append(nodes.PackedSpecials(self._at(each), one.number, name))
        return nodes.CardsOfPack(
            self._at(json), nodes.Located(self._at(json, "ranks"), ranks, spans), tuple(also)
        )

    # --- small things ---------------------------------------------------------------------

    def _at(self, holder: Holder, key: Key | None = None) -> Span:
        return self.json.span(holder, key)

    def _each_at(self, holder: Sequence[Any]) -> tuple[Span, ...]:
        return tuple(self._at(cast(Holder, holder), index) for index in range(len(holder)))

    def _here(self, node: N) -> Written[N]:
        return Written(node, self.document)

    def _no_rules_say(
        self, message: str, mend: str, holder: Holder, key: Key | None = None
    ) -> None:
        place = self.json.place(holder, key)
        self.findings.add(problems.compiled.NoRulesSay(place, message, mend))

    def _name(self, holder: Holder, key: Key, text: str) -> nodes.Name:
        return nodes.Name(self._at(holder, key), text)

    def _word(self, holder: Holder, key: Key, text: str) -> nodes.Name:
        """A name that a rules file cannot put in quotation marks."""
        if not is_word(text) or len(text) > LONGEST_NAME:
            self._no_rules_say(
                "this is not one word",
                f"write a word of letters, digits and `_`, of {LONGEST_NAME} signs at most",
                holder,
                key,
            )
        return self._name(holder, key, text)

    def _not_empty(self, json: Json, key: str, fewest: int = 1) -> None:
        if len(json[key]) < fewest:
            wanted = "one" if fewest == 1 else str(fewest)
            self._no_rules_say(
                f"`{key}` holds fewer than {wanted}", f"give it {wanted} at least", json, key
            )

    def _is_default(self, aspect: rules.AspectName, clause: rules.Clause[Any]) -> bool:
        """Whether a clause is what the language says where a deal is silent."""
        usual = default_clause(aspect, self.read.direction)
        return clause.origin.place is None and clause == usual

    # --- where rules come from ------------------------------------------------------------

    def _provenance(self) -> None:
        """Places count from 1, and what is cited is declared once."""
        declared: dict[str, Json] = {}
        for source in self.whole["sources"]:
            self._word(source, "name", source["name"])
            self._once(declared, source, source["name"])
        for json in _objects(self.whole):
            if "end_line" in json:
                for key in ("line", "column", "end_line", "end_column"):
                    if json[key] < 1:
                        self._no_rules_say(
                            f"`{key}` counts from 1", "write the place as it was", json, key
                        )
            elif "passage" in json and json["source"] not in declared:
                place = self.json.place(json, "source")
                known = tuple(declared)
                self.findings.add(problems.checks.UnknownSource(place, json["source"], known))

    def _once(self, declared: dict[str, Json], json: Json, name: str, key: str = "name") -> bool:
        """Whether a name is declared for the first time; a second time is told."""
        before = declared.setdefault(name, json)
        if before is json:
            return True
        place = self.json.place(json, key)
        other = self.json.place(before, "name")
        self.findings.add(problems.checks.DeclaredTwice(place, name, other))
        return False

    # --- parameters and `let` -------------------------------------------------------------

    def _names_of_figures(self) -> None:
        declared: dict[str, Json] = {}
        for json, parameter in zip(self.whole["parameters"], self.read.parameters, strict=True):
            if self._once(declared, json, parameter.name):
                self.outline.parameters[parameter.name] = self._here(
                    self._parameter(json, parameter)
                )
        for json, let in zip(self.whole["lets"], self.read.lets, strict=True):
            name = self._word(json, "name", let.name)
            expression = self._expression(json["expression"], let.expression)
            if self._once(declared, json, let.name):
                statement = nodes.LetStatement(self._at(json), name, expression, _NO_NOTES)
                self.outline.lets[let.name] = self._here(statement)
        for json, special in zip(self.whole.get("specials", ()), self.read.specials, strict=True):
            if self._once(declared, json, special.name):
                self.outline.specials[special.name] = self._here(self._special(json, special))
        for json, past in zip(self.whole.get("past", ()), self.read.past, strict=True):
            name = self._word(json, "name", past.name)
            expression = self._expression(json["expression"], past.expression)
            if self._once(declared, json, past.name):
                span = self._at(json)
                made = nodes.RunStatement if past.kind == "run" else nodes.TallyStatement
                said = made(span, name, expression, _NO_NOTES, span)
                self.outline.past[past.name] = self._here(said)

    def _special(self, json: Json, special: rules.Special) -> nodes.SpecialStatement:
        self._not_empty(json, "demands")
        span, name = self._at(json), self._word(json, "name", special.name)
        power = nodes.Located(self._at(json, "power"), special.power)
        places = self._each_at(json["demands"])
        demands = tuple(map(nodes.Located, places, special.demands))
        return nodes.SpecialStatement(span, name, power, demands, _NO_NOTES, span)

    def _parameter(self, json: Json, parameter: rules.Parameter) -> nodes.ParameterStatement:
        values = None
        if not isinstance(parameter.range, rules.TruthRange):
            spans: tuple[Span, ...] = ()
            if isinstance(parameter.range, rules.WordRange):
                words = json["range"]["words"]
                self._not_empty(json["range"], "words", 2)
                for index, word in enumerate(words):
                    self._word(words, index, word)
                spans = self._each_at(words)
            values = nodes.Located(self._at(json, "range"), parameter.range, spans)
        return nodes.ParameterStatement(
            self._at(json),
            self._word(json, "name", parameter.name),
            nodes.Located(self._at(json, "default"), parameter.default),
            values,
            parameter.description,
            _NO_NOTES,
        )

    # --- deals ----------------------------------------------------------------------------

    def _deals(self) -> None:
        deals = list(zip(self.whole["deals"], self.read.deals, strict=True))
        twists = list(zip(self.whole["twists"], self.read.twists, strict=True))
        names = {deal.name for deal in self.read.deals}
        declared: dict[str, Json] = {}
        # A deal that is called is among the twists, too: so both can be put into one order.
        waiting = list(twists)
        called = {twist.name for twist in self.read.twists if twist.name in names}
        for json, deal in deals:
            while waiting and deal.name in called:
                before, twist = waiting.pop(0)
                if twist.name == deal.name:
                    break
                self._twist(before, twist, names, declared)
            self._deal(json, deal, declared)
        for json, twist in waiting:
            self._twist(json, twist, names, declared)

    def _deal(self, json: Json, deal: rules.Deal, declared: dict[str, Json]) -> None:
        said = deal.aspects.said()
        if deal.base is not None:
            own = [aspect for aspect in rules.ASPECTS if aspect in deal.replaced]
        else:
            own = [
                aspect for aspect, clause in said.items() if not self._is_default(aspect, clause)
            ]
            if self._has_copies() and "equal" not in own:
                own.append("equal")  # which has to be said, even as it is without a word
        aspects = json["aspects"]
        clauses = {
            aspect: self._clause(aspect, aspects[aspect], said[aspect])
            if aspect in aspects
            else self._left_out(json, aspect, said[aspect])
            for aspect in own
        }
        base = None if deal.base is None else self._name(json, "base", deal.base)
        name, short = self._names(json, deal)
        statement = nodes.DealStatement(
            self._at(json), name, short, base, tuple(clauses.values()), _NO_NOTES
        )
        self._declare(json, declared, statement, clauses)

    def _twist(
        self, json: Json, twist: rules.Twist, deals: set[str], declared: dict[str, Json]
    ) -> None:
        if twist.name in deals:  # made of the deal, which is called
            return
        said = twist.said()
        if not said:
            self._no_rules_say("this twist replaces nothing", "give it a clause", json)
        clauses = {aspect: self._clause(aspect, json[aspect], said[aspect]) for aspect in said}
        name, short = self._names(json, twist)
        statement = nodes.TwistStatement(
            self._at(json), name, short, tuple(clauses.values()), _NO_NOTES
        )
        self._declare(json, declared, statement, clauses)

    def _names(
        self, json: Json, deal: rules.Deal | rules.Twist
    ) -> tuple[nodes.Name, nodes.Name | None]:
        name = self._name(json, "name", deal.name)
        return name, None if deal.short is None else self._name(json, "short", deal.short)

    def _declare(
        self,
        json: Json,
        declared: dict[str, Json],
        statement: nodes.DealStatement | nodes.TwistStatement,
        clauses: dict[rules.AspectName, nodes.Clause],
    ) -> None:
        name, short = statement.name.text, statement.short
        if not self._once(declared, json, name):
            return
        if short is not None and not self._once(declared, json, short.text, "short"):
            short = None
        if short is not None:
            declared[short.text] = json
            self.outline.shorts[short.text] = name
        base = statement.base if isinstance(statement, nodes.DealStatement) else None
        self.outline.deals[name] = DealOutline(
            name,
            None if short is None else short.text,
            None if base is None else self._here(base),
            isinstance(statement, nodes.TwistStatement),
            self._here(statement),
            {aspect: self._here(clause) for aspect, clause in clauses.items()},
        )

    # --- clauses --------------------------------------------------------------------------

    def _has_copies(self) -> bool:
        pack = self.read.pack
        return pack is not None and any(one.value.copies is not None for one in pack.alternatives)

    def _clause(
        self, aspect: rules.AspectName, json: Json, clause: rules.Clause[Any]
    ) -> nodes.Clause:
        found = list(zip(json["alternatives"], clause.alternatives, strict=True))
        alone = aspect in _ONE_VALUE or any(isinstance(a.value, rules.NoCall) for _, a in found)
        self._check_conditions(json, found, alone=alone)
        groups = self._groups([(each["value"], alternative.value) for each, alternative in found])
        alternatives = tuple(self._alternative(each, one) for each, one in found)
        span = self._at(json)
        # the warnings that an assumption answers read it; citations change nothing here
        assumed = (nodes.Assumption(span, a.text, ()) for a in clause.origin.assumptions)
        return nodes.Clause(span, aspect, alternatives, groups, nodes.Notes((), tuple(assumed)))

    def _left_out(
        self, deal: Json, aspect: rules.AspectName, clause: rules.Clause[Any]
    ) -> nodes.Clause:
        """The clause of an aspect that JSON does not name where it holds its usual value."""
        here, usual = self._at(deal), clause.alternatives[0].value
        only = nodes.Alternative(here, nodes.Located(here, usual), None)
        return nodes.Clause(here, aspect, (only,), (), _NO_NOTES)

    def _check_conditions(
        self, json: Json, found: Sequence[tuple[Json, rules.Alternative[Any]]], *, alone: bool
    ) -> None:
        """Tell where a clause has no value, or a value no condition or one too many.

        `alone` tells that it does not choose.
        """
        self._not_empty(json, "alternatives")
        for index, (each, alternative) in enumerate(found):
            last = index == len(found) - 1
            if alone and not last:
                self._no_rules_say("this clause has one value", "leave the others out", each)
            elif last and alternative.condition is not None:
                mend = "write `null`, or add one more without a condition"
                self._no_rules_say("the last value has no condition", mend, each, "condition")
            elif not last and alternative.condition is None:
                mend = "give it a condition, or leave out what follows it"
                self._no_rules_say("only the last value has no condition", mend, each, "condition")

    def _alternative(self, json: Json, alternative: rules.Alternative[Any]) -> nodes.Alternative:
        condition = None
        if alternative.condition is not None:
            condition = self._expression(json["condition"], alternative.condition)
        value, spans = self._value(json["value"], alternative.value)
        located = nodes.Located(self._at(json, "value"), value, spans)
        return nodes.Alternative(self._at(json), located, condition)

    def _value(self, json: Any, value: AspectValue) -> tuple[AspectValue, tuple[Span, ...]]:
        match value:
            case rules.RankOrder() | rules.Wild() | rules.FixedOrder() | rules.Following():
                return value, self._listed(json, value)
            case rules.CardWorth():
                return value, self._worths(json, value)
            case rules.TurnedTrump() if value.on:
                return value, self._each_at(json["on"])
            case rules.Keeps() | rules.AuctionBids() | rules.CompletedWhen():
                return self._with_expressions(json, value)
            case rules.Call(by=by):
                return rules.Call(by, ()), ()
            case rules.NamedTrump(first=first) if first is not None:
                return value, (self._at(json, "first"),)
            case rules.FixedBid(number=number) if number < 0:
                self._no_rules_say("a bid is not negative", "write 0 or more", json, "number")
                return value, ()
            case (
                str()
                | rules.NoTrump()
                | rules.TurnedTrump()
                | rules.DrawnTrump()
                | rules.NamedTrump()
                | rules.NoCall()
                | rules.BidInTurn()
                | rules.BidTogether()
                | rules.FixedBid()
            ):
                return value, ()
            case rules.NoBid() | rules.Free() | rules.FixedSuit():
                return value, ()
            case rules.RotatingTrump():
                self._not_empty(json, "trumps")
                return value, ()
            case rules.NotCounted() | rules.NoAuction() | rules.AuctionTrump():
                return value, ()
            case _:
                return self._expression(json, value), ()

    def _with_expressions(
        self, json: Json, value: rules.Keeps | rules.AuctionBids | rules.CompletedWhen
    ) -> tuple[AspectValue, tuple[Span, ...]]:
        match value:
            case rules.Keeps(condition=condition, otherwise=otherwise):
                kept = self._expression(json["condition"], condition)
                if otherwise is None:
                    return rules.Keeps(kept), ()
                return rules.Keeps(kept, self._expression(json["otherwise"], otherwise)), ()
            case rules.AuctionBids(low=low, high=high, trumps=trumps):
                self._not_empty(json, "trumps")
                bounds = (self._expression(json["low"], low), self._expression(json["high"], high))
                return rules.AuctionBids(*bounds, trumps), self._each_at(json["trumps"])
            case rules.CompletedWhen(condition=condition):
                return rules.CompletedWhen(self._expression(json["condition"], condition)), ()
            case _:
                assert_never(value)

    def _listed(
        self, json: Json, value: rules.RankOrder | rules.Wild | rules.FixedOrder | rules.Following
    ) -> tuple[Span, ...]:
        """The places of the parts of a list, of ranks that there are."""
        match value:
            case rules.FixedOrder():
                return self._each_at(json["suits"])
            case rules.Following():
                self._not_empty(json, "classes")
                return self._each_at(json["classes"])
            case rules.Wild(ranks=(), in_suit=True):
                self._no_rules_say("nothing is wild in suit", "write `false`", json, "in_suit")
            case _:
                self._ranks(json, value.ranks)
        return self._each_at(json["ranks"])

    def _ranks(self, json: Json, ranks: Iterable[str]) -> None:
        for index, rank in enumerate(ranks):
            if rank not in ORDINARY.ranks:
                mend = f"write one of {' '.join(ORDINARY.ranks)}"
                self._no_rules_say("there is no such rank", mend, json["ranks"], index)

    def _worths(self, json: Json, value: rules.CardWorth) -> tuple[Span, ...]:
        """The places of what cards are worth, of those that there are."""
        for index, one in enumerate(value.worths):
            if not _is_there(one):
                mend = "write a suit like `H`, a rank like `Q` or a card like `QS`, as `kind` says"
                here = json["worths"][index]
                self._no_rules_say(f"there is no such {one.kind}", mend, here, "name")
        return self._each_at(json["worths"])

    def _groups(self, values: Sequence[tuple[Any, AspectValue]]) -> tuple[nodes.CallGroup, ...]:
        """The groups of a call, which has the same whoever calls."""
        calls = [(json, value) for json, value in values if isinstance(value, rules.Call)]
        if not calls:
            return ()
        first, rule = calls[0]
        for json, call in calls[1:]:
            if call.groups != rule.groups:
                mend = "write the groups of the first alternative"
                self._no_rules_say("another caller has other choices", mend, json, "groups")
        return tuple(
            self._group(json, group)
            for json, group in zip(first["groups"], rule.groups, strict=True)
        )

    def _group(self, json: Json, group: rules.CallGroup) -> nodes.CallGroup:
        self._not_empty(json, "choices")
        choices = enumerate(group.choices)
        names = tuple(self._name(json["choices"], index, choice) for index, choice in choices)
        return nodes.CallGroup(self._at(json), group.kind, names)

    # --- schedule, winner -----------------------------------------------------------------

    def _schedule(self) -> None:
        if not self.read.schedule:
            return  # told as a file without a schedule
        rows = [
            self._row(json, row)
            for json, row in zip(self.whole["schedule"], self.read.schedule, strict=True)
        ]
        span = self._at(self.whole, "schedule")
        self.outline.schedule = self._here(nodes.ScheduleStatement(span, tuple(rows), _NO_NOTES))
        brackets = self._brackets()
        self.outline.rows = tuple(
            RowOutline(
                self._here(row),
                tuple(self._here(deal) for deal in row.deals),
                tuple(node for one, node in brackets if one.first <= number <= one.last),
            )
            for number, row in enumerate(rows)
        )

    def _brackets(self) -> list[tuple[rules.RepeatedRows, nodes.RepeatedRows]]:
        """The rows that are repeated together, which may stand within each other."""
        found: list[tuple[rules.RepeatedRows, nodes.RepeatedRows]] = []
        before: list[rules.RepeatedRows] = []
        for json, one in zip(self.whole.get("repeated", ()), self.read.repeated, strict=True):
            while before and before[-1].last < one.first:
                before.pop()
            within = not before or before[-1].first <= one.first <= one.last <= before[-1].last
            after = not found or found[-1][0].first <= one.first
            if not (0 <= one.first <= one.last < len(self.read.schedule) and within and after):
                mend = (
                    "let it hold rows of the schedule, in their order, within another or beside it"
                )
                self._no_rules_say("this repeats no rows that stand together", mend, json)
            before.append(one)
            times = self._expression(json["times"], one.times)
            found.append((one, nodes.RepeatedRows(self._at(json), times, ())))
        return found

    def _row(self, json: Json, row: rules.ScheduleRow) -> nodes.ScheduleRow:
        self._not_empty(json, "deals")
        repeat = None
        if row.repeat is not None:
            repeat = self._expression(json["repeat"], row.repeat)
        names = enumerate(row.deals)
        deals = tuple(self._name(json["deals"], index, name) for index, name in names)
        sizes = nodes.Located(self._at(json, "sizes"), self._sizes(json["sizes"], row.sizes))
        condition: nodes.Located[nodes.Expression] | None = None
        if row.condition is not None:
            held = self._expression(json["condition"], row.condition)
            condition = nodes.Located(held.span, held)
        return nodes.ScheduleRow(self._at(json), repeat, sizes, deals, condition)

    def _sizes(self, json: Json, sizes: rules.Sizes) -> rules.Sizes:
        match sizes:
            case rules.OneSize(size=size):
                return rules.OneSize(self._expression(json["size"], size))
            case rules.Ladder(first=first, last=last, direction=direction, by=by):
                a = self._expression(json["first"], first)
                b = self._expression(json["last"], last)
                step = self._expression(json["by"], by) if "by" in json else by
                return rules.Ladder(a, b, direction, step)
            case rules.PickedSize(low=low, high=high):
                a = self._expression(json["low"], low)
                return rules.PickedSize(a, self._expression(json["high"], high))

    def _winner(self) -> None:
        json = self.whole["winner"]
        self._not_empty(json, "criteria")
        spans = self._each_at(json["criteria"])
        criteria = tuple(
            nodes.Located(span, criterion)
            for span, criterion in zip(spans, self.read.winner.criteria, strict=True)
        )
        statement = nodes.WinnerStatement(self._at(json), criteria, _NO_NOTES)
        self.outline.winner = self._here(statement)

    # --- expressions ----------------------------------------------------------------------

    def _expression(self, json: Json, expression: rules.Expression) -> rules.Expression:
        size = 0
        for part in everything_in(expression):
            size += 1 + (len(part.branches) if isinstance(part, rules.Choice) else 0)
        if size > MOST_PARTS:
            mend = "give a part of it a name with `let`"
            self._no_rules_say(f"an expression has at most {MOST_PARTS} parts", mend, json)
        return self._node(json, expression)

    def _node(self, json: Json, expression: rules.Expression) -> rules.Expression:
        span = self._at(json)
        match expression:
            case rules.Variable() | rules.ParameterValue() | rules.LetValue() | rules.PastValue():
                return reference(expression.name, span)
            case rules.Word(text=text):
                return reference(text, span)
            case rules.Number(value=value) if value < 0:
                mend = "write an object of the kind `negative` with the number as `operand`"
                self._no_rules_say("a number has no sign of its own", mend, json, "value")
            case rules.Logic():
                self._not_empty(json, "operands", 2)
            case rules.Function(name=name, arguments=arguments):
                self._not_empty(json, "arguments", _FEWEST_PARTS[name])
                if name == "abs" and len(arguments) > 1:
                    self._no_rules_say("`abs` takes one value", "write one", json, "arguments")
            case rules.Choice():
                self._not_empty(json, "branches")
            case _:
                pass
        held = zip(_json_parts(json), parts(expression), strict=True)
        inner = []
        for each, part in held:
            inner.append(self._node(each, part))
        return replace(with_parts(expression, inner), span=span)


def _is_there(worth: rules.Worth) -> bool:
    """Whether what is worth something is written as JSON has suits, ranks and cards."""
    match worth.kind:
        case "suit":
            return worth.name in ORDINARY.suits
        case "rank":
            return worth.name in ORDINARY.ranks
        case "card":
            return is_card(worth.name) and str(read_card(worth.name)) == worth.name


def _objects(whole: Json) -> Iterator[Json]:
    """Every object in a document, in no order."""
    waiting: list[Any] = [whole]
    while waiting:
        now = waiting.pop()
        if isinstance(now, dict):
            yield now
            waiting.extend(now.values())
        elif isinstance(now, list):
            waiting.extend(now)


def _json_parts(json: Json) -> list[Json]:
    """The JSON of `parts`, in the same order."""
    match json["kind"]:
        case "negative" | "not":
            return [json["operand"]]
        case "arithmetic" | "comparison":
            return [json["left"], json["right"]]
        case "logic":
            return list(json["operands"])
        case "function":
            return list(json["arguments"])
        case "choice":
            inner = [branch[key] for branch in json["branches"] for key in ("value", "condition")]
            return [*inner, json["otherwise"]]
        case _:
            return []
