"""The pages of a score sheet: a shell, the same for everybody, and one plain page without script.

The shell loads the score keeper (`page_files`), which draws the sheet and sends entries as JSON
(`keeper_sync`). The plain page has one form for an entry as text, and one for a bid or the tricks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial

from clagdsl.api import PlayableGame
from clagdsl.engine.actions import TEXT_LIMIT
from clagdsl.explain.keeper_page import keeper_page
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.numerals import COUNT
from clagdsl.records.writing import write_record
from clagdsl.serve.form_actions import submit_command
from clagdsl.serve.form_fields import (
    NOTHING_FILLED,
    WrongFormError,
    read_text,
)
from clagdsl.serve.form_turn import FIELD, read_turn
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import TOML, WebRequest, WebResponse, redirect
from clagdsl.serve.keeper_table import (
    KeeperTable,
    entry_permission,
    why_not_shown,
)
from clagdsl.serve.lobby import AnyTable, Lobby
from clagdsl.serve.offload import BackgroundThread
from clagdsl.serve.page_files import shell
from clagdsl.serve.page_language import phrase, reported
from clagdsl.serve.replies import (
    WebRefusal,
    cookies_of,
    file_name,
    member_at,
    refused,
    request_key,
    sentence,
)
from clagdsl.serve.rules_pages import RulesPages
from clagdsl.serve.seat_tokens import OpeningTap, new_key
from clagdsl.serve.table_events import EntryMade
from clagdsl.serve.table_opener import NewSheet, TableOpener


class KeeperPages:
    """The pages of tables with real cards."""

    def __init__(
        self,
        lobby: Lobby,
        rules: RulesPages,
        rules_thread: BackgroundThread,
        opener: TableOpener,
        today: Callable[[], date],
    ) -> None:
        self._lobby = lobby
        self._rules = rules
        self._rules_thread = rules_thread
        self._opener = opener
        self._today = today

    async def shell(self, table: KeeperTable, _request: WebRequest) -> WebResponse:
        """Returns the page that loads the score keeper."""
        title = phrase("shell-keeper")
        return shell("keeper", "shell.html", name=table.name, kind="keeper", title=title)

    async def plain(self, table: KeeperTable, request: WebRequest) -> WebResponse:
        """Returns the page that works without script."""
        return await self.plain_page(table, request)

    async def plain_page(
        self, table: AnyTable, request: WebRequest, problem: str = "", status: int = 200
    ) -> WebResponse:
        """Returns the plain page; after an error, it shows the message and the input."""
        assert isinstance(table, KeeperTable)
        form = request.form if problem else NOTHING_FILLED
        sheet = table.sheet
        phase = sheet.phase if sheet.phase in ("bid", "tricks") else ""
        page = rendered(
            "plain.html",
            table=table,
            sheet=sheet,
            phase=phase,
            asked=sentence(reported(str(table.turn.now_text))),
            permission=entry_permission(table, member_at(table, request)),
            filled=form if form.get(FIELD) in (None, str(table.turn)) else NOTHING_FILLED,
            typed=form.get("entry", ""),
            problem=problem,
            key=new_key(),
        )
        return WebResponse(page, status=status)

    async def enter(self, table: KeeperTable, request: WebRequest) -> WebResponse:
        """Makes the entry of the plain page."""
        try:
            entry = _entry_of(table, request.form)
        except WrongFormError as error:
            return await self.plain_page(table, request, str(error), 422)
        why = why_not_shown(entry) if entry else phrase("plain-nothing-entered")
        if why is not None:
            return await self.plain_page(table, request, why, 422)
        did = EntryMade(entry)
        return await submit_command(
            self._lobby, table, request, did, self.plain_page, back="/plain"
        )

    async def record(self, table: KeeperTable, _request: WebRequest) -> WebResponse:
        """Returns the match as a record, which `clagdsl replay` accepts."""
        text = write_record(table.record())
        name = f"{file_name(table.title)}-{table.date or table.name}.toml"
        return WebResponse(text, media_type=TOML, filename=name)

    async def take_along(self, table: KeeperTable, request: WebRequest) -> WebResponse:
        """Returns the score keeper as one file, with the match in it."""
        rules = await self._rules.of_table(table, request)
        game, parameters = table.game, dict(table.sheet.table.changed_parameters)
        make = partial(
            keeper_page,
            game.rules,
            table.opened.game,
            game.evidence.tried,
            parameters,
            sheet=rules.body if rules.status == 200 else "",
            match=_match_json(table, parameters),
        )
        page = await self._rules_thread.run(make)
        return WebResponse(page, filename=f"{file_name(table.title)}.html")

    async def again(self, table: KeeperTable, request: WebRequest) -> WebResponse:
        """Opens another table of the people who are here now; the client becomes its host."""
        sheet = NewSheet(
            tuple(table.sheet.names[line] for line in table.sheet.circle),
            request.form.get("dealer", ""),
            {one.name: one.value for one in table.opened.parameters},
            self._today().isoformat(),
            "",
        )

        async def find_game() -> PlayableGame:
            return replace(table.game, reference=table.opened.game)

        async def open_it(game: PlayableGame, tap: OpeningTap) -> str | None:
            return await self._opener.open_sheet(game, sheet, tap)

        key = request_key(request.form)
        outcome = await self._opener.open_once(key, request.client, find_game, open_it)
        if isinstance(outcome, str):
            return refused(outcome, 422)
        if isinstance(outcome, WebRefusal):
            return outcome.page()
        return redirect(f"/t/{outcome.name}", cookies_of(outcome.name, outcome.token))


def _entry_of(table: KeeperTable, form: Mapping[str, str]) -> str:
    """Returns the entry of a form: its text, or a bid or tricks from a number for each player.

    Raises WrongFormError if a figure is missing.
    """
    row = form.get("row", "")
    if row not in ("bid", "won"):
        return read_text(form, "entry", TEXT_LIMIT)
    seats = 1 if row == "bid" else table.sheet.players
    figures = [form.get(f"n{seat}", "").strip() for seat in range(seats)]
    if read_turn(form) not in (None, table.turn):
        return " ".join(filter(None, [row, *figures]))  # it will be refused, and is shown so
    empty = [seat for seat, text in enumerate(figures) if not text]
    if row == "won" and len(empty) == 1 and all(map(_is_count, filter(None, figures))):
        rest = (table.sheet.cards or 0) - sum(int(text) for text in figures if text)
        figures[empty[0]] = str(max(rest, 0))
    if not all(map(_is_count, figures)):
        raise WrongFormError(phrase("plain-number-missing"))
    return " ".join([row, *figures])


def _is_count(text: str) -> bool:
    return COUNT.fullmatch(text) is not None


def _match_json(table: KeeperTable, parameters: Mapping[str, JsonValue]) -> JsonObject:
    """Returns the match as the score keeper in a file keeps it."""
    times: list[JsonValue] = [one.at or None for one in table.entries]
    return {
        "id": f"{table.name} {len(table.entries)}",
        "begun": table.date or (table.entries[0].at if table.entries else "") or "2026-01-01",
        "names": list(table.opened.names),
        "dealer": table.opened.dealer,
        "parameters": dict(parameters),
        "log": list(table.sheet.log),
        "times": times,
    }
