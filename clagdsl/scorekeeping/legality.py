"""Decides which entries are legal, and why others are not.

`why_not` decides; `legal` lists the single facts that it allows, in a fixed order.
"""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl import problems
from clagdsl.engine.actions import (
    Bid,
    DrawBidder,
    DrawDealer,
    NameOrder,
    NameTrump,
    PickCards,
    named,
    naming,
)
from clagdsl.engine.before_play import PROMPTS, legal_before_play, out_of_turn, why_not_before_play
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.roster_changes import Interlude
from clagdsl.lang.rules import DrawnTrump, TurnedTrump
from clagdsl.problems.diagnostic import Reason
from clagdsl.scorekeeping.entries import DealFact, Fact, TakenBy, Won
from clagdsl.scorekeeping.seating import is_begun, why_not_interlude
from clagdsl.scorekeeping.state import SheetState
from clagdsl.scorekeeping.tricks_taken import check_takings, tricks_for_example
from clagdsl.table.choices import turned_trumps, why_not_turned
from clagdsl.table.standings import with_size

_PROMPTS: Final = {
    **PROMPTS,
    "dealer": "the first dealer must be named",
    "first": "the player drawn to bid first must be named",
    "tricks": "each player's tricks must be counted",
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
        case "name" if moment.deal.shown:
            return ()  # a report of what was turned or drawn
        case "size" | "call" | "auction" | "name" | "bid":
            seat, past = moment.acting[0], moment.figures.past
            looked = seat in deal.looked
            try:
                return legal_before_play(
                    deal, moment.phase, seat, past, bids=deal.bids, looked=looked
                )
            except EvaluationError:  # in an extra hand, which is not proved
                return ()
        case "tricks" | "over":
            return ()
        case _:
            assert_never(moment.phase)


def may_report_trump(moment: SheetState) -> bool:
    """Returns whether a trump that a turned card or a drawn suit determined may be entered."""
    return moment.deal.shown and moment.deal.reported_trump is None and moment.phase != "over"


def has_fixed_size(moment: SheetState) -> bool:
    """Returns whether the schedule has the size of the deal, which may be played with another."""
    deal = moment.deal
    is_deal = moment.phase not in ("over", "dealer") and deal.extra_hand is None
    return is_deal and deal.scheduled.cards is not None


def may_set_dealer(moment: SheetState) -> bool:
    """Returns whether the first dealer may be entered, also if another one was set before."""
    facts = moment.deal.facts
    is_set = moment.setting.first_dealer is not None and not moment.history
    is_new = is_set and all(isinstance(one.fact, Interlude) for one in facts)
    return moment.phase == "dealer" or (moment.phase != "over" and is_new)


def may_set_size(moment: SheetState) -> bool:
    """Returns whether another size than the schedule's may be entered."""
    return has_fixed_size(moment) and not is_begun(moment)


def _legal_trump_reports(moment: SheetState) -> tuple[DealFact, ...]:
    if not may_report_trump(moment):
        return ()
    deal = moment.deal
    return tuple(map(naming, turned_trumps(deal.rules, deal.cards or 0)))


# --- why not --------------------------------------------------------------------------------


def why_not(moment: SheetState, fact: Fact) -> Reason | None:
    """Returns why a fact may not be entered now, or None if it may."""
    if isinstance(fact, Interlude):
        return why_not_interlude(moment, fact)
    return _why_not_in_deal(moment, fact)


def _why_not_in_deal(moment: SheetState, fact: DealFact) -> Reason | None:
    deal, names, phase = moment.deal, moment.roster.players, moment.phase
    match phase, fact:
        case "over", _:
            return problems.illegal_actions.MatchOver().reason()
        case _, DrawDealer(player=player) if may_set_dealer(moment):
            return _why_not_player(player, names)
        case "first", DrawBidder(player=player):
            return _why_not_player(player, names)
        case _, PickCards(number=cards) if has_fixed_size(moment):
            if not may_set_size(moment):
                return problems.illegal_actions.SizeAfterBids(
                    deal=deal.number, cards=cards
                ).reason()
            table = with_size(moment.table, deal.scheduled.number, cards)
            return table if isinstance(table, Reason) else None
        case "tricks", Won() | TakenBy():
            takings = check_takings(moment, fact)
            return takings if isinstance(takings, Reason) else None
        case _, NameTrump() | NameOrder() if may_report_trump(moment):
            return why_not_turned(deal.rules, deal.cards or 0, named(fact))
        case "name", _ if deal.shown:
            return why_not_now(moment, fact)
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
                bids=deal.bids,
                looked=seat in deal.looked,
                schedule=moment.table.game.schedule_origin,
            )
            return why_not_now(moment, fact) if why == "not now" else why
        case _:
            return why_not_now(moment, fact)


def _why_not_player(player: str, names: tuple[str, ...]) -> Reason | None:
    if player in names:
        return None
    return problems.illegal_actions.NoSuchPlayer(player, names).reason()


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
    offered = legal(moment) if moment.phase == "name" else _legal_in_phase(moment)
    return f"{text}, for example `{offered[0]}`" if offered else text
