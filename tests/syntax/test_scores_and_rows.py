"""Scores and rows as players and programmers write them, and what is suggested for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from clagdsl.lang.source import SourceText
from clagdsl.syntax.hints.phrase_table import Wording
from clagdsl.syntax.hints.schedule_lines import read_rows
from clagdsl.syntax.hints.score_lines import read_limit, read_score, read_trump
from clagdsl.syntax.parser import parse

SCORES = """
score 20 for a right announcement, minus 10 for a wrong one
    score 20 when made, otherwise -10
score exact: 10 + tricks, miss: 0
    score 10 + tricks when made, otherwise 0
score 10 per trick if you get it, -10 if you miss
    score 10 * tricks when made, otherwise -10
score 10 plus your bid if you get it, nothing if you don't
    score 10 + bid when made, otherwise 0
score 10 plus 1 per trick if you make your bid, zero if you miss
    score 10 + tricks when made, otherwise 0
score 10 + tricks if made else lose tricks
    score 10 + tricks when made, otherwise -tricks
score 10 + tricks when made, else lose the difference
    score 10 + tricks when made, otherwise -abs(bid - tricks)
score three points for each trick
    score 3 * tricks
score 1 point per trick plus 10 if you're right on
    score tricks + (10 when made, otherwise 0)
score number of tricks, and 10 more when correct
    score tricks + (10 when made, otherwise 0)
score tricks minus bid
    score tricks - bid
score 10 points for making it
    score 10 when made, otherwise 0
score the square of the bid if made
    score bid * bid when made, otherwise 0
score the square of the bid
    score bid * bid when made, otherwise 0
    score bid * bid
score get your bid times 10
    score bid * 10 when made, otherwise 0
    score bid * 10
score 5 for making zero
    score 5 when bid = 0 and made, otherwise 0
score 10 points plus 1 for each trick if you make your bid
    score 10 + tricks when made, otherwise 0
score 10 points plus a point for each trick if you make your bid
    score 10 + tricks when made, otherwise 0
score minus five points if the bid is not reached
    score -5 when not made, otherwise 0
score 10 points if the bid is right, otherwise the difference negative
    score 10 when made, otherwise -abs(bid - tricks)
score 5 times the bid if you get it, -5 times the bid if you miss
    score 5 * bid when made, otherwise -5 * bid
score lose a point for each trick you're off
    score -abs(bid - tricks)
score 5 points minus the difference
    score 5 - abs(bid - tricks)
score number of tricks squared
    score tricks * tricks
score a point per trick
    score tricks
score -1 per trick off
    score -abs(bid - tricks)
score minus 1 for each trick over
    score -(tricks - bid) when tricks > bid, otherwise 0
score 5 points per trick, minus 5 per difference
    score 5 * tricks - 5 * abs(bid - tricks)
score 10 for making your bid plus 1 per trick, zero if you miss
    score 10 + tricks when made, otherwise 0
score 10 for made, 5 for off by 1, 0 for anything else
    score 10 when made, 5 when abs(bid - tricks) = 1, otherwise 0
score +5 made, -5 not made
    score 5 when made, otherwise -5
score 50 for nil, 10 + tricks when made, otherwise 0
    score 50 when bid = 0 and made, 10 + tricks when made, otherwise 0
score nil 50, otherwise tricks
    score 50 when bid = 0 and made, otherwise tricks
score 5 per trick, 10 extra when made
    score 5 * tricks + (10 when made, otherwise 0)
score 1 per trick, plus 10 when made
    score tricks + (10 when made, otherwise 0)
score tricks, and 10 more when made
    score tricks + (10 when made, otherwise 0)
score 10 when made, -5 * |bid-tricks| otherwise
    score 10 when made, otherwise -5 * abs(bid - tricks)
score when made 10, otherwise 0
    score 10 when made, otherwise 0
score 10 + tricks; -10 if not made
    score 10 + tricks when made, otherwise -10
score made: 10 + tricks, missed: 0
    score 10 + tricks when made, otherwise 0
score 10 when made and 0 when not made
    score 10 when made, otherwise 0
score otherwise 5, 10 when made
    score 10 when made, otherwise 5
10 when made, otherwise 0
    score 10 when made, otherwise 0
5 points if made else lose 5
    score 5 when made, otherwise -5
you get ten points plus your tricks if you made it and lose one point for each trick you were wrong
    score 10 + tricks when made, otherwise -abs(bid - tricks)
a wrong guess costs you as many points as you are away
    score -abs(bid - tricks) when not made, otherwise 0
if you bid nothing and take nothing you get five points
    score 5 when bid = 0 and made, otherwise 0
score = 10 + tricks if tricks == bid else 0
    score 10 + tricks when made, otherwise 0
score: tricks == bid ? 10 + tricks : -abs(tricks - bid)
    score 10 + tricks when made, otherwise -abs(bid - tricks)
score 10 + tricks**2 when made, else 0
    score 10 + tricks * tricks when made, otherwise 0
score (tricks == bid) * 10 + tricks
    score tricks + (10 when made, otherwise 0)
score bid == 0 && tricks == 0 ? cards : made ? 10 + bid : 0
    score cards when bid = 0 and made, 10 + bid when made, otherwise 0
score += 10 if made
    score 10 when made, otherwise 0
points = bid * 10 when made, otherwise -10 * |bid - tricks|
    score bid * 10 when made, otherwise -10 * abs(bid - tricks)
exact: 10 + bid; over or under: minus difference
    score 10 + bid when made, otherwise -abs(bid - tricks)
1 point per trick, 10 bonus for exact bid
    score tricks + (10 when made, otherwise 0)
made 10, missed -5
    score 10 when made, otherwise -5
misere (0 bid, 0 tricks) scores 10
    score 10 when bid = 0 and made, otherwise 0
score = tricks + 10 * (tricks == bid)
    score tricks + (10 when made, otherwise 0)
three points lost for each trick too many or too few
    score -3 * abs(bid - tricks)
ten points for a right guess and five off for a wrong one
    score 10 when made, otherwise -5
score = bid > 0 ? (made ? 10 * bid : -10 * bid) : 0
    score (10 * bid when made, otherwise -10 * bid) when bid > 0, otherwise 0
"""
ROWS = """
seven hands of seven cards
    schedule repeat 7 times 7 cards: normal
10 down to 1 and back up to 10
    schedule 10 down to 1 cards: normal then 2 up to 10 cards: normal
    schedule 10 down to 1 cards: normal then 1 up to 10 cards: normal
deal 10 cards, then 9, then 8
    schedule 10 down to 8 cards: normal
we start with seven cards each and go down to one and then back up to seven
    schedule 7 down to 1 cards: normal then 2 up to 7 cards: normal
    schedule 7 down to 1 cards: normal then 1 up to 7 cards: normal
for n in 1..7: normal
    schedule 1 up to 7 cards: normal
[1,2,3,4,5,6,7] cards: normal
    schedule 1 up to 7 cards: normal
repeat 3 times: 7 cards normal
    schedule repeat 3 times 7 cards: normal
10 down to 1, up to 10
    schedule 10 down to 1 cards: normal then 2 up to 10 cards: normal
    schedule 10 down to 1 cards: normal then 1 up to 10 cards: normal
1-7-1 cards: normal
    schedule 1 up to 7 cards: normal then 6 down to 1 cards: normal
    schedule 1 up to 7 cards: normal then 7 down to 1 cards: normal
four deals of 1 card, one per player
    schedule repeat players times 1 card: normal
range(10, 0, -1)
    schedule 10 down to 1 cards: normal
for (i = 1; i <= 8; i++) deal(i)
    schedule 1 up to 8 cards: normal
[1, 3, 5, 7] cards: normal
    schedule 1 up to 7 by 2 cards: normal
"""
LIMITS = """
each bid >= 1
    each bid keeps bid >= 1
each bid != cards
    each bid keeps bid != cards
0 < bid <= 3
    each bid keeps 0 < bid and bid <= 3
for last bidder: bid != cards - bids
    last bid keeps bids != cards
not bid == 0 if cards > 3
    each bid keeps bid != 0 when cards > 3, otherwise free
"""
TRUMPS = """
trump switch(cards) { case 1: none; default: turned }
    trump none when cards = 1, otherwise turned
there are no trumps when we play a single card
    trump none when cards = 1, otherwise turned
trump hearts in deals of 5 cards
    trump hearts when cards = 5, otherwise turned
trump = deal % 2 ? hearts : spades
    trump hearts when deal % 2 != 0, otherwise spades
"""

OTHERS = """
if everybody gets it right nobody scores
bids are made with cards
bid 0..cards
exactly 4 players
score 10 when made, 5 when bid = 0, otherwise tricks or 0
players from 3 to 5
7 cards for the dealer
"""


def cases(table: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of a table with what is suggested for each."""
    for block in table.strip().replace("\n    ", "\t").splitlines():
        line, *meant = block.split("\t")
        yield line, meant


@pytest.mark.parametrize(
    ("read", "line", "meant"),
    [
        *((read_score, *case) for case in cases(SCORES)),
        *((read_rows, *case) for case in cases(ROWS)),
        *((read_limit, *case) for case in cases(LIMITS)),
        *((read_trump, *case) for case in cases(TRUMPS)),
    ],
)
def test_a_line_is_read_as_what_it_means_which_parses(
    read: Callable[[str], list[Wording]], line: str, meant: list[str]
) -> None:
    assert [each.text for each in read(line)] == meant
    for text in meant:
        whole = f"clag 2\n{text}" if read is read_rows else f"clag 2\ndeal normal {text}"
        assert parse(SourceText("line.clag", whole)).diagnostics == ()


@pytest.mark.parametrize("line", OTHERS.strip().splitlines())
def test_a_line_with_another_meaning_is_neither_score_nor_row(line: str) -> None:
    assert (read_score(line), read_rows(line)) == ([], [])


def test_a_division_by_a_figure_is_not_answered_with_a_product() -> None:
    for line in ("score 10 / tricks when made", "score 20 / bid when made, otherwise 0"):
        assert read_score(line) == []
    (wording,) = read_score("score 10/trick when made")
    assert wording.text == "score 10 * tricks when made, otherwise 0"
