"""The vector environment plays the matches of `simulate`, as many single environments would."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from support.learning_tables import LearningTable, every_table, some_tables

import clagdsl
from clagdsl.engine.players import named_players

MODES = ("NextStep", "SameStep", "Disabled")


def first_legal(info: dict[str, Any]) -> np.ndarray:
    return info["action_mask"].argmax(axis=1)


def check_beside_single(table: LearningTable, form: str, others: list[str]) -> None:
    """Each place is what a single environment is that plays the same match."""
    seat = table.players - 1
    many = clagdsl.rl.vector_env(table.name, 3, table.players, seat, others, observations=form)
    each = [
        clagdsl.rl.gymnasium_env(table.name, table.players, seat, others, observations=form)
        for _ in range(3)
    ]
    seen, info = many.reset(seed=5)
    looks = []
    for number, env in enumerate(each):
        env.reset(seed=5)
        for _ in range(number):
            env.reset()
        looks.append(env.reset(seed=5) if number == 0 else env._observe())
    over = [False] * 3
    while not all(over):
        assert seen in many.observation_space
        actions = first_legal(info)
        for place, (look, look_info) in enumerate(looks):
            assert seen[place].tolist() == look.tolist()
            assert info["action_mask"][place].tolist() == look_info["action_mask"].tolist()
        seen, rewards, ended, cut, info = many.step(actions)
        assert not cut.any()
        for place, env in enumerate(each):
            if not over[place]:
                look, reward, over[place], _, look_info = env.step(actions[place])
                looks[place] = look, look_info
                assert (rewards[place], ended[place]) == (reward, over[place])
        if any(over):
            break


@pytest.mark.parametrize("form", ["compact", "one-hot"])
def test_it_is_many_single_environments(form: str) -> None:
    check_beside_single(LearningTable("plump", 3), form, ["steady", "random"])


@pytest.mark.parametrize("table", some_tables(1, seed=12), ids=str)
def test_it_is_many_single_environments_in_some_games(table: LearningTable) -> None:
    check_beside_single(table, "compact", ["random"] * (table.players - 1))


def check_bounds(table: LearningTable) -> None:
    """Observations are within their space up to the end of a match."""
    for form in ("compact", "one-hot"):
        env = clagdsl.rl.vector_env(
            table.name, 4, table.players, others="random", observations=form, autoreset="SameStep"
        )
        seen, info = env.reset(seed=table.players)
        finals = 0
        while not finals:
            assert seen in env.observation_space, form
            seen, _, _, _, info = env.step(env.matches.batch.random_actions())
            for place in np.flatnonzero(info.get("_final_obs", [])):
                finals += 1
                assert info["final_obs"][place] in env.single_observation_space


@pytest.mark.parametrize("table", some_tables(2, seed=14), ids=str)
def test_observations_are_within_their_bounds(table: LearningTable) -> None:
    check_bounds(table)


@pytest.mark.long
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_observations_are_within_their_bounds_at_every_table(table: LearningTable) -> None:
    check_bounds(table)
    others = ["steady", *["random"] * (table.players - 2)]
    check_beside_single(table, "one-hot", others)


def test_bounds_are_no_wider_than_a_pack_and_a_match() -> None:
    env = clagdsl.rl.vector_env("plump", 1, players=3)
    columns, space = env.columns, env.single_observation_space
    game = clagdsl.load("plump")
    most = max(deal.high for deal in game.start(3).table.schedule)
    assert set(space.high[columns["tricks"]].tolist()) == {most}
    assert space.low[columns["bids"]].tolist() == [-1] * 3
    assert set(space.high[columns["hand"]].tolist()) == {1}
    assert space.high[columns["deal"]].tolist() == [len(game.deals(3))]


def test_one_hot_says_the_same_as_compact() -> None:
    compact, spread = (
        clagdsl.rl.vector_env("pagat", 8, players=4, others="random", observations=form)
        for form in ("compact", "one-hot")
    )
    (seen, info), (other, _) = compact.reset(seed=1), spread.reset(seed=1)
    for _ in range(150):
        for part in ("deal", "cards", "held", "bids", "tricks"):
            low = -1 if part == "bids" else 0
            columns = spread.columns[part]
            rows = other[:, columns].reshape(8, seen[:, compact.columns[part]].shape[1], -1)
            assert (rows.sum(axis=2) == 1).all()
            assert (rows.argmax(axis=2) + low == seen[:, compact.columns[part]]).all()
        assert (other[:, spread.columns["hand"]] == seen[:, compact.columns["hand"]]).all()
        actions = first_legal(info)
        other = spread.step(actions)[0]
        seen, _, _, _, info = compact.step(actions)


@pytest.mark.parametrize("mode", MODES)
def test_matches_are_those_of_simulate_in_every_mode(mode: str) -> None:
    """The seat plays at random as `simulate` does; every match ends as there."""
    env = clagdsl.rl.vector_env("plump", 5, players=3, others="random", autoreset=mode)
    totals = clagdsl.load("plump").simulate(20, players=3, seed=9).totals[:, 0]
    _, info = env.reset(seed=9)
    got, number, done = np.zeros(5), np.arange(5), 0
    over = np.zeros(5, np.bool_)
    while done < 12:
        actions = env.matches.batch.random_actions()
        began = over if mode == "NextStep" else np.zeros(5, np.bool_)
        seen, rewards, over, _, info = env.step(actions)
        assert not rewards[began].any()
        got += rewards
        for place in np.flatnonzero(over):
            assert got[place] == totals[number[place]]
            final = info["final_obs"][place] if mode == "SameStep" else seen[place]
            assert final[env.columns["over"]] == 1
            assert final[env.columns["totals"]][0] == got[place]
            got[place], done = 0, done + 1
        if mode == "Disabled" and over.any():
            with pytest.raises(clagdsl.ArgumentError, match="start the next ones with `reset`"):
                env.step(actions)
            seen, info = env.reset(options={"reset_mask": over})
        number = np.where(env.matches.seats < 0, number, env.matches.batch.number)
        assert (seen[:, env.columns["over"]][:, 0] == (env.matches.seats < 0)).all()


def test_the_winners_share_one() -> None:
    env = clagdsl.rl.vector_env(
        "plump", 40, players=3, others="random", reward="winner", autoreset="Disabled"
    )
    winners = clagdsl.load("plump").batch(40, players=3, seed=9)
    winners.roll_out("random", until="match")
    env.reset(seed=9)
    got = np.zeros(40)
    while not (env.matches.seats < 0).all():
        _, rewards, ended, _, _ = env.step(env.matches.batch.random_actions())
        assert not rewards[~ended].any()
        got += rewards
    share = winners.winners[:, 0] / winners.winners.sum(axis=1)
    assert got.tolist() == share.tolist()


def test_instead_of_illegal_actions_the_first_legal_ones_are_done() -> None:
    env = clagdsl.rl.vector_env("pagat", 4, players=4)
    _, info = env.reset(seed=1)
    first, mask = first_legal(info), info["action_mask"]
    legal = int(np.flatnonzero(mask[3])[-1])
    *_, info = env.step(np.array([-1, -2, mask.shape[1], legal]))
    assert info["illegal"].tolist() == [True, True, True, False]
    assert info["action"].tolist() == [*first[:3].tolist(), legal]


def test_players_that_are_not_compiled_sit_in_other_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"last": lambda view, _table, _rng: view.legal[-1]}
    monkeypatch.setattr(named_players, "_package_players", lambda: there)
    loaded = named_players._import_player
    monkeypatch.setattr(
        named_players, "_import_player", lambda name: there.get(name) or loaded(name)
    )
    named_players._resolve_player.cache_clear()
    env = clagdsl.rl.vector_env("plump", 3, 3, seat=1, others=["last", "steady"])
    _, info = env.reset(seed=3)
    for _ in range(60):
        *_, info = env.step(first_legal(info))
    for place in range(3):
        batch, game = env.matches.batch, clagdsl.load("plump")
        state = game.start(players=3, seed=3, match=int(batch.number[place]))
        for move in batch.moves(place):
            if state.actor != 1:
                due = state.legal()[-1] if state.actor == 0 else clagdsl.steady_action(state)
                assert batch.action_text(move) == str(due)
            state = state.apply(batch.action_text(move))
    named_players._resolve_player.cache_clear()


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (lambda env: env.step(np.zeros(2, int)), "no match has started"),
        (lambda env: env.reset(seed=[1, 2]), "share one seed"),
        (lambda env: env.reset(seed=-1), "seed"),
        (lambda env: (env.reset(), env.step([0.5, 1]))[1], "whole numbers"),
        (lambda env: (env.reset(), env.step([1]))[1], "one for each match"),
    ],
)
def test_what_it_cannot_do_is_an_error(refused, said: str) -> None:
    with pytest.raises(clagdsl.ArgumentError, match=said):
        refused(clagdsl.rl.vector_env("pagat", 2, players=4))


@pytest.mark.parametrize(
    "chosen", [{"autoreset": "never"}, {"observations": "picture"}, {"reward": "tricks"}]
)
def test_other_settings_are_refused(chosen: dict[str, Any]) -> None:
    with pytest.raises(clagdsl.ArgumentError) as told:
        clagdsl.rl.vector_env("pagat", 2, players=4, **chosen)
    assert told.value.code == "U639"


@pytest.mark.parametrize("mode", MODES[:2])
def test_the_wrappers_of_gymnasium_work(mode: str) -> None:
    env = RecordEpisodeStatistics(
        clagdsl.rl.vector_env("plump", 4, players=3, others="random", autoreset=mode)
    )
    _, info = env.reset(seed=1)
    choose, points = random.Random(1), []
    for _ in range(200):
        legal = [choose.choice(np.flatnonzero(row)) for row in env.env.action_masks()]
        _, _, ended, _, info = env.step(np.array(legal))
        points += info["episode"]["r"][ended].tolist() if "episode" in info else []
    assert points
    totals = clagdsl.load("plump").simulate(4, players=3, seed=1).totals
    assert len(totals) == 4


def test_masks_have_the_form_that_maskable_ppo_stacks() -> None:
    many, one = (clagdsl.rl.vector_env("pagat", 2, players=4), clagdsl.rl.gymnasium_env("pagat", 4))
    for env in (many, one):
        _, info = env.reset(seed=1)
        masks = env.get_wrapper_attr("action_masks")() if env is one else env.action_masks()
        assert masks.dtype == np.bool_
        assert masks.tolist() == (info["action_mask"] == 1).tolist()
