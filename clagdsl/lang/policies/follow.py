"""What must be played to a trick: classes of cards, and lists of them.

`follow suit, else anything` is a list of classes: of the first that a player holds, one is owed.
A policy here is one class; every list of classes means something, so no list is declared.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Final, Literal, TypeAlias, assert_never

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.policies.policy import Policy, words

FollowClass: TypeAlias = Literal["higher suit", "suit", "higher trump", "trump", "anything"]

HIGHER: Final[Mapping[FollowClass, FollowClass]] = {"higher suit": "suit", "higher trump": "trump"}
"""The classes of cards that would take the trick as it lies, and of what class else these are."""


@dataclass(frozen=True, slots=True)
class Following:
    """The classes of cards that may be played to a trick: the first of which one is held."""

    classes: tuple[FollowClass, ...]
    kind: Literal["following"] = "following"

    @property
    def duties(self) -> tuple[FollowClass, ...]:
        """The classes that bind: those before `anything`, which everybody holds, each once."""
        return tuple(dict.fromkeys(takewhile(lambda one: one != "anything", self.classes)))

    @property
    def unreached(self) -> tuple[tuple[int, int], ...]:
        """The places of classes that nobody plays from, each with that of the one that says why.

        Whoever gets to it holds no card of another class before it, of which all its cards are.
        """
        found: list[tuple[int, int]] = []
        for place, one in enumerate(self.classes):
            wider = (one, HIGHER.get(one, one), "anything")
            found += [(place, at) for at in range(place) if self.classes[at] in wider][:1]
        return tuple(found)

    @property
    def owes_suit_led(self) -> bool:
        """Whether somebody who holds the suit led may owe a card of it."""
        return any(is_suit_led(one) for one in self.duties)


FOLLOW: Final = words(
    FollowClass,
    Policy[FollowClass](
        key="higher suit",
        since=2,
        says="higher suit",
        value="higher suit",
        label="a higher card of the suit led",
        sentence="must beat the trick so far with a card of the suit led",
        note=None,
        meanings={"higher": "A card that would take the trick as it lies: `follow higher suit`."},
    ),
    Policy[FollowClass](
        key="suit",
        since=1,
        says="suit",
        value="suit",
        label="follow suit",
        sentence="must follow suit",
        note=None,
        meanings={"suit": "A suit of the pack; `follow suit`: a card of the suit led."},
    ),
    Policy[FollowClass](
        key="higher trump",
        since=2,
        says="higher trump",
        value="higher trump",
        label="a higher trump",
        sentence="must beat the trick so far with a trump",
        note=None,
        meanings={"higher trump": "A trump that would take the trick as it lies."},
    ),
    Policy[FollowClass](
        key="trump",
        since=2,
        says="trump",
        value="trump",
        label="a trump",
        sentence="must play a trump",
        note=None,
        meanings={"else trump": "A card of the trump suit; none where no suit is trump."},
    ),
    Policy[FollowClass](
        key="anything",
        since=1,
        says="anything",
        value="anything",
        label="any card",
        sentence="may play any card",
        note="suit need not be followed",
        meanings={"anything": "Any card may be played: `follow suit, else anything`."},
    ),
)
"""The classes in the order in which a list gives them where it gives them all."""

USUAL: Final = Following(("suit", "anything"))


def is_suit_led(one: FollowClass) -> bool:
    """Whether a class is the cards of the suit led."""
    match one:
        case "suit" | "higher suit":
            return True
        case "trump" | "higher trump":
            return False
        case "anything":
            return False
        case _:
            assert_never(one)
