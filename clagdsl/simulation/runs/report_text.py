"""The report of a run as text tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from clagdsl.engine.players.named_players import RANDOM, seat_policies
from clagdsl.lang.expr.ast import Comparison as Compared
from clagdsl.lang.expr.ast import Variable, everything_in
from clagdsl.lang.expr.operators import COMPARISONS
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.rules import Call, Clause, CompletedWhen, Expression, Game, title_of
from clagdsl.problems.escape import escape_invisible, width
from clagdsl.simulation.runs.run_report import Result
from clagdsl.simulation.stats.confidence import Estimate
from clagdsl.simulation.stats.reports import Report, TwoReports
from clagdsl.simulation.stats.statistics import (
    QUANTILES,
    CallerFigures,
    DealFigures,
    GameFigures,
    LastBidFigures,
    third_of,
)
from clagdsl.table.table import Table

UNEVEN: Final = re.compile(r"[0-9]% [-+][0-9]")
"""Matches a share with an asymmetric interval."""


def report_lines(result: Result, report: Report | TwoReports, by: Sequence[str] = ()) -> list[str]:
    """Returns the lines of the default tables and of those in `by`; requires at least one match."""
    game = report.game
    tables = [
        _seats(game),
        _deals(game.deals),
        _last_bids(game.last_bids[:1]),
        _callers(game.callers, result.table),
        _course(game),
        *(lines(game) for name, lines in MORE.items() if name in by),
    ]
    if isinstance(report, TwoReports):
        tables.append(_difference_lines(report))
    uneven = any(UNEVEN.search(line) for each in tables for line in each)
    tables.append(_notes(result, uneven))
    lines = [*_policy_note(result), _title(result)]
    for each in tables:
        lines += ["", *each] if each else []
    return lines


def _policy_note(result: Result) -> Iterator[str]:
    """Yields a warning if all seats play at random."""
    if set(seat_policies(result.request.policy, result.table.players)) == {RANDOM}:
        better = "for players who try to win, use `--policy steady`"
        yield f"Random play says little about people: {better}"


def _title(result: Result) -> str:
    request, table, matches = result.request, result.table, result.matches
    many = "1 match" if matches == 1 else f"{matches:,} matches"
    return (
        f"{title_of(table.game)}: {many} of {table.players} players, "
        f"policy {request.policy}, seed {request.seed}"
    )


def _notes(result: Result, uneven: bool) -> list[str]:
    request = result.request
    interval = "± is a 95 % confidence interval"
    if uneven:
        interval += "; - and + show how far it reaches below and above"
    lines = [interval] if result.within is not None else []
    lines += counted_as_made(result.table.game)
    if request.until is not None and not result.reached and result.within is not None:
        more = "; raise `-n`" if result.whole else ""
        lines.append(
            f"±{float(request.until):g} not reached: ±{result.within:.3g} "
            f"after {result.matches:,} matches{more}"
        )
    return [*lines, *(f"{escape_invisible(name)} written" for name in result.written)]


def counted_as_made(game: Game) -> list[str]:
    """Returns a note on `made` if its meaning is unusual or unclear, otherwise an empty list."""
    conditions: set[str] = set()
    at_least = False
    for deal in game.deals:
        contracts = [each.value for each in deal.aspects.completed.alternatives]
        texts = {
            condition_text(each.condition) for each in contracts if isinstance(each, CompletedWhen)
        }
        conditions |= texts
        at_least = at_least or (texts == {"made"} and pays_for_more(deal.aspects.score))
    others = sorted(conditions - {"made"})
    if others:
        either = " or ".join(f"`completed when {each}`" for each in others)
        exactly = ", or in other deals exactly as many tricks as bid"
        return [f"made means {either}{exactly if 'made' in conditions else ''}"]
    if at_least:
        return [
            "made means exactly as many tricks as bid, since the rules have no "
            "`completed when tricks >= bid`"
        ]
    return []


def pays_for_more(score: Clause[Expression]) -> bool:
    """Returns whether a score compares tricks with the bid without ever testing for equality."""
    ordered = exact = False
    for part in (part for each in score.alternatives for part in everything_in(each.value)):
        match part:
            case Variable(name="made"):
                exact = True
            case Compared(operator, Variable(name=left), Variable(name=right)) if {
                left,
                right,
            } == {"tricks", "bid"}:
                exact = exact or not COMPARISONS[operator].ordered
                ordered = ordered or COMPARISONS[operator].ordered
            case _:
                pass
    return ordered and not exact


def _seats(game: GameFigures) -> list[str]:
    rows = [["seat", "mean", "sd", "won", "made"]]
    rows += (
        [
            f"{each.seat}",
            mean_text(each.total),
            f"{each.sd:.2f}",
            share_text(each.won),
            share_text(each.made),
        ]
        for each in game.seats
    )
    return aligned(rows, (4, 15, 10, 13, 13))


def _deals(figures: Sequence[DealFigures]) -> list[str]:
    early = any(each.played < 1 for each in figures)
    rows = [["deal", "name", "cards", "mean", "sd", "made", *(["played"] if early else [])]]
    for each in figures:
        points = each.points
        row = [f"{each.deal.number}", each.deal.name, each.cards, f"{points.mean:z.2f}"]
        row += [f"{points.sd:.2f}", percent(points.made)]
        rows.append([*row, *([percent(each.played)] if early else [])])
    return aligned(rows, (4, 6, 7, 10, 10, 8, 8), left=(1,))


def _last_bids(figures: Sequence[LastBidFigures]) -> list[str]:
    if not figures:
        return []
    lines = [_comparison_head("last bid limited", "last")]
    for each in figures:
        cards = "" if each.cards is None else f", {each.cards} card{'' if each.cards == 1 else 's'}"
        lines.append(f"{'points a deal' + cards:22}{_points(each, 8)}")
        if each.made is not None:
            last, others = each.made
            lines.append(
                f"{'bids made' + cards:22}{last.value:8.1%}{others.value:12.1%}"
                f"{f'  {change_in_share(each.made_difference)}':>16}"
            )
    return lines


def _callers(figures: Sequence[CallerFigures], table: Table) -> list[str]:
    """Returns the lines that compare all callers with the others."""
    if not figures:
        return []
    calls = any(isinstance(table.rules(row.name).call, Call) for row in table.schedule)
    who = "call" if calls else "deal"
    every = figures[0]
    lines = [
        _comparison_head(f"who {who}s", f"{who}er"),
        f"{'points a deal':22}{_points(every, 8)}",
    ]
    if every.kept is not None:
        lines.append(f"{f'{who}s again':22}{share_text(every.kept)}")
    return lines


def _comparison_head(title: str, who: str) -> str:
    return f"{title:20}{f'the {who}':>10}{'the others':>12}{'difference':>16}"


def _points(figures: LastBidFigures | CallerFigures, wide: int) -> str:
    first, others = figures.mean
    change = change_in_mean(figures.mean_difference)
    return f"{first.value:z{wide}.2f}{others.value:z12.2f}{change:>16}"


def _course(game: GameFigures) -> list[str]:
    deals = game.deals
    # if matches end early, halfway and thirds refer to the mean number of deals
    usual = min(len(deals), max(1, round(game.deals_played))) if game.ends_early else None
    middle = deals[((usual or len(deals)) - 1) // 2]
    thirds = [each for each in game.thirds if each.first <= each.last]
    parts = [f"{deals_text(each.first, each.last)} {share_text(each.share)}" for each in thirds]
    length = []
    if usual is not None:
        # Thirds of the schedule would include deals that few matches reach.
        length = [f"deals           {game.deals_played:.2f} a match"]
        parts = list(_decided(deals, usual))
    counted = ["                all matches count, even those that ended earlier"] if length else []
    return [
        *length,
        f"decided in      {', '.join(parts)}",
        *counted,
        f"lead changes    {mean_text(game.lead_changes)} times a match",
        f"leader wins     {percent(middle.leader_wins)} of the matches, "
        f"when leading after deal {middle.deal.number}",
    ]


def _decided(deals: Sequence[DealFigures], usual: int) -> Iterator[str]:
    """Yields the share that each third of `usual` deals decides; the last includes later deals."""
    thirds: dict[int, list[DealFigures]] = {}
    for place, each in enumerate(deals):
        thirds.setdefault(third_of(min(place, usual - 1), usual), []).append(each)
    for among in thirds.values():
        shares = [each.decides for each in among if each.decides is not None]
        share = percent(sum(shares) if shares else None)
        yield f"{deals_text(among[0].deal.number, among[-1].deal.number)} {share}"


# --- optional tables ----------------------------------------------------------------------


def _by_seat(game: GameFigures) -> list[str]:
    seats = range(len(game.seats))
    rows = [["deal", *(cell for seat in seats for cell in (f"seat {seat}", "sd", "made"))]]
    for each in game.deals:
        figures = ((f"{one.mean:z.2f}", f"{one.sd:.2f}", percent(one.made)) for one in each.seats)
        rows.append([f"{each.deal.number}", *(cell for cells in figures for cell in cells)])
    return aligned(rows, (4, 12, 8, 8, *(10, 8, 8) * (len(seats) - 1)))


def _by_deal(game: GameFigures) -> list[str]:
    quantiles = [f"{each}%" for each in QUANTILES]
    rows = [["deal", "decides", "new leader", "leader wins", "totals", *quantiles]]
    for each in game.deals:
        shares = (each.decides, each.lead_changes, each.leader_wins)
        row = [f"{each.deal.number}", *map(percent, shares), ""]
        rows.append([*row, *(f"{total}" for total in each.totals)])
    return aligned(rows, (4, 9, 12, 13, 8, *(7,) * len(quantiles)))


def _by_caller(game: GameFigures) -> list[str]:
    figures = game.callers[1:]
    if not figures:
        return []
    lines = [f"caller{'calls':>14}{'again':>14}{'points':>10}{'the others':>12}{'difference':>16}"]
    for each in figures:
        shares = "".join(f"{f'  {share_text(share)}':>14}" for share in (each.called, each.kept))
        lines.append(f"{each.seat:6}{shares}{_points(each, 10)}")
    if game.ends_early:
        lines.append("calls: share of the deals of all matches, long and short")
    return lines


def _by_bid(game: GameFigures) -> list[str]:
    rows = [["cards", "bid", "bids", "mean", "sd", "made"]]
    for each in game.bids:
        points = each.points
        row = [f"{each.cards}", f"{each.bid}", f"{points.count:,}", f"{points.mean:z.2f}"]
        rows.append([*row, f"{points.sd:.2f}", percent(points.made)])
    return aligned(rows, (5, 6, 13, 10, 10, 8))


MORE: Final[Mapping[str, Callable[[GameFigures], list[str]]]] = {
    "seat": _by_seat,
    "deal": _by_deal,
    "cards": lambda game: _last_bids(game.last_bids[1:]),
    "caller": _by_caller,
    "bid": _by_bid,
}
"""The tables that `by` can request, in display order."""


# --- two games -----------------------------------------------------------------------------


def _difference_lines(two: TwoReports) -> list[str]:
    """Returns the differences, first game minus second, paired by match with the same packs."""
    thirds = ", ".join(change_in_share(each) for each in two.difference.thirds)
    return [
        "difference, A minus B, match by match with the same packs:",
        f"A  {two.first.title}",
        f"B  {two.other.title}",
        "",
        *_seat_differences(two),
        "",
        *_deal_differences(two),
        "",
        f"decided in      first, second, last third: {thirds}",
        f"lead changes    {change_in_mean(two.difference.lead_changes)} times a match",
    ]


def _seat_differences(two: TwoReports) -> list[str]:
    rows = [["seat", "A", "B", "A minus B", "won", "made"]]
    seats = zip(two.game.seats, two.other.game.seats, strict=True)
    totals = [tuple(mean_text(each.total) for each in both) for both in seats]
    for each, both in zip(two.difference.seats, [*totals, ("", "")], strict=True):
        seat = "all" if each.seat is None else str(each.seat)
        won = "" if each.won is None else change_in_share(each.won)
        rows.append([seat, *both, change_in_mean(each.mean), won, change_in_share(each.made)])
    return aligned(rows, (4, 15, 15, 16, 16, 16))


def _deal_differences(two: TwoReports) -> list[str]:
    """Returns the lines for deals in both games; a name that both games share is shown once."""
    games = (two.game, two.other.game)
    rows = list(zip(two.difference.deals, *(game.deals for game in games), strict=False))
    same = all(one.deal.name == other.deal.name for _, one, other in rows)
    heads = ["name"] if same else ["A", "B"]
    shown = [["deal", *heads, "cards", "A", "B", "A minus B", "made A", "made B", "A minus B"]]
    for each, *both in rows:
        names = [deal.deal.name for deal in both][: len(heads)]
        cards = " / ".join(dict.fromkeys(deal.cards for deal in both))
        means = [f"{deal.points.mean:z.2f}" for deal in both]
        made = [percent(deal.points.made) for deal in both]
        changes = change_in_mean(each.mean), change_in_share(each.made)
        shown.append([f"{each.number}", *names, cards, *means, changes[0], *made, changes[1]])
    named = len(heads) + 1
    widths = (4, *(6,) * named, 10, 10, 16, 9, 9, 16)
    lines = aligned(shown, widths, left=range(1, named + 1))
    if len(rows) < max(game.deals_scheduled for game in games):
        stand = "are"
        if any(game.ends_early for game in games):
            stand = "is played" if len(rows) == 1 else "are played"
        lines.append(f"      only {deals_text(1, len(rows))} {stand} in both games")
    return lines


def aligned(
    rows: Sequence[Sequence[str]], widths: Sequence[int], left: Collection[int] = ()
) -> list[str]:
    """Formats rows as lines, with columns at least as wide as `widths` and as their widest cells.

    Columns are separated by at least two spaces. Those in `left` are left-aligned, the others
    right-aligned.
    """
    columns = range(len(rows[0]))
    wide = [
        max(widths[column], max(width(row[column]) for row in rows) + (2 if column else 0))
        for column in columns
    ]
    lines = []
    for row in rows:
        line = ""
        for column in columns:
            cell = f"  {row[column]}" if column in left else row[column]
            blanks = " " * (wide[column] - width(cell))
            line += cell + blanks if column in left else blanks + cell
        lines.append(line)
    return lines


# --- figures ---------------------------------------------------------------------------------


def mean_text(estimate: Estimate) -> str:
    """Formats a mean with its interval: `70.75 ±0.26`."""
    within = "" if estimate.within is None else f" ±{estimate.within:.2f}"
    return f"{estimate.value:.2f}{within}"


def share_text(estimate: Estimate | None) -> str:
    """Formats a share with its interval, as in `24.4% ±0.6` or `0.0% +56.1`; None is a dash."""
    return "-" if estimate is None else f"{estimate.value:.1%}{_sides_text(estimate, 1)}"


def percent(share: float | None) -> str:
    """Formats a share without its interval; None is a dash."""
    return "-" if share is None else f"{share:.1%}"


def change_in_mean(estimate: Estimate) -> str:
    """Formats a difference of means with sign and interval: `+0.25 ±0.03`."""
    within = "" if estimate.within is None else f" ±{estimate.within:.2f}"
    return f"{estimate.value:+z.2f}{within}"


def change_in_share(estimate: Estimate | None) -> str:
    """Formats a difference of shares in percentage points: `-1.52% ±0.12`; None is a dash."""
    return "-" if estimate is None else f"{estimate.value:+z.2%}{_sides_text(estimate, 2)}"


def _sides_text(estimate: Estimate, places: int) -> str:
    """Formats the interval of a share or of a difference of shares, which can be asymmetric."""
    if estimate.sides is None:
        return ""
    below, above = (f"{100 * far:.{places}f}" for far in estimate.sides)
    if below == above:
        return f" ±{above}"
    return "".join(f" {sign}{far}" for sign, far in (("-", below), ("+", above)) if float(far))


def deals_text(first: int, last: int) -> str:
    """Returns `deals 1-8`, or `deal 1` if there is only one."""
    return f"deal {first}" if first == last else f"deals {first}-{last}"
