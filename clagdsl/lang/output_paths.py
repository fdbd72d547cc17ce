"""Decides which files may be written or replaced, for every command that writes a file.

A person's file must never be lost by mistake. Rules and records are never replaced with a file of
another kind. Any other existing file is replaced only if it carries clagdsl's mark of the same
kind, or if `--force` was given.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from clagdsl.lang.csv_text import is_score_sheet
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import cannot_write, is_read_only, open_stream
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.resources import is_folder

MARK_WINDOW: Final = 1 << 16
"""The number of bytes that are read to recognise the kind of a file."""
FORCE_ADVICE: Final = ", or `--force` to replace the file"


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of output file: its name in messages, and the function that detects its mark.

    `own` means that it contains a person's work or evidence, so it is never replaced with another
    kind. Without a `mark`, or with `needs_force`, an existing file is not replaced without
    `--force`.
    """

    name: str
    mark: Callable[[bytes], object] | None = None
    own: bool = False
    needs_force: bool = False
    ending: str = ""
    """Files with this ending count as this kind, whatever their contents."""


def _with_line(mark: str) -> Callable[[bytes], object]:
    line = rb"^[ \t]*" + re.escape(mark.encode()) + rb"[ \t]*\r?$"
    return re.compile(line, re.MULTILINE).search


def _page(name: str, command: str) -> FileKind:
    """Returns the kind of the HTML pages that a command writes."""
    return FileKind(name, _with_line(f'<meta name="generator" content="clagdsl {command}">'))


MADE_BY: Final = "made by clagdsl"

RULES: Final = FileKind(
    "a file of rules",
    re.compile(rb"\A(?:\xef\xbb\xbf)?(?:\s|#[^\r\n]*[\r\n])*clag\s+[0-9]").search,
    own=True,
    needs_force=True,
    ending=".clag",
)
RECORD: Final = FileKind(
    "a record",
    re.compile(rb"^(?:\xef\xbb\xbf)?[ \t]*record[ \t]*=[ \t]*[0-9]", re.MULTILINE).search,
    own=True,
    needs_force=True,
)
SCORE_SHEET: Final = FileKind("a score sheet", is_score_sheet, own=True, needs_force=True)
"""A record saved by a spreadsheet; it is read and never written."""
TABLES: Final = FileKind(
    "a file of tables", re.compile(rb"\ASQLite format 3\0.{52}CLAG", re.DOTALL).match, own=True
)
"""The database of `clagdsl serve`, or a backup of it; it is not written like other files."""
SHEET_TEXT: Final = FileKind("a rule sheet", _with_line(f"<!-- {MADE_BY} sheet -->"))
SHEET_PAGE: Final = _page("a rule-sheet page", "sheet")
KEEPER_PAGE: Final = _page("a score-keeper page", "keep")
SEASON_PAGE: Final = _page("a season page", "season")
REVIEW_PAGE: Final = _page("a review page", "review")
REPORT_PAGE: Final = _page("a simulation page", "simulate")
BALANCE_PAGE: Final = _page("a balance page", "balance")
MATRIX_PAGE: Final = _page("a page of facts", "conform")
GAME: Final = FileKind(
    "a compiled game", re.compile(rb'\A\s*\{\s*"format"\s*:\s*"clagdsl game"').search
)
EXPORT: Final = FileKind(
    "an export of tables", re.compile(rb'\A\s*\{\s*"format"\s*:\s*"clagdsl tables"').search
)
RUN: Final = FileKind("a saved run", re.compile(rb'\A\s*\{\s*"clagdsl_run"\s*:').search)
SEARCH: Final = FileKind("a search", re.compile(rb'\A\s*\{\s*"clagdsl_search"\s*:').search)
MERMAID: Final = FileKind("a graph", _with_line(f"%% {MADE_BY} graph"))
DOT: Final = FileKind("a graph", _with_line(f"// {MADE_BY} graph"))
SVG: Final = FileKind("a graph", _with_line(f"<metadata>{MADE_BY} graph</metadata>"))
PNG: Final = FileKind("an image")
SUITE: Final = FileKind("a conformance suite")
CSV: Final = FileKind("a CSV file")
PARQUET: Final = FileKind("a Parquet file")


# --- one output file ----------------------------------------------------------------------------


def check_target(
    path: Path, kind: FileKind, *, option: str = "-o", force: bool = False, shown: str | None = None
) -> None:
    """Raises FileError if a file of that kind must not be written, or certainly cannot be.

    `shown` is the path as typed.
    """
    try:
        if shown == "":
            raise FileError(f"`{option}` needs the name of a file")
        if open_stream(path) is not None:
            return
        real = path.resolve()
        mode = real.stat().st_mode if real.exists() else None
        if mode is None or stat.S_ISREG(mode):
            _check_folder(path, real.parent)
        if RULES.ending in (path.suffix.lower(), real.suffix.lower()) and kind is not RULES:
            raise _replaces_error(option, shown or str(path), RULES)
        if mode is not None:
            _check_existing(path, real, mode, kind, option, shown or str(path), force=force)
    except (OSError, RuntimeError, ValueError) as error:
        raise cannot_write(path, error) from error


def _replaces_error(option: str, shown: str, kind: FileKind) -> FileError:
    return FileError(f"`{option} {shown}` would replace {kind.name}: give another name")


def _check_folder(path: Path, folder: Path) -> None:
    if not is_folder(folder):
        raise cannot_write(path, "No such file or directory")
    if not os.access(folder, os.W_OK):
        raise cannot_write(path, "Permission denied")


def _check_existing(
    path: Path, real: Path, mode: int, kind: FileKind, option: str, shown: str, *, force: bool
) -> None:
    if stat.S_ISDIR(mode):
        raise cannot_write(path, "Is a directory")
    if stat.S_ISBLK(mode):
        raise cannot_write(path, "it is a disk")
    if not stat.S_ISREG(mode):  # a pipe or a device accepts anything
        return
    if is_read_only(real):
        raise cannot_write(path, "the file is read-only")
    head = _read_head(real)
    if not head:
        return
    for each in (RULES, RECORD, SCORE_SHEET, TABLES):
        if each is not kind and each.mark is not None and each.mark(head):
            raise _replaces_error(option, shown, each)
    ours = kind.mark is not None and bool(kind.mark(head))
    if force or (ours and not kind.needs_force):
        return
    reason = f" and is {kind.name}" if ours else ""
    if kind.mark is not None and not ours:
        reason = f" and is not {kind.name} that clagdsl wrote"
    advice = f"give `{option}` another name{FORCE_ADVICE}"
    raise FileError(f"`{shown}` exists{reason}: {advice}")


def _read_head(real: Path) -> bytes:
    with real.open("rb") as file:
        return file.read(MARK_WINDOW)


def is_marked(path: Path, kind: FileKind) -> bool:
    """Returns whether the file exists and has the mark of that kind; raises FileError if it is
    unreadable.
    """
    try:
        has_mark = path.is_file() and kind.mark is not None and kind.mark(_read_head(path))
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from error
    return bool(has_mark)


def is_file_name(path: Path) -> bool:
    """Returns whether a path is an ordinary file or can become one: not a device, a pipe or a
    stream.

    Raises FileError if that cannot be determined.
    """
    try:
        return open_stream(path) is None and (path.is_file() or not path.exists())
    except (OSError, RuntimeError, ValueError) as error:
        raise cannot_write(path, error) from error


def is_occupied(path: Path) -> bool:
    """Returns whether a path has contents that a new file must not replace; an empty file may be
    replaced.

    Raises FileError if that cannot be determined.
    """
    try:
        return path.exists() and (not path.is_file() or path.stat().st_size > 0)
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from error


def check_not_among(option: str, shown: str, kind: FileKind, files: Iterable[Path]) -> None:
    """Raises FileError if a name refers to one of these files, which are of kind `kind` and may be
    in use.

    Other spellings and links of a name are detected.
    """
    if _identity(shown) in {_identity(str(file)) for file in files}:
        raise _replaces_error(option, shown, kind)


# --- several output files of one command --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target:
    """A file that a command is to write: the option that names it, its name and its kind."""

    option: str
    name: str
    kind: FileKind
    force: bool = False


def check_targets(targets: Iterable[Target], read: Iterable[str | None] = ()) -> None:
    """Raises FileError if `check_target` does, or if a file would be written twice, or is also
    read.

    `read` are the names of rules files that are read.
    """
    sources = {_identity(name) for name in read if name}
    option_of: dict[object, str] = {}
    for target in targets:
        option, name = target.option, target.name
        if not name:
            raise FileError(f"`{option}` needs the name of a file")
        identity = _identity(name)
        if identity in sources:
            raise FileError(f"`{option} {name}` would replace {RULES.name}")
        if identity in option_of:
            both = f"`{option_of[identity]}` and `{option}` both name"
            if option_of[identity] == option:
                both = f"`{option}` is given twice with"
            raise FileError(f"{both} `{name}`")
        option_of[identity] = option
        check_target(Path(name), target.kind, option=option, force=target.force, shown=name)


def _identity(name: str) -> object:
    """Returns a key shared by all names of one file: links, other spellings, other letter cases."""
    try:
        real = Path(name).resolve()
        status = real.stat() if real.is_file() else None
    except (OSError, RuntimeError, ValueError):  # its reader reports the problem
        return Path(name)
    return real if status is None else (status.st_dev, status.st_ino)
