"""The request for a run, with its validation, and the tables at which its matches are played."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeAlias

from clagdsl import problems
from clagdsl.check.proof_cache import ProvedRules, proved_rules, proved_table_of
from clagdsl.lang.errors import FileError
from clagdsl.lang.json_value import JsonValue
from clagdsl.lang.optional_deps import Extra
from clagdsl.lang.output_paths import (
    CSV,
    PARQUET,
    PNG,
    REPORT_PAGE,
    RUN,
    FileKind,
    Target,
    check_target,
    check_targets,
)
from clagdsl.lang.rules import Game, Value
from clagdsl.lang.source import SourceText
from clagdsl.simulation.optional_deps import plays_randomly
from clagdsl.simulation.request_error import ARGUMENTS, MOST_THREADS, wrong_request
from clagdsl.table.table import Table, read_parameter

PICTURES: Final[Mapping[str, FileKind]] = {".html": REPORT_PAGE, ".png": PNG}

MOST_UNTIL: Final = 10_000_000
"""The maximum number of matches in a run that requests only a precision."""


WIDEST: Final = 10**9
"""The largest half width, in points, that may be requested."""

ENDLESS: Final = re.compile(r"[eE][+-]?[0-9_]{4}")
"""Matches an exponent with four or more digits, whose exact value would take forever to compute."""


def exact_number(value: float | str | Fraction) -> Fraction | None:
    """Parses a number exactly, or returns None if it is not a number."""
    try:
        text = str(value)
        return None if ENDLESS.search(text) else Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def points_within(value: float | str | Fraction) -> Fraction | None:
    """Returns a precision in points; None unless it is positive and at most WIDEST."""
    points = exact_number(value)
    return points if points is not None and 0 < points <= WIDEST else None


@dataclass(frozen=True, slots=True)
class RawOption:
    """A parameter value as the user typed it; the parameter's type determines how to parse it."""

    text: str


Setting: TypeAlias = Value | RawOption


@dataclass(frozen=True, slots=True)
class RulesSource:
    """The rules to play: a path or bundled name, and the proved rules if already loaded."""

    reference: str
    loaded: ProvedRules | None = None

    def load(self) -> ProvedRules:
        """Returns the proved rules, loading them if necessary; invalid ones raise RulesError."""
        return proved_rules(self.reference) if self.loaded is None else self.loaded


@dataclass(frozen=True, slots=True)
class SavedRules:
    """The rules of a saved run: their location, a hash of their content, and all parameters."""

    reference: str
    """A bundled name, or a path relative to the run file's folder."""
    fingerprint: str
    parameters: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A saved run: its settings, and its figures in the format of `Figures.to_json`."""

    rules: tuple[SavedRules, ...]
    """The rules of the game, and those of a second game if two are compared."""
    players: int
    policy: str
    seed: int
    matches: int | None
    """The number of matches requested, including those played; None if only `until` is set."""
    until: str | None
    """The precision requested for the means, as a fraction."""
    figures: JsonValue


@dataclass(frozen=True, slots=True)
class Request:
    """The settings of a run, which ends after `matches` matches or when it reaches `until`."""

    rules: RulesSource
    matches: int | None = None
    until: Fraction | None = None
    players: int | None = None
    seed: int = 0
    policy: str = "random"
    threads: int | None = None
    parameters: Mapping[str, Setting] = field(default_factory=dict)
    against: RulesSource | None = None
    against_parameters: Mapping[str, Setting] = field(default_factory=dict)
    """Parameters for `against` only, in addition to those in `parameters` that it also declares."""
    by: tuple[str, ...] = ()
    """The tables to show in addition to the default ones."""
    csv: str | None = None
    parquet: str | None = None
    plots: tuple[str, ...] = ()
    cluster: str | None = None
    save: str | None = None
    resume: str | None = None
    saved: SavedRun | None = None
    """The saved run that `resume` names."""

    ahead: bool = False
    """Whether to compile in advance everything that a run of any length needs."""

    asks: bool = False
    """Whether files not written by clagdsl are replaced only with `force`."""
    force: bool = False

    @property
    def most(self) -> int:
        """The maximum number of matches to play."""
        return MOST_UNTIL if self.matches is None else self.matches

    @property
    def thread_count(self) -> int:
        """The number of threads, unless a cluster is used."""
        return cores() if self.threads is None else self.threads

    @property
    def expected(self) -> int | None:
        """The number of matches that will be played; None if it is not known in advance."""
        return None if self.ahead or self.until is not None else self.matches

    def check(self) -> None:
        """Raises RequestError if settings contradict each other."""
        if self.matches is None and self.until is None:
            raise wrong_request(
                "give a number of matches, `{some_matches}`, or a precision, `{some_width}`"
            )
        if self.cluster is not None and self.threads is not None:
            raise wrong_request(
                "`{threads}` applies only to this machine: leave it out with `{cluster}`"
            )
        if self.against is None and self.against_parameters:
            raise wrong_request(
                "`{against_parameters}` needs `{against}`, whose parameters it sets"
            )
        if self.against is not None and (self.csv or self.parquet):
            raise wrong_request("`{csv}` and `{parquet}` hold one game: leave out `{against}`")

    @property
    def is_compiled(self) -> bool:
        """True if the matches are played by code that Numba compiles."""
        return not plays_randomly(self.policy)

    @property
    def extras(self) -> Mapping[Extra, str]:
        """The optional extras that the run needs, each with the option that requires it."""
        needed_by: dict[Extra, str] = {"simulate": "simulate"}
        if self.plots:
            needed_by["plot"] = "{plot}"
        if self.parquet is not None:
            needed_by["parquet"] = "{parquet}"
        if self.cluster is not None:
            needed_by["cluster"] = "{cluster}"
        return needed_by

    def check_files(self, names: Mapping[str, str] = ARGUMENTS) -> None:
        """Raises FileError if a file would be written twice or would overwrite rules.

        `names` are the names of the options in messages.
        """
        if self.against is not None and not self.against.reference:
            raise wrong_request("`{against}` needs the rules to compare with")
        kept = "save" if self.saved is None else "resume"
        files = [(kept, self.save, RUN), ("csv", self.csv, CSV), ("parquet", self.parquet, PARQUET)]
        files += [("plot", name, picture_kind(name)) for name in self.plots]
        against = None if self.against is None else self.against.reference
        check_targets(
            [
                Target(names[option], name, kind, self.force or (not self.asks and kind is not RUN))
                for option, name, kind in files
                if name is not None
            ],
            (self.rules.reference, against),
        )


def picture_kind(name: str) -> FileKind:
    """Returns the file kind of a plot by its suffix; raises FileError for an unsupported one."""
    kind = PICTURES.get(Path(name).suffix.lower())
    if kind is None and name:
        raise FileError(f"`{name}` does not end in .html or .png")
    return kind or REPORT_PAGE


def check_picture(name: str) -> None:
    """Raises FileError if a plot cannot be written under this name.

    Existing files are replaced, except rules, records and other files written by people.
    """
    check_target(Path(name), picture_kind(name), option="draw", force=True, shown=name)


def cores() -> int:
    """Returns the number of threads that this machine runs at once, limited to MOST_THREADS."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)


# --- the tables at which matches are played -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """A game at a table, its reference, and its source texts as in `CheckResult.chain`."""

    reference: str
    table: Table
    chain: tuple[SourceText, ...]


def read_tables(
    source: RulesSource,
    against: RulesSource | None,
    players: int | None,
    parameters: Mapping[str, Setting],
    against_parameters: Mapping[str, Setting],
) -> tuple[Played, Played | None]:
    """Returns the requested game, and the game to compare it with, for one number of players.

    Each game receives the parameters that it declares. Raises ArgumentError if the settings do not
    fit, RulesError if rules are invalid.
    """
    rules = source.load()
    if against is None:
        table = table_of(rules, players, parameters)
        return Played(source.reference, table, rules.chain), None
    other = against.load()
    names = sorted({*_names(rules.game), *_names(other.game)})
    for name in parameters:
        if name not in names:
            raise problems.arguments.NoSuchParameter(name, names).error()
    references = (source.reference, against.reference)
    both = _players_of_both(players, (rules.game, other.game), references)
    settings = {**applicable_settings(other.game, parameters), **against_parameters}
    here = table_of(rules, both, applicable_settings(rules.game, parameters))
    return (
        Played(references[0], here, rules.chain),
        Played(references[1], table_of(other, both, settings), other.chain),
    )


def table_of(rules: ProvedRules, players: int | None, settings: Mapping[str, Setting]) -> Table:
    """Returns the table of proved rules with these players and settings.

    Raises ArgumentError if they do not fit the rules.
    """
    return proved_table_of(rules, players, values_of(rules.game, settings))


def values_of(game: Game, settings: Mapping[str, Setting]) -> dict[str, Value]:
    """Converts settings to values of the parameters' types; raises ArgumentError if invalid."""
    parameters = {parameter.name: parameter for parameter in game.parameters}
    values: dict[str, Value] = {}
    for name, setting in settings.items():
        if name not in parameters:
            raise problems.arguments.NoSuchParameter(name, list(parameters)).error()
        if isinstance(setting, RawOption):
            values[name] = read_parameter(parameters[name], setting.text)
        else:
            values[name] = setting
    return values


def _names(game: Game) -> list[str]:
    return [parameter.name for parameter in game.parameters]


def applicable_settings(game: Game, settings: Mapping[str, Setting]) -> dict[str, Setting]:
    """Returns the settings for parameters that a game declares."""
    names = _names(game)
    return {name: setting for name, setting in settings.items() if name in names}


def _players_of_both(players: int | None, games: Sequence[Game], names: Sequence[str]) -> int:
    """Returns the requested number of players, or the smallest that both games allow."""
    low = max(game.players[0] for game in games)
    high = min(game.players[1] for game in games)
    count = low if players is None else players
    if not low <= count <= high:
        each = " and ".join(
            f"`{name}` for {game.players[0]} to {game.players[1]}"
            for name, game in zip(names, games, strict=True)
        )
        whom = "no number of players can" if players is None else f"{players} players cannot"
        raise wrong_request("{whom} play both games: {each} players", whom=whom, each=each)
    return count
