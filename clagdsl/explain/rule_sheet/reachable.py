"""Partially evaluates scores, contracts, limits and end conditions, leaving out unreachable parts.

A branch that no bid and no number of tricks reaches is dropped, and so is a condition that always
holds. Conditions are decided in three steps, the cheapest first:

1. by the known names (`SheetContext.fold`);
2. by the bounds of every name in the deals concerned, or by trying each of these deals;
3. for the branches of a score, by trying every bid and number of tricks of every deal.

`ConditionBudget` limits the last step. A condition that is not decided within it stays, which makes
a sheet longer but never wrong.

`diff.partial_eval` is different: it fills known values into a whole game, which stays a game. The
two share only `simplify`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, product
from typing import Final, TypeAlias

from clagdsl.explain.rule_sheet.context import SheetContext, memoized
from clagdsl.lang.expr.ast import parts, with_parts
from clagdsl.lang.expr.evaluate import EvaluationError, holds
from clagdsl.lang.expr.free_variables import variables, written_names
from clagdsl.lang.expr.intervals import (
    EITHER,
    NO,
    YES,
    Bounds,
    NotShownError,
    Range,
    point_range,
    range_of,
)
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.expr.simplify import simplify
from clagdsl.lang.policies.play import Sight
from clagdsl.lang.rules import (
    TRUMP_WORDS,
    AuctionTrump,
    BidRule,
    Branch,
    Call,
    Choice,
    Comparison,
    Expression,
    FixedBid,
    Inverse,
    Logic,
    Number,
    Truth,
)
from clagdsl.table.bid_masks import NO_BID
from clagdsl.table.choices import trump_names_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.schedule import ScheduledDeal

_ALWAYS: Final = Truth(True)
_MOST_SCENES: Final = 5_000
"""The most cases of deal, bid and tricks in which to look for a branch; a branch that needs more
stays.
"""
_MOST_TRIED: Final = 20_000
"""The most conditions to try for one score; `ConditionBudget` limits them for a whole sheet."""
_MOST_DEALS: Final = 500
"""The most deals in which to try a condition, to see whether it has the same value in all of them.
"""

_ANY_POINTS: Final = Bounds(-LARGEST, LARGEST)

_Deal: TypeAlias = tuple[tuple[str, int], ...]
"""The players, number and cards of a deal, as far as expressions depend on them."""


def reachable_score(context: SheetContext, rules: DealRules) -> Expression:
    """Returns the score of a deal without unreachable parts, at all tables that have the same
    score.

    Otherwise one score would be worded in several ways, by its reachable parts with few or many
    cards.
    """
    return _reachable(_where_scored(context, rules), rules, rules.score)


def same_score(context: SheetContext, rules: DealRules, reference: DealRules) -> bool:
    """Returns whether another deal's wording of the same score also fits this deal."""
    reference_score, own = reachable_score(context, reference), reachable_score(context, rules)
    return (
        reference_score == own
        or _reachable(_where_scored(context, rules), rules, reference_score) == own
    )


def same_contract(
    context: SheetContext, rules: DealRules, reference: DealRules, condition: Expression
) -> bool:
    """Returns whether another deal's wording of the same contract also fits this deal."""
    reference_condition = reachable_condition(context, reference, condition)
    own = reachable_condition(context, rules, condition)
    return (
        reference_condition == own
        or reachable_condition(context, rules, reference_condition) == own
    )


def _where_scored(context: SheetContext, rules: DealRules) -> SheetContext:
    """Returns the context of all tables if they share the score, else this context."""
    return context.whole if _same_everywhere(context.whole, rules) else context


def _same_everywhere(context: SheetContext, rules: DealRules) -> bool:
    """Returns whether a deal is scored in the same way for every number of players."""
    if "players" in variables(context.fold(rules.score)):
        return False

    def score() -> Expression | None:
        tables = (context.rules_of(rules.name, rules.calls, table) for table in context.tables)
        first, *others = (each.score for each in tables)
        return first if all(each == first for each in others) else None

    key = (_same_everywhere, context.player_counts, rules.name, rules.calls)
    return rules.score == context.memoize(key, score)


def reachable_condition(
    context: SheetContext, rules: DealRules, condition: Expression
) -> Expression:
    """Returns the condition of a contract; `true` or `false` if nothing can change it."""
    match _memoized(_reachable_truth, context, rules, condition):
        case Number(value=value):
            return Truth(value == 1)
        case Choice(branches=(branch,)):
            return branch.condition
        case _:
            return context.fold(condition)


def _reachable_truth(context: SheetContext, rules: DealRules, condition: Expression) -> Expression:
    """Returns the reachable part of an indicator: 1 if a condition holds, 0 otherwise."""
    return _reachable_part(context, rules, Choice((Branch(Number(1), condition),), Number(0)))


def reachable_limit(context: SheetContext, rules: DealRules, condition: Expression) -> Expression:
    """Returns the condition of a limit on bids without parts that always or never hold."""
    return _memoized(_reachable_bound, context, rules, condition)


def _reachable_bound(context: SheetContext, rules: DealRules, condition: Expression) -> Expression:
    folded = context.fold(condition)
    deals = _own_deals(context, rules, variables(folded))
    return _simplify_certain(folded, bounds(context, rules), deals)


def reachable_worth(context: SheetContext, worth: Expression, sizes: Sequence[int]) -> Expression:
    """Returns the value of a trick in deals of these sizes, without unreachable parts."""
    low, high = min(sizes), max(sizes)
    ranges = {"trick": Bounds(1, high), "cards": Bounds(low, high)}
    deals = tuple((("cards", size),) for size in sizes)
    return _simplify_certain(context.fold(worth), ranges, deals)


def reachable_end(context: SheetContext) -> Expression | None:
    """Returns the condition that ends a match early; None if it never holds.

    Parts that always or never hold in the deals before the last one are left out.
    """
    ends = context.game.ends
    deals = [
        {"players": table.players, "deal": number}
        for table in context.tables
        for number in range(1, len(table.schedule))
    ]
    if ends is None or not deals:
        return None
    condition = context.fold(ends.condition)
    numbers = [names["deal"] for names in deals]
    ranges = {
        "players": Bounds(context.player_counts[0], context.player_counts[-1]),
        "deal": Bounds(min(numbers), max(numbers)),
        "highest_total": _ANY_POINTS,
        "lowest_total": _ANY_POINTS,
        "leaders": Bounds(1, context.player_counts[-1]),
    }
    simplified = _simplify_certain(condition, ranges, _distinct_deals(deals, variables(condition)))
    return None if simplified == Truth(False) else simplified


_Transform: TypeAlias = Callable[[SheetContext, DealRules, Expression], Expression]


def _reachable(context: SheetContext, rules: DealRules, e: Expression) -> Expression:
    return _memoized(_reachable_part, context, rules, e)


def _memoized(
    transform: _Transform, context: SheetContext, rules: DealRules, e: Expression
) -> Expression:
    """Returns the result of `transform`, computed once for all deals with the same result.

    The key is the id of the expression: folded expressions are kept alive, and comparing long
    scores is slower than simplifying them.
    """
    scene = context.scene(rules.name, numbered="deal" in variables(context.fold(e)))
    trumps = _trumps(context, rules)
    key = (transform, id(e), scene, rules.bid, rules.sight, trumps, context.player_counts)
    return context.memoize(key, lambda: transform(context, rules, e))


def _reachable_part(context: SheetContext, rules: DealRules, e: Expression) -> Expression:
    folded = context.fold(e)
    read = variables(folded)
    ranges = tuple((name, r) for name, r in bounds(context, rules).items() if name in read)
    flattened, used = _flatten(folded, ranges, _own_deals(context, rules, read))
    if not isinstance(flattened, Choice):
        return flattened
    return _drop_dead_branches(context, rules, flattened, used)


@lru_cache(maxsize=512)
def _flatten(
    folded: Expression, ranges: tuple[tuple[str, Range], ...], deals: tuple[_Deal, ...]
) -> tuple[Expression, frozenset[str]]:
    """Returns the expression with decided conditions replaced and nested `when` lists merged.

    Also returns the names in the conditions of the merged list.
    """
    # cached here, since every number of players needs it
    decided = _simplify_certain(folded, dict(ranges), deals)
    if not isinstance(decided, Choice):
        return decided, frozenset()
    *branches, (rest, _) = _leaves(decided)
    used = frozenset().union(*(written_names(condition) for _, condition in branches))
    return Choice(tuple(Branch(value, condition) for value, condition in branches), rest), used


def _leaves(e: Expression, path: Expression = _ALWAYS) -> Iterator[tuple[Expression, Expression]]:
    """Yields the values of nested `when` lists, each with its whole condition."""
    if not isinstance(e, Choice):
        yield e, path
        return
    for branch in e.branches:
        condition = simplify(Logic("and", (path, branch.condition)), {}, tidy=True)
        yield from _leaves(branch.value, condition)
    yield from _leaves(e.otherwise, path)


def bounds(context: SheetContext, rules: DealRules) -> Mapping[str, Range]:
    """Returns the bounds of every name that a deal or a bid in it can depend on."""
    own = context.dealt(rules.name)
    players, deals = [dealt.players for dealt in own], [dealt.number for dealt in own]
    most = {"players": max(players), "deal": max(deals), "cards": max(dealt.high for dealt in own)}
    return {
        **_with_others(rules.bid, rules.sight, most),
        "trump": _trumps(context, rules),
        "players": Bounds(min(players), most["players"]),
        "deal": Bounds(min(deals), most["deal"]),
        "cards": Bounds(min(dealt.low for dealt in own), most["cards"]),
    }


def _trumps(context: SheetContext, rules: DealRules) -> frozenset[str]:
    """Returns the values that `trump` can have in deals with these rules: all of them if a call, an
    auction or the pack of another table may allow more than these rules.
    """
    may_differ = isinstance(rules.trump, AuctionTrump) or context.game.pack is not None
    return frozenset(TRUMP_WORDS if may_differ else trump_deals(context, rules.name, rules.calls))


@memoized
def trump_deals(
    context: SheetContext, deal: str, calls: tuple[str, ...], players: int | None = None
) -> Mapping[str, tuple[int, ScheduledDeal]]:
    """Returns each value that `trump` can have in deals of a name and call, with the most cards in
    such a deal, and the deal.

    These are the deals for `players` players, or for every number.
    """
    tables = [table for table in context.tables if players in (None, table.players)]
    largest: dict[str, tuple[int, ScheduledDeal]] = {}
    is_scheduled = any(table.deals_of(deal) for table in tables)
    for table in tables:
        for row in table.deals_of(deal) if is_scheduled else table.schedule:
            for cards in row.sizes:
                own = table.rules_with(deal, calls, row.number, cards)
                for trump in possible_trumps(own, cards):
                    if trump not in largest or largest[trump][0] < cards:
                        largest[trump] = cards, row
    return largest


def possible_trumps(rules: DealRules, cards: int) -> tuple[str, ...]:
    """Returns the values that `trump` can have in a deal; all if a call may still decide it."""
    return TRUMP_WORDS if isinstance(rules.call, Call) else trump_names_of(rules, cards)


def _deals(
    context: SheetContext, rules: DealRules, used: frozenset[str]
) -> Iterator[Mapping[str, int]]:
    """Yields the players, number and cards of each deal with these rules, largest deals first.

    Players and number are 0 if unused. If cards are unused, only the most that are dealt are tried.
    """
    if used & {"bids", "same_bids", "makers", "most_count"}:  # more players allow more of these
        used |= {"players"}
    met = set()
    for dealt in sorted(context.dealt(rules.name), key=lambda each: -each.high):
        players, number = dealt.players * ("players" in used), dealt.number * ("deal" in used)
        for cards in reversed(dealt.sizes) if "cards" in used else (dealt.high,):
            if (players, number, cards) not in met:
                met.add((players, number, cards))
                yield {"players": players, "deal": number, "cards": cards}


def _own_deals(context: SheetContext, rules: DealRules, read: frozenset[str]) -> tuple[_Deal, ...]:
    """Returns the deals with these rules that differ in a name in `read`; empty if there are too
    many.
    """
    used = read & {"players", "deal", "cards"}
    return _distinct_deals(_deals(context, rules, used), used) if used else ()


def _distinct_deals(deals: Iterable[Mapping[str, int]], read: frozenset[str]) -> tuple[_Deal, ...]:
    """Returns the deals that differ in a name in `read`; empty if there are too many."""
    every = (tuple((name, names[name]) for name in names if name in read) for names in deals)
    distinct = tuple(islice(dict.fromkeys(every), _MOST_DEALS + 1))
    return distinct if len(distinct) <= _MOST_DEALS else ()


def _with_others(bid: BidRule, sight: Sight, names: Mapping[str, int]) -> dict[str, Range]:
    """Returns the bounds of every name in one deal."""
    players, cards = names["players"], names["cards"]
    fixed = bid.number if isinstance(bid, FixedBid) else None
    return {
        **{name: point_range(value) for name, value in names.items()},
        "bid": point_range(fixed) if fixed is not None else Bounds(0, cards),
        "bids": point_range(fixed * players) if fixed is not None else Bounds(0, cards * players),
        "previous_bid": Bounds(NO_BID, cards),
        "highest_bid": Bounds(NO_BID, cards) if fixed is None else point_range(fixed),
        "same_bids": Bounds(0, players - 1),
        "tricks": Bounds(0, cards),
        "made": EITHER,
        "points": _ANY_POINTS,
        "most": Bounds(0, cards),
        "most_count": Bounds(1, players),
        "makers": Bounds(0, players),
        "auction": Bounds(0, cards),
        "blind": EITHER if sight == "by choice" else NO,
    }


def _simplify_certain(
    e: Expression, ranges: Mapping[str, Range], deals: Sequence[_Deal]
) -> Expression:
    """Returns the expression simplified, with conditions that always or never hold replaced."""
    return simplify(_replace_certain(e, ranges, deals), {}, tidy=True)


def _replace_certain(
    e: Expression, ranges: Mapping[str, Range], deals: Sequence[_Deal]
) -> Expression:
    """Returns the expression with conditions replaced that always or never hold in these deals."""
    if isinstance(e, Comparison | Logic | Inverse):
        outcome = _range(e, ranges)
        if outcome not in (YES, NO) and deals and written_names(e) <= dict(deals[0]).keys():
            outcome = _outcomes(e, deals)
        if outcome in (YES, NO):
            return Truth(outcome == YES)
    return with_parts(e, [_replace_certain(part, ranges, deals) for part in parts(e)])


def _outcomes(condition: Expression, deals: Sequence[_Deal]) -> Range:
    """Returns the possible values of a condition in these deals; it may depend only on the deal."""
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


def _drop_dead_branches(
    context: SheetContext, rules: DealRules, choice: Choice, used: frozenset[str]
) -> Expression:
    """Returns a choice with only its reachable branches; the last of them becomes `otherwise`."""
    deals = tuple(tuple(names.items()) for names in _deals(context, rules, used))
    key = (choice, deals, rules.bid, rules.sight)

    def live() -> Expression:
        budget = context.budget
        if budget.remaining <= 0:
            return choice
        tried, simplified = _live_branches(*key, used)
        budget.remaining -= tried
        return simplified if budget.remaining >= 0 else choice

    return context.memoize(key, live)


@lru_cache(maxsize=512)
def _live_branches(
    choice: Choice,
    deals: tuple[_Deal, ...],
    bid: BidRule,
    sight: Sight,
    used: frozenset[str],
) -> tuple[int, Expression]:
    """Returns the number of conditions tried, and the choice without the branches that are never
    taken.
    """
    branches, tried = choice.branches, 0
    taken: set[int] = set()
    for number, scene in enumerate(_scenes(deals, bid, sight, used)):
        reached, last = _taken_branches(branches, scene)
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
    """Yields every combination of deal, bid and number of tricks, as far as these are used."""
    for dealt in deals:
        names = dict(dealt)
        # if players are unused, nothing that is read depends on their number
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
                "bid": point_range(bid),
                "tricks": point_range(won),
                "made": point_range(bid == won),
            }


def _taken_branches(
    branches: tuple[Branch, ...], scene: Mapping[str, Range]
) -> tuple[set[int], int]:
    """Returns the indices of the branches that may be taken, and that of the last one tried.

    `otherwise` counts as the branch after the others.
    """
    taken: set[int] = set()
    for number, branch in enumerate(branches):
        outcome = _range(branch.condition, scene)
        if outcome != NO:
            taken.add(number)
        if outcome == YES:
            return taken, number
    return taken | {len(branches)}, len(branches)
