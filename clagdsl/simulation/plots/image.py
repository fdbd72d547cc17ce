"""The pictures as images: one PNG of all four, or each as an SVG for a page."""

from __future__ import annotations

import re
from io import BytesIO, StringIO
from typing import Final

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from clagdsl.problems.safe_text import visible
from clagdsl.simulation.plots.pictures import PICTURES, Picture
from clagdsl.simulation.plots.plot_data import Report
from clagdsl.simulation.plots.style import FAINT, NAMES, our_look

_SIZE: Final = (12.4, 9.6)
PART: Final = (5.3, 4.0)
"""The size of a picture on a page, in inches; the page gives it the width that it has."""
_COLOUR: Final = re.compile(r"(?<=: )(#[0-9a-f]{6})\b")
_FONT: Final = re.compile(r"(?<=font: )((?:bold |[0-9]+ )?[0-9.]+px) [^;\"]+")
_FAMILY: Final = re.compile(r"(?<=font-family: )[^;\"]+")
_ID: Final = re.compile(r'(?<= id=")([^"]+)|(?<=="#)([^"]+)|(?<=url\(#)([^)]+)')


def png(report: Report) -> bytes:
    """One image of the four pictures; the same bytes for the same figures."""
    with our_look("png"):
        kept = BytesIO()
        sheet_of(report).savefig(kept, format="png", metadata={"Software": None})
    return kept.getvalue()


def sheet_of(report: Report) -> Figure:
    """The four pictures under the title and the settings."""
    figure = Figure(figsize=_SIZE, layout="constrained")
    FigureCanvasAgg(figure)
    heading, body = figure.subfigures(2, 1, squeeze=False, height_ratios=(0.075, 1)).ravel()
    heading.text(0.008, 0.62, visible(report.title), fontsize=17, weight="bold", va="center")
    settings = ", ".join(f"{word} {value}" for word, value in report.settings)
    heading.text(0.008, 0.12, visible(settings), color=FAINT, va="center", fontsize=11.5)
    parts = body.subfigures(2, 2, squeeze=False, wspace=0.05, hspace=0.06).ravel()
    for part, picture in zip(parts, PICTURES, strict=True):
        picture.draw(part, report).set_title(picture.title)
    return figure


def svg(picture: Picture, report: Report) -> str:
    """A picture as an `<svg>` to stand in a page, which may change its colours by their names."""
    with our_look(picture.name):
        figure = Figure(figsize=PART, layout="constrained")
        FigureCanvasSVG(figure)
        picture.draw(figure, report)
        kept = StringIO()
        figure.savefig(kept, format="svg", metadata={"Date": None, "Creator": None})
    return _for_a_page(kept.getvalue(), picture.name)


def _for_a_page(text: str, name: str) -> str:
    """Without what only a file needs; ids that no other picture of the page has."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.S)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = _COLOUR.sub(lambda found: _named(found[1]), text)
    text = _FAMILY.sub("var(--font)", _FONT.sub(r"\1 var(--font)", text))
    return _ID.sub(lambda found: f"{name}-{found[0]}", text).rstrip() + "\n"


def _named(colour: str) -> str:
    return f"var(--{NAMES[colour]})" if colour in NAMES else colour
