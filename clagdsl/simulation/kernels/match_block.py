"""Blocks of whole matches: what is random is drawn in step, then each deal is played."""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.kernels.bits import ZERO
from clagdsl.simulation.kernels.lane_groups import put_back, sort_matches
from clagdsl.simulation.kernels.philox_lanes import (
    BIDDER_DRAWN,
    CHOICE,
    FIRST_DEALER,
    SHUFFLE,
    TRUMP_DRAWN,
    draw_words,
    shuffle_lanes,
)
from clagdsl.simulation.kernels.philox_rounds import MASK, drawn_of
from clagdsl.simulation.kernels.scalar_deal import play_deal
from clagdsl.simulation.kernels.simd import LaneDeal
from clagdsl.simulation.kernels.simd_deal import go_on, play_ordinary, turn_seats
from clagdsl.simulation.lowering.arrays import (
    BID_RULE,
    BY_SIZE,
    CALLED_BY,
    DRAWN_BIDDER,
    DRAWN_SUIT,
    DRAWS,
    GROUP_BIDDER,
    GROUP_CARDS,
    GROUP_END,
    GROUP_LEADER,
    GROUP_SCENE,
    GROUP_WAY,
    GROUP_WORD,
    LANES,
    TRUMP_RULE,
    Course,
    DealBlock,
    Given,
    Lanes,
    Results,
    SeedWords,
    Tables,
    Whole,
    Work,
)
from clagdsl.simulation.lowering.layout import SUITS


@compiled
def decisions_of(tables: Tables, players: Whole, deal: Whole) -> Whole:
    """How many decisions of a deal may need a word.

    With one card left in hand none does, unless that can be played in several ways.
    """
    way, cards = tables.plain_ways[deal], tables.sizes[deal, 1]
    row, said = tables.ways[way], tables.auction_words[deal]
    looks = players if tables.past.blind[0] >= 0 else 0
    if row[CALLED_BY] or row[BY_SIZE]:  # what is called may change all this
        return 3 + players * (cards + 1) + said + looks
    picking = cards > tables.sizes[deal, 0]
    naming = row[TRUMP_RULE] >= 2 or tables.specials[0] != ZERO
    last = (tables.wilds[way] | tables.specials[2] | tables.specials[3]) != ZERO
    bidding = row[BID_RULE] == 0
    return picking + naming + players * (cards - 1 + last + bidding) + said + looks


@compiled_entry
def draw_deal(
    tables: Tables, lanes: Lanes, seed: SeedWords, first: Whole, deal: Whole, players: Whole
) -> None:
    """Shuffle the packs and draw the words of a deal, for the matches that the lanes play.

    `first` is the number of the first match of their block.
    """
    wanted = min(players * tables.sizes[deal, 1] + 1, len(tables.pack))
    halves, places = (wanted + 1) // 2, lanes.places
    draw_words(lanes.shuffle_words, halves, places, first, deal + 1, SHUFFLE, seed)
    shuffle_lanes(lanes, tables.pack, wanted)
    decisions = decisions_of(tables, players, deal)
    draw_words(lanes.words, decisions, places, first, deal + 1, CHOICE, seed)


@compiled_entry
def draw_dealers(work: Work, seed: SeedWords, first: Whole) -> None:
    """Draw who deals first in the matches from that number on."""
    players, deal = len(work.hands), np.int64(1)
    for place in range(len(work.dealers)):
        number = np.uint64(first + place) & MASK
        work.dealers[place] = drawn_of(number, deal, FIRST_DEALER, seed.low, seed.high, players)


@compiled
def draw_lots(
    tables: Tables, work: Work, seed: SeedWords, match: Whole, deal: Whole, players: Whole
) -> None:
    """Draw what is drawn beside the cards in a deal of the match of that number."""
    if tables.ways[tables.plain_ways[deal], DRAWS]:
        number = np.uint64(match) & MASK
        work.progress[DRAWN_BIDDER] = drawn_of(
            number, deal + 1, BIDDER_DRAWN, seed.low, seed.high, players
        )
        work.progress[DRAWN_SUIT] = drawn_of(
            number, deal + 1, TRUMP_DRAWN, seed.low, seed.high, np.int64(SUITS)
        )


@compiled
def give_deal(lanes: Lanes, given: Given, deal: Whole) -> None:
    """Fill the lanes with packs and words from outside."""
    for lane in range(LANES):
        match = lanes.places[lane]
        for place in range(given.packs.shape[2]):
            lanes.cards[place * LANES + lane] = given.packs[match, deal, place]
        for decision in range(given.words.shape[2]):
            lanes.words[decision * LANES + lane] = given.words[match, deal, decision]


@compiled
def set_out(
    tables: Tables,
    lanes: Lanes,
    given: Given | None,
    seed: SeedWords,
    block: DealBlock,
    players: Whole,
) -> None:
    """Fill the lanes with the packs and words of the matches that they play."""
    if given is not None and len(given.packs) > 0:
        give_deal(lanes, given, block.deal)
    else:
        draw_deal(tables, lanes, seed, block.first, block.deal, players)


@compiled
def place_lanes(lanes: Lanes, work: Work, groups: Whole, start: Whole, count: Whole) -> None:
    """Let the lanes play so many matches from a place on; those not in use play the last one."""
    for lane in range(LANES):
        place = start + min(lane, count - 1)
        lanes.places[lane] = place if groups == 1 else work.in_groups[place]


@compiled_entry
def play_in_step(
    tables: Tables,
    lanes: Lanes,
    work: Work,
    course: Course | None,
    given: Given | None,
    out: Results,
    seed: SeedWords,
    block: DealBlock,
) -> bool:
    """Play an ordinary deal of a block of matches; false where the tables have no answer."""
    players, start = len(work.hands), np.int64(0)
    groups = sort_matches(tables, work, course, given, out, seed, block)
    for group in range(groups):
        row = work.groups[group]
        while start < row[GROUP_END]:
            count = min(np.int64(LANES), row[GROUP_END] - start)
            place_lanes(lanes, work, groups, start, count)
            set_out(tables, lanes, given, seed, block, players)
            deal = LaneDeal(
                block.deal,
                row[GROUP_WAY],
                row[GROUP_SCENE],
                players,
                row[GROUP_CARDS],
                row[GROUP_BIDDER],
                row[GROUP_LEADER],
                row[GROUP_WORD],
                start,
                count,
                groups == 1 and count == LANES,
            )
            if not play_ordinary(tables, lanes, work, course, out, seed, block.first, deal):
                return False
            start += count
    if groups > 1:
        put_back(work, out, block.deal, block.matches)
    if tables.turned_seats[block.deal]:
        turn_seats(tables, work, course, out, block.deal, block.matches)
    else:
        go_on(tables, work, out, block.deal, block.matches)
    return True


@compiled_entry
def play_one_by_one(
    tables: Tables,
    lanes: Lanes,
    work: Work,
    course: Course | None,
    given: Given | None,
    out: Results,
    seed: SeedWords,
    block: DealBlock,
) -> bool:
    """As `play_in_step` for any deal."""
    deal = block.deal
    for match in range(block.matches):
        lane = match % LANES
        if lane == 0:
            for place in range(LANES):
                lanes.places[place] = min(match + place, block.matches - 1)
            set_out(tables, lanes, given, seed, block, len(work.hands))
        draw_lots(tables, work, seed, block.first + match, deal, len(work.hands))
        if not play_deal(tables, work, course, lanes.cards, out, deal, match, lane):
            return False
    return True
