"""Partial evaluation of scores, contracts, limits and ends: what cannot come about is left out.

A branch that no bid and no number of tricks reaches is not told, nor that a condition always holds.
Conditions are decided in three steps, the cheapest first:

1. by the known names (`SheetContext.fold`);
2. by the bounds of every name in the deals concerned, or by trying each of these deals;
3. for the branches of a score, by trying every bid and number of tricks of every deal.

The last step is limited by `SheetPatience`.  What is not decided within it stays, which makes a
sheet longer but never wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, product
from typing import Final, TypeAlias

from clagdsl.explain.rule_sheet.context import SheetContext
from clagdsl.lang.expr.evaluate import EvaluationError, holds
from clagdsl.lang.expr.free_variables import variables, written_names
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
from clagdsl.lang.expr.tree import parts, with_parts
from clagdsl.lang.policies.play import Sight
from clagdsl.lang.rules import (
    BidRule,
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

_ALWAYS: Final = Truth(True)
_MOST_SCENES: Final = 5_000
"""In how many deals, bids and tricks a branch is looked for; one that takes more is told."""
_MOST_TRIED: Final = 20_000
"""So many conditions are tried of one score, and `SheetPatience` says how many of a sheet."""
_MOST_DEALS: Final = 500
"""A condition is tried in at most so many deals to see whether it is the same in all of them."""

_ANY_POINTS: Final = Bounds(-LARGEST, LARGEST)

_Deal: TypeAlias = tuple[tuple[str, int], ...]
"""The players, number and cards of a deal, as far as something reads them."""


def told_score(reading: SheetContext, rules: DealRules) -> Expression:
    """The score of a deal, as far as anybody can come to it: at any table with the same score.

    Else one score would be told in several ways, by what can be reached with few or many cards.
    """
    return _reached(_where_scored(reading, rules), rules, rules.score)


def same_score(reading: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    """Whether the score, as it is told of another deal that has it too, is that of this one."""
    told, own = told_score(reading, reference), told_score(reading, rules)
    return told == own or _reached(_where_scored(reading, rules), rules, told) == own


def same_contract(
    reading: SheetContext, rules: DealRules, reference: DealRules, condition: Expression
) -> bool:
    """The same of the condition of a contract, which both deals have."""
    told = told_condition(reading, reference, condition)
    own = told_condition(reading, rules, condition)
    return told == own or told_condition(reading, rules, told) == own


def _where_scored(reading: SheetContext, rules: DealRules) -> SheetContext:
    """The tables for which the score of a deal is told in one go."""
    return reading.whole if _same_everywhere(reading.whole, rules) else reading


def _same_everywhere(reading: SheetContext, rules: DealRules) -> bool:
    """Whether a deal is scored in one way, whatever the number of players."""
    if "players" in variables(reading.fold(rules.score)):
        return False

    def score() -> Expression | None:
        tables = (reading.rules_of(rules.name, rules.calls, table) for table in reading.tables)
        first, *others = (each.score for each in tables)
        return first if all(each == first for each in others) else None

    key = (_same_everywhere, reading.counts, rules.name, rules.calls)
    return rules.score == reading.remember(key, score)


def told_condition(reading: SheetContext, rules: DealRules, condition: Expression) -> Expression:
    """A condition of a contract; `true` or `false` where nothing can change it."""
    match _once(_met, reading, rules, condition):
        case Number(value=value):
            return Truth(value == 1)
        case Choice(branches=(branch,)):
            return branch.condition
        case _:
            return reading.fold(condition)


def _met(reading: SheetContext, rules: DealRules, condition: Expression) -> Expression:
    """What can be reached of 1 where a condition holds, and 0 where it does not."""
    return _worked_out(reading, rules, Choice((Branch(Number(1), condition),), Number(0)))


def told_of_limit(reading: SheetContext, rules: DealRules, condition: Expression) -> Expression:
    """A condition of a limit on the bids of a deal, without what always or never holds there."""
    return _once(_bound, reading, rules, condition)


def _bound(reading: SheetContext, rules: DealRules, condition: Expression) -> Expression:
    folded = reading.fold(condition)
    deals = _own_deals(reading, rules, variables(folded))
    return _decided(folded, bounds(reading, rules), deals)


def told_worth(reading: SheetContext, worth: Expression, sizes: Sequence[int]) -> Expression:
    """What a trick is worth in deals with so many cards, without what never comes about in them."""
    low, high = min(sizes), max(sizes)
    ranges = {"trick": Bounds(1, high), "cards": Bounds(low, high)}
    deals = tuple((("cards", size),) for size in sizes)
    return _decided(reading.fold(worth), ranges, deals)


def told_end(reading: SheetContext) -> Expression | None:
    """When a match is over before its last deal; None if it never is.

    What always or never holds after the deals before the last one is left out.
    """
    ends = reading.game.ends
    deals = [
        {"players": table.players, "deal": number}
        for table in reading.tables
        for number in range(1, len(table.schedule))
    ]
    if ends is None or not deals:
        return None
    condition = reading.fold(ends.condition)
    numbers = [names["deal"] for names in deals]
    ranges = {
        "players": Bounds(reading.counts[0], reading.counts[-1]),
        "deal": Bounds(min(numbers), max(numbers)),
        "highest_total": _ANY_POINTS,
        "lowest_total": _ANY_POINTS,
    }
    told = _decided(condition, ranges, _as_read(deals, variables(condition)))
    return None if told == Truth(False) else told


_Find: TypeAlias = Callable[[SheetContext, DealRules, Expression], Expression]


def _reached(reading: SheetContext, rules: DealRules, e: Expression) -> Expression:
    return _once(_worked_out, reading, rules, e)


def _once(find: _Find, reading: SheetContext, rules: DealRules, e: Expression) -> Expression:
    """What `find` makes of an expression, once for all deals for which it is the same.

    By identity: what was folded is kept, and to compare long scores takes longer than to ask.
    """
    scene = reading.scene(rules.name, numbered="deal" in variables(reading.fold(e)))
    key = (find, id(e), scene, rules.bid, rules.sight, reading.counts)
    return reading.remember(key, lambda: find(reading, rules, e))


def _worked_out(reading: SheetContext, rules: DealRules, e: Expression) -> Expression:
    folded = reading.fold(e)
    read = variables(folded)
    ranges = tuple((name, r) for name, r in bounds(reading, rules).items() if name in read)
    known, used = _flat(folded, ranges, _own_deals(reading, rules, read))
    if not isinstance(known, Choice):
        return known
    return _without_the_dead(reading, rules, known, used)


@lru_cache(maxsize=512)
def _flat(
    folded: Expression, ranges: tuple[tuple[str, Range], ...], deals: tuple[_Deal, ...]
) -> tuple[Expression, frozenset[str]]:
    """The expression without what is sure, a list of `when` as one that holds no other.

    With it what the conditions of such a list read.
    """
    # kept: it is asked again for every number of players
    known = _decided(folded, dict(ranges), deals)
    if not isinstance(known, Choice):
        return known, frozenset()
    *branches, (rest, _) = _leaves(known)
    used = frozenset().union(*(written_names(condition) for _, condition in branches))
    return Choice(tuple(Branch(value, condition) for value, condition in branches), rest), used


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
    own = reading.dealt(rules.name)
    players, deals = [one.players for one in own], [one.number for one in own]
    most = {"players": max(players), "deal": max(deals), "cards": max(one.high for one in own)}
    return {
        **_with_others(rules.bid, rules.sight, most),
        "players": Bounds(min(players), most["players"]),
        "deal": Bounds(min(deals), most["deal"]),
        "cards": Bounds(min(one.low for one in own), most["cards"]),
    }


def _deals(
    reading: SheetContext, rules: DealRules, used: frozenset[str]
) -> Iterator[Mapping[str, int]]:
    """Players, number and cards of each deal in which these rules hold; 0 for what is not used.

    The largest deals come first; cards that are not used are the most that are dealt.
    """
    if used & {"bids", "makers", "most_count"}:  # of which there can be more with more players
        used |= {"players"}
    met = set()
    for dealt in sorted(reading.dealt(rules.name), key=lambda each: -each.high):
        players, number = dealt.players * ("players" in used), dealt.number * ("deal" in used)
        for cards in reversed(dealt.sizes) if "cards" in used else (dealt.high,):
            if (players, number, cards) not in met:
                met.add((players, number, cards))
                yield {"players": players, "deal": number, "cards": cards}


def _own_deals(reading: SheetContext, rules: DealRules, read: frozenset[str]) -> tuple[_Deal, ...]:
    """The deals in which these rules hold, by what is read of them; none if they are too many."""
    used = read & {"players", "deal", "cards"}
    return _as_read(_deals(reading, rules, used), used) if used else ()


def _as_read(deals: Iterable[Mapping[str, int]], read: frozenset[str]) -> tuple[_Deal, ...]:
    """Deals that differ in what is read of them; none if they are too many."""
    every = (tuple((name, names[name]) for name in names if name in read) for names in deals)
    found = tuple(islice(dict.fromkeys(every), _MOST_DEALS + 1))
    return found if len(found) <= _MOST_DEALS else ()


def _with_others(bid: BidRule, sight: Sight, names: Mapping[str, int]) -> dict[str, Range]:
    """The bounds of every name in one deal."""
    players, cards = names["players"], names["cards"]
    fixed = bid.number if isinstance(bid, FixedBid) else None
    return {
        **{name: exactly(value) for name, value in names.items()},
        "bid": exactly(fixed) if fixed is not None else Bounds(0, cards),
        "bids": exactly(fixed * players) if fixed is not None else Bounds(0, cards * players),
        "tricks": Bounds(0, cards),
        "made": EITHER,
        "points": _ANY_POINTS,
        "most": Bounds(0, cards),
        "most_count": Bounds(1, players),
        "makers": Bounds(0, players),
        "auction": Bounds(0, cards),
        "blind": EITHER if sight == "by choice" else NO,
    }


def _decided(e: Expression, ranges: Mapping[str, Range], deals: Sequence[_Deal]) -> Expression:
    """The expression as simple as it is where conditions always or never hold."""
    return simplify(_without_the_sure(e, ranges, deals), {}, tidy=True)


def _without_the_sure(
    e: Expression, ranges: Mapping[str, Range], deals: Sequence[_Deal]
) -> Expression:
    """The expression with conditions that always or never hold, in any of these deals, as such."""
    if isinstance(e, Comparison | Logic | Inverse):
        found = _range(e, ranges)
        if found not in (YES, NO) and deals and written_names(e) <= dict(deals[0]).keys():
            found = _outcomes(e, deals)
        if found in (YES, NO):
            return Truth(found == YES)
    return with_parts(e, [_without_the_sure(part, ranges, deals) for part in parts(e)])


def _outcomes(condition: Expression, deals: Sequence[_Deal]) -> Range:
    """Whether a condition that reads nothing but the deal holds in all, some or none of these."""
    outcomes: set[bool] = set()
    with suppress(EvaluationError):
        for deal in deals:
            outcomes.add(holds(condition, dict(deal)))
            if len(outcomes) > 1:
                break
        return frozenset(outcomes)
    return EITHER


def _range(e: Expression, ranges: Mapping[str, Range]) -> Range:
    try:
        return range_of(e, ranges)
    except NotShownError:
        return EITHER


def _without_the_dead(
    reading: SheetContext, rules: DealRules, choice: Choice, used: frozenset[str]
) -> Expression:
    """The branches of a list that somebody can come to; the last of them is the rest."""
    deals = tuple(tuple(names.items()) for names in _deals(reading, rules, used))
    key = (choice, deals, rules.bid, rules.sight)

    def live() -> Expression:
        patience = reading.patience
        if patience.left <= 0:
            return choice
        tried, found = _live(*key, used)
        patience.left -= tried
        return found if patience.left >= 0 else choice

    return reading.remember(key, live)


@lru_cache(maxsize=512)
def _live(
    choice: Choice,
    deals: tuple[_Deal, ...],
    bid: BidRule,
    sight: Sight,
    used: frozenset[str],
) -> tuple[int, Expression]:
    """How many conditions were tried, and the list without the branches that were never taken."""
    branches, tried = choice.branches, 0
    taken: set[int] = set()
    for number, scene in enumerate(_scenes(deals, bid, sight, used)):
        reached, last = _taken(branches, scene)
        taken |= reached
        tried += last + 1
        if number == _MOST_SCENES or tried > _MOST_TRIED or len(taken) > len(branches):
            return tried, choice
    left = [branch for number, branch in enumerate(branches) if number in taken]
    rest = choice.otherwise
    if len(branches) not in taken and left:
        rest = left.pop().value
    return tried, (simplify(Choice(tuple(left), rest), {}, tidy=True) if left else rest)


def _scenes(
    deals: tuple[_Deal, ...], bid_rule: BidRule, sight: Sight, used: frozenset[str]
) -> Iterator[Mapping[str, Range]]:
    """Every deal with every bid and number of tricks, as far as it is used."""
    for dealt in deals:
        names = dict(dealt)
        # without players nothing is read that depends on how many there are
        ranges = _with_others(bid_rule, sight, {**names, "players": names["players"] or 1})
        every = range(names["cards"] + 1)
        tricks: Iterable[int] = every if used & {"tricks", "made"} else (0,)
        if isinstance(bid_rule, FixedBid):
            bids: Iterable[int] = (bid_rule.number,)
        else:
            bids = every if used & {"bid", "made"} else (0,)
        for bid, won in product(bids, tricks):
            yield {
                **ranges,
                "bid": exactly(bid),
                "tricks": exactly(won),
                "made": exactly(bid == won),
            }


def _taken(branches: tuple[Branch, ...], scene: Mapping[str, Range]) -> tuple[set[int], int]:
    """The branches that may be taken, `otherwise` as the one after them; and the last one tried."""
    taken: set[int] = set()
    for number, branch in enumerate(branches):
        found = _range(branch.condition, scene)
        if found != NO:
            taken.add(number)
        if found == YES:
            return taken, number
    return taken | {len(branches)}, len(branches)
