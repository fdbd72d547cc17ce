"""When players see cards, and when the turned card is shown."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from clagdsl.lang.policies.policy import Policy, words

Shown: TypeAlias = Literal["before bids", "after bids"]
Sight: TypeAlias = Literal["before bids", "after bids", "never", "others only", "by choice"]

UNSEEN: Final[frozenset[Sight]] = frozenset(("never", "others only"))
"""The sights with which players never see their own cards, and play them from the top."""

SHOWN: Final = words(
    Shown,
    Policy[Shown](
        key="before bids",
        since=1,
        says="before bids",
        value="before bids",
        label="the trump card is shown before the bids",
        sentence="The trump card is turned up before the bids.",
        note=None,
        meanings={},
    ),
    Policy[Shown](
        key="after bids",
        since=1,
        says="after bids",
        value="after bids",
        label="the trump card is shown after the bids",
        sentence="The trump card is turned up only after everybody has bid.",
        note="trump is turned after the bids",
        meanings={},
    ),
)

SIGHT: Final = words(
    Sight,
    Policy[Sight](
        key="before bids",
        since=1,
        says="before bids",
        value="before bids",
        label="players see their cards before they bid",
        sentence="The cards are looked at before the bids.",
        note=None,
        meanings={},
    ),
    Policy[Sight](
        key="after bids",
        since=1,
        says="after bids",
        value="after bids",
        label="players see their cards after they have bid",
        sentence="Everybody bids before looking at their cards{known}.",
        note="you bid before you look at your cards",
        meanings={},
    ),
    Policy[Sight](
        key="never",
        since=1,
        says="never",
        value="never",
        label="players never see their cards before they play them",
        sentence="Nobody ever looks at their cards: everybody bids without having seen"
        " them{known}.",
        note="you do not look at your cards at all",
        meanings={
            "never": "`sight never`: players never see their own cards, and play them from the"
            " top.",
        },
    ),
    Policy[Sight](
        key="others only",
        since=2,
        says="others only",
        value="others only",
        label="players see everybody's cards but their own before they play them",
        sentence="Nobody looks at their own cards: all hold them up for the others to see{known}.",
        note="you see everybody's cards but your own",
        meanings={
            "others only": "`sight others only`: players see everybody's cards but their own, which"
            " are played from the top.",
        },
    ),
    Policy[Sight](
        key="by choice",
        since=2,
        says="by choice",
        value="by choice",
        label="players choose whether they see their cards before they bid",
        sentence="Whoever is to bid may first look at the cards, or bid without having seen them"
        "{known}. All look at their cards when everybody has bid.",
        note="you may bid before you look at your cards",
        meanings={
            "by choice": "`sight by choice`: who is to bid looks at the cards first, or bids blind,"
            " which a score reads as `blind`.",
        },
    ),
)
