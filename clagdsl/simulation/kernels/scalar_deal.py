"""One deal of one match, whatever its rules: the general way.

What is not allowed is never done, so nothing here judges; what the tables cannot answer ends the
block with a false result.  Every choice is made by number in the fixed order of legal actions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from clagdsl.engine.players.heuristic import TURNED
from clagdsl.simulation.jit import compiled, compiled_apart
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, numbered, wide_bits
from clagdsl.simulation.kernels.cardset import (
    EVERY_CARD,
    as_first,
    first_of_each,
    one_card,
    without_face,
)
from clagdsl.simulation.kernels.deal_phases import (
    DRAWN_FIRST,
    Deal,
    allowed_bids,
    caller_of,
    count_named,
    deal_cards,
    first_bidder_of,
    forget_blind,
    keep_auction,
    leader_of,
    may_look,
    named_in_auction,
    named_late,
    namer_of,
    naming_way,
    next_seat,
    nth_named,
    plain_way,
    said_number,
    said_trump,
    scene_of,
    settled_bid,
    settled_trump,
    turned_card,
    turned_late,
    turned_trump,
    way_called,
    way_to_name,
)
from clagdsl.simulation.kernels.past_figures import bids_further, copy_past
from clagdsl.simulation.kernels.philox_rounds import picked_by
from clagdsl.simulation.kernels.results import end_deal, throw_in
from clagdsl.simulation.kernels.seat_policies import (
    CALL,
    CARDS,
    TRUMP,
    pick_bid,
    pick_early,
    pick_look,
    pick_play,
    pick_word,
)
from clagdsl.simulation.kernels.trick_rules import (
    FIRST_WINS,
    NO_CLAIM,
    CardRules,
    Duty,
    TrickSoFar,
    after_first_suit,
    all_different,
    asked_by,
    card_rules,
    claim_of,
    claim_seat,
    count_plays,
    duty_of,
    duty_to_ask,
    has_plain_specials,
    height_in_trick,
    height_of_special,
    is_usual,
    kept_now,
    lift_of,
    nothing_asked,
    nothing_wild,
    numbered_play,
    opening_duty,
    plain_face,
    plain_plays,
    plain_specials,
    play_as,
    suit_asked,
    sum_of_faces,
    to_beat,
    top_card,
    usual_rules,
    value_by_strength,
    way_played,
)
from clagdsl.simulation.lowering.arrays import (
    AUCTION_BIDS,
    AUCTION_TRUMP,
    AUCTION_WINNER,
    BID_RULE,
    BROKEN,
    BY_CARD,
    BY_STRENGTH,
    CALLED_BY,
    CALLS,
    DECISION,
    DRAWN_BIDDER,
    DRAWN_SUIT,
    DRAWN_TRUMP,
    FIRST,
    FIRST_BIDDER,
    FIRST_SUIT,
    LAIN_WORTH,
    LANE,
    LANES,
    LISTED,
    MATCH,
    SETTLED_TRUMP,
    TRUMP_RULE,
    VALUES,
    Array,
    Course,
    Results,
    Steady,
    Tables,
    Whole,
    Word,
    Work,
)

BLIND_BIDS: Final = 64
"""So much more a bid is noted as that is made blind."""


class Turn(NamedTuple):
    """A card to be played: by whom, to which trick, and what is known of it."""

    seat: Whole
    hand: Word
    cards: Word  # those of the hand that come into question
    duty: Duty
    word: Word  # of 32 bits: picks where the seat plays at random
    so_far: TrickSoFar


class Picked(NamedTuple):
    """A play that is picked."""

    count: Whole  # out of how many
    number: Whole
    card: Whole
    face: Whole  # what it stands for
    allowed: Word  # the cards that may be played


@compiled
def choose(work: Work, course: Course | None, count: Whole, wanted: Whole) -> Whole:
    """Which of so many legal actions is picked, from 0: at random where the one wanted is -1."""
    picked = wanted
    if wanted < 0:
        word = np.uint64(work.words[work.progress[DECISION] * LANES + work.progress[LANE]])
        picked = np.int64(picked_by(word, np.uint64(count)))
    work.progress[DECISION] += 1
    if course is not None:
        match = work.progress[MATCH]
        place = course.noted[match]
        course.decisions[match, place, 0] = count
        course.decisions[match, place, 1] = picked
        course.noted[match] += 1
    return picked


@compiled
def note(work: Work, course: Course | None, action: Whole, allowed: Whole) -> None:
    """Keep the action that was picked and what was allowed, with the choice just made."""
    if course is not None:
        match = work.progress[MATCH]
        place = course.noted[match] - 1
        course.decisions[match, place, 2] = action
        course.decisions[match, place, 3] = allowed


# --- before the play ----------------------------------------------------------------------


@compiled_apart
def pick_cards(tables: Tables, work: Work, course: Course | None, deal: Deal) -> Whole:
    """How many cards are dealt to each, picked where there is a choice."""
    low, high = tables.sizes[deal.number, 0], tables.sizes[deal.number, 1]
    cards = low
    if high > low:
        dealer = work.dealers[work.progress[MATCH]]
        wanted = pick_early(work.steady, tables, work, dealer, CARDS, deal)
        cards = low + choose(work, course, high - low + 1, wanted)
        note(work, course, cards, 0)
    return cards


@compiled_apart
def pick_call(
    tables: Tables, work: Work, course: Course | None, caller: Whole, deal: Deal
) -> Whole:
    """The number of the call that is made; 0 where none is."""
    if tables.ways[deal.way, CALLED_BY] == 0:
        return np.int64(0)
    wanted = pick_early(work.steady, tables, work, caller, CALL, deal)
    called = choose(work, course, tables.ways[deal.way, CALLS], wanted)
    note(work, course, called, 0)
    return called


@compiled_apart
def hold_auction(tables: Tables, work: Work, course: Course | None, deal: Deal) -> Whole:
    """Let the seats bid for the trump: the last bid, by number from 1; 0 where all pass.

    Who made it then stands in the progress of the work.
    """
    players = len(work.hands)
    left, highest, passed = players, np.int64(0), np.int64(0)
    most = tables.scenes[deal.scene, AUCTION_BIDS]
    seat = np.int64(work.progress[FIRST])
    while left > (highest > 0):
        if (passed >> seat) & 1 == 0:
            wanted = pick_word(work.steady, tables, work, seat, deal, highest)
            picked = choose(work, course, most - highest + 1, wanted)
            if picked == 0:
                passed |= np.int64(1) << seat
                left -= 1
                note(work, course, picked, 0)
            else:
                highest += picked
                work.progress[AUCTION_WINNER] = seat
                note(work, course, highest, 0)
        seat = np.int64(next_seat(seat, players))
    return highest


@compiled_apart
def win_auction(tables: Tables, work: Work, out: Results, deal: Deal, word: Whole) -> None:
    """Keep what the last bid of an auction comes to."""
    match, winner = work.progress[MATCH], work.progress[AUCTION_WINNER]
    number = said_number(tables, deal.scene, word)
    work.progress[AUCTION_TRUMP] = said_trump(tables, deal.scene, word)
    keep_auction(work.past, winner, number)
    out.auctions[deal.number, match] = number
    out.auction_winners[deal.number, match] = winner


@compiled_apart
def settle_trump(
    tables: Tables, work: Work, course: Course | None, caller: Whole, deal: Deal
) -> Whole:
    """The trump of a deal: settled by the rules, turned, or named before the bids or in an auction.

    Less than 0 where it is named after them: see `settled_trump`.
    """
    rule = tables.ways[deal.way, TRUMP_RULE]
    if rule == 0:
        return settled_trump(tables, deal.way)
    if rule == 1:
        if tables.ways[deal.way, DRAWN_TRUMP]:
            return np.int64(FIRST_SUIT + work.progress[DRAWN_SUIT])
        card = turned_card(tables, work.pack, len(work.hands), deal)
        if card < 0:
            return tables.ways[deal.way, SETTLED_TRUMP]
        naming = way_to_name(tables, deal.way, card)
        if naming == 0:
            return turned_trump(tables, card)
        if naming < 0:
            return np.int64(0)
        if turned_late(tables, deal.way):
            return np.int64(-TURNED)
    if named_late(tables, deal.way):
        return settled_trump(tables, deal.way)
    if named_in_auction(tables, deal.way):
        return work.progress[AUCTION_TRUMP]
    return name_trump(tables, work, course, caller, deal)


@compiled_apart
def name_trump(
    tables: Tables, work: Work, course: Course | None, caller: Whole, deal: Deal
) -> Whole:
    """The trump that is named, before the bids or after them."""
    way = naming_way(tables, work.pack, len(work.hands), deal)
    namer = namer_of(tables, way, work.dealers[work.progress[MATCH]], caller, work.bids)
    wanted = pick_early(work.steady, tables, work, namer, TRUMP, deal)
    many = count_named(tables, way)
    trump = nth_named(tables, way, choose(work, course, many, wanted))
    note(work, course, trump, 0)
    return trump


@compiled
def bid_blind(
    tables: Tables, work: Work, course: Course | None, seat: Whole, allowed: Word
) -> Whole:
    """The bid that a seat makes without having looked at its cards, -1 where it looks first."""
    wanted = pick_look(work.steady, seat)
    picked = choose(work, course, bits(allowed) + 1, wanted)
    if picked == 0:
        note(work, course, np.int64(-1), np.int64(allowed))
        return np.int64(-1)
    bid = np.int64(numbered(allowed, picked - 1))
    note(work, course, BLIND_BIDS + bid, np.int64(allowed))
    work.past[seat, tables.past.blind[0]] = 1
    return bid


@compiled_apart
def make_bids(tables: Tables, work: Work, course: Course | None, deal: Deal, first: Whole) -> bool:
    """Fill in the bids, from that seat on; false where no bid is allowed."""
    players = len(work.hands)
    if tables.ways[deal.way, BID_RULE] != 0:
        for seat in range(players):
            work.bids[seat] = settled_bid(tables, deal.way)
        return True
    total = np.int64(0)
    seat = first
    for step in range(players):
        after = players - 1 - step
        further = bids_further(tables, work.past, deal.scene, seat)
        allowed = allowed_bids(tables, deal.scene, total, after == 0, further)
        if allowed == ZERO:
            return False
        bid = np.int64(-1)
        if may_look(tables, deal.way):
            bid = bid_blind(tables, work, course, seat, allowed)
        if bid < 0:
            wanted = pick_bid(work.steady, tables, work, seat, deal, total, after, allowed)
            bid = numbered(allowed, choose(work, course, bits(allowed), wanted))
            note(work, course, bid, np.int64(allowed))
        work.bids[seat] = bid
        total += bid
        seat = next_seat(seat, players)
    return True


# --- the play -----------------------------------------------------------------------------


@compiled
def note_play(
    tables: Tables, work: Work, course: Course | None, turn: Turn, picked: Picked
) -> None:
    """Keep a play, as `choose` and `note` do, and what wilds and special cards might have been.

    A card that is equal to others stands there as the first of them.
    """
    if course is not None:
        face = picked.face
        if one_card(picked.card) & turn.duty.specials == ZERO:
            face = tables.firsts[face]
        play = play_as(tables.firsts[picked.card], face)
        match = work.progress[MATCH]
        place = course.noted[match]
        course.noted[match] += 1
        course.decisions[match, place, 0] = picked.count
        course.decisions[match, place, 1] = picked.number
        course.decisions[match, place, 2] = play
        course.decisions[match, place, 3] = np.int64(as_first(tables, picked.allowed))
        course.decisions[match, place, 4] = sum_of_faces(
            turn.cards, turn.hand, turn.duty, tables.firsts
        )


@compiled
def pick_number(
    steady: Steady | None, tables: Tables, work: Work, deal: Deal, turn: Turn, count: Word
) -> Whole:
    """The number of the play that is picked: by the word alone where all seats play at random."""
    number = np.int64(picked_by(turn.word, count))
    if steady is not None:
        wanted = pick_play(steady, tables, work, turn.seat, deal, turn.so_far, turn.cards)
        number = wanted if wanted >= 0 else number
    return number


@compiled
def pick_card(tables: Tables, work: Work, deal: Deal, turn: Turn) -> Picked:
    """The play of a seat whose turn it is; out of none where nothing may be played."""
    _, hand, cards, duty, _, _ = turn
    if cards & (duty.wilds | (cards - ONE)) == ZERO:
        card = lowest(cards)
        return Picked(np.int64(1), np.int64(0), card, plain_face(card, duty), cards)
    if cards & duty.wilds == ZERO:
        plain = plain_plays(cards, cards, nothing_wild(duty))
        many = wide_bits(plain)
        number = pick_number(work.steady, tables, work, deal, turn, many)
        card = numbered(plain, number)
        return Picked(np.int64(many), number, card, plain_face(card, duty), plain)
    plain = plain_plays(cards, hand, duty)
    count, allowed = count_plays(plain, cards, hand, duty)
    number = pick_number(work.steady, tables, work, deal, turn, np.uint64(count))
    card, face = numbered_play(plain, cards, hand, duty, number)
    return Picked(count, number, card, face, allowed)


@compiled
def play_trick(
    tables: Tables,
    work: Work,
    course: Course | None,
    deal: Deal,
    rules: CardRules,
    heights: Array,
    leader: Whole,
    trick: Whole,
    first_word: Whole,
    by_card: Whole,
) -> Whole:
    """Play one trick from that word on; the claim that wins it, NO_CLAIM where nobody may play."""
    hands = work.hands
    players = np.uint64(len(hands))
    seat, word = np.uint64(leader), np.uint64(first_word)
    led: Word = ZERO
    free, best = tables.pack_set[0], NO_CLAIM
    kept, asked = kept_now(rules, work.progress[BROKEN]), nothing_asked(0)
    lain, worth = ZERO, np.int64(0)
    duty = opening_duty(rules, free, kept)
    for step in range(players):
        hand: Word = hands[seat]
        cards = first_of_each(hand, rules.firsts, rules.lasts)
        if rules.top:
            first = work.progress[FIRST]
            cards = one_card(top_card(work.pack, first, len(hands), trick, np.int64(seat)))
        after = np.int64(players - ONE - step)
        so_far = TrickSoFar(led, to_beat(rules, best), after, np.int64(trick), free, kept, asked)
        drawn = np.uint64(work.words[word])
        own = duty_to_ask(rules, asked, hand, led, heights, duty)
        turn = Turn(np.int64(seat), hand, cards, own, drawn, so_far)
        picked = pick_card(tables, work, deal, turn)
        if picked.count == 0:
            return NO_CLAIM
        note_play(tables, work, course, turn, picked)
        card = picked.card
        face = card if rules.wilds == ZERO else picked.face  # only a wild stands for another card
        hands[seat] = hand ^ one_card(card)
        special = (one_card(card) & rules.specials) != ZERO
        wild = not special and (one_card(card) & rules.wilds) != ZERO
        play = way_played(tables, rules, asked, card, picked.face)
        opens = step == ZERO or (asked.waits != 0 and not special)
        if step == ZERO and special:
            led, asked = suit_asked(tables, play), asked_by(rules, play)
        elif step == ZERO:
            led, asked = tables.suit_masks[np.uint64(face)], nothing_asked(1)
        elif opens:
            led, asked = after_first_suit(led, asked, tables.suit_masks[np.uint64(face)])
        lain |= ZERO if special else one_card(face)
        if by_card:
            value = tables.values[tables.scenes[deal.scene, VALUES] + by_card + face]
            worth += np.int64(0) if special else value
        height = height_in_trick(heights, face, led, asked, lift_of(rules, card, wild))
        height = height_of_special(play, np.int64(step)) if special else height
        best = max(best, claim_of(rules, height, step))
        free = without_face(free, face, rules.copies) if wild else free
        if opens or wild or rules.follows >> LISTED != 0:  # what is owed stays as it is otherwise
            duty = duty_of(rules, led, free, heights, to_beat(rules, best))
        word += np.uint64(LANES)
        seat = seat + ONE if seat + ONE < players else ZERO
    if lain & rules.kept != ZERO:
        work.progress[BROKEN] = 1
    work.progress[LAIN_WORTH] = worth
    return best


@compiled
def play_by(
    tables: Tables,
    work: Work,
    course: Course | None,
    deal: Deal,
    rules: CardRules,
    leader: Whole,
    by_card: Whole,
) -> bool:
    """Play every trick of a deal by its rules; false where nothing may be played.

    `by_card` is how far behind the values of tricks those of cards stand, 0 where they have none.
    """
    match = work.progress[MATCH]
    first_value = tables.scenes[deal.scene, VALUES]
    values = tables.values[first_value : first_value + deal.cards]
    heights = tables.heights[tables.orders[deal.way], deal.trump]
    word = work.progress[DECISION] * LANES + work.progress[LANE]
    by_strength = tables.scenes[deal.scene, BY_STRENGTH] != 0
    for trick in range(len(values)):
        best = play_trick(tables, work, course, deal, rules, heights, leader, trick, word, by_card)
        if best == NO_CLAIM:
            return False
        leader = claim_seat(rules, best, leader, np.int64(len(work.hands)))
        word += LANES * len(work.hands)
        work.tricks[leader] += 1
        value = values[trick]
        if by_strength:
            value = value_by_strength(tables, first_value, deal.cards, trick, best)
        work.points[leader] += value + work.progress[LAIN_WORTH]
        if course is not None:
            course.taken[match, deal.number, trick] = leader
    return True


@compiled_apart
def play_plain(
    tables: Tables, work: Work, course: Course | None, deal: Deal, leader: Whole, by_card: Whole
) -> bool:
    """As `play_in_full` by usual rules without wilds, where all cards are different."""
    rules = card_rules(tables, deal.way, deal.trump)
    plain = usual_rules(rules, ZERO, EVERY_CARD, EVERY_CARD, FIRST_WINS)
    return play_by(tables, work, course, deal, plain, leader, by_card)


@compiled_apart
def play_with_wilds(
    tables: Tables, work: Work, course: Course | None, deal: Deal, leader: Whole, by_card: Whole
) -> bool:
    """As `play_in_full` by usual rules with wilds, where all cards are different."""
    rules = card_rules(tables, deal.way, deal.trump)
    wild = usual_rules(rules, rules.wilds, EVERY_CARD, EVERY_CARD, FIRST_WINS)
    return play_by(tables, work, course, deal, wild, leader, by_card)


@compiled_apart
def play_equal_cards(
    tables: Tables, work: Work, course: Course | None, deal: Deal, leader: Whole, by_card: Whole
) -> bool:
    """As `play_in_full` by usual rules without wilds, where cards are equal: apart from it, too."""
    rules = card_rules(tables, deal.way, deal.trump)
    equal = usual_rules(rules, ZERO, rules.firsts, rules.lasts, rules.flip)
    return play_by(tables, work, course, deal, equal, leader, by_card)


@compiled_apart
def play_in_full(
    tables: Tables, work: Work, course: Course | None, deal: Deal, leader: Whole, by_card: Whole
) -> bool:
    """As `play_by`, whatever the rules: apart, so that others are as fast as without."""
    rules = card_rules(tables, deal.way, deal.trump)
    return play_by(tables, work, course, deal, rules, leader, by_card)


@compiled_apart
def play_specials(
    tables: Tables, work: Work, course: Course | None, deal: Deal, leader: Whole, by_card: Whole
) -> bool:
    """As `play_in_full` with special cards of which nothing is said: apart from it, too."""
    rules = plain_specials(card_rules(tables, deal.way, deal.trump))
    return play_by(tables, work, course, deal, rules, leader, by_card)


@compiled
def play_tricks(
    tables: Tables, work: Work, course: Course | None, deal: Deal, leader: Whole
) -> bool:
    """Play every trick of a deal; false where nothing may be played."""
    for seat in range(len(work.hands)):
        work.tricks[seat] = 0
        work.points[seat] = 0
    work.progress[BROKEN] = 0
    rules = card_rules(tables, deal.way, deal.trump)
    by_card = tables.scenes[deal.scene, BY_CARD]
    different = is_usual(rules) and all_different(rules)
    if different and rules.wilds == ZERO:
        return play_plain(tables, work, course, deal, leader, by_card)
    if different and rules.copies == 1:
        return play_with_wilds(tables, work, course, deal, leader, by_card)
    if is_usual(rules) and rules.wilds == ZERO:
        return play_equal_cards(tables, work, course, deal, leader, by_card)
    if has_plain_specials(rules):
        return play_specials(tables, work, course, deal, leader, by_card)
    return play_in_full(tables, work, course, deal, leader, by_card)


# --- a whole deal -------------------------------------------------------------------------


@compiled_apart
def play_deal(
    tables: Tables,
    work: Work,
    course: Course | None,
    pack: Array,
    out: Results,
    number: Whole,
    match: Whole,
    lane: Whole,
) -> bool:
    """Play a deal of one match, whose words and cards are in a lane; false where stuck."""
    players = len(work.hands)
    dealer = work.dealers[match]
    first = next_seat(dealer, players)
    work.progress[MATCH], work.progress[LANE], work.progress[DECISION], work.progress[FIRST] = (
        match,
        lane,
        0,
        first,
    )
    copy_past(work.past, work.pasts[:, :, match])
    forget_blind(tables, work.past)
    way, none = tables.plain_ways[number], np.int64(0)
    cards = pick_cards(tables, work, course, Deal(number, way, none, none, none))
    deal_cards(pack, lane, LANES, first, cards, work.hands, work.pack)
    way = plain_way(tables, number, cards)
    caller = caller_of(tables, way, number, dealer, work.winners[match])
    called = pick_call(tables, work, course, caller, Deal(number, way, none, cards, none))
    if tables.ways[way, CALLED_BY] != 0:
        out.calls[number, match] = called
    way = way_called(tables, number, called, cards)
    scene = scene_of(tables, number, called, cards)
    auction = tables.scenes[scene, AUCTION_BIDS] > 0
    if auction:
        deal = Deal(number, way, scene, cards, settled_trump(tables, way))
        word = hold_auction(tables, work, course, deal)
        if word == 0:
            throw_in(tables, work, out, match, deal)
            return True
        win_auction(tables, work, out, deal, word)
    won = work.progress[AUCTION_WINNER]
    trump = settle_trump(tables, work, course, caller, Deal(number, way, scene, cards, none))
    deal = Deal(number, way, scene, cards, trump)
    drawn = work.progress[DRAWN_BIDDER]
    bidder = first_bidder_of(tables, way, dealer, caller, drawn, won, players)
    # said of every match: what stands there may be from another, in which others were called
    out.bidders[number, match] = bidder if tables.ways[way, FIRST_BIDDER] == DRAWN_FIRST else -1
    if not make_bids(tables, work, course, deal, bidder):
        return False
    if named_late(tables, way) or trump == -TURNED:
        trump = name_trump(tables, work, course, caller, deal)
        deal = Deal(number, way, scene, cards, trump)
    out.cards[number, match] = cards
    out.trumps[number, match] = trump
    leader = leader_of(tables, way, dealer, caller, won, work.bids)
    if not play_tricks(tables, work, course, deal, leader):
        return False
    if not end_deal(tables, work, out, match, deal):
        return False
    if auction:
        keep_auction(work.pasts[:, :, match], won, np.int64(0))
    return True
