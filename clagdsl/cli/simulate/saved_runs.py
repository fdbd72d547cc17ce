"""Runs of `simulate` that are kept in a file, and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click
from click.core import ParameterSource

from clagdsl import problems
from clagdsl.cli.output_file import write_file
from clagdsl.cli.output_paths import RULES
from clagdsl.cli.record_io import reference_from, rules_from
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.rules import Value
from clagdsl.problems.model import ArgumentError, Diagnostic
from clagdsl.problems.safe_text import shortened
from clagdsl.simulation.runs.saved_run import LARGEST, SavedRules, SavedRun, read_run, write_run
from clagdsl.syntax.source_loader import read_bytes

if TYPE_CHECKING:
    from clagdsl.cli.simulate.run import Request
    from clagdsl.cli.simulate.simulated_tables import Played
    from clagdsl.simulation.runs.blocks import Figures, Run

F = TypeVar("F", bound=Callable[..., Any])

SECONDS_BETWEEN: Final = 10.0
"""So often a run is written to its file."""

EVERY_TABLE: Final = ("seat", "deal", "bid", "cards", "caller")

SAID_BY_THE_FILE: Final = {
    "file": "FILE",
    "players": "--players",
    "seed": "--seed",
    "policy": "--policy",
    "against": "--against",
    "settings": "--set",
    "against_settings": "--against-set",
    "save": "--save",
}


def save_options(command: F) -> F:
    """The options `--save X.json` and `--resume X.json`, as `save` and `resume`."""
    command = click.option(
        "--resume", metavar="X.json", help="Go on with a run that was kept, in the same file."
    )(command)
    return click.option(
        "--save", metavar="X.json", help="Keep the run in a new file, to go on with it."
    )(command)


# --- going on -----------------------------------------------------------------------------


def resumed(request: Request) -> Request:
    """The request of the run that `--resume` names; the same request where it names none."""
    if request.resume is None:
        if not request.file:
            raise click.UsageError("name the rules to play, such as `pagat`, or a run: `--resume`")
        if request.save:
            _refuse_to_overwrite(Path(request.save))
        return request
    _refuse_what_the_file_says(request)
    path = Path(request.resume)
    data = read_bytes(path, request.resume, LARGEST)
    if isinstance(data, Diagnostic):
        raise problems.arguments.WrongRun(data.message).error()
    saved = read_run(data, request.resume)
    first, *more = saved.rules
    other = more[0] if more else None
    return replace(
        request,
        file=str(reference_from(path, first.reference)),
        matches=saved.matches if request.matches is None else request.matches,
        until=_until(saved, request),
        players=saved.players,
        seed=saved.seed,
        policy=saved.policy,
        against=None if other is None else str(reference_from(path, other.reference)),
        settings=_settings(first.parameters),
        against_settings=() if other is None else _settings(other.parameters),
        save=request.resume,
        saved=saved,
    )


def _refuse_what_the_file_says(request: Request) -> None:
    context = click.get_current_context()
    for name, option in SAID_BY_THE_FILE.items():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"with `--resume` the file says it: leave out `{option}`")
    if request.csv or request.parquet:
        raise click.UsageError("`--csv` and `--parquet` hold a run from its first match on")


def _refuse_to_overwrite(path: Path) -> None:
    try:
        taken = path.exists() and (not path.is_file() or path.stat().st_size > 0)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"cannot write `{path}`: {error}") from error
    if taken and path.is_dir():
        raise click.UsageError(f"cannot write `{path}`: Is a directory")
    if taken and path.suffix.lower() == RULES:
        raise click.UsageError(f"`--save {path}` would replace a file of rules")
    if taken:
        raise click.UsageError(
            f"`{path}` exists: `--resume {path}` goes on with it; give `--save` another name"
        )


def _until(saved: SavedRun, request: Request) -> Fraction | None:
    if request.until is not None or saved.until is None:
        return request.until
    try:
        until = Fraction(saved.until)
    except (ValueError, ZeroDivisionError):
        until = Fraction(0)
    if until <= 0:
        raise problems.arguments.WrongRun(
            f"`{request.resume}` asks for an interval of `{shortened(saved.until)}`"
        ).error()
    return until


def _settings(parameters: Mapping[str, Value]) -> tuple[str, ...]:
    return tuple(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in parameters.items()
    )


def figures_of(request: Request, run: Run, played: Sequence[Played]) -> Figures:
    """The figures to begin with: none, or those of the run that goes on; raises ArgumentError."""
    from clagdsl.simulation.stats.sanity import check_plausible

    saved, name = request.saved, request.resume
    if saved is None:
        return run.no_figures()
    for each, known in zip(played, saved.rules, strict=True):
        if rules_hash(each.table.game) != known.fingerprint:
            raise problems.arguments.WrongRun(
                f"the rules `{known.reference}` have changed since `{name}` was begun: "
                "they play another game"
            ).error()
        if dict(each.table.parameters) != dict(known.parameters):
            raise problems.arguments.WrongRun(
                f"`{name}` gives parameters that its rules do not have"
            ).error()
    try:
        figures = run.read_figures(saved.figures)
        check_plausible(figures, run)
        _check_told(figures, request, played)
    except (ValueError, TypeError, ArithmeticError, LookupError) as error:
        raise problems.arguments.WrongRun(
            f"`{name}` holds figures that no matches come to"
        ).error() from error
    if figures.matches > request.most:
        raise click.UsageError(
            f"`{name}` holds {figures.matches:,} matches already: `-n` cannot be less"
        )
    return figures


def _check_told(figures: Figures, request: Request, played: Sequence[Played]) -> None:
    """Raise for figures that cannot be told, whoever wrote them."""
    from clagdsl.cli.simulate.figures_json import figures_json
    from clagdsl.cli.simulate.figures_text import figures_text
    from clagdsl.cli.simulate.run import Result

    if figures.matches:
        against = None if len(played) == 1 else played[1].table
        told = Result(played[0].table, against, figures, False, None, False, ())
        figures_json(request, told)
        figures_text(replace(request, by=EVERY_TABLE), told)


# --- keeping ------------------------------------------------------------------------------


class Keeper:
    """Keeps a run in its file, if it has one; `trouble` says why it is not kept as it should be."""

    def __init__(self, request: Request, played: Sequence[Played]) -> None:
        self.trouble: str | None = None
        self._path = None if request.save is None else Path(request.save)
        self._run = None if self._path is None else _begun(request, played, self._path)
        self._written = time.monotonic()

    @contextmanager
    def keeping(self, figures: Figures) -> Iterator[None]:
        """Write the file before anything is played, and at the end, also where a cluster is lost.

        A second Ctrl-C may come while figures are added up: then the file stays as it is.  Raises
        UsageError where it cannot be written at first.
        """
        self._write(figures)
        try:
            yield
        except ArgumentError as error:
            self._write_if_possible(figures)
            if self._path is None or self.trouble is not None:
                raise
            kept = f"`--resume {self._path}` goes on after {figures.matches:,} matches"
            raise ArgumentError(error.code, f"{error.reason}; {kept}") from error
        self._write_if_possible(figures)

    def now_and_then(self, figures: Figures) -> None:
        """Write the file if the last time is a while ago."""
        if time.monotonic() - self._written >= SECONDS_BETWEEN:
            self._write_if_possible(figures)

    def _write_if_possible(self, figures: Figures) -> None:
        try:
            self._write(figures)
            self.trouble = None
        except click.UsageError as error:
            self.trouble = error.message

    def _write(self, figures: Figures) -> None:
        if self._path is not None and self._run is not None:
            write_file(self._path, write_run(replace(self._run, figures=figures.to_json())))
        self._written = time.monotonic()


def _begun(request: Request, played: Sequence[Played], path: Path) -> SavedRun:
    references = (request.file, request.against or "")
    return SavedRun(
        rules=tuple(
            SavedRules(
                rules_from(reference, path), rules_hash(each.table.game), each.table.parameters
            )
            for reference, each in zip(references, played, strict=False)
        ),
        players=played[0].table.players,
        policy=request.policy,
        seed=request.seed,
        matches=request.matches,
        until=None if request.until is None else str(request.until),
        figures=None,
    )
