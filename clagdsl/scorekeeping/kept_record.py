"""A score sheet as a record: what a paper sheet holds."""

from __future__ import annotations

from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal
from clagdsl.lang.rules import ChosenBid, DrawnTrump, NamedTrump, TurnedTrump
from clagdsl.scorekeeping.kept_match import KeptDeal, Moment
from clagdsl.table.turns import bids_by_seat, blind_seats


def kept_record(moment: Moment) -> Record:
    """The record of a sheet; a deal in which nothing has been entered yet is left out."""
    setting = moment.setting
    names = setting.names
    deals = [_deal(deal, names) for deal in moment.history]
    if moment.phase not in ("over", "dealer") and moment.deal.facts:
        deals.append(_deal(moment.deal, names))
    first = setting.first_dealer
    if first is None and moment.phase != "dealer":
        first = (*moment.history, moment.deal)[0].dealer
    game = setting.table.game
    return Record(
        rules=setting.rules,
        players=names,
        deals=tuple(deals),
        dealer=None if first is None else names[first],
        rules_hash=rules_hash(game),
        parameters=setting.table.changed_parameters,
        game=game,
    )


def _deal(deal: KeptDeal, names: tuple[str, ...]) -> RecordedDeal:
    told = deal.told if _is_recorded(deal) else None
    looked = [seat for seat in deal.looked if bids_by_seat(deal)[seat] is None]
    return RecordedDeal(
        number=deal.scheduled.number,
        cards=deal.cards if deal.scheduled.cards is None else None,
        dealer=names[deal.dealer],
        caller=None if deal.caller is None else names[deal.caller],
        calls=deal.calls,
        trump=None if told is None or len(told) > 1 else told[0] if told else "none",
        order=told if told is not None and len(told) > 1 else None,
        first=None if deal.drawn is None else names[deal.drawn],
        auction=deal.auction or None,
        bids=_bids(deal),
        blind=tuple(names[seat] for seat in blind_seats(deal)) or None,
        looked=names[looked[-1]] if looked else None,
        won=deal.tricks or None,
        totals=deal.totals or None,
    )


def _is_recorded(deal: KeptDeal) -> bool:
    """Whether a record without the card that was turned can say what is trump."""
    match deal.rules.trump:
        case NamedTrump() | DrawnTrump():
            return True
        case TurnedTrump():
            return deal.told is not None and len(deal.told) == 1
        case _:
            return False


def _bids(deal: KeptDeal) -> tuple[RecordedBid, ...] | None:
    """The bids by seat, `?` where one is not made yet; None where nobody has bid, or chooses to."""
    if not deal.bids or not isinstance(deal.rules.bid, ChosenBid):
        return None
    return tuple("?" if bid is None else bid for bid in bids_by_seat(deal))
