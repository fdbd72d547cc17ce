"""Checkpoints: saves a run to its file while it is played, and restores saved figures."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

from clagdsl import problems
from clagdsl.check.loader import rules_from
from clagdsl.lang.errors import FileError
from clagdsl.lang.files import exclusive_lock, write_file
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.simulation.blocks import Figures, Run, check_plausible
from clagdsl.simulation.request_error import RequestError, wrong_request
from clagdsl.simulation.runs.report_text import MORE
from clagdsl.simulation.runs.request import Played, Request, SavedRules, SavedRun
from clagdsl.simulation.runs.saved_run import write_run
from clagdsl.simulation.runs.simulation import Simulation

SECONDS_BETWEEN: Final = 10.0
"""The interval between two checkpoints in seconds."""


def figures_of(request: Request, run: Run, played: Sequence[Played]) -> Figures:
    """Returns the initial figures of a run: zeros, or those of the saved run to resume.

    Raises ArgumentError if the saved run does not fit the request.
    """
    saved, name = request.saved, request.resume
    if saved is None:
        return run.no_figures()
    for each, saved_rules in zip(played, saved.rules, strict=True):
        if rules_hash(each.table.game) != saved_rules.fingerprint:
            raise problems.arguments.WrongRun(
                f"the rules `{saved_rules.reference}` have changed since `{name}` was started,"
                " and now play differently"
            ).error()
        if dict(each.table.parameters) != dict(saved_rules.parameters):
            raise problems.arguments.WrongRun(
                f"`{name}` sets parameters that its rules do not have"
            ).error()
    try:
        figures = run.read_figures(saved.figures)
        check_plausible(figures, run)
        _check_reportable(figures, request, played)
    except (ValueError, TypeError, ArithmeticError, LookupError) as error:
        raise problems.arguments.WrongRun(
            f"`{name}` has figures that no matches can have"
        ).error() from error
    if figures.matches > request.most:
        raise wrong_request(
            "`{name}` already has {matches} matches: `{n}` cannot be less",
            name=name,
            matches=f"{figures.matches:,}",
        )
    return figures


def _check_reportable(figures: Figures, request: Request, played: Sequence[Played]) -> None:
    """Raises an error if the figures cannot be reported, as the file may be manipulated."""
    if figures.matches:
        against = None if len(played) == 1 else played[1].table
        result = Simulation(request, played[0].table, against, figures, False, None, False)
        result.to_json()
        result.to_text(tuple(MORE))


# --- checkpoints --------------------------------------------------------------------------


class Checkpointer:
    """Writes checkpoints to the run's file, if it has one; `trouble` is why the last one failed."""

    def __init__(self, request: Request, played: Sequence[Played]) -> None:
        self.trouble: str | None = None
        self._path = None if request.save is None else Path(request.save)
        self._run = None if self._path is None else _unplayed_run(request, played, self._path)
        self._written = time.monotonic()

    @contextmanager
    def saving(self, figures: Figures) -> Iterator[None]:
        """Writes the file before and after the `with` body, even if a cluster is lost.

        A second Ctrl-C may interrupt an addition of figures; the file then remains unchanged.
        Raises FileError if the first write fails.
        """
        with nullcontext() if self._path is None else exclusive_lock(self._path):
            yield from self._saving(figures)

    def _saving(self, figures: Figures) -> Iterator[None]:
        self._write(figures)
        try:
            yield
        except ArgumentError as error:
            self._write_if_possible(figures)
            if self._path is None or self.trouble is not None:
                raise
            raise RequestError(
                error.code,
                "{reason}; `{resume} {path}` continues after {matches} matches",
                {
                    "reason": error.reason,
                    "path": self._path,
                    "matches": f"{figures.matches:,}",
                },
            ) from error
        self._write_if_possible(figures)

    def save_if_due(self, figures: Figures) -> None:
        """Writes the file if SECONDS_BETWEEN have passed since the last write."""
        if time.monotonic() - self._written >= SECONDS_BETWEEN:
            self._write_if_possible(figures)

    def _write_if_possible(self, figures: Figures) -> None:
        try:
            self._write(figures)
            self.trouble = None
        except FileError as error:
            self.trouble = str(error)

    def _write(self, figures: Figures) -> None:
        if self._path is not None and self._run is not None:
            text = write_run(replace(self._run, figures=figures.to_json()))
            write_file(self._path, text, durable=True)
        self._written = time.monotonic()


def _unplayed_run(request: Request, played: Sequence[Played], path: Path) -> SavedRun:
    return SavedRun(
        rules=tuple(
            SavedRules(
                rules_from(each.reference, path),
                rules_hash(each.table.game),
                each.table.parameters,
            )
            for each in played
        ),
        players=played[0].table.players,
        policy=request.policy,
        seed=request.seed,
        matches=request.matches,
        until=None if request.until is None else str(request.until),
        figures=None,
    )
