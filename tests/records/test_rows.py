"""Sheets of games whose scores read the row of the schedule, held against the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

import clagdsl
from clagdsl.engine.players.random_player import random_action
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import parse_sheet

RULES = """clag 2
game "Rows"
players 2
deal a trump none bid in turn score tricks + (row_best when row_made = row_deals, otherwise 0)
schedule
  2 down to 1 cards: a then
  2 down to 1 cards: a
winner highest total, then shared
"""


TALLIES = """clag 2
game "Tallies"
players 3
{remembered}
deal a trump none bid in turn trick worth 3 score tricks + kept
schedule repeat 4 times 3 cards: a
winner highest total, then shared
"""


@pytest.mark.parametrize(
    "remembered",
    [
        "run kept when tricks = most",
        "run kept when bids > cards",
        "tally kept = most - most_count",
        "tally kept = bids - cards",
        "tally kept = makers + bid",
        "tally kept = points - deal",
        "tally kept = 10 when made, otherwise tricks",
    ],
)
def test_a_sheet_tells_all_that_runs_and_tallies_read(remembered: str) -> None:
    """Bids and tricks alone give every score of the rows after them."""
    game = clagdsl.load(text=TALLIES.format(remembered=remembered))
    state = game.start(players=3, seed=7)
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    played = state.record()
    rows = [
        RecordedDeal(number=deal.number, bids=deal.bids, won=deal.won, totals=deal.totals)
        for deal in played.deals
    ]
    sheet = Record("x", played.players, tuple(rows), dealer=played.dealer)
    assert replay_sheet(sheet, game.rules).problems == ()
    last = rows[-1].totals
    assert last is not None
    wrong = replace(rows[-1], totals=(*last[:-1], (last[-1] or 0) + 1))
    sheet = replace(sheet, deals=(*rows[:-1], wrong))
    assert [one.diagnostic.code for one in replay_sheet(sheet, game.rules).problems] == ["R541"]


def test_a_row_told_from_its_middle_on_is_not_judged_and_the_next_is() -> None:
    game = clagdsl.load(text=RULES)
    text = (
        "deal,Ann bid,Ann tricks,Ann total,Bob bid,Bob tricks,Bob total\n"
        "2,1,1,5,0,0,7\n"
        "3,1,1,6,1,1,8\n"
        "4,1,1,9,1,0,8\n"
    )
    record = parse_sheet(text, "x").record
    assert record is not None
    first, *others = (one.diagnostic for one in replay_sheet(record, game.rules).problems)
    assert first.code == "R538"
    assert "from deal 1 on, the first of the row" in first.help
    assert [(one.code, one.message) for one in others] == [
        ("R541", "Ann has `9` after the deal, but 1 trick makes it `8`")
    ]

    record = parse_sheet(text.replace("2,1,1,5,0,0,7\n3,1,1,6,1,1,8\n", ""), "x").record
    assert record is not None
    (alone,) = (one.diagnostic for one in replay_sheet(record, game.rules).problems)
    assert "from deal 3 on, the first of the row" in alone.help
