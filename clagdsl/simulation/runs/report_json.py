"""The report of a run as JSON, with the documented keys."""

from __future__ import annotations

from collections.abc import Sequence

from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.simulation.runs.run_report import Result
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.reports import Report, TwoReports
from clagdsl.simulation.stats.statistics import (
    QUANTILES,
    CallerFigures,
    DealFigures,
    GameFigures,
    LastBidFigures,
    Points,
)


def report_json(result: Result, report: Report | TwoReports) -> JsonObject:
    """Returns the figures in the documented format; requires at least one match."""
    request = result.request
    answer: JsonObject = {
        "matches": result.matches,
        "players": result.table.players,
        "seed": request.seed,
        "policy": request.policy,
        **game_json(report.game),
        "until": None,
        "against": None,
        "written": list(result.written),
    }
    if request.until is not None:
        answer["until"] = {"wanted": float(request.until), "reached": result.reached}
    if isinstance(report, TwoReports):
        answer["against"] = {
            **game_json(report.other.game),
            "difference": difference_json(report),
        }
    return answer


def game_json(game: GameFigures) -> JsonObject:
    """Returns one game's figures."""
    return {
        "seats": [
            {
                "seat": each.seat,
                **estimate_json("mean", each.total),
                "sd": each.sd,
                **estimate_json("won", each.won),
                **estimate_json("made", each.made),
            }
            for each in game.seats
        ],
        "deals": [
            {**_deal(each), **({"played": each.played} if game.ends_early else {})}
            for each in game.deals
        ],
        "bids": [
            {"cards": each.cards, "bid": each.bid, "count": each.points.count}
            | points_json(each.points)
            for each in game.bids
        ],
        "last_bid": _last_bids(game.last_bids),
        "callers": _callers(game.callers),
        "thirds": [
            {"deals": [each.first, each.last], **estimate_json("share", each.share)}
            for each in game.thirds
        ],
        "lead_changes": {
            **estimate_json("mean", game.lead_changes),
            "sd": game.lead_changes_sd,
        },
    }


def estimate_json(name: str, estimate: Estimate | None) -> JsonObject:
    """Returns an estimate under `name`, and its interval under the key `NAME_interval`."""
    ends = None if estimate is None else estimate.interval
    return {
        name: None if estimate is None else estimate.value,
        f"{name}_interval": None if ends is None else list(ends),
    }


def points_json(points: Points) -> JsonObject:
    """Returns a seat's points in some deals."""
    return {"mean": points.mean, "sd": points.sd, "made": points.made}


def _deal(figures: DealFigures) -> JsonObject:
    return {
        "deal": figures.deal.number,
        "name": figures.deal.name,
        "cards": figures.deal.cards,
        **estimate_json("mean", figures.mean),
        "sd": figures.points.sd,
        **estimate_json("made", figures.made),
        "seats": [
            {"seat": seat, **points_json(points)} for seat, points in enumerate(figures.seats)
        ],
        "decides": figures.decides,
        "lead_changes": figures.lead_changes,
        "leader_wins": figures.leader_wins,
        "totals": {str(each): total for each, total in zip(QUANTILES, figures.totals, strict=True)},
    }


def _last_bids(figures: Sequence[LastBidFigures]) -> JsonObject | None:
    if not figures:
        return None
    over_all, *by_cards = figures
    rows: list[JsonValue] = [{"cards": each.cards, **_last_bid(each)} for each in by_cards]
    return {**_last_bid(over_all), "by_cards": rows}


def _last_bid(figures: LastBidFigures) -> JsonObject:
    last, others = figures.mean
    last_made, others_made = figures.made or (None, None)
    return {
        "deals": figures.deals,
        "last": {**estimate_json("mean", last), **estimate_json("made", last_made)},
        "others": {**estimate_json("mean", others), **estimate_json("made", others_made)},
        "difference": {
            **estimate_json("mean", figures.mean_difference),
            **estimate_json("made", figures.made_difference),
        },
    }


def _callers(figures: Sequence[CallerFigures]) -> JsonObject | None:
    if not figures:
        return None
    every, *seats = figures
    rows: list[JsonValue] = [{"seat": each.seat, **_caller(each)} for each in seats]
    return {**_caller(every), "by_seat": rows}


def _caller(figures: CallerFigures) -> JsonObject:
    caller, others = figures.mean
    return {
        **estimate_json("called", figures.called),
        **estimate_json("again", figures.kept),
        "caller": estimate_json("mean", caller),
        "others": estimate_json("mean", others),
        "difference": estimate_json("mean", figures.mean_difference),
    }


def difference_json(two: TwoReports) -> JsonObject:
    """Returns the differences between two games; `names` are a deal's names in the two games."""
    return {
        "seats": [
            {
                "seat": each.seat,
                **estimate_json("mean", each.mean),
                **estimate_json("won", each.won),
                **estimate_json("made", each.made),
            }
            for each in two.difference.seats
        ],
        "deals": [
            {
                "deal": each.number,
                "names": [one.deal.name, other.deal.name],
                **estimate_json("mean", each.mean),
                **estimate_json("made", each.made),
            }
            for each, one, other in zip(
                two.difference.deals, two.game.deals, two.other.game.deals, strict=False
            )
        ],
        "thirds": [estimate_json("share", each) for each in two.difference.thirds],
        "lead_changes": estimate_json("mean", two.difference.lead_changes),
    }
