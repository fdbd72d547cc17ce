"""Whose bid was the last, where a rules file says who bids first."""

from __future__ import annotations

import pytest

from clagdsl import load
from clagdsl.engine.state import start
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.recorded_match import replay
from clagdsl.records.replay import replay_sheet

RULES = """clag 2
game "X"
players 3
deal normal
  trump none
  bid in turn, {first} first
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise tricks
  {call}
schedule 2 cards: normal, normal
winner highest total, then shared
{twist}
"""
CALLED = {"call": "call by winner of last deal any of Low", "twist": "twist Low trick worth 2"}
PLAYERS = ("Ann", "Bob", "Cai")


def game(first: str):
    called = CALLED if first == "caller" else {"call": "", "twist": ""}
    return load(text=RULES.format(first=first, **called))


def blamed(first: str, *, dealer: str | None, caller: str | None = None) -> list[str | None]:
    """Whose bid is told of where three bids, of one trick each but the first, come to the cards."""
    calls = () if first == "caller" else None
    deal = RecordedDeal(number=2, bids=(0, 1, 1), dealer=dealer, caller=caller, calls=calls)
    result = replay_sheet(Record("", PLAYERS, (deal,)), game(first).rules)
    assert {one.diagnostic.code for one in result.problems} <= {"A202"}
    return [one.player for one in result.problems]


@pytest.mark.parametrize(
    ("first", "dealer", "last"),
    [
        ("dealer", "Ann", "Cai"),
        ("dealer", "Bob", "Ann"),
        ("dealer", "Cai", "Bob"),
        ("right of dealer", "Ann", "Bob"),
        ("right of dealer", "Bob", "Cai"),
        ("right of dealer", "Cai", "Ann"),
    ],
)
def test_the_last_bid_is_that_of_who_bids_last(first: str, dealer: str, last: str) -> None:
    assert blamed(first, dealer=dealer) == [last]


def test_the_player_on_the_callers_right_bids_last() -> None:
    assert blamed("caller", dealer=None, caller="Ann") == ["Cai"]
    assert blamed("caller", dealer="Ann", caller="Cai") == ["Bob"]


@pytest.mark.parametrize("first", ["dealer", "right of dealer", "caller"])
def test_without_who_began_the_row_is_blamed(first: str) -> None:
    assert blamed(first, dealer=None) == [None]


@pytest.mark.parametrize("first", ["dealer", "right of dealer", "caller"])
def test_a_match_is_recorded_and_replayed(first: str) -> None:
    state = start(game(first).rules, seed=3, names=PLAYERS, dealer="Bob")
    while not state.over:
        state = state.apply(state.legal()[-1])
    assert replay(state.record(), state.game).totals == state.totals
    assert replay_sheet(state.record(), state.game).problems == ()
