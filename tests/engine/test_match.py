"""Matches from the first deal to the payments: who deals, calls, leads, wins and pays."""

import pickle
import re
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, called_game, one_deal, random_match

from clagdsl.engine.match_state import CHANCE
from clagdsl.engine.state import State, start_match
from clagdsl.lang.cards import ORDINARY, PACK
from clagdsl.lang.philox import shuffled
from clagdsl.lang.rules import Alternative, Clause
from clagdsl.problems.diagnostic import ArgumentError, IllegalAction

IN_ORDER = "deal " + " ".join(map(str, PACK))


def dealt(name, cards=2, players=3, **settings):
    return start_match(one_deal(name, cards), players, **settings).apply(IN_ORDER)


def play(state, *texts):
    for text in texts:
        state = state.apply(text)
    return state


def code(state, text):
    with pytest.raises(IllegalAction) as caught:
        state.apply(text)
    refused = state.why_not(text)
    assert (refused.code, refused.reason) == (caught.value.code, caught.value.reason)
    assert (refused.place, refused.source) == (caught.value.place, caught.value.source)
    return caught.value.code


# --- the start ----------------------------------------------------------------------------


def test_a_seed_deals_the_documented_packs():
    state = start_match(GAMES["ladder"], 3, seed=7, match=5)
    assert state.position.dealing.pack == shuffled(ORDINARY, 7, 5, 1)
    assert state.hands == tuple((card,) for card in shuffled(ORDINARY, 7, 5, 1)[:3])
    while state.deal == 1:
        state = state.apply(state.legal()[0])
    assert state.position.dealing.pack == shuffled(ORDINARY, 7, 5, 2)


def test_without_a_seed_the_state_waits_for_chance():
    state = start_match(GAMES["ladder"])
    assert (state.actor, state.phase, state.legal()) == (CHANCE, "deal", ())
    assert repr(state.actor) == "CHANCE"
    assert code(state, "bid 0") == "A103"
    assert code(state, "deal 2C KD") == "A701"
    assert code(state, IN_ORDER + " 2C") == "A701"
    assert state.apply(IN_ORDER).actor == 0
    seeded = start_match(GAMES["ladder"], seed=1)
    assert code(seeded, IN_ORDER) == "A103"


@pytest.mark.parametrize("name", GAMES)
def test_what_is_offered_instead_of_an_untimely_action_may_be_done(name: str) -> None:
    state, offered = start_match(GAMES[name], seed=3), set()
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
    assert refused.reason.endswith("a card must be played, for example `play top`")


def test_names_and_dealer():
    state = start_match(GAMES["ladder"], names=["Ann", "Bob", "Cy", "Dee"], dealer="Bob", seed=1)
    assert (state.players, state.dealer, state.actor) == (4, 1, 2)
    assert state.names == ("Ann", "Bob", "Cy", "Dee")
    assert state.record().dealer == "Bob"
    assert start_match(GAMES["ladder"], seed=1).players == 3
    assert len(set(start_match(GAMES["ladder"], 7).names)) == 7


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"players": 2}, "U601"),
        ({"players": 8}, "U601"),
        ({"players": "4"}, "U601"),
        ({"players": True}, "U601"),
        ({"parameters": {"x": 1}}, "U602"),
        ({"players": 10**5000}, "U601"),
        ({"parameters": []}, "U602"),
        ({"parameters": {10**5000: 1}}, "U602"),
        ({"seed": 1.5}, "U621"),
        ({"seed": 10**5000}, "U621"),
        ({"match": None}, "U621"),
        ({"names": iter(["Ann", "Bob", "Cy"])}, "U622"),
        ({"dealer": 10**5000}, "U623"),
    ],
)
def test_wrong_arguments_have_codes(wrong, expected):
    with pytest.raises(ArgumentError) as caught:
        start_match(GAMES["ladder"], **wrong)
    assert caught.value.code == expected
    assert isinstance(caught.value, ValueError)


# --- one deal -----------------------------------------------------------------------------


def test_nothing_is_decided_yet_while_it_is_drawn_who_deals_first():
    state = start_match(replace(called_game(), first_dealer=Clause((Alternative("drawn"),))), 3)
    assert (state.phase, state.decisions) == ("dealer", 0)


# --- states are values --------------------------------------------------------------------


def test_states_cannot_be_changed_and_old_ones_stay():
    first = start_match(GAMES["ladder"], seed=1)
    before = (first.legal(), first.events, first.hands)
    after = first.apply(first.legal()[0])
    assert (first.legal(), first.events, first.hands) == before
    assert after != first
    with pytest.raises(AttributeError):
        first.position = after.position
    with pytest.raises((AttributeError, TypeError)):
        first.totals = (1, 2, 3)


def test_parameters_cannot_be_changed_through_a_state():
    state = start_match(GAMES["ladder"])
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
    state = start_match(GAMES["ladder"], seed=1)
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
    assert (
        str(start_match(GAMES["ladder"]))
        == "deal 1 (normal), deal, CHANCE to act, totals (0, 0, 0)"
    )
