"""What has happened in a match, in words: a line for each event that somebody saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from clagdsl.engine.events import (
    AuctionSaid,
    AuctionWon,
    BidderDrawn,
    BidMade,
    BidsTold,
    CallMade,
    CardPlayed,
    CardsDealt,
    CardsPicked,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealThrownIn,
    Event,
    FirstCardsDealt,
    HandSeen,
    HandShown,
    Looked,
    MatchWon,
    Passed,
    TrickWon,
    TrumpDrawn,
    TrumpNamed,
    TrumpTurned,
)
from clagdsl.lang.cards import SUIT_NAMES, SUIT_SIGNS, Card, Suit, is_special
from clagdsl.lang.special import PlayedAs

_Dealt: TypeAlias = (
    DealerDrawn | DealBegun | CardsPicked | FirstCardsDealt | CardsDealt | HandSeen | HandShown
)
_Said: TypeAlias = (
    CallMade | AuctionSaid | AuctionWon | Passed | DealThrownIn | BidderDrawn | Looked | BidMade
)
_Trump: TypeAlias = TrumpNamed | TrumpTurned | TrumpDrawn
_Played: TypeAlias = BidsTold | CardPlayed | TrickWon | DealScored | MatchWon


def event_words(event: Event, names: Sequence[str]) -> str:
    """What happened, in words; "" for what goes without saying."""
    if isinstance(event, _Dealt):
        return _dealt(event, names)
    if isinstance(event, _Said):
        return _said(event, names)
    if isinstance(event, _Trump):
        return _of_trump(event, names)
    return _done(event, names)


def _dealt(event: _Dealt, names: Sequence[str]) -> str:
    match event:
        case DealerDrawn(seat=seat):
            return f"{names[seat]} was drawn to deal first"
        case DealBegun(deal=deal, name=name, dealer=dealer):
            called = "" if name == "normal" else f", {name}"
            return f"Deal {deal}{called}: {names[dealer]} deals"
        case CardsPicked(seat=seat, cards=cards):
            return f"{names[seat]} picks {_cards(cards)}"
        case FirstCardsDealt(first=first):
            return f"Everybody gets the first {first}"
        case CardsDealt(cards=cards):
            return f"Everybody has {_cards(cards)}"
        case HandSeen() | HandShown():
            return ""
        case _:
            assert_never(event)


def _said(event: _Said, names: Sequence[str]) -> str:
    match event:
        case CallMade(seat=seat, calls=calls):
            return f"{names[seat]} calls {', '.join(calls) or 'nothing'}"
        case BidderDrawn(seat=seat):
            return f"{names[seat]} was drawn to bid first"
        case Looked(seat=seat):
            return f"{names[seat]} looks at the cards"
        case BidMade(seat=seat, bid=bid, blind=blind):
            said = " without telling yet" if bid is None else f" {bid}"
            return f"{names[seat]} bids{said}{' blind' if blind else ''}"
        case AuctionSaid() | AuctionWon() | Passed() | DealThrownIn():
            return _of_auction(event, names)
        case _:
            assert_never(event)


def _of_trump(event: _Trump, names: Sequence[str]) -> str:
    match event:
        case TrumpNamed(seat=seat, trump=trump):
            return f"{names[seat]} names {_trump(trump)}"
        case TrumpTurned(card=card):
            return "No card is left to turn" if card is None else f"{card_text(card)} is turned"
        case TrumpDrawn(suit=suit):
            return f"{_trump((suit,)).capitalize()} are drawn as trump"
        case _:
            assert_never(event)


def _done(event: _Played, names: Sequence[str]) -> str:
    match event:
        case BidsTold(bids=bids):
            told = (f"{name} {bid}" for name, bid in zip(names, bids, strict=True))
            return f"All have bid: {', '.join(told)}"
        case CardPlayed(seat=seat):
            return f"{names[seat]} plays {_played(event)}"
        case TrickWon(trick=trick, seat=seat):
            return f"{names[seat]} wins trick {trick}"
        case DealScored(deal=deal, scores=scores):
            told = (f"{name} {signed(points)}" for name, points in zip(names, scores, strict=True))
            return f"Deal {deal} is over: {', '.join(told)}"
        case MatchWon(winners=winners):
            won = " and ".join(names[seat] for seat in winners)
            return f"{won} {'wins' if len(winners) == 1 else 'win'} the match"
        case _:
            assert_never(event)


def _of_auction(
    event: AuctionSaid | AuctionWon | Passed | DealThrownIn, names: Sequence[str]
) -> str:
    match event:
        case DealThrownIn(deal=deal):
            return f"All have passed: deal {deal} is thrown in"
        case Passed(seat=seat):
            return f"{names[seat]} passes"
        case AuctionSaid(seat=seat, number=number, trump=trump):
            return f"{names[seat]} says {number} {_trump(() if trump is None else (trump,))}"
        case AuctionWon(seat=seat, number=number, trump=trump):
            said = f"{number} {_trump(() if trump is None else (trump,))}"
            return f"{names[seat]} wins the auction with {said}"
        case _:
            assert_never(event)


def _played(event: CardPlayed) -> str:
    if isinstance(event.face, PlayedAs):
        return str(event.face)
    card = card_text(event.card)
    return card if event.face is None else f"{card} as {card_text(event.face)}"


def card_text(card: Card) -> str:
    """A card in a few letters: `Q♠`."""
    return str(card) if is_special(card) else f"{card.rank}{SUIT_SIGNS[card.suit]}"


def signed(points: int) -> str:
    """Points with their sign: `+10`, `0`, `-3`."""
    return f"{points:+d}" if points else "0"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _trump(suits: Sequence[Suit]) -> str:
    return ", ".join(SUIT_NAMES[suit] for suit in suits) or "no trump"
