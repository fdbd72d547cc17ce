"""A balance as one HTML page that needs nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clagdsl.simulation.balancing.balance_report import Balance, Interval95
from clagdsl.simulation.balancing.balance_text import game_text, note_text
from clagdsl.simulation.balancing.balance_words import sections
from clagdsl.simulation.balancing.figure_words import (
    BalanceSection,
    BarLine,
    BarPicture,
    figure_text,
)
from clagdsl.simulation.plots.image import svg
from clagdsl.simulation.plots.interval_chart import (
    IntervalBar,
    IntervalChart,
    IntervalRow,
    intervals,
)
from clagdsl.simulation.plots.page import (
    document,
    escaped,
    picture_section,
    settings_list,
    table_lines,
)

GENERATOR: Final = "clagdsl balance"
EVEN: Final = {"mean": "the mean of all seats", "even": "an even share"}
MINUS: Final = re.compile(r"(?<![\w-])-(?=[0-9])")


def balance_page(balance: Balance) -> str:
    """The whole document; the same text for the same figures."""
    head = [f"<h1>{escaped(_title(balance))}</h1>", *settings_list(_settings(balance))]
    style = Path(__file__).with_name("balance.css").read_text(encoding="utf-8")
    title = f"{_title(balance)}: the balance"
    return document(title, GENERATOR, head, _main(balance), style)


def _title(balance: Balance) -> str:
    if balance.against is None:
        return balance.game.title
    return f"{balance.game.title} against {balance.against.title}"


def _settings(balance: Balance) -> Iterator[tuple[str, str]]:
    if balance.against is None:
        yield "rules", game_text(balance.game)
    else:
        yield "A", game_text(balance.game)
        yield "B", game_text(balance.against)
    yield "sets of packs", f"{balance.packs:,}"
    yield "matches with each", str(balance.game.turns)
    yield "players", str(balance.players)
    yield "they play", balance.player
    yield "seed", str(balance.seed)


def _main(balance: Balance) -> Iterator[str]:
    for section in sections(balance):
        yield from _section(section, balance)
    yield f"<p>{escaped(note_text(balance))}</p>"
    for note in balance.notes:
        yield f"<p>{escaped(_minus(note))}</p>"


def _section(section: BalanceSection, balance: Balance) -> Iterator[str]:
    yield f'<section class="answer" id="{section.name}">'
    yield f"<h2>{escaped(section.title)}</h2>"
    for text in section.said:
        yield f"<p>{escaped(_minus(text))}</p>"
    if section.pictures:
        yield '<div class="pictures">'
        for place, picture in enumerate(section.pictures):
            name = f"{section.name}-{place}"
            chart = _chart(picture, balance)
            drawn = svg(intervals(name, picture.title), chart, size=chart.size)
            yield from picture_section(name, picture.title, drawn, _told(picture), "h3")
        yield "</div>"
    yield '<div class="tables">'
    for table in section.tables:
        rows = [[_minus(cell) for cell in row] for row in table.rows]
        yield from table_lines(table.caption, table.heads, rows, table.words)
    yield "</div>"
    yield "</section>"


def _minus(text: str) -> str:
    """The text with true minus signs before figures."""
    return MINUS.sub("−", text)


# --- pictures -----------------------------------------------------------------------------


def _chart(picture: BarPicture, balance: Balance) -> IntervalChart:
    compared = balance.against is not None
    return IntervalChart(
        along=picture.along,
        rows=tuple(_row(line, picture.scale, compared=compared) for line in picture.bars),
        even=picture.even,
        even_name=picture.even_name,
        games=("A", "B") if compared else (),
    )


def _row(line: BarLine, scale: float, *, compared: bool) -> IntervalRow:
    figure = line.figure
    bars: list[IntervalBar | None] = [_bar(figure.here, scale)]
    told = figure_text(figure.here, scale)
    if compared:
        bars.append(None if figure.other is None else _bar(figure.other, scale))
        told = "" if figure.other is None else "\n" + figure_text(figure.other, scale)
        told = figure_text(figure.here, scale) + told
    return IntervalRow(line.name, tuple(bars), _minus(told))


def _bar(figure: Interval95, scale: float) -> IntervalBar:
    low = figure.value if figure.low is None else figure.low
    high = figure.value if figure.high is None else figure.high
    return IntervalBar(scale * figure.value, scale * low, scale * high)


def _told(picture: BarPicture) -> str:
    """What the picture shows, in words."""
    bars = sorted(picture.bars, key=lambda line: line.figure.here.value)
    ends = [bars[-1], bars[0]] if len(bars) > 1 else bars
    words = ("Most", "least")
    parts = [
        f"{word}: {line.name}, {figure_text(line.figure.here, picture.scale)}"
        for word, line in zip(words, ends, strict=False)
    ]
    even = "" if picture.even is None else f" The upright line is {EVEN[picture.even_name]}."
    return _minus(f"In {picture.along}, with intervals of 95 %. {'; '.join(parts)}.{even}")
