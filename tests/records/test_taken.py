"""Who took which trick: `taken` in a record decides what the tricks of each player are worth."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from support.loaded import loaded

from clagdsl.api import load
from clagdsl.lang.record import Record, RecordedDeal
from clagdsl.lang.rules import Game
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import RecordError, replay
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import parse_sheet, write_sheet

RULES = Path(__file__).parents[2] / "rules" / "family"
HEAD = 'record = 1\nrules = "raf"\nplayers = ["Ann", "Bob", "Cy"]\ndealer = "Cy"\n'
MADNESS = HEAD + '[[deal]]\ndeal = 1\ncalls = "No Trumps, Ascending Madness"\n'
"""The first trick is worth 2, the second 4 and the third 6."""


def judged(row: str, text: str = MADNESS, rules: Game | None = None) -> list[tuple[str, str]]:
    """Returns the code of each problem of a row, with the text that its caret marks."""
    text += row
    read = parse_record(text, "m.toml")
    assert read.record is not None, read.diagnostics
    found = []
    for problem in replay_sheet(read.record, rules or loaded("raf").rules, read.places).problems:
        place = problem.diagnostic.place
        assert place is not None
        line = text.splitlines()[place.line - 1]
        found.append((problem.diagnostic.code, line[place.column - 1 : place.end_column - 1]))
    return found


PLAYED = 'cards = 3\nbids = "1 1 0"\nwon = "1 1 1"\n'


def test_of_three_totals_that_fit_the_tricks_one_fits_the_takers() -> None:
    totals = ("14 12 0", "12 14 0", "16 12 0")
    without = [judged(f'{PLAYED}totals = "{total}"') for total in totals]
    assert without == [[], [], []]
    taken = [judged(f'{PLAYED}taken = "2 1 3"\ntotals = "{total}"') for total in totals]
    assert taken == [[], [("R541", "12"), ("R541", "14")], [("R541", "16")]]


@pytest.mark.parametrize(
    ("row", "problems"),
    [
        ('cards = 3\nbids = "1 1 0"\ntaken = "2 1 3"\ntotals = "14 12 0"', []),
        ('bids = "1 1 0"\ntaken = "2 1 3"\ntotals = "14 12 0"', []),
        ('cards = 3\nbids = "? 1 0"\ntaken = "2 1 3"\ntotals = "14 12 0"', []),
        ('cards = 3\nbids = "? 1 0"\ntaken = "2 1 3"\ntotals = "12 12 0"', [("R542", "12")]),
        ('cards = 3\nbids = "? 1 0"\ntaken = "2 1 3"\ntotals = "16 12 0"', [("R542", "16")]),
        (PLAYED + 'taken = "2 1"', [("R510", '"2 1"')]),
        (PLAYED + 'taken = "2 1 3 1"', [("R510", '"2 1 3 1"')]),
        (PLAYED + 'taken = ""', [("R510", '""')]),
        (PLAYED + 'taken = "2 1 1"', [("R557", "1"), ("R557", "1")]),
    ],
)
def test_takers_are_checked_against_the_rest_of_the_row(
    row: str, problems: list[tuple[str, str]]
) -> None:
    assert judged(row) == problems


def test_the_seats_of_a_deal_are_those_who_play_in_it() -> None:
    text = (
        'record = 2\nrules = "foss"\nplayers = ["Ann", "Bob", "Cai", "Dot"]\ndealer = "Dot"\n'
        'roster = [{ deal = 1, out = "Dot" }]\n[[deal]]\ndeal = 1\n'
    )
    (found,) = parse_record(text + 'taken = "4"\n').diagnostics
    assert (found.code, found.help) == (
        "R511",
        "write the seat that took the trick, from `1` to `3`",
    )
    assert parse_record(text + 'taken = "3"\n').diagnostics == ()


def test_takers_alone_are_something_to_judge() -> None:
    read = parse_record(f'{MADNESS}taken = "2 1 3"\n')
    assert read.record is not None
    (row,) = replay_sheet(read.record, loaded("raf").rules, read.places).rows
    assert (row.judged, row.tricks) == (True, ((1,), (1,), (1,)))


def test_nobody_takes_a_trick_where_all_have_passed() -> None:
    head = (
        'record = 2\nrules = "x"\nplayers = ["Ann", "Bob", "Cai", "Dot"]\ndealer = "Dot"\n'
        '[[deal]]\ndeal = 1\nauction = "pass pass pass pass"\n'
    )
    rules = loaded(RULES / "israeli-whist.clag").rules
    assert judged("", head, rules) == []
    takers = " ".join("1" * 13)
    assert judged(f'taken = "{takers}"\n', head, rules) == [("R537", f'"{takers}"')]


# --- with cards ---------------------------------------------------------------------------

TRICKS = 'tricks = ["AH 2H 3H", "{second}", "KD 3D 2D"]\n'
"""Ann, who is eldest, wins all three with the highest card, if the second is known, too."""


@pytest.mark.parametrize(
    ("second", "taken", "problems"),
    [
        ("KS 3S 2S", "1 1 1", []),
        ("KS 3S 2S", "1 2 1", [("R557", "2")]),
        ("KS ?? 2S", "1 1 1", []),  # who leads to the third trick follows from `taken`
        ("KS ?? 2S", "2 1 1", [("R557", "2")]),
        ("KS ?? 2S", "1 2 3", [("R559", '"1 2 3"')]),  # Bob leads, so that the king is his
    ],
)
def test_takers_agree_with_the_cards(
    second: str, taken: str, problems: list[tuple[str, str]]
) -> None:
    row = f'cards = 3\n{TRICKS.format(second=second)}taken = "{taken}"\n'
    assert judged(row) == problems


def test_nothing_is_inferred_from_a_wrong_taker() -> None:
    """Cy would lead the third trick, with a card that is in Ann's hand."""
    hands = 'hands = ["AH KS KD", "2H 3S 3D", "3H 2S 2D"]\n'
    row = f'cards = 3\n{hands}{TRICKS.format(second="KS ?? 2S")}taken = "1 3 2"\n'
    assert judged(row) == [("R557", "3"), ("R557", "2")]
    read = parse_record(MADNESS + row)
    assert read.record is not None
    result = replay_sheet(read.record, loaded("raf").rules, read.places)
    assert [one.diagnostic.message for one in result.problems] == [
        "trick 2 went to Ann, seat `1`, not to seat `3`",
        "trick 3 went to Ann, seat `1`, not to seat `2`",
    ]
    assert [row.tricks for row in result.rows] == [((3,), (0,), (0,))]


def test_a_taker_whom_the_cards_exclude_is_named_by_seat() -> None:
    row = f'cards = 3\n{TRICKS.format(second="KS 3S 2S")}taken = "1 2 1"\n'
    read = parse_record(MADNESS + row)
    assert read.record is not None
    (problem,) = replay_sheet(read.record, loaded("raf").rules, read.places).problems
    assert problem.diagnostic.message == "trick 2 went to Ann, seat `1`, not to seat `2`"


def test_takers_of_a_match_played_again_are_those_of_its_cards() -> None:
    state = loaded("foss").start(players=3, seed=7)
    while len(state.history) < 3:
        state = state.apply(state.legal()[0])
    record = state.record()
    takers = [tuple(trick.winner for trick in deal.tricks) for deal in state.history]

    def with_takers(*taken: tuple[int, ...]) -> Record:
        deals = tuple(
            RecordedDeal(**{name: getattr(deal, name) for name in deal.__slots__} | {"taken": own})
            for deal, own in zip(record.deals, taken, strict=False)
        )
        return Record(record.rules, record.players, deals, seed=7)

    assert replay(with_takers(*takers), state.game).history == state.history
    last = takers[-1]
    for wrong, code in ((((last[0] + 1) % 3, *last[1:]), "R557"), (last[1:], "R510")):
        with pytest.raises(RecordError) as raised:
            replay(with_takers(*takers[:-1], wrong), state.game)
        assert raised.value.code == code


# --- as CSV -------------------------------------------------------------------------------

MADNESS_ALONE = """clag 2
game "Madness"
players 3
deal up
  trump none
  bid none
  trick worth 2 * trick
  score points
  completed not counted
schedule 3 cards: up
winner highest total, then shared
"""
CSV = "deal,Ann tricks,Ann total,Bob tricks,Bob total,Cy tricks,Cy total,taken\n"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("1,1,4,1,2,1,6,2 1 3", None),
        ("1,1,4,1,2,1,6,", None),
        ("1,1,6,1,2,1,4,", None),
        ("1,1,6,1,2,1,4, 2 1  3 ", "2:5 R541"),
        ("1,1,4,1,2,1,6,2 1 2", "2:7 R557"),
        ("1,1,4,1,2,1,6,2 1", "2:15 R510"),
    ],
)
def test_one_column_of_a_sheet_says_who_took_each_trick(row: str, told: str | None) -> None:
    read = parse_sheet(CSV + row + "\n", "x", "s.csv")
    assert read.record is not None, read.diagnostics
    found = replay_sheet(read.record, load(text=MADNESS_ALONE).rules, read.places).problems
    places = [f"{one.diagnostic.place} {one.diagnostic.code}" for one in found]
    assert places[:1] == ([] if told is None else [f"s.csv:{told}"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CSV + "1,1,4,1,2,1,6,2 x 0\n", "2:17 R511"),
        (CSV + "1,1,4,1,2,1,6,4\n", "2:15 R511"),
        (CSV.replace("deal", "deal,Taken") + "1,3,1,4,1,2,1,6,3\n", "1:73 R515"),
        (CSV + "1,1,4,1,2,1,6,2 1 3\n,,4,,2,,6,1\n", "3:1 R505"),
    ],
)
def test_what_is_wrong_in_that_column_is_found(text: str, told: str) -> None:
    (problem,) = parse_sheet(text, "x", "s.csv").diagnostics
    assert f"{problem.place} {problem.code}" == f"s.csv:{told}"


def test_takers_in_a_sheet_are_counted_by_its_columns() -> None:
    sheet = load(text=MADNESS_ALONE.replace("players 3", "players 2 to 4")).keep(["Ann", "Bob"])
    for entry in ("join Cy after Ann", "taken 2 3 1"):  # they sit as Ann, Cy, Bob
        sheet = sheet.apply(entry)
    assert sheet.record().deals[0].taken == (1, 2, 0)
    text = write_sheet(sheet.record())
    assert text.splitlines()[1].endswith(",3 2 1")
    read = parse_sheet(text, "x").record
    assert read is not None
    assert (read.players, read.deals[0].taken) == (("Ann", "Bob", "Cy"), (2, 1, 0))
    assert read.deals[0].won == (1, 1, 1)


def test_a_sheet_has_that_column_only_if_a_deal_says_it() -> None:
    deals = (RecordedDeal(number=1, taken=(0, 1)), RecordedDeal(number=2, won=(1, 2)))
    record = Record("x", ("Ann", "Bob"), deals)
    assert parse_sheet(write_sheet(record), "x").record == record
    assert "taken" not in write_sheet(Record("x", ("Ann", "Bob"), deals[1:]))


# --- where the winning card decides what a trick is worth -----------------------------------

BY_RANK = """clag 2
game "Aces"
players 2
deal a
  trump none
  bid none
  trick worth 10 * trick when won_with = A, otherwise trick
  score points
  completed not counted
schedule 3 cards: a
winner highest total, then shared
"""


def test_takers_bound_what_tricks_are_worth_by_the_winning_card() -> None:
    """Every total that some cards give agrees, and no other."""
    rules = load(text=BY_RANK).rules
    head = 'record = 1\nrules = "x"\nplayers = ["Ann", "Bob"]\n[[deal]]\ndeal = 1\n'
    for ann, bob in product(range(1, 42, 3), (1, 2, 3, 20, 21)):
        row = f'taken = "1 2 1"\ntotals = "{ann} {bob}"\n'
        possible = ann in (1 + 3, 10 + 3, 1 + 30, 10 + 30) and bob in (2, 20)
        assert (judged(row, head, rules) == []) == possible, row
