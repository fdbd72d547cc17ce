"""A game with some of its names known: `let` names always, parameters and players where given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from clagdsl.lang.expr.simplify import Known, known_names, simplify
from clagdsl.lang.rules import (
    ASPECTS,
    Alternative,
    Aspects,
    Clause,
    Deal,
    Expression,
    Game,
    HighestRanks,
    Ladder,
    OneSize,
    Pack,
    PickedSize,
    RepeatedRows,
    ScheduleRow,
    Sizes,
    Truth,
    Twist,
    Value,
)
from clagdsl.lang.value_parts import with_value_parts
from clagdsl.table.table import Table

V = TypeVar("V")


def settled(game: Game, players: int | None, parameters: Mapping[str, Value]) -> Game:
    """The game without the parameters that have a value here, and without most `let` names."""
    known = known_in(game, players, parameters)
    settlement = game.settlement
    if settlement is not None:
        settlement = replace(settlement, expression=simplify(settlement.expression, known))
    ends = game.ends
    if ends is not None:
        over = simplify(ends.condition, known)
        # where it never holds the schedule is played to its end
        ends = None if over == Truth(False) else replace(ends, condition=over)
    schedule, repeated = _rows(game, known)
    return replace(
        game,
        players=game.players if players is None else (players, players),
        parameters=tuple(one for one in game.parameters if one.name not in parameters),
        lets=(),
        deals=tuple(replace(deal, aspects=_aspects(deal.aspects, known)) for deal in game.deals),
        twists=tuple(_twist(twist, known) for twist in game.twists),
        schedule=schedule,
        repeated=repeated,
        ends=ends,
        settlement=settlement,
        past=tuple(
            replace(each, expression=simplify(each.expression, known)) for each in game.past
        ),
        pack=None if game.pack is None else _chosen(game.pack, known, partial(_pack, known=known)),
    )


def known_in(game: Game, players: int | None, parameters: Mapping[str, Value]) -> Known:
    """What stands for the names of a game that are known."""
    values = parameters if players is None else {**parameters, "players": players}
    return known_names(values, game.lets)


def _aspects(aspects: Aspects, known: Known) -> Aspects:
    changed: dict[str, Any] = {}
    for aspect in ASPECTS:
        changed[aspect] = _clause(getattr(aspects, aspect), known)
    return replace(aspects, **changed)


def _twist(twist: Twist, known: Known) -> Twist:
    changed: dict[str, Any] = {}
    for aspect in ASPECTS:
        clause = getattr(twist, aspect, None)
        if clause is not None:
            changed[aspect] = _clause(clause, known)
    return replace(twist, **changed)


def _clause(clause: Clause[Any], known: Known) -> Clause[Any]:
    def simpler(expression: Expression) -> Expression:
        return simplify(expression, known)

    return _chosen(clause, known, lambda value: with_value_parts(value, simpler))


def _pack(pack: Pack, known: Known) -> Pack:
    ranks = pack.ranks
    if isinstance(ranks, HighestRanks):
        ranks = HighestRanks(simplify(ranks.number, known))
    suits = None if pack.suits is None else simplify(pack.suits, known)
    copies = None if pack.copies is None else simplify(pack.copies, known)
    return replace(pack, ranks=ranks, suits=suits, copies=copies)


def _chosen(clause: Clause[V], known: Known, value: Callable[[V], V]) -> Clause[V]:
    """What a clause may still choose, each value made simpler."""
    left: list[Alternative[V]] = []
    for one in clause.alternatives:
        when = None if one.condition is None else simplify(one.condition, known)
        if isinstance(when, Truth):
            if not when.value:
                continue
            when = None
        left.append(Alternative(value(one.value), when))
        if when is None:
            break
    return Clause(tuple(left), clause.origin)


def _rows(game: Game, known: Known) -> tuple[tuple[ScheduleRow, ...], tuple[RepeatedRows, ...]]:
    """The rows that may hold a deal, without conditions that are known to hold, and brackets."""
    left: dict[int, ScheduleRow] = {}
    for number, row in enumerate(game.schedule):
        repeat = None if row.repeat is None else simplify(row.repeat, known)
        when = None if row.condition is None else simplify(row.condition, known)
        if isinstance(when, Truth):
            if not when.value:
                continue
            when = None
        sizes = _sizes(row.sizes, known)
        left[number] = replace(row, sizes=sizes, repeat=repeat, condition=when)
    repeated: list[RepeatedRows] = []
    for whole in game.repeated:
        inside = [at for at, row in enumerate(left) if whole.first <= row <= whole.last]
        if inside:
            times = simplify(whole.times, known)
            repeated.append(RepeatedRows(inside[0], inside[-1], times))
    return tuple(left.values()), tuple(repeated)


def _sizes(sizes: Sizes, known: Known) -> Sizes:
    match sizes:
        case OneSize(size=size):
            return OneSize(simplify(size, known))
        case Ladder(first=first, last=last, direction=direction, by=by):
            a, b = simplify(first, known), simplify(last, known)
            return Ladder(a, b, direction, simplify(by, known))
        case PickedSize(low=low, high=high):
            return PickedSize(simplify(low, known), simplify(high, known))


# --- which deal of one game answers to which of another -------------------------------------------
# Deals of the same name belong together; then deals that are left and say the same of themselves
# under two names; then those left that stand at the same number of the schedule, unless one game is
# a house file of the other: what it drops and what it adds have nothing to do with each other.


Pairs = tuple[tuple[Deal, Deal], ...]


def matched(a: Game, b: Game, table_a: Table | None, table_b: Table | None) -> Pairs:
    """The deals that belong together, in the order of the first game.

    The tables say which deal stands at which number; without them numbers do not count.
    """
    found = {deal.name: other for deal in a.deals if (other := _named(b, deal.name))}
    left = {deal.name: deal for deal in b.deals if deal not in found.values()}
    for deal in a.deals:
        if deal.name not in found:
            twin = next((o for o in left.values() if _says_the_same(deal, o, found)), None)
            if twin is not None:
                found[deal.name] = left.pop(twin.name)
    if table_a is not None and table_b is not None and not _extends_other(a, b):
        for row, opposite in zip(table_a.schedule, table_b.schedule, strict=False):
            if row.name not in found and opposite.name in left:
                found[row.name] = left.pop(opposite.name)
    return tuple((deal, found[deal.name]) for deal in a.deals if deal.name in found)


def _extends_other(a: Game, b: Game) -> bool:
    """Whether one of the games is written as a change of the other."""
    return any(
        house.extends is not None and Path(house.extends).stem == Path(base.file).stem
        for house, base in ((a, b), (b, a))
    )


def _named(game: Game, name: str) -> Deal | None:
    return next((deal for deal in game.deals if deal.name == name), None)


def _says_the_same(deal: Deal, other: Deal, found: dict[str, Deal]) -> bool:
    """Whether two deals are made from deals that belong together, by the same replacements."""
    base = found.get(deal.base) if deal.base is not None else None
    if base is None or base.name != other.base or deal.replaced != other.replaced:
        return False
    return all(
        getattr(deal.aspects, aspect) == getattr(other.aspects, aspect) for aspect in deal.replaced
    )
