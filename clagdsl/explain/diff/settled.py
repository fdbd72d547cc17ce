"""A game with some of its names known: `let` names always, parameters and players where given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from clagdsl.lang.expr.simplify import Known, known_names, simplify
from clagdsl.lang.rules import (
    ASPECTS,
    Alternative,
    Aspects,
    Clause,
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
from clagdsl.lang.used_names import with_value_parts

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
