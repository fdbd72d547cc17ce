"""A score sheet as a record: what a paper sheet holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.record import (
    Record,
    RecordedAdjustment,
    RecordedBid,
    RecordedChange,
    RecordedDeal,
)
from clagdsl.lang.roster_changes import Adjustment, Join, Leave, PlayAgain, SitOut, TakePlace
from clagdsl.lang.rules import AuctionTrump, ChosenBid
from clagdsl.scorekeeping.entries import Fact, TakenBy, deal_kind
from clagdsl.scorekeeping.kept_match import KeptDeal, Moment
from clagdsl.table.seats import bids_by_seat, blind_seats


def kept_record(moment: Moment) -> Record:
    """The record of a sheet; a deal in which nothing has been entered yet is left out."""
    setting = moment.setting
    names = moment.roster.names
    deals = [_deal(deal, names) for deal in moment.history]
    if moment.phase not in ("over", "dealer") and _is_begun(moment.deal):
        deals.append(_deal(moment.deal, names))
    first = setting.first_dealer
    if first is None and moment.phase != "dealer":
        opened = (*moment.history, moment.deal)[0]
        first = opened.seats[opened.dealer]
    facts = [*(deal.facts for deal in moment.history), moment.facts]
    beside = [(number, one.fact) for number, said in enumerate(facts, 1) for one in said]
    game = setting.table.game
    return Record(
        rules=setting.rules,
        players=setting.names,
        deals=tuple(deals),
        dealer=None if first is None else names[first],
        rules_hash=rules_hash(game),
        parameters=setting.table.changed_parameters,
        roster=tuple(_changes(moment, beside)),
        adjust=tuple(
            RecordedAdjustment(number, fact.player, fact.points, fact.note)
            for number, fact in beside
            if isinstance(fact, Adjustment)
        ),
        game=game,
    )


def _changes(moment: Moment, beside: Iterable[tuple[int, Fact]]) -> Iterator[RecordedChange]:
    """Who came and went, with the deal from which on, and what a latecomer began with."""
    here = set(moment.setting.names)
    begun = iter(moment.begun)
    for number, fact in beside:
        match fact:
            case Join(player=player) | TakePlace(player=player):
                total = None if player in here else next(begun)
                here.add(player)
                yield RecordedChange(number, fact, total)
            case Leave() | SitOut() | PlayAgain():
                yield RecordedChange(number, fact)
            case _:
                pass


def _is_begun(deal: KeptDeal) -> bool:
    """Whether anything has been entered of a deal, or that there is one more."""
    there = any(deal_kind(one.fact) is not None for one in deal.facts)
    return there or deal.one_more is not None


def _deal(deal: KeptDeal, everybody: tuple[str, ...]) -> RecordedDeal:
    told = None if isinstance(deal.rules.trump, AuctionTrump) else deal.told
    bids = bids_by_seat(deal)
    names = tuple(everybody[line] for line in deal.seats)
    more = deal.one_more is not None
    return RecordedDeal(
        number=deal.scheduled.number,
        label=deal.rules.name if more else None,
        cards=deal.cards if more or deal.scheduled.cards is None else None,
        more=more,
        dealer=names[deal.dealer],
        caller=None if deal.caller is None else names[deal.caller],
        calls=deal.calls,
        trump=None if told is None or len(told) > 1 else told[0] if told else "none",
        order=told if told is not None and len(told) > 1 else None,
        first=None if deal.drawn is None else names[deal.drawn],
        auction=deal.auction or None,
        bids=_bids(deal),
        blind=tuple(names[seat] for seat in blind_seats(deal)) or None,
        looked=next((names[seat] for seat in deal.looked if bids[seat] is None), None),
        taken=next((one.fact.seats for one in deal.facts if isinstance(one.fact, TakenBy)), None),
        won=deal.tricks or None,
        totals=tuple(deal.totals[line] for line in deal.seats) if deal.totals else None,
    )


def _bids(deal: KeptDeal) -> tuple[RecordedBid, ...] | None:
    """The bids by seat, `?` where one is not made yet; None where nobody has bid, or chooses to."""
    if not deal.bids or not isinstance(deal.rules.bid, ChosenBid):
        return None
    return tuple("?" if bid is None else bid for bid in bids_by_seat(deal))
