"""Who leads and who names trump in a record, where the highest bidder does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clagdsl.api import load
from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import start_match
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

RULES = """clag 2
game "X"
players 3
deal normal
  trump named by highest bidder any suit or none
  lead highest bidder
  bid in turn
  score 10 + tricks when made, otherwise tricks
deal first is normal with trump named by dealer any suit
deal plain is normal with trump none
schedule 3 cards: normal, first, plain
winner highest total, then shared
"""


def codes(state, **changes: object) -> list[str]:
    """What is told of the record of a match whose first deal says something else."""
    record = state.record()
    deal = replace(record.deals[0], pack=None, won=None, totals=None, **changes)
    found = replay_sheet(replace(record, seed=None, deals=(deal,)), state.game)
    return [one.diagnostic.code for one in found.problems]


def played(seed: int, *, none: bool = False):
    state = start_match(
        load(text=RULES).rules, seed=seed, dealer="Ann", names=("Ann", "Bob", "Cai")
    )
    while not state.over:
        named = none and state.phase == "name" and state.deal == 1
        state = state.apply("trump none" if named else random_action(state))
    return state


@pytest.mark.parametrize("none", [False, True])
def test_a_match_is_recorded_written_read_and_replayed(none: bool) -> None:
    state = played(3, none=none)
    text = write_record(state.record())
    assert ('trump  = "none"' in text) == none
    read = parse_record(text)
    assert read.record is not None
    assert replay(read.record, state.game).totals == state.totals
    assert replay_sheet(read.record, state.game).problems == ()


def test_tricks_of_a_hand_written_row_are_followed_from_the_highest_bidder() -> None:
    state = played(5)
    deal = state.record().deals[0]
    assert deal.bids is not None
    highest = max(range(3), key=lambda seat: (deal.bids[seat], -((seat - 1) % 3)))
    assert state.history[0].tricks[0].cards[0].seat == highest
    assert codes(state) == []
    hands = state.history[0].dealing.hands
    lower = tuple(0 if seat == highest else 3 for seat in range(3))
    assert codes(state, hands=hands) == []
    assert codes(state, hands=hands, bids=lower) != []  # somebody else led


def test_no_trump_stands_only_where_it_may_be_named() -> None:
    record = played(4).record()
    for number, code in ((0, None), (1, "A404"), (2, None)):
        deal = replace(record.deals[number], trump="none", tricks=None, won=None, totals=None)
        result = replay_sheet(replace(record, deals=(deal,)), load(text=RULES).rules)
        assert [one.diagnostic.code for one in result.problems] == ([code] if code else [])
