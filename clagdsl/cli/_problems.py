"""Reports of problems, and the exit status that follows from them, for all commands.

`clagdsl.problems.render` is imported only if there is something to report.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import click

from clagdsl import problems
from clagdsl.cli._output import use_colour, write, write_json, write_stderr
from clagdsl.lang.errors import ClagError, FileError
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic, RulesError
from clagdsl.problems.escape import escape_invisible
from clagdsl.version import VERSION

# Exit statuses.
FINE: Final = 0
PROBLEM: Final = 1
USAGE: Final = 2
BUG: Final = 3


class InputError(ClagError):
    """Raised if the rules, the sheet or the record have problems, which are then printed."""

    def __init__(
        self, diagnostics: Sequence[Diagnostic], sources: Mapping[str, SourceText]
    ) -> None:
        super().__init__("the input has problems")
        self.diagnostics = tuple(diagnostics)
        self.sources = sources


# --- problems in the input --------------------------------------------------------------------


def problem_texts(
    diagnostics: Sequence[Diagnostic],
    sources: Mapping[str, SourceText],
    *,
    style: Literal["text", "gnu"] = "text",
    aside: bool = False,
) -> list[str]:
    """Returns every problem as text for people or editors, coloured unless it goes to stderr
    (`aside` is true).
    """
    if not diagnostics:
        return []
    from clagdsl.problems import render

    colour = not aside and use_colour()
    return render.problem_texts(diagnostics, sources, style=style, colour=colour)


def problems_json(diagnostics: Sequence[Diagnostic]) -> list[JsonValue]:
    """Returns every problem as JSON, as printed by `--json`."""
    from clagdsl.problems import render

    return [render.problem_json(each) for each in diagnostics]


def problems_sarif(diagnostics: Sequence[Diagnostic]) -> JsonValue:
    """Returns every problem as a SARIF log."""
    from clagdsl.problems import render

    return render.problems_sarif(diagnostics, VERSION)


UNREADABLE: Final = frozenset(("S101", "S102", "S103", "S104", "R501"))
"""The problem codes of a file that does not exist or is not readable text."""


def exit_status(diagnostics: Sequence[Diagnostic], *, strict: bool = False) -> int:
    """Returns the exit status for the problems of one file.

    With `strict`, warnings count as errors. The exit status for several files is the highest one.
    """
    counted = ("error", "warning") if strict else ("error",)
    wrong = [each for each in diagnostics if each.severity in counted]
    if not wrong:
        return FINE
    return USAGE if wrong[0].code in UNREADABLE else PROBLEM


# --- errors that end a command ----------------------------------------------------------------


def report_failure(error: Exception, program: click.Context | None, *, as_json: bool) -> int:
    """Reports the error that ended a command; returns the exit status."""
    full = _exhausted_resource(error)
    if full is not None:
        diagnostic = problems.arguments.NoRoomLeft(full, str(error)).diagnostic()
        return _report(
            f"clagdsl: error {diagnostic.code}: {escape_invisible(diagnostic.message)}",
            diagnostic,
            USAGE,
            as_json,
        )
    match error:
        case InputError() | RulesError():
            if as_json:
                write_json({"problems": problems_json(error.diagnostics)})
            else:
                write("\n\n".join(problem_texts(error.diagnostics, error.sources)))
            return exit_status(error.diagnostics)
        case click.exceptions.NoArgsIsHelpError():
            return report_error(error.format_message(), USAGE)
        case click.ClickException():
            context = error.ctx if isinstance(error, click.UsageError) else None
            name = context.command_path if context else "clagdsl"
            return _wrong_usage(error.format_message(), name, as_json)
        case FileError():
            name = f"{program.command_path} {program.invoked_subcommand}" if program else "clagdsl"
            return _wrong_usage(str(error), name, as_json)
        case ArgumentError():
            diagnostic = problems.arguments.wrong_argument(error)
            headline = f"clagdsl: error {diagnostic.code}: {escape_invisible(diagnostic.message)}"
            return _report(headline, diagnostic, USAGE, as_json)
        case _:
            if os.environ.get("CLAGDSL_DEBUG"):
                import traceback

                traceback.print_exception(error)
            diagnostic = problems.arguments.BugInClagdsl(error).diagnostic()
            return _report(
                f"clagdsl: {escape_invisible(diagnostic.message)}", diagnostic, BUG, as_json
            )


_DISK_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_MEMORY: Final = ("failed to map segment", "Cannot allocate memory", "can't start new thread")
"""Messages of system errors that occur if a library or a thread cannot get enough memory."""


def _exhausted_resource(error: BaseException | None) -> Literal["memory", "disk"] | None:
    """Returns the resource whose exhaustion caused an error, or None."""
    while error is not None:
        by_sqlite = getattr(error, "sqlite_errorname", "")
        number = error.errno if isinstance(error, OSError) else None
        if number in _DISK_FULL or by_sqlite == "SQLITE_FULL":
            return "disk"
        if isinstance(error, MemoryError) or number == errno.ENOMEM or by_sqlite == "SQLITE_NOMEM":
            return "memory"
        if isinstance(error, (ImportError, OSError, RuntimeError)) and any(
            text in str(error) for text in _NO_MEMORY
        ):
            return "memory"
        error = error.__cause__ or error.__context__
    return None


def report_error(message: str, status: int) -> int:
    """Writes an error message to stderr, ignoring a closed stream; returns the exit status."""
    write_stderr(message)
    return status


def _wrong_usage(message: str, name: str, as_json: bool) -> int:
    diagnostic = problems.arguments.WrongUsage(message, name).diagnostic()
    return _report(
        f"{name}: error {diagnostic.code}: {escape_invisible(diagnostic.message)}",
        diagnostic,
        USAGE,
        as_json,
    )


def _report(headline: str, diagnostic: Diagnostic, status: int, as_json: bool) -> int:
    """Writes a headline and advice to stderr; if `as_json`, also writes a JSON document to stdout.

    Returns the exit status.
    """
    if as_json:
        write_json({"problems": problems_json([diagnostic])})
    return report_error(f"{headline}\n{diagnostic.help}", status)
