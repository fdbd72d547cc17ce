"""Score sheets in every layout that people and apps write read as the same sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from support.loaded import loaded

from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import State
from clagdsl.lang.csv_text import DEAL_COLUMNS, FIGURE_COLUMNS, Figures, heading_words
from clagdsl.lang.record import RecordedDeal
from clagdsl.lang.resources import all_names
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import SheetRules, parse_sheet

ROOT: Final = Path(__file__).parent.parent.parent
GAMES: Final = all_names()


@cache
def match(name: str) -> State:
    game = loaded(name)
    names = ["Ann", "Jean-Luc", "Mary Lou", "Dot", "Eve", "Flo", "Gus", "Hal"]
    state = game.start(players=game.rules.players[0], seed=3, names=names[: game.rules.players[0]])
    while (action := random_action(state)) is not None:
        state = state.apply(action)
    return state


DECIDING: Final = ("scorecard", "blackout", "wizard")
"""Games for which the reader is left to find out whether figures are totals or points."""


class Sheet:
    """The figures of a played match, to be written in any layout."""

    def __init__(self, name: str) -> None:
        self.state = match(name)
        self.record = self.state.record()
        self.players = self.record.players
        self.deals = self.record.deals
        self.sizes = {row.number: row for row in self.state.table.schedule}

    def label(self, deal: RecordedDeal) -> str:
        return str(deal.number)

    def cards(self, deal: RecordedDeal) -> str:
        return str(deal.cards or self.sizes[deal.number or 0].cards or sum(deal.won or ()))

    def printed(self, deal: RecordedDeal) -> str:
        """The label of a kitchen sheet: the short name of a special deal, or its cards."""
        kind = self.state.game.deal(self.sizes[deal.number or 0].name)
        return (kind.short if kind else None) or self.cards(deal)

    def cell(self, deal: RecordedDeal, seat: int, kind: str) -> str:
        before = [one for one in self.deals if (one.number or 0) < (deal.number or 0)]
        total = (deal.totals or ())[seat]
        match kind:
            case "bid":
                return "" if deal.bids is None else str(deal.bids[seat])
            case "tricks":
                return str((deal.won or ())[seat])
            case "total":
                return str(total)
            case _:
                return str((total or 0) - (((before[-1].totals or ())[seat] or 0) if before else 0))


def joined(rows: list[list[str]], sign: str = ",", end: str = "\n") -> str:
    quoted = [[f'"{cell}"' if sign in cell else cell for cell in row] for row in rows]
    return end.join(sign.join(row) for row in quoted) + end


def wide(sheet: Sheet, way: int) -> bytes:
    kinds = [["bid", "tricks", "total"], ["bid", "tricks", "points"], ["total", "bid"]][way]
    words = [
        {"bid": "{} bid", "tricks": "{} tricks", "total": "{} total"},
        {"bid": "bid_{}", "tricks": "Taken ({})", "points": "{} - Points"},
        {"bid": "{}'s Prediction", "total": "Running Total: {}"},
    ][way]
    extra = [["cards", "dealer"], ["Hand Size", "Date", "Notes"], []][way]
    head = [["deal", "Round #", "Deal No."][way], *extra]
    rows = [head + [words[kind].format(name) for name in sheet.players for kind in kinds]]
    for deal in sheet.deals:
        more = [[sheet.cards(deal), deal.dealer or ""], [sheet.cards(deal), "31.1.2025", "x"], []]
        name = sheet.label(deal)
        figures = [
            sheet.cell(deal, seat, kind) for seat in range(len(sheet.players)) for kind in kinds
        ]
        rows.append([name if way < 2 else f"Round {name}", *more[way], *figures])
    if way == 1:
        return ("\ufeff" + joined(rows, ";", "\r\n")).encode()
    return joined(rows, ",\t"[way // 2]).encode("utf-16" if way == 2 else "utf-8")


def long(sheet: Sheet, way: int) -> bytes:
    heads = [
        ["game_id", "round", "cards_per_player", "player", "bid", "tricks_won", "points", "total"],
        ["Player", "Deal", "Bid", "Taken", "Score", "Total"],
        ["Name", "Hand No", "Dealer", "Got", "Contract", "Round Score"],
    ]
    rows = []
    for deal in sheet.deals:
        for seat, name in enumerate(sheet.players):
            bid, won, total, points = (
                sheet.cell(deal, seat, kind) for kind in ("bid", "tricks", "total", "points")
            )
            number = sheet.label(deal)
            rows.append(
                [
                    ["7", number, sheet.cards(deal), name, bid, won, points, total],
                    [name, number, bid, won, points, total],
                    [name.upper(), number, deal.dealer or "", won, bid, points],
                ][way]
            )
    if way == 1:
        rows.sort(key=lambda row: sheet.players.index(row[0]))  # all deals of one player together
    return joined([heads[way], *rows], ",;,"[way]).encode()


def two_lines(sheet: Sheet, way: int) -> bytes:
    kinds = [["bid", "points"], ["bid", "tricks", "total"], ["bid", "total"]][way]
    many, few = len(sheet.players), len(kinds)
    if way == 2:
        upper = [cell for kind in kinds for cell in [kind.title(), *[""] * (many - 1)]]
        lower = [*sheet.players] * few
        order = [(seat, kind) for kind in kinds for seat in range(many)]
    else:
        upper = [cell for name in sheet.players for cell in [name, *[""] * (few - 1)]]
        lower = kinds * many
        order = [(seat, kind) for seat in range(many) for kind in kinds]
    first = [["Round"], ["", "Cards"], ["Deal"]][way]
    second = [[""], ["Deal", ""], [""]][way]
    titles = [[], [["Table 1"], []], []][way]
    rows = [*titles, first + upper, second + lower]
    for deal in sheet.deals:
        front = [[sheet.label(deal)], [sheet.label(deal), sheet.cards(deal)], [sheet.label(deal)]]
        rows.append(front[way] + [sheet.cell(deal, seat, kind) for seat, kind in order])
    return joined(rows, ";").encode()


def bare(sheet: Sheet, way: int) -> bytes:
    kind = ["total", "points", "total"][way]
    rows = [[["Round", "Hand", "#"][way], *sheet.players]]
    for deal in sheet.deals:
        cells = [sheet.cell(deal, seat, kind) for seat in range(len(sheet.players))]
        rows.append([sheet.label(deal), *[f"{cell},0" if way == 2 else cell for cell in cells]])
    if way == 1:
        rows.append(["Sum", *map(str, sheet.deals[-1].totals or ())])
    return joined(rows, ",;;"[way]).encode()


def by_cards(sheet: Sheet, way: int) -> bytes:
    kinds = [["total", "bid"], ["bid", "tricks", "points"], ["bid", "total"]][way]
    rows = [[["Round", "Cards", ""][way], *(f"{n} {k}" for n in sheet.players for k in kinds)]]
    for deal in sheet.deals:
        name = sheet.printed(deal)
        shown = [name, name, f"{name} cards" if name.isdigit() else f"{name.upper()} (special)"]
        seats = range(len(sheet.players))
        rows.append([shown[way], *(sheet.cell(deal, s, k) for s in seats for k in kinds)])
    return ("sep=;\n" + joined(rows, ";")).encode()


SHAPES: Final[dict[str, Callable[[Sheet, int], bytes]]] = {
    "wide": wide,
    "long": long,
    "two lines": two_lines,
    "bare": bare,
    "by cards": by_cards,
}


@pytest.mark.parametrize(("shape", "way"), [*product(SHAPES, range(3))])
def test_every_layout_reads_as_the_same_sheet(shape: str, way: int) -> None:
    check_layout(shape, way, list(GAMES)[way::8])


@pytest.mark.long
@pytest.mark.parametrize(("shape", "way"), [*product(SHAPES, range(3))])
def test_every_layout_of_every_game_reads_as_the_same_sheet(shape: str, way: int) -> None:
    check_layout(shape, way, GAMES)


def check_layout(shape: str, way: int, names: Iterable[str]) -> None:
    for name in names:
        sheet = Sheet(name)
        game = loaded(name).rules
        text = SHAPES[shape](sheet, way)
        figures: Figures | None = None
        if shape == "bare" and name not in DECIDING:
            figures = "points" if way == 1 else "totals"
        read = parse_sheet(text, SheetRules(name, game, figures=figures), "s.csv")
        assert read.diagnostics == (), (name, text)
        assert read.record is not None
        assert [one.casefold() for one in read.record.players] == [
            one.casefold() for one in sheet.players
        ]
        for deal, due in zip(read.record.deals, sheet.deals, strict=True):
            assert deal.number == due.number or deal.label is not None, (name, deal, text)
            assert deal.totals == due.totals, (name, text)
            assert deal.bids in (due.bids, None), (name, text)
            assert deal.won in (due.won, None), (name, text)
        if shape == "bare":
            continue
        problems = replay_sheet(read.record, game, read.places).problems
        assert [one for one in problems if one.diagnostic.severity == "error"] == [], (name, text)


def test_the_reference_lists_every_heading() -> None:
    text = (ROOT / "docs" / "reference" / "records.md").read_text("utf-8")
    for kind in (*FIGURE_COLUMNS.values(), *DEAL_COLUMNS.values()):
        headings = ", ".join(f"`{heading}`" for heading in kind.headings)
        assert f"| {headings} | {kind.holds} |" in text
        assert all(heading == heading_words(heading) for heading in kind.headings)


@pytest.mark.parametrize("heads", ["{}bid,{}total", "{}BIDS,{}Totals"])
def test_a_heading_without_a_space_names_a_player_who_has_two_figures(heads: str) -> None:
    head = ",".join(heads.format(name, name) for name in ("Ann", "Bob", "Cai"))
    read = parse_sheet(f"deal,{head}\n1,0,10,1,12,1,0\n", "foss")
    assert read.record is not None
    assert read.record.players == ("Ann", "Bob", "Cai")
    assert read.record.deals[0].bids == (0, 1, 1)
    assert read.record.deals[0].totals == (10, 12, 0)


def test_names_that_end_like_a_figure_stay_names() -> None:
    """Nobody else has the first half of these names."""
    read = parse_sheet("deal,Nobid,Scall,Cai\n1,10,12,0\n2,20,24,0\n", "foss")
    assert read.record is None or read.record.players == ("Nobid", "Scall", "Cai")


@pytest.mark.parametrize("label", [" TOTAL: ", "Grand  Total", "total-points", "FINAL score"])
def test_a_row_of_sums_is_recognised_in_any_spacing(label: str) -> None:
    sheet = f"deal,Ann total,Bob total,Cai total\n1,10,12,0\nSub total,10,12,0\n2,20,22,0\n{label}"
    assert parse_sheet(f"{sheet},20,22,0\n", "foss").diagnostics == ()
    (wrong,) = parse_sheet(f"{sheet},20,21,0\n", "foss").diagnostics
    assert wrong.message.startswith("Bob has `21` in the sums at the end")
