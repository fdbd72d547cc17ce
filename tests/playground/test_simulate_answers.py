"""A page simulates without Numba, in parts, and has the figures of the command."""

from __future__ import annotations

import importlib
import json
import random
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.resources import bundled_path
from clagdsl.playground.page_answers import answer
from clagdsl.playground.requests import playground_question_schema
from clagdsl.playground.responses import playground_answer_schema
from clagdsl.simulation.runs.progress import Watch
from clagdsl.simulation.runs.request import RawOption, Request, RulesSource
from clagdsl.simulation.runs.start import run

DOCS = Path(__file__).parent.parent.parent / "docs"
QUESTION = jsonschema.Draft202012Validator(playground_question_schema())
ANSWER = jsonschema.Draft202012Validator(playground_answer_schema())

ASK_WITHOUT_NUMBA = """
import json, sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from clagdsl.playground.page_answers import answer
print(json.dumps([answer(question) for question in json.load(sys.stdin)]))
"""


def text_of(name: str) -> str:
    path = bundled_path(name)
    assert path is not None
    return path.read_text("utf-8")


def question(name: str, **more: Any) -> dict[str, Any]:
    return {"wish": "simulate", "text": text_of(name), **more}


def simulated(asked: dict[str, Any]) -> Any:
    QUESTION.validate(asked)
    found = json.loads(json.dumps(answer(asked)))
    ANSWER.validate(found)
    assert not any(each["severity"] == "error" for each in found["problems"]), found["problems"]
    return found["simulation"]


RUNS: list[tuple[str, dict[str, Any]]] = [
    ("pagat", {"matches": 300, "seed": "7", "players": 5, "parameters": {"twos_in_suit": "false"}}),
    ("wizard", {"matches": 40, "seed": str(2**64 - 1)}),
    ("spades", {"matches": 5, "seed": "0"}),
    ("blackout", {"matches": 2, "seed": "3", "policy": "steady"}),
    ("raf", {"matches": 1, "seed": "4", "policy": "steady"}),
]


def test_the_figures_are_those_of_the_command_for_the_same_seed() -> None:
    asked = [question(name, **more) for name, more in RUNS]
    command = [sys.executable, "-c", ASK_WITHOUT_NUMBA]
    given = json.dumps(asked)
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    for (name, more), found in zip(RUNS, json.loads(done.stdout), strict=True):
        ANSWER.validate(found)
        request = Request(
            RulesSource(name),
            matches=more["matches"],
            players=more.get("players"),
            seed=int(more["seed"]),
            policy=more.get("policy", "random"),
            parameters={n: RawOption(text) for n, text in more.get("parameters", {}).items()},
        )
        expected = run(request, Watch())
        assert json.loads(found["simulation"]["report"]) == expected.to_json(), name
        assert found["simulation"]["text"] == expected.to_text()


@pytest.mark.parametrize(
    ("name", "matches", "policy"),
    [("wizard", 50, "random"), ("blackout", 3, "steady")],
)
@pytest.mark.parametrize("lots", range(2))
def test_any_split_into_parts_has_the_same_figures(
    name: str, matches: int, policy: str, lots: int
) -> None:
    drawn = random.Random(lots)
    asked = question(name, matches=matches, seed="11", policy=policy)
    played, more = 0, dict[str, Any]()
    while played < matches:
        part = drawn.randint(1, matches)
        found = simulated({**asked, **more, "part": part})
        assert found["played"] == min(matches, played + part)
        assert json.loads(found["report"])["matches"] == found["played"]
        played, more = found["played"], {"counts": found["counts"]}
    assert found == simulated(asked)


def altered(counts: str) -> str:
    figures = json.loads(counts)
    figures["summary"]["matches"] += 1
    return json.dumps(figures)


def problem(asked: dict[str, JsonValue]) -> tuple[str, str]:
    found = json.loads(json.dumps(answer(asked)))
    ANSWER.validate(found)
    assert found.get("simulation") is None
    [one] = found["problems"]
    return one["code"], one["message"]


@pytest.mark.parametrize(
    ("more", "code", "why"),
    [
        ({"matches": 10**30}, "U628", "give a number from 1 to 100000, or use `clagdsl simulate`"),
        ({"matches": 0}, "U628", "`0` matches"),
        ({"part": 0}, "U628", "`0` matches"),
        ({"part": "1"}, "U626", "`part` must be a whole number"),
        ({"policy": "search:64"}, "U629", "choose from random, steady"),
        ({"players": 9}, "U601", "9"),
        ({"seed": "-1"}, "U621", "-1"),
        ({"seed": "9" * 5000}, "U621", "seed"),
        ({"parameters": {"none": 1}}, "U602", "none"),
        ({"counts": "{"}, "U642", "`counts`"),
        ({"counts": "[" * 100_000}, "U642", "`counts`"),
        ({"counts": '{"summary": {}, "comparison": null}'}, "U642", "`counts`"),
    ],
)
def test_a_request_that_cannot_be_met_is_refused_with_the_reason(
    more: dict[str, JsonValue], code: str, why: str
) -> None:
    refused, message = problem(question("blackout", **more))
    assert (refused, why in message) == (code, True), message


def test_counts_of_other_matches_are_refused() -> None:
    asked = question("blackout", matches=20)
    counts = simulated({**asked, "part": 10})["counts"]
    assert problem({**asked, "counts": altered(counts)})[0] == "U642"
    assert problem({**asked, "counts": counts, "players": 5})[0] == "U642"
    assert problem({**asked, "counts": counts, "matches": 5})[0] == "U643"


def test_rules_with_an_error_have_no_figures() -> None:
    found = answer({"wish": "simulate", "text": 'clag 1\ngame "X" extend pagat\n'})
    assert found["simulation"] is None
    assert found["problems"]


def test_numpy_is_fetched_once_and_by_its_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(DOCS)
    write_playground = importlib.import_module("write_playground")
    host, kept = tmp_path / "host", tmp_path / "kept"
    (host / "v1.2.3" / "full").mkdir(parents=True)
    kept.mkdir()
    monkeypatch.setattr(write_playground, "RELEASES", host.as_uri())
    monkeypatch.setattr(write_playground, "PACKAGES", kept)
    lock = {"file_name": "numpy.whl", "sha256": sha256(b"right").hexdigest()}
    (tmp_path / "pyodide-lock.json").write_text(json.dumps({"packages": {"numpy": lock}}))
    (tmp_path / "package.json").write_text('{"version": "1.2.3"}')
    offered = host / "v1.2.3" / "full" / "numpy.whl"
    with pytest.raises(SystemExit, match=r"cannot be fetched.*--without-numpy"):
        write_playground.numpy_wheel(tmp_path)
    offered.write_bytes(b"wrong")
    with pytest.raises(SystemExit, match="is not what Pyodide's lock file names"):
        write_playground.numpy_wheel(tmp_path)
    assert list(kept.iterdir()) == []
    offered.write_bytes(b"right")
    assert write_playground.numpy_wheel(tmp_path).read_bytes() == b"right"
    offered.unlink()
    assert write_playground.numpy_wheel(tmp_path).read_bytes() == b"right"
