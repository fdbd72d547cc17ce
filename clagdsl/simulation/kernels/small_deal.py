"""The hands and tricks of a deal of small hands, as many matches as there are lanes."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.lane_course import (
    PLAYING,
    note_all,
    note_takers,
    note_wild_plays,
)
from clagdsl.simulation.kernels.lane_tricks import (
    LaneRules,
    first_by_strength,
    give_value,
    has_specials,
    value_cards,
)
from clagdsl.simulation.kernels.simd import (
    HANDS,
    NOTHING,
    POINTS,
    TRICKS,
    WORTH,
    ZERO,
    LaneDeal,
    fill,
    fill_small,
    pick_numbers,
)
from clagdsl.simulation.kernels.small_hands import (
    ALL,
    EVERY_CARD,
    FIRST,
    HEIGHTS,
    LOWEST,
    MANY,
    MOST_HELD,
    NEXT,
    NO_CARD,
    NUMBER,
    NUMBER_ROW,
    RANKS,
    SLOTS,
    STILL_KEPT,
    SUITS_DEALT,
    TRUMP_SLOTS,
    TRUMPS,
    allow_classes,
    allow_small,
    begin_laying,
    break_kept,
    count_small,
    find_best_ranks,
    find_heights,
    find_priorities,
    find_small_trumps,
    find_trump_slots,
    give_leaders,
    keep_slots,
    lay_small,
    lead_on,
    lead_small,
    leave_empty,
    only_one,
    play_small,
    rank_heights,
    remember_held,
    show_small,
    slot_of,
    sort_hand,
    take_card,
    take_leaders,
    turn_back,
    turn_kind,
    value_by_strength,
)
from clagdsl.simulation.kernels.small_wilds import (
    deal_wilds,
    faces_of_pack,
    lay_with_wilds,
    play_wild_trick,
    show_small_wilds,
)
from clagdsl.simulation.lowering.arrays import (
    OF_SUIT,
    OPEN_SUIT,
    Array,
    Byte,
    Course,
    Lanes,
    Tables,
    Whole,
    Word,
)
from clagdsl.simulation.lowering.layout import SUIT_SIZE


@compiled
def are_small(tables: Tables, rules: LaneRules, cards: Whole) -> bool:
    """Whether tricks by these rules, from hands of so many cards, can be played as small ones."""
    more = rules.higher or rules.top or has_specials(rules)
    wild = rules.wilds != ZERO and (rules.opening != 0 or tables.lane_ranks[0] == 0)
    return cards <= MOST_HELD and not (more or wild)


@compiled
def deal_small(lanes: Lanes, players: Whole, cards: Whole) -> None:
    """Deal every lane's cards."""
    small = lanes.small
    for step in range(players):
        seat = np.uint64(step)
        for card in range(cards):
            take_card(small, seat, card, lanes.cards, players * card + step)
        for card in range(cards, MOST_HELD):
            leave_empty(small, seat, card)
        sort_hand(small, seat, cards)
        fill_small(small, TRICKS + seat, NOTHING)


@compiled
def rank_small(
    tables: Tables, lanes: Lanes, players: Whole, cards: Whole, rules: LaneRules
) -> Word:
    """Find trumps and where every card lies by its strength; in which rows that stands."""
    small, heights = lanes.small, SLOTS
    find_small_trumps(lanes)
    if rules.classes != OF_SUIT or rules.opening != 0:
        for step in range(players):
            find_trump_slots(small, np.uint64(step))
    if rules.moves != 0:
        for rank in range(SUIT_SIZE):
            fill_small(small, RANKS + np.uint64(rank), tables.lane_heights[rules.order, rank])
    if rules.by_suits:
        find_priorities(tables, lanes)
        fill_small(small, TRUMPS, NOTHING)
    if rules.opening != 0:
        keep_small(small, players, rules.opening)
    if rules.wilds == ZERO:  # what wilds stand for is ranked when they are played, and all with it
        for step in range(players):
            for slot in range(cards):
                heights = rank_slot(small, np.uint64(step), slot, rules)
    return heights


@compiled
def keep_small(small: Array, players: Whole, opening: Whole) -> None:
    """The cards that may not be led while others are held: of the trump suit, or of one suit."""
    kind = TRUMP_SLOTS
    if opening >= OPEN_SUIT:
        kind = SUITS_DEALT + np.uint64((opening - OPEN_SUIT) >> 1) * NEXT
    for step in range(players):
        keep_slots(small, np.uint64(step), kind)
    fill_small(small, STILL_KEPT, ALL)


@compiled
def rank_slot(small: Array, seat: Word, slot: Whole, rules: LaneRules) -> Word:
    """Find where the card in a slot lies by its strength; in which rows that stands."""
    heights, to = SLOTS, slot_of(HEIGHTS, seat, slot)
    if rules.moves != 0:
        find_heights(small, slot_of(SLOTS, seat, slot), to)
        heights = HEIGHTS
    if rules.by_suits:
        rank_heights(small, slot_of(heights, seat, slot), to)
        heights = HEIGHTS
    return heights


@compiled
def play_small_tricks(
    tables: Tables,
    lanes: Lanes,
    course: Course | None,
    deal: LaneDeal,
    word: Whole,
    rules: LaneRules,
) -> None:
    """Play every lane's tricks, from that word on; the rows say who leads first."""
    small, players, cards = lanes.small, deal.players, deal.cards
    take_leaders(lanes)
    heights = rank_small(tables, lanes, players, cards, rules)
    trumps = EVERY_CARD if rules.by_suits else FIRST
    pack = faces_of_pack(tables, players, rules.wilds)
    if rules.wilds != ZERO:
        deal_wilds(small, players, cards, rules.wilds)
    if rules.valued:
        for step in range(players):
            fill(lanes.rows, POINTS + np.uint64(step), ZERO)
    for trick in range(cards):
        if course is not None:
            for step in range(players):
                remember_held(small, np.uint64(step))
        if rules.wilds != ZERO:
            play_wild_trick(lanes, word, players, rules, pack, trumps)
        else:
            lead_small(lanes, word, players, rules.opening != 0)
            allow_all(small, players, rules.classes)
            follow_trick(lanes, word, players, cards - trick, heights, trumps)
        if course is not None:
            note_plays(tables, lanes, course, deal, word, rules)
        take_trick(tables, lanes, course, deal, trick, rules)
        word += players


@compiled
def allow_all(small: Array, players: Whole, classes: Whole) -> None:
    """What each seat may play once the card led is known."""
    for step in range(players):
        if classes == OF_SUIT:
            allow_small(small, np.uint64(step))
        else:
            allow_classes(small, np.uint64(step), classes)


@compiled
def note_plays(
    tables: Tables, lanes: Lanes, course: Course, deal: LaneDeal, word: Whole, rules: LaneRules
) -> None:
    """Keep the plays of every lane's trick, from that word on."""
    for step in range(deal.players):
        if rules.wilds != ZERO:
            show_small_wilds(tables, lanes, step, deal.players)
            note_wild_plays(tables, lanes, course, deal, word + step, rules.wilds, rules.in_suit)
        else:
            show_small(lanes, step, deal.players)
            note_all(tables, lanes, course, deal, word + step, PLAYING, HANDS)


@compiled
def take_trick(
    tables: Tables,
    lanes: Lanes,
    course: Course | None,
    deal: LaneDeal,
    trick: Whole,
    rules: LaneRules,
) -> None:
    """Who wins a trick counts it, and what it is worth, and leads next."""
    lead_on(lanes.small)
    for step in range(deal.players):
        count_small(lanes.small, np.uint64(step))
    if course is not None or rules.valued:
        give_leaders(lanes)
    if course is not None:
        note_takers(lanes, course, deal, trick, tables.dealers[deal.number] + 1)
    if rules.opening > 0 and rules.opening & 1 == 0:
        for step in range(deal.players):
            break_kept(lanes.small, np.uint64(step))
    if rules.valued:
        value_small(tables, lanes, rules, deal, trick)
        for step in range(deal.players):
            give_value(lanes.rows, step)


@compiled
def value_small(
    tables: Tables, lanes: Lanes, rules: LaneRules, deal: LaneDeal, trick: Whole
) -> None:
    """What a trick is worth to who wins it."""
    if rules.by_strength:
        find_best_ranks(lanes.small, rules.wilds != ZERO)
        first = first_by_strength(rules, deal.cards, trick)
        if rules.moves != 0:
            value_by_strength(lanes, tables.values, first, None)
        else:
            value_by_strength(lanes, tables.values, first, tables.lane_heights[rules.order])
    else:
        fill(lanes.rows, WORTH, np.uint64(tables.values[rules.first_value + trick]))
    if rules.sets != 0:
        begin_laying(lanes)
        for step in range(deal.players):
            if rules.wilds != ZERO:
                lay_with_wilds(lanes, np.uint64(step))
            else:
                lay_small(lanes, np.uint64(step))
        value_cards(tables, lanes.rows, rules)


@compiled
def follow_trick(
    lanes: Lanes, word: Whole, players: Whole, held: Whole, heights: Word, trumps: Byte
) -> None:
    """Play every lane's trick once it is known what may be played; its first word is that one."""
    small = lanes.small
    if held > 1:
        for step in range(1, players):
            turn_kind(small, NUMBER, MANY, step, players)
            pick_numbers(lanes.halves, word + step, small, NUMBER_ROW + np.uint64(step))
    fill_small(small, NUMBER_ROW, NOTHING)
    fill_small(small, LOWEST, NO_CARD)
    for step in range(players):
        seat = np.uint64(step)
        if held > 1:
            turn_back(small, MANY, NUMBER, seat, players)
        else:
            only_one(small, seat)
        play_small(small, seat, heights, trumps)
