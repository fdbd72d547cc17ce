"""Decides which entries are legal, and why others are not.

`why_not` decides; `legal` lists the single facts that it allows, in a fixed order.
"""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl import problems
from clagdsl.engine.actions import Bid, DrawBidder, DrawDealer, NameOrder, NameTrump, named, naming
from clagdsl.engine.before_play import PROMPTS, legal_before_play, out_of_turn, why_not_before_play
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
from clagdsl.problems.diagnostic import Reason
from clagdsl.scorekeeping.entries import DealFact, Fact, TakenBy, Won
from clagdsl.scorekeeping.seating import why_not_interlude
from clagdsl.scorekeeping.state import SheetState
from clagdsl.scorekeeping.tricks_taken import check_takings, tricks_for_example
from clagdsl.table.choices import (
    turned_trumps,
    why_not_turned,
)

_PROMPTS: Final = {
    **PROMPTS,
    "dealer": "it is said who deals first",
    "first": "it is said who is drawn to bid first",
    "tricks": "the tricks of each player are counted",
}


def legal(moment: SheetState) -> tuple[DealFact, ...]:
    """Returns every legal entry of the deal except rows of figures, in a fixed order."""
    return (*_legal_in_phase(moment), *_legal_trump_reports(moment))


def _legal_in_phase(moment: SheetState) -> tuple[DealFact, ...]:
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
            except EvaluationError:  # in an extra hand, which is not proved
                return ()
        case "tricks" | "over":
            return ()
        case _:
            assert_never(moment.phase)


def may_report_trump(moment: SheetState) -> bool:
    """Returns whether a trump that a turned card or a drawn suit determined may be entered."""
    return moment.deal.shown and moment.deal.reported_trump is None and moment.phase != "over"


def _legal_trump_reports(moment: SheetState) -> tuple[DealFact, ...]:
    if not may_report_trump(moment):
        return ()
    deal = moment.deal
    return tuple(map(naming, turned_trumps(deal.rules, deal.cards or 0)))


# --- why not --------------------------------------------------------------------------------


def why_not(moment: SheetState, fact: Fact) -> Reason | None:
    """Returns why a fact may not be entered now, or None if it may."""
    match fact:
        case Join() | TakePlace() | Leave() | SitOut() | PlayAgain() | Adjustment() | OneMoreHand():
            return why_not_interlude(moment, fact)
        case _:
            return _why_not_in_deal(moment, fact)


def _why_not_in_deal(moment: SheetState, fact: DealFact) -> Reason | None:
    deal, names, phase = moment.deal, moment.roster.players, moment.phase
    match phase, fact:
        case "over", _:
            return problems.illegal_actions.MatchOver().reason()
        case ("dealer", DrawDealer(player=player)) | ("first", DrawBidder(player=player)):
            if player in names:
                return None
            return problems.illegal_actions.NoSuchPlayer(player, names).reason()
        case "tricks", Won() | TakenBy():
            takings = check_takings(moment, fact)
            return takings if isinstance(takings, Reason) else None
        case _, NameTrump() | NameOrder() if phase != "name" and may_report_trump(moment):
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


def why_not_now(moment: SheetState, fact: DealFact | None = None) -> Reason:
    """Returns why a fact is out of turn, or the rule of the deal that never allows it."""
    rules = moment.deal.rules
    # Bids may still come, and a turned or drawn trump may be entered once it has been shown.
    early = isinstance(fact, Bid) and moment.phase != "tricks"
    is_revealed = isinstance(rules.trump, TurnedTrump | DrawnTrump)
    early = early or (is_revealed and isinstance(fact, NameTrump | NameOrder))
    return out_of_turn(rules, moment.phase, fact, prompt(moment), early=early)


def prompt(moment: SheetState) -> str:
    """Returns the prompt for the next entry, with a legal example."""
    text = _PROMPTS[moment.phase]
    if moment.phase == "tricks":
        players, cards = moment.deal.rules.players, moment.deal.cards or 0
        return f"{text}, for example `won {tricks_for_example(players, cards)}`"
    offered = _legal_in_phase(moment)
    return f"{text}, for example `{offered[0]}`" if offered else text
