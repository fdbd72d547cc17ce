"""`clagdsl language-server`: answers an editor over standard input and output."""

from __future__ import annotations

import click

from clagdsl.cli.output import FINE


@click.command("language-server")
@click.option("--stdio", is_flag=True, hidden=True, help="What editors pass; nothing else is done.")
def language_server(stdio: bool) -> int:
    """Answer a text editor over standard input and output (needs clagdsl[editor])."""
    try:
        from clagdsl.editor.server import make_server
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise click.UsageError(
            "the language server needs pygls: install it with `pip install 'clagdsl[editor]'`"
        ) from missing
    make_server().start_io()
    return FINE
