"""`clagdsl check`: every problem of every file, then what was proved about each good one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from clagdsl import problems
from clagdsl.cli._game_summary import summary_json, summary_text
from clagdsl.cli._output import format_option, write, write_json, write_lines
from clagdsl.cli._problems import USAGE, exit_status, problem_texts, problems_json, problems_sarif
from clagdsl.lang.errors import FileError
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import ArgumentError, Diagnostic

if TYPE_CHECKING:
    from clagdsl.check.checker import CheckResult


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@format_option("text", "gnu", "json", "sarif")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--fix", is_flag=True, help="Fix unambiguous mistakes first.")
def check(files: tuple[str, ...], output_format: str, strict: bool, fix: bool) -> int:
    """Check rules files and report what is proved about them."""
    from clagdsl.check.checker import check_path

    if fix:
        from clagdsl.cli._fix import mend_files
        from clagdsl.cli._output import raise_first

        refused: dict[str, FileError] = {}
        mended = mend_files(tuple(dict.fromkeys(files)), refused)
        if output_format == "text":
            write_lines(mended)
        raise_first(refused)
    results: dict[str, CheckResult] = {}
    unknown: list[ArgumentError] = []
    for file in dict.fromkeys(files):
        try:
            results[file] = check_path(file)
        except ArgumentError as error:
            unknown.append(error)
    if not results:
        raise unknown[0]
    # Files that extend the same file share its problems: each is told once.
    found = list(dict.fromkeys(d for result in results.values() for d in result.diagnostics))
    found += _wrong_names(unknown)
    match output_format:
        case "json":
            _write_json(results, found)
        case "sarif":
            write_json(problems_sarif(found))
        case "gnu":
            write_lines(problem_texts(found, {}, style="gnu"))
        case _:
            _write_text(results, found, fix=fix)
    if unknown:
        return USAGE
    return max(exit_status(one.diagnostics, strict=strict) for one in results.values())


def _wrong_names(unknown: Sequence[ArgumentError]) -> list[Diagnostic]:
    """The names that are no bundled variant, told beside the problems of the other files."""
    if not unknown:
        return []
    return [problems.arguments.wrong_argument(error) for error in unknown]


def _write_json(results: dict[str, CheckResult], found: Sequence[Diagnostic]) -> None:
    summaries: list[JsonValue] = [
        summary_json(file, result.game, result.evidence)
        for file, result in results.items()
        if result.game and result.evidence
    ]
    write_json({"problems": problems_json(found), "summaries": summaries})


def _write_text(results: dict[str, CheckResult], found: Sequence[Diagnostic], *, fix: bool) -> None:
    sources: dict[str, SourceText] = {}
    for result in results.values():
        sources.update(result.sources)
    for text in problem_texts(found, sources):
        write(text + "\n")
    for file, result in results.items():
        if result.game and result.evidence:
            write(summary_text(file, result.game, result.evidence))
    if found:
        write(_counts(found))
    if fix and any(each.severity == "error" for each in found):
        from clagdsl.cli._fix import LEFT

        write(LEFT)


def _counts(found: Sequence[Diagnostic]) -> str:
    parts = []
    for severity in ("error", "warning", "note"):
        number = sum(1 for d in found if d.severity == severity)
        if number:
            parts.append(f"{number} {severity}{'s' if number > 1 else ''}")
    return ", ".join(parts)
