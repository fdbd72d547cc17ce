"""What `replay` says of whole sheets is true, compared with all outcomes of small deals."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Final, TypeAlias

import pytest
from support.loaded import loaded

from clagdsl.lang.record import Record, RecordedDeal, RowFix
from clagdsl.records.repair import FixBudget
from clagdsl.records.replay import replay_sheet
from clagdsl.table.budget import Budget

PLAYERS: Final = ("Ann", "Bob", "Cai")

Figures: TypeAlias = tuple[int | None, ...]


@dataclass(frozen=True)
class Rules:
    """A bundled game once more in Python: its deals from a number on, and the score of a seat."""

    first: int
    cards: tuple[int, ...]
    score: Callable[[int, int], int]


GAMES: Final = {
    "foss": Rules(1, (1, 2, 3), lambda bid, won: 10 + 2 * won if bid == won else 0),
    "stiche-raten": Rules(1, (1, 2, 3), lambda bid, won: 10 + won if bid == won else won),
    "romanian-whist": Rules(3, (1, 2, 3), lambda b, w: 5 + w if b == w else -abs(b - w)),
}


@dataclass(frozen=True)
class Row:
    """The figures of one row in seat order; None if not recorded."""

    bids: Figures
    won: Figures
    totals: Figures
    dealer: str | None = None


@cache
def outcomes(name: str, cards: int) -> list[tuple[Figures, Figures, Figures]]:
    """Every deal that can be played: its bids, tricks and scores; the last bid is limited."""
    score = GAMES[name].score
    return [
        (bids, won, tuple(map(score, bids, won)))
        for bids in product(range(cards + 1), repeat=3)
        if sum(bids) != cards
        for won in product(range(cards + 1), repeat=3)
        if sum(won) == cards
    ]


def matches(figures: Figures, recorded: Figures) -> bool:
    return all(n in (m, None) for m, n in zip(figures, recorded, strict=True))


def fitting(name: str, cards: int, row: Row, base: Figures) -> Iterator[tuple[Figures, Figures]]:
    """Yields the tricks and scores of every deal that a row can record after the totals `base`."""
    points = tuple(
        None if total is None or before is None else total - before
        for total, before in zip(row.totals, base, strict=True)
    )
    for bids, won, scores in outcomes(name, cards):
        if matches(bids, row.bids) and matches(won, row.won) and matches(scores, points):
            yield won, scores


def true_rows(name: str, luck: random.Random) -> list[Row]:
    rows: list[Row] = []
    totals: tuple[int, ...] = (0, 0, 0)
    for number, cards in enumerate(GAMES[name].cards):
        bids, won, scores = luck.choice(outcomes(name, cards))
        totals = tuple(n + (m or 0) for n, m in zip(totals, scores, strict=True))
        rows.append(Row(bids, won, totals, PLAYERS[number % 3]))
    return rows


def changed(row: Row, key: str, seat: int, value: int | None) -> Row:
    figures = list(getattr(row, key))
    figures[seat] = value
    return replace(row, **{key: tuple(figures)})


def with_slip(row: Row, cards: int, luck: random.Random, keys: tuple[str, ...]) -> Row:
    """The row with another value of one figure."""
    key, seat = luck.choice(keys), luck.randrange(3)
    old = getattr(row, key)[seat]
    values = range(-3, 40) if key == "totals" else range(cards + 1)
    return changed(row, key, seat, luck.choice([value for value in values if value != old]))


def record_of(name: str, rows: list[Row]) -> Record:
    deals = [
        RecordedDeal(
            number=number,
            bids=tuple("?" if bid is None else bid for bid in row.bids),
            won=row.won,
            totals=row.totals,
            dealer=row.dealer,
        )
        for number, row in enumerate(rows, GAMES[name].first)
    ]
    return Record(name, PLAYERS, tuple(deals))


def with_fix(name: str, rows: list[Row], fix: RowFix) -> list[Row]:
    keys = {"bid": "bids", "tricks": "won", "total": "totals"}
    rows = list(rows)
    for change in fix.changes:
        index = int(change.row) - GAMES[name].first
        seat = PLAYERS.index(change.player)
        rows[index] = changed(rows[index], keys[change.cell], seat, change.value)
    return rows


@pytest.mark.parametrize("name", GAMES)
def test_the_next_row_agrees_with_a_fix_if_it_contradicts_no_rule(name: str) -> None:
    luck, seen = random.Random(3), set()
    for _ in range(15):
        rows = true_rows(name, luck)
        if luck.random() < 0.7:
            rows = [replace(row, won=(None,) * 3) for row in rows]
        rows[1] = with_slip(rows[1], 2, luck, ("bids", "totals"))
        if luck.random() < 0.5:
            rows[2] = with_slip(rows[2], 3, luck, ("bids",))
        problems = replay_sheet(record_of(name, rows), loaded(name).rules).problems
        label = str(GAMES[name].first + 1)
        for fix in {fix for problem in problems if problem.row == label for fix in problem.fixes}:
            typed = with_fix(name, rows, fix)
            next_fits = any(fitting(name, 3, typed[2], typed[1].totals))
            assert fix.confirmed == next_fits, (rows, fix)
            seen.add(fix.confirmed)
    assert seen == {True, False}


def test_a_fix_that_leaves_a_forbidden_bid_in_the_next_row_is_not_confirmed() -> None:
    rows = [
        Row((0, 1, 1), (None,) * 3, (10, 12, 0), "Ann"),
        Row((1, 1, 0), (None,) * 3, (22, 12, 10)),
        Row((1, 1, 1), (None,) * 3, (34, 24, 22)),
    ]
    problems = replay_sheet(record_of("foss", rows), loaded("foss").rules).problems
    second = [problem for problem in problems if problem.row == "2"]
    assert {fix.confirmed for problem in second for fix in problem.fixes} == {False}


@pytest.mark.parametrize("name", ["foss", "romanian-whist"])
def test_an_impossible_row_names_every_player_whose_figures_can_be_wrong(name: str) -> None:
    luck, named = random.Random(8), 0
    for _ in range(25):
        rows = [replace(row, won=(None,) * 3) for row in true_rows(name, luck)]
        for _ in range(luck.randint(1, 2)):
            rows[1] = with_slip(rows[1], 2, luck, ("bids", "totals"))
        for problem in replay_sheet(record_of(name, rows), loaded(name).rules).problems:
            _, of, names = problem.diagnostic.message.partition("the figures of ")
            if problem.diagnostic.code != "R543" or not of:
                continue
            shown = names.removesuffix(" do not fit the others").split(" or ")
            suspects = []
            for seat, player in enumerate(PLAYERS):
                row = changed(changed(rows[1], "bids", seat, None), "totals", seat, None)
                if any(fitting(name, 2, row, rows[0].totals)):
                    suspects.append(player)
            assert ", ".join(shown).split(", ") == suspects
            named += 1
    assert named > 2


def test_a_row_that_no_single_change_makes_right_is_not_said_to_have_one_wrong_figure() -> None:
    """Bids of 0 and 9 are forbidden, and 5 + 9 + 2 + 1 tricks are more than 13."""
    row = RecordedDeal(number=1, bids=(0, 9, 2, 1), totals=(5, 90, 20, 10))
    record = Record("x", ("Ann", "Bob", "Cai", "Dee"), (row,), dealer="Ann")
    by_code = {
        problem.diagnostic.code: problem
        for problem in replay_sheet(record, loaded("call-break").rules).problems
    }
    assert by_code.keys() == {"A203", "R543"}
    assert by_code["R543"].fixes == ()
    message = by_code["R543"].diagnostic.message
    assert (
        message
        == "no division of the tricks fits the row: the figures of Ann or Bob do not fit the others"
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_scores_that_a_row_leaves_possible_are_those_of_some_deal(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players whose figures are reported may have anything, the others what is recorded."""
    monkeypatch.setattr("clagdsl.records.replay.FixBudget", lambda: FixBudget(Budget(0)))
    luck, hints = random.Random(4), 0
    for _ in range(40):
        rows = [replace(row, won=(None,) * 3) for row in true_rows(name, luck)[:2]]
        for _ in range(luck.randint(1, 2)):
            rows[1] = with_slip(rows[1], 2, luck, ("bids", "totals"))
        if luck.random() < 0.5:
            rows[1] = changed(rows[1], "bids", luck.randrange(3), None)
        label = str(GAMES[name].first + 1)
        reported = replay_sheet(record_of(name, rows), loaded(name).rules).problems
        of_row = [problem for problem in reported if problem.row == label]
        if any(problem.diagnostic.code.startswith("A") for problem in of_row):
            continue  # the bids are wrong
        problems = [problem for problem in of_row if problem.diagnostic.code == "R542"]
        free = rows[1]
        for problem in problems:
            free = changed(free, "totals", PLAYERS.index(problem.player or ""), None)
        ways = list(fitting(name, 2, free, rows[0].totals))
        for problem in problems:
            seat = PLAYERS.index(problem.player or "")
            expected: dict[int | None, set[int | None]] = {}
            for won, scores in ways:
                expected.setdefault(scores[seat], set()).add(won[seat])
            hint = problem.diagnostic.help or ""
            if not expected:
                assert hint.startswith("compare")
                continue
            shown = dict(re.findall(r"(-?\d+) for ([\d or]+) tricks?", hint))
            for score, counts in shown.items():
                assert expected[int(score)] == set(map(int, counts.split(" or ")))
            others = re.findall(r"otherwise (-?\d+)", hint)
            assert {*map(int, shown), *map(int, others)} == set(expected), (rows, hint)
            hints += 1
    assert hints > 5


@pytest.mark.parametrize("name", ["foss", "stiche-raten"])
def test_a_slip_is_reported_in_its_own_row_or_the_next_one(name: str) -> None:
    """The next row counts from a wrong total; a row behind an unknown total does not."""
    luck, unknown = random.Random(5), 0
    for _ in range(30):
        rows = true_rows(name, luck)
        if luck.random() < 0.5:
            rows = [replace(row, won=(None,) * 3) for row in rows]
        rows[0] = with_slip(rows[0], 1, luck, ("bids", "totals", "won"))
        for seat in range(3):
            if luck.random() < 0.7:
                rows[1] = changed(rows[1], "totals", seat, None)
        problems = replay_sheet(record_of(name, rows), loaded(name).rules).problems
        errors = [one for one in problems if one.diagnostic.severity == "error"]
        last = str(GAMES[name].first + 2)
        assert last not in [one.row for one in errors], rows
        unknown += None in rows[1].totals
    assert unknown > 15


@pytest.mark.parametrize("name", ["foss", "stiche-raten"])
@pytest.mark.parametrize("open_row", [0, 1])
def test_a_sheet_with_one_open_deal_agrees_exactly_if_some_deals_fit(
    name: str, open_row: int
) -> None:
    """The first or second deal has no figures; the totals after the third may be wrong."""
    luck, verdicts = random.Random(6), set()
    for _ in range(25):
        rows = true_rows(name, luck)
        rows[2] = replace(rows[2], won=(None,) * 3, dealer=None)
        if open_row == 0:
            rows[1] = replace(rows[1], totals=(None,) * 3, dealer=None)
            rows[2] = replace(rows[2], won=true_rows(name, luck)[2].won)
        if luck.random() < 0.7:
            rows[2] = with_slip(rows[2], 3, luck, ("totals",))
        rows[open_row] = replace(rows[open_row], bids=(None,) * 3, won=(None,) * 3)
        rows[open_row] = replace(rows[open_row], totals=(None,) * 3)
        possible = {(0, 0, 0)}
        for index, row in enumerate(rows):
            possible = {
                totals
                for base in possible
                for _, scores in fitting(name, index + 1, replace(row, totals=(None,) * 3), base)
                for totals in (tuple(b + (s or 0) for b, s in zip(base, scores, strict=True)),)
                if matches(totals, row.totals)
            }
        result = replay_sheet(record_of(name, rows), loaded(name).rules)
        assert result.agrees == bool(possible), rows
        verdicts.add(result.agrees)
    assert verdicts == {True, False}


@pytest.mark.parametrize("index", [1, 2, 3])
@pytest.mark.parametrize("head", [None, "Ann"])
def test_a_wrong_dealer_is_reported_in_its_own_row(index: int, head: str | None) -> None:
    right = [PLAYERS[number % 3] for number in range(6)]
    for other in set(PLAYERS) - {right[index]}:
        dealers = [*right[:index], other, *right[index + 1 :]]
        deals = tuple(RecordedDeal(number=n, dealer=name) for n, name in enumerate(dealers, 1))
        record = Record("foss", PLAYERS, deals, dealer=head)
        (problem,) = replay_sheet(record, loaded("foss").rules).problems
        assert (problem.deal, problem.diagnostic.code) == (index + 1, "R535")
        assert (problem.diagnostic.help or "").startswith(f'write `dealer = "{right[index]}"`')


def test_a_dealer_is_checked_behind_a_missing_row_if_the_deal_passes_in_any_case() -> None:
    for dealer, wrong in (("Cai", []), ("Ann", [3]), ("Bob", [3])):
        deals = (RecordedDeal(number=1, dealer="Ann"), RecordedDeal(number=3, dealer=dealer))
        found = replay_sheet(Record("foss", PLAYERS, deals), loaded("foss").rules).problems
        assert [problem.deal for problem in found] == wrong


def test_a_first_row_that_contradicts_the_head_is_reported_alone() -> None:
    deals = (RecordedDeal(number=1, dealer="Bob"), RecordedDeal(number=2, dealer="Bob"))
    record = Record("foss", PLAYERS, deals, dealer="Ann")
    (problem,) = replay_sheet(record, loaded("foss").rules).problems
    assert (problem.deal, problem.diagnostic.code) == (1, "R535")
