"""Limits on bids and openings that are written differently and mean the same at every table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from clagdsl.explain.diff.point_pairs import Scene, scenes_of
from clagdsl.lang.expr.evaluate import EvaluationError, Names
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import varies
from clagdsl.lang.policies.play import held_back, until_broken
from clagdsl.lang.rules import (
    AspectName,
    Deal,
    Expression,
    Free,
    Limit,
    NoCall,
    Truth,
    Value,
    settled_trumps,
)
from clagdsl.lang.used_names import value_parts
from clagdsl.table.bids import conditions_met
from clagdsl.table.table import Table

ASKED: Final = frozenset({"bid", "bids", "cards", "deal", "players"})
"""What a limit may read to be asked for all that can be."""

MOST_ASKED: Final = 200_000
"""After so many bids two limits that are written differently count as different."""


def limits_alike(
    deal: Deal,
    other: Deal,
    aspect: AspectName,
    tables: tuple[tuple[Table, Table], ...],
) -> bool:
    """Whether two limits on bids hold for the same bids, whatever was bid before, at every table.

    So must what comes after their `otherwise`.  Limits that read parameters, runs or tallies are
    compared as written.
    """
    if _left_open(deal, aspect) or _left_open(other, aspect):
        return False
    scenes = list(scenes_of(deal, other, tables))
    compared: set[tuple[int, ...]] = set()
    asked = 0
    for scene in scenes:
        limits = getattr(scene.a, aspect), getattr(scene.b, aspect)
        read = frozenset[str]().union(*(variables(e) for one in limits for e in value_parts(one)))
        if not read <= ASKED:
            return False
        deals = tuple(row.number for row in scene.rows) if "deal" in read else ()
        case = (scene.a.players, scene.cards, *deals)
        if case in compared:
            continue
        compared.add(case)
        asked += (scene.cards + 1) * ((scene.a.players - 1) * scene.cards + 1)
        if asked > MOST_ASKED or not _hold_alike(scene, *limits):
            return False
    return bool(scenes)


def _left_open(deal: Deal, aspect: AspectName) -> bool:
    """Whether parameters have a say in a limit."""
    alternatives = getattr(deal.aspects, aspect).alternatives
    return any(
        one.condition is not None or any(map(varies, value_parts(one.value)))
        for one in alternatives
    )


def _hold_alike(scene: Scene, first: Limit, second: Limit) -> bool:
    others = (scene.a.players - 1) * scene.cards
    rows = [(bid, before + bid) for bid in range(scene.cards + 1) for before in range(others + 1)]
    names: list[Names] = [
        {**rules.names, "deal": row.number, "cards": scene.cards}
        for rules, row in zip((scene.a, scene.b), scene.rows, strict=True)
    ]
    try:
        for one, two in zip(_conditions(first), _conditions(second), strict=True):
            if one is None or two is None:
                if one is not two:
                    return False
            elif _held(one, rows, names[0]) != _held(two, rows, names[1]):
                return False
    except EvaluationError:
        return False
    return True


def _conditions(limit: Limit) -> tuple[Expression, Expression | None]:
    """What a limit keeps, and what instead where no bid does."""
    if isinstance(limit, Free):
        return Truth(True), None
    return limit.condition, limit.otherwise


def _held(condition: Expression, rows: list[tuple[int, int]], names: Names) -> Sequence[Value]:
    return list(conditions_met(names)(condition, rows))


def openings_alike(deal: Deal, other: Deal, tables: tuple[tuple[Table, Table], ...]) -> bool:
    """Whether two openings hold back the same suit in every deal, as trumps and spades may be.

    Where trumps are not settled by the rules, or may be by a call, they are compared as written.
    """
    for one in (deal, other):
        called = [each.value for each in one.aspects.call.alternatives]
        settled = [len(clause.alternatives) for clause in (one.aspects.open, one.aspects.trump)]
        if settled != [1, 1] or not all(isinstance(each, NoCall) for each in called):
            return False
    scenes = list(scenes_of(deal, other, tables))
    return bool(scenes) and all(map(_opened_alike, scenes))


def _opened_alike(scene: Scene) -> bool:
    held = []
    for rules in (scene.a, scene.b):
        trumps = settled_trumps(rules.trump)
        if trumps is None:
            return False
        suit = held_back(rules.open, trumps)
        held.append((suit, suit is not None and until_broken(rules.open)))
    return held[0] == held[1]
