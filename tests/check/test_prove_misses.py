"""Which missed bids pay: told by what each outcome of a deal is worth, row by row."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest

from clagdsl.check.checker import check_text
from clagdsl.check.lints.miss_pays import (
    BidOutcome,
    SuspectMiss,
    distinguishes_misses,
    find_gap,
    paying_miss,
    without_sign,
)
from clagdsl.check.prove import score_proof
from clagdsl.lang.expr.ast import Expression
from clagdsl.lang.expr.evaluate import evaluate
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.unparse import expression_text

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
        assert distinguishes_misses(score_of(score)) is says


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
        found = find_gap(score_of(score))
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
        gap = find_gap(score_of(score))
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


def expected(outcomes: Sequence[Outcome], *, signed: bool) -> SuspectMiss | None:
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
            return SuspectMiss(BidOutcome(bid, tricks, points), beside(bid), True, costs)
    if not signed:
        return None
    sides = sorted(missed, key=lambda each: each[1] < each[0])
    for bid, tricks, points in sides:
        costing = [each for each in opposite(bid, tricks) if each[2] < 0]
        if points > 0 and costing:
            other = BidOutcome(*costing[0])
            return SuspectMiss(BidOutcome(bid, tricks, points), other, False, True)
    for bid, tricks, points in sides:
        others = [more(each[0], each[2]) for each in opposite(bid, tricks)]
        if more(bid, points) > 0 and min(others, default=0) < 0:
            paid = BidOutcome(bid, tricks, points)
            return SuspectMiss(paid, beside(bid), True, max(others) <= 0)
    return None


def told(names: tuple[str, ...], rows: Sequence[Outcome], *, signed: bool) -> SuspectMiss | None:
    """What is told of the rows with these names only."""
    columns = [{"bid": bid, "tricks": tricks, "made": bid == tricks} for bid, tricks, _ in rows]
    shown = [tuple(each[name] for name in names) for each in columns]
    points = [each[2] for each in rows]
    return paying_miss(names, shown, points, signed=signed)


def by_bid(rows: Sequence[Outcome]) -> SuspectMiss | None:
    """What is told where only the bid and whether it is made count."""
    for bid in BIDS:
        made = [points for asked, tricks, points in rows if asked == bid == tricks]
        missed = [points for asked, tricks, points in rows if asked == bid != tricks]
        above = [points for points in missed if made and points > max(made)]
        if above:
            paid, beside = BidOutcome(bid, None, min(above)), BidOutcome(bid, None, max(made))
            return SuspectMiss(paid, beside, True, False)
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
            assert told(("bid", "made"), some, signed=False) == by_bid(some), sorted(some)
    assert {(one.is_made, one.costs) for one in found if one is not None} == {
        (True, True),
        (True, False),
        (False, True),
    }


# --- in drawn games, by brute force ---------------------------------------------------------

PLAYERS = 3
FIGURES = ("bid", "tricks", "bids", "makers", "most", "most_count")
CASES = ("tricks = most", "most_count = 1", "makers > 1", "bids > cards", "bids = most")
WARNING = re.compile(
    r"with 3 players and \d cards?, a bid(?: of (\d))? (pays|costs) (\d+) if "
    r"(?:(no|\d) tricks? (?:is|are) won|it is missed), and (?:(pays|costs) )?(\d+) if it is made"
)


def drawn_score(drawn: random.Random) -> str:
    """A score without a difference of bid and tricks."""

    def points() -> str:
        terms = [
            f"{drawn.choice((-2, -1, 1, 2) if name not in ('bid', 'tricks') else (1, 2))} * {name}"
            for name in drawn.sample(FIGURES, drawn.choice((0, 1, 1, 2)))
        ]
        return " + ".join([str(drawn.randint(-2, 8)), *terms])

    made = drawn.choice(("made", "made", "bid = tricks"))
    case = drawn.choice(("", f"{drawn.randint(-2, 4)} when {drawn.choice(CASES)}, "))
    return f"{points()} when {made}, {case}otherwise {points()}"


def possible_outcomes(score: Expression, cards: int, *, hooked: bool) -> set[Outcome]:
    """What each seat can bid, win and score, of all bids and all divisions of the tricks."""
    every = list(product(range(cards + 1), repeat=PLAYERS))
    outcomes = set()
    for bids, tricks in product(every, every):
        if sum(tricks) != cards or (hooked and sum(bids) == cards):
            continue
        makers = sum(bid == won for bid, won in zip(bids, tricks, strict=True))
        most = (max(tricks), tricks.count(max(tricks)))
        for bid, won in zip(bids, tricks, strict=True):
            values = (bid, won, sum(bids), makers, *most)
            names = dict(zip(FIGURES, values, strict=True)) | {"made": bid == won, "cards": cards}
            outcomes.add((bid, won, int(evaluate(score, names))))
    return outcomes


def test_a_miss_is_warned_of_exactly_if_some_deal_has_it() -> None:
    drawn = random.Random(8)
    counted: Counter[bool] = Counter()
    for _ in range(250):
        cards, hooked, text = drawn.randint(1, 3), drawn.random() < 0.5, drawn_score(drawn)
        result = check_text(
            f'clag 2\ngame "X"\nplayers {PLAYERS}\ndeal n\n  trump none\n  bid in turn\n'
            f"  last bid {'keeps bids != cards' if hooked else 'free'}\n"
            f"  score {text}\nschedule {cards} cards: n\nwinner highest total, then shared\n"
        )
        assert result.game is not None, result.diagnostics
        score = result.game.deals[0].aspects.score.alternatives[0].value
        outcomes = possible_outcomes(score, cards, hooked=hooked)
        made = {bid: max(p for b, t, p in outcomes if b == t == bid) for bid in range(cards + 1)}
        # the tricks of a miss count only if the score reads more than the bid
        counts = not variables(score) <= {"bid", "made"}
        paying = {
            (bid, won, points, made[bid])
            for bid, won, points in outcomes
            if bid != won and points > max(made[bid], made[won] if counts else made[bid])
        }
        warnings = [each.message for each in result.diagnostics if each.code == "P322"]
        assert len(warnings) == bool(paying), (text, hooked, cards, warnings)
        counted[bool(paying)] += 1
        for message in warnings:
            match = WARNING.fullmatch(message)
            assert match, message
            bid, verb, points, won, other_verb, other = match.groups()
            paid = int(points) * (-1 if verb == "costs" else 1)
            best = int(other) * (-1 if (other_verb or verb) == "costs" else 1)
            tricks = None if won is None else 0 if won == "no" else int(won)
            assert any(
                (paid, best) == (p, m)
                and (bid is None or int(bid) == b)
                and (tricks is None or tricks == t)
                for b, t, p, m in paying
            ), (text, hooked, cards, message)
    assert min(counted[True], counted[False]) > 40, counted


LIMITED = (
    'clag 2\ngame "X"\nplayers 3 to 4\ndeal n\n  trump none\n  bid in turn\n'
    "  last bid keeps bids > cards, otherwise bids != cards\n"
    "  score {} when made, 2 when tricks = most and most_count = 1, otherwise bids - cards\n"
    "schedule 4 cards: n\nwinner highest total, then shared\n"
)


def test_the_sum_of_the_bids_limits_the_bid_that_is_missed() -> None:
    for made, warnings in (
        ("9 + tricks", []),
        ("9 + bid", []),
        (
            "12 - 3 * makers",
            [
                "with 4 players and 4 cards, a bid of 2 pays 10 if no trick is won,"
                " and 9 if it is made"
            ],
        ),
    ):
        diagnostics = check_text(LIMITED.format(made)).diagnostics
        assert [each.message for each in diagnostics if each.code == "P322"] == warnings


def test_a_miss_that_is_too_much_to_work_out_is_not_warned_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(score_proof, "MISS_STEPS", 1000)
    result = check_text(LIMITED.format("12 - 3 * makers"))
    assert result.evidence is not None
    assert "P322" not in [each.code for each in result.diagnostics]


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
        "the lowest total wins, and with 2 players and 2 cards, a bid scores 0 if it is missed, and"
        " 10 if it is made"
    ]


def test_a_bid_made_that_costs_is_not_told_where_the_bids_decide_before_the_lowest_total() -> None:
    score = "10 when made, otherwise 0"
    for first in ("fewest failed", "most completed"):
        assert told_of(score, f"{first}, then lowest") == []
    assert told_of("-(bid - tricks)", "fewest failed, then highest") != []
