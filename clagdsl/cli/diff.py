"""`clagdsl diff`: the differences between two games, and the smallest deal that shows them."""

from __future__ import annotations

from collections.abc import Mapping

import click

from clagdsl import problems
from clagdsl.check.checker import CheckedRules, load_checked
from clagdsl.cli._options import players_option, read_settings, set_option
from clagdsl.cli._output import format_option, write, write_json, write_lines, write_tables
from clagdsl.cli._problems import FINE
from clagdsl.explain.diff.compare import ComparedRules, GameComparison, compare
from clagdsl.explain.diff.text import comparison_json, comparison_lines
from clagdsl.lang.rules import Value


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--witness", is_flag=True, help="Also show the smallest deal that differs.")
@players_option
@set_option
@format_option("text", "json")
def diff(
    a: str,
    b: str,
    witness: bool,
    players: int | None,
    settings: tuple[str, ...],
    output_format: str,
) -> int:
    """Show what differs between two games, deal by deal.

    --witness adds a record of the smallest deal on which the games differ: in the legal actions,
    in who wins a trick, or in the score.
    """
    first, second = load_checked(a), load_checked(b)
    settings_a, settings_b = _settings(first, second, settings)
    for rules in (first, second):
        low, high = rules.game.players
        if players is not None and not low <= players <= high:
            raise problems.arguments.WrongPlayers(players, low, high).error()
    _prove(first, settings_a, players)
    _prove(second, settings_b, players)
    comparison = compare(
        ComparedRules(a, first.game, settings_a), ComparedRules(b, second.game, settings_b), players
    )
    if output_format == "json":
        answer = comparison_json(comparison)
        if witness:
            from clagdsl.explain.diff.witness import smallest_witness, witness_json

            answer["witness"] = witness_json(comparison, smallest_witness(comparison))
        write_json(answer)
        return FINE
    write_tables("\n".join(comparison_lines(comparison)))
    if witness:
        _write_witness(comparison)
    return FINE


def _write_witness(comparison: GameComparison) -> None:
    from clagdsl.explain.diff.witness import smallest_witness, witness_lines

    write("")
    write_lines(witness_lines(comparison, smallest_witness(comparison)))


def _settings(
    first: CheckedRules, second: CheckedRules, settings: tuple[str, ...]
) -> tuple[Mapping[str, Value], Mapping[str, Value]]:
    """Returns the parameters set with `--set` for each game; at least one game must have it."""
    parameter_names = [{one.name for one in rules.game.parameters} for rules in (first, second)]
    texts_by_side: list[list[str]] = [[], []]
    for setting in settings:
        name = setting.partition("=")[0].strip()
        if "=" in setting and name not in parameter_names[0] | parameter_names[1]:
            raise problems.arguments.NoSuchParameter(
                name, sorted(parameter_names[0] | parameter_names[1])
            ).error()
        for side in (0, 1):
            if "=" not in setting or name in parameter_names[side]:
                texts_by_side[side].append(setting)
    return (
        read_settings(first.game, tuple(texts_by_side[0])),
        read_settings(second.game, tuple(texts_by_side[1])),
    )


def _prove(rules: CheckedRules, parameters: Mapping[str, Value], players: int | None) -> None:
    """Raises an error if no game can be played with this combination of parameters."""
    if not parameters:
        return
    from clagdsl.api import PlayableGame

    low, high = rules.game.players
    game = PlayableGame(rules.game, rules.evidence)
    for number in range(low, high + 1) if players is None else (players,):
        game.deals(number, parameters)
