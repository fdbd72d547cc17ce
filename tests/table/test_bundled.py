"""The machines of the bundled rules: no invariant is broken, for any number of players."""

import pytest
from support.machine_checks import violations

from clagdsl.check.checker import check_path
from clagdsl.lang.resources import bundled_names
from clagdsl.table.states import make_machine
from clagdsl.table.table import make_table


@pytest.mark.parametrize("name", bundled_names())
def test_no_bundled_machine_breaks_an_invariant(name):
    rules = check_path(name).game
    assert rules is not None
    low, high = rules.players
    for players in range(low, high + 1):
        assert violations(make_machine(make_table(rules, players))) == ()
