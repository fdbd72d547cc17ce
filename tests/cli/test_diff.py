"""`clagdsl diff` and `clagdsl graph` as commands: what they print, write and refuse."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clagdsl.cli.main import main

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str, status: int = 0) -> str:
    assert main(list(arguments)) == status
    told = capsys.readouterr()
    return told.err if status == 2 else told.out


def test_json_is_the_documented_object(capsys: Capture) -> None:
    same = json.loads(run(capsys, "diff", "foss", "foss", "--json"))
    assert same == {"same": True, "differences": []}
    answer = json.loads(run(capsys, "diff", "pagat", "rewrite", "--json"))
    assert list(answer) == ["same", "differences"]
    assert answer["same"] is False
    for one in answer["differences"]:
        assert list(one) == ["deal", "aspect", "a", "b"]
        assert one["a"] is not None or one["b"] is not None


def test_the_text_ends_with_a_record_that_replay_takes(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.clag").write_text(
        'clag 1\ngame "Mine" extends pagat\nchange normal score 5 when made, otherwise 0\n'
    )
    for a, b in [("mine.clag", "pagat"), ("pagat", "mine.clag")]:
        lines = run(capsys, "diff", a, b, "--witness").splitlines()
        record = lines[lines.index("record = 1") :]
        Path("witness.toml").write_text("\n".join(record) + "\n")
        assert run(capsys, "replay", "witness.toml").endswith("agrees\n")
        run(capsys, "replay", "witness.toml", "--rules", b, status=1)
        answer = json.loads(run(capsys, "diff", a, b, "--witness", "--json"))
        assert answer["witness"]["record"] == "\n".join(record) + "\n"
        assert answer["witness"]["kind"] == "score"


def test_no_witness_is_no_failure(capsys: Capture) -> None:
    assert run(capsys, "diff", "foss", "foss", "--witness").endswith("the rules are the same\n")
    answer = json.loads(run(capsys, "diff", "foss", "foss", "--witness", "--json"))
    assert answer["witness"]["found"] is False


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("foss", "pagat", "--set", "hook=true"), "U602"),
        (("foss", "pagat", "--players", "3"), "U601"),
        (("scorecard", "foss", "--set", "hook"), "P=V"),
        (("scorecard", "foss", "--set", "hook=maybe"), "U603"),
        (("foss",), "Missing argument"),
        (("foss", "nonsense"), "nonsense"),
    ],
)
def test_wrong_usage_of_diff(arguments: tuple[str, ...], said: str, capsys: Capture) -> None:
    assert said in run(capsys, "diff", *arguments, status=2)


def test_rules_with_errors_end_the_command(tmp_path: Path, capsys: Capture) -> None:
    wrong = tmp_path / "wrong.clag"
    wrong.write_text("clag 1\ndeal\n")
    assert "error" in run(capsys, "diff", "foss", str(wrong), status=1)
    assert "error" in run(capsys, "graph", str(wrong), status=1)


def test_a_parameter_is_set_where_it_is_known(capsys: Capture) -> None:
    text = run(capsys, "diff", "scorecard", "foss", "--set", "hook=true", "--json")
    aspects = [one["aspect"] for one in json.loads(text)["differences"]]
    assert "param hook" not in aspects
    assert "last bid" not in aspects


@pytest.mark.parametrize("ending", ["svg", "dot", "mmd"])
def test_graph_writes_the_form_that_the_name_says(
    ending: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / f"x.{ending}"
    assert run(capsys, "graph", "foss", "-o", str(path)) == f"{path} written\n"
    text = path.read_text("utf-8")
    beginnings = {"svg": "<svg ", "dot": "digraph", "mmd": "---\ntitle"}
    assert text.startswith(beginnings[ending])
    if ending == "svg":
        ElementTree.fromstring(text)
    said = json.loads(run(capsys, "graph", "foss", "-o", str(path), "--json"))
    assert said == {"written": str(path)}


def test_graph_as_json_is_the_machine(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "graph", "raf", "--json"))
    names = {state["name"] for state in answer["states"]}
    assert {step[end] for step in answer["steps"] for end in ("from", "to")} <= names
    one = json.loads(run(capsys, "graph", "pagat", "--deal", "9", "--json"))
    assert all(
        name.startswith("Misere: ") or name in ("next", "end")
        for name in (state["name"] for state in one["states"])
    )
    assert run(capsys, "graph", "pagat", "--deal", "9") == run(
        capsys, "graph", "pagat", "--deal", "Misere"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("foss", "-o", "x.png"), ".mmd, .dot or .svg"),
        (("foss", "-o", "no/such/folder/x.svg"), "cannot write"),
        (("foss", "--deal", "99"), "99"),
        (("foss", "--deal", "Nothing"), "Nothing"),
        (("foss", "--players", "9"), "U601"),
    ],
)
def test_wrong_usage_of_graph(arguments: tuple[str, ...], said: str, capsys: Capture) -> None:
    assert said in run(capsys, "graph", *arguments, status=2)
