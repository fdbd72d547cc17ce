"""The arrays that compiled functions read and write: nothing but data.

A *way* is one deal with the calls made; a *scene* is a way with a number of cards.  A trump is a
number: 0 for none, 1 to 4 for a suit, 5 to 28 for an order of the suits, and higher ones for orders
of packs with fewer suits, as `TRUMPS` lists them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from clagdsl.engine.players.heuristic import ROOM, Scratch
from clagdsl.lang.cards import whole_deck
from clagdsl.simulation.lowering.layout import DECK, SUITS
from clagdsl.simulation.record_registry import array_record
from clagdsl.table.choices import single_suits, suit_orders
from clagdsl.table.deal_rules import Trumps

Array: TypeAlias = np.ndarray[Any, Any]
Whole: TypeAlias = Any
"""A whole number in compiled code: Python's or one of NumPy's."""
Word: TypeAlias = Any
"""A word of 64 bits in compiled code, not negative."""

FEWER_SUITS: Final = tuple(whole_deck(DECK.suits[:suits]) for suits in range(SUITS - 1, 1, -1))
"""Decks with fewer suits than there are, whose orders are shorter."""

TRUMPS: Final[tuple[Trumps, ...]] = (
    (),
    *single_suits(DECK),
    *suit_orders(DECK),
    *(order for deck in FEWER_SUITS for order in suit_orders(deck)),
)
FIRST_SUIT: Final = 1
FIRST_ORDER: Final = 1 + SUITS

LANES: Final = 64
"""Machine code plays no more matches at once."""

CACHE_LINE: Final = 64

TRUMP_HEIGHT: Final = 512
"""How much higher a card of a suit stands for each step of its priority as trump."""

RANK_BITS: Final = 5
"""How many bits of a height are below the strength: a wild's, and which pack a card is of."""

WILD_HEIGHT: Final = 16
"""How much higher a wild stands than what it stands for."""

STRENGTHS: Final = 14
"""How many values a trick has by the strength of the card that wins it, the last a special one."""

OF_SPECIAL: Final = (STRENGTHS - 1) << RANK_BITS
"""The part of a height below `TRUMP_HEIGHT` of a special card, which is above every strength."""

HIGH_HEIGHT: Final = 16 * TRUMP_HEIGHT + OF_SPECIAL
"""The height of a high special card, above every trump."""

BELOW_LED: Final = 2 * TRUMP_HEIGHT
"""How much lower a card of the first suit played stands than one of the suit that is asked for."""

LOW_HEIGHT: Final = -4 * TRUMP_HEIGHT + OF_SPECIAL
"""The height of a low special card that is led, below every other card that can win."""

NO_VALUE: Final = -(2**31)
"""Stands in a table where an expression has no value: no match comes there."""

# The columns of `ways`, numbered as they stand here; `policy_codes.PLAYED` says what figures mean.
_way = count()
CALLED_BY: Final = next(_way)
CALLS: Final = next(_way)
FIRST_CALLED: Final = next(_way)
TRUMP_RULE: Final = next(_way)
SETTLED_TRUMP: Final = next(_way)
FIRST_NAMED: Final = next(_way)  # the first of the trumps that may be named, in their order
NAMED_COUNT: Final = next(_way)  # how many may be
BID_RULE: Final = next(_way)
FIXED_BID: Final = next(_way)
# 0: eldest, 1: the dealer, 2: the caller, 3: right of the dealer, 4: who is drawn, 6: who has won
# the auction
FIRST_BIDDER: Final = next(_way)
LEADER: Final = next(_way)
FOLLOWS: Final = next(_way)
TOP_CARD: Final = next(_way)
EQUAL_CARDS: Final = next(_way)  # which of equal cards wins: 1 where the last does
OPENING: Final = next(_way)  # what may not be led: odd to the end, even until it is broken
WILD_IN_SUIT: Final = next(_way)
ANY_POINTS: Final = next(_way)
NEXT_DEALER: Final = next(_way)  # who deals next, by `END_ROLES`
# 0: the dealer names trump, 1: the caller, 2: the highest bidder, 3: who wins the auction, in it,
# 4: eldest
NAMED_BY: Final = next(_way)
OR_NONE: Final = next(_way)  # whether no trump may be named, too
FIRST_CARDS: Final = next(_way)  # how many are dealt before it is named, 0 where all are
SIGHT: Final = next(_way)  # when the hand is seen
SHOWN: Final = next(_way)  # when the turn-up is
LAST_CARD: Final = next(_way)  # whether the last card of the pack is shown where all are dealt
BY_SIZE: Final = next(_way)  # how far the ways for one card more are, 0 where they are the same
DRAWN_TRUMP: Final = next(_way)  # whether what is told in place of a turn-up is drawn
ON_SPECIAL: Final = next(_way)  # where in `on_special` stands what is trump if one is turned
LOW_WINS: Final = next(_way)  # whether fewer points are better, for steady seats
WAY_COLUMNS: Final = next(_way)

TOGETHER: Final = 5
"""In the column `FIRST_BIDDER`: all bid at once."""

# In the column `SIGHT`: nobody ever sees the own hand, and others do not or do; or each chooses to
# look before bidding, or not to.
NEVER: Final = 2
OTHERS_ONLY: Final = 3
BY_CHOICE: Final = 4

IN_AUCTION: Final = 3
"""In the column `NAMED_BY`: trump is what the winner of the auction has said."""

# The bits of a number in the column `FOLLOWS`.
SUIT_LED: Final = 1  # a card of the suit led is owed
TRUMP_NEXT: Final = 2  # a trump is owed by who has nothing of the suit led
TRUMP_FIRST: Final = 4  # a trump is owed before everything else
TRUMP_OWED: Final = TRUMP_NEXT | TRUMP_FIRST
# Where a class of higher cards is in the list, `SUIT_LED` may stand alone, and above it stands the
# whole list, the first class lowest, in places of three bits: the suit led, trumps, higher ones.
LISTED: Final = 3  # how many bits are below the list
PLACE_BITS: Final = 3
OF_SUIT: Final = 1
OF_TRUMPS: Final = 2
OF_HIGHER: Final = 4

# The bits of how a special card is played, in `special_plays`; below stands the suit asked for,
# counted from 1, and 0 for none.
ASKS_HIGHEST: Final = 8
ASKS_LOWEST: Final = 16
ASKS_NEXT: Final = 32  # the next ordinary card says which suit is led
PLAYED_HIGH: Final = 64
DEMANDED_SUIT: Final = 7

AUCTION_TRUMP_BITS: Final = 3
"""How many bits a trump takes in `AUCTION_TRUMPS`."""

OPEN_SUIT: Final = 3
"""In the column `OPENING`: the first suit; below it stand trumps, and 0 for nothing."""

# The columns of `scenes`, in the same way.
_scene = count()
VALUES: Final = next(_scene)  # where the values of the tricks begin in `values`
LIMITS: Final = next(_scene)  # where bids allowed begin in `limits`: before the last one, then it
LIMIT_SPAN: Final = next(_scene)
# whether behind the usual values stand those by the strength of the card that wins, trick by trick
BY_STRENGTH: Final = next(_scene)
# how far behind `VALUES` stands what each card adds to its trick by itself, 0 where none does
BY_CARD: Final = next(_scene)
AUCTION_BIDS: Final = next(_scene)  # how many bids an auction has, 0 without one
AUCTION_LOW: Final = next(_scene)  # the lowest number of tricks that can be said in it
AUCTION_SUITS: Final = next(_scene)  # with how many trumps each number can be said
AUCTION_TRUMPS: Final = next(
    _scene
)  # these in their order, the first lowest: see `AUCTION_TRUMP_BITS`
SCORES: Final = next(_scene)  # where the scores begin in `scores`, less the lowest points
BID_STEP: Final = next(_scene)
TRICKS_STEP: Final = next(_scene)
POINTS_STEP: Final = next(_scene)
MOST_STEP: Final = next(_scene)
MOST_COUNT_STEP: Final = next(_scene)
MAKERS_STEP: Final = next(_scene)
BIDS_STEP: Final = next(_scene)
SCENE_COLUMNS: Final = next(_scene)


A_TALLY, A_RUN, ROW_MADE, ROW_BEST = range(4)
"""How what is remembered is moved by a deal: `PastTables.kinds`."""


@array_record
class PastTables(NamedTuple):
    """What is remembered and moved by a deal, and what depends on it; often of nothing.

    First runs and tallies, then what is remembered of a row of the schedule.
    In a game in which bids may be made blind one of them is whether that of the deal was, and in a
    game with auctions the last is with what number the auction of the deal is won.
    """

    limit_steps: Array  # [scene, one]: how much further the bids allowed lie for each more
    score_steps: Array  # [scene, one]: how much further the scores lie
    rows: Array  # [scene, one, column]: as `scenes`, where in `added` its figures lie
    counts: Array  # [scene, one]: 0 where the deal is passed over
    added: Array  # what a deal adds to a tally, 1 where it goes on with a run
    auction_steps: Array  # [scene, one]: how much further that lies for each more in an auction
    blind_steps: Array  # [scene, one]: how much further for a bid made blind
    blind: Array  # [1]: the place of whether a bid was, -1 in a game without
    kinds: Array  # [one]: A_TALLY, A_RUN, ROW_MADE or ROW_BEST
    best_places: Array  # for each best score of a row how many lower ones there can be
    ends_row: Array  # [deal]: whether it is the last of its row


@array_record
class Tables(NamedTuple):
    """A game at a table as arrays, all of whole numbers."""

    sizes: Array  # [deal, 2]: the fewest and the most cards
    plain_ways: Array  # [deal]: the way before anything is called, with the fewest cards
    first_scenes: Array  # [deal]: where its scenes begin in `scene_numbers`
    scene_numbers: Array  # [call, number of cards] of each deal, one after another
    ways: Array  # [way, column]
    pack: Array  # [place]: the cards in the fixed order
    pack_set: Array  # [1]: the same as a mask
    copies: Array  # [2]: how often the pack has each face, how many such cards are told apart
    # the first of the cards of each face, the first of each group of equal cards, and its last
    equals: Array
    firsts: Array  # [card]: the first of the cards that are equal to it
    # [5]: as masks the special cards, those of them that may be high, those that can be played in
    # several ways, as they follow and as they lead, and those that ask for the highest or lowest
    specials: Array
    special_ways: (
        Array  # [2, card]: its ways as a mask of their numbers: as it follows, as it leads
    )
    special_plays: Array  # [2, card, way]: how it is played so: bits such as `PLAYED_HIGH`
    # as `ON_SPECIAL` says, by special card: the way whose trumps are named, -1 where none is trump
    on_special: Array
    ranks: Array  # [1]: how many ranks the pack has
    suit_of: Array  # [card]
    suit_masks: Array  # [card]: the cards of its suit as a mask of the pack
    by_suit: Array  # [suit]: the cards of the suit as a mask of the pack
    suits: Array  # [suit of the pack]: its cards as a mask
    strengths: Array  # [order, card]: how many cards of its suit a card beats
    stronger: Array  # [order, card]: the cards of its suit that beat it, as a mask
    # [order, 1 + power]: as a mask the cards whose height, less that of trumps, is more than the
    # power, from -1 on; none is higher than `TRUMP_HEIGHT`
    above: Array
    wilds: Array  # [way]: the wild cards as a mask
    priorities: Array  # [trump, suit]: 0 for a suit that is no trump
    orders: Array  # [way]: which order of ranks it has
    heights: Array  # [order, trump, card]: by the priority, the strength, and the pack
    scenes: Array  # [scene, column]
    values: Array  # the values of the tricks: see `VALUES`, `BY_STRENGTH` and `BY_CARD`
    limits: Array  # the allowed bids as masks, by the sum of the bids before
    scores: Array  # the points, by the names that they depend on
    completed: Array  # 1: completed, 0: failed, -1: not counted; as `scores`
    past: PastTables
    auction_words: Array  # [deal]: how much can be said in its auction at most, 0 without one
    drawn_dealer: Array  # [1]: whether it is drawn who deals first


@array_record
class Results(NamedTuple):
    """What a block of matches comes to, as it is written: all of one figure in a row.

    There is room for a multiple of `LANES` matches.
    """

    cards: Array  # [deal, match]
    calls: Array  # [deal, match]
    dealers: Array  # [deal, match]
    trumps: Array  # [deal, match]
    bids: Array  # [deal, seat, match]
    tricks: Array  # [deal, seat, match]
    scores: Array  # [deal, seat, match]
    completed: Array  # [deal, seat, match]
    deal_winners: Array  # [deal, match]
    bidders: Array  # [deal, match]: who is drawn to bid first, -1 where nobody is
    auctions: Array  # [deal, match]: the number that won, 0 where all passed, -1 without one
    auction_winners: Array  # [deal, match]: who won it, -1 where nobody did
    blind: Array  # [deal, seat, match]: 1 for a bid made blind, else 0, -1 where none may be
    # no seats in a game without


@array_record
class Course(NamedTuple):
    """What happened on the way, where that is wanted."""

    taken: Array  # [match, deal, trick]: the seat that won it
    decisions: Array  # [match, decision, 5]: see `runner.CourseNotes`
    noted: Array  # [match]: how many decisions are made


class Outcome(NamedTuple):
    """What a block of matches comes to; the first dimension is the match."""

    cards: Array  # [match, deal]
    calls: Array  # [match, deal]: the number of the call, -1 where nothing is called
    dealers: Array  # [match, deal]
    trumps: Array  # [match, deal]
    bids: Array  # [match, deal, seat]; -1 where none is made
    tricks: Array  # [match, deal, seat]
    scores: Array  # [match, deal, seat]
    completed: Array  # [match, deal, seat]: 1, 0, or -1 where it is not counted
    deal_winners: Array  # [match, deal]
    bidders: Array  # [match, deal]: who is drawn to bid first, -1 where nobody is
    auctions: Array  # [match, deal]: the number that won, 0 where all passed, -1 without one
    auction_winners: Array  # [match, deal]: who won it, -1 where nobody did
    blind: Array  # [match, deal, seat]: as in `Results`
    taken: Array  # [match, deal, trick]: the seat that won it; only as far as there is room
    decisions: Array  # [match, decision, 5]: see `runner.CourseNotes`; only as far as there is room


array_record(Scratch)


@array_record
class Steady(NamedTuple):
    """Who plays steadily, and what those seats reckon with."""

    seats: Array  # [seat]: 1 where it plays steadily, 0 where at random
    scratch: Scratch


@array_record
class Sheet(NamedTuple):
    """One deal of one match as players look at it; each batch has its own."""

    pack: Array  # the cards from the top
    hands: Array  # [seat]: the cards held, as a mask
    bids: Array  # [seat], as all that follows
    tricks: Array
    points: Array
    scores: Array
    done: Array  # 1: completed, 0: failed, -1: not counted
    past: Array  # [seat, one]: what runs and tallies have come to
    totals: Array  # as `bids`
    stack: Array  # what the condition that ends a match works with


def make_sheet(players: int, remembered: int, size: int, steps: int) -> Sheet:
    """Room for one deal: so many runs and tallies, a pack of that size, steps that end a match."""
    by_seat = (np.zeros(players, np.int64) for _ in range(6))
    past = np.zeros((players, remembered), np.int64)
    bids, tricks, points, scores, done, totals = by_seat
    pack, hands = np.zeros(size, np.int64), np.zeros(players, np.uint64)
    stack = np.zeros(steps + 1, np.int64)
    return Sheet(pack, hands, bids, tricks, points, scores, done, past, totals, stack)


def padded_matches(matches: int) -> int:
    """Room for so many matches, whose last lanes may not all be in use."""
    return -(-matches // LANES) * LANES


def cache_aligned(shape: tuple[int, ...], kind: type, figure: int) -> Array:
    """Returns an array of one figure that begins where a line of the processor's cache does.

    Else every vector of 64 bytes would lie on two lines, and be fetched twice.
    """
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.empty(size + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    made: Array = room[start : start + size].view(kind).reshape(shape)
    made[...] = figure
    return made


def make_steady(policies: Sequence[str]) -> Steady:
    """What seats with these policies reckon with."""
    seats = np.array([policy == "steady" for policy in policies], np.int64)
    return Steady(seats, Scratch(*(np.zeros(ROOM, np.int64) for _ in Scratch._fields)))


def make_results(matches: int, deals: int, players: int, *, blind: bool = False) -> Results:
    """Room for a block of matches, in a game in which bids may be made `blind` or in another."""
    room = padded_matches(matches)
    by_deal, by_seat = (deals, room), (deals, players, room)
    return Results(
        cards=cache_aligned(by_deal, np.int8, 0),
        calls=np.full(by_deal, -1, np.int32),
        dealers=cache_aligned(by_deal, np.int8, 0),
        trumps=cache_aligned(by_deal, np.int8, 0),
        bids=cache_aligned(by_seat, np.int8, -1),
        tricks=cache_aligned(by_seat, np.int8, 0),
        scores=cache_aligned(by_seat, np.int32, 0),
        completed=cache_aligned(by_seat, np.int8, 0),
        deal_winners=cache_aligned(by_deal, np.int8, 0),
        bidders=np.full(by_deal, -1, np.int8),
        auctions=np.full(by_deal, -1, np.int8),
        auction_winners=np.full(by_deal, -1, np.int8),
        blind=np.full((deals, players if blind else 0, room), -1, np.int8),
    )


def make_course(matches: int, deals: int, tricks: int, decisions: int) -> Course:
    """Room for the course of a block of matches."""
    return Course(
        np.full((matches, deals, tricks), -1, np.int8),
        np.zeros((matches, decisions, 5), np.int64),
        np.zeros(matches, np.int64),
    )


NOT_PLAYED: Final[Mapping[str, int]] = {
    "cards": 0,
    "calls": -1,
    "dealers": -1,
    "trumps": 0,
    "bids": -1,
    "tricks": 0,
    "scores": 0,
    "completed": -1,
    "deal_winners": -1,
    "bidders": -1,
    "auctions": -1,
    "auction_winners": -1,
    "blind": -1,
}
"""What stands in the results of a deal that a match did not come to."""


def clear_unplayed(results: Results, course: Course | None, lengths: Array, noted: Array) -> None:
    """Leaves nothing of the deals behind the end of each match.

    `lengths` is how many deals a match has, `noted` how many decisions were made in them.
    """
    matches = len(lengths)
    beyond_end = np.arange(len(results.cards))[:, None] >= lengths
    for name, kept in results._asdict().items():
        behind = beyond_end if kept.ndim == 2 else _for_every_seat(beyond_end, kept)
        kept[..., :matches][behind] = NOT_PLAYED[name]
    if course is not None:
        course.taken[beyond_end.T] = -1
        course.decisions[np.arange(course.decisions.shape[1]) >= noted[:, None]] = 0
        course.noted[:] = noted


def _for_every_seat(by_deal: Array, results: Array) -> Array:
    """What is so of a deal of a match, said of every seat."""
    matches = by_deal.shape[1]
    return np.broadcast_to(by_deal[:, None], results[..., :matches].shape)


def outcome_of(results: Results, course: Course | None, matches: int) -> Outcome:
    """Returns the results with the match as the first dimension; nothing is copied."""

    def by_match(figures: Array) -> Array:
        return figures.transpose(-1, *range(figures.ndim - 1))[:matches]

    if course is None:
        course = make_course(matches, len(results.cards), 0, 0)
    figures = {name: by_match(kept) for name, kept in results._asdict().items()}
    return Outcome(**figures, taken=course.taken, decisions=course.decisions)
