"""The figures of `simulate` as a table to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clagdsl.cli.simulating import Request, Result
from clagdsl.cli.summary import title_of
from clagdsl.machine.table import Table

if TYPE_CHECKING:
    from clagdsl.simulator.summary import Summary


def figures_text(request: Request, result: Result) -> list[str]:
    """The lines of the tables; there must be a match."""
    summary, table = result.figures.summary, result.table
    many = "1 match" if summary.matches == 1 else f"{summary.matches:,} matches"
    title = title_of(table.game)
    return [
        f"{title}: {many} of {table.players} players, policy {request.policy}, seed {request.seed}",
        "",
        *_seats(summary),
        "",
        *_deals(summary, table),
    ]


def _seats(summary: Summary) -> list[str]:
    from clagdsl.simulator.statistics import seat_figures

    return [
        "seat       mean        sd     won",
        *(
            f"{each.seat:4}{each.mean:11.2f}{each.sd:10.2f}{each.won:8.1%}"
            for each in seat_figures(summary)
        ),
    ]


def _deals(summary: Summary, table: Table) -> list[str]:
    from clagdsl.simulator.statistics import deal_figures

    figures = deal_figures(summary, table)
    width = max(4, *(len(each.deal.name) for each in figures))
    lines = [f"deal  {'name':{width}}  cards      mean        sd    made"]
    for each in figures:
        cards = "picked" if each.deal.cards is None else str(each.deal.cards)
        made = "-" if each.made is None else f"{each.made:.1%}"
        lines.append(
            f"{each.deal.number:4}  {each.deal.name:{width}}  {cards:>5}"
            f"{each.mean:10.2f}{each.sd:10.2f}{made:>8}"
        )
    return lines
