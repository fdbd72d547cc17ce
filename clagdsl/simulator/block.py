"""Blocks of whole matches: what is random is drawn in step, then each deal is played."""

from __future__ import annotations

from clagdsl.simulator.arrays import (
    BID_RULE,
    LANES,
    TRUMP_RULE,
    Course,
    Given,
    Results,
    Tables,
    Whole,
    Word,
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
def draw_deal(
    tables: Tables, work: Work, seed: tuple[Word, Word], match: Whole, deal: Whole
) -> None:
    """Shuffle the packs and draw the words of a deal, for the matches from that number on."""
    low, high = seed
    players = len(work.hands)
    wanted = min(players * tables.sizes[deal, 1] + 1, PACK_SIZE)
    halves = (wanted + 1) // 2
    draw_words(work.shuffle_words, halves, match, deal + 1, SHUFFLE, low, high)
    shuffle_lanes(
        work.shuffle_words, work.wanted, work.drawn, work.moved, work.cards, work.kept, wanted
    )
    words = decisions_of(tables, players, deal)
    draw_words(work.words, words, match, deal + 1, CHOICE, low, high)


@compiled
def give_deal(work: Work, given: Given, start: Whole, deal: Whole) -> None:
    """Fill the lanes with packs and words from outside."""
    for lane in range(LANES):
        match = min(start + lane, len(given.packs) - 1)
        for place in range(PACK_SIZE):
            work.cards[place * LANES + lane] = given.packs[match, deal, place]
        for decision in range(given.words.shape[2]):
            work.words[decision * LANES + lane] = given.words[match, deal, decision]


@compiled
def play_in_step(
    tables: Tables,
    work: Work,
    course: Course | None,
    given: Given | None,
    out: Results,
    seed: tuple[Word, Word],
    what: tuple[Whole, Whole, Whole],
) -> bool:
    """Play an ordinary deal of a block of matches; false where the tables have no answer.

    It is told the deal, the number of the first match, and how many matches there are.
    """
    deal, first, matches = what
    for start in range(0, matches, LANES):
        if given is not None:
            give_deal(work, given, start, deal)
        else:
            draw_deal(tables, work, seed, first + start, deal)
        count = min(LANES, matches - start)
        if not play_ordinary(tables, work, course, out, (start, count, deal)):
            return False
    return True


@compiled
def play_one_by_one(
    tables: Tables,
    work: Work,
    course: Course | None,
    given: Given | None,
    out: Results,
    seed: tuple[Word, Word],
    what: tuple[Whole, Whole, Whole],
) -> bool:
    """As `play_in_step` for any deal."""
    deal, first, matches = what
    for match in range(matches):
        lane = match % LANES
        if lane == 0:
            if given is not None:
                give_deal(work, given, match, deal)
            else:
                draw_deal(tables, work, seed, first + match, deal)
        if not play_deal(tables, work, course, out, deal, (match, lane)):
            return False
    return True
