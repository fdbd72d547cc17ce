"""Warns of trumps that do not rotate in the order that `trump rotates` lists.

The trump of a deal depends on its turn: the number of earlier deals with its name. Two things
silently break the rotation:

* Deals made with `is` inherit the list, but each name counts its own deals.
* A clause that rotates only in some deals of a name counts all of them.

Both are detected by also counting the deals in the other way. A warning is given only if that
changes a trump, so never if each deal states its own list. `rotates throughout` counts in the other
way; then the schedule alone must decide which deals count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

from clagdsl import problems
from clagdsl.lang.cards import Suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.rules import Call, Clause, Deal, Game, RotatingTrump, TrumpRule, trump_word
from clagdsl.problems.diagnostic import Problem
from clagdsl.table.schedule import ScheduledDeal

ChooseAlternative: TypeAlias = Callable[[Clause[Any], int, int], int]
"""Returns the index of the alternative that applies in a deal: (clause, deal number, cards)."""


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
    return {
        deal.name: game.owner_of(deal.name, "trump")
        for deal in game.deals
        if any(isinstance(a.value, RotatingTrump) for a in deal.aspects.trump.alternatives)
    }


def has_rotations(game: Game) -> bool:
    """Returns whether trump may rotate in a deal or after a call."""
    called = (twist.trump for twist in game.twists if twist.trump is not None)
    return bool(rotating_deals(game)) or any(map(_rotates_throughout, called))


def lint(played: Matches) -> Iterator[Problem]:
    """Yields an error for each rotation whose deals the schedule does not decide, and warns of each
    list of trumps whose order differs from the order of trumps in play.
    """
    yield from _undecided(played)
    game, matches = played.game, played.matches
    deals = {deal.name: deal for deal in game.deals}
    owners = rotating_deals(game)
    restarted: set[str] = set()
    for match in matches:
        for other, scheduled, trumps in _restarts(match, deals, owners):
            if owners[scheduled.name] not in restarted:
                restarted.add(owners[scheduled.name])
                yield from _restart(game, match, deals[other], scheduled, trumps)
    for match in matches:
        for scheduled, trumps in _skips(match, deals, owners):
            trump = deals[scheduled.name].aspects.trump
            # a restart is the clearer of the two, and one warning per clause is enough
            if owners[scheduled.name] in restarted or trump.origin.assumptions:
                continue
            place = trump.origin.place
            if place is None or place.file == game.file:
                picked = any(
                    len(_chosen(match, deals[each.name], each)) > 1
                    for each in match.deals
                    if each.name == scheduled.name
                )
                yield problems.proofs.RotationSkips(
                    place,
                    scheduled.name,
                    scheduled.number,
                    *trumps,
                    match.when,
                    "" if picked else _first_list(trump),
                )


def _rotates_throughout(trump: Clause[TrumpRule]) -> bool:
    return any(_is_throughout(each.value) for each in trump.alternatives)


def _is_throughout(trump: TrumpRule) -> bool:
    return isinstance(trump, RotatingTrump) and trump.throughout


def _undecided(played: Matches) -> Iterator[Problem]:
    """Yields an error for each deal whose clause `rotates throughout`, if a call or the dealer
    decides whether it counts, because the schedule would not show its trump.
    """
    for twist in played.game.twists:
        if twist.trump is not None and _rotates_throughout(twist.trump):
            reason = "a call decides which deals do"
            yield problems.proofs.RotationUndecided(twist.trump.origin.place, twist.name, reason)
    for deal in played.game.deals:
        trump = deal.aspects.trump
        if _rotates_throughout(trump):
            for reason in islice(_decided_late(played, deal), 1):
                yield problems.proofs.RotationUndecided(trump.origin.place, deal.name, reason)


def _decided_late(played: Matches, deal: Deal) -> Iterator[str]:
    """Yields the reasons why the schedule does not decide whether a deal counts."""
    calls = (each.value for each in deal.aspects.call.alternatives if isinstance(each.value, Call))
    choices = (choice for call in calls for group in call.groups for choice in group.choices)
    twists = map(played.game.twist, choices)
    if any(twist is not None and twist.trump is not None for twist in twists):
        yield "a call can replace that trump"
    for match in played.matches:
        for scheduled in match.deals:
            if scheduled.name != deal.name:
                continue
            chosen = _chosen(match, deal, scheduled)
            values = [deal.aspects.trump.alternatives[number].value for number in chosen]
            if len(set(values)) > 1 and any(map(_is_throughout, values)):
                yield f"{match.when}, the dealer decides whether deal {scheduled.number} does"


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
    if not isinstance(value, RotatingTrump) or value.throughout:
        return None
    first, second = (value.trumps[turn % len(value.trumps)] for turn in (own, other))
    if first == second:
        return None
    return _trump_named(first), _trump_named(second)


def _trump_named(suit: Suit | None) -> str:
    return "no trumps" if suit is None else trump_word(suit)


def _restart(
    game: Game, match: Match, other: Deal, scheduled: ScheduledDeal, trumps: Trumps
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
    yield problems.proofs.RotationRestarts(
        made.origin.place,
        made.name,
        scheduled.number,
        *trumps,
        match.when,
        _first_list(made.aspects.trump),
        base.name,
        made.aspects.trump.origin.place,
    )


def _first_list(trump: Clause[TrumpRule]) -> str:
    """Returns the first list of rotating trumps, as written in a file."""
    values = (each.value for each in trump.alternatives)
    first = next(value for value in values if isinstance(value, RotatingTrump))
    return " ".join(map(trump_word, first.trumps))


def _is_made_from(game: Game, deal: Deal, base: Deal) -> bool:
    """Returns whether a deal is made from `base`, directly or through other deals."""
    above: Deal | None = deal
    while above is not None and above.base is not None:
        if above.base == base.name:
            return True
        above = game.deal(above.base)
    return False
