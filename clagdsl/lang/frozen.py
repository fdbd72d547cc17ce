"""Frozen dataclasses with slots, which are quick to make.

`dataclasses.dataclass` writes six methods for each class and compiles them one by one.  A `check`
is a short process that makes some 200 such classes, which took two fifths of its time.  Here the
three methods that are called often are compiled once for all classes with as many fields, which
give them their names; the others are the same for all.
Whoever reads the types sees the library's own `dataclass`, and every class behaves as one of that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import cache
from itertools import pairwise
from operator import attrgetter
from reprlib import recursive_repr
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, TypeVar

V = TypeVar("V")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def replace(record: object, **changes: object) -> object:
        """The library's `replace`, in a third of the time: it reads all values at once."""
        kind = type(record)
        reader = _field_reader(kind)
        if reader is None:
            return dataclasses.replace(record, **changes)
        values_of, places = reader
        values = [*values_of(record)]
        for name, value in changes.items():
            if name not in places:
                return dataclasses.replace(record, **changes)  # which says what is wrong
            values[places[name]] = value
        return kind(*values)

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


class _FieldReader(NamedTuple):
    """How the values are read that a class takes, and at which place it takes each."""

    values_of: Callable[[object], tuple[object, ...]]
    places: Mapping[str, int]


@cache
def _field_reader(kind: type) -> _FieldReader | None:
    """How the values of a class are read, None where they are not all taken by place."""
    taken = [part for part in fields(kind) if part.init]
    if len(taken) < 2 or any(part.kw_only for part in taken):
        return None
    names = [part.name for part in taken]
    return _FieldReader(attrgetter(*names), {name: place for place, name in enumerate(names)})


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
    """The methods that are called too often to look the fields up."""
    compared = tuple(part.name for part in parts if part.compare)
    hashed = tuple(
        part.name for part in parts if (part.compare if part.hash is None else part.hash)
    )
    methods: dict[str, Any] = {
        "__init__": _init(kind, parts),
        "__eq__": FunctionType(_renamed(_equal(len(compared)), compared), {}),
        "__hash__": FunctionType(_renamed(_hash(len(hashed)), hashed), {}),
    }
    for name, method in methods.items():
        method.__module__ = kind.__module__
        method.__qualname__ = f"{kind.__qualname__}.{name}"
    annotations = {part.name: part.type for part in parts if part.init}
    methods["__init__"].__annotations__ = {**annotations, "return": None}
    return methods


def _init(kind: type, parts: tuple[Field[Any], ...]) -> FunctionType:
    """The method that takes every field and sets it."""
    set_here = [part for part in parts if part.init or _default(part) != "none"]
    shapes = tuple(map(_shape, set_here))
    scope: dict[str, Any] = {"_missing": MISSING}
    for place, part in enumerate(set_here):
        scope[f"_set{place}"] = getattr(kind, part.name).__set__
        scope[f"_default{place}"] = part.default
        scope[f"_make{place}"] = part.default_factory
    code = _initial(shapes, ends=hasattr(kind, "__post_init__"))
    names = tuple(part.name for part in set_here)
    method = FunctionType(_renamed(code, names), scope)
    # what is made for each object has the default MISSING, as the method expects
    optional = [part for part in set_here if part.init and _default(part) != "none"]
    method.__defaults__ = tuple(part.default for part in optional if not part.kw_only) or None
    method.__kwdefaults__ = {part.name: part.default for part in optional if part.kw_only} or None
    _check_order([part for part in set_here if part.init and not part.kw_only])
    return method


def _check_order(parts: Sequence[Field[Any]]) -> None:
    """Raise TypeError, as the library does, where a field without a default follows one with it."""
    optional = [_default(part) != "none" for part in parts]
    for before, part in pairwise(range(len(parts))):
        if optional[before] and not optional[part]:
            name = parts[part].name
            raise TypeError(f"non-default argument {name!r} follows default argument")


# --- methods without names ----------------------------------------------------------------


class _Shape(NamedTuple):
    """What the method that sets the fields has to know of one, whatever it is called."""

    taken: bool
    by_name: bool
    made: bool
    """Whether a value is made for each object that is given none."""


def _shape(part: Field[Any]) -> _Shape:
    return _Shape(part.init, part.init and bool(part.kw_only), _default(part) == "factory")


def _default(part: Field[Any]) -> Literal["none", "value", "factory"]:
    if part.default is not MISSING:
        return "value"
    return "none" if part.default_factory is MISSING else "factory"


@cache
def _initial(shapes: tuple[_Shape, ...], *, ends: bool) -> CodeType:
    """The method that sets fields of these shapes; `ends` where another one goes on."""
    taken = ["self"]
    named: list[str] = []
    body: list[str] = []
    for place, shape in enumerate(shapes):
        field = f"field{place}"
        if shape.taken:
            (named if shape.by_name else taken).append(field)
        given = field
        if shape.made:
            given = f"_make{place}()" + f" if {field} is _missing else {field}" * shape.taken
        elif not shape.taken:
            given = f"_default{place}"
        body.append(f"_set{place}(self, {given})")
    if ends:
        body.append("self.__post_init__()")
    takes = ", ".join([*taken, *(["*", *named] if named else [])])
    return _compiled(f"def __init__({takes}):\n " + "\n ".join(body or ["pass"]))


@cache
def _equal(many: int) -> CodeType:
    """The method that compares so many fields."""
    return _compiled(
        "def __eq__(self, other):\n"
        " if other.__class__ is self.__class__:\n"
        f"  return {_values('self', many)} == {_values('other', many)}\n"
        " return NotImplemented\n"
    )


@cache
def _hash(many: int) -> CodeType:
    """The method that takes the hash of so many fields."""
    return _compiled(f"def __hash__(self): return hash({_values('self', many)})\n")


def _values(owner: str, many: int) -> str:
    """The text of a tuple of fields."""
    return "(" + "".join(f"{owner}.field{place}," for place in range(many)) + ")"


def _compiled(text: str) -> CodeType:
    """The code of the one function of a text."""
    whole = compile(text, "<string>", "exec")
    return next(each for each in whole.co_consts if isinstance(each, CodeType))


def _renamed(code: CodeType, names: Sequence[str]) -> CodeType:
    """The same code with these names of fields, whether they are its own or looked up."""
    own = {f"field{place}": name for place, name in enumerate(names)}
    return code.replace(
        co_varnames=tuple(own.get(name, name) for name in code.co_varnames),
        co_names=tuple(own.get(name, name) for name in code.co_names),
    )


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
