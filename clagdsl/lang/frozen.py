"""A faster `dataclass` for classes with slots, most of them frozen.

`dataclasses.dataclass` generates up to six methods for each class and compiles them one by one.
`clagdsl check` is a short process that creates about 200 such classes; it never instantiates many
of them, and never compares most. So here:

- Methods that are called often (`__init__`, comparisons, `__hash__`) are generated on first use
  (`_LazyMethod`). Their code is compiled once for all classes with the same number and kinds of
  fields; only the names in it are replaced (`_with_field_names`).
- Methods that are called rarely (`__repr__`, pickling, rejecting changes) are shared by all classes
  and look up the fields at run time.

The classes behave like those of the library, and type checkers see the library's `dataclass`.
Anything unusual is left to the library (`_fields_of`, `_is_rejected_by_library`).
"""

from __future__ import annotations

import dataclasses
from abc import update_abstractmethods
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import cache, partial
from operator import attrgetter
from reprlib import recursive_repr
from types import CodeType, FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, TypeAlias, TypeVar

V = TypeVar("V")
Options: TypeAlias = tuple[tuple[str, bool], ...]

_library: Any = dataclasses
"""Private parts of the library: the marker of a field, and the options of a class."""

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def replace(record: object, **changes: object) -> object:
        """Returns a copy with changed fields, in a third of the time that the library's `replace`
        takes.
        """
        kind = type(record)
        reader = _field_reader(kind)
        if reader is None:
            return dataclasses.replace(record, **changes)
        places = reader.places
        values = [*reader.values_of(record)]
        for name, value in changes.items():
            if name not in places:
                return dataclasses.replace(record, **changes)  # raises the library's error
            values[places[name]] = value
        return kind(*values)

    def dataclass(**options: bool) -> Callable[[type], type]:
        """Returns a decorator like the library's; classes with slots are built here."""
        ours = {"frozen", "slots", "eq", "order", "repr", "kw_only"}
        if options.get("slots") and options.keys() <= ours:
            return partial(_with_slots, options=tuple(options.items()))
        return dataclasses.dataclass(**options)


def set_fields(record: object, **values: object) -> None:
    """Sets computed fields of a frozen object, for use in its `__post_init__`."""
    for name, value in values.items():
        object.__setattr__(record, name, value)


def added_field(default: V) -> V:
    """Returns a field that was added to its class after games and fingerprints had been published.

    JSON and fingerprints omit it if it has its default, so existing ones stay unchanged.
    """
    return dataclasses.field(default=default, metadata={"later": True})


@cache
def _field_reader(kind: type) -> _FieldReader | None:
    """Returns a reader of a class's fields; None if some field cannot be passed by position."""
    taken = [part for part in fields(kind) if part.init]
    if len(taken) < 2 or any(part.kw_only for part in taken):
        return None
    names = [part.name for part in taken]
    return _FieldReader(attrgetter(*names), {name: place for place, name in enumerate(names)})


@cache
def added_field_defaults(kind: type) -> Mapping[str, object]:
    """Returns the later-added fields of a class, with their defaults."""
    return {part.name: part.default for part in fields(kind) if part.metadata.get("later")}


# --- making a class -----------------------------------------------------------------------------


def _with_slots(kind: type, options: Options) -> type:
    """Returns the class with slots for its fields, and the methods that the library would add."""
    common = _shared_methods(options)
    values = {name: getattr(kind, name, MISSING) for name in kind.__annotations__}
    parts = _fields_of(kind.__mro__[1:], kind.__annotations__, values, by_name=common.by_name)
    if parts is None or _is_rejected_by_library(kind, parts, frozen=common.frozen):
        return dataclasses.dataclass(**dict(options))(kind)
    body = _class_body(kind.__name__, kind.__mro__[1:], vars(kind), parts, common)
    body["__qualname__"] = kind.__qualname__
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    whole: type = type(kind)(kind.__name__, kind.__bases__, body)
    return update_abstractmethods(whole)


class RecordType(type):
    """A metaclass that makes every class of a family a frozen dataclass with slots.

    A decorator would create every class a second time. This takes time for hundreds of classes, and
    anything that a family does with each new class would happen twice.
    """

    def __new__(mcs, name: str, bases: tuple[type, ...], body: Mapping[str, Any]) -> RecordType:
        """Returns the class with everything that `dataclass(frozen=True, slots=True)` would add to
        it.
        """
        common = _shared_methods((("frozen", True), ("slots", True)))
        above = tuple(kind for base in bases for kind in base.__mro__)
        parts = _fields_of(above, body.get("__annotations__", {}), body, by_name=False)
        if parts is None or _has_gap(parts):
            raise TypeError(f"{name} has fields that no method takes in their order")
        return super().__new__(mcs, name, bases, _class_body(name, above, body, parts, common))


def _class_body(
    name: str,
    above: Sequence[type],
    own: Mapping[str, Any],
    parts: Mapping[str, Field[Any]],
    common: _SharedMethods,
) -> dict[str, Any]:
    """Returns the namespace of a class with these bases and fields."""
    body = {each: value for each, value in own.items() if each not in parts}
    taken = [part for part in parts.values() if part.init]
    if body.get("__doc__") is None:
        body["__doc__"] = f"{name}({', '.join(part.name for part in taken)})"
    inherited = {slot for base in above for slot in vars(base).get("__slots__", ())}
    body["__slots__"] = tuple(each for each in parts if each not in inherited)
    body["__dataclass_fields__"], body["__dataclass_params__"] = parts, common.params
    body.setdefault("__match_args__", tuple(part.name for part in taken if not part.kw_only))
    for each, method in common.shared.items():
        # Python sets `__hash__` to None in a class that defines `__eq__`.
        if body.get(each) is None:
            body[each] = method
    for each, write in common.written.items():
        if body.get(each) is None:
            body[each] = _LazyMethod(write)
    return body


def _fields_of(
    above: Sequence[type],
    annotations: Mapping[str, object],
    values: Mapping[str, Any],
    *,
    by_name: bool,
) -> dict[str, Field[Any]] | None:
    """Returns the fields of a class by name; None if one of them needs the library.

    `above` are the bases in method resolution order, `values` the defaults.
    """
    parts: dict[str, Field[Any]] = {}
    for base in reversed(above):
        parts.update(getattr(base, "__dataclass_fields__", {}))
    for name, annotation in annotations.items():
        if not isinstance(annotation, str):
            return None
        outer = annotation.partition("[")[0]
        if outer.endswith("InitVar"):
            return None
        if outer.endswith("KW_ONLY"):
            by_name = True
            continue
        if outer.endswith("ClassVar"):
            continue
        default = values.get(name, MISSING)
        if isinstance(default, MemberDescriptorType):  # the slot of a field with the same name
            default = MISSING
        part: Any = default if isinstance(default, Field) else dataclasses.field(default=default)
        part.name, part.type, part._field_type = name, annotation, _library._FIELD
        if part.kw_only is MISSING:
            part.kw_only = by_name
        parts[name] = part
    return parts


def _is_rejected_by_library(kind: type, parts: Mapping[str, Field[Any]], *, frozen: bool) -> bool:
    """Returns whether the library must handle the class, as it raises an error or handles a special
    case.
    """
    own = vars(kind)
    bases = [base for base in kind.__mro__[1:] if hasattr(base, "__dataclass_params__")]
    return (
        "__slots__" in own
        or _has_gap(parts)
        or any(part.default.__class__.__hash__ is None for part in parts.values())
        or any(isinstance(own[name], Field) for name in own.keys() - parts.keys())
        or any(base.__dataclass_params__.frozen is not frozen for base in bases)
    )


def _has_gap(parts: Mapping[str, Field[Any]]) -> bool:
    """Returns whether a field without a default follows one with a default."""
    taken = [_default(part) for part in parts.values() if part.init and not part.kw_only]
    needed = taken.count("none")
    return "none" in taken[needed:]


# --- methods that depend on the options only ----------------------------------------------------


class _SharedMethods:
    """The methods shared by classes with the same options.

    Methods in `shared` look up the fields at run time; those in `written` are called too often for
    that and are generated for each class. `params` is the library's record of the options.
    """

    def __init__(self, options: Options) -> None:
        enabled = {**_library.dataclass.__kwdefaults__, **dict(options)}
        self.frozen: bool = enabled["frozen"]
        self.by_name: bool = enabled["kw_only"]
        kept = _library._DataclassParams
        self.params = kept(**{name: enabled[name] for name in kept.__slots__})
        self.shared: dict[str, Callable[..., object]] = {}
        self.written: dict[str, Callable[[type], FunctionType]] = {}
        self.written["__init__"] = partial(_init, frozen=self.frozen)
        if enabled["repr"]:
            self.shared["__repr__"] = _repr
        for name, sign in _SIGNS.items():
            if enabled["eq" if name == "__eq__" else "order"]:
                self.written[name] = partial(_comparison, name=name, sign=sign)
        if self.frozen:
            self.shared |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
            self.shared |= {"__getstate__": _getstate, "__setstate__": _setstate}
            if enabled["eq"]:
                self.written["__hash__"] = _hash
        if hasattr(_library, "_replace"):  # from Python 3.13 on
            self.shared["__replace__"] = _library._replace


_SIGNS: Final = {"__eq__": "==", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_shared_methods = cache(_SharedMethods)


@recursive_repr()
def _repr(self: Any) -> str:
    shown_fields = ", ".join(
        f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr
    )
    return f"{type(self).__qualname__}({shown_fields})"


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[object]:
    return [getattr(self, part.name) for part in fields(self)]


def _setstate(self: Any, state: list[object]) -> None:
    for part, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, part.name, value)


# --- generated methods --------------------------------------------------------------------------


class _LazyMethod:
    """A placeholder that generates its method on first access and replaces itself with it."""

    __slots__ = ("kind", "name", "write")

    def __init__(self, write: Callable[[type], FunctionType]) -> None:
        self.write = write

    def __set_name__(self, kind: type, name: str) -> None:
        self.kind, self.name = kind, name

    def __get__(self, instance: object, owner: type) -> object:
        method = self.write(self.kind)
        method.__module__ = self.kind.__module__
        method.__qualname__ = f"{self.kind.__qualname__}.{self.name}"
        setattr(self.kind, self.name, method)
        return method.__get__(instance, owner)


def _init(kind: type, *, frozen: bool) -> FunctionType:
    """Returns the `__init__` of a class."""
    parts = fields(kind)
    set_here = [part for part in parts if part.init or _default(part) != "none"]
    shapes = tuple(map(_init_shape, set_here))
    scope: dict[str, Any] = {"_missing": MISSING}
    for place, part in enumerate(set_here):
        scope[f"_set{place}"] = getattr(kind, part.name).__set__
        scope[f"_default{place}"] = part.default
        scope[f"_make{place}"] = part.default_factory
    code = _init_code(shapes, frozen=frozen, ends=hasattr(kind, "__post_init__"))
    method = FunctionType(_with_field_names(code, [part.name for part in set_here]), scope)
    # A field with a default factory has the default MISSING, which the method replaces.
    optional = [part for part in set_here if part.init and _default(part) != "none"]
    method.__defaults__ = tuple(part.default for part in optional if not part.kw_only) or None
    method.__kwdefaults__ = {part.name: part.default for part in optional if part.kw_only} or None
    annotations = {part.name: part.type for part in parts if part.init}
    method.__annotations__ = {**annotations, "return": None}
    return method


def _comparison(kind: type, *, name: str, sign: str) -> FunctionType:
    """Returns a method that compares the fields of two objects of the class."""
    compared = [part.name for part in fields(kind) if part.compare]
    return FunctionType(
        _with_field_names(_comparison_code(name, sign, len(compared)), compared), {}
    )


def _hash(kind: type) -> FunctionType:
    """Returns the `__hash__` of a class."""
    hashed = [
        part.name for part in fields(kind) if (part.compare if part.hash is None else part.hash)
    ]
    return FunctionType(_with_field_names(_hash_code(len(hashed)), hashed), {})


def _default(part: Field[Any]) -> Literal["none", "value", "factory"]:
    if part.default is not MISSING:
        return "value"
    return "none" if part.default_factory is MISSING else "factory"


# --- code of methods, with placeholders for the names of fields ---------------------------------


InitShape: TypeAlias = tuple[bool, bool, bool]
"""The shape of a field in `__init__`: whether it is an argument, whether it is keyword-only, and
whether its default comes from a factory.
"""


def _init_shape(part: Field[Any]) -> InitShape:
    return part.init, part.init and bool(part.kw_only), _default(part) == "factory"


@cache
def _init_code(shapes: tuple[InitShape, ...], *, frozen: bool, ends: bool) -> CodeType:
    """Returns the code of `__init__` for fields of these shapes; `ends` adds a call of
    `__post_init__`.
    """
    taken = ["self"]
    named: list[str] = []
    body: list[str] = []
    for place, (is_taken, by_name, made) in enumerate(shapes):
        field = f"field{place}"
        if is_taken:
            (named if by_name else taken).append(field)
        expression = field
        if made:
            expression = f"_make{place}()" + f" if {field} is _missing else {field}" * is_taken
        elif not is_taken:
            expression = f"_default{place}"
        body.append(
            f"_set{place}(self, {expression})" if frozen else f"self.{field} = {expression}"
        )
    if ends:
        body.append("self.__post_init__()")
    takes = ", ".join([*taken, *(["*", *named] if named else [])])
    return _compile(f"def __init__({takes}):\n " + "\n ".join(body or ["pass"]))


@cache
def _comparison_code(name: str, sign: str, many: int) -> CodeType:
    """Returns the code of a comparison method for `many` fields."""
    return _compile(
        f"def {name}(self, other):\n"
        " if other.__class__ is self.__class__:\n"
        f"  return {_tuple_text('self', many)} {sign} {_tuple_text('other', many)}\n"
        " return NotImplemented\n"
    )


@cache
def _hash_code(many: int) -> CodeType:
    """Returns the code of a hash method for `many` fields."""
    return _compile(f"def __hash__(self): return hash({_tuple_text('self', many)})\n")


def _tuple_text(owner: str, many: int) -> str:
    """Returns the source of a tuple of `many` fields of `owner`."""
    return "(" + "".join(f"{owner}.field{place}," for place in range(many)) + ")"


def _compile(text: str) -> CodeType:
    """Returns the code of the only function in a source text."""
    whole = compile(text, "<string>", "exec")
    return next(each for each in whole.co_consts if isinstance(each, CodeType))


def _with_field_names(code: CodeType, names: Sequence[str]) -> CodeType:
    """Returns the code with its placeholders replaced with these field names."""
    own = {f"field{place}": name for place, name in enumerate(names)}
    return code.replace(
        co_varnames=tuple(own.get(name, name) for name in code.co_varnames),
        co_names=tuple(own.get(name, name) for name in code.co_names),
    )


@dataclass(frozen=True, slots=True)
class _FieldReader:
    """Reads the values of a class's fields; also has the position of each in `__init__`."""

    values_of: Callable[[object], tuple[object, ...]]
    places: Mapping[str, int]
