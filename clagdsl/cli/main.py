"""The outermost layer: runs one command and turns whatever happens into an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from io import StringIO, TextIOWrapper

import click

from clagdsl import problems
from clagdsl.cli._output import (
    BUG,
    FINE,
    PROBLEM,
    USAGE,
    InputError,
    OutputError,
    wants_json,
    write_aside,
    write_problems,
)
from clagdsl.cli._signals import ended_by_signals, status_of
from clagdsl.cli.program import program
from clagdsl.lang.errors import FileError
from clagdsl.problems.model import ArgumentError, Diagnostic, RulesError
from clagdsl.problems.safe_text import visible

PIPE_CLOSED = 128 + 13


def main(arguments: Sequence[str] | None = None, *, last: bool = False) -> int:
    """Run the command line; the exit status is 0 fine, 1 a problem, 2 usage, 3 our bug.

    `last` says that the process ends with it.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _accept_any_text()
    # The language server waits in a thread that only the signal itself would end.
    watched = nullcontext() if given[:1] == ["language-server"] else ended_by_signals(last=last)
    try:
        with watched:
            status = _run(given)
            _flush()
            return status
    except BrokenPipeError:
        _forget_output()
        return PIPE_CLOSED
    except KeyboardInterrupt as interruption:
        return status_of(interruption)
    except OutputError as error:
        _forget_output()
        return _complain(f"clagdsl: error: cannot write the answer: {error}", USAGE)


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from error


def _run(given: list[str]) -> int:
    as_json = wants_json(given)
    context: click.Context | None = None
    try:
        with program.make_context("clagdsl", given) as context:
            return int(program.invoke(context) or FINE)
    except click.exceptions.Exit as end:
        return end.exit_code
    except (InputError, RulesError) as refusal:
        write_problems(refusal.diagnostics, refusal.sources, as_json=as_json)
        return PROBLEM
    except click.ClickException as error:
        return _usage(error, as_json)
    except ArgumentError as error:
        return _wrong_argument(error, as_json)
    except FileError as error:
        return _usage(click.UsageError(str(error)), as_json, context)
    except (BrokenPipeError, OutputError):
        raise
    except Exception as error:
        return _bug(error, as_json)


def _usage(
    error: click.ClickException, as_json: bool, program_context: click.Context | None = None
) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return _complain(error.format_message(), USAGE)
    context = error.ctx if isinstance(error, click.UsageError) else None
    name = context.command_path if context else "clagdsl"
    if program_context is not None:
        name = f"{program_context.command_path} {program_context.invoked_subcommand}"
    told = problems.usage.WrongUsage(error.format_message(), name).diagnostic()
    return _tell(f"{name}: error: {visible(told.message)}", told, USAGE, as_json)


def _wrong_argument(error: ArgumentError, as_json: bool) -> int:
    told = problems.usage.wrong_argument(error)
    return _tell(f"clagdsl: error {told.code}: {visible(told.message)}", told, USAGE, as_json)


def _bug(error: Exception, as_json: bool) -> int:
    if os.environ.get("CLAGDSL_DEBUG"):
        import traceback

        traceback.print_exception(error)
    told = problems.usage.BugInClagdsl(error).diagnostic()
    return _tell(f"clagdsl: {visible(told.message)}", told, BUG, as_json)


def _tell(headline: str, told: Diagnostic, status: int, as_json: bool) -> int:
    if as_json:
        write_problems((told,), {}, as_json=True)
    return _complain(f"{headline}\n{told.help}", status)


def _complain(message: str, status: int) -> int:
    """Write to standard error, if there is still somebody who reads it."""
    write_aside(message)
    return status


def _accept_any_text() -> None:
    """Characters that a terminal or a pipe cannot show are written as escapes, never refused."""
    if sys.stdout is None:  # closed by whoever called
        sys.stdout = StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Let nothing more be written when the process ends: the reader has gone."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
