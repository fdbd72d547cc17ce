"""`clagdsl check --fix`: makes the edits that nobody needs to be asked about."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from clagdsl.check.checker import check_source_at
from clagdsl.check.loader import is_bundled_name
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import replace_written
from clagdsl.lang.source import SourceText
from clagdsl.problems.model import Diagnostic
from clagdsl.problems.safe_text import visible
from clagdsl.problems.text_edits import applied, safe_edits
from clagdsl.syntax.source_loader import BYTE_ORDER_MARK, decode, read_bytes

ENDING: Final = ".clag"

MOST_ROUNDS: Final = 20
"""A mend can bring another mistake to light; so often the file is checked again."""


def mend_files(files: tuple[str, ...], refused: dict[str, FileError]) -> list[str]:
    """Mend each rules file, and tell what was done; bundled rules and unreadable files stay.

    Files that cannot be written are put into `refused`.
    """
    told = []
    for file in files:
        # A file of another kind, named by mistake, is full of what looks like mistakes.
        is_rules = file.lower().endswith(ENDING) and not is_bundled_name(file)
        try:
            count = mend_file(file) if is_rules else 0
        except FileError as error:
            refused[file] = error
            continue
        if count:
            told.append(f"{visible(file)}: {count} mistake{'s' if count > 1 else ''} mended")
    return told


def mend_file(file: str) -> int:
    """How many mistakes of one file were mended; the file is written whole or not at all."""
    path = Path(file)
    data = read_bytes(path, file)
    source = data if isinstance(data, Diagnostic) else decode(data, file)
    if isinstance(data, Diagnostic) or isinstance(source, Diagnostic):
        return 0
    text, count = mended(source, path)
    if count:
        mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
        replace_written(path, data, mark + text.encode("utf-8"))
    return count


def mended(source: SourceText, path: Path) -> tuple[str, int]:
    """The text with every safe mend made that leaves fewer mistakes, and their number."""
    text, count = source.text, 0
    found = check_source_at(source, path).diagnostics
    for _ in range(MOST_ROUNDS):
        edits = safe_edits(found, source.name)
        if not edits:
            break
        better = applied(text, edits)
        left = check_source_at(SourceText(source.name, better), path).diagnostics
        if severity(left) >= severity(found):
            break
        count += sum(1 for each in found if each.safe and each.fix)
        text, found = better, left
    return text, count


def severity(found: tuple[Diagnostic, ...]) -> tuple[int, int]:
    """How bad the problems are: those of reading hide all others, so they count first."""
    return sum(each.code.startswith("S") for each in found), len(found)
