"""Bids and outcomes of a whole deal at once, against those of one seat after the other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support import table_games
from support.machine_listing import listing
from support.table_games import rules

import clagdsl
from clagdsl.lang.expr.evaluate import list_function
from clagdsl.lang.rules import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    CompletedWhen,
    Free,
    Keeps,
    Limit,
    Logic,
    NotCounted,
    Number,
    Run,
    Tally,
    Variable,
)
from clagdsl.table.bids import legal_bids
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcome_tables import (
    RowFaultError,
    ScoreColumns,
    added_column,
    bid_table,
    score_column,
    score_columns,
    score_or_none,
    values,
)
from clagdsl.table.outcomes import Outcomes, own_tricks
from clagdsl.table.scoring import Taking
from clagdsl.table.states import make_machine
from clagdsl.table.table import make_table

BID, BIDS, CARDS = Variable("bid"), Variable("bids"), Variable("cards")
HOOK = Keeps(Comparison("!=", BIDS, CARDS))
BELOW_TWO = Keeps(Comparison("<", BIDS, Number(2)))
FIRST_ONE = Keeps(
    Logic(
        "or",
        (
            Logic("and", (Comparison("=", BID, Number(1)), Comparison("=", BIDS, Number(1)))),
            Logic("and", (Comparison("=", BID, Number(2)), Comparison(">", BIDS, Number(2)))),
        ),
    )
)
"""Who bids first bids 1, everybody else 2."""
FAULTY = Keeps(Comparison(">", Arithmetic("//", Number(6), Arithmetic("-", BIDS, BID)), Number(0)))
"""Has no value where nobody has bid above 0."""

GAME = """clag 1
game "X"
players 2 to 4
param stake = 1 in -1000000000 to 1000000000 "stake"
deal a trump turned bid in turn score tricks
deal b is a with bid none score 1 completed not counted
schedule SCHEDULE
winner highest total, then shared
settle loser pays winner stake
"""


def game(schedule: str) -> clagdsl.PlayableGame:
    lines = [line for line in GAME.splitlines() if "deal b" not in line or ": b" in schedule]
    return clagdsl.load(text="\n".join(lines).replace("SCHEDULE", schedule) + "\n")


def at_table(players: int, **changes: Limit) -> DealRules:
    """The rules of an ordinary deal for any number of players."""
    few = replace(table_games.table(4, **changes).game, players=(1, 7))
    return make_table(few, players).rules("normal")


# --- bids ---------------------------------------------------------------------------------


def earlier(total: int, seats: int, cards: int) -> tuple[int, ...] | None:
    """Bids of so many seats that come to a sum."""
    bids: list[int] = []
    for _ in range(seats):
        bids.append(min(cards, total - sum(bids)))
    return tuple(bids) if sum(bids) == total else None


@pytest.mark.parametrize("each", [Free(), BELOW_TWO, FIRST_ONE])
@pytest.mark.parametrize("last", [Free(), HOOK, BELOW_TWO])
@pytest.mark.parametrize(("players", "cards"), [(2, 1), (2, 3), (3, 2), (4, 2)])
def test_a_table_of_bids_has_those_that_are_legal(
    each: Limit, last: Limit, players: int, cards: int
) -> None:
    chosen = at_table(players, each_bid=each, last_bid=last)
    table = bid_table(chosen, 1, cards)
    assert len(table.each) == len(table.last) == (players - 1) * cards + 1
    for total in range((players - 1) * cards + 1):
        for seats, mask in ((players - 2, table.each[total]), (players - 1, table.last[total])):
            bids = earlier(total, seats, cards)
            legal = () if bids is None else legal_bids(chosen, deal=1, cards=cards, bids=bids)
            assert mask == sum(1 << bid for bid in legal), (total, seats)


def test_no_bid_is_allowed_where_a_limit_has_no_value() -> None:
    table = bid_table(at_table(3, each_bid=FAULTY, last_bid=Free()), 1, 2)
    assert table.each == (0, 0b111, 0b111, 0, 0)
    assert table.last == (0, 0b111, 0b111, 0b111, 0b111)
    alone = bid_table(at_table(1, each_bid=BELOW_TWO, last_bid=HOOK), 1, 1)
    assert alone.each == alone.last == (0b01,)


# --- outcomes -----------------------------------------------------------------------------


def test_who_sits_alone_takes_every_trick() -> None:
    assert own_tricks(1, 3) == range(3, 4)
    assert own_tricks(2, 3) == range(4)


def test_a_score_without_a_value_is_none_and_the_others_are_there() -> None:
    divided = Arithmetic("//", Number(60), Variable("tricks"))
    chosen = rules(score=divided)
    found = score_column(chosen, 1, 3, Outcomes(("tricks",), ((0,), (1,), (2,))))
    assert found == [None, 60, 30]
    made = list_function(divided, ("tricks",), (), watched=True)
    assert values(made, ((1,), (2,)), ()) == [60, 30]
    with pytest.raises(RowFaultError) as caught:
        values(made, ((1,), (0,), (2,)), ())
    assert caught.value.row == (0,)


OUTCOMES = Outcomes(("bid", "tricks", "made"), ((0, 0, True), (2, 1, False), (3, 3, True)))
SIX = Arithmetic("//", Number(6), Variable("tricks"))
"""Has no value where no trick is taken."""


def test_a_contract_is_completed_failed_or_has_no_value() -> None:
    chosen = rules(score=SIX, completed=CompletedWhen(Variable("made")))
    found = score_columns(chosen, 1, 3, OUTCOMES)
    assert found == ScoreColumns([None, 6, 2], [True, False, True])
    chosen = rules(score=SIX, completed=CompletedWhen(Comparison(">", SIX, Number(2))))
    found = score_columns(chosen, 1, 3, OUTCOMES)
    assert found == ScoreColumns([None, 6, 2], [None, True, False])
    assert score_columns(rules(completed=NotCounted()), 1, 3, OUTCOMES).completed is None


def test_scores_are_those_of_the_deal_its_cards_and_bids_made_with_a_look() -> None:
    figures = Arithmetic("+", Variable("deal"), Arithmetic("*", Number(100), CARDS))
    blind = Choice((Branch(Number(-1), Variable("blind")),), figures)
    assert score_column(rules(score=blind), 7, 3, OUTCOMES) == [307] * 3


def test_what_is_added_to_a_run_is_one_or_zero() -> None:
    wins = Run("wins", Variable("made"))
    assert added_column(wins, rules(), 1, 3, OUTCOMES) == [1, 0, 1]
    sixes = Tally("sixes", SIX)
    assert added_column(sixes, rules(), 1, 3, OUTCOMES) == [None, 6, 2]


def test_one_score_is_that_of_its_row_or_none() -> None:
    bids = {"bid": 2, "bids": 3, "highest_bid": 2, "same_bids": 0}
    taking = Taking(**bids, tricks=2, points=2, most=2, most_count=1, makers=1)
    assert score_or_none(rules(score=SIX), 1, 3, taking) == 3
    assert score_or_none(rules(score=SIX), 1, 3, taking._replace(tricks=0)) is None


def test_the_fault_of_the_first_row_without_a_value_is_told() -> None:
    made = list_function(SIX, ("tricks",), (), watched=True)
    with pytest.raises(RowFaultError, match="zero") as caught:
        values(made, ((1,), (0,)), ())
    assert caught.value.fault.fault == str(caught.value)


# --- tables and machines ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schedule", "deals"), [("2 cards: a", "1 deal,"), ("2 cards: a then 2 cards: a", "2 deals,")]
)
def test_a_listing_says_how_many_deals_there_are(schedule: str, deals: str) -> None:
    machine = make_machine(game(schedule).start(3).table)
    assert listing(machine).splitlines()[0].split(" players, ")[1].startswith(deals)
