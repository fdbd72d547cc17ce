"""How fast the simulator plays, beside the interpreter, in turns so that drifting cancels out.

Two loads: the ordinary deal of four players and seven cards that `interpreter.py` plays, and whole
matches of a bundled variant, both by random players.  Medians of several rounds are printed.

    python benchmarks/simulator.py [--rounds 5] [--rules pagat]
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from interpreter import RULES

import clagdsl
from clagdsl.playable import PlayableGame
from clagdsl.simulator.play import make_simulator, play_blocks


def interpreted(game: PlayableGame, matches: int) -> None:
    for match in range(matches):
        state = game.start(seed=1, match=match)
        while not state.over:
            state = state.apply(clagdsl.random_action(state))


def simulated(game: PlayableGame, matches: int, threads: int) -> None:
    for _ in play_blocks(make_simulator(game.start().table), matches, 1, threads):
        pass


def rate(play: Callable[[], None], matches: int) -> float:
    begun = time.perf_counter()
    play()
    return matches / (time.perf_counter() - begun)


def measure(game: PlayableGame, few: int, many: int, rounds: int) -> list[float]:
    """Median matches a second: interpreter, one thread, two threads."""
    simulated(game, 10, 1)  # compiled before the clock runs
    figures = [
        (
            rate(lambda: interpreted(game, few), few),
            rate(lambda: simulated(game, many, 1), many),
            rate(lambda: simulated(game, many, 2), many),
        )
        for _ in range(rounds)
    ]
    return [statistics.median(each) for each in zip(*figures, strict=True)]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--rules", default="pagat")
    chosen = options.parse_args()
    loads = [
        ("one ordinary deal", clagdsl.load(text=RULES), 200, 200_000),
        (f"a match of {chosen.rules}", clagdsl.load(chosen.rules), 10, 20_000),
    ]
    print(f"{'a second':24}{'interpreter':>14}{'one thread':>14}{'two threads':>14}{'ratio':>8}")
    for name, game, few, many in loads:
        slow, one, two = measure(game, few, many, chosen.rounds)
        print(f"{name:24}{slow:14,.0f}{one:14,.0f}{two:14,.0f}{one / slow:8.0f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
