"""The season of the finished tables of a server, as a page, as CSV and as JSON."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from clagdsl.lang.json_schema import from_json
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.season.aggregate import aggregate_matches
from clagdsl.season.columns import TABLES, csv_text
from clagdsl.season.finished_match import FinishedMatch
from clagdsl.season.model import Season
from clagdsl.season.page import PageLink, page, page_style
from clagdsl.serve.form_fields import WrongFormError
from clagdsl.serve.http import JSON, POLICY, WebRequest, WebResponse
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.page_language import phrase
from clagdsl.serve.replies import missing
from clagdsl.storage.model import StoredTable

AT_ONCE: Final = 500
"""Number of tables that are read from the file at a time."""
MOST_KEPT: Final = 20
"""Maximum number of seasons in the cache."""
CSV: Final = "text/csv; charset=utf-8"
_DAY: Final = len("2026-01-31")


@dataclass(frozen=True, slots=True)
class _Stamp:
    """A fingerprint of the finished tables: their number and the time of the last change."""

    number: int
    last: str


class SeasonPages:
    """The seasons of a lobby, cached until a finished table changes."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._counting = asyncio.Lock()
        self._counted: dict[int | None, Season] = {}
        self._stamp: _Stamp | None = None

    async def season_page(self, request: WebRequest) -> WebResponse:
        """Returns the page of a season, with links to other years and to downloads."""
        return await _for_year(request, self._season_page)

    async def _season_page(self, _request: WebRequest, year: int | None) -> WebResponse:
        season = await self._season(year)
        shown = page(season, _links(season), _downloads(year))
        style = base64.b64encode(sha256(page_style().encode()).digest()).decode()
        return WebResponse(shown, csp=f"{POLICY}; style-src 'sha256-{style}'")

    async def season_json(self, request: WebRequest) -> WebResponse:
        """Returns a season as JSON."""
        return await _for_year(request, self._season_json)

    async def _season_json(self, _request: WebRequest, year: int | None) -> WebResponse:
        text = json.dumps((await self._season(year)).to_json(), ensure_ascii=False)
        return WebResponse(text, media_type=JSON, filename=_file_name("season", year, "json"))

    async def season_csv(self, request: WebRequest) -> WebResponse:
        """Returns a table of a season as CSV."""
        return await _for_year(request, self._season_csv)

    async def _season_csv(self, request: WebRequest, year: int | None) -> WebResponse:
        table = request.query.get("table", "standings")
        if table not in TABLES:
            return missing(phrase("no-table-here"))
        text = csv_text(await self._season(year), table)
        return WebResponse(text, media_type=CSV, filename=_file_name(table, year, "csv"))

    async def _season(self, year: int | None) -> Season:
        """Returns the current season for a year, or for all years if None, computed in a thread."""
        async with self._counting:
            stamp = self._current_stamp()
            if stamp != self._stamp or len(self._counted) >= MOST_KEPT:
                self._counted.clear()
                self._stamp = stamp
            if year not in self._counted:
                matches = await self._matches()
                self._counted[year] = await asyncio.to_thread(aggregate_matches, matches, year)
            return self._counted[year]

    def _current_stamp(self) -> _Stamp:
        last = self._lobby.list_tables("over", 1)
        return _Stamp(self._lobby.number_of("over"), last[0].changed if last else "")

    async def _matches(self) -> list[FinishedMatch]:
        """Returns the matches of all finished tables."""
        matches: list[FinishedMatch] = []
        before: tuple[str, str] | None = None
        while tables := await asyncio.to_thread(self._lobby.list_tables, "over", AT_ONCE, before):
            for stored, match in await asyncio.to_thread(self._stored_matches, tables):
                kept = match or await self._replayed_match(stored)
                if kept is not None:
                    matches.append(replace(kept, played=kept.played or stored.opened[:_DAY]))
            before = (tables[-1].changed, tables[-1].name)
        return matches

    def _stored_matches(
        self, tables: Sequence[StoredTable]
    ) -> list[tuple[StoredTable, FinishedMatch | None]]:
        """Returns the tables, each with the match from its summary; None if the summary does not
        have it.
        """
        return [(stored, _stored_match(self._lobby.summary(stored))) for stored in tables]

    async def _replayed_match(self, stored: StoredTable) -> FinishedMatch | None:
        """Returns the match of a table whose summary does not contain it, by
        replaying its events.
        """
        table = await self._lobby.table(stored.name)
        return None if table is None else table.finished_match


def _stored_match(summary: dict[str, Any]) -> FinishedMatch | None:
    kept = summary.get("match")
    match = None if kept is None else from_json(FinishedMatch, kept)
    assert match is None or isinstance(match, FinishedMatch)
    return match


async def _for_year(
    request: WebRequest, answer: Callable[[WebRequest, int | None], Awaitable[WebResponse]]
) -> WebResponse:
    """Returns the response for the year in a request, or a page with the error."""
    try:
        year = _year(request)
    except WrongFormError as error:
        return missing(str(error))
    return await answer(request, year)


# --- links ------------------------------------------------------------------------------


def _year(request: WebRequest) -> int | None:
    """Returns the year in a request, None for all years; raises WrongFormError if it is invalid."""
    text = request.query.get("year", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) == 4):
        raise WrongFormError(phrase("form-year-wrong", text=shorten(escape_invisible(text))))
    return int(text)


def _season_url(ending: str, year: int | None, table: str = "") -> str:
    query = [f"year={year}"] * (year is not None) + [f"table={table}"] * bool(table)
    return f"/season{ending}{'?' if query else ''}{'&'.join(query)}"


def _links(season: Season) -> list[PageLink]:
    years = [
        PageLink(str(year), _season_url("", year), year == season.year) for year in season.years
    ]
    every = PageLink("All seasons", _season_url("", None), season.year is None)
    return [PageLink("All tables", "/"), every, *years]


def _downloads(year: int | None) -> list[PageLink]:
    tables = [
        PageLink(f"{one.title}, CSV", _season_url(".csv", year, name))
        for name, one in TABLES.items()
    ]
    return [*tables, PageLink("All of it, JSON", _season_url(".json", year))]


def _file_name(stem: str, year: int | None, ending: str) -> str:
    return f"{stem}.{ending}" if year is None else f"{stem}-{year}.{ending}"
