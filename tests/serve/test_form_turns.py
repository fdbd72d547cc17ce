"""Every form names the turn that it is for, and an entry for another turn is refused in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import pytest
from support.table_server import Got, Phone, new_key

NAMES = ("Ann", "Bob", "Cai")
DEAL = ("bid 0", "bid 1", "bid 1", "won 0 1 0")
TYPED = "An entry"
"""The label of the field for an entry as text."""
FORM = re.compile(r'<form method="post" action="[^"]*/(?:plain|enter)".*?</form>', re.DOTALL)


@pytest.fixture
def table(host: Phone) -> str:
    return host.open("file-quick", *NAMES)


def enter(host: Phone, table: str, *entries: str) -> None:
    for entry in entries:
        assert host.enter(table, entry).status == 303, entry


def hidden_fields(page: str, holding: str = "") -> dict[str, str]:
    """The hidden fields of the first form of a page that holds something."""
    form = next(form for form in FORM.findall(page) if holding in form)
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in found}


def send(host: Phone, table: str, form: Mapping[str, str], **chosen: str) -> Got:
    return host.ask("POST", f"{table}/plain", {**form, "key": new_key(), **chosen})


def current(host: Phone, table: str) -> dict[str, str]:
    """The number of events that a page has which is opened now."""
    now = host.now(table)
    is_match = now["kind"] == "online"
    return {"seen": str(now["n"]) if is_match else host.get(f"{table}/plain").field("seen")}


@pytest.mark.parametrize("entries", [0, 1, 3, 4, 12])
def test_every_form_that_enters_something_says_for_which_turn(
    host: Phone, table: str, entries: int
) -> None:
    played = (*DEAL, "bid 0", "bid 0", "bid 0", "won 2 0 0", "bid 0", "bid 0", "bid 0", "won 3 0 0")
    enter(host, table, *played[:entries])
    forms = FORM.findall(host.get(f"{table}/plain").text)
    turns = {
        unescape(found) for form in forms for found in re.findall('name="for" value="(.*?)"', form)
    }
    assert len(forms) == (1 if entries == 12 else 2)
    assert all('name="for"' in form and 'name="seen"' in form for form in forms)
    assert len(turns) == 1
    assert (
        turns.pop().partition(" ")[2]
        == {
            0: "1 bid Ann",
            1: "1 bid Bob",
            3: "1 tricks",
            4: "2 bid Bob",
            12: "3 over",
        }[entries]
    )


@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize(
    ("before", "meanwhile", "chosen", "told"),
    [
        ((), "bid 1", {"entry": "bid 0"}, "Bob bids now; Ann's bid was entered meanwhile."),
        ((), "bids 0 0 0", {"entry": "bid 0"}, "Enter the tricks of deal 1 now; Ann's bid"),
        (DEAL[:2], "undo", {"entry": "bid 1"}, "Bob bids now; The host entered “undo” meanwhile."),
        (
            DEAL[:3],
            DEAL[3],
            {"row": "won", "n0": "1", "n1": "0"},
            "Bob bids now; the tricks of deal 1 were entered meanwhile. Your “won 1 0” was",
        ),
        (
            DEAL[:3],
            DEAL[3],
            {"entry": "trump hearts"},
            "Bob bids now; the tricks of deal 1 were entered meanwhile. Your “trump hearts” was",
        ),
    ],
)
def test_an_entry_for_another_turn_is_refused(
    host: Phone,
    table: str,
    before: tuple[str, ...],
    meanwhile: str,
    chosen: dict[str, str],
    told: str,
    script: bool,
) -> None:
    enter(host, table, *before)
    page = host.get(f"{table}/plain").text
    form = hidden_fields(page, "Tricks of" if "row" in chosen else TYPED)
    enter(host, table, meanwhile)
    log = host.log(table)
    # what was taken back may only be called so by who knows what was seen before
    seen = current(host, table) if script and meanwhile != "undo" else {}
    got = send(host, table, form, **seen, **chosen)
    assert got.status == 409
    assert told in got.problem
    assert host.log(table) == log


def test_the_same_turn_again_is_another_turn(host: Phone, table: str) -> None:
    form = hidden_fields(host.get(f"{table}/plain").text, TYPED)
    enter(host, table, "bid 1", "undo")
    got = send(host, table, form, entry="bid 0")
    assert got.status == 409
    assert "Ann bids now; The host entered “undo” meanwhile." in got.problem
    assert send(host, table, hidden_fields(got.text, TYPED), entry="bid 0").status == 303


def test_what_holds_for_the_deal_or_for_no_turn_is_entered(host: Phone, table: str) -> None:
    enter(host, table, *DEAL)
    form = hidden_fields(host.get(f"{table}/plain").text, TYPED)
    enter(host, table, "bid 1")
    assert send(host, table, form, entry="trump hearts").status == 303
    assert send(host, table, form, entry="correct 1 won 1 0 0").status == 303
    people = {"key": new_key(), "seen": "1", "do": "note", "note": "in the kitchen"}
    assert host.ask("POST", f"{table}/people", people).status == 303
    assert host.now(table)["note"] == "in the kitchen"


def test_only_the_entry_that_is_named_is_taken_back(host: Phone, table: str) -> None:
    enter(host, table, "bid 0")
    undo = hidden_fields(host.get(f"{table}/plain").text, TYPED)
    enter(host, table, "bid 0")
    got = send(host, table, undo, entry="undo")
    assert got.status == 409
    assert got.problem == "The host entered “bid 0” meanwhile: nothing was taken back."
    assert host.people(table, "note", note="nothing of the match").status == 303
    again = hidden_fields(host.get(f"{table}/plain").text, TYPED)
    assert send(host, table, again, entry="undo").status == 303


def test_a_refused_entry_is_kept_in_its_form(host: Phone, table: str) -> None:
    enter(host, table, *DEAL)
    form = hidden_fields(host.get(f"{table}/plain").text, TYPED)
    enter(host, table, "correct 1 won 0 0 1")
    got = send(host, table, form, entry="correct 1 won 1 0 0")
    assert got.status == 409
    assert "The host entered “correct 1 won 0 0 1” meanwhile." in got.problem
    assert "Your “correct 1 won 1 0 0” was not entered" in got.problem
    assert 'name="entry" value="correct 1 won 1 0 0"' in got.text
    assert (
        send(host, table, hidden_fields(got.text, TYPED), entry="correct 1 won 1 0 0").status == 303
    )


def test_a_change_of_who_plays_is_for_its_deal(host: Phone, table: str) -> None:
    form = hidden_fields(host.get(f"{table}/plain").text, TYPED)
    enter(host, table, *DEAL)
    got = send(host, table, form, entry="join Eve after Ann")
    assert got.status == 409
    assert "Bob bids now; Ann's bid was entered meanwhile." in got.problem
    assert (
        send(host, table, hidden_fields(got.text, TYPED), entry="join Eve after Ann").status == 303
    )


def test_a_refused_count_keeps_what_was_filled_in(host: Phone, table: str) -> None:
    enter(host, table, *DEAL[:3])
    form = hidden_fields(host.get(f"{table}/plain").text, "Tricks of")
    got = send(host, table, form, n0="1", n1="1", n2="0")
    assert got.status == 422
    filled = re.findall(r'name="(n\d)"[^>]* value="(\d)"', got.text)
    assert filled == [("n0", "1"), ("n1", "1"), ("n2", "0")]


@pytest.mark.parametrize(
    "turn", ["x", "1 1", "1 1 bid " + "x" * 201, "-1 1 bid Ann", "9" * 9 + " 1 bid"]
)
def test_a_turn_that_no_page_has_is_refused(host: Phone, table: str, turn: str) -> None:
    got = send(host, table, {"for": turn}, entry="bid 0")
    assert got.status == 422
    assert "is not a player\N{RIGHT SINGLE QUOTATION MARK}s turn" in got.problem
    assert len(got.problem) < 200


def test_a_phone_that_has_another_seat_now_does_not_act_for_it(host: Phone) -> None:
    table = host.play(
        "file-quick",
        "person",
        "person",
        "person",
        **{f"name{n}": name for n, name in enumerate(NAMES)},
    )
    codes = host.codes(table)
    phone, other = Phone(host.server), Phone(host.server)
    assert phone.join(codes[0]).status == 303
    first = hidden_fields(phone.get(f"{table}/plain").text)
    assert first["for"].endswith(" 1 bid Ann")
    assert other.join(codes[2]).status == 303
    assert phone.join(codes[1]).status == 303
    got = send(phone, table, first, **current(phone, table), entry="bid 0")
    assert got.status == 409
    assert "This page was for Ann, and this phone plays for Bob now." in got.problem


def test_an_action_for_another_turn_is_refused_at_the_online_table(host: Phone) -> None:
    table = host.play(
        "file-quick", "me", "person", "person", **{f"name{n}": name for n, name in enumerate(NAMES)}
    )
    form = hidden_fields(host.get(f"{table}/plain").text)
    assert send(host, table, form, entry="bid 0").status == 303
    got = send(host, table, form, **current(host, table), entry="bid 1")
    assert got.status == 409
    assert "it is Bob's turn. Your “bid 1” did not count." in got.problem
