"""A batch and the interpreter play the same matches: views, legal actions, points."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.batch_beside import play_beside
from support.engine_games import GAMES
from support.loaded import loaded
from support.samples import every_nth
from support.simulation_plans import DRAWN_DEALER, EVERYTHING, TABLES, Plan, corner

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.engine.state import start_match
from clagdsl.lang.rules import Game, IntegerRange, Parameter, TruthRange, Value, WordRange
from clagdsl.simulation.batch.matches import Batch, make_batch
from clagdsl.table.table import open_table

RULES = Path(__file__).parent.parent.parent / "rules"


def other_value(parameter: Parameter) -> Value:
    match parameter.range:
        case TruthRange():
            return not parameter.default
        case IntegerRange(high=high):
            return min(high, 9)
        case WordRange(words=words):
            return words[-1]


def beside(
    game: PlayableGame, players: int, seed: int, matches: range, every: int, **parameters: Any
) -> None:
    batch = game.batch(len(matches), players, seed, matches.start, parameters)
    states = [
        game.start(players=players, seed=seed, match=match, parameters=parameters)
        for match in matches
    ]
    assert play_beside(batch, states, every=every) > 0


def batch_of(rules: Game, players: int, matches: int, seed: int) -> Batch:
    table = open_table(rules, players)
    return make_batch(table, "", matches, seed, 0, None, restart=False, history=True)


@pytest.mark.parametrize("plan", every_nth(TABLES, 5), ids=str)
def test_every_variant_at_every_table(plan: Plan) -> None:
    beside(loaded(plan.path), plan.players, 7, range(plan.players, plan.players + 1), 23)


@pytest.mark.parametrize("name", ["mcleod", "raf", "scorecard"])
def test_every_parameter(name: str) -> None:
    game = loaded(RULES / f"{name}.clag")
    for parameter in game.rules.parameters:
        low, _ = game.rules.players
        changed = {parameter.name: other_value(parameter)}
        beside(game, low, 2**64 - 1, range(123, 124), 23, **changed)


@pytest.mark.parametrize(("players", "worth"), [(2, 2), (3, 3), (4, 1)])
def test_what_no_bundled_variant_has(players: int, worth: int) -> None:
    game = clagdsl.load(text=EVERYTHING)
    beside(game, players, 2**32, range(2**32 - 2, 2**32), 5, worth=worth)


@pytest.mark.parametrize(("name", "players"), every_nth(product(sorted(GAMES), (3, 5)), 3))
def test_every_kind_of_deal(name: str, players: int) -> None:
    states = [start_match(GAMES[name], players, 5, match) for match in range(2)]
    play_beside(batch_of(GAMES[name], players, 2, 5), states, every=2)


@pytest.mark.parametrize(
    ("game", "column"),
    [
        (corner("who bids first is drawn"), "bidder"),
        (clagdsl.load(text=DRAWN_DEALER), "bidder"),
        (corner("trump is drawn"), "trump"),
        (corner("an auction"), "said"),
        (corner("trump is named from the first cards"), "held"),
        (corner("bids made blind"), "looked"),
    ],
)
def test_what_is_drawn_or_said_is_seen(game: PlayableGame, column: str) -> None:
    beside(game, 3, 9, range(2), 1)
    table = open_table(game.rules, 3)
    packs = np.tile(np.arange(52), (2, len(table.schedule), 1))
    given = make_batch(table, "", 2, 9, 0, packs, restart=False, history=True)
    assert column in given.columns
    while not given.over.all():
        for place in np.flatnonzero(~given.over).tolist():
            assert given.state(place).actor == given.seat[place]
        given.step(given.random_actions())


TWO_PACKS_DEMANDED = """clag 2
game "Demanded"
players 3
pack highest 2 ranks, 4 of each, 6 Joker
special Joker is low asks lowest of named suit
deal a
  equal cards first wins
  trump none
  bid in turn
  score tricks
schedule
  6 cards: a
winner highest total, then shared
"""


def test_one_of_several_equal_cards_under_a_demand_shows_no_void() -> None:
    beside(clagdsl.load(text=TWO_PACKS_DEMANDED), 3, 1, range(8), 1)


TURNED_LATE = """clag 2
game "Turned Late"
players 3
pack highest 4 ranks, 12 Joker
special Joker is high asks nothing
deal a
  trump turned, on Joker named by dealer any suit or none
  bid in turn
  shown after bids
  score 10 + tricks when made, otherwise 0
schedule repeat 4 times 3 cards: a
winner highest total, then shared
"""


def test_trump_is_named_once_for_a_special_card_that_is_turned_after_the_bids() -> None:
    beside(clagdsl.load(text=TURNED_LATE), 3, 9, range(4), 1)


TRUMP_SCORES = """clag 2 game "Trumps" players 3
run hot when made and trump != clubs
tally reds = tricks when trump = hearts or trump = order, otherwise 0
deal normal trump turned shown after bids bid in turn
  score hot + reds + (10 + tricks when made, otherwise -bid) * (2 when trump = hearts,
    3 when trump = none, 5 when trump = order, otherwise 1)
  completed when made and trump != spades
  call by dealer at most one of A, B, C
twist A trump none
twist B trump named by caller any order
twist C trump named by highest bidder any suit or none
schedule 1 up to 4 cards: normal
winner highest total, then shared"""


BY_BIDS_TOO = (
    TRUMP_SCORES.replace("reds = tricks when", "reds = highest_bid + tricks when")
    .replace("10 + tricks when made", "10 + highest_bid when made")
    .replace("otherwise -bid", "otherwise -bid - same_bids")
)


@pytest.mark.parametrize("text", [TRUMP_SCORES, BY_BIDS_TOO], ids=["trump", "bids too"])
@pytest.mark.parametrize("steadily", [False, True])
def test_scores_runs_and_tallies_by_trump(text: str, steadily: bool) -> None:
    game = clagdsl.load(text=text)
    states = [game.start(players=3, seed=9, match=match) for match in range(3)]
    play_beside(game.batch(3, 3, 9), states, every=3, steadily=steadily)


def test_the_callers_games_often() -> None:
    for name in ("raf", "raf-pagat"):
        beside(loaded(RULES / f"{name}.clag"), 4, 11, range(3), 5)


@pytest.mark.parametrize("name", ["foss", "pagat", "raf", "raf-pagat"])
def test_steady_actions(name: str) -> None:
    game = loaded(RULES / f"{name}.clag")
    players = game.rules.players[0]
    states = [game.start(players=players, seed=6)]
    play_beside(game.batch(1, players, 6), states, every=9, steadily=True)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_steady_actions_in_every_kind_of_deal(name: str) -> None:
    states = [start_match(GAMES[name], 4, 6, match) for match in range(2)]
    play_beside(batch_of(GAMES[name], 4, 2, 6), states, every=3, steadily=True)


@pytest.mark.parametrize("name", ["pagat", "raf", "mcleod"])
def test_random_actions_are_a_simulation(name: str) -> None:
    game = loaded(RULES / f"{name}.clag")
    matches = game.simulate(50, seed=9)
    batch = game.batch(50, seed=9)
    scores = np.zeros_like(matches.scores)
    everyone = np.arange(50)
    while not batch.over.all():
        deal = batch.deal - 1
        scores[everyone, deal] += batch.step(batch.random_actions())
    assert (scores == matches.scores).all()
    assert (batch.totals == matches.totals).all()
    assert (batch.final_totals == matches.totals).all()
    assert (batch.winners == matches.winners).all()
