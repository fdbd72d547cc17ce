"""The phases of a deal, driven by tables, for all compiled code.

- Input: the `Tables` of a game, made by lowering, and the state of one deal.
- Output: answers for the step machine (`batch`), steady seats (`seat_policies`) and search: whose
  turn it is, the trump, the allowed bids, and the scores.

A *way* is a deal with its calls made, one row of `Tables.ways`.  A *scene* is a way with a number
of cards, one row of `Tables.scenes`.  Each phase looks up its rules in one of these rows;
`lowering.arrays` documents the columns.  The functions do not allocate.  Functions that can always
produce a result return it; those that look up scores return False if the table has no entry.

The vector engine implements the same phases over lanes (`vector.phases`); tests compare both with
the interpreter.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from clagdsl.simulation.jit import compiled, compiled_noinline
from clagdsl.simulation.kernels.bits import ZERO, one_card
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import ROW_BEST, ROW_MADE, Array, Sheet, Tables, Whole, Word

ELDEST_NAMES: Final = 4
"""In the column `NAMED_BY`: eldest names the trump."""

DRAWN_FIRST: Final = 4
"""In the column `FIRST_BIDDER`: the first bidder is drawn by lot."""

AUCTION_FIRST: Final = 6
"""In the column `FIRST_BIDDER`: the auction winner bids first."""

HIGHEST_LEADS: Final = 3
"""In the column `LEADER`: the highest bidder leads."""

AUCTION_LEADS: Final = 4
"""In the column `LEADER`: the auction winner leads."""

FIRST_LEADS: Final = 5
"""In the column `LEADER`: the first bidder leads, or eldest if the bids are not in turn."""


class Deal(NamedTuple):
    """The state of a deal before play; functions never read a field that is not known yet."""

    number: Whole  # the index of the deal in the schedule, 0-based
    way: Whole
    scene: Whole
    cards: Whole
    trump: Whole  # negative while unknown: see `settled_trump`


@compiled
def next_seat(seat: Whole, players: Whole) -> Whole:
    """Returns the next seat to the left."""
    return seat + 1 if seat + 1 < players else 0


@compiled
def deal_cards(pack: Array, first: Whole, cards: Whole, hands: Array) -> None:
    """Deals each player `cards` cards, one at a time, starting with the seat `first`."""
    players = len(hands)
    seat = first
    for step in range(players):
        hand = ZERO
        for place in range(np.uint64(step), np.uint64(players * cards), np.uint64(players)):
            hand |= one_card(pack[place])
        hands[seat] = hand
        seat = next_seat(seat, players)


# --- calls --------------------------------------------------------------------------------


@compiled
def caller_of(tables: Tables, way: Whole, deal: Whole, dealer: Whole, winner: Whole) -> Whole:
    """Returns the caller; `winner` is the seat that won the previous deal."""
    return winner if tables.ways[way, codes.CALLED_BY] == 2 and deal > 0 else dealer


@compiled
def plain_way(tables: Tables, deal: Whole, cards: Whole) -> Whole:
    """Returns the way of a deal with this many cards, before any call."""
    way = tables.plain_ways[deal]
    return way + tables.ways[way, codes.BY_SIZE] * (cards - tables.sizes[deal, 0])


@compiled
def way_called(tables: Tables, deal: Whole, called: Whole, cards: Whole) -> Whole:
    """Returns the way of a deal after a call, or its only way if it has no calls."""
    way = plain_way(tables, deal, cards)
    first = tables.ways[way, codes.FIRST_CALLED]
    return first + called if tables.ways[way, codes.CALLED_BY] != 0 else way


@compiled
def scene_of(tables: Tables, deal: Whole, called: Whole, cards: Whole) -> Whole:
    """Returns the scene of a deal with this many cards, after call number `called`."""
    low, high = tables.sizes[deal, 0], tables.sizes[deal, 1]
    row = tables.first_scenes[deal] + called * (high - low + 1) + cards - low
    return tables.scene_numbers[row]


# --- the auction --------------------------------------------------------------------------


@compiled
def auction_bid_tricks(tables: Tables, scene: Whole, word: Whole) -> Whole:
    """Returns the number of tricks in an auction bid; the lowest bid is word 1."""
    row = tables.scenes[scene]
    return row[codes.AUCTION_LOW] + (word - 1) // row[codes.AUCTION_SUITS]


@compiled
def auction_bid_trump(tables: Tables, scene: Whole, word: Whole) -> Whole:
    """Returns the trump in an auction bid."""
    row = tables.scenes[scene]
    place = (word - 1) % row[codes.AUCTION_SUITS]
    return (row[codes.AUCTION_TRUMPS] >> (codes.AUCTION_TRUMP_BITS * place)) & (
        (1 << codes.AUCTION_TRUMP_BITS) - 1
    )


@compiled
def named_in_auction(tables: Tables, way: Whole) -> bool:
    """Returns whether the winning auction bid determines the trump."""
    return bool(tables.ways[way, codes.NAMED_BY] == codes.IN_AUCTION)


@compiled
def record_auction(past: Array, winner: Whole, number: Whole) -> None:
    """Records the auction as the last history figure: the winner's number of tricks, else 0."""
    last = past.shape[1] - 1
    for seat in range(past.shape[0]):
        past[seat, last] = number if seat == winner else 0


# --- bids made blind ----------------------------------------------------------------------


@compiled
def may_look(tables: Tables, way: Whole) -> bool:
    """Returns whether players may choose between looking at their cards and bidding blind."""
    return bool(tables.ways[way, codes.SIGHT] == codes.BY_CHOICE)


@compiled
def clear_blind(tables: Tables, past: Array) -> None:
    """Resets the flags for blind bids at the start of a deal."""
    if tables.past.blind[0] >= 0:
        for seat in range(past.shape[0]):
            past[seat, tables.past.blind[0]] = 0


# --- trump --------------------------------------------------------------------------------


@compiled
def settled_trump(tables: Tables, way: Whole) -> Whole:
    """Returns the trump if the rules determine it, otherwise the negated `TRUMP_RULE`."""
    rule = tables.ways[way, codes.TRUMP_RULE]
    return tables.ways[way, codes.SETTLED_TRUMP] if rule == 0 else -rule


@compiled
def turned_trump(tables: Tables, way: Whole, card: Whole) -> Whole:
    """Returns the trump determined by a turned card; -1 if the dealer names it."""
    code = tables.on_turned[tables.ways[way, codes.ON_TURNED] + card]
    if code == codes.MAKES_SUIT:
        return codes.FIRST_SUIT + tables.suit_of[card]
    return np.int64(-1) if code > 0 else np.int64(0)


@compiled
def way_to_name(tables: Tables, way: Whole, card: Whole) -> Whole:
    """Returns the way in which the dealer names the trump after this card is turned up, or a code
    of `on_turned`.
    """
    return tables.on_turned[tables.ways[way, codes.ON_TURNED] + card]


@compiled
def last_turned(tables: Tables, pack: Array, players: Whole, way: Whole, cards: Whole) -> Whole:
    """Returns the place in the pack of the last card turned up, which decides the trump; -1 if all
    cards are dealt and the last one is not shown.

    After some cards the next one is turned, as long as one is left.
    """
    place = players * cards
    if place == len(pack):
        return place - 1 if tables.ways[way, codes.LAST_CARD] else np.int64(-1)
    while place + 1 < len(pack) and (
        way_to_name(tables, way, np.int64(pack[place])) == codes.TURNS_AGAIN
    ):
        place += 1
    return place


@compiled
def turned_aside(tables: Tables, pack: Array, players: Whole, way: Whole, cards: Whole) -> Word:
    """Returns the cards turned up as a mask, without the dealer's last card."""
    aside: Word = ZERO
    row = tables.ways[way]
    if row[codes.TRUMP_RULE] == 1 and row[codes.DRAWN_TRUMP] == 0 and players * cards < len(pack):
        for place in range(players * cards, last_turned(tables, pack, players, way, cards) + 1):
            aside = aside | one_card(pack[place])
    return aside


@compiled
def is_turned_after_bids(tables: Tables, way: Whole) -> bool:
    """Returns whether the trump is turned or drawn only after all bids."""
    row = tables.ways[way]
    return bool(row[codes.TRUMP_RULE] == 1 and row[codes.SHOWN] != 0 and row[codes.BID_RULE] == 0)


@compiled
def naming_way(tables: Tables, pack: Array, players: Whole, deal: Deal) -> Whole:
    """Returns the way that defines the choice of trumps: the deal's or that of the turn-up's case;
    not above 0 if nobody names it.
    """
    if tables.ways[deal.way, codes.TRUMP_RULE] != 1:
        return deal.way
    place = last_turned(tables, pack, players, deal.way, deal.cards)
    return np.int64(-1) if place < 0 else way_to_name(tables, deal.way, np.int64(pack[place]))


@compiled
def first_named(tables: Tables, way: Whole) -> Whole:
    """Returns the first trump that may be named."""
    return tables.ways[way, codes.FIRST_NAMED]


@compiled
def count_named(tables: Tables, way: Whole) -> Whole:
    """Returns the number of trumps that may be named."""
    return tables.ways[way, codes.NAMED_COUNT]


@compiled
def nth_named(tables: Tables, way: Whole, number: Whole) -> Whole:
    """Returns the trump at a 0-based position among those that may be named.

    If playing without trumps is one of the choices, it comes last.
    """
    if tables.ways[way, codes.OR_NONE] and number == tables.ways[way, codes.NAMED_COUNT] - 1:
        return np.int64(0)
    return np.int64(first_named(tables, way) + number)


@compiled
def is_named_after_bids(tables: Tables, way: Whole) -> bool:
    """Returns whether the trump is named after all bids."""
    return bool(tables.ways[way, codes.NAMED_BY] == 2)


@compiled
def namer_of(tables: Tables, way: Whole, dealer: Whole, caller: Whole, bids: Array) -> Whole:
    """Returns the player who names the trump; `caller` is the dealer if the deal has no calls."""
    names = tables.ways[way, codes.NAMED_BY]
    if names == 2:
        return highest_bidder(bids, dealer)
    if names == ELDEST_NAMES:
        return next_seat(dealer, len(bids))
    return caller if names == 1 else dealer


@compiled
def dealt_first(tables: Tables, way: Whole, cards: Whole) -> Whole:
    """Returns the number of a player's `cards` cards dealt before the trump is named."""
    first = tables.ways[way, codes.FIRST_CARDS]
    return min(first, cards) if first > 0 else cards


@compiled
def seen_by_namer(
    tables: Tables, way: Whole, cards: Whole, players: Whole, pack: Array, hand: Word
) -> Word:
    """Returns the cards of a hand that are dealt before the trump is named."""
    first = dealt_first(tables, way, cards)
    if first == cards:
        return hand
    dealt = ZERO
    for place in range(players * first):
        dealt = dealt | one_card(pack[place])
    return hand & dealt


@compiled
def highest_bidder(bids: Array, dealer: Whole) -> Whole:
    """Returns the highest bidder; among equal bids, the first from the dealer's left."""
    players = len(bids)
    highest = seat = next_seat(dealer, players)
    for _ in range(players):
        if bids[seat] > bids[highest]:
            highest = seat
        seat = next_seat(seat, players)
    return highest


# --- bids and play ------------------------------------------------------------------------


@compiled
def allowed_bids(
    tables: Tables,
    scene: Whole,
    bids: Array,
    seat: Whole,
    earlier: Whole,
    total: Whole,
    further: Whole,
) -> Word:
    """Returns a mask of the bids that a seat may make, after `earlier` bids that add up to `total`.

    `bids` has the bid of every seat.  `further` is the offset for the seat's history: see
    `bid_limit_offset`.
    """
    start = tables.scenes[scene, codes.LIMITS] + further
    last = earlier == len(bids) - 1
    if tables.scenes[scene, codes.CONDITION_STEP]:
        return bids_meeting_limits(tables, tables.scenes[scene], bids, seat, earlier, total, start)
    if last:
        start += tables.scenes[scene, codes.LIMIT_SPAN]
    return tables.limits[start + total]


@compiled
def bids_together(tables: Tables, way: Whole) -> bool:
    """Returns whether all players bid simultaneously."""
    return bool(tables.ways[way, codes.FIRST_BIDDER] == codes.TOGETHER)


@compiled
def earlier_bids(
    tables: Tables, way: Whole, players: Whole, made: Whole, total: Whole, own: Whole
) -> tuple[Whole, Whole]:
    """Returns the number and the sum of the bids with which the next bid must meet the limits.

    `made` bids add up to `total`.  If players bid simultaneously, nobody knows another's bid.
    After that, the player who bids again knows all; `own` is that player's first bid.
    """
    if not bids_together(tables, way):
        return made, total
    if made < players:
        return np.int64(0), np.int64(0)
    return players - 1, total - own


@compiled_noinline
def bids_meeting_limits(
    tables: Tables,
    row: Array,
    bids: Array,
    seat: Whole,
    earlier: Whole,
    total: Whole,
    start: Whole,
) -> Word:
    """Returns a mask of the allowed bids under limits that read more than the sum of the bids.

    If no bid meets both limits, the `otherwise` of the last bid applies first, then that of each
    bid.
    """
    players = len(bids)
    previous, highest, other = np.int64(-1), np.int64(-1), seat
    for number in range(earlier):
        other = other - 1 if other > 0 else players - 1
        if number == 0:
            previous = np.int64(bids[other])
        highest = max(highest, np.int64(bids[other]))
    start += row[codes.SUM_STEP] * total + row[codes.PREVIOUS_STEP] * (previous + 1)
    start += row[codes.HIGHEST_STEP] * (highest + 1)
    step = row[codes.CONDITION_STEP]
    each = bids_meeting(tables, row, bids, seat, earlier, start)
    each_otherwise = bids_meeting(tables, row, bids, seat, earlier, start + step)
    each = each_otherwise if each == ZERO else each
    if earlier < players - 1:
        return each
    last = bids_meeting(tables, row, bids, seat, earlier, start + 2 * step)
    # where no bid meets the limit on the last one, none meets both either
    last_otherwise = bids_meeting(tables, row, bids, seat, earlier, start + 3 * step)
    last = last_otherwise if each & last == ZERO else last
    each = each_otherwise if each & last == ZERO else each
    return each & last


@compiled
def bids_meeting(
    tables: Tables, row: Array, bids: Array, seat: Whole, earlier: Whole, start: Whole
) -> Word:
    """Returns a mask of the bids that meet a condition, whose masks begin at `start`."""
    step = row[codes.SAME_STEP]
    mask = tables.limits[start]
    if step == 0:
        return mask
    other = seat
    # only bids that others have made have another number of equal bids than 0
    for _ in range(earlier):
        other = other - 1 if other > 0 else len(bids) - 1
        bid, same = bids[other], np.int64(0)
        for place in range(len(bids)):
            before = seat - place - 1
            before += len(bids) if before < 0 else 0
            same += place < earlier and bids[before] == bid
        mask = (mask & ~one_card(bid)) | (tables.limits[start + step * same] & one_card(bid))
    return mask


@compiled
def settled_bid(tables: Tables, way: Whole) -> Whole:
    """Returns the bid that the rules fix for everybody, or -1 if they do not fix one."""
    return (
        tables.ways[way, codes.FIXED_BID] if tables.ways[way, codes.BID_RULE] == 1 else np.int64(-1)
    )


@compiled
def first_bidder_of(
    tables: Tables,
    way: Whole,
    dealer: Whole,
    caller: Whole,
    drawn: Whole,
    won: Whole,
    players: Whole,
) -> Whole:
    """Returns the first bidder.

    `caller` is the dealer if the deal has no calls, `drawn` the seat drawn by lot, and `won` the
    auction's winner.
    """
    bids = tables.ways[way, codes.FIRST_BIDDER]
    if bids == 0:
        return next_seat(dealer, players)
    if bids == DRAWN_FIRST:
        return drawn
    if bids == 3:
        return dealer - 1 if dealer > 0 else players - 1
    if bids == codes.TOGETHER:
        again = tables.ways[way, codes.BIDS_AGAIN]
        if again == 0:
            return np.int64(0)
        eldest = next_seat(dealer, players)
        return eldest if again == 2 else next_seat(eldest, players)
    if bids == AUCTION_FIRST:
        return won
    return dealer if bids == 1 else caller


@compiled
def leader_of(
    tables: Tables,
    way: Whole,
    dealer: Whole,
    caller: Whole,
    drawn: Whole,
    won: Whole,
    bids: Array,
) -> Whole:
    """Returns the leader of the first trick.

    `caller`, `drawn` and `won` are those of `first_bidder_of`.
    """
    leads = tables.ways[way, codes.LEADER]
    if leads == FIRST_LEADS and not bids_together(tables, way):
        return first_bidder_of(tables, way, dealer, caller, drawn, won, len(bids))
    if leads == AUCTION_LEADS:
        return won
    if leads == HIGHEST_LEADS:
        return highest_bidder(bids, dealer)
    if leads == 0 or leads == FIRST_LEADS:
        return next_seat(dealer, len(bids))
    return dealer if leads == 1 else caller


# --- history -------------------------------------------------------------------------------
# History: runs, tallies, and figures from earlier deals in the same row of the schedule.  Many
# games do not use any.  `past` is [seat, figure].  A table has entries for every value of each
# figure that it depends on; a step is the distance between the entries for adjacent values.


@compiled
def bid_limit_offset(tables: Tables, past: Array, scene: Whole, seat: Whole) -> Whole:
    """Returns the offset in `limits` for a seat's history."""
    further = np.int64(0)
    for one in range(past.shape[1]):
        further += tables.past.limit_steps[scene, one] * past[seat, one]
    return further


@compiled
def score_offset(tables: Tables, past: Array, scene: Whole, seat: Whole) -> Whole:
    """Returns the offset in `scores` for a seat's history."""
    further = np.int64(0)
    for one in range(past.shape[1]):
        figure = past[seat, one]
        if tables.past.kinds[one] == ROW_BEST:
            figure = tables.past.best_places[figure]
        further += tables.past.score_steps[scene, one] * figure
    return further


@compiled
def clear_row_history(tables: Tables, past: Array, deal: Whole) -> None:
    """Resets the figures for a row of the schedule after its last deal."""
    if not tables.past.ends_row[deal]:
        return
    for one in range(past.shape[1]):
        if tables.past.kinds[one] >= ROW_MADE:
            for seat in range(past.shape[0]):
                past[seat, one] = 0


@compiled
def copy_history(to: Array, source: Array) -> None:
    """Copies every seat's history."""
    for seat in range(source.shape[0]):
        for one in range(source.shape[1]):
            to[seat, one] = source[seat, one]


# --- results of a deal: scores, contracts, the winner, the next dealer ----------------------------


@compiled
def common_score_offset(row: Array, bids: Array, tricks: Array) -> Whole:
    """Returns the part of the offset in `scores` that is equal for all seats in this deal."""
    place = row[codes.SCORES]
    if (
        row[codes.MOST_STEP]
        | row[codes.MOST_COUNT_STEP]
        | row[codes.MAKERS_STEP]
        | row[codes.BIDS_STEP]
        | row[codes.HIGHEST_BID_STEP]
    ):
        most = most_count = makers = total = highest = 0
        for seat in range(len(bids)):
            if tricks[seat] > most:
                most, most_count = tricks[seat], 0
            most_count += tricks[seat] == most
            makers += tricks[seat] == bids[seat]
            total += bids[seat]
            highest = max(highest, bids[seat])
        place += row[codes.MOST_STEP] * most + row[codes.MOST_COUNT_STEP] * most_count
        place += row[codes.MAKERS_STEP] * makers + row[codes.BIDS_STEP] * total
        place += row[codes.HIGHEST_BID_STEP] * highest
    return place


@compiled
def same_bids_offset(row: Array, bids: Array, seat: Whole) -> Whole:
    """Returns the part of the offset in `scores` for the other seats with the same bid."""
    same = np.int64(0)
    if row[codes.SAME_BIDS_STEP]:
        for other in range(len(bids)):
            same += other != seat and bids[other] == bids[seat]
    return row[codes.SAME_BIDS_STEP] * same


@compiled
def trump_offset(row: Array, trump: Whole) -> Whole:
    """Returns the part of the offset in `scores` that depends on what is trump."""
    return row[codes.TRUMP_STEP] * min(trump, codes.FIRST_ORDER)


@compiled_noinline
def update_history(tables: Tables, sheet: Sheet, scene: Whole, trump: Whole) -> bool:
    """Updates every seat's history after a scored deal; returns False if a table has no entry."""
    last = sheet.past.shape[1] - 1
    for one in range(sheet.past.shape[1]):
        if not tables.past.counts[scene, one]:
            continue
        kind = tables.past.kinds[one]
        if kind >= codes.ROW_MADE:
            for seat in range(sheet.past.shape[0]):
                if kind == codes.ROW_MADE:
                    sheet.past[seat, one] += sheet.tricks[seat] == sheet.bids[seat]
                elif sheet.scores[seat] > sheet.past[seat, one]:
                    sheet.past[seat, one] = sheet.scores[seat]
            continue
        row = tables.past.rows[scene, one]
        common = common_score_offset(row, sheet.bids, sheet.tricks) + trump_offset(row, trump)
        for seat in range(sheet.past.shape[0]):
            place = (
                common
                + row[codes.BID_STEP] * sheet.bids[seat]
                + row[codes.TRICKS_STEP] * sheet.tricks[seat]
            )
            place += row[codes.POINTS_STEP] * sheet.points[seat]
            place += same_bids_offset(row, sheet.bids, np.int64(seat))
            place += tables.past.auction_steps[scene, one] * sheet.past[seat, last]
            place += tables.past.blind_steps[scene, one] * sheet.past[seat, tables.past.blind[0]]
            place += tables.past.scored_steps[scene, one] * sheet.scores[seat]
            added = tables.past.added[place]
            if added == codes.NO_VALUE:
                return False
            if kind == codes.A_TALLY:
                sheet.past[seat, one] += added
            elif added:
                sheet.past[seat, one] += 1
            else:
                sheet.past[seat, one] = 0
    return True


@compiled_noinline
def score_deal(tables: Tables, sheet: Sheet, scene: Whole, trump: Whole) -> bool:
    """Fills in every seat's score; returns False if the tables have no entry for one."""
    row = tables.scenes[scene]
    common = common_score_offset(row, sheet.bids, sheet.tricks) + trump_offset(row, trump)
    by_bid, by_tricks, by_points = (
        row[codes.BID_STEP],
        row[codes.TRICKS_STEP],
        row[codes.POINTS_STEP],
    )
    for seat in range(np.uint64(len(sheet.bids))):
        place = common + by_bid * sheet.bids[seat] + by_tricks * sheet.tricks[seat]
        place += score_offset(tables, sheet.past, scene, np.int64(seat))
        place += same_bids_offset(row, sheet.bids, np.int64(seat))
        entry = np.uint64(place + by_points * sheet.points[seat])
        if entry >= np.uint64(len(tables.scores)) or tables.scores[entry] == codes.NO_VALUE:
            return False
        sheet.scores[seat] = tables.scores[entry]
        sheet.done[seat] = tables.completed[entry]
    return True


@compiled
def deal_winner(tables: Tables, way: Whole, scores: Array, dealer: Whole) -> Whole:
    """Returns the seat that wins a deal; among tied seats, the first from the dealer's left."""
    players = len(scores)
    highest = scores[0]
    for seat in range(1, players):
        highest = max(highest, scores[seat])
    least = 1 if tables.ways[way, codes.ANY_POINTS] and highest > 0 else highest
    seat = next_seat(dealer, players)
    while scores[seat] < least:
        seat = next_seat(seat, players)
    return seat


@compiled
def next_dealer(tables: Tables, way: Whole, sheet: Any, dealer: Whole, winner: Whole) -> Whole:
    """Returns the seat that deals next; `winner` won the current deal.

    Where figures are compared, the lowest deals next: of tied seats, the first from the dealer's
    left.
    """
    role = tables.ways[way, codes.NEXT_DEALER]
    due = seat = next_seat(dealer, len(sheet.scores))
    while role > 1 and seat != dealer:
        seat = next_seat(seat, len(sheet.scores))
        if _dealer_figure(role, sheet, seat) < _dealer_figure(role, sheet, due):
            due = seat
    return winner if role == 1 else due


@compiled
def _dealer_figure(role: Whole, sheet: Any, seat: Whole) -> Whole:
    """Returns the figure by which the loser, the most missed bid or the lowest total is found."""
    if role == 2:
        return sheet.scores[seat]
    if role == 3:
        return -abs(sheet.bids[seat] - sheet.tricks[seat])
    return sheet.totals[seat]
