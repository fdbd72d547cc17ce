"""Which cards may be played to a trick, and why another may not.

Whoever holds a card of the suit led owes a card of it.  A wild card may always be played, but
while its player holds another card of the suit led it must be named in that suit.  Wild cards in
the hand make no duty, except those printed in the suit led where the rules say `in suit`; the
wild card that is being played never counts.  Where the rules let nothing follow, or the top card
must be played, there is no duty at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.cards import IN_ORDER, PACK, Card, Suit
from clagdsl.problems.actions import reasons
from clagdsl.problems.actions.reasons import Reason
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.tricks import PlayedCard


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
        return reasons.not_held(card)
    if rules.play == "top card" and card != hand[0]:
        return reasons.not_on_top(card, rules.origin("play"))
    if card.rank in rules.wild.ranks:
        return _why_not_wild(rules, hand, played, card, face)
    if face is not None and face != card:
        return reasons.not_wild(card, rules.wild.ranks, rules.origin("wild"))
    if not played or not rules.follows or card.suit == played[0].face.suit:
        return None
    suit = _suit_owed(rules, hand, played, card)
    if suit is None:
        return None
    allowed = [may for may, _ in playable(rules, hand, played)]
    return reasons.must_follow(card, suit, allowed, rules.origin("follow"))


def _why_not_wild(
    rules: DealRules,
    hand: Sequence[Card],
    played: Sequence[PlayedCard],
    card: Card,
    face: Card | None,
) -> Reason | None:
    origin = rules.origin("wild")
    if face is None:
        return reasons.unnamed_wild(card, origin)
    if face in _faces_named(rules, played):
        return reasons.face_taken(card, face, origin)
    suit = _suit_owed(rules, hand, played, card)
    if suit is not None and face.suit != suit:
        return reasons.wild_must_follow(card, face, suit, origin)
    return None
