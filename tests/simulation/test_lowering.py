"""What a game comes to as arrays, and what has no room in them."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

import clagdsl
from clagdsl.lang.rules import FixedOrder
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.lowering import score_tables
from clagdsl.simulation.lowering.lower import lower
from clagdsl.simulation.lowering.score_tables import allowed_bids
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcome_tables import ScoreColumns, bid_table, score_columns
from clagdsl.table.outcomes import Outcomes
from clagdsl.table.table import Table

HEAD = """clag 2
game "Schedule"
players 3
deal a trump turned bid in turn score tricks
"""
END = "winner highest total, then shared"


def table(deals: str, schedule: str) -> Table:
    return clagdsl.load(text=f"{HEAD}{deals} schedule {schedule} {END}").start().table


PAST = """
run zeros when bid = 0
tally bags = {} when tricks > bid, otherwise 0
"""


def test_a_schedule_of_too_many_scenes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table("deal b is a with score bid", "2 cards: a then dealer picks 2 to 4 cards: b")
    monkeypatch.setattr("clagdsl.simulation.lowering.lower.MOST_SCENES", 4)
    lower(made)
    monkeypatch.setattr("clagdsl.simulation.lowering.lower.MOST_SCENES", 2)
    with pytest.raises(ArgumentError, match="`b` can be played in too many ways"):
        lower(made)


@pytest.mark.parametrize("score", ["bid * tricks", "bid + zeros", "bid + row_best"])
def test_a_game_whose_tables_are_too_large_together_is_refused(
    score: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = HEAD.replace("deal a", f"{PAST.format('tricks - bid')}deal a")
    deals = f"deal b is a with score {score} + bags last bid keeps bids != cards"
    schedule = "schedule 2 cards: a then repeat 4 times 4 cards: b"
    made = clagdsl.load(text=f"{head}{deals} {schedule} {END}").start().table
    lowered = lower(made)
    figures = len(lowered.scores) + len(lowered.past.added) + len(lowered.limits)
    most = "clagdsl.simulation.lowering.lower.MOST_FIGURES"
    if "row_best" not in score:  # tables are made for it, which the game does not keep
        monkeypatch.setattr(most, figures)
        lower(made)
        figures -= 1
    monkeypatch.setattr(most, figures)
    with pytest.raises(ArgumentError, match=r"U627: .*: `.` can be played in too many ways"):
        lower(made)


def test_an_order_that_leaves_a_suit_out_is_refused() -> None:
    made = table("", "2 cards: a")
    rules = made.rules("a")
    object.__setattr__(rules, "trump", FixedOrder(("H", "C")))
    with pytest.raises(ArgumentError, match="the order of the suits in `a` leaves some out"):
        lower(made)


def test_a_score_may_depend_on_so_much_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = 5 * 5 * 13  # bids and tricks of 4 cards, and sums of the bids of three players
    hanging = table("deal w is a with score tricks * bid + bids", "1 card: a then 4 cards: w")
    for most in (entries + 1, entries):
        monkeypatch.setattr(score_tables, "MOST_ENTRIES", most)
        lower(hanging)
    monkeypatch.setattr(score_tables, "MOST_ENTRIES", entries - 1)
    with pytest.raises(ArgumentError, match=r"U627: .*: the score of `w` depends on too much"):
        lower(hanging)


def test_limits_that_depend_on_too_much_are_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = Mock(wraps=bid_table)
    monkeypatch.setattr(score_tables, "bid_table", counted)
    rules = table("", "2 cards: a").rules("a")
    past = {"ones": range(200), "twos": range(200)}
    monkeypatch.setattr(score_tables, "MOST_MASKS", 30_000)
    with pytest.raises(ArgumentError) as refused:
        allowed_bids(rules, 1, 2, past)
    assert refused.value.reason == (
        "only random players can play these rules: the limits on bids of `a` depend on too much"
    )
    assert counted.call_count == 1
    few = allowed_bids(rules, 1, 2, {"ones": range(2), "twos": range(3)})
    assert len(few.masks) == 6 * few.room


def test_a_table_of_scores_is_made_from_no_more_outcomes_than_it_has_entries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows: list[int] = []

    def counted(rules: DealRules, deal: int, cards: int, outcomes: Outcomes) -> ScoreColumns:
        rows.append(len(outcomes.rows))
        return score_columns(rules, deal, cards, outcomes)

    monkeypatch.setattr(score_tables, "score_columns", counted)
    lowered = lower(
        table(
            "deal w is a with card worth 1 KH, 70 QS deal b is w with score points",
            "1 card: a then 4 cards: w, b",
        )
    )
    assert rows[:2] == [4, 25]  # the tricks of `w` can be worth much, which its score does not read
    assert rows[2] > 70
    assert sum(rows) == len(lowered.scores)
