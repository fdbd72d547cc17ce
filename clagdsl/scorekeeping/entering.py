"""What an entry does: from one moment of a sheet to the next.

Nothing here judges whether it may be entered: that is the work of `clagdsl.scorekeeping.judging`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from clagdsl.engine.actions import (
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
    named,
)
from clagdsl.lang.policies.bid import Said
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
from clagdsl.lang.rules import AuctionTrump, BidTogether
from clagdsl.problems.model import Reason
from clagdsl.scorekeeping.entries import DealFact, Fact, TakenBy, Won
from clagdsl.scorekeeping.kept_match import (
    KeptDeal,
    Moment,
    SaidBy,
    SheetPhase,
    SheetSetting,
    said_by,
)
from clagdsl.scorekeeping.seating import table_with
from clagdsl.scorekeeping.takings import kept_takings
from clagdsl.table.choices import ordered_call
from clagdsl.table.deal_rules import Phase
from clagdsl.table.past import after_row, before_deal
from clagdsl.table.people import changed, due_after, latecomers_total, roster_of
from clagdsl.table.phases import named_when_turned, next_phase
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.seats import acting_in, auction_turn, settled_bids, stand_of
from clagdsl.table.standings import (
    MatchOutcome,
    ScoredDeal,
    adjusted,
    closed_deal,
    is_over,
    no_figures,
    of_seats,
    outcome,
    scored,
    thrown_in,
    with_line,
    with_seats,
)
from clagdsl.table.table import Table


def open_sheet(setting: SheetSetting) -> Moment:
    """The moment in which the first entry is awaited."""
    first = setting.first_dealer
    due = setting.table.players - 1 if first is None else first
    phase: SheetPhase = "dealer" if first is None else "size"
    scheduled = setting.table.schedule[0]
    deal = _dealt(setting.table, scheduled, tuple(range(setting.table.players)), due)
    moment = Moment(
        setting=setting,
        roster=roster_of(setting.names),
        table=setting.table,
        due=due,
        last_winner=None,
        phase=phase,
        acting=(),
        deal=deal,
        standings=no_figures(setting.table),
    )
    return moment if first is None else _begin_deal(moment)


def _dealt(table: Table, scheduled: ScheduledDeal, seats: tuple[int, ...], dealer: int) -> KeptDeal:
    return KeptDeal(scheduled, table.rules_of(scheduled), seats, dealer, scheduled.cards)


def _begin_deal(
    moment: Moment, facts: tuple[SaidBy, ...] = (), one_more: OneMoreHand | None = None
) -> Moment:
    """Begin the next deal with what was entered since the last one; the match may be over instead.

    It is over where the schedule for as many as play now has no such deal.
    """
    scheduled = moment.table.scheduled(moment.number)
    if scheduled is None:
        return _ended(replace(moment, closing=facts))
    roster = moment.roster
    dealer = roster.seat_from(moment.due)
    deal = _dealt(moment.table, scheduled, roster.seats, dealer)
    deal = replace(deal, facts=facts, one_more=one_more)
    begun = replace(
        moment, phase="size", acting=(dealer,), deal=deal, outcome=None, closing=(), waiting=()
    )
    if deal.cards is None:
        return begun
    return _proceed(begun, replace(deal, bids=settled_bids(deal.rules)), "deal")


def _ended(moment: Moment) -> Moment:
    """The match is over: who has not left has won or lost it."""
    circle = moment.roster.circle
    end = outcome(moment.table, of_seats(moment.standings, circle))
    paid = dict(zip(circle, end.payments, strict=True))
    lines = range(len(moment.roster.names))
    by_line = MatchOutcome(
        tuple(sorted(circle[winner] for winner in end.winners)),
        tuple(paid.get(line, Fraction(0)) for line in lines),
    )
    last = moment.history[-1] if moment.history else moment.deal
    return replace(moment, phase="over", acting=(), deal=last, outcome=by_line, waiting=())


def _proceed(moment: Moment, deal: KeptDeal, done: Phase) -> Moment:
    """Go on to the next thing that is to be entered."""
    phase = next_phase(deal.rules, done)
    match phase:
        case None | "score":
            raise AssertionError("a deal is closed by its tricks")
        case "size":
            raise AssertionError("a deal begins with its size")
        case "deal" | "rest":
            return _proceed(moment, replace(deal, bids=settled_bids(deal.rules)), phase)
        case "turn":
            return _proceed(moment, replace(deal, shown=True), phase)
        case "name" if named_when_turned(deal.rules):
            return _proceed(moment, deal, phase)  # it may be told, as the suit turned may
        case "call" | "auction" | "name" | "first" | "bid":
            last = moment.last_winner
            won = None if last is None else moment.roster.seat_from(last)
            acting = acting_in(deal, phase, won)
            if phase == "call":
                deal = replace(deal, caller=acting[0])
            return replace(moment, deal=deal, phase=phase, acting=acting)
        case "play":
            return replace(moment, deal=deal, phase="tricks", acting=())
        case _:
            assert_never(phase)


def enter(moment: Moment, fact: Fact) -> Moment:
    """The moment after a fact that may be entered."""
    match fact:
        case Adjustment(player=player, points=points):
            line = moment.roster.names.index(player)
            standings = adjusted(moment.standings, line, points)
            moment = _noted(replace(moment, standings=standings), fact)
            return _ended(moment) if moment.phase == "over" else moment
        case OneMoreHand():
            return _one_more(moment, fact)
        case Join() | TakePlace() | Leave() | SitOut() | PlayAgain():
            return _come_or_go(moment, fact)
        case _:
            return _enter_in_deal(moment, fact)


def _noted(moment: Moment, fact: Interlude) -> Moment:
    """The moment with something noted that has happened beside the deals."""
    facts = (*moment.facts, SaidBy(None, fact))
    if moment.phase == "over":
        return replace(moment, closing=facts)
    return replace(moment, deal=replace(moment.deal, facts=facts))


def _one_more(moment: Moment, hand: OneMoreHand) -> Moment:
    """Begin one more hand after the end."""
    table = table_with(moment, moment.roster, hand)
    assert not isinstance(table, Reason)
    facts = (*moment.closing, SaidBy(None, hand))
    return _begin_deal(replace(moment, table=table), facts, hand)


def _come_or_go(moment: Moment, change: RosterChange) -> Moment:
    """Begin the deal anew with other players."""
    before, roster = moment.roster, changed(moment.roster, change)
    table = table_with(moment, roster, moment.deal.one_more)
    assert not isinstance(table, Reason)
    standings, begun = moment.standings, moment.begun
    if len(roster.names) > len(before.names):
        totals = of_seats(standings, before.circle).totals
        total = latecomers_total(totals, table.game.winner)
        standings, begun = with_line(standings, total), (*begun, total)
    last = moment.last_winner
    moment = replace(
        moment,
        roster=roster,
        table=table,
        due=due_after(before, change, moment.due),
        last_winner=None if last is None else due_after(before, change, last),
        begun=begun,
        standings=standings,
    )
    facts = (*moment.deal.facts, SaidBy(None, change))
    if moment.phase == "dealer":
        deal = _dealt(table, table.schedule[0], roster.seats, len(roster.seats) - 1)
        return replace(moment, deal=replace(deal, facts=facts))
    return _begin_deal(moment, facts, moment.deal.one_more)


def _enter_in_deal(moment: Moment, fact: DealFact) -> Moment:
    before = moment.deal
    seat = moment.acting[0] if moment.acting else None
    said = said_by(seat, fact, moment.roster.players)
    deal = replace(before, facts=(*before.facts, said))
    match fact:
        case DrawDealer(player=player):
            due = moment.roster.names.index(player)
            return _begin_deal(replace(moment, due=due), deal.facts)
        case PickCards(number=number):
            rules = moment.table.rules_of(deal.scheduled, cards=number)
            return _proceed(moment, replace(deal, cards=number, rules=rules), "size")
        case MakeCall(names=names):
            return _call(moment, deal, names)
        case SayInAuction(number=number, trump=trump):
            return _say(moment, replace(deal, auction=(*deal.auction, Said(number, trump))))
        case Pass():
            return _say(moment, replace(deal, auction=(*deal.auction, None)))
        case NameTrump() | NameOrder():
            deal = replace(deal, told=named(fact))
            if moment.phase == "name":
                return _proceed(moment, deal, "name")
            return replace(moment, deal=deal)
        case DrawBidder(player=player):
            drawn = moment.roster.players.index(player)
            return _proceed(moment, replace(deal, drawn=drawn), "first")
        case Look():
            assert seat is not None
            return replace(moment, deal=replace(deal, looked=(*deal.looked, seat)))
        case Bid(number=number):
            return _bid(moment, replace(deal, bids=(*deal.bids, number)))
        case Won() | TakenBy():
            return _close(moment, deal, fact)
        case _:
            assert_never(fact)


def _call(moment: Moment, deal: KeptDeal, names: tuple[str, ...]) -> Moment:
    calls = ordered_call(deal.rules, names)
    rules = moment.table.rules_of(deal.scheduled, calls, deal.cards)
    deal = replace(deal, calls=calls, rules=rules, bids=settled_bids(rules))
    return _proceed(moment, deal, "call")


def _say(moment: Moment, deal: KeptDeal) -> Moment:
    """Say something in the auction; the last of them ends it."""
    turn = auction_turn(deal)
    if turn is not None:
        return replace(moment, deal=deal, acting=(turn,))
    stand = stand_of(deal)
    if stand.highest is None:
        past = moment.figures.past
        return _count(moment, deal, thrown_in(deal.rules.players, past))
    if isinstance(deal.rules.trump, AuctionTrump):
        trump = stand.highest.trump
        deal = replace(deal, told=() if trump is None else (trump,))
    return _proceed(moment, deal, "auction")


def _bid(moment: Moment, deal: KeptDeal) -> Moment:
    players = deal.rules.players
    if len(deal.bids) == players:
        return _proceed(moment, deal, "bid")
    acting = moment.acting[1:]
    if not isinstance(deal.rules.bid, BidTogether):
        acting = ((moment.acting[0] + 1) % players,)
    return replace(moment, deal=deal, acting=acting)


def _close(moment: Moment, deal: KeptDeal, fact: Won | TakenBy) -> Moment:
    takings = kept_takings(moment, fact)
    assert isinstance(takings, tuple)
    tricks = tuple(taking.tricks for taking in takings)
    brought = scored(
        deal.rules,
        takings,
        number=deal.scheduled.number,
        cards=deal.cards or 0,
        past=moment.figures.past,
        remembered=moment.table.remembered,
    )
    return _count(moment, replace(deal, tricks=tricks), brought)


def _count(moment: Moment, deal: KeptDeal, brought: ScoredDeal) -> Moment:
    """Count what a deal has brought everybody; the next one begins, or the match is over."""
    table, roster = moment.table, moment.roster
    over = closed_deal(deal, deal.scheduled, brought, moment.figures, deal.seats, roster.circle)
    before = replace(moment.standings, past=before_deal(moment.standings.past, deal.scheduled))
    standings = with_seats(before, deal.seats, over.figures)
    standings = replace(standings, past=after_row(standings.past, deal.scheduled))
    seat = deal.seats.index(over.winner)
    deal = replace(deal, results=brought.results, winner=seat, totals=standings.totals)
    moment = replace(
        moment,
        deal=deal,
        standings=standings,
        history=(*moment.history, deal),
        due=over.next_dealer,
        last_winner=over.winner,
    )
    totals = of_seats(standings, roster.circle).totals
    if is_over(table, deal.scheduled.number, totals) or deal.one_more is not None:
        return _ended(moment)
    return _begin_deal(moment)
