"""What a hand is worth, by whole numbers only: the arithmetic of the steady player.

`docs/reference/steady.md` defines every figure.  A chance is out of `CERTAIN`, a likelihood out of
`ALL_LIKELY`, an expected score that many times the points.  What a function is told of the cards is
what the seat knows: its own hand where it has seen it, and which cards it has not seen.

These functions run twice: as they stand here, and compiled by the simulator, which puts functions
of its own in the place of those of `readings`.  So they know cards and suits by number only, and
fill rows that are there already: `chances[place]` is about the card at that place of the hand.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from clagdsl.engine.players.game_queries import Ending, beats, bits, faces_of, lowest, score_of
from clagdsl.lang.cards import CardSet

Row: TypeAlias = Any
"""Whole numbers by place: a sequence, or an array of the simulator."""

CHANCE_BITS: Final = 12
CERTAIN: Final = 1 << CHANCE_BITS
"""A chance is a whole number from 0 to this."""

LIKELY_BITS: Final = 20
ALL_LIKELY: Final = 1 << LIKELY_BITS
"""What the likelihoods of every number of tricks come to, but for what is rounded away."""

WILD_CHANCE: Final = CERTAIN * 15 // 16
"""The chance that a wild card wins a trick later on."""

MOST_CALLS: Final = 64
"""So many calls are estimated at most."""

CARD_WEIGHT: Final = 6
"""What a card adds to the weight of its suit, besides the cards of its suit that it beats."""

ROOM: Final = 64
"""What every row of `Scratch` has room for: a card of the hand, or a number of tricks."""

# How the trump is known; compiled games have these numbers, too, as those of bids.
TRUMP_SETTLED: Final = 0
TURNED: Final = 1  # it will be turned
NAMES_SUIT: Final = 2  # the seat may name it once it is known what is called
NAMES_ORDER: Final = 3

# How bids are made.
IN_TURN: Final = 0
FIXED: Final = 1
NO_BIDS: Final = 2


class Cards(NamedTuple):
    """The cards of a deal; its rows go by card, those of `suits` by suit."""

    follows: bool  # whether a suit led has to be followed
    wilds: CardSet
    suit_of: Row
    strength: Row  # how many cards of its suit a card beats
    stronger: Row  # the cards of its suit that beat a card
    suits: Row  # the cards of a suit


class HandFeatures(NamedTuple):
    """What a seat sees when it estimates cards."""

    cards: Cards
    trump: int  # how it is known
    priorities: Row  # by suit: how high a trump it is, 0 for none; where the trump is known
    players: int
    held: int  # how many cards every other player holds; 0 where the hand is not seen
    hand: CardSet
    unseen: CardSet
    chance: int  # that a card of its own that it has not seen wins a trick


class Bidding(NamedTuple):
    """What a bid is about."""

    scores: Any  # as `score_of` wants it
    values: Row  # of the tricks
    cards: int
    rule: int
    fixed: int  # the bid of everybody where bids are fixed
    before: int  # the sum of the bids made
    after: int  # how many players bid later


class Stake(NamedTuple):
    """What a score depends on besides the tricks."""

    scores: Any
    values: Row
    players: int
    cards: int
    bid: int  # 0 where none is made
    bids: int  # the sum of all


class TricksTaken(NamedTuple):
    """What a seat has taken of the tricks that are finished."""

    tricks: int
    points: int
    others: int  # the most tricks that another seat has
    finished: int


class Trick(NamedTuple):
    """A trick when it is a seat's turn."""

    led: int  # the suit, -1 where the seat leads
    after: int  # how many play later


class BestChoice(NamedTuple):
    """The first of the choices that are worth most, by its number, and what it is worth."""

    number: int
    worth: int


class Scratch(NamedTuple):
    """Room to reckon in."""

    chances: Row  # by place in the hand
    likely: Row  # by number of tricks
    worths: Row  # by bid
    won: Row  # scores by later tricks where this one is won
    lost: Row  # and where it is lost
    order: Row  # suits, the heaviest first
    weights: Row  # by suit
    priorities: Row  # by suit: of a trump that is supposed


# --- chances ------------------------------------------------------------------------------


def unbeaten_by_one(features: HandFeatures, led: int, face: int) -> int:
    """Returns the chance that one other player, who plays as at random, does not beat a card."""
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
    if not cards.follows:
        return CERTAIN - CERTAIN * (higher + over + wild) // total
    follow = bits(natural & cards.suits[led])
    lacking = CERTAIN
    for _ in range(features.held):
        lacking = lacking * (CERTAIN * (total - follow) // total) >> CHANCE_BITS
    within, without = (higher, over) if suit == led else (0, higher + over)
    beaten = 0
    if follow + wild > 0:
        beaten += (CERTAIN - lacking) * (CERTAIN * (within + wild) // (follow + wild))
    if total > follow:
        beaten += lacking * (CERTAIN * (without + wild) // (total - follow))
    return CERTAIN - (beaten >> CHANCE_BITS)


def unbeaten(features: HandFeatures, led: int, face: int, players: int) -> int:
    """Returns the chance that none of so many other players beats a card where that suit is led."""
    chance = CERTAIN
    if players > 0:
        single = unbeaten_by_one(features, led, face)
        for _ in range(players):
            chance = chance * single >> CHANCE_BITS
    return chance


def estimate_hand(features: HandFeatures, chances: Row) -> None:
    """Fills in, for each card of the hand in order, the chance that it wins a trick later on."""
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
            if features.priorities[suit] > 0:
                chances[place] = chance + (CERTAIN - chance) // 4
            elif features.cards.follows:
                chances[place] = chance // 2
            else:
                chances[place] = chance // 4
        place += 1


def estimate_unseen(features: HandFeatures, seen: int, count: int, chances: Row) -> None:
    """Fills in the chances of the cards after the first `seen` of so many, which nobody has seen."""
    for place in range(seen, count):
        chances[place] = features.chance


def unknown_chance(players: int) -> int:
    """Returns the chance that a card wins a trick of which nothing is known."""
    return CERTAIN // players


def chance_against(features: HandFeatures, hands: Row, seat: int, scratch: Scratch) -> int:
    """Returns the chance that a card that the seat has not seen wins a trick from the hands of all
    others.

    It may be any of the unseen cards; where trump will be turned, each suit may be trump.
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
    """Returns the same where it is known what is trump."""
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
    """Returns the chance that a card wins if each of the others plays any card of the own hand.

    No trump wins only where its suit is led, and everybody is as likely to lead.
    """
    suit = cards.suit_of[card]
    over = cards.wilds | cards.stronger[card]
    for other in range(len(cards.suits)):
        if priorities[other] > priorities[suit]:
            over = over | cards.suits[other]
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
    """Fills in how likely each number of tricks is, with so many cards but for the one at a place.

    A place after the last leaves none out.
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
        for tricks in range(most, 0, -1):
            likely[tricks] = (likely[tricks] * less + likely[tricks - 1] * chance) >> CHANCE_BITS
        likely[0] = likely[0] * less >> CHANCE_BITS


def expected_score(likely: Row, scores: Row, count: int) -> int:
    """Returns the expected score with at most so many tricks."""
    expected = 0
    for tricks in range(count + 1):
        expected += likely[tricks] * scores[tricks]
    return expected


# --- scores -------------------------------------------------------------------------------


def score_with(stake: Stake, tricks: int, points: int, others: int) -> int:
    """What a seat scores with so many tricks and points; `others` is the most of another so far."""
    left = stake.cards - tricks
    other = min(left, max(others, left // (stake.players - 1) + 1))
    most = max(tricks, other)
    most_count = (tricks == most) + (other == most)
    makers = (stake.players - 1) // 2 + (tricks == stake.bid)
    ending = Ending(tricks, points, most, most_count, makers)
    return score_of(stake.scores, stake.bid, stake.bids, ending)


def value_of(values: Row, start: int, end: int, count: int) -> int:
    """What so many tricks are worth, spread evenly over those from `start` up to `end`."""
    total = 0
    for number in range(count):
        total += values[start + (2 * number + 1) * (end - start) // (2 * count)]
    return total


def fill_scores(stake: Stake, taken: TricksTaken, scores: Row) -> None:
    """Fills in what a seat scores with none, one, ... more of the tricks not finished yet."""
    for more in range(stake.cards - taken.finished + 1):
        points = taken.points + value_of(stake.values, taken.finished, stake.cards, more)
        scores[more] = score_with(stake, taken.tricks + more, points, taken.others)


def fill_ends(stake: Stake, taken: TricksTaken, scratch: Scratch) -> None:
    """Fills in the scores by the tricks that follow this one, where it is won or lost."""
    tricks, points, others, finished = taken
    value = stake.values[finished]
    won = TricksTaken(tricks + 1, points + value, others, finished + 1)
    fill_scores(stake, won, scratch.won)
    fill_scores(stake, TricksTaken(tricks, points, others, finished + 1), scratch.lost)


# --- bids ---------------------------------------------------------------------------------


def stake_of(bidding: Bidding, players: int, number: int) -> Stake:
    """What is at stake with a bid: the number itself unless bids are fixed, or none are made."""
    bid, total = number, bidding.before + number + bidding.after * bidding.cards // players
    if bidding.rule == FIXED:
        bid, total = bidding.fixed, players * bidding.fixed
    elif bidding.rule == NO_BIDS:
        bid, total = 0, 0
    return Stake(bidding.scores, bidding.values, players, bidding.cards, bid, total)


def weigh_bids(
    features: HandFeatures, bidding: Bidding, allowed: CardSet, scratch: Scratch
) -> BestChoice:
    """Returns the best of the allowed bids, a set of numbers, before the first trick."""
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
            if features.trump == TURNED and turn > 0:  # each suit may be turned; another is chosen
                worth += worths[bid]
            worths[bid] = worth
            first = number == 0 and (turn == 0 or features.trump == TURNED)
            if first or worth > highest:
                picked, highest = number, worth
            number += 1
    return BestChoice(picked, highest)


def foresee(features: HandFeatures, cards: int, turn: int, scratch: Scratch) -> int:
    """Fills in how likely each number of tricks is, with one of the trumps that there may be.

    What this trump weighs among the others is returned.
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
    estimate_unseen(features, bits(features.hand), cards, scratch.chances)  # what is dealt later
    estimate_tricks(scratch.chances, cards, cards, scratch.likely)
    return weight


def sort_suits(features: HandFeatures, upside_down: bool, order: Row, weights: Row) -> None:
    """Fills in the suits, from the heaviest of a hand or from the lightest."""
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
    """Returns the chance that a card wins the trick, played as that face."""
    if not beats(plays, face, wild):
        return 0
    led = features.cards.suit_of[face] if trick.led < 0 else trick.led
    return unbeaten(features, led, face, trick.after)


def weigh_plays(features: HandFeatures, trick: Trick, plays: Any, scratch: Scratch) -> BestChoice:
    """Returns the best play of a hand, once the scores that end the deal are filled in."""
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
    """Returns the best face for a top card that may be wild and that the seat cannot see."""
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
