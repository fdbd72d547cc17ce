"""`clagdsl.simulate` does what the command does, as a whole."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

import clagdsl
from clagdsl.cli.main import main
from clagdsl.simulation import runner

BLOCK = 20
MIXED = "random,steady,random"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner, "MOST_BLOCK", BLOCK)
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "arguments"),
    [
        ({"n": 50, "seed": 7, "players": 4}, ["-n", "50", "--seed", "7", "--players", "4"]),
        (
            {"n": 50, "policy": ["steady", "random", "random"]},
            ["-n50", "--policy=steady,random,random"],
        ),
        ({"n": 50, "by": ["seat", "bid"]}, ["-n", "50", "--by", "seat", "--by", "bid"]),
        ({"n": 5000, "until": 2.5}, ["-n", "5000", "--until", "2.5"]),
        ({"n": 50, "against": "pagat", "players": 4}, ["-n50", "--against=pagat", "--players=4"]),
    ],
)
def test_it_tells_what_the_command_tells(
    asked: dict[str, Any], arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "foss", *arguments]) == 0
    text = capsys.readouterr().out
    assert main(["simulate", "foss", *arguments, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    for rules in ("foss", clagdsl.load("foss")):
        simulation = clagdsl.simulate(rules, **asked)
        assert text == simulation.to_text() + "\n"
        assert figures == json.loads(json.dumps(simulation.to_json()))


def test_parameters_are_values(capsys: pytest.CaptureFixture[str]) -> None:
    simulation = clagdsl.simulate("scorecard", 30, parameters={"hook": True})
    assert main(["simulate", "scorecard", "-n", "30", "--set", "hook=true"]) == 0
    assert capsys.readouterr().out == simulation.to_text() + "\n"


def test_files_are_those_of_the_command(folder: Path) -> None:
    names = ("a.csv", "a.parquet", "a.html", "a.png", "a.json")
    simulation = clagdsl.simulate(
        "foss", 50, csv="a.csv", parquet=Path("a.parquet"), plot=["a.html", "a.png"], save="a.json"
    )
    assert simulation.written == ("a.csv", "a.parquet")
    mine = contents(folder, names)
    for name in names:
        (folder / name).unlink()
    options = [
        "--csv=a.csv",
        "--parquet=a.parquet",
        "--plot=a.html",
        "--plot=a.png",
        "--save=a.json",
    ]
    assert main(["simulate", "foss", "-n", "50", *options]) == 0
    assert mine == contents(folder, names)


def contents(folder: Path, names: Sequence[str]) -> list[object]:
    """What the files hold; pyarrow does not always write the same bytes for it."""
    return [
        parquet.read_table(name) if name.endswith(".parquet") else (folder / name).read_bytes()
        for name in names
    ]


def test_a_run_is_watched_stopped_and_gone_on_with() -> None:
    seen = []
    simulation = clagdsl.simulate(
        "foss",
        90,
        save="run.json",
        progress=seen.append,
        stop=lambda: len(seen) == 3,
    )
    assert [(each.first, each.done, each.most) for each in seen] == [
        (0, 0, 90),
        (0, BLOCK, 90),
        (0, 2 * BLOCK, 90),
    ]
    assert (simulation.matches, simulation.whole) == (2 * BLOCK, False)
    whole = clagdsl.simulate(resume="run.json")
    assert whole.whole
    assert whole.to_json() == clagdsl.simulate("foss", 90).to_json()


def test_a_match_of_it_is_a_record() -> None:
    record = clagdsl.simulate("foss", 10, seed=7, policy="steady").record(3)
    assert clagdsl.replay(record).over
    with pytest.raises(clagdsl.ArgumentError, match="`n 10` the matches are 0 to 9"):
        clagdsl.simulate("foss", 10).record(10)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({}, "U643: give a number of matches, `n=1000`, or a precision, `until=0.1`"),
        (
            {"n": 5, "resume": "run.json"},
            "U643: the file of `resume` already sets this: leave out `rules`",
        ),
        ({"n": 5, "against_parameters": {"a": 1}}, "U643: `against_parameters` needs `against`"),
        ({"n": 5, "until": 0}, "U628: `until` must be more than 0"),
        ({"n": 5, "until": 1e300}, "U628: `until` must be more than 0 points and at most"),
        ({"n": 5, "until": "1e999999999"}, "U628: `until` must be more than 0"),
        ({"n": 5, "until": Fraction(10**400)}, "`until` must be more than 0 points and at most"),
        ({"n": 5, "until": float("inf")}, "U628: `until` must be more than 0"),
        ({"n": 5, "parameters": 3}, "U6"),
        ({"n": 5, "csv": "a.clag"}, "`csv a.clag` would replace a file of rules"),
        ({"n": 5, "plot": "a.gif"}, "`a.gif` does not end in .html or .png"),
        ({"n": 5, "csv": "nowhere/a.csv"}, "cannot write `nowhere/a.csv`"),
        ({"n": "5"}, "U628"),
    ],
)
def test_what_does_not_go_together_is_told_by_names_of_arguments(
    asked: dict[str, Any], reason: str
) -> None:
    with pytest.raises(clagdsl.ClagError) as told:
        clagdsl.simulate("foss", **asked)
    assert reason in str(told.value)


def test_a_game_of_a_text_is_played_but_not_kept(folder: Path) -> None:
    text = 'clag 1\ngame "Friday" extends pagat\ndrop "Highest Number"\n'
    game = clagdsl.load(text=text)
    assert clagdsl.simulate(game, 10, players=4).matches == 10
    with pytest.raises(clagdsl.ArgumentError, match="`save` needs rules in a file"):
        clagdsl.simulate(game, 10, save="run.json")
    (folder / "bad.clag").write_text("clag 1 game")
    with pytest.raises(clagdsl.RulesError):
        clagdsl.simulate("bad.clag", 10)


def test_ctrl_c_goes_up() -> None:
    def pressed(_: object) -> None:
        raise KeyboardInterrupt

    run: Callable[..., object] = clagdsl.simulate
    with pytest.raises(KeyboardInterrupt):
        run("foss", 100, progress=pressed)


def test_no_name_of_a_deal_is_written_as_a_formula() -> None:
    rules = clagdsl.load(
        text='clag 1 game "A" players 3 to 3 deal "=1+1" bid in turn trump none score tricks '
        'deal "-x,y" is "=1+1" with score bid schedule 1 cards: "=1+1", "-x,y" '
        "winner highest total, then shared"
    )
    clagdsl.simulate(rules, 1, csv="a.csv")
    text = Path("a.csv").read_text(encoding="utf-8")
    assert "0,1,'=1+1,1," in text
    assert '0,2,"\'-x,y",1,' in text
