"""Which ranks are wild, and whether a wild card counts as a card of its own suit, too."""

from __future__ import annotations

from typing import Final, Literal

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policies, Policy


@dataclass(frozen=True, slots=True)
class Wild:
    """The wild ranks, none of them in an ordinary deal; see `in suit` in the language reference."""

    ranks: tuple[str, ...] = ()
    in_suit: bool = False
    kind: Literal["wild"] = "wild"


def _key(wild: Wild) -> str:
    return "none" if not wild.ranks else "in suit" if wild.in_suit else "ranks"


_WILD: Final = "wild: {ranks}; say what such a card stands for: `{first}H as AC`"

WILD: Final = Policies[Wild](
    (
        Policy(
            key="none",
            since=1,
            says="none",
            value=Wild(),
            label="nothing is wild",
            sentence="No card is wild.",
            note=None,
            meanings={"wild none": "No card is wild."},
        ),
        Policy(
            key="ranks",
            since=1,
            says="2 3",
            value=None,
            label="{ranks} wild",
            sentence="When you {owed}, only cards that are not wild count: {single} in"
            " the hand is of no suit.",
            note=_WILD,
            meanings={},
        ),
        Policy(
            key="in suit",
            since=1,
            says="2 3 in suit",
            value=None,
            label="{ranks} wild, in the hand also of its printed suit",
            sentence="In the hand, {single} counts in its printed suit when you {owed}.",
            note=_WILD,
            meanings={
                "in suit": "An unplayed wild also counts as a card of its printed suit.",
            },
        ),
    ),
    _key,
)
