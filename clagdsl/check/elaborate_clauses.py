"""Elaborates clauses: checks their values and completes the deals that consist of them.

Input: the clauses of the HIR. Output: `rules.Deal` and `rules.Twist` objects with typed values.
`ClauseValues` elaborates each clause once. `DealResolver` follows the chain of each deal: the deal,
the deal that it is made from (its base), and so on. For every aspect, the nearest clause in the
chain wins; an aspect without a clause gets the language's default.

A twist is a set of clauses that a call brings into force in a deal.

Invariants: a deal is returned only if its chain is intact and every aspect without a default has a
clause; otherwise its problems have been reported. A clause that several deals inherit is the same
object in all of them, so that its problems are reported once and later passes can compare by
identity. A deal that a call offers also becomes a twist, with the clauses that it replaces in the
called deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias, cast

from clagdsl import problems
from clagdsl.check.hir import (
    Document,
    Findings,
    Hir,
    HirDeal,
    SourceNode,
    is_same_clause,
)
from clagdsl.check.lints.card_names import (
    UseOfCards,
    may_name_a_card,
    unknown_cards,
    unknown_special,
)
from clagdsl.check.types import CHOOSING, SCOPE_OF, ExpressionTypes, Scope
from clagdsl.lang import rules
from clagdsl.lang.aspects import TABLE, AspectValue
from clagdsl.lang.cards import COPIES, ORDINARY
from clagdsl.lang.expr.ast import Comparison, Inverse
from clagdsl.lang.expr.operators import COMPARISONS
from clagdsl.lang.expr.unparse import expression_text
from clagdsl.lang.limits import LONGEST_LINE_OF_DEALS
from clagdsl.lang.pack import MOST_CARDS
from clagdsl.lang.source import Place, Span
from clagdsl.syntax import nodes
from clagdsl.syntax.version_features import FREE, is_free

AnyClause: TypeAlias = rules.Clause[AspectValue]


DEFAULTS: Final[dict[rules.AspectName, AnyClause]] = {
    name: rules.Clause((rules.Alternative(aspect.default.value),))
    for name, aspect in TABLE.items()
    if aspect.default is not None
}
"""The default clause of each aspect; an aspect not listed must be stated."""

_TO_THE_RIGHT: Final[AnyClause] = rules.Clause((rules.Alternative("right"),))


def default_clause(aspect: rules.AspectName, direction: rules.Direction) -> AnyClause | None:
    """Returns the default clause of an aspect for a direction of play, or None."""
    if aspect == "next_dealer" and direction == "counterclockwise":
        return _TO_THE_RIGHT
    return DEFAULTS.get(aspect)


REQUIRED_ASPECTS: Final = tuple(aspect for aspect in rules.ASPECTS if aspect not in DEFAULTS)


def limit_with_condition(clause: nodes.Clause) -> str:
    """Returns a conditional limit rewritten as one condition, to suggest in a message.

    Returns "" if the clause is not a limit, or does not have exactly two alternatives.
    """
    limits = [each.value.value for each in clause.alternatives]
    if clause.aspect not in ("last_bid", "each_bid") or len(limits) != 2:
        return ""
    condition = clause.alternatives[0].condition
    first, second = limits
    if condition is None or not isinstance(first, rules.Keeps) or first.otherwise is not None:
        return ""
    text = f"{expression_text(opposite(condition))} or {expression_text(first.condition)}"
    if isinstance(second, rules.Keeps) and second.otherwise is None:
        also = f"{expression_text(condition)} or {expression_text(second.condition)}"
        text = f"({text}) and ({also})"
    elif not isinstance(second, rules.Free):
        return ""
    return f"{TABLE[clause.aspect].keyword} keeps {text}"


def opposite(condition: rules.Expression) -> rules.Expression:
    """Returns the negation of a condition."""
    match condition:
        case Comparison(operator=operator):
            return replace(condition, operator=COMPARISONS[operator].opposite)
        case Inverse(operand):
            return operand
        case _:
            return Inverse(condition)


class ClauseValues:
    """Elaborates the clauses of one game and adds problems to its findings."""

    def __init__(self, hir: Hir, findings: Findings, types: ExpressionTypes) -> None:
        self.hir = hir
        self.findings = findings
        self.types = types
        self._made: dict[int, AnyClause | None] = {}

    def clause(self, written: SourceNode[nodes.Clause]) -> AnyClause | None:
        """Returns the elaborated clause, or None after a problem; the same object per place."""
        # a clause is inherited as the same node, so its identity is the key
        key = id(written.node)
        if key not in self._made:
            self._made[key] = self._clause(written)
        return self._made[key]

    def _clause(self, written: SourceNode[nodes.Clause]) -> AnyClause | None:
        node, document = written.node, written.document
        alternatives = []
        for alternative in node.alternatives:
            value = self._value(node, alternative, document)
            condition = None
            if alternative.condition is not None:
                scope = replace(CHOOSING, within=limit_with_condition(node))
                condition = self.types.truth(alternative.condition, document, scope)
                if condition is None:
                    continue
            if value is not None:
                alternatives.append(rules.Alternative(value, condition))
        if len(alternatives) != len(node.alternatives):
            return None
        return rules.Clause(tuple(alternatives), document.origin(node.span, node.notes))

    def _value(
        self, clause: nodes.Clause, alternative: nodes.Alternative, document: Document
    ) -> AspectValue | None:
        """Returns the value with typed expressions and resolved names, or None after a problem."""
        written = alternative.value
        value = written.value
        match value:
            case "left" | "right" if clause.aspect == "next_dealer":
                return self._side(value, written.span, document)
            case rules.TurnedTrump() | rules.NamedTrump() if written.parts:
                return self._trump(value, written, document)
            case rules.BidInTurn("right of dealer") if self.hir.direction != "clockwise":
                return rules.BidInTurn()  # counterclockwise, that is eldest hand
            case (
                str()
                | rules.NotCounted()
                | rules.NoTrump()
                | rules.TurnedTrump()
                | rules.DrawnTrump()
                | rules.NamedTrump()
                | rules.FixedSuit()
                | rules.RotatingTrump()
                | rules.AuctionTrump()
                | rules.NoAuction()
                | rules.NoCall()
                | rules.NoBid()
                | rules.BidInTurn()
                | rules.BidTogether()
                | rules.FixedBid()
                | rules.Free()
            ):
                return value
            case rules.Following():
                return value if self._has_no_unreached_class(value, written, document) else None
            case rules.RankOrder() | rules.FixedOrder():
                return value if self._lists_everything_once(value, written, document) else None
            case rules.Wild(ranks=ranks):
                once = self.findings.check_listed_once("rank", ranks, written.parts, document)
                return value if once else None
            case rules.CardWorth() | rules.TrumpWorth() | rules.TrumpRanks():
                return self._listed_cards(value, written, document)
            case rules.Keeps() | rules.CompletedWhen():
                self._check_own_bid(clause, value.condition, document)
                return self._conditions(value, document, SCOPE_OF[clause.aspect])
            case rules.AuctionBids():
                return self._auction(value, written, document, SCOPE_OF[clause.aspect])
            case rules.Call(by=by):
                groups = tuple(self._group(group) for group in clause.groups)
                return rules.Call(by, tuple(group for group in groups if group.choices))
            case _:
                return self.types.number(value, document, SCOPE_OF[clause.aspect])

    def _group(self, group: nodes.CallGroup) -> rules.CallGroup:
        """Returns the group with full names, without unknown choices (which are reported
        elsewhere).
        """
        deals = (self.hir.named(choice.text) for choice in group.choices)
        return rules.CallGroup(group.kind, tuple(deal.name for deal in deals if deal is not None))

    def _side(self, side: str, span: Span, document: Document) -> AspectValue | None:
        """Returns the side of the next dealer, or None if it contradicts the direction of play."""
        players, direction = self.hir.players, self.hir.direction
        due: rules.NextDealer = "left" if direction == "clockwise" else "right"
        if side == due:
            return due
        place, players_place = document.place(span), None
        if players is not None:
            players_place = players.document.place(players.node.span)
        self.findings.add(
            problems.checks.AgainstTheDirection(place, side, due, direction, players_place)
        )
        return None

    def _check_own_bid(
        self, clause: nodes.Clause, condition: nodes.Expression, document: Document
    ) -> None:
        """Warns of a last bid that keeps `bid != cards`, where `bids` is almost always meant."""
        match condition:
            case nodes.Comparison(
                operator="!=",
                left=nodes.Reference(name="bid") as bid,
                right=nodes.Reference(name="cards"),
            ) if clause.aspect == "last_bid":
                self.findings.add(
                    problems.checks.BidsOfAll(document.place(bid.span), limits_last=True)
                )
            case _:
                pass

    def _conditions(
        self, value: rules.Keeps | rules.CompletedWhen, document: Document, scope: Scope
    ) -> AspectValue | None:
        condition = self.types.truth(value.condition, document, scope)
        if isinstance(value, rules.CompletedWhen):
            return None if condition is None else rules.CompletedWhen(condition)
        otherwise: rules.Expression | None = None
        if is_free(value.otherwise) and not self.types.declares(FREE):
            otherwise = rules.Truth(True)
        elif value.otherwise is not None:
            otherwise = self.types.truth(value.otherwise, document, scope)
            if otherwise is None:
                return None
        return None if condition is None else rules.Keeps(condition, otherwise)

    def _auction(
        self,
        value: rules.AuctionBids,
        written: nodes.Located[AspectValue],
        document: Document,
        scope: Scope,
    ) -> rules.AuctionBids | None:
        low = self.types.number(value.low, document, scope)
        high = self.types.number(value.high, document, scope)
        trumps = map(rules.trump_word, value.trumps)
        once = self.findings.check_listed_once("trump", trumps, written.parts, document)
        if low is None or high is None or not once:
            return None
        return rules.AuctionBids(low, high, value.trumps)

    def _listed_cards(
        self,
        value: rules.CardWorth | rules.TrumpWorth | rules.TrumpRanks,
        written: nodes.Located[AspectValue],
        document: Document,
    ) -> AspectValue | None:
        if isinstance(value, rules.TrumpRanks):
            return self._trump_ranks(value, written, document)
        return self._card_worth(value, written, document)

    def _card_worth(
        self,
        value: rules.CardWorth | rules.TrumpWorth,
        written: nodes.Located[AspectValue],
        document: Document,
    ) -> rules.CardWorth | rules.TrumpWorth | None:
        """Returns the card values; reports duplicates and values of a single copy of a card.

        Zeros are left out, except for trumps, where an empty list means something else.
        """
        names = (one.cards_meant for one in value.worths)
        once = self.findings.check_listed_once("worth of", names, written.parts, document)
        copies = False
        for one, span in zip(value.worths, written.parts, strict=True):
            if one.kind == "card" and one.name[-1] in COPIES:
                copies = True
                place = document.place(span)
                self.findings.add(problems.checks.WorthOfACopy(place, one.name, one.points))
        named = [(one.name, one.kind) for one in value.worths]
        are_declared = self._are_declared(named, written.parts, document, "worth")
        if copies or not once or not are_declared:
            return None
        if isinstance(value, rules.TrumpWorth):
            return value
        return rules.CardWorth(tuple(one for one in value.worths if one.points))

    def _trump_ranks(
        self, value: rules.TrumpRanks, written: nodes.Located[AspectValue], document: Document
    ) -> rules.TrumpRanks | None:
        """Returns the highest trumps; reports duplicates, single copies and unknown names."""
        names = (entry.name for entry in value.top)
        is_valid = self.findings.check_listed_once("place of", names, written.parts, document)
        for entry, span in zip(value.top, written.parts, strict=True):
            if entry.kind == "card" and entry.name[-1] in COPIES:
                is_valid = False
                place = document.place(span)
                self.findings.add(problems.checks.TrumpOfACopy(place, entry.name))
        named = [(entry.name, entry.kind) for entry in value.top]
        are_declared = self._are_declared(named, written.parts, document, "rank")
        return value if are_declared and is_valid else None

    def _are_declared(
        self,
        named: Sequence[tuple[str, str]],
        spans: Sequence[Span],
        document: Document,
        clause: UseOfCards,
    ) -> bool:
        """Reports names that are neither cards nor declared special cards.

        `named` has the name and the kind of each entry, which ends with its name.
        """
        are_declared = True
        for (name, kind), span in zip(named, spans, strict=True):
            if kind == "special" and name not in self.hir.specials:
                from clagdsl.syntax.hints.error_hints import misnamed_card  # only after a mistake

                are_declared = False
                place = document.place(Span(span.end - len(name), span.end))
                can_be = may_name_a_card(name)
                unknown = unknown_special(self.hir, place, name, can_be=can_be, clause=clause)
                self.findings.add(misnamed_card(place, name) or unknown)
        return are_declared

    def _trump(
        self,
        value: rules.TurnedTrump | rules.NamedTrump,
        written: nodes.Located[AspectValue],
        document: Document,
    ) -> AspectValue | None:
        """Returns the value, or None unless each case of a turn-up is unique and names a known
        card.
        """
        if isinstance(value, rules.NamedTrump):
            return self._named(value, written, document)
        text = document.source.text
        is_else = [text.startswith("else", span.start) for span in written.parts]
        left = [span for span, other in zip(written.parts, is_else, strict=True) if other]
        on = [span for span, other in zip(written.parts, is_else, strict=True) if not other]
        self.findings.check_listed_once("case", ["else"] * len(left), left, document)
        cases = list(zip(value.on, on, strict=True))
        special_names = tuple(self.hir.specials)
        named = [(one.name, span) for one, span in cases if one.kind == "special"]
        named = [(name, self._span_of_name(name, span, text)) for name, span in named]
        names, spans = [name for name, _ in named], [span for _, span in named]
        self.findings.check_listed_once("special card", names, spans, document)
        for name, span, can_be in unknown_cards(named, special_names):
            place, dropped = document.place(span), self.hir.dropped.get(name)
            if dropped is not None and dropped.file != place.file:
                problem = problems.checks.SpecialDropped(dropped, name, special_names, used=place)
                self.findings.add_first(problem)
            else:
                # only after a mistake
                from clagdsl.syntax.hints.error_hints import misnamed_card
                from clagdsl.syntax.hints.rewrites import ranks_in

                ranks = ranks_in(name) or ""
                unknown = unknown_special(
                    self.hir, place, name, can_be=can_be, ranks=ranks, clause="on"
                )
                self.findings.add((not ranks and misnamed_card(place, name)) or unknown)
        self._check_one_case(cases, document)
        return value

    @staticmethod
    def _span_of_name(name: str, case: Span, text: str) -> Span:
        """Returns the span of a card's name within its case, or of the case if it has quotes."""
        start = text.find(f" {name} ", case.start, case.end) + 1
        return Span(start, start + len(name)) if start else case

    def _check_one_case(
        self, cases: Sequence[tuple[rules.OnTurned, Span]], document: Document
    ) -> None:
        """Reports the first card with two cases, and copies of a card, which have the same case."""
        before: list[tuple[rules.OnTurned, Span]] = []
        for case, span in cases:
            place = document.place(span)
            if case.kind == "card" and case.name[-1] in COPIES:
                self.findings.add(problems.checks.CaseOfACopy(place, case.name))
            for other, other_span in before:
                first = document.place(other_span)
                if (case.kind, case.name) == (other.kind, other.name) and case.kind != "special":
                    twice = problems.checks.ListedTwice(place, case.kind, case.cards_meant, first)
                    return self.findings.add(twice)
                both = [card for card in ORDINARY.cards if case.holds(card) and other.holds(card)]
                if both:
                    wide = other if case.kind == "card" else case
                    others = [one for one, _ in cases if one is not wide]
                    rest = [
                        card
                        for card in ORDINARY.cards
                        if wide.holds(card) and not any(one.holds(card) for one in others)
                    ]
                    return self.findings.add(
                        problems.checks.TwoCasesForACard(
                            place,
                            str(both[0]),
                            case.cards_meant,
                            other.cards_meant,
                            first,
                            wide.cards_meant,
                            " ".join(map(str, rest)),
                        )
                    )
            before.append((case, span))
        return None

    def _named(
        self, value: rules.NamedTrump, written: nodes.Located[AspectValue], document: Document
    ) -> AspectValue | None:
        """Returns the value, or None if trump cannot be named after that number of first cards.

        The proofs compare that number with the pack of each table.
        """
        most = ORDINARY.size if self.hir.pack is None else MOST_CARDS
        first = value.first
        if first is None or 1 <= first <= most:
            return value
        place = document.place(written.parts[0])
        self.findings.add(problems.checks.HowManyFirstCards(place, first, most))
        return None

    def _has_no_unreached_class(
        self,
        value: rules.Following,
        written: nodes.Located[AspectValue],
        document: Document,
    ) -> bool:
        """Returns whether every class of cards to follow with can apply.

        A class never applies if any player who has a card in it also has one in an earlier class.
        """
        for place, before in value.unreachable_classes:
            here, there = (document.place(written.parts[one]) for one in (place, before))
            problem_class = problems.checks.NeverReached
            if document.tree.version == 1:
                problem_class = problems.checks.NeverReachedBefore
            self.findings.add(problem_class(here, value.classes[place], there))
        # version 1 accepted such lists, and their meaning is unchanged
        return document.tree.version == 1 or not value.unreachable_classes

    def _lists_everything_once(
        self,
        order: rules.RankOrder | rules.FixedOrder,
        written: nodes.Located[AspectValue],
        document: Document,
    ) -> bool:
        """Returns whether an order lists each rank or suit of the standard pack exactly once.

        If the file has its own pack, the proofs check the order against the cards of each table.
        """
        kind: str
        listed: tuple[str, ...]
        expected: tuple[str, ...]
        if isinstance(order, rules.RankOrder):
            kind, listed, expected = "rank", order.ranks, ORDINARY.ranks
        else:
            kind, listed, expected = "suit", order.suits, ORDINARY.suits
        once = self.findings.check_listed_once(kind, listed, written.parts, document)
        missing = tuple((Counter(expected) - Counter(listed)).elements())
        if self.hir.pack is not None or not missing:
            return once
        place = document.place(written.span)
        self.findings.add(problems.checks.NotListed(place, kind, missing))
        return False


# --- complete deals: the clauses of a deal over those of its base and the defaults --------


class DealResolver:
    """Makes the deals and twists of one game and adds problems to its findings."""

    def __init__(self, hir: Hir, values: ClauseValues, findings: Findings) -> None:
        self.hir = hir
        self.values = values
        self.findings = findings
        self.broken: set[str] = set()
        self.offered: dict[str, str] = {}
        """Maps the full name of each deal or twist that a call offers to the name of the called
        deal.
        """

    def deals(self) -> tuple[rules.Deal, ...]:
        """Returns every deal whose base and clauses are sound, in file order."""
        made = []
        for hir_deal in self.hir.deals.values():
            if not hir_deal.is_twist:
                deal = self._deal(hir_deal)
                if deal is not None:
                    made.append(deal)
        return tuple(made)

    def twists(self) -> tuple[rules.Twist, ...]:
        """Returns the declared twists, and one for each deal that a call offers.

        The twist of an offered deal holds the clauses that the deal replaces in the called deal.
        """
        made = []
        for hir_deal in self.hir.deals.values():
            if hir_deal.is_twist:
                twist = self._twist(hir_deal, self._own(hir_deal))
            elif hir_deal.name in self.offered:
                chain = self._chain_to(hir_deal, self.offered[hir_deal.name])
                twist = self._twist(hir_deal, self._merged_clauses(chain))
            else:
                continue
            if twist is not None:
                made.append(twist)
        return tuple(made)

    # --- one deal -------------------------------------------------------------------------

    def chain(self, hir_deal: HirDeal) -> tuple[HirDeal, ...] | None:
        """Returns a deal, its base, the base of that, and so on; None after reporting a broken
        chain.
        """
        chain = [hir_deal]
        while chain[-1].base is not None:
            base = chain[-1].base
            place = base.document.place(base.node.span)
            base_deal = self.hir.named(base.node.text)
            if base_deal is None:
                dropped = self.hir.dropped.get(base.node.text)
                names = tuple(d.name for d in self.hir.deals.values() if not d.is_twist)
                if dropped is not None and base.document is not self.hir.document:
                    self._base_dropped(base.node.text, hir_deal, dropped)
                elif chain[-1] is hir_deal:
                    self.findings.add(
                        problems.checks.UnknownDeal(place, base.node.text, names, dropped)
                    )
                return None
            if base_deal.is_twist:
                if chain[-1] is hir_deal:
                    self.findings.add(
                        problems.checks.TwistAsDeal(place, base_deal.name, base_deal.place)
                    )
                return None
            if len(chain) > LONGEST_LINE_OF_DEALS:
                self.findings.add(
                    problems.checks.TooManyDeclared(
                        place, "deals, each made from the next", LONGEST_LINE_OF_DEALS
                    )
                )
                return None
            if base_deal in chain:
                # report a cycle once, at its first deal
                if base_deal is hir_deal and hir_deal is min(chain, key=lambda deal: deal.place):
                    names = tuple(deal.name for deal in chain)
                    self.findings.add(problems.checks.CircularDeals(place, names))
                return None
            chain.append(base_deal)
        return tuple(chain)

    def _base_dropped(self, name: str, hir_deal: HirDeal, dropped: Place) -> None:
        """Reports a dropped deal on which other deals are based, once, at the first of them."""
        deals = self.hir.deals.values()
        bases = {each.base.node.text for each in deals if each.base is not None}
        made = [
            each.name for each in deals if each.base is not None and each.base.node.text == name
        ]
        if made and made[0] == hir_deal.name:
            free = tuple(
                each.name
                for each in deals
                if not each.is_twist and not bases & {each.name, each.short}
            )
            self.findings.add(problems.checks.BaseDropped(dropped, name, free, None, tuple(made)))

    def _deal(self, hir_deal: HirDeal) -> rules.Deal | None:
        chain = self.chain(hir_deal)
        if chain is None:
            self._own(hir_deal)
            self.broken.add(hir_deal.name)
            return None
        clauses = self._merged_clauses(chain)
        self._warn_redundant_clauses(hir_deal, chain)
        self._warn_same_alternatives(hir_deal)
        complete = self._complete(hir_deal, chain)
        if clauses is None or not complete:
            self.broken.add(hir_deal.name)
            return None
        way = self.hir.direction
        full = {a: clauses.get(a) or default_clause(a, way) for a in rules.ASPECTS}
        base = chain[1].name if len(chain) > 1 else None
        replaced = tuple(a for a in rules.ASPECTS if a in hir_deal.clauses) if base else ()
        statement = hir_deal.statement
        origin = statement.document.origin(statement.node.span, statement.node.notes)
        aspects = rules.Aspects(**cast(dict[str, Any], full))
        return rules.Deal(hir_deal.name, aspects, hir_deal.short, base, replaced, origin)

    def _complete(self, hir_deal: HirDeal, chain: tuple[HirDeal, ...]) -> bool:
        """Returns whether every aspect without a default has a clause in the chain."""
        declared = {aspect for deal in chain for aspect in deal.clauses}
        missing = tuple(aspect for aspect in REQUIRED_ASPECTS if aspect not in declared)
        if missing and len(chain) == 1:
            self.findings.add(problems.checks.AspectMissing(hir_deal.place, hir_deal.name, missing))
        return not missing

    def _warn_same_alternatives(self, hir_deal: HirDeal) -> None:
        """Warns of a conditional clause of this file whose alternatives are all equal."""
        for written in hir_deal.clauses.values():
            if not written.node.alternatives or written.document is not self.hir.document:
                continue
            first, *others = (each.value for each in written.node.alternatives)
            if others and all(each == first for each in others):
                place = written.document.place(others[-1].span)
                other = written.document.place(first.span)
                self.findings.add(problems.checks.ChoosesNothing(place, hir_deal.name, other))

    def _warn_redundant_clauses(self, hir_deal: HirDeal, chain: tuple[HirDeal, ...]) -> None:
        """Warns of a clause of this file that repeats the inherited one.

        A rotating trump may be repeated, since this gives the deal a count of its own. Clauses of
        other files are skipped: only a change in this file can have made them redundant.
        """
        for aspect, written in hir_deal.clauses.items():
            rotates = any(
                isinstance(each.value.value, rules.RotatingTrump)
                for each in written.node.alternatives
            )
            is_replaced = aspect in hir_deal.changed  # compared with the replaced clause already
            if written.document is not self.hir.document or rotates or is_replaced:
                continue
            for base in chain[1:]:
                inherited = base.clauses.get(aspect)
                if inherited is None:
                    continue
                if is_same_clause(inherited.node, written.node):
                    place = written.document.place(written.node.span)
                    other = inherited.document.place(inherited.node.span)
                    self.findings.add(problems.checks.ChangesNothing(place, hir_deal.name, other))
                break

    def _own(self, hir_deal: HirDeal) -> dict[rules.AspectName, AnyClause] | None:
        made = {aspect: self._cited(hir_deal, w) for aspect, w in hir_deal.clauses.items()}
        whole = {aspect: clause for aspect, clause in made.items() if clause is not None}
        return whole if len(whole) == len(made) else None

    def _cited(self, hir_deal: HirDeal, written: SourceNode[nodes.Clause]) -> AnyClause | None:
        """Returns the elaborated clause, with its deal's citations if it has none itself."""
        clause = self.values.clause(written)
        statement = hir_deal.statement
        if clause is None or clause.origin.citations or statement.document is not written.document:
            return clause
        citations = statement.document.citations(statement.node.notes.cites)
        return replace(clause, origin=replace(clause.origin, citations=citations))

    def _merged_clauses(
        self, chain: tuple[HirDeal, ...]
    ) -> dict[rules.AspectName, AnyClause] | None:
        """Returns the clauses of a chain, nearer deals overriding their bases; None after a
        problem.
        """
        clauses: dict[rules.AspectName, AnyClause] = {}
        sound = True
        for deal in reversed(chain):
            own = self._own(deal)
            sound = sound and own is not None
            clauses.update(own or {})
        return clauses if sound else None

    # --- twists and calls -----------------------------------------------------------------

    def _chain_to(self, hir_deal: HirDeal, called: str) -> tuple[HirDeal, ...]:
        chain = self.chain(hir_deal) or (hir_deal,)
        names = [deal.name for deal in chain]
        return chain[: names.index(called)] if called in names else chain[:1]

    def _twist(
        self, hir_deal: HirDeal, clauses: dict[rules.AspectName, AnyClause] | None
    ) -> rules.Twist | None:
        if clauses is None or "call" in clauses:
            return None
        statement = hir_deal.statement
        origin = statement.document.origin(statement.node.span, statement.node.notes)
        aspects = cast(dict[str, Any], clauses)
        return rules.Twist(hir_deal.name, hir_deal.short, **aspects, origin=origin)

    def check_calls(self) -> None:
        """Checks that each choice of a call is a twist, or a deal made from the called deal."""
        for hir_deal in self.hir.deals.values():
            written = hir_deal.clauses.get("call")
            if written is not None:
                self._check_call(hir_deal, written)
        self._no_call_within_twists()

    def _no_call_within_twists(self) -> None:
        for hir_deal in self.hir.deals.values():
            written = hir_deal.clauses.get("call")
            if written is not None and (hir_deal.is_twist or hir_deal.name in self.offered):
                place = written.document.place(written.node.span)
                self.findings.add(problems.checks.CallWithinCall(place, hir_deal.name))

    def _check_call(self, called: HirDeal, written: SourceNode[nodes.Clause]) -> None:
        first: dict[str, nodes.Name] = {}
        for group in written.node.groups:
            for choice in group.choices:
                place = written.document.place(choice.span)
                target = self.hir.named(choice.text)
                if target is None:
                    if choice.text not in self.hir.dropped:
                        names = tuple(
                            deal.name
                            for deal in self.hir.deals.values()
                            if deal.is_twist or self._made_from(deal, called)
                        )
                        self.findings.add(
                            problems.checks.UnknownChoice(
                                place, choice.text, names, None, called.name
                            )
                        )
                    continue
                before = first.setdefault(target.name, choice)
                if before is not choice:
                    other = written.document.place(before.span)
                    self.findings.add(
                        problems.checks.ListedTwice(place, "choice", target.name, other)
                    )
                if not target.is_twist and not self._made_from(target, called):
                    self.findings.add(
                        problems.checks.CannotBeCalled(place, target.name, called.name)
                    )
                    continue
                self.offered[target.name] = called.name

    def _made_from(self, deal: HirDeal, called: HirDeal) -> bool:
        chain = self.chain(deal)
        return chain is not None and called in chain[1:]
