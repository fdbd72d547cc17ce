"""`clagdsl language-server`: the language server for editors, over standard input and output."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from clagdsl.cli._problems import FINE
from clagdsl.lang.optional_deps import install_command
from clagdsl.simulation.request_error import MissingPackagesError


@click.command("language-server")
@click.option("--stdio", is_flag=True, hidden=True, expose_value=False, help="The only way.")
def language_server() -> int:
    """Answer a text editor (needs the editor extra)."""
    try:
        from clagdsl.lsp.dispatch import set_up_logging
        from clagdsl.lsp.server import make_server
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("cattrs", "lsprotocol", "pygls"):
            raise
        raise MissingPackagesError(
            "the language server needs pygls (the `editor` extra):"
            f" install what is missing with `{install_command('editor')}`"
        ) from missing
    if sys.stdin is None or sys.stdin.isatty():
        raise click.UsageError("the language server is started by an editor, not by hand")
    set_up_logging()
    # A separate reader: the thread that waits for the editor still holds it when the process
    # ends.
    source = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    try:
        make_server().serve(source, target)
    except KeyboardInterrupt as stopped:
        # The library's waiting thread would keep the process alive.
        os._exit(128 + getattr(stopped, "number", 2))
    finally:
        with suppress(OSError):
            target.close()
    return FINE
