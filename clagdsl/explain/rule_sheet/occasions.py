"""In which deals of one name something else holds, where its clauses read the cards or the deal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import field, replace
from typing import Any, Final, TypeAlias

from clagdsl.explain.english import capital, spans
from clagdsl.explain.rule_sheet.formulas import without_not, written_occasion
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import (
    AspectName,
    Clause,
    Expression,
    Free,
    Inverse,
    Keeps,
    Logic,
)
from clagdsl.table.deal_rules import DealRules, hangs_on
from clagdsl.table.table import Table, aspects_after

AnyClause: TypeAlias = Clause[Any]

_BOTH: Final = 2


@dataclass(frozen=True, slots=True)
class SizedDeal:
    """A deal of the schedule by its number, with one of its sizes."""

    number: int
    cards: int


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a clause says in some deals, and in which."""

    value: Any
    when: str
    spots: tuple[SizedDeal, ...] = field(compare=False)
    """All deals in which it says that."""


@dataclass(frozen=True, slots=True)
class RulesTogether:
    """The rules that hold together in some deals of one name, and which deals those are."""

    rules: DealRules
    when: str
    spots: tuple[SizedDeal, ...]


def usual_rules(table: Table, name: str, calls: tuple[str, ...]) -> DealRules:
    """The rules of a deal as most deals of its name have each clause.

    A limit that only binds in some deals is told as one that says in which.
    """
    rules = table.rules(name, calls)
    changed: dict[str, Any] = {}
    for aspect, clause in _hanging(table, rules):
        chosen = _chosen(table, rules, clause)
        # a limit that binds in all deals of the name, or in none, needs no condition
        bound = _bound(clause) if aspect in BID_LIMITS and len(chosen) != 1 else None
        changed[aspect] = bound or _usual(clause, chosen)
    return replace(rules, **changed) if changed else rules


def occasions(
    table: Table,
    rules: DealRules,
    aspect: AspectName,
    fold: Callable[[Expression], Expression],
    *,
    joined: bool,
) -> Iterator[Occasion]:
    """What else an aspect of a deal is, and when, in the order of the clause.

    `rules` are the usual ones; `fold` puts in what is known of a condition; where it is `joined`
    all deals with the same value are told as one.
    """
    for hanging, clause in _hanging(table, rules):
        if hanging != aspect or (aspect in BID_LIMITS and _bound(clause)):
            continue
        chosen = _chosen(table, rules, clause)
        others: dict[int, list[Occasion]] = {}
        values = [each.value for each in clause.alternatives]
        for number in sorted(chosen):
            value = values[number]
            if value != getattr(rules, aspect):
                told = capital(_when(clause, number, chosen, fold))
                same = others.setdefault(values.index(value), [])
                same.append(Occasion(value, told, tuple(chosen[number])))
        for same in others.values():
            yield from (_joined(same),) if joined else same


def _joined(same: Sequence[Occasion]) -> Occasion:
    """One occasion of several in which the same holds."""
    first, *rest = (each.when for each in same)
    told = " and ".join([first, *(f"{when[:1].lower()}{when[1:]}" for when in rest)])
    return Occasion(same[0].value, told, tuple(spot for each in same for spot in each.spots))


def in_force(table: Table, rules: DealRules, occasion: Occasion) -> list[RulesTogether]:
    """The rules of the deals of an occasion, apart where they are not the same in all of them.

    `rules` are the usual ones.  A limit that tells itself in which deals it binds may stay.
    """
    hanging = dict(_hanging(table, rules))
    found: dict[DealRules, list[SizedDeal]] = {}
    at = {
        spot: table.rules_with(rules.name, rules.calls, spot.number, spot.cards)
        for spot in occasion.spots
    }
    told_by_itself = [
        aspect
        for aspect, clause in hanging.items()
        if aspect in BID_LIMITS
        and _bound(clause)
        and len({_number_at(table, clause, s) for s in at}) > 1
    ]
    for spot, here in at.items():
        own: dict[str, Any] = {
            aspect: getattr(here, aspect) for aspect in hanging if aspect not in told_by_itself
        }
        found.setdefault(replace(rules, **own), []).append(spot)
    if len(found) == 1:
        return [RulesTogether(each, occasion.when, occasion.spots) for each in found]
    everywhere = _spots(table, rules.name)
    return [
        RulesTogether(
            each,
            capital(spots_told(spots, [s for s in everywhere if s not in spots])),
            tuple(spots),
        )
        for each, spots in found.items()
    ]


def spots_told(own: Sequence[SizedDeal], rest: Sequence[SizedDeal]) -> str:
    """Some deals by their cards; where the rest of the name have such cards, by their number."""
    sizes = {spot.cards for spot in own}
    if not sizes & {spot.cards for spot in rest}:
        return f"with {spans(sizes)} card{'s' if sizes != {1} else ''}"
    return in_deals({spot.number for spot in own})


def in_deals(numbers: Collection[int]) -> str:
    """`in deal 1`, `in deals 2 to 6 and 8`."""
    return f"in deal{'s' if len(numbers) > 1 else ''} {spans(numbers)}"


def _hanging(table: Table, rules: DealRules) -> Iterator[tuple[AspectName, AnyClause]]:
    if table.hangs_on(rules.name):
        for aspect, clause in aspects_after(table.game, rules.name, rules.calls).said().items():
            if hangs_on(clause):
                yield aspect, clause


def _bound(clause: AnyClause) -> Keeps | None:
    """One limit for all deals, of a clause that limits the bids in some of them and not in others.

    It holds there, too, because the condition of the clause is a part of it.
    """
    if len(clause.alternatives) != _BOTH:
        return None
    first, second = clause.alternatives
    assert first.condition is not None
    match first.value, second.value:
        case Keeps(condition=bound, otherwise=None), Free():
            return Keeps(Logic("or", (bound, Inverse(first.condition))))
        case Free(), Keeps(condition=bound, otherwise=None):
            return Keeps(Logic("or", (bound, first.condition)))
        case _:
            return None


def _chosen(table: Table, rules: DealRules, clause: AnyClause) -> dict[int, list[SizedDeal]]:
    """The deals in which each alternative is chosen that is chosen at all."""
    found: dict[int, list[SizedDeal]] = {}
    for spot in _spots(table, rules.name):
        found.setdefault(_number_at(table, clause, spot), []).append(spot)
    return found


def _spots(table: Table, name: str) -> list[SizedDeal]:
    """All deals of a name, with each size that they may have."""
    return [
        SizedDeal(row.number, cards)
        for row in table.deals_of(name)
        for cards in range(row.low, row.high + 1)
    ]


def _number_at(table: Table, clause: AnyClause, spot: SizedDeal) -> int:
    return table.number_chosen(clause, spot.number, spot.cards)


def _usual(clause: AnyClause, chosen: dict[int, list[SizedDeal]]) -> Any:
    values = [each.value for each in clause.alternatives]
    many = [
        sum(len(spots) for number, spots in chosen.items() if values[number] == value)
        for value in values
    ]
    return values[many.index(max(many))]


def _when(
    clause: AnyClause,
    number: int,
    chosen: dict[int, list[SizedDeal]],
    fold: Callable[[Expression], Expression],
) -> str:
    """When an alternative is chosen: as it is written, else by the cards, else by the deals."""
    alternatives, own = clause.alternatives, chosen[number]
    value = alternatives[number].value
    rest = [
        spot
        for other, spots in chosen.items()
        for spot in spots
        if alternatives[other].value != value
    ]
    condition: Expression | None = alternatives[number].condition
    first = alternatives[0].condition
    if condition is None and len(alternatives) == _BOTH and first is not None:
        condition = Inverse(first)
    if condition is not None and (number == 0 or len(alternatives) == _BOTH):
        written = written_occasion(without_not(fold(condition)))
        if written:
            return written
    return spots_told(own, rest)
