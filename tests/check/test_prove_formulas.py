"""What is known of formulas before figures are tried, and what is told of one without a value."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from support.checked_games import game_of

from clagdsl.check.checker import check_text
from clagdsl.check.prove import prove, prove_table
from clagdsl.check.prove.parameter_space import RowEvaluator, Setting, values_tried, widest_ranges
from clagdsl.check.prove.prover import Prover, exceeds_formula_limit
from clagdsl.check.prove.reporter import ValueFault, figure
from clagdsl.lang.cards import RANKS
from clagdsl.lang.expr.ast import Arithmetic, Expression, Function, Negative, Number, Variable
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import EITHER, Bounds
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.limits import MOST_DEALS, MOST_FORMULA_PARTS, MOST_VALUES
from clagdsl.lang.rules import Game, IntegerRange, Let, OneSize
from clagdsl.lang.source import Place
from clagdsl.table.budget import Budget
from clagdsl.table.outcome_tables import RowFaultError

GAME = """clag 2
game "X"
players 3 to 4
param stake = 2 in 1 to 3 "at stake"
param odd = true "an odd one"
param kind = low in low, high "kind"
let twice = stake * 2
let apart = 6 // (stake + 2)
deal n
  trump none when odd, otherwise turned
  bid in turn
  score tricks when made, otherwise -bid
deal o is n with score 5 * twice
twist fast score 1 + 1 + 1 when kind = high, otherwise 0
deal p is n with
  call by dealer one of fast, slow
twist slow score 2 + apart
schedule 1 up to players cards: n
  then repeat 2 times 1 card: o, p
ends when highest_total > 100
winner highest total, then shared
settle loser pays winner winner.total - loser.total
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of(GAME)


# --- how much is said ---------------------------------------------------------------------


def test_every_formula_counts_with_the_line_that_says_it(game: Game) -> None:
    parts = next(most for most in range(200) if exceeds_formula_limit(game, most) is None)
    places = [exceeds_formula_limit(game, most) for most in range(parts)]
    lines = Counter(place.line for place in places if place is not None)
    three = dict.fromkeys((7, 10, 17, 18, 20, 22), 3)
    clauses = {8: 5, 12: 2 * 5, 13: 3 + 2, 14: 10, 19: 2}
    defaults = {9: 2, 15: 2}
    assert lines == three | clauses | defaults


def test_so_many_names_numbers_and_signs_may_be_said_and_no_more(game: Game) -> None:
    own = next(most for most in range(200) if exceeds_formula_limit(game, most) is None)
    for more, told in ((0, False), (1, True)):
        left = MOST_FORMULA_PARTS - own + more
        many = Function("max", (Number(1),) * (left - 1))
        place = exceeds_formula_limit(replace(game, lets=(*game.lets, Let("many", many))))
        assert (place is not None) is told
    assert MOST_FORMULA_PARTS == 10_000


# --- ranges -------------------------------------------------------------------------------


def test_the_figures_of_a_deal_lie_between_nothing_and_its_cards() -> None:
    some, from_one = Bounds(0, 7), Bounds(1, 7)
    known = {
        **dict.fromkeys(("bid", "bids", "tricks", "makers"), some),
        **dict.fromkeys(("cards", "trick", "most", "most_count"), from_one),
        "deal": Bounds(1, MOST_DEALS),
        "made": EITHER,
        "won_with": frozenset(RANKS),
    }
    assert known.items() <= widest_ranges(7).items()


def test_names_lie_between_the_bounds_that_are_said(game: Game) -> None:
    assert Prover(game).settings.ranges() == {
        "players": Bounds(3, 4),
        "stake": Bounds(1, 3),
        "odd": EITHER,
        "kind": frozenset(("low", "high")),
        "twice": Bounds(2, 6),
        "apart": Bounds(1, 2),
    }


def test_points_have_the_bounds_that_are_given_with_them() -> None:
    sheets = RowEvaluator(UsesCache(()), Budget(), {"bid": Bounds(0, 3)})
    points = Arithmetic("+", Variable("points"), Variable("bid"))
    assert sheets.bounds(points, Bounds(2, 5)) == Bounds(2, 8)
    assert sheets.bounds(points) is None
    assert sheets.bounds(Variable("bid")) == Bounds(0, 3)


def test_a_number_that_is_too_large_has_no_value_in_any_row() -> None:
    sheets = RowEvaluator(UsesCache(()), Budget(), {})
    assert sheets.values(Number(LARGEST), (), [(), ()], {}) == [LARGEST] * 2
    with pytest.raises(RowFaultError):
        sheets.values(Number(LARGEST + 1), (), [()], {})


def test_so_many_values_of_a_parameter_are_tried(game: Game) -> None:
    stake = replace(game.parameters[0], default=1)
    for high, many in ((MOST_VALUES, 64), (MOST_VALUES + 1, 2)):
        found = values_tried(replace(stake, range=IntegerRange(1, high)))
        assert (len(found.values), found.complete) == (many, many == 64)


# --- what is told -------------------------------------------------------------------------


def test_a_fault_is_told_once_for_each_place_with_its_own_sign() -> None:
    here, there = Place("x.clag", 1, 1, 1, 2), Place("x.clag", 2, 1, 2, 2)
    setting = Setting(3, {})
    rest: Expression = Arithmetic("%", Number(1), Number(0))
    whole: Expression = Arithmetic("//", Number(1), Number(0))

    def found(own: Place | None, clause: Place | None, part: Expression = rest) -> ValueFault:
        return ValueFault(EvaluationError("division by zero", own, part), clause, setting)

    keys = [
        found(*each).key
        for each in ((here, there), (there, here), (None, here), (None, None), (None, None, whole))
    ]
    assert keys[0] == keys[2] == found(here, None).key
    assert len(set(keys)) == 4
    assert keys[0] == found(here, there, whole).key
    for part, sign in ((rest, "%"), (whole, "//"), (Negative(rest), "//")):
        problem = found(here, there, part).problem
        assert problem.place == here
        assert f"otherwise ... {sign} ..." in (problem.help or "")
    assert found(None, there).problem.place == there


def test_a_figure_of_hundreds_of_digits_is_not_written() -> None:
    assert figure(10**21) == figure(10**300) == "a number of more than 21 digits"


# --- games and tables ---------------------------------------------------------------------

PLAIN = """clag 2
game "X"
players 3
param a = 1 in 1 to 2 "one"
param b = 1 in 1 to 2 "another"
param goal = 5 in 5 to 500 "to be reached"
deal n
  trump none
  bid in turn
  score tricks + 6 // (a + b - 4)
schedule 2 cards: n, n
ends when highest_total > goal - 500
winner highest total, then shared
"""


def test_a_table_with_several_parameters_changed_is_proved_by_itself() -> None:
    game = game_of(PLAIN)
    for a, b, goal, codes in ((1, 1, 5, []), (1, 2, 5, []), (2, 2, 5, ["P310"]), (1, 2, 501, [])):
        found = prove_table(game, 3, {"a": a, "b": b, "goal": goal})
        assert [each.code for each in found] == codes, (a, b, goal)


def test_examples_are_run_where_the_proofs_hold() -> None:
    example = 'example "1": bid 1 tricks 1 scores 77\n'
    for score, codes in (("tricks", ["E401"]), ("1 // (tricks - 1)", ["P310"])):
        text = PLAIN.replace("tricks + 6 // (a + b - 4)", score) + example
        found = [each.code for each in check_text(text).diagnostics if each.severity == "error"]
        assert found == codes


def test_advice_is_given_in_the_version_that_a_file_has() -> None:
    """Clag 1 where it says nothing."""
    game = replace(game_of(GAME), players=(4, 4))
    rows = (replace(game.schedule[0], sizes=OneSize(Number(13))),)
    for versions, advised in (((), False), ((1,), False), ((2,), True)):
        _, found = prove(replace(game, schedule=rows), (), *versions)
        assert any("`, else none`" in (each.help or "") for each in found) is advised
