"""Checks of the log, the places, the payments and the remarks that pages show of a match."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from clagdsl.scorekeeping.score_sheet import Sheet

NO_WORDS = re.compile(r"\b(undefined|null|NaN)\b|\[object|^$")


def check_shown(answer: dict[str, Any], sheet: Sheet) -> None:
    """Checks that every entry has a line, that `undo` strikes one out, and places and totals."""
    lines, undone = answer["lines"], sheet.log.count("undo")
    assert len(lines) == len(sheet.log) - undone
    assert sum(line["takenBack"] is not None for line in lines) == undone
    for line in lines:
        assert not NO_WORDS.search(line["text"]), line
        assert line["by"] == "Ann"
        assert line["names"], line
    here = [line for line in range(len(sheet.names)) if line not in sheet.left]
    places = answer["places"]
    assert [line for line, place in enumerate(places) if place is not None] == here
    ranked = sorted(places[line] for line in here)
    assert all(place == 1 + ranked.index(place) for place in ranked), ranked
    if sheet.over:
        assert [line for line in here if places[line] == 1] == list(sheet.winners)
    rows = sheet.rows
    for row, there, totals in zip(rows, answer["attendance"], answer["totals"][1:], strict=False):
        plays = [line for line, one in enumerate(there) if one == "plays"]
        assert plays == sorted(row.seats)
        assert all(totals[line] == row.totals[line] for line in plays)
    assert len(answer["totals"]) - len(rows) in (1, 2)
    if sheet.over:
        last = answer["totals"][-1]
        assert [last[line] for line in here] == [sheet.totals[line] for line in here]
    check_settled(answer["settled"], [str(one) for one in sheet.payments])
    check_remarks(answer["remarks"], sheet)


def check_settled(payments: list[dict[str, Any]], balances: list[str]) -> None:
    """Checks that nobody pays more than they owe, or pays somebody who owes."""
    got = [Fraction(0)] * len(balances)
    for payment in payments:
        amount = Fraction(payment["amount"])
        assert amount > 0
        assert Fraction(balances[payment["from"]]) < 0 < Fraction(balances[payment["to"]])
        got[payment["from"]] -= amount
        got[payment["to"]] += amount
    assert got == list(map(Fraction, balances))


def check_remarks(remarks: dict[str, Any], sheet: Sheet) -> None:
    """Checks the remarks, counted once more another way."""
    made: list[str] = []  # for each line the deals with a bid: m, missed by one o, by more x
    boldest = []
    for line in range(len(sheet.names)):
        signs = ""
        for row in sheet.rows:
            bid = row.bids[line] if row.bids else None
            won = row.tricks[line] if row.tricks else None
            if bid is None or won is None:
                continue
            signs += "m" if bid == won else "o" if abs(bid - won) == 1 else "x"
            if bid == won > 0:
                boldest.append((-bid, row.cards, row.deal, line))
        made.append(signs)
    runs = [max(map(len, re.split("[^m]", signs))) for signs in made]
    misses = [signs.count("o") for signs in made]
    for name, figures in (("run", runs), ("close", misses)):
        best = max(figures)
        if best < 2:
            assert remarks[name] is None
        else:
            assert remarks[name]["bids"] == best
            assert remarks[name]["lines"] == [i for i, one in enumerate(figures) if one == best]
    run = remarks["run"]
    if run and run["from"] is not None:
        [line] = run["lines"]
        rows = [row for row in sheet.rows if run["from"] <= row.deal <= run["to"]]
        deals = [row for row in rows if row.bids and row.bids[line] is not None]
        assert len(deals) == run["bids"]
        assert all(row.bids[line] == row.tricks[line] for row in deals)
    bold = remarks["boldest"]
    if not boldest:
        assert bold is None
    else:
        boldness = (-bold["bid"], bold["cards"], bold["deal"], bold["line"])
        assert boldness == min(boldest)
