"""Records of bids made blind: written, read, held against the rules, and given back."""

from __future__ import annotations

import pytest

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import RecordError, replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import parse_sheet, write_sheet
from clagdsl.records.writing import write_record

RULES = """clag 2
game "Blind Nil"
players 3
deal normal trump spades sight by choice bid in turn
  score (200 when blind, otherwise 100) when bid = 0 and made, 10 * bid when made,
    otherwise -10 * bid
deal seen is normal with sight before bids
schedule 2 cards: normal, seen
winner highest total, then shared
"""

NAMES = ["Ann", "Bob", "Cai"]


@pytest.fixture(scope="module")
def game() -> PlayableGame:
    return clagdsl.load(text=RULES)


def test_a_match_is_given_back_after_each_of_its_actions(game: PlayableGame) -> None:
    for seed in range(4):
        state = game.start(names=NAMES, seed=seed)
        told = set()
        while not state.over:
            written = parse_record(write_record(state.record()), "m.toml").record
            assert written is not None
            assert replay(written, game.rules) == state
            deal = written.deals[-1] if written.deals else None
            told |= {deal.looked is None, deal.blind is None} if deal else set()
            action = clagdsl.random_action(state)
            assert action is not None
            state = state.apply(action)
        assert told == {True, False}


def test_a_sheet_marks_bids_made_blind(game: PlayableGame) -> None:
    head = ",".join(f"{name} bid,{name} tricks,{name} total" for name in NAMES)
    text = f"deal,{head}\n1,0 blind,0,200,1,1,10,1 blind,1,10\n"
    record = parse_sheet(text, "x").record
    assert record is not None
    assert record.deals[0].blind == ("Ann", "Cai")
    assert write_sheet(record) == text
    assert replay_sheet(record, game.rules).problems == ()
    seen = parse_sheet(text.replace(" blind", ""), "x").record
    assert seen is not None
    assert [one.diagnostic.code for one in replay_sheet(seen, game.rules).problems] == ["R541"]


@pytest.mark.parametrize("said", ['blind = ["Ann"]', 'looked = "Ann"'])
def test_nobody_bids_blind_where_the_cards_are_seen(game: PlayableGame, said: str) -> None:
    text = f'record = 1\nrules = "x"\nplayers = ["Ann", "Bob", "Cai"]\n[[deal]]\ndeal = 2\n{said}\n'
    record = parse_record(text, "m.toml").record
    assert record is not None
    told = replay_sheet(record, game.rules).problems
    assert any("nobody can choose to bid blind" in one.diagnostic.message for one in told)


def test_a_name_of_nobody_is_told_and_a_bid_that_scored_as_seen(
    game: PlayableGame,
) -> None:
    text = (
        'record = 1\nrules = "x"\nplayers = ["Ann", "Bob"]\n[[deal]]\ndeal = 1\nblind = ["Eve"]\n'
    )
    assert "Eve" in parse_record(text, "m.toml").diagnostics[0].message
    state = game.start(names=NAMES, seed=1)
    while state.deal == 1:
        state = state.apply(state.legal()[0])
    written = write_record(state.record()).replace("tricks", 'blind = ["Bob"]\ntricks', 1)
    record = parse_record(written, "m.toml").record
    assert record is not None
    with pytest.raises(RecordError, match="0 tricks make it `200`"):
        replay(record, game.rules)
