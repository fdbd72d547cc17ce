"""Holds a JSON document against the published schema of compiled games, with jsonschema.

Of a union only the member is asked whose `kind` a value names: so a fault is told where it is, and
the time grows with the document alone.  The values of unions are asked one after the other, for
they are what nests: nothing recurses further than from one to the next.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from clagdsl import problems
from clagdsl.check.compiled.json_text import Holder, JsonDocument, Key
from clagdsl.lang.errors import FileError
from clagdsl.lang.game_json import game_schema
from clagdsl.lang.source import Place
from clagdsl.problems.model import Problem
from clagdsl.problems.naming import names_listed
from clagdsl.problems.safe_text import shortened
from clagdsl.problems.wording import listed

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

Schema: TypeAlias = Mapping[str, Any]

NEEDED: Final = "jsonschema>=4.21"
MOST_FAULTS: Final = 1_000

_TYPES: Final[Mapping[str, str]] = {
    "array": "a list",
    "boolean": "`true` or `false`",
    "integer": "a whole number",
    "null": "`null`",
    "object": "an object",
    "string": "a text",
}
_ADD_IT: Final = "compile the rules again, or see `game.schema.json` for what it holds"


def faults_of_form(document: JsonDocument) -> list[Problem]:
    """Everything in a document that the schema does not have, at most MOST_FAULTS.

    Raises FileError where jsonschema is not installed.
    """
    return list(islice(_Check(document).faults(), MOST_FAULTS))


@cache
def _schema() -> Schema:
    return game_schema()


class _Union:
    """The members of a union: objects by their `kind`, one object without, and other values."""

    def __init__(self, members: Sequence[Schema], definitions: Schema) -> None:
        self.kinds: dict[str, Schema] = {}
        self.object: Schema | None = None
        self.others: list[Schema] = []
        for member in members:
            whole = definitions[member["$ref"].split("/")[-1]] if "$ref" in member else member
            kinds = whole.get("properties", {}).get("kind", {}).get("enum", ())
            self.kinds |= dict.fromkeys(kinds, member)
            if whole.get("type") != "object":
                self.others.append(whole)
            elif not kinds:
                self.object = member
        said = [
            _TYPES[other["type"]] if "type" in other else listed(other["enum"])
            for other in self.others
        ]
        objects = [listed(tuple(self.kinds))] if self.kinds else []
        objects += ["an object"] if self.object is not None else []
        self.kind_needed = " or ".join(objects)
        of_kind = [f"an object of the kind {listed(tuple(self.kinds))}"] if self.kinds else objects
        self.needed = " or ".join([*of_kind, *said])

    def member(self, value: Any) -> Schema | None:
        """The one member that an object can be of, if it names one."""
        if not isinstance(value, dict):
            return None
        kind = value.get("kind")
        return self.kinds.get(kind, self.object) if isinstance(kind, str) else self.object


class _Check:
    """One document held against the schema; `waiting` are the values of unions not yet seen."""

    def __init__(self, document: JsonDocument) -> None:
        self.document = document
        self.schema: Schema = _schema()
        self.waiting: list[tuple[Any, Any, Schema]] = []
        self.unions: dict[int, _Union] = {}

    def faults(self) -> Iterator[Problem]:
        """What the schema does not have, value by value."""
        try:
            from jsonschema.exceptions import ValidationError
            from jsonschema.validators import Draft202012Validator, extend
        except ModuleNotFoundError as missing:
            install = f'{sys.executable or "python"} -m pip install "{NEEDED}"'
            told = f"a compiled game needs jsonschema: install it with `{install}`"
            raise FileError(told) from missing

        def one_of(
            validator: Validator, members: Sequence[Schema], value: Any, _: Schema
        ) -> Iterator[ValidationError]:
            union = self._union(members)
            member = union.member(value)
            if member is not None:
                self.waiting.append((validator, value, member))
            elif not isinstance(value, dict):
                if not any(validator.evolve(schema=one).is_valid(value) for one in union.others):
                    yield ValidationError(union.needed)
            elif not union.kinds:
                yield ValidationError(union.needed)
            elif "kind" in value:
                yield ValidationError(union.kind_needed, path=["kind"])
            else:
                yield ValidationError("", validator="required", validator_value=["kind"])

        make: Any = extend  # it has no types
        validator = make(Draft202012Validator, {"anyOf": one_of})(self.schema)
        yield from self._problems(self.document.value, validator.iter_errors(self.document.value))
        while self.waiting:
            asked, value, member = self.waiting.pop()
            yield from self._problems(value, asked.descend(value, member))

    def _union(self, members: Sequence[Schema]) -> _Union:
        found = self.unions.get(id(members))
        if found is None:
            found = self.unions[id(members)] = _Union(members, self.schema["$defs"])
        return found

    # --- faults as problems ---------------------------------------------------------------

    def _problems(self, root: Any, errors: Iterable[ValidationError]) -> Iterator[Problem]:
        missing: dict[int, tuple[Holder, list[str]]] = {}
        error: Any  # what it is about may be anything
        for error in errors:
            holder, key, value = _reached(root, [*error.absolute_path])
            if error.validator == "required":
                known = [name for name in error.validator_value if name not in value]
                missing[id(value)] = (value, known)
            elif error.validator == "additionalProperties":
                yield from self._unknown_keys(value, tuple(error.schema["properties"]))
            else:
                place = self.document.place(*((value,) if holder is None else (holder, key)))
                yield _fault(error, value, place)
        for holder, names in missing.values():
            which = listed(names, "and")
            one = len(names) == 1
            message = f"the key {which} is missing" if one else f"the keys {which} are missing"
            yield problems.compiled.WrongShape(self.document.place(holder), message, _ADD_IT)

    def _unknown_keys(self, value: dict[str, Any], known: tuple[str, ...]) -> Iterator[Problem]:
        for key in value:
            if key not in known:
                place = self.document.place(value, key)
                message = f"there is no key `{shortened(key)}` in an object of this kind"
                mend = f"leave it out; the keys are {names_listed(known)}"
                yield problems.compiled.WrongShape(place, message, mend)


def _reached(root: Any, path: Sequence[Key]) -> tuple[Holder | None, Key, Any]:
    """What holds the value at a path, under which key, and the value."""
    holder: Holder | None = None
    reached: Key = ""
    for reached in path:
        holder, root = root, root[reached]
    return holder, reached, root


def _fault(error: Any, value: Any, place: Place) -> Problem:
    """A value of another type, another word or another length than the schema has."""
    wanted = error.validator_value
    match error.validator:
        case "type":
            needed = _TYPES[wanted]
        case "enum":
            needed = listed(wanted)
        case "minItems" | "maxItems":
            needed = f"a list of {wanted}"
        case _:
            needed = error.message
    message = f"{_kind_of(value)} stands where {needed} is needed"
    return problems.compiled.WrongShape(place, message, f"write {needed}")


def _kind_of(value: Any) -> str:
    match value:
        case dict():
            return "an object"
        case list():
            return f"a list of {len(value)}"
        case True | False | None:
            return {True: "`true`", False: "`false`", None: "`null`"}[value]
        case _:
            return f"`{shortened(value)}`"
