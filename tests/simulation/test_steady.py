"""The steady player in the simulator: the interpreter's, decision by decision, and a good one."""

from __future__ import annotations

from itertools import cycle, islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from support.loaded import loaded
from support.samples import every_nth
from support.simulation_games import compare
from support.simulation_plans import CORNERS, EVERYTHING, FILES, RULES, TABLES, Plan, corner
from support.simulation_rules import playable, rules_files, tabled, values_of

import clagdsl
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.lowering.arrays import Array

BUNDLED = sorted(RULES.glob("*.clag"))
HOUSE = [path for path in FILES if path not in BUNDLED]


def policies(players: int, *pattern: str) -> tuple[str, ...]:
    return tuple(islice(cycle(pattern), players))


@pytest.mark.early
@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_both_engines_decide_alike_at_every_table(path: Path) -> None:
    for players in {*loaded(path).rules.players}:
        mixed = policies(players, "steady", "random", "steady")
        assert compare(loaded(path), players, 5, range(1), policies=mixed) > 0


@pytest.mark.parametrize("path", HOUSE, ids=lambda path: path.stem)
def test_both_engines_decide_alike_by_house_rules(path: Path) -> None:
    compare(loaded(path), 4, 6, range(1), policies=policies(4, "steady"))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("raf", {"turned_trump": True, "caller_deals": True}),
        ("raf", {"failed_keeps": True}),
        ("raf-pagat", {"madness": 2, "winner_has_most": True}),
        ("pagat", {"twos_in_suit": True}),
        ("mcleod", {"misere_trick": 2, "twos_in_suit": True}),
        ("scorecard", {"hook": True}),
    ],
)
def test_both_engines_decide_alike_with_parameters(
    name: str, parameters: dict[str, bool | int]
) -> None:
    compare(clagdsl.load(name), 4, 7, range(1), parameters, policies(4, "steady"))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_engines_decide_alike_where_no_bundled_variant_goes(players: int) -> None:
    game = clagdsl.load(text=EVERYTHING)
    compare(game, players, 3, range(1), policies=policies(players, "steady"))
    compare(game, players, 4, range(1), {"worth": 3}, policies(players, "random", "steady"))


@pytest.mark.parametrize("name", CORNERS)
def test_both_engines_decide_alike_in_deals_that_few_games_have(name: str) -> None:
    compare(corner(name), 3, 2, range(2), policies=policies(3, "steady"))


@settings(max_examples=8, deadline=None)
@given(st.data())
def test_both_engines_decide_alike_by_drawn_rules(data: st.DataObject) -> None:
    agree_on_drawn_rules(data)


@pytest.mark.long
@settings(max_examples=5000, deadline=None)
@given(st.data())
def test_both_engines_decide_alike_by_many_drawn_rules(data: st.DataObject) -> None:
    agree_on_drawn_rules(data)


def agree_on_drawn_rules(data: st.DataObject) -> None:
    text = data.draw(rules_files())
    note(text)
    game = playable(text)
    low, high = game.rules.players
    chosen = {p.name: data.draw(st.sampled_from(values_of(p))) for p in game.rules.parameters}
    seats = data.draw(st.sampled_from([["steady"], ["steady", "random"], ["random", "steady"]]))
    players = data.draw(st.integers(low, high))
    with tabled():
        compare(game, players, 1, range(1), chosen, policies(players, *seats))


@pytest.mark.long
@pytest.mark.parametrize("plan", TABLES, ids=map(str, TABLES))
def test_both_engines_decide_alike_for_long(plan: Plan) -> None:
    game = loaded(plan.path)
    for first in range(0, 1000, 50):
        matches = range(first, first + 50)
        for seed, seats in ((8, ["steady"]), (9, ["random", "steady"])):
            compare(game, plan.players, seed, matches, policies=policies(plan.players, *seats))


# --- how good it is -----------------------------------------------------------------------

# `benchmarks/steady.py` measures it for every game and number of players.
SELECTION = [("pagat", 4), ("foss", 3), ("raf", 3), ("raf-pagat", 7), ("foss", 7), ("scottish", 3)]


def made(completed: Array) -> float:
    return float((completed == 1).sum() / (completed >= 0).sum())


@pytest.mark.parametrize(("name", "players"), every_nth(SELECTION, 2))
def test_it_beats_random_seats_wherever_it_sits(name: str, players: int) -> None:
    game = clagdsl.load(name)
    for seat in range(players):
        names = ["random"] * players
        names[seat] = "steady"
        matches = game.simulate(60, players=players, seed=seat, policy=names)
        others = np.delete(matches.totals, seat, axis=1).mean()
        assert matches.totals[:, seat].mean() > others + 20
        assert (matches.winners[:, seat] / matches.winners.sum(axis=1)).mean() > 1.5 / players


@pytest.mark.early
@pytest.mark.parametrize(("name", "players"), [("pagat", 4), ("foss", 7), ("raf", 3)])
def test_steady_players_make_far_more_of_their_bids(name: str, players: int) -> None:
    """By odds: where random players call what is easily made, a share has no room to double."""
    game = clagdsl.load(name)
    steady = made(game.simulate(60, players=players, policy="steady").completed)
    random = made(game.simulate(60, players=players).completed)
    assert steady / (1 - steady) > 2.5 * random / (1 - random)


# --- who plays how ------------------------------------------------------------------------


def test_random_seats_pick_by_the_same_words_beside_a_steady_one() -> None:
    game = clagdsl.load("foss")
    alone = game.simulate(50, players=3, seed=2)
    beside = game.simulate(50, players=3, seed=2, policy="random, random, steady")
    assert beside.policies == ("random", "random", "steady")
    # Seat 2 deals first: the others bid before it, knowing nothing of how it plays.
    assert (alone.bids[:, 0, :2] == beside.bids[:, 0, :2]).all()
    assert (alone.totals != beside.totals).any()


def test_a_list_and_a_text_say_the_same() -> None:
    game = clagdsl.load("foss")
    said = game.simulate(5, players=3, policy="steady,random,steady")
    listed = game.simulate(5, players=3, policy=["steady", "random", "steady"], threads=2)
    assert (said.totals == listed.totals).all()


def test_a_policy_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ArgumentError) as refused:
        clagdsl.load("foss").simulate(1, policy="steady, random")
    assert refused.value.code == "U629"
