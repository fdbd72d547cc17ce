"""Tricks and what may be played to them, against the rules written out slowly, in small packs.

Of so few cards many are equal, of the same suit or all of a suit that is asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest
from support.table_games import cards, rules

from clagdsl.lang.cards import COUNTED_AS, Card, Deck, Suit, copy_of, face_of, special_card
from clagdsl.lang.policies.play import FollowClass
from clagdsl.lang.rules import Following, Opening, Wild
from clagdsl.lang.special_cards import PlayedAs, Special, matching_option, play_options, played_as
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.legal_plays import Duty, Turn, choices, playable, suits_of, why_not_play
from clagdsl.table.tricks import PlayedCard, strongest, suit_led

RANKS = ("A", "K", "3", "2")
FACES = tuple(Card(rank, suit) for suit in ("S", "H", "C") for rank in RANKS)
ONCE = Deck(FACES)
TWICE = Deck(FACES * 2)
TOLD_APART = Deck(tuple(copy_of(face, copy) for face in FACES for copy in (1, 2, 9)))
JOKERS = ("Joker", "Fool", "King Kong")
WITH_SPECIALS = Deck((*FACES, *(special_card(name) for name in JOKERS for _ in range(2))))
SPECIALS = (
    Special("Joker", "high or low", ("highest of named suit", "lowest of named suit")),
    Special("Fool", "low", ("nothing", "next card")),
    Special("King Kong", "high", ("named suit",)),
)
PACKS = {"once": ONCE, "twice": TWICE, "told apart": TOLD_APART, "special": WITH_SPECIALS}
TRUMPS: tuple[Trumps, ...] = ((), ("H",), ("C",), ("C", "S", "H"))


def made(pack: str, **changes: object) -> DealRules:
    """The rules of an ordinary deal with these aspects, with one of the packs."""
    found = rules(**changes)
    specials = {special.name: special for special in SPECIALS if pack == "special"}
    return replace(found, deck=PACKS[pack], specials=specials)


# --- who wins a trick -------------------------------------------------------------------------


def slow_suit_led(played: Sequence[PlayedCard]) -> Suit | None:
    first = played[0].face
    ordinary = [one.face.suit for one in played if not isinstance(one.face, PlayedAs)]
    if not isinstance(first, PlayedAs):
        return first.suit
    if first.demand is not None and first.demand.next_card:
        return ordinary[0] if ordinary else None
    return None if first.demand is None else first.demand.suit


def slow_winner(chosen: DealRules, trumps: Trumps, played: Sequence[PlayedCard]) -> int:
    for place, one in enumerate(played):
        if isinstance(one.face, PlayedAs) and one.face.power == "high":
            return place
    ordinary = [
        (place, one) for place, one in enumerate(played) if not isinstance(one.face, PlayedAs)
    ]
    if not ordinary:
        return 0
    suits = (*trumps, slow_suit_led(played), ordinary[0][1].face.suit)
    lain = {one.face.suit for _, one in ordinary}
    suit = next(suit for suit in suits if suit in lain)

    def height(one: PlayedCard) -> tuple[int, bool, int]:
        rank = RANKS.index(one.face.rank)
        return (-rank, one.card.rank in chosen.wild.ranks, -one.card.copy)

    of_suit = [(height(one), place) for place, one in ordinary if one.face.suit == suit]
    highest = max(height for height, _ in of_suit)
    equal = [place for height, place in of_suit if height == highest]
    return equal[-1] if chosen.equal == "last wins" else equal[0]


def trick_of(chosen: DealRules, cards: Sequence[Card], luck: random.Random) -> list[PlayedCard]:
    """These cards played one after the other, wilds and special cards as anything."""
    played: list[PlayedCard] = []
    for seat, card in enumerate(cards):
        face = face_of(card)
        if card.rank in chosen.deck.specials:
            special = chosen.specials[card.rank]
            found = play_options(special, chosen.deck.suits, leads=not played)
            face = luck.choice(found).full
        elif card.rank in chosen.wild.ranks:
            face = luck.choice(chosen.deck.faces)
        played.append(PlayedCard(seat, card, face))
    return played


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("wild", [(), ("2",), ("K", "2")])
@pytest.mark.parametrize("equal", ["first wins", "last wins"])
def test_the_winner_is_the_highest_of_the_first_suit_that_can_win(
    pack: str, wild: tuple[str, ...], equal: str
) -> None:
    chosen = replace(made(pack, wild=Wild(wild)), equal=equal)
    luck = random.Random(f"{pack} {wild} {equal}")
    for _ in range(40):
        cards = luck.sample(chosen.deck.cards, luck.randint(1, 6))
        played = trick_of(chosen, cards, luck)
        led = slow_suit_led(played)
        counted = counted_cards(chosen, ())
        assert suit_led(counted, played) == (None if led is None else COUNTED_AS[led])
        for trumps in TRUMPS:
            won = strongest(chosen, trumps, played)
            assert won == slow_winner(chosen, trumps, played), (trumps, list(map(str, played)))


# --- what may be played -----------------------------------------------------------------------


def of_class(
    chosen: DealRules, turn: Turn, kind: Duty, card: Card, face: Card, hand: Sequence[Card]
) -> bool:
    """Whether a card played so is of a class; `hand` is what it is held with, and it."""
    trumps = turn.trumps or ()
    if kind == "trump" or kind == "higher trump":
        suits = trumps if len(trumps) == 1 else ()
    else:
        suits = tuple(suit for suit in (slow_suit_led(turn.played),) if suit is not None)
    if face.suit not in suits:
        return False
    if kind == "higher suit" or kind == "higher trump":
        later = (*turn.played, PlayedCard(9, card, face))
        return slow_winner(chosen, trumps, later) == len(turn.played)
    if (kind == "highest" or kind == "lowest") and card.rank not in chosen.wild.ranks:
        counted = [one for one in hand if chosen.wild.in_suit or one.rank not in chosen.wild.ranks]
        heights = [(-RANKS.index(c.rank), -c.copy) for c in counted if c.suit == card.suit]
        own = (-RANKS.index(card.rank), -card.copy)
        return own == (max(heights) if kind == "highest" else min(heights))
    return True


def slow_duties(chosen: DealRules, turn: Turn) -> tuple[Duty, ...]:
    """The classes that bind where the trumps are known."""
    if not turn.played or chosen.play == "top card" or slow_suit_led(turn.played) is None:
        return ()
    first = turn.played[0].face
    if (
        isinstance(first, PlayedAs)
        and first.demand is not None
        and first.demand.extreme is not None
    ):
        return (first.demand.extreme,)
    found: list[Duty] = []
    for kind in chosen.follow.classes:
        if kind == "anything":
            return tuple(found)
        found.append(kind)
    raise AssertionError("every list here ends with anything")


def is_allowed(chosen: DealRules, turn: Turn, card: Card, face: Card) -> bool:
    wilds = chosen.wild.ranks
    others = list(turn.hand)
    others.remove(card)
    ordinary = [one for one in others if one.rank not in JOKERS]
    counted = [one for one in ordinary if chosen.wild.in_suit or one.rank not in wilds]
    if chosen.play == "top card" and card != turn.hand[0]:
        return False
    if card.rank in JOKERS:
        return True
    named = [one.face for one in turn.played if one.card.rank in wilds]
    if card.rank in wilds and named.count(face) >= chosen.deck.face_counts[face]:
        return False
    if not turn.played:
        kept = slow_held_back(chosen, turn)
        return face.suit != kept or all(one.suit == kept for one in counted)
    for kind in slow_duties(chosen, turn):
        if card.rank not in wilds and of_class(chosen, turn, kind, card, card, turn.hand):
            return True
        if any(of_class(chosen, turn, kind, one, one, others) for one in counted):
            # who holds one of the class owes it, and a wild is of it as what it is named
            return card.rank in wilds and of_class(chosen, turn, kind, card, face, turn.hand)
    return True


def slow_held_back(chosen: DealRules, turn: Turn) -> Suit | None:
    """The suit that is not led from other cards."""
    if chosen.open == "anything" or turn.broken is None or chosen.play == "top card":
        return None
    if "trump" in chosen.open:
        suit = turn.trumps[0] if turn.trumps is not None and len(turn.trumps) == 1 else None
    else:
        suit = {"spades": "S", "hearts": "H", "clubs": "C"}[chosen.open.split()[1]]
    return (
        None
        if chosen.open.endswith("until broken") and suit and COUNTED_AS[suit] in turn.broken
        else suit
    )


def said_ways(chosen: DealRules, turn: Turn, card: Card) -> Iterator[Card]:
    """All that may be said of a card as it is played, whether it may be played so or not."""
    if card.rank in JOKERS:
        special = chosen.specials[card.rank]
        for way in play_options(special, chosen.deck.suits, leads=not turn.played):
            yield card if way.stated is None else way.stated
    elif card.rank in chosen.wild.ranks:
        yield from chosen.deck.faces
    else:
        yield card


def turns(chosen: DealRules, luck: random.Random, trumps: Sequence[Trumps]) -> Iterator[Turn]:
    for _ in range(16):
        dealt = luck.sample(chosen.deck.cards, luck.randint(2, 8))
        held = luck.randint(1, len(dealt))
        if luck.random() < 0.3:
            held = len(dealt)
        broken = luck.choice([(), ("hearts",), ("spades", "clubs"), None])
        played = trick_of(chosen, dealt[held:], luck)
        yield Turn(tuple(dealt[:held]), tuple(played), luck.choice(trumps), broken)


CLASSES: tuple[tuple[FollowClass, ...], ...] = (
    ("anything",),
    ("suit", "anything"),
    ("suit", "trump", "anything"),
    ("higher suit", "suit", "higher trump", "trump", "anything"),
    ("trump", "suit", "anything"),
    ("higher trump", "higher suit", "anything"),
)
OPENINGS: tuple[Opening, ...] = ("anything", "no trump until broken", "no hearts")
WILDS = (Wild(()), Wild(("2",)), Wild(("K", "2"), in_suit=True))


@pytest.mark.parametrize(("pack", "wild"), list(product(PACKS, WILDS)))
@pytest.mark.parametrize("play", ["any card", "top card"])
def test_what_may_be_played_is_what_the_rules_say(pack: str, wild: Wild, play: str) -> None:
    luck = random.Random(f"{pack} {wild.ranks} {play}")
    for classes, opening in zip(CLASSES, OPENINGS * 2, strict=True):
        chosen = made(pack, wild=wild, follow=Following(classes), open=opening, play=play)
        for turn in turns(chosen, luck, TRUMPS):
            allowed = [
                (card, face)
                for card in (turn.hand[:1] if play == "top card" else turn.hand)
                for face in said_ways(chosen, turn, card)
                if is_allowed(chosen, turn, card, face)
            ]
            shown = (classes, opening, turn)
            found = playable(chosen, turn)
            assert set(found) == set(allowed), shown
            assert len(found) == len(set(found)), shown
            assert [card.sort_key for card, _ in found] == sorted(c.sort_key for c, _ in found)
            told = [(card, face) for card, faces in choices(chosen, turn) for face in faces]
            assert told == list(found), shown
            for card in turn.hand:
                for face in said_ways(chosen, turn, card):
                    reason = why_not_play(chosen, turn, card, face)
                    assert (reason is None) == ((card, face) in found), shown


@pytest.mark.parametrize("kind", ["suit", "higher suit", "highest", "lowest"])
def test_the_suits_of_a_class_that_follows_are_the_one_that_is_led(kind: Duty) -> None:
    chosen = made("special")
    for first, suits in (
        (played_as("Joker", "low", None), ()),
        (Card("3", "H"), ("hearts",)),
    ):
        played = (PlayedCard(0, special_card("Joker"), first),)
        assert suits_of(kind, counted_cards(chosen, ("C",)), played) == suits
        every = suits_of("anything", counted_cards(chosen, ("C",)), played)
        assert every == ("spades", "hearts", "clubs")
        for trumps, of_trump in ((("C",), ("clubs",)), (("C", "H", "S"), ()), ((), ()), (None, ())):
            for trump in ("trump", "higher trump"):
                assert suits_of(trump, counted_cards(chosen, trumps), played) == of_trump


@pytest.mark.parametrize(
    ("classes", "allowed"),
    [
        (("anything",), "AS KS AC 2C"),
        (("suit", "anything"), "AC 2C"),
        (("suit", "trump", "anything"), "AC 2C"),
        (("higher suit", "suit", "anything"), "AC 2C"),
        (("higher suit", "anything"), "AS KS AC 2C"),
        (("higher suit", "trump", "anything"), "AS KS AC 2C"),
        (("higher trump", "trump", "suit", "anything"), "AS KS AC 2C"),
        (("trump", "suit", "anything"), "AS KS AC 2C"),
    ],
)
@pytest.mark.parametrize("pack", ["once", "special"])
def test_while_nobody_knows_the_trumps_only_what_any_of_them_asks_binds(
    pack: str, classes: tuple[FollowClass, ...], allowed: str
) -> None:
    chosen = made(pack, follow=Following(classes))
    hand = cards("AC KS AS 2C")
    led = (PlayedCard(0, Card("K", "C"), Card("K", "C")),)
    turn = Turn(hand, led, None)
    assert [str(card) for card, _ in playable(chosen, turn)] == allowed.split()
    for card in hand:
        assert (why_not_play(chosen, turn, card) is None) == (str(card) in allowed.split())


# --- special cards ----------------------------------------------------------------------------


@pytest.mark.parametrize("special", SPECIALS)
@pytest.mark.parametrize("leads", [True, False])
def test_how_a_special_card_is_played_is_refused_for_what_is_wrong_with_it(
    special: Special, *, leads: bool
) -> None:
    chosen = made("special")
    card = special_card(special.name)
    trick = () if leads else (PlayedCard(0, Card("K", "C"), Card("K", "C")),)
    turn = Turn((card, Card("3", "S")), trick, ())
    everything: list[PlayedAs | None] = [None]
    every = {
        way.full.demand for other in SPECIALS for way in play_options(other, ("S", "D"), leads=True)
    }
    for power, asks in product(("high", "low", None), (None, *every)):
        everything.append(played_as(special.name, power, asks))
    for said in everything:
        reason = why_not_play(chosen, turn, card, said)
        code = reason.code if reason else None
        if matching_option(special, chosen.deck.suits, said, leads=leads) is not None:
            assert code is None, said
            continue
        asks_nothing = said is None or said.demand is None
        usual = said is None or said.power in (None, *special.powers)
        if asks_nothing and usual and leads:
            assert code == "A312", said
        else:
            assert reason is not None
            assert code == "A313", said
            assert reason.reason.startswith(f"`{said}`"), said
    refused = why_not_play(chosen, turn, card, Card("A", "H"))
    assert refused is not None
    assert refused.code == "A305"
    assert why_not_play(chosen, turn, Card("3", "S"), played_as("Joker", "low", None)) is not None


SPECIAL_COPIES = Deck((*TOLD_APART.cards, *(special_card(name) for name in JOKERS)))


@pytest.mark.parametrize("special", SPECIALS)
@pytest.mark.parametrize("wild", [Wild(()), Wild(("K",)), Wild(("K",), in_suit=True)])
def test_what_a_special_card_asks_for_that_is_led_is_owed(special: Special, wild: Wild) -> None:
    """Whatever lies behind it; where nothing is asked for, or not yet, nobody owes anything."""
    luck = random.Random(f"{special.name} {wild}")
    classes: tuple[tuple[FollowClass, ...], ...] = (("suit", "trump", "anything"), ("anything",))
    for pack, one, way in product(
        (WITH_SPECIALS, SPECIAL_COPIES), classes, play_options(special, ("S", "H"), leads=True)
    ):
        chosen = replace(made("special", wild=wild, follow=Following(one)), deck=pack)
        led = PlayedCard(0, special_card(special.name), way.full)
        for later in (0, 1, 2):
            dealt = luck.sample(pack.cards, 6 + later)
            behind = trick_of(chosen, (special_card("Fool"), *dealt[6:]), luck)[1:]
            turn = Turn(tuple(dealt[:6]), (led, *behind), luck.choice(TRUMPS))
            allowed = {
                (card, face)
                for card in turn.hand
                for face in said_ways(chosen, turn, card)
                if is_allowed(chosen, turn, card, face)
            }
            assert set(playable(chosen, turn)) == allowed, turn
            for card in turn.hand:
                for face in said_ways(chosen, turn, card):
                    reason = why_not_play(chosen, turn, card, face)
                    assert (reason is None) == ((card, face) in allowed), turn
