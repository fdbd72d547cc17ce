"""`--set P=V` and `--players N`: what a command says about one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from clagdsl.arguments import unknown_parameter, wrong_value
from clagdsl.game import Game, IntegerRange, Parameter, TruthRange, Value, WordRange

F = TypeVar("F", bound=Callable[..., Any])


def table_options(command: F) -> F:
    """The options `--players` and `--set` of a command, as `players` and `settings`."""
    command = click.option("--players", type=int, help="The number of players.")(command)
    return click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="P=V",
        help="Give a parameter of the rules another value.",
    )(command)


def read_settings(game: Game, settings: tuple[str, ...]) -> Mapping[str, Value]:
    """The values of parameters that `--set` gives, each of the kind that its parameter has."""
    known = {parameter.name: parameter for parameter in game.parameters}
    values: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name, text = name.strip(), text.strip()
        if not equals:
            raise click.UsageError(f"`--set {setting}` is not of the form P=V")
        if name not in known:
            raise unknown_parameter(name, list(known))
        if name in values:
            raise click.UsageError(f"`{name}` is set twice")
        values[name] = _value(known[name], text)
    return values


def _value(parameter: Parameter, text: str) -> Value:
    match parameter.range:
        case IntegerRange(low=low, high=high):
            # Looked at before int(): a number of a thousand digits is refused, not converted.
            if _is_number(text) and low <= int(text) <= high:
                return int(text)
        case TruthRange():
            if text in ("true", "false"):
                return text == "true"
        case WordRange(words=words):
            if text in words:
                return text
    raise wrong_value(parameter, text)


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 10
