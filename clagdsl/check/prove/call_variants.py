"""What a deal can become by calls: every combination, once for each difference that matters.

A proof about some aspects needs the combinations that differ in these aspects only, which are
few, even where hundreds of calls can be made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any, Final, TypeAlias, assert_never

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    AspectName,
    Call,
    CallGroup,
    Clause,
    Deal,
    Game,
)

MOST_CALLS: Final = 4096
"""The most calls of which the caller may make one."""

AnyClause: TypeAlias = Clause[Any]
Said: TypeAlias = Mapping[AspectName, AnyClause]
"""The clauses of some aspects."""


@dataclass(frozen=True, slots=True)
class Combination:
    """The clauses in force after some choices were called."""

    calls: tuple[str, ...]
    said: Said


@dataclass(frozen=True, slots=True)
class CalledDeal:
    """A deal with what its call may replace."""

    deal: Deal
    clauses: Said
    call: Call | None
    replaced: Mapping[str, Said]

    def all_clauses(self) -> Iterator[tuple[AspectName, AnyClause]]:
        """Every clause that can be in force, each once."""
        seen: set[int] = set()
        for said in (self.clauses, *self.replaced.values()):
            for aspect, clause in said.items():
                if id(clause) not in seen:
                    seen.add(id(clause))
                    yield aspect, clause

    def combinations(self, aspects: Sequence[AspectName]) -> list[Combination]:
        """The plain deal or its calls, once for each difference in some aspects."""
        plain = {aspect: self.clauses[aspect] for aspect in aspects}
        if self.call is None:
            return [Combination((), plain)]
        found = [Combination((), plain)]
        for group in self.call.groups:
            options = self._options(group, aspects)
            found = [
                Combination((*before.calls, *calls), {**before.said, **said})
                for before in found
                for calls, said in options
            ]
        return found

    def _options(
        self, group: CallGroup, aspects: Sequence[AspectName]
    ) -> list[tuple[tuple[str, ...], Said]]:
        effects = {
            choice: {a: c for a, c in self.replaced.get(choice, {}).items() if a in aspects}
            for choice in group.choices
        }
        options: list[tuple[tuple[str, ...], Said]] = []
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
        known: list[Said] = [{} for _ in options]
        for choice, effect in effects.items():
            if effect not in known:
                known.append(effect)
                options.append(((choice,), effect))
        return options


def called_deal(game: Game, deal: Deal) -> CalledDeal:
    """A deal with the clauses that each choice of its call replaces."""
    clauses = deal.aspects.said()
    rule = deal.aspects.call.alternatives[0].value
    if not isinstance(rule, Call):
        return CalledDeal(deal, clauses, None, {})
    twists = {twist.name: twist for twist in game.twists}
    replaced = {
        choice: twists[choice].said()
        for group in rule.groups
        for choice in group.choices
        if choice in twists
    }
    return CalledDeal(deal, clauses, rule, replaced)


def number_of_calls(call: Call) -> int:
    """How many calls may be made."""
    return prod(_options_of(group) for group in call.groups)


def _options_of(group: CallGroup) -> int:
    match group.kind:
        case "one of":
            return len(group.choices)
        case "at most one of":
            return len(group.choices) + 1
        case "any of":
            return int(2 ** len(group.choices))
        case _:
            assert_never(group.kind)


def clashes(deal: CalledDeal) -> Iterator[tuple[str, str, AspectName]]:
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
