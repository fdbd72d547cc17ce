"""A sheet is the fold of its entries, of those not taken back, and of its corrected log.

Sequences of entries, corrections and undos are drawn; what may not be entered changes nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from support.engine_games import GAMES
from support.loaded import loaded

from clagdsl.problems.model import IllegalAction
from clagdsl.scorekeeping.score_sheet import Sheet, keep
from clagdsl.table.table import Table, make_table

NAMES = ("Ann", "Bob", "Cai", "Dot", "Eve")


@cache
def tables() -> tuple[Table, ...]:
    built = [make_table(GAMES[name], players) for name in GAMES for players in (3, 4)]
    files = [loaded(name).start().table for name in ("pagat", "foss")]
    return (*built, *files)


def empty(table: Table) -> Sheet:
    return keep(table, NAMES[: table.players])


def split(choose: random.Random, cards: int, players: int) -> list[int]:
    """Tricks of each player that come to the cards."""
    cuts = sorted(choose.randint(0, cards) for _ in range(players - 1))
    return [after - before for before, after in zip([0, *cuts], [*cuts, cards], strict=True)]


def figures(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def drawn_tricks(choose: random.Random, cards: int, players: int) -> str:
    if choose.random() < 0.4:
        return f"taken {figures([choose.randint(1, players) for _ in range(cards)])}"
    return f"won {figures(split(choose, cards, players))}"


def fitting(choose: random.Random, sheet: Sheet) -> str:
    """Tricks that may be entered."""
    while True:
        tricks = drawn_tricks(choose, sheet.cards or 1, sheet.players)
        if sheet.why_not(tricks) is None:
            return tricks


def drawn_row(choose: random.Random, players: int, cards: int) -> str:
    """A row for a correction, which may fit or not."""
    rows = [
        drawn_tricks(choose, cards, players),
        f"bids {figures([choose.randint(0, cards) for _ in range(players)])}",
        f"cards {choose.randint(2, 4)}",
        choose.choice(["call Trumps", "call No Trumps, Misere", "call Precedence, Blind"]),
        choose.choice(["trump hearts", "trump none", "order S H C D"]),
        f"first {NAMES[choose.randrange(players)]}",
        choose.choice(["auction 2C pass pass pass", "auction pass pass pass pass"]),
    ]
    return choose.choice(rows[:2] if choose.random() < 0.5 else rows)


def drawn_entry(choose: random.Random, sheet: Sheet) -> str:
    """Something that is entered, mostly what may be."""
    players, cards = sheet.players, sheet.cards or 1
    luck = choose.random()
    if luck < 0.08:
        return "undo"
    if luck < 0.25:
        deal = choose.randint(1, sheet.deal)
        size = sheet.rows[deal - 1].cards if deal <= len(sheet.rows) else cards
        return f"correct {deal} {drawn_row(choose, players, size or 1)}"
    if sheet.phase == "tricks":
        return drawn_tricks(choose, cards, players)
    if sheet.phase == "bid" and luck < 0.45:
        return f"bids {figures([choose.randint(0, cards) for _ in range(players)])}"
    return choose.choice(sheet.legal() or ("undo",))


def check_drawn(seed: int) -> tuple[int, int]:
    """Draw a sequence and hold the sheet against its folds; corrections, and of these waiting."""
    choose = random.Random(seed)
    table = choose.choice(tables())
    sheet = empty(table)
    standing: list[str] = []
    codes: list[tuple[str, Sheet, str]] = []
    corrections = waited = 0
    for _ in range(choose.randint(5, 40)):
        entry = drawn_entry(choose, sheet)
        before = sheet
        try:
            sheet = sheet.apply(entry)
        except IllegalAction as refused:
            codes.append((entry, sheet, refused.code))
            continue
        if entry == "undo":
            standing.pop()
        else:
            standing.append(entry)
            check_only_one_deal_is_told(before, sheet, entry)
        corrections += entry.startswith("correct")
        waited += entry.startswith("correct") and bool(sheet.waiting)
    for entry, refusing, code in codes:
        assert getattr(refusing.why_not(entry), "code", None) == code
    assert folded(table, sheet.log) == sheet
    assert folded(table, standing)._moment == sheet._moment
    clean = folded(table, sheet.entries)._moment
    assert clean == replace(sheet._moment, waiting=())
    assert len(standing) == len(sheet._before)
    return corrections, waited


def check_only_one_deal_is_told(before: Sheet, after: Sheet, entry: str) -> None:
    """An entry tells of one deal: to no other one does it bring anything, whatever it moves."""
    told = int(entry.split()[1]) if entry.startswith("correct") else before.deal
    earlier, later = facts(before), facts(after)
    for deal in later.keys() - {told}:
        assert later[deal] <= earlier.get(deal, Counter()), (deal, entry)


def facts(sheet: Sheet) -> dict[int, Counter[str]]:
    """What is on a sheet by deal, with whose it is where that matters; what waits, too."""
    moment = sheet._moment
    kept = moment.history if sheet.over else (*moment.history, moment.deal)
    found = {deal.scheduled.number: list(deal.facts) for deal in kept}
    first = sheet.deal + sheet.over
    for place, waiting in enumerate(moment.waiting):
        found.setdefault(first + place, []).extend(waiting)
    by_seat = ("bid", "look", "auction", "pass")
    return {
        deal: Counter(
            f"{one.seat} {one.fact}" if str(one.fact).startswith(by_seat) else str(one.fact)
            for one in said
        )
        for deal, said in found.items()
    }


def folded(table: Table, entries: list[str] | tuple[str, ...]) -> Sheet:
    sheet = empty(table)
    for entry in entries:
        sheet = sheet.apply(entry)
    return sheet


def test_drawn_sequences_are_the_fold_of_the_corrected_log() -> None:
    found = [check_drawn(seed) for seed in range(150)]
    assert sum(corrections for corrections, _ in found) > 50
    assert sum(waited for _, waited in found) > 1


@pytest.mark.long
def test_ten_thousand_drawn_sequences_are_the_fold_of_the_corrected_log() -> None:
    for seed in range(10_000):
        check_drawn(seed)


@pytest.mark.parametrize("name", ["pagat", "foss", "scottish"])
def test_a_mistake_that_is_corrected_never_was(name: str) -> None:
    """Tricks are entered wrong in every third deal, and put right at the end, in any order."""
    game = loaded(name)
    choose = random.Random(name)
    right = wrong = game.keep(NAMES[: game.rules.players[0]])
    mends: list[str] = []
    while not right.over:
        if right.phase != "tricks":
            entry = choose.choice(right.legal())
            right, wrong = right.apply(entry), wrong.apply(entry)
            continue
        entry, other = fitting(choose, right), fitting(choose, right)
        mistaken = right.deal % 3 == 0
        if mistaken:
            mends.append(f"correct {right.deal} {entry}")
        right, wrong = right.apply(entry), wrong.apply(other if mistaken else entry)
        if wrong.dealer != right.dealer:  # another winner of the deal deals: known at once
            wrong = wrong.apply(mends.pop())
    choose.shuffle(mends)
    for mend in mends:
        wrong = wrong.apply(mend)
    assert wrong._moment == right._moment
