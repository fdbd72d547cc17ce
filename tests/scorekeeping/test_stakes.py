"""What a bid is worth made and missed: held against every way in which a deal can end."""

from __future__ import annotations

from itertools import product

import pytest
from support.loaded import loaded

import clagdsl
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.scorekeeping.stake import Stake

TEXT = """clag 2 game "X" players 3 deal normal trump none bid in turn
score {score}
schedule 2 cards: normal then 3 cards: normal winner highest total, then shared"""
SCORES = [
    "10 + tricks when made, otherwise tricks",
    "10 - makers when made, otherwise -abs(bid - tricks)",
    "most_count + 5 when made, otherwise most",
    "bids + tricks when made, otherwise bid - bids",
    "makers * 10 + most_count",
    "highest_bid - bid + 9 * same_bids when tricks > 1, otherwise highest_bid * same_bids",
]


def sheet_of(score: str) -> Sheet:
    return clagdsl.load(text=TEXT.format(score=score)).keep(["Ann", "Bob", "Cai"])


def by_hand(sheet: Sheet, score: str, seat: int, bid: int) -> Stake:
    """The same from all bids and tricks of everybody, scored one by one."""
    cards, made, missed = sheet.cards or 0, set(), set()
    known = sheet.bids
    may = [range(cards + 1) if one is None else (one,) for one in known]
    may[seat] = (bid,)
    game = clagdsl.load(
        text=TEXT.format(score=score.replace("difference(bid, tricks)", "|bid - tricks|"))
    )
    for bids in product(*may):
        for tricks in product(range(cards + 1), repeat=3):
            if sum(tricks) == cards:
                points = game.score(sheet.deal, bids=bids, tricks=tricks)[seat]
                (made if tricks[seat] == bid else missed).add(points)
    one = made.pop() if len(made) == 1 else None
    return Stake(one, min(missed, default=None), max(missed, default=None))


@pytest.mark.parametrize("score", SCORES)
def test_a_stake_is_what_every_end_of_the_deal_comes_to(score: str) -> None:
    sheet = sheet_of(score)
    for entries in ((), ("bid 1",), ("bids 1 0 2",)):
        now = sheet
        for entry in entries:
            now = now.apply(entry)
        for seat, bid in product(range(3), range(3)):
            if now.bids[seat] in (None, bid):
                assert now.stake(seat, bid) == by_hand(now, score, seat, bid)


def test_a_stake_that_was_asked_before_is_that_of_its_own_deal() -> None:
    """With as many cards in another deal, and more in a third, the bid is worth another sum."""
    text = TEXT.format(score="10 * deal + cards + tricks when made, otherwise -deal")
    text = text.replace("2 cards: normal", "2 cards: normal then 2 cards: normal")
    sheet = clagdsl.load(text=text).keep(["Ann", "Bob", "Cai"])
    found = []
    for cards in (2, 2, 3):
        found.append([sheet.stake(0, 1), sheet.stake(0, 1)])
        sheet = sheet.apply("bids 1 0 0").apply(f"won 1 0 {cards - 1}")
    expected = [Stake(13, -1, -1), Stake(23, -2, -2), Stake(34, -3, -3)]
    assert found == [[one, one] for one in expected]


def test_a_stake_of_pagat() -> None:
    sheet = loaded("pagat").keep(["Ann", "Bob", "Cai", "Dot"])
    made, least, most = sheet.stake(0, 1)
    assert (made, least, most) == (11, 0, 0)
    assert sheet.stake(0, 0) == Stake(10, 1, 1)


def test_where_tricks_differ_in_value_no_single_number_is_told() -> None:
    raf = loaded("raf").keep(["Ann", "Bob", "Cai"]).apply("cards 3")
    raf = raf.apply("call No Trumps, Ascending Madness")
    assert raf.stake(0, 1).made is None


def test_a_blind_bid_has_the_stake_of_one_that_is_blind() -> None:
    text = TEXT.format(score="(20 when blind, otherwise 10) when made, otherwise 0")
    text = text.replace("bid in turn", "bid in turn sight by choice")
    sheet = clagdsl.load(text=text).keep(["Ann", "Bob", "Cai"])
    assert sheet.stake(0, 1) == Stake(20, 0, 0)
    assert sheet.apply("look").stake(0, 1) == Stake(10, 0, 0)


@pytest.mark.parametrize("seat", [-1, 4, None, "0", True, 1.0])
def test_there_is_no_such_seat(seat: int) -> None:
    with pytest.raises(clagdsl.ArgumentError):
        loaded("pagat").keep(["Ann", "Bob", "Cai", "Dot"]).stake(seat, 0)


@pytest.mark.parametrize("bid", [-1, 2, None, "0", True, 1.0, 10**50])
def test_there_is_no_such_bid(bid: int) -> None:
    with pytest.raises(clagdsl.ArgumentError, match="U605"):
        loaded("pagat").keep(["Ann", "Bob", "Cai", "Dot"]).stake(0, bid)


def test_only_the_bid_that_is_fixed_has_a_stake() -> None:
    text = TEXT.format(score="10 when made, otherwise -tricks").replace(
        "bid in turn", "bid fixed 0"
    )
    sheet = clagdsl.load(text=text).keep(["Ann", "Bob", "Cai"])
    assert sheet.stake(0, 0) == Stake(10, -2, -1)
    with pytest.raises(clagdsl.ArgumentError, match="every bid is fixed at `0`"):
        sheet.stake(0, 1)


def test_nothing_is_at_stake_before_the_rules_are_known() -> None:
    raf = loaded("raf").keep(["Ann", "Bob", "Cai"])
    for sheet in (raf, raf.apply("cards 3")):
        with pytest.raises(clagdsl.ArgumentError, match="U605"):
            sheet.stake(0, 1)
