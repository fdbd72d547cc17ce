"""Who calls, and what may be called."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policies, Policy


@dataclass(frozen=True, slots=True)
class CallGroup:
    """Choices of which the caller picks exactly one, any number, or at most one."""

    kind: Literal["one of", "any of", "at most one of"]
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoCall:
    kind: Literal["none"] = "none"


Caller: TypeAlias = Literal["dealer", "winner of last deal"]


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls, and the groups of twists to choose from, in the order declared."""

    by: Caller
    groups: tuple[CallGroup, ...]
    kind: Literal["call"] = "call"


CallRule: TypeAlias = NoCall | Call


def _key(call: CallRule) -> str:
    return call.by if isinstance(call, Call) else call.kind


CALL: Final = Policies[CallRule](
    (
        Policy(
            key="none",
            since=1,
            says="none",
            value=NoCall(),
            label="nothing is called",
            sentence="Nothing is called.",
            note=None,
            meanings={"call none": "Nobody calls."},
        ),
        Policy(
            key="dealer",
            since=1,
            says="by dealer",
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
            key="winner of last deal",
            since=1,
            says="by winner of last deal",
            value=None,
            label="the winner of last deal calls {groups}",
            sentence="The winner of the last deal, in the first deal the dealer, is the caller:"
            " they look at their cards and then call how this deal is played.",
            note="after seeing the cards, the winner of the last deal, or the first dealer, calls",
            meanings={
                "winner of last deal": "The player who won the deal before; in the first deal, the"
                " dealer.",
            },
        ),
    ),
    _key,
)
