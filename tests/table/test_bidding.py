"""Which bids may be made: laws, and limits that the checker refuses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table_games import rules

import clagdsl
from clagdsl.lang.rules import (
    Comparison,
    Free,
    Keeps,
    Number,
    PastValue,
    Truth,
    Variable,
)
from clagdsl.table.bids import AtOdds, legal_bids, limits_at_odds, why_not_bid

BID, BIDS, CARDS = Variable("bid"), Variable("bids"), Variable("cards")
ABOVE = Comparison(">", BIDS, CARDS)
NOT_EQUAL = Comparison("!=", BIDS, CARDS)


def bids(chosen, *made, cards=7, deal=1):
    return legal_bids(chosen, deal=deal, cards=cards, bids=made)


def code(chosen, bid, *made, cards=7, deal=1):
    reason = why_not_bid(chosen, deal=deal, cards=cards, bids=made, bid=bid)
    return reason.code if reason else None


def test_as_the_rewrite_is_written_a_dealer_may_be_left_without_a_bid():
    """The dealer must take the total above the cards: impossible when all others bid nothing."""
    written = rules(last_bid=Keeps(ABOVE))
    assert bids(written, 0, 0, 0) == ()
    assert bids(written, 1, 1, 1) == (5, 6, 7)
    reason = why_not_bid(written, deal=1, cards=7, bids=(0, 0, 0), bid=3)
    assert reason is not None
    assert reason.code == "A202"
    assert reason.reason.endswith("no bid is left")


def test_where_no_bid_meets_both_limits_the_otherwise_of_the_last_bid_counts():
    chosen = rules(
        each_bid=Keeps(Comparison("<", BID, Number(2))),
        last_bid=Keeps(ABOVE, NOT_EQUAL),
    )
    assert bids(chosen, 1, 1, 1) == (0, 1)
    assert bids(chosen, 0, 0, 0) == (0, 1)
    assert bids(chosen, 2, 2, 2) == (0,)  # 7 would be level, 6 is not above
    assert bids(chosen, 2, 2, 3) == (1,)  # above: only then does the condition count
    assert code(chosen, 6, 1, 1, 1) == "A203"
    assert code(chosen, 1, 2, 2, 2) == "A202"


def test_then_the_otherwise_of_each_bid_counts_too():
    """The dealer of one card who has bid nothing too often: 0 is barred by one, 1 by the other."""
    not_none, none = Comparison(">", BID, Number(0)), Comparison("=", BID, Number(0))
    chosen = rules(each_bid=Keeps(not_none, none), last_bid=Keeps(NOT_EQUAL))
    assert bids(chosen, 0, 0, 0, cards=1) == (0,)
    assert code(chosen, 1, 0, 0, 0, cards=1) == "A202"
    assert bids(chosen, 0, 0, cards=1) == (1,)
    assert bids(chosen, 0, 1, 0, cards=1) == (1,)
    both = rules(each_bid=Keeps(not_none, none), last_bid=Keeps(NOT_EQUAL, Truth(False)))
    assert bids(both, 0, 0, 0, cards=1) == ()  # that of the last bid goes on counting
    first = rules(each_bid=Keeps(not_none, none), last_bid=Keeps(NOT_EQUAL, Truth(True)))
    assert bids(first, 0, 0, 0, cards=1) == (1,)  # it counts first


def test_whose_limits_are_at_odds():
    low, high = Comparison("<", BID, Number(2)), Comparison(">", BID, Number(1))
    for each, last, found in (
        (Free(), Keeps(ABOVE, NOT_EQUAL), AtOdds(last=False, each=False)),
        (Keeps(low), Keeps(NOT_EQUAL, Truth(True)), AtOdds(last=False, each=False)),
        (Keeps(low), Keeps(high, NOT_EQUAL), AtOdds(last=True, each=False)),
        (Keeps(low, high), Keeps(high), AtOdds(last=False, each=True)),
        (Keeps(low, NOT_EQUAL), Keeps(high, Truth(False)), AtOdds(last=True, each=True)),
    ):
        assert limits_at_odds(rules(each_bid=each, last_bid=last), deal=1, cards=7) == found


def test_limits_are_at_odds_that_are_so_for_anybody():
    """However a player may stand with what they read."""
    low, high = Comparison("<", BID, Number(2)), Comparison(">", BID, PastValue("zeros"))
    at_odds = rules(each_bid=Keeps(low), last_bid=Keeps(high, NOT_EQUAL))
    turned = rules(each_bid=Keeps(high, NOT_EQUAL), last_bid=Keeps(low))
    for zeros, found in (((0,), False), ((1,), True), ((0, 1), True), ((1, 0), True)):
        past = [(("zeros", own),) for own in zeros]
        assert limits_at_odds(at_odds, deal=1, cards=7, past=past) == AtOdds(found, False)
        assert limits_at_odds(turned, deal=1, cards=7, past=past) == AtOdds(False, found)


CONDITIONS = st.sampled_from(
    (
        ABOVE,
        NOT_EQUAL,
        Comparison("<", BID, Number(3)),
        Truth(False),
        Comparison("=", BID, Number(9)),
    )
)
LIMITS = st.one_of(
    st.just(Free()),
    st.builds(Keeps, CONDITIONS),
    st.builds(Keeps, CONDITIONS, CONDITIONS),
)


@given(LIMITS, LIMITS, st.lists(st.integers(0, 7), max_size=3), st.integers(1, 7))
def test_a_bid_is_legal_exactly_when_no_reason_forbids_it(last_bid, each_bid, made, cards):
    made = tuple(min(bid, cards) for bid in made)
    chosen = rules(last_bid=last_bid, each_bid=each_bid)
    allowed = legal_bids(chosen, deal=1, cards=cards, bids=made)
    assert allowed == legal_bids(chosen, deal=1, cards=cards, bids=made)
    for bid in range(-1, cards + 2):
        reason = why_not_bid(chosen, deal=1, cards=cards, bids=made, bid=bid)
        assert (reason is None) == (bid in allowed)


@given(st.lists(st.integers(0, 7), min_size=3, max_size=3))
def test_with_the_hook_somebody_must_fail(made):
    for bid in legal_bids(rules(), deal=1, cards=7, bids=tuple(made)):
        assert sum(made) + bid != 7


@pytest.mark.parametrize(("first", "found"), [("", True), (", auction winner first", False)])
def test_only_who_has_won_an_auction_is_bound_by_its_number(first, found):
    """Whoever bids first has won it, so that the last bidder has not."""
    game = clagdsl.load(
        text=f"""clag 2
game "Won"
players 4
deal normal
  auction 1 to cards C D H S none
  trump named in auction
  bid in turn{first}
  each bid keeps bid >= auction
  last bid keeps bids != cards, otherwise free
  score 10 + tricks when made, otherwise 0
schedule 5 down to 3 cards: normal
winner highest total, then shared
"""
    )
    here = game.start().table.rules("normal")
    assert limits_at_odds(here, deal=1, cards=5) == AtOdds(found, False)
