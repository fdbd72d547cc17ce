"""The parser for a person's input: actions as written in records, and short forms of them.

A short form is interpreted as the kind of action that is due: a number as a bid, a card as a play,
a suit as the trump. Cards, suits and words may be in lower case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, Literal, TypeAlias

from clagdsl.cli._lines import paragraph
from clagdsl.cli.play.board import Showing
from clagdsl.cli.play.event_text import notes
from clagdsl.engine.actions import (
    LOOK,
    LOOKED,
    NO_TRUMP,
    PASSED,
    PLAY_TOP,
    TRUMPS,
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
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import (
    SUIT_NAMES,
    face_of,
    is_special,
    read_card,
    read_typed_suit,
    short_cards,
)
from clagdsl.lang.numerals import NUMBER, in_words, join_words
from clagdsl.lang.policies.bid import PASS, AuctionContract, read_auction_contract
from clagdsl.lang.rules import Call
from clagdsl.lang.special_cards import Demand
from clagdsl.problems.escape import escape_invisible, place_and_source
from clagdsl.table.deal_rules import DealRules

Request: TypeAlias = Literal["undo", "score", "rules", "table", "help", "quit"]


@dataclass(frozen=True, slots=True)
class Do:
    """A command to perform an action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Why:
    """A question whether an action is legal and, if not, why."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ask:
    """A request about the match that is not an action."""

    request: Request


@dataclass(frozen=True, slots=True)
class Unclear:
    """Input that could not be understood."""

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

# Characters of a line that are read.
LONGEST_LINE: Final = 4000
# The text that may follow the number of a bid.
_BLIND: Final = ("", "blind")
# Texts of a call without choices.
_NOTHING: Final = ("", "-", "none", "nothing")


def read_command(text: str, view: View, rules: DealRules) -> Command:
    """Returns the command that a line of input means in the current phase."""
    text = " ".join(text[:LONGEST_LINE].split())
    if not text and view.legal and (len(view.legal) == 1 or view.legal[0] == PLAY_TOP):
        return Do(view.legal[0])  # a top card needs no announcement, so this play is always legal
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
    """Returns the action that the input means, in short or full form, or None if it is not an
    action.
    """
    word, _, rest = text.partition(" ")
    reader = _READERS.get(word.lower())
    if reader is not None:
        return _with_copy_number(reader(rest, rules), view)
    reader = _READERS[_SHORT[view.phase]]
    # Actions of other phases are understood too, so that the answer can name the one that is due.
    action = reader(text, rules) or _read_play(text, rules) or _read_bid(text, rules)
    return _with_copy_number(action, view)


def _with_copy_number(action: Action | None, view: View) -> Action | None:
    """Returns an action that plays a card without its number as one with it, if the hand has one
    such card only.
    """
    if isinstance(action, Play) and action.card not in view.hand:
        held = [card for card in view.hand if face_of(card) == action.card]
        if len(held) == 1:
            return replace(action, card=held[0])
    return action


def _read_number(text: str) -> int | None:
    return int(text) if NUMBER.fullmatch(text) else None


def _read_bid(text: str, _: DealRules) -> Action | None:
    """Parses `2` or `2 blind`, or `look`, which precedes a bid."""
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
    """Parses a suit, or an order of suits (`s h c d` or `shcd`), or `none` for no trump."""
    if text.lower() == "none":
        return NameTrump(None)
    suit = read_typed_suit(text)
    if suit is not None:
        return NameTrump(suit)
    words = text.replace(",", " ").split()
    suits = [read_typed_suit(word) for word in (list(words[0]) if len(words) == 1 else words)]
    readable = tuple(suit for suit in suits if suit is not None)
    return NameOrder(readable) if readable and len(readable) == len(suits) else None


def _read_auction(text: str, _: DealRules) -> Action | None:
    """Parses `5C`, `5 clubs`, `6nt`, `6 none`, or `pass`."""
    if text.lower() == PASS:
        return PASSED
    contract = (
        read_auction_contract(text)
        or read_auction_contract(text.upper())
        or read_auction_contract(text.lower())
    )
    return None if contract is None else SayInAuction(contract.number, contract.trump)


def _read_pass(text: str, _: DealRules) -> Action | None:
    return None if text else PASSED


def _read_call(text: str, rules: DealRules) -> Action | None:
    """Parses choices by name, in upper or lower case, or by their numbers in the list."""
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
    full_names = {name.casefold(): full for name, full in rules.choice_names.items()}
    if not all(names):
        return None
    return MakeCall(tuple(full_names.get(name.casefold(), name) for name in names))


def _read_play(text: str, rules: DealRules) -> Action | None:
    """Parses `KS`, `2H as AC`, `2H=AC`, `top`, `top as AC`, or `Joker low`."""
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
"""The kind of action that a short form stands for, by phase."""


# --- help: the input that is possible now, and the rules of the deal as written ---------------


_ALWAYS: Final = (
    ("why ...", "whether that is allowed, and if not, which rule forbids it: `why 3`, `why KS`"),
    ("score", "the score sheet"),
    ("rules", "the rules of this deal as the file has them"),
    ("table", "the table again"),
    ("Enter", "what the prompt shows for it; if it shows nothing, the same as `table`"),
    ("undo", "take back your last decision, as often as you like"),
    ("quit", "leave; the match is saved, and `--resume` continues it"),
)
_WITHOUT_CHOICE: Final[tuple[tuple[Demand, ...], ...]] = (("nothing",), ("next card",))
"""Demands of special cards that need not be announced."""


def help_lines(showing: Showing, view: View) -> list[str]:
    """Returns lines that list the input possible at this moment."""
    lines: list[str] = []
    for typed, meaning in (*_now(showing, view), *_ALWAYS):
        lines += paragraph(f"  {typed:<16} {meaning}", " " * 19)
    return lines


def _now(showing: Showing, view: View) -> Iterator[tuple[str, str]]:
    """Yields an example of each kind of legal action, with its effect."""
    rules = showing.rules(view)
    match view.phase:
        case "size":
            sizes = [one.number for one in view.legal if isinstance(one, PickCards)]
            number = _nearest_number(5, sizes)
            each = f"{_counted(number, 'card')} for each player"
            yield str(number), f"{each}; in full: `{PickCards(number)}`"
        case "call":
            yield from _calls(rules, [one for one in view.legal if isinstance(one, MakeCall)])
        case "auction":
            yield from _auction([one for one in view.legal if isinstance(one, SayInAuction)])
            yield "pass", "leave the auction"
        case "name":
            yield from _trumps(view)
        case "bid":
            yield from _bids([one for one in view.legal if isinstance(one, Bid)], view)
        case _:
            yield from _plays(rules, view)


def _nearest_number(target: int, numbers: Sequence[int]) -> int:
    """Returns the number that is closest to a target."""
    return min(numbers, key=lambda number: abs(number - target))


def _counted(number: int, thing: str) -> str:
    return f"{in_words(number)} {thing}{'s' * (number != 1)}"


def _calls(rules: DealRules, legal: Sequence[MakeCall]) -> Iterator[tuple[str, str]]:
    """Yields help for a call by its choices' numbers, preferably two, and for the empty call."""
    groups = rules.call.groups if isinstance(rules.call, Call) else ()
    choices = [choice for group in groups for choice in group.choices]
    some = [one for one in legal if one.names]
    if some:
        called = min(some, key=lambda one: abs(len(one.names) - 2))
        typed = " ".join(str(choices.index(name) + 1) for name in called.names)
        yield (
            typed,
            f"call {escape_invisible(join_words(called.names))}; in full:"
            f" `{escape_invisible(str(called))}`",
        )
    if MakeCall(()) in legal:
        yield "call", "call nothing"


def _auction(legal: Sequence[SayInAuction]) -> Iterator[tuple[str, str]]:
    """Yields help for the lowest legal bid with a suit, and for the lowest without trumps."""
    suits = [one for one in legal if one.trump is not None]
    for action in [*suits[:1], *(one for one in legal if one.trump is None)][:2]:
        trump = "without trumps" if action.trump is None else f"with {SUIT_NAMES[action.trump]}"
        typed = str(AuctionContract(action.number, action.trump))
        yield typed, f"bid {_counted(action.number, 'trick')} {trump}; in full: `{action}`"


def _trumps(view: View) -> Iterator[tuple[str, str]]:
    named = [one.suit for one in view.legal if isinstance(one, NameTrump)]
    suits = sorted((suit for suit in named if suit is not None), key=lambda suit: suit != "H")
    for suit in suits[:1]:
        name = SUIT_NAMES[suit]
        yield name, f"name the trump suit; or `{name[0]}`; in full: `{TRUMPS[suit]}`"
    if None in named:
        yield "none", f"name no trump; in full: `{NO_TRUMP}`"
    for order in [one for one in view.legal if isinstance(one, NameOrder)][:1]:
        typed = " ".join(order.suits)
        yield typed, f"name an order of suits, the highest first; or `{order}`"


def _bids(legal: Sequence[Bid], view: View) -> Iterator[tuple[str, str]]:
    if LOOKED in view.legal:
        yield "look", "look at your cards, then bid"
    if legal:
        number = _nearest_number(2, [bid.number for bid in legal])
        blind = " blind" * legal[0].blind
        how = " without having looked" * legal[0].blind
        in_full = Bid(number, legal[0].blind)
        yield f"{number}{blind}", f"bid {_counted(number, 'trick')}{how}; in full: `{in_full}`"


def _plays(rules: DealRules, view: View) -> Iterator[tuple[str, str]]:
    if isinstance(view.legal[0], PlayTop):
        yield "top", f"play your top card; in full: `{PLAY_TOP}`"
        faces = [one.face for one in view.legal if isinstance(one, PlayTop) and one.face]
        cards = [face for face in faces if not is_special(face)]
        for face in cards[:1]:
            yield f"top as {face}", "the same; if it is wild, it stands for that card"
        for face in [face for face in faces if is_special(face)][:1]:
            yield f"top as {face}", f"the same; if it is a {face.rank}, it is played like that"
        return
    plays = [one for one in view.legal if isinstance(one, Play)]
    plain = [one for one in plays if one.card.rank not in rules.powers]
    for play in [one for one in plain if one.face is None][:1]:
        marked = "play that card; cards in [brackets] are allowed"
        yield str(play.card), f"{marked}; in full: `{play}`"
    for play in [one for one in plain if one.face is not None][:1]:
        yield f"{play.card} as {play.face}", "play a wild card and say what it stands for"
    for play in [one for one in plays if one.card.rank in rules.powers][:1]:
        yield str(play).removeprefix("play "), _special_play(rules)


def _special_play(rules: DealRules) -> str:
    """Returns the help for playing a special card."""
    specials = list(rules.powers.values())
    if any(len(one.powers) > 1 or one.demands not in _WITHOUT_CHOICE for one in specials):
        return "play a special card; write what it does after its name"
    return "play a special card"


def rules_lines(showing: Showing, view: View) -> list[str]:
    """Returns the notes on the deal, then its clauses as written, each with its source."""
    rules = showing.rules(view)
    is_called = view.phase not in ("dealer", "size", "first", "deal", "call")
    lines = notes(showing, rules, is_called=is_called)
    for name, aspect in TABLE.items():
        origin = rules.origin(name)
        place, source = place_and_source(origin)
        if place is None or aspect.between_deals:
            continue
        lines += paragraph(f"  {escape_invisible(showing.quote(place))}", " " * 6)
        if source:
            lines += paragraph(f"      {escape_invisible(source)}", " " * 6)
        for assumption in origin.assumptions:
            lines += paragraph(f"      assumed: {escape_invisible(assumption.text)}", " " * 6)
    return lines
