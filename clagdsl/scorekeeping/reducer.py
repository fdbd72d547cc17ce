"""The reducer of a score sheet: applies one fact to a `SheetState`.

Input: a state and a fact that `clagdsl.scorekeeping.legality` allows; nothing is checked again
here. Output: the next state. `enter` is the entry point; `open_sheet` returns the initial state.

`_proceed` advances to the next phase that needs an entry, and skips those that happen at the table
with real cards (dealing, turning). Entering the tricks closes a deal (`_close_deal`): its scores
are counted, and the next deal begins or the match ends. A roster change restarts the deal with
other players, so it is only legal before anything else has been entered in it.
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
from clagdsl.lang.policies.bid import AuctionContract
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
from clagdsl.lang.rules import AuctionTrump, BidTogether
from clagdsl.problems.diagnostic import Reason
from clagdsl.scorekeeping.entries import DealFact, Fact, TakenBy, Won
from clagdsl.scorekeeping.seating import initial_roster, table_for_roster
from clagdsl.scorekeeping.state import (
    AttributedFact,
    NextDeal,
    SheetDeal,
    SheetPhase,
    SheetSetting,
    SheetState,
    attribute_fact,
)
from clagdsl.scorekeeping.tricks_taken import check_takings
from clagdsl.table.choices import ordered_call
from clagdsl.table.deal_rules import Phase
from clagdsl.table.history import after_row, before_deal
from clagdsl.table.phases import named_when_turned, next_phase
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import is_scored
from clagdsl.table.seating import (
    Roster,
    apply_change,
    latecomers_total,
    next_player_after_roster_change,
)
from clagdsl.table.seats import (
    auction_state_of,
    auction_turn,
    first_actors,
    fixed_bids,
    trump_in,
)
from clagdsl.table.standings import (
    MatchOutcome,
    ScoredDeal,
    close_deal,
    figures_of_lines,
    initial_figures,
    is_over,
    outcome,
    score_takings,
    thrown_in_deal,
    with_adjustment,
    with_line,
    with_seated_figures,
)
from clagdsl.table.table import Table


def open_sheet(setting: SheetSetting) -> SheetState:
    """Returns the state in which the first entry is due."""
    first = setting.first_dealer
    dealer = setting.seats[-1] if first is None else first
    phase: SheetPhase = "dealer" if first is None else "size"
    roster = initial_roster(setting)
    next_deal = NextDeal(setting.table.schedule)
    scheduled = setting.table.schedule[0]
    deal = _new_deal(1, setting.table, scheduled, roster, roster.seat_from(dealer))
    moment = SheetState(
        setting=setting,
        roster=roster,
        table=setting.table,
        next_deal=next_deal,
        dealer_line=dealer,
        last_winner=None,
        phase=phase,
        acting=(),
        deal=deal,
        standings=initial_figures(setting.table),
    )
    return moment if first is None else _begin_deal(moment)


def _new_deal(
    number: int, table: Table, scheduled: ScheduledDeal, roster: Roster, dealer: int
) -> SheetDeal:
    rules = table.rules_of(scheduled)
    return SheetDeal(number, scheduled, rules, roster.seats, dealer, scheduled.cards)


def _begin_deal(
    moment: SheetState,
    facts: tuple[AttributedFact, ...] = (),
    extra_hand: OneMoreHand | None = None,
) -> SheetState:
    """Begins the next deal with the facts entered since the last one.

    If the schedule for the current number of players has no such deal, the match is over.
    """
    following, roster = moment.next_deal, moment.roster
    number = following.number_in(moment.table.schedule) if extra_hand is None else moment.number
    scheduled = moment.table.scheduled(number)
    if scheduled is None:
        return _end_match(replace(moment, closing=facts))
    dealer = roster.seat_from(moment.dealer_line)
    deal = _new_deal(moment.number, moment.table, scheduled, roster, dealer)
    deal = replace(deal, facts=facts, extra_hand=extra_hand, skipped=following.skipped)
    begun = replace(
        moment, phase="size", acting=(dealer,), deal=deal, outcome=None, closing=(), waiting=()
    )
    if deal.cards is None:
        return begun
    return _proceed(begun, deal, "size")


def _end_match(moment: SheetState) -> SheetState:
    """Returns the state at the end of the match; lines that have left neither win nor pay."""
    circle = moment.roster.circle
    end = outcome(moment.table, figures_of_lines(moment.standings, circle))
    paid = dict(zip(circle, end.payments, strict=True))
    lines = range(len(moment.roster.names))
    by_line = MatchOutcome(
        tuple(sorted(circle[winner] for winner in end.winners)),
        tuple(paid.get(line, Fraction(0)) for line in lines),
    )
    last = moment.history[-1] if moment.history else moment.deal
    return replace(moment, phase="over", acting=(), deal=last, outcome=by_line, waiting=())


def _proceed(moment: SheetState, deal: SheetDeal, done: Phase) -> SheetState:
    """Proceeds to the next phase that needs an entry."""
    phase = next_phase(deal.rules, done)
    match phase:
        case None | "score":
            raise AssertionError("a deal is closed by its tricks")
        case "size":
            raise AssertionError("a deal begins with its size")
        case "deal" | "rest":
            is_open = deal.calls is None and deal.rules.calls_bid  # the call may replace it
            bids = () if is_open else fixed_bids(deal.rules)
            return _proceed(moment, replace(deal, bids=bids), phase)
        case "turn":
            return _proceed(moment, replace(deal, shown=True), phase)
        case "name" if named_when_turned(deal.rules):
            return _proceed(moment, deal, phase)  # optional, like the trump by a turned suit
        case "call" | "auction" | "name" | "first" | "bid":
            last = moment.last_winner
            won = None if last is None else moment.roster.seat_from(last)
            acting = first_actors(deal, phase, won)
            if phase == "call":
                deal = replace(deal, caller=acting[0])
            return replace(moment, deal=deal, phase=phase, acting=acting)
        case "play":
            is_due = trump_in(deal, deal.cards or 0) is None and is_scored(
                deal.rules, moment.table.remembered, "trump"
            )
            return replace(moment, deal=deal, phase="name" if is_due else "tricks", acting=())
        case _:
            assert_never(phase)


def enter(moment: SheetState, fact: Fact) -> SheetState:
    """Returns the state after a legal fact."""
    match fact:
        case Adjustment(player=player, points=points):
            line = moment.roster.names.index(player)
            standings = with_adjustment(moment.standings, line, points)
            moment = _note_interlude(replace(moment, standings=standings), fact)
            return _end_match(moment) if moment.phase == "over" else moment
        case OneMoreHand():
            return _begin_extra_hand(moment, fact)
        case EndMatch():
            facts = (*_without_skip(moment.deal.facts), AttributedFact(None, fact))
            next_deal = replace(moment.next_deal, skipped=0)
            return _end_match(replace(moment, closing=facts, next_deal=next_deal, ended=True))
        case Skip(deals=deals):
            return _skip(moment, deals)
        case Join() | TakePlace() | Leave() | SitOut() | PlayAgain():
            return _change_roster(moment, fact)
        case _:
            return _enter_in_deal(moment, fact)


def _note_interlude(moment: SheetState, fact: Interlude) -> SheetState:
    """Returns the state with an interlude added to its facts."""
    facts = (*moment.facts, AttributedFact(None, fact))
    if moment.phase == "over":
        return replace(moment, closing=facts)
    return replace(moment, deal=replace(moment.deal, facts=facts))


def _begin_extra_hand(moment: SheetState, hand: OneMoreHand) -> SheetState:
    """Begins an extra hand after the end of the match."""
    table = table_for_roster(moment, moment.roster, hand)
    assert not isinstance(table, Reason)
    facts = (*moment.closing, AttributedFact(None, hand))
    return _begin_deal(replace(moment, table=table), facts, hand)


def _change_roster(moment: SheetState, change: RosterChange) -> SheetState:
    """Restarts the deal with the changed roster."""
    before, roster = moment.roster, apply_change(moment.roster, change)
    table = table_for_roster(moment, roster, moment.deal.extra_hand)
    assert not isinstance(table, Reason)
    standings, begun = moment.standings, moment.joining_totals
    if len(roster.names) > len(before.names):
        totals = figures_of_lines(standings, before.circle).totals
        total = latecomers_total(totals, table.game.winner)
        standings, begun = with_line(standings, total), (*begun, total)
    last = moment.last_winner
    moment = replace(
        moment,
        roster=roster,
        table=table,
        dealer_line=next_player_after_roster_change(before, change, moment.dealer_line),
        last_winner=None if last is None else next_player_after_roster_change(before, change, last),
        joining_totals=begun,
        standings=standings,
    )
    return _restart_deal(moment, (*moment.deal.facts, AttributedFact(None, change)))


def _restart_deal(moment: SheetState, facts: tuple[AttributedFact, ...]) -> SheetState:
    """Restarts a deal in which nothing is entered but interludes and the first dealer."""
    if moment.phase != "dealer":
        return _begin_deal(moment, facts, moment.deal.extra_hand)
    table, roster = moment.table, moment.roster
    scheduled = table.scheduled(moment.next_deal.number_in(table.schedule))
    assert scheduled is not None
    deal = _new_deal(1, table, scheduled, roster, len(roster.seats) - 1)
    return replace(moment, deal=replace(deal, facts=facts, skipped=moment.next_deal.skipped))


def _without_skip(facts: tuple[AttributedFact, ...]) -> tuple[AttributedFact, ...]:
    return tuple(attributed for attributed in facts if not isinstance(attributed.fact, Skip))


def _skip(moment: SheetState, deals: int) -> SheetState:
    """Leaves out deals; all that are left out before a deal are one fact."""
    skipped = moment.next_deal.skipped + deals
    facts = (*_without_skip(moment.deal.facts), AttributedFact(None, Skip(skipped)))
    next_deal = replace(moment.next_deal, skipped=skipped)
    return _restart_deal(replace(moment, next_deal=next_deal), facts)


def _enter_in_deal(moment: SheetState, fact: DealFact) -> SheetState:
    before = moment.deal
    seat = moment.acting[0] if moment.acting else None
    attributed = attribute_fact(seat, fact, moment.roster.players)
    deal = replace(before, facts=(*before.facts, attributed))
    match fact:
        case DrawDealer(player=player):
            return _set_first_dealer(moment, deal, player)
        case PickCards(number=number):
            return _enter_size(moment, deal, number)
        case MakeCall(names=names):
            return _call(moment, deal, names)
        case SayInAuction(number=number, trump=trump):
            return _continue_auction(
                moment, replace(deal, auction=(*deal.auction, AuctionContract(number, trump)))
            )
        case Pass():
            return _continue_auction(moment, replace(deal, auction=(*deal.auction, None)))
        case NameTrump() | NameOrder():
            return _name_trump(moment, replace(deal, reported_trump=named(fact)))
        case DrawBidder(player=player):
            drawn = moment.roster.players.index(player)
            return _proceed(moment, replace(deal, drawn=drawn), "first")
        case Look():
            assert seat is not None
            return replace(moment, deal=replace(deal, looked=(*deal.looked, seat)))
        case Bid(number=number):
            return _bid(moment, replace(deal, bids=(*deal.bids, number)))
        case Won() | TakenBy():
            return _close_deal(moment, deal, fact)
        case _:
            assert_never(fact)


def _name_trump(moment: SheetState, deal: SheetDeal) -> SheetState:
    """Enters a trump that was named, turned or drawn."""
    if moment.phase != "name":
        return replace(moment, deal=deal)
    if deal.shown:
        return replace(moment, deal=deal, phase="tricks")
    return _proceed(moment, deal, "name")


def _set_first_dealer(moment: SheetState, deal: SheetDeal, player: str) -> SheetState:
    dealer = moment.roster.names.index(player)
    if moment.phase != "dealer" and dealer == moment.dealer_line:
        return moment
    return _begin_deal(replace(moment, dealer_line=dealer), deal.facts)


def _enter_size(moment: SheetState, deal: SheetDeal, cards: int) -> SheetState:
    """Enters the size that the dealer has picked, or another one than the schedule's."""
    scheduled = deal.scheduled
    if scheduled.cards == cards:
        return moment
    if scheduled.cards is not None:
        scheduled = replace(scheduled, low=cards, high=cards)
    new = _new_deal(deal.number, moment.table, scheduled, moment.roster, deal.dealer)
    rules = moment.table.rules_of(scheduled, cards=cards)
    new = replace(new, facts=deal.facts, skipped=deal.skipped, cards=cards, rules=rules)
    return _proceed(moment, new, "size")


def _call(moment: SheetState, deal: SheetDeal, names: tuple[str, ...]) -> SheetState:
    calls = ordered_call(deal.rules, names)
    rules = moment.table.rules_of(deal.scheduled, calls, deal.cards)
    deal = replace(deal, calls=calls, rules=rules, bids=fixed_bids(rules))
    return _proceed(moment, deal, "call")


def _continue_auction(moment: SheetState, deal: SheetDeal) -> SheetState:
    """Continues the auction; its last word ends it."""
    turn = auction_turn(deal)
    if turn is not None:
        return replace(moment, deal=deal, acting=(turn,))
    stand = auction_state_of(deal)
    if stand.highest is None:
        past = moment.figures.past
        return _count_scores(moment, deal, thrown_in_deal(deal.rules.players, past))
    if isinstance(deal.rules.trump, AuctionTrump):
        trump = stand.highest.trump
        deal = replace(deal, reported_trump=() if trump is None else (trump,))
    return _proceed(moment, deal, "auction")


def _bid(moment: SheetState, deal: SheetDeal) -> SheetState:
    players = deal.rules.players
    if len(deal.bids) == players:
        return _proceed(moment, deal, "bid")
    acting = moment.acting[1:]
    if not isinstance(deal.rules.bid, BidTogether):
        acting = ((moment.acting[0] + 1) % players,)
    return replace(moment, deal=deal, acting=acting)


def _close_deal(moment: SheetState, deal: SheetDeal, fact: Won | TakenBy) -> SheetState:
    takings = check_takings(moment, fact)
    assert isinstance(takings, tuple)
    tricks = tuple(taking.tricks for taking in takings)
    scored_deal = score_takings(
        deal.rules,
        takings,
        number=deal.scheduled.number,
        cards=deal.cards or 0,
        past=moment.figures.past,
        remembered=moment.table.remembered,
    )
    return _count_scores(moment, replace(deal, tricks=tricks), scored_deal)


def _count_scores(moment: SheetState, deal: SheetDeal, scored_deal: ScoredDeal) -> SheetState:
    """Adds the scores of a deal to the totals; begins the next deal or ends the match."""
    table, roster = moment.table, moment.roster
    closed = close_deal(
        deal, deal.scheduled, scored_deal, moment.figures, deal.seats, roster.circle
    )
    past = before_deal(moment.standings.past, deal.scheduled, deal.skipped)
    before = replace(moment.standings, past=past)
    standings = with_seated_figures(before, deal.seats, closed.figures)
    standings = replace(standings, past=after_row(standings.past, deal.scheduled))
    seat = deal.seats.index(closed.winner)
    deal = replace(deal, results=scored_deal.results, winner=seat, totals=standings.totals)
    moment = replace(
        moment,
        deal=deal,
        standings=standings,
        history=(*moment.history, deal),
        next_deal=NextDeal(table.schedule, deal.scheduled.number + 1),
        dealer_line=closed.next_dealer,
        last_winner=closed.winner,
    )
    figures = figures_of_lines(standings, roster.circle)
    if is_over(table, deal.scheduled.number, figures) or deal.extra_hand is not None:
        return _end_match(moment)
    return _begin_deal(moment)
