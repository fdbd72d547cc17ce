"""The forms that open a table or a match: the game, players, parameters and first dealer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
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
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.serve.form_fields import LONGEST_NOTE, WrongFormError, read_date, read_text
from clagdsl.serve.html_pages import rendered
from clagdsl.serve.http import WebRequest, WebResponse, redirect
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.members import offered_bots
from clagdsl.serve.offered_games import OfferedGames
from clagdsl.serve.offload import BackgroundThread
from clagdsl.serve.page_language import phrase
from clagdsl.serve.rate_limit import IdempotencyCache
from clagdsl.serve.replies import WebRefusal, cookies_of, no_such_game, request_key
from clagdsl.serve.seat_tokens import OpeningTap, hash_token, new_name, new_opening_key
from clagdsl.serve.seed_draw import new_secret, server_commitment
from clagdsl.serve.table_events import MatchOpened, Member
from clagdsl.serve.table_opener import (
    NewSheet,
    TableOpener,
    chosen_parameters,
    parameter_label,
    rules_reference,
    why_names_refused,
)

NAMES: Final = ("You", "Ann", "Ben", "Cai", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida")
"""Names for players whose name fields are empty."""
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


_FormOpener: TypeAlias = Callable[
    [Mapping[str, str], PlayableGame, OpeningTap], Awaitable[str | None]
]
"""A function that opens a table with a form; returns None, or why it cannot be opened."""


class OpeningPages:
    """The forms that open tables for the offered games."""

    def __init__(
        self,
        lobby: Lobby,
        games: OfferedGames,
        opener: TableOpener,
        responses: IdempotencyCache,
        rules_thread: BackgroundThread,
        today: Callable[[], date],
    ) -> None:
        self._lobby = lobby
        self._games = games
        self._opener = opener
        self._responses = responses
        self._rules_thread = rules_thread
        self._today = today

    async def new_table(self, request: WebRequest) -> WebResponse:
        """Returns the form that opens a table for real cards."""
        return await self._empty_form("new.html", request)

    async def new_match(self, request: WebRequest) -> WebResponse:
        """Returns the form that opens a match whose cards the server deals."""
        return await self._empty_form("new_match.html", request)

    async def _empty_form(self, template: str, request: WebRequest) -> WebResponse:
        slug = request.path_params["game"]
        game = await self._find_game(slug)
        return (
            self._form(template, slug, game, {}) if isinstance(game, PlayableGame) else game.page()
        )

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
            games=[(one.slug, one.title) for one in self._games.offered if one.slug != slug],
            broken=own.name if own is not None and own.error is not None else "",
            title=title_of(game.rules),
            low=low,
            high=high,
            players=f"{low}" if low == high else phrase("range", low=low, high=high),
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

    async def _find_game(self, slug: str) -> PlayableGame | WebRefusal:
        game = await self._games.current_game(slug, self._rules_thread)
        return no_such_game(slug) if game is None else game

    async def _open_once(
        self, request: WebRequest, template: str, open_it: _FormOpener
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
        find_game = partial(self._find_game, slug)
        if self._responses.is_used(key):
            outcome: OpeningTap | WebRefusal | str = phrase("form-used")
        else:
            step = partial(open_it, form)
            outcome = await self._opener.open_once(key, request.client, find_game, step)
        if isinstance(outcome, str):
            game = await find_game()
            if isinstance(game, PlayableGame):
                return self._form(template, slug, game, form, outcome)
            outcome = game
        if isinstance(outcome, WebRefusal):
            return outcome.page()
        # the cookie identifies the phone at the table from now on
        is_sheet = template == "new.html"
        cookies = cookies_of(outcome.name, outcome.token, is_sheet=is_sheet)
        to = redirect(f"/t/{outcome.name}", cookies)
        return self._responses.remember(key, filled_in, to)

    async def _open_table(
        self, form: Mapping[str, str], game: PlayableGame, tap: OpeningTap
    ) -> str | None:
        """Opens a table for real cards, or returns why it cannot be opened.

        Raises ArgumentError or WrongFormError if the input is invalid.
        """
        _, high = game.rules.players
        filled = {seat: form.get(f"name{seat}", "").strip() for seat in range(high)}
        seats = {seat: name for seat, name in filled.items() if name}
        sheet = NewSheet(
            tuple(seats.values()),
            next((name for seat, name in seats.items() if form.get("dealer") == str(seat)), ""),
            _parameter_texts(game, form),
            read_date(form),
            read_text(form, "note", LONGEST_NOTE),
        )
        why = _why_not_seated(form, seats)
        return await self._opener.open_sheet(game, sheet, tap) if why is None else why

    async def _open_match(
        self, form: Mapping[str, str], game: PlayableGame, tap: OpeningTap
    ) -> str | None:
        """Opens a match, or returns why it cannot be opened.

        Raises ArgumentError or WrongFormError if the input is invalid.
        """
        seats = _seats_chosen(form, game)
        names = tuple(seat.name for seat in seats)
        own = next((seat.name for seat in seats if seat.who == "me"), None)
        secret = new_secret()
        commitment = secret.commitment
        people = [seat for seat in seats if seat.policy is None]
        drawn = form.get("shuffle") == "together" and len(people) > 1
        if drawn:
            secret = replace(secret, seed=None)
            commitment = server_commitment(tap.name, secret.salt)
        opened = MatchOpened(
            rules_reference(game.reference),
            names,
            tuple(seat.policy for seat in seats),
            next((s.name for s in seats if form.get("dealer") == str(s.place)), None),
            chosen_parameters(game, _parameter_texts(game, form)),
            Member(new_name(8), own or phrase("the-host"), own, hash_token(tap.token)),
            read_date(form),
            read_text(form, "note", LONGEST_NOTE),
            commitment,
            drawn,
        )
        why = why_names_refused(names, game) or _why_not_seats(seats)
        if why is None:
            why = _why_not_seated(form, {seat.place: seat.name for seat in seats})
        if why is None:
            why = await self._opener.why_parameters_refused(game, opened.parameters)
        if why is None:
            await self._lobby.deal(tap.name, tap.event_key, game, opened, secret)
        return why


def _seats_chosen(form: Mapping[str, str], game: PlayableGame) -> tuple[SeatChosen, ...]:
    """Returns the chosen seats, with names for unnamed players; raises WrongFormError if a choice
    is invalid.
    """
    _, high = game.rules.players
    there = (*PEOPLE, *offered_bots(game))
    taken: list[SeatChosen] = []
    entered_names = {form.get(f"name{place}", "").strip() for place in range(high)}
    others = (name for name in (*NAMES[1:], *NAMES) if name not in entered_names)
    for place in range(high):
        who = form.get(f"who{place}", "nobody")
        if who in there:
            name = form.get(f"name{place}", "").strip()
            if not name:
                default = phrase("form-player", number=place + 1)
                name = phrase("host") if who == "me" else next(others, default)
            taken.append(SeatChosen(place, name, who))
        elif who != "nobody":
            raise WrongFormError(phrase("play-choose"))
    return tuple(taken)


def _why_not_seated(form: Mapping[str, str], seats: Mapping[int, str]) -> str | None:
    """Returns why a named player or the first dealer has no seat, or None if they have one.

    `seats` maps seat numbers in the form to players.
    """
    places = {str(place) for place in seats}
    named = {place: form.get(f"name{place}", "").strip() for place in map(str, range(MOST_NAMED))}
    left_over = next((name for place, name in named.items() if name and place not in places), None)
    if left_over is not None:
        shown = shorten(escape_invisible(left_over))
        return phrase("form-no-seat", name=shown)
    if form.get("dealer", "") not in ("", *places):
        return phrase("form-empty-dealer")
    return None


def _why_not_seats(seats: tuple[SeatChosen, ...]) -> str | None:
    """Returns why this choice of people and bots is not allowed, or None if it is."""
    if [seat.who for seat in seats].count("me") > 1:
        return phrase("play-one-seat")
    if all(seat.policy is not None for seat in seats):
        return phrase("play-no-person")
    return None


def _parameter_texts(game: PlayableGame, form: Mapping[str, str]) -> Mapping[str, str]:
    """Returns the values of the parameters that a form has."""
    fields = {each.name: f"set-{each.name}" for each in game.rules.parameters}
    return {name: form[field] for name, field in fields.items() if field in form}


def _shown_parameter(parameter: Parameter) -> ShownParameter:
    label = parameter_label(parameter)
    default = value_text(parameter.default)
    match parameter.range:
        case IntegerRange(low=low, high=high):
            return ShownParameter(parameter.name, label, "number", default, low, high, ())
        case TruthRange():
            return ShownParameter(parameter.name, label, "words", default, 0, 0, ("true", "false"))
        case WordRange(words=words):
            return ShownParameter(parameter.name, label, "words", default, 0, 0, words)
