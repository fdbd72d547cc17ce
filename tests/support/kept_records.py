"""Rebuilds a score sheet from its record, by making every entry that the record implies.

No command does this, so the tests have a reader of their own. It asks the sheet only for the next
phase, and takes everything else from the record.
"""

from __future__ import annotations

from collections.abc import Iterator

from clagdsl.engine.actions import PASSED, Bid, MakeCall, PickCards, SayInAuction, naming
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.roster_changes import Adjustment, Note, OneMoreHand, Seats, Skip
from clagdsl.scorekeeping.entries import TakenBy, Won
from clagdsl.scorekeeping.score_sheet import Sheet


def with_rows(sheet: Sheet, record: Record) -> Sheet:
    """Returns the sheet with everything that the record has from the sheet's deal on."""
    seated = tuple(sheet.names[line] for line in sheet._moment.setting.seats)
    if record.players != seated:
        sheet = sheet.apply(str(Seats(record.players)))
    if (record.note or "") != (sheet.note or ""):
        sheet = sheet.apply(str(Note(record.note or "")))
    dealer = None if sheet.phase == "dealer" else sheet.names[sheet.dealer]
    if not sheet.rows and record.dealer not in (None, dealer):
        sheet = sheet.apply(f"dealer {record.dealer}")
    deals = {deal.number: deal for deal in record.deals}
    first = len(sheet.rows) + 1
    scheduled = [deal.number or 0 for deal in record.deals if not deal.more]
    for number in range(first, max([first, *(deal.number or 0 for deal in record.deals)]) + 2):
        for entry in _beside(record, number):
            sheet = sheet.apply(entry)
        if record.ended and not (sheet.over or sheet.ended) and number > max(scheduled, default=0):
            sheet = sheet.apply("end")
        deal = deals.get(number)
        if deal is not None and number == 1 and deal.dealer != sheet.names[sheet.dealer]:
            sheet = sheet.apply(f"dealer {deal.dealer}")
        if deal is not None and deal.scheduled is not None:
            sheet = _with_place(sheet, deal.scheduled, deal.cards)
        if number in deals:
            sheet = _with_deal(sheet, deals[number])
    return sheet


def _with_place(sheet: Sheet, scheduled: int, cards: int | None) -> Sheet:
    """Returns the sheet at that deal of the schedule, with as many cards."""
    skipped = scheduled - sheet.scheduled.number
    if skipped:
        sheet = sheet.apply(str(Skip(skipped)))
    is_other = sheet.scheduled.cards not in (None, cards)
    return sheet.apply(str(PickCards(cards or 0))) if is_other else sheet


def _beside(record: Record, number: int) -> Iterator[str]:
    for change in record.roster:
        if change.deal == number:
            yield str(change.change)
    for given in record.adjust:
        if given.deal == number:
            yield str(Adjustment(given.player, given.points, given.note))


def _with_deal(sheet: Sheet, deal: RecordedDeal) -> Sheet:
    if deal.more:
        sheet = sheet.apply(str(OneMoreHand(deal.label or "", deal.cards or 0)))
    number = sheet.deal
    trumps = deal.order
    if deal.trump is not None:
        trumps = () if deal.trump == "none" else (deal.trump,)
    told = None if trumps is None else str(naming(trumps))
    while not sheet.over and sheet.deal == number:
        if told is not None and sheet.why_not(told) is None:
            sheet = sheet.apply(told)
            told = None
            continue
        entry = _next(sheet, deal)
        if entry is None:
            break
        sheet = sheet.apply(entry)
    return sheet


def _next(sheet: Sheet, deal: RecordedDeal) -> str | None:
    """Returns the next entry of a deal, or None if the record has no more."""
    match sheet.phase:
        case "size":
            return None if deal.cards is None else str(PickCards(deal.cards))
        case "call":
            return None if deal.calls is None else str(MakeCall(deal.calls))
        case "auction":
            said = len(sheet._moment.deal.auction)
            words = (deal.auction or ())[said : said + 1]
            return next(
                (str(SayInAuction(one.number, one.trump) if one else PASSED) for one in words), None
            )
        case "first":
            return None if deal.first is None else f"first {deal.first}"
        case "bid":
            return _bid(sheet, deal)
        case "tricks":
            if deal.taken is not None:
                return str(TakenBy(deal.taken))
            counts = [count for count in deal.won or () if count is not None]
            return str(Won(tuple(counts))) if counts else None
        case "dealer" | "name" | "over":
            return None


def _bid(sheet: Sheet, deal: RecordedDeal) -> str | None:
    assert sheet.actor is not None
    name = sheet.names[sheet.actor]
    bid = None if deal.bids is None else deal.bids[sheet.seats.index(sheet.actor)]
    blind = name in (deal.blind or ())
    if "look" in sheet.legal() and not blind and (isinstance(bid, int) or deal.looked == name):
        return "look"
    return str(Bid(bid, blind)) if isinstance(bid, int) else None
