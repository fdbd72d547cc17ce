"""Which missed bids pay: told by what each outcome of a deal is worth, row by row."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

from clagdsl.check.checker import check_text
from clagdsl.check.lints.miss_pays import (
    BidOutcome,
    MissFound,
    difference,
    paying_miss,
    tells_apart,
    without_sign,
)
from clagdsl.lang.expr.evaluate import evaluate
from clagdsl.lang.expr.expression_text import expression_text
from clagdsl.lang.expr.tree import Expression

CARDS = 2
BIDS = range(CARDS + 1)


def score_of(text: str) -> Expression:
    """What a deal is scored by."""
    result = check_text(
        'clag 2\ngame "X"\nplayers 2\ndeal n\n  trump none\n  bid in turn\n'
        f"  score {text}\nschedule {CARDS} cards: n\nwinner highest total, then shared\n"
    )
    assert result.game is not None, result.diagnostics
    return result.game.deals[0].aspects.score.alternatives[0].value


# --- scores that say what they mean -------------------------------------------------------


def test_a_score_says_what_too_many_tricks_bring_where_it_weighs_them_against_the_bid() -> None:
    for score, says in (
        ("1 when tricks > bid, otherwise 0", True),
        ("1 when bid + cards > tricks, otherwise 0", True),
        ("1 when tricks = bid, otherwise tricks", False),
        ("1 when tricks != bid, otherwise tricks", False),
        ("1 when tricks > 1, otherwise bid", False),
        ("min(bid, tricks)", True),
        ("max(bid - tricks, cards)", True),
        ("min(bid, 1) + tricks", False),
        ("abs(bid - tricks)", False),
        ("abs(tricks) - bid", False),
        ("bid", False),
        ("1 when made, otherwise 0", False),
    ):
        assert tells_apart(score_of(score)) is says


def test_a_difference_is_a_sum_that_bid_and_tricks_enter_with_opposite_signs() -> None:
    for score, written in (
        ("bid - tricks", "bid - tricks"),
        ("5 when made, otherwise tricks - bid", "tricks - bid"),
        ("3 * bid - tricks * 3", "3 * bid - tricks * 3"),
        ("10 - (bid - tricks) * 2", "bid - tricks"),
        ("10 - 2 * bid + 2 * tricks", "10 - 2 * bid + 2 * tricks"),
        ("-tricks + bid + 4 * cards", "-tricks + bid"),
        ("2 * bid - tricks", None),
        ("2 * bid - 3 * tricks", None),
        ("bid + tricks", None),
        ("cards - 1", None),
        ("bid - tricks * cards", None),
        ("5 * cards - 2 * players", None),
        ("abs(bid - tricks)", None),
        ("abs(bid - tricks) + tricks - bid", "abs(bid - tricks) + tricks - bid"),
    ):
        found = difference(score_of(score))
        assert (None if found is None else expression_text(found.written)) == written


def test_without_its_sign_a_difference_counts_on_both_sides_as_on_one() -> None:
    for score, as_few, as_many in (
        ("bid - tricks", "abs(bid - tricks)", "-abs(bid - tricks)"),
        ("tricks - bid", "-abs(tricks - bid)", "abs(tricks - bid)"),
        ("2 * bid - 2 * tricks", "2 * abs(bid - tricks)", "-(2 * abs(bid - tricks))"),
        ("5 - bid + tricks", "5 - abs(bid - tricks)", "5 + abs(bid - tricks)"),
        ("-3 - tricks + bid", "-3 + abs(bid - tricks)", "-3 - abs(bid - tricks)"),
        ("bid - tricks + 2 * cards", "abs(bid - tricks)", "-abs(bid - tricks)"),
        ("bid + cards - tricks", "cards + abs(bid - tricks)", "cards - abs(bid - tricks)"),
    ):
        gap = difference(score_of(score))
        assert gap is not None
        for from_bid, text in ((True, as_few), (False, as_many)):
            mended = without_sign(gap, from_bid=from_bid)
            assert expression_text(mended) == text
            for bid, tricks, cards in product(range(4), repeat=3):
                names = {"bid": bid, "tricks": tricks, "cards": cards}
                other = {"bid": tricks, "tricks": bid, "cards": cards}
                sound = names if (bid > tricks) is from_bid else other
                assert evaluate(mended, names) == evaluate(gap.written, sound)


# --- what pays ----------------------------------------------------------------------------

Outcome = tuple[int, int, int]
"""A bid, the tricks and the points."""


def expected(outcomes: Sequence[Outcome], *, signed: bool) -> MissFound | None:
    """The miss that is told, of all outcomes in order."""
    made: dict[int, int] = {}
    for bid, tricks, points in outcomes:
        if bid == tricks:
            made[bid] = max(points, made.get(bid, points))
    missed = [each for each in outcomes if each[0] != each[1]]

    def beside(bid: int) -> BidOutcome:
        return BidOutcome(bid, bid, made[bid])

    def opposite(bid: int, tricks: int) -> list[Outcome]:
        return [each for each in missed if (each[1] > each[0]) is not (tricks > bid)]

    def more(bid: int, points: int) -> int:
        return points - made.get(bid, points)

    for bid, tricks, points in missed:
        better = (made.get(bid), made.get(tricks))
        if all(each is not None and points > each for each in better):
            costs = any(each[2] < 0 for each in opposite(bid, tricks))
            return MissFound(BidOutcome(bid, tricks, points), beside(bid), True, costs)
    if not signed:
        return None
    sides = sorted(missed, key=lambda each: each[1] < each[0])
    for bid, tricks, points in sides:
        costing = [each for each in opposite(bid, tricks) if each[2] < 0]
        if points > 0 and costing:
            other = BidOutcome(*costing[0])
            return MissFound(BidOutcome(bid, tricks, points), other, False, True)
    for bid, tricks, points in sides:
        others = [more(each[0], each[2]) for each in opposite(bid, tricks)]
        if more(bid, points) > 0 and min(others, default=0) < 0:
            paid = BidOutcome(bid, tricks, points)
            return MissFound(paid, beside(bid), True, max(others) <= 0)
    return None


def told(names: tuple[str, ...], rows: Sequence[Outcome], *, signed: bool) -> MissFound | None:
    """What is told of the rows with these names only."""
    columns = [{"bid": bid, "tricks": tricks, "made": bid == tricks} for bid, tricks, _ in rows]
    shown = [tuple(each[name] for name in names) for each in columns]
    points = [each[2] for each in rows]
    return paying_miss(names, shown, points, lambda: BIDS, signed=signed)


def by_tricks(rows: Sequence[Outcome]) -> MissFound | None:
    """What is told where any other bid can have been made with the tricks of a miss."""
    known = sorted({(tricks, bid == tricks, points) for bid, tricks, points in rows})
    outcomes = [
        (bid, tricks, points)
        for tricks, is_made, points in known
        for bid in ([tricks] if is_made else BIDS)
        if (bid == tricks) is is_made
    ]
    return expected(outcomes, signed=False)


def by_bid(rows: Sequence[Outcome]) -> MissFound | None:
    """What is told where only the bid and whether it is made count."""
    for bid in BIDS:
        made = [points for asked, tricks, points in rows if asked == bid == tricks]
        missed = [points for asked, tricks, points in rows if asked == bid != tricks]
        above = [points for points in missed if made and points > max(made)]
        if above:
            paid, beside = BidOutcome(bid, None, min(above)), BidOutcome(bid, None, max(made))
            return MissFound(paid, beside, True, False)
    return None


def test_a_miss_pays_that_brings_more_than_the_bid_made_and_its_tricks_bid() -> None:
    drawn = random.Random(5)
    found = []
    for _ in range(150):
        lowest = drawn.choice((-3, -1, 0))
        rows = sorted(
            (bid, tricks, drawn.randint(lowest, 2))
            for bid, tricks in product(BIDS, BIDS)
            for _ in range(drawn.choice((0, 1, 1, 1, 1, 2)))
        )
        drawn.shuffle(rows)
        for signed in (False, True):
            right = expected(sorted(set(rows)), signed=signed)
            found.append(right)
            for names in (("bid", "tricks"), ("bid", "tricks", "made")):
                assert told(names, rows, signed=signed) == right, sorted(rows)
        for some in (rows, [each for each in rows if each[0] == 1]):
            assert told(("tricks", "made"), some, signed=False) == by_tricks(some), sorted(some)
            assert told(("bid", "made"), some, signed=False) == by_bid(some), sorted(some)
    assert {(one.is_made, one.costs) for one in found if one is not None} == {
        (True, True),
        (True, False),
        (False, True),
    }


# --- where points are a cost --------------------------------------------------------------


def told_of(score: str, winner: str) -> list[str]:
    """The warnings of a score, where that total wins."""
    result = check_text(
        'clag 2\ngame "X"\nplayers 2\ndeal n\n  trump none\n  bid in turn\n'
        f"  score {score}\nschedule {CARDS} cards: n\nwinner {winner} total, then shared\n"
    )
    return [each.message for each in result.diagnostics if each.code == "P322"]


def test_where_the_lowest_total_wins_a_bid_made_that_costs_more_is_told() -> None:
    for score, highest, lowest in (
        ("10 + tricks when made, otherwise 0", False, True),
        ("10 when made, otherwise abs(bid - tricks)", False, True),
        ("0 when made, otherwise 5 * abs(bid - tricks)", True, False),
        ("-10 when made, otherwise 0", True, False),
        ("tricks when made, otherwise tricks", False, False),
    ):
        assert bool(told_of(score, "highest")) is highest, score
        assert bool(told_of(score, "lowest")) is lowest, score
    assert told_of("10 when made, otherwise 0", "lowest") == [
        "the lowest total wins, and with 2 players and 2 cards a bid pays 0 if it is missed, and 10"
        " if it is made"
    ]
