"""PettingZoo's own tests, and rewards held against the interpreter."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from support.learning_tables import LearningTable, every_table, some_tables

import clagdsl

pytestmark = pytest.mark.filterwarnings(
    # api_test knows the convention with a mask only in PettingZoo's own classic games
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


def check_api(table: LearningTable) -> None:
    def made():
        return clagdsl.rl.pettingzoo_env(table.name, players=table.players)

    api_test(made(), num_cycles=1000, verbose_progress=False)
    seed_test(made, num_cycles=200)


@pytest.mark.parametrize("table", some_tables(2, seed=2), ids=str)
def test_some_tables_pass_the_tests_of_pettingzoo(table: LearningTable) -> None:
    check_api(table)


@pytest.mark.long
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_table_passes_the_tests_of_pettingzoo(table: LearningTable) -> None:
    check_api(table)


def played(env, choose: random.Random) -> dict[str, float]:
    """What every agent has got by the end of a match in which all choose at random."""
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        got[agent] += reward
        action = None
        if not ended:
            action = int(choose.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
    return got


def check_rewards(table: LearningTable, seed: int, matches: int) -> None:
    """Two environments play the same matches, the interpreter plays them again."""
    points = clagdsl.rl.pettingzoo_env(table.name, players=table.players)
    winner = clagdsl.rl.pettingzoo_env(table.name, players=table.players, reward="winner")
    for number in range(matches):
        for env in (points, winner):
            env.reset(seed=seed if number == 0 else None)
        got = played(points, random.Random(number))
        shares = played(winner, random.Random(number))
        batch = points.unwrapped.match.batch
        assert batch.number.tolist() == [number]
        state = clagdsl.load(table.name).start(table.players, seed=seed, match=number)
        for move in batch.moves(0):
            state = state.apply(batch.action_text(move))
        assert state.over
        assert [*got.values()] == [*state.totals]
        share = 1 / len(state.winners)
        assert [*shares.values()] == [
            share if seat in state.winners else 0 for seat in range(table.players)
        ]


@pytest.mark.parametrize("table", some_tables(1, seed=5), ids=str)
def test_rewards_are_the_totals_of_some_matches(table: LearningTable) -> None:
    check_rewards(table, seed=table.players, matches=2)


@pytest.mark.long
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_rewards_are_the_totals_of_a_thousand_matches(table: LearningTable) -> None:
    check_rewards(table, seed=table.players, matches=1 + 1000 // len(every_table()))


def test_resets_without_a_seed_are_the_next_matches() -> None:
    env = clagdsl.rl.pettingzoo_env("pagat", players=4)
    seen = []
    for seed in (7, None, None, 7, 8):
        env.reset(seed=seed)
        seen.append(
            (
                env.unwrapped.match.batch.number.tolist()[0],
                env.observe("player_1")["observation"].tolist(),
            )
        )
    assert [number for number, _ in seen] == [0, 1, 2, 0, 0]
    assert seen[0] == seen[3]
    assert len({tuple(row) for _, row in seen}) == 4


def test_an_action_that_the_rules_forbid_is_told_in_words() -> None:
    env = clagdsl.rl.pettingzoo_env("pagat", players=4)
    env.reset(seed=7)
    with pytest.raises(clagdsl.ArgumentError, match="you cannot do that now"):
        env.step(env.unwrapped.match.batch.action_number("play QS"))
    assert env.agent_selection == "player_0"


@pytest.mark.parametrize("wrong", [None, "x", 1.5, [1]])
def test_what_is_no_number_of_an_action_is_told(wrong: Any) -> None:
    env = clagdsl.rl.pettingzoo_env("pagat", players=4)
    env.reset(seed=7)
    with pytest.raises(clagdsl.ArgumentError, match="is not an action: an action is") as told:
        env.step(wrong)
    assert told.value.code == "U632"
    assert env.agent_selection == "player_0"


def test_the_last_observation_has_the_final_totals_and_the_last_deal() -> None:
    env = clagdsl.rl.pettingzoo_env("plump", players=3)
    env.reset(seed=3)
    choose, match = random.Random(1), env.unwrapped.match
    while not match.over:
        before = {agent: env.observe(agent) for agent in env.possible_agents}
        mask = env.last()[0]["action_mask"]
        env.step(int(choose.choice(np.flatnonzero(mask))))
    parts = env.unwrapped.columns
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert seen in env.observation_space(agent)
        assert not seen["action_mask"].any()
        end, last = seen["observation"], before[agent]["observation"]
        assert (end[parts["over"]], last[parts["over"]]) == (1, 0)
        assert not end[parts["phase"]].any()
        totals = np.roll(match.batch.final_totals[0], -seat)
        assert end[parts["totals"]].tolist() == totals.tolist()
        for part in ("deal", "kind", "cards", "bids"):
            assert end[parts[part]].tolist() == last[parts[part]].tolist()
        assert env.terminations[agent]


def test_only_the_agent_to_act_has_legal_actions() -> None:
    env = clagdsl.rl.pettingzoo_env("pagat", players=4)
    env.reset(seed=7)
    legal = {agent: int(env.observe(agent)["action_mask"].sum()) for agent in env.agents}
    state = clagdsl.load("pagat").start(players=4, seed=7)
    assert legal == {"player_0": len(state.legal()), "player_1": 0, "player_2": 0, "player_3": 0}


def test_what_is_rendered_is_what_the_agent_sees() -> None:
    env = clagdsl.rl.pettingzoo_env("pagat", players=4)
    env.reset(seed=7)
    state = clagdsl.load("pagat").start(players=4, seed=7)
    hand = " ".join(map(str, state.view(0).hand))
    assert f"hand [{hand}]" in env.render().splitlines()
    other = " ".join(map(str, state.view(1).hand))
    assert f"[{other}]" not in env.render()
