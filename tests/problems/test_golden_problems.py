"""The page of a problem shows what clagdsl reports of its failing example.

`CLAGDSL_REWRITE=1 pytest tests/problems/test_golden_problems.py` writes that into the pages, below
a fence `console shows`; review the change as text.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from support.pages import KINDS, Example, command, examples, lay_beside

from clagdsl.cli.main import main

PAGES = Path(__file__).parent.parent.parent / "clagdsl" / "problems" / "pages"
SHOWS = re.compile(r"^(```console shows\n).*?^(```)$", re.S | re.M)


def failing(code: str) -> Example | None:
    """The failing example on a page, where it is a file."""
    found = [one for one in examples(code, "fails") if command(code, one) is not None]
    return found[0] if found else None


CODES = [code for code in KINDS if failing(code) is not None]


def test_nearly_every_problem_of_a_file_has_a_golden() -> None:
    of_files = [code for code in KINDS if code[0] in "SCPERJ"]
    assert len(CODES) >= 100
    assert {code for code in KINDS if examples(code, "shows")} == set(CODES)
    assert len(set(of_files) - set(CODES)) <= 12


HEADLINE = re.compile(r"^\S*:\d+:\d+: (error|warning|note) ([A-Z]\d{3}): (.*)$", re.M)


def assert_headlines(code: str, told: str) -> None:
    """The example has this problem first, and no other unless it is about others or a record."""
    headlines = HEADLINE.findall(told)
    codes = [each for _, each, _ in headlines]
    alone = code[0] in "SCPE"
    assert set(codes) == {code} if alone else code in codes[: None if is_note(code) else 1], codes
    for severity, each, message in headlines:
        assert severity == KINDS[each].severity
        assert not message.endswith(".")
        assert not alone or not message[0].isupper()
    assert not alone or told.count("\n  help: ") >= len(headlines)


def is_note(code: str) -> bool:
    return KINDS[code].severity == "note"


@pytest.mark.parametrize("code", CODES)
def test_a_problem_is_shown_as_it_was_reviewed(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = failing(code)
    assert found is not None
    lay_beside(code, tmp_path)
    (tmp_path / found.name).write_text(found.text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    arguments = command(code, found)
    assert arguments is not None
    status = main(arguments)
    told = capsys.readouterr()
    assert told.err == ""
    assert_headlines(code, told.out)
    if arguments[0] == "check":
        assert (status == 1) == (KINDS[code].severity == "error")
    shown = f"$ clagdsl {' '.join(arguments)}\n{told.out}"
    if os.environ.get("CLAGDSL_REWRITE"):
        path = PAGES / f"{code}.md"
        page = path.read_text("utf-8")
        page = SHOWS.sub(lambda fence: fence[1] + shown + fence[2], page)
        path.write_text(page, encoding="utf-8")
    else:
        assert shown == examples(code, "shows")[0].text
