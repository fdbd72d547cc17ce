"""The games in which a caller chooses: what is offered, and the deals that are written down."""

from __future__ import annotations

from dataclasses import dataclass

from reference.table import DealRules
from reference.variants import DEFAULT, Readings, raf_called, raf_pagat_called


@dataclass(frozen=True)
class CalledDeal:
    """A deal as called, with the passage that describes it."""

    slug: str
    calls: tuple[str, ...]
    cards: int
    passage: str


def rules_of(variant: str, calls: tuple[str, ...], readings: Readings = DEFAULT) -> DealRules:
    if variant == "raf":
        return raf_called(calls, readings)
    return raf_pagat_called(calls, readings)


def called_name(called: CalledDeal) -> str:
    return ", ".join(called.calls) or "an ordinary deal, called"


CHOICES = {
    "raf": (
        ("one of", ("Trumps", "No Trumps", "Precedence")),
        ("any of", ("Nuloss", "Blind", "Misere")),
        ("at most one of", ("Ascending Madness", "Descending Madness")),
    ),
    "raf-pagat": (
        ("at most one of", ("No Trumps", "Dealer Calls Trumps", "Precedence")),
        (
            "at most one of",
            ("Misere", "Misere at -1", "Misere at -2", "Misere at -3", "Highest Number"),
        ),
        ("at most one of", ("Aces Low", "Nuloss")),
        ("at most one of", ("Ascending Madness", "Descending Madness")),
        ("any of", ("Guess Trumps", "Twos Wild", "Blind Hand")),
    ),
}


def choices_text(variant: str) -> str:
    """What a caller may combine, in the notation of the cases."""
    return "; ".join(f"{kind}: {', '.join(names)}" for kind, names in CHOICES[variant])


RAF = "Royal Air Force rules"
CALLED = {
    "raf": (
        CalledDeal("trumps", ("Trumps",), 5, f"{RAF}: Trumps or No-Trumps"),
        CalledDeal("no-trumps", ("No Trumps",), 4, f"{RAF}: Trumps or No-Trumps"),
        CalledDeal("precedence", ("Precedence",), 6, f"{RAF}: Precedence"),
        CalledDeal("nuloss", ("Trumps", "Nuloss"), 5, f"{RAF}: Nuloss"),
        CalledDeal("blind", ("Trumps", "Blind"), 5, f"{RAF}: a Blind hand"),
        CalledDeal("misere", ("Trumps", "Misere"), 5, f"{RAF}: Misère"),
        CalledDeal("ascending", ("Trumps", "Ascending Madness"), 7, f"{RAF}: Ascending Madness"),
        CalledDeal("descending", ("Trumps", "Descending Madness"), 6, f"{RAF}: Descending Madness"),
        CalledDeal(
            "misere-ascending", ("No Trumps", "Misere", "Ascending Madness"), 5,
            f"{RAF}: Madness combined with Misère",
        ),
        CalledDeal(
            "misere-descending", ("Trumps", "Misere", "Descending Madness"), 4,
            f"{RAF}: Madness combined with Misère",
        ),
        CalledDeal(
            "nuloss-precedence-ascending", ("Precedence", "Nuloss", "Ascending Madness"), 6,
            f"{RAF}: Nuloss Precedence, Red over Black Ascending Madness",
        ),
        CalledDeal(
            "blind-nuloss-no-trumps", ("No Trumps", "Nuloss", "Blind"), 4,
            f"{RAF}: any combination of these calls",
        ),
    ),
    "raf-pagat": (
        CalledDeal("nothing", (), 5, "Variations: a normal deal"),
        CalledDeal("no-trumps", ("No Trumps",), 5, "Deal 8"),
        CalledDeal("misere", ("Misere",), 5, "Deal 9"),
        CalledDeal("misere-one", ("Misere at -1",), 5, "Variations: Misere"),
        CalledDeal("misere-two", ("Misere at -2",), 5, "Variations: Misere"),
        CalledDeal("misere-three", ("Misere at -3",), 5, "Variations: Misere with trumps"),
        CalledDeal("guess-trumps", ("Guess Trumps",), 4, "Deal 10"),
        CalledDeal("blind-hand", ("Blind Hand",), 5, f"{RAF}: a Blind hand"),
        CalledDeal("twos-wild", ("Twos Wild",), 7, "Deal 12"),
        CalledDeal("aces-low", ("Aces Low",), 6, "Deal 13"),
        CalledDeal("dealer-calls-trumps", ("Dealer Calls Trumps",), 5, "Deal 14"),
        CalledDeal("highest-number", ("Highest Number",), 5, "Deal 15"),
        CalledDeal("precedence", ("Precedence",), 6, "Variations: Precedence"),
        CalledDeal("nuloss", ("Nuloss",), 5, "Variations: Nuloss"),
        CalledDeal("ascending", ("Ascending Madness",), 6, "Variations: Ascending Madness"),
        CalledDeal("descending", ("Descending Madness",), 5, "Variations: Descending Madness"),
        CalledDeal(
            "nuloss-precedence-ascending", ("Precedence", "Nuloss", "Ascending Madness"), 6,
            "Variations: Nuloss Precedence with Ascending Madness",
        ),
        CalledDeal(
            "misere-madness", ("No Trumps", "Misere", "Descending Madness"), 4,
            "Variations: special games can be combined",
        ),
        CalledDeal(
            "twos-wild-nuloss", ("Nuloss", "Twos Wild"), 6,
            "Variations: special games can be combined",
        ),
    ),
}  # fmt: skip
