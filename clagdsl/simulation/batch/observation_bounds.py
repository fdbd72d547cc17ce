"""Bounds of the columns of an observation, for spaces of learning libraries."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.vector_env import PreparedGame
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array


def column_bounds(prepared: PreparedGame) -> tuple[Array, Array]:
    """Returns the lowest and the highest value of each column, [column].

    Rows of zeros are within them, too.
    """
    tables, meanings = prepared.tables, np.array(prepared.numbering.meanings)
    deals, cards = len(prepared.table.schedule), max(row.high for row in prepared.table.schedule)
    kinds, subjects = meanings[:, board.KIND], meanings[:, board.SUBJECT]
    made = subjects[(kinds == board.MAKE_BID) | (kinds == board.BID_BLIND)]
    bids = int(max(made.max(initial=0), tables.ways[:, codes.FIXED_BID].max()))
    tricks = int(subjects[kinds == board.BID_IN_AUCTION].max(initial=0))
    scores = tables.scores[tables.scores != codes.NO_VALUE]
    worst, best = min(0, int(scores.min(initial=0))), max(0, int(scores.max(initial=0)))
    added = tables.past.added
    ranges = {
        "deal": (0, deals),
        "cards": (0, cards),
        "trump": (0, max(1, int(tables.priorities.max()))),
        "unseen": (0, cards),
        "said": (0, tricks),
        "held": (0, cards),
        "bids": (-1, bids),
        "tricks": (0, cards),
        "totals": (deals * worst, deals * best),
        "failed": (0, deals),
        "completed": (0, deals),
        "past": (
            deals * min(worst, int(added.min(initial=0))),
            max(deals * max(1, best, int(added.max(initial=0))), tricks),
        ),
        "played": (0, cards),
    }
    low, high = np.zeros((2, int(prepared.plan.parts[-1])), np.int64)
    high += 1
    for part, columns in prepared.columns.items():
        low[columns], high[columns] = ranges.get(part, (0, 1))
    return low, high
