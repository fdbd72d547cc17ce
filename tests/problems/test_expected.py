"""The harness of expectations itself; its comparer of problems is tried in tests/language."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import expected
from support.expected import assert_as_reviewed


def test_a_text_that_is_not_the_reviewed_one_is_told_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("one\ntwo\n", encoding="utf-8")
    assert_as_reviewed("one\ntwo\n", path)
    with pytest.raises(AssertionError, match="-two\n\\+three"):
        assert_as_reviewed("one\nthree\n", path)
    with pytest.raises(AssertionError, match="CLAGDSL_REWRITE=1"):
        assert_as_reviewed("one\ntwo", path)


def test_a_text_is_written_anew_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "folder" / "kept.txt"
    monkeypatch.setattr(expected, "REWRITE", True)
    assert_as_reviewed("one\n", path)
    assert path.read_text("utf-8") == "one\n"
