"""Gymnasium's own test, who plays the other seats, and what a seat gets."""

from __future__ import annotations

import copy
import random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support.learning_tables import LearningTable, every_table, some_tables

import clagdsl
from clagdsl.engine.players import named_players


def check_api(table: LearningTable) -> None:
    for seat in {0, table.players - 1}:
        check_env(clagdsl.rl.gymnasium_env(table.name, players=table.players, seat=seat))


@pytest.mark.parametrize("table", some_tables(1, seed=3), ids=str)
def test_some_tables_pass_the_test_of_gymnasium(table: LearningTable) -> None:
    check_api(table)


@pytest.mark.long
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_table_passes_the_test_of_gymnasium(table: LearningTable) -> None:
    check_api(table)


def played(env, choose: random.Random, seed: int | None) -> float:
    """What the seat has got by the end of a match in which it chooses at random."""
    _, info = env.reset(seed=seed)
    got, ended = 0.0, False
    while not ended:
        action = choose.choice(np.flatnonzero(info["action_mask"]))
        _, reward, ended, cut, info = env.step(action)
        assert not cut
        assert info["action"] == action
        assert info["illegal"] is False
        got += reward
    return got


def check_rewards(table: LearningTable, seat: int, others: list[str], matches: int) -> None:
    name, players = table.name, table.players
    points = clagdsl.rl.gymnasium_env(name, players, seat, others)
    winner = clagdsl.rl.gymnasium_env(name, players, seat, others, reward="winner")
    sitting = [*others[:seat], "", *others[seat:]]
    for number in range(matches):
        got = played(points, random.Random(number), 5 if number == 0 else None)
        share = played(winner, random.Random(number), 5 if number == 0 else None)
        batch = points.match.batch
        state = clagdsl.load(name).start(players, seed=5, match=number)
        for move in batch.moves(0):
            done = state.apply(batch.action_text(move))
            if state.actor != seat:
                # a card that its player does not know is `top` in one of them, itself in the other
                assert state.apply(clagdsl.decide(state, sitting[state.actor])) == done
            state = done
        assert got == state.totals[seat]
        assert share == (1 / len(state.winners) if seat in state.winners else 0)


@pytest.mark.parametrize("seat", [1])
def test_others_play_as_asked_and_the_seat_gets_its_points(seat: int) -> None:
    check_rewards(LearningTable("plump", 3), seat, ["steady", "random"], 1)


@pytest.mark.long
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_seats_get_their_points_in_every_game(table: LearningTable) -> None:
    others = ["steady", *["random"] * (table.players - 2)]
    check_rewards(table, table.players // 2, others, 1 + 1000 // len(every_table()))


def test_any_player_of_the_registry_sits_in_the_other_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also one that looks at views of the interpreter, of which a batch knows nothing."""
    there = {"last": lambda view, _table, _rng: view.legal[-1]}
    monkeypatch.setattr(named_players, "_package_players", lambda: there)
    loaded = named_players._import_player
    monkeypatch.setattr(
        named_players, "_import_player", lambda name: there.get(name) or loaded(name)
    )
    named_players._resolve_player.cache_clear()
    env = clagdsl.rl.gymnasium_env("pagat", players=4, seat=2, others=["last", "steady", "last"])
    named_players._resolve_player.cache_clear()
    for _ in range(3):
        env.reset(seed=3)
        state = clagdsl.load("pagat").start(players=4, seed=3)
        for move in env.match.batch.moves(0):
            wanted = clagdsl.steady_action(state) if state.actor == 1 else state.legal()[-1]
            assert env.match.batch.action_text(move) == str(wanted)
            state = state.apply(wanted)
        assert state.actor == 2
    named_players._resolve_player.cache_clear()


def test_instead_of_an_illegal_action_the_first_legal_one_is_done() -> None:
    env = clagdsl.rl.gymnasium_env("pagat", players=4)
    _, info = env.reset(seed=1)
    first = int(info["action_mask"].argmax())
    for wrong in (0, -1, len(info["action_mask"])):
        env.reset(seed=1)
        *_, told = env.step(wrong)
        assert told["illegal"] is True
        assert told["action"] == first
        assert env.match.batch.moves(0)[0] == first


@pytest.mark.parametrize("wrong", [None, "x", 1.5, [1], np.array([1, 2])])
def test_what_is_no_number_of_an_action_is_told(wrong: Any) -> None:
    env = clagdsl.rl.gymnasium_env("pagat", players=4)
    env.reset(seed=1)
    with pytest.raises(clagdsl.ArgumentError, match="is not an action: an action is") as told:
        env.step(wrong)
    assert told.value.code == "U632"
    assert env.match.batch.moves(0) == ()


def test_a_step_before_the_first_reset_is_told() -> None:
    env = clagdsl.rl.gymnasium_env("pagat", players=4)
    with pytest.raises(clagdsl.ArgumentError, match="start the first one with `reset`") as told:
        env.step(0)
    assert told.value.code == "U632"


def test_a_copy_goes_on_by_itself() -> None:
    env = clagdsl.rl.gymnasium_env("pagat", players=4)
    _, info = env.reset(seed=1)
    twin = copy.deepcopy(env)
    legal = np.flatnonzero(info["action_mask"])
    env.step(legal[0])
    assert twin.match.batch.moves(0) == ()
    seen = [one.step(legal[-1])[0].tolist() for one in (twin, copy.deepcopy(twin))]
    assert len(seen) == 2


def test_a_match_that_is_over_goes_on_only_after_a_reset() -> None:
    env = clagdsl.rl.gymnasium_env("plump", players=3)
    played(env, random.Random(1), 1)
    with pytest.raises(clagdsl.ArgumentError, match="start the next one with `reset`"):
        env.step(0)
    env.reset()
    assert not env.match.over
