"""What may be done on a board, compiled: every legal action, whether one is, a random one."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulator.arrays import (
    CALLS,
    FIRST_CALLED,
    FIRST_ORDER,
    FIRST_SUIT,
    FOLLOWS,
    TOP_CARD,
    TRUMP_RULE,
    TRUMPS,
    WILD_IN_SUIT,
    Array,
    Tables,
    Whole,
)
from clagdsl.simulator.bits import ONE, ZERO, bits, lowest, numbered
from clagdsl.simulator.boards import (
    AS,
    BID,
    BID_START,
    BIDDEN,
    CALL,
    CALL_START,
    CARDS_START,
    DEAL,
    DEALER,
    DECISIONS,
    FACE,
    FINISHED,
    KIND,
    LAIN,
    LEADER,
    MADE,
    MAKE_BID,
    MAKE_CALL,
    NAME,
    NAME_TRUMP,
    NUMBER,
    ORDER_START,
    OVER,
    PHASE,
    PICK_CARDS,
    PLAY,
    PLAY_CARD,
    PLAY_TOP,
    SCENE,
    SEAT,
    SIZE,
    TOP_AS_START,
    TOP_START,
    TRUMP_START,
    WAY,
    WHAT,
    Boards,
    Plan,
)
from clagdsl.simulator.chances import draw_choice
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.masks import faces, of_suit, one_card
from clagdsl.simulator.rules import allowed_bids

SUITS: Final = FIRST_ORDER - FIRST_SUIT
ORDERS: Final = len(TRUMPS) - FIRST_ORDER


# --- what the rules say -------------------------------------------------------------------


@compiled
def _bids(tables: Tables, boards: Boards, match: Whole) -> Whole:
    at = boards.at[match]
    last = at[MADE] == boards.hands.shape[1] - 1
    return allowed_bids(tables, at[SCENE], at[BIDDEN], last)


@compiled
def _faces(tables: Tables, boards: Boards, match: Whole, card: Whole) -> Whole:
    """What the seat to act may play a card of its hand as."""
    at = boards.at[match]
    wilds = tables.wilds[at[WAY]]
    led = ZERO
    if at[LAIN] > 0 and tables.ways[at[WAY], FOLLOWS]:
        led = of_suit(boards.sums[match, at[LEADER], FACE] // 13)
    quiet = ZERO if tables.ways[at[WAY], WILD_IN_SUIT] else wilds
    hand: Whole = boards.hands[match, at[SEAT]]
    free: Whole = boards.free[match]
    return faces(card, hand, led, wilds, free, quiet)


@compiled
def top_card(boards: Boards, match: Whole) -> Whole:
    """The card on top of the hand of the seat to act, as it was dealt."""
    at = boards.at[match]
    players = boards.hands.shape[1]
    dealt = (at[SEAT] + players - (at[DEALER] + 1) % players) % players
    return np.int64(boards.packs[match, at[FINISHED] * players + dealt])


@compiled
def top_face(tables: Tables, boards: Boards, match: Whole, card: Whole, face: Whole) -> Whole:
    """What the top card stands for, when this face, or -1, is named beforehand."""
    if (one_card(card) & tables.wilds[boards.at[match, WAY]]) == ZERO:
        return card
    if face >= 0:
        return face
    free: Whole = boards.free[match]
    return card if (free & one_card(card)) != ZERO else lowest(free)


# --- every legal action -------------------------------------------------------------------


@compiled
def allow_matches(tables: Tables, plan: Plan, boards: Boards, allowed: Array) -> None:
    """Mark every legal action of every match in `allowed` [match, action]."""
    for match in range(len(boards.at)):
        allowed[match] = False
        phase = boards.at[match, PHASE]
        if phase == PLAY:
            _allow_plays(tables, plan, boards, match, allowed[match])
        elif phase == BID:
            _mark(allowed[match], plan.starts[BID_START], _bids(tables, boards, match))
        elif phase != OVER:
            _allow_others(tables, plan, boards, match, allowed[match])


@compiled
def _mark(allowed: Array, start: Whole, mask: Whole) -> None:
    left = mask
    while left != ZERO:
        allowed[start + lowest(left)] = True
        left = left & (left - ONE)


@compiled
def _allow_plays(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    at = boards.at[match]
    wilds = tables.wilds[at[WAY]]
    if tables.ways[at[WAY], TOP_CARD]:
        allowed[plan.starts[TOP_START]] = True
        if wilds != ZERO:
            _mark(allowed, plan.starts[TOP_AS_START], boards.free[match])
        return
    left: Whole = boards.hands[match, at[SEAT]]
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        meant = _faces(tables, boards, match, card)
        if (one_card(card) & wilds) != ZERO:
            _mark(allowed, plan.wild_starts[card], meant)
        else:
            allowed[card] = meant != ZERO


@compiled
def _allow_others(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    at = boards.at[match]
    if at[PHASE] == NAME:
        by_suit = tables.ways[at[WAY], TRUMP_RULE] == 2
        start = plan.starts[TRUMP_START if by_suit else ORDER_START]
        allowed[start : start + (SUITS if by_suit else ORDERS)] = True
    elif at[PHASE] == SIZE:
        start = plan.starts[CARDS_START]
        low, high = tables.sizes[at[DEAL], 0], tables.sizes[at[DEAL], 1]
        allowed[start + low : start + high + 1] = True
    else:
        start = plan.starts[CALL_START]
        places = plan.call_places[plan.kinds[at[DEAL]]]
        for call in range(len(places)):
            allowed[start + call] = places[call] >= 0


# --- whether one is legal -----------------------------------------------------------------


@compiled
def first_wrong(tables: Tables, plan: Plan, boards: Boards, actions: Array) -> Whole:
    """The first match whose action is not legal, or -1; matches that are over do not count."""
    for match in range(len(boards.at)):
        if boards.at[match, PHASE] != OVER and not _may(
            tables, plan, boards, match, actions[match]
        ):
            return match
    return -1


@compiled
def _may(tables: Tables, plan: Plan, boards: Boards, match: Whole, action: Whole) -> Whole:
    if action < 0 or action >= len(plan.meanings):
        return False
    at = boards.at[match]
    kind, what, face = plan.meanings[action, KIND], plan.meanings[action, WHAT], np.int64(0)
    if kind == MAKE_BID:
        return at[PHASE] == BID and (_bids(tables, boards, match) & one_card(what)) != ZERO
    if kind == NAME_TRUMP:
        wanted = 2 if what < FIRST_ORDER else 3
        return at[PHASE] == NAME and tables.ways[at[WAY], TRUMP_RULE] == wanted
    if kind == PICK_CARDS:
        low, high = tables.sizes[at[DEAL], 0], tables.sizes[at[DEAL], 1]
        return at[PHASE] == SIZE and low <= what <= high
    if kind == MAKE_CALL:
        return at[PHASE] == CALL and plan.call_places[plan.kinds[at[DEAL]], what] >= 0
    if at[PHASE] != PLAY or (kind == PLAY_TOP) != (tables.ways[at[WAY], TOP_CARD] != 0):
        return False
    wilds, face = tables.wilds[at[WAY]], plan.meanings[action, AS]
    if kind == PLAY_TOP:
        return face < 0 or (wilds != ZERO and (boards.free[match] & one_card(face)) != ZERO)
    held = (boards.hands[match, at[SEAT]] & one_card(what)) != ZERO
    wild = (one_card(what) & wilds) != ZERO
    if not held or wild == (kind == PLAY_CARD):
        return False
    return (_faces(tables, boards, match, what) & one_card(face)) != ZERO


# --- a random one -------------------------------------------------------------------------


@compiled
def choose_matches(tables: Tables, plan: Plan, boards: Boards, actions: Array) -> None:
    """What a random player does in every match, -1 where it is over."""
    for match in range(len(boards.at)):
        phase = boards.at[match, PHASE]
        if phase == PLAY:
            actions[match] = _choose_play(tables, plan, boards, match)
        elif phase == OVER:
            actions[match] = -1
        else:
            actions[match] = _choose_other(tables, plan, boards, match)


@compiled
def _draw(boards: Boards, match: Whole, count: Whole) -> Whole:
    at = boards.at[match]
    return draw_choice(boards.seed, at[NUMBER], at[DEAL] + 1, at[DECISIONS], count)


@compiled
def _choose_other(tables: Tables, plan: Plan, boards: Boards, match: Whole) -> Whole:
    at = boards.at[match]
    phase, rules = at[PHASE], tables.ways[at[WAY]]
    if phase == BID:
        allowed = _bids(tables, boards, match)
        number = _draw(boards, match, bits(allowed))
        return plan.starts[BID_START] + numbered(allowed, number)
    if phase == CALL:
        called = _draw(boards, match, rules[CALLS])
        return plan.starts[CALL_START] + plan.call_numbers[rules[FIRST_CALLED] + called]
    if phase == SIZE:
        low, high = tables.sizes[at[DEAL], 0], tables.sizes[at[DEAL], 1]
        return plan.starts[CARDS_START] + low + _draw(boards, match, high - low + 1)
    if rules[TRUMP_RULE] == 2:
        return plan.starts[TRUMP_START] + _draw(boards, match, SUITS)
    return plan.starts[ORDER_START] + _draw(boards, match, ORDERS)


@compiled
def _choose_play(tables: Tables, plan: Plan, boards: Boards, match: Whole) -> Whole:
    at = boards.at[match]
    wilds = tables.wilds[at[WAY]]
    if tables.ways[at[WAY], TOP_CARD]:
        if (one_card(top_card(boards, match)) & wilds) == ZERO:
            return plan.starts[TOP_START]
        free: Whole = boards.free[match]
        return plan.starts[TOP_AS_START] + numbered(free, _draw(boards, match, bits(free)))
    count = 0
    left: Whole = boards.hands[match, at[SEAT]]
    while left != ZERO:
        count += bits(_faces(tables, boards, match, lowest(left)))
        left = left & (left - ONE)
    number = _draw(boards, match, count)
    left = boards.hands[match, at[SEAT]]
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        meant = _faces(tables, boards, match, card)
        if number < bits(meant):
            if (one_card(card) & wilds) == ZERO:
                return card
            return plan.wild_starts[card] + numbered(meant, number)
        number -= bits(meant)
    return -1
