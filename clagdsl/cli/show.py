"""`clagdsl show`: the text of bundled rules."""

from __future__ import annotations

import click

from clagdsl.cli._output import format_option, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.lang.resources import all_names, bundled_path
from clagdsl.problems.wording import file_named


@click.command()
@click.argument("name")
@format_option("text", "json")
def show(name: str, output_format: str) -> int:
    """Print the rules file of a bundled game."""
    path = bundled_path(name)
    if path is None:
        names = ", ".join(all_names())
        raise click.UsageError(f"`{file_named(name)}` is not a bundled variant; there are {names}")
    text = path.read_text(encoding="utf-8")
    if output_format == "json":
        write_json({"name": name, "text": text})
    else:
        write(text.removesuffix("\n"))
    return FINE
