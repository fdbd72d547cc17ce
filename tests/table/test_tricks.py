"""Who wins a trick, read another way, and the rule that is named; the rest is in tests/language."""

from dataclasses import replace

import pytest
from support.table_games import WRITTEN, rules, trick

import clagdsl
from clagdsl.lang.cards import PACK, Deck, copy_of, special_card
from clagdsl.lang.rules import Wild
from clagdsl.lang.special_cards import LeadDemand, played_as
from clagdsl.table.tricks import PlayedCard, explain_trick, strongest

ORDINARY = rules()
WILD = rules(wild=Wild(("2",)))
NO_TRUMP = ()
PRECEDENCE = ("H", "C", "D", "S")


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
    joker = played_as("Joker", "low", LeadDemand("S"))
    cards = [PlayedCard(0, special_card("Joker"), joker), *trick(led)]
    told = explain_trick(normal, NO_TRUMP, cards)
    assert (told.winner, told.aspect) == (winner, "trump")
    assert told.reason.startswith(words)


# --- special cards --------------------------------------------------------------------------------

JOKERS = LOW_JOKERS.replace("is low asks named suit", "is high or low asks named suit or nothing")


def lain(text):
    """A trick of ordinary cards and of jokers, played `high`, `low`, or asking for a suit."""
    played = []
    for seat, word in enumerate(text.split()):
        power, _, suit = word.partition(":")
        if power in ("high", "low"):
            joker = played_as("Joker", power, LeadDemand(suit or None) if seat == 0 else None)
            played.append(PlayedCard(seat, special_card("Joker"), joker))
        else:
            (one,) = trick(word)
            played.append(PlayedCard(seat, one.card, one.face))
    return played


@pytest.mark.parametrize(
    ("played", "winner", "words"),
    [
        ("AC high KC", 1, "`Joker` wins: a high special card takes the trick"),
        ("high:C AC KC", 0, "`Joker asks C` wins: a high special card takes the trick"),
        ("high:C low KC", 0, "`Joker asks C` wins: a high special card takes the trick"),
        ("AC high high", 1, "`Joker` wins: the first high special card takes the trick"),
        ("AC high high high", 1, "`Joker` wins: the first high special card takes the trick"),
        ("low", 0, "`Joker low` wins: no other card was played"),
        ("low:S", 0, "`Joker low asks S` wins: no other card was played"),
        (
            "low low",
            0,
            "`Joker low` wins: the first card, since only low special cards were played",
        ),
        (
            "low low low",
            0,
            "`Joker low` wins: the first card, since only low special cards were played",
        ),
    ],
)
def test_the_reason_where_a_special_card_wins_is_its_power(played, winner, words):
    normal = clagdsl.load(text=JOKERS).start().table.rules("normal")
    told = explain_trick(normal, ("H",), lain(played))
    assert (told.winner, told.aspect, told.reason) == (winner, "special", words)
    assert told.place == normal.specials["Joker"].origin.place
    assert told.source is None


@pytest.mark.parametrize(
    ("equal", "wild", "played", "winner", "aspect", "words"),
    [
        ("first wins", (), "AC AC", 0, "equal", "`AC` wins: of equal cards the first wins"),
        ("last wins", (), "AC AC", 1, "equal", "`AC` wins: of equal cards the last wins"),
        (
            "better pack wins",
            (),
            "KC2 KC1",
            1,
            "equal",
            "`KC1` wins: of equal cards that of the better pack wins",
        ),
        ("first wins", ("2",), "AC 2H=AC 2S=AC", 1, "equal", "`2H as AC` wins: of equal cards the"),
        ("first wins", ("2",), "AC 2H=AC AC", 1, "wild", "`2H as AC` wins: a wild card beats the"),
        ("first wins", ("2",), "2H=AC 2S=KC", 0, "rank", "`2H as AC` wins: the highest card of"),
        ("first wins", (), "AC KS", 0, "trump", "`AC` wins: the only card of the suit led, clubs"),
        ("first wins", (), "2C AC AC 3C", 1, "equal", "`AC` wins: of equal cards the first wins"),
    ],
)
def test_the_reason_where_equal_cards_are_played(equal, wild, played, winner, aspect, words):
    copies = (1, 2) if equal == "better pack wins" else (0, 0)
    deck = Deck(tuple(copy_of(card, copy) for card in PACK for copy in copies))
    chosen = replace(rules(wild=Wild(wild)), equal=equal, deck=deck)
    told = explain_trick(chosen, NO_TRUMP, trick(played))
    assert (told.winner, told.aspect) == (winner, aspect)
    assert told.reason.startswith(words)


@pytest.mark.parametrize(
    ("trumps", "played", "aspect", "reason"),
    [
        (("H",), "KC AH", "trump", "`AH` wins: the only card of the trump suit, hearts"),
        (("H",), "3H AH", "trump", "`AH` wins: the highest card of the trump suit, hearts"),
        (
            PRECEDENCE,
            "3S AC",
            "trump",
            "`AC` wins: the only card of the highest suit played, clubs"
            " (order hearts, clubs, diamonds, spades)",
        ),
        (
            PRECEDENCE,
            "3C AC",
            "trump",
            "`AC` wins: the highest card of the highest suit played, clubs"
            " (order hearts, clubs, diamonds, spades)",
        ),
        (
            ("H", "C"),
            "3C AC",
            "trump",
            "`AC` wins: the highest card of the highest suit played, clubs (order hearts, clubs)",
        ),
        (
            ("H",),
            "3C AS",
            "trump",
            "`3C` wins: the only card of the suit led, clubs; no trump was played",
        ),
        (
            (),
            "3C AC",
            "rank",
            "`AC` wins: the highest card of the suit led, clubs; there is no trump",
        ),
    ],
)
def test_the_reason_in_full(trumps, played, aspect, reason):
    told = explain_trick(ORDINARY, trumps, trick(played))
    assert (told.aspect, told.reason) == (aspect, reason)


def test_how_a_card_is_shown_in_a_trick():
    shown = [str(one) for one in lain("high:S high: low 2C 3H=AC")]
    assert shown == ["Joker asks S", "Joker", "Joker", "2C", "3H as AC"]
    assert str(lain("high:")[0]) == "Joker"
