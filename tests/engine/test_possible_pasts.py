"""The pasts that `score` takes for possible include every past of a played match."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.play_matches import random_action
from support.simulation_rules import playable, rules_files

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.table.possible_pasts import possible_pasts

ROWS = """clag 2
game "Rows"
players 3
run misses when not made
tally mine = scored
deal normal
  trump none
  bid in turn
  card worth 5 A
  score points + (20 when made, otherwise 0) - misses
deal row is normal with
  score (20 when made, otherwise -10) + (row_best when row_made = row_deals, otherwise 0)
schedule 2 cards: normal then repeat 3 times 3 cards: row then 2 cards: normal
winner highest total, then shared
"""


def check_played(game: PlayableGame, players: int, seed: int) -> int:
    """Checks the pasts of a random match; returns the number of deals that were checked."""
    state = game.start(players=players, seed=seed)
    checked: dict[int, bool] = {}
    while (action := random_action(state)) is not None:
        if state.deal not in checked:
            figures = [one for one in state.past if one.name not in ("auction", "blind")]
            names = [one.name for one in figures]
            possible = possible_pasts(state.table, state.table.schedule[state.deal - 1], names)
            checked[state.deal] = possible is not None
            if possible is not None:
                assert set(zip(*[one.by_seat for one in figures], strict=True)) <= possible
        state = state.apply(action)
    return sum(checked.values())


@pytest.mark.parametrize("name", ["kachuful", "nommie", "romanian-whist", "spades"])
def test_bundled_rules(name: str) -> None:
    assert check_played(clagdsl.load(name), 4, 1) >= 2


def test_rows_and_scores() -> None:
    for seed in range(10):
        assert check_played(clagdsl.load(text=ROWS), 3, seed) == 5


@settings(max_examples=7, deadline=None)
@given(rules_files(), st.integers(0, 10**6))
def test_drawn_rules(text: str, seed: int) -> None:
    assume("run " in text or "tally " in text or "row_" in text)
    game = playable(text)
    check_played(game, game.rules.players[0], seed)
