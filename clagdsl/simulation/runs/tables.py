"""The tables at which the matches of a run are played: games with players and parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clagdsl import problems
from clagdsl.check.proof_cache import ProvedRules, proved_table_of
from clagdsl.lang.rules import Game, Value
from clagdsl.lang.source import SourceText
from clagdsl.simulation.request_error import wrong_request
from clagdsl.simulation.runs.request import RawOption, RulesSource, Setting
from clagdsl.table.table import Table, read_parameter


@dataclass(frozen=True, slots=True)
class Played:
    """A game at a table, its reference, and its source texts as in `CheckResult.chain`."""

    reference: str
    table: Table
    chain: tuple[SourceText, ...]


def read_tables(
    source: RulesSource,
    against: RulesSource | None,
    players: int | None,
    parameters: Mapping[str, Setting],
    against_parameters: Mapping[str, Setting],
) -> tuple[Played, Played | None]:
    """Returns the requested game, and the game to compare it with, for one number of players.

    Each game receives the parameters that it declares. Raises ArgumentError if the settings do not
    fit, RulesError if rules are invalid.
    """
    rules = source.load()
    if against is None:
        table = table_of(rules, players, parameters)
        return Played(source.reference, table, rules.chain), None
    other = against.load()
    names = sorted({*_names(rules.game), *_names(other.game)})
    for name in parameters:
        if name not in names:
            raise problems.arguments.NoSuchParameter(name, names).error()
    references = (source.reference, against.reference)
    both = _players_of_both(players, (rules.game, other.game), references)
    settings = {**applicable_settings(other.game, parameters), **against_parameters}
    here = table_of(rules, both, applicable_settings(rules.game, parameters))
    return (
        Played(references[0], here, rules.chain),
        Played(references[1], table_of(other, both, settings), other.chain),
    )


def table_of(rules: ProvedRules, players: int | None, settings: Mapping[str, Setting]) -> Table:
    """Returns the table of proved rules with these players and settings.

    Raises ArgumentError if they do not fit the rules.
    """
    return proved_table_of(rules, players, values_of(rules.game, settings))


def values_of(game: Game, settings: Mapping[str, Setting]) -> dict[str, Value]:
    """Converts settings to values of the parameters' types; raises ArgumentError if invalid."""
    parameters = {parameter.name: parameter for parameter in game.parameters}
    values: dict[str, Value] = {}
    for name, setting in settings.items():
        if name not in parameters:
            raise problems.arguments.NoSuchParameter(name, list(parameters)).error()
        if isinstance(setting, RawOption):
            values[name] = read_parameter(parameters[name], setting.text)
        else:
            values[name] = setting
    return values


def _names(game: Game) -> list[str]:
    return [parameter.name for parameter in game.parameters]


def applicable_settings(game: Game, settings: Mapping[str, Setting]) -> dict[str, Setting]:
    """Returns the settings for parameters that a game declares."""
    names = _names(game)
    return {name: setting for name, setting in settings.items() if name in names}


def _players_of_both(players: int | None, games: Sequence[Game], names: Sequence[str]) -> int:
    """Returns the requested number of players, or the smallest that both games allow."""
    low = max(game.players[0] for game in games)
    high = min(game.players[1] for game in games)
    count = low if players is None else players
    if not low <= count <= high:
        each = " and ".join(
            f"`{name}` for {game.players[0]} to {game.players[1]}"
            for name, game in zip(names, games, strict=True)
        )
        whom = "no number of players can" if players is None else f"{players} players cannot"
        raise wrong_request("{whom} play both games: {each} players", whom=whom, each=each)
    return count
