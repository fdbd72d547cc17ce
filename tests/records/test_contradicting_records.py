"""`clagdsl.replay` refuses records whose figures contradict the match that their cards give."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

import clagdsl
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import FixedBid


@cache
def unfinished_record() -> Record:
    """A match of Pagat's game that breaks off in a deal after the first bids that are fixed."""
    state, chance = clagdsl.load("pagat").start(seed=3), random.Random(1)
    while not (
        any(isinstance(deal.dealing.rules.bid, FixedBid) for deal in state.history)
        and state.phase == "play"
        and len(state.record().deals[-1].tricks or ()) > 2
    ):
        state = state.apply(chance.choice(list(state.legal())))
    return state.record()


def with_deal(record: Record, index: int, change: Callable[[RecordedDeal], RecordedDeal]) -> Record:
    deals = list(record.deals)
    deals[index] = change(deals[index])
    return replace(record, deals=tuple(deals))


def test_the_record_itself_agrees() -> None:
    assert len(clagdsl.replay(unfinished_record()).history) == len(unfinished_record().deals) - 1


def test_trumps_are_those_of_the_card_turned_up() -> None:
    (trump,) = clagdsl.replay(unfinished_record()).history[0].dealing.trump or ()
    other = "S" if trump != "S" else "H"
    wrong = with_deal(unfinished_record(), 0, lambda deal: replace(deal, trump=other))
    with pytest.raises(clagdsl.RecordError):
        clagdsl.replay(wrong)


def test_fixed_bids_are_those_of_the_rules() -> None:
    state = clagdsl.replay(unfinished_record())
    index, number = next(
        (place, deal.dealing.rules.bid.number)
        for place, deal in enumerate(state.history)
        if isinstance(deal.dealing.rules.bid, FixedBid)
    )
    bids = (number + 1,) * state.players
    wrong = with_deal(unfinished_record(), index, lambda deal: replace(deal, bids=bids))
    with pytest.raises(clagdsl.RecordError):
        clagdsl.replay(wrong)


def test_the_takers_of_an_unfinished_deal_are_those_of_its_cards() -> None:
    players = len(unfinished_record().players)
    winner = clagdsl.replay(unfinished_record()).finished_tricks[0].winner
    taken = ((winner + 1) % players,)
    wrong = with_deal(unfinished_record(), -1, lambda deal: replace(deal, taken=taken))
    with pytest.raises(clagdsl.RecordError):
        clagdsl.replay(wrong)
