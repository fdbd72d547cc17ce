"""The variants of a deal: the clauses in force after every combination of calls.

A proof about some aspects needs only the combinations that differ in these aspects. These are few,
even if hundreds of calls are possible. So `combinations` takes the aspects of the proof and returns
one representative of each group of combinations that do not differ in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import prod
from typing import Any, TypeAlias, assert_never

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    AspectName,
    Call,
    CallGroup,
    Clause,
    Deal,
    Game,
)

AnyClause: TypeAlias = Clause[Any]
ClauseMap: TypeAlias = Mapping[AspectName, AnyClause]
"""The clauses of some aspects."""

Change: TypeAlias = tuple[tuple[str, ...], ClauseMap]
"""Choices called together, and the clauses that they bring into force."""


@dataclass(frozen=True, slots=True)
class Combination:
    """The clauses in force after some choices were called."""

    calls: tuple[str, ...]
    clauses: ClauseMap


class CallOffer:
    """The effects of a call, computed once for all deals that have the call.

    `replaced` maps each choice to the clauses that it brings into force; `clauses` lists each
    clause once.
    """

    def __init__(self, call: Call, replaced: Mapping[str, ClauseMap]) -> None:
        self.call = call
        self.replaced = replaced
        every = (each for effect in replaced.values() for each in effect.items())
        self.clauses = tuple({id(clause): (aspect, clause) for aspect, clause in every}.values())
        self._changes: dict[tuple[AspectName, ...], list[Change]] = {}

    def changes(self, aspects: tuple[AspectName, ...]) -> Sequence[Change]:
        """Returns one combination of choices, with its clauses, for each distinct effect on some
        aspects.
        """
        combined = self._changes.get(aspects)
        if combined is None:
            combined = [((), {})]
            for group in self.call.groups:
                options = self._options(group, frozenset(aspects))
                combined = [
                    ((*before, *calls), {**replaced, **effect})
                    for before, replaced in combined
                    for calls, effect in options
                ]
            self._changes[aspects] = combined
        return combined

    def _options(self, group: CallGroup, aspects: frozenset[AspectName]) -> list[Change]:
        effects = {
            choice: {a: c for a, c in self.replaced.get(choice, {}).items() if a in aspects}
            for choice in group.choices
        }
        options: list[Change] = []
        match group.kind:
            case "any of":
                options.append(((), {}))
                for choice, effect in effects.items():
                    if effect:
                        options += [((*c, choice), {**s, **effect}) for c, s in options]
                return options
            case "at most one of":
                options.append(((), {}))
            case "one of":
                pass
            case _:
                assert_never(group.kind)
        # calling nothing is an option unless it is "one of"; equal effects are tried once
        seen: set[frozenset[tuple[AspectName, AnyClause]]] = {frozenset()} if options else set()
        for choice, effect in effects.items():
            alike = frozenset(effect.items())
            if alike not in seen:
                seen.add(alike)
                options.append(((choice,), effect))
        return options


@dataclass(frozen=True, slots=True)
class CalledDeal:
    """A deal with its call; `all_clauses` lists every clause that can be in force, once."""

    deal: Deal
    clauses: ClauseMap
    offer: CallOffer | None
    all_clauses: tuple[tuple[AspectName, AnyClause], ...]

    @property
    def call(self) -> Call | None:
        """The call before the deal, or None."""
        return None if self.offer is None else self.offer.call

    @property
    def replaced(self) -> Mapping[str, ClauseMap]:
        """The clauses that each choice of the call brings into force."""
        return {} if self.offer is None else self.offer.replaced

    def values(self, *aspects: AspectName) -> Iterator[Any]:
        """Yields the values of some aspects (by default all), over all calls and conditions."""
        return (
            alternative.value
            for aspect, clause in self.all_clauses
            if not aspects or aspect in aspects
            for alternative in clause.alternatives
        )

    def combinations(self, aspects: tuple[AspectName, ...]) -> list[Combination]:
        """Returns the deal without a call and its variants, one per distinct effect on some
        aspects.
        """
        plain = {aspect: self.clauses[aspect] for aspect in aspects}
        if self.offer is None:
            return [Combination((), plain)]
        return [
            Combination(calls, {**plain, **changed})
            for calls, changed in self.offer.changes(aspects)
        ]


def make_called_deal(deal: Deal, offer: CallOffer | None) -> CalledDeal:
    """Returns a deal together with the effects of its call, if it has one."""
    clauses = deal.aspects.clauses_by_aspect()
    own = {id(clause) for clause in clauses.values()}
    offered = () if offer is None else offer.clauses
    further = tuple(each for each in offered if id(each[1]) not in own)
    return CalledDeal(deal, clauses, offer, (*clauses.items(), *further))


def called_deals(game: Game, played: Collection[str]) -> Iterator[CalledDeal]:
    """Yields the played deals, each with the clauses that its call's choices bring into force."""
    offers: dict[Call, CallOffer] = {}
    twists: dict[str, ClauseMap] = {}
    for deal in game.deals:
        if deal.name not in played:
            continue
        rule = deal.aspects.call.alternatives[0].value
        if not isinstance(rule, Call):
            yield make_called_deal(deal, None)
            continue
        twists = twists or {twist.name: twist.clauses_by_aspect() for twist in game.twists}
        if rule not in offers:
            choices = (choice for group in rule.groups for choice in group.choices)
            offers[rule] = CallOffer(rule, {one: twists[one] for one in choices if one in twists})
        yield make_called_deal(deal, offers[rule])


def number_of_calls(call: Call) -> int:
    """Returns the number of different ways to make this call."""
    return prod(_option_count(group) for group in call.groups)


def _option_count(group: CallGroup) -> int:
    match group.kind:
        case "one of":
            return len(group.choices)
        case "at most one of":
            return len(group.choices) + 1
        case "any of":
            return int(2 ** len(group.choices))
        case _:
            assert_never(group.kind)


def clashing_pairs(deal: CalledDeal) -> Iterator[tuple[str, str, AspectName]]:
    """Yields each pair of choices that can be called together and replace the same aspect."""
    if deal.call is None:
        return
    listed = [
        (number, group.kind, choice)
        for number, group in enumerate(deal.call.groups)
        for choice in group.choices
    ]
    # only the first choice per aspect: later choices of its group share that group
    first: dict[AspectName, tuple[int, str]] = {}
    for number, kind, choice in listed:
        for aspect in deal.replaced.get(choice, {}):
            if aspect not in first:
                first[aspect] = (number, choice)
                continue
            earlier, other = first[aspect]
            if earlier != number or kind == "any of":
                yield other, choice, aspect
