"""One seat of a game as Gymnasium environments, single or many together, with bots elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from clagdsl import problems
from clagdsl.engine.players.named_players import load_player, seat_policies
from clagdsl.lang.record import PlayerName
from clagdsl.rl.agent_matches import (
    AgentMatches,
    Parameters,
    Reward,
    Rules,
    read_choice,
    read_game,
)
from clagdsl.rl.encoding import Encoding, Form
from clagdsl.simulation.batch.agents import BEGIN, NOTHING, REFUSED
from clagdsl.simulation.lowering.arrays import Array

Options = dict[str, Any]
"""The options of a reset, or the information that comes with an observation."""


class SeatMatches:
    """Matches in which one seat has an agent: what a single and a vector environment share."""

    def __init__(self, matches: AgentMatches, seat: int, observations: Form) -> None:
        self.matches, self.seat = matches, seat
        self.encoding = Encoding(matches.batch, observations)
        self.actions = gymnasium.spaces.Discrete(matches.batch.actions)
        self._seats = np.full(matches.batch.matches, seat)

    def observe(self) -> tuple[Array, Array]:
        """Returns observations, [match, column], and legal actions, [match, action]."""
        seen, allowed = self.matches.observe(self._seats)
        return self.encoding.encode(seen), allowed

    def read_actions(self, values: object) -> Array:
        """Returns a copy of actions of all matches; raises ArgumentError if they are not whole."""
        self.matches.check_begun()
        actions = self.matches.batch.one_per_match(values, "actions")
        actions[actions < 0] = self.matches.batch.actions  # not the number of an action either
        return actions

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Performs an action in each match; the first legal one instead of an illegal one.

        `actions` receives what is performed. Returns the rewards, [match], and where the action
        was illegal.
        """
        rewards: Array = self.matches.step(actions)[:, self.seat]
        illegal = actions == REFUSED
        if illegal.any():
            first = self.matches.observe(self._seats)[1].argmax(axis=1)
            actions[illegal] = first[illegal]
            rewards += self.matches.step(np.where(illegal, first, NOTHING))[:, self.seat]
        return rewards, illegal


class SeatEnv(gymnasium.Env[Array, np.int64]):
    """A Gymnasium environment for one seat at a table; bots act for the other seats."""

    render_mode = "ansi"

    def __init__(self, table: SeatMatches) -> None:
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.match = table.matches
        self._table = table
        self.columns = table.encoding.columns
        """The columns of each part of an observation, by the part's name."""
        self.observation_space, self.action_space = table.encoding.space, table.actions

    def reset(
        self, *, seed: int | None = None, options: Options | None = None
    ) -> tuple[Array, Options]:
        """Begins match 0 of a seed, or the next match of the last seed.

        Raises ArgumentError if the seed is invalid.
        """
        super().reset(seed=seed, options=options)
        self.match.begin(seed)
        return self._observe()

    def step(self, action: SupportsIndex) -> tuple[Array, float, bool, bool, Options]:
        """Applies an action; an illegal one is replaced with the first legal action.

        The info holds the applied `action`, and whether the requested one was `illegal`. Raises
        ArgumentError if the value is not a whole number, before the first `reset`, and once the
        match is over.
        """
        actions = self.match.read_action(action)
        rewards, illegal = self._table.step(actions)
        seen, info = self._observe()
        info |= {"action": int(actions[0]), "illegal": bool(illegal[0])}
        return seen, float(rewards[0]), self.match.over, False, info

    def _observe(self) -> tuple[Array, Options]:
        seen, self._allowed = self._table.observe()
        return seen[0], {"action_mask": self._allowed[0]}

    def action_masks(self) -> Array:
        """Returns, [action], whether each action is legal, in the form that MaskablePPO expects."""
        allowed: Array = self._allowed[0] > 0
        return allowed

    def render(self) -> str:
        """Returns the seat's view as text."""
        return self.match.text(self._table.seat)


class SeatVectorEnv(VectorEnv[Array, Array, Array]):
    """A Gymnasium vector environment for one seat in many matches; bots act for the other seats.

    The matches are those of one seed, in order: a match that begins has the next number.
    """

    def __init__(self, table: SeatMatches, mode: AutoresetMode) -> None:
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.matches = table.matches
        self._table, self._mode = table, mode
        self.columns = table.encoding.columns
        """The columns of each part of an observation, by the part's name."""
        self.num_envs = table.matches.batch.matches
        self.single_observation_space, self.single_action_space = (
            table.encoding.space,
            table.actions,
        )
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Options | None = None
    ) -> tuple[Array, Options]:
        """Begins the first matches of a seed, or the next matches of the last seed.

        `reset_mask` [match] in the options is true where one begins; without it, all begin.
        Raises ArgumentError if the seed is invalid or a list.
        """
        if isinstance(seed, list):
            raise problems.arguments.WrongEnvironment(
                "all matches share one seed: give a number, not a list"
            ).error()
        self.matches.begin(seed, (options or {}).get("reset_mask"))
        return self._observe()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Options]:
        """Applies an action in each match; illegal ones are replaced with the first legal action.

        The info holds `action_mask` [match, action], the applied `action` [match], and where the
        requested one was `illegal` [match]. Raises ArgumentError if an action is not a whole
        number, before the first `reset`, and for matches that are over if these do not begin again
        by themselves.
        """
        requested = self._table.read_actions(actions)
        over = self.matches.seats < 0
        if over.any():
            if self._mode == AutoresetMode.DISABLED:
                raise problems.arguments.WrongAction(
                    "matches are over: start the next ones with `reset` and `reset_mask`"
                ).error()
            requested[over] = BEGIN
        rewards, illegal = self._table.step(requested)
        ended = self.matches.seats < 0
        info: Options = {"action": requested, "illegal": illegal}
        if self._mode == AutoresetMode.SAME_STEP and ended.any():
            last, final = self._table.observe()[0], np.full(self.num_envs, None)
            for match in np.flatnonzero(ended).tolist():
                final[match] = last[match]
            info |= {"final_obs": final, "_final_obs": ended, "_final_info": ended}
            info["final_info"] = {"illegal": illegal, "_illegal": ended}
            self.matches.begin(chosen=ended)
        seen, masks = self._observe()
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), info | masks

    def _observe(self) -> tuple[Array, Options]:
        seen, self._allowed = self._table.observe()
        if self._mode == AutoresetMode.NEXT_STEP:
            self._allowed[self.matches.seats < 0] = 1  # any action begins the next match
        return seen, {"action_mask": self._allowed}

    def action_masks(self) -> Array:
        """Returns, [match, action], whether each action is legal."""
        return self._allowed > 0


def make_seat_env(
    rules: Rules,
    players: int | None,
    seat: int,
    others: str | Sequence[str],
    reward: Reward,
    parameters: Parameters,
    observations: Form,
    render_mode: str = "ansi",
) -> SeatEnv:
    """Returns the environment for `clagdsl.rl.gymnasium_env`; `make` sets `render_mode`."""
    batch = read_game(rules).batch(1, players, parameters=parameters, restart=True)
    sitting = read_others(seat, batch.players, others)
    env = SeatEnv(SeatMatches(AgentMatches(batch, reward, sitting), seat, observations))
    env.render_mode = render_mode
    env.spec = EnvSpec(
        "clagdsl/Seat-v0",
        entry_point="clagdsl.rl.gymnasium_adapter:make_seat_env",
        kwargs={
            "rules": rules,
            "players": batch.players,
            "seat": seat,
            "others": [*sitting.values()],
            "reward": reward,
            "parameters": parameters,
            "observations": observations,
        },
    )
    return env


def make_vector_env(
    rules: Rules,
    number: int,
    players: int | None,
    seat: int,
    others: str | Sequence[str],
    reward: Reward,
    parameters: Parameters,
    observations: Form,
    autoreset: str,
) -> SeatVectorEnv:
    """Returns the environment for `clagdsl.rl.vector_env`."""
    modes = [mode.value for mode in AutoresetMode]
    mode = AutoresetMode(read_choice(autoreset, modes, "autoreset mode"))
    batch = read_game(rules).batch(number, players, parameters=parameters, restart=True)
    sitting = read_others(seat, batch.players, others)
    return SeatVectorEnv(
        SeatMatches(AgentMatches(batch, reward, sitting), seat, observations), mode
    )


def read_others(seat: int, players: int, others: str | Sequence[str]) -> Mapping[int, PlayerName]:
    """Returns the players of all seats but one; raises ArgumentError if one is unknown."""
    if type(seat) is not int or not 0 <= seat < players:
        raise problems.arguments.WrongSeat("seat", seat, players).error()
    names = seat_policies(others, players - 1)
    for name in dict.fromkeys(names):
        load_player(name)
    return dict(zip((other for other in range(players) if other != seat), names, strict=True))
