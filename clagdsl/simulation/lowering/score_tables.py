"""Tables of scores and of allowed bids, over only the variables that they depend on.

- Input: the rules of a deal with its number of cards, and the possible values of history figures.
- Output: a flat `ScoreTable` with a step for each variable, or masks of allowed bids.

Every entry is computed by the functions of `table` that the interpreter calls, so expressions are
evaluated in one place only.  An entry for which the expression has no value is NO_VALUE; the
checker proves that no match uses it.  A table that would be too large raises U627.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final, TypeAlias

import numpy as np

from clagdsl import problems
from clagdsl.lang.expr.ast import Expression, Truth
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.rules import ROW_DEALS, TRUMP_WORDS, FixedBid, Keeps, NoBid, Past
from clagdsl.simulation.lowering.arrays import NO_VALUE, Array
from clagdsl.table.bid_masks import PAST_BIDS
from clagdsl.table.bids import OwnPast
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import limits_read
from clagdsl.table.outcome_tables import (
    ScoreColumns,
    added_column,
    bid_table,
    condition_column,
    score_columns,
)
from clagdsl.table.outcomes import BLIND, Outcomes, count_this_deal
from clagdsl.table.scoring import each_worth, possible_points, score_names, worths

NAMES: Final = (
    "bid",
    "tricks",
    "points",
    "most",
    "most_count",
    "makers",
    "bids",
    "highest_bid",
    "same_bids",
    "trump",
)
"""The variables that a score may depend on, in the order of a scene's columns."""

Figures: TypeAlias = range | tuple[int, ...]
"""All values of a figure; a table has adjacent entries for these, even if there are gaps."""

MOST_ENTRIES: Final = 1_000_000
"""The maximum number of entries in a table.

The checker refuses expressions with more combinations.
"""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """Scores, and whether contracts were made, as flat arrays.

    The index of an entry is the sum of each variable's value times its step, minus `lowest`.  The
    steps of history figures follow those of NAMES.
    """

    scores: Array
    completed: Array
    steps: tuple[int, ...]
    lowest: int


def score_table(
    rules: DealRules,
    deal: int,
    cards: int,
    past: Mapping[str, Figures],
    cache: dict[object, ScoreTable],
) -> ScoreTable:
    """Returns the scores of a deal with this many cards; deals with equal scoring share a table.

    `past` has the possible values of the game's history figures.
    """
    used = with_tricks(score_names(rules), rules, cards)
    fixed = rules.bid.number if isinstance(rules.bid, FixedBid) else None
    key = (
        rules.score,
        rules.completed,
        rules.bid,
        fixed,
        deal if "deal" in used else None,
        cards,
        worths(rules, cards).key if "points" in used else None,
        rules.names[ROW_DEALS] if ROW_DEALS in used else None,
    )
    made = cache.get(key)
    if made is None:
        made = cache[key] = _tabulated(
            rules, cards, used, past, lambda outcomes: score_columns(rules, deal, cards, outcomes)
        )
    return made


def history_table(
    remembered: Past, rules: DealRules, deal: int, cards: int, won_with: Mapping[str, Figures]
) -> ScoreTable:
    """Returns the amounts that a deal adds to a tally, or 1 and 0 for a run, instead of scores.

    `won_with` has the possible winning numbers of an auction, whether a bid can be blind, and the
    possible scores, as far as the game has or the expression reads them.
    """
    used = variables(remembered.expression)
    if "made" in used:
        used |= {"bid", "tricks"}
    return _tabulated(
        rules,
        cards,
        with_tricks(used, rules, cards),
        won_with,
        lambda outcomes: ScoreColumns(added_column(remembered, rules, deal, cards, outcomes), None),
    )


def with_tricks(used: frozenset[str], rules: DealRules, cards: int) -> frozenset[str]:
    """Returns `used`, with the tricks added if the points depend on them."""
    alike = "points" in used and each_worth(rules, cards) is not None
    return used | {"tricks"} if alike else used


def _tabulated(
    rules: DealRules,
    cards: int,
    used: frozenset[str],
    past: Mapping[str, Figures],
    columns: Callable[[Outcomes], ScoreColumns],
) -> ScoreTable:
    pairs = _trick_values(rules, cards) if "points" in used else [(n, 0) for n in range(cards + 1)]
    ranges = _ranges(rules, cards, [points for _, points in pairs])
    if each_worth(rules, cards) is not None:
        ranges["points"] = range(1)
        used = used - {"points"}
    names = (*NAMES, *past)
    ranges |= past
    dimensions: list[Figures] = [ranges[name] if name in used else range(1) for name in names]
    size = prod(len(each) for each in dimensions)
    _check_size(rules, size)
    steps = tuple(
        prod(len(each) for each in dimensions[place + 1 :]) if name in used else 0
        for place, name in enumerate(names)
    )
    lowest = sum(
        step * each[0]
        for step, each in zip(steps, dimensions, strict=True)
        if isinstance(each, range)
    )
    scores = np.full(size, NO_VALUE, np.int64)
    completed = np.full(size, -1, np.int8)
    outcomes = _outcomes(pairs, names, dimensions, used, bids=not isinstance(rules.bid, NoBid))
    computed = columns(count_this_deal(_with_trump_words(outcomes)))
    figures = np.array(outcomes.rows, np.int64)[:, : len(names)]
    for place, each in enumerate(dimensions):
        if not isinstance(each, range):
            figures[:, place] = np.searchsorted(each, figures[:, place])
    places = figures @ np.array(steps, np.int64) - lowest
    contracts = computed.completed or [False] * len(places)
    for place, score, contract in zip(places, computed.scores, contracts, strict=True):
        if score is None or contract is None:  # the checker proves that no match reads this entry
            continue
        scores[place] = score
        if computed.completed is not None:
            completed[place] = contract
    return ScoreTable(scores, completed, steps, lowest)


def _trick_values(rules: DealRules, cards: int) -> list[tuple[int, int]]:
    """Returns the (tricks, points) pairs to tabulate, which include those that players estimate.

    If cards have individual values, players estimate with average ones.
    """
    sums, trick_worths = possible_points(rules, cards), worths(rules, cards)
    if not trick_worths.by_trump:
        return [(tricks, points) for tricks, worth in enumerate(sums) for points in worth]
    low = min(map(min, sums)) + sum(min(0, value) for value in trick_worths.usual)
    high = max(map(max, sums)) + sum(max(0, value) for value in trick_worths.usual)
    _check_size(rules, (high - low + 1) * (cards + 1))
    return list(product(range(cards + 1), range(low, high + 1)))


def _check_size(rules: DealRules, entries: int) -> None:
    """Raises ArgumentError if a table would be too large."""
    if entries > MOST_ENTRIES:
        raise problems.arguments.NotTabulated(
            f"the score of `{rules.name}` depends on too much"
        ).error()


def _ranges(rules: DealRules, cards: int, points: Sequence[int]) -> dict[str, Figures]:
    bid = range(cards + 1)
    bids, same = range(rules.players * cards + 1), range(rules.players)
    if isinstance(rules.bid, FixedBid):
        bid = range(rules.bid.number, rules.bid.number + 1)
        bids = range(bid[0] * rules.players, bid[0] * rules.players + 1)
        same = same[-1:]
    return {
        "bid": bid,
        "tricks": range(cards + 1),
        "points": range(min(points), max(points) + 1),
        "most": range(1, cards + 1),
        "most_count": range(1, rules.players + 1),
        "makers": range(rules.players + 1),
        "bids": bids,
        "highest_bid": bid,
        "same_bids": same,
        "trump": range(len(TRUMP_WORDS)),
    }


def _outcomes(
    pairs: Sequence[tuple[int, int]],
    names: Sequence[str],
    dimensions: Sequence[Figures],
    used: frozenset[str],
    *,
    bids: bool,
) -> Outcomes:
    """Returns all combinations of values on which a seat's score may depend, possible or not.

    Players also estimate impossible outcomes, so these are more than the checker's proofs cover.
    """
    bid_range, _, _, *ranges = dimensions
    others: list[Sequence[int]] = list(ranges)
    # Rows differ only in variables that the score depends on, so they fit into the table; the
    # caller has checked its size.
    chosen = {
        (tricks if "tricks" in used else 0, points if "points" in used else 0): (tricks, points)
        for tricks, points in pairs
    }
    blind = names.index(BLIND) if BLIND in names else None
    if blind is not None:  # a truth value, not a number
        others[blind - 3] = [bool(figure) for figure in others[blind - 3]]
    rows = [
        (bid, tricks, points, *rest, bids and bid == tricks)
        for (tricks, points), bid, rest in product(chosen.values(), bid_range, product(*others))
    ]
    return Outcomes((*names, "made"), rows)


def _with_trump_words(outcomes: Outcomes) -> Outcomes:
    """Returns the outcomes with words instead of the numbers of trumps."""
    at = NAMES.index("trump")
    rows = [(*row[:at], TRUMP_WORDS[int(row[at])], *row[at + 1 :]) for row in outcomes.rows]
    return Outcomes(outcomes.names, rows)


# --- allowed bids, as masks --------------------------------------------------------------


MOST_MASKS = 1_000_000
"""The maximum number of masks for a deal."""

MOST_CARDS = 62
"""The highest bid that fits into a mask."""


@dataclass(frozen=True, slots=True)
class AllowedBids:
    """The allowed bids of a deal as a flat list of masks, for all values of its history figures.

    `room` is the number of masks for one combination of these figures; the last figure varies
    fastest. There are two layouts:

    - Limits read only the sum of the earlier bids: a mask of the allowed bids for each sum. Those
      for all bids but the last come first, then those for the last bid. `steps` is empty.
    - They read more: a mask of the bids that meet a condition. There is one for each condition in
      LIMIT_CONDITIONS and each value of the names in PAST_STEPS that are read. `steps` has the
      distance between two conditions, then between two values of each name.
    """

    masks: list[int]
    room: int
    steps: tuple[int, ...]


LIMIT_CONDITIONS: Final = (
    "each bid, keeps",
    "each bid, otherwise",
    "last bid, keeps",
    "last bid, otherwise",
)
"""The conditions of limits, in the order of their masks.

Every bid meets a condition of a limit that is free. `otherwise` is the condition before if a limit
has none.
"""

PAST_STEPS: Final = ("bids", *PAST_BIDS)
"""The names on whose values masks of conditions depend, in the order of `steps`.

`bids` is the sum of the earlier bids, `same_bids` the number of those equal to the bid judged.
"""


def allowed_bids(
    rules: DealRules, deal: int, cards: int, past: Mapping[str, Figures]
) -> AllowedBids:
    """Returns the allowed bids of a deal for all values of the history figures in `past`."""
    if cards > MOST_CARDS:
        raise problems.arguments.NotTabulated(
            f"`{rules.name}` has more than {MOST_CARDS} cards"
        ).error()
    masks: list[int] = []
    steps: tuple[int, ...] = ()
    remembers = bool(rules.bid_memory.names)
    combinations = prod(map(len, past.values()))
    for figures in product(*past.values()):
        own = tuple(zip(past, figures, strict=True))
        if remembers:
            steps, more = _condition_masks(rules, deal, cards, own)
        else:
            table = bid_table(rules, deal, cards, own)
            more = [*table.each, *table.last]
        masks += more
        # every combination of figures has as many masks
        if len(more) * combinations > MOST_MASKS:
            raise problems.arguments.NotTabulated(
                f"the limits on bids of `{rules.name}` depend on too much"
            ).error()
    return AllowedBids(masks, len(masks) // combinations, steps)


def _condition_masks(
    rules: DealRules, deal: int, cards: int, past: OwnPast
) -> tuple[tuple[int, ...], list[int]]:
    """Returns the steps between the masks of conditions, and these masks."""
    read = limits_read(rules)
    before = range(-1, cards + 1)
    ranges = (range((rules.players - 1) * cards + 1), before, before, range(rules.players))
    values = [
        each if name in read else each[:1] for name, each in zip(PAST_STEPS, ranges, strict=True)
    ]
    sizes = [len(each) for each in values]
    steps = tuple(prod(sizes[place:]) for place in range(len(sizes) + 1))
    masks: list[int] = []
    for limit in (rules.each_bid, rules.last_bid):
        keeps: Expression = Truth(True)
        otherwise = keeps
        if isinstance(limit, Keeps):
            keeps, otherwise = limit.condition, limit.otherwise or limit.condition
        for condition in (keeps, otherwise):
            rows = [
                (bid, total + bid, *figures)
                for total, *figures in product(*values)
                for bid in range(cards + 1)
            ]
            met = condition_column(rules, deal, cards, past, condition, rows)
            weighed = [bool(held) << row[0] for held, row in zip(met, rows, strict=True)]
            masks += [sum(weighed[n : n + cards + 1]) for n in range(0, len(weighed), cards + 1)]
    return (steps[0], *(step * (n > 1) for step, n in zip(steps[1:], sizes, strict=True))), masks
