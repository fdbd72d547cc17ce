"""What a person is shown for every kind of problem, beside the text that has it.

`CLAGDSL_REWRITE=1 pytest tests/problems/test_golden_problems.py` writes
`golden/problems/` anew; the change is then reviewed as text.
"""

from __future__ import annotations

import os
import re
from inspect import cleandoc
from pathlib import Path

import pytest

from clagdsl.cli.main import main
from clagdsl.problems.registry import problem_kinds

GOLDEN = Path(__file__).parent.parent / "golden" / "problems"
REWRITE = bool(os.environ.get("CLAGDSL_REWRITE"))
BLOCK = re.compile(r"^```(clag|toml|csv) fails ?([\w.-]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BESIDE = re.compile(r"^```\w+ with (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINE = "-" * 72


def failing(code: str) -> tuple[str, str, str] | None:
    """The language, the file's name and the text of the failing example on a page."""
    found = BLOCK.findall(cleandoc(problem_kinds()[code].page))
    if not found:
        return None
    language, name, text = found[0]
    return language, name or f"example.{language}", text


CODES = [code for code in problem_kinds() if failing(code) is not None]


def command(code: str, language: str, name: str) -> list[str]:
    if code == "R602":  # a record that is fine but for going on with it
        return ["play", "--resume", name]
    match language:
        case "clag":
            return ["check", name]
        case "toml":
            return ["replay", name]
        case _:
            return ["replay", name, "--rules", "foss"]


def test_nearly_every_problem_of_a_file_has_a_golden() -> None:
    of_files = [code for code in problem_kinds() if code[0] in "SCPER"]
    assert len(CODES) >= 100
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(CODES)
    assert len(set(of_files) - set(CODES)) <= 12


@pytest.mark.parametrize("code", CODES)
def test_a_problem_is_shown_as_it_was_reviewed(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = failing(code)
    assert found is not None
    language, name, text = found
    for beside, rules in BESIDE.findall(cleandoc(problem_kinds()[code].page)):
        (tmp_path / beside).write_text(rules, encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    main(command(code, language, name))
    told = capsys.readouterr()
    assert told.err == ""
    assert code in told.out
    shown = f"{text}{LINE}\n$ clagdsl {' '.join(command(code, language, name))}\n{told.out}"
    path = GOLDEN / f"{code}.txt"
    if REWRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.read_text("utf-8") == shown
