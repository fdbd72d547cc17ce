"""How bids are made, and what limits them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.expr.tree import Expression
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policies, Policy, kinds


@dataclass(frozen=True, slots=True)
class BidInTurn:
    kind: Literal["in turn"] = "in turn"


@dataclass(frozen=True, slots=True)
class FixedBid:
    number: int
    kind: Literal["fixed"] = "fixed"


@dataclass(frozen=True, slots=True)
class NoBid:
    kind: Literal["none"] = "none"


BidRule: TypeAlias = BidInTurn | FixedBid | NoBid


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

BID: Final = kinds(
    Policy[BidRule](
        key="in turn",
        since=1,
        says="in turn",
        value=BidInTurn(),
        label="players bid in turn",
        sentence="Starting with eldest and going round clockwise once, everybody says how many"
        " tricks they will win: any number from none to the number of cards in a hand.",
        note=None,
        meanings={
            "turn": "`bid in turn`: from the dealer's left once round.",
            "in turn": "Bids are made from the dealer's left, once round.",
        },
    ),
    Policy[BidRule](
        key="fixed",
        since=1,
        says="fixed 0",
        value=None,
        label="every bid is fixed at {number}",
        sentence="Nobody chooses a bid: everybody is taken to have bid {number}.",
        note="everybody has bid {number}",
        meanings={"fixed": "`bid fixed 0`: everybody's bid is this number."},
    ),
    Policy[BidRule](
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
