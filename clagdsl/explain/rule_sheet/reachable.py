"""Scores and contracts as a sheet tells them: without what can never come about.

A branch that no bid and no number of tricks reaches is not told, nor that a condition always holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Final

from clagdsl.explain.rule_sheet.context import SheetContext
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.intervals import (
    EITHER,
    NO,
    YES,
    Bounds,
    NotShownError,
    Range,
    exactly,
    range_of,
)
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.expr.simplify import simplify
from clagdsl.lang.expr.walk import parts, with_parts
from clagdsl.lang.rules import (
    Branch,
    Choice,
    Comparison,
    Expression,
    FixedBid,
    Inverse,
    Logic,
    Number,
    Truth,
)
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table

_ALWAYS: Final = Truth(True)
_MOST_SCENES: Final = 5_000
"""In how many deals, bids and tricks a branch is looked for; one that takes more is told."""


def told_score(reading: SheetContext, rules: DealRules) -> Expression:
    """The score of a deal, as far as anybody can come to it."""
    return _reached(reading, rules, rules.score)


def told_condition(reading: SheetContext, rules: DealRules, condition: Expression) -> Expression:
    """A condition of a contract; `true` or `false` where nothing can change it."""
    met = Choice((Branch(Number(1), condition),), Number(0))
    match _reached(reading, rules, met):
        case Number(value=value):
            return Truth(value == 1)
        case Choice(branches=(branch,)):
            return branch.condition
        case _:
            return reading.fold(condition)


def told_of_bids(
    reading: SheetContext, ranges: Mapping[str, Range], condition: Expression
) -> Expression:
    """A condition of a limit on bids, without what always or never holds."""
    return simplify(_without_the_sure(reading.fold(condition), ranges), {}, tidy=True)


def _reached(reading: SheetContext, rules: DealRules, e: Expression) -> Expression:
    plain = reading.unconditional(e)
    if plain is not None:
        return plain
    sure = _without_the_sure(reading.fold(e), bounds(reading, rules))
    known = simplify(sure, {}, tidy=True)
    if not isinstance(known, Choice):
        return known
    *branches, (rest, _) = _leaves(known)
    flat = tuple(Branch(value, condition) for value, condition in branches)
    return _without_the_dead(reading, rules, Choice(flat, rest))


def _leaves(e: Expression, path: Expression = _ALWAYS) -> Iterator[tuple[Expression, Expression]]:
    """The values of a list of `when` that holds no other list, each with its condition."""
    if not isinstance(e, Choice):
        yield e, path
        return
    for branch in e.branches:
        condition = simplify(Logic("and", (path, branch.condition)), {}, tidy=True)
        yield from _leaves(branch.value, condition)
    yield from _leaves(e.otherwise, path)


def bounds(reading: SheetContext, rules: DealRules) -> Mapping[str, Range]:
    """Between which bounds everything stays that a deal or a bid in it can depend on."""
    own = _own_rows(reading, rules)
    players, deals = [table.players for table, _ in own], [row.number for _, row in own]
    most = {"players": max(players), "deal": max(deals), "cards": max(r.high for _, r in own)}
    return {
        **_with_others(rules, most),
        "players": Bounds(min(players), most["players"]),
        "deal": Bounds(min(deals), most["deal"]),
        "cards": Bounds(min(row.low for _, row in own), most["cards"]),
    }


def _own_rows(reading: SheetContext, rules: DealRules) -> list[tuple[Table, ScheduledDeal]]:
    """The deals in which these rules hold; all of them where they may be called anywhere."""
    rows = [(table, row) for table in reading.tables for row in table.schedule]
    return [(table, row) for table, row in rows if row.name == rules.name] or rows


def _deals(
    reading: SheetContext, rules: DealRules, used: frozenset[str]
) -> Iterator[Mapping[str, int]]:
    """Players, number and cards of each deal in which these rules hold; only what is used varies.

    The largest deals come first.
    """
    if used & {"bids", "makers", "most_count"}:  # of which there can be more with more players
        used |= {"players"}
    met = set()
    for table, row in sorted(_own_rows(reading, rules), key=lambda each: -each[1].high):
        players = table.players
        sizes = range(row.high, row.low - 1, -1) if "cards" in used else (row.high,)
        for cards in sizes:
            key = (players * ("players" in used), row.number * ("deal" in used), cards)
            if key not in met:
                met.add(key)
                yield {"players": players, "deal": row.number, "cards": cards}


def _with_others(rules: DealRules, names: Mapping[str, int]) -> dict[str, Range]:
    """The bounds of every name in one deal."""
    players, cards = names["players"], names["cards"]
    fixed = rules.bid.number if isinstance(rules.bid, FixedBid) else None
    return {
        **{name: exactly(value) for name, value in names.items()},
        "bid": exactly(fixed) if fixed is not None else Bounds(0, cards),
        "bids": exactly(fixed * players) if fixed is not None else Bounds(0, cards * players),
        "tricks": Bounds(0, cards),
        "made": EITHER,
        "points": Bounds(-LARGEST, LARGEST),
        "most": Bounds(0, cards),
        "most_count": Bounds(1, players),
        "makers": Bounds(0, players),
        "auction": Bounds(0, cards),
        "blind": EITHER if rules.sight == "by choice" else NO,
    }


def _without_the_sure(e: Expression, ranges: Mapping[str, Range]) -> Expression:
    """The expression with conditions that always or never hold as such."""
    if isinstance(e, Comparison | Logic | Inverse):
        found = _range(e, ranges)
        if found in (YES, NO):
            return Truth(found == YES)
    return with_parts(e, [_without_the_sure(part, ranges) for part in parts(e)])


def _range(e: Expression, ranges: Mapping[str, Range]) -> Range:
    try:
        return range_of(e, ranges)
    except NotShownError:
        return EITHER


def _without_the_dead(reading: SheetContext, rules: DealRules, choice: Choice) -> Expression:
    """The branches of a list that somebody can come to; the last of them is the rest."""
    branches = choice.branches
    used = frozenset().union(*(variables(branch.condition) for branch in branches))
    taken: set[int] = set()
    for number, scene in enumerate(_scenes(reading, rules, used)):
        taken.update(_taken(branches, scene))
        if number == _MOST_SCENES or len(taken) > len(branches):
            return choice
    left = [branch for number, branch in enumerate(branches) if number in taken]
    rest = choice.otherwise
    if len(branches) not in taken and left:
        rest = left.pop().value
    return simplify(Choice(tuple(left), rest), {}, tidy=True) if left else rest


def _scenes(
    reading: SheetContext, rules: DealRules, used: frozenset[str]
) -> Iterator[Mapping[str, Range]]:
    """Every deal with every bid and number of tricks, as far as it is used."""
    for names in _deals(reading, rules, used):
        ranges = _with_others(rules, names)
        every = range(names["cards"] + 1)
        tricks: Iterable[int] = every if used & {"tricks", "made"} else (0,)
        if isinstance(rules.bid, FixedBid):
            bids: Iterable[int] = (rules.bid.number,)
        else:
            bids = every if used & {"bid", "made"} else (0,)
        for bid, won in product(bids, tricks):
            yield {
                **ranges,
                "bid": exactly(bid),
                "tricks": exactly(won),
                "made": exactly(bid == won),
            }


def _taken(branches: tuple[Branch, ...], scene: Mapping[str, Range]) -> Iterator[int]:
    """The numbers of the branches that may be taken, of `otherwise` the one after them."""
    for number, branch in enumerate(branches):
        found = _range(branch.condition, scene)
        if found != NO:
            yield number
        if found == YES:
            return
    yield len(branches)
