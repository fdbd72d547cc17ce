"""The arrays that compiled functions read and write; pure data.

A *way* is a deal with its calls made: one row of `ways`.  A *scene* is a way with a number of
cards: one row of `scenes`.  A trump is represented by a number, its index in `TRUMPS`: 0 for no
trump, 1 to 4 for a suit, 5 to 28 for several suits in order.  Higher numbers are orders in packs
with fewer suits.

The height of a card serves to compare cards in a trick.  It is the sum of

- `TRUMP_HEIGHT` times the priority of its suit as trump (0 for other suits);
- its strength (the number of ranks that it beats in its suit), shifted by `RANK_BITS`;
- `WILD_HEIGHT` if a wild card represents it;
- a number for its pack, less than `WILD_HEIGHT`, if better packs win.

`Tables` is a game; `lower` creates it, and it never changes.  `Results` and `Outcome` are matches
that have been played.  `Sheet` is one deal of one match as players see it.
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
"""An integer in compiled code: Python's or one of NumPy's."""
Word: TypeAlias = Any
"""An unsigned 64-bit integer in compiled code."""

FEWER_SUITS: Final = tuple(whole_deck(DECK.suits[:suits]) for suits in range(SUITS - 1, 1, -1))
"""Decks with fewer suits, in which the orders of trumps are shorter."""

TRUMPS: Final[tuple[Trumps, ...]] = (
    (),
    *single_suits(DECK),
    *suit_orders(DECK),
    *(order for deck in FEWER_SUITS for order in suit_orders(deck)),
)
FIRST_SUIT: Final = 1
FIRST_ORDER: Final = 1 + SUITS

LANES: Final = 64
"""The maximum number of matches that machine code plays at once."""

CACHE_LINE: Final = 64

TRUMP_HEIGHT: Final = 2048
"""The amount by which each step of trump priority raises a card's height.

It leaves room for 64 strengths, as all cards of a pack may be in the trump suit.
"""

RANK_BITS: Final = 5
"""The number of height bits below the strength, for whether the card is wild and for its pack."""

WILD_HEIGHT: Final = 16
"""The amount by which a wild is higher than the card that it represents."""

STRENGTHS: Final = 14
"""The number of trick values by the strength of the winning card; the last is for special cards."""

OF_SPECIAL: Final = (STRENGTHS - 1) << RANK_BITS
"""The part of a special card's height below `TRUMP_HEIGHT`, which is above every strength."""

HIGH_HEIGHT: Final = 16 * TRUMP_HEIGHT + OF_SPECIAL
"""The height of a high special card, above every trump."""

BELOW_LED: Final = 2 * TRUMP_HEIGHT
"""The amount by which the first suit played is lower than the suit asked for."""

LOW_HEIGHT: Final = -4 * TRUMP_HEIGHT + OF_SPECIAL
"""The height of a low special card that is led: below every other card that can win."""

NO_VALUE: Final = -(2**31)
"""The table entry for "no value"; no match uses one."""

# The columns of `ways`, in order: the rules of a deal after its calls.  The kernels
# (`deal_phases`, `trick_rules`) read them; `policy_codes.PLAYED` maps policies to numbers.
_way = count()
CALLED_BY: Final = next(_way)  # who calls; 0: nobody, 1: the dealer, 2: the winner of the last deal
CALLS: Final = next(_way)  # the number of calls to choose from, 0 without a call
FIRST_CALLED: Final = next(_way)  # the way after the first call; those after the others follow it
# 0: settled by the rules, 1: turned or drawn, 2: a suit is named, 3: an order
TRUMP_RULE: Final = next(_way)
SETTLED_TRUMP: Final = next(_way)  # the trump if the rules settle it
ASSUMED_TRUMP: Final = next(_way)  # the trump that players assume in scores while it is unknown
FIRST_NAMED: Final = next(_way)  # the first of the trumps that may be named, which are consecutive
NAMED_COUNT: Final = next(_way)  # the number of trumps that may be named
BID_RULE: Final = next(_way)  # 0: bids are chosen, 1: fixed, 2: not made
FIXED_BID: Final = next(_way)  # the bid if it is fixed, else -1
# 0: eldest, 1: the dealer, 2: the caller, 3: right of the dealer, 4: drawn by lot, 5: all bid
# simultaneously (`TOGETHER`), 6: the winner of the auction
FIRST_BIDDER: Final = next(_way)
# if all bid simultaneously, who may have to bid again, 0: nobody, 1: eldest, 2: the dealer
BIDS_AGAIN: Final = next(_way)
# 0: eldest, 1: the dealer, 2: the caller, 3: highest bidder, 4: auction winner, 5: first bidder
LEADER: Final = next(_way)
FOLLOWS: Final = next(_way)  # the duties to a trick, as bits: see `SUIT_LED`
TOP_CARD: Final = next(_way)  # 1 if each player plays the top card of the hand
# the winner among equal cards: 0: the first, 1: the last, 2: that of the better pack
EQUAL_CARDS: Final = next(_way)
# the suit held back: see `OPEN_SUIT`; odd: to the end, even: until broken
OPENING: Final = next(_way)
WILD_IN_SUIT: Final = next(_way)  # 1 if wilds count for the duty to follow their suit
ANY_POINTS: Final = next(_way)  # the deal is won by 0: the most points, 1: the first seat with any
# 0: eldest, 1: the winner of the deal, 2: the loser, 3: the most missed bid, 4: the lowest total
NEXT_DEALER: Final = next(_way)
# who names trump: 0: the dealer, 1: the caller, 2: the highest bidder, 3: the winner of the
# auction, by the winning bid (`IN_AUCTION`), 4: eldest
NAMED_BY: Final = next(_way)
OR_NONE: Final = next(_way)  # 1 if the choice includes no trump
FIRST_CARDS: Final = next(_way)  # cards dealt to each player before trump is named; 0: all
SIGHT: Final = next(_way)  # when a hand is seen: 0: before the bids, 1: after, and 2 to 4 below
SHOWN: Final = next(_way)  # when the turn-up is shown: 0: before the bids, 1: after
LAST_CARD: Final = next(_way)  # 1 if the last card of the pack is shown when all are dealt
BY_SIZE: Final = next(_way)  # distance to the ways for one more card; 0 if they are the same
DRAWN_TRUMP: Final = next(_way)  # 1 if trump is drawn by lot instead of turned
ON_TURNED: Final = next(_way)  # the offset in `on_turned` of the codes for turned cards
DRAWS_BIDDER: Final = next(_way)  # 1 if the first bidder is drawn before the cards are dealt
LOW_WINS: Final = next(_way)  # 1 if fewer points are better, for steady seats
WAY_COLUMNS: Final = next(_way)

# In `on_turned`; other numbers are the ways whose trumps the dealer names.
MAKES_SUIT: Final = 0  # the suit of the card is trump
MAKES_NONE: Final = -1  # the deal has no trump
TURNS_AGAIN: Final = -2  # the next card is turned; without one, the deal has no trump

TOGETHER: Final = 5
"""In the column `FIRST_BIDDER`: players bid simultaneously."""

# In the column `SIGHT`: nobody sees a hand (NEVER), everybody sees all hands but their own
# (OTHERS_ONLY), or players choose whether to look before bidding (BY_CHOICE).
NEVER: Final = 2
OTHERS_ONLY: Final = 3
BY_CHOICE: Final = 4

IN_AUCTION: Final = 3
"""In the column `NAMED_BY`: the winning auction bid determines the trump."""

# The bits of the column `FOLLOWS`.
SUIT_LED: Final = 1  # a card of the suit led is owed
TRUMP_NEXT: Final = 2  # a trump is owed by a player without the suit led
TRUMP_FIRST: Final = 4  # a trump is owed before any other card
TRUMP_OWED: Final = TRUMP_NEXT | TRUMP_FIRST
# If a class of higher cards is owed, a list of classes follows above these bits.  `SUIT_LED` may
# then be set, but no bit for trumps.  The list has `PLACE_BITS` bits per class, the first lowest.
LISTED: Final = 3  # the number of bits below the list
PLACE_BITS: Final = 3
OF_SUIT: Final = 1
OF_TRUMPS: Final = 2
OF_HIGHER: Final = 4

# The bits of a way to play a special card, in `special_plays`.  The lowest (`DEMANDED_SUIT`) hold
# the suit that it asks for, 1-based; 0 if it asks for none.
ASKS_HIGHEST: Final = 8
ASKS_LOWEST: Final = 16
ASKS_NEXT: Final = 32  # the next ordinary card decides the suit led
PLAYED_HIGH: Final = 64
DEMANDED_SUIT: Final = 7

AUCTION_TRUMP_BITS: Final = 3
"""The number of bits per trump in `AUCTION_TRUMPS`."""

OPEN_SUIT: Final = 3
"""In the column `OPENING`: the first suit.  Lower values are 1 and 2 for trumps, 0 for no rule."""

# The columns of `scenes`, in order: offsets in the tables for a way with a number of cards.
_scene = count()
VALUES: Final = next(_scene)  # the offset in `values` of the usual value of each trick
# the offset in `limits` of the allowed bids: before the last bid, then for the last; or of the
# bids that meet each condition: see `AllowedBids`
LIMITS: Final = next(_scene)
LIMIT_SPAN: Final = next(_scene)  # the number of masks for bids before the last
CONDITION_STEP: Final = next(_scene)  # the number of masks of each condition; 0 for allowed bids
# step in `limits`: the distance if the sum of the earlier bids is higher by 1; 0 if limits do not
# depend on it
SUM_STEP: Final = next(_scene)
PREVIOUS_STEP: Final = next(_scene)  # the same for the bid before; -1 counts as 0
HIGHEST_STEP: Final = next(_scene)  # the highest of the earlier bids
SAME_STEP: Final = next(_scene)  # the number of earlier bids that are equal
# 1 if `values` also has, for each trick, the values by strength of the winning card
BY_STRENGTH: Final = next(_scene)
# distance from `VALUES` to the values of individual cards; 0 if they have none
BY_CARD: Final = next(_scene)
CARDS_STEP: Final = next(_scene)  # the distance between those of two trumps; 0 if they are alike
AUCTION_BIDS: Final = next(_scene)  # the number of bids in the auction; 0 without one
AUCTION_LOW: Final = next(_scene)  # the lowest number of tricks in the auction
AUCTION_SUITS: Final = next(_scene)  # the number of trumps that can be bid with each number
# these trumps in order, the first in the lowest `AUCTION_TRUMP_BITS`
AUCTION_TRUMPS: Final = next(_scene)
# the offset of the scores in `scores`, minus the index of the lowest values
SCORES: Final = next(_scene)
# step in `scores`: the distance if the bid is higher by 1; 0 if scores do not depend on it
BID_STEP: Final = next(_scene)
TRICKS_STEP: Final = next(_scene)  # the same for one more trick; likewise for the next variables
POINTS_STEP: Final = next(_scene)  # the points of the seat
MOST_STEP: Final = next(_scene)  # the most tricks of any seat
MOST_COUNT_STEP: Final = next(_scene)  # the number of seats with the most tricks
MAKERS_STEP: Final = next(_scene)  # the number of seats that make their bid
BIDS_STEP: Final = next(_scene)  # the sum of all bids
HIGHEST_BID_STEP: Final = next(_scene)  # the highest bid of any seat
SAME_BIDS_STEP: Final = next(_scene)  # the number of other seats with the same bid
TRUMP_STEP: Final = next(_scene)  # what is trump: its number, `FIRST_ORDER` for every order
SCENE_COLUMNS: Final = next(_scene)


A_TALLY, A_RUN, ROW_MADE, ROW_BEST = range(4)
"""The rules by which a deal updates a history figure, in `PastTables.kinds`."""


@array_record
class PastTables(NamedTuple):
    """A game's history figures: their update rules, and the table steps that depend on them.

    Runs and tallies come first, followed by figures for a row of the schedule.  In games with blind
    bids, one figure is whether this deal's bid was blind.  In games with auctions, the last figure
    is the winning number of this deal's auction, 0 for seats that did not win.
    """

    limit_steps: Array  # [scene, figure]: the step in `limits` for a figure higher by 1
    score_steps: Array  # [scene, figure]: the same in `scores`
    rows: Array  # [scene, figure, column]: like `scenes`, for offsets in `added`
    counts: Array  # [scene, figure]: 0 if the deal does not update it
    added: Array  # the amount that a deal adds to a tally; 1 if it continues a run
    auction_steps: Array  # [scene, figure]: the step in `added` for the auction's number
    blind_steps: Array  # [scene, figure]: the same for a blind bid
    scored_steps: Array  # [scene, figure]: the same for the score of the deal
    blind: Array  # [1]: the index of the figure for blind bids, or -1
    kinds: Array  # [figure]: A_TALLY, A_RUN, ROW_MADE or ROW_BEST
    best_places: Array  # [best score of a row]: the number of lower possible scores
    ends_row: Array  # [deal]: whether it is the last of its row


@array_record
class Tables(NamedTuple):
    """A game at a table as integer arrays."""

    sizes: Array  # [deal, 2]: the fewest and the most cards
    plain_ways: Array  # [deal]: the way before any call, with the fewest cards
    first_scenes: Array  # [deal]: the offset of its scenes in `scene_numbers`
    scene_numbers: Array  # [call, number of cards] of each deal, deal after deal
    ways: Array  # [way, column]
    pack: Array  # [place]: the cards in the fixed order
    pack_set: Array  # [1]: the same as a mask
    copies: Array  # [2]: the number of cards with each face; those that differ in height
    # [3] masks: the first card of each face; the first and the last card of each equal group
    equals: Array
    firsts: Array  # [card]: the first of the cards that are equal to it
    # [7] masks: special cards with powers; those that may be high; those with several ways when
    # following, and when leading; those that ask for the highest or lowest card; all cards without
    # a printed rank; all cards if steady seats use the simpler rules (`plays_simply`), else none
    specials: Array
    special_ways: Array  # [2, card]: a mask of its ways, when following and when leading
    special_plays: Array  # [2, card, way]: bits such as `PLAYED_HIGH`
    # [ON_TURNED + card]: the way whose trumps are named, or a code such as `MAKES_NONE`
    on_turned: Array
    ranks: Array  # [1]: the number of ranks in the pack
    suit_of: Array  # [card]: the suit that is printed on it
    suits: Array  # [suit of the pack]: its cards as a mask, as printed
    strengths: Array  # [order, card]: the number of ranks that it beats, as printed
    stronger: Array  # [order, card]: the cards of its printed suit that beat it, as a mask
    # A *counting* is how cards count under a trump (`table.counted_cards`); the suit with the
    # number `SUITS` is that of the cards that are trumps without a trump suit.
    countings: Array  # [order, trump]: the counting; the order itself if no deal ranks trumps
    counted_suits: Array  # [counting, card]: the suit to which it counts
    suit_masks: Array  # [counting, card]: the cards of its suit as a mask of the pack
    by_suit: Array  # [counting, suit]: the cards of the suit as a mask of the pack
    card_heights: Array  # [counting, card]: its height within its suit, for steady seats
    # [counting, 1 + height], from -1 to `TRUMP_HEIGHT`: a mask of the cards that are higher
    # without trumps
    above: Array
    wilds: Array  # [way]: the wild cards as a mask
    # [trump, suit]: its priority as trump; 0 for other suits, and the highest for the last one
    priorities: Array
    orders: Array  # [way]: its order of ranks
    heights: Array  # [order, trump, card]: see the head of the module
    scenes: Array  # [scene, column]
    values: Array  # the values of the tricks: see `VALUES`, `BY_STRENGTH` and `BY_CARD`
    limits: Array  # the allowed bids as masks, by the sum of the earlier bids
    scores: Array  # the points, by the variables that they depend on
    completed: Array  # like `scores`: 1: completed, 0: failed, -1: not counted
    past: PastTables
    auction_words: Array  # [deal]: the maximum number of decisions in its auction; 0 without one
    drawn_dealer: Array  # [1]: whether the first dealer is drawn by lot


@array_record
class Results(NamedTuple):
    """The results of a block of matches while they are being written; each figure has its own row.

    Rows have room for a multiple of `LANES` matches.
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
    bidders: Array  # [deal, match]: the first bidder, if drawn; else -1
    auctions: Array  # [deal, match]: the number that won; 0 if all passed, -1 without one
    auction_winners: Array  # [deal, match]: the winner, or -1
    blind: Array  # [deal, seat, match]: 1 for a blind bid, else 0; -1 if none may be
    # (empty in games without blind bids)


class Outcome(NamedTuple):
    """The results of a block of matches; the first dimension is the match."""

    cards: Array  # [match, deal]
    calls: Array  # [match, deal]: the number of the call, -1 if nothing is called
    dealers: Array  # [match, deal]
    trumps: Array  # [match, deal]
    bids: Array  # [match, deal, seat]; -1 if none is made
    tricks: Array  # [match, deal, seat]
    scores: Array  # [match, deal, seat]
    completed: Array  # [match, deal, seat]: 1, 0, or -1 if it is not counted
    deal_winners: Array  # [match, deal]
    bidders: Array  # [match, deal]: the first bidder, if drawn; else -1
    auctions: Array  # [match, deal]: the number that won; 0 if all passed, -1 without one
    auction_winners: Array  # [match, deal]: the winner, or -1
    blind: Array  # [match, deal, seat]: see `Results`


array_record(Scratch)


@array_record
class Steady(NamedTuple):
    """The seats with the steady policy, and scratch memory for their estimates."""

    seats: Array  # [seat]: 1 if steady, 0 if random
    scratch: Scratch


@array_record
class Sheet(NamedTuple):
    """One deal of one match as players see it; each batch has its own."""

    pack: Array  # the cards, from the top
    hands: Array  # [seat]: the cards held, as a mask
    bids: Array  # [seat], like the next four
    tricks: Array
    points: Array
    scores: Array
    done: Array  # 1: completed, 0: failed, -1: not counted
    past: Array  # [seat, figure]: the history figures
    totals: Array  # [seat]
    stack: Array  # the stack for the condition that ends a match


def make_sheet(players: int, remembered: int, size: int, steps: int) -> Sheet:
    """Returns an empty sheet for `remembered` history figures and a pack of `size` cards.

    `steps` is the length of the program that ends matches.
    """
    by_seat = (np.zeros(players, np.int64) for _ in range(6))
    past = np.zeros((players, remembered), np.int64)
    bids, tricks, points, scores, done, totals = by_seat
    pack, hands = np.zeros(size, np.int64), np.zeros(players, np.uint64)
    stack = np.zeros(steps + 1, np.int64)
    return Sheet(pack, hands, bids, tricks, points, scores, done, past, totals, stack)


def padded_matches(matches: int) -> int:
    """Returns `matches`, rounded up to full vectors of LANES."""
    return -(-matches // LANES) * LANES


def cache_aligned(shape: tuple[int, ...], kind: type, figure: int) -> Array:
    """Returns an array filled with `figure` whose memory starts at a cache line boundary.

    Otherwise each 64-byte vector would straddle two lines and need two loads.
    """
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.empty(size + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    made: Array = room[start : start + size].view(kind).reshape(shape)
    made[...] = figure
    return made


def make_steady(policies: Sequence[str]) -> Steady:
    """Returns the arrays for the seats with the steady policy, given the policies of all seats."""
    seats = np.array([policy == "steady" for policy in policies], np.int64)
    return Steady(seats, Scratch(*(np.zeros(ROOM, np.int64) for _ in Scratch._fields)))


def make_results(matches: int, deals: int, players: int, *, blind: bool = False) -> Results:
    """Returns empty results for a block of matches; `blind` means that bids may be blind."""
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
"""The values recorded for a deal that a match did not reach."""


def clear_unplayed(results: Results, lengths: Array) -> None:
    """Clears the deals after the end of each match; `lengths` is the number of deals in each."""
    matches = len(lengths)
    beyond_end = np.arange(len(results.cards))[:, None] >= lengths
    for name, kept in results._asdict().items():
        behind = beyond_end if kept.ndim == 2 else beyond_end[:, None]
        np.copyto(kept[..., :matches], NOT_PLAYED[name], where=behind)


def outcome_of(results: Results, matches: int) -> Outcome:
    """Returns the results with the match as the first dimension, without copying."""

    def by_match(figures: Array) -> Array:
        return figures.transpose(-1, *range(figures.ndim - 1))[:matches]

    return Outcome(*map(by_match, results))
