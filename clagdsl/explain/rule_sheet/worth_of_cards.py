"""What cards are worth by themselves, in sentences, and an example with some of them."""

from __future__ import annotations

from clagdsl.explain.english import card_single, counted, rank_single, sentence
from clagdsl.lang.cards import Card, read_card
from clagdsl.lang.enumeration import listed
from clagdsl.lang.policies.card_worth import Worth
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.trick_values import worths

_FEW = 3
"""So many cards that are worth something in two ways are told one by one."""


def card_worth_sentences(rules: DealRules) -> list[str]:
    """What cards add to the tricks that hold them, where that is said."""
    said = rules.card_worth.worths
    if not said:
        return ["No card is worth anything by itself."]
    told = listed([f"{_which(one)} {counted(one.points, 'point')}" for one in said], "and")
    opening = "the cards in a trick add to what it is worth"
    if tricks_are_nothing(rules):
        opening = "a trick is worth what the cards in it are worth"
    sentences = [sentence(f"{opening}: {told}"), *_twice(rules)]
    if rules.wild.ranks:
        sentences.append("A wild card is worth what the card is that it stands for.")
    return sentences


def tricks_are_nothing(rules: DealRules) -> bool:
    """Whether a trick is worth nothing but what the cards in it are."""
    values = {value for each in worths(rules, 1).by_rank for value in each.values()}
    return bool(rules.card_worth.worths) and values == {0} and rules.trick_worth.kind == "number"


def shown_cards(rules: DealRules) -> list[Card]:
    """Cards of one trick that are worth something, for an example: one of each kind."""
    found: list[Card] = []
    for one in rules.card_worth.worths:
        held = [face for face in rules.deck.faces if one.holds(face) and face not in found]
        found += [face for face in held if face.rank not in rules.wild.ranks][:1]
    return found[: rules.players]


def _which(worth: Worth) -> str:
    card = read_card(worth.name) if worth.kind == "card" else None
    if card is not None:
        return card_single(card)
    if worth.kind == "rank":
        return f"each {rank_single(worth.name).partition(' ')[2]}"
    return f"each {worth.cards_meant.removesuffix('s')}"


def _twice(rules: DealRules) -> list[str]:
    """What cards are worth that are named in several ways."""
    said, deck = rules.card_worth.worths, rules.deck
    both = [face for face in deck.faces if sum(one.holds(face) for one in said) > 1]
    if not both:
        return []
    each = [f"{card_single(face)} {counted(rules.card_worth.of(face), 'point')}" for face in both]
    if len(both) <= _FEW:
        return [f"What is named twice counts twice: {listed(each, 'and')} in all."]
    return [f"What is named twice counts twice, as {each[0]} in all."]
