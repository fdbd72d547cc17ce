"""A file that extends one which is not found is told of the one beside it that was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.check.checker import check_path
from clagdsl.problems.diagnostic import apply_edits


@pytest.mark.parametrize(
    ("written", "code"), [("multi", "C230"), ('"mutli"', "C230"), ('"mutli.clag"', "C233")]
)
def test_the_file_beside_it_is_named_and_written(tmp_path: Path, written: str, code: str) -> None:
    (tmp_path / "multi.clag").write_text('clag 1\ngame "M" extends pagat\n', "utf-8")
    house = tmp_path / "house.clag"
    text = f'clag 1\ngame "X" extends {written}\n'
    house.write_text(text, "utf-8")
    (found,) = check_path(house).diagnostics
    assert found.code == code
    assert '`"multi.clag"`' in found.help
    assert not found.safe
    house.write_text(apply_edits(text, found.fix), "utf-8")
    assert not check_path(house).diagnostics


@pytest.mark.parametrize("written", ["pagta", '"zzz.clag"'])
def test_no_file_is_named_that_is_not_near(tmp_path: Path, written: str) -> None:
    (tmp_path / "multi.clag").write_text('clag 1\ngame "M" extends pagat\n', "utf-8")
    house = tmp_path / "house.clag"
    house.write_text(f'clag 1\ngame "X" extends {written}\n', "utf-8")
    (found,) = check_path(house).diagnostics
    assert "multi" not in found.help
