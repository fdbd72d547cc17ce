"""The tables of a file: loaded on demand, changed by events, and watched by listeners.

A table is the fold of its events, and `Lobby.act` adds one. While holding the table's lock, it
checks the request key, the turn and the permissions, applies the event, and stores it. The new
state is shown only when the event is on disk. If storing fails, the table is dropped from memory,
and the next request replays it from the file.

If a request key was already used for the same event, the current table is returned unchanged. Slow
work runs in threads; games with users' own rules share one thread, so that they delay no other
table. Above `MOST_OPEN` tables, some that nobody watches are dropped from memory.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hmac import compare_digest
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from clagdsl.api import PlayableGame, load
from clagdsl.lang.errors import ClagError
from clagdsl.serve.form_turn import FormTurn
from clagdsl.serve.keeper_table import (
    EntryPosition,
    KeeperTable,
    create_keeper_table,
    why_not_allowed,
    why_stale,
)
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.offered_games import OfferedGames, rules_text, text_hash
from clagdsl.serve.offload import Offloader
from clagdsl.serve.online_table import (
    PROGRAM,
    OnlineTable,
    Sign,
    create_match,
    why_match_command_refused,
)
from clagdsl.serve.seat_tokens import hash_token
from clagdsl.serve.seed_draw import DealSecret, read_secret
from clagdsl.serve.table_events import (
    EntryMade,
    MatchOpened,
    Member,
    QuestionAnswered,
    RestClaimed,
    TableCommand,
    TableDeleted,
    TableEvent,
    TableOpened,
    UndoAsked,
    event_json,
    read_event,
)
from clagdsl.serve.table_messages import TableMessage, Text
from clagdsl.serve.user_rules import UserRules
from clagdsl.serve.worker_pool import WorkerError
from clagdsl.storage.model import (
    DamagedFileError,
    NewEvent,
    OutOfStepError,
    Standing,
    StorageError,
    StoredEvent,
    StoredResult,
    StoredTable,
)
from clagdsl.storage.store import Store
from clagdsl.storage.stored_file import StoredFile

MOST_OPEN: Final = 1000
"""Number of tables in memory above which tables without listeners are dropped."""
UNUSED_DAYS: Final = 7
"""Days after which a table is deleted if nothing has happened since it was opened."""
SWEPT: Final = "swept"
"""The event key for the deletion of an unused table."""
KEEP_ALIVE_SECONDS: Final = 15.0
"""Seconds without a change after which listeners get a keep-alive message."""

DAMAGE: Final = (ClagError, AssertionError, LookupError, TypeError, ValueError)
"""The errors of events that cannot be read, or do not fit the events before them."""

Params = ParamSpec("Params")
Result = TypeVar("Result")

AnyTable: TypeAlias = KeeperTable | OnlineTable
"""A table with real cards, or one whose cards the server deals."""


class StaleFormError(NotAllowedError):
    """Raised if the table has changed since the form for this command was rendered."""


class KeyReusedError(StaleFormError):
    """Raised if the key of this command was used for another one."""


@dataclass(frozen=True, slots=True)
class ActResult:
    """The table after a command; `is_repeat` is true if the same request had been made before."""

    table: AnyTable
    is_repeat: bool = False


class ChangeListener:
    """Waits for changes of a table, on behalf of one task."""

    def __init__(self) -> None:
        self.ended = False
        self._changed = False
        self._waiting: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Wakes the task because the table has changed."""
        self._changed = True
        self._resume()

    def end(self) -> None:
        """Ends the listener, and wakes its task."""
        self.ended = True
        self._resume()

    async def wait_for_change(self, longest: float) -> bool:
        """Waits for a change or the end; returns False if neither came within `longest` seconds."""
        if not self._changed and not self.ended:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            enough = loop.call_later(longest, self._resume)
            try:
                await self._waiting
            finally:
                enough.cancel()
                self._waiting = None
        woken, self._changed = self._changed or self.ended, False
        return woken

    def _resume(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


@dataclass(slots=True)
class _OpenTable:
    """A table in memory: its current state, its request keys, and its listeners.

    `rules` is the hash under which the file stores the rules. `keys` maps each request key to a
    hash of its event.
    """

    table: AnyTable
    rules: str
    keys: dict[str, int]
    offloader: Offloader = field(default_factory=Offloader)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[ChangeListener] = field(default_factory=set)


class Lobby:
    """The tables of a file, for one event loop."""

    def __init__(
        self, store: Store, games: OfferedGames, user_rules: UserRules | None = None
    ) -> None:
        self._store = store
        self._games = games
        self.user_rules: Final = UserRules(games) if user_rules is None else user_rules
        self._open: dict[str, _OpenTable] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._ended = False
        self.on_change: Callable[[str], None] = lambda _name: None
        """Called with a table's name when the table is loaded or changed."""

    async def table(self, name: str) -> AnyTable | None:
        """Returns the table with that name, or None; raises StorageError if it cannot be read."""
        entry = await self._get_open(name)
        return None if entry is None else entry.table

    async def rules_hash(self, name: str) -> str | None:
        """Returns the hash under which the rules of a table are stored, or None for an unknown
        table; raises StorageError if it cannot be read.
        """
        entry = await self._get_open(name)
        return None if entry is None else entry.rules

    async def stored_rules(self, rules: str) -> str | None:
        """Returns the rules stored under a hash, or None; raises StorageError."""
        return await asyncio.to_thread(self._store.rules, rules)

    def list_tables(
        self, standing: Standing, limit: int, before: tuple[str, str] | None = None
    ) -> tuple[StoredTable, ...]:
        """Returns tables with this standing, most recently changed first.

        `before` is the time and name of the last table on the previous page. Raises StorageError if
        the file cannot be read.
        """
        return self._store.tables(standing, limit, before)

    def stored_table(self, name: str) -> StoredTable | None:
        """Returns the table with that name as in a list, or None; raises StorageError if the file
        cannot be read.
        """
        return self._store.table(name)

    def summary(self, table: StoredTable) -> dict[str, Any]:
        """Returns the summary of a table in a list; raises StorageError if it is damaged."""
        try:
            found = json.loads(table.summary)
        except ValueError as error:
            cause = f"summary of table {table.name}: {type(error).__name__}"
            raise DamagedFileError(self._store.path, cause) from error
        assert isinstance(found, dict)
        return found

    def number_of(self, standing: Standing) -> int:
        """Returns the number of tables with this standing; raises StorageError if the file cannot
        be read.
        """
        return self._store.count_tables(standing)

    async def open(self, name: str, key: str, game: PlayableGame, opened: TableOpened) -> AnyTable:
        """Returns a new table, or the existing one with that name.

        Raises ArgumentError if the rules do not allow its players or values, and StorageError if it
        cannot be stored.
        """
        there = await self.table(name)
        if there is not None:
            return there
        named = replace(game, reference=opened.game)
        table = await self.run_in_thread(game, create_keeper_table, name, named, opened)
        return await self._store_new_table(table, key, TableEvent(opened.host.id, opened))

    async def deal(
        self, name: str, key: str, game: PlayableGame, opened: MatchOpened, secret: DealSecret
    ) -> AnyTable:
        """Returns a new table whose cards the server deals, or the existing one with that name.

        Raises ArgumentError if the rules do not allow its players or values, and StorageError if it
        cannot be stored.
        """
        there = await self.table(name)
        if there is not None:
            return there
        named = replace(game, reference=opened.game)
        table = await self.run_in_thread(game, create_match, name, named, opened, secret)
        return await self._store_new_table(
            table, key, TableEvent(opened.host.id, opened), secret.text
        )

    async def _store_new_table(
        self, table: AnyTable, key: str, event: TableEvent, secret: str | None = None
    ) -> AnyTable:
        text = await self.run_in_thread(table.game, rules_text, table.game)
        rules = text_hash(text)
        kept = await self._store_event(table, rules, key, event, text, secret)
        if kept.is_duplicate:
            # the same request came twice at once: return the table that was stored
            existing = await self.table(table.name)
            assert existing is not None
            return existing
        self._cache(table.name, _OpenTable(table, rules, {key: _request_hash(event_json(event))}))
        return table

    async def run_in_thread(
        self,
        game: PlayableGame,
        work: Callable[Params, Result],
        /,
        *args: Params.args,
        **more: Params.kwargs,
    ) -> Result:
        """Runs work for a game in a thread; games with users' own rules share a separate thread."""
        if game.proved_elsewhere:
            return await self.user_rules.thread.run(work, *args, **more)
        return await asyncio.to_thread(work, *args, **more)

    async def delete_unused(self, now: str) -> int:
        """Deletes tables that were never used since they were opened long before `now`.

        Returns the number of deleted tables. Raises StorageError if the file cannot be read or
        written.
        """
        empty = await asyncio.to_thread(self._store.never_used, now, UNUSED_DAYS)
        for name in empty:
            [first, *more] = await asyncio.to_thread(self._store.events, name)
            stored = self._store.table(name)
            if more or stored is None:
                continue
            body = event_json(TableEvent("", TableDeleted()))
            new = NewEvent(name, 2, SWEPT, body, first.rules, stored.summary, "deleted")
            with suppress(OutOfStepError):
                await asyncio.wrap_future(self._store.add(new))
                self._open.pop(name, None)
        return len(empty)

    async def act(
        self,
        name: str,
        key: str,
        seen: int | None,
        by: str,
        did: TableCommand,
        turn: FormTurn | EntryPosition | None = None,
    ) -> ActResult:
        """Executes a command at a table, given the number of events `seen` and the `turn` of its
        form, or the position of the phone that made the entry.

        Returns once the event is on disk. A repeated request with the same key and command changes
        nothing.

        Raises NotAllowedError if the member may not make the command, IllegalAction if the rules
        forbid it, and StorageError if it cannot be stored. Raises StaleFormError if the table has
        changed since the form was rendered, or KeyReusedError if the key was used for another
        command.
        """
        entry = await self._get_open(name)
        if entry is None:
            raise NotAllowedError(TableMessage(Text.NO_TABLE))
        async with entry.lock:
            table = entry.table
            event = TableEvent(by, did)
            event_hash = _request_hash(event_json(event))
            if key in entry.keys:
                if entry.keys[key] != event_hash:
                    raise KeyReusedError(TableMessage(Text.KEY_REUSED))
                return ActResult(table, is_repeat=True)
            if table.deleted:
                raise NotAllowedError(TableMessage(Text.TABLE_DELETED))
            if table.member(by) is None:
                _check_allowed(table, by, did)  # a guest needs a seat, not a newer page
            moved = _why_stale(table, turn, seen, did)
            if moved is not None:
                raise StaleFormError(moved)
            _check_allowed(table, by, did)
            # these replay the whole match or search, so they always run in a thread
            is_slow = isinstance(did, RestClaimed | UndoAsked | QuestionAnswered) or (
                isinstance(did, EntryMade) and did.entry.startswith("correct")
            )
            if table.game.proved_elsewhere:
                event, after = await self.run_in_thread(table.game, _apply_event, table, event)
            else:
                work = partial(_apply_event, table, event)
                event, after = await entry.offloader.run(work, slow=is_slow)
            try:
                # the write finishes even if this request is cancelled
                result = await asyncio.shield(self._store_event(after, entry.rules, key, event))
            except BaseException:
                # the file may or may not have the event: reload the table when it is needed next
                self._open.pop(name, None)
                self._wake_listeners(entry)
                raise
            entry.table = after = _with_stored_event(after, event, result.event)
            entry.keys[key] = event_hash
            self._wake_listeners(entry)
            self.on_change(name)
            return ActResult(after)

    async def give_sign(self, name: str, sign: Sign) -> TableMessage | None:
        """Shows a sign to everybody at a match; it is not stored. Returns why not, or None."""
        entry = await self._get_open(name)
        if entry is None or not isinstance(entry.table, OnlineTable):
            return TableMessage(Text.NO_MATCH)
        async with entry.lock:
            table = entry.table
            assert isinstance(table, OnlineTable)
            why = table.why_no_sign(sign)
            if why is None:
                entry.table = table.with_sign(sign)
                self._wake_listeners(entry)
            return why

    async def changes(
        self, name: str, listener: ChangeListener
    ) -> AsyncGenerator[AnyTable | None, None]:
        """Yields a table now and after every change; None if nothing has changed for a while.

        It ends when the listener ends. Raises StorageError if the table cannot be read.
        """
        entry: _OpenTable | None = None
        try:
            last_sent: AnyTable | None = None
            while not self._ended and not listener.ended:
                now = self._open.get(name) or await self._get_open(name)
                if now is None:
                    return
                if now is not entry:
                    if entry is not None:
                        entry.listeners.discard(listener)
                    now.listeners.add(listener)
                    entry = now
                if now.table is not last_sent:
                    last_sent = now.table
                    yield last_sent
                elif not await listener.wait_for_change(KEEP_ALIVE_SECONDS):
                    yield None
        finally:
            if entry is not None:
                entry.listeners.discard(listener)

    def end(self) -> None:
        """Ends all listeners, when the server shuts down."""
        self._ended = True
        for entry in self._open.values():
            self._wake_listeners(entry)

    # --- memory and file ----------------------------------------------------------------

    async def _store_event(
        self,
        table: AnyTable,
        rules: str,
        key: str,
        event: TableEvent,
        text: str | None = None,
        secret: str | None = None,
    ) -> StoredResult:
        new = NewEvent(
            table.name,
            table.number,
            key,
            event_json(event),
            rules,
            table.summary,
            table.standing,
            text,
            secret,
        )
        return await asyncio.wrap_future(self._store.add(new))

    async def _get_open(self, name: str) -> _OpenTable | None:
        entry = self._open.get(name)
        if entry is not None:
            return entry
        opening = self._opening.get(name)
        if opening is None:
            opening = self._opening[name] = asyncio.Lock()
        async with opening:
            if name not in self._open:
                loaded = await self._load(name)
                if loaded is None:
                    return None
                self._cache(name, loaded)
            return self._open[name]

    async def _load(self, name: str) -> _OpenTable | None:
        """Loads a table by replaying its events; returns None if the file has none."""
        events = await asyncio.to_thread(self._store.events, name)
        if not events:
            return None
        secret = self._store.secret(name)
        try:
            game = await self._load_rules(events[0])
            table = await self.run_in_thread(game, replay_events, events, game, secret)
        except (StorageError, WorkerError):
            raise
        except DAMAGE as error:
            # the text of the error may have a card that nobody may see
            cause = f"table {name}: {type(error).__name__}"
            raise DamagedFileError(self._store.path, cause) from error
        keys = {one.key: _request_hash(one.body) for one in events}
        return _OpenTable(table, events[0].rules, keys)

    async def _load_rules(self, first: StoredEvent) -> PlayableGame:
        text = await asyncio.to_thread(self._store.rules, first.rules)
        game = None if text is None else await asyncio.to_thread(self._games.find_by_text, text)
        if game is None and text is not None:
            did = read_event(first.body).did
            assert isinstance(did, TableOpened | MatchOpened)
            chosen = {one.name: one.value for one in did.parameters}
            game = await self.user_rules.restore(text, chosen)
        if game is None:
            why = "are missing in the file" if text is None else "are those of an older clagdsl"
            raise StorageError(f"the rules of table {first.table} {why}")
        return game

    def _cache(self, name: str, opened: _OpenTable) -> None:
        self._open[name] = opened
        self.on_change(name)
        if len(self._open) > MOST_OPEN:
            idle = (
                other
                for other, one in self._open.items()
                if other != name and not one.listeners and not one.lock.locked()
            )
            for other in list(idle)[: MOST_OPEN // 4]:
                del self._open[other]

    def _wake_listeners(self, entry: _OpenTable) -> None:
        for one in entry.listeners:
            one.wake()


def replay_events(
    events: tuple[StoredEvent, ...], game: PlayableGame, secret: str | None = None
) -> AnyTable:
    """Returns the table after these events; `secret` is the text of its seed and salt."""
    first = read_event(events[0].body).did
    table: AnyTable
    if isinstance(first, MatchOpened):
        if secret is None:
            raise StorageError(f"what deals the cards of table {events[0].table} is missing")
        game = replace(game, reference=first.game)
        table = create_match(events[0].table, game, first, read_secret(secret))
    else:
        assert isinstance(first, TableOpened)
        table = create_keeper_table(events[0].table, replace(game, reference=first.game), first)
    for stored in events[1:]:
        event = read_event(stored.body)
        table = _with_stored_event(table.apply(event), event, stored)
    return table


def _with_stored_event(table: AnyTable, event: TableEvent, stored: StoredEvent) -> AnyTable:
    """Returns a table whose log has the key and the time under which its last event is stored."""
    if isinstance(table, KeeperTable) and isinstance(event.did, EntryMade):
        return table.with_stored_entry(stored.key, stored.time)
    return table


def _apply_event(table: AnyTable, event: TableEvent) -> tuple[TableEvent, AnyTable]:
    """Returns an event, completed by what only the server knows, and the table after it.

    Raises IllegalAction if the rules forbid it, and NotAllowedError if this kind of table does not
    have such events.
    """
    if isinstance(table, OnlineTable):
        event = replace(event, did=table.completed(event.did))
    return event, table.apply(event)


_PLAYS: Final = re.compile(r',"plays":\[[^]]*\]')


def _request_hash(body: str) -> int:
    """Returns a hash of the stored JSON of an event, without what the server has added to it."""
    return hash(_PLAYS.sub("", body))


def _check_allowed(table: AnyTable, by: str, did: TableCommand) -> None:
    """Raises NotAllowedError if a member may not make a command at a table."""
    if isinstance(table, KeeperTable):
        why = why_not_allowed(table, table.member(by), did)
    else:
        member = PROGRAM if by == PROGRAM.id else table.member(by)
        why = why_match_command_refused(table, member, did)
    if why is not None:
        raise NotAllowedError(why)


def _why_stale(
    table: AnyTable, turn: FormTurn | EntryPosition | None, seen: int | None, did: TableCommand
) -> TableMessage | None:
    """Returns why a command does not belong to the table's current turn, or None if it does."""
    if isinstance(table, KeeperTable):
        return why_stale(table, turn, seen, did)
    return table.why_stale(turn, seen, did)


def member_by_token(table: AnyTable, token: str) -> Member | None:
    """Returns the member who has this session token, or None."""
    kept = hash_token(token)
    matching = [one for one in table.members if compare_digest(kept, one.token)]
    return matching[0] if matching else None


# --- events that an export must redact: bids that are not revealed yet ------------------


_load_cached = lru_cache(maxsize=50)(load)
"""A cached `load`, as many tables play the same rules and checking them takes a moment."""


def private_events(file: StoredFile, table: str) -> Collection[int]:
    """Returns the numbers of a table's events that an export must redact.

    If the rules or an event cannot be read, these are all events but the first.
    """
    events = file.events(table)
    try:
        text = file.rules(events[0].rules)
        if text is not None:
            replayed = replay_events(events, _load_cached(text=text), file.secret(table))
            return replayed.private_event_numbers if isinstance(replayed, OnlineTable) else ()
    except DAMAGE:
        pass  # nobody can say what these rules or events hide
    return range(2, len(events) + 1)
