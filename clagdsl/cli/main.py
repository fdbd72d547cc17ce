"""The outermost layer: runs one command and turns whatever happens into an exit status."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from io import BufferedWriter, FileIO, StringIO, TextIOWrapper

import click

from clagdsl.cli._output import OutputError, wants_json
from clagdsl.cli._problems import FINE, USAGE, complain, tell_failure
from clagdsl.cli._signals import ended_by_signals, interruption_in, status_of
from clagdsl.cli.program import program

PIPE_CLOSED = 128 + 13

SELDOM = 200_000
"""So many new objects come between two looks for garbage.

What a command makes of a file mostly stays until it ends: up to a quarter of the time of a large
one went into looking through that in vain.
"""


class _Closed(StringIO):
    """Standard output that was closed by whoever called: it takes nothing."""

    def write(self, _text: str) -> int:
        """Refuse the text."""
        raise OutputError("standard output is closed")


def main(arguments: Sequence[str] | None = None, *, last: bool = False) -> int:
    """Run the command line; the exit status is 0 fine, 1 a problem, 2 usage, 3 our bug.

    `last` says that the process ends with it.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if last:
        gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
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
        return complain(f"clagdsl: error: cannot write the answer: {error}", USAGE)


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
    except (BrokenPipeError, OutputError):
        raise
    except Exception as error:
        if (interruption := interruption_in(error)) is not None:
            raise interruption from None
        if isinstance(error, OSError) and _is_of_an_answer(error):
            raise OutputError(error.strerror) from error
        return tell_failure(error, context, as_json=as_json)


def _is_of_an_answer(error: OSError) -> bool:
    """Whether click could not write help or the version, which it does by itself."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code is click.echo.__code__


def _accept_any_text() -> None:
    """Characters that a terminal or a pipe cannot show are written as escapes, never refused."""
    if sys.stdout is None:
        sys.stdout = _Closed()
    if isinstance(sys.stdout, TextIOWrapper) and isinstance(sys.stdout.buffer, FileIO):
        sys.stdout = _buffered(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _buffered(stream: TextIOWrapper) -> TextIOWrapper:
    """Standard output that writes all of a text or fails, also under PYTHONUNBUFFERED.

    There Python loses what a disk that is nearly full does not take, and says nothing.
    """
    file = FileIO(stream.fileno(), "wb", closefd=False)
    return TextIOWrapper(BufferedWriter(file), stream.encoding, line_buffering=True)


def _forget_output() -> None:
    """Let nothing more be written when the process ends: the reader has gone."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
