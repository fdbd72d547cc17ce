"""The step machine as plain Python against the interpreter, in games of a few deals.

Only `mutation.noticing` runs it, for the kernels: it says that nothing is compiled.  What it runs
is named `by_hand_...`, so that no other run takes it for tests of its own.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support import simulation_by_hand  # first: it has nothing compiled
from support.batch_beside import play_beside
from support.engine_games import one_deal
from support.simulation_games import compare, compare_stepped
from support.simulation_plans import CORNERS, EVERYTHING, corner

import clagdsl
from clagdsl.engine.state import start_match
from clagdsl.simulation.batch.matches import make_batch
from clagdsl.simulation.kernels import bits
from clagdsl.table.table import open_table

RULES = Path(clagdsl.__file__).parent.parent / "rules"
np.seterr(over="ignore")

GAMES = {
    "ordinary": simulation_by_hand.ORDINARY,
    "wild": simulation_by_hand.WILD,
    "everything": EVERYTHING,
}


@pytest.fixture(autouse=True)
def _bits_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, function in simulation_by_hand.BITS_BY_HAND.items():
        monkeypatch.setattr(bits, name, function)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", GAMES)
def by_hand_matches_of_random_seats(name: str, players: int) -> None:
    game = clagdsl.load(text=GAMES[name])
    many = max(players, game.rules.players[0])
    compare_stepped(game.start(many).table, 1, range(2), ("random",) * many)


@pytest.mark.parametrize("name", CORNERS)
def by_hand_one_thing_that_few_games_have(name: str) -> None:
    compare(corner(name), 2, 1, range(2), policies=("random",) * 2)


@pytest.mark.parametrize("name", ["ordinary", "wild"])
def by_hand_steady_players(name: str) -> None:
    compare(clagdsl.load(text=GAMES[name]), 3, 1, range(1), policies=("steady",) * 3)


NAMED = ("the dealer names trump, and somebody else calls", "calls of the winner, who leads")


@pytest.mark.parametrize("name", NAMED)
def by_hand_a_steady_player_names_what_suits_its_own_hand(name: str) -> None:
    compare(corner(name), 2, 1, range(1), policies=("steady",) * 2)


def by_hand_steady_players_of_a_batch_play_the_top_card() -> None:
    rules = one_deal("Shuffled", 3)
    batch = make_batch(open_table(rules, 3), "", 2, 6, 0, None, restart=False, history=True)
    states = [start_match(rules, 3, 6, match) for match in range(2)]
    assert play_beside(batch, states, every=3, steadily=True) > 0


@pytest.mark.parametrize("path", sorted(RULES.rglob("*.clag")), ids=lambda path: path.stem)
def by_hand_games_that_people_play(path: Path) -> None:
    game = clagdsl.load(path)
    players = game.rules.players[0]
    compare(game, players, 1, range(1), policies=("random",) * players)
