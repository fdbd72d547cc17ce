"""The pages that open a table or a match: the game, players, parameters and first dealer.

The table's name and the host's session token are derived from the form's request key. So a repeated
request does not open a second table, even if the server restarts in between.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias

from clagdsl.api import PlayableGame
from clagdsl.lang.record import PlayerName
from clagdsl.lang.rules import (
    IntegerRange,
    Parameter,
    TruthRange,
    WordRange,
    first_dealer_text,
    title_of,
    value_text,
)
from clagdsl.problems.arguments import possible_values
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.records.reading import why_names_invalid
from clagdsl.serve.form_fields import (
    LONGEST_NAME,
    LONGEST_NOTE,
    WrongFormError,
    read_date,
    read_text,
    why_hidden,
)
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import WebRequest, WebResponse, redirect
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.members import offered_bots
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.offload import BackgroundThread
from clagdsl.serve.online_table import new_secret
from clagdsl.serve.rate_limit import MOST_RUNNING, IdempotencyCache, OpeningRateLimit
from clagdsl.serve.replies import (
    cookie_of,
    no_more_tables,
    no_such_game,
    plain,
    request_key,
    sentence,
    too_many_tables,
)
from clagdsl.serve.seat_tokens import OpeningTap, hash_token, new_name, new_opening_key, opening_tap
from clagdsl.serve.table_events import ChosenParameter, MatchOpened, Member, TableOpened
from clagdsl.table.table import read_parameter

NAMES: Final = ("You", "Ann", "Ben", "Cai", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida")
"""Names for players whose name fields are empty."""
USED: Final = (
    "A table was opened with this form before it was changed. Tap Begin again to open another one."
)
_ADDRESS_FIELD: Final = "at"
"""A key for the address in the idempotency cache; no form has a field with that name."""
MOST_NAMED: Final = 100
"""Maximum number of name fields in a form."""


@dataclass(frozen=True, slots=True)
class ShownParameter:
    """A parameter as an input of the form."""

    name: str
    label: str
    kind: str
    default: str
    low: int
    high: int
    words: tuple[str, ...]


PEOPLE: Final = ("me", "person")
"""Values of a seat that mean a person, in the form that opens a match."""


@dataclass(frozen=True, slots=True)
class SeatChosen:
    """A seat as chosen in the form that opens a match; `who` is `me`, `person` or a bot's name."""

    place: int
    name: str
    who: str

    @property
    def policy(self) -> PlayerName | None:
        """The bot that plays the seat; None for a person."""
        return None if self.who in PEOPLE else self.who


_TableOpener: TypeAlias = Callable[
    [PlayableGame, str, Mapping[str, str], OpeningTap], Awaitable[str | None]
]
"""A function that opens a table; returns None, or the reason if it cannot be opened."""


class OpeningPages:
    """The pages that open tables for the offered games."""

    def __init__(
        self,
        lobby: Lobby,
        games: OfferedGames,
        responses: IdempotencyCache,
        rules_thread: BackgroundThread,
        limits: OpeningRateLimit,
        today: Callable[[], date],
    ) -> None:
        self._lobby = lobby
        self._games = games
        self._responses = responses
        self._rules_thread = rules_thread
        self._limits = limits
        self._today = today

    async def new_table(self, request: WebRequest) -> WebResponse:
        """Returns the form that opens a table for real cards."""
        return await self._empty_form("new.html", request)

    async def new_match(self, request: WebRequest) -> WebResponse:
        """Returns the form that opens a match whose cards the server deals."""
        return await self._empty_form("new_match.html", request)

    async def _empty_form(self, template: str, request: WebRequest) -> WebResponse:
        slug = request.path_params["game"]
        game = await self._games.current_game(slug, self._rules_thread)
        return no_such_game(slug) if game is None else self._form(template, slug, game, {})

    def _form(
        self,
        template: str,
        slug: str,
        game: PlayableGame,
        form: Mapping[str, str],
        problem: str = "",
    ) -> WebResponse:
        low, high = game.rules.players
        own = self._games.own.file(slug)
        page = rendered(
            template,
            slug=slug,
            broken=own.name if own is not None and own.error is not None else "",
            title=title_of(game.rules),
            low=low,
            high=high,
            parameters=tuple(map(_shown_parameter, game.rules.parameters)),
            dealer=first_dealer_text(game.rules),
            form=form,
            problem=problem,
            key=new_opening_key(),
            today=self._today().isoformat(),
            longest_note=LONGEST_NOTE,
            bots=offered_bots(game),
        )
        return WebResponse(page, status=422 if problem else 200)

    async def open_table(self, request: WebRequest) -> WebResponse:
        """Opens a table; the client becomes its host."""
        return await self._open_once(request, "new.html", self._open_table)

    async def open_match(self, request: WebRequest) -> WebResponse:
        """Opens a match; the client becomes its host, and takes the seat chosen for them."""
        return await self._open_once(request, "new_match.html", self._open_match)

    async def _open_once(
        self, request: WebRequest, template: str, open_it: _TableOpener
    ) -> WebResponse:
        """Redirects to the table opened by this request or an earlier copy of it, or returns the
        form with an error.
        """
        slug, form = request.path_params["game"], request.form
        key = request_key(form)
        # the address is a part of the request: another game is another table
        filled_in = {**form, _ADDRESS_FIELD: f"{template} {slug}"}
        response = self._responses.response(key, filled_in)
        if response is not None:
            return response
        if self._responses.is_used(key):
            game = await self._games.current_game(slug, self._rules_thread)
            if game is None:
                return no_such_game(slug)
            return self._form(template, slug, game, form, USED)
        tap = opening_tap(key)
        refused = await self._why_no_new_table(tap.name, request.client)
        if refused is not None:
            return refused
        with self._limits.opening(request.client) as opening:
            game = await self._games.current_game(slug, self._rules_thread)
            if game is None:
                return no_such_game(slug)
            try:
                why = await open_it(game, _reference(game.reference), form, tap)
            except ArgumentError as error:
                why = plain(sentence(error.reason))
            except WrongFormError as error:
                why = str(error)
            if why is not None:
                return self._form(template, slug, game, form, why)
            opening.done = True
        # the cookie identifies the phone at the table from now on
        to = redirect(f"/t/{tap.name}", cookie_of(tap.name, tap.token))
        return self._responses.remember(key, filled_in, to)

    async def _open_table(
        self, game: PlayableGame, reference: str, form: Mapping[str, str], tap: OpeningTap
    ) -> str | None:
        """Opens a table for real cards, or returns why it cannot be opened.

        Raises ArgumentError or WrongFormError if the input is invalid.
        """
        _, high = game.rules.players
        filled = {seat: form.get(f"name{seat}", "").strip() for seat in range(high)}
        seats = {seat: name for seat, name in filled.items() if name}
        names = tuple(seats.values())
        dealer = next((name for seat, name in seats.items() if form.get("dealer") == str(seat)), "")
        opened = TableOpened(
            reference,
            names,
            dealer or None,
            _read_parameters(game, form),
            Member(new_name(8), "The host", None, hash_token(tap.token)),
            read_date(form),
            read_text(form, "note", "A note", LONGEST_NOTE),
        )
        why = _why_names_refused(names, game) or _why_not_seated(form, seats)
        if why is None:
            why = await self._why_parameters_refused(game, opened.parameters)
        if why is None:
            await self._lobby.open(tap.name, tap.event_key, game, opened)
        return why

    async def _open_match(
        self, game: PlayableGame, reference: str, form: Mapping[str, str], tap: OpeningTap
    ) -> str | None:
        """Opens a match, or returns why it cannot be opened.

        Raises ArgumentError or WrongFormError if the input is invalid.
        """
        seats = _seats_chosen(form, game)
        names = tuple(seat.name for seat in seats)
        own = next((seat.name for seat in seats if seat.who == "me"), None)
        secret = new_secret()
        opened = MatchOpened(
            reference,
            names,
            tuple(seat.policy for seat in seats),
            next((s.name for s in seats if form.get("dealer") == str(s.place)), None),
            _read_parameters(game, form),
            Member(new_name(8), own or "The host", own, hash_token(tap.token)),
            read_date(form),
            read_text(form, "note", "A note", LONGEST_NOTE),
            secret.commitment,
        )
        why = _why_names_refused(names, game) or _why_not_seats(seats)
        if why is None:
            why = _why_not_seated(form, {seat.place: seat.name for seat in seats})
        if why is None:
            why = await self._why_parameters_refused(game, opened.parameters)
        if why is None:
            await self._lobby.deal(tap.name, tap.event_key, game, opened, secret)
        return why

    async def _why_no_new_table(self, name: str, client: str) -> WebResponse | None:
        """Returns a refusal if a limit on new tables is reached, or None;
        repeated requests pass.
        """
        if await self._lobby.table(name) is not None:
            return None
        wait = self._limits.retry_after(client)
        if wait is not None:
            return too_many_tables(wait)
        if self._lobby.number_of("running") + self._limits.in_progress >= MOST_RUNNING:
            return no_more_tables()
        return None

    async def _why_parameters_refused(
        self, game: PlayableGame, chosen: tuple[ChosenParameter, ...]
    ) -> str | None:
        """Returns why users' own rules are not playable with these parameters, or None if they are.

        Other rules are proved with these parameters when the table is opened.
        """
        if not game.proved_elsewhere:
            return None
        values = {one.name: one.value for one in chosen}
        why = await self._lobby.user_rules.why_not_playable(game, values)
        return None if why is None else plain(sentence(why))


def _seats_chosen(form: Mapping[str, str], game: PlayableGame) -> tuple[SeatChosen, ...]:
    """Returns the chosen seats, with names for unnamed players; raises WrongFormError if a choice
    is invalid.
    """
    _, high = game.rules.players
    there = (*PEOPLE, *(bot.name for bot in offered_bots(game)))
    taken: list[SeatChosen] = []
    entered_names = {form.get(f"name{place}", "").strip() for place in range(high)}
    others = (name for name in (*NAMES[1:], *NAMES) if name not in entered_names)
    for place in range(high):
        who = form.get(f"who{place}", "nobody")
        if who in there:
            name = form.get(f"name{place}", "").strip()
            if not name:
                name = "Host" if who == "me" else next(others, f"Player {place + 1}")
            taken.append(SeatChosen(place, name, who))
        elif who != "nobody":
            raise WrongFormError("Choose of every seat who plays there.")
    return tuple(taken)


def _why_names_refused(names: tuple[str, ...], game: PlayableGame) -> str | None:
    """Returns why the number of players or one of the names is not allowed, or None if all are."""
    low, high = game.rules.players
    if not low <= len(names) <= high:
        sizes = f"{low}" if low == high else f"{low} to {high}"
        there = f"here {'is' if len(names) == 1 else 'are'} {len(names)}"
        return f"{title_of(game.rules)} is for {sizes} players, and {there}."
    long = next((name for name in names if len(name) > LONGEST_NAME), None)
    if long is not None:
        shown = escape_invisible(long[:LONGEST_NAME])
        return f"A name has at most {LONGEST_NAME} letters: “{shown}…” is too long."
    hidden = next(filter(None, (why_hidden(name, "A name") for name in names)), None)
    if hidden is not None:
        return hidden
    wrong = why_names_invalid(list(names))
    return None if wrong is None else plain(sentence(wrong))


def _why_not_seated(form: Mapping[str, str], seats: Mapping[int, str]) -> str | None:
    """Returns why a named player or the first dealer has no seat, or None if they have one.

    `seats` maps seat numbers in the form to players.
    """
    places = {str(place) for place in seats}
    named = {place: form.get(f"name{place}", "").strip() for place in map(str, range(MOST_NAMED))}
    left_over = next((name for place, name in named.items() if name and place not in places), None)
    if left_over is not None:
        shown = shorten(escape_invisible(left_over))
        return f"“{shown}” has no seat: choose who plays there, or leave the name out."
    if form.get("dealer", "") not in ("", *places):
        return "Nobody sits where it is marked who deals first: say who does, or mark another."
    return None


def _why_not_seats(seats: tuple[SeatChosen, ...]) -> str | None:
    """Returns why this choice of people and bots is not allowed, or None if it is."""
    if [seat.who for seat in seats].count("me") > 1:
        return "You can have one seat only."
    if all(seat.policy is not None for seat in seats):
        return "At least one seat is for a person."
    return None


def _read_parameters(game: PlayableGame, form: Mapping[str, str]) -> tuple[ChosenParameter, ...]:
    """Returns the values of all parameters in a form; raises WrongFormError if one is invalid."""
    return tuple(_read_chosen_parameter(each, form) for each in game.rules.parameters)


def _read_chosen_parameter(parameter: Parameter, form: Mapping[str, str]) -> ChosenParameter:
    text = form.get(f"set-{parameter.name}", value_text(parameter.default))
    try:
        read_parameter(parameter, text)
    except ArgumentError as error:
        wrong = f"cannot be “{shorten(escape_invisible(text))}”" if text else "is empty"
        values = possible_values(parameter)
        raise WrongFormError(f"“{_label(parameter)}” {wrong}: it is {values}.") from error
    return ChosenParameter(parameter.name, text)


def _label(parameter: Parameter) -> str:
    """Returns the label of a parameter in forms."""
    return parameter.description or parameter.name.replace("_", " ")


def _reference(reference: str) -> str:
    """Returns the reference to the rules in records: the file name without its folder."""
    return reference.replace("\\", "/").rpartition("/")[2]


def _shown_parameter(parameter: Parameter) -> ShownParameter:
    label = _label(parameter)
    default = value_text(parameter.default)
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return ShownParameter(parameter.name, label, "number", default, low, high, ())
        case TruthRange():
            return ShownParameter(parameter.name, label, "words", default, 0, 0, ("true", "false"))
        case WordRange(words=words):
            return ShownParameter(parameter.name, label, "words", default, 0, 0, words)
