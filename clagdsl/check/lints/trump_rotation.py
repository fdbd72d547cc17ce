"""Warns of trumps that do not rotate in the order that `trump rotates` lists.

The trump of a deal depends on its turn: the number of earlier deals with its name. Two things
silently break the rotation:

* Deals made with `is` inherit the list, but each name counts its own deals.
* A clause that rotates only in some deals of a name counts all of them.

Both are detected by also counting the deals in the other way. A warning is given only if that
changes a trump, so never if each deal states its own list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from clagdsl import problems
from clagdsl.lang.aspects import ASPECTS, TABLE, AspectName
from clagdsl.lang.cards import Suit
from clagdsl.lang.expr.ast import Choice, Expression
from clagdsl.lang.expr.unparse import condition_text, expression_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Clause, Deal, Game, Keeps, RotatingTrump, trump_word
from clagdsl.problems.diagnostic import Problem
from clagdsl.table.schedule import ScheduledDeal

ChooseAlternative: TypeAlias = Callable[[Clause[Any], int, int], int]
"""Returns the index of the alternative that applies in a deal: (clause, deal number, cards)."""

_MOST_LISTED: Final = 3
"""The most sizes or deal numbers listed in a suggested condition."""


@dataclass(frozen=True, slots=True)
class Match:
    """The deals of a match at one table; `when` describes the table."""

    when: str
    deals: Sequence[ScheduledDeal]
    choose: ChooseAlternative


@dataclass(frozen=True, slots=True)
class Matches:
    """A game and its match at every table."""

    game: Game
    matches: Sequence[Match]


def rotating_deals(game: Game) -> Mapping[str, str]:
    """Returns the deals in which trump may rotate, mapped to the deal that states the list."""
    by_name = {deal.name: deal for deal in game.deals}
    owner_by_deal: dict[str, str] = {}
    for deal in game.deals:
        if any(isinstance(a.value, RotatingTrump) for a in deal.aspects.trump.alternatives):
            owner = deal
            while owner.base is not None and "trump" not in owner.replaced:
                owner = by_name[owner.base]
            owner_by_deal[deal.name] = owner.name
    return owner_by_deal


def lint(played: Matches) -> Iterator[Problem]:
    """Warns of each list of trumps whose order differs from the order of trumps in play."""
    game, matches = played.game, played.matches
    deals = {deal.name: deal for deal in game.deals}
    owners = rotating_deals(game)
    restarted: set[str] = set()
    for match in matches:
        for other, scheduled, trumps in _restarts(match, deals, owners):
            if owners[scheduled.name] not in restarted:
                restarted.add(owners[scheduled.name])
                yield from _restart(game, matches, match, deals[other], scheduled, trumps)
    for match in matches:
        for scheduled, trumps in _skips(match, deals, owners):
            trump = deals[scheduled.name].aspects.trump.origin
            # a restart is the clearer of the two, and one warning per clause is enough
            if owners[scheduled.name] in restarted or trump.assumptions:
                continue
            if trump.place is None or trump.place.file == game.file:
                yield problems.proofs.RotationSkips(
                    trump.place, scheduled.name, scheduled.number, *trumps, match.when
                )


Trumps: TypeAlias = tuple[str, str]
"""The trump of a deal, and its trump if the deals are counted in the other way."""


def _restarts(
    match: Match, deals: Mapping[str, Deal], owners: Mapping[str, str]
) -> Iterator[tuple[str, ScheduledDeal, Trumps]]:
    """Yields deals that would have another trump if all deals with the same list shared one count.

    Each comes with the name of the last earlier deal that shares the list under another name.
    """
    before: dict[str, list[str]] = {}
    for scheduled in match.deals:
        name = scheduled.name
        if name not in owners:
            continue
        shared = before.setdefault(owners[name], [])
        others = [other for other in shared if other != name]
        # the deal's own turn; the other way of counting gives `len(shared)`
        own = len(shared) - len(others)
        for number in _chosen(match, deals[name], scheduled):
            trumps = _trumps(deals[name], number, own, len(shared))
            if others and trumps is not None:
                yield others[-1], scheduled, trumps
        shared.append(name)


def _skips(
    match: Match, deals: Mapping[str, Deal], owners: Mapping[str, str]
) -> Iterator[tuple[ScheduledDeal, Trumps]]:
    """Yields deals that would have a new trump if only deals with rotating trumps were counted."""
    turns: Counter[str] = Counter()
    counted: Counter[tuple[str, int]] = Counter()
    for scheduled in match.deals:
        name, own = scheduled.name, turns[scheduled.name]
        turns[name] += 1
        if name not in owners or len(deals[name].aspects.trump.alternatives) == 1:
            continue
        chosen = _chosen(match, deals[name], scheduled)
        for number in chosen:
            trumps = _trumps(deals[name], number, own, counted[name, number])
            if trumps is not None:
                yield scheduled, trumps
        if len(chosen) == 1:  # otherwise the deal may have another trump
            counted[name, chosen[0]] += 1


def _chosen(match: Match, deal: Deal, scheduled: ScheduledDeal) -> list[int]:
    """Returns the indices of `trump` alternatives that may apply, one per number of cards."""
    clause, number = deal.aspects.trump, scheduled.number
    sizes = scheduled.sizes
    return sorted({match.choose(clause, number, cards) for cards in sizes})


def _trumps(deal: Deal, number: int, own: int, other: int) -> Trumps | None:
    """Returns the trumps of two turns of a rotating alternative, or None if they are the same."""
    value = deal.aspects.trump.alternatives[number].value
    if not isinstance(value, RotatingTrump):
        return None
    first, second = (value.trumps[turn % len(value.trumps)] for turn in (own, other))
    if first == second:
        return None
    return _trump_named(first), _trump_named(second)


def _trump_named(suit: Suit | None) -> str:
    return "no trumps" if suit is None else trump_word(suit)


# --- suggested rules ----------------------------------------------------------------------


def _restart(
    game: Game,
    matches: Sequence[Match],
    match: Match,
    other: Deal,
    scheduled: ScheduledDeal,
    trumps: Trumps,
) -> Iterator[Problem]:
    """Yields the warning for two deals that share a list, unless the deals and the schedule are all
    inherited.
    """
    deal = game.deal(scheduled.name)
    assert deal is not None
    made, base = (other, deal) if _is_made_from(game, other, deal) else (deal, other)
    places = (made.origin.place, base.origin.place, game.schedule_origin.place)
    if not any(place is not None and place.file == game.file for place in places):
        return
    condition = _condition(made.name, base.name, matches)
    clauses = tuple(
        _one_clause(
            aspect,
            made.aspects.clauses_by_aspect()[aspect],
            base.aspects.clauses_by_aspect()[aspect],
            condition,
        )
        for aspect in ASPECTS
        if made.aspects.clauses_by_aspect()[aspect] != base.aspects.clauses_by_aspect()[aspect]
    )
    yield problems.proofs.RotationRestarts(
        made.origin.place,
        made.name,
        scheduled.number,
        *trumps,
        match.when,
        base.name,
        _one_list(made.aspects.trump),
        clauses,
        made.aspects.trump.origin.place,
    )


def _one_list(trump: Clause[Any]) -> str:
    """Returns the first list of rotating trumps, as written in a file."""
    from clagdsl.syntax.printer import value_text  # few games need it

    values = (each.value for each in trump.alternatives)
    return value_text("trump", next(v for v in values if isinstance(v, RotatingTrump)))


def _is_made_from(game: Game, deal: Deal, base: Deal) -> bool:
    """Returns whether a deal is made from `base`, directly or through other deals."""
    above: Deal | None = deal
    while above is not None and above.base is not None:
        if above.base == base.name:
            return True
        above = game.deal(above.base)
    return False


def _condition(made: str, base: str, matches: Sequence[Match]) -> str:
    """Returns a condition true only in deals of the first name, or `...` if none is simple."""
    dealt = [each for match in matches for each in match.deals]
    cards, others = (
        {size for each in dealt if each.name == name for size in each.sizes}
        for name in (made, base)
    )
    if not cards & others:
        if len(cards) > 1 and max(cards) < min(others):
            return f"cards <= {max(cards)}"
        if len(cards) > 1 and min(cards) > max(others):
            return f"cards >= {min(cards)}"
        if len(cards) <= _MOST_LISTED:
            return " or ".join(f"cards = {size}" for size in sorted(cards))
    numbers, others = (
        {each.number for each in dealt if each.name == name} for name in (made, base)
    )
    if not numbers & others and len(numbers) <= _MOST_LISTED:
        return " or ".join(f"deal = {number}" for number in sorted(numbers))
    return "..."


def _one_clause(aspect: AspectName, made: Clause[Any], base: Clause[Any], condition: str) -> str:
    """Returns one clause that merges those of two deals, chosen by the condition."""
    keyword = TABLE[aspect].keyword
    values = [each.value for each in (*made.alternatives, *base.alternatives)]
    if aspect in ("card_worth", "call") or any(map(_has_otherwise, values)):
        return f"{keyword} ..."
    both = [(value, _and(condition, when)) for value, when in _cases(aspect, made)]
    cases = [*both, *_cases(aspect, base)]
    texts = [f"{value} when {when}" if when else f"otherwise {value}" for value, when in cases]
    return f"{keyword} {', '.join(texts)}"


def _has_otherwise(value: object) -> bool:
    """Returns whether a limit has its own `otherwise`, so that no condition can follow it."""
    return isinstance(value, Keeps) and value.otherwise is not None


def _and(condition: str, when: str) -> str:
    """Returns the conjunction of two conditions; the second may be ""."""
    if not when:
        return condition
    return " and ".join(f"({each})" if " or " in each else each for each in (condition, when))


def _cases(aspect: AspectName, clause: Clause[Any]) -> Iterator[tuple[str, str]]:
    """Yields each value of a clause in source form with its condition ("" for the last)."""
    from clagdsl.syntax.printer import value_text  # few games need it

    for each in clause.alternatives:
        if isinstance(each.value, Choice):
            for branch in each.value.branches:
                yield _in_brackets(branch.value), condition_text(branch.condition)
            yield expression_text(each.value.otherwise), ""
        else:
            when = "" if each.condition is None else condition_text(each.condition)
            yield value_text(aspect, each.value), when


def _in_brackets(value: Expression) -> str:
    text = expression_text(value)
    return f"({text})" if isinstance(value, Choice) else text
