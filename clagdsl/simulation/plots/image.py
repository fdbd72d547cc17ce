"""Charts as images: one PNG with all of them, or an SVG per chart for a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO, StringIO
from typing import Final

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure, SubFigure

from clagdsl.problems.escape import escape_invisible
from clagdsl.simulation.plots.charts import CHANGES, PICTURES, Drawn, Picture
from clagdsl.simulation.plots.style import FAINT, NAMES, plot_style
from clagdsl.simulation.stats.reports import Report, TwoReports

_SIZE: Final = (12.4, 9.6)
_SIZE_OF_TWO: Final = (12.4, 24.4)
_MOST_LETTERS: Final = 115
"""The maximum number of characters of a game's name per line."""
PART: Final = (5.3, 4.0)
"""The size in inches of a chart on a page, which scales it to the available width."""
_COLOUR: Final = re.compile(r"(?<=: )(#[0-9a-f]{6})\b")
_FONT: Final = re.compile(r"(?<=font: )((?:bold |[0-9]+ )?[0-9.]+px) [^;\"]+")
_FAMILY: Final = re.compile(r"(?<=font-family: )[^;\"]+")
_ID: Final = re.compile(r'(?<= id=")([^"]+)|(?<=="#)([^"]+)|(?<=url\(#)([^)]+)')


def png(report: Report | TwoReports) -> bytes:
    """Returns one PNG image of all charts; equal reports give equal bytes."""
    with plot_style("png"):
        kept = BytesIO()
        sheet = sheet_of_two(report) if isinstance(report, TwoReports) else sheet_of(report)
        sheet.savefig(kept, format="png", metadata={"Software": None})
    return kept.getvalue()


def sheet_of(report: Report) -> Figure:
    """Returns a figure with a game's four charts under its title and settings."""
    sheet, heading, parts = _sheet(_SIZE, 0.075, 2, 0.06)
    heading.text(
        0.008, 0.62, escape_invisible(report.title), fontsize=17, weight="bold", va="center"
    )
    heading.text(0.008, 0.12, _in_a_line(report.settings), color=FAINT, va="center", fontsize=11.5)
    for picture in PICTURES:
        picture.draw(next(parts), report).set_title(picture.title)
    return sheet


def sheet_of_two(two: TwoReports) -> Figure:
    """Returns a figure with the difference charts, then both games' charts side by side."""
    sheet, heading, parts = _sheet(_SIZE_OF_TWO, 0.066, 1 + len(PICTURES), 0.04)
    heading.text(0.008, 0.82, "Two games with the same packs", fontsize=17, weight="bold")
    games = (("A", two.first), ("B", two.other))
    for row, (letter, report) in enumerate(games):
        place = 0.6 - 0.22 * row
        heading.text(0.008, place, letter, va="center", fontsize=12.5, weight="bold")
        heading.text(0.03, place, _cut(escape_invisible(report.title)), va="center", fontsize=12.5)
    heading.text(0.008, 0.12, _in_a_line(two.settings), color=FAINT, va="center", fontsize=11.5)
    for change in CHANGES:
        change.draw(next(parts), two).set_title(change.title)
    for picture in PICTURES:
        for letter, report in games:
            picture.draw(next(parts), report).set_title(f"{letter}: {picture.title}")
    return sheet


def _sheet(
    size: tuple[float, float], head: float, rows: int, gap: float
) -> tuple[Figure, SubFigure, Iterator[SubFigure]]:
    """Returns a figure, its heading, and an iterator over its cells, two per row."""
    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    heading, body = figure.subfigures(2, 1, squeeze=False, height_ratios=(head, 1)).ravel()
    parts = body.subfigures(rows, 2, squeeze=False, wspace=0.05, hspace=gap).ravel()
    return figure, heading, iter(parts)


def _in_a_line(settings: Sequence[tuple[str, str]]) -> str:
    return escape_invisible(", ".join(f"{word} {value}" for word, value in settings))


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"


def svg(
    picture: Picture[Drawn],
    report: Drawn,
    game: str = "",
    size: tuple[float, float] = PART,
) -> str:
    """Returns a chart as an inline `<svg>`, whose colours a page can set through CSS variables.

    `game` is a prefix that keeps the ids of a second game's chart unique. `size` is in inches: the
    smaller it is, the larger the text appears at the page's width.
    """
    with plot_style(game + picture.name):
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasSVG(figure)
        picture.draw(figure, report)
        kept = StringIO()
        figure.savefig(kept, format="svg", metadata={"Date": None, "Creator": None})
    return _for_a_page(kept.getvalue(), game + picture.name)


def _for_a_page(text: str, name: str) -> str:
    """Returns an SVG without the parts that only a file needs, and with ids unique on a page."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.S)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = _COLOUR.sub(lambda match: _named(match[1]), text)
    text = _FAMILY.sub("var(--font)", _FONT.sub(r"\1 var(--font)", text))
    return _ID.sub(lambda match: f"{name}-{match[0]}", text).rstrip() + "\n"


def _named(colour: str) -> str:
    return f"var(--{NAMES[colour]})" if colour in NAMES else colour
