"""The condition of `ends when` has a value after every deal: at the edges of the totals."""

from __future__ import annotations

import pytest

from clagdsl.check.checker import check_text
from clagdsl.check.prove.prover import exceeds_formula_limit
from clagdsl.check.prove.reporter import figure
from clagdsl.table import budget as budget_module

START = 'clag 2\ngame "X"\nplayers 3 to 3\ndeal n trump none bid in turn '
WINNER = "\nwinner highest total, then shared\n"
THREE = "score tricks when made, otherwise -tricks\nschedule 2 cards: n, n, n\nends when "
NEVER_NONE = "12 // (2 * highest_total - highest_total + 2) = 5"


def codes(rules: str) -> list[str]:
    return [found.code for found in check_text(START + rules + WINNER).diagnostics]


@pytest.mark.parametrize(
    ("divisor", "told"),
    [
        ("highest_total - 6", True),
        ("highest_total - 7", False),
        ("lowest_total + 6", True),
        ("lowest_total + 7", False),
        ("deal - 3", True),
        ("deal - 4", False),
        ("deal", False),
        ("deal - highest_total - lowest_total - 15", True),
    ],
)
def test_the_condition_has_a_value_at_the_edges_of_three_deals(divisor: str, told: bool) -> None:
    """Three deals of two cards: totals from -6 to 6, after deals 1 to 3."""
    assert ("P310" in codes(f"{THREE}12 // ({divisor}) = 5")) is told


def test_so_many_totals_are_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """From 0 to 99 there are a hundred totals."""
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", 100)
    one = "score {} when made, otherwise 0\nschedule 2 cards: n\nends when " + NEVER_NONE
    assert "P311" not in codes(one.format(99))
    assert "P311" in codes(one.format(100))


def test_no_total_is_tried_that_cannot_be() -> None:
    """Nobody scores below 0: -1 would divide by 0."""
    rules = "score 1000000 when made, otherwise 0\nschedule 2 cards: n\nends when "
    told = codes(f"{rules}12 // (2 * highest_total - highest_total + 1) = 5")
    assert "P310" not in told
    assert "P311" in told


def test_no_match_is_over_before_its_first_deal() -> None:
    """Totals too many to go through: that `deal` is never 0 shows it for all of them."""
    rules = "score 1000000 when made, otherwise 0\nschedule 2 cards: n, n\nends when "
    assert codes(f"{rules}highest_total // deal > 900000") == []
    assert "P311" in codes(f"{rules}highest_total // (2 * deal - deal) > 900000")


@pytest.mark.parametrize(
    ("condition", "most"),
    [
        ("deal >= 2", 2),
        ("highest_total >= 5 or deal >= 2", 2),
        ("deal >= 2 or highest_total >= 5", 2),
        ("highest_total >= 5 or deal >= 3", 3),
        ("not (highest_total < 5 and deal < players - 1)", 2),
        ("highest_total >= 5 and deal >= 2", 3),
        ("players > 1", 1),
    ],
)
def test_deals_behind_a_certain_end_are_none_of_a_match(condition: str, most: int) -> None:
    result = check_text(f"{START}{THREE}{condition}{WINNER}")
    assert ("P325" in [found.code for found in result.diagnostics]) is (most < 3)
    assert result.evidence is not None
    assert result.evidence.deals == (most, most)
    assert [len(deals) for deals in result.evidence.schedules.values()] == [most]


@pytest.mark.parametrize(
    ("condition", "fewest"),
    [
        ("highest_total >= 2", 1),
        ("highest_total >= 3", 2),
        ("highest_total >= 5", 3),
        ("lowest_total <= -4", 2),
        ("highest_total >= 2 and deal > 2", 3),
        ("highest_total >= far", 2),
    ],
)
def test_a_match_lasts_at_least_as_long_as_the_totals_need(condition: str, fewest: int) -> None:
    """Nobody gains or loses more than 2 in a deal, and the parameter is 3 or 4."""
    parameter = "param far = 4 in 3 to 4\n" if "far" in condition else ""
    result = check_text(START.replace("deal n", f"{parameter}deal n") + THREE + condition + WINNER)
    assert result.diagnostics == ()
    assert result.evidence is not None
    assert result.evidence.deals == (fewest, 3)


LADDER = "score 10 + tricks when made, otherwise 0\nschedule 1 up to 7 cards: n\nends when "
"""At most 11 + 12 + ... + 17 = 98 points."""


@pytest.mark.parametrize(
    ("condition", "problems", "fewest"),
    [
        ("highest_total >= 98", [], 7),
        ("highest_total >= 99", ["P324"], None),
        ("highest_total = 99", ["P324"], None),
        ("highest_total >= 81", [], 6),
        ("highest_total >= 82", [], 7),
        ("highest_total > 10 and deal < 2", [], 1),
        ("highest_total > 11 and deal < 2", ["P324"], None),
    ],
)
def test_the_most_points_of_each_deal_are_added_up(
    condition: str, problems: list[str], fewest: int | None
) -> None:
    result = check_text(START + LADDER + condition + WINNER)
    assert [found.code for found in result.diagnostics] == problems
    if fewest is not None:
        assert result.evidence is not None
        assert result.evidence.deals == (fewest, 7)


def test_parameters_and_picked_sizes_count_for_the_most_points() -> None:
    text = START.replace("deal n", "param large = 3 in 3 to 5\ndeal n")
    rules = "score 10 + tricks when made, otherwise 0\nschedule {} cards: n, n\nends when "
    for schedule, most in (("large", 30), ("dealer picks 1 to 6", 32), ("3", 26)):
        for asked, problems in ((most, []), (most + 1, ["P324"])):
            whole = f"{text}{rules.format(schedule)}highest_total >= {asked}{WINNER}"
            found = {one.code for one in check_text(whole).diagnostics} - {"C209"}
            assert found == {*problems}


@pytest.mark.parametrize(
    ("condition", "deals", "cards", "decisions", "scores"),
    [
        ("deal = 5", 5, (1, 5), 3 * 5 + 3 * 15, (0, 15)),
        ("highest_total >= 0", 1, (1, 1), 6, (0, 11)),
        ("highest_total >= 98", 7, (1, 7), 3 * 7 + 3 * 28, (0, 17)),
    ],
)
def test_deals_that_are_never_played_count_for_nothing(
    condition: str, deals: int, cards: tuple[int, int], decisions: int, scores: tuple[int, int]
) -> None:
    evidence = check_text(START + LADDER + condition + WINNER).evidence
    assert evidence is not None
    assert evidence.deals == (deals, deals)
    assert (evidence.cards, evidence.decisions, evidence.scores) == (cards, decisions, scores)
    assert [len(schedule) for schedule in evidence.schedules.values()] == [deals]


def test_p325_names_the_deals_that_are_never_played() -> None:
    for last, never in ((5, "deals 6 to 7 are"), (6, "deal 7 is")):
        (problem,) = check_text(f"{START}{LADDER}deal = {last}{WINNER}").diagnostics
        assert problem.message.endswith(f"after deal {last} at the latest: {never} never played")


def test_figures_of_up_to_21_digits_are_written() -> None:
    assert figure(10**21 - 1) == "9" * 21
    assert figure(1 - 10**21) == "-" + "9" * 21
    assert figure(10**21) == figure(-(10**21)) == "a number of more than 21 digits"


def test_the_end_of_a_match_counts_with_the_formulas() -> None:
    game = check_text(f"{START}{THREE}highest_total > 3{WINNER}").game
    assert game is not None
    assert game.ends is not None
    places = [exceeds_formula_limit(game, most) for most in range(30)]
    assert places.count(game.ends.origin.place) == 3


@pytest.mark.parametrize(
    ("condition", "more_deals"),
    [("highest_total >= 900", True), ("deal > 90", True), ("leaders = 0", False)],
)
def test_the_help_asks_for_more_deals_only_if_they_can_matter(
    condition: str, more_deals: bool
) -> None:
    result = check_text(f"{START}{THREE}{condition}{WINNER}")
    (never,) = [found for found in result.diagnostics if found.code == "P324"]
    assert ("more deals" in never.help) is more_deals
    assert ("deals are played" in never.message) is more_deals
    assert "change the condition" in never.help
