"""A document on lines is that of Python's own writer, whatever is in it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import clagdsl
from clagdsl.lang.game_json import game_json
from clagdsl.lang.json_value import JsonValue, indented

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
DOCUMENTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=12
)


@pytest.mark.parametrize("ascii_only", [True, False])
@given(DOCUMENTS)
def test_any_document_is_written_as_python_writes_it(ascii_only: bool, value: JsonValue) -> None:
    written = indented(value, ensure_ascii=ascii_only)
    assert written == json.dumps(value, indent=2, ensure_ascii=ascii_only)


def test_a_compiled_game_and_what_is_deep_are_written_alike() -> None:
    deep: JsonValue = ()
    for _ in range(190):
        deep = {"a": [deep, "é"]}
    for value in (game_json(clagdsl.load("raf").rules), deep):
        assert indented(value) == json.dumps(value, indent=2)
