"""Which bids may be made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.table_games import HOOK, WRITTEN, rules

from clagdsl.lang.rules import (
    Arithmetic,
    Comparison,
    FixedBid,
    Free,
    Keeps,
    NoBid,
    Number,
    Truth,
    Variable,
)
from clagdsl.table.bids import legal_bids, why_not_bid

BID, BIDS, CARDS = Variable("bid"), Variable("bids"), Variable("cards")
ABOVE = Comparison(">", BIDS, CARDS)
NOT_EQUAL = Comparison("!=", BIDS, CARDS)


def bids(chosen, *made, cards=7, deal=1):
    return legal_bids(chosen, deal=deal, cards=cards, bids=made)


def code(chosen, bid, *made, cards=7, deal=1):
    reason = why_not_bid(chosen, deal=deal, cards=cards, bids=made, bid=bid)
    return reason.code if reason else None


def test_a_bid_is_from_nought_to_the_cards():
    assert bids(rules()) == (0, 1, 2, 3, 4, 5, 6, 7)
    assert code(rules(), 8) == "A201"
    assert code(rules(), -1) == "A201"
    assert code(rules(), 7) is None


def test_the_last_bidder_may_not_make_the_total_equal_the_cards():
    hook = rules()
    assert bids(hook, 1, 1, 1) == (0, 1, 2, 3, 5, 6, 7)
    assert code(hook, 4, 1, 1, 1) == "A202"
    assert code(hook, 4, 1, 1) is None  # only the last bid is limited
    assert bids(hook, 4, 4, 4) == (0, 1, 2, 3, 4, 5, 6, 7)  # already over
    assert bids(rules(last_bid=Free()), 1, 1, 1) == tuple(range(8))


def test_what_is_known_about_one_bid_is_not_said_about_another():
    """The same rules answer again and again: for the same sum, but not for the last bid."""
    hook = rules()
    assert 4 in bids(hook, 3)
    assert 4 not in bids(hook, 1, 1, 1)
    assert 4 in bids(hook, 1, 1, 1, cards=8)
    assert 4 in bids(hook, 3)


def test_who_bids_last_depends_on_the_number_of_players():
    assert bids(rules(5), 1, 1, 1) == tuple(range(8))
    assert 3 not in bids(rules(5), 1, 1, 1, 1)


def test_each_bid_is_limited():
    chosen = rules(each_bid=Keeps(Comparison(">", BID, Number(0))), last_bid=Free())
    assert bids(chosen) == (1, 2, 3, 4, 5, 6, 7)
    assert code(chosen, 0) == "A203"


def test_the_last_bid_meets_both_limits():
    chosen = rules(each_bid=Keeps(Comparison(">", BID, Number(0))), last_bid=HOOK)
    assert bids(chosen, 1, 1, 1) == (1, 2, 3, 5, 6, 7)
    assert code(chosen, 0, 1, 1, 1) == "A203"
    assert code(chosen, 4, 1, 1, 1) == "A202"


def test_as_the_rewrite_is_written_a_dealer_may_be_left_without_a_bid():
    """The dealer must take the total above the cards: impossible when all others bid nothing."""
    written = rules(last_bid=Keeps(ABOVE))
    assert bids(written, 0, 0, 0) == ()
    assert bids(written, 1, 1, 1) == (5, 6, 7)
    reason = why_not_bid(written, deal=1, cards=7, bids=(0, 0, 0), bid=3)
    assert reason is not None
    assert reason.code == "A202"
    assert reason.reason.endswith("no bid is left")


def test_otherwise_applies_only_where_no_bid_meets_the_condition():
    mended = rules(last_bid=Keeps(ABOVE, NOT_EQUAL))
    assert bids(mended, 0, 0, 0) == (0, 1, 2, 3, 4, 5, 6)
    assert bids(mended, 1, 0, 0) == (7,)
    assert bids(mended, 1, 1, 1) == (5, 6, 7)
    assert code(mended, 2, 1, 1, 1) == "A202"
    assert code(mended, 7, 0, 0, 0) == "A202"


def test_each_limit_chooses_its_condition_by_itself():
    """That no bid meets both limits does not bring `otherwise` in."""
    chosen = rules(
        each_bid=Keeps(Comparison("<", BID, Number(2))),
        last_bid=Keeps(ABOVE, NOT_EQUAL),
    )
    assert bids(chosen, 1, 1, 1) == ()
    assert bids(chosen, 0, 0, 0) == (0, 1)
    assert code(chosen, 6, 1, 1, 1) == "A203"
    assert code(chosen, 1, 1, 1, 1) == "A202"


def test_a_limit_reads_the_number_of_the_deal_the_players_and_the_cards():
    limit = Keeps(
        Comparison("<=", BID, Arithmetic("+", Variable("deal"), Variable("players"))),
    )
    chosen = rules(each_bid=limit, last_bid=Free())
    assert bids(chosen, deal=1, cards=9) == tuple(range(6))
    assert bids(chosen, deal=2, cards=9) == tuple(range(7))
    assert bids(rules(5, each_bid=limit), deal=1, cards=9) == tuple(range(7))
    assert bids(chosen, deal=9, cards=3) == (0, 1, 2, 3)


@pytest.mark.parametrize("rule", [FixedBid(0), NoBid()])
def test_nobody_bids_where_bids_are_fixed_or_none(rule):
    chosen = rules(bid=rule)
    assert bids(chosen) == ()
    assert code(chosen, 0) == "A103"


def test_the_reason_says_what_may_be_bid():
    reason = why_not_bid(rules(), deal=1, cards=7, bids=(3, 1, 1), bid=2)
    assert reason is not None
    assert "would come to `7` with `7` cards" in reason.reason
    assert "bid `0`, `1`, `3`, `4`, `5`, `6` or `7`" in reason.reason
    assert reason.place == WRITTEN.place
    assert reason.source == "Pagat, deal 1"


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
