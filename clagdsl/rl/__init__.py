"""Interfaces for researchers: any game as an environment for Gymnasium, PettingZoo or OpenSpiel.

All of them number actions as `Batch` does. Each needs the optional dependency `rl`, which is not
imported before an environment is requested.

Other rooms use nothing of it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from clagdsl.api import PlayableGame
    from clagdsl.lang.rules import Value
    from clagdsl.rl.agent_matches import Reward
    from clagdsl.rl.encoding import Form
    from clagdsl.rl.gymnasium_adapter import SeatEnv, SeatVectorEnv


def pettingzoo_env(
    rules: str | Path | PlayableGame,
    players: int | None = None,
    reward: Reward = "points",
    parameters: Mapping[str, Value] | None = None,
    observations: Form = "compact",
) -> Any:
    """Returns a PettingZoo AEC environment with one agent per seat: `player_0`, `player_1`, ...

    An agent observes `observation` and `action_mask`, the legal actions if it is its turn.

    - `observations`: with "compact", an observation is the seat's row of `Batch.observe` and one
      more column, which is 1 once the match is over. With "one-hot", it is a row of floats from -1
      to 1: indicators of each value of bids, tricks and other small numbers, and fractions of the
      largest possible total.
    - `reward`: with "points", players are rewarded with their points after every deal; with
      "winner", the winners share a reward of 1 at the end of the match.

    Raises ArgumentError if an argument is invalid, RulesError if the rules have errors, and
    MissingPackagesError without the dependency `rl`.
    """
    from clagdsl.simulation.optional_deps import check_library

    check_library("pettingzoo", "clagdsl.rl.pettingzoo_env")
    from clagdsl.rl.pettingzoo_adapter import make_table_env

    return make_table_env(rules, players, reward, parameters, observations)


def gymnasium_env(
    rules: str | Path | PlayableGame,
    players: int | None = None,
    seat: int = 0,
    others: str | Sequence[str] = "steady",
    reward: Reward = "points",
    parameters: Mapping[str, Value] | None = None,
    observations: Form = "compact",
) -> SeatEnv:
    """Returns a Gymnasium environment for one seat, with bots in the other seats.

    `others` is one bot's name for all of them, or a list with one name each, in seat order.
    The other arguments and the errors are those of `pettingzoo_env`. The legal actions are
    `action_mask` in the info, and `env.action_masks()` as MaskablePPO asks for it.
    """
    from clagdsl.simulation.optional_deps import check_library

    check_library("gymnasium", "clagdsl.rl.gymnasium_env")
    from clagdsl.rl.gymnasium_adapter import make_seat_env

    return make_seat_env(rules, players, seat, others, reward, parameters, observations)


def vector_env(
    rules: str | Path | PlayableGame,
    num_envs: int,
    players: int | None = None,
    seat: int = 0,
    others: str | Sequence[str] = "steady",
    reward: Reward = "points",
    parameters: Mapping[str, Value] | None = None,
    observations: Form = "compact",
    autoreset: str = "NextStep",
) -> SeatVectorEnv:
    """Returns a Gymnasium vector environment: one seat of `num_envs` matches that step together.

    It is `gymnasium_env` many times, but about 7 times as fast if the others are `steady`, and 15
    times if they are `random`.
    `autoreset` is one of Gymnasium's modes, "NextStep", "SameStep" or "Disabled". The matches are
    those of one seed, in order. The other arguments and the errors are those of `gymnasium_env`.
    """
    from clagdsl.simulation.optional_deps import check_library

    check_library("gymnasium", "clagdsl.rl.vector_env")
    from clagdsl.rl.gymnasium_adapter import make_vector_env

    return make_vector_env(
        rules, num_envs, players, seat, others, reward, parameters, observations, autoreset
    )


def openspiel_game(
    rules: str | Path | PlayableGame,
    players: int | None = None,
    reward: Reward = "points",
    parameters: Mapping[str, Value] | None = None,
) -> Any:
    """Returns an OpenSpiel game, which `pyspiel.load_game("clagdsl(...)")` can then load as well.

    Chance deals card by card, but only cards that can matter. OpenSpiel finds rules by name or
    path, so a game that was loaded from a string is refused. Raises the same errors as
    `pettingzoo_env`.
    """
    from clagdsl.simulation.optional_deps import check_library

    check_library("openspiel", "clagdsl.rl.openspiel_game")
    from clagdsl.rl.openspiel_adapter import make_game

    return make_game(rules, players, reward, parameters)
