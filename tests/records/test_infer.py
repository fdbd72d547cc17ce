"""Inferred tricks against trying every way in which the tricks can have gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.loaded import loaded

from clagdsl.api import PlayableGame, load
from clagdsl.lang.record import FigureChange, Record, RecordedDeal, RowFix
from clagdsl.problems.records import fixes_text
from clagdsl.records.reading import RecordResult
from clagdsl.records.replay import replay_sheet
from clagdsl.records.report import Disagreement, ReplayResult
from clagdsl.records.sheet import parse_sheet

FILE = """clag 1
game "X" variant "Y"
players 3 to 7
deal normal
  trump turned
  bid {bid}
  trick worth {worth}
  score {score}
  {more}
schedule
  {cards} cards: normal
winner highest total, then shared
"""


@dataclass(frozen=True)
class Seen:
    """What the score of one player depends on."""

    bid: int
    bids: int
    tricks: int
    points: int
    most: int
    most_count: int
    makers: int

    @property
    def made(self) -> bool:
        return self.tricks == self.bid


RULES: dict[str, tuple[str, str, str, Callable[[Seen], int]]] = {
    "made": (
        "in turn",
        "1",
        "10 + 2 * tricks when made, otherwise 0",
        lambda seen: 10 + 2 * seen.tricks if seen.made else 0,
    ),
    "keeps": (
        "in turn",
        "1",
        "10 + tricks when made, otherwise tricks",
        lambda seen: 10 + seen.tricks if seen.made else seen.tricks,
    ),
    "most": (
        "none",
        "1",
        "10 when tricks = most and most_count = 1, otherwise 0",
        lambda seen: 10 if seen.tricks == seen.most and seen.most_count == 1 else 0,
    ),
    "makers": (
        "in turn",
        "1",
        "6 * makers when made, otherwise -bids",
        lambda seen: 6 * seen.makers if seen.made else -seen.bids,
    ),
    "madness": (
        "in turn",
        "2 * trick",
        "10 + points when made, otherwise 0",
        lambda seen: 10 + seen.points if seen.made else 0,
    ),
    "mad most": (
        "in turn",
        "trick",
        "points when tricks = most, otherwise -points",
        lambda seen: seen.points if seen.tricks == seen.most else -seen.points,
    ),
}


@cache
def rules(name: str, cards: int) -> PlayableGame:
    bid, worth, score, _ = RULES[name]
    more = "completed not counted" if bid == "none" else ""
    return load(text=FILE.format(bid=bid, worth=worth, score=score, cards=cards, more=more))


def scored(name: str, bids: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    players = len(bids)
    tricks = [taken.count(seat) for seat in range(players)]
    worth = [2 * n for n in range(1, 9)] if name == "madness" else list(range(1, 9))
    if not name.startswith("mad"):
        worth = [1] * 8
    points = [
        sum(value for value, winner in zip(worth, taken, strict=False) if winner == seat)
        for seat in range(players)
    ]
    most = max(tricks)
    makers = sum(bid == won for bid, won in zip(bids, tricks, strict=True))
    count = tricks.count(most)
    score = RULES[name][3]
    return tuple(
        score(Seen(bids[s], sum(bids), tricks[s], points[s], most, count, makers))
        for s in range(players)
    )


def tried(
    name: str, bids: tuple[int, ...], cards: int, scores: tuple[int | None, ...]
) -> list[set[int]]:
    """For each seat every count in some way that gives the scores that are not None."""
    players = len(bids)
    found: list[set[int]] = [set() for _ in bids]
    for taken in product(range(players), repeat=cards):
        due = scored(name, bids, taken)
        if all(want in (None, have) for want, have in zip(scores, due, strict=True)):
            for seat in range(players):
                found[seat].add(taken.count(seat))
    return found


def judged(
    name: str, bids: tuple[int, ...], cards: int, scores: tuple[int | None, ...]
) -> ReplayResult:
    players = tuple(f"P{seat}" for seat in range(len(bids)))
    made = None if RULES[name][0] == "none" else bids
    deal = RecordedDeal(number=1, bids=made, totals=scores)
    return replay_sheet(Record("", players, (deal,)), rules(name, cards).rules)


ROWS = st.tuples(st.sampled_from(sorted(RULES)), st.integers(3, 4), st.integers(1, 5))


@settings(max_examples=60, deadline=None)
@given(ROWS, st.data())
def test_exactly_the_possible_counts_are_inferred(
    row: tuple[str, int, int], data: st.DataObject
) -> None:
    name, players, cards = row
    bids = tuple(data.draw(st.lists(st.integers(0, cards), min_size=players, max_size=players)))
    taken = data.draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
    shown = data.draw(st.lists(st.booleans(), min_size=players, max_size=players))
    due = scored(name, bids, tuple(taken))
    scores = tuple(score if show else None for score, show in zip(due, shown, strict=True))
    result = judged(name, bids, cards, scores)
    assert result.problems == ()
    assert [set(counts) for counts in result.rows[0].tricks] == tried(name, bids, cards, scores)


@settings(max_examples=30, deadline=None)
@given(ROWS, st.data())
def test_a_row_that_cannot_be_is_blamed_on_who_explains_it(
    row: tuple[str, int, int], data: st.DataObject
) -> None:
    name, players, cards = row
    bids = tuple(data.draw(st.lists(st.integers(0, cards), min_size=players, max_size=players)))
    taken = data.draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
    scores = list(scored(name, bids, tuple(taken)))
    scores[data.draw(st.integers(0, players - 1))] += data.draw(st.integers(-3, 12))
    result = judged(name, bids, cards, tuple(scores))
    fits = all(tried(name, bids, cards, tuple(scores)))
    assert result.agrees == fits
    if fits:
        return
    without = {
        seat: tried(
            name, bids, cards, tuple(None if s == seat else x for s, x in enumerate(scores))
        )
        for seat in range(players)
    }
    suspects = [seat for seat in range(players) if all(without[seat])]
    (problem,) = result.problems
    counts = [set(each) for each in result.rows[0].tricks]
    assert suspects
    if len(suspects) == 1:
        (seat,) = suspects
        assert (problem.diagnostic.code, problem.player) == ("R542", f"P{seat}")
        assert counts == [set() if s == seat else without[seat][s] for s in range(players)]
    else:
        assert (problem.diagnostic.code, problem.player) == ("R543", None)
        assert all(f"P{seat}" in problem.diagnostic.message for seat in suspects)
        innocent = set(range(players)) - set(suspects)
        for seat in innocent:
            assert counts[seat] == set().union(*(without[free][seat] for free in suspects))


def sheet(*deals: RecordedDeal, rules_name: str = "scorecard", **more: object) -> ReplayResult:
    record = Record(rules_name, ("Ann", "Bob", "Cai"), deals, **more)  # type: ignore[arg-type]
    return replay_sheet(record, loaded(rules_name).rules)


def codes(result: ReplayResult) -> list[tuple[str, str | None]]:
    return [(one.diagnostic.code, one.player) for one in result.problems]


def test_rows_are_judged_from_the_totals_before() -> None:
    first = RecordedDeal(number=1, bids=(0, 1, 0), totals=(10, 12, 11))
    second = RecordedDeal(number=2, bids=(0, 2, 0), totals=(20, 26, 21))
    assert codes(sheet(first, second)) == [("R542", "Cai")]


def test_missing_totals_are_worked_out() -> None:
    first = RecordedDeal(number=1, bids=(0, 1, 0), won=(0, 1, 0))
    second = RecordedDeal(number=2, bids=(0, 2, 0), totals=(20, 26, 21))
    assert codes(sheet(first, second)) == [("R542", "Cai")]
    second = replace(second, totals=(20, 26, 20))
    assert codes(sheet(RecordedDeal(number=1), second)) == []


def test_after_missing_rows_totals_are_taken_as_they_stand() -> None:
    later = RecordedDeal(number=7, bids=(2, 2, 2), totals=(74, 70, 40))
    result = sheet(later)
    assert result.problems == ()
    assert result.rows[0].tricks == (tuple(range(8)),) * 3


def test_two_wrong_figures_are_both_named() -> None:
    deal = RecordedDeal(number=1, bids=(0, 1, 0), totals=(11, 13, 10))
    assert codes(sheet(deal)) == [("R542", "Ann"), ("R542", "Bob")]
    assert sheet(deal).rows[0].tricks == ((), (), (0,))


def test_tricks_that_do_not_come_to_the_cards() -> None:
    first = RecordedDeal(number=1, bids=(1, 0, 1), totals=(0, 0, 0))
    deal = RecordedDeal(number=2, bids=(0, 1, 0), won=(1, 1, 1), totals=(0, 12, 10))
    assert codes(sheet(first, deal)) == [("R540", "Cai")]
    deal = RecordedDeal(number=2, bids=(0, 1, 0), won=(1, 1, 1))
    assert codes(sheet(deal)) == [("R540", None)]


def test_a_wrong_sum_of_tricks_is_told_once_and_then_who_has_other_points_than_tricks() -> None:
    """Only the changes that make the whole row right are offered, on each of its problems."""
    first = RecordedDeal(number=1, bids=(1, 0, 1), totals=(0, 0, 0))
    deal = RecordedDeal(number=2, bids=(0, 1, 0), won=(1, 1, 1), totals=(10, 0, 0))
    result = sheet(first, deal)
    assert codes(result) == [("R540", None), ("R541", "Ann"), ("R541", "Bob")]
    assert {one.diagnostic.help for one in result.problems} == {
        "change 2 figures and the row fits: Ann's tricks to `0` and Bob's bid to `0` or `2`, "
        "or Ann's tricks to `0` and Bob's total to `12`, "
        "or Ann's total to `0` and Bob's tricks to `0`"
    }


def test_a_mend_that_makes_another_wrong_sum_of_tricks_is_not_shown() -> None:
    """Three have other points than tricks; without one of four tricks there are still three."""
    first = RecordedDeal(number=1, bids=(1, 0, 1), totals=(0, 0, 0))
    deal = RecordedDeal(number=2, bids=(0, 2, 0), won=(1, 2, 1), totals=(10, 0, 10))
    told = [one.diagnostic.help for one in sheet(first, deal).problems]
    none_shown = "; no fix is shown, because there are too many possibilities"
    assert told[0] == f"correct the tricks so that they add up to 2{none_shown}"
    assert told[1] == f"correct the total, the tricks or the bid{none_shown}"


def test_fixed_bids_in_every_form() -> None:
    for bids in (None, (0, 0, 0), ("-", "-", "-"), ("?", 0, "-")):
        deal = RecordedDeal(label="m", bids=bids)  # type: ignore[arg-type]
        assert sheet(deal).problems == ()
    assert codes(sheet(RecordedDeal(label="m", bids=(0, 2, 0)))) == [("R537", "Bob")]


def test_one_broken_limit_a_row() -> None:
    hook = (("hook", True),)
    deal = RecordedDeal(number=2, bids=(0, 1, 1))
    assert codes(sheet(deal, parameters=hook, dealer="Cai")) == [("A202", "Ann")]
    assert codes(sheet(deal, parameters=hook, dealer="Bob")) == [("A202", "Cai")]
    assert codes(sheet(deal)) == []
    outside = RecordedDeal(number=2, bids=(3, 4, 5))
    assert codes(sheet(outside, dealer="Cai")) == [("A201", "Bob")]
    assert codes(sheet(outside)) == [("A201", "Ann")]
    # Whoever dealt, only Bob's bid cannot be made.
    assert codes(sheet(RecordedDeal(number=2, bids=(0, 4, 0)))) == [("A201", "Bob")]


def test_the_help_names_the_dealer_that_is_to_be_corrected_or_added() -> None:
    hook = (("hook", True),)
    rows = (
        RecordedDeal(number=1, dealer="Bob", bids=(0, 1, 0)),
        RecordedDeal(number=2, bids=(0, 1, 1)),
    )
    result = sheet(*rows, parameters=hook, dealer="Cai")
    assert codes(result) == [("R535", "Bob"), ("A202", None), ("A202", None)]
    contested, wrong, unknown = result.diagnostics
    assert "if `Bob` is right, an earlier entry is wrong" in contested.help
    assert "correct the `dealer` of the row to see" in wrong.help
    assert "write the `dealer` of the row to see" in unknown.help
    named = sheet(rows[0], replace(rows[1], dealer="Ann"), parameters=hook, dealer="Cai")
    assert codes(named)[2] == ("A202", "Ann")


def test_without_a_dealer_only_rows_are_told() -> None:
    hook = (("hook", True),)
    rows = (RecordedDeal(number=1, bids=(0, 1, 0)), RecordedDeal(number=2, bids=(0, 1, 1)))
    result = sheet(*rows, parameters=hook)
    assert codes(result) == [("A202", None), ("A202", None)]
    first = result.diagnostics[0]
    assert "whoever dealt" in first.message
    assert "dealer" in first.help
    for name in ("Ann", "Bob", "Cai"):
        assert name not in first.message
    assert "write the first `dealer` to see" in first.help
    # Different players for different dealers, so nobody could have been named.
    culprits = {codes(sheet(*rows, parameters=hook, dealer=one))[0] for one in ("Ann", "Bob")}
    assert culprits == {("A202", "Ann"), ("A202", "Bob")}
    # One row that names its dealer is enough from there on.
    known = (rows[0], RecordedDeal(number=2, dealer="Ann", bids=(0, 1, 1)))
    assert codes(sheet(*known, parameters=hook)) == [("A202", None), ("A202", "Ann")]
    # A seed deals for the last seat first, so that dealer is no invention.
    assert codes(sheet(*rows, parameters=hook, seed=7))[0] == ("A202", "Cai")


def test_a_row_is_found_by_number_label_or_both() -> None:
    rows = (
        RecordedDeal(label="1"),
        RecordedDeal(number=8, label="No Trumps"),
        RecordedDeal(label="normal"),
        RecordedDeal(label="normal"),
    )
    assert [(row.deal, row.label) for row in sheet(*rows).rows] == [
        (1, "1"),
        (8, "nt"),
        (14, "14"),
        (15, "15"),
    ]
    assert codes(sheet(RecordedDeal(number=8, label="bt"))) == [("R532", None)]
    assert codes(sheet(RecordedDeal(number=21))) == [("R532", None)]
    assert codes(sheet(RecordedDeal(number=8), RecordedDeal(label="nt"))) == [("R533", None)]


def test_of_a_long_schedule_thirty_deals_are_named() -> None:
    names = [f"d{number}" for number in range(1, 41)]
    rules = 'clag 2 game "X" players 2 deal d1 trump none bid none score tricks\n'
    rules += "completed not counted\n" + "\n".join(f"deal {name} is d1" for name in names[1:])
    rules += "\nschedule " + " then ".join(f"1 card: {name}" for name in names)
    rules += "\nwinner highest total, then shared"
    record = Record("x", ("Ann", "Bob"), (RecordedDeal(label="zz"),))
    (problem,) = replay_sheet(record, load(text=rules).rules).problems
    assert (problem.diagnostic.help or "").endswith("d29, d30")


def test_who_deals_follows_from_the_row_before() -> None:
    rows = [RecordedDeal(number=n, dealer=name) for n, name in enumerate(("Bob", "Cai", "Bob"), 1)]
    result = sheet(*rows, dealer="Bob")
    assert [(one.deal, one.player, one.diagnostic.code) for one in result.problems] == [
        (3, "Bob", "R535")
    ]
    # Across a gap nothing follows.
    assert sheet(rows[0], RecordedDeal(number=9, dealer="Ann"), dealer="Bob").problems == ()


def test_calls_choose_the_scoring() -> None:
    deal = RecordedDeal(number=1, cards=3, calls=("Misere", "Trumps"), totals=(10, -3, -6))
    result = sheet(deal, rules_name="raf")
    assert result.problems == ()
    assert result.rows[0].tricks == ((0,), (1,), (2,))
    for calls, code in (((), "A503"), (("Trump",), "A501"), (("Trumps", "Trumps"), "A502")):
        deal = RecordedDeal(number=1, cards=3, calls=calls)
        assert codes(sheet(deal, rules_name="raf")) == [(code, None)]
    deal = RecordedDeal(number=1, cards=8, calls=("Trumps",))
    assert codes(sheet(deal, rules_name="raf")) == [("A601", None)]


def test_the_winner_of_a_deal_calls_the_next() -> None:
    first = RecordedDeal(
        number=1, cards=3, calls=("Trumps",), caller="Cai", bids=(1, 1, 0), totals=(12, 0, 0)
    )
    second = RecordedDeal(number=2, cards=3, calls=("Trumps",), caller="Bob")
    assert codes(sheet(first, second, rules_name="raf")) == [("R535", "Bob")]


@pytest.mark.parametrize("name", ["raf", "pagat"])
def test_inference_has_an_end(name: str) -> None:
    players = tuple(f"P{seat}" for seat in range(7))
    calls = ("Trumps", "Ascending Madness") if name == "raf" else None
    deals = tuple(
        RecordedDeal(
            number=n,
            cards=7 if calls else None,
            calls=calls,
            bids=("?",) * 7,
            totals=tuple((n * 7 + seat) % 5 for seat in range(7)),
        )
        for n in range(1, 23 if name == "pagat" else 61)
    )
    parameters = (("deals", 60),) if name == "raf" else ()
    record = Record(name, players, deals, parameters=parameters)
    started = time.process_time()
    result = replay_sheet(record, loaded(name).rules)
    assert time.process_time() - started < 4
    assert len(result.rows) == len(deals)


def test_an_unknown_bid_may_have_been_any() -> None:
    result = sheet(RecordedDeal(number=1, bids=("?", 1, "?"), totals=(10, 0, 12)))
    assert result.problems == ()
    assert result.rows[0].tricks == ((0,), (0,), (1,))


def test_a_wrong_row_does_not_tell_who_calls_next() -> None:
    first = RecordedDeal(number=1, cards=3, calls=("Trumps",), bids=(1, 1, 0), totals=(13, 0, 0))
    second = RecordedDeal(number=2, cards=3, calls=("Trumps",), caller="Bob")
    assert codes(sheet(first, second, rules_name="raf")) == [("R542", "Ann")]


def test_the_first_row_may_say_who_deals() -> None:
    rows = [RecordedDeal(number=n, dealer=name) for n, name in enumerate(("Ann", "Bob", "Ann"), 1)]
    assert [(one.deal, one.diagnostic.code) for one in sheet(*rows).problems] == [(3, "R535")]


CALLED = """clag 2
game "X"
players 3
deal normal
  trump none
  bid in turn
  score 10 + tricks when made, otherwise tricks
  call by dealer any of Low
twist Low trick worth 2
schedule repeat 2 times 2 cards: normal
winner highest total, then shared
"""


@pytest.mark.parametrize("head", [None, "Ann"])
@pytest.mark.parametrize(("caller", "expected"), [("Ann", []), ("Cai", ["R535"])])
def test_who_calls_first_follows_from_who_deals(
    head: str | None, caller: str, expected: list[str]
) -> None:
    """Wherever the record names the dealer."""
    row = RecordedDeal(number=1, dealer="Ann", caller=caller, calls=())
    record = Record("x", ("Ann", "Bob", "Cai"), (row,), dealer=head)
    assert codes_alone(replay_sheet(record, load(text=CALLED).rules)) == expected


def codes_alone(result: ReplayResult) -> list[str]:
    return [one.diagnostic.code for one in result.problems]


@pytest.mark.parametrize(("cards", "open_counts"), [(3, range(4)), (None, range(18))])
def test_a_call_that_is_unknown_leaves_every_count_open(
    cards: int | None, open_counts: range
) -> None:
    """Only the number of cards, or the pack, bounds the tricks that are not written."""
    row = RecordedDeal(number=1, cards=cards, calls=("Trump",), won=(1, None, None))
    (kept,) = sheet(row, rules_name="raf").rows
    assert kept.tricks == ((1,), (*open_counts,), (*open_counts,))


@pytest.mark.parametrize(("cards", "open_counts"), [(3, range(4)), (None, range(18))])
def test_a_row_of_no_deal_shows_its_tricks_as_written(
    cards: int | None, open_counts: range
) -> None:
    row = RecordedDeal(number=25, cards=cards, won=(1, 0, None))
    (kept,) = sheet(row).rows
    assert kept.tricks == ((1,), (0,), (*open_counts,))
    assert not kept.exact


# --- one figure that would make a row fit -------------------------------------------------------


def changes_of(problem: Disagreement) -> set[tuple[tuple[str, str, int], ...]]:
    return {tuple((c.player, c.cell, c.value) for c in fix.changes) for fix in problem.fixes}


def mends_of(result: ReplayResult) -> set[tuple[str, str, int]]:
    (problem,) = result.problems
    return {change for (change,) in changes_of(problem)}


@settings(max_examples=20, deadline=None)
@given(st.tuples(st.sampled_from(sorted(RULES)), st.just(3), st.integers(1, 3)), st.data())
def test_every_mend_of_one_figure_is_found(row: tuple[str, int, int], data: st.DataObject) -> None:
    name, players, cards = row
    bids = tuple(data.draw(st.lists(st.integers(0, cards), min_size=players, max_size=players)))
    taken = data.draw(st.lists(st.integers(0, players - 1), min_size=cards, max_size=cards))
    scores = list(scored(name, bids, tuple(taken)))
    scores[data.draw(st.integers(0, players - 1))] += data.draw(st.integers(1, 12))
    result = judged(name, bids, cards, tuple(scores))
    if result.agrees:
        return

    def fits(bids: tuple[int, ...], scores: list[int]) -> bool:
        return all(tried(name, bids, cards, tuple(scores)))

    due = set()
    for seat in range(players):
        for bid in range(cards + 1):
            others = (*bids[:seat], bid, *bids[seat + 1 :])
            if RULES[name][0] != "none" and bid != bids[seat] and fits(others, scores):
                due.add((f"P{seat}", "bid", bid))
        for score in range(-12, 40):
            if score != scores[seat] and fits(bids, [*scores[:seat], score, *scores[seat + 1 :]]):
                due.add((f"P{seat}", "total", score))
    assert mends_of(result) == due
    assert due or "one figure" not in result.problems[0].diagnostic.help


def test_mends_keep_the_limits_on_bids() -> None:
    # Bids of 1 and 1 would come to the cards with a third of 0, which the dealer may not bid.
    deal = RecordedDeal(number=2, bids=(1, 1, 1), totals=(12, 12, 10))
    start = RecordedDeal(number=1, bids=(0, 0, 0), totals=(0, 0, 0))
    free = sheet(start, deal, dealer="Cai")
    hook = sheet(start, deal, dealer="Cai", parameters=(("hook", True),))
    assert (("Cai", "bid", 0),) in changes_of(free.problems[-1])
    assert (("Cai", "bid", 0),) not in changes_of(hook.problems[-1])


def test_a_total_of_the_row_before_may_be_what_is_wrong() -> None:
    nothing = [RecordedDeal(number=n, totals=(0, 0, 0)) for n in (1, 2, 3)]
    slip = RecordedDeal(number=4, bids=(2, 1, 3), totals=(0, 0, 0))  # Bob made it: 12
    shown = RecordedDeal(number=5, bids=(1, 0, 2), totals=(0, 22, 0))
    (problem,) = sheet(*nothing, slip, shown).problems
    assert (problem.row, problem.player) == ("5", "Bob")
    changes = [change for fix in problem.fixes for change in fix.changes]
    assert {(change.row, change.cell, change.value) for change in changes} == {
        ("5", "total", 0),
        ("5", "total", 10),
        ("4", "total", 12),
    }
    assert "Bob's total in row `4` to `12`" in problem.diagnostic.help
    # The deal after goes on from the 22 that is written in row 5.
    (problem,) = sheet(
        *nothing, slip, shown, RecordedDeal(number=6, bids=(2, 1, 2), totals=(0, 34, 0))
    ).problems
    assert problem.diagnostic.help == (
        "change one figure and the row fits: Bob's total in row `4` to `12` (the next row "
        "confirms this), or Bob's total to `0` or `10`"
    )


def test_tricks_that_do_not_sum_name_the_cell() -> None:
    first = RecordedDeal(number=1, bids=(1, 0, 1), totals=(0, 0, 0))
    deal = RecordedDeal(number=2, bids=(0, 1, 0), won=(1, 1, 1), totals=(0, 12, 10))
    assert (("Cai", "tricks", 0),) in changes_of(sheet(first, deal).problems[-1])


def test_two_cells_that_cannot_be_are_fixed_together() -> None:
    start = RecordedDeal(number=1, bids=(0, 0, 1), totals=(10, 10, 12))
    deal = RecordedDeal(number=2, bids=(1, 1, 0), totals=(21, 20, 22))
    # A bid of 1 that is made scores 12, so that neither 11 nor 10 can follow it.
    after = RecordedDeal(number=3, bids=(0, 0, 2), totals=(20, 30, 22))
    result = sheet(start, deal, after)
    assert codes(result)[:2] == [("R542", "Ann"), ("R542", "Bob")]
    assert {one.diagnostic.help for one in result.problems[:2]} == {
        "change 2 figures and the row fits: Ann's total to `10` and Bob's bid to `0` "
        "(the next row confirms this), or Ann's total to `10` and Bob's total to `10`, "
        "or Ann's total to `22` and Bob's total to `22`"
    }


def test_each_fix_that_the_next_row_confirms_is_said_to_be_confirmed() -> None:
    one, two = (
        RowFix((FigureChange("2", "Ann", "bid", value),), confirmed=True) for value in (0, 1)
    )
    assert "(the next row confirms this)" in fixes_text([one], "2", is_complete=True)
    together = fixes_text([one, two], "2", is_complete=True)
    assert "`0` or `1` (the next row confirms each of these)" in together


def test_where_a_sheet_has_points_the_mend_is_of_points() -> None:
    head = "deal,Ann bid,Ann points,Bob bid,Bob points,Cai bid,Cai points\n"
    text = f"{head}1,0,10,0,10,0,0\n2,0,10,1,11,0,10\n3,1,12,0,10,0,0\n"
    read = parse_sheet(text, "foss")
    assert read.record is not None
    (problem,) = replay_sheet(read.record, load("foss").rules, read.places).problems
    assert problem.diagnostic.message.startswith("Bob cannot score `11`")
    assert problem.to_json()["fixes"] == [
        {
            "changes": [{"row": "2", "player": "Bob", "cell": "points", "value": 0}],
            "confirmed": False,
        }
    ]
    assert problem.diagnostic.help.endswith(
        "change one figure and the row fits: Bob's points to `0`"
    )
    won = "deal,Ann bid,Ann won,Ann points,Bob bid,Bob won,Bob points,Cai bid,Cai won,Cai points\n"
    read = parse_sheet(f"{won}1,0,0,10,0,0,10,0,1,0\n2,0,0,10,1,1,11,0,1,0\n", "foss")
    assert read.record is not None
    (problem,) = replay_sheet(read.record, load("foss").rules, read.places).problems
    assert (
        problem.diagnostic.message == "Bob's score in the deal is `11`, but 1 trick makes it `12`"
    )


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ("1,0,10,1,12,1,0\n3,0,10,1,12,1,0\n", []),
        ("1,0,10,1,12,1,0\n3,0,10,1,12,1,7\n", [("3", "Cai")]),
        ("3,0,11,1,12,1,0\n5,0,11,1,12,1,0\n6,0,13,1,12,1,0\n", [(n, "Ann") for n in "356"]),
        ("m,0,10,0,-9,0,-12\n", []),
        ("m,0,10,0,-2,0,-9\n", [("m", "Bob")]),
        ("Misere with Trumps,,10,,-2,,-9\n", [("Misere with Trumps", "Bob")]),
        # A cell left empty says nothing of the deals after it.
        ("1,0,10,1,12,1,\n2,0,10,1,12,0,7\n", [("2", "Cai")]),
    ],
)
def test_points_of_a_deal_are_judged_whatever_rows_are_missing(
    rows: str, wrong: list[tuple[str, str]]
) -> None:
    head = "deal,Ann bid,Ann points,Bob bid,Bob points,Cai bid,Cai points\n"
    read = parse_sheet(head + rows, "foss")
    assert read.record is not None
    found = replay_sheet(read.record, load("foss").rules, read.places)
    errors = [one for one in found.problems if one.diagnostic.code.startswith("R")]
    assert [(one.row, one.player) for one in errors] == wrong
    assert all(row.judged for row in found.rows)


def test_points_written_totals_are_judged_after_a_gap() -> None:
    head = "deal,Ann bid,Ann points,Ann total,Bob bid,Bob total,Cai bid,Cai total\n"
    read = parse_sheet(f"{head}1,0,10,10,1,12,1,0\n3,0,11,50,1,40,1,7\n", "foss")
    assert (read.record is not None, read.diagnostics) == (True, ())
    assert read.record is not None
    (problem,) = replay_sheet(read.record, load("foss").rules, read.places).problems
    assert (problem.row, problem.player) == ("3", "Ann")


@pytest.mark.parametrize(
    ("rows", "problems"),
    [
        # Bob's bid cannot be read, and Cai's 12 after it is no score.
        ("1,0,10,q,12,1,0\n2,0,20,1,24,0,12\n", ["R511", "2 Cai"]),
        ("1,0,10,1,y,1,0\n2,0,20,1,24,0,12\n", ["R511", "2 Cai"]),
        # A row without a cell: nothing is known of it, but Bob and Cai cannot both have its trick.
        ("1,0,10,1,12,0\n2,0,20,1,24,0,12\n3,0,30,1,36,0,29\n", ["R510", "2 None", "3 Cai"]),
        (",0,10,1,12,1,0\n2,0,20,1,24,0,12\n3,0,30,1,36,0,29\n", ["R505", "2 None", "3 Cai"]),
    ],
)
def test_what_cannot_be_read_leaves_every_other_row_judged(rows: str, problems: list[str]) -> None:
    head = "deal,Ann bid,Ann total,Bob bid,Bob total,Cai bid,Cai total\n"
    read = parse_sheet(head + rows, "foss")
    assert read.record is not None
    wrong = [f"{one.row} {one.player}" for one in errors_of(read)]
    assert [one.code for one in read.diagnostics] + wrong == problems


def errors_of(read: RecordResult) -> list[Disagreement]:
    assert read.record is not None
    return list(replay_sheet(read.record, load("foss").rules, read.places).problems)
