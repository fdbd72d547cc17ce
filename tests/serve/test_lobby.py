"""Tables as the fold of their events, whoever does what in whatever order."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import get_ident

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.table_server import QUICK, new_key

from clagdsl.api import load
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.serve import offload
from clagdsl.serve.keeper_table import KeeperTable, NotAllowedError, create_keeper_table
from clagdsl.serve.lobby import Lobby, replay_events
from clagdsl.serve.offered_games import OfferedGames, rules_text
from clagdsl.serve.offload import Offloader
from clagdsl.serve.seat_tokens import hash_token
from clagdsl.serve.table_events import (
    ChosenParameter,
    EntryMade,
    HostChanged,
    Member,
    MemberSeated,
    NoteWritten,
    PhoneReplaced,
    RightsChanged,
    SeatFreed,
    TableCommand,
    TableDeleted,
    TableEvent,
    TableOpened,
    event_json,
    read_event,
)
from clagdsl.storage.model import NewEvent
from clagdsl.storage.store import Store

HOST = Member("h", "Host", None, hash_token("secret"))
OPENED = TableOpened(
    "quick", ("Ann", "Bob", "Cai"), "Cai", (ChosenParameter("bonus", "7"),), HOST, "", 'a "note"'
)
DEEDS: tuple[TableCommand, ...] = (
    OPENED,
    EntryMade("won 1 0 2"),
    MemberSeated(Member("m", "é", "Bob", "x")),
    PhoneReplaced("m", "y"),
    SeatFreed("m"),
    HostChanged("m"),
    RightsChanged(everybody=True),
    NoteWritten("2026-01-31", "<b>"),
    TableDeleted(),
)


def test_every_event_is_read_as_it_was_written() -> None:
    for deed in DEEDS:
        event = TableEvent("h", deed)
        assert read_event(event_json(event)) == event


def test_rules_are_read_from_the_text_that_is_kept_of_them() -> None:
    game = load(text=QUICK)
    games = OfferedGames([])
    again = games.add_compiled(rules_text(game))
    assert again.game.rules == game.rules
    assert games.find_by_text(rules_text(game)) is again.game
    assert games.game(again.slug) is again.game
    assert games.find_by_text("other rules") is None
    bundled = games.game("pagat")
    assert bundled is not None
    assert games.find_by_text(rules_text(bundled)) is bundled


def test_rules_that_older_servers_kept_under_another_name_are_found(tmp_path: Path) -> None:
    game = load(text=QUICK)

    async def reopened(store: Store) -> None:
        event = TableEvent("h", OPENED)
        body, text = event_json(event), rules_text(game)
        new = NewEvent("t", 1, new_key(), body, rules_hash(game.rules), "{}", "running", text)
        await asyncio.wrap_future(store.add(new))
        lobby = Lobby(store, OfferedGames([]))
        done = await lobby.act("t", new_key(), None, "h", EntryMade("bids 1 0 1"))
        assert done.table.title == "Quick & <i>Small</i>"
        assert {one.rules for one in store.events("t")} == {rules_hash(game.rules)}
        await lobby.user_rules.workers.end()

    store = Store(tmp_path / "t.db")
    try:
        asyncio.run(reopened(store))
    finally:
        store.close()


def test_entries_of_old_files_are_read_and_written_as_they_were() -> None:
    old = '{"by":"h","did":{"entry":"bid 1","kind":"enter"}}'
    assert read_event(old) == TableEvent("h", EntryMade("bid 1"))
    assert event_json(read_event(old)) == old
    new = TableEvent("h", EntryMade("bid 1", 0, 7))
    assert event_json(new) == old.replace('"bid 1"', '"bid 1","line":0,"deal":7')
    assert read_event(event_json(new)) == new


def test_the_log_has_the_line_of_each_entry_also_where_the_file_has_none() -> None:
    table = create_keeper_table("t", load(text=QUICK), OPENED)
    for entry in ("bid 1", "trump hearts", "bid 0", "bid 1", "undo", "bid 1", "won 0 0 1"):
        table = table.apply(TableEvent("h", EntryMade(entry)))
    lines = [(one.number, one.entry, one.line, one.deal, one.by) for one in table.entries]
    assert lines == [
        (1, "bid 1", 0, 1, "Host"),
        (2, "trump hearts", None, 1, "Host"),
        (3, "bid 0", 1, 1, "Host"),
        (4, "bid 1", 2, 1, "Host"),
        (5, "undo", None, 1, "Host"),
        (6, "bid 1", 2, 1, "Host"),
        (7, "won 0 0 1", None, 1, "Host"),
    ]


@st.composite
def drawn_deeds(draw: st.DrawFn) -> list[tuple[str, TableCommand]]:
    """What members of a table try, sensible or not; the key of an earlier tap comes again."""
    who = st.sampled_from(["h", "m1", "m2", "nobody"])
    numbers = st.lists(st.integers(0, 3), min_size=3, max_size=3).map(
        lambda given: " ".join(map(str, given))
    )
    entries = st.one_of(
        st.integers(0, 3).map(lambda number: f"bid {number}"),
        numbers.map(lambda row: f"won {row}"),
        numbers.map(lambda row: f"bids {row}"),
        st.tuples(st.integers(1, 3), numbers).map(lambda row: f"correct {row[0]} won {row[1]}"),
        st.just("undo"),
        st.just("trump hearts"),
    )
    others: st.SearchStrategy[TableCommand] = st.sampled_from(
        [
            MemberSeated(Member("m1", "Ann", "Ann", "1")),
            MemberSeated(Member("m2", "Bob", "Bob", "2")),
            SeatFreed("m1"),
            PhoneReplaced("m1", "3"),
            HostChanged("m2"),
            RightsChanged(everybody=True),
            RightsChanged(everybody=False),
            NoteWritten("", "n"),
        ]
    )
    deeds: st.SearchStrategy[TableCommand] = st.one_of(
        entries.map(EntryMade), entries.map(EntryMade), others
    )
    return draw(st.lists(st.tuples(who, deeds), max_size=25))


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(tried=drawn_deeds())
def test_a_table_is_the_fold_of_its_events(
    tmp_path: Path, tried: list[tuple[str, TableCommand]]
) -> None:
    game = load(text=QUICK)
    path = tmp_path / f"{new_key()}.db"

    async def play(store: Store) -> KeeperTable:
        lobby = Lobby(store, OfferedGames([]))
        table = await lobby.open("t", new_key(), game, OPENED)
        for by, deed in tried:
            key = new_key()
            try:
                done = await lobby.act("t", key, None, by, deed)
            except (NotAllowedError, IllegalAction):
                continue
            assert not done.is_repeat
            assert (await lobby.act("t", key, None, by, deed)).is_repeat
            table = done.table
        found = await lobby.table("t")
        assert found == table
        return table

    store = Store(path)
    try:
        table = asyncio.run(play(store))
        events = store.events("t")
        assert len(events) == table.number
        again = replay_events(events, load(text=store.rules(events[0].rules)))
        assert again.sheet == table.sheet
        assert again.entries == table.entries
        assert [(one.key, one.at) for one in again.entries] == [
            (event.key, event.time) for event in events if '"kind":"enter"' in event.body
        ]
        assert (again.members, again.host, again.everybody) == (
            table.members,
            table.host,
            table.everybody,
        )
        entries = [read_event(event.body).did for event in events[1:]]
        made = [deed.entry for deed in entries if isinstance(deed, EntryMade)]
        assert len(table.sheet.log) == len(made) == len(table.entries)
    finally:
        store.close()


def test_work_runs_in_a_thread_if_it_is_slow_or_was_the_last_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def places() -> list[bool]:
        offloader, here = Offloader(), get_ident()
        quick = await offloader.run(get_ident) == here
        slow = await offloader.run(get_ident, slow=True) == here
        monkeypatch.setattr(offload, "OFFLOAD_THRESHOLD", -1.0)
        return [quick, slow, await offloader.run(get_ident) == here]

    assert asyncio.run(places()) == [True, False, False]
