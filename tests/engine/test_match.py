"""Matches from the first deal to the payments: who deals, calls, leads, wins and pays."""

import pickle
import re
from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, SPECIALS, called_game, one_deal, random_match, special_game
from support.table_games import aspects, game

from clagdsl.engine.actions import PickCards
from clagdsl.engine.events import DealBegun, DealScored, MatchWon
from clagdsl.engine.match_state import CHANCE
from clagdsl.engine.state import State, start
from clagdsl.lang.cards import ORDINARY, PACK
from clagdsl.lang.philox import shuffled
from clagdsl.lang.rules import (
    Deal,
    IntegerRange,
    Let,
    LetValue,
    Number,
    Parameter,
    ParameterValue,
    PickedSize,
    ScheduleRow,
)
from clagdsl.problems.model import ArgumentError, IllegalAction

IN_ORDER = "deal " + " ".join(map(str, PACK))


def dealt(name, cards=2, players=3, **settings):
    return start(one_deal(name, cards), players, **settings).apply(IN_ORDER)


def play(state, *texts):
    for text in texts:
        state = state.apply(text)
    return state


def held(state):
    return [" ".join(map(str, hand)) for hand in state.hands]


def code(state, text):
    with pytest.raises(IllegalAction) as caught:
        state.apply(text)
    refused = state.why_not(text)
    assert (refused.code, refused.reason) == (caught.value.code, caught.value.reason)
    assert (refused.place, refused.source) == (caught.value.place, caught.value.source)
    return caught.value.code


# --- the start ----------------------------------------------------------------------------


def test_a_seed_deals_the_documented_packs():
    state = start(GAMES["ladder"], 3, seed=7, match=5)
    assert state.position.dealing.pack == shuffled(ORDINARY, 7, 5, 1)
    assert state.hands == tuple((card,) for card in shuffled(ORDINARY, 7, 5, 1)[:3])
    while state.deal == 1:
        state = state.apply(state.legal()[0])
    assert state.position.dealing.pack == shuffled(ORDINARY, 7, 5, 2)


def test_without_a_seed_the_state_waits_for_chance():
    state = start(GAMES["ladder"])
    assert (state.actor, state.phase, state.legal()) == (CHANCE, "deal", ())
    assert repr(state.actor) == "CHANCE"
    assert code(state, "bid 0") == "A103"
    assert code(state, "deal 2C KD") == "A701"
    assert code(state, IN_ORDER + " 2C") == "A701"
    assert state.apply(IN_ORDER).actor == 0
    seeded = start(GAMES["ladder"], seed=1)
    assert code(seeded, IN_ORDER) == "A103"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_instead_of_an_untimely_action_may_be_done(name: str) -> None:
    state, offered = start(GAMES[name], seed=3), set()
    while state.phase != "over" and len(offered) < 12:
        refused = state.why_not(IN_ORDER)
        assert refused is not None
        (example,) = re.findall("for example `(.*?)`", refused.reason)
        assert state.why_not(example) is None, (state.phase, example)
        offered.add((state.phase, example))
        state = state.apply(state.legal()[-1])
    assert "play" in {phase for phase, _ in offered}
    assert len(offered) > 2


def test_where_the_top_card_is_played_the_example_says_no_card() -> None:
    blind = dealt("Roll 'Em").apply("bid 0").apply("bid 0").apply("bid 1")
    refused = blind.why_not("cards 5")
    assert refused is not None
    assert refused.reason.endswith("a card is played, for example `play top`")


def test_names_and_dealer():
    state = start(GAMES["ladder"], names=["Ann", "Bob", "Cy", "Dee"], dealer="Bob", seed=1)
    assert (state.players, state.dealer, state.actor) == (4, 1, 2)
    assert state.names == ("Ann", "Bob", "Cy", "Dee")
    assert state.record().dealer == "Bob"
    assert start(GAMES["ladder"], seed=1).players == 3
    assert len(set(start(GAMES["ladder"], 7).names)) == 7


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"players": 2}, "U601"),
        ({"players": 8}, "U601"),
        ({"players": "4"}, "U601"),
        ({"players": True}, "U601"),
        ({"parameters": {"x": 1}}, "U602"),
        ({"seed": -1}, "U621"),
        ({"seed": 2**64}, "U621"),
        ({"seed": 1.5}, "U621"),
        ({"seed": True}, "U621"),
        ({"match": 2**32}, "U621"),
        ({"match": None}, "U621"),
        ({"names": ["Ann", "Bob", "Cy"], "players": 4}, "U622"),
        ({"names": "Ann"}, "U622"),
        ({"names": ["Ann", "Bob", "Ann"]}, "U622"),
        ({"names": ["Ann", "Bob", " "]}, "U622"),
        ({"names": ["Ann", "Bob", 3]}, "U622"),
        ({"dealer": 3}, "U623"),
        ({"dealer": -1}, "U623"),
        ({"dealer": "Zed"}, "U623"),
        ({"dealer": True}, "U623"),
        ({"players": 10**5000}, "U601"),
        ({"parameters": []}, "U602"),
        ({"parameters": "x"}, "U602"),
        ({"parameters": {10**5000: 1}}, "U602"),
        ({"seed": 10**5000}, "U621"),
        ({"names": 3}, "U622"),
        ({"names": 3, "players": 3}, "U622"),
        ({"names": iter(["Ann", "Bob", "Cy"])}, "U622"),
        ({"names": ["Ann", "Bob", "\ud800"]}, "U622"),
        ({"names": ["Ann", "Bob", chr(0xDFFF)]}, "U622"),
        ({"names": ["Ann", "Bob", "C" * 101]}, "U622"),
        ({"dealer": 10**5000}, "U623"),
    ],
)
def test_wrong_arguments_have_codes(wrong, expected):
    with pytest.raises(ArgumentError) as caught:
        start(GAMES["ladder"], **wrong)
    assert caught.value.code == expected
    assert isinstance(caught.value, ValueError)


def test_names_are_counted():
    with pytest.raises(ArgumentError, match="`3` names for `4` players"):
        start(GAMES["ladder"], 4, names=["Ann", "Bob", "Cy"])


@pytest.mark.parametrize("seed", [0, 2**32, 2**64 - 1])
def test_the_whole_range_of_seeds_is_taken(seed):
    assert start(GAMES["ladder"], seed=seed, match=2**32 - 1).hands


# --- one deal -----------------------------------------------------------------------------


def test_a_deal_of_two_cards_to_the_score():
    state = play(dealt("normal"), "bid 1", "bid 0", "bid 2")
    assert code(state, "bid 0") == "A103"
    assert code(state, "play KS") == "A301"
    assert code(state, "play JS as AS") == "A305"
    assert state.apply("play JS as JS") == state.apply("play JS")
    state = play(state, "play JS as JS", "play KS", "play QS")
    assert (state.actor, state.tricks, state.trick) == (1, (0, 1, 0), ())
    [trick] = state.finished_tricks
    assert (trick.number, trick.winner, [str(c) for c in trick.cards]) == (
        1,
        1,
        ["JS", "KS", "QS"],
    )
    state = play(state, "play 10S", "play 9S")
    assert (state.totals, state.winners, state.payments) == ((0, 0, 0), (), ())
    state = state.apply("play AS")
    assert state.over
    assert (state.totals, state.winners, state.payments) == ((11, 1, 0), (0,), (0, 0, 0))
    assert state.events[-2:] == (
        DealScored(1, (1, 1, 0), (11, 1, 0), (11, 1, 0), 0),
        MatchWon((0,), (Fraction(0), Fraction(0), Fraction(0))),
    )
    assert (state.completed, state.failed) == ((1, 0, 0), (0, 1, 1))


def test_decisions_are_counted_in_each_deal():
    state = start(called_game(), 3, seed=1)
    for deal in (1, 2, 3):
        for number in range(999):
            if state.deal != deal or state.over:
                break
            assert state.decisions == number
            state = state.apply(state.legal()[0])
    assert state.over


def test_nothing_is_decided_yet_while_it_is_drawn_who_deals_first():
    state = start(replace(called_game(), first_dealer="drawn"), 3)
    assert (state.phase, state.decisions) == ("dealer", 0)


# --- the match ----------------------------------------------------------------------------


def test_the_end_is_settled_exactly():
    *_, state = random_match(special_game(), 5, 3)
    best = max(state.totals)
    assert all(state.totals[seat] == best for seat in state.winners)
    losers = [seat for seat in range(5) if seat not in state.winners]
    for loser in losers:
        assert state.payments[loser] == state.totals[loser] - best
    assert len(SPECIALS) == len(state.history) == state.deal


# --- states are values --------------------------------------------------------------------


def test_states_cannot_be_changed_and_old_ones_stay():
    first = start(GAMES["ladder"], seed=1)
    before = (first.legal(), first.events, first.hands)
    after = first.apply(first.legal()[0])
    assert (first.legal(), first.events, first.hands) == before
    assert after != first
    with pytest.raises(AttributeError):
        first.position = after.position
    with pytest.raises((AttributeError, TypeError)):
        first.totals = (1, 2, 3)


def test_parameters_cannot_be_changed_through_a_state():
    state = start(GAMES["ladder"])
    with pytest.raises(TypeError):
        state.parameters["deals"] = 3
    with pytest.raises(TypeError):
        state.table.parameters.__init__({"deals": 3})


def test_equal_states_have_equal_hashes():
    once, again = (list(random_match(GAMES["called"], 4, 9)) for _ in range(2))
    assert [hash(state) for state in once] == [hash(state) for state in again]
    assert len({*once, *again}) == len(once)
    assert len({hash(state) for state in once}) == len(once)


def test_the_legal_set_is_worked_out_once():
    state = start(GAMES["ladder"], seed=1)
    assert state.legal() is state.legal()


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6))
def test_what_an_action_does_hangs_on_nothing_but_the_state(name, seed):
    """Whether the legal set was asked for, and whether it is one of its objects or one like it."""
    for state in random_match(GAMES[name], 4, seed):
        for action in state.legal():
            after = state.apply(action)
            like_it = replace(action) if fields(action) else action
            assert state.apply(like_it) == after
            assert State(state.position).apply(action) == after
            assert state.apply(str(action)) == after


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6))
def test_states_and_views_can_be_pickled(name, seed):
    states = list(random_match(GAMES[name], 4, seed))
    state: State = states[len(states) // 2]
    again = pickle.loads(pickle.dumps(state))
    assert (again.events, again.legal(), again.view(1)) == (
        state.events,
        state.legal(),
        state.view(1),
    )
    assert again.apply(again.legal()[-1]).events == state.apply(state.legal()[-1]).events


def test_a_state_in_words():
    assert str(dealt("normal")) == "deal 1 (normal), bid, 0 to act, totals (0, 0, 0)"
    assert str(start(GAMES["ladder"])) == "deal 1 (normal), deal, CHANCE to act, totals (0, 0, 0)"


# --- what a chunk of rules cannot say: events, the table's own settings -----------------------


def test_madness_counts_each_trick_by_its_number():
    state = play(start(called_game(), 3), "cards 2", IN_ORDER, "call nt, Misere, Madness")
    state = play(state, "play JS", "play KS", "play QS", "play 10S", "play 9S", "play AS")
    assert state.totals == (4, 2, 0)


def test_deals_follow_the_schedule_and_the_deal_passes_to_the_left():
    *_, state = random_match(GAMES["ladder"], 3, 4)
    begun = [event for event in state.events if isinstance(event, DealBegun)]
    assert [(e.deal, e.name, e.dealer) for e in begun] == [
        (1, "normal", 2),
        (2, "normal", 0),
        (3, "normal", 1),
    ]
    assert [deal.dealing.cards for deal in state.history] == [1, 2, 3]


def test_parameters_and_lets_reach_the_schedule():
    rows = (ScheduleRow(PickedSize(LetValue("low"), Number(4)), ("normal",)),)
    rules = game(
        Deal("normal", aspects()),
        schedule=rows,
        parameters=(Parameter("least", IntegerRange(1, 3), 2),),
        lets=(Let("low", ParameterValue("least")),),
    )
    assert start(rules, seed=1).legal()[0] == PickCards(2)
    chosen = start(rules, seed=1, parameters={"least": 3})
    assert chosen.legal() == (PickCards(3), PickCards(4))
    assert chosen.parameters == {"least": 3}
