"""Draws a picture as SVG: phases are columns, lanes are rows.

The order of the phases is fixed, so every phase has its column and deals can be compared from row
to row. A general layout program would not know this order and would have to be installed.

Drawing goes from top to bottom: title and legend, the schedule, the lanes, then the lines around
them. Lengths are in pixels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias
from xml.sax.saxutils import escape

from clagdsl.explain.graph.picture import COLOURS, LEGEND, Box, Diagram, Lane
from clagdsl.problems.escape import escape_invisible, width

# All in pixels: column pitch, box size, outer margin, width of the rail on the left, line height.
COLUMN: Final = 138
BOX: Final = (116, 66)
MARGIN: Final = 24
RAIL: Final = 64
LINE: Final = 15

_COLUMNS: Final = (
    "size",
    "first",
    "deal",
    "call",
    "auction",
    "name",
    "rest",
    "turn",
    "bid",
    "late turn",
    "late name",
    "play",
    "score",
)

_STYLE: Final = (
    "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;font-size:12px;fill:#222}"
    ".title{font-size:20px;font-weight:bold}.head{font-weight:bold;font-size:13px}"
    ".box{font-weight:bold;font-size:14px}.note{font-size:11px}"
    ".gone{fill:#666}.line{fill:none;stroke:#555;stroke-width:1.5}"
)

Place: TypeAlias = tuple[float, float]


def svg(picture: Diagram) -> str:
    """Returns the picture as an SVG document."""
    return _Drawing(picture).text()


@dataclass(slots=True)
class _Drawing:
    """A drawing in progress; `y` is the position reached from the top."""

    picture: Diagram
    parts: list[str] = field(default_factory=list)
    columns: dict[str, float] = field(default_factory=dict)
    right: float = 0
    y: float = MARGIN
    ends: list[float] = field(default_factory=list)
    boxes: list[tuple[Box, float, float]] = field(default_factory=list)

    def text(self) -> str:
        """Draws everything and returns the document."""
        self._set_columns()
        self._head()
        self._schedule()
        top = self.y + 24
        self.y = top + 46
        starts = [self._lane(lane) for lane in self.picture.lanes]
        self._rails(top, starts)
        for box, x, y in self.boxes:
            self._box(box, x, y)
        self._feet()
        return self._document()

    def _document(self) -> str:
        wide, high = round(self.right + MARGIN + 22), round(self.y + MARGIN)
        title = escape(escape_invisible(self.picture.title))
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {wide} {high}" '
                f'width="{wide}" height="{high}">',
                f"<title>{title}</title>",
                f"<desc>{escape(escape_invisible(self.picture.subtitle))}</desc>",
                "<metadata>made by clagdsl graph</metadata>",
                f"<style>{_STYLE}</style>",
                '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
                'markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" fill="#555"/></marker>'
                "</defs>",
                f'<rect width="{wide}" height="{high}" fill="#fff"/>',
                *self.parts,
                "</svg>",
                "",
            ]
        )

    def _set_columns(self) -> None:
        """Assigns a column to each phase that has a box."""
        used = {
            column
            for lane in self.picture.lanes
            for boxes in (lane.boxes, *(path.boxes for path in lane.paths))
            for column, _ in placed(boxes)
        }
        x = float(MARGIN + RAIL + 30)
        for column in _COLUMNS:
            if column in used:
                self.columns[column] = x
                x += COLUMN
        self.right = max(x - COLUMN + BOX[0], 620)

    # --- above ------------------------------------------------------------------------------

    def _head(self) -> None:
        self._write(MARGIN, self.y + 16, self.picture.title, "title")
        self._write(MARGIN, self.y + 36, self.picture.subtitle)
        x = float(MARGIN)
        shown = {box.who for lane in self.picture.lanes for box in every_box(lane)}
        for who, label in LEGEND.items():
            if who in shown:
                fill, stroke = COLOURS[who]
                self._rectangle((x, self.y + 48), (14, 14), fill, stroke)
                self._write(x + 20, self.y + 59, label, "note")
                x += 44 + 6.2 * len(label)
        self.y += 76

    def _schedule(self) -> None:
        """Draws the schedule in several columns."""
        rows = self.picture.schedule
        self._write(MARGIN, self.y + 12, "The schedule", "head")
        broad = max(7.0 * max(width(escape_invisible(row)) for row in rows) + 24, 120)
        across = max(1, int((self.right - MARGIN) // broad))
        down = -(-len(rows) // across)
        for number, row in enumerate(rows):
            x = MARGIN + (number // down) * broad
            self._write(x, self.y + 12 + LINE * (1 + number % down) + 3, row)
        self.y += 24 + LINE * down

    # --- lanes ------------------------------------------------------------------------------

    def _lane(self, lane: Lane) -> Place:
        """Draws one lane and returns the left middle point of its first box that is not skipped."""
        left = min(self.columns.values())
        for line in wrapped(", ".join(lane.deals), int((self.right - left) / 7.2)):
            self._write(left, self.y + 12, line, "head")
            self.y += LINE
        self.y += 8
        middle = self.y + BOX[1] / 2
        last = self._row(lane.boxes)
        self.y += BOX[1] + 14
        if lane.paths:
            self._paths(lane, last)
        else:
            self.ends.append(middle)
        self.y += 12
        first = next(column for column, box in placed(lane.boxes) if not box.skipped)
        return self.columns[first], middle

    def _paths(self, lane: Lane, last: float) -> None:
        """Draws the paths after a call, each from a line that goes down from the call."""
        rail = last - BOX[0] / 2
        top = self.y - 14
        middle = top
        for path in lane.paths:
            for line in wrapped(f"called: {path.condition}", int((self.right - rail) / 6.7)):
                self._write(rail + 10, self.y + 10, line, "note")
                self.y += LINE
            self.y += 12
            middle = self.y + BOX[1] / 2
            self._row(path.boxes, rail)
            self.ends.append(middle)
            self.y += BOX[1] + 12
        self._path([(rail, top), (rail, middle)])

    def _row(self, boxes: Sequence[Box], start: float | None = None) -> float:
        """Draws boxes in their columns with arrows between them; returns the right end of the last
        one.
        """
        middle = self.y + BOX[1] / 2
        before = start
        end = 0.0
        for column, box in placed(boxes):
            x = self.columns[column]
            if not box.skipped:
                if before is not None:
                    self._path([(before, middle), (x, middle)], arrow=True)
                before = end = x + BOX[0]
        # Skipped boxes are drawn later, over the line that passes them.
        self.boxes += [(box, self.columns[column], self.y) for column, box in placed(boxes)]
        return end

    def _box(self, box: Box, x: float, y: float) -> None:
        fill, stroke = ("#fff", "#999") if box.skipped else COLOURS[box.who]
        self._rectangle((x, y), BOX, fill, stroke, dashed=box.skipped)
        centre = x + BOX[0] / 2
        kind = "note gone" if box.skipped else "note"
        self._write(centre, y + 18, box.title, kind if box.skipped else "box", middle=True)
        for number, line in enumerate(wrapped(box.note, 20)[:3]):
            self._write(centre, y + 33 + 12 * number, line, kind, middle=True)
        if box.again:
            edge = x + BOX[0] - 12
            self.parts.append(
                f'<path class="line" marker-end="url(#arrow)" d="M{_n(edge - 14)} {_n(y)}'
                f'c-4 -16 18 -16 14 -1"/>'
            )

    # --- around -----------------------------------------------------------------------------

    def _rails(self, top: float, starts: Sequence[Place]) -> None:
        """Draws the line that connects the lanes on the left, and the return path on the right and
        along the top.
        """
        begin = "next deal" if self.picture.whole else "one deal"
        self._rounded((MARGIN, top - 16), (92, 32), begin)
        rail = float(MARGIN + RAIL - 18)
        for x, middle in starts:
            self._path([(rail, middle), (x, middle)], arrow=True)
        score = self.columns["score"] + BOX[0]
        back = self.right + 16
        for middle in self.ends:
            self._path([(score, middle), (back, middle)])
        if self.picture.whole:
            bottom = self.y + 12
            self._path([(back, max(self.ends)), (back, top), (MARGIN + 92, top)], arrow=True)
            self._path([(rail, top + 16), (rail, bottom)], arrow=True)
            self._write(rail + 8, bottom - 8, self.picture.last, "note")
            self._rounded((MARGIN, bottom), (92, 32), "the end")
            self.y = bottom + 32
        else:
            bottom = self.y + 8
            self._path([(rail, top + 16), (rail, starts[-1][1])])
            self._path([(back, min(self.ends)), (back, bottom)], arrow=True)
            self._rounded((back - 70, bottom), (92, 32), "deal over")
            self.y = bottom + 32

    def _feet(self) -> None:
        if not self.picture.never:
            return
        self.y += 26
        for line in wrapped("In every deal: " + "; ".join(self.picture.never), 110):
            self._write(MARGIN, self.y, line, "gone")
            self.y += LINE

    # --- shapes -----------------------------------------------------------------------------

    def _write(
        self, x: float, y: float, text: str, kind: str = "", *, middle: bool = False
    ) -> None:
        style = f' class="{kind}"' if kind else ""
        anchor = ' text-anchor="middle"' if middle else ""
        content = escape(escape_invisible(text))
        self.parts.append(f'<text x="{_n(x)}" y="{_n(y)}"{style}{anchor}>{content}</text>')

    def _rectangle(
        self, at: Place, size: Place, fill: str, stroke: str, *, dashed: bool = False
    ) -> None:
        dash = ' stroke-dasharray="4 3"' if dashed else ""
        self.parts.append(
            f'<rect x="{_n(at[0])}" y="{_n(at[1])}" width="{_n(size[0])}" height="{_n(size[1])}" '
            f'rx="6" fill="{fill}" stroke="{stroke}"{dash}/>'
        )

    def _rounded(self, at: Place, size: Place, text: str) -> None:
        self.parts.append(
            f'<rect x="{_n(at[0])}" y="{_n(at[1])}" width="{_n(size[0])}" height="{_n(size[1])}" '
            f'rx="{_n(size[1] / 2)}" fill="#fff" stroke="#555"/>'
        )
        self._write(at[0] + size[0] / 2, at[1] + size[1] / 2 + 4, text, "head", middle=True)

    def _path(self, points: Sequence[Place], *, arrow: bool = False) -> None:
        marker = ' marker-end="url(#arrow)"' if arrow else ""
        course = "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
        self.parts.append(f'<path class="line"{marker} d="M{course}"/>')


def every_box(lane: Lane) -> Iterator[Box]:
    """Yields all boxes of a lane."""
    yield from lane.boxes
    for path in lane.paths:
        yield from path.boxes


def placed(boxes: Sequence[Box]) -> Iterator[tuple[str, Box]]:
    """Yields each box with its column; trump made after the bids has its own columns."""
    bid = False
    for box in boxes:
        bid = bid or (box.phase == "bid" and not box.skipped)
        yield (f"late {box.phase}" if box.phase in ("turn", "name") and bid else box.phase), box


def wrapped(text: str, columns: int) -> list[str]:
    """Returns text in lines of `columns` columns at most; a longer word gets its own line."""
    lines = [""]
    for word in escape_invisible(text).split():
        if lines[-1] and width(lines[-1]) + 1 + width(word) > columns:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _n(number: float) -> str:
    """Formats a coordinate without trailing zeros."""
    return f"{number:.1f}".removesuffix(".0")
