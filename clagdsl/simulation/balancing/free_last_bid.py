"""Rules as they would be if the last bid were not limited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from clagdsl.check.prove import prove_table
from clagdsl.lang.rules import Alternative, Clause, Free, Game, Limit, Value
from clagdsl.table.table import Table, open_table

FREE: Final[Clause[Limit]] = Clause((Alternative(Free()),))


def without_limit(table: Table) -> Table | None:
    """The same table by the same rules, but for the limit of the last bid, which is gone.

    None where rules without it do not hold together.
    """
    game = _free(table.game)
    parameters: Mapping[str, Value] = table.parameters
    if prove_table(game, table.players, parameters):
        return None
    return open_table(game, table.players, parameters)


def _free(game: Game) -> Game:
    deals = tuple(
        replace(deal, aspects=replace(deal.aspects, last_bid=FREE)) for deal in game.deals
    )
    twists = tuple(
        twist if twist.last_bid is None else replace(twist, last_bid=FREE) for twist in game.twists
    )
    return replace(game, deals=deals, twists=twists)
