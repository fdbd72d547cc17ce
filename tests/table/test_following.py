"""Which cards may be played: laws. The rules are in tests/language/follow and wild."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table_games import card, cards, rules, trick

import clagdsl
from clagdsl.lang.cards import COUNTED_AS, PACK, SUITS, Deck, special_card
from clagdsl.lang.policies.play import FOLLOW
from clagdsl.lang.rules import Following, Wild
from clagdsl.lang.special_cards import LeadDemand, played_as
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.legal_plays import Turn, playable, suits_of, why_not_play
from clagdsl.table.tricks import PlayedCard

ORDINARY = rules()
WILD = rules(wild=Wild(("2",)))
IN_SUIT = rules(wild=Wild(("2",), in_suit=True))
TOP = rules(play="top card", sight="never")
TOP_WILD = rules(play="top card", wild=Wild(("2",)))
FREE = rules(follow=Following(("anything",)))
FREE_WILD = rules(follow=Following(("anything",)), wild=Wild(("2",)))
TWO_RANKS = rules(wild=Wild(("2", "J"), in_suit=True))
CLASSES = tuple(
    rules(follow=Following((*before, one.key, *after, "anything")), wild=wild)
    for one in FOLLOW
    for before, after in ((("suit",), ()), ((), ("suit",)))
    for wild in (Wild(()), Wild(("2",)), Wild(("2",), in_suit=True))
)
"""Behind the suit and before it, every class that is declared."""
EVERY = (ORDINARY, WILD, IN_SUIT, TOP, TOP_WILD, FREE, FREE_WILD, TWO_RANKS, *CLASSES)


def turn(hand, played=""):
    return Turn(cards(hand), trick(played), None)


def plays(chosen, hand, played=""):
    return [str(shown) for shown, _ in playable(chosen, turn(hand, played))]


def code(chosen, hand, played, shown, face=None):
    reason = why_not_play(chosen, turn(hand, played), card(shown), card(face) if face else None)
    return reason.code if reason else None


def test_suit_and_nothing_else_leaves_nothing_to_play():
    """A rule that the checker refuses: the machine shows why."""
    strict = rules(follow=Following(("suit",)))
    assert plays(strict, "AC KS", "5C") == ["AC"]
    assert plays(strict, "AC KS", "5H") == []
    assert code(strict, "AC KS", "5H", "AC") == "A302"
    assert plays(strict, "AC KS") == ["KS", "AC"]


@st.composite
def situations(draw):
    chosen = draw(st.sampled_from(EVERY))
    dealt = draw(st.lists(st.sampled_from(PACK), min_size=1, max_size=9, unique=True))
    held = draw(st.integers(1, len(dealt)))
    played = []
    for seat, shown in enumerate(dealt[held:]):
        named = {one.face for one in played if one.card.rank in chosen.wild.ranks}
        face = shown
        if shown.rank in chosen.wild.ranks:
            face = draw(st.sampled_from([one for one in PACK if one not in named]))
        played.append(PlayedCard(seat, shown, face))
    trumps = draw(st.sampled_from([None, (), ("H",), ("C",), ("H", "C", "D", "S")]))
    return chosen, Turn(tuple(dealt[:held]), tuple(played), trumps)


def test_every_class_that_is_declared_can_be_owed():
    for one in FOLLOW:
        chosen = rules(follow=Following((one.key, "anything")))
        hand = Turn(PACK, trick("5C"), ("H",))
        allowed = {shown for shown, _ in playable(chosen, hand)}
        assert allowed
        assert (allowed == set(PACK)) == (one.key == "anything")
        of_class = {shown.suit for shown in allowed}
        counted = counted_cards(chosen, hand.trumps)
        suits = tuple(COUNTED_AS[suit] for suit in SUITS if suit in of_class)
        assert suits_of(one.key, counted, hand.played) == suits
        for shown in set(PACK) - allowed:
            assert why_not_play(chosen, hand, shown) is not None


@given(situations())
def test_what_is_allowed_while_nobody_knows_the_trumps_may_be_with_some_or_is_not_sure(situation):
    """A sheet without trumps blames nobody who may have been right."""
    chosen, seen = situation
    unknown = set(playable(chosen, Turn(seen.hand, seen.played, None)))
    every = [(), *((suit,) for suit in "SHDC")]
    for trumps in every:
        assert unknown >= set(playable(chosen, Turn(seen.hand, seen.played, trumps)))


# --- why a card is refused ------------------------------------------------------------------------

HIGHER_SUIT = rules(follow=Following(("higher suit", "suit", "higher trump", "trump", "anything")))
HIGHER_WILD = rules(
    follow=Following(("higher suit", "suit", "higher trump", "trump", "anything")),
    wild=Wild(("2",)),
)
TRUMP_WILD = rules(follow=Following(("suit", "trump", "anything")), wild=Wild(("2",)))
NO_HEARTS = rules(open="no hearts until broken", wild=Wild(("2",)))
STRICT = rules(follow=Following(("suit", "trump")))


@pytest.mark.parametrize(
    ("chosen", "hand", "played", "shown", "face", "code", "words"),
    [
        (ORDINARY, "AC KS", "5C", "QC", None, "A301", "`QC`"),
        (TOP, "AC KS", "5C", "KS", None, "A303", "`KS`"),
        (TOP, "AC KS", "5S", "AC", None, None, ""),
        (
            ORDINARY,
            "AC KS",
            "5C",
            "KS",
            None,
            "A302",
            "`KS` does not follow suit: clubs were led; play `AC`",
        ),
        (ORDINARY, "AC KS", "5C", "AC", "KC", "A305", "`AC`"),
        (ORDINARY, "AC KS", "5C", "AC", "AC", None, ""),
        (WILD, "AC 2S", "5C", "2S", None, "A304", "`2S`"),
        (WILD, "AC 2S", "5C 2H=QC", "2S", "QC", "A306", "`QC`"),
        (WILD, "AC 2S", "5C 2H=QC", "2S", "JC", None, ""),
        (WILD, "AC 2S", "5C", "2S", "QH", "A307", "clubs"),
        (NO_HEARTS, "AH KS", "", "AH", None, "A311", "until hearts are broken, you cannot"),
        (NO_HEARTS, "2S KS", "", "2S", "AH", "A311", "you cannot lead `2S as AH` while"),
        (NO_HEARTS, "2S KS", "", "2S", "AC", None, ""),
        (NO_HEARTS, "2S KH", "", "2S", "AH", None, ""),
        (
            HIGHER_SUIT,
            "AC 3C KS",
            "5C QC",
            "3C",
            None,
            "A309",
            "you must play a card of the suit led that beats `QC`, and `3C` is not one; play `AC`",
        ),
        (HIGHER_SUIT, "3C KS", "5C QC", "KS", None, "A302", "clubs"),
        (
            HIGHER_SUIT,
            "AH 3H KS",
            "5C QH",
            "3H",
            None,
            "A309",
            "you must play a trump that beats `QH`, and `3H` is not one; play `AH`",
        ),
        (HIGHER_SUIT, "3H KS", "5C QH", "KS", None, "A308", "and `KS` is not one"),
        (HIGHER_WILD, "AC 2S", "5C QC", "2S", "JC", "A309", "and `2S as JC` is not one"),
        (HIGHER_WILD, "AC 2S", "5C QC", "2S", "KC", None, ""),
        (
            HIGHER_WILD,
            "AH 2S",
            "5C QH",
            "2S",
            "JH",
            "A309",
            "you must play a trump that beats `QH`",
        ),
        (TRUMP_WILD, "AH 2S", "5C", "2S", "AC", "A308", "and `2S as AC` is not one"),
        (STRICT, "AC KS", "5D", "AC", None, "A308", "and `AC` is not one"),
        (STRICT, "AC KD", "5D", "AC", None, "A302", "diamonds"),
    ],
)
def test_a_card_is_refused_for_what_is_owed_instead(chosen, hand, played, shown, face, code, words):
    """Hearts are trump."""
    now = Turn(cards(hand), trick(played), ("H",))
    reason = why_not_play(chosen, now, card(shown), card(face) if face else None)
    assert (reason.code if reason else None) == code
    if reason is not None:
        assert words in reason.reason


def test_a_wild_stands_for_no_card_that_the_pack_has_not():
    short = replace(WILD, deck=Deck(tuple(one for one in PACK if one.rank != "3")))
    reason = why_not_play(short, turn("2S KC", "5C"), card("2S"), card("3C"))
    assert reason is not None
    assert reason.code == "A310"
    named = Turn(cards("2S KC"), trick("5C 2H=3C"), None)  # a trick that nobody could have played
    assert card("3C") not in [face for _, face in playable(short, named)]


def test_a_card_of_the_suit_led_is_of_the_class_whatever_else_is_asked():
    """An ordinary card is neither high nor low, and asks for nothing."""
    reason = why_not_play(ORDINARY, turn("AC KS", "5C"), card("AC"), played_as("A", "high", None))
    assert reason is not None
    assert reason.code == "A314"


EXTREMES = """clag 2
game "Extremes"
players 3
pack all ranks, 2 Joker
special Joker is high asks highest of named suit or lowest of named suit
deal normal
  trump none
  bid in turn
  wild 2
  score tricks
schedule 2 cards: normal
winner highest total, then shared
"""


def test_the_highest_or_lowest_that_is_asked_for_is_told():
    chosen = clagdsl.load(text=EXTREMES).start().table.rules("normal")
    joker = special_card("Joker")
    for extreme, best, other in (("highest", "AH", "3H"), ("lowest", "3H", "AH")):
        led = PlayedCard(0, joker, played_as("Joker", "high", LeadDemand("H", extreme)))
        now = Turn(cards("AH 3H KS 2S"), (led, *trick("9C")), ())
        for text in (other, "KS", "2S as AC"):
            shown, _, face = text.partition(" as ")
            reason = why_not_play(chosen, now, card(shown), card(face) if face else None)
            assert reason is not None
            assert reason.code == "A315"
            assert reason.reason.startswith(
                f"`Joker` asks for the {extreme} of your hearts, and `{text}` is not it;"
                f" play `2S` or `{best}`"
            )
        assert why_not_play(chosen, now, card(best)) is None
        assert why_not_play(chosen, now, card("2S"), card("KH")) is None
