"""The values of parameters that all matches at a table share."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import clagdsl


def test_nobody_changes_the_names_of_a_table() -> None:
    state = clagdsl.load("scorecard").start()
    before = dict(state.table.names)
    names: Any = state.table.names
    with pytest.raises(TypeError):
        names["players"] = 3
    assert state.table.names == before
    assert state.table.rules("normal").names == before
    assert pickle.loads(pickle.dumps(names)) == copy.deepcopy(names) == before


def test_nobody_changes_the_parameters_of_a_table() -> None:
    game = clagdsl.load("scorecard")
    table = game.start(parameters={"hook": True}).table
    before = dict(table.parameters)
    assert before["hook"] is True
    values: Any = table.parameters
    with pytest.raises(TypeError):
        values["hook"] = False
    with pytest.raises(TypeError):
        del values["hook"]
    with pytest.raises(AttributeError):
        values.update(hook=False)
    assert table.parameters == before == game.start(parameters={"hook": True}).table.parameters
    assert repr(table.parameters) == repr(before)
    for same in (copy.copy(values), copy.deepcopy(values), pickle.loads(pickle.dumps(values))):
        assert same == before
        assert list(same) == list(before)
