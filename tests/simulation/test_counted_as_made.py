"""What the column `made` counts is said wherever the word alone would mislead."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.simulation.runs.report_text import counted_as_made

GAME = """clag 2
game "G"
players 4
deal normal
  trump spades
  bid in turn
  {}
deal nt is normal with trump none
schedule repeat 5 times 13 cards: normal, nt
winner highest total, then shared
"""
EXACT = "made means exactly as many tricks as bid, since the rules have no `completed when {}`"
AT_LEAST = [EXACT.format("tricks >= bid")]


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        ("score 10 + tricks when made, otherwise 0", []),
        ("score 20 when made, 10 when tricks > bid, otherwise 0", []),
        ("score bid when tricks >= bid, otherwise -bid", AT_LEAST),
        ("score -bid when bid > tricks, otherwise bid", AT_LEAST),
        ("score 5 * tricks when tricks > 2, otherwise 0", []),
        (
            "score bid when tricks >= bid, otherwise -bid completed when tricks >= bid",
            ["made means `completed when tricks >= bid`"],
        ),
        ("score tricks completed not counted", []),
    ],
)
def test_what_is_counted_is_told_where_it_is_not_plain(clauses: str, told: list[str]) -> None:
    game = check_text(GAME.format(clauses)).game
    assert game is not None
    assert counted_as_made(game) == told


def test_two_ways_to_make_a_bid_are_both_told() -> None:
    text = GAME.format("score 10 when made, otherwise 0")
    text = text.replace("with trump none", "with trump none completed when tricks >= bid")
    game = check_text(text).game
    assert game is not None
    assert counted_as_made(game) == [
        "made means `completed when tricks >= bid`, or in other deals exactly as many tricks as bid"
    ]
