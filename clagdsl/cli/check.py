"""`clagdsl check`: all problems of all files, then the proved facts of each file without errors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from clagdsl import problems
from clagdsl.cli._game_summary import summary_json, summary_text
from clagdsl.cli._output import format_option, raise_first, write, write_json, write_lines
from clagdsl.cli._problems import USAGE, exit_status, problem_texts, problems_json, problems_sarif
from clagdsl.lang.errors import FileError
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic
from clagdsl.problems.escape import escape_invisible

if TYPE_CHECKING:
    from clagdsl.check.checker import CheckResult


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@format_option("text", "gnu", "json", "sarif")
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@click.option("--fix", is_flag=True, help="Fix unambiguous mistakes first.")
def check(files: tuple[str, ...], output_format: str, strict: bool, fix: bool) -> int:
    """Check rules files and report what is proved about them."""
    from clagdsl.check.checker import check_path

    if fix:
        refused: dict[str, FileError] = {}
        mended = fix_files(tuple(dict.fromkeys(files)), refused)
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
    # Files that extend the same file share its problems, which are reported once.
    diagnostics = list(dict.fromkeys(d for result in results.values() for d in result.diagnostics))
    diagnostics += _wrong_names(unknown)
    match output_format:
        case "json":
            _write_json(results, diagnostics)
        case "sarif":
            write_json(problems_sarif(diagnostics))
        case "gnu":
            write_lines(problem_texts(diagnostics, {}, style="gnu"))
        case _:
            _write_text(results, diagnostics, fix=fix)
    if unknown:
        return USAGE
    return max(exit_status(one.diagnostics, strict=strict) for one in results.values())


def _wrong_names(unknown: Sequence[ArgumentError]) -> list[Diagnostic]:
    """Returns diagnostics for names that are not bundled variants."""
    if not unknown:
        return []
    return [problems.arguments.wrong_argument(error) for error in unknown]


def _write_json(results: dict[str, CheckResult], diagnostics: Sequence[Diagnostic]) -> None:
    summaries: list[JsonValue] = [
        summary_json(file, result.game, result.evidence)
        for file, result in results.items()
        if result.game and result.evidence
    ]
    write_json({"problems": problems_json(diagnostics), "summaries": summaries})


def _write_text(
    results: dict[str, CheckResult], diagnostics: Sequence[Diagnostic], *, fix: bool
) -> None:
    sources: dict[str, SourceText] = {}
    for result in results.values():
        sources.update(result.sources)
    for text in problem_texts(diagnostics, sources):
        write(text + "\n")
    for file, result in results.items():
        if result.game and result.evidence:
            write(summary_text(file, result.game, result.evidence))
    if diagnostics:
        write(_counts(diagnostics))
    if fix and any(each.severity == "error" for each in diagnostics):
        write(LEFT)


def _counts(diagnostics: Sequence[Diagnostic]) -> str:
    parts = []
    for severity in ("error", "warning", "note"):
        number = sum(1 for d in diagnostics if d.severity == severity)
        if number:
            parts.append(f"{number} {severity}{'s' if number > 1 else ''}")
    return ", ".join(parts)


# --- `--fix`: unambiguous edits ---------------------------------------------------------------

RULES_ENDING: Final = ".clag"
LEFT: Final = (
    "--fix makes only unambiguous fixes, and changes words only if no error remains: "
    "fix the errors above yourself"
)
"""The hint printed if some errors could not be fixed."""


def fix_files(files: tuple[str, ...], refused: dict[str, FileError]) -> list[str]:
    """Fixes rules files; returns a line for each file changed.

    Bundled rules and unreadable files are left alone. Files that cannot be written are added to
    `refused` with the reason.
    """
    from clagdsl.check.loader import is_bundled_name

    lines = []
    for file in files:
        # In a file of another kind, named by mistake, everything would look like a mistake.
        is_rules = file.lower().endswith(RULES_ENDING) and not is_bundled_name(file)
        try:
            count = fix_file(file) if is_rules else 0
        except FileError as error:
            refused[file] = error
            continue
        if count:
            lines.append(
                f"{escape_invisible(file)}: {count} mistake{'s' if count > 1 else ''} fixed"
            )
    return lines


def fix_file(file: str) -> int:
    """Fixes one file, writing it atomically; returns the number of mistakes fixed."""
    from clagdsl.check.checker import fix_text_at
    from clagdsl.lang.files import replace_if_unchanged
    from clagdsl.syntax.source_loader import BYTE_ORDER_MARK, decode, read_bytes

    path = Path(file)
    data = read_bytes(path, file)
    source = data if isinstance(data, Diagnostic) else decode(data, file)
    if isinstance(data, Diagnostic) or isinstance(source, Diagnostic):
        return 0
    mended = fix_text_at(source, path)
    if mended.count:
        mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
        replace_if_unchanged(path, data, mark + mended.text.encode("utf-8"))
    return mended.count
