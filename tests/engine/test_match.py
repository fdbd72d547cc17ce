"""Matches from the first deal to the payments: who deals, calls, leads, wins and pays."""

import pickle
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, SPECIALS, called_game, one_deal, random_match, special_game
from support.table_games import aspects, clause, game

from clagdsl.engine.actions import Bid, MakeCall, NameOrder, NameTrump, PickCards
from clagdsl.engine.events import DealBegun, DealScored, MatchWon, TrumpTurned
from clagdsl.engine.match_state import CHANCE
from clagdsl.engine.state import IllegalAction, State, start
from clagdsl.lang.cards import ORDINARY, PACK
from clagdsl.lang.philox import shuffled
from clagdsl.lang.rules import (
    Alternative,
    Clause,
    Deal,
    FixedBid,
    IntegerRange,
    Let,
    LetValue,
    NamedTrump,
    Number,
    OneSize,
    Parameter,
    ParameterValue,
    PickedSize,
    ScheduleRow,
    TruthRange,
    Twist,
)
from clagdsl.problems.model import ArgumentError

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


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    assert held(dealt("normal")) == ["AS JS", "KS 10S", "QS 9S"]
    assert str(dealt("normal").turned) == "8S"
    state = dealt("normal", dealer=0)
    assert held(state) == ["QS 9S", "AS JS", "KS 10S"]
    assert (state.dealer, state.actor) == (0, 1)


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


def test_names_and_dealer():
    state = start(GAMES["ladder"], names=["Ann", "Bob", "Cy", "Dee"], dealer="Bob", seed=1)
    assert (state.players, state.dealer, state.actor) == (4, 1, 2)
    assert state.names == ("Ann", "Bob", "Cy", "Dee")
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
        ({"names": ["Ann", "Bob", "C" * 101]}, "U622"),
        ({"dealer": 10**5000}, "U623"),
    ],
)
def test_wrong_arguments_have_codes(wrong, expected):
    with pytest.raises(ArgumentError) as caught:
        start(GAMES["ladder"], **wrong)
    assert caught.value.code == expected
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("seed", [0, 2**32, 2**64 - 1])
def test_the_whole_range_of_seeds_is_taken(seed):
    assert start(GAMES["ladder"], seed=seed, match=2**32 - 1).hands


# --- one deal -----------------------------------------------------------------------------


def test_bidding_goes_round_once_from_eldest_and_the_dealer_bids_last():
    state = dealt("normal")
    assert [str(action) for action in state.legal()] == ["bid 0", "bid 1", "bid 2"]
    assert code(state, "bid 3") == "A201"
    assert code(state, "bid -1") == "A201"
    assert code(state, "play AS") == "A103"
    state = play(state, "bid 1", "bid 0")
    assert (state.actor, state.bids) == (2, (1, 0, None))
    assert [str(action) for action in state.legal()] == ["bid 0", "bid 2"]
    assert code(state, "bid 1") == "A202"
    refused = state.why_not(Bid(1))
    assert (refused.place.line, refused.source) == (4, "Pagat, deal 1")
    state = state.apply("bid 2")
    assert (state.phase, state.actor, state.bids) == ("play", 0, (1, 0, 2))


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


def test_suit_must_be_followed():
    pack = ["2H", "3H", "4C", "5D", "6H", "7S"]
    rest = [str(card) for card in PACK if str(card) not in pack]
    state = start(one_deal("normal", 2), 3).apply("deal " + " ".join(pack + rest))
    state = play(state, "bid 0", "bid 0", "bid 1", "play 2H")
    assert code(state, "play KS") == "A301"
    assert [str(action) for action in state.legal()] == ["play 6H", "play 3H"]
    state = state.apply("play 3H")
    assert {str(action) for action in state.legal()} == {"play 7S", "play 4C"}


def test_wilds_say_what_they_stand_for():
    pack = ["2H", "3H", "4C", "5D", "6H", "2C"]
    rest = [str(card) for card in PACK if str(card) not in pack]
    state = start(one_deal("Twos Wild", 2), 3).apply("deal " + " ".join(pack + rest))
    state = play(state, "bid 0", "bid 0", "bid 1")
    assert code(state, "play 2H") == "A304"
    assert code(state, "play 5D as 6D") == "A305"
    assert len(state.legal()) == 53
    state = play(state, "play 2H as AC", "play 3H")
    assert code(state, "play 2C as AC") == "A306"
    assert code(state, "play 2C as KD") == "A307"
    assert str(state.apply("play 2C as KC").finished_tricks[0].cards[0]) == "2H as AC"
    assert state.apply("play 2C as KC").actor == 0


def test_decisions_are_counted_in_each_deal():
    state = start(called_game(), 3, seed=1)
    for deal in (1, 2, 3):
        for number in range(999):
            if state.deal != deal or state.over:
                break
            assert state.decisions == number
            state = state.apply(state.legal()[0])
    assert state.over


def test_trump_named_by_the_dealer():
    state = dealt("Dealer Calls")
    assert (state.phase, state.actor, state.trump, state.turned) == ("name", 2, None, None)
    assert state.legal() == tuple(map(NameTrump, "SHDC"))
    assert code(state, "order S H C D") == "A401"
    assert code(state, "bid 0") == "A103"
    state = state.apply("trump hearts")
    assert (state.phase, state.actor, state.trump) == ("bid", 0, ("H",))


def test_an_order_named_by_the_dealer_who_leads():
    state = dealt("Dealer Orders")
    assert len(state.legal()) == 24
    assert state.legal()[0] == NameOrder(("S", "H", "D", "C"))
    assert code(state, "trump hearts") == "A402"
    assert code(state, "order S H C C") == "A403"
    assert code(state, "order S H C") == "A403"
    state = play(state, "order D H S C", "bid 0", "bid 0", "bid 1")
    assert (state.trump, state.actor) == (("D", "H", "S", "C"), 2)


def test_trump_known_from_the_rules_alone():
    assert dealt("No Trumps").trump == ()
    assert dealt("Fixed Order").trump == ("H", "C", "D", "S")
    assert not any(isinstance(e, TrumpTurned) for e in dealt("No Trumps").events)


def test_fixed_bids_and_no_bids():
    misere = dealt("Misere")
    assert (misere.phase, misere.bids, str(misere.turned)) == ("play", (0, 0, 0), "8S")
    assert code(misere, "bid 0") == "A103"
    assert misere.why_not("bid 0").place is not None
    highest = dealt("Highest Number")
    assert (highest.phase, highest.bids) == ("play", (None, None, None))
    blind = dealt("Blind Misere")
    assert (blind.view(0).unseen, str(blind.view(0).turned)) == (0, "8S")
    done = play(highest, "play AS", "play KS", "play QS", "play JS", "play 10S", "play 9S")
    assert (done.failed, done.completed, done.totals) == ((0, 0, 0), (0, 0, 0), (2, 0, 0))


# --- the caller's game --------------------------------------------------------------------


def test_the_dealer_picks_then_the_caller_calls_and_names():
    state = start(called_game(), 3)
    assert (state.phase, state.actor, state.cards, state.hands) == ("size", 2, None, ())
    assert state.legal() == (PickCards(2), PickCards(3), PickCards(4))
    assert code(state, "cards 5") == "A601"
    assert code(state, IN_ORDER) == "A103"
    state = state.apply("cards 2")
    assert (state.actor, state.cards) == (CHANCE, 2)
    state = state.apply(IN_ORDER)
    # In the first deal the dealer calls.
    assert (state.phase, state.actor, state.caller, state.trump) == ("call", 2, 2, None)
    assert len(state.legal()) == 3 * 4 * 2
    assert state.legal()[0] == MakeCall(("Trumps",))
    assert code(state, "call Nuloss") == "A501"
    assert code(state, "call nt, No Trumps") == "A502"
    assert code(state, "call Blind") == "A503"
    assert code(state, "call") == "A503"
    state = state.apply("call Blind, t")
    assert state.calls == ("Trumps", "Blind")
    assert (state.phase, state.actor) == ("name", 2)
    state = state.apply("trump hearts")
    assert (state.phase, state.actor) == ("bid", 0)
    state = play(state, "bid 0", "bid 0", "bid 1")
    assert state.view(0).legal[0].face is None
    assert [str(a) for a in state.legal()] == ["play AS"]


def test_the_winner_of_the_last_deal_calls_and_names():
    state = play(start(called_game(), 3), "cards 2", IN_ORDER, "call No Trumps, Misere")
    assert (state.phase, state.bids, state.trump) == ("play", (0, 0, 0), ())
    state = play(state, "play JS", "play KS", "play QS", "play 10S", "play 9S", "play AS")
    # Seats 0 and 1 took a trick each, worth two points; seat 0 sits at the dealer's left.
    assert state.totals == (2, 2, 0)
    assert (state.deal, state.dealer, state.phase, state.actor) == (2, 0, "size", 0)
    # Dealt by seat 0, the aces and kings go to seats 1 and 2.
    state = play(state, "cards 2", IN_ORDER, "call Trumps, Misere", "trump clubs")
    state = play(state, "play AS", "play KS", "play QS", "play JS", "play 10S", "play 9S")
    assert (state.totals, state.dealer) == ((2, 6, 0), 1)
    state = play(state, "cards 2", IN_ORDER)
    assert (state.phase, state.actor, state.caller, state.dealer) == ("call", 1, 1, 1)


def test_the_caller_need_not_be_the_dealer():
    # Seat 1 takes both tricks and wins the deal; seat 0 deals next.
    pack = ["2C", "AS", "2D", "3C", "AH", "3D"]
    rest = [str(card) for card in PACK if str(card) not in pack]
    state = play(start(called_game(), 3), "cards 2", "deal " + " ".join(pack + rest))
    state = play(state, "call Precedence, Misere", "order S H D C")
    state = play(state, "play 2C", "play AS", "play 2D", "play AH", "play 3D", "play 3C")
    assert (state.totals, state.dealer) == ((0, 4, 0), 0)
    state = play(state, "cards 2", IN_ORDER)
    assert (state.phase, state.actor, state.caller, state.dealer) == ("call", 1, 1, 0)
    state = state.apply("call t")
    assert (state.phase, state.actor) == ("name", 1)
    state = state.apply("trump spades")
    assert state.actor == 1  # eldest bids first, whoever calls
    assert state.events[-1].seat == 1


def test_madness_counts_each_trick_by_its_number():
    state = play(start(called_game(), 3), "cards 2", IN_ORDER, "call nt, Misere, Madness")
    state = play(state, "play JS", "play KS", "play QS", "play 10S", "play 9S", "play AS")
    assert state.totals == (4, 2, 0)


# --- the match ----------------------------------------------------------------------------


def test_deals_follow_the_schedule_and_the_deal_passes_to_the_left():
    *_, state = random_match(GAMES["ladder"], 3, 4)
    begun = [event for event in state.events if isinstance(event, DealBegun)]
    assert [(e.deal, e.name, e.dealer) for e in begun] == [
        (1, "normal", 2),
        (2, "normal", 0),
        (3, "normal", 1),
    ]
    assert [deal.dealing.cards for deal in state.history] == [1, 2, 3]


def test_the_winner_deals_next_where_the_rules_say_so():
    deal = Deal("normal", aspects(next_dealer="winner"))
    rows = (ScheduleRow(OneSize(Number(1)), ("normal",), repeat=Number(2)),)
    pack = ["KS", "AS", "QS"]
    rest = [str(card) for card in PACK if str(card) not in pack]
    state = start(game(deal, schedule=rows), 3).apply("deal " + " ".join(pack + rest))
    state = play(state, "bid 1", "bid 0", "bid 1", "play KS", "play AS", "play QS")
    # Nobody made the bid: seat 1 has one point for the trick, and deals instead of seat 0.
    assert (state.totals, state.dealer, state.deal) == ((0, 1, 0), 1, 2)


def test_the_end_is_settled_exactly():
    *_, state = random_match(special_game(), 5, 3)
    best = max(state.totals)
    assert all(state.totals[seat] == best for seat in state.winners)
    losers = [seat for seat in range(5) if seat not in state.winners]
    for loser in losers:
        assert state.payments[loser] == state.totals[loser] - best
    assert len(SPECIALS) == len(state.history) == state.deal


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


def test_a_choice_by_parameter_is_made_at_the_table():
    hook = Clause(
        (Alternative(FixedBid(0), ParameterValue("misere")), Alternative(FixedBid(1))),
    )
    rules = game(
        Deal("normal", replace(aspects(), bid=hook)),
        parameters=(Parameter("misere", TruthRange(), False),),
    )
    assert start(rules, seed=1).bids == (1, 1, 1)
    assert start(rules, seed=1, parameters={"misere": True}).bids == (0, 0, 0)


def test_a_twist_that_names_trump_asks_the_caller():
    twist = Twist("Trumps", trump=clause(NamedTrump("caller", "suit")))
    rules = game(
        *called_game().deals,
        twists=(twist, *called_game().twists[1:]),
        schedule=called_game().schedule,
    )
    state = play(start(rules, 3, dealer=0), "cards 2", IN_ORDER, "call Trumps")
    assert (state.actor, state.caller, state.phase) == (0, 0, "name")


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


def test_equal_states_have_equal_hashes():
    once, again = (list(random_match(GAMES["called"], 4, 9)) for _ in range(2))
    assert [hash(state) for state in once] == [hash(state) for state in again]
    assert len({*once, *again}) == len(once)
    assert len({hash(state) for state in once}) == len(once)


def test_the_legal_set_is_worked_out_once():
    state = start(GAMES["ladder"], seed=1)
    assert state.legal() is state.legal()


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
