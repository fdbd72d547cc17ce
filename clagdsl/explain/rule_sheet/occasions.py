"""In which deals of one name something else holds, where its clauses read the cards or the deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, TypeAlias

from clagdsl.explain.english import capital, spans
from clagdsl.explain.rule_sheet.formulas import without_not, written_occasion
from clagdsl.lang.aspects import BID_LIMITS
from clagdsl.lang.expr.evaluate import holds
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
from clagdsl.table.clause_choice import chosen_number, hangs_on
from clagdsl.table.deal_rules import DealRules
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


def usual_rules(table: Table, name: str, calls: tuple[str, ...]) -> DealRules:
    """The rules of a deal as most deals of its name have each clause.

    A limit that only binds in some deals is told as one that says in which.
    """
    rules = table.rules(name, calls)
    changed: dict[str, Any] = {}
    for aspect, clause in _hanging(table, rules):
        bound = _bound(clause) if aspect in BID_LIMITS else None
        changed[aspect] = bound or _usual(clause, _chosen(table, rules, clause))
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
        others: dict[int, list[str]] = {}
        values = [each.value for each in clause.alternatives]
        for number in sorted(chosen):
            value = values[number]
            if value != getattr(rules, aspect):
                told = _when(clause, number, chosen, fold)
                others.setdefault(values.index(value), []).append(told)
        for number, when in others.items():
            for told in (" and ".join(when),) if joined else when:
                yield Occasion(values[number], capital(told))


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
    for row in table.schedule:
        if row.name == rules.name:
            for cards in range(row.low, row.high + 1):
                spot = SizedDeal(row.number, cards)
                found.setdefault(_number_at(table, clause, spot), []).append(spot)
    return found


def _number_at(table: Table, clause: AnyClause, spot: SizedDeal) -> int:
    names = {**table.names, "deal": spot.number, "cards": spot.cards}
    return chosen_number(clause, lambda e: holds(e, names))


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
    sizes = {spot.cards for spot in own}
    if not sizes & {spot.cards for spot in rest}:
        return f"with {spans(sizes)} card{'s' if sizes != {1} else ''}"
    numbers = {spot.number for spot in own}
    return f"in deal{'s' if len(numbers) > 1 else ''} {spans(numbers)}"
