"""What an entry does: from one moment of a sheet to the next.

Nothing here judges whether it may be entered: that is the work of `clagdsl.scorekeeping.judging`.
"""

from __future__ import annotations

from dataclasses import replace
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
from clagdsl.lang.auction_words import Said
from clagdsl.lang.rules import AuctionTrump, BidTogether, Call
from clagdsl.scorekeeping.entries import Fact, TakenBy, Won
from clagdsl.scorekeeping.kept_match import KeptDeal, Moment, SaidBy, SheetSetting
from clagdsl.scorekeeping.takings import kept_takings
from clagdsl.table.calls import ordered_call
from clagdsl.table.phases import Phase, named_when_turned, next_phase
from clagdsl.table.scoring import deal_winner
from clagdsl.table.seats import caller_of
from clagdsl.table.standings import (
    Figures,
    ScoredDeal,
    counted,
    dealer_after,
    is_over,
    no_figures,
    outcome,
    scored,
    thrown_in,
)
from clagdsl.table.turns import (
    auction_turn,
    bidders,
    eldest_of,
    namer_in,
    settled_bids,
    stand_of,
)


def open_sheet(setting: SheetSetting) -> Moment:
    """The moment in which the first entry is awaited."""
    figures = no_figures(setting.table)
    first = setting.first_dealer
    if first is not None:
        return _begin_deal(setting, figures, (), first)
    last = setting.table.players - 1  # nobody deals yet, so that the dealer in it means nothing
    deal = _begin_deal(setting, figures, (), last).deal
    return Moment(setting, "dealer", (), deal, figures)


def _begin_deal(
    setting: SheetSetting,
    figures: Figures,
    history: tuple[KeptDeal, ...],
    dealer: int,
    facts: tuple[SaidBy, ...] = (),
) -> Moment:
    scheduled = setting.table.schedule[len(history)]
    rules = setting.table.rules_of(scheduled)
    deal = KeptDeal(scheduled, rules, dealer, scheduled.cards, facts)
    moment = Moment(setting, "size", (dealer,), deal, figures, history)
    if deal.cards is None:
        return moment
    return _proceed(moment, replace(deal, bids=settled_bids(rules)), "deal")


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
        case "call":
            call = deal.rules.call
            assert isinstance(call, Call)
            last = moment.history[-1].winner if moment.history else None
            caller = caller_of(call, deal.dealer, deal.dealer if last is None else last)
            return _await(moment, replace(deal, caller=caller), phase, caller)
        case "auction":
            return _await(moment, deal, phase, eldest_of(deal))
        case "name":
            if named_when_turned(deal.rules):  # it may be told, as the suit of the card turned may
                return _proceed(moment, deal, phase)
            return _await(moment, deal, phase, namer_in(deal))
        case "first":
            return _await(moment, deal, phase)
        case "bid":
            return _await(moment, deal, phase, *bidders(deal))
        case "play":
            return replace(moment, deal=deal, phase="tricks", acting=())
        case _:
            assert_never(phase)


def _await(moment: Moment, deal: KeptDeal, phase: Phase, *acting: int) -> Moment:
    match phase:
        case "call" | "auction" | "name" | "first" | "bid":
            return replace(moment, deal=deal, phase=phase, acting=acting)
        case _:
            raise AssertionError(f"nothing is entered in {phase}")


def enter(moment: Moment, fact: Fact) -> Moment:
    """The moment after a fact that may be entered."""
    before = moment.deal
    seat = moment.acting[0] if moment.acting else None
    deal = replace(before, facts=(*before.facts, SaidBy(seat, fact)))
    match fact:
        case DrawDealer(player=player):
            setting = moment.setting
            first = setting.names.index(player)
            return _begin_deal(setting, moment.figures, (), first, deal.facts)
        case PickCards(number=number):
            rules = moment.setting.table.rules_of(deal.scheduled, cards=number)
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
            drawn = moment.setting.names.index(player)
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
    rules = moment.setting.table.rules_of(deal.scheduled, calls, deal.cards)
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
        remembered=moment.setting.table.remembered,
    )
    return _count(moment, replace(deal, tricks=tricks), brought)


def _count(moment: Moment, deal: KeptDeal, brought: ScoredDeal) -> Moment:
    """Count what a deal has brought everybody; the next one begins, or the match is over."""
    setting = moment.setting
    winner = deal_winner(deal.rules, brought.results, deal.dealer)
    figures = counted(moment.figures, brought, deal.scheduled)
    deal = replace(deal, results=brought.results, winner=winner, totals=figures.totals)
    history = (*moment.history, deal)
    if is_over(setting.table, deal.scheduled.number, figures.totals):
        end = outcome(setting.table, figures)
        return Moment(setting, "over", (), deal, figures, history, end)
    return _begin_deal(setting, figures, history, dealer_after(deal, winner))
