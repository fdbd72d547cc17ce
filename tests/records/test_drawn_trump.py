"""Trump that is drawn, in records: what is written, read, and held against the seed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clagdsl import PACK
from clagdsl.api import load
from clagdsl.engine.state import State, start_match
from clagdsl.lang.philox import random_suit
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import RecordError, replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record

RULES = load(
    text="""clag 2
game "X"
players 3
deal normal
  trump drawn
  bid in turn
  score 10 + tricks when made, otherwise tricks
deal called is normal with
  trump turned
  call by dealer any of Late
twist Late trump drawn shown after bids
schedule 2 cards: normal, called
winner highest total, then shared
"""
).rules
PLAYERS = ("Ann", "Bob", "Cai")
DEALT = "deal " + " ".join(map(str, PACK))


def by_seed(call: str = "call Late") -> State:
    """A whole match by the seed."""
    state = start_match(RULES, seed=3, names=PLAYERS, dealer="Bob")
    while not state.over:
        state = state.apply(call if state.phase == "call" else state.legal()[-1])
    return state


@pytest.mark.parametrize("call", ["call Late", "call"])
def test_a_match_is_recorded_and_replayed(call: str) -> None:
    state = by_seed(call)
    record = state.record()
    late = random_suit(3, 0, 2) if call == "call Late" else None
    assert [deal.trump for deal in record.deals] == [random_suit(3, 0, 1), late]
    assert parse_record(write_record(record).encode(), "x").record == record
    assert replay(record, RULES) == state
    assert replay_sheet(record, RULES).problems == ()


@pytest.mark.parametrize(("trump", "won"), [("clubs", "0 0 1"), ("spades", "1 0 0")])
def test_without_a_seed_the_trump_that_is_written_decides_the_tricks(trump: str, won: str) -> None:
    text = f"""record = 1
rules = "x"
players = ["Ann", "Bob", "Cai"]
dealer = "Cai"
[[deal]]
deal = 1
trump = "{trump}"
tricks = ["AH KH 2C"]
"""
    read = parse_record(text)
    assert read.record is not None
    (row,) = replay_sheet(read.record, RULES, read.places).rows
    assert " ".join(str(min(counts)) for counts in row.tricks) == won


@pytest.mark.parametrize("call", ["call Late", "call"])
def test_without_a_seed_the_record_says_what_was_drawn(call: str) -> None:
    state = start_match(RULES, names=PLAYERS).apply(f"{DEALT} trump clubs")
    assert state.record().deals[0].trump == "C"
    assert replay(state.record(), RULES) == state
    while state.phase != "deal":
        state = state.apply(state.legal()[-1])
    state = state.apply(f"{DEALT} trump hearts").apply(call)
    assert state.record().deals[1].trump == ("H" if call == "call Late" else None)
    again = replay(state.record(), RULES)
    assert again.view(0) == state.view(0)
    assert 'trump  = "clubs"' in write_record(state.record())


def told(*, seed: int | None = None, **said: object) -> list[str]:
    """What is told of a row that says so of its trump."""
    deal = RecordedDeal(number=1, bids=(1, 0, 1), **said)
    found = replay_sheet(Record("", PLAYERS, (deal,), seed=seed), RULES).problems
    return [f"{one.diagnostic.code} {one.diagnostic.message}" for one in found]


def test_the_suit_is_held_against_the_seed() -> None:
    due = random_suit(3, 0, 1)
    assert due == "D"
    assert told(trump="D", seed=3) == told(trump=None, seed=3) == told(trump="C") == []
    assert told(trump="C", seed=3) == ["R553 the seed draws diamonds as trump"]


@pytest.mark.parametrize("said", [{"trump": "none"}, {"order": ("S", "H", "D", "C")}])
def test_a_suit_is_drawn_and_nothing_else(said: dict[str, object]) -> None:
    assert told(**said) == ["R553 a suit is drawn as trump in `normal`"]


def test_no_card_is_turned() -> None:
    assert told(turned=PACK[-1]) == ["R553 no card is turned up in `normal`"]


def test_without_a_seed_the_suit_is_what_the_record_says() -> None:
    first = by_seed().record().deals[0]
    other = replace(first, trump="S", totals=None, won=None)
    again = replay(replace(by_seed().record(), deals=(other,), seed=None), RULES)
    assert again.history[0].dealing.trump == ("S",)
    unsaid = replace(by_seed().record(), deals=(replace(first, trump=None),), seed=None)
    with pytest.raises(RecordError, match="deal 1 is not recorded in full"):
        replay(unsaid, RULES)


def test_a_suit_that_the_seed_does_not_draw_is_refused() -> None:
    record = by_seed().record()
    wrong = replace(record.deals[0], trump="S")
    with pytest.raises(RecordError, match="the seed draws diamonds"):
        replay(replace(record, deals=(wrong, *record.deals[1:])), RULES)


def test_a_deal_that_is_not_called_yet_has_its_suit_already() -> None:
    state = start_match(RULES, seed=3, names=PLAYERS, dealer="Bob")
    while state.phase != "call":
        state = state.apply(state.legal()[-1])
    assert replay(state.record(), RULES) == state
    found = replay_sheet(state.record(), RULES).problems
    assert [one.diagnostic.code for one in found] == ["R536"]
