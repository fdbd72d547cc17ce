"""Matches that a seat cannot tell from the one that it sees, made by playing them again."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl import problems
from clagdsl.engine.actions import Action, Bid, DealPack, DrawBidder
from clagdsl.engine.decided import decided
from clagdsl.engine.events import (
    BidderDrawn,
    BidMade,
    CardsDealt,
    DealerDrawn,
    Event,
    FirstCardsDealt,
)
from clagdsl.engine.state import State, sit_down
from clagdsl.engine.view import View
from clagdsl.lang.cards import Suit
from clagdsl.lang.philox import SEED_LIMIT
from clagdsl.problems.model import IllegalAction
from clagdsl.table.table import Table
from clagdsl.worlds.lots import WorldLots
from clagdsl.worlds.seen_deal import PackDrawer, SeenDeal, lacking_cards, seen_deals
from clagdsl.worlds.spread import MOST_CASES, TooManyWaysError

MOST_WORLDS = 100_000
"""So many worlds are made at once at most."""


def worlds(view: View, table: Table, n: int, seed: int) -> tuple[State, ...]:
    """So many matches that the seat of a view cannot tell from its own.

    Every pack of the deal that fits what the seat has seen is as likely as another, whatever the
    others' bids make probable; deals that are over are the same in all of them.  A bid that is made
    and not told is any that is legal, each as likely.  Cards are dealt by chance after this deal.
    Each is checked: it gives the seat an equal view.  Raises ArgumentError.
    """
    if type(n) is not int or not 0 <= n <= MOST_WORLDS:
        raise problems.arguments.WrongWorlds(
            f"{n!r} worlds cannot be made: it is a number from 0 to {MOST_WORLDS:,}"
        ).error()
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    try:
        return _made(view, table, n, seed)
    except TooManyWaysError as error:
        raise problems.arguments.WrongWorlds(
            "there are too many ways to deal what this seat has not seen"
            f" (more than {MOST_CASES:,} cases of who holds what)"
        ).error() from error
    except (IllegalAction, ValueError, IndexError) as error:
        raise problems.arguments.WrongWorlds(
            "this view is of no match of these rules at this table"
        ).error() from error


def _made(view: View, table: Table, n: int, seed: int) -> tuple[State, ...]:
    deals = list(seen_deals(view.events, table))
    state = sit_down(table, dealer=_first_dealer(view.events, deals))
    for number, seen in enumerate(deals[:-1]):
        drawer = None if seen.cards is None else PackDrawer(seen)
        state = _played(state, seen, drawer, WorldLots(seed, 0, number + 1), table)
    if not deals:
        return (_checked(state, view),) * n
    last = deals[-1]
    drawer = None if last.cards is None else PackDrawer(last, lacking_cards(last, view.trump))
    return tuple(
        _checked(_played(state, last, drawer, WorldLots(seed, world, len(deals)), table), view)
        for world in range(n)
    )


def _checked(state: State, view: View) -> State:
    if state.view(view.seat) != view:
        raise ValueError("the seat could tell")
    return state


def _first_dealer(events: Sequence[Event], deals: Sequence[SeenDeal]) -> int | None:
    if deals:
        return deals[0].dealer
    return next((event.seat for event in events if isinstance(event, DealerDrawn)), None)


def _played(
    state: State, seen: SeenDeal, drawer: PackDrawer | None, lots: WorldLots, table: Table
) -> State:
    """The state after a deal has been played as it was seen, with a drawn pack."""
    for event in seen.events:
        if isinstance(event, CardsDealt | FirstCardsDealt) and state.phase == "deal":
            assert drawer is not None
            suit = _suit(seen, table, lots)
            state = state.apply(DealPack(drawer.drawn(lots), suit))
        action = _action(event, state, seen, lots)
        if action is not None:
            state = state.apply(action)
    return state


def _suit(seen: SeenDeal, table: Table, lots: WorldLots) -> Suit | None:
    """The suit that is drawn as trump, any of them where it has not been told."""
    if not table.draws_trump(table.schedule[seen.number - 1]):
        return None
    suits = table.deck.suits
    return seen.drawn_suit or suits[lots.below(len(suits))]


def _action(event: Event, state: State, seen: SeenDeal, lots: WorldLots) -> Action | None:
    """What was done, as far as somebody did something."""
    match event:
        case BidMade(bid=bid, blind=blind, seat=seat):
            told = bid if seen.told_bids is None else seen.told_bids[seat]
            return _any_bid(state, lots, blind=blind) if told is None else Bid(told, blind)
        case BidderDrawn(seat=seat):
            return DrawBidder(state.names[seat])
        case _:
            return decided(event)


def _any_bid(state: State, lots: WorldLots, *, blind: bool) -> Action:
    bids = [one for one in state.legal() if isinstance(one, Bid) and one.blind == blind]
    return bids[lots.below(len(bids))]
