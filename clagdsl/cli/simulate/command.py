"""`clagdsl simulate`: what many matches of a game come to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from clagdsl.cli.output import FINE, USAGE, format_option, write, write_json
from clagdsl.cli.output_paths import check_targets
from clagdsl.cli.progress import say
from clagdsl.cli.simulate.backends import cluster_option
from clagdsl.cli.simulate.figures_json import figures_json
from clagdsl.cli.simulate.figures_text import figures_text
from clagdsl.cli.simulate.match_record import keep_match, keep_options
from clagdsl.cli.simulate.plotting import plot_option, wanted_plots, write_plots
from clagdsl.cli.simulate.run import MOST_UNTIL, Request, Result, run_matches
from clagdsl.cli.simulate.saved_runs import resumed, save_options
from clagdsl.cli.table_options import players_option, set_option

INTERRUPTED = 128 + 2


def _precision(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> Fraction | None:
    if text is None:
        return None
    digits = text.removeprefix("±").removeprefix("+-").removeprefix("+/-")
    if len(digits) <= 30 and digits.isascii() and digits.replace(".", "", 1).isdigit():
        wanted = Fraction(digits)
        if wanted > 0:
            return wanted
    raise click.UsageError(f"`--until {text}` is no number of points above 0, such as `±0.1`")


@click.command()
@click.argument("file", required=False)
@click.option("-n", "matches", type=int, metavar="N", help="How many matches.")
@click.option(
    "--until",
    metavar="±X",
    callback=_precision,
    help="Until every seat's mean total is known so exactly; "
    f"-n is the most, {MOST_UNTIL:,} unless given.",
)
@players_option
@click.option("--seed", type=int, default=0, metavar="S", help="The seed; 0 unless given.")
@click.option(
    "--policy",
    default="random",
    metavar="NAME",
    help="How the seats play: random or steady; or one for each seat, between commas.",
)
@click.option("--threads", type=int, metavar="T", help="As many as there are cores unless given.")
@cluster_option
@save_options
@plot_option
@keep_options
@click.option("--against", metavar="FILE", help="Compare with other rules, with the same packs.")
@set_option
@click.option(
    "--against-set",
    "against_settings",
    multiple=True,
    metavar="P=V",
    help="As --set, for the rules of --against alone.",
)
@click.option("--csv", metavar="FILE", help="Write every deal of every match to a CSV file.")
@click.option("--parquet", metavar="FILE", help="The same as a Parquet file.")
@click.option(
    "--by",
    type=click.Choice(["seat", "deal", "bid", "cards", "caller"]),
    multiple=True,
    help="Another table; may be given several times.",
)
@format_option("text", "json")
def simulate(plots: tuple[str, ...], keep: int | None, output: str | None, **options: Any) -> int:
    """Play many matches and tell what they come to (needs clagdsl[simulate]).

    Match number m of a seed is the match that `play` deals with this seed and number; `--keep`
    writes one as a record instead, without the others.
    """
    request = resumed(Request(**options))
    if keep is not None:
        return keep_match(request, keep, output, plots)
    if output is not None:
        raise click.UsageError("`-o` goes with `--keep`")
    _check_files(request, plots)
    pictures = wanted_plots(plots)
    result = run_matches(request)
    if result.figures.matches:
        if request.output_format == "json":
            write_json(figures_json(request, result))
        else:
            write("\n".join(figures_text(request, result)))
        write_plots(pictures, request, result)
    if not result.whole:
        say(_interrupted(request, result))
    if result.trouble is not None:
        say(f"the run is not kept: {result.trouble}\n")
        return USAGE
    return FINE if result.whole else INTERRUPTED


def _check_files(request: Request, plots: tuple[str, ...]) -> None:
    if request.against == "":
        raise click.UsageError("`--against` needs the rules to compare with")
    kept = "--save" if request.saved is None else "--resume"
    named = [(kept, request.save), ("--csv", request.csv), ("--parquet", request.parquet)]
    check_targets([*named, *(("--plot", name) for name in plots)], (request.file, request.against))


def _interrupted(request: Request, result: Result) -> str:
    done = str(result.figures.matches)
    if request.matches is not None:
        done += f" of {request.matches}"
    files = f", and written to {' and '.join(result.written)}" if result.written else ""
    told = f"interrupted: {done} matches are played and counted{files}\n"
    if request.save is not None and result.trouble is None:
        told += f"to go on: clagdsl simulate --resume {request.save}\n"
    return told
