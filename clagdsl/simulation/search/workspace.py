"""The workspace of a search: arrays that are allocated once and reused for every decision."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.simulation.batch.batch_state import Boards, make_boards
from clagdsl.simulation.batch.vector_env import PreparedGame
from clagdsl.simulation.lowering.arrays import Array, Sheet, Steady, make_steady
from clagdsl.simulation.record_registry import array_record

# The rows of `SearchWorkspace.boards`.
SEEN_ROW: Final = np.int64(0)  # what the seat sees, and nothing else
WORLD_ROW: Final = np.int64(1)  # the same, with the hands of a world
TRIED_ROW: Final = np.int64(2)  # a rollout

CANDIDATES: Final = np.int64(4)
"""The ratio of worlds drawn to worlds picked, if their weights differ."""


@array_record
class SearchWorkspace(NamedTuple):
    """All arrays that a thread needs to search one decision after another.

    A holder is a seat or, as the number of players, the stock of undealt cards.
    """

    boards: Boards
    sheet: Sheet
    steady: Steady
    visible_cards: Array  # [place]: the card that the seat knows is there in the pack, or -1
    holders: Array  # [place]: the holder that it is dealt to
    free: Array  # the places with unknown cards, grouped by holder
    places: Array  # the same, reordered as they are used up
    starts: Array  # [holder]: the offset of its places in `free`
    rooms: Array  # [holder]: the number of its places
    left: Array  # [holder]: the number of its places not yet used
    bound: Array  # hidden cards that not every holder can have, fewest places first
    allowed: Array  # [card]: its possible holders, one bit each
    spaces: Array  # [card]: the number of places of these holders
    loose: Array  # hidden cards that every holder can have
    # [5]: the numbers of `bound` and of `loose` cards, the number of actions that may be chosen,
    # whether the seat sees its hand, and the number of actions tried
    counts: Array
    words: Array  # [9]: the random generator: key, world, block, words left, and four words
    packs: Array  # [world, place]: the pack of each world from the top
    lots: Array  # [world, 2]: its lots: the place of the trump suit, the first bidder
    gone: Array  # [1]: the cards that have been played, as a mask
    stock: Array  # [1]: the cards known to be in the stock, as a mask
    weights: Array  # [world]: its weight, an unnormalized probability
    picked: Array  # [world]: the number of times that it is picked
    forced_action: Array  # [1]: an action to evaluate even if it may not be chosen, or -1
    actions: Array  # [number]: the actions tried; those that may be chosen come first
    worths: Array  # [number, world]: the value: weighted own points minus others'
    points: Array  # [number, world]: the points of the seat alone
    legal: Array  # [action]: whether it is legal
    decision: Array  # [3]: the numbers of the steady and the chosen action, and of worlds found


def make_search_workspace(prepared: PreparedGame, worlds: int) -> SearchWorkspace:
    """Returns a workspace for searches with up to `worlds` worlds."""
    table, tables, plan = prepared.table, prepared.tables, prepared.plan
    players, size = table.players, table.deck.size
    rows = make_boards(table, tables, np.zeros(3, np.int64), 0, None, history=False)
    boards = rows._replace(lacking=np.zeros((0, players), np.uint64))
    drawn, actions, cards = int(CANDIDATES) * worlds, len(plan.meanings), boards.played.shape[1]

    def whole(*shape: int) -> Array:
        return np.zeros(shape, np.int64)

    return SearchWorkspace(
        boards=boards,
        sheet=prepared.make_sheet(),
        steady=make_steady(("steady",) * players),
        visible_cards=whole(size),
        holders=whole(size),
        free=whole(size),
        places=whole(size),
        starts=whole(players + 1),
        rooms=whole(players + 1),
        left=whole(players + 1),
        bound=whole(size),
        allowed=whole(cards),
        spaces=whole(cards),
        loose=whole(size),
        counts=whole(5),
        words=np.zeros(9, np.uint64),
        packs=np.zeros((drawn, size), np.int8),
        lots=whole(drawn, 2),
        gone=np.zeros(1, np.uint64),
        stock=np.zeros(1, np.uint64),
        weights=np.zeros(drawn, np.float64),
        picked=whole(drawn),
        forced_action=np.full(1, -1, np.int64),
        actions=whole(actions),
        worths=whole(actions, drawn),
        points=whole(actions, drawn),
        legal=np.zeros(actions, np.bool_),
        decision=whole(3),
    )
