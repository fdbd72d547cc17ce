"""How two simulated games differ, as tables to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clagdsl.cli.game_summary import title_of, value_text
from clagdsl.cli.simulate.figure_words import (
    change_in_mean,
    change_in_share,
    deals_text,
    mean_text,
    percent,
)
from clagdsl.table.table import Table

if TYPE_CHECKING:
    from clagdsl.simulation.stats.paired_comparison import Comparison


def difference_lines(comparison: Comparison, against: Table) -> list[str]:
    """What the first game has more than the other, match by match with the same packs."""
    from clagdsl.simulation.stats.differences import lead_difference, third_differences

    thirds = ", ".join(change_in_share(each) for each in third_differences(comparison))
    return [
        f"difference from {_title(against)}, match by match with the same packs:",
        "",
        *_seats(comparison),
        "",
        *_deals(comparison, against),
        "",
        f"decided in      first, second, last third: {thirds}",
        f"lead changes    {change_in_mean(lead_difference(comparison))} times a match",
    ]


def _title(table: Table) -> str:
    changed = [
        f"{parameter.name} = {value_text(table.parameters[parameter.name])}"
        for parameter in table.game.parameters
        if table.parameters[parameter.name] != parameter.default
    ]
    return title_of(table.game) + (f" with {', '.join(changed)}" if changed else "")


def _seats(comparison: Comparison) -> list[str]:
    from clagdsl.simulation.stats.differences import seat_differences
    from clagdsl.simulation.stats.statistics import seat_figures

    lines = [f"seat{'the other':>15}{'mean':>16}{'won':>16}{'made':>16}"]
    others = [mean_text(each.total) for each in seat_figures(comparison.other)]
    for each, other in zip(seat_differences(comparison), [*others, ""], strict=True):
        seat = "all" if each.seat is None else str(each.seat)
        won = "" if each.won is None else change_in_share(each.won)
        lines.append(
            f"{seat:>4}{other:>15}{change_in_mean(each.mean):>16}{won:>16}"
            f"{change_in_share(each.made):>16}"
        )
    return lines


def _deals(comparison: Comparison, against: Table) -> list[str]:
    from clagdsl.simulation.stats.differences import deal_differences
    from clagdsl.simulation.stats.statistics import deal_figures

    width = max(4, *(len(row.name) for row in against.schedule))
    lines = [f"deal  {'name':{width}}      mean{'difference':>16}    made{'difference':>16}"]
    figures = deal_figures(comparison.other, against)
    rows = deal_differences(comparison)
    for each, other in zip(rows, figures, strict=False):
        lines.append(
            f"{each.number:4}  {other.deal.name:{width}}{other.points.mean:10.2f}"
            f"{change_in_mean(each.mean):>16}{percent(other.points.made):>8}"
            f"{change_in_share(each.made):>16}"
        )
    if len(rows) < max(frame.deals for frame in comparison.frames):
        lines.append(f"      only {deals_text(1, len(rows))} stand in both games")
    return lines
