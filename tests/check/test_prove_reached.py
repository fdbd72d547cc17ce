"""Which alternatives are chosen and reached, and how sizes are written that are not too large."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from clagdsl.check.prove.alternatives import NOWHERE, Chooser, Coverage, when_lists_in
from clagdsl.check.prove.match_proofs import MOST_ROWS, RowFix, at_least_one, at_most, rows_text
from clagdsl.check.prove.parameter_space import Evaluator, Setting
from clagdsl.lang.expr.ast import (
    Arithmetic,
    Branch,
    Choice,
    Comparison,
    Expression,
    Function,
    Inverse,
    Logic,
    Negative,
    Number,
    ParameterValue,
    Truth,
    Variable,
    Word,
    parts,
)
from clagdsl.lang.expr.evaluate import evaluate
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import EITHER, Bounds, Range, range_of
from clagdsl.lang.expr.operators import LOGIC
from clagdsl.lang.expr.unparse import expression_text
from clagdsl.lang.rules import Alternative, Clause, Origin, Value
from clagdsl.lang.source import Place
from clagdsl.table.budget import Budget

HERE, THERE = Place("x.clag", 1, 1, 1, 2), Place("x.clag", 2, 1, 2, 2)
BOOK = UsesCache(())


def is_one(name: str, place: Place | None = None) -> Comparison:
    return Comparison("=", ParameterValue(name), Number(1), place=place)


def clause(*conditions: Expression, place: Place | None = None) -> Clause[int]:
    """A clause that chooses the number of the first condition that holds."""
    alternatives = [Alternative(number, each) for number, each in enumerate(conditions)]
    return Clause((*alternatives, Alternative(len(conditions))), Origin(place))


# --- choosing -----------------------------------------------------------------------------


def test_a_condition_without_a_value_does_not_hold_and_is_told() -> None:
    for own, told in ((HERE, HERE), (None, THERE)):
        zero = Arithmetic("//", Number(1), ParameterValue("a"))
        asked = clause(Comparison("=", zero, Number(1), place=own), is_one("b"), place=THERE)
        for b in (0, 1):
            setting = Setting(3, {"a": 0, "b": b})
            chooser = Chooser(BOOK, Evaluator(BOOK, Budget()))
            found = chooser.choose(asked, setting)
            assert (found.value, found.number) == (2 - b, 2 - b)
            assert chooser.value(asked, setting) == 2 - b
            assert [each.place for each in found.faults] == [told]


def test_what_a_condition_reaches_within_itself_is_noted() -> None:
    inner = Choice((Branch(Number(5), is_one("a")),), Number(6))
    condition = Comparison("=", inner, Number(5))
    chooser = Chooser(BOOK, Evaluator(BOOK, Budget()))
    for a, left in ((0, {0}), (1, set())):
        chooser.choose(clause(condition), Setting(3, {"a": a}))
        assert {n for lists in chooser.reached.open_lists(condition) for n in lists.open} == left


def test_a_clause_is_chosen_by_the_parameters_of_its_conditions() -> None:
    chooser = Chooser(BOOK, Evaluator(BOOK, Budget()))
    clauses = [clause(is_one("a"), is_one("b")), clause(), clause(is_one("c"))]
    assert chooser.parameters(clauses) == {"a", "b", "c"}


# --- what is reached ----------------------------------------------------------------------


def taken(expression: Expression, names: Mapping[str, Value], *, come_to: bool) -> list[int]:
    """The number of the alternative taken in every list, the outer before the inner."""
    match expression:
        case Logic(operator=operator, operands=operands):
            found = []
            for operand in operands:
                found += taken(operand, names, come_to=come_to)
                come_to = come_to and evaluate(operand, names) is (operator == "and")
            return found
        case Choice(branches=branches, otherwise=otherwise):
            found = []
            number = NOWHERE
            for each, branch in enumerate(branches):
                found += taken(branch.condition, names, come_to=come_to)
                holds = come_to and evaluate(branch.condition, names) is True
                found += taken(branch.value, names, come_to=holds)
                number = each if holds else number
                come_to = come_to and not holds
            found += taken(otherwise, names, come_to=come_to)
            return [len(branches) if come_to else number, *found]
        case _:
            return [n for part in parts(expression) for n in taken(part, names, come_to=come_to)]


def test_every_list_tells_the_alternative_that_is_taken_and_whether_it_is_come_to() -> None:
    def listed(name: str, *values: Expression) -> Choice:
        branches = [
            Branch(value, Comparison("=", ParameterValue(name), Number(number)))
            for number, value in enumerate(values[:-1])
        ]
        return Choice(tuple(branches), values[-1])

    small = [listed(name, Number(0), Number(1), Number(2)) for name in "abc"]
    above = [Comparison(">", each, Number(0)) for each in small]
    nested = listed("a", small[1], listed("b", small[2], Number(1)), Negative(small[2]))
    every: list[Expression] = [
        nested,
        Arithmetic("+", small[0], nested),
        Choice((Branch(small[2], above[0]), Branch(nested, above[1])), small[1]),
        *(
            Choice((Branch(small[0], Logic(way, tuple(above))), Branch(nested, above[1])), nested)
            for way in LOGIC
        ),
        Logic("or", (Logic("and", (above[0], above[1])), above[2], above[0])),
        Inverse(Logic("and", (above[2], Logic("or", (above[0], above[1])), above[1]))),
    ]
    assert NOWHERE < 0
    for expression, figures in product(every, product(range(3), repeat=3)):
        names = dict(zip("abc", figures, strict=True))
        found = [evaluate(lists.marker, names) for lists in when_lists_in(expression)]
        assert found == taken(expression, names, come_to=True)


def test_an_alternative_is_never_reached_where_all_that_it_hangs_on_was_tried() -> None:
    for name, complete, further, chosen, told in (
        ("a", {"a"}, set(), [1], [HERE]),
        ("a", {"a", "b"}, set(), [1], [HERE]),
        ("a", {"b"}, set(), [1], []),
        ("a", {"a", "b"}, {"b"}, [1], []),
        ("a", {"a"}, {"a"}, [1], [HERE]),
        ("a", {"a"}, set(), [1, 0], []),
    ):
        asked = clause(is_one(name, HERE))
        listed = Choice((Branch(Number(5), is_one(name, HERE)),), Number(6))
        of_clause, of_list = Coverage(BOOK), Coverage(BOOK)
        for number in chosen:
            of_clause.record_choice(asked, number)
            for lists in of_list.open_lists(listed):
                lists.open.discard(number)
        of_clause.add_dependencies(asked, frozenset(further))
        of_list.add_dependencies(listed, frozenset(further))
        assert list(of_clause.unreached_conditions({}, frozenset(complete))) == told
        assert list(of_list.unreached_conditions({}, frozenset(complete))) == told


def test_an_alternative_is_never_reached_whose_condition_bounds_rule_out() -> None:
    two = Comparison("=", ParameterValue("a"), ParameterValue("b"), place=HERE)
    ranges: list[tuple[dict[str, Range], list[Place]]] = [
        ({"a": Bounds(0, 1), "b": Bounds(2, 3)}, [HERE]),
        ({"a": Bounds(0, 2), "b": Bounds(2, 3)}, []),
        ({"a": Bounds(2, 2), "b": Bounds(2, 2)}, []),
        ({"a": Bounds(2, 2)}, []),
    ]
    for known, told in ranges:
        reached = Coverage(BOOK)
        reached.record_choice(clause(two), 1)
        assert list(reached.unreached_conditions(known, frozenset())) == told


# --- ranges -------------------------------------------------------------------------------


def test_words_are_equal_or_not_as_far_as_all_of_them_are() -> None:
    names: dict[str, Range] = {
        "one": frozenset(("low",)),
        "other": frozenset(("high",)),
        "any": frozenset(("low", "high")),
        "truth": EITHER,
    }
    for name, equal in (("one", {True}), ("other", {False}), ("any", {True, False})):
        for sign, found in (("=", equal), ("!=", {not each for each in equal})):
            asked = Comparison("!=" if sign == "!=" else "=", ParameterValue(name), Word("low"))
            assert range_of(asked, names) == frozenset(found), (name, sign)


def test_nothing_counts_behind_a_condition_that_always_holds() -> None:
    sure = Comparison(">", Variable("bid"), Number(0))
    for low, found in ((1, Bounds(3, 3)), (0, Bounds(3, 9))):
        several = Choice((Branch(Number(3), sure), Branch(Number(9), Truth(True))), Number(20))
        assert range_of(several, {"bid": Bounds(low, 4)}) == found


# --- sizes --------------------------------------------------------------------------------


@pytest.mark.parametrize("shared", [51, 52, 60])
def test_a_share_of_too_many_cards_is_one_of_those_that_there_are(shared: int) -> None:
    share = Arithmetic("//", Number(shared), Variable("players"))
    right = "52 // players"
    for written, large, small in (
        (share, right, f"min({shared} // players, {right})"),
        (
            Function("min", (Number(20), share)),
            f"min(20, {right})",
            f"min(20, {shared} // players, {right})",
        ),
        (Function("min", (share, share)), right, None),
        (Function("max", (Number(20), share)), f"min(max(20, {shared} // players), {right})", None),
        (Number(20), f"min(20, {right})", None),
    ):
        expected = large if shared > 52 or small is None else small
        if shared > 52 or small is not None:
            assert expression_text(at_most(written, 52)) == expected


def test_a_figure_below_one_is_one_and_anything_else_is_at_least_one() -> None:
    three, players = Number(3), Variable("players")
    for written, text in (
        (Number(0), "1"),
        (Negative(three), "1"),
        (Arithmetic("-", three, Number(5)), "1"),
        (Arithmetic("-", three, players), "max(1, 3 - players)"),
        (Arithmetic("-", players, three), "max(1, players - 3)"),
        (Negative(players), "max(1, -players)"),
    ):
        assert expression_text(at_least_one(written)) == text


def test_a_few_rows_are_written_out() -> None:
    mends = [RowFix(f"{number} cards", f"{number + 1} cards", ()) for number in range(5)]
    each = [f"`{one.written}` with `{one.fixed}`" for one in mends]
    assert MOST_ROWS == 4
    assert rows_text(mends[:3], "too many") == f"replace {', and '.join(each[:3])}"
    assert rows_text(mends[:4], "too many") == f"replace {', and '.join(each[:4])}"
    assert rows_text([*mends[:4], mends[0]], "too many") == rows_text(mends[:4])
    assert rows_text(mends, "too many") == "too many"
    assert rows_text([*mends, RowFix("8 cards", "9 cards", ())], "too many") == "too many"
