"""What the tables say about one bid or one card of a trick, compiled."""

from __future__ import annotations

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.lowering.arrays import LIMIT_SPAN, LIMITS, Tables, Whole


@compiled
def allowed_bids(tables: Tables, scene: Whole, total: Whole, last: Whole) -> Whole:
    """The bids allowed after bids of that sum, as a mask; `last` where this one is the last."""
    start = tables.scenes[scene, LIMITS]
    if last:
        start += tables.scenes[scene, LIMIT_SPAN]
    return tables.limits[start + total]


@compiled
def height(
    tables: Tables, way: Whole, trump: Whole, led_suit: Whole, face: Whole, wild: Whole
) -> Whole:
    """How high a card stands in a trick, by what it is played as; -1 where it cannot win."""
    suit = face // 13
    rank = tables.priorities[trump, suit]
    if rank > 0 or suit == led_suit:
        return 32 * rank + 2 * tables.strengths[way, face % 13] + wild
    return -1
