"""How functions are compiled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from hashlib import blake2b
from types import FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

import numba
from llvmlite import ir
from numba import extending as numba_extending
from numba import types
from numba.core import cgutils as numba_cgutils
from numba.core.dispatcher import Dispatcher
from numba.core.typing import templates

from clagdsl.simulation.code_cache import KEPT, FunctionCache, entry_rebuilt
from clagdsl.simulation.numba_pipeline import entry_pipeline, inner_pipeline, inner_rebuilt
from clagdsl.simulation.record_registry import RECORDS

# --- array records -------------------------------------------------------------------------------
# Named tuples of arrays as compiled functions have them: the address of a list of their arrays.
# Numba hands a tuple over item by item, and an array as seven figures: a function with the tables
# of a game would have hundreds of arguments, and most of the time that it takes to compile would
# go into handing them on.  Here an entry writes down once where each array lies and what shape it
# has, and everything below has the address of that list alone.  The list is the entry's own, and
# the arrays belong to the tuple that Python has called it with: both are there until it returns.


WORD: Final = 8
"""How many bytes a figure has in the list."""

extending: Any = numba_extending
cgutils: Any = numba_cgutils


def register_records() -> None:
    """Makes Numba know the records that are named since the last call."""
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
        items_text = ", ".join(f"{name}: {item}" for name, item in items.items())
        self.mark = blake2b(items_text.encode(), digest_size=8).hexdigest()
        super().__init__(f"{record.__name__}({items_text})")

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
    """Returns the type of the item of that name; None where there is none."""
    return record.items.get(name)


class _Items(templates.AttributeTemplate):
    """What Numba asks which types items have."""

    key = ArrayRecord
    generic_resolve: Any = _type_of_item


def _get_item(context: Any, builder: Any, record: ArrayRecord, start: Any, name: str) -> Any:
    """Returns the item of that name of the record whose list starts there."""
    item = record.items[name]
    if isinstance(item, types.NoneType):
        return context.get_dummy_value()
    place = _offset_pointer(builder, start, record.places[name])
    if isinstance(item, ArrayRecord):
        return place
    return builder.call(_reader(builder.module, context.get_value_type(item)), [place])


def _reader(module: Any, array: Any) -> Any:
    """Returns the function that reads an array from where it is written down: there are so many
    places.
    """
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


def _unbox_record(record: ArrayRecord, items: Any, entry: Any) -> Any:
    """Writes down where the arrays of a tuple from Python lie."""
    builder = entry.builder
    room = ir.ArrayType(ir.IntType(8 * WORD), record.size // WORD)
    start = builder.bitcast(cgutils.alloca_once(builder, room), cgutils.voidptr_t)
    failed = cgutils.false_bit
    for array, place in _arrays(record, items, entry):
        wrong = entry.pyapi.numba_array_adaptor(array, _offset_pointer(builder, start, place))
        failed = builder.or_(failed, cgutils.is_not_null(builder, wrong))
    with builder.if_then(failed, likely=False):
        message = f"{record.record.__name__} holds something else than arrays"
        entry.pyapi.err_set_string("PyExc_TypeError", message)
    return extending.NativeValue(_opaque_pointer(builder, start), is_error=failed)


def _opaque_pointer(builder: Any, start: Any) -> Any:
    """Returns the same address, of which LLVM knows only that everything is written there by now.

    What is read never changes, and may be read at any time: but not before it is there.
    """
    same = ir.FunctionType(start.type, [start.type])
    return builder.asm(same, "", "=r,0,~{memory}", [start], side_effect=True)


def _arrays(record: ArrayRecord, items: Any, entry: Any) -> Iterator[tuple[Any, int]]:
    """Yields the arrays of a tuple from Python, and where what is known of each is written."""
    for number, (name, item) in enumerate(record.items.items()):
        place = record.places[name]
        if isinstance(item, ArrayRecord):
            inner = entry.pyapi.tuple_getitem(items, number)
            yield from ((each, place + further) for each, further in _arrays(item, inner, entry))
        elif isinstance(item, types.Array):
            yield entry.pyapi.tuple_getitem(items, number), place


def _offset_pointer(builder: Any, start: Any, place: int) -> Any:
    return builder.gep(start, [ir.Constant(ir.IntType(64), place)])


extending.register_model(ArrayRecord)(extending.models.OpaqueModel)
extending.unbox(ArrayRecord)(_unbox_record)
extending.infer_getattr(_Items)
extending.lower_getattr_generic(ArrayRecord)(_get_item)


# --- how functions are compiled ----------------------------------------------------------


njit: Any = numba.njit
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Returns the function as machine code, kept on disk for the next time where that can be
    written.

    It becomes a part of whatever calls it.  It never allocates: without Numba's own runtime no
    reference is counted, which costs more than a whole deal.

    Only compiled functions may call it: what Python needs to call a function takes as long to
    compile as the function.  `tests/simulation/test_jit.py` holds that.
    """
    return _compile_inner(function, forceinline=True)


def compiled_noinline(function: F) -> F:
    """As `compiled`, but a function of its own: for what is large and asked for in many places.

    That has to be said: a function without a word takes the options of whoever calls it.
    """
    return _compile_inner(function, forceinline=False)


def compiled_entry(function: F) -> F:
    """As `compiled`, for Python to call as well."""
    return _compile_entry(function, lightly=False)


def compiled_entry_lightly(function: F) -> F:
    """As `compiled_entry`, for what decides rather than counts.

    Its loops have few turns and many branches: optimised in full it would take a third longer to
    compile, and run no faster.
    """
    return _compile_entry(function, lightly=True)


def compiled_twins(module: ModuleType, noinline: Collection[str], **own: object) -> dict[str, Any]:
    """Returns the functions of a module as machine code, which finds these under the names they
    have there.

    Those named `apart` are functions of their own.  The module stays as it is: it runs as plain
    Python, too.
    """
    names = {**vars(module), **own}
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and name not in own:
            twin = FunctionType(function.__code__, names, name)
            names[name] = compiled_noinline(twin) if name in noinline else compiled(twin)
    return names


def _compile_entry(function: F, *, lightly: bool) -> F:
    pipeline = entry_pipeline(function.__qualname__, lightly=lightly)
    return _compile(function, entry_rebuilt, forceinline=True, pipeline_class=pipeline)


def _compile_inner(function: F, **options: bool) -> F:
    pipeline = inner_pipeline(function.__qualname__)
    return _compile(
        function, inner_rebuilt, no_cpython_wrapper=True, pipeline_class=pipeline, **options
    )


def _compile(function: F, rebuilt: Callable[..., Any], **options: object) -> F:
    register_records()
    options |= {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    made: Any = njit(error_model="numpy", **options)(function)
    compiles = isinstance(made, Dispatcher)  # else Numba leaves everything to Python
    if KEPT is not None and compiles:
        made._cache = FunctionCache(function, KEPT, KEPT.name, rebuilt)
    return cast(F, made)
