"""What may be done on a board, compiled: every legal action, whether one is, one by its number."""

from __future__ import annotations

from typing import NamedTuple

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
    PLAY_SPECIAL,
    PLAY_TOP,
    SAID_TRUMPS,
    SAY,
    SAY_START,
    SCENE,
    SEAT,
    SIZE,
    SUBJECT,
    TOP_AS_START,
    TOP_SPECIAL,
    TOP_START,
    TRUMP,
    TRUMP_START,
    TURNED,
    WAY,
    Boards,
    Plan,
)
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, numbered
from clagdsl.simulation.kernels.cardset import distinct, one_card
from clagdsl.simulation.kernels.deal_phases import (
    allowed_bids,
    count_named,
    may_look,
    next_seat,
    said_number,
    said_trump,
    way_to_name,
)
from clagdsl.simulation.kernels.past_figures import bids_further
from clagdsl.simulation.kernels.trick_rules import (
    NO_CLAIM,
    NOBODY,
    Asking,
    Duty,
    TrickSoFar,
    after_first_suit,
    asked_by,
    card_rules,
    claim_of,
    count_plays,
    duty_now,
    duty_of,
    faces,
    height_in_trick,
    height_of_special,
    kept_now,
    lift_of,
    nothing_asked,
    numbered_play,
    opening_duty,
    plain_plays,
    suit_asked,
    to_beat,
    top_card,
    way_played,
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
def naming_on(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """The way whose trumps are named: of the deal, or for the special card that is turned."""
    progress = boards.progress[match]
    if tables.ways[progress[WAY], TRUMP_RULE] != 1:
        return progress[WAY]
    return way_to_name(tables, progress[WAY], progress[TURNED])


class Lying(NamedTuple):
    """A trick as far as it goes."""

    led: Word
    asked: Asking
    best: Whole  # the highest claim, NO_CLAIM before a card lies


@compiled
def lying(tables: Tables, boards: Boards, match: Whole) -> Lying:
    """What lies in the trick."""
    progress, sums = boards.progress[match], boards.sums[match]
    players = boards.hands.shape[1]
    rules = card_rules(tables, progress[WAY], progress[TRUMP])
    heights = tables.heights[tables.orders[progress[WAY]], progress[TRUMP]]
    best, led, asked, seat = NO_CLAIM, ZERO, nothing_asked(0), progress[LEADER]
    for turn in range(progress[LAIN]):
        card, face = sums[seat, CARD], sums[seat, FACE]
        if one_card(card) & rules.specials != ZERO:
            play = way_played(tables, rules, asked, card, face)
            height = height_of_special(play, np.int64(turn))
            if turn == 0:
                led, asked = suit_asked(tables, play), asked_by(rules, play)
        else:
            if turn == 0:
                led, asked = tables.suit_masks[face], nothing_asked(1)
            elif asked.waits != 0:
                led, asked = after_first_suit(led, asked, tables.suit_masks[face])
            wild = (one_card(card) & rules.wilds) != ZERO
            height = height_in_trick(heights, face, led, asked, lift_of(rules, card, wild))
        best = max(best, claim_of(rules, height, turn))
        seat = next_seat(seat, players)
    return Lying(led, asked, best)


@compiled
def trick_so_far(tables: Tables, boards: Boards, match: Whole) -> TrickSoFar:
    """The trick as it is for the seat to act."""
    progress = boards.progress[match]
    rules = card_rules(tables, progress[WAY], progress[TRUMP])
    there = lying(tables, boards, match)
    after = boards.hands.shape[1] - 1 - progress[LAIN]
    kept = kept_now(rules, progress[BROKEN])
    height, free = to_beat(rules, there.best), boards.free[match]
    return TrickSoFar(there.led, height, after, progress[FINISHED], free, kept, there.asked)


@compiled
def board_duty(tables: Tables, boards: Boards, match: Whole) -> Duty:
    """What the seat to act owes in the trick."""
    progress = boards.progress[match]
    hand: Word = boards.hands[match, progress[SEAT]]
    rules = card_rules(tables, progress[WAY], progress[TRUMP])
    heights = tables.heights[tables.orders[progress[WAY]], progress[TRUMP]]
    free = boards.free[match]
    if progress[LAIN] == 0:
        return opening_duty(rules, free, kept_now(rules, progress[BROKEN]))
    if tables.specials[0] == ZERO and rules.follows >> LISTED == 0:  # the suit led is enough
        led = tables.suit_masks[boards.sums[match, progress[LEADER], FACE]]
        return duty_of(rules, led, free, heights, NOBODY)
    return duty_now(rules, trick_so_far(tables, boards, match), hand, heights)


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
    before = one_card(card) - ONE
    last = tables.equals[2] & ~before
    return hand & (last ^ (last - ONE)) & ~before


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
    """What the top card stands for, when this face, or -1, is named beforehand.

    Of a special card it is the way of which nothing has to be said.
    """
    if (one_card(card) & tables.specials[0]) != ZERO:
        return np.int64(0)
    if (one_card(card) & tables.wilds[boards.progress[match, WAY]]) == ZERO:
        return card
    if face >= 0:
        return face
    free: Whole = boards.free[match] & tables.equals[0]
    own = card - card % tables.copies[0]
    return own if (free & one_card(own)) != ZERO else lowest(free)


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
        allow_match(tables, plan, boards, match, allowed[match])


@compiled
def allow_match(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    """Mark every legal action of a match in `allowed` [action]; none where it is over."""
    for action in range(len(allowed)):
        allowed[action] = False
    phase = boards.progress[match, PHASE]
    if phase == PLAY:
        _allow_plays(tables, plan, boards, match, allowed)
    elif phase == BID:
        start = plan.starts[BID_START]
        if bids_unseen(tables, boards, match):
            start = plan.starts[BLIND_START]
            allowed[plan.starts[LOOK_START]] = True
        _mark(allowed, start, legal_bids(tables, boards, match))
    elif phase != OVER:
        _allow_others(tables, plan, boards, match, allowed)


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
            faces_left = boards.free[match] & tables.equals[0]
            _mark_cards(plan.faces, allowed, plan.starts[TOP_AS_START], faces_left)
        _mark_ways(tables, plan.special_tops, boards, match, allowed, tables.specials[0])
        return
    hand: Word = boards.hands[match, progress[SEAT]]
    duty = board_duty(tables, boards, match)
    plain = plain_plays(hand, hand, duty) & ~tables.specials[0]
    _mark_cards(plan.plays, allowed, np.int64(0), plain)
    left = hand & wilds
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        _mark_cards(plan.faces, allowed, plan.wild_starts[card], faces(card, hand, duty))
    _mark_ways(tables, plan.special_plays, boards, match, allowed, hand & tables.specials[0])


@compiled
def _mark_ways(
    tables: Tables, actions: Array, boards: Boards, match: Whole, allowed: Array, cards: Word
) -> None:
    """Mark every way of playing these special cards, by its action."""
    leads = np.int64(boards.progress[match, LAIN] == 0)
    left = cards
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        for way in range(bits(tables.special_ways[leads, card])):
            allowed[actions[leads, card, way]] = True


@compiled
def _first_name(tables: Tables, plan: Plan, way: Whole) -> Whole:
    """The number of the action that names the first trump."""
    return plan.starts[TRUMP_START if tables.ways[way, TRUMP_RULE] == 2 else ORDER_START]


@compiled
def _allow_others(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    progress = boards.progress[match]
    if progress[PHASE] == NAME:
        naming = naming_on(tables, boards, match)
        start = _first_name(tables, plan, naming)
        allowed[start : start + count_named(tables, naming)] = True
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
    kind, subject = plan.meanings[action, KIND], plan.meanings[action, SUBJECT]
    if kind in (MAKE_BID, BID_BLIND, LOOK):
        if progress[PHASE] != BID or bids_unseen(tables, boards, match) == (kind == MAKE_BID):
            return False
        return kind == LOOK or (legal_bids(tables, boards, match) & one_card(subject)) != ZERO
    if kind == NAME_TRUMP:
        if progress[PHASE] != NAME:
            return False
        naming = naming_on(tables, boards, match)
        start = _first_name(tables, plan, naming)
        return start <= action < start + count_named(tables, naming)
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
    return _may_play(tables, plan, boards, match, action)


@compiled
def _may_play(tables: Tables, plan: Plan, boards: Boards, match: Whole, action: Whole) -> Whole:
    progress = boards.progress[match]
    kind, subject = plan.meanings[action, KIND], plan.meanings[action, SUBJECT]
    top = kind in (PLAY_TOP, TOP_SPECIAL)
    if progress[PHASE] != PLAY or top != (tables.ways[progress[WAY], TOP_CARD] != 0):
        return False
    wilds, face = tables.wilds[progress[WAY]], plan.meanings[action, AS]
    if kind == PLAY_TOP:
        return face < 0 or (wilds != ZERO and (boards.free[match] & one_card(face)) != ZERO)
    leads = np.int64(progress[LAIN] == 0)
    if kind == TOP_SPECIAL:
        return plan.said_ways[leads, face] >= 0
    hand: Word = boards.hands[match, progress[SEAT]]
    held = equal_held(tables, hand, subject)
    if held != ZERO and (one_card(subject) & tables.specials[0]) != ZERO:
        if kind == PLAY_SPECIAL:
            return plan.said_ways[leads, face] >= 0
        return plan.special_plays[leads, subject, 0] == action
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
        count = count_named(tables, naming_on(tables, boards, match))
    return count


@compiled
def has_one_play(tables: Tables, boards: Boards, match: Whole) -> bool:
    """Whether the seat to act chooses a card of its hand, and rules and hand leave one."""
    progress = boards.progress[match]
    if tables.ways[progress[WAY], TOP_CARD]:
        return False
    cards, hand = held_cards(tables, boards, match), boards.hands[match, progress[SEAT]]
    duty = board_duty(tables, boards, match)
    plain = plain_plays(cards, hand, duty)
    return bool(plain & (plain - ONE) == ZERO and cards & duty.wilds == ZERO)


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
    return _first_name(tables, plan, naming_on(tables, boards, match)) + number


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
    card, face = numbered_play(plain_plays(cards, hand, duty), cards, hand, duty, number)
    if (one_card(card) & duty.specials) != ZERO:
        actions = plan.special_tops if top else plan.special_plays
        return actions[np.int64(progress[LAIN] == 0), card, face]
    if (one_card(card) & duty.wilds) == ZERO:
        return plan.starts[TOP_START] if top else plan.plays[card]
    return (plan.starts[TOP_AS_START] if top else plan.wild_starts[card]) + plan.faces[face]
