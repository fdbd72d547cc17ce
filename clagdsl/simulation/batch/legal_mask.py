"""Compiled legality: masks of legal actions, checks of single actions, and enumeration.

The same rules are offered in three forms for three callers. `allow_matches` marks all legal actions
for learning. `first_illegal` checks given actions without marking all. `count_legal` and
`legal_action` enumerate actions in the fixed order that random players draw from. The rules of a
trick are in `kernels.trick_rules`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, distinct, lowest, numbered, one_card
from clagdsl.simulation.kernels.deal_phases import (
    allowed_bids,
    auction_bid_tricks,
    auction_bid_trump,
    bid_limit_offset,
    count_named,
    earlier_bids,
    may_look,
    next_seat,
    way_to_name,
)
from clagdsl.simulation.kernels.trick_rules import (
    NO_CLAIM,
    NOBODY,
    CardRules,
    Demand,
    Duty,
    TrickSoFar,
    after_first_suit,
    card_rules,
    claim_of,
    count_plays,
    demand_of,
    demanded_suit,
    duty_now,
    duty_of,
    duty_under_demand,
    faces,
    height_in_trick,
    height_of_special,
    kept_now,
    lift_of,
    no_demand,
    numbered_play,
    opening_duty,
    plain_plays,
    to_beat,
    top_card,
    way_played,
)
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole, Word

# --- the rules at a position ----------------------------------------------------------------


@compiled
def bids_before(boards: Boards, tables: Tables, match: Whole) -> tuple[Whole, Whole]:
    """Returns the number and the sum of the bids that the next bidder knows."""
    progress = boards.progress[match]
    own = np.int64(boards.sums[match, progress[board.SEAT], board.BIDS])
    made, total = progress[board.BIDS_MADE], progress[board.BID_SUM]
    return earlier_bids(tables, progress[board.WAY], boards.hands.shape[1], made, total, own)


@compiled
def legal_bids(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """Returns a mask of the bids that the next seat may make."""
    progress, bids = boards.progress[match], boards.sums[match, :, board.BIDS]
    scene, seat = progress[board.SCENE], progress[board.SEAT]
    further = bid_limit_offset(tables, boards.past[match], scene, seat)
    earlier, total = bids_before(boards, tables, match)
    return allowed_bids(tables, scene, bids, seat, earlier, total, further)


@compiled
def bids_unseen(tables: Tables, boards: Boards, match: Whole) -> bool:
    """Returns whether the next seat bids without having seen its cards, unless it looks first."""
    progress = boards.progress[match]
    looked = boards.sums[match, progress[board.SEAT], board.LOOKED]
    return bool(may_look(tables, progress[board.WAY]) and looked == 0)


@compiled
def offers_look(tables: Tables, boards: Boards, match: Whole) -> bool:
    """Returns whether the next seat may still choose to look at its cards before bidding."""
    first = boards.progress[match, board.BIDS_MADE] < boards.hands.shape[1]
    return bool(first and bids_unseen(tables, boards, match))


@compiled
def way_for_naming(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """Returns the way that defines the choice of trumps: the deal's, or a special turn-up's."""
    progress = boards.progress[match]
    if tables.ways[progress[board.WAY], codes.TRUMP_RULE] != 1:
        return progress[board.WAY]
    return way_to_name(tables, progress[board.WAY], progress[board.TURNED])


class OpenTrick(NamedTuple):
    """The state of an unfinished trick."""

    led: Word
    demand: Demand
    best: Whole  # the highest claim, NO_CLAIM before the first card


@compiled
def open_trick(tables: Tables, boards: Boards, match: Whole) -> OpenTrick:
    """Returns the state of the current trick: the suit led, the demand, and the best claim."""
    progress, sums = boards.progress[match], boards.sums[match]
    players = boards.hands.shape[1]
    rules = card_rules(tables, progress[board.WAY], progress[board.TRUMP])
    heights = tables.heights[tables.orders[progress[board.WAY]], progress[board.TRUMP]]
    best, led, demand, seat = NO_CLAIM, ZERO, no_demand(0), progress[board.LEADER]
    for turn in range(progress[board.TRICK_CARDS]):
        card, face = sums[seat, board.CARD], sums[seat, board.FACE]
        if one_card(card) & rules.specials != ZERO:
            play = way_played(tables, rules, demand, card, face)
            height = height_of_special(play, np.int64(turn))
            if turn == 0:
                led, demand = demanded_suit(rules, play), demand_of(rules, play)
        else:
            if turn == 0:
                led, demand = rules.suit_masks[face], no_demand(1)
            elif demand.waits != 0:
                led, demand = after_first_suit(led, demand, rules.suit_masks[face])
            wild = (one_card(card) & rules.wilds) != ZERO
            height = height_in_trick(heights, face, led, demand, lift_of(rules, card, wild))
        best = max(best, claim_of(rules, height, turn))
        seat = next_seat(seat, players)
    return OpenTrick(led, demand, best)


@compiled
def trick_so_far(tables: Tables, boards: Boards, match: Whole) -> TrickSoFar:
    """Returns the trick so far from the point of view of the seat to act."""
    progress = boards.progress[match]
    rules = card_rules(tables, progress[board.WAY], progress[board.TRUMP])
    there = open_trick(tables, boards, match)
    after = boards.hands.shape[1] - 1 - progress[board.TRICK_CARDS]
    kept = kept_now(rules, progress[board.BROKEN])
    height, free = to_beat(rules, there.best), boards.free[match]
    return TrickSoFar(there.led, height, after, progress[board.FINISHED], free, kept, there.demand)


@compiled
def board_duty(tables: Tables, boards: Boards, match: Whole) -> Duty:
    """Returns the duty of the seat whose turn it is to play."""
    progress = boards.progress[match]
    hand: Word = boards.hands[match, progress[board.SEAT]]
    rules = card_rules(tables, progress[board.WAY], progress[board.TRUMP])
    heights = tables.heights[tables.orders[progress[board.WAY]], progress[board.TRUMP]]
    free = boards.free[match]
    if progress[board.TRICK_CARDS] == 0:
        return opening_duty(rules, free, kept_now(rules, progress[board.BROKEN]))
    if tables.specials[0] == ZERO and rules.follows >> codes.LISTED == 0:  # the suit led is enough
        led = rules.suit_masks[boards.sums[match, progress[board.LEADER], board.FACE]]
        return duty_of(rules, led, free, heights, NOBODY)
    return duty_now(rules, trick_so_far(tables, boards, match), hand, heights)


@compiled
def card_on_top(boards: Boards, match: Whole) -> Whole:
    """Returns the top card in the hand of the seat whose turn it is, in the order dealt."""
    progress = boards.progress[match]
    players = boards.hands.shape[1]
    first = next_seat(progress[board.DEALER], players)
    return top_card(
        boards.packs[match], first, players, progress[board.FINISHED], progress[board.SEAT]
    )


@compiled
def equal_held(tables: Tables, hand: Word, card: Whole) -> Word:
    """Returns the cards in a hand that are equal to `card`, which is the first of its group."""
    before = one_card(card) - ONE
    last = tables.equals[2] & ~before
    return hand & (last ^ (last - ONE)) & ~before


@compiled
def held_cards(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """Returns a mask of the cards to choose from, with one of each group of equal cards.

    If players must play the top card, it contains only that card.
    """
    progress = boards.progress[match]
    if tables.ways[progress[board.WAY], codes.TOP_CARD]:
        return one_card(card_on_top(boards, match))
    return distinct(tables, boards.hands[match, progress[board.SEAT]])


@compiled
def top_face(tables: Tables, boards: Boards, match: Whole, card: Whole, face: Whole) -> Whole:
    """Returns the face of the top card, given the face named beforehand (-1 for none).

    For a special card, this is the way to play it that needs no announcement.
    """
    if (one_card(card) & tables.specials[0]) != ZERO:
        return np.int64(0)
    if (one_card(card) & tables.wilds[boards.progress[match, board.WAY]]) == ZERO:
        return card
    if face >= 0:
        return face
    free: Whole = boards.free[match] & tables.equals[0]
    own = card - card % tables.copies[0]
    return own if (free & one_card(own)) != ZERO else lowest(free)


@compiled
def auction_action(tables: Tables, plan: Plan, boards: Boards, match: Whole, above: Whole) -> Whole:
    """Returns the action that outbids the highest auction bid by `above` ranks; 0 means pass."""
    progress = boards.progress[match]
    if above == 0:
        return plan.starts[board.PASS_START]
    scene, word = progress[board.SCENE], progress[board.HIGHEST] + above
    number, trump = auction_bid_tricks(tables, scene, word), auction_bid_trump(tables, scene, word)
    first = plan.starts[board.AUCTION_BID_START] + plan.starts[board.TRUMPS_PER_NUMBER] * number
    return first + plan.auction_trump_places[trump]


@compiled
def auction_bid_rank(tables: Tables, scene: Whole, number: Whole, trump: Whole) -> Whole:
    """Returns the 1-based rank of an auction bid; 0 if it is not allowed."""
    row = tables.scenes[scene]
    first = (number - row[codes.AUCTION_LOW]) * row[codes.AUCTION_SUITS] + 1
    if first < 1 or first > row[codes.AUCTION_BIDS]:
        return np.int64(0)
    for word in range(first, first + row[codes.AUCTION_SUITS]):
        if auction_bid_trump(tables, scene, word) == trump:
            return np.int64(word)
    return np.int64(0)


@compiled
def bids_left(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """Returns the number of auction bids above the highest one made."""
    progress = boards.progress[match]
    return tables.scenes[progress[board.SCENE], codes.AUCTION_BIDS] - progress[board.HIGHEST]


# --- every legal action -------------------------------------------------------------------


@compiled_entry
def allow_matches(tables: Tables, plan: Plan, boards: Boards, allowed: Array) -> None:
    """Marks every legal action of every match in `allowed` [match, action]."""
    for match in range(len(boards.progress)):
        allow_match(tables, plan, boards, match, allowed[match])


@compiled
def allow_match(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    """Marks every legal action of a match in `allowed` [action]; a match that is over has none."""
    for action in range(len(allowed)):
        allowed[action] = False
    phase = boards.progress[match, board.PHASE]
    if phase == board.PLAY:
        _allow_plays(tables, plan, boards, match, allowed)
    elif phase == board.BID:
        start = plan.starts[board.BID_START]
        if bids_unseen(tables, boards, match):
            start = plan.starts[board.BLIND_START]
            if offers_look(tables, boards, match):
                allowed[plan.starts[board.LOOK_START]] = True
        _mark(allowed, start, legal_bids(tables, boards, match))
    elif phase != board.OVER:
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
    wilds = tables.wilds[progress[board.WAY]]
    if tables.ways[progress[board.WAY], codes.TOP_CARD]:
        allowed[plan.starts[board.TOP_START]] = True
        if wilds != ZERO:
            faces_left = boards.free[match] & tables.equals[0]
            _mark_cards(plan.faces, allowed, plan.starts[board.TOP_AS_START], faces_left)
        _mark_ways(tables, plan.special_tops, boards, match, allowed, tables.specials[0])
        return
    hand: Word = boards.hands[match, progress[board.SEAT]]
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
    """Marks every way of playing these special cards as legal."""
    leads = np.int64(boards.progress[match, board.TRICK_CARDS] == 0)
    left = cards
    while left != ZERO:
        card = lowest(left)
        left = left & (left - ONE)
        for way in range(bits(tables.special_ways[leads, card])):
            allowed[actions[leads, card, way]] = True


@compiled
def _first_name(tables: Tables, plan: Plan, way: Whole) -> Whole:
    """Returns the action that names the first of the trumps that may be named."""
    return plan.starts[
        board.TRUMP_START if tables.ways[way, codes.TRUMP_RULE] == 2 else board.ORDER_START
    ]


@compiled
def _allow_others(tables: Tables, plan: Plan, boards: Boards, match: Whole, allowed: Array) -> None:
    progress = boards.progress[match]
    if progress[board.PHASE] == board.NAME:
        naming = way_for_naming(tables, boards, match)
        start = _first_name(tables, plan, naming)
        allowed[start : start + count_named(tables, naming)] = True
    elif progress[board.PHASE] == board.SIZE:
        start = plan.starts[board.CARDS_START]
        low, high = tables.sizes[progress[board.DEAL], 0], tables.sizes[progress[board.DEAL], 1]
        allowed[start + low : start + high + 1] = True
    elif progress[board.PHASE] == board.AUCTION:
        for above in range(bids_left(tables, boards, match) + 1):
            allowed[auction_action(tables, plan, boards, match, above)] = True
    else:
        start = plan.starts[board.CALL_START]
        places = plan.call_places[plan.kinds[progress[board.DEAL]]]
        for call in range(len(places)):
            allowed[start + call] = places[call] >= 0


# --- the check of an action ---------------------------------------------------------------


@compiled_entry
def first_illegal(tables: Tables, plan: Plan, boards: Boards, actions: Array) -> Whole:
    """Returns the first match that is not over and whose action is illegal, or -1."""
    for match in range(len(boards.progress)):
        if boards.progress[match, board.PHASE] != board.OVER and not is_legal(
            tables, plan, boards, match, actions[match]
        ):
            return match
    return -1


@compiled
def is_legal(tables: Tables, plan: Plan, boards: Boards, match: Whole, action: Whole) -> Whole:
    """Returns whether an action is legal in a match that is not over."""
    if action < 0 or action >= len(plan.meanings):
        return False
    progress = boards.progress[match]
    kind, subject = plan.meanings[action, board.KIND], plan.meanings[action, board.SUBJECT]
    if kind in (board.MAKE_BID, board.BID_BLIND, board.LOOK):
        if progress[board.PHASE] != board.BID or bids_unseen(tables, boards, match) == (
            kind == board.MAKE_BID
        ):
            return False
        if kind == board.LOOK:
            return offers_look(tables, boards, match)
        return (legal_bids(tables, boards, match) & one_card(subject)) != ZERO
    if kind == board.NAME_TRUMP:
        if progress[board.PHASE] != board.NAME:
            return False
        naming = way_for_naming(tables, boards, match)
        start = _first_name(tables, plan, naming)
        return start <= action < start + count_named(tables, naming)
    if kind == board.PICK_CARDS:
        low, high = tables.sizes[progress[board.DEAL], 0], tables.sizes[progress[board.DEAL], 1]
        return progress[board.PHASE] == board.SIZE and low <= subject <= high
    if kind == board.MAKE_CALL:
        return (
            progress[board.PHASE] == board.CALL
            and plan.call_places[plan.kinds[progress[board.DEAL]], subject] >= 0
        )
    if kind == board.PASS:
        return progress[board.PHASE] == board.AUCTION
    if kind == board.BID_IN_AUCTION:
        if progress[board.PHASE] != board.AUCTION:
            return False
        word = auction_bid_rank(
            tables, progress[board.SCENE], subject, plan.meanings[action, board.PLAYED_AS]
        )
        return word > progress[board.HIGHEST]
    return _is_legal_play(tables, plan, boards, match, action)


@compiled
def _is_legal_play(
    tables: Tables, plan: Plan, boards: Boards, match: Whole, action: Whole
) -> Whole:
    progress = boards.progress[match]
    kind, subject = plan.meanings[action, board.KIND], plan.meanings[action, board.SUBJECT]
    top = kind in (board.PLAY_TOP, board.TOP_SPECIAL)
    if progress[board.PHASE] != board.PLAY or top != (
        tables.ways[progress[board.WAY], codes.TOP_CARD] != 0
    ):
        return False
    wilds, face = tables.wilds[progress[board.WAY]], plan.meanings[action, board.PLAYED_AS]
    if kind == board.PLAY_TOP:
        return face < 0 or (wilds != ZERO and (boards.free[match] & one_card(face)) != ZERO)
    leads = np.int64(progress[board.TRICK_CARDS] == 0)
    if kind == board.TOP_SPECIAL:
        return plan.announced_ways[leads, face] >= 0
    hand: Word = boards.hands[match, progress[board.SEAT]]
    held = equal_held(tables, hand, subject)
    if held != ZERO and (one_card(subject) & tables.specials[0]) != ZERO:
        if kind == board.PLAY_SPECIAL:
            return plan.announced_ways[leads, face] >= 0
        return plan.special_plays[leads, subject, 0] == action
    wild = (one_card(subject) & wilds) != ZERO
    if held == ZERO or wild == (kind == board.PLAY_CARD):
        return False
    may = faces(lowest(held), hand, board_duty(tables, boards, match))
    return (may & (one_card(face) if wild else held)) != ZERO


# --- actions by their order ---------------------------------------------------------------


@compiled
def count_legal(tables: Tables, boards: Boards, match: Whole) -> Whole:
    """Returns the number of legal actions in a match that is not over.

    A wild top card counts once for each face that it may have, any other top card once.
    """
    progress = boards.progress[match]
    phase, rules = progress[board.PHASE], tables.ways[progress[board.WAY]]
    count = np.int64(0)
    if phase == board.PLAY:
        cards, hand = held_cards(tables, boards, match), boards.hands[match, progress[board.SEAT]]
        duty = board_duty(tables, boards, match)
        count = count_plays(plain_plays(cards, hand, duty), cards, hand, duty)[0]
    elif phase == board.BID:
        count = bits(legal_bids(tables, boards, match)) + offers_look(tables, boards, match)
    elif phase == board.CALL:
        count = rules[codes.CALLS]
    elif phase == board.SIZE:
        count = tables.sizes[progress[board.DEAL], 1] - tables.sizes[progress[board.DEAL], 0] + 1
    elif phase == board.AUCTION:
        count = bids_left(tables, boards, match) + 1
    else:
        count = count_named(tables, way_for_naming(tables, boards, match))
    return count


@compiled
def has_one_play(tables: Tables, boards: Boards, match: Whole) -> bool:
    """Returns whether the next seat must play a card from its hand and has only one legal play."""
    progress = boards.progress[match]
    if tables.ways[progress[board.WAY], codes.TOP_CARD]:
        return False
    cards, hand = held_cards(tables, boards, match), boards.hands[match, progress[board.SEAT]]
    duty = board_duty(tables, boards, match)
    plain = plain_plays(cards, hand, duty)
    return bool(plain & (plain - ONE) == ZERO and cards & duty.wilds == ZERO)


@compiled
def legal_action(tables: Tables, plan: Plan, boards: Boards, match: Whole, number: Whole) -> Whole:
    """Returns the action at a 0-based index in the fixed order of legal actions."""
    progress = boards.progress[match]
    phase, rules = progress[board.PHASE], tables.ways[progress[board.WAY]]
    if phase == board.PLAY:
        return _legal_play(tables, plan, boards, match, number)
    if phase == board.BID:
        return _legal_bid(tables, plan, boards, match, number)
    if phase == board.CALL:
        return plan.starts[board.CALL_START] + plan.call_numbers[rules[codes.FIRST_CALLED] + number]
    if phase == board.SIZE:
        return plan.starts[board.CARDS_START] + tables.sizes[progress[board.DEAL], 0] + number
    if phase == board.AUCTION:
        return auction_action(tables, plan, boards, match, number)
    return _first_name(tables, plan, way_for_naming(tables, boards, match)) + number


@compiled
def _legal_bid(tables: Tables, plan: Plan, boards: Boards, match: Whole, number: Whole) -> Whole:
    start, place = plan.starts[board.BID_START], np.int64(number)
    if offers_look(tables, boards, match):
        if number == 0:
            return plan.starts[board.LOOK_START]
        place = np.int64(number - 1)
    if bids_unseen(tables, boards, match):
        start = plan.starts[board.BLIND_START]
    return start + numbered(legal_bids(tables, boards, match), place)


@compiled
def _legal_play(tables: Tables, plan: Plan, boards: Boards, match: Whole, number: Whole) -> Whole:
    progress = boards.progress[match]
    top = tables.ways[progress[board.WAY], codes.TOP_CARD]
    cards, hand = held_cards(tables, boards, match), boards.hands[match, progress[board.SEAT]]
    duty = board_duty(tables, boards, match)
    card, face = numbered_play(plain_plays(cards, hand, duty), cards, hand, duty, number)
    if (one_card(card) & duty.specials) != ZERO:
        actions = plan.special_tops if top else plan.special_plays
        return actions[np.int64(progress[board.TRICK_CARDS] == 0), card, face]
    if (one_card(card) & duty.wilds) == ZERO:
        return plan.starts[board.TOP_START] if top else plan.plays[card]
    return (plan.starts[board.TOP_AS_START] if top else plan.wild_starts[card]) + plan.faces[face]


# --- voids that a play reveals, as in `clagdsl.table` --------------------------------------


@compiled
def cannot_hold(
    rules: CardRules, so_far: TrickSoFar, heights: Array, others: Word, card: Whole, face: Whole
) -> Word:
    """Returns the cards among `others` that a seat cannot hold if it plays `card` as `face`.

    No hand with one of them would have made the play legal. `others` are ordinary cards.
    """
    this = one_card(card)
    if rules.top or this & rules.specials != ZERO:
        return ZERO
    if so_far.demand.follows == 0:
        held_back = one_card(face) & so_far.kept != ZERO
        return others & ~so_far.kept if held_back else ZERO
    duty = duty_of(rules, so_far.led, so_far.free, heights, so_far.height)
    if so_far.demand.extreme != 0:
        return _cannot_hold_under_demand(rules, so_far, heights, others & so_far.led, card, face)
    is_wild = this & rules.wilds != ZERO
    lacking, earlier = ZERO, ZERO
    for place in range(4):
        owed_now = _nth_class(duty, place)
        if owed_now == ZERO:
            continue
        rest = owed_now & others & ~earlier
        if not is_wild:
            if owed_now & this != ZERO:
                break
            lacking |= rest
        # the rest of the hand decides which faces a wild may have
        elif rest != ZERO:
            if faces(card, this | one_card(lowest(rest)), duty) & one_card(face) != ZERO:
                break  # this class may have been owed, so cards of later classes may be held
            lacking |= rest
        earlier |= owed_now
    return lacking


@compiled
def _nth_class(duty: Duty, place: Whole) -> Word:
    """Returns the class at a 0-based index of a duty's list, whose first class held is owed."""
    if place == 0:
        return duty.first
    if place == 1:
        return duty.second
    return duty.third if place == 2 else duty.fourth


@compiled
def _cannot_hold_under_demand(
    rules: CardRules, so_far: TrickSoFar, heights: Array, others: Word, card: Whole, face: Whole
) -> Word:
    """Returns the result of `cannot_hold` if the highest or lowest card of the suit is demanded."""
    duty = duty_of(rules, so_far.led, so_far.free, heights, so_far.height)
    this = one_card(card)
    played = one_card(face) if this & rules.wilds != ZERO else this  # copies share one face
    lacking, left = ZERO, others
    while left != ZERO:
        other = one_card(lowest(left))
        left = left & (left - ONE)
        hand = this | other
        owed_duty = duty_under_demand(rules, so_far.demand, hand, so_far.led, heights, duty)
        if faces(card, hand, owed_duty) & played == ZERO:
            lacking |= other
    return lacking
