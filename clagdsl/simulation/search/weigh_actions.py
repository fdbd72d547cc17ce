"""Every action tried in many worlds, compiled: what it is worth, and which is chosen."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.engine.players.player import DECISION_BITS
from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_policies import random_action, steady_action
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.batch.legal_mask import allow_match, count_legal, legal_action
from clagdsl.simulation.batch.rng import draw_words
from clagdsl.simulation.batch.standing_boards import play_courses
from clagdsl.simulation.batch.step import perform
from clagdsl.simulation.jit import compiled, compiled_apart, compiled_entry_lightly
from clagdsl.simulation.kernels.bits import ZERO
from clagdsl.simulation.kernels.cardset import one_card
from clagdsl.simulation.kernels.philox_rounds import PLAYERS
from clagdsl.simulation.lowering.arrays import LOW_WINS, Array, Tables, Whole
from clagdsl.simulation.search.bid_evidence import bids_tell, weigh_by_bids
from clagdsl.simulation.search.copied_rows import copy_row
from clagdsl.simulation.search.drawn_worlds import KEY_HIGH, KEY_LOW, draw_world, lay_anyhow
from clagdsl.simulation.search.poor_bids import leave_out_poor_bids
from clagdsl.simulation.search.search_room import (
    CANDIDATES,
    SEEN_ROW,
    TRIED_ROW,
    WORLD_ROW,
    SearchRoom,
)
from clagdsl.simulation.search.seen_row import dealt_to, see_row

MOST_TRIED: Final = 64
"""So many actions are tried at most, evenly spread among those that are legal."""

PLAYS_STEADY: Final = np.int64(0)
PLAYS_RANDOMLY: Final = np.int64(-1)
"""What stands for the worlds of a seat that does not search."""

OWN: Final = 10
OTHERS: Final = 3
"""What own points weigh against the mean of the others'."""


@compiled_entry_lightly
def search_matches(
    tables: Tables,
    plan: Plan,
    room: SearchRoom,
    boards: Boards,
    moves: Array,
    stays: Array,
    seats: Array,
    keys: Array,
    levels: Array,
    chosen: Array,
    plays: bool,
) -> bool:
    """Choose for these seats in every match, -1 where it is over or the seat is -1.

    Before, matches of which there are `moves` and `stays`, as `BegunBoards` has them, are played to
    where they are to be searched.

    `levels` [seat] are the worlds with which it searches, or `PLAYS_STEADY` or `PLAYS_RANDOMLY`.
    `keys` [match, 2] are words for the worlds; where there are none, each match takes those of its
    own decision.  What is found of the last match stays in the room.  Where it `plays`, what is
    chosen is done as well.  False where the tables have no answer.
    """
    play_courses(tables, plan, room.sheet, boards, moves, stays)
    for match in range(len(boards.progress)):
        chosen[match] = -1
        seat = seats[match]
        if boards.progress[match, board.PHASE] == board.OVER or seat < 0:
            continue
        if len(keys) > 0:
            room.words[KEY_LOW], room.words[KEY_HIGH] = keys[match, 0], keys[match, 1]
        else:
            _take_key(boards, match, room)
        if levels[seat] == PLAYS_RANDOMLY:
            chosen[match] = random_action(tables, plan, boards, match)
        elif levels[seat] == PLAYS_STEADY:
            chosen[match] = _steady(tables, plan, room, boards, match)
        elif plays and count_legal(tables, boards, match) == 1:
            chosen[match] = legal_action(tables, plan, boards, match, np.int64(0))
        elif _search(tables, plan, room, boards, match, seat, levels[seat]):
            chosen[match] = room.actions[room.found[1]]
        else:
            return False
        if plays and not perform(tables, plan, room.sheet, boards, match, chosen[match]):
            return False
    return True


@compiled
def _take_key(boards: Boards, match: Whole, room: SearchRoom) -> None:
    """The first two words that a player draws for the decision at which a match stands."""
    progress = boards.progress[match]
    block = progress[board.DECISIONS] << DECISION_BITS
    words = draw_words(
        boards.seed, progress[board.NUMBER], progress[board.DEAL] + 1, PLAYERS, block
    )
    room.words[KEY_LOW], room.words[KEY_HIGH] = words[0], words[1]


@compiled_apart
def _search(
    tables: Tables,
    plan: Plan,
    room: SearchRoom,
    boards: Boards,
    match: Whole,
    seat: Whole,
    worlds: Whole,
) -> bool:
    see_row(tables, boards, match, seat, room)
    dealt = dealt_to(boards, match, seat)
    _draw_worlds(tables, room, seat, worlds)
    room.counts[2] = 0
    for world in range(len(room.picked)):
        if room.picked[world] == 0:
            continue
        _stand(tables, plan, room, world, seat, dealt)
        if room.counts[2] == 0:
            _list_actions(tables, plan, room)
            leave_out_poor_bids(tables, plan, room, seat)
            _add_asked(room)
            if room.counts[4] == 1:
                break
        if not _try_all(tables, plan, room, world, seat):
            return False
    _choose(room)
    return True


@compiled_apart
def _draw_worlds(tables: Tables, room: SearchRoom, seat: Whole, worlds: Whole) -> None:
    """Draw worlds, and pick so many by their weights."""
    told = bids_tell(tables, room.boards, seat)
    uneven = told or room.counts[0] > 0
    drawn = worlds * CANDIDATES if uneven else worlds
    total = 0.0
    for world in range(drawn):
        draw_world(room, world)
        if told and room.weights[world] > 0.0:
            room.weights[world] *= weigh_by_bids(tables, room, world, seat)
        total += room.weights[world]
    for world in range(len(room.picked)):
        room.picked[world] = 0
    if total <= 0.0:  # so few fit that none was found: steady's own action is left as it is
        lay_anyhow(room, np.int64(0))
        room.picked[0], room.found[2] = 1, 0
        return
    room.found[2] = worlds
    sum_so_far, taken = 0.0, 0
    for world in range(drawn):
        sum_so_far += room.weights[world]
        while taken < worlds and (taken + 0.5) * total < sum_so_far * worlds:
            room.picked[world] += 1
            taken += 1


@compiled_apart
def _stand(
    tables: Tables, plan: Plan, room: SearchRoom, world: Whole, seat: Whole, dealt: Whole
) -> None:
    """Bring `WORLD_ROW` to where the match stands, with the cards of a world."""
    boards, players = room.boards, room.boards.hands.shape[1]
    copy_row(boards, SEEN_ROW, WORLD_ROW)
    pack, gone = room.packs[world], room.gone[0]
    for other in range(players):
        boards.hands[WORLD_ROW, other] = ZERO
    for place in range(len(pack)):
        boards.packs[WORLD_ROW, place] = pack[place]
        if place < players * dealt:
            boards.hands[WORLD_ROW, room.holders[place]] |= one_card(pack[place]) & ~gone
    progress = boards.progress[WORLD_ROW]
    progress[board.SUIT_LOT], progress[board.BIDDER_LOT] = room.lots[world, 0], room.lots[world, 1]
    while progress[board.SEAT] != seat:  # bids that are made and not told
        action = _steady(tables, plan, room, room.boards, WORLD_ROW)
        perform(tables, plan, room.sheet, boards, WORLD_ROW, action)


@compiled_apart
def _steady(tables: Tables, plan: Plan, room: SearchRoom, boards: Boards, row: Whole) -> Whole:
    return steady_action(tables, plan, room.steady, room.sheet, boards, row)


@compiled_apart
def _list_actions(tables: Tables, plan: Plan, room: SearchRoom) -> None:
    """What is tried: the legal actions, evenly spread where they are many, and steady's own."""
    allow_match(tables, plan, room.boards, WORLD_ROW, room.allows)
    many = 0
    for action in range(len(room.allows)):
        if room.allows[action]:
            room.actions[many] = action
            many += 1
    tried = min(many, MOST_TRIED)
    for number in range(tried):
        room.actions[number] = room.actions[number * many // tried]
    own = _steady(tables, plan, room, room.boards, WORLD_ROW)
    room.found[0] = -1
    for number in range(tried):
        if room.actions[number] == own:
            room.found[0] = number
    if room.found[0] < 0:
        room.actions[tried] = own
        room.found[0] = tried
        tried += 1
    room.counts[2] = tried


@compiled
def _add_asked(room: SearchRoom) -> None:
    """Where it is asked what an action is worth, try it as well, though it may not be chosen.

    So are all others that are legal, where they are not too many.
    """
    room.counts[4] = room.counts[2]
    if room.asked[0] < 0:
        return
    many = 0
    for action in range(len(room.allows)):
        many += room.allows[action]
    for action in range(len(room.allows)):
        if action != room.asked[0] and (many > MOST_TRIED or not room.allows[action]):
            continue
        listed = False
        for number in range(room.counts[4]):
            listed = listed or room.actions[number] == action
        if not listed:
            room.actions[room.counts[4]] = action
            room.counts[4] += 1


@compiled_apart
def _try_all(tables: Tables, plan: Plan, room: SearchRoom, world: Whole, seat: Whole) -> bool:
    """Try every action in a world, to the end of the deal; false where tables have no answer."""
    boards, players = room.boards, room.boards.hands.shape[1]
    deal = boards.progress[WORLD_ROW, board.DEAL]
    sign = 1 - 2 * tables.ways[boards.progress[WORLD_ROW, board.WAY], LOW_WINS]
    for number in range(room.counts[4]):
        copy_row(boards, WORLD_ROW, TRIED_ROW)
        if not perform(tables, plan, room.sheet, boards, TRIED_ROW, room.actions[number]):
            return False
        progress = boards.progress[TRIED_ROW]
        while progress[board.PHASE] != board.OVER and progress[board.DEAL] == deal:
            action = _steady(tables, plan, room, boards, TRIED_ROW)
            if not perform(tables, plan, room.sheet, boards, TRIED_ROW, action):
                return False
        others = np.int64(0)
        own = np.int64(0)
        for other in range(players):
            points = (
                boards.sums[TRIED_ROW, other, board.TOTAL]
                - boards.sums[WORLD_ROW, other, board.TOTAL]
            )
            if other == seat:
                own = sign * points
            else:
                others += sign * points
        room.points[number, world] = own
        room.worths[number, world] = OWN * (players - 1) * own - OTHERS * others
    return True


@compiled_apart
def _choose(room: SearchRoom) -> None:
    """Choose what is worth most, if that is more than steady's own by more than may be chance."""
    own = room.found[0]
    room.found[1], best = own, 0.0
    if room.counts[2] == 1:
        return
    count = squares = 0.0
    for world in range(len(room.picked)):
        count += room.picked[world]
        squares += room.picked[world] * room.picked[world]
    worlds = count * count / squares  # so many that are apart
    for number in range(room.counts[2]):
        if number == own:
            continue
        total = deviation = 0.0
        for world in range(len(room.picked)):
            if room.picked[world] > 0:
                total += room.picked[world] * (room.worths[number, world] - room.worths[own, world])
        mean = total / count
        for world in range(len(room.picked)):
            if room.picked[world] > 0:
                off = room.worths[number, world] - room.worths[own, world] - mean
                deviation += room.picked[world] * off * off
        if mean > best and mean * mean * count * (worlds - 1.0) > deviation:
            room.found[1], best = number, mean
