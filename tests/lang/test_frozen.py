"""A class that `lang.frozen` makes behaves as one that the library's `dataclass` makes."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import (
    KW_ONLY,
    FrozenInstanceError,
    InitVar,
    dataclass,
    field,
    fields,
    is_dataclass,
    replace,
)
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from clagdsl.lang import frozen

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Family:
    """Classes that say the same, made by one decorator."""

    base: type[Any]
    derived: type[Any]
    lone: type[Any]
    empty: type[Any]
    own: type[Any]
    generic: type[Any]
    ordered: type[Any]
    named: type[Any]
    opened: type[Any]
    lean: type[Any]


def _family(made: Callable[..., Callable[[type], type]]) -> Family:
    """Every kind of class that clagdsl has, under one name for each."""

    @made(frozen=True, slots=True)
    class Base:
        """A class that others extend."""

        number: int
        shade: ClassVar[str] = "red"
        place: str | None = field(default=None, compare=False, repr=False)
        kind: str = "base"
        where: int = field(default=0, kw_only=True, compare=False)

    @made(frozen=True, slots=True)
    class Derived(Base):
        kind: str = "derived"
        notes: list[int] = field(default_factory=list, hash=False)
        total: int = field(init=False)
        sums: dict[str, int] = field(default_factory=dict, init=False, compare=False)
        fixed: int = field(default=7, init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "total", self.number + sum(self.notes))

    @made(frozen=True, slots=True)
    class Lone:
        """One field alone."""

        value: object

    @made(frozen=True, slots=True)
    class Empty:
        """No field."""

    @made(frozen=True, slots=True)
    class Own:
        """Methods that it writes itself."""

        value: int

        def __repr__(self) -> str:
            return f"<{self.value}>"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and abs(other.value) == abs(self.value)

        def __hash__(self) -> int:
            return hash(abs(self.value))

    @made(frozen=True, slots=True)
    class Of(Generic[V]):
        """A generic class."""

        value: V

    @made(frozen=True, slots=True, order=True)
    class Ordered:
        """One that can be sorted."""

        first: int
        aside: str = field(default="", compare=False)
        last: int = 0

    @made(frozen=True, slots=True, kw_only=True)
    class Named:
        """One whose fields are given by name, the optional ones first."""

        note: str = ""
        value: int

    @made(slots=True)
    class Opened:
        """One that can be changed."""

        value: int
        notes: list[int] = field(default_factory=list)

    @made(slots=True, eq=False, repr=False)
    class Lean:
        """One that is compared by what it is."""

        value: int

    return Family(Base, Derived, Lone, Empty, Own, Of, Ordered, Named, Opened, Lean)


OURS, LIBRARY = _family(frozen.dataclass), _family(dataclass)
BOTH = pytest.mark.parametrize("family", [OURS, LIBRARY], ids=["ours", "library"])


@frozen.dataclass(frozen=True, slots=True)
class Pickled:
    """Placed where pickle finds it."""

    name: str
    notes: tuple[int, ...] = ()


@BOTH
def test_what_it_takes_and_holds(family: Family) -> None:
    """Defaults, those made anew each time, those by name only, and those worked out afterwards."""
    base = family.base(3)
    assert (base.number, base.place, base.kind, base.where) == (3, None, "base", 0)
    assert family.base(3, "here", where=4).where == 4
    one, other = family.derived(3, notes=[4]), family.derived(number=3)
    assert (one.kind, one.notes, one.total, one.fixed) == ("derived", [4], 7, 7)
    assert other.notes == []
    assert other.notes is not family.derived(3).notes
    assert other.sums == {}
    assert other.sums is not one.sums
    assert family.base.shade == "red"
    for wrong in ({}, {"number": 1, "extra": 2}, {"number": 1, "total": 2}):
        with pytest.raises(TypeError, match=r"Derived\.__init__\(\)"):
            family.derived(**wrong)
    with pytest.raises(TypeError, match="positional"):
        family.base(1, None, "base", 0)


@BOTH
def test_what_is_equal_and_how_it_is_shown(family: Family) -> None:
    """Fields outside equality count in no hash; another class is never equal."""
    assert family.base(3, "here", where=1) == family.base(3, "there", where=2)
    assert hash(family.base(3, "here")) == hash(family.base(3)) == hash((3, "base"))
    assert family.base(3) != family.base(4)
    assert family.base(3) != family.derived(3, kind="base")
    assert hash(family.derived(3, notes=[1])) == hash((3, "derived", 4, 7))
    assert family.base(3) != (3, "base")
    assert family.base(3).__eq__(3) is NotImplemented
    assert family.lone(1) == family.lone(1) != family.lone(2)
    assert hash(family.lone(1)) == hash((1,))
    assert family.empty() == family.empty()
    assert hash(family.empty()) == hash(())
    assert repr(family.base(3)).endswith("Base(number=3, kind='base', where=0)")
    assert repr(family.own(3)) == "<3>"
    assert family.own(3) == family.own(-3)
    assert hash(family.own(3)) == hash(family.own(-3))
    ring = family.lone([])
    ring.value.append(ring)
    assert repr(ring).endswith("Lone(value=[...])")


@BOTH
def test_it_is_frozen_and_has_slots(family: Family) -> None:
    """Nothing can be set, deleted or added."""
    base = family.base(3)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'number'"):
        base.number = 4
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'number'"):
        del base.number
    assert not hasattr(family.derived(3), "__dict__")
    assert family.derived.__slots__ == ("notes", "total", "sums", "fixed")


@BOTH
def test_the_library_knows_it(family: Family) -> None:
    """Its fields, its places in a pattern, and what `replace` and copies make of it."""
    assert is_dataclass(family.derived)
    names = ["number", "place", "kind", "where", "notes", "total", "sums", "fixed"]
    assert [each.name for each in fields(family.derived)] == names
    assert family.derived.__match_args__ == ("number", "place", "kind", "notes")
    changed = replace(family.derived(3, where=5), number=4)
    assert (changed.number, changed.where, changed.total) == (4, 5, 4)
    assert copy.copy(changed) == copy.deepcopy(changed) == changed
    assert family.generic(3) == family.generic(3)
    assert list(inspect.signature(family.base).parameters) == ["number", "place", "kind", "where"]
    assert family.base.__doc__ == "A class that others extend."
    assert family.derived.__doc__.startswith("Derived(number")
    assert inspect.get_annotations(family.base.__init__)["number"] == "int"


@BOTH
@pytest.mark.parametrize("name", ["base", "derived", "lone", "own", "generic", "empty"])
def test_what_is_replaced_is_what_the_library_replaces(family: Family, name: str) -> None:
    """Every field that may be given, those by name only among them; nothing else is changed."""
    kind = getattr(family, name)
    given = {"number": 3, "place": "here", "where": 2, "notes": [1], "value": 7}
    taken = {part.name for part in fields(kind) if part.init}
    before = kind(**{name: value for name, value in given.items() if name in taken})
    for changes in ({}, *({name: value} for name, value in {**given, "kind": "x"}.items())):
        if changes.keys() <= taken:
            changed, expected = frozen.replace(before, **changes), replace(before, **changes)
            assert changed is not before
            assert type(changed) is kind
            assert [getattr(changed, part.name) for part in fields(kind)] == [
                getattr(expected, part.name) for part in fields(kind)
            ]


@frozen.dataclass(frozen=True, slots=True)
class Summed:
    """All of its fields but one are taken, by place."""

    name: str
    notes: tuple[int, ...] = ()
    total: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.notes))


def test_what_is_worked_out_is_worked_out_anew_and_cannot_be_replaced() -> None:
    changed = frozen.replace(Summed("a", (1, 2)), notes=(3, 4))
    assert (changed.name, changed.notes, changed.total) == ("a", (3, 4), 7)
    for wrong, error in (({"total": 3}, ValueError), ({"sum": 3}, TypeError)):
        with pytest.raises(error) as ours:
            frozen.replace(changed, name="b", **wrong)
        with pytest.raises((error, TypeError)) as librarys:  # a TypeError from Python 3.13 on
            replace(changed, name="b", **wrong)
        assert str(ours.value) == str(librarys.value)


def test_it_can_be_pickled() -> None:
    """What is frozen cannot be filled in by setting its fields."""
    assert pickle.loads(pickle.dumps(Pickled("a", (1,)))) == Pickled("a", (1,))


@BOTH
def test_classes_with_other_options(family: Family) -> None:
    """Those that are sorted, take their fields by name only, can be changed, or say less."""
    ordered = family.ordered
    assert ordered(1, "b") < ordered(1, "a", 1) < ordered(2)
    assert ordered(1, "b") <= ordered(1, "a") >= ordered(1)
    assert ordered(2) > ordered(1, "z", 9)
    assert ordered(1).__lt__(1) is NotImplemented
    assert ordered.__ge__.__qualname__.endswith("Ordered.__ge__")
    assert hash(ordered(1, "b")) == hash((1, 0))
    assert family.named(value=1).note == ""
    assert family.named.__match_args__ == ()
    with pytest.raises(TypeError, match="positional"):
        family.named("", 1)
    opened = family.opened(1)
    opened.value = 2
    assert opened == family.opened(2) != family.opened(2, [3])
    assert family.opened.__hash__ is None
    assert not hasattr(opened, "__dict__")
    assert family.lean(1) != family.lean(1)
    assert "object at" in repr(family.lean(1))


@pytest.mark.parametrize("name", [each.name for each in fields(Family)])
def test_the_library_knows_the_options(name: str) -> None:
    """What it keeps of them tells it which classes may be extended by which."""
    ours, librarys = getattr(OURS, name), getattr(LIBRARY, name)
    assert repr(ours.__dataclass_params__) == repr(librarys.__dataclass_params__)
    assert vars(ours).keys() ^ vars(librarys).keys() <= {"__annotations__"}  # an empty one


def test_one_can_be_made_with_its_type_said() -> None:
    """The library's cannot in Python 3.11, where `Of[int](3)` is set an attribute and says no."""
    assert OURS.generic[int](3) == OURS.generic(3)


def test_a_method_is_written_when_it_is_asked_for() -> None:
    """And stands then in its place, so that nothing is slower the second time."""

    @frozen.dataclass(frozen=True, slots=True)
    class Point:
        x: int

    class Shifted(Point):
        """One that inherits what is written for another."""

    for name in ("__init__", "__eq__", "__hash__"):
        assert not inspect.isfunction(vars(Point)[name])
    assert Shifted(1) == Shifted(1)
    assert hash(Shifted(1)) == hash(Point(1))
    for name in ("__init__", "__eq__", "__hash__"):
        assert inspect.isfunction(vars(Point)[name])
        assert name not in vars(Shifted)
    assert Point.__eq__.__module__ == __name__


@pytest.mark.parametrize("made", [frozen.dataclass, dataclass], ids=["ours", "library"])
def test_what_is_refused(made: Callable[..., Callable[[type], type]]) -> None:
    """A class that the library refuses is refused with its words."""

    def written(base: type = object, **body: object) -> type:
        return type("Wrong", (base,), body)

    wrong = made(frozen=True, slots=True)
    with pytest.raises(TypeError, match="non-default argument 'b' follows default"):
        wrong(written(a=1, __annotations__={"a": "int", "b": "int"}))
    with pytest.raises(ValueError, match="mutable default"):
        wrong(written(a=[], __annotations__={"a": "list[int]"}))
    with pytest.raises(TypeError, match="no type annotation"):
        wrong(written(a=field(default=1)))
    with pytest.raises(TypeError, match="already specifies __slots__"):
        wrong(written(__slots__=("a",), __annotations__={"a": "int"}))
    with pytest.raises(TypeError, match="cannot inherit frozen"):
        wrong(written(OURS.opened))
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):
        made(slots=True)(written(OURS.lone))


def test_other_classes_are_the_librarys() -> None:
    """Those without slots, and those with a field that is only given."""

    @frozen.dataclass(frozen=True)
    class Free:
        value: int

    @frozen.dataclass(frozen=True, slots=True)
    class Given:
        value: int = field(init=False)
        told: InitVar[int]

        def __post_init__(self, told: int) -> None:
            object.__setattr__(self, "value", told + 1)

    assert hasattr(Free(1), "__dict__")
    assert Given(1).value == 2


def _records(family: Callable[[], type[Any]]) -> list[type[Any]]:
    """A class, and two below it, of a family that is made by its metaclass or by a decorator."""
    base = family()
    made = dataclass(frozen=True, slots=True) if type(base) is type else (lambda kind: kind)

    class First(base):  # type: ignore[misc]
        number: int
        _: KW_ONLY
        shade: str = "red"

    first = made(First)

    class Second(first):  # type: ignore[misc,valid-type]
        place: int
        notes: ClassVar[str] = "none"
        _: KW_ONLY
        shade: str = "blue"

    return [first, made(Second)]


def test_a_family_made_by_its_type_is_as_if_it_were_decorated() -> None:
    """With fields that are given by name, and without being made twice."""
    born: list[str] = []

    class Root(metaclass=frozen.RecordType):
        def __init_subclass__(cls) -> None:
            born.append(cls.__name__)

    class Plain:
        __slots__ = ()

    ours, theirs = _records(lambda: Root), _records(lambda: Plain)
    assert born == ["First", "Second"]
    for kind in (ours, theirs):
        first, second = (kind[0](1, shade="x"), kind[1](1, 2))
        assert [part.name for part in fields(kind[1])] == ["number", "shade", "place"]
        assert (first.shade, second.shade, second.place) == ("x", "blue", 2)
        assert first == kind[0](1, shade="x") != kind[0](1)
        assert len({second, kind[1](1, 2), kind[1](2, 2)}) == 2
        assert repr(second).endswith("Second(number=1, shade='blue', place=2)")
        assert not hasattr(first, "__dict__")
        with pytest.raises(FrozenInstanceError):
            first.number = 2
        with pytest.raises(TypeError):
            kind[0](1, "x")
    with pytest.raises(TypeError, match="in their order"):

        class Third(ours[0]):  # type: ignore[misc,name-defined]
            shade: str = "red"
            place: int
