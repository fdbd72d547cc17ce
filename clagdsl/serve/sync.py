"""The JSON interface of tables, for pages that stay open: what score sheets and matches share.

A page loads `now` once. Then it follows the stream `events` (`TableEvents`), and posts what is
entered (`TableSync.enter`). The invariants:

- A key takes effect once. A page that got no answer repeats the request with the same key.
- What is made for a player is taken only while the table waits for that player in that deal. So
  a bid meant for Anna is never taken for Bernd's.
- The server judges by its own state and never trusts the page's.

The status of an answer:

- 201: stored; 200: it was stored before
- 409: the table has moved on; 422: the rules refuse it; 403: this phone may not make it
- 410: the table is deleted; 404: it does not exist; 400 or 413: the request is malformed
- 429 or 503: not stored, try again later
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from clagdsl.engine.actions import TEXT_LIMIT
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.serve.form_fields import WrongFormError
from clagdsl.serve.http import JSON, WebRequest, WebResponse
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.keeper_table import EntryPosition, KeeperTable
from clagdsl.serve.lobby import KeyReusedError, Lobby, StaleFormError
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.online_table import OnlineTable
from clagdsl.serve.page_language import phrase
from clagdsl.serve.rate_limit import EntryRateLimit
from clagdsl.serve.replies import STORAGE_WAIT, member_at, no_answer, sentence
from clagdsl.serve.table_events import Member, TableCommand
from clagdsl.serve.worker_pool import WorkerError
from clagdsl.version import VERSION

REASON: Final = "reason"
"""The JSON key for the text of a refusal."""
_KEY: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
json_text: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

T = TypeVar("T", KeeperTable, OnlineTable)


class MalformedBodyError(ValueError):
    """Raised if the body of a request is malformed; the text explains why."""


class NoTableError(Exception):
    """Raised if a table does not exist; has the response."""

    def __init__(self, response: WebResponse) -> None:
        super().__init__()
        self.response = response


def answer(status: int, fields: JsonObject, retry_after: int | None = None) -> WebResponse:
    """Returns a response with JSON."""
    return WebResponse(json_text(fields), status, JSON, retry_after=retry_after)


GONE: Final = answer(410, {REASON: "This table was deleted."})


# --- values as JSON ---------------------------------------------------------------------


def table_json(table: T, rules: str) -> JsonObject:
    """Returns the facts that hold for the whole match; `rules` is the hash of the rules."""
    return {
        "program": VERSION,
        "name": table.name,
        "title": table.title,
        "game": table.game.reference,
        "rules": rules,
        "parameters": dict(table.match.parameters),
    }


def people_json(table: T, member: Member | None, may: str, codes: JoinCodes) -> JsonObject:
    """Returns the phones at a table, and the rights of the one that asks.

    A `seat` is a line of the sheet, or a seat of the match. `may` has the rights of the phone.
    `code` gives the place of this phone to another one, at `/j/CODE` or `/join`; it is null for a
    guest.
    """
    members: list[JsonValue] = [
        {
            "id": one.id,
            "name": one.name,
            "seat": table.seat_of(one),
            "host": one.id == table.host,
        }
        for one in table.members
    ]
    you: JsonObject = {
        "id": None if member is None else member.id,
        "seat": table.seat_of(member),
        "host": table.is_host(member),
        "may": may,
        "code": None if member is None else codes.own_code(table.name, member.id),
    }
    return {"members": members, "everybody": table.everybody, "you": you}


def note_json(table: T) -> JsonObject:
    """Returns the date and the note of a match."""
    return {"date": table.date, "note": table.note}


# --- the stream -------------------------------------------------------------------------


def event_text(name: str, data: str, number: int | None = None) -> str:
    """Returns a server-sent event; browsers send `number` when they reconnect."""
    id_line = "" if number is None else f"id: {number}\n"
    return f"{id_line}event: {name}\ndata: {data}\n\n"


class TableEvents(ABC, Generic[T]):
    """The server-sent events for one page, which knows everything up to number `after`.

    `program` is the version of the page. If that or the number does not fit, the page is to load
    everything again.
    """

    def __init__(self, request: WebRequest, after: int, codes: JoinCodes) -> None:
        self.request = request
        self.after = after
        self._codes = codes
        self._people: JsonObject | None = None
        self._note: JsonObject | None = None
        self._is_checked = False

    @abstractmethod
    def number(self, table: T) -> int:
        """Returns the number up to which a page knows everything once it has got all events."""

    @abstractmethod
    def may(self, table: T, member: Member | None) -> str:
        """Returns the rights of a phone."""

    @abstractmethod
    def news(self, table: T, member: Member | None) -> Iterator[str]:
        """Yields the events about the match since number `after`."""

    def is_outdated(self, table: T) -> bool:
        """Returns whether the page is of another program, or knows more than the table.

        The latter happens after the file of tables was replaced by a backup.
        """
        program = self.request.query.get("program")
        return program not in (None, VERSION) or self.after > self.number(table)

    def after_change(self, table: T | None) -> Iterator[str]:
        """Yields the events for the current state of the table; None is for a quiet interval."""
        if table is None:
            yield event_text("here", "{}")
            return
        if table.deleted:
            yield event_text("gone", "{}")
            return
        if not self._is_checked:
            self._is_checked = True
            if self.is_outdated(table):
                self.after = self.number(table)
                yield event_text("reload", "{}")
        member = member_at(table, self.request)
        yield from self.news(table, member)
        self.after = self.number(table)
        people = people_json(table, member, self.may(table, member), self._codes)
        if people != self._people:
            self._people = people
            yield event_text("people", json_text(people))
        note = note_json(table)
        if note != self._note:
            self._note = note
            yield event_text("note", json_text(note))


# --- requests ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PostedEntry:
    """The body of a posted entry."""

    key: str
    position: EntryPosition
    entry: str


def read_entry(body: bytes) -> PostedEntry:
    """Returns the entry in the body of a request; raises MalformedBodyError."""
    key, fields = read_keyed_object(body)
    entry = read_line(fields.get("entry"), "entry")
    if entry is None or len(entry) > TEXT_LIMIT:
        raise MalformedBodyError(f"`entry` is not a text of at most {TEXT_LIMIT:,} characters")
    seen = _natural(fields, "seen")
    if seen is None:
        raise MalformedBodyError("`seen` is missing")
    position = EntryPosition(seen, _natural(fields, "deal"), _natural(fields, "for"))
    return PostedEntry(key, position, entry)


def read_keyed_object(body: bytes) -> tuple[str, dict[str, Any]]:
    """Returns the idempotency key and the other fields of a JSON object in a request's body.

    Raises MalformedBodyError.
    """
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MalformedBodyError("the body is not JSON") from error
    if not isinstance(fields, dict):
        raise MalformedBodyError("the body is not an object")
    key = fields.pop("key", None)
    if not (isinstance(key, str) and _KEY.fullmatch(key)):
        raise MalformedBodyError("`key` is not 32 hexadecimal digits")
    return key, fields


def read_line(value: object, name: str) -> str | None:
    """Returns a text with whitespace collapsed, None if it is missing; raises MalformedBodyError.

    `name` is the name of its field.
    """
    if value is None:
        return None
    if not isinstance(value, str):
        raise MalformedBodyError(f"`{name}` is not a text")
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise MalformedBodyError(f"`{name}` has half of a letter")
    return " ".join(value.split())


def _natural(fields: Mapping[str, object], name: str) -> int | None:
    value = fields.get(name)
    if value is None or (type(value) is int and 0 <= value < 1_000_000):
        return value
    raise MalformedBodyError(f"`{name}` is not a number from 0 to 999,999")


class TableSync(ABC, Generic[T]):
    """The state of tables of one kind, and what is entered at them, as JSON."""

    kind: type[T]
    missing: str
    """The text for a table that does not exist, or is of the other kind."""

    def __init__(self, lobby: Lobby, codes: JoinCodes, limit: EntryRateLimit) -> None:
        self.lobby = lobby
        self.codes = codes
        self._limit = limit

    @abstractmethod
    def state(self, table: T, member: Member | None, request: WebRequest, rules: str) -> JsonObject:
        """Returns everything that a page needs; `rules` is the hash of the rules."""

    @abstractmethod
    def command(self, table: T, posted: PostedEntry) -> TableCommand:
        """Returns the command of an entry; raises WrongFormError or MalformedBodyError."""

    @abstractmethod
    def news(self, table: T, member: Member | None, posted: PostedEntry) -> JsonObject:
        """Returns the news for a page that has posted an entry."""

    @abstractmethod
    def events(self, request: WebRequest, after: int) -> TableEvents[T]:
        """Returns the events for a page that knows everything up to number `after`."""

    async def now(self, request: WebRequest) -> WebResponse:
        """Returns the state of a table."""
        try:
            table = await self._table(request.path_params["table"])
            rules = await self.lobby.rules_hash(table.name)
        except NoTableError as error:
            return error.response
        return answer(200, self.state(table, member_at(table, request), request, rules or ""))

    async def enter(self, request: WebRequest) -> WebResponse:
        """Makes an entry; the module describes the answers.

        Raises StorageError if it cannot be stored.
        """
        try:
            posted = read_entry(request.body)
            table = await self._table(request.path_params["table"])
            return await self._enter(table, posted, member_at(table, request))
        except MalformedBodyError as error:
            return answer(400, {REASON: sentence(str(error))})
        except NoTableError as error:
            return error.response
        except WorkerError as error:
            return answer(503, {REASON: no_answer(error).text}, retry_after=STORAGE_WAIT)

    async def _enter(self, table: T, posted: PostedEntry, member: Member | None) -> WebResponse:
        by = "" if member is None else member.id
        if member is not None:
            wait = self._limit.retry_after(table.name, by)
            if wait is not None:
                return answer(429, {REASON: phrase("entries-too-often")}, retry_after=wait)
        position = posted.position
        refusal: JsonObject = {}
        try:
            if not posted.entry:
                raise WrongFormError(phrase("plain-nothing-entered"))
            did = self.command(table, posted)
            result = await self.lobby.act(table.name, posted.key, None, by, did, position)
            status = 200 if result.is_repeat else 201
        except WrongFormError as error:
            status, refusal = 422, {"code": None, REASON: str(error), "source": None}
        except KeyReusedError as error:
            status, refusal = 422, {"code": None, REASON: sentence(str(error)), "source": None}
        except IllegalAction as error:
            status = 422
            refusal = {"code": error.code, REASON: error.reason, "source": error.source}
        except StaleFormError as error:
            status, refusal = 409, {REASON: sentence(str(error))}
        except NotAllowedError as error:
            status, refusal = 403, {REASON: sentence(str(error))}
        after = await self._table(table.name)
        # the phone may have lost its place meanwhile
        now = None if member is None else after.member(member.id)
        return answer(status, {**refusal, **self.news(after, now, posted)})

    async def _table(self, name: str) -> T:
        table = await self.lobby.table(name)
        if not isinstance(table, self.kind):
            raise NoTableError(answer(404, {REASON: self.missing}))
        if table.deleted:
            raise NoTableError(GONE)
        return table
