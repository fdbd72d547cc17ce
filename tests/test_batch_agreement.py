"""A batch and the interpreter play the same matches: views, legal actions, points."""

from __future__ import annotations

from pathlib import Path

import pytest
from batch_games import play_beside
from test_simulator_agreement import TABLES, load

from clagdsl.playable import PlayableGame


def beside(
    game: PlayableGame, players: int, seed: int, first: int, count: int, every: int, **more: object
) -> int:
    parameters = {name: value for name, value in more.items()}
    batch = game.batch(count, players, seed, first, parameters)
    states = [
        game.start(players=players, seed=seed, match=first + place, parameters=parameters)
        for place in range(count)
    ]
    return play_beside(batch, states, every=every)


@pytest.mark.parametrize(("path", "players"), TABLES, ids=lambda each: getattr(each, "stem", each))
def test_every_variant_at_every_table(path: Path, players: int) -> None:
    assert beside(load(path), players, 7, players, 1, 7) > 0
