"""The first page's JSON against a real server: what it offers and lists, how a sheet begins."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.match_server import MatchPhone, MatchServer, served
from support.table_server import QUICK, Got, Phone, new_key, serving

from clagdsl.serve import home_pages
from clagdsl.serve.http import MAX_BODY_BYTES
from clagdsl.serve.rate_limit import MOST_RUNNING

NAMES = ["Ann", "Bob", "Cai"]
SHORT = ("bids 0 0 0", "won 1 0 0", "bids 0 0 0", "won 2 0 0", "bids 0 0 0", "won 3 0 0")
FRIDAY = QUICK.replace("Quick & <i>Small</i>", "Friday")


def reason(got: Got, status: int) -> str:
    """The reason of a refusal, which is JSON whatever was wrong."""
    assert (got.status, got.headers["content-type"]) == (status, "application/json"), got.text
    return str(got.json["reason"])


@pytest.fixture
def friday(tmp_path: Path) -> Callable[..., Any]:
    """Runs a server over one file of tables, with these rules as `friday.clag` if any."""
    rules = tmp_path / "friday.clag"

    def run(text: str | None = FRIDAY, **more: Any) -> Any:
        rules.unlink(missing_ok=True)
        if text is not None:
            rules.write_text(text, "utf-8")
        return serving(tmp_path / "tables.db", tmp_path, **more)

    return run


# --- what is offered and listed -----------------------------------------------------------


def test_games_are_offered_with_what_their_form_needs(host: Phone) -> None:
    games = {one["slug"]: one for one in host.get("/home").json["games"]}
    assert [one["group"] for one in games.values()] == sorted(
        (one["group"] for one in games.values()), key=["own", "clag", "family"].index
    )
    assert games["file-quick"]["title"] == "Quick & <i>Small</i>"
    assert games["file-quick"]["rules"] == {
        "players": [3, 7],
        "deals": [3, 3],
        "special_deals": 0,
        "special_cards": [],
        "direction": "clockwise",
        "draws_dealer": False,
        "parameters": [
            {
                "name": "bonus",
                "description": "points for a bid that is made",
                "range": {"kind": "integer", "low": 5, "high": 20},
                "default": 10,
            }
        ],
    }
    assert games["pagat"]["rules"]["special_deals"] == 8
    assert games["wizard"]["rules"]["special_cards"] == ["Wizard", "Jester"]
    assert games["wizard"]["rules"]["deals"] == [10, 20]
    assert games["call-break"]["rules"]["direction"] == "counterclockwise"


def test_the_last_evening_is_told_with_who_is_there_and_dealt_first(
    friday: Callable[..., Any],
) -> None:
    with friday() as address:
        host = Phone(address)
        assert host.get("/home").json["last"] is None
        table = host.begin(NAMES, game="file-friday", parameters={"bonus": 12}).json["table"]
        last = host.get("/home").json["last"]
        assert (last["slug"], last["dealer"], last["names"]) == ("file-friday", None, NAMES)
        assert last["parameters"] == {"bonus": 12}
        for entry in (*SHORT[:2], "join Dot after Cai"):
            assert host.enter(table, entry).status == 303
        host.enter(table, "bids 0 0 0 0")
        host.enter(table, "won 2 0 0 0")
        last = host.get("/home").json["last"]
        assert (last["dealer"], last["names"]) == ("Cai", [*NAMES, "Dot"])
        assert host.begin(["Eve", "Fay", "Gus"], game="pagat").status == 422
        host.begin(["Eve", "Fay", "Gus"], game="foss", dealer="Fay")
        host.enter(table, "bids 0 0 0 0")
        last = host.get("/home").json["last"]
        assert (last["slug"], last["dealer"]) == ("foss", "Fay"), "the last begun, not changed"


def test_groups_at_one_server_are_not_offered_each_others_people(
    friday: Callable[..., Any],
) -> None:
    ours, theirs = ["Ann", "Bob", "Cai"], ["Eve", "Fay", "Gus"]
    with friday() as address:
        host, joined, other, guest = (Phone(address) for _ in range(4))
        first = host.begin(ours, game="file-friday").json["table"]
        assert joined.join(host.codes(first)[1]).status == 303
        other.begin(theirs, game="file-friday")
        for phone, last, regulars in (
            (host, ours, ours),
            (joined, ours, ours),
            (other, theirs, theirs),
            (guest, None, [*ours, *theirs]),
        ):
            home = phone.get("/home").json
            assert (home["last"] and home["last"]["names"]) == last
            assert sorted(home["regulars"]) == regulars
            assert len(home["running"]) == 2, "every table is listed for everybody"


def test_whoever_of_a_group_begins_the_others_go_on_from_there(friday: Callable[..., Any]) -> None:
    names = ["Ann", "Bob", "Cai"]
    with friday() as address:
        host, joined = Phone(address), Phone(address)
        first = host.begin(names, game="file-friday").json["table"]
        assert joined.join(host.codes(first)[1]).status == 303
        second = joined.begin(names[::-1], game="foss").json["table"]
        assert host.get("/home").json["last"]["name"] == second[3:]
        third = host.begin([*names[:2], "Dot"], game="file-friday").json["table"]
        assert joined.get("/home").json["last"]["name"] == second[3:], "they are others"
        assert sorted(joined.get("/home").json["regulars"]) == [*names, "Dot"]
        host.play("file-friday", "me", "steady", "steady")
        assert host.get("/home").json["last"]["name"] == third[3:], "a match is not a sheet"
        assert joined.people(second, "delete", sure="yes").status == 303
        assert joined.get("/home").json["last"]["name"] == first[3:]
        assert host.people(third, "delete", sure="yes").status == 303
        assert host.get("/home").json["last"] is None


def test_rules_that_are_no_longer_offered_are_played_once_more(friday: Callable[..., Any]) -> None:
    with friday() as address:
        host = Phone(address)
        table = host.begin(NAMES, game="file-friday").json["table"].removeprefix("/t/")
    with friday(FRIDAY.replace("Friday", "Saturday")) as address:
        host.server = address
        got = host.begin(NAMES, like=table)
        assert host.now(got.json["table"])["title"] == "Saturday", "the present rules of the file"
        assert host.get("/home").json["last"]["rules"] is None
    with friday(None) as address:
        host.server = address
        last = host.get("/home").json["last"]
        assert (last["title"], last["slug"]) == ("Saturday", None)
        assert last["rules"]["players"] == [3, 7]
        again = host.begin(NAMES, like=table).json["table"]
        assert host.now(again)["title"] == "Friday", "the rules of that table"


def test_regulars_are_people_by_how_often_and_lately_they_played(
    friday: Callable[..., Any],
) -> None:
    with friday() as address:
        host = Phone(address)
        host.begin(["Old", "Bob", "Cai"], game="file-friday")
        host.begin(["Ann", "Bob", "Cai"], game="file-friday")
        host.begin(["Ann", "Bob", "Dot"], game="file-friday")
        host.play("file-friday", "me", "steady", "steady", name0="Me")
        regulars = host.get("/home").json["regulars"]
    assert regulars == ["Bob", "Ann", "Cai", "Dot", "Old"]


def test_after_twelve_hours_without_an_entry_a_table_is_put_aside(
    friday: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    with friday() as address:
        host = Phone(address)
        host.begin(NAMES, game="file-friday")
        [table] = host.get("/home").json["running"]
        changed = home_pages._time(table["changed"])
        for hours, lists in ((11.99, ("running", "put_aside")), (12.01, ("put_aside", "running"))):
            later = changed + home_pages.PUT_ASIDE_AFTER * (hours / 12)
            monkeypatch.setattr(home_pages, "utc_now", later.isoformat)
            home = host.get("/home").json
            assert [len(home[one]) for one in lists] == [1, 0], hours


def test_finished_tables_come_page_by_page(
    friday: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_pages, "FINISHED_SHOWN", 2)
    with friday() as address:
        host = Phone(address)
        tables = [host.begin(NAMES, game="file-friday").json["table"] for _ in range(5)]
        for table in tables:
            for entry in SHORT:
                assert host.enter(table, entry).status == 303
        home, listed = host.get("/home").json, []
        while True:
            assert len(home["finished"]) <= 2
            listed += [f"/t/{one['name']}" for one in home["finished"]]
            if not home["older"]:
                break
            home = host.get(f"/home?before={home['older'].replace(' ', '%20')}").json
            assert set(home) == {"finished", "older"}
        assert listed == tables[::-1]
        assert home["finished"][0]["winners"] == ["Bob", "Cai"]


def test_nobody_is_told_of_what_they_may_not_see(host: Phone) -> None:
    """Every table is listed with public facts alone; a deleted one in no list, nor as the last."""
    sheet = host.begin([*NAMES[:2], "Gone"], game="file-quick", note="x").json["table"]
    match = host.play("file-quick", "me", "person", "steady", name0="Me")
    guest = Phone(host.server)
    codes = [*host.codes(sheet), *host.codes(match)]
    assert guest.join(codes[0]).status == 303
    cookies = [*host.cookies.items(), *guest.cookies.items()]
    secrets = [secret for name, (secret, _) in cookies if name.startswith("seat-")]
    assert len(secrets) >= 3
    reply = Phone(host.server).get("/home").text
    home = json.loads(reply)
    assert home["last"] is None, "a phone that has no part in it"
    own = guest.get("/home").json
    assert own.pop("last")["name"] == sheet[3:]
    assert set(own.pop("regulars")) <= set(home["regulars"])
    assert own == {key: value for key, value in home.items() if key not in ("last", "regulars")}
    assert {one["name"] for one in home["running"]} >= {sheet[3:], match[3:]}
    for secret in (*secrets, *codes):
        assert secret not in reply
    for member in host.now(sheet)["members"]:
        assert member["id"] not in reply
    public = {
        *("name", "title", "names", "date", "note", "opened", "changed", "winners", "leader"),
        *("total", "deal", "deals", "is_over"),
    }
    assert all(set(one) == public for one in (*home["running"], *home["finished"]))
    assert host.people(sheet, "delete", sure="yes").status == 303
    assert guest.get("/home").json["last"] is None
    after = Phone(host.server).get("/home").text
    assert sheet[3:] not in after
    assert "Gone" not in after
    assert reason(host.begin(NAMES, like=sheet[3:]), 404) == "There is no such table here."


# --- a new table --------------------------------------------------------------------------


def test_a_sheet_that_is_begun_is_the_sheet_of_the_form(host: Phone) -> None:
    got = host.begin(NAMES, game="file-quick", dealer="Bob", parameters={"bonus": 7}, note="here")
    assert got.status == 201
    begun = host.now(got.json["table"])
    form = host.now(host.open("file-quick", *NAMES, dealer="1", **{"set-bonus": "7"}, note="here"))
    assert begun["date"], "today"
    for field in ("title", "game", "rules", "names", "dealer", "parameters", "note", "log"):
        assert begun[field] == form[field], field
    assert begun["you"]["host"], "this phone is the host"
    assert "HttpOnly" in got.headers["set-cookie"]
    given = host.begin(NAMES, game="file-quick", date="2026-01-31").json["table"]
    assert host.now(given)["date"] == "2026-01-31"


def test_a_key_begins_one_table_also_after_a_restart(friday: Callable[..., Any]) -> None:
    wish = {"key": "ab" * 16, "game": "file-friday", "names": NAMES}
    with friday() as address:
        host = Phone(address)
        first = host.post_json("/tables", wish)
        assert first.status == 201
        again = Phone(address).post_json("/tables", wish)
        assert (again.status, again.json) == (200, first.json)
        assert again.headers["set-cookie"] == first.headers["set-cookie"]
        other = reason(host.post_json("/tables", {**wish, "names": NAMES[::-1]}), 422)
        assert other.startswith("A table was already opened with this form.")
    with friday() as address:
        host.server = address
        late = host.post_json("/tables", wish)
        assert (late.status, late.json) == (200, first.json)
        assert len(host.get("/home").json["running"]) == 1


@pytest.mark.parametrize(
    ("fields", "reason_part"),
    [
        ({"names": []}, "is for 3 to 7 players, and here are 0."),
        ({"names": ["Ann"]}, "is for 3 to 7 players, and here is 1."),
        ({"names": [*"abcdefgh"]}, "is for 3 to 7 players, and here are 8."),
        ({"names": ["Ann", "Bob", "Ann"]}, "Two players are called Ann"),
        ({"names": ["Jos\u00e9", "Jose\u0301", "Cai"]}, "Two players are called"),
        ({"names": ["Ann", "Bob", ""]}, "ame"),
        ({"names": ["Ann", "Bob", "x" * 41]}, "A name has at most 40 characters"),
        ({"names": ["Ann", "Bob", "a\u202eb"]}, "A name has an invisible character"),
        ({"dealer": "Eve"}, "“Eve” deals first but has no seat"),
        ({"dealer": "\u202e" * 500}, "...” deals first but has no seat"),
        ({"parameters": {"bonus": 4}}, "made” cannot be “4”: it is a whole number from 5 to 20."),
        ({"parameters": {"bonus": True}}, "made” cannot be “true”"),
        ({"parameters": {"bonus": ""}}, "made” is empty"),
        ({"parameters": {"other": 1}}, "“other” cannot be chosen in Quick"),
        ({"date": "2026-02-29"}, "“2026-02-29” is not a date"),
        ({"note": "x" * 201}, "A note has at most 200 characters, and this one has 201"),
        ({"note": "a\u200bb"}, "The note has an invisible character"),
    ],
)
def test_choices_that_do_not_fit_are_refused_with_the_reason(
    host: Phone, fields: dict[str, object], reason_part: str
) -> None:
    before = len(host.get("/home").json["running"])
    got = host.begin(**{"names": NAMES, "game": "file-quick", **fields})  # type: ignore[arg-type]
    assert reason_part in reason(got, 422)
    assert len(host.get("/home").json["running"]) == before
    key = new_key().zfill(32)
    wish = {"key": key, "names": NAMES, "game": "file-quick"}
    assert host.post_json("/tables", {**wish, **fields}).status == 422
    assert host.post_json("/tables", wish).status == 201, "a refusal uses no key"


GOOD = {"key": "c" * 32, "game": "file-quick", "names": NAMES}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b"[" * 50_000,
        [],
        {**GOOD, "key": "C" * 32},
        {**GOOD, "key": "c" * 31},
        {**GOOD, "key": None},
        {**GOOD, "names": "Ann"},
        {**GOOD, "names": [1, 2, 3]},
        {**GOOD, "names": ["a"] * 101},
        {**GOOD, "names": ["Ann", "Bob", "\ud800"]},
        {**GOOD, "dealer": 1},
        {**GOOD, "parameters": [1]},
        {**GOOD, "parameters": {"bonus": 1.5}},
        {**GOOD, "parameters": {"bonus": {}}},
        {**GOOD, "parameters": {"\ud800": 1}},
        {**GOOD, "note": 5},
        {**GOOD, "game": None},
        {**GOOD, "game": ["file-quick"]},
        {**GOOD, "like": "other"},
    ],
)
def test_a_request_that_is_no_new_table_is_refused(host: Phone, body: object) -> None:
    assert reason(host.post_json("/tables", body), 400)


def test_a_number_that_is_not_whole_is_named(host: Phone) -> None:
    for value in (1e308, [1], None):
        body = {**GOOD, "parameters": {"bonus": value}}
        assert reason(host.post_json("/tables", body), 400) == (
            "A value in `parameters` is not a whole number, `true`, `false` or a text."
        )


def test_the_guards_of_all_pages_are_those_of_new_tables(host: Phone) -> None:
    assert reason(host.begin(NAMES, game="none"), 404) == "There is no such game here."
    assert "no longer has these rules" in reason(host.begin(NAMES, game="written-none"), 404)
    assert reason(host.begin(NAMES, game="../pagat"), 404)
    assert reason(host.begin(NAMES, like="none"), 404)
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Host": "evil.example"},
    ):
        assert reason(host.post_json("/tables", GOOD, **headers), 403)
    assert reason(host.post_json("/tables", b"x" * (MAX_BODY_BYTES + 1)), 413)
    assert reason(host.get("/tables"), 405)
    assert reason(host.ask("POST", "/home", {}), 405)


def test_the_limits_on_new_tables_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clagdsl.serve.rate_limit.OWN", frozenset())
    monkeypatch.setattr("clagdsl.serve.rate_limit.BY_ONE", 2)

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)

        async def begin(key: str) -> Got:
            wish = {"key": key * 32, "game": "foss", "names": NAMES}
            return await phone.send("POST", "/tables", json.dumps(wish).encode())

        for key, status in (("a", 201), ("a", 200), ("b", 201), ("c", 429), ("a", 200)):
            got = await begin(key)
            assert got.status == status
            assert ("retry-after" in got.headers) == (status == 429)
        monkeypatch.setattr("clagdsl.serve.rate_limit.BY_ONE", 100)
        monkeypatch.setattr(server.lobby, "number_of", lambda _standing: MOST_RUNNING)
        assert "delete one first" in reason(await begin("d"), 503)
        assert server.lobby.number_of("running") == MOST_RUNNING

    served(tmp_path / "tables.db", use)
