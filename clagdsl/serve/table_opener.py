"""Opens tables and matches: once for each request key, and within the limits on new tables.

The table's name and the host's session token are derived from the request key. So a repeated
request does not open a second table, even if the server restarts in between.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from clagdsl.api import PlayableGame
from clagdsl.lang.rules import Parameter, title_of, value_text
from clagdsl.problems.arguments import possible_values
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.problems.escape import escape_invisible, shorten
from clagdsl.records.reading import why_names_invalid
from clagdsl.serve.form_fields import LONGEST_NAME, WrongFormError, why_hidden
from clagdsl.serve.lobby import Lobby
from clagdsl.serve.page_language import phrase, reported
from clagdsl.serve.rate_limit import MOST_RUNNING, OpeningRateLimit
from clagdsl.serve.replies import WebRefusal, no_more_tables, plain, sentence, too_many_tables
from clagdsl.serve.seat_tokens import OpeningTap, hash_token, new_name, opening_tap
from clagdsl.serve.table_events import ChosenParameter, Member, TableOpened
from clagdsl.table.table import read_parameter


@dataclass(frozen=True, slots=True)
class NewSheet:
    """A score sheet to be opened; `dealer` is "" if the rules choose the first dealer.

    `parameters` has values as texts; the others have their defaults.
    """

    names: tuple[str, ...]
    dealer: str
    parameters: Mapping[str, str]
    date: str
    note: str


GameFinder: TypeAlias = Callable[[], Awaitable[PlayableGame | WebRefusal]]
"""A function that returns the game of a new table, or a refusal."""
OpeningStep: TypeAlias = Callable[[PlayableGame, OpeningTap], Awaitable[str | None]]
"""A function that opens a table; returns None, or the reason if it cannot be opened."""


class TableOpener:
    """Opens tables in a lobby."""

    def __init__(self, lobby: Lobby, limits: OpeningRateLimit) -> None:
        self._lobby = lobby
        self._limits = limits

    async def open_once(
        self, key: str, client: str, find_game: GameFinder, open_it: OpeningStep
    ) -> OpeningTap | WebRefusal | str:
        """Opens a table for a request key, unless it is open already.

        Returns its name and token; or a refusal, or the reason why the choices do not fit.
        """
        tap = opening_tap(key)
        refused = await self._why_no_new_table(tap.name, client)
        if refused is not None:
            return refused
        with self._limits.opening(client) as opening:
            game = await find_game()
            if isinstance(game, WebRefusal):
                return game
            try:
                why = await open_it(game, tap)
            except ArgumentError as error:
                why = plain(sentence(reported(error.reason)))
            except WrongFormError as error:
                why = str(error)
            if why is not None:
                return why
            opening.done = True
        return tap

    async def open_sheet(self, game: PlayableGame, sheet: NewSheet, tap: OpeningTap) -> str | None:
        """Opens a table for real cards, or returns why it cannot be opened.

        Raises ArgumentError or WrongFormError if the choices are invalid.
        """
        opened = TableOpened(
            rules_reference(game.reference),
            sheet.names,
            sheet.dealer or None,
            chosen_parameters(game, sheet.parameters),
            Member(new_name(8), phrase("the-host"), None, hash_token(tap.token)),
            sheet.date,
            sheet.note,
        )
        why = why_names_refused(sheet.names, game)
        if why is None:
            why = await self.why_parameters_refused(game, opened.parameters)
        if why is None:
            await self._lobby.open(tap.name, tap.event_key, game, opened)
        return why

    async def why_parameters_refused(
        self, game: PlayableGame, chosen: tuple[ChosenParameter, ...]
    ) -> str | None:
        """Returns why users' own rules are not playable with these parameters, or None if they are.

        Other rules are proved with these parameters when the table is opened.
        """
        if not game.proved_elsewhere:
            return None
        values = {one.name: one.value for one in chosen}
        why = await self._lobby.user_rules.why_not_playable(game, values)
        return None if why is None else plain(sentence(reported(why)))

    async def _why_no_new_table(self, name: str, client: str) -> WebRefusal | None:
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


def why_names_refused(names: tuple[str, ...], game: PlayableGame) -> str | None:
    """Returns why the number of players or one of the names is not allowed, or None if all are."""
    low, high = game.rules.players
    if not low <= len(names) <= high:
        sizes = f"{low}" if low == high else phrase("range", low=low, high=high)
        title = title_of(game.rules)
        return phrase("form-players-wrong", title=title, players=sizes, number=len(names))
    long = next((name for name in names if len(name) > LONGEST_NAME), None)
    if long is not None:
        shown = escape_invisible(long[:LONGEST_NAME])
        return phrase("form-name-too-long", most=LONGEST_NAME, name=shown)
    hidden = next(filter(None, (why_hidden(name, "name") for name in names)), None)
    if hidden is not None:
        return hidden
    wrong = why_names_invalid(list(names))
    return None if wrong is None else plain(sentence(reported(wrong)))


def chosen_parameters(game: PlayableGame, values: Mapping[str, str]) -> tuple[ChosenParameter, ...]:
    """Returns the values of all parameters; raises WrongFormError if one is invalid or unknown."""
    names = {parameter.name for parameter in game.rules.parameters}
    unknown = next((name for name in values if name not in names), None)
    if unknown is not None:
        shown, title = shorten(escape_invisible(unknown)), title_of(game.rules)
        raise WrongFormError(phrase("form-setting-unknown", name=shown, title=title))
    return tuple(_chosen_parameter(each, values) for each in game.rules.parameters)


def _chosen_parameter(parameter: Parameter, values: Mapping[str, str]) -> ChosenParameter:
    text = values.get(parameter.name, value_text(parameter.default))
    try:
        read_parameter(parameter, text)
    except ArgumentError as error:
        label, possible = parameter_label(parameter), reported(possible_values(parameter))
        why = phrase("form-setting-empty", label=label, values=possible)
        if text:
            wrong = shorten(escape_invisible(text))
            why = phrase("form-setting-wrong", label=label, text=wrong, values=possible)
        raise WrongFormError(why) from error
    return ChosenParameter(parameter.name, text)


def parameter_label(parameter: Parameter) -> str:
    """Returns the label of a parameter in forms."""
    return parameter.description or parameter.name.replace("_", " ")


def rules_reference(reference: str) -> str:
    """Returns the reference to the rules in records: the file name without its folder."""
    return reference.replace("\\", "/").rpartition("/")[2]
