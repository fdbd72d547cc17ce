"""Counting in a block of matches, compiled: whole numbers only.

A row of *moments* of a few figures holds their sums, then the sums of their products by pairs:
of a, b: a, b, aa, ab, bb.  Sums that do not fit into 64 bits go round; the same sums in floating
point tell how often, so that none is lost: see `unwrapped`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np

from clagdsl.simulator.arrays import Array, Outcome, Whole
from clagdsl.simulator.compiled import compiled
from clagdsl.simulator.frame import DEALER_CALLS, NOBODY_CALLS, SLICE, Frame

# What became of a contract, in the last dimension of counts.
NO_CONTRACT: Final = 0
FAILED: Final = 1
COMPLETED: Final = 2
FATES: Final = 3

# The figures of limited deals, in the rows of `Sums.limited`.
LIMITED_DEALS: Final = 0
LAST_POINTS: Final = 1
LAST_COUNTED: Final = 2
LAST_COMPLETED: Final = 3
OTHER_POINTS: Final = 4
OTHER_COUNTED: Final = 5
OTHER_COMPLETED: Final = 6
LIMITED_FIGURES: Final = 7

# The figures of callers, in the rows of `Sums.callers`.
CALLED_DEALS: Final = 0
CALLER_POINTS: Final = 1
NOT_CALLER_POINTS: Final = 2
CALLS_FOLLOWED: Final = 3  # by another deal in which somebody calls
CALLS_KEPT: Final = 4  # by one in which the same seat does
CALLER_FIGURES: Final = 5


class Counts(NamedTuple):
    """How often something came about."""

    joint_wins: Array  # [seat, how many won]
    contracts: Array  # [deal, seat, fate]
    bids: Array  # [cards, bid, fate]
    lead_changes: Array  # [deal]: matches in which it brought a new leader
    led: Array  # [deal, how many led after it]: how many of those won the match
    running: Array  # [deal, bin]: totals after the deal, of all seats
    final: Array  # [seat, bin]: totals


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


class Pairs(NamedTuple):
    """Sums over the same matches of two games, of figures of the one and then of the other."""

    seats: Array  # [seat, moments of the three figures of `Sums.seats`]; last: all seats
    deals: Array  # [deal that both have, moments of the three figures of `Sums.deals`]
    wins: Array  # [seat, how many won if it did or 0, the same of the other game]
    changes: Array  # [0, moments of the changes of the lead]
    thirds: Array  # [0, moments of what each third decided]; zeros where a frame has no room


class Marks(NamedTuple):
    """What is told of each match, so that matches can be compared."""

    winners: Array  # [match]: as a mask of the seats
    changes: Array  # [match]: of the lead
    decided: Array  # [match, third]: see `Sums.decided`


class Notes(NamedTuple):
    """What counting scribbles on."""

    criteria: Array
    limited_from: Array
    limited: Array
    merits: Array  # [criterion, seat]: how far each seat is
    apart: Array  # [seat]: how far the totals are from the mean one, times the players
    leaders: Array  # [deal]: as a mask of the seats
    hooks: Array  # [cards, figures of limited deals]; row 0: all cards
    callers: Array  # [deal]: who calls, as `Frame.callers`
    called: Array  # [seat, figures of callers]; last: all seats
    figures: Array  # [3]


Bins: TypeAlias = tuple[Whole, Whole]
"""The lowest total, and the power of 2 in a bin."""


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


def _notes(frame: Frame) -> Notes:
    return Notes(
        np.array(frame.criteria, np.int64),
        np.array(frame.limited_from, np.int64),
        np.frombuffer(frame.limited, np.uint8),
        np.zeros((3, frame.players), np.int64),
        np.zeros(frame.players, np.int64),
        np.zeros(frame.deals, np.int64),
        np.zeros((frame.most_cards + 1, LIMITED_FIGURES), np.int64),
        np.array(frame.callers, np.int64),
        np.zeros((frame.players + 1, CALLER_FIGURES), np.int64),
        np.zeros(3, np.int64),
    )


def tally(frame: Frame, block: Outcome) -> tuple[Counts, Sums, Marks]:
    """What a block of matches comes to, exactly; the sums are Python's whole numbers."""
    counts, whole = make_counts(frame), make_sums(frame, object)
    notes, matches = _notes(frame), len(block.cards)
    by_match, by_third = np.zeros((2, matches), np.int64), np.zeros((matches, 3), np.int64)
    marks = Marks(by_match[0], by_match[1], by_third)
    bins = (frame.lowest, frame.shift)
    wide = frame.wide
    for start in range(0, matches, SLICE):
        exact, rough = make_sums(frame, np.int64), make_sums(frame, np.float64)
        part = (start, min(start + SLICE, matches))
        count_seats(block, part, counts, exact, rough, wide)
        count_course(block, part, bins, notes, marks, counts, exact, rough, wide)
        count_deals(block, part, notes, exact, rough, wide)
        if any(frame.callers):
            count_callers(block, part, notes, exact, rough, wide)
        count_decided(block, part, notes, marks.decided, exact, rough, wide)
        if not frame.thirds_fit:
            exact.thirds[:], rough.thirds[:] = 0, 0
        for known, *more in zip(whole, exact, rough if wide else exact, strict=True):
            known += unwrapped(*more)
    return counts, whole, marks


def unwrapped(exact: Array, rough: Array) -> Array:
    """Sums as Python's whole numbers, from the sums modulo 2^64 and about as large as they are."""
    whole: Array = exact.astype(object)
    if rough is not exact:
        turns = np.rint((rough - exact) / 2.0**64)
        whole += np.vectorize(int, otypes=[object])(turns) * 2**64
    return whole


# --- compiled -----------------------------------------------------------------------------


@compiled
def add_figures(exact: Array, rough: Array, row: Whole, figures: Array, wide: bool) -> None:
    """Add figures and their products to a row of moments."""
    many = len(figures)
    place = many
    for one in range(many):
        figure = figures[one]
        exact[row, one] += figure
        for other in range(one, many):
            exact[row, place] += figure * figures[other]
            if wide:
                rough[row, place] += np.float64(figure) * np.float64(figures[other])
            place += 1
        if wide:
            rough[row, one] += figure


@compiled
def add_three(
    exact: Array, rough: Array, row: Whole, figures: tuple[Whole, Whole, Whole], wide: bool
) -> None:
    """As `add_figures`, for three."""
    place = 3
    for one in range(3):
        figure = figures[one]
        exact[row, one] += figure
        for other in range(one, 3):
            exact[row, place] += figure * figures[other]
            if wide:
                rough[row, place] += np.float64(figure) * np.float64(figures[other])
            place += 1
        if wide:
            rough[row, one] += figure


@compiled
def count_seats(
    out: Outcome, part: tuple[Whole, Whole], counts: Counts, exact: Sums, rough: Sums, wide: bool
) -> None:
    """Count in points and contracts by deal, seat and bid."""
    contracts, by_bid = counts.contracts, counts.bids
    _, deals, players = out.scores.shape
    for match in range(part[0], part[1]):
        for deal in range(deals):
            cards = np.int64(out.cards[match, deal])
            for seat in range(players):
                points = np.int64(out.scores[match, deal, seat])
                fate = out.completed[match, deal, seat] + 1
                bid = out.bids[match, deal, seat]
                contracts[deal, seat, fate] += 1
                exact.points[deal, seat, 0] += points
                exact.points[deal, seat, 1] += points * points
                if wide:
                    rough.points[deal, seat, 0] += points
                    rough.points[deal, seat, 1] += np.float64(points) * points
                if bid >= 0:
                    by_bid[cards, bid, fate] += 1
                    exact.bids[cards, bid, 0] += points
                    exact.bids[cards, bid, 1] += points * points
                    if wide:
                        rough.bids[cards, bid, 0] += points
                        rough.bids[cards, bid, 1] += np.float64(points) * points


@compiled
def find_leaders(criteria: Array, merits: Array) -> Whole:
    """The seats ahead by the criteria, each of which decides between those tied, as a mask."""
    players = merits.shape[1]
    tied = (np.int64(1) << players) - 1
    for place in range(len(criteria)):
        best = np.int64(-(2**62))
        ahead = np.int64(0)
        for seat in range(players):
            merit = merits[criteria[place], seat]
            if (tied >> seat) & 1 and merit >= best:
                ahead = (ahead if merit == best else 0) | (np.int64(1) << seat)
                best = merit
        tied = ahead
        if tied & (tied - 1) == 0:
            break
    return tied


@compiled
def count_course(
    out: Outcome,
    part: tuple[Whole, Whole],
    bins: Bins,
    notes: Notes,
    marks: Marks,
    counts: Counts,
    exact: Sums,
    rough: Sums,
    wide: bool,
) -> None:
    """Count in the totals after each deal and in the end, and who leads."""
    lowest, shift = bins
    _, deals, players = out.scores.shape
    merits = notes.merits
    for match in range(part[0], part[1]):
        merits[:] = 0
        last = changes = np.int64(-1)
        for deal in range(deals):
            for seat in range(players):
                fate = out.completed[match, deal, seat]
                total = merits[0, seat] + out.scores[match, deal, seat]
                merits[0, seat] = total
                merits[1, seat] -= fate == 0
                merits[2, seat] += fate == 1
                counts.running[deal, (total - lowest) >> shift] += 1
            leaders = find_leaders(notes.criteria, merits)
            notes.leaders[deal] = leaders
            if leaders != last and leaders & (leaders - 1) == 0:
                last = leaders
                counts.lead_changes[deal] += changes >= 0
                changes += 1
        notes.figures[0] = max(0, changes)
        marks.changes[match] = notes.figures[0]
        marks.winners[match] = notes.leaders[deals - 1]
        add_figures(exact.changes, rough.changes, 0, notes.figures[:1], wide)
        count_end(notes, bins, counts, exact.seats, rough.seats, wide)


@compiled
def count_end(
    notes: Notes, bins: Bins, counts: Counts, exact: Array, rough: Array, wide: bool
) -> None:
    """Count in the totals and who won."""
    lowest, shift = bins
    players, deals = len(notes.apart), len(notes.leaders)
    merits = notes.merits
    winning = notes.leaders[deals - 1]
    winners = many_in(winning, players)
    total = counted = completed = np.int64(0)
    for seat in range(players):
        counts.joint_wins[seat, winners] += (winning >> seat) & 1
        counts.final[seat, (merits[0, seat] - lowest) >> shift] += 1
        figures = (merits[0, seat], merits[2, seat] - merits[1, seat], merits[2, seat])
        add_three(exact, rough, seat, figures, wide)
        total += figures[0]
        counted += figures[1]
        completed += figures[2]
    add_three(exact, rough, players, (total, counted, completed), wide)
    for deal in range(deals):
        leaders = notes.leaders[deal]
        counts.led[deal, many_in(leaders, players)] += many_in(leaders & winning, players)


@compiled
def many_in(mask: Whole, players: Whole) -> Whole:
    """How many seats are in a mask."""
    many = 0
    for seat in range(players):
        many += (mask >> seat) & 1
    return many


@compiled
def count_deals(
    out: Outcome, part: tuple[Whole, Whole], notes: Notes, exact: Sums, rough: Sums, wide: bool
) -> None:
    """Count in what the seats of a deal come to together, and the last bidder beside the others."""
    _, deals, players = out.scores.shape
    hooks = notes.hooks
    for match in range(part[0], part[1]):
        hooks[:] = 0
        for deal in range(deals):
            points = counted = completed = np.int64(0)
            for seat in range(players):
                fate = out.completed[match, deal, seat]
                points += out.scores[match, deal, seat]
                counted += fate >= 0
                completed += fate == 1
            figures = (points, counted, completed)
            add_three(exact.deals, rough.deals, deal, figures, wide)
            if notes.limited[notes.limited_from[deal] + max(0, out.calls[match, deal])]:
                count_limited(out, match, deal, hooks, figures)
        for cards in range(1, len(hooks)):
            if hooks[cards, LIMITED_DEALS]:
                add_figures(exact.limited, rough.limited, cards, hooks[cards], wide)
                for place in range(LIMITED_FIGURES):
                    hooks[0, place] += hooks[cards, place]
        add_figures(exact.limited, rough.limited, 0, hooks[0], wide)


@compiled
def count_limited(
    out: Outcome, match: Whole, deal: Whole, hooks: Array, all_seats: tuple[Whole, Whole, Whole]
) -> None:
    """Note a deal where the last bid is limited: that is the dealer's."""
    cards = out.cards[match, deal]
    dealer = out.dealers[match, deal]
    points = np.int64(out.scores[match, deal, dealer])
    fate = out.completed[match, deal, dealer]
    hooks[cards, LIMITED_DEALS] += 1
    hooks[cards, LAST_POINTS] += points
    hooks[cards, LAST_COUNTED] += fate >= 0
    hooks[cards, LAST_COMPLETED] += fate == 1
    hooks[cards, OTHER_POINTS] += all_seats[0] - points
    hooks[cards, OTHER_COUNTED] += all_seats[1] - (fate >= 0)
    hooks[cards, OTHER_COMPLETED] += all_seats[2] - (fate == 1)


@compiled
def caller_in(out: Outcome, match: Whole, deal: Whole, callers: Array) -> Whole:
    """The seat that calls in a deal, or -1."""
    if callers[deal] == NOBODY_CALLS:
        return np.int64(-1)
    if callers[deal] == DEALER_CALLS or deal == 0:
        return np.int64(out.dealers[match, deal])
    return np.int64(out.deal_winners[match, deal - 1])


@compiled
def count_callers(
    out: Outcome, part: tuple[Whole, Whole], notes: Notes, exact: Sums, rough: Sums, wide: bool
) -> None:
    """Count in what callers come to beside the others, and whether they call the next deal too."""
    _, deals, players = out.scores.shape
    called = notes.called
    for match in range(part[0], part[1]):
        called[:] = 0
        following = np.int64(-1)
        for back in range(deals):
            deal = deals - 1 - back
            caller = caller_in(out, match, deal, notes.callers)
            if caller >= 0:
                for seat in range(players):
                    place = CALLER_POINTS if seat == caller else NOT_CALLER_POINTS
                    called[caller, place] += out.scores[match, deal, seat]
                called[caller, CALLED_DEALS] += 1
                called[caller, CALLS_FOLLOWED] += following >= 0
                called[caller, CALLS_KEPT] += following == caller
            following = caller
        for seat in range(players):
            for place in range(CALLER_FIGURES):
                called[players, place] += called[seat, place]
            add_figures(exact.callers, rough.callers, seat, called[seat], wide)
        add_figures(exact.callers, rough.callers, players, called[players], wide)


@compiled
def count_decided(
    out: Outcome,
    part: tuple[Whole, Whole],
    notes: Notes,
    thirds: Array,
    exact: Sums,
    rough: Sums,
    wide: bool,
) -> None:
    """Count in what each deal and third has to do with how far the totals lie apart."""
    _, deals, players = out.scores.shape
    apart = notes.apart
    for match in range(part[0], part[1]):
        apart[:] = 0
        for deal in range(deals):
            for seat in range(players):
                apart[seat] += players * out.scores[match, deal, seat]
        middle = apart.sum() // players
        for seat in range(players):
            apart[seat] -= middle
        for deal in range(deals):
            decided = np.int64(0)
            about = 0.0
            for seat in range(players):
                points = np.int64(out.scores[match, deal, seat])
                decided += points * apart[seat]
                if wide:
                    about += np.float64(points) * apart[seat]
            exact.decided[deal] += decided
            rough.decided[deal] += about
            thirds[match, 3 * deal // deals] += decided
        add_figures(exact.thirds, rough.thirds, 0, thirds[match], wide)


@compiled
def add_rows(exact: Array, rough: Array, row: Whole, figures: Array, wide: bool) -> None:
    """Add the figures of each match, [match, figure], to a row of moments."""
    for match in range(len(figures)):
        add_figures(exact, rough, row, figures[match], wide)
