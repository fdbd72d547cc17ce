"""`clagdsl simulate`: the statistics of many matches."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from clagdsl.cli._options import (
    WholeNumber,
    against_set_option,
    players_option,
    seed_option,
    set_option,
    split_settings,
    threads_option,
)
from clagdsl.cli._output import (
    force_option,
    format_option,
    report_written,
    shell_quoted,
    write,
    write_json,
    write_tables,
)
from clagdsl.cli._problems import FINE, USAGE
from clagdsl.cli._progress import Interruption, ProgressLine, write_status
from clagdsl.lang.files import write_file
from clagdsl.lang.output_paths import RECORD as RECORD_FILE
from clagdsl.lang.output_paths import check_target
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import escape_invisible
from clagdsl.records.writing import write_record
from clagdsl.simulation.request_error import MissingPackagesError, RequestError
from clagdsl.simulation.runs.match_record import match_record
from clagdsl.simulation.runs.progress import Watch
from clagdsl.simulation.runs.request import (
    MOST_UNTIL,
    WIDEST,
    RawOption,
    Request,
    RulesSource,
    exact_number,
    points_within,
)
from clagdsl.simulation.runs.saved_run import resume_request
from clagdsl.simulation.runs.start import prepare as prepare_matches
from clagdsl.simulation.runs.start import run

RECORD: Final = ".toml"

OPTIONS: Final = {
    "n": "-n",
    "some_matches": "-n N",
    "some_width": "--until ±0.1",
    "rules": "FILE",
    "until": "--until",
    "players": "--players",
    "seed": "--seed",
    "policy": "--policy",
    "parameters": "--set",
    "threads": "--threads",
    "cluster": "--cluster",
    "against": "--against",
    "against_parameters": "--against-set",
    "csv": "--csv",
    "parquet": "--parquet",
    "plot": "--plot",
    "save": "--save",
    "resume": "--resume",
}
"""The command-line option for each field of a request."""

USUAL: Final = 10_000
"""The default number of matches."""

POWER: Final = re.compile(r"[0-9]{1,10}(\.[0-9]{1,10})?[eE][+-]?[0-9]+", re.ASCII)
"""A number in scientific notation, such as `1e6`."""

NOT_KEPT: Final = ("--until", "--by", "--threads", "--cluster", "--against-set")
"""Options that have no effect on a single match."""

NOT_PREPARED: Final = (
    *("-n", "--seed", "--keep", "-o", "--save", "--resume", "--plot", "--csv", "--parquet"),
    *("--against", "--cluster", "--force", *NOT_KEPT),
)
"""Options that have no effect when matches are only compiled."""

ALONE: Final = {"--keep": "one match is played", "--prepare": "nothing is played"}
"""The options with which others have no effect, each with the reason."""

OPTION_OF: Final = {
    "rules": "file",
    "parameters": "settings",
    "against_parameters": "against_settings",
}
"""Click's names of options that differ from the request's field names."""


def _count(_context: click.Context, _parameter: click.Parameter, text: str | None) -> int | None:
    """Parses a whole number such as `1000000` or `1e6`; returns None if the option is absent."""
    if text is None:
        return None
    if POWER.fullmatch(text):
        number = exact_number(text)
        if number is not None and number.denominator == 1:
            return int(number)
    if not re.fullmatch(r"[+-]?[0-9]{1,30}", text.strip(), re.ASCII):
        advice = "give a whole number, such as `1000` or `1e6`"
        raise click.UsageError(f"`-n {text}` is not a number of matches: {advice}")
    return int(text)


def _precision(
    _context: click.Context, _parameter: click.Parameter, text: str | None
) -> Fraction | None:
    if text is None:
        return None
    digits = text.removeprefix("±").removeprefix("+-").removeprefix("+/-")
    plain = len(digits) <= 30 and digits.isascii() and digits.replace(".", "", 1).isdigit()
    if plain or POWER.fullmatch(digits):
        points = points_within(digits)
        if points is not None:
            return points
    raise click.UsageError(
        f"`--until {text}` must be more than 0 points and at most {WIDEST:,}, such as `±0.1`"
    )


@click.command()
@click.argument("file", required=False)
@click.option(
    "-n",
    "matches",
    callback=_count,
    metavar="N",
    help=f"The number of matches, such as 5000 or 1e6. [default: {USUAL:,}]",
)
@click.option(
    "--until",
    metavar="±X",
    callback=_precision,
    help="Stop when each seat's mean total is known to within ±X, "
    f"at the latest after -n matches. [default of -n: {MOST_UNTIL:,}]",
)
@players_option
@seed_option
@click.option(
    "--policy",
    default="random",
    metavar="NAME",
    help="The player in every seat, such as steady or search:64, "
    "or one for each seat, separated by commas. [default: random]",
)
@threads_option
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Play on the workers of a Dask cluster.")
@click.option("--save", metavar="X.json", help="Save the run to a new file, to resume it later.")
@click.option("--resume", metavar="X.json", help="Resume a saved run and save to the same file.")
@click.option(
    "--plot",
    "plots",
    multiple=True,
    metavar="X.html|X.png",
    help="Plot the figures as a page or an image (needs the plot extra).",
)
@click.option(
    "--keep",
    type=WholeNumber(),
    metavar="M",
    help="Write only match M, as a record.",
)
@click.option("-o", "--output", metavar="X.toml", help="Write the match of --keep to this file.")
@force_option
@click.option("--against", metavar="FILE", help="Compare with other rules on the same packs.")
@set_option
@against_set_option
@click.option("--csv", metavar="FILE", help="Write every deal of every match to a CSV file.")
@click.option(
    "--parquet", metavar="FILE", help="Write every deal of every match to a Parquet file."
)
@click.option(
    "--by",
    type=click.Choice(["seat", "deal", "bid", "cards", "caller"]),
    multiple=True,
    help="Add a table; may be repeated.",
)
@click.option(
    "--prepare",
    is_flag=True,
    help="Only compile what these matches need, so that later runs start at once.",
)
@format_option("text", "json")
def simulate(
    keep: int | None,
    output: str | None,
    force: bool,
    prepare: bool,
    output_format: str,
    **options: Any,
) -> int:
    """Play many matches and report statistics (needs simulate).

    Match number M of a seed is the same in every run; `--keep M` writes it as a record.
    """
    as_json = output_format == "json"
    with name_options_in_errors():
        if prepare:
            _report_unused_options(click.get_current_context(), "--prepare", NOT_PREPARED)
            return _prepare(request_from_options(**options), as_json)
        request = resume_request(
            request_from_options(force=force, **options), used_options(click.get_current_context())
        )
        if keep is not None:
            _report_unused_options(click.get_current_context(), "--keep", NOT_KEPT)
            return keep_match(request, keep, output, as_json=as_json, force=force)
        if output is not None:
            raise click.UsageError("`-o` needs `--keep`")
        if request.matches is None and request.until is None:
            request = replace(request, matches=USUAL)
        return _run(request, as_json)


def _report_unused_options(context: click.Context, option: str, without: Collection[str]) -> None:
    """Reports the options given that have no effect together with `option`."""
    used = [
        name
        for each in context.command.params
        if context.get_parameter_source(each.name or "") is ParameterSource.COMMANDLINE
        for name in each.opts
    ]
    idle = [f"`{name}`" for name in without if name in used]
    if idle:
        write_status(f"with `{option}` {ALONE[option]}: {', '.join(idle)} ignored\n")


def request_from_options(
    file: str | None,
    against: str | None,
    settings: tuple[str, ...],
    against_settings: tuple[str, ...],
    **options: Any,
) -> Request:
    """Returns the simulation request that the options describe."""
    return Request(
        asks=True,
        rules=RulesSource(file or ""),
        against=None if against is None else RulesSource(against),
        parameters=_raw_settings(settings),
        against_parameters=_raw_settings(against_settings),
        **options,
    )


def _raw_settings(settings: tuple[str, ...]) -> dict[str, RawOption]:
    return {name: RawOption(text) for name, text in split_settings(settings).items()}


def used_options(context: click.Context) -> set[str]:
    """Returns the names of the request's fields that were set on the command line."""
    return {
        name
        for name in OPTIONS
        if context.get_parameter_source(OPTION_OF.get(name, name)) is ParameterSource.COMMANDLINE
    }


@contextmanager
def name_options_in_errors() -> Iterator[None]:
    """Makes errors in a request name the options; raises UsageError for conflicting options."""
    try:
        yield
    except RequestError as error:
        reason = error.message_for(OPTIONS)
        if error.code == "U643" and not isinstance(error, MissingPackagesError):
            raise click.UsageError(reason) from error
        raise ArgumentError(error.code, reason) from error


# --- the matches ------------------------------------------------------------------------------


def _run(request: Request, as_json: bool) -> int:
    interruption = Interruption()
    line = ProgressLine()
    try:
        watch = Watch(line.show, lambda: interruption.is_requested, line.compiling, interruption)
        result = run(request, watch, OPTIONS)
    finally:
        line.clear()
    if result.matches:
        if as_json:
            write_json(result.to_json())
        else:
            write_tables(result.to_text())
        if request.plots and not as_json:
            write("")
        for name in request.plots:
            result.draw(name)
            if not as_json:
                report_written(name, as_json=False)
    if not result.whole:
        write_status(
            _interrupted(request, result.matches, result.written, kept=result.trouble is None)
        )
    if result.trouble is not None:
        write_status(f"the run is not saved: {result.trouble}\n")
        return USAGE
    return FINE if result.whole else interruption.status


def _prepare(request: Request, as_json: bool) -> int:
    """Compiles everything that matches need and reports the folder; returns the exit status."""
    line = ProgressLine()
    warm_up = Request(
        request.rules,
        matches=1,
        players=request.players,
        policy=request.policy,
        parameters=request.parameters,
    )
    prepared = prepare_matches(warm_up, Watch(compiling=line.compiling))
    if prepared.trouble is not None:
        own = "; set `CLAGDSL_CACHE` to a folder of your own, here and where matches are played"
        advice = own if prepared.folder is None else ""
        write_status(f"the compiled code is not saved: {prepared.trouble}{advice}\n")
        return USAGE
    if as_json:
        write_json({"policy": request.policy, "kept": str(prepared.folder)})
    else:
        write(f"{request.policy}: compiled, and saved in {escape_invisible(str(prepared.folder))}")
    return FINE


def _interrupted(request: Request, matches: int, written: tuple[str, ...], *, kept: bool) -> str:
    done = str(matches)
    if request.matches is not None:
        done += f" of {request.matches}"
    files = f", and written to {' and '.join(map(escape_invisible, written))}" if written else ""
    text = f"interrupted: {done} matches were played and counted{files}\n"
    if request.save is not None and kept:
        text += f"to go on: clagdsl simulate --resume {shell_quoted(request.save)}\n"
    return text


# --- one match as a record --------------------------------------------------------------------


def keep_match(
    request: Request, match: int, output: str | None, *, as_json: bool, force: bool
) -> int:
    """Plays one match in the interpreter and writes its record; returns the exit status."""
    saves = request.save is not None and request.saved is None
    if request.csv or request.parquet or request.against or saves or request.plots:
        others = "`--plot`, `--csv`, `--parquet`, `--save` and `--against`"
        raise click.UsageError(f"`--keep` writes only one match: leave out {others}")
    if output is not None and Path(output).suffix.lower() != RECORD:
        raise click.UsageError(f"`{output}` does not end in {RECORD}")
    path = None if output is None else Path(output)
    if path is not None:
        check_target(path, RECORD_FILE, force=force, shown=output)
    text = write_record(match_record(request, match, path))
    if output is not None and path is not None:
        write_file(path, text)
        report_written(output, as_json=as_json)
    elif as_json:
        write_json({"record": text})
    else:
        write(text.removesuffix("\n"))
    return FINE
