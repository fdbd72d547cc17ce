"""The suit and the height of every card as it counts in the play, once the trumps are known.

Input: the rules of a deal and its trumps (None if nobody has stated them, as on a score sheet).
Output: `CountedCards`, computed once for each trump and cached with the rules.

`rank of trump` takes cards out of their printed suit: they belong to the trump suit and to no
other. With one trump suit that is the suit itself, and its listed ranks are its highest cards.
Without trumps, and under an order of the suits, the listed cards are a suit of their own,
`trump`, which beats all others; listed ranks then mean nothing.

INVARIANT: whatever asks for the suit of a card in the play asks `counted_cards`: duties, leads,
winners, voids, worlds, and the arrays of the simulator. `Suit` and `CountedSuit` have no value in
common, so that mypy reports a comparison of one with the other. The printed suit is what a turned
card makes trump, what `card worth` names, and the order in which hands are listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clagdsl.lang.cards import COUNTED_AS, PACK, Card, CountedSuit, face_of, is_special
from clagdsl.lang.policies.play import protected_suit
from clagdsl.lang.rules import NamedTrump, fixed_trumps
from clagdsl.table.deal_rules import CountedCards, DealRules, Trumps


def counted_cards(rules: DealRules, trumps: Trumps | None) -> CountedCards:
    """Returns the cards of a deal as they count under these trumps, cached."""
    counted = rules.counted_table.get(trumps)
    if counted is None:
        counted = rules.counted_table[trumps] = _count(rules, trumps)
    return counted


def _count(rules: DealRules, trumps: Trumps | None) -> CountedCards:
    listed = rules.trump_rank
    suit = trumps[0] if trumps is not None and len(trumps) == 1 else None
    own: CountedSuit = "trump" if suit is None else COUNTED_AS[suit]
    suit_of: dict[Card, CountedSuit] = {}
    height: dict[Card, int] = {}
    by_suit: dict[CountedSuit, list[Card]] = {}
    top: set[Card] = set()
    in_pack = rules.deck.counts
    # a record may show cards that are not in the pack: they count as printed
    for card in (*rules.deck.cards, *(face for face in PACK if face not in rules.deck.face_counts)):
        if card.rank in rules.powers:
            continue
        place = listed.place_of(card, suit) if card in in_pack else None
        counted: CountedSuit | None = own
        if place is None:
            counted = None if is_special(card) else COUNTED_AS[card.suit]
        elif trumps is None:
            counted = None  # a trump, of a suit that nobody has stated
        for face in (card, face_of(card)):
            if counted is not None:
                suit_of[face] = counted
            height[face] = rules.strength.get(card.rank, 0)
            if place is not None:
                height[face] = len(rules.ranks) + len(listed.top) - 1 - place
                top.add(face)
        if counted is not None and card in in_pack:
            by_suit.setdefault(counted, []).append(card)
    trump = own if suit is not None or (trumps is not None and "trump" in by_suit) else None
    of_none = ("trump",) if trump == "trump" else ()
    return CountedCards(
        suit_of,
        height,
        {name: tuple(by_suit[name]) for name in (*COUNTED_AS.values(), "trump") if name in by_suit},
        trump,
        (*of_none, *(COUNTED_AS[each] for each in trumps or ())),
        frozenset(top),
    )


def suits_played(
    rules: DealRules, trumps: Trumps | None, tricks: Iterable[Iterable[Any]]
) -> set[CountedSuit]:
    """Returns the suits of the cards in these tricks, which `until broken` asks for.

    A trick is a sequence of plays with a `face`.
    """
    suit_of = counted_cards(rules, trumps).suit_of
    return {suit_of[play.face] for trick in tricks for play in trick if play.face in suit_of}


def opens_anything(rules: DealRules) -> bool:
    """Returns whether any card may be led.

    So it is under a rule on leading trumps if the deal certainly has none, or has several trump
    suits.
    """
    trumps = fixed_trumps(rules.trump)
    if isinstance(rules.trump, NamedTrump) and rules.trump.what == "order":
        trumps = rules.deck.suits
    return not rules.holds_back or (
        trumps is not None
        and protected_suit(rules.open, counted_cards(rules, trumps).trump) is None
    )
