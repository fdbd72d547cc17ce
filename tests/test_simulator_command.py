"""`clagdsl simulate` and `PlayableGame.simulate`: their figures, and what they refuse."""

from __future__ import annotations

import json
import pickle
import statistics
import subprocess
import sys

import numpy as np
import pytest

import clagdsl
from clagdsl.arguments import ArgumentError
from clagdsl.cli import simulating
from clagdsl.cli.main import main
from clagdsl.simulator import play
from clagdsl.simulator.frame import make_frame
from clagdsl.simulator.play import make_simulator
from clagdsl.simulator.summary import Summary, make_summary
from clagdsl.simulator.tally import tally

GOOD = """clag 1
game "X"
players 3 to 7
deal normal
  trump turned
  bid in turn
  score 10 + tricks when made, otherwise -tricks
schedule
  1 up to 7 cards: normal
  then 7 cards: normal
winner highest total, then shared
"""


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0
    return capsys.readouterr().out


def test_the_figures_are_those_of_the_matches(capsys: pytest.CaptureFixture[str]) -> None:
    figures = json.loads(told(capsys, "raf", "-n", "40", "--seed", "5", "--json"))
    game = clagdsl.load("raf")
    ends = []
    for match in range(40):
        state = game.start(seed=5, match=match)
        while not state.over:
            action = clagdsl.random_action(state)
            assert action is not None
            state = state.apply(action)
        ends.append(state)
    assert {key: figures[key] for key in ("matches", "players", "seed", "policy")} == {
        "matches": 40,
        "players": 3,
        "seed": 5,
        "policy": "random",
    }
    for seat, row in enumerate(figures["seats"]):
        totals = [end.totals[seat] for end in ends]
        shares = [(seat in end.winners) / len(end.winners) for end in ends]
        assert row["seat"] == seat
        assert row["mean"] == pytest.approx(statistics.mean(totals))
        assert row["sd"] == pytest.approx(statistics.pstdev(totals))
        assert row["won"] == pytest.approx(sum(shares) / 40)
    for place, row in enumerate(figures["deals"]):
        results = [one for end in ends for one in end.position.standing.history[place].results]
        counted = [one.completed for one in results if one.completed is not None]
        assert (row["deal"], row["name"], row["cards"]) == (place + 1, "called", None)
        assert row["mean"] == pytest.approx(statistics.mean(one.score for one in results))
        assert row["sd"] == pytest.approx(statistics.pstdev(one.score for one in results))
        assert row["made"] == (pytest.approx(sum(counted) / len(counted)) if counted else None)


def test_a_deal_without_contracts_has_none_made(capsys: pytest.CaptureFixture[str]) -> None:
    figures = json.loads(told(capsys, "pagat", "-n", "9", "--json"))
    made = [deal["made"] for deal in figures["deals"]]
    assert [place + 1 for place, share in enumerate(made) if share is None] == [15]


def test_threads_and_blocks_change_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = told(capsys, "foss", "-n", "700", "--threads", "1", "--json")
    monkeypatch.setattr(play, "MOST_BLOCK", 13)
    assert told(capsys, "foss", "-n", "700", "--threads", "3", "--json") == one


def test_the_arrays_are_the_matches() -> None:
    game = clagdsl.load("pagat")
    whole = game.simulate(30, players=5, seed=9, threads=2)
    assert whole.scores.shape == whole.bids.shape == whole.tricks.shape == (30, 22, 5)
    assert whole.totals.shape == whole.winners.shape == (30, 5)
    assert np.array_equal(whole.scores.sum(axis=1), whole.totals)
    assert np.array_equal(whole.tricks.sum(axis=2), whole.cards)
    again = game.simulate(10, players=5, seed=9)
    assert np.array_equal(whole.scores[:10], again.scores)
    assert not np.array_equal(game.simulate(10, players=5, seed=8).scores, again.scores)


def test_interrupted_it_tells_what_is_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "MOST_BLOCK", 10)
    calls = []

    def played(self: play.Simulator, seed: int, first: int, matches: int) -> object:
        calls.append(first)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(self, seed, first, matches)

    real = play.Simulator.play
    monkeypatch.setattr(play.Simulator, "play", played)
    assert main(["simulate", "foss", "-n", "100", "--threads", "1", "--json"]) == 130
    answer = capsys.readouterr()
    assert json.loads(answer.out)["matches"] == 20
    assert answer.err == "interrupted: 20 of 100 matches are played and counted\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-n", "0"], "U628"),
        (["-n", str(2**32 + 1)], "U628"),
        (["-n", "5", "--threads", "0"], "U628"),
        (["-n", "5", "--seed", "-1"], "U621"),
        (["-n", "5", "--players", "9"], "U601"),
        (["-n", "5", "--set", "hooks=true"], "U602"),
        (["-n", "5", "--policy", "steady"], "'steady' is not 'random'"),
        ([], "Missing option '-n'"),
    ],
)
def test_what_is_refused(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "foss", *arguments]) == 2
    answer = capsys.readouterr()
    assert expected in answer.err
    assert answer.out == ""


@pytest.mark.parametrize("missing", ["numpy", "numba"])
def test_without_the_extra_it_says_what_to_install(missing: str) -> None:
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from clagdsl.cli.main import main\n"
        "raise SystemExit(main(['simulate', 'foss', '-n', '5']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "pip install 'clagdsl[simulate]'" in done.stderr
    assert done.stdout == ""


def test_large_figures_are_summed_exactly() -> None:
    rules = GOOD.replace("score 10 +", "score 999999990 +").replace("-tricks", "-999999990")
    simulator = make_simulator(clagdsl.load(text=rules).start().table)
    block = simulator.play(1, 0, 2000)
    _, sums = tally(make_frame(simulator), block)
    totals = block.scores.sum(axis=1, dtype=np.int64)
    assert np.abs(totals).max() > 5 * 10**9
    for seat in range(3):
        assert sums.seats[seat, 0] == sum(totals[:, seat].tolist())
        assert sums.seats[seat, 3] == sum(total**2 for total in totals[:, seat].tolist())
    assert sums.points[5, 2, 1] == sum(one**2 for one in block.scores[:, 5, 2].tolist())


def test_a_summary_does_not_depend_on_the_order_of_blocks() -> None:
    simulator = make_simulator(clagdsl.load("scottish").start().table)
    first, second = make_summary(simulator), make_summary(simulator)
    blocks = [simulator.play(1, start, 10) for start in range(0, 70, 10)]
    for block in blocks:
        first.add(block)
    for block in reversed(blocks):
        second.add(block)
    assert first == second
    assert Summary.from_json(json.loads(json.dumps(first.to_json())), first.frame) == second
    assert pickle.loads(pickle.dumps(first)) == second


def test_wrong_numbers_raise() -> None:
    with pytest.raises(ArgumentError) as refused:
        clagdsl.load("foss").simulate(True)
    assert refused.value.code == "U628"


def test_progress_tells_rate_and_time_left() -> None:
    expected = "350 of 1,000 matches, 500 a second, 1 s left"
    assert simulating.progress_text(100, 350, 1000, 0.5) == expected
