"""The points of one player under two games, side by side.

A score that depends on nothing but the player's own bid and tricks, or on the most tricks that
anybody took, is worked out for every combination of them.  Other scores are compared as written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import varies
from clagdsl.lang.rules import (
    BidInTurn,
    BidRule,
    BidTogether,
    Deal,
    Expression,
    FixedBid,
    NoBid,
)
from clagdsl.table.bid_masks import any_bidding, fixed_bidding
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import Outcomes, outcomes
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import each_worth, trick_values
from clagdsl.table.table import Table
from clagdsl.table.tabulate import score_column

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
    return any(
        one.condition is not None or (isinstance(one.value, Expression) and varies(one.value))
        for clause in clauses
        for one in clause.alternatives
    )


@dataclass(frozen=True, slots=True)
class Scene:
    """One deal at one table in both games, with the same number of cards.

    `rows` are its places in the two schedules.
    """

    a: DealRules
    b: DealRules
    rows: tuple[ScheduledDeal, ScheduledDeal]
    cards: int


def never_differ(deal: Deal, other: Deal, tables: tuple[tuple[Table, Table], ...]) -> bool:
    """Whether two scores that are written differently come to the same points at every table."""
    if _has_parameters(deal) or _has_parameters(other):
        return False
    tried = 0
    for scene in scenes_of(deal, other, tables):
        results = _results(scene)
        if results is None:
            return False
        tried += len(results)
        if tried > MOST_COMPARED or any(a != b for a, b in zip(*_points(scene), strict=True)):
            return False
    return tried > 0


def _points(scene: Scene) -> tuple[Sequence[int | None], Sequence[int | None]]:
    """What each result scores in both games."""
    a, b = (
        score_column(rules, row.number, scene.cards, _outcomes(scene, rules))
        for rules, row in zip((scene.a, scene.b), scene.rows, strict=True)
    )
    return a, b


def scenes_of(deal: Deal, other: Deal, tables: tuple[tuple[Table, Table], ...]) -> Iterator[Scene]:
    """Both deals side by side wherever they are dealt with as many cards."""
    for one, two in tables:
        for row, twin in _same_sizes(one, two, deal.name, other.name):
            for cards in range(max(row.low, twin.low), min(row.high, twin.high) + 1):
                a = one.rules_with(deal.name, (), row.number, cards)
                b = two.rules_with(other.name, (), twin.number, cards)
                yield Scene(a, b, (row, twin), cards)


def _same_sizes(
    one: Table, two: Table, name: str, other: str
) -> Iterator[tuple[ScheduledDeal, ScheduledDeal]]:
    """Each row of the first schedule with the nearest row of the second that has as many cards."""
    twins = two.deals_of(other)
    for row in one.deals_of(name):
        fitting = [t for t in twins if t.low <= row.high and row.low <= t.high]
        if fitting:
            yield row, min(fitting, key=lambda twin: abs(twin.number - row.number))


@dataclass(frozen=True, slots=True)
class _Result:
    """What one player has done, as far as the scores can tell it apart."""

    bid: int | None
    tricks: int
    most: int
    most_count: int


def _used(scene: Scene) -> frozenset[str]:
    return variables(scene.a.score) | variables(scene.b.score)


def _results(scene: Scene) -> list[_Result] | None:
    """Every result of one player that the scores can tell apart, or None where that is more."""
    used = _used(scene)
    if not used <= OWN | MOST or _choice_of(scene.a.bid) != _choice_of(scene.b.bid):
        return None
    for rules in (scene.a, scene.b):
        if "points" in used and each_worth(rules, scene.cards) is None:
            return None
    ends = _outcomes(scene, scene.a)
    results = []
    for row in ends.rows:
        figures = {name: int(value) for name, value in zip(ends.names, row, strict=True)}
        most, count = figures.get("most", 0), figures.get("most_count", 0)
        results.append(_Result(figures.get("bid"), figures["tricks"], most, count))
    return results


def _outcomes(scene: Scene, rules: DealRules) -> Outcomes:
    """What one player can end the deal with; no limit on bids is asked for."""
    wanted = {"tricks", "points"} | (MOST if _used(scene) & MOST else set())
    players, cards, bidding = rules.players, scene.cards, None
    match rules.bid:
        case BidInTurn() | BidTogether():
            bidding = any_bidding(players, cards)
        case FixedBid(number=number):
            bidding = fixed_bidding(players, cards, number)
        case NoBid():
            pass
        case _:
            assert_never(rules.bid)
    if bidding is not None:
        wanted |= {"bid", "made"}
    points = tuple((tricks * trick_values(rules, cards)[0],) for tricks in range(cards + 1))
    return outcomes(frozenset(wanted), players=players, cards=cards, bidding=bidding, points=points)


def _choice_of(rule: BidRule) -> tuple[str, int | None]:
    return rule.kind, rule.number if isinstance(rule, FixedBid) else None


def point_table(
    deal: Deal, other: Deal, tables: tuple[tuple[Table, Table], ...]
) -> PointTable | None:
    """The points of one player by result, for the fewest players and the most cards."""
    scenes = list(scenes_of(deal, other, tables[:1]))
    if not scenes:
        return None
    scene = max(scenes, key=lambda one: one.cards)
    results = _results(scene)
    if results is None or len(results) > MOST_COMPARED:
        return None
    valued = []
    for result, a, b in zip(results, *_points(scene), strict=True):
        if a is None or b is None:
            return None
        valued.append((result, a, b))
    used = _used(scene)
    rows: dict[tuple[str, int], set[tuple[int, int]]] = {}
    for one, a, b in valued:
        rows.setdefault((_result(one, used), one.tricks), set()).add((a, b))
    if any(len(values) > 1 for values in rows.values()):
        rows = {}
        for one, a, b in valued:
            rows.setdefault((_exact(one, used), one.tricks), set()).add((a, b))
        if any(len(values) > 1 for values in rows.values()):
            return None
    found = tuple(PointRow(r, t, *next(iter(values))) for (r, t), values in rows.items())
    return (
        PointTable(scene.a.players, scene.cards, found) if any(x.a != x.b for x in found) else None
    )


def _result(result: _Result, used: frozenset[str]) -> str:
    """The result in a word, without the bid: made, or failed."""
    if used & MOST:
        return _exact(result, used)
    if result.bid is None or not used & {"bid", "made"}:
        return "points"
    return "made" if result.bid == result.tricks else "failed"


def _exact(result: _Result, used: frozenset[str]) -> str:
    words = []
    if used & {"bid", "made"} and result.bid is not None:
        words.append(f"bid {result.bid}")
    if used & MOST:
        if result.tricks < result.most:
            words.append("not the most")
        else:
            words.append("the most" if result.most_count == 1 else "tied for the most")
    return ", ".join(words) or "points"
