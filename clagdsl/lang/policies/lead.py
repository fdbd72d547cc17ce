"""Who leads to the first trick."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.policies.policy import Policy, words

Leader: TypeAlias = Literal["eldest", "dealer", "caller"]

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
)
