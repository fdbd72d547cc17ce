"""References in the rules of a game: the names that they use, and the deals in
which points matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, TypeAlias, cast

from clagdsl.lang.aspects import BID_LIMITS, AspectName, AspectValue
from clagdsl.lang.expr.ast import (
    Expression,
    LetValue,
    ParameterValue,
    Part,
    PastValue,
    VariableName,
)
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.frozen import replace
from clagdsl.lang.policies.bid import has_last_bid
from clagdsl.lang.rules import (
    Call,
    CallGroup,
    ChosenBid,
    Clause,
    Deal,
    Game,
    Let,
    Past,
    Twist,
)

# --- the expressions in the value of an aspect --------------------------------------------------


def subexpressions(value: AspectValue) -> tuple[Expression, ...]:
    """Returns the expressions in a value, in the order written."""
    return tuple(_expressions(value).values()) or _whole(value)


def map_subexpressions(
    value: AspectValue, change: Callable[[Expression], Expression]
) -> AspectValue:
    """Returns the value with `change` applied to each of its expressions."""
    for whole in _whole(value):
        return change(whole)
    inner = {name: change(part) for name, part in _expressions(value).items()}
    record: Any = value
    return replace(record, **inner) if inner else value


def _whole(value: Any) -> tuple[Expression, ...]:
    """Returns the value itself as a 1-tuple if it is an expression, else ()."""
    return (cast(Expression, value),) if isinstance(value, Part) else ()


def _expressions(value: object) -> dict[str, Expression]:
    """Returns a value's fields that are expressions, by name; an empty dict if the value itself is
    one.
    """
    if isinstance(value, str | Part):
        return {}
    inner: list[Any] = _inner_parts(value)
    pairs = zip(_FIELDS[type(value)], inner, strict=True)
    return {name: cast(Expression, part) for name, part in pairs if isinstance(part, Part)}


# --- parameters, `let` names, runs and tallies --------------------------------------------------


_WITHOUT_PARTS: Final = frozenset((str, int, bool, type(None)))
"""The types of most parts of rules that contain no names."""

_FIELDS: Final[dict[type, tuple[str, ...]]] = {}
"""A cache of the fields of each type of part that may contain names."""


def used_names(game: Game) -> frozenset[str]:
    """Returns the parameters, `let` names, runs and tallies that play or payment reads."""
    return _read_names(game, game.deals)


def effective_names(game: Game) -> frozenset[str]:
    """Returns the parameters, `let` names, runs and tallies that affect play or payment."""
    return _read_names(
        game,
        tuple(
            clause
            for deal in game.deals
            for aspect, clause in deal.aspects.clauses_by_aspect().items()
            if has_effect(deal, aspect)
        ),
    )


def _read_names(game: Game, deals: tuple[object, ...]) -> frozenset[str]:
    schedule = (game.schedule, game.repeated)
    match = (game.first_dealer, game.ends, game.settlement, game.pack)
    parts = (deals, game.twists, schedule, *match)
    read = references_in(parts, game.lets)
    past = tuple(each for each in game.past if each.name in read)
    return read | references_in(past, game.lets)


def has_effect(deal: Deal, aspect: AspectName) -> bool:
    """Returns whether an aspect of a deal can have an effect.

    A limit on bids has none if nobody chooses a bid. A limit on the last bid also needs bids in
    turn, or somebody who bids again. A call may lead to bids that the deal itself does not have.
    """
    if aspect not in BID_LIMITS:
        return True
    last = aspect == "last_bid"
    return any(
        isinstance(value, Call) or (has_last_bid(value) if last else isinstance(value, ChosenBid))
        for clause in (deal.aspects.bid, deal.aspects.call)
        for value in (alternative.value for alternative in clause.alternatives)
    )


def references_of_deals(game: Game) -> frozenset[str]:
    """Returns the names that affect which deals are dealt, and whether they can be dealt.

    These are the names in the schedule, the pack, calls, and trumps (which may need one more card
    to turn).
    """
    trumps = (*(deal.aspects.trump for deal in game.deals), *(each.trump for each in game.twists))
    calls = tuple(deal.aspects.call for deal in game.deals)
    return references_in((game.schedule, game.repeated, game.pack, trumps, calls), game.lets)


def references_in(parts: Iterable[object], lets: Sequence[Let]) -> frozenset[str]:
    """Returns the names on which some parts of the rules depend, directly or through `let`."""
    used = _names(tuple(parts))
    for let in reversed(lets):  # a `let` may use those before it
        if let.name in used:
            used |= _names(let.expression)
    return frozenset(used)


def _names(whole: object) -> set[str]:
    """Returns the names that occur anywhere in a part of the rules, whichever aspects it has."""
    names: set[str] = set()
    met: set[int] = set()  # deals share most of their parts
    left = [whole]
    while left:
        part = left.pop()
        if isinstance(part, ParameterValue | LetValue | PastValue):
            names.add(part.name)
        elif id(part) not in met:
            met.add(id(part))
            inner = part if isinstance(part, tuple) else _inner_parts(part)
            left += [each for each in inner if type(each) not in _WITHOUT_PARTS]
    return names


def _inner_parts(part: object) -> list[object]:
    """Returns the components of a part, without its place and citations."""
    kind = type(part)
    if kind not in _FIELDS:
        read = fields(part) if is_dataclass(part) else ()
        _FIELDS[kind] = tuple(field.name for field in read if field.compare)
    return [getattr(part, name) for name in _FIELDS[kind]]


# --- deals whose points count -------------------------------------------------------------------


POINTS: Final[VariableName] = "points"

Clauses: TypeAlias = Mapping[AspectName, Clause[AspectValue]]
"""The clauses of a deal or of a twist, by their aspects."""


WORTHS: Final[tuple[AspectName, ...]] = ("trick_worth", "card_worth", "trump_worth")
"""The aspects that determine a player's `points`."""

ScoredWorth: TypeAlias = tuple[str, str | None, AspectName]
"""A clause of WORTHS: the deal, the choice of its call that brings it into force, and the aspect.

The choice is None for the deal's own clause.
"""


def scored_worths(
    deals: Sequence[Deal], twists: Sequence[Twist], past: Sequence[Past]
) -> frozenset[ScoredWorth]:
    """Returns the worths that count: some call leaves them in force together with a clause that
    reads `points`, or a run or tally reads `points`.
    """
    called = {twist.name: twist.clauses_by_aspect() for twist in twists}
    anywhere = any(POINTS in variables(each.expression) for each in past)
    scored: set[ScoredWorth] = set()
    for deal in deals:
        sources = _sources(deal, called)
        clauses = [(source, aspect) for source, own in sources.items() for aspect in own]
        readers = [place for place in clauses if _reads_points(sources[place[0]][place[1]])]
        for worth in (place for place in clauses if place[1] in WORTHS):
            others = [worth] if anywhere else readers
            if any(_in_force_together(deal, sources, worth, reader) for reader in others):
                scored.add((deal.name, *worth))
    return frozenset(scored)


def _sources(deal: Deal, called: Mapping[str, Clauses]) -> dict[str | None, Clauses]:
    """Returns the deal's own clauses under None, and those of each choice of its call."""
    sources: dict[str | None, Clauses] = {None: deal.aspects.clauses_by_aspect()}
    for group in call_groups(deal):
        sources |= {choice: called[choice] for choice in group.choices if choice in called}
    return sources


def call_groups(deal: Deal) -> list[CallGroup]:
    """Returns the groups of choices that a deal's call offers."""
    calls = [each.value for each in deal.aspects.call.alternatives]
    return [group for call in calls if isinstance(call, Call) for group in call.groups]


def _in_force_together(
    deal: Deal,
    sources: Mapping[str | None, Clauses],
    first: tuple[str | None, AspectName],
    second: tuple[str | None, AspectName],
) -> bool:
    """Returns whether some call leaves two clauses in force, each a source and an aspect.

    Choices of different groups never replace the same aspect. In a group with `any of`, the later
    of two choices replaces the clauses of the earlier one.
    """
    needed = [choice for choice in sources if choice in (first[0], second[0])]  # in order
    for source, aspect in (first, second):
        if any(aspect in sources[later] for later in needed[needed.index(source) + 1 :]):
            return False
    for group in call_groups(deal):
        picked = [choice for choice in needed if choice in group.choices]
        if len(picked) > 1 and group.kind != "any of":
            return False
        own = {aspect for source, aspect in (first, second) if source is None}
        # one of the choices must leave the deal's own clauses in force
        replaced = (own & sources.get(choice, {}).keys() for choice in group.choices)
        if group.kind == "one of" and not picked and all(replaced):
            return False
    return True


def _reads_points(clause: Clause[AspectValue]) -> bool:
    return any(
        POINTS in variables(part)
        for each in clause.alternatives
        for part in subexpressions(each.value)
    )


def ranks_trumps(game: Game) -> bool:
    """Returns whether some deal of a game, or a choice of a call, has a `rank of trump`."""
    clauses = [deal.aspects.trump_rank for deal in game.deals]
    clauses += [twist.trump_rank for twist in game.twists if twist.trump_rank is not None]
    return any(each.value.top for clause in clauses for each in clause.alternatives)
