"""`clagdsl simulate --keep`: one match of a simulation as a record that replays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.samples import every_nth

import clagdsl
from clagdsl.cli.main import main
from clagdsl.records.reading import read_record

ROOT = Path(__file__).parent.parent.parent
FILES = sorted((ROOT / "rules").rglob("*.clag"))
Capture = pytest.CaptureFixture[str]


def told(capsys: Capture, *arguments: str) -> str:
    assert main([*arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("path", every_nth(FILES, 3), ids=lambda path: path.stem)
def test_the_record_of_a_match_agrees_with_its_rules(
    path: Path, tmp_path: Path, capsys: Capture
) -> None:
    kept = tmp_path / "match.toml"
    told(capsys, "simulate", str(path), "--seed", "7", "--keep", "123", "-o", str(kept))
    assert json.loads(told(capsys, "replay", str(kept), "--json"))["agrees"]
    record = read_record(kept, str(kept)).record
    assert record is not None
    assert (record.seed, record.match) == (7, 123)
    assert all(deal.totals is not None for deal in record.deals)


@pytest.mark.parametrize("name", ["pagat", "raf"])
@pytest.mark.parametrize("policy", ["random", "steady", "steady,random,random,steady,random"])
def test_it_is_the_match_of_that_number(
    name: str, policy: str, tmp_path: Path, capsys: Capture
) -> None:
    kept = tmp_path / "match.toml"
    request = ("simulate", name, "--players", "5", "--keep", "11", "--policy", policy)
    told(capsys, *request, "-o", str(kept))
    record = read_record(kept, str(kept)).record
    assert record is not None
    assert record.source == f"simulated, policy {policy}"
    matches = clagdsl.load(name).simulate(12, players=5, policy=policy)
    assert [deal.totals for deal in record.deals] == [
        tuple(totals) for totals in matches.scores[11].cumsum(axis=0).tolist()
    ]
    assert [deal.won for deal in record.deals] == [
        tuple(tricks) for tricks in matches.tricks[11].tolist()
    ]
    if policy == "random":
        played = clagdsl.load(name).start(players=5, seed=0, match=11)
        while (action := clagdsl.random_action(played)) is not None:
            played = played.apply(action)
        assert record.deals == played.record().deals
    assert json.loads(told(capsys, "replay", str(kept), "--json"))["agrees"]


def test_the_record_says_how_the_match_came_about(tmp_path: Path, capsys: Capture) -> None:
    kept = tmp_path / "match.toml"
    told(
        capsys,
        *("simulate", "scottish", "--players", "6", "--set", "failed_keeps_tricks=false"),
        *("--seed", str(2**64 - 1), "--keep", str(2**32 - 1), "-o", str(kept)),
    )
    record = read_record(kept, str(kept)).record
    assert record is not None
    assert (record.rules, len(record.players)) == ("scottish", 6)
    assert record.parameters == (("failed_keeps_tricks", False),)
    assert (record.seed, record.match) == (2**64 - 1, 2**32 - 1)
    assert record.source == "simulated, policy random"
    again = clagdsl.replay(kept)
    assert again.over
    assert (again.seed, again.match) == (record.seed, record.match)


def test_a_record_elsewhere_finds_its_rules(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.d").mkdir()
    (tmp_path / "kept").mkdir()
    rules = tmp_path / "rules.d" / "mine.clag"
    rules.write_text((ROOT / "rules" / "foss.clag").read_text("utf-8"), "utf-8")
    told(capsys, "simulate", "rules.d/mine.clag", "--keep", "0", "-o", "kept/match.toml")
    told(capsys, "replay", "kept/match.toml")
    shown = told(capsys, "simulate", "rules.d/mine.clag", "--keep", "0")
    assert 'rules      = "rules.d/mine.clag"\n' in shown


def test_without_a_file_the_answer_is_the_record(tmp_path: Path, capsys: Capture) -> None:
    kept = tmp_path / "match.toml"
    request = ("simulate", "foss", "--seed", "3", "--keep", "5")
    answer = told(capsys, *request, "-o", str(kept))
    assert answer == f"{kept} written\n"
    text = kept.read_text("utf-8")
    assert told(capsys, *request) == text
    assert json.loads(told(capsys, *request, "--json")) == {"record": text}
    written = json.loads(told(capsys, *request, "--json", "-o", str(kept), "--force"))
    assert written == {"written": str(kept)}
    # A command line that counted the match writes it once `--keep` is added.
    assert told(capsys, *request, "-n", "6", "--threads", "2") == text


def test_what_does_nothing_for_one_match_is_told(capsys: Capture) -> None:
    request = ("simulate", "foss", "--keep", "5")
    text = told(capsys, *request)
    assert told(capsys, *request, "-n", "6", "--seed", "0", "--players", "3") == text
    assert capsys.readouterr().err == ""
    others = ["--threads", "2", "--by", "seat", "--until", "1", "--cluster", "tcp://a:1"]
    assert main([*request, *others]) == 0
    answer = capsys.readouterr()
    assert answer.out == text
    assert answer.err == (
        "with `--keep` one match is played: `--until`, `--by`, `--threads`, `--cluster` ignored\n"
    )


def test_a_match_of_a_run_that_was_saved(tmp_path: Path, capsys: Capture) -> None:
    run = str(tmp_path / "run.json")
    request = ["simulate", "scottish", "--seed", "9", "--policy", "steady", "--players", "5"]
    told(capsys, *request, "-n", "4", "--save", run)
    before = Path(run).read_text("utf-8")
    expected = told(capsys, *request, "--keep", "3")
    assert told(capsys, "simulate", "--resume", run, "--keep", "3") == expected
    assert Path(run).read_text("utf-8") == before
    assert main(["simulate", "--resume", run, "--keep", "4"]) == 2
    assert "there is no match 4: with `-n 4` the matches are 0 to 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--keep", "-1"], "U621"),
        (["--keep", str(2**32)], "U621"),
        (["--keep", "0", "--seed", "-1"], "U621"),
        (["--keep", "10", "-n", "10"], "there is no match 10: with `-n 10` the matches are 0 to 9"),
        (["--keep", "0", "-o", "match.csv"], "`match.csv` does not end in .toml"),
        (["--keep", "0", "-o", "none/match.toml"], "cannot write `none/match.toml`"),
        (["--keep", "0", "--policy", "clever"], "U629"),
        (["-n", "5", "-o", "match.toml"], "`-o` needs `--keep`"),
        (["--keep", "0", "--save", "run.json"], "writes only one match: leave out `--plot`"),
        (["--keep", "0", "--csv", "matches.csv"], "writes only one match: leave out `--plot`"),
        (["--keep", "0", "-n", "0"], "U628: `0` matches cannot be played: give a number from 1"),
        (["--keep", "0", "-n", str(2**32 + 1)], "U628: `4294967297` matches"),
        (["--keep", "0", "--threads", "0"], "U628: `0` threads"),
        (["--keep", "0", "-n", "1.5"], "is not a number of matches"),
    ],
)
def test_what_is_refused(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "foss", *arguments]) == 2
    answer = capsys.readouterr()
    assert expected in answer.err
    assert answer.out == ""
    assert list(tmp_path.iterdir()) == []


def test_a_match_is_kept_without_the_simulator() -> None:
    program = (
        "import sys; sys.modules['numpy'] = sys.modules['numba'] = None\n"
        "from clagdsl.cli.main import main\n"
        "raise SystemExit(main(['simulate', 'foss', '--keep', '5']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("record ")
