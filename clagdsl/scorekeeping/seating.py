"""Interludes between deals: roster changes, adjustments, extra hands, and their legality."""

from __future__ import annotations

from dataclasses import replace

from clagdsl import problems
from clagdsl.engine.actions import DrawDealer
from clagdsl.lang.limits import LARGEST_ADJUSTMENT, LONGEST_NOTE, MOST_CHANGES
from clagdsl.lang.roster_changes import (
    Adjustment,
    EndMatch,
    Interlude,
    Join,
    Leave,
    OneMoreHand,
    PlayAgain,
    RosterChange,
    SitOut,
    Skip,
    TakePlace,
)
from clagdsl.problems.diagnostic import ArgumentError, Reason
from clagdsl.scorekeeping.entries import deal_kind
from clagdsl.scorekeeping.state import SheetSetting, SheetState, pending_deals
from clagdsl.table.seating import Roster, apply_change, is_whole_text, rosters_after, why_not_change
from clagdsl.table.standings import with_extra_hand
from clagdsl.table.table import Table


def table_for_roster(
    moment: SheetState, roster: Roster, hand: OneMoreHand | None
) -> Table | Reason:
    """Returns the rules for the players of a roster, or why they cannot play.

    An extra hand (`hand`) is added to the schedule.
    """
    players, first = len(roster.seats), moment.setting.table
    try:
        table = first if players == first.players else moment.setting.table_for(players)
    except ArgumentError as error:
        return problems.illegal_actions.NotSoMany(error.reason).reason()
    if hand is None:
        return table
    named = table.game.deal(hand.kind)
    name = hand.kind if named is None else named.name
    turn = sum(deal.scheduled.name == name for deal in moment.history)
    return with_extra_hand(table, hand, moment.number, turn)


def initial_roster(setting: SheetSetting) -> Roster:
    """Returns the roster at the start."""
    return Roster(setting.names, setting.seats)


def roster_before(moment: SheetState, number: int) -> Roster:
    """Returns the roster before the roster changes of a deal."""
    facts = [attributed.fact for deal in moment.history[: number - 1] for attributed in deal.facts]
    changes = [fact for fact in facts if isinstance(fact, RosterChange)]
    *_, roster = rosters_after(initial_roster(moment.setting), changes)
    return roster


def why_not_interlude(moment: SheetState, fact: Interlude) -> Reason | None:
    """Returns why an interlude may not be entered now, or None if it may."""
    match fact:
        case Adjustment():
            return _why_not_adjusted(moment, fact)
        case OneMoreHand():
            return _why_not_extra_hand(moment, fact)
        case Skip(deals=deals):
            return _why_not_skipped(moment, deals)
        case EndMatch():
            return _why_not_ended(moment)
        case Join() | TakePlace() | Leave() | SitOut() | PlayAgain():
            return _why_not_roster_change(moment, fact)


def _why_not_adjusted(moment: SheetState, fact: Adjustment) -> Reason | None:
    if fact.player not in moment.roster.names:
        names = moment.roster.names
        return problems.illegal_actions.NoSuchPlayer(fact.player, names).reason()
    return why_not_adjustable(fact) or _why_list_full(moment, "adjustments")


def why_not_adjustable(fact: Adjustment) -> Reason | None:
    """Returns why an adjustment is invalid for any player, or None if it is valid."""
    refused = problems.illegal_actions.AdjustmentOutside
    if not 1 <= abs(fact.points) <= LARGEST_ADJUSTMENT:
        return refused(
            f"adjust a total by `1` to `{LARGEST_ADJUSTMENT:,}` points, up or down"
        ).reason()
    note = fact.note or ""
    if len(note) > LONGEST_NOTE or not is_whole_text(note):
        return refused(f"a note can have at most `{LONGEST_NOTE}` characters").reason()
    return None


def _why_not_extra_hand(moment: SheetState, hand: OneMoreHand) -> Reason | None:
    if moment.phase != "over":
        return problems.illegal_actions.MatchGoesOn().reason()
    waiting = pending_deals(moment)
    if waiting:
        return problems.illegal_actions.BehindNewEnd(deal=waiting[0].number).reason()
    table = table_for_roster(moment, moment.roster, hand)
    return table if isinstance(table, Reason) else None


def is_begun(moment: SheetState) -> bool:
    """Returns whether anything but interludes and the first dealer is entered in the deal."""
    begun = {deal_kind(attributed.fact) for attributed in moment.deal.facts}
    return bool(begun - {None, deal_kind(DrawDealer(""))})


def _why_not_skipped(moment: SheetState, deals: int) -> Reason | None:
    if moment.phase == "over":
        return problems.illegal_actions.MatchOver().reason()
    if is_begun(moment) or moment.deal.extra_hand is not None:
        return problems.illegal_actions.SkipMidDeal().reason()
    left = len(moment.table.schedule) - moment.deal.scheduled.number
    return None if 1 <= deals <= left else problems.illegal_actions.NoDealLeft(left).reason()


def _why_no_deal_left(moment: SheetState, table: Table) -> Reason | None:
    """Returns why a deal cannot be left out by other players: their schedule has none after it."""
    following, deals = moment.next_deal, len(table.schedule)
    if not following.skipped or following.number_in(table.schedule) <= deals:
        return None
    left = deals - replace(following, skipped=0).number_in(table.schedule)
    return problems.illegal_actions.NoDealLeft(max(0, left)).reason()


def _why_not_ended(moment: SheetState) -> Reason | None:
    if moment.phase == "over":
        return problems.illegal_actions.MatchOver().reason()
    if is_begun(moment) or moment.deal.extra_hand is not None:
        return problems.illegal_actions.EndMidDeal().reason()
    if not moment.history:
        return problems.illegal_actions.NothingScored().reason()
    return None


def _why_not_roster_change(moment: SheetState, change: RosterChange) -> Reason | None:
    if moment.phase == "over":
        return problems.illegal_actions.MatchOver().reason()
    if is_begun(moment):
        return problems.illegal_actions.MidDeal().reason()
    why = why_not_change(moment.roster, change)
    if why is None:
        table = table_for_roster(
            moment, apply_change(moment.roster, change), moment.deal.extra_hand
        )
        why = table if isinstance(table, Reason) else _why_no_deal_left(moment, table)
    return why or _why_list_full(moment, "changes of players")


def _why_list_full(moment: SheetState, listed: str) -> Reason | None:
    """Returns why a record cannot hold another entry of this kind, or None if it can."""
    facts = [item.fact for deal in moment.history for item in deal.facts]
    facts += [item.fact for item in moment.facts]
    counted = Adjustment if listed == "adjustments" else RosterChange
    if sum(isinstance(item, counted) for item in facts) < MOST_CHANGES:
        return None
    return problems.illegal_actions.ListFull(MOST_CHANGES, listed).reason()
