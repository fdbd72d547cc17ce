"""The request for a run, with its validation."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeAlias

from clagdsl.check.proof_cache import ProvedRules, proved_rules
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
from clagdsl.lang.rules import Value
from clagdsl.simulation.optional_deps import plays_randomly
from clagdsl.simulation.request_error import ARGUMENTS, MOST_THREADS, wrong_request

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
