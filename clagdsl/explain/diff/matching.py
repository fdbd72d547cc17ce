"""Which deal of one game answers to which of another.

Deals of the same name belong together; then deals that are left and say the same of themselves
under two names; then those left that stand at the same number of the schedule, unless one game is
a house file of the other: what it drops and what it adds have nothing to do with each other.
"""

from __future__ import annotations

from pathlib import Path

from clagdsl.lang.rules import Deal, Game
from clagdsl.table.table import Table

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
