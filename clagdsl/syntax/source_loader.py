"""Reads and decodes rules files, which may come from anywhere and contain anything."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from clagdsl import problems
from clagdsl.lang.limits import LARGEST_FILE
from clagdsl.lang.resources import is_file, is_folder
from clagdsl.lang.source import SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic

DOCUMENTS: Final[Mapping[bytes, str]] = {
    b"{\\rtf": "saved by a word processor as RTF",
    b"PK\x03\x04": "saved by a word processor or a spreadsheet, such as `.docx` or `.xlsx`",
    b"\xd0\xcf\x11\xe0": "saved by a word processor or a spreadsheet, such as `.doc` or `.xls`",
    b"%PDF-": "a PDF to be printed",
}
"""The first bytes of other programs' files, with a description of such a file."""

WEB: Final = (b"<!doctype", b"<html", b"<head", b"<?xml", b"<svg")
"""The first bytes of web pages and XML documents."""

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def read_source(path: Path, shown_name: str) -> SourceText | Diagnostic:
    """Returns the text of a file, or a diagnostic that explains why it cannot be read."""
    data = read_bytes(path, shown_name)
    return data if isinstance(data, Diagnostic) else decode(data, shown_name)


def decode(data: bytes, shown_name: str) -> SourceText | Diagnostic:
    """Returns the text of a file's bytes, or a diagnostic that explains why they are not UTF-8
    text.
    """
    kind = kind_of_document(data)
    if kind is not None:
        return problems.syntax.SavedByAProgram(shown_name, kind).diagnostic()
    try:
        return SourceText(shown_name, data.removeprefix(BYTE_ORDER_MARK).decode("utf-8"))
    except UnicodeDecodeError:
        return wrong_encoding(data, shown_name)


def kind_of_document(data: bytes) -> str | None:
    """Returns a description of the format of a file that is not plain text, or None."""
    if data[:MAX_LEADING_BLANK].removeprefix(BYTE_ORDER_MARK).lstrip().lower().startswith(WEB):
        return "a web page, or another text in HTML or XML"
    return next((kind for begins, kind in DOCUMENTS.items() if data.startswith(begins)), None)


MAX_LEADING_BLANK: Final = 1_000
"""The number of bytes at the beginning of a file in which leading whitespace is skipped."""


def read_bytes(path: Path, shown_name: str, largest: int = LARGEST_FILE) -> bytes | Diagnostic:
    """Returns the bytes of a regular file, or a diagnostic that explains why it cannot be read.

    The file is opened without blocking and its type is checked on the open handle: a pipe could
    block forever, and a device may never end.
    """
    if not shown_name:
        return problems.syntax.UnreadableFile("", "the name of the file is empty").diagnostic()
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError) as error:
        if is_folder(path):
            return problems.syntax.NotAnOrdinaryFile(shown_name, "a folder").diagnostic()
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        text = f"{shown_name}.txt"  # Notepad adds the ending
        if path.suffix == ".clag" and is_file(path.with_name(f"{path.name}.txt")):
            return problems.syntax.NamedAsText(shown_name, reason.lower(), text).diagnostic()
        return problems.syntax.UnreadableFile(shown_name, reason.lower()).diagnostic()
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            return problems.syntax.NotAnOrdinaryFile(shown_name, "a folder").diagnostic()
        if not stat.S_ISREG(mode):
            return problems.syntax.NotAnOrdinaryFile(shown_name, "a device or a pipe").diagnostic()
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(largest + 1)
    except OSError as error:
        return problems.syntax.UnreadableFile(
            shown_name, (error.strerror or str(error)).lower()
        ).diagnostic()
    finally:
        os.close(handle)
    if len(data) > largest:
        return problems.syntax.FileTooLarge(shown_name, largest).diagnostic()
    return data


def wrong_encoding(data: bytes, shown_name: str) -> Diagnostic:
    """Returns the diagnostic of bytes that are not UTF-8, at the first invalid byte."""
    valid = data.decode("utf-8", "replace")
    offset = valid.find("\ufffd")
    source = SourceText(shown_name, valid[: offset + 1])
    place = source.place(Span(offset, offset + 1))
    return problems.syntax.NotUtf8(place, guess_encoding(data)).diagnostic()


UNPRINTED: Final = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""Control characters that do not occur in text."""


def guess_encoding(data: bytes) -> str:
    """Returns a guess at the encoding of bytes that are not UTF-8."""
    begins = data[:2000]
    marked = begins.startswith((b"\xff\xfe", b"\xfe\xff"))
    halves = max(begins[::2].count(0), begins[1::2].count(0))
    # binary files can have as many zeros as UTF-16, but also control characters
    if marked or (halves * 4 > len(begins) and not UNPRINTED.search(begins)):
        return "it seems to be UTF-16, which some editors call Unicode"
    if data.count(0):
        return "it does not seem to be text at all"
    return "it seems to be in an older encoding, such as Windows-1252"


def check_source(source: SourceText) -> Diagnostic | None:
    """Returns a diagnostic if a text is rejected before parsing, or None."""
    return check_size(source.text, source.name)


def check_size(text: str, shown_name: str) -> Diagnostic | None:
    """Returns a diagnostic if a text is too large for a rules file, or None."""
    if len(text) > LARGEST_FILE or len(text.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
        return problems.syntax.FileTooLarge(shown_name, LARGEST_FILE).diagnostic()
    return None
