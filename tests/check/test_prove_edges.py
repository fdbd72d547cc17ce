"""Where the budget ends, which values of parameters are tried, and what is told of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Literal

import pytest
from support.checked_games import evidence_of, game_of

from clagdsl.check.checker import CheckResult, check_path, check_text
from clagdsl.check.prove import prove_table, prover
from clagdsl.check.prove.call_variants import (
    CalledDeal,
    CallOffer,
    called_deals,
    clashing_pairs,
    make_called_deal,
)
from clagdsl.check.prove.consistency import clashing_choices
from clagdsl.check.prove.deal_case import NO_PAST, RUN_BITS, PastBounds, RunStates
from clagdsl.check.prove.prover import Prover
from clagdsl.check.prove.reporter import align_columns
from clagdsl.lang.limits import MOST_CALLS, STEPS
from clagdsl.lang.rules import Value
from clagdsl.problems.diagnostic import Problem
from clagdsl.problems.proofs import TooManyCalls
from clagdsl.table import budget as budget_module
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.outcomes import Outcomes, with_combinations

HEAD = 'clag 2\ngame "X"\nplayers 3\n'
DEAL = "deal n trump none bid in turn score tricks\n"
END = "winner highest total, then shared\n"


def told(result: CheckResult) -> list[tuple[str, int]]:
    return [(each.code, each.place.line) for each in result.diagnostics if each.place is not None]


# --- where the budget ends ----------------------------------------------------------------


class Noted(Budget):
    """Keeps how much was spent before each step."""

    def __init__(self) -> None:
        super().__init__()
        self.before: list[int] = []

    def spend(self, steps: int) -> None:
        self.before.append(STEPS - self.left)
        super().spend(steps)


def places_in_order(text: str, patch: pytest.MonkeyPatch) -> list[int]:
    """The lines that are told where the budget ends at one step after the other."""
    noted = Noted()
    with patch.context() as patched:
        patched.setattr(prover, "Budget", lambda: noted)
        assert check_text(text).evidence is not None
    lines: list[int] = []
    for steps in noted.before:
        with patch.context() as patched:
            patched.setattr(prover, "Budget", lambda steps=steps: Budget(steps))
            [(code, line)] = told(check_text(text))
        assert code == "P311"
        lines.append(line)
    return [line for line, _ in groupby(lines)]


PLACES = {
    "two deals, a schedule, an end and a payment": (
        f"{HEAD}deal n\n  trump none bid in turn\n  score tricks\n"
        "deal o is n with\n  score bid\n"
        "schedule 1 card: n, o\n"
        f"{END}ends when highest_total > 0\nsettle loser pays winner winner.total + 1\n",
        [4, 7, 9, 4, 7, 4, 6, 4, 7, 8, 7, 11, 12],
    ),
    "clauses of their own lines": (
        f"{HEAD}deal n\n  trump none\n  bid in turn\n  trick worth trick * trick\n"
        "  score points\n  completed when tricks > 0\n  last bid keeps bids != cards\n"
        f"schedule 1 card: n\n{END}",
        [4, 11, 4, 7, 8, 9],
    ),
    "a deal that hangs on its cards": (
        f"{HEAD}deal n\n  trump none\n  bid in turn\n  score 1 when cards = 1, otherwise 2\n"
        "deal o\n  trump none when cards = 1, otherwise hearts\n  bid in turn\n  score 1\n"
        f"schedule 1 up to 2 cards: n, o\n{END}",
        [4, 8, 12, 4, 8, 4, 7, 4, 8, 11, 4, 7, 4, 8, 11],
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_where_the_budget_ends_what_is_proved_then_is_told(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, lines = PLACES[name]
    assert places_in_order(text, monkeypatch) == lines


def test_a_file_that_says_too_much_is_told_of_that_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{HEAD}{DEAL}schedule 1 card: n\n{END}"
    place = game_of(text).deals[0].origin.place
    monkeypatch.setattr(prover, "exceeds_formula_limit", lambda _: place)
    assert told(check_text(text.replace("tricks", "1 // bid"))) == [("P311", 4)]


def test_figures_with_a_past_are_gone_through_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    states = RunStates(("r", "s"), frozenset((5 << RUN_BITS | 0, 0 << RUN_BITS | 7)))
    past = PastBounds((states,), (("t", range(-2, 0)), ("u", (3, 9))))
    combinations = list(past.combinations())
    assert past.names == ("r", "s", "t", "u")
    assert combinations == [
        (r, s, t, u) for r, s in ((0, 7), (5, 0)) for t in (-2, -1) for u in (3, 9)
    ]
    assert past.ways == 8
    found = Outcomes(("tricks",), [(0,), (1,)])
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", 16)
    every = with_combinations(found, past.names, combinations, Budget())
    assert every.names == ("tricks", "r", "s", "t", "u")
    assert every.rows == [(n, *each) for each in combinations for n in (0, 1)]
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", 15)
    with pytest.raises(TooMuchError):
        with_combinations(found, past.names, combinations, Budget())
    assert with_combinations(found, (), [()], Budget()) is found
    assert list(NO_PAST.combinations()) == [()]


@pytest.mark.parametrize(
    ("clauses", "line"),
    [
        ("completed not counted score tricks + 10 * t", 8),
        ("trick worth trick * trick\n  completed not counted score points + t", 8),
        ("score 1\n  completed when tricks > t", 9),
    ],
)
def test_too_many_figures_are_told_at_what_asks_for_them(
    clauses: str, line: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", 8)
    text = f"{HEAD}tally t = tricks\ndeal n\n  trump none\n  bid none\n  {clauses}\n"
    assert told(check_text(f"{text}schedule repeat 2 times 4 cards: n\n{END}")) == [("P311", line)]


# --- parameters with very many values -----------------------------------------------------

MANY = 'param p = 1 in 0 to 1000 "p"\n'


@pytest.mark.parametrize(
    ("score", "row"), [("tricks + p", "1 card: n"), ("tricks", "repeat 1 + p // 9 times 1 card: n")]
)
def test_as_many_values_are_tried_as_the_steps_for_them_allow(
    score: str, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice what the dearest value took so far is always left of them."""
    spent: list[int] = []
    tables = Prover._tables

    def noted(self: Prover, changed: tuple[str, Value] | None) -> int:
        before = self.budget.left
        found = tables(self, changed)
        assert found == before - self.budget.left
        spent.append(found if changed else 0)
        return found

    entered: list[int] = []
    further_values = Prover._further_values

    def entered_at(self: Prover, deciding: frozenset[str], dearest: int) -> None:
        entered.append(self.budget.left)
        assert dearest == max(spent)
        further_values(self, deciding, dearest)

    text = HEAD + MANY + DEAL.replace("tricks", score) + f"schedule {row}\n{END}"
    game = game_of(text)
    assert prover.PARAMETER_STEPS == STEPS // 4
    monkeypatch.setattr(Prover, "_tables", noted)
    monkeypatch.setattr(Prover, "_further_values", entered_at)
    for further, left in ((40_000, STEPS), (STEPS, STEPS // 3 + 60_000)):
        del spent[:]
        monkeypatch.setattr(prover, "PARAMETER_STEPS", further)
        proofs = Prover(game)
        proofs.budget.left = left
        proofs.prove()
        [tried] = proofs.settings.tried
        assert not tried.complete
        assert tried.values[:3] == (1, 0, 1000)
        assert len(tried.values) == len(spent)
        # the ends come first; then each value is tried while twice the dearest fits
        room = min(further, entered.pop() - STEPS // 3)
        took = [each + 100 for each in spent[3:]]
        for number in range(len(took) + 1):
            fits = sum(took[:number]) + 2 * max(spent[: 3 + number]) <= room
            assert fits is (number < len(took))


@pytest.mark.parametrize(
    ("ends", "settled", "in_order"),
    [
        ("", "", True),
        ("highest_total + p > 0", "", True),
        ("", "winner.total + p", True),
        ("highest_total + 100 // ((p - 500) * (p - 500) + 1) > 0", "", False),
        ("", "100 // ((winner.total - loser.total) * (winner.total - loser.total) + 1)", True),
        (
            "2 // ((highest_total - lowest_total) * (lowest_total - highest_total) - 1) < 0",
            "",
            True,
        ),
        ("", "100 // ((p - 500) * (p - 500) + 1)", False),
    ],
)
def test_values_on_which_nothing_hangs_are_not_tried_one_by_one(
    ends: str, settled: str, in_order: bool
) -> None:
    """Those that are tried stand in the order in which they are: the default and the ends first."""
    text = f"{HEAD}{MANY}{DEAL}schedule 1 card: n\n{END}"
    text += f"ends when {ends}\n" * bool(ends)
    text += f"settle loser pays winner {settled}\n" * bool(settled)
    [tried] = evidence_of(text).tried
    assert tried.complete
    rest = tuple(range(2, 1000))
    assert tuple(tried.values) == ((0, 1, *rest, 1000) if in_order else (1, 0, 1000, *rest))


def test_of_few_values_the_default_is_first() -> None:
    [tried] = evidence_of(f"{HEAD}param p = 5 in 1 to 7\n{DEAL}schedule 1 card: n\n{END}").tried
    assert tried.values == (5, 1, 2, 3, 4, 6, 7)


@pytest.mark.parametrize(
    ("score", "row", "settled", "apart"),
    [
        ("p", "1 card: n", "", ()),
        ("p + q", "1 card: n", "", ("p", "q")),
        ("p + q + r", "1 card: n", "", ("p", "q", "r")),
        ("p", "1 + q cards: n", "", ("p", "q")),
        ("1", "1 + q cards: n", "", ()),
        ("1", "1 card: n", "p + q", ()),
        ("1", "1 card: n", "100 // ((p - q) * (p - q) + 1)", ("p", "q")),
        ("1", "1 card: n", "100 // (p - 2)", ()),
    ],
)
def test_parameters_are_apart_of_which_something_hangs_on_several(
    score: str, row: str, settled: str, apart: tuple[str, ...]
) -> None:
    text = HEAD + "".join(f"param {name} = 0 in 0 to 1\n" for name in "pqr")
    text += f"{DEAL.replace('tricks', score)}schedule {row}\n{END}"
    text += f"settle loser pays winner {settled}\n" * bool(settled)
    assert evidence_of(text).apart == apart


# --- calls and clauses --------------------------------------------------------------------


def called(kind: Literal["one of", "any of"], choices: Sequence[str] = "abc") -> CalledDeal:
    """A deal that offers choices, of which a, b and c all replace the score."""
    said = "".join(f"twist {name} score {number}\n" for number, name in enumerate("abc"))
    call = f"{DEAL.rstrip()} call by dealer one of a, b, c\n"
    game = game_of(f"{HEAD}{call}{said}schedule 1 card: n\n{END}")
    [deal] = called_deals(game, {"n"})
    assert deal.call is not None
    [group] = deal.call.groups
    offered = replace(group, kind=kind, choices=tuple(choices))
    return make_called_deal(
        deal.deal, CallOffer(replace(deal.call, groups=(offered,)), deal.replaced)
    )


def test_each_choice_that_clashes_is_told_with_the_first_that_it_clashes_with() -> None:
    assert list(clashing_pairs(called("any of"))) == [("a", "b", "score"), ("a", "c", "score")]
    assert list(clashing_pairs(called("one of"))) == []
    plain = game_of(f"{HEAD}{DEAL}schedule 1 card: n\n{END}")
    assert list(clashing_pairs(make_called_deal(plain.deals[0], None))) == []


def test_a_clause_that_several_choices_share_is_listed_once() -> None:
    deal = called("one of")
    assert deal.call is not None
    shared = make_called_deal(
        deal.deal, CallOffer(deal.call, {"a": deal.clauses, "b": deal.clauses})
    )
    assert [clause for _, clause in shared.all_clauses] == list(deal.clauses.values())


@pytest.mark.parametrize(("many", "told"), [(4095, False), (4096, False), (4097, True)])
def test_so_many_calls_may_be_made_and_no_more(many: int, told: bool) -> None:
    wide = called("one of", [f"t{number}" for number in range(many)])
    found = [each for each in clashing_choices(wide) if isinstance(each, Problem)]
    assert [isinstance(each, TooManyCalls) for each in found] == [True] * told
    assert MOST_CALLS == 4096


KEEPS = "last bid keeps bids != cards"


@pytest.mark.parametrize(
    ("base", "change", "told"),
    [
        # said by the file itself
        ("bid together", "change n last bid keeps bids != cards", True),
        ("bid together", "change o last bid keeps bids != cards", True),
        # taken over from the file that it changes, or from the deal that it is
        (f"bid in turn {KEEPS}", "change n bid together", False),
        (f"bid in turn {KEEPS}", "change o bid together", False),
        # said by a deal of itself, where what it says of bids comes from another one
        ("bid in turn", "change n bid together", True),
    ],
)
def test_a_limit_that_a_file_takes_over_has_no_effect_where_all_bid_at_once(
    base: str, change: str, told: bool, tmp_path: Path
) -> None:
    (tmp_path / "base.clag").write_text(
        f"{HEAD}deal n trump none {base} score tricks\n"
        f"deal o is n with {KEEPS if base == 'bid in turn' else 'lead dealer'}\n"
        f"schedule 1 card: n, o\n{END}",
        encoding="utf-8",
    )
    child = tmp_path / "child.clag"
    child.write_text(
        f'clag 2\ngame "X" variant "Y" extends "base.clag"\n{change}\n', encoding="utf-8"
    )
    assert ("P326" in [each.code for each in check_path(child).diagnostics]) is told


def test_a_table_by_itself_is_advised_in_words_of_the_first_version() -> None:
    text = f"{HEAD}{DEAL.replace('none', 'turned')}"
    game = game_of(f"{text}schedule 13 cards: n\n{END}")
    [found] = prove_table(game, 4, {})
    assert found.code == "P301"
    assert "else none" not in str(found.help)
    assert prove_table(game, 3, {}) == ()


def test_columns_stand_below_each_other_and_every_row_has_each() -> None:
    assert align_columns([["a", "bb"], ["ccc", "d"]]) == ("a    bb", "ccc  d")
    with pytest.raises(ValueError, match="shorter"):
        align_columns([["a", "b"], ["c"]])


@pytest.mark.parametrize(("otherwise", "mends"), [("", 1), (", otherwise bid > 8", 0)])
def test_a_limit_is_mended_where_it_does_not_say_what_holds_else(
    otherwise: str, mends: int
) -> None:
    limit = f"each bid keeps bid > 9{otherwise} score tricks"
    text = f"{HEAD}{DEAL.replace('score tricks', limit)}schedule 1 card: n\n{END}"
    [found] = check_text(text).diagnostics
    assert found.code == "P306"
    assert len(found.fix) == mends


def test_a_house_file_that_is_too_much_is_offered_a_change_of_its_players() -> None:
    runs = "run hits when made\nrun ones when bid = 1\n"
    house = f'clag 2\ngame "H" extends pagat\n{runs}change normal\n'
    house += "  each bid keeps bid >= 0 or hits + ones < 0\n"
    (problem,) = check_text(house).diagnostics
    assert problem.code == "P311"
    assert problem.help is not None
    assert "as in `change players 4`;" in problem.help
    assert not check_text(house + "change players 4\n").diagnostics


def test_a_file_with_one_number_of_players_is_not_advised_to_have_fewer() -> None:
    text = f"""clag 2
game "S"
players 4
deal normal
  trump spades
  bid in turn
  each bid keeps highest_bid < 0 or bid <= highest_bid
  score 0 when makers = 0, bid when made, otherwise -abs(bid - tricks)
schedule 13 cards: normal
{END}"""
    (problem,) = check_text(text).diagnostics
    assert problem.code == "P311"
    assert problem.help is not None
    assert problem.help.endswith("fewer different deals, or fewer cards")
    assert not check_text(text.replace("13 cards", "5 cards")).diagnostics
