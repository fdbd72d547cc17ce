"""What people met who read the sheets of the family as printed pages, game by game."""

from __future__ import annotations

from functools import cache

import pytest

from clagdsl.check.checker import check_path, check_text
from clagdsl.explain.rule_sheet.document import Grid, markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.rules import Game


@cache
def bundled(name: str) -> Game:
    game = check_path(name).game
    assert game is not None
    return game


def points(name: str) -> Grid:
    (scoring,) = (s for s in rule_sheet(bundled(name)).sections if s.heading == "Scoring")
    (grid,) = (block for block in scoring.blocks if isinstance(block, Grid))
    return grid


@pytest.mark.parametrize("name", ["wizard", "spades"])
def test_a_points_table_is_no_longer_than_people_read(name: str) -> None:
    grid = points(name)
    assert grid.caption.endswith(", for bids up to 8 and up to 10 tricks")
    assert [row[0] for row in grid.rows] == [f"Bid {bid}" for bid in range(9)]
    assert grid.head == ("Tricks won", *map(str, range(11)))


def test_a_table_of_ten_bids_shows_them_all() -> None:
    made = 'clag 2 game "A" players 3 deal a trump none bid in turn score bid * tricks'
    for cards in (9, 10):
        game = check_text(
            f"{made} schedule {cards} cards: a winner highest total, then shared"
        ).game
        assert game is not None
        text = markdown(rule_sheet(game))
        assert ("| Bid 9 |" in text, ", for bids up to 8" in text) == (cards == 9, cards == 10)


def test_numbers_of_tricks_that_bring_the_same_are_one_column() -> None:
    grid = points("kachuful")
    assert grid.head[-2:] == ("10", "11 to 17")
    assert [row[-1] for row in grid.rows] == ["100", "0"]


def test_a_table_for_all_deals_names_none() -> None:
    assert [row[0] for row in points("trumpf").rows] == ["Bid right", "Bid wrong"]


@pytest.mark.parametrize(
    ("name", "players", "said", "unsaid"),
    [
        ("blackout", 3, "A house version of Oh Hell.", "oh-hell"),
        ("trumpf", 3, "The special deal\n\nIt is played like", "special deals"),
        ("stiche-raten", 3, "Any other cards are put aside", "no card is left"),
        ("stiche-raten", 6, "The other cards are put aside", "no card is left"),
        ("stiche-raten", 4, "If no card is left to turn, there are no trumps.", "The other c"),
        ("nommie", 4, "Any cards left over are put aside", "The cards left over"),
        ("plump", 5, "The cards left over are put aside", "Any cards"),
        ("oh-hell", 7, "The other cards are put aside", "Any other cards"),
        (
            "call-break",
            4,
            "those who cannot do that either may play any card",
            ", and players who cannot m",
        ),
        ("israeli-whist", 4, "A match has this many deals.", "a match has 1 deal"),
        (
            "estimation",
            4,
            "must bid the number that won it. If somebody has bid already, a player may"
            " not bid more than the highest bid so far. A player must bid so that the bid is more"
            " than 0 or fewer than 2 other players have made the same bid.",
            "A player if",
        ),
    ],
)
def test_a_sheet_says_what_comes_about(name: str, players: int, said: str, unsaid: str) -> None:
    text = markdown(rule_sheet(bundled(name), players))
    assert said in text
    assert unsaid not in text
