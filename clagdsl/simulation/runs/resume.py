"""Going on with a run that is kept in a file, and beginning one that will be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Final

from clagdsl import problems
from clagdsl.check.loader import is_bundled_name
from clagdsl.check.references import reference_from
from clagdsl.lang.game_text import value_text
from clagdsl.lang.paths import is_file
from clagdsl.lang.rules import Value
from clagdsl.lang.targets import RUN, is_marked
from clagdsl.problems.model import Diagnostic
from clagdsl.problems.safe_text import shortened
from clagdsl.simulation.request_error import wrong_request
from clagdsl.simulation.runs.request import Request, RulesWanted, Written
from clagdsl.simulation.runs.saved_run import LARGEST, SavedRun, read_run
from clagdsl.syntax.source_loader import read_bytes

SAID_BY_THE_FILE: Final = (
    "rules",
    "players",
    "seed",
    "policy",
    "against",
    "parameters",
    "against_parameters",
    "save",
)
"""What cannot be asked anew of a run that goes on."""


def resumed(request: Request, given: Collection[str]) -> Request:
    """The request of the run that `resume` names; the same request where it names none.

    `given` are the names of the fields that were asked for.  Raises ArgumentError, FileError.
    """
    if request.resume is None:
        if not request.rules.reference:
            raise wrong_request("name the rules to play, such as `pagat`, or a run: `{resume}`")
        if request.save:
            _check_new(request)
            _check_found_again(request)
        return request
    for name in SAID_BY_THE_FILE:
        if name in given:
            raise wrong_request("with `{resume}` the file says it: leave out `{" + name + "}`")
    if request.csv or request.parquet:
        raise wrong_request("`{csv}` and `{parquet}` hold a run from its first match on")
    path = Path(request.resume)
    data = read_bytes(path, request.resume, LARGEST)
    if isinstance(data, Diagnostic):
        raise problems.arguments.WrongRun(data.message).error()
    saved = read_run(data, request.resume)
    first, *more = saved.rules
    other = more[0] if more else None
    return replace(
        request,
        rules=RulesWanted(str(reference_from(path, first.reference))),
        matches=saved.matches if request.matches is None else request.matches,
        until=_until(saved, request),
        players=saved.players,
        seed=saved.seed,
        policy=saved.policy,
        against=None if other is None else RulesWanted(str(reference_from(path, other.reference))),
        parameters=_written(first.parameters),
        against_parameters={} if other is None else _written(other.parameters),
        save=request.resume,
        saved=saved,
    )


def _check_new(request: Request) -> None:
    """Raise where a kept run would be begun anew; what else stands there is told later."""
    path = Path(request.save or "")
    if not request.force and is_marked(path, RUN):
        raise wrong_request(
            "`{path}` exists: `{resume} {path}` goes on with it; give `{save}` another name",
            path=path,
        )


def _check_found_again(request: Request) -> None:
    for rules in (request.rules, request.against):
        if rules is None or rules.known is None or is_bundled_name(rules.reference):
            continue
        if not is_file(Path(rules.reference)):
            raise wrong_request("`{save}` needs rules that are in a file, to find them again")


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


def _written(parameters: Mapping[str, Value]) -> dict[str, Written]:
    return {name: Written(value_text(value)) for name, value in parameters.items()}
