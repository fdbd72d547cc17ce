"""Describes actions and their alternatives in card players' words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, assert_never

from clagdsl.engine.actions import (
    Action,
    Bid,
    DealPack,
    DrawBidder,
    DrawDealer,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
)
from clagdsl.engine.events import BidMade
from clagdsl.engine.view import View
from clagdsl.explain.english import card_single, counted
from clagdsl.lang.cards import SUIT_NAMES, Suit
from clagdsl.lang.numerals import join_words
from clagdsl.lang.special_cards import PlayedAs
from clagdsl.problems.escape import escape_invisible
from clagdsl.reviewing.model import ERRORS_FOR_SURE, ActionWorth

NOT_WEIGHED: Final = "not judged: no possible layout of the cards was found"
"""The text in place of alternatives for a decision that could not be weighed."""

PARTLY: Final = "reviewed as far as it is recorded"
"""The note on a deal that is reviewed only as far as it is recorded."""

UNKNOWN: Final = " ± ?"
"""The suffix of points of unknown precision."""

MINUS: Final = "\N{MINUS SIGN}"


def past_tense_text(action: Action, *, leads: bool = False) -> str:
    """Returns an action as a verb phrase after a name: `led the ace of hearts`, `bid 2`."""
    match action:
        case Play() | PlayTop():
            return f"{'led' if leads else 'played'} {_play_text(action)}"
        case Bid(number=number, blind=blind):
            return f"bid {number}{' blind' if blind else ''}"
        case MakeCall(names=names):
            return f"called {_calls_text(names)}"
        case NameTrump() | NameOrder():
            return f"named {_trump_text(action)}"
        case PickCards(number=number):
            return f"picked {counted(number, 'card')}"
        case SayInAuction(number=number, trump=trump):
            return f"said {number} {_suits(trump)} in the auction"
        case Pass():
            return "passed"
        case Look():
            return "looked at the cards"
        case DealPack() | DrawDealer() | DrawBidder():
            raise TypeError("chance decides nothing")
        case _:
            assert_never(action)


def alternative_text(action: Action) -> str:
    """Returns an action as a noun phrase: `the four of clubs`, `a bid of 1`."""
    match action:
        case Play() | PlayTop():
            return _play_text(action)
        case Bid(number=number, blind=blind):
            return f"a {'blind ' if blind else ''}bid of {number}"
        case MakeCall(names=names):
            return f"calling {_calls_text(names)}"
        case NameTrump() | NameOrder():
            return f"naming {_trump_text(action)}"
        case PickCards(number=number):
            return f"picking {counted(number, 'card')}"
        case SayInAuction(number=number, trump=trump):
            return f"saying {number} {_suits(trump)}"
        case Pass():
            return "passing"
        case Look():
            return "looking at the cards first"
        case DealPack() | DrawDealer() | DrawBidder():
            raise TypeError("chance decides nothing")
        case _:
            assert_never(action)


def standing_text(view: View, player: str) -> str:
    """Returns a description of the position of a player about to play a card: the bid, if any, and
    the tricks.

    Returns "" in all other phases.
    """
    if view.phase != "play":
        return ""
    seat = view.own_seat
    won = view.tricks[seat]
    tricks = "no trick yet" if won == 0 else f"{counted(won, 'trick')} already"
    bids = any(isinstance(event, BidMade) and event.seat == seat for event in view.events)
    bid = f"had bid {view.bids[seat]} and " if bids else ""
    return f"{escape_invisible(player)} {bid}had {tricks}."


def points_text(points: Fraction) -> str:
    """Returns points with one decimal place and a typographic minus sign: `6.2`, `−0.4`."""
    tenths = round(points * 10)
    return f"{MINUS if tenths < 0 else ''}{abs(tenths) // 10}.{abs(tenths) % 10}"


def gain_text(worth: ActionWorth) -> str:
    """Returns the gain of an action over the one taken: `+6.2 ± 1.1`, `−0.3`."""
    gain = points_text(worth.gain)
    signed = gain if worth.gain < 0 or gain == "0.0" else f"+{gain}"
    return f"{signed}{UNKNOWN if worth.error is None else interval_text(worth.error)}"


def average_text(player: str, done: ActionWorth, better: ActionWorth) -> str:
    """Returns a sentence on the player's own mean points after a better action and after the one
    taken.
    """
    own = f"{escape_invisible(player)}'s own average in the deal would have been"
    before, after = points_text(done.points), points_text(better.points)
    if before == after:
        return f"{own} {after} points either way, but the others' points differ."
    return f"{own} {after} points, not {before}."


def interval_text(error: Fraction) -> str:
    """Returns the confidence interval for this standard error as a suffix; "" if the points are
    exact.
    """
    return f" ± {points_text(ERRORS_FOR_SURE * error)}" if error else ""


def _play_text(action: Play | PlayTop) -> str:
    card = "the top card" if isinstance(action, PlayTop) else card_single(action.card)
    face = action.face
    if face is None:
        return card
    if isinstance(face, PlayedAs):
        asking = "" if face.demand is None else f", asking {escape_invisible(str(face.demand))}"
        return f"{card}{'' if face.power is None else f' as {face.power}'}{asking}"
    return f"{card} as {card_single(face)}"


def _calls_text(names: Sequence[str]) -> str:
    return join_words([escape_invisible(name) for name in names]) or "nothing"


def _trump_text(action: NameTrump | NameOrder) -> str:
    if isinstance(action, NameOrder):
        return f"the order {', '.join(SUIT_NAMES[suit] for suit in action.suits)}"
    return "no trump" if action.suit is None else f"{SUIT_NAMES[action.suit]} as trump"


def _suits(trump: Suit | None) -> str:
    return "no trumps" if trump is None else SUIT_NAMES[trump]
