"""What matches need is compiled ahead: `clagdsl simulate --prepare`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clagdsl.cli.main import main
from clagdsl.simulation import code_cache
from clagdsl.simulation.vector import code_files

GAMES = ("pagat", "nommie", "wizard", "raf", "spades", "israeli-whist", "scottish", "plump")
"""Together they have everything of which the simulator makes a difference."""

COMPILED = """
import sys
from numba.core import event
from clagdsl.simulation.runs.request import Request, RulesSource
from clagdsl.simulation.runs.start import run
from clagdsl.simulation.runs.progress import Watch
with event.install_listener("numba:compile", heard := event.RecordingListener()):
    for name in sys.argv[2:]:
        run(Request(RulesWanted(name), matches=3, policy=sys.argv[1]), Watch())
print(sorted({each.data["dispatcher"].py_func.__name__ for _, each in heard.buffer}))
"""


def test_it_tells_what_is_compiled_and_where_it_is_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["simulate", "--prepare"]) == 0
    folder = code_files.code_folder()
    assert capsys.readouterr().out == f"random: compiled, and saved in {folder}\n"
    rules = ["pagat", "--players", "5", "--set", "twos_in_suit=false"]
    assert main(["simulate", *rules, "--prepare", "--json", "--policy", "steady"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"policy": "steady", "kept": str(code_cache.KEPT)}


def test_what_does_nothing_beside_it_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "run.json"
    assert main(["simulate", "--prepare", "-n", "5", "--save", str(file)]) == 0
    told = "with `--prepare` nothing is played: `-n`, `--save` ignored\n"
    assert capsys.readouterr().err == told
    assert not file.exists()


@pytest.mark.parametrize(
    ("policy", "trouble"),
    [("steady", "No space left on device"), ("steady", None), ("random", None)],
)
def test_what_cannot_be_kept_is_prepared_in_vain(
    policy: str,
    trouble: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if trouble is None:
        monkeypatch.setattr(code_cache, "KEPT", None)
        monkeypatch.setattr(code_files, "code_folder", lambda: None)
    monkeypatch.setattr(code_cache.FunctionCache, "trouble", trouble)
    assert main(["simulate", "pagat", "--prepare", "--policy", policy]) == 2
    reason = trouble or "no folder for it can be written"
    told = capsys.readouterr().err
    assert told.startswith(f"the compiled code is not saved: {reason}")
    assert ("CLAGDSL_CACHE" in told) is (trouble is None), "on a full disk it is no help"


@pytest.mark.parametrize(
    ("asked", "told"), [(["--policy", "nobody"], "U629"), (["no-such-file"], "U611")]
)
def test_wrong_requests(asked: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--prepare", *asked]) != 0
    assert told in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("policy", ["random", "steady", "search:1"])
def test_after_it_nothing_is_compiled_whatever_is_played(policy: str, tmp_path: Path) -> None:
    environment = {**os.environ, "CLAGDSL_CACHE": str(tmp_path)}
    prepared = [sys.executable, "-m", "clagdsl", "simulate", "--prepare", "--policy", policy]
    subprocess.run(prepared, env=environment, check=True)
    played = [sys.executable, "-c", COMPILED, policy, *GAMES]
    answer = subprocess.run(played, env=environment, check=True, capture_output=True, text=True)
    assert answer.stdout == "[]\n"
