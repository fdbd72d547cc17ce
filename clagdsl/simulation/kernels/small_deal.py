"""The hands and tricks of a deal of small hands, as many matches as there are lanes."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.lane_course import PLAYING, note_all, note_takers
from clagdsl.simulation.kernels.lane_tricks import LaneRules, are_usual
from clagdsl.simulation.kernels.simd import (
    HANDS,
    NOTHING,
    TRICKS,
    LaneDeal,
    fill_small,
    pick_numbers,
)
from clagdsl.simulation.kernels.small_hands import (
    LOWEST,
    MOST_HELD,
    NO_CARD,
    NUMBER_ROW,
    allow_small,
    count_small,
    find_small_trumps,
    give_leaders,
    lead_on,
    lead_small,
    leave_empty,
    many_in_turn,
    number_of_seat,
    only_one,
    play_small,
    remember_held,
    show_small,
    sort_hand,
    take_card,
    take_leaders,
)
from clagdsl.simulation.lowering.arrays import OF_SUIT, Course, Lanes, Tables, Whole


@compiled
def are_small(rules: LaneRules, cards: Whole) -> bool:
    """Whether tricks by these rules, from hands of so many cards, can be played as small ones."""
    return are_usual(rules) and rules.classes == OF_SUIT and cards <= MOST_HELD


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
def play_small_tricks(
    tables: Tables, lanes: Lanes, course: Course | None, deal: LaneDeal, word: Whole
) -> None:
    """Play every lane's tricks, from that word on; the rows say who leads first."""
    small, players = lanes.small, deal.players
    first = tables.dealers[deal.number] + 1
    take_leaders(lanes)
    find_small_trumps(lanes)
    for trick in range(deal.cards):
        if course is not None:
            for step in range(players):
                remember_held(small, np.uint64(step))
        play_small_trick(lanes, word, players, deal.cards - trick)
        if course is not None:
            for step in range(players):
                show_small(lanes, step, players)
                note_all(tables, lanes, course, deal, word + step, PLAYING, HANDS)
        lead_on(small)
        for step in range(players):
            count_small(small, np.uint64(step))
        if course is not None:
            give_leaders(lanes)
            note_takers(lanes, course, deal, trick, first)
        word += players


@compiled
def play_small_trick(lanes: Lanes, word: Whole, players: Whole, held: Whole) -> None:
    """Play every lane's trick from hands of so many cards, from that word on."""
    small = lanes.small
    fill_small(small, NUMBER_ROW, np.uint8(held))
    pick_numbers(lanes.halves, word, small, NUMBER_ROW)
    lead_small(small, players)
    for step in range(players):
        allow_small(small, np.uint64(step))
    if held > 1:
        for step in range(1, players):
            many_in_turn(small, step, players)
            pick_numbers(lanes.halves, word + step, small, NUMBER_ROW + np.uint64(step))
    fill_small(small, NUMBER_ROW, NOTHING)
    fill_small(small, LOWEST, NO_CARD)
    for step in range(players):
        seat = np.uint64(step)
        if held > 1:
            number_of_seat(small, seat, players)
        else:
            only_one(small, seat)
        play_small(small, seat)
