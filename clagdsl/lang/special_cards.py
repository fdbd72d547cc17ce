"""Special cards: cards without suit and rank, such as wizards and jesters, known by name.

A card's power is its effect on a trick; its demand is what it requires of the others if it is led.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import Final, Literal, TypeAlias, assert_never, get_args

from clagdsl.lang.cards import NO_SUIT, Card, Suit, read_suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import TextValue
from clagdsl.lang.source import DEFAULT, Origin

Power: TypeAlias = Literal["high", "low"]
"""The power of a played card: the first high card wins the trick, a low one hardly ever does."""

Powers: TypeAlias = Literal["high", "low", "high or low", "trump"]
"""The powers that a card may be played with; a `trump` has none and is an ordinary card in play."""

Demand: TypeAlias = Literal[
    "nothing", "next card", "named suit", "highest of named suit", "lowest of named suit"
]
"""The demands that a special card may make if it is led."""

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
        """The powers that it may be played with; the first is the default."""
        match self.power:
            case "high or low":
                return ("high", "low")
            case "high" | "low":
                return (self.power,)
            case "trump":
                return ()
            case _:
                assert_never(self.power)


@dataclass(frozen=True, slots=True)
class LeadDemand(TextValue):
    """The demand of a special card that is led: `nothing`, `next card`, `H`, `highest H`.

    Without a suit, it demands nothing, or the next ordinary card determines the demand.
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
        """The declared demand that allows this one."""
        if self.suit is None:
            return "next card" if self.next_card else "nothing"
        return _DEMANDS[self.extreme]


_DEMANDS: Final[Mapping[Extreme | None, Demand]] = {
    None: "named suit",
    "highest": "highest of named suit",
    "lowest": "lowest of named suit",
}

NOTHING: Final = LeadDemand(None)
NEXT_CARD: Final = LeadDemand(None, next_card=True)


def demands_of(demand: Demand, suits: tuple[Suit, ...]) -> tuple[LeadDemand, ...]:
    """Returns all demands that a declared demand allows, in a pack with these suits."""
    match demand:
        case "nothing":
            return (NOTHING,)
        case "next card":
            return (NEXT_CARD,)
        case "named suit" | "highest of named suit" | "lowest of named suit":
            extreme = next(each for each, kind in _DEMANDS.items() if kind == demand)
            return tuple(LeadDemand(suit, extreme) for suit in suits)
        case _:
            assert_never(demand)


@dataclass(frozen=True, slots=True)
class PlayedAs(Card):
    """A special card as played: its power, and its demand if it is led.

    In the form that a player states, a default is None. In a trick the power is always set, and the
    demand is set if the card was led.
    """

    power: Power | None = None
    demand: LeadDemand | None = None

    def __str__(self) -> str:
        power = "" if self.power is None else f" {self.power}"
        return f"{self.rank}{power}" + ("" if self.demand is None else f" asks {self.demand}")


def played_as(name: str, power: Power | None, demand: LeadDemand | None) -> PlayedAs:
    """Returns a special card as played."""
    return PlayedAs(name, NO_SUIT, 0, power, demand)


def is_high(face: Card) -> bool:
    """Returns whether a card in a trick is a high special card."""
    return isinstance(face, PlayedAs) and face.power == "high"


@dataclass(frozen=True, slots=True)
class PlayOption:
    """One way of playing a special card: the part to be stated (None if nothing), and the full
    form.
    """

    stated: PlayedAs | None
    full: PlayedAs


def play_options(
    special: Special, suits: tuple[Suit, ...], *, leads: bool
) -> tuple[PlayOption, ...]:
    """Returns every way of playing a special card, the usual one first."""
    demands: list[LeadDemand | None] = [None]
    if leads:
        demands = [demand for kind in special.demands for demand in demands_of(kind, suits)]
    options: list[PlayOption] = []
    for power in special.powers:
        for demand in demands:
            stated_power = power if power != special.powers[0] else None
            stated_demand = demand if len(demands) > 1 else None
            stated = (
                None
                if stated_power is None and stated_demand is None
                else played_as(special.name, stated_power, stated_demand)
            )
            options.append(PlayOption(stated, played_as(special.name, power, demand)))
    return tuple(options)


def matching_option(
    special: Special, suits: tuple[Suit, ...], card: Card | None, *, leads: bool
) -> PlayOption | None:
    """Returns the way of playing a special card that `card` states; None if this
    is not possible.
    """
    stated = card if isinstance(card, PlayedAs) else played_as(special.name, None, None)
    power = stated.power or special.powers[0]
    for option in play_options(special, suits, leads=leads):
        demand_is_free = stated.demand is None and (
            option.stated is None or option.stated.demand is None
        )
        if option.full.power == power and (demand_is_free or option.full.demand == stated.demand):
            return option
    return None


@cache
def _demand_pattern() -> re.Pattern[str]:
    return re.compile(r"(?:(highest|lowest)\s+)?(?:of\s+)?(\S+)")


@cache
def _way_pattern() -> re.Pattern[str]:
    return re.compile(r"(?:(high|low)(?!\S))?\s*(?:asks\s+(.+))?")


def read_demand(text: str) -> LeadDemand | None:
    """Parses a demand (`nothing`, `next card`, `hearts`, `highest of H`); None if it is invalid."""
    plain = " ".join(text.split())
    if plain in ("nothing", "next card"):
        return NOTHING if plain == "nothing" else NEXT_CARD
    match = _demand_pattern().fullmatch(plain)
    suit = read_suit(match[2]) if match is not None else None
    if match is None or suit is None:
        return None
    match match[1]:
        case "highest" | "lowest" as extreme:
            return LeadDemand(suit, extreme)
        case _:
            return LeadDemand(suit)


def read_special_play(name: str, text: str) -> PlayedAs | None:
    """Parses how a special card is played: `low asks highest H`; returns None if it is invalid."""
    match = _way_pattern().fullmatch(text.replace("_", " ").strip())
    if match is None or not match[0]:
        return None
    demand = None if match[2] is None else read_demand(match[2])
    if match[2] is not None and demand is None:
        return None
    match match[1]:
        case "high" | "low" as power:
            return played_as(name, power, demand)
        case _:
            return played_as(name, None, demand)


@cache
def _named_way_pattern() -> re.Pattern[str]:
    """Returns the pattern of a special card's name followed by how it is played."""
    return re.compile(
        r"(?<![^\s,=])([^\W\d]\w{2,})(?=\s+(?:high|low|asks)(?!\S))"
        r"((?:\s+(?:high|low)(?!\S))?"
        r"(?:\s+asks\s+(?:nothing|next\s+card|(?:(?:highest|lowest)\s+)?(?:of\s+)?[^\s,]+))?)"
    )


def join_special_plays(text: str) -> str:
    """Returns a line of plays with each special card and the way it is played joined into one word.

    `Joker low asks highest H` becomes `Joker=low_asks_highest_H`.
    """
    if "low" not in text and "high" not in text and "asks" not in text:
        return text
    return _named_way_pattern().sub(lambda way: f"{way[1]}={'_'.join(way[2].split())}", text)
