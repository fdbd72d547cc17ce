"""One ordinary deal of as many matches as there are lanes, from the hands to the scores."""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.bits import bits, lowest
from clagdsl.simulation.kernels.lane_past import find_further
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE
from clagdsl.simulation.kernels.philox_rounds import picked_by
from clagdsl.simulation.kernels.simd import (
    ALLOWED,
    BEST,
    BEST_SEAT,
    BIDS,
    FEW,
    GAP,
    HANDS,
    HELD,
    LEADS,
    MAKERS,
    MOST,
    MOST_COUNT,
    ONE,
    OTHER_HANDS,
    SOME,
    TOTAL,
    TRUMP,
    WON,
    ZERO,
    LaneDeal,
    add_common,
    add_further,
    bid_many,
    bid_some,
    compare_scores,
    count_seat,
    deal_card,
    deal_pair,
    end_trick,
    fill,
    find_bits,
    find_most,
    find_scores,
    fix_trump,
    give_bids,
    give_scores,
    give_tricks,
    give_trumps,
    give_winners,
    look_up_limits,
    look_up_own_limits,
    name_trump,
    play_few,
    play_last,
    play_many,
    play_some,
    remember,
    turn_hand,
    turn_trump,
)
from clagdsl.simulation.kernels.trick_rules import classes_in_step
from clagdsl.simulation.lowering.arrays import (
    ANY_POINTS,
    BID_RULE,
    BID_STEP,
    BIDS_STEP,
    FIRST_SUIT,
    FIXED_BID,
    FOLLOWS,
    LANES,
    LEADER,
    LIMIT_SPAN,
    LIMITS,
    MAKERS_STEP,
    MOST_COUNT_STEP,
    MOST_STEP,
    NO_VALUE,
    OF_SUIT,
    SCORES,
    SETTLED_TRUMP,
    TRICKS_STEP,
    TRUMP_RULE,
    Array,
    Course,
    Lanes,
    Results,
    Tables,
    Whole,
    Word,
    Work,
)
from clagdsl.simulation.lowering.layout import SUITS

NAMING: Final = 0
BIDDING: Final = 1
PLAYING: Final = 2


@compiled
def deal_hands(lanes: Lanes, players: Whole, cards: Whole, leads: Whole) -> None:
    """Deal every lane's cards; the first row is the hand of the seat that leads."""
    for place in range(players * cards):
        find_bits(lanes.cards, lanes.shifts, place)
    for step in range(players):
        row = HANDS + np.uint64((step + players - leads) % players)
        fill(lanes.rows, row, ZERO)
        for place in range(step, players * (cards - 1), 2 * players):
            deal_pair(lanes.shifts, place, place + players, lanes.rows, row)
        if cards % 2:
            deal_card(lanes.shifts, step + players * (cards - 1), lanes.rows, row)


@compiled
def settle_trumps(lanes: Lanes, rule: Whole, settled: Whole, turned: Whole) -> None:
    """Every lane's trump: settled by the rules, turned at that place, or named."""
    if rule == 0:
        fix_trump(settled, lanes.rows)
    elif rule == 1:
        find_bits(lanes.cards, lanes.shifts, turned)
        turn_trump(lanes.shifts, turned, lanes.rows)
    else:
        name_trump(lanes.words, lanes.rows)


@compiled
def make_all_bids(
    tables: Tables,
    lanes: Lanes,
    work: Work,
    course: Course | None,
    deal: LaneDeal,
    word: Whole,
) -> None:
    """Every lane's bids in turn, from that word on."""
    players, cards = deal.players, deal.cards
    first, span = tables.scenes[deal.scene, LIMITS], tables.scenes[deal.scene, LIMIT_SPAN]
    remembered = work.past.shape[1] > 0
    if remembered:
        find_further(tables, work, lanes.rows, deal, tables.past.limit_steps[deal.scene])
    fill(lanes.rows, TOTAL, ZERO)
    for seat in range(players):
        limits = first + span if seat == players - 1 else first
        if remembered:
            look_up_own_limits(tables.limits, limits, lanes.rows, seat)
        else:
            look_up_limits(tables.limits, limits, lanes.rows)
        if cards <= SOME:
            bid_some(lanes.words, word + seat, lanes.rows, seat)
        else:
            bid_many(lanes.words, word + seat, lanes.rows, seat)
        if course is not None:
            note_all(lanes, course, deal, word + seat, BIDDING, np.uint64(seat))


@compiled
def turned_rows(
    here: Word, step: Whole, bit: Whole, players: Whole
) -> tuple[Word, Word, Word, Word]:
    """The rows from which the lead may turn to a row."""
    return (
        here + np.uint64(step),
        here + np.uint64((step + bit) % players),
        here + np.uint64((step + 2 * bit) % players),
        here + np.uint64((step + 3 * bit) % players),
    )


@compiled
def play_card(
    lanes: Lanes, word: Whole, row: Word, step: Whole, held: Whole, classes: Whole
) -> None:
    """Every lane's card, of as many as are held."""
    if held == 1:
        play_last(lanes.words, word, lanes.rows, row, step, classes)
    elif held <= FEW + 1:
        play_few(lanes.words, word, lanes.rows, row, step, classes)
    elif held <= SOME:
        play_some(lanes.words, word, lanes.rows, row, step, classes)
    else:
        play_many(lanes.words, word, lanes.rows, row, step, classes)


@compiled
def play_tricks(
    tables: Tables, lanes: Lanes, course: Course | None, deal: LaneDeal, word: Whole
) -> None:
    """Play every lane's tricks, from that word on."""
    players, cards = deal.players, deal.cards
    classes = classes_in_step(tables.ways[deal.way, FOLLOWS])
    first = tables.dealers[deal.number] + 1
    here, there = HANDS, OTHER_HANDS
    for trick in range(cards):
        for step in range(players):
            row = here + np.uint64(step)
            if course is not None:
                remember(lanes.rows, row, step, classes)
            if classes == OF_SUIT:  # so told, a compiler leaves out what other classes ask
                play_card(lanes, word, row, step, cards - trick, np.int64(OF_SUIT))
            else:
                play_card(lanes, word, row, step, cards - trick, classes)
            if course is not None:
                note_all(lanes, course, deal, word, PLAYING, row)
            word += 1
        end_trick(lanes.rows, players)
        if course is not None:
            note_takers(lanes, course, deal, trick, first)
        bit = np.int64(1)  # with a type: nothing is compiled for a literal too
        while bit < players and trick + 1 < cards:
            for step in range(players):
                to = there + np.uint64(step)
                turn_hand(lanes.rows, to, turned_rows(here, step, bit, players), bit)
            here, there = there, here
            bit *= 4


@compiled
def pack_place(shift: Whole) -> Whole:
    """The place in the fixed order of the pack of the card of that bit."""
    suit = SUITS - 1 - shift // 16
    return 63 - shift - GAP * suit - (suit == 0)


@compiled
def pack_mask(mask: Word) -> Whole:
    """A set of cards by their places in the fixed order of the pack."""
    whole = 0
    while mask != ZERO:
        whole |= 1 << pack_place(lowest(mask))
        mask = mask & (mask - ONE)
    return whole


@compiled
def note_all(
    lanes: Lanes, course: Course, deal: LaneDeal, word: Whole, kind: Whole, row: Word
) -> None:
    """Keep the decision that every lane made with that word."""
    for lane in range(np.uint64(deal.count)):
        allowed = lanes.rows[ALLOWED * EVERY_LANE + lane]
        action, mask = np.int64(0), np.int64(allowed)
        if kind == NAMING:
            allowed, mask = np.uint64(15), np.int64(0)
            suit = lowest(lanes.rows[TRUMP * EVERY_LANE + lane]) // 16
            action = np.int64(FIRST_SUIT + SUITS - 1 - suit)
        elif kind == BIDDING:
            action = np.int64(lanes.rows[(BIDS + row) * EVERY_LANE + lane])
        else:
            mask = np.int64(pack_mask(allowed))
            left = lanes.rows[row * EVERY_LANE + lane]
            card = lowest(lanes.rows[HELD * EVERY_LANE + lane] ^ left)
            action = np.int64(65 * pack_place(card))
        many = bits(allowed)
        drawn = np.uint64(lanes.words[np.uint64(word) * EVERY_LANE + lane])
        match = deal.start + np.int64(lane)
        place = course.noted[match]
        course.noted[match] += 1
        course.decisions[match, place, 0] = many
        course.decisions[match, place, 1] = np.int64(picked_by(drawn, np.uint64(many)))
        course.decisions[match, place, 2] = action
        course.decisions[match, place, 3] = mask


@compiled
def note_takers(lanes: Lanes, course: Course, deal: LaneDeal, trick: Whole, first: Whole) -> None:
    """Keep who won a trick; `first` is the seat at the dealer's left."""
    for lane in range(np.uint64(deal.count)):
        leader = first + np.int64(lanes.rows[LEADS * EVERY_LANE + lane])
        course.taken[deal.start + np.int64(lane), deal.number, trick] = leader % deal.players


@compiled
def count_common(rows: Array, players: Whole) -> None:
    """Count in every lane what may count in the scores of all seats."""
    for row in (MOST, MOST_COUNT, MAKERS, TOTAL):
        fill(rows, row, ZERO)
    for step in range(players):
        find_most(rows, step)
    for step in range(players):
        count_seat(rows, step)


@compiled
def keep_all(tables: Tables, work: Work, rows: Array, out: Results, deal: LaneDeal) -> bool:
    """Score every lane's deal and keep what it came to; false where the tables have no value."""
    number, players, start, end = deal.number, deal.players, deal.start, deal.start + LANES
    first = (tables.dealers[number] + 1) % players
    give_trumps(rows, out.trumps[number, start:end])
    fill(rows, BEST, ZERO)
    fill(rows, BEST_SEAT, np.uint64(first))
    most = np.uint64(1 - NO_VALUE) if tables.ways[deal.way, ANY_POINTS] else ~ZERO
    bid_made = tables.ways[deal.way, BID_RULE] != 2
    row = tables.scenes[deal.scene]
    common = (row[MOST_STEP] | row[MOST_COUNT_STEP] | row[MAKERS_STEP] | row[BIDS_STEP]) != 0
    if common:
        count_common(rows, players)
    remembered = work.past.shape[1] > 0
    if remembered:
        find_further(tables, work, rows, deal, tables.past.score_steps[deal.scene])
    for step in range(players):
        seat = (first + step) % players
        if bid_made:
            give_bids(rows, step, out.bids[number, seat, start:end])
        give_tricks(rows, step, out.tricks[number, seat, start:end])
        find_scores(rows, step, row[SCORES], row[BID_STEP], row[TRICKS_STEP])
        if common:
            add_common(rows, step, row)
        if remembered:
            add_further(rows, step)
        scores, done = out.scores[number, seat, start:end], out.completed[number, seat, start:end]
        if not give_scores(rows, step, tables.scores, tables.completed, scores, done):
            return False
        compare_scores(rows, step, seat, most)
    give_winners(rows, out.deal_winners[number, start:end])
    return True


@compiled
def go_on(tables: Tables, work: Work, out: Results, deal: Whole, start: Whole) -> None:
    """Keep what is the same for all lanes, and settle who deals next."""
    cards, dealers, winners = out.cards[deal], out.dealers[deal], out.deal_winners[deal]
    next_dealers, last_winners = work.dealers, work.winners
    dealer, size = tables.dealers[deal], tables.sizes[deal, 0]
    following = (dealer + 1) % len(work.hands)
    for match in range(start, start + LANES):
        cards[match] = size
        dealers[match] = dealer
        last_winners[match] = winners[match]
        next_dealers[match] = following


@compiled
def turn_seats(
    tables: Tables,
    work: Work,
    course: Course | None,
    out: Results,
    deal: Whole,
    start: Whole,
    count: Whole,
) -> None:
    """As `go_on` where it is drawn who deals first: each lane's seats are turned to its dealer."""
    players, size = len(work.hands), tables.sizes[deal, 0]
    for match in range(start, start + LANES):
        dealer = work.dealers[match]
        shift = (dealer - tables.dealers[deal] + players) % players
        winner = (out.deal_winners[deal, match] + shift) % players
        for seat in range(players):
            work.bids[seat] = out.bids[deal, seat, match]
            work.tricks[seat] = out.tricks[deal, seat, match]
            work.scores[seat] = out.scores[deal, seat, match]
            work.done[seat] = out.completed[deal, seat, match]
        for seat in range(players):
            to = (seat + shift) % players
            out.bids[deal, to, match] = work.bids[seat]
            out.tricks[deal, to, match] = work.tricks[seat]
            out.scores[deal, to, match] = work.scores[seat]
            out.completed[deal, to, match] = work.done[seat]
        if course is not None and match < start + count:
            for trick in range(size):
                taker = course.taken[match, deal, trick]
                course.taken[match, deal, trick] = (taker + shift) % players
        out.cards[deal, match] = size
        out.dealers[deal, match] = dealer
        out.deal_winners[deal, match] = winner
        work.winners[match] = winner
        work.dealers[match] = (dealer + 1) % players


@compiled
def play_ordinary(
    tables: Tables,
    lanes: Lanes,
    work: Work,
    course: Course | None,
    out: Results,
    number: Whole,
    start: Whole,
    count: Whole,
) -> bool:
    """Play a deal of as many matches from that one on; false where the tables have no answer."""
    way = tables.plain_ways[number]
    scene = tables.scene_numbers[tables.first_scenes[number]]
    rules = tables.ways[way]
    players, cards = out.scores.shape[1], tables.sizes[number, 0]
    deal = LaneDeal(number, way, scene, players, cards, start, count)
    leads = 0 if rules[LEADER] == 0 else players - 1
    deal_hands(lanes, players, cards, leads)
    settle_trumps(lanes, rules[TRUMP_RULE], rules[SETTLED_TRUMP], players * cards)
    word = int(rules[TRUMP_RULE] == 2)
    if course is not None and word:
        note_all(lanes, course, deal, 0, NAMING, ZERO)
    fill(lanes.rows, LEADS, np.uint64(leads))
    fill(lanes.rows, WON, ZERO)
    if rules[BID_RULE] == 0:
        make_all_bids(tables, lanes, work, course, deal, word)
        word += players
    else:
        fixed = np.uint64(rules[FIXED_BID]) if rules[BID_RULE] == 1 else ZERO
        for seat in range(players):
            fill(lanes.rows, BIDS + np.uint64(seat), fixed)
    play_tricks(tables, lanes, course, deal, word)
    return keep_all(tables, work, lanes.rows, out, deal)
