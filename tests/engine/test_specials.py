"""Special cards in matches: played at random, kept as multisets, unseen by others."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from support.special_by_the_page import SpecialPage
from support.trump_games import TRUMP_GAMES, trump_game

from clagdsl import replay
from clagdsl.api import PlayableGame, load
from clagdsl.engine.actions import read_action
from clagdsl.engine.players.steady_player import steady_action
from clagdsl.engine.state import State
from clagdsl.engine.view import view_of
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

WIZARDS = """clag 2 game "Wizards" players 3 to 6
pack all ranks, 4 Wizard, 4 Jester
special Wizard is high asks nothing
special Jester is low asks next card
deal normal
  trump turned, on Wizard named by dealer any suit, on Jester none, else none
  bid in turn
  score 20 + 10 * tricks when made, otherwise -10 * abs(bid - tricks)
schedule 1 up to 4 cards: normal
winner highest total, then shared"""

JOKERS = """clag 2 game "Jokers" players 3 to 4
pack highest 7 ranks, 3 Joker
special Joker is high or low
  asks highest of named suit or lowest of named suit or named suit or next card or nothing
deal normal
  trump turned, on Joker named by dealer any suit or none, else none
  bid in turn
  wild 9
  follow suit, else trump, else anything
  score 10 + tricks when made, otherwise 0
schedule 1 up to 4 cards: normal
winner highest total, then shared"""

TOPS = """clag 2 game "Tops" players 3 to 4
pack all ranks, 9 Joker
special Joker is high or low asks named suit or nothing
deal normal trump none sight never bid none wild 2 play top card
  completed not counted score tricks
schedule 1 up to 3 cards: normal
winner highest total, then shared"""

SPECIALS = ("Wizard", "Jester", "Joker")


def played(game: PlayableGame, players: int, seed: int) -> list[State]:
    """Every state of a match in which each seat does anything legal."""
    luck = random.Random(seed)
    states = [game.start(players=players, seed=seed)]
    while states[-1].phase != "over":
        states.append(states[-1].apply(luck.choice(states[-1].legal())))
    return states


@pytest.mark.parametrize("rules", [WIZARDS, JOKERS, TOPS])
def test_matches_are_played_written_and_read_back(rules: str) -> None:
    game = load(text=rules)
    for seed in range(3):
        states = played(game, 3, seed)
        for state in states[:-1]:
            for action in state.legal():
                assert read_action(str(action), SPECIALS) == action
                assert state.why_not(str(action)) is None
            dealing, play = state.position.dealing, state.position.play
            if play is not None:
                lain = [one.card for trick in play.finished for one in trick.cards]
                held = [card for hand in play.hands for card in hand]
                cards = Counter(lain) + Counter(held) + Counter(one.card for one in play.trick)
                assert cards == Counter(card for hand in dealing.hands for card in hand)
        record = states[-1].record()
        text = write_record(record)
        again = parse_record(text).record
        assert again is not None
        assert again.deals == record.deals
        assert replay(record).totals == states[-1].totals
        assert replay_sheet(record, game.rules).problems == ()


def test_the_cards_that_others_hold_do_not_show() -> None:
    for state in played(load(text=WIZARDS), 3, 5):
        position = state.position
        if position.phase != "bid":
            continue
        hands = position.dealing.hands
        turned_round = replace(position.dealing, hands=(hands[0], hands[2], hands[1]), pack=None)
        other = replace(position, dealing=turned_round)
        assert replace(view_of(position, 0), events=()) == replace(view_of(other, 0), events=())


STEADY = {
    "wizards": WIZARDS,
    "jokers": JOKERS,
    "tops": TOPS,
    **{
        name: WIZARDS.replace(
            "schedule 1 up to 4 cards: normal",
            f"deal Other is normal with {other} schedule 2 up to 4 cards: Other, normal",
        )
        for name, other in {
            "call": """call by dealer any of A, B twist A trump none twist B bid none
              score tricks completed not counted""",
            "auction": """auction 1 to cards C D H S none trump named in auction
              bid in turn, auction winner first""",
            "said": "auction 1 to cards H trump order D S H C",
            "said of hearts": "auction 1 to cards H trump hearts",
            "said of none": "auction 1 to cards H",
            "order": "trump named by dealer any order",
            "suit": "trump named by dealer any suit or none",
            "forehead": "trump none sight others only play top card",
            "late": "sight after bids shown after bids",
            "fixed": "bid fixed 1 wild 3",
        }.items()
    },
    "picked": WIZARDS.replace("1 up to 4", "dealer picks 2 to 4"),
}


@pytest.mark.parametrize("name", [*STEADY, *TRUMP_GAMES])
def test_a_steady_player_does_with_specials_what_the_page_says(name: str) -> None:
    game = load(text=STEADY[name]) if name in STEADY else trump_game(name)
    luck = random.Random(name)
    for seed in range(3):
        state = game.start(players=3, seed=seed)
        while state.phase != "over":
            action = steady_action(state)
            assert isinstance(state.actor, int)
            if len(state.view(state.actor).legal) > 1:
                assert action == SpecialPage(state).choice(), str(state)
            assert action is not None
            # half of the way is not what a steady player would do
            state = state.apply(action if luck.random() < 0.5 else luck.choice(state.legal()))


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("Jester 2C 3C 4C", 0),
        ("Wizard 2C 3C 4C", 1),
        ("AS AD 2C 3C", 1),
        ("AS 2H 3C 4C", 1),
        ("AS 8H 3C 4C", 1),
        ("AS 8H KH 3C", 2),
        ("Wizard Wizard AS 9H", 3),
    ],
)
def test_a_steady_player_counts_the_tricks_of_a_hand_in_halves(hand: str, bid: int) -> None:
    """Hearts are trump."""
    game = load(text=WIZARDS.replace("1 up to 4", "4"))
    rest = [str(card) for card in game.start(players=3).table.deck.cards]
    held = hand.split()
    for card in (*held, "5H"):
        rest.remove(card)
    low = [card for card in rest if card[0] in "4567"]
    pack = [card for three in zip(held, low[:4], low[4:8], strict=True) for card in three]
    rest = [card for card in rest if card not in low[:8]]
    state = game.start(players=3).apply(f"deal {' '.join([*pack, '5H', *rest])}")
    assert str(steady_action(state)) == f"bid {bid}"
