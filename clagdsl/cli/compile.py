"""`clagdsl compile`: the checked game as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import click

from clagdsl.check.checked_rules import checked
from clagdsl.cli._output import FINE, format_option, write, write_json
from clagdsl.lang.files import write_file


@click.command("compile")
@click.argument("file")
@click.option("-o", "--output", metavar="X.json", help="Write to this file.")
@format_option("text", "json")
def compile_rules(file: str, output: str | None, output_format: str) -> int:
    """Write the checked rules as JSON, for other programs."""
    from clagdsl.lang.game_json import game_json

    compiled = game_json(checked(file).game)
    if output is None:
        write_json(compiled)
        return FINE
    write_file(Path(output), json.dumps(compiled, indent=2, ensure_ascii=False) + "\n")
    if output_format == "json":
        write_json({"written": output})
    else:
        write(f"{output} written")
    return FINE
