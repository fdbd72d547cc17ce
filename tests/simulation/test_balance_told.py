"""How a balance is told: sentences that say what the figures say, a page for people."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from support.axe import faults
from support.browser import Browser

import clagdsl
from clagdsl.simulation.balancing.balance_page import balance_page
from clagdsl.simulation.balancing.balance_report import (
    Balance,
    BalanceFigure,
    CardsCost,
    Interval95,
)
from clagdsl.simulation.balancing.balance_sections import (
    figure_text,
    game_names,
    seat_names,
    sections,
)
from clagdsl.simulation.balancing.balance_text import balance_lines


@pytest.fixture(scope="module")
def alone() -> Balance:
    return clagdsl.balance("scottish", 3, seed=2).figures


@pytest.fixture(scope="module")
def beside() -> Balance:
    return clagdsl.balance("scottish", 3, seed=2, against="foss").figures


def with_worths(balance: Balance, *worths: tuple[float, float]) -> Balance:
    """The same with these worths of its seats and their intervals."""
    seats = tuple(
        replace(
            seat, worth=BalanceFigure(Interval95(value, value - within, value + within), None, None)
        )
        for seat, (value, within) in zip(balance.seats, worths, strict=True)
    )
    return replace(balance, seats=seats, against=None)


def said(balance: Balance, name: str) -> str:
    return " ".join(next(each for each in sections(balance) if each.name == name).paragraphs)


# --- figures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (Interval95(3.14, 1.24, 5.04), "3.1 ± 1.9"),
        (Interval95(-3.14, -3.24, -3.04), "-3.14 ± 0.10"),
        (Interval95(0.6123, 0.6103, 0.6143), "0.612 ± 0.002"),
        (Interval95(12345.6, 12340.6, 12350.6), "12,345.6 ± 5.0"),
        (Interval95(-0.04, -2.04, 1.96), "0.0 ± 2.0"),
        (Interval95(20, 20, 20), "20"),
        (Interval95(20, None, None), "20.0"),
        (Interval95(100, 96.3, 100), "100.0 -3.7 +0.0"),
    ],
)
def test_a_figure_is_told_as_exactly_as_it_is_known(figure: Interval95, text: str) -> None:
    assert figure_text(figure) == text


def test_what_lies_on_one_side_of_nothing_is_certain() -> None:
    assert Interval95(3, 1, 5).certain
    assert Interval95(-3, -5, -1).certain
    for unsure in (Interval95(3, -1, 7), Interval95(0, 0, 0), Interval95(3, None, None)):
        assert not unsure.certain


def test_seats_are_named_from_the_first_dealer() -> None:
    assert seat_names(4, "clockwise") == (
        "left of the first dealer", "2 to the left", "3 to the left", "first dealer",
    )  # fmt: skip
    assert seat_names(2, "counterclockwise") == ("right of the first dealer", "first dealer")


# --- sentences ----------------------------------------------------------------------------


def test_the_best_and_the_worst_seat_are_said_in_words(alone: Balance) -> None:
    told = said(with_worths(alone, (3.1, 1.9), (-1, 2), (-2.1, 0.5)), "seats")
    assert told.endswith(
        "Sitting left of the first dealer is worth 3.1 ± 1.9 points a match. Being the first dealer"
        " costs 2.10 ± 0.50 points a match."
    )


def test_one_seat_that_stands_out_is_said_once(alone: Balance) -> None:
    told = said(with_worths(alone, (3.1, 1.9), (-1, 2), (-2.1, 2.5)), "seats")
    assert told.count("points a match") == 1


def test_where_no_seat_stands_out_that_is_said(alone: Balance) -> None:
    told = said(with_worths(alone, (1, 1.9), (-1, 2), (0, 2.5)), "seats")
    assert told.endswith(
        "No seat is significantly better than another: each is within 3.0 points a match of the"
        " mean of all seats."
    )


def test_where_the_fewest_points_win_more_is_no_gain(alone: Balance) -> None:
    low = replace(alone, game=replace(alone.game, low_wins=True))
    told = said(with_worths(low, (3.1, 1.9), (-1, 2), (-2.1, 0.5)), "seats")
    assert told.endswith(
        "Being the first dealer scores 2.10 ± 0.50 points a match fewer than the mean; the lowest"
        " total wins. Sitting left of the first dealer scores 3.1 ± 1.9 points a match more than"
        " the mean; the lowest total wins."
    )


def test_a_difference_is_said_with_its_interval(beside: Balance) -> None:
    figure = BalanceFigure(Interval95(5, 4, 6), Interval95(2, 1, 3), Interval95(3, 2, 4))
    made = replace(beside.decisions[0], made=figure)
    told = said(replace(beside, decisions=(made, *beside.decisions[1:])), "length")
    assert (
        "In “Clag, Foss”, a match takes 2.0 ± 1.0 decisions. In “Clag, Scottish”, it takes 3.0 ±"
        " 1.0 decisions more." in told
    )
    unsure = replace(figure, more=Interval95(3, -1, 7))
    made = replace(made, made=unsure)
    told = said(replace(beside, decisions=(made, *beside.decisions[1:])), "length")
    assert "The difference is not significant (+3.0 ± 4.0 decisions)." in told


def test_the_text_has_every_seat_deal_and_game(beside: Balance) -> None:
    lines = [*balance_lines(beside, tables=True)]
    text = "\n".join(lines)
    assert all(len(line) <= 100 for line in lines)
    assert "A: scottish: Clag, Scottish" in text
    assert "B: foss: Clag, Foss" in text
    for name in (*seat_names(beside.players, "clockwise"), *(deal.name for deal in beside.deals)):
        assert name in text
    assert len(re.findall(r"\? *$", text, re.M)) == 5, "five questions"


def with_fairness(balance: Balance, figure: BalanceFigure) -> str:
    return said(replace(balance, fairness=figure), "seats")


def test_two_games_are_compared_first_in_one_sentence_with_their_names(beside: Balance) -> None:
    here, other = Interval95(0.073, 0.06, 0.09), Interval95(0.094, 0.08, 0.11)
    fairer = BalanceFigure(here, other, Interval95(-0.021, -0.029, -0.013))
    assert with_fairness(beside, fairer).startswith(
        "“Clag, Scottish” is fairer: the best and the worst seat are 7.3 points of win rate apart"
        " in “Clag, Scottish”, and 9.4 in “Clag, Foss”. The difference is 2.10 ± 0.80."
    )
    less_fair = BalanceFigure(other, here, Interval95(0.021, 0.013, 0.029))
    assert with_fairness(beside, less_fair).startswith(
        "“Clag, Foss” is fairer: the best and the worst seat are 7.3 points of win rate apart in"
        " “Clag, Foss”, and 9.4 in “Clag, Scottish”. The difference is 2.10 ± 0.80."
    )
    unsure = BalanceFigure(here, other, Interval95(-0.021, -0.049, 0.007))
    assert with_fairness(beside, unsure).startswith(
        "“Clag, Scottish” and “Clag, Foss” do not differ significantly in fairness: the best and"
        " the worst seat are 7.3 points of win rate apart in “Clag, Scottish”, and 9.4 in"
        " “Clag, Foss”."
    )


def test_a_spread_that_may_be_luck_is_not_claimed(alone: Balance) -> None:
    told = with_fairness(alone, BalanceFigure(Interval95(0.05, 0, 0.081), None, None))
    assert told.startswith(
        "No seat wins significantly more often than another: the best and the worst seat are at"
        " most 8.1 points of win rate apart."
    )
    assert "5.0" not in told
    told = with_fairness(alone, BalanceFigure(Interval95(0.05, 0.01, 0.081), None, None))
    assert "The best and the worst seat are 5.0 -4.0 +3.1 points of win rate apart." in told


def test_games_of_one_title_are_told_apart_by_their_parameters(beside: Balance) -> None:
    game = replace(beside.game, parameters=("hook=true",))
    other = replace(game, parameters=("hook=false", "bonus=5"))
    assert game_names(replace(beside, game=game, against=other)) == (
        "“Clag, Scottish” with hook=true",
        "“Clag, Scottish” with hook=false and bonus=5",
    )
    assert game_names(replace(beside, game=game, against=game)) == ("A", "B")
    assert game_names(beside) == ("“Clag, Scottish”", "“Clag, Foss”")


def test_what_the_limit_costs_is_said_by_number_of_cards(alone: Balance) -> None:
    assert alone.limit is not None

    def costing(*costs: tuple[float, float]) -> str:
        lines = tuple(
            CardsCost(
                cards, BalanceFigure(Interval95(value, value - within, value + within), None, None)
            )
            for cards, (value, within) in enumerate(costs, 1)
        )
        assert alone.limit is not None
        return said(replace(alone, limit=replace(alone.limit, costs=lines)), "limit")

    assert (
        "With 1, 2 or 4 cards it costs the last bidder between 0.30 ± 0.10 (4 cards) and 4.00 ±"
        " 0.20 points a deal (2 cards); with 3 or 5 the cost is not significant (at most 0.35)."
    ) in costing((2, 0.2), (4, 0.2), (0.1, 0.25), (0.3, 0.1), (0, 0.1))
    assert (
        "It costs the last bidder from 4.00 ± 0.20 points a deal with 1 card to 0.30 ± 0.10 with 3"
        " cards."
    ) in costing((4, 0.2), (2, 0.2), (0.3, 0.1))
    assert (
        "It costs the last bidder up to 4.00 ± 0.20 points a deal with 1 card, and brings up to"
        " 0.30 ± 0.10 with 2 cards."
    ) in costing((4, 0.2), (-0.3, 0.1))
    assert "With 1 card it costs the last bidder 4.00 ± 0.20 points a deal; with 2" in costing(
        (4, 0.2), (0.1, 0.25)
    )
    assert "not significant" not in costing((4, 0.2), (1, 0.25))
    assert "with 1 card" not in costing((0.1, 0.2), (0.1, 0.25)).lower()


GOLF = """clag 2
game "Golf"
players 3 to 3
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score abs(bid - tricks)
schedule
  2 cards: normal
  then 1 card: normal
winner lowest total, then shared
"""


def test_where_the_fewest_points_win_a_limit_that_costs_gives_points() -> None:
    """Missed bids score there, and the limit makes the dealer miss."""
    balance = clagdsl.balance(clagdsl.load(text=GOLF), 200, seed=2).figures
    limit = balance.limit
    assert limit is not None
    assert limit.cost is not None
    assert limit.free_last is not None
    assert limit.cost.here.certain
    assert limit.free_last.points.here.value < limit.last.points.here.value
    told = said(balance, "limit")
    assert limit.cost_in_match is not None
    given = figure_text(limit.cost_in_match.here).removeprefix("-")
    each = figure_text(limit.cost.here).removeprefix("-")
    assert told.startswith(
        f"The limit gives the dealer {given} points a match ({each} a deal in 2 limited deals a"
        " match), compared with the same packs without it; the lowest total wins."
    )
    assert "it gives the dealer" in told
    assert "costs" not in told
    assert "scores" in said(balance, "skill")


def test_a_limit_is_told_by_what_the_game_wants(alone: Balance) -> None:
    assert alone.limit is not None

    def told(taken: float, *, low_wins: bool) -> str:
        """The sentences about a limit that takes so many points from everybody."""
        figure = BalanceFigure(Interval95(taken, taken - 0.2, taken + 0.1), None, None)
        lines = (CardsCost(1, figure), CardsCost(2, figure))
        assert alone.limit is not None
        limit = replace(
            alone.limit,
            deals=BalanceFigure(Interval95(1, 1, 1), None, None),
            cost=figure,
            cost_in_match=figure,
            cost_of_others=figure,
            costs=lines,
        )
        game = replace(alone.game, low_wins=low_wins)
        return said(replace(alone, game=game, limit=limit), "limit")

    for low_wins, taken, verb, size in (
        (False, 0.7, "costs", "0.70 -0.20 +0.10"),
        (False, -0.7, "brings", "0.70 -0.10 +0.20"),
        (True, 0.7, "spares", "0.70 -0.20 +0.10"),
        (True, -0.7, "gives", "0.70 -0.10 +0.20"),
    ):
        sentences = told(taken, low_wins=low_wins)
        end = "; the lowest total wins." if low_wins else "."
        assert sentences.startswith(
            f"The limit {verb} the last bidder {size} points a match ({size} a deal in 1 limited"
            f" deal a match), compared with the same packs without it{end} It {verb} each of the"
            f" others {size} points a deal. With 1 card it {verb} the last bidder {size} points a"
            " deal."
        )
    end = "; the lowest total wins."
    assert (
        "no significant cost for the last bidder: -0.05 -0.10 +0.20 points a match"
        f" (-0.05 -0.10 +0.20 a deal in 1 limited deal a match){end}"
    ) in told(0.05, low_wins=True)


def test_fewer_packs_of_a_searching_player_are_said(alone: Balance) -> None:
    skill = replace(alone.skill[0], packs=2)
    assert "steady players (2 sets of packs) " in said(replace(alone, skill=(skill,)), "skill")
    skill = replace(skill, packs=alone.packs)
    assert "sets of packs" not in said(replace(alone, skill=(skill,)), "skill")


def test_tables_are_printed_on_request(alone: Balance) -> None:
    short, whole = "\n".join(balance_lines(alone)), "\n".join(balance_lines(alone, tables=True))
    for section in sections(alone):
        for table in section.tables:
            assert table.caption not in short
            assert table.caption in whole
    assert "--tables" in short
    assert "--tables" not in whole


# --- the page -----------------------------------------------------------------------------


def test_the_page_says_what_the_text_says(beside: Balance) -> None:
    page = balance_page(beside)
    assert page == balance_page(beside)
    words = unescape(re.sub(r"<[^>]*>", "", page)).replace("−", "-")
    for section in sections(beside):
        assert section.title in words
        for sentence in section.paragraphs:
            assert sentence in words
        for table in section.tables:
            for row in table.rows:
                assert all(cell in words for cell in row)


def test_the_page_needs_nothing_from_elsewhere(beside: Balance) -> None:
    page = balance_page(beside)
    assert not re.search(r"<(script|link|img|iframe)|@import|url\((?!#)", page)
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", page)


def test_every_picture_has_words(alone: Balance) -> None:
    page = balance_page(alone)
    pictures = re.findall(r"<svg [^>]*>", page)
    assert len(pictures) == 7
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for picture in pictures:
        assert 'role="img"' in picture
        for name in re.findall(r'aria-\w+="([^"]+)"', picture):
            assert name in ids
    assert "<text" in page, "print that can be selected, no outlines"


def test_a_title_is_no_markup(alone: Balance) -> None:
    named = replace(alone, game=replace(alone.game, title="<b>&"), notes=("<i>",))
    page = balance_page(named)
    assert "<b>" not in page
    assert "<i>" not in page


@pytest.mark.browser
def test_the_page_is_read_on_a_phone_and_in_the_dark(
    alone: Balance, beside: Balance, tmp_path: Path, browser: Browser
) -> None:
    for name, balance in (("alone", alone), ("beside", beside)):
        path = tmp_path / f"{name}.html"
        path.write_text(balance_page(balance), encoding="utf-8")
        for width in (320, 375, 1280):
            browser.screen(width)
            browser.open(path)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert browser.run(wide) == 0, (name, width)
            least = (
                "Math.min(...[...document.querySelectorAll('svg text')].map((each) =>"
                " parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a))"
            )
            assert browser.run(least) >= 9, (name, width)
        for dark in (False, True):
            browser.screen(375, dark=dark)
            assert faults(browser) == [], (name, dark)
