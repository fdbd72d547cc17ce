"""Parts of the prover by themselves: what they promise to each other, and where the budget ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from support.checked_games import evidence_of, game_of

from clagdsl.check.checker import CheckResult, check_path, check_text
from clagdsl.check.prove import prover
from clagdsl.check.prove.call_variants import (
    CalledDeal,
    called_deals,
    number_of_calls,
)
from clagdsl.check.prove.parameter_space import RowEvaluator, values_tried
from clagdsl.check.prove.prover import Prover, exceeds_formula_limit
from clagdsl.check.prove.totals_proof import Payments
from clagdsl.lang.expr.ast import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Expression,
    Inverse,
    Logic,
    Negative,
    Number,
    Truth,
    Variable,
)
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import Bounds, NotShownError, hull, point_range, range_of
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.rules import AspectName, WordRange
from clagdsl.problems.diagnostic import Problem
from clagdsl.table import budget as budget_module
from clagdsl.table.budget import Budget

HEAD = 'clag 1\ngame "X"\nplayers 3 to 3\n'
DEAL = "deal n trump none bid in turn score tricks when made, otherwise 0\n"
END = "schedule 2 cards: n\nwinner highest total, then shared\n"


@pytest.fixture
def checked_with(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], CheckResult]:
    """Checks a text with so many steps."""

    def checked(text: str, steps: int) -> CheckResult:
        with monkeypatch.context() as patched:
            patched.setattr(prover, "Budget", lambda: Budget(steps))
            return check_text(text)

    return checked


def steps_of(text: str) -> int:
    """How many steps the proofs of a game take."""
    proofs = Prover(game_of(text))
    before = proofs.budget.left
    proofs.prove()
    return before - proofs.budget.left


# --- calls --------------------------------------------------------------------------------

TWISTS = {"a": "score 1", "b": "score 1", "c": "lead dealer", "d": "score 2"}


def called(groups: str) -> CalledDeal:
    deal = f"deal n trump none bid in turn score tricks call by dealer {groups}\n"
    used = [name for name in TWISTS if name in groups.replace(",", "").split()]
    game = game_of(HEAD + deal + "".join(f"twist {n} {TWISTS[n]}\n" for n in used) + END)
    [deal] = called_deals(game, {game.deals[0].name})
    return deal


def calls(groups: str, *aspects: AspectName) -> list[tuple[str, ...]]:
    return [one.calls for one in called(groups).combinations(aspects)]


@pytest.mark.parametrize(
    ("groups", "aspects", "expected"),
    [
        ("at most one of a, c, d", ["score"], [(), ("a",), ("d",)]),
        ("at most one of a, c, d", ["lead"], [(), ("c",)]),
        ("at most one of a, c, d", ["trump"], [()]),
        ("one of a, c, d", ["score"], [("a",), ("c",), ("d",)]),
        ("any of a, c", ["score", "lead"], [(), ("a",), ("c",), ("a", "c")]),
        ("any of a, c", ["score"], [(), ("a",)]),
        (
            "at most one of a, d any of c",
            ["score", "lead"],
            [(), ("c",), ("a",), ("a", "c"), ("d",), ("d", "c")],
        ),
    ],
)
def test_what_can_be_called_comes_once_for_each_difference(
    groups: str, aspects: list[AspectName], expected: list[tuple[str, ...]]
) -> None:
    assert calls(groups, *aspects) == expected


@pytest.mark.parametrize(
    ("groups", "many"),
    [
        ("one of a, d", 2),
        ("at most one of a, d", 3),
        ("any of a, c", 4),
        ("at most one of a, d any of c", 6),
    ],
)
def test_how_many_calls_there_are(groups: str, many: int) -> None:
    call = called(groups).call
    assert call is not None
    assert number_of_calls(call) == many


# --- bounds -------------------------------------------------------------------------------


def sums_to(total: int) -> Expression:
    return Arithmetic("+", Number(total // 2), Number(total - total // 2))


@pytest.mark.parametrize("sign", [1, -1])
def test_the_largest_figure_is_within_bounds_and_the_next_is_not(sign: int) -> None:
    assert range_of(sums_to(sign * LARGEST), {}) == Bounds(sign * LARGEST, sign * LARGEST)
    with pytest.raises(NotShownError):
        range_of(sums_to(sign * (LARGEST + 1)), {})


def test_what_is_negative_has_its_bounds_exchanged() -> None:
    found = Arithmetic("+", Number(2), Number(3))
    assert range_of(Negative(found), {}) == Bounds(-5, -5)
    assert hull(Bounds(-2, 4), Bounds(-3, 3)) == Bounds(-3, 4)
    assert hull(None, point_range(3)) == Bounds(3, 3)


def test_bounds_show_nothing_of_a_name_that_has_none() -> None:
    unknown = Variable("points")
    with pytest.raises(NotShownError):
        range_of(unknown, {})
    with pytest.raises(NotShownError):
        range_of(Choice((Branch(unknown, Truth(True)),), Number(5)), {})
    with pytest.raises(NotShownError):
        range_of(Inverse(unknown), {})


def test_bounds_show_nothing_of_a_number_beside_a_truth() -> None:
    for left, right in ((Number(1), Truth(True)), (Truth(True), Number(1))):
        with pytest.raises(NotShownError):
            range_of(Comparison("=", left, right), {})
    with pytest.raises(NotShownError):
        range_of(Arithmetic("+", Number(1), Truth(True)), {})
    with pytest.raises(NotShownError):
        range_of(Logic("and", (Number(1), Truth(True))), {})


# --- parameters ---------------------------------------------------------------------------

SETTLED = f"""{HEAD}param stake = 1 in 0 to 100000 "for each point"
{DEAL}schedule 2 cards: n
winner highest total, then shared
settle loser pays winner FORMULA
"""


def test_every_value_of_a_parameter_counts_as_proved_where_nothing_hangs_on_it() -> None:
    text = SETTLED.replace("FORMULA", "stake * (winner.total - loser.total)")
    assert [each.complete for each in evidence_of(text).tried] == [True]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1, 64, (5, *range(1, 5), *range(6, 65))),
        (1, 65, (5, 1, 65)),
        (5, 69, (5, 69)),
        (-59, 5, (5, -59)),
        (5, 5, (5,)),
    ],
)
def test_so_many_values_are_tried_in_any_case(
    low: int, high: int, expected: tuple[int, ...]
) -> None:
    text = SETTLED.replace("FORMULA", "stake").replace("1 in 0 to 100000", f"5 in {low} to {high}")
    tried = values_tried(game_of(text).parameters[0])
    assert tried.values == expected
    assert tried.complete is (high - low < 64)


def test_of_many_words_the_first_are_tried() -> None:
    words = tuple(f"w{number}" for number in range(65))
    some = game_of(SETTLED.replace("FORMULA", "stake")).parameters[0]
    for many, tried in ((65, words[:64]), (64, words[:64]), (63, words[:63])):
        asked = replace(some, range=WordRange(words[:many]), default=words[0])
        found = values_tried(asked)
        assert (found.values, found.complete) == (tried, many < 65)


def test_a_payment_is_tried_with_as_many_values_as_can_be_and_the_others_are_not_proved() -> None:
    text = SETTLED.replace("FORMULA", "100 // (1 + winner.total - loser.total) + 6 // (stake + 1)")
    tried = evidence_of(text.replace("100000", "70")).tried
    assert [(len(each.values), each.complete) for each in tried] == [(71, True)]


# --- where the budget ends ----------------------------------------------------------------


def test_a_payment_that_is_too_much_to_try_is_not_proved() -> None:
    text = SETTLED.replace("FORMULA", "100 // (1 + winner.total - loser.total)")
    game = game_of("\n".join(line for line in text.splitlines() if "stake" not in line) + "\n")
    settlement = game.settlement
    assert settlement is not None
    book, totals = UsesCache(game.lets), Bounds(0, 400)
    proofs = Prover(game)

    def found(steps: int) -> object:
        sheets = RowEvaluator(book, Budget(steps), {})
        return Payments(game, settlement, sheets, totals, 1).first_fault(proofs.settings)

    assert found(10_000_000) is None
    refused = found(2000)
    assert isinstance(refused, Problem)
    assert refused.code == "P311"


def test_a_payment_is_tried_on_so_many_totals_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{HEAD}{DEAL}{END}settle loser pays winner 100 // (1 + winner.total - loser.total)\n"
    game = game_of(text)
    settlement, proofs = game.settlement, Prover(game)
    assert settlement is not None

    def found(most: int) -> object:
        monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", most)
        payments = Payments(game, settlement, proofs.sheets, Bounds(0, 2), 1)
        return payments.first_fault(proofs.settings)

    assert found(9) is None
    refused = found(8)
    assert isinstance(refused, Problem)
    assert refused.code == "P311"


def places(result: CheckResult) -> Iterable[tuple[str, int]]:
    return [(one.code, one.place.line) for one in result.diagnostics if one.place is not None]


def test_where_the_budget_ends_in_examples_the_example_is_told(
    checked_with: Callable[[str, int], CheckResult],
) -> None:
    text = f'{HEAD}{DEAL}{END}example "1": bid 2 tricks 2 scores 2\n'
    text += 'example "2": bid 1 tricks 2 scores 0\n'
    enough = steps_of(text)
    assert places(checked_with(text, enough + 10_000)) == []
    assert places(checked_with(text, enough + 100)) == [("P311", 7)]
    assert places(checked_with(text, enough + 1_100)) == [("P311", 8)]
    assert places(checked_with(text, 20)) == [("P311", 4)]


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        ("where p = {0}: loser total 142 pays 42 to winner total 184", 900_000),
        ("in n where p = {0}: bid 2 tricks 2 scores 2", 900_000),
        ("in n as number {0}: bid 2 tricks 2 scores 2", 13_000),
        ("in n: bid 2 tricks 2 scores 2", 18_000),
    ],
)
def test_examples_are_charged_for_the_tables_and_deals_that_they_look_at(
    said: str, steps: int, checked_with: Callable[[str, int], CheckResult]
) -> None:
    rows = f"schedule repeat 500 times 2 cards: n\n{END.partition(chr(10))[2]}"
    text = f"{HEAD.replace('clag 1', 'clag 2')}param p = 0 in 0 to 50\n{DEAL}{rows}"
    text += "settle loser pays winner winner.total - loser.total + 0 * p\n"
    examples = "".join(f'example "{one}" {said.format(one)}\n' for one in range(1, 31))
    enough = steps_of(text)
    assert places(checked_with(text + examples, 2 * enough + 2_000_000)) == []
    [(code, line)] = places(checked_with(text + examples, enough + steps))
    assert (code, line > 6) == ("P311", True)


def test_where_the_budget_ends_among_the_deals_the_deal_is_told(
    checked_with: Callable[[str, int], CheckResult],
) -> None:
    text = f"{HEAD}{DEAL}deal o is n with lead dealer\n{END.replace(': n', ': n, o')}"
    assert [places(checked_with(text, steps)) for steps in (50, 1_500)] == [
        [("P311", 4)],
        [("P311", 5)],
    ]


def test_a_row_that_never_holds_a_deal_is_told_in_the_file_that_has_it(tmp_path: Path) -> None:
    base, child = tmp_path / "base.clag", tmp_path / "child.clag"
    row = "schedule 2 cards: n\n  then repeat 0 times 3 cards: n\n"
    base.write_text(f"{HEAD}{DEAL}{row}winner highest total, then shared\n", encoding="utf-8")
    child.write_text('clag 1\ngame "X" variant "Y" extends "base.clag"\n', encoding="utf-8")
    assert places(check_path(base)) == [("P321", 6)]
    assert places(check_path(child)) == []


def test_what_all_formulas_say_together_is_counted() -> None:
    """Three of `let`, four and one of scores, two of each deal by default, one and three behind."""
    text = f"{HEAD}let one = 1 + 1\n{DEAL}deal o is n with score one\n"
    text += END.replace(": n", ": n, o")
    game = game_of(f"{text}settle loser pays winner winner.total - loser.total\n")
    assert game.settlement is not None
    places = [exceeds_formula_limit(game, most) for most in range(17)]
    assert places[16] is None
    assert places[13:16] == [game.settlement.origin.place] * 3
    assert places[12] == game.schedule[0].place
    assert {place and place.line for place in places[:3]} == {4}
    assert {place and place.line for place in places[3:12]} == {5, 6}


def test_runs_tallies_and_packs_are_counted_with_the_formulas() -> None:
    def said(more: str) -> int:
        game = game_of(f"{HEAD.replace('clag 1', 'clag 2')}{more}\n{DEAL}{END}")
        return next(most for most in count() if exceeds_formula_limit(game, most) is None)

    alone = said("")
    for more, parts in (
        ("run zeros when made", 1),
        ("tally all = tricks + 1", 3),
        ("pack highest 4 + 4 ranks", 3),
        ("pack all ranks, 1 + 3 suits", 3),
        ("pack all ranks when players = 3, otherwise highest 8 ranks", 4),
    ):
        assert said(more) - alone == parts, more
