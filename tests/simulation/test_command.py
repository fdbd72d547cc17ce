"""`clagdsl simulate` and `PlayableGame.simulate`: their figures, and what they refuse."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import clagdsl
from clagdsl.cli.main import main
from clagdsl.lang.optional_deps import install_command
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation import runner as play


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 0
    return capsys.readouterr().out


def test_a_deal_without_contracts_has_none_made(capsys: pytest.CaptureFixture[str]) -> None:
    figures = json.loads(told(capsys, "pagat", "-n", "9", "--json"))
    made = [deal["made"] for deal in figures["deals"]]
    assert [place + 1 for place, share in enumerate(made) if share is None] == [15]


@pytest.mark.parametrize(
    ("policy", "first"),
    [
        ("random", "Random play"),
        ("random,random,random", "Random play"),
        ("steady", "Clag, Foss:"),
        ("random,steady,random", "Clag, Foss:"),
    ],
)
def test_a_report_of_random_play_says_so_first_and_names_a_better_policy(
    policy: str, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line, *rest = told(capsys, "foss", "-n", "3", "--policy", policy).splitlines()
    assert line.startswith(first)
    assert ("--policy steady" in line) == (first == "Random play")
    assert not any("Random play" in each for each in rest)


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

    def played(self: play.Simulator, seed: int, first: int, matches: int, **how: object) -> object:
        calls.append(first)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(self, seed, first, matches, **how)

    real = play.Simulator.play
    monkeypatch.setattr(play.Simulator, "play", played)
    assert main(["simulate", "foss", "-n", "100", "--threads", "1", "--json"]) == 130
    answer = capsys.readouterr()
    assert json.loads(answer.out)["matches"] == 20
    assert answer.err == "interrupted: 20 of 100 matches were played and counted\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-n", "0"], "U628"),
        (["-n", str(2**32 + 1)], "U628"),
        (["-n", "5", "--threads", "0"], "U628"),
        (["-n", "5", "--seed", "-1"], "U621"),
        (["-n", "5", "--players", "9"], "U601"),
        (["-n", "5", "--set", "hooks=true"], "U602"),
        (["-n", "5", "--policy", "clever"], "U629: there is no player `clever`"),
        (["-n", "many"], "is not a number of matches"),
    ],
)
def test_what_is_refused(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "foss", *arguments]) == 2
    answer = capsys.readouterr()
    assert expected in answer.err
    assert answer.out == ""


@pytest.mark.parametrize(("missing", "policy"), [("numpy", "random"), ("numba", "steady")])
def test_without_the_extra_it_says_what_to_install(missing: str, policy: str) -> None:
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from clagdsl.cli.main import main\n"
        "raise SystemExit(main(['simulate', 'foss', '-n', '5', '--policy', "
        f"{policy!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert f"`{install_command('simulate')}`" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "command",
    [["simulate", "foss", "-n", "5"], ["balance", "blackout", "--players", "4", "-n", "2"]],
    ids=lambda command: command[0],
)
def test_the_extra_of_simulations_is_enough_without_files_and_plots(command: list[str]) -> None:
    program = (
        "import sys\n"
        "for name in ('pyarrow', 'matplotlib', 'distributed'): sys.modules[name] = None\n"
        "from clagdsl.cli.main import main\n"
        f"raise SystemExit(main({command!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_in_a_bare_install_one_answer_names_all_that_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for module in ("numpy", "numba", "llvmlite", "matplotlib", "pyarrow", "distributed"):
        monkeypatch.setitem(sys.modules, module, None)
    rows, page = str(tmp_path / "m.parquet"), str(tmp_path / "report.html")
    arguments = ["simulate", "foss", "--parquet", rows, "--plot", page, "--cluster", "tcp://a:1"]
    assert main(arguments) == 2
    answer = capsys.readouterr().err
    assert "is used" not in answer  # nothing was typed wrongly
    for needed in (
        "`simulate` needs NumPy and Numba (the `simulate` extra)", "`--plot` needs matplotlib",
        "`--parquet` needs PyArrow", "`--cluster` needs Dask",
        f"`{install_command('simulate', 'plot', 'parquet', 'cluster')}`",
    ):  # fmt: skip
        assert needed in answer
    for package in ("numba", "numpy", "matplotlib", "pyarrow", "distributed"):
        assert re.search(rf'"{package}[<>=]', answer)
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_a_game_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "import clagdsl\n"
        "game = clagdsl.load('foss')\n"
        "for asked in (lambda: game.simulate(5, policy='steady'), lambda: game.batch(5)):\n"
        "    try:\n"
        "        asked()\n"
        "    except clagdsl.ArgumentError as refused:\n"
        "        print(refused)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    told = done.stdout.splitlines()
    assert len(told) == 2
    for asked, line in zip(("game.simulate", "game.batch"), told, strict=True):
        assert f"`{asked}` needs NumPy and Numba" in line
        assert f"`{install_command('simulate')}`" in line


COMMAND = """
import sys
{before}
from clagdsl.cli.main import main
assert main(["simulate", "foss", "-n", "50", "--json", "--against", "scorecard"]) == 0
print([name for name in ("numba", "llvmlite") if sys.modules.get(name)], file=sys.stderr)
"""


def test_random_matches_are_played_and_counted_by_numpy_alone() -> None:
    bare = "sys.modules['numba'] = sys.modules['llvmlite'] = None"
    (out, err), (whole, told) = (
        (done.stdout, done.stderr)
        for done in (
            subprocess.run(
                [sys.executable, "-c", COMMAND.format(before=before)],
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
            )
            for before in (bare, "")
        )
    )
    assert json.loads(out)["matches"] == 50
    assert out == whole
    (line, loaded) = err.splitlines()
    assert "llvmlite is not installed: NumPy plays and counts" in line
    assert install_command("simulate") in line
    assert loaded == "[]"
    assert "numba" not in told


def test_wrong_numbers_raise() -> None:
    with pytest.raises(ArgumentError) as refused:
        clagdsl.load("foss").simulate(True)
    assert refused.value.code == "U628"
