"""`clagdsl new`: a house file to begin with."""

from __future__ import annotations

import os
from pathlib import Path

import click

from clagdsl.check.checker import checked
from clagdsl.check.loader import rules_from
from clagdsl.cli._output import format_option, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.cli._written import typed
from clagdsl.lang.files import cannot_write, create_file
from clagdsl.problems.safe_text import visible
from clagdsl.problems.wording import file_named

ENDING = ".clag"
EXAMPLE = f"friday{ENDING}"


@click.command()
@click.argument("file")
@click.option(
    "--from", "base", default="pagat", metavar="FILE", help="The rules to change. [default: pagat]"
)
@format_option("text", "json")
def new(file: str, base: str, output_format: str) -> int:
    """Start a house-rules file with changes ready to uncomment."""
    path, shown = Path(file), file_named(file)
    if not file:
        raise click.UsageError(f"the name of the file is empty; name it `{EXAMPLE}`, say")
    if path.name == ENDING:
        say = file_named(typed(str(path.with_name(EXAMPLE))))
        raise click.UsageError(f"`{shown}` is only an ending; name it `{say}`, say")
    if path.suffix != ENDING:
        say = file_named(typed(file + ENDING))
        raise click.UsageError(f"`{shown}` does not end in `{ENDING}`; name it `{say}`")
    if os.path.lexists(path):
        raise click.UsageError(f"`{shown}` exists already and is not overwritten")
    text = _text(path, base)
    create_file(path, text)
    if output_format == "json":
        write_json({"written": file, "extends": base})
    else:
        told = f"then: clagdsl check {typed(file)}"
        write(f"{visible(file)} written; change it in an editor, {told}")
    return FINE


def _text(path: Path, base: str) -> str:
    from clagdsl.check.loader import is_bundled_name, looks_compiled
    from clagdsl.cli._house_file import house_text
    from clagdsl.lang import resources
    from clagdsl.syntax.format.print_names import word_or_text
    from clagdsl.syntax.parser import parse

    rules = checked(base)
    if any(looks_compiled(each.text) for each in rules.sources.values()):
        raise click.UsageError(f"`{base}` is a compiled game: only rules files can be built upon")
    bundled = resources.bundled_path(base) if is_bundled_name(base) else None
    reference = word_or_text(base) if bundled else _relative(Path(base), path)
    files = [file for source in rules.chain if (file := parse(source).file) is not None]
    shown = "".join(" " if visible(sign) != sign else sign for sign in path.stem)
    title = " ".join(shown.replace("-", " ").replace("_", " ").split()).replace('"', "'")
    return house_text(rules.game, files, reference, title[:60] or "House rules")


def _relative(base: Path, path: Path) -> str:
    """The base as the new file names it: a path from its own folder, in quotation marks."""
    try:
        relative = rules_from(base.resolve(), path.resolve())
    except (OSError, RuntimeError, ValueError) as error:
        raise cannot_write(path, error) from error
    if '"' in relative or visible(relative) != relative or "\n" in relative:
        raise click.UsageError("the path of the rules holds a sign that a rules file cannot name")
    return f'"{relative}"'
