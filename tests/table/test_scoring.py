"""Scores, winners and payments."""

import random
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from support.table_games import TEN_AND_TRICKS, aspects, end_of, game, rules

import clagdsl
from clagdsl.check.checker import check_path
from clagdsl.lang.expr.evaluate import holds, number
from clagdsl.lang.resources import all_names
from clagdsl.lang.rules import (
    Arithmetic,
    BidInTurn,
    Branch,
    Choice,
    Comparison,
    CompletedWhen,
    Deal,
    Ends,
    FixedBid,
    Function,
    NoBid,
    NotCounted,
    Number,
    ParameterValue,
    Settlement,
    Truth,
    Variable,
    Winner,
    Word,
)
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import PastFigures, initial_values
from clagdsl.table.scoring import (
    SeatResult,
    Taking,
    counting_this,
    deal_takings,
    match_ends,
    match_winners,
    payments,
    score_deal,
    score_names,
    seat_result,
    taken_names,
)
from clagdsl.table.table import make_table

POINTS = Variable("points")


def score(chosen, tricks, bids=None, taken=None, cards=7, deal=1):
    return score_deal(chosen, deal=deal, cards=cards, bids=bids, tricks=tricks, taken=taken)


def scores(*arguments, **named):
    return [result.score for result in score(*arguments, **named)]


# --- the match ----------------------------------------------------------------------------


def test_without_a_criterion_everybody_wins():
    assert match_winners(Winner(()), (5, 6, 7), (0, 0, 0), (0, 0, 0)) == (0, 1, 2)


def difference(name):
    return Arithmetic("-", Variable(f"winner.{name}"), Variable(f"loser.{name}"))


PAGAT = Arithmetic(
    "+",
    Arithmetic("*", ParameterValue("point_stake"), difference("total")),
    Arithmetic(
        "*",
        ParameterValue("contract_stake"),
        Arithmetic("-", Variable("loser.failed"), Variable("winner.failed")),
    ),
)
MONEY = game(Deal("normal", aspects(score=TEN_AND_TRICKS)), settlement=Settlement(PAGAT))
STAKES = {"players": 4, "point_stake": 5, "contract_stake": 10}


def test_a_condition_as_score_is_refused_by_the_machine():
    with pytest.raises(TypeError):
        score(rules(score=Truth(True)), (7, 0, 0, 0), (0, 0, 0, 0))
    assert scores(rules(score=Function("abs", (Number(-3),))), (7, 0, 0, 0), (0,) * 4) == [3] * 4


# --- the figures of a deal against their meaning ------------------------------------------------

PLAYED = [
    ((2, 1, 0), (2, 1, 0)),
    ((0, 3, 0), (0, 3, 1)),
    ((1, 1, 1), (0, 0, 3)),
    ((3, 0, 0), (1, 2, 2)),
]


@pytest.mark.parametrize(("tricks", "bids"), PLAYED)
def test_what_a_score_reads_of_a_deal(tricks, bids):
    past = (PastFigures("zeros", (4, 5, 6)),)
    for told in (bids, None):
        chosen = rules(3, bid=BidInTurn() if told else NoBid(), trick_worth=Number(5))
        takings = deal_takings(chosen, cards=3, bids=told, tricks=tricks, past=past)
        assert len(takings) == 3
        for seat, taking in enumerate(takings):
            expected = {
                "players": 3,
                "zeros": 4 + seat,
                "deal": 9,
                "cards": 3,
                "tricks": tricks[seat],
                "points": 5 * tricks[seat],
                "most": sorted(tricks)[-1],
                "most_count": len([one for one in tricks if one == sorted(tricks)[-1]]),
            }
            if told:
                expected |= {
                    "bid": bids[seat],
                    "bids": bids[0] + bids[1] + bids[2],
                    "made": tricks[seat] == bids[seat],
                    "makers": len([1 for place in range(3) if tricks[place] == bids[place]]),
                    "highest_bid": sorted(bids)[-1],
                    "same_bids": len([1 for bid in bids if bid == bids[seat]]) - 1,
                    "blind": False,
                }
            assert taken_names(chosen, deal=9, cards=3, taking=taking) == expected
            result = seat_result(chosen, deal=9, cards=3, taking=taking) if told else None
            if result is not None:
                made = tricks[seat] == bids[seat]
                assert result.score == (10 + tricks[seat] if made else tricks[seat])
                assert (result.points, result.completed) == (5 * tricks[seat], made)
    blind = (PastFigures("blind", (True, False, True)),)
    takings = deal_takings(rules(3), cards=3, bids=bids, tricks=tricks, past=blind)
    read = [taken_names(rules(3), deal=1, cards=3, taking=each)["blind"] for each in takings]
    assert read == [True, False, True]


def test_without_a_contract_no_deal_is_completed():
    chosen = rules(3, completed=NotCounted())
    results = score_deal(chosen, deal=1, cards=3, bids=(3, 0, 1), tricks=(3, 0, 0))
    assert [result.completed for result in results] == [None] * 3


def test_a_score_counts_its_own_deal_among_those_of_the_row():
    for names, later in (
        ({"row_made": 2, "made": True}, 3),
        ({"row_made": 0, "made": True}, 1),
        ({"row_made": 2, "made": False}, 2),
        ({"row_made": 2}, 2),
        ({"made": True}, None),
    ):
        assert counting_this(dict(names)).get("row_made") == later


@pytest.mark.parametrize("bid", [BidInTurn(), FixedBid(0), NoBid()])
def test_the_names_that_scores_depend_on(bid):
    """Whether a bid is made is told by bid and tricks; a row counts this deal where it has one."""
    both, bids = {"bid", "tricks"}, not isinstance(bid, NoBid)
    for score, completed, found in (
        (Number(1), NotCounted(), set()),
        (POINTS, NotCounted(), {"points"}),
        (Number(1), CompletedWhen(Comparison(">", Variable("makers"), Number(0))), {"makers"}),
        (TEN_AND_TRICKS, NotCounted(), both),
        (POINTS, CompletedWhen(Variable("made")), {"points", *both}),
        (Variable("row_made"), NotCounted(), {"row_made", *(both if bids else ())}),
        (Variable("row_best"), NotCounted(), {"row_best"}),
    ):
        assert score_names(rules(bid=bid, score=score, completed=completed)) == found


@pytest.mark.parametrize(
    ("bid", "bids", "reason"),
    [
        (NoBid(), (0, 0, 0), "there are no bids in `normal`: leave them out"),
        (NoBid(), None, None),
        (FixedBid(1), None, None),
        (FixedBid(1), (1, 1, 1), None),
        (FixedBid(1), (1, 1), "every bid is fixed at `1` in `normal`"),
        (FixedBid(1), (1, 1, 0), "every bid is fixed at `1` in `normal`"),
        (BidInTurn(), None, "the bids of `normal` are missing: give one for each player"),
        (BidInTurn(), (0, 1), "`2` bids for `3` players"),
        (BidInTurn(), (0, 1, 2, 3), "`4` bids for `3` players"),
        (BidInTurn(), (0, 1, 3), None),
        (BidInTurn(), (0, 1, 4), "`4` cannot be bid: a bid must be from `0` to `3` here"),
        (BidInTurn(), (-1, 1, 3), "`-1` cannot be bid: a bid must be from `0` to `3` here"),
    ],
)
def test_bids_that_do_not_fit_the_deal_are_refused(bid, bids, reason):
    chosen = rules(3, bid=bid)
    with nullcontext() if reason is None else pytest.raises(ArgumentError) as told:
        takings = deal_takings(chosen, cards=3, bids=bids, tricks=(3, 0, 0))
        fixed = (1, 1, 1) if isinstance(bid, FixedBid) else (None,) * 3
        assert tuple(each.bid for each in takings) == (bids or fixed)
    if told is not None:
        assert (told.value.code, told.value.reason) == ("U605", reason)


@pytest.mark.parametrize(
    ("tricks", "reason"),
    [
        ((3, 0), "`2` numbers of tricks for `3` players"),
        ((3, 0, 0, 0), "`4` numbers of tricks for `3` players"),
        ((4, 0, -1), "`-1` is not a number of tricks"),
        ((2, 0, 0), "the tricks add up to `2`, but `3` are played"),
        ((2, 2, 0), "the tricks add up to `4`, but `3` are played"),
    ],
)
def test_tricks_that_do_not_fit_the_deal_are_refused(tricks, reason):
    with pytest.raises(ArgumentError) as told:
        score(rules(3), tricks, (0, 0, 0), cards=3)
    assert (told.value.code, told.value.reason) == ("U606", reason)


BY_PLACE, BY_RANK = (
    rules(3, trick_worth=worth)
    for worth in (
        Variable("trick"),
        Choice((Branch(Number(4), Comparison("=", Variable("won_with"), Word("A"))),), Number(1)),
    )
)
UNEQUAL = "the players who took the tricks do not match each player's number of tricks"


@pytest.mark.parametrize(
    ("chosen", "tricks", "taken", "points", "found"),
    [
        (rules(3, trick_worth=Number(4)), (2, 1, 0), None, None, (8, 4, 0)),
        (BY_PLACE, (2, 1, 0), (0, 1, 0), None, (4, 2, 0)),
        (BY_PLACE, (2, 1, 0), (0, 0, 1), None, (3, 3, 0)),
        (BY_PLACE, (2, 1, 0), (1, 0, 1), None, UNEQUAL),
        (BY_PLACE, (2, 1, 0), (0, 1, 0, 7), None, UNEQUAL),
        (BY_PLACE, (2, 1, 0), (0, 1), None, UNEQUAL),
        (BY_PLACE, (2, 1, 0), None, None, "differ in value: give the player who took each"),
        (BY_RANK, (2, 1, 0), None, None, "differ in value: give each player's points"),
        (BY_RANK, (2, 1, 0), (0, 1, 0), None, "are worth: give each player's points"),
        (BY_RANK, (2, 1, 0), None, (5, 4, 0), (5, 4, 0)),
        (BY_RANK, (2, 1, 0), None, (5, 4), "`2` numbers of points for `3` players"),
        (BY_RANK, (2, 1, 0), None, (5, 4, 0, 0), "`4` numbers of points for `3` players"),
        (BY_RANK, (2, 1, 0), None, (3, 4, 0), "`2` tricks of `normal` cannot be worth `3` points"),
        (BY_RANK, (2, 1, 0), None, (5, 4, 1), "`0` tricks of `normal` cannot be worth `1` point"),
        (BY_PLACE, (2, 1, 0), None, (5, 2, 0), "cannot have `5 2 0` points: they must add up to 6"),
        (BY_PLACE, (2, 1, 0), None, (4, 2, 0), (4, 2, 0)),
        (BY_PLACE, (2, 1, 0), (0, 1, 0), (4, 2, 0), (4, 2, 0)),
        (BY_PLACE, (2, 1, 0), (1, 0, 1), (4, 2, 0), UNEQUAL),
        (
            BY_PLACE,
            (2, 1, 0),
            (0, 0, 1),
            (4, 2, 0),
            "seat `0` of `normal` took cannot be worth `4` points",
        ),
        (BY_RANK, (2, 1, 0), (0, 1, 7), (5, 4, 0), UNEQUAL),
        (BY_RANK, (2, 1, 0), (0, 1, 0), (5, 4, 0), (5, 4, 0)),
    ],
)
def test_the_points_of_a_deal_or_why_they_do_not_fit_it(chosen, tricks, taken, points, found):
    asked = {"cards": 3, "bids": (0, 0, 0), "tricks": tricks, "taken": taken, "points": points}
    if not isinstance(found, str):
        assert tuple(each.points for each in deal_takings(chosen, **asked)) == found
        return
    with pytest.raises(ArgumentError) as told:
        deal_takings(chosen, **asked)
    assert told.value.code == "U607"
    assert told.value.reason.endswith(found)


def test_points_of_all_players_that_the_tricks_cannot_come_to_are_refused():
    """Each may have them, and all together may not: of two tricks only the second is worth any."""
    ace = Comparison("=", Variable("won_with"), Word("A"))
    first = Comparison("=", Variable("trick"), Number(1))
    worth = Choice((Branch(Number(0), first), Branch(Number(4), ace)), Number(1))
    asked = {"cards": 2, "bids": (0, 0, 0), "tricks": (1, 1, 0)}
    chosen = rules(3, trick_worth=worth)
    for points in ((4, 0, 0), (0, 1, 0)):
        assert deal_takings(chosen, **asked, points=points)[1].points == points[1]
    for points in ((4, 4, 0), (1, 4, 0), (0, 0, 0)):
        with pytest.raises(ArgumentError) as told:
            deal_takings(chosen, **asked, points=points)
        shown = " ".join(map(str, points))
        assert told.value.reason == (
            f"the players of `normal` cannot have `{shown}` points:"
            " all tricks together are worth 1 to 4"
        )


@pytest.mark.parametrize(
    ("wild", "points", "possible"),
    [
        ("", [24, 20, 2, 2], True),  # four aces win, and the other four tricks hold the sevens
        ("", [20, 20, 11, 2], False),
        ("", [20, 20, 20, 2], False),
        ("wild 9", [24, 20, 20, 20], True),  # the wild cards may stand for aces
    ],
)
def test_each_card_wins_one_trick(wild, points, possible):
    text = f"""clag 2
game "Aces"
players 4
pack A K Q J 10 9 8 7
deal normal
  trump turned, else last card
  {wild}
  bid none
  completed not counted
  trick worth 10 when won_with = A, otherwise 1
  card worth 1 7
  score points
schedule 8 cards: normal
winner lowest total, then shared
"""
    chosen = clagdsl.load(text=text)
    if possible:
        assert chosen.score(1, tricks=[2, 2, 2, 2], points=points) == tuple(points)
        return
    with pytest.raises(ArgumentError, match="all tricks together are worth 12 to 48"):
        chosen.score(1, tricks=[2, 2, 2, 2], points=points)


# --- who won --------------------------------------------------------------------------------------


@pytest.mark.parametrize("won_by", ["most points", "any points"])
def test_the_winner_of_a_deal_is_the_first_of_those_tied_from_the_dealers_left(won_by):
    chosen = rules(3, won_by=won_by)
    for points, dealer in product(product((-1, 0, 1, 2), repeat=3), range(3)):
        from_left = [(dealer + 1) % 3, (dealer + 2) % 3, dealer]
        scored = [seat for seat in from_left if points[seat] >= 1]
        if won_by == "most points" or not scored:
            scored = [s for s in from_left if all(points[s] >= other for other in points)]
        least = [s for s in from_left if all(points[s] <= other for other in points)]
        most = [s for s in from_left if all(points[s] >= other for other in points)]
        end = end_of(chosen, points, dealer)
        assert (end.winner, end.loser) == (scored[0], least[0])
        assert (end.most_missed, end.lowest_total) == (most[0], least[0])


@pytest.mark.parametrize(
    ("points", "dealer", "winner", "loser"),
    [
        ((3, 1, 0), None, 0, 2),  # nobody is tied
        ((3, 3, 0), None, None, 2),
        ((3, 0, 0), None, 0, None),
        ((3, None, 0), 1, None, None),  # the missing score may be any
    ],
)
def test_nobody_has_won_or_lost_for_certain_if_what_decides_it_is_not_known(
    points, dealer, winner, loser
):
    end = end_of(rules(3), points, dealer)
    assert (end.winner, end.loser, end.lowest_total) == (winner, loser, loser)


@pytest.mark.parametrize("many", [1, 2, 4])
def test_the_winners_of_a_match_are_those_whom_nobody_is_before(many):
    """To be before somebody is to be better by the first criterion that tells the two apart."""
    luck = random.Random(many)
    for _ in range(30):
        every = ["highest total", "fewest failed", "most completed", "lowest total"]
        criteria = tuple(luck.sample(every, many))
        totals, failed, completed = (tuple(luck.choices((-1, 0, 1), k=4)) for _ in range(3))
        merits = {
            "highest total": totals,
            "fewest failed": [-one for one in failed],
            "most completed": completed,
            "lowest total": [-one for one in totals],
        }
        ranked = [tuple(merits[name][seat] for name in criteria) for seat in range(4)]
        best = tuple(seat for seat in range(4) if all(ranked[seat] >= other for other in ranked))
        assert match_winners(Winner(criteria), totals, failed, completed) == best


def test_each_loser_pays_the_mean_of_what_is_due_to_the_winners():
    figures = ((10, 1, 2), (-4, 3, 0), (7, 0, 5), (10, 1, 2))
    totals, failed, completed = zip(*figures, strict=True)
    read = Arithmetic("+", Arithmetic("*", Number(100), difference("completed")), PAGAT)
    chosen = replace(MONEY, settlement=Settlement(read))

    def due(winner, loser):
        won, lost = figures[winner], figures[loser]
        contracts = 10 * (lost[1] - won[1])
        return 100 * (won[2] - lost[2]) + 5 * (won[0] - lost[0]) + contracts

    for winners in ((0,), (0, 3), (1, 2), (0, 1, 3), (0, 1, 2, 3)):
        losers = [seat for seat in range(4) if seat not in winners]
        each = [Fraction(sum(due(w, seat) for w in winners), len(winners)) for seat in losers]
        paid = [sum(each) / len(winners) if seat in winners else None for seat in range(4)]
        for seat, one in zip(losers, each, strict=True):
            paid[seat] = -one
        found = payments(chosen, STAKES, totals, failed, completed, winners)
        assert found == tuple(paid)
        none = replace(MONEY, settlement=None)
        assert payments(none, STAKES, totals, failed, completed, winners) == (0, 0, 0, 0)


def test_a_match_ends_early_where_its_rules_say_so():
    table = {"players": 3, "target": 5}

    def ended(game, deal, *totals, failed=(0, 1)):
        return match_ends(game, table, deal, totals, failed, (0,) * len(totals))

    assert ended(MONEY, 1, 9, 9, 9, failed=(0, 0, 0)) is False
    for name, found in (("highest_total", [1, 2]), ("lowest_total", [2]), ("deal", [5])):
        ends = Ends(Comparison(">=", Variable(name), ParameterValue("target")))
        chosen = replace(MONEY, ends=ends)
        over = [ended(chosen, 1, *totals) for totals in ((4, 2), (5, 2), (6, 5))]
        if name == "deal":
            assert [ended(chosen, deal, 9, 9) for deal in (4, 5)] == [False, True]
        else:
            assert [place for place, ends_here in enumerate(over) if ends_here] == found
    level = Ends(Comparison("=", Variable("leaders"), Number(2)))
    for criterion, totals in (("highest total", [(9, 9)]), ("fewest failed", [])):
        chosen = replace(MONEY, ends=level, winner=Winner((criterion, "most completed")))
        assert [each for each in ((9, 9), (9, 8), (8, 9)) if ended(chosen, 1, *each)] == totals
    assert ended(chosen, 1, 9, 8, failed=(1, 1))


def drawn_taking(chosen: DealRules, cards: int, draw: random.Random) -> Taking:
    """Some figures of one player's deal, whether they can come together or not."""
    bids = () if isinstance(chosen.bid, NoBid) else (draw.randint(0, cards), draw.randint(0, 9))
    tricks = draw.randint(0, cards)
    return Taking(
        bids[0] if bids else None,
        bids[1] if bids else None,
        tricks,
        draw.randint(0, 20),
        max(tricks, draw.randint(0, cards)),
        draw.randint(1, 2),
        draw.randint(0, chosen.players) if bids else None,
        draw.randint(bids[0], cards) if bids else None,
        draw.randint(0, chosen.players - 1) if bids else None,
        tuple(
            (name, draw.random() < 0.5 if name == "blind" else draw.randint(0, 3))
            for name, _ in initial_values(chosen)
        ),
    )


@pytest.mark.parametrize("name", all_names())
def test_what_is_remembered_of_a_score_is_what_it_comes_to(name):
    """Of many deals, with figures that come again and others: each is scored by its own."""
    found = check_path(name).game
    assert found is not None
    table, draw = make_table(found), random.Random(name)
    for scheduled in table.schedule:
        cards = scheduled.low
        chosen = table.rules_of(scheduled)
        for _ in range(40):
            taking = drawn_taking(chosen, cards, draw)
            names = taken_names(chosen, deal=scheduled.number, cards=cards, taking=taking)
            done = chosen.completed
            for _ in range(2):
                assert seat_result(
                    chosen, deal=scheduled.number, cards=cards, taking=taking
                ) == SeatResult(
                    number(chosen.score, names),
                    taking.points,
                    holds(done.condition, names) if isinstance(done, CompletedWhen) else None,
                )
    assert all(len(each.result_table) > 1 for each in map(table.rules_of, table.schedule))


def test_points_within_the_range_are_refused_without_a_wrong_reason():
    """All tricks are worth 0, 3, 10 or 13 points; 3 and 3 lie within, but there is one king."""
    text = """clag 2
game "Cards"
players 3
deal normal trump none bid in turn trick worth 0 card worth 10 QS, 3 KS score points
schedule 3 cards: normal
winner highest total, then shared
"""
    game = clagdsl.load(text=text)
    for points, reason in (
        ([3, 3, 0], "their tricks cannot be worth that together"),
        ([10, 10, 0], "all tricks together are worth 0 to 13"),
    ):
        with pytest.raises(ArgumentError, match=reason):
            game.score(1, bids=[1, 1, 1], tricks=[1, 1, 1], points=points)
