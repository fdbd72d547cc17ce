"""JSON for frozen dataclasses, the JSON Schema (2020-12) that describes it, and the way back.

All three functions (`to_json`, `schema_of`, `from_json`) use the same type hints, so that they
cannot disagree. The mapping:

- A dataclass is an object with all of its fields, except fields added later that have their default
  (`frozen.added_field`).
- A tuple is an array, a mapping an object.
- An exact fraction is a string such as "5/2", a card a string such as "10H".
- A float is a number, and must be finite.

The description of an object in the schema is the first paragraph of its class's docstring.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from clagdsl.lang.cards import COPIES, RANKS, SUITS, Card, read_card
from clagdsl.lang.frozen import added_field_defaults
from clagdsl.lang.json_value import JsonObject, JsonValue, TextValue

Hint: TypeAlias = Any
"""A type hint at run time: a class, a union, a Literal, an alias."""

_ORDINARY: Final = f"({'|'.join(RANKS)})[{''.join(SUITS)}][{COPIES[0]}-{COPIES[-1]}]?"
_SPECIAL: Final = (
    rf"[^\s\d]\S{{2,}}( (high|low))?"
    rf"( asks (nothing|next card|((highest|lowest) )?[{''.join(SUITS)}]))?"
)
"""The pattern of a special card: its name, or, for a face, the name and how the card is played."""

_SIMPLE: Final[dict[Hint, JsonObject]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
    Fraction: {"type": "string", "pattern": "^-?[0-9]+(/[0-9]+)?$"},
    Card: {
        "type": "string",
        "pattern": f"^({_ORDINARY}|{_SPECIAL})$",
    },
}


class Versioned:
    """A dataclass whose JSON is published on its own: an event, or a view of a match.

    Its JSON begins with the version of the format and the name of the class.
    """

    __slots__ = ()
    json_version: ClassVar[int] = 1

    @property
    def kind(self) -> str:
        """The name of the class; the value of `kind` in JSON."""
        return type(self).__name__

    def to_json(self) -> JsonObject:
        """Returns this value as a JSON object for `json.dumps`, with the version of its format."""
        return {"version": self.json_version, "kind": self.kind, **_object_json(self)}


def to_json(value: object) -> JsonValue:
    """Returns the JSON value of a dataclass or of the value of a dataclass field."""
    match value:
        case None | bool() | int() | str():
            return value
        case float() if isfinite(value):
            return value
        case tuple() | list():
            return [to_json(item) for item in value]
        case Card() | Fraction() | TextValue():
            return str(value)
        case Versioned():
            return value.to_json()
        case Enum():
            return to_json(value.value)
        case Mapping():
            return {str(key): to_json(item) for key, item in value.items()}
        case _ if is_dataclass(value):
            return _object_json(value)
        case _:
            raise TypeError(f"{type(value).__name__} has no JSON form")


def _object_json(value: Any) -> JsonObject:
    kind = value.__class__
    parts = {name: to_json(getattr(value, name)) for name in json_hints(kind)}
    for name, default in added_field_defaults(kind).items():
        if getattr(value, name) == default:
            del parts[name]
    return parts


def schema_of(root: Hint, *, title: str) -> JsonObject:
    """Returns the JSON Schema of a type, with a definition for every dataclass in it."""
    definitions: dict[str, JsonValue] = {}
    top = _schema(root, {}, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **top,
        "$defs": dict(sorted(definitions.items())),
    }


def _schema(
    hint: Hint, bound: Mapping[Hint, Hint], definitions: dict[str, JsonValue]
) -> JsonObject:
    """Returns the schema of a type hint; `bound` maps type variables of a generic dataclass."""
    if isinstance(hint, TypeVar):
        return _schema(bound[hint], bound, definitions)
    if hint in _SIMPLE:
        return dict(_SIMPLE[hint])
    origin: Hint = get_origin(hint)
    arguments = get_args(hint)
    if origin is Literal:
        return {"enum": [to_json(one) for one in arguments]}
    if origin in (Union, UnionType):
        kinds = [_schema(one, bound, definitions) for one in arguments]
        different = [kind for place, kind in enumerate(kinds) if kind not in kinds[:place]]
        return different[0] if len(different) == 1 else {"anyOf": list(different)}
    if origin is tuple:
        return _array(arguments, bound, definitions)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        values = _schema(arguments[1], bound, definitions)
        return {"type": "object", "additionalProperties": values}
    if isinstance(origin, type) and is_dataclass(origin):
        variables = dict(zip(type_variables(origin), arguments, strict=True))
        inner = {name: bound.get(one, one) for name, one in variables.items()}
        return _object(origin, inner, definitions)
    if is_dataclass(hint) and isinstance(hint, type):
        return _SIMPLE[str] if issubclass(hint, TextValue) else _reference(hint, definitions)
    raise TypeError(f"{hint!r} has no JSON Schema")


def _reference(kind: type, definitions: dict[str, JsonValue]) -> JsonObject:
    name = kind.__name__
    if name not in definitions:
        definitions[name] = {}  # a recursive type refers to this entry
        definitions[name] = _object(kind, {}, definitions)
    return {"$ref": f"#/$defs/{name}"}


def _object(
    kind: type, bound: Mapping[Hint, Hint], definitions: dict[str, JsonValue]
) -> JsonObject:
    hints = json_hints(kind)
    properties: JsonObject = {
        name: _schema(hint, bound, definitions) for name, hint in hints.items()
    }
    if issubclass(kind, Versioned):
        marks: JsonObject = {
            "version": {"const": kind.json_version},
            "kind": {"const": kind.__name__},
        }
        properties = marks | properties
    schema: JsonObject = {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in added_field_defaults(kind)],
        "additionalProperties": False,
    }
    text = kind.__doc__ or ""
    if not text.startswith(f"{kind.__name__}("):  # not the default docstring of a dataclass
        schema["description"] = " ".join(text.split("\n\n")[0].split())
    return schema


def _array(
    items: tuple[Hint, ...], bound: Mapping[Hint, Hint], definitions: dict[str, JsonValue]
) -> JsonObject:
    if len(items) == 2 and items[1] is Ellipsis:
        return {"type": "array", "items": _schema(items[0], bound, definitions)}
    return {
        "type": "array",
        "prefixItems": [_schema(item, bound, definitions) for item in items],
        "minItems": len(items),
        "maxItems": len(items),
    }


@cache
def json_hints(kind: type) -> dict[str, Hint]:
    """Returns the fields of a dataclass that are written to JSON, with their types."""
    hints = get_type_hints(kind)
    written = (part.name for part in fields(kind) if part.metadata.get("json", True))
    return {name: hints[name] for name in written}


def type_variables(kind: type) -> tuple[Hint, ...]:
    """Returns the type variables of a generic class."""
    return tuple(getattr(kind, "__parameters__", ()))


# --- reading JSON: the inverse of `to_json` -----------------------------------------------------
# The input must be valid for the schema of the type; the caller checks that first.


Reader: TypeAlias = Callable[[Any], Any]
"""A function that makes a value of one type from a JSON value."""

_ITSELF: Final = frozenset({bool, int, float, str, NoneType})


def from_json(kind: type, value: object) -> Any:
    """Returns a value of the dataclass `kind` from its JSON."""
    return _class_reader(kind)(value)


def _reader(hint: Hint, bound: Mapping[Hint, Hint]) -> Reader:
    """Returns a reader for a type hint; `bound` maps type variables of a generic dataclass."""
    if isinstance(hint, TypeVar):
        return _reader(bound[hint], bound)
    origin: Hint = get_origin(hint)
    arguments = get_args(hint)
    if hint in _ITSELF or origin is Literal:
        return _identity_reader
    if origin in (Union, UnionType):
        return _union_reader(arguments, bound)
    if hint is Card:
        return read_card
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _list_reader(_reader(arguments[0], bound))
    if origin is tuple:
        return _tuple_reader([_reader(one, bound) for one in arguments])
    if isinstance(origin, type) and is_dataclass(origin):
        variables = zip(type_variables(origin), arguments, strict=True)
        return _object_reader(origin, {name: bound.get(one, one) for name, one in variables})
    if isinstance(hint, type) and is_dataclass(hint):
        return _class_reader(hint)
    raise TypeError(f"{hint!r} is not read from JSON")


def _identity_reader(value: Any) -> Any:
    return value


def _list_reader(item: Reader) -> Reader:
    return tuple if item is _identity_reader else lambda values: tuple(map(item, values))


def _tuple_reader(items: list[Reader]) -> Reader:
    def read(values: Any) -> Any:
        return tuple(item(value) for item, value in zip(items, values, strict=True))

    return read


@cache
def _class_reader(kind: type) -> Reader:
    """Returns the reader for a class without type variables, shared by all fields of this class."""
    return _object_reader(kind, {})


def _object_reader(kind: type, bound: Mapping[Hint, Hint]) -> Reader:
    """Returns a reader for a class.

    The readers for its fields are created on first use, as a class may contain itself.
    """
    parts: list[tuple[str, Reader]] = []
    may_lack = added_field_defaults(kind)

    def read(value: Any) -> Any:
        if not parts:
            parts.extend((name, _reader(hint, bound)) for name, hint in json_hints(kind).items())
        made = {}
        for name, part in parts:  # no comprehension, to keep the call depth of nested values low
            if name in value or name not in may_lack:
                made[name] = part(value[name])
        return kind(**made)

    return read


def _union_reader(hints: Sequence[Hint], bound: Mapping[Hint, Hint]) -> Reader:
    """Returns a reader for a union, which selects the member by `kind`, or by whether the value is
    an object.
    """
    kinds: dict[object, Reader] = {}
    for hint in _flat_union(hints, bound):
        origin: Hint = get_origin(hint)
        record = hint if origin is None else origin
        if isinstance(record, type) and is_dataclass(record):
            for word in get_args(json_hints(record).get("kind")) or (None,):
                kinds[word] = _reader(hint, bound)

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return kinds[None if None in kinds else value["kind"]](value)

    return read if kinds else _identity_reader


def _flat_union(hints: Sequence[Hint], bound: Mapping[Hint, Hint]) -> list[Hint]:
    """Returns the members of a union, with nested unions from type variables flattened."""
    members: list[Hint] = []
    for hint in hints:
        kind: Hint = bound.get(hint, hint)
        origin: Hint = get_origin(kind)
        inner = get_args(kind) if origin in (Union, UnionType) else ()
        members += _flat_union(inner, bound) if inner else [kind]
    return members
