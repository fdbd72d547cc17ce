"""The points of one player under two games, side by side.

A score that depends on nothing but the player's own bid and tricks, or on the most tricks that
anybody took, is worked out for every combination of them.  Other scores are compared as written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from clagdsl.lang.expr.evaluate import EvaluationError, Names
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import varies
from clagdsl.lang.policies.play import held_back, until_broken
from clagdsl.lang.rules import (
    AspectName,
    BidInTurn,
    BidRule,
    BidTogether,
    Deal,
    Expression,
    FixedBid,
    Free,
    Limit,
    NoBid,
    NoCall,
    Truth,
    Value,
    settled_trumps,
)
from clagdsl.lang.used_names import value_parts
from clagdsl.table.bid_masks import any_bidding, fixed_bidding
from clagdsl.table.bids import conditions_met
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import Outcomes, outcomes
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import each_worth, trick_values
from clagdsl.table.table import Table
from clagdsl.table.tabulate import score_column

TablePairs: TypeAlias = tuple[tuple[Table, Table], ...]
"""Both games at one table, for each number of players."""

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
class Sides:
    """One deal in both games: the rules after the call, the numbers in the schedules, the cards."""

    a: DealRules
    b: DealRules
    number_a: int
    number_b: int
    cards: int
    blind: bool = False
    """Whether every bid is made blind."""

    @property
    def each(self) -> tuple[tuple[DealRules, int], tuple[DealRules, int]]:
        """The rules of each game with the number of the deal in its schedule."""
        return (self.a, self.number_a), (self.b, self.number_b)


def never_differ(deal: Deal, other: Deal, tables: TablePairs) -> bool:
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


def _points(scene: Sides) -> tuple[Sequence[int | None], Sequence[int | None]]:
    """What each result scores in both games."""
    a, b = (
        score_column(rules, number, scene.cards, _outcomes(scene, rules))
        for rules, number in scene.each
    )
    return a, b


def scenes_of(deal: Deal, other: Deal, tables: TablePairs) -> Iterator[Sides]:
    """Both deals side by side wherever they are dealt with as many cards."""
    for one, two in tables:
        for row, twin in _same_sizes(one, two, deal.name, other.name):
            for cards in range(max(row.low, twin.low), min(row.high, twin.high) + 1):
                a = one.rules_with(deal.name, (), row.number, cards)
                b = two.rules_with(other.name, (), twin.number, cards)
                yield Sides(a, b, row.number, twin.number, cards)


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


def _used(scene: Sides) -> frozenset[str]:
    return variables(scene.a.score) | variables(scene.b.score)


def _results(scene: Sides) -> list[_Result] | None:
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


def _outcomes(scene: Sides, rules: DealRules) -> Outcomes:
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


def point_table(deal: Deal, other: Deal, tables: TablePairs) -> PointTable | None:
    """The points of one player by result, for the fewest players and the most cards."""
    scenes = list(scenes_of(deal, other, tables[:1]))
    if not scenes:
        return None
    scene = max(scenes, key=lambda one: one.cards)
    results = _results(scene)
    if results is None or len(results) > MOST_COMPARED:
        return None
    valued = list(zip(results, *_points(scene), strict=True))
    used = _used(scene)
    for name in (_result, _exact):
        rows: dict[tuple[str, int], set[tuple[int | None, int | None]]] = {}
        for one, a, b in valued:
            rows.setdefault((name(one, used), one.tricks), set()).add((a, b))
        if all(len(values) == 1 for values in rows.values()):
            break
    found = []
    for (result, tricks), values in rows.items():
        (a, b), *others = values
        if a is None or b is None or others:
            return None
        found.append(PointRow(result, tricks, a, b))
    differ = any(row.a != row.b for row in found)
    return PointTable(scene.a.players, scene.cards, tuple(found)) if differ else None


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


# --- limits on bids and openings that are written differently and mean the same at every table ----


ASKED: Final = frozenset({"bid", "bids", "cards", "deal", "players"})
"""What a limit may read to be asked for all that can be."""

MOST_ASKED: Final = 200_000
"""After so many bids two limits that are written differently count as different."""


def limits_alike(
    deal: Deal,
    other: Deal,
    aspect: AspectName,
    tables: TablePairs,
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
        deals = (scene.number_a, scene.number_b) if "deal" in read else ()
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


def _hold_alike(scene: Sides, first: Limit, second: Limit) -> bool:
    others = (scene.a.players - 1) * scene.cards
    rows = [(bid, before + bid) for bid in range(scene.cards + 1) for before in range(others + 1)]
    names: list[Names] = [
        {**rules.names, "deal": number, "cards": scene.cards} for rules, number in scene.each
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


def openings_alike(deal: Deal, other: Deal, tables: TablePairs) -> bool:
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


def _opened_alike(scene: Sides) -> bool:
    held = []
    for rules in (scene.a, scene.b):
        trumps = settled_trumps(rules.trump)
        if trumps is None:
            return False
        suit = held_back(rules.open, trumps)
        held.append((suit, suit is not None and until_broken(rules.open)))
    return held[0] == held[1]
