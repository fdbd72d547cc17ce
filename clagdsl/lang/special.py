"""Special cards: without suit and rank, such as wizards and jesters, each known by its name.

What such a card does to a trick is its power, what it asks for where it is led a demand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Final, Literal, TypeAlias, assert_never, get_args

from clagdsl.lang.cards import NO_SUIT, Card, Suit, read_suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import Written
from clagdsl.lang.source import DEFAULT, Origin

Power: TypeAlias = Literal["high", "low"]
"""How a special card is played: the first high one takes the trick, a low one hardly ever does."""

Powers: TypeAlias = Literal["high", "low", "high or low"]
"""How it may be played."""

Demand: TypeAlias = Literal[
    "nothing", "next card", "named suit", "highest of named suit", "lowest of named suit"
]
"""What a special card may ask for where it is led."""

Extreme: TypeAlias = Literal["highest", "lowest"]
EXTREMES: Final[tuple[Extreme, ...]] = get_args(Extreme)


@dataclass(frozen=True, slots=True)
class Special:
    """`special Joker is high asks highest of named suit or next card`."""

    name: str
    power: Powers
    demands: tuple[Demand, ...]
    origin: Origin = field(default=DEFAULT, compare=False)

    @property
    def powers(self) -> tuple[Power, ...]:
        """How it may be played, the first where nothing else is said."""
        match self.power:
            case "high or low":
                return ("high", "low")
            case "high" | "low":
                return (self.power,)
            case _:
                assert_never(self.power)


@dataclass(frozen=True, slots=True)
class Asked(Written):
    """What a special card asks for as it is led: `nothing`, `next card`, `H`, `highest H`.

    Without a suit it is nothing, or what the next ordinary card asks for.
    """

    suit: Suit | None
    extreme: Extreme | None = None
    next_card: bool = False

    def __str__(self) -> str:
        if self.suit is None:
            return "next card" if self.next_card else "nothing"
        return self.suit if self.extreme is None else f"{self.extreme} {self.suit}"

    @property
    def demand(self) -> Demand:
        """What its card has to allow."""
        if self.suit is None:
            return "next card" if self.next_card else "nothing"
        return _DEMANDS[self.extreme]


_DEMANDS: Final[Mapping[Extreme | None, Demand]] = {
    None: "named suit",
    "highest": "highest of named suit",
    "lowest": "lowest of named suit",
}

NOTHING: Final = Asked(None)
NEXT_CARD: Final = Asked(None, next_card=True)


def asked_of(demand: Demand, suits: tuple[Suit, ...]) -> tuple[Asked, ...]:
    """All that may be asked for under a demand, in a pack of these suits."""
    match demand:
        case "nothing":
            return (NOTHING,)
        case "next card":
            return (NEXT_CARD,)
        case "named suit" | "highest of named suit" | "lowest of named suit":
            extreme = next(each for each, said in _DEMANDS.items() if said == demand)
            return tuple(Asked(suit, extreme) for suit in suits)
        case _:
            assert_never(demand)


@dataclass(frozen=True, slots=True)
class PlayedAs(Card):
    """How a special card is played: its power, and what it asks for as it is led.

    As somebody says it, what goes without saying is None; as it lies in a trick, a power is there,
    and a demand where it has been led.
    """

    power: Power | None = None
    asks: Asked | None = None

    def __str__(self) -> str:
        power = "" if self.power is None else f" {self.power}"
        return f"{self.rank}{power}" + ("" if self.asks is None else f" asks {self.asks}")


def played_as(name: str, power: Power | None, asks: Asked | None) -> PlayedAs:
    """A special card by its name as it is played."""
    return PlayedAs(name, NO_SUIT, 0, power, asks)


def is_high(face: Card) -> bool:
    """Whether a card lies in a trick as a high special card."""
    return isinstance(face, PlayedAs) and face.power == "high"


@dataclass(frozen=True, slots=True)
class Way:
    """One way of playing a special card: what has to be said, None for nothing, and all of it."""

    said: PlayedAs | None
    meant: PlayedAs


def ways(special: Special, suits: tuple[Suit, ...], *, leads: bool) -> tuple[Way, ...]:
    """Every way of playing a special card, the usual one first."""
    asked: list[Asked | None] = [None]
    if leads:
        asked = [one for demand in special.demands for one in asked_of(demand, suits)]
    found: list[Way] = []
    for power in special.powers:
        for one in asked:
            low = power if power != special.powers[0] else None
            asks = one if len(asked) > 1 else None
            said = None if low is None and asks is None else played_as(special.name, low, asks)
            found.append(Way(said, played_as(special.name, power, one)))
    return tuple(found)


def way_meant(
    special: Special, suits: tuple[Suit, ...], said: Card | None, *, leads: bool
) -> Way | None:
    """The way of playing a special card that is meant; None where it cannot be played so."""
    told = said if isinstance(said, PlayedAs) else played_as(special.name, None, None)
    power = told.power or special.powers[0]
    for way in ways(special, suits, leads=leads):
        alone = told.asks is None and (way.said is None or way.said.asks is None)
        if way.meant.power == power and (alone or way.meant.asks == told.asks):
            return way
    return None


@cache
def _asked() -> re.Pattern[str]:
    return re.compile(r"(?:(highest|lowest)\s+)?(?:of\s+)?(\S+)")


@cache
def _way() -> re.Pattern[str]:
    return re.compile(r"(?:(high|low)(?!\S))?\s*(?:asks\s+(.+))?")


def read_asked(text: str) -> Asked | None:
    """What a text asks for: `nothing`, `next card`, `hearts`, `highest of H`; else None."""
    plain = " ".join(text.split())
    if plain in ("nothing", "next card"):
        return NOTHING if plain == "nothing" else NEXT_CARD
    found = _asked().fullmatch(plain)
    suit = read_suit(found[2]) if found is not None else None
    if found is None or suit is None:
        return None
    match found[1]:
        case "highest" | "lowest" as extreme:
            return Asked(suit, extreme)
        case _:
            return Asked(suit)


def read_way(name: str, text: str) -> PlayedAs | None:
    """How a special card is played, as `low asks highest H` says it; None for other texts."""
    found = _way().fullmatch(text.replace("_", " ").strip())
    if found is None or not found[0]:
        return None
    asks = None if found[2] is None else read_asked(found[2])
    if found[2] is not None and asks is None:
        return None
    match found[1]:
        case "high" | "low" as power:
            return played_as(name, power, asks)
        case _:
            return played_as(name, None, asks)


@cache
def _said_way() -> re.Pattern[str]:
    """The name of a special card and how it is played."""
    return re.compile(
        r"(?<![^\s,=])([^\W\d]\w{2,})(?=\s+(?:high|low|asks)(?!\S))"
        r"((?:\s+(?:high|low)(?!\S))?"
        r"(?:\s+asks\s+(?:nothing|next\s+card|(?:(?:highest|lowest)\s+)?(?:of\s+)?[^\s,]+))?)"
    )


def joined_ways(text: str) -> str:
    """A text of cards played, in which how a special one is played is one word with it.

    `Joker low asks highest H` becomes `Joker=low_asks_highest_H`.
    """
    if "low" not in text and "high" not in text and "asks" not in text:
        return text
    return _said_way().sub(lambda way: f"{way[1]}={'_'.join(way[2].split())}", text)
