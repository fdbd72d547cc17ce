"""The pages of a table with real cards: table, deal, log, printable sheet and record."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from clagdsl.engine.actions import TEXT_LIMIT
from clagdsl.engine.events import signed
from clagdsl.records.writing import write_record
from clagdsl.serve import keeper_changes, keeper_view
from clagdsl.serve.form_actions import TablePage, submit_command
from clagdsl.serve.form_fields import (
    NOTHING_ENTERED,
    NOTHING_FILLED,
    WrongFormError,
    read_text,
    why_hidden,
)
from clagdsl.serve.form_turn import FIELD, PHASE_VERBS, read_turn
from clagdsl.serve.fragments import LivePage, PageCache, SharedParts
from clagdsl.serve.html_pages import rendered, rendered_live
from clagdsl.serve.http import TOML, WebRequest, WebResponse
from clagdsl.serve.keeper_changes import CHANGE_FORMS
from clagdsl.serve.keeper_table import (
    ANY_TURN_WORDS,
    EntryPermission,
    KeeperTable,
    entry_permission,
    why_not_allowed,
)
from clagdsl.serve.keeper_text import pending_text
from clagdsl.serve.keeper_view import TableShown, table_shown
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.offload import Offloader
from clagdsl.serve.replies import file_name, member_at, missing
from clagdsl.serve.seat_tokens import new_key
from clagdsl.serve.table_events import EntryMade, Member

MOST_REMEMBERED: Final = 1000  # tables whose computed pages are cached


@dataclass(frozen=True, slots=True)
class EntryLine:
    """A line of the log: a numbered entry, or a member's action, which has no number."""

    number: int | None
    text: str
    by: str


class KeeperPages:
    """The pages of tables with real cards; `page` renders the page of any table."""

    def __init__(self, lobby: Lobby, page: TablePage) -> None:
        self._lobby = lobby
        self._page = page
        self._pages = PageCache()
        self._shown_sheets: dict[str, _ShownSheet] = {}

    async def table_page(
        self, table: KeeperTable, request: WebRequest, problem: str = "", status: int = 200
    ) -> WebResponse:
        """Returns the page of a table; after an error, it shows the message and the input."""
        form = request.form if problem else {}
        is_meant = form.get("row") == "text" or form.get(FIELD) in (None, str(table.turn))
        page = await self.live(table, member_at(table, request), problem, form if is_meant else {})
        return WebResponse(page.whole(new_key()), status=status)

    async def live(
        self,
        table: KeeperTable,
        member: Member | None,
        problem: str = "",
        filled: Mapping[str, str] = NOTHING_FILLED,
    ) -> LivePage:
        """Returns a member's page of a table, with its live parts."""
        shown = await self.shown_sheet(table)
        last = keeper_view.last_entry(table.sheet)
        is_host = table.is_host(member)
        viewer = _KeeperViewer(
            may_change=why_not_allowed(table, member, EntryMade("adjust")) is None,
            enters=entry_permission(table, member),
            may_undo=last is not None and why_not_allowed(table, member, EntryMade("undo")) is None,
            is_host=is_host,
        )
        if problem:
            return _render_table(table, shown, viewer, {}, problem, filled)
        return self._pages.page(table, viewer, partial(_render_table, table, shown, viewer))

    async def enter(self, table: KeeperTable, request: WebRequest) -> WebResponse:
        """Makes an entry in the score sheet."""
        try:
            entry = table_entry(table, request.form)
        except WrongFormError as error:
            return await self._page(table, request, str(error), 422)
        if entry == "":
            return await self._page(table, request, NOTHING_ENTERED, 422)
        if entry is None:
            lacking = keeper_changes.missing_in(request.form.get("row", ""))
            return await self._page(table, request, lacking, 422)
        wrong = why_hidden(entry, "What was entered") or keeper_changes.why_no_name_here(entry)
        if wrong is not None:
            return await self._page(table, request, wrong, 422)
        return await submit_command(self._lobby, table, request, EntryMade(entry), self._page)

    async def deal(self, table: KeeperTable, request: WebRequest) -> WebResponse:
        """Returns the page for viewing and correcting one deal."""
        return await self.deal_page(table, request, request.path_params["deal"])

    async def deal_page(
        self,
        table: KeeperTable,
        request: WebRequest,
        number: str,
        problem: str = "",
        status: int = 200,
    ) -> WebResponse:
        """Returns the page of a deal; after an error, it shows the message and the input."""
        row = next((one for one in table.sheet.rows if str(one.deal) == number), None)
        if row is None and problem:
            return await self.table_page(table, request, problem, status)
        if row is None:
            return missing("There is no such deal, or it is not closed yet.")
        member = member_at(table, request)
        may = why_not_allowed(table, member, EntryMade("correct")) is None
        page = rendered(
            "deal.html",
            table=table,
            sheet=table.sheet,
            row=row,
            notes=(await self.shown_sheet(table)).notes,
            signed=signed,
            may=may,
            roster=keeper_changes.roster_shown(table.sheet, row) if may else None,
            problem=problem,
            filled=request.form if problem else NOTHING_FILLED,
            key=new_key(),
        )
        return WebResponse(page, status=status)

    async def log(self, table: KeeperTable, _request: WebRequest) -> WebResponse:
        """Returns the log of all entries and all actions of members, with their authors."""
        lines: list[tuple[int, EntryLine]] = [
            (one.place, EntryLine(None, f"{one.who} {one.text}", one.who))
            for one in table.people.log
        ]
        lines += [(one.number, EntryLine(one.number, one.entry, one.by)) for one in table.entries]
        # sorted by the number of entries before: an action of the people follows the entry it
        # came after
        lines.sort(key=lambda line: (line[0], line[1].number is None))
        entries = [line for _, line in lines]
        return WebResponse(rendered("log.html", table=table, entries=entries[::-1]))

    async def paper(self, table: KeeperTable, _request: WebRequest) -> WebResponse:
        """Returns the score sheet for printing."""
        shown = await self.shown_sheet(table)
        page = rendered(
            "print.html",
            table=table,
            sheet=table.sheet,
            places=shown.places,
            rows=shown.rows[::-1],
            notes=shown.notes,
        )
        return WebResponse(page)

    async def record(self, table: KeeperTable, _request: WebRequest) -> WebResponse:
        """Returns the match as a record, which `clagdsl replay` accepts."""
        text = write_record(table.record())
        name = f"{file_name(table.title)}-{table.date or table.name}.toml"
        return WebResponse(text, media_type=TOML, filename=name)

    async def shown_sheet(self, table: KeeperTable) -> TableShown:
        """Returns the computed content of a sheet's pages, cached; computes it in a
        thread if slow.
        """
        cached = self._shown_sheets.get(table.name)
        if cached is None:
            while len(self._shown_sheets) >= MOST_REMEMBERED:
                self._shown_sheets.pop(next(iter(self._shown_sheets)))
            cached = self._shown_sheets[table.name] = _ShownSheet()
        async with cached.counting:
            if cached.shown is None or cached.shown.sheet is not table.sheet:
                cached.shown = await cached.pace.run(partial(table_shown, table.sheet))
            return cached.shown


@dataclass(slots=True)
class _ShownSheet:
    """The content of a sheet's pages in its latest state, with an estimate of the work it takes."""

    shown: TableShown | None = None
    pace: Offloader = field(default_factory=Offloader)
    counting: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True)
class _KeeperViewer:
    """A viewer's permissions, the only difference between two copies of a table's page."""

    may_change: bool
    enters: EntryPermission
    may_undo: bool
    is_host: bool


def _render_table(
    table: KeeperTable,
    shown: TableShown,
    viewer: _KeeperViewer,
    shared: SharedParts,
    problem: str = "",
    filled: Mapping[str, str] = NOTHING_FILLED,
) -> LivePage:
    """Renders the page of a table for viewers with these permissions."""
    sheet = table.sheet
    last = keeper_view.last_entry(sheet)
    one_more = viewer.may_change and sheet.over
    return rendered_live(
        "table.html",
        table.number,
        shared,
        table=table,
        sheet=sheet,
        viewer=viewer,
        question=shown.question,
        places=shown.places,
        rows=shown.rows,
        notes=shown.notes,
        one_more=keeper_changes.one_more_shown(sheet) if one_more else None,
        bids=keeper_view.bids_so_far(sheet),
        trump=None if sheet.over else sheet.trump,
        suits=[] if sheet.over else [keeper_view.shown_suit(s) for s in sheet.trump or ()],
        payments=any(sheet.payments),
        undone="" if last is None else sheet.log[last],
        aside=tuple(
            one
            for one in shown.question.aside
            if viewer.enters == "now" or one.entry.split()[0] in ANY_TURN_WORDS
        ),
        most_buttons=keeper_view.MOST_BUTTONS,
        waiting=pending_text(sheet),
        all_acts=PHASE_VERBS,
        problem=problem,
        filled=filled,
    )


def table_entry(table: KeeperTable, form: Mapping[str, str]) -> str | None:
    """Returns the entry that a form makes: from its text field, or from a number for each player.

    Returns None if something is missing; raises WrongFormError if a field is invalid.
    """
    text = read_text(form, "entry", "An entry", TEXT_LIMIT)
    row = form.get("row", "")
    if row in ("", "text"):
        return text
    if row == "call":
        return keeper_view.call_entry(form)
    if row in CHANGE_FORMS:
        return keeper_changes.change_entry(form)
    filled = dict(form)
    deal = form.get("deal", "")
    if not deal and read_turn(form) not in (None, table.turn):
        # it will be refused, and is shown as entered: do not complete it with this deal's cards
        chosen = [text for name, text in form.items() if re.fullmatch("[np][0-9]+", name)]
        return " ".join([row, *chosen])
    seats_of = {str(one.deal): len(one.seats) for one in table.sheet.rows}
    seats = seats_of.get(deal, table.sheet.players)
    if row == "taken":
        cards = table.sheet.cards or 0
        return keeper_view.row_entry("taken", filled, cards, None)
    cards_of = {str(one.deal): one.cards for one in table.sheet.rows}
    cards_of[""] = table.sheet.cards
    total = cards_of.get(deal) if row == "won" else None
    entry = keeper_view.row_entry(row, filled, seats, total)
    if entry is None:
        return None
    points = [form.get(f"p{seat}", "").strip() for seat in range(seats)]
    if any(points):
        entry = " ".join([entry, "points", *(point or "0" for point in points)])
    return f"correct {deal} {entry}" if deal else entry
