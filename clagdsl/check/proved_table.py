"""Tables whose parameters have been proved to hold together."""

from __future__ import annotations

from collections.abc import Mapping

from clagdsl import problems
from clagdsl.check.proof_report import ValuesTried
from clagdsl.check.prove import prove_table
from clagdsl.lang.rules import Game, Value
from clagdsl.table.table import Table, open_table


def proved_table(
    game: Game,
    players: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    tried: tuple[ValuesTried, ...] = (),
) -> Table:
    """The game at a table, proved unless `tried` shows that the checker has done so.

    The checker tries the defaults, and every value of one parameter with the others at default.
    Raises ArgumentError, for parameters that do not hold together, too.
    """
    table = open_table(game, players, parameters)
    changed = {
        parameter.name: table.parameters[parameter.name]
        for parameter in game.parameters
        if table.parameters[parameter.name] != parameter.default
    }
    values = {each.parameter: each.values for each in tried}
    known = not changed or (
        len(changed) == 1 and all(value in values.get(name, ()) for name, value in changed.items())
    )
    if not known:
        wrong = prove_table(game, table.players, table.parameters)
        if wrong:
            where = f" ({wrong[0].place})" if wrong[0].place else ""
            raise problems.arguments.UnprovedParameters(f"{wrong[0].message}{where}").error()
    return table
