"""`clagdsl simulate`: what many matches of a game come to."""

from __future__ import annotations

from typing import Any

import click

from clagdsl.cli.output import FINE, format_option, write, write_json
from clagdsl.cli.settings import players_option, set_option
from clagdsl.cli.simulated_json import figures_json
from clagdsl.cli.simulated_text import figures_text
from clagdsl.cli.simulating import Request, run_matches, say

INTERRUPTED = 128 + 2


@click.command()
@click.argument("file")
@click.option("-n", "matches", type=int, required=True, metavar="N", help="How many matches.")
@players_option
@click.option("--seed", type=int, default=0, metavar="S", help="The seed; 0 unless given.")
@click.option(
    "--policy", type=click.Choice(["random"]), default="random", help="How the seats play."
)
@click.option("--threads", type=int, metavar="T", help="As many as there are cores unless given.")
@set_option
@format_option("text", "json")
def simulate(**options: Any) -> int:
    """Play many matches and tell what they come to (needs clagdsl[simulate]).

    Match number m of a seed is the match that `play` deals with this seed and number.
    """
    request = Request(**options)
    result = run_matches(request)
    if result.figures.matches:
        if request.output_format == "json":
            write_json(figures_json(request, result))
        else:
            write("\n".join(figures_text(request, result)))
    if result.whole:
        return FINE
    say(
        f"interrupted: {result.figures.matches} of {request.matches} matches "
        "are played and counted\n"
    )
    return INTERRUPTED
