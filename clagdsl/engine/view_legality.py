"""Judges the legality of actions from a view alone.

The reasons of a referee who knows every card could reveal hidden cards. This module builds a
position from a view and judges that instead. So it cannot reveal information that is not in the
view.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from clagdsl.engine import legality
from clagdsl.engine.actions import Action, MakeCall, Play, read_action
from clagdsl.engine.events import (
    AuctionSaid,
    BidderDrawn,
    BidMade,
    BidsTold,
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsPicked,
    DealBegun,
    Event,
    FirstCardsDealt,
    HandSeen,
    Looked,
    Passed,
    TrickWon,
)
from clagdsl.engine.match_state import CardPlay, Dealing, PlayedTrick, Position, Setting, Standing
from clagdsl.engine.view import View
from clagdsl.lang.frozen import replace
from clagdsl.lang.policies.bid import AuctionContract, AuctionWord
from clagdsl.problems.diagnostic import Reason
from clagdsl.problems.escape import place_and_source
from clagdsl.table.choices import ordered_call
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.seats import first_bidder_in, fixed_bids
from clagdsl.table.standings import Figures
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard


@dataclass(slots=True)
class _ObservedDeal:
    """The facts about one deal that its events have shown to a seat.

    `bids` are made in turn; `shown` are bids made together, by seat.
    """

    cards: int | None = None
    caller: int | None = None
    drawn: int | None = None
    seen: bool = False
    bids: list[int] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    auction: list[AuctionWord] = field(default_factory=list)
    looked: list[int] = field(default_factory=list)
    trick: list[PlayedCard] = field(default_factory=list)
    finished: list[PlayedTrick] = field(default_factory=list)

    def add_bid(self, seat: int, bid: int, *, again: bool) -> None:
        """Adds a bid that all have heard; if it is made `again`, it replaces a seat's first bid."""
        if again:
            self.shown[seat] = bid
        else:
            self.bids.append(bid)


def events_of_deal(view: View) -> tuple[Event, ...]:
    """Returns the events of the view's deal; before the first deal begins, all events."""
    for place in range(len(view.events) - 1, -1, -1):
        if isinstance(view.events[place], DealBegun):
            return view.events[place:]
    return view.events


def cards_of_deal(view: View, table: Table) -> int | None:
    """Returns the number of cards for each player in the deal; None until it is picked."""
    for event in reversed(events_of_deal(view)):
        if isinstance(event, CardsDealt | FirstCardsDealt | CardsPicked):
            return event.cards
    return table.schedule[view.deal - 1].cards


def rules_in_view(view: View, table: Table) -> DealRules:
    """Returns the rules of the view's deal, including the effects of its calls."""
    scheduled = table.schedule[view.deal - 1]
    return table.rules_of(scheduled, view.calls, cards_of_deal(view, table))


def position_from_view(view: View, table: Table) -> Position:
    """Returns a position with everything the seat has seen; hidden parts are empty."""
    seat, observed = view.own_seat, _observe_deal(view)
    rules = rules_in_view(view, table)
    top = view.phase == "play" and rules.plays_top
    # the top card is unknown; any card will do, because legality does not depend on it
    own = rules.deck.cards[:1] if top else view.hand
    hands = tuple(own if other == seat else () for other in range(view.players))
    dealing = Dealing(
        table.schedule[view.deal - 1],
        rules,
        view.dealer,
        cards_of_deal(view, table),
        hands=hands,
        seen=observed.seen,
        caller=observed.caller,
        calls=view.calls,
        trump=view.trump,
        turned=view.turned,
        turned_before=view.turned_before,
        bids=tuple(observed.bids) or fixed_bids(rules),
        drawn=observed.drawn,
        auction=tuple(observed.auction),
        looked=tuple(observed.looked),
    )
    if observed.shown:
        first = first_bidder_in(dealing)
        dealing = replace(dealing, bids=(*observed.shown[first:], *observed.shown[:first]))
    play = CardPlay(hands, seat, view.trick, tuple(observed.finished), view.voids)
    past = tuple(figures for figures in view.past if figures.name != "auction")
    no_contracts = (0,) * view.players
    return Position(
        Setting(table, (), None, None, 0, ""),
        Standing(Figures(view.totals, no_contracts, no_contracts, past)),
        view.phase,
        (seat,),
        dealing,
        play if view.phase == "play" else None,
        0,
        (),
    )


def _observe_deal(view: View) -> _ObservedDeal:
    observed = _ObservedDeal()
    for event in events_of_deal(view):
        match event:
            case HandSeen():
                observed.seen = True
            case CallMade(seat=caller):
                observed.caller = caller
            case AuctionSaid(number=number, trump=trump):
                observed.auction.append(AuctionContract(number, trump))
            case Passed():
                observed.auction.append(None)
            case BidderDrawn(seat=drawn):
                observed.drawn = drawn
            case Looked(seat=looked):
                observed.looked.append(looked)
            case BidMade(seat=bidder, bid=int(bid), together=False, again=again):
                observed.add_bid(bidder, bid, again=again)
            case BidsTold(bids=bids):
                observed.shown = list(bids)
            case CardPlayed(seat=seat, card=card, face=face):
                observed.trick.append(PlayedCard(seat, card, face or card))
            case TrickWon(trick=number, seat=winner):
                observed.finished.append(PlayedTrick(number, tuple(observed.trick), winner))
                observed.trick = []
            case _:
                pass
    return observed


def action_in_view(view: View, table: Table, raw: Action | str) -> Action | Reason:
    """Returns the legal action denoted by `raw`, or why it is not legal; it must be the seat's
    turn.

    Only actions in `view.legal` are legal.
    """
    rules = rules_in_view(view, table)
    action = read_action(raw, rules.specials) if isinstance(raw, str) else raw
    if action is not None and action in view.legal:
        return action
    if view.phase == "play" and rules.plays_top and isinstance(action, Play):
        place, source = place_and_source(rules.origin("play"))
        text = "only the top card can be played, whatever it is: `play top`"
        return Reason("A303", text, place, source)
    position = position_from_view(view, table)
    meant = legality.interpret_action(position, raw if action is None else action)
    if isinstance(meant, Reason):
        return meant
    if isinstance(meant, MakeCall):
        called = legality.why_not(position, meant)
        meant = MakeCall(ordered_call(rules, meant.names)) if called is None else meant
    if meant in view.legal:
        return meant
    return legality.why_not(position, meant) or legality.not_now(position, meant)


def why_not_in_view(view: View, table: Table, action: Action | str) -> Reason | None:
    """Returns why an action is illegal, judged from a view, or None; it must be the seat's turn."""
    meant = action_in_view(view, table, action)
    return meant if isinstance(meant, Reason) else None
