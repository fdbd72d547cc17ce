"""Every page of the server: what is answered to what is asked."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import partial
from hashlib import sha256
from typing import Final, ParamSpec, TypeAlias, TypeVar

from clagdsl.api import PlayableGame
from clagdsl.explain.rule_sheet.page import page as sheet_page
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.game_text import title_of, value_text
from clagdsl.lang.rules import IntegerRange, Parameter, TruthRange, WordRange
from clagdsl.problems.model import ArgumentError, IllegalAction
from clagdsl.records.reading import wrong_names
from clagdsl.records.writing import write_record
from clagdsl.scorekeeping.score_sheet import Sheet
from clagdsl.serve import keeper_changes, keeper_view
from clagdsl.serve.exchange import POLICY, TOML, NewCookie, WebRequest, WebResponse, see
from clagdsl.serve.html_pages import FOLDER, rendered
from clagdsl.serve.join_codes import JoinCodes
from clagdsl.serve.keeper_changes import CHANGE_FORMS, LONGEST_NAME
from clagdsl.serve.keeper_table import KeeperTable, NotAllowedError, values_of, why_not_allowed
from clagdsl.serve.keeper_text import signed, told
from clagdsl.serve.keeper_view import TableShown, table_shown
from clagdsl.serve.lobby import Lobby, MovedOnError, member_with
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.qr_code import qr_svg
from clagdsl.serve.seat_tokens import hash_of, new_key, new_name, new_token
from clagdsl.serve.table_events import (
    ChosenParameter,
    Deed,
    EntryMade,
    HostGiven,
    Member,
    MemberSeated,
    NoteWritten,
    RightsGiven,
    SeatFreed,
    TableDeleted,
    TableOpened,
)
from clagdsl.storage.stored import StorageError, StoredTable
from clagdsl.version import VERSION

FINISHED_SHOWN: Final = 30
RUNNING_SHOWN: Final = 100
LONGEST_NOTE: Final = 200
LONGEST_ENTRY: Final = 1000
MOST_REMEMBERED: Final = 1000
MOST_RULE_SHEETS: Final = 50
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_KEY: Final = re.compile(r"[0-9a-f]{16,64}", re.ASCII)

Given = ParamSpec("Given")
Made = TypeVar("Made")
Handler: TypeAlias = Callable[[WebRequest], Awaitable[WebResponse]]


@dataclass(frozen=True, slots=True)
class Page:
    """One address: how it is asked for, its changing parts in braces, what answers."""

    method: str
    address: str
    handler: Handler


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table as the first page lists it."""

    name: str
    title: str
    names: str
    state: str
    date: str
    note: str


@dataclass(frozen=True, slots=True)
class ShownParameter:
    """A parameter as the page that opens a table asks for it."""

    name: str
    label: str
    kind: str
    default: str
    low: int
    high: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownInvitation:
    """A seat, who has it, and the code that gives it, with the address and its QR code."""

    player: str
    member: str
    taken: bool
    code: str
    address: str
    picture: str


class Site:
    """The pages over the tables of a lobby."""

    def __init__(
        self,
        lobby: Lobby,
        games: OfferedGames,
        codes: JoinCodes,
        *,
        address: str | None = None,
        today: Callable[[], date] = date.today,
    ) -> None:
        """`address` is what QR codes lead to, where that is not the address of who asks."""
        self._lobby = lobby
        self._games = games
        self._codes = codes
        self._address = address
        self._today = today
        self._apart_from_tables = ThreadPoolExecutor(1, "rules")
        self._answered: dict[str, WebResponse] = {}
        self._shown: dict[int, TableShown] = {}
        self._sheets: dict[tuple[str, int], str] = {}
        self.pages: Final[tuple[Page, ...]] = (
            Page("GET", "/health", self.health),
            Page("GET", "/favicon.ico", self.icon),
            Page("GET", "/", self.home),
            Page("GET", "/new/{game}", self.new_table),
            Page("POST", "/new/{game}", self.open_table),
            Page("GET", "/rules/{game}", self.rules_of_game),
            Page("GET", "/join", self.type_code),
            Page("GET", "/j/{code}", self.invited),
            Page("POST", "/join", self.join),
            Page("GET", "/t/{table}", self.table),
            Page("GET", "/t/{table}/enter", self.back),
            Page("POST", "/t/{table}/enter", self.enter),
            Page("GET", "/t/{table}/deal/{deal}", self.deal),
            Page("GET", "/t/{table}/people", self.people),
            Page("POST", "/t/{table}/people", self.change_people),
            Page("GET", "/t/{table}/log", self.log),
            Page("GET", "/t/{table}/print", self.paper),
            Page("GET", "/t/{table}/rules", self.rules_of_table),
            Page("GET", "/t/{table}/record.toml", self.record),
        )

    # --- the house ------------------------------------------------------------------------

    async def health(self, _asked: WebRequest) -> WebResponse:
        """That the server is there, and which version."""
        return WebResponse(json.dumps({"status": "ok", "version": VERSION}), media_type=_JSON)

    async def icon(self, _asked: WebRequest) -> WebResponse:
        """The sign of the server in lists of pages."""
        drawn = (FOLDER / "static" / "icon.svg").read_text("utf-8")
        return WebResponse(drawn, media_type="image/svg+xml")

    async def home(self, asked: WebRequest) -> WebResponse:
        """The games, the tables under way, the finished ones."""
        before = asked.query.get("before", "").partition(" ")
        start = (before[0], before[2]) if before[1] else None
        finished = self._lobby.listed("over", FINISHED_SHOWN + 1, start)
        last = finished[FINISHED_SHOWN - 1] if len(finished) > FINISHED_SHOWN else None
        page = rendered(
            "home.html",
            own=self._games.own,
            bundled=self._games.bundled,
            family=self._games.family,
            running=tuple(map(_listed, self._lobby.listed("running", RUNNING_SHOWN))),
            finished=tuple(map(_listed, finished[:FINISHED_SHOWN])),
            older="" if last is None else f"{last.changed} {last.name}",
        )
        return WebResponse(page)

    async def new_table(self, asked: WebRequest) -> WebResponse:
        """The form that opens a table."""
        slug = asked.parts["game"]
        if self._games.listed(slug) is None:
            return self.missing("There is no such game here.")
        return self._new_table(slug, await self._game(slug), {})

    def _new_table(
        self, slug: str, game: PlayableGame, form: Mapping[str, str], problem: str = ""
    ) -> WebResponse:
        low, high = game.rules.players
        page = rendered(
            "new.html",
            slug=slug,
            title=title_of(game.rules),
            low=low,
            high=high,
            parameters=tuple(map(_shown_parameter, game.rules.parameters)),
            drawn=game.rules.first_dealer == "drawn",
            form=form,
            problem=problem,
            key=new_key(),
            today=self._today().isoformat(),
        )
        return WebResponse(page, status=422 if problem else 200)

    async def open_table(self, asked: WebRequest) -> WebResponse:
        """Open a table; whoever does is its host."""
        slug, form = asked.parts["game"], asked.form
        offered = self._games.listed(slug)
        if offered is None:
            return self.missing("There is no such game here.")
        key = _key(form)
        if key in self._answered:
            return self._answered[key]
        game = await self._game(slug)
        _, high = game.rules.players
        filled = [(seat, form.get(f"name{seat}", "").strip()) for seat in range(high)]
        names = tuple(name for _, name in filled if name)
        dealer = next((name for seat, name in filled if form.get("dealer") == str(seat)), "")
        token = new_token()
        host = Member(
            new_name(8), form.get("host", "").strip()[:LONGEST_NAME] or "The host", None, ""
        )
        opened = TableOpened(
            offered.reference.replace("\\", "/").rpartition("/")[2],
            names,
            dealer or None,
            tuple(
                ChosenParameter(each.name, form.get(f"set-{each.name}", value_text(each.default)))
                for each in game.rules.parameters
            ),
            Member(host.id, host.name, None, hash_of(token)),
            _date(form.get("date", "")),
            form.get("note", "").strip()[:LONGEST_NOTE],
        )
        try:
            wrong = wrong_names(list(names))
            if wrong is None and any(len(name) > LONGEST_NAME for name in names):
                wrong = f"a name has at most {LONGEST_NAME} letters"
            if wrong is not None:
                why = sentence(_plain(wrong.replace("the record", "the table")))
                return self._new_table(slug, game, form, why)
            values_of(game, opened.parameters)
            table = await self._lobby.open(new_name(), key, game, opened)
        except ArgumentError as error:
            return self._new_table(slug, game, form, sentence(_plain(error.reason)))
        return self._remember(key, see(f"/t/{table.name}", _cookie(table.name, token)))

    async def rules_of_game(self, asked: WebRequest) -> WebResponse:
        """The rule sheet of a game."""
        slug = asked.parts["game"]
        if self._games.listed(slug) is None:
            return self.missing("There is no such game here.")
        game = await self._game(slug)
        return await self._apart(self._rule_sheet, f"game {slug}", game, None, {})

    async def _game(self, slug: str) -> PlayableGame:
        """A game of the list; while it is checked, which takes a moment, no table waits."""
        return await self._apart(self._games.game, slug)

    async def _apart(
        self, work: Callable[Given, Made], /, *given: Given.args, **more: Given.kwargs
    ) -> Made:
        """What takes a moment and is of no table, in a thread that no table waits for."""
        doing = partial(work, *given, **more)
        return await asyncio.get_running_loop().run_in_executor(self._apart_from_tables, doing)

    # --- joining --------------------------------------------------------------------------

    async def type_code(self, _asked: WebRequest) -> WebResponse:
        """Where a code is typed."""
        return self._join_page("", None)

    async def invited(self, asked: WebRequest) -> WebResponse:
        """Where a QR code leads: nothing is used up until it is said to be wanted."""
        code = asked.parts["code"]
        wait = self._codes.wait(asked.client)
        if wait is not None:
            return _too_often(wait)
        found = self._codes.look_up(code, asked.client)
        if found is None:
            return self._join_page("", "This code is good no longer: ask the host for a new one.")
        return self._join_page(code, None, found.player, found.table)

    async def join(self, asked: WebRequest) -> WebResponse:
        """Take the seat that a code gives."""
        key = _key(asked.form)
        if key in self._answered:
            return self._answered[key]
        wait = self._codes.wait(asked.client)
        if wait is not None:
            return _too_often(wait)
        found = self._codes.redeem(asked.form.get("code", ""), asked.client)
        if found is None:
            return self._join_page("", "This code is not good, or no longer: ask for a new one.")
        name = asked.form.get("name", "").strip()[:LONGEST_NAME] or found.player or "A guest"
        token = new_token()
        member = Member(new_name(8), name, found.player, hash_of(token))
        await self._lobby.act(found.table, key, None, member.id, MemberSeated(member))
        return self._remember(key, see(f"/t/{found.table}", _cookie(found.table, token)))

    def _join_page(
        self, code: str, problem: str | None, player: str | None = None, table: str = ""
    ) -> WebResponse:
        page = rendered(
            "join.html", code=code, problem=problem, player=player, table=table, key=new_key()
        )
        return WebResponse(page, status=200 if problem is None else 404)

    # --- a table --------------------------------------------------------------------------

    async def table(self, asked: WebRequest) -> WebResponse:
        """The score keeper."""
        table = await self._lobby.table(asked.parts["table"])
        if table is None or table.deleted:
            return self.missing("There is no such table here.")
        return await self.table_page(table, asked)

    async def _told(self, sheet: Sheet) -> TableShown:
        """What pages show of a sheet: worked out once for all of them, while no table waits."""
        place = id(sheet)
        found = self._shown.get(place)
        if found is None or found.sheet is not sheet:
            found = await asyncio.to_thread(table_shown, sheet)
            while len(self._shown) >= MOST_REMEMBERED:
                self._shown.pop(next(iter(self._shown)))
            self._shown[place] = found
        return found

    async def table_page(
        self, table: KeeperTable, asked: WebRequest, problem: str = "", status: int = 200
    ) -> WebResponse:
        """The page of a table, perhaps with what went wrong."""
        shown = await self._told(table.sheet)
        sheet, member = table.sheet, _member(table, asked)
        entry, last = EntryMade("undo"), keeper_view.last_entry(sheet)
        may_change = why_not_allowed(table, member, EntryMade("adjust")) is None
        page = rendered(
            "table.html",
            table=table,
            sheet=sheet,
            member=member,
            question=shown.question,
            places=shown.places,
            rows=shown.rows,
            notes=shown.notes,
            one_more=keeper_changes.one_more_shown(sheet) if may_change and sheet.over else None,
            may_change=may_change,
            bids=keeper_view.bids_so_far(sheet),
            trump=None if sheet.over else sheet.trump,
            suits=[] if sheet.over else [keeper_view.shown_suit(s) for s in sheet.trump or ()],
            payments=any(sheet.payments),
            may_enter=member is not None
            and (member.id == table.host or table.everybody or member.player is not None),
            undone="" if last is None else sheet.log[last],
            may_undo=last is not None and why_not_allowed(table, member, entry) is None,
            is_host=member is not None and (member.id == table.host or table.everybody),
            most_buttons=keeper_view.MOST_BUTTONS,
            problem=problem,
            key=new_key(),
        )
        return WebResponse(page, status=status)

    async def back(self, asked: WebRequest) -> WebResponse:
        """Back to the table, for who loads the page anew on which something was refused."""
        return see(f"/t/{asked.parts['table']}")

    async def enter(self, asked: WebRequest) -> WebResponse:
        """Enter something in the score sheet."""
        table = await self._lobby.table(asked.parts["table"])
        if table is None:
            return self.missing("There is no such table here.")
        entry = table_entry(table, asked.form)
        if entry is None:
            missing = keeper_changes.missing_in(asked.form.get("row", ""))
            return await self.table_page(table, asked, missing, 422)
        wrong = keeper_changes.why_no_name_here(entry)
        if wrong is not None:
            return await self.table_page(table, asked, wrong, 422)
        return await self._done(table, asked, EntryMade(entry))

    async def _done(
        self, table: KeeperTable, asked: WebRequest, did: Deed, back: str = ""
    ) -> WebResponse:
        """Do something at a table and go back to it, or say why not on its page."""
        member = _member(table, asked)
        seen = asked.form.get("seen", "")
        number = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else None
        by = "" if member is None else member.id
        try:
            await self._lobby.act(table.name, _key(asked.form), number, by, did)
        except IllegalAction as error:
            return await self.table_page(table, asked, told(error.reason, error.source), 422)
        except MovedOnError as error:
            now = await self._lobby.table(table.name)
            return await self.table_page(now or table, asked, sentence(str(error)), 409)
        except NotAllowedError as error:
            return await self.table_page(table, asked, sentence(str(error)), 403)
        return see(f"/t/{table.name}{back}")

    async def deal(self, asked: WebRequest) -> WebResponse:
        """A deal of the sheet, to look at and to correct."""
        table = await self._lobby.table(asked.parts["table"])
        number = asked.parts["deal"]
        if table is None or table.deleted:
            return self.missing("There is no such table here.")
        row = next((one for one in table.sheet.rows if str(one.deal) == number), None)
        if row is None:
            return self.missing("This deal is not closed yet.")
        member = _member(table, asked)
        page = rendered(
            "deal.html",
            table=table,
            sheet=table.sheet,
            row=row,
            notes=(await self._told(table.sheet)).notes,
            signed=signed,
            may=why_not_allowed(table, member, EntryMade("correct")) is None,
            key=new_key(),
        )
        return WebResponse(page)

    # --- people ---------------------------------------------------------------------------

    async def people(self, asked: WebRequest) -> WebResponse:
        """Who is at the table, the codes that let phones in, and what the host may do."""
        table = await self._lobby.table(asked.parts["table"])
        if table is None or table.deleted:
            return self.missing("There is no such table here.")
        member = _member(table, asked)
        rights = why_not_allowed(table, member, RightsGiven(everybody=True)) is None
        sheet = table.sheet
        here = (name for line, name in enumerate(sheet.names) if line not in sheet.left)
        page = rendered(
            "people.html",
            table=table,
            member=member,
            may=rights,
            invitations=[
                self._invitation(table, each, asked) for each in ((*here, None) if rights else ())
            ],
            changes=await asyncio.to_thread(keeper_changes.changes_shown, sheet),
            key=new_key(),
        )
        return WebResponse(page)

    def _invitation(
        self, table: KeeperTable, player: str | None, asked: WebRequest
    ) -> ShownInvitation:
        code = self._codes.invite(table.name, player)
        address = f"{self._address or asked.site}/j/{code}"
        has = None if player is None else table.member_of(player)
        return ShownInvitation(
            player or "",
            "" if has is None else has.id,
            has is not None,
            code,
            address,
            qr_svg(address),
        )

    async def change_people(self, asked: WebRequest) -> WebResponse:
        """Free a seat, give the host's part away, allow it to everybody, note, delete."""
        table = await self._lobby.table(asked.parts["table"])
        if table is None:
            return self.missing("There is no such table here.")
        form = asked.form
        did: Deed
        match form.get("do"):
            case "free":
                did = SeatFreed(form.get("member", ""))
            case "host":
                did = HostGiven(form.get("member", ""))
            case "rights":
                did = RightsGiven(everybody=form.get("everybody") == "yes")
            case "note":
                note = form.get("note", "").strip()[:LONGEST_NOTE]
                did = NoteWritten(_date(form.get("date", "")), note)
            case "delete" if form.get("sure") == "yes":
                did = TableDeleted()
            case _:
                return see(f"/t/{table.name}/people")
        done = await self._done(table, asked, did, "/people")
        if done.status == 303 and isinstance(did, TableDeleted):
            return see("/")
        return done

    async def log(self, asked: WebRequest) -> WebResponse:
        """Everything that was entered, and by whom."""
        table = await self._lobby.table(asked.parts["table"])
        if table is None or table.deleted:
            return self.missing("There is no such table here.")
        entries = [
            (number, entry, table.author(by))
            for number, (entry, by) in enumerate(
                zip(table.sheet.log, table.authors, strict=True), 1
            )
        ]
        return WebResponse(rendered("log.html", table=table, entries=entries[::-1]))

    # --- to take along --------------------------------------------------------------------

    async def paper(self, asked: WebRequest) -> WebResponse:
        """The score sheet, to print."""
        table = await self._lobby.table(asked.parts["table"])
        if table is None or table.deleted:
            return self.missing("There is no such table here.")
        shown = await self._told(table.sheet)
        page = rendered(
            "print.html",
            table=table,
            sheet=table.sheet,
            places=shown.places,
            rows=shown.rows[::-1],
            notes=shown.notes,
        )
        return WebResponse(page)

    async def record(self, asked: WebRequest) -> WebResponse:
        """The match as a record, which `clagdsl replay` takes."""
        table = await self._lobby.table(asked.parts["table"])
        if table is None or table.deleted:
            return self.missing("There is no such table here.")
        text = write_record(table.sheet.record())
        name = f"{_file_name(table.title)}-{table.date or table.name}.toml"
        return WebResponse(text, media_type=TOML, file=name)

    async def rules_of_table(self, asked: WebRequest) -> WebResponse:
        """The rule sheet of a table, for its players and its parameters."""
        table = await self._lobby.table(asked.parts["table"])
        if table is None or table.deleted:
            return self.missing("There is no such table here.")
        players = table.sheet.players
        return await self._apart(
            self._rule_sheet,
            f"table {table.name}",
            table.game,
            players,
            dict(table.sheet.table.changed_parameters),
        )

    def _rule_sheet(
        self,
        name: str,
        game: PlayableGame,
        players: int | None,
        settings: Mapping[str, int | bool | str],
    ) -> WebResponse:
        key = (name, players or 0)
        if key not in self._sheets:
            if len(self._sheets) >= MOST_RULE_SHEETS:
                self._sheets.clear()
            try:
                sheet = rule_sheet(game.rules, players, settings)
            except ArgumentError:
                sheet = rule_sheet(game.rules)
            self._sheets[key] = sheet_page(sheet)
        page = self._sheets[key]
        return WebResponse(page, policy=f"{POLICY}; style-src {_style_hashes(page)}")

    # --- answers --------------------------------------------------------------------------

    def missing(self, text: str) -> WebResponse:
        """That something is not there."""
        return WebResponse(rendered("message.html", title="Not here", text=text), status=404)

    def _remember(self, key: str, answer: WebResponse) -> WebResponse:
        """An answer, which the same tap gets again if it comes twice."""
        while len(self._answered) >= MOST_REMEMBERED:
            self._answered.pop(next(iter(self._answered)))
        self._answered[key] = answer
        return answer


_JSON: Final = "application/json"


def failure(error: StorageError) -> WebResponse:
    """That something was not kept, and why."""
    text = f"Nothing of that was kept: {_plain(str(error))}. Try again once that is mended."
    return WebResponse(rendered("message.html", title="Not kept", text=text), status=503)


def refused(text: str, status: int) -> WebResponse:
    """That a request is not answered, and why."""
    return WebResponse(rendered("message.html", title="Refused", text=text), status=status)


def sentence(text: str) -> str:
    """A reason as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}."


def _too_often(wait: int) -> WebResponse:
    text = "Too many codes that are not good were tried. Wait a minute, then try again."
    page = rendered("message.html", title="Too often", text=text)
    return WebResponse(page, status=429, wait=wait)


def _listed(table: StoredTable) -> ShownTable:
    shown = json.loads(table.summary)
    names, totals = shown["names"], shown["totals"]
    if table.standing == "over":
        won = [names[seat] for seat in shown["winners"]]
        state = f"won by {' and '.join(won)}" if won else "over"
    else:
        best = min if shown.get("low_wins", False) else max
        here = [line for line in range(len(names)) if line not in shown.get("left", ())]
        most = best((totals[line] for line in here), default=0)
        ahead = [names[line] for line in here if totals[line] == most]
        leads = f", {ahead[0]} leads with {most}" if len(ahead) == 1 else ""
        state = f"deal {shown['deal']} of {shown['deals']}{leads}"
    return ShownTable(
        table.name, shown["title"], ", ".join(names), state, shown["date"], shown["note"]
    )


def _shown_parameter(parameter: Parameter) -> ShownParameter:
    label = parameter.description or parameter.name.replace("_", " ")
    default = value_text(parameter.default)
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return ShownParameter(parameter.name, label, "number", default, low, high, ())
        case TruthRange():
            return ShownParameter(parameter.name, label, "words", default, 0, 0, ("true", "false"))
        case WordRange(words=words):
            return ShownParameter(parameter.name, label, "words", default, 0, 0, words)


def table_entry(table: KeeperTable, form: Mapping[str, str]) -> str | None:
    """The entry that a form stands for: as a text, or as numbers of each player."""
    text = form.get("entry", "").strip()[:LONGEST_ENTRY]
    row = form.get("row", "")
    if not row:
        return text
    if row == "call":
        return keeper_view.call_entry(form)
    if row in CHANGE_FORMS:
        return keeper_changes.change_entry(form)
    filled = dict(form)
    deal = form.get("deal", "")
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


def _member(table: KeeperTable, asked: WebRequest) -> Member | None:
    token = asked.cookies.get(_cookie_name(table.name), "")
    return member_with(table, token) if token else None


def _cookie_name(table: str) -> str:
    return f"seat-{table}"


def _cookie(table: str, token: str) -> NewCookie:
    return NewCookie(_cookie_name(table), token, f"/t/{table}")


def _key(form: Mapping[str, str]) -> str:
    """The key of a tap; a form without one is a tap of its own."""
    key = form.get("key", "")
    return key if _KEY.fullmatch(key) else new_key()


def _date(text: str) -> str:
    return text if _DATE.fullmatch(text) else ""


def _plain(text: str) -> str:
    """A reason without the marks around what is typed."""
    return text.replace("`", "")


def _file_name(title: str) -> str:
    return "-".join(re.findall("[a-z0-9]+", title.lower()))[:60] or "match"


def _style_hashes(page: str) -> str:
    """What a policy says to allow just the styles that a rule sheet has within it."""
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    styles += re.findall(r'style="([^"]*)"', page)
    hashes = (base64.b64encode(sha256(text.encode()).digest()).decode() for text in styles)
    return " ".join(["'unsafe-hashes'", *sorted({f"'sha256-{each}'" for each in hashes})])
