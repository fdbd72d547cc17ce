"""How much the formulas of a game say together: every command goes through all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from clagdsl.check.prove.schedules import expressions_of_row
from clagdsl.lang.expr.tree import Expression, everything_in
from clagdsl.lang.limits import MOST_FORMULA_PARTS
from clagdsl.lang.rules import Clause, Game
from clagdsl.lang.source import Place
from clagdsl.lang.used_names import value_parts


def too_much_said(game: Game, most: int = MOST_FORMULA_PARTS) -> Place | None:
    """Where the formulas come to say more than they may; None where they do not."""
    left = most
    place = game.origin.place
    for expression, stands in _formulas(game):
        place = stands or place
        left -= sum(1 for _ in everything_in(expression))
        if left < 0:
            return place
    return None


def _formulas(game: Game) -> Iterator[tuple[Expression, Place | None]]:
    """Every formula, with the place of what it stands in."""
    for let in game.lets:
        yield let.expression, let.origin.place
    for deal in game.deals:
        yield from _of_clauses(deal.aspects.said().values(), deal.origin.place)
    for twist in game.twists:
        yield from _of_clauses(twist.said().values(), twist.origin.place)
    for past in game.past:
        yield past.expression, past.origin.place
    if game.pack is not None:
        place = game.pack.origin.place
        for alternative in game.pack.alternatives:
            conditions = () if alternative.condition is None else (alternative.condition,)
            for expression in (*alternative.value.numbers, *conditions):
                yield expression, place
    for number, row in enumerate(game.schedule):
        for expression in expressions_of_row(game, number):
            yield expression, row.place
    if game.ends is not None:
        yield game.ends.condition, game.ends.origin.place
    if game.settlement is not None:
        yield game.settlement.expression, game.settlement.origin.place


def _of_clauses(
    clauses: Iterable[Clause[Any]], whole: Place | None
) -> Iterator[tuple[Expression, Place | None]]:
    for clause in clauses:
        place = clause.origin.place or whole
        for alternative in clause.alternatives:
            for expression in value_parts(alternative.value):
                yield expression, place
            if alternative.condition is not None:
                yield alternative.condition, place
