"""The tables at which the matches of `simulate` are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click

from clagdsl import problems
from clagdsl.check.proved_table import proved_table
from clagdsl.cli.checked_rules import CheckedRules, checked
from clagdsl.cli.table_options import read_settings
from clagdsl.lang.source import SourceText
from clagdsl.table.table import Table


@dataclass(frozen=True, slots=True)
class Played:
    """A game at a table, and the texts of its rules as in `CheckResult.chain`."""

    table: Table
    chain: tuple[SourceText, ...]


def read_tables(
    file: str,
    against: str | None,
    players: int | None,
    settings: tuple[str, ...],
    against_settings: tuple[str, ...],
) -> tuple[Played, Played | None]:
    """The game of a file, and the game that it is compared with, for as many players.

    `--set` is for whichever of them has the parameter, `--against-set` for the second alone.
    """
    rules = checked(file)
    if against is None:
        return _table(rules, players, settings), None
    other = checked(against)
    _check_known((rules, other), settings)
    both = _players_of_both((file, rules), (against, other), players)
    given = {_name(setting) for setting in against_settings}
    shared = tuple(each for each in _known(other, settings) if _name(each) not in given)
    return (
        _table(rules, both, _known(rules, settings)),
        _table(other, both, (*shared, *against_settings)),
    )


def _table(rules: CheckedRules, players: int | None, settings: tuple[str, ...]) -> Played:
    values = read_settings(rules.game, settings)
    return Played(proved_table(rules.game, players, values, rules.evidence.tried), rules.chain)


def _name(setting: str) -> str:
    return setting.partition("=")[0].strip()


def _names(rules: CheckedRules) -> list[str]:
    return [parameter.name for parameter in rules.game.parameters]


def _known(rules: CheckedRules, settings: tuple[str, ...]) -> tuple[str, ...]:
    """The settings of parameters that the rules have, and those of no form, to be refused."""
    names = _names(rules)
    return tuple(each for each in settings if "=" not in each or _name(each) in names)


def _check_known(both: Sequence[CheckedRules], settings: tuple[str, ...]) -> None:
    names = sorted({name for rules in both for name in _names(rules)})
    for setting in settings:
        if "=" in setting and _name(setting) not in names:
            raise problems.arguments.NoSuchParameter(_name(setting), names).error()


def _players_of_both(
    first: tuple[str, CheckedRules], second: tuple[str, CheckedRules], players: int | None
) -> int:
    """The number of players wanted, or the fewest that both games allow."""
    ranges = [rules.game.players for _, rules in (first, second)]
    low, high = max(low for low, _ in ranges), min(high for _, high in ranges)
    wanted = low if players is None else players
    if not low <= wanted <= high:
        each = " and ".join(
            f"`{name}` for {low} to {high}"
            for (name, _), (low, high) in zip((first, second), ranges, strict=True)
        )
        whom = "the same players" if players is None else f"{players} players"
        raise click.UsageError(f"{whom} cannot play both games: {each}")
    return wanted
