"""What commands that write a file share: `--force`, and the line that says what was written."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Final

import click

from clagdsl.cli._output import write, write_json
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import open_stream
from clagdsl.problems.safe_text import visible

force_option: Final = click.option(
    "--force",
    is_flag=True,
    help="Replace a file that clagdsl did not write. "
    "Rules and score sheets are never replaced, records only by records.",
)


def typed(name: str) -> str:
    """The name of a file as it is typed in a command, where it must not look like an option."""
    return visible(quote(f"./{name}" if name.startswith("-") else name))


def raise_first(refused: Mapping[str, FileError]) -> None:
    """Raise one error for all files that could not be written, if there is any."""
    if refused:
        raise FileError("; ".join(map(str, refused.values())))


def tell_written(output: str, *, as_json: bool) -> None:
    """Say that a file was written; where it is standard output itself nothing may be added."""
    if open_stream(Path(output)) == 1 and sys.stdout is not None:
        return
    if as_json:
        write_json({"written": output})
    else:
        write(f"{visible(output)} written")
