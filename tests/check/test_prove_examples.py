"""Examples in rules files: each kind of fact holds, fails, is impossible or leaves things open."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.problems.model import Diagnostic

GAME = """clag 1
game "X"
players 3 to 5
param extra = 0 in 0 to 5 "e"
deal normal as n
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + extra + 2 * tricks when made, otherwise 0
deal "No Trumps" as nt is normal with trump none
deal Misere is normal with bid fixed 0 score 10 when tricks = 0, otherwise -tricks
deal Most is normal with
  bid none
  score 10 when tricks = most and most_count = 1, otherwise 0
  completed not counted
deal Rising is normal with trick worth trick score 10 + points when made, otherwise points
deal Wild is normal with wild 2
deal Order is normal with trump order H C D S
deal Named is normal with trump named by dealer any order
deal Size is normal with score cards
deal Many is normal with score players
deal Blind is normal with play top card sight never
deal Called is normal with call by dealer one of A, B
twist A rank 2 3 4 5 6 7 8 9 10 J Q K A
twist B score 1
schedule 1 up to 5 cards: normal
  then 5 cards: "No Trumps", Misere, Most, Rising, Wild, Order, Named, Blind, Called
  then 3 up to 5 cards: Size, Many
winner highest total, then fewest failed, then shared
settle loser pays winner 5 * (winner.total - loser.total) + winner.failed - loser.failed
"""


def run(example: str) -> tuple[Diagnostic, ...]:
    return check_text(GAME + f'example "x" {example}').diagnostics


HOLDING = [
    "in normal with 5 cards: bid 2 tricks 2 scores 14",
    "in normal: bid 2 tricks 2 scores 14",
    "in n: bid 2 tricks 1 scores 0",
    "in normal where extra = 3: bid 2 tricks 2 scores 17",
    "in normal: bids 1 1 1 tricks 1 2 0 scores 12 0 0",
    "in Misere: tricks 0 scores 10",
    "in Misere: bid 0 tricks 3 scores -3",
    "in Misere: tricks 2 2 1 0 scores -2 -2 -1 10",
    "in Most: tricks 3 1 1 scores 10 0 0",
    "in Most: tricks 2 2 1 scores 0 0 0",
    "in Rising: bid 2 taking 1 5 scores 16",
    "in Rising: bid 1 taking 4 5 scores 9",
    "in Rising: bid 0 tricks 0 scores 10",
    "in Rising: bid 5 tricks 5 scores 25",
    "in Size with 4 cards: bid 2 tricks 2 scores 4",
    "in Size: bids 1 1 1 tricks 2 1 1 scores 4 4 4",
    "in Many for 4 players: bid 2 tricks 2 scores 4",
    "in Called calling B: bid 2 tricks 2 scores 1",
    "in normal with 5 cards for 4 players: bids 1 1 1 then may not bid 2",
    "in normal with 5 cards for 5 players: bids 1 1 1 then may bid 2",
    "in normal with 5 cards: bids 1 1 then may not bid 6",
    "with 5 cards for 3 players: bids 1 1 then may not bid 3",
    "in normal: trump hearts cards KS AS 2H won by 2H",
    "in normal: trump hearts cards KS QS AD won by KS",
    'in "No Trumps": cards KS AH won by KS',
    "in Wild: trump clubs cards AC 2H as AC won by 2H as AC",
    "in Wild: trump clubs cards AC 2H as AC won by 2H",
    "in Order: cards AS 2D AD won by AD",
    "in Order: order H C D S cards AS 2D 2C won by 2C",
    "in Named: order S D C H cards AH 2D won by 2D",
    "in Called calling A: trump clubs cards 3S 2S AS won by 2S",
    "in normal: cards KS hand 2S 9H may not play 9H",
    "in normal: trump hearts cards KS hand 2S 9H may play 2S",
    "in normal: hand 2S 9H may play 9H",
    "in Wild: trump hearts cards KS 6H hand 2C 9S may not play 2C as AH",
    "in Wild: trump hearts cards KS 6H hand 2C 9S may play 2C as AS",
    "in Wild: cards 2S as AS hand 2C may not play 2C as AS",
    "in Blind: cards KS hand 9H 2S may play 9H",
    "in Blind: cards KS hand 9H 2S may not play 2S",
    ": loser total 142 failed 8 pays 206 to winner total 184 failed 4",
    ": totals 50 50 40 failed 3 4 1 wins yes no no",
    ": totals 50 50 40 failed 3 3 1 wins yes yes no",
    ": totals 50 40 wins yes no",
    ": number 3 is normal with 3 cards",
    ": number 6 is nt with 5 cards",
]


@pytest.mark.parametrize("example", HOLDING)
def test_an_example_that_holds(example: str) -> None:
    assert run(example) == ()


FAILING = [
    ("E401", "in normal: bid 2 tricks 2 scores 12", "the rules give 14"),
    ("E401", "in normal: bids 1 1 1 tricks 1 2 0 scores 12 14 0", "the rules give 12 0 0"),
    ("E401", "in Most: tricks 2 2 1 scores 10 0 0", "the rules give 0 0 0"),
    ("E401", "in Rising: bid 2 taking 1 5 scores 17", "the rules give 16"),
    ("E401", "in normal where extra = 3: bid 2 tricks 2 scores 14", "the rules give 17"),
    ("E402", "in normal with 5 cards for 4 players: bids 1 1 1 then may bid 2", "5"),
    ("E402", "with 5 cards for 4 players: bids 1 1 1 then may not bid 3", "the bid is legal"),
    ("E403", "in normal: trump hearts cards KS AS 2H won by AS", "`2H` wins"),
    ("E403", "in Wild: trump clubs cards AC 2H as AC won by AC", "wild card beats"),
    ("E404", "in normal: cards KS hand 2S 9H may play 9H", "by the rules"),
    ("E404", "in normal: cards KS hand 2S 9H may not play 2S", "it is legal"),
    ("E405", ": loser total 142 failed 8 pays 250 to winner total 184 failed 4", "give 206"),
    ("E406", ": totals 50 50 40 failed 3 4 1 wins yes yes no", "`wins yes no no`"),
    ("E407", ": number 3 is normal with 4 cards", "it is normal with 3 cards"),
    ("E407", ": number 6 is normal with 5 cards", 'it is "No Trumps" with 5 cards'),
    ("E407", ": number 99 is normal with 5 cards", "there is no such deal"),
    ("E408", "in Size: bid 1 tricks 1 scores 3", "holds with 3 players and 3 cards, but not"),
    (
        "E408",
        "in Many with 4 cards: bid 1 tricks 1 scores 4",
        "with 4 players and 4 cards, but",
    ),
    ("E408", "with 5 cards: bids 1 1 then may not bid 3", "with 3 players and 5 cards, but not"),
    ("E409", "in normal with 9 cards: bid 1 tricks 1 scores 12", "never dealt with 9 cards"),
    ("E409", "in normal: bid 6 tricks 1 scores 0", "nobody can bid 6"),
    ("E409", "in normal: bid 1 tricks 6 scores 0", "the tricks come to 6"),
    ("E409", "in Most: tricks 3 3 3 scores 0 0 0", "the tricks come to 9"),
    ("E409", "in normal: bids 1 1 1 tricks 1 1 scores 1 1", "as many bids"),
    ("E409", "in normal: bids 1 1 tricks 1 1 scores 1 1", "for 3 to 5 players"),
    ("E409", "in normal for 4 players: bids 1 1 1 tricks 1 2 0 scores 1 1 1", "of 3 players for 4"),
    ("E409", "in Rising: bid 1 taking 6 scores 16", "there is no trick 6"),
    ("E409", "in Rising: bid 2 taking 3 3 scores 16", "taken twice"),
    ("E409", "in normal for 3 players: bids 1 1 1 then may bid 1", "all 3 players have bid"),
    ("E409", "with 2 cards for 3 players: bids 3 1 then may bid 1", "the earlier bid 3"),
    ("E409", "in Called calling A, B: bid 1 tricks 1 scores 1", "cannot be called"),
    ("E409", "in normal: trump hearts cards KS KS won by KS", "played twice"),
    ("E409", "in normal: trump hearts cards KS AS won by QS", "not in the trick"),
    ("E409", "in normal: trump hearts cards 2S 3S 4S 5S 6S 7S won by 7S", "more than 5 players"),
    ("E409", "in Wild: trump hearts cards 2S as AS 2H as AS won by 2S", "two wild cards"),
    ("E409", "in normal: cards KS hand 2S may play 3S", "not in the hand"),
    ("E409", "in normal: cards KS hand KS may play KS", "played already"),
    ("E409", ": totals 50 40 30 wins yes no", "as many figures"),
    ("E409", ": loser total 50 failed 1 pays 5 to winner total 40 failed 2", "would win"),
    ("E410", "in normal: tricks 2 scores 14", "the example has no bid"),
    ("E410", "in Most: bid 1 tricks 1 scores 1", "nobody bids in `Most`"),
    ("E410", "in Misere: bid 1 tricks 1 scores -1", "everybody bids 0"),
    ("E410", "in Most: tricks 3 scores 10", "depends on the figures of all players"),
    ("E410", "in Rising: bid 2 tricks 2 scores 12", "which tricks were taken"),
    ("E410", "in Misere: bids 0 then may bid 1", "nobody chooses a bid"),
    ("E410", "in normal: cards KS AS won by AS", "has a trump suit"),
    ("E410", 'in "No Trumps": trump hearts cards KS AS won by AS', "has no trumps"),
    ("E410", "in normal: order S H C D cards KS AS won by AS", "not an order"),
    ("E410", "in Named: trump hearts cards KS AS won by AS", "an order of all four suits"),
    ("E410", "in Named: cards KS AS won by AS", "an order of the suits"),
    ("E410", "in Order: order S H C D cards KS AS won by AS", "the order of the suits is H C D S"),
    ("E410", "in Wild: trump hearts cards 2S KS won by KS", "is wild"),
    ("E410", ": totals 50 50 wins yes no", "decides this tie"),
    ("E410", ": loser total 1 pays 5 to winner total 2 failed 1", "add"),
]


@pytest.mark.parametrize(("code", "example", "words"), FAILING)
def test_an_example_that_fails(code: str, example: str, words: str) -> None:
    [found] = run(example)
    assert found.code == code
    assert words in found.message + found.help
    assert found.place is not None
    assert found.place.line == GAME.count("\n") + 1


def test_the_rule_that_decides_is_the_second_place() -> None:
    [score] = run("in normal: bid 2 tricks 2 scores 12")
    [bid] = run("with 5 cards for 4 players: bids 1 1 1 then may bid 2")
    assert [other.place.line for other in score.others] == [9]
    assert [other.place.line for other in bid.others] == [8]


def test_an_example_of_all_players_shows_a_table() -> None:
    [found] = run("in normal: bids 1 1 1 tricks 1 2 0 scores 12 14 0")
    assert found.detail == (
        "player  bid  tricks  example  rules",
        "1       1    1       12       12",
        "2       1    2       14       0",
        "3       1    0       0        0",
    )


def test_every_failing_example_is_told_and_none_counted() -> None:
    wrong = 'example "a" in normal: bid 2 tricks 2 scores 1\n'
    result = check_text(GAME + wrong + wrong.replace('"a"', '"b"'))
    assert [found.code for found in result.diagnostics] == ["E401", "E401"]
    assert result.evidence is None


def test_examples_that_hold_are_counted() -> None:
    result = check_text(GAME + "".join(f'example "{n}" {e}\n' for n, e in enumerate(HOLDING)))
    assert result.evidence is not None
    assert result.evidence.examples == len(HOLDING)
