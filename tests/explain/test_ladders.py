"""Ladders that go by more than one card: how sheet, picture, summary and differences tell them."""

from clagdsl.check.checker import check_text
from clagdsl.cli._game_summary import _rows
from clagdsl.explain.diff.compare import schedule_text
from clagdsl.explain.graph.picture import schedule_lines
from clagdsl.explain.rule_sheet.context import read_game
from clagdsl.explain.rule_sheet.match_sentences import deal_blocks

GAME = check_text("""clag 2
game "Escalier"
players 3
deal normal trump none bid in turn score tricks
schedule 1 up to 13 by 2 cards: normal then repeat 2 times 8 down to 1 by 3 cards: normal
  then 3 cards: normal then 5 cards: normal then 6 up to 7 cards: normal
winner highest total, then shared
""").game
READING = read_game(GAME, 3, {})
SCHEDULE = READING.table.schedule


def test_a_sheet_says_how_far_apart_the_sizes_are():
    _, grid = deal_blocks(READING)
    assert [row[:2] for row in grid.rows] == [
        ("1 to 7", "1 up to 13 in steps of 2"),
        ("8 to 10", "8 down to 2 in steps of 3"),
        ("11 to 13", "8 down to 2 in steps of 3"),
        ("14", "3"),
        ("15 to 17", "5 up to 7"),
    ]


def test_a_summary_writes_the_rows_as_a_file_does():
    assert _rows(SCHEDULE, ("?",) * len(SCHEDULE), separate_rows=False) == [
        "1 up to 13 by 2 cards: normal",
        "repeat 2 times 8 down to 2 by 3 cards: normal",
        "3 cards: normal",
        "5 up to 7 cards: normal",
    ]


def test_a_picture_names_the_step():
    assert list(schedule_lines(SCHEDULE)) == [
        "1 to 7: normal, 1 up to 13 by 2 cards",
        "8 to 10: normal, 8 down to 2 by 3 cards",
        "11 to 13: normal, 8 down to 2 by 3 cards",
        "14: normal, 3 cards",
        "15 to 17: normal, 5 up to 7 cards",
    ]


def test_a_difference_names_the_step():
    assert schedule_text(GAME).split("; ")[:2] == [
        "1 up to 13 by 2 cards: normal",
        "2 times 8 down to 1 by 3 cards: normal",
    ]
