"""Tables as a terminal shows them: the first line of each is bold."""

from __future__ import annotations

import click

from clagdsl.cli._output import colour_wanted, write


def write_tables(text: str) -> None:
    """Writes tables that are separated by empty lines; on a terminal their first lines are bold."""
    if not colour_wanted():
        write(text)
        return
    first = True
    for line in text.splitlines():
        write(click.style(line, bold=True) if first and line else line)
        first = not line
