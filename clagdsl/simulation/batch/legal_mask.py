"""What may be done on a board, compiled: every legal action, whether one is, one by its number."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.batch.batch_state import (
    AS,
    BID,
    BID_START,
    BIDDEN,
    CALL,
    CALL_START,
    CARD,
    CARDS_START,
    DEAL,
    DEALER,
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
    TRUMP,
    TRUMP_START,
    WAY,
    WHAT,
    Boards,
    Plan,
)
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, numbered
from clagdsl.simulation.kernels.cardset import one_card, suit_mask
from clagdsl.simulation.kernels.deal_phases import (
    allowed_bids,
    count_named,
    first_named,
    next_seat,
)
from clagdsl.simulation.kernels.trick_rules import (
    NOBODY,
    Duty,
    card_and_face,
    card_rules,
    claim_of,
    count_plays,
    duty_of,
    faces,
    height_of,
    numbered_play,
    plain_plays,
    top_card,
)
from clagdsl.simulation.lowering.arrays import (
    CALLS,
    FIRST_CALLED,
    TOP_CARD,
    TRUMP_RULE,
    Array,
    Tables,
    Whole,
    Word,
)

# --- what the rules say -------------------------------------------------------------------


@compiled
def legal_bids(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """The bids that the seat to act may make, as a mask."""
    at = boards.at[match]
    last = at[MADE] == boards.hands.shape[1] - 1
    return allowed_bids(tables, at[SCENE], at[BIDDEN], last)


@compiled
def board_duty(tables: Tables, boards: Boards, match: Whole) -> Duty:
    """What the seat to act owes in the trick."""
    at = boards.at[match]
    led, free = ZERO, boards.free[match]
    if at[LAIN] > 0:
        led = suit_mask(boards.sums[match, at[LEADER], FACE])
    return duty_of(card_rules(tables, at[WAY], at[TRUMP]), led, free)


@compiled
def card_on_top(boards: Boards, match: Whole) -> Whole:
    """The card on top of the hand of the seat to act, as it was dealt."""
    at = boards.at[match]
    players = boards.hands.shape[1]
    first = next_seat(at[DEALER], players)
    return top_card(boards.packs[match], first, players, at[FINISHED], at[SEAT])


@compiled
def held_cards(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """The cards that the seat to act plays from, as a mask: one where the top card is played."""
    at = boards.at[match]
    if tables.ways[at[WAY], TOP_CARD]:
        return one_card(card_on_top(boards, match))
    return boards.hands[match, at[SEAT]]


@compiled
def top_face(tables: Tables, boards: Boards, match: Whole, card: Whole, face: Whole) -> Whole:
    """What the top card stands for, when this face, or -1, is named beforehand."""
    if (one_card(card) & tables.wilds[boards.at[match, WAY]]) == ZERO:
        return card
    if face >= 0:
        return face
    free: Whole = boards.free[match]
    return card if (free & one_card(card)) != ZERO else lowest(free)


@compiled
def best_claim(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """The highest claim to the trick as far as it goes, NOBODY before a card lies."""
    at, sums = boards.at[match], boards.sums[match]
    players = boards.hands.shape[1]
    wilds = tables.wilds[at[WAY]]
    heights = tables.heights[tables.orders[at[WAY]], at[TRUMP]]
    best, led, seat = NOBODY, ZERO, at[LEADER]
    for _ in range(at[LAIN]):
        face = sums[seat, FACE]
        led = suit_mask(face) if led == ZERO else led
        wild = np.int64((one_card(sums[seat, CARD]) & wilds) != ZERO)
        best = max(best, claim_of(height_of(heights, face, led, wild), seat))
        seat = next_seat(seat, players)
    return best


# --- every legal action -------------------------------------------------------------------


@compiled_entry
def allow_matches(tables: Tables, plan: Plan, boards: Boards, allowed: Array) -> None:
    """Mark every legal action of every match in `allowed` [match, action]."""
    for match in range(len(boards.at)):
        allowed[match] = False
        phase = boards.at[match, PHASE]
        if phase == PLAY:
            _allow_plays(tables, plan, boards, match, allowed[match])
        elif phase == BID:
            _mark(allowed[match], plan.starts[BID_START], legal_bids(tables, boards, match))
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
    hand: Word = boards.hands[match, at[SEAT]]
    duty = board_duty(tables, boards, match)
    _mark(allowed, np.int64(0), plain_plays(hand, hand, duty))
    left = hand & wilds
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        _mark(allowed, plan.wild_starts[card], faces(card, hand, duty))


@compiled
def _first_name(tables: Tables, plan: Plan, way: Whole) -> Whole:
    """The number of the action that names the first trump."""
    return plan.starts[TRUMP_START if tables.ways[way, TRUMP_RULE] == 2 else ORDER_START]


@compiled
def _allow_others(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    at = boards.at[match]
    if at[PHASE] == NAME:
        start = _first_name(tables, plan, at[WAY])
        allowed[start : start + count_named(tables, at[WAY])] = True
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


@compiled_entry
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
        return at[PHASE] == BID and (legal_bids(tables, boards, match) & one_card(what)) != ZERO
    if kind == NAME_TRUMP:
        first = first_named(tables, at[WAY])
        return at[PHASE] == NAME and first <= what < first + count_named(tables, at[WAY])
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
    hand: Word = boards.hands[match, at[SEAT]]
    held = (hand & one_card(what)) != ZERO
    wild = (one_card(what) & wilds) != ZERO
    if not held or wild == (kind == PLAY_CARD):
        return False
    return (faces(what, hand, board_duty(tables, boards, match)) & one_card(face)) != ZERO


# --- by number ----------------------------------------------------------------------------


@compiled
def count_legal(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """How many actions a match that runs has in the fixed order of legal actions.

    There a wild on top counts with every card that it may stand for, and any other top card once.
    """
    at = boards.at[match]
    phase, rules = at[PHASE], tables.ways[at[WAY]]
    count = np.int64(0)
    if phase == PLAY:
        cards, hand = held_cards(tables, boards, match), boards.hands[match, at[SEAT]]
        duty = board_duty(tables, boards, match)
        count = count_plays(plain_plays(cards, hand, duty), cards, hand, duty)[0]
    elif phase == BID:
        count = bits(legal_bids(tables, boards, match))
    elif phase == CALL:
        count = rules[CALLS]
    elif phase == SIZE:
        count = tables.sizes[at[DEAL], 1] - tables.sizes[at[DEAL], 0] + 1
    else:
        count = count_named(tables, at[WAY])
    return count


@compiled
def legal_action(tables: Tables, plan: Plan, boards: Boards, match: Whole, number: Whole) -> Whole:
    """The action of that number, from 0, in the fixed order of legal actions."""
    at = boards.at[match]
    phase, rules = at[PHASE], tables.ways[at[WAY]]
    if phase == PLAY:
        return _legal_play(tables, plan, boards, match, number)
    if phase == BID:
        return plan.starts[BID_START] + numbered(legal_bids(tables, boards, match), number)
    if phase == CALL:
        return plan.starts[CALL_START] + plan.call_numbers[rules[FIRST_CALLED] + number]
    if phase == SIZE:
        return plan.starts[CARDS_START] + tables.sizes[at[DEAL], 0] + number
    return _first_name(tables, plan, at[WAY]) + number


@compiled
def _legal_play(tables: Tables, plan: Plan, boards: Boards, match: Whole, number: Whole) -> Whole:
    at = boards.at[match]
    top = tables.ways[at[WAY], TOP_CARD]
    cards, hand = held_cards(tables, boards, match), boards.hands[match, at[SEAT]]
    duty = board_duty(tables, boards, match)
    play = numbered_play(plain_plays(cards, hand, duty), cards, hand, duty, number)
    card, face = card_and_face(play)
    if (one_card(card) & duty.wilds) == ZERO:
        return plan.starts[TOP_START] if top else card
    return (plan.starts[TOP_AS_START] if top else plan.wild_starts[card]) + face
