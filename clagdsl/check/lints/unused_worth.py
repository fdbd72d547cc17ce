"""Warns of trick and card values that no score uses, or that leave trick values unclear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.lang import rules
from clagdsl.lang.aspects import TABLE, AspectName, AspectValue
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.references import POINTS, WORTHS, call_groups, scored_worths
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Problem

_CARD_WORTHS: Final[tuple[AspectName, ...]] = ("card_worth", "trump_worth")
"""Those that are the values of cards."""

USUAL: Final = rules.Number(1)
"""The default value of a trick."""

ClauseMap: TypeAlias = Mapping[AspectName, rules.Clause[AspectValue]]
"""Clauses by aspect: those in force in a deal."""


@dataclass(frozen=True, slots=True)
class ScoredRules:
    """All deals and scores of a file named `own` and of those that it extends.

    Deals that are only choices of a call are among the twists, not among the deals.
    """

    deals: Sequence[rules.Deal]
    twists: Sequence[rules.Twist]
    past: Sequence[rules.Past]
    own: str


def lint(scored: ScoredRules) -> Iterator[Problem]:
    """Warns of each misleading `trick worth` and `card worth` in the file `own`.

    Either no score uses it, or cards have values and the rules leave open whether each trick also
    scores 1.
    """
    deals, twists = scored.deals, scored.twists
    played = {deal.name: deal.aspects.clauses_by_aspect() for deal in deals}
    called = {twist.name: twist.clauses_by_aspect() for twist in twists}
    named: dict[Place, str] = {}
    for clauses in (*played.values(), *called.values()):
        for worth in WORTHS:
            clause = clauses.get(worth)
            place = None if clause is None else clause.origin.place
            if clause is None or place is None or place.file != scored.own or _is_usual(clause):
                continue
            named[place] = TABLE[worth].keyword
    if not named:
        return
    scored_now = scored_worths(deals, twists, scored.past)
    places = {
        (played[deal] if choice is None else called[choice])[worth].origin.place
        for deal, choice, worth in scored_now
    }
    for place, keyword in named.items():
        if place not in places:
            yield problems.checks.WorthNeverScored(place, keyword, POINTS)
    asking = {deal for deal, _, _ in scored_now}
    in_force = [
        clauses for deal in deals if deal.name in asking for clauses in _variants(deal, twists)
    ]
    silent = {
        clauses[worth].origin.place
        for clauses in in_force
        for worth in _CARD_WORTHS
        if _is_silent(clauses, worth)
    }
    for place in named:
        if place in silent:
            yield problems.checks.TrickWorthMissing(place)


def _variants(deal: rules.Deal, twists: Sequence[rules.Twist]) -> Iterator[ClauseMap]:
    """Yields the clauses in force in a deal: without a call, and after each choice of its call."""
    plain = deal.aspects.clauses_by_aspect()
    yield plain
    offered = {choice for group in call_groups(deal) for choice in group.choices}
    yield from ({**plain, **twist.clauses_by_aspect()} for twist in twists if twist.name in offered)


def _is_silent(clauses: ClauseMap, worth: AspectName) -> bool:
    """Returns whether cards have values although the value of a trick is left at its default."""
    return not _is_usual(clauses[worth]) and clauses["trick_worth"].origin.place is None


def _is_usual(clause: rules.Clause[AspectValue]) -> bool:
    """Returns whether a clause only restates the default: `trick worth 1`, `0 hearts`."""
    for value in (each.value for each in clause.alternatives):
        if isinstance(value, rules.CardWorth):
            if any(one.points for one in value.worths):
                return False
        elif isinstance(value, rules.TrumpWorth):
            if value.worths:
                return False
        elif value != USUAL:
            return False
    return True
