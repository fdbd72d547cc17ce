"""The score of a seat, over just those names that it depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

import numpy as np

from clagdsl import problems
from clagdsl.lang.rules import FixedBid
from clagdsl.simulation.lowering.arrays import NO_VALUE, Array
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import Outcomes
from clagdsl.table.scoring import score_names, trick_values
from clagdsl.table.tabulate import score_columns

NAMES: Final = ("bid", "tricks", "points", "most", "most_count", "makers", "bids")
"""What a score may depend on, in the order of the columns of a scene."""

MOST_ENTRIES: Final = 1_000_000
"""No table of scores has more; the checker refuses expressions with more combinations."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """Scores and whether the contract is completed, flat.

    The place of an entry is the sum of each name times its step, less `lowest`.
    """

    scores: Array
    completed: Array
    steps: tuple[int, ...]
    lowest: int


def score_table(
    rules: DealRules, deal: int, cards: int, known: dict[object, ScoreTable]
) -> ScoreTable:
    """The scores of a deal with that many cards, made once for all that score alike."""
    used = score_names(rules)
    values = trick_values(rules, cards)
    if "points" in used and len(set(values)) == 1:
        used |= {"tricks"}
    fixed = rules.bid.number if isinstance(rules.bid, FixedBid) else None
    key = (
        rules.score,
        rules.completed,
        rules.bid,
        fixed,
        deal if "deal" in used else None,
        cards,
        values if "points" in used else None,
    )
    made = known.get(key)
    if made is None:
        made = known[key] = _tabulated(rules, deal, cards, used)
    return made


def _tabulated(rules: DealRules, deal: int, cards: int, used: frozenset[str]) -> ScoreTable:
    values = trick_values(rules, cards)
    pairs = sorted(_takings(values))
    ranges = _ranges(rules, cards, [points for _, points in pairs])
    if len(set(values)) == 1:
        ranges["points"] = range(1)
        used = used - {"points"}
    dimensions = [ranges[name] if name in used else range(1) for name in NAMES]
    size = prod(len(each) for each in dimensions)
    if size > MOST_ENTRIES:
        raise problems.arguments.NotSimulated(
            f"the score of `{rules.name}` depends on too much"
        ).error()
    steps = tuple(
        prod(len(each) for each in dimensions[place + 1 :]) if name in used else 0
        for place, name in enumerate(NAMES)
    )
    lowest = sum(step * each[0] for step, each in zip(steps, dimensions, strict=True))
    scores = np.full(size, NO_VALUE, np.int64)
    completed = np.full(size, -1, np.int8)
    outcomes = _outcomes(pairs, dimensions, used)
    found = score_columns(rules, deal, cards, outcomes)
    places = np.array(outcomes.rows, np.int64)[:, : len(NAMES)] @ np.array(steps, np.int64) - lowest
    contracts = found.completed or [False] * len(places)
    for place, score, contract in zip(places, found.scores, contracts, strict=True):
        if score is None or contract is None:  # the checker proves that no match comes here
            continue
        scores[place] = score
        if found.completed is not None:
            completed[place] = contract
    return ScoreTable(scores, completed, steps, lowest)


def _takings(values: Sequence[int]) -> set[tuple[int, int]]:
    """Every number of tricks with every value that so many of them may have."""
    reached = {(0, 0)}
    for value in values:
        reached |= {(tricks + 1, points + value) for tricks, points in reached}
    return reached


def _ranges(rules: DealRules, cards: int, points: Sequence[int]) -> dict[str, range]:
    bid = range(cards + 1)
    bids = range(rules.players * cards + 1)
    if isinstance(rules.bid, FixedBid):
        bid = range(rules.bid.number, rules.bid.number + 1)
        bids = range(bid[0] * rules.players, bid[0] * rules.players + 1)
    return {
        "bid": bid,
        "tricks": range(cards + 1),
        "points": range(min(points), max(points) + 1),
        "most": range(1, cards + 1),
        "most_count": range(1, rules.players + 1),
        "makers": range(rules.players + 1),
        "bids": bids,
    }


def _outcomes(
    pairs: Sequence[tuple[int, int]],
    dimensions: Sequence[range],
    used: frozenset[str],
) -> Outcomes:
    """Everything that a seat may have done, possible or not, as far as it matters to its score.

    Players reckon with what nobody will do, too, so these are more than the checker proves.
    """
    bid_range, _, _, *others = dimensions
    chosen = {
        (tricks, points) if used & {"tricks", "points"} else (0, 0): (tricks, points)
        for tricks, points in pairs
    }
    rows = [
        (bid, tricks, points, *rest, bid == tricks)
        for (tricks, points), bid, rest in product(chosen.values(), bid_range, product(*others))
    ]
    return Outcomes((*NAMES, "made"), rows)
