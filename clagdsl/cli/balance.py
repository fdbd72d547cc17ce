"""`clagdsl balance`: the fairness and skill of rules, measured with strong bots."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

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
    write,
    write_json,
    write_tables,
)
from clagdsl.cli._problems import FINE
from clagdsl.cli._progress import Interruption, ProgressLine, write_status
from clagdsl.cli.simulate import name_options_in_errors
from clagdsl.lang.optional_deps import Extra
from clagdsl.lang.output_paths import BALANCE_PAGE, check_target
from clagdsl.simulation.optional_deps import check_extras
from clagdsl.simulation.runs.progress import Watch
from clagdsl.simulation.runs.request import RawOption, RulesSource, Setting, cores

PAGE_ENDING: Final = ".html"


@click.command()
@click.argument("file")
@players_option
@click.option(
    "-n",
    "packs",
    type=WholeNumber(),
    metavar="N",
    help="The number of sets of packs, each played with its hands in every seat. [default: 1000;"
    " fewer if the players search]",
)
@seed_option
@click.option(
    "--player",
    default="steady",
    metavar="NAME",
    help="The player in every seat, such as search:16. [default: steady]",
)
@set_option
@click.option(
    "--against",
    metavar="FILE",
    help="Compare with these rules. [default: those that FILE extends]",
)
@against_set_option
@threads_option
@click.option("--tables", is_flag=True, help="Print the tables too.")
@click.option(
    "-o",
    "--output",
    metavar="X.html",
    help="Write a web page to this file (needs the plot extra). With --search, write rules and"
    " sheets to a new folder.",
)
@click.option(
    "--search",
    metavar="X.toml",
    help="Search for better house rules: try the changes in this file.",
)
@click.option(
    "--changes",
    type=WholeNumber(),
    metavar="N",
    help="With --search: the most changes of one game. [default: 3]",
)
@click.option(
    "--save", metavar="X.json", help="With --search: save measurements here, to go on later."
)
@click.option(
    "--cluster",
    metavar="tcp://HOST:PORT",
    help="With --search: play on the workers of a Dask cluster.",
)
@force_option
@format_option("text", "json")
def balance(
    file: str,
    players: int | None,
    packs: int | None,
    seed: int,
    player: str,
    settings: tuple[str, ...],
    against: str | None,
    against_settings: tuple[str, ...],
    threads: int | None,
    tables: bool,
    output: str | None,
    search: str | None,
    changes: int | None,
    save: str | None,
    cluster: str | None,
    force: bool,
    output_format: str,
) -> int:
    """Measure how fair and skilful rules are (needs simulate).

    Reports the effect of the seat, of the limit on the last bid and of each kind of deal. Also
    reports the share of skill and the length of a match. All figures have 95 % confidence
    intervals, and are compared with the rules that FILE extends.

    --search tries changes of the rules instead, and reports the house rules that no other ones
    beat.
    """
    if search is None:
        _report_misplaced({"--changes": changes, "--save": save, "--cluster": cluster})
    else:
        if against is not None or against_settings or player != "steady":
            raise click.UsageError(
                "`--search` compares with FILE, by steady players: leave out `--against`,"
                " `--against-set` and `--player`"
            )
        with name_options_in_errors():
            wanted: dict[Extra, str] = {"simulate": "--search"}
            if cluster is not None:
                wanted["cluster"] = "--cluster"
            check_extras(wanted)
            from clagdsl.cli._rule_search import search_and_report
            from clagdsl.simulation.balancing.rule_search import FINAL_PACKS, SearchRequest

            search_request = SearchRequest(
                rules=RulesSource(file),
                space=search,
                changes=3 if changes is None else changes,
                packs=FINAL_PACKS if packs is None else packs,
                players=players,
                seed=seed,
                parameters=_written(settings),
                threads=cores() if threads is None else threads,
                cluster=cluster,
                save=save,
            )
            return search_and_report(search_request, output, as_json=output_format == "json")
    _check(output, force=force)
    with name_options_in_errors():
        needed: dict[Extra, str] = {"simulate": "balance"}
        if output is not None:
            needed["plot"] = "-o"
        check_extras(needed)
        from clagdsl.simulation.balancing.balance_request import BalanceRequest

        request = BalanceRequest(
            rules=RulesSource(file),
            packs=packs,
            players=players,
            seed=seed,
            player=player,
            parameters=_written(settings),
            against=None if against is None else RulesSource(against),
            against_parameters=_written(against_settings),
            threads=cores() if threads is None else threads,
        )
        from clagdsl.simulation.balancing.balance_result import play_balance

        interruption, line = Interruption(), ProgressLine()
        try:
            watch = Watch(
                line.show, lambda: interruption.is_requested, line.compiling, interruption
            )
            result = play_balance(request, watch)
        finally:
            line.clear()
        if result is None:
            write_status("interrupted: there are no results before all matches are played\n")
            return interruption.status
        if output is not None:
            result.draw(output)
        if output_format == "json":
            write_json(result.to_json())
        else:
            write_tables(result.to_text(tables=tables))
            if output is not None:
                write("")
                report_written(output, as_json=False)
        return FINE


def _report_misplaced(options: Mapping[str, object]) -> None:
    """Raises UsageError if an option is given that goes with `--search`."""
    for name, value in options.items():
        if value is not None:
            raise click.UsageError(f"`{name}` needs `--search`")


def _check(output: str | None, *, force: bool) -> None:
    """Raises FileError or UsageError if the page cannot be written to `output`."""
    if output is None:
        return
    if Path(output).suffix.lower() != PAGE_ENDING:
        raise click.UsageError(f"`{output}` does not end in {PAGE_ENDING}")
    check_target(Path(output), BALANCE_PAGE, force=force, shown=output)


def _written(settings: tuple[str, ...]) -> dict[str, Setting]:
    return {name: RawOption(text) for name, text in split_settings(settings).items()}
