"""Checks a rules file against the documented cases of a variant.

A case documents a fact about its variant. To check it against another file, it is translated to
that file's own deal of the same kind: the deal that `diff` pairs with the deal of the case, with
the same number of cards. If the file does not have such a deal, or does not allow the same players,
parameters or cards, the case does not apply. Such a case never counts as holding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from clagdsl.api import PlayableGame
from clagdsl.conformance.cases import Case, facts_by_variant
from clagdsl.conformance.driver import Driver, Mismatch, StagingError, load_bundled
from clagdsl.engine.state import State
from clagdsl.explain.diff.partial_eval import match_deals, partially_evaluate
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Value
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table, open_table

OtherKind: TypeAlias = Literal["players", "parameters", "cards", "deals", "dealer"]
"""The property in which a file differs from a case, so that the case does not apply."""

# Kinds of cases that play whole matches, so that all deals must agree.
WHOLE_MATCHES: Final = ("match", "played")


@dataclass(frozen=True, slots=True)
class Fact:
    """A documented case with its result for a rules file.

    The case holds if it applies (`other` is None) and has no mismatches.
    """

    case: Case
    mismatches: tuple[Mismatch, ...] = ()
    other: OtherKind | None = None

    @property
    def passage(self) -> tuple[str, str]:
        """The source and passage that the case cites, or the law from which it follows."""
        cite = self.case.get("cite")
        return ("law", self.case["law"]) if cite is None else (cite["source"], cite["passage"])

    @property
    def holds(self) -> bool:
        """True if the case applies and its expectation is met under the file's rules."""
        return self.other is None and not self.mismatches

    @property
    def fails(self) -> bool:
        """True if the case applies and its expectation is not met under the file's rules."""
        return bool(self.mismatches)


@dataclass(frozen=True, slots=True)
class Conformance:
    """The documented facts of a variant, checked against one rules file."""

    reference: str
    variant: str
    title: str
    facts: tuple[Fact, ...]

    @property
    def held(self) -> int:
        """The number of facts that hold."""
        return sum(fact.holds for fact in self.facts)

    @property
    def failed(self) -> tuple[Fact, ...]:
        """The facts that do not hold."""
        return tuple(fact for fact in self.facts if fact.fails)

    @property
    def others(self) -> Mapping[OtherKind, int]:
        """The number of cases that do not apply, by the differing property."""
        kinds = [fact.other for fact in self.facts if fact.other is not None]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}

    @property
    def passages(self) -> Mapping[tuple[str, str], tuple[Fact, ...]]:
        """The facts by passage, ordered by the first case that cites the passage."""
        grouped: dict[tuple[str, str], list[Fact]] = {}
        for fact in self.facts:
            grouped.setdefault(fact.passage, []).append(fact)
        return {passage: tuple(facts) for passage, facts in grouped.items()}


class DocumentedVariant:
    """A variant with its cases, reused for every file that is checked against them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.cases: Sequence[Case] = facts_by_variant()[name]
        self.reference: str = self.cases[0]["start"]["variant"]
        self.driver = Driver()

    @cached_property
    def game(self) -> PlayableGame:
        """The rules of the variant."""
        return load_bundled(self.reference)

    @property
    def title(self) -> str:
        """The name of the variant as its rules state it."""
        return self.game.rules.variant or self.game.rules.title


def conformance(
    reference: str,
    game: PlayableGame,
    variant: DocumentedVariant,
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
) -> Conformance:
    """Checks rules against the cases of a variant.

    If `players` is not None, cases for other numbers of players do not apply. `parameters` are
    those of the rules.
    """
    comparison = _Comparison(game, variant, players, parameters or {})
    facts = tuple(comparison.fact(case) for case in variant.cases)
    return Conformance(reference, variant.name, variant.title, facts)


class _NotApplicableError(Exception):
    def __init__(self, other: OtherKind) -> None:
        super().__init__(other)
        self.other = other


@dataclass(frozen=True, slots=True)
class _Tables:
    """The variant and the file at one table, with their deals paired."""

    documented: Table
    compared: Table
    numbers: Mapping[int, int]
    """Maps the number of each deal of the variant that has a partner to the partner's number."""
    same_deals: bool
    """True if the file's schedule has the same deals as the variant's, from first to last."""


class _Comparison:
    """The comparison of one file with one variant: translates and runs each case for the file."""

    def __init__(
        self,
        game: PlayableGame,
        variant: DocumentedVariant,
        players: int | None,
        parameters: Mapping[str, Value],
    ) -> None:
        self._game = game
        self._variant = variant
        self._players = players
        self._set_parameters = parameters
        self._driver = Driver(lambda _: game)
        self._tables: dict[str, _Tables] = {}
        pairs = match_deals(
            partially_evaluate(variant.game.rules, None, {}),
            partially_evaluate(game.rules, None, {}),
            None,
            None,
        )
        self._partners = {deal.name: other.name for deal, other in pairs}

    def fact(self, case: Case) -> Fact:
        """Returns the result of a case of the variant for the file."""
        try:
            translated = self._translate(case)
        except _NotApplicableError as error:
            return Fact(case, other=error.other)
        return Fact(case, tuple(self._driver.find_mismatches(translated)))

    def _translate(self, case: Case) -> Case:
        """Returns the case translated for the file; raises _NotApplicableError if it does not
        apply.
        """
        start: dict[str, Any] = dict(case["start"])
        start["parameters"] = self._parameters(start.get("parameters", {}))
        if self._players not in (None, start["players"]):
            raise _NotApplicableError("players")
        if case["kind"] == "start":
            return {**case, "start": start}
        tables = self._at_table(case["start"], start["parameters"])
        if case["kind"] == "schedule":
            return {**case, "start": start}
        if tables.documented.deck.counts != tables.compared.deck.counts:
            raise _NotApplicableError("cards")
        if case["kind"] in WHOLE_MATCHES:
            if not tables.same_deals:
                raise _NotApplicableError("deals")
            return {**case, "start": start}
        return self._at_deal(case, start, tables)

    def _parameters(self, of_case: Mapping[str, Value]) -> Mapping[str, Value]:
        """Returns the parameters of a case together with those set for the file.

        Raises _NotApplicableError if they conflict or the file does not have one of them.
        """
        names = {parameter.name for parameter in self._game.rules.parameters}
        contradicts = any(
            self._set_parameters.get(name, value) != value for name, value in of_case.items()
        )
        if contradicts or not names.issuperset(of_case):
            raise _NotApplicableError("parameters")
        return {**of_case, **self._set_parameters}

    def _at_table(self, start: Case, parameters: Mapping[str, Value]) -> _Tables:
        players = start["players"]
        low, high = self._game.rules.players
        if not low <= players <= high:
            raise _NotApplicableError("players")
        of_case = start.get("parameters", {})
        key = repr((players, sorted(of_case.items())))
        if key not in self._tables:
            try:
                self._game.deals(players, parameters)  # raises for an unplayable game
                compared = open_table(self._game.rules, players, parameters)
            except ArgumentError as error:
                raise _NotApplicableError("parameters") from error
            documented = open_table(self._variant.game.rules, players, of_case)
            self._tables[key] = self._pair_deals(documented, compared)
        return self._tables[key]

    def _pair_deals(self, documented: Table, compared: Table) -> _Tables:
        """Pairs deals of the same name and size in order; surplus deals share the last partner."""
        theirs: dict[tuple[str | None, int | None], list[int]] = {}
        for row in compared.schedule:
            theirs.setdefault((row.name, row.cards), []).append(row.number)
        counts: dict[tuple[str | None, int | None], int] = {}
        numbers: dict[int, int] = {}
        for row in documented.schedule:
            kind = self._kind(row)
            place = counts.get(kind, 0)
            counts[kind] = place + 1
            if kind in theirs:
                numbers[row.number] = theirs[kind][min(place, len(theirs[kind]) - 1)]
        same = [self._kind(row) for row in documented.schedule] == [
            (row.name, row.cards) for row in compared.schedule
        ]
        return _Tables(documented, compared, numbers, same)

    def _kind(self, row: ScheduledDeal) -> tuple[str | None, int | None]:
        return self._partners.get(row.name), row.cards

    def _at_deal(self, case: Case, start: dict[str, Any], tables: _Tables) -> Case:
        """Returns a case about one deal, moved to the deal of the file that is paired with it."""
        number = start.get("deal", 1)
        if number not in tables.numbers or not self._has_same_later_deals(case, number, tables):
            raise _NotApplicableError("deals")
        start["deal"] = tables.numbers[number]
        expect = dict(case["expect"])
        if "deal" in expect:
            expect["deal"] = tables.numbers.get(expect["deal"], expect["deal"])
        if "seed" in start or case["kind"] == "trick":
            return {**case, "start": start, "expect": expect}
        try:
            state = self._with_dealer_of_case(case, start)
        except StagingError as error:
            raise _NotApplicableError("deals") from error
        if "totals" in expect and number != start["deal"]:
            earlier = zip(expect["totals"], state.totals, strict=True)
            expect["totals"] = [total + before for total, before in earlier]
        return {**case, "start": start, "expect": expect}

    def _has_same_later_deals(self, case: Case, number: int, tables: _Tables) -> bool:
        """Returns whether the later deals that a case reaches are the same in both schedules.

        A case that plays every card of a deal also shows what follows: another deal, or the end.
        """
        later = plays = 0
        for action in case.get("actions", []):
            if not isinstance(action, str):
                later, plays = later + 1, 0
            elif action.startswith("play "):
                plays += 1
        last = tables.documented.schedule[number + later - 1 :]
        if last and plays >= (last[0].cards or 1) * case["start"]["players"]:
            later += 1
        shift = tables.numbers[number] - number
        return all(
            [self._kind(row) for row in tables.documented.schedule[then : then + 1]]
            == [(row.name, row.cards) for row in tables.compared.schedule[then + shift :][:1]]
            for then in range(number, number + later)
        )

    def _with_dealer_of_case(self, case: Case, start: dict[str, Any]) -> State:
        """Returns the file's state with the case's dealer, found by trying all first dealers."""
        if start.get("dealer", 0) is None:
            return self._driver.at_deal(start)
        dealer = self._variant.driver.at_deal(case["start"]).dealer
        for turn in range(start["players"]):
            start["dealer"] = (dealer + turn) % start["players"]
            state = self._driver.at_deal(start)
            if state.dealer == dealer:
                return state
        raise _NotApplicableError("dealer")


def compare_all(
    names: Sequence[str], players: int | None = None
) -> tuple[tuple[Conformance, ...], ...]:
    """Checks the rules of each variant against the facts of every variant; returns one row per
    rules file.
    """
    variants = [DocumentedVariant(name) for name in names]
    return tuple(
        tuple(conformance(rules.name, rules.game, facts, players) for facts in variants)
        for rules in variants
    )
