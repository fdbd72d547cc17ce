"""Who comes and goes, points by hand and one more hand, on the pages of the score keeper."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from clagdsl.serve.keeper_text import pending_text
from support.table_server import QUICK, Got, Phone

from clagdsl.api import load
from clagdsl.cli.main import main
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.serve import keeper_changes, keeper_view

NAMES = ("Ann", "Bob", "Cai", "Dot")
FIRST_DEAL = ("bid 0", "bid 1", "bid 1", "bid 0", "won 0 1 0 0")
"""After it the totals are 10, 11, 0, 10."""
LOWEST = QUICK.replace("clag 1", "clag 2").replace("highest total", "lowest total")


def text_of(got: Got, part: str = "main") -> str:
    """What stands in a part of a page: `main`, or a section by its id."""
    found = re.search(rf'<(\w+)[^>]* id="{part}".*?</\1>', got.text, re.DOTALL)
    inner = got.text if found is None else found[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", inner)).split())


def lines(got: Got) -> list[str]:
    """The lines of the standings."""
    table = re.search(r'id="standings".*?<tbody>(.*?)</tbody>', got.text, re.DOTALL)
    assert table is not None
    found = re.findall(r"<tr.*?</tr>", table[1], re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", line)).split()) for line in found]


@pytest.fixture
def table(host: Phone) -> str:
    """A table at which a deal is closed."""
    address = host.open("file-quick", *NAMES)
    for entry in FIRST_DEAL:
        assert host.enter(address, entry).status == 303
    return address


def test_who_comes_late_begins_level_with_the_last(
    host: Phone, table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    people = host.get(f"{table}/people")
    assert "Begins with 0, as whoever is last: the lowest total" in text_of(people)
    assert host.enter(table, row="join", player="Eve", seat="after Bob").status == 303
    page = host.get(table)
    assert lines(page)[-1] == "4. Eve since deal 2 0"
    assert "Eve sits down at the left of Bob, and begins with 0" in text_of(page, "sheet")
    entries = ("bid 1", "bid 0", "bid 0", "bid 0", "bid 2", "won 1 0 1 0 0")
    for entry in entries:
        assert host.enter(table, entry).status == 303, entry
    for name in ("Cai", "Eve", "Bob", "Ann", "Dot"):
        host.enter(table, row="adjust", player=name, points="7", note="")
    host.enter(table, row="join", player="Fay", seat="after Eve")
    host.enter(table, row="adjust", player="Fay", points="-5", note="")
    sheet = load(text=QUICK).keep(NAMES)
    lifted = [f"adjust {name} 7" for name in ("Cai", "Eve", "Bob", "Ann", "Dot")]
    told = ("join Eve after Bob", *entries, *lifted, "join Fay after Eve", "adjust Fay -5")
    for entry in (*FIRST_DEAL, *told):
        sheet = sheet.apply(entry)
    page = host.get(table)
    assert [int(line.split()[-1]) for line in lines(page)] == list(sheet.totals)
    shown = text_of(page, "sheet")
    assert "Eve sits down at the left of Bob, and begins with 0" in shown, "before it, as ever"
    assert "Fay sits down at the left of Eve, and begins with 7; Fay -5 by hand" in shown
    assert shown.count("not there yet") == 3, "Eve in deal 1, Fay in deals 1 and 2"
    (tmp_path / "rules.clag").write_text(QUICK, "utf-8")
    (tmp_path / "match.toml").write_text(host.get(f"{table}/record.toml").text, "utf-8")
    status = main(["replay", str(tmp_path / "match.toml"), "--rules", str(tmp_path / "rules.clag")])
    assert status == 0, capsys.readouterr().out


def test_points_by_hand_are_put_right_and_taken_back(host: Phone, table: str) -> None:
    host.enter(table, row="adjust", player="Ann", points="-5", note="spilt <b>beer</b>")
    host.enter(table, row="adjust", player="Bob", points="3", note="")
    for entry in ("bid 0", "bid 1", "bid 1", "bid 1", "won 0 1 1 0"):
        host.enter(table, entry)
    before = load(text=QUICK).keep(NAMES)
    for entry in (*FIRST_DEAL, "bid 0", "bid 1", "bid 1", "bid 1", "won 0 1 1 0"):
        before = before.apply(entry)
    people = host.get(f"{table}/people")
    assert "Ann -5 , deal 2: spilt <b>beer</b>" in text_of(people)
    given = {"row": "adjust", "deal": "2", "player": "Ann"}
    assert host.enter(table, **given, points="-2", note="one glass").status == 303
    [take_back] = re.findall(r'value="(correct 2 adjust Bob 0)"', people.text)
    assert host.enter(table, take_back).status == 303
    totals = dict(zip(NAMES, before.totals, strict=True))
    shown = {line.split()[1]: int(line.split()[-1]) for line in lines(host.get(table))}
    assert shown == {**totals, "Ann": totals["Ann"] - 2}
    log = text_of(host.get(f"{table}/log"))
    assert 'correct 2 adjust Ann -2 "one glass" The host' in log
    people = text_of(host.get(f"{table}/people"))
    assert "Ann -2 , deal 2: one glass" in people
    assert "Bob +3" not in people
    refused = host.enter(table, row="adjust", deal="1", player="Ann", points="1", note="")
    assert refused.status == 422
    assert "nothing that" in refused.problem
    assert host.enter(table, **given, points="", note="").status == 422


def test_who_came_and_went_is_put_right(host: Phone, table: str) -> None:
    """Cai was marked out in deal 2, and it was Bob; Eve came before deal 2, too."""
    second = ("bid 1", "bid 0", "bid 0", "won 1 0 1")
    for entry in ("out Cai", *second, "back Cai"):
        assert host.enter(table, entry).status == 303, entry
    page = host.get(f"{table}/deal/2")
    [take_back] = re.findall(r'value="(correct 2 nobody)"', page.text)
    assert "Cai sits out Take it back : Cai sits out" in text_of(page)
    assert "Nobody came or went" in text_of(host.get(f"{table}/deal/1"))
    assert 'value="correct 2 out Cai and out Bob">Bob sits out' in page.text
    assert host.enter(table, take_back).status == 303
    shown = text_of(host.get(table), "problem")
    assert "others play in deal 2: bids and tricks are asked for again." in shown
    assert "deal/2" not in host.get(table).text, "it is not closed any more"
    host.enter(table, "undo")
    assert host.enter(table, "correct 2 out Bob").status == 303
    for entry in second:
        assert host.enter(table, entry).status == 303, entry
    assert "Bob sits out" in text_of(host.get(f"{table}/deal/2"))
    host.enter(table, "back Bob")
    form = {"row": "join", "deal": "2", "player": 'Eve "and"', "seat": "after Ann"}
    assert host.enter(table, **form, kept="out Bob").status == 303
    log = unescape(host.get(f"{table}/log").text)
    assert 'correct 2 out Bob and join "Eve \\"and\\"" after Ann' in log
    assert "others play in deals 2 and 3" not in text_of(host.get(table), "problem")
    assert host.enter(table, **{**form, "player": "x" * 41}, kept="").status == 422
    guest = Phone(host.server)
    assert "Others came and went" not in guest.get(f"{table}/deal/1").text


@pytest.mark.parametrize(
    ("waiting", "anew", "told"),
    [
        ((), (), ""),
        ((), (3,), "others play in deal 3: bids and tricks are asked for again."),
        ((), (3, 4), "others play in deals 3 and 4: "),
        ((), (3, 4, 5), "others play in deals 3 to 5: "),
        ((4, 6, 7), (3,), "deals 4, 6 and 7 counts again after that."),
    ],
)
def test_what_waits_is_told(
    waiting: tuple[int, ...], anew: tuple[int, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = load(text=QUICK).keep(NAMES)
    monkeypatch.setattr(Sheet, "waiting", waiting)
    monkeypatch.setattr(Sheet, "anew", anew)
    said = " ".join(pending_text(sheet))
    assert told in said
    assert bool(said) == bool(told)


def test_deals_behind_an_end_that_has_moved_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = load(text=QUICK).keep(NAMES)
    monkeypatch.setattr(Sheet, "over", True)
    assert pending_text(sheet) == ()
    monkeypatch.setattr(Sheet, "waiting", (5,))
    monkeypatch.setattr(Sheet, "anew", (4,))
    [said] = pending_text(sheet)
    assert "the match ends before deals 4 and 5: take that back" in said


def test_who_sits_out_and_comes_back_is_one_tap(host: Phone, table: str) -> None:
    people = host.get(f"{table}/people")
    assert 'value="out Cai">Sits out' in people.text
    assert 'value="leave Cai">Goes home' in people.text
    assert host.enter(table, "out Cai").status == 303
    page = host.get(table)
    assert lines(page)[2].startswith("4. Cai sits out")
    for entry in ("bid 1", "bid 0", "bid 0", "won 1 0 1"):
        assert host.enter(table, entry).status == 303, entry
    assert 'value="back Cai">Plays again' in host.get(f"{table}/people").text
    assert host.enter(table, "back Cai").status == 303
    shown = text_of(host.get(table), "sheet")
    assert "Cai plays again" in shown
    assert "out" in shown
    paper = text_of(host.get(f"{table}/print"))
    assert "Cai sits out" in paper
    assert "Cai plays again" in paper
    assert "Cai sits out" in text_of(host.get(f"{table}/deal/2"))


def test_who_goes_home_keeps_the_total_and_cannot_win(host: Phone, table: str) -> None:
    bob = Phone(host.server)
    bob.join(host.codes(table)[1])
    assert host.enter(table, "leave Bob").status == 303
    page = host.get(table)
    assert lines(page)[1] == "– Bob has left 11"
    assert lines(page)[0].startswith("1. Ann"), "nobody is behind who has left"
    assert "Who has left keeps the total, and can no longer win." in text_of(page)
    assert len(host.codes(table)) == 4, "a code for each who is there, and one to watch"
    got = bob.enter(table, "bid 0")
    assert got.status == 403
    assert "This is the phone of Bob, who has gone home." in got.problem
    assert 'list="gone"' in host.get(f"{table}/people").text
    home = host.get("/").text
    assert f'href="{table}"' in home
    ours = home[home.index(f'href="{table}"') :].partition("</li>")[0]
    assert "leads" not in ours, "Ann and Dot are level, and Bob has left"
    for entry in ("bid 1", "bid 0", "bid 0", "won 1 0 1"):
        host.enter(table, entry)
    assert "gone" in text_of(host.get(table), "sheet")
    assert host.enter(table, row="join", player="Bob", seat="after Dot").status == 303
    assert "Bob sits down again, at the left of Dot" in text_of(host.get(table), "sheet")


def test_nobody_comes_or_goes_while_a_deal_is_played(host: Phone, table: str) -> None:
    host.enter(table, "bid 0")
    people = text_of(host.get(f"{table}/people"))
    assert "Not now:" in people
    assert people.count("Not now:") == 1, "one reason is said once"
    for tap in ("Sits out", "Goes home", "Somebody comes"):
        assert tap not in people
    got = host.enter(table, row="join", player="Eve", seat="after Bob")
    assert got.status == 422
    assert "in the middle of a deal: finish it" in got.problem
    assert "Eve" not in text_of(host.get(table), "standings")
    assert host.enter(table, row="adjust", player="Ann", points="3", note="").status == 303


def test_the_rules_say_how_many_play(host: Phone) -> None:
    table = host.open("file-quick", *NAMES[:3])
    got = host.enter(table, "out Ann")
    assert got.status == 422
    assert "3" in got.problem
    assert "Sits out" not in text_of(host.get(f"{table}/people"))
    for name in ("Eve", "Fay", "Gus", "Hal"):
        assert host.enter(table, row="join", player=name, seat="after Ann").status == 303
    people = text_of(host.get(f"{table}/people"))
    assert "at the left of" not in people
    assert "in the place of Ann, who goes home" in people
    assert "Sits out" in people
    assert "Not now" not in people, "a place may be taken"


def test_one_player_takes_the_place_of_another(host: Phone) -> None:
    table = host.open("file-quick", *NAMES[:3])
    people = host.get(f"{table}/people")
    assert 'value="for Bob">in the place of Bob, who goes home' in people.text
    assert host.enter(table, row="join", player="Eve", seat="for Bob").status == 303
    page = host.get(table)
    assert "Eve sits down in the place of Bob, who goes home" in text_of(page, "sheet")
    assert [line.split()[1:] for line in lines(page)[1::2]] == [
        ["Bob", "has", "left", "0"],
        ["Eve", "0"],
    ]
    for entry in ("bid 0", "bid 0", "bid 0", "won 1 0 0"):
        assert host.enter(table, entry).status == 303, entry
    assert "gone" in text_of(host.get(table), "sheet")
    assert host.enter(table, row="join", player="Bob", seat="for Cai").status == 303
    page = text_of(host.get(table), "sheet")
    assert "Bob sits down again, in the place of Cai, who goes home" in page
    host.enter(table, "bid 0")
    assert "in the place of" not in text_of(host.get(f"{table}/people"))


@pytest.mark.parametrize(
    ("form", "status", "said"),
    [
        ({"row": "join", "player": "", "seat": "after Ann"}, 422, "Say who comes"),
        ({"row": "join", "player": "Eve", "seat": "after Zoe"}, 422, "Zoe"),
        ({"row": "join", "player": "Eve", "seat": "for Zoe"}, 422, "Zoe"),
        ({"row": "join", "player": "Eve", "seat": "for "}, 422, "in whose place"),
        ({"row": "join", "player": "Eve", "seat": "beside Bob"}, 422, "in whose place"),
        ({"row": "join", "player": "x" * 41, "seat": "for Bob"}, 422, "at most 40 letters"),
        ({"row": "join", "player": "{}", "seat": "for Bob"}, 303, ""),
        ({"row": "join", "player": "Ann", "seat": "after Bob"}, 422, "at the table already"),
        ({"row": "join", "player": "x" * 41, "seat": "after Bob"}, 422, "at most 40 letters"),
        ({"entry": f"join {'x' * 41} after Bob"}, 422, "at most 40 letters"),
        ({"row": "join", "player": "x" * 40, "seat": "after Bob"}, 303, ""),
        ({"row": "join", "player": 'after "B" \\', "seat": "after Bob"}, 303, ""),
        ({"row": "adjust", "player": "Ann", "points": "", "note": ""}, 422, "by how many points"),
        ({"row": "adjust", "player": "Ann", "points": "1e3", "note": ""}, 422, "how many points"),
        ({"row": "adjust", "player": "Ann", "points": "0"}, 422, "adjust a total by"),
        ({"row": "adjust", "player": "Ann", "points": "1000000"}, 303, ""),
        ({"row": "adjust", "player": "Ann", "points": "-1000001"}, 422, "adjust a total by"),
        ({"row": "adjust", "player": "Zoe", "points": "5"}, 422, "Zoe"),
        ({"row": "more", "kind": "normal", "cards": "1"}, 422, "match"),
        ({"row": "more", "kind": "normal", "cards": ""}, 422, "how many cards"),
    ],
)
def test_what_is_refused_is_told_on_the_page(
    host: Phone, table: str, form: dict[str, str], status: int, said: str
) -> None:
    before = host.get(f"{table}/log").text
    got = host.enter(table, **form)
    assert got.status == status
    assert said in got.problem
    assert (host.get(f"{table}/log").text == before) == (status != 303)


def test_points_by_hand_stand_with_their_note(host: Phone, table: str) -> None:
    note = '<b>spilt "beer"</b> \\'
    host.enter(table, row="adjust", player="Ann", points="-5", note=note)
    page = host.get(table)
    assert lines(page)[0] == "3. Ann deals -5 by hand 5"
    assert f"Ann -5 by hand: {note}" in text_of(page, "sheet")
    assert "<b>spilt" not in page.text
    assert f"Ann -5 by hand: {note}" in text_of(host.get(f"{table}/print"))
    host.enter(table, "undo")
    assert "by hand" not in text_of(host.get(table), "standings").partition("Somebody")[0]


def test_they_are_the_hosts_or_everybodys_and_have_an_author(host: Phone, table: str) -> None:
    ann, stranger = Phone(host.server), Phone(host.server)
    ann.join(host.codes(table)[0])
    forms: tuple[dict[str, str], ...] = (
        {"row": "adjust", "player": "Ann", "points": "5", "note": ""},
        {"row": "join", "player": "Eve", "seat": "after Ann"},
        {"entry": "out Eve"},
        {"entry": "back Eve"},
        {"entry": "leave Eve"},
    )
    for phone, told in ((ann, "the host's"), (stranger, "only who has a seat")):
        people = text_of(phone.get(f"{table}/people"))
        assert "are the host's to enter" in people
        assert "Sits out" not in people
        for form in forms:
            got = phone.enter(table, **form)
            assert got.status == 403, form
            assert told in got.problem.lower()
    host.people(table, "rights", everybody="yes")
    for form in forms:
        assert stranger.enter(table, **form).status == 403
        assert ann.enter(table, **form).status == 303, form
    log = re.findall(r"<code>([^<]*)</code></td><td>([^<]*)", host.get(f"{table}/log").text)
    assert log[:5] == [
        ("leave Eve", "Ann"),
        ("back Eve", "Ann"),
        ("out Eve", "Ann"),
        ("join Eve after Ann", "Ann"),
        ("adjust Ann 5", "Ann"),
    ]


def test_one_more_hand_after_the_end(host: Phone, table: str) -> None:
    guest = Phone(host.server)
    for cards in (2, 3):
        for entry in (*("bid 0",) * 4, f"won {cards} 0 0 0"):
            assert host.enter(table, entry).status == 303, entry
    page = host.get(table)
    assert 'name="row" value="more"' in page.text
    assert 'max="13" value="3"' in page.text
    assert 'name="row" value="more"' not in guest.get(table).text
    host.enter(table, row="adjust", player="Cai", points="99", note="found")
    assert "At the end: Cai +99 by hand: found" in text_of(host.get(table), "sheet")
    assert host.enter(table, "out Ann").status == 422, "the match is over"
    got = host.enter(table, row="more", kind="normal", cards="14")
    assert got.status == 422
    assert "13" in got.problem
    assert host.enter(table, row="more", kind="normal", cards="5").status == 303
    page = host.get(table)
    assert text_of(page, "facts").startswith("One more hand 5 cards")
    for entry in ("bid 5", "bid 0", "bid 0", "bid 1", "won 5 0 0 0"):
        assert host.enter(table, entry).status == 303, entry
    shown = text_of(host.get(table))
    assert "Cai wins" in shown
    assert "One more hand" in text_of(host.get(table), "sheet")


def test_where_the_lowest_total_wins_it_is_first_and_latecomers_begin_with_the_highest() -> None:
    sheet = load(text=LOWEST).keep(NAMES)
    for entry in FIRST_DEAL:
        sheet = sheet.apply(entry)
    places = keeper_view.standings(sheet, keeper_changes.sheet_notes(sheet))
    assert [place.rank for place in places] == [2, 4, 1, 2]
    shown = keeper_changes.changes_shown(sheet)
    assert (shown.begins, shown.low_wins) == (11, True)


def test_a_page_of_the_fewest_players_does_not_begin_with_what_is_not_possible(host: Phone) -> None:
    """Who may come is offered, and why nobody goes stands below the players, whom it is about."""
    table = host.open("file-quick", *NAMES[:3])
    people = text_of(host.get(f"{table}/people"))
    assert "Not now" not in people
    assert "Somebody comes" in people
    assert people.count("Not offered:") == 1
    parts = [people.index(part) for part in ("Cai 0", "Not offered:", "Somebody comes")]
    assert parts == sorted(parts)


def test_a_name_of_ten_thousand_letters_is_told_as_such(host: Phone, table: str) -> None:
    got = host.enter(table, row="join", player="x" * 10_000, seat="after Bob")
    assert got.status == 422
    assert "A name has at most 40 letters, and this one has 10,000" in got.problem
    assert len(got.problem) < 200
    got = host.enter(table, row="adjust", player="Ann", points="1", note="x" * 10_000)
    assert "A note has at most 200 letters" in got.problem


def test_points_are_taken_with_the_minus_that_is_printed(host: Phone, table: str) -> None:
    assert host.enter(table, row="adjust", player="Ann", points="\u22125").status == 303
    assert "Ann -5 by hand" in text_of(host.get(table), "sheet")
