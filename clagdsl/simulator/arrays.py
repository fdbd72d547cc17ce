"""The arrays that the kernel reads and writes: nothing but data.

A *way* is one deal with the calls made; a *scene* is a way with a number of cards.  A trump is a
number: 0 for none, 1 to 4 for a suit, 5 to 28 for an order of the suits, as `TRUMPS` lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from clagdsl.machine.naming import EVERY_ORDER, ONE_SUIT
from clagdsl.machine.rules import Trumps

Array: TypeAlias = np.ndarray[Any, Any]
Whole: TypeAlias = Any
"""A whole number in compiled code: Python's or one of NumPy's."""

TRUMPS: Final[tuple[Trumps, ...]] = ((), *ONE_SUIT, *EVERY_ORDER)
FIRST_SUIT: Final = 1
FIRST_ORDER: Final = 1 + len(ONE_SUIT)

LANES: Final = 128
"""How many matches are played in step."""

LANE_ROWS: Final = 40
MOST_LANE_SEATS: Final = 8
MOST_LANE_CARDS: Final = 13
"""What `lanes` has room for."""

ROOM_ROWS: Final = 9
ROOM: Final = 64
"""What a steady seat reckons with: rows of `steady` and `seats`."""

NO_VALUE: Final = -(2**31)
"""Stands in a table where an expression has no value: no match comes there."""

# The columns of `ways`.
CALLED_BY: Final = 0  # 0: nothing is called, 1: the dealer calls, 2: the winner of the last deal
CALLS: Final = 1
FIRST_CALLED: Final = 2
TRUMP_RULE: Final = 3  # 0: settled, 1: turned, 2: a suit is named, 3: an order is named
SETTLED_TRUMP: Final = 4
BID_RULE: Final = 5  # 0: in turn, 1: fixed, 2: none
FIXED_BID: Final = 6
LEADER: Final = 7  # 0: eldest, 1: dealer, 2: caller
FOLLOWS: Final = 8
TOP_CARD: Final = 9
WILD_IN_SUIT: Final = 10
ANY_POINTS: Final = 11
WINNER_DEALS: Final = 12
NAMED_BY: Final = 13  # 0: the dealer names trump, 1: the caller
SIGHT: Final = 14  # 0: the hand is seen before the bids, 1: after them, 2: never
SHOWN: Final = 15  # 0: the turn-up is shown before the bids, 1: after them
WAY_COLUMNS: Final = 16

# The columns of `scenes`.
VALUES: Final = 0  # where the values of the tricks begin in `values`
LIMITS: Final = 1  # where the allowed bids begin in `limits`: before the last bid, then the last
LIMIT_SPAN: Final = 2
SCORES: Final = 3  # where the scores begin in `scores`, less the lowest points
BID_STEP: Final = 4
TRICKS_STEP: Final = 5
POINTS_STEP: Final = 6
MOST_STEP: Final = 7
MOST_COUNT_STEP: Final = 8
MAKERS_STEP: Final = 9
BIDS_STEP: Final = 10
SCENE_COLUMNS: Final = 11


class Tables(NamedTuple):
    """A game at a table as arrays, all of whole numbers."""

    sizes: Array  # [deal, 2]: the fewest and the most cards
    plain_ways: Array  # [deal]: the way before anything is called
    first_scenes: Array  # [deal]: where its scenes begin in `scene_numbers`
    scene_numbers: Array  # [call, number of cards] of each deal, one after another
    ways: Array  # [way, column]
    strengths: Array  # [way, rank in the order of the pack]
    wilds: Array  # [way]: the wild cards as a mask of the pack
    priorities: Array  # [trump, suit]: 0 for a suit that is no trump
    scenes: Array  # [scene, column]
    values: Array  # the values of the tricks
    limits: Array  # the allowed bids as masks, by the sum of the bids before
    scores: Array  # the points, by the names that they depend on
    completed: Array  # 1: completed, 0: failed, -1: not counted; as `scores`
    in_step: Array  # [deal]: whether `lanes` can play it


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
    taken: Array  # [match, deal, trick]: the seat that won it; only as far as there is room
    decisions: Array  # [match, decision, 4]: see `kernel.note`; only as far as there is room


class Work(NamedTuple):
    """What the kernels scribble on while they play; each thread has its own.

    What is kept by lane lies flat: row after row, one figure a lane.
    """

    shuffle_words: Array  # rows of words that shuffle the pack of the deal
    words: Array  # rows of words that choose in the deal, one for each decision
    wanted: Array  # rows of places: see `words.shuffle_lanes`, as the next three
    drawn: Array
    moved: Array
    cards: Array  # rows of cards from the top of the pack
    kept: Array
    shifts: Array  # rows: which bit a card is, see `lanes`
    lanes: Array  # the rows of `lanes`
    dealers: Array  # [lane]: who deals
    winners: Array  # [lane]: who won the last deal
    noted: Array  # [lane]: how many decisions of the match are made
    at: Array  # where the general kernel is: see `kernel`
    pack: Array  # the cards of one match from the top
    hands: Array  # [seat]: the cards held, as a mask
    points: Array  # [seat]: the value of the tricks won
    policies: Array | None  # [seat]: 1 where it plays steadily; None where all play at random
    room: Array  # what steady seats reckon with: see `steady`
    in_step: Array | None  # None where some seat is steady: then nothing is played in step


def make_work(players: int, decisions: int, policies: Sequence[str] = ()) -> Work:
    """Room for one thread; `decisions` is how many a deal has at most, `policies` by seat."""
    steady = [policy == "steady" for policy in policies]

    def rows(count: int, kind: type) -> Array:
        return np.zeros(count * LANES, kind)

    return Work(
        shuffle_words=rows(28, np.uint32),
        words=rows((decisions + 3) // 4 * 4, np.uint32),
        wanted=rows(52, np.uint8),
        drawn=rows(52, np.uint8),
        moved=rows(52, np.uint8),
        cards=rows(52, np.uint8),
        kept=rows(1, np.uint8),
        shifts=rows(52, np.uint8),
        lanes=rows(LANE_ROWS, np.uint64),
        dealers=rows(1, np.int64),
        winners=rows(1, np.int64),
        noted=rows(1, np.int64),
        at=np.zeros(3, np.int64),
        pack=np.zeros(52, np.int64),
        hands=np.zeros(players, np.uint64),
        points=np.zeros(players, np.int64),
        policies=np.array(steady, np.int64) if any(steady) else None,
        in_step=None if any(steady) else np.ones(1, np.int64),
        room=np.zeros((ROOM_ROWS, ROOM) if any(steady) else (1, 1), np.int64),
    )


def make_outcome(
    matches: int, deals: int, players: int, tricks: int = 0, decisions: int = 0
) -> Outcome:
    """Room for a block of matches, with the course of each as far as it is wanted."""
    by_deal, by_seat = (matches, deals), (matches, deals, players)
    return Outcome(
        cards=np.zeros(by_deal, np.int8),
        calls=np.full(by_deal, -1, np.int32),
        dealers=np.zeros(by_deal, np.int8),
        trumps=np.zeros(by_deal, np.int8),
        bids=np.full(by_seat, -1, np.int8),
        tricks=np.zeros(by_seat, np.int8),
        scores=np.zeros(by_seat, np.int32),
        completed=np.zeros(by_seat, np.int8),
        deal_winners=np.zeros(by_deal, np.int8),
        taken=np.full((matches, deals, tricks), -1, np.int8),
        decisions=np.zeros((matches, decisions, 4), np.int64),
    )
