"""The pages of the proofs' problems: the failing file fails so, the mended one checks."""

from __future__ import annotations

import re

import pytest
from support.pages import KINDS, assert_well_told, examples

from clagdsl.check.checker import check_text

CODES = sorted(code for code in KINDS if re.fullmatch(r"P3\d\d|E4\d\d", code))


def block(code: str, kind: str) -> str:
    [example] = examples(code, kind)
    assert example.language == "clag"
    return example.text


def test_there_are_pages() -> None:
    assert len([code for code in CODES if code.startswith("P")]) == 38
    assert len([code for code in CODES if code.startswith("E")]) == 10


@pytest.mark.parametrize("code", CODES)
def test_the_failing_file_fails_with_this_code_alone(code: str) -> None:
    result = check_text(block(code, "fails"))
    assert {diagnostic.code for diagnostic in result.diagnostics} == {code}
    for diagnostic in result.diagnostics:
        assert_well_told(diagnostic)
    assert (result.game is None) == (KINDS[code].severity == "error")


@pytest.mark.parametrize("code", CODES)
def test_the_mended_file_checks(code: str) -> None:
    result = check_text(block(code, "mended"))
    assert result.diagnostics == ()
    assert result.game is not None
    assert result.evidence is not None
