"""The score keeper on the page without script: a whole match, and who may enter what."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.table_server import QUICK, Phone, new_key, serving

from clagdsl.api import load
from clagdsl.cli.main import main
from clagdsl.serve.seat_tokens import opening_tap

NAMES = ("Ann", "Bob", "Cai")
MATCH = (
    "bid 0", "bid 1", "bid 1", "won 0 1 0",
    "trump hearts", "bid 1", "bid 1", "bid 1", "won 1 1 0",
    "bid 0", "bid 3", "bid 1", "won 0 3 0",
)  # fmt: skip


def totals(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'class="points">(-?[0-9]+)<', page)]


def test_a_whole_match_is_what_the_sheet_makes_of_its_entries(host: Phone) -> None:
    table = host.open("file-quick", *NAMES, date="2026-01-31", note="in the kitchen")
    for entry in MATCH:
        assert host.enter(table, entry).status == 303, entry
    sheet = load(text=QUICK).keep(NAMES)
    for entry in MATCH:
        sheet = sheet.apply(entry)
    page = host.get(f"{table}/plain").text
    assert sheet.over
    assert totals(page) == list(sheet.totals)
    assert "Bob (wins)" in page
    [finished] = [one for one in host.get("/home").json["finished"] if one["name"] in table]
    assert (finished["date"], finished["note"]) == ("2026-01-31", "in the kitchen")
    assert finished["winners"] == ["Bob"]


def test_the_record_of_a_table_replays(
    host: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = host.open("file-quick", *NAMES)
    for entry in MATCH:
        host.enter(table, entry)
    got = host.get(f"{table}/record.toml")
    assert got.headers["content-disposition"].startswith('attachment; filename="quick-i-small')
    (tmp_path / "rules.clag").write_text(QUICK, "utf-8")
    (tmp_path / "match.toml").write_text(got.text, "utf-8")
    status = main(["replay", str(tmp_path / "match.toml"), "--rules", str(tmp_path / "rules.clag")])
    assert status == 0, capsys.readouterr().out


def test_a_bid_is_a_number(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    for _ in range(2):
        assert host.enter(table, row="bid", n0="0").status == 303
    assert "Cai bids now." in host.get(f"{table}/plain").text
    refused = host.enter(table, row="bid", n0="1")
    assert refused.status == 422
    assert "the bids would add up to 1 with 1 card" in refused.problem
    assert 'name="n0" min="0" max="1" value="1"' in refused.text, "what was filled in is kept"
    assert host.enter(table, row="bid", n0="").status == 422
    assert host.log(table) == [("bid 0", "The host")] * 2


def test_tricks_are_tapped_and_one_player_has_the_rest(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    for entry in MATCH[:3]:
        host.enter(table, entry)
    assert host.enter(table, row="won", n0="0").status == 422, "two are missing"
    assert host.enter(table, row="won", n0="0", n2="0").status == 303
    assert totals(host.get(f"{table}/plain").text) == [10, 11, 0]


def test_the_plain_page_has_what_a_table_asks_about(host: Phone) -> None:
    """Who deals, and at the tricks who bid what."""
    table = host.open("file-quick", *NAMES)
    deal = [(name, f'"row">{name} (deals)<') for name in NAMES]
    for entry in MATCH[:3]:
        page = host.get(f"{table}/plain").text
        assert [name for name, mark in deal if mark in page] == ["Cai"]
        assert host.enter(table, entry).status == 303
    page = host.get(f"{table}/plain").text
    for name, entry in zip(NAMES, MATCH[:3], strict=True):
        assert f"Tricks of {name} (bid {entry.removeprefix('bid ')})</span>" in page
    host.enter(table, MATCH[3])
    page = host.get(f"{table}/plain").text
    assert [name for name, mark in deal if mark in page] == ["Ann"]
    for entry in MATCH[4:]:
        host.enter(table, entry)
    assert "(deals)" not in host.get(f"{table}/plain").text


def test_nobody_deals_before_the_dealer_is_drawn(host: Phone) -> None:
    table = host.open("rewrite", *NAMES, "Dan")
    assert "Enter the first dealer now." in host.get(f"{table}/plain").text
    assert "(deals)" not in host.get(f"{table}/plain").text
    assert host.enter(table, "dealer Bob").status == 303
    assert '"row">Bob (deals)<' in host.get(f"{table}/plain").text


def test_a_correction_counts_everything_again_and_undo_takes_it_back(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    for entry in MATCH[:4]:
        host.enter(table, entry)
    plain = f"{table}/plain"
    assert totals(host.get(plain).text) == [10, 11, 0]
    assert host.enter(table, "correct 1 won 0 0 1").status == 303
    assert totals(host.get(plain).text) == [10, 0, 11]
    assert host.enter(table, "undo").status == 303
    assert totals(host.get(plain).text) == [10, 11, 0]
    assert host.log(table)[-2:] == [("correct 1 won 0 0 1", "The host"), ("undo", "The host")]


def test_a_refused_entry_says_why_and_changes_nothing(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    got = host.enter(table, "bid 9")
    assert got.status == 422
    assert "9 cannot be bid" in got.problem
    assert host.enter(table, "nonsense").status == 422
    assert host.enter(table, "").status == 422
    assert host.log(table) == []


def test_who_goes_back_to_a_form_and_changes_it_is_told(host: Phone) -> None:
    form = {"key": new_key(), **{f"name{seat}": name for seat, name in enumerate(NAMES)}}
    table = host.ask("POST", "/new/file-quick", form).headers["location"]
    changed = {**form, "name0": "Anne"}
    got = host.ask("POST", "/new/file-quick", changed)
    assert got.status == 422
    assert "A table was already opened with this form." in got.problem
    assert 'value="Anne"' in got.text
    again = host.ask("POST", "/new/file-quick", {**changed, "key": got.field("key")})
    assert host.now(again.headers["location"])["names"] == ["Anne", "Bob", "Cai"]
    assert host.ask("POST", "/new/file-quick", form).headers["location"] == table
    # at a table, too
    page = host.get(f"{table}/plain")
    tap = {"key": page.field("key"), "seen": page.field("seen"), "entry": "bid 0"}
    assert host.ask("POST", f"{table}/plain", tap).status == 303
    assert host.ask("POST", f"{table}/plain", tap).status == 303
    other = host.ask("POST", f"{table}/plain", {**tap, "entry": "bid 1"})
    assert other.status == 409
    assert (
        "This page was already used for something else: look at the table again." in other.problem
    )
    assert host.log(table) == [("bid 0", "The host")]
    # and with codes: a phone goes from one seat to another
    guest = Phone(host.server)
    first, second, *_ = host.codes(table)
    joined = {"code": first, "key": new_key()}
    assert guest.ask("POST", "/join", joined).status == 303
    assert guest.ask("POST", "/join", {**joined, "code": second}).status == 303
    assert len(set(host.codes(table)) & {first, second}) == 0
    assert guest.enter(table, "bid 1").status == 303


def test_what_was_meant_for_another_moment_is_not_entered(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    old = {"seen": "1", "entry": "bid 0"}
    assert host.ask("POST", f"{table}/plain", {"key": new_key(), **old}).status == 303
    got = host.ask("POST", f"{table}/plain", {"key": new_key(), **old})
    assert got.status == 409
    assert got.problem == (
        "Bob bids now; The host entered “bid 0” meanwhile. Your “bid 0” was not entered."
    )
    assert host.log(table) == [("bid 0", "The host")]


@pytest.mark.parametrize(
    ("names", "more", "told"),
    [
        (("Ann",), {}, "is for 3 to 7 players, and here is 1."),
        (("Ann", "Bob"), {}, "is for 3 to 7 players, and here are 2."),
        (("Ann", "Bob", "Ann"), {}, "Two players are called Ann"),
        (("Ann", "Bob", "x" * 41), {}, "A name has at most 40 characters"),
        (NAMES, {"set-bonus": "4"}, "made” cannot be “4”: it is a whole number from 5 to 20."),
        (NAMES, {"set-bonus": "1e9"}, "made” cannot be “1e9”: it is a whole number from 5 to 20."),
        (NAMES, {"set-bonus": ""}, "made” is empty: it is a whole number from 5 to 20."),
        (NAMES, {"dealer": "5"}, "The seat marked to deal first is empty"),
        (NAMES, {"name9": "Eve"}, "“Eve” has no seat"),
        (NAMES, {"date": "2026-99-99"}, "“2026-99-99” is not a date: write year, month and day"),
        (NAMES, {"date": "2026-02-29"}, "is not a date"),
        (NAMES, {"date": "hello"}, "“hello” is not a date"),
        (NAMES, {"date": "20260131"}, "is not a date"),
        (NAMES, {"date": "9" * 300}, "...” is not a date"),
        (NAMES, {"note": "x" * 201}, "A note has at most 200 characters, and this one has 201"),
    ],
)
def test_a_table_that_cannot_be_is_told_and_the_form_is_kept(
    host: Phone, names: tuple[str, ...], more: dict[str, str], told: str
) -> None:
    form = {"key": new_key(), **{f"name{n}": name for n, name in enumerate(names)}, **more}
    got = host.ask("POST", "/new/file-quick", form)
    assert got.status == 422
    assert told in got.problem
    assert 'value="Ann"' in got.text
    for field, text in more.items():
        kept = 'value="5"' if field == "dealer" else f'value="{text}"'
        assert kept in got.text or field == "name9"
    assert host.get(f"/t/{opening_tap(form['key']).name}").status == 404


def test_what_is_just_right_is_taken(host: Phone) -> None:
    for note, date in (("x" * 199, "2024-02-29"), ("é" * 200, "")):
        table = host.open("file-quick", *NAMES[:2], "x" * 40, note=note, date=date)
        record = host.get(f"{table}/record.toml").text
        assert note in record
        assert ("played" in record) == bool(date)
        for more in (199, 200):
            assert host.people(table, "note", note="y" * more, date=date).status == 303
        refused = host.people(table, "note", note="y" * 201, date="2026-01-31")
        assert refused.status == 422
        assert "at most 200 characters, and this one has 201" in refused.problem
        assert "y" * 201 in refused.text, "what was filled in is kept"
        assert "2026-01-31" in refused.text
        refused = host.people(table, "note", note="mine", date="2026-13-01")
        assert refused.status == 422
        assert "“2026-13-01” is not a date" in refused.problem
        assert 'value="mine"' in refused.text
        record = host.get(f"{table}/record.toml").text
        assert "y" * 200 in record
        assert (date or "2024") in record or not date


def test_a_form_that_does_nothing_says_so(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    for form, told in (
        ({"do": "delete"}, "Tick the box, then tap Delete"),
        ({"do": "delete", "sure": ""}, "Tick the box, then tap Delete"),
        ({"do": "play", "seat": "x"}, "There is no such seat"),
        ({"do": "play", "seat": "0", "policy": "clever"}, "There is no such bot"),
        ({"do": "nonsense"}, "tap one of its buttons"),
        ({"do": ""}, "tap one of its buttons"),
    ):
        got = host.people(table, **form)
        assert (got.status, told in got.problem) == (422, True), form
        assert "People at the table" in got.text
    assert host.people(table, "free", member="").status == 403
    assert "at most 4000 characters" in host.enter(table, "bid 1" + " " + "x" * 4000).problem
    assert "at most 200 characters" in host.enter(table, f'adjust Ann 5 "{"x" * 201}"').problem
    assert "1 to 1,000,000 points" in host.enter(table, f"adjust Ann {'9' * 12}").problem
    assert "is not understood" in host.enter(table, "x").problem
    assert "Enter a number for each player" in host.enter(table, row="won").problem
    code = host.codes(table)[-1]
    guest = Phone(host.server)
    refused = guest.join(code, name="x" * 41)
    assert refused.status == 422
    assert "at most 40 characters, and this one has 41" in refused.problem
    assert guest.join(code, name="x" * 40).status == 303, "the code is not used up"


def test_parameters_and_the_first_dealer_are_those_of_the_table(host: Phone) -> None:
    table = host.open("file-quick", *NAMES, **{"set-bonus": "7", "dealer": "0"})
    assert "Bob bids now." in host.get(f"{table}/plain").text
    for entry in ("bid 0", "bid 0", "bid 0", "won 1 0 0"):
        host.enter(table, entry)
    assert totals(host.get(f"{table}/plain").text) == [0, 7, 7]
    assert "7" in host.get(f"{table}/rules").text


# --- a phone each -------------------------------------------------------------------------


def test_a_phone_with_a_seat_enters_what_its_player_does_and_no_more(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    ann, bob = Phone(host.server), Phone(host.server)
    codes = host.codes(table)
    assert len(codes) == 4
    assert ann.join(codes[0]).headers["location"] == table
    assert bob.join(codes[1]).status == 303
    assert bob.enter(table, "bid 1").status == 403
    assert "It is Ann's turn" in bob.enter(table, "bid 1").problem
    assert ann.enter(table, "bid 0").status == 303
    assert bob.enter(table, "bid 1").status == 303
    got = ann.enter(table, "undo")
    assert got.status == 403, "that was Bob's"
    assert (
        "This entry was not made on this phone, so only the host can take it back." in got.problem
    )
    assert bob.enter(table, "undo").status == 303, "a slip of one's own is taken back"
    assert bob.enter(table, "bid 1").status == 303
    assert host.enter(table, "bid 1").status == 303, "the host enters for everybody"
    assert bob.enter(table, "won 0 1 0").status == 303, "whoever counts the tricks"
    assert bob.enter(table, "correct 1 won 1 0 0").status == 403
    for do, more in (
        ("rights", {"everybody": "yes"}),
        ("note", {"note": "x"}),
        ("delete", {"sure": "yes"}),
        ("host", {"member": "x"}),
    ):
        assert bob.people(table, do, **more).status == 403, do
    assert host.people(table, "rights", everybody="yes").status == 303
    assert bob.enter(table, "correct 1 won 1 0 0").status == 303
    assert bob.people(table, "note", note="by Bob").status == 303
    assert host.now(table)["note"] == "by Bob"


def test_who_has_no_seat_watches(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    stranger, guest = Phone(host.server), Phone(host.server)
    guest.join(host.codes(table)[-1], name="Zoe")
    for phone in (stranger, guest):
        assert "You are watching" in phone.get(f"{table}/plain").text
        assert "<form" not in phone.get(f"{table}/plain").text
        assert phone.enter(table, "bid 0").status == 403
        assert phone.codes(table) == [], "codes are for the host to give"
    assert "Zoe watches" in host.get(f"{table}/people").text
    host.people(table, "rights", everybody="yes")
    assert stranger.enter(table, "bid 0").status == 403


def test_everybody_with_a_seat_may_do_all_that_the_host_may_where_that_is_set(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    ann, watching = Phone(host.server), Phone(host.server)
    codes = host.codes(table)
    ann.join(codes[0])
    watching.join(codes[-1])
    page = host.get(f"{table}/people").text
    assert "Everybody with a seat may do what the host may do" in page
    assert "and delete the table" in page
    assert "This cannot be undone" in page
    assert ann.people(table, "note", note="hers").status == 403
    assert host.people(table, "rights", everybody="yes").status == 303
    assert watching.people(table, "note", note="theirs").status == 403
    assert "Delete this table" not in watching.get(f"{table}/people").text
    assert ann.people(table, "note", note="hers").status == 303
    assert ann.people(table, "delete", sure="yes").headers["location"] == "/"
    assert host.get(table).status == 404


def test_a_seat_is_freed_and_taken_by_another_phone(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    old, new = Phone(host.server), Phone(host.server)
    old.join(host.codes(table)[0])
    new.join(host.codes(table)[0])
    assert old.enter(table, "bid 0").status == 403, "the seat went to the other phone"
    assert new.enter(table, "bid 0").status == 303
    member = re.findall(r'name="member" value="([^"]+)"', host.get(f"{table}/people").text)[0]
    assert host.people(table, "free", member=member).status == 303
    assert new.enter(table, "undo").status == 403


def test_the_host_is_given_on_and_a_table_deleted(host: Phone) -> None:
    table = host.open("file-quick", *NAMES)
    ann = Phone(host.server)
    ann.join(host.codes(table)[0])
    member = re.findall(r'name="member" value="([^"]+)"', host.get(f"{table}/people").text)[0]
    assert host.people(table, "host", member=member).status == 303
    assert host.people(table, "delete", sure="yes").status == 403
    assert ann.people(table, "delete").status == 422, "not sure"
    assert ann.people(table, "delete", sure="yes").headers["location"] == "/"
    assert ann.get(table).status == 404
    assert table.removeprefix("/t/") not in ann.get("/home").text


# --- at once, and later -------------------------------------------------------------------


def test_tables_and_seats_are_found_again_after_a_restart(tmp_path: Path) -> None:
    rules = tmp_path / "quick.clag"
    rules.write_text(QUICK, "utf-8")
    data = tmp_path / "tables.db"
    with serving(data, rules) as address:
        host = Phone(address)
        table = host.open("file-quick", *NAMES)
        for entry in MATCH[:6]:
            host.enter(table, entry)
        before = host.get(f"{table}/plain").text
    rules.write_text(QUICK.replace("bonus + tricks", "bonus + 2 * tricks"), "utf-8")
    with serving(data, rules) as address:
        host.server = address
        after = host.get(f"{table}/plain")
        shown = re.compile(r'name="key" value="[0-9a-f]+"')
        assert shown.sub("", after.text) == shown.sub("", before)
        assert host.enter(table, "bid 1").status == 303, "the seat is found again"


def forms(phone: Phone, table: str) -> int:
    """How many forms the plain page has for a phone."""
    return phone.get(f"{table}/plain").text.count("<form")


def test_a_phone_is_offered_what_it_may_enter_and_nothing_else(host: Phone) -> None:
    table = host.open("file-quick", *NAMES, dealer="2")
    phones = [Phone(host.server) for _ in NAMES]
    for phone, code in zip(phones, host.codes(table)[:-1], strict=True):
        assert phone.join(code).status == 303
    for turn in range(len(NAMES)):
        own = [2 if each == turn else 1 for each in range(len(NAMES))]
        assert [forms(phone, table) for phone in phones] == own, "text, such as a trump"
        assert forms(host, table) == 2, "the host may enter everything"
        later = phones[(turn + 1) % len(NAMES)]
        refused = later.enter(table, row="bid", n0="0")
        assert refused.status == 403
        assert f"It is {NAMES[turn]}'s turn" in refused.problem
        assert phones[turn].enter(table, row="bid", n0="0").status == 303
    assert [forms(phone, table) for phone in phones] == [2] * 3, "that is nobody's alone"
    assert phones[1].enter(table, row="won", n0="0", n2="0").status == 303


def test_the_phone_of_who_went_home_is_offered_nothing(host: Phone) -> None:
    table = host.open("file-quick", *NAMES, "Dot")
    bob = Phone(host.server)
    bob.join(host.codes(table)[1])
    assert host.enter(table, "leave Bob").status == 303
    for _ in range(3):
        assert "You have gone home" in bob.get(f"{table}/plain").text
        assert forms(bob, table) == 0
        assert bob.enter(table, "bid 0").status == 403
        assert host.enter(table, "bid 0").status == 303
    assert forms(bob, table) == 0


def test_a_form_that_has_opened_a_table_opens_none_of_another_game_unasked(host: Phone) -> None:
    form = {"key": "a" * 32, "name0": "Ann", "name1": "Bob", "name2": "Cai", "name3": "Dot"}
    first = host.ask("POST", "/new/pagat", form)
    assert first.status == 303
    got = host.ask("POST", "/new/file-quick", form)
    assert got.status == 422
    assert "A table was already opened with this form" in got.problem
    seats = {"who0": "me", "who1": "steady", "who2": "steady"}
    assert host.ask("POST", "/play/file-quick", {**form, **seats}).status == 422
    again = host.ask("POST", "/new/file-quick", {**form, "key": got.field("key")})
    assert again.headers["location"] != first.headers["location"]
    same = host.ask("POST", "/new/pagat", form)
    assert same.headers["location"] == first.headers["location"]


def test_nothing_is_told_where_nothing_was_entered(host: Phone) -> None:
    for table in (
        host.open("file-quick", *NAMES),
        host.play("file-quick", "me", "steady", "steady"),
    ):
        for entry in ("", "   "):
            got = host.ask("POST", f"{table}/plain", {"key": new_key(), "entry": entry})
            assert got.status == 422
            assert got.problem.startswith("Nothing was entered: ")


@pytest.mark.parametrize("seen", ["-1", "x", "1.5", "9" * 20, "\u0661"])
def test_what_no_page_has_shown_is_refused(host: Phone, seen: str) -> None:
    table = host.open("file-quick", *NAMES)
    form = {"key": new_key(), "entry": "bid 0", "seen": seen}
    got = host.ask("POST", f"{table}/plain", form)
    assert got.status == 422
    assert "does not match what the page showed" in got.problem
    assert host.log(table) == []
    del form["seen"]
    assert host.ask("POST", f"{table}/plain", form).status == 303, "a program need not say"


def test_once_more_begins_a_sheet_only_with_a_dealer_who_is_there(host: Phone) -> None:
    table = host.open("file-quick", "Ann", "Bob", "Cai")
    for dealer, status in (("Dot", 422), ("Cai", 303)):
        got = host.ask("POST", f"{table}/again", {"key": new_key(), "dealer": dealer})
        assert got.status == status
    assert host.now(got.headers["location"])["dealer"] == "Cai"
