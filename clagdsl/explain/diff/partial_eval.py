"""Partial evaluation of a game: known names are filled in, and the result is a game again.

The known names are all `let` names, the parameters that are set, and optionally the number of
players. Every expression is simplified, and alternatives and rows that can never be chosen are
dropped. Two games simplified in this way can be compared clause by clause. `match_deals` pairs the
deals of the two games that are to be compared.

`rule_sheet.reachable` answers another question: whether one expression can be true in some deal.
The two have only `simplify` in common.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from clagdsl.lang.cards import Card
from clagdsl.lang.expr.ast import parts, with_parts
from clagdsl.lang.expr.simplify import Substitution, simplify, substitution_of
from clagdsl.lang.rules import (
    Call,
    Clause,
    Comparison,
    Deal,
    Expression,
    Game,
    Number,
    Truth,
    Value,
    Variable,
)
from clagdsl.lang.source import Origin
from clagdsl.table.choices import legal_calls
from clagdsl.table.table import Table


def partially_evaluate(game: Game, players: int | None, parameters: Mapping[str, Value]) -> Game:
    """Returns the game with known names filled in; set parameters and all `let` names are removed.

    A `let` name with a long definition stays in expressions as a `NamedLet`.
    """
    bindings = bindings_for(game, players, parameters)
    kept = [
        (index, row)
        for index, row in enumerate(game.schedule)
        if _may_hold(row.condition, bindings)
    ]
    repeated = []
    for whole in game.repeated:
        inside = [index for index, (old, _) in enumerate(kept) if whole.first <= old <= whole.last]
        if inside:
            repeated.append(replace(whole, first=inside[0], last=inside[-1]))
    return replace(
        game,
        players=game.players if players is None else (players, players),
        parameters=tuple(
            parameter for parameter in game.parameters if parameter.name not in parameters
        ),
        lets=(),
        first_dealer=_simplify_all(game.first_dealer, bindings),
        deals=_simplify_all(game.deals, bindings),
        twists=_simplify_all(game.twists, bindings),
        schedule=tuple(_drop_true_condition(_simplify_all(row, bindings)) for _, row in kept),
        repeated=_simplify_all(tuple(repeated), bindings),
        # an end condition that never holds leaves the schedule to be played to its end
        ends=_simplify_all(game.ends, bindings)
        if game.ends and _may_hold(game.ends.condition, bindings)
        else None,
        settlement=_simplify_all(game.settlement, bindings),
        past=_simplify_all(game.past, bindings),
        pack=_simplify_all(game.pack, bindings),
    )


def bindings_for(game: Game, players: int | None, parameters: Mapping[str, Value]) -> Substitution:
    """Returns the expressions that replace the known names of a game."""
    values = parameters if players is None else {**parameters, "players": players}
    return substitution_of(values, game.lets)


def _simplify_all(value: Any, bindings: Substitution) -> Any:
    """Returns the value with every expression in it simplified and unreachable alternatives
    dropped.
    """
    if isinstance(value, Expression):
        return simplify(value, bindings)
    if isinstance(value, tuple):
        return tuple(_simplify_all(item, bindings) for item in value)
    if not is_dataclass(value) or isinstance(value, type | Origin | Card):
        return value
    if isinstance(value, Clause):
        left = []
        for alternative in value.alternatives:
            if _may_hold(alternative.condition, bindings):
                left.append(_drop_true_condition(_simplify_all(alternative, bindings)))
                if left[-1].condition is None:
                    break
        return Clause(tuple(left), value.origin)
    names = [part.name for part in fields(value) if part.init]
    return replace(value, **{name: _simplify_all(getattr(value, name), bindings) for name in names})


def in_one_form(value: Any) -> Any:
    """Returns the value with equivalent comparisons in one form: `x > 9` becomes `x >= 10`.

    A `Call` becomes the caller and the set of legal calls, since the order of choices has no
    effect.
    """
    if isinstance(value, Expression):
        return _in_one_form(value)
    if isinstance(value, Call):
        return value.by, frozenset(map(frozenset, legal_calls(value)))
    if isinstance(value, tuple):
        return tuple(map(in_one_form, value))
    if not is_dataclass(value) or isinstance(value, type | Origin | Card):
        return value
    names = [part.name for part in fields(value) if part.init]
    return replace(value, **{name: in_one_form(getattr(value, name)) for name in names})


def _in_one_form(e: Expression) -> Expression:
    inner = tuple(map(_in_one_form, parts(e)))
    if not inner:
        return e
    match with_parts(e, inner):
        case Comparison(">", left, Number(value)):
            return Comparison(">=", left, Number(value + 1))
        case Comparison("<=", left, Number(value)):
            return Comparison("<", left, Number(value + 1))
        case Comparison("=", Variable("bid"), Variable("tricks")):
            return Variable("made")
        case Comparison("=", Variable("tricks"), Variable("bid")):
            return Variable("made")
        case other:
            return other


def _may_hold(condition: Expression | None, bindings: Substitution) -> bool:
    return condition is None or simplify(condition, bindings) != Truth(False)


def _drop_true_condition(part: Any) -> Any:
    """Returns a row of the schedule or an alternative; drops its condition if that always holds."""
    return replace(part, condition=None) if part.condition == Truth(True) else part


# --- pairs of deals ------------------------------------------------------------------------


Pairs = tuple[tuple[Deal, Deal], ...]


def match_deals(a: Game, b: Game, table_a: Table | None, table_b: Table | None) -> Pairs:
    """Returns the pairs of deals that correspond, in the order of the first game.

    Each pass pairs some of the deals that are still unpaired: first those with the same name, then
    those with the same base and the same replacements under two names, then those with the same
    number in the schedule. The last pass needs the tables. It is skipped if one game is a house
    file that extends the other, since the deals that a house file drops are unrelated to those that
    it adds.
    """
    partners = {deal.name: other for deal in a.deals if (other := _deal_named(b, deal.name))}
    left = {deal.name: deal for deal in b.deals if deal not in partners.values()}
    for deal in a.deals:
        if deal.name not in partners:
            twin = next(
                (o for o in left.values() if _has_same_replacements(deal, o, partners)), None
            )
            if twin is not None:
                partners[deal.name] = left.pop(twin.name)
    if table_a is not None and table_b is not None and not _extends_other(a, b):
        for row, opposite in zip(table_a.schedule, table_b.schedule, strict=False):
            if row.name not in partners and opposite.name in left:
                partners[row.name] = left.pop(opposite.name)
    return tuple((deal, partners[deal.name]) for deal in a.deals if deal.name in partners)


def _extends_other(a: Game, b: Game) -> bool:
    """Returns whether one of the games extends the other."""
    return any(
        house.extends is not None and Path(house.extends).stem == Path(base.file).stem
        for house, base in ((a, b), (b, a))
    )


def _deal_named(game: Game, name: str) -> Deal | None:
    return next((deal for deal in game.deals if deal.name == name), None)


def _has_same_replacements(deal: Deal, other: Deal, partners: dict[str, Deal]) -> bool:
    """Returns whether two deals have paired base deals and the same replaced aspects."""
    base = partners.get(deal.base) if deal.base is not None else None
    if base is None or base.name != other.base or deal.replaced != other.replaced:
        return False
    return all(
        getattr(deal.aspects, aspect) == getattr(other.aspects, aspect) for aspect in deal.replaced
    )
