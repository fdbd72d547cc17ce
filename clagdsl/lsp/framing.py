"""Messages of the protocol as they come: headers that tell a length, and a body of that length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from clagdsl.syntax.source_loader import LARGEST

LONGEST_LINE: Final = 8 * 1024
"""The most bytes of a header; what is longer is read as several lines."""

LONGEST_STRING: Final = 6 * LARGEST
"""The most bytes that the text of a rules file takes in JSON, where every character is escaped."""

READ_WHOLE: Final = 8 * LARGEST
"""A body of no more bytes is read as it stands; of a longer one no string is kept that cannot be
the text of a rules file, and not more than so much in all."""

MOST_BELIEVED: Final = 1 << 30
"""A header that promises more bytes is taken for a mistake, so that what follows it is read."""

AT_ONCE: Final = 1 << 18

LENGTH: Final = re.compile(rb"content-length:[ \t]*([0-9]{1,10})[ \t]*\r?\n\Z", re.IGNORECASE)
HEADER: Final = re.compile(rb"[A-Za-z-]{1,100}:")
STRING_PART: Final = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
"""What follows within a string of JSON, up to its end; an escape is never cut."""

TOO_LONG: Final = b"x" * (LARGEST + 1)
"""What stands for a string that is too long for the text of a rules file: it is so, too."""


@dataclass(frozen=True, slots=True)
class Garbled:
    """Something came that is no message; `reason` says why."""

    reason: str


def messages(stream: BinaryIO) -> Iterator[bytes | Garbled]:
    """The bodies that come, to the end of the stream.

    What is no message is told once; reading goes on at the next header that tells a length, which
    may follow a body whose length nobody knows on the same line.
    """
    length: int | None = None
    lost = headed = False
    while line := stream.readline(LONGEST_LINE):
        found = LENGTH.search(line)
        if found is not None and int(found[1]) <= MOST_BELIEVED:
            if found.start() and not lost:
                yield Garbled("this is no header")
            length, lost = int(found[1]), False
        elif line.strip():
            headed = True
            if not (lost or HEADER.match(line)):
                yield Garbled("this is no header")
                lost = True
        elif length is not None:
            yield _body(stream, length)
            length, headed = None, False
        elif headed and not lost:
            yield Garbled("no header tells the length, such as `Content-Length: 120`")
            lost, headed = True, False


def _body(stream: BinaryIO, length: int) -> bytes | Garbled:
    """A body of so many bytes."""
    if length > READ_WHOLE:
        return _abridged(stream, length)
    body = stream.read(length)
    return body if len(body) == length else _cut_off()


def _cut_off() -> Garbled:
    return Garbled("the stream ends before the message")


def _abridged(stream: BinaryIO, length: int) -> bytes | Garbled:
    """A long body in which what stands for the strings that are too long is short."""
    kept = bytearray()
    begun: int | None = None  # where the string begins that is being read
    dropped = False
    rest = b""
    while length:
        chunk = stream.read(min(length, AT_ONCE))
        if not chunk:
            return _cut_off()
        length -= len(chunk)
        data, rest = rest + chunk, b""
        start = 0
        while start < len(data) and (begun or len(kept)) <= READ_WHOLE:
            if begun is None:
                quote = data.find(b'"', start)
                end = quote + 1 or len(data)
                kept += data[start:end]
                begun = len(kept) if quote >= 0 else None
            else:
                part = STRING_PART.match(data, start)
                end = start if part is None else part.end()
                if not dropped:
                    kept += data[start:end]
                    dropped = len(kept) - begun > LONGEST_STRING
                    if dropped:
                        kept[begun:] = TOO_LONG
                if data[end : end + 1] == b'"':
                    kept += b'"'
                    begun, dropped, end = None, False, end + 1
                elif end < len(data):  # half of an escape
                    rest, end = data[end:], len(data)
            start = end
    if len(kept) > READ_WHOLE:
        return Garbled(
            f"a message has at most {READ_WHOLE:,} bytes, without texts that are too long"
        )
    return bytes(kept)
