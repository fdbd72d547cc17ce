"""How totals lie, from how often each came about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from clagdsl.simulator.arrays import Array
from clagdsl.simulator.frame import Frame


def quantiles(frame: Frame, row: Array, percents: Sequence[int]) -> list[int]:
    """For each percent the lowest total that at least so many percent of the totals do not exceed.

    `row` counts totals by bin; of a bin of several totals it is the lowest.
    """
    reached = np.cumsum(row)
    many = int(reached[-1])
    # The number of totals wanted is rounded up: 5 % of 7 is the first of them.
    bins = np.searchsorted(reached, [max(1, -(-percent * many // 100)) for percent in percents])
    return [frame.lowest + (place << frame.shift) for place in bins.tolist()]
