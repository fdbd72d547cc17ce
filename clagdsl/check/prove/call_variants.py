"""What a deal can become by calls: every combination, once for each difference that matters.

A proof about some aspects needs the combinations that differ in these aspects only, which are
few, even where hundreds of calls can be made.
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
"""What is called together, and the clauses that come into force by it."""


@dataclass(frozen=True, slots=True)
class Combination:
    """The clauses in force after some choices were called."""

    calls: tuple[str, ...]
    clauses: ClauseMap


class CallOffer:
    """What a call may replace, worked out once for all deals that have the call.

    `replaced` are the clauses by the choice that brings them, `clauses` all of them, each once.
    """

    def __init__(self, call: Call, replaced: Mapping[str, ClauseMap]) -> None:
        self.call = call
        self.replaced = replaced
        every = (each for effect in replaced.values() for each in effect.items())
        self.clauses = tuple({id(clause): (aspect, clause) for aspect, clause in every}.values())
        self._changes: dict[tuple[AspectName, ...], list[Change]] = {}

    def changes(self, aspects: tuple[AspectName, ...]) -> Sequence[Change]:
        """Returns the calls with what they replace, once for each difference in some aspects."""
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
        seen: set[frozenset[tuple[AspectName, AnyClause]]] = {frozenset()} if options else set()
        for choice, effect in effects.items():
            alike = frozenset(effect.items())
            if alike not in seen:
                seen.add(alike)
                options.append(((choice,), effect))
        return options


@dataclass(frozen=True, slots=True)
class CalledDeal:
    """A deal with what its call may replace; `all_clauses` can be in force, each once."""

    deal: Deal
    clauses: ClauseMap
    offer: CallOffer | None
    all_clauses: tuple[tuple[AspectName, AnyClause], ...]

    @property
    def call(self) -> Call | None:
        """What may be called before the deal."""
        return None if self.offer is None else self.offer.call

    @property
    def replaced(self) -> Mapping[str, ClauseMap]:
        """The clauses that each choice of the call replaces."""
        return {} if self.offer is None else self.offer.replaced

    def values(self, *aspects: AspectName) -> Iterator[Any]:
        """Returns the values that these aspects may have, or all, whatever is called and set."""
        return (
            alternative.value
            for aspect, clause in self.all_clauses
            if not aspects or aspect in aspects
            for alternative in clause.alternatives
        )

    def combinations(self, aspects: tuple[AspectName, ...]) -> list[Combination]:
        """Returns the plain deal or its calls, once for each difference in some aspects."""
        plain = {aspect: self.clauses[aspect] for aspect in aspects}
        if self.offer is None:
            return [Combination((), plain)]
        return [
            Combination(calls, {**plain, **changed})
            for calls, changed in self.offer.changes(aspects)
        ]


def make_called_deal(deal: Deal, offer: CallOffer | None) -> CalledDeal:
    """Returns a deal with what its call offers."""
    clauses = deal.aspects.clauses_by_aspect()
    own = {id(clause) for clause in clauses.values()}
    offered = () if offer is None else offer.clauses
    further = tuple(each for each in offered if id(each[1]) not in own)
    return CalledDeal(deal, clauses, offer, (*clauses.items(), *further))


def called_deals(game: Game, played: Collection[str]) -> Iterator[CalledDeal]:
    """Yields the deals of these names, each with the clauses that the choices of its call replace."""
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
    """How many calls may be made."""
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
    """Pairs of choices that may be called together and replace the same aspect, each pair once."""
    if deal.call is None:
        return
    listed = [
        (number, group.kind, choice)
        for number, group in enumerate(deal.call.groups)
        for choice in group.choices
    ]
    # the first choice that replaces an aspect: those after it in its group are of one group with it
    first: dict[AspectName, tuple[int, str]] = {}
    for number, kind, choice in listed:
        for aspect in deal.replaced.get(choice, {}):
            if aspect not in first:
                first[aspect] = (number, choice)
                continue
            earlier, other = first[aspect]
            if earlier != number or kind == "any of":
                yield other, choice, aspect
