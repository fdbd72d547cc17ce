"""The steady player: it goes by what its seat may see, and does what a sensible player does."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, HIDING, one_deal, random_match
from support.engine_twins import other_packs, replayed

import clagdsl
from clagdsl.engine.actions import Action
from clagdsl.engine.players import readings, steady_player
from clagdsl.engine.players.heuristic import CERTAIN, KNOWN, Eye, sort_suits, spared
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State, start
from clagdsl.lang.cards import PACK, SUITS, read_card
from clagdsl.lang.rules import Game
from clagdsl.players.named_players import seat_policies
from clagdsl.problems.model import ArgumentError


def over_the_same_view(rules: Game, players: int, seed: int, how_many: int = 6) -> int:
    """Compare the player's decisions in matches that its seat cannot tell apart."""
    choose = random.Random(seed)
    states = [state for state in random_match(rules, players, seed, by_hand=True) if state.legal()]
    compared = 0
    for state in choose.sample(states, min(how_many, len(states))):
        seat = state.actor
        assert isinstance(seat, int)
        twin = replayed(state, other_packs(state, seat, choose))
        if twin is None or twin.events == state.events:
            continue
        assert steady_action(twin) == steady_action(state)
        compared += 1
    return compared


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(3, 6), st.integers(0, 10**6))
def test_hidden_cards_never_matter(name: str, players: int, seed: int) -> None:
    assume(over_the_same_view(GAMES[name], players, seed))


@pytest.mark.parametrize("name", HIDING)
def test_hidden_cards_of_one_deal_never_matter(name: str) -> None:
    assert sum(over_the_same_view(one_deal(name, 3), 3, seed, 10) for seed in range(5)) > 20


@pytest.mark.parametrize("name", sorted(GAMES))
def test_it_does_what_is_allowed_and_ends_the_match(name: str) -> None:
    state = start(GAMES[name], 4, seed=3)
    while not state.over:
        action = steady_action(state)
        assert action is not None
        assert isinstance(state.actor, int)
        assert action in state.view(state.actor).legal
        state = state.apply(action)
    assert steady_action(state) is None


def test_it_waits_where_chance_deals() -> None:
    assert steady_action(start(one_deal("normal"), 3)) is None


# --- sense --------------------------------------------------------------------------------


def table(deal: str, *hands: str, trump: str = "2H") -> State:
    """Seats 0, 1, ... hold these cards; the last seat deals, seat 0 bids first."""
    held = [hand.split() for hand in hands]
    cards = len(held[0])
    game = clagdsl.load(
        text=f"""clag 1
game "One"
players {len(held)} to {len(held)}
{deal}
schedule {cards} cards: normal
winner highest total, then shared
"""
    )
    first = [held[seat][place] for place in range(cards) for seat in range(len(held))]
    turned = [trump]
    rest = [str(card) for card in PACK if str(card) not in first + turned]
    return game.start(players=len(held)).apply("deal " + " ".join(first + turned + rest))


NORMAL = """deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise tricks"""


def did(state: State) -> Action:
    action = steady_action(state)
    assert action is not None
    return action


def test_strong_hands_bid_more() -> None:
    bids = [
        did(table(NORMAL, hand, "3S 4S 5S 6S", "3D 4D 5D 6D"))
        for hand in ("2C 3C 2D 4C", "AC 3C 2D 4C", "AC AD 2D 4C", "AC AD AH KH")
    ]
    assert bids == sorted(bids, key=str)
    assert str(bids[0]) == "bid 0"
    assert str(bids[-1]) in ("bid 3", "bid 4")


def test_low_aces_are_weak() -> None:
    low = NORMAL + "\n  rank 2 3 4 5 6 7 8 9 10 J Q K A"
    assert str(did(table(low, "AC KC AD KD", "3S 4S 5S 6S", "3H 4H 5H 6H"))) == "bid 0"
    assert str(did(table(low, "2C 2D 2S 3C", "7S 4S 5S 6S", "3H 4H 5H 6H"))) != "bid 0"


def test_who_sees_nothing_bids_the_share_of_a_seat() -> None:
    blind = NORMAL + "\n  sight after bids\n  shown after bids"
    strong = did(table(blind, "AC AD AS KC", "3S 4S 5S 6S"))
    assert strong == did(table(blind, "2C 2D 2S 3C", "3S 4S 5S 6S"))
    assert str(strong) == "bid 2"


def played(state: State, *actions: str) -> State:
    for action in actions:
        state = state.apply(action)
    return state


def test_the_last_to_play_wins_where_that_makes_the_bid_and_throws_high_where_not() -> None:
    hands = ("9C 3D", "JC 4D", "QC 5C")
    needs = played(table(NORMAL, *hands), "bid 0", "bid 0", "bid 1", "play 9C", "play JC")
    assert str(did(needs)) == "play QC"
    hands = ("9C 3D", "JC 4D", "10C 5C")
    avoids = played(table(NORMAL, *hands), "bid 0", "bid 1", "bid 0", "play 9C", "play JC")
    assert str(did(avoids)) == "play 10C"


def test_where_no_trick_is_wanted_it_ducks_and_gets_rid_of_what_is_high() -> None:
    misere = (
        "deal normal\n  trump none\n  bid fixed 0\n  score 10 when tricks = 0, otherwise -tricks"
    )
    hands = ("9C 3D", "10D 4D", "AS 2D")
    state = played(table(misere, *hands), "play 9C", "play 10D")
    assert str(did(state)) == "play AS"
    state = table(misere, "AC 2D", "3C 4D", "5C 6D")
    assert str(did(state)) == "play 2D"


def test_where_tricks_are_wanted_it_wins() -> None:
    most = "deal normal\n  trump none\n  bid none\n  score tricks\n  completed not counted"
    state = played(table(most, "9C 3D", "10C 4D", "AC 2C"), "play 9C", "play 10C")
    assert str(did(state)) == "play AC"


def test_the_trump_named_suits_the_hand() -> None:
    named = NORMAL.replace("trump turned", "trump named by dealer any suit")
    state = table(named, "2C 3C 4C 5C", "2D 3D 4D 5D", "AS KS QS 2H", trump="9H")
    assert str(did(state)) == "trump spades"
    order = NORMAL.replace("trump turned", "trump named by dealer any order")
    state = table(order, "2C 3C 4C 5C", "2D 3D 4D 5D", "AS KS QS 2H", trump="9H")
    assert str(did(state)).startswith("order S ")


def test_a_wild_stands_for_what_wins_or_what_loses() -> None:
    begun = table(NORMAL + "\n  wild 2", "AC", "JC", "2S")
    wants = played(begun, "bid 1", "bid 0", "bid 1", "play AC", "play JC")
    assert wants.apply(did(wants)).history[0].tricks[0].winner == 2
    shuns = played(begun, "bid 0", "bid 0", "bid 0", "play AC", "play JC")
    assert shuns.apply(did(shuns)).history[0].tricks[0].winner == 0


def test_a_wild_beats_the_card_that_it_stands_for() -> None:
    begun = table(NORMAL + "\n  wild 2", "AH", "JC", "2S", trump="9H")
    wants = played(begun, "bid 1", "bid 0", "bid 1", "play AH", "play JC")
    assert str(did(wants)) == "play 2S as AH"


def test_a_bid_meets_the_limits() -> None:
    state = played(table(NORMAL, "AC KC", "AD KD", "2S 3S"), "bid 1", "bid 1")
    assert did(state) in state.legal()
    assert str(did(state)) == "bid 1"  # 0 would keep the sum at the cards


def test_cards_are_where_they_are_said_to_be() -> None:
    state = table(NORMAL, "9C 3D", "JC 4D", "QC 5C")
    assert state.hands[2] == (read_card("QC"), read_card("5C"))


def test_the_cards_of_a_hand_are_taken_one_after_the_other() -> None:
    hands = ("3S 3D", "4H 4D", "AS 2S")
    wants = played(table(NORMAL, *hands), "bid 0", "bid 0", "bid 1", "play 3S", "play 4H")
    assert str(did(wants)) == "play 2S"
    hands = ("KS 3D", "4S 4D", "AS 2S")
    wants = played(table(NORMAL, *hands), "bid 1", "bid 0", "bid 2", "play KS", "play 4S")
    assert str(did(wants)) == "play AS"


def test_scores_are_kept_until_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readings, "MOST_SCORES", 3)
    rules = table(NORMAL, "9C 3D", "JC 4D").table.rules("normal")
    rules.score_table.clear()
    kept = []
    for bid in range(5):
        made = readings.score_of(
            readings.Scores(rules, 1, 2), bid, 2, readings.Ending(1, 1, 1, 2, 1)
        )
        assert made == (11 if bid == 1 else 1)
        kept.append(len(rules.score_table))
    assert kept == [1, 2, 3, 1, 2]


def test_up_to_20000_scores_are_kept() -> None:
    rules = table(NORMAL, "9C 3D", "JC 4D").table.rules("normal")
    scores, ending = readings.Scores(rules, 1, 2), readings.Ending(1, 1, 1, 2, 1)
    rules.score_table.clear()
    rules.score_table.update({(1, 2, -1 - place, 0, ending, ()): 0 for place in range(19_999)})
    for bid, kept in ((1, 20_000), (1, 20_000), (2, 1), (0, 2)):
        assert readings.score_of(scores, bid, 2, ending) == (11 if bid == 1 else 1)
        assert len(rules.score_table) == kept


def test_a_call_is_weighed_by_the_rules_of_its_own_deal() -> None:
    game = clagdsl.load(
        text="""clag 1 game "X" players 3 to 3
        deal First trump none bid in turn score bid call by dealer one of Low, High
        deal Second is First with score 1 - bid
        twist Low bid fixed 0
        twist High bid fixed 1
        schedule 1 cards: First, Second winner highest total, then shared"""
    )
    state, called = game.start(seed=1), []
    while not state.over:
        called += [str(did(state))] if state.phase == "call" else []
        state = state.apply(did(state))
    assert called == ["call High", "call Low"]


def eye_of(hand: str, unseen: str) -> Eye:
    """What a seat sees where nothing is trump, and one other player holds one card."""
    rules = table(NORMAL, "9C 3D", "JC 4D").table.rules("normal")
    held, others = (
        steady_player._set_of(rules.deck, map(read_card, text.split())) for text in (hand, unseen)
    )
    cards = steady_player._cards(rules.deck, rules.ranks, (), True, "first wins")
    return Eye(cards, KNOWN, (0, 0, 0, 0), 2, 1, held, others, CERTAIN // 2)


def test_a_card_weighs_6_besides_those_that_it_beats() -> None:
    for hand, heaviest in (("AC 2H 7H", "C"), ("AC 2H 8H", "H")):
        order = [0] * 4
        sort_suits(eye_of(hand, ""), False, order, [0] * 4)
        assert SUITS[order[0]] == heaviest


def test_where_all_that_is_unseen_follows_a_card_is_beaten_or_not() -> None:
    eye = eye_of("2H", "KS")
    assert spared(eye, SUITS.index("S"), PACK.index(read_card("QS"))) == 0
    assert spared(eye, SUITS.index("S"), PACK.index(read_card("AS"))) == CERTAIN


def test_where_no_card_is_unseen_none_beats_a_card() -> None:
    assert spared(eye_of("2H", ""), SUITS.index("S"), PACK.index(read_card("2S"))) == CERTAIN


# --- policies -----------------------------------------------------------------------------


def test_one_policy_is_for_all_and_several_go_by_seat() -> None:
    assert seat_policies("steady", 3) == ("steady",) * 3
    assert seat_policies("steady, random", 2) == ("steady", "random")
    assert seat_policies(["random", "steady"], 2) == ("random", "steady")


@pytest.mark.parametrize(
    "given", ["", "clever", "steady,", "steady,random", ["steady"], [], [3, 4, 5], 7, None]
)
def test_other_policies_are_refused(given: object) -> None:
    with pytest.raises(ArgumentError) as refused:
        seat_policies(given, 3)  # type: ignore[arg-type]
    assert refused.value.code == "U629"
