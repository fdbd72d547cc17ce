"""Sheets of games that deal the whole pack, and pay for tricks beyond the bid."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet

WHOLE_PACK = """clag 2
game "Calls"
players {players}
deal normal
  trump {trump} bid in turn {clauses}
  score {score}
schedule {schedule}
winner highest total, then shared
"""
NO_ZEROS = "each bid keeps bid > 0 or zeros < 1 or players < 6"
CALLS = "10 * bid + tricks - bid when tricks >= bid, otherwise -10 * bid"


def sheet(
    players: str = "4",
    trump: str = "spades",
    clauses: str = "each bid keeps bid >= 1 and bid <= 8",
    score: str = CALLS,
    schedule: str = "5 up to 13 cards: normal",
) -> str:
    text = WHOLE_PACK.format(
        players=players, trump=trump, clauses=clauses, score=score, schedule=schedule
    )
    game = check_text(text).game
    assert game is not None
    return markdown(rule_sheet(game))


def test_nothing_is_put_aside_where_every_card_is_dealt() -> None:
    assert "put aside" in sheet()
    assert "put aside" not in sheet(schedule="13 cards: normal")
    assert "The other cards are put aside" in sheet(trump="turned", schedule="12 cards: normal")
    assert "put aside" not in sheet("3", "turned", schedule="17 cards: normal")


def test_only_bids_that_can_be_made_stand_in_the_table() -> None:
    told = [line.split("|")[1].strip() for line in sheet().splitlines() if "| Bid " in line]
    assert told == [f"Bid {bid}" for bid in range(1, 9)]


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (
            CALLS,
            "If you win at least as many tricks as you bid, you score 10 points for each trick you"
            " bid and 1 more for each trick above your bid; otherwise you lose 10 points for"
            " each trick you bid.",
        ),
        (
            "5 + tricks when made, tricks - bid when tricks < bid, otherwise -2 * (tricks - bid)",
            "you lose 1 point for each trick below your bid; otherwise you lose 2 points for"
            " each trick above your bid.",
        ),
        (
            "5 + tricks when made, 3 * bid - 3 * tricks when not (tricks > bid), otherwise 0",
            "you score 3 points for each trick below your bid; otherwise you score nothing.",
        ),
        (
            "bid + 2 * tricks when tricks > bid and bid > 3, otherwise bid - tricks",
            "you score 3 points for each trick you bid and 2 more for each trick above your bid;"
            " otherwise you score 1 point for each trick you bid but lose 1 point for each trick"
            " you win.",
        ),
    ],
)
def test_tricks_beyond_the_bid_are_told_as_such(score: str, told: str) -> None:
    assert told in sheet(score=score)


def test_the_table_goes_on_to_the_largest_hand_at_any_table() -> None:
    text = sheet(
        "3 to 5", "turned", "", "10 when made, otherwise 0", "1 up to 51 // players cards: normal"
    )
    assert "| Tricks won | 0 to 17 |" in text


def test_the_table_stays_with_the_usual_table_where_the_figures_hang_on_it() -> None:
    score = "players * 10 when made, otherwise 0"
    text = sheet("3 to 5", "turned", "", score, "1 up to 51 // players cards: normal")
    assert "| Tricks won | 0 to 12 |" in text


def test_a_limit_that_hangs_on_a_run_says_when_it_binds() -> None:
    told = sheet("4\nrun zeros when bid = 0", clauses="each bid keeps bid > 0 or zeros < 3")
    assert (
        "If in each of the last 3 deals you bid no trick, you must bid at least one trick." in told
    )
    assert "at least one trick. The bids may add up to any total, even the number of cards." in told
    told = sheet("4 to 6\nrun zeros when bid = 0", clauses=NO_ZEROS, schedule="8 cards: normal")
    few = "With 6 players, if in the last deal you bid no trick, you must bid at least one trick."
    assert few in told
    told = sheet("4\nrun zeros when bid = 0", clauses="each bid keeps bid > 0 or zeros != 3")
    assert (
        "If in each of the last 3 deals, but not in the one before, you bid no trick, you must bid"
        " at least one trick."
    ) in told


def test_what_may_not_be_led_is_told_with_the_play() -> None:
    told = sheet(clauses="open no hearts")
    assert (
        "Eldest leads to the first trick. Nobody who holds a card of another suit may lead a heart."
        " The others play in turn"
    ) in told
    assert "with any card. The others" in sheet(clauses="open anything")


def test_of_two_cases_that_hold_at_once_the_second_is_for_the_rest() -> None:
    told = sheet(score="0 when not made, 100 when tricks > 10, otherwise tricks", clauses="")
    assert "you score nothing; otherwise, if you win more than 10 tricks, you score 100" in told
    told = sheet(score="5 when tricks < 11, 100 when tricks > 10, otherwise tricks", clauses="")
    assert "otherwise, if" not in told


def test_tables_that_play_the_first_deals_of_others_have_one_list() -> None:
    ladder = "1 up to 51 // players cards: normal"
    told = sheet("3 to 6", "turned", "", "tricks", ladder)
    assert (
        "With 3 players a match has 17 deals, with 4 the first 12 of them, with 5 the first 10 and"
        " with 6 the first 8:\n\n| Deal |"
    ) in told
    assert told.count("| Deal |") == 1
    told = sheet("3 to 6", "turned", "", "tricks", "51 // players down to 1 cards: normal")
    assert told.count("| Deal |") == 4


def test_tables_that_differ_in_the_numbers_of_the_deals_are_one() -> None:
    schedule = (
        "2 down to 1 cards: normal then repeat players times 3 cards: normal then 2 cards: normal"
    )
    told = sheet(players="3 to 5", schedule=schedule)
    begin = told.index("With 3 players a match has 6 deals, with 4 it has 7 and with 5 it has 8.")
    assert told[begin:].splitlines()[2:7] == [
        "| Cards each | 3 players | 4 players | 5 players |",
        "|---|---|---|---|",
        "| 2 down to 1 | 1 and 2 | 1 and 2 | 1 and 2 |",
        "| 3 | 3 to 5 | 3 to 6 | 3 to 7 |",
        "| 2 | 6 | 7 | 8 |",
    ]


def test_tables_of_other_sizes_stay_apart() -> None:
    told = sheet(players="3 to 4", schedule="1 up to 2 cards: normal then players cards: normal")
    assert told.count("| Deal |") == 2


@pytest.mark.parametrize(
    ("clauses", "score", "is_least"),
    [
        ("", CALLS, True),
        ("", "bid when tricks = bid or tricks = bid + 1, otherwise -bid", False),
        ("completed when tricks >= bid", "20 - tricks when tricks >= bid, otherwise 0", False),
    ],
)
def test_the_aim_is_at_least_the_bid_only_if_no_more_tricks_score_worse(
    clauses: str, score: str, is_least: bool
) -> None:
    told = sheet(clauses=clauses, score=score)
    assert ("Try to win at least as many tricks as you bid." in told) == is_least
