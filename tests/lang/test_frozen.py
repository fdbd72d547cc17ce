"""A class that `lang.frozen` makes behaves as one that the library's `dataclass` makes."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
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

    return Family(Base, Derived, Lone, Empty, Own, Of)


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
        with pytest.raises(error) as librarys:
            replace(changed, name="b", **wrong)
        assert str(ours.value) == str(librarys.value)


def test_it_can_be_pickled() -> None:
    """What is frozen cannot be filled in by setting its fields."""
    assert pickle.loads(pickle.dumps(Pickled("a", (1,)))) == Pickled("a", (1,))


def test_other_classes_are_the_librarys() -> None:
    """Those that are ordered, or that can be changed."""

    @frozen.dataclass(slots=True)
    class Open:
        value: int

    @frozen.dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        value: int

    opened = Open(1)
    opened.value = 2
    assert opened.value == 2
    assert Ordered(1) < Ordered(2)
