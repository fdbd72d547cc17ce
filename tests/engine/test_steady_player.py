"""The steady player: it goes by what its seat may see, and does what a sensible player does."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.engine_games import GAMES, HIDING, one_deal, random_match
from support.engine_twins import other_packs, replayed

import clagdsl
from clagdsl.engine.actions import Action, DealPack
from clagdsl.engine.players import game_queries, steady_player
from clagdsl.engine.players.heuristic import (
    CERTAIN,
    TRUMP_SETTLED,
    HandFeatures,
    sort_suits,
    unbeaten_by_one,
)
from clagdsl.engine.players.named_players import seat_policies
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State, start_match
from clagdsl.lang.cards import PACK, SUITS, read_card
from clagdsl.lang.rules import Game
from clagdsl.problems.diagnostic import ArgumentError


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
    state = start_match(GAMES[name], 4, seed=3)
    while not state.over:
        action = steady_action(state)
        assert action is not None
        assert isinstance(state.actor, int)
        assert action in state.view(state.actor).legal
        state = state.apply(action)
    assert steady_action(state) is None


def test_it_waits_where_chance_deals() -> None:
    assert steady_action(start_match(one_deal("normal"), 3)) is None


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


def test_scores_are_kept_until_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_queries, "MOST_SCORES", 3)
    rules = table(NORMAL, "9C 3D", "JC 4D").table.rules("normal")
    rules.score_table.clear()
    kept = []
    for bid in range(5):
        made = game_queries.score_of(
            game_queries.Scores(rules, 1, 2), bid, 2, game_queries.Ending(1, 1, 1, 2, 1, 1, 0)
        )
        assert made == (11 if bid == 1 else 1)
        kept.append(len(rules.score_table))
    assert kept == [1, 2, 3, 1, 2]


def test_up_to_20000_scores_are_kept() -> None:
    rules = table(NORMAL, "9C 3D", "JC 4D").table.rules("normal")
    scores, ending = game_queries.Scores(rules, 1, 2), game_queries.Ending(1, 1, 1, 2, 1, 1, 0)
    rules.score_table.clear()
    rules.score_table.update({(1, 2, -1 - place, 0, ending, ()): 0 for place in range(19_999)})
    for bid, kept in ((1, 20_000), (1, 20_000), (2, 1), (0, 2)):
        assert game_queries.score_of(scores, bid, 2, ending) == (11 if bid == 1 else 1)
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


def eye_of(hand: str, unseen: str) -> HandFeatures:
    """What a seat sees where nothing is trump, and one other player holds one card."""
    rules = table(NORMAL, "9C 3D", "JC 4D").table.rules("normal")
    held, others = (
        steady_player._card_set(rules.deck, map(read_card, text.split())) for text in (hand, unseen)
    )
    cards = steady_player._cards(rules.deck, rules.ranks, (), True, "first wins")
    return HandFeatures(cards, TRUMP_SETTLED, (0, 0, 0, 0), 2, 1, held, others, CERTAIN // 2)


def test_a_card_weighs_6_besides_those_that_it_beats() -> None:
    for hand, heaviest in (("AC 2H 7H", "C"), ("AC 2H 8H", "H")):
        order = [0] * 4
        sort_suits(eye_of(hand, ""), False, order, [0] * 4)
        assert SUITS[order[0]] == heaviest


def test_where_all_that_is_unseen_follows_a_card_is_beaten_or_not() -> None:
    eye = eye_of("2H", "KS")
    assert unbeaten_by_one(eye, SUITS.index("S"), PACK.index(read_card("QS"))) == 0
    assert unbeaten_by_one(eye, SUITS.index("S"), PACK.index(read_card("AS"))) == CERTAIN


def test_where_no_card_is_unseen_none_beats_a_card() -> None:
    assert (
        unbeaten_by_one(eye_of("2H", ""), SUITS.index("S"), PACK.index(read_card("2S"))) == CERTAIN
    )


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


@pytest.mark.parametrize("name", ["Forehead Names", "Forehead Names Late"])
def test_the_own_hand_never_matters_to_a_namer_who_sees_the_others(name: str) -> None:
    rules, players = one_deal(name, 3), 3
    for seed in range(10):
        pack = random.Random(seed).sample(PACK, len(PACK))
        states = [start_match(rules, players, dealer=0).apply(DealPack(tuple(pack)))]
        dealt = players * states[0].cards
        for own, other in ((dealt - 1, dealt + 1), (dealt - 1, dealt - 2)):
            swapped = list(pack)
            swapped[own], swapped[other] = pack[other], pack[own]
            twin = start_match(rules, players, dealer=0).apply(DealPack(tuple(swapped)))
            states.append(twin)
        while states[0].phase == "bid":  # the dealer bids last, and most
            bids = ["bid 0" if state.actor else "bid 1" for state in states]
            states = [state.apply(bid) for state, bid in zip(states, bids, strict=True)]
        state, twin, changed = states
        assert state.phase == "name"
        assert state.actor == 0
        assert state.view(0) == twin.view(0)
        assert steady_action(state) == steady_action(twin)
        assert state.view(0) != changed.view(0)
        assert state.view(1) != twin.view(1)
