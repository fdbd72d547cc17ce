"""Who bids first and last, as the simulator and its figures have it."""

from __future__ import annotations

import numpy as np
import pytest

from clagdsl.api import load
from clagdsl.simulation.lowering.arrays import FIRST_BIDDER
from clagdsl.simulation.lowering.lower import lower
from clagdsl.simulation.stats.count_layout import make_frame
from clagdsl.simulation.stats.match_counter import NOBODY, MatchCounter, last_bidder_in
from clagdsl.simulation.vector.count_lanes import NumpyCounting
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
    frame = make_frame(table)
    seats = {"dealers": 1, "bidders": 2, "auction_winners": 0, "deal_winners": 0}
    if "caller" in first:
        seats["dealers"] = 3
    rows = {name: np.array([[seat, seat]], np.int8) for name, seat in seats.items()}
    rows["cards"] = np.array([[2, 0]], np.int8)
    rows["bids"] = np.array([[[1, -1]] * 4], np.int8)
    o = NumpyCounting(MatchCounter(frame), rows, {}, {})
    assert o.rows(last_bidder_in(o, frame, 0)).tolist() == [last, NOBODY]
