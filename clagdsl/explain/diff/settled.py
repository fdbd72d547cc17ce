"""A game with some of its names known: `let` names always, parameters and players where given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from clagdsl.lang.cards import Card
from clagdsl.lang.expr.simplify import Known, known_names, simplify
from clagdsl.lang.rules import Clause, Deal, Expression, Game, Truth, Value
from clagdsl.lang.source import Origin
from clagdsl.table.table import Table


def settled(game: Game, players: int | None, parameters: Mapping[str, Value]) -> Game:
    """The game without the parameters that have a value here, and without most `let` names."""
    known = known_in(game, players, parameters)
    kept = [(at, row) for at, row in enumerate(game.schedule) if _may_hold(row.condition, known)]
    repeated = []
    for whole in game.repeated:
        inside = [at for at, (old, _) in enumerate(kept) if whole.first <= old <= whole.last]
        if inside:
            repeated.append(replace(whole, first=inside[0], last=inside[-1]))
    return replace(
        game,
        players=game.players if players is None else (players, players),
        parameters=tuple(one for one in game.parameters if one.name not in parameters),
        lets=(),
        deals=_simpler(game.deals, known),
        twists=_simpler(game.twists, known),
        schedule=tuple(_without_sure(_simpler(row, known)) for _, row in kept),
        repeated=_simpler(tuple(repeated), known),
        # where it never holds the schedule is played to its end
        ends=_simpler(game.ends, known)
        if game.ends and _may_hold(game.ends.condition, known)
        else None,
        settlement=_simpler(game.settlement, known),
        past=_simpler(game.past, known),
        pack=_simpler(game.pack, known),
    )


def known_in(game: Game, players: int | None, parameters: Mapping[str, Value]) -> Known:
    """What stands for the names of a game that are known."""
    values = parameters if players is None else {**parameters, "players": players}
    return known_names(values, game.lets)


def _simpler(value: Any, known: Known) -> Any:
    """The same with each expression in it simplified, and clauses without what is never chosen."""
    if isinstance(value, Expression):
        return simplify(value, known)
    if isinstance(value, tuple):
        return tuple(_simpler(each, known) for each in value)
    if not is_dataclass(value) or isinstance(value, type | Origin | Card):
        return value
    if isinstance(value, Clause):
        left = []
        for one in value.alternatives:
            if _may_hold(one.condition, known):
                left.append(_without_sure(_simpler(one, known)))
                if left[-1].condition is None:
                    break
        return Clause(tuple(left), value.origin)
    names = [part.name for part in fields(value) if part.init]
    return replace(value, **{name: _simpler(getattr(value, name), known) for name in names})


def _may_hold(condition: Expression | None, known: Known) -> bool:
    return condition is None or simplify(condition, known) != Truth(False)


def _without_sure(part: Any) -> Any:
    """A row of the schedule or an alternative without a condition that always holds."""
    return replace(part, condition=None) if part.condition == Truth(True) else part


# --- which deal of one game answers to which of another -------------------------------------------
# Deals of the same name belong together; then deals that are left and say the same of themselves
# under two names; then those left that stand at the same number of the schedule, unless one game is
# a house file of the other: what it drops and what it adds have nothing to do with each other.


Pairs = tuple[tuple[Deal, Deal], ...]


def matched(a: Game, b: Game, table_a: Table | None, table_b: Table | None) -> Pairs:
    """The deals that belong together, in the order of the first game.

    The tables say which deal stands at which number; without them numbers do not count.
    """
    found = {deal.name: other for deal in a.deals if (other := _named(b, deal.name))}
    left = {deal.name: deal for deal in b.deals if deal not in found.values()}
    for deal in a.deals:
        if deal.name not in found:
            twin = next((o for o in left.values() if _says_the_same(deal, o, found)), None)
            if twin is not None:
                found[deal.name] = left.pop(twin.name)
    if table_a is not None and table_b is not None and not _extends_other(a, b):
        for row, opposite in zip(table_a.schedule, table_b.schedule, strict=False):
            if row.name not in found and opposite.name in left:
                found[row.name] = left.pop(opposite.name)
    return tuple((deal, found[deal.name]) for deal in a.deals if deal.name in found)


def _extends_other(a: Game, b: Game) -> bool:
    """Whether one of the games is written as a change of the other."""
    return any(
        house.extends is not None and Path(house.extends).stem == Path(base.file).stem
        for house, base in ((a, b), (b, a))
    )


def _named(game: Game, name: str) -> Deal | None:
    return next((deal for deal in game.deals if deal.name == name), None)


def _says_the_same(deal: Deal, other: Deal, found: dict[str, Deal]) -> bool:
    """Whether two deals are made from deals that belong together, by the same replacements."""
    base = found.get(deal.base) if deal.base is not None else None
    if base is None or base.name != other.base or deal.replaced != other.replaced:
        return False
    return all(
        getattr(deal.aspects, aspect) == getattr(other.aspects, aspect) for aspect in deal.replaced
    )
