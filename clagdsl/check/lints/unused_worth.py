"""Warnings about rules that can be played but are rarely meant.

Every function here looks at what a file says; nothing is proved.  Warnings that need a table are in
`prove`: what clauses say together in `prove/consistency`, scores in `prove/paying_misses`, trumps
that rotate in `prove/rotations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.check.source_unit import Document, Findings
from clagdsl.lang import rules
from clagdsl.lang.appearance import appearance
from clagdsl.lang.aspects import TABLE, AspectName, AspectValue
from clagdsl.lang.points_asked import POINTS, deals_asking
from clagdsl.lang.source import Place
from clagdsl.problems.model import Problem
from clagdsl.syntax import nodes

WORTHS: Final[tuple[AspectName, ...]] = ("trick_worth", "card_worth")
"""The aspects that decide the points of a player."""

USUAL: Final = rules.Number(1)
"""What a trick is worth where nothing is said."""

Said: TypeAlias = Mapping[AspectName, rules.Clause[AspectValue]]
"""The clauses in force, by aspect."""


def lint_worths(
    deals: Sequence[rules.Deal],
    twists: Sequence[rules.Twist],
    past: Sequence[rules.Past],
    own: str,
) -> Iterator[Problem]:
    """Warn of each `trick worth` and `card worth` of the file `own` that surely misleads.

    Either no score reads what it says, or cards are worth something and nobody says whether each
    trick scores its 1 as well.
    """
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
    if not named:
        return
    asking = deals_asking(deals, twists, past)
    counted = [played[name] for name in asking]
    if asking:
        counted += called
    places = {said[worth].origin.place for said in counted for worth in WORTHS if worth in said}
    for place, keyword in named.items():
        if place not in places:
            yield problems.checks.WorthNeverScored(place, keyword, POINTS)
    in_force = [said for deal in deals if deal.name in asking for said in _variants(deal, twists)]
    silent = {said["card_worth"].origin.place for said in in_force if _is_silent(said)}
    for place in named:
        if place in silent:
            yield problems.checks.TrickWorthNotSaid(place)


def _variants(deal: rules.Deal, twists: Sequence[rules.Twist]) -> Iterator[Said]:
    """The clauses of a deal as scheduled, and after each choice that may be called in it."""
    plain = deal.aspects.said()
    yield plain
    calls = [each.value for each in deal.aspects.call.alternatives]
    groups = [group for call in calls if isinstance(call, rules.Call) for group in call.groups]
    offered = {choice for group in groups for choice in group.choices}
    yield from ({**plain, **twist.said()} for twist in twists if twist.name in offered)


def _is_silent(said: Said) -> bool:
    """Whether cards are worth something and the worth of a trick is left to its default."""
    return not _is_usual(said["card_worth"]) and said["trick_worth"].origin.place is None


def _is_usual(clause: rules.Clause[AspectValue]) -> bool:
    """Whether it says what holds anyway, and so misleads nobody: `trick worth 1`, `0 hearts`."""
    for value in (each.value for each in clause.alternatives):
        if isinstance(value, rules.CardWorth):
            if any(one.points for one in value.worths):
                return False
        elif value != USUAL:
            return False
    return True


def lint_lookalikes(documents: Sequence[Document], findings: Findings) -> None:
    """Warn of every name of a deal that nobody can tell from another one.

    Names of other things are of one alphabet and have no accents.
    """
    first: dict[str, tuple[str, Place]] = {}
    for document in reversed(documents):  # what is extended declares first
        for name in _declared(document):
            place = document.place(name.span)
            other, before = first.setdefault(appearance(name.text), (name.text, place))
            if other != name.text:
                findings.add(problems.checks.LooksTheSame(place, name.text, before))


def _declared(document: Document) -> Iterator[nodes.Name]:
    for statement in document.tree.statements:
        if isinstance(statement, nodes.DealStatement | nodes.TwistStatement):
            yield statement.name
            if statement.short is not None:
                yield statement.short
