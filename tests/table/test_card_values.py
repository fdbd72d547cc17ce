"""What so many cards can be worth together, against every way to choose them."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from clagdsl.lang.cards import Deck, read_card, special_card, whole_deck
from clagdsl.lang.policies.card_worth import CardWorth, Worth
from clagdsl.lang.policies.wild import Wild
from clagdsl.table.budget import TUPLES, Budget, TooMuchError
from clagdsl.table.card_values import NO_CARD_VALUES, card_values, with_cards
from clagdsl.table.outcomes import point_sums

HEARTS = Worth(1, "suit", "H")
QUEEN = Worth(13, "card", "QS")
SMALL = whole_deck(("S", "H"), ("A", "K", "Q"))
TWICE = whole_deck(("S", "H"), ("K", "Q"), 2)
NO_POINTS = ((0,),) * 4


@pytest.mark.parametrize(
    ("deck", "worths", "wild"),
    [
        (SMALL, (HEARTS, QUEEN), ()),
        (SMALL, (HEARTS, QUEEN), ("A",)),
        (SMALL, (Worth(-7, "rank", "K"), Worth(3, "card", "KH"), HEARTS), ("Q",)),
        (TWICE, (HEARTS, Worth(5, "card", "QS")), ()),
        (Deck((*SMALL.cards, special_card("Wizard"))), (HEARTS, QUEEN, Worth(2, "suit", "S")), ()),
    ],
)
def test_the_sums_are_those_of_all_ways_to_choose_the_cards(
    deck: Deck, worths: tuple[Worth, ...], wild: tuple[str, ...]
) -> None:
    worth = CardWorth(worths)
    faces = {worth.of(face) for face in deck.faces}
    each = [faces if card.rank in wild else {worth.of(card)} for card in deck.cards]
    values = card_values(worth, Wild(wild), deck)
    found = with_cards(NO_POINTS, values, 2)
    for tricks in range(4):
        ways = combinations(each, 2 * tricks)
        assert set(found[tricks]) == {sum(some) for way in ways for some in product(*way)}
    assert values.size == deck.size


def test_what_tricks_are_worth_by_themselves_is_added() -> None:
    values = card_values(CardWorth((QUEEN,)), Wild(), SMALL)
    found = with_cards(point_sums([[1], [2], [4]]), values, 1)
    assert found == ((0,), (1, 2, 4, 14, 15, 17), (3, 5, 6, 16, 18, 19), (7, 20))


def test_nothing_changes_where_no_card_is_worth_anything() -> None:
    for worth in (CardWorth(), CardWorth((Worth(1, "suit", "C"),))):
        values = card_values(worth, Wild(), SMALL)
        assert values == NO_CARD_VALUES
        assert with_cards(NO_POINTS, values, 2) == NO_POINTS


def test_the_average_is_rounded_down_and_a_wild_counts_the_least() -> None:
    assert card_values(CardWorth((HEARTS, QUEEN)), Wild(), whole_deck()).usual(4) == 2
    assert card_values(CardWorth((HEARTS, QUEEN)), Wild(("2",)), whole_deck()).usual(4) == 1
    assert card_values(CardWorth((Worth(-1, "suit", "H"),)), Wild(), SMALL).usual(1) == -1


def test_sums_are_bounded() -> None:
    deck = whole_deck(("S", "H"), ("A", "K"))

    def sums(points: int, budget: Budget | None = None) -> object:
        worth = CardWorth((Worth(points, "card", "AS"), Worth(1, "card", "KS")))
        return with_cards(NO_POINTS, card_values(worth, Wild(), deck), 1, budget)

    assert sums(TUPLES - 1)
    with pytest.raises(TooMuchError):
        sums(TUPLES)
    with pytest.raises(TooMuchError):
        sums(1, Budget(5))


def test_a_card_is_held_by_its_suit_its_rank_and_itself() -> None:
    worth = CardWorth((HEARTS, Worth(2, "rank", "Q"), Worth(4, "card", "QH")))
    cards = {text: read_card(text) for text in ("QH", "QS", "KH", "KS", "QH2")}
    of = {text: worth.of(card) for text, card in cards.items() if card is not None}
    assert of == {"QH": 7, "QS": 2, "KH": 1, "KS": 0, "QH2": 7}
    assert worth.text == "1 hearts, 2 Q, 4 QH"
