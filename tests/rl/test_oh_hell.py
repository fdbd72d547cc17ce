"""Where the rules are the same, OpenSpiel's own Oh Hell has the same legal actions and points."""

from __future__ import annotations

import random

import pyspiel
import pytest

import clagdsl
from clagdsl.engine.actions import Bid, Play

CARDS = 52
"""In OpenSpiel a bid is its number behind the cards."""


def card_number(text: str) -> int:
    """The number of a card in OpenSpiel's Oh Hell: rank by rank from the two, suits C D S H."""
    return 4 * "23456789TJQKA".index(text[:-1].replace("10", "T")) + "CDSH".index(text[-1])


def number_there(action: Bid | Play) -> int:
    return CARDS + action.number if isinstance(action, Bid) else card_number(str(action.card))


def dealt_there(state: pyspiel.State) -> pyspiel.State:
    """OpenSpiel's game of the same deal, before the first bid."""
    here = state.match.state
    there = pyspiel.load_game(
        f"oh_hell(players={here.players},num_tricks_fixed={here.cards})"
    ).new_initial_state()
    there.apply_action(here.cards)
    there.apply_action(here.dealer)
    for place in range(here.cards):
        for hand in here.hands:
            number = card_number(str(hand[place]))
            assert there.action_to_string(number)[::-1].replace("T", "10") == str(hand[place])
            there.apply_action(number)
    there.apply_action(card_number(str(here.turned)))
    return there


def compare(players: int, seed: int) -> int:
    """Play a match here and every deal of it there too; how many deals."""
    choose = random.Random(seed)
    game = clagdsl.rl.openspiel_game("oh-hell", players=players)
    state, there, deals = game.new_initial_state(), None, 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choose.choices(outcomes, weights)[0])
            there = None
            continue
        if there is None:
            there, deals = dealt_there(state), deals + 1
        assert there.current_player() == state.current_player()
        actions = game.seated.actions
        legal = state.legal_actions()
        assert {number_there(actions[number]) for number in legal} == {*there.legal_actions()}
        number = choose.choice(legal)
        state.apply_action(number)
        there.apply_action(number_there(actions[number]))
        if there.is_terminal():
            assert state.rewards() == there.returns()
    return deals


@pytest.mark.parametrize("players", [3, 5])
def test_legal_actions_and_points_of_a_match_are_those_of_openspiel(players: int) -> None:
    assert compare(players, players) > 10


@pytest.mark.long
def test_legal_actions_and_points_of_a_thousand_deals_are_those_of_openspiel() -> None:
    deals, seed = 0, 0
    while deals < 1000:
        deals += sum(compare(players, seed) for players in range(3, 8))
        seed += 1
    print(deals)
