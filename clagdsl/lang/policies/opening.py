"""What may be led to a trick while something else is held."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, cast

from clagdsl.lang.cards import SUIT_NAMES, Suit
from clagdsl.lang.policies.policy import Policy, words

Opening: TypeAlias = Literal[
    "anything",
    "no trump",
    "no trump until broken",
    "no spades",
    "no spades until broken",
    "no hearts",
    "no hearts until broken",
    "no diamonds",
    "no diamonds until broken",
    "no clubs",
    "no clubs until broken",
]

_UNTIL: Final = " until broken"


def until_broken(opening: Opening) -> bool:
    """Whether a suit may be led once a card of it has been played to an earlier trick."""
    return opening.endswith(_UNTIL)


def held_back(opening: Opening, trumps: tuple[Suit, ...]) -> Suit | None:
    """The suit that may not be led; no trump is where there is not one trump suit."""
    held = opening.removesuffix(_UNTIL).removeprefix("no ")
    if held == "trump":
        return trumps[0] if len(trumps) == 1 else None
    return next((suit for suit, name in SUIT_NAMES.items() if name == held), None)


def _not_led(held: str, one: str) -> tuple[Policy[Opening], Policy[Opening]]:
    """The two policies that hold a suit back, to the end or until it is broken."""
    always, until = cast(Opening, f"no {held}"), cast(Opening, f"no {held}{_UNTIL}")
    many = "trumps" if held == "trump" else held
    return (
        Policy[Opening](
            key=always,
            since=2,
            says=always,
            value=always,
            label=f"{many} are led by nobody who holds anything else",
            sentence=f"Nobody may lead {one} who holds a card of another suit.",
            note=f"{many} may be led only by who holds nothing else",
            meanings={},
        ),
        Policy[Opening](
            key=until,
            since=2,
            says=until,
            value=until,
            label=f"{many} are led once they are broken",
            sentence=f"Until {one} has been played to an earlier trick of the deal, nobody may lead"
            f" {one} who holds a card of another suit.",
            note=f"{many} may be led once one has been played, or by who holds nothing else",
            meanings={},
        ),
    )


OPENING: Final = words(
    Opening,
    Policy[Opening](
        key="anything",
        since=2,
        says="anything",
        value="anything",
        label="any card may be led",
        sentence="Any card may be led.",
        note=None,
        meanings={
            "until": "`until broken`: until a card of the suit is played to an earlier trick.",
            "broken": "A suit is broken once a card of it has been played to an earlier trick.",
        },
    ),
    *_not_led("trump", "a trump"),
    *_not_led("spades", "a spade"),
    *_not_led("hearts", "a heart"),
    *_not_led("diamonds", "a diamond"),
    *_not_led("clubs", "a club"),
)
