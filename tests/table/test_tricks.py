"""Who wins a trick; the examples are those of Pagat's page unless they say otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table_games import ACE_LOW, NULOSS, WRITTEN, rules, trick

from clagdsl.lang.cards import PACK, RANKS
from clagdsl.lang.rules import RankOrder, Wild
from clagdsl.table.tricks import PlayedCard, explain_trick, strongest

ORDINARY = rules()
WILD = rules(wild=Wild(("2",)))
NO_TRUMP = ()
PRECEDENCE = ("H", "C", "D", "S")


@pytest.mark.parametrize(
    ("trumps", "played", "winner"),
    [
        (NO_TRUMP, "5C KC AH 9C", "KC"),  # deal 8: the highest card of the suit led
        (NO_TRUMP, "2S AH AD AC", "2S"),
        (("H",), "AC 2H KC 9C", "2H"),  # any trump beats the suit led
        (("H",), "AC 2H 9H 9C", "9H"),  # the highest trump
        (("H",), "3H 2C 9H AC", "9H"),  # trump led
        (("H",), "5C KD 9C AS", "9C"),  # no trump was played
        (PRECEDENCE, "AS 2D KS 9S", "2D"),  # diamonds stand above spades
        (PRECEDENCE, "AS 2D 3C KD", "3C"),  # clubs stand above diamonds
        (PRECEDENCE, "AS 2D 3C 2H", "2H"),  # hearts stand above all
        (PRECEDENCE, "AD KS QS AS", "AD"),  # spades beat nothing
        (PRECEDENCE, "2D AS KD QS", "KD"),
        (PRECEDENCE, "2S 9S 5S AS", "AS"),
        (("S", "D", "C", "H"), "AH 2C 3D KH", "3D"),  # reverse precedence
        (("S", "D", "C", "H"), "2H AC KC 3H", "AC"),
    ],
)
def test_the_winner_of_a_trick(trumps, played, winner):
    cards = trick(played)
    assert str(cards[strongest(ORDINARY, trumps, cards)].card) == winner


@pytest.mark.parametrize(
    ("order", "played", "winner"),
    [
        (ACE_LOW, "AC KC 2C", "KC"),  # deal 13: the ace is the lowest card of each suit
        (ACE_LOW, "AC 2C 5D", "2C"),
        (NULOSS, "AC KC 2C", "2C"),  # nuloss: the two is the highest
        (NULOSS, "AC KC 3D", "KC"),
    ],
)
def test_the_order_of_ranks(order, played, winner):
    cards = trick(played)
    place = strongest(rules(rank=RankOrder(order)), NO_TRUMP, cards)
    assert str(cards[place].card) == winner


@pytest.mark.parametrize(
    ("trumps", "played", "winner"),
    [
        (("C",), "AC 2H=AC 5C", "2H"),  # deal 12: a two named as the ace of clubs beats it
        (("C",), "2H=AC AC 5C", "2H"),  # also when the ace comes later
        (("C",), "KC 2H=QC 5C", "KC"),  # it is no higher than the card it stands for
        (("C",), "KC 2H=KC AC", "AC"),
        (("H",), "KS 6H 2C=AS", "6H"),  # named in the suit led, it is no trump
        (("H",), "KS 6H 2C=AH", "2C"),
        (NO_TRUMP, "2C=5D KD AC", "KD"),  # a wild leads the suit that it is named in
        (NO_TRUMP, "2C=5D 3D AC", "2C"),
        (("S",), "2H=2H 3H KD", "3H"),  # it may stand for itself
        (PRECEDENCE, "AS 2S=2H 2D=AC", "2S"),
        (("C",), "2H=AC 2D=KC AC", "2H"),
    ],
)
def test_twos_wild(trumps, played, winner):
    cards = trick(played)
    assert str(cards[strongest(WILD, trumps, cards)].card) == winner


def test_a_two_that_is_not_wild_is_the_lowest():
    assert strongest(ORDINARY, NO_TRUMP, trick("2C 3C")) == 1


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
