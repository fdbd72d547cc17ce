"""Who has won a deal, and who deals the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from clagdsl.lang.expr.operators import table_of_all
from clagdsl.lang.policies.policy import Policy, words

DealWinner: TypeAlias = Literal["most points", "any points"]
NextDealer: TypeAlias = Literal["left", "right", "winner", "loser"]
EndRole: TypeAlias = Literal["eldest", "winner", "loser"]
"""Somebody at the end of a deal: a field of `DealEnd`, and of `dealEnd` in JavaScript."""

WON_BY: Final = words(
    DealWinner,
    Policy[DealWinner](
        key="most points",
        since=1,
        says="most points",
        value="most points",
        label="the most points win the deal",
        sentence="A deal is won by the highest score in it; among equals by the first clockwise"
        " from the dealer's left, the dealer coming last.",
        note=None,
        meanings={
            "most points": "The highest score of the deal; ties go clockwise from the dealer's"
            " left.",
        },
    ),
    Policy[DealWinner](
        key="any points",
        since=1,
        says="any points",
        value="any points",
        label="any points win the deal",
        sentence="A deal is won by a player who scores in it: if several score more than 0, by the"
        " first of them clockwise from the dealer's left, the dealer coming last; if nobody does,"
        " by the highest score in the same way.",
        note=None,
        meanings={
            "any points": "Everybody whose score of the deal is above 0; where nobody's is, the"
            " highest.",
        },
    ),
)

NEXT_DEALER: Final = words(
    NextDealer,
    Policy[NextDealer](
        key="left",
        since=1,
        says="left",
        value="left",
        label="the deal passes to the left",
        sentence="The turn to deal passes to the left.",
        note=None,
        meanings={"left": "`next dealer left`: the deal passes to the left."},
    ),
    Policy[NextDealer](
        key="right",
        since=2,
        says="right",
        value="right",
        label="the deal passes to the right",
        sentence="The turn to deal passes to the right.",
        note=None,
        meanings={"right": "`next dealer right`: the deal passes to the right, counterclockwise."},
    ),
    Policy[NextDealer](
        key="winner",
        since=1,
        says="winner",
        value="winner",
        label="the winner of a deal deals the next",
        sentence="Whoever wins a deal deals the next one.",
        note=None,
        meanings={},
    ),
    Policy[NextDealer](
        key="loser",
        since=2,
        says="loser",
        value="loser",
        label="the loser of a deal deals the next",
        sentence="Whoever scores least in a deal deals the next one; among equals the first"
        " clockwise from the dealer's left, the dealer coming last.",
        note=None,
        meanings={},
    ),
)

DEALS_NEXT: Final[Mapping[NextDealer, EndRole]] = table_of_all(
    NextDealer,
    {
        "left": "eldest",  # the next in the direction of play, in which seats count
        "right": "eldest",
        "winner": "winner",
        "loser": "loser",
    },
)
"""Who deals next, for every program that works it out; JavaScript has a copy."""
