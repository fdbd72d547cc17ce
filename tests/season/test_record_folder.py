"""`clagdsl season`: what is read of folders, what is told of it, and what is written."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import jsonschema
import pytest
from support.circle import PEOPLE, TEXTS, played, record_of

from clagdsl.api import load
from clagdsl.cli.main import main
from clagdsl.lang.errors import FileError
from clagdsl.lang.record import Record
from clagdsl.records.report import ReplayResult
from clagdsl.records.sheet import write_sheet
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.records.writing import write_record
from clagdsl.season import record_folder
from clagdsl.season.columns import TABLES
from clagdsl.season.model import season_schema
from clagdsl.season.record_folder import (
    GatheredMatches,
    GatherRequest,
    gather_matches,
    read_aliases,
)

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def lay(name: str, number: int = 0, ann: str = "Ann", **more: object) -> Record:
    """Write the record of a match of three, in which Ann is called so."""
    state = played("low.clag", (ann, *PEOPLE[1:3]), number)
    record = record_of(state, "low.clag", date(2026, 1, 1 + number))
    record = replace(record, **more)
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(write_record(record))
    return record


def gather(*paths: str, **more: object) -> GatheredMatches:
    return gather_matches(GatherRequest(paths or (".",), **more))


def codes(found: GatheredMatches) -> list[str]:
    return [one.code for one in found.problems]


# --- what is read -------------------------------------------------------------------------


def test_a_folder_is_read_with_all_below_it_and_nothing_twice() -> None:
    lay("a.toml")
    lay("2025/b.toml", 1, rules="../low.clag", rules_hash=None)
    lay(".hidden.toml", 2)
    lay(".git/c.toml", 3)
    Path("link.toml").symlink_to("a.toml")
    Path("read me.txt").write_text("nothing")
    found = gather(".", "a.toml", "./2025")
    assert [match.source for match in found.matches] == ["a.toml"]
    assert found.files == 2
    assert codes(found) == ["R601"], "rules that are not beside the record are out of its reach"
    found = gather(trust=True)
    assert [match.source for match in found.matches] == ["a.toml", "2025/b.toml"]


def test_sheets_are_read_with_rules_and_other_csv_is_left_aside() -> None:
    record = lay("a.toml")
    Path("sheet.csv").write_text(write_sheet(record))
    Path("standings.csv").write_text("place,player\n1,Ann\n")
    found = gather()
    assert codes(found) == ["R601"]
    assert found.problems[0].place is not None
    assert found.problems[0].place.file == "sheet.csv"
    assert found.skipped == ("standings.csv",)
    (match,) = gather("a.toml").matches
    (read,) = gather("sheet.csv", rules="low.clag").matches
    assert (match.totals, match.players) == (read.totals, read.players)
    figures = Path("sheet.csv").read_text()
    columns = figures.partition("\n")[0].split(",")
    sums = ["99" if column.endswith("total") else "" for column in columns[1:]]
    Path("sheet.csv").write_text(f"{figures}Total,{','.join(sums)}\n")
    found = gather(rules="low.clag")
    assert [match.source for match in found.matches] == ["a.toml"], "its sums are wrong"
    assert set(codes(found)) == {"R541"}


def test_the_help_for_a_sheet_that_breaks_off_works_as_typed() -> None:
    record = lay("a.toml")
    Path("a.toml").unlink()
    Path("may day.csv").write_text(write_sheet(replace(record, deals=record.deals[:1])))
    (problem,) = gather(rules="low.clag").problems
    assert problem.code == "R571"
    command, line, added = re.findall("`([^`]+)`", str(problem.help))
    assert main(shlex.split(command)[1:]) == 0
    _, *rest = Path("may day.toml").read_text().splitlines()
    Path("may day.toml").write_text("\n".join([line, added, *rest]))
    assert [match.ended for match in gather("may day.toml").matches] == [True]


@pytest.mark.parametrize("played", [None, date(2026, 1, 1)])
def test_a_record_that_breaks_off_is_counted_with_the_line_of_the_help(played: date | None) -> None:
    record = lay("a.toml", played=played)
    Path("a.toml").write_text(write_record(replace(record, deals=record.deals[:1])))
    (problem,) = gather().problems
    assert problem.code == "R571"
    assert "add the line `ended = true` below" in str(problem.help)
    version, rest = Path("a.toml").read_text().split("\n", 1)
    assert ("`record = 1`" in str(problem.help)) == (version.endswith("1")) == (played is None)
    Path("a.toml").write_text(f"record = 2\nended = true\n{rest}")
    assert [match.ended for match in gather().matches] == [True]


def test_nothing_is_left_out_silently() -> None:
    fine = lay("fine.toml")
    Path("broken.toml").write_text("record = 1\nplayers = [")
    Path("letter.toml").write_bytes(b"\xff\xfe\x00")
    Path("strange.toml").write_text('record = 1\nrules = "x.clag"\nplayers = ["Ann", "Bob", "Cai"]')
    Path("strange2.toml").write_text(Path("strange.toml").read_text())
    lay("begun.toml", deals=fine.deals[:1])
    last = fine.deals[-1]
    lay("gap.toml", deals=(last,))
    totals = tuple((total or 0) + 1 for total in last.totals or ())
    lay("wrong.toml", 0, deals=(*fine.deals[:-1], replace(last, totals=totals)), seed=None)
    lay("twice.toml")
    found = gather()
    told = {}
    for one in found.problems:
        assert one.place is not None
        told.setdefault(one.place.file, []).append((one.code, one.place.line))
    assert len(told.pop("x.clag")) == 1, "what is wrong with the rules themselves is told once"
    assert set(told) == {path.name for path in Path().glob("*.toml")} - {"fine.toml"}
    assert told["broken.toml"] == [("R503", 2)]
    assert told["strange.toml"] == told["strange2.toml"] == [("R601", 2)]
    assert [code for code, _ in told["begun.toml"]] == ["R571"]
    assert [code for code, _ in told["gap.toml"]] == ["R572"]
    assert {code for code, _ in told["wrong.toml"]} == {"R541"}
    assert told["twice.toml"] == [("R573", 1)]
    assert [match.source for match in found.matches] == ["fine.toml"]


@pytest.mark.parametrize("name", ["a.csv", "z.csv"])
def test_of_a_match_and_a_copy_with_fewer_columns_the_fuller_one_is_counted(name: str) -> None:
    record = lay("m.toml")
    rows = list(csv.reader(write_sheet(record).splitlines()))
    kept = [n for n, title in enumerate(rows[0]) if not title.endswith((" bid", " tricks"))]
    text = "\n".join(",".join(row[n] for n in kept) for row in rows)
    Path(name).write_text(text)
    found = gather(rules="low.clag")
    assert [match.source for match in found.matches] == ["m.toml"]
    (problem,) = found.problems
    assert (problem.code, problem.place and problem.place.file) == ("R573", name)
    (deal, *deals) = found.matches[0].deals
    for points, is_copy in ((None, True), (99, False)):
        changed = replace(deal, points=(points, *deal.points[1:]))
        match = replace(found.matches[0], deals=(changed, *deals), played="")
        assert match.is_copy_of(found.matches[0]) == is_copy


@pytest.mark.parametrize("names", [("a.toml", "b.toml"), ("b.toml", "a.toml")])
def test_a_note_makes_two_matches_only_if_each_has_its_own(names: tuple[str, str]) -> None:
    plain, noted = names
    lay(plain, played=date(2026, 2, 10))
    lay(noted, played=date(2026, 2, 10), note="at Bob's")
    found = gather()
    assert [(match.source, match.note) for match in found.matches] == [(noted, "at Bob's")]
    assert [(each.code, each.place and each.place.file) for each in found.problems] == [
        ("R573", plain)
    ]
    lay(plain, played=date(2026, 2, 10), note="at Ann's")
    assert len(gather().matches) == 2


SHORT_OF_TWO = """record = 1
rules = "foss"
players = ["Ann", "Bob", "Cai"]

[[deal]]
deal = 3
bids = "1 0 0"
won = "2 1 0"
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (SHORT_OF_TWO, "deals 1 to 2 are not recorded"),
        (SHORT_OF_TWO.replace("deal = 3", "deal = 2"), "deal 1 is not recorded"),
        (f'{SHORT_OF_TWO}\n[[deal]]\ndeal = 6\nbids = "1 0 0"\n', "deals 1 to 2 are not recorded"),
    ],
)
def test_a_record_that_skips_deals_is_one_line(text: str, reason: str) -> None:
    lay("fine.toml")
    Path("skips.toml").write_text(text.replace('won = "2 1 0"\n', ""))
    found = gather()
    assert [match.source for match in found.matches] == ["fine.toml"]
    [problem] = found.problems
    assert (problem.code, problem.message) == ("R572", f"the match is not counted: {reason}")
    assert problem.place is not None
    assert (problem.place.file, problem.place.line) == ("skips.toml", 5)


def test_a_bug_in_one_file_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    for number in range(3):
        lay(f"{number}.toml", number)
    real = record_folder.match_of_record

    def breaks(
        record: Record, result: ReplayResult, at: RecordPlaces, source: str, _: object
    ) -> object:
        if source == "1.toml":
            raise ValueError("6 is not in list")
        return real(record, result, at, source)

    monkeypatch.setattr(record_folder, "match_of_record", breaks)
    assert main(["season", "."]) == 1
    told = capsys.readouterr().out
    assert "1.toml:1:1: error U699: this is a bug in clagdsl" in told
    assert "3 files: 2 matches counted" in told
    monkeypatch.setenv("CLAGDSL_DEBUG", "1")
    assert main(["season", "."]) == 3, "with the traceback, as the help of U699 says"
    assert "6 is not in list" in capsys.readouterr().err


def test_what_is_no_file_or_cannot_be_read_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lay("fine.toml")
    lay("closed/other.toml", 1)
    os.mkfifo("pipe.csv")
    os.mkfifo("pipe.toml")
    with Path("large.toml").open("wb") as file:
        file.truncate(record_folder.MOST_BYTES + 1)
    real = os.scandir

    def refused(path: str) -> object:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", refused)
    found = gather()
    assert [match.source for match in found.matches] == ["fine.toml"]
    assert found.skipped == ("pipe.csv",)
    told = {problem.place.file: problem.code for problem in found.problems if problem.place}
    assert told == {
        "closed": "R501",
        "large.toml": "R502",
        "pipe.toml": "R501",
    }


def test_who_won_must_be_told() -> None:
    """Of two with equal totals the one with fewer failed contracts wins; nothing tells of these."""
    Path("tied.clag").write_text(
        TEXTS["low.clag"].replace("then shared", "then fewest failed, then shared")
    )
    Path("tied.toml").write_text(
        'record = 1\nrules = "tied.clag"\nplayers = ["Ann", "Bob", "Cai"]\n'
        '[[deal]]\ndeal = 1\n[[deal]]\ndeal = 2\ntotals = "3 3 3"\n'
    )
    assert codes(gather("tied.toml")) == ["R572"]


def test_rules_out_of_reach_are_not_reached(tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "low.clag"
    outside.write_text(TEXTS["low.clag"])
    lay("a.toml", rules=str(outside), rules_hash=None)
    assert codes(gather()) == ["R601"]
    assert len(gather(trust=True).matches) == 1


def test_a_match_of_one_person_against_programs_is_told_as_such() -> None:
    lay("a.toml", person="Ann", bots="steady")
    assert [match.names for match in gather().matches] == [("Ann", "Bob (bot)", "Cai (bot)")]


# --- names --------------------------------------------------------------------------------


def names(text: str) -> list[str]:
    Path("names.txt").write_text(text)
    read = read_aliases(Path("names.txt"), "names.txt")
    assert (not read.problems) or not read.players
    return [one.message for one in read.problems]


def test_names_are_joined(capsys: Capture) -> None:
    lay("a.toml")
    lay("b.toml", 1, "Annie")
    lay("c.toml", 2, "annie")
    Path("names.toml").write_text('Ann = ["Annie", "annie"]\n"Bob" = []\n')
    assert main(["season", ".", "--alias", "names.toml", "--json"]) == 0
    season = json.loads(capsys.readouterr().out)
    assert season["problems"] == []
    assert season["files"] == season["counted"] == 3
    assert sorted(line["player"] for line in season["season"]["standings"]) == ["Ann", "Bob", "Cai"]
    found = gather("a.toml", "b.toml", "c.toml")
    assert codes(found) == ["R576"], "Annie and annie are told once"
    assert len(found.matches) == 3


def test_two_players_under_one_name_are_not_counted() -> None:
    lay("a.toml")
    Path("names.txt").write_text('Ann = ["Bob"]')
    found = gather(names=read_aliases(Path("names.txt"), "names.txt"))
    assert codes(found) == ["R574"]
    assert found.matches == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ann = 3", "the other names of `Ann` are not a list of texts"),
        ("Ann = [3]", "the other names of `Ann` are not a list of texts"),
        ('Ann = ["x"]\nBob = ["x"]', "`x` is already a name of `Ann`"),
        ('Ann = ["Bob"]\nBob = ["x"]', "`Bob` has a line of its own, and is a name of `Ann`"),
        ('Ann = ["Ann"]', "`Ann` has a line of its own, and is a name of `Ann`"),
        ('Ann = [" "]', "a name is blank or longer than 100 characters"),
        (f'Ann = ["{"x" * 101}"]', "a name is blank or longer than 100 characters"),
        ("Ann = [", "this is not TOML: invalid value"),
        ("a.b.c = []", "a name with a dot in it needs quotation marks"),
    ],
)
def test_a_file_of_names_that_cannot_be_used(text: str, told: str) -> None:
    assert names(text) == [told]


def test_a_file_of_names_may_have_anything_in_quotation_marks() -> None:
    assert names(f'"Dr. Who #1" = ["a.b", "x = y", "{"x" * 100}"]') == []
    assert names("[" * 10_000) != []
    assert names("ä = []") != []
    Path("names.bin").write_bytes(b"\xff\xff")
    assert read_aliases(Path("names.bin"), "n").problems
    assert read_aliases(Path("missing"), "n").problems
    assert read_aliases(Path(), "n").problems


def test_a_file_of_names_is_as_long_as_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'Ann = ["x"]'
    for more, fine in ((1, True), (0, True), (-1, False)):
        monkeypatch.setattr(record_folder, "MOST_BYTES_OF_NAMES", len(text) + more)
        assert (names(text) == []) is fine


# --- bounds -------------------------------------------------------------------------------


def _too_many_records(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(record_folder, "MOST_RECORDS", most)


def _too_many_files(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(record_folder, "MOST_LOOKED_AT", most + len(TEXTS))


def _too_many_bytes(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    sizes = sum(path.stat().st_size for path in Path().glob("*.toml"))
    monkeypatch.setattr(record_folder, "MOST_BYTES", sizes + most - 3)


@pytest.mark.parametrize("bound", [_too_many_records, _too_many_files, _too_many_bytes])
def test_bounds(
    bound: Callable[[pytest.MonkeyPatch, int], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    """Three records, where one more than that, just that, and one less may be there."""
    for seed in range(3):
        lay(f"{seed}.toml", seed)
    for most in (4, 3):
        bound(monkeypatch, most)
        assert len(gather().matches) == 3
    bound(monkeypatch, 2)
    with pytest.raises(FileError, match="name a smaller folder"):
        gather()
    assert main(["season", "."]) == 2
    assert "name a smaller folder" in capsys.readouterr().err


# --- what is written ----------------------------------------------------------------------

BAD = "=1+1</td><script>"


def test_json_has_the_published_form(capsys: Capture) -> None:
    lay("a.toml", 0, BAD, note=BAD)
    assert main(["season", ".", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator(season_schema()).validate(document["season"])
    assert document["season"]["version"] == 1
    assert document["season"]["years"] == [2026]


def test_csv_holds_no_formula(capsys: Capture) -> None:
    lay("a.toml", 0, BAD, note=BAD)
    for name, table in TABLES.items():
        assert main(["season", "a.toml", "--csv", "x.csv", "--force", "--table", name]) == 0
        rows = list(csv.reader(Path("x.csv").read_text("utf-8").splitlines()))
        assert rows[0] == [column.heading for column in table.columns]
        cells = [cell for row in rows for cell in row]
        assert not any(cell.startswith(("=", "+", "@")) for cell in cells)
        assert (f"'{BAD}" in cells) is (name != "calls")
    assert "x.csv written" in capsys.readouterr().out


def test_the_page_stands_alone_and_shows_names_as_they_are(capsys: Capture) -> None:
    lay("a.toml", 0, BAD, note=BAD)
    assert main(["season", ".", "-o", "x.html"]) == 0
    page = Path("x.html").read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "http" not in page
    assert "src=" not in page
    assert " style=" not in page
    assert main(["season", ".", "-o", "x.html"]) == 0, "it carries our mark"
    assert main(["season", ".", "-o", "x.txt"]) == 2
    assert "does not end in .html" in capsys.readouterr().err


def test_an_empty_season_is_told(capsys: Capture) -> None:
    assert main(["season", ".", "-o", "x.html", "--year", "2024"]) == 0
    assert "0 files: 0 matches counted for 2024" in capsys.readouterr().out
    assert "No finished match in 2024" in Path("x.html").read_text("utf-8")


def test_a_year_says_what_is_not_of_it(capsys: Capture) -> None:
    lay("a.toml")
    lay("b.toml", 1, played=date(2025, 3, 1))
    lay("c.toml", 2, played=None)
    assert main(["season", ".", "--year", "2026"]) == 0
    told = capsys.readouterr().out
    assert "1 match counted for 2026; not counted: 1 of other years, 1 without a date (" in told
    assert "`played = 2026-01-31`, or the column `date` of a CSV file)" in told


def test_exit_statuses(capsys: Capture) -> None:
    lay("fine.toml")
    assert main(["season", "."]) == 0
    assert main(["season", "nowhere"]) == 2
    lay("begun.toml", 1, deals=())
    assert main(["season", "."]) == 0, "an unfinished match is no mistake"
    Path("broken.toml").write_text("[")
    assert main(["season", "."]) == 1
    assert main(["season", ".", "--alias", "broken.toml"]) == 1
    assert main(["season", ".", "--json", "--alias", "broken.toml"]) == 1
    assert json.loads(capsys.readouterr().out.rpartition("\n{")[2].join("{ "))["problems"]


def test_rules_of_the_command_that_cannot_be_used_are_reported_once(capsys: Capture) -> None:
    sheet = write_sheet(lay("a.toml"))
    for name in ("a.csv", "b.csv"):
        Path(name).write_text(sheet)
    Path("bad.clag").write_text('clag 2\ngame "x"\nfoo\n')
    assert main(["season", "a.csv", "b.csv", "--rules", "bad.clag"]) == 1
    assert capsys.readouterr().out.count("bad.clag:3:1: error ") == 1
    assert main(["season", "a.csv", "b.csv", "--rules", "nofoss"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("error U611: there is no bundled variant `nofoss`")) == ("", 1)


def test_contracts_that_hang_on_what_others_won_are_told_by_the_tricks() -> None:
    Path("most.clag").write_text(
        TEXTS["low.clag"]
        .replace("then shared", "then fewest failed, then shared")
        .replace("  bid in turn\n", "  bid in turn\n  completed when tricks = most\n")
    )
    Path("most.toml").write_text(
        'record = 1\nrules = "most.clag"\nplayers = ["Ann", "Bob", "Cai"]\n'
        '[[deal]]\ndeal = 1\nbids = "0 0 0"\nwon = "1 0 0"\n'
        '[[deal]]\ndeal = 2\nbids = "0 0 0"\nwon = "1 1 0"\n'
    )
    found = gather("most.toml")
    assert codes(found) == []
    [match] = found.matches
    assert match.deals[0].completed == (True, False, False)
    assert match.deals[1].completed == (True, True, False)


def test_who_took_which_trick_decides_the_totals_of_a_match() -> None:
    Path("up.clag").write_text(
        """clag 2 game "Up" players 3 deal up trump none bid none trick worth 2 * trick
        score points completed not counted
        schedule 3 cards: up winner highest total, then shared"""
    )
    sheet = load("up.clag").keep(PEOPLE[:3]).apply("taken 2 1 3")
    record = replace(sheet.record(), rules="up.clag", note="the first")
    (deal,) = record.deals
    text = write_record(record)
    untold = replace(record, note="another", deals=(replace(deal, totals=None, won=None),))
    Path("a.toml").write_text(text)
    Path("untold.toml").write_text(write_record(untold))
    Path("wrong.toml").write_text(text.replace('"4 2 6"', '"2 4 6"'))
    Path("sheet.csv").write_text(write_sheet(record))
    found = gather(rules="up.clag")
    counted = {match.source: match.totals for match in found.matches}
    assert counted == {"a.toml": (4, 2, 6), "untold.toml": (4, 2, 6)}
    told = {one.place.file: one.code for one in found.problems if one.place}
    assert told == {"wrong.toml": "R541", "sheet.csv": "R573"}


def test_the_reason_why_a_match_is_not_counted_is_shown_before_other_warnings(
    capsys: Capture,
) -> None:
    Path("runs.clag").write_text(
        'clag 2 game "R" players 3\nrun zeros when bid = 0\ndeal normal trump none bid in turn\n'
        "each bid keeps bid > 0 or zeros < 2 score 10 + tricks when made, otherwise 0\n"
        "schedule repeat 4 times 2 cards: normal winner highest total, then shared\n"
    )
    Path("late.toml").write_text(
        'record = 1\nrules = "runs.clag"\nplayers = ["Ann", "Bob", "Cai"]\n'
        '[[deal]]\ndeal = 3\nbids = "0 1 0"\nwon = "0 1 1"\n'
    )
    assert main(["season", "late.toml"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "late.toml:" in line]
    assert "warning R572: the match is not counted: deals 1 to 2 are not recorded;" in line
    assert line.endswith("(1 more warning: `clagdsl replay late.toml` shows it)")
    main(["replay", "late.toml"])
    assert "warning R538" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("totals", "others", "verdict"),
    [
        ("0 2 1", "1 warning: `clagdsl replay short.toml` shows it", "1 problem"),
        (
            "1 2 1",
            "1 more problem and 1 warning: `clagdsl replay short.toml` shows them",
            "2 problems",
        ),
    ],
)
def test_warnings_are_not_counted_as_problems_as_in_replay(
    totals: str, others: str, verdict: str, capsys: Capture
) -> None:
    Path("ends.clag").write_text(
        'clag 2 game "E" players 3 ends when highest_total >= 7 deal normal trump none bid in turn'
        " score tricks schedule repeat 4 times 2 cards: normal winner highest total, then shared"
    )
    Path("short.toml").write_text(
        'record = 1\nrules = "ends.clag"\nplayers = ["Ann", "Bob", "Cai"]\n'
        f'[[deal]]\ndeal = 1\nbids = "0 1 0"\nwon = "0 1 1"\ntotals = "{totals}"\n'
    )
    main(["season", "short.toml"])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "short.toml:" in line]
    assert line.endswith(f"({others})")
    main(["replay", "short.toml"])
    assert (
        capsys.readouterr().out.splitlines()[-1].startswith(f"short.toml by ends.clag: {verdict}")
    )


def test_a_folder_of_old_sheets_has_one_line_for_each_that_needs_a_person(
    capsys: Capture,
) -> None:
    """Sheets of any layout count; the others have a line with the command that shows all."""
    record = lay("a.toml")
    rows = [[str(deal.number), *map(str, deal.totals or ())] for deal in record.deals]
    head = ["Round", *record.players]
    Path("good.csv").write_text("\n".join(map(",".join, [head, *rows])))
    wrong = [row[:] for row in rows]
    wrong[0][1], wrong[1][2] = "??", "oops"
    Path("bad.csv").write_text("\n".join(map(",".join, [head, *wrong])))
    Path("half.csv").write_text("\n".join(map(",".join, [head, *rows[:1]])))
    Path("other.csv").write_text("name,phone\nAnn,12\n")
    Path("old.ods").write_bytes(b"PK")
    Path("a.toml").unlink()
    assert main(["season", ".", "--rules", record.rules, "--figures", "totals"]) == 1
    out = capsys.readouterr().out
    needs = {line.partition(":")[0]: line for line in out.splitlines() if ".csv:" in line}
    assert sorted(needs) == ["bad.csv", "half.csv", "other.csv"]
    assert "error R511" in needs["bad.csv"]
    assert f"`clagdsl replay bad.csv --rules {record.rules}` shows it" in needs["bad.csv"]
    assert "the match is not counted" in needs["half.csv"]
    assert needs["other.csv"] == "other.csv: skipped, because it is not a score sheet"
    assert "old.ods: skipped; save the spreadsheet as CSV" in out
    assert "3 files: 1 match counted" in out
