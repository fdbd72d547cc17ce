"""`replay` knows who deals next by every rule, and reports a dealer whose turn it is not."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import get_args

import pytest

from clagdsl.api import load
from clagdsl.lang.policies.deal_end import NextDealer
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import Game
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import parse_sheet

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


def rows_of_match(word: str, seed: int) -> tuple[Game, list[RecordedDeal]]:
    """Plays a match at random; returns its rules and its rows."""
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
    return game.rules, rows


@pytest.mark.parametrize("word", get_args(NextDealer))
@pytest.mark.parametrize("seed", range(3))
def test_a_dealer_whose_turn_it_is_not_is_reported(word: str, seed: int) -> None:
    rules, rows = rows_of_match(word, seed)
    assert replay_sheet(Record("", PLAYERS, tuple(rows)), rules).problems == ()
    for number in range(1, len(rows)):
        due = rows[number].dealer
        for other in set(PLAYERS) - {due}:
            wrong = [*rows[:number], replace(rows[number], dealer=other)]
            found = replay_sheet(Record("", PLAYERS, tuple(wrong)), rules).problems
            help_lines = [one.diagnostic.help for one in found if one.diagnostic.code == "R535"]
            (line,) = help_lines
            assert (line or "").startswith(f'write `dealer = "{due}"`, or leave it out'), found


@pytest.mark.parametrize("word", get_args(NextDealer))
@pytest.mark.parametrize("seed", range(3))
def test_the_right_dealer_is_not_reported_whatever_is_left_out(word: str, seed: int) -> None:
    rules, rows = rows_of_match(word, seed)
    luck = random.Random(seed)

    def open_row(row: RecordedDeal) -> RecordedDeal:
        bids, won, totals = (
            [n if luck.random() < 0.7 else None for n in own or ()]
            for own in (row.bids, row.won, row.totals)
        )
        written = tuple("?" if bid is None else bid for bid in bids)
        return replace(row, bids=written, won=tuple(won), totals=tuple(totals))

    for _ in range(10):
        record = Record("", PLAYERS, tuple(map(open_row, rows)))
        assert replay_sheet(record, rules).errors == 0, record


@pytest.mark.parametrize(
    ("word", "due"), [("loser", "Ann"), ("lowest total", "Ann"), ("winner", "Cai")]
)
@pytest.mark.parametrize("dealer", PLAYERS)
def test_a_dealer_is_known_if_every_possible_score_gives_the_same(
    word: str, due: str, dealer: str
) -> None:
    """Ann has 11 if her bid is made, otherwise 1; Bob has 11, Cai 12, and Cai has dealt.

    So Ann loses, or is the first of the two losers, and Cai wins.
    """
    rules = load(text=RULES.format(word=word, direction="")).rules
    first = RecordedDeal(dealer="Cai", bids=("?", 1, 2), won=(1, 1, 2))
    rows = (first, RecordedDeal(dealer=dealer, bids=(0, 0, 0), won=(1, 1, 2)))
    found = replay_sheet(Record("", PLAYERS, rows), rules).problems
    assert [one.diagnostic.code for one in found] == (["R535"] if dealer != due else [])


@pytest.mark.parametrize("dealer", PLAYERS)
def test_a_dealer_is_unknown_if_possible_scores_give_different_ones(dealer: str) -> None:
    """Ann has 11 or 1, and Bob has 10."""
    rules = load(text=RULES.format(word="loser", direction="")).rules
    first = RecordedDeal(dealer="Cai", bids=("?", 0, 3), won=(1, 0, 3))
    rows = (first, RecordedDeal(dealer=dealer, bids=(0, 0, 0), won=(1, 1, 2)))
    assert replay_sheet(Record("", PLAYERS, rows), rules).problems == ()


HEAD = (
    "deal,dealer,Ann bid,Ann won,Ann points,Bob bid,Bob won,Bob points,Cai bid,Cai won,Cai points\n"
)
POINTS = """clag 2
game "X"
players 3
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise 0
  next dealer lowest total
schedule repeat 3 times 1 cards: normal
winner highest total, then shared
"""
FIRST = "1,Cai,0,0,,0,1,,0,0,\n"  # Ann and Cai have 10 points, Bob has none


@pytest.mark.parametrize(
    ("before", "due"),
    [
        (FIRST + "2,Bob,0,0,10,1,1,11,0,0,10\n", ["Bob"]),  # the totals are 20, 11 and 20
        ("1,Cai,0,0,,0,0,10,1,1,\n2,Ann,0,1,0,1,0,0,0,0,10\n", ["Bob"]),  # 10, 10 and 21
        ("2,Bob,0,0,10,1,1,11,0,0,10\n", [*PLAYERS]),  # unknown without the first deal
    ],
)
@pytest.mark.parametrize("dealer", PLAYERS)
def test_the_lowest_total_is_a_sum_of_all_points_so_far(
    before: str, due: list[str], dealer: str
) -> None:
    rules = load(text=POINTS).rules
    read = parse_sheet(f"{HEAD}{before}3,{dealer},0,1,0,1,0,0,1,0,0\n", "X")
    assert read.record is not None
    found = replay_sheet(read.record, rules, read.places).problems
    assert [one.diagnostic.code for one in found] == ([] if dealer in due else ["R535"])
