"""What the person types: the action texts of records, and short forms of them.

A short form is read as what is to be done now: a number as a bid, a card as a play, a suit as
the trump.  Small letters do for cards, suits and words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, TypeAlias

from clagdsl.engine.actions import (
    LOOK,
    LOOKED,
    PASSED,
    PLAY_TOP,
    Action,
    Bid,
    MakeCall,
    NameOrder,
    NameTrump,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
    card_reader,
    read_names,
    read_play,
)
from clagdsl.engine.view import View
from clagdsl.lang.auction_words import PASS, read_said
from clagdsl.lang.cards import read_card, read_typed_suit, short_cards
from clagdsl.lang.rules import Call
from clagdsl.lang.typed_numbers import NUMBER
from clagdsl.table.deal_rules import DealRules

Request: TypeAlias = Literal["undo", "score", "rules", "table", "help", "quit"]


@dataclass(frozen=True, slots=True)
class Do:
    """Something is to be done."""

    action: Action


@dataclass(frozen=True, slots=True)
class Why:
    """Whether something may be done, and if not, why."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ask:
    """Something about the match, not an action in it."""

    request: Request


@dataclass(frozen=True, slots=True)
class Unclear:
    """What cannot be understood."""

    text: str


Command: TypeAlias = Do | Why | Ask | Unclear

_REQUESTS: Final[Mapping[str, Request]] = {
    "undo": "undo",
    "u": "undo",
    "score": "score",
    "rules": "rules",
    "": "table",
    "table": "table",
    "hand": "table",
    "help": "help",
    "?": "help",
    "quit": "quit",
    "exit": "quit",
    "q": "quit",
}

LONGEST_LINE: Final = 4000
_BLIND: Final = ("", "blind")
_NOTHING: Final = ("", "-", "none", "nothing")


def read_command(text: str, view: View, rules: DealRules) -> Command:
    """What a line asks for, in the place where the match stands for a seat."""
    text = " ".join(text[:LONGEST_LINE].split())
    if not text and view.legal and (len(view.legal) == 1 or view.legal[0] == PLAY_TOP):
        return Do(view.legal[0])  # a top card that nothing is said of may always be played
    request = _REQUESTS.get(text.lower())
    if request is not None:
        return Ask(request)
    word, _, rest = text.partition(" ")
    if word.lower() == "why":
        action = read_typed(rest, view, rules)
        return Unclear(text) if action is None else Why(action)
    action = read_typed(text, view, rules)
    return Unclear(text) if action is None else Do(action)


def read_typed(text: str, view: View, rules: DealRules) -> Action | None:
    """The action that a text means, short or in full, or None."""
    word, _, rest = text.partition(" ")
    reader = _READERS.get(word.lower())
    if reader is not None:
        return reader(rest, rules)
    reader = _READERS[_SHORT[view.phase]]
    # What is not for now is understood too, so that the answer says what is to be done first.
    return reader(text, rules) or _read_play(text, rules) or _read_bid(text, rules)


def _read_number(text: str) -> int | None:
    return int(text) if NUMBER.fullmatch(text) else None


def _read_bid(text: str, _: DealRules) -> Action | None:
    """`2`, `2 blind`; or `look`, which comes before a bid."""
    if text.lower() == LOOK:
        return LOOKED
    figure, _blank, blind = text.partition(" ")
    number = _read_number(figure)
    return None if number is None or blind.lower() not in _BLIND else Bid(number, bool(blind))


def _read_look(text: str, _: DealRules) -> Action | None:
    return None if text else LOOKED


def _read_size(text: str, _: DealRules) -> Action | None:
    number = _read_number(text)
    return None if number is None else PickCards(number)


def _read_naming(text: str, _: DealRules) -> Action | None:
    """A suit, or several as an order; letters may stand together: `shcd`; `none` for no trump."""
    if text.lower() == "none":
        return NameTrump(None)
    suit = read_typed_suit(text)
    if suit is not None:
        return NameTrump(suit)
    words = text.replace(",", " ").split()
    suits = [read_typed_suit(word) for word in (list(words[0]) if len(words) == 1 else words)]
    known = tuple(suit for suit in suits if suit is not None)
    return NameOrder(known) if known and len(known) == len(suits) else None


def _read_auction(text: str, _: DealRules) -> Action | None:
    """`5C`, `5 clubs`, `6nt`, `6 none`; `pass`."""
    if text.lower() == PASS:
        return PASSED
    said = read_said(text) or read_said(text.upper()) or read_said(text.lower())
    return None if said is None else SayInAuction(said.number, said.trump)


def _read_pass(text: str, _: DealRules) -> Action | None:
    return None if text else PASSED


def _read_call(text: str, rules: DealRules) -> Action | None:
    """Choices by name, in any case, or by their numbers in the list."""
    if text.lower() in _NOTHING:
        return MakeCall(())
    call = rules.call
    groups = call.groups if isinstance(call, Call) else ()
    choices = list(chain.from_iterable(group.choices for group in groups))
    words = text.replace(",", " ").split()
    if all(word.isdecimal() and 1 <= len(word) <= 3 for word in words):
        numbers = [int(word) for word in words]
        if all(1 <= number <= len(choices) for number in numbers):
            return MakeCall(tuple(choices[number - 1] for number in numbers))
    names = read_names(text)
    known = {name.casefold(): full for name, full in rules.choice_names.items()}
    if not all(names):
        return None
    return MakeCall(tuple(known.get(name.casefold(), name) for name in names))


def _read_play(text: str, rules: DealRules) -> Action | None:
    """`KS`, `2H as AC`, also `2H=AC`, `top` or `top as AC`; `Joker low`."""
    if rules.deck.specials:
        return read_play(text.replace("=", " as "), card_reader(rules.deck.specials))
    words = short_cards(text).replace("=", " as ").split()
    if len(words) not in (1, 3) or (len(words) == 3 and words[1].lower() != "as"):
        return None
    face = read_card(words[2]) if len(words) == 3 else None
    if len(words) == 3 and face is None:
        return None
    if words[0].lower() == "top":
        return PlayTop(face)
    card = read_card(words[0])
    return None if card is None else Play(card, face)


_READERS: Final[Mapping[str, Callable[[str, DealRules], Action | None]]] = {
    "cards": _read_size,
    "call": _read_call,
    "auction": _read_auction,
    "pass": _read_pass,
    "trump": _read_naming,
    "order": _read_naming,
    LOOK: _read_look,
    "bid": _read_bid,
    "play": _read_play,
}
_SHORT: Final[Mapping[str, str]] = {
    "size": "cards",
    "call": "call",
    "auction": "auction",
    "name": "trump",
    "bid": "bid",
    "play": "play",
}
"""Which action a short form stands for, by the phase of the deal."""
