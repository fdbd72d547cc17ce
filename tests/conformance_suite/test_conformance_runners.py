"""Runners of other implementations, which `clagdsl conform --runner` drives."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest
from support.altered_cases import altered
from support.node import node

from clagdsl.cli.main import main
from clagdsl.conformance.cases import all_cases
from clagdsl.conformance.runner import run_cases
from clagdsl.conformance.suite import write_suite

Capture = pytest.CaptureFixture[str]
SCORE_RUNNER = Path(__file__).parents[2] / "web" / "clag-score" / "test" / "runner.js"
FEW = all_cases()[::400]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("suite")
    write_suite(folder)
    return folder


def says(expression: str) -> list[str]:
    """A runner that prints the value of an expression over the case and the folder."""
    loop = f"for line in sys.stdin:\n case = json.loads(line)\n print({expression}, flush=True)"
    return [sys.executable, "-c", f"import json, sys\nfolder = sys.argv[1]\n{loop}"]


def verdict(word: str, case_id: str = "case['id']") -> str:
    return f"json.dumps({{'id': {case_id}, 'verdict': {word!r}}})"


@pytest.mark.parametrize("word", ["passed", "failed", "not implemented"])
def test_a_verdict_is_that_of_the_runner(word: str, suite: Path) -> None:
    found = run_cases(says(verdict(word)), suite, FEW)
    assert [(one.case, one.word) for one in found] == [(case, word) for case in FEW]


@pytest.mark.parametrize(
    "line",
    [
        verdict("fine"),
        verdict("passed", "'other'"),
        "'passed'",
        "[]",
        "''",
        "'\\x1b[31m' * 1000",
        "'[' * 100_000",
        "(sys.stdout.buffer.write(b'\\xff\\n'), '')[1]",
    ],
)
def test_what_is_no_verdict_fails_the_case(line: str, suite: Path) -> None:
    for one in run_cases(says(line), suite, FEW):
        assert one.word == "failed"
        assert "no verdict on this case" in one.found


@pytest.mark.parametrize("does", ["import sys; sys.stdin.readline()", ""])
def test_a_runner_that_ends_fails_all_further_cases(does: str, suite: Path) -> None:
    found = run_cases([sys.executable, "-c", does], suite, all_cases())
    assert {one.found for one in found} == {"the runner has ended"}


def test_a_runner_gets_the_case_as_published_and_the_folder_of_the_suite(suite: Path) -> None:
    file = "schedule/schedules.json"
    expression = (
        "json.dumps({'id': case['id'], 'verdict': 'passed' if case in"
        f" json.load(open(folder + '/cases/{file}'))['cases'] else 'failed'}})"
    )
    cases = [case for case in all_cases() if case["stands_in"] == file]
    assert cases
    assert {one.word for one in run_cases(says(expression), suite, cases)} == {"passed"}


def command(runner: list[str]) -> str:
    return shlex.join(runner)


def test_the_exit_status_is_0_only_if_a_case_passes_and_none_fails(capsys: Capture) -> None:
    assert main(["conform", "--runner", command(says(verdict("passed")))]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[0].split() == ["kind", "passed", "failed", "not", "implemented"]
    assert text.splitlines()[-1].split() == ["all", str(len(all_cases())), "0", "0"]
    assert main(["conform", "--runner", command(says(verdict("not implemented")))]) == 1
    capsys.readouterr()
    one = verdict("failed") + " if case['id'] == 'start-01' else " + verdict("passed")
    assert main(["conform", "--runner", command(says(one)), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["failed"] == [{"id": "start-01", "found": None}]
    kinds = Counter(case["kind"] for case in all_cases())
    assert answer["kinds"]["start"] == {
        "passed": kinds["start"] - 1,
        "failed": 1,
        "not implemented": 0,
    }


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--runner", "/nowhere"), "`/nowhere` cannot be started: No such file"),
        (("--runner", ""), "`--runner` needs a command"),
        (("--runner", '"x'), "cannot be started: No closing quotation"),
        (("--runner", "x", "pagat"), "take no FILE and no other options"),
        (("--runner", "x", "--archive", "x.tar.gz"), "take no FILE and no other options"),
        (("--archive", "x.tar.gz", "--matrix"), "take no FILE and no other options"),
        (("--archive", "x.zip"), "`x.zip` does not end in .tar.gz"),
    ],
)
def test_arguments_that_do_not_go_together_are_refused(
    arguments: tuple[str, ...], reason: str, capsys: Capture
) -> None:
    assert main(["conform", *arguments]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)])
def test_clag_score_notices_every_altered_expectation(suite: Path, step: int) -> None:
    """Of the cases that it judges: what it finds in each is another outcome."""
    runner = [node(), str(SCORE_RUNNER)]
    cases = list(all_cases())[::step]
    judged = [one.case for one in run_cases(runner, suite, cases) if one.word == "passed"]
    assert len(judged) > 500 // step
    others = []
    for case in judged:
        for name in case["expect"]:
            other = deepcopy(dict(case))
            other["expect"][name] = altered(name, case["expect"][name])
            others.append(other)
    verdicts = run_cases(runner, suite, others)
    assert [one.case["id"] for one in verdicts if one.word != "failed"] == []
