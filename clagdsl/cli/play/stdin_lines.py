"""Lines that a person types, or that come through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Final

from clagdsl.cli._output import write
from clagdsl.problems.safe_text import visible

MOST: Final = 10_000
"""What is read of one line at once."""


def line_reader() -> Callable[[str], str | None]:
    """A function that asks with a prompt and gives one line, None at the end of input.

    On a terminal the line can be edited.  What comes through a pipe is written after its prompt,
    so that what is printed reads like a conversation.
    """
    if sys.stdin is None:  # closed by whoever called
        return lambda _: None
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import_module("readline")  # which `input` then uses to edit the line
        return _from_terminal
    return _from_pipe


def _from_terminal(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        write("")
        return None


def _from_pipe(prompt: str) -> str | None:
    write(prompt, end="")
    try:
        line = sys.stdin.readline(MOST)
    except (OSError, ValueError):
        line = ""
    echoed = not sys.stdin.isatty()
    if not line:
        write("")
        return None
    if echoed:
        write(visible(line.removesuffix("\n")[:200]))
    return line
