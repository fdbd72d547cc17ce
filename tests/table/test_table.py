"""A table: players, parameters, schedule, and the rules of each deal."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table_games import ACE_HIGH, NULOSS, WRITTEN, aspects, clause, game

from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.rules import (
    Arithmetic,
    Call,
    CallGroup,
    Deal,
    FixedBid,
    IntegerRange,
    Ladder,
    NoCall,
    NoTrump,
    Number,
    OneSize,
    Parameter,
    ParameterValue,
    RankOrder,
    ScheduleRow,
    TruthRange,
    TurnedTrump,
    Twist,
    Wild,
    WordRange,
)
from clagdsl.problems.model import ArgumentError
from clagdsl.table.table import (
    make_table,
    open_table,
    read_parameter,
    scheduled_deal,
)

NORMAL = Deal("normal", aspects())
NO_TRUMPS = Deal("No Trumps", aspects(trump=NoTrump()), "nt", "normal", ("trump",))
MISERE = Deal("Misere", aspects(bid=FixedBid(0)), "m", "normal", ("bid",))
STAKE = Parameter("stake", IntegerRange(-3, 2), 0)
HOOK = Parameter("hook", TruthRange(), False)
ENDING = Parameter("ending", WordRange(("shared", "playoff")), "shared")


def row(sizes, *deals, repeat=None):
    return ScheduleRow(sizes, deals or ("normal",), repeat)


def schedule(*rows, **changes):
    made = make_table(game(NORMAL, NO_TRUMPS, MISERE, schedule=rows, **changes))
    return [(one.number, one.name, one.low, one.high) for one in made.schedule]


def up(first, last):
    return Ladder(Number(first), Number(last), "up")


def down(first, last):
    return Ladder(Number(first), Number(last), "down")


# --- the schedule -------------------------------------------------------------------------


def test_ends_the_wrong_way_round_hold_no_deal():
    assert schedule(row(up(3, 2)), row(down(2, 3)), row(up(2, 2)), row(down(2, 2))) == [
        (1, "normal", 2, 2),
        (2, "normal", 2, 2),
    ]
    assert schedule(row(up(1, 2), repeat=Number(0)), row(up(1, 2), repeat=Number(-1))) == []


@pytest.mark.parametrize(
    "one",
    [
        row(up(1, 10**9)),
        row(down(10**9, 1)),
        row(OneSize(Number(1)), repeat=Number(501)),
        row(up(1, 7), "normal", "Misere", repeat=Number(36)),
    ],
)
def test_no_schedule_is_longer_than_five_hundred_deals(one):
    with pytest.raises(EvaluationError) as caught:
        schedule(one)
    assert caught.value.fault == "too many deals"
    assert len(schedule(row(OneSize(Number(1)), repeat=Number(500)))) == 500


@given(st.integers(1, 10), st.integers(1, 10))
def test_down_is_up_backwards(first, last):
    backwards = [low for _, _, low, _ in schedule(row(down(last, first)))]
    assert backwards == [low for _, _, low, _ in schedule(row(up(first, last)))][::-1]


# --- players and parameters ---------------------------------------------------------------


def test_the_fewest_players_unless_said():
    assert make_table(game(NORMAL)).players == 3
    assert make_table(game(NORMAL), 7).names == {"players": 7}


@pytest.mark.parametrize("players", [2, 8, True, 3.0, "4"])
def test_wrong_numbers_of_players(players):
    with pytest.raises(ArgumentError) as caught:
        make_table(game(NORMAL), players)
    assert caught.value.code == "U601"


def test_parameters_have_their_defaults_unless_set():
    rules = game(NORMAL, parameters=(STAKE, HOOK, ENDING))
    assert make_table(rules).parameters == {"stake": 0, "hook": False, "ending": "shared"}
    table = make_table(rules, 4, {"hook": True, "stake": -3})
    assert table.parameters == {"stake": -3, "hook": True, "ending": "shared"}
    assert table.names == {"players": 4, **table.parameters}


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("steak", 1, "U602"),
        ("stake", 3, "U603"),
        ("stake", True, "U603"),
        ("stake", "1", "U603"),
        ("hook", 1, "U603"),
        ("hook", "true", "U603"),
        ("ending", "draw", "U603"),
        ("ending", True, "U603"),
    ],
)
def test_wrong_parameters(name, value, code):
    with pytest.raises(ArgumentError) as caught:
        make_table(game(NORMAL, parameters=(STAKE, HOOK, ENDING)), 4, {name: value})
    assert caught.value.code == code


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


def test_a_table_that_cannot_be_played_is_refused():
    rules = game(
        NORMAL, schedule=(row(OneSize(Arithmetic("+", Number(7), ParameterValue("stake")))),)
    )
    rules = replace(rules, parameters=(Parameter("stake", IntegerRange(-9, 9), 0),))
    assert open_table(rules, 7).schedule[0].cards == 7
    for stake in (1, -7):
        with pytest.raises(ArgumentError) as caught:
            open_table(rules, 7, {"stake": stake})
        assert caught.value.code == "U608"
    empty = replace(rules, schedule=(row(up(2, 1)),))
    with pytest.raises(ArgumentError) as caught:
        open_table(empty)
    assert caught.value.code == "U609"
    zero = replace(rules, schedule=(row(OneSize(Arithmetic("//", Number(1), Number(0)))),))
    with pytest.raises(ArgumentError) as caught:
        open_table(zero)
    assert caught.value.code == "U609"


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
    """A choice is a twist or a deal; a deal stands for what it replaces and nothing else."""
    called = Deal("called", aspects(call=CALL, next_dealer="winner"), None, "normal", ("call",))
    misere = Deal("Misere", aspects(bid=FixedBid(0), lead="dealer"), "m", "normal", ("bid",))
    wild = Deal("Wild", aspects(wild=Wild(("2",)), bid=FixedBid(0)), None, "Misere", ("wild",))
    rules = game(
        NORMAL,
        NO_TRUMPS,
        misere,
        called,
        wild,
        twists=(Twist("Nuloss", rank=clause(RankOrder(NULOSS))),),
    )
    table = make_table(rules, 4)
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
    assert chosen.lead == "eldest"  # Misere does not say that it replaces the lead
    assert chosen.next_dealer == "winner"  # of the called deal
    assert chosen.call == CALL
    no_trumps = table.rules("called", ("No Trumps",))
    assert (no_trumps.trump, no_trumps.ranks) == (NoTrump(), ACE_HIGH)
    both = table.rules("called", ("Wild",))  # made from Misere: it replaces what both do
    assert (both.wild, both.bid) == (Wild(("2",)), FixedBid(0))
    assert table.rules("called", ()) == plain
    with pytest.raises(ArgumentError):
        table.rules("called", ("Hearts",))


def test_a_deal_that_is_called_keeps_its_own_twist_out():
    """A choice made from the called deal itself replaces only what it adds."""
    called = Deal("called", aspects(call=CALL, bid=FixedBid(1)), None, "normal", ("call", "bid"))
    wild = Deal(
        "Wild",
        aspects(call=NoCall(), bid=FixedBid(2), wild=Wild(("2",))),
        None,
        "called",
        ("wild", "call"),
    )
    table = make_table(game(NORMAL, called, wild, NO_TRUMPS, MISERE), 4)
    chosen = table.rules("called", ("Wild",))
    assert chosen.wild == Wild(("2",))
    assert chosen.bid == FixedBid(1)
    assert chosen.call == CALL


def test_a_deal_is_found_by_number_name_or_short_name():
    table = make_table(game(NORMAL, NO_TRUMPS, MISERE))
    assert scheduled_deal(table, 2).name == "No Trumps"
    assert scheduled_deal(table, "nt").number == 2
    assert scheduled_deal(table, "Misere").number == 3
    for wrong in (0, 4, "hearts", True):
        with pytest.raises(ArgumentError) as caught:
            scheduled_deal(table, wrong)
        assert caught.value.code == "U604"
