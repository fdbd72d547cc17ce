"""The file format of saved runs, and the request that resumes one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Final

from clagdsl import problems
from clagdsl.check.loader import is_bundled_name, reference_from
from clagdsl.lang.fingerprint import program_hash
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.output_paths import RUN, is_marked
from clagdsl.lang.resources import is_file
from clagdsl.lang.rules import Value, value_text
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic
from clagdsl.problems.escape import shorten
from clagdsl.simulation.request_error import wrong_request
from clagdsl.simulation.runs.request import RawOption, Request, RulesSource, SavedRules, SavedRun
from clagdsl.syntax.source_loader import read_bytes
from clagdsl.version import VERSION

FORMAT: Final = 1
"""The version of the file format, which is the value of `clagdsl_run`."""

LARGEST: Final = 1 << 28
"""The maximum size of a run file: 256 MiB."""


FIXED_BY_FILE: Final = (
    "rules",
    "players",
    "seed",
    "policy",
    "against",
    "parameters",
    "against_parameters",
    "save",
)
"""Options that may not be given again when a run is resumed."""


def write_run(run: SavedRun) -> str:
    """Serializes a run as the text of its file."""
    document: JsonObject = {
        "clagdsl_run": FORMAT,
        "version": VERSION,
        "program": program_hash(),
        "rules": [
            {
                "rules": each.reference,
                "rules_hash": each.fingerprint,
                "parameters": dict(each.parameters),
            }
            for each in run.rules
        ],
        "players": run.players,
        "policy": run.policy,
        "seed": run.seed,
        "matches": run.matches,
        "until": run.until,
        "figures": run.figures,
    }
    return json.dumps({**document, "check": _checksum(document)}) + "\n"


def read_run(data: bytes, name: str) -> SavedRun:
    """Parses the file of a saved run; raises ArgumentError, with `name` in messages, if invalid."""
    try:
        document = json.loads(data)
        if not isinstance(document, dict) or "clagdsl_run" not in document:
            raise _invalid_run_error(name, "it has no `clagdsl_run`")
        unchanged = document.pop("check", None) == _checksum(document)
    except (ValueError, RecursionError) as error:
        if isinstance(error, ArgumentError):
            raise
        raise _invalid_run_error(name, "it is not valid JSON") from error
    _check_program(document, name)
    if not unchanged:
        raise problems.arguments.WrongRun(
            f"`{name}` has been changed since `--save` wrote it"
        ).error()
    match document:
        case {
            "rules": [_, *_] as rules,
            "players": int(players),
            "policy": str(policy),
            "seed": int(seed),
            "matches": int() | None as matches,
            "until": str() | None as until,
            "figures": figures,
        } if len(rules) <= 2:
            both = tuple(_rules(each, name) for each in rules)
            return SavedRun(both, players, policy, seed, matches, until, figures)
        case _:
            raise _invalid_run_error(name, "something is missing or of the wrong type")


def _check_program(document: JsonObject, name: str) -> None:
    version, program = document.get("version"), document.get("program")
    if not isinstance(version, str) or not isinstance(program, str):
        raise _invalid_run_error(name, "it does not name the version of clagdsl that wrote it")
    if version != VERSION:
        raise problems.arguments.WrongRun(
            f"`{name}` was started with clagdsl {shorten(version)}, but this is clagdsl {VERSION}"
        ).error()
    if document["clagdsl_run"] != FORMAT:
        raise _invalid_run_error(name, "this clagdsl does not know its format")
    if program != program_hash():
        raise problems.arguments.WrongRun(
            f"`{name}` was started with a different build of clagdsl {VERSION}"
        ).error()


def _rules(value: JsonValue, name: str) -> SavedRules:
    match value:
        case {
            "rules": str(reference),
            "rules_hash": str(fingerprint),
            "parameters": dict(parameters),
        }:
            if all(isinstance(each, bool | int | str) for each in parameters.values()):
                return SavedRules(reference, fingerprint, parameters)
        case _:
            pass
    raise _invalid_run_error(name, "it does not name its rules")


def _invalid_run_error(name: str, why: str) -> ArgumentError:
    return problems.arguments.WrongRun(f"`{name}` is not a file from `--save`: {why}").error()


def _checksum(document: JsonObject) -> str:
    """Returns a checksum that detects accidental changes."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


# --- resuming -----------------------------------------------------------------------------


def resume_request(request: Request, explicit: Collection[str]) -> Request:
    """Returns the request of the run that `resume` names, or the given request without `resume`.

    `explicit` has the names of the fields that the user specified. Raises FileError if the file
    cannot be read, ArgumentError if it is invalid or a field contradicts it.
    """
    if request.resume is None:
        if not request.rules.reference:
            raise wrong_request(
                "name the rules to play, such as `pagat`, or a saved run with `{resume}`"
            )
        if request.save:
            _check_new(request)
            _check_rules_on_disk(request)
        return request
    for name in FIXED_BY_FILE:
        if name in explicit:
            raise wrong_request(
                "the file of `{resume}` already sets this: leave out `{" + name + "}`"
            )
    if request.csv or request.parquet:
        raise wrong_request(
            "`{csv}` and `{parquet}` begin with the first match of a run: leave them out with"
            " `{resume}`"
        )
    path = Path(request.resume)
    data = read_bytes(path, request.resume, LARGEST)
    if isinstance(data, Diagnostic):
        raise problems.arguments.WrongRun(data.message).error()
    saved = read_run(data, request.resume)
    first, *more = saved.rules
    other = more[0] if more else None
    return replace(
        request,
        rules=RulesSource(str(reference_from(path, first.reference))),
        matches=saved.matches if request.matches is None else request.matches,
        until=_until(saved, request),
        players=saved.players,
        seed=saved.seed,
        policy=saved.policy,
        against=None if other is None else RulesSource(str(reference_from(path, other.reference))),
        parameters=_written(first.parameters),
        against_parameters={} if other is None else _written(other.parameters),
        save=request.resume,
        saved=saved,
    )


def _check_new(request: Request) -> None:
    """Raises an error if a saved run would be overwritten; other files are checked later."""
    path = Path(request.save or "")
    if not request.force and is_marked(path, RUN):
        raise wrong_request(
            "`{path}` exists: resume it with `{resume} {path}`, or give `{save}` another name",
            path=path,
        )


def _check_rules_on_disk(request: Request) -> None:
    for rules in (request.rules, request.against):
        if rules is None or rules.loaded is None or is_bundled_name(rules.reference):
            continue
        if not is_file(Path(rules.reference)):
            raise wrong_request("`{save}` needs rules in a file, to find them again")


def _until(saved: SavedRun, request: Request) -> Fraction | None:
    if request.until is not None or saved.until is None:
        return request.until
    try:
        until = Fraction(saved.until)
    except (ValueError, ZeroDivisionError):
        until = Fraction(0)
    if until <= 0:
        raise problems.arguments.WrongRun(
            f"`{request.resume}` has an invalid interval, `{shorten(saved.until)}`"
        ).error()
    return until


def _written(parameters: Mapping[str, Value]) -> dict[str, RawOption]:
    return {name: RawOption(value_text(value)) for name, value in parameters.items()}
