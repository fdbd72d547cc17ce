"""What may be entered, and why something else may not.

`why_not` decides; `legal` lists what it allows of one thing at a time, in a fixed order.
"""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl import problems
from clagdsl.engine.actions import (
    LOOKED,
    PASSED,
    Bid,
    DrawBidder,
    DrawDealer,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    SayInAuction,
    bid_of,
    named,
    naming,
)
from clagdsl.engine.misplaced import why_never
from clagdsl.lang.auction_words import Said
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.roster_changes import (
    Adjustment,
    Join,
    Leave,
    OneMoreHand,
    PlayAgain,
    SitOut,
    TakePlace,
)
from clagdsl.lang.rules import Call, DrawnTrump, TurnedTrump
from clagdsl.problems.model import Reason
from clagdsl.scorekeeping.entries import DealFact, Fact, TakenBy, Won
from clagdsl.scorekeeping.kept_match import Moment, SheetPhase
from clagdsl.scorekeeping.seating import why_no_interlude
from clagdsl.scorekeeping.takings import kept_takings, tricks_for_example
from clagdsl.table.bids import (
    legal_bids,
    legal_words,
    may_bid_blind,
    why_not_bid,
    why_not_blind,
    why_not_said,
)
from clagdsl.table.choices import (
    legal_calls,
    legal_names,
    turned_trumps,
    why_not_call,
    why_not_no_trump,
    why_not_order,
    why_not_size,
    why_not_suit,
    why_not_turned,
)
from clagdsl.table.deal_rules import Trumps
from clagdsl.table.past import of_seat
from clagdsl.table.seats import past_in

_WANTED: Final[dict[SheetPhase, str]] = {
    "dealer": "it is said who deals first",
    "size": "the dealer picks the number of cards",
    "call": "the caller calls",
    "auction": "a player says a number of tricks and a trump, or passes",
    "name": "trump is named",
    "first": "it is said who is drawn to bid first",
    "bid": "a player bids",
    "tricks": "the tricks of each player are counted",
    "over": "nothing more is done",
}


def legal(moment: Moment) -> tuple[DealFact, ...]:
    """Everything that may be entered now in the deal, in a fixed order, but for rows of figures."""
    return (*_of_phase(moment), *_told_trumps(moment))


def _of_phase(moment: Moment) -> tuple[DealFact, ...]:
    deal, names = moment.deal, moment.roster.players
    rules = deal.rules
    match moment.phase:
        case "dealer":
            return tuple(map(DrawDealer, names))
        case "first":
            return tuple(map(DrawBidder, names))
        case "size":
            return tuple(map(PickCards, deal.scheduled.sizes))
        case "call":
            called = legal_calls(rules.call) if isinstance(rules.call, Call) else ()
            return tuple(map(MakeCall, called))
        case "name":
            return tuple(map(naming, legal_names(rules)))
        case "auction":
            number, cards = deal.scheduled.number, deal.cards or 0
            words = legal_words(rules, deal=number, cards=cards, words=deal.auction)
            return tuple(
                PASSED if word is None else SayInAuction(word.number, word.trump) for word in words
            )
        case "bid":
            bids = _legal_bids(moment)
            if may_bid_blind(rules) and moment.acting[0] not in deal.looked:
                return (LOOKED, *[bid_of(bid, blind=True) for bid in bids])
            return tuple(map(bid_of, bids))
        case "tricks" | "over":
            return ()
        case _:
            assert_never(moment.phase)


def _legal_bids(moment: Moment) -> tuple[int, ...]:
    deal = moment.deal
    try:
        return legal_bids(
            deal.rules,
            deal=deal.scheduled.number,
            cards=deal.cards or 0,
            bids=deal.bids,
            past=of_seat(past_in(deal, moment.figures.past), moment.acting[0]),
        )
    except EvaluationError:  # in one more hand, of which nothing is proved
        return ()


def may_tell_trump(moment: Moment) -> bool:
    """Whether it may be told what the card turned, or the suit drawn, has made trump."""
    return moment.deal.shown and moment.deal.told is None and moment.phase != "over"


def _told_trumps(moment: Moment) -> tuple[DealFact, ...]:
    if not may_tell_trump(moment):
        return ()
    deal = moment.deal
    return tuple(map(naming, turned_trumps(deal.rules, deal.cards or 0)))


# --- why not --------------------------------------------------------------------------------


def why_not(moment: Moment, fact: Fact) -> Reason | None:
    """Why something may not be entered now, or None if it may."""
    match fact:
        case Join() | TakePlace() | Leave() | SitOut() | PlayAgain() | Adjustment() | OneMoreHand():
            return why_no_interlude(moment, fact)
        case _:
            return _why_not_in_deal(moment, fact)


def _why_not_in_deal(moment: Moment, fact: DealFact) -> Reason | None:
    deal, names = moment.deal, moment.roster.players
    rules = deal.rules
    number, cards = deal.scheduled.number, deal.cards or 0
    match moment.phase, fact:
        case "over", _:
            return problems.illegal_actions.MatchOver().reason()
        case ("dealer", DrawDealer(player=player)) | ("first", DrawBidder(player=player)):
            if player in names:
                return None
            return problems.illegal_actions.NoSuchPlayer(player, names).reason()
        case "size", PickCards(number=picked):
            return why_not_size(deal.scheduled, picked, moment.table.game.schedule_origin)
        case "call", MakeCall(names=called):
            return why_not_call(rules, called)
        case "auction", SayInAuction(number=said, trump=trump):
            word, words = Said(said, trump), deal.auction
            return why_not_said(rules, deal=number, cards=cards, words=words, said=word)
        case "auction", Pass():
            return None
        case "bid", Look() if may_bid_blind(rules) and moment.acting[0] not in deal.looked:
            return None
        case "bid", Bid():
            return _why_not_bid(moment, fact)
        case "tricks", Won() | TakenBy():
            takings = kept_takings(moment, fact)
            return takings if isinstance(takings, Reason) else None
        case _, NameTrump() | NameOrder() if moment.phase == "name" or may_tell_trump(moment):
            return _why_not_named(moment, named(fact))
        case _:
            return why_not_now(moment, fact)


def _why_not_bid(moment: Moment, bid: Bid) -> Reason | None:
    """Why a bid may not be made: how it is said comes before its height."""
    deal, seat = moment.deal, moment.acting[0]
    why = why_not_blind(
        deal.rules,
        bid.number,
        blind=bid.blind,
        looked=seat in deal.looked,
        legal=lambda: _legal_bids(moment),
    )
    if why is not None:
        return why
    return why_not_bid(
        deal.rules,
        deal=deal.scheduled.number,
        cards=deal.cards or 0,
        bids=deal.bids,
        bid=bid.number,
        past=of_seat(past_in(deal, moment.figures.past), seat),
    )


def _why_not_named(moment: Moment, trumps: Trumps) -> Reason | None:
    """Why this cannot be named as trump, or told where a card is turned or a suit is drawn."""
    rules = moment.deal.rules
    if moment.phase != "name":
        return why_not_turned(rules, moment.deal.cards or 0, trumps)
    match trumps:
        case ():
            return why_not_no_trump(rules)
        case (suit,):
            return why_not_suit(rules, suit)
        case _:
            return why_not_order(rules, trumps)


def why_not_now(moment: Moment, fact: DealFact | None = None) -> Reason:
    """Why this has no place now: where a rule of the deal says so, that rule."""
    rules = moment.deal.rules
    # bids may still come, and what is turned or drawn may be told once it has been shown
    early = isinstance(fact, Bid) and moment.phase != "tricks"
    told = isinstance(rules.trump, TurnedTrump | DrawnTrump)
    early = early or (told and isinstance(fact, NameTrump | NameOrder))
    never = None if early else why_never(rules, fact)
    if never is not None:
        return never
    if isinstance(fact, Look) and moment.phase == "bid":
        return problems.illegal_actions.LookedAlready(wanted(moment)).reason()
    return problems.illegal_actions.NotNow(wanted(moment)).reason()


def wanted(moment: Moment) -> str:
    """What is to be entered now, with an example that may be."""
    told = _WANTED[moment.phase]
    if moment.phase == "tricks":
        players, cards = moment.deal.rules.players, moment.deal.cards or 0
        return f"{told}, for example `won {tricks_for_example(players, cards)}`"
    offered = _of_phase(moment)
    return f"{told}, for example `{offered[0]}`" if offered else told
