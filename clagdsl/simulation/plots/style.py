"""The style of all charts: colours suitable for colour-blind readers, large text, no frames."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from warnings import catch_warnings, simplefilter

import matplotlib
from matplotlib import style
from matplotlib.axes import Axes

INK: Final = "#1b1b1b"
FAINT: Final = "#5f5f5f"
LINE: Final = "#c9c9c9"
PAPER: Final = "#ffffff"
STRONG: Final = "#0072b2"
MIDDLE: Final = "#7fb8d8"
PALE: Final = "#cfe3ef"
OTHER: Final = "#d55e00"
STEPS: Final = (
    *("#eef3f8", "#dde8f2", "#cbdcec", "#b4cfe4", "#98bfdb"),
    *("#79abcf", "#5893c0", "#3a79ad", "#205f95", "#0b4376"),
)
"""The colours of shares, one for each tenth."""

# The first of STEPS that needs light text.
_DARK_STEP: Final = 7

NAMES: Final[dict[str, str]] = {
    INK: "ink",
    FAINT: "faint",
    LINE: "line",
    PAPER: "paper",
    STRONG: "strong",
    MIDDLE: "middle",
    PALE: "pale",
    OTHER: "other",
    **{colour: f"step-{number}" for number, colour in enumerate(STEPS)},
}
"""The CSS variables by which a page can change the colours."""

_PARAMETERS: Final[Any] = {
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "axes.edgecolor": LINE,
    "axes.labelcolor": FAINT,
    "axes.labelsize": 11,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlecolor": INK,
    "axes.titlepad": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "font.size": 11,
    "font.family": ["DejaVu Sans"],
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 10.5,
    "ytick.labelsize": 10.5,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "svg.fonttype": "none",
    "savefig.dpi": 150,
}


@contextmanager
def plot_style(name: str) -> Iterator[None]:
    """Applies the style regardless of local settings; `name` seeds the ids in SVG."""
    ours = {**_PARAMETERS, "svg.hashsalt": name}
    with style.context("default"), matplotlib.rc_context(ours), catch_warnings():
        simplefilter("ignore")  # a missing glyph is drawn as a box
        yield


def step(share: float) -> int:
    """Returns the index in STEPS for a share."""
    return min(max(int(share * len(STEPS)), 0), len(STEPS) - 1)


def needs_light_text(number: int) -> bool:
    """Returns whether text on colour `number` of STEPS must be light."""
    return number >= _DARK_STEP


def hide_spines(axes: Axes, *sides: str) -> None:
    """Hides the spines and ticks on these sides."""
    for side in sides:
        axes.spines[side].set_visible(False)
        axes.tick_params(axis="x" if side in ("top", "bottom") else "y", length=0)
