"""A game as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from clagdsl.rl.agent_matches import AgentMatches, Parameters, Reward, Rules, read_game
from clagdsl.rl.encoding import Encoding, Form
from clagdsl.simulation.batch.agents import REFUSED
from clagdsl.simulation.lowering.arrays import Array


class TableEnv(AECEnv):
    """A PettingZoo environment for a table with agents in all seats: `player_0`, `player_1`, ..."""

    metadata: Final = {
        "name": "clagdsl_v1",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }
    render_mode = "ansi"

    def __init__(self, match: AgentMatches, observations: Form) -> None:
        super().__init__()
        self.match = match
        self._encoding = Encoding(match.batch, observations)
        self.columns = self._encoding.columns
        """The columns of each part of an observation, by the part's name."""
        self.possible_agents = [f"player_{seat}" for seat in range(match.batch.players)]
        actions = match.batch.actions
        self._seats = {agent: np.array([seat]) for seat, agent in enumerate(self.possible_agents)}
        self._observations, self._actions = {}, {}
        for agent in self.possible_agents:
            mask = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
            self._observations[agent] = gymnasium.spaces.Dict(
                observation=self._encoding.space, action_mask=mask
            )
            self._actions[agent] = gymnasium.spaces.Discrete(actions)

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Returns the space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Returns the space of action numbers."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begins match 0 of a seed, or the next match of the last seed.

        Raises ArgumentError if the seed is invalid.
        """
        self.match.begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.seat]

    def step(self, action: int | None) -> None:
        """Applies an action of the agent to act; raises ArgumentError if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        actions = self.match.read_action(action)
        rewards = self.match.step(actions)[0].tolist()
        if actions[0] == REFUSED:
            self.match.batch.step(np.array([action]))  # raises the error
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        if any(rewards):
            self._accumulate_rewards()
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.match.seat]

    def observe(self, agent: str) -> dict[str, Array]:
        """Returns an agent's observation, and its legal actions if it is its turn."""
        seen, allowed = self.match.observe(self._seats[agent])
        return {"observation": self._encoding.encode(seen)[0], "action_mask": allowed[0]}

    def render(self) -> str:
        """Returns the view of the agent to act as text."""
        return self.match.text(self.possible_agents.index(self.agent_selection))


def make_table_env(
    rules: Rules,
    players: int | None,
    reward: Reward,
    parameters: Parameters,
    observations: Form,
) -> Any:
    """Returns the environment for `clagdsl.rl.pettingzoo_env`."""
    batch = read_game(rules).batch(1, players, parameters=parameters, restart=True)
    return OrderEnforcingWrapper(TableEnv(AgentMatches(batch, reward), observations))
