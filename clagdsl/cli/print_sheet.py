"""`clagdsl sheet`: the rules of a file as a printable rule sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from clagdsl.cli._options import players_option, set_option
from clagdsl.cli._output import force_option, format_option, report_written, write, write_json
from clagdsl.cli._problems import FINE

if TYPE_CHECKING:
    from clagdsl.explain.rule_sheet.page import Paper


@click.command()
@click.argument("file")
@click.option("-o", "--output", metavar="X.md|X.html", help="Write the rule sheet to this file.")
@force_option
@players_option
@set_option
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    help="The paper size of an HTML page. [default: a4]",
)
@format_option("text", "json")
def sheet(
    file: str,
    output: str | None,
    force: bool,
    players: int | None,
    settings: tuple[str, ...],
    paper: Paper | None,
    output_format: str,
) -> int:
    """Print the rules of a file as a rule sheet.

    A sheet is Markdown. `-o X.html` writes a page to read or print, with a blank score sheet.
    """
    from clagdsl.check.checker import load_checked
    from clagdsl.check.proof_cache import proved_table
    from clagdsl.cli._options import read_settings
    from clagdsl.explain.rule_sheet.document import MARK, markdown
    from clagdsl.explain.rule_sheet.page import page
    from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
    from clagdsl.lang.files import write_file
    from clagdsl.lang.output_paths import SHEET_PAGE, SHEET_TEXT, check_target

    ending = Path(output).suffix.lower() if output is not None else ".md"
    if ending not in (".md", ".html"):
        raise click.UsageError(f"`{output}` does not end in `.md` or `.html`")
    if paper is not None and ending != ".html":
        raise click.UsageError("`--paper` needs a page to print: add `-o X.html`")
    rules = load_checked(file)
    chosen = read_settings(rules.game, settings)
    built = rule_sheet(rules.game, players, chosen)
    low, high = rules.game.players
    for number in range(low, high + 1) if chosen and players is None else (players,):
        proved_table(rules.game, number, chosen, rules.evidence.tried)
    as_json = output_format == "json"
    if output is not None:
        as_page = ending == ".html"
        kind = SHEET_PAGE if as_page else SHEET_TEXT
        check_target(Path(output), kind, force=force, shown=output)
        write_file(
            Path(output), page(built, paper or "a4") if as_page else f"{markdown(built)}\n{MARK}\n"
        )
        report_written(output, as_json=as_json)
    elif as_json:
        write_json({"file": file, "markdown": markdown(built)})
    else:
        write(markdown(built).removesuffix("\n"))
    return FINE
