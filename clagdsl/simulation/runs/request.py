"""What is asked of a run."""

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
"""So many matches are played at most where only how exact they are to be is said."""


WIDEST: Final = 10**9
"""No interval of points is asked for that is wider."""

ENDLESS: Final = re.compile(r"[eE][+-]?[0-9_]{4}")
"""A power of ten with which a number takes for ever to be worked out."""


def exact_number(value: float | str | Fraction) -> Fraction | None:
    """Returns the number that is given, as it is written, or None."""
    try:
        text = str(value)
        return None if ENDLESS.search(text) else Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def points_within(value: float | str | Fraction) -> Fraction | None:
    """How exact a mean shall be; None for what is no number above 0 and at most WIDEST."""
    points = exact_number(value)
    return points if points is not None and 0 < points <= WIDEST else None


@dataclass(frozen=True, slots=True)
class RawOption:
    """The value of a parameter as somebody typed it; the parameter says of what kind it is."""

    text: str


Setting: TypeAlias = Value | RawOption


@dataclass(frozen=True, slots=True)
class RulesSource:
    """Rules that shall be played: a path or a bundled name, and what is known of them already."""

    reference: str
    loaded: ProvedRules | None = None

    def load(self) -> ProvedRules:
        """Returns the rules, proved now or before; raises RulesError."""
        return proved_rules(self.reference) if self.loaded is None else self.loaded


@dataclass(frozen=True, slots=True)
class SavedRules:
    """Rules that are played: where they are, what they say, and all of their parameters."""

    reference: str
    """A bundled name, or a path from the folder of the file."""
    fingerprint: str
    parameters: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A run: what was asked for, and its figures as `Figures.to_json` gives them."""

    rules: tuple[SavedRules, ...]
    """One, or two that are compared."""
    players: int
    policy: str
    seed: int
    matches: int | None
    """How many are asked for in all, played or not; None where only `until` says when to stop."""
    until: str | None
    """How exact the means shall be, as a fraction."""
    figures: JsonValue


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a run: as many matches as said, or until the means are known so exactly."""

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
    """For the rules of `against` alone; they have those of `parameters` that they know, too."""
    by: tuple[str, ...] = ()
    """Tables that are told beside those that always are."""
    csv: str | None = None
    parquet: str | None = None
    plots: tuple[str, ...] = ()
    cluster: str | None = None
    save: str | None = None
    resume: str | None = None
    saved: SavedRun | None = None
    """The run that `resume` names."""

    ahead: bool = False
    """Whether all is compiled that any number of matches needs."""

    asks: bool = False
    """Whether files that clagdsl did not write are replaced only if `force` says so."""
    force: bool = False

    @property
    def most(self) -> int:
        """How many matches are played at most."""
        return MOST_UNTIL if self.matches is None else self.matches

    @property
    def thread_count(self) -> int:
        """How many threads play, unless a cluster does."""
        return cores() if self.threads is None else self.threads

    @property
    def expected(self) -> int | None:
        """How many matches will be played; None where nobody knows."""
        return None if self.ahead or self.until is not None else self.matches

    def check(self) -> None:
        """Raises RequestError for what does not go together."""
        if self.matches is None and self.until is None:
            raise wrong_request(
                "say how many matches, `{some_matches}`, or how exact, `{some_width}`"
            )
        if self.cluster is not None and self.threads is not None:
            raise wrong_request("`{threads}` is of this machine: leave it out with `{cluster}`")
        if self.against is None and self.against_parameters:
            raise wrong_request("`{against_parameters}` is of the rules that `{against}` names")
        if self.against is not None and (self.csv or self.parquet):
            raise wrong_request("`{csv}` and `{parquet}` hold one game: leave out `{against}`")

    @property
    def is_compiled(self) -> bool:
        """Whether Numba compiles what plays the matches."""
        return not plays_randomly(self.policy)

    @property
    def extras(self) -> Mapping[Extra, str]:
        """The extras of the package that it needs, each with what asks for it."""
        needed_by: dict[Extra, str] = {"simulate": "simulate"}
        if self.plots:
            needed_by["plot"] = "{plot}"
        if self.parquet is not None:
            needed_by["parquet"] = "{parquet}"
        if self.cluster is not None:
            needed_by["cluster"] = "{cluster}"
        return needed_by

    def check_files(self, names: Mapping[str, str] = ARGUMENTS) -> None:
        """Raises FileError where files would be written twice, or over rules; by the names given."""
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
    """Returns the kind of a picture by the ending of its name; raises FileError for another ending."""
    kind = PICTURES.get(Path(name).suffix.lower())
    if kind is None and name:
        raise FileError(f"`{name}` does not end in .html or .png")
    return kind or REPORT_PAGE


def check_picture(name: str) -> None:
    """Raises FileError where a picture certainly cannot be written; files of ours are replaced."""
    check_target(Path(name), picture_kind(name), option="draw", force=True, shown=name)


def cores() -> int:
    """How many threads this machine runs at once, at most as many as may be asked for."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)
