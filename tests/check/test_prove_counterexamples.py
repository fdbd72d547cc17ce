"""The smallest counterexample of each proof, with its table; and what is proved without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from clagdsl.check.checker import CheckResult, check_path, check_text
from clagdsl.problems.model import Diagnostic

FRAME = """clag 1
game "X"
players {players}
{top}
deal normal
  trump {trump}
  bid {bid}
{clauses}
  score {score}
schedule {schedule}
winner highest total, then shared
{end}
"""


def rules(
    *,
    players: str = "3 to 4",
    top: str = "",
    trump: str = "none",
    bid: str = "in turn",
    clauses: str = "",
    score: str = "10 + tricks when made, otherwise 0",
    schedule: str = "1 up to 5 cards: normal",
    end: str = "",
) -> CheckResult:
    text = FRAME.format(
        players=players,
        top=top,
        trump=trump,
        bid=bid,
        clauses=clauses,
        score=score,
        schedule=schedule,
        end=end,
    )
    return check_text(text)


def only(result: CheckResult) -> Diagnostic:
    [found] = result.diagnostics
    return found


def line(found: Diagnostic) -> int:
    assert found.place is not None
    return found.place.line


# --- cards and schedule -------------------------------------------------------------------


def test_too_few_cards_at_the_number_of_players() -> None:
    found = only(rules(players="3 to 9", trump="turned", schedule="1 up to 7 cards: normal"))
    assert (found.code, line(found)) == ("P301", 3)
    assert found.message == "with 8 players and 7 cards this deal needs 57 cards; the pack has 52"
    assert found.help == "the cards suffice for 7 players: `players 3 to 7`"
    assert found.detail == (
        "players  cards  number  turned up  needed",
        "8        7      7       1          57",
    )


def test_too_few_cards_in_the_schedule_and_for_the_turn_up() -> None:
    assert rules(players="4 to 4", schedule="13 cards: normal").evidence is not None
    found = only(rules(players="4 to 4", trump="turned", schedule="1 up to 20 cards: normal"))
    assert (found.code, line(found)) == ("P301", 10)
    assert found.message.startswith("with 4 players and 13 cards this deal needs 53")
    assert found.help == "deal at most 12 cards to 4 players"
    assert [other.place.line for other in found.others] == [6]


def test_a_call_may_turn_a_card() -> None:
    call = "  call by dealer any of Turned"
    twist = "twist Turned trump turned"
    full = {"players": "4 to 4", "schedule": "13 cards: normal"}
    found = only(rules(clauses=call, end=twist, **full))
    assert found.code == "P301"
    assert rules(players="4 to 4", schedule="12 cards: normal", clauses=call, end=twist).game


def test_a_size_below_one() -> None:
    found = only(rules(schedule="3 down to -1 cards: normal"))
    assert found.code == "P302"
    assert found.message == "with 3 players this row deals 0 cards to each player"
    assert found.detail == ("players  cards  number", "3        0      4")


def test_a_schedule_that_is_empty_only_for_some_players() -> None:
    found = only(rules(schedule="4 up to 12 // players cards: normal"))
    assert (found.code, found.message) == ("P303", "with 4 players the schedule holds no deal")


def test_a_pick_and_a_number_of_deals_by_parameter() -> None:
    top = 'param n = 3 in 1 to 501 "n"'
    found = only(rules(top=top, schedule="dealer picks n to 5 cards: normal"))
    assert found.code == "P304"
    assert "`n = 501`" in found.message
    found = only(rules(top=top, schedule="repeat n times 1 cards: normal"))
    assert (found.code, found.detail) == ("P305", ("players  n", "3        501"))


def test_a_ladder_of_a_thousand_million_is_counted_not_laid_out() -> None:
    found = only(rules(schedule="1 up to 1000000000 cards: normal"))
    assert found.code == "P305"


# --- bids ---------------------------------------------------------------------------------


def test_the_rewrite_as_written_leaves_the_dealer_without_a_bid() -> None:
    path = Path(__file__).parent.parent / "rules" / "rewrite-as-written.clag"
    [found] = check_path(path).diagnostics
    assert found.code == "P306"
    assert found.message == (
        "with 4 players and 1 card, after bids 0 0 0, the dealer has no bid left"
    )
    assert found.detail == (
        "player  bid",
        "eldest  0",
        "second  0",
        "third   0",
        "dealer  none is left",
    )


def test_the_shortest_bids_that_leave_somebody_without_one() -> None:
    assert rules(clauses="  each bid keeps bids <= cards").evidence is not None
    found = only(rules(clauses="  each bid keeps bid > bids - bid"))
    assert found.message == (
        "with 3 players and 1 card, after bids 1, the second player has no bid left"
    )
    assert found.detail == ("player  bid", "eldest  1", "second  none is left")


def test_the_last_bid_must_meet_both_limits() -> None:
    clauses = "  last bid keeps bids != cards\n  each bid keeps bids <= cards"
    found = only(rules(clauses=clauses))
    assert found.code == "P306"
    assert found.message == "with 3 players and 1 card, after bids 0 1, the dealer has no bid left"
    assert [other.place.line for other in found.others] == [9]


def test_a_limit_by_deal_number_is_tried_at_every_number() -> None:
    clauses = "  last bid keeps deal != 4 or bids > 20"
    found = only(rules(clauses=clauses))
    assert "and 4 cards, after bids 0 0," in found.message


def test_a_limit_by_parameter_names_the_value() -> None:
    top = 'param hook = false "h"'
    clauses = "  last bid keeps bids > cards when hook, otherwise free"
    found = only(rules(top=top, clauses=clauses))
    assert found.message.startswith("with 3 players and 1 card, `hook = true`, after bids 0 0,")


def test_a_fixed_bid_above_the_cards() -> None:
    found = only(rules(bid="fixed 2"))
    assert (found.code, found.message) == ("P307", "with 3 players and 1 card nobody can bid 2")


# --- figures ------------------------------------------------------------------------------


def test_a_division_by_zero_is_shown_with_its_figures() -> None:
    found = only(rules(score="60 // makers"))
    assert (found.code, line(found)) == ("P310", 9)
    assert found.message == "with 3 players and 1 card this divides by zero"
    assert found.detail == ("players  cards  makers", "3        1      0")


def test_a_divisor_that_no_deal_makes_zero_is_proved() -> None:
    assert rules(score="60 // most_count").evidence is not None
    assert rules(score="60 // (1 + bids - bid)").evidence is not None
    assert rules(score="60 // (makers + abs(tricks - bid) + 1)").evidence is not None
    assert rules(score="0 when bid = 0, otherwise 60 // bid").evidence is not None
    hook = "  last bid keeps bids != cards"
    assert rules(clauses=hook, score="60 // (bids - cards)").evidence is not None
    found = only(rules(score="60 // (bids - cards)"))
    assert found.detail == ("players  cards  all bids", "3        1      1")


def test_a_figure_that_is_too_large_and_one_that_just_fits() -> None:
    assert rules(score="200000000 * tricks").evidence is not None
    found = only(rules(score="200000001 * tricks"))
    assert (found.code, found.message) == (
        "P309",
        "with 3 players and 5 cards this comes to 1000000005",
    )
    found = only(rules(score="1000000000 - 1 - tricks + bid + 1"))
    assert (found.code, found.detail) == (
        "P309",
        ("players  cards  bid  tricks", "3        1      1    0"),
    )


def test_points_and_their_sums_stay_within_bounds() -> None:
    found = only(rules(clauses="  trick worth 400000000", score="1"))
    assert (found.code, found.message) == (
        "P309",
        "with 3 players and 3 cards this comes to 1200000000",
    )
    found = only(rules(clauses="  trick worth 10 // (trick - 2)", score="points"))
    assert (found.code, found.detail) == (
        "P310",
        ("players  cards  trick", "3        2      2"),
    )


def test_a_let_a_size_and_a_condition_are_proved_too() -> None:
    let = "let share = 12 // (players - 4)"
    found = only(rules(top=let, schedule="max(1, share) cards: normal"))
    assert (found.code, found.detail) == ("P310", ("players", "4"))
    found = only(rules(schedule="12 // (players - 3) cards: normal"))
    assert (found.code, found.detail) == ("P310", ("players", "3"))
    found = only(rules(trump="turned when 1 // (players - 4) < 2, otherwise none"))
    assert (found.code, found.detail) == ("P310", ("players", "4"))


def test_payments_are_proved_over_totals() -> None:
    fine = "settle loser pays winner 5 * (winner.total - loser.total) + loser.failed"
    assert rules(end=fine).evidence is not None
    found = only(rules(end="settle loser pays winner 100 // (winner.total - loser.total)"))
    assert (found.code, line(found)) == ("P310", 12)
    assert found.detail == ("players  winner.total  loser.total", "3        0             0")
    positive = "settle loser pays winner 100 // (1 + winner.total - loser.total)"
    assert rules(end=positive).evidence is not None


def test_payments_too_many_to_try_are_refused_not_sampled() -> None:
    end = (
        "settle loser pays winner 100 // (1 + abs((winner.total - 3) * (loser.total - 7))"
        " - (winner.failed - winner.failed))"
    )
    found = only(rules(schedule="repeat 20 times 5 cards: normal", end=end))
    assert found.code == "P311"


# --- lists of `when` ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "unreached"),
    [
        ("1 when tricks > 5, otherwise 0", 1),
        ("1 when made, 2 when bid = tricks, otherwise 0", 1),
        ("1 when (2 when tricks > 9, otherwise 3) = 2, otherwise 0", 2),
        ("1 when tricks = 5, otherwise 0", 0),
        ("1 when most = 1 and most_count = 1 and cards > 1, otherwise 0", 1),
        ("1 when most_count > cards, 2 when most_count = cards, otherwise 0", 1),
    ],
)
def test_whens_that_nothing_reaches(score: str, unreached: int) -> None:
    result = rules(score=score)
    assert [found.code for found in result.diagnostics] == ["P312"] * unreached
    assert result.evidence is not None


def test_a_when_that_one_value_of_a_parameter_reaches_is_reached() -> None:
    top = 'param extra = 0 in 0 to 3 "e"'
    assert rules(top=top, score="5 when tricks + extra = 8, otherwise extra").diagnostics == ()
    found = only(rules(top=top, score="5 when tricks + extra = 9, otherwise extra"))
    assert found.code == "P312"


def test_a_when_that_only_untried_values_could_reach_is_not_reported() -> None:
    two = 'param a = 0 in 0 to 3 "a"\nparam b = 0 in 0 to 3 "b"'
    assert rules(top=two, score="5 when a = 3 and b = 3, otherwise 0").diagnostics == ()
    assert only(rules(top=two, score="5 when a + b > 6, otherwise 0")).code == "P312"
    many = 'param a = 0 in 0 to 1000 "a"'
    assert rules(top=many, score="5 when a = 500, otherwise 0").diagnostics == ()


def test_an_alternative_of_a_clause_that_no_table_chooses() -> None:
    found = only(rules(trump="turned when players > 4, otherwise none"))
    assert (found.code, line(found)) == ("P312", 6)
    assert rules(trump="turned when players > 3, otherwise none").diagnostics == ()


# --- clauses in force together ------------------------------------------------------------

CALLED = """clag 1
game "X"
players 3 to 4
deal called
  trump turned
  bid in turn
  score 10 + tricks when made, otherwise 0
  call by dealer {groups}
{twists}
schedule 5 cards: called
winner highest total, then shared
"""


def called(groups: str, *twists: str) -> CheckResult:
    return check_text(CALLED.format(groups=groups, twists="\n".join(twists)))


def test_what_may_be_called_together_replaces_different_aspects() -> None:
    plain, order = "twist A trump none", "twist B trump order H C D S"
    assert called("one of A, B", plain, order).evidence is not None
    assert called("at most one of A, B", plain, order).evidence is not None
    assert only(called("any of A, B", plain, order)).code == "P313"
    found = only(called("one of A any of B", plain, order))
    assert found.code == "P313"
    assert [other.place.line for other in found.others] == [9, 10]


def test_every_combination_of_calls_is_complete() -> None:
    none, score = "twist N bid none completed not counted", "twist S score tricks"
    most = "twist M score 10 when tricks = most, otherwise 0"
    assert called("one of N any of S", none, score).diagnostics[0].code == "P317"
    assert called("one of N one of S, M", none, score, most).evidence is not None
    found = only(called("any of N any of S", none, score))
    assert (found.code, line(found)) == ("P317", 7)
    assert [other.place.line for other in found.others] == [9]


def test_a_fault_after_a_call_names_the_call() -> None:
    divide = "twist D score 10 // tricks"
    found = only(called("any of D", divide))
    assert found.message == "with 3 players and 5 cards, calling `D` this divides by zero"
    assert found.detail == ("players  cards  called  tricks", "3        5      D       0")


def test_a_choice_without_effect_is_allowed() -> None:
    assert called("any of A, B", "deal A is called", "twist B trump none").evidence is not None


def test_bid_none_is_found_for_the_value_of_a_parameter_that_brings_it() -> None:
    top = 'param silent = false "s"'
    found = rules(top=top, bid="none when silent, otherwise in turn").diagnostics
    assert {each.code for each in found} == {"P317", "P318"}


# --- evidence -----------------------------------------------------------------------------


def test_the_evidence_counts_deals_decisions_and_scores() -> None:
    evidence = rules().evidence
    assert evidence is not None
    assert evidence.deals == (5, 5)
    assert evidence.cards == (1, 5)
    assert evidence.scores == (0, 15)
    # four players: 4 bids in each of 5 deals, and 4 plays for each of 15 cards
    assert evidence.decisions == 4 * 5 + 4 * 15


def test_decisions_count_picks_calls_and_names() -> None:
    result = called("any of A", "twist A trump named by caller any suit")
    assert result.evidence is not None
    assert result.evidence.decisions == 1 + 1 + 4 + 4 * 5
    picked = rules(schedule="repeat 2 times dealer picks 3 to 5 cards: normal").evidence
    assert picked is not None
    assert picked.decisions == 2 * (1 + 4 + 4 * 5)
    assert picked.cards == (3, 5)


def test_pagat_has_its_documented_figures() -> None:
    evidence = check_path("pagat").evidence
    assert evidence is not None
    assert evidence.deals == (22, 22)
    # seven players: 112 cards each, bids in 20 of 22 deals, one trump suit named
    assert evidence.decisions == 7 * 112 + 7 * 20 + 1
    assert evidence.scores == (0, 17)


def test_which_values_of_parameters_were_tried() -> None:
    top = (
        'param a = 5 in 0 to 63 "a"\nparam b = 7 in 0 to 64 "b"\n'
        'param c = true "c"\nparam d = x in x, y "d"'
    )
    evidence = rules(top=top, score="a + b when c and d = x, otherwise 0").evidence
    assert evidence is not None
    tried = {each.parameter: each for each in evidence.tried}
    assert (len(tried["a"].values), tried["a"].complete) == (64, True)
    assert (tried["b"].values, tried["b"].complete) == ((7, 0, 64), False)
    assert (tried["c"].values, tried["d"].values) == ((True, False), ("x", "y"))
    # 63 + 7 and 5 + 64, each with the other at its default
    assert evidence.scores == (0, 70)
