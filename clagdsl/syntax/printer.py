"""Prints parts of rules in Clag syntax: names, clause values, schedule rows, played cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import assert_never

from clagdsl.lang.aspects import TABLE, AspectName, AspectValue
from clagdsl.lang.cards import SUIT_NAMES, Card, is_special
from clagdsl.lang.expr.unparse import condition_text, expression_text
from clagdsl.lang.identifiers import is_word
from clagdsl.lang.policies.bid import (
    AuctionBids,
    BidInTurn,
    BidTogether,
    Call,
    FixedBid,
    Free,
    Keeps,
    NoAuction,
    NoBid,
    NoCall,
)
from clagdsl.lang.policies.deal_end import CompletedWhen, NotCounted
from clagdsl.lang.policies.play import CardWorth, Following, RankOrder, Wild
from clagdsl.lang.policies.trump import (
    AuctionTrump,
    DrawnTrump,
    FixedOrder,
    FixedSuit,
    NamedTrump,
    NoTrump,
    RotatingTrump,
    TurnedTrump,
    trump_word,
    turned_text,
)
from clagdsl.lang.policies.trump_order import TrumpRanks, TrumpWorth
from clagdsl.lang.rules import ONE, Ladder, OneSize, PickedSize, Sizes
from clagdsl.lang.special_cards import LeadDemand, PlayedAs
from clagdsl.syntax.lexer import FRACTIONS
from clagdsl.syntax.nodes import Name, PlayedCard, RepeatedRows, ScheduleRow
from clagdsl.syntax.parser import load_tables

# --- names ----------------------------------------------------------------------------------------


@cache
def language_words() -> frozenset[str]:
    """Returns every word of the language."""
    return frozenset(load_tables().words)


def name_text(name: Name) -> str:
    """Returns a name as written in a file, quoted if necessary."""
    return quote_if_needed(name.text)


def quote_if_needed(text: str) -> str:
    """Returns a name as written in a file, quoted unless it is a word that is not a keyword.

    A word that begins with a fraction such as `½` is quoted, because the lexer reads it as a
    number.
    """
    plain = is_word(text) and text[0] not in FRACTIONS and text not in language_words()
    return text if plain else f'"{text}"'


def names_text(names: Iterable[Name]) -> str:
    """Returns names separated by commas."""
    return ", ".join(map(name_text, names))


def cards_text(number: int) -> str:
    """Returns `1 card`, `7 cards` and so on."""
    return "1 card" if number == 1 else f"{number} cards"


# --------------------------------------------------------------------------------------------------


def value_text(aspect: AspectName, value: AspectValue) -> str:
    """Returns the value of a clause as written in a file."""
    match value:
        case str() | NoTrump() | DrawnTrump() | Free() | BidInTurn() | BidTogether() | NoBid():
            return TABLE[aspect].policies.of(value).syntax
        case NotCounted() | NoCall() | Wild(ranks=()) | NoAuction() | AuctionTrump():
            return TABLE[aspect].policies.of(value).syntax
        case RankOrder(ranks=ranks):
            return " ".join(ranks)
        case (
            TurnedTrump()
            | NamedTrump()
            | FixedOrder()
            | FixedSuit()
            | RotatingTrump()
            | AuctionBids()
        ):
            return trump_rule_text(value)
        case FixedBid(number=number):
            return f"fixed {number}"
        case Keeps(condition=condition, otherwise=otherwise):
            rest = "" if otherwise is None else f", otherwise {condition_text(otherwise)}"
            return f"keeps {condition_text(condition)}{rest}"
        case Following(classes=classes):
            return ", else ".join(classes)
        case Wild(ranks=ranks, in_suit=in_suit):
            return " ".join(ranks) + (" in suit" if in_suit else "")
        case CompletedWhen(condition=condition):
            return f"when {condition_text(condition)}"
        case Call(by=by):
            return by
        case CardWorth() | TrumpWorth() | TrumpRanks():
            return value.text
        case _:
            return expression_text(value)


def trump_rule_text(
    trump: TurnedTrump | NamedTrump | FixedOrder | FixedSuit | RotatingTrump | AuctionBids,
) -> str:
    """Returns the text of a trump rule that does not consist of fixed keywords only."""
    match trump:
        case TurnedTrump():
            return turned_text(trump, quote_if_needed)
        case NamedTrump(by=by, what=nameable, first=first):
            cards = "" if first is None else f" from {first} cards"
            return f"named by {by}{cards} any {nameable}"
        case FixedOrder(suits=suits):
            return f"order {' '.join(suits)}"
        case FixedSuit(suit=suit):
            return SUIT_NAMES[suit]
        case RotatingTrump(trumps=trumps, throughout=throughout):
            words = ["rotates", *["throughout"] * throughout]
            return " ".join([*words, *(trump_word(trump) for trump in trumps)])
        case AuctionBids(low=low, high=high, trumps=trumps):
            bounds = f"{expression_text(low)} to {expression_text(high)}"
            return " ".join([bounds, *(trump or "none" for trump in trumps)])
        case _:
            assert_never(trump)


def row_text(row: ScheduleRow | RepeatedRows) -> str:
    """Returns a schedule row, such as `repeat 2 times 1 up to 7 cards: normal`."""
    if isinstance(row, RepeatedRows):
        inside = " then ".join(map(row_text, row.rows))
        return f"repeat {expression_text(row.times)} times ({inside})"
    repeat = "" if row.repeat is None else f"repeat {expression_text(row.repeat)} times "
    when = "" if row.condition is None else f" when {condition_text(row.condition.value)}"
    return f"{repeat}{sizes_text(row.sizes.value)}: {names_text(row.deals)}{when}"


def sizes_text(value: Sizes) -> str:
    """Returns the sizes of a row, such as `1 up to 7 cards`."""
    match value:
        case OneSize(size=size):
            sizes = expression_text(size)
        case Ladder(first=first, last=last, direction=direction, by=by):
            step = "" if by == ONE else f" by {expression_text(by)}"
            sizes = f"{expression_text(first)} {direction} to {expression_text(last)}{step}"
        case PickedSize(low=low, high=high):
            sizes = f"dealer picks {expression_text(low)} to {expression_text(high)}"
        case _:
            assert_never(value)
    return f"{sizes} {'card' if sizes == '1' else 'cards'}"


def played_text(card: PlayedCard) -> str:
    """Returns a played card, such as `2H as AC` or `Joker low asks highest of hearts`."""
    meaning = card.stands_for
    if isinstance(meaning, PlayedAs):
        power = "" if meaning.power is None else f" {meaning.power}"
        return f"{card_text(card.card)}{power}" + request_text(meaning.demand)
    if meaning is None:
        return card_text(card.card)
    return f"{card.card} as {meaning}"


def request_text(asks: LeadDemand | None) -> str:
    """Returns a demand with a leading space, such as ` asks highest of hearts`; "" for None."""
    if asks is None:
        return ""
    if asks.suit is None:
        return f" asks {asks}"
    extreme = "" if asks.extreme is None else f"{asks.extreme} of "
    return f" asks {extreme}{SUIT_NAMES[asks.suit]}"


def card_text(card: Card) -> str:
    """Returns a card as written in an example; a special card is written as its name."""
    return quote_if_needed(card.rank) if is_special(card) else str(card)
