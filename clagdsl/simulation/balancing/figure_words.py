"""Figures in words and tables, and the parts of an answer that are made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from clagdsl.simulation.balancing.balance_report import BalanceFigure, Interval95

PERCENT: Final = 100.0
EXACT: Final = 1e-9
"""What is told without an interval: the same in all matches."""


@dataclass(frozen=True, slots=True)
class BarLine:
    """A row of a picture: the figures of one game or of both."""

    name: str
    figure: BalanceFigure


@dataclass(frozen=True, slots=True)
class BarPicture:
    """A picture of figures with their intervals, in percent where `scale` is 100."""

    title: str
    along: str
    bars: tuple[BarLine, ...]
    even: float | None = None
    even_name: str = ""
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class BalanceTableText:
    """A table: its caption, its heads, its rows; `words` are the columns of words."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BalanceSection:
    """One question of a designer: the answer in words, the tables, the pictures."""

    name: str
    title: str
    said: tuple[str, ...]
    tables: tuple[BalanceTableText, ...]
    pictures: tuple[BarPicture, ...] = ()


# --- figures in words ---------------------------------------------------------------------


def places_for(within: float | None) -> int:
    """How many places behind the point an interval leaves worth telling."""
    if within is None or within >= 0.95:
        return 1
    return 2 if within >= 0.095 else 3


def figure_text(figure: Interval95, scale: float = 1.0, *, sign: bool = False) -> str:
    """A figure with its interval: `3.1 ± 1.9`; the longer side where it has two."""
    within = None if figure.within is None else scale * figure.within
    exact = within is not None and within < EXACT
    places = 2 if exact else places_for(within)
    value = f"{scale * figure.value:{'+' if sign else ''},.{places}f}"
    if not float(value.replace(",", "")):
        value = value.lstrip("+-")
    if exact:
        return value.removesuffix(".00")
    if within is None or figure.low is None or figure.high is None:
        return value
    below, above = figure.value - figure.low, figure.high - figure.value
    if abs(below - above) > EXACT:
        return f"{value} -{scale * below:,.{places}f} +{scale * above:,.{places}f}"
    return f"{value} ± {within:,.{places}f}"


def size_text(figure: Interval95, scale: float = 1.0) -> str:
    """The same without its sign, which a word beside it says."""
    return figure_text(figure, scale).removeprefix("-")


def share_text(figure: Interval95) -> str:
    """A share in percent, with its interval."""
    return f"{figure_text(figure, PERCENT)} %"


@dataclass(frozen=True, slots=True)
class FigureColumn:
    """A column of figures, or where two games are compared three of them."""

    head: str
    figures: tuple[BalanceFigure | None, ...]
    scale: float = 1.0
    caption: str = ""
    """What it is, where it stands in a table of its own."""


def figure_tables(
    caption: str,
    head: str,
    names: Sequence[str],
    columns: Sequence[FigureColumn],
    *,
    compared: bool,
) -> tuple[BalanceTableText, ...]:
    """One table of all columns; where two games are compared, one of each column."""
    if compared:
        return tuple(_compared(head, names, column) for column in columns)
    rows = tuple(
        (
            name,
            *(
                "–" if found is None else figure_text(found.here, column.scale)
                for column in columns
                for found in (column.figures[place],)
            ),
        )
        for place, name in enumerate(names)
    )
    return (BalanceTableText(caption, (head, *(column.head for column in columns)), rows),)


def _compared(head: str, names: Sequence[str], column: FigureColumn) -> BalanceTableText:
    """A column of both games, and how much more it is in the first."""
    rows = []
    for name, found in zip(names, column.figures, strict=True):
        cells = ["–"] * 3
        if found is not None:
            cells[0] = figure_text(found.here, column.scale)
        if found is not None and found.other is not None:
            cells[1] = figure_text(found.other, column.scale)
        if found is not None and found.more is not None:
            cells[2] = figure_text(found.more, column.scale, sign=True)
        rows.append((name, *cells))
    return BalanceTableText(column.caption, (head, "A", "B", "A less B"), tuple(rows))


def beside_text(figure: BalanceFigure | None, told: str, scale: float = 1.0, unit: str = "") -> str:
    """How much more it is than in the other game, as the end of a paragraph."""
    if figure is None or figure.other is None or figure.more is None:
        return ""
    more = figure.more
    other = figure_text(figure.other, scale)
    if (more.low, more.value, more.high) == (0, 0, 0):
        change = "the same"
    elif not more.certain:
        change = f"no difference shows ({figure_text(more, scale, sign=True)}{unit})"
    else:
        word = "more" if more.value > 0 else "less"
        change = f"here it is {size_text(more, scale)}{unit} {word}"
    return f"In B {told} {other}{unit}: {change}."
