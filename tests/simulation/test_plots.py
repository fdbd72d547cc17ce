"""The pictures of a simulation: what stands in them, for every kind of game and every reader."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from clagdsl.simulation.plots import page
from clagdsl.simulation.plots import style as look
from clagdsl.simulation.plots.alt_text import FEWEST_CONTRACTS, describe_change, describe_plot
from clagdsl.simulation.plots.charts import CHANGES, PICTURES, deal_ticks, spread_labels
from clagdsl.simulation.plots.image import PART, png, sheet_of, sheet_of_two, svg
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.differences import DealDifference, GameDifferences, SeatDifference
from clagdsl.simulation.stats.reports import Report, TwoReports
from clagdsl.simulation.stats.statistics import (
    BidFigures,
    DealFigures,
    GameFigures,
    Points,
    SeatFigures,
    ThirdFigures,
)
from clagdsl.table.schedule import ScheduledDeal

CSS = Path(page.__file__).with_name("page.css").read_text("utf-8")


def make_report(
    players: int = 4,
    deals: int = 22,
    most: int = 7,
    points: float = 3.0,
    *,
    decides: bool = True,
    title: str = "Clag, made up",
    policy: str = "random",
) -> Report:
    """Figures as they could be; `points` is what a seat gets in a deal."""

    def totals(middle: float, width: float) -> tuple[int, ...]:
        return tuple(round(middle + part * width) for part in (-1.6, -0.7, 0, 0.7, 1.6))

    mean = Points(1000, points, 1.0, 25, 100)
    exact = Estimate(points, None)
    third = Estimate(1 / 3, None) if decides else None
    ends = [part * deals // 3 for part in range(4)]
    return Report(
        title=title,
        settings=(("rules", "made-up"), ("matches", "1,000"), ("policy", policy)),
        policies=(policy,) * players,
        game=GameFigures(
            seats=tuple(
                SeatFigures(
                    seat,
                    Estimate(points * deals + seat, 0.5),
                    20.0,
                    Estimate(1 / players, None),
                    None,
                    totals(points * deals + seat, 20),
                )
                for seat in range(players)
            ),
            deals=tuple(
                DealFigures(
                    ScheduledDeal(number, "normal", 1 + number % most, 1 + number % most, 0, 0),
                    mean,
                    exact,
                    None,
                    (mean,) * players,
                    1 / deals if decides else None,
                    0.5,
                    number / deals,
                    totals(points * number, abs(points) * number**0.5),
                )
                for number in range(1, deals + 1)
            ),
            bids=tuple(
                bid_of(cards, bid, 50 // (bid + 1), 100 if bid < most else FEWEST_CONTRACTS - 1)
                for cards in range(1, most + 1)
                for bid in range(cards + 1)
            ),
            last_bids=(),
            callers=(),
            thirds=tuple(ThirdFigures(first + 1, last, third) for first, last in pairwise(ends)),
            lead_changes=exact,
            lead_changes_sd=1.0,
            deals_played=deals,
            deals_scheduled=deals,
            ends_early=False,
        ),
    )


def bid_of(cards: int, bid: int, made: int, counted: int) -> BidFigures:
    return BidFigures(cards, bid, Points(counted, 0.0, 1.0, made, counted))


def changed(report: Report, **figures: Any) -> Report:
    """A report of a game with other figures."""
    return replace(report, game=replace(report.game, **figures))


EVERY = {
    "usual": make_report(),
    "ten players": make_report(players=10, deals=10, most=5),
    "one deal": make_report(deals=1, most=1),
    "a hundred deals": make_report(deals=100),
    "large hands": make_report(players=2, deals=25, most=20),
    "no bids": changed(make_report(), bids=()),
    "huge": make_report(points=-123456.0),
    "nothing": make_report(points=0.0, decides=False),
    "above and below": changed(
        make_report(points=0.5),
        deals=tuple(
            replace(each, decides=-0.02 if each.deal.number % 3 else 0.1)
            for each in make_report(points=0.5).game.deals
        ),
    ),
}


# --- what is drawn ------------------------------------------------------------------------


def texts_of(figure: Figure) -> list[Text]:
    """Every text that is seen."""
    axes = figure.get_axes()
    ticks = {
        id(label): label.get_visible() and shown(axis, tick.get_loc())
        for one in axes
        for axis in (one.xaxis, one.yaxis)
        for tick in axis.get_major_ticks()
        for label in (tick.label1, tick.label2)
    }
    found = figure.findobj(lambda artist: isinstance(artist, Text))
    return [
        text
        for text in found
        if isinstance(text, Text)
        and text.get_visible()
        and text.get_text().strip()
        and ticks.get(id(text), True)
    ]


def shown(axis: Any, place: float) -> bool:
    low, high = sorted(axis.get_view_interval())
    slack = 1e-9 * max(1.0, abs(low), abs(high))
    return bool(low - slack <= place <= high + slack)


def check_texts(figure: Figure) -> None:
    figure.draw_without_rendering()
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts_of(figure)]
    assert len(boxes) > 2
    for text, box in boxes:
        assert box.x0 >= -1, text
        assert box.y0 >= -1, text
        assert box.x1 <= figure.bbox.width + 1, text
        assert box.y1 <= figure.bbox.height + 1, text
    for (text, box), (other, second) in combinations(boxes, 2):
        wide = min(box.x1, second.x1) - max(box.x0, second.x0)
        high = min(box.y1, second.y1) - max(box.y0, second.y0)
        # A box has room for letters that go below the line; these are mostly figures.
        assert wide <= 1 or high <= 0.3 * min(box.height, second.height), (text, other)


@pytest.mark.parametrize("name", EVERY)
def test_no_text_hides_another_or_is_cut_off(name: str) -> None:
    for picture in PICTURES:
        if picture.name == "bids" and not EVERY[name].game.bids:
            continue
        with look.plot_style(picture.name):
            figure = Figure(figsize=PART, layout="constrained")
            FigureCanvasAgg(figure)
            picture.draw(figure, EVERY[name])
            check_texts(figure)


@pytest.mark.parametrize("name", ["ten players", "huge"])
def test_neither_does_it_in_the_image_of_all_four(name: str) -> None:
    with look.plot_style("png"):
        check_texts(sheet_of(EVERY[name]))


def test_every_figure_that_is_drawn_is_one_of_the_report() -> None:
    report = make_report()
    drawn = {picture.name: svg(picture, report) for picture in PICTURES}
    for seat in report.game.seats:
        assert f">seat {seat.seat}<" in drawn["seats"]
        assert f">{seat.total.value:.1f} ± 0.5<" in drawn["seats"]
    cells = Counter(re.findall(r">(\d+)</text>", drawn["bids"]))
    wanted = Counter(f"{100 * (one.points.made or 0):.0f}" for one in report.game.bids)
    assert wanted <= cells
    last = report.game.deals[-1].totals
    for end, word in ((last[0], "5%"), (last[3], "75%"), (last[2], "median")):
        assert f">{word}: {end:.0f}<" in drawn["totals"]
    for third in ("first", "second", "last"):
        assert f">{third} third<" in drawn["decided"]
    assert drawn["decided"].count(">33%<") == 3


def test_the_fan_spans_the_quantiles_of_every_deal() -> None:
    report = make_report(deals=5)
    with look.plot_style("totals"):
        axes = PICTURES[2].draw(Figure(), report)
    outer, inner = (one.get_paths()[0].vertices for one in axes.collections)
    for each in report.game.deals:
        low, lower, _, upper, high = each.totals
        here = [point[1] for point in outer if point[0] == each.deal.number]
        assert (min(here), max(here)) == (low, high)
        here = [point[1] for point in inner if point[0] == each.deal.number]
        assert (min(here), max(here)) == (lower, upper)
    median = axes.lines[0]
    assert list(median.get_ydata()) == [0, *(deal.totals[2] for deal in report.game.deals)]


def test_few_contracts_have_no_colour() -> None:
    report = changed(
        make_report(),
        bids=(bid_of(1, 0, 1, FEWEST_CONTRACTS - 1), bid_of(1, 1, 1, FEWEST_CONTRACTS)),
    )
    with look.plot_style("bids"):
        axes = PICTURES[1].draw(Figure(), report)
    few, enough, together = axes.patches
    assert few.get_facecolor()[3] == 0
    assert enough.get_facecolor()[3] == together.get_facecolor()[3] == 1
    assert "fewer than 30 contracts" in describe_plot("bids", report)


@pytest.mark.parametrize("deals", [1, 2, 12, 13, 22, 60, 100, 600])
def test_the_deals_on_an_axis_are_few_and_real(deals: int) -> None:
    ticks = deal_ticks(deals)
    assert ticks[0] == 1
    assert 1 <= len(ticks) <= 13
    assert ticks == sorted(set(ticks))
    assert ticks[-1] <= deals


def test_labels_are_kept_apart() -> None:
    assert spread_labels([0, 10, 20], 5, 0) == [0, 10, 20]
    moved = spread_labels([10, 10, 10], 4, 0)
    assert moved == [6, 10, 14]
    assert spread_labels([0, 0, 0], 4, 0) == [0, 4, 8]


# --- the files ----------------------------------------------------------------------------


SMALL = make_report(players=2, deals=3, most=2)


def test_the_image_depends_on_the_figures_alone() -> None:
    one = png(SMALL)
    assert one.startswith(b"\x89PNG\r\n")
    assert b"tEXt" not in one
    before = dict(matplotlib.rcParams)
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "text.usetex": True}):
        assert png(SMALL) == one
    assert dict(matplotlib.rcParams) == before


def test_the_page_depends_on_the_figures_alone() -> None:
    one = page.page(SMALL)
    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "path"}):
        assert page.page(SMALL) == one
    assert "Matplotlib" not in one
    assert not re.search(r"20\d\d-\d\d", one)


class Reader(HTMLParser):
    """What stands in a page: elements that fit together, their attributes, its text."""

    VOID = frozenset({"meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)


@cache
def page_of(name: str) -> str:
    return page.page(EVERY[name])


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("name", ["usual", "one deal", "no bids", "nothing"])
def test_a_page_needs_nothing_from_elsewhere(name: str) -> None:
    text = page_of(name)
    reader = read(text)
    ids = [attributes["id"] for _, attributes in reader.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in reader.found:
        assert tag not in ("script", "link", "img", "iframe", "object", "image")
        for key, value in attributes.items():
            assert not key.startswith("on")
            if key in ("href", "xlink:href", "clip-path", "aria-labelledby", "aria-describedby"):
                target = re.fullmatch(r"(?:url\()?#?([^)]+)\)?", value or "")
                assert target is not None
                assert target[1] in ids
    addresses = set(re.findall(r"https?://[^\"' ]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "@import" not in text
    assert "url(" not in re.sub(r"url\(#", "", text)
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", text))
    assert used <= set(re.findall(r"--([a-z0-9-]+):", CSS))


def test_the_colours_of_pictures_are_those_of_the_page() -> None:
    light = CSS[: CSS.index("@media")]
    for colour, name in look.NAMES.items():
        assert f"--{name}: {colour};" in light
    for picture in PICTURES:
        drawn = svg(picture, make_report())
        assert not re.search(r": #[0-9a-f]{6}", drawn), picture.name
        assert "DejaVu" not in drawn


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_has_words_for_who_cannot_see_it(picture: Any) -> None:
    reader = read(page_of("usual"))
    (svg_of,) = [
        attributes
        for tag, attributes in reader.found
        if tag == "svg" and attributes["aria-labelledby"] == f"{picture.name}-title"
    ]
    assert svg_of["role"] == "img"
    assert svg_of["aria-describedby"] == f"{picture.name}-said"
    assert describe_plot(picture.name, make_report()) in reader.text


def test_the_words_are_those_of_the_figures() -> None:
    report = make_report(deals=9)
    assert "is 30.00 ± 0.50 for seat 3, the lowest 27.00 ± 0.50 for seat 0" in describe_plot(
        "seats", report
    )
    assert "Half of the totals of seat 3 lie from 16 to 44" in describe_plot("seats", report)
    assert "most often a bid of 0 with 1 card (50%)" in describe_plot("bids", report)
    assert "3 after deal 1, 12 after deal 4, 21 after deal 7 and 27 after deal 9" in describe_plot(
        "totals", report
    )
    decided = describe_plot("decided", report)
    assert "deal 1 wins 11% of the matches; at least half from deal 5 on" in decided
    assert "33% in the first third" in decided
    assert "−" in describe_plot("totals", make_report(points=-3.0))
    assert "-" not in describe_plot("totals", make_report(points=-3.0))
    assert "same totals" in describe_plot("decided", EVERY["nothing"])


def test_the_tables_hold_every_figure() -> None:
    report = make_report()
    text = page_of("usual")
    reader = read(text)
    assert text.count("<table>") == text.count("<caption>") == 3
    scopes = Counter(attributes["scope"] for tag, attributes in reader.found if tag == "th")
    sizes = {one.cards for one in report.game.bids}
    bids = {one.bid for one in report.game.bids}
    assert scopes == {
        "col": 10 + 12 + 1 + len(sizes),
        "row": len(report.game.seats) + len(report.game.deals) + len(bids),
    }
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", text)
    for one in report.game.bids:
        assert f"{100 * (one.points.made or 0):.0f}% of {one.points.counted}" in cells
    for deal in report.game.deals:
        assert f"{100 * deal.leader_wins:.1f}%" in cells
    assert page_of("no bids").count("<table>") == 2


def test_any_title_is_a_title() -> None:
    title = "<script>1</script> 5 $ \\frac{ $ 6 & \u30af\u30e9\u30b0 \x1b[31m"
    report = replace(SMALL, title=title, settings=(("set", title),))
    deals = (replace(each, deal=replace(each.deal, name=title)) for each in report.game.deals)
    report = changed(report, deals=tuple(deals))
    reader = read(page.page(report))
    assert "script" not in [tag for tag, _ in reader.found]
    assert title.replace("\x1b", "␛") in reader.text
    assert png(report).startswith(b"\x89PNG")


# --- two games ----------------------------------------------------------------------------


def make_two(players: int = 4, deals: int = 22, fewer: int = 0, points: float = 3.0) -> TwoReports:
    """Two games as they could be; the second has fewer deals and twice the points."""
    first = make_report(players, deals, points=points, title="one: Clag, One with hook = true")
    other = make_report(players, deals - fewer, points=2 * points, title="other: Clag, Other")

    deals_of_other = list(other.game.deals)
    deals_of_other[0] = replace(
        deals_of_other[0], deal=replace(deals_of_other[0].deal, name="Blind")
    )
    other = changed(other, deals=tuple(deals_of_other))

    def change(place: int) -> Estimate:
        return Estimate(points * (place % 3 - 1), 0.0 if place % 3 == 1 else 0.75 * abs(points))

    made = Estimate(-0.0152, 0.0012)
    return TwoReports(
        title="Clag, One against Clag, Other",
        settings=(("matches", "1,000"), ("policy", "random")),
        first=replace(first, paired_game=other.game),
        other=replace(other, paired_game=first.game),
        difference=GameDifferences(
            seats=(
                *(SeatDifference(seat, change(seat), made, made) for seat in range(players)),
                SeatDifference(None, Estimate(0.5, 0.25), made, None),
            ),
            deals=tuple(
                DealDifference(number, change(number), None)
                for number in range(1, deals - fewer + 1)
            ),
            thirds=(made,) * 3,
            lead_changes=made,
        ),
    )


def otherwise(two: TwoReports, **differences: Any) -> TwoReports:
    """Two games with other differences."""
    return replace(two, difference=replace(two.difference, **differences))


TWO = {
    "usual": make_two(),
    "ten players": make_two(players=10, deals=10, fewer=3),
    "one deal": make_two(deals=1),
    "huge": make_two(deals=60, fewer=1, points=-123456.0),
}


@pytest.mark.parametrize("name", TWO)
def test_no_text_hides_another_where_two_games_differ(name: str) -> None:
    for picture in CHANGES:
        with look.plot_style(picture.name):
            figure = Figure(figsize=PART, layout="constrained")
            FigureCanvasAgg(figure)
            picture.draw(figure, TWO[name])
            check_texts(figure)


def test_the_image_of_two_games_has_both_on_the_same_axes() -> None:
    with look.plot_style("png"):
        figure = sheet_of_two(TWO["ten players"])
        check_texts(figure)
    texts = {text.get_text() for text in texts_of(figure)}
    assert {"A", "one: Clag, One with hook = true", "B", "other: Clag, Other"} <= texts
    axes = {one.get_title(loc="left"): one for one in figure.get_axes()}
    for picture in CHANGES:
        assert picture.title in axes
    for picture in PICTURES:
        mine, theirs = axes[f"A: {picture.title}"], axes[f"B: {picture.title}"]
        if picture.name == "seats":
            assert mine.get_xlim() == theirs.get_xlim()
        if picture.name == "totals":
            assert mine.get_ylim() == theirs.get_ylim()
            assert mine.get_xlim() != theirs.get_xlim()


def test_a_difference_is_drawn_with_its_interval() -> None:
    two = TWO["usual"]
    with look.plot_style("changes"):
        by_seat, by_deal = (picture.draw(Figure(), two) for picture in CHANGES)
    for row, one in enumerate(two.difference.seats):
        line, dot = by_seat.lines[2 * row : 2 * row + 2]
        margin = one.mean.within or 0
        assert list(line.get_xdata()) == [one.mean.value - margin, one.mean.value + margin]
        assert list(dot.get_xdata()) == [one.mean.value]
        assert (dot.get_markerfacecolor() == look.PAPER) == one.mean.is_constant
    for row, deal in enumerate(two.difference.deals):
        line, dot = by_deal.lines[2 * row : 2 * row + 2]
        margin = deal.mean.within or 0
        assert list(line.get_xdata()) == [deal.number] * 2
        assert list(line.get_ydata()) == [deal.mean.value - margin, deal.mean.value + margin]
        assert list(dot.get_ydata()) == [deal.mean.value]
    assert "a hollow dot the same in every match" in by_deal.get_xlabel()
    with look.plot_style("changes"):
        alone = otherwise(two, seats=(SeatDifference(None, Estimate(1.0, None), None, None),))
        assert "hollow" not in CHANGES[0].draw(Figure(), alone).get_xlabel()
        few = CHANGES[1].draw(Figure(), TWO["ten players"]).get_xlabel()
    assert "only deals 1 to 7 are in both games" in few


def test_a_page_of_two_games_says_whose_every_picture_and_table_is() -> None:
    two = make_two(players=2, deals=3, fewer=1)
    text = page.page(two)
    reader = read(text)
    ids = [attributes["id"] for _, attributes in reader.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in reader.found:
        if tag == "use":
            assert (attributes["xlink:href"] or "").removeprefix("#") in ids
    assert '<meta name="generator" content="clagdsl simulate">' in text
    for letter, report in (("A", two.first), ("B", two.other)):
        assert f"<dt>{letter}</dt><dd>{report.title}</dd>" in text
        for picture in PICTURES:
            name = f"{letter.lower()}-{picture.name}"
            assert f'aria-labelledby="{name}-title" aria-describedby="{name}-said"' in text
            assert f'<h2 id="{name}-title">{letter}: {picture.title}</h2>' in text
            assert f"{report.title}. {describe_plot(picture.name, report)}" in reader.text
        assert f"<caption>{letter}: The final totals of each seat</caption>" in text
    for change in CHANGES:
        assert f'aria-labelledby="{change.name}-title"' in text
        assert describe_change(change.name, two) in reader.text
    assert text.count("<table>") == text.count("<caption>") == 2 + 2 * 3
    assert '<td class="words">normal / Blind</td><td>3.00</td><td>6.00</td><td>0.00</td>' in text
    assert "<td>−1.52%</td><td>0.12</td>" in text


def test_a_difference_that_is_cut_off_has_an_interval_with_two_sides() -> None:
    made = Estimate(0.25, 0.828).limited(-1, 1)
    seats = [SeatDifference(seat, Estimate(0.5, 0.25), made, None) for seat in (0, 1, None)]
    text = page.page(otherwise(make_two(players=2, deals=1), seats=tuple(seats)))
    assert "<td>+25.00%</td><td>−82.80 +75.00</td>" in text


def test_the_words_of_a_difference_are_those_of_the_figures() -> None:
    two = TWO["ten players"]
    assert describe_change("seat-changes", two) == (
        "The mean of the final totals in A minus that in B is +0.50 ± 0.25 for all seats together,"
        " +3.00 ± 2.25 for seat 2 at most and −3.00 ± 2.25 for seat 0 at least. The interval"
        " excludes 0 for 7 of 10 seats."
    )
    assert describe_change("deal-changes", two) == (
        "The mean of the points of a seat in A minus that in B is at most +3.00 ± 2.25 in deal 2"
        " (normal) and at least −3.00 ± 2.25 in deal 3 (normal). The interval excludes 0"
        " for 4 of 7 deals. The same in every match played: deal 1, 4 and 7."
        " Only deals 1 to 7 are in both games."
    )
    single = otherwise(TWO["one deal"], deals=(DealDifference(1, Estimate(2.0, None), None),))
    assert describe_change("deal-changes", single) == (
        "The mean of the points of a seat in A minus that in B is at most +2.00 in deal 1"
        " (normal / Blind) and at least +2.00 in deal 1 (normal / Blind)."
    )


# --- for every eye ------------------------------------------------------------------------


def themes() -> dict[str, dict[str, str]]:
    colours = [dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", part)) for part in parts_of_css()]
    return {"light": colours[0], "dark": colours[1]}


def parts_of_css() -> tuple[str, str]:
    begin = CSS.index("@media screen and (prefers-color-scheme: dark)")
    return CSS[:begin], CSS[begin : CSS.index("\n}\n", begin)]


def brightness(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_print_stands_out(theme: str) -> None:
    colours = themes()[theme]
    assert set(colours) >= set(look.NAMES.values())
    for ink in ("ink", "faint"):
        assert contrast(colours[ink], colours["paper"]) >= 4.5
        assert contrast(colours[ink], colours["tint"]) >= 4.5
    for mark in ("strong", "other"):
        assert contrast(colours[mark], colours["paper"]) >= 3
    for share in range(100):
        number = look.step(share / 100)
        ink = "paper" if look.needs_light_text(number) else "ink"
        assert contrast(colours[ink], colours[f"step-{number}"]) >= 4.5, share


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_larger_share_is_a_stronger_colour(theme: str) -> None:
    colours = themes()[theme]
    away = [contrast(colours[f"step-{number}"], colours["paper"]) for number in range(10)]
    assert away == sorted(away)
    assert len(set(away)) == 10
    assert (look.step(0), look.step(0.999), look.step(1)) == (0, 9, 9)
