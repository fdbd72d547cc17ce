"""What is said in an auction: a number of tricks and a trump, or a pass."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from clagdsl.lang.cards import Suit, read_suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.typed_numbers import COUNT

PASS: Final = "pass"
NO_TRUMPS: Final = "NT"

_SAID: Final = re.compile(rf"({COUNT.pattern})\s*(\S+)")


@dataclass(frozen=True, slots=True)
class Said:
    """A number of tricks and a trump, None for no trumps: `5C`, `6NT`."""

    number: int
    trump: Suit | None

    def __str__(self) -> str:
        return f"{self.number}{self.trump or NO_TRUMPS}"


AuctionWord: TypeAlias = Said | None
"""What a player says in turn; None is a pass."""


def word_text(word: AuctionWord) -> str:
    """What is said as records and actions have it: `5C`, `6NT`, `pass`."""
    return PASS if word is None else str(word)


def read_said(text: str) -> Said | None:
    """The number and the trump that a text names: `5C`, `5 clubs`, `6NT`, `6 none`; else None."""
    found = _SAID.fullmatch(text.strip())
    if found is None:
        return None
    number, trump = int(found[1]), found[2]
    if trump in (NO_TRUMPS, "none"):
        return Said(number, None)
    suit = read_suit(trump)
    return None if suit is None else Said(number, suit)


def read_word(text: str) -> tuple[AuctionWord] | None:
    """What somebody says, in a tuple because a pass is None; None for other texts."""
    if text == PASS:
        return (None,)
    said = read_said(text)
    return None if said is None else (said,)
