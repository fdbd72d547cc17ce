"""The arrays of a batch: the position of each match, and the `Plan` of its game.

This module holds only data. The first dimension of a board is the match. `lowering.arrays` explains
ways, scenes, and trumps as numbers.
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

# The phases in which a player must decide, and the end. AUCTION comes last, as few games have it.
SIZE: Final = 0
CALL: Final = 1
NAME: Final = 2
BID: Final = 3
PLAY: Final = 4
OVER: Final = 5
AUCTION: Final = 6
PHASES: Final = ("size", "call", "name", "bid", "play", "over", "auction")

# The columns of `progress`, numbered in this order.
_progress = count()
NUMBER: Final = next(_progress)  # the match number
PHASE: Final = next(_progress)  # one of the phases above
SEAT: Final = next(_progress)  # the seat whose turn it is, -1 when the match is over
DEAL: Final = next(_progress)  # the 0-based index in the schedule
DEALER: Final = next(_progress)  # -1 if imported before the draw for the first dealer
CALLER: Final = next(_progress)  # -1 if the deal has no calls
CALLED: Final = next(_progress)  # the number of the call made, or -1
WAY: Final = next(_progress)  # the deal with its calls, a row of `Tables.ways`
SCENE: Final = next(_progress)  # the way with its number of cards, a row of `Tables.scenes`
CARDS: Final = next(_progress)  # 0 until known
TRUMP: Final = next(_progress)  # -1 until known
TURNED: Final = next(_progress)  # the card turned up, -1 before
SEEN: Final = next(_progress)  # whether the players may look at their cards
BIDDER: Final = next(_progress)  # the first bidder if drawn by lot, else -1
LEADER: Final = next(_progress)  # the leader of the trick; -1 before play
TRICK_CARDS: Final = next(_progress)  # the number of cards in the trick
FINISHED: Final = next(_progress)  # the number of finished tricks
HIGHEST: Final = next(_progress)  # the 1-based rank of the highest bid in the auction, or 0
AUCTION_WINNER: Final = next(_progress)  # its bidder, or -1
BROKEN: Final = next(_progress)  # whether the suit that must be broken has been played
BIDS_MADE: Final = next(_progress)  # the number of bids made
BID_SUM: Final = next(_progress)  # the sum of the bids
WINNER: Final = next(_progress)  # the winner of the previous deal
DECISIONS: Final = next(_progress)  # the number of decisions in this deal
MOVES: Final = next(_progress)  # the number of decisions in this match
# Chance that the caller fixes: whether the pack of this deal is already on the board, and the
# lots for the first bidder and for the trump suit (its index); -1 if the seed draws them.
PACK_FIXED: Final = next(_progress)
BIDDER_LOT: Final = next(_progress)
SUIT_LOT: Final = next(_progress)
ENDED: Final = next(_progress)  # whether a match ended here in the last step
ENDS: Final = next(_progress)  # the number of matches that have ended here
PROGRESS_COLUMNS: Final = next(_progress)

# The columns of `sums`, numbered in this order.
_sum = count()
BIDS: Final = next(_sum)  # -1 until the bid is made
TRICKS: Final = next(_sum)  # the tricks won in this deal
POINTS: Final = next(_sum)  # the value of these tricks
CARD: Final = next(_sum)  # the last card the seat has played, -1 for none
FACE: Final = next(_sum)  # the face of that card, -1 once the trick is over
AUCTION_BID: Final = next(_sum)  # the 1-based rank of the seat's last bid in the auction, or 0
PASSED: Final = next(_sum)  # whether the seat has passed in the auction
VOIDS: Final = next(_sum)  # the suits in which the seat has shown a void, one bit each
LOOKED: Final = next(_sum)  # whether the seat chose to look at its cards before bidding
TOTAL: Final = next(_sum)  # the points of the match
FAILED: Final = next(_sum)  # the contracts failed in the match
COMPLETED: Final = next(_sum)  # the contracts completed in the match
SUM_COLUMNS: Final = next(_sum)

# The kinds of actions, then the columns of `meanings`.
PLAY_CARD: Final = 0  # subject and face: the card
PLAY_WILD: Final = 1  # subject: the wild card; face: the card that it represents
PLAY_TOP: Final = 2  # the face is -1 if none is named
MAKE_BID: Final = 3  # subject: the bid
NAME_TRUMP: Final = 4  # a suit or an order of suits: a trump as a number
PICK_CARDS: Final = 5  # subject: the number of cards
MAKE_CALL: Final = 6  # subject: the number of the call
PASS: Final = 7
BID_IN_AUCTION: Final = 8  # subject: number of tricks; face: trump
LOOK: Final = 9  # looks at the cards before bidding
BID_BLIND: Final = 10  # subject: the bid
PLAY_SPECIAL: Final = 11  # a special card with an announcement; face: its index in `announced_ways`
TOP_SPECIAL: Final = 12  # the top card; if it is special, with an announcement
KIND: Final = 0
SUBJECT: Final = 1
PLAYED_AS: Final = 2

# The places of `starts`: the first action of each kind, -1 if the game does not have the kind.
BID_START: Final = 0
TRUMP_START: Final = 1
ORDER_START: Final = 2
CARDS_START: Final = 3  # minus the fewest cards
CALL_START: Final = 4
TOP_START: Final = 5  # the action that plays the top card
TOP_AS_START: Final = 6  # the actions that name a face for it
PASS_START: Final = 7
AUCTION_BID_START: Final = 8  # minus the actions of the numbers below the lowest
TRUMPS_PER_NUMBER: Final = 9  # the number of actions for each number of tricks
LOOK_START: Final = 10
BLIND_START: Final = 11


@array_record
class Plan(NamedTuple):
    """The integer data that a batch needs for a game at a table, in addition to `Tables`."""

    meanings: Array  # [action, column]
    starts: Array
    wild_starts: Array  # [card]: the first action that plays it as another card, or -1
    kinds: Array  # [deal]: the place of its name among the distinct names of deals
    call_places: Array  # [kind, call]: the index among the calls of such a deal, or -1
    call_numbers: Array  # [way]: the number of the call that leads to it, or -1
    choices: Array  # [way, choice]: 1 if it has been called
    auction_trump_places: (
        Array  # [trump]: its index among the auction bids with the same number, or -1
    )
    program: Array  # [step, 2]: the condition that ends a match early: see `kernels.end_conditions`
    # [card], or -1: its index in the fixed order of the pack (for equal cards, that of the first);
    # the action that plays it; its index among the faces
    places: Array
    plays: Array
    faces: Array
    # [2, card, way]: the action that plays a special card this way when following and when
    # leading, or -1; then likewise for the top card
    special_plays: Array
    special_tops: Array
    announced_ways: Array  # [2, announcement]: the way of playing that it announces, or -1
    parts: Array  # the offset of each part of an observation, and the total: see `observation`


@array_record
class Boards(NamedTuple):
    """The positions of the matches in a batch."""

    progress: Array  # [match, column]
    sums: Array  # [match, seat, column]
    hands: Array  # [match, seat]: the hand, as a mask
    lacking: Array  # [match, seat]: a mask of the cards that its plays have ruled out
    free: Array  # [match]: a mask of the faces that no wild of the trick represents
    packs: Array  # [match, place]: the pack of this deal, from the top
    played: Array  # [match, card, 2]: the seat that played it; the 1-based trick, or 0
    supplied_packs: Array  # [match, deal, place]: explicit packs; may be empty
    history: Array  # [match, decision]: the actions of the match, as far as there is room
    finals: Array  # [match, seat, 3]: total, failed, completed of the match that last ended here
    seed: Array  # [2]: the low and the high 32 bits
    past: Array  # [match, seat, item]: the values of runs and tallies
    following: Array  # [1]: the number of the next match to begin if matches restart
    results: Results  # the results of each deal if they are recorded; else empty


def seed_words(seed: int) -> tuple[int, int]:
    """Returns the two 32-bit words of a seed, the lower first."""
    return seed & 0xFFFFFFFF, seed >> 32


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
    """Returns boards for matches that have not begun; if `results`, they record each deal."""
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
        seed=np.array(seed_words(seed), np.uint64),
        past=np.zeros((matches, players, len(tables.past.kinds)), np.int64),
        following=np.array([numbers[-1] + 1], np.int64),
        results=make_results(
            matches if results else 0, len(table.schedule) if results else 0, players, blind=blind
        ),
    )
