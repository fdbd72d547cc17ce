"""What one player can bid and win, against every sequence of bids and every split of the tricks."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from clagdsl.lang.expr.evaluate import evaluate
from clagdsl.lang.rules import (
    Arithmetic,
    Comparison,
    Expression,
    Free,
    Keeps,
    Limit,
    Number,
    Value,
    Variable,
)
from clagdsl.table.bid_masks import Bidding, bits, fixed_bidding, make_bidding
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.outcomes import (
    ORDER,
    outcomes,
    point_sums,
    standings,
)

BID, BIDS, CARDS = Variable("bid"), Variable("bids"), Variable("cards")
HOOK = Keeps(Comparison("!=", BIDS, CARDS))
ABOVE = Keeps(Comparison(">", BIDS, CARDS))
ABOVE_OR_HOOK = Keeps(Comparison(">", BIDS, CARDS), Comparison("!=", BIDS, CARDS))
LOW_SUMS = Keeps(Comparison("<=", BIDS, Arithmetic("+", CARDS, Number(1))))
NOT_ONE = Keeps(Comparison("!=", BID, Number(1)))
TABLES = [(2, 1), (2, 3), (3, 1), (3, 2), (3, 3), (4, 2)]


def bidding(players: int, cards: int, each: Limit, last: Limit) -> Bidding:
    def holds(condition: Expression, rows: list[tuple[int, int]]) -> Sequence[Value]:
        return [evaluate(condition, {"bid": b, "bids": s, "cards": cards}) for b, s in rows]

    return make_bidding(players, cards, each, last, holds)


def met(condition: Expression, total: int, cards: int) -> set[int]:
    names = [{"bid": b, "bids": total + b, "cards": cards} for b in range(cards + 1)]
    return {table["bid"] for table in names if evaluate(condition, table) is True}


def instead(limit: Limit, total: int, cards: int) -> set[int] | None:
    if isinstance(limit, Free) or limit.otherwise is None:
        return None
    return met(limit.otherwise, total, cards)


def meeting(limit: Limit, total: int, cards: int) -> set[int]:
    if isinstance(limit, Free):
        return set(range(cards + 1))
    return met(limit.condition, total, cards) or instead(limit, total, cards) or set()


def meeting_both(each: Limit, last: Limit, total: int, cards: int) -> set[int]:
    """What is left to whoever bids last."""
    of_each, of_last = meeting(each, total, cards), meeting(last, total, cards)
    if not of_each & of_last and (less := instead(last, total, cards)) is not None:
        of_last = less
    if not of_each & of_last and (less := instead(each, total, cards)) is not None:
        of_each = less
    return of_each & of_last


def sequences(
    players: int, cards: int, each: Limit, last: Limit
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Every whole sequence of bids, and every one after which no bid is left."""
    found: list[tuple[int, ...]] = [()]
    stuck: list[tuple[int, ...]] = []
    for seat in range(players):
        longer = []
        for bids in found:
            allowed = meeting(each, sum(bids), cards)
            if seat == players - 1:
                allowed = meeting_both(each, last, sum(bids), cards)
            longer += [(*bids, bid) for bid in sorted(allowed)]
            if not allowed:
                stuck.append(bids)
        found = longer
    return found, stuck


@pytest.mark.parametrize(("players", "cards"), TABLES)
@pytest.mark.parametrize("each", [Free(), LOW_SUMS, NOT_ONE])
@pytest.mark.parametrize("last", [Free(), HOOK, ABOVE, ABOVE_OR_HOOK])
def test_bids_and_figures_are_those_of_all_sequences(
    players: int, cards: int, each: Limit, last: Limit
) -> None:
    whole, stuck = sequences(players, cards, each, last)
    found = bidding(players, cards, each, last)
    assert found.stuck() == (min(stuck, key=lambda bids: (len(bids), bids)) if stuck else None)
    if stuck:
        return
    splits = [s for s in itertools.product(range(cards + 1), repeat=players) if sum(s) == cards]
    expected = set()
    for bids, tricks in itertools.product(whole, splits):
        most = max(tricks)
        makers = sum(bid == won for bid, won in zip(bids, tricks, strict=True))
        for bid, won in zip(bids, tricks, strict=True):
            worth = 10 * won
            row = (bid, sum(bids), won, bid == won, worth, most, tricks.count(most), makers)
            expected.add(row)
    points = tuple((10 * won,) for won in range(cards + 1))
    for wanted in (
        set(ORDER),
        {"bid"},
        {"bid", "bids"},
        {"bids", "tricks"},
        {"bid", "tricks", "made"},
        {"tricks", "most", "most_count"},
        {"makers", "made"},
        {"bid", "tricks", "makers"},
        {"bids", "makers"},
        {"points", "bid"},
    ):
        got = outcomes(
            frozenset(wanted),
            players=players,
            cards=cards,
            bidding=found,
            points=points,
            budget=Budget(),
        )
        columns = [ORDER.index(name) for name in got.names]
        assert list(got.rows) == sorted({tuple(row[c] for c in columns) for row in expected})


@pytest.mark.parametrize(("players", "cards"), [*TABLES, (4, 1)])
@pytest.mark.parametrize("each", [LOW_SUMS, NOT_ONE, ABOVE])
def test_a_limit_is_asked_only_where_bidding_can_come_to(
    players: int, cards: int, each: Limit
) -> None:
    """A limit may have no value elsewhere: `60 // (7 - bids)` where seven are never bid."""
    asked: set[tuple[int, int]] = set()

    def holds(condition: Expression, rows: list[tuple[int, int]]) -> Sequence[Value]:
        asked.update(rows)
        return [evaluate(condition, {"bid": b, "bids": s, "cards": cards}) for b, s in rows]

    make_bidding(players, cards, each, HOOK, holds)
    sums = {0}
    for bidders in range(1, players):
        whole, _ = sequences(bidders, cards, each, Free())
        sums |= {sum(bids) for bids in whole}
    assert asked == {(bid, total + bid) for bid in range(cards + 1) for total in sums}


def test_fixed_bids_are_the_same_for_all() -> None:
    found = fixed_bidding(3, 4, 2)
    assert found.own_bids() == [2]
    assert found.bids_with_sums() == [(2, 6)]
    assert found.stuck() is None


def test_where_nobody_bids_only_tricks_count() -> None:
    found = outcomes(
        frozenset({"tricks", "most"}),
        players=2,
        cards=2,
        bidding=None,
        points=(),
        budget=Budget(),
    )
    assert found.names == ("tricks", "most")
    assert list(found.rows) == [(0, 2), (1, 1), (2, 2)]


@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 4), (3, 3), (5, 3)])
def test_standings_are_those_of_all_splits(players: int, cards: int) -> None:
    splits = [s for s in itertools.product(range(cards + 1), repeat=players) if sum(s) == cards]
    expected = {(won, max(s), s.count(max(s))) for s in splits for won in s}
    assert sorted(standings(players, cards)) == sorted(expected)


@pytest.mark.parametrize("values", [(1, 2, 3, 4), (5, 0, -3), (2, 2, 2), (1, 1, 2)])
def test_points_are_those_of_all_sets_of_tricks(values: tuple[int, ...]) -> None:
    expected = tuple(
        tuple(sorted({sum(some) for some in itertools.combinations(values, taken)}))
        for taken in range(len(values) + 1)
    )
    assert point_sums([(value,) for value in values], Budget()) == expected


def test_points_are_those_of_all_values_that_each_trick_may_have() -> None:
    choices = ((0, 10), (1,), (-2, 0, 2))
    expected = tuple(
        tuple(
            sorted(
                {
                    sum(one)
                    for some in itertools.combinations(choices, taken)
                    for one in itertools.product(*some)
                }
            )
        )
        for taken in range(len(choices) + 1)
    )
    assert point_sums(choices, Budget()) == expected


def test_more_sets_of_tricks_than_can_be_gone_through() -> None:
    with pytest.raises(TooMuchError):
        point_sums([(3**n,) for n in range(20)], Budget())


def test_bits_are_listed_lowest_first() -> None:
    assert bits(0b10110) == [1, 2, 4]
