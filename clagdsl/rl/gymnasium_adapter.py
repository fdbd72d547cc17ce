"""One seat of a game as a Gymnasium environment, with bots in the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec

from clagdsl import problems
from clagdsl.engine.players.named_players import RANDOM, load_player, seat_policies
from clagdsl.lang.record import PlayerName
from clagdsl.rl.single_env import Parameters, Reward, Rules, SingleEnv, read_game
from clagdsl.simulation.lowering.arrays import Array

# --- spaces shared with PettingZoo ---------------------------------------------------------------


LARGEST: Final = np.iinfo(np.int32).max
"""The largest absolute value in any column of an observation."""


def observation_box(features: int) -> gymnasium.spaces.Box:
    """Returns the space of observations with this many columns."""
    return gymnasium.spaces.Box(-LARGEST, LARGEST, (features,), np.int32)


# --- the environment ------------------------------------------------------------------------------


class SeatEnv(gymnasium.Env[Array, np.int64]):
    """A Gymnasium environment for one seat at a table; bots act for the other seats."""

    render_mode = "ansi"

    def __init__(self, match: SingleEnv, seat: int, others: Sequence[PlayerName]) -> None:
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.match = match
        self._seat = seat
        # the entry at this seat is never used
        self._players = [*others[:seat], RANDOM, *others[seat:]]
        self.observation_space = observation_box(match.features)
        self.action_space = gymnasium.spaces.Discrete(match.batch.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins match 0 of a seed, or the next match of the last seed.

        Raises ArgumentError if the seed is invalid.
        """
        super().reset(seed=seed, options=options)
        self.match.reset(seed)
        self._play_until_own_turn()
        return self._observation(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Applies an action; an illegal one is replaced with the first legal action.

        The info holds the applied `action`, and whether the requested one was `illegal`. Raises
        ArgumentError if the value is not a whole number, before the first `reset`, and once the
        match is over.
        """
        requested, mask = self.match.read_action(action), self.match.mask()
        illegal = not 0 <= requested < len(mask) or not mask[requested]
        done = int(mask.argmax()) if illegal else requested
        reward = float(self.match.step(done)[self._seat]) + self._play_until_own_turn()
        info = {**self._info(), "action": done, "illegal": bool(illegal)}
        return self._observation(), reward, self.match.over, False, info

    def _play_until_own_turn(self) -> float:
        """Lets the other seats play until it is this seat's turn; returns the reward received until
        then.
        """
        reward = 0.0
        while not self.match.over and self.match.seat != self._seat:
            action = int(self.match.batch.actions_by(self._players)[0])
            reward += float(self.match.step(action)[self._seat])
        return reward

    def _observation(self) -> Array:
        return self.match.observe(self._seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask()}

    def render(self) -> str:
        """Returns the seat's view as text."""
        return self.match.text(self._seat)


def make_seat_env(
    rules: Rules,
    players: int | None,
    seat: int,
    others: str | Sequence[str],
    reward: Reward,
    parameters: Parameters,
    render_mode: Literal["ansi"] = "ansi",
) -> SeatEnv:
    """Returns the environment for `clagdsl.rl.gymnasium_env`; `make` sets `render_mode`."""
    match = SingleEnv(read_game(rules), players, reward, parameters)
    seats = match.batch.players
    if type(seat) is not int or not 0 <= seat < seats:
        raise problems.arguments.WrongSeat("seat", seat, seats).error()
    opponents = seat_policies(others, seats - 1)
    for name in dict.fromkeys(opponents):
        load_player(name)
    env = SeatEnv(match, seat, opponents)
    env.render_mode = render_mode
    env.spec = EnvSpec(
        "clagdsl/Seat-v0",
        entry_point="clagdsl.rl.gymnasium_adapter:make_seat_env",
        kwargs={
            "rules": rules,
            "players": seats,
            "seat": seat,
            "others": opponents,
            "reward": reward,
            "parameters": parameters,
        },
    )
    return env
