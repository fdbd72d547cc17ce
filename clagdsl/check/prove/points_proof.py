"""The proof that tricks have a worth, and what any number of them can be worth together.

In: a deal with its `trick worth`, `card worth` and wild cards.  Out: for every number of tricks won
all sums that these can have; None after reporting a trick without a value, sums that are too
large, or too many of them.

The worth of a trick is tried for every trick of the deal, and where it reads `won with`, for every
rank and special card that can win.  Sums of subsets are sets of numbers (`point_sums`), never lists
of subsets.  What cards are worth by themselves is added by `with_cards`, which takes any cards of
the pack to lie in any trick: more than can be, never less.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from clagdsl.check.prove.deal_case import DealCase, DealContext, Proof, ProofKey, Scoring, fault
from clagdsl.check.prove.parameter_space import Sheets
from clagdsl.lang.cards import Deck
from clagdsl.lang.expr.compile_expr import Row
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import NameBook
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import Expression, Value
from clagdsl.table.budget import TooMuchError
from clagdsl.table.outcomes import PointSums, point_sums
from clagdsl.table.tabulate import RowFaultError
from clagdsl.table.worths import (
    NO_CARD_VALUES,
    WON_WITH,
    CardValues,
    card_values,
    winning_ranks,
    with_cards,
)


class PointsProof:
    """Proves the worth of tricks, and keeps what so many of them can be worth."""

    def __init__(self, context: DealContext) -> None:
        self.context = context
        self._sums: dict[ProofKey, PointSums | None] = {}

    def key(self, case: DealCase, rules: Scoring) -> ProofKey:
        """What the points of a deal depend on."""
        return (*self.context.key(case, rules.trick_worth, alike=True), self._by_card(case, rules))

    def prove(self, case: DealCase, rules: Scoring, key: ProofKey) -> Proof[PointSums | None]:
        """What tricks can be worth together, or None after reporting why that is not known."""
        if key not in self._sums:
            self._sums[key] = yield from self._worked_out(case, rules)
        return self._sums[key]

    def _by_card(self, case: DealCase, rules: Scoring) -> CardValues:
        return card_values(rules.card_worth, rules.wild, self.context.deck_at(case.setting))

    def _worked_out(self, case: DealCase, rules: Scoring) -> Proof[PointSums | None]:
        context, worth = self.context, rules.trick_worth
        context.place = place = rules.places["trick_worth"]
        deck = context.deck_at(case.setting)
        columns, rows = trick_rows(context.book, worth, case.cards, deck)
        try:
            values = context.values(worth, columns, rows, case.names)
            sums = point_sums(by_trick(values, case.cards), context.budget)
        except RowFaultError as error:
            yield fault(case, error, columns, place)
            return None
        except TooMuchError:
            yield context.too_many_rows(rules, "trick_worth")
            return None
        by_card = self._by_card(case, rules)
        part = worth.place
        if by_card != NO_CARD_VALUES:
            context.place = place = part = rules.places["card_worth"]
            try:
                sums = with_cards(sums, by_card, case.setting.players, context.budget)
            except TooMuchError:
                yield context.too_many_rows(rules, "card_worth")
                return None
        bounds = points_bounds(sums)
        if bounds.low < -LARGEST or bounds.high > LARGEST:
            worst = bounds.low if bounds.low < -LARGEST else bounds.high
            too_large = EvaluationError("too large", part, worth, worst)
            yield fault(case, RowFaultError((worst,), too_large), ("points",), place)
            return None
        return sums


def trick_sums(sheets: Sheets, rules: Scoring, case: DealCase, deck: Deck) -> PointSums:
    """What tricks can be worth together; raises RowFaultError or TooMuchError, reports nothing."""
    columns, rows = trick_rows(sheets.book, rules.trick_worth, case.cards, deck)
    worths = sheets.values(rules.trick_worth, columns, rows, case.names)
    by_card = card_values(rules.card_worth, rules.wild, deck)
    sums = point_sums(by_trick(worths, case.cards), sheets.budget)
    return with_cards(sums, by_card, case.setting.players, sheets.budget)


def trick_rows(
    book: NameBook, worth: Expression, cards: int, deck: Deck
) -> tuple[tuple[str, ...], list[Row]]:
    """What the value of a trick may read, and all of it that can be, trick after trick."""
    tricks = range(1, cards + 1)
    if WON_WITH not in book.uses(worth).variables:
        return ("trick",), [(trick,) for trick in tricks]
    return ("trick", WON_WITH), list(product(tricks, winning_ranks(deck)))


def by_trick(values: Sequence[Value], cards: int) -> list[list[int]]:
    """The values of so many tricks, those of each together."""
    each = len(values) // cards
    whole = [int(value) for value in values]
    return [sorted(set(whole[first : first + each])) for first in range(0, len(whole), each)]


def points_bounds(points: PointSums) -> Bounds:
    """The least and the most that any tricks can be worth."""
    return Bounds(min(map(min, points)), max(map(max, points)))
