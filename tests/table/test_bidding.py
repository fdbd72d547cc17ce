"""Which bids may be made: laws, and limits that the checker refuses."""

from itertools import product

import pytest
from support.table_games import rules

import clagdsl
from clagdsl.lang.expr.evaluate import holds
from clagdsl.lang.rules import (
    AuctionBids,
    BidTogether,
    Comparison,
    FixedBid,
    Free,
    Keeps,
    Logic,
    NoBid,
    Number,
    PastValue,
    Truth,
    Variable,
)
from clagdsl.table.bids import LimitConflict, legal_bids, limit_conflicts, why_not_bid

BID, BIDS, CARDS = Variable("bid"), Variable("bids"), Variable("cards")
ABOVE = Comparison(">", BIDS, CARDS)
NOT_EQUAL = Comparison("!=", BIDS, CARDS)


def bids(chosen, *made, cards=7, deal=1):
    return legal_bids(chosen, deal=deal, cards=cards, bids=made)


def code(chosen, bid, *made, cards=7, deal=1):
    reason = why_not_bid(chosen, deal=deal, cards=cards, bids=made, bid=bid)
    return reason.code if reason else None


def test_limits_are_at_odds_that_are_so_for_anybody():
    """However a player may stand with what they read."""
    low, high = Comparison("<", BID, Number(2)), Comparison(">", BID, PastValue("zeros"))
    at_odds = rules(each_bid=Keeps(low), last_bid=Keeps(high, NOT_EQUAL))
    turned = rules(each_bid=Keeps(high, NOT_EQUAL), last_bid=Keeps(low))
    for zeros, found in (((0,), False), ((1,), True), ((0, 1), True), ((1, 0), True)):
        past = [(("zeros", own),) for own in zeros]
        assert limit_conflicts(at_odds, deal=1, cards=7, past=past) == LimitConflict(found, False)
        assert limit_conflicts(turned, deal=1, cards=7, past=past) == LimitConflict(False, found)


def test_limits_are_at_odds_in_the_deals_in_which_they_are():
    """What was found for one deal holds for those that are alike in all that the limits read."""
    low = Comparison("<", BID, Number(2))
    above_the_deal = Comparison(">=", BID, Variable("deal"))
    of_deal = rules(each_bid=Keeps(low), last_bid=Keeps(above_the_deal, NOT_EQUAL))
    found = [limit_conflicts(of_deal, deal=deal, cards=7).last for deal in (1, 2, 1, 8)]
    assert found == [False, True, False, False]
    of_cards = rules(each_bid=Keeps(low), last_bid=Keeps(Comparison("=", BID, CARDS), NOT_EQUAL))
    assert [limit_conflicts(of_cards, deal=1, cards=cards).last for cards in (1, 2)] == [
        False,
        True,
    ]


SOME = Comparison(">", BID, Number(0))
SPENT = Logic("or", (SOME, Comparison(">=", PastValue("zeros"), Number(3))))


@pytest.mark.parametrize(
    ("limit", "cards", "why"),
    [
        (SOME, 2, ""),
        (SPENT, 2, ": `zeros` is `2`"),
        (Comparison(">=", BID, Variable("auction")), 2, ": `auction` is `1`"),
        (Comparison("=", BID, CARDS), 2, ": there are `2` cards"),
        (Comparison("=", BID, CARDS), 1, ": there is `1` card"),
        (Comparison("!=", BIDS, Number(1)), 2, ": the bids would add up to `1`"),
        (NOT_EQUAL, 1, ": the bids would add up to `1` with `1` card"),
        (
            Logic("and", (SPENT, Comparison(">", BIDS, Variable("deal")))),
            2,
            ": the bids would add up to `1`, `zeros` is `2` and `deal` is `4`",
        ),
        (Comparison(">", BID, Variable("players")), 2, ": `players` is `4`"),
    ],
)
@pytest.mark.parametrize("last", [False, True])
def test_a_refusal_tells_what_the_limit_reads_and_nothing_else(limit, cards, why, last):
    """Where all bid at once nobody knows what the bids would add up to."""
    limits = {"each_bid": Free(), "last_bid": Free()}
    limits["last_bid" if last else "each_bid"] = Keeps(limit)
    chosen = rules(**limits)
    asked = {"deal": 4, "cards": cards, "bids": (1, 0, 0) if last else (1,)}
    reason = why_not_bid(chosen, **asked, bid=0, past=(("zeros", 2), ("auction", 1)))
    assert reason is not None
    which = "the last bid" if last else "each bid"
    assert reason.reason.startswith(f"the limit on {which} forbids `0`{why}; ")


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
    assert limit_conflicts(here, deal=1, cards=5) == LimitConflict(found, False)


# --- against all bids in turn -----------------------------------------------------------------

LOW, HIGH = Comparison("<", BID, Number(1)), Comparison(">", BID, Number(0))
FEW = Comparison("<=", BIDS, Number(2))
EACH = (Free(), Keeps(LOW), Keeps(HIGH), Keeps(HIGH, LOW), Keeps(FEW, NOT_EQUAL))
LAST = (Free(), Keeps(NOT_EQUAL), Keeps(LOW, NOT_EQUAL), Keeps(HIGH, LOW), Keeps(ABOVE, HIGH))


def meeting(limit, total, cards, otherwise=False):
    """The bids that a limit allows after a sum of bids, or what comes after its `otherwise`."""
    if isinstance(limit, Free):
        return set(range(cards + 1))
    asked = limit.otherwise if otherwise else limit.condition
    return {
        bid
        for bid in range(cards + 1)
        if holds(asked, {"bid": bid, "bids": total + bid, "cards": cards})
    }


def in_turn(limit, total, cards):
    met = meeting(limit, total, cards)
    return (
        met
        if met or getattr(limit, "otherwise", None) is None
        else meeting(limit, total, cards, True)
    )


def bidding_last(each, last, total, cards):
    """What each limit allows whoever bids last; whose `otherwise` counts for the other's sake."""
    of_each, of_last = in_turn(each, total, cards), in_turn(last, total, cards)
    found = [False, False]
    if not of_each & of_last and getattr(last, "otherwise", None) is not None:
        instead = meeting(last, total, cards, True)
        found[0], of_last = instead != of_last, instead
    if not of_each & of_last and getattr(each, "otherwise", None) is not None:
        instead = meeting(each, total, cards, True)
        found[1], of_each = instead != of_each, instead
    return of_each, of_last, found


@pytest.mark.parametrize(("players", "cards"), [(3, 1), (3, 2), (4, 1)])
@pytest.mark.parametrize("each", EACH)
@pytest.mark.parametrize("last", LAST)
def test_bids_and_limits_at_odds_are_those_of_all_sequences(players, cards, each, last):
    chosen = rules(players, each_bid=each, last_bid=last)
    made = [()]
    for bidder in range(players):
        longer = []
        for so_far in made:
            of_each, of_last = in_turn(each, sum(so_far), cards), set(range(cards + 1))
            if bidder == players - 1:
                of_each, of_last, _ = bidding_last(each, last, sum(so_far), cards)
            allowed = sorted(of_each & of_last)
            longer += [(*so_far, bid) for bid in allowed]
            assert legal_bids(chosen, deal=1, cards=cards, bids=so_far) == tuple(allowed)
            for bid in range(-1, cards + 2):
                expected = "A203" if bid in of_last else "A202"
                if bid in allowed or not 0 <= bid <= cards:
                    expected = None if bid in allowed else "A201"
                assert code(chosen, bid, *so_far, cards=cards) == expected
        if bidder == players - 1:
            odds = [bidding_last(each, last, sum(so_far), cards)[2] for so_far in made]
        made = longer
    both = not isinstance(each, Free) and not isinstance(last, Free)
    found = LimitConflict(*(any(one[place] for one in odds) and both for place in (0, 1)))
    assert limit_conflicts(chosen, deal=1, cards=cards) == found


def test_the_sum_of_the_bids_made_and_the_runs_of_who_bids_are_what_a_limit_reads():
    """Beside the number of the deal and its cards."""
    more = Comparison(">", BID, PastValue("zeros"))
    of_deal = Logic("and", (more, Comparison("=", Variable("deal"), Number(2))))
    chosen = rules(each_bid=Keeps(of_deal), last_bid=Free())
    for deal, zeros in product((1, 2), (0, 1)):
        asked = {"deal": deal, "cards": 2, "bids": (1,), "past": (("zeros", zeros),)}
        assert legal_bids(chosen, **asked) == (tuple(range(zeros + 1, 3)) if deal == 2 else ())
        for bid in (1, 2):
            allowed = deal == 2 and bid > zeros
            assert (why_not_bid(chosen, **asked, bid=bid) is None) == allowed


def test_where_bids_are_not_chosen_none_may_be_made():
    for rule in (NoBid(), FixedBid(1)):
        chosen = rules(bid=rule)
        assert bids(chosen) == ()
        assert [code(chosen, bid) for bid in (-1, 0, 1, 8)] == ["A103"] * 4
    assert bids(rules(bid=BidTogether())) == tuple(range(8))


@pytest.mark.parametrize(("kept", "left"), [(19_998, 19_999), (19_999, 20_000), (20_000, 1)])
def test_so_many_legal_sets_are_kept_before_they_are_forgotten(kept, left):
    chosen = rules()
    chosen.bid_table.update({(0, 0, number, False, (), ()): () for number in range(kept)})
    assert bids(chosen) == tuple(range(8))
    assert len(chosen.bid_table) == left
    assert bids(chosen) == tuple(range(8))
    assert len(chosen.bid_table) == left


@pytest.mark.parametrize(
    ("low", "high", "found"), [(1, 1, (True, False)), (2, 2, (False, False)), (1, 2, (True, False))]
)
def test_who_has_won_an_auction_may_be_the_only_one_whose_limits_are_at_odds(low, high, found):
    """Whose number is one, and who must bid it, may not bid last what makes the sum level."""
    number = Variable("auction")
    own = Logic("or", (Comparison("=", BID, number), Comparison("=", number, Number(0))))
    not_one = Logic("or", (Comparison("!=", number, Number(1)), Comparison("!=", BID, number)))
    chosen = rules(
        3,
        auction=AuctionBids(Number(low), Number(high), ("C",)),
        each_bid=Keeps(own),
        last_bid=Keeps(not_one, Truth(True)),
    )
    assert limit_conflicts(chosen, deal=1, cards=2) == LimitConflict(*found)
