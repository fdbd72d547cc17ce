"""The limits on bids, held against rows of which something is not known."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clagdsl.api import load
from clagdsl.lang.limits import INFERENCE_STEPS
from clagdsl.lang.rules import Game
from clagdsl.records.reading import parse_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import ReplayResult

RULES = """clag 2
game "X"
players 3 to 6
run zeros when bid = 0
deal normal
  trump none
  bid in turn
  {limits}
  score 10 + tricks when made, otherwise tricks
schedule repeat 4 times 3 cards: normal
winner highest total, then shared
"""
EACH = "each bid keeps bid > 0 or zeros < 2 or players <= 3"
LAST = "last bid keeps bids != cards"
HOOK = load(text=RULES.format(limits=LAST)).rules
AUCTION = """clag 2 game "Who says most" players 3 deal normal
auction 1 to cards C D H S none trump named in auction bid in turn, auction winner first
each bid keeps bid >= auction last bid keeps bids != cards lead auction winner
score 10 + tricks when made, otherwise 0
schedule repeat 3 times 3 cards: normal winner highest total, then shared"""


def replayed(game: Game, rows: str, names: str) -> ReplayResult:
    """Hold a record with these rows against rules; the player named last deals first."""
    players = ", ".join(f'"{name}"' for name in names)
    head = f'record = 1\nrules = "x"\nplayers = [{players}]\ndealer = "{names[-1]}"\n'
    read = parse_record(head + rows)
    assert read.record is not None, read.diagnostics
    return replay_sheet(read.record, game, read.places)


def codes(result: ReplayResult) -> list[str]:
    """Return the codes of the problems in order."""
    return [problem.diagnostic.code for problem in result.problems]


@pytest.mark.parametrize(
    ("names", "limits", "bids", "expected"),
    [
        # the number of players decides, so `zeros` does not matter
        ("ABC", f"{EACH} {LAST}", "1 1 1", ["A202"]),
        ("ABC", f"{EACH} {LAST}", "1 1 2", []),
        # the limit on each bid cannot be judged, that on the last one can
        ("ABCD", f"{EACH} {LAST}", "0 1 1 1", ["R538", "A202"]),
        ("ABCD", f"{EACH} {LAST}", "0 1 1 2", ["R538"]),
        # whether a bid meets both limits is not known, so the `otherwise` may count
        ("ABCD", f"{EACH} {LAST}, otherwise bids >= 0", "0 1 1 1", ["R538"]),
        # the range is always judged
        ("ABCD", f"{EACH} {LAST}", "9 1 1 1", ["R538", "A201"]),
        # what is not known is read by the limit on the last bid only
        (
            "ABCD",
            "each bid keeps bid > 0 last bid keeps bid > 1 or zeros < 2",
            "0 1 1 1",
            ["R538", "A203"],
        ),
    ],
)
def test_a_limit_is_judged_if_it_reads_nothing_unknown(
    names: str, limits: str, bids: str, expected: list[str]
) -> None:
    game = load(text=RULES.format(limits=limits)).rules
    row = f'[[deal]]\ndeal = 3\ndealer = "{names[-1]}"\nbids = "{bids}"\n'
    assert codes(replayed(game, row, names)) == expected


@pytest.mark.parametrize(
    ("bids", "expected"),
    [("1 1 0", []), ("4 1 1", ["A201"]), ("1 1 1", ["A202"])],
)
def test_bids_are_judged_without_the_auction_as_far_as_nothing_hangs_on_it(
    bids: str, expected: list[str]
) -> None:
    game = load(text=AUCTION).rules
    result = replayed(game, f'[[deal]]\ndeal = 1\nbids = "{bids}"\n', "ABC")
    assert codes(result) == ["R547", *expected]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        # Cai has bid 0, so the bids come to the number of cards
        ('bids = "2 1 ?"\nwon = "2 1 0"\ntotals = "12 11 10"', "A202"),
        ('bids = "2 1 ?"\ntotals = "12 11 10"', "A202"),
        ('bids = "2 1 ?"\nwon = "3 0 0"\ntotals = "3 0 0"', None),
        ('totals = "12 11 10"', "A202"),
        ('bids = "? ? 3"\nwon = "1 1 1"\ntotals = "11 11 1"', None),
        ('bids = "1 1 ?"\nwon = "1 1 1"\ntotals = "11 11 11"', "A202"),
    ],
)
def test_a_bid_that_the_points_settle_is_held_against_the_limits(
    row: str, expected: str | None
) -> None:
    result = replayed(HOOK, f"[[deal]]\ndeal = 1\n{row}\n", "ABC")
    assert codes(result) == ([] if expected is None else [expected])


YIELDS = "each bid keeps bid > 2, otherwise bid = 0 last bid keeps bid < 2"


@pytest.mark.parametrize(
    ("limits", "bids", "expected"),
    [
        ("each bid keeps bid > 0", "? 0 1", ["A203"]),
        ("each bid keeps bid > 0", "? 1 0", ["A203"]),
        ("each bid keeps bid > 0", "? 1 1", []),
        # the unknown bid may have allowed it
        ("each bid keeps bid > 0 or bids > 1", "? 0 1", []),
        # no bid meets both limits, so that on each bid does not count
        (YIELDS, "? 3 0", []),
    ],
)
def test_a_bid_after_an_unknown_one_is_held_against_the_limits(
    limits: str, bids: str, expected: list[str]
) -> None:
    game = load(text=RULES.format(limits=limits)).rules
    result = replayed(game, f'[[deal]]\ndeal = 1\nbids = "{bids}"\nwon = "1 1 1"\n', "ABC")
    assert codes(result) == expected


def test_the_row_of_a_forbidden_bid_keeps_its_figures() -> None:
    game = load(text=RULES.format(limits="each bid keeps bid > 0")).rules
    row = '[[deal]]\ndeal = 1\nbids = "? 0 1"\nwon = "1 1 1"\ntotals = "11 1 11"\n'
    result = replayed(game, row, "ABC")
    assert codes(result) == ["A203"]
    assert result.rows[0].tricks == ((1,),) * 3


def test_several_ways_to_fill_in_the_bids_that_all_break_a_limit() -> None:
    game = load(text=RULES.format(limits="each bid keeps bid = 1")).rules
    row = '[[deal]]\ndeal = 1\nbids = "? 1 1"\nwon = "1 1 1"\ntotals = "{} 11 11"\n'
    assert codes(replayed(game, row.format(11), "ABC")) == []
    assert codes(replayed(game, row.format(1), "ABC")) == ["R543"]  # a bid of 0, 2 or 3


FIGURES = st.tuples(*[st.integers(0, 3)] * 3)


Allows: TypeAlias = Callable[[tuple[int, ...]], bool]
Score: TypeAlias = Callable[[int, tuple[int, ...], tuple[int, ...]], int]


def differs_from_the_bids_before(bids: tuple[int, ...]) -> bool:
    return all(bid != sum(bids[:turn]) or bid == 0 for turn, bid in enumerate(bids))


def of_own(seat: int, bids: tuple[int, ...], won: tuple[int, ...]) -> int:
    return 10 + won[seat] if bids[seat] == won[seat] else won[seat]


def of_sum(seat: int, bids: tuple[int, ...], won: tuple[int, ...]) -> int:
    return 10 + sum(bids) if bids[seat] == won[seat] else won[seat]


def of_makers(seat: int, bids: tuple[int, ...], won: tuple[int, ...]) -> int:
    makers = sum(bid == count for bid, count in zip(bids, won, strict=True))
    return 10 + makers if bids[seat] == won[seat] else won[seat]


def of_bids(seat: int, bids: tuple[int, ...], won: tuple[int, ...]) -> int:
    same = bids.count(bids[seat]) - 1
    return 10 + 5 * max(bids) + same if bids[seat] == won[seat] else won[seat]


def repeats_no_bid(bids: tuple[int, ...]) -> bool:
    return all(
        bid != bids[turn - 1] and (max(bids[:turn]) < 3 or bid not in bids[:turn])
        for turn, bid in enumerate(bids)
        if turn
    )


LIMITS: Final[dict[str, Allows]] = {
    LAST: lambda bids: sum(bids) != 3,
    "each bid keeps 2 * bid != bids or bid = 0": differs_from_the_bids_before,
    "each bid keeps bid != previous_bid and (same_bids = 0 or highest_bid < 3 or players > 3)": (
        repeats_no_bid
    ),
}
SCORES: Final[dict[str, Score]] = {
    "tricks": of_own,
    "bids": of_sum,
    "makers": of_makers,
    "5 * highest_bid + same_bids": of_bids,
}


@cache
def limited(limits: str, bonus: str) -> Game:
    return load(text=RULES.format(limits=limits).replace("10 + tricks", f"10 + {bonus}")).rules


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("bonus", SCORES)
@settings(max_examples=5, deadline=None)
@given(FIGURES, FIGURES, st.sets(st.integers(0, 2), min_size=1), st.sets(st.integers(0, 2)))
def test_every_count_listed_stands_with_bids_that_the_limits_allow(
    limits: str,
    bonus: str,
    bids: tuple[int, ...],
    tricks: tuple[int, ...],
    unknown: set[int],
    hidden: set[int],
) -> None:
    """Compare the lists with every way in which a row of totals can have come about."""

    totals = [SCORES[bonus](seat, bids, tricks) for seat in range(3)]
    ways = [
        count
        for made in product(range(4), repeat=3)
        if LIMITS[limits](made)
        if all(seat in unknown or bid == bids[seat] for seat, bid in enumerate(made))
        for count in product(range(4), repeat=3)
        if sum(count) == 3
        and all(
            seat in hidden or SCORES[bonus](seat, made, count) == total
            for seat, total in enumerate(totals)
        )
    ]
    shown = " ".join("?" if seat in unknown else str(bid) for seat, bid in enumerate(bids))
    written = " ".join("?" if seat in hidden else str(total) for seat, total in enumerate(totals))
    row = f'[[deal]]\ndeal = 1\nbids = "{shown}"\ntotals = "{written}"\n'
    result = replayed(limited(limits, bonus), row, "ABC")
    assert bool(codes(result)) == (not ways)
    if ways:
        assert result.rows[0].exact
        assert result.rows[0].tricks == tuple(
            tuple(sorted({way[seat] for way in ways})) for seat in range(3)
        )


def test_many_unknown_bids_are_held_against_the_limits_if_scores_leave_few_of_them() -> None:
    """With 9 cards the scores force bids of 3, 5 and 1, which are forbidden together."""
    game = load("oh-hell").rules
    first = '[[deal]]\ndeal = 1\ntotals = "18 2 10"\n'
    for totals, expected in (("31 17 21", ["A202"]), ("31 17 11", []), ("? ? ?", [])):
        row = f'[[deal]]\ndeal = 2\ntotals = "{totals}"\n'
        result = replayed(game, first + row, "ABC")
        assert codes(result) == expected
        assert all(one.exact for one in result.rows)


def test_counts_are_bounds_if_the_bids_are_too_much_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    row = "[[deal]]\ndeal = 1\n"
    assert replayed(HOOK, row, "ABCDEF").rows[0].exact
    monkeypatch.setattr("clagdsl.records.row_check.WORK_DIVISOR", INFERENCE_STEPS)
    assert not replayed(HOOK, row, "ABCDEF").rows[0].exact
