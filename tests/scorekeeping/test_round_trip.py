"""Sheet to record to sheet: at every moment of a match, the record has all that the sheet shows."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.drawn_interludes import drawn_interlude
from support.engine_games import GAMES
from support.kept_matches import check_record
from support.kept_records import with_rows
from support.loaded import loaded

from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.records.reading import parse_record
from clagdsl.records.writing import write_record
from clagdsl.scorekeeping.score_sheet import Sheet, new_sheet
from clagdsl.table.table import make_table

RULES = Path(__file__).parents[2] / "rules"
HOUSE = sorted((RULES / "house").glob("*.clag"))
FILES = [*sorted(RULES.glob("*.clag")), *sorted((RULES / "family").glob("*.clag")), *HOUSE[::5]]
"""A house file is a variant with little changed; `test_agrees.py` plays each of them."""
NAMES = ("Ann", "Bob", "Cai", "Dot", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo")


def shown(sheet: Sheet) -> dict[str, Any]:
    """Returns everything that a sheet shows, but in which order facts of a deal were entered."""
    return {
        **sheet.to_json(),
        "log": None,
        "entries": Counter(sheet.entries),
        "sheet": str(sheet),
        "standings": sheet._moment.standings,
        "record": sheet.record(),
    }


def written_and_read(sheet: Sheet) -> Record:
    read = parse_record(write_record(sheet.record()).encode())
    assert read.record is not None, read.diagnostics
    return read.record


def drawn_entry(choose: random.Random, sheet: Sheet) -> str:
    if sheet.phase != "tricks":
        return choose.choice(sheet.legal())
    cards, players = sheet.cards or 0, sheet.players
    taken = [choose.randint(1, players) for _ in range(cards)]
    won = "won " + " ".join(str(taken.count(seat)) for seat in range(1, players + 1))
    if choose.random() < 0.5 and sheet.why_not(won) is None:
        return won
    return "taken " + " ".join(map(str, taken))


def check_sums(deal: RecordedDeal, sheet: Sheet) -> None:
    """The last row has what no reader needs, because it follows: who dealt and called, totals."""
    row = sheet.rows[-1]
    assert deal.dealer == sheet.names[row.dealer]
    assert deal.caller == (None if row.caller is None else sheet.names[row.caller])
    assert deal.totals == tuple(row.totals[line] for line in row.seats)
    assert deal.won == (tuple(row.tricks[line] for line in row.seats) if row.tricks else None)


def check_match(empty: Sheet, seed: int) -> Counter[str]:
    """Draw a match and read back the record of each moment; returns how often a verb was entered.

    A record keeps who came and went apart from points given by hand, so that at most one of these
    is drawn for a deal.  Rows of closed deals stay as they are, and are read back once: then from
    the text of the record.
    """
    choose = random.Random(seed)
    sheet = base = empty
    entered: Counter[str] = Counter()
    rows: tuple[RecordedDeal, ...] = ()
    interludes = 0
    while True:
        record, closed = sheet.record(), len(sheet.rows)
        if closed > len(base.rows):
            record = written_and_read(sheet)
            assert record.deals[: len(rows)] == rows
            rows = record.deals[:closed]
            check_sums(rows[-1], sheet)
        again = with_rows(base, record)
        assert shown(again) == shown(sheet), sheet.log
        if closed > len(base.rows):
            base = again
        entry = None
        if 0 < closed != interludes and choose.random() < 0.3:
            drawn = drawn_interlude(choose, sheet)
            allowed = not drawn.startswith("correct") and sheet.why_not(drawn) is None
            if allowed and not sheet.apply(drawn).waiting:  # what waits is not in a record
                entry, interludes = drawn, closed
        if entry is None and sheet.over:
            check_record(sheet, sheet.game)
            return entered
        entry = entry or drawn_entry(choose, sheet)
        sheet = sheet.apply(entry)
        if entry.startswith("seats"):
            base, rows = empty, ()  # as if everybody had sat so from the start
        entered[entry.split()[0]] += 1


def test_a_match_of_a_third_of_the_variants_is_read_back_at_every_moment() -> None:
    check_variants(0)


@pytest.mark.long
@pytest.mark.parametrize("turn", [1, 2])
def test_a_match_of_every_other_variant_is_read_back_at_every_moment(turn: int) -> None:
    check_variants(turn)


def check_variants(turn: int) -> None:
    """Checks every third file; the first of these thirds has every verb."""
    entered: Counter[str] = Counter()
    for number, path in enumerate(FILES[turn::3]):
        game = loaded(path)
        low, high = game.rules.players
        players = min(low + number % (high - low + 1), 4)
        dealer = None if game.rules.first_dealer == "drawn" else number % players
        entered += check_match(game.keep(NAMES[:players], dealer), number)
    verbs = ("cards", "call", "trump", "bid", "won", "taken", "auction", "pass")
    assert turn or min(entered[verb] for verb in verbs) > 2, entered


@pytest.mark.parametrize("name", GAMES)
def test_a_match_of_every_kind_of_deal_is_read_back_at_every_moment(name: str) -> None:
    check_match(new_sheet(make_table(GAMES[name], 3), NAMES[:3]), 1)
