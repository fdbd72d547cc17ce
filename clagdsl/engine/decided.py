"""Which decision of a player an event tells of."""

from __future__ import annotations

from collections.abc import Iterable

from clagdsl.engine.actions import (
    LOOKED,
    PASSED,
    Action,
    Bid,
    MakeCall,
    PickCards,
    Play,
    SayInAuction,
    naming,
)
from clagdsl.engine.events import (
    AuctionSaid,
    BidMade,
    CallMade,
    CardPlayed,
    CardsPicked,
    Event,
    Looked,
    Passed,
    TrumpNamed,
)


def decided(event: Event) -> Action | None:
    """The action of a player that an event tells; None where chance or the rules did something.

    A bid of which only the fact is seen tells no action either.
    """
    match event:
        case CardPlayed(card=card, face=face):
            return Play(card, face)
        case BidMade(bid=int(bid), blind=blind):
            return Bid(bid, blind)
        case CardsPicked(cards=cards):
            return PickCards(cards)
        case CallMade(calls=calls):
            return MakeCall(calls)
        case AuctionSaid(number=number, trump=trump):
            return SayInAuction(number, trump)
        case Passed():
            return PASSED
        case TrumpNamed(trump=trump):
            return naming(trump)
        case Looked():
            return LOOKED
        case _:
            return None


def all_decided(events: Iterable[Event]) -> list[Action]:
    """Every decision that events tell of, in their order."""
    told = (decided(event) for event in events)
    return [action for action in told if action is not None]
