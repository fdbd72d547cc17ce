"""Decks: the fixed order, numbers of cards, sets of cards, and decks other than the ordinary."""

import copy
import pickle
import random
from dataclasses import replace

import pytest

from clagdsl.lang.cards import (
    NO_SUIT,
    ORDINARY,
    PACK,
    RANKS,
    SUITS,
    Card,
    Deck,
    is_card,
    read_card,
    special_card,
    whole_deck,
)
from clagdsl.lang.special_cards import LeadDemand, played_as

SHORT = whole_deck(ranks=RANKS[:8])
DOUBLE = whole_deck(copies=2)
THREE_SUITS = whole_deck(suits=SUITS[:3])
GEORGIAN = Deck(
    tuple(card for card in PACK if card.rank in RANKS[:9] and str(card) not in ("6S", "6C"))
)
DECKS = {
    "ordinary": ORDINARY,
    "short": SHORT,
    "double": DOUBLE,
    "three suits": THREE_SUITS,
    "without two": GEORGIAN,
}


def card(text: str) -> Card:
    found = read_card(text)
    assert found is not None
    return found


def test_equal_cards_are_one_object() -> None:
    """However a card comes about; how a special one is played is none of its own."""
    queen = card("QS")
    for same in (
        Card("Q", "S"),
        Card(suit="S", rank="Q", copy=0),
        copy.copy(queen),
        copy.deepcopy(queen),
        pickle.loads(pickle.dumps(queen)),
        replace(card("KS"), rank="Q"),
    ):
        assert same is queen
    assert Card("Q", "S", 1) is not queen
    assert Card("Q", "S", 1) != queen
    joker = special_card("Joker")
    assert Card("Joker", NO_SUIT) is joker
    low = played_as("Joker", "low", LeadDemand("H", "highest"))
    for same in (played_as("Joker", "low", LeadDemand("H", "highest")), copy.deepcopy(low)):
        assert same == low
        assert hash(same) == hash(low)
    assert pickle.loads(pickle.dumps(low)) == low
    assert low != joker != played_as("Joker", None, None)


def test_what_is_no_card_is_not_kept() -> None:
    kept = dict(type(Card).kept)  # type: ignore[attr-defined]
    for rank, suit in (("1", "S"), ("A", "X")):
        with pytest.raises(ValueError, match="not in tuple"):
            Card(rank, suit)  # type: ignore[arg-type]
    assert type(Card).kept == kept  # type: ignore[attr-defined]


def test_the_ordinary_deck_has_the_52_cards_in_the_fixed_order() -> None:
    assert ORDINARY.size == len(PACK) == 52
    assert ORDINARY.cards is PACK
    assert (ORDINARY.suits, ORDINARY.ranks) == (SUITS, RANKS)
    assert " ".join(map(str, PACK[:14])) == "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AH"
    assert ORDINARY.faces == PACK
    assert ORDINARY.full_set() == 2**52 - 1
    assert ORDINARY.suit_set("H") == (2**13 - 1) << 13


def test_the_sizes_of_other_decks() -> None:
    sizes = {name: (deck.size, len(deck.faces)) for name, deck in DECKS.items()}
    assert sizes == {
        "ordinary": (52, 52),
        "short": (32, 32),
        "double": (104, 52),
        "three suits": (39, 39),
        "without two": (34, 34),
    }
    assert len(GEORGIAN.of_suit("S")) == 8
    assert [str(each) for each in GEORGIAN.of_rank("6")] == ["6H", "6D"]
    assert THREE_SUITS.suits == ("S", "H", "D")
    assert SHORT.ranks[-1] == "7"


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_numbers_and_sets_of_cards_agree_with_the_order(deck: Deck) -> None:
    assert sum(deck.counts.values()) == deck.size
    for face in deck.faces:
        first, often = deck.index(face), deck.counts[face]
        assert deck.cards[first : first + often] == (face,) * often
        assert face not in deck.cards[:first]
    assert sum(deck.suit_set(suit) for suit in deck.suits) == deck.full_set()
    assert sum(deck.rank_set((rank,)) for rank in deck.ranks) == deck.full_set()
    for suit in deck.suits:
        marked = [deck.cards[bit] for bit in range(deck.size) if deck.suit_set(suit) >> bit & 1]
        assert tuple(marked) == deck.of_suit(suit)
    for rank in deck.ranks:
        marked = [deck.cards[bit] for bit in range(deck.size) if deck.rank_set((rank,)) >> bit & 1]
        assert tuple(marked) == deck.of_rank(rank)


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_whether_cards_are_the_whole_deck(deck: Deck) -> None:
    cards = list(deck.cards)
    random.Random(1).shuffle(cards)
    assert deck.is_complete(cards)
    assert deck.without(cards) == deck.excess(cards) == ()
    gone = cards.pop()
    assert not deck.is_complete(cards)
    assert deck.without(cards) == (gone,)
    cards += [gone, gone]
    assert not deck.is_complete(cards)
    assert deck.excess(cards) == (gone,)


def test_a_deck_is_a_value() -> None:
    again = Deck(tuple(reversed(PACK)))
    assert again == ORDINARY
    assert hash(again) == hash(ORDINARY)
    assert DOUBLE != ORDINARY != SHORT
    assert DOUBLE.without([card("AS")])[:2] == (card("AS"), card("KS"))


def test_a_card_that_the_deck_has_not_is_one_too_many() -> None:
    with pytest.raises(KeyError):
        SHORT.index(card("2H"))
    assert SHORT.excess([*SHORT.cards, card("2H")]) == (card("2H"),)
    assert not SHORT.is_complete([*SHORT.cards[1:], card("2H")])


@pytest.mark.parametrize(
    ("texts", "meant"),
    [
        (
            ("QS", "qs", "sq", "Q♠", "q♤", "♠Q", "Q♠\ufe0f", "queen of spades", "Queen  Spades"),
            "QS",
        ),
        (
            ("10H", "10h", "h10", "TH", "th", "ten of hearts", "10 of heart", "Tens of hearts"),
            "10H",
        ),
        (("as", "SA", "ace of spades", "A of Spades"), "AS"),
        (("6c", "six of clubs", "knave"), "6C"),
    ],
)
def test_cards_are_read_as_people_type_them(texts: tuple[str, ...], meant: str) -> None:
    for text in texts:
        assert read_card(text) is (None if text == "knave" else card(meant))
        assert is_card(text) == (text in ("QS", "Q♠", "10H", "TH"))


@pytest.mark.parametrize(
    "text", ["", "1H", "11h", "S", "queen", "aces", "Kings", "of spades", "Q of", "QSS", "Qx"]
)
def test_what_is_no_card_is_none(text: str) -> None:
    assert read_card(text) is None
