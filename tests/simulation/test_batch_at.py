"""A batch that begins in the middle of matches is the one that has been stepped there."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.batch_beside import check_view
from support.engine_games import GAMES, random_match
from support.loaded import loaded
from support.samples import every_nth
from support.simulation_plans import DRAWN_DEALER, EVERYTHING, corner
from support.simulation_rules import playable, rules_files, tabled

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.engine.state import State, start_match
from clagdsl.lang.rules import Game
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.batch import matches
from clagdsl.simulation.batch.batch_state import ENDED, MOVES, PACK_FIXED
from clagdsl.simulation.batch.matches import Batch, make_batch, make_batch_at
from clagdsl.simulation.batch.vector_env import MOST_MATCHES

RULES = Path(__file__).parent.parent.parent / "rules"

OF_THE_WAY = (MOVES, ENDED, PACK_FIXED, PACK_FIXED + 1, PACK_FIXED + 2)
"""What a board tells of how it came to where it stands."""


def check_same(stepped: Batch, stood: Batch) -> None:
    """Two batches stand at the same places: all boards, and what is told of them."""
    over, repeats = stepped.over, stepped._prepared.table.deck.repeats
    for name in ("progress", "sums", "past", "free"):
        one = np.array(getattr(stepped._boards, name))
        other = np.array(getattr(stood._boards, name))
        if name == "progress":
            one[:, OF_THE_WAY] = other[:, OF_THE_WAY] = 0
        if name == "past" or not repeats:  # equal cards may be numbered in another order
            assert np.array_equal(one[~over], other[~over]), name
    assert np.array_equal(stepped._boards.seed, stood._boards.seed)
    assert np.array_equal(stepped._boards.finals[over], stood._boards.finals[over])
    for told in ("over", "deal", "phase", "seat", "number", "totals"):
        assert np.array_equal(getattr(stepped, told), getattr(stood, told)), told
    assert np.array_equal(stepped.legal(), stood.legal())
    for seat in range(stepped.players):
        assert np.array_equal(stepped.observe(seat), stood.observe(seat))
    assert np.array_equal(stepped.steady_actions(), stood.steady_actions())
    assert np.array_equal(stepped.random_actions(), stood.random_actions())
    assert np.array_equal(stepped.winners, stood.winners)


def check_all_the_way(
    batch: Batch, states: list[State], moments: int, choose: random.Random
) -> None:
    """Step matches to their end at random, and stand where they stand now and then."""
    often = moments / max(1, batch._boards.history.shape[1])
    while True:
        if batch.over.all() or choose.random() < often:
            table = batch._prepared.table
            stood = make_batch_at(table, "", states, None, history=True)
            check_same(batch, stood)
            one, other = batch.copy(), stood.copy()
            assert np.array_equal(one.roll_out(), other.roll_out())
            assert np.array_equal(one.observe(0), other.observe(0))
        if batch.over.all():
            return
        actions = batch.random_actions()
        for place, state in enumerate(states):
            if not state.over:
                states[place] = state.apply(batch.action_text(actions[place]))
        batch.step(actions)


def check_game(game: PlayableGame, players: int, seed: int, moments: int) -> None:
    batch = game.batch(2, players, seed, first=seed)
    states = [game.start(players=players, seed=seed, match=seed + one) for one in range(2)]
    check_all_the_way(batch, states, moments, random.Random(seed))


@pytest.mark.parametrize(
    "path", every_nth(sorted(RULES.rglob("*.clag")), 9), ids=lambda path: path.stem
)
def test_every_file(path: Path) -> None:
    game = loaded(path)
    check_game(game, random.Random(path.stem).randint(*game.rules.players), 3, 6)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_kind_of_deal(name: str) -> None:
    rules: Game = GAMES[name]
    states = [start_match(rules, 4, 5, match) for match in range(2)]
    table = states[0].table
    batch = make_batch(table, "", 2, 5, 0, None, restart=False, history=True)
    check_all_the_way(batch, states, 20, random.Random(name))


@pytest.mark.parametrize(
    "game",
    [
        corner("who bids first is drawn"),
        clagdsl.load(text=DRAWN_DEALER),
        corner("trump is drawn"),
        corner("an auction"),
        corner("trump is named from the first cards"),
        corner("bids made blind"),
        clagdsl.load(text=EVERYTHING),
    ],
)
def test_what_few_games_have(game: PlayableGame) -> None:
    check_game(game, 3, 9, 12)


ROWS = """clag 2
game "Rows"
players 2
deal a
  trump none
  bid in turn
  score 1 + tricks * row_deals
schedule
  1 cards: a
  then repeat 2 times 1 cards: a
winner highest total, then shared
"""


def test_deals_of_rows_with_other_lengths_score_differently() -> None:
    check_game(clagdsl.load(text=ROWS), 2, 0, 8)


@settings(max_examples=10)
@given(rules_files(), st.integers(0, 10**6))
def test_drawn_rules(text: str, seed: int) -> None:
    with tabled():
        game = playable(text)
        check_game(game, game.rules.players[0], seed, 8)


# --- states without a seed ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["pagat", "raf", "wizard", "spades", "foss"])
def test_worlds_stand_where_the_match_stands(name: str) -> None:
    """What the seat sees, whose turn it is and what may be done is the same in each of them."""
    game, choose = clagdsl.load(name), random.Random(name)
    players = max(4, game.rules.players[0])
    states = list(random_match(game.rules, players, 4))
    for state in choose.sample([one for one in states if isinstance(one.actor, int)], 6):
        seat = state.actor
        assert isinstance(seat, int)
        worlds = game.worlds(state.view(seat), 5, seed=1)
        batch = game.batch_at(worlds, seed=7)
        assert (batch.totals == state.totals).all()
        assert (batch.seat == seat).all()
        seen = batch.observe()
        check_view(batch, seen[0], state, seat)
        assert (seen == seen[0]).all()
        assert (batch.legal() == batch.legal()[0]).all()
        batch.roll_out("random", until="match")
        assert batch.over.all()
        for place in range(3):
            ended = batch.state(place)
            assert ended.totals == tuple(batch.totals[place].tolist())
            assert ended.winners == tuple(batch.winners[place].nonzero()[0])


def test_where_chance_is_awaited_the_seed_deals() -> None:
    game = clagdsl.load("pagat")
    stood = game.batch_at([game.start(players=4)] * 3, seed=11)
    begun = game.batch(3, 4, seed=11)
    check_same(begun, stood)
    dealer = clagdsl.load(text=DRAWN_DEALER)
    check_same(dealer.batch(3, 3, 11), dealer.batch_at([dealer.start(players=3)] * 3, seed=11))
    first = corner("who bids first is drawn")
    waiting = [
        state for state in random_match(first.rules, 3, 1, by_hand=True) if state.phase == "first"
    ]
    batch = first.batch_at(waiting[:1] * 40, seed=2)
    assert len(set(batch.seat.tolist())) == 3
    assert [batch.state(place).actor for place in range(40)] == batch.seat.tolist()


def test_a_copy_keeps_where_its_matches_stood() -> None:
    game = clagdsl.load("scottish")
    states = [game.start(players=3, seed=1, match=match) for match in (4, 9)]
    states[1] = states[1].apply(states[1].legal()[0])
    batch = game.batch_at(states)
    assert batch.number.tolist() == [4, 9]
    assert batch.moves(1) == ()
    both = batch.copy([1, 0, 1])
    both.step(both.steady_actions())
    assert both.state(0) == both.state(2) != both.state(1)
    assert both.number.tolist() == [9, 4, 9]
    forgetful = game.batch_at(states, history=False)
    forgetful.step(forgetful.random_actions())
    with pytest.raises(ArgumentError, match="has no history"):
        forgetful.moves(0)


# --- played on ----------------------------------------------------------------------------


def test_rolling_out_is_stepping_by_the_policies() -> None:
    game = clagdsl.load("raf-pagat")
    policies = ["steady", "random", "random", "steady"]
    rolled, stepped = game.batch(30, 4, seed=3), game.batch(30, 4, seed=3)
    gained = rolled.roll_out(policies)
    points, begun = np.zeros((30, 4), np.int64), stepped.deal
    while (running := (stepped.deal == begun) & ~stepped.over).any():
        steady = np.isin(stepped.seat, (0, 3))
        actions = np.where(steady, stepped.steady_actions(), stepped.random_actions())
        places = np.flatnonzero(running)
        part = stepped.copy(places)
        points[places] += part.step(actions[places])
        for name in part._boards._fields:
            if name not in ("seed", "following", "supplied_packs", "results"):
                getattr(stepped._boards, name)[places] = getattr(part._boards, name)
    assert np.array_equal(gained, points)
    assert np.array_equal(rolled.observe(2), stepped.observe(2))
    assert rolled.state(7) == stepped.state(7)


def test_matches_rolled_out_to_their_end_are_a_simulation() -> None:
    game = clagdsl.load("mcleod")
    for policy in ("steady", "random"):
        batch = game.batch(20, 3, seed=8)
        gained = batch.roll_out(policy, until="match")
        simulated = game.simulate(20, 3, seed=8, policy=policy)
        assert np.array_equal(gained, simulated.totals)
        assert batch.ended.all()
        assert not batch.roll_out(policy).any()  # they are over
        assert not batch.ended.any()


def test_where_matches_restart_the_next_begins() -> None:
    game = clagdsl.load("scottish")
    batch = game.batch(4, 3, seed=8, restart=True)
    gained = batch.roll_out("steady", until="match")
    assert np.array_equal(gained, batch.final_totals)
    assert batch.number.tolist() == [4, 5, 6, 7]
    assert not batch.totals.any()


# --- what cannot be -----------------------------------------------------------------------


def test_what_is_no_list_of_states_of_one_table_is_refused() -> None:
    game = clagdsl.load("scottish")
    state, seeded = game.start(players=3), game.start(players=3, seed=1)
    for wrong, told in [
        ([], "at least one"),
        ([state, "deal"], "a list of states"),
        ([state, game.start(players=4)], "same players"),
        ([state, game.start(players=3, parameters={"failed_keeps_tricks": False})], "parameters"),
        ([clagdsl.load("pagat").start()], "of this game"),
        ([state, seeded], "different seeds"),
        ([seeded, game.start(players=3, seed=2)], "different seeds"),
    ]:
        with pytest.raises(ArgumentError, match=told) as caught:
            game.batch_at(wrong)  # type: ignore[arg-type]
        assert caught.value.code == "U631"
    with pytest.raises(ArgumentError, match="a seed of their own"):
        game.batch_at([seeded], seed=1)
    with pytest.raises(ArgumentError) as caught:
        game.batch_at([state], seed=2**64)
    assert caught.value.code == "U621"


def test_a_batch_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_MATCHES == 1_000_000
    monkeypatch.setattr(matches, "MOST_MATCHES", 3)
    game = clagdsl.load("scottish")
    state = game.start(players=3, seed=1)
    for many in (2, 3):
        assert game.batch_at([state] * many).matches == many
    with pytest.raises(ArgumentError, match="1 to 3"):
        game.batch_at([state] * 4)


def test_until_is_a_deal_or_a_match() -> None:
    batch = clagdsl.load("scottish").batch(1, 3)
    with pytest.raises(ArgumentError, match="`until` must be `deal` or `match`"):
        batch.roll_out(until="trick")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="no player"):
        batch.roll_out("wild")
