"""Rows with a condition: how sheet, summary, differences and the compiled game tell them."""

from clagdsl.check.checker import check_text
from clagdsl.cli._game_summary import summary_text
from clagdsl.explain.diff.compare import ComparedRules, compare, schedule_text
from clagdsl.explain.diff.partial_eval import partially_evaluate
from clagdsl.explain.rule_sheet.context import read_game
from clagdsl.explain.rule_sheet.match_sentences import deal_blocks
from clagdsl.lang.game_json import game_json

TEXT = """clag 2
game "Optional"
players 3 to 4
param specials = true "the special deals"
deal normal trump none bid in turn score tricks
deal special is normal with lead dealer
schedule 1 up to 3 cards: normal then 3 cards: special when specials and players = 4
  then 2 cards: normal{}
winner highest total, then shared
"""
RESULT = check_text(TEXT.format(""))
GAME = RESULT.game


def test_a_sheet_has_the_row_where_it_is_played():
    blocks = deal_blocks(read_game(GAME, None, {}))
    assert [block.text for block in blocks[::2]] == [
        "With 3 players a match has 4 deals:",
        "With 4 players a match has 5 deals:",
    ]
    without = deal_blocks(read_game(GAME, None, {"specials": False}))
    assert len(without) == 2


def test_a_summary_tells_each_number_of_players_what_is_played():
    told = summary_text("x.clag", GAME, RESULT.evidence).splitlines()
    begin = told.index("  schedule     for 3 players")
    assert [line.strip() for line in told[begin + 1 : begin + 8]] == [
        "1 up to 3 cards: normal",
        "2 cards: normal",
        "for 4 players",
        "1 up to 3 cards: normal",
        "3 cards: special",
        "2 cards: normal",
        "it depends on the parameter specials",
    ]


def test_a_difference_names_the_condition():
    special = "3 cards: special when specials and players = 4"
    assert schedule_text(GAME).split("; ")[1] == special
    other = check_text(TEXT.format(" when players = 3")).game
    (found,) = compare(ComparedRules("a", GAME), ComparedRules("b", other)).differences
    assert (found.aspect, found.b.removeprefix(found.a)) == ("schedule", " when players = 3")


def test_what_is_known_decides_the_row():
    assert (
        schedule_text(partially_evaluate(GAME, 4, {"specials": True})).split("; ")[1]
        == "3 cards: special"
    )
    assert len(partially_evaluate(GAME, 3, {}).schedule) == 2
    assert len(partially_evaluate(GAME, None, {"specials": False}).schedule) == 2


def test_a_compiled_game_has_the_condition_only_where_it_is_said():
    written = game_json(GAME)
    rows = written["game"]["schedule"]
    assert ["condition" in row for row in rows] == [False, True, False]
