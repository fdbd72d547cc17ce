"""Blocks of whole matches: what is random is drawn in step, then each deal is played."""

from __future__ import annotations

import numpy as np

from clagdsl.simulator.arrays import (
    LANES,
    Array,
    Outcome,
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
        return 1 + players * cards
    return 3 + players * (cards + 1)


@compiled
def begin_matches(work: Work) -> None:
    """The last seat deals first."""
    for lane in range(LANES):
        work.dealers[lane] = len(work.hands) - 1
        work.winners[lane] = 0
        work.noted[lane] = 0


@compiled
def play_in_step(
    in_step: Array | None, tables: Tables, work: Work, out: Outcome, at: tuple[Whole, Whole, Whole]
) -> bool:
    """Play an ordinary deal of random players; for steady ones that is not even compiled."""
    if in_step is None:
        return False
    start, count, deal = at
    return play_ordinary(tables, work, out, start, count, deal)


@compiled
def play_group(
    tables: Tables, work: Work, out: Outcome, start: Whole, count: Whole, deal: Whole
) -> bool:
    """Play a deal of the matches in the lanes, whose words and cards are drawn."""
    if tables.in_step[deal]:
        return play_in_step(work.in_step, tables, work, out, (start, count, deal))
    for lane in range(count):
        if not play_deal(tables, work, out, start + lane, deal, lane):
            return False
    return True


@compiled
def play_matches(
    tables: Tables, work: Work, out: Outcome, seed: tuple[np.uint64, np.uint64], first: Whole
) -> bool:
    """Play a block of matches, from that number on; false where the tables have no answer."""
    matches, deals = out.cards.shape
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
                work.shuffle_words,
                work.wanted,
                work.drawn,
                work.moved,
                work.cards,
                work.kept,
                wanted,
            )
            words = decisions_of(tables, players, deal)
            draw_words(work.words, words, first + start, deal + 1, CHOICE, low, high)
            if not play_group(tables, work, out, start, count, deal):
                return False
    return True


@compiled
def play_given(tables: Tables, work: Work, out: Outcome, packs: Array, words: Array) -> bool:
    """Play matches with packs [match, deal, place] and words [match, deal, decision] as given."""
    matches, deals = out.cards.shape
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
