"""The steady player, compiled: `docs/reference/steady.md` says step by step what happens here.

Every decision is a number in the fixed order of legal actions.  What a function is told of the
cards is what the seat knows: its own hand where it has seen it, and which cards it has not seen.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.engine.players.estimates import (
    ALL_LIKELY,
    CARD_WEIGHT,
    CERTAIN,
    CHANCE_BITS,
    WILD_CHANCE,
)
from clagdsl.simulation.jit import compiled_apart
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest
from clagdsl.simulation.kernels.cardset import of_suit, one_card, suit_of
from clagdsl.simulation.kernels.trick_rules import card_rules, duty_of, faces, height_of
from clagdsl.simulation.lowering.arrays import (
    BID_RULE,
    BID_STEP,
    BIDS_STEP,
    FIRST_ORDER,
    FIRST_SUIT,
    FIXED_BID,
    FOLLOWS,
    MAKERS_STEP,
    MOST_COUNT_STEP,
    MOST_STEP,
    NO_VALUE,
    POINTS_STEP,
    SCORES,
    TRICKS_STEP,
    TRUMP_RULE,
    VALUES,
    Array,
    Tables,
    Whole,
    Word,
)

UNKNOWN: Final = -1
"""The trump where it is not known yet."""
NAMED: Final = -2
"""The trump where the seat may name it once it is known what is called."""

NONE: Final = np.int64(-1)
"""No card is left out."""

# The rows of the room to reckon in.
CHANCES: Final = 0
LIKELY: Final = 1
WORTHS: Final = 2
WON: Final = 3
LOST: Final = 4
ORDER: Final = 5
WEIGHTS: Final = 6


class Eye(NamedTuple):
    """What a seat sees when it estimates cards: masks of the pack, `held` by each other player."""

    way: Whole
    trump: Whole
    players: Whole
    held: Whole
    hand: Word
    unseen: Word


class Stake(NamedTuple):
    """What a score depends on besides the tricks: `bids` is the sum of all."""

    scene: Whole
    players: Whole
    cards: Whole
    bid: Whole
    bids: Whole


class Trick(NamedTuple):
    """A trick when it is a seat's turn: `led` is -1, `height` too, where the seat leads."""

    led: Whole
    height: Whole
    after: Whole
    number: Whole
    free: Word


# --- chances ------------------------------------------------------------------------------


@compiled_apart
def spared(tables: Tables, eye: Eye, led: Whole, suit: Whole, strength: Whole) -> Whole:
    """The chance that one other player does not beat a card where that suit was led."""
    natural = eye.unseen & ~tables.wilds[eye.way]
    total = bits(eye.unseen)
    if total == 0:
        return CERTAIN
    wild = total - bits(natural)
    higher: Whole = 0
    for rank in range(13):
        if tables.strengths[eye.way, rank] > strength:
            higher += np.int64((natural >> np.uint64(13 * suit + rank)) & ONE)
    over: Whole = 0
    for other in range(4):
        if tables.priorities[eye.trump, other] > tables.priorities[eye.trump, suit]:
            over += bits(natural & of_suit(other))
    if not tables.ways[eye.way, FOLLOWS]:
        return CERTAIN - CERTAIN * (higher + over + wild) // total
    follow = bits(natural & of_suit(led))
    lacking = CERTAIN
    for _ in range(eye.held):
        lacking = lacking * (CERTAIN * (total - follow) // total) >> CHANCE_BITS
    within, without = (higher, over) if suit == led else (0, higher + over)
    beaten = 0
    if follow + wild > 0:
        beaten += (CERTAIN - lacking) * (CERTAIN * (within + wild) // (follow + wild))
    if total > follow:
        beaten += lacking * (CERTAIN * (without + wild) // (total - follow))
    return CERTAIN - (beaten >> CHANCE_BITS)


@compiled_apart
def unbeaten(tables: Tables, eye: Eye, card: tuple[Whole, Whole, Whole], players: Whole) -> Whole:
    """The chance that none of so many players beats a card: the suit led, its suit, strength."""
    one = spared(tables, eye, card[0], card[1], card[2])
    chance = CERTAIN
    for _ in range(players):
        chance = chance * one >> CHANCE_BITS
    return chance


@compiled_apart
def estimate_hand(tables: Tables, eye: Eye, chances: Array) -> None:
    """Fill in, for each card of the hand in order, the chance that it wins a trick later on."""
    place = 0
    left = eye.hand
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        suit = suit_of(card)
        if one_card(card) & tables.wilds[eye.way]:
            chances[place] = WILD_CHANCE
        else:
            led = (suit, suit, tables.strengths[eye.way, card % 13])
            chance = unbeaten(tables, eye, led, eye.players - 1)
            if tables.priorities[eye.trump, suit] > 0:
                chances[place] = chance + (CERTAIN - chance) // 4
            elif tables.ways[eye.way, FOLLOWS]:
                chances[place] = chance // 2
            else:
                chances[place] = chance // 4
        place += 1


@compiled_apart
def estimate_tricks(chances: Array, count: Whole, but: Whole, likely: Array) -> None:
    """Fill in how likely each number of tricks is, with so many cards but for one of them."""
    likely[0] = ALL_LIKELY
    most = 0
    for place in range(count):
        if place == but:
            continue
        chance = chances[place]
        most += 1
        likely[most] = 0
        for tricks in range(most, 0, -1):
            more = likely[tricks] * (CERTAIN - chance) + likely[tricks - 1] * chance
            likely[tricks] = more >> CHANCE_BITS
        likely[0] = likely[0] * (CERTAIN - chance) >> CHANCE_BITS


# --- scores -------------------------------------------------------------------------------


@compiled_apart
def score_with(tables: Tables, stake: Stake, tricks: Whole, points: Whole, others: Whole) -> Whole:
    """What a seat scores with so many tricks and points; `others` is the most of another so far."""
    left = stake.cards - tricks
    other = min(left, max(others, left // (stake.players - 1) + 1))
    most = max(tricks, other)
    row = tables.scenes[stake.scene]
    place = row[SCORES] + row[BID_STEP] * stake.bid + row[BIDS_STEP] * stake.bids
    place += row[TRICKS_STEP] * tricks + row[POINTS_STEP] * points + row[MOST_STEP] * most
    place += row[MOST_COUNT_STEP] * ((tricks == most) + (other == most))
    place += row[MAKERS_STEP] * ((stake.players - 1) // 2 + (tricks == stake.bid))
    score = tables.scores[place]
    return 0 if score == NO_VALUE else score


@compiled_apart
def value_of(tables: Tables, scene: Whole, start: Whole, end: Whole, wanted: Whole) -> Whole:
    """What so many tricks are worth, spread evenly over those from `start` up to `end`."""
    total = 0
    for number in range(wanted):
        trick = start + (2 * number + 1) * (end - start) // (2 * wanted)
        total += tables.values[tables.scenes[scene, VALUES] + trick]
    return total


@compiled_apart
def expect_before(tables: Tables, stake: Stake, likely: Array) -> Whole:
    """What a seat may expect to score before the first trick."""
    expected = 0
    for tricks in range(stake.cards + 1):
        points = value_of(tables, stake.scene, np.int64(0), stake.cards, tricks)
        expected += likely[tricks] * score_with(tables, stake, tricks, points, np.int64(0))
    return expected


# --- bids ---------------------------------------------------------------------------------


@compiled_apart
def every_bid(tables: Tables, way: Whole, cards: Whole) -> Word:
    """Every bid as a mask; one where none is made."""
    if tables.ways[way, BID_RULE] != 0:
        return ONE
    return (ONE << np.uint64(cards + 1)) - ONE


@compiled_apart
def weigh_bids(
    tables: Tables, eye: Eye, bidding: tuple[Whole, ...], allowed: Word, room: Array
) -> tuple[Whole, Whole]:
    """The number of the best allowed bid, and what it is worth.

    `bidding` is the scene, the cards, the sum of the bids before and how many bid after.
    """
    cards, worths = bidding[1], room[WORTHS]
    turns = 1
    if eye.held > 0 and eye.trump < 0:
        turns = 4 if eye.trump == UNKNOWN else 2
    picked = highest = np.int64(0)
    for turn in range(turns):
        if turn == 0 or turns == 2:
            for bid in range(cards + 1):
                worths[bid] = 0
        weight = foresee(tables, eye, cards, turn, room)
        number = 0
        for bid in range(cards + 1):
            if (allowed >> np.uint64(bid)) & ONE == ZERO:
                continue
            stake = stake_of(tables, eye, bidding, bid)
            worths[bid] += weight * expect_before(tables, stake, room[LIKELY])
            first = number == 0 and (turn == 0 or turns == 4)
            if first or worths[bid] > highest:
                picked, highest = np.int64(number), worths[bid]
            number += 1
    return picked, highest


@compiled_apart
def foresee(tables: Tables, eye: Eye, cards: Whole, turn: Whole, room: Array) -> Whole:
    """Fill in how likely each number of tricks is, with one of the trumps that there may be.

    What this trump weighs among the others is returned.
    """
    if eye.held == 0:
        for place in range(cards):
            room[CHANCES, place] = CERTAIN // eye.players
        estimate_tricks(room[CHANCES], cards, NONE, room[LIKELY])
        return np.int64(1)
    trump, weight = eye.trump, bits(eye.unseen)
    if trump == UNKNOWN:
        trump, weight = FIRST_SUIT + turn, bits(eye.unseen & of_suit(turn))
    elif trump == NAMED:
        sort_suits(tables, eye, turn == 1, room[ORDER], room[WEIGHTS])
        trump = named_trump(room[ORDER], tables.ways[eye.way, TRUMP_RULE])
    seen = Eye(eye.way, np.int64(trump), eye.players, eye.held, eye.hand, eye.unseen)
    estimate_hand(tables, seen, room[CHANCES])
    estimate_tricks(room[CHANCES], cards, NONE, room[LIKELY])
    return weight


@compiled_apart
def stake_of(tables: Tables, eye: Eye, bidding: tuple[Whole, ...], number: Whole) -> Stake:
    """What is at stake with a bid: the number itself unless bids are fixed, or none are made."""
    scene, cards, before, after = bidding
    players = eye.players
    bid, total = np.int64(number), np.int64(before + number + after * cards // players)
    if tables.ways[eye.way, BID_RULE] == 1:
        bid = tables.ways[eye.way, FIXED_BID]
        total = players * bid
    elif tables.ways[eye.way, BID_RULE] == 2:
        bid = total = np.int64(0)
    return Stake(scene, players, cards, bid, total)


@compiled_apart
def sort_suits(tables: Tables, eye: Eye, upside_down: bool, order: Array, weights: Array) -> None:
    """Fill in the four suits, from the heaviest of a hand or from the lightest."""
    for suit in range(4):
        weights[suit] = 0
    left = eye.hand
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        weights[suit_of(card)] += CARD_WEIGHT + tables.strengths[eye.way, card % 13]
    for place in range(4):
        heaviest = 0
        for suit in range(1, 4):
            if weights[suit] > weights[heaviest]:
                heaviest = suit
        weights[heaviest] = -1
        order[3 - place if upside_down else place] = heaviest


@compiled_apart
def named_trump(order: Array, rule: Whole) -> Whole:
    """The number of the trump where the first suit is named, or the whole order of suits."""
    first, second, third = order[0], order[1], order[2]
    if rule == 2:
        return FIRST_SUIT + first
    later = second - (second > first)
    last = third - (third > first) - (third > second)
    return FIRST_ORDER + 6 * first + 2 * later + last


# --- plays --------------------------------------------------------------------------------


@compiled_apart
def weigh_face(tables: Tables, eye: Eye, trick: Trick, face: Whole, wild: Whole) -> Whole:
    """The chance that a card wins the trick, played as that face."""
    suit = suit_of(face)
    led = suit if trick.led < 0 else trick.led
    heights = tables.heights[tables.orders[eye.way], eye.trump]
    if height_of(heights, face, of_suit(led), wild) <= trick.height:
        return np.int64(0)
    strength = tables.strengths[eye.way, face % 13]
    return unbeaten(tables, eye, (led, suit, strength), trick.after)


@compiled_apart
def expect_after(
    tables: Tables, stake: Stake, trick: Trick, so_far: tuple[Whole, Whole, Whole], room: Array
) -> None:
    """Fill in the scores by the tricks that still follow this one, where it is won or lost.

    `so_far` is how many tricks the seat has, what they are worth, and the most of another seat.
    """
    tricks, points, others = so_far
    value = tables.values[tables.scenes[stake.scene, VALUES] + trick.number]
    start = trick.number + 1
    for more in range(stake.cards - start + 1):
        later = points + value_of(tables, stake.scene, start, stake.cards, more)
        room[WON, more] = score_with(tables, stake, tricks + 1 + more, later + value, others)
        room[LOST, more] = score_with(tables, stake, tricks + more, later, others)


@compiled_apart
def expect_rest(likely: Array, scores: Array, count: Whole) -> Whole:
    """What a seat may expect to score with so many cards after this trick."""
    expected = 0
    for more in range(count + 1):
        expected += likely[more] * scores[more]
    return expected


@compiled_apart
def weigh_plays(
    tables: Tables, eye: Eye, later: Eye, trick: Trick, count: Whole, room: Array
) -> Whole:
    """The number of the best play of a hand of so many cards; `later` is how the next trick is."""
    led: Whole = of_suit(trick.led) if trick.led >= 0 else ZERO
    duty = duty_of(card_rules(tables, eye.way), led, trick.free)
    estimate_hand(tables, later, room[CHANCES])
    best = number = 0
    highest = np.int64(0)
    left = eye.hand
    for place in range(count):
        card = lowest(left)
        left = left & (left - ONE)
        meant = faces(card, eye.hand, duty)
        if meant == ZERO:
            continue
        estimate_tricks(room[CHANCES], count, place, room[LIKELY])
        won = expect_rest(room[LIKELY], room[WON], count - 1)
        lost = expect_rest(room[LIKELY], room[LOST], count - 1)
        wild = np.int64((one_card(card) & duty.wilds) != ZERO)
        while meant != ZERO:
            chance = weigh_face(tables, eye, trick, lowest(meant), wild)
            meant = meant & (meant - ONE)
            worth = chance * won + (CERTAIN - chance) * lost
            if number == 0 or worth > highest:
                best, highest = number, worth
            number += 1
    return best


@compiled_apart
def weigh_top(tables: Tables, eye: Eye, trick: Trick, count: Whole, room: Array) -> Whole:
    """The number of the best face for a top card that may be wild and that the seat cannot see."""
    for place in range(count):
        room[CHANCES, place] = CERTAIN // eye.players
    estimate_tricks(room[CHANCES], count - 1, NONE, room[LIKELY])
    won = expect_rest(room[LIKELY], room[WON], count - 1)
    lost = expect_rest(room[LIKELY], room[LOST], count - 1)
    best = number = 0
    highest = np.int64(0)
    left = trick.free
    while left != ZERO:
        chance = weigh_face(tables, eye, trick, lowest(left), np.int64(1))
        left = left & (left - ONE)
        worth = chance * won + (CERTAIN - chance) * lost
        if number == 0 or worth > highest:
            best, highest = number, worth
        number += 1
    return best
