"""What may be entered, and why something else may not.

`why_not` decides; `legal` lists what it allows of one thing at a time, in a fixed order.
"""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl import problems
from clagdsl.engine.actions import Bid, DrawBidder, DrawDealer, NameOrder, NameTrump, named, naming
from clagdsl.engine.before_play import WANTED, legal_before_play, out_of_turn, why_not_before_play
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
from clagdsl.lang.rules import DrawnTrump, TurnedTrump
from clagdsl.problems.model import Reason
from clagdsl.scorekeeping.entries import DealFact, Fact, TakenBy, Won
from clagdsl.scorekeeping.kept_match import Moment
from clagdsl.scorekeeping.seating import why_no_interlude
from clagdsl.scorekeeping.takings import kept_takings, tricks_for_example
from clagdsl.table.choices import (
    turned_trumps,
    why_not_turned,
)

_WANTED: Final = {
    **WANTED,
    "dealer": "it is said who deals first",
    "first": "it is said who is drawn to bid first",
    "tricks": "the tricks of each player are counted",
}


def legal(moment: Moment) -> tuple[DealFact, ...]:
    """Everything that may be entered now in the deal, in a fixed order, but for rows of figures."""
    return (*_of_phase(moment), *_told_trumps(moment))


def _of_phase(moment: Moment) -> tuple[DealFact, ...]:
    deal, names = moment.deal, moment.roster.players
    match moment.phase:
        case "dealer":
            return tuple(map(DrawDealer, names))
        case "first":
            return tuple(map(DrawBidder, names))
        case "size" | "call" | "auction" | "name" | "bid":
            seat, past = moment.acting[0], moment.figures.past
            looked = seat in deal.looked
            try:
                return legal_before_play(deal, moment.phase, seat, past, looked=looked)
            except EvaluationError:  # in one more hand, of which nothing is proved
                return ()
        case "tricks" | "over":
            return ()
        case _:
            assert_never(moment.phase)


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
    deal, names, phase = moment.deal, moment.roster.players, moment.phase
    match phase, fact:
        case "over", _:
            return problems.illegal_actions.MatchOver().reason()
        case ("dealer", DrawDealer(player=player)) | ("first", DrawBidder(player=player)):
            if player in names:
                return None
            return problems.illegal_actions.NoSuchPlayer(player, names).reason()
        case "tricks", Won() | TakenBy():
            takings = kept_takings(moment, fact)
            return takings if isinstance(takings, Reason) else None
        case _, NameTrump() | NameOrder() if phase != "name" and may_tell_trump(moment):
            return why_not_turned(deal.rules, deal.cards or 0, named(fact))
        case "size" | "call" | "auction" | "name" | "bid", _:
            if isinstance(fact, NameOrder):
                fact = naming(fact.suits)  # an order of one suit is that trump
            seat = moment.acting[0]
            why = why_not_before_play(
                deal,
                phase,
                fact,
                seat,
                moment.figures.past,
                looked=seat in deal.looked,
                schedule=moment.table.game.schedule_origin,
            )
            return why_not_now(moment, fact) if why == "not now" else why
        case _:
            return why_not_now(moment, fact)


def why_not_now(moment: Moment, fact: DealFact | None = None) -> Reason:
    """Why this has no place now: where a rule of the deal says so, that rule."""
    rules = moment.deal.rules
    # bids may still come, and what is turned or drawn may be told once it has been shown
    early = isinstance(fact, Bid) and moment.phase != "tricks"
    told = isinstance(rules.trump, TurnedTrump | DrawnTrump)
    early = early or (told and isinstance(fact, NameTrump | NameOrder))
    return out_of_turn(rules, moment.phase, fact, wanted(moment), early=early)


def wanted(moment: Moment) -> str:
    """What is to be entered now, with an example that may be."""
    told = _WANTED[moment.phase]
    if moment.phase == "tricks":
        players, cards = moment.deal.rules.players, moment.deal.cards or 0
        return f"{told}, for example `won {tricks_for_example(players, cards)}`"
    offered = _of_phase(moment)
    return f"{told}, for example `{offered[0]}`" if offered else told
