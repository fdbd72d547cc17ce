"""What a row does not record is known exactly if all deals that fit the row agree on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import pytest
from support.checked_games import game_of

import clagdsl
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal
from clagdsl.records.replay import replay_sheet

PLAYERS, CARDS = ("Ann", "Bob", "Cai"), 2
RULES = """clag 2 game "Known" players 3
deal normal trump turned bid in turn last bid keeps {limit}
  score {score}
schedule {cards} cards: normal winner highest total, then shared"""
LIMITS = ["bids != cards", "bid != 1", "bids >= cards - 1, otherwise free"]
SCORES = [
    "10 + 2 * tricks when made, otherwise 0",
    "(10 when made, otherwise 0) * (2 when trump = hearts, otherwise 1)",
    "10 * bid + 5 when made and makers = 1, 5 * bid + 3 when made, "
    "otherwise - abs(bid - tricks) - (1 when tricks = most and most_count = 1, otherwise 0)",
]


class Outcome(NamedTuple):
    """A deal in which each player has these figures."""

    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def made(self) -> tuple[bool, ...]:
        return tuple(bid == count for bid, count in zip(self.bids, self.won, strict=True))


def outcomes(limit: str, score: str, lasts: Sequence[int]) -> list[Outcome]:
    """Returns every deal in which one of `lasts` has made a legal last bid."""
    every = list(product(range(CARDS + 1), repeat=3))
    return [
        Outcome(bids, won, points_of(score, bids, won, hearts=hearts))
        for bids in every
        if any(is_legal(limit, bids, last) for last in lasts)
        for won in every
        if sum(won) == CARDS
        for hearts in (False, True)
    ]


def is_legal(limit: str, bids: tuple[int, ...], last: int) -> bool:
    return (sum(bids) != CARDS, bids[last] != 1, sum(bids) >= CARDS - 1)[LIMITS.index(limit)]


def points_of(
    score: str, bids: tuple[int, ...], won: tuple[int, ...], *, hearts: bool
) -> tuple[int, ...]:
    makers = sum(bid == count for bid, count in zip(bids, won, strict=True))

    def own(bid: int, count: int) -> int:
        is_most = count == max(won) and won.count(count) == 1
        made = (10 + 2 * count, 20 if hearts else 10, 10 * bid + 5 if makers == 1 else 5 * bid + 3)
        missed = (0, 0, -abs(bid - count) - is_most)
        return (made if bid == count else missed)[SCORES.index(score)]

    return tuple(own(bid, count) for bid, count in zip(bids, won, strict=True))


def blanked(figures: tuple[int, ...], luck: random.Random) -> tuple[int | None, ...]:
    return tuple(figure if luck.random() < 0.5 else None for figure in figures)


def agrees(written: tuple[int | None, ...], figures: tuple[int, ...]) -> bool:
    return all(one in (None, figure) for one, figure in zip(written, figures, strict=True))


@pytest.mark.parametrize("dealer", [None, "Cai"])
@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("limit", LIMITS)
def test_a_figure_is_known_if_all_deals_that_fit_agree(
    limit: str, score: str, dealer: str | None
) -> None:
    game = clagdsl.load(text=RULES.format(limit=limit, score=score, cards=CARDS)).rules
    every = outcomes(limit, score, range(3) if dealer is None else (2,))
    luck = random.Random(f"{limit} {score} {dealer}")
    for _ in range(20):
        bids, won, totals = (blanked(part, luck) for part in luck.choice(every))
        fitting = [
            one
            for one in every
            if agrees(bids, one.bids) and agrees(won, one.won) and agrees(totals, one.points)
        ]
        row = RecordedDeal(
            1, bids=tuple("?" if bid is None else bid for bid in bids), won=won, totals=totals
        )
        result = replay_sheet(Record("x", PLAYERS, (row,), dealer=dealer), game)
        assert result.agrees
        for seat, own in enumerate(result.rows[0].figures):
            known = (None if own.bid == "?" else own.bid, own.points, own.made)
            cases = [(one.bids[seat], one.points[seat], one.made[seat]) for one in fitting]
            values = [set(column) for column in zip(*cases, strict=True)]
            assert known == tuple(one.pop() if len(one) == 1 else None for one in values), row


@pytest.mark.parametrize(
    ("bids", "won", "made"),
    [
        (("?", "?", 0, "?"), (None, None, 0, None), [None, None, True, None]),
        # Ann has at most 4 tricks, and Cai from 0 to 4.
        ((5, "?", 3, "?"), (None, 4, None, None), [False, None, None, None]),
    ],
)
def test_bid_and_tricks_decide_a_contract_whatever_else_would_take_too_long(
    bids: tuple[RecordedBid, ...], won: tuple[int | None, ...], made: list[bool | None]
) -> None:
    rules = RULES.format(limit=LIMITS[2], score=SCORES[2], cards=8).replace(
        "players 3", "players 4"
    )
    record = Record("x", (*PLAYERS, "Dee"), (RecordedDeal(1, bids=bids, won=won),), dealer="Dee")
    figures = replay_sheet(record, clagdsl.load(text=rules).rules).rows[0].figures
    assert [own.made for own in figures] == made


SEVEN = """clag 2 game "Seven" players 3
deal normal trump turned bid in turn
  last bid keeps bids != cards and bid != previous_bid, otherwise bids != cards
  score (10 + tricks * (2 when same_bids = 0, otherwise 1) - 2 * makers when made,
    otherwise -(highest_bid - bid) - (3 when tricks = most and most_count = 1, otherwise 0)
      + bids - cards)
schedule 1 up to 3 cards: normal winner highest total, then shared"""


@pytest.mark.parametrize("first", [1, 2])
def test_bids_that_follow_from_the_points_decide_contracts(first: int) -> None:
    """Only bids of 3, 2 and 2 fit, with a trick for Ann or Bob and two for Cai."""
    totals = [(6, 1, 7), (14, -4, 6), (18, None, 16)]
    deals = tuple(RecordedDeal(number, totals=own) for number, own in enumerate(totals, 1))
    record = Record("x", PLAYERS, deals[first - 1 :], dealer="Cai")
    row = replay_sheet(record, clagdsl.load(text=SEVEN).rules).rows[-1]
    assert [own.bid for own in row.figures] == [3, 2, 2]
    assert row.tricks == ((0, 1), (0, 1), (2,))
    assert [own.made for own in row.figures] == [False, False, True]


@pytest.mark.parametrize(
    ("game", "totals", "bids"),
    [
        ("call-break", (31, 20, 40, 30), (3, 2, 4, 3)),
        ("call-break", (-50, 31, 21, 20), (5, 3, 2, 2)),
        ("spades", (31, 40, 20, 30), (3, 4, 2, 3)),
    ],
)
def test_a_bid_is_known_if_only_one_gives_the_score_however_many_bids_the_others_have(
    game: str, totals: tuple[int, ...], bids: tuple[int, ...]
) -> None:
    players = (*PLAYERS, "Dee")
    record = Record("x", players, (RecordedDeal(1, totals=totals),), dealer="Dee")
    figures = replay_sheet(record, clagdsl.load(game).rules).rows[0].figures
    assert tuple(own.bid for own in figures) == bids
    assert [own.made for own in figures] == [total > 0 for total in totals]


@pytest.mark.parametrize(
    ("score", "totals", "is_known"),
    [
        ("-points", (-1, 0, 0), True),
        ("-points", (-2, 0, 0), True),
        ("-min(points, 1)", (0, 0, 0), True),
        ("-min(points, 1)", (-1, 0, 0), False),  # one point, or two
    ],
)
def test_points_are_known_to_a_tally_if_only_one_number_gives_the_score(
    score: str, totals: tuple[int, ...], *, is_known: bool
) -> None:
    game = game_of(
        'clag 2\ngame "Aces"\nplayers 3\ntally aces = points\ndeal n\n  trump none\n  bid none\n'
        "  trick worth 1 when won_with = A, otherwise 0\n"
        f"  score {score} - (20 when aces > 1, otherwise 0)\n  completed not counted\n"
        "schedule repeat 2 times 2 cards: n\nwinner highest total, then shared\n"
    )
    due = totals[0] - 20 * (totals[0] == -2)
    rows = (
        RecordedDeal(number=1, won=(2, 0, 0), totals=totals),
        RecordedDeal(number=2, won=(0, 2, 0), totals=(due, 0, 0)),
    )
    record = Record("x", ("Ann", "Bob", "Cai"), rows)
    found = [one.diagnostic.code for one in replay_sheet(record, game).problems]
    assert found == ([] if is_known else ["R538"])


def test_the_best_score_is_known_if_every_score_that_a_deal_can_have_is_lower() -> None:
    game = game_of(
        'clag 2\ngame "Best"\nplayers 3\ndeal n\n  trump none\n  bid in turn\n'
        "  score (5 + bid when made, otherwise 0)"
        " + (row_best when row_made = row_deals, otherwise 0)\n"
        "deal blank is n with\n  bid none\n  score -3 * tricks\n  completed not counted\n"
        "schedule 2 cards: n, blank, n\nwinner highest total, then shared\n"
    )
    rows = (
        RecordedDeal(1, bids=(1, 1, 1), won=(1, 1, 0), totals=(6, 6, 0)),
        RecordedDeal(2, totals=(3, None, None)),
        RecordedDeal(3, bids=(1, 1, 0), won=(1, 1, 0), totals=(9, 9, 5)),
    )
    result = replay_sheet(Record("x", PLAYERS, rows, dealer="Cai"), game)
    assert result.problems == ()
    assert [own.points for own in result.rows[2].figures] == [6, 6, 5]
