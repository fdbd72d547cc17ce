"""What is remembered of earlier deals: runs, tallies, and what is made and scored in a row."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from support.table_games import HOOK, aspects, clause, game, rules

from clagdsl.lang.rules import (
    Arithmetic,
    AuctionBids,
    BidInTurn,
    Comparison,
    CompletedWhen,
    Deal,
    FixedBid,
    Free,
    HistoryFigure,
    Keeps,
    NoAuction,
    NoBid,
    Number,
    PastValue,
    RowBest,
    RowMade,
    Run,
    Tally,
    Twist,
    Value,
    Variable,
)
from clagdsl.table.bids import blind_bids, may_bid_blind
from clagdsl.table.history import (
    PastFigures,
    after_row,
    applies_to,
    empty_past,
    initial_past,
    initial_values,
    limits_read,
    partial_after,
    partial_before,
    past_after_deal,
    read_by_bids,
    remembered,
    rows_read,
    updated_value,
    values_of_seat,
)
from clagdsl.table.schedule import ScheduledDeal

ZEROS = Run("zeros", Comparison("=", Variable("tricks"), Number(0)))
BAGS = Tally("bags", Arithmetic("-", Variable("tricks"), Variable("bid")))
AUCTIONS = Tally("won", Variable("auction"))
BLINDS = Run("blinds", Variable("blind"))
EVERY: tuple[HistoryFigure, ...] = (ZEROS, BAGS, RowMade(), RowBest())
AUCTION = AuctionBids(Number(1), Number(3), ("C",))


def names(tricks: int, bid: int) -> dict[str, Value]:
    return {"tricks": tricks, "bid": bid, "made": tricks == bid}


def test_what_is_remembered_after_a_deal() -> None:
    for before, (tricks, bid), score in product((0, 2, -2), ((0, 0), (0, 2), (3, 1)), (-4, 0, 3)):
        told = names(tricks, bid)
        assert updated_value(ZEROS, before, told, score) == (before + 1 if tricks == 0 else 0)
        assert updated_value(BAGS, before, told, score) == before + tricks - bid
        assert updated_value(RowMade(), before, told, score) == before + (1 if tricks == bid else 0)
        assert updated_value(RowBest(), before, told, score) == (
            before if before > score else score
        )


@pytest.mark.parametrize("auction", [NoAuction(), AUCTION])
@pytest.mark.parametrize("sight", ["before bids", "by choice"])
@pytest.mark.parametrize("bid", [BidInTurn(), FixedBid(1), NoBid()])
def test_a_deal_counts_that_has_all_that_is_read_of_it(
    auction: object, sight: str, bid: object
) -> None:
    chosen = rules(auction=auction, sight=sight, bid=bid)
    bids, sold, blind = bid != NoBid(), auction == AUCTION, sight == "by choice"
    counted = [(ZEROS, True), (BAGS, bids), (AUCTIONS, sold), (BLINDS, bids and blind)]
    for each, counts in (*counted, (RowMade(), bids), (RowBest(), True)):
        assert applies_to(each, chosen) is counts
    # of a score sheet that tells everything all is known, and where a deal does not count it stays
    every = (*EVERY, AUCTIONS, BLINDS)
    taken = [names(0, 0), names(2, 1), names(1, 3)]
    taken = [{**each, "auction": 2, "blind": True} for each in taken]
    scores = (5, -1, 0)
    past = tuple(PastFigures(each.name, (3, 0, -2)) for each in every)
    later = past_after_deal(every, past, chosen, taken, scores)
    for each, figures in zip(every, later, strict=True):
        own = zip((3, 0, -2), taken, scores, strict=True)
        expected = tuple(updated_value(each, before, told, score) for before, told, score in own)
        assert figures.by_seat == (expected if applies_to(each, chosen) else (3, 0, -2))
        assert figures.name == each.name
    told = tuple(values_of_seat(past, seat) for seat in range(3))
    known = partial_after(every, told, chosen, taken, scores)
    assert known == tuple(values_of_seat(later, seat) for seat in range(3))


def test_of_a_row_only_what_a_sheet_tells_is_known() -> None:
    chosen = rules(3)
    both = (RowMade(), RowBest())
    before = ((("row_made", 1), ("row_best", 0)),) * 3
    for told, score, later in (
        ({"made": True}, 7, (("row_made", 2), ("row_best", 7))),
        ({"made": False}, 0, (("row_made", 1), ("row_best", 0))),
        ({"made": False}, -3, (("row_made", 1), ("row_best", 0))),
        ({"made": True}, None, (("row_made", 2),)),
        ({}, 7, (("row_best", 7),)),
        ({}, None, ()),
    ):
        assert partial_after(both, before, chosen, [told] * 3, (score,) * 3) == (later,) * 3
        assert partial_after(both, ((),) * 3, chosen, [told] * 3, (score,) * 3) == ((),) * 3
    unbid = rules(3, bid=NoBid())  # it is passed over: what was known is known
    assert (
        partial_after((RowMade(),), before, unbid, [{}] * 3, (None,) * 3)
        == ((("row_made", 1),),) * 3
    )


def test_with_a_row_what_is_remembered_of_it_begins_again() -> None:
    one, first, last = (
        ScheduledDeal(4, "n", 2, 2, row_deals=many, in_row=place)
        for many, place in ((1, 0), (3, 0), (3, 2))
    )
    middle = ScheduledDeal(4, "n", 2, 2, row_deals=3, in_row=1)
    past = empty_past(EVERY, 3)
    assert past == tuple(PastFigures(each.name, (0, 0, 0)) for each in EVERY)
    past = tuple(replace(each, by_seat=(4, 0, -1)) for each in past)
    for each in (one, last):
        assert after_row(past, each) == (*past[:2], *empty_past(EVERY, 3)[2:])
    for each in (first, middle):
        assert after_row(past, each) == past
    known = tuple(values_of_seat(past, seat) for seat in range(3))
    for each in (middle, last):
        assert partial_before(EVERY, known, each) == known
    runs = tuple(own[:2] for own in known)
    for each in (first, one):
        expected = tuple((*own, ("row_made", 0), ("row_best", 0)) for own in runs)
        assert partial_before(EVERY, known, each) == expected
        assert partial_before(EVERY, runs, each) == expected
        assert partial_before(EVERY[:2], runs, each) == runs


SCORES = {
    "row_made": Variable("row_made"),
    "row_best": Arithmetic("+", Variable("row_best"), Variable("bid")),
    "row_deals": Variable("row_deals"),
    "": Variable("bid"),
}


@pytest.mark.parametrize("read", SCORES)
def test_of_a_row_is_remembered_what_a_score_or_a_contract_reads(read: str) -> None:
    expression = SCORES[read]
    counted = CompletedWhen(Comparison(">", expression, Number(1)))
    both = (ZEROS, BAGS)
    for deal, twist in (
        (aspects(score=expression), Twist("T")),
        (aspects(completed=counted), Twist("T")),
        (aspects(), Twist("T", score=clause(expression))),
        (aspects(), Twist("T", completed=clause(counted))),
    ):
        given = game(Deal("a", aspects()), Deal("b", deal), twists=(twist,), past=both)
        assert rows_read(given) == ({read} if read else set())
        of_rows = [each for each in (RowMade(), RowBest()) if each.name == read]
        assert remembered(given) == (*both, *of_rows)


def test_before_the_first_deal_all_that_a_deal_reads_of_the_past_is_nothing() -> None:
    reading = Comparison(">", PastValue("zeros"), Variable("bid"))
    for changes in (
        {"score": PastValue("zeros")},
        {"completed": CompletedWhen(reading)},
        {"each_bid": Keeps(reading)},
        {"last_bid": Keeps(Comparison("!=", Variable("bids"), Number(1)), reading)},
    ):
        assert initial_values(rules(**changes)) == (("zeros", 0),)
    assert initial_values(rules()) == ()
    score = Arithmetic("+", Variable("row_best"), Variable("row_made"))
    chosen = rules(3, score=score)
    assert initial_values(chosen) == (("row_best", 0), ("row_made", 0))
    assert initial_past(chosen) == (
        PastFigures("row_best", (0, 0, 0)),
        PastFigures("row_made", (0, 0, 0)),
    )


def test_nobody_has_bid_blind_unless_that_is_said() -> None:
    """It has a value where bids may be made blind, and is read where a score says so."""
    reads, reads_not = CompletedWhen(Variable("blind")), CompletedWhen(Variable("made"))
    for sight, completed, found in (
        ("by choice", reads, ("blind",)),
        ("by choice", reads_not, ()),
        ("before bids", reads, ()),
        ("before bids", reads_not, ()),
    ):
        chosen = rules(sight=sight, completed=completed, score=PastValue("zeros"))
        for blind in (False, True):
            expected = (*((name, blind) for name in found), ("zeros", 0))
            assert initial_values(chosen, blind=blind) == expected
        assert initial_values(chosen) == initial_values(chosen, blind=False)


def test_who_may_bid_blind() -> None:
    for sight, bid, may in (
        ("by choice", BidInTurn(), True),
        ("by choice", NoBid(), False),
        ("by choice", FixedBid(0), False),
        ("before bids", BidInTurn(), False),
        ("never", BidInTurn(), False),
    ):
        chosen = rules(3, sight=sight, bid=bid)
        assert may_bid_blind(chosen) is may
        figures = (PastFigures("blind", (True, False, True)),) if may else ()
        assert blind_bids(chosen, (2, 0)) == figures


def test_what_limits_on_bids_read() -> None:
    more = Comparison(">", Variable("bid"), PastValue("zeros"))
    given = game(Deal("normal", aspects()), past=(ZEROS, BAGS))
    last_otherwise = Keeps(Comparison("=", Variable("bid"), Number(1)), more)
    for each, last, read, past in (
        (Free(), Free(), set(), set()),
        (Free(), HOOK, {"bids", "cards"}, set()),
        (Keeps(more), HOOK, {"bid", "bids", "cards", "zeros"}, {"zeros"}),
        (HOOK, last_otherwise, {"bid", "bids", "cards", "zeros"}, {"zeros"}),
    ):
        chosen = rules(each_bid=each, last_bid=last)
        assert limits_read(chosen) == read
        assert read_by_bids(given, chosen) == past
