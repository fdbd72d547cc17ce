"""How bids are made, and what limits them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from clagdsl.lang.expr.tree import Expression
from clagdsl.lang.frozen import dataclass, later
from clagdsl.lang.policies.policy import Policies, Policy

FirstBidder: TypeAlias = Literal[
    "eldest", "dealer", "caller", "right of dealer", "drawn", "auction winner"
]


@dataclass(frozen=True, slots=True)
class BidInTurn:
    """Who is `first` bids first, and the others after, once round."""

    first: FirstBidder = later("eldest")
    kind: Literal["in turn"] = "in turn"


@dataclass(frozen=True, slots=True)
class BidTogether:
    """Everybody bids at once: nobody knows another's bid before all have bid."""

    kind: Literal["together"] = "together"


@dataclass(frozen=True, slots=True)
class FixedBid:
    number: int
    kind: Literal["fixed"] = "fixed"


@dataclass(frozen=True, slots=True)
class NoBid:
    kind: Literal["none"] = "none"


ChosenBid: TypeAlias = BidInTurn | BidTogether
"""The players choose their bids."""

BidRule: TypeAlias = BidInTurn | BidTogether | FixedBid | NoBid


@dataclass(frozen=True, slots=True)
class Free:
    kind: Literal["free"] = "free"


@dataclass(frozen=True, slots=True)
class Keeps:
    """A bid must meet `condition`; where no bid does, it must meet `otherwise` if there is one."""

    condition: Expression
    otherwise: Expression | None = None
    kind: Literal["keeps"] = "keeps"


Limit: TypeAlias = Free | Keeps


def _bid_key(bid: BidRule) -> str:
    if isinstance(bid, BidInTurn) and bid.first != "eldest":
        return f"{bid.kind}, {bid.first} first"
    return bid.kind


def _in_turn(
    first: FirstBidder, who: str, note: str, meanings: Mapping[str, str]
) -> Policy[BidRule]:
    """Bids in turn that somebody else than eldest begins."""
    return Policy[BidRule](
        key=f"in turn, {first} first",
        since=2,
        says=f"in turn, {first} first",
        value=BidInTurn(first),
        label=f"players bid in turn, {who} first",
        sentence=f"Starting with {who} and going round clockwise once, everybody says how many"
        " tricks they will win: any number from {low} to {high}.",
        note=note,
        meanings=meanings,
    )


BID: Final = Policies[BidRule](
    (
        Policy(
            key="in turn",
            since=1,
            says="in turn",
            value=BidInTurn(),
            label="players bid in turn",
            sentence="Starting with eldest and going round clockwise once, everybody says how many"
            " tricks they will win: any number from {low} to {high}.",
            note=None,
            meanings={
                "turn": "`bid in turn`: from the dealer's left once round.",
                "in turn": "Bids are made from the dealer's left, once round.",
            },
        ),
        Policy(
            key="fixed",
            since=1,
            says="fixed 0",
            value=None,
            label="every bid is fixed at {number}",
            sentence="Nobody chooses a bid: everybody is taken to have bid {number}.",
            note="everybody has bid {number}",
            meanings={"fixed": "`bid fixed 0`: everybody's bid is this number."},
        ),
        Policy(
            key="none",
            since=1,
            says="none",
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
            key="in turn, drawn first",
            since=2,
            says="in turn, drawn first",
            value=BidInTurn("drawn"),
            label="players bid in turn, one who is drawn in each deal first",
            sentence="In each deal it is drawn who bids first. Starting with that player and going"
            " round clockwise once, everybody says how many tricks they will win: any number from"
            " {low} to {high}.",
            note="who bids first is drawn",
            meanings={
                "drawn first": "Who bids first is drawn anew in each deal.",
            },
        ),
        Policy(
            key="together",
            since=2,
            says="together",
            value=BidTogether(),
            label="everybody bids at once",
            sentence="Everybody bids at once, in secret: any number of tricks from {low} to {high}."
            " When all have bid, the bids are told.",
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
    ),
    _bid_key,
)


def _limit_key(limit: Limit) -> str:
    both = isinstance(limit, Keeps) and limit.otherwise is not None
    return "keeps otherwise" if both else limit.kind


LIMITS: Final = Policies[Limit](
    (
        Policy(
            key="free",
            since=1,
            says="free",
            value=Free(),
            label="free",
            sentence="The bids may add up to anything, even to the number of cards.",
            note=None,
            meanings={"free": "There is no limit on the bid."},
        ),
        Policy(
            key="keeps",
            since=1,
            says="keeps CONDITION",
            value=None,
            label="keeps {condition}",
            sentence="{who} {condition}.",
            note=None,
            meanings={
                "keeps": "The condition that a bid must keep, such as `keeps bids != cards`.",
            },
        ),
        Policy(
            key="keeps otherwise",
            since=1,
            says="keeps CONDITION, otherwise CONDITION",
            value=None,
            label="keeps {condition}, otherwise {otherwise}",
            sentence="{who} who has no such bid {otherwise}.",
            note=None,
            meanings={},
        ),
    ),
    _limit_key,
)
