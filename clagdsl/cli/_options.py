"""Options that select a table, its parameters and a deal, and parsers for lists of numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import click
from click.types import IntParamType

from clagdsl import problems
from clagdsl.lang.cards import ORDINARY
from clagdsl.lang.identifiers import nfc_name
from clagdsl.lang.rules import Game, Value
from clagdsl.problems.escape import shorten
from clagdsl.table.table import read_parameter

F = TypeVar("F", bound=Callable[..., Any])

DIGITS: Final = 9
"""The most digits of a number in an option."""


class WholeNumber(IntParamType):
    """A whole number as the type of an option, optionally with a minimum and a maximum."""

    name = "integer"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least = least
        self.most = most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Returns the number; raises UsageError with advice if the text is not a valid number."""
        text = str(value).strip()
        if not WHOLE.fullmatch(text):
            raise click.UsageError(self._refusal(text, param, "is not a whole number"), ctx)
        if len(text) > MOST_DIGITS:
            raise click.UsageError(self._refusal(text, param, "is too large"), ctx)
        number = int(text)
        if self.least is not None and number < self.least:
            raise click.UsageError(self._refusal(text, param, "is too small"), ctx)
        if self.most is not None and number > self.most:
            raise click.UsageError(self._refusal(text, param, "is too large"), ctx)
        return number

    def _refusal(self, text: str, param: click.Parameter | None, trouble: str) -> str:
        option = "" if param is None else f"{param.opts[0]} "
        advice = "give one such as `7`"
        if self.least is not None and self.most is not None:
            advice = f"give one from {self.least} to {self.most}"
        return f"`{option}{shorten(text)}` {trouble}: {advice}"


WHOLE: Final = re.compile(r"[+-]?[0-9]+", re.ASCII)
# Longer numbers are rejected without being parsed.
MOST_DIGITS: Final = 1000


set_option: Final = click.option(
    "--set", "settings", multiple=True, metavar="P=V", help="Set a parameter of the rules."
)
players_option: Final = click.option(
    "--players", type=WholeNumber(), metavar="N", help="The number of players."
)
seed_option: Final = click.option(
    "--seed", type=WholeNumber(), default=0, metavar="S", help="The seed. [default: 0]"
)
threads_option: Final = click.option(
    "--threads",
    type=WholeNumber(),
    metavar="T",
    help="The number of threads. [default: the number of cores]",
)
against_set_option: Final = click.option(
    "--against-set",
    "against_settings",
    multiple=True,
    metavar="P=V",
    help="Like --set, for the rules of --against.",
)
figures_option: Final = click.option(
    "--figures",
    type=click.Choice(["totals", "points"]),
    help="The content of CSV columns that could be either: running totals, or points of the deal.",
)
trust_option: Final = click.option(
    "--trust",
    is_flag=True,
    help="Let the record name any rules file, not only one in its folder.",
)


def deal_options(command: F) -> F:
    """Adds the options that select one deal; the command receives `deal`, `cards` and `calls`."""
    return _deal_options(command, required=True)


def numbered_deal_options(command: F) -> F:
    """Adds the options that select one deal, and `number`; without `number`, `deal` is required."""
    command = _deal_options(command, required=False)
    return click.option(
        "--number", type=WholeNumber(), metavar="N", help="The number of the deal in the schedule."
    )(command)


def _deal_options(command: F, *, required: bool) -> F:
    command = click.option("--calls", metavar='"A, B"', help="The calls, if the deal has any.")(
        command
    )
    command = click.option(
        "--cards", type=WholeNumber(), metavar="K", help="The number of cards, if it may vary."
    )(command)
    return click.option(
        "--deal",
        required=required,
        metavar="D",
        help="The deal: its number in the schedule or its name.",
    )(command)


def read_settings(game: Game, settings: tuple[str, ...]) -> Mapping[str, Value]:
    """Returns the parameters set with `--set`, each with a value of the parameter's type."""
    by_name = {parameter.name: parameter for parameter in game.parameters}
    values: dict[str, Value] = {}
    for name, text in split_settings(settings).items():
        if name not in by_name:
            raise problems.arguments.NoSuchParameter(name, list(by_name)).error()
        values[name] = read_parameter(by_name[name], text)
    return values


def split_settings(settings: tuple[str, ...]) -> dict[str, str]:
    """Returns each parameter's value as text; raises UsageError if a setting is not of the form
    P=V.
    """
    texts: dict[str, str] = {}
    for setting in settings:
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals:
            raise click.UsageError(f"`--set {setting}` is not of the form P=V")
        if nfc_name(name) in texts:
            raise click.UsageError(f"`{name}` is set twice")
        texts[nfc_name(name)] = text
    return texts


_DEAL_NUMBER: Final = re.compile("-?[0-9]{1,9}")


def read_deal(text: str) -> int | str:
    """Returns a deal's number in the schedule or its name."""
    return int(text) if _DEAL_NUMBER.fullmatch(text) else text


def read_numbers(option: str, text: str | None, *, signed: bool = False) -> tuple[int, ...] | None:
    """Returns whole numbers separated by commas or blanks, or None if the option is absent.

    Negative numbers are allowed only if `signed` is True.
    """
    if text is None:
        return None
    words = text.replace(",", " ").split()
    if words and set(words) == {"-"}:  # a dash for each player, as on a score sheet: nobody bids
        return None
    figures = [word.removeprefix("-") if signed else word for word in words]
    if not words or not all(figure.isascii() and figure.isdigit() for figure in figures):
        raise click.UsageError(f"`{option} {text}` is not a list of numbers such as `2,0,3,1`")
    largest = max(words, key=len)
    if len(largest) > DIGITS:
        most = f"no number can be more than {ORDINARY.size}, the cards of the pack"
        raise click.UsageError(f"`{shorten(largest)}` is too large for `{option}`: {most}")
    return tuple(int(word) for word in words)


def read_past(settings: tuple[str, ...]) -> dict[str, int | tuple[int, ...]]:
    """Returns the values of runs and tallies: one number for all players, or one per player."""
    figures_by_name: dict[str, int | tuple[int, ...]] = {}
    for text in settings:
        name, equals, figures = (part.strip() for part in text.partition("="))
        numbers = figures.replace(",", " ").split()
        if not equals or not numbers or not all(map(_is_whole_number, numbers)):
            raise click.UsageError(f"`--past {text}` is not of the form `zeros=2`, `bags=0,3,1`")
        read = tuple(map(int, numbers))
        value = read[0] if len(read) == 1 else read
        if figures_by_name.setdefault(name, value) != value:
            raise click.UsageError(f"`--past` gives `{name}` twice, with different figures")
    return figures_by_name


def _is_whole_number(text: str) -> bool:
    """Returns whether `text` is a whole number of at most `DIGITS` digits, possibly negative."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= DIGITS
