"""The smaller choices: calls, named trumps, the number of cards, and the order of the pack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, permutations, product
from typing import assert_never

from clagdsl import problems
from clagdsl.lang.cards import ORDINARY, Card, Deck, Suit
from clagdsl.lang.identifiers import nfc_name
from clagdsl.lang.numerals import in_words
from clagdsl.lang.rules import (
    TRUMP_WORDS,
    AuctionBids,
    AuctionRule,
    AuctionTrump,
    Call,
    CallGroup,
    DrawnTrump,
    FixedOrder,
    FixedSuit,
    Nameable,
    NamedTrump,
    NoTrump,
    Origin,
    RotatingTrump,
    TrumpRule,
    TurnedTrump,
    fixed_trumps,
    trump_name,
    trump_word,
    turned_place,
)
from clagdsl.problems.diagnostic import Reason
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.schedule import ScheduledDeal


@cache
def single_suits(deck: Deck) -> tuple[Trumps, ...]:
    """Returns every suit of a deck, each as the only trump suit."""
    return tuple((suit,) for suit in deck.suits)


@cache
def suit_orders(deck: Deck) -> tuple[Trumps, ...]:
    """Returns every order of the suits of a deck."""
    return tuple(permutations(deck.suits))


def nameable(rules: DealRules, turned: Card | None = None) -> Nameable | None:
    """Returns the kind of trump to be named, or None if nobody names one.

    `turned` is the card turned up for trumps.
    """
    match rules.trump:
        case NamedTrump(what=nameable_now):
            return nameable_now
        case TurnedTrump() if turned is not None:
            case_now = rules.trump.case_of(turned)
            return None if case_now is None else case_now.named
        case _:
            return None


def legal_names(rules: DealRules, turned: Card | None = None) -> tuple[Trumps, ...]:
    """Returns every trump that may be named: suits, no trump, or orders of the suits.

    The result is empty if nobody names trump.
    """
    match nameable_now := nameable(rules, turned):
        case None:
            return ()
        case "suit":
            return single_suits(rules.deck)
        case "suit or none":
            return (*single_suits(rules.deck), ())
        case "order":
            return suit_orders(rules.deck)
        case _:
            assert_never(nameable_now)


def why_not_suit(rules: DealRules, suit: Suit, turned: Card | None = None) -> Reason | None:
    """Returns why this suit may not be named as trump, or None if it may."""
    match nameable_now := nameable(rules, turned):
        case None:
            return problems.illegal_actions.NothingToName(origin=rules.origin("trump")).reason()
        case "suit" | "suit or none" if suit not in rules.deck.suits:
            return problems.illegal_actions.SuitNotThere(
                suit, rules.deck.suits, origin=rules.origin("trump")
            ).reason()
        case "suit" | "suit or none":
            return None
        case "order" if rules.deck.suits == (suit,):
            return None  # the only order of a one-suit pack is named as a suit
        case "order":
            return problems.illegal_actions.OrderRequired(origin=rules.origin("trump")).reason()
        case _:
            assert_never(nameable_now)


def why_not_no_trump(rules: DealRules, turned: Card | None = None) -> Reason | None:
    """Returns why no trump may not be named, or None if it may."""
    match nameable_now := nameable(rules, turned):
        case None:
            return problems.illegal_actions.NothingToName(origin=rules.origin("trump")).reason()
        case "suit":
            return problems.illegal_actions.TrumpRequired(origin=rules.origin("trump")).reason()
        case "suit or none":
            return None
        case "order":
            return problems.illegal_actions.OrderRequired(origin=rules.origin("trump")).reason()
        case _:
            assert_never(nameable_now)


def why_not_order(rules: DealRules, suits: Trumps, turned: Card | None = None) -> Reason | None:
    """Returns why this order of suits, highest first, may not be named; None if it may."""
    match nameable_now := nameable(rules, turned):
        case None:
            return problems.illegal_actions.NothingToName(origin=rules.origin("trump")).reason()
        case "suit" | "suit or none":
            return problems.illegal_actions.SuitRequired(origin=rules.origin("trump")).reason()
        case "order" if sorted(suits) != sorted(rules.deck.suits):
            return problems.illegal_actions.NotAnOrder(
                suits, len(rules.deck.suits), origin=rules.origin("trump")
            ).reason()
        case "order":
            return None
        case _:
            assert_never(nameable_now)


def turned_trumps(rules: DealRules, cards: int) -> tuple[Trumps, ...]:
    """Returns every trump that can result if a card is turned up or a suit is drawn.

    `cards` is the number of cards dealt to each player. If a special card is turned, a player may
    have to name the trump; these trumps are included.
    """
    if not isinstance(rules.trump, TurnedTrump):
        return single_suits(ORDINARY)  # a drawn suit is that of a card of another pack
    return _made_by_turning(rules.trump, rules.deck, rules.players * cards)


def _made_by_turning(trump: TurnedTrump, deck: Deck, dealt: int) -> tuple[Trumps, ...]:
    """Returns every trump that can result if a card is turned up after `dealt` cards."""
    if turned_place(trump, dealt, deck.size) is None:
        return ((),)
    cases = {card: trump.case_of(card) for card in deck.counts}
    named = {case.named for case in cases.values() if case is not None and not case.again}
    again = sum(map(trump.turns_again, deck.cards))
    if again and again >= deck.size - dealt:
        named.add(None)  # no card may be left after one that turns the next
    made = {card.suit for card, case in cases.items() if case is None}
    every = bool(named & {"suit", "suit or none"})
    suits = tuple(one for one in single_suits(deck) if every or one[0] in made)
    none: tuple[Trumps, ...] = ((),) if named & {None, "suit or none"} else ()
    orders = suit_orders(deck) if "order" in named else ()
    return (*suits, *none, *orders)


def trump_names(trump: TrumpRule, auction: AuctionRule, deck: Deck, dealt: int) -> tuple[str, ...]:
    """Returns every value that the name `trump` can have in a deal, in the order of `TRUMP_WORDS`.

    `dealt` is the number of cards that all players are dealt together.
    """
    match trump:
        case NoTrump() | FixedOrder() | FixedSuit():
            names = {trump_name(fixed_trumps(trump) or ())}
        case RotatingTrump(trumps=listed):
            names = set(map(trump_word, listed))
        case AuctionTrump():
            names = set(map(trump_word, auction.trumps if isinstance(auction, AuctionBids) else ()))
        case DrawnTrump():
            names = set(map(trump_word, ORDINARY.suits))
        case NamedTrump(what=what):
            names = _names_of(what, deck)
        case TurnedTrump():
            names = set(map(trump_name, _made_by_turning(trump, deck, dealt)))
        case _:
            assert_never(trump)
    return tuple(word for word in TRUMP_WORDS if word in names)


def _names_of(what: Nameable, deck: Deck) -> set[str]:
    """Returns the values of `trump` if this may be named."""
    match what:
        case "suit":
            return set(map(trump_word, deck.suits))
        case "suit or none":
            return {trump_word(None), *map(trump_word, deck.suits)}
        case "order":
            return {trump_name(deck.suits)}
        case _:
            assert_never(what)


def trump_names_of(rules: DealRules, cards: int) -> tuple[str, ...]:
    """Returns every value that `trump` can have in a deal with `cards` cards for each player."""
    return trump_names(rules.trump, rules.auction, rules.deck, rules.players * cards)


def assumed_trump(rules: DealRules) -> str:
    """Returns the value of `trump` that players assume in scores as long as it is unknown."""
    return trump_names_of(rules, 0)[0]


def why_not_turned(rules: DealRules, cards: int, trumps: Trumps) -> Reason | None:
    """Returns why turning a card or drawing a suit cannot give this trump; None if it can."""
    possible = turned_trumps(rules, cards)
    if trumps in possible:
        return None
    origin, suits = rules.origin("trump"), rules.deck.suits
    if possible == ((),):
        return problems.illegal_actions.NothingToName(origin=origin).reason()
    if len(trumps) > 1 and any(len(one) > 1 for one in possible):
        return problems.illegal_actions.NotAnOrder(trumps, len(suits), origin=origin).reason()
    if len(trumps) > 1:
        return problems.illegal_actions.SuitRequired(origin=origin).reason()
    if not trumps:
        return problems.illegal_actions.TrumpRequired(origin=origin).reason()
    if trumps[0] in suits:
        return problems.illegal_actions.SuitNeverTurned(trumps[0], origin=origin).reason()
    return problems.illegal_actions.SuitNotThere(trumps[0], suits, origin=origin).reason()


def why_not_size(scheduled: ScheduledDeal, cards: int, schedule: Origin) -> Reason | None:
    """Returns why the dealer may not deal this many cards to each player, or None if it is allowed.

    `schedule` is the origin of the schedule: its place and its citation.
    """
    if scheduled.low <= cards <= scheduled.high:
        return None
    return problems.illegal_actions.SizeOutside(
        cards, scheduled.low, scheduled.high, origin=schedule
    ).reason()


def why_not_pack(deck: Deck, cards: Sequence[Card]) -> Reason | None:
    """Returns why these cards are not exactly the cards of the pack, or None if they are."""
    if deck.is_complete(cards):
        return None
    strange = tuple(card for card in cards if card not in deck.counts)
    twice = tuple(card for card in deck.excess(cards) if card in deck.counts)
    often = f"{in_words(cards.count(twice[0]))} times" if deck.repeats and twice else "twice"
    return problems.illegal_actions.NotAPack(
        len(cards), deck.size, deck.without(cards), twice, strange, often
    ).reason()


# --- calls --------------------------------------------------------------------------------


@lru_cache(maxsize=64)  # the same call is looked up repeatedly, and some have thousands of options
def legal_calls(call: Call) -> tuple[tuple[str, ...], ...]:
    """Returns every legal call, each with its choices in the order declared.

    The order is fixed: the last group varies fastest, and fewer choices come before more.
    """
    by_group = [_options(group) for group in call.groups]
    return tuple(tuple(chain.from_iterable(options)) for options in product(*by_group))


def calls_of(rules: DealRules) -> tuple[tuple[str, ...], ...]:
    """Returns the legal calls of a deal in fixed order; one empty call if nothing is called."""
    return legal_calls(rules.call) if isinstance(rules.call, Call) else ((),)


def _options(group: CallGroup) -> tuple[tuple[str, ...], ...]:
    single = tuple((choice,) for choice in group.choices)
    match group.kind:
        case "one of":
            return single
        case "at most one of":
            return ((), *single)
        case "any of":
            numbers = range(len(group.choices) + 1)
            return tuple(chain.from_iterable(combinations(group.choices, n) for n in numbers))
        case _:
            assert_never(group.kind)


def ordered_call(rules: DealRules, names: Sequence[str]) -> tuple[str, ...]:
    """Returns the choices of a legal call by their full names, in the order declared.

    `names` are full or short names in any order. Names that are not choices of the call are
    dropped.
    """
    if not isinstance(rules.call, Call):
        return ()
    called = {rules.choice_names.get(nfc_name(name)) for name in names}
    choices = chain.from_iterable(group.choices for group in rules.call.groups)
    return tuple(choice for choice in choices if choice in called)


def why_not_call(rules: DealRules, names: Sequence[str]) -> Reason | None:
    """Returns why these choices may not be called, or None if they may.

    `names` are full or short names in any order.
    """
    origin = rules.origin("call")
    if not isinstance(rules.call, Call):
        return problems.illegal_actions.NothingToCall(origin=origin).reason()
    groups = rules.call.groups
    called: set[str] = set()
    for name in names:
        choice = rules.choice_names.get(nfc_name(name))
        if choice is None:
            all_choices = tuple(chain.from_iterable(group.choices for group in groups))
            return problems.illegal_actions.NoSuchChoice(name, all_choices, origin=origin).reason()
        if choice in called:
            return problems.illegal_actions.CalledTwice(choice, origin=origin).reason()
        called.add(choice)
    for group in groups:
        chosen = tuple(choice for choice in group.choices if choice in called)
        if group.kind == "one of" and len(chosen) != 1:
            return problems.illegal_actions.NotExactlyOne(
                chosen, group.choices, origin=origin
            ).reason()
        if group.kind == "at most one of" and len(chosen) > 1:
            return problems.illegal_actions.MoreThanOne(chosen, origin=origin).reason()
    return None
