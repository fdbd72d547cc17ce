"""`clagdsl check --fix`: makes the edits that nobody needs to be asked about."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from clagdsl.check.checker import mended_at
from clagdsl.check.loader import is_bundled_name
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import replace_written
from clagdsl.problems.model import Diagnostic
from clagdsl.problems.safe_text import visible
from clagdsl.syntax.source_loader import BYTE_ORDER_MARK, decode, read_bytes

ENDING: Final = ".clag"
LEFT: Final = "--fix changes only what can have one meaning: the errors above are for you to fix"
"""What is said where errors are left."""


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
            told.append(f"{visible(file)}: {count} mistake{'s' if count > 1 else ''} fixed")
    return told


def mend_file(file: str) -> int:
    """How many mistakes of one file were mended; the file is written whole or not at all."""
    path = Path(file)
    data = read_bytes(path, file)
    source = data if isinstance(data, Diagnostic) else decode(data, file)
    if isinstance(data, Diagnostic) or isinstance(source, Diagnostic):
        return 0
    mended = mended_at(source, path)
    if mended.count:
        mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK) else b""
        replace_written(path, data, mark + mended.text.encode("utf-8"))
    return mended.count
