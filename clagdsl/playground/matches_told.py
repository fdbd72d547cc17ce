"""One match played out by a seed, and told in words."""

from __future__ import annotations

from typing import Final

from clagdsl import problems
from clagdsl.api import PlayableGame
from clagdsl.engine.events import DealBegun, Everybody, MatchWon, event_words
from clagdsl.engine.players.player import SeatPolicy, random_action
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.playground.page_questions import MatchQuestion
from clagdsl.playground.told_answers import ToldMatch

MOST_DECISIONS: Final = 5_000
"""So far a match is played; the longest of a bundled game takes fewer than 3,000."""


def told_match(game: PlayableGame, question: MatchQuestion) -> ToldMatch:
    """The match that is asked for; raises ArgumentError for one that cannot be.

    It is not finished where it is longer than `MOST_DECISIONS`.
    """
    seed, players = question.seed, question.players
    if not (seed.isascii() and seed.isdigit() and len(seed) <= len(str(SEED_LIMIT))):
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    low, high = game.rules.players
    seats = low if players is None else players
    names = [f"Player {seat}" for seat in range(1, seats + 1)] if low <= seats <= high else None
    state = _played(game.start(seats, int(seed), names=names), question.policy)
    deals: list[list[str]] = []
    for event in state.events:
        if not deals or isinstance(event, DealBegun | MatchWon):
            deals.append([])
        line = event_words(event, Everybody(state.names))
        if line:
            deals[-1].append(line)
    return ToldMatch(
        seed=str(int(seed)),
        policy=question.policy,
        players=state.names,
        deals=tuple(map(tuple, deals)),
        totals=state.totals,
        winners=tuple(state.names[seat] for seat in state.winners),
        finished=state.over,
    )


def _played(state: State, policy: SeatPolicy) -> State:
    choose = steady_action if policy == "steady" else random_action
    for _ in range(MOST_DECISIONS):
        action = choose(state)
        if action is None:
            break
        state = state.apply(action)
    return state
