"""`clagdsl compile`: the checked game as JSON."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import click

from clagdsl.cli.output import FINE, format_option, write, write_json
from clagdsl.cli.rules import checked


@click.command("compile")
@click.argument("file")
@click.option("-o", "--output", metavar="X.json", help="Write to this file.")
@format_option("text", "json")
def compile_rules(file: str, output: str | None, output_format: str) -> int:
    """Write the checked rules as JSON, for other programs."""
    from clagdsl.game_json import game_json

    compiled = game_json(checked(file).game)
    if output is None:
        write_json(compiled)
        return FINE
    replace_file(Path(output), json.dumps(compiled, indent=2, ensure_ascii=False) + "\n")
    if output_format == "json":
        write_json({"written": output})
    else:
        write(f"{output} written")
    return FINE


def replace_file(path: Path, text: str) -> None:
    """Write a file aside and rename it, so that nobody ever reads half of it."""
    try:
        handle, aside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise click.UsageError(f"cannot write `{path}`: {error.strerror}") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        # A file made aside is private; the real one is as readable as any new file.
        Path(aside).chmod(0o666 & ~_mask())
        Path(aside).replace(path)
    except OSError as error:
        with suppress(OSError):
            Path(aside).unlink()
        raise click.UsageError(f"cannot write `{path}`: {error.strerror}") from error


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
