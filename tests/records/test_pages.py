"""The failing example on the page of every record problem fails with exactly its code."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.pages import KINDS as ALL_KINDS
from support.pages import OF_NAMES, OF_SEASONS, examples, lay_beside

from clagdsl import problems
from clagdsl.check.checker import check_path
from clagdsl.problems.model import Diagnostic
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import parse_sheet

# What is wrong with a record only beside others `clagdsl season` tells: `tests/problems` asks it.
KINDS = {
    code: kind
    for code, kind in ALL_KINDS.items()
    if code.startswith("R5") and code not in (*OF_SEASONS, *OF_NAMES)
}


def problems_of(language: str, text: str) -> tuple[Diagnostic, ...]:
    result = parse_sheet(text, "foss") if language == "csv" else parse_record(text)
    if result.record is None:
        return result.diagnostics
    game = check_path(result.record.rules).game
    assert game is not None
    return result.diagnostics + replay_sheet(result.record, game, result.places).diagnostics


def blocks(code: str) -> dict[str, tuple[str, str]]:
    found = {which: examples(code, which) for which in ("fails", "mended")}
    return {which: (one.language, one.text) for which, [one] in found.items()}


def test_every_part_of_the_range_is_there() -> None:
    assert problems.records.__doc__
    assert len(KINDS) >= 30


@pytest.fixture(autouse=True)
def files_beside(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Works in a folder of its own, with the files that the page of the code says lie there."""
    monkeypatch.chdir(tmp_path)
    if "code" in request.fixturenames:
        lay_beside(request.getfixturevalue("code"), tmp_path)


@pytest.mark.parametrize("code", sorted(KINDS))
def test_a_page_has_a_failing_and_a_mended_example(code: str) -> None:
    assert set(blocks(code)) == {"fails", "mended"}


@pytest.mark.parametrize("code", sorted(KINDS))
def test_the_failing_example_fails_with_its_code(code: str) -> None:
    language, text = blocks(code)["fails"]
    if language in ("toml", "csv"):
        found = problems_of(language, text)
        assert {one.code for one in found} == {code}
        assert found[0].severity == KINDS[code].severity
        assert found[0].place is not None


@pytest.mark.parametrize("code", sorted(KINDS))
def test_the_mended_example_has_no_problem(code: str) -> None:
    language, text = blocks(code)["mended"]
    if language in ("toml", "csv"):
        assert problems_of(language, text) == ()
