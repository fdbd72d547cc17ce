"""`clagdsl serve`: score keeping and play in the browser, for everyone at the table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from clagdsl.cli._options import WholeNumber
from clagdsl.cli._output import report_written, write, write_lines
from clagdsl.cli._problems import FINE, problem_texts
from clagdsl.lang.files import atomic_writer
from clagdsl.lang.optional_deps import install_command
from clagdsl.lang.output_paths import EXPORT, TABLES, check_not_among, check_target
from clagdsl.problems.escape import shorten
from clagdsl.simulation.request_error import MissingPackagesError

if TYPE_CHECKING:
    from clagdsl.serve.offered_games import OfferedGames

THIS_MACHINE: Final = "127.0.0.1"
_NEEDED: Final = ("starlette", "uvicorn", "jinja2", "segno")


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--data",
    default="clagdsl-tables.db",
    show_default=True,
    metavar="FILE.db",
    help="The file that stores the tables.",
)
@click.option(
    "--host", default=THIS_MACHINE, show_default=True, metavar="A", help="The address to listen on."
)
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 picks a free one.",
)
@click.option("--lan", is_flag=True, help="Allow the local network and show QR codes.")
@click.option(
    "--name", "names", multiple=True, metavar="NAME", help="Another host name of this server."
)
@click.option(
    "--bot-pause",
    type=click.FloatRange(0, 60),
    default=1.2,
    show_default=True,
    metavar="SECONDS",
    help="Seconds a bot waits before it plays.",
)
@click.option(
    "--backup",
    metavar="COPY.db",
    help="Write a copy of the tables, which replaces no file, and exit.",
)
@click.option(
    "--export", metavar="X.jsonl", help="Write all tables as lines of JSON and exit; - prints them."
)
@click.option(
    "--force",
    is_flag=True,
    help="Let --export replace a file that clagdsl did not write. "
    "Rules, records and tables are never replaced.",
)
def serve(
    files: tuple[str, ...],
    data: str,
    host: str,
    port: int,
    lan: bool,
    names: tuple[str, ...],
    bot_pause: float,
    backup: str | None,
    export: str | None,
    force: bool,
) -> int:
    """Keep score or play in the browser (needs the web extra).

    FILE is a rules file, or a folder of them, to offer with the bundled games.
    Backups and exports can be made while the tables are in use.
    """
    _check_address(host, lan=lan)
    _check_names(names)
    if isnan(bot_pause):
        raise click.UsageError("`--bot-pause nan` is not a number: give seconds from 0 to 60")
    if not data:
        raise click.UsageError("`--data` needs the name of a file, such as `tables.db`")
    if force and export is None:
        raise click.UsageError(
            "`--force` needs `--export`, whose file it replaces; a backup never replaces a file"
        )
    if backup is not None or export is not None:
        return _write_copies(Path(data), backup, export, force=force)
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise MissingPackagesError(
            f"the tables in the browser need {', '.join(missing)} (the `web` extra):"
            f" install what is missing with `{install_command('web')}`"
        )
    from clagdsl.serve.offered_games import OfferedGames
    from clagdsl.serve.server import ListenAddress, serve

    games = OfferedGames(files)
    _report_file_problems(games, files)
    place = ListenAddress(host, port, lan, names, bot_pause)
    serve(games, Path(data), place, _write_line)
    return FINE


def _check_address(host: str, *, lan: bool) -> None:
    """Raises UsageError for an empty address, or for `--host` together with `--lan`."""
    if not host.strip():
        raise click.UsageError(
            f"`--host` needs an address: `{THIS_MACHINE}` is this machine alone, `0.0.0.0` lets all"
            " its networks in"
        )
    origin = click.get_current_context().get_parameter_source("host")
    if lan and origin is not click.core.ParameterSource.DEFAULT:
        raise click.UsageError(
            f"`--lan` listens at all addresses, and `--host {shorten(host)}` at one: leave out"
            " one of the two"
        )


def _check_names(names: Sequence[str]) -> None:
    """Raises UsageError if one of the names cannot be a host name."""
    from clagdsl.serve.http import host_name

    for name in names:
        if host_name(name) != name.lower():
            raise click.UsageError(
                f"`--name {shorten(name)}` is not the name of a server: give it without `http://`,"
                " port and path, such as `tables.example.org`"
            )


def _report_file_problems(games: OfferedGames, named: Sequence[str]) -> None:
    """Reports problems in offered rules files, files left out, and folders without rules files."""
    for file in games.own.files:
        if file.error is not None:
            _write_line("\n\n".join(problem_texts(file.error.diagnostics, file.error.sources)))
            _write_line(
                f"{file.name} is offered once it is fixed; the server need not be restarted.\n"
            )
    if games.own.left_out:
        most = len(games.own.files)
        _write_line(f"At most {most} rules files are offered: {games.own.left_out} are left out.\n")
    if named and not games.own.files:
        folders = " or ".join(f"`{name}`" for name in named)
        _write_line(
            f"There is no rules file in {folders} yet: add NAME.clag there, and it is offered.\n"
        )


def _write_copies(data: Path, backup: str | None, export: str | None, *, force: bool) -> int:
    from clagdsl.serve.lobby import private_events
    from clagdsl.storage.stored_file import StoredFile, files_of

    for option, name in (("--backup", backup), ("--export", export)):
        if name is not None and name != "-":
            check_not_among(option, name, TABLES, files_of(data))
    store = StoredFile(data)
    try:
        if export is not None and export != "-":
            check_target(Path(export), EXPORT, option="--export", force=force, shown=export)
        if backup is not None:
            store.copy_to(Path(backup))
            report_written(backup, as_json=False)
        if export == "-":
            write_lines(store.export_lines(private_events))
        elif export is not None:
            # checked again: it must not replace the backup that was just written
            check_target(Path(export), EXPORT, option="--export", force=force, shown=export)
            with atomic_writer(Path(export), durable=True) as file:
                for line in store.export_lines(private_events):
                    file.write(f"{line}\n".encode())
            report_written(export, as_json=False)
    finally:
        store.close()
    return FINE


def _write_line(line: str) -> None:
    write(line)
    sys.stdout.flush()
