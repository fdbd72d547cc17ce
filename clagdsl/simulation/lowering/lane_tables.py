"""Lowering for the lanes: which deals they play, and where cards lie in them.

A card is a bit of a word of 64 there: see `simd`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final

import numpy as np

from clagdsl.engine.players.heuristic import NO_BIDS
from clagdsl.lang.cards import Card, Deck, is_special, special_card
from clagdsl.simulation.lowering.arrays import (
    ASKS_NEXT,
    AUCTION_BIDS,
    BID_RULE,
    BY_CHOICE,
    BY_SIZE,
    CALLED_BY,
    CALLING_SEAT,
    CALLS,
    DRAWN_SEAT,
    DRAWN_TRUMP,
    FIRST_BIDDER,
    FIRST_NAMED,
    FIRST_ORDER,
    FIRST_SEAT,
    FOLLOWS,
    LEADER,
    LISTED,
    MAKERS_STEP,
    MOST_GROUPS,
    MOST_LANE_CARDS,
    MOST_LANE_POINTS,
    MOST_LANE_SEATS,
    MOST_LANE_SPECIALS,
    NAMED_COUNT,
    NO_SEAT,
    NO_VALUE,
    ON_SPECIAL,
    OR_NONE,
    PLAYED_HIGH,
    SIGHT,
    STRENGTHS,
    TOGETHER,
    TOP_CARD,
    TRUMP_RULE,
    TRUMPS,
    WILD_IN_SUIT,
    WINNER_DEALS,
    Array,
    Tables,
)
from clagdsl.simulation.lowering.layout import (
    DECK,
    SUIT_SIZE,
    SUITS,
    deck_by_number,
    numbers_of,
)
from clagdsl.simulation.lowering.policy_codes import FIRST_BIDDERS, PLAYED
from clagdsl.table.table import Table

SUIT_ROOM: Final = 16
"""How many bits a suit has in a lane."""

GAP: Final = SUIT_ROOM - SUIT_SIZE
"""How many bits lie idle between two suits."""

LANE_BITS: Final = SUITS * SUIT_ROOM

_DRAWN_FIRST: Final = FIRST_BIDDERS.index("drawn")
_CALLER_FIRST: Final = FIRST_BIDDERS.index("caller")
_AUCTION_FIRST: Final = FIRST_BIDDERS.index("auction winner")
_CALLER_LEADS: Final = PLAYED["lead"].codes["caller"]
_AUCTION_LEADS: Final = PLAYED["lead"].codes["auction winner"]
_WINNER_CALLS: Final = PLAYED["call"].codes["winner of last deal"]


def lane_bit(card: int) -> int:
    """Which bit the card of that number is: its suit from the top down, then its rank.

    The bit on top is left for trumps, so that the first suit lies one lower than the others.
    """
    suit = card // SUIT_SIZE
    return LANE_BITS - 1 - card - GAP * suit - (suit == 0)


# --- where cards lie ----------------------------------------------------------------------


def suit_cards(deck: Deck) -> dict[int, int]:
    """By their numbers those in `DECK` of the cards of suits; no lane plays with equal ones."""
    if deck.copies > 1:
        return {}
    numbered = zip(numbers_of(deck), deck.cards, strict=True)
    return {number: DECK.index(card) for number, card in numbered if not is_special(card)}


def lane_bits(deck: Deck) -> Array:
    """`Tables.lane_bits`: special cards have bits that no card of a suit in the pack has."""
    bits = np.zeros(deck_by_number(deck).size, np.uint8)
    suits = {number: lane_bit(card) for number, card in suit_cards(deck).items()}
    bits[[*suits]] = [*suits.values()]
    specials = [place for place, card in enumerate(deck.cards) if is_special(card)]
    idle = sorted(set(range(LANE_BITS)) - set(suits.values()))
    bits[specials] = idle[: len(specials)]
    return bits


def lane_cards(deck: Deck) -> Array:
    """`Tables.lane_cards`, special cards by the bits of their names."""
    cards = np.zeros(LANE_BITS, np.int64)
    for number, card in suit_cards(deck).items():
        cards[lane_bit(card)] = number
    for place, name in enumerate(deck.specials[:MOST_LANE_SPECIALS]):
        cards[_name_bit(place)] = deck.index(special_card(name))
    return cards


def _name_bit(place: int) -> int:
    """Which bit stands for any special card of a name, the first name highest: behind all suits."""
    return MOST_LANE_SPECIALS - 1 - place


def lane_specials(deck: Deck, special_plays: Array) -> Array:
    """`Tables.lane_specials`, by how each special card is played that leads."""
    bits, sets = lane_bits(deck).tolist(), [0] * (MOST_LANE_SPECIALS + 2)
    for place, name in enumerate(deck.specials[:MOST_LANE_SPECIALS]):
        play = int(special_plays[1, deck.index(special_card(name)), 0])
        cards = [number for number, card in enumerate(deck.cards) if card.rank == name]
        sets[place] = sum(1 << bits[number] for number in cards)
        sets[MOST_LANE_SPECIALS] |= bool(play & PLAYED_HIGH) << _name_bit(place)
        sets[MOST_LANE_SPECIALS + 1] |= bool(play & ASKS_NEXT) << _name_bit(place)
    return np.array(sets, np.uint64)


def lane_moves(deck: Deck, strengths: Array) -> tuple[Array, Array]:
    """`Tables.moves` and how many, by the strengths [order, card] of each order of ranks.

    The moves back follow all moves of an order.  There are none where the cards of the deck lie in
    the lanes as the order has them.
    """
    numbers = suit_cards(deck)
    orders = [
        _moves({card: row[number] for number, card in numbers.items()})
        for row in strengths.tolist()
    ]
    moves = np.zeros((len(orders), 2 * SUIT_SIZE, 2), np.uint64)
    for row, found in zip(moves, orders, strict=True):
        for place, (cards, turn) in enumerate(found):
            row[place] = cards, turn
            row[SUIT_SIZE + place] = _turned(cards, turn), -turn % LANE_BITS
    return moves, np.array([len(found) for found in orders], np.int64)


def _moves(strengths: Mapping[int, int]) -> list[tuple[int, int]]:
    """Sets of cards as masks, and how far each goes to the left, turning around at the end."""
    in_suits = [[strengths[card] for card in cards] for _, cards in groupby(strengths, _suit_of)]
    if all(suit == sorted(suit, reverse=True) for suit in in_suits):
        return []
    turns = {
        card: (_by_strength(card, strength) - lane_bit(card)) % LANE_BITS
        for card, strength in strengths.items()
    }
    return [
        (sum(1 << lane_bit(card) for card in strengths if turns[card] == turn), turn)
        for turn in sorted(set(turns.values()))
    ]


def _suit_of(card: int) -> int:
    return card // SUIT_SIZE


def _by_strength(card: int, strength: int) -> int:
    """Which bit the card is where the cards of a suit lie by their strength."""
    suit = card - card % SUIT_SIZE
    return lane_bit(suit) - (SUIT_SIZE - 1 - strength)


def _turned(cards: int, turn: int) -> int:
    every = (1 << LANE_BITS) - 1
    return ((cards << turn) | (cards >> (LANE_BITS - turn))) & every


def lane_strengths(deck: Deck, strengths: Array) -> Array:
    """`Tables.lane_strengths`, special cards by the bits of their names."""
    by_bit = np.zeros((len(strengths), LANE_BITS), np.int64)
    by_bit[:, :MOST_LANE_SPECIALS] = STRENGTHS - 1
    for number, card in suit_cards(deck).items():
        by_bit[:, lane_bit(card)] = strengths[:, number]
    return by_bit


def lane_heights(deck: Deck, strengths: Array) -> Array:
    """`Tables.lane_heights`: the ranks lie alike in all suits."""
    heights = np.zeros((len(strengths), SUIT_SIZE), np.uint8)
    for number, card in suit_cards(deck).items():
        heights[:, card % SUIT_SIZE] = SUIT_SIZE - 1 - strengths[:, number]
    return heights


def lane_ranks(deck: Deck) -> int:
    """`Tables.lane_ranks`."""
    suits, ranks = range(len(deck.suits)), range(len(deck.ranks))
    whole = {suit * SUIT_SIZE + rank for suit in suits for rank in ranks}
    return len(ranks) if suit_cards(deck).keys() == whole else 0


def lane_turns() -> Array:
    """`Tables.turns`: where an order of suits puts each suit, the first on top."""
    tops = [lane_bit(suit * SUIT_SIZE) for suit in range(SUITS)]
    turns = np.zeros(len(TRUMPS), np.uint64)
    for number, trumps in enumerate(TRUMPS[FIRST_ORDER:], FIRST_ORDER):
        for place, name in enumerate(trumps):
            suit = DECK.suits.index(name)
            turn = (tops[place] - tops[suit]) % LANE_BITS
            turns[number] |= np.uint64(turn << 8 * (SUITS - 1 - suit))
    return turns


def lane_mask(cards: int) -> int:
    """A set of cards by their numbers as one of the lanes."""
    return sum(1 << lane_bit(card) for card in range(DECK.size) if cards >> card & 1)


def worth_sets(by_face: Mapping[Card, int]) -> list[tuple[int, int]]:
    """What cards add to their trick: sets of cards as masks, and what each of those cards adds."""
    worth = {
        DECK.index(card): added for card, added in by_face.items() if added and not is_special(card)
    }
    return [
        (sum(1 << lane_bit(card) for card in worth if worth[card] == added), added)
        for added in sorted(set(worth.values()))
    ]


# --- which deals the lanes play -----------------------------------------------------------


def seats_apart(tables: Tables) -> Array:
    """`Tables.seats_apart`; where two seats would tell matches apart it is -1."""
    return np.array([_seat_apart(tables, deal) for deal in range(len(tables.sizes))], np.int64)


def _seat_apart(tables: Tables, deal: int) -> int:
    rows = tables.ways[_ways_of(tables, deal)]
    bidders = rows[:, FIRST_BIDDER]
    callers = (bidders == _CALLER_FIRST) | (rows[:, LEADER] == _CALLER_LEADS)
    found = [
        seat
        for seat, apart in (
            (DRAWN_SEAT, (bidders == _DRAWN_FIRST).any()),
            (FIRST_SEAT, (bidders == TOGETHER).any() and _differ(tables, deal)),
            (CALLING_SEAT, (rows[0, CALLED_BY] == _WINNER_CALLS) and callers.any()),
        )
        if apart
    ]
    return found[0] if len(found) == 1 else -len(found)


def turned_seats(tables: Tables) -> Array:
    """`Tables.turned_seats`."""
    return np.array(
        [
            _differ(tables, deal) or tables.ways[_ways_of(tables, deal), WINNER_DEALS].any()
            for deal in range(len(tables.sizes))
        ]
    )


def _differ(tables: Tables, deal: int) -> bool:
    """Whether who deals may differ from match to match."""
    return bool(tables.drawn_dealer[0] or tables.dealers[deal] < 0)


def _ways_of(tables: Tables, deal: int) -> slice:
    """All ways of a deal: by how many cards are picked, and what is called."""
    low, high = tables.sizes[deal].tolist()
    way = int(tables.plain_ways[deal])
    many = int(tables.ways[way, BY_SIZE]) * (high - low) + 1 + int(tables.ways[way, CALLS])
    return slice(way, way + many)


def _scenes_of(tables: Tables, deal: int) -> Array:
    """All scenes of a deal, in the same way."""
    low, high = tables.sizes[deal].tolist()
    first, calls = int(tables.first_scenes[deal]), _calls(tables, deal)
    scenes: Array = tables.scene_numbers[first : first + calls * (high - low + 1)]
    return scenes


def _calls(tables: Tables, deal: int) -> int:
    return max(1, int(tables.ways[tables.plain_ways[deal], CALLS]))


def in_step(tables: Tables, table: Table) -> Array:
    """Which deals the lanes play: those in which every card is a card of its suit, once.

    Special cards may be there, too, that are played in one way only and ask for no suit.  What is
    settled before anybody bids is alike for the matches of a group: see `lane_groups`.
    """
    deck = table.deck
    fits = deck.copies == 1 and _are_plain(tables, deck)
    if not fits or table.players > MOST_LANE_SEATS:
        return np.zeros(len(tables.sizes), np.bool_)
    rows = tables.ways
    ways = (
        (rows[:, SIGHT] != BY_CHOICE)
        & (rows[:, FIRST_BIDDER] != _AUCTION_FIRST)
        & (rows[:, LEADER] != _AUCTION_LEADS)
        & ((tables.wilds == 0) | _plain_wilds(tables, table))
    )
    if deck.specials:
        ways &= (tables.wilds == 0) & (rows[:, FOLLOWS] >> LISTED == 0) & _suits_named(tables, deck)
    scenes = tables.scenes[:, AUCTION_BIDS] == 0
    known = tables.scores[tables.scores != NO_VALUE]
    scenes &= bool((np.abs(known) <= MOST_LANE_POINTS).all())
    return np.array([*_each_in_step(tables, table.players, ways, scenes)])


def _are_plain(tables: Tables, deck: Deck) -> bool:
    """Whether special cards have few names, and one way to be played each that asks for no suit."""
    plain = ~np.int64(PLAYED_HIGH | ASKS_NEXT)
    asks = (tables.special_plays & plain).any()
    return len(deck.specials) <= MOST_LANE_SPECIALS and not (tables.specials[2:].any() or asks)


def _suits_named(tables: Tables, deck: Deck) -> Array:
    """By way, whether no order of suits is trump where a special card is turned."""
    turned = (tables.ways[:, TRUMP_RULE] == 1) & (tables.ways[:, DRAWN_TRUMP] == 0)
    specials = deck.size - len(suit_cards(deck))
    fits = np.ones(len(turned), np.bool_)
    for way in np.flatnonzero(turned).tolist():
        first = int(tables.ways[way, ON_SPECIAL])
        naming = tables.on_special[first : first + specials]
        rows = tables.ways[naming[naming > 0]]
        ends = rows[:, FIRST_NAMED] + rows[:, NAMED_COUNT] - rows[:, OR_NONE]
        fits[way] = (ends <= FIRST_ORDER).all()
    return fits


def _plain_wilds(tables: Tables, table: Table) -> Array:
    """By way, whether wilds are in the hand of who plays, and no higher card is owed.

    Lanes do not ask whether a wild can be named anything.  One that is owed by its suit cannot
    where the suit has fewer cards than there are players.
    """
    rows = tables.ways
    fewest = min(len(table.deck.of_suit(suit)) for suit in table.deck.suits)
    nameless = (rows[:, WILD_IN_SUIT] != 0) & (fewest < table.players)
    fits: Array = (rows[:, TOP_CARD] == 0) & (rows[:, FOLLOWS] >> LISTED == 0) & ~nameless
    return fits


def _each_in_step(tables: Tables, players: int, ways: Array, scenes: Array) -> Iterator[bool]:
    for deal, (low, high) in enumerate(tables.sizes.tolist()):
        apart = int(tables.seats_apart[deal])
        groups = (high - low + 1) * _calls(tables, deal) * (1 if apart == NO_SEAT else players)
        yield (
            high <= MOST_LANE_CARDS
            and apart >= NO_SEAT
            and groups <= MOST_GROUPS
            and bool(ways[_ways_of(tables, deal)].all())
            and bool(scenes[_scenes_of(tables, deal)].all())
            and not _misses_bids(tables, deal)
        )


def _misses_bids(tables: Tables, deal: int) -> bool:
    """Whether scores ask for the bids of a deal in which none may be made."""
    unbid = (tables.ways[_ways_of(tables, deal), BID_RULE] == NO_BIDS).any()
    return bool(unbid and tables.scenes[_scenes_of(tables, deal), MAKERS_STEP:].any())
