"""Trumps that are ranked: every engine plays, shows and scores them alike."""

from __future__ import annotations

import pytest
from support.batch_beside import play_beside
from support.both_backends import agree, agree_by_machine
from support.simulation_games import compare
from support.trump_games import TRUMP_GAMES, trump_game


@pytest.mark.parametrize("name", TRUMP_GAMES)
def test_both_backends_play_ranked_trumps_as_the_interpreter_does(name: str) -> None:
    table = trump_game(name).start(3).table
    agree(table, 8)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ("cards", "wild powers") else pytest.mark.long)
        for name in TRUMP_GAMES
    ],
)
def test_machine_code_plays_ranked_trumps_as_arrays_do(name: str) -> None:
    agree_by_machine(trump_game(name).start(3).table, 70)


@pytest.mark.parametrize("name", TRUMP_GAMES)
def test_steady_seats_play_ranked_trumps_alike_in_both_engines(name: str) -> None:
    compare(trump_game(name), 3, 5, range(2), policies=("steady", "random", "steady"))


@pytest.mark.parametrize("name", TRUMP_GAMES)
def test_a_batch_shows_ranked_trumps_as_views_do(name: str) -> None:
    game = trump_game(name)
    states = [game.start(players=4, seed=3)]
    assert play_beside(game.batch(1, 4, 3), states, every=3) > 0
