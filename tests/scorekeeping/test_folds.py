"""A sheet is the fold of its entries, of those not taken back, and of its corrected log.

Sequences of entries, corrections and undos are drawn; what may not be entered changes nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

import pytest
from support.drawn_interludes import drawn_interlude
from support.engine_games import GAMES
from support.kept_matches import check_record
from support.loaded import loaded

from clagdsl.lang.roster_changes import (
    Adjustment,
    Join,
    TakePlace,
    read_interlude,
)
from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.scorekeeping.entries import CorrectRoster, TakenBy, Won, parse_entry
from clagdsl.scorekeeping.score_sheet import Sheet, new_sheet
from clagdsl.scorekeeping.state import AttributedFact
from clagdsl.table.table import Table, make_table, open_table

NAMES = ("Ann", "Bob", "Cai", "Dot", "Eve")


@cache
def tables() -> tuple[Table, ...]:
    built = [make_table(GAMES[name], players) for name in GAMES for players in (3, 4)]
    files = [loaded(name).start().table for name in ("pagat", "foss")]
    return (*built, *files)


@cache
def table_for(table: Table, players: int) -> Table:
    """The same rules for another number of players."""
    return open_table(table.game, players, table.parameters)


def empty(table: Table) -> Sheet:
    return new_sheet(table, NAMES[: table.players], table_for=partial(table_for, table))


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
        f"first {choose.choice(NAMES)}",
        choose.choice(["auction 2C pass pass pass", "auction pass pass pass pass"]),
    ]
    return choose.choice(rows[:2] if choose.random() < 0.5 else rows)


def drawn_entry(choose: random.Random, sheet: Sheet) -> str:
    """Something that is entered, mostly what may be."""
    players, cards = sheet.players, sheet.cards or 1
    if choose.random() < 0.2:
        return drawn_interlude(choose, sheet)
    luck = choose.random()
    if luck < 0.08:
        return "undo"
    if luck < 0.25:
        deal = choose.randint(1, sheet.deal)
        size = sheet.rows[deal - 1].cards if deal <= len(sheet.rows) else cards
        here = len(sheet.rows[deal - 1].seats) if deal <= len(sheet.rows) else players
        return f"correct {deal} {drawn_row(choose, here, size or 1)}"
    if sheet.phase == "tricks":
        return drawn_tricks(choose, cards, players)
    if sheet.phase == "bid" and luck < 0.45:
        return f"bids {figures([choose.randint(0, cards) for _ in range(players)])}"
    return choose.choice(sheet.legal() or ("undo",))


class Drawn(NamedTuple):
    """How many entries of some kinds were taken in a sequence that was drawn."""

    corrections: int
    waited: int
    beside: Counter[str]


def check_drawn(seed: int, most: int = 40) -> Drawn:
    """Draw a sequence, and hold the sheet against its folds and its record."""
    choose = random.Random(seed)
    table = choose.choice(tables())
    sheet = empty(table)
    standing: list[str] = []
    codes: list[tuple[str, Sheet, str]] = []
    corrections = waited = 0
    beside: Counter[str] = Counter()
    for _ in range(choose.randint(5, most)):
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
        beside[kind(entry)] += 1
        beside["others"] += bool(sheet.anew) and not before.anew
        beside["back again"] += bool(before.anew) and not sheet.anew
        corrections += entry.startswith("correct")
        waited += entry.startswith("correct") and bool(sheet.waiting)
    for entry, refusing, code in codes:
        assert getattr(refusing.why_not(entry), "code", None) == code
    assert folded(table, sheet.log) == sheet
    assert folded(table, standing)._moment == sheet._moment
    clean = folded(table, sheet.entries)._moment
    assert clean == replace(sheet._moment, waiting=())
    assert len(standing) == len(sheet._undo_stack)
    check_rows(sheet)
    if seed % 3 == 0:  # which takes longest
        check_record(sheet, table.game)
    return Drawn(corrections, waited, beside)


def kind(entry: str) -> str:
    match parse_entry(entry):
        case TakePlace():
            return "for"
        case CorrectRoster():
            return "correct roster"
        case _:
            return entry.split()[0]


def check_rows(sheet: Sheet) -> None:
    """The tricks come to the cards, and totals move by points and adjustments alone.

    All figures are of those who play in the deal.
    """
    for deal in sheet._moment.history:
        players = tuple(sheet.names[line] for line in deal.seats)
        assert {said.players for said in deal.facts} <= {(), players}
    before = [0] * len(sheet.names)
    for row in sheet.rows:
        won = [row.tricks[line] for line in row.seats]
        assert sum(count or 0 for count in won) in (row.cards, 0)
        assert [line for line, count in enumerate(row.tricks) if count is None] == [
            line for line in range(len(sheet.names)) if line not in row.seats and row.tricks
        ]
        entries = [read_interlude(text) for text in row.beside]
        for line, total in enumerate(row.totals):
            if total is None:
                continue
            given = sum(
                one.points
                for one in entries
                if isinstance(one, Adjustment) and one.player == sheet.names[line]
            )
            points = row.points[line] or 0
            joined = [one for one in entries if isinstance(one, Join | TakePlace)]
            if sheet.names[line] in [one.player for one in joined] and before[line] == 0:
                assert line >= len(sheet._moment.setting.names) or total == given + points
            else:
                assert total == before[line] + given + points
            before[line] = total


def check_only_one_deal_is_told(before: Sheet, after: Sheet, entry: str) -> None:
    """An entry tells of one deal: to no other one does it bring anything, whatever it moves."""
    told = before._moment.number
    if entry.startswith("correct"):
        told = int(entry.split()[1])
    earlier, later = facts(before), facts(after)
    for deal in later.keys() - {told}:
        assert later[deal] <= earlier.get(deal, Counter()), (deal, entry)


def facts(sheet: Sheet) -> dict[int, Counter[str]]:
    """What is on a sheet by deal, with whose it is where that matters; what waits, too."""
    moment = sheet._moment
    found = {deal.number: list(deal.facts) for deal in moment.history}
    found[moment.number] = list(moment.facts)
    for place, waiting in enumerate(moment.waiting):
        found.setdefault(moment.number + place, []).extend(waiting)
    return {deal: Counter(map(by_name, said)) for deal, said in found.items()}


def by_name(said: AttributedFact) -> str:
    """A fact, with the names of its players in place of their seats."""
    match said.fact:
        case Won(tricks=tricks, points=points):
            figures = zip(said.players, tricks, points or tricks, strict=True)
            return f"won {sorted(figures)} {points is None}"
        case TakenBy(seats=seats):
            return f"taken {[said.players[seat] for seat in seats]}"
        case _ if said.seat is not None and said.players:
            return f"{said.players[said.seat]} {said.fact}"
        case _:
            return str(said.fact)


def folded(table: Table, entries: list[str] | tuple[str, ...]) -> Sheet:
    sheet = empty(table)
    for entry in entries:
        sheet = sheet.apply(entry)
    return sheet


def test_drawn_sequences_are_the_fold_of_the_corrected_log() -> None:
    found = [check_drawn(seed) for seed in range(200)]
    assert sum(one.corrections for one in found) > 50
    assert sum(one.waited for one in found) > 1
    beside = sum((one.beside for one in found), Counter[str]())
    verbs = ("join", "for", "leave", "out", "back", "adjust", "skip", "cards", "end")
    assert min(beside[verb] for verb in verbs) > 2, beside
    assert beside["correct roster"] > 10
    assert min(beside[verb] for verb in ("others", "back again")) > 2


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
