"""Measures how many actions per second of CPU the environments for learning play, in one run.

Every player acts at random or takes the first legal action, unless the others are `steady`.
Several rounds run all cases in turn, so that a drift of the machine cancels out; medians are
printed, each with what it is compared with.

    python benchmarks/environments.py [--rounds 7] [--rules pagat] [--players 4] [--matches 1024]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import pyspiel

import clagdsl

SECONDS = 0.5
RANDOM = "random"
OH_HELL = "oh_hell(players=4,num_tricks_fixed=7,off_bid_penalty=false,points_per_trick=1)"

Load = Callable[[], int]
"""Plays for a while and returns the number of players' actions."""


def raw_batch(rules: str, players: int, matches: int) -> Load:
    batch = clagdsl.load(rules).batch(matches, players, restart=True, history=False)

    def play() -> int:
        batch.step(batch.random_actions())
        return matches

    return play


def vector(rules: str, players: int, matches: int, others: str, observations: str) -> Load:
    env = clagdsl.rl.vector_env(
        rules, matches, players, others=others, observations=observations, autoreset="SameStep"
    )
    env.reset(seed=0)
    batch = env.matches.batch

    def play() -> int:
        env.step(batch.random_actions())
        return matches * players  # one action of each player, on average

    return play


def single(rules: str, players: int, others: str) -> Load:
    env = clagdsl.rl.gymnasium_env(rules, players, others=others)

    def play() -> int:
        _, info = env.reset()
        ended, steps = False, 0
        while not ended:
            _, _, ended, _, info = env.step(info["action_mask"].argmax())
            steps += 1
        return steps * players

    return play


def table(rules: str, players: int) -> Load:
    env = clagdsl.rl.pettingzoo_env(rules, players)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, ended, _, _ = env.last()
            env.step(None if ended else seen["action_mask"].argmax())
            steps += not ended
        return steps

    return play


def open_spiel(game: pyspiel.Game) -> Load:
    draw = random.Random(1).random

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # all equally likely in these games
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                steps += 1
        return steps

    return play


def interpreted(rules: str, players: int) -> Load:
    game = clagdsl.load(rules)

    def play() -> int:
        state, steps = game.start(players, seed=0), 0
        while not state.over:
            action = clagdsl.random_action(state)
            assert action is not None
            state, steps = state.apply(action), steps + 1
        return steps

    return play


def measured(load: Load) -> float:
    """Returns the actions per second of CPU."""
    actions, begun = 0, time.process_time()
    while time.process_time() < begun + SECONDS:
        actions += load()
    return actions / (time.process_time() - begun)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--rules", default="pagat")
    options.add_argument("--players", type=int, default=4)
    options.add_argument("--matches", type=int, default=1024)
    chosen = options.parse_args()
    rules, players, matches = chosen.rules, chosen.players, chosen.matches
    batch, state, there = "batch.step", "state.apply", "OpenSpiel's oh_hell"
    loads = {
        batch: (raw_batch(rules, players, matches), batch),
        "vector_env, others random": (vector(rules, players, matches, RANDOM, "compact"), batch),
        "the same, one-hot": (vector(rules, players, matches, RANDOM, "one-hot"), batch),
        "vector_env, others steady": (vector(rules, players, matches, "steady", "compact"), batch),
        state: (interpreted(rules, players), state),
        "pettingzoo_env": (table(rules, players), state),
        "gymnasium_env, others random": (single(rules, players, RANDOM), state),
        "gymnasium_env, others steady": (single(rules, players, "steady"), state),
        there: (open_spiel(pyspiel.load_game(OH_HELL)), there),
        "openspiel_game": (open_spiel(clagdsl.rl.openspiel_game(rules, players)), there),
    }
    for load, _ in loads.values():
        load()  # compiles before the clock runs
    rounds = [
        {name: measured(load) for name, (load, _) in loads.items()} for _ in range(chosen.rounds)
    ]
    print(f"{'':28}{'actions a second':>18}   ratio")
    for name, (_, yardstick) in loads.items():
        figure = statistics.median(each[name] for each in rounds)
        ratio = statistics.median(each[name] / each[yardstick] for each in rounds)
        print(f"{name:28}{figure:18,.0f}{ratio:8.2f} of {yardstick}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
