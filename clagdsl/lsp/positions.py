"""Converts offsets to positions as editors count them: 0-based lines, and columns in code units."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from clagdsl.lang.source import Span

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

LINE_END: Final = re.compile(r"\r\n|\n|\r")


class TextPosition(NamedTuple):
    """A line and a column in code units of the editor's encoding, both 0-based."""

    line: int
    character: int


@dataclass(frozen=True, slots=True)
class Lines:
    """Converts character offsets to an editor's positions and back.

    Every position is accepted; a position beyond the end of a line or of the text is moved to that
    end.
    """

    text: str
    encoding: Encoding = "utf-16"
    starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = (0, *(match.end() for match in LINE_END.finditer(self.text)))
        object.__setattr__(self, "starts", starts)

    def offset(self, position: TextPosition) -> int:
        """Returns the offset of a position; a position within a character counts as that of the
        character.
        """
        if position.line >= len(self.starts):
            return len(self.text)
        start = self.starts[max(position.line, 0)]
        end = LINE_END.search(self.text, start)
        line = self.text[start : end.start() if end else len(self.text)]
        column = max(position.character, 0)
        if line.isascii():
            return start + min(column, len(line))
        units = 0
        for index, character in enumerate(line):
            units += self._units(character)
            if units > column:
                return start + index
        return start + len(line)

    def position(self, offset: int) -> TextPosition:
        """Returns the position of an offset."""
        clamped = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, clamped) - 1
        return TextPosition(line, self._units(self.text[self.starts[line] : clamped]))

    def range(self, span: Span) -> tuple[TextPosition, TextPosition]:
        """Returns the positions of a span's start and end."""
        return self.position(span.start), self.position(span.end)

    def _units(self, text: str) -> int:
        match self.encoding:
            case "utf-8":
                return len(text.encode("utf-8", "surrogatepass"))
            case "utf-16":
                return len(text.encode("utf-16-le", "surrogatepass")) // 2
            case "utf-32":
                return len(text)
