"""Who comes and goes, points by hand and one more hand: who may enter it, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.table_server import QUICK, Phone

from clagdsl.api import load
from clagdsl.cli.main import main

NAMES = ("Ann", "Bob", "Cai", "Dot")
FIRST_DEAL = ("bid 0", "bid 1", "bid 1", "bid 0", "won 0 1 0 0")
"""After it the totals are 10, 11, 0, 10."""


@pytest.fixture
def table(host: Phone) -> str:
    """A table at which a deal is closed."""
    address = host.open("file-quick", *NAMES)
    for entry in FIRST_DEAL:
        assert host.enter(address, entry).status == 303
    return address


def test_the_record_of_who_came_and_went_replays(
    host: Phone, table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = (
        "join Eve after Bob",
        *("bid 1", "bid 0", "bid 0", "bid 0", "bid 2", "won 1 0 1 0 0"),
        *(f"adjust {name} 7" for name in ("Cai", "Eve", "Bob", "Ann", "Dot")),
        "join Fay after Eve",
        "adjust Fay -5",
    )
    sheet = load(text=QUICK).keep(NAMES)
    for entry in FIRST_DEAL:
        sheet = sheet.apply(entry)
    for entry in entries:
        assert host.enter(table, entry).status == 303, entry
        sheet = sheet.apply(entry)
    assert [entry for entry, _ in host.log(table)] == list(sheet.log)
    (tmp_path / "rules.clag").write_text(QUICK, "utf-8")
    (tmp_path / "match.toml").write_text(host.get(f"{table}/record.toml").text, "utf-8")
    status = main(["replay", str(tmp_path / "match.toml"), "--rules", str(tmp_path / "rules.clag")])
    assert status == 0, capsys.readouterr().out


def test_who_goes_home_has_no_code_and_does_not_lead(host: Phone, table: str) -> None:
    bob = Phone(host.server)
    bob.join(host.codes(table)[1])
    assert host.enter(table, "leave Bob").status == 303
    assert "Bob (has left)" in host.get(f"{table}/plain").text
    assert len(host.codes(table)) == 4, "a code for each who is there, and one to watch"
    got = bob.enter(table, "bid 0")
    assert got.status == 403
    assert "This is the phone of Bob, who has gone home." in got.problem
    [ours] = [one for one in host.get("/home").json["running"] if one["name"] in table]
    assert ours["leader"] is None, "Ann and Dot are level, and Bob has left"


@pytest.mark.parametrize(
    ("entry", "status", "said"),
    [
        ("join Eve after Zoe", 422, "Zoe"),
        ("join Eve for Zoe", 422, "Zoe"),
        ("join Eve beside Bob", 422, "is not understood"),
        (f"join {'x' * 41} for Bob", 422, "at most 40 characters"),
        (f"join {'x' * 41} after Bob", 422, "at most 40 characters"),
        (f"correct 1 join {'x' * 41} after Bob", 422, "at most 40 characters"),
        (f"join {'x' * 40} after Bob", 303, ""),
        ("join Ann after Bob", 422, "already at the table"),
        ('join "after \\"B\\" \\\\" after Bob', 303, ""),
        ("adjust Ann 0", 422, "adjust a total by"),
        ("adjust Ann 1000000", 303, ""),
        ("adjust Ann -1000001", 422, "adjust a total by"),
        ("adjust Ann \u22125", 303, ""),
        ("adjust Zoe 5", 422, "Zoe"),
        ("more normal 1", 422, "match"),
    ],
)
def test_what_is_refused_is_told_on_the_page(
    host: Phone, table: str, entry: str, status: int, said: str
) -> None:
    before = host.log(table)
    got = host.enter(table, entry)
    assert got.status == status, got.problem
    assert said in got.problem
    assert (host.log(table) == before) == (status != 303)


def test_they_are_the_hosts_or_everybodys_and_have_an_author(host: Phone, table: str) -> None:
    ann, stranger = Phone(host.server), Phone(host.server)
    ann.join(host.codes(table)[0])
    entries = ("adjust Ann 5", "join Eve after Ann", "out Eve", "back Eve", "leave Eve")
    for phone, told in ((ann, "only the host"), (stranger, "only players with a seat")):
        for entry in entries:
            got = phone.enter(table, entry)
            assert got.status == 403, entry
            assert told in got.problem.lower()
    host.people(table, "rights", everybody="yes")
    for entry in entries:
        assert stranger.enter(table, entry).status == 403
        assert ann.enter(table, entry).status == 303, entry
    assert host.log(table)[-5:] == [(entry, "Ann") for entry in entries]


def test_the_host_lets_bots_play_for_everybody_and_a_player_for_one_seat(host: Phone) -> None:
    table = host.play("file-quick", "me", "person", "steady")
    guest, watcher = Phone(host.server), Phone(host.server)
    assert guest.join(host.codes(table)[1]).status == 303
    assert watcher.join(host.codes(table)[-1]).status == 303
    seats = r'value="play"><input type="hidden" name="seat" value="([0-9])"'
    for phone, own in ((host, {"0", "1", "2"}), (guest, {"1"}), (watcher, set())):
        assert set(re.findall(seats, phone.get(f"{table}/people").text)) == own
