"""Words of the language: every one has a clause and two lines that the checker accepts."""

from pathlib import Path

import pytest

from clagdsl.check.checker import check_path
from clagdsl.lang.vocabulary import (
    CLAUSES,
    EXAMPLE_FILES,
    LINES,
    PHRASES,
    VARIABLES,
    WORDS,
    lines_with,
)


@pytest.mark.parametrize("text", EXAMPLE_FILES, ids=lambda text: text.splitlines()[1])
def test_the_files_that_examples_are_from_have_no_problem(text: str, tmp_path: Path) -> None:
    file = tmp_path / "example.clag"
    file.write_text(text, "utf-8")
    assert check_path(str(file)).diagnostics == ()


def test_every_word_has_two_lines() -> None:
    """Without the check of the files above, this says nothing about whether they work."""
    missing = [word for word in (*WORDS, *VARIABLES) if not all(has(word, n) for n in range(LINES))]
    assert missing == []
    assert [phrase for phrase in PHRASES if not has(phrase, 0)] == []


def has(word: str, number: int) -> bool:
    """Whether the line of that number is there and has the word."""
    lines = lines_with(word)
    return len(set(lines)) == LINES and word in lines[number]


def test_every_word_stands_in_a_clause() -> None:
    assert {word for words in CLAUSES.values() for word in words} >= {*WORDS, *VARIABLES}
    assert all(word in WORDS or word in PHRASES or word in VARIABLES for word in word_list())


def word_list() -> list[str]:
    return [word for words in CLAUSES.values() for word in words]


def test_lines_that_begin_with_a_word_come_first() -> None:
    assert lines_with("lead")[0].startswith("lead ")
    assert lines_with("drop settle")[0] == "drop settle"
    assert all("play top card" in line for line in lines_with("others only")), "P316 without it"
    assert "nonsense" not in str(lines_with("bid"))
