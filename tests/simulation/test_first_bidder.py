"""Who bids first and last, as the simulator and its figures have it."""

from __future__ import annotations

import numpy as np
import pytest

from clagdsl import load
from clagdsl.simulation.lowering.arrays import FIRST_BIDDER
from clagdsl.simulation.lowering.lower import lower
from clagdsl.simulation.stats.count_layout import limited_bidder
from clagdsl.simulation.stats.counters import last_bidders
from clagdsl.table.table import open_table

RULES = """clag 2
game "X"
players 4
deal normal trump none bid in turn{first} last bid keeps bids != cards score tricks {call}
schedule 2 cards: normal
winner highest total, then shared
"""
CALL = "call by dealer any of Low twist Low trick worth 2"


def opened(first: str):
    call = CALL if "caller" in first else "auction 1 to cards C" if "auction" in first else ""
    return open_table(load(text=RULES.format(first=first, call=call)).rules)


@pytest.mark.parametrize(
    ("first", "number", "last"),
    [
        ("", 0, 1),
        (", dealer first", 1, 0),
        (", caller first", 2, 2),
        (", right of dealer first", 3, 3),
        (", drawn first", 4, 1),
        (", auction winner first", 6, 3),
    ],
)
def test_who_bids_first_has_a_number_and_who_bids_last_follows(
    first: str, number: int, last: int
) -> None:
    table = opened(first)
    tables = lower(table)
    assert {int(each) for each in tables.ways[:, FIRST_BIDDER]} == {number}
    code = limited_bidder(table.rules("normal"))
    dealers, *others = (np.array([[seat]], np.int8) for seat in (1, 3, 2, 0))
    chosen = dict(zip(("caller", "drawn", "auction winner"), others, strict=True))
    found = last_bidders(np.array([[code]], np.uint8), dealers, chosen, 4)
    assert found.tolist() == [[last]]
    nobody = last_bidders(np.array([[0]], np.uint8), dealers, chosen, 4)
    assert nobody.tolist() == [[-1]]
