"""Policies for the end of a deal: its winner, the next dealer, and completed contracts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from clagdsl.lang.expr.ast import Expression
from clagdsl.lang.expr.operators import complete_table
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policy, kind_policies, word_policies, word_policy

DealWinner: TypeAlias = Literal["most points", "any points"]
NextDealer: TypeAlias = Literal["left", "right", "winner", "loser", "most missed", "lowest total"]
EndRole: TypeAlias = Literal["eldest", "winner", "loser", "most_missed", "lowest_total"]
"""A role at the end of a deal: a field of `DealEnd`, and of `dealEnd` in JavaScript."""

WON_BY: Final = word_policies(
    DealWinner,
    word_policy(
        "most points",
        1,
        label="the most points win the deal",
        sentence="The player with the highest score in a deal wins it; among equals, the first"
        " clockwise from the dealer's left, with the dealer last.",
        note=None,
        meanings={
            "most points": "The highest score of the deal; ties go clockwise from the dealer's"
            " left.",
        },
    ),
    word_policy(
        "any points",
        1,
        label="any points win the deal",
        sentence="A player who scores more than 0 wins the deal; among several, the first of them"
        " clockwise from the dealer's left, with the dealer last. If nobody does, the highest"
        " score wins it in the same way.",
        note=None,
        meanings={
            "any points": "Everybody whose score of the deal is above 0; if nobody's is, the"
            " highest.",
        },
    ),
)

NEXT_DEALER: Final = word_policies(
    NextDealer,
    word_policy(
        "left",
        1,
        label="the deal passes to the left",
        sentence="The turn to deal passes to the left.",
        note=None,
        meanings={"left": "`next dealer left`: the deal passes to the left."},
    ),
    word_policy(
        "right",
        2,
        label="the deal passes to the right",
        sentence="The turn to deal passes to the right.",
        note=None,
        meanings={"right": "`next dealer right`: the deal passes to the right, counterclockwise."},
    ),
    word_policy(
        "winner",
        1,
        label="the winner of a deal deals the next",
        sentence="The winner of a deal deals the next one.",
        note=None,
        meanings={},
    ),
    word_policy(
        "loser",
        2,
        label="the loser of a deal deals the next",
        sentence="The player with the lowest score in a deal deals the next one; among equals, the"
        " first clockwise from the dealer's left, with the dealer last.",
        note=None,
        meanings={},
    ),
    word_policy(
        "most missed",
        2,
        label="the player who missed a bid by the most tricks deals the next",
        sentence="The player who missed their bid by the most tricks deals next; among equals, the"
        " first clockwise from the dealer's left, with the dealer last. If nobody missed, the"
        " player on the dealer's left deals.",
        note=None,
        meanings={
            "missed": "`next dealer most missed`: whose tricks were furthest from the bid, above"
            " or below it.",
            "most missed": "Whose tricks were furthest from the bid, above or below it.",
        },
    ),
    word_policy(
        "lowest total",
        2,
        label="the lowest total deals the next",
        sentence="The player with the fewest points so far deals next; among equals, the first"
        " clockwise from the dealer's left, with the dealer last.",
        note=None,
        meanings={},
    ),
)

DEALS_NEXT: Final[Mapping[NextDealer, EndRole]] = complete_table(
    NextDealer,
    {
        "left": "eldest",  # the next player in the direction of play, in which seats are numbered
        "right": "eldest",
        "winner": "winner",
        "loser": "loser",
        "most missed": "most_missed",
        "lowest total": "lowest_total",
    },
)
"""The role that deals next, for all engines; JavaScript has a copy."""


# --- completed contracts ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CompletedWhen:
    condition: Expression
    kind: Literal["when"] = "when"


@dataclass(frozen=True, slots=True)
class NotCounted:
    kind: Literal["not counted"] = "not counted"


Contract: TypeAlias = CompletedWhen | NotCounted

COMPLETED: Final = kind_policies(
    Policy[Contract](
        "when",
        1,
        syntax="when CONDITION",
        value=None,
        label="when {condition}",
        sentence="Your contract is completed if {condition}; otherwise it has failed.",
        note=None,
        meanings={},
    ),
    Policy[Contract](
        "not counted",
        1,
        syntax="not counted",
        value=NotCounted(),
        label="the deal does not count as a contract",
        sentence="The deal counts neither as a completed contract nor as a failed one.",
        note=None,
        meanings={
            "counted": "`completed not counted`: the deal is neither a completed nor a failed"
            " contract.",
            "not counted": "The deal is neither a completed nor a failed contract.",
        },
    ),
)
