"""A table: players, parameters, schedule, and the rules of each deal."""

import pytest
from support.table_games import ACE_HIGH, NULOSS, WRITTEN, aspects, clause, game

from clagdsl.lang.rules import (
    Call,
    CallGroup,
    Deal,
    FixedBid,
    IntegerRange,
    NoTrump,
    Parameter,
    RankOrder,
    TruthRange,
    TurnedTrump,
    Twist,
    Wild,
    WordRange,
)
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.table import (
    make_table,
    read_parameter,
)

NORMAL = Deal("normal", aspects())
NO_TRUMPS = Deal("No Trumps", aspects(trump=NoTrump()), "nt", "normal", ("trump",))
MISERE = Deal("Misere", aspects(bid=FixedBid(0)), "m", "normal", ("bid",))
STAKE = Parameter("stake", IntegerRange(-3, 2), 0)
HOOK = Parameter("hook", TruthRange(), False)
ENDING = Parameter("ending", WordRange(("shared", "playoff")), "shared")


def schedule(*rows, **changes):
    made = make_table(game(NORMAL, NO_TRUMPS, MISERE, schedule=rows, **changes))
    return [(one.number, one.name, one.low, one.high) for one in made.schedule]


# --- players and parameters ---------------------------------------------------------------


def test_the_fewest_players_unless_said():
    assert make_table(game(NORMAL)).players == 3
    assert make_table(game(NORMAL), 7).names == {"players": 7}


def test_parameters_are_read_from_text():
    assert read_parameter(STAKE, "-3") == -3
    assert read_parameter(HOOK, "true") is True
    assert read_parameter(HOOK, "false") is False
    assert read_parameter(ENDING, "playoff") == "playoff"
    for parameter, text in ((STAKE, "3"), (STAKE, "x"), (STAKE, "9" * 5000), (STAKE, "--1")):
        with pytest.raises(ArgumentError):
            read_parameter(parameter, text)
    for parameter, text in ((HOOK, "yes"), (HOOK, "1"), (ENDING, "draw"), (STAKE, "²")):
        with pytest.raises(ArgumentError):
            read_parameter(parameter, text)


# --- the rules of a deal ------------------------------------------------------------------


def test_rules_by_name_and_short_name_with_their_origins():
    table = make_table(game(NORMAL, NO_TRUMPS), 4)
    assert table.rules("nt") == table.rules("No Trumps")
    assert table.rules("nt").trump == NoTrump()
    assert table.rules("nt").name == "No Trumps"
    assert table.rules("nt").origin("trump") == WRITTEN
    assert table.rules("nt") is table.rules("nt")
    with pytest.raises(ArgumentError) as caught:
        table.rules("hearts")
    assert caught.value.code == "U604"


def test_ranks_are_strongest_first():
    chosen = make_table(game(Deal("normal", aspects(rank=RankOrder(NULOSS))))).rules("normal")
    assert sorted(chosen.ranks, key=chosen.strength.__getitem__, reverse=True) == list(NULOSS)


CALL = Call(
    "winner of last deal",
    (CallGroup("one of", ("No Trumps", "Nuloss", "Wild")), CallGroup("any of", ("Misere",))),
)


def test_a_call_replaces_what_its_choices_say():
    called = Deal("called", aspects(call=CALL, next_dealer="winner"), None, "normal", ("call",))
    twists = (
        Twist("No Trumps", "nt", trump=clause(NoTrump())),
        Twist("Nuloss", rank=clause(RankOrder(NULOSS))),
        Twist("Misere", "m", bid=clause(FixedBid(0))),
        Twist("Wild", wild=clause(Wild(("2",))), bid=clause(FixedBid(0))),
    )
    table = make_table(game(NORMAL, called, twists=twists), 4)
    plain = table.rules("called")
    assert plain.call == CALL
    assert plain.choice_names == {
        "No Trumps": "No Trumps",
        "nt": "No Trumps",
        "Nuloss": "Nuloss",
        "Wild": "Wild",
        "Misere": "Misere",
        "m": "Misere",
    }
    chosen = table.rules("called", ("Nuloss", "Misere"))
    assert chosen.calls == ("Nuloss", "Misere")
    assert chosen.ranks == NULOSS
    assert chosen.bid == FixedBid(0)
    assert chosen.trump == TurnedTrump()
    assert chosen.lead == "eldest"  # Misere does not replace the lead
    assert chosen.next_dealer == "winner"  # of the called deal
    assert chosen.call == CALL
    no_trumps = table.rules("called", ("No Trumps",))
    assert (no_trumps.trump, no_trumps.ranks) == (NoTrump(), ACE_HIGH)
    both = table.rules("called", ("Wild",))
    assert (both.wild, both.bid) == (Wild(("2",)), FixedBid(0))
    assert table.rules("called", ()) == plain
    with pytest.raises(ArgumentError):
        table.rules("called", ("Hearts",))
