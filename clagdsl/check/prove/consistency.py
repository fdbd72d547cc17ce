"""Whether the clauses in force together agree: of plain deals, and after every call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from clagdsl import problems
from clagdsl.check.prove.call_variants import (
    MOST_CALLS,
    CalledDeal,
    Combination,
    clashes,
    number_of_calls,
)
from clagdsl.check.prove.clause_selection import Chooser
from clagdsl.check.prove.counterexample import circumstances
from clagdsl.check.prove.parameter_space import Setting
from clagdsl.check.prove.reporter import Findings
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.expr.walk import everything_in
from clagdsl.lang.rules import (
    AspectName,
    CompletedWhen,
    Expression,
    NamedTrump,
    NoBid,
    Variable,
)
from clagdsl.lang.source import Place
from clagdsl.table.outcomes import OF_BIDS

CONCERNED: Final[tuple[AspectName, ...]] = (
    "trump",
    "sight",
    "bid",
    "lead",
    "follow",
    "play",
    "score",
    "completed",
)
"""The aspects that have to agree with each other."""

Chosen: TypeAlias = Mapping[AspectName, Any]
"""The value of each aspect once the alternatives are chosen."""


class Agreement:
    """Checks the clauses of one game against each other."""

    def __init__(self, book: NameBook, chooser: Chooser, findings: Findings) -> None:
        self.book = book
        self.chooser = chooser
        self.findings = findings

    def of_choices(self, deal: CalledDeal) -> bool:
        """Whether what a deal offers to call can be called together; tells what cannot."""
        if deal.call is None:
            return True
        sound = self._few_enough(deal)
        for first, second, aspect in clashes(deal):
            self._clash(deal, first, second, aspect)
            sound = False
        for choice, said in deal.replaced.items():
            if "sight" in said:
                self._changes_sight(deal, choice, said["sight"].origin.place)
        return sound

    def _clash(self, deal: CalledDeal, first: str, second: str, aspect: AspectName) -> None:
        call = deal.clauses["call"].origin.place
        one, other = (deal.replaced[name][aspect].origin.place for name in (first, second))
        found = problems.proofs.ChoicesClash(call, first, second, TABLE[aspect].keyword, one, other)
        self.findings.tell(("P313", call, first, second), found)

    def _few_enough(self, deal: CalledDeal) -> bool:
        assert deal.call is not None
        many = number_of_calls(deal.call)
        if many <= MOST_CALLS:
            return True
        place = deal.clauses["call"].origin.place
        self.findings.tell(("P320", place), problems.proofs.TooManyCalls(place, many, MOST_CALLS))
        return False

    def _changes_sight(self, deal: CalledDeal, choice: str, place: Place | None) -> None:
        call = deal.clauses["call"].origin.place
        found = problems.proofs.CallChangesSight(place, choice, deal.deal.name, call)
        self.findings.tell(("P314", place), found)

    def of_clauses(self, deal: CalledDeal, combination: Combination, setting: Setting) -> None:
        """Tell what does not agree once the alternatives are chosen."""
        said = combination.said
        chosen = {aspect: self.chooser.value(said[aspect], setting) for aspect in CONCERNED}
        if chosen["sight"] != "before bids":
            self._sight(deal, combination, chosen, setting)
        if deal.call is None:
            self._no_caller(deal, combination, chosen)
        if chosen["play"] == "any card" and "anything" not in chosen["follow"].classes:
            place = said["follow"].origin.place
            self.findings.tell(("P308", place), problems.proofs.NoCardToPlay(place))
        if isinstance(chosen["bid"], NoBid):
            self._without_bids(deal, combination, chosen)

    def _sight(
        self, deal: CalledDeal, combination: Combination, chosen: Chosen, setting: Setting
    ) -> None:
        said = combination.said
        sight = said["sight"].origin.place
        named = isinstance(chosen["trump"], NamedTrump)
        own = said["sight"] is deal.clauses["sight"]
        if own and (named or deal.call is not None):
            why = "trump is named before the bids" if named else "a call is made before the bids"
            source = said["trump"] if named else deal.clauses["call"]
            when = circumstances(setting, None, combination.calls)
            found = problems.proofs.SeenTooLate(sight, why, source.origin.place, when)
            self.findings.tell(("P315", sight), found)
        if chosen["sight"] == "never" and chosen["play"] != "top card":
            play = said["play"].origin.place
            self.findings.tell(("P316", sight), problems.proofs.UnseenChoice(sight, play))

    def _no_caller(self, deal: CalledDeal, combination: Combination, chosen: Chosen) -> None:
        trump = chosen["trump"]
        wrong: list[tuple[AspectName, str]] = []
        if chosen["lead"] == "caller":
            wrong.append(("lead", "leads"))
        if isinstance(trump, NamedTrump) and trump.by == "caller":
            wrong.append(("trump", "names trump"))
        for aspect, does in wrong:
            place = combination.said[aspect].origin.place
            found = problems.proofs.NoCaller(place, does, deal.deal.name)
            self.findings.tell(("P319", place), found)

    def _without_bids(self, deal: CalledDeal, combination: Combination, chosen: Chosen) -> None:
        said = combination.said
        name = combination.calls[-1] if combination.calls else deal.deal.name
        if said["completed"].origin.place is None:
            none = said["bid"].origin.place
            self.findings.tell(("P318", none), problems.proofs.CompletedNotSaid(none, name))
        elif isinstance(chosen["completed"], CompletedWhen):
            self._no_bid_names(chosen["completed"].condition, "completed", combination, name)
        self._no_bid_names(chosen["score"], "score", combination, name)

    def _no_bid_names(
        self, expression: Expression, aspect: AspectName, combination: Combination, deal: str
    ) -> None:
        if not self.book.uses(expression).variables & OF_BIDS:
            return
        none = combination.said["bid"].origin.place
        clause = combination.said[aspect].origin.place
        for part in everything_in(expression):
            if isinstance(part, Variable) and part.name in OF_BIDS:
                place = part.place or clause
                found = problems.proofs.NoBidsMade(
                    place, part.name, TABLE[aspect].keyword, deal, none
                )
                self.findings.tell(("P317", place, none), found)
                return
