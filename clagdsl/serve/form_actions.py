"""Submits a command from a form to a table; the response is a redirect or an error page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from clagdsl.problems.diagnostic import IllegalAction
from clagdsl.serve.form_fields import WrongFormError
from clagdsl.serve.form_turn import read_turn
from clagdsl.serve.http import WebRequest, WebResponse, redirect
from clagdsl.serve.lobby import AnyTable, Lobby, StaleFormError
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.page_language import reported
from clagdsl.serve.replies import (
    events_seen,
    member_at,
    reason_text,
    request_key,
    sentence,
)
from clagdsl.serve.table_events import TableCommand

TablePage: TypeAlias = Callable[[AnyTable, WebRequest, str, int], Awaitable[WebResponse]]
"""A function that renders the page of a table for a request, with an error message and a status."""


async def submit_command(
    lobby: Lobby,
    table: AnyTable,
    request: WebRequest,
    did: TableCommand,
    page: TablePage,
    back: str = "",
) -> WebResponse:
    """Submits a command to a table, and redirects to the table or returns its page with the error.

    The status is 422 if the input is invalid or the rules do not allow it. It is 403 if the member
    may not make the command, and 409 if the table has changed since the form was rendered.
    """
    member = member_at(table, request)
    by = "" if member is None else member.id
    try:
        seen, turn = events_seen(request.form), read_turn(request.form)
        await lobby.act(table.name, request_key(request.form), seen, by, did, turn)
    except WrongFormError as error:
        return await page(table, request, str(error), 422)
    except IllegalAction as error:
        return await page(table, request, reason_text(error.reason, error.source), 422)
    except StaleFormError as error:
        now = await lobby.table(table.name)
        return await page(now or table, request, sentence(reported(str(error))), 409)
    except NotAllowedError as error:
        return await page(table, request, sentence(reported(str(error))), 403)
    return redirect(f"/t/{table.name}{back}")
