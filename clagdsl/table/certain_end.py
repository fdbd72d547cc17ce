"""How many deals of a schedule are played at most, where its end is certain whatever is scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clagdsl.lang.expr.free_variables import written_names
from clagdsl.lang.expr.intervals import YES, Bounds, NotShownError, exactly, range_of
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import Expression, Value

_ANY_TOTAL: Final = Bounds(-LARGEST, LARGEST)


def deals_played(condition: Expression, names: Mapping[str, Value], deals: int) -> int:
    """The first deal after which the condition holds with any totals; all `deals` if none is.

    `names` are the players, parameters and lets of the table.
    """
    # a condition that does not read the deal and always holds does so after the first one
    tried = deals if "deal" in written_names(condition) else min(deals, 2)
    known = {name: exactly(value) for name, value in names.items()}
    known |= {"highest_total": _ANY_TOTAL, "lowest_total": _ANY_TOTAL}
    for deal in range(1, tried):
        try:
            if range_of(condition, {**known, "deal": exactly(deal)}) == YES:
                return deal
        except NotShownError:
            continue
    return deals
