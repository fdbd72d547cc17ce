"""The documented variants, each written out by hand from its source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from reference.table import (
    ACES_LOW,
    NULOSS,
    DealRules,
    Result,
    TrickWorth,
    total_above,
)

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


def misere_costs(each: int) -> Callable[[Result], int]:
    """10 for no tricks, otherwise `each` points off for every trick."""

    def score(r: Result) -> int:
        return 10 if r.tricks == 0 else -each * r.tricks

    return score


def scottish_score(r: Result) -> int:
    """A point for each trick taken, and 10 for a correct bid."""
    return (10 if r.made else 0) + r.tricks


def raf_score(r: Result) -> int:
    """10 and the worth of the tricks when right, nothing when wrong."""
    return 10 + r.points if r.made else 0


def raf_misere(r: Result) -> int:
    """10 for no tricks, otherwise minus the worth of the tricks."""
    return 10 if r.tricks == 0 else -r.points


# --- the deals with fixed schedules ----------------------------------------------------------

NORMAL = {
    "pagat": DealRules(pagat_score),
    "rewrite": DealRules(pagat_score, hook=total_above),
    "foss": DealRules(wikipedia_score),
    "mcleod": DealRules(wikipedia_score),
    "scorecard": DealRules(wikipedia_score, hook=None),
    "scottish": DealRules(scottish_score),
}


def _eight(normal: DealRules, misere: Callable[[Result], int]) -> dict[int, DealRules]:
    """Deals 8 to 15 of Pagat, of McLeod as Wikipedia tells it, and of the retellings."""
    return {
        8: replace(normal, trump="none"),
        9: replace(normal, bidding="zero", score=misere),
        10: normal,  # guess trumps: only what is seen when bidding differs
        11: normal,  # blind: likewise
        12: replace(normal, twos_wild=True),
        13: replace(normal, ranks=ACES_LOW),
        14: replace(normal, trump="dealer"),
        15: replace(normal, bidding="none", score=highest_number),
    }


SPECIALS: dict[str, dict[int, DealRules]] = {
    "pagat": _eight(NORMAL["pagat"], pagat_misere),
    "rewrite": _eight(NORMAL["rewrite"], pagat_misere),
    "mcleod": _eight(NORMAL["mcleod"], misere_costs(0)),
    "foss": {
        8: replace(NORMAL["foss"], trump="none"),
        9: NORMAL["foss"],
        10: replace(NORMAL["foss"], trump="none", bidding="zero", score=misere_costs(2)),
        11: replace(NORMAL["foss"], bidding="zero", score=misere_costs(3)),
        12: NORMAL["foss"],
        13: replace(NORMAL["foss"], top_card=True),
    },
    "scorecard": {
        8: replace(NORMAL["scorecard"], trump="none"),
        9: NORMAL["scorecard"],
        10: NORMAL["scorecard"],
        11: replace(NORMAL["scorecard"], top_card=True),
        12: replace(NORMAL["scorecard"], bidding="zero", score=misere_costs(2)),
        13: replace(NORMAL["scorecard"], trump="none", bidding="zero", score=misere_costs(2)),
    },
    "scottish": {
        8: replace(NORMAL["scottish"], trump="none"),
        9: replace(NORMAL["scottish"], bidding="zero", score=misere_costs(2)),
        10: NORMAL["scottish"],
        11: NORMAL["scottish"],
    },
}
"""The special deals by their number in the schedule, seven cards each."""

NAMES: dict[str, dict[int, str]] = {
    "pagat": {
        8: "No Trumps",
        9: "Misere",
        10: "Guess Trumps",
        11: "Blind",
        12: "Twos Wild",
        13: "Aces Low",
        14: "Dealer Calls Trumps",
        15: "Highest Number",
    },
    "foss": {
        8: "No Trumps",
        9: "Guess 'Em",
        10: "Misere No Trumps",
        11: "Misere with Trumps",
        12: "Blind",
        13: "Roll 'Em",
    },
    "scorecard": {
        8: "nt (no trumps)",
        9: "bt (blind trumps)",
        10: "hb (half blind)",
        11: "b (blind)",
        12: "m (misere)",
        13: "mnt (misere no trumps)",
    },
    "scottish": {8: "No Trumps", 9: "Misere", 10: "Guess 'Em", 11: "Blind"},
}
NAMES["mcleod"] = NAMES["pagat"]
NAMES["rewrite"] = NAMES["pagat"]


# --- the games in which a caller chooses -----------------------------------------------------


def raf_called(calls: tuple[str, ...]) -> DealRules:
    """The Royal Air Force game: each trick is worth 2 unless a madness is called."""
    rules = DealRules(raf_score, trump="caller", worth=TrickWorth(2))
    if "No Trumps" in calls:
        rules = replace(rules, trump="none")
    if "Precedence" in calls:
        rules = replace(rules, trump="caller order")
    if "Nuloss" in calls:
        rules = replace(rules, ranks=NULOSS)
    if "Blind" in calls:
        rules = replace(rules, top_card=True)
    if "Misere" in calls:
        rules = replace(rules, bidding="zero", score=raf_misere)
    if "Ascending Madness" in calls:
        rules = replace(rules, worth=TrickWorth(2, "up"))
    if "Descending Madness" in calls:
        rules = replace(rules, worth=TrickWorth(2, "down"))
    return rules


def raf_pagat_called(calls: tuple[str, ...]) -> DealRules:
    """The caller's game of Pagat's page: its specials and its further ones, combined."""
    rules = DealRules(pagat_score)
    if "No Trumps" in calls:
        rules = replace(rules, trump="none")
    if "Dealer Calls Trumps" in calls:
        rules = replace(rules, trump="dealer")
    if "Precedence" in calls:
        rules = replace(rules, trump="caller order")
    if "Misere" in calls:
        rules = replace(rules, bidding="zero", score=pagat_misere)
    if "Highest Number" in calls:
        rules = replace(rules, bidding="none", score=highest_number)
    if "Twos Wild" in calls:
        rules = replace(rules, twos_wild=True)
    if "Aces Low" in calls:
        rules = replace(rules, ranks=ACES_LOW)
    if "Nuloss" in calls:
        rules = replace(rules, ranks=NULOSS)
    if "Ascending Madness" in calls:
        rules = replace(rules, worth=TrickWorth(1, "up"))
    if "Descending Madness" in calls:
        rules = replace(rules, worth=TrickWorth(1, "down"))
    return rules
