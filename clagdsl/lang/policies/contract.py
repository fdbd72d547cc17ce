"""When a bid counts as a contract completed."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.expr.tree import Expression
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policy, kinds


@dataclass(frozen=True, slots=True)
class CompletedWhen:
    condition: Expression
    kind: Literal["when"] = "when"


@dataclass(frozen=True, slots=True)
class NotCounted:
    kind: Literal["not counted"] = "not counted"


Contract: TypeAlias = CompletedWhen | NotCounted

COMPLETED: Final = kinds(
    Policy[Contract](
        key="when",
        since=1,
        says="when CONDITION",
        value=None,
        label="when {condition}",
        sentence="Your contract is completed if {condition}; otherwise it has failed.",
        note=None,
        meanings={},
    ),
    Policy[Contract](
        key="not counted",
        since=1,
        says="not counted",
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
