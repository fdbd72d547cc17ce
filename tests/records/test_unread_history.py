"""A run that no score reads with the parameters in use changes nothing in a replay or a review."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from support.checked_games import game_of
from support.loaded import loaded

from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import Game
from clagdsl.records.parameter_trials import try_parameters
from clagdsl.records.replay import replay_sheet
from clagdsl.records.row_context import empty_places
from clagdsl.reviewing.review import recorded_decisions

PLAYERS = ("Ann", "Bob", "Cai")
STREAKS = "param streaks = false\nrun hits when made\n"


@cache
def game(head: str, bonus: str) -> Game:
    return game_of(
        f'clag 2\ngame "X"\nplayers 3\n{head}deal n\n  trump none\n  bid in turn\n'
        "  last bid keeps bids != cards\n"
        f"  score 5 + tricks{bonus} when made, otherwise -abs(bid - tricks)\n"
        "  next dealer left\n"
        "schedule repeat 9 times 4 cards: n\nwinner highest total, then shared\n"
    )


def with_streaks() -> Game:
    return game(STREAKS, " + (10 when streaks and hits % 5 = 4, otherwise 0)")


def damaged_sheet(seed: int) -> Record:
    """A match in which bids and tricks of some deals are unknown and some totals are wrong."""
    luck = random.Random(seed)
    totals, deals = [0, 0, 0], []
    for number in range(1, 10):
        bids, won = [luck.randrange(3) for _ in PLAYERS], [0, 0, 0]
        for _ in range(4):
            won[luck.randrange(3)] += 1
        for seat, (bid, count) in enumerate(zip(bids, won, strict=True)):
            totals[seat] += 5 + count if bid == count else -abs(bid - count)
            if luck.random() < 0.1:
                totals[seat] += luck.randrange(-2, 12)
        is_bare = luck.random() < 0.5
        deals.append(
            RecordedDeal(
                number=number,
                bids=None if is_bare else tuple(bids),
                won=None if is_bare or luck.random() < 0.5 else tuple(won),
                totals=tuple(totals),
            )
        )
    return Record("x", PLAYERS, tuple(deals), dealer="Cai")


@pytest.mark.parametrize("seed", range(8))
def test_a_run_that_no_score_reads_changes_nothing_in_a_replay(seed: int) -> None:
    record = damaged_sheet(seed)
    results = [replay_sheet(record, rules) for rules in (with_streaks(), game("", ""))]
    codes, plain = ([(p.row, p.player, p.diagnostic.code) for p in r.problems] for r in results)
    assert codes == plain
    assert [problem.fixes for problem in results[0].problems] == [
        problem.fixes for problem in results[1].problems
    ]
    assert results[0].rows == results[1].rows


def test_a_value_with_which_a_row_cannot_be_judged_makes_no_row_right() -> None:
    """After the first row, which is wrong, the runs that count with `streaks` are not known."""
    rows = (
        RecordedDeal(number=1, bids=(1, 1, 1), won=None, totals=(6, 6, 7)),
        RecordedDeal(number=2, bids=(1, 1, 1), won=(1, 1, 2), totals=(12, 12, 999)),
        RecordedDeal(number=3, bids=(1, 1, 1), won=(1, 1, 2), totals=(18, 18, 998)),
    )
    record, rules = Record("x", PLAYERS, rows, dealer="Cai"), with_streaks()
    result = replay_sheet(record, rules)
    assert result.wrong_rows == {(1, "1"), (2, "2")}
    assert [
        trial.better for trial in try_parameters(record, rules, result, empty_places()).trials
    ] == []


def test_a_deal_is_reviewed_without_the_runs_that_no_score_reads() -> None:
    state = loaded("romanian-whist").start(players=3, seed=4, parameters={"eights_first": True})
    while state.deal < 3:
        state = state.apply(state.legal()[0])
    record = replace(state.record(), seed=None)
    first, second = record.deals[:2]
    bare = RecordedDeal(number=1, dealer=first.dealer)
    record = replace(record, deals=(bare, second), dealer=record.players[-1])
    decisions = recorded_decisions(record, loaded("romanian-whist").rules)
    assert len(decisions.decisions) > 0
    assert [item.deal for item in decisions.left_out] == [1]


@pytest.mark.parametrize(
    ("won", "code"),
    [((1, 1, 2), None), ((1, 1, 1), "R540"), ((3, None, 2), "R543"), ((3, None, 1), None)],
)
def test_tricks_must_add_up_even_if_no_run_is_known(
    won: tuple[int | None, ...], code: str | None
) -> None:
    row = RecordedDeal(number=3, bids=(1, 1, 1), won=won, totals=(6, 6, 1))
    record = Record("x", PLAYERS, (row,), parameters=(("streaks", True),))
    found = replay_sheet(record, with_streaks()).diagnostics
    assert [one.code for one in found if one.severity == "error"] == ([code] if code else [])


DECLARED = "param p = false\nrun z when bid = 0\ntally t = tricks\n"

POSITIONS = {
    "score": "score (10 when made, otherwise 0) + (5 when {0}, otherwise 0)",
    "completed": "score 10 when made, otherwise 0\n  completed when made and {0} or tricks > 1",
    "each bid": "each bid keeps ({0}) or bid != 1\n  score 10 when made, otherwise 0",
    "last bid": "last bid keeps ({0}) or bid != 1\n  score 10 when made, otherwise 0",
    "run u when bid = 0 and {0}\n": "score 10 when made and u < 2, otherwise 0",
    "tally u = 1 when bid = 0 and {0}, otherwise 0\n": "score 10 when made and u < 2, otherwise 0",
}
"""What can have a condition: a clause of a deal, or a declaration, with the clauses."""

READ = {
    "score": ("row_made = 1", "row_best > 3", "z > 1", "t > 1", "trump = hearts"),
    "completed": ("row_made = 1", "row_best > 3", "z > 1", "t > 1", "trump = hearts"),
    "each bid": ("z > 1", "t > 1"),
    "last bid": ("z > 1", "t > 1"),
}
"""What the condition reads; `trump` elsewhere."""


@cache
def guarded(position: str, condition: str) -> Game:
    head = DECLARED + (position if "\n" in position else "")
    return game_of(
        f'clag 2\ngame "X"\nplayers 3\n{head}deal n\n  trump turned\n  bid in turn\n'
        f"  {POSITIONS[position]}\n".format(condition)
        + "schedule repeat 9 times 4 cards: n\nwinner highest total, then shared\n"
    )


@pytest.mark.parametrize(
    ("position", "read"),
    [(each, read) for each in POSITIONS for read in READ.get(each, ("trump = hearts",))],
)
@pytest.mark.parametrize("form", ["({0} and p)", "not ({0} or not p)", "({0} or 4 > bid) and p"])
def test_a_condition_that_a_parameter_makes_false_is_false_in_every_order(
    position: str, read: str, form: str
) -> None:
    plain = guarded(position, "(p and p)")
    for seed in range(3):
        record = damaged_sheet(seed)
        results = [
            replay_sheet(replace(record, deals=record.deals[:4]), rules, verdict_only=True)
            for rules in (guarded(position, form.format(read)), plain)
        ]
        assert results[0].rows == results[1].rows
        codes, expected = ([(p.row, p.diagnostic.code) for p in r.problems] for r in results)
        assert codes == expected
