"""`clagdsl explain`: what a problem code means, or the rules of a file as a printable sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from clagdsl.cli._options import players_option, set_option
from clagdsl.cli._output import format_option, write, write_json
from clagdsl.cli._problems import FINE
from clagdsl.cli._written import force_option, tell_written
from clagdsl.lang import enumeration
from clagdsl.problems.registry import ProblemKind
from clagdsl.problems.safe_text import shortened

if TYPE_CHECKING:
    from clagdsl.explain.rule_sheet.page import Paper

_TITLES: Final[dict[str, str]] = {
    "with": "With this file, `{}`:",
    "fails": "This fails:",
    "mended": "This is mended:",
}
_CODE: Final = re.compile(r"[A-Za-z][0-9]+")
"""What is taken for a code; no bundled variant has such a name, and a path has a dot or slash."""


@click.command()
@click.argument("asked", metavar="CODE|FILE")
@click.option("-o", "--output", metavar="X.md|X.html", help="Write the rule sheet to this file.")
@force_option
@players_option
@set_option
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"], case_sensitive=False),
    help="Print the page of -o X.html on A4 (the default) or on US Letter.",
)
@format_option("text", "json")
def explain(
    asked: str,
    output: str | None,
    force: bool,
    players: int | None,
    settings: tuple[str, ...],
    paper: Paper | None,
    output_format: str,
) -> int:
    """Tell what a problem code means, or print the rules of a file as a rule sheet.

    A sheet is Markdown; -o X.html writes a page to read or print, with a blank score sheet.
    """
    if not _CODE.fullmatch(asked):
        return _explain_rules(asked, output, players, settings, paper, output_format, force=force)
    if output is not None or players is not None or settings or paper is not None:
        raise click.UsageError(
            "`-o`, `--players`, `--set` and `--paper` go with a FILE, not with a code"
        )
    return _explain_code(asked, output_format)


def _explain_rules(
    file: str,
    output: str | None,
    players: int | None,
    settings: tuple[str, ...],
    paper: Paper | None,
    output_format: str,
    *,
    force: bool,
) -> int:
    from clagdsl.check.checked_rules import checked
    from clagdsl.check.loader import is_bundled_name
    from clagdsl.check.proved_table import proved_table
    from clagdsl.cli._options import read_settings
    from clagdsl.explain.rule_sheet.markdown import MARK, markdown
    from clagdsl.explain.rule_sheet.page import page
    from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
    from clagdsl.lang.files import write_file
    from clagdsl.lang.resources import bundled_path
    from clagdsl.lang.targets import SHEET_PAGE, SHEET_TEXT, check_target

    if is_bundled_name(file) and bundled_path(file) is None:
        raise click.UsageError(_unknown(file))
    ending = Path(output).suffix.lower() if output is not None else ".md"
    if ending not in (".md", ".html"):
        raise click.UsageError(f"`{output}` does not end in `.md` or `.html`")
    if paper is not None and ending != ".html":
        raise click.UsageError("`--paper` goes with a page to print: add `-o X.html`")
    rules = checked(file)
    chosen = read_settings(rules.game, settings)
    sheet = rule_sheet(rules.game, players, chosen)
    low, high = rules.game.players
    for number in range(low, high + 1) if chosen and players is None else (players,):
        proved_table(rules.game, number, chosen, rules.evidence.tried)
    as_json = output_format == "json"
    if output is not None:
        as_page = ending == ".html"
        kind = SHEET_PAGE if as_page else SHEET_TEXT
        check_target(Path(output), kind, force=force, shown=output)
        write_file(
            Path(output), page(sheet, paper or "a4") if as_page else f"{markdown(sheet)}\n{MARK}\n"
        )
        tell_written(output, as_json=as_json)
    elif as_json:
        write_json({"file": file, "markdown": markdown(sheet)})
    else:
        write(markdown(sheet).removesuffix("\n"))
    return FINE


def _unknown(word: str) -> str:
    from clagdsl.lang.resources import all_names, file_meant

    known, file = all_names(), file_meant(word)
    near = get_close_matches(word.lower(), known, 1)
    told = f"did you mean `{near[0]}`?" if near else f"the variants are {', '.join(known)}"
    if file is not None:
        told = f"did you mean the file `{file}`?"
    return (
        f"`{shortened(word)}` is neither a bundled variant nor the code of a problem such as C201;"
        f" {told}"
        " (a file is named with its ending, such as `mine.clag`)"
    )


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
