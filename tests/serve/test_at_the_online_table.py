"""The online table as people use it: who may what, the log, bots, taking back, the end."""

from __future__ import annotations

import re
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from support.match_server import HOST, MatchPhone, MatchServer, offered, served
from support.table_server import QUICK, new_key

from clagdsl.cli.main import main
from clagdsl.engine.actions import TEXT_LIMIT
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.online_table import REVEALS_NO_CARD
from clagdsl.serve.table_events import read_event

GAME = "kachuful"
"""Three may play it, and bid in turn."""


def log_of(page: str) -> list[tuple[str, str]]:
    """The lines of a log, the first one first: what, and by whom."""
    rows = re.findall(r"<td>\d+</td><td[^>]*>([^<]*)</td><td>([^<]*)</td>", page)
    return [(unescape(what), unescape(by)) for what, by in rows][::-1]


async def three(server: MatchServer) -> list[MatchPhone]:
    """Three people at a table: the host, who has the first seat, Bob and Cai."""
    host = MatchPhone(server)
    names = {"name0": "Ann", "name1": "Bob", "name2": "Cai"}
    address = await host.open(GAME, "me", "person", "person", **names)
    phones = [host, MatchPhone(server), MatchPhone(server)]
    for phone, code in zip(phones[1:], (await host.codes(address))[1:3], strict=True):
        assert (await phone.join(code)).status == 303
    for phone in phones:
        phone.cookies["address"] = (address, "-")
    return phones


def place(phone: MatchPhone) -> str:
    """The address of the table at which a phone is."""
    return phone.cookies["address"][0]


async def member(server: MatchServer, address: str, player: str) -> str:
    """How the phone of a player is called."""
    found = (await server.table(address)).member_of(player)
    assert found is not None
    return found.id


async def tap_first(server: MatchServer, phones: list[MatchPhone], address: str) -> int:
    """Whoever's turn it is does the first thing that the page offers; which seat that was."""
    seat = (await server.table(address)).state.actor
    assert isinstance(seat, int)
    page = (await phones[seat].get(f"{address}/plain")).text
    got = await phones[seat].enter(address, offered(page)[0])
    assert got.status == 303, got.problem
    return seat


def test_the_log_has_who_came_what_they_did_and_who_acted(tmp_path: Path) -> None:
    async def evening(server: MatchServer) -> None:
        host, bob, cai = await three(server)
        address = place(host)
        watching = MatchPhone(server)
        await watching.join((await host.codes(address))[-1], name="Zoe")
        seat = await tap_first(server, [host, bob, cai], address)
        phone = [host, bob, cai][seat]
        assert (await phone.enter(address, "undo")).status == 303
        await tap_first(server, [host, bob, cai], address)
        other = (seat + 1) % 3
        await host.people(address, "play", seat=other, policy="random")
        await server.bots.wait_until_idle()
        await host.people(address, "play", seat=other, policy="")
        await host.people(address, "rights", everybody="yes")
        await host.people(address, "note", date="2026-01-31", note="cold")
        await host.people(address, "free", member=await member(server, address, "Cai"))
        await host.people(address, "host", member=await member(server, address, "Bob"))
        names = ["Ann", "Bob", "Cai"]
        lines = log_of((await host.get(f"{address}/log")).text)
        by_people = [line for line in lines if line[0].startswith(f"{line[1]} ")]
        said = [line for line in by_people if " bids " not in line[0]]
        assert said == [
            ("Ann opens the table", "Ann"),
            ("Bob sits down", "Bob"),
            ("Cai sits down", "Cai"),
            ("Zoe comes to watch", "Zoe"),
            (f"{names[seat]} takes back their last action", names[seat]),
            (f"Ann lets a random bot play for {names[other]}", "Ann"),
            (f"Ann stops the bot of {names[other]}", "Ann"),
            ("Ann lets everybody who has a seat do what is the host's", "Ann"),
            ("Ann writes the date and the note", "Ann"),
            ("Ann frees the seat of Cai", "Ann"),
            ("Ann makes Bob the host", "Ann"),
        ]
        acts = [line for line in lines if " bids " in line[0]]
        assert [by for _, by in acts] == [names[seat], "bot"], "what was taken back is none"
        order = [lines.index(line) for line in (acts[0], said[5], acts[1], said[6])]
        assert order == sorted(order), "each stands where it happened"
        assert log_of((await watching.get(f"{address}/log")).text) == lines, "all of it is open"
        # all of it is the fold of what the file has
        table = await server.table(address)
        events = server.store.events(table.name)
        server.lobby._open.clear()
        assert await server.table(address) == table
        assert len(events) == table.number
        assert all(read_event(event.body).by for event in events)

    served(tmp_path / "t.db", evening)


def test_what_is_the_hosts_is_refused_to_others_until_it_is_everybodys(tmp_path: Path) -> None:
    async def evening(server: MatchServer) -> None:
        host, bob, _ = await three(server)
        address, stranger = place(host), MatchPhone(server)
        ids = {name: await member(server, address, name) for name in ("Ann", "Bob", "Cai")}
        forms: list[dict[str, object]] = [
            {"do": "play", "seat": 2, "policy": "steady"},
            {"do": "free", "member": ids["Cai"]},
            {"do": "rights", "everybody": "yes"},
            {"do": "note", "date": "", "note": "mine"},
            {"do": "host", "member": ids["Bob"]},
            {"do": "delete", "sure": "yes"},
        ]
        before = await server.table(address)
        for phone in (bob, stranger):
            for form in forms:
                got = await phone.people(address, **{"do": "", **form})
                assert got.status == 403, form
        assert await server.table(address) == before
        assert (await bob.codes(address)) == [], "codes Only the host can"
        assert (await bob.people(address, "free", member=ids["Ann"])).status == 403
        await host.people(address, "rights", everybody="yes")
        assert len(await bob.codes(address)) == 4
        for form in (forms[0], forms[3], forms[4]):
            assert (await bob.people(address, **{"do": "", **form})).status == 303, form
        assert (await stranger.people(address, "note", note="x")).status == 403
        table = await server.table(address)
        assert (table.host, table.note) == (ids["Bob"], "mine")
        # the part of the host was given away: without the setting it is Bob's alone
        await bob.people(address, "rights", everybody="")
        assert (await host.people(address, "note", note="y")).status == 403
        assert (await bob.people(address, "free", member=ids["Bob"])).status == 403
        assert (await host.people(address, "free", member=ids["Ann"])).status == 303, "may leave"
        assert (await host.enter(address, "bid 0")).status == 403, "and has the seat no longer"

    served(tmp_path / "t.db", evening)


def test_nothing_is_taken_back_once_something_was_shown_or_somebody_has_acted(
    tmp_path: Path,
) -> None:
    async def evening(server: MatchServer) -> None:
        phones = await three(server)
        address = place(phones[0])
        while (table := await server.table(address)).state.deal == 1:
            state, last = table.state, table.last
            seat = await tap_first(server, phones, address)
            after = await server.table(address)
            shown = after.state.events[len(state.events) :]
            alone = len(shown) == 1 and isinstance(shown[0], REVEALS_NO_CARD)
            offers = [
                'value="undo"' in (await phone.get(f"{address}/plain")).text and number
                for number, phone in enumerate(phones)
            ]
            assert offers == [number == seat and alone and number for number in range(3)], shown
            for number, phone in enumerate(phones):
                if number != seat or not alone:
                    assert (await phone.enter(address, "undo")).status == 403
            assert (await server.table(address)) == after
            if alone and last is None:
                assert (await phones[seat].enter(address, "undo")).status == 303
                back = await server.table(address)
                assert back.state == state
                assert (await phones[seat].enter(address, "undo")).status == 403, "once"
                await tap_first(server, phones, address)

    served(tmp_path / "t.db", evening)


def test_bots_go_on_after_a_restart_and_keep_to_what_was_promised(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, rules = tmp_path / "t.db", tmp_path / "quick.clag"
    rules.write_text(QUICK, "utf-8")
    games = OfferedGames([str(rules)])

    async def begin(server: MatchServer) -> tuple[str, MatchPhone, str]:
        host = MatchPhone(server)
        address = await host.open("file-quick", "me", "steady", "random")
        await server.bots.end()
        now = (await host.get(f"{address}/now")).json
        assert "secret" not in now
        return address, host, now["commitment"]

    async def go_on(server: MatchServer, address: str, host: MatchPhone, most: int) -> bool:
        host.server = server
        for _ in range(most):
            await host.get(address)  # whoever looks at the table wakes its bots
            await server.bots.wait_until_idle()
            table = await server.table(address)
            if table.state.over:
                return True
            assert table.state.actor == 0, "the bots have done all that is theirs"
            await tap_first(server, [host], address)
        return False

    address, host, promised = served(data, begin, games)
    for most in (2, 5, 1000):
        over = served(data, lambda server, most=most: go_on(server, address, host, most), games)
    assert over

    async def ended(server: MatchServer) -> str:
        host.server = server
        now = (await host.get(f"{address}/now")).json
        assert now["commitment"] == promised == sha256(now["secret"].encode()).hexdigest()
        return (await host.get(f"{address}/record.toml")).text

    record = tmp_path / "match.toml"
    record.write_text(served(data, ended, games), "utf-8")
    assert promised in record.read_text("utf-8")
    replay = ["replay", str(record), "--rules", str(rules)]
    assert main(replay) == 0, capsys.readouterr().out
    salt = re.search("salt.*?([0-9a-f]{32})", record.read_text("utf-8"))
    assert salt is not None
    other = f"{(int(salt[1][0], 16) + 1) % 16:x}{salt[1][1:]}"
    record.write_text(record.read_text("utf-8").replace(salt[1], other), "utf-8")
    assert main(replay) == 1

    assert "R563" in capsys.readouterr().out


def test_a_bot_gives_the_seat_back(tmp_path: Path) -> None:
    async def evening(server: MatchServer) -> None:
        host, bob, cai = await three(server)
        address = place(host)
        seat = (await server.table(address)).state.actor
        assert isinstance(seat, int)
        own = [host, bob, cai][seat]
        assert (await own.people(address, "play", seat=seat, policy="steady")).status == 303
        await server.bots.wait_until_idle()
        assert (await server.table(address)).state.actor != seat, "the bot has acted"
        assert "A bot plays for you" in (await own.get(f"{address}/plain")).text
        assert (await own.enter(address, "bid 0")).status == 403
        other = [host, bob, cai][(seat + 1) % 3]
        if other is not host:
            assert (await other.people(address, "play", seat=seat, policy="")).status == 403
        back = await own.people(address, "play", seat=seat, policy="", back="table")
        assert (back.status, back.headers["location"]) == (303, address)
        assert (await server.table(address)).people.log[-1].text == "plays again"
        assert "A bot plays for you" not in (await own.get(f"{address}/plain")).text
        assert (await server.table(address)).policies == (None,) * 3

    served(tmp_path / "t.db", evening)


def test_who_comes_with_the_code_of_a_bots_seat_plays_there(tmp_path: Path) -> None:
    async def evening(server: MatchServer) -> None:
        host, guest = MatchPhone(server), MatchPhone(server)
        address = await host.open(GAME, "me", "steady", "steady", name1="Bob")
        await guest.join((await host.codes(address))[1], name="Guest")
        table = await server.table(address)
        assert table.policies == (None, None, "steady")
        log = log_of((await host.get(f"{address}/log")).text)
        assert ("Guest plays for Bob", "Guest") in log
        people = (await host.get(f"{address}/people")).text
        assert "This means: let bots play" in people
        assert f"or open <b>http://{HOST}</b>, choose <b>Join with a code</b>" in people
        await MatchPhone(server).join((await host.codes(address))[0], name="Ann")
        assert ' watches <span class="chip">host' in (await host.get(f"{address}/people")).text

    served(tmp_path / "t.db", evening)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"name5": "Eve"}, "“Eve” has no seat: choose who plays there"),
        ({"who5": "nobody", "name5": "Eve"}, "“Eve” has no seat"),
        ({"who5": "clever"}, "Choose a player for every seat."),
        ({"dealer": "5"}, "The seat marked to deal first is empty"),
        ({"who1": "me"}, "You can have one seat only."),
        ({"who0": "steady"}, "At least one seat is for a person."),
        ({"date": "2026-02-30"}, "“2026-02-30” is not a date"),
        ({"note": "x" * 201}, "A note has at most 200 characters"),
        ({"who2": "nobody"}, "is for 3 to 7 players, and here are 2."),
    ],
)
def test_a_match_that_cannot_be_is_told_and_the_form_is_kept(
    tmp_path: Path, wrong: dict[str, str], told: str
) -> None:
    async def use(server: MatchServer) -> None:
        phone = MatchPhone(server)
        form = {"who0": "me", "who1": "steady", "who2": "random", "name1": "Robot", **wrong}
        got = await phone.ask("POST", f"/play/{GAME}", {"key": new_key(), **form})
        assert got.status == 422
        assert told in got.problem
        assert 'value="Robot"' in got.text
        assert server.store.count_tables("running") == 0

    served(tmp_path / "t.db", use)


def test_an_action_that_is_too_long_is_refused(tmp_path: Path) -> None:
    async def evening(server: MatchServer) -> None:
        host = MatchPhone(server)
        address = await host.open(GAME, "me", "person", "person")
        for more, reason in ((0, "is not understood"), (1, "An entry has at most")):
            got = await host.enter(address, "x" * (TEXT_LIMIT + more))
            assert got.status == 422
            assert reason in got.problem

    served(tmp_path / "t.db", evening)


def test_an_address_of_the_other_kind_of_table_leads_to_the_table(tmp_path: Path) -> None:
    async def evening(server: MatchServer) -> None:
        host = MatchPhone(server)
        match = await host.open(GAME, "me", "person", "person")
        names = {f"name{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cai"))}
        opened = await host.ask("POST", "/new/foss", {"key": new_key(), **names})
        sheet = opened.headers["location"]
        others = [(match, "keep.html"), *((sheet, page) for page in ("wall", "code.svg", "log"))]
        for table, page in others:
            got = await host.get(f"{table}/{page}")
            assert (got.status, got.headers.get("location")) == (303, table), page
        got = await host.ask("POST", f"{match}/again", {"key": new_key()})
        assert (got.status, got.headers.get("location")) == (303, match)

    served(tmp_path / "t.db", evening)
