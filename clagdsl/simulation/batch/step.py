"""What an action does to a board, compiled: from one decision of a match to the next.

The phases follow each other as in `clagdsl.engine.transition`.  Nothing here judges whether an
action may be done: that is the work of `legal_mask`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from clagdsl.lang.philox import MATCH_LIMIT
from clagdsl.simulation.batch.batch_state import (
    AS,
    AUCTION,
    AUCTION_WINNER,
    BID,
    BID_BLIND,
    BIDDEN,
    BIDDER,
    BIDDER_LOT,
    BIDS,
    BROKEN,
    CALL,
    CALLED,
    CALLER,
    CARD,
    CARDS,
    COMPLETED,
    DEAL,
    DEALER,
    DECISIONS,
    ENDED,
    ENDS,
    FACE,
    FAILED,
    FINISHED,
    HIGHEST,
    KIND,
    LAIN,
    LEADER,
    LOOK,
    LOOKED,
    MADE,
    MAKE_BID,
    MAKE_CALL,
    MOVES,
    NAME,
    NAME_TRUMP,
    NUMBER,
    OVER,
    PACK_LIES,
    PASS,
    PASSED,
    PHASE,
    PICK_CARDS,
    PLAY,
    PLAY_SPECIAL,
    PLAY_TOP,
    POINTS,
    SAID,
    SAY,
    SCENE,
    SEAT,
    SEEN,
    SIZE,
    SUBJECT,
    SUIT_LOT,
    TOP_SPECIAL,
    TOTAL,
    TRICKS,
    TRUMP,
    TURNED,
    VOIDS,
    WAY,
    WINNER,
    Boards,
    Plan,
)
from clagdsl.simulation.batch.legal_mask import (
    card_on_top,
    equal_held,
    lying,
    top_face,
    trick_so_far,
    word_said,
)
from clagdsl.simulation.batch.rng import draw_lot, draw_pack
from clagdsl.simulation.batch.shown_voids import cannot_hold
from clagdsl.simulation.jit import compiled, compiled_apart, compiled_entry
from clagdsl.simulation.kernels.bits import ZERO, lowest
from clagdsl.simulation.kernels.cardset import one_card, without_face
from clagdsl.simulation.kernels.deal_phases import (
    DRAWN_FIRST,
    caller_of,
    deal_cards,
    dealt_first,
    first_bidder_of,
    forget_blind,
    keep_auction,
    leader_of,
    may_look,
    named_in_auction,
    named_late,
    namer_of,
    next_seat,
    plain_way,
    said_number,
    said_trump,
    scene_of,
    settled_bid,
    settled_trump,
    turned_late,
    turned_trump,
    way_called,
    way_to_name,
)
from clagdsl.simulation.kernels.early_ends import ends_here
from clagdsl.simulation.kernels.past_figures import copy_past, end_row
from clagdsl.simulation.kernels.philox_rounds import BIDDER_DRAWN, TRUMP_DRAWN
from clagdsl.simulation.kernels.philox_rounds import FIRST_DEALER as DEALER_DRAWN
from clagdsl.simulation.kernels.results import (
    move_past,
    next_dealer,
    score_deal,
    win_deal,
)
from clagdsl.simulation.kernels.trick_rules import (
    card_rules,
    claim_seat,
    value_by_strength,
)
from clagdsl.simulation.lowering.arrays import (
    AUCTION_BIDS,
    BID_RULE,
    BY_CARD,
    BY_STRENGTH,
    CALLED_BY,
    DRAWN_TRUMP,
    FIRST_BIDDER,
    FIRST_SUIT,
    LAST_CARD,
    SETTLED_TRUMP,
    SIGHT,
    TRUMP_RULE,
    VALUES,
    Array,
    Sheet,
    Tables,
    Whole,
)
from clagdsl.simulation.lowering.layout import SUITS

LAST_MATCH: Final = MATCH_LIMIT - 1


# --- the beginning of a match and of a deal -----------------------------------------------


@compiled_entry
def begin_matches(tables: Tables, boards: Boards) -> None:
    """Bring every match to its first decision."""
    for match in range(len(boards.progress)):
        begin_match(tables, boards, match)


@compiled_apart
def begin_match(tables: Tables, boards: Boards, match: Whole) -> None:
    """Bring a match to its first decision; its number stands on the board already."""
    progress = boards.progress[match]
    progress[DEAL] = 0
    progress[DEALER] = boards.hands.shape[1] - 1
    if tables.drawn_dealer[0]:
        players = boards.hands.shape[1]
        progress[DEALER] = draw_lot(boards.seed, progress[NUMBER], 1, DEALER_DRAWN, players)
    progress[WINNER] = progress[DEALER]
    progress[MOVES] = 0
    boards.sums[match] = 0
    boards.past[match] = 0
    boards.history[match] = -1
    _begin_deal(tables, boards, match)


@compiled
def _begin_deal(tables: Tables, boards: Boards, match: Whole) -> None:
    clear_deal(tables, boards, match)
    open_deal(tables, boards, match)


@compiled_apart
def clear_deal(tables: Tables, boards: Boards, match: Whole) -> None:
    """Take away all that is left of the deal before; the number of the deal stands there."""
    progress, sums = boards.progress[match], boards.sums[match]
    progress[PACK_LIES] = 0
    progress[BIDDER_LOT] = progress[SUIT_LOT] = -1
    progress[CALLED] = progress[CALLER] = progress[TRUMP] = progress[TURNED] = progress[LEADER] = -1
    progress[BIDDER] = progress[AUCTION_WINNER] = -1
    progress[HIGHEST] = 0
    progress[BROKEN] = 0
    progress[SEEN] = progress[LAIN] = progress[FINISHED] = progress[MADE] = progress[
        BIDDEN
    ] = progress[DECISIONS] = 0
    sums[:, TRICKS] = 0
    sums[:, POINTS] = 0
    sums[:, BIDS] = -1
    sums[:, CARD] = -1
    sums[:, FACE] = -1
    sums[:, SAID] = 0
    sums[:, PASSED] = 0
    sums[:, LOOKED] = 0
    sums[:, VOIDS] = 0
    forget_blind(tables, boards.past[match])
    boards.hands[match] = ZERO
    if boards.lacking.shape[0] > 0:
        boards.lacking[match] = ZERO
    boards.free[match] = tables.pack_set[0]
    boards.played[match] = 0
    progress[WAY] = tables.plain_ways[progress[DEAL]]
    progress[SCENE] = -1


@compiled_apart
def open_deal(tables: Tables, boards: Boards, match: Whole) -> None:
    """Bring a deal of which nothing has happened to its first decision."""
    progress = boards.progress[match]
    low, high = tables.sizes[progress[DEAL], 0], tables.sizes[progress[DEAL], 1]
    if high > low:
        progress[CARDS] = 0
        progress[PHASE] = SIZE
        progress[SEAT] = progress[DEALER]
    else:
        progress[CARDS] = low
        _deal(tables, boards, match)


@compiled_apart
def _deal(tables: Tables, boards: Boards, match: Whole) -> None:
    progress, pack = boards.progress[match], boards.packs[match]
    if progress[PACK_LIES]:
        pass
    elif boards.given.shape[0] > 0:
        for place in range(len(pack)):
            pack[place] = boards.given[match, progress[DEAL], place]
    else:
        draw_pack(boards.seed, progress[NUMBER], progress[DEAL] + 1, tables.pack, pack)
    first = dealt_first(tables, progress[WAY], progress[CARDS])
    _deal_hands(boards, match, first)
    _settle(tables, boards, match)
    sight = tables.ways[progress[WAY], SIGHT]
    if sight == 0 or (sight == 1 and tables.ways[progress[WAY], BID_RULE] != 0):
        progress[SEEN] = 1
    if tables.ways[progress[WAY], CALLED_BY] == 0:
        _after_call(tables, boards, match, np.int64(0))
        return
    progress[CALLER] = caller_of(
        tables, progress[WAY], progress[DEAL], progress[DEALER], progress[WINNER]
    )
    progress[SEAT] = progress[CALLER]
    progress[PHASE] = CALL


@compiled_apart
def _deal_hands(boards: Boards, match: Whole, cards: Whole) -> None:
    """Deal so many cards to each, those that they have already with them."""
    progress, pack, hands = boards.progress[match], boards.packs[match], boards.hands[match]
    deal_cards(pack, next_seat(progress[DEALER], len(hands)), cards, hands)


@compiled
def _settle(tables: Tables, boards: Boards, match: Whole) -> None:
    """What the rules alone settle: trump and bids that nobody chooses."""
    progress = boards.progress[match]
    progress[TRUMP] = max(settled_trump(tables, progress[WAY]), -1)
    boards.sums[match, :, BIDS] = settled_bid(tables, progress[WAY])


# --- from phase to phase ------------------------------------------------------------------


@compiled
def _caller(boards: Boards, match: Whole) -> Whole:
    """Who calls, the dealer where nothing is called."""
    progress = boards.progress[match]
    return progress[CALLER] if progress[CALLER] >= 0 else progress[DEALER]


@compiled_apart
def _after_call(tables: Tables, boards: Boards, match: Whole, called: Whole) -> None:
    progress = boards.progress[match]
    progress[SCENE] = scene_of(tables, progress[DEAL], called, progress[CARDS])
    if tables.scenes[progress[SCENE], AUCTION_BIDS] > 0:
        progress[SEAT] = next_seat(progress[DEALER], boards.hands.shape[1])
        progress[PHASE] = AUCTION
    else:
        _after_auction(tables, boards, match)


@compiled_apart
def _after_auction(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    way = progress[WAY]
    early = not named_late(tables, way) and not named_in_auction(tables, way)
    if tables.ways[way, TRUMP_RULE] >= 2 and early:
        _await_name(tables, boards, match)
    else:
        _after_name(tables, boards, match)


@compiled_apart
def _await_name(tables: Tables, boards: Boards, match: Whole) -> None:
    progress, bids = boards.progress[match], boards.sums[match, :, BIDS]
    caller = _caller(boards, match)
    progress[SEAT] = namer_of(tables, progress[WAY], progress[DEALER], caller, bids)
    progress[PHASE] = NAME


@compiled_apart
def _after_name(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    way = progress[WAY]
    if tables.ways[way, TRUMP_RULE] == 1 and not turned_late(tables, way):
        _turn(tables, boards, match)
    if tables.ways[way, TRUMP_RULE] == 1 and progress[TURNED] >= 0 and progress[TRUMP] < 0:
        _await_name(tables, boards, match)  # the dealer, for the special card that is turned
    else:
        _begin_bids(tables, boards, match)


@compiled_apart
def _begin_bids(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    if tables.ways[progress[WAY], BID_RULE] == 0:
        players, caller = boards.hands.shape[1], _caller(boards, match)
        if tables.ways[progress[WAY], FIRST_BIDDER] == DRAWN_FIRST:
            purpose, deal = BIDDER_DRAWN, progress[DEAL] + 1
            progress[BIDDER] = progress[BIDDER_LOT]
            if progress[BIDDER] < 0:
                progress[BIDDER] = draw_lot(boards.seed, progress[NUMBER], deal, purpose, players)
        drawn, won = progress[BIDDER], progress[AUCTION_WINNER]
        progress[SEAT] = first_bidder_of(
            tables, progress[WAY], progress[DEALER], caller, drawn, won, players
        )
        progress[PHASE] = BID
    else:
        _before_play(tables, boards, match)


@compiled_apart
def _turn(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    if tables.ways[progress[WAY], DRAWN_TRUMP]:
        purpose, deal = TRUMP_DRAWN, progress[DEAL] + 1
        suit = progress[SUIT_LOT]
        if suit < 0:
            suit = draw_lot(boards.seed, progress[NUMBER], deal, purpose, SUITS)
        progress[TRUMP] = FIRST_SUIT + suit
        return
    place = boards.hands.shape[1] * progress[CARDS]
    if place == boards.packs.shape[1]:
        if tables.ways[progress[WAY], LAST_CARD] == 0:
            progress[TRUMP] = tables.ways[progress[WAY], SETTLED_TRUMP]
            return
        place -= 1
    progress[TURNED] = boards.packs[match, place]
    naming = way_to_name(tables, progress[WAY], progress[TURNED])
    if naming == 0:
        progress[TRUMP] = turned_trump(tables, progress[TURNED])
    else:
        progress[TRUMP] = -1 if naming > 0 else 0


@compiled
def _looks_late(tables: Tables, way: Whole) -> bool:
    """Whether whoever has not yet looks at the own cards when all bids are made."""
    return bool(tables.ways[way, SIGHT] == 1 or may_look(tables, way))


@compiled_apart
def _after_bids(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    if named_late(tables, progress[WAY]):
        if _looks_late(tables, progress[WAY]):
            progress[SEEN] = 1
        _await_name(tables, boards, match)
    else:
        _before_play(tables, boards, match)


@compiled_apart
def _before_play(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    if turned_late(tables, progress[WAY]):
        _turn(tables, boards, match)
    if _looks_late(tables, progress[WAY]):
        progress[SEEN] = 1
    if progress[TRUMP] < 0:
        _await_name(tables, boards, match)
    else:
        _begin_play(tables, boards, match)


@compiled_apart
def _begin_play(tables: Tables, boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    bids, caller = boards.sums[match, :, BIDS], _caller(boards, match)
    won = progress[AUCTION_WINNER]
    progress[LEADER] = leader_of(tables, progress[WAY], progress[DEALER], caller, won, bids)
    progress[SEAT] = progress[LEADER]
    progress[PHASE] = PLAY


# --- actions ------------------------------------------------------------------------------


@compiled_apart
def perform(
    tables: Tables, plan: Plan, sheet: Sheet, boards: Boards, match: Whole, action: Whole
) -> bool:
    """Do a legal action and go on to the next decision; false where the tables have no answer."""
    progress = boards.progress[match]
    kind, subject = plan.meanings[action, KIND], plan.meanings[action, SUBJECT]
    if progress[MOVES] < boards.history.shape[1]:
        boards.history[match, progress[MOVES]] = action
    progress[MOVES] += 1
    progress[DECISIONS] += 1
    if kind in (MAKE_BID, BID_BLIND, LOOK):
        _bid(tables, boards, match, kind, subject)
    elif kind == NAME_TRUMP:
        progress[TRUMP] = subject
        if named_late(tables, progress[WAY]) or turned_late(tables, progress[WAY]):
            _begin_play(tables, boards, match)
        elif tables.ways[progress[WAY], TRUMP_RULE] == 1:
            _begin_bids(tables, boards, match)
        else:
            _deal_hands(boards, match, progress[CARDS])  # what is dealt later, too
            _after_name(tables, boards, match)
    elif kind in (PASS, SAY):
        word = np.int64(0)
        if kind == SAY:
            word = word_said(tables, progress[SCENE], subject, plan.meanings[action, AS])
        _say(tables, plan, sheet, boards, match, word)
    elif kind == PICK_CARDS:
        progress[CARDS] = subject
        progress[WAY] = plain_way(tables, progress[DEAL], subject)
        _deal(tables, boards, match)
    elif kind == MAKE_CALL:
        called = plan.call_places[plan.kinds[progress[DEAL]], subject]
        progress[CALLED] = called
        progress[WAY] = way_called(tables, progress[DEAL], called, progress[CARDS])
        _settle(tables, boards, match)
        _after_call(tables, boards, match, called)
    else:
        card, face = _card_and_face(tables, plan, boards, match, action)
        return _play(tables, plan, sheet, boards, match, card, face)
    return True


@compiled
def _card_and_face(
    tables: Tables, plan: Plan, boards: Boards, match: Whole, action: Whole
) -> tuple[Whole, Whole]:
    """The card that an action plays, and what it is played as."""
    progress, leads = boards.progress[match], np.int64(boards.progress[match, LAIN] == 0)
    kind, subject = plan.meanings[action, KIND], plan.meanings[action, SUBJECT]
    face = plan.meanings[action, AS]
    if kind in (PLAY_TOP, TOP_SPECIAL):
        card = card_on_top(boards, match)
        if kind == PLAY_TOP:
            return card, top_face(tables, boards, match, card, face)
        if tables.firsts[card] == subject:
            return card, plan.said_ways[leads, face]
        return card, top_face(tables, boards, match, card, np.int64(-1))
    card = lowest(equal_held(tables, boards.hands[match, progress[SEAT]], subject))
    if kind == PLAY_SPECIAL:
        return card, plan.said_ways[leads, face]
    return card, np.int64(0) if one_card(card) & tables.specials[0] != ZERO else face


@compiled
def _bid(tables: Tables, boards: Boards, match: Whole, kind: Whole, bid: Whole) -> None:
    """Bid, at sight or blind, or look at the own cards before that."""
    progress = boards.progress[match]
    players = boards.hands.shape[1]
    if kind == LOOK:
        boards.sums[match, progress[SEAT], LOOKED] = 1
        return
    if kind == BID_BLIND:
        boards.past[match, progress[SEAT], tables.past.blind[0]] = 1
    boards.sums[match, progress[SEAT], BIDS] = bid
    progress[BIDDEN] += bid
    progress[MADE] += 1
    if progress[MADE] == players:
        _after_bids(tables, boards, match)
    else:
        progress[SEAT] = next_seat(progress[SEAT], players)


@compiled
def _say(
    tables: Tables, plan: Plan, sheet: Sheet, boards: Boards, match: Whole, word: Whole
) -> None:
    """Say something in the auction, 0 to pass; the last of them ends it."""
    progress, sums = boards.progress[match], boards.sums[match]
    players, seat = boards.hands.shape[1], progress[SEAT]
    if word == 0:
        sums[seat, PASSED] = 1
    else:
        progress[HIGHEST] = sums[seat, SAID] = word
        progress[AUCTION_WINNER] = seat
    left = players
    for other in range(players):
        left -= sums[other, PASSED]
    if left > (progress[HIGHEST] > 0):
        following = next_seat(seat, players)
        while sums[following, PASSED]:
            following = next_seat(following, players)
        progress[SEAT] = following
    elif left == 0:
        _throw_in(tables, plan, sheet, boards, match)
    else:
        scene, word = progress[SCENE], progress[HIGHEST]
        number = said_number(tables, scene, word)
        keep_auction(boards.past[match], progress[AUCTION_WINNER], number)
        if named_in_auction(tables, progress[WAY]):
            progress[TRUMP] = said_trump(tables, scene, word)
        _after_auction(tables, boards, match)


@compiled
def _throw_in(tables: Tables, plan: Plan, sheet: Any, boards: Boards, match: Whole) -> None:
    """Nobody plays the deal, and nobody scores."""
    for seat in range(boards.hands.shape[1]):
        sheet.scores[seat] = 0
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
    progress, seat = boards.progress[match], boards.progress[match, SEAT]
    players = boards.hands.shape[1]
    _show_voids(tables, boards, match, card, face)
    boards.hands[match, seat] &= ~one_card(card)
    boards.played[match, card, 0] = seat
    boards.played[match, card, 1] = progress[FINISHED] + 1
    boards.sums[match, seat, CARD] = card
    boards.sums[match, seat, FACE] = face
    if one_card(card) & tables.wilds[progress[WAY]] != ZERO:
        boards.free[match] = without_face(boards.free[match], face, tables.copies[0])
    ordinary = one_card(card) & tables.specials[0] == ZERO
    kept = card_rules(tables, progress[WAY], progress[TRUMP]).kept
    if ordinary and one_card(face) & kept != ZERO:
        progress[BROKEN] = 1
    progress[LAIN] += 1
    if progress[LAIN] < players:
        progress[SEAT] = next_seat(seat, players)
        return True
    _win_trick(tables, boards, match)
    return progress[FINISHED] < progress[CARDS] or _score(tables, plan, sheet, boards, match)


@compiled_apart
def _show_voids(tables: Tables, boards: Boards, match: Whole, card: Whole, face: Whole) -> None:
    """What everybody learns that the seat does not hold, by what it plays; where that is kept."""
    if boards.lacking.shape[0] == 0:
        return
    progress = boards.progress[match]
    rules = card_rules(tables, progress[WAY], progress[TRUMP])
    heights = tables.heights[tables.orders[progress[WAY]], progress[TRUMP]]
    others = tables.pack_set[0] & ~rules.quiet & ~one_card(card)
    so_far = trick_so_far(tables, boards, match)
    lacking = cannot_hold(rules, so_far, heights, others, card, face)
    if lacking == ZERO:
        return
    boards.lacking[match, progress[SEAT]] |= lacking
    for suit in range(SUITS):
        of_suit = tables.by_suit[suit] & others
        if of_suit != ZERO and of_suit & ~lacking == ZERO:
            boards.sums[match, progress[SEAT], VOIDS] |= 1 << suit


@compiled_apart
def _win_trick(tables: Tables, boards: Boards, match: Whole) -> None:
    progress, sums = boards.progress[match], boards.sums[match]
    claim, trick = lying(tables, boards, match).best, progress[FINISHED]
    rules = card_rules(tables, progress[WAY], progress[TRUMP])
    winner = claim_seat(rules, claim, progress[LEADER], boards.hands.shape[1])
    first = tables.scenes[progress[SCENE], VALUES]
    value = tables.values[first + trick]
    if tables.scenes[progress[SCENE], BY_STRENGTH]:
        value = value_by_strength(tables, first, progress[CARDS], trick, claim)
    by_card = tables.scenes[progress[SCENE], BY_CARD]
    if by_card:
        for seat in range(boards.hands.shape[1]):
            if one_card(sums[seat, CARD]) & tables.specials[0] == ZERO:
                value += tables.values[first + by_card + sums[seat, FACE]]
    sums[winner, TRICKS] += 1
    sums[winner, POINTS] += value
    sums[:, CARD] = -1
    sums[:, FACE] = -1
    boards.free[match] = tables.pack_set[0]
    progress[FINISHED] += 1
    progress[LAIN] = 0
    progress[LEADER] = progress[SEAT] = winner


# --- scores and the end -------------------------------------------------------------------


@compiled_apart
def _score(tables: Tables, plan: Plan, sheet: Any, boards: Boards, match: Whole) -> bool:
    progress, sums = boards.progress[match], boards.sums[match]
    players = boards.hands.shape[1]
    for seat in range(players):
        sheet.bids[seat] = sums[seat, BIDS]
        sheet.tricks[seat] = sums[seat, TRICKS]
        sheet.points[seat] = sums[seat, POINTS]
    copy_past(sheet.past, boards.past[match])
    if not score_deal(tables, sheet, progress[SCENE]):
        return False
    if not move_past(tables, sheet, progress[SCENE]):
        return False
    copy_past(boards.past[match], sheet.past)
    if tables.scenes[progress[SCENE], AUCTION_BIDS] > 0:
        keep_auction(boards.past[match], progress[AUCTION_WINNER], np.int64(0))
    for seat in range(players):
        sums[seat, TOTAL] += sheet.scores[seat]
        sums[seat, FAILED] += sheet.done[seat] == 0
        sums[seat, COMPLETED] += sheet.done[seat] == 1
    _next_deal(tables, plan, sheet, boards, match)
    return True


@compiled_apart
def _next_deal(tables: Tables, plan: Plan, sheet: Any, boards: Boards, match: Whole) -> None:
    """Settle who has won a deal and who deals next; the next one begins, or the match is over."""
    progress = boards.progress[match]
    progress[WINNER] = win_deal(tables, progress[WAY], sheet.scores, progress[DEALER])
    if boards.results.cards.shape[0] > 0:
        _keep_results(tables, sheet, boards, match)
    progress[DEALER] = next_dealer(
        tables, progress[WAY], sheet.scores, progress[DEALER], progress[WINNER]
    )
    end_row(tables, boards.past[match], progress[DEAL])
    progress[DEAL] += 1
    if progress[DEAL] < len(tables.sizes) and not _is_over(plan, sheet, boards, match):
        _begin_deal(tables, boards, match)
    else:
        _end(boards, match)


@compiled
def _keep_results(tables: Tables, sheet: Any, boards: Boards, match: Whole) -> None:
    """Keep what a deal comes to that has just been scored, or thrown in."""
    progress, out, deal = boards.progress[match], boards.results, boards.progress[match, DEAL]
    way, scene = progress[WAY], progress[SCENE]
    out.cards[deal, match] = progress[CARDS]
    out.calls[deal, match] = progress[CALLED]
    out.dealers[deal, match] = progress[DEALER]
    out.trumps[deal, match] = max(progress[TRUMP], 0)
    out.deal_winners[deal, match] = progress[WINNER]
    if tables.ways[way, FIRST_BIDDER] == DRAWN_FIRST:
        out.bidders[deal, match] = progress[BIDDER]
    if tables.scenes[scene, AUCTION_BIDS] > 0:
        word = progress[HIGHEST]
        out.auctions[deal, match] = said_number(tables, scene, word) if word > 0 else np.int64(0)
        out.auction_winners[deal, match] = progress[AUCTION_WINNER]
    blind = tables.past.blind[0]
    for seat in range(boards.hands.shape[1]):
        sums = boards.sums[match, seat]
        out.bids[deal, seat, match] = sums[BIDS]
        out.tricks[deal, seat, match] = sums[TRICKS]
        out.scores[deal, seat, match] = sheet.scores[seat]
        out.completed[deal, seat, match] = sheet.done[seat]
        if blind >= 0:
            chosen = may_look(tables, way) and sums[BIDS] >= 0
            bid_so = boards.past[match, seat, blind] if chosen else np.int64(-1)
            out.blind[deal, seat, match] = bid_so


@compiled
def _is_over(plan: Plan, sheet: Any, boards: Boards, match: Whole) -> bool:
    """Whether the rules end a match after the deals that it has, whatever deals are left."""
    if len(plan.program) == 0:
        return False
    for seat in range(len(sheet.totals)):
        sheet.totals[seat] = boards.sums[match, seat, TOTAL]
    return ends_here(plan.program, sheet.stack, sheet.totals, boards.progress[match, DEAL])


@compiled
def _end(boards: Boards, match: Whole) -> None:
    progress = boards.progress[match]
    for seat in range(boards.hands.shape[1]):
        for place in range(3):
            boards.finals[match, seat, place] = boards.sums[match, seat, TOTAL + place]
    progress[DEAL] -= 1
    progress[ENDED] = 1
    progress[ENDS] += 1
    progress[PHASE] = OVER
    progress[SEAT] = -1


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
    """Do a legal action in every match that runs; false where the tables have no answer.

    `rewards` [match, seat] is filled with the points of deals that come to their end.  Matches
    that end begin anew where they `restart`, in the order of their places.
    """
    for match in range(len(boards.progress)):
        progress, sums = boards.progress[match], boards.sums[match]
        progress[ENDED] = 0
        rewards[match] = 0
        if progress[PHASE] == OVER:
            continue
        for seat in range(rewards.shape[1]):
            rewards[match, seat] = -sums[seat, TOTAL]
        if not perform(tables, plan, sheet, boards, match, actions[match]):
            return False
        for seat in range(rewards.shape[1]):
            rewards[match, seat] += sums[seat, TOTAL]
        begin_next(tables, boards, match, restart)
    return True


@compiled
def begin_next(tables: Tables, boards: Boards, match: Whole, restart: bool) -> None:
    """Begin the next match where one has ended, and matches restart."""
    if boards.progress[match, PHASE] == OVER and restart and boards.following[0] <= LAST_MATCH:
        boards.progress[match, NUMBER] = boards.following[0]
        boards.following[0] += 1
        begin_match(tables, boards, match)
