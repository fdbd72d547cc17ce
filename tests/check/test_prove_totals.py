"""The totals on which the end of a match and its payments are proved: all that can be."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from clagdsl.check.checker import check_text
from clagdsl.check.prove.parameter_space import RowEvaluator, Settings
from clagdsl.check.prove.prover import Prover
from clagdsl.check.prove.reporter import Finding, ValueFault
from clagdsl.check.prove.totals_proof import EarlyEnd, Payments
from clagdsl.lang.expr.ast import (
    Arithmetic,
    Comparison,
    ComparisonOperator,
    Expression,
    Number,
    Variable,
    VariableName,
)
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import Bounds, point_range
from clagdsl.lang.rules import Game, Let
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import Problem
from clagdsl.table import budget as budget_module
from clagdsl.table.budget import Budget

THREE = {"players": point_range(3)}
BOTH: tuple[VariableName, ...] = ("highest_total", "lowest_total")
PAID: tuple[VariableName, ...] = ("winner.total", "loser.total", "winner.failed", "loser.failed")
SCORES = ((-2, 3), (2, 3), (-3, -2), (0, 0), (0, 1))


@cache
def game_of(
    ends: str = "deal = 2", winner: str = "highest total", pays: str = "winner.total"
) -> Game:
    """A game with this end and these payments."""
    game = check_text(
        'clag 2\ngame "X"\nplayers 3 to 4\ndeal n\n  trump none\n  bid in turn\n  score tricks\n'
        f"schedule 2 cards: n, n, n\nends when {ends}\nwinner {winner}, then shared\n"
        f"settle loser pays winner {pays}\n"
    ).game
    assert game is not None
    return game


def sheets(steps: int = 10**7) -> RowEvaluator:
    return RowEvaluator(UsesCache(()), Budget(steps), {})


def dividing(name: VariableName, total: int) -> Comparison:
    """A condition that has no value where a name is this number."""
    divided = Arithmetic("//", Number(12), Arithmetic("-", Variable(name), Number(total)))
    return Comparison("=", divided, Number(5))


def end_of(
    condition: Expression, scores: tuple[int, int], deals: int, steps: int = 10**7
) -> EarlyEnd:
    """The proof of an end of matches of so many deals with such scores."""
    ends = game_of().ends
    assert ends is not None
    bounds = [Bounds(*scores)] * deals
    return EarlyEnd(replace(ends, condition=condition), sheets(steps), bounds)


@cache
def settings() -> Settings:
    """The tables of 2 to 4 players; where there are 2 the `let` has no value."""
    divided = Arithmetic("//", Number(6), Arithmetic("-", Variable("players"), Number(2)))
    return Prover(replace(game_of(), players=(2, 4), lets=(Let("each", divided),))).settings


def told(proof: EarlyEnd) -> list[Finding]:
    """What is wrong with an end, at every table of a game."""
    return list(proof.prove(settings()))


# --- the end of a match -------------------------------------------------------------------


def test_an_end_is_safe_where_no_total_is_one_that_it_divides_by() -> None:
    for scores, total, name in product(SCORES, range(-10, 11), BOTH):
        reached = range(min(0, 3 * scores[0]), max(0, 3 * scores[1]) + 1)
        assert end_of(dividing(name, total), scores, 3).shown(THREE) is (total not in reached)
    for deal in range(5):
        assert end_of(dividing("deal", deal), (0, 1), 3).shown(THREE) is (deal not in range(1, 4))


def test_all_totals_of_a_match_are_tried_smallest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (BOTH, (*BOTH, "deal"), BOTH[:1], ("lowest_total", "deal"))
    for scores, deals, names in product(SCORES, (1, 3), columns):
        totals = range(min(0, deals * scores[0]), max(0, deals * scores[1]) + 1)
        figures = [range(1, deals + 1) if name == "deal" else totals for name in names]
        every = len(list(product(*figures)))
        for most, complete in ((every - 1, False), (every, True), (every + 1, True)):
            monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", most)
            edges = (totals[0], totals[-1], -1, 0, 1)
            some = [each for each in totals if complete or each in edges]
            tried = [figures[-1] if name == "deal" else some for name in names]
            both = set(BOTH) <= set(names)
            rows = {row for row in product(*tried) if not both or row[0] >= row[1]}
            found, are_all = end_of(dividing("deal", 0), scores, deals)._rows(names)
            assert (set(found), len(found), are_all) == (rows, len(rows), complete)
            assert [abs(int(row[0])) for row in found] == sorted(abs(int(row[0])) for row in found)


@pytest.mark.parametrize(
    ("scores", "sign", "name", "total", "ends"),
    [
        ((0, 5), ">", "highest_total", 14, None),
        ((0, 5), ">", "highest_total", 15, "P324"),
        ((-5, 0), "<", "lowest_total", -14, None),
        ((-5, 0), "<", "lowest_total", -15, "P324"),
        ((3, 4), ">", "lowest_total", 2, 1),
        ((3, 4), ">", "lowest_total", 3, 2),
        ((3, 4), ">", "lowest_total", 5, 2),
        ((3, 4), ">", "lowest_total", 6, None),
        ((-4, -3), "<", "highest_total", -5, 2),
        ((-4, -3), "<", "highest_total", -6, None),
    ],
)
def test_a_match_that_always_or_never_ends_before_its_last_deal_is_told(
    scores: tuple[int, int],
    sign: ComparisonOperator,
    name: VariableName,
    total: int,
    ends: str | int | None,
) -> None:
    """After three deals at most, each with the scores between these."""
    condition = Comparison(sign, Variable(name), Number(total))
    found = [each for each in told(end_of(condition, scores, 3)) if isinstance(each, Problem)]
    if isinstance(ends, int):
        assert [each.code for each in found] == ["P325"]
        assert f"after deal {ends} at" in found[0].message
    else:
        assert [each.code for each in found] == ([ends] if ends else [])


def test_the_first_table_without_a_value_is_told_and_no_other() -> None:
    (fault,) = told(end_of(dividing("highest_total", 2), (0, 1), 3))
    assert isinstance(fault, ValueFault)
    assert (fault.setting.players, fault.figures) == (3, {"highest_total": 2})


def test_where_the_budget_does_not_suffice_the_condition_is_told() -> None:
    total = Variable("highest_total")
    safe = Arithmetic("+", Number(1), Arithmetic("-", total, total))  # not by its bounds
    condition = Comparison("=", Arithmetic("//", Number(1), safe), Number(1))
    placed = replace(condition, place=Place("x.clag", 7, 1, 7, 2))
    ends = game_of().ends
    assert ends is not None
    for written, place in ((condition, ends.origin.place), (placed, placed.place)):
        assert not told(end_of(written, (0, 1), 3))
        (found,) = told(end_of(written, (0, 1), 3, steps=900))
        assert isinstance(found, Problem)
        assert (found.code, found.place) == ("P311", place)


# --- what is paid -------------------------------------------------------------------------


def paying(
    name: VariableName, figure: int, totals: Bounds, contracts: int, winner: str = "highest total"
) -> Payments:
    """The proof of payments that have no value where a name is this figure."""
    game = game_of(winner=winner)
    assert game.settlement is not None
    divided = Arithmetic("//", Number(12), Arithmetic("-", Variable(name), Number(figure)))
    settlement = replace(game.settlement, expression=divided)
    return Payments(game, settlement, sheets(), totals, contracts)


def test_a_payment_is_safe_where_no_figure_is_one_that_it_divides_by() -> None:
    for figure, contracts, totals in product(range(-4, 5), (0, 2), (Bounds(-3, 2), Bounds(0, 0))):
        for name in PAID:
            reached = range(totals.low, totals.high + 1)
            if name.endswith("failed"):
                reached = range(contracts + 1)
            assert paying(name, figure, totals, contracts).shown({}) is (figure not in reached)


def test_totals_are_those_of_the_longest_match() -> None:
    for (low, high), figure in product(SCORES, range(-10, 11)):
        for name, reached in (
            ("winner.total", range(min(0, 3 * low), max(0, 3 * high) + 1)),
            ("loser.failed", range(4)),
        ):
            divided = Arithmetic("//", Number(12), Arithmetic("-", Variable(name), Number(figure)))
            settled = game_of()
            assert settled.settlement is not None
            settlement = replace(settled.settlement, expression=divided)
            proofs = Prover(replace(settled, settlement=settlement))
            assert proofs._payments_proof() is None
            proofs.deals.scoring.scores, proofs.matches.deals = (low, high), (1, 3)
            proof = proofs._payments_proof()
            assert proof is not None
            assert proof.shown({}) is (figure not in reached)


def test_what_is_paid_is_tried_at_the_tables_that_have_a_value() -> None:
    found = paying("winner.total", 1, Bounds(0, 2), 1).first_fault(settings())
    assert isinstance(found, ValueFault)
    assert (found.setting.players, found.figures) == (3, {"winner.total": 1})
    assert paying("winner.total", 3, Bounds(0, 2), 1).first_fault(settings()) is None


WINNERS = {
    "highest total": ("winner.total", "loser.total"),
    "lowest total": ("loser.total", "winner.total"),
    "fewest failed": ("loser.failed", "winner.failed"),
}


def test_all_figures_are_tried_in_which_the_winner_is_not_worse() -> None:
    for winner, (more, less) in WINNERS.items():
        proof = paying("winner.total", 9, Bounds(-1, 2), 1, winner)
        for names in (PAID, PAID[:2], PAID[1:3], PAID[:3], PAID[:1]):
            figures = [range(-1, 3) if each.endswith("total") else range(2) for each in names]
            rows = {
                row
                for row in product(*figures)
                if not {more, less} <= set(names)
                or row[names.index(more)] >= row[names.index(less)]
            }
            found, complete = proof._rows(names)
            assert complete
            assert (set(found), len(found)) == (rows, len(rows))


def test_of_too_many_figures_the_ends_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", 3)
    for totals, some in (
        (Bounds(-30, 20), [-30, 0, 1, 10, 20]),
        (Bounds(0, 4), [0, 1, 4]),
    ):
        proof = paying("winner.total", 9, totals, 7)
        found = {name: proof._rows((name,)) for name in ("winner.total", "winner.failed")}
        assert found["winner.total"] == ([(each,) for each in sorted(some, key=abs)], False)
        assert found["winner.failed"] == ([(each,) for each in (0, 1, 7)], False)
