"""A suggested line checks in the place of the line, and means what was written there."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text, fix_untrusted_text
from clagdsl.problems.diagnostic import Diagnostic, apply_edits

GAME = """clag 2
game "Test"
players 3 to 6
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score 10 + tricks when made, otherwise 0
schedule
  1 up to 7 cards: normal
winner highest total, then shared
"""
PLAYERS = "players 3 to 6\n"
HOOK = "  last bid keeps bids != cards\n"
SCORE = "  score 10 + tricks when made, otherwise 0\n"
ROW = "  1 up to 7 cards: normal\n"
WINNER = "winner highest total, then shared\n"
HOUSE = 'clag 2\ngame "House" extends pagat\n'


def errors(text: str) -> list[Diagnostic]:
    return [each for each in check_text(text).diagnostics if each.severity == "error"]


def only(text: str) -> Diagnostic:
    (problem,) = errors(text)
    return problem


def with_statement(line: str) -> str:
    return GAME.replace(WINNER, f"{line}\n{WINNER}").replace("7 cards", "5 cards")


def in_deal(line: str) -> str:
    return GAME.replace(SCORE, f"{SCORE}  {line}\n")


def scored(condition: str) -> str:
    return GAME.replace("when made", f"when {condition}")


INSTEAD = [
    # the line of the game, what somebody writes for it, and the line that is suggested
    (
        PLAYERS,
        "players 3 to 6, counterclockwise, dealer drawn",
        "players 3 to 6, dealer drawn, counterclockwise",
    ),
    (PLAYERS, "players 3 to 6 dealer drawn", "players 3 to 6, dealer drawn"),
    (PLAYERS, "Spieler 3 bis 6", "players 3 to 6"),
    (HOOK, "  last bid keeps bids ne cards", "  last bid keeps bids != cards"),
    (HOOK, "  last bid keeps bids are not cards", "  last bid keeps bids != cards"),
    (HOOK, "  last bid keeps bids isn't cards", "  last bid keeps bids != cards"),
    (
        HOOK,
        "  last bid keeps bids != cards if players > 3, else true",
        "  last bid keeps bids != cards when players > 3, otherwise free",
    ),
    (
        ROW,
        "  1 up to 7 cards: normal and back",
        "  1 up to 7 cards: normal then 6 down to 1 cards: normal",
    ),
]


@pytest.mark.parametrize(("line", "written", "suggested"), INSTEAD)
def test_a_line_is_suggested_in_its_place(line: str, written: str, suggested: str) -> None:
    text = GAME.replace(line, f"{written}\n")
    assert apply_edits(text, only(text).fix) == GAME.replace(line, f"{suggested}\n")
    assert not errors(GAME.replace(line, f"{suggested}\n"))


BESIDE = [
    ("pack 32", "pack A K Q J 10 9 8 7"),
    ("pack 52", "pack all ranks"),
    ("pack 36", "pack A K Q J 10 9 8 7 6"),
    ("pack A, K, Q, J, 10, 9, 8, 7", "pack A K Q J 10 9 8 7"),
    ("pack lowest 8 ranks", "pack 9 8 7 6 5 4 3 2"),
    ("pack 7 up to A", "pack A K Q J 10 9 8 7"),
    ("ends when highest_total >= 50 points", "ends when highest_total >= 50 "),
    ("count bags = max(0, tricks - bid)", "tally bags = max(0, tricks - bid)"),
]


@pytest.mark.parametrize(("written", "suggested"), BESIDE)
def test_a_statement_is_suggested_in_its_place(written: str, suggested: str) -> None:
    text = with_statement(written)
    (problem,) = (each for each in check_text(text).diagnostics if each.code[0] == "S")
    assert apply_edits(text, problem.fix) == with_statement(suggested)
    assert not errors(with_statement(suggested))


DEALS = [
    ("deal NT like normal but trump none", "deal NT is normal with trump none"),
    ("deal No Trump is normal with trump none", 'deal "No Trump" is normal with trump none'),
    ("deal No-Trump is normal with trump none", 'deal "No-Trump" is normal with trump none'),
    ("deal Low Score is normal with trump none", 'deal "Low Score" is normal with trump none'),
    ("deal All Trick is normal with trump none", 'deal "All Trick" is normal with trump none'),
]


@pytest.mark.parametrize(("written", "suggested"), DEALS)
def test_a_deal_made_from_another_is_suggested_as_one(written: str, suggested: str) -> None:
    name = suggested.split(" is ")[0].removeprefix("deal ")
    text = with_statement(written).replace("cards: normal", f"cards: normal, {name}")
    mended = apply_edits(text, only(text).fix)
    assert mended == text.replace(written, suggested)
    assert not errors(mended)


CLAUSES = [
    ("won by highest score", "won by most points"),
    ("completed never", "completed not counted"),
    ("blind allowed", "sight by choice"),
]


@pytest.mark.parametrize(("written", "suggested"), CLAUSES)
def test_a_clause_is_suggested_in_its_place(written: str, suggested: str) -> None:
    text = in_deal(written)
    assert apply_edits(text, only(text).fix) == in_deal(suggested)
    assert not errors(in_deal(suggested))


def test_the_first_word_of_a_file_of_other_rules_is_understood() -> None:
    for text, mended in (
        (GAME.replace("deal normal", "hand normal"), GAME),
        (GAME.replace("schedule\n", ""), GAME.replace("schedule\n  1", "  schedule 1")),
        (HOUSE + "replace normal trump none\n", HOUSE + "change normal trump none\n"),
        (HOUSE + "change score 10\n", HOUSE + "change normal score 10\n"),
        (HOUSE.replace("extends", "is"), HOUSE),
    ):
        problem = only(text)
        assert apply_edits(text, problem.fix) == mended
        assert not errors(mended)


def test_what_a_line_lacks_is_not_left_out_in_silence() -> None:
    problem = only(GAME.replace("made,", "made and,"))
    assert (problem.code, problem.fix) == ("S140", ())


def test_the_points_of_an_extra_belong_to_the_score() -> None:
    assert "add it to the `score`" in only(in_deal("bonus 50 when tricks = cards")).help


def test_a_special_card_is_low_if_it_is_the_lowest() -> None:
    text = with_statement("pack all ranks, 1 Fool\nspecial Fool is lowest asks nothing").replace(
        "turned", "turned, on Fool none"
    )
    mended = apply_edits(text, only(text).fix)
    assert "special Fool is low asks nothing" in mended
    assert not errors(mended)


def test_an_auction_winner_names_trumps_in_the_auction() -> None:
    text = in_deal("auction 1 to cards spades hearts diamonds clubs").replace("turned", "{}")
    text = text.replace("bid in turn", "bid in turn, auction winner first")
    text = text.replace("bids != cards", "bid >= auction")
    written = text.format("named by auction winner")
    assert apply_edits(written, only(written).fix) == text.format("named in auction")


def test_a_safe_fix_leaves_no_double_blanks() -> None:
    for written, mended in (
        (GAME.replace("3 to 6", "3 - 6"), GAME),
        (scored("bid = 0 && made"), scored("bid = 0 and made")),
        (scored("bid=0&&made"), scored("bid=0 and made")),
    ):
        assert fix_untrusted_text(written).text == mended
