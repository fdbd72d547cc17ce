"""Policies for bids: how they are made and limited, the auction, and calls."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from clagdsl.lang.cards import Suit, read_suit
from clagdsl.lang.expr.ast import Expression
from clagdsl.lang.frozen import added_field, dataclass
from clagdsl.lang.numerals import COUNT
from clagdsl.lang.policies.policy import Policies, Policy

FirstBidder: TypeAlias = Literal[
    "eldest", "dealer", "caller", "right of dealer", "drawn", "auction winner"
]


@dataclass(frozen=True, slots=True)
class BidInTurn:
    """The players bid once each, in turn from `first`."""

    first: FirstBidder = added_field("eldest")
    kind: Literal["in turn"] = "in turn"


BidsAgain: TypeAlias = Literal["eldest", "dealer"]


@dataclass(frozen=True, slots=True)
class BidTogether:
    """All players bid at once, without knowing the other bids.

    If their bids break the limit on the last bid, `again` must change the own bid to one that keeps
    it. Without `again`, no bid is the last.
    """

    again: BidsAgain | None = added_field(None)
    kind: Literal["together"] = "together"


@dataclass(frozen=True, slots=True)
class FixedBid:
    number: int
    kind: Literal["fixed"] = "fixed"


@dataclass(frozen=True, slots=True)
class NoBid:
    kind: Literal["none"] = "none"


ChosenBid: TypeAlias = BidInTurn | BidTogether
"""A rule by which the players choose their bids."""

BidRule: TypeAlias = BidInTurn | BidTogether | FixedBid | NoBid


def has_last_bid(bid: object) -> bool:
    """Returns whether the limit on the last bid binds anybody."""
    return isinstance(bid, BidInTurn) or (isinstance(bid, BidTogether) and bid.again is not None)


def most_bids(bid: BidRule, players: int) -> int:
    """Returns the most bids that the players choose in a deal."""
    if not isinstance(bid, ChosenBid):
        return 0
    return players + (isinstance(bid, BidTogether) and bid.again is not None)


@dataclass(frozen=True, slots=True)
class Free:
    kind: Literal["free"] = "free"


@dataclass(frozen=True, slots=True)
class Keeps:
    """A bid must satisfy `condition`. If no bid can, it must satisfy `otherwise`, if present."""

    condition: Expression
    otherwise: Expression | None = None
    kind: Literal["keeps"] = "keeps"


Limit: TypeAlias = Free | Keeps


def _bid_key(bid: BidRule) -> str:
    if isinstance(bid, BidInTurn) and bid.first != "eldest":
        return f"{bid.kind}, {bid.first} first"
    if isinstance(bid, BidTogether) and bid.again is not None:
        return f"{bid.kind}, {bid.again} again"
    return bid.kind


def _in_turn(
    first: FirstBidder, who: str, note: str, meanings: Mapping[str, str]
) -> Policy[BidRule]:
    """Returns the policy of bidding in turn, starting with a player other than eldest hand."""
    return Policy[BidRule](
        f"in turn, {first} first",
        2,
        syntax=f"in turn, {first} first",
        value=BidInTurn(first),
        label=f"players bid in turn, {who} first",
        sentence=f"Starting with {who} and going once round the table clockwise, each player says"
        " how many tricks they will win: any number from {low} to {high}.",
        note=note,
        meanings=meanings,
    )


def _together_again(again: BidsAgain, who: str, meanings: Mapping[str, str]) -> Policy[BidRule]:
    """Returns the policy of bidding at once, with one player who may have to bid again."""
    return Policy[BidRule](
        f"together, {again} again",
        2,
        syntax=f"together, {again} again",
        value=BidTogether(again),
        label=f"everybody bids at once, {who} again if need be",
        sentence="Everybody bids at once, in secret: any number of tricks from {low} to {high}."
        f" When all have bid, the bids are shown; {who} must change a bid that is then not"
        " allowed.",
        note=f"everybody bids at once; {who} may have to bid again",
        meanings=meanings,
    )


BID: Final = Policies[BidRule](
    (
        Policy(
            "in turn",
            1,
            syntax="in turn",
            value=BidInTurn(),
            label="players bid in turn",
            sentence="Starting with eldest and going once round the table clockwise, each player"
            " says how many tricks they will win: any number from {low} to {high}.",
            note=None,
            meanings={
                "turn": "`bid in turn`: from the dealer's left once round.",
                "in turn": "Bids are made from the dealer's left, once round.",
            },
        ),
        Policy(
            "fixed",
            1,
            syntax="fixed 0",
            value=None,
            label="every bid is fixed at {number}",
            sentence="Nobody chooses a bid: every bid counts as {number}.",
            note="everybody has bid {number}",
            meanings={"fixed": "`bid fixed 0`: everybody's bid is this number."},
        ),
        Policy(
            "none",
            1,
            syntax="none",
            value=NoBid(),
            label="nobody bids",
            sentence="Nobody bids.",
            note="nobody bids",
            meanings={
                "bid none": "Nobody bids: `bid`, `bids`, `made` and `makers` do not exist in this"
                " deal.",
            },
        ),
        _in_turn(
            "dealer",
            "the dealer",
            "the dealer bids first",
            {"first": "`bid in turn, dealer first`: who bids first; then the others, once round."},
        ),
        _in_turn("caller", "the caller", "the caller bids first", {}),
        _in_turn(
            "right of dealer",
            "the player on the dealer's right",
            "the player on the dealer's right bids first",
            {"right of dealer": "The player who sits before the dealer, going clockwise."},
        ),
        Policy(
            "in turn, drawn first",
            2,
            syntax="in turn, drawn first",
            value=BidInTurn("drawn"),
            label="players bid in turn, one who is drawn in each deal first",
            sentence="Starting with the player drawn before the deal and going once round the"
            " table clockwise, each player says how many tricks they will win: any number from"
            " {low} to {high}.",
            note="the first bidder is drawn",
            meanings={
                "drawn first": "The first bidder is drawn again in each deal.",
            },
        ),
        Policy(
            "together",
            2,
            syntax="together",
            value=BidTogether(),
            label="everybody bids at once",
            sentence="Everybody bids at once, in secret: any number of tricks from {low} to {high}."
            " When all have bid, the bids are shown.",
            note="everybody bids at once",
            meanings={
                "together": "`bid together`: everybody bids at once; nobody knows another's bid"
                " before all have bid.",
            },
        ),
        _in_turn(
            "auction winner",
            "the winner of the auction",
            "the winner of the auction bids first",
            {},
        ),
        _together_again(
            "eldest",
            "eldest",
            {
                "eldest again": "`bid together, eldest again`: if the bids break the limit on the"
                " last bid, eldest bids again.",
            },
        ),
        _together_again("dealer", "the dealer", {}),
    ),
    _bid_key,
)


def _limit_key(limit: Limit) -> str:
    both = isinstance(limit, Keeps) and limit.otherwise is not None
    return "keeps otherwise" if both else limit.kind


LIMITS: Final = Policies[Limit](
    (
        Policy(
            "free",
            1,
            syntax="free",
            value=Free(),
            label="free",
            sentence="The bids may add up to any total, even the number of cards.",
            note=None,
            meanings={"free": "There is no limit on the bid."},
        ),
        Policy(
            "keeps",
            1,
            syntax="keeps CONDITION",
            value=None,
            label="keeps {condition}",
            sentence="{who} {condition}.",
            note=None,
            meanings={
                "keeps": "The condition that a bid must keep, such as `keeps bids != cards`.",
            },
        ),
        Policy(
            "keeps otherwise",
            1,
            syntax="keeps CONDITION, otherwise CONDITION",
            value=None,
            label="keeps {condition}, otherwise {otherwise}",
            sentence="{who} who has no such bid {otherwise}.",
            note=None,
            meanings={},
        ),
    ),
    _limit_key,
)


# --- the auction for the right to name trump ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoAuction:
    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class AuctionBids:
    """The bids of an auction: numbers of tricks, each with a trump, from low to high.

    A number beats every lower one; of the same number a trump beats those before it, None is for no
    trumps.
    """

    low: Expression
    high: Expression
    trumps: tuple[Suit | None, ...]
    kind: Literal["auction"] = "auction"


AuctionRule: TypeAlias = NoAuction | AuctionBids

AUCTION: Final = Policies[AuctionRule](
    (
        Policy(
            "none",
            2,
            syntax="none",
            value=NoAuction(),
            label="no auction",
            sentence="There is no auction.",
            note=None,
            meanings={
                "auction none": "Nobody has to bid for trump: `auction` has no value in this deal.",
            },
        ),
        Policy(
            "auction",
            2,
            syntax="1 to cards C D H S none",
            value=None,
            label="an auction of {low} to {high} with {trumps}",
            sentence="Before the bids there is an auction. Starting with eldest and going round"
            " clockwise, everybody says a number of tricks, from {low} to {high}, with {trumps}, or"
            " passes. Each bid must be higher than the last one: {higher}. A player who passes is"
            " out. The last player left wins the auction; but if nobody has said a"
            " number yet, that player may still say one or pass. If everybody passes, the deal is"
            " thrown in: it counts as played, and nobody scores.",
            note="before the bids there is an auction with {suits}",
            meanings={},
        ),
    ),
    lambda rule: rule.kind,
)


# --- words of an auction: a number of tricks and a trump, or a pass -----------------------------


PASS: Final = "pass"
NO_TRUMPS: Final = "NT"

_CONTRACT: Final = re.compile(rf"({COUNT.pattern})\s*(\S+)")


@dataclass(frozen=True, slots=True)
class AuctionContract:
    """A number of tricks and a trump, None for no trumps: `5C`, `6NT`."""

    number: int
    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.number}{self.trump or NO_TRUMPS}"


AuctionWord: TypeAlias = AuctionContract | None
"""A player's turn in the auction: a contract, or None for a pass."""


def word_text(word: AuctionWord) -> str:
    """Returns the text of an auction word in records and actions: `5C`, `6NT`, `pass`."""
    return PASS if word is None else str(word)


def read_auction_contract(text: str) -> AuctionContract | None:
    """Returns the contract that a string denotes (`5C`, `5 clubs`, `6NT`, `6 none`), or None."""
    match = _CONTRACT.fullmatch(text.strip())
    if match is None:
        return None
    number, trump = int(match[1]), match[2]
    if trump in (NO_TRUMPS, "none"):
        return AuctionContract(number, None)
    suit = read_suit(trump)
    return None if suit is None else AuctionContract(number, suit)


def read_word(text: str) -> tuple[AuctionWord] | None:
    """Parses an auction word into a 1-tuple, as None is a pass; returns None if it is invalid."""
    if text == PASS:
        return (None,)
    contract = read_auction_contract(text)
    return None if contract is None else (contract,)


# --- calls: who calls, and the choices ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CallGroup:
    """A group of twists; the caller picks exactly one, any number, or at most one."""

    kind: Literal["one of", "any of", "at most one of"]
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoCall:
    kind: Literal["none"] = "none"


Caller: TypeAlias = Literal["dealer", "winner of last deal"]


@dataclass(frozen=True, slots=True)
class Call:
    """The caller, and the groups of twists to choose from, in the order of declaration."""

    by: Caller
    groups: tuple[CallGroup, ...]
    kind: Literal["call"] = "call"


CallRule: TypeAlias = NoCall | Call


def _call_key(call: CallRule) -> str:
    return call.by if isinstance(call, Call) else call.kind


CALL: Final = Policies[CallRule](
    (
        Policy(
            "none",
            1,
            syntax="none",
            value=NoCall(),
            label="nothing is called",
            sentence="Nothing is called.",
            note=None,
            meanings={"call none": "Nobody calls."},
        ),
        Policy(
            "dealer",
            1,
            syntax="by dealer",
            value=None,
            label="the dealer calls {groups}",
            sentence="The dealer looks at their cards and then calls how this deal is played.",
            note="after seeing the cards, the dealer calls",
            meanings={
                "call by": "Who calls before the bids: `dealer`, or `winner of last deal`.",
                "dealer": "The player who deals.",
            },
        ),
        Policy(
            "winner of last deal",
            1,
            syntax="by winner of last deal",
            value=None,
            label="the winner of last deal calls {groups}",
            sentence="The caller looks at their cards and then calls how this deal is played.",
            note="after seeing the cards, the winner of the last deal, or the first dealer, calls",
            meanings={
                "winner of last deal": "The player who won the deal before; in the first deal, the"
                " dealer.",
            },
        ),
    ),
    _call_key,
)
