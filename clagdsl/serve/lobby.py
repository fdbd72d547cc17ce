"""All tables of a file: those asked for stand in memory, as the fold of what the file has."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hmac import compare_digest
from typing import Final, ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from clagdsl.api import PlayableGame, load
from clagdsl.lang.errors import ClagError
from clagdsl.serve.form_turn import FormTurn
from clagdsl.serve.keeper_table import (
    KeeperTable,
    opened_table,
    why_moved_on,
    why_not_allowed,
)
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.offered_games import OfferedGames, rules_text, text_hash
from clagdsl.serve.online_table import (
    PROGRAM,
    DealSecret,
    OnlineTable,
    opened_match,
    read_secret,
    why_not_at_match,
)
from clagdsl.serve.pace import Pace
from clagdsl.serve.seat_tokens import hash_of
from clagdsl.serve.strangers_rules import StrangersRules
from clagdsl.serve.table_events import (
    Deed,
    EntryMade,
    MatchOpened,
    Member,
    TableDeleted,
    TableEvent,
    TableOpened,
    body_of,
    read_event,
)
from clagdsl.storage.store import Store
from clagdsl.storage.stored import (
    Kept,
    NewEvent,
    OutOfStepError,
    Standing,
    StorageError,
    StoredEvent,
    StoredTable,
)
from clagdsl.storage.stored_file import StoredFile

MOST_OPEN: Final = 1000
"""So many tables stand in memory; those that nobody looks at go first."""
UNUSED_DAYS: Final = 7
"""So many days a table is kept at which nothing has happened since it was opened."""
SWEPT: Final = "swept"
"""The key of the event that deletes a table which nobody has used."""
SILENCE: Final = 15.0
"""After so many seconds a page is told that the server is still there."""

Given = ParamSpec("Given")
Made = TypeVar("Made")

AnyTable: TypeAlias = KeeperTable | OnlineTable
"""A table with real cards, or one at which the server deals."""


class MovedOnError(NotAllowedError):
    """Something has happened at the table that whoever acts had not seen."""


@dataclass(frozen=True, slots=True)
class Done:
    """A table after a deed; `again` if the deed was done before."""

    table: AnyTable
    again: bool = False


class ChangeListener:
    """Who wants to know of changes: one task waits, and is woken."""

    def __init__(self) -> None:
        self.ended = False
        self._changed = False
        self._waiting: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """There is something new."""
        self._changed = True
        self._go_on()

    def end(self) -> None:
        """Nobody wants to know any more."""
        self.ended = True
        self._go_on()

    async def woken(self, longest: float) -> bool:
        """Wait for something new; false if so many seconds have passed without."""
        if not self._changed and not self.ended:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            enough = loop.call_later(longest, self._go_on)
            try:
                await self._waiting
            finally:
                enough.cancel()
                self._waiting = None
        woken, self._changed = self._changed or self.ended, False
        return woken

    def _go_on(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


@dataclass(slots=True)
class _Open:
    """A table in memory: where it stands, its events by their keys, who listens.

    `rules` is the fingerprint under which the file has its rules, `keys` has of each event a hash.
    """

    table: AnyTable
    rules: str
    keys: dict[str, int]
    pace: Pace = field(default_factory=Pace)
    acting: asyncio.Lock = field(default_factory=asyncio.Lock)
    listening: set[ChangeListener] = field(default_factory=set)


class Lobby:
    """The tables of a file; one event loop asks."""

    def __init__(
        self, store: Store, games: OfferedGames, strangers: StrangersRules | None = None
    ) -> None:
        self._store = store
        self._games = games
        self.strangers: Final = StrangersRules(games) if strangers is None else strangers
        self._open: dict[str, _Open] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._ended = False
        self.happened: Callable[[str], None] = lambda _name: None
        """Told the name of a table that is in memory anew, or at which something has happened."""

    async def table(self, name: str) -> AnyTable | None:
        """The table of that name, None where there is none; raises StorageError."""
        found = await self._found(name)
        return None if found is None else found.table

    def listed(
        self, standing: Standing, limit: int, before: tuple[str, str] | None = None
    ) -> tuple[StoredTable, ...]:
        """Tables that stand so, the last changed first; raises StorageError."""
        return self._store.tables(standing, limit, before)

    def number_of(self, standing: Standing) -> int:
        """How many tables stand so; raises StorageError."""
        return self._store.number_of(standing)

    async def open(self, name: str, key: str, game: PlayableGame, opened: TableOpened) -> AnyTable:
        """A new table, or the one of that name; raises ArgumentError, StorageError."""
        there = await self.table(name)
        if there is not None:
            return there
        named = replace(game, reference=opened.game)
        table = await self.in_thread(game, opened_table, name, named, opened)
        return await self._opened(table, key, TableEvent(opened.host.id, opened))

    async def deal(
        self, name: str, key: str, game: PlayableGame, opened: MatchOpened, secret: DealSecret
    ) -> AnyTable:
        """A new table at which the server deals, or the one of that name.

        Raises ArgumentError, StorageError.
        """
        there = await self.table(name)
        if there is not None:
            return there
        named = replace(game, reference=opened.game)
        table = await self.in_thread(game, opened_match, name, named, opened, secret)
        return await self._opened(table, key, TableEvent(opened.host.id, opened), secret.text)

    async def _opened(
        self, table: AnyTable, key: str, event: TableEvent, secret: str | None = None
    ) -> AnyTable:
        text = await self.in_thread(table.game, rules_text, table.game)
        rules = text_hash(text)
        kept = await self._keep(table, rules, key, event, text, secret)
        if kept.again:
            # the same tap came twice at once: the table that was kept is the one
            found = await self.table(table.name)
            assert found is not None
            return found
        self._remember(table.name, _Open(table, rules, {key: hash(body_of(event))}))
        return table

    async def in_thread(
        self,
        game: PlayableGame,
        work: Callable[Given, Made],
        /,
        *given: Given.args,
        **more: Given.kwargs,
    ) -> Made:
        """What work for a game comes to, in a thread; strangers' rules have one of their own."""
        if game.proved_elsewhere:
            return await self.strangers.apart.run(work, *given, **more)
        return await asyncio.to_thread(work, *given, **more)

    async def sweep(self, now: str) -> int:
        """Delete tables that were opened long before a time and never used; return how many.

        Raises StorageError.
        """
        empty = await asyncio.to_thread(self._store.never_used, now, UNUSED_DAYS)
        for name in empty:
            [first, *more] = await asyncio.to_thread(self._store.events, name)
            found = self._store.table(name)
            if more or found is None:
                continue
            body = body_of(TableEvent("", TableDeleted()))
            new = NewEvent(name, 2, SWEPT, body, first.rules, found.summary, "deleted")
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
        did: Deed,
        turn: FormTurn | None = None,
    ) -> Done:
        """Do something at a table, which was shown after `seen` events and for a `turn`.

        Answered once it is safe on the disk.  The same again with the same key changes nothing.
        Raises NotAllowedError, IllegalAction, StorageError, and MovedOnError, also for something
        else with that key: somebody went back to a page that was used.
        """
        found = await self._found(name)
        if found is None:
            raise NotAllowedError("there is no such table")
        async with found.acting:
            table = found.table
            event = TableEvent(by, did)
            asked = hash(body_of(event))
            if key in found.keys:
                if found.keys[key] != asked:
                    raise MovedOnError("this page was used before, for something else: look again")
                return Done(table, again=True)
            if table.deleted:
                raise NotAllowedError("this table was deleted")
            moved = _why_moved_on(table, turn, seen, did)
            if moved is not None:
                raise MovedOnError(moved)
            why = _why_not(table, by, did)
            if why is not None:
                raise NotAllowedError(why)
            # a correction counts a whole match anew: no other table waits for it
            anew = isinstance(did, EntryMade) and did.entry.startswith("correct")
            if table.game.proved_elsewhere:
                after = await self.in_thread(table.game, _after, table, event)
            else:
                after = await found.pace.run(partial(_after, table, event), slow=anew)
            try:
                # it is written whatever becomes of whoever waits for the answer
                await asyncio.shield(self._keep(after, found.rules, key, event))
            except BaseException:
                # what the file has is asked when the table is wanted next
                self._open.pop(name, None)
                self._tell(found)
                raise
            found.table = after
            found.keys[key] = asked
            self._tell(found)
            self.happened(name)
            return Done(after)

    async def changes(
        self, name: str, listener: ChangeListener
    ) -> AsyncGenerator[AnyTable | None, None]:
        """A table as it stands now and whenever it stands otherwise, None where it does not long.

        Ends with the listener.  Raises StorageError.
        """
        found: _Open | None = None
        try:
            told: AnyTable | None = None
            while not self._ended and not listener.ended:
                now = self._open.get(name) or await self._found(name)
                if now is None:
                    return
                if now is not found:
                    if found is not None:
                        found.listening.discard(listener)
                    now.listening.add(listener)
                    found = now
                if now.table is not told:
                    told = now.table
                    yield told
                elif not await listener.woken(SILENCE):
                    yield None
        finally:
            if found is not None:
                found.listening.discard(listener)

    def end(self) -> None:
        """Tell nobody of changes any more."""
        self._ended = True
        for found in self._open.values():
            self._tell(found)

    # --- memory and file ------------------------------------------------------------------

    async def _keep(
        self,
        table: AnyTable,
        rules: str,
        key: str,
        event: TableEvent,
        text: str | None = None,
        secret: str | None = None,
    ) -> Kept:
        new = NewEvent(
            table.name,
            table.number,
            key,
            body_of(event),
            rules,
            table.summary,
            table.standing,
            text,
            secret,
        )
        return await asyncio.wrap_future(self._store.add(new))

    async def _found(self, name: str) -> _Open | None:
        found = self._open.get(name)
        if found is not None:
            return found
        opening = self._opening.get(name)
        if opening is None:
            opening = self._opening[name] = asyncio.Lock()
        async with opening:
            if name not in self._open:
                loaded = await self._load(name)
                if loaded is None:
                    return None
                self._remember(name, loaded)
            return self._open[name]

    async def _load(self, name: str) -> _Open | None:
        """The fold of what the file has of a table."""
        events = await asyncio.to_thread(self._store.events, name)
        if not events:
            return None
        secret = self._store.secret(name)
        game = await self._rules_of(events[0])
        table = await self.in_thread(game, folded, events, game, secret)
        return _Open(table, events[0].rules, {one.key: hash(one.body) for one in events})

    async def _rules_of(self, first: StoredEvent) -> PlayableGame:
        text = await asyncio.to_thread(self._store.rules, first.rules)
        game = None if text is None else await asyncio.to_thread(self._games.known, text)
        if game is None and text is not None:
            did = read_event(first.body).did
            assert isinstance(did, TableOpened | MatchOpened)
            chosen = {one.name: one.value for one in did.parameters}
            game = await self.strangers.kept(text, chosen)
        if game is None:
            why = "are missing in the file" if text is None else "are those of an older clagdsl"
            raise StorageError(f"the rules of table {first.table} {why}")
        return game

    def _remember(self, name: str, opened: _Open) -> None:
        self._open[name] = opened
        self.happened(name)
        if len(self._open) > MOST_OPEN:
            idle = (
                other
                for other, one in self._open.items()
                if other != name and not one.listening and not one.acting.locked()
            )
            for other in list(idle)[: MOST_OPEN // 4]:
                del self._open[other]

    def _tell(self, found: _Open) -> None:
        for one in found.listening:
            one.wake()


def folded(
    events: tuple[StoredEvent, ...], game: PlayableGame, secret: str | None = None
) -> AnyTable:
    """The table that these events come to; `secret` is what it keeps to itself."""
    first = read_event(events[0].body).did
    table: AnyTable
    if isinstance(first, MatchOpened):
        if secret is None:
            raise StorageError(f"what deals the cards of table {events[0].table} is missing")
        game = replace(game, reference=first.game)
        table = opened_match(events[0].table, game, first, read_secret(secret))
    else:
        assert isinstance(first, TableOpened)
        table = opened_table(events[0].table, replace(game, reference=first.game), first)
    for event in events[1:]:
        table = table.after(read_event(event.body))
    return table


def _after(table: AnyTable, event: TableEvent) -> AnyTable:
    """A table after an event; raises IllegalAction, NotAllowedError."""
    return table.after(event)


def _why_not(table: AnyTable, by: str, did: Deed) -> str | None:
    """Why a member may not do something at a table, or None."""
    if isinstance(table, KeeperTable):
        return why_not_allowed(table, table.member(by), did)
    member = PROGRAM if by == PROGRAM.id else table.member(by)
    return why_not_at_match(table, member, did)


def _why_moved_on(
    table: AnyTable, turn: FormTurn | None, seen: int | None, did: Deed
) -> str | None:
    """Return why something is not for the table as it stands, or None if it is."""
    if isinstance(table, KeeperTable):
        return why_moved_on(table, turn, seen, did)
    return table.why_moved_on(turn, seen, did)


def member_with(table: AnyTable, token: str) -> Member | None:
    """Whose secret this is, at a table."""
    kept = hash_of(token)
    matching = [one for one in table.members if compare_digest(kept, one.token)]
    return matching[0] if matching else None


# --- what an export leaves out: bids that not everybody may know yet ---------------------


_game = lru_cache(maxsize=50)(load)
"""Many tables play the same rules, which take a moment to be checked."""


def untold_events(file: StoredFile, table: str) -> Collection[int]:
    """The numbers of the events of a table that are not for everybody; all where nobody can say."""
    events = file.events(table)
    try:
        text = file.rules(events[0].rules)
        if text is not None:
            found = folded(events, _game(text=text), file.secret(table))
            return found.untold if isinstance(found, OnlineTable) else ()
    except ClagError:
        pass  # rules that this version does not read: nobody can say what they hide
    return range(2, len(events) + 1)
