"""Records of bids that are made together, of which one may be changed: only final bids are kept."""

from __future__ import annotations

from dataclasses import replace

import clagdsl
from clagdsl.engine.state import State
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

GAME = clagdsl.load(
    text="""clag 2
game "Fingers"
players 3
deal normal
  trump none
  bid together, eldest again
  each bid keeps bid = 1, otherwise free
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise 0
schedule 3 cards: normal
winner highest total, then shared
"""
)


def bid_once() -> State:
    state = GAME.start(3, seed=1, dealer=2)
    return state.apply("bid 1").apply("bid 1").apply("bid 1")


def finished(state: State) -> State:
    while not state.over:
        state = state.apply(state.legal()[0])
    return state


def test_a_record_has_the_bid_that_was_changed() -> None:
    state = finished(bid_once().apply("bid 3"))
    assert state.record().deals[0].bids == (3, 1, 1)


def test_a_final_bid_that_may_not_come_first_is_replayed() -> None:
    state = finished(bid_once().apply("bid 3"))
    again = replay(state.record(), GAME.rules)
    assert again.totals == state.totals
    assert again.record() == state.record()


def test_the_bid_of_a_player_who_must_bid_again_is_left_open() -> None:
    record = bid_once().record()
    assert record.deals[0].bids == ("?", 1, 1)
    assert replay(record, GAME.rules).bids == (None, 1, 1)


def test_final_bids_that_break_the_limit_are_reported() -> None:
    record = finished(bid_once().apply("bid 3")).record()
    deal = replace(record.deals[0], bids=(1, 1, 1), tricks=None, pack=None)
    text = write_record(replace(record, deals=(deal,), seed=None))
    read = parse_record(text.encode(), "record.toml")
    assert read.record is not None
    result = replay_sheet(read.record, GAME.rules, read.places)
    assert "A202" in [one.diagnostic.code for one in result.problems]
