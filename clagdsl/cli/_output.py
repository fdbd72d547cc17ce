"""What every command shares about its output: the formats, standard output, colour."""

from __future__ import annotations

import os
import sys
from codecs import lookup
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, TypeVar

import click

from clagdsl.lang.errors import ClagError, FileError
from clagdsl.lang.json_value import JsonValue
from clagdsl.problems.escape import escape_invisible

F = TypeVar("F", bound=Callable[..., Any])


class OutputError(ClagError):
    """Standard output takes no more: the disk is full, say."""


def format_option(*formats: str) -> Callable[[F], F]:
    """Returns the options `--format` and `--json` of a command, given to it as `output_format`."""

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
    """Returns whether a command line asks for JSON, even one that cannot be understood otherwise."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    formats = (value for name, value in pairwise(options) if name == "--format")
    return "--json" in options or "--format=json" in options or "json" in formats


def write(text: str, end: str = "\n") -> None:
    """Writes lines of text to standard output; without a line end it is shown at once."""
    try:
        sys.stdout.write(text + end)
        if not end:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from error


def write_lines(lines: Iterable[str]) -> None:
    """Writes lines of text to standard output."""
    for line in lines:
        write(line)


def write_stderr(text: str) -> None:
    """Writes lines to standard error, if there is still somebody who reads it."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def write_json(value: JsonValue) -> None:
    """Writes one JSON document, in ASCII so that no terminal or locale can spoil it."""
    from clagdsl.lang.json_value import indented

    write(indented(value))


def is_utf8_output() -> bool:
    """Returns whether standard output is written in UTF-8, so that no letter needs an escape."""
    try:
        return lookup(getattr(sys.stdout, "encoding", None) or "ascii").name == "utf-8"
    except LookupError:
        return False


def use_colour() -> bool:
    """Returns whether standard output is a terminal that takes colours and nobody has said no."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stdout.isatty():
        return False
    if sys.platform == "win32":  # older consoles would show the codes of colours as signs
        from colorama import just_fix_windows_console

        just_fix_windows_console()
    return True


# --- tables as a terminal shows them: the first line of each is bold ------------------------------


def write_tables(text: str) -> None:
    """Writes tables that are separated by empty lines; on a terminal their first lines are bold."""
    if not use_colour():
        write(text)
        return
    first = True
    for line in text.splitlines():
        write(click.style(line, bold=True) if first and line else line)
        first = not line


# --- what commands that write a file share: `--force`, and the line that says what was written ----


force_option: Final = click.option(
    "--force",
    is_flag=True,
    help="Replace a file that clagdsl did not write. "
    "Rules and score sheets are never replaced, records only by records.",
)


def shell_quoted(name: str) -> str:
    """Returns the name of a file as it is typed in a command, where it must not look like an
    option.
    """
    from shlex import quote

    return escape_invisible(quote(f"./{name}" if name.startswith("-") else name))


def check_ending(output: str, ending: str) -> None:
    """Raises UsageError where the name of a file to be written does not end so."""
    from pathlib import Path

    from clagdsl.lang.output_paths import is_file_name

    path = Path(output)
    if output and path.suffix.lower() != ending and is_file_name(path):
        raise click.UsageError(f"`{output}` does not end in {ending}")


def raise_first(refused: Mapping[str, FileError]) -> None:
    """Raises one error for all files that could not be written, if there is any."""
    if refused:
        raise FileError("; ".join(map(str, refused.values())))


def report_written(output: str, *, as_json: bool) -> None:
    """Says that a file was written; where it is standard output itself nothing may be added."""
    from pathlib import Path

    from clagdsl.lang.files import open_stream

    if open_stream(Path(output)) == 1 and sys.stdout is not None:
        return
    if as_json:
        write_json({"written": output})
    else:
        write(f"{escape_invisible(output)} written")
