"""`clagdsl explain`: what a problem code means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from inspect import cleandoc
from typing import Final

import click

from clagdsl.cli._output import format_option, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.cli._written import typed
from clagdsl.lang import enumeration
from clagdsl.problems.registry import ProblemKind
from clagdsl.problems.safe_text import shortened

_TITLES: Final[dict[str, str]] = {
    "with": "With this file, `{}`:",
    "fails": "This fails:",
    "mended": "This is mended:",
}
_CODE: Final = re.compile(r"[A-Za-z][0-9]+")
"""What is taken for a code; no bundled variant and no word of the language looks like this."""


@click.command()
@click.argument("code")
@format_option("text", "json")
def explain(code: str, output_format: str) -> int:
    """Show what a problem code means, with an example that fails and its fix."""
    if not _CODE.fullmatch(code):
        raise click.UsageError(_not_explained(code))
    return _explain_code(code, output_format)


def _not_explained(word: str) -> str:
    """Returns why there is no page for this word; for a file, the command that takes it."""
    from clagdsl.lang.resources import all_names, file_meant

    file = word if "." in word or "/" in word or word in all_names() else file_meant(word)
    if file is not None:
        return (
            f"`explain` takes a code such as C201, not a file:"
            f" `clagdsl sheet {shortened(typed(file))}` prints its rules"
        )
    return f"`{shortened(word)}` is not the code of a problem such as C201"


def letters(kinds: Iterable[str]) -> str:
    """The letters that codes of problems begin with."""
    return enumeration.listed([*dict.fromkeys(each[0] for each in kinds)], "or")


def _explain_code(code: str, output_format: str) -> int:
    from clagdsl.problems.registry import problem_kinds

    kinds = problem_kinds()
    kind = kinds.get(code.upper())
    if kind is None:
        same = [each for each in kinds if each[0] == code[0].upper()]
        near = get_close_matches(code.upper(), same, 3, 0.5)
        told = (
            f"the nearest are {', '.join(near)}" if near else f"codes begin with {letters(kinds)}"
        )
        raise click.UsageError(f"`{shortened(code)}` is not the code of a problem; {told}")
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
                words: list[str] = [*line.split(), "", ""]
                lines += [_TITLES.get(words[1], "For example:").format(words[2]), ""]
        else:
            lines.append(f"    {line}".rstrip() if fenced else line)
    return "\n".join(lines).rstrip()
