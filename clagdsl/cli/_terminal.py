"""Tables as a terminal shows them, by rich; what goes elsewhere is plain text."""

from __future__ import annotations

from clagdsl.cli._output import colour_wanted, write


def write_tables(text: str) -> None:
    """Write tables that are parted by empty lines; on a terminal their first lines stand out."""
    if not colour_wanted():
        write(text)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    first = True
    with console.capture() as shown:
        for line in text.splitlines():
            console.print(Text(line, "bold" if first and line else ""))
            first = not line
    write(shown.get(), end="")
