"""What the pages show of a match, checked against its sheet in Python."""

from __future__ import annotations

import re
from typing import Any

from clagdsl.scorekeeping.score_sheet import Sheet

NO_WORDS = re.compile(r"\b(undefined|null|NaN)\b|\[object|^$")


def check_shown(answer: dict[str, Any], sheet: Sheet) -> None:
    """Every entry has a line, `undo` strikes one out; places and totals agree with the sheet."""
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
