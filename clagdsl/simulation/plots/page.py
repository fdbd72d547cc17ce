"""The report of a simulation as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from clagdsl.problems.escape import escape_invisible
from clagdsl.simulation.plots.alt_text import (
    both_text,
    cards,
    change_name,
    describe_change,
    describe_plot,
    number,
    percent,
    signed,
)
from clagdsl.simulation.plots.charts import CHANGES, PICTURES
from clagdsl.simulation.plots.image import svg
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.reports import Report, TwoReports
from clagdsl.simulation.stats.statistics import BidFigures, DealFigures


def page(report: Report | TwoReports) -> str:
    """Returns the report as a complete HTML document that depends only on the report."""
    main = (
        _comparison_sections(report) if isinstance(report, TwoReports) else _report_sections(report)
    )
    head = [f"<h1>{escaped(report.title)}</h1>", *_settings(report)]
    return document(f"{report.title}: a simulation", "clagdsl simulate", head, main)


def document(
    title: str, generator: str, head: Iterable[str], main: Iterable[str], more_style: str = ""
) -> str:
    """Returns a self-contained HTML document."""
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8") + more_style
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="generator" content="{generator}">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escaped(title)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<header>",
        *head,
        "</header>",
        "<main>",
        *main,
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Escapes a string for HTML, and makes invisible characters visible."""
    return escape(escape_invisible(text), quote=True)


def _report_sections(report: Report) -> Iterator[str]:
    yield '<div class="pictures">'
    for picture in PICTURES:
        caption = describe_plot(picture.name, report)
        yield from picture_section(picture.name, picture.title, svg(picture, report), caption)
    yield "</div>"
    yield from _tables(report)


def _tables(report: Report, game: str = "") -> Iterator[str]:
    yield from _seats(report, game)
    yield from _deals(report.game.deals, game)
    yield from _bids(report.game.bids, game)


def _comparison_sections(two: TwoReports) -> Iterator[str]:
    """Yields the differences, then both games' charts side by side, then all tables."""
    games = (("A", two.first), ("B", two.other))
    yield '<div class="pictures">'
    for change in CHANGES:
        caption = describe_change(change.name, two)
        yield from picture_section(change.name, change.title, svg(change, two), caption)
    for picture in PICTURES:
        for letter, report in games:
            name = f"{letter.lower()}-"
            caption = f"{report.title}. {describe_plot(picture.name, report)}"
            drawn = svg(picture, report, name)
            yield from picture_section(
                name + picture.name, f"{letter}: {picture.title}", drawn, caption
            )
    yield "</div>"
    yield from _seat_changes(two)
    yield from _deal_changes(two)
    for letter, report in games:
        yield from _tables(report, f"{letter}: ")


def _settings(report: Report | TwoReports) -> Iterator[str]:
    settings = report.settings
    if isinstance(report, TwoReports):
        settings = (("A", report.first.title), ("B", report.other.title), *settings)
    return settings_list(settings)


def settings_list(settings: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yields the settings as an HTML definition list."""
    yield '<dl class="settings">'
    for word, value in settings:
        yield f"<div><dt>{escaped(word)}</dt><dd>{escaped(value)}</dd></div>"
    yield "</dl>"


def picture_section(
    name: str, title: str, drawn: str, caption: str, heading: str = "h2"
) -> Iterator[str]:
    """Yields a section with a title, a chart, and the description of the chart as its caption."""
    # For screen readers, the heading is the chart's name and the caption its description.
    head = f'role="img" aria-labelledby="{name}-title" aria-describedby="{name}-said"'
    yield "<section>"
    yield f'<{heading} id="{name}-title">{escaped(title)}</{heading}>'
    yield "<figure>"
    yield drawn.replace("<svg ", f"<svg {head} ", 1).rstrip("\n")
    yield f'<figcaption id="{name}-said">{escaped(caption)}</figcaption>'
    yield "</figure>"
    yield "</section>"


# --- the tables ---------------------------------------------------------------------------


def _seats(report: Report, game: str) -> Iterator[str]:
    head = ("seat", "policy", "mean", "± 95%", "won", *_SPREAD)
    rows = [
        (
            str(seat.seat),
            policy,
            number(seat.total.value, 2),
            _within(seat.total),
            percent(seat.won.value, 1),
            *(number(total, 0) for total in seat.totals),
        )
        for seat, policy in zip(report.game.seats, report.policies, strict=True)
    ]
    yield from table_lines(f"{game}The final totals of each seat", head, rows, words=(1,))


def _deals(deals: Sequence[DealFigures], game: str) -> Iterator[str]:
    head = ("deal", "name", "cards", "mean", "made", "decides", "leader wins", *_SPREAD)
    rows = [
        (
            str(each.deal.number),
            each.deal.name,
            each.cards,
            number(each.points.mean, 2),
            percent(each.points.made, 1),
            percent(each.decides, 1),
            percent(each.leader_wins, 1),
            *(number(total, 0) for total in each.totals),
        )
        for each in deals
    ]
    caption = (
        f"{game}Each deal: mean points of a seat, contracts made, share of the variance of final"
        " totals, how often the leader after it wins the match; running totals of all seats"
    )
    yield from table_lines(caption, head, rows, words=(1,))


def _bids(bids: Sequence[BidFigures], game: str) -> Iterator[str]:
    points = {(each.bid, each.cards): each.points for each in bids if each.points.counted}
    if not points:
        return
    sizes = sorted({size for _, size in points})
    rows = []
    for bid in sorted({bid for bid, _ in points}):
        cells = [points.get((bid, size)) for size in sizes]
        shares = [f"{percent(one.made)} of {one.counted:,}" if one else "" for one in cells]
        rows.append((str(bid), *shares))
    head = ("bid", *(cards(size) for size in sizes))
    yield from table_lines(f"{game}Contracts made, by bid and cards in each hand", head, rows)


def _seat_changes(two: TwoReports) -> Iterator[str]:
    head = ("seat", "A", "B", "A minus B", "± 95%", "won", "± 95%", "made", "± 95%")
    rows = []
    for place, one in enumerate(two.difference.seats):
        means = ("", "")
        if one.seat is not None:
            totals = [report.game.seats[place].total for report in (two.first, two.other)]
            means = (number(totals[0].value, 2), number(totals[1].value, 2))
        rows.append(
            (
                "all" if one.seat is None else str(one.seat),
                *means,
                *_change(one.mean),
                *_change_of_share(one.won),
                *_change_of_share(one.made),
            )
        )
    caption = (
        "A minus B, match by match with the same packs: final totals, matches won, contracts made"
    )
    yield from table_lines(caption, head, rows)


def _deal_changes(two: TwoReports) -> Iterator[str]:
    head = ("deal", "name", "A", "B", "A minus B", "± 95%", "made A", "made B", "made", "± 95%")
    rows = []
    # The comparison includes only deals that both games have.
    games = (two.first.game.deals, two.other.game.deals)
    for one, *deals in zip(two.difference.deals, *games, strict=False):
        rows.append(
            (
                str(one.number),
                change_name(one, two),
                *(number(each.points.mean, 2) for each in deals),
                *_change(one.mean),
                *(percent(each.points.made, 1) for each in deals),
                *_change_of_share(one.made),
            )
        )
    only = f"; only {both_text(two)}" if two.only_both else ""
    caption = f"A minus B in each deal: mean points of a seat, contracts made{only}"
    yield from table_lines(caption, head, rows, words=(1,))


def _within(estimate: Estimate, scale: int = 1) -> str:
    """Formats the half width of an interval, or how far it extends below and above the value."""
    if estimate.sides is None:
        return "–"
    below, above = (number(scale * far, 2) for far in estimate.sides)
    return above if below == above else f"−{below} +{above}"


def _change(change: Estimate) -> tuple[str, str]:
    return signed(change.value), _within(change)


def _change_of_share(change: Estimate | None) -> tuple[str, str]:
    """Formats a difference and its half width in percentage points, as two strings."""
    if change is None:
        return "–", "–"
    return f"{signed(100 * change.value)}%", _within(change, 100)


_SPREAD = ("5%", "25%", "median", "75%", "95%")


def table_lines(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = ()
) -> Iterator[str]:
    """Yields an HTML table whose first column names the rows; columns in `words` contain text."""
    kind = [' class="words"' if column in words else "" for column in range(len(head))]
    yield '<div class="wide" tabindex="0"><table>'
    yield f"<caption>{escaped(caption)}</caption>"
    heads = "".join(
        f'<th scope="col"{kind[column]}>{escaped(cell)}</th>' for column, cell in enumerate(head)
    )
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for first, *others in rows:
        cells = "".join(
            f"<td{kind[column]}>{escaped(cell)}</td>" for column, cell in enumerate(others, 1)
        )
        yield f'<tr><th scope="row">{escaped(first)}</th>{cells}</tr>'
    yield "</tbody></table></div>"
