"""The steps that the proofs of a file may take."""

from __future__ import annotations

import pytest

from clagdsl.lang.source import Place
from clagdsl.table.budget import Budget, TooMuchError


def test_a_budget_is_spent_to_the_last_step() -> None:
    budget = Budget(5)
    budget.spend(2)
    budget.spend(3)
    assert budget.left == 0
    with pytest.raises(TooMuchError) as caught:
        budget.spend(1)
    assert caught.value.place is None
    place = Place("x.clag", 1, 2, 1, 3)
    assert TooMuchError(place).place == place
