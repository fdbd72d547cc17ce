"""`clagdsl fmt`: the formatter of rules files."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import click

from clagdsl.cli._output import OutputError, format_option, raise_first, write, write_stderr
from clagdsl.cli._output import write_json as write_document
from clagdsl.cli._problems import FINE, PROBLEM, exit_status, problem_texts, problems_json
from clagdsl.lang.errors import FileError
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import Diagnostic
from clagdsl.problems.escape import escape_invisible, shorten_file_name

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class Formatted:
    """The result of formatting one file: its bytes before and after, or its errors."""

    file: str
    before: bytes
    after: bytes
    source: SourceText | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def changed(self) -> bool:
        """Whether formatting changes the file."""
        return self.before != self.after


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit with 1 if a file would change."
)
@format_option("text", "json")
def fmt(files: tuple[str, ...], only_check: bool, output_format: str) -> int:
    """Format rules files in place.

    `-` reads standard input and writes standard output.
    """
    names = tuple(dict.fromkeys(files))
    if STANDARD_INPUT in names and (len(names) > 1 or output_format == "json"):
        raise click.UsageError("`-` cannot be combined with other files or --format json")
    results = [formatted(name) for name in names]
    if names == (STANDARD_INPUT,) and not only_check:
        return _to_standard_output(results[0])
    refused = {} if only_check else _write_files(results)
    if output_format == "json":
        raise_first(refused)
        _report_json(results)
    else:
        _report([each for each in results if each.file not in refused], only_check)
        raise_first(refused)
    would_change = only_check and any(each.changed for each in results)
    statuses = [exit_status(each.diagnostics) for each in results]
    return max(PROBLEM if would_change else FINE, *statuses)


def formatted(name: str) -> Formatted:
    """Reads and formats a file without writing it; returns the formatted text or the errors."""
    from clagdsl import problems
    from clagdsl.check.loader import looks_compiled
    from clagdsl.syntax.format import format_text
    from clagdsl.syntax.source_loader import decode, read_bytes

    shown = "standard input" if name == STANDARD_INPUT else name
    data = _standard_input(shown) if name == STANDARD_INPUT else read_bytes(Path(name), shown)
    if isinstance(data, Diagnostic):
        return Formatted(name, b"", b"", None, (data,))
    source = decode(data, shown)
    if isinstance(source, Diagnostic):
        return Formatted(name, data, data, None, (source,))
    if looks_compiled(source.text):
        compiled = problems.syntax.NotARulesFile(shown, "a compiled game").diagnostic()
        return Formatted(name, data, data, None, (compiled,))
    text = format_text(source.text, shown)
    if isinstance(text, str):
        return Formatted(name, data, text.encode("utf-8"), source, ())
    return Formatted(name, data, data, source, text)


def _standard_input(shown: str) -> bytes | Diagnostic:
    from clagdsl import problems
    from clagdsl.lang.limits import LARGEST_FILE

    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:  # closed by the caller
        return problems.syntax.UnreadableFile(shown, "it is closed").diagnostic()
    try:
        data: bytes = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return problems.syntax.UnreadableFile(shown, reason.lower()).diagnostic()
    return data


def _write_files(results: list[Formatted]) -> dict[str, FileError]:
    """Writes each file that has changed; returns the errors of those that could not be written."""
    from clagdsl.lang.files import replace_if_unchanged

    refused: dict[str, FileError] = {}
    for result in results:
        if result.changed:
            try:
                replace_if_unchanged(Path(result.file), result.before, result.after)
            except FileError as error:
                refused[result.file] = error
    return refused


def _to_standard_output(result: Formatted) -> int:
    """Writes the formatted text to stdout; errors go to stderr, so that they are not mistaken for
    rules.

    Returns the exit status.
    """
    if result.diagnostics:
        write_stderr("\n\n".join(_texts(result)))
        return exit_status(result.diagnostics)
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:  # closed by the caller, or a text stream of an embedding program
        write(result.after.decode("utf-8"), end="")
        return FINE
    try:
        stream.write(result.after)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from error
    return FINE


def _texts(result: Formatted) -> list[str]:
    sources = {} if result.source is None else {result.source.name: result.source}
    return problem_texts(result.diagnostics, sources)


def _report(results: list[Formatted], only_check: bool) -> None:
    for result in results:
        for text in _texts(result):
            write(text + "\n")
        name = "standard input" if result.file == STANDARD_INPUT else escape_invisible(result.file)
        if result.diagnostics:
            write(f"{shorten_file_name(name)}: left alone")
        elif result.changed:
            write(f"{name}: would be formatted" if only_check else f"{name}: formatted")
        else:
            write(f"{name}: already formatted")


def _report_json(results: list[Formatted]) -> None:
    write_document(
        {
            "problems": problems_json([one for each in results for one in each.diagnostics]),
            "files": [
                {"file": each.file, "changed": each.changed, "left_alone": bool(each.diagnostics)}
                for each in results
            ],
        }
    )
