"""The figures of many matches, against the same worked out match by match in the plainest way."""

from __future__ import annotations

import json
import pickle
import statistics
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from support.exact_estimates import is_wilson, same, same_ratio
from support.students_t import students_t

import clagdsl
from clagdsl.lang.philox import FIRST_BIDDER, random_below
from clagdsl.lang.rules import BidInTurn
from clagdsl.simulation.blocks import Figures, Run, make_run, parts_by_threads
from clagdsl.simulation.runner import make_simulator
from clagdsl.simulation.runs.match_arrays import Matches
from clagdsl.simulation.runs.report_text import change_in_share
from clagdsl.simulation.stats.confidence import Estimate, Moments
from clagdsl.simulation.stats.count_layout import make_frame
from clagdsl.simulation.stats.differences import (
    deal_differences,
    lead_difference,
    seat_differences,
    third_differences,
)
from clagdsl.simulation.stats.match_counter import tally
from clagdsl.simulation.stats.statistics import (
    QUANTILES,
    bid_figures,
    deal_figures,
    last_bid_figures,
    lead_changes,
    seat_figures,
    third_figures,
)
from clagdsl.simulation.stats.summary import Summary, empty_summary
from clagdsl.table.table import Table

NUMBER = 100
SEED = 3
LARGE = """clag 1
game "Large"
players 3 to 3
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 999999990 + tricks when made, otherwise -999999990
schedule
  1 up to 7 cards: normal
  then 7 cards: normal
winner most completed, then highest total, then shared
"""
CASES = {
    "raf": ("raf", 3, {}),
    "pagat": ("pagat", 5, {}),
    "scottish": ("scottish", 3, {}),
    "hook": ("scorecard", 4, {"hook": True}),
    "no hook": ("scorecard", 4, {"hook": False}),
    "large": (LARGE, 3, {}),
}


@cache
def played(name: str, seed: int = SEED) -> tuple[Table, Matches, Figures]:
    rules, players, parameters = CASES[name]
    game = clagdsl.load(text=rules) if "\n" in rules else clagdsl.load(rules)
    table = game.start(players=players, parameters=parameters).table
    matches = game.simulate(NUMBER, players=players, seed=seed, parameters=parameters)
    return table, matches, whole(make_run(make_simulator(table, machine=False), seed))


def whole(run: Run, first: int = 0, last: int = NUMBER, threads: int = 1) -> Figures:
    figures = run.no_figures()
    for part in parts_by_threads(run, first, last, threads):
        figures.merge(part.figures)
    return figures


def share(winners: np.ndarray, seat: int) -> Fraction:
    """The part of a match that a seat wins."""
    return Fraction(int(winners[seat]), int(winners.sum()))


every_case = pytest.mark.parametrize("name", CASES)


@every_case
def test_seats(name: str) -> None:
    _, matches, figures = played(name)
    for seat, told in enumerate(seat_figures(figures.summary)):
        totals = matches.totals[:, seat].tolist()
        won = [share(row, seat) for row in matches.winners]
        completed = matches.completed[:, :, seat]
        assert told.seat == seat
        assert told.sd == pytest.approx(statistics.pstdev(totals))
        same(told.total, Fraction(sum(totals), NUMBER), totals)
        same(told.won, sum(won) / NUMBER, won)
        same_ratio(
            told.made,
            (completed == 1).sum(axis=1).tolist(),
            (completed >= 0).sum(axis=1).tolist(),
        )


@every_case
def test_deals(name: str) -> None:
    table, matches, figures = played(name)
    deals = deal_figures(figures.summary, table)
    assert [each.deal for each in deals] == list(table.schedule)
    for place, told in enumerate(deals):
        scores, completed = matches.scores[:, place], matches.completed[:, place]
        points = scores.ravel().tolist()
        assert (told.points.count, told.points.mean) == (len(points), statistics.mean(points))
        assert told.points.sd == pytest.approx(statistics.pstdev(points))
        by_match = [Fraction(sum(row), table.players) for row in scores.tolist()]
        same(told.mean, sum(by_match) / NUMBER, by_match)
        counted = (completed >= 0).sum()
        made = (completed == 1).sum() / counted if counted else None
        assert told.points.made == made
        assert (told.made is None) == (made is None)
        for seat, one in enumerate(told.seats):
            assert one.mean == pytest.approx(statistics.mean(scores[:, seat].tolist()))
            assert one.sd == pytest.approx(statistics.pstdev(scores[:, seat].tolist()))
            count = (completed[:, seat] >= 0).sum()
            assert one.made == ((completed[:, seat] == 1).sum() / count if count else None)


@every_case
def test_bids(name: str) -> None:
    _, matches, figures = played(name)
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for at in np.argwhere(matches.bids >= 0).tolist():
        match, deal, seat = at
        key = (int(matches.cards[match, deal]), int(matches.bids[match, deal, seat]))
        done = int(matches.completed[match, deal, seat])
        found.setdefault(key, []).append((int(matches.scores[match, deal, seat]), done))
    told = {(each.cards, each.bid): each.points for each in bid_figures(figures.summary)}
    assert list(told) == sorted(found)
    for key, rows in found.items():
        points = [score for score, _ in rows]
        counted = [done for _, done in rows if done >= 0]
        assert told[key].count == len(rows)
        assert told[key].mean == pytest.approx(statistics.mean(points))
        assert told[key].sd == pytest.approx(statistics.pstdev(points))
        assert told[key].made == (statistics.mean(counted) if counted else None)


def limited(table: Table, matches: Matches, match: int, deal: int) -> bool:
    """Whether the rules of a deal, as called, have a limit on the last bid."""
    number = int(matches.calls[match, deal])
    calls = matches.called[deal][number] if number >= 0 else ()
    rules = table.rules(table.schedule[deal].name, calls)
    return rules.bid.kind == "in turn" and rules.last_bid.kind == "keeps"


def last_bidder(table: Table, matches: Matches, match: int, deal: int) -> int:
    """Who bids last in a deal: the dealer, or the player on the right of who is drawn."""
    if table.rules_of(table.schedule[deal]).bid == BidInTurn("drawn"):
        return (
            random_below(SEED, match, deal + 1, FIRST_BIDDER, table.players) - 1
        ) % table.players
    return int(matches.dealers[match, deal])


@every_case
def test_the_last_bidder_beside_the_others(name: str) -> None:
    table, matches, figures = played(name)
    told = {each.cards: each for each in last_bid_figures(figures.summary)}
    rows: dict[int | None, list[Counter[str]]] = {}
    for match in range(NUMBER):
        for deal in range(len(table.schedule)):
            if limited(table, matches, match, deal):
                for cards in (None, int(matches.cards[match, deal])):
                    here = rows.setdefault(cards, [Counter() for _ in range(NUMBER)])[match]
                    last = last_bidder(table, matches, match, deal)
                    for seat in range(table.players):
                        who = "last" if seat == last else "others"
                        done = int(matches.completed[match, deal, seat])
                        here[f"{who} seats"] += 1
                        here[f"{who} points"] += int(matches.scores[match, deal, seat])
                        here[f"{who} counted"] += done >= 0
                        here[f"{who} made"] += done == 1
    assert list(told) == sorted(rows, key=lambda cards: cards or 0)
    assert bool(rows) == (name != "no hook")
    for cards, by_match in rows.items():

        def column(key: str, by_match: list[Counter[str]] = by_match) -> list[int]:
            return [each[key] for each in by_match]

        one = told[cards]
        assert one.deals == sum(column("last seats")) / NUMBER
        assert one.made is not None
        for place, who in enumerate(("last", "others")):
            same_ratio(one.mean[place], column(f"{who} points"), column(f"{who} seats"))
            same_ratio(one.made[place], column(f"{who} made"), column(f"{who} counted"))
        for estimate, above, below in (
            (one.mean_difference, "points", "seats"),
            (one.made_difference, "made", "counted"),
        ):
            ends = [
                (column(f"{who} {above}"), column(f"{who} {below}")) for who in ("last", "others")
            ]
            ratios = [Fraction(sum(up), sum(down)) for up, down in ends]
            linear = [
                [
                    (high - ratio * low) / Fraction(sum(down), NUMBER)
                    for high, low in zip(up, down, strict=True)
                ]
                for (up, down), ratio in zip(ends, ratios, strict=True)
            ]
            each = [last - others for last, others in zip(*linear, strict=True)]
            same(estimate, ratios[0] - ratios[1], each)


def leaders(matches: Matches, table: Table, match: int, deal: int) -> set[int]:
    """Who would win if the match ended after a deal."""

    def merit(seat: int) -> tuple[int, ...]:
        done = matches.completed[match, : deal + 1, seat]
        each = {
            "highest total": int(matches.scores[match, : deal + 1, seat].sum(dtype=np.int64)),
            "fewest failed": -int((done == 0).sum()),
            "most completed": int((done == 1).sum()),
        }
        return tuple(each[criterion] for criterion in table.game.winner.criteria)

    best = max(merit(seat) for seat in range(table.players))
    return {seat for seat in range(table.players) if merit(seat) == best}


@every_case
def test_who_leads_and_how_often_that_changes(name: str) -> None:
    table, matches, figures = played(name)
    deals = range(len(table.schedule))
    changes = []
    changed_in, led_on = [0 for _ in deals], [Fraction(0) for _ in deals]
    for match in range(NUMBER):
        ahead = [leaders(matches, table, match, deal) for deal in deals]
        assert ahead[-1] == set(matches.winners[match].nonzero()[0].tolist())
        alone = [(deal, *ahead[deal]) for deal in deals if len(ahead[deal]) == 1]
        new = [deal for (_, one), (deal, other) in pairwise(alone) if one != other]
        changes.append(len(new))
        for deal in deals:
            changed_in[deal] += deal in new
            led_on[deal] += Fraction(len(ahead[deal] & ahead[-1]), len(ahead[deal]))
    mean, sd = lead_changes(figures.summary)
    same(mean, Fraction(sum(changes), NUMBER), changes)
    assert sd == pytest.approx(statistics.pstdev(changes))
    told = deal_figures(figures.summary, table)
    assert [each.lead_changes for each in told] == [count / NUMBER for count in changed_in]
    assert [each.leader_wins for each in told] == [float(each / NUMBER) for each in led_on]
    assert told[-1].leader_wins == 1


@every_case
def test_where_the_match_is_decided(name: str) -> None:
    table, matches, figures = played(name)
    deals = len(table.schedule)
    parts = [[0] * deals for _ in range(NUMBER)]
    for match in range(NUMBER):
        points = [[Fraction(one) for one in row] for row in matches.scores[match].tolist()]
        centred = [[one - sum(row) / table.players for one in row] for row in points]
        final = [sum(seat) for seat in zip(*centred, strict=True)]
        for deal, row in enumerate(centred):
            parts[match][deal] = sum(one * end for one, end in zip(row, final, strict=True))
    variance = sum(sum(row) for row in parts)
    told = deal_figures(figures.summary, table)
    for deal in range(deals):
        decided = sum(row[deal] for row in parts) / variance
        assert told[deal].decides == pytest.approx(float(decided), rel=1e-12)
    thirds = third_figures(figures.summary)
    ends = [0, *(each.last for each in thirds)]
    assert ends[-1] == deals
    assert [each.first for each in thirds] == [end + 1 for end in ends[:-1]]
    sizes = [later - one for one, later in pairwise(ends)]
    assert max(sizes) - min(sizes) <= 1
    for place, each in enumerate(thirds):
        above = [sum(row[ends[place] : ends[place + 1]]) for row in parts]
        if name == "large":
            assert each.share is not None
            assert each.share.value == pytest.approx(float(sum(above) / variance))
            assert each.share.within is None
        else:
            same_ratio(each.share, above, [sum(row) for row in parts])


@every_case
def test_the_shares_of_the_thirds_come_to_exactly_one(name: str) -> None:
    _, _, figures = played(name)
    sums = figures.summary.sums
    frame = figures.summary.frame
    variance = (
        frame.players * sum(sums.seats[seat, 3] for seat in range(frame.players))
        - sums.seats[frame.players, 3]
    )
    assert sum(sums.decided) == variance
    if frame.thirds_fit:
        assert sum(sums.thirds[0, :3]) == variance


@every_case
def test_running_totals(name: str) -> None:
    table, matches, figures = played(name)
    totals = matches.scores.cumsum(axis=1, dtype=np.int64)
    width = 1 << figures.summary.frame.shift
    assert (width > 1) == (name == "large")
    for place, told in enumerate(deal_figures(figures.summary, table)):
        ordered = sorted(totals[:, place].ravel().tolist())
        for hundredths, quantile in zip(QUANTILES, told.totals, strict=True):
            exact = ordered[-(-hundredths * len(ordered) // 100) - 1]
            assert quantile <= exact < quantile + width
    final = figures.summary.counts.final.sum(axis=1)
    assert final.tolist() == [NUMBER] * table.players


def test_sums_that_do_not_fit_into_64_bits_are_exact() -> None:
    table, matches, figures = played("large")
    sums = figures.summary.sums
    for seat in range(3):
        totals = matches.totals[:, seat].tolist()
        assert sums.seats[seat, 3] == sum(total**2 for total in totals)
    points = matches.scores[:, 5, 2].tolist()
    assert sums.points[5, 2, 1] == sum(point**2 for point in points)
    assert max(abs(each) for row in sums.limited.tolist() for each in row) > 2**64
    block = make_simulator(table, machine=False).play(3, 0, 1024)
    block.scores[:] = 10**9
    _, largest, _ = tally(make_frame(table), block)
    assert largest.seats[3, 3] == 1024 * (3 * 8 * 10**9) ** 2


@pytest.mark.parametrize("name", ["raf", "large"])
def test_neither_blocks_nor_their_order_matter(name: str) -> None:
    table, _, figures = played(name)
    simulator = make_simulator(table, machine=False)
    other = empty_summary(make_frame(simulator.table))
    for start in range(NUMBER - 50, -1, -50):
        part = empty_summary(make_frame(simulator.table))
        part.add(simulator.play(3, start, 50))
        other.merge(pickle.loads(pickle.dumps(part)))
    assert other == figures.summary
    other.add(simulator.play(3, 0, 1))
    assert other != figures.summary


def test_figures_of_different_games_are_never_mixed() -> None:
    (_, _, one), (_, _, other) = played("hook"), played("no hook")
    with pytest.raises(ValueError, match="different games"):
        pickle.loads(pickle.dumps(one.summary)).merge(other.summary)


@pytest.mark.parametrize("against", [False, True])
def test_a_run_goes_on_from_its_saved_figures(against: bool) -> None:
    first, second = (make_simulator(played(name)[0], machine=False) for name in ("hook", "no hook"))
    run = make_run(first, 3, against=second if against else None)
    saved = json.loads(json.dumps(whole(run, 0, 61).to_json()))
    resumed = run.read_figures(saved)
    assert resumed.matches == 61
    resumed.merge(whole(run, 61, threads=2))
    assert resumed.to_json() == whole(run).to_json()


def damaged(saved: dict, change: Callable[[dict], object]) -> dict:
    copy = json.loads(json.dumps(saved))
    change(copy["summary"])
    return copy


@pytest.mark.parametrize(
    "change",
    [
        lambda saved: saved.pop("matches"),
        lambda saved: saved.update(matches="7"),
        lambda saved: saved.update(matches=-1),
        lambda saved: saved.update(matches=True),
        lambda saved: saved["counts"].pop("led"),
        lambda saved: saved["counts"].update(more=[]),
        lambda saved: saved["counts"]["led"]["shape"].append(1),
        lambda saved: saved["counts"]["led"]["values"].append(1),
        lambda saved: saved["counts"]["led"]["places"].__setitem__(0, 10**9),
        lambda saved: saved["counts"]["led"]["values"].__setitem__(0, 10**30),
        lambda saved: saved["sums"]["seats"]["values"].__setitem__(0, 1.5),
    ],
)
def test_damaged_figures_are_refused(change: Callable[[dict], object]) -> None:
    table, _, figures = played("hook")
    saved = figures.to_json()
    run = make_run(make_simulator(table, machine=False), 3)
    assert run.read_figures(damaged(saved, lambda _: None)).to_json() == saved
    with pytest.raises(ValueError, match="figures"):
        run.read_figures(damaged(saved, change))


def test_figures_of_another_game_are_refused() -> None:
    table, _, _ = played("pagat")
    run = make_run(make_simulator(table, machine=False), 3)
    with pytest.raises(ValueError, match="figures"):
        run.read_figures(json.loads(json.dumps(played("raf")[2].to_json())))


# --- two games ----------------------------------------------------------------------------


def test_a_game_against_itself_differs_in_nothing() -> None:
    simulator = make_simulator(played("hook")[0], machine=False)
    figures = whole(make_run(simulator, 3, against=simulator))
    assert figures.comparison is not None
    assert figures.comparison.other == figures.summary
    seats, deals = seat_differences(figures.comparison), deal_differences(figures.comparison)
    estimates = [each.mean for each in (*seats, *deals)] + [each.made for each in (*seats, *deals)]
    estimates += [each.won for each in seats if each.seat is not None]
    estimates += [lead_difference(figures.comparison), *third_differences(figures.comparison)]
    assert all(each == Estimate(0.0, 0.0) for each in estimates)


def test_differences_are_those_of_pairs_of_matches() -> None:
    (first, ones, _), (second, others, _) = played("hook"), played("no hook")
    run = make_run(
        make_simulator(first, machine=False), 3, against=make_simulator(second, machine=False)
    )
    figures = whole(run, threads=2)
    assert figures.summary == played("hook")[2].summary
    comparison = figures.comparison
    assert comparison is not None
    assert comparison.other == played("no hook")[2].summary
    totals = ones.totals - others.totals
    for told in seat_differences(comparison):
        if told.seat is None:
            by_match = [Fraction(sum(row), 4) for row in totals.tolist()]
            assert told.won is None
        else:
            by_match = totals[:, told.seat].tolist()
            won = [
                Fraction(int(a[told.seat]), int(a.sum()))
                - Fraction(int(b[told.seat]), int(b.sum()))
                for a, b in zip(ones.winners, others.winners, strict=True)
            ]
            same(told.won, sum(won) / NUMBER, won)
        same(told.mean, Fraction(sum(by_match)) / NUMBER, by_match)
    for told in deal_differences(comparison):
        at = told.number - 1
        points = (ones.scores - others.scores)[:, at].sum(axis=1).tolist()
        same(told.mean, Fraction(sum(points), 4 * NUMBER), [Fraction(each, 4) for each in points])
        done = [each.completed[:, at] == 1 for each in (ones, others)]
        by_match = (done[0].sum(axis=1) - done[1].sum(axis=1)).tolist()
        # Every contract of these deals counts: a share is a mean.
        same(told.made, Fraction(sum(by_match), 4 * NUMBER), [Fraction(one, 4) for one in by_match])
    mean = lead_changes(figures.summary)[0].value - lead_changes(comparison.other)[0].value
    assert lead_difference(comparison).value == pytest.approx(mean)
    for told, one, other in zip(
        third_differences(comparison),
        third_figures(figures.summary),
        third_figures(comparison.other),
        strict=True,
    ):
        assert told is not None
        assert one.share is not None
        assert other.share is not None
        assert told.value == pytest.approx(one.share.value - other.share.value)


def test_only_deals_of_both_games_are_paired() -> None:
    simulators = [
        make_simulator(clagdsl.load(name).start(players=4).table, machine=False)
        for name in ("raf", "foss")
    ]
    figures = whole(make_run(simulators[0], 1, against=simulators[1]), last=20)
    assert figures.comparison is not None
    assert [each.number for each in deal_differences(figures.comparison)] == list(range(1, 13))


def test_one_match_has_no_interval() -> None:
    moments = Moments(1, (5, 25), 1)
    assert moments.ratio((0, 1), (1,)) == Estimate(5.0, None)
    assert moments.ratio((0, 1), (0,)) is None


def test_summaries_count_any_number_of_matches_at_once() -> None:
    simulator = make_simulator(played("hook")[0], machine=False)
    one, other = (
        empty_summary(make_frame(simulator.table)),
        empty_summary(make_frame(simulator.table)),
    )
    one.add(simulator.play(1, 0, 2500))
    for start in range(0, 2500, 500):
        other.add(simulator.play(1, start, 500))
    assert one == other
    assert Summary.from_json(one.to_json(), one.frame) == one


def test_a_share_that_is_the_same_in_all_matches_is_not_certain() -> None:
    square = 1.959963984540054**2
    for made, counted, ends in (
        (0, 4, (0, square / (3 + square))),
        (4, 4, (3 / (3 + square), 1)),
        (1, 4, (0.25 * 3 / (3 + square), 0.25 + 0.75 * square / (3 + square))),
    ):
        row = (3 * counted, 3 * made, 3 * counted**2, 3 * counted * made, 3 * made**2)
        share = Moments(3, row, 2).share((0, 0, 1), (0, 1))
        assert share is not None
        assert share.value == made / counted
        assert share.interval == pytest.approx(ends)
        assert share.within == pytest.approx(max(share.value - ends[0], ends[1] - share.value))
    apart = Moments(20, (80, 30, 320, 120, 50), 2)
    assert apart.share((0, 0, 1), (0, 1)) == apart.ratio((0, 0, 1), (0, 1))
    assert Moments(1, (4, 0, 16, 0, 0), 2).share((0, 0, 1), (0, 1)) == Estimate(0.0, None)


@pytest.mark.parametrize("matches", [2, 3, 4, 5, 8, 30, 1000])
def test_few_matches_have_the_interval_of_students_t(matches: int) -> None:
    squares = sum(number * number for number in range(matches))
    total = matches * (matches - 1) // 2
    found = Moments(matches, (total, squares), 1).ratio((0, 1), (1,))
    assert found is not None
    error = sqrt((squares - total * total / matches) / (matches - 1) / matches)
    assert found.within == pytest.approx(students_t(matches - 1) * error, rel=2e-3)


def test_no_interval_of_a_difference_of_shares_goes_beyond_all_of_one_game() -> None:
    apart = Moments(2, (2, 1, 2, 1, 1), 2).share_difference(((0, 1), (1,)), ((0, 0, 1), (1,)))
    assert apart is not None
    assert apart.value == 0.5
    assert not apart.is_certain
    assert apart.interval == (-1, 1)
    assert change_in_share(apart) == "+50.00% -150.00 +50.00"
    assert Moments(1, (1, 0, 1, 0, 0), 2).share_difference(((0, 1), (1,)), ((0, 0, 1), (1,))) == (
        Estimate(1, None)
    )


def test_no_interval_of_a_share_goes_beyond_nothing_and_all() -> None:
    for made in range(1, 10):
        share = Moments(10, (made, made), 1).share((0, 1), (1,))
        assert share is not None
        within = students_t(9) * sqrt(made / 10 * (1 - made / 10) / 9)
        if within <= made / 10 <= 1 - within:
            assert share == Moments(10, (made, made), 1).ratio((0, 1), (1,))
        else:
            is_wilson(share, made / 10, within)
