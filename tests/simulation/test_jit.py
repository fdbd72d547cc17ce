"""Compiled functions: who may call them, and how often they are compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import typeof, types
from support.loaded import loaded
from support.simulation_plans import FILES
from support.source_trees import tree_of

import clagdsl
from clagdsl.simulation.batch.matches import Batch
from clagdsl.simulation.jit import compiled_entry, compiled_noinline
from clagdsl.simulation.lowering.lower import lower
from clagdsl.simulation.numba_pipeline import TypingCache

PACKAGE = Path(clagdsl.__file__).parent
FOLDERS = [PACKAGE, PACKAGE.parent / "tests", PACKAGE.parent / "benchmarks"]
INNER = {"compiled", "compiled_noinline"}


@cache
def modules() -> dict[Path, ast.Module]:
    return {
        path: tree_of(path)
        for folder in FOLDERS
        for path in folder.rglob("*.py")
        if b"clagdsl.simulation" in path.read_bytes()
    }


def decorators(function: ast.FunctionDef) -> set[str]:
    return {each.id for each in function.decorator_list if isinstance(each, ast.Name)}


def compiled_names(tree: ast.Module) -> set[str]:
    """The functions of a module that only compiled ones may call."""
    return {
        each.name
        for each in tree.body
        if isinstance(each, ast.FunctionDef) and decorators(each) & INNER
    }


def module_of(name: str) -> ast.Module | None:
    path = PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py")
    return modules().get(path)


def known(tree: ast.Module) -> set[str]:
    """What of it a module has, by its own names."""
    names = compiled_names(tree)
    for each in ast.walk(tree):
        if isinstance(each, ast.ImportFrom) and (other := module_of(each.module or "")):
            inner = compiled_names(other)
            names |= {one.asname or one.name for one in each.names if one.name in inner}
    return names


def used_by_python(tree: ast.Module) -> Iterator[str]:
    """The compiled functions that a module uses in functions that Python runs."""
    names = known(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and not any(
            name.startswith("compiled") for name in decorators(function)
        ):
            own = {one.arg for one in ast.walk(function) if isinstance(one, ast.arg)}
            for name in ast.walk(function):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Load):
                    yield from {name.id} & names - own


def test_python_calls_only_entries() -> None:
    found = {path.name: [*used_by_python(tree)] for path, tree in modules().items() if known(tree)}
    assert len(found) >= 15
    assert {name: used for name, used in found.items() if used} == {}


def test_what_it_would_notice() -> None:
    text = """
from clagdsl.simulation.kernels.bits import bits, lowest as first

@compiled
def inner(mask):
    return bits(mask)

@compiled_entry
def entry(mask):
    return inner(mask)

def outer(mask, bits):
    play = first
    return entry(mask) + inner(mask) + play(bits)
"""
    assert [*used_by_python(ast.parse(text))] == ["first", "inner"]


def test_one_compiled_function_plays_every_game() -> None:
    """Arrays of another layout would have all of it compiled anew."""
    kinds = {typeof(lower(loaded(path).start().table)): path.stem for path in FILES}
    assert len(kinds) == 1, kinds.values()


@compiled_noinline
def added(one: int, other: int) -> int:
    return one + other


@compiled_entry
def added_twice(one: int, other: int) -> int:
    return added(added(one, other), other)


def test_a_function_apart_is_not_made_a_part_of_who_calls_it() -> None:
    """Numba hands the options of a caller on to a function that says nothing of its own.

    What a seat picks stood in a match three times that way, and took most of the time to compile.
    """
    assert added_twice(np.int64(1), np.int64(2)) == 5
    made: Any = globals()["added"]  # Python has no other business with it
    if not made.overloads:  # its caller was kept
        made.compile((types.int64, types.int64))
    assert {one.fndesc.inline for one in made.overloads.values()} == {False}


class Asked:
    """What Numba knows about types, and what it was asked."""

    def __init__(self) -> None:
        self.questions: list[object] = []

    def resolve_function_type(self, *question: object) -> str:
        self.questions.append(question)
        return f"answer {len(self.questions)}"


def test_what_numba_makes_of_types_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For its own functions and the same types alone: an answer may hang on where others stand."""
    monkeypatch.setattr(TypingCache, "answers", {})
    asked = Asked()
    typing, again = TypingCache(asked), TypingCache(asked)
    cast, whole = types.NumberClass(types.int64), types.int64
    assert typing.resolve_function_type(cast, (whole,), {}) == "answer 1"
    assert again.resolve_function_type(cast, [whole], {}) == "answer 1"
    assert typing.resolve_function_type(cast, (types.uint8,), {}) == "answer 2"
    assert typing.resolve_function_type(types.NumberClass(types.uint8), (whole,), {}) == "answer 3"
    assert typing.resolve_function_type(cast, (whole,), {"x": whole}) == "answer 4"
    for number in (5, 6):
        assert typing.resolve_function_type(whole, (whole,), {}) == f"answer {number}"
    assert typing.questions is asked.questions


def test_a_batch_is_compiled_once() -> None:
    game = clagdsl.load("pagat")
    batch = game.batch(2, seed=1)
    packs = [[[*range(52)]] * len(game.deals(batch.players))] * 2
    others = [batch.copy([1, 0]), game.batch(2, seed=1, packs=packs)]
    kinds: list[Batch] = [batch, *others]
    assert len({typeof(each._boards) for each in kinds}) == 1
