"""`simulate --save` and `--resume`: a run that is stopped, killed or spoiled, and goes on."""

from __future__ import annotations

import copy
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clagdsl.cli._progress import ProgressLine
from clagdsl.cli.main import main
from clagdsl.lang.files import exclusive_lock
from clagdsl.simulation import runner as play
from clagdsl.simulation.blocks import Figures
from clagdsl.simulation.runs import checkpoint
from clagdsl.simulation.runs import saved_run as saved
from clagdsl.simulation.runs.progress import Progress
from clagdsl.version import VERSION

ROOT = Path(__file__).parent.parent.parent
BLOCK = 20
SMALL = """clag 1
game "Small"
players 3 to 4
param prize = 5 in 0 to 9 "for a bid made"
deal normal
  trump turned
  bid in turn
  score prize + tricks when made, otherwise 0
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(play, "MOST_BLOCK", BLOCK)
    (tmp_path / "small.clag").write_text(SMALL)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(["simulate", *arguments]) == status, capsys.readouterr()
    answer = capsys.readouterr()
    assert status or not answer.err
    return answer.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["simulate", *arguments]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    return answer.err.splitlines()[0]


@pytest.mark.parametrize("matches", ["1", "2", "3"])
def test_few_matches_in_which_somebody_always_or_never_wins_are_told_again(
    matches: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    # Shares of 0 or 100 % have an interval that goes further to one side.
    whole = told(capsys, "foss", "-n", matches, "--save", "run.json")
    assert (folder / "run.json").exists()
    assert told(capsys, "--resume", "run.json") == whole


@pytest.fixture
def stop_after(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Has Ctrl-C pressed when so many matches are done; 0 for never."""

    def stop(matches: int) -> None:
        def show(_self: ProgressLine, progress: Progress) -> None:
            if progress.done == matches > 0:
                signal.raise_signal(signal.SIGINT)

        monkeypatch.setattr(ProgressLine, "show", show)

    return stop


# --- the same as without an interruption --------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ["small.clag", "-n", "130", "--players", "4", "--seed", "7", "--set", "prize=9"],
        ["small.clag", "-n", "130", "--against", "small.clag", "--against-set", "prize=0"],
        ["foss", "-n", "5000", "--until", "2.5"],
        ["scorecard", "-n", "60", "--set", "hook=true", "--policy", "steady,random,random"],
    ],
)
def test_a_stopped_run_goes_on_as_if_it_had_not_been(
    arguments: list[str], stop_after: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    whole = told(capsys, *arguments, "--json")
    stop_after(2 * BLOCK)
    assert main(["simulate", *arguments, "--save", "run.json", "--json"]) == 130
    answer = capsys.readouterr()
    assert json.loads(answer.out)["matches"] == 2 * BLOCK
    assert answer.err.endswith("to go on: clagdsl simulate --resume run.json\n")
    stop_after(0)
    assert told(capsys, "--resume", "run.json", "--json") == whole
    assert told(capsys, "--resume", "run.json", "--json") == whole


def test_a_second_ctrl_c_leaves_the_file_as_it_was_last_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 2 * BLOCK

    def merge(self: Figures, other: Figures) -> None:
        real(self, other)
        checkpoint.SECONDS_BETWEEN = 0 if self.matches <= written else 1e9  # type: ignore[misc]
        if self.matches > written:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)

    real = Figures.merge
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0)
    with monkeypatch.context() as pressed:
        pressed.setattr(Figures, "merge", merge)
        assert main(["simulate", "foss", "-n", "1000", "--save", "run.json"]) == 130
    assert capsys.readouterr().out == ""
    assert matches_in("run.json") == written
    assert told(capsys, "--resume", "run.json", "-n", "90") == told(capsys, "foss", "-n", "90")


def test_a_finished_run_is_told_again_and_nothing_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = told(capsys, "foss", "-n", "30", "--save", "run.json")
    monkeypatch.setattr(play.Simulator, "play", None)
    assert told(capsys, "--resume", "run.json") == whole
    assert told(capsys, "--resume", "run.json", "--cluster", "tcp://localhost:1") == whole


def test_where_a_run_stops_does_not_depend_on_where_it_was_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """How exact it is counts at the ends of blocks, and those are the same wherever it went on."""
    within = {n: widest(told(capsys, "foss", "-n", str(n), "--json")) for n in (40, 50, 60)}
    assert within[40] > within[50] > within[60]
    until = str((within[40] + within[50]) / 2)
    told(capsys, "foss", "-n", "50", "--until", until, "--save", "run.json")
    assert matches_in("run.json") == 50
    whole = told(capsys, "foss", "-n", "500", "--until", until, "--json")
    assert json.loads(whole)["matches"] == 60
    assert told(capsys, "--resume", "run.json", "-n", "500", "--json") == whole


def widest(figures: str) -> float:
    intervals = (seat["mean_interval"] for seat in json.loads(figures)["seats"])
    return max((high - low) / 2 for low, high in intervals)


def test_more_matches_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "foss", "-n", "30", "--save", "run.json")
    more = told(capsys, "--resume", "run.json", "-n", "75")
    assert more == told(capsys, "foss", "-n", "75")
    assert told(capsys, "--resume", "run.json") == more


def test_rules_are_found_from_the_file(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "runs").mkdir()
    whole = told(capsys, "small.clag", "-n", "30", "--save", "runs/run.json")
    assert json.loads(Path("runs/run.json").read_text())["rules"][0]["rules"] == "../small.clag"
    os.chdir(folder / "runs")
    assert told(capsys, "--resume", "run.json") == whole


KILLED = f"""
import sys
from clagdsl.cli.main import main
from clagdsl.simulation import runner
from clagdsl.simulation.runs import checkpoint
checkpoint.SECONDS_BETWEEN = 0
runner.MOST_BLOCK = {BLOCK}
main(sys.argv[1:])
"""


def test_killed_at_any_time_it_leaves_a_whole_file(capsys: pytest.CaptureFixture[str]) -> None:
    first = ["simulate", "small.clag", "-n", "1000000", "--save", "run.json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    played = 0
    for arguments in (first, ["simulate", "--resume", "run.json"]):
        victim = subprocess.Popen([sys.executable, "-c", KILLED, *arguments], env=environment)
        end = time.monotonic() + 60
        while matches_in("run.json") <= played + 10 * BLOCK and time.monotonic() < end:
            time.sleep(0.01)
        victim.kill()
        victim.wait()
        assert matches_in("run.json") > played + 10 * BLOCK
        played = matches_in("run.json")
    wanted = str(played + 50)
    assert told(capsys, "--resume", "run.json", "-n", wanted) == told(
        capsys, "small.clag", "-n", wanted
    )


def matches_in(name: str) -> int:
    """How many matches a file holds, which must be whole at every moment."""
    if not Path(name).exists():
        return 0
    matches = json.loads(Path(name).read_text())["figures"]["summary"]["matches"]
    assert isinstance(matches, int)
    return matches


def test_it_is_written_before_now_and_then_and_in_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    real = checkpoint.write_file

    def write(path: Path, text: str, *, durable: bool) -> None:
        assert durable
        written.append(json.loads(text)["figures"]["summary"]["matches"])
        real(path, text, durable=True)

    monkeypatch.setattr(checkpoint, "write_file", write)
    told(capsys, "foss", "-n", "100", "--save", "slow.json")
    assert written == [0, 100]
    written.clear()
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN", 0)
    told(capsys, "foss", "-n", "50", "--save", "quick.json")
    assert written == [0, 20, 40, 50, 50]


# --- what is refused ----------------------------------------------------------------------


def test_a_file_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "cannot write `nowhere/run.json`" in refused(
        capsys, "foss", "-n", "9", "--save", "nowhere/run.json"
    )
    whole = told(capsys, "foss", "-n", "50")
    real, written = checkpoint.write_file, 0

    def write(path: Path, text: str, *, durable: bool = False) -> None:
        nonlocal written
        written += 1
        real(path if written == 1 else Path("nowhere/run.json"), text, durable=durable)

    monkeypatch.setattr(checkpoint, "write_file", write)
    assert main(["simulate", "foss", "-n", "50", "--save", "run.json"]) == 2
    answer = capsys.readouterr()
    assert answer.out == whole
    assert answer.err.startswith("the run is not saved: cannot write `nowhere/run.json`: ")
    assert matches_in("run.json") == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "name the rules to play, such as `pagat`, or a saved run with `--resume`"),
        (
            ["foss", "--resume", "run.json"],
            "the file of `--resume` already sets this: leave out `FILE`",
        ),
        (["--resume", "run.json", "--seed", "0"], "leave out `--seed`"),
        (["--resume", "run.json", "--players", "3"], "leave out `--players`"),
        (["--resume", "run.json", "--set", "a=b"], "leave out `--set`"),
        (["--resume", "run.json", "--save", "b.json"], "leave out `--save`"),
        (["--resume", "run.json", "--csv", "b.csv"], "begin with the first match of a run"),
        (["--resume", "run.json", "-n", "10"], "`run.json` already has 30 matches"),
        (["--resume", "nothing.json"], "U642: cannot read `nothing.json`"),
        (["--resume", "."], "U642: `.` is a folder"),
        (["foss", "-n", "9", "--save", "run.json"], "`--resume run.json`"),
        (["foss", "-n", "9", "--cluster", "tcp://a:1", "--threads", "1"], "leave it out with"),
    ],
)
def test_wrong_usage(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "foss", "-n", "30", "--save", "run.json")
    before = Path("run.json").read_bytes()
    assert expected in refused(capsys, *arguments)
    assert Path("run.json").read_bytes() == before


def test_changed_rules_are_refused(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    told(capsys, "small.clag", "-n", "30", "--save", "run.json")
    rules = folder / "small.clag"
    rules.write_text(SMALL.replace("otherwise 0", "otherwise -1"))
    assert refused(capsys, "--resume", "run.json") == (
        "clagdsl: error U642: the rules `small.clag` have changed since `run.json` was started,"
        " and now play differently"
    )
    rules.write_text(SMALL.replace('"Small"', '"Tiny"') + "# a comment plays no part\n")
    assert "Tiny: 30 matches" in told(capsys, "--resume", "run.json")
    rules.unlink()
    assert main(["simulate", "--resume", "run.json"]) == 2
    assert "small.clag" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "other"), [("VERSION", "0.0.9"), ("program_hash", lambda: "x")])
def test_another_clagdsl_is_refused(
    name: str,
    other: object,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(saved, name, other)
        told(capsys, "foss", "-n", "30", "--save", "run.json")
    expected = {
        "VERSION": f"started with clagdsl 0.0.9, but this is clagdsl {VERSION}",
        "program_hash": f"started with a different build of clagdsl {VERSION}",
    }
    assert refused(capsys, "--resume", "run.json").endswith(expected[name])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "it is not valid JSON"),
        (b"\xff\xfe", "it is not valid JSON"),
        (b'{"clagdsl_run": 1', "it is not valid JSON"),
        (b"[" * 100_000, "it is not valid JSON"),
        (b'{"clagdsl_run": ' + b"9" * 10_000 + b"}", "it is not valid JSON"),
        (b"[1]", "it has no `clagdsl_run`"),
        (b"{}", "it has no `clagdsl_run`"),
        (b'{"clagdsl_run": 1}', "it does not name the version of clagdsl that wrote it"),
        (
            b'{"clagdsl_run": 1, "version": 1, "program": 2}',
            "it does not name the version of clagdsl",
        ),
    ],
)
def test_a_file_that_is_none(
    data: bytes, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("run.json").write_bytes(data)
    line = refused(capsys, "--resume", "run.json")
    assert "U642: `run.json` is not a file from `--save`" in line
    assert expected in line
    assert Path("run.json").read_bytes() == data


def test_a_change_by_hand_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "foss", "-n", "30", "--save", "run.json")
    text = Path("run.json").read_text()
    Path("run.json").write_text(text.replace('"seed": 0', '"seed": 1'))
    assert "has been changed since `--save` wrote it" in refused(capsys, "--resume", "run.json")


@pytest.mark.parametrize(
    ("where", "change"),
    [
        (("matches",), lambda number: number + 1),
        (("matches",), lambda number: -number),
        (("counts", "final", "values", 0), lambda number: number + 1),
        (("counts", "running", "values", 0), lambda _: 2**62),
        (("sums", "points", "values", 0), lambda _: 10**40),
        (("sums", "points", "values", 1), lambda _: 0),
        (("sums", "seats", "values", 3), lambda number: -number),
        (("sums", "points", "shape", 0), lambda _: 10**9),
        (("sums", "points", "places", 0), lambda _: 10**9),
    ],
)
def test_figures_that_no_matches_come_to(
    where: tuple[Any, ...], change: Callable[[int], int], capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "small.clag", "-n", "30", "--save", "run.json")
    document = json.loads(Path("run.json").read_text())
    inner = document["figures"]["summary"]
    for place in where[:-1]:
        inner = inner[place]
    inner[where[-1]] = change(inner[where[-1]])
    del document["check"]
    Path("run.json").write_text(json.dumps({**document, "check": saved._checksum(document)}))
    before = Path("run.json").read_bytes()
    assert refused(capsys, "--resume", "run.json").endswith(
        "U642: `run.json` has figures that no matches can have"
    )
    assert Path("run.json").read_bytes() == before


def spoil(document: Any, data: st.DataObject) -> None:
    """Put something hostile in the place of one value of a document, however deep it is."""
    inner = document
    while True:
        place = data.draw(
            st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner)))
        )
        deeper = inner[place]
        if not isinstance(deeper, dict | list) or not deeper or data.draw(st.booleans()):
            inner[place] = copy.deepcopy(data.draw(st.sampled_from(HOSTILE)))
            return
        inner = deeper


HOSTILE: list[Any] = [None, True, -1, 0, 1, 7, 2**31, 2**63, -(2**63), 10**300, 0.5, 1e308]
HOSTILE += ["", "x", "foss", "\ud800", "1/0", [], [[]], [0] * 50, {}, {"a": {}}, "nan"]


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_a_hostile_file_is_an_error_and_left_alone(
    data: st.DataObject, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Whoever spoils a file and mends its check gets an error, or wrong figures, never a crash."""
    good = tmp_path / "good.json"
    if not good.exists():
        told(capsys, "small.clag", "-n", "30", "--until", "0.001", "--save", "good.json")
    document = json.loads(good.read_text())
    changed = copy.deepcopy(document)
    for _ in range(data.draw(st.integers(1, 2))):
        spoil(changed, data)
    changed.pop("check", None)
    spoiled = tmp_path / "spoiled.json"
    spoiled.write_text(json.dumps({**changed, "check": saved._checksum(changed)}))
    before = spoiled.read_bytes()
    status = main(["simulate", "--resume", "spoiled.json", "-n", "30"])
    answer = capsys.readouterr()
    assert status in (0, 1, 2), answer
    if status:
        assert "Traceback" not in answer.err
        assert spoiled.read_bytes() == before


def test_a_run_is_gone_on_with_by_one_program(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "small.clag").unlink()
    run = ["simulate", "foss", "-n", "4", "--threads", "1", "--save", "run.json"]
    with exclusive_lock(Path("run.json")):
        assert main(run) == 2
        assert "held by another clagdsl" in capsys.readouterr().err
    assert main(run) == 0
    text = (folder / "run.json").read_text()
    with exclusive_lock(Path("run.json")):
        assert main(["simulate", "--resume", "run.json", "-n", "9"]) == 2
    assert (folder / "run.json").read_text() == text
    assert [path.name for path in folder.iterdir()] == ["run.json"]
