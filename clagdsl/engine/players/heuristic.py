"""The arithmetic of the steady player: the value of a hand, in whole numbers only.

`docs/reference/steady.md` defines every figure. The estimate has four steps, used for every
decision:

1. `estimate_hand`: the chance that each card wins a trick, as a fraction of `CERTAIN` (4096).
2. `estimate_tricks`: from that, the likelihood of each number of tricks, as a fraction of
  `ALL_LIKELY` (2^20).
3. `fill_scores`: the score of the deal for each number of tricks.
4. `expected_score`: the sum of their products, that is `ALL_LIKELY` times the expected score.

`weigh_bids` and `weigh_plays` compare actions by it. The functions get only what the seat knows:
its own hand if it has looked, and the set of cards that it has not seen. The face of a card is the
card that it represents, which differs from the card itself only for wild cards.

INVARIANT: these functions run both interpreted and compiled, and must give equal results. The
simulator compiles this module with its own versions of the functions in `game_queries`. So cards
and suits are indices, and results are written into existing rows: `chances[place]` is about the
card at that place in the hand.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from clagdsl.engine.players.game_queries import Ending, beats, bits, faces_of, lowest, score_of
from clagdsl.lang.cards import CardSet

Row: TypeAlias = Any
"""Whole numbers by index: a sequence, or an array in the simulator."""

CHANCE_BITS: Final = 12
CERTAIN: Final = 1 << CHANCE_BITS
"""The denominator of chances: a chance is a whole number from 0 to this."""

LIKELY_BITS: Final = 20
ALL_LIKELY: Final = 1 << LIKELY_BITS
"""The sum of the likelihoods of all numbers of tricks, up to rounding."""

WILD_CHANCE: Final = CERTAIN * 15 // 16
"""The chance that a wild card wins a later trick."""

MOST_CALLS: Final = 64
"""The most calls that are evaluated."""

CARD_WEIGHT: Final = 6
"""The weight of each card in its suit, in addition to the number of cards of the suit that it
beats.
"""

ROOM: Final = 64
"""The length of every row of `Scratch`: room for each card of a hand and each number of tricks."""

# The state of knowledge about trump. Compiled games use the same numbers, also for the bid rules.
TRUMP_SETTLED: Final = 0
TURNED: Final = 1  # it will be turned up
NAMES_SUIT: Final = 2  # the seat may name a suit after the call
NAMES_ORDER: Final = 3

# The rules of bids.
IN_TURN: Final = 0
FIXED: Final = 1
NO_BIDS: Final = 2


class Cards(NamedTuple):
    """The cards of a deck: rows are indexed by card, `suits` by suit."""

    follows: bool  # True if players must follow suit
    wilds: CardSet
    suit_of: Row
    strength: Row  # the number of cards in its suit that a card beats
    stronger: Row  # for each card, the set of cards in its suit that beat it
    suits: Row  # for each suit, the set of its cards


class HandFeatures(NamedTuple):
    """The information from which a seat estimates the value of its cards."""

    cards: Cards
    trump: int  # TRUMP_SETTLED, TURNED, NAMES_SUIT or NAMES_ORDER
    priorities: Row  # for each suit, its rank as a trump, 0 for none; valid once trump is known
    players: int
    held: int  # the number of cards each other player holds; 0 if the seat's own hand is unseen
    hand: CardSet
    unseen: CardSet
    chance: int  # the chance that an unseen card of the seat's own hand wins a trick


class Bidding(NamedTuple):
    """The situation of a bidder."""

    scores: Any  # the first argument of `score_of`
    values: Row  # the value of each trick
    cards: int
    rule: int
    fixed: int  # everyone's bid under the rule FIXED
    before: int  # the sum of the bids made
    after: int  # the number of players who bid later
    bids: Row  # the bid of each seat that has bid
    seat: int  # the seat of the bidder


class Stake(NamedTuple):
    """The arguments of a score formula, except for the tricks."""

    scores: Any
    values: Row
    players: int
    cards: int
    bid: int  # 0 without bids
    bids: int  # the sum of all bids
    highest: int  # the highest of all bids
    same: int  # the number of other players with the same bid


class TricksTaken(NamedTuple):
    """The finished tricks, as a seat sees them."""

    tricks: int
    points: int
    others: int  # the most tricks of any other seat
    finished: int


class Trick(NamedTuple):
    """The current trick, in which it is a seat's turn."""

    led: int  # the suit led; -1 if the seat leads
    after: int  # the number of players who play later


class BestChoice(NamedTuple):
    """The index of the best choice (the first if several are equal), and its value."""

    number: int
    worth: int


class Scratch(NamedTuple):
    """Preallocated rows for intermediate results."""

    chances: Row  # for each place in the hand
    likely: Row  # for each number of tricks
    worths: Row  # for each bid
    won: Row  # scores by number of later tricks if this trick is won
    lost: Row  # the same if this trick is lost
    order: Row  # suits, heaviest first
    weights: Row  # for each suit
    priorities: Row  # for each suit, its rank as an assumed trump


# --- chances ------------------------------------------------------------------------------


def unbeaten_by_one(features: HandFeatures, led: int, face: int) -> int:
    """Returns the chance that one other player, who plays at random, does not beat a card."""
    cards, priorities = features.cards, features.priorities
    natural = features.unseen & ~cards.wilds
    total = bits(features.unseen)
    if total == 0:
        return CERTAIN
    wild = total - bits(natural)
    suit = cards.suit_of[face]
    higher = bits(natural & cards.stronger[face])
    over = 0
    for other in range(len(cards.suits)):
        if priorities[other] > priorities[suit]:
            over += bits(natural & cards.suits[other])
    # without a duty to follow suit, any unseen card may be played
    if not cards.follows:
        return CERTAIN - CERTAIN * (higher + over + wild) // total
    follow = bits(natural & cards.suits[led])
    # the chance that a player's hand is void in the suit led
    lacking = CERTAIN
    for _ in range(features.held):
        lacking = lacking * (CERTAIN * (total - follow) // total) >> CHANCE_BITS
    # the unseen cards that beat the face: for a player who follows suit, and for one who is void
    within, without = (higher, over) if suit == led else (0, higher + over)
    beaten = 0
    if follow + wild > 0:
        beaten += (CERTAIN - lacking) * (CERTAIN * (within + wild) // (follow + wild))
    if total > follow:
        beaten += lacking * (CERTAIN * (without + wild) // (total - follow))
    return CERTAIN - (beaten >> CHANCE_BITS)


def unbeaten(features: HandFeatures, led: int, face: int, players: int) -> int:
    """Returns the chance that none of `players` other players beats a card if suit `led` is led."""
    chance = CERTAIN
    if players > 0:
        single = unbeaten_by_one(features, led, face)
        for _ in range(players):
            chance = chance * single >> CHANCE_BITS
    return chance


def estimate_hand(features: HandFeatures, chances: Row) -> None:
    """Fills in, for each card of the hand in order, the chance that it wins a later trick."""
    place = 0
    left = features.hand
    while left != 0:
        card = lowest(left)
        left = left & (left - 1)
        if (features.cards.wilds >> card) & 1:
            chances[place] = WILD_CHANCE
        else:
            suit = features.cards.suit_of[card]
            chance = unbeaten(features, suit, card, features.players - 1)
            # A trump can be kept for a void, so it wins more often than if it is led. Another
            # card wins only if it is led, which it often is not.
            if features.priorities[suit] > 0:
                chances[place] = chance + (CERTAIN - chance) // 4
            elif features.cards.follows:
                chances[place] = chance // 2
            else:
                chances[place] = chance // 4
        place += 1


def estimate_unseen(features: HandFeatures, seen: int, count: int, chances: Row) -> None:
    """Fills in the chances of the seat's own unseen cards: places `seen` to `count` - 1."""
    for place in range(seen, count):
        chances[place] = features.chance


def unknown_chance(players: int) -> int:
    """Returns the chance that an unknown card wins a trick."""
    return CERTAIN // players


def chance_against(features: HandFeatures, hands: Row, seat: int, scratch: Scratch) -> int:
    """Returns the chance that an unseen card of the seat's own hand wins against others' known
    hands.

    The card may be any of the unseen ones. If trump will be turned up, each suit is weighted by its
    unseen cards.
    """
    if features.trump != TURNED:
        return _chance_with(features, features.priorities, hands, seat)
    total = weight = 0
    for turn in range(len(features.cards.suits)):
        for suit in range(len(features.cards.suits)):
            scratch.priorities[suit] = 0
        scratch.priorities[turn] = 1
        turned = bits(features.unseen & features.cards.suits[turn])
        total += turned * _chance_with(features, scratch.priorities, hands, seat)
        weight += turned
    return total // weight


def _chance_with(features: HandFeatures, priorities: Row, hands: Row, seat: int) -> int:
    """Returns the chance that `chance_against` returns, but for known trumps."""
    total = 0
    left = features.unseen
    while left != 0:
        card = lowest(left)
        left = left & (left - 1)
        if (features.cards.wilds >> card) & 1:
            total += WILD_CHANCE
        else:
            total += _chance_of(features.cards, priorities, card, hands, seat)
    return total // bits(features.unseen)


def _chance_of(cards: Cards, priorities: Row, card: int, hands: Row, seat: int) -> int:
    """Returns the chance that a card wins if every other player plays a random card from their
    hand.

    A card that is not a trump wins only if its suit is led; each player is equally likely to lead.
    """
    suit = cards.suit_of[card]
    over = cards.wilds | cards.stronger[card]
    for other in range(len(cards.suits)):
        if priorities[other] > priorities[suit]:
            over = over | cards.suits[other]
    # `spare`: no earlier player beats the card. `led`: in addition, one of them has led its suit.
    spare, led, players = CERTAIN, 0, 1
    for other in range(len(hands)):
        held = bits(hands[other])
        if other == seat or held == 0:
            continue
        lower = cards.suits[suit] & ~over
        under = CERTAIN * bits(hands[other] & lower) // held
        beaten = CERTAIN * bits(hands[other] & over) // held
        led = (led * (CERTAIN - beaten) + spare * under) >> CHANCE_BITS
        spare = spare * (CERTAIN - beaten) >> CHANCE_BITS
        players += 1
    return spare if priorities[suit] > 0 else (spare + led) // players


def estimate_tricks(chances: Row, count: int, but: int, likely: Row) -> None:
    """Fills in the likelihood of each number of tricks for `count` cards, leaving out place `but`.

    If `but` equals `count`, all cards are included.
    """
    likely[0] = ALL_LIKELY
    most = 0
    for place in range(count):
        if place == but:
            continue
        chance = chances[place]
        less = CERTAIN - chance
        most += 1
        likely[most] = 0
        # from high to low, so that likely[tricks - 1] is still without this card
        for tricks in range(most, 0, -1):
            likely[tricks] = (likely[tricks] * less + likely[tricks - 1] * chance) >> CHANCE_BITS
        likely[0] = likely[0] * less >> CHANCE_BITS


def expected_score(likely: Row, scores: Row, count: int) -> int:
    """Returns `ALL_LIKELY` times the expected score, for 0 to `count` tricks."""
    expected = 0
    for tricks in range(count + 1):
        expected += likely[tricks] * scores[tricks]
    return expected


# --- scores -------------------------------------------------------------------------------


def score_with(stake: Stake, tricks: int, points: int, others: int) -> int:
    """Returns a seat's score for these results; `others` is the most tricks that any other player
    has so far.
    """
    # The others are assumed to share the remaining tricks: one of them takes one more than their
    # equal share, and half of them make their bids.
    left = stake.cards - tricks
    other = min(left, max(others, left // (stake.players - 1) + 1))
    most = max(tricks, other)
    most_count = (tricks == most) + (other == most)
    makers = (stake.players - 1) // 2 + (tricks == stake.bid)
    ending = Ending(tricks, points, most, most_count, makers, stake.highest, stake.same)
    return score_of(stake.scores, stake.bid, stake.bids, ending)


def value_of(values: Row, start: int, end: int, count: int) -> int:
    """Returns the value of `count` tricks, assumed to be spread evenly over tricks `start` to `end`
    - 1.
    """
    total = 0
    for number in range(count):
        # the tricks in the middle of `count` equal intervals
        total += values[start + (2 * number + 1) * (end - start) // (2 * count)]
    return total


def fill_scores(stake: Stake, taken: TricksTaken, scores: Row) -> None:
    """Fills in the seat's scores for 0, 1, ... further tricks among the unfinished ones."""
    for more in range(stake.cards - taken.finished + 1):
        points = taken.points + value_of(stake.values, taken.finished, stake.cards, more)
        scores[more] = score_with(stake, taken.tricks + more, points, taken.others)


def fill_ends(stake: Stake, taken: TricksTaken, scratch: Scratch) -> None:
    """Fills in the scores by number of later tricks, if this trick is won and if it is lost."""
    tricks, points, others, finished = taken
    value = stake.values[finished]
    won = TricksTaken(tricks + 1, points + value, others, finished + 1)
    fill_scores(stake, won, scratch.won)
    fill_scores(stake, TricksTaken(tricks, points, others, finished + 1), scratch.lost)


# --- bids ---------------------------------------------------------------------------------


def stake_of(bidding: Bidding, players: int, number: int) -> Stake:
    """Returns the stake for a bid of `number`; it is ignored if bids are fixed or nobody bids."""
    bid, total = number, bidding.before + number + bidding.after * bidding.cards // players
    highest, same, other = number, 0, bidding.seat
    if bidding.rule == FIXED:
        bid, total = bidding.fixed, players * bidding.fixed
        highest, same = bid, players - 1
    elif bidding.rule == NO_BIDS:
        bid, total, highest = 0, 0, 0
    else:
        for _ in range(players - 1 - bidding.after):  # the players who bid before this one
            other = other - 1 if other > 0 else players - 1
            highest = max(highest, bidding.bids[other])
            same += bidding.bids[other] == number
    return Stake(bidding.scores, bidding.values, players, bidding.cards, bid, total, highest, same)


def weigh_bids(
    features: HandFeatures, bidding: Bidding, allowed: CardSet, scratch: Scratch
) -> BestChoice:
    """Returns the best bid before the first trick; `allowed` is a set of bids.

    If trump is unknown, the bids are evaluated for each possible trump. If a card will be turned
    up, the values for all suits are added, because chance picks the suit. If the seat names trump,
    the better of two options counts: heaviest or lightest suits first.
    """
    cards, worths = bidding.cards, scratch.worths
    turns = 1
    if features.held > 0 and features.trump != TRUMP_SETTLED:
        turns = len(features.cards.suits) if features.trump == TURNED else 2
    picked = highest = 0
    for turn in range(turns):
        weight = foresee(features, cards, turn, scratch)
        number = 0
        for bid in range(cards + 1):
            if (allowed >> bid) & 1 == 0:
                continue
            fill_scores(
                stake_of(bidding, features.players, bid), TricksTaken(0, 0, 0, 0), scratch.won
            )
            worth = weight * expected_score(scratch.likely, scratch.won, cards)
            if features.trump == TURNED and turn > 0:  # chance picks the suit that is turned up
                worth += worths[bid]
            worths[bid] = worth
            first = number == 0 and (turn == 0 or features.trump == TURNED)
            if first or worth > highest:
                picked, highest = number, worth
            number += 1
    return BestChoice(picked, highest)


def foresee(features: HandFeatures, cards: int, turn: int, scratch: Scratch) -> int:
    """Fills in the likelihood of each number of tricks for one of the possible trumps.

    Returns the weight of this trump among all possible ones.
    """
    if features.held == 0:
        estimate_unseen(features, 0, cards, scratch.chances)
        estimate_tricks(scratch.chances, cards, cards, scratch.likely)
        return 1
    priorities, weight = features.priorities, bits(features.unseen)
    if features.trump != TRUMP_SETTLED:
        priorities, suits = scratch.priorities, len(features.cards.suits)
        for suit in range(suits):
            priorities[suit] = 0
        if features.trump == TURNED:
            priorities[turn] = 1
            weight = bits(features.unseen & features.cards.suits[turn])
        else:
            sort_suits(features, turn == 1, scratch.order, scratch.weights)
            named = 1 if features.trump == NAMES_SUIT else suits
            for place in range(named):
                priorities[scratch.order[place]] = named - place
    seen = HandFeatures(
        features.cards,
        features.trump,
        priorities,
        features.players,
        features.held,
        features.hand,
        features.unseen,
        features.chance,
    )
    estimate_hand(seen, scratch.chances)
    estimate_unseen(features, bits(features.hand), cards, scratch.chances)  # cards dealt later
    estimate_tricks(scratch.chances, cards, cards, scratch.likely)
    return weight


def sort_suits(features: HandFeatures, upside_down: bool, order: Row, weights: Row) -> None:
    """Fills in the suits of a hand, heaviest first, or lightest first if `upside_down`."""
    suits = len(features.cards.suits)
    for suit in range(suits):
        weights[suit] = 0
    left = features.hand
    while left != 0:
        card = lowest(left)
        left = left & (left - 1)
        weights[features.cards.suit_of[card]] += CARD_WEIGHT + features.cards.strength[card]
    for place in range(suits):
        heaviest = 0
        for suit in range(1, suits):
            if weights[suit] > weights[heaviest]:
                heaviest = suit
        weights[heaviest] = -1
        order[suits - 1 - place if upside_down else place] = heaviest


# --- plays --------------------------------------------------------------------------------


def weigh_face(features: HandFeatures, trick: Trick, plays: Any, face: int, wild: bool) -> int:
    """Returns the chance that a card wins the trick if it is played as this face."""
    if not beats(plays, face, wild):
        return 0
    led = features.cards.suit_of[face] if trick.led < 0 else trick.led
    return unbeaten(features, led, face, trick.after)


def weigh_plays(features: HandFeatures, trick: Trick, plays: Any, scratch: Scratch) -> BestChoice:
    """Returns the best play of a hand; `fill_ends` must have filled in the scores."""
    count = bits(features.hand)
    held = features.held - 1
    later = HandFeatures(
        features.cards,
        features.trump,
        features.priorities,
        features.players,
        held,
        features.hand,
        features.unseen,
        features.chance,
    )
    estimate_hand(later, scratch.chances)
    picked = number = highest = 0
    left = features.hand
    for place in range(count):
        card = lowest(left)
        left = left & (left - 1)
        meant = faces_of(plays, card)
        if meant == 0:
            continue
        estimate_tricks(scratch.chances, count, place, scratch.likely)
        won = expected_score(scratch.likely, scratch.won, count - 1)
        lost = expected_score(scratch.likely, scratch.lost, count - 1)
        wild = (features.cards.wilds >> card) & 1 == 1
        while meant != 0:
            chance = weigh_face(features, trick, plays, lowest(meant), wild)
            meant = meant & (meant - 1)
            worth = chance * won + (CERTAIN - chance) * lost
            if number == 0 or worth > highest:
                picked, highest = number, worth
            number += 1
    return BestChoice(picked, highest)


def weigh_faces(
    features: HandFeatures, trick: Trick, plays: Any, faces: CardSet, scratch: Scratch
) -> BestChoice:
    """Returns the best face for an unseen top card that may be wild."""
    rest = features.held - 1
    estimate_unseen(features, 0, rest, scratch.chances)
    estimate_tricks(scratch.chances, rest, rest, scratch.likely)
    won = expected_score(scratch.likely, scratch.won, rest)
    lost = expected_score(scratch.likely, scratch.lost, rest)
    picked = number = highest = 0
    left = faces
    while left != 0:
        chance = weigh_face(features, trick, plays, lowest(left), True)
        left = left & (left - 1)
        worth = chance * won + (CERTAIN - chance) * lost
        if number == 0 or worth > highest:
            picked, highest = number, worth
        number += 1
    return BestChoice(picked, highest)
