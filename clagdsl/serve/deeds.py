"""Something that a form does at a table, and the page that answers it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from clagdsl.problems.model import IllegalAction
from clagdsl.serve.exchange import WebRequest, WebResponse, see
from clagdsl.serve.filled_in import WrongFormError
from clagdsl.serve.form_turn import turn_in
from clagdsl.serve.keeper_text import told
from clagdsl.serve.lobby import AnyTable, Lobby, MovedOnError
from clagdsl.serve.members import NotAllowedError
from clagdsl.serve.replies import events_seen, member_at, sentence, tap_key
from clagdsl.serve.table_events import Deed

TablePage: TypeAlias = Callable[[AnyTable, WebRequest, str, int], Awaitable[WebResponse]]
"""Makes the page of a table for whoever asks, with what went wrong, under a status."""


async def done(
    lobby: Lobby, table: AnyTable, asked: WebRequest, did: Deed, page: TablePage, back: str = ""
) -> WebResponse:
    """Do something at a table and go back to it, or say why not on its page."""
    member = member_at(table, asked)
    by = "" if member is None else member.id
    try:
        seen, turn = events_seen(asked.form), turn_in(asked.form)
        await lobby.act(table.name, tap_key(asked.form), seen, by, did, turn)
    except WrongFormError as error:
        return await page(table, asked, str(error), 422)
    except IllegalAction as error:
        return await page(table, asked, told(error.reason, error.source), 422)
    except MovedOnError as error:
        now = await lobby.table(table.name)
        return await page(now or table, asked, sentence(str(error)), 409)
    except NotAllowedError as error:
        return await page(table, asked, sentence(str(error)), 403)
    return see(f"/t/{table.name}{back}")
