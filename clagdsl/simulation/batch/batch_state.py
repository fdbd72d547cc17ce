"""The arrays of a batch: where each match stands, and what is asked of its game beside `Tables`.

Nothing but data.  The first dimension of a board is the match.
"""

from __future__ import annotations

from itertools import count
from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.lowering.arrays import Array, Results, Tables, make_results
from clagdsl.simulation.lowering.layout import deck_by_number
from clagdsl.simulation.lowering.lower import decisions_by_deal
from clagdsl.simulation.record_registry import array_record
from clagdsl.table.table import Table

# The phases in which somebody has to decide, and the end; what few games have stands behind it.
SIZE: Final = 0
CALL: Final = 1
NAME: Final = 2
BID: Final = 3
PLAY: Final = 4
OVER: Final = 5
AUCTION: Final = 6
PHASES: Final = ("size", "call", "name", "bid", "play", "over", "auction")

# The columns of `progress`, numbered as they stand here.
_progress = count()
NUMBER: Final = next(_progress)  # the match number
PHASE: Final = next(_progress)
SEAT: Final = next(_progress)  # who is to act, -1 when it is over
DEAL: Final = next(_progress)  # the place in the schedule, from 0
DEALER: Final = next(_progress)
CALLER: Final = next(_progress)  # -1 where nothing is called
CALLED: Final = next(_progress)  # the number of the call, -1 before and where there is none
WAY: Final = next(_progress)
SCENE: Final = next(_progress)
CARDS: Final = next(_progress)  # 0 until it is known
TRUMP: Final = next(_progress)  # -1 until it is known
TURNED: Final = next(_progress)  # -1 until it is turned
SEEN: Final = next(_progress)  # whether the players may look at their cards
BIDDER: Final = next(_progress)  # who is drawn to bid first; -1 before, and where nobody is
LEADER: Final = next(_progress)  # who leads the trick; -1 before
TRICK_CARDS: Final = next(_progress)  # how many cards lie in the trick
FINISHED: Final = next(_progress)  # how many tricks are finished
HIGHEST: Final = next(_progress)  # the highest bid of the auction, the lowest being 1; 0 before
AUCTION_WINNER: Final = next(_progress)  # who made it; -1 before
BROKEN: Final = next(_progress)  # whether the suit kept from being led has been played before
BIDS_MADE: Final = next(_progress)  # how many bids are made, and
BID_SUM: Final = next(_progress)  # their sum
WINNER: Final = next(_progress)  # of the deal before
DECISIONS: Final = next(_progress)  # how many are made in this deal
MOVES: Final = next(_progress)  # how many are made in this match
# Whether the pack of this deal lies on the board and is not drawn, and what is drawn in it of lots:
# who bids first, and the place of the trump suit; -1 where the seed draws it.
PACK_FIXED: Final = next(_progress)
BIDDER_LOT: Final = next(_progress)
SUIT_LOT: Final = next(_progress)
ENDED: Final = next(_progress)  # whether a match has come to its end here in the last step
ENDS: Final = next(_progress)  # how many have come to their end here
PROGRESS_COLUMNS: Final = next(_progress)

# The columns of `sums`, in the same way.
_sum = count()
BIDS: Final = next(_sum)  # -1 until one is made
TRICKS: Final = next(_sum)
POINTS: Final = next(_sum)
CARD: Final = next(_sum)  # what the seat has played last, -1 for nothing
FACE: Final = next(_sum)  # what it is played as, -1 if it no longer lies in the trick
AUCTION_BID: Final = next(_sum)  # the last bid in the auction, the lowest being 1; 0 before
PASSED: Final = next(_sum)  # whether the seat has passed in it
VOIDS: Final = next(_sum)  # the suits that it has shown to be void of, a bit for each
LOOKED: Final = next(_sum)  # whether the seat has chosen to look at its cards before it bids
TOTAL: Final = next(_sum)
FAILED: Final = next(_sum)
COMPLETED: Final = next(_sum)
SUM_COLUMNS: Final = next(_sum)

# What an action does, and the columns of `meanings`.
PLAY_CARD: Final = 0
PLAY_WILD: Final = 1
PLAY_TOP: Final = 2  # the face is -1 where none is named
MAKE_BID: Final = 3
NAME_TRUMP: Final = 4  # a suit or an order: a trump as a number
PICK_CARDS: Final = 5
MAKE_CALL: Final = 6
PASS: Final = 7
BID_IN_AUCTION: Final = (
    8  # in an auction: a number of tricks, and a trump as what a card is played as
)
LOOK: Final = 9
BID_BLIND: Final = 10
PLAY_SPECIAL: Final = (
    11  # a special card, played as is said: as what, is a place in `announced_ways`
)
TOP_SPECIAL: Final = 12  # the top card, and how that special card is played if it is one
KIND: Final = 0
SUBJECT: Final = 1
PLAYED_AS: Final = 2

# The places of `starts`: where the actions of a kind begin, -1 where there are none.
BID_START: Final = 0
TRUMP_START: Final = 1
ORDER_START: Final = 2
CARDS_START: Final = 3  # less the fewest cards
CALL_START: Final = 4
TOP_START: Final = 5
TOP_AS_START: Final = 6
PASS_START: Final = 7
AUCTION_BID_START: Final = 8  # less those of the numbers below the lowest
TRUMPS_PER_NUMBER: Final = 9  # how many actions each number has
LOOK_START: Final = 10
BLIND_START: Final = 11


@array_record
class Plan(NamedTuple):
    """A game at a table as a batch needs it beside `Tables`, all of whole numbers."""

    meanings: Array  # [action, column]
    starts: Array
    wild_starts: Array  # [card]: where the actions begin that play it as another, or -1
    kinds: Array  # [deal]: the place of its name among those of the schedule
    call_places: Array  # [kind, call]: the place among the calls of such a deal, or -1
    call_numbers: Array  # [way]: the number of the call that leads there, or -1
    choices: Array  # [way, choice]: 1 for what is called
    auction_trump_places: (
        Array  # [trump]: its place among those of one number in auctions, -1 for others
    )
    program: Array  # [step, 2]: when a match is over early: see `lowering.end_opcodes`
    # [card]: its place in the fixed order of the pack, that of the first of equal cards; or -1, as
    # in the two that follow: the number of the action that plays it, its place among the faces
    places: Array
    plays: Array
    faces: Array
    # [2, card, way]: the action that plays a special card so, where it follows and where it leads,
    # -1 where there is none; then the same of the top card
    special_plays: Array
    special_tops: Array
    announced_ways: Array  # [2, what is said]: the way that is meant, -1 where it may not be said
    parts: Array  # where the parts of an observation begin, and its end: see `observation`


@array_record
class Boards(NamedTuple):
    """Where many matches stand."""

    progress: Array  # [match, column]
    sums: Array  # [match, seat, column]
    hands: Array  # [match, seat]: the cards held, as a mask
    lacking: Array  # [match, seat]: what it cannot hold, by what it has played, as a mask
    free: Array  # [match]: what no wild of the trick stands for, as a mask
    packs: Array  # [match, place]: the cards of this deal from the top
    played: Array  # [match, card, 2]: the seat, and the number of the trick from 1; 0 for none
    supplied_packs: Array  # [match, deal, place]: packs from outside, or nothing
    history: Array  # [match, decision]: the actions of the match; only as far as there is room
    finals: Array  # [match, seat, 3]: total, failed, completed of the match that ended here last
    seed: Array  # [2]: the lower and the upper half
    past: Array  # [match, seat, one]: what runs and tallies have come to
    following: Array  # [1]: the number of the next match to begin, where matches restart
    results: Results  # what each deal comes to, where that is kept; of no deal elsewhere


def make_boards(
    table: Table,
    tables: Tables,
    numbers: Array,
    seed: int,
    supplied_packs: Array | None,
    *,
    history: bool,
    results: bool = False,
) -> Boards:
    """Boards of matches that have not begun; with `results` they keep what each deal comes to."""
    matches, players = len(numbers), table.players
    decisions = sum(decisions_by_deal(table, tables)) if history else 0
    blind = bool(tables.past.blind[0] >= 0)
    progress = np.full((matches, PROGRESS_COLUMNS), -1, np.int64)
    progress[:, NUMBER] = numbers
    progress[:, (ENDED, ENDS)] = 0
    return Boards(
        progress=progress,
        sums=np.zeros((matches, players, SUM_COLUMNS), np.int64),
        hands=np.zeros((matches, players), np.uint64),
        lacking=np.zeros((matches, players), np.uint64),
        free=np.zeros(matches, np.uint64),
        packs=np.zeros((matches, table.deck.size), np.int8),
        played=np.zeros((matches, deck_by_number(table.deck).size, 2), np.int8),
        supplied_packs=np.zeros((0, 0, table.deck.size), np.int8)
        if supplied_packs is None
        else supplied_packs,
        history=np.full((matches, decisions), -1, np.int16),
        finals=np.zeros((matches, players, 3), np.int64),
        seed=np.array([seed & 0xFFFFFFFF, seed >> 32], np.uint64),
        past=np.zeros((matches, players, len(tables.past.kinds)), np.int64),
        following=np.array([numbers[-1] + 1], np.int64),
        results=make_results(
            matches if results else 0, len(table.schedule) if results else 0, players, blind=blind
        ),
    )
