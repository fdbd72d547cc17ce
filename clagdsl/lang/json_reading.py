"""The values of frozen dataclasses from JSON: the way back from `json_schema.to_json`.

What is read has the form that the schema of the type describes; whether it has, is asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from clagdsl.lang.cards import Card, read_card
from clagdsl.lang.frozen import later_defaults
from clagdsl.lang.json_schema import Hint, json_hints, type_variables

Reader: TypeAlias = Callable[[Any], Any]
"""Makes the value of one type of a JSON value."""

_ITSELF: Final = frozenset({bool, int, str, NoneType})


def from_json(kind: type, value: object) -> Any:
    """The value of a dataclass whose JSON this is."""
    return _of_class(kind)(value)


def _reader(hint: Hint, bound: Mapping[Hint, Hint]) -> Reader:
    """The reader of a type hint; `bound` gives the type variables of a generic dataclass."""
    if isinstance(hint, TypeVar):
        return _reader(bound[hint], bound)
    origin: Hint = get_origin(hint)
    arguments = get_args(hint)
    if hint in _ITSELF or origin is Literal:
        return _itself
    if origin in (Union, UnionType):
        return _one_of(arguments, bound)
    if hint is Card:
        return read_card
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _list_of(_reader(arguments[0], bound))
    if origin is tuple:
        return _row_of([_reader(one, bound) for one in arguments])
    if isinstance(origin, type) and is_dataclass(origin):
        variables = zip(type_variables(origin), arguments, strict=True)
        return _parts_of(origin, {name: bound.get(one, one) for name, one in variables})
    if isinstance(hint, type) and is_dataclass(hint):
        return _of_class(hint)
    raise TypeError(f"{hint!r} is not read from JSON")


def _itself(value: Any) -> Any:
    return value


def _list_of(item: Reader) -> Reader:
    return tuple if item is _itself else lambda values: tuple(map(item, values))


def _row_of(items: list[Reader]) -> Reader:
    def read(values: Any) -> Any:
        return tuple(item(value) for item, value in zip(items, values, strict=True))

    return read


@cache
def _of_class(kind: type) -> Reader:
    """The reader of a class without type variables, the same for all that hold one."""
    return _parts_of(kind, {})


def _parts_of(kind: type, bound: Mapping[Hint, Hint]) -> Reader:
    """The reader of a class; those of its parts are made once it reads, for it may hold itself."""
    parts: list[tuple[str, Reader]] = []
    may_lack = later_defaults(kind)

    def read(value: Any) -> Any:
        if not parts:
            parts.extend((name, _reader(hint, bound)) for name, hint in json_hints(kind).items())
        made = {}
        for name, part in parts:  # no comprehension: what nests takes as few calls as it can
            if name in value or name not in may_lack:
                made[name] = part(value[name])
        return kind(**made)

    return read


def _one_of(hints: Sequence[Hint], bound: Mapping[Hint, Hint]) -> Reader:
    """The reader of a union, told apart by `kind`, or by being an object at all."""
    kinds: dict[object, Reader] = {}
    for hint in _flat(hints, bound):
        origin: Hint = get_origin(hint)
        record = hint if origin is None else origin
        if isinstance(record, type) and is_dataclass(record):
            for word in get_args(json_hints(record).get("kind")) or (None,):
                kinds[word] = _reader(hint, bound)

    def read(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return kinds[None if None in kinds else value["kind"]](value)

    return read if kinds else _itself


def _flat(hints: Sequence[Hint], bound: Mapping[Hint, Hint]) -> list[Hint]:
    """The members of a union, with those of the unions that type variables stand for."""
    found: list[Hint] = []
    for hint in hints:
        kind: Hint = bound.get(hint, hint)
        origin: Hint = get_origin(kind)
        inner = get_args(kind) if origin in (Union, UnionType) else ()
        found += _flat(inner, bound) if inner else [kind]
    return found
