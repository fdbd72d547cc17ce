"""`clagdsl keep`: a score-keeping page for a match with real cards."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from clagdsl.check.checker import load_checked
from clagdsl.check.loader import is_bundled_name
from clagdsl.check.proof_cache import proved_table
from clagdsl.cli._options import read_settings, set_option
from clagdsl.cli._output import check_ending, force_option, format_option, report_written
from clagdsl.cli._problems import FINE
from clagdsl.lang.files import write_file
from clagdsl.lang.output_paths import KEEPER_PAGE, check_target

ENDING: Final = ".html"


@click.command()
@click.argument("file")
@click.option("-o", "--output", metavar="X.html", required=True, help="Write to this file.")
@set_option
@force_option
@format_option("text", "json")
def keep(file: str, output: str, settings: tuple[str, ...], force: bool, output_format: str) -> int:
    """Write a web page that keeps score at the table.

    Open it on one phone in the middle of the table. It needs no server and no network.
    Options set here become the page's defaults.
    """
    from clagdsl.explain.keeper_page import keeper_page

    path = Path(output)
    check_ending(output, ENDING)
    rules = load_checked(file)
    game, tried = rules.game, rules.evidence.tried
    values = read_settings(game, settings)
    low, high = game.players
    for players in range(low, high + 1):
        proved_table(game, players, values, tried)
    check_target(path, KEEPER_PAGE, force=force, shown=output)
    called = file if is_bundled_name(file) else Path(file).name
    write_file(path, keeper_page(game, called, tried, values))
    report_written(output, as_json=output_format == "json")
    return FINE
