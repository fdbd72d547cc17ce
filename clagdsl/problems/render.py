"""Renders diagnostics: text with excerpts, compiler-style lines, JSON and SARIF."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final, Literal, TypeAlias

from clagdsl.lang.frozen import dataclass
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.source import Place, SourceText
from clagdsl.problems.diagnostic import PROBLEM_KINDS, Diagnostic, Edit, Severity
from clagdsl.problems.escape import cells, escape_invisible, shorten_file_name, width

MOST_SHOWN: Final = 100
"""The maximum number of problems of one file shown as text; a line with their number replaces the
rest.
"""

MOST_DETAIL: Final = 40
"""The maximum number of detail lines shown for one problem."""

# A source line longer than this is cut, with this many characters kept before the caret.
_LONGEST_LINE: Final = 100
_BEFORE_CARET: Final = 40

Sources: TypeAlias = Mapping[str, SourceText]

_COLOURS: Final[dict[Severity, str]] = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
}
_BOLD: Final = "\x1b[1m"
_PLAIN: Final = "\x1b[0m"


@dataclass(frozen=True, slots=True)
class _Mark:
    """A span of a line to underline, with the underline character and the text after it."""

    place: Place
    sign: Literal["^", "-"]
    text: str


def problem_text(diagnostic: Diagnostic, sources: Sources, *, colour: bool = False) -> str:
    """Returns one problem as text: headline, source lines with carets, details and help."""
    lines = [_headline(diagnostic, colour)]
    lines += _excerpts(diagnostic, sources, _COLOURS[diagnostic.severity] if colour else "")
    lines += [f"  {escape_invisible(line)}" for line in diagnostic.detail[:MOST_DETAIL]]
    if len(diagnostic.detail) > MOST_DETAIL:
        lines.append(f"  and {len(diagnostic.detail) - MOST_DETAIL} lines more")
    if diagnostic.help:
        title = f"{_BOLD}help:{_PLAIN}" if colour else "help:"
        lines.append(f"  {title} {escape_invisible(diagnostic.help)}")
    return "\n".join(lines)


def _where(place: Place) -> str:
    """Returns a place as the beginning of a line of terminal output."""
    return escape_invisible(str(replace(place, file=shorten_file_name(place.file))))


def _headline(diagnostic: Diagnostic, colour: bool) -> str:
    where = _where(diagnostic.place) if diagnostic.place else "clagdsl"
    kind = f"{diagnostic.severity} {diagnostic.code}"
    message = escape_invisible(diagnostic.message)
    if colour:
        kind = f"{_COLOURS[diagnostic.severity]}{kind}{_PLAIN}"
        message = f"{_BOLD}{message}{_PLAIN}"
    return f"{where}: {kind}: {message}"


def _excerpts(diagnostic: Diagnostic, sources: Sources, colour: str) -> list[str]:
    """Returns the marked source lines in order; the problem's own file comes first."""
    if diagnostic.place is None:
        return []
    marks = [_Mark(diagnostic.place, "^", diagnostic.label)]
    marks += [_Mark(other.place, "-", other.text) for other in diagnostic.others]
    files = list(dict.fromkeys(mark.place.file for mark in marks))
    margin = max(len(str(mark.place.line)) for mark in marks)
    lines: list[str] = []
    for file in files:
        here = sorted((m for m in marks if m.place.file == file), key=lambda m: m.place)
        if file != files[0]:
            lines.append(f"{' ' * margin}--> {_where(here[0].place)}")
        lines += _marked_lines(here, sources.get(file), margin, colour)
    return lines


def _marked_lines(
    marks: Sequence[_Mark], source: SourceText | None, margin: int, colour: str
) -> list[str]:
    if source is None:
        return [f"{' ' * margin} = {escape_invisible(mark.text)}" for mark in marks if mark.text]
    if not source.text.strip() and not any(mark.text for mark in marks):
        return []  # an empty or unreadable file
    lines: list[str] = []
    last: int | None = None
    for mark in marks:
        number = mark.place.line
        if number > len(source.line_starts):
            continue
        shown, caret = _marked_line(source, mark)
        if last is not None and number > last + 1:
            lines.append("...".rjust(margin + 3))
        if number != last or len(source.line(number)) > _LONGEST_LINE:
            lines.append(f"{number:>{margin}} | {shown}".rstrip())
        painted = f"{colour}{caret}{_PLAIN}" if colour else caret
        lines.append(f"{' ' * margin} | {painted}")
        last = number
    return lines


def _marked_line(source: SourceText, mark: _Mark) -> tuple[str, str]:
    """Returns a source line as shown, and its caret line; a long line is trimmed
    around the caret.
    """
    number = mark.place.line
    line, span = source.line(number), source.span(mark.place)
    first, last = (
        min(offset - source.line_starts[number - 1], len(line)) for offset in (span.start, span.end)
    )
    last = max(first, last)
    start, end = 0, len(line)
    if len(line) > _LONGEST_LINE:
        start = max(0, min(first - _BEFORE_CARET, len(line) - _LONGEST_LINE))
        end = min(len(line), start + _LONGEST_LINE)
    before, after = "…" if start else "", "…" if end < len(line) else ""
    shown = cells(line[start:end])
    blank = len(before) + width("".join(shown[: first - start]))
    carets = max(1, width("".join(shown[first - start : min(last, end) - start])))
    caret = f"{' ' * blank}{mark.sign * carets} {escape_invisible(mark.text)}".rstrip()
    return f"{before}{''.join(shown)}{after}", caret


def problem_line(diagnostic: Diagnostic) -> str:
    """Returns one problem as `file:line:column: severity: message [code]`, like a compiler."""
    where = escape_invisible(str(diagnostic.place)) if diagnostic.place else "clagdsl"
    return (
        f"{where}: {diagnostic.severity}: {escape_invisible(diagnostic.message)}"
        f" [{diagnostic.code}]"
    )


def problem_texts(
    diagnostics: Iterable[Diagnostic],
    sources: Sources,
    *,
    style: Literal["text", "gnu"] = "text",
    colour: bool = False,
) -> list[str]:
    """Returns all problems as texts, at most `MOST_SHOWN` per file, with a final count."""
    counts: dict[str, int] = {}
    groups: dict[str, list[str]] = {}
    for diagnostic in diagnostics:
        file = diagnostic.place.file if diagnostic.place else "clagdsl"
        counts[file] = counts.get(file, 0) + 1
        if counts[file] <= MOST_SHOWN:
            if style == "gnu":
                text = problem_line(diagnostic)
            else:
                text = problem_text(diagnostic, sources, colour=colour)
            groups.setdefault(file, []).append(text)
    for file, count in counts.items():
        if count > MOST_SHOWN:
            groups[file].append(
                f"{escape_invisible(file)}: {count} problems, of which the first"
                f" {MOST_SHOWN} are shown"
            )
    return [text for group in groups.values() for text in group]


def problem_json(diagnostic: Diagnostic) -> dict[str, JsonValue]:
    """Returns one problem as the JSON object of `--format json`; its place may be null."""
    place = diagnostic.place
    return {
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "end_line": place.end_line if place else None,
        "end_column": place.end_column if place else None,
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "safe": diagnostic.safe,
        "fix": [_edit_json(edit) for edit in diagnostic.fix],
        "detail": list(diagnostic.detail),
    }


def _edit_json(edit: Edit) -> dict[str, JsonValue]:
    """Returns an edit as JSON: the place to replace and the new text."""
    place = edit.place
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "text": edit.text,
    }


def problems_sarif(diagnostics: Sequence[Diagnostic], version: str) -> dict[str, JsonValue]:
    """Returns the problems as a SARIF 2.1.0 log with one run."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    rules: list[JsonValue] = [
        {
            "id": code,
            "shortDescription": {
                "text": PROBLEM_KINDS[code].title if code in PROBLEM_KINDS else code
            },
        }
        for code in codes
    ]
    driver: dict[str, JsonValue] = {"name": "clagdsl", "version": version, "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(d, codes.index(d.code)) for d in diagnostics],
            }
        ],
    }


def _sarif_result(diagnostic: Diagnostic, rule: int) -> dict[str, JsonValue]:
    text = "\n".join((diagnostic.message, *diagnostic.detail))
    if diagnostic.help:
        text += f"\nhelp: {diagnostic.help}"
    result: dict[str, JsonValue] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": text},
    }
    if diagnostic.place:
        result["locations"] = [{"physicalLocation": {**_sarif_location(diagnostic.place)}}]
    if diagnostic.others:
        result["relatedLocations"] = [
            {"physicalLocation": {**_sarif_location(other.place)}, "message": {"text": other.text}}
            for other in diagnostic.others
        ]
    if diagnostic.fix:
        result["fixes"] = [_sarif_fix(diagnostic)]
    return result


def _sarif_fix(diagnostic: Diagnostic) -> dict[str, JsonValue]:
    """Returns the fix of a problem as a SARIF fix, with its edits grouped by file."""
    changes: list[JsonValue] = []
    for file in dict.fromkeys(edit.place.file for edit in diagnostic.fix):
        edits = [edit for edit in diagnostic.fix if edit.place.file == file]
        replacements: list[JsonValue] = [
            {
                "deletedRegion": _sarif_location(edit.place)["region"],
                "insertedContent": {"text": edit.text},
            }
            for edit in edits
        ]
        artifact = _sarif_location(edits[0].place)["artifactLocation"]
        changes.append({"artifactLocation": artifact, "replacements": replacements})
    return {"description": {"text": diagnostic.help}, "artifactChanges": changes}


def _sarif_location(place: Place) -> dict[str, dict[str, JsonValue]]:
    from urllib.parse import quote

    return {
        "artifactLocation": {"uri": quote(place.file, errors="surrogateescape")},
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endLine": place.end_line,
            "endColumn": place.end_column,
        },
    }


# --- registry -------------------------------------------------------------------------------------
# All kinds of problems with their pages. Only this part imports every module of problems.


HERE: Final = Path(__file__).parent
PAGES: Final = HERE / "pages"
SHARED: Final = PAGES / "shared"
_SHARED_TEXT: Final = re.compile(r"^\{\{([\w-]+)\}\}$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem as `clagdsl explain CODE` describes it; `page` is Markdown."""

    code: str
    severity: Severity
    title: str
    page: str


def page(code: str) -> str:
    """Returns the page of a code; a line `{{name}}` includes the text `pages/shared/name.txt`."""
    text = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    return _SHARED_TEXT.sub(lambda match: _shared(match[1]), text)


def _shared(name: str) -> str:
    return (SHARED / f"{name}.txt").read_text(encoding="utf-8").removesuffix("\n")


def problem_kind(code: str) -> ProblemKind:
    """Returns a kind of problem whose module has been imported."""
    kind = PROBLEM_KINDS[code]
    return ProblemKind(code, kind.severity, kind.title, page(code))


@cache
def problem_kinds() -> Mapping[str, ProblemKind]:
    """Returns all kinds of problems by code, in the order of the codes."""
    from pkgutil import iter_modules

    for module in iter_modules([str(HERE)]):
        import_module(f"clagdsl.problems.{module.name}")
    return {code: problem_kind(code) for code in sorted(PROBLEM_KINDS)}
