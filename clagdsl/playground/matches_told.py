"""One match played out by a seed, and told in words."""

from __future__ import annotations

from typing import Final

from clagdsl import problems
from clagdsl.api import PlayableGame
from clagdsl.engine.events import DealBegun, MatchWon
from clagdsl.engine.players.policy_names import SeatPolicy, seat_policies
from clagdsl.engine.players.random_player import random_action
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.explain.event_words import event_words
from clagdsl.lang.json_value import JsonObject
from clagdsl.lang.philox import SEED_LIMIT

MOST_DECISIONS: Final = 5_000
"""So far a match is played; the longest of a bundled game takes fewer than 3,000."""


def told_match(game: PlayableGame, players: int | None, seed: str, policy: str) -> JsonObject:
    """A match as JSON; raises ArgumentError for what cannot be asked for.

    `seed`, `policy`, `players` (their names), `deals` (each a list of lines), `totals` by seat,
    `winners` (their names; none where it was not played to its end) and `finished`, false where
    the match is longer than `MOST_DECISIONS`.
    """
    if not (seed.isascii() and seed.isdigit() and len(seed) <= len(str(SEED_LIMIT))):
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    low, high = game.rules.players
    seats = low if players is None else players
    names = [f"Player {seat}" for seat in range(1, seats + 1)] if low <= seats <= high else None
    state = game.start(seats, int(seed), names=names)
    [one, *_] = seat_policies(policy, len(state.names))
    state = _played(state, one)
    deals: list[list[str]] = []
    for event in state.events:
        if not deals or isinstance(event, DealBegun | MatchWon):
            deals.append([])
        line = event_words(event, state.names)
        if line:
            deals[-1].append(line)
    return {
        "seed": str(int(seed)),
        "policy": one,
        "players": list(state.names),
        "deals": deals,
        "totals": list(state.totals),
        "winners": [state.names[seat] for seat in state.winners] if state.phase == "over" else [],
        "finished": state.phase == "over",
    }


def _played(state: State, policy: SeatPolicy) -> State:
    choose = steady_action if policy == "steady" else random_action
    for _ in range(MOST_DECISIONS):
        action = choose(state)
        if action is None:
            break
        state = state.apply(action)
    return state
