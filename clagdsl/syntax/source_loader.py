"""Reads the text of rules files, which may come from anywhere."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from clagdsl import problems
from clagdsl.lang.limits import LARGEST_FILE
from clagdsl.lang.resources import is_folder
from clagdsl.lang.source import SourceText, Span
from clagdsl.problems.diagnostic import Diagnostic

DOCUMENTS: Final[Mapping[bytes, str]] = {
    b"{\\rtf": "saved by a word processor as RTF",
    b"PK\x03\x04": "saved by a word processor or a spreadsheet, such as `.docx` or `.xlsx`",
    b"\xd0\xcf\x11\xe0": "saved by a word processor or a spreadsheet, such as `.doc` or `.xls`",
    b"%PDF-": "a PDF to be printed",
}
"""How files begin that other programs save, with what such a file is."""

WEB: Final = (b"<!doctype", b"<html", b"<head", b"<?xml", b"<svg")
"""How web pages and texts in XML begin."""

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


def read_source(path: Path, shown_name: str) -> SourceText | Diagnostic:
    """Returns the text of a file, or why it cannot be read."""
    data = read_bytes(path, shown_name)
    return data if isinstance(data, Diagnostic) else decode(data, shown_name)


def decode(data: bytes, shown_name: str) -> SourceText | Diagnostic:
    """Returns the text that the bytes of a file are, or why they are none."""
    kind = kind_of_document(data)
    if kind is not None:
        return problems.syntax.SavedByAProgram(shown_name, kind).diagnostic()
    try:
        return SourceText(shown_name, data.removeprefix(BYTE_ORDER_MARK).decode("utf-8"))
    except UnicodeDecodeError:
        return wrong_encoding(data, shown_name)


def kind_of_document(data: bytes) -> str | None:
    """What a file is that another program has saved, and that is no plain text."""
    if data[:MAX_LEADING_BLANK].removeprefix(BYTE_ORDER_MARK).lstrip().lower().startswith(WEB):
        return "a web page, or another text in HTML or XML"
    return next((kind for begins, kind in DOCUMENTS.items() if data.startswith(begins)), None)


MAX_LEADING_BLANK: Final = 1_000
"""So much blank is passed over at the beginning of a file."""


def read_bytes(path: Path, shown_name: str, largest: int = LARGEST_FILE) -> bytes | Diagnostic:
    """Returns the bytes of an ordinary file, or why it cannot be read.

    The file is opened without waiting, and what was opened is asked what it is: a pipe would wait
    for a writer for ever, and a device may never end.
    """
    if not shown_name:
        return problems.syntax.UnreadableFile("", "the name of the file is empty").diagnostic()
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError) as error:
        if is_folder(path):
            return problems.syntax.NotAnOrdinaryFile(shown_name, "a folder").diagnostic()
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
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
    """Returns the problem of bytes that are not UTF-8, at the first of them."""
    valid = data.decode("utf-8", "replace")
    offset = valid.find("\ufffd")
    source = SourceText(shown_name, valid[: offset + 1])
    place = source.place(Span(offset, offset + 1))
    return problems.syntax.NotUtf8(place, guess_encoding(data)).diagnostic()


UNPRINTED: Final = re.compile(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""What no text holds: control characters that neither part lines nor words."""


def guess_encoding(data: bytes) -> str:
    """What bytes that are not UTF-8 seem to be."""
    begins = data[:2000]
    marked = begins.startswith((b"\xff\xfe", b"\xfe\xff"))
    halves = max(begins[::2].count(0), begins[1::2].count(0))
    # a program has as many zeros as Latin letters in UTF-16, and signs that no text has
    if marked or (halves * 4 > len(begins) and not UNPRINTED.search(begins)):
        return "it seems to be UTF-16, which some editors call Unicode"
    if data.count(0):
        return "it seems to be no text at all"
    return "it seems to be in an older encoding, such as Windows-1252"


def check_source(source: SourceText) -> Diagnostic | None:
    """Returns why a text that is not from a file is refused before it is parsed, or None."""
    return check_size(source.text, source.name)


def check_size(text: str, shown_name: str) -> Diagnostic | None:
    """Returns why a text is too large for a rules file, or None."""
    if len(text) > LARGEST_FILE or len(text.encode("utf-8", "surrogatepass")) > LARGEST_FILE:
        return problems.syntax.FileTooLarge(shown_name, LARGEST_FILE).diagnostic()
    return None
