"""Auctions of few players and few words, every one of them said."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.table_games import aspects, clause, game, rules

from clagdsl.lang.policies.bid import AuctionContract, AuctionWord
from clagdsl.lang.rules import (
    Alternative,
    AuctionBids,
    Clause,
    Deal,
    NoAuction,
    Number,
    Truth,
    Twist,
    Variable,
)
from clagdsl.table.bids import (
    AuctionState,
    auction_bids,
    auction_figures,
    auction_numbers,
    auction_state,
    auctions_in,
    has_auction,
    legal_auction_words,
    max_auction_decisions,
    why_not_bid_in_auction,
)
from clagdsl.table.history import PastFigures

AUCTION = AuctionBids(Number(1), Variable("cards"), ("C", "S", None))


def every_auction(players: int, bids: int) -> Iterator[tuple[list[tuple[int, int | None]], bool]]:
    """All that can be said, as who said which bid (None for a pass), and whether it is over."""

    def further(
        said: list[tuple[int, int | None]], seats: list[int], lowest: int
    ) -> Iterator[tuple[list[tuple[int, int | None]], bool]]:
        highest = [seat for seat, bid in said if bid is not None][-1:]
        over = not seats or seats == highest
        yield said, over
        if not over:
            first, *rest = seats
            yield from further([*said, (first, None)], rest, lowest)
            for bid in range(lowest, bids):
                yield from further([*said, (first, bid)], [*rest, first], bid + 1)

    yield from further([], list(range(players)), 0)


@pytest.mark.parametrize(("players", "cards"), [(3, 1), (4, 1), (3, 2)])
def test_every_auction_goes_round_to_the_one_who_is_left(players: int, cards: int) -> None:
    chosen = rules(players, auction=AUCTION)
    bids = [
        AuctionContract(number, trump)
        for number in range(1, cards + 1)
        for trump in ("C", "S", None)
    ]
    assert auction_bids(chosen, deal=1, cards=cards) == tuple(bids)
    longest = 0
    for said, over in every_auction(players, len(bids)):
        words: list[AuctionWord] = [None if bid is None else bids[bid] for _, bid in said]
        named = [(seat, bid) for seat, bid in said if bid is not None]
        leader, highest = named[-1] if named else (None, -1)
        stand = auction_state(players, words)
        assert stand.leader == leader
        assert stand.highest == (bids[highest] if named else None)
        assert (stand.turn is None) == over
        assert stand.thrown_in == (over and leader is None)
        longest = max(longest, len(words))
        told = legal_auction_words(chosen, deal=1, cards=cards, words=words)
        assert told == (() if over else (None, *bids[highest + 1 :]))
        for each in () if over else bids:
            reason = why_not_bid_in_auction(chosen, deal=1, cards=cards, words=words, bid=each)
            assert (reason.code if reason else None) == (None if each in told else "A902")
        if over:  # what is said then does not count
            assert auction_state(players, [*words, None, bids[-1]]) == stand
        for place, (seat, _) in enumerate(said):
            assert auction_state(players, words[:place]).turn == seat
    assert longest == max_auction_decisions(players, len(bids))


def test_who_cannot_say_anything_decides_nothing() -> None:
    assert max_auction_decisions(4, 0) == 0
    assert [max_auction_decisions(players, 1) for players in (2, 3, 7)] == [2, 3, 7]


def test_what_is_no_bid_of_the_auction_is_refused_as_that() -> None:
    chosen = rules(3, auction=AUCTION)
    for said in (AuctionContract(0, "C"), AuctionContract(3, "C"), AuctionContract(1, "H")):
        reason = why_not_bid_in_auction(chosen, deal=1, cards=2, words=(), bid=said)
        assert reason is not None
        assert reason.code == "A901"
        assert "`1C`" in reason.reason
        assert "`2NT`" in reason.reason


def test_the_numbers_of_an_auction_hang_on_the_deal_and_its_cards() -> None:
    chosen = rules(4, auction=AuctionBids(Variable("deal"), Variable("players"), ("C",)))
    assert auction_numbers(chosen, deal=2, cards=9) == range(2, 5)
    chosen = rules(4, auction=AUCTION)
    assert auction_numbers(chosen, deal=2, cards=9) == range(1, 10)


def test_without_an_auction_nothing_is_said_and_nobody_wins_one() -> None:
    none, some = rules(3, auction=NoAuction()), rules(3, auction=AUCTION)
    assert (has_auction(none), has_auction(some)) == (False, True)
    assert auction_numbers(none, deal=1, cards=3) == range(0)
    assert auction_bids(none, deal=1, cards=3) == ()
    assert legal_auction_words(none, deal=1, cards=3, words=()) == ()
    assert auction_figures(none, 1, AuctionContract(2, "C")) == ()
    assert auction_figures(some, 1, AuctionContract(2, "C")) == (PastFigures("auction", (0, 2, 0)),)
    assert auction_figures(some, None, None) == (PastFigures("auction", (0, 0, 0)),)


SOMETIMES = Clause((Alternative(AUCTION, Truth(False)), Alternative(NoAuction())))


@pytest.mark.parametrize(
    ("deals", "twist", "found"),
    [
        ((aspects(), aspects()), None, False),
        ((aspects(), aspects(auction=AUCTION)), None, True),
        ((aspects(auction=AUCTION), aspects()), None, True),
        ((aspects(),), clause(NoAuction()), False),
        ((aspects(),), clause(AUCTION), True),
        ((aspects(),), SOMETIMES, True),
    ],
)
def test_a_game_has_an_auction_where_one_of_its_deals_may_have_one(deals, twist, found) -> None:
    named = [Deal(f"deal {place}", each) for place, each in enumerate(deals)]
    twists = () if twist is None else (Twist("T", auction=twist), Twist("Other"))
    assert auctions_in(game(*named, twists=twists)) is found


def test_an_auction_is_over_where_everybody_has_passed() -> None:
    assert auction_state(3, (None, None)) == AuctionState(2, None, None)
    assert auction_state(3, (None, None, None)) == AuctionState(None, None, None)
    last = AuctionContract(1, "C")
    assert auction_state(3, (None, None, last)) == AuctionState(None, 2, last)
