"""A score that reads what is trump, in records that say it and in records that leave it open."""

from __future__ import annotations

import pytest

import clagdsl
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import ReplayResult, replay_sheet
from clagdsl.records.writing import write_record

RULES = """clag 2 game "X" players 3
run hot when made and trump = hearts
deal normal trump {trump} bid in turn
  score (10 + tricks when made, otherwise 0) * (2 when trump = hearts, otherwise 1)
    + 10 * min(hot, 1)
  completed when made and trump != spades
schedule 1 up to 3 cards: normal
winner highest total, then most completed, then shared"""
GAME = clagdsl.load(text=RULES.format(trump="turned"))
NAMES = ["Ann", "Bob", "Cai"]


def replayed(*rows: str, game: clagdsl.PlayableGame = GAME) -> ReplayResult:
    """Returns what a record with these rows shows; a row has bids, tricks, totals and the rest."""
    lines = [
        "record = 1",
        'rules = "x"',
        f"players = {NAMES!r}".replace("'", '"'),
        'dealer = "Ann"',
    ]
    for number, row in enumerate(rows, 1):
        bids, won, totals, *more = row.split(" / ")
        lines += ["[[deal]]", f"deal = {number}", f'bids = "{bids}"', f'totals = "{totals}"']
        lines += [*([f'won = "{won}"'] if won else []), *more]
    record = parse_record("\n".join(lines) + "\n", "x.toml").record
    assert record is not None
    return replay_sheet(record, game.rules)


def codes(result: ReplayResult) -> list[str]:
    return [problem.diagnostic.code for problem in result.problems]


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("0 0 0 / 1 0 0 / 0 10 10", []),  # any suit but hearts
        ("0 0 0 / 1 0 0 / 0 20 20", []),  # hearts
        ("0 0 0 / 1 0 0 / 0 10 20", ["R543"]),  # not of one trump
        ("0 0 0 / 1 0 0 / 0 30 30", ["R543"]),  # of none
        ('0 0 0 / 1 0 0 / 0 20 20 / trump = "hearts"', []),
        ('0 0 0 / 1 0 0 / 0 10 10 / trump = "hearts"', ["R541", "R541"]),
        ('0 0 0 / 1 0 0 / 0 20 20 / turned = "2H"', []),
        ('0 0 0 / 1 0 0 / 0 20 20 / turned = "2S"', ["R541", "R541"]),
        ("0 0 0 /  / 0 20 20", []),  # the tricks follow
        ("0 0 0 /  / 20 20 20", ["R543"]),
    ],
)
def test_a_score_is_wrong_only_if_no_trump_explains_it(row: str, wrong: list[str]) -> None:
    assert codes(replayed(row)) == wrong


@pytest.mark.parametrize(
    ("totals", "player", "named", "fixes"),
    [
        ("0 10 20", None, "Bob or Cai", {("Bob", 20), ("Cai", 10)}),  # hearts, or another suit
        ("5 0 0", "Ann", "Ann", {("Ann", 11), ("Ann", 22)}),  # bids of 1
    ],
)
def test_a_row_that_no_trump_explains_has_the_fixes_of_every_trump(
    totals: str, player: str | None, named: str, fixes: set[tuple[str, int]]
) -> None:
    (problem,) = replayed(f"{'1 1 1' if player else '0 0 0'} / 1 0 0 / {totals}").problems
    assert problem.player == player
    assert f": the figures of {named} do not fit" in problem.diagnostic.message
    changes = [change for fix in problem.fixes for change in fix.changes]
    shown = {(change.player, change.value) for change in changes if change.cell == "total"}
    assert shown == fixes


def test_a_trump_that_follows_from_the_scores_counts_in_runs() -> None:
    assert codes(replayed("0 0 0 / 1 0 0 / 0 20 20", "0 1 0 / 0 1 1 / 10 41 30")) == []
    assert codes(replayed("0 0 0 / 1 0 0 / 0 20 20", "0 1 0 / 0 1 1 / 10 31 20")) == [
        "R541",
        "R541",
    ]


def test_an_open_trump_leaves_runs_and_contracts_open() -> None:
    plain = clagdsl.load(text=RULES.format(trump="turned").replace("2 when", "1 when"))
    rows = ["0 0 0 / 1 0 0 / 0 10 10", "0 1 0 / 0 1 1 / 10 21 10"]
    assert codes(replayed(*rows, game=plain)) == ["R538"]  # no hearts so far
    rows[1] = "0 1 0 / 0 1 1 / 10 31 20"
    assert codes(replayed(*rows, game=plain)) == ["R538"]  # or the first was hearts
    assert codes(replayed(rows[0] + ' / trump = "clubs"', rows[1], game=plain)) != []


@pytest.mark.parametrize("trump", ["turned", "drawn", "named by dealer any order", "none"])
def test_a_match_and_its_record_agree(trump: str) -> None:
    game = clagdsl.load(text=RULES.format(trump=trump).replace("hearts", "order", trump == "none"))
    for seed in range(3):
        state = game.start(names=NAMES, seed=seed)
        while not state.over:
            action = clagdsl.random_action(state)
            assert action is not None
            state = state.apply(action)
        written = parse_record(write_record(state.record()), "m.toml").record
        assert written is not None
        assert replay(written, game.rules) == state
        assert codes(replay_sheet(written, game.rules)) == []
