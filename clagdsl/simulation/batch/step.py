"""What an action does to a board, compiled: from one decision of a match to the next.

The phases follow each other as in `clagdsl.engine.transition`.  Nothing here judges whether an
action may be done: that is the work of `allowing`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from clagdsl.lang.philox import MATCH_LIMIT
from clagdsl.simulation.batch.batch_state import (
    AS,
    BID,
    BIDDEN,
    BIDS,
    CALL,
    CALLER,
    CARD,
    CARDS,
    COMPLETED,
    DEAL,
    DEALER,
    DECISIONS,
    ENDED,
    ENDS,
    FACE,
    FAILED,
    FINISHED,
    KIND,
    LAIN,
    LEADER,
    MADE,
    MAKE_BID,
    MAKE_CALL,
    MOVES,
    NAME,
    NAME_TRUMP,
    NUMBER,
    OVER,
    PHASE,
    PICK_CARDS,
    PLAY,
    PLAY_TOP,
    POINTS,
    SCENE,
    SEAT,
    SEEN,
    SIZE,
    TOTAL,
    TRICKS,
    TRUMP,
    TURNED,
    WAY,
    WHAT,
    WINNER,
    Boards,
    Plan,
    Sheet,
)
from clagdsl.simulation.batch.legal_mask import best_claim, card_on_top, top_face
from clagdsl.simulation.batch.rng import draw_pack
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.kernels.bits import ZERO
from clagdsl.simulation.kernels.cardset import PACK_MASK, one_card
from clagdsl.simulation.kernels.deal_phases import (
    caller_of,
    deal_cards,
    leader_of,
    namer_of,
    next_dealer,
    next_seat,
    scene_of,
    settled_bid,
    settled_trump,
    turned_trump,
    way_called,
)
from clagdsl.simulation.kernels.results import score_deal, win_deal
from clagdsl.simulation.kernels.trick_rules import claim_seat
from clagdsl.simulation.lowering.arrays import (
    BID_RULE,
    CALLED_BY,
    SHOWN,
    SIGHT,
    TRUMP_RULE,
    VALUES,
    Array,
    Tables,
    Whole,
)

LAST_MATCH: Final = MATCH_LIMIT - 1


# --- the beginning of a match and of a deal -----------------------------------------------


@compiled_entry
def begin_matches(tables: Tables, boards: Boards) -> None:
    """Bring every match to its first decision."""
    for match in range(len(boards.at)):
        begin_match(tables, boards, match)


@compiled
def begin_match(tables: Tables, boards: Boards, match: Whole) -> None:
    """Bring a match to its first decision; its number stands on the board already."""
    at = boards.at[match]
    at[DEAL] = 0
    at[DEALER] = boards.hands.shape[1] - 1
    at[WINNER] = at[DEALER]
    at[MOVES] = 0
    boards.sums[match] = 0
    boards.history[match] = -1
    _begin_deal(tables, boards, match)


@compiled
def _begin_deal(tables: Tables, boards: Boards, match: Whole) -> None:
    at, sums = boards.at[match], boards.sums[match]
    at[CALLER] = at[TRUMP] = at[TURNED] = at[LEADER] = -1
    at[SEEN] = at[LAIN] = at[FINISHED] = at[MADE] = at[BIDDEN] = at[DECISIONS] = 0
    sums[:, TRICKS] = 0
    sums[:, POINTS] = 0
    sums[:, BIDS] = -1
    sums[:, CARD] = -1
    sums[:, FACE] = -1
    boards.hands[match] = ZERO
    boards.free[match] = PACK_MASK
    boards.played[match] = 0
    at[WAY] = tables.plain_ways[at[DEAL]]
    at[SCENE] = -1
    low, high = tables.sizes[at[DEAL], 0], tables.sizes[at[DEAL], 1]
    if high > low:
        at[CARDS] = 0
        at[PHASE] = SIZE
        at[SEAT] = at[DEALER]
    else:
        at[CARDS] = low
        _deal(tables, boards, match)


@compiled
def _deal(tables: Tables, boards: Boards, match: Whole) -> None:
    at, pack = boards.at[match], boards.packs[match]
    players = boards.hands.shape[1]
    if boards.given.shape[0] > 0:
        for place in range(len(pack)):
            pack[place] = boards.given[match, at[DEAL], place]
    else:
        draw_pack(boards.seed, at[NUMBER], at[DEAL] + 1, pack)
    first = next_seat(at[DEALER], players)
    deal_cards(pack, 0, 1, first, at[CARDS], boards.hands[match], pack)
    _settle(tables, boards, match)
    sight = tables.ways[at[WAY], SIGHT]
    if sight == 0 or (sight == 1 and tables.ways[at[WAY], BID_RULE] != 0):
        at[SEEN] = 1
    if tables.ways[at[WAY], CALLED_BY] == 0:
        _after_call(tables, boards, match, np.int64(0))
        return
    at[CALLER] = caller_of(tables, at[WAY], at[DEAL], at[DEALER], at[WINNER])
    at[SEAT] = at[CALLER]
    at[PHASE] = CALL


@compiled
def _settle(tables: Tables, boards: Boards, match: Whole) -> None:
    """What the rules alone settle: trump and bids that nobody chooses."""
    at = boards.at[match]
    at[TRUMP] = max(settled_trump(tables, at[WAY]), -1)
    boards.sums[match, :, BIDS] = settled_bid(tables, at[WAY])


# --- from phase to phase ------------------------------------------------------------------


@compiled
def _caller(boards: Boards, match: Whole) -> Whole:
    """Who calls, the dealer where nothing is called."""
    at = boards.at[match]
    return at[CALLER] if at[CALLER] >= 0 else at[DEALER]


@compiled
def _after_call(tables: Tables, boards: Boards, match: Whole, called: Whole) -> None:
    at = boards.at[match]
    at[SCENE] = scene_of(tables, at[DEAL], called, at[CARDS])
    if tables.ways[at[WAY], TRUMP_RULE] >= 2:
        at[SEAT] = namer_of(tables, at[WAY], at[DEALER], _caller(boards, match))
        at[PHASE] = NAME
    else:
        _after_name(tables, boards, match)


@compiled
def _after_name(tables: Tables, boards: Boards, match: Whole) -> None:
    at = boards.at[match]
    bids = tables.ways[at[WAY], BID_RULE] == 0
    if tables.ways[at[WAY], TRUMP_RULE] == 1 and not (bids and tables.ways[at[WAY], SHOWN]):
        _turn(boards, match)
    if bids:
        at[SEAT] = next_seat(at[DEALER], boards.hands.shape[1])
        at[PHASE] = BID
    else:
        _before_play(tables, boards, match)


@compiled
def _turn(boards: Boards, match: Whole) -> None:
    at = boards.at[match]
    at[TURNED] = boards.packs[match, boards.hands.shape[1] * at[CARDS]]
    at[TRUMP] = turned_trump(at[TURNED])


@compiled
def _before_play(tables: Tables, boards: Boards, match: Whole) -> None:
    at = boards.at[match]
    if tables.ways[at[WAY], TRUMP_RULE] == 1 and at[TURNED] < 0:
        _turn(boards, match)
    if tables.ways[at[WAY], SIGHT] == 1:
        at[SEEN] = 1
    players, caller = boards.hands.shape[1], _caller(boards, match)
    at[LEADER] = leader_of(tables, at[WAY], at[DEALER], caller, players)
    at[SEAT] = at[LEADER]
    at[PHASE] = PLAY


# --- actions ------------------------------------------------------------------------------


@compiled
def perform(
    tables: Tables, plan: Plan, sheet: Sheet, boards: Boards, match: Whole, action: Whole
) -> bool:
    """Do a legal action and go on to the next decision; false where the tables have no answer."""
    at = boards.at[match]
    kind, what = plan.meanings[action, KIND], plan.meanings[action, WHAT]
    if at[MOVES] < boards.history.shape[1]:
        boards.history[match, at[MOVES]] = action
    at[MOVES] += 1
    at[DECISIONS] += 1
    if kind == MAKE_BID:
        _bid(tables, boards, match, what)
    elif kind == NAME_TRUMP:
        at[TRUMP] = what
        _after_name(tables, boards, match)
    elif kind == PICK_CARDS:
        at[CARDS] = what
        _deal(tables, boards, match)
    elif kind == MAKE_CALL:
        called = plan.call_places[plan.kinds[at[DEAL]], what]
        at[WAY] = way_called(tables, at[DEAL], called)
        _settle(tables, boards, match)
        _after_call(tables, boards, match, called)
    else:
        card, face = what, plan.meanings[action, AS]
        if kind == PLAY_TOP:
            card = card_on_top(boards, match)
            face = top_face(tables, boards, match, card, face)
        return _play(tables, sheet, boards, match, (card, face))
    return True


@compiled
def _bid(tables: Tables, boards: Boards, match: Whole, bid: Whole) -> None:
    at = boards.at[match]
    players = boards.hands.shape[1]
    boards.sums[match, at[SEAT], BIDS] = bid
    at[BIDDEN] += bid
    at[MADE] += 1
    if at[MADE] == players:
        _before_play(tables, boards, match)
    else:
        at[SEAT] = next_seat(at[SEAT], players)


@compiled
def _play(
    tables: Tables,
    sheet: Sheet,
    boards: Boards,
    match: Whole,
    play: tuple[Whole, Whole],
) -> bool:
    card, face = play
    at, seat = boards.at[match], boards.at[match, SEAT]
    players = boards.hands.shape[1]
    boards.hands[match, seat] &= ~one_card(card)
    boards.played[match, card, 0] = seat
    boards.played[match, card, 1] = at[FINISHED] + 1
    boards.sums[match, seat, CARD] = card
    boards.sums[match, seat, FACE] = face
    if one_card(card) & tables.wilds[at[WAY]] != ZERO:
        boards.free[match] &= ~one_card(face)
    at[LAIN] += 1
    if at[LAIN] < players:
        at[SEAT] = next_seat(seat, players)
        return True
    _win_trick(tables, boards, match)
    return at[FINISHED] < at[CARDS] or _score(tables, sheet, boards, match)


@compiled
def _win_trick(tables: Tables, boards: Boards, match: Whole) -> None:
    at, sums = boards.at[match], boards.sums[match]
    winner = claim_seat(best_claim(tables, boards, match))
    sums[winner, TRICKS] += 1
    sums[winner, POINTS] += tables.values[tables.scenes[at[SCENE], VALUES] + at[FINISHED]]
    sums[:, CARD] = -1
    sums[:, FACE] = -1
    boards.free[match] = PACK_MASK
    at[FINISHED] += 1
    at[LAIN] = 0
    at[LEADER] = at[SEAT] = winner


# --- scores and the end -------------------------------------------------------------------


@compiled
def _score(tables: Tables, sheet: Any, boards: Boards, match: Whole) -> bool:
    at, sums = boards.at[match], boards.sums[match]
    players = boards.hands.shape[1]
    for seat in range(players):
        sheet.bids[seat] = sums[seat, BIDS]
        sheet.tricks[seat] = sums[seat, TRICKS]
        sheet.points[seat] = sums[seat, POINTS]
    if not score_deal(tables, sheet, at[SCENE]):
        return False
    for seat in range(players):
        sums[seat, TOTAL] += sheet.scores[seat]
        sums[seat, FAILED] += sheet.done[seat] == 0
        sums[seat, COMPLETED] += sheet.done[seat] == 1
    at[WINNER] = win_deal(tables, at[WAY], sheet.scores, at[DEALER])
    at[DEALER] = next_dealer(tables, at[WAY], at[DEALER], at[WINNER], players)
    at[DEAL] += 1
    if at[DEAL] < len(tables.sizes):
        _begin_deal(tables, boards, match)
    else:
        _end(boards, match)
    return True


@compiled
def _end(boards: Boards, match: Whole) -> None:
    at = boards.at[match]
    for seat in range(boards.hands.shape[1]):
        for place in range(3):
            boards.finals[match, seat, place] = boards.sums[match, seat, TOTAL + place]
    at[DEAL] -= 1
    at[ENDED] = 1
    at[ENDS] += 1
    at[PHASE] = OVER
    at[SEAT] = -1


@compiled_entry
def step_matches(
    tables: Tables,
    plan: Plan,
    sheet: Sheet,
    boards: Boards,
    actions: Array,
    rewards: Array,
    restart: bool,
) -> bool:
    """Do a legal action in every match that runs; false where the tables have no answer.

    `rewards` [match, seat] is filled with the points of deals that come to their end.  Matches
    that end begin anew where they `restart`, in the order of their places.
    """
    for match in range(len(boards.at)):
        at, sums = boards.at[match], boards.sums[match]
        at[ENDED] = 0
        rewards[match] = 0
        if at[PHASE] == OVER:
            continue
        for seat in range(rewards.shape[1]):
            rewards[match, seat] = -sums[seat, TOTAL]
        if not perform(tables, plan, sheet, boards, match, actions[match]):
            return False
        for seat in range(rewards.shape[1]):
            rewards[match, seat] += sums[seat, TOTAL]
        if at[PHASE] == OVER and restart and boards.following[0] <= LAST_MATCH:
            at[NUMBER] = boards.following[0]
            boards.following[0] += 1
            begin_match(tables, boards, match)
    return True
