"""Counting in a block of matches, compiled: whole numbers only.

A row of *moments* of a few figures holds their sums, then the sums of their products by pairs:
of a, b: a, b, aa, ab, bb.  Sums that do not fit into 64 bits go round; the same sums in floating
point tell how often, so that none is lost: see `unwrapped`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np

from clagdsl.lang.rules import FirstBidder
from clagdsl.simulation.array_records import array_record
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.lowering.arrays import Array, Outcome, Whole
from clagdsl.simulation.stats.caller_stats import (
    CALLER_FIGURES,
    LIMITED_FIGURES,
    count_callers,
    count_limited,
)
from clagdsl.simulation.stats.count_layout import (
    CRITERIA,
    DEALER_CALLS,
    LAST_BIDDERS,
    LOWEST,
    NOBODY_CALLS,
    SLICE,
    Frame,
    Notes,
    Slice,
)

# What became of a contract, in the last dimension of counts.
NO_CONTRACT: Final = 0
FAILED: Final = 1
COMPLETED: Final = 2
FATES: Final = 3

MOMENTS: Final = (
    ("seats", 3),
    ("deals", 3),
    ("limited", LIMITED_FIGURES),
    ("callers", CALLER_FIGURES),
    ("thirds", 3),
    ("changes", 1),
)
"""The sums that are rows of moments, of how many figures each."""


@array_record
class Counts(NamedTuple):
    """How often something came about."""

    joint_wins: Array  # [seat, how many won]
    contracts: Array  # [deal, seat, fate]
    bids: Array  # [cards, bid, fate]
    lead_changes: Array  # [deal]: matches in which it brought a new leader
    led: Array  # [deal, how many led after it]: how many of those won the match
    running: Array  # [deal, bin]: totals after the deal, of all seats of matches that came to it
    final: Array  # [seat, bin]: totals


@array_record
class Sums(NamedTuple):
    """Sums of points and of other figures, and of their squares and products."""

    points: Array  # [deal, seat, 2]: points, squares
    bids: Array  # [cards, bid, 2]: points, squares
    seats: Array  # [seat, moments of total, contracts that count, completed]; last: all seats
    deals: Array  # [deal, moments of points, contracts that count, completed]: of all seats
    limited: Array  # [cards, moments of the figures of limited deals]; row 0: all cards
    callers: Array  # [seat, moments of the figures of callers]; last: all seats
    decided: Array  # [deal]: points times how far the total is from the mean one, over seats
    thirds: Array  # [0, moments of what each third decided]; zeros where the frame has no room
    changes: Array  # [0, moments of the changes of the lead]


@array_record
class Pairs(NamedTuple):
    """Sums over the same matches of two games, of figures of the one and then of the other."""

    seats: Array  # [seat, moments of the three figures of `Sums.seats`]; last: all seats
    deals: Array  # [deal that both have, moments of the three figures of `Sums.deals`]
    wins: Array  # [seat, how many won if it did or 0, the same of the other game]
    changes: Array  # [0, moments of the changes of the lead]
    thirds: Array  # [0, moments of what each third decided]; zeros where a frame has no room
    both: Array  # [deal that both have]: pairs of matches that both come to it


@array_record
class Marks(NamedTuple):
    """What is told of each match, so that matches can be compared."""

    winners: Array  # [match]: as a mask of the seats
    changes: Array  # [match]: of the lead
    decided: Array  # [match, third]: see `Sums.decided`


def moments(figures: int) -> int:
    """How many entries a row has for so many figures."""
    return figures + figures * (figures + 1) // 2


def make_counts(frame: Frame) -> Counts:
    """Nothing counted."""
    players, deals, sizes = frame.players, frame.deals, frame.most_cards + 1

    def zeros(*shape: int) -> Array:
        return np.zeros(shape, np.int64)

    return Counts(
        joint_wins=zeros(players, players + 1),
        contracts=zeros(deals, players, FATES),
        bids=zeros(sizes, sizes, FATES),
        lead_changes=zeros(deals),
        led=zeros(deals, players + 1),
        running=zeros(deals, frame.bins),
        final=zeros(players, frame.bins),
    )


def make_sums(frame: Frame, kind: type) -> Sums:
    """Nothing summed, of a kind of NumPy."""
    players, deals, sizes = frame.players, frame.deals, frame.most_cards + 1

    def zeros(*shape: int) -> Array:
        return np.zeros(shape, kind)

    return Sums(
        points=zeros(deals, players, 2),
        bids=zeros(sizes, sizes, 2),
        seats=zeros(players + 1, moments(3)),
        deals=zeros(deals, moments(3)),
        limited=zeros(sizes, moments(LIMITED_FIGURES)),
        callers=zeros(players + 1, moments(CALLER_FIGURES)),
        decided=zeros(deals),
        thirds=zeros(1, moments(3)),
        changes=zeros(1, moments(1)),
    )


def _notes(frame: Frame, matches: int) -> Notes:
    def zeros(*rows: int) -> Array:
        return np.zeros((*rows, matches), np.int64)

    return Notes(
        seats=zeros(3 * frame.players + 3),
        deals=zeros(3 * frame.deals),
        limited=zeros(LIMITED_FIGURES * (frame.most_cards + 1)),
        hook=zeros(3),
        callers=zeros(CALLER_FIGURES * (frame.players + 1)),
        thirds=zeros(3),
        changes=zeros(1),
        leaders=zeros(frame.deals),
        merits=zeros(len(CRITERIA), frame.players),
        best=zeros(),
        last=zeros(),
    )


def slice_of(frame: Frame, block: Outcome, part: slice) -> Slice:
    """Some matches, with the match as the last dimension."""

    def rows(figures: Array) -> Array:
        return np.ascontiguousarray(np.moveaxis(figures[part], 0, -1))

    dealers, cards, bids = rows(block.dealers), rows(block.cards), rows(block.bids)
    callers = np.full(dealers.shape, -1, np.int8)
    for deal, rule in enumerate(frame.callers):
        if rule == DEALER_CALLS or (rule != NOBODY_CALLS and deal == 0):
            callers[deal] = dealers[deal]
        elif rule != NOBODY_CALLS:
            callers[deal] = block.deal_winners[part, deal - 1]
    callers[cards == 0] = -1
    bidders: dict[FirstBidder, Array] = {
        "caller": callers,
        "drawn": rows(block.bidders),
        "auction winner": rows(block.auction_winners),
    }
    limited = _limited_bidders(frame, cards, rows(block.calls))
    limited[bids[:, 0] < 0] = 0
    return Slice(
        cards=cards,
        dealers=dealers,
        limited=last_bidders(limited, dealers, bidders, frame.players),
        callers=callers,
        bids=bids,
        scores=rows(block.scores),
        completed=rows(block.completed),
    )


def _limited_bidders(frame: Frame, cards: Array, calls: Array) -> Array:
    """Returns whose last bid is limited, [deal, match]: see `count_layout.limited_bidder`."""
    table = np.frombuffer(frame.limited, np.int8)
    starts = np.array(frame.limited_from, np.int32)
    if len(table) == len(set(frame.limited_from)):  # nothing but the deal decides
        return np.repeat(table[starts][:, None], cards.shape[1], axis=1)
    places = starts[:, None] + np.maximum(0, calls, dtype=np.int32)
    if any(frame.limited_step):
        more = np.maximum(0, cards - np.array(frame.fewest, np.int32)[:, None])
        places += np.array(frame.limited_step, np.int32)[:, None] * more
    limited: Array = table[places]
    return limited


def last_bidders(
    limited: Array, dealers: Array, bidders: Mapping[FirstBidder, Array], players: int
) -> Array:
    """Returns who bids last where that bid is limited, by who bids first; -1 elsewhere.

    All are bytes: arrays of longer numbers would be as slow as all the counting.  `bidders` are
    those who may bid first wherever they sit, by what they are.
    """
    code = limited - np.int8(1)
    last = _around(dealers - code, players)
    for first, seats in bidders.items():
        here = code == LAST_BIDDERS.index(first)
        if here.any():
            last = np.where(here, _around(seats - np.int8(1), players), last)
    return np.where(limited == 0, np.int8(-1), last)


def _around(seats: Array, players: int) -> Array:
    """Returns seats of which some are below 0, counted around the table."""
    for _ in range(-(-len(LAST_BIDDERS) // players)):
        seats = seats + (seats < 0) * np.int8(players)
    return seats


def tally(frame: Frame, block: Outcome) -> tuple[Counts, Sums, Marks]:
    """What a block of matches comes to, exactly; the sums are Python's whole numbers."""
    counts, whole = make_counts(frame), make_sums(frame, object)
    matches = len(block.cards)
    by_match, by_third = np.zeros((2, matches), np.int64), np.zeros((matches, 3), np.int64)
    marks = Marks(by_match[0], by_match[1], by_third)
    notes = _notes(frame, min(SLICE, matches))
    for start in range(0, matches, SLICE):
        part = slice(start, min(start + SLICE, matches))
        if part.stop - start < SLICE:
            notes = _notes(frame, part.stop - start)
        for rows in notes:
            rows.fill(0)
        _count(frame, slice_of(frame, block, part), notes, counts, whole)
        marks.winners[part] = notes.leaders[-1]
        marks.changes[part] = notes.changes[0]
        marks.decided[part] = notes.thirds.T
    return counts, whole, marks


def _count(frame: Frame, some: Slice, notes: Notes, counts: Counts, whole: Sums) -> None:
    """Count in a slice."""
    exact, rough = make_sums(frame, np.int64), make_sums(frame, np.float64)
    wide = frame.wide
    criteria = np.array(frame.criteria, np.int64)
    count_points(some, counts.contracts, exact.points, rough.points, wide)
    count_bids(some, counts.bids, exact.bids, rough.bids, wide)
    count_course(some, notes, criteria, counts, frame.lowest, frame.shift)
    count_end(some, notes, counts, frame.lowest, frame.shift)
    count_limited(some, notes)
    if any(frame.callers):
        count_callers(some, notes)
    count_decided(some, notes, exact.decided, rough.decided)
    for name, figures in MOMENTS:
        if name != "thirds" or frame.thirds_fit:
            rows = (getattr(exact, name), getattr(rough, name), getattr(notes, name))
            add_moments(*rows, figures, wide)
    for known, *more in zip(whole, exact, rough if wide else exact, strict=True):
        known += unwrapped(*more)


def unwrapped(exact: Array, rough: Array) -> Array:
    """Sums as Python's whole numbers, from the sums modulo 2^64 and about as large as they are."""
    whole: Array = exact.astype(object)
    if rough is not exact:
        turns = np.rint((rough - exact) / 2.0**64)
        whole += np.vectorize(int, otypes=[object])(turns) * 2**64
    return whole


# --- compiled -----------------------------------------------------------------------------
# The innermost loops go over the matches of a slice: processors take several of them at once.


@compiled_entry
def add_moments(exact: Array, rough: Array, notes: Array, figures: Whole, wide: bool) -> None:
    """Add figures, [figures * row + figure, match], and their products to rows of moments."""
    matches = notes.shape[1]
    for row in range(len(exact)):
        place = figures
        for one in range(figures * row, figures * (row + 1)):
            total = np.int64(0)
            for match in range(matches):
                total += notes[one, match]
            exact[row, one - figures * row] += total
            rough[row, one - figures * row] += total
            for other in range(one, figures * (row + 1)):
                product = np.int64(0)
                for match in range(matches):
                    product += notes[one, match] * notes[other, match]
                exact[row, place] += product
                if wide:
                    rough[row, place] += about(notes, one, other)
                place += 1


@compiled
def about(notes: Array, one: Whole, other: Whole) -> Whole:
    """The sum of the products of two figures in floating point."""
    product = 0.0
    for match in range(notes.shape[1]):
        product += np.float64(notes[one, match]) * np.float64(notes[other, match])
    return product


@compiled_entry
def count_points(some: Slice, contracts: Array, exact: Array, rough: Array, wide: bool) -> None:
    """Count in points and contracts by deal and seat."""
    deals, players, matches = some.scores.shape
    for deal in range(deals):
        played = np.int64(0)
        for match in range(matches):
            played += some.cards[deal, match] > 0
        for seat in range(players):
            points = squares = counted = completed = np.int64(0)
            for match in range(matches):
                score = np.int64(some.scores[deal, seat, match])
                points += score
                squares += score * score
                counted += some.completed[deal, seat, match] >= 0
                completed += some.completed[deal, seat, match] == 1
            contracts[deal, seat, NO_CONTRACT] += played - counted
            contracts[deal, seat, FAILED] += counted - completed
            contracts[deal, seat, COMPLETED] += completed
            exact[deal, seat, 0] += points
            exact[deal, seat, 1] += squares
            if wide:
                rough[deal, seat, 0] += points
                for match in range(matches):
                    score = np.int64(some.scores[deal, seat, match])
                    rough[deal, seat, 1] += np.float64(score) * score


@compiled_entry
def count_bids(some: Slice, counts: Array, exact: Array, rough: Array, wide: bool) -> None:
    """Count in points and contracts by number of cards and bid.

    Where all matches of a deal have the same number of cards, each bid is compared with all, which
    a processor does for many matches at once: to add to one of several counts takes far longer.
    """
    deals, players, matches = some.scores.shape
    for deal in range(deals):
        low, high = some.cards[deal, 0], some.cards[deal, 0]
        for match in range(matches):
            low, high = min(low, some.cards[deal, match]), max(high, some.cards[deal, match])
        for seat in range(players):
            if low == high and not wide:
                count_each_bid(some, counts, exact, deal, seat, np.int64(low))
            else:
                count_any_bids(some, counts, exact, rough, deal, seat, wide)


@compiled
def count_each_bid(
    some: Slice, counts: Array, exact: Array, deal: Whole, seat: Whole, cards: Whole
) -> None:
    """Count in the bids of a seat in a deal of so many cards, one bid after the other."""
    scores, bids = some.scores[deal, seat], some.bids[deal, seat]
    completed = some.completed[deal, seat]
    for bid in range(cards + 1):
        made = counted = done = np.int32(0)
        points = squares = np.int64(0)
        for match in range(len(scores)):
            here = bids[match] == bid
            made += np.int32(here)
            counted += np.int32(here & (completed[match] >= 0))
            done += np.int32(here & (completed[match] == 1))
            score = np.int64(scores[match]) if here else np.int64(0)
            points += score
            squares += score * score
        counts[cards, bid, NO_CONTRACT] += made - counted
        counts[cards, bid, FAILED] += counted - done
        counts[cards, bid, COMPLETED] += done
        exact[cards, bid, 0] += points
        exact[cards, bid, 1] += squares


@compiled
def count_any_bids(
    some: Slice, counts: Array, exact: Array, rough: Array, deal: Whole, seat: Whole, wide: bool
) -> None:
    """Count in the bids of a seat in a deal, match after match."""
    for match in range(some.scores.shape[2]):
        bid = some.bids[deal, seat, match]
        if bid >= 0:
            cards = some.cards[deal, match]
            score = np.int64(some.scores[deal, seat, match])
            counts[cards, bid, some.completed[deal, seat, match] + 1] += 1
            exact[cards, bid, 0] += score
            exact[cards, bid, 1] += score * score
            if wide:
                rough[cards, bid, 0] += score
                rough[cards, bid, 1] += np.float64(score) * score


@compiled_entry
def count_course(
    some: Slice, notes: Notes, criteria: Array, counts: Counts, lowest: Whole, shift: Whole
) -> None:
    """Count in the totals after each deal, and note what the seats come to and who leads."""
    deals, players, matches = some.scores.shape
    merits = notes.merits
    for match in range(matches):
        notes.changes[0, match] = -1
    for deal in range(deals):
        for seat in range(players):
            for match in range(matches):
                score = np.int64(some.scores[deal, seat, match])
                counted = np.int64(some.completed[deal, seat, match] >= 0)
                completed = np.int64(some.completed[deal, seat, match] == 1)
                merits[0, seat, match] += score
                merits[1, seat, match] -= counted - completed
                merits[2, seat, match] += completed
                notes.deals[3 * deal, match] += score
                notes.deals[3 * deal + 1, match] += counted
                notes.deals[3 * deal + 2, match] += completed
            for match in range(matches):
                played = some.cards[deal, match] > 0
                counts.running[deal, (merits[0, seat, match] - lowest) >> shift] += played
        find_leaders(notes, criteria, deal)
        count_changes(notes, counts.lead_changes, deal)
    for match in range(matches):
        notes.changes[0, match] = max(np.int64(0), notes.changes[0, match])


@compiled
def find_leaders(notes: Notes, criteria: Array, deal: Whole) -> None:
    """Note the seats ahead by the criteria, each of which decides between those tied, as a mask."""
    _, players, matches = notes.merits.shape
    merits, best = notes.merits, notes.best
    for match in range(matches):
        notes.leaders[deal, match] = (np.int64(1) << players) - 1
    for place in range(len(criteria)):
        low = criteria[place] == LOWEST
        figure, sign = (0, -1) if low else (criteria[place], 1)
        for match in range(matches):
            best[match] = -(2**62)
        for seat in range(players):
            for match in range(matches):
                tied = (notes.leaders[deal, match] >> seat) & 1
                merit = sign * merits[figure, seat, match] if tied else best[match]
                best[match] = max(best[match], merit)
        for seat in range(players):
            for match in range(matches):
                behind = sign * merits[figure, seat, match] < best[match]
                notes.leaders[deal, match] &= ~(np.int64(behind) << seat)


@compiled
def count_changes(notes: Notes, lead_changes: Array, deal: Whole) -> None:
    """Count in where somebody leads alone who was not the last to lead alone."""
    changed = np.int64(0)
    for match in range(notes.leaders.shape[1]):
        leaders = notes.leaders[deal, match]
        alone = (leaders & (leaders - 1)) == 0
        new = np.int64(alone & (leaders != notes.last[match]))
        changed += new & np.int64(notes.changes[0, match] >= 0)
        notes.changes[0, match] += new
        notes.last[match] = leaders if alone else notes.last[match]
    lead_changes[deal] += changed


@compiled
def many_in(mask: Whole, players: Whole) -> Whole:
    """How many seats are in a mask."""
    many = np.int64(0)
    for seat in range(players):
        many += (mask >> seat) & 1
    return many


@compiled_entry
def count_end(some: Slice, notes: Notes, counts: Counts, lowest: Whole, shift: Whole) -> None:
    """Count in the totals and who won, and note the figures of the seats."""
    _, players, matches = notes.merits.shape
    deals = len(notes.leaders)
    for seat in range(players):
        for match in range(matches):
            total, completed = notes.merits[0, seat, match], notes.merits[2, seat, match]
            counted = completed - notes.merits[1, seat, match]
            for place in (seat, players):
                notes.seats[3 * place, match] += total
                notes.seats[3 * place + 1, match] += counted
                notes.seats[3 * place + 2, match] += completed
        for match in range(matches):
            winning = notes.leaders[deals - 1, match]
            counts.joint_wins[seat, many_in(winning, players)] += (winning >> seat) & 1
            counts.final[seat, (notes.merits[0, seat, match] - lowest) >> shift] += 1
    for deal in range(deals):
        for match in range(matches):
            leaders = notes.leaders[deal, match]
            won = leaders & notes.leaders[deals - 1, match]
            played = some.cards[deal, match] > 0
            counts.led[deal, many_in(leaders, players)] += played * many_in(won, players)


@compiled_entry
def count_decided(some: Slice, notes: Notes, exact: Array, rough: Array) -> None:
    """Count in what each deal and third has to do with how far the totals lie apart."""
    deals, players, matches = some.scores.shape
    for deal in range(deals):
        third = 3 * deal // deals
        decided, roughly = np.int64(0), 0.0
        for seat in range(players):
            for match in range(matches):
                apart = players * notes.seats[3 * seat, match] - notes.seats[3 * players, match]
                product = some.scores[deal, seat, match] * apart
                decided += product
                notes.thirds[third, match] += product
                roughly += np.float64(some.scores[deal, seat, match]) * np.float64(apart)
        exact[deal] += decided
        rough[deal] += roughly
