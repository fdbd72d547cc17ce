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


def deals_reading_points(
    deals: Sequence[Deal], twists: Sequence[Twist], past: Sequence[Past]
) -> frozenset[str]:
    """Returns the names of the deals in which the worth of tricks matters.

    It matters in every deal if a twist uses it, as the twist may be called in any deal, or if a run
    or tally uses it.
    """
    anywhere = any(_reads_points(twist.clauses_by_aspect()) for twist in twists)
    anywhere |= any(POINTS in variables(each.expression) for each in past)
    return frozenset(
        deal.name for deal in deals if anywhere or _reads_points(deal.aspects.clauses_by_aspect())
    )


def _reads_points(clauses: Clauses) -> bool:
    return any(
        POINTS in variables(part)
        for clause in clauses.values()
        for each in clause.alternatives
        for part in subexpressions(each.value)
    )


def ranks_trumps(game: Game) -> bool:
    """Returns whether some deal of a game, or a choice of a call, has a `rank of trump`."""
    clauses = [deal.aspects.trump_rank for deal in game.deals]
    clauses += [twist.trump_rank for twist in game.twists if twist.trump_rank is not None]
    return any(each.value.top for clause in clauses for each in clause.alternatives)
