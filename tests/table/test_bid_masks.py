"""Which bids can be made, against every sequence of bids under limits drawn at random."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from support.bidding_by_hand import BidByHand, drawn, past_figures

from clagdsl.lang.rules import Free, Keeps, Variable
from clagdsl.table.bid_masks import any_bidding, bits, fixed_bidding, past_bid_values


def sums_of(sequences):
    return sorted({sum(bids) for bids in sequences})


def figures_of(sequences, seats, read):
    """The bid of each of these seats with the sum, the highest, and how many others made it."""
    figures = set()
    for bids in sequences:
        for seat in seats:
            own = bids[seat]
            further = {
                "bids": sum(bids),
                "highest_bid": max(bids),
                "same_bids": bids.count(own) - 1,
            }
            figures.add((own, *(value if name in read else 0 for name, value in further.items())))
    return sorted(figures)


@pytest.mark.parametrize("remembers", [False, True])
@pytest.mark.parametrize("part", range(4))
def test_bids_are_those_of_all_sequences(part, remembers):
    for seed in range(40 * part, 40 * part + 40):
        deal = drawn(seed, remembers=remembers)
        found, (lengths, stuck) = deal.made(), deal.sequences()
        reached = [
            sorted({total for here in sums.values() for total in bits(here)})
            for sums in found.reachable_sums()
        ]
        assert reached == [sums_of(each) for each in lengths], seed
        first = min(stuck, key=lambda bids: (len(bids), bids)) if stuck else None
        assert found.first_dead_end() == first, seed
        if stuck:
            continue
        chosen = sorted(Random(seed).sample(range(deal.players), (deal.players + 1) // 2))
        for listed in (None, tuple(chosen)):
            one = replace(found, listed=listed)
            seats = range(deal.players) if listed is None else listed
            assert tuple(one.seats) == tuple(seats)
            own = {bids[seat] for seat in seats for bids in lengths[seat + 1]}
            assert one.possible_bids() == sorted(own), seed
            for many in range(1, 4):
                read = frozenset(Random(seed).sample(("bids", "highest_bid", "same_bids"), many))
                assert one.final_figures(read) == figures_of(lengths[-1], seats, read), seed


def test_legal_bids_depend_on_no_more_than_is_remembered():
    """After two sequences of bids with equal sums and keys, the same bids are legal."""
    for seed in range(80):
        deal = drawn(seed, remembers=True)
        found, (lengths, stuck) = deal.made(), deal.sequences()
        if stuck:
            continue
        for seat, (shorter, longer) in enumerate(pairwise(lengths)):
            for bids in shorter:
                masks = found.masks(seat)[found.memory.after_all(bids)]
                legal = [bid for bid, mask in enumerate(masks) if mask >> sum(bids) & 1]
                left = [one[-1] for one in longer if one[:-1] == bids]
                assert left == legal, (seed, bids)


def test_what_is_remembered_gives_the_names_of_the_next_bid():
    for bids in product(range(3), repeat=3):
        for bid in range(3):
            figures = past_bid_values(bids, bid)
            assert tuple(figures.values()) == past_figures(tuple(figures), bids, bid)
    first = {"previous_bid": -1, "highest_bid": -1, "same_bids": 0}
    assert past_bid_values((), 2) == first


@pytest.mark.parametrize("part", range(4))
def test_seats_are_alike_where_earlier_bids_limit_none(part):
    """It saves the prover work: one seat stands for others, or no bid is refused at all."""
    alike, free = set(), set()
    for seed in range(40 * part, 40 * part + 40):
        deal = drawn(seed)
        found, (lengths, stuck) = deal.made(), deal.sequences()
        if stuck or deal.players == 1:
            continue
        left = [
            {bids: {one[-1] for one in longer if one[:-1] == bids} for bids in shorter}
            for shorter, longer in pairwise(lengths)
        ]
        early = {frozenset(bids) for seat in left[:-1] for bids in seat.values()}
        every = set(range(deal.cards + 1))
        same = deal.winner is None and len(early) == 1
        whole = same and all(bids == every for seat in left for bids in seat.values())
        assert (found.uniform, found.unlimited) == (same, whole), seed
        alike.add(same)
        free.add(whole)
    assert alike == free == {True, False}


def test_a_limit_is_asked_once_for_each_sum_that_bidding_can_come_to():
    """Once in the places before the last, and once more for the last."""
    for seed in range(100):
        deal = drawn(seed)
        deal.made()
        lengths, _ = deal.sequences()
        sums = {sum(bids) for shorter in lengths[:-1] for bids in shorter}
        assert {total - bid for _, bid, total in deal.asked} <= sums, seed
        assert all(bid <= deal.cards for _, bid, _ in deal.asked), seed
        often = [many for (name, _, _), many in deal.asked.items() if name in ("each", "last")]
        assert deal.winner is not None or max(often, default=0) <= 2 * len(deal.met), seed


def test_bids_of_the_first_may_be_limited_where_those_of_the_last_are_not():
    """Who bids first bids 2 of 2 cards, who bids after it whatever it is."""
    met = {("each", 2, 2), *(("each", bid, 2 + bid) for bid in range(3))}
    deal = BidByHand(2, 2, Keeps(Variable("each")), Free(), (frozenset(met),), None)
    found = deal.made()
    assert not found.unlimited
    assert replace(found, listed=(0,)).possible_bids() == [2]
    assert replace(found, listed=(1,)).possible_bids() == [0, 1, 2]


def test_a_bid_that_the_first_alone_may_make_tells_the_seats_apart():
    """Who bids first may bid 1, nobody else."""
    met = {("each", 1, 1), ("each", 0, 0), ("each", 0, 1)}
    deal = BidByHand(3, 1, Keeps(Variable("each")), Free(), (frozenset(met),), None)
    assert not deal.made().uniform
    assert deal.made().possible_bids() == [0, 1]


def test_who_is_stuck_is_so_after_bids_that_are_allowed():
    """Nobody may bid 0 of 2 cards, and the last has no bid at all."""
    met = {("each", bid, total) for bid in (1, 2) for total in range(7)}
    limits = (Keeps(Variable("each")), Keeps(Variable("last")))
    assert BidByHand(3, 2, *limits, (frozenset(met),), None).made().first_dead_end() == (1, 1)


@pytest.mark.parametrize(("players", "cards"), [(1, 2), (2, 1), (3, 2), (4, 3)])
def test_bids_that_nobody_limits(players, cards):
    earlier = sum(1 << total for total in range((players - 1) * cards + 1))
    every = list(product(range(cards + 1), repeat=players))
    found = any_bidding(players, cards)
    assert found.masks(0) == found.masks(players - 1) == {(): (earlier,) * (cards + 1)}
    assert found.first_dead_end() is None
    read = frozenset({"bids", "same_bids"})
    assert found.final_figures(read) == figures_of(every, range(players), read)
    for number in range(cards + 1):
        fixed = fixed_bidding(players, cards, number)
        masks = tuple(earlier * (bid == number) for bid in range(cards + 1))
        assert fixed.masks(0) == {(): masks}
        assert fixed.masks(0) == fixed.masks(players - 1)
        assert fixed.first_dead_end() is None
        assert fixed.possible_bids() == [number]
        assert fixed.final_figures(read) == [(number, players * number, 0, players - 1)]
