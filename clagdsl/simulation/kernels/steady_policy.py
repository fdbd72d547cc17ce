"""The steady player, compiled: `clagdsl.engine.players.heuristic` as it stands, over the tables.

What the heuristic asks of a game and of sets of cards is answered here as its `readings` do.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from clagdsl.engine.players import heuristic
from clagdsl.engine.players.heuristic import Bidding, Cards, Eye, Scratch
from clagdsl.engine.players.readings import Ending
from clagdsl.simulation.jit import compiled, compiled_twins
from clagdsl.simulation.kernels.bits import ZERO, bits, lowest
from clagdsl.simulation.kernels.cardset import one_card
from clagdsl.simulation.kernels.deal_phases import Deal
from clagdsl.simulation.kernels.past_figures import scores_further
from clagdsl.simulation.kernels.trick_rules import Duty, faces, height_of
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole, Word


class Scores(NamedTuple):
    """Where a score is looked up."""

    scene: Array
    scores: Array
    sign: Whole  # -1 where fewer points are better
    start: Whole  # where the scores of the seat begin


class Plays(NamedTuple):
    """A trick when it is a seat's turn."""

    hand: Word
    cards: Word  # those of the hand of which no equal one stands before
    duty: Duty
    heights: Array
    suit_masks: Array
    led: Word  # the suit led, nothing where the seat leads
    highest: Whole  # what has to be exceeded


@compiled
def count_cards(cards: Whole) -> Whole:
    """How many cards a set has."""
    return bits(np.uint64(cards))


@compiled
def first_card(cards: Whole) -> Whole:
    """The first card of a set."""
    return lowest(np.uint64(cards))


@compiled
def faces_of(plays: Plays, card: Whole) -> Whole:
    """What a card may be played as."""
    if one_card(card) & plays.cards == ZERO:
        return np.int64(0)
    return np.int64(faces(card, plays.hand, plays.duty))


@compiled
def beats(plays: Plays, face: Whole, wild: bool) -> bool:
    """Whether a card wins the trick as far as it goes, played as that face."""
    led = plays.suit_masks[face] if plays.led == ZERO else plays.led
    lift = np.int64(codes.WILD_HEIGHT) if wild else np.int64(0)
    higher: bool = height_of(plays.heights, face, led, lift) > plays.highest
    return higher


@compiled
def score_of(scores: Scores, bid: Whole, bids: Whole, ending: Ending) -> Whole:
    """What the score of a seat that ends so is worth; 0 where the expression has no value."""
    row = scores.scene
    place = scores.start + row[codes.BID_STEP] * bid + row[codes.BIDS_STEP] * bids
    place += row[codes.TRICKS_STEP] * ending.tricks + row[codes.POINTS_STEP] * ending.points
    place += row[codes.MOST_STEP] * ending.most + row[codes.MOST_COUNT_STEP] * ending.most_count
    place += row[codes.MAKERS_STEP] * ending.makers
    score = scores.scores[place]
    return np.int64(0) if score == codes.NO_VALUE else scores.sign * np.int64(score)


TWINS: Final = compiled_twins(
    heuristic,
    apart=("weigh_bids", "weigh_plays", "weigh_faces", "foresee", "fill_ends", "chance_against"),
    bits=count_cards,
    lowest=first_card,
    faces_of=faces_of,
    beats=beats,
    score_of=score_of,
)
chance_against: Final[Any] = TWINS["chance_against"]
unknown_chance: Final[Any] = TWINS["unknown_chance"]
weigh_bids: Final[Any] = TWINS["weigh_bids"]
weigh_plays: Final[Any] = TWINS["weigh_plays"]
weigh_faces: Final[Any] = TWINS["weigh_faces"]
fill_ends: Final[Any] = TWINS["fill_ends"]


@compiled
def eye_of(
    tables: Tables, deal: Deal, players: Whole, held: Whole, hand: Word, unseen: Word
) -> Eye:
    """What a seat sees when it estimates cards."""
    order = tables.orders[deal.way]
    wilds: Whole = np.int64(tables.wilds[deal.way])
    own: Whole = np.int64(hand)
    others: Whole = np.int64(unseen)
    cards = Cards(
        tables.ways[deal.way, codes.FOLLOWS] & 1 != 0,
        wilds,
        tables.suit_of,
        tables.strengths[order],
        tables.stronger[order],
        tables.suits,
    )
    priorities = tables.priorities[max(deal.trump, 0)]
    unknown = -min(deal.trump, 0)
    return Eye(cards, unknown, priorities, players, held, own, others, unknown_chance(players))


@compiled
def eye_of_others(eye: Eye, hands: Array, seat: Whole, scratch: Scratch) -> Eye:
    """The same where the seat sees the hands of all others, and not its own."""
    chance = chance_against(eye, hands, seat, scratch)
    theirs: Whole = np.int64(0)
    for other in range(len(hands)):
        if other != seat:
            theirs = theirs | hands[other]
    return Eye(
        eye.cards, eye.trump, eye.priorities, eye.players, eye.held, eye.hand, theirs, chance
    )


@compiled
def bidding_of(
    tables: Tables, past: Array, seat: Whole, deal: Deal, before: Whole, after: Whole
) -> Bidding:
    """What a bid is about, after bids of that sum, where so many seats bid later."""
    scene = tables.scenes[deal.scene]
    start = scene[codes.SCORES] + scores_further(tables, past, deal.scene, seat)
    return Bidding(
        Scores(scene, tables.scores, 1 - 2 * tables.ways[deal.way, codes.LOW_WINS], start),
        tables.values[scene[codes.VALUES] : scene[codes.VALUES] + deal.cards],
        deal.cards,
        tables.ways[deal.way, codes.BID_RULE],
        tables.ways[deal.way, codes.FIXED_BID],
        before,
        after,
    )
