"""What one player can bid and win, against every sequence of bids and every split of the tricks."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations, product
from random import Random

import pytest
from support.bidding_by_hand import BidByHand, drawn

from clagdsl.lang.rules import Free, Keeps, Variable
from clagdsl.table import budget as budget_module
from clagdsl.table.bid_masks import any_bidding, fixed_bidding
from clagdsl.table.budget import Budget, TooMuchError
from clagdsl.table.outcomes import (
    OF_BIDS,
    ORDER,
    Outcomes,
    count_this_deal,
    outcomes,
    point_sums,
    standings,
)


def splits(players, cards):
    """Every way in which so many tricks are taken."""
    return [one for one in product(range(cards + 1), repeat=players) if sum(one) == cards]


def figures(whole, players, cards, seats=None):
    """All figures of these seats after all of these bids and splits of the tricks.

    The points are as many as the tricks.
    """
    found = set()
    for bids, tricks in product(whole, splits(players, cards)):
        most = max(tricks)
        makers = sum(map(int.__eq__, bids, tricks))
        for seat in range(players) if seats is None else seats:
            bid, won = bids[seat], tricks[seat]
            of_bids = (bid, sum(bids), max(bids), bids.count(bid) - 1)
            found.add((*of_bids, won, bid == won, won, most, tricks.count(most), makers))
    return found


def columns(wanted, rows, points=None):
    """The wanted figures of all rows, each combination once."""
    names = [name for name in ORDER if name in wanted]
    worth = ORDER.index("points")
    if "points" in names:
        rows = [
            (*row[:worth], value, *row[worth + 1 :]) for row in rows for value in points[row[worth]]
        ]
    return sorted({tuple(row[ORDER.index(name)] for name in names) for row in rows})


@pytest.mark.parametrize("remembers", [False, True])
@pytest.mark.parametrize("part", range(6))
def test_figures_are_those_of_all_bids_and_tricks(part, remembers):
    for seed in range(15 * part, 15 * part + 15):
        deal = drawn(seed, (0.8, 0.9, 1.0), remembers=remembers)
        bidding, (lengths, stuck) = deal.made(), deal.sequences()
        if stuck:
            continue
        chance = Random(seed)
        if chance.random() < 0.4:
            listed = chance.sample(range(deal.players), chance.randint(1, deal.players))
            bidding = replace(bidding, listed=tuple(sorted(listed)))
        points = tuple(tuple(sorted(chance.sample(range(9), 2))) for _ in range(deal.cards + 1))
        every = figures(lengths[-1], deal.players, deal.cards, bidding.seats)
        for _ in range(5):
            share = chance.random()
            wanted = frozenset(name for name in ORDER if chance.random() < share)
            found = outcomes(
                wanted, players=deal.players, cards=deal.cards, bidding=bidding, points=points
            )
            assert found.names == tuple(name for name in ORDER if name in wanted)
            assert list(found.rows) == columns(wanted, every, points), (seed, wanted)


@pytest.mark.parametrize(("players", "cards"), [(1, 3), (2, 1), (3, 3), (3, 4), (5, 3)])
def test_figures_where_nobody_bids(players, cards):
    points = tuple((5 * won,) for won in range(cards + 1))
    every = figures([(0,) * players], players, cards)
    names = ("tricks", "points", "most", "most_count")
    for wanted in chain.from_iterable(combinations(names, many) for many in range(1, 5)):
        found = outcomes(
            frozenset(wanted), players=players, cards=cards, bidding=None, points=points
        )
        assert list(found.rows) == columns(wanted, every, points)
    assert sorted(standings(players, cards)) == columns(("tricks", "most", "most_count"), every)


def test_what_is_asked_of_bids_needs_bids():
    for name in OF_BIDS:
        with pytest.raises(ValueError, match="no bids are made"):
            outcomes(frozenset({name, "tricks"}), players=3, cards=1, bidding=None, points=())
    found = outcomes(frozenset({"deal"}), players=3, cards=1, bidding=None, points=())
    assert found == Outcomes((), ((),))


def test_as_many_makers_as_there_may_be_players():
    """Ten players, each of whom has bid 0, and one card."""
    found = outcomes(
        frozenset({"makers", "most_count", "tricks"}),
        players=10,
        cards=1,
        bidding=fixed_bidding(10, 1, 0),
        points=(),
    )
    assert list(found.rows) == [(0, 1, 9), (1, 1, 9)]
    found = outcomes(
        frozenset({"bids", "makers"}),
        players=10,
        cards=1,
        bidding=fixed_bidding(10, 1, 1),
        points=(),
    )
    assert list(found.rows) == [(10, 1)]


# --- how much is gone through -------------------------------------------------------------

FREE = any_bidding(3, 2)
POINTS = ((0,), (1, 2), (3, 4, 5))
EVERY = figures(list(product(range(3), repeat=3)), 3, 2)
OF_MAKERS = {"bid", "bids", "tricks", "makers"}


@pytest.mark.parametrize(
    ("wanted", "counted"),
    [
        ({"tricks"}, {"tricks"}),
        ({"most"}, {"tricks", "most", "most_count"}),
        ({"most_count"}, {"tricks", "most", "most_count"}),
        ({"bid", "tricks"}, {"bid", "tricks"}),
        ({"made"}, {"bid", "tricks"}),
        ({"made", "bids"}, {"bid", "bids", "tricks"}),
        ({"made", "most"}, {"bid", "tricks", "most", "most_count"}),
        ({"points"}, {"tricks"}),
        ({"points", "bid"}, {"tricks", "bid"}),
        ({"points", "made", "most"}, {"bid", "tricks", "most", "most_count"}),
        ({"makers"}, OF_MAKERS),
        ({"makers", "most"}, OF_MAKERS | {"most", "most_count"}),
        ({"makers", "most_count"}, OF_MAKERS | {"most", "most_count"}),
        ({"makers", "points"}, OF_MAKERS),
    ],
)
def test_so_many_combinations_are_gone_through_and_no_more(wanted, counted, monkeypatch):
    """Every combination of the figures that those asked for are made of."""
    rows = columns(counted, EVERY)
    tricks = [name for name in ORDER if name in counted].index("tricks")
    most = sum(len(POINTS[row[tricks]]) if "points" in wanted else 1 for row in rows)

    def found(limit):
        monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", limit)
        return outcomes(frozenset(wanted), players=3, cards=2, bidding=FREE, points=POINTS).rows

    assert found(most) == found(most + 1)
    with pytest.raises(TooMuchError):
        found(most - 1)


def spent(players, cards, wanted, bidding, points=()):
    """The steps that are charged for the figures of one player."""
    budget = Budget()
    before = budget.left
    outcomes(
        frozenset(wanted),
        players=players,
        cards=cards,
        bidding=bidding,
        points=points,
        budget=budget,
    )
    return before - budget.left


def test_four_steps_are_charged_for_each_combination_and_forty_for_the_rest():
    assert spent(3, 2, {"tricks"}, None) == 4 * 3 + 40
    assert spent(3, 2, {"tricks"}, FREE) == 4 * 3 + 40
    assert spent(3, 2, {"made"}, FREE) == 4 * 9 + 40
    assert spent(3, 2, {"points"}, None, POINTS) == (4 * 3 + 40) + (4 * 6 + 40)
    assert spent(3, 2, set(), None) == 0


def test_sums_of_bids_are_charged_by_seats_bids_and_sums():
    """For each seat and each bid of it the sums that so many seats can come to."""
    bids = {"bids"}
    for players, cards in ((1, 2), (2, 1), (3, 2), (4, 5)):
        found = any_bidding(players, cards)
        pairs = len(found.final_figures(frozenset(bids)))
        steps = players * (cards + 1) * players * cards
        assert spent(players, cards, bids, found) == steps + 4 * pairs + 40


NEVER_NONE = BidByHand(
    3,
    1,
    Keeps(Variable("each")),
    Free(),
    (frozenset({("each", 1, 1), ("each", 0, 1), ("each", 1, 2), ("each", 0, 2)}),),
    None,
)
"""The first to bid bids 1, and everybody after it 0 or 1, but no third 1 is bid."""


@pytest.mark.parametrize(
    ("bidding", "sequences", "shown", "seats"),
    [
        (any_bidding(3, 2), list(product(range(3), repeat=3)), 2, 1),
        (any_bidding(1, 2), [(0,), (1,), (2,)], 1, 1),
        (any_bidding(4, 1), list(product(range(2), repeat=4)), 2, 1),
        (replace(any_bidding(3, 2), listed=(0,)), list(product(range(3), repeat=3)), 1, 1),
        (NEVER_NONE.made(), NEVER_NONE.sequences()[0][-1], 3, 3),
    ],
)
@pytest.mark.parametrize("most", [False, True])
def test_makers_are_charged_by_seats_bids_and_tricks(bidding, sequences, shown, seats, most):
    """Each bid with the tricks taken before it and by it, in each seat and each that stands for
    others; the latter for each number of cards and of the most tricks, and all of it once for
    every seat where earlier bids limit later ones.  After each number of the most tricks all
    combinations so far are charged.
    """
    players, numbers = bidding.players, bidding.cards + 1
    names = OF_MAKERS | ({"most", "most_count"} if most else set())
    rows = columns(names, figures(sequences, players, bidding.cards, bidding.seats))
    tops = range(1, numbers) if most else (bidding.cards,)
    ways = numbers**3 * (players + numbers * len(tops) * shown)
    place = sorted(names, key=ORDER.index).index("most") if most else 0
    gone = sum(4 * sum(not most or row[place] <= top for row in rows) + 40 for top in tops)
    found = spent(players, bidding.cards, {"makers", "most"} if most else {"makers"}, bidding)
    assert found == ways * seats + gone


# --- what the tricks are worth ------------------------------------------------------------


def sums_by_hand(choices):
    """For every number of tricks what any so many of them can be worth."""
    return tuple(
        tuple(sorted({sum(one) for some in combinations(choices, taken) for one in product(*some)}))
        for taken in range(len(choices) + 1)
    )


def test_points_are_those_of_all_sets_of_tricks():
    chance = Random(1)
    for many in range(5):
        for _ in range(8):
            values = chance.sample(range(-3, 9), chance.randint(1, 4))
            choices = [chance.choices(values, k=chance.randint(1, 3)) for _ in range(many)]
            assert point_sums(choices) == sums_by_hand(choices)
    assert point_sums([]) == ((0,),)
    assert point_sums([[7], [7, 7]]) == ((0,), (7,), (14,))


def test_so_many_sums_of_points_are_gone_through_and_no_more(monkeypatch):
    choices = [[1, 2], [4], [8, 0]]
    found = sums_by_hand(choices)
    most = sum(map(len, found))
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", most)
    assert point_sums(choices) == found
    monkeypatch.setattr(budget_module, "MOST_COMBINATIONS", most - 1)
    with pytest.raises(TooMuchError):
        point_sums(choices)


def test_sums_of_points_are_charged_trick_by_trick():
    budget = Budget(1000)
    point_sums([[1, 2], [4]], budget)
    # nothing, 1 or 2; then nothing, 1, 2 or 4, 5 or 6
    assert 1000 - budget.left == (4 * 3 + 40) + (4 * 6 + 40)
    point_sums([[5], [5]], budget)
    assert 1000 - budget.left == (4 * 3 + 40) + (4 * 6 + 40)


# --- rows made before and in this deal ----------------------------------------------------


def test_a_row_that_is_made_in_this_deal_counts_it():
    found = Outcomes(
        ("bid", "row_made", "made", "x"), ((3, 2, True, 7), (4, 0, True, 8), (5, 6, False, 9))
    )
    assert count_this_deal(found) == Outcomes(
        found.names, [(3, 3, True, 7), (4, 1, True, 8), (5, 6, False, 9)]
    )
    for names in (("row_made", "bid"), ("made", "bid")):
        alone = Outcomes(names, ((1, 1),))
        assert count_this_deal(alone) == alone
