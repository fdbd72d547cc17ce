"""Who leads to the first trick."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.policies.policy import Policy, words

Leader: TypeAlias = Literal["eldest", "dealer", "caller", "highest bidder", "auction winner"]

LEAD: Final = words(
    Leader,
    Policy[Leader](
        key="eldest",
        since=1,
        says="eldest",
        value="eldest",
        label="eldest leads",
        sentence="Eldest leads to the first trick{with_any_card}.",
        note=None,
        meanings={"eldest": "The player at the dealer's left."},
    ),
    Policy[Leader](
        key="dealer",
        since=1,
        says="dealer",
        value="dealer",
        label="the dealer leads",
        sentence="The dealer leads to the first trick{with_any_card}.",
        note="the dealer leads",
        meanings={},
    ),
    Policy[Leader](
        key="caller",
        since=1,
        says="caller",
        value="caller",
        label="the caller leads",
        sentence="The caller leads to the first trick{with_any_card}.",
        note="the caller leads",
        meanings={"caller": "The player who has called."},
    ),
    Policy[Leader](
        key="highest bidder",
        since=2,
        says="highest bidder",
        value="highest bidder",
        label="the highest bidder leads",
        sentence="The highest bidder leads to the first trick{with_any_card}; of equal bids,"
        " that of the first player clockwise from the dealer's left counts.",
        note="the highest bidder leads",
        meanings={},
    ),
    Policy[Leader](
        key="auction winner",
        since=2,
        says="auction winner",
        value="auction winner",
        label="the winner of the auction leads",
        sentence="The winner of the auction leads to the first trick{with_any_card}.",
        note="the winner of the auction leads",
        meanings={"auction winner": "Who has said the most tricks in the auction."},
    ),
)
