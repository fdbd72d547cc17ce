"""The statistics of the finished tables: the page, CSV and JSON, as tables come and go."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import jsonschema
import pytest
from support.axe import faults
from support.browser import Browser
from support.table_moments import moments, opened
from support.table_server import QUICK, Phone, serving

from clagdsl.api import load
from clagdsl.cli.main import main
from clagdsl.season.columns import TABLES
from clagdsl.season.model import season_schema
from clagdsl.serve import season_pages
from clagdsl.storage.model import NewEvent
from clagdsl.storage.store import Store

SHORT = "bid 0", "bid 1", "bid 1", "won 0 1 0"
REST = "bids 1 1 1", "won 1 1 0", "bids 0 3 1", "won 0 3 0"
BAD = "=1+1</td><script>"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@pytest.fixture
def phone(tmp_path: Path, data: Path) -> Iterator[Phone]:
    rules = tmp_path / "quick.clag"
    rules.write_text(QUICK, "utf-8")
    with serving(data, rules) as address:
        yield Phone(address)


def play(phone: Phone, *names: str, entries: tuple[str, ...] = (*SHORT, *REST), **more: str) -> str:
    table = phone.open("file-quick", *names, **more)
    for entry in entries:
        assert phone.enter(table, entry).status == 303, entry
    return table


def season(phone: Phone, year: str = "") -> dict:
    got = phone.get(f"/season.json{year}")
    document = json.loads(got.text)
    jsonschema.Draft202012Validator(season_schema()).validate(document)
    return document


def test_finished_tables_are_counted_and_no_others(
    phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "No finished match yet" in phone.get("/season").text
    assert phone.get("/home").json["finished"] == [], "and so the first page has no link to it"
    last = play(phone, "Ann", "Bob", "Cai", date="2025-12-31", note="at Bob's")
    play(phone, "Bob", BAD, "Dot", date="2026-01-31")
    play(phone, "Ann", "Bob", "Cai", entries=SHORT)
    counted = season(phone)
    assert counted["years"] == [2026, 2025]
    assert [match["played"] for match in counted["matches"]] == ["2026-01-31", "2025-12-31"]
    assert {line["player"]: line["won"] for line in counted["standings"]} == {
        "Bob": "1",
        BAD: "1",
        "Ann": "0",
        "Cai": "0",
        "Dot": "0",
    }
    assert [line["player"] for line in season(phone, "?year=2025")["standings"]] == [
        "Bob",
        "Ann",
        "Cai",
    ]
    assert len(phone.get("/home").json["finished"]) == 2

    # The record that is saved of a table counts for as much.
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.toml").write_text(phone.get(f"{last}/record.toml").text, "utf-8")
    assert str(tomllib.loads((folder / "a.toml").read_text("utf-8"))["played"]) == "2025-12-31"
    rules = str(tmp_path / "quick.clag")
    assert main(["season", str(folder), "--rules", rules, "--trust", "--json"]) == 1
    (folder / "quick.clag").write_text(QUICK, "utf-8")
    capsys.readouterr()
    assert main(["season", str(folder), "--json"]) == 0
    of_records = json.loads(capsys.readouterr().out)["season"]
    of_tables = season(phone, "?year=2025")
    for part in ("standings", "bids", "games", "calls", "pairs"):
        assert of_records[part] == of_tables[part]


def test_who_deletes_or_takes_back_changes_the_season(phone: Phone) -> None:
    first = play(phone, "Ann", "Bob", "Cai")
    second = play(phone, "Ann", "Bob", "Dot")
    assert len(season(phone)["matches"]) == 2
    assert phone.enter(second, "undo").status == 303
    assert [len(one["players"]) for one in season(phone)["matches"]] == [3]
    assert phone.enter(second, "won 3 0 0").status == 303
    assert len(season(phone)["matches"]) == 2
    phone.people(first, "delete", sure="yes")
    [match] = season(phone)["matches"]
    assert {one["player"] for one in match["players"]} == {"Ann", "Bob", "Dot"}
    phone.people(second, "note", date="2024-02-29", note="leap")
    [match] = season(phone)["matches"]
    assert (match["played"], match["note"]) == ("2024-02-29", "leap")


def test_the_page_loads_nothing_and_shows_names_as_they_are(phone: Phone) -> None:
    play(phone, "Ann", BAD, "Cai", note=BAD)
    got = phone.get("/season")
    assert "<script" not in got.text
    assert "&lt;script&gt;" in got.text
    [style] = re.findall(r"<style>(.*?)</style>", got.text, re.DOTALL)
    hashed = b64encode(sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{hashed}'" in got.headers["content-security-policy"]
    assert " style=" not in got.text
    addresses = set(re.findall(r'href="([^"]+)"', got.text))
    for address in addresses:
        assert phone.get(address.replace("&amp;", "&")).status == 200, address
    assert len(addresses) > len(TABLES)


def test_tables_are_saved_as_csv_without_formulas(phone: Phone) -> None:
    play(phone, "Ann", BAD, "Cai", note=BAD)
    for name, table in TABLES.items():
        got = phone.get(f"/season.csv?table={name}")
        assert f'filename="{name}.csv"' in got.headers["content-disposition"]
        rows = list(csv.reader(got.text.splitlines()))
        assert rows[0] == [column.heading for column in table.columns]
        assert not any(cell.startswith("=") for row in rows for cell in row)
    assert phone.get("/season.csv?table=secrets").status == 404
    assert "<script>" not in phone.get("/season.json?year=%3Cscript%3E").text


def test_all_tables_are_read_also_those_kept_before_there_were_statistics(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not in a table's summary is counted from its events, two tables at once."""
    rules = tmp_path / "quick.clag"
    rules.write_text(QUICK, "utf-8")
    with serving(data, rules) as address:
        table = play(Phone(address), "Ann", "Bob", "Cai", date="2026-01-31").rpartition("/")[2]
    store = Store(data)
    stored, events = store.table(table), store.events(table)
    assert stored is not None
    shown = json.loads(stored.summary)
    assert shown.pop("match")
    for copy in range(4):
        for event in events:
            summary = json.dumps(shown if copy % 2 else {**json.loads(stored.summary)})
            new = NewEvent(
                f"copy{copy}", event.number, event.key, event.body, event.rules, summary, "over"
            )
            store.add(new).result()
    store.close()
    monkeypatch.setattr(season_pages, "AT_ONCE", 2)
    with serving(data, rules) as address:
        counted = season(Phone(address))
    assert len(counted["matches"]) == 5
    assert {line["player"]: line["won"] for line in counted["standings"]} == {
        "Bob": "5",
        "Ann": "0",
        "Cai": "0",
    }


@pytest.mark.browser
def test_the_page_is_read_on_a_phone(phone: Phone, browser: Browser) -> None:
    play(phone, "Annabel", "Bartholomew-Maximilian", "X" * 40, note="a rather long note " * 8)
    for width in (320, 1280):
        browser.screen(width)
        browser.open(f"http://{phone.server}/season")
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.run(wide) == 0
        small = (
            "[...document.querySelectorAll('nav a, summary')]"
            ".filter(each => each.getBoundingClientRect().height < 47.5).length"
        )
        assert browser.run(small) == 0
        colour = "getComputedStyle(document.querySelector('section')).borderRadius"
        assert browser.run(colour) != "0px", "the style is let through"
        for dark in (False, True):
            browser.screen(width, dark=dark)
            assert faults(browser) == []


@pytest.mark.parametrize("year", ["abc", "26", "20260", "-026", "\u0662\u0660\u0662\u0666"])
def test_a_year_that_is_none_is_told(phone: Phone, year: str) -> None:
    for page in ("/season", "/season.json", "/season.csv"):
        got = phone.get(f"{page}?{urlencode({'year': year})}")
        assert got.status == 404, page
        assert f"“{year}” is not a year" in got.text
    assert phone.get("/season?year=").status == 200


def test_bids_that_were_not_chosen_do_not_count() -> None:
    """In a match whose cards the server deals, as on a score sheet."""
    schedule = "deal open is normal with bid fixed 0 score tricks\nschedule 2 cards: normal, open"
    text = QUICK.replace("schedule 1 up to 3 cards: normal", schedule)
    *_, table = moments(opened(load(text=text), ("Ann", "Bob", "Cai")), Random(1))
    match = table.finished_match
    assert match is not None
    assert [deal.bids.count(None) for deal in match.deals] == [0, 3]
