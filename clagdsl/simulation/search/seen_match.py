"""A match as one of its seats has seen it, ready to be played again on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from clagdsl.engine.actions import Action, Bid
from clagdsl.engine.events import (
    BidderDrawn,
    BidMade,
    CallMade,
    CardPlayed,
    DealScored,
    Event,
    TrumpDrawn,
    decided,
)
from clagdsl.engine.seen_judgement import events_of_deal
from clagdsl.engine.view import View
from clagdsl.engine.worlds import PackDrawer, SeenDeal, WorldLots, seen_deals
from clagdsl.simulation.batch.standing_boards import (
    NOT_DRAWN,
    DrawnLots,
    MatchSoFar,
    numbered,
    said_play,
)
from clagdsl.simulation.lowering.layout import DECK
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.table import Table


def seen_match(view: View, table: Table, number_of: Callable[[Action], int]) -> MatchSoFar:
    """The match of a view, the cards that its seat has not seen lying anywhere.

    A bid that is made and not told is the lowest, and of contracts of deals before nothing is
    known: who looks at the board through the eyes of the seat sees neither.
    """
    events = events_of_deal(view)
    seen = next(seen_deals(events, table))
    lots = WorldLots(0, 0, view.deal)
    pack = None if seen.cards is None else PackDrawer(seen).drawn(lots)
    nothing = (0,) * view.players
    return MatchSoFar(
        deal=view.deal - 1,
        dealer=view.dealer,
        last_winner=_last_winner(view, events),
        totals=view.totals,
        failed=nothing,
        completed=nothing,
        past=view.past,
        pack=None if pack is None else numbered(pack, table.deck),
        lots=_lots(events),
        moves=tuple(number_of(action) for action in _actions(events, seen)),
    )


def _last_winner(view: View, events: tuple[Event, ...]) -> int:
    """Who has won the deal before, as far as this deal asks: whoever calls is known."""
    for event in events:
        if isinstance(event, CallMade):
            return event.seat
    if view.phase == "call":
        return view.own_seat
    for event in reversed(view.events):
        if isinstance(event, DealScored):
            return event.winner
    return view.dealer


def _lots(events: tuple[Event, ...]) -> DrawnLots:
    bidder = suit = NOT_DRAWN
    for event in events:
        if isinstance(event, BidderDrawn):
            bidder = event.seat
        elif isinstance(event, TrumpDrawn):
            suit = DECK.suits.index(event.suit)
    return DrawnLots(bidder, suit)


def _actions(events: tuple[Event, ...], seen: SeenDeal) -> Iterator[Action]:
    """What was done in the deal, in its order."""
    rules: DealRules = seen.rules
    lain = 0
    for event in events:
        if isinstance(event, CardPlayed):
            yield said_play(rules, event, leads=lain % rules.players == 0)
            lain += 1
        elif isinstance(event, BidMade) and event.bid is None:
            told = 0 if seen.told_bids is None else seen.told_bids[event.seat]
            yield Bid(told, event.blind)
        else:
            action = decided(event)
            if action is not None:
                yield action
