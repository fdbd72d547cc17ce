"""Counting as machine code comes to what NumPy counts, to the last figure, whatever is counted."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import clagdsl
from clagdsl.simulation.lowering.arrays import Outcome
from clagdsl.simulation.runner import make_simulator
from clagdsl.simulation.stats.count_layout import make_frame
from clagdsl.simulation.stats.counters import Marks
from clagdsl.simulation.stats.paired_comparison import count_pairs
from clagdsl.simulation.stats.summary import Summary, empty_summary
from clagdsl.simulation.vector.backends import Lane, NumpyLanes
from clagdsl.simulation.vector.count_lanes import BoundedFigure, kind_of
from clagdsl.table.table import Table

NUMBER = 150
"""Two vectors and a part of one, of the widest."""

EVERY_BIDDER = """clag 2
game "Who bids last"
players 9
deal normal
  trump none
  bid in turn
  last bid keeps bids != cards
  score {score} + bid when made, otherwise -{score}
deal right is normal with bid in turn, right of dealer first
deal dealer is normal with bid in turn, dealer first
deal drawn is normal with bid in turn, drawn first
deal auction is normal with bid in turn, auction winner first auction 1 to cards C
deal called is normal with
  bid in turn, caller first
  call by dealer any of Free, Low
twist Free
  last bid free
twist Low
  trick worth 2
schedule
  2 cards: normal
  then 3 cards: right
  then 3 cards: dealer
  then 4 cards: drawn
  then 3 cards: auction
  then repeat 2 times dealer picks 2 to 3 cards: called
winner most completed, then fewest failed, then lowest total, then shared
"""
GAMES = {
    "calls": ("raf", 3),
    "an early end": ("oh-hell-to-101", 4),
    "every first bidder": (EVERY_BIDDER.format(score=10), None),
    "products beyond 32 bits": (EVERY_BIDDER.format(score=70_000), None),
    "products beyond 64 bits": (EVERY_BIDDER.format(score=900_000_000), None),
}


@cache
def played(rules: str, players: int | None) -> tuple[Table, Outcome]:
    game = clagdsl.load(text=rules) if "\n" in rules else clagdsl.load(rules)
    simulator = make_simulator(game.start(players=players).table, machine=False)
    return simulator.table, simulator.play(11, 5, NUMBER)


def counted(rules: str, players: int | None, *, machine: bool) -> tuple[Summary, Outcome, Marks]:
    table, block = played(rules, players)
    summary = empty_summary(make_frame(table))
    return summary, block, summary.add(block, machine=machine)


@pytest.mark.parametrize("name", GAMES)
def test_machine_code_counts_as_numpy_does(name: str) -> None:
    (one, _, marks), (other, _, more) = (
        counted(*GAMES[name], machine=machine) for machine in (False, True)
    )
    assert one.to_json() == other.to_json()
    assert any(one.counts.lead_changes)
    for rows, others in zip(marks, more, strict=True):
        assert np.array_equal(rows, others)


def test_machine_code_counts_pairs_as_numpy_does() -> None:
    (one, block, marks), (other, second, more) = (
        counted(*game, machine=False) for game in (("oh-hell-to-101", 4), ("raf", 5))
    )
    frames = one.frame, other.frame
    pairs = [
        count_pairs(frames, (block, marks), (second, more), machine=machine)
        for machine in (False, True)
    ]
    for rows, others in zip(*pairs, strict=True):
        assert rows.any()
        assert np.array_equal(rows, others)


def test_figures_take_64_bits_where_32_do_not_suffice() -> None:
    o = NumpyLanes(2)
    lane = Lane(o, np.array([2**31 - 1, -5], np.int32), "i32")
    figure = BoundedFigure(lane, 2**31 - 1)
    assert (figure + figure).lane.value.tolist() == [2**32 - 2, -10]
    assert (figure * figure).lane.value.tolist() == [(2**31 - 1) ** 2, 25]
    lower, upper = (half.lane.value.tolist() for half in figure.halves())
    assert [low + (high << 23) for low, high in zip(lower, upper, strict=True)] == [2**31 - 1, -5]
    with pytest.raises(OverflowError, match="64 bits"):
        kind_of(2**63)
