"""The JSON interface of score sheets, for pages that fold the log themselves and work offline.

A page loads `now` once, and the rules by their hash. Then it follows the stream `events`, which
`SheetEvents` writes, and posts each entry to `entries`. The invariants:

- Entries have consecutive numbers from 1. A page that has all entries up to n has the log up to n.
- An entry made for a player is taken only while the sheet waits for that player in that deal. So
  a bid meant for Anna is never taken for Bernd's.
- Any other entry is taken only if the page had seen the whole log (`EntryPosition`).
- A key takes effect once. A page that got no answer repeats the request with the same key.
- The server folds with its own sheet and never trusts the page's.

The answer to an entry has the entries since those that the page had `seen`. Its status:

- 201: stored; 200: it was stored before
- 409: the table has moved on; 422: the rules refuse it; 403: this phone may not make it
- 410: the table is deleted; 404: it does not exist; 400 or 413: the request is malformed
- 429 or 503: not stored, try again later
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from clagdsl.engine.actions import TEXT_LIMIT
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.serve.form_fields import NOTHING_ENTERED, WrongFormError
from clagdsl.serve.http import JSON, WebRequest, WebResponse
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.keeper_table import (
    EntryPosition,
    KeeperTable,
    LoggedEntry,
    entry_permission,
    why_not_shown,
)
from clagdsl.serve.lobby import KeyReusedError, Lobby, StaleFormError
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.rate_limit import EntryRateLimit
from clagdsl.serve.replies import failure, member_at, no_answer, sentence
from clagdsl.serve.table_events import EntryMade, Member
from clagdsl.serve.worker_pool import WorkerError
from clagdsl.storage.model import StorageError
from clagdsl.version import VERSION

REASON: Final = "reason"
"""The JSON key for the text of a refusal."""
STORAGE_WAIT: Final = 5
"""Seconds after which a page may repeat an entry that could not be stored."""
_KEY: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class MalformedBodyError(ValueError):
    """Raised if the body of a request is malformed; the text explains why."""


class _NoTableError(Exception):
    """Raised if a score sheet does not exist; has the response."""

    def __init__(self, response: WebResponse) -> None:
        super().__init__()
        self.response = response


# --- values as JSON ---------------------------------------------------------------------


def entry_json(entry: LoggedEntry) -> JsonObject:
    """Returns an entry of the log; `by` is the name of the phone on which it was made."""
    return {
        "n": entry.number,
        "key": entry.key,
        "entry": entry.entry,
        "for": entry.line,
        "deal": entry.deal,
        "by": entry.by,
        "at": entry.at,
    }


def people_json(table: KeeperTable, member: Member | None, codes: JoinCodes) -> JsonObject:
    """Returns the phones at a table, and the rights of the one that asks.

    A `seat` is a line of the sheet. `may` is what the phone may enter: "everything" as the host,
    "own" as a player (and tricks and trumps), or "nothing". `code` gives the place of this phone to
    another one, at `/j/CODE` or `/join`; it is null for a guest.
    """
    permission = entry_permission(table, member)
    may = "nothing" if permission in ("never", "gone") else "own"
    is_host = table.is_host(member)
    members: list[JsonValue] = [
        {
            "id": one.id,
            "name": one.name,
            "seat": _seat_of(table, one),
            "host": one.id == table.host,
        }
        for one in table.members
    ]
    you: JsonObject = {
        "id": None if member is None else member.id,
        "seat": None if member is None else _seat_of(table, member),
        "host": is_host,
        "may": "everything" if is_host else may,
        "code": None if member is None else codes.own_code(table.name, member.id),
    }
    return {"members": members, "everybody": table.everybody, "you": you}


def note_json(table: KeeperTable) -> JsonObject:
    """Returns the date and the note of a match."""
    return {"date": table.date, "note": table.note}


def now_json(table: KeeperTable, rules: str, people: JsonObject) -> JsonObject:
    """Returns everything that a page needs to fold the sheet; `rules` is the hash of the rules."""
    log: list[JsonValue] = [entry_json(one) for one in table.entries]
    return {
        "kind": "keeper",
        "program": VERSION,
        "name": table.name,
        "title": table.title,
        "game": table.opened.game,
        "rules": rules,
        "names": list(table.opened.names),
        "dealer": table.opened.dealer,
        "parameters": dict(table.sheet.parameters),
        **note_json(table),
        **people,
        "number": len(table.entries),
        "log": log,
    }


def _seat_of(table: KeeperTable, member: Member) -> int | None:
    names = table.sheet.names
    return names.index(member.player) if member.player in names else None


# --- the stream -------------------------------------------------------------------------


class SheetEvents:
    """The server-sent events for one page, which has the log up to number `after`.

    `last_key` is the key of the page's last entry, if the page says so. `program` is the version of
    the page. If either does not fit, the page is to load everything again.
    """

    def __init__(self, request: WebRequest, after: int, codes: JoinCodes) -> None:
        self._request = request
        self._codes = codes
        self._after = after
        self._people: JsonObject | None = None
        self._note: JsonObject | None = None
        self._is_checked = False

    def after_change(self, table: KeeperTable | None) -> Iterator[str]:
        """Yields the events for the current state of the table; None is for a quiet interval."""
        if table is None:
            yield _event("here", {})
            return
        if table.deleted:
            yield _event("gone", {})
            return
        if not self._is_checked:
            self._is_checked = True
            if self._is_outdated(table):
                self._after = len(table.entries)
                yield _event("reload", {})
        for entry in table.entries[self._after :]:
            yield _event("entry", entry_json(entry), entry.number)
        self._after = len(table.entries)
        people = people_json(table, member_at(table, self._request), self._codes)
        if people != self._people:
            self._people = people
            yield _event("people", people)
        note = note_json(table)
        if note != self._note:
            self._note = note
            yield _event("note", note)

    def _is_outdated(self, table: KeeperTable) -> bool:
        """Returns whether the page is of another program, or its log is not the table's.

        The latter happens after the file of tables was replaced by a backup.
        """
        last_key, program = self._request.query.get("key"), self._request.query.get("program")
        if program not in (None, VERSION) or self._after > len(table.entries):
            return True
        return bool(last_key and self._after) and last_key != table.entries[self._after - 1].key


def _event(name: str, data: JsonObject, number: int | None = None) -> str:
    """Returns a server-sent event; browsers send `number` when they reconnect."""
    id_line = "" if number is None else f"id: {number}\n"
    return f"{id_line}event: {name}\ndata: {_encode(data)}\n\n"


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


class KeeperSync:
    """The state of score sheets, and their entries, as JSON."""

    def __init__(self, lobby: Lobby, codes: JoinCodes, limit: EntryRateLimit) -> None:
        self._lobby = lobby
        self._codes = codes
        self._limit = limit

    async def now(self, request: WebRequest) -> WebResponse:
        """Returns the state of a table."""
        try:
            table = await self._sheet_table(request)
            rules = await self._lobby.rules_hash(table.name)
        except _NoTableError as error:
            return error.response
        people = people_json(table, member_at(table, request), self._codes)
        return _answer(200, now_json(table, rules or "", people))

    async def rules(self, request: WebRequest) -> WebResponse:
        """Returns compiled rules by the hash of their text."""
        text = await self._lobby.stored_rules(request.path_params["hash"])
        if text is None:
            return _answer(404, {REASON: "There are no such rules here."})
        return WebResponse(text, media_type=JSON, is_immutable=True)

    async def enter(self, request: WebRequest) -> WebResponse:
        """Makes an entry; the module describes the answers."""
        try:
            posted = read_entry(request.body)
            table = await self._sheet_table(request)
            return await self._enter(table, posted, member_at(table, request))
        except MalformedBodyError as error:
            return _answer(400, {REASON: sentence(str(error))})
        except _NoTableError as error:
            return error.response
        except (StorageError, WorkerError) as error:
            refusal = failure(error) if isinstance(error, StorageError) else no_answer(error)
            return _answer(503, {REASON: refusal.text}, retry_after=STORAGE_WAIT)

    def events(self, request: WebRequest, after: int) -> SheetEvents:
        """Returns the events for a page that has the log up to number `after`."""
        return SheetEvents(request, after, self._codes)

    async def _enter(
        self, table: KeeperTable, posted: PostedEntry, member: Member | None
    ) -> WebResponse:
        by = "" if member is None else member.id
        if member is not None:
            wait = self._limit.retry_after(table.name, by)
            if wait is not None:
                why = "Many entries came from this phone at once."
                return _answer(429, {REASON: why}, retry_after=wait)
        position = posted.position
        did = EntryMade(posted.entry, position.line, position.deal)
        more: JsonObject = {}
        try:
            _check_text(posted.entry)
            result = await self._lobby.act(table.name, posted.key, None, by, did, position)
            status = 200 if result.is_repeat else 201
        except WrongFormError as error:
            status, more = 422, {"code": None, REASON: str(error), "source": None}
        except KeyReusedError as error:
            status, more = 422, {"code": None, REASON: sentence(str(error)), "source": None}
        except IllegalAction as error:
            status = 422
            more = {"code": error.code, REASON: error.reason, "source": error.source}
        except StaleFormError as error:
            status, more = 409, {REASON: sentence(str(error))}
        except NotAllowedError as error:
            status, more = 403, {REASON: sentence(str(error))}
        return await self._answer_with_events(table.name, posted, status, more)

    async def _answer_with_events(
        self, name: str, posted: PostedEntry, status: int, more: JsonObject
    ) -> WebResponse:
        """Returns an answer with the entries since those that the page had seen."""
        table = await self._lobby.table(name)
        if not isinstance(table, KeeperTable) or table.deleted:
            raise _NoTableError(GONE)
        if status in (200, 201):
            numbers = (one.number for one in reversed(table.entries) if one.key == posted.key)
            more = {"n": next(numbers)}
        new: list[JsonValue] = [entry_json(one) for one in table.entries[posted.position.seen :]]
        return _answer(status, {**more, "number": len(table.entries), "events": new})

    async def _sheet_table(self, request: WebRequest) -> KeeperTable:
        table = await self._lobby.table(request.path_params["table"])
        if not isinstance(table, KeeperTable):
            raise _NoTableError(_answer(404, {REASON: "There is no such score sheet here."}))
        if table.deleted:
            raise _NoTableError(GONE)
        return table


def _check_text(entry: str) -> None:
    """Raises WrongFormError if the pages could not show an entry."""
    if not entry:
        raise WrongFormError(NOTHING_ENTERED)
    why = why_not_shown(entry)
    if why is not None:
        raise WrongFormError(why)


def _answer(status: int, fields: JsonObject, retry_after: int | None = None) -> WebResponse:
    return WebResponse(_encode(fields), status, JSON, retry_after=retry_after)


GONE: Final = _answer(410, {REASON: "This table was deleted."})
