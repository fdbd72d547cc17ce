"""A balance as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from clagdsl.simulation.balancing.balance_report import Balance, Interval95
from clagdsl.simulation.balancing.balance_sections import (
    BalanceSection,
    BarPicture,
    figure_text,
    sections,
)
from clagdsl.simulation.balancing.balance_text import game_text, note_text
from clagdsl.simulation.plots.charts import Picture
from clagdsl.simulation.plots.image import svg
from clagdsl.simulation.plots.interval_chart import (
    IntervalChart,
    IntervalRow,
    draw_intervals,
    true_minus,
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


def balance_page(balance: Balance) -> str:
    """Returns the whole document, which depends only on the balance."""
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
        yield f"<p>{escaped(true_minus(note))}</p>"


def _section(section: BalanceSection, balance: Balance) -> Iterator[str]:
    yield f'<section class="answer" id="{section.name}">'
    yield f"<h2>{escaped(section.title)}</h2>"
    for text in section.paragraphs:
        yield f"<p>{escaped(true_minus(text))}</p>"
    if section.pictures:
        yield '<div class="pictures">'
        for place, picture in enumerate(section.pictures):
            name = f"{section.name}-{place}"
            chart = _chart(picture, compared=balance.against is not None)
            drawn = svg(Picture(name, picture.title, draw_intervals), chart, size=chart.size)
            yield from picture_section(name, picture.title, drawn, _describe_picture(picture), "h3")
        yield "</div>"
    yield '<div class="tables">'
    for table in section.tables:
        rows = [[true_minus(cell) for cell in row] for row in table.rows]
        yield from table_lines(table.caption, table.heads, rows, table.words)
    yield "</div>"
    yield "</section>"


def _chart(picture: BarPicture, *, compared: bool) -> IntervalChart:
    scale = picture.column.scale
    rows = []
    for name, both in picture.bars:
        games = (both.here, both.other) if compared else (both.here,)
        bars = tuple(None if each is None else _bar(each, scale) for each in games)
        text = "\n".join(figure_text(each, scale) for each in games if each is not None)
        rows.append(IntervalRow(name, bars, true_minus(text)))
    return IntervalChart(picture.along, tuple(rows), picture.even, picture.even_name, compared)


def _bar(figure: Interval95, scale: float) -> tuple[float, float, float]:
    low, high = figure.ends
    return scale * figure.value, scale * low, scale * high


def _describe_picture(picture: BarPicture) -> str:
    """Returns a description of a chart."""
    bars = sorted(picture.bars, key=lambda bar: bar[1].here.value)
    ends = [bars[-1], bars[0]] if len(bars) > 1 else bars
    words = ("Most", "least")
    parts = [
        f"{word}: {name}, {figure_text(figure.here, picture.column.scale)}"
        for word, (name, figure) in zip(words, ends, strict=False)
    ]
    even = "" if picture.even is None else f" The upright line is {EVEN[picture.even_name]}."
    return true_minus(
        f"In {picture.along}, with 95 % confidence intervals. {'; '.join(parts)}.{even}"
    )
