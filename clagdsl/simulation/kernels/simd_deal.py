"""One ordinary deal of as many matches as there are lanes, from the hands to the scores."""

from __future__ import annotations

import numpy as np

from clagdsl.engine.players.heuristic import NO_BIDS
from clagdsl.simulation.jit import compiled
from clagdsl.simulation.kernels.deal_phases import named_late, next_dealer, turned_late
from clagdsl.simulation.kernels.lane_course import (
    BIDDING,
    PLAYING,
    note_all,
    note_named,
    note_special_plays,
    note_takers,
    note_wild_plays,
)
from clagdsl.simulation.kernels.lane_past import (
    find_further,
    forget_blind_bids,
    move_all,
    put_past,
    take_past,
)
from clagdsl.simulation.kernels.lane_specials import find_special_bits, turn_up
from clagdsl.simulation.kernels.lane_tricks import (
    LaneRules,
    are_usual,
    break_suit,
    find_turns,
    give_value,
    has_specials,
    highest_bid_leads,
    keep_suit,
    lane_rules,
    play_one,
    see_wilds,
    show_top_card,
    value_trick,
)
from clagdsl.simulation.kernels.philox_lanes import EVERY_LANE, TRUMP_DRAWN
from clagdsl.simulation.kernels.philox_rounds import MASK, drawn_of
from clagdsl.simulation.kernels.simd import (
    ALLOWED,
    BEST_SEAT,
    BIDS,
    FEW,
    HANDS,
    HIGHEST,
    LEADS,
    MAY_BID,
    NOTHING,
    OTHER_HANDS,
    POINTS,
    SOME,
    TOTAL,
    TRICKS,
    TRUMP_NUMBER,
    WILD_LAIN,
    WON,
    ZERO,
    LaneDeal,
    add_bid,
    add_common,
    add_further,
    add_points,
    asks_common,
    bid_many,
    bid_some,
    compare_scores,
    count_common,
    count_tricks,
    deal_card,
    deal_pair,
    end_trick,
    fill,
    fill_small,
    find_bits,
    find_scores,
    find_trumps,
    give_row,
    give_scores,
    give_trumps,
    look_up_limits,
    look_up_own_limits,
    may_bid,
    name_trump,
    no_scores,
    play_few,
    play_last,
    play_many,
    play_some,
    remember,
    turn_hand,
    turn_trump,
    turned_rows,
)
from clagdsl.simulation.kernels.small_deal import (
    are_small,
    deal_small,
    play_small_tricks,
)
from clagdsl.simulation.lowering.arrays import (
    ANY_POINTS,
    BID_RULE,
    BID_STEP,
    DRAWN_TRUMP,
    FIRST_NAMED,
    FIRST_SUIT,
    FIXED_BID,
    GROUP_WAY,
    LANES,
    LAST_CARD,
    LIKE_LIMITS,
    LIMIT_SPAN,
    LIMITS,
    MOST_LANE_POINTS,
    NAMED_COUNT,
    OF_SUIT,
    OR_NONE,
    POINTS_STEP,
    SCORES,
    SETTLED_TRUMP,
    TRICKS_STEP,
    TRUMP_RULE,
    Array,
    Course,
    Lanes,
    Results,
    SeedWords,
    Tables,
    Whole,
    Word,
    Work,
)
from clagdsl.simulation.lowering.layout import SUITS


@compiled
def deal_hands(tables: Tables, lanes: Lanes, players: Whole, cards: Whole, leads: Whole) -> None:
    """Deal every lane's cards; the first row is the hand of the seat that leads."""
    special = tables.specials[0] != ZERO
    for place in range(players * cards):
        if special:
            find_special_bits(tables, lanes.cards, lanes.shifts, place)
        else:
            find_bits(lanes.cards, lanes.shifts, place)
    for step in range(players):
        row = HANDS + np.uint64((step + players - leads) % players)
        fill(lanes.rows, row, ZERO)
        for place in range(step, players * (cards - 1), 2 * players):
            deal_pair(lanes.shifts, place, place + players, lanes.rows, row)
        if cards % 2:
            deal_card(lanes.shifts, step + players * (cards - 1), lanes.rows, row)


@compiled
def settle_trumps(
    tables: Tables,
    lanes: Lanes,
    course: Course | None,
    seed: SeedWords,
    first: Whole,
    deal: LaneDeal,
    word: Whole,
) -> None:
    """Every lane's trump: settled by the rules, turned, drawn, or named by that word."""
    row = tables.ways[deal.way]
    dealt, rule = deal.players * deal.cards, row[TRUMP_RULE]
    place = dealt - 1 if row[LAST_CARD] and dealt == len(tables.pack) else dealt
    if rule == 0 or (rule == 1 and place == len(tables.pack) and not row[DRAWN_TRUMP]):
        fill(lanes.rows, TRUMP_NUMBER, np.uint64(row[SETTLED_TRUMP]))
    elif rule > 1:
        name_trump(lanes.words, word, lanes.rows, row[FIRST_NAMED], row[NAMED_COUNT], row[OR_NONE])
    elif row[DRAWN_TRUMP]:
        draw_trump(lanes, seed, first, deal)
    elif tables.specials[0] != ZERO:
        turn_up(tables, lanes, course, deal, place, word)
    else:
        find_bits(lanes.cards, lanes.shifts, place)
        turn_trump(lanes.shifts, place, lanes.rows)


@compiled
def draw_trump(lanes: Lanes, seed: SeedWords, first: Whole, deal: LaneDeal) -> None:
    """Draw every lane's trump; `first` is the number of the first match of the block."""
    number, suits = deal.number + 1, np.int64(SUITS)
    for lane in range(EVERY_LANE):
        match = np.uint64(first + lanes.places[lane]) & MASK
        suit = drawn_of(match, number, TRUMP_DRAWN, seed.low, seed.high, suits)
        lanes.rows[TRUMP_NUMBER * EVERY_LANE + lane] = np.uint64(FIRST_SUIT + suit)


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
        find_further(tables, lanes, deal, tables.past.limit_steps[deal.scene])
    alike = tables.scenes[deal.scene, LIKE_LIMITS] != 0
    fill(lanes.rows, TOTAL, ZERO)
    for step in range(players):
        seat = step + deal.bidder
        seat = seat if seat < players else seat - players
        limits = first + span if step == players - 1 else first
        if remembered:
            look_up_own_limits(tables.limits, limits, lanes.rows, seat)
        elif alike and step < players - 1:
            fill(lanes.rows, ALLOWED, tables.limits[first])
            fill_small(lanes.small, MAY_BID, np.uint8(tables.limits[first]))
        else:
            look_up_limits(tables.limits, limits, lanes.rows)
        if cards <= SOME:
            if not alike or step == players - 1:
                may_bid(lanes)
            bid_some(lanes, word + step, seat)
        else:
            bid_many(lanes, word + step, seat)
        add_bid(lanes, seat)
        if course is not None:
            note_all(tables, lanes, course, deal, word + step, BIDDING, np.uint64(seat))


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
    tables: Tables,
    lanes: Lanes,
    course: Course | None,
    deal: LaneDeal,
    word: Whole,
    here: Word,
    rules: LaneRules,
) -> None:
    """Play every lane's tricks, from that word on; the hands begin `here`, that which leads first.

    What is usual is played in one go.
    """
    players, cards = deal.players, deal.cards
    first = tables.dealers[deal.number] + 1
    for trick in range(cards):
        if rules.top:
            here = show_top_cards(lanes, deal, trick)
        for step in range(players):
            row, held = here + np.uint64(step), np.int64(1) if rules.top else cards - trick
            play_step(tables, lanes, course, word, row, step, held, rules)
            if course is not None and rules.wilds != ZERO:
                note_wild_plays(tables, lanes, course, deal, word, rules.wilds, rules.in_suit)
            elif course is not None and has_specials(rules):
                note_special_plays(tables, lanes, course, deal, word)
            elif course is not None:
                note_all(tables, lanes, course, deal, word, PLAYING, row)
            word += 1
        end_trick(lanes.rows, players)
        if course is not None:
            note_takers(lanes, course, deal, trick, first)
        if rules.wilds != ZERO:
            see_wilds(lanes.rows, tables.lane_pack[0])
        if rules.opening > 0 and rules.opening & 1 == 0:
            break_suit(lanes.rows)
        if rules.valued:
            value_trick(tables, lanes.rows, rules, cards, trick)
            for seat in range(players):
                give_value(lanes.rows, seat)
        if trick + 1 < cards and not rules.top:
            here = turn_hands(lanes, here, players, HIGHEST)


@compiled
def play_step(
    tables: Tables,
    lanes: Lanes,
    course: Course | None,
    word: Whole,
    row: Word,
    step: Whole,
    held: Whole,
    rules: LaneRules,
) -> None:
    """Every lane's card, of as many as are held, so many steps after the lead."""
    if not are_usual(rules):
        play_one(tables, lanes, word, row, step, held, rules)
    else:
        if course is not None:
            remember(lanes.rows, row, step, rules.classes)
        if rules.classes == OF_SUIT:  # so told, a compiler leaves out what other classes ask
            play_card(lanes, word, row, step, held, np.int64(OF_SUIT))
        else:
            play_card(lanes, word, row, step, held, rules.classes)


@compiled
def turn_hands(lanes: Lanes, here: Word, players: Whole, by: Word) -> Word:
    """Turn the hands that begin `here`, so that the first leads again, and say where they are."""
    bit = np.int64(1)  # with a type: nothing is compiled for a literal too
    while bit < players:
        there = HANDS + OTHER_HANDS - here
        for step in range(players):
            to = there + np.uint64(step)
            turn_hand(lanes.rows, to, turned_rows(here, step, bit, players), bit, by)
        here = there
        bit *= 4
    return here


@compiled
def show_top_cards(lanes: Lanes, deal: LaneDeal, trick: Whole) -> Word:
    """The hands of a trick to which top cards are played, the first of them leads."""
    for seat in range(deal.players):
        place, row = trick * deal.players + seat, HANDS + np.uint64(seat)
        show_top_card(lanes.shifts, place, lanes.rows, row)
    return turn_hands(lanes, HANDS, deal.players, LEADS)


@compiled
def keep_all(
    tables: Tables, work: Work, lanes: Lanes, out: Results, deal: LaneDeal, valued: bool
) -> bool:
    """Score every lane's deal and keep what it came to; false where the tables have no value."""
    number, players, start, end = deal.number, deal.players, deal.start, deal.start + LANES
    rows, way = lanes.rows, tables.ways[deal.way]
    first = (tables.dealers[number] + 1) % players
    give_trumps(rows, out.trumps[number, start:end])
    no_scores(lanes)
    fill_small(lanes.small, BEST_SEAT, np.uint8(first))
    most = np.int64(1) if way[ANY_POINTS] else np.int64(MOST_LANE_POINTS)
    bid_made = way[BID_RULE] != NO_BIDS
    row = tables.scenes[deal.scene]
    common = asks_common(row)
    if common:
        count_common(lanes, players)
    remembered = work.past.shape[1] > 0
    if remembered:
        find_further(tables, lanes, deal, tables.past.score_steps[deal.scene])
    for step in range(players):
        seat = (first + step) % players
        bids = out.bids[number, seat, start:end]
        if bid_made:
            give_row(lanes.small, BIDS + np.uint64(step), bids)
        else:
            bids[:] = -1
        give_row(lanes.small, TRICKS + np.uint64(step), out.tricks[number, seat, start:end])
        find_scores(lanes, step, row[SCORES], row[BID_STEP], row[TRICKS_STEP])
        if common:
            add_common(lanes, row)
        if valued:
            add_points(lanes, step, row[POINTS_STEP])
        if remembered:
            add_further(lanes, step)
        scores, done = out.scores[number, seat, start:end], out.completed[number, seat, start:end]
        if not give_scores(lanes, tables.entries, scores, done):
            return False
        compare_scores(lanes, scores, seat, most)
    give_row(lanes.small, BEST_SEAT, out.deal_winners[number, start:end])
    if remembered:
        if not move_all(tables, lanes, out, deal, bid_made):
            return False
        put_past(tables, work, lanes, deal)
    return True


@compiled
def go_on(tables: Tables, work: Work, out: Results, deal: Whole, matches: Whole) -> None:
    """Keep what is the same in all matches of a block, and settle who deals next."""
    dealers, winners = out.dealers[deal], out.deal_winners[deal]
    next_dealers, last_winners = work.dealers, work.winners
    dealer = tables.dealers[deal]
    following = (dealer + 1) % len(work.hands)
    for match in range(np.uint64(matches)):
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
    matches: Whole,
) -> None:
    """As `go_on` where that differs: each match's seats are turned to its dealer."""
    players, cards = len(work.hands), out.cards[deal]
    for match in range(matches):
        dealer = work.dealers[match]
        shift = (dealer - tables.dealers[deal] + 2 * players) % players
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
        if course is not None:
            for trick in range(cards[match]):
                taker = course.taken[match, deal, trick]
                course.taken[match, deal, trick] = (taker + shift) % players
        way = work.groups[work.group_of[match], GROUP_WAY]
        out.dealers[deal, match] = dealer
        out.deal_winners[deal, match] = winner
        work.winners[match] = winner
        work.dealers[match] = next_dealer(tables, way, dealer, winner, players)


@compiled
def play_ordinary(
    tables: Tables,
    lanes: Lanes,
    work: Work,
    course: Course | None,
    out: Results,
    seed: SeedWords,
    first: Whole,
    deal: LaneDeal,
) -> bool:
    """Play a deal of the matches in the lanes; false where the tables have no answer.

    `first` is the number of the first match of the block.
    """
    row = tables.ways[deal.way]
    players, cards, word = deal.players, deal.cards, deal.word
    tricks = lane_rules(tables, deal)
    named = row[TRUMP_RULE] > 1
    late = (named_late(tables, deal.way) and named) or turned_late(tables, deal.way)
    leads = max(deal.leader, 0)
    small = are_small(tables, tricks, cards)
    if small:
        deal_small(lanes, players, cards)
    else:
        deal_hands(tables, lanes, players, cards, leads)
    if work.past.shape[1] > 0:
        take_past(tables, work, lanes, deal)
        forget_blind_bids(tables, lanes, players)
    if not late:
        settle_trumps(tables, lanes, course, seed, first, deal, word)
        if named:
            note_named(tables, lanes, course, deal, word)
            word += 1
    word = make_bids(tables, lanes, work, course, deal, word)
    if late:
        settle_trumps(tables, lanes, course, seed, first, deal, word)
        if named:
            note_named(tables, lanes, course, deal, word)
            word += 1
    fill(lanes.rows, LEADS, np.uint64(leads))
    if deal.leader < 0:
        highest_bid_leads(lanes, players)
    if small:
        play_small_tricks(tables, lanes, course, deal, word, tricks)
    else:
        play_wide_tricks(tables, lanes, course, deal, word, tricks)
    return keep_all(tables, work, lanes, out, deal, tricks.valued)


@compiled
def make_bids(
    tables: Tables,
    lanes: Lanes,
    work: Work,
    course: Course | None,
    deal: LaneDeal,
    word: Whole,
) -> Whole:
    """Every lane's bids, made from that word on or settled by the rules; the word after them."""
    row = tables.ways[deal.way]
    if row[BID_RULE] == 0:
        make_all_bids(tables, lanes, work, course, deal, word)
        return word + deal.players
    fixed = np.uint8(row[FIXED_BID]) if row[BID_RULE] != NO_BIDS else NOTHING
    for seat in range(deal.players):
        fill_small(lanes.small, BIDS + np.uint64(seat), fixed)
    return word


@compiled
def play_wide_tricks(
    tables: Tables,
    lanes: Lanes,
    course: Course | None,
    deal: LaneDeal,
    word: Whole,
    rules: LaneRules,
) -> None:
    """Play every lane's tricks from hands that are sets of cards, from that word on."""
    rows, players, here = lanes.rows, deal.players, HANDS
    find_trumps(rows)
    fill(rows, WON, ZERO)
    if deal.leader < 0:
        here = turn_hands(lanes, here, players, LEADS)
    if not are_usual(rules):
        prepare_tricks(tables, rows, rules, players)
    play_tricks(tables, lanes, course, deal, word, here, rules)
    count_tricks(lanes, players)


@compiled
def prepare_tricks(tables: Tables, rows: Array, rules: LaneRules, players: Whole) -> None:
    """What has to be known before tricks are played in full."""
    if rules.by_suits:
        find_turns(tables, rows)
    keep_suit(rows, rules.opening)
    fill(rows, WILD_LAIN, ZERO)
    if rules.valued:
        for seat in range(players):
            fill(rows, POINTS + np.uint64(seat), ZERO)
