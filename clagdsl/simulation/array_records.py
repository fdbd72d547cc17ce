"""Named tuples of arrays as compiled functions have them: the address of a list of their arrays.

Numba hands a tuple over item by item, and an array as seven figures: a function with the tables of
a game would have hundreds of arguments, and most of the time that it takes to compile would go into
handing them on.  Here an entry writes down once where each array lies and what shape it has, and
everything below has the address of that list alone.  The list is the entry's own, and the arrays
belong to the tuple that Python has called it with: both are there until it returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final

from llvmlite import ir
from numba import extending as numba_extending
from numba import types
from numba.core import cgutils as numba_cgutils
from numba.core.typing import templates

from clagdsl.simulation.record_names import RECORDS

WORD: Final = 8
"""How many bytes a figure has in the list."""

extending: Any = numba_extending
cgutils: Any = numba_cgutils


def register_records() -> None:
    """Make Numba know the records that are named since the last call."""
    while RECORDS:
        extending.typeof_impl.register(RECORDS.pop())(_type_of)


class ArrayRecord(types.Type):
    """The type of a record: which named tuple it is, and the types of its items by their names."""

    def __init__(self, record: type, items: dict[str, Any]) -> None:
        self.record = record
        self.items = items
        self.places: dict[str, int] = {}
        """Where in the list, in bytes, begins what is known of each item."""
        self.size = 0
        for name, item in items.items():
            self.places[name] = self.size
            self.size += _size_of(item)
        told = ", ".join(f"{name}: {item}" for name, item in items.items())
        self.mark = blake2b(told.encode(), digest_size=8).hexdigest()
        super().__init__(f"{record.__name__}({told})")

    @property
    def mangling_args(self) -> tuple[str, tuple[object, ...]]:
        """What stands for it in the names of machine code; all its types would be a page of it."""
        return f"{self.record.__name__}_{self.mark}", ()


def _size_of(item: Any) -> int:
    """How many bytes are written down of an item; of an array as Numba has it in memory."""
    if isinstance(item, ArrayRecord):
        return item.size
    return WORD * (5 + 2 * item.ndim) if isinstance(item, types.Array) else 0


def _type_of(record: Any, context: Any) -> ArrayRecord:
    items = {}
    for name, value in zip(record._fields, record, strict=True):
        item = items[name] = extending.typeof_impl(value, context)
        if not isinstance(item, types.Array | ArrayRecord | types.NoneType):
            raise TypeError(f"`{name}` of {type(record).__name__} is {type(value)}, no array")
    return ArrayRecord(type(record), items)


def _type_of_item(_asking: object, record: ArrayRecord, name: str) -> Any:
    """The type of the item of that name; None where there is none."""
    return record.items.get(name)


class _Items(templates.AttributeTemplate):
    """What Numba asks which types items have."""

    key = ArrayRecord
    generic_resolve: Any = _type_of_item


def _get_item(context: Any, builder: Any, record: ArrayRecord, start: Any, name: str) -> Any:
    """The item of that name of the record whose list starts there."""
    item = record.items[name]
    if isinstance(item, types.NoneType):
        return context.get_dummy_value()
    place = _at(builder, start, record.places[name])
    if isinstance(item, ArrayRecord):
        return place
    return builder.call(_reader(builder.module, context.get_value_type(item)), [place])


def _reader(module: Any, array: Any) -> Any:
    """The function that reads an array from where it is written down: there are so many places."""
    name = f"clagdsl.read_array.{blake2b(str(array).encode(), digest_size=8).hexdigest()}"
    if name not in module.globals:
        function = ir.Function(module, ir.FunctionType(array, [cgutils.voidptr_t]), name)
        function.linkage = "linkonce_odr"
        function.attributes.add("alwaysinline")
        builder = ir.IRBuilder(function.append_basic_block())
        place = builder.bitcast(function.args[0], array.as_pointer())
        builder.ret(_read(builder, place, array))
    return module.globals[name]


def _read(builder: Any, place: Any, kind: Any) -> Any:
    """What is written down there, figure by figure: only such loads can be told never to change.

    Else every store of a kernel might have changed where its arrays lie, and they would be read
    again behind each.
    """
    if not isinstance(kind, ir.LiteralStructType | ir.ArrayType):
        figure = builder.load(place)
        figure.set_metadata("invariant.load", builder.module.add_metadata([]))
        return figure
    whole = ir.Constant(kind, ir.Undefined)
    parts = [kind.element] * kind.count if isinstance(kind, ir.ArrayType) else kind.elements
    for number, part in enumerate(parts):
        inner = builder.gep(place, [ir.Constant(ir.IntType(32), each) for each in (0, number)])
        whole = builder.insert_value(whole, _read(builder, inner, part), number)
    return whole


def _write_down(record: ArrayRecord, items: Any, entry: Any) -> Any:
    """Write down where the arrays of a tuple from Python lie."""
    builder = entry.builder
    room = ir.ArrayType(ir.IntType(8 * WORD), record.size // WORD)
    start = builder.bitcast(cgutils.alloca_once(builder, room), cgutils.voidptr_t)
    failed = cgutils.false_bit
    for array, place in _arrays(record, items, entry):
        wrong = entry.pyapi.numba_array_adaptor(array, _at(builder, start, place))
        failed = builder.or_(failed, cgutils.is_not_null(builder, wrong))
    with builder.if_then(failed, likely=False):
        told = f"{record.record.__name__} holds something else than arrays"
        entry.pyapi.err_set_string("PyExc_TypeError", told)
    return extending.NativeValue(_written(builder, start), is_error=failed)


def _written(builder: Any, start: Any) -> Any:
    """The same address, of which LLVM knows only that everything is written there by now.

    What is read never changes, and may be read at any time: but not before it is there.
    """
    same = ir.FunctionType(start.type, [start.type])
    return builder.asm(same, "", "=r,0,~{memory}", [start], side_effect=True)


def _arrays(record: ArrayRecord, items: Any, entry: Any) -> Iterator[tuple[Any, int]]:
    """The arrays of a tuple from Python, and where what is known of each is written."""
    for number, (name, item) in enumerate(record.items.items()):
        place = record.places[name]
        if isinstance(item, ArrayRecord):
            inner = entry.pyapi.tuple_getitem(items, number)
            yield from ((each, place + further) for each, further in _arrays(item, inner, entry))
        elif isinstance(item, types.Array):
            yield entry.pyapi.tuple_getitem(items, number), place


def _at(builder: Any, start: Any, place: int) -> Any:
    return builder.gep(start, [ir.Constant(ir.IntType(64), place)])


extending.register_model(ArrayRecord)(extending.models.OpaqueModel)
extending.unbox(ArrayRecord)(_write_down)
extending.infer_getattr(_Items)
extending.lower_getattr_generic(ArrayRecord)(_get_item)
