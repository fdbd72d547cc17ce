"""Who wins a trick, read another way, and the rule that is named; the rest is in tests/language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table_games import WRITTEN, rules, trick

import clagdsl
from clagdsl.lang.cards import PACK, RANKS, special_card
from clagdsl.lang.rules import Wild
from clagdsl.lang.special import Asked, played_as
from clagdsl.table.tricks import PlayedCard, explain_trick, strongest

ORDINARY = rules()
WILD = rules(wild=Wild(("2",)))
NO_TRUMP = ()
PRECEDENCE = ("H", "C", "D", "S")


@given(
    st.lists(st.sampled_from(PACK), min_size=1, max_size=10, unique=True),
    st.sampled_from((NO_TRUMP, ("S",), ("H",), PRECEDENCE, ("C", "D", "S", "H"))),
)
def test_the_winner_beats_every_other_card(cards, trumps):
    """An independent reading: compare the winner with each other card, two at a time."""
    played = [PlayedCard(seat, card, card) for seat, card in enumerate(cards)]
    best = played[strongest(ORDINARY, trumps, played)].card
    classes = [*trumps, *([] if played[0].card.suit in trumps else [played[0].card.suit])]
    assert best.suit in classes
    for other in cards:
        if other == best:
            continue
        if other.suit == best.suit:
            assert RANKS.index(best.rank) < RANKS.index(other.rank)
        else:
            assert other.suit not in classes[: classes.index(best.suit)]


@pytest.mark.parametrize(
    ("trumps", "played", "aspect", "words"),
    [
        (("C",), "AC 2H=AC 5C", "wild", "a wild card beats the card that it stands for"),
        (("H",), "AC 2H=3H KH", "trump", "the highest card of the trump suit, hearts"),
        (("H",), "AC 3H KC", "trump", "the only card of the trump suit, hearts"),
        (
            ("H",),
            "AC 3C KC",
            "rank",
            "the highest card of the suit led, clubs; no trump was played",
        ),
        (NO_TRUMP, "AC 3C KC", "rank", "there is no trump"),
        (NO_TRUMP, "3C AH KH", "trump", "the only card of the suit led, clubs; there is no trump"),
        (PRECEDENCE, "AS 2D KS", "trump", "highest suit played, diamonds (order hearts, clubs,"),
    ],
)
def test_the_reason_names_the_rule_and_its_source(trumps, played, aspect, words):
    cards = trick(played)
    told = explain_trick(WILD, trumps, cards)
    assert told.winner == strongest(WILD, trumps, cards)
    assert told.aspect == aspect
    assert words in told.reason
    assert f"`{cards[told.winner]}` wins" in told.reason
    assert told.place == WRITTEN.place
    assert told.source == "Pagat, deal 1"


LOW_JOKERS = """clag 2
game "Low jokers"
players 3
pack highest 9 ranks, 2 Joker
special Joker is low asks named suit
deal normal
  trump none
  bid in turn
  score tricks
schedule 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize(
    ("led", "winner", "words"),
    [
        (
            "KC 9D",
            1,
            "`KC` wins: the first card of clubs, the first suit played; there is no trump",
        ),
        ("KC AC", 2, "`AC` wins: the highest card of clubs, the first suit played; there is no"),
        ("9S AC", 1, "`9S` wins: the only card of the suit led, spades; there is no trump"),
    ],
)
def test_the_reason_where_nobody_plays_the_suit_that_was_asked_for(led, winner, words):
    normal = clagdsl.load(text=LOW_JOKERS).start().table.rules("normal")
    joker = played_as("Joker", "low", Asked("S"))
    cards = [PlayedCard(0, special_card("Joker"), joker), *trick(led)]
    told = explain_trick(normal, NO_TRUMP, cards)
    assert (told.winner, told.aspect) == (winner, "trump")
    assert told.reason.startswith(words)
