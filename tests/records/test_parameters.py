"""A record may hold parameters that the checker never tried together; they are proved first."""

from __future__ import annotations

from pathlib import Path

import pytest

import clagdsl
from clagdsl.check.checker import check_path
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.recorded_match import RecordError, replay
from clagdsl.records.replay import replay_sheet

RULES = """clag 1
game "Stakes" variant "Division"
players 3 to 4
param a = 1 in 1 to 2
param b = 1 in 1 to 2
deal normal
  trump none
  bid in turn
  score 10 // (8 - a * b * (a + b) // 2) when made, otherwise 0
schedule 1 card: normal
winner highest total, then shared
"""
# The divisor is 7 at the defaults, 5 with one of them at 2, and 0 with both.


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "stakes.clag"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_the_pair_divides_by_nothing_though_each_alone_does_not(rules: Path) -> None:
    game = clagdsl.load(rules)
    assert game.score(1, bids=[1, 0, 0], tricks=[1, 0, 0]) == (1, 1, 1)
    with pytest.raises(clagdsl.ArgumentError, match="U610"):
        game.start(seed=1, parameters={"a": 2, "b": 2})


def test_a_record_with_the_pair_is_refused_in_words(rules: Path) -> None:
    game = check_path(rules).game
    assert game is not None
    deal = RecordedDeal(number=1, bids=(1, 0, 0), won=(1, 0, 0), totals=(1, 1, 1))
    record = Record(
        rules=str(rules),
        players=("Ann", "Bob", "Cai"),
        parameters={"a": 2, "b": 2},
        deals=(deal,),
    )
    [found] = replay_sheet(record, game).problems
    assert "do not work" in found.diagnostic.message
    with pytest.raises(RecordError, match="do not work"):
        replay(record, game)
