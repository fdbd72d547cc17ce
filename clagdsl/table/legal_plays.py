"""The cards that may be played to a trick, and the reasons why others are refused.

The rules list classes of cards, such as `suit, else anything`. A player who holds a card of the
first class must play one of it, else one of the second class, and so on. This obligation is called
a duty.

- Wild cards may always be played. While their player owes a class, they must be named in a suit of
  that class.
- Wild cards in the hand create no duty, except by their printed suit if the rules say `in suit`.
  The wild card being played never creates one.
- If the rules let players follow with anything, or require the top card, nobody has a duty.
- A class of higher cards holds the cards that would win the trick so far. A wild card belongs to it
  as the card it is named as.
- If the trumps are unknown, as on a score sheet, only duties that hold for all trumps bind.
- Rules may forbid leading a suit. A leader then owes a card of another suit, in the same way.
- Special cards may always be played, belong to no class, and create no duty in the hand. If the
  special card led asks for nothing, or leaves the suit to the next ordinary card and none has been
  played, nobody owes anything.
- The suit of a card is the suit to which it counts (`counted_cards`). A listed trump whose suit is
  unknown, because the trumps are, may always be played and creates no duty.
- If the special card led asks for the highest or lowest card of a suit, a player who holds the suit
  owes that card. Others may play anything.

The last part of the module derives the suits in which a play shows a void.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Final, TypeAlias, assert_never

from clagdsl import problems
from clagdsl.lang.cards import COUNTED_AS, IN_ORDER, SUITS, Card, CountedSuit, face_of
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.play import HIGHER, is_suit_led, is_until_broken, protected_suit
from clagdsl.lang.rules import FollowClass
from clagdsl.lang.special_cards import (
    EXTREMES,
    Extreme,
    LeadDemand,
    PlayedAs,
    matching_option,
    play_options,
)
from clagdsl.problems.diagnostic import Reason
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import CountedCards, DealRules, Duty, Owed, Trumps
from clagdsl.table.tricks import PlayedCard, strongest, suit_led


@dataclass(slots=True)  # not frozen: one is created for every list of plays and for every play
class Turn:
    """The information that decides which cards a player may play.

    `hand` is in the order dealt, `played` is the trick so far. `trumps` may be None on a score
    sheet, on which nobody has stated them.
    """

    hand: Sequence[Card]
    played: Sequence[PlayedCard]
    trumps: Trumps | None
    broken: Container[CountedSuit] | None = ()
    """The suits that have been played to an earlier trick of the deal.

    None if this is unknown, or if it is unknown whether the seat leads.
    """


def suits_of(
    kind: Duty, counted: CountedCards, played: Sequence[PlayedCard]
) -> tuple[CountedSuit, ...]:
    """Returns the suits whose cards belong to a class, once a card has been led.

    Of the trick, only the suit led matters.
    """
    match kind:
        case "suit" | "higher suit" | "highest" | "lowest":
            led = suit_led(counted, played)
            return () if led is None else (led,)
        case "trump" | "higher trump":
            return () if counted.trump is None else (counted.trump,)
        case "anything":
            return counted.suits
        case _:
            assert_never(kind)


def owed_now(rules: DealRules, turn: Turn) -> tuple[Owed, ...]:
    """Returns the duties of a player who follows; with unknown trumps, those that hold for all
    trumps.
    """
    key: tuple[CountedSuit | None, Trumps | None, Extreme | None]
    counted = counted_cards(rules, turn.trumps)
    if rules.powers:
        demand = _demand_of_lead(turn)
        extreme = None if demand is None else demand.extreme
        key = (suit_led(counted, turn.played), turn.trumps, extreme)
    else:
        led = counted.suit_of.get(turn.played[0].face)
        key = (led, turn.trumps if rules.asks_trumps else None, None)
    owed = rules.owed_table.get(key)
    if owed is None:
        owed = rules.owed_table[key] = tuple(
            Owed(kind, suits_of(kind, counted, turn.played), kind in HIGHER or kind in EXTREMES)
            for kind in _duties(rules, key[0], turn.trumps, key[2])
        )
    return owed


def _duties(
    rules: DealRules, led: CountedSuit | None, trumps: Trumps | None, extreme: Extreme | None
) -> tuple[Duty, ...]:
    """Returns the kinds of cards owed, given the suit led and the extreme asked for, if any."""
    duties = rules.duties
    if led is None:
        return ()
    if extreme is not None:
        return (extreme,)
    if trumps is not None:
        return duties
    binding: list[FollowClass] = []
    for kind, then in pairwise((*duties, "anything")):
        if kind in HIGHER and then == HIGHER[kind] and is_suit_led(kind):
            continue  # either way, a card of the suit led is owed
        # whether this class binds depends on the unknown trumps, and so do all later ones
        if kind in HIGHER or kind == "trump":
            break
        binding.append(kind)
    return tuple(binding)


def _demand_of_lead(turn: Turn) -> LeadDemand | None:
    """Returns the demand of the special card led, or None if the card led is not special."""
    first = turn.played[0].face
    return first.demand if isinstance(first, PlayedAs) else None


def _is_extreme(kind: Extreme, rules: DealRules, turn: Turn, card: Card) -> bool:
    """Returns whether a card is the highest or lowest of its suit in the hand.

    A wild card always counts as the highest and the lowest. Other wild cards in the hand count in
    their printed suit if the rules say so.
    """
    wild = rules.wild.ranks
    if card.rank in wild:
        return True
    quiet = () if rules.wild.in_suit else wild
    counted = counted_cards(rules, turn.trumps)
    suit = counted.suit_of.get(card)
    others = [
        one for one in turn.hand if counted.suit_of.get(one) == suit and one.rank not in quiet
    ]
    heights = [(counted.height[one], -one.copy) for one in others]
    height = (counted.height[card], -card.copy)
    return height == (max(heights) if kind == "highest" else min(heights))


def is_high_enough(kind: Duty, rules: DealRules, turn: Turn, card: Card, face: Card) -> bool:
    """Returns whether a card played as `face` is as high as a class demands.

    In a class of higher cards it must win the trick so far. As an extreme it must be the highest or
    lowest card of its suit.
    """
    if kind == "highest" or kind == "lowest":
        return _is_extreme(kind, rules, turn, card)
    if kind not in HIGHER:
        return True
    played = (*turn.played, PlayedCard(-1, card, face))
    return strongest(rules, turn.trumps or (), played) == len(turn.played)


def suit_not_to_lead(rules: DealRules, turn: Turn) -> CountedSuit | None:
    """Returns the suit that the seat may not lead now while it holds another, or None."""
    if turn.played or turn.broken is None or not rules.holds_back:
        return None
    suit = protected_suit(rules.open, counted_cards(rules, turn.trumps or ()).trump)
    return None if is_until_broken(rules.open) and suit in turn.broken else suit


def _forbidden_lead(rules: DealRules, turn: Turn, card: Card) -> CountedSuit | None:
    """Returns the suit that may not be led with `card`, or None if `card` may be led.

    `card` belongs to that suit or is wild.
    """
    suit = suit_not_to_lead(rules, turn)
    wild, suit_of = rules.wild.ranks, counted_cards(rules, turn.trumps).suit_of
    if suit is None or (card.rank not in wild and suit_of.get(card) != suit):
        return None
    quiet = () if rules.wild.in_suit else wild
    for other in _rest_of_hand(turn, card):
        if suit_of.get(other, suit) != suit and other.rank not in quiet:
            return suit
    return None


def _rest_of_hand(turn: Turn, card: Card) -> Sequence[Card]:
    """Returns the hand without the card that is played."""
    others = list(turn.hand)
    others.remove(card)
    return others


def playable(rules: DealRules, turn: Turn) -> tuple[tuple[Card, Card], ...]:
    """Returns every legal play as (card, face), in a fixed order.

    `face` is the card that a wild card stands for, or how a special card is played.
    """
    if rules.as_printed:
        return tuple([(card, card) for card in allowed_cards(rules, turn)])
    if rules.wild.ranks:
        named = _choices_with_wilds(rules, turn)
        return tuple([(card, face) for card, faces in named for face in faces])
    return tuple([(card, face) for card, faces in choices(rules, turn) for face in faces])


def choices(rules: DealRules, turn: Turn) -> list[tuple[Card, list[Card]]]:
    """Returns every playable card once, with all faces it may be played as.

    A special card comes with every way of playing it that must be stated, or itself if none must.
    """
    if rules.wild.ranks:
        return _choices_with_wilds(rules, turn)
    if rules.powers:
        allowed = allowed_cards(rules, turn)
        return [
            (card, _ways_to_play(rules, turn, card) if card.rank in rules.powers else [card])
            for card in allowed
        ]
    return [(card, [card]) for card in allowed_cards(rules, turn)]


def _ways_to_play(rules: DealRules, turn: Turn, card: Card) -> list[Card]:
    """Returns the ways to play a special card now; the card itself if nothing has to be stated."""
    options = play_options(rules.specials[card.rank], rules.deck.suits, leads=not turn.played)
    return [card if way.stated is None else way.stated for way in options]


def _in_order(rules: DealRules, cards: Sequence[Card]) -> list[Card]:
    """Returns the distinct cards in the fixed order."""
    if len(cards) < 2:
        return list(cards)
    listed = sorted(cards, key=IN_ORDER)
    return list(dict.fromkeys(listed)) if rules.deck.repeats else listed


def allowed_cards(rules: DealRules, turn: Turn) -> list[Card]:
    """Returns the playable cards in a fixed order, if no card is wild."""
    if rules.plays_top:
        return list(turn.hand[:1])
    cards = turn.hand
    if turn.played:
        if rules.binds:
            cards = _owed(rules, turn)
    elif rules.holds_back:
        suit = suit_not_to_lead(rules, turn)
        suit_of = counted_cards(rules, turn.trumps).suit_of
        others = [card for card in cards if suit is None or suit_of.get(card) != suit]
        cards = others if any(card in suit_of for card in others) else cards
    return _in_order(rules, cards)


def _owed(rules: DealRules, turn: Turn) -> Sequence[Card]:
    """Returns the cards of the first class that the hand holds."""
    cards, suit_of = turn.hand, counted_cards(rules, turn.trumps).suit_of
    for kind, suits, by_height in owed_now(rules, turn):
        owed = [card for card in cards if suit_of.get(card) in suits]
        if owed and by_height:
            owed = [card for card in owed if is_high_enough(kind, rules, turn, card, card)]
        if owed and (rules.powers or turn.trumps is None):
            return [card for card in cards if card in owed or card not in suit_of]
        if owed:
            return owed
    return cards if "anything" in rules.follow.classes else []


def _choices_with_wilds(rules: DealRules, turn: Turn) -> list[tuple[Card, list[Card]]]:
    plays: list[tuple[Card, list[Card]]] = []
    left: dict[tuple[Duty | None, CountedSuit | None, int], list[Card]] = {}
    for card in _in_order(rules, turn.hand[:1] if rules.plays_top else turn.hand):
        if card.rank in rules.powers:
            plays.append((card, _ways_to_play(rules, turn, card)))
            continue
        owed, kept = _class_owed(rules, turn, card), _forbidden_lead(rules, turn, card)
        if card.rank in rules.wild.ranks:
            key = (owed, kept, card.copy)  # the same key for all wild cards of a pack
            if key not in left:
                left[key] = _faces_left(rules, turn, card, owed, kept)
            if left[key]:
                plays.append((card, left[key]))
        elif owed is None and kept is None:
            plays.append((card, [card]))
    return plays


def _faces_left(
    rules: DealRules, turn: Turn, card: Card, owed: Duty | None, kept: CountedSuit | None
) -> list[Card]:
    """Returns the cards that a wild card may stand for, given the class owed and the suit not to
    lead.
    """
    faces = list(rules.deck.faces)
    named = _faces_named(rules, turn)
    for taken in dict.fromkeys(named):
        if taken in faces and named.count(taken) >= rules.deck.face_counts[taken]:
            faces.remove(taken)
    counted = counted_cards(rules, turn.trumps)
    if owed is not None:
        suits = suits_of(owed, counted, turn.played)
        faces = [one for one in faces if counted.suit_of.get(one) in suits]
        faces = [one for one in faces if is_high_enough(owed, rules, turn, card, one)]
    if kept is None:
        return faces
    return [one for one in faces if counted.suit_of.get(one) != kept]


def _class_owed(rules: DealRules, turn: Turn, card: Card) -> Duty | None:
    """Returns the class owed by the player if `card` does not belong to it, else None.

    A wild card belongs to no class by itself.
    """
    if not turn.played or not rules.binds:
        return None
    wild = rules.wild.ranks
    quiet = () if rules.wild.in_suit else wild
    natural, suit_of = card.rank not in wild, counted_cards(rules, turn.trumps).suit_of
    if natural and card not in suit_of:
        return None
    for kind, suits, by_height in owed_now(rules, turn):
        of_class = natural and suit_of[card] in suits
        if of_class and (not by_height or is_high_enough(kind, rules, turn, card, card)):
            return None
        for other in _rest_of_hand(turn, card):
            if suit_of.get(other) not in suits or other.rank in quiet:
                continue
            # one of the other cards of a suit is the highest, and one the lowest
            if not by_height or kind in EXTREMES or is_high_enough(kind, rules, turn, other, other):
                return kind
    return rules.duties[-1] if "anything" not in rules.follow.classes else None


def could_not_hold(
    rules: DealRules, turn: Turn, card: Card, face: Card | None, other: Card
) -> bool:
    """Returns whether a legal play shows that its player does not hold `other`.

    It does if no hand with `other` would have made the play legal. `turn` is the turn of the play;
    its hand is ignored.

    For an ordinary card, `other` can be tested alone, because a single card is enough to create a
    duty. A wild card must be named in the first class that the rest of the hand holds. If it is
    named in a class, the hand may hold cards of later classes as well.
    """
    if card.rank in rules.powers or rules.plays_top:
        return False
    with_it = Turn((card, other), turn.played, turn.trumps, turn.broken)
    named = face or card
    kept = _forbidden_lead(rules, with_it, card)
    if kept is not None and counted_cards(rules, turn.trumps).suit_of.get(named) == kept:
        return True
    owed = _class_owed(rules, with_it, card)
    if owed is None:
        return False
    earlier: list[Owed] = []
    for each in owed_now(rules, with_it):
        is_named_in = _is_of_class(rules, with_it, each, card, named)
        if each[0] == owed or (is_named_in and _can_be_first(rules, with_it, each, earlier, card)):
            return not is_named_in
        earlier.append(each)
    return True


def _is_of_class(rules: DealRules, turn: Turn, owed: Owed, card: Card, face: Card) -> bool:
    """Returns whether a card played as `face` belongs to a class."""
    kind, suits, by_height = owed
    suit = counted_cards(rules, turn.trumps).suit_of.get(face)
    return suit in suits and (not by_height or is_high_enough(kind, rules, turn, card, face))


def _can_be_first(
    rules: DealRules, turn: Turn, owed: Owed, earlier: Sequence[Owed], card: Card
) -> bool:
    """Returns whether a card of the pack other than `card` is of this class and of none before."""
    return any(
        _is_of_class(rules, turn, owed, one, one)
        and not any(_is_of_class(rules, turn, each, one, one) for each in earlier)
        for suit in owed[1]
        for one in _others_in_suit(rules, turn.trumps, card, suit)
    )


def _faces_named(rules: DealRules, turn: Turn) -> tuple[Card, ...]:
    return tuple([one.face for one in turn.played if one.card.rank in rules.wild.ranks])


def why_not_play(
    rules: DealRules, turn: Turn, card: Card, face: Card | None = None
) -> Reason | None:
    """Returns why a card may not be played as `face`, or None if it may.

    `face` is the card that a wild card stands for, or how a special card is played. Any other card
    has None or itself.
    """
    if card not in turn.hand:
        copies = [held for held in turn.hand if face_of(held) == card]
        return problems.illegal_actions.NotHeld(card, copies).reason()
    if rules.plays_top and card != turn.hand[0]:
        return problems.illegal_actions.NotOnTop(card, origin=rules.origin("play")).reason()
    if card.rank in rules.powers:
        return _why_not_special(rules, turn, card, face)
    if isinstance(face, PlayedAs):
        return problems.illegal_actions.NoSpecial(card, origin=rules.origin("play")).reason()
    if card.rank in rules.wild.ranks:
        return _why_not_wild(rules, turn, card, face)
    if face is not None and face != card:
        return problems.illegal_actions.NotWild(
            card, rules.wild.ranks, origin=rules.origin("wild")
        ).reason()
    if _forbidden_lead(rules, turn, card) is not None:
        return _why_not_led(rules, turn, str(card))
    owed = _class_owed(rules, turn, card)
    return None if owed is None else _why_owed(rules, turn, owed, card, None)


def _why_not_special(rules: DealRules, turn: Turn, card: Card, face: Card | None) -> Reason | None:
    special, leads = rules.specials[card.rank], not turn.played
    if face is not None and face != card and not isinstance(face, PlayedAs):
        return problems.illegal_actions.NotWild(
            card, rules.wild.ranks, origin=rules.origin("wild")
        ).reason()
    if matching_option(special, rules.deck.suits, face, leads=leads) is not None:
        return None
    played_as = face if isinstance(face, PlayedAs) else None
    allowed = [str(one) for one in _ways_to_play(rules, turn, card)]
    if played_as is None or (
        leads
        and played_as.demand is None
        and (played_as.power is None or played_as.power in special.powers)
    ):
        return problems.illegal_actions.UnsaidDemand(
            str(card), allowed, origin=special.origin
        ).reason()
    return problems.illegal_actions.NotPlayedSo(
        str(played_as), leads, allowed, origin=special.origin
    ).reason()


def _why_not_led(rules: DealRules, turn: Turn, text: str) -> Reason:
    suit = suit_not_to_lead(rules, turn)
    assert suit is not None
    return problems.illegal_actions.HeldBack(
        text,
        suit,
        is_until_broken(rules.open),
        _allowed(rules, turn),
        origin=rules.origin("open"),
    ).reason()


def _why_not_wild(rules: DealRules, turn: Turn, card: Card, face: Card | None) -> Reason | None:
    origin = rules.origin("wild")
    if face is None:
        return problems.illegal_actions.UnnamedWild(card, origin=origin).reason()
    if face not in rules.deck.face_counts:
        return problems.illegal_actions.FaceNotThere(card, face, origin=origin).reason()
    times = rules.deck.face_counts[face]
    if _faces_named(rules, turn).count(face) >= times:
        return problems.illegal_actions.FaceTaken(card, face, times, origin=origin).reason()
    counted = counted_cards(rules, turn.trumps)
    suit = counted.suit_of.get(face)
    if suit is not None and suit == _forbidden_lead(rules, turn, card):
        return _why_not_led(rules, turn, f"{card} as {face}")
    owed = _class_owed(rules, turn, card)
    if owed is None:
        return None
    of_suit = suit in suits_of(owed, counted, turn.played)
    if of_suit and is_high_enough(owed, rules, turn, card, face):
        return None
    return _why_owed(rules, turn, owed, card, face)


def _why_owed(rules: DealRules, turn: Turn, owed: Duty, card: Card, face: Card | None) -> Reason:
    """Returns why a card outside the class owed is refused; `face` is the face of a wild card."""
    suits = suits_of(owed, counted_cards(rules, turn.trumps), turn.played)
    text, allowed = f"{card} as {face}" if face else str(card), _allowed(rules, turn)
    match owed:
        case "higher suit" | "higher trump":
            best = turn.played[strongest(rules, turn.trumps or (), turn.played)]
            required = "a card of the suit led" if is_suit_led(owed) else "a trump"
            return problems.illegal_actions.MustBeat(
                text, required, str(best), allowed, origin=rules.origin("follow")
            ).reason()
        case "highest" | "lowest":
            asking = turn.played[0].card.rank
            return problems.illegal_actions.MustPlayExtreme(
                text, owed, suits[0], asking, allowed, origin=rules.specials[asking].origin
            ).reason()
        case "trump":
            return problems.illegal_actions.MustTrump(
                text, allowed, origin=rules.origin("follow")
            ).reason()
        case "suit" | "anything":  # "anything" is never owed alone
            if face is not None:
                origin = rules.origin("wild")
                return problems.illegal_actions.WildMustFollow(
                    card, face, suits[0], origin=origin
                ).reason()
            return problems.illegal_actions.MustFollow(
                card, suits[0], allowed, origin=rules.origin("follow")
            ).reason()
        case _:
            assert_never(owed)


def _allowed(rules: DealRules, turn: Turn) -> list[Card]:
    """Returns the cards that may be played instead, each once."""
    return list(dict.fromkeys(may for may, _ in playable(rules, turn)))


# --- suits in which a player shows a void -------------------------------------------------
# A play shows a void if another card would have made it illegal. A player who holds the suit led
# must follow suit, so a card of another suit shows everybody a void. Every rule about legal plays
# is inverted this way, one card at a time.


Voids: TypeAlias = tuple[tuple[CountedSuit, ...], ...]
"""For each seat, the suits in which it has shown a void in this deal; empty if nobody has.

They are suits as the cards count: a seat that is void in the trump suit has no listed trump.
"""

_VOIDS_IN_ORDER: Final[tuple[CountedSuit, ...]] = (*(COUNTED_AS[suit] for suit in SUITS), "trump")


def with_voids(voids: Voids, seat: int, rules: DealRules, suits: tuple[CountedSuit, ...]) -> Voids:
    """Returns the voids after a seat has shown a void in these suits."""
    voids_by_seat = voids or ((),) * rules.players
    if all(map(voids_by_seat[seat].__contains__, suits)):
        return voids
    both = tuple(suit for suit in _VOIDS_IN_ORDER if suit in voids_by_seat[seat] or suit in suits)
    return (*voids_by_seat[:seat], both, *voids_by_seat[seat + 1 :])


def voids_without_search(
    rules: DealRules,
    played: Sequence[PlayedCard],
    trumps: Trumps | None,
    card: Card,
    face: Card | None,
) -> tuple[CountedSuit, ...] | None:
    """Returns the result of `suits_shown_void` if it is cached or cheap to compute, else None.

    For a player who follows, the result depends only on the suit led and the trumps, unless a duty
    depends on the height of the card. It is then computed once.
    """
    if not played:
        return None if rules.holds_back else ()
    if rules.powers:
        return None
    led = counted_cards(rules, trumps).suit_of.get(played[0].face)
    key = (led, trumps if rules.asks_trumps else None, card, face)
    shown = rules.void_table.get(key)
    if shown is None:
        turn = Turn((), played, trumps)
        owed = owed_now(rules, turn)
        if any(each.by_height for each in owed):
            return None
        shown = rules.void_table[key] = _voids_by_duty(rules, turn, owed, card, face)
    return shown


def suits_shown_void(
    rules: DealRules, turn: Turn, card: Card, face: Card | None
) -> tuple[CountedSuit, ...]:
    """Returns the suits in which a legal play shows that its player holds no other card.

    Wild cards count only if the rules count them in their printed suit.
    """
    if card.rank in rules.powers or rules.plays_top:
        return ()  # these are legal whatever else is held
    named, counted = face or card, counted_cards(rules, turn.trumps)
    if not turn.played:
        if not rules.holds_back or counted.suit_of.get(named) != protected_suit(
            rules.open, counted.trump
        ):
            return ()
    else:
        owed = owed_now(rules, turn)
        if not owed or owed[0].kind not in EXTREMES:  # an extreme is always the only duty
            return _voids_by_duty(rules, turn, owed, card, face)
    return tuple(one for one in counted.suits if _is_shown_void(rules, turn, card, face, one))


def _voids_by_duty(
    rules: DealRules, turn: Turn, owed: Sequence[Owed], card: Card, face: Card | None
) -> tuple[CountedSuit, ...]:
    """Returns the suits in which a play shows a void, given the duties.

    A wild card is tested card by card (`could_not_hold`).
    """
    if card.rank in rules.wild.ranks:
        suits = counted_cards(rules, turn.trumps).suits
        return tuple(one for one in suits if _is_shown_void(rules, turn, card, face, one))
    return _voids_passed_over(rules, turn, owed, card, face or card)


def _voids_passed_over(
    rules: DealRules, turn: Turn, owed: Sequence[Owed], card: Card, face: Card
) -> tuple[CountedSuit, ...]:
    """Returns the suits of the classes that precede the class of the card played.

    The result equals that of `_is_shown_void` for every suit, and is faster.
    """
    void_suits: list[CountedSuit] = []
    counted = counted_cards(rules, turn.trumps)
    for kind, suits, by_height in owed:
        of_class = counted.suit_of.get(face) in suits
        if of_class and (not by_height or is_high_enough(kind, rules, turn, card, face)):
            break
        for suit in suits:
            others, shown = _others_in_suit(rules, turn.trumps, card, suit), True
            if by_height:
                shown = all(is_high_enough(kind, rules, turn, one, one) for one in others)
            if others and shown:
                void_suits.append(suit)
    return tuple([suit for suit in counted.suits if suit in void_suits])


def _is_shown_void(
    rules: DealRules, turn: Turn, card: Card, face: Card | None, suit: CountedSuit
) -> bool:
    others = _others_in_suit(rules, turn.trumps, card, suit)
    return bool(others) and all(could_not_hold(rules, turn, card, face, one) for one in others)


def _others_in_suit(
    rules: DealRules, trumps: Trumps | None, card: Card, suit: CountedSuit
) -> Sequence[Card]:
    """Returns the other cards of a suit; a player who holds one of them is not void."""
    others: Sequence[Card] = counted_cards(rules, trumps).by_suit.get(suit, ())
    if rules.wild.ranks and not rules.wild.in_suit:
        others = [one for one in others if one.rank not in rules.wild.ranks]
    if card in others:
        place = others.index(card)
        others = (*others[:place], *others[place + 1 :])
    return others
