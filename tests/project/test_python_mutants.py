"""Mutants of Python modules: every kind is made, and what is listed as playing the same exists.

`mutation.noticing` judges them, which takes minutes: docs/internals/how-it-works.md.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mutation import python_mutants
from mutation.noticing import changed_functions, drawn
from mutation.python_mutants import mutants, mutated
from mutation.rooms import ROOMS, Room
from mutation.same import reasons

MODULE = '''
"""A text."""
from typing import TYPE_CHECKING, Final, assert_never
if TYPE_CHECKING:
    import re
MOST: Final = 3
def first(hand: list[int], most: int = 2) -> int:
    """A text, too."""
    assert most
    if hand and not most > MOST:
        hand.append(most + 1)
        return -hand[0]
    return min(hand)
'''
NAMES = [
    "- | constant | 3 -> 4",
    "- | constant | 3 -> 2",
    "first() | constant | 2 -> 3",
    "first() | constant | 2 -> 1",
    "first | negated | hand and (not most > MOST) -> not (hand and (not most > MOST))",
    "first | and or | hand and (not most > MOST) -> hand or not most > MOST",
    "first | not | not most > MOST -> most > MOST",
    "first | comparison | most > MOST -> most >= MOST",
    "first | comparison | most > MOST -> most == MOST",
    "first | removed | hand.append(most + 1) -> pass",
    "first | arithmetic | most + 1 -> most - 1",
    "first | constant | most + 1: 1 -> 2",
    "first | constant | most + 1: 1 -> 0",
    "first | removed | return -hand[0] -> pass",
    "first | arithmetic | -hand[0] -> hand[0]",
    "first | constant | hand[0]: 0 -> 1",
    "first | constant | hand[0]: 0 -> -1",
    "first | other call | min(hand) -> max(hand)",
]


@pytest.fixture
def one_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(python_mutants, "PACKAGE", tmp_path)
    mutants.cache_clear()
    (tmp_path / "one.py").write_text(MODULE, encoding="utf-8")
    return "one.py"


def test_every_kind_of_change_is_made_and_nothing_else(one_module: str) -> None:
    assert [one.name.removeprefix("one.py | ") for one in mutants(one_module)] == NAMES


def test_a_mutant_is_its_module_with_that_change_alone(one_module: str) -> None:
    sound = ast.unparse(ast.parse(MODULE)).splitlines()
    for mutant in mutants(one_module):
        lines = ast.unparse(mutated(mutant)).splitlines()
        assert sum(line not in lines for line in sound) == 1, mutant.name


def test_a_changed_function_is_found_and_a_changed_module_is_told(one_module: str) -> None:
    sound = compile(MODULE, "one.py", "exec", dont_inherit=True)
    for mutant in mutants(one_module):
        code = compile(mutated(mutant), "one.py", "exec", dont_inherit=True)
        if " first | " in mutant.name and mutant.line > 7:
            (pair,) = changed_functions(sound, code)
            assert [one.co_name for one in pair] == ["first", "first"]
        else:
            with pytest.raises(ValueError, match="module"):
                list(changed_functions(sound, code))


def test_names_tell_mutants_apart_and_a_seed_draws_the_same() -> None:
    every = ROOMS["interpreter"].mutants()
    names = [mutant.name for mutant in every]
    assert len(names) == len(set(names)) > 1000
    assert drawn(every, 20, 1) == drawn(every, 20, 1) != drawn(every, 20, 2)


def test_a_draw_keeps_the_mutants_of_modules_that_have_not_changed() -> None:
    before = drawn(Room(("records/*.py",), ()).mutants(), 60, 7)
    after = drawn(Room(("records/[!s]*.py",), ()).mutants(), 60, 7)
    kept = [mutant for mutant in before if not mutant.path.startswith("records/s")]
    assert 0 < len(kept) < 60
    assert after[: len(kept)] == kept


def test_what_is_listed_as_playing_the_same_is_a_mutant() -> None:
    listed: dict[str, set[str]] = {}
    for name, reason in reasons().items():
        assert reason
        listed.setdefault(name.split(" | ")[0], set()).add(name)
    for path, names in listed.items():
        assert any(path in room.paths() for room in ROOMS.values())
        assert names <= {mutant.name for mutant in mutants(path)}
