"""A player who picks evenly among the legal actions, the same in every engine."""

from __future__ import annotations

from clagdsl import problems
from clagdsl.engine.actions import Action
from clagdsl.engine.state import State, check_state
from clagdsl.lang.philox import SEED_LIMIT, random_choice


def random_action(state: State) -> Action | None:
    """What a random player does in this state, by the match's own seed; None when it is over.

    `docs/reference/randomness.md` says which word of the generator decides.
    Raises ArgumentError.
    """
    check_state(state)
    actions = state.legal()
    if not actions:
        return None
    if state.seed is None:
        raise problems.arguments.WrongSeed("seed", None, SEED_LIMIT).error()
    picked = random_choice(state.seed, state.match, state.deal, state.decisions, len(actions))
    return actions[picked]
