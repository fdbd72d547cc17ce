"""`clagdsl mcp`: a server for assistants, by the Model Context Protocol."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import click

from clagdsl.cli._options import WholeNumber
from clagdsl.cli._output import write
from clagdsl.cli._problems import FINE
from clagdsl.lang.optional_deps import install_command
from clagdsl.lang.resources import is_folder
from clagdsl.problems.escape import shorten
from clagdsl.simulation.request_error import MissingPackagesError


@click.command("mcp")
@click.option(
    "--folder", metavar="DIR", help="Let the assistant read and write rules and sheets in DIR."
)
@click.option(
    "--http",
    "port",
    type=WholeNumber(0, 65535),
    metavar="PORT",
    help="Listen on this machine over HTTP; 0 picks a free port.",
)
def mcp(folder: str | None, port: int | None) -> int:
    """Answer an assistant (needs the mcp extra).

    Your assistant starts this command, and talks to it over standard input and output; with --http
    it connects to it.
    """
    if folder is not None and not is_folder(Path(folder)):
        raise click.UsageError(f"`--folder {shorten(folder)}` is not a folder")
    try:
        from clagdsl.assistant.server import run_http, run_stdio
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("anyio", "mcp", "mcp_types", "uvicorn"):
            raise
        raise MissingPackagesError(
            "the server for assistants needs the MCP SDK (the `mcp` extra):"
            f" install what is missing with `{install_command('mcp')}`"
        ) from missing
    path = None if folder is None else Path(folder)
    if port is not None:
        run_http(path, port, write)
        return FINE
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("the server is started by an assistant, not by hand")
    # The thread that waits for the assistant would keep the process alive after Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    run_stdio(path)
    return FINE
