"""Matches of some bundled games, as they went when this was reviewed.

`CLAGDSL_REWRITE=1 pytest tests/rl/test_playthroughs.py` writes them anew; the change is reviewed as
text.  A line is a deal: what chance dealt, then every decision with the seat, the number of legal
actions and the first letters of a fingerprint of what the seat observed and might do, then points.
"""

from __future__ import annotations

import random
import textwrap
from hashlib import sha256
from pathlib import Path

import pytest
from support.expected import assert_as_reviewed

import clagdsl

FOLDER = Path(__file__).parent.parent / "golden" / "playthroughs"


def playthrough(name: str) -> str:
    """A match of a game of OpenSpiel, of the fewest players, as text."""
    choose = random.Random(name)
    game = clagdsl.rl.openspiel_game(name)
    state = game.new_initial_state()
    lines = [
        f"{game}: {game.num_distinct_actions()} actions, {game.observation_tensor_size()} columns,"
        f" at most {game.max_game_length()} decisions and {game.max_chance_nodes_in_history()}"
        f" chances, {game.min_utility():.0f} to {game.max_utility():.0f} points"
    ]
    words: list[str] = []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            number = outcomes[int(choose.random() * len(outcomes))][0]
            words.append(state.action_to_string(number).removeprefix("deal ").replace(" ", "_"))
        else:
            seat, legal = state.current_player(), state.legal_actions()
            number = legal[int(choose.random() * len(legal))]
            observed = repr((state.observation_tensor(seat), legal)).encode()
            text = state.action_to_string(number).replace(" ", "_").removeprefix("play_")
            words.append(f"{seat}:{text}/{len(legal)}.{sha256(observed).hexdigest()[:4]}")
        before = state.returns()
        state.apply_action(number)
        if state.returns() != before or state.is_terminal():
            lines += textwrap.wrap(" ".join(words), 110, break_on_hyphens=False)
            lines.append(f"  brings {' '.join(f'{points:g}' for points in state.rewards())}")
            words = []
    lines.append(f"over: {' '.join(f'{points:g}' for points in state.returns())}")
    return "\n".join(lines) + "\n"


KEPT = ("call-break", "israeli-whist", "mcleod", "raf-pagat", "wizard")
"""Games that together have every kind of action: calls, auctions, wild and special cards."""


@pytest.mark.parametrize("name", KEPT)
def test_a_match_goes_as_it_was_reviewed(name: str) -> None:
    assert_as_reviewed(playthrough(name), FOLDER / f"{name}.txt")


def test_no_other_match_is_kept() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(KEPT)
