"""A report of a simulation as one HTML page that needs nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from clagdsl.problems.safe_text import visible
from clagdsl.simulation.plots.alt_text import bid_rows, cards, number, percent, said_of
from clagdsl.simulation.plots.image import svg
from clagdsl.simulation.plots.pictures import PICTURES, Picture
from clagdsl.simulation.plots.plot_data import DealCourse, Report, SeatScore, Spread


def page(report: Report) -> str:
    """The report as a whole HTML document; the same text for the same figures."""
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="generator" content="clagdsl simulate">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{_text(report.title)}: a simulation</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<header>",
        f"<h1>{_text(report.title)}</h1>",
        *_settings(report),
        "</header>",
        "<main>",
        '<div class="pictures">',
        *(line for picture in PICTURES for line in _picture(picture, report)),
        "</div>",
        *_seats(report.seats),
        *_deals(report.deals),
        *_bids(report),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return escape(visible(text), quote=True)


def _settings(report: Report) -> Iterator[str]:
    yield '<dl class="settings">'
    for word, value in report.settings:
        yield f"<div><dt>{_text(word)}</dt><dd>{_text(value)}</dd></div>"
    yield "</dl>"


def _picture(picture: Picture, report: Report) -> Iterator[str]:
    said = _text(said_of(picture.name, report))
    drawn = svg(picture, report)
    # The heading names the picture and the caption tells what it shows.
    head = (
        f'role="img" aria-labelledby="{picture.name}-title" aria-describedby="{picture.name}-said"'
    )
    yield "<section>"
    yield f'<h2 id="{picture.name}-title">{_text(picture.title)}</h2>'
    yield "<figure>"
    yield drawn.replace("<svg ", f"<svg {head} ", 1).rstrip("\n")
    yield f'<figcaption id="{picture.name}-said">{said}</figcaption>'
    yield "</figure>"
    yield "</section>"


# --- the tables ---------------------------------------------------------------------------


def _seats(seats: Sequence[SeatScore]) -> Iterator[str]:
    head = ("seat", "policy", "mean", "± 95%", "won", *_SPREAD)
    rows = [
        (
            str(seat.seat),
            seat.policy,
            number(seat.mean, 2),
            "–" if seat.margin is None else number(seat.margin, 2),
            percent(seat.won, 1),
            *_spread(seat.spread),
        )
        for seat in seats
    ]
    yield from _table("The final totals of each seat", head, rows, words=(1,))


def _deals(deals: Sequence[DealCourse]) -> Iterator[str]:
    head = ("deal", "name", "cards", "mean", "made", "decides", "leader wins", *_SPREAD)
    rows = [
        (
            str(deal.number),
            deal.name,
            deal.cards,
            number(deal.mean, 2),
            percent(deal.made, 1),
            percent(deal.decides, 1),
            percent(deal.leader_wins, 1),
            *_spread(deal.totals),
        )
        for deal in deals
    ]
    told = (
        "Each deal: mean points of a seat, contracts made, share of the variance of final totals,"
        " how often the leader after it wins the match; running totals of all seats"
    )
    yield from _table(told, head, rows, words=(1,))


def _bids(report: Report) -> Iterator[str]:
    sizes, by_bid = bid_rows(report.bids)
    if not sizes:
        return
    rows = []
    for bid, row in by_bid.items():
        cells = [str(bid)]
        for size in sizes:
            one = row.get(size)
            cells.append(f"{percent(one.made / one.counted)} of {one.counted:,}" if one else "")
        rows.append(cells)
    head = ("bid", *(cards(size) for size in sizes))
    yield from _table("Contracts made, by bid and cards in each hand", head, rows)


_SPREAD = ("5%", "25%", "median", "75%", "95%")


def _spread(spread: Spread) -> list[str]:
    figures = (spread.low, spread.lower, spread.median, spread.upper, spread.high)
    return [number(figure, 0) for figure in figures]


def _table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()
) -> Iterator[str]:
    """A table whose first column names the rows; columns of words are not lined up as figures."""
    kind = [' class="words"' if column in words else "" for column in range(len(head))]
    yield '<div class="wide"><table>'
    yield f"<caption>{_text(caption)}</caption>"
    heads = "".join(
        f'<th scope="col"{kind[column]}>{_text(cell)}</th>' for column, cell in enumerate(head)
    )
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for first, *others in rows:
        cells = "".join(
            f"<td{kind[column]}>{_text(cell)}</td>" for column, cell in enumerate(others, 1)
        )
        yield f'<tr><th scope="row">{_text(first)}</th>{cells}</tr>'
    yield "</tbody></table></div>"
