"""Rules that somebody writes in a browser: checked by workers, played at tables, bounded."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.heavy_files import thousands_of_calls
from support.match_server import MatchPhone, MatchServer, offered, served
from support.table_server import QUICK, Got, new_key

from clagdsl.serve import rate_limit
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.rate_limit import (
    BY_ALL,
    BY_ONE,
    MOST_RUNNING,
    OWN,
    WINDOW,
    OpeningRateLimit,
)
from clagdsl.serve.rules_editor import LONGEST_WRITTEN, NOT_SIMULATED
from clagdsl.serve.rules_worker import TIME_LIMIT
from clagdsl.serve.seat_tokens import opening_tap
from clagdsl.serve.user_rules import LONGEST_RULES
from clagdsl.serve.worker_pool import COMMAND, TOO_LARGE, Workers, too_long

RULES = QUICK
TITLE = "Quick & <i>Small</i>"
NAMES = ("Ann", "Bob", "Cai", "Dot")
FOUR = {f"name{seat}": name for seat, name in enumerate(NAMES)}


async def written(phone: MatchPhone, rules: str, do: str = "check") -> Got:
    return await phone.ask("POST", "/write", {"rules": rules, "do": do})


async def answered(phone: MatchPhone, body: bytes) -> tuple[int, Any]:
    got = await phone.send("POST", "/write/answer", body)
    return got.status, json.loads(got.text)


async def ended(server: MatchServer) -> None:
    await server.lobby.user_rules.workers.end()


def test_rules_are_written_checked_and_played_at_both_tables(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        page = await phone.get("/write")
        assert "<textarea" in page.text
        wrong = await written(phone, 'clag 1\ngame "<i>x</i>" extends "/etc/passwd"\n')
        assert "Line 2, column" in wrong.text
        assert "C233" in wrong.text
        assert "<i>x" not in wrong.text
        assert "Nothing is wrong" in (await written(phone, RULES)).text
        sheet = await written(phone, RULES, "sheet")
        assert "&lt;i&gt;Small" in sheet.text
        assert "style-src" in sheet.headers["content-security-policy"]
        to = (await written(phone, RULES, "score")).headers["location"]
        opened = await phone.ask("POST", to, {"key": new_key(), **FOUR})
        table = opened.headers["location"]
        assert (await phone.enter(table, "bid 0")).status == 303
        assert "&lt;i&gt;Small" in (await phone.get(f"{table}/rules")).text
        kept = json.loads((await phone.get(f"{table}/rules.json")).text)
        assert kept["format"] == "clagdsl game"
        to = (await written(phone, RULES, "play")).headers["location"]
        seats = {"who0": "me", "who1": "random", "who2": "random", "who3": "person"}
        match = (await phone.ask("POST", to, {"key": new_key(), **seats})).headers["location"]
        assert (await phone.get(match)).status == 200
        # another server over the same file knows the rules from the file alone
        again = Lobby(server.store, OfferedGames([]))
        loaded = await again.table(table.rpartition("/")[2])
        assert loaded is not None
        assert loaded.game.proved_elsewhere
        assert loaded.title == "Quick & <i>Small</i>"
        assert await again.user_rules.restore("{}", {}) is None
        await again.user_rules.workers.end()
        await ended(server)

    served(tmp_path / "tables.db", use)


def test_everybody_has_the_title_of_the_rules_that_they_wrote(tmp_path: Path) -> None:
    """Rules that play the same but for their title are two, as they are beside a served file's."""
    (tmp_path / "served.clag").write_text(RULES.replace(TITLE, "Served"), "utf-8")

    async def opened(phone: MatchPhone, title: str) -> str:
        to = (await written(phone, RULES.replace(TITLE, title), "score")).headers["location"]
        assert title in (await phone.get(to)).text
        assert title in (await phone.get(to.replace("new", "rules"))).text
        return (await phone.ask("POST", to, {"key": new_key(), **FOUR})).headers["location"]

    async def told(phone: MatchPhone, table: str) -> tuple[bool, ...]:
        pages = [
            (await phone.get(f"{table}{page}")).text for page in ("/plain", "/now", "/rules.json")
        ]
        record = (await phone.get(f"{table}/record.toml")).text
        return (*("Mine" in page for page in pages), '"mine.json"' in record)

    async def use(server: MatchServer) -> None:
        phone, other = MatchPhone(server), MatchPhone(server)
        same = await opened(phone, "Served")
        assert '"served.json"' in (await phone.get(f"{same}/record.toml")).text
        theirs, mine = await opened(other, "Theirs"), await opened(phone, "Mine")
        assert await told(other, theirs) == (False,) * 4
        assert await told(phone, mine) == (True,) * 4
        # another server over the same file reads them of it, each as it was written
        games = OfferedGames([str(tmp_path / "served.clag")])
        again = Lobby(server.store, games)
        for address, title in ((same, "Served"), (theirs, "Theirs"), (mine, "Mine")):
            loaded = await again.table(address.rpartition("/")[2])
            assert loaded is not None
            assert loaded.title == title
        await again.user_rules.workers.end()
        await ended(server)

    served(tmp_path / "tables.db", use, OfferedGames([str(tmp_path / "served.clag")]))


def test_it_is_said_how_many_mends_were_made(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        slips = ("player 3 to 7", "Deal normal")
        two = RULES.replace("players 3 to 7", slips[0])
        got = await written(phone, two, "mend")
        assert "1 fix was made in the text above." in got.text
        got = await written(phone, two.replace("deal normal", slips[1]), "mend")
        assert "2 fixes were made in the text above." in got.text
        got = await written(phone, RULES.replace("!= cards", "> cards"), "mend")
        assert "None of these problems has a clear fix" in got.text
        got = await written(phone, RULES, "mend")
        assert "was made" not in got.text
        assert "has a mend" not in got.text
        assert "Nothing is wrong with these rules." in got.text
        await ended(server)

    served(tmp_path / "tables.db", use)


TOGETHER = RULES.replace(
    'param bonus = 10 in 5 to 20 "points for a bid that is made"',
    "param less = 0 in 0 to 1\nparam more = 0 in 0 to 1",
).replace("bonus + tricks", "10 // (2 - less - more)")
"""Each parameter may be 1, and not both."""


@pytest.mark.parametrize("strange", [False, True])
def test_the_parameters_that_are_chosen_are_proved_together(tmp_path: Path, strange: bool) -> None:
    """What `keep --set` refuses opens no table: the form says why, and has what was filled in."""

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        seats = {"who0": "me", "who1": "random", "who2": "person"}
        for kind, form in (("new", FOUR), ("play", seats)):
            address = f"/{kind}/file-rules"
            if strange:
                wish = "score" if kind == "new" else "play"
                address = (await written(phone, TOGETHER, wish)).headers["location"]
            chosen = {"set-less": "1", "set-more": "1"}
            refused = await phone.ask("POST", address, {"key": new_key(), **form, **chosen})
            assert refused.status == 422
            assert "The rules do not work with these parameters" in refused.problem
            assert "divides by zero" in refused.problem
            wrong = {"key": new_key(), **form, "set-less": "2"}
            assert (await phone.ask("POST", address, wrong)).status == 422
            right = {"key": new_key(), **form, "set-less": "1"}
            assert (await phone.ask("POST", address, right)).status == 303
        await ended(server)

    (tmp_path / "rules.clag").write_text(TOGETHER, "utf-8")
    games = OfferedGames([str(tmp_path / "rules.clag")])
    served(tmp_path / "tables.db", use, games)


def test_nothing_names_a_file(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        wishes = ("check", "mend", "sheet", "differences", "match", "check", "check", "check")
        names = ("/etc/passwd",) * 5 + ("../x", "x.clag", "C:x.clag")
        for wish, name in zip(wishes, names, strict=True):
            text = f'clag 1\ngame "x" extends "{name}"\n'
            status, told = await answered(phone, json.dumps({"wish": wish, "text": text}).encode())
            assert status == 200
            assert [one["code"] for one in told["problems"]][:1] == ["C233"], (wish, name)
        refused = await written(phone, 'clag 1\ngame "x" extends "../x"\n', "score")
        assert refused.status == 422
        await ended(server)

    served(tmp_path / "tables.db", use)


def test_what_is_no_question_is_told(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        for body in (
            b"",
            b"{",
            b"\xff\xfe",
            b"[]",
            b'{"wish": "table", "text": "", "kept": true}',
            b'{"wish": "open", "text": ""}',
            b'{"wish": "open", "game": "pagat", "text": ""}',
            b'{"wish": "check", "text": 5}',
            b"[" * 60_000,
        ):
            status, told = await answered(phone, body)
            assert status == 400, body[:40]
            assert told["why"]
        for asked, why in (
            ({"wish": "check", "text": RULES, "kept": True}, "A request has no `kept`."),
            (
                {"wish": "check", "text": RULES, "seed": "1"},
                "`seed` is allowed only with the wish `match` or `simulate`, not with `check`.",
            ),
        ):
            status, told = await answered(phone, json.dumps(asked).encode())
            assert (status, told) == (400, {"why": why, "code": "U626"})
        simulate = json.dumps({"wish": "simulate", "text": RULES}).encode()
        status, told = await answered(phone, simulate)
        assert (status, told) == (422, {"why": NOT_SIMULATED})
        broken = await phone.send("POST", "/write", b"rules=%ff&do=check")
        assert broken.status == 200
        assert (await phone.send("POST", "/write", b"\xff")).status == 400
        surrogate = json.dumps({"wish": "check", "text": "clag 1\n\ud800"}).encode()
        status, told = await answered(phone, surrogate)
        assert status in (200, 422)
        await ended(server)

    served(tmp_path / "tables.db", use)


def test_rules_have_so_many_bytes(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        for more, expected in ((-1, 200), (0, 200), (1, 413)):
            text = "clag 1\n#".ljust(LONGEST_RULES + more, "\u0078")
            status, _ = await answered(phone, json.dumps({"wish": "check", "text": text}).encode())
            assert status == expected, more
            assert (await written(phone, text)).status == expected, more
        for more, expected in ((0, 400), (1, 413)):
            got = await phone.send("POST", "/write/answer", b"x" * (LONGEST_WRITTEN + more))
            assert got.status == expected
        elsewhere = await phone.send("POST", "/join", b"x" * (1 << 16) + b"x")
        assert elsewhere.status == 413
        await ended(server)

    served(tmp_path / "tables.db", use)


def test_no_table_waits_for_rules_that_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        match = await phone.open("pagat", "me", "person", "person", "person")
        opened = await phone.ask("POST", "/new/pagat", {"key": new_key(), **FOUR})
        sheet = opened.headers["location"]
        asked, go_on = 0, asyncio.Event()

        async def looked_at(_workers: Workers, _asked: object) -> dict[str, Any]:
            nonlocal asked
            asked += 1
            await go_on.wait()
            return {"problems": []}

        monkeypatch.setattr(Workers, "_answer", looked_at)
        asking = [asyncio.create_task(written(phone, RULES)) for _ in range(13)]
        while asked < 2:
            await asyncio.sleep(0)
        # twelve questions are not answered before `go_on`, and tables go on all the same
        assert (
            await phone.enter(match, offered((await phone.get(f"{match}/plain")).text)[0])
        ).status == 303
        assert (await phone.enter(sheet, "bid 0")).status == 303
        thirteenth = [task for task in asking if task.done()]
        assert [task.result().status for task in thirteenth] == [503]
        assert thirteenth[0].result().headers["retry-after"]
        assert asked == 2
        go_on.set()
        assert sorted(got.status for got in await asyncio.gather(*asking)) == [200] * 12 + [503]

    served(tmp_path / "tables.db", use)


TIGHT = (
    sys.executable,
    "-c",
    "import clagdsl.serve.rules_worker as worker;"
    " limit = worker.sandbox_process;"
    " size = lambda: int(open('/proc/self/statm').read().split()[0]) << 12;"
    " worker.sandbox_process ="
    " lambda folders: (setattr(worker, 'MOST_MEMORY', size() + (2 << 20)), limit(folders));"
    " worker.main()",
)
"""A worker that has two megabytes for what it is asked."""
ENDLESS = (
    sys.executable,
    "-c",
    "import itertools, clagdsl.serve.table_rules as rules, clagdsl.serve.rules_worker as w;"
    " told = rules.table_answer;"
    " rules.table_answer = lambda asked:"
    " all(itertools.count(1)) if asked['wish'] == 'match' else told(asked);"
    " w.main()",
)
"""A worker that takes all time there is for a match."""


@pytest.mark.parametrize(
    ("seconds", "command", "why"),
    [
        (0.3, COMMAND, too_long(0.3)),
        (TIME_LIMIT, TIGHT, TOO_LARGE),
        pytest.param(TIME_LIMIT, ENDLESS, too_long(TIME_LIMIT), marks=pytest.mark.long),
    ],
)
def test_rules_that_take_too_much_are_told_and_the_next_are_answered(
    tmp_path: Path, seconds: float, command: tuple[str, ...], why: str
) -> None:
    """A match by rules that a file may hold takes seconds, and more than so much memory.

    What takes the whole of the time allowed does so on every machine: it has no end.
    """

    async def use(server: MatchServer) -> None:
        workers = Workers(command, seconds=seconds)
        server.lobby.user_rules.workers = workers
        phone = MatchPhone(server)
        asked = {"wish": "match", "text": thousands_of_calls(87)}
        status, told = await answered(phone, json.dumps(asked).encode())
        assert (status, told["why"].casefold()) == (422, f"{why}.".casefold())
        assert not workers.is_busy
        status, told = await answered(phone, b'{"wish": "open", "game": "pagat"}')
        assert (status, told["problems"]) == (200, [])
        await ended(server)

    served(tmp_path / "tables.db", use)


# --- how many tables ----------------------------------------------------------------------


def begin(limits: OpeningRateLimit, client: str, *, done: bool = True) -> None:
    """Open a table, or give it up."""
    with limits.opening(client) as opening:
        opening.done = done


def test_one_address_opens_so_many_tables_within_a_while() -> None:
    now = 0.0
    limits = OpeningRateLimit(lambda: now)
    for _ in range(BY_ONE - 1):
        begin(limits, "10.0.0.1")
    begin(limits, "10.0.0.1", done=False)  # nothing came of it
    assert limits.retry_after("10.0.0.1") is None, "one less"
    begin(limits, "10.0.0.1")
    assert limits.retry_after("10.0.0.1") == int(WINDOW) + 1, "as many"
    begin(limits, "10.0.0.1")
    assert limits.retry_after("10.0.0.1") == int(WINDOW) + 1, "one more"
    assert limits.retry_after("10.0.0.2") is None
    now = WINDOW - 0.5
    assert limits.retry_after("10.0.0.1") == 1
    now = WINDOW
    assert limits.retry_after("10.0.0.1") is None


def test_all_addresses_open_so_many_together() -> None:
    limits = OpeningRateLimit(lambda: 0.0)
    for number in range(BY_ALL - 1):
        begin(limits, f"10.0.0.{number}")
    assert limits.retry_after("10.0.1.1") is None, "one less"
    for number in range(2):
        begin(limits, f"10.0.1.{number}")
        assert limits.retry_after("10.0.2.1") == int(WINDOW) + 1, number
    for own in OWN:
        begin(limits, own)
        assert limits.retry_after(own) is None


def test_tables_that_are_begun_at_once_count_all_of_them() -> None:
    limits = OpeningRateLimit(lambda: 0.0)
    with ExitStack() as opening:
        for number in range(BY_ONE):
            assert limits.retry_after("10.0.0.1") is None
            opening.enter_context(limits.opening("10.0.0.1"))
            assert limits.in_progress == number + 1
        assert limits.retry_after("10.0.0.1") is not None
    assert limits.retry_after("10.0.0.1") is None, "nothing came of any"
    assert limits.in_progress == 0


def test_too_many_tables_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clagdsl.serve.rate_limit.OWN", frozenset())
    monkeypatch.setattr("clagdsl.serve.rate_limit.BY_ONE", 2)

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        form = {
            "key": new_key(),
            "who0": "me",
            "who1": "person",
            "who2": "person",
            "who3": "random",
        }
        for _ in range(3):  # one tap, which counts once
            assert (await phone.ask("POST", "/play/pagat", form)).status == 303
        await phone.open("pagat", "me", "person", "person", "person")
        refused = await phone.ask("POST", "/play/pagat", {**form, "key": new_key()})
        assert refused.status == 429
        assert "Too many tables" in refused.text
        assert (await phone.ask("POST", "/play/pagat", form)).status == 303
        assert rate_limit.BY_ONE == 2

    served(tmp_path / "tables.db", use)


def test_many_asks_at_once_open_no_more_tables_than_there_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clagdsl.serve.rate_limit.OWN", frozenset())
    monkeypatch.setattr("clagdsl.serve.rate_limit.BY_ONE", 2)

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        got = await asyncio.gather(
            *(phone.ask("POST", "/new/pagat", {"key": new_key(), **FOUR}) for _ in range(6))
        )
        assert sorted(one.status for one in got) == [303] * 2 + [429] * 4
        assert server.lobby.number_of("running") == 2

    served(tmp_path / "tables.db", use)


@pytest.mark.parametrize(
    ("there", "status"), [(MOST_RUNNING - 1, 303), (MOST_RUNNING, 503), (MOST_RUNNING + 1, 503)]
)
def test_there_are_so_many_tables_in_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: int, status: int
) -> None:
    monkeypatch.setattr(Lobby, "number_of", lambda _lobby, _standing: there)

    async def use(server: MatchServer) -> None:
        got = await MatchPhone(server).ask("POST", "/new/pagat", {"key": new_key(), **FOUR})
        assert got.status == status
        if status == 503:
            assert "tables" in got.text

    served(tmp_path / "tables.db", use)


def test_the_last_table_that_there_may_be_is_opened_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clagdsl.serve.table_opener.MOST_RUNNING", 3)

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        form = FOUR
        got = [
            (await phone.ask("POST", "/new/pagat", {"key": new_key(), **form})).status
            for _ in range(2)
        ]
        at_once = await asyncio.gather(
            *(phone.ask("POST", "/new/pagat", {"key": new_key(), **form}) for _ in range(3))
        )
        assert got + sorted(one.status for one in at_once) == [303, 303, 303, 503, 503]
        assert server.lobby.number_of("running") == 3

    served(tmp_path / "tables.db", use)


def test_a_tap_finds_its_table_again_after_the_server_died(tmp_path: Path) -> None:
    form = {"key": "ab" * 16, "who0": "me", "who1": "person", "who2": "person", "who3": "random"}

    async def once(server: MatchServer) -> str:
        got = await MatchPhone(server).ask("POST", "/play/pagat", form)
        assert got.status == 303
        return got.headers["location"]

    async def again(server: MatchServer) -> str:
        phone = MatchPhone(server)
        got = await phone.ask("POST", "/play/pagat", form)
        table = got.headers["location"]
        assert (await phone.get(f"{table}/people")).status == 200
        assert len(await phone.codes(table)) > 0, "the host alone sees codes"
        assert server.lobby.number_of("running") == 1
        [event] = server.store.events(table.rpartition("/")[2])
        tap = opening_tap(form["key"])
        assert event.key == tap.event_key
        for secret in (form["key"], tap.token):
            assert secret not in event.body + event.key
        stranger = MatchPhone(server)
        other = {**form, "key": "ac" * 16}
        assert (await stranger.ask("POST", "/play/pagat", other)).headers["location"] != table
        return table

    assert served(tmp_path / "tables.db", once) == served(tmp_path / "tables.db", again)


def test_one_tap_that_comes_twice_at_once_opens_one_table(tmp_path: Path) -> None:
    form = {"key": new_key(), "who0": "me", "who1": "person", "who2": "person", "who3": "random"}

    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        got = await asyncio.gather(*(phone.ask("POST", "/play/pagat", form) for _ in range(4)))
        assert len({one.headers["location"] for one in got}) == 1
        table = await server.table(got[0].headers["location"])
        assert table.secret.text == server.store.secret(table.name)

    served(tmp_path / "tables.db", use)


def test_a_table_that_nobody_used_is_swept_and_no_other(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        time = "2026-01-01T12:00:00.000Z"
        server.store._clock = lambda: time
        used = await phone.open("pagat", "me", "person", "person", "person")
        await phone.people(used, "note", date="2026-01-31", note="Friday")
        empty = await phone.open("pagat", "me", "person", "person", "person")
        assert await server.lobby.delete_unused("2999-01-01T00:00:00.000Z") == 0, (
            "only the clock says so"
        )
        time = "2026-01-08T12:00:00.001Z"
        await phone.people(used, "note", date="2026-01-31", note="Friday")
        for early in ("2000-01-01T00:00:00.000Z", "2026-01-08T12:00:00.000Z"):
            assert await server.lobby.delete_unused(early) == 0, "only the file says so"
        assert await server.lobby.delete_unused("2026-01-08T12:00:00.001Z") == 1
        assert (await phone.get(empty)).status == 404
        assert (await phone.get(used)).status == 200
        assert "Friday" in (await phone.get("/home")).text
        assert await server.lobby.delete_unused("2999-01-01T00:00:00.000Z") == 0

    served(tmp_path / "tables.db", use)


def test_the_wrong_part_of_a_line_is_marked_and_a_long_one_is_cut_off(tmp_path: Path) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        page = await written(phone, RULES.replace("bid keeps bids", "bid keps bids"))
        assert "<pre>  last bid <mark>keps</mark> bids != cards</pre>" in page.text
        for long, shown in ((79, "x" * 79), (80, "x" * 80), (81, "x" * 80 + "…")):
            page = await written(phone, RULES.replace("  bid in turn", f"  {'x' * long}"))
            assert f"<mark>{shown}</mark>" in page.text, long
        await ended(server)

    served(tmp_path / "tables.db", use)
