"""Measures how many decisions per second a batch makes, by its size.

There are four loads: `step` alone with random actions, with `legal`, with `observe`, and with both.
The interpreter with one view per decision is the baseline. Several rounds run all cases in turn, so
that a drift of the machine cancels out; medians are printed.

    python benchmarks/batch.py [--rounds 5] [--rules pagat] [--sizes 1 64 4096]
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import clagdsl
from clagdsl.api import PlayableGame

SECONDS = 0.5
LOADS = {"step": (), "and legal": ("legal",), "and observe": ("observe",)}
LOADS["and both"] = ("legal", "observe")


def stepped(game: PlayableGame, size: int, asked: tuple[str, ...]) -> float:
    """Returns the decisions per second of a batch, calling the methods `asked` before each step."""
    batch = game.batch(size, seed=1, restart=True, history=False)
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() < begun + SECONDS:
        for each in asked:
            getattr(batch, each)()
        batch.step(batch.random_actions())
        steps += 1
    return steps * size / (time.perf_counter() - begun)


def interpreted(game: PlayableGame) -> float:
    """Returns the decisions per second of the interpreter, with the acting seat's view for each."""
    steps, begun, state = 0, time.perf_counter(), game.start(seed=1)
    while time.perf_counter() < begun + SECONDS:
        state = game.start(seed=1) if state.over else state
        assert isinstance(state.actor, int)
        state.view(state.actor)
        action = clagdsl.random_action(state)
        assert action is not None
        state = state.apply(action)
        steps += 1
    return steps / (time.perf_counter() - begun)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--rules", default="pagat")
    options.add_argument("--sizes", type=int, nargs="+", default=[1, 64, 4096])
    chosen = options.parse_args()
    game = clagdsl.load(chosen.rules)
    for asked in LOADS.values():
        stepped(game, 1, asked)  # compiles before the clock runs
    figures = [
        [interpreted(game)]
        + [stepped(game, size, asked) for size in chosen.sizes for asked in LOADS.values()]
        for _ in range(chosen.rounds)
    ]
    slow, *medians = [statistics.median(each) for each in zip(*figures, strict=True)]
    print(f"{'decisions a second':22}" + "".join(f"{load:>14}" for load in LOADS))
    for place, size in enumerate(chosen.sizes):
        row = medians[place * len(LOADS) : (place + 1) * len(LOADS)]
        print(f"{f'{size} matches':22}" + "".join(f"{figure:14,.0f}" for figure in row))
    print(f"{'interpreter, one view':22}{slow:14,.0f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
