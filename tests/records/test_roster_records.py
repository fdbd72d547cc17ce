"""Records in which players come and go, points are given by hand, and one more hand is played."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest
from support.loaded import loaded

import clagdsl
from clagdsl.cli.main import main
from clagdsl.lang.record import Record, RecordedChange
from clagdsl.lang.roster_changes import Join, Leave, PlayAgain, RosterChange, SitOut, TakePlace
from clagdsl.records.reading import parse_record
from clagdsl.records.recorded_match import RecordError
from clagdsl.records.replay import replay_sheet
from clagdsl.records.writing import write_record
from clagdsl.table.seating import apply_change, roster_of, why_not_change

HEAD = 'record = 2\nrules = "foss"\nplayers = ["Ann", "Bob", "Cai", "Dot"]\n'
OUT = '{ deal = 2, out = "Dot" }'
SALT = "00112233445566778899aabbccddeeff"

WRONG = (
    ('played = "2025-01-31"', "R506"),
    ("played = 2025-01-31T10:00:00", "R506"),
    (f'note = "{"x" * 1001}"', "R506"),
    ('salt = "abc"', "R506"),
    (f'salt = "{SALT.upper()}"', "R506"),
    (f'commitment = "{SALT}"', "R506"),
    ("draw = 7", "R506"),
    ("draw = [7]", "R506"),
    (f'draw = [{{ place = "t 0 0", nonce = "{SALT}" }}]', "R506"),
    (f'draw = [{{ place = "t 0", nonce = "{SALT}", commitment = "{SALT * 2}" }}]', "R506"),
    (f'draw = [{{ place = "t 0 0", nonce = 7, commitment = "{SALT * 2}" }}]', "R506"),
    ("roster = 7", "R506"),
    ("roster = [7]", "R506"),
    ("roster = [{ deal = 2 }]", "R506"),
    ('roster = [{ out = "Dot" }]', "R506"),
    ('roster = [{ deal = 0, out = "Dot" }]', "R506"),
    ('roster = [{ deal = 502, out = "Dot" }]', "R506"),
    ('roster = [{ deal = 2, out = "Dot", back = "Dot" }]', "R506"),
    ('roster = [{ deal = 2, join = "Eve" }]', "R506"),
    ('roster = [{ deal = 2, out = "Dot", total = 3 }]', "R506"),
    ('roster = [{ deal = 2, out = "Dot", after = "Ann" }]', "R506"),
    ('roster = [{ deal = 2, join = "Eve", after = "Bob", total = 1.5 }]', "R506"),
    ('roster = [{ deal = 2, join = "Eve", after = "Bob", for = "Bob" }]', "R506"),
    ('roster = [{ deal = 2, join = "Eve", for = 7 }]', "R506"),
    ('roster = [{ deal = 2, out = "Dot", for = "Ann" }]', "R506"),
    ('roster = [{ deal = 2, join = "Eve", for = "Zoe" }]', "R519"),
    ('roster = [{ deal = 2, join = "Ann", for = "Bob" }]', "R519"),
    ('roster = [{ deal = 2, oust = "Dot" }]', "R504 R506"),
    ('roster = [{ deal = 2, out = "Eve" }]', "R519"),
    (f'roster = [{OUT}, {{ deal = 1, back = "Dot" }}]', "R519"),
    ('roster = [{ deal = 2, join = "Ann", after = "Bob" }]', "R519"),
    (
        'roster = [{ deal = 1, leave = "Dot" }, '
        '{ deal = 1, join = "Dot", after = "Ann", total = 3 }]',
        "R519",
    ),
    (f"roster = [{', '.join([OUT] * 301)}]", "R502"),
    ("adjust = [{ deal = 2, points = 5 }]", "R506"),
    ('adjust = [{ deal = 2, player = "Ann", points = 1000001 }]', "R506"),
    ('adjust = [{ deal = 2, player = "Ann", points = true }]', "R506"),
    ('adjust = [{ deal = 2, player = "Ann", points = 5, note = 7 }]', "R506"),
    ('adjust = [{ deal = 2, player = "Eve", points = 5 }]', "R509"),
    ('adjust = [{ deal = 2, player = "Ann", points = 5, why = "" }]', "R504"),
    ("[[deal]]\ndeal = 1\nmore = 1", "R506"),
    ("[[deal]]\nmore = true\ndeal = 1", "R505"),
    ("ended = 1", "R506"),
    ("[[deal]]\ndeal = 1\nscheduled = 0", "R506"),
    ("[[deal]]\nlabel = 'nt'\nscheduled = 9", "R505"),
)


@pytest.mark.parametrize(("text", "codes"), WRONG, ids=lambda text: text[:50])
def test_what_is_wrong_is_told(text: str, codes: str) -> None:
    result = parse_record(HEAD + text + "\n")
    assert result.record is None
    assert {one.code for one in result.diagnostics} == set(codes.split())
    first = result.diagnostics[0].place
    assert first is not None
    assert first.line >= 4


@pytest.mark.parametrize(
    "text",
    [
        "played = 2025-01-31",
        'note = "x"',
        f"roster = [{OUT}]",
        "adjust = []",
        f'salt = "{SALT}"',
        "draw = []",
        "[[deal]]\ndeal = 1\nlabel = 'normal'\ncards = 1\nmore = true",
        "ended = true",
        "[[deal]]\ndeal = 1\nscheduled = 3",
    ],
)
def test_a_new_key_needs_version_2(text: str) -> None:
    new = parse_record(HEAD + text)
    assert new.diagnostics == ()
    old = parse_record(HEAD.replace("2", "1", 1) + text)
    assert [one.code for one in old.diagnostics] == ["R518"]


@pytest.mark.parametrize("key", ['first = "Ann"', 'auction = "5C pass"', 'taken = "1 4 4"'])
def test_first_auction_and_taken_are_read_in_version_1(key: str) -> None:
    for version in ("1", "2"):
        read = parse_record(f"{HEAD.replace('2', version, 1)}[[deal]]\ndeal = 1\n{key}\n")
        assert read.diagnostics == ()
        assert read.record is not None
        assert read.record.version == 2


def test_all_that_is_said_is_written_and_read_again() -> None:
    text = (
        HEAD
        + f'salt = "{SALT}"\ncommitment = "{"0" * 64}"\nplayed = 2025-01-31\nnote = "a\\nb"\n'
        + 'roster = [{ deal = 2, join = "E\\"}{", after = "Bob", total = -3 },\n'
        + '  { deal = 3, out = "Dot" }, { deal = 5, leave = "Ann" }, { deal = 5, back = "Dot" },\n'
        + '  { deal = 6, join = "Fay", for = "E\\"}{", total = 7 }]\n'
        + 'adjust = [{ deal = 2, player = "Ann", points = -5, note = "beer" }]\n'
    )
    record = parse_record(text).record
    assert record is not None
    assert record.played == date(2025, 1, 31)
    assert record.everybody == ("Ann", "Bob", "Cai", "Dot", 'E"}{', "Fay")
    again = parse_record(write_record(record))
    assert again.record == record
    assert tomllib.loads(write_record(record))["roster"] == tomllib.loads(text)["roster"]


@pytest.mark.parametrize(
    ("row", "codes"),
    [
        ("deal = 1\nscheduled = 3\ncards = 2", ""),
        ("deal = 1\nscheduled = 3", "R540"),
        ("deal = 1\ncards = 2", "R534 R540"),
        ("deal = 1\nscheduled = 99", "R532"),
        ("deal = 1\nscheduled = 99\ncards = 2", "R532"),
        ("deal = 1\nscheduled = 3\ncards = 14", "A110"),
    ],
)
def test_a_deal_has_its_place_in_the_schedule_and_its_size(row: str, codes: str) -> None:
    """Deal 3 of the schedule has 3 cards, deal 1 has one."""
    read = parse_record(f'{HEAD}[[deal]]\n{row}\nbids = "0 0 0 0"\nwon = "1 1 0 0"\n')
    assert read.record is not None, read.diagnostics
    result = replay_sheet(read.record, loaded("foss").rules, read.places)
    told = [one.diagnostic for one in result.problems if one.diagnostic.severity == "error"]
    assert [one.code for one in told] == codes.split()
    assert all(one.place is not None and one.place.line >= 4 for one in told)


@pytest.mark.parametrize("row", ["ended = true", "[[deal]]\ndeal = 1\nscheduled = 3"])
def test_what_no_played_match_has_is_refused_by_the_interpreter(row: str) -> None:
    record = parse_record(f"{HEAD}{row}\n").record
    assert record is not None
    with pytest.raises(RecordError, match="is only for score sheets"):
        clagdsl.replay(record)


def test_figures_are_of_those_who_play() -> None:
    rows = '[[deal]]\ndeal = 1\nbids = "0 0 0 0"\n[[deal]]\ndeal = 2\nbids = "0 0 0"\n'
    assert parse_record(f"{HEAD}roster = [{OUT}]\n{rows}").diagnostics == ()
    wrong = parse_record(f"{HEAD}roster = [{OUT}]\n{rows}won = '1 1 0 0'\ndealer = 'Dot'\n")
    assert [one.code for one in wrong.diagnostics] == ["R510", "R509"]
    unnumbered = parse_record(f"{HEAD}roster = [{OUT}]\n[[deal]]\nlabel = 'normal'\n")
    assert [one.code for one in unnumbered.diagnostics] == ["R505"]


@pytest.mark.parametrize(
    ("top", "row"),
    [
        (f"roster = [{OUT}]", "label = 'normal'"),
        ("", "label = 'normal'\nscheduled = 2"),
        ("", "label = 'normal'\nmore = true\ncards = 5"),
    ],
)
def test_a_missing_number_is_that_of_the_next_deal(top: str, row: str) -> None:
    read = parse_record(f"{HEAD}{top}\n[[deal]]\ndeal = 7\n[[deal]]\n{row}\n")
    assert [one.help for one in read.diagnostics] == ["add it, as in `deal = 8`"]


def replayed(text: str) -> list[tuple[str, int | None]]:
    read = parse_record(HEAD + text)
    assert read.record is not None, read.diagnostics
    result = replay_sheet(read.record, loaded("foss").rules, read.places)
    for one in result.problems:
        assert one.diagnostic.place is not None
    return [(one.diagnostic.code, one.deal) for one in result.problems]


FIRST = '[[deal]]\ndeal = 1\nbids = "0 0 0 0"\nwon = "1 0 0 0"\ntotals = "0 10 10 10"\n'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (FIRST, []),
        (f'adjust = [{{ deal = 1, player = "Ann", points = 3 }}]\n{FIRST}', [("R541", 1)]),
        (f'adjust = [{{ deal = 2, player = "Ann", points = 3 }}]\n{FIRST}', []),
        (f'adjust = [{{ deal = 3, player = "Ann", points = 3 }}]\n{FIRST}', [("R519", None)]),
        (f"roster = [{OUT}]\n{FIRST}", []),
        (f'roster = [{{ deal = 9, out = "Dot" }}]\n{FIRST}', [("R519", None)]),
        (
            f'roster = [{OUT}, {{ deal = 2, leave = "Ann" }}]\n{FIRST}',
            [("R531", None)],
        ),
        (
            f'{FIRST}[[deal]]\ndeal = 2\nlabel = "normal"\ncards = 2\nmore = true\n'
            'bids = "0 0 0 0"\n',
            [("R548", 2)],
        ),
        (
            f'{FIRST}[[deal]]\ndeal = 2\nlabel = "odd"\ncards = 2\nmore = true\nbids = "0 0 0 0"\n',
            [("A110", 2)],
        ),
    ],
)
def test_a_record_is_held_against_the_rules(text: str, found: list[tuple[str, int | None]]) -> None:
    assert replayed(text) == found


SMALL = """clag 2
game "Small"
players {players}
deal normal trump none bid in turn score tricks
schedule 1 up to 3 cards: normal
winner highest total, then shared
"""


def drawn_changes(choose: random.Random) -> list[RosterChange]:
    """Some changes before one deal that could be made if any number of people might play."""
    roster, found = roster_of(("Ann", "Bob", "Cai")), list[RosterChange]()
    for _ in range(choose.randint(1, 4)):
        names = (*roster.names, "Eve", "Fay")
        one, other = choose.choice(names), choose.choice(names)
        changes: list[RosterChange] = [
            Join(one, other),
            TakePlace(one, other),
            Leave(one),
            SitOut(one),
            PlayAgain(one),
        ]
        possible = [change for change in changes if why_not_change(roster, change) is None]
        if possible:
            found.append(choose.choice(possible))
            roster = apply_change(roster, found[-1])
    return found


@pytest.mark.parametrize("players", ["3", "2 to 3", "3 to 4", "2 to 5"])
def test_records_and_sheets_ask_the_same_of_every_change(players: str) -> None:
    """Also of those after which nothing is played, as others follow before the same deal."""
    choose = random.Random(players)
    game = clagdsl.load(text=SMALL.format(players=players))
    judged = Counter[bool]()
    for _ in range(60):
        changes = drawn_changes(choose)
        sheet, entered = game.keep(["Ann", "Bob", "Cai"]), True
        for change in changes:
            if sheet.why_not(str(change)) is not None:
                entered = False
                break
            sheet = sheet.apply(str(change))
        record = Record(
            "x", ("Ann", "Bob", "Cai"), roster=tuple(RecordedChange(1, c) for c in changes)
        )
        read = parse_record(write_record(record))
        replayed = read.record and replay_sheet(read.record, game.rules, read.places)
        assert (replayed is not None and replayed.applies) == entered, changes
        judged[entered] += 1
    assert min(judged.values()) > 3


def test_nobody_is_too_few_between_two_changes() -> None:
    """One player for another is one change."""
    leave, join = '{ deal = 1, leave = "Bob" }', '{ deal = 1, join = "Eve", after = "Ann" }'
    row = '[[deal]]\ndeal = 1\nbids = "0 0 0"\n'
    head = HEAD.replace(', "Dot"', "")
    for roster, found in (
        (f"{leave}, {join}", ["R531"]),
        (f"{join}, {leave}", []),
        ('{ deal = 1, join = "Eve", for = "Bob" }', []),
    ):
        read = parse_record(f"{head}roster = [{roster}]\n{row}")
        assert read.record is not None
        told = replay_sheet(read.record, loaded("foss").rules, read.places).problems
        assert [one.diagnostic.code for one in told] == found
        for one in told:
            assert one.diagnostic.place is not None
            assert one.diagnostic.place.column == len("roster = [") + 1, "the first of them"
            assert 'for = "Bob"' in one.diagnostic.help


@pytest.mark.parametrize(("total", "code"), [("", None), (", total = 7", "R541")])
def test_a_latecomer_begins_level_with_the_last_unless_said(total: str, code: str | None) -> None:
    """The lowest total is 0: with a bid of 0 and no trick it is 10 after the deal."""
    text = (
        f'roster = [{{ deal = 2, join = "Eve", after = "Bob"{total} }}]\n{FIRST}[[deal]]\n'
        'deal = 2\nbids = "0 0 0 0 0"\nwon = "2 0 0 0 0"\ntotals = "0 20 10 20 20"\n'
    )
    assert replayed(text) == ([] if code is None else [(code, 2)])


def test_the_commitment_is_that_of_seed_and_salt() -> None:
    due = sha256(f"7:{SALT}".encode()).hexdigest()
    for seed, code in ((7, []), (8, [("R563", None)])):
        text = f'seed = {seed}\nsalt = "{SALT}"\ncommitment = "{due}"\n'
        assert replayed(text) == code
    read = parse_record(f'{HEAD}seed = 8\nsalt = "{SALT}"\ncommitment = "{due}"\n').record
    assert read is not None
    with pytest.raises(RecordError, match="R563"):
        clagdsl.replay(read)


@pytest.mark.parametrize(
    "text", [f"roster = [{OUT}]\n", 'adjust = [{ deal = 1, player = "Ann", points = 3 }]\n']
)
def test_a_match_of_cards_knows_nothing_of_that(text: str) -> None:
    record = parse_record(HEAD + text).record
    assert record is not None
    with pytest.raises(RecordError, match="R560"):
        clagdsl.replay(record)


def test_the_command_tells_who_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = f'{FIRST}[[deal]]\ndeal = 2\nbids = "0 0 0"\nwon = "2 0 0"\n'
    (tmp_path / "a.toml").write_text(f"{HEAD}roster = [{OUT}]\n{rows}", "utf-8")
    main(["replay", str(tmp_path / "a.toml")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "     Ann              Bob              Cai              Dot",
        "row  bid won pts tot  bid won pts tot  bid won pts tot  bid won pts tot",
    ]
    assert [len(line.split()) for line in lines[2:4]] == [1 + 4 * 4, 1 + 3 * 4]
    main(["replay", "--json", str(tmp_path / "a.toml")])
    assert '"players": [\n        "Ann",\n        "Bob",\n        "Cai"\n      ]' in (
        capsys.readouterr().out
    )


def test_the_table_after_a_record_is_that_of_who_plays_the_next_deal() -> None:
    """A change for a later deal is reported, and does not count yet."""
    row = '[[deal]]\ndeal = 1\ntotals = "0 0 0 0"\n'
    for deal, players, expected in ((2, 3, []), (3, 4, ["R519"])):
        text = f'{HEAD}dealer = "Dot"\nroster = [{{ deal = {deal}, out = "Dot" }}]\n{row}'
        read = parse_record(text)
        assert read.record is not None, read.diagnostics
        result = replay_sheet(read.record, loaded("foss").rules, read.places)
        assert result.table is not None
        assert result.table.players == players
        assert [one.diagnostic.code for one in result.problems] == expected
