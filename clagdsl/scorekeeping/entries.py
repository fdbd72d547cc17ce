"""The entries of a score sheet: frozen values, each with one text form, and their parser.

Most of them are players' actions in a match, as `clagdsl.engine.actions` defines them.
"""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.engine.actions import (
    TEXT_LIMIT,
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
    read_action,
)
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import COUNT, NUMBER, normalize_minus
from clagdsl.lang.policies.bid import AuctionContract, AuctionWord, read_word, word_text
from clagdsl.lang.roster_changes import (
    INTERLUDE_VERBS,
    MATCH_VERBS,
    Adjustment,
    EndMatch,
    Interlude,
    Note,
    OneMoreHand,
    RosterChange,
    Seats,
    Skip,
    read_changes,
    read_interlude,
    read_match_entry,
    write_changes,
)


@dataclass(frozen=True, slots=True)
class Won:
    """The tricks of each player, and their worth if it depends on the cards: `won 2 0 1 4`.

    With points it is `won 2 0 1 points 10 0 3`.
    """

    tricks: tuple[int, ...]
    points: tuple[int, ...] | None = None

    def __str__(self) -> str:
        points = "" if self.points is None else f" {_POINTS} {_joined(self.points)}"
        return f"won {_joined(self.tricks)}{points}"


@dataclass(frozen=True, slots=True)
class TakenBy:
    """The seat that took each trick, 1-based in the text: `taken 1 3 2 2`."""

    seats: tuple[int, ...]

    def __str__(self) -> str:
        return f"taken {_joined(tuple(seat + 1 for seat in self.seats))}"


@dataclass(frozen=True, slots=True)
class Bids:
    """The bids of all players in seat order, as one entry: `bids 2 0 blind 3 1`."""

    bids: tuple[Bid, ...]

    def __str__(self) -> str:
        return "bids " + " ".join(str(bid).removeprefix("bid ") for bid in self.bids)


@dataclass(frozen=True, slots=True)
class Auction:
    """Several words of an auction as one entry: `auction 5C pass 6NT pass pass`."""

    words: tuple[AuctionWord, ...]

    def __str__(self) -> str:
        return "auction " + " ".join(map(word_text, self.words))


@dataclass(frozen=True, slots=True)
class Undo:
    """The removal of the last entry, even if it is a correction: `undo`."""

    def __str__(self) -> str:
        return UNDO


DealFact: TypeAlias = (
    DrawDealer
    | PickCards
    | MakeCall
    | SayInAuction
    | Pass
    | NameTrump
    | NameOrder
    | DrawBidder
    | Look
    | Bid
    | Won
    | TakenBy
)
"""One fact of a deal."""

Fact: TypeAlias = DealFact | Interlude
"""One fact of a match."""

WholeRow: TypeAlias = (
    DrawDealer
    | PickCards
    | MakeCall
    | Auction
    | NameTrump
    | NameOrder
    | DrawBidder
    | Bids
    | Won
    | TakenBy
)
"""All facts of one kind in a deal, which a correction replaces as a whole."""


@dataclass(frozen=True, slots=True)
class Correct:
    """A correction that replaces a row of a deal: `correct 3 won 1 0 2 3`."""

    deal: int
    row: WholeRow

    def __str__(self) -> str:
        return f"correct {self.deal} {self.row}"


@dataclass(frozen=True, slots=True)
class CorrectPart:
    """A correction that contains only part of a row, which is refused: `correct 3 bid 2`."""

    deal: int
    part: str


@dataclass(frozen=True, slots=True)
class CorrectAdjustment:
    """A correction that replaces a player's adjustments in a deal: `correct 3 adjust Ann 5`.

    It replaces all of the player's adjustments in that deal; `correct 3 adjust Ann 0` removes them.
    """

    deal: int
    adjustment: Adjustment

    def __str__(self) -> str:
        return f"correct {self.deal} {self.adjustment}"


@dataclass(frozen=True, slots=True)
class CorrectRoster:
    """A correction that replaces all roster changes before a deal.

    For example `correct 3 out Ann and join Eve after Bob`; `correct 3 nobody` removes them.
    """

    deal: int
    changes: tuple[RosterChange, ...]

    @property
    def part(self) -> str:
        """The roster changes in the syntax of an entry."""
        return write_changes(self.changes) or NOBODY

    def __str__(self) -> str:
        return f"correct {self.deal} {self.part}"


@dataclass(frozen=True, slots=True)
class CorrectInterlude:
    """A correction of an entry that does not allow corrections: `correct 3 more "Nuloss" 7`."""

    deal: int
    part: str


Entry: TypeAlias = (
    Fact
    | Bids
    | Auction
    | Undo
    | Correct
    | CorrectPart
    | CorrectAdjustment
    | CorrectRoster
    | CorrectInterlude
    | Seats
    | Note
    | DealPack
    | Play
    | PlayTop
)
"""Every entry that can be parsed; actions with cards are parsed so that they can be refused."""

Kind: TypeAlias = Literal["dealer", "cards", "call", "auction", "trump", "first", "bids", "tricks"]
"""The kind of a row that a correction replaces."""

UNDO: Final = "undo"
NOBODY: Final = "nobody"
_POINTS: Final = "points"
_BLIND: Final = "blind"


def deal_kind(fact: Fact) -> Kind | None:
    """Returns the kind of a fact in a deal, or None if it is an interlude between deals."""
    return None if isinstance(fact, Interlude) else kind_of(fact)


def is_by_seat(fact: Fact) -> bool:
    """Returns whether a fact concerns players by seat, so that it does not apply
    to other players.
    """
    return deal_kind(fact) in ("auction", "bids", "tricks")


def kind_of(fact: DealFact | WholeRow) -> Kind:
    """Returns the kind of a fact or row."""
    match fact:
        case DrawDealer():
            return "dealer"
        case PickCards():
            return "cards"
        case MakeCall():
            return "call"
        case SayInAuction() | Pass() | Auction():
            return "auction"
        case NameTrump() | NameOrder():
            return "trump"
        case DrawBidder():
            return "first"
        case Look() | Bid() | Bids():
            return "bids"
        case Won() | TakenBy():
            return "tricks"
        case _:
            assert_never(fact)


def parse_entry(text: str) -> Entry | None:
    """Returns the entry that a text denotes, or None; parsing `str(entry)` gives an equal entry."""
    if len(text) > TEXT_LIMIT:
        return None
    word, *rest = text.split() or [""]
    match word:
        case "won":
            return _parse_won(rest)
        case "taken":
            return _parse_taken(rest)
        case "bids":
            return _parse_bids(rest)
        case "auction" if len(rest) > 1 and read_action(text) is None:
            return _parse_auction(rest)
        case "undo":
            return None if rest else Undo()
        case "correct":
            return _parse_correction(text)
        case verb if verb in INTERLUDE_VERBS:
            return read_interlude(text)
        case verb if verb in MATCH_VERBS:
            return read_match_entry(text)
        case _:
            return read_action(text)


def _joined(figures: tuple[int, ...]) -> str:
    return " ".join(map(str, figures))


def _figures(words: list[str], number: re.Pattern[str] = COUNT) -> tuple[int, ...] | None:
    if not words or not all(number.fullmatch(word) for word in words):
        return None
    return tuple(map(int, words))


def _parse_won(words: list[str]) -> Won | None:
    end = words.index(_POINTS) if _POINTS in words else len(words)
    tricks = _figures(words[:end])
    points = _figures(
        [*map(normalize_minus, words[end + 1 :])], NUMBER
    )  # a card may have a negative worth
    if tricks is None or (points is None and end < len(words)):
        return None
    return Won(tricks, points)


def _parse_taken(words: list[str]) -> TakenBy | None:
    seats = _figures(words)
    return None if seats is None else TakenBy(tuple(seat - 1 for seat in seats))


def _parse_bids(words: list[str]) -> Bids | None:
    bids: list[Bid] = []
    for word in words:
        if word == _BLIND and bids and not bids[-1].blind:
            bids[-1] = Bid(bids[-1].number, blind=True)
        elif COUNT.fullmatch(word):
            bids.append(Bid(int(word)))
        else:
            return None
    return Bids(tuple(bids)) if bids else None


def _parse_auction(words: list[str]) -> Auction | None:
    parsed = [read_word(word) for word in words]
    auction_words = [word_read[0] for word_read in parsed if word_read is not None]
    return Auction(tuple(auction_words)) if len(auction_words) == len(parsed) else None


Correction: TypeAlias = Correct | CorrectPart | CorrectAdjustment | CorrectRoster | CorrectInterlude
"""All forms of a correction."""


def _parse_correction(text: str) -> Correction | None:
    _, number, rest, *_ = [*text.split(None, 2), "", ""]
    if not COUNT.fullmatch(number):
        return None
    changes = () if rest.split() == [NOBODY] else read_changes(rest)
    if changes is not None:
        return CorrectRoster(int(number), changes)
    row = parse_entry(rest) if not rest.startswith("correct") else None
    if row is None or isinstance(row, RosterChange | Correction | Seats | Note):
        return None  # roster changes are parsed above, and the others are of no deal
    match row:
        case SayInAuction(number=tricks, trump=trump):
            return Correct(int(number), Auction((AuctionContract(tricks, trump),)))
        case Look() | Bid() | Pass() | Undo():
            return CorrectPart(int(number), str(row))
        case Adjustment():
            return CorrectAdjustment(int(number), row)
        case OneMoreHand() | Skip() | EndMatch():
            return CorrectInterlude(int(number), str(row))
        case DealPack() | Play() | PlayTop():
            return None
        case _:
            return Correct(int(number), row)
