"""A match so far as a record: every card and every decision."""

from __future__ import annotations

from clagdsl.engine.match_state import CardPlay, Dealing, PlayedDeal, PlayedTrick, Position
from clagdsl.engine.transition import tricks_won
from clagdsl.lang.cards import is_special
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal, RecordedPlay
from clagdsl.lang.rules import DrawnTrump
from clagdsl.lang.special import way_meant
from clagdsl.table.choices import nameable
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.seats import bids_by_seat, blind_seats, stand_of
from clagdsl.table.tricks import PlayedCard


def recorded(position: Position) -> Record:
    """The record of a match; a deal in which nothing has happened yet is left out."""
    setting = position.setting
    deals = [_finished(deal, setting.names) for deal in position.standing.history]
    dealing = position.dealing
    picked = dealing.cards is not None and dealing.scheduled.cards is None
    if position.phase != "over" and (dealing.pack is not None or picked):
        deals.append(_begun(dealing, position.play, setting.names))
    game = setting.table.game
    return Record(
        rules=setting.rules,
        players=setting.names,
        deals=tuple(deals),
        dealer=None if setting.first_dealer is None else setting.names[setting.first_dealer],
        rules_hash=rules_hash(game),
        parameters=setting.table.changed_parameters,
        seed=setting.seed,
        match=0 if setting.seed is None else setting.match,
        game=game,
    )


def _finished(deal: PlayedDeal, names: tuple[str, ...]) -> RecordedDeal:
    won = tricks_won(deal.tricks, len(names))
    return _recorded(deal.dealing, names, deal.tricks, (), won, deal.totals)


def _begun(dealing: Dealing, play: CardPlay | None, names: tuple[str, ...]) -> RecordedDeal:
    if play is None:
        return _recorded(dealing, names, None, ())
    return _recorded(dealing, names, play.finished, play.trick)


def _recorded(
    dealing: Dealing,
    names: tuple[str, ...],
    tricks: tuple[PlayedTrick, ...] | None,
    trick: tuple[PlayedCard, ...],
    won: tuple[int, ...] | None = None,
    totals: tuple[int, ...] | None = None,
) -> RecordedDeal:
    rules = dealing.rules
    named = dealing.trump if _is_named(dealing) else None
    if dealing.suit is not None and (isinstance(rules.trump, DrawnTrump) or dealing.calls is None):
        named = (dealing.suit,)
    plays = None
    if tricks is not None:
        cards = [finished.cards for finished in tricks] + ([trick] if trick else [])
        plays = tuple(
            tuple(_play(one, rules, leads=not place) for place, one in enumerate(played))
            for played in cards
        )
    return RecordedDeal(
        number=dealing.scheduled.number,
        cards=dealing.cards if dealing.scheduled.cards is None else None,
        dealer=names[dealing.dealer],
        caller=None if dealing.caller is None else names[dealing.caller],
        pack=dealing.pack,
        calls=dealing.calls,
        trump=None if named is None or len(named) > 1 else named[0] if named else "none",
        order=named if named is not None and len(named) > 1 else None,
        auction=dealing.auction or None,
        first=None if dealing.drawn is None else names[dealing.drawn],
        bids=_bids(dealing),
        blind=tuple(names[seat] for seat in blind_seats(dealing)) or None,
        looked=_looked(dealing, names),
        tricks=plays,
        won=won,
        totals=totals,
    )


def _bids(dealing: Dealing) -> tuple[RecordedBid, ...] | None:
    """The bids by seat, `?` for one that is not made yet; None if nobody has bid, or all passed."""
    if not dealing.bids or stand_of(dealing).thrown_in:
        return None
    return tuple("?" if bid is None else bid for bid in bids_by_seat(dealing))


def _looked(dealing: Dealing, names: tuple[str, ...]) -> str | None:
    """Who has looked at the own cards and not bid yet; whoever is to bid does both in turn."""
    bids = bids_by_seat(dealing)
    return next((names[seat] for seat in dealing.looked if bids[seat] is None), None)


def _is_named(dealing: Dealing) -> bool:
    """Whether a player has named the trump."""
    return nameable(dealing.rules, dealing.turned) is not None


def _play(one: PlayedCard, rules: DealRules, *, leads: bool) -> RecordedPlay:
    if is_special(one.card):
        special, suits = rules.specials[one.card.rank], rules.deck.suits
        way = way_meant(special, suits, one.face, leads=leads)
        return RecordedPlay(one.card, None if way is None else way.said)
    return RecordedPlay(one.card, one.face if one.card.rank in rules.wild.ranks else None)
