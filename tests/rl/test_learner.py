"""The learner of `docs/how-to/train-a-player.md` learns what it says, legally and reproducibly."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import clagdsl

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "train-a-player.md"
ROUNDS = 180
"""So many rounds the page trains."""


def code_of_the_page() -> str:
    """What stands in `bidder.py`, as the page has it."""
    code = re.search(r"```python file=bidder\.py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert code is not None
    return code[1]


def bidder() -> SimpleNamespace:
    """The functions of `bidder.py`."""
    names: dict[str, object] = {}
    exec(code_of_the_page(), names)
    return SimpleNamespace(**names)


LEARNER = bidder()


def trained(seed: int):
    return LEARNER.train(clagdsl.load("pagat"), 4, rounds=2, matches=24, seed=seed)


def choices(network, name: str = "pagat", players: int = 4) -> list[list[int]]:
    """What is chosen in every seat of a few matches, each action of which is legal."""
    batch, chosen = clagdsl.load(name).batch(3, players, seed=5), []
    while not batch.over.all():
        actions = LEARNER.choose(network, batch)
        legal = batch.legal()
        assert all(legal[place, actions[place]] for place in np.flatnonzero(~batch.over))
        chosen.append(actions.tolist())
        batch.step(actions)
    return chosen


def test_it_learns_legally_and_the_same_for_the_same_seed() -> None:
    one, same, other = trained(1), trained(1), trained(2)
    assert all(map(np.array_equal, one.weights, same.weights))
    assert not all(map(np.array_equal, one.weights, other.weights))
    assert choices(one) == choices(same)
    assert choices(one) != choices(other)


def test_who_tries_other_bids_bids_legally_and_is_told_what_they_brought() -> None:
    game, rng = clagdsl.load("plump"), np.random.default_rng(1)
    batch = game.batch(64, 3, seed=1)
    features, bids, worth = LEARNER.explore(batch, rng)  # an illegal bid is an error of the batch
    assert batch.over.all()
    assert len(features) == len(bids) == len(worth) == 64 * len(game.deals(3))
    assert np.isfinite(features).all()
    assert set(np.unique(worth * LEARNER.SCALE)) <= set(range(-50, 51))


def test_what_is_gained_is_told_as_the_page_shows_it() -> None:
    told = LEARNER.gain(trained(1), clagdsl.load("pagat"), players=4, matches=8)
    assert re.fullmatch(r"\(-?\d+\.\d, \d+\.\d\)", repr(told))


def test_the_network_comes_to_what_it_is_shown() -> None:
    """Its slopes are right: what is told of a bid comes to what the bid was worth."""
    rng = np.random.default_rng(1)
    network = LEARNER.Network([6, 32, 32, 3], rng)
    features = rng.random((512, 6)).astype(np.float32)
    bids = rng.integers(3, size=512)
    worth = features[:, 0] * bids - features[:, 1] * features[:, 2]
    for _ in range(400):
        network.learn(features, bids, worth, 3e-3)
    told = network.layers(features)[-1][np.arange(512), bids]
    assert abs(told - worth).mean() < 0.05


THREE_MINUTES = f"""
import time
exec(open("bidder.py").read())
game = clagdsl.load("pagat")
gain(train(game, 4, rounds=1, matches=16), game, 4, 8)  # compiles
began = time.process_time()
network = train(game, 4, rounds={ROUNDS})
print(time.process_time() - began, *gain(network, game, 4, matches=1000))
"""


@pytest.mark.long
def test_it_beats_the_steady_player_after_three_minutes_on_one_core(tmp_path: Path) -> None:
    (tmp_path / "bidder.py").write_text(code_of_the_page())
    done = subprocess.run(
        [sys.executable, "-c", THREE_MINUTES],
        cwd=tmp_path,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, more, half = map(float, done.stdout.split())
    print(f"{seconds:.0f} s of CPU, {more:+.2f} ± {half:.2f} points a match")
    assert more - half > 2
