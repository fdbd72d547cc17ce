"""Mistakes that people make: each gives one problem, whose fix corrects it and nothing else.

The reports are in `tests/mistakes/`, one file each, with the lines that the fix changes.
`CLAGDSL_REWRITE=1 pytest tests/problems/test_mistakes.py` rewrites them; review the
change as text.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from support.expected import assert_as_reviewed
from support.mistakes import ADVISED, GOOD, HOUSE, IN_GOOD, IN_HOUSE, MISTAKES

from clagdsl.check.checker import check_text
from clagdsl.problems.diagnostic import apply_edits
from clagdsl.problems.render import problem_text

FOLDER = Path(__file__).parent.parent / "mistakes"


def test_there_are_enough_and_all_are_kept() -> None:
    assert len(IN_GOOD) + len(IN_HOUSE) == len(MISTAKES) >= 120
    assert all(good != wrong for good, wrong in MISTAKES.values())
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(MISTAKES)


@pytest.mark.parametrize("good", [GOOD, HOUSE])
def test_the_good_files_check(good: str) -> None:
    assert check_text(good).diagnostics == ()


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_once_and_its_help_fixes_it(name: str) -> None:
    _, text = MISTAKES[name]
    result = check_text(text, "kitchen.clag")
    assert len(result.diagnostics) == 1, [each.message for each in result.diagnostics]
    (problem,) = result.diagnostics
    assert bool(problem.fix) != (name in ADVISED)
    if name in ADVISED:
        told = f"{problem_text(problem, result.sources)}\n\nno edit fixes it\n"
        return assert_as_reviewed(told, FOLDER / f"{name}.txt")
    fixed = apply_edits(text, problem.fix)
    assert check_text(fixed).diagnostics == ()
    told = f"{problem_text(problem, result.sources)}\n\n{changed_lines(text, fixed)}"
    told += "\nsafe: check --fix makes it\n" if problem.safe else "\nto be decided by a person\n"
    return assert_as_reviewed(told, FOLDER / f"{name}.txt")


def changed_lines(before: str, after: str) -> str:
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    return "\n".join(line.rstrip() for line in lines if line[0] in "+-") + "\n"


PICKED = """clag 1
game "Picked"
players 3 to 4
param longest = 6 in 6 to 8 "the most cards"
let top = longest
deal normal trump none bid in turn score bid
schedule 1 up to top cards: normal
winner highest total, then shared
example "eight" in normal with 8 cards for 3 players: bid 2 tricks 2 scores 2
"""


def test_an_example_that_hangs_on_a_parameter_is_told_how_to_set_it() -> None:
    (problem,) = check_text(PICKED).diagnostics
    assert problem.code == "E409"
    assert "`where longest = ...`" in problem.help
    assert not check_text(PICKED.replace("3 players:", "3 players where longest = 8:")).diagnostics
