"""The figures of `simulate` as JSON: the documented keys."""

from __future__ import annotations

from clagdsl.cli.simulating import Request, Result
from clagdsl.json_value import JsonObject


def figures_json(request: Request, result: Result) -> JsonObject:
    """The figures as they are documented; there must be a match."""
    from clagdsl.simulator.statistics import deal_figures, seat_figures

    summary = result.figures.summary
    return {
        "matches": summary.matches,
        "players": result.table.players,
        "seed": request.seed,
        "policy": request.policy,
        "seats": [
            {"seat": each.seat, "mean": each.mean, "sd": each.sd, "won": each.won}
            for each in seat_figures(summary)
        ],
        "deals": [
            {
                "deal": each.deal.number,
                "name": each.deal.name,
                "cards": each.deal.cards,
                "mean": each.mean,
                "sd": each.sd,
                "made": each.made,
            }
            for each in deal_figures(summary, result.table)
        ],
    }
