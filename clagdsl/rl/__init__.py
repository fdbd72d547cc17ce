"""Doors for researchers: any game as an environment of PettingZoo, Gymnasium and OpenSpiel.

All of them number the actions as a `Batch` does.  Each needs the extra `rl`; nothing of it is
imported before an environment is asked for.

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
    from clagdsl.rl.gymnasium_adapter import SeatEnv
    from clagdsl.rl.single_env import Reward


def pettingzoo_env(
    rules: str | Path | PlayableGame,
    players: int | None = None,
    reward: Reward = "points",
    parameters: Mapping[str, Value] | None = None,
) -> Any:
    """Returns an AEC environment of PettingZoo with an agent `player_0`, `player_1`, ... in each
    seat.

    An observation is what `Batch.observe` gives for the seat, and a last column, 1 once the match
    is over; the legal actions are `action_mask` in the infos of the agent to act.  With `reward`
    "points" a deal that ends brings its points, with "winner" the end of the match brings 1, shared
    by those who win.  Raises ArgumentError, RulesError, MissingPackagesError.
    """
    from clagdsl.simulation.optional_deps import check_library

    check_library("pettingzoo", "clagdsl.rl.pettingzoo_env")
    from clagdsl.rl.pettingzoo_adapter import make_table_env

    return make_table_env(rules, players, reward, parameters)


def gymnasium_env(
    rules: str | Path | PlayableGame,
    players: int | None = None,
    seat: int = 0,
    others: str | Sequence[str] = "steady",
    reward: Reward = "points",
    parameters: Mapping[str, Value] | None = None,
) -> SeatEnv:
    """Returns an environment of Gymnasium for one seat; players of the registry sit in the others.

    `others` is one name for all of them, or a list of one for each in the order of the seats.
    Observations and rewards are as in `pettingzoo_env`, the legal actions `action_mask` in the
    info.  Raises ArgumentError, RulesError, MissingPackagesError.
    """
    from clagdsl.simulation.optional_deps import check_library

    check_library("gymnasium", "clagdsl.rl.gymnasium_env")
    from clagdsl.rl.gymnasium_adapter import make_seat_env

    return make_seat_env(rules, players, seat, others, reward, parameters)


def openspiel_game(
    rules: str | Path | PlayableGame,
    players: int | None = None,
    reward: Reward = "points",
    parameters: Mapping[str, Value] | None = None,
) -> Any:
    """Returns a game of OpenSpiel, which afterwards `pyspiel.load_game("clagdsl(...)")` gives, too.

    Chance deals card by card, each that can matter.  OpenSpiel finds the rules by their name or
    path: a game that was read from a text has none.  Raises ArgumentError, RulesError,
    MissingPackagesError.
    """
    from clagdsl.simulation.optional_deps import check_library

    check_library("openspiel", "clagdsl.rl.openspiel_game")
    from clagdsl.rl.openspiel_adapter import make_game

    return make_game(rules, players, reward, parameters)
