"""What so many cards can be worth together, against every way to choose them."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from clagdsl.lang.cards import Card, Deck, read_card, special_card, whole_deck
from clagdsl.lang.limits import MOST_COMBINATIONS
from clagdsl.lang.policies.play import CardWorth, Wild, Worth
from clagdsl.lang.policies.trump_order import TopTrump, TrumpRanks, TrumpWorth
from clagdsl.table import budget as budget_module
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.outcomes import point_sums
from clagdsl.table.trick_value import CardValues, CardWorths, card_values, with_cards

HEARTS = Worth(1, "suit", "H")
QUEEN = Worth(13, "card", "QS")
SMALL = whole_deck(("S", "H"), ("A", "K", "Q"))
TWICE = whole_deck(("S", "H"), ("K", "Q"), 2)
BOTH = (Worth(1, "suit", "S"), Worth(1, "suit", "H"))
NO_POINTS = ((0,),) * 4


def values_of(worth: CardWorth, wild: Wild, deck: Deck) -> CardValues:
    """Returns the values of the cards of a deck, which do not depend on the trump."""
    (values,) = card_values(CardWorths(worth), wild, deck)
    return values


@pytest.mark.parametrize(
    ("deck", "worths", "wild"),
    [
        (SMALL, (HEARTS, QUEEN), ()),
        (SMALL, (HEARTS, QUEEN), ("A",)),
        (SMALL, (Worth(-7, "rank", "K"), Worth(3, "card", "KH"), HEARTS), ("Q",)),
        (SMALL, (Worth(10, "card", "QS"),), ("A",)),
        (SMALL, (Worth(11, "rank", "A"),), ("A",)),
        (SMALL, (Worth(2, "suit", "S"), Worth(2, "suit", "H")), ("K",)),
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
    values = card_values(CardWorths(worth), Wild(wild), deck)
    for players, tricks in product((1, 2), range(4)):
        ways = combinations(each, players * tricks)
        found = with_cards(NO_POINTS, values, players)[tricks]
        assert set(found) == {sum(some) for way in ways for some in product(*way)}
    assert [each.size for each in values] == [deck.size]


def test_trumps_are_worth_their_own_values_whatever_is_trump() -> None:
    own = CardWorths(
        CardWorth((Worth(11, "rank", "A"), Worth(2, "rank", "Q"))),
        TrumpWorth((Worth(20, "rank", "Q"), Worth(5, "rank", "K"))),
        TrumpRanks((TopTrump("QH", "card"),)),
        ("none", "spades", "hearts"),
    )
    values = card_values(own, Wild(), SMALL)
    assert len(values) == 3
    for players, tricks in product((1, 2), range(4)):
        found = with_cards(NO_POINTS, values, players)[tricks]
        assert set(found) == {
            sum(own.of(card, trump) for card in cards)
            for trump in own.trumps
            for cards in combinations(SMALL.cards, players * tricks)
        }
    # the ace of spades, its queen as a trump, and the queen of hearts, which is always a trump
    by_card = {Card("A", "S"): [11, 0, 11], Card("Q", "S"): [2, 20, 2], Card("Q", "H"): [20] * 3}
    for card, points in by_card.items():
        assert [own.of(card, trump) for trump in own.trumps] == points


def test_what_tricks_are_worth_by_themselves_is_added() -> None:
    values = card_values(CardWorths(CardWorth((QUEEN,))), Wild(), SMALL)
    found = with_cards(point_sums([[1], [2], [4]]), values, 1)
    assert found == ((0,), (1, 2, 4, 14, 15, 17), (3, 5, 6, 16, 18, 19), (7, 20))


def test_nothing_changes_where_no_card_is_worth_anything() -> None:
    for worth in (CardWorth(), CardWorth((Worth(1, "suit", "C"),))):
        values = card_values(CardWorths(worth), Wild(), SMALL)
        assert values == ()
        assert with_cards(NO_POINTS, values, 2) == NO_POINTS


def test_the_average_is_rounded_down_and_a_wild_counts_the_least() -> None:
    assert values_of(CardWorth((HEARTS, QUEEN)), Wild(), whole_deck()).usual(4) == 2
    assert values_of(CardWorth((HEARTS, QUEEN)), Wild(("2",)), whole_deck()).usual(4) == 1
    assert values_of(CardWorth((Worth(-1, "suit", "H"),)), Wild(), SMALL).usual(1) == -1


def test_all_cards_are_worth_what_each_is_and_a_wild_the_least() -> None:
    values = values_of(CardWorth((Worth(2, "suit", "H"), QUEEN)), Wild(("A",)), SMALL)
    assert values == CardValues(((0, 1), (2, 2), (13, 1)), 2, (0, 2, 13))
    assert (values.size, values.total) == (6, 17)
    below = values_of(CardWorth((Worth(-2, "suit", "H"),)), Wild(("A",)), SMALL)
    assert (below.size, below.total) == (6, 2 * -2 + 2 * -2)


@pytest.mark.parametrize(
    ("wild", "most"), [((), MOST_COMBINATIONS - 2), (("A",), MOST_COMBINATIONS // 3)]
)
def test_sums_are_bounded(wild: tuple[str, ...], most: int) -> None:
    """What all cards can come to: the king with both aces, or with both as wild as it."""
    deck = whole_deck(("S", "H"), ("A", "K"))

    def sums(points: int) -> object:
        worth = CardWorth((Worth(points, "card", "KS"), Worth(1, "rank", "A")))
        return with_cards(NO_POINTS, [values_of(worth, Wild(wild), deck)], 1)

    assert sums(most)
    with pytest.raises(TooMuchError):
        sums(most + 1)


def test_values_in_steps_are_bounded_by_their_steps() -> None:
    worth = CardWorth((Worth(10 * MOST_COMBINATIONS, "card", "AS"), Worth(-10, "card", "KS")))
    deck = whole_deck(("S", "H"), ("A", "K"))
    with pytest.raises(TooMuchError):
        with_cards(NO_POINTS, [values_of(worth, Wild(), deck)], 1)
    fewer = CardWorth((Worth(10 * (MOST_COMBINATIONS - 3), "card", "AS"), Worth(-10, "card", "KS")))
    found = with_cards(NO_POINTS, [values_of(fewer, Wild(), deck)], 1)
    assert found[1] == (-10, 0, 10 * (MOST_COMBINATIONS - 3))


def test_as_many_sums_are_gone_through_as_there_are_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs of what the tricks are worth by themselves and what their cards come to."""
    values = values_of(CardWorth((Worth(1, "card", "KS"), Worth(1, "card", "KH"))), Wild(), SMALL)
    points = point_sums([[10], [20], [40]])
    pairs = 1 * 1 + 3 * 2 + 3 * 3 + 1 * 3
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", pairs)
    assert with_cards(points, [values], 1)
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", pairs - 1)
    with pytest.raises(TooMuchError):
        with_cards(points, [values], 1)


@pytest.mark.parametrize(
    ("worths", "wild", "players", "ways", "cards", "highest"),
    [
        ((QUEEN,), (), 1, 6, 3, 13),
        ((QUEEN,), (), 2, 6, 6, 13),
        ((QUEEN,), (), 3, 6, 6, 13),
        ((QUEEN,), ("A",), 2, 4 + 2 * 2, 6, 3 * 13),
        ((QUEEN, HEARTS), ("A",), 1, 4 + 2 * 3, 3, 13 + 2 + 2 * 13),
        ((QUEEN, Worth(3000, "card", "KS")), ("A",), 1, 4 + 2 * 3, 3, 13 + 3000 + 2 * 3000),
        ((Worth(2048, "card", "KS"),), (), 1, 6, 3, 1),
        ((Worth(2047, "card", "KS"), Worth(1, "card", "AS")), (), 1, 6, 3, 2048),
        ((*BOTH, Worth(2049, "card", "KS")), (), 1, 6, 3, 1),
        ((Worth(2046, "card", "KS"), Worth(1, "card", "AS")), (), 1, 6, 3, 2047),
    ],
)
def test_sums_are_charged_by_the_cards_and_what_they_come_to(
    worths: tuple[Worth, ...],
    wild: tuple[str, ...],
    players: int,
    ways: int,
    cards: int,
    highest: int,
) -> None:
    """Each card with each value that it can have, for every number of cards up to those in all
    tricks or in the pack; all sums so far are one number of so many bits; then each pair of sums.
    """
    values = values_of(CardWorth(worths), Wild(wild), SMALL)
    budget = Budget()
    before = budget.left
    found = with_cards(NO_POINTS, [values], players, budget)
    pairs = sum(map(len, found))
    assert before - budget.left == ways * (cards + 1) * (2 + highest // 2048) + pairs


def test_a_card_is_held_by_its_suit_its_rank_and_itself() -> None:
    worth = CardWorth((HEARTS, Worth(2, "rank", "Q"), Worth(4, "card", "QH")))
    cards = {text: read_card(text) for text in ("QH", "QS", "KH", "KS", "QH2")}
    of = {text: worth.of(card) for text, card in cards.items() if card is not None}
    assert of == {"QH": 7, "QS": 2, "KH": 1, "KS": 0, "QH2": 7}
    assert worth.text == "1 hearts, 2 Q, 4 QH"
