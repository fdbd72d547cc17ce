"""Frozen dataclasses with slots, which are quick to make.

`dataclasses.dataclass` writes six methods for each class and compiles them one by one.  A `check`
is a short process that makes some 150 such classes, which took two fifths of its time.  Here the
three methods that are called often are compiled in one go, and the others are the same for all.
Whoever reads the types sees the library's own `dataclass`, and every class behaves as one of that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import cache
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

V = TypeVar("V")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(**options: bool) -> Callable[[type], type]:
        """The library's decorator; classes that are frozen and have slots are made here."""
        if options == {"frozen": True, "slots": True}:
            return _made
        return dataclasses.dataclass(**options)


def later(default: V) -> V:
    """A field that a class has got since games and fingerprints of it were first written.

    Where it holds its default neither JSON nor a fingerprint names it: both stay what they were.
    """
    return dataclasses.field(default=default, metadata={"later": True})


@cache
def later_defaults(kind: type) -> Mapping[str, object]:
    """The fields of a class that came later, with their defaults."""
    return {part.name: part.default for part in fields(kind) if part.metadata.get("later")}


def _made(kind: type) -> type:
    """The class with slots for its fields, and all that the library would have written."""
    silent = kind.__doc__ is None
    if silent:
        kind.__doc__ = kind.__name__  # or else the library works out the signature of each
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(kind)
    parts = fields(made)
    if silent:
        made.__doc__ = f"{kind.__name__}({', '.join(part.name for part in parts if part.init)})"
    for name, method in _written(made, parts).items():
        _add(made, name, method)
    _add(made, "__repr__", _repr)
    made.__setattr__, made.__delattr__ = _refuse_to_set, _refuse_to_delete
    _add(made, "__getstate__", _getstate)
    _add(made, "__setstate__", _setstate)
    whole: type = made
    return whole


def _add(kind: type, name: str, method: Callable[..., object]) -> None:
    """A method that a class does not write itself."""
    # beside an `__eq__` of its own, Python gives a class the `__hash__` None
    if vars(kind).get(name) is None:
        setattr(kind, name, method)


def _written(kind: type, parts: tuple[Field[Any], ...]) -> dict[str, Callable[..., Any]]:
    """The methods that are called too often to look the fields up, compiled in one go."""
    scope: dict[str, Any] = {"__name__": kind.__module__, "_missing": MISSING}
    compared = [part for part in parts if part.compare]
    hashed = [part for part in parts if (part.compare if part.hash is None else part.hash)]
    exec(
        f"{_init(kind, parts, scope)}\n"
        "def __eq__(self, other):\n"
        " if other.__class__ is self.__class__:\n"
        f"  return {_values('self', compared)} == {_values('other', compared)}\n"
        " return NotImplemented\n"
        f"def __hash__(self): return hash({_values('self', hashed)})\n",
        scope,
    )
    methods = {name: scope[name] for name in ("__init__", "__eq__", "__hash__")}
    for name, method in methods.items():
        method.__qualname__ = f"{kind.__qualname__}.{name}"
    annotations = {part.name: part.type for part in parts if part.init}
    methods["__init__"].__annotations__ = {**annotations, "return": None}
    return methods


def _values(owner: str, parts: Sequence[Field[Any]]) -> str:
    """The text of a tuple of fields."""
    return "(" + "".join(f"{owner}.{part.name}," for part in parts) + ")"


def _init(kind: type, parts: tuple[Field[Any], ...], scope: dict[str, Any]) -> str:
    """The text of the method that takes every field and sets it, whose names go into `scope`."""
    taken = ["self"]
    named: list[str] = []
    body: list[str] = []
    for part in parts:
        name = given = part.name
        default = ""
        if part.default is not MISSING:
            scope[f"_default_{name}"] = part.default
            default = f"=_default_{name}"
            given = name if part.init else f"_default_{name}"
        elif part.default_factory is not MISSING:
            scope[f"_make_{name}"] = part.default_factory
            default = "=_missing"
            given = f"_make_{name}()" + (f" if {name} is _missing else {name}" * part.init)
        elif not part.init:
            continue  # what is worked out afterwards
        if part.init:
            (named if part.kw_only else taken).append(name + default)
        scope[f"_set_{name}"] = getattr(kind, name).__set__
        body.append(f"_set_{name}(self, {given})")
    if hasattr(kind, "__post_init__"):
        body.append("self.__post_init__()")
    takes = ", ".join([*taken, *(["*", *named] if named else [])])
    return f"def __init__({takes}):\n " + "\n ".join(body or ["pass"])


@recursive_repr()
def _repr(self: Any) -> str:
    told = ", ".join(
        f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr
    )
    return f"{type(self).__qualname__}({told})"


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[object]:
    return [getattr(self, part.name) for part in fields(self)]


def _setstate(self: Any, state: list[object]) -> None:
    for part, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, part.name, value)
