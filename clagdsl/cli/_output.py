"""What every command shares about its output: the formats, standard output, colour."""

from __future__ import annotations

import os
import sys
from codecs import lookup
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeVar

import click

from clagdsl.lang.errors import ClagError
from clagdsl.lang.json_value import JsonValue

F = TypeVar("F", bound=Callable[..., Any])


class OutputError(ClagError):
    """Standard output takes no more: the disk is full, say."""


def format_option(*formats: str) -> Callable[[F], F]:
    """The options `--format` and `--json` of a command, given to it as `output_format`."""

    def choose(ctx: click.Context, _: click.Parameter, value: str) -> str:
        return "json" if ctx.meta.get("clagdsl.json") else value

    def note(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        ctx.meta["clagdsl.json"] = value

    def decorate(command: F) -> F:
        command = click.option(
            "--format",
            "output_format",
            type=click.Choice(formats),
            default=formats[0],
            callback=choose,
            help="The output format.",
        )(command)
        return click.option(
            "--json",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=note,
            help="Short for --format json.",
        )(command)

    return decorate


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for JSON, even one that cannot be understood otherwise."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    formats = (value for name, value in pairwise(options) if name == "--format")
    return "--json" in options or "--format=json" in options or "json" in formats


def write(text: str, end: str = "\n") -> None:
    """Write lines of text to standard output; without a line end it is shown at once."""
    try:
        sys.stdout.write(text + end)
        if not end:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from error


def write_aside(text: str) -> None:
    """Write lines to standard error, if there is still somebody who reads it."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def write_json(value: JsonValue) -> None:
    """Write one JSON document, in ASCII so that no terminal or locale can spoil it."""
    from clagdsl.lang.json_lines import indented

    write(indented(value))


def takes_every_letter() -> bool:
    """Whether standard output is written in UTF-8, so that no letter needs an escape."""
    try:
        return lookup(getattr(sys.stdout, "encoding", None) or "ascii").name == "utf-8"
    except LookupError:
        return False


def colour_wanted() -> bool:
    """Whether standard output is a terminal that takes colours and nobody has said no."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stdout.isatty():
        return False
    if sys.platform == "win32":  # older consoles would show the codes of colours as signs
        from colorama import just_fix_windows_console

        just_fix_windows_console()
    return True
