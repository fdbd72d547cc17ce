"""What a seat sees and cannot know if trumps are ranked: the suit as counted decides."""

from __future__ import annotations

import random

import pytest
from support.trump_games import TRUMP_GAMES, trump_game

import clagdsl
from clagdsl.engine.state import State
from clagdsl.engine.worlds import sample_worlds
from clagdsl.lang.cards import PACK
from clagdsl.table.counted_cards import counted_cards

GRAND = """clag 2 game "Grand" players 3 deal normal trump {trump} rank of trump JC JS JH JD
bid in turn score bid schedule 3 cards: normal winner highest total, then shared"""


def after(trump: str, hands: str, *plays: str) -> State:
    """Returns the state after these plays; the hands are dealt card by card, from eldest."""
    dealt = hands.split()
    rest = [str(card) for card in PACK if str(card) not in dealt]
    state = clagdsl.load(text=GRAND.format(trump=trump)).start(players=3)
    state = state.apply("deal " + " ".join(dealt + rest))
    for action in ["bid 0"] * 3 + [f"play {card}" for card in plays]:
        state = state.apply(action)
    return state


def test_who_does_not_follow_a_trump_has_shown_to_hold_no_listed_card() -> None:
    # eldest leads the jack of clubs, and the next player has no jack
    state = after("none", "JC 3H JD 4C 5H 6H 4D 5D 6D", "JC", "3H")
    assert state.view(None).voids == ((), ("trump",), ())
    state = after("spades", "JC 3H JD 4C 5H 6H 4D 5D 6D", "JC", "3H")
    assert state.view(None).voids == ((), ("spades",), ())


def test_who_follows_clubs_with_a_club_may_hold_the_jack_of_clubs() -> None:
    state = after("none", "4C 3C JD JC 5H 6H 4D 5D 6D", "4C", "3C")
    assert state.view(None).voids == ()
    # and the jack of clubs is played by a player who has no club
    state = after("none", "4C JC 9D AC 5H 6H 4D 5D 6D", "4C", "JC")
    assert state.view(None).voids == ((), ("clubs",), ())


def test_views_are_equal_only_if_what_was_seen_is() -> None:
    first = after("none", "JC 3H 9D 4C 5H 6H 4D 5D 6D", "JC")
    # two players have other cards, which eldest has not seen
    other = after("none", "JC 5H 9D 4C 3H 6H 4D 6D 5D", "JC")
    assert first.view(0) == other.view(0)
    assert first.apply("play 3H").view(0) != other.apply("play 5H").view(0)
    # the card led is a trump in one deal and a club in the other
    club = after("none", "8C 3H 9D 4C 5H 6H 4D 5D 6D", "8C")
    assert first.apply("play 3H").view(2).voids == ((), ("trump",), ())
    assert club.apply("play 3H").view(2).voids == ((), ("clubs",), ())
    assert first.view(2) != club.view(2)


# A wild card beside a class of higher cards can make a world that is refused (U636), also if
# trumps are not ranked: `could_not_hold` tries each card alone.
@pytest.mark.parametrize("name", sorted({*TRUMP_GAMES} - {"wild", "wild powers"}))
def test_no_world_gives_a_seat_a_card_that_it_cannot_hold(name: str) -> None:
    luck = random.Random(name)
    state = trump_game(name).start(players=3, seed=4)
    compared = 0
    while not state.over and state.deal < 4:
        if state.phase == "play" and luck.random() < 0.2:
            rules, seat = state.position.dealing.rules, luck.randrange(3)
            suit_of = counted_cards(rules, state.position.dealing.trump).suit_of
            view = state.view(seat)
            for world in sample_worlds(view, state.table, 2, luck.randrange(99)):
                assert world.view(seat) == view
                for other, voids in enumerate(view.voids):
                    hand = world.position.play.hands[other] if world.position.play else ()
                    held = [card for card in hand if card.rank not in rules.wild.ranks]
                    assert not {suit_of.get(card) for card in held} & {*voids}
                compared += 1
        state = state.apply(luck.choice(state.legal()))
    assert compared > 0
