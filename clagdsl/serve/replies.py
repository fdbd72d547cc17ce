"""What all pages share: how a form is read, who asks, and answers that are no page of a table."""

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
from clagdsl.serve.seat_tokens import new_key
from clagdsl.serve.table_events import Member
from clagdsl.serve.worker_pool import WorkerError, WorkersBusyError
from clagdsl.storage.model import StorageError

BUSY_WAIT: Final = 30
"""After so many seconds the workers may be asked again."""
_KEY: Final = re.compile(r"[0-9a-f]{16,64}", re.ASCII)


# --- answers ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WebRefusal:
    """That something is not done, under which title, and the seconds after which it may be."""

    title: str
    text: str
    status: int
    retry_after: int | None = None

    def page(self) -> WebResponse:
        """It as a page."""
        shown = rendered("message.html", title=self.title, text=self.text)
        return WebResponse(shown, status=self.status, retry_after=self.retry_after)

    def json(self) -> WebResponse:
        """It as JSON, for the address at which programs ask."""
        body = json.dumps({"why": self.text})
        return WebResponse(body, status=self.status, media_type=JSON, retry_after=self.retry_after)


def missing(text: str) -> WebResponse:
    """That something is not there."""
    return WebRefusal("Not here", text, 404).page()


def no_such_game(slug: str) -> WebResponse:
    """That a game is not there; rules that somebody wrote are not remembered for ever."""
    text = "There is no such game here."
    if slug.startswith(USER_SLUG_PREFIX):
        text = "These rules are not remembered any more: write or paste them once more."
    return missing(text)


def too_many_tables(wait: int) -> WebResponse:
    """That somebody has opened many tables."""
    minutes = -(-wait // 60)
    text = f"Many tables were opened from where you are. The next one can be in {minutes} min."
    return WebRefusal("Many tables", text, 429, wait).page()


def no_more_tables() -> WebResponse:
    """That there are as many tables as there may be."""
    text = "There are as many tables here as there can be: a host has to delete one first."
    return WebRefusal("Many tables", text, 503).page()


def no_answer(error: WorkerError) -> WebRefusal:
    """That nothing can be said of rules, and why; where others are in the way, when it may be."""
    busy = isinstance(error, WorkersBusyError)
    status, wait = (503, BUSY_WAIT) if busy else (422, None)
    return WebRefusal("No answer", plain(sentence(str(error))), status, wait)


def failure(error: StorageError) -> WebRefusal:
    """That something was not kept, and why."""
    # the file is named as on the command line, with folders that are nobody's business
    message = re.sub("`([^`]*)`", lambda quoted: re.split(r"[/\\]", quoted[1])[-1], str(error))
    reason = plain(without_folders(message))
    text = f"Nothing of that was kept: {reason}. Try again once that is mended."
    return WebRefusal("Not kept", text, 503)


def refused(text: str, status: int) -> WebResponse:
    """That a request is not answered, and why."""
    return WebRefusal("Refused", text, status).page()


def too_often() -> WebResponse:
    """That many wrong codes of an address wait for their answers already."""
    text = "Many wrong codes are being tried from where you are. Try again in a few seconds."
    return WebRefusal("Too often", text, 429, ceil(LONGEST_DELAY)).page()


def sentence(text: str) -> str:
    """Returns a reason as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}."


def plain(text: str) -> str:
    """Returns a reason without the marks around what is typed."""
    return text.replace("`", "")


# --- who asks, and what was filled in -----------------------------------------------------


def member_at(table: AnyTable, request: WebRequest) -> Member | None:
    """Who asks, by the secret in their cookie; None for a stranger."""
    token = request.cookies.get(cookie_name(table.name), "")
    return member_by_token(table, token) if token else None


def cookie_name(table: str) -> str:
    """What the cookie of a table is called."""
    return f"seat-{table}"


def cookie_of(table: str, token: str) -> NewCookie:
    """Returns the cookie that lets somebody be known at a table."""
    return NewCookie(cookie_name(table), token, f"/t/{table}")


def request_key(form: Mapping[str, str]) -> str:
    """Returns the key of a tap; a form without one is a tap of its own."""
    key = form.get("key", "")
    return key if _KEY.fullmatch(key) else new_key()


def events_seen(form: Mapping[str, str]) -> int | None:
    """How many events of its table a page had seen; None where it does not say.

    Raises WrongFormError for what is no number of events.
    """
    seen = form.get("seen", "")
    if not seen:
        return None
    if not (seen.isascii() and seen.isdigit() and len(seen) < 9):
        raise WrongFormError(
            f"“{shorten(escape_invisible(seen))}” is not understood as what the page"
            f" showed: open it anew,"
            " and enter it again."
        )
    return int(seen)


def file_name(title: str) -> str:
    """Returns a title as the name of a file."""
    return "-".join(re.findall("[a-z0-9]+", title.lower()))[:60] or "match"
