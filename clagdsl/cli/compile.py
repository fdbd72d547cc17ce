"""`clagdsl compile`: the checked game as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from clagdsl.check.checker import compiled_json, load_checked
from clagdsl.cli._output import (
    check_ending,
    force_option,
    format_option,
    is_utf8_output,
    report_written,
    write,
)
from clagdsl.cli._problems import FINE
from clagdsl.lang.files import write_file
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.output_paths import GAME, check_target

ENDING: Final = ".json"


@click.command("compile")
@click.argument("file")
@click.option("-o", "--output", metavar="X.json", help="Write to this file.")
@click.option("--compact", is_flag=True, help="Leave out texts and places: for programs only.")
@force_option
@format_option("text", "json")
def compile_rules(
    file: str, output: str | None, compact: bool, force: bool, output_format: str
) -> int:
    """Write the checked rules as JSON for other programs."""
    from clagdsl.lang.game_json import game_json

    path = Path(output or "")
    check_ending(output or "", ENDING)
    rules = load_checked(file)
    compiled = game_json(rules.game) if compact else compiled_json(rules.game, rules.chain)
    if output is None:
        # another encoding would lose letters of the file
        write(_text(compiled, compact=compact, ensure_ascii=not is_utf8_output()))
        return FINE
    check_target(path, GAME, force=force, shown=output)
    write_file(path, _text(compiled, compact=compact, ensure_ascii=False) + "\n")
    report_written(output, as_json=output_format == "json")
    return FINE


def _text(compiled: JsonValue, *, compact: bool, ensure_ascii: bool) -> str:
    from clagdsl.lang.json_value import indented

    if compact:
        return json.dumps(compiled, ensure_ascii=ensure_ascii, separators=(",", ":"))
    return indented(compiled, ensure_ascii=ensure_ascii)
