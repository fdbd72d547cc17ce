"""Trumps that are ranked: every engine plays, records and scores them alike."""

from __future__ import annotations

import pytest
from support.batch_beside import play_beside
from support.both_backends import agree, agree_by_machine
from support.simulation_games import compare

import clagdsl

JASS = """clag 2
game "Jass"
players 2 to 4
pack A K Q J 10 9 8 7 6
{cards}
deal normal
  rank A K Q J 10 9 8 7 6
  rank of trump {top}
  trump {trump}
  bid in turn
  open no {held} until broken
  follow {follow}
  {wild}
  card worth 11 A, 4 K, 3 Q, 2 J, 10 10
  card worth of trump 20 J, 14 9, 11 A, 10 10, 4 K, 3 Q
  trick worth 5 when won_with = J, otherwise 0
  score points + tricks when made, otherwise -points
deal plain
  rank 6 7 8 9 10 J Q K A
  {plain}
  trump none
  bid in turn
  score 10 + tricks when made, otherwise 0
schedule 3 cards: normal, plain then 6 cards: normal
winner highest total, then shared
"""

SPECIALS = "special Big is trump special Little is trump"
WITH_SPECIALS = ", 1 Big, 2 Little\n" + SPECIALS
POWERS = ", 1 Big, 2 Little, 2 Joker\n" + SPECIALS
JOKER = "\nspecial Joker is high or low asks highest of named suit or named suit or next card"

CASES = {
    "jass": dict(top="J 9"),
    "cards": dict(top="JC J JS 9", trump="named by dealer any suit or none"),
    "grand": dict(top="JC JS JH JD", trump="none", held="clubs", follow="suit, else trump, else anything"),
    "order": dict(top="9 6S JC", trump="order H C D S", follow="higher suit, else suit, else anything"),
    "named": dict(top="JC 9", trump="named by dealer any order", held="hearts"),
    "higher": dict(top="6H J 9", trump="drawn", follow="higher suit, else higher trump, else anything"),
    "wild": dict(top="9 6S QS", wild="wild 7 8", follow="higher suit, else suit, else higher trump, else anything"),
    "in suit": dict(top="9 6S QS", wild="wild 7 in suit", trump="none", held="trump"),
    "specials": dict(cards=WITH_SPECIALS, top="Big 6D Little 9", plain="rank of trump Big Little",
                     trump="named by dealer any suit or none"),
    "powers": dict(cards=POWERS + JOKER, top="Big 6D Little 9", plain="rank of trump Little Big",
                   trump="hearts", follow="suit, else trump, else anything"),
    "turned": dict(cards=POWERS + JOKER, top="Little 6D Big", plain="rank of trump Big Little AS", held="spades",
                   trump="turned, on Big none, on Little named by dealer any suit or none, on Joker again, else none"),
    "wild powers": dict(cards=POWERS + JOKER, top="Big 6D Little 9", plain="rank of trump Little Big", wild="wild 8",
                   trump="named by dealer any suit or none", follow="higher suit, else trump, else anything"),
}  # fmt: skip
USUAL = {
    "cards": "",
    "trump": "turned, else none",
    "held": "trump",
    "follow": "suit, else anything",
    "wild": "wild none",
    "plain": "",
}


def game_of(case: str) -> clagdsl.PlayableGame:
    values = {**USUAL, **CASES[case]}
    text = JASS.replace("8 7 6\n{cards}", "8 7 6{cards}").format(**values)
    return clagdsl.load(text=text)


@pytest.mark.parametrize("case", CASES)
def test_both_backends_play_ranked_trumps_as_the_interpreter_does(case: str) -> None:
    table = game_of(case).start(3).table
    agree(table, 12)
    agree_by_machine(table, 70)


@pytest.mark.parametrize("case", CASES)
def test_steady_seats_play_ranked_trumps_alike_in_both_engines(case: str) -> None:
    compare(game_of(case), 3, 5, range(3), policies=("steady", "random", "steady"))


@pytest.mark.parametrize("case", CASES)
def test_a_batch_shows_ranked_trumps_as_views_do(case: str) -> None:
    game = game_of(case)
    states = [game.start(players=4, seed=3, match=match) for match in range(2)]
    play_beside(game.batch(2, 4, 3), states, every=3)
