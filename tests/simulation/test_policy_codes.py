"""The kernels play what they were told of and nothing else."""

from dataclasses import replace

import pytest
from support.simulation_rules import followings
from support.table_games import table

from clagdsl.lang.aspects import TABLE
from clagdsl.lang.rules import Following
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.lowering.arrays import FOLLOWS, WAY_COLUMNS
from clagdsl.simulation.lowering.lower import lower
from clagdsl.simulation.lowering.policy_codes import NAMED, PLAYED, set_policies


def columns(rules):
    found = [-1] * WAY_COLUMNS
    set_policies(found, rules)
    return found


def test_every_policy_that_is_declared_has_a_number_and_no_other():
    assert set(PLAYED) == set(NAMED)
    for aspect in NAMED:
        if aspect != "follow":
            assert set(PLAYED[aspect].codes) == {one.key for one in TABLE[aspect].policies}


def test_numbers_stand_in_columns_of_their_own():
    places = [column.place for column in PLAYED.values() if column.place is not None]
    assert len(set(places)) == len(places)


SAID_OTHERWISE = ("by highest bidder", "by eldest", "from first cards")
NAMED_SO = tuple(
    one.key for one in TABLE["trump"].policies if one.key.endswith(SAID_OTHERWISE)
)  # by whom, and from which cards, stands in other columns
CHOSEN_BIDS = tuple(one.key for one in TABLE["bid"].policies if one.key not in ("fixed", "none"))
ALIKE = {
    "bid": CHOSEN_BIDS,
    "trump": (
        "none",
        "order",
        "suit",
        "rotates",
        "rotates throughout",
        "turned, else none",
        "turned, else last card",
        "turned, on special",
        "turned, on cards",
        "drawn",
        "named suit or none",
        "auction",
        *NAMED_SO,
    ),
    "wild": ("none", "ranks"),
    "next_dealer": ("left", "right"),
}
"""Policies with one number: what they differ in stands in tables, or in a column of its own."""


def test_policies_that_are_played_differently_have_different_numbers():
    for aspect, column in PLAYED.items():
        keys = {key for key in column.codes if key not in ALIKE.get(aspect, ())[1:]}
        if column.place is not None:
            assert len({column.codes[key] for key in keys}) == len(keys)


WORDED = [
    name
    for name in NAMED
    if name != "follow" and all(isinstance(one.value, str) for one in TABLE[name].policies)
]


@pytest.mark.parametrize("aspect", WORDED)
def test_a_policy_without_a_number_is_refused(aspect):
    rules = replace(table().rules("normal"))
    # Afterwards: the table would not take a value for which it has no rule.
    object.__setattr__(rules, aspect, "nothing known")
    with pytest.raises(ArgumentError) as caught:
        columns(rules)
    assert caught.value.code == "U627"
    assert f"`{TABLE[aspect].keyword} nothing known` in `normal`" in caught.value.reason


def test_classes_that_the_kernels_were_not_told_of_are_refused():
    rules = table().rules("normal")
    assert columns(rules)[FOLLOWS] == 1
    assert columns(replace(rules, follow=Following(("anything", "suit"))))[FOLLOWS] == 0
    with pytest.raises(ArgumentError, match="`follow suit, else picture` in `normal`"):
        columns(replace(rules, follow=Following(("suit", "picture", "anything"))))


def test_every_list_of_classes_that_is_drawn_has_a_number():
    rules = table().rules("normal")
    for text in followings():
        columns(replace(rules, follow=Following(tuple(text.split(", else ")))))


def test_a_game_with_a_policy_without_a_number_is_not_played(monkeypatch):
    monkeypatch.delitem(PLAYED["lead"].codes, "eldest")
    with pytest.raises(ArgumentError, match="`lead eldest`"):
        lower(table())
