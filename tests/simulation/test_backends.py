"""What plays each deal of the games that people play: lanes, whatever the rules say."""

from __future__ import annotations

import pytest

import clagdsl
from clagdsl.lang.resources import bundled_names
from clagdsl.simulation.blocks import simulator_for
from clagdsl.simulation.runner import WORTH_COMPILING, Simulator


@pytest.mark.parametrize("name", bundled_names())
def test_every_deal_of_random_players_is_played_in_lanes_by_few_and_many(name: str) -> None:
    game = clagdsl.load(name)
    for players in game.rules.players:
        table = game.start(players=players).table
        simulator = simulator_for(table, ("random",) * players, WORTH_COMPILING)
        assert type(simulator) is Simulator
        assert simulator.compiles
