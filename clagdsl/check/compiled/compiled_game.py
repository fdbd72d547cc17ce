"""A compiled game read back: the rules that its JSON holds, or why it holds none.

Nothing in it is taken on trust: its form, its bounds, its names and types are checked as those of a
rules file are, and what it says twice must agree.  Proving is left to whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import islice
from typing import Any, Final, cast, get_args

from clagdsl import problems
from clagdsl.check.compiled.as_written import as_written
from clagdsl.check.compiled.json_text import Holder, JsonDocument, Key, read_json
from clagdsl.check.resolve import resolve
from clagdsl.check.source_unit import Findings
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.game_json import CompiledGame
from clagdsl.lang.json_reading import from_json
from clagdsl.lang.json_schema import json_hints
from clagdsl.lang.rules import Deal, Game
from clagdsl.lang.source import Place, SourceText
from clagdsl.problems.model import Diagnostic, Problem
from clagdsl.problems.safe_text import shortened

DEEPEST: Final = 190
"""The most parts of an expression of which each holds the next; a text comes to some 180."""
MOST_TOLD: Final = 100


@dataclass(frozen=True, slots=True)
class CompiledRules:
    """The rules that a compiled game holds, and what was found on the way.

    `placed` are the same rules, each part at its place in the JSON: what is proved of it is told
    there.  Both are None where there are no sound rules.
    """

    document: JsonDocument
    game: Game | None
    placed: Game | None
    diagnostics: tuple[Diagnostic, ...]

    def told(self, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Problems of these rules, with the path of what they are about, and no edits of a text."""
        return tuple(_told(each, self.document) for each in found)


def read_compiled(source: SourceText) -> CompiledRules:
    """The rules of a compiled game.  Raises FileError where jsonschema is not installed."""
    document, found, whole = read_json(source)
    problems_found = list(found)
    if whole:
        other = _other_form(document)
        if other is not None:
            problems_found.append(other)
        else:
            from clagdsl.check.compiled.form import faults_of_form

            problems_found += faults_of_form(document)
            problems_found += [] if problems_found else _too_deep(document)
    if problems_found:
        return _refused(document, [each.diagnostic() for each in problems_found])
    compiled: CompiledGame = from_json(CompiledGame, document.value)
    findings = Findings()
    outline = as_written(document, compiled.game, findings)
    resolved = None if findings.failed else resolve(outline, findings)
    if resolved is None:
        return _refused(document, findings.diagnostics)
    for problem in _contradictions(document, compiled, resolved.game):
        findings.add(problem)
    if findings.failed:
        return _refused(document, findings.diagnostics)
    warnings = tuple(_told(each, document) for each in findings.diagnostics)
    return CompiledRules(document, compiled.game, resolved.game, warnings)


def compiled_again(source: SourceText) -> Game:
    """The game of a text that was checked before.  Raises ValueError for another text."""
    document, found, whole = read_json(source)
    if found or not whole:
        raise ValueError("this is no text of a checked game")
    compiled: CompiledGame = from_json(CompiledGame, document.value)
    return compiled.game


def _refused(document: JsonDocument, found: Iterable[Diagnostic]) -> CompiledRules:
    return CompiledRules(document, None, None, tuple(_told(each, document) for each in found))


def _told(diagnostic: Diagnostic, document: JsonDocument) -> Diagnostic:
    """A problem with the path of the value that it is about; no program mends JSON as rules."""
    place = diagnostic.place
    path = "" if place is None else document.path(place)
    where = f" (at `{path}`)" if path else ""
    mend = diagnostic.help
    if diagnostic.fix:
        mend += "; a rules file says it so: mend the rules and compile them again"
    return replace(diagnostic, message=diagnostic.message + where, help=mend, fix=(), safe=False)


# --- what the schema does not say ---------------------------------------------------------


def _other_form(document: JsonDocument) -> Problem | None:
    """Why a document is no compiled game of a form that is known here, if it is none."""
    value = document.value
    known = json_hints(CompiledGame)
    [form], [version] = get_args(known["format"]), get_args(known["version"])
    if not isinstance(value, dict) or value.get("format") != form:
        place = Place(document.source.name, 1, 1, 1, 1)
        message = "this is no compiled game"
        mend = f'name a file that `clagdsl compile` wrote: it begins with `"format": "{form}"`'
        return problems.compiled.OtherForm(place, message, mend)
    found = value.get("version", version)
    if type(found) is int and found != version:
        place = document.place(value, "version")
        message = f"version {found} of compiled games is not known here"
        mend = f"compile the rules again with this clagdsl, which writes version {version}"
        return problems.compiled.OtherForm(place, message, mend)
    return None


def _too_deep(document: JsonDocument) -> list[Problem]:
    """Expressions that nest further than those that can be written."""
    found: list[Problem] = []
    waiting: list[tuple[Any, int]] = [(document.value, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict):
            depth += "kind" in value
            if depth > DEEPEST:
                message = f"an expression nests more than {DEEPEST} parts"
                place = document.place(value)
                found.append(problems.compiled.TooMuchJson(place, message))
                continue
            waiting.extend((inner, depth) for inner in value.values())
        elif isinstance(value, list):
            waiting.extend((inner, depth) for inner in value)
    return found


def _contradictions(
    document: JsonDocument, compiled: CompiledGame, meant: Game
) -> Iterator[Problem]:
    """What a compiled game says otherwise than its own rules make it."""
    whole = cast(dict[str, Any], document.value)
    differing = _differing(whole, "game", compiled.game, meant)
    found = list(islice(differing, MOST_TOLD))
    bases = {
        id(json["aspects"]): deal
        for json, deal in zip(whole["game"]["deals"], compiled.game.deals, strict=True)
    }
    for holder, key, told_of in found:
        deal = bases.get(told_of)
        yield problems.compiled.SaidOtherwise(document.place(holder, key), *_why(deal))
    if not found and compiled.rules_hash != rules_hash(compiled.game):
        place = document.place(whole, "rules_hash")
        yield problems.compiled.WrongFingerprint(place, rules_hash(compiled.game))


def _why(deal: Deal | None) -> tuple[str, str]:
    """What is wrong with a part that differs: of a deal, or elsewhere."""
    if deal is not None and deal.base is not None:
        return (
            f"this is not what `{shortened(deal.base)}` says, of which the deal is made",
            "name the aspect in `replaced`, or say what the other deal says",
        )
    return (
        "this is not what the rest of the game makes of it",
        "change the game in its rules file, and compile that",
    )


def _differing(
    holder: Holder, key: Key, read: object, meant: object, aspects: int = 0
) -> Iterator[tuple[Holder, Key, int]]:
    """Where two values differ: what holds the JSON there, the key, the aspects that it is in."""
    if read == meant:
        return
    value: Any = cast(Any, holder)[key]
    if is_dataclass(read) and type(read) is type(meant):
        aspects = id(value) if key == "aspects" else aspects
        compared = {part.name for part in fields(read) if part.compare}
        for name in json_hints(cast(Any, type(read))):
            if name in compared:
                inner = getattr(read, name), getattr(meant, name)
                yield from _differing(value, name, *inner, aspects)
    elif isinstance(read, tuple) and isinstance(meant, tuple) and len(read) == len(meant):
        for index, inner in enumerate(zip(read, meant, strict=True)):
            yield from _differing(value, index, *inner, aspects)
    else:
        yield holder, key, aspects
