"""The tables at which two games are compared: one for each number of players and parameter value.

Input: two games, the parameters that are set, and optionally a number of players. The tables with
the default parameters come first. The others follow if rules depend on parameters that are not set.

INVARIANT: `with_changes` leaves out no combination of values with which both games can be played.
If there are too many of them, it yields None, and nothing can be proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final, TypeAlias

from clagdsl.check.prove.parameter_space import values_of
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.references import references_in
from clagdsl.lang.rules import Game, Parameter, Value
from clagdsl.table.table import Table, make_table

TablePairs: TypeAlias = tuple[tuple[Table, Table], ...]
"""Both games at a table, for each number of players that both allow, in ascending order."""

Changes: TypeAlias = tuple[tuple[str, Value], ...]
"""Parameters that do not have their default values, by name."""

MOST_CHANGES: Final = 200
"""The most combinations of parameter values to try; with more, rules are compared as written."""


class ParameterTables:
    """Two games at every table; tables with changed parameters are opened when they are needed."""

    def __init__(
        self,
        games: tuple[Game, Game],
        parameters: tuple[Mapping[str, Value], Mapping[str, Value]],
        players: int | None,
    ) -> None:
        self._games = games
        self._parameters = parameters
        low, high = (max(low for low, _ in _players(games)), min(n for _, n in _players(games)))
        # a table refuses a number that one of the games does not allow
        self._players = range(low, high + 1) if players is None else (players,)
        self._open: list[dict[str, Parameter]] = [
            {each.name: each for each in game.parameters if each.name not in changed}
            for game, changed in zip(games, parameters, strict=True)
        ]
        self._of_sizes = self._read([(game.schedule, game.repeated, game.pack) for game in games])
        self.default: TablePairs = tuple(self._tables(()))
        self._opened: dict[Changes, TablePairs] = {(): self.default}

    def with_changes(
        self, parts: Sequence[object] = ((), ())
    ) -> Iterator[tuple[Changes, TablePairs] | None]:
        """Yields the tables, at first with the default parameters.

        The others have every other value of the parameters on which the schedules, the packs and
        `parts`, some rules of each game, depend. Those with the fewest changes come first.
        """
        yield (), self.default
        names = sorted(self._of_sizes | self._read(parts))
        if prod(max(map(len, self._values(name))) for name in names) > MOST_CHANGES:
            yield None
            return
        choices = [(None, *self._other_values(name)) for name in names]
        changes = (
            tuple(
                (name, value)
                for name, value in zip(names, values, strict=True)
                if value is not None
            )
            for values in product(*choices)
        )
        for changed in sorted(filter(None, changes), key=len):
            yield changed, self.changed(changed)

    def changed(self, changes: Changes) -> TablePairs:
        """Returns the tables with some parameters changed; empty if nobody can play with them."""
        if changes not in self._opened:
            self._opened[changes] = tuple(self._tables(changes))
        return self._opened[changes]

    def single_changes(self, parts: Sequence[object]) -> list[Changes]:
        """Returns every other value of each parameter on which some rules of each game depend, one
        at a time; the parameters with the fewest values come first.
        """
        names = sorted(self._read(parts), key=lambda name: (len(self._values(name)[0]), name))
        return [((name, value),) for name in names for value in self._other_values(name)]

    def _read(self, parts: Sequence[object]) -> frozenset[str]:
        """Returns the parameters that are not set on which some rules of each game depend."""
        read = (
            references_in((each,), game.lets) & free.keys()
            for each, game, free in zip(parts, self._games, self._open, strict=True)
        )
        return frozenset[str]().union(*read)

    def _values(self, name: str) -> list[Sequence[Value]]:
        """Returns the values that a parameter may have in each game that has it."""
        return [values_of(free[name]) for free in self._open if name in free]

    def _other_values(self, name: str) -> Iterator[Value]:
        """Yields the values that a parameter may have in both games, except a common default."""
        defaults = {free[name].default for free in self._open if name in free}
        first, *others = self._values(name)
        for value in first:
            if all(value in each for each in others) and {value} != defaults:
                yield value

    def _tables(self, changes: Changes) -> Iterator[tuple[Table, Table]]:
        values = [
            {**parameters, **{name: value for name, value in changes if name in free}}
            for parameters, free in zip(self._parameters, self._open, strict=True)
        ]
        for players in self._players:
            try:
                a, b = (
                    make_table(game, players, each)
                    for game, each in zip(self._games, values, strict=True)
                )
            except EvaluationError:  # this combination of parameters allows no match
                continue
            if not changes or (_has_enough_cards(a) and _has_enough_cards(b)):
                yield a, b


def _has_enough_cards(table: Table) -> bool:
    return all(table.players * row.high <= table.deck.size for row in table.schedule)


def _players(games: tuple[Game, Game]) -> list[tuple[int, int]]:
    return [game.players for game in games]
