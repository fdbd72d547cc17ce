"""The machines of the bundled rules: no invariant is broken, for any number of players."""

import pytest

from clagdsl.checker.load import check_path
from clagdsl.machine.states import make_machine
from clagdsl.machine.table import make_table
from clagdsl.machine.verify import violations
from clagdsl.resources import bundled_names


@pytest.mark.parametrize("name", bundled_names())
def test_no_bundled_machine_breaks_an_invariant(name):
    rules = check_path(name).game
    assert rules is not None
    low, high = rules.players
    for players in range(low, high + 1):
        assert violations(make_machine(make_table(rules, players))) == ()
