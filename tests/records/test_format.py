"""Reading and writing records: what is wrong has a code and a place, and nothing is lost."""

from __future__ import annotations

import json
import random
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.loaded import loaded

import clagdsl.records
from clagdsl.check.checker import check_path, check_text
from clagdsl.lang.cards import PACK, SUITS
from clagdsl.lang.pack import MOST_CARDS
from clagdsl.lang.record import Record, RecordedDeal, RecordedPlay
from clagdsl.records.reading import RecordResult, parse_record, read_record
from clagdsl.records.replay import replay_sheet
from clagdsl.records.sheet import parse_sheet, read_sheet, write_sheet
from clagdsl.records.writing import write_record

HEAD = 'record = 1\nrules = "foss"\nplayers = ["Ann", "Bob", "Cai"]\n'
SCHEMA = json.loads(
    (Path(clagdsl.records.__file__).parent / "record.schema.json").read_text("utf-8")
)
FORM = jsonschema.Draft202012Validator(SCHEMA)

WRONG = (
    ("", "R505", 1),
    ('rules = "foss"\nplayers = ["A", "B"]\n', "R505", 1),
    ('record = 1\nplayers = ["A", "B"]\n', "R505", 1),
    ('record = 1\nrules = "foss"\n', "R505", 1),
    ('record = 3\nrules = "foss"\nplayers = ["A", "B"]\n', "R507", 1),
    ('record = true\nrules = "foss"\nplayers = ["A", "B"]\n', "R506", 1),
    ('record = "1"\nrules = "foss"\nplayers = ["A", "B"]\n', "R506", 1),
    ('record = 1\nrules = 7\nplayers = ["A", "B"]\n', "R506", 2),
    ('record = 1\nrules = "foss"\nplayers = "A B"\n', "R506", 3),
    ('record = 1\nrules = "foss"\nplayers = ["A"]\n', "R508", 3),
    ('record = 1\nrules = "foss"\nplayers = ["A", " "]\n', "R508", 3),
    ('record = 1\nrules = "foss"\nplayers = ["A", "B", "A"]\n', "R508", 3),
    (HEAD + 'dealer = "Dee"\n', "R509", 4),
    (HEAD + "parameters = 7\n", "R506", 4),
    (HEAD + "parameters = { a = 1.5 }\n", "R506", 4),
    (HEAD + "deal = 7\n", "R506", 4),
    (HEAD + "seed = -1\n", "R506", 4),
    (HEAD + "seed = 18446744073709551616\n", "R506", 4),
    (HEAD + "seed = true\n", "R506", 4),
    (HEAD + 'seed = "seven"\n', "R506", 4),
    (HEAD + "seed = 7\nmatch = 4294967296\n", "R506", 5),
    (HEAD + "match = 3\n", "R505", 1),
    (HEAD + 'person = "Dee"\n', "R509", 4),
    (HEAD + "person = 1\n", "R506", 4),
    (HEAD + 'bots = "Clever!"\n', "R506", 4),
    (HEAD + "bots = []\n", "R506", 4),
    (HEAD + 'player = "Ann"\n', "R504", 4),
    (HEAD + "[[deals]]\ndeal = 1\n", "R504", 4),
    (HEAD + "[table]\ndeal = 1\n", "R504", 4),
    (HEAD + "[[deal]]\ndeal = 1\n[[deel]]\n[[deal]]\ndeal = 2\n", "R504", 6),
    (HEAD + '[[deal]]\nbids = "1 0 0"\n', "R505", 4),
    (HEAD + "[[deal]]\ndeal = 0\n", "R506", 5),
    (HEAD + "[[deal]]\ndeal = true\n", "R506", 5),
    (HEAD + f"[[deal]]\ndeal = {'9' * 5000}\n", "R503", 5),
    (HEAD + '[[deal]]\ndeal = "1"\n', "R506", 5),
    (HEAD + "[[deal]]\nlabel = 1\n", "R506", 5),
    (HEAD + "[[deal]]\ndeal = 1\n\n[[deal]]\ndeal = 2\nbidz = 7\n", "R504", 9),
    (HEAD + '[[deal]]\ndeal = 1\nbids = "1 0"\n', "R510", 6),
    (HEAD + f'[[deal]]\ndeal = 1\nbids = "{"1 " * 475}"\n', "R510", 6),
    (HEAD + '[[deal]]\ndeal = 1\nbids = "1 0 x"\n', "R511", 6),
    (HEAD + '[[deal]]\ndeal = 1\nbids = "1 0 -1"\n', "R511", 6),
    (HEAD + '[[deal]]\ndeal = 1\nwon = "1 0 -"\n', "R511", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntotals = "1 0 ١"\n', "R511", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntaken = "1 0 2"\n', "R511", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntaken = "1 ?"\n', "R511", 6),
    (HEAD + "[[deal]]\ndeal = 1\ntaken = 1\n", "R506", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntotals = "1 0 9999999999999"\n', "R511", 6),
    (HEAD + '[[deal]]\ndeal = 1\nhands = "AC"\n', "R506", 6),
    (HEAD + '[[deal]]\ndeal = 1\nhands = ["AC", "KC"]\n', "R510", 6),
    (HEAD + '[[deal]]\ndeal = 1\nhands = ["AC", "KC", "?"]\n', "R512", 6),
    (HEAD + '[[deal]]\ndeal = 1\npack = "AC"\n', "R510", 6),
    (HEAD + '[[deal]]\ndeal = 1\nturned = "AC KC"\n', "R510", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntricks = ["AC KC QC JC"]\n', "R510", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntricks = [""]\n', "R510", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntricks = ["AC=?? KC QC"]\n', "R512", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntrump = "nothing"\n', "R513", 6),
    (HEAD + '[[deal]]\ndeal = 1\norder = "S S H D"\n', "R513", 6),
    (HEAD + '[[deal]]\ndeal = 1\norder = "S H C D x"\n', "R513", 6),
    (HEAD + '[[deal]]\ndeal = 1\ntrump = "S"\norder = "S H C D"\n', "R514", 6),
    (HEAD + '[[deal]]\ndeal = 1\ncaller = "Dee"\n', "R509", 6),
    (HEAD + '[[deal]]\ndeal = 1\n[[deal]]\ndeal = 2\nbids = "\n', "R503", 8),
    (HEAD + "record = 1\n", "R503", 4),
    (HEAD + '[[deal]]\ndeal = 1\nbids = "1 1 1"\nbids = "1 1 1"\n', "R503", 7),
)


@pytest.mark.parametrize(("text", "code", "line"), WRONG)
def test_what_is_wrong_has_a_code_and_a_line(text: str, code: str, line: int) -> None:
    result = parse_record(text)
    assert result.record is None
    assert {one.code for one in result.diagnostics} == {code}
    place = result.diagnostics[0].place
    assert place is not None
    assert place.line == line


@pytest.mark.parametrize("text", [text for text, code, _ in WRONG if code != "R503"])
def test_the_schema_refuses_what_the_reader_refuses(text: str) -> None:
    table = tomllib.loads(text)
    # Only the program knows who plays.
    if any(one.code == "R509" for one in parse_record(text).diagnostics):
        return
    counted = ("bids", "hands", "tricks", "pack")
    short = any(
        one.message.startswith(f"`{key}`")
        for one in parse_record(text).diagnostics
        for key in counted
    )
    duplicate = 'order = "S S H D"' in text
    if short or duplicate:
        return
    with pytest.raises(jsonschema.ValidationError):
        FORM.validate(table)


@pytest.mark.parametrize("order", ["S H C D", "hearts spades diamonds", "♥ ♠", "S"])
def test_an_order_has_the_suits_of_the_pack(order: str) -> None:
    """A pack may have fewer than four: `pack 3 suits`."""
    text = f'{HEAD}[[deal]]\ndeal = 1\norder = "{order}"\n'
    assert not parse_record(text).diagnostics
    FORM.validate(tomllib.loads(text))


@pytest.mark.parametrize("more", [0, 1])
def test_a_name_has_a_hundred_letters_at_most(more: int) -> None:
    name = "x" * (100 + more)
    result = parse_record(f'record = 1\nrules = "foss"\nplayers = ["Ann", "{name}"]\n')
    assert [one.severity for one in result.diagnostics] == ["error"] * more
    sheet = parse_sheet(f"deal,Ann bid,{name} bid\n1,0,0\n", "foss")
    assert [one.severity for one in sheet.diagnostics] == ["error"] * more


@pytest.mark.parametrize("more", [0, 1])
def test_a_pack_has_as_many_cards_as_any_pack_can_have(more: int) -> None:
    cards = " ".join(["AC"] * (MOST_CARDS + more))
    result = parse_record(HEAD + f'[[deal]]\ndeal = 1\npack = "{cards}"\n')
    assert [one.code for one in result.diagnostics] == ["R510"] * more


def test_the_figure_that_is_wrong_is_pointed_at() -> None:
    result = parse_record(HEAD + '[[deal]]\ndeal = 1\nbids   = "1 0 x"  # the last\n')
    place = result.diagnostics[0].place
    assert place is not None
    assert (place.line, place.column, place.end_column) == (6, 15, 16)


def test_a_near_key_is_offered() -> None:
    (problem,) = parse_record(HEAD + "[[deal]]\ndeal = 1\nbidz = 7\n").diagnostics
    assert problem.help == "did you mean `bids`?"


@pytest.mark.parametrize(
    ("written", "code", "help"),
    [
        ('first = "ANN"', "R509", "did you mean `Ann`?"),
        ('first = "zoe"', "R509", "the players are Ann, Bob, Cai"),
        ('deal = "3"', "R506", "write it as `deal = 3`"),
        ("cards = 3.0", "R506", "write it as `cards = 3`"),
        ("cards = 3.5", "R506", "write it as `cards = 5`"),
    ],
)
def test_the_help_names_what_was_meant(written: str, code: str, help: str) -> None:
    number = "" if "deal" in written else "deal = 1\n"
    (problem,) = parse_record(f"{HEAD}[[deal]]\n{number}{written}\n").diagnostics
    assert (problem.code, problem.help) == (code, help)


@pytest.mark.parametrize("day", ["2025-1-31", "2025-02-30", "31.1.2025"])
def test_a_day_that_is_not_toml_is_asked_for_as_a_day(day: str) -> None:
    (problem,) = parse_record(f"{HEAD}played = {day}\n").diagnostics
    assert problem.code == "R503"
    assert problem.help is not None
    assert "`played = 2025-01-31`" in problem.help


@pytest.mark.parametrize("label", ["NO TRUMPS", " no trumps ", "NoTrumps", "no_trumps"])
def test_a_label_in_other_letters_or_spacing_is_led_to_its_deal(label: str) -> None:
    read = parse_record(f'{HEAD}[[deal]]\nlabel = "{label}"\n')
    assert read.record is not None
    (problem,) = replay_sheet(read.record, loaded("foss").rules).problems
    assert problem.diagnostic.code == "R532"
    assert (problem.diagnostic.help or "").startswith("did you mean `No Trumps`? the deals are")


def test_several_problems_are_told_in_order() -> None:
    text = HEAD + 'x = 1\n[[deal]]\ndeal = 1\nbids = "1"\n[[deal]]\nlabel = 1\ny = 2\n'
    places = [one.place for one in parse_record(text).diagnostics]
    assert [place.line for place in places if place] == [4, 7, 9, 10]


# --- writing ------------------------------------------------------------------------------

NAMES = st.lists(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(str.strip),
    min_size=3,
    max_size=3,
    unique=True,
)
CARDS = st.sampled_from(PACK)
KNOWN_OR_NOT = st.none() | CARDS
HAND = st.lists(KNOWN_OR_NOT, max_size=5).map(tuple)
PLAY = st.builds(RecordedPlay, KNOWN_OR_NOT, st.none() | CARDS)
FIGURES = st.tuples(*[st.none() | st.integers(-999, 999)] * 3)
COUNTS = st.tuples(*[st.none() | st.integers(0, 17)] * 3)
BIDS = st.tuples(*[st.sampled_from(["-", "?"]) | st.integers(0, 17)] * 3)


@st.composite
def records(draw: st.DrawFn) -> Record:
    players = tuple(draw(NAMES))
    maybe_player = st.none() | st.sampled_from(players)
    packed = draw(st.booleans())
    deals = draw(
        st.lists(
            st.builds(
                RecordedDeal,
                number=st.integers(1, 500),
                label=st.none() | st.text(st.characters(codec="utf-8"), max_size=6),
                cards=st.none() | st.integers(1, 17),
                dealer=maybe_player,
                caller=maybe_player,
                pack=st.permutations(PACK).map(tuple) if packed else st.none(),
                hands=st.none() if packed else st.none() | st.tuples(HAND, HAND, HAND),
                turned=st.none() if packed else KNOWN_OR_NOT,
                calls=st.none() | st.lists(st.sampled_from(["A", "No Trumps"])).map(tuple),
                trump=st.none() if packed else st.sampled_from([None, "none", *SUITS]),
                order=st.none() | st.permutations(SUITS).map(tuple) if packed else st.none(),
                first=maybe_player,
                bids=st.none() | BIDS,
                tricks=st.none()
                | st.lists(st.lists(PLAY, min_size=1, max_size=3).map(tuple)).map(tuple),
                taken=st.none() | st.lists(st.integers(0, 2), max_size=5).map(tuple),
                won=st.none() | COUNTS,
                totals=st.none() | FIGURES,
            ),
            max_size=3,
        )
    )
    value = st.integers(-9, 9) | st.booleans() | st.text(st.characters(codec="utf-8"), max_size=5)
    names = st.text(st.characters(codec="utf-8"), max_size=5)
    parameters = draw(st.dictionaries(names, value, max_size=3))
    text = st.text(st.characters(codec="utf-8"), max_size=9)
    seed = draw(st.none() | st.integers(0, 2**64 - 1) | st.integers(0, 9))
    return Record(
        rules=draw(text),
        players=players,
        deals=tuple(deals),
        dealer=draw(maybe_player),
        rules_hash=draw(st.none() | text),
        source=draw(st.none() | text),
        parameters=tuple(sorted(parameters.items())),
        seed=seed,
        match=0 if seed is None else draw(st.integers(0, 2**32 - 1)),
        person=draw(maybe_player),
        bots=draw(st.sampled_from([None, "random", "steady"])),
    )


@settings(max_examples=60, deadline=None)
@given(records())
def test_a_record_written_is_read_again(record: Record) -> None:
    text = write_record(record)
    result = parse_record(text)
    assert result.diagnostics == ()
    assert result.record == record
    FORM.validate(tomllib.loads(text))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


# --- sheets -------------------------------------------------------------------------------


def test_a_sheet_is_read_from_csv() -> None:
    text = "deal,Bo bid,Bo total,Al bid,Al total,Al tricks\n1,0,10,1,,1\nnt,-,?,2,-4,\n"
    result = parse_sheet(text, "foss")
    assert result.diagnostics == ()
    assert result.record == Record(
        "foss",
        ("Bo", "Al"),
        (
            RecordedDeal(number=1, bids=(0, 1), won=(None, 1), totals=(10, None)),
            RecordedDeal(label="nt", bids=("-", 2), totals=(None, -4)),
        ),
    )


def test_a_sheet_is_read_as_spreadsheets_write_it() -> None:
    """Zeros behind the point or comma of a country, a column of notes, a last row of sums."""
    plain = parse_sheet("deal,A bid,A total,B bid,B total\n1,0,12,1,11\n2,1,23,0,11\n", "foss")
    assert plain.record is not None
    for text in (
        "deal;A bid;A total;notes;B bid;B total\n1,0;0;12,0;late;1,0;11\n2;1;23,00;;0;11,0\n",
        'deal,A bid,A total,B bid,B total,Comments\n1,0,"12,0",1,11.00,"so, so"\n2,1,23,0,11,\n',
        "deal,A bid,A total,B bid,B total\n1,0,12,1,11\n2,1,23,0,11\nTotal,1,23,1,\n",
        "deal,A bid,A points,B bid,B points\n1,0,12,1,11\n2,1,11,0,0\nSum:,,23,,11\n",
        "deal,A bid,A points,B bid,B points\n1,0,12,1,11\n2,1,11,0,0\n,,23,,11\n",
        "deal,A bid,A points,B bid,B points\n1,0,12,1,11\n2,1,11,0,0\n,1,23,1,11\n",
    ):
        read = parse_sheet(text, "foss")
        assert (read.diagnostics, read.record) == ((), plain.record), text


@pytest.mark.parametrize(
    ("text", "line", "column", "told"),
    [
        ("1,0,12,1,11\nTotal,0,?,1,x\n", 3, 13, "`x` is not a figure for `total`"),
        ("1,0,12,1,11\n,0,12,0,11\n", 3, 1, "add `2`"),
        ("1,0,12,1\n", 2, 1, "leave a cell empty if its value is unknown"),
        ("1\n", 2, 1, "the row has 1 cell\n"),
        ('1,0,"12,5",1,11\n', 2, 5, "`12,5` is not a figure for `total`"),
        ("1,0,12,0,1,11\n", 2, 1, "a figure such as `12,0` in quotation marks"),
        ("1,99999,12,1,11\n", 2, 3, "`99999` is too large for `bid`"),
        ("1,0,-9999999999999,1,11\n", 2, 5, "the largest figure is 999,999,999,999; write a whole"),
    ],
)
def test_what_a_spreadsheet_adds_is_told_where_it_cannot_be_read(
    text: str, line: int, column: int, told: str
) -> None:
    read = parse_sheet("deal,A bid,A total,B bid,B total\n" + text, "foss")
    (found,) = read.diagnostics
    assert found.place is not None
    assert (found.place.line, found.place.column) == (line, column)
    assert told in f"{found.message}\n{found.help}"


@pytest.mark.parametrize(("last", "column"), [("Total,0,13,1,11", 9), (",,13,,11", 3)])
def test_wrong_sums_under_a_sheet_leave_its_deals_readable(last: str, column: int) -> None:
    head = "deal,A bid,A total,B bid,B total\n1,0,12,1,11\n"
    read = parse_sheet(f"{head}{last}\n", "foss")
    assert read.record == parse_sheet(head, "foss").record
    (found,) = read.diagnostics
    assert found.place is not None
    assert (found.place.line, found.place.column) == (3, column)
    assert "A has `13` in the sums at the end, but the rows above" in found.message
    assert found.help.startswith("if the figures above are right, write `12`")


def test_only_the_last_row_is_taken_for_sums() -> None:
    """A deal may be called so."""
    read = parse_sheet(
        "deal,A bid,A total,B bid,B total\n1,0,12,1,11\nTotal,0,13,1,11\n2,1,1,1,1\n", "foss"
    )
    assert read.record is not None
    assert read.record.deals[1].label == "Total"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[deal]]\ndeal = 1\nbids = "1 0 12345"\n', "`12345` is too large for `bids`"),
        (
            '[[deal]]\ndeal = 1\nwon = "1 0 12345"\n',
            "the largest figure is 9,999; write a whole number",
        ),
        ('[[deal]]\ndeal = 1\ntotals = "1 0 9999999999999"\n', "is too large for `totals`"),
        ('[[deal]]\ndeal = 1\nbids = "1 0 -12345"\n', "`-12345` is not a figure for `bids`"),
        (
            "parameters = { stake = 10000000000 }\n",
            "`stake` is more than 1,000,000,000 away from 0",
        ),
    ],
)
def test_a_number_that_is_too_large_is_told_as_such(text: str, told: str) -> None:
    (found,) = parse_record(HEAD + text).diagnostics
    assert told in f"{found.message}\n{found.help}"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "R515", 1, 1),
        ("when,A bid,B bid\n", "R515", 1, 1),
        ("A bid,B bid\n", "R515", 1, 1),
        ("deal,round,A bid,B bid\n", "R515", 1, 6),
        ("deal,A bid,B pints\n", "R515", 1, 12),
        ("deal;A bid;B pints\n", "R515", 1, 12),
        ('deal,"A bid",B pints\n', "R515", 1, 14),
        ("deal,A bid,A bid\n", "R515", 1, 12),
        ("deal,A bid,BID a\n", "R515", 1, 12),
        ("deal,A bid\n", "R508", 1, 1),
        ("deal,A bid,B bid\n1,2\n", "R510", 2, 1),
        ("deal,A bid,B bid\n\n1,2,q\n", "R511", 3, 5),
        ("deal,A bid,B bid\n,2,1\n", "R505", 2, 1),
        ('deal,A bid,B bid\n1,"2,1\n', "R515", 2, 3),
        ('deal,A bid,B bid\n1,"2"x,1\n', "R515", 2, 3),
        ('deal,A bid,B bid\n1,"2","q"\n', "R511", 2, 7),
        ("deal\tA bid\tB bid\r\n1\t2\tq\r\n", "R511", 2, 5),
        ("deal,A bid,B bid\r1,2,q\r", "R511", 2, 5),
        ("A bid,deal,B bid\n1,,2\n", "R505", 2, 3),
        ("deal" + ",A bid" * 40 + "\n", "R515", 1, 12),
        ("deal" + ",A bid" * 90 + "\n", "R515", 1, 360),
        ("deal,A bid,B bid\n" + "1,1,1\n" * 600, "R502", 502, 1),
    ],
)
def test_what_is_wrong_in_a_sheet_is_found(text: str, code: str, line: int, column: int) -> None:
    result = parse_sheet(text, "foss")
    assert (result.record is None) == (code in ("R502", "R508", "R515") and "round" not in text)
    first = result.diagnostics[0]
    assert first.code == code
    assert first.place is not None
    assert (first.place.line, first.place.column) == (line, column)
    assert not text or (first.place.end_line, first.place.end_column) > (line, column)


SHEET = parse_sheet("deal,Ann bid,Ann total,Bob bid,Bob total\n1,0,10,1,12\n2,2,8,0,22\n", "foss")


@pytest.mark.parametrize(
    "text",
    [
        "deal;Ann bid;Ann total;Bob bid;Bob total\n1;0;10;1;12\n2;2;8;0;22\n",
        "deal\tAnn bid\tAnn total\tBob bid\tBob total\r\n1\t0\t10\t1\t12\r\n2\t2\t8\t0\t22",
        "sep=;\ndeal;Ann bid;Ann total;Bob bid;Bob total\n1;0;10;1;12\n2;2;8;0;22\n",
        '"Round","Ann Bid","Ann Total","Bob Bid","Bob Total"\n"1","0","10","1","12"\n2,2,8,0,22\n',
        "Ann BID,bob total,Round,Total Ann,Bob bid\n0,12,1,10,1\n2,22,2,8,0\n",
        "Round,Ann bid,Ann points,Bob bid,Bob points\n1,0,10,1,12\n2,2,-2,0,10\n",
        "Round,Ann bid,Ann points,Bob bid,Bob score\nRound 1,0,+10,1,12\n"
        "2.0,2,\N{MINUS SIGN}2,0,10.0\n",
        "deal,Ann bid,Ann total,Bob bid,Bob total,,\n1,0,10,1,12,,\n2,2,8,0,22,,\n,,,,,,\n",
        "Deal,Ann bid,Ann points,Ann total,Bob bid,Bob total\n1,0,10,10,1,12\n2,2,-2,,0,22\n",
    ],
)
def test_a_sheet_as_a_spreadsheet_writes_it(text: str) -> None:
    expected = SHEET.record
    assert expected is not None
    little, big = text.encode("utf-16-le"), text.encode("utf-16-be")
    for data in (text, b"\xff\xfe" + little, b"\xfe\xff" + big, little, big):
        result = parse_sheet(data, "foss")
        assert result.diagnostics == ()
        assert result.record is not None
        names = {name.casefold() for name in result.record.players}
        assert names == {"ann", "bob"}
        ann = 0 if result.record.players[0] == "Ann" else 1
        for deal, due in zip(result.record.deals, expected.deals, strict=True):
            assert deal.number == due.number
            assert deal.bids is not None
            assert deal.totals is not None
            assert (deal.bids[ann], deal.bids[1 - ann]) == due.bids
            assert (deal.totals[ann], deal.totals[1 - ann]) == due.totals


def test_a_problem_of_points_stands_at_its_cell() -> None:
    text = "Round;Ann bid;Ann points;Bob bid;Bob points;Cai bid;Cai points\n1;1;12;1;3;0;10\n"
    read = parse_sheet(text, "foss", "s.csv")
    assert read.record is not None
    game = check_path("foss").game
    assert game is not None
    (problem,) = replay_sheet(read.record, game, read.places).diagnostics
    assert (problem.code, str(problem.place)) == ("R542", "s.csv:2:10")


FORMULAS = ("=1+1", "+A", "-A", "@A", "=HYPERLINK(1)")


@pytest.mark.parametrize("name", FORMULAS)
def test_no_name_is_written_as_a_formula(name: str) -> None:
    deals = (RecordedDeal(label=name, bids=("-", 1), totals=(-4, 12)),)
    record = Record("foss", (name, "Bob"), deals)
    text = write_sheet(record)
    for line in text.splitlines():
        for cell in line.split(","):
            assert cell in ("-", "-4") or not cell.strip('"').startswith(("=", "+", "-", "@"))
    assert parse_sheet(text, "foss").record == record


# --- files and strangers ------------------------------------------------------------------


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no.toml", Path("/dev/zero"), Path("a\0b")):
        for result in (read_record(path), read_sheet(path, "foss")):
            assert [one.code for one in result.diagnostics] == ["R501"]


def test_a_table_within_a_deal_is_told_where_it_stands() -> None:
    text = HEAD + "[[deal]]\ndeal = 1\n\n[deal.x]\ny = 1\n\n[[deal]]\ndeal = 2\n"
    (problem,) = parse_record(text).diagnostics
    assert problem.message == "unknown key `x`"
    assert problem.place is not None
    assert text.splitlines()[problem.place.line - 1] == "[deal.x]"


@pytest.mark.parametrize(
    ("beginning", "kind"),
    [
        (b"PK\x03\x04", "saved by a word processor or a spreadsheet, such as `.docx` or `.xlsx`"),
        (b"{\\rtf1\\ansi record = 1}", "saved by a word processor as RTF"),
        (b"%PDF-1.7", "a PDF to be printed"),
    ],
)
def test_documents_of_other_programs_are_told_as_such(beginning: bytes, kind: str) -> None:
    data = beginning + b"\xff\x00\x01"
    for result in (parse_record(data), parse_sheet(data, "foss")):
        (problem,) = result.diagnostics
        assert (problem.code, problem.message) == ("R501", f"the record is {kind}")
        assert problem.help == "save a spreadsheet as CSV, and a record as plain text (UTF-8)"


def test_a_file_is_read_under_the_name_shown(tmp_path: Path) -> None:
    path = tmp_path / "match.toml"
    path.write_bytes(b"\xef\xbb\xbf" + HEAD.replace("\n", "\r\n").encode() + b"x = 1\r\n")
    (problem,) = read_record(path, "shown.toml").diagnostics
    assert str(problem.place) == "shown.toml:4:1"


def test_text_in_another_encoding_is_told_with_its_line() -> None:
    (problem,) = parse_record(HEAD.encode() + "# Zoë".encode("latin-1")).diagnostics
    assert problem.code == "R501"
    assert problem.place is not None
    assert problem.place.line == 4


LARGE = {
    "brackets": "x = " + "[" * 100_000,
    "tables": "x = " + "{a = " * 100_000,
    "dotted": ".".join(["a"] * 300_000) + " = 1",
    "dotted keys": "".join(f"a.b.c{n} = 1\n" for n in range(20_000)),
    "heads": "".join(f"[a.b{n}]\n" for n in range(20_000)),
    "deals": "[[deal]]\ndeal = 1\n" * 20_000,
    "inline deals": "deal = [" + "{deal = 1}," * 20_000 + "]",
    "keys": "".join(f"a{n} = 1\n" for n in range(12_000)),
    "lines": "\n" * 1_000_000,
    "bytes": "#" * 1_048_577,
    "arrays": "x = [" + "[]," * 100_000 + "]",
}


@pytest.mark.parametrize("name", LARGE)
def test_what_costs_too_much_is_refused_at_once(name: str) -> None:
    started = time.process_time()
    (problem,) = parse_record(HEAD + LARGE[name]).diagnostics
    assert problem.code == "R502"
    assert time.process_time() - started < 1


COSTLY = {
    "digits": "x = " + "9" * 1_000_000,
    "numbers": "x = [" + "1," * 500_000 + "]",
    "texts": "x = [" + '"",' * 300_000 + "]",
    "escapes": 'x = "' + "\\n" * 500_000 + '"',
    "quotes": "x = '''" + "''a" * 300_000,
    "long quotes": 'x = """' + '""a' * 300_000,
    "open text": '"""' + '\\"""' * 250_000,
    "blanks": " " * 1_000_000 + "x",
    "comments": "# x\n" * 15_000,
    "long figures": '[[deal]]\ndeal = 1\nbids = "' + "1 " * 500_000 + '"',
    "long tricks": "[[deal]]\ndeal = 1\ntricks = [" + '"AC",' * 200_000 + "]",
    "long trick": '[[deal]]\ndeal = 1\ntricks = ["' + "xx " * 300_000 + '"]',
    "long order": '[[deal]]\ndeal = 1\norder = "' + "S " * 500_000 + '"',
    "long name": '[[deal]]\ndeal = 1\ndealer = "' + "A" * 1_000_000 + '"',
    "long key": "a" * 1_000_000 + " = 1",
    "long hexadecimal": "record = 0x" + "f" * 900_000,
    "long parameter": "parameters = { a = 0x" + "f" * 900_000 + " }",
    "long parameter name": "parameters = { " + "a" * 900_000 + " = 1 }",
    "unknown keys": "".join(f"bidx{n} = 1\n" for n in range(9_000)),
    "unknown keys of a deal": "[[deal]]\n" + "".join(f"bidx{n} = 1\n" for n in range(9_000)),
    "wrong figures": '[[deal]]\ndeal = 1\nbids = "' + "x " * 500_000 + '"',
    "wrong cards": '[[deal]]\ndeal = 1\nhands = ["xx"]\n' * 490,
}


@pytest.mark.parametrize("name", COSTLY)
def test_every_large_text_is_answered_in_time(name: str) -> None:
    started = time.process_time()
    head = HEAD.replace("record = 1\n", "") if "record" in COSTLY[name] else HEAD
    result = parse_record(head + COSTLY[name])
    assert time.process_time() - started < 3
    assert all(len(one.message) < 400 for one in result.diagnostics)
    parse_sheet(COSTLY[name], "foss")
    assert time.process_time() - started < 6


def test_no_text_is_ever_too_strange() -> None:
    samples = random.Random(5)
    base = (Path(__file__).parent.parent / "conformance/sheets/wikipedia.toml").read_bytes()
    for _ in range(400):
        data = bytearray(base)
        for _ in range(samples.randint(1, 6)):
            at = samples.randrange(len(data))
            match samples.randrange(4):
                case 0:
                    del data[at : at + samples.randint(1, 60)]
                case 1:
                    data[at] = samples.randrange(256)
                case 2:
                    data[at:at] = samples.choice([b'"', b"[", b"\0", b"'''", "\u202e".encode()])
                case _:
                    other = samples.randrange(len(data))
                    data[at:at] = data[other : other + 40]
            data = data or bytearray(b"#")
        result = parse_record(bytes(data))
        assert (result.record is None) == any(one.severity == "error" for one in result.diagnostics)
        parse_sheet(bytes(data), "foss")


@pytest.mark.parametrize(
    ("name", "rules", "help_"),
    [
        ("s.csv", "raf", "a score sheet has no column for the calls: "),
        ("s.TSV", "dealer", "add a column `cards`"),
        ("s.toml", "dealer", "record the number of cards: `cards = …`"),
    ],
)
def test_what_a_row_lacks_is_told_where_it_can_be_written(
    name: str, rules: str, help_: str
) -> None:
    dealer = check_text(
        """clag 1
game "Dealer"
players 3 to 3
deal a trump none bid in turn score 1 when made, otherwise 0
schedule dealer picks 2 to 3 cards: a
winner highest total, then shared
"""
    )
    text = "deal,A bid,B bid,C bid\n1,0,0,1\n"
    if name == "s.toml":
        text = HEAD + '[[deal]]\ndeal = 1\nbids = "0 0 1"\n'
        read = parse_record(text, name)
    else:
        read = parse_sheet(text, rules, name)
    assert read.record is not None
    game = check_path("raf").game if rules == "raf" else dealer.game
    assert game is not None
    problem = replay_sheet(read.record, game, read.places).diagnostics[0]
    assert problem.code == "R536"
    assert str(problem.help).startswith(help_)


def test_a_sheet_of_sums_alone_is_a_row_without_a_number() -> None:
    """No column tells a deal from the sums there, but that the figures are the same."""
    head = "deal,A total,B total\n1,12,11\n2,23,11\n"
    summed = parse_sheet(f"{head},23,11\n", "foss").record
    assert summed is not None
    assert len(summed.deals) == 2
    (found,) = parse_sheet(f"{head},24,11\n", "foss").diagnostics
    assert (found.code, found.help) == (
        "R505",
        "call the row `total` if it holds the sums, or add `3` if it is a deal",
    )


@pytest.mark.parametrize("parse", [parse_record, lambda data: parse_sheet(data, "foss")])
def test_a_record_in_another_encoding_is_told_as_rules_are(
    parse: Callable[[bytes], RecordResult],
) -> None:
    (found,) = parse("deal,Zoë bid,B bid\n1,0,1\n".encode("cp1252")).diagnostics
    assert found.code == "R501"
    assert "it seems to be in an older encoding, such as Windows-1252" in found.message
    assert found.help == "save the file as UTF-8; in Excel, save the sheet as `CSV UTF-8`"


@pytest.mark.parametrize(
    ("written", "code", "help"),
    [
        ('tricks = "3 2 2"', "R506", 'write it as `won = "3 2 2"`'),
        ("tricks = [3, 2, 2]", "R506", 'write it as `won = "3 2 2"`'),
        ('tricks = ["3", "2", "2"]', "R506", 'write it as `won = "3 2 2"`'),
        ("tricks = 3", "R506", 'write it as `tricks = ["AC 2C 5C", "…"]`'),
        ("bids = [3, 2, 1]", "R506", 'write it as `bids = "3 2 1"`'),
        ('bids = ["3", "-", "?"]', "R506", 'write it as `bids = "3 - ?"`'),
        ("totals = [13, -12, 2]", "R506", 'write it as `totals = "13 -12 2"`'),
        ("bids = [1, true, 2]", "R506", 'write it as `bids = "2 0 1"`'),
        (f"bids = [1{'0' * 12}, 1, 2]", "R506", 'write it as `bids = "2 0 1"`'),
        (f"bids = [{'9' * 12}, 1, 2]", "R506", f'write it as `bids = "{"9" * 12} 1 2"`'),
        (f"bids = [{'1, ' * 21}]", "R506", 'write it as `bids = "2 0 1"`'),
        ("bids = ['a\"b', 'c']", "R506", 'write it as `bids = "2 0 1"`'),
        ('scores = "3 2 2"', "R504", "for each player's total after the deal, write `totals`"),
        ('Points = "3 2 2"', "R504", "for each player's total after the deal, write `totals`"),
        ('made = "3 2 2"', "R504", "for the number of tricks each player won, write `won`"),
        ('taken = "3 0 2"', "R511", "write the seat that took the trick, from `1` to `3`"),
        ("taken = [3, 1, 2]", "R506", 'write it as `taken = "3 1 2"`'),
        ('total = "3 2 2"', "R504", "for each player's total after the deal, write `totals`"),
        ('bids = "1,-,0"', "R511", "write `1 - 0`, with spaces between the figures"),
    ],
)
def test_a_score_sheet_is_led_to_its_keys(written: str, code: str, help: str) -> None:
    text = HEAD + "[[deal]]\ndeal = 1\n" + written
    (found,) = parse_record(text.encode(), "sheet.toml").diagnostics
    assert (found.code, found.help) == (code, help)
