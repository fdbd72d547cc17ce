"""Whether the players bid against each other for the right to name trump."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.cards import Suit
from clagdsl.lang.expr.tree import Expression
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policies, Policy


@dataclass(frozen=True, slots=True)
class NoAuction:
    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True)
class AuctionBids:
    """What may be said in an auction: numbers of tricks, each with a trump, from low to high.

    A number beats every lower one; of the same number a trump beats those before it, None is for
    no trumps.
    """

    low: Expression
    high: Expression
    trumps: tuple[Suit | None, ...]
    kind: Literal["auction"] = "auction"


AuctionRule: TypeAlias = NoAuction | AuctionBids

AUCTION: Final = Policies[AuctionRule](
    (
        Policy(
            key="none",
            since=2,
            says="none",
            value=NoAuction(),
            label="no auction",
            sentence="There is no auction.",
            note=None,
            meanings={
                "auction none": "Nobody has to bid for trump: `auction` has no value in this deal.",
            },
        ),
        Policy(
            key="auction",
            since=2,
            says="1 to cards C D H S none",
            value=None,
            label="an auction of {low} to {high} with {trumps}",
            sentence="Before the bids there is an auction. Starting with eldest and going round"
            " clockwise, everybody says a number of tricks, from {low} to {high}, with {trumps}, or"
            " passes. Each time it must be more than what was said last: {higher}. Whoever has"
            " passed is out. The auction is won by the one who is left; but if nobody has said a"
            " number yet, that player may still say one or pass. If everybody passes, the deal is"
            " thrown in: it counts as played, and nobody scores.",
            note="before the bids there is an auction with {suits}",
            meanings={},
        ),
    ),
    lambda rule: rule.kind,
)
