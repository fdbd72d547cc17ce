"""The points of one player under two games, side by side.

A score that depends on nothing but the player's own bid and tricks, or on the most tricks that
anybody took, is worked out for every combination of them.  Other scores are compared as written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.walk import everything_in
from clagdsl.lang.rules import (
    BidInTurn,
    BidRule,
    Deal,
    Expression,
    FixedBid,
    ParameterValue,
)
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import Taking, seat_result, trick_values
from clagdsl.table.table import Table

OWN: Final = frozenset({"bid", "tricks", "made", "points", "cards", "deal", "players"})
MOST: Final = frozenset({"most", "most_count"})

MOST_COMPARED: Final = 20_000
"""After so many combinations two scores that are written differently count as different."""


@dataclass(frozen=True, slots=True)
class PointRow:
    """What two games give for one result; `bid` and `most` are None where they do not matter."""

    result: str
    tricks: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class PointTable:
    """The points of a player with so many cards, where the two games differ or not, by result."""

    players: int
    cards: int
    rows: tuple[PointRow, ...]


def _has_parameters(deal: Deal) -> bool:
    clauses = (deal.aspects.score, deal.aspects.trick_worth, deal.aspects.bid)
    for clause in clauses:
        for one in clause.alternatives:
            if one.condition is not None:
                return True
            if isinstance(one.value, Expression) and any(
                isinstance(part, ParameterValue) for part in everything_in(one.value)
            ):
                return True
    return False


@dataclass(frozen=True, slots=True)
class _Scene:
    """One deal at one table in both games, with the same number of cards."""

    a: DealRules
    b: DealRules
    rows: tuple[ScheduledDeal, ScheduledDeal]
    cards: int


def never_differ(deal: Deal, other: Deal, tables: tuple[tuple[Table, Table], ...]) -> bool:
    """Whether two scores that are written differently come to the same points at every table."""
    if _has_parameters(deal) or _has_parameters(other):
        return False
    scenes = list(_scenes(deal, other, tables))
    tried = 0
    for scene in scenes:
        takings = _takings(scene)
        if takings is None:
            return False
        for taking in takings:
            tried += 1
            if tried > MOST_COMPARED or _differs(scene, taking):
                return False
    return bool(scenes)


def _differs(scene: _Scene, taking: Taking) -> bool:
    a, b = _points(scene, taking)
    return a != b


def _points(scene: _Scene, taking: Taking) -> tuple[int, int]:
    results = []
    for rules, row in zip((scene.a, scene.b), scene.rows, strict=True):
        worth = trick_values(rules, scene.cards)[0]
        own = replace(taking, points=worth * taking.tricks)
        result = seat_result(rules, deal=row.number, cards=scene.cards, taking=own)
        results.append(result.score)
    return results[0], results[1]


def _scenes(deal: Deal, other: Deal, tables: tuple[tuple[Table, Table], ...]) -> Iterator[_Scene]:
    for one, two in tables:
        a, b = one.rules(deal.name), two.rules(other.name)
        for row, twin in _same_sizes(one, two, deal.name, other.name):
            for cards in range(max(row.low, twin.low), min(row.high, twin.high) + 1):
                yield _Scene(a, b, (row, twin), cards)


def _same_sizes(
    one: Table, two: Table, name: str, other: str
) -> Iterator[tuple[ScheduledDeal, ScheduledDeal]]:
    """Each row of the first schedule with the nearest row of the second that has as many cards."""
    twins = [row for row in two.schedule if row.name == other]
    for row in one.schedule:
        if row.name != name:
            continue
        fitting = [t for t in twins if t.low <= row.high and row.low <= t.high]
        if fitting:
            yield row, min(fitting, key=lambda twin: abs(twin.number - row.number))


def _takings(scene: _Scene) -> list[Taking] | None:
    """Every result of one player that the scores can tell apart, or None where that is more."""
    used = variables(scene.a.score) | variables(scene.b.score)
    bids = _bids(scene.a.bid, scene.cards)
    if not used <= OWN | MOST or bids != _bids(scene.b.bid, scene.cards):
        return None
    for rules in (scene.a, scene.b):
        if "points" in used and len(set(trick_values(rules, scene.cards))) > 1:
            return None
    pairs = _mosts(scene.a.players, scene.cards) if used & MOST else None
    takings = []
    for bid in bids:
        for tricks in range(scene.cards + 1):
            for most, count in pairs[tricks] if pairs is not None else [(tricks, 1)]:
                sums = (None, None) if bid is None else (bid, int(bid == tricks))
                takings.append(Taking(bid, sums[0], tricks, 0, most, count, sums[1]))
    return takings


def _bids(rule: BidRule, cards: int) -> list[int | None]:
    match rule:
        case BidInTurn():
            return list(range(cards + 1))
        case FixedBid(number=number):
            return [number]
        case _:
            return [None]


def _mosts(players: int, cards: int) -> list[list[tuple[int, int]]]:
    """For each number of own tricks, the most that anybody may have and how many have it."""
    found: list[set[tuple[int, int]]] = [set() for _ in range(cards + 1)]

    def share(left: int, seats: int, highest: int, taken: tuple[int, ...]) -> None:
        if seats == 0:
            if left == 0:
                for tricks in taken:
                    found[tricks].add((taken[0], taken.count(taken[0])))
            return
        for tricks in range(min(left, highest), -1, -1):
            share(left - tricks, seats - 1, tricks, (*taken, tricks))

    share(cards, players, cards, ())
    return [sorted(pairs) for pairs in found]


def point_table(
    deal: Deal, other: Deal, tables: tuple[tuple[Table, Table], ...]
) -> PointTable | None:
    """The points of one player by result, for the fewest players and the most cards."""
    scenes = list(_scenes(deal, other, tables[:1]))
    if not scenes:
        return None
    scene = max(scenes, key=lambda one: one.cards)
    takings = _takings(scene)
    if takings is None or len(takings) > MOST_COMPARED:
        return None
    try:
        valued = [(taking, *_points(scene, taking)) for taking in takings]
    except EvaluationError:
        return None
    used = variables(scene.a.score) | variables(scene.b.score)
    rows: dict[tuple[str, int], set[tuple[int, int]]] = {}
    for taking, a, b in valued:
        rows.setdefault((_result(taking, used), taking.tricks), set()).add((a, b))
    if any(len(values) > 1 for values in rows.values()):
        rows = {}
        for taking, a, b in valued:
            rows.setdefault((_exact(taking, used), taking.tricks), set()).add((a, b))
        if any(len(values) > 1 for values in rows.values()):
            return None
    found = tuple(PointRow(r, t, *next(iter(values))) for (r, t), values in rows.items())
    return (
        PointTable(scene.a.players, scene.cards, found) if any(x.a != x.b for x in found) else None
    )


def _result(taking: Taking, used: frozenset[str]) -> str:
    """The result in a word, without the bid: made, or failed."""
    if used & MOST:
        return _exact(taking, used)
    if taking.bid is None or not used & {"bid", "made"}:
        return "points"
    return "made" if taking.bid == taking.tricks else "failed"


def _exact(taking: Taking, used: frozenset[str]) -> str:
    words = []
    if used & {"bid", "made"} and taking.bid is not None:
        words.append(f"bid {taking.bid}")
    if used & MOST:
        if taking.tricks < taking.most:
            words.append("not the most")
        else:
            words.append("the most" if taking.most_count == 1 else "tied for the most")
    return ", ".join(words) or "points"
