"""Observations: what one seat sees of a board, as integer columns.

The columns are grouped into parts, listed in `PARTS`. Each shows only what
`clagdsl.engine.view.View` shows the seat, or what follows from the events in it, so nothing hidden
can leak into learning. Seats are counted in the direction of play, starting with the observer as 0.
Cards are in the pack's fixed order. Parts that a game does not need have no columns.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from clagdsl.simulation.batch import batch_state as board
from clagdsl.simulation.batch.batch_state import Boards, Plan
from clagdsl.simulation.jit import compiled, compiled_entry
from clagdsl.simulation.kernels.bits import ONE, ZERO, bits, lowest, one_card
from clagdsl.simulation.kernels.deal_phases import (
    auction_bid_tricks,
    auction_bid_trump,
    bids_together,
    turned_aside,
)
from clagdsl.simulation.lowering import arrays as codes
from clagdsl.simulation.lowering.arrays import Array, Tables, Whole
from clagdsl.simulation.lowering.layout import SUITS

# The parts of an observation, in their order.
PARTS: Final = (
    "phase",  # 1 for the phase of the decision
    "deal",  # the 1-based number of the deal
    "kind",  # 1 for the name of the deal
    "cards",  # the cards dealt to each player, 0 until known
    "called",  # 1 for each choice called
    "trump",  # 1 once known; then the priority of each suit as trump
    "unseen",  # the number of own cards that the seat cannot see
    "actor",  # 1 for the seat whose turn it is; from here on, columns are by seat
    "dealer",  # 1 for the dealer
    "caller",  # 1 for the caller
    "bidder",  # 1 for the first bidder if drawn by lot
    "passed",  # 1 for seats that have passed in the auction
    "said",  # the number of tricks of the seat's last auction bid, or 0
    "said_trump",  # 1 for the trump of that bid: none, then each suit
    "looked",  # 1 for seats that have looked at their cards before bidding
    "leader",  # 1 for the leader of the trick
    "held",  # the number of cards in hand
    "bids",  # the bid, -1 if not made or hidden
    "tricks",  # the tricks won in this deal
    "totals",  # the points of the match
    "failed",  # the contracts failed in the match
    "completed",  # the contracts completed in the match
    "past",  # the values of runs and tallies, item by item
    "hand",  # 1 for each own card that the seat sees
    "turned",  # 1 for each card turned up
    "trick",  # 1 for the face of the card that the seat has in the trick
    "played",  # the 1-based number of the trick in which the seat played the card
    "voids",  # 1 for each suit in which the seat has shown a void
    "shown",  # 1 for each card that the observer sees in another hand
    "low",  # 1 for seats that have played a special card low to the trick
    "asked",  # the demand of a special card that was led: see the columns below
)
(
    PHASE_PART,
    DEAL_PART,
    KIND_PART,
    CARDS_PART,
    CALLED_PART,
    TRUMP_PART,
    UNSEEN_PART,
    ACTOR_PART,
    DEALER_PART,
    CALLER_PART,
    BIDDER_PART,
    PASSED_PART,
    AUCTION_BID_PART,
    AUCTION_TRUMP_PART,
    LOOKED_PART,
    LEADER_PART,
    HELD_PART,
    BIDS_PART,
    TRICKS_PART,
    TOTALS_PART,
    FAILED_PART,
    COMPLETED_PART,
    PAST_PART,
    HAND_PART,
    TURNED_PART,
    TRICK_PART,
    PLAYED_PART,
    VOIDS_PART,
    SHOWN_PART,
    LOW_PART,
    DEMAND_PART,
) = range(len(PARTS))

RARE: Final = frozenset(PARTS[BIDDER_PART : LOOKED_PART + 1] + PARTS[SHOWN_PART:])
"""The parts that only some games have; if they have no columns, they are not listed."""

# The columns of `asked`, before those of the suits: the demand of a special card that was led.
DEMAND_NOTHING: Final = 0  # 1 if any card may follow
DEMAND_NEXT: Final = 1  # 1 if the next ordinary card determines the suit
DEMAND_HIGHEST: Final = 2  # 1 if the highest card of a suit is demanded
DEMAND_LOWEST: Final = 3  # 1 if the lowest is
DEMAND_SUITS: Final = 4  # 1 for the suit demanded; the first of four columns


def part_sizes(
    players: int,
    kinds: int,
    choices: int,
    remembered: int,
    size: int,
    *,
    draws: bool,
    shows: bool,
    auctions: bool,
    specials: bool,
    looks: bool,
    ranks_trumps: bool,
) -> tuple[int, ...]:
    """Returns the number of columns of each part, in the order of `PARTS`.

    `size` is the number of cards in the pack. These parts have 0 columns in some games:

    - `bidder` if the first bidder is never drawn by lot (not `draws`),
    - `past` without runs, tallies, auctions and blind bids,
    - `looked` without blind bids (not `looks`),
    - `shown` if players never see other hands (not `shows`),
    - `low` and `asked` without special cards that have powers.

    `voids` has a column more for each seat if the game ranks trumps (`ranks_trumps`).
    """
    auction_seats = players * auctions
    first = (
        *(players,) * 3,
        players * draws,
        auction_seats,
        auction_seats,
        (1 + SUITS) * auction_seats,
        players * looks,
    )
    by_seat = (*first, *(players,) * 7)
    by_card = (size, size, size * players, size * players)
    cards = (*by_card, (SUITS + ranks_trumps) * players, size * players * shows)
    past = players * remembered
    lying = (players * specials, (DEMAND_SUITS + SUITS) * specials)
    return (
        board.OVER + auctions,
        1,
        kinds,
        1,
        choices,
        1 + SUITS,
        1,
        *by_seat,
        past,
        *cards,
        *lying,
    )


@compiled_entry
def see_matches(tables: Tables, plan: Plan, boards: Boards, seats: Array, seen: Array) -> None:
    """Fills `seen` [match, column] with the observations of `seats`; zeros if a match is over."""
    for match in range(len(boards.progress)):
        seen[match] = 0
        if boards.progress[match, board.PHASE] != board.OVER:
            see_match(tables, plan, boards, match, seats[match], seen[match])


@compiled
def see_match(
    tables: Tables, plan: Plan, boards: Boards, match: Whole, seat: Whole, seen: Array
) -> None:
    """Fills `seen` [column], which is all zeros, with a seat's observation of one match.

    Once the match is over, it is the end of the last deal, with the final totals and without phase.
    """
    _see_deal(tables, plan, boards, match, seat, seen)
    _see_seats(tables, plan, boards, match, seat, seen)
    _see_cards(tables, plan, boards, match, seat, seen)
    if tables.ways[boards.progress[match, board.WAY], codes.SIGHT] == codes.OTHERS_ONLY:
        _see_hands(plan, boards, match, seat, seen)


@compiled
def _see_deal(
    tables: Tables, plan: Plan, boards: Boards, match: Whole, seat: Whole, seen: Array
) -> None:
    progress, parts = boards.progress[match], plan.parts
    if progress[board.PHASE] != board.OVER:
        seen[parts[PHASE_PART] + progress[board.PHASE] - (progress[board.PHASE] > board.OVER)] = 1
    seen[parts[DEAL_PART]] = progress[board.DEAL] + 1
    seen[parts[KIND_PART] + plan.kinds[progress[board.DEAL]]] = 1
    seen[parts[CARDS_PART]] = progress[board.CARDS]
    for choice in range(plan.choices.shape[1]):
        seen[parts[CALLED_PART] + choice] = plan.choices[progress[board.WAY], choice]
    if progress[board.TRUMP] >= 0:
        seen[parts[TRUMP_PART]] = 1
        for suit in range(SUITS):
            seen[parts[TRUMP_PART] + 1 + suit] = tables.priorities[progress[board.TRUMP], suit]
    hand: Whole = boards.hands[match, seat]
    if not (progress[board.SEEN] or boards.sums[match, seat, board.LOOKED]):
        seen[parts[UNSEEN_PART]] = bits(hand)


@compiled
def _see_seats(
    tables: Tables, plan: Plan, boards: Boards, match: Whole, observer: Whole, seen: Array
) -> None:
    progress, parts = boards.progress[match], plan.parts
    players = boards.hands.shape[1]
    hidden = (
        progress[board.PHASE] == board.BID
        and progress[board.BIDS_MADE] < players
        and bids_together(tables, progress[board.WAY])
    )
    for step in range(players):
        seat = (observer + step) % players
        sums = boards.sums[match, seat]
        hand: Whole = boards.hands[match, seat]
        seen[parts[ACTOR_PART] + step] = progress[board.SEAT] == seat
        seen[parts[DEALER_PART] + step] = progress[board.DEALER] == seat
        seen[parts[CALLER_PART] + step] = progress[board.CALLER] == seat
        if progress[board.BIDDER] == seat:
            seen[parts[BIDDER_PART] + step] = 1
        if sums[board.PASSED]:
            seen[parts[PASSED_PART] + step] = 1
        if sums[board.LOOKED]:
            seen[parts[LOOKED_PART] + step] = 1
        if sums[board.AUCTION_BID] > 0:
            bid, suits = sums[board.AUCTION_BID], (1 + SUITS) * step
            seen[parts[AUCTION_BID_PART] + step] = auction_bid_tricks(
                tables, progress[board.SCENE], bid
            )
            trump = auction_bid_trump(tables, progress[board.SCENE], bid)
            seen[parts[AUCTION_TRUMP_PART] + suits + trump] = 1
        seen[parts[LEADER_PART] + step] = progress[board.LEADER] == seat
        seen[parts[HELD_PART] + step] = bits(hand)
        seen[parts[BIDS_PART] + step] = -1 if hidden and step > 0 else sums[board.BIDS]
        seen[parts[TRICKS_PART] + step] = sums[board.TRICKS]
        seen[parts[TOTALS_PART] + step] = sums[board.TOTAL]
        seen[parts[FAILED_PART] + step] = sums[board.FAILED]
        seen[parts[COMPLETED_PART] + step] = sums[board.COMPLETED]
        suits = (parts[VOIDS_PART + 1] - parts[VOIDS_PART]) // players
        for suit in range(suits):
            seen[parts[VOIDS_PART] + suits * step + suit] = sums[board.VOIDS] >> suit & 1
        for one in range(boards.past.shape[2]):
            seen[parts[PAST_PART] + players * one + step] = boards.past[match, seat, one]
        if sums[board.FACE] >= 0:
            size, lies = boards.packs.shape[1], sums[board.FACE]
            if one_card(sums[board.CARD]) & tables.specials[0] != ZERO:
                lies = sums[board.CARD]
                _see_special(tables, plan, boards, match, seat, step, seen)
            seen[parts[TRICK_PART] + size * step + plan.places[lies]] = 1


@compiled
def _see_special(
    tables: Tables,
    plan: Plan,
    boards: Boards,
    match: Whole,
    seat: Whole,
    step: Whole,
    seen: Array,
) -> None:
    """Marks a special card that a seat has played to the trick and, if it was led, its demand."""
    sums, leads = boards.sums[match, seat], boards.progress[match, board.LEADER] == seat
    play = tables.special_plays[np.int64(leads), sums[board.CARD], sums[board.FACE]]
    if play & codes.PLAYED_HIGH == 0:
        seen[plan.parts[LOW_PART] + step] = 1
    if leads:
        start, suit = plan.parts[DEMAND_PART], play & codes.DEMANDED_SUIT
        if play & codes.ASKS_HIGHEST:
            seen[start + DEMAND_HIGHEST] = 1
        if play & codes.ASKS_LOWEST:
            seen[start + DEMAND_LOWEST] = 1
        if suit:
            seen[start + DEMAND_SUITS + suit - 1] = 1
        else:
            seen[start + (DEMAND_NEXT if play & codes.ASKS_NEXT else DEMAND_NOTHING)] = 1


@compiled
def _mark_cards(plan: Plan, seen: Array, start: Whole, cards: Whole) -> None:
    """Marks a set of cards; equal cards fill consecutive columns."""
    left = cards
    while left != ZERO:
        column = start + plan.places[lowest(left)]
        while seen[column]:
            column += 1
        seen[column] = 1
        left = left & (left - ONE)


@compiled
def _see_cards(
    tables: Tables, plan: Plan, boards: Boards, match: Whole, seat: Whole, seen: Array
) -> None:
    progress, parts = boards.progress[match], plan.parts
    players = boards.hands.shape[1]
    if progress[board.SEEN] or boards.sums[match, seat, board.LOOKED]:
        hand: Whole = boards.hands[match, seat]
        _mark_cards(plan, seen, parts[HAND_PART], hand)
    if progress[board.TURNED] >= 0:
        pack, way, cards = boards.packs[match], progress[board.WAY], progress[board.CARDS]
        turned: Whole = turned_aside(tables, pack, players, way, cards)
        if turned == ZERO:
            turned = one_card(progress[board.TURNED])
        _mark_cards(plan, seen, parts[TURNED_PART], turned)
    size = boards.packs.shape[1]
    for card in range(boards.played.shape[1]):
        trick = boards.played[match, card, 1]
        if trick > 0:
            step = (boards.played[match, card, 0] + players - seat) % players
            column = parts[PLAYED_PART] + size * step + plan.places[card]
            while seen[column]:  # equal cards of a seat: in the order of tricks
                earlier = min(seen[column], trick)
                trick = max(seen[column], trick)
                seen[column] = earlier
                column += 1
            seen[column] = trick


@compiled
def _see_hands(plan: Plan, boards: Boards, match: Whole, observer: Whole, seen: Array) -> None:
    """Marks the hands of all other seats in deals that show these and hide the observer's own."""
    players, size = boards.hands.shape[1], boards.packs.shape[1]
    for step in range(1, players):
        hand: Whole = boards.hands[match, (observer + step) % players]
        _mark_cards(plan, seen, plan.parts[SHOWN_PART] + size * step, hand)
