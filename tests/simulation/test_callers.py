"""Callers in `simulate`: what they come to beside the others, and how often they call again."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from support.exact_estimates import same_ratio, same_share
from support.samples import every_nth

import clagdsl
from clagdsl.cli.main import main
from clagdsl.engine.state import State
from clagdsl.simulation.blocks import make_run
from clagdsl.simulation.runner import make_simulator
from clagdsl.simulation.stats.statistics import caller_figures

MATCHES = 12
DEALS_FOR_WINNING = """clag 2
game "X"
players 3 to 4
deal normal
  trump turned
  bid in turn
  score 10 + tricks when made, otherwise tricks
  won by most points
  next dealer winner
schedule
  1 up to 4 cards: normal
winner highest total, then shared
"""
CASES = {
    "the winner of the last deal": ("raf", 4, {}),
    "who also deals": ("raf", 3, {"caller_deals": True}),
    "the dealer": ("raf-pagat", 5, {}),
    "the dealer who had most": ("raf-pagat", 4, {"winner_has_most": True}),
    "nobody": (DEALS_FOR_WINNING, 3, {}),
}


def game_of(rules: str) -> clagdsl.PlayableGame:
    return clagdsl.load(text=rules) if "\n" in rules else clagdsl.load(rules)


def ended(state: State) -> State:
    while (action := clagdsl.random_action(state)) is not None:
        state = state.apply(action)
    return state


def callers_of(state: State) -> list[int]:
    """Who called in each deal; where nobody does, who dealt."""
    dealt = [deal.dealing for deal in state.history]
    return [one.dealer if one.caller is None else one.caller for one in dealt]


@pytest.mark.parametrize("name", every_nth(CASES, 2))
def test_callers_are_those_of_the_matches(name: str) -> None:
    rules, players, parameters = CASES[name]
    game = game_of(rules)
    table = game.start(players=players, parameters=parameters).table
    run = make_run(make_simulator(table, machine=False), 6)
    told = {one.seat: one for one in caller_figures(run.part(0, MATCHES).figures.summary)}
    rows = {seat: [Counter[str]() for _ in range(MATCHES)] for seat in (None, *range(players))}
    for match in range(MATCHES):
        start = game.start(players=players, seed=6, match=match, parameters=parameters)
        state = ended(start)
        callers = callers_of(state)
        for place, (caller, deal) in enumerate(zip(callers, state.history, strict=True)):
            scores = [result.score for result in deal.results]
            for seat in (None, caller):
                here = rows[seat][match]
                here["deals"] += 1
                here["points"] += scores[caller]
                here["others"] += sum(scores) - scores[caller]
                here["seats"] += players - 1
                if place + 1 < len(callers):
                    here["followed"] += 1
                    here["again"] += callers[place + 1] == caller
    assert set(told) == {seat for seat, row in rows.items() if any(row)}
    for seat, one in told.items():

        def column(key: str, seat: int | None = seat) -> list[int]:
            return [here[key] for here in rows[seat]]

        called = sum(column("deals")) / MATCHES / len(table.schedule)
        assert one.called.value == pytest.approx(called)
        same_ratio(one.mean[0], column("points"), column("deals"))
        same_ratio(one.mean[1], column("others"), column("seats"))
        same_share(one.kept, column("again"), column("followed"))
        difference = one.mean[0].value - one.mean[1].value
        assert one.mean_difference.value == pytest.approx(difference)


def test_where_matches_end_early_somebody_calls_every_deal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.clag"
    path.write_text(f"{DEALS_FOR_WINNING}ends when highest_total > 20", "utf-8")
    assert main(["simulate", str(path), "-n", "40", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert 0 < told["deals"][-1]["played"] < 1
    assert told["callers"]["called"] == 1
    assert sum(row["called"] for row in told["callers"]["by_seat"]) == pytest.approx(1)


@pytest.mark.parametrize("name", ["pagat", "foss"])
def test_where_nobody_calls_there_are_no_callers(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", name, "-n", "3", "--by", "caller"]) == 0
    assert "the caller" not in capsys.readouterr().out
    assert main(["simulate", name, "-n", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["callers"] is None


def test_one_deal_has_no_next_one(capsys: pytest.CaptureFixture[str]) -> None:
    request = ["simulate", "raf", "-n", "20", "--set", "deals=1"]
    assert main([*request, "--by", "caller"]) == 0
    text = capsys.readouterr().out
    assert "the caller" in text
    assert "calls again" not in text
    assert main([*request, "--json"]) == 0
    callers = json.loads(capsys.readouterr().out)["callers"]
    assert callers["again"] is None
    # The last seat deals first, and the dealer calls in the first deal.
    assert [row["seat"] for row in callers["by_seat"]] == [2]
    assert callers["called"] == 1


def test_text_and_json_tell_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    request = ["simulate", "raf", "-n", "300", "--seed", "2"]
    assert main([*request, "--json"]) == 0
    callers = json.loads(capsys.readouterr().out)["callers"]
    assert main([*request, "--by", "caller"]) == 0
    lines = capsys.readouterr().out.splitlines()
    points = [line.split() for line in lines if line.startswith("points a deal")][-1]
    assert points[3:5] == [f"{callers['caller']['mean']:.2f}", f"{callers['others']['mean']:.2f}"]
    again = next(line.split() for line in lines if line.startswith("calls again"))
    assert again[2] == f"{callers['again']:.1%}"
    head = next(place for place, line in enumerate(lines) if line.startswith("caller "))
    for row, line in zip(callers["by_seat"], lines[head + 1 :], strict=False):
        words = line.split()
        assert words[:2] == [str(row["seat"]), f"{row['called']:.1%}"]
        assert f"{row['again']:.1%}" in words
    assert sum(row["called"] for row in callers["by_seat"]) == pytest.approx(1)


def test_a_caller_who_does_not_call_is_called_a_dealer(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.clag"
    path.write_text(DEALS_FOR_WINNING, "utf-8")
    assert main(["simulate", str(path), "-n", "9"]) == 0
    text = capsys.readouterr().out
    assert "deals again" in text
    assert "the dealer" in text
    assert "caller" not in text
