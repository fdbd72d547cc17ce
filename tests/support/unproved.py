"""Every rules file of the project as a game, without the slow proofs.

For tests that compare two programs on the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clagdsl.check.checker import check_path
from clagdsl.engine.state import State, start_at_table
from clagdsl.lang.resources import data_folder
from clagdsl.lang.rules import Game, Value
from clagdsl.table.table import Table, open_table

ADDED = Path(__file__).parents[1] / "conformance"


@cache
def table_of(name: str, players: int, parameters: tuple[tuple[str, Value], ...] = ()) -> Table:
    """Returns a table of the file with this name, as in conformance cases."""
    return open_table(unproved(name).rules, players, dict(parameters))


@dataclass(frozen=True)
class Unproved:
    """A game with the interface of `PlayableGame`, whose parameters are not proved."""

    name: str
    rules: Game

    def start(
        self,
        players: int,
        seed: int | None = None,
        dealer: int | str | None = None,
        parameters: Mapping[str, Value] | None = None,
    ) -> State:
        table = table_of(self.name, players, tuple((parameters or {}).items()))
        return start_at_table(table, seed, dealer=dealer)


@cache
def unproved(name: str) -> Unproved:
    """Returns the game of a file: `pagat`, `house/hook`, `family/wizard`, or `added/blind`."""
    folder = ADDED if name.startswith("added/") else data_folder("rules")
    game = check_path(folder / f"{name}.clag", is_proved=lambda _: True).game
    assert game is not None
    return Unproved(name, game)


def every_name() -> list[str]:
    """Returns the names of all files."""
    rules = data_folder("rules")
    files = [(path, rules) for path in rules.rglob("*.clag")]
    files += [(path, ADDED) for path in (ADDED / "added").glob("*.clag")]
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path, folder in files)
