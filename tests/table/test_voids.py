"""A play shows a void in a suit exactly if no hand with a card of it would have allowed it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.simulation_rules import playable, rules_files, tabled
from support.trump_games import TRUMP_GAMES, trump_game

import clagdsl
from clagdsl.engine.actions import Play
from clagdsl.engine.match_state import turn_of
from clagdsl.engine.state import State, start_match
from clagdsl.lang.cards import PACK, Card, CountedSuit
from clagdsl.lang.resources import all_names
from clagdsl.simulation.lowering.layout import COUNTED_SUITS
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.legal_plays import (
    Turn,
    could_not_hold,
    suits_shown_void,
    voids_without_search,
    why_not_play,
    with_voids,
)


def shown_card_by_card(state: State, action: Play) -> tuple[CountedSuit, ...]:
    """Returns the suits without an ordinary card that some hand with the play could hold.

    A hand of the played card, the other one and a third one is enough: a wild card is named in the
    first class that the rest of the hand holds.
    """
    play = state.position.play
    assert play is not None
    rules = state.position.dealing.rules
    if rules.plays_top:
        return ()  # the second card of a hand is never asked for
    turn = turn_of(state.position, play, ())
    found = []
    counted = counted_cards(rules, turn.trumps)
    for suit in counted.suits:
        others = list(counted.by_suit[suit])
        if action.card in others:
            others.remove(action.card)
        if not rules.wild.in_suit:
            others = [one for one in others if one.rank not in rules.wild.ranks]
        refused = []
        for other in others:
            hands = [(action.card, other)]
            if action.card.rank in rules.wild.ranks:
                hands += [(action.card, other, third) for third in rules.deck.faces]
            refused.append(not any(is_legal(rules, hand, turn, action) for hand in hands))
            assert refused[-1] == could_not_hold(rules, turn, action.card, action.face, other)
        if refused and all(refused):
            found.append(suit)
    return tuple(found)


def is_legal(rules: DealRules, hand: tuple[Card, ...], turn: Turn, action: Play) -> bool:
    held = Turn(hand, turn.played, turn.trumps, turn.broken)
    return why_not_play(rules, held, action.card, action.face) is None


def assert_nobody_holds_a_void(state: State) -> None:
    """Compares the voids that everybody sees with the hands."""
    rules = state.position.dealing.rules
    for seat, voids in enumerate(state.view(None).voids):
        suit_of = counted_cards(rules, state.position.dealing.trump).suit_of
        held = {card for card in state.view(seat).hand if suit_of.get(card) in voids}
        if not rules.wild.in_suit:
            held = {card for card in held if card.rank not in rules.wild.ranks}
        assert not held


def check_match(state: State, choose: random.Random) -> int:
    """Play at random, every void of every state told; how many plays have shown one."""
    known: dict[int, set[CountedSuit]] = {}
    deal = showed = 0
    while not state.over:
        if state.deal != deal:
            deal, known = state.deal, {}
        assert state.view(0).voids == voids_of(known, state.players)
        assert_nobody_holds_a_void(state)
        action = choose.choice(state.legal())
        if isinstance(action, Play):
            play = state.position.play
            assert play is not None
            shown = shown_card_by_card(state, action)
            turn = turn_of(state.position, play, ())
            rules = state.position.dealing.rules
            assert suits_shown_void(rules, turn, action.card, action.face) == shown
            for _ in range(2):  # worked out, and then remembered
                known_by_now = voids_without_search(
                    rules, turn.played, turn.trumps, action.card, action.face
                )
                assert known_by_now in (None, shown)
            if shown:
                assert isinstance(state.actor, int)
                known.setdefault(state.actor, set()).update(shown)
                showed += 1
        state = state.apply(action)
    return showed


def test_a_wild_card_in_the_suit_led_shows_nothing_of_trumps() -> None:
    """A wild two is played as a heart by a player who holds a heart, and a trump as well."""
    game = clagdsl.load(
        text='clag 2 game "G" players 3 deal normal trump spades wild 2 follow suit, else trump, '
        "else anything bid in turn score bid schedule 3 cards: normal "
        "winner highest total, then shared"
    )
    pack = ["KH", "2C", "3D", "4H", "5H", "4D", "3C", "5S", "5D"]
    rest = [str(card) for card in PACK if str(card) not in pack]
    state = game.start(players=3).apply("deal " + " ".join(pack + rest))
    for _ in range(3):
        state = state.apply("bid 0")
    assert state.apply("play KH").apply("play 2C as AH").view(0).voids == ()


def voids_of(
    known: dict[int, set[CountedSuit]], players: int
) -> tuple[tuple[CountedSuit, ...], ...]:
    if not known:
        return ()
    return tuple(
        tuple(suit for suit in COUNTED_SUITS if suit in known.get(seat, ()))
        for seat in range(players)
    )


@pytest.mark.parametrize("name", TRUMP_GAMES)
def test_voids_where_trumps_are_ranked(name: str) -> None:
    choose = random.Random(name)
    for players in (2, 4):
        assert check_match(trump_game(name).start(players=players, seed=7), choose) > 0


@pytest.mark.parametrize("name", all_names())
def test_voids_of_every_bundled_game(name: str) -> None:
    choose = random.Random(name)
    game = clagdsl.load(name)
    players = choose.randint(*game.rules.players)
    assert check_match(game.start(players=players, seed=7), choose) > 0


@settings(max_examples=12)
@given(rules_files(), st.integers(0, 10**6))
def test_voids_by_drawn_rules(text: str, seed: int) -> None:
    with tabled():
        rules = playable(text).rules
        check_match(start_match(rules, rules.players[0], seed=seed), random.Random(seed))


def test_who_cannot_follow_is_void_and_who_could_is_not() -> None:
    """Pagat's first deal of three cards: a heart is led, a spade and a heart are played to it."""
    game = clagdsl.load(
        text='clag 2 game "G" players 3 deal normal trump none bid in turn score bid + tricks '
        "schedule 2 cards: normal winner highest total, then shared"
    )
    pack = ["KH", "2S", "AH", "3C", "4D", "5D"]
    rest = [str(card) for card in PACK if str(card) not in pack]
    state = game.start(players=3).apply("deal " + " ".join(pack + rest))
    for bid in (0, 0, 0):  # no limit is said
        state = state.apply(f"bid {bid}")
    assert state.view(0).voids == ()
    state = state.apply("play KH")
    assert state.view(0).voids == ()
    state = state.apply("play 2S").apply("play AH")
    assert state.view(0).voids == ((), ("hearts",), ())
    assert state.view(None).voids == ((), ("hearts",), ())


def test_voids_are_kept_in_the_order_of_suits() -> None:
    rules = clagdsl.load("scottish").start(players=3).position.dealing.rules
    voids = with_voids((), 1, rules, ("clubs",))
    assert with_voids(voids, 1, rules, ("spades", "clubs")) == ((), ("spades", "clubs"), ())
    assert with_voids(voids, 2, rules, ()) is voids
