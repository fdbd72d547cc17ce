"""Shared parts of all pages: refusals and error pages, session cookies, request keys."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final

from clagdsl.problems.escape import escape_invisible, shorten, without_folders
from clagdsl.serve.form_fields import WrongFormError
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import JSON, NewCookie, WebRequest, WebResponse
from clagdsl.serve.join_codes import LONGEST_DELAY
from clagdsl.serve.lobby import AnyTable, member_by_token
from clagdsl.serve.offered_games import USER_SLUG_PREFIX
from clagdsl.serve.page_language import phrase, reported
from clagdsl.serve.seat_tokens import new_key
from clagdsl.serve.table_events import Member
from clagdsl.serve.worker_pool import WorkerError, WorkersBusyError
from clagdsl.storage.model import DamagedFileError, StorageError

BUSY_WAIT: Final = 30
"""Seconds after which a client may send another question to the workers."""
STORAGE_WAIT: Final = 5
"""Seconds after which a page may repeat a request for which the file of tables failed."""
LAST_SHEET: Final = "last-sheet"
"""The cookie with the name of the last score sheet that a phone began or joined. It proves nothing:
everybody may see which people play at a sheet.
"""
_KEY: Final = re.compile(r"[0-9a-f]{16,64}", re.ASCII)


# --- responses --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WebRefusal:
    """A refused request: title, text, status, and the seconds for Retry-After."""

    title: str
    text: str
    status: int
    retry_after: int | None = None

    def page(self) -> WebResponse:
        """Returns the refusal as a page."""
        shown = rendered("message.html", title=self.title, text=self.text)
        return WebResponse(shown, status=self.status, retry_after=self.retry_after)

    def json(self, key: str) -> WebResponse:
        """Returns the refusal as JSON, with its text under this key."""
        body = json.dumps({key: self.text})
        return WebResponse(body, status=self.status, media_type=JSON, retry_after=self.retry_after)


def missing(text: str) -> WebResponse:
    """Returns a page for something that does not exist, with status 404."""
    return not_here(text).page()


def not_here(text: str) -> WebRefusal:
    """Returns the refusal for something that does not exist, with status 404."""
    return WebRefusal(phrase("title-not-here"), text, 404)


def no_such_game(slug: str) -> WebRefusal:
    """Returns the refusal for an unknown game; users' rules are forgotten after a while."""
    if slug.startswith(USER_SLUG_PREFIX):
        return not_here(phrase("rules-forgotten"))
    return not_here(phrase("no-game-here"))


def too_many_tables(wait: int) -> WebRefusal:
    """Returns the refusal for a client that has opened too many tables, with status 429."""
    text = phrase("too-many-tables", minutes=-(-wait // 60))
    return WebRefusal(phrase("title-too-many-tables"), text, 429, wait)


def no_more_tables() -> WebRefusal:
    """Returns the refusal of a server that has too many tables, with status 503."""
    return WebRefusal(phrase("title-too-many-tables"), phrase("no-more-tables"), 503)


def no_answer(error: WorkerError) -> WebRefusal:
    """Returns the refusal for rules that could not be processed: 503 if the workers are busy, else
    422.
    """
    busy = isinstance(error, WorkersBusyError)
    status, wait = (503, BUSY_WAIT) if busy else (422, None)
    return WebRefusal(phrase("title-no-answer"), plain(sentence(str(error))), status, wait)


def failure(error: StorageError, *, is_read: bool = False) -> WebRefusal:
    """Returns the refusal for an event that was not stored, or for a page that could not be read,
    with status 503.
    """
    title = phrase("title-not-shown") if is_read else phrase("title-not-kept")
    lead = "shown" if is_read else "kept"
    if isinstance(error, DamagedFileError):
        return WebRefusal(title, phrase("file-damaged", lead=lead), 503, STORAGE_WAIT)
    # the error names the file with its folders, which clients must not see
    message = re.sub("`([^`]*)`", lambda quoted: re.split(r"[/\\]", quoted[1])[-1], error.message)
    reason = plain(without_folders(message))
    text = phrase("file-failed", lead=lead, reason=reason)
    return WebRefusal(title, text, 503, STORAGE_WAIT)


def refusal(text: str, status: int) -> WebRefusal:
    """Returns the refusal of a request for any other reason."""
    return WebRefusal(phrase("title-refused"), text, status)


def refused(text: str, status: int) -> WebResponse:
    """Returns a page that refuses a request."""
    return refusal(text, status).page()


def too_often() -> WebResponse:
    """Returns a page for a client with too many pending responses to invalid codes (status 429)."""
    title, text = phrase("title-too-often"), phrase("too-often")
    return WebRefusal(title, text, 429, ceil(LONGEST_DELAY)).page()


def sentence(text: str) -> str:
    """Returns a reason as a sentence, with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def reason_text(reason: str, source: str | None) -> str:
    """Returns a reason as plain text in the reader's language, with its source in brackets."""
    text = plain(reported(reason))
    return f"{text} ({source})" if source else text


def plain(text: str) -> str:
    """Returns a reason without backticks."""
    return text.replace("`", "")


# --- sessions and request fields --------------------------------------------------------


def member_at(table: AnyTable, request: WebRequest) -> Member | None:
    """Returns the member identified by the request's session cookie; None for a guest."""
    token = request.cookies.get(cookie_name(table.name), "")
    return member_by_token(table, token) if token else None


def cookie_name(table: str) -> str:
    """Returns the name of a table's session cookie."""
    return f"seat-{table}"


def cookies_of(table: str, token: str, *, is_sheet: bool = True) -> tuple[NewCookie, ...]:
    """Returns the session cookie of a new member, and for a score sheet the cookie with which the
    first page offers its people once more.
    """
    session = NewCookie(cookie_name(table), token, f"/t/{table}")
    return (NewCookie(LAST_SHEET, table, "/home"), session) if is_sheet else (session,)


def request_key(form: Mapping[str, str]) -> str:
    """Returns the idempotency key of a form, or a new one if the form has none."""
    key = form.get("key", "")
    return key if _KEY.fullmatch(key) else new_key()


def events_seen(form: Mapping[str, str]) -> int | None:
    """Returns the number of events that a form's page showed; None if the form lacks the field.

    Raises WrongFormError if the field is malformed.
    """
    seen = form.get("seen", "")
    if not seen:
        return None
    if not (seen.isascii() and seen.isdigit() and len(seen) < 9):
        raise WrongFormError(phrase("form-seen-wrong", text=shorten(escape_invisible(seen))))
    return int(seen)


def file_name(title: str) -> str:
    """Returns a title as the stem of a file name."""
    return "-".join(re.findall("[a-z0-9]+", title.lower()))[:60] or "match"
