"""Which suits a player has shown to be void of, by playing what another card would have forbidden.

Who holds a card of the suit led owes it: playing another one tells everybody that there is none.
The same is asked of every rule about what may be played, each card by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from clagdsl.lang.cards import Card, Suit, is_special
from clagdsl.lang.policies.play import held_back
from clagdsl.lang.special import EXTREMES
from clagdsl.table.deal_rules import DealRules, Owed, Trumps
from clagdsl.table.following import Turn, could_not_hold, is_high_enough, owed_now
from clagdsl.table.tricks import PlayedCard

Voids: TypeAlias = tuple[tuple[Suit, ...], ...]
"""By seat, the suits that it has shown to be void of in this deal; empty where nobody has."""


def with_voids(voids: Voids, seat: int, rules: DealRules, suits: tuple[Suit, ...]) -> Voids:
    """The same where a seat has shown to be void of these suits, too."""
    known = voids or ((),) * rules.players
    if all(map(known[seat].__contains__, suits)):
        return voids
    both = tuple(suit for suit in rules.deck.suits if suit in known[seat] or suit in suits)
    return (*known[:seat], both, *known[seat + 1 :])


def known_voids(
    rules: DealRules,
    played: Sequence[PlayedCard],
    trumps: Trumps | None,
    card: Card,
    face: Card | None,
) -> tuple[Suit, ...] | None:
    """What `suits_shown_void` tells where it is known without asking; None where it is not.

    Of whoever follows that hangs on the suit led and the trumps alone, where nobody owes a card of
    some height: it is worked out once.
    """
    if not played:
        return None if rules.holds_back else ()
    if rules.deck.specials:
        return None
    key = (played[0].face.suit, trumps if rules.asks_trumps else None, card, face)
    shown = rules.void_table.get(key)
    if shown is None:
        turn = Turn((), played, trumps)
        owed = owed_now(rules, turn)
        if any(each.by_height for each in owed):
            return None
        shown = rules.void_table[key] = _owed_before(rules, turn, owed, card, face)
    return shown


def suits_shown_void(
    rules: DealRules, turn: Turn, card: Card, face: Card | None
) -> tuple[Suit, ...]:
    """The suits of which a play that the rules allow shows that its player holds no other card.

    Wild cards do not count, but where they count as cards of their printed suit.
    """
    if is_special(card) or rules.plays_top:
        return ()  # these may be played whatever is held
    named = face or card
    if not turn.played:
        if not rules.holds_back or named.suit != held_back(rules.open, turn.trumps or ()):
            return ()
    else:
        owed = owed_now(rules, turn)
        if not owed or owed[0].kind not in EXTREMES:  # an extreme is asked for alone
            return _owed_before(rules, turn, owed, card, face)
    return tuple(one for one in rules.deck.suits if _is_shown_void(rules, turn, card, face, one))


def _owed_before(
    rules: DealRules, turn: Turn, owed: Sequence[Owed], card: Card, face: Card | None
) -> tuple[Suit, ...]:
    """The suits that a play shows void when some class is owed.

    A wild card is asked about card by card: it is named in the first class that the rest of the
    hand has, so naming it in the suit led also shows that there is nothing of a later class.
    """
    if card.rank in rules.wild.ranks:
        return tuple(
            one for one in rules.deck.suits if _is_shown_void(rules, turn, card, face, one)
        )
    return _passed_over(rules, turn, owed, card, face or card)


def _passed_over(
    rules: DealRules, turn: Turn, owed: Sequence[Owed], card: Card, face: Card
) -> tuple[Suit, ...]:
    """The suits of the classes before that of a card: what `_is_shown_void` tells, and faster."""
    found: list[Suit] = []
    for kind, suits, by_height in owed:
        of_class = face.suit in suits
        if of_class and (not by_height or is_high_enough(kind, rules, turn, card, face)):
            break
        for suit in suits:
            others, shown = _others(rules, card, suit), True
            if by_height:
                shown = all(is_high_enough(kind, rules, turn, one, one) for one in others)
            if others and shown:
                found.append(suit)
    return tuple([suit for suit in rules.deck.suits if suit in found])


def _is_shown_void(rules: DealRules, turn: Turn, card: Card, face: Card | None, suit: Suit) -> bool:
    others = _others(rules, card, suit)
    return bool(others) and all(could_not_hold(rules, turn, card, face, one) for one in others)


def _others(rules: DealRules, card: Card, suit: Suit) -> Sequence[Card]:
    """The other cards that make somebody who holds one hold that suit."""
    others: Sequence[Card] = rules.deck.of_suit(suit)
    if rules.wild.ranks and not rules.wild.in_suit:
        others = [one for one in others if one.rank not in rules.wild.ranks]
    if card in others:
        place = others.index(card)
        others = (*others[:place], *others[place + 1 :])
    return others
