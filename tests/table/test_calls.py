"""Calls, trumps named, sizes picked, packs dealt."""

from itertools import combinations

import pytest
from support.table_games import aspects, cards, clause, game

from clagdsl.lang.cards import ORDINARY, PACK, SUITS
from clagdsl.lang.rules import (
    Call,
    CallGroup,
    Deal,
    NamedTrump,
    NoTrump,
    TurnedTrump,
    Twist,
)
from clagdsl.table.choices import (
    legal_calls,
    legal_names,
    ordered_call,
    why_not_call,
    why_not_order,
    why_not_pack,
    why_not_suit,
)
from clagdsl.table.table import make_table

CALL = Call(
    "winner of last deal",
    (
        CallGroup("one of", ("Trumps", "No Trumps", "Precedence")),
        CallGroup("any of", ("Nuloss", "Blind")),
        CallGroup("at most one of", ("Ascending Madness", "Descending Madness")),
    ),
)
TWISTS = (
    Twist("Trumps", trump=clause(TurnedTrump())),
    Twist("No Trumps", short="nt", trump=clause(NoTrump())),
    Twist("Precedence", trump=clause(NamedTrump("caller", "order"))),
    Twist("Nuloss"),
    Twist("Blind", short="b", play=clause("top card")),
    Twist("Ascending Madness", short="up"),
    Twist("Descending Madness", short="down"),
)
TABLE = make_table(game(Deal("called", aspects(call=CALL)), twists=TWISTS))
RULES = TABLE.rules("called")


def code(*names):
    reason = why_not_call(RULES, names)
    return reason.code if reason else None


def test_a_call_is_legal_exactly_when_no_reason_forbids_it():
    choices = [choice for group in CALL.groups for choice in group.choices]
    legal = set(legal_calls(CALL))
    for number in range(len(choices) + 1):
        for names in combinations(choices, number):
            assert (why_not_call(RULES, names) is None) == (names in legal)
            assert (why_not_call(RULES, names[::-1]) is None) == (names in legal)


def test_names_are_full_or_short_and_come_out_in_the_order_declared():
    assert code("down", "b", "nt") is None
    assert ordered_call(RULES, ("down", "b", "nt")) == ("No Trumps", "Blind", "Descending Madness")
    assert ordered_call(RULES, ()) == ()


# --- naming trump -------------------------------------------------------------------------


def naming(rule):
    return make_table(game(Deal("normal", aspects(trump=rule)))).rules("normal")


def test_an_order_is_named():
    chosen = naming(NamedTrump("caller", "order"))
    names = legal_names(chosen)
    assert len(set(names)) == 24
    assert names[0] == SUITS
    assert all(why_not_order(chosen, name) is None for name in names)
    wrong = why_not_suit(chosen, "S")
    assert wrong is not None
    assert wrong.code == "A402"


@pytest.mark.parametrize("suits", [("S", "H", "D"), ("S", "H", "D", "D"), (), (*SUITS, "S")])
def test_an_order_names_every_suit_once(suits):
    reason = why_not_order(naming(NamedTrump("caller", "order")), suits)
    assert reason is not None
    assert reason.code == "A403"


# --- sizes and packs ----------------------------------------------------------------------


def test_a_pack_holds_every_card_once():
    assert why_not_pack(ORDINARY, PACK) is None
    assert why_not_pack(ORDINARY, PACK[::-1]) is None
    for pack, words in (
        (PACK[1:], "`51` of `52` cards, `AS` is missing"),
        ((*PACK[1:], PACK[1]), "`AS` is missing, `KS` appears twice"),
        ((*PACK, PACK[0]), "`53` of `52` cards, `AS` appears twice"),
        (cards("2C KD"), "`2` of `52` cards"),
    ):
        reason = why_not_pack(ORDINARY, pack)
        assert reason is not None
        assert reason.code == "A701"
        assert words in reason.reason
