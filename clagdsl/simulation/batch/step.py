"""The compiled step machine: performs an action on a board and advances it to the next decision.

Input: the tables and plan of a game, the boards of a batch, and a legal action. The board is
modified in place, up to the next decision of any seat or to the end of the match.

The phases of a deal have the order of `clagdsl.engine.transition`:

    size, call, auction, name, bid, name, play

A deal stops only in the phases in which its rules leave a choice. Each `_after_` function continues
after a phase: it deals and turns up cards when due, and calls the next function if nobody has to
decide. The trump is named either before or after the bids.

- An action is assumed to be legal; `legal_mask` checks this.
- All chance is drawn with the seed at its documented address, unless packs or lots are supplied.
- A function returns False if the tables lack a value. The checker has proved that no match reaches
  such a value.

The vector engine (`clagdsl.simulation.vector`) implements the same phases for whole matches of
random players. This machine waits for external decisions: for learning, search and steady players.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from clagdsl.lang.philox import MATCH_LIMIT
from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.batch.legal_mask import (
    auction_bid_rank,
    cannot_hold,
    card_on_top,
    equal_held,
    legal_bids,
    open_trick,
    top_face,
    trick_so_far,
)
from clagdsl.simulation.batch.rng import BIDDER_DRAWN, TRUMP_DRAWN, draw_lot, draw_pack
from clagdsl.simulation.batch.rng import FIRST_DEALER as DEALER_DRAWN
from clagdsl.simulation.jit import compiled, compiled_entry, compiled_noinline
from clagdsl.simulation.kernels.bits import ZERO, lowest, one_card, without_face
from clagdsl.simulation.kernels.deal_phases import (
    DRAWN_FIRST,
    auction_bid_tricks,
    auction_bid_trump,
    caller_of,
    clear_blind,
    clear_row_history,
    copy_history,
    deal_cards,
    deal_winner,
    dealt_first,
    first_bidder_of,
    is_named_after_bids,
    is_turned_after_bids,
    last_turned,
    leader_of,
    may_look,
    named_in_auction,
    namer_of,
    next_dealer,
    next_seat,
    plain_way,
    record_auction,
    scene_of,
    score_deal,
    settled_bid,
    settled_trump,
    turned_trump,
    update_history,
    way_called,
)
from clagdsl.simulation.kernels.end_conditions import match_ends
from clagdsl.simulation.kernels.trick_rules import card_rules, claim_seat, value_by_strength
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Sheet, Tables, Whole
from clagdsl.simulation.lowering.layout import SUITS

LAST_MATCH: Final = MATCH_LIMIT - 1


# --- the beginning of a match and of a deal -----------------------------------------------


@compiled_entry
def begin_matches(tables: Tables, boards: Boards) -> None:
    """Advances every match to its first decision."""
    for match in range(len(boards.progress)):
        begin_match(tables, boards, match)


@compiled_noinline
def begin_match(tables: Tables, boards: Boards, match: Whole) -> None:
    """Advances a match to its first decision; the board must already have its match number."""
    progress = boards.progress[match]
    progress[board.DEAL] = 0
    progress[board.DEALER] = boards.hands.shape[1] - 1
    if tables.drawn_dealer[0]:
        players = boards.hands.shape[1]
        progress[board.DEALER] = draw_lot(
            boards.seed, progress[board.NUMBER], 1, DEALER_DRAWN, players
        )
    progress[board.WINNER] = progress[board.DEALER]
    progress[board.MOVES] = 0
    boards.sums[match] = 0
    boards.past[match] = 0
    boards.history[match] = -1
    _begin_deal(tables, boards, match)


@compiled
def _begin_deal(tables: Tables, boards: Boards, match: Whole) -> None:
    clear_deal(tables, boards, match)
    open_deal(tables, boards, match)


@compiled_noinline
def clear_deal(tables: Tables, boards: Boards, match: Whole) -> None:
    """Clears the previous deal from the board, which must already have the new deal's number."""
    progress, sums = boards.progress[match], boards.sums[match]
    progress[board.PACK_FIXED] = 0
    progress[board.BIDDER_LOT] = progress[board.SUIT_LOT] = -1
    progress[board.CALLED] = progress[board.CALLER] = progress[board.TRUMP] = progress[
        board.TURNED
    ] = progress[board.LEADER] = -1
    progress[board.BIDDER] = progress[board.AUCTION_WINNER] = -1
    progress[board.HIGHEST] = 0
    progress[board.BROKEN] = 0
    progress[board.SEEN] = progress[board.TRICK_CARDS] = progress[board.FINISHED] = progress[
        board.BIDS_MADE
    ] = progress[board.BID_SUM] = progress[board.DECISIONS] = 0
    sums[:, board.TRICKS] = 0
    sums[:, board.POINTS] = 0
    sums[:, board.BIDS] = -1
    sums[:, board.CARD] = -1
    sums[:, board.FACE] = -1
    sums[:, board.AUCTION_BID] = 0
    sums[:, board.PASSED] = 0
    sums[:, board.LOOKED] = 0
    sums[:, board.VOIDS] = 0
    clear_blind(tables, boards.past[match])
    boards.hands[match] = ZERO
    if boards.lacking.size:
        boards.lacking[match] = ZERO
    boards.free[match] = tables.pack_set[0]
    boards.played[match] = 0
    progress[board.WAY] = tables.plain_ways[progress[board.DEAL]]
    progress[board.SCENE] = -1


@compiled_noinline
def open_deal(tables: Tables, boards: Boards, match: Whole) -> None:
    """Advances an untouched deal to its first decision."""
    progress = boards.progress[match]
    low, high = tables.sizes[progress[board.DEAL], 0], tables.sizes[progress[board.DEAL], 1]
    if high > low:
        progress[board.CARDS] = 0
        progress[board.PHASE] = board.SIZE
        progress[board.SEAT] = progress[board.DEALER]
    else:
        progress[board.CARDS] = low
        _deal(tables, boards, match)


@compiled_noinline
def _deal(tables: Tables, boards: Boards, match: Whole) -> None:
    progress, pack = boards.progress[match], boards.packs[match]
    if tables.ways[progress[board.WAY], codes.DRAWS_BIDDER]:
        progress[board.BIDDER] = progress[board.BIDDER_LOT]
        if progress[board.BIDDER] < 0:
            progress[board.BIDDER] = draw_lot(
                boards.seed,
                progress[board.NUMBER],
                progress[board.DEAL] + 1,
                BIDDER_DRAWN,
                boards.hands.shape[1],
            )
    if progress[board.PACK_FIXED]:
        pass
    elif boards.supplied_packs.size:
        for place in range(len(pack)):
            pack[place] = boards.supplied_packs[match, progress[board.DEAL], place]
    else:
        draw_pack(boards.seed, progress[board.NUMBER], progress[board.DEAL] + 1, tables.pack, pack)
    first = dealt_first(tables, progress[board.WAY], progress[board.CARDS])
    _deal_hands(boards, match, first)
    _apply_settled_rules(tables, boards, match)
    sight = tables.ways[progress[board.WAY], codes.SIGHT]
    if sight == 0 or (sight == 1 and tables.ways[progress[board.WAY], codes.BID_RULE] != 0):
        progress[board.SEEN] = 1
    if tables.ways[progress[board.WAY], codes.CALLED_BY] == 0:
        _after_call(tables, boards, match, np.int64(0))
        return
    progress[board.CALLER] = caller_of(
        tables,
        progress[board.WAY],
        progress[board.DEAL],
        progress[board.DEALER],
        progress[board.WINNER],
    )
    progress[board.SEAT] = progress[board.CALLER]
    progress[board.PHASE] = board.CALL


@compiled_noinline
def _deal_hands(boards: Boards, match: Whole, cards: Whole) -> None:
    """Deals cards until each player has `cards` of them, including those already dealt."""
    progress, pack, hands = boards.progress[match], boards.packs[match], boards.hands[match]
    deal_cards(pack, next_seat(progress[board.DEALER], len(hands)), cards, hands)


@compiled
def _apply_settled_rules(tables: Tables, boards: Boards, match: Whole) -> None:
    """Sets the trump and the bids that the rules fix."""
    progress = boards.progress[match]
    progress[board.TRUMP] = max(settled_trump(tables, progress[board.WAY]), -1)
    boards.sums[match, :, board.BIDS] = settled_bid(tables, progress[board.WAY])


# --- from phase to phase ------------------------------------------------------------------


@compiled_noinline
def _after_call(tables: Tables, boards: Boards, match: Whole, called: Whole) -> None:
    progress = boards.progress[match]
    progress[board.SCENE] = scene_of(tables, progress[board.DEAL], called, progress[board.CARDS])
    if tables.scenes[progress[board.SCENE], codes.AUCTION_BIDS] > 0:
        progress[board.SEAT] = next_seat(progress[board.DEALER], boards.hands.shape[1])
        progress[board.PHASE] = board.AUCTION
    else:
        _after_auction(tables, boards, match)


@compiled_noinline
def _after_auction(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    way = progress[board.WAY]
    early = not is_named_after_bids(tables, way) and not named_in_auction(tables, way)
    if tables.ways[way, codes.TRUMP_RULE] >= 2 and early:
        _await_trump_name(tables, boards, match)
    else:
        _after_name(tables, boards, match)


@compiled_noinline
def _await_trump_name(tables: Tables, boards: Boards, match: Whole) -> None:
    progress, bids = boards.progress[match], boards.sums[match, :, board.BIDS]
    caller = boards.progress[match, board.CALLER]
    progress[board.SEAT] = namer_of(
        tables, progress[board.WAY], progress[board.DEALER], caller, bids
    )
    progress[board.PHASE] = board.NAME


@compiled_noinline
def _after_name(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    way = progress[board.WAY]
    if tables.ways[way, codes.TRUMP_RULE] == 1 and not is_turned_after_bids(tables, way):
        _turn_up_card(tables, boards, match)
    if (
        tables.ways[way, codes.TRUMP_RULE] == 1
        and progress[board.TURNED] >= 0
        and progress[board.TRUMP] < 0
    ):
        _await_trump_name(tables, boards, match)  # the special card turned up is named
    else:
        _begin_bids(tables, boards, match)


@compiled_noinline
def _begin_bids(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    if tables.ways[progress[board.WAY], codes.BID_RULE] == 0:
        players, caller = boards.hands.shape[1], boards.progress[match, board.CALLER]
        drawn, won = progress[board.BIDDER], progress[board.AUCTION_WINNER]
        progress[board.SEAT] = first_bidder_of(
            tables, progress[board.WAY], progress[board.DEALER], caller, drawn, won, players
        )
        progress[board.PHASE] = board.BID
    else:
        _before_play(tables, boards, match)


@compiled_noinline
def _turn_up_card(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    if tables.ways[progress[board.WAY], codes.DRAWN_TRUMP]:
        purpose, deal = TRUMP_DRAWN, progress[board.DEAL] + 1
        suit = progress[board.SUIT_LOT]
        if suit < 0:
            suit = draw_lot(boards.seed, progress[board.NUMBER], deal, purpose, SUITS)
        progress[board.TRUMP] = codes.FIRST_SUIT + suit
        return
    players, way = boards.hands.shape[1], progress[board.WAY]
    place = last_turned(tables, boards.packs[match], players, way, progress[board.CARDS])
    if place < 0:
        progress[board.TRUMP] = tables.ways[way, codes.SETTLED_TRUMP]
        return
    progress[board.TURNED] = boards.packs[match, place]
    progress[board.TRUMP] = turned_trump(tables, way, progress[board.TURNED])


@compiled
def _looks_after_bidding(tables: Tables, way: Whole) -> bool:
    """Returns whether players first see their cards after all bids."""
    return bool(tables.ways[way, codes.SIGHT] == 1 or may_look(tables, way))


@compiled_noinline
def _after_bids(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    if is_named_after_bids(tables, progress[board.WAY]):
        if _looks_after_bidding(tables, progress[board.WAY]):
            progress[board.SEEN] = 1
        _await_trump_name(tables, boards, match)
    else:
        _before_play(tables, boards, match)


@compiled_noinline
def _before_play(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    if is_turned_after_bids(tables, progress[board.WAY]):
        _turn_up_card(tables, boards, match)
    if _looks_after_bidding(tables, progress[board.WAY]):
        progress[board.SEEN] = 1
    if progress[board.TRUMP] < 0:
        _await_trump_name(tables, boards, match)
    else:
        _begin_play(tables, boards, match)


@compiled_noinline
def _begin_play(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    bids, caller = boards.sums[match, :, board.BIDS], boards.progress[match, board.CALLER]
    drawn, won = progress[board.BIDDER], progress[board.AUCTION_WINNER]
    progress[board.LEADER] = leader_of(
        tables, progress[board.WAY], progress[board.DEALER], caller, drawn, won, bids
    )
    progress[board.SEAT] = progress[board.LEADER]
    progress[board.PHASE] = board.PLAY


# --- actions ------------------------------------------------------------------------------


@compiled_noinline
def perform(
    tables: Tables, plan: Plan, sheet: Sheet, boards: Boards, match: Whole, action: Whole
) -> bool:
    """Performs a legal action and advances to the next decision.

    Returns False if the tables lack a value.
    """
    progress = boards.progress[match]
    kind, subject = plan.meanings[action, board.KIND], plan.meanings[action, board.SUBJECT]
    if progress[board.MOVES] < boards.history.shape[1]:
        boards.history[match, progress[board.MOVES]] = action
    progress[board.MOVES] += 1
    progress[board.DECISIONS] += 1
    if kind in (board.MAKE_BID, board.BID_BLIND, board.LOOK):
        _bid(tables, boards, match, kind, subject)
    elif kind == board.NAME_TRUMP:
        progress[board.TRUMP] = subject
        if is_named_after_bids(tables, progress[board.WAY]) or is_turned_after_bids(
            tables, progress[board.WAY]
        ):
            _begin_play(tables, boards, match)
        elif tables.ways[progress[board.WAY], codes.TRUMP_RULE] == 1:
            _begin_bids(tables, boards, match)
        else:
            _deal_hands(boards, match, progress[board.CARDS])  # some are dealt only now
            _after_name(tables, boards, match)
    elif kind in (board.PASS, board.BID_IN_AUCTION):
        word = np.int64(0)
        if kind == board.BID_IN_AUCTION:
            word = auction_bid_rank(
                tables, progress[board.SCENE], subject, plan.meanings[action, board.PLAYED_AS]
            )
        _act_in_auction(tables, plan, sheet, boards, match, word)
    elif kind == board.PICK_CARDS:
        progress[board.CARDS] = subject
        progress[board.WAY] = plain_way(tables, progress[board.DEAL], subject)
        _deal(tables, boards, match)
    elif kind == board.MAKE_CALL:
        called = plan.call_places[plan.kinds[progress[board.DEAL]], subject]
        progress[board.CALLED] = called
        progress[board.WAY] = way_called(
            tables, progress[board.DEAL], called, progress[board.CARDS]
        )
        _apply_settled_rules(tables, boards, match)
        _after_call(tables, boards, match, called)
    else:
        card, face = _card_and_face(tables, plan, boards, match, action)
        return _play(tables, plan, sheet, boards, match, card, face)
    return True


@compiled
def _card_and_face(
    tables: Tables, plan: Plan, boards: Boards, match: Whole, action: Whole
) -> tuple[Whole, Whole]:
    """Returns the card that an action plays and its face, the card that it is played as."""
    progress, leads = (
        boards.progress[match],
        np.int64(boards.progress[match, board.TRICK_CARDS] == 0),
    )
    kind, subject = plan.meanings[action, board.KIND], plan.meanings[action, board.SUBJECT]
    face = plan.meanings[action, board.PLAYED_AS]
    if kind in (board.PLAY_TOP, board.TOP_SPECIAL):
        card = card_on_top(boards, match)
        if kind == board.PLAY_TOP:
            return card, top_face(tables, boards, match, card, face)
        if tables.firsts[card] == subject:
            return card, plan.announced_ways[leads, face]
        return card, top_face(tables, boards, match, card, np.int64(-1))
    card = lowest(equal_held(tables, boards.hands[match, progress[board.SEAT]], subject))
    if kind == board.PLAY_SPECIAL:
        return card, plan.announced_ways[leads, face]
    return card, np.int64(0) if one_card(card) & tables.specials[0] != ZERO else face


@compiled
def _bid(tables: Tables, boards: Boards, match: Whole, kind: Whole, bid: Whole) -> None:
    """Makes a bid, blind or not, or reveals the cards to a player who looks before bidding."""
    progress = boards.progress[match]
    players = boards.hands.shape[1]
    if kind == board.LOOK:
        boards.sums[match, progress[board.SEAT], board.LOOKED] = 1
        return
    if kind == board.BID_BLIND:
        boards.past[match, progress[board.SEAT], tables.past.blind[0]] = 1
    seat = progress[board.SEAT]
    if progress[board.BIDS_MADE] == players:  # the bid replaces the first one
        progress[board.BID_SUM] += bid - boards.sums[match, seat, board.BIDS]
        boards.sums[match, seat, board.BIDS] = bid
        _after_bids(tables, boards, match)
        return
    boards.sums[match, seat, board.BIDS] = bid
    progress[board.BID_SUM] += bid
    progress[board.BIDS_MADE] += 1
    if progress[board.BIDS_MADE] == players:
        again = tables.ways[progress[board.WAY], codes.BIDS_AGAIN] != 0
        # the last in turn bids again if all bids together break the limit on the last one
        if again and (legal_bids(tables, boards, match) & one_card(bid)) == ZERO:
            return
        _after_bids(tables, boards, match)
    else:
        progress[board.SEAT] = next_seat(progress[board.SEAT], players)


@compiled
def _act_in_auction(
    tables: Tables, plan: Plan, sheet: Sheet, boards: Boards, match: Whole, word: Whole
) -> None:
    """Makes an auction bid, or passes if `word` is 0; ends the auction if it is decided."""
    progress, sums = boards.progress[match], boards.sums[match]
    players, seat = boards.hands.shape[1], progress[board.SEAT]
    if word == 0:
        sums[seat, board.PASSED] = 1
    else:
        progress[board.HIGHEST] = sums[seat, board.AUCTION_BID] = word
        progress[board.AUCTION_WINNER] = seat
    left = players
    for other in range(players):
        left -= sums[other, board.PASSED]
    if left > (progress[board.HIGHEST] > 0):
        following = next_seat(seat, players)
        while sums[following, board.PASSED]:
            following = next_seat(following, players)
        progress[board.SEAT] = following
    elif left == 0:
        _throw_in(tables, plan, sheet, boards, match)
    else:
        scene, word = progress[board.SCENE], progress[board.HIGHEST]
        number = auction_bid_tricks(tables, scene, word)
        record_auction(boards.past[match], progress[board.AUCTION_WINNER], number)
        if named_in_auction(tables, progress[board.WAY]):
            progress[board.TRUMP] = auction_bid_trump(tables, scene, word)
        _after_auction(tables, boards, match)


@compiled
def _throw_in(tables: Tables, plan: Plan, sheet: Any, boards: Boards, match: Whole) -> None:
    """Throws in a deal after everybody has passed: it is neither played nor scored."""
    for seat in range(boards.hands.shape[1]):
        sheet.bids[seat] = sheet.tricks[seat] = sheet.scores[seat] = 0
        sheet.done[seat] = -1
    _next_deal(tables, plan, sheet, boards, match)


@compiled
def _play(
    tables: Tables,
    plan: Plan,
    sheet: Sheet,
    boards: Boards,
    match: Whole,
    card: Whole,
    face: Whole,
) -> bool:
    progress, seat = boards.progress[match], boards.progress[match, board.SEAT]
    players = boards.hands.shape[1]
    _record_voids(tables, boards, match, card, face)
    boards.hands[match, seat] &= ~one_card(card)
    boards.played[match, card, 0] = seat
    boards.played[match, card, 1] = progress[board.FINISHED] + 1
    boards.sums[match, seat, board.CARD] = card
    boards.sums[match, seat, board.FACE] = face
    if one_card(card) & tables.wilds[progress[board.WAY]] != ZERO:
        boards.free[match] = without_face(boards.free[match], face, tables.copies[0])
    ordinary = one_card(card) & tables.specials[0] == ZERO
    kept = card_rules(tables, progress[board.WAY], progress[board.TRUMP]).kept
    if ordinary and one_card(face) & kept != ZERO:
        progress[board.BROKEN] = 1
    progress[board.TRICK_CARDS] += 1
    if progress[board.TRICK_CARDS] < players:
        progress[board.SEAT] = next_seat(seat, players)
        return True
    _win_trick(tables, boards, match)
    return progress[board.FINISHED] < progress[board.CARDS] or _score(
        tables, plan, sheet, boards, match
    )


@compiled_noinline
def _record_voids(tables: Tables, boards: Boards, match: Whole, card: Whole, face: Whole) -> None:
    """Records the cards that a play shows its seat cannot hold, if the board tracks them."""
    if not boards.lacking.size:
        return
    progress = boards.progress[match]
    rules = card_rules(tables, progress[board.WAY], progress[board.TRUMP])
    heights = tables.heights[tables.orders[progress[board.WAY]], progress[board.TRUMP]]
    others = tables.pack_set[0] & ~rules.quiet & ~one_card(card)
    so_far = trick_so_far(tables, boards, match)
    lacking = cannot_hold(rules, so_far, heights, others, card, face)
    if lacking == ZERO:
        return
    boards.lacking[match, progress[board.SEAT]] |= lacking
    for suit in range(SUITS + 1):
        of_suit = rules.by_suit[suit] & others
        if of_suit != ZERO and of_suit & ~lacking == ZERO:
            boards.sums[match, progress[board.SEAT], board.VOIDS] |= 1 << suit


@compiled_noinline
def _win_trick(tables: Tables, boards: Boards, match: Whole) -> None:
    progress, sums = boards.progress[match], boards.sums[match]
    claim, trick = open_trick(tables, boards, match).best, progress[board.FINISHED]
    rules = card_rules(tables, progress[board.WAY], progress[board.TRUMP])
    winner = claim_seat(rules, claim, progress[board.LEADER], boards.hands.shape[1])
    first = tables.scenes[progress[board.SCENE], codes.VALUES]
    value = tables.values[first + trick]
    if tables.scenes[progress[board.SCENE], codes.BY_STRENGTH]:
        order, cards = tables.orders[progress[board.WAY]], progress[board.CARDS]
        card, face = sums[winner, board.CARD], sums[winner, board.FACE]
        value = value_by_strength(tables, order, first, cards, trick, card, face)
    by_card = tables.scenes[progress[board.SCENE], codes.BY_CARD]
    if by_card:
        step = tables.scenes[progress[board.SCENE], codes.CARDS_STEP]
        by_card += step * min(progress[board.TRUMP], codes.FIRST_ORDER)
        for seat in range(boards.hands.shape[1]):
            counted = sums[seat, board.FACE]
            if one_card(sums[seat, board.CARD]) & tables.specials[0] != ZERO:
                counted = sums[seat, board.CARD]  # its face is the way in which it was played
            value += tables.values[first + by_card + counted]
    sums[winner, board.TRICKS] += 1
    sums[winner, board.POINTS] += value
    sums[:, board.FACE] = -1
    boards.free[match] = tables.pack_set[0]
    progress[board.FINISHED] += 1
    progress[board.TRICK_CARDS] = 0
    progress[board.LEADER] = progress[board.SEAT] = winner


# --- scores and the end -------------------------------------------------------------------


@compiled_noinline
def _score(tables: Tables, plan: Plan, sheet: Any, boards: Boards, match: Whole) -> bool:
    progress, sums = boards.progress[match], boards.sums[match]
    players = boards.hands.shape[1]
    for seat in range(players):
        sheet.bids[seat] = sums[seat, board.BIDS]
        sheet.tricks[seat] = sums[seat, board.TRICKS]
        sheet.points[seat] = sums[seat, board.POINTS]
    copy_history(sheet.past, boards.past[match])
    scene, trump = progress[board.SCENE], progress[board.TRUMP]
    if not score_deal(tables, sheet, scene, trump):
        return False
    if not update_history(tables, sheet, scene, trump):
        return False
    copy_history(boards.past[match], sheet.past)
    if tables.scenes[scene, codes.AUCTION_BIDS] > 0:
        record_auction(boards.past[match], progress[board.AUCTION_WINNER], np.int64(0))
    for seat in range(players):
        sums[seat, board.TOTAL] += sheet.scores[seat]
        sums[seat, board.FAILED] += sheet.done[seat] == 0
        sums[seat, board.COMPLETED] += sheet.done[seat] == 1
    _next_deal(tables, plan, sheet, boards, match)
    return True


@compiled_noinline
def _next_deal(tables: Tables, plan: Plan, sheet: Any, boards: Boards, match: Whole) -> None:
    """Determines the deal's winner and the next dealer, then begins a deal or ends the match."""
    progress = boards.progress[match]
    progress[board.WINNER] = deal_winner(
        tables, progress[board.WAY], sheet.scores, progress[board.DEALER]
    )
    if boards.results.cards.size:
        _store_results(tables, sheet, boards, match)
    for seat in range(len(sheet.totals)):
        sheet.totals[seat] = boards.sums[match, seat, board.TOTAL]
    progress[board.DEALER] = next_dealer(
        tables, progress[board.WAY], sheet, progress[board.DEALER], progress[board.WINNER]
    )
    clear_row_history(tables, boards.past[match], progress[board.DEAL])
    progress[board.DEAL] += 1
    if progress[board.DEAL] < len(tables.sizes) and not _is_over(plan, sheet, boards, match):
        _begin_deal(tables, boards, match)
    else:
        _end_match(boards, match)


@compiled
def _store_results(tables: Tables, sheet: Any, boards: Boards, match: Whole) -> None:
    """Stores the results of the deal just scored or thrown in."""
    progress, out, deal = boards.progress[match], boards.results, boards.progress[match, board.DEAL]
    way, scene = progress[board.WAY], progress[board.SCENE]
    out.cards[deal, match] = progress[board.CARDS]
    out.calls[deal, match] = progress[board.CALLED]
    out.dealers[deal, match] = progress[board.DEALER]
    out.trumps[deal, match] = max(progress[board.TRUMP], 0)
    out.deal_winners[deal, match] = progress[board.WINNER]
    if tables.ways[way, codes.FIRST_BIDDER] == DRAWN_FIRST:
        out.bidders[deal, match] = progress[board.BIDDER]
    if tables.scenes[scene, codes.AUCTION_BIDS] > 0:
        word = progress[board.HIGHEST]
        out.auctions[deal, match] = (
            auction_bid_tricks(tables, scene, word) if word > 0 else np.int64(0)
        )
        out.auction_winners[deal, match] = progress[board.AUCTION_WINNER]
    blind = tables.past.blind[0]
    for seat in range(boards.hands.shape[1]):
        sums = boards.sums[match, seat]
        out.bids[deal, seat, match] = sums[board.BIDS]
        out.tricks[deal, seat, match] = sums[board.TRICKS]
        out.scores[deal, seat, match] = sheet.scores[seat]
        out.completed[deal, seat, match] = sheet.done[seat]
        if blind >= 0:
            chosen = may_look(tables, way) and sums[board.BIDS] >= 0
            bid_so = boards.past[match, seat, blind] if chosen else np.int64(-1)
            out.blind[deal, seat, match] = bid_so


@compiled
def _is_over(plan: Plan, sheet: Any, boards: Boards, match: Whole) -> bool:
    """Returns whether the match ends early, given the deals played so far."""
    if len(plan.program) == 0:
        return False
    figures = boards.sums[match, :, board.TOTAL : board.TOTAL + 3]
    return match_ends(plan.program, sheet.stack, figures, boards.progress[match, board.DEAL])


@compiled
def _end_match(boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    for seat in range(boards.hands.shape[1]):
        for place in range(3):
            boards.finals[match, seat, place] = boards.sums[match, seat, board.TOTAL + place]
    progress[board.DEAL] -= 1
    progress[board.ENDED] = 1
    progress[board.ENDS] += 1
    progress[board.PHASE] = board.OVER
    progress[board.SEAT] = -1


@compiled_entry
def step_matches(
    tables: Tables,
    plan: Plan,
    sheet: Sheet,
    boards: Boards,
    actions: Array,
    rewards: Array,
    restart: bool,
) -> bool:
    """Performs a legal action in every unfinished match; returns False if the tables lack a value.

    `rewards` [match, seat] receives the points for deals that end. If `restart`, the next matches
    of the seed replace those that finish, in the order of places.
    """
    for match in range(len(boards.progress)):
        progress, sums = boards.progress[match], boards.sums[match]
        progress[board.ENDED] = 0
        rewards[match] = 0
        if progress[board.PHASE] == board.OVER:
            continue
        for seat in range(rewards.shape[1]):
            rewards[match, seat] = -sums[seat, board.TOTAL]
        if not perform(tables, plan, sheet, boards, match, actions[match]):
            return False
        for seat in range(rewards.shape[1]):
            rewards[match, seat] += sums[seat, board.TOTAL]
        begin_next(tables, boards, match, restart)
    return True


@compiled
def begin_next(tables: Tables, boards: Boards, match: Whole, restart: bool) -> None:
    """Begins the next match if this one has ended and matches restart."""
    if (
        boards.progress[match, board.PHASE] == board.OVER
        and restart
        and boards.following[0] <= LAST_MATCH
    ):
        boards.progress[match, board.NUMBER] = boards.following[0]
        boards.following[0] += 1
        begin_match(tables, boards, match)
