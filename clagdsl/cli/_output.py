"""Output shared by all commands: formats, standard output, colour, and output files."""

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
    """Raised if standard output cannot be written, for example because the disk is full."""


def format_option(*formats: str) -> Callable[[F], F]:
    """Returns a decorator that adds `--format` and `--json`, combined in `output_format`."""

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
    """Returns whether a command line asks for JSON, even if it is otherwise invalid."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    formats = (value for name, value in pairwise(options) if name == "--format")
    return "--json" in options or "--format=json" in options or "json" in formats


def write(text: str, end: str = "\n") -> None:
    """Writes text to standard output; flushes it if `end` is empty."""
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
    """Writes a line to standard error, ignoring a closed stream."""
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def write_json(value: JsonValue) -> None:
    """Writes one JSON document in ASCII, safe for every terminal and locale."""
    from clagdsl.lang.json_value import indented

    write(indented(value))


def is_utf8_output() -> bool:
    """Returns whether standard output is UTF-8, so that no character needs escaping."""
    try:
        return lookup(getattr(sys.stdout, "encoding", None) or "ascii").name == "utf-8"
    except LookupError:
        return False


def use_colour() -> bool:
    """Returns whether to use colour: only on a colour terminal, and unless NO_COLOR is set."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if plain or not sys.stdout.isatty():
        return False
    if sys.platform == "win32":  # older consoles would print the escape codes
        from colorama import just_fix_windows_console

        just_fix_windows_console()
    return True


# --- tables -----------------------------------------------------------------------------------


def write_tables(text: str) -> None:
    """Writes tables separated by empty lines, with bold first lines on a terminal."""
    if not use_colour():
        write(text)
        return
    first = True
    for line in text.splitlines():
        write(click.style(line, bold=True) if first and line else line)
        first = not line


# --- commands that write a file ---------------------------------------------------------------


force_option: Final = click.option(
    "--force",
    is_flag=True,
    help="Replace a file that clagdsl did not write. "
    "Rules and score sheets are never replaced, records only by records.",
)


def shell_quoted(name: str) -> str:
    """Returns a file name quoted for a shell, in a form that cannot be mistaken for an option."""
    from shlex import quote

    return escape_invisible(quote(f"./{name}" if name.startswith("-") else name))


def check_ending(output: str, ending: str) -> None:
    """Raises UsageError if the name of an output file does not have this extension."""
    from pathlib import Path

    from clagdsl.lang.output_paths import is_file_name

    path = Path(output)
    if output and not output.lower().endswith(ending) and is_file_name(path):
        raise click.UsageError(f"`{output}` does not end in {ending}")


def raise_first(refused: Mapping[str, FileError]) -> None:
    """Raises one error that covers all files that could not be written, if there are any."""
    if refused:
        raise FileError("; ".join(map(str, refused.values())))


def report_written(output: str, *, as_json: bool) -> None:
    """Reports that a file was written; does nothing if that file was standard output."""
    from pathlib import Path

    from clagdsl.lang.files import open_stream

    if open_stream(Path(output)) == 1 and sys.stdout is not None:
        return
    if as_json:
        write_json({"written": output})
    else:
        write(f"{escape_invisible(output)} written")
