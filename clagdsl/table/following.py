"""Which cards may be played to a trick, and why another may not.

Whoever holds a card of the suit led owes a card of it.  A wild card may always be played, but
while its player holds another card of the suit led it must be named in that suit.  Wild cards in
the hand make no duty, except those printed in the suit led where the rules say `in suit`; the
wild card that is being played never counts.  Where the rules let nothing follow, or the top card
must be played, there is no duty at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from clagdsl import problems
from clagdsl.lang.cards import PACK, Card, Suit
from clagdsl.problems.model import Reason
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.tricks import PlayedCard

IN_ORDER: Final = attrgetter("sort_key")


def playable(
    rules: DealRules, hand: Sequence[Card], played: Sequence[PlayedCard]
) -> tuple[tuple[Card, Card], ...]:
    """Every card that may be played with every card that it may stand for, in a fixed order.

    `hand` is what the player holds in the order dealt, `played` the trick so far.
    """
    cards = list(hand[:1]) if rules.play == "top card" else sorted(hand, key=IN_ORDER)
    if rules.wild.ranks:
        return _playable_with_wilds(rules, hand, played, cards)
    if played and rules.follows:
        led = played[0].face.suit
        following = [card for card in cards if card.suit == led]
        if following or "anything" not in rules.follow:
            cards = following
    return tuple([(card, card) for card in cards])


def _playable_with_wilds(
    rules: DealRules,
    hand: Sequence[Card],
    played: Sequence[PlayedCard],
    cards: Sequence[Card],
) -> tuple[tuple[Card, Card], ...]:
    plays: list[tuple[Card, Card]] = []
    for card in cards:
        suit = _suit_owed(rules, hand, played, card)
        if card.rank in rules.wild.ranks:
            taken = _faces_named(rules, played)
            plays += [
                (card, face)
                for face in PACK
                if (suit is None or face.suit == suit) and face not in taken
            ]
        elif suit is None or card.suit == suit:
            plays.append((card, card))
    return tuple(plays)


def _suit_owed(
    rules: DealRules, hand: Sequence[Card], played: Sequence[PlayedCard], card: Card
) -> Suit | None:
    """The suit led, where the player owes it and `card` must therefore be of it, else None."""
    if not played or not rules.follows:
        return None
    led = played[0].face.suit
    wild = () if rules.wild.in_suit else rules.wild.ranks
    for other in hand:
        if other.suit == led and other.rank not in wild and other != card:
            return led
    return led if "anything" not in rules.follow else None


def _faces_named(rules: DealRules, played: Sequence[PlayedCard]) -> tuple[Card, ...]:
    return tuple([one.face for one in played if one.card.rank in rules.wild.ranks])


def why_not_play(
    rules: DealRules,
    hand: Sequence[Card],
    played: Sequence[PlayedCard],
    card: Card,
    face: Card | None = None,
) -> Reason | None:
    """Why a card may not be played, as the card that it stands for, or None if it may.

    `face` says what a wild card stands for.  For any other card it is None or the card itself.
    """
    if card not in hand:
        return problems.illegal_actions.NotHeld(card).reason()
    if rules.play == "top card" and card != hand[0]:
        return problems.illegal_actions.NotOnTop(card, origin=rules.origin("play")).reason()
    if card.rank in rules.wild.ranks:
        return _why_not_wild(rules, hand, played, card, face)
    if face is not None and face != card:
        return problems.illegal_actions.NotWild(
            card, rules.wild.ranks, origin=rules.origin("wild")
        ).reason()
    if not played or not rules.follows or card.suit == played[0].face.suit:
        return None
    suit = _suit_owed(rules, hand, played, card)
    if suit is None:
        return None
    allowed = [may for may, _ in playable(rules, hand, played)]
    return problems.illegal_actions.MustFollow(
        card, suit, allowed, origin=rules.origin("follow")
    ).reason()


def _why_not_wild(
    rules: DealRules,
    hand: Sequence[Card],
    played: Sequence[PlayedCard],
    card: Card,
    face: Card | None,
) -> Reason | None:
    origin = rules.origin("wild")
    if face is None:
        return problems.illegal_actions.UnnamedWild(card, origin=origin).reason()
    if face in _faces_named(rules, played):
        return problems.illegal_actions.FaceTaken(card, face, origin=origin).reason()
    suit = _suit_owed(rules, hand, played, card)
    if suit is not None and face.suit != suit:
        return problems.illegal_actions.WildMustFollow(card, face, suit, origin=origin).reason()
    return None
