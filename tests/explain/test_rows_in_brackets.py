"""Rows that are repeated together: how differences and the compiled game tell them."""

from clagdsl.check.checker import check_text
from clagdsl.cli._game_summary import schedule_lines
from clagdsl.explain.diff.compare import ComparedRules, compare, schedule_text
from clagdsl.explain.diff.partial_eval import partially_evaluate
from clagdsl.lang.game_json import game_json

TEXT = """clag 2
game "Sets"
players 3 to 4
param sets = 2 in 1 to 3 "how many times"
deal normal trump none bid in turn score tricks
schedule 1 cards: normal when sets = 9 then repeat {} times (repeat 2 times (1 cards: normal)
  then 2 cards: normal then repeat sets times (3 cards: normal then 4 cards: normal))
winner highest total, then shared
"""
GAME = check_text(TEXT.format("sets")).game
ROWS = (
    "1 card: normal when sets = 9; sets times (2 times (1 card: normal); 2 cards: normal;"
    " sets times (3 cards: normal; 4 cards: normal))"
)


def test_a_difference_names_the_brackets():
    assert schedule_text(GAME) == ROWS
    other = check_text(TEXT.format("1")).game
    (found,) = compare(ComparedRules("a", GAME), ComparedRules("b", other)).differences
    assert (found.aspect, found.a) == ("schedule", ROWS)
    assert found.b == ROWS.replace("9; sets", "9; 1")


def test_brackets_stay_around_their_rows_where_others_are_left_out():
    told = schedule_text(partially_evaluate(GAME, 3, {"sets": 2}))
    assert told == ROWS.partition("; ")[2].replace("sets", "2")


def test_a_summary_has_the_brackets_of_the_file():
    result = check_text(TEXT.format("sets"))
    assert [*schedule_lines(result.evidence, separate_rows=False)] == [
        "repeat 2 times (1 card: normal then 1 up to 4 cards: normal then 3 up to 4 cards: normal)",
        "it depends on the parameter sets",
    ]
    # rows that only happen to be alike are shown as they are written
    rows = "1 cards: normal then 3 cards: normal then 1 cards: normal then 3 cards: normal"
    alike = check_text(f"{TEXT.partition('schedule')[0]}schedule {rows}\n{WINNER}")
    assert [*schedule_lines(alike.evidence, separate_rows=False)] == [
        "1 card: normal",
        "3 cards: normal",
    ] * 2


def test_a_summary_keeps_the_deals_of_a_row_together():
    deals = "deal fast trump rotates throughout none spades bid in turn score tricks"
    rows = "repeat 3 times 5 cards: normal then repeat 3 times 5 cards: fast"
    text = f"{TEXT.partition('schedule')[0]}{deals}\nschedule {rows}\n{WINNER}"
    assert [*schedule_lines(check_text(text).evidence, separate_rows=False)] == [
        "repeat 3 times 5 cards: normal",
        "repeat 3 times 5 cards: fast",
    ]


WINNER = "winner highest total, then shared\n"


def test_a_compiled_game_has_brackets_only_where_there_are_any():
    written = game_json(GAME)
    one = check_text(TEXT.replace("repeat 2 times (1 cards: normal)", "1 cards: normal").format(1))
    assert len(one.game.repeated) == 2
    found = [(each["first"], each["last"]) for each in written["game"]["repeated"]]
    assert found == [(1, 4), (1, 1), (3, 4)]
