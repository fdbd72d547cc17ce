"""Whether any score asks what tricks and cards are worth, where a file says that they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clagdsl import problems
from clagdsl.lang import rules
from clagdsl.lang.aspects import TABLE, AspectName, AspectValue
from clagdsl.lang.points_asked import POINTS, deals_asking
from clagdsl.lang.source import Place
from clagdsl.problems.model import Problem

WORTHS: Final[tuple[AspectName, ...]] = ("trick_worth", "card_worth")
"""The aspects that decide the points of a player."""

USUAL: Final = rules.Number(1)
"""What a trick is worth where nothing is said."""


def never_scored(
    deals: Sequence[rules.Deal],
    twists: Sequence[rules.Twist],
    past: Sequence[rules.Past],
    own: str,
) -> Iterator[Problem]:
    """A warning for each clause of a file, of this name, that says what no score asks."""
    played = {deal.name: deal.aspects.said() for deal in deals}
    called = [twist.said() for twist in twists]
    named: dict[Place, str] = {}
    for said in (*played.values(), *called):
        for worth in WORTHS:
            clause = said.get(worth)
            place = None if clause is None else clause.origin.place
            if clause is None or place is None or place.file != own or _is_usual(clause):
                continue
            named[place] = TABLE[worth].keyword
    asking = deals_asking(deals, twists, past) if named else frozenset[str]()
    counted = [played[name] for name in asking]
    if asking:
        counted += called
    places = {said[worth].origin.place for said in counted for worth in WORTHS if worth in said}
    for place, keyword in named.items():
        if place not in places:
            yield problems.checks.WorthNeverScored(place, keyword, POINTS)


def _is_usual(clause: rules.Clause[AspectValue]) -> bool:
    """Whether it says what holds anyway, and so misleads nobody: `trick worth 1`, `0 hearts`."""
    for value in (each.value for each in clause.alternatives):
        if isinstance(value, rules.CardWorth):
            if any(one.points for one in value.worths):
                return False
        elif value != USUAL:
            return False
    return True
