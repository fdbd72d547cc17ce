"""A server that is killed in the middle of play, corrections and undo, over HTTP.

Phones at five tables tap one entry after the other; who has no answer taps again, with the same
key, once the server is back.
"""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPException
from pathlib import Path
from threading import Lock, Timer
from time import monotonic, sleep

import pytest
from support.match_server import offered
from support.table_server import QUICK, Got, Phone, new_key

from clagdsl.api import PlayableGame, load
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.serve.lobby import replay_events
from clagdsl.serve.table_events import ActionMade, EntryMade, read_event
from clagdsl.storage.store import Store

TABLES = 5
NAMES = ("Ann", "Bob", "Cai")
RULES = QUICK.replace("schedule 1 up to 3 cards", "schedule 1 up to 7 cards")
LONGEST_START = 20.0
GONE = (OSError, HTTPException)
"""What a phone sees of a server that is killed."""


@cache
def game() -> PlayableGame:
    return load(text=RULES)


def empty() -> Sheet:
    return game().keep(NAMES)


class Countdown:
    """Kills a program a moment after so many taps were answered."""

    def __init__(self, program: subprocess.Popen[str], taps: int, moment: float) -> None:
        self._program, self._left, self._moment = program, taps, moment
        self._counting = Lock()

    def tapped(self) -> None:
        with self._counting:
            self._left -= 1
            if self._left == 0:
                Timer(self._moment, os.kill, (self._program.pid, signal.SIGKILL)).start()


@dataclass
class Keeper:
    """A phone that keeps score: what it has been told is kept, and the tap without an answer."""

    number: int
    drawn: random.Random
    phone: Phone
    table: str = ""
    sheet: Sheet = field(default_factory=empty)
    events: int = 1
    tap: dict[str, str] | None = None
    taps: int = 0
    done: list[tuple[str, Sheet]] = field(default_factory=list)

    def play(self, countdown: Countdown) -> None:
        """Tap until the server is gone."""
        try:
            while True:
                ended = self.sheet.over and self.tap is None and self.table
                if ended and self.drawn.random() < 0.7:
                    self.done.append((self.table, self.sheet))
                    self.table = ""
                if not self.table:
                    self._open()
                self._tap()
                countdown.tapped()
        except GONE:
            return

    def _open(self) -> None:
        form = {"key": new_key(), **{f"name{seat}": name for seat, name in enumerate(NAMES)}}
        got = self.phone.ask("POST", "/new/file-quick", form)
        assert got.status == 303, got.problem
        self.table, self.sheet, self.events = got.headers["location"], empty(), 1

    def _tap(self) -> None:
        if self.tap is None:
            entry = drawn_entry(self.drawn, self.sheet)
            self.tap = {"key": new_key(), "seen": str(self.events), "entry": entry}
        got: Got = self.phone.ask("POST", f"{self.table}/plain", self.tap)
        assert got.status == 303, (got.status, got.problem, self.tap)
        self.sheet = self.sheet.apply(self.tap["entry"])
        self.events, self.tap, self.taps = self.events + 1, None, self.taps + 1


def drawn_entry(drawn: random.Random, sheet: Sheet) -> str:
    """Something that may be entered: in the deal, a correction, points by hand, or undo."""
    tried = []
    if drawn.random() < 0.3:
        deal = drawn.randint(1, 7)
        tricks = [0] * sheet.players
        for _ in range(deal):
            tricks[drawn.randrange(sheet.players)] += 1
        tried = [
            "undo",
            f"correct {deal} won {' '.join(map(str, tricks))}",
            f"adjust Bob {drawn.randint(1, 9)} \"a 'note'\"",
        ]
        drawn.shuffle(tried)
    row = [sheet.cards or 0, *[0] * (sheet.players - 1)]
    legal = [text for text in sheet.legal() if text.startswith("bid")]
    tried += [drawn.choice(legal)] if legal else []
    tried += [f"won {' '.join(map(str, row))}", "undo"]
    return next(entry for entry in tried if sheet.why_not(entry) is None)


@contextmanager
def a_server(data: Path, rules: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The real program, until it is killed; its address, once it answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "clagdsl", "serve", str(rules), "--data", str(data)]
    command += ["--port", address.rpartition(":")[2]]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, text=True) as program:
        try:
            began = monotonic()
            while monotonic() - began < LONGEST_START:
                try:
                    assert Phone(address).get("/health").status == 200
                    break
                except GONE:
                    assert program.poll() is None
                    sleep(0.01)
            yield address, program
        finally:
            program.kill()


def check(data: Path, keepers: list[Keeper], whole: bool) -> None:
    """What was answered is in the file, once; with `whole`, also what has long been over."""
    store = Store(data)
    kept = {each.table: (each.sheet, each.tap) for each in keepers if each.table}
    if whole:
        assert store.integrity_errors() == ()
        kept |= {table: (sheet, None) for each in keepers for table, sheet in each.done}
    for table, (sheet, tap) in kept.items():
        events = store.events(table.rpartition("/")[2])
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert len({event.key for event in events}) == len(events)
        deeds = [read_event(event.body).did for event in events[1:]]
        entries = [deed.entry for deed in deeds if isinstance(deed, EntryMade)]
        assert len(entries) == len(deeds)
        may_be_more = [*sheet.log, *([tap["entry"]] if tap else [])]
        assert entries in ([*sheet.log], may_be_more)
        if whole:
            fold = replay_events(events, game())
            now = sheet if len(entries) == len(sheet.log) else sheet.apply(entries[-1])
            assert fold.sheet.view() == now.view()
            found = store.table(table.rpartition("/")[2])
            assert found is not None
            assert found.summary == fold.summary
            assert found.standing == fold.standing
    store.close()


def go_on(folder: Path, kills: int) -> list[Keeper]:
    """Kill it so often; every table is checked after each time, and all of them at the end."""
    rules, data = folder / "quick.clag", folder / "tables.db"
    rules.write_text(RULES, "utf-8")
    keepers = [Keeper(number, random.Random(number), Phone("")) for number in range(TABLES)]
    drawn = random.Random(7)
    with ThreadPoolExecutor(TABLES) as phones:
        for kill in range(kills):
            with a_server(data, rules) as (address, program):
                for keeper in keepers:
                    keeper.phone.server = address
                    check_page(keeper)
                countdown = Countdown(program, drawn.randint(4, 30), drawn.random() * 0.03)
                playing = [phones.submit(keeper.play, countdown) for keeper in keepers]
                for each in playing:
                    each.result(LONGEST_START)
            check(data, keepers, whole=kill % 50 == 49)
    check(data, keepers, whole=True)
    return keepers


def check_page(keeper: Keeper) -> None:
    """A phone that comes back sees what it was told, or one entry more, of which it was not."""
    if keeper.table:
        page = keeper.phone.get(f"{keeper.table}/plain").text
        totals = tuple(map(int, re.findall(r'class="points">(-?[0-9]+)<', page)))
        after = keeper.sheet.apply(keeper.tap["entry"]) if keeper.tap else keeper.sheet
        assert totals in (keeper.sheet.totals, after.totals)


def test_what_was_answered_outlives_two_kills(tmp_path: Path) -> None:
    keepers = go_on(tmp_path, 2)
    assert sum(keeper.taps for keeper in keepers) >= 8


@pytest.mark.long
def test_what_was_answered_outlives_five_hundred_kills(tmp_path: Path) -> None:
    keepers = go_on(tmp_path, 500)
    assert sum(keeper.taps for keeper in keepers) >= 500 * 4
    assert sum(len(keeper.done) for keeper in keepers) > 10


# --- pages that fold the log themselves, several at one table ----------------------------


@dataclass
class SheetGroup:
    """Phones at one table after the other, with the keys of each table."""

    host: Phone
    tables: list[str] = field(default_factory=list)
    stored: dict[str, str] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    opening: Lock = field(default_factory=Lock)
    form: dict[str, str] | None = None

    def after(self, table: str) -> str:
        """The table that follows one, opened by whoever is first."""
        with self.opening:
            if not self.tables or self.tables[-1] == table:
                names = {f"name{seat}": name for seat, name in enumerate(NAMES)}
                self.form = self.form or {"key": new_key(), **names}
                got = self.host.ask("POST", "/new/file-quick", self.form)
                assert got.status == 303, got.problem
                self.tables.append(got.headers["location"])
                self.form = None
            return self.tables[-1]


@dataclass
class SheetPhone:
    """A page that folds the log, and repeats what had no answer; it may enter for everybody."""

    drawn: random.Random
    group: SheetGroup
    table: str = ""
    sheet: Sheet = field(default_factory=empty)
    waiting: dict[str, object] | None = None
    repeated: int = 0

    def play(self, countdown: Countdown) -> None:
        """Enter something until the server is gone."""
        with suppress(*GONE):
            while True:
                self.step()
                countdown.tapped()

    def step(self) -> None:
        if not self.table or (self.sheet.over and self.waiting is None):
            self.table, self.sheet = self.group.after(self.table), empty()
        if self.waiting is None:
            entry = drawn_entry(self.drawn, self.sheet)
            line = self.sheet.actor if entry.startswith("bid") else None
            deal = self.sheet.deal
            self.waiting = {"key": new_key().zfill(32), "deal": deal, "for": line, "entry": entry}
        else:
            self.repeated += 1
        self.settle()

    def settle(self) -> None:
        """Send what waits once; keep it if there is no answer."""
        assert self.waiting is not None
        seen, key = len(self.sheet.log), str(self.waiting["key"])
        got = self.group.host.post(self.table, {**self.waiting, "seen": seen})
        for event in got.json["events"]:
            assert event["n"] == len(self.sheet.log) + 1
            assert event["for"] in (None, self.sheet.actor)
            self.sheet = self.sheet.apply(event["entry"])
        if got.status in (200, 201):
            self.group.stored[key] = self.table
        else:
            assert got.status in (409, 422), (got.status, got.text)
            self.group.refused.add(key)
        self.waiting = None


def check_group(data: Path, group: SheetGroup, phones: list[SheetPhone]) -> None:
    """What was answered is in the file once, what was refused is not, and nothing else is."""
    store = Store(data)
    assert store.integrity_errors() == ()
    waiting = {str(one.waiting["key"]) for one in phones if one.waiting}
    found: dict[str, str] = {}
    for table in group.tables:
        events = store.events(table.rpartition("/")[2])
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        sheet = empty()
        for event in events[1:]:
            did = read_event(event.body).did
            assert isinstance(did, EntryMade)
            assert did.line in (None, sheet.actor), "nobody's bid is another's"
            sheet = sheet.apply(did.entry)
            assert event.key not in found
            found[event.key] = table
    store.close()
    assert group.stored.items() <= found.items()
    assert not group.refused & found.keys()
    assert found.keys() <= group.stored.keys() | waiting


def kill_under_pages(folder: Path, kills: int) -> tuple[SheetGroup, int]:
    """Kill it so often while three phones enter at one table; then all that waits is sent."""
    rules, data = folder / "quick.clag", folder / "tables.db"
    rules.write_text(RULES, "utf-8")
    group, drawn = SheetGroup(Phone("")), random.Random(5)
    pages = [SheetPhone(random.Random(number), group) for number in range(3)]
    with ThreadPoolExecutor(len(pages)) as threads:
        for _ in range(kills):
            with a_server(data, rules) as (address, program):
                group.host.server = address
                countdown = Countdown(program, drawn.randint(4, 20), drawn.random() * 0.02)
                for each in [threads.submit(page.play, countdown) for page in pages]:
                    each.result(LONGEST_START)
            check_group(data, group, pages)
    with a_server(data, rules) as (address, _):
        group.host.server = address
        for page in pages:
            if page.waiting is not None:
                page.settle()
    check_group(data, group, pages)
    return group, sum(page.repeated for page in pages)


def test_pages_that_repeat_what_had_no_answer_lose_and_double_nothing(tmp_path: Path) -> None:
    group, repeated = kill_under_pages(tmp_path, 3)
    assert len(group.stored) >= 6
    assert repeated > 0


@pytest.mark.long
def test_five_hundred_kills_under_pages_lose_and_double_nothing(tmp_path: Path) -> None:
    group, repeated = kill_under_pages(tmp_path, 500)
    assert len(group.stored) >= 500 * 2
    assert len(group.tables) > 10
    assert repeated > 300


# --- between a tap and its answer, at a table where the server deals ----------------------


@dataclass
class OnlineMatch:
    """The phones of a match, what they were told is done, and the tap without an answer."""

    address: str
    phones: list[Phone]
    done: list[tuple[str, str]] = field(default_factory=list)
    waiting: tuple[Phone, dict[str, str]] | None = None
    over: bool = False

    def drawn_tap(self, drawn: random.Random) -> None:
        """Choose what is tapped next, of all that the pages offer whose turn it is."""
        pages = [(phone, phone.get(f"{self.address}/plain").text) for phone in self.phones]
        taps = [(phone, page, text) for phone, page in pages for text in offered(page)]
        if not taps:
            self.over = True
            return
        phone, page, text = drawn.choice(taps)
        seen = re.search(r'name="seen" value="([0-9]+)"', page)
        assert seen is not None
        self.waiting = phone, {"key": new_key(), "seen": seen[1], "entry": text}

    def tap(self) -> None:
        """Tap it, again where it was tapped before."""
        assert self.waiting is not None
        phone, form = self.waiting
        got = phone.ask("POST", f"{self.address}/plain", form)
        assert got.status == 303, (got.status, got.problem, form)
        self.done.append((form["key"], form["entry"]))
        self.waiting = None


def sat_down(server: str) -> OnlineMatch:
    """Three people at a table, each with a phone."""
    host = Phone(server)
    address = host.play("file-quick", "me", "person", "person")
    guests = [Phone(server) for _ in range(2)]
    for guest, code in zip(guests, host.codes(address)[1:], strict=False):
        assert guest.join(code).status == 303
    return OnlineMatch(address, [host, *guests])


def check_match(data: Path, match: OnlineMatch) -> bool:
    """Whether the tap without an answer is kept; what was answered is, in order, each once."""
    store = Store(data)
    assert store.integrity_errors() == ()
    events = store.events(match.address.rpartition("/")[2])
    store.close()
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert len({event.key for event in events}) == len(events)
    deeds = [(event.key, read_event(event.body).did) for event in events]
    kept = [(key, did.action) for key, did in deeds if isinstance(did, ActionMade)]
    waits = match.waiting
    more = [] if waits is None else [(waits[1]["key"], waits[1]["entry"])]
    assert kept in (match.done, [*match.done, *more])
    return len(kept) > len(match.done)


def kill_at_taps(folder: Path, kills: int) -> tuple[int, int]:
    """Kill it so often while a tap is on its way: how many were kept unanswered, how many lost."""
    rules, data = folder / "quick.clag", folder / "tables.db"
    rules.write_text(RULES, "utf-8")
    drawn = random.Random(11)
    match: OnlineMatch | None = None
    kept = lost = 0
    for _ in range(kills):
        with a_server(data, rules) as (address, program):
            if match is None or match.over:
                match = sat_down(address)
            for phone in match.phones:
                phone.server = address
            if match.waiting is not None:
                match.tap()
            for _ in range(drawn.randint(0, 3)):
                match.drawn_tap(drawn)
                if match.waiting is not None:
                    match.tap()
            match.drawn_tap(drawn)
            if match.waiting is not None:
                killing = Timer(drawn.random() * 0.006, program.kill)
                killing.start()
                with suppress(*GONE):
                    match.tap()
                killing.join()
        if check_match(data, match):
            kept += 1
        elif match.waiting is not None:
            lost += 1
    return kept, lost


def test_a_tap_that_a_kill_left_unanswered_is_done_once_at_an_online_table(tmp_path: Path) -> None:
    kill_at_taps(tmp_path, 3)


@pytest.mark.long
def test_two_hundred_kills_between_tap_and_answer_at_an_online_table(tmp_path: Path) -> None:
    kept, lost = kill_at_taps(tmp_path, 200)
    assert kept, "some die after an action is kept and before it is told"
    assert lost, "some die before it is kept"
