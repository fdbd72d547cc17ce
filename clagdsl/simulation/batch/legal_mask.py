"""What may be done on a board, compiled: every legal action, whether one is, one by its number."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.batch.batch_state import (
    AS,
    AUCTION,
    BID,
    BID_BLIND,
    BID_START,
    BIDDEN,
    BLIND_START,
    BROKEN,
    CALL,
    CALL_START,
    CARD,
    CARDS_START,
    DEAL,
    DEALER,
    FACE,
    FINISHED,
    HIGHEST,
    KIND,
    LAIN,
    LEADER,
    LOOK,
    LOOK_START,
    LOOKED,
    MADE,
    MAKE_BID,
    MAKE_CALL,
    NAME,
    NAME_TRUMP,
    ORDER_START,
    OVER,
    PASS,
    PASS_START,
    PHASE,
    PICK_CARDS,
    PLAY,
    PLAY_CARD,
    PLAY_TOP,
    SAID_TRUMPS,
    SAY,
    SAY_START,
    SCENE,
    SEAT,
    SIZE,
    SUBJECT,
    TOP_AS_START,
    TOP_START,
    TRUMP,
    TRUMP_START,
    WAY,
    Boards,
    Plan,
)
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, numbered
from clagdsl.simulation.kernels.cardset import distinct, equal_cards, one_card
from clagdsl.simulation.kernels.deal_phases import (
    allowed_bids,
    count_named,
    may_look,
    next_seat,
    said_number,
    said_trump,
)
from clagdsl.simulation.kernels.past_figures import bids_further
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
    kept_now,
    lift_of,
    numbered_play,
    plain_plays,
    to_beat,
    top_card,
)
from clagdsl.simulation.lowering.arrays import (
    AUCTION_BIDS,
    AUCTION_LOW,
    AUCTION_SUITS,
    CALLS,
    FIRST_CALLED,
    LISTED,
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
    progress = boards.progress[match]
    last = progress[MADE] == boards.hands.shape[1] - 1
    further = bids_further(tables, boards.past[match], progress[SCENE], progress[SEAT])
    return allowed_bids(tables, progress[SCENE], progress[BIDDEN], last, further)


@compiled
def bids_unseen(tables: Tables, boards: Boards, match: Whole) -> bool:
    """Whether the seat to act, which is to bid, may still choose to look at its cards."""
    progress = boards.progress[match]
    looked = boards.sums[match, progress[SEAT], LOOKED]
    return bool(may_look(tables, progress[WAY]) and looked == 0)


@compiled
def board_kept(tables: Tables, boards: Boards, match: Whole) -> Word:
    """The suit that may not be led now."""
    progress = boards.progress[match]
    return kept_now(card_rules(tables, progress[WAY], progress[TRUMP]), progress[BROKEN])


@compiled
def board_duty(tables: Tables, boards: Boards, match: Whole) -> Duty:
    """What the seat to act owes in the trick."""
    progress = boards.progress[match]
    led, free, best = ZERO, boards.free[match], NOBODY
    rules = card_rules(tables, progress[WAY], progress[TRUMP])
    if progress[LAIN] > 0:
        led = tables.suit_masks[boards.sums[match, progress[LEADER], FACE]]
        if rules.follows >> LISTED:
            best = to_beat(rules, best_claim(tables, boards, match))
    heights = tables.heights[tables.orders[progress[WAY]], progress[TRUMP]]
    return duty_of(rules, led, free, heights, best, kept_now(rules, progress[BROKEN]))


@compiled
def card_on_top(boards: Boards, match: Whole) -> Whole:
    """The card on top of the hand of the seat to act, as it was dealt."""
    progress = boards.progress[match]
    players = boards.hands.shape[1]
    first = next_seat(progress[DEALER], players)
    return top_card(boards.packs[match], first, players, progress[FINISHED], progress[SEAT])


@compiled
def equal_held(tables: Tables, hand: Word, card: Whole) -> Word:
    """The cards of a hand that are equal to a card, the first of its group."""
    return hand & (((ONE << np.uint64(equal_cards(tables))) - ONE) << np.uint64(card))


@compiled
def held_cards(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """The cards that the seat to act plays from, as a mask: one where the top card is played.

    Of equal cards there is one.
    """
    progress = boards.progress[match]
    if tables.ways[progress[WAY], TOP_CARD]:
        return one_card(card_on_top(boards, match))
    return distinct(tables, boards.hands[match, progress[SEAT]])


@compiled
def top_face(tables: Tables, boards: Boards, match: Whole, card: Whole, face: Whole) -> Whole:
    """What the top card stands for, when this face, or -1, is named beforehand."""
    if (one_card(card) & tables.wilds[boards.progress[match, WAY]]) == ZERO:
        return card
    if face >= 0:
        return face
    free: Whole = boards.free[match] & tables.equals[0]
    own = card - card % tables.copies[0]
    return own if (free & one_card(own)) != ZERO else lowest(free)


@compiled
def best_claim(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """The highest claim to the trick as far as it goes, NOBODY before a card lies."""
    progress, sums = boards.progress[match], boards.sums[match]
    players = boards.hands.shape[1]
    rules = card_rules(tables, progress[WAY], progress[TRUMP])
    heights = tables.heights[tables.orders[progress[WAY]], progress[TRUMP]]
    best, led, seat = NOBODY, ZERO, progress[LEADER]
    for turn in range(progress[LAIN]):
        card, face = sums[seat, CARD], sums[seat, FACE]
        led = tables.suit_masks[face] if led == ZERO else led
        wild = (one_card(card) & rules.wilds) != ZERO
        height = height_of(heights, face, led, lift_of(rules, card, wild))
        best = max(best, claim_of(rules, height, turn))
        seat = next_seat(seat, players)
    return best


@compiled
def auction_action(tables: Tables, plan: Plan, boards: Boards, match: Whole, above: Whole) -> Whole:
    """The number of the action that bids so far above the highest bid of an auction; 0 passes."""
    progress = boards.progress[match]
    if above == 0:
        return plan.starts[PASS_START]
    scene, word = progress[SCENE], progress[HIGHEST] + above
    number, trump = said_number(tables, scene, word), said_trump(tables, scene, word)
    first = plan.starts[SAY_START] + plan.starts[SAID_TRUMPS] * number
    return first + plan.said_places[trump]


@compiled
def word_said(tables: Tables, scene: Whole, number: Whole, trump: Whole) -> Whole:
    """The bid of an auction with that number and trump, the lowest being 1; 0 for no bid of it."""
    row = tables.scenes[scene]
    first = (number - row[AUCTION_LOW]) * row[AUCTION_SUITS] + 1
    if first < 1 or first > row[AUCTION_BIDS]:
        return np.int64(0)
    for word in range(first, first + row[AUCTION_SUITS]):
        if said_trump(tables, scene, word) == trump:
            return np.int64(word)
    return np.int64(0)


@compiled
def bids_left(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """How many bids are above the highest one of an auction."""
    progress = boards.progress[match]
    return tables.scenes[progress[SCENE], AUCTION_BIDS] - progress[HIGHEST]


# --- every legal action -------------------------------------------------------------------


@compiled_entry
def allow_matches(tables: Tables, plan: Plan, boards: Boards, allowed: Array) -> None:
    """Mark every legal action of every match in `allowed` [match, action]."""
    for match in range(len(boards.progress)):
        allowed[match] = False
        phase = boards.progress[match, PHASE]
        if phase == PLAY:
            _allow_plays(tables, plan, boards, match, allowed[match])
        elif phase == BID:
            start = plan.starts[BID_START]
            if bids_unseen(tables, boards, match):
                start = plan.starts[BLIND_START]
                allowed[match, plan.starts[LOOK_START]] = True
            _mark(allowed[match], start, legal_bids(tables, boards, match))
        elif phase != OVER:
            _allow_others(tables, plan, boards, match, allowed[match])


@compiled
def _mark(allowed: Array, start: Whole, mask: Whole) -> None:
    left = mask
    while left != ZERO:
        allowed[start + lowest(left)] = True
        left = left & (left - ONE)


@compiled
def _mark_cards(places: Array, allowed: Array, start: Whole, mask: Whole) -> None:
    left = mask
    while left != ZERO:
        allowed[start + places[lowest(left)]] = True
        left = left & (left - ONE)


@compiled
def _allow_plays(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    progress = boards.progress[match]
    wilds = tables.wilds[progress[WAY]]
    if tables.ways[progress[WAY], TOP_CARD]:
        allowed[plan.starts[TOP_START]] = True
        if wilds != ZERO:
            _mark_cards(plan.faces, allowed, plan.starts[TOP_AS_START], boards.free[match])
        return
    hand: Word = boards.hands[match, progress[SEAT]]
    duty = board_duty(tables, boards, match)
    _mark_cards(plan.plays, allowed, np.int64(0), plain_plays(hand, hand, duty))
    left = hand & wilds
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        _mark_cards(plan.faces, allowed, plan.wild_starts[card], faces(card, hand, duty))


@compiled
def _first_name(tables: Tables, plan: Plan, way: Whole) -> Whole:
    """The number of the action that names the first trump."""
    return plan.starts[TRUMP_START if tables.ways[way, TRUMP_RULE] == 2 else ORDER_START]


@compiled
def _allow_others(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    progress = boards.progress[match]
    if progress[PHASE] == NAME:
        start = _first_name(tables, plan, progress[WAY])
        allowed[start : start + count_named(tables, progress[WAY])] = True
    elif progress[PHASE] == SIZE:
        start = plan.starts[CARDS_START]
        low, high = tables.sizes[progress[DEAL], 0], tables.sizes[progress[DEAL], 1]
        allowed[start + low : start + high + 1] = True
    elif progress[PHASE] == AUCTION:
        for above in range(bids_left(tables, boards, match) + 1):
            allowed[auction_action(tables, plan, boards, match, above)] = True
    else:
        start = plan.starts[CALL_START]
        places = plan.call_places[plan.kinds[progress[DEAL]]]
        for call in range(len(places)):
            allowed[start + call] = places[call] >= 0


# --- whether one is legal -----------------------------------------------------------------


@compiled_entry
def first_wrong(tables: Tables, plan: Plan, boards: Boards, actions: Array) -> Whole:
    """The first match whose action is not legal, or -1; matches that are over do not count."""
    for match in range(len(boards.progress)):
        if boards.progress[match, PHASE] != OVER and not _may(
            tables, plan, boards, match, actions[match]
        ):
            return match
    return -1


@compiled
def _may(tables: Tables, plan: Plan, boards: Boards, match: Whole, action: Whole) -> Whole:
    if action < 0 or action >= len(plan.meanings):
        return False
    progress = boards.progress[match]
    kind, subject, face = plan.meanings[action, KIND], plan.meanings[action, SUBJECT], np.int64(0)
    if kind in (MAKE_BID, BID_BLIND, LOOK):
        if progress[PHASE] != BID or bids_unseen(tables, boards, match) == (kind == MAKE_BID):
            return False
        return kind == LOOK or (legal_bids(tables, boards, match) & one_card(subject)) != ZERO
    if kind == NAME_TRUMP:
        start = _first_name(tables, plan, progress[WAY])
        return progress[PHASE] == NAME and start <= action < start + count_named(
            tables, progress[WAY]
        )
    if kind == PICK_CARDS:
        low, high = tables.sizes[progress[DEAL], 0], tables.sizes[progress[DEAL], 1]
        return progress[PHASE] == SIZE and low <= subject <= high
    if kind == MAKE_CALL:
        return (
            progress[PHASE] == CALL and plan.call_places[plan.kinds[progress[DEAL]], subject] >= 0
        )
    if kind == PASS:
        return progress[PHASE] == AUCTION
    if kind == SAY:
        if progress[PHASE] != AUCTION:
            return False
        word = word_said(tables, progress[SCENE], subject, plan.meanings[action, AS])
        return word > progress[HIGHEST]
    if progress[PHASE] != PLAY or (kind == PLAY_TOP) != (tables.ways[progress[WAY], TOP_CARD] != 0):
        return False
    wilds, face = tables.wilds[progress[WAY]], plan.meanings[action, AS]
    if kind == PLAY_TOP:
        return face < 0 or (wilds != ZERO and (boards.free[match] & one_card(face)) != ZERO)
    hand: Word = boards.hands[match, progress[SEAT]]
    held = equal_held(tables, hand, subject)
    wild = (one_card(subject) & wilds) != ZERO
    if held == ZERO or wild == (kind == PLAY_CARD):
        return False
    may = faces(lowest(held), hand, board_duty(tables, boards, match))
    return (may & (one_card(face) if wild else held)) != ZERO


# --- by number ----------------------------------------------------------------------------


@compiled
def count_legal(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """How many actions a match that runs has in the fixed order of legal actions.

    There a wild on top counts with every card that it may stand for, and any other top card once.
    """
    progress = boards.progress[match]
    phase, rules = progress[PHASE], tables.ways[progress[WAY]]
    count = np.int64(0)
    if phase == PLAY:
        cards, hand = held_cards(tables, boards, match), boards.hands[match, progress[SEAT]]
        duty = board_duty(tables, boards, match)
        count = count_plays(plain_plays(cards, hand, duty), cards, hand, duty)[0]
    elif phase == BID:
        count = bits(legal_bids(tables, boards, match)) + bids_unseen(tables, boards, match)
    elif phase == CALL:
        count = rules[CALLS]
    elif phase == SIZE:
        count = tables.sizes[progress[DEAL], 1] - tables.sizes[progress[DEAL], 0] + 1
    elif phase == AUCTION:
        count = bids_left(tables, boards, match) + 1
    else:
        count = count_named(tables, progress[WAY])
    return count


@compiled
def legal_action(tables: Tables, plan: Plan, boards: Boards, match: Whole, number: Whole) -> Whole:
    """The action of that number, from 0, in the fixed order of legal actions."""
    progress = boards.progress[match]
    phase, rules = progress[PHASE], tables.ways[progress[WAY]]
    if phase == PLAY:
        return _legal_play(tables, plan, boards, match, number)
    if phase == BID:
        return _legal_bid(tables, plan, boards, match, number)
    if phase == CALL:
        return plan.starts[CALL_START] + plan.call_numbers[rules[FIRST_CALLED] + number]
    if phase == SIZE:
        return plan.starts[CARDS_START] + tables.sizes[progress[DEAL], 0] + number
    if phase == AUCTION:
        return auction_action(tables, plan, boards, match, number)
    return _first_name(tables, plan, progress[WAY]) + number


@compiled
def _legal_bid(tables: Tables, plan: Plan, boards: Boards, match: Whole, number: Whole) -> Whole:
    start, place = plan.starts[BID_START], np.int64(number)
    if bids_unseen(tables, boards, match):
        if number == 0:
            return plan.starts[LOOK_START]
        start, place = plan.starts[BLIND_START], np.int64(number - 1)
    return start + numbered(legal_bids(tables, boards, match), place)


@compiled
def _legal_play(tables: Tables, plan: Plan, boards: Boards, match: Whole, number: Whole) -> Whole:
    progress = boards.progress[match]
    top = tables.ways[progress[WAY], TOP_CARD]
    cards, hand = held_cards(tables, boards, match), boards.hands[match, progress[SEAT]]
    duty = board_duty(tables, boards, match)
    play = numbered_play(plain_plays(cards, hand, duty), cards, hand, duty, number)
    card, face = card_and_face(play)
    if (one_card(card) & duty.wilds) == ZERO:
        return plan.starts[TOP_START] if top else plan.plays[card]
    return (plan.starts[TOP_AS_START] if top else plan.wild_starts[card]) + plan.faces[face]
