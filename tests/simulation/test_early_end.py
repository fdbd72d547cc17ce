"""Matches that are over before their schedule is: figures, rows and batches of them."""

from __future__ import annotations

import re
from functools import cache
from typing import get_args

import numpy as np
import pytest
from support.both_backends import agree

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.lang.rules import CriterionText
from clagdsl.simulation.blocks import make_run
from clagdsl.simulation.runner import make_simulator
from clagdsl.simulation.runs.match_rows import CsvRows
from clagdsl.simulation.runs.report_text import _course, aligned
from clagdsl.simulation.stats.statistics import game_figures
from clagdsl.table.table import open_table

TEXT = """clag 2
game "To a target"
players 3
param target = 20 in 1 to 99
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise tricks
schedule repeat 9 times 2 cards: normal
ends when highest_total >= target and (deal > 2 or lowest_total >= 0)
winner highest total, then shared
"""
SEED, MATCHES = 3, 200


@cache
def game() -> PlayableGame:
    return clagdsl.load(text=TEXT)


def test_deals_behind_the_end_are_nothing() -> None:
    matches = game().simulate(MATCHES, seed=SEED, players=3)
    lengths = matches.played.sum(axis=1)
    assert len(set(lengths.tolist())) > 2
    assert (matches.played == (np.arange(9) < lengths[:, None])).all()
    behind = ~matches.played
    assert (matches.dealers[behind] == -1).all()
    for figures, nothing in ((matches.scores, 0), (matches.tricks, 0), (matches.bids, -1)):
        assert (figures[behind] == nothing).all()
    running = matches.scores.cumsum(axis=1).max(axis=2)
    for match, length in enumerate(lengths.tolist()):
        assert length == 9 or running[match, length - 1] >= 20
        assert (running[match, : length - 1] < 20).all()


def test_what_is_told_of_a_deal_is_over_the_matches_that_came_to_it() -> None:
    table = open_table(game().rules, 3)
    run = make_run(make_simulator(table, machine=False), SEED)
    summary = run.part(0, MATCHES).figures.summary
    matches = game().simulate(MATCHES, seed=SEED, players=3)
    figures_of_game = game_figures(summary, table)
    told = figures_of_game.deals
    came = matches.played.sum(axis=0)
    assert len(told) == np.count_nonzero(came)
    assert figures_of_game.deals_played == came.sum() / MATCHES
    assert any(
        "all matches count, even those that ended earlier" in each
        for each in _course(figures_of_game)
    )
    (decided,) = (each for each in _course(figures_of_game) if each.startswith("decided in"))
    thirds = re.findall(r"deals? (\d+)(?:-(\d+))? (-?[\d.]+)%", decided)
    begins, ends = [int(one) for one, _, _ in thirds], [int(two or one) for one, two, _ in thirds]
    assert begins == [1, *(end + 1 for end in ends[:-1])]
    usual = round(figures_of_game.deals_played)
    assert ends[0] == (usual + 2) // 3
    (leads,) = (each for each in _course(figures_of_game) if each.startswith("leader wins"))
    assert leads.endswith(f"after deal {(usual + 1) // 2}")
    assert ends[-1] == len(told)
    assert sum(float(share) for _, _, share in thirds) == pytest.approx(100, abs=0.2)
    running = matches.scores.cumsum(axis=1)
    for deal, figures in enumerate(told):
        played = matches.played[:, deal]
        assert figures.played == came[deal] / MATCHES
        assert figures.points.count == 3 * came[deal]
        assert figures.mean.value == pytest.approx(matches.scores[played, deal].mean())
        assert figures.totals[2] in running[played, deal]
        leads = running[played, deal] == running[played, deal].max(axis=1, keepdims=True)
        wins = (leads & matches.winners[played]).sum(axis=1) / leads.sum(axis=1)
        assert figures.leader_wins == pytest.approx(wins.mean())


def test_rows_are_of_deals_that_were_played() -> None:
    table = open_table(game().rules, 3)
    block = make_simulator(table, machine=False).play(SEED, 0, 20)
    lines = b"".join(CsvRows(table).lines(0, block)).decode().splitlines()
    assert len(lines) == 3 * np.count_nonzero(block.cards)


@pytest.mark.parametrize("target", [15, 99])
def test_a_batch_ends_where_the_simulator_does(target: int) -> None:
    parameters = {"target": target}
    batch = game().batch(20, seed=SEED, players=3, parameters=parameters)
    while not batch.over.all():
        batch.step(batch.random_actions())
    matches = game().simulate(20, seed=SEED, players=3, parameters=parameters)
    assert (batch.final_totals == matches.totals).all()
    assert (batch.winners == matches.winners).all()
    assert (batch.deal == matches.played.sum(axis=1)).all()


@pytest.mark.parametrize("criterion", get_args(CriterionText))
def test_all_engines_count_the_leaders_by_the_first_criterion(criterion: CriterionText) -> None:
    ends = "ends when leaders = 1 and deal > 2 or leaders = players"
    text = re.sub("^ends.*$", ends, TEXT, flags=re.MULTILINE).replace("highest total", criterion)
    level = clagdsl.load(text=text)
    agree(level.start(3).table, 20)
    batch = level.batch(20, seed=SEED, players=3)
    while not batch.over.all():
        batch.step(batch.random_actions())
    lengths = level.simulate(20, seed=SEED, players=3).played.sum(axis=1)
    assert (batch.deal == lengths).all()
    assert len(set(lengths.tolist())) > 1


def test_the_columns_of_a_table_never_run_together() -> None:
    rows = [["seat", "name", "mean", "won"], ["0", "a", "3.1 ±0.2", "1%"]]
    usual = ["seat  name       mean   won", "   0  a      3.1 ±0.2    1%"]
    assert aligned(rows, (4, 6, 11, 6), left=(1,)) == usual
    rows.append(["1", "a longer name", "-12134.43 ±149.19", "100.0% ±12.3"])
    lines = aligned(rows, (4, 6, 11, 6), left=(1,))
    assert [re.split(r"  +", line.strip()) for line in lines] == rows
    assert len({len(line) for line in lines}) == 1
