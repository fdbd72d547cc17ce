"""Whether a card is left to turn up for trumps once all are dealt, and what is told of that."""

from __future__ import annotations

from typing import Literal, TypeAlias

from clagdsl.explain.rule_sheet.context import SheetContext
from clagdsl.lang.policies.trump import NothingLeft
from clagdsl.lang.rules import TurnedTrump
from clagdsl.table.deal_rules import DealRules

CardLeft: TypeAlias = Literal["always", "sometimes", "never"]
"""In which deals of a name a card is left to turn."""


def card_left(reading: SheetContext, rules: DealRules) -> CardLeft:
    """In which deals of the name, at any table of the sheet, a card is left to turn.

    It is always where nothing is said of what happens otherwise.
    """
    if not isinstance(rules.trump, TurnedTrump) or rules.trump.nothing_left is None:
        return "always"
    left = {
        table.players * cards < len(table.deck.cards)
        for table in (reading.wider or reading).tables
        for row in table.deals_of(rules.name)
        for cards in range(row.low, row.high + 1)
    }
    if left == {False}:
        return "never"
    return "sometimes" if False in left else "always"


def nothing_left_sentence(nothing_left: NothingLeft, *, late: bool, cases: str) -> str:
    """What is trump in deals in which no card is ever left to turn.

    `late` is set where that is seen only when everybody has bid; `cases` tells what happens where
    a special card is shown.
    """
    if nothing_left == "none":
        return "No card is left to turn: there are no trumps."
    when = "when everybody has bid, " if late else ""
    return (
        f"No card is left to turn: {when}the dealer's last card is shown to all instead, and then"
        f" taken into the hand. Its suit is trumps{cases}."
    )
