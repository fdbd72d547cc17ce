"""The documented variants, each written out by hand from its source.

Where the sources are silent or disagree, `readings` says which reading is meant: the parameters of
a game that differ from their defaults, by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from reference.table import (
    ACES_LOW,
    NULOSS,
    DealRules,
    Result,
    TrickWorth,
    total_above,
    total_differs,
)

Readings = Mapping[str, Any]
DEFAULT: Readings = {}

# --- scores, in the words of the sources -----------------------------------------------------


def pagat_score(r: Result) -> int:
    """A point for each trick, plus 10 for exactly as many as nominated."""
    return r.points + (10 if r.made else 0)


def pagat_misere(r: Result) -> int:
    """10 for no tricks, otherwise a point for each trick."""
    return 10 if r.tricks == 0 else r.points


def highest_number(r: Result) -> int:
    """10 for who alone takes most tricks, nothing for everybody else."""
    return 10 if r.alone_with_most else 0


def wikipedia_score(r: Result) -> int:
    """10 and 2 for each trick when right, nothing when wrong."""
    return 10 + 2 * r.tricks if r.made else 0


def two_points_score(r: Result) -> int:
    """10 and two for each trick of a successful bid; a trick is a point where the bid fails."""
    return 10 + 2 * r.tricks if r.made else r.tricks


def nothing_for_failed_score(r: Result) -> int:
    """As Pagat, but an unsuccessful bid makes no points."""
    return 10 + r.tricks if r.made else 0


def misere_none(r: Result) -> int:
    """10 for no tricks, otherwise nothing: there, too, no points for who was wrong."""
    return 10 if r.tricks == 0 else 0


def misere_costs(each: int) -> Callable[[Result], int]:
    """10 for no tricks, otherwise `each` points off for every trick."""

    def score(r: Result) -> int:
        return 10 if r.tricks == 0 else -each * r.tricks

    return score


def scottish_score(r: Result) -> int:
    """A point for each trick taken, and 10 for a correct bid."""
    return (10 if r.made else 0) + r.tricks


def scottish_score_nothing_wrong(r: Result) -> int:
    """By the other reading the point for each trick, too, belongs to a correct bid."""
    return 10 + r.tricks if r.made else 0


def raf_score(r: Result) -> int:
    """10 and the worth of the tricks when right, nothing when wrong."""
    return 10 + r.points if r.made else 0


def raf_score_keeps(r: Result) -> int:
    """By the other reading a wrong prediction keeps the worth of its tricks."""
    return 10 + r.points if r.made else r.points


def misere_costs_worth(each: int, more: int = 0) -> Callable[[Result], int]:
    """10 for no tricks, otherwise their worth off, so many times, and so much more for each."""

    def score(r: Result) -> int:
        return 10 if r.tricks == 0 else -each * r.points - more * r.tricks

    return score


# --- the deals with fixed schedules ----------------------------------------------------------

Deals = list[tuple[str, DealRules]]
HOUSE_SCORES: dict[str, Callable[[Result], int]] = {
    "house/two-points": two_points_score,
    "house/nothing-for-failed": nothing_for_failed_score,
}
"""House files that change what every ordinary deal scores."""
HOUSE_MISERES: dict[str, Callable[[Result], int]] = {
    "house/misere-minus-one": misere_costs(1),
    "house/misere-minus-two": misere_costs(2),
    "house/misere-minus-three": misere_costs(3),
}
HOUSE_ADDED: dict[str, tuple[str, str, DealRules]] = {
    "house/nuloss": ("Aces Low", "Nuloss", DealRules(pagat_score, ranks=NULOSS)),
    "house/precedence": (
        "Highest Number", "Precedence", DealRules(pagat_score, trump="order H C D S"),
    ),
    "house/ascending-madness-ones": (
        "Highest Number", "Ascending Madness", DealRules(pagat_score, worth=TrickWorth(1, "up")),
    ),
    "house/ascending-madness-twos": (
        "Highest Number", "Ascending Madness", DealRules(pagat_score, worth=TrickWorth(2, "up")),
    ),
    "house/descending-madness-ones": (
        "Highest Number", "Descending Madness",
        DealRules(pagat_score, worth=TrickWorth(1, "down")),
    ),
    "house/descending-madness-twos": (
        "Highest Number", "Descending Madness",
        DealRules(pagat_score, worth=TrickWorth(2, "down")),
    ),
}  # fmt: skip
"""House files that add a special deal to Pagat's: after which, its name, its rules."""
HOUSE_TWO_MISERES: dict[str, tuple[Callable[[Result], int], Callable[[Result], int]]] = {
    "house/misere-with-trumps": (pagat_misere, pagat_misere),
    "house/two-miseres": (misere_costs(2), misere_costs(3)),
}
"""House files with a misère without trumps and one with them: what each scores."""
FIXED = ("pagat", "rewrite", "foss", "mcleod", "scorecard", "scottish")
HOUSE = tuple(sorted([*HOUSE_SCORES, *HOUSE_MISERES, *HOUSE_ADDED, *HOUSE_TWO_MISERES]))


def ordinary(variant: str, readings: Readings = DEFAULT) -> DealRules:
    """The rules of an ordinary deal."""
    if variant == "scorecard":
        hook = total_differs if readings.get("hook") else None
        return DealRules(wikipedia_score, hook=hook)
    if variant == "scottish":
        keeps = readings.get("failed_keeps_tricks", True)
        return DealRules(scottish_score if keeps else scottish_score_nothing_wrong)
    if variant in ("foss", "mcleod"):
        return DealRules(wikipedia_score)
    if variant == "rewrite":
        return DealRules(pagat_score, hook=total_above)
    return DealRules(HOUSE_SCORES.get(variant, pagat_score))


def special_deals(variant: str, readings: Readings = DEFAULT) -> Deals:
    """The special deals in the order in which they are played, seven cards each."""
    normal = ordinary(variant, readings)
    if variant == "foss":
        return _foss(normal, readings)
    if variant == "scorecard":
        return _scorecard(normal)
    if variant == "scottish":
        return _scottish(normal)
    in_suit = bool(readings.get("twos_in_suit"))
    misere: Callable[[Result], int] = HOUSE_MISERES.get(variant, pagat_misere)
    if variant == "mcleod":
        # A failed nomination scores zero; the sources do not say what a trick costs here.
        misere = misere_costs(-readings.get("misere_trick", 0))
    if variant == "house/nothing-for-failed" and not readings.get("misere_keeps"):
        misere = misere_none
    deals = _eight(normal, misere, in_suit)
    if variant in HOUSE_ADDED:
        before, name, rules = HOUSE_ADDED[variant]
        place = [known for known, _ in deals].index(before)
        deals.insert(place + 1, (name, rules))
    if variant in HOUSE_TWO_MISERES:
        without, with_trumps = HOUSE_TWO_MISERES[variant]
        rules = replace(normal, bidding="zero")
        place = [known for known, _ in deals].index("Misere")
        deals[place : place + 1] = [
            ("Misere", replace(rules, trump="none", score=without)),
            ("Misere with Trumps", replace(rules, score=with_trumps)),
        ]
    return deals


def _eight(normal: DealRules, misere: Callable[[Result], int], in_suit: bool) -> Deals:
    """Deals 8 to 15 of Pagat, of McLeod as Wikipedia tells it, and of the retellings."""
    return [
        ("No Trumps", replace(normal, trump="none")),
        ("Misere", replace(normal, bidding="zero", score=misere)),
        ("Guess Trumps", replace(normal, shown="after bids")),
        ("Blind", replace(normal, sight="after bids", shown="after bids")),
        ("Twos Wild", replace(normal, twos_wild=True, twos_in_suit=in_suit)),
        ("Aces Low", replace(normal, ranks=ACES_LOW)),
        ("Dealer Calls Trumps", replace(normal, trump="dealer")),
        ("Highest Number", replace(normal, bidding="none", score=highest_number)),
    ]


def _foss(normal: DealRules, readings: Readings) -> Deals:
    # The source does not say whether the trump card is turned before the bids in Roll 'Em.
    shown = "before bids" if readings.get("roll_shows_trump", True) else "after bids"
    return [
        ("No Trumps", replace(normal, trump="none")),
        ("Guess 'Em", replace(normal, shown="after bids")),
        (
            "Misere No Trumps",
            replace(normal, trump="none", bidding="zero", score=misere_costs(2)),
        ),
        ("Misere with Trumps", replace(normal, bidding="zero", score=misere_costs(3))),
        # Nominated before the cards are received: neither they nor the card after them are known.
        ("Blind", replace(normal, sight="after bids", shown="after bids")),
        ("Roll 'Em", replace(normal, sight="never", shown=shown, top_card=True)),
    ]


def _scorecard(normal: DealRules) -> Deals:
    return [
        ("nt (no trumps)", replace(normal, trump="none")),
        ("bt (blind trumps)", replace(normal, shown="after bids")),
        # The two blind rounds have the usual trumps: only the own cards are not seen.
        ("hb (half blind)", replace(normal, sight="after bids")),
        ("b (blind)", replace(normal, sight="never", top_card=True)),
        ("m (misere)", replace(normal, bidding="zero", score=misere_costs(2))),
        (
            "mnt (misere no trumps)",
            replace(normal, trump="none", bidding="zero", score=misere_costs(2)),
        ),
    ]


def _scottish(normal: DealRules) -> Deals:
    return [
        ("No Trumps", replace(normal, trump="none")),
        ("Misere", replace(normal, bidding="zero", score=misere_costs(2))),
        ("Guess 'Em", replace(normal, shown="after bids")),
        ("Blind", replace(normal, sight="after bids", shown="after bids")),
    ]


FIRST_SPECIAL = 8
"""Seven ordinary deals come before the special ones in every game with a fixed schedule."""


def deal_rules(variant: str, number: int, readings: Readings = DEFAULT) -> DealRules:
    """The rules of a deal of a fixed schedule, by its number."""
    specials = special_deals(variant, readings)
    place = number - FIRST_SPECIAL
    return specials[place][1] if 0 <= place < len(specials) else ordinary(variant, readings)


def special_name(variant: str, number: int) -> str:
    """The name of a special deal, by its number."""
    return special_deals(variant)[number - FIRST_SPECIAL][0]


def number_of(variant: str, name: str) -> int:
    """The number of a special deal, by its name."""
    return FIRST_SPECIAL + [known for known, _ in special_deals(variant)].index(name)


# --- the games in which a caller chooses -----------------------------------------------------


def raf_called(calls: tuple[str, ...], readings: Readings = DEFAULT) -> DealRules:
    """The Royal Air Force game: each trick is worth 2 unless a madness is called."""
    madness = {"Ascending Madness", "Descending Madness"} & set(calls)
    keeps = readings.get("failed_keeps") or (madness and readings.get("madness_keeps"))
    score = raf_score_keeps if keeps else raf_score
    trump = "turned" if readings.get("turned_trump") else "caller"
    rules = DealRules(score, trump=trump, worth=TrickWorth(2))
    if "No Trumps" in calls:
        rules = replace(rules, trump="none")
    if "Precedence" in calls:
        rules = replace(rules, trump="caller order")
    if "Nuloss" in calls:
        rules = replace(rules, ranks=NULOSS)
    if "Blind" in calls:
        rules = replace(rules, top_card=True)
    if "Misere" in calls:
        more = 0 if "No Trumps" in calls else readings.get("misere_trick", 3) - 2
        rules = replace(rules, bidding="zero", score=misere_costs_worth(1, more))
    if "Ascending Madness" in calls:
        rules = replace(rules, worth=TrickWorth(2, "up"))
    if "Descending Madness" in calls:
        rules = replace(rules, worth=TrickWorth(2, "down"))
    return rules


def raf_pagat_called(calls: tuple[str, ...], readings: Readings = DEFAULT) -> DealRules:
    """The caller's game of Pagat's page: its specials and its further ones, combined."""
    least = readings.get("madness", 1)
    keeps = readings.get("failed_keeps", True)
    rules = DealRules(pagat_score if keeps else raf_score)
    if "No Trumps" in calls:
        rules = replace(rules, trump="none")
    if "Dealer Calls Trumps" in calls:
        rules = replace(rules, trump="dealer")
    if "Precedence" in calls:
        rules = replace(rules, trump="caller order")
    if "Misere" in calls:
        rules = replace(rules, bidding="zero", score=pagat_misere if keeps else misere_none)
    for cost in (1, 2, 3):
        if f"Misere at -{cost}" in calls:
            rules = replace(rules, bidding="zero", score=misere_costs_worth(cost))
    if "Blind Hand" in calls:
        rules = replace(rules, top_card=True)
    if "Highest Number" in calls:
        rules = replace(rules, bidding="none", score=highest_number)
    if "Twos Wild" in calls:
        in_suit = bool(readings.get("twos_in_suit"))
        rules = replace(rules, twos_wild=True, twos_in_suit=in_suit)
    if "Guess Trumps" in calls:
        rules = replace(rules, shown="after bids")
    if "Aces Low" in calls:
        rules = replace(rules, ranks=ACES_LOW)
    if "Nuloss" in calls:
        rules = replace(rules, ranks=NULOSS)
    if "Ascending Madness" in calls:
        rules = replace(rules, worth=TrickWorth(least, "up"))
    if "Descending Madness" in calls:
        rules = replace(rules, worth=TrickWorth(least, "down"))
    return rules
