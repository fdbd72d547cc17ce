"""A game as a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from clagdsl.rl.gymnasium_adapter import observation_box
from clagdsl.rl.single_env import Parameters, Reward, Rules, SingleEnv, read_game
from clagdsl.simulation.lowering.arrays import Array


class TableEnv(AECEnv):
    """A PettingZoo environment for a table with agents in all seats: `player_0`, `player_1`, ..."""

    metadata: Final = {
        "name": "clagdsl_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }
    render_mode = "ansi"

    def __init__(self, match: SingleEnv) -> None:
        super().__init__()
        self.match = match
        self.possible_agents = [f"player_{seat}" for seat in range(match.batch.players)]
        self._observations = {
            agent: observation_box(match.features) for agent in self.possible_agents
        }
        self._actions = {
            agent: gymnasium.spaces.Discrete(match.batch.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Box:
        """Returns the space of an agent's observations."""
        return self._observations[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Returns the space of action numbers."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begins match 0 of a seed, or the next match of the last seed.

        Raises ArgumentError if the seed is invalid.
        """
        self.match.reset(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select_agent()

    def step(self, action: int | None) -> None:
        """Applies an action of the agent to act; raises ArgumentError if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        rewards = self.match.step(self.match.read_action(action)).tolist()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self._select_agent()

    def _select_agent(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.match.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[self.match.seat]
        self.infos[self.agent_selection] = {"action_mask": self.match.mask()}

    def observe(self, agent: str) -> Array:
        """Returns an agent's observation, [column]."""
        return self.match.observe(self.possible_agents.index(agent))

    def render(self) -> str:
        """Returns the view of the agent to act as text."""
        return self.match.text(self.possible_agents.index(self.agent_selection))


def make_table_env(
    rules: Rules,
    players: int | None,
    reward: Reward,
    parameters: Parameters,
) -> Any:
    """Returns the environment for `clagdsl.rl.pettingzoo_env`."""
    return OrderEnforcingWrapper(TableEnv(SingleEnv(read_game(rules), players, reward, parameters)))
