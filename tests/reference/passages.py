"""Where the sources say it: the passage of every deal, and of the rules that hold in all."""

from __future__ import annotations

from dataclasses import dataclass

from reference.variants import Readings


@dataclass(frozen=True)
class Cite:
    """A source by the name that the cases give it, and a passage of it."""

    source: str
    passage: str

    def json(self) -> dict[str, str]:
        """The citation as the cases have it."""
        return {"source": self.source, "passage": self.passage}


LAWS = {
    "hand": "only a card of the own hand can be played",
    "itself": "a card that is not wild is only itself",
}
"""What refuses an action in any card game."""

PAGAT_NORMAL = Cite("pagat", "Nomination and Play in Normal Deals")
BLIND_HAND = Cite("wikipedia", "Royal Air Force rules: a Blind hand")
RULES = {
    "pagat": {
        "bids": PAGAT_NORMAL,
        "hook": PAGAT_NORMAL,
        "follow": PAGAT_NORMAL,
        "trick": PAGAT_NORMAL,
        "wild": Cite("pagat", "Deal 12: Twos Wild"),
        "other wild": Cite("pagat", "Deal 12: Twos Wild"),
        "suit": Cite("pagat", "Deal 14: Dealer Calls Trumps"),
        "order": Cite("pagat", "Variations: Precedence"),
        "top card": BLIND_HAND,
    },
    "rewrite": {
        "bids": Cite("rewrite-rules", "The round begins with the player to the dealer's left"),
        "hook": Cite("rewrite-rules", "The round begins with the player to the dealer's left"),
        "follow": Cite("rewrite-rules", "The player to the left of the dealer starts"),
        "wild": Cite("rewrite-rules", "In round 12"),
        "other wild": Cite("rewrite-rules", "In round 12"),
        "suit": Cite("rewrite-rules", "In round 14"),
    },
    "foss": {
        "bids": Cite("wikipedia", "Nominations"),
        "hook": Cite("wikipedia", "Nominations"),
        "follow": Cite("wikipedia", "Phase 1"),
        "wild": Cite("wikipedia", "Eight deals: Deal 12. Twos Wild"),
        "other wild": Cite(
            "notes", "mcleod: two twos in the same trick must stand for different cards"
        ),
        "suit": Cite("wikipedia", "Eight deals: Deal 14. Dealer Calls Trumps"),
        "top card": Cite("wikipedia", "Six deals: Deal 13. Roll 'Em"),
    },
    "scorecard": {
        "bids": Cite("wikipedia-2011", "Gameplay"),
        "hook": Cite("wikipedia-2011", "Royal Air Force rules: the sum of predictions"),
        "follow": Cite("wikipedia-2011", "Royal Air Force rules: regardless of trumps"),
        "top card": Cite("wikipedia-2011", "Gameplay, special rounds; score card row b"),
    },
    "scottish": {
        "bids": Cite("wikipedia", "Scottish Rules"),
        "hook": Cite("wikipedia", "Scottish Rules"),
        "follow": Cite(
            "notes",
            "scottish: players must follow suit if they can, as in the other games in the article",
        ),
    },
    "raf": {
        "bids": Cite("wikipedia", "Royal Air Force rules: played as above; Nominations"),
        "hook": Cite("wikipedia", "Royal Air Force rules: the sum of predictions"),
        "follow": Cite("wikipedia", "Royal Air Force rules: regardless of trumps"),
        "trick": Cite("wikipedia", "Royal Air Force rules: played as above; Phase 1"),
        "suit": Cite("notes", "raf: a caller who calls Trumps also names the suit"),
        "order": Cite("wikipedia", "Royal Air Force rules: Precedence"),
        "top card": BLIND_HAND,
    },
}
RULES["mcleod"] = RULES["foss"]
RULES["raf-pagat"] = RULES["pagat"]
LANGUAGE = {
    "range": Cite("language", "A bid is a whole number from 0 to the number of cards."),
    "named": Cite("language", "the dealer or the caller names a suit before the bids"),
}
"""What the language says of every game."""
HOUSE = {
    "house/two-points": "Variations: two points rather than one for each trick",
    "house/nothing-for-failed": "Variations: no points are made for an unsuccessful bid",
    "house/misere-minus-one": "Variations: Misere",
    "house/misere-minus-two": "Variations: Misere",
    "house/misere-minus-three": "Variations: Misere with trumps",
    "house/misere-with-trumps": "Variations: Misere with trumps",
    "house/two-miseres": "Variations: Misere; Misere with trumps",
    "house/nuloss": "Variations: Nuloss",
    "house/precedence": "Variations: Precedence",
    "house/ascending-madness-ones": "Variations: Ascending Madness",
    "house/ascending-madness-twos": "Variations: Ascending Madness",
    "house/descending-madness-ones": "Variations: Descending Madness",
    "house/descending-madness-twos": "Variations: Descending Madness",
}


AS_ABOVE = {8: "Deal 8. No Trumps", 10: "Deal 9. Guess 'Em", 11: "Deal 12. Blind"}
"""Of McLeod's eight deals those that the article describes only among the six: where it does."""


def where_it_says(variant: str, rule: str, readings: Readings) -> Cite:
    """The passage of a rule that does not hang on the deal, such as "hook" or "follow"."""
    if rule in LANGUAGE:
        return LANGUAGE[rule]
    if rule == "follow with a two":
        return by_parameter(variant, readings)
    return RULES["pagat" if variant.startswith("house/") else variant][rule]


def by_parameter(variant: str, readings: Readings) -> Cite:
    """The parameter that chooses the reading."""
    return Cite("notes", f"{variant}: {', '.join(readings)}")


def passage_of(variant: str, special: str | None, number: int, readings: Readings) -> Cite:
    """The passage that describes a deal, or names the parameter that it is about."""
    if readings:
        return by_parameter(variant, readings)
    if variant in HOUSE:
        return Cite("pagat", HOUSE[variant])
    if special is None:
        return _ordinary(variant)
    if variant == "rewrite":
        return Cite("rewrite-rules", f"In round {number}")
    if variant == "scottish":
        return Cite("keeper", f"The four special rounds: {special}")
    if variant == "scorecard":
        passage = f"Gameplay, special rounds; score card row {special.partition(' ')[0]}"
        return Cite("wikipedia-2011", passage)
    if variant == "pagat":
        return Cite("pagat", f"Deal {number}: {special}")
    if variant == "foss":
        return Cite("wikipedia", f"Six deals: Deal {number}. {special}")
    above = f"; Six deals: {AS_ABOVE[number]}" if number in AS_ABOVE else ""
    return Cite("wikipedia", f"Eight deals: Deal {number}. {special}{above}")


def _ordinary(variant: str) -> Cite:
    return {
        "pagat": PAGAT_NORMAL,
        "rewrite": Cite("rewrite-rules", "To start a regular round, and the two paragraphs after"),
        "foss": Cite("wikipedia", "Nominations; Phase 1"),
        "mcleod": Cite("wikipedia", "Nominations; Phase 1"),
        "scorecard": Cite("wikipedia-2011", "Gameplay"),
        "scottish": Cite("wikipedia", "Scottish Rules"),
    }[variant]
