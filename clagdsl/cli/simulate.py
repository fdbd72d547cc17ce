"""`clagdsl simulate`: what many matches of a game come to."""

from __future__ import annotations

from typing import Any

import click

from clagdsl.cli.keeping import keep_match, keep_options
from clagdsl.cli.output import FINE, format_option, write, write_json
from clagdsl.cli.plotting import plot_option, wanted_plots, write_plots
from clagdsl.cli.settings import players_option, set_option
from clagdsl.cli.simulated_json import figures_json
from clagdsl.cli.simulated_text import figures_text
from clagdsl.cli.simulating import Request, run_matches, say
from clagdsl.randomness import MATCH_LIMIT

INTERRUPTED = 128 + 2


@click.command()
@click.argument("file")
@click.option("-n", "matches", type=int, metavar="N", help="How many matches.")
@players_option
@click.option("--seed", type=int, default=0, metavar="S", help="The seed; 0 unless given.")
@click.option(
    "--policy", type=click.Choice(["random"]), default="random", help="How the seats play."
)
@click.option("--threads", type=int, metavar="T", help="As many as there are cores unless given.")
@plot_option
@keep_options
@set_option
@format_option("text", "json")
def simulate(
    matches: int | None,
    plots: tuple[str, ...],
    keep: int | None,
    output: str | None,
    **options: Any,
) -> int:
    """Play many matches and tell what they come to (needs clagdsl[simulate]).

    Match number m of a seed is the match that `play` deals with this seed and number; `--keep`
    writes one as a record instead, without the others.
    """
    if keep is not None:
        if plots:
            raise click.UsageError("`--keep` writes one match instead of the figures of `--plot`")
        every = MATCH_LIMIT if matches is None else matches
        return keep_match(Request(matches=every, **options), keep, output)
    if output is not None:
        raise click.UsageError("`-o` goes with `--keep`")
    if matches is None:
        raise click.UsageError("say how many matches with `-n`, or which to write with `--keep`")
    request = Request(matches=matches, **options)
    wanted = wanted_plots(plots)
    result = run_matches(request)
    if result.figures.matches:
        if request.output_format == "json":
            write_json(figures_json(request, result))
        else:
            write("\n".join(figures_text(request, result)))
        write_plots(wanted, request, result)
    if result.whole:
        return FINE
    say(
        f"interrupted: {result.figures.matches} of {request.matches} matches "
        "are played and counted\n"
    )
    return INTERRUPTED
