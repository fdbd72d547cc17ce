"""What tricks are worth by their place, the rank that wins them, and the cards in them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from support.table_games import card, cards, rules

from clagdsl.check.checker import check_text
from clagdsl.lang.cards import ORDINARY, Deck, special_card
from clagdsl.lang.expr.ast import Word
from clagdsl.lang.rules import Arithmetic, Branch, Choice, Comparison, Number, Variable
from clagdsl.lang.special_cards import Special, played_as
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.scoring import (
    WonTrick,
    each_worth,
    points_of,
    possible_points,
    possible_together,
    some_points,
    trick_values,
    worths,
)
from clagdsl.table.table import make_table

BY_PLACE = Arithmetic("*", Number(2), Variable("trick"))
BY_RANK = Choice(
    (Branch(Number(7), Comparison("=", Variable("won_with"), Word("A"))),), Variable("trick")
)


def hearts(worth: str) -> DealRules:
    text = (
        'clag 2\ngame "X"\nplayers 3\npack all ranks, 2 Joker\n'
        "special Joker is high asks next card\n"
        "deal n\n  trump none\n  bid in turn\n  card worth 1 hearts, 13 QS\n"
        f"  trick worth {worth}\n  score points\n"
        "schedule 3 cards: n\nwinner highest total, then shared\n"
    )
    found = check_text(text).game
    assert found is not None
    return make_table(found, 3).rules("n")


def test_the_points_of_the_seats_are_those_of_the_tricks_that_they_win() -> None:
    joker = played_as("Joker", "high", None)
    won = [
        WonTrick(1, card("AC"), cards("AC 2H QS")),
        WonTrick(0, joker, (joker, *cards("KH 3C"))),
        WonTrick(1, card("3D"), cards("2C 3D 4H")),
    ]
    for worth, values in (
        ("0", (0, 0, 0)),
        ("trick", (1, 2, 3)),
        ("7 when won_with = A, otherwise trick", (7, 2, 3)),
    ):
        chosen = hearts(worth)
        first, second, third = values
        assert points_of(chosen, 3, won) == (second + 1, first + 14 + third + 1, 0)
        with pytest.raises(ValueError, match="zip"):
            points_of(chosen, 3, won[:2])
    plain = rules(3, trick_worth=BY_PLACE)
    assert points_of(plain, 3, [won[0], won[2], won[2]]) == (0, 12, 0)


def test_points_that_seats_may_have_are_those_of_the_first_cards_of_the_pack() -> None:
    """Spades first: of three tricks of three the queen is in the first."""
    for worth, values in (("0", (0, 0, 0)), ("trick", (1, 2, 3))):
        chosen = hearts(worth)
        first, second, third = values
        for taken in product(range(3), repeat=3):
            expected = [0, 0, 0]
            expected[taken[0]] += first + 13
            expected[taken[1]] += second
            expected[taken[2]] += third
            assert some_points(chosen, 3, taken) == tuple(expected)
            tricks = [taken.count(seat) for seat in range(3)]
            assert possible_together(chosen, 3, tricks, expected)
        hearts_too = some_points(chosen, 6, (0, 0, 0, 0, 1, 2))
        assert hearts_too[1] == 2 + (5 if worth == "trick" else 0)
        with pytest.raises(ValueError, match="zip"):
            some_points(chosen, 3, (0, 1))
        with pytest.raises(ValueError, match="zip"):
            possible_together(chosen, 3, (1, 1, 1), (1, 1))
        # the last trick of the whole pack holds a two and both jokers, which are worth nothing
        whole = some_points(chosen, 18, (0,) * 17 + (1,))
        assert whole == (26 + sum(range(18)), 18, 0) if first else whole == (26, 0, 0)


@pytest.mark.parametrize("worth", [Number(2), BY_PLACE, BY_RANK])
def test_what_tricks_can_be_worth_is_what_some_way_to_win_them_is(worth: object) -> None:
    chosen = rules(3, trick_worth=worth)
    choices = [{2}, {2}, {2}]
    if worth is BY_PLACE:
        choices = [{2}, {4}, {6}]
    if worth is BY_RANK:
        choices = [{1, 7}, {2, 7}, {3, 7}]
    assert [set(each) for each in worths(chosen, 3).choices] == choices
    assert worths(chosen, 3) is worths(chosen, 3)
    assert trick_values(chosen, 3) == tuple(min(each) for each in choices)
    assert each_worth(chosen, 3) == (2 if worth == Number(2) else None)
    together: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    for taken in product(range(3), repeat=3):
        for values in product(*choices):
            tricks, points = [0, 0, 0], [0, 0, 0]
            for seat, value in zip(taken, values, strict=True):
                tricks[seat] += 1
                points[seat] += value
            together.add((tuple(tricks), tuple(points)))
    for won in range(4):
        of_so_many = {points[0] for tricks, points in together if tricks[0] == won}
        assert set(possible_points(chosen, 3)[won]) == of_so_many
    assert possible_points(chosen, 3) is possible_points(chosen, 3)
    for tricks, points in together:
        assert possible_together(chosen, 3, tricks, points)
    sums = {sum(points) for _, points in together}
    for points in product((0, 2, 4, 6, 7, 14), repeat=2):
        alone = possible_points(chosen, 3)
        fits = points[0] in alone[1] and points[1] in alone[2] and sum(points) in sums
        assert possible_together(chosen, 3, (1, 2, 0), (*points, 0)) == fits


def test_a_special_card_that_wins_has_no_rank() -> None:
    joker = special_card("Joker")
    special = {"Joker": Special("Joker", "high", ("nothing",))}
    deck = Deck((*ORDINARY.cards, joker))
    chosen = replace(rules(3, trick_worth=BY_RANK), deck=deck, specials=special)
    (values,) = worths(chosen, 1).by_rank
    assert (values["Joker"], values["A"], values["2"]) == (1, 7, 1)
    plain = replace(rules(3, trick_worth=BY_PLACE), deck=deck, specials=special)
    (values,) = worths(plain, 1).by_rank
    assert set(values.values()) == {2}
    assert set(values) == {*ORDINARY.ranks, "Joker"}
