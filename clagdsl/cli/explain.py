"""`clagdsl explain`: what a problem code means, with a failing and a mended example."""

from __future__ import annotations

from difflib import get_close_matches
from inspect import cleandoc
from typing import Final

import click

from clagdsl.cli.output import FINE, format_option, write, write_json
from clagdsl.diagnostics import ProblemKind

_TITLES: Final = {"fails": "This fails:", "mended": "This is mended:"}


@click.command()
@click.argument("code")
@format_option("text", "json")
def explain(code: str, output_format: str) -> int:
    """Tell what a problem code means, with a failing and a mended example."""
    from clagdsl.catalogue import problem_kinds

    kinds = problem_kinds()
    kind = kinds.get(code.upper())
    if kind is None:
        near = get_close_matches(code.upper(), kinds, 3, 0.5) or list(kinds)[:3]
        raise click.UsageError(
            f"`{code}` is not the code of a problem; the nearest are {', '.join(near)}"
        )
    if output_format == "json":
        write_json(
            {
                "code": kind.code,
                "severity": kind.severity,
                "title": kind.title,
                "page": cleandoc(kind.page),
            }
        )
    else:
        write(page_text(kind))
    return FINE


def page_text(kind: ProblemKind) -> str:
    """The page of a problem for a terminal: its fenced examples are indented under a title."""
    lines = [f"{kind.code} ({kind.severity}): {kind.title}", ""]
    fenced = False
    for line in cleandoc(kind.page).splitlines():
        if line.startswith("```"):
            fenced = not fenced
            if fenced:
                lines += [_TITLES.get(line.split()[-1], "For example:"), ""]
        else:
            lines.append(f"    {line}".rstrip() if fenced else line)
    return "\n".join(lines).rstrip()
