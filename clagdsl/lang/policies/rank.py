"""Which card is higher: the order of the ranks, and which of equal cards wins.

The order has no names: it is written out.  Equal cards are in a pack that has cards more than once.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policy, words

# --- the order of the ranks ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RankOrder:
    """All ranks of the pack, high to low."""

    ranks: tuple[str, ...]
    kind: Literal["ranks"] = "ranks"


# --- equal cards --------------------------------------------------------------------------


EqualCards: TypeAlias = Literal["first wins", "last wins", "better pack wins"]

EQUAL_CARDS: Final = words(
    EqualCards,
    Policy[EqualCards](
        key="first wins",
        since=2,
        says="first wins",
        value="first wins",
        label="of equal cards the first wins",
        sentence="Of equal cards in a trick, the one played first counts as the higher.",
        note="of equal cards the first wins",
        meanings={},
    ),
    Policy[EqualCards](
        key="last wins",
        since=2,
        says="last wins",
        value="last wins",
        label="of equal cards the last wins",
        sentence="Of equal cards in a trick, the one played last counts as the higher.",
        note="of equal cards the last wins",
        meanings={},
    ),
    Policy[EqualCards](
        key="better pack wins",
        since=2,
        says="better pack wins",
        value="better pack wins",
        label="of equal cards the one of the better pack wins",
        sentence="Equal cards are told apart by their packs, which rank from best to worst:"
        " of equal cards in a trick, the one of the better pack counts as the higher.",
        note="of equal cards that of the better pack wins",
        meanings={
            "better": "`equal cards better pack wins`: equal cards are told apart, `AH1` wins"
            " over `AH2`.",
        },
    ),
)
