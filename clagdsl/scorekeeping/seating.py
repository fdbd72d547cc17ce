"""The rules at the table of those who play now, where players come and go between deals."""

from __future__ import annotations

from clagdsl import problems
from clagdsl.engine.actions import DrawDealer
from clagdsl.lang.limits import LONGEST_NOTE, MOST_ADJUSTED, MOST_CHANGES
from clagdsl.lang.roster_changes import (
    Adjustment,
    Interlude,
    Join,
    Leave,
    OneMoreHand,
    PlayAgain,
    RosterChange,
    SitOut,
    TakePlace,
)
from clagdsl.problems.model import ArgumentError, Reason
from clagdsl.scorekeeping.entries import deal_kind
from clagdsl.scorekeeping.kept_match import Moment, waiting_deals
from clagdsl.table.people import Roster, changed, is_whole_text, rosters_after, why_not_changed
from clagdsl.table.standings import with_one_more
from clagdsl.table.table import Table


def table_with(moment: Moment, roster: Roster, hand: OneMoreHand | None) -> Table | Reason:
    """The rules for those who play by a roster, or why they cannot; a hand after the end is one."""
    players, first = len(roster.seats), moment.setting.table
    try:
        table = first if players == first.players else moment.setting.table_for(players)
    except ArgumentError as error:
        told = error.reason
        if error.code == problems.arguments.WrongPlayers.code:
            told = f"there would be {told}"
        return problems.illegal_actions.NotSoMany(told).reason()
    if hand is None:
        return table
    named = table.game.deal(hand.kind)
    name = hand.kind if named is None else named.name
    turn = sum(deal.scheduled.name == name for deal in moment.history)
    return with_one_more(table, hand, moment.number, turn)


def roster_before(moment: Moment, number: int) -> Roster:
    """Who was there before anybody came or went for a deal."""
    facts = [one.fact for deal in moment.history[: number - 1] for one in deal.facts]
    changes = [fact for fact in facts if isinstance(fact, RosterChange)]
    *_, roster = rosters_after(moment.setting.names, changes)
    return roster


def why_no_interlude(moment: Moment, fact: Interlude) -> Reason | None:
    """Why nothing like that may be entered now, or None if it may."""
    match fact:
        case Adjustment():
            return _why_not_adjusted(moment, fact)
        case OneMoreHand():
            return _why_not_one_more(moment, fact)
        case Join() | TakePlace() | Leave() | SitOut() | PlayAgain():
            return _why_not_come_or_go(moment, fact)


def _why_not_adjusted(moment: Moment, fact: Adjustment) -> Reason | None:
    if fact.player not in moment.roster.names:
        names = moment.roster.names
        return problems.illegal_actions.NoSuchPlayer(fact.player, names).reason()
    return why_no_points(fact) or _why_full(moment, "adjustments")


def why_no_points(fact: Adjustment) -> Reason | None:
    """Why nobody gets such points by hand, whoever it is; or None."""
    refused = problems.illegal_actions.AdjustmentOutside
    if not 1 <= abs(fact.points) <= MOST_ADJUSTED:
        return refused(f"adjust a total by `1` to `{MOST_ADJUSTED:,}` points, up or down").reason()
    note = fact.note or ""
    if len(note) > LONGEST_NOTE or not is_whole_text(note):
        return refused(f"a note has at most `{LONGEST_NOTE}` letters").reason()
    return None


def _why_not_one_more(moment: Moment, hand: OneMoreHand) -> Reason | None:
    if moment.phase != "over":
        return problems.illegal_actions.MatchGoesOn().reason()
    waiting = waiting_deals(moment)
    if waiting:
        return problems.illegal_actions.BehindNewEnd(deal=waiting[0].number).reason()
    table = table_with(moment, moment.roster, hand)
    return table if isinstance(table, Reason) else None


def _why_not_come_or_go(moment: Moment, change: RosterChange) -> Reason | None:
    if moment.phase == "over":
        return problems.illegal_actions.MatchOver().reason()
    begun = [deal_kind(one.fact) for one in moment.deal.facts]
    if set(begun) - {None, deal_kind(DrawDealer(""))}:
        return problems.illegal_actions.MidDeal().reason()
    why = why_not_changed(moment.roster, change)
    if why is None:
        table = table_with(moment, changed(moment.roster, change), moment.deal.one_more)
        why = table if isinstance(table, Reason) else None
    return why or _why_full(moment, "changes of players")


def _why_full(moment: Moment, listed: str) -> Reason | None:
    """A record has room for so many of them."""
    facts = [one.fact for deal in moment.history for one in deal.facts]
    facts += [one.fact for one in moment.facts]
    counted = Adjustment if listed == "adjustments" else RosterChange
    if sum(isinstance(one, counted) for one in facts) < MOST_CHANGES:
        return None
    return problems.illegal_actions.ListFull(MOST_CHANGES, listed).reason()
