"""Bounds on the points of a deal: sound for any rules, and exact for those that people play."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from support.loaded import loaded
from support.play_matches import seeded
from support.simulation_rules import playable, rules_files

import clagdsl
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.simulation.lowering.arrays import NO_VALUE
from clagdsl.simulation.lowering.lower import lower
from clagdsl.simulation.stats.count_layout import score_bounds
from clagdsl.table.table import Table

RULES = Path(__file__).parent.parent.parent / "rules"


def tabulated(table: Table) -> Bounds:
    """The extremes of the score tables of the step machine, with 0 among them."""
    scores = lower(table).scores
    scores = scores[scores != NO_VALUE]
    return Bounds(min(0, int(scores.min())), max(0, int(scores.max())))


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.clag")), ids=lambda path: path.stem)
def test_bounds_of_games_that_people_play_are_exact(path: Path) -> None:
    table = loaded(path).start().table
    assert score_bounds(table) == tabulated(table)


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_no_match_of_a_drawn_game_scores_beyond_its_bounds(data: st.DataObject) -> None:
    text = data.draw(rules_files())
    note(text)
    game = playable(text)
    players = data.draw(st.integers(*game.rules.players))
    match = seeded(game.rules, players, data.draw(st.integers(0, 99)), most=2_000)
    bounds = score_bounds(match.table)
    for deal in match.history:
        assert all(bounds.low <= result.score <= bounds.high for result in deal.results)


def test_without_an_interval_a_score_may_be_anything() -> None:
    text = """clag 2
game "X"
players 3
deal a trump turned bid in turn score 100 // (most * most - 2 * most + 2)
schedule 5 cards: a
winner highest total, then shared
"""
    game = clagdsl.load(text=text)
    assert score_bounds(game.start().table) == Bounds(-LARGEST, LARGEST)
