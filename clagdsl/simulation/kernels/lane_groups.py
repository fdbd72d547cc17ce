"""The matches of a deal in groups: what is settled before anybody bids is alike in each.

That is how many cards are dealt, what is called, and who bids first or leads.  The lanes play one
group after the other, whose results lie one after the other; then they are put in the order of the
matches, and who deals next is settled.
"""

from __future__ import annotations

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.deal_phases import (
    DRAWN_FIRST,
    HIGHEST_LEADS,
    caller_of,
    first_bidder_of,
    leader_of,
    scene_of,
    way_called,
)
from clagdsl.simulation.kernels.philox_lanes import BIDDER_DRAWN, CHOICE
from clagdsl.simulation.kernels.philox_rounds import MASK, drawn_of, philox, picked_by
from clagdsl.simulation.lowering.arrays import (
    CALLED_BY,
    CALLING_SEAT,
    CALLS,
    DRAWN_SEAT,
    FIRST_BIDDER,
    FIRST_SEAT,
    GROUP_BIDDER,
    GROUP_CARDS,
    GROUP_END,
    GROUP_LEADER,
    GROUP_SCENE,
    GROUP_WAY,
    GROUP_WORD,
    LEADER,
    NO_SEAT,
    TOGETHER,
    Array,
    Course,
    DealBlock,
    Given,
    Results,
    SeedWords,
    Tables,
    Whole,
    Work,
)


@compiled
def from_eldest(seat: Whole, dealer: Whole, players: Whole) -> Whole:
    """How far a seat is from the dealer's left."""
    return np.int64((seat - dealer - 1 + 2 * players) % players)


@compiled
def early_word(
    given: Given | None, seed: SeedWords, block: DealBlock, match: Whole, decision: Whole
) -> Whole:
    """One of the first two words that choose in the deal of a match."""
    if given is not None and len(given.words) > 0:
        return np.uint64(given.words[match, block.deal, decision])
    number = np.uint64(block.first + match) & MASK
    one, two, _, _ = philox(number, block.deal + 1, CHOICE, 0, seed.low, seed.high)
    return two if decision else one


@compiled
def seat_apart(
    tables: Tables, work: Work, seed: SeedWords, block: DealBlock, match: Whole, players: Whole
) -> Whole:
    """The seat by which the matches of a deal are told apart, from the dealer's left."""
    apart = tables.seats_apart[block.deal]
    dealer, seat = work.dealers[match], np.int64(0)
    if apart == DRAWN_SEAT:
        number = np.uint64(block.first + match) & MASK
        deal = block.deal + 1
        seat = drawn_of(number, deal, BIDDER_DRAWN, seed.low, seed.high, players)
    elif apart == CALLING_SEAT:
        way = tables.plain_ways[block.deal]
        seat = caller_of(tables, way, block.deal, dealer, work.winners[match])
    return from_eldest(seat, dealer, players)


@compiled
def note_early(course: Course | None, match: Whole, count: Whole, picked: Whole, so: Whole) -> None:
    """Keep a choice that was made before the lanes play."""
    if course is not None:
        place = course.noted[match]
        course.decisions[match, place, 0] = count
        course.decisions[match, place, 1] = picked
        course.decisions[match, place, 2] = so
        course.decisions[match, place, 3] = 0
        course.noted[match] += 1


@compiled
def keep_together(tables: Tables, work: Work, out: Results, block: DealBlock, cards: Whole) -> None:
    """Put all matches of a block in one group, in their order."""
    sizes, group_of = out.cards[block.deal], work.group_of
    for match in range(np.uint64(block.matches)):
        sizes[match] = cards
    if tables.turned_seats[block.deal]:  # nothing else asks in which group a match is
        for match in range(np.uint64(block.matches)):
            group_of[match] = 0
    work.groups[0, GROUP_END] = block.matches


@compiled
def sort_matches(
    tables: Tables,
    work: Work,
    course: Course | None,
    given: Given | None,
    out: Results,
    seed: SeedWords,
    block: DealBlock,
) -> Whole:
    """Put the matches of a block in groups, and say how many groups there are."""
    deal, players = block.deal, len(work.hands)
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    way = tables.plain_ways[deal]
    calling = tables.ways[way, CALLED_BY] != 0
    calls = tables.ways[way, CALLS] if calling else np.int64(1)
    apart = tables.seats_apart[deal]
    seats = players if apart != NO_SEAT else 1
    groups = (high - low + 1) * calls * seats
    picking = np.int64(high > low)
    for made in range(groups):
        work.groups[made, GROUP_END] = 0
        size, rest = made // (calls * seats), made % (calls * seats)
        settle(tables, work, made, deal, low + size, rest // seats, np.int64(rest % seats))
        work.groups[made, GROUP_WORD] = picking + calling
    if groups == 1 and not calling:  # a call with one option is a decision like any other
        keep_together(tables, work, out, block, low)
        return groups
    for match in range(block.matches):
        group: Whole = np.int64(0)
        if picking:
            word = early_word(given, seed, block, match, 0)
            group = np.int64(picked_by(word, np.uint64(high - low + 1)))
            note_early(course, match, high - low + 1, group, low + group)
        out.cards[deal, match] = low + group
        group *= calls
        if calling:
            word = early_word(given, seed, block, match, picking)
            called = np.int64(picked_by(word, np.uint64(calls)))
            note_early(course, match, calls, called, called)
            out.calls[deal, match] = called
            group += called
        group *= seats
        if apart != NO_SEAT:
            seat = seat_apart(tables, work, seed, block, match, players)
            group += seat
            if apart == DRAWN_SEAT:
                drawn = tables.ways[work.groups[group, GROUP_WAY], FIRST_BIDDER] == DRAWN_FIRST
                bidder = (work.dealers[match] + 1 + seat) % players
                out.bidders[deal, match] = bidder if drawn else -1
        work.group_of[match] = group
        work.groups[group, GROUP_END] += 1
    for later in range(1, groups):
        work.groups[later, GROUP_END] += work.groups[later - 1, GROUP_END]
    for match in range(block.matches - 1, -1, -1):
        group = work.group_of[match]
        work.groups[group, GROUP_END] -= 1
        work.in_groups[work.groups[group, GROUP_END]] = match
    for earlier in range(groups - 1):
        work.groups[earlier, GROUP_END] = work.groups[earlier + 1, GROUP_END]
    work.groups[groups - 1, GROUP_END] = block.matches
    return groups


@compiled
def settle(
    tables: Tables,
    work: Work,
    group: Whole,
    deal: Whole,
    cards: Whole,
    called: Whole,
    seat: Whole,
) -> None:
    """Write down what is alike in a group: the seat that tells it apart is as far from eldest."""
    players = len(work.hands)
    way = way_called(tables, deal, called, cards)
    apart, row = tables.seats_apart[deal], work.groups[group]
    dealer, nobody = np.int64(players - 1), np.int64(0)  # from the dealer's left
    caller = seat if apart == CALLING_SEAT else dealer
    bidder = first_bidder_of(tables, way, dealer, caller, seat, nobody, players)
    if tables.ways[way, FIRST_BIDDER] == TOGETHER:
        known = from_eldest(np.int64(0), tables.dealers[deal], players)
        bidder = seat if apart == FIRST_SEAT else known
    leader = np.int64(-1)
    if tables.ways[way, LEADER] != HIGHEST_LEADS:
        leader = leader_of(tables, way, dealer, caller, nobody, work.bids)
    row[GROUP_WAY] = way
    row[GROUP_SCENE] = scene_of(tables, deal, called, cards)
    row[GROUP_CARDS] = cards
    row[GROUP_BIDDER] = bidder
    row[GROUP_LEADER] = leader


# --- when all groups are played -----------------------------------------------------------


@compiled
def put_row_back(row: Array, work: Work, matches: Whole) -> None:
    """Put one figure of every match in the order of the matches."""
    for place in range(np.uint64(matches)):
        work.sorted[work.in_groups[place]] = row[place]
    for match in range(np.uint64(matches)):
        row[match] = work.sorted[match]


@compiled
def put_back(work: Work, out: Results, deal: Whole, matches: Whole) -> None:
    """Put all that was played group by group in the order of the matches."""
    put_row_back(out.trumps[deal], work, matches)
    put_row_back(out.deal_winners[deal], work, matches)
    for seat in range(len(work.hands)):
        put_row_back(out.bids[deal, seat], work, matches)
        put_row_back(out.tricks[deal, seat], work, matches)
        put_row_back(out.scores[deal, seat], work, matches)
        put_row_back(out.completed[deal, seat], work, matches)
