"""`clagdsl conform`: checks a rules file against the documented facts of a variant."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from clagdsl import problems
from clagdsl.api import PlayableGame
from clagdsl.check.checker import CheckedRules, load_checked
from clagdsl.cli._options import players_option, read_settings, set_option
from clagdsl.cli._output import (
    check_ending,
    force_option,
    format_option,
    report_written,
    shell_quoted,
    write,
    write_json,
    write_tables,
)
from clagdsl.cli._problems import FINE, PROBLEM
from clagdsl.conformance.cases import all_cases, facts_by_variant
from clagdsl.conformance.facts import Conformance, DocumentedVariant, compare_all, conformance
from clagdsl.conformance.report import (
    conformance_json,
    conformance_lines,
    matrix_json,
    matrix_lines,
)
from clagdsl.conformance.runner import run_cases, verdict_lines, verdicts_json
from clagdsl.conformance.suite import suite_archive, write_suite
from clagdsl.lang.files import write_file
from clagdsl.lang.output_paths import MATRIX_PAGE, SUITE, check_target
from clagdsl.lang.resources import bundled_names, bundled_path, conformance_folder, is_folder
from clagdsl.problems.escape import shorten
from clagdsl.problems.suggestions import suggest_name

PAGE_ENDING: Final = ".html"
ARCHIVE_ENDING: Final = ".tar.gz"


@click.command()
@click.argument("file", required=False)
@click.option(
    "--as",
    "variant",
    metavar="VARIANT",
    help="The variant whose facts count. [default: the one that FILE extends]",
)
@click.option("--matrix", is_flag=True, help="Compare all variants by each other's facts.")
@players_option
@set_option
@click.option("-o", "--output", metavar="X.html", help="Write the comparison as a page.")
@click.option("--archive", metavar="X.tar.gz", help="Write all cases for other implementations.")
@click.option("--runner", metavar="COMMAND", help="Run all cases on another implementation.")
@force_option
@format_option("text", "json")
def conform(
    file: str | None,
    variant: str | None,
    matrix: bool,
    players: int | None,
    settings: tuple[str, ...],
    output: str | None,
    archive: str | None,
    runner: str | None,
    force: bool,
    output_format: str,
) -> int:
    """Check rules against the documented facts of a variant.

    The facts are the conformance cases: deals, scores and refusals worked out by hand from the
    sources, or by an independent program. A fact about other deals, players, parameters or cards
    than FILE has does not apply and is counted separately. The exit status is 1 if a fact does
    not hold; with --matrix, if one does not hold in its own variant.

    --archive writes all cases with compiled games, as an archive that needs no Python. --runner
    gives all cases to a program of your own, which reports what it makes of them.
    """
    as_json = output_format == "json"
    if archive is not None or runner is not None:
        others = (file, variant, output, players, archive and runner)
        if matrix or settings or any(other is not None for other in others):
            raise click.UsageError("`--archive` and `--runner` take no FILE and no other options")
        if archive is not None:
            return _write_archive(archive, force=force, as_json=as_json)
        return _run(runner or "", as_json=as_json)
    if matrix:
        if file is not None or variant is not None or settings:
            raise click.UsageError("`--matrix` takes no FILE, no `--as` and no `--set`")
        return _compare_all(players, output, force=force, as_json=as_json)
    if file is None:
        raise click.UsageError("give FILE, such as `pagat`, or `--matrix`")
    if output is not None:
        raise click.UsageError("`-o` needs `--matrix`")
    rules = load_checked(file)
    parameters = read_settings(rules.game, settings)
    documented = DocumentedVariant(_variant(file, rules, variant))
    game = PlayableGame(rules.game, rules.evidence, reference=file)
    game.deals(players, parameters)  # fails early if players or parameters are invalid
    result = conformance(file, game, documented, players, parameters)
    if as_json:
        write_json(conformance_json(result))
    else:
        write_tables("\n".join(conformance_lines(result)))
    return PROBLEM if result.failed else FINE


def _compare_all(players: int | None, output: str | None, *, force: bool, as_json: bool) -> int:
    if output is not None:
        if Path(output).suffix.lower() != PAGE_ENDING:
            raise click.UsageError(f"`{output}` does not end in {PAGE_ENDING}")
        check_target(Path(output), MATRIX_PAGE, force=force, shown=output)
    rows = compare_all(bundled_names(), players)
    if players is not None and not any(comparison.held for comparison in _own_facts(rows)):
        low, high = zip(*(load_checked(name).game.players for name in bundled_names()), strict=True)
        raise problems.arguments.WrongPlayers(players, min(low), max(high)).error()
    if output is not None:
        from clagdsl.conformance.report import page

        write_file(Path(output), page(rows))
    if as_json:
        write_json(matrix_json(rows))
    else:
        write_tables("\n".join(matrix_lines(rows)))
        if output is not None:
            write("")
            report_written(output, as_json=False)
    return PROBLEM if any(comparison.failed for comparison in _own_facts(rows)) else FINE


def _write_archive(archive: str, *, force: bool, as_json: bool) -> int:
    check_ending(archive, ARCHIVE_ENDING)
    check_target(Path(archive), SUITE, option="--archive", force=force, shown=archive)
    if not is_folder(conformance_folder() / "generated"):
        raise click.UsageError(
            "the generated cases are missing: `pip install -e .` in the project folder writes them"
        )
    write_file(Path(archive), suite_archive())
    report_written(archive, as_json=as_json)
    return FINE


def _run(runner: str, *, as_json: bool) -> int:
    if not runner:
        raise click.UsageError("`--runner` needs a command, such as `--runner ./my-runner`")
    try:
        with TemporaryDirectory() as folder:
            write_suite(Path(folder))
            verdicts = run_cases(shlex.split(runner), Path(folder), all_cases())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(f"`{shorten(runner)}` cannot be started: {reason}") from error
    if as_json:
        write_json(verdicts_json(verdicts))
    else:
        write_tables("\n".join(verdict_lines(verdicts)))
    words = {verdict.word for verdict in verdicts}
    return FINE if "passed" in words and "failed" not in words else PROBLEM


def _own_facts(rows: Sequence[Sequence[Conformance]]) -> list[Conformance]:
    return [
        comparison
        for row in rows
        for comparison in row
        if comparison.reference == comparison.variant
    ]


def _variant(file: str, rules: CheckedRules, requested: str | None) -> str:
    """Returns the variant whose facts to check; raises UsageError if none can be inferred."""
    documented = facts_by_variant()
    if requested is not None:
        if requested not in documented:
            there = suggest_name(requested, list(documented), "choose from")
            raise click.UsageError(f"no facts of `{shorten(requested)}` are documented: {there}")
        return requested
    for text in rules.chain:
        for name in documented:
            path = bundled_path(name)
            if path is not None and path.read_text("utf-8") == text.text:
                return name
    raise click.UsageError(
        f"`{file}` extends no documented variant: give one, as in"
        f" `clagdsl conform {shell_quoted(file)} --as pagat`"
    )
