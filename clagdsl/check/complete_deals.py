"""Complete deals: what a deal says itself, over what its base says, over the defaults."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from clagdsl import problems
from clagdsl.check.clause_values import MUST_BE_SAID, AnyClause, ClauseValues, default_clause
from clagdsl.check.source_unit import DealOutline, Findings, Outline, Written
from clagdsl.lang import rules
from clagdsl.lang.limits import LONGEST_LINE_OF_DEALS
from clagdsl.lang.source import Place
from clagdsl.syntax import nodes


class DealResolver:
    """Makes the deals and twists of one game; what is wrong goes to the findings."""

    def __init__(self, outline: Outline, values: ClauseValues, findings: Findings) -> None:
        self.outline = outline
        self.values = values
        self.findings = findings
        self.broken: set[str] = set()
        self.offered: dict[str, str] = {}
        """The deals and twists that calls offer, by full name, with the called deal's name."""

    def deals(self) -> tuple[rules.Deal, ...]:
        """Every deal whose base and clauses are sound, in the order written."""
        made = []
        for outline in self.outline.deals.values():
            if not outline.is_twist:
                deal = self._deal(outline)
                if deal is not None:
                    made.append(deal)
        return tuple(made)

    def twists(self) -> tuple[rules.Twist, ...]:
        """The twists declared, and for each deal that a call offers what it replaces."""
        made = []
        for outline in self.outline.deals.values():
            if outline.is_twist:
                twist = self._twist(outline, self._own(outline))
            elif outline.name in self.offered:
                chain = self._until(outline, self.offered[outline.name])
                twist = self._twist(outline, self._overlaid(chain))
            else:
                continue
            if twist is not None:
                made.append(twist)
        return tuple(made)

    # --- one deal -------------------------------------------------------------------------

    def chain(self, outline: DealOutline) -> tuple[DealOutline, ...] | None:
        """The deal, its base, the base of that, ...; None after reporting a broken chain."""
        chain = [outline]
        while chain[-1].base is not None:
            base = chain[-1].base
            place = base.document.place(base.node.span)
            found = self.outline.named(base.node.text)
            if found is None:
                dropped = self.outline.dropped.get(base.node.text)
                names = tuple(d.name for d in self.outline.deals.values() if not d.is_twist)
                if dropped is not None and base.document is not self.outline.document:
                    self._base_dropped(base.node.text, outline, dropped)
                elif chain[-1] is outline:
                    self.findings.add(
                        problems.checks.UnknownDeal(place, base.node.text, names, dropped)
                    )
                return None
            if found.is_twist:
                if chain[-1] is outline:
                    self.findings.add(problems.checks.TwistAsDeal(place, found.name, found.place))
                return None
            if len(chain) > LONGEST_LINE_OF_DEALS:
                self.findings.add(
                    problems.checks.TooManyDeclared(
                        place, "deals, each made from the next", LONGEST_LINE_OF_DEALS
                    )
                )
                return None
            if found in chain:
                if found is outline and outline is min(chain, key=lambda deal: deal.place):
                    names = tuple(deal.name for deal in chain)
                    self.findings.add(problems.checks.CircularDeals(place, names))
                return None
            chain.append(found)
        return tuple(chain)

    def _base_dropped(self, name: str, outline: DealOutline, dropped: Place) -> None:
        """Tell, for the first of them, that deals are made from one that this file drops."""
        deals = self.outline.deals.values()
        bases = {each.base.node.text for each in deals if each.base is not None}
        made = [
            each.name for each in deals if each.base is not None and each.base.node.text == name
        ]
        if made and made[0] == outline.name:
            free = tuple(
                each.name
                for each in deals
                if not each.is_twist and not bases & {each.name, each.short}
            )
            self.findings.add(problems.checks.BaseDropped(dropped, name, free, None, tuple(made)))

    def _deal(self, outline: DealOutline) -> rules.Deal | None:
        chain = self.chain(outline)
        if chain is None:
            self._own(outline)
            self.broken.add(outline.name)
            return None
        said = self._overlaid(chain)
        self._overrides(outline, chain)
        self._chooses_nothing(outline)
        complete = self._complete(outline, chain)
        if said is None or not complete:
            self.broken.add(outline.name)
            return None
        way = self.outline.direction
        full = {a: said.get(a) or default_clause(a, way) for a in rules.ASPECTS}
        base = chain[1].name if len(chain) > 1 else None
        replaced = tuple(a for a in rules.ASPECTS if a in outline.clauses) if base else ()
        statement = outline.statement
        origin = statement.document.origin(statement.node.span, statement.node.notes)
        aspects = rules.Aspects(**cast(dict[str, Any], full))
        return rules.Deal(outline.name, aspects, outline.short, base, replaced, origin)

    def _complete(self, outline: DealOutline, chain: tuple[DealOutline, ...]) -> bool:
        """Whether the aspects without a default are said somewhere along the chain."""
        said = {aspect for deal in chain for aspect in deal.clauses}
        missing = tuple(aspect for aspect in MUST_BE_SAID if aspect not in said)
        if missing and len(chain) == 1:
            self.findings.add(problems.checks.AspectMissing(outline.place, outline.name, missing))
        return not missing

    def _chooses_nothing(self, outline: DealOutline) -> None:
        """Warn of a choice in a clause whose ways are all the same."""
        for written in outline.clauses.values():
            if not written.node.alternatives:
                continue
            first, *others = (each.value for each in written.node.alternatives)
            if others and all(each == first for each in others):
                place = written.document.place(others[-1].span)
                other = written.document.place(first.span)
                self.findings.add(problems.checks.ChoosesNothing(place, outline.name, other))

    def _overrides(self, outline: DealOutline, chain: tuple[DealOutline, ...]) -> None:
        """Warn of a clause that says what the base says already.

        Trumps that rotate may be said again: it shows that the deal counts its own.
        """
        for aspect, written in outline.clauses.items():
            if any(
                isinstance(a.value.value, rules.RotatingTrump) for a in written.node.alternatives
            ):
                continue
            for base in chain[1:]:
                inherited = base.clauses.get(aspect)
                if inherited is None:
                    continue
                if _says_the_same(inherited, written):
                    place = written.document.place(written.node.span)
                    other = inherited.document.place(inherited.node.span)
                    self.findings.add(problems.checks.ChangesNothing(place, outline.name, other))
                break

    def _own(self, outline: DealOutline) -> dict[rules.AspectName, AnyClause] | None:
        made = {aspect: self._cited(outline, w) for aspect, w in outline.clauses.items()}
        whole = {aspect: clause for aspect, clause in made.items() if clause is not None}
        return whole if len(whole) == len(made) else None

    def _cited(self, outline: DealOutline, written: Written[nodes.Clause]) -> AnyClause | None:
        """The clause; where it cites nothing, what its deal cites holds for it too."""
        clause = self.values.clause(written)
        statement = outline.statement
        if clause is None or clause.origin.citations or statement.document is not written.document:
            return clause
        citations = statement.document.citations(statement.node.notes.cites)
        return replace(clause, origin=replace(clause.origin, citations=citations))

    def _overlaid(self, chain: tuple[DealOutline, ...]) -> dict[rules.AspectName, AnyClause] | None:
        """What the deals of a chain say, the first over the second and so on."""
        said: dict[rules.AspectName, AnyClause] = {}
        sound = True
        for deal in reversed(chain):
            own = self._own(deal)
            sound = sound and own is not None
            said.update(own or {})
        return said if sound else None

    # --- twists and calls -----------------------------------------------------------------

    def _until(self, outline: DealOutline, called: str) -> tuple[DealOutline, ...]:
        chain = self.chain(outline) or (outline,)
        names = [deal.name for deal in chain]
        return chain[: names.index(called)] if called in names else chain[:1]

    def _twist(
        self, outline: DealOutline, said: dict[rules.AspectName, AnyClause] | None
    ) -> rules.Twist | None:
        if said is None or "call" in said:
            return None
        statement = outline.statement
        origin = statement.document.origin(statement.node.span, statement.node.notes)
        aspects = cast(dict[str, Any], said)
        return rules.Twist(outline.name, outline.short, **aspects, origin=origin)

    def check_calls(self) -> None:
        """Every choice of every call is a twist, or a deal made from the called deal."""
        for outline in self.outline.deals.values():
            written = outline.clauses.get("call")
            if written is not None:
                self._check_call(outline, written)
        self._no_call_within_twists()

    def _no_call_within_twists(self) -> None:
        for outline in self.outline.deals.values():
            written = outline.clauses.get("call")
            if written is not None and (outline.is_twist or outline.name in self.offered):
                place = written.document.place(written.node.span)
                self.findings.add(problems.checks.CallWithinCall(place, outline.name))

    def _check_call(self, called: DealOutline, written: Written[nodes.Clause]) -> None:
        first: dict[str, nodes.Name] = {}
        for group in written.node.groups:
            for choice in group.choices:
                place = written.document.place(choice.span)
                found = self.outline.named(choice.text)
                if found is None:
                    if choice.text not in self.outline.dropped:
                        names = tuple(d.name for d in self.outline.deals.values())
                        self.findings.add(
                            problems.checks.UnknownDeal(place, choice.text, names, None)
                        )
                    continue
                before = first.setdefault(found.name, choice)
                if before is not choice:
                    other = written.document.place(before.span)
                    self.findings.add(
                        problems.checks.ListedTwice(place, "choice", found.name, other)
                    )
                if not found.is_twist and not self._made_from(found, called):
                    self.findings.add(
                        problems.checks.CannotBeCalled(place, found.name, called.name)
                    )
                    continue
                self.offered[found.name] = called.name

    def _made_from(self, deal: DealOutline, called: DealOutline) -> bool:
        chain = self.chain(deal)
        return chain is not None and called in chain[1:]


def _says_the_same(a: Written[nodes.Clause], b: Written[nodes.Clause]) -> bool:
    return a.node.alternatives == b.node.alternatives and a.node.groups == b.node.groups
