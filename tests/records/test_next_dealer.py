"""`replay` knows who deals next by every rule, and reports a dealer whose turn it is not."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import get_args

import pytest

from clagdsl.api import load
from clagdsl.lang.policies.deal_end import NextDealer
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.replay import replay_sheet

RULES = """clag 2
game "X"
players 3{direction}
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise tricks
  next dealer {word}
schedule 4 cards: normal, normal, normal, normal
winner highest total, then shared
"""
PLAYERS = ("Ann", "Bob", "Cai")


@pytest.mark.parametrize("word", get_args(NextDealer))
@pytest.mark.parametrize("seed", range(3))
def test_a_dealer_whose_turn_it_is_not_is_reported(word: str, seed: int) -> None:
    direction = ", counterclockwise" if word == "right" else ""
    game = load(text=RULES.format(word=word, direction=direction))
    choose, state = random.Random(seed), game.start(3, seed=seed)
    while not state.over:
        state = state.apply(choose.choice(state.legal()))
    rows = []
    for deal in state.history:
        first = deal.dealing.dealer + 1
        rows.append(
            RecordedDeal(
                dealer=PLAYERS[deal.dealing.dealer],
                bids=tuple(deal.dealing.bids[(seat - first) % 3] for seat in range(3)),
                won=tuple([trick.winner for trick in deal.tricks].count(seat) for seat in range(3)),
                totals=deal.totals,
            )
        )
    assert replay_sheet(Record("", PLAYERS, tuple(rows)), game.rules).problems == ()
    for number in range(1, len(rows)):
        due = rows[number].dealer
        for other in set(PLAYERS) - {due}:
            wrong = [*rows[:number], replace(rows[number], dealer=other)]
            found = replay_sheet(Record("", PLAYERS, tuple(wrong)), game.rules).problems
            help_lines = [one.diagnostic.help for one in found if one.diagnostic.code == "R535"]
            (line,) = help_lines
            assert (line or "").startswith(f'write `dealer = "{due}"`, or leave it out'), found
