"""Blocks of whole matches: what is random is drawn in step, then each deal is played."""

from __future__ import annotations

import numpy as np

from clagdsl.simulator.arrays import (
    BID_RULE,
    LANES,
    TRUMP_RULE,
    Array,
    Results,
    Tables,
    Whole,
    Work,
)
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.kernel import play_deal
from clagdsl.simulator.ordinary import play_ordinary
from clagdsl.simulator.words import CHOICE, PACK_SIZE, SHUFFLE, draw_words, shuffle_lanes


@compiled
def decisions_of(tables: Tables, players: Whole, deal: Whole) -> Whole:
    """How many decisions of a deal may need a word: with one card left in hand none does."""
    cards = tables.sizes[deal, 1]
    if tables.in_step[deal]:
        naming = tables.ways[tables.plain_ways[deal], TRUMP_RULE] == 2
        bidding = tables.ways[tables.plain_ways[deal], BID_RULE] == 0
        return naming + players * (cards - 1 + bidding)
    return 3 + players * (cards + 1)


@compiled
def begin_matches(work: Work) -> None:
    """The last seat deals first."""
    for lane in range(LANES):
        work.dealers[lane] = len(work.hands) - 1
        work.winners[lane] = 0
        work.noted[lane] = 0


@compiled
def play_group(
    tables: Tables, work: Work, out: Results, start: Whole, count: Whole, deal: Whole
) -> bool:
    """Play a deal of the matches in the lanes, whose words and cards are drawn."""
    if tables.in_step[deal]:
        return play_ordinary(tables, work, out, start, count, deal)
    for lane in range(count):
        if not play_deal(tables, work, out, start + lane, deal, lane):
            return False
    return True


@compiled
def play_matches(
    tables: Tables,
    work: Work,
    out: Results,
    seed: tuple[np.uint64, np.uint64],
    first: Whole,
    matches: Whole,
) -> bool:
    """Play a block of matches, from that number on; false where the tables have no answer."""
    deals = len(tables.sizes)
    players = len(work.hands)
    low, high = seed
    for start in range(0, matches, LANES):
        count = min(LANES, matches - start)
        begin_matches(work)
        for deal in range(deals):
            wanted = min(players * tables.sizes[deal, 1] + 1, PACK_SIZE)
            halves = (wanted + 1) // 2
            draw_words(work.shuffle_words, halves, first + start, deal + 1, SHUFFLE, low, high)
            shuffle_lanes(
                work.shuffle_words, work.wanted, work.drawn, work.moved, work.cards, work.kept, wanted
            )
            words = decisions_of(tables, players, deal)
            draw_words(work.words, words, first + start, deal + 1, CHOICE, low, high)
            if not play_group(tables, work, out, start, count, deal):
                return False
    return True


@compiled
def play_given(tables: Tables, work: Work, out: Results, packs: Array, words: Array) -> bool:
    """Play matches with packs [match, deal, place] and words [match, deal, decision] as given."""
    matches, deals = words.shape[0], words.shape[1]
    for start in range(0, matches, LANES):
        count = min(LANES, matches - start)
        begin_matches(work)
        for deal in range(deals):
            for lane in range(LANES):
                match = min(start + lane, matches - 1)
                for place in range(PACK_SIZE):
                    work.cards[place * LANES + lane] = packs[match, deal, place]
                for decision in range(words.shape[2]):
                    work.words[decision * LANES + lane] = words[match, deal, decision]
            if not play_group(tables, work, out, start, count, deal):
                return False
    return True
