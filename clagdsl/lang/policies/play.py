"""Which card of a hand is played."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.policies.policy import Policy, words

WhichCard: TypeAlias = Literal["any card", "top card"]

PLAY: Final = words(
    WhichCard,
    Policy[WhichCard](
        key="any card",
        since=1,
        says="any card",
        value="any card",
        label="players choose the card that they play",
        sentence="Any card is played.",
        note=None,
        meanings={"any card": "Any card that `follow` allows."},
    ),
    Policy[WhichCard](
        key="top card",
        since=1,
        says="top card",
        value="top card",
        label="the top card of the hand is played",
        sentence="{pile}: nobody chooses, and nobody has to follow suit.",
        note="the top card of the hand is played, whatever it is: `play top`",
        meanings={
            "top": "`play top card`: each hand is played from the top, in the order dealt.",
            "top card": "Only the top card of the hand, which is in the order dealt; nobody"
            " follows.",
        },
    ),
)
