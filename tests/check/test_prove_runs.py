"""What is proved of runs and tallies, of what hangs on a deal's number, and who sees the bounds.

Every test holds one rule of the prover, most of them by a file that it must accept or refuse.
"""

from __future__ import annotations

import pytest
from support import checked_games

from clagdsl.check.checker import CheckResult, check_text
from clagdsl.check.prove.deal_case import PastBounds
from clagdsl.check.prove.history_bounds import PastProofs, widest_bounds
from clagdsl.check.prove.match_proofs import row_fix
from clagdsl.check.prove.parameter_space import RowEvaluator, Setting, widest_ranges
from clagdsl.check.prove.score_proof import points_bounds
from clagdsl.check.prove.totals_proof import Payments
from clagdsl.lang.cards import PACK
from clagdsl.lang.expr.ast import Number, Variable
from clagdsl.lang.expr.free_variables import UsesCache
from clagdsl.lang.expr.intervals import Bounds
from clagdsl.lang.expr.operators import LARGEST
from clagdsl.lang.limits import MOST_COMBINATIONS, MOST_DEALS
from clagdsl.lang.rules import Game, OneSize, Run, Tally
from clagdsl.table.budget import Budget

RUN = Run("run", Variable("made"))


def tally(number: int) -> Tally:
    return Tally("tally", Number(number))


def checked(score: str = "tricks when made, otherwise 0", **parts: str) -> CheckResult:
    """A game with this score and these parts."""
    return checked_games.checked(score=score, **parts)


def codes(result: CheckResult) -> list[str]:
    return [each.code for each in result.diagnostics if each.severity == "error"]


# --- runs and tallies ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("added", "low", "high"),
    [
        (2, 0, 2 * MOST_DEALS),
        (-2, -2 * MOST_DEALS, 0),
        (LARGEST, 0, LARGEST),
        (-LARGEST, -LARGEST, 0),
    ],
)
def test_a_tally_stays_between_nothing_and_what_all_deals_add(
    added: int, low: int, high: int
) -> None:
    assert widest_bounds([tally(added)], {}) == {"tally": Bounds(low, high)}


def test_before_anything_is_known_a_run_is_of_all_deals_and_a_tally_any_number() -> None:
    unknown = Tally("tally", Variable("points"))
    bounds = {"run": Bounds(0, MOST_DEALS), "tally": Bounds(-LARGEST, LARGEST)}
    assert widest_bounds([RUN, unknown], {}) == bounds


def proofs() -> PastProofs:
    return PastProofs(
        [tally(1)], (), RowEvaluator(UsesCache({}), Budget(), {}), lambda _setting: ()
    )


def test_a_tally_grows_by_the_least_and_the_most_of_all_ways() -> None:
    assert proofs()._after(range(2, 6), [(1, 2), (3, 4)]) == range(3, 10)
    assert proofs()._after(range(2, 6), [(1, 2), None]) == range(2, 8)
    assert proofs()._after(range(2, 6), [(-2, -1), None]) == range(0, 6)


def test_a_tally_may_come_to_the_largest_number_and_no_further() -> None:
    setting = Setting(3, {})
    for low, high, faults in (
        (-LARGEST, 0, 0),
        (-LARGEST, -LARGEST, 0),
        (0, LARGEST, 0),
        (-LARGEST - 1, 0, 1),
        (0, LARGEST + 1, 1),
        (-LARGEST, LARGEST + 1, 1),
    ):
        bounds = PastBounds((), (("tally", range(low, high + 1)),))
        found = proofs().too_large(setting, bounds)
        assert len(list(found)) == faults


def test_a_past_is_that_before_the_deal_of_that_number() -> None:
    """Before the first deal nothing has counted; in the second it has."""
    said = "tally seen = 1"
    first = "10 // (seen - 1) when deal = 1, otherwise 0"
    both = {"said": said, "schedule": "repeat 2 times 3 cards: n"}
    assert codes(checked(first, **both)) == []
    assert codes(checked(first.replace("= 1,", "= 2,"), **both)) != []


def test_no_more_is_tried_of_a_run_than_it_can_come_to() -> None:
    said = "run zeros when bid = 0"
    for most, refused in ((2, False), (1, True)):
        found = checked(
            said=said,
            more=f"each bid keeps zeros < {most}",
            schedule="repeat 2 times 3 cards: n",
        )
        assert bool(codes(found)) == refused


# --- bounds of figures --------------------------------------------------------------------


def test_points_lie_between_the_least_and_the_most_of_any_tricks() -> None:
    assert points_bounds(((0, 3), (-2, 5), (1,))) == Bounds(-2, 5)


@pytest.mark.parametrize("worth", [LARGEST, -LARGEST])
def test_points_that_grow_too_large_are_refused_whatever_reads_them(worth: int) -> None:
    found = checked("1 when points > 5, otherwise 0", more=f"trick worth {worth}")
    assert codes(found) != []
    fine = checked(
        "1 when points > 5, otherwise 0", more=f"trick worth {worth}", schedule="1 cards: n"
    )
    assert codes(fine) == []


def test_the_first_deal_is_within_what_a_deal_may_be() -> None:
    assert widest_ranges(len(PACK))["deal"] == Bounds(1, MOST_DEALS)


# --- what hangs on the number of a deal ---------------------------------------------------


@pytest.mark.parametrize("turned_in", [1, 2, 3])
def test_the_cards_suffice_for_every_deal_by_itself(turned_in: int) -> None:
    found = checked(
        trump=f"turned when deal = {turned_in}, otherwise none",
        players="4",
        schedule="repeat 2 times 13 cards: n",
    )
    assert codes(found) == ([] if turned_in == 3 else ["P301"])


def test_the_fewest_and_the_most_deals_are_told() -> None:
    evidence = checked(schedule="repeat players times 1 cards: n", players="2 to 4").evidence
    assert evidence is not None
    assert evidence.deals == (2, 4)


def test_a_dealer_who_picks_decides_once_more() -> None:
    evidence = checked(schedule="dealer picks 1 to 2 cards: n").evidence
    assert evidence is not None
    assert evidence.decisions == 1 + 3 + 3 * 2


def test_a_fixed_bid_of_more_than_the_cards_is_told_alone() -> None:
    said = "tally bags = tricks - bid"
    assert codes(checked(said=said, bid="fixed 3")) == ["P307"]


@pytest.mark.parametrize(
    ("schedule", "conditional"),
    [
        ("2 up to 1 cards: n", False),
        ("2 up to 1 cards: n then 2 cards: n when players > 9", True),
    ],
)
def test_a_schedule_without_deals_names_its_conditions(schedule: str, conditional: bool) -> None:
    (found,) = [each for each in checked(schedule=schedule).diagnostics if each.code == "P303"]
    assert ("remove the condition of a row" in str(found.help)) == conditional


# --- settlement, clauses and examples -----------------------------------------------------


@pytest.mark.parametrize("zero", [0, 3, 500, 999])
def test_what_is_paid_is_proved_for_every_value_of_a_parameter(zero: int) -> None:
    found = checked(
        said="param stake = 1 in 0 to 1000",
        rest=f"settle loser pays winner 100 // (stake - {zero})",
    )
    assert codes(found) != []


def test_all_figures_of_a_payment_are_those_that_fit() -> None:
    def complete(low: int, high: int, contracts: int, *columns: str) -> bool:
        book = UsesCache({})
        game = check_text(
            'clag 1\ngame "X"\nplayers 3 to 3\ndeal n trump none bid in turn score tricks\n'
            "schedule 1 cards: n\nwinner highest total, then shared\nsettle loser pays winner 1\n"
        ).game
        assert isinstance(game, Game)
        assert game.settlement is not None
        sheets = RowEvaluator(book, Budget(), {})
        payments = Payments(game, game.settlement, sheets, Bounds(low, high), contracts)
        return payments._rows(columns)[1]

    half = MOST_COMBINATIONS // 2
    assert complete(-half, MOST_COMBINATIONS - half - 1, 1, "winner.total")
    assert not complete(-half, MOST_COMBINATIONS - half, 1, "winner.total")
    assert complete(0, 1, MOST_COMBINATIONS - 1, "winner.failed")
    assert not complete(0, 1, MOST_COMBINATIONS, "winner.failed")


def test_names_of_bids_are_told_once_for_a_clause() -> None:
    found = checked("bid + bids + bid", bid="none", more="completed not counted")
    assert codes(found) == ["P317"]


def test_a_limit_on_the_last_bid_that_is_taken_over_has_no_effect() -> None:
    house = 'clag 2\ngame "H" extends pagat\nchange normal bid together'
    assert "P326" not in codes(check_text(house + "\n"))
    assert "P326" in codes(check_text(house + " last bid keeps bids != cards\n"))


def test_an_example_for_a_number_says_what_stands_there() -> None:
    example = 'example "e" in n as number 9 with 2 cards: bid 1 tricks 1 scores 1'
    (found,) = [each for each in checked(rest=example).diagnostics if each.severity == "error"]
    assert "no match has a deal 9" in found.message


def test_what_two_parameters_reach_together_is_not_said_to_be_out_of_reach() -> None:
    said = "param one = false\nparam two = false"
    assert checked("10 when one and two, otherwise tricks", said=said).diagnostics == ()
    both = checked("10 when one and not one, otherwise tricks", said=said.partition("\n")[0])
    assert [each.severity for each in both.diagnostics] == ["warning"]


@pytest.mark.parametrize(
    ("score", "more", "said"),
    [
        ("10 when one and cards = 3, otherwise tricks", "", ""),
        ("10 when tricks > 2, otherwise tricks", "", ""),
        ("cards", "lead dealer when one and cards = 3, otherwise eldest", ""),
        ("cards", "each bid keeps (bid > 2 when one and cards = 3, otherwise true)", ""),
        ("t", "", "tally t = 10 when one and cards = 3, otherwise tricks"),
        ("l", "", "let l = 10 when one and three, otherwise 1"),
        ("l", "", "let l = 10 when three, otherwise 1"),
        ("l", "", "let l = 10 when players = 4, otherwise 1"),
    ],
)
def test_nothing_that_some_match_reaches_is_said_to_be_out_of_reach(
    score: str, more: str, said: str
) -> None:
    """Of the deal one parameter may decide, of the schedule the other, of a `let` both."""
    both = "param one = false\nparam three = false\n" + said
    rows = "3 cards: n when three\n  then repeat 2 times 2 cards: n when not three"
    found = checked(score, more=more, said=both, schedule=rows, players="3 to 4")
    assert [each.code for each in found.diagnostics if each.code == "P312"] == []
    assert codes(found) == []


@pytest.mark.parametrize(
    ("score", "more", "said"),
    [
        ("10 when players = 5, otherwise tricks", "", ""),
        ("cards", "lead dealer when players = 5, otherwise eldest", ""),
        ("cards", "each bid keeps (bid > 2 when players = 5, otherwise true)", ""),
        ("t", "", "tally t = 10 when players = 5, otherwise tricks"),
        ("l", "", "let l = 10 when players = 5, otherwise 1"),
        ("tricks + l", "", "let k = 10 when players = 5, otherwise 1\nlet l = k + 1"),
    ],
)
def test_what_no_match_reaches_is_warned_of_wherever_it_stands(
    score: str, more: str, said: str
) -> None:
    found = checked(score, more=more, said=said, players="3 to 4")
    assert [each.code for each in found.diagnostics] == ["P312"]


@pytest.mark.parametrize("last", [1, 2, 3])
def test_a_row_with_its_ends_the_wrong_way_round_is_warned_of(last: int) -> None:
    found = checked(schedule=f"2 cards: n then 3 up to {last} cards: n")
    assert [each.severity for each in found.diagnostics] == ["warning"] * (last < 3)


def test_a_row_both_of_whose_ends_stay_has_no_mend() -> None:
    assert row_fix(OneSize(Number(2)), lambda _: None) is None
    mended = row_fix(OneSize(Number(2)), lambda _: Number(1))
    assert mended is not None
    assert mended.fixed == "1 card"
