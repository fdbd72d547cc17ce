"""`clagdsl compile`: the checked game as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from clagdsl.check.checker import checked
from clagdsl.cli._output import format_option, takes_every_letter, write
from clagdsl.cli._problems import FINE
from clagdsl.cli._written import force_option, tell_written
from clagdsl.lang.files import write_file
from clagdsl.lang.targets import GAME, check_target, is_file_name

ENDING: Final = ".json"


@click.command("compile")
@click.argument("file")
@click.option("-o", "--output", metavar="X.json", help="Write to this file.")
@force_option
@format_option("text", "json")
def compile_rules(file: str, output: str | None, force: bool, output_format: str) -> int:
    """Write the checked rules as JSON for other programs."""
    from clagdsl.lang.game_json import game_json
    from clagdsl.lang.json_lines import indented

    path = Path(output or "")
    if output and path.suffix.lower() != ENDING and is_file_name(path):
        raise click.UsageError(f"`{output}` does not end in {ENDING}")
    compiled = game_json(checked(file).game)
    if output is None:
        # in another encoding the letters would no longer be those of the file
        write(indented(compiled, ensure_ascii=not takes_every_letter()))
        return FINE
    check_target(path, GAME, force=force, shown=output)
    write_file(path, indented(compiled, ensure_ascii=False) + "\n")
    tell_written(output, as_json=output_format == "json")
    return FINE
