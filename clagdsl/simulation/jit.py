"""Compiles functions of the step machine with Numba.

- Input: Python functions over numbers, arrays and records of arrays, marked with a decorator.
- Output: machine code, cached on disk by `code_cache`.

An *inner* function (`compiled`, `compiled_noinline`) is called by compiled functions only.  An
*entry* (`compiled_entry`, `compiled_entry_lightly`) is called by Python: it links all inner
functions that it reaches, and optimises them together (`numba_pipeline`).

Invariants: compiled functions never allocate or count references, and they release the interpreter
lock.  Division by zero does not raise an error, as in NumPy.  A record of arrays is passed as the
address of a single list, as the next section explains.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from hashlib import blake2b
from types import FunctionType, ModuleType
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
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
# Compiled functions receive a named tuple of arrays as the address of a list of its arrays. Numba
# would pass a tuple item by item, and an array as seven or more numbers.  A function that takes
# the tables of a game would have hundreds of arguments, and passing them on would take most of
# the compile time.  Here an entry writes the address and shape of each array to a list once; all
# functions that it calls receive only the address of that list.  The list belongs to the entry's
# stack frame, and the arrays to the tuple that Python passed: both live until the entry returns.


WORD: Final = 8
"""The size in bytes of a number in the list."""

CACHE_LINE: Final = 64
"""The alignment of pinned arrays in bytes."""

extending: Any = numba_extending
cgutils: Any = numba_cgutils


def register_records() -> None:
    """Registers with Numba the record types declared since the last call."""
    while RECORDS:
        extending.typeof_impl.register(RECORDS.pop())(_type_of)


class ArrayRecord(types.Type):
    """Numba's type for a record: its named tuple class, and the types of its items by name."""

    def __init__(self, record: type, items: dict[str, Any], *, pinned: bool = False) -> None:
        self.record = record
        self.pinned = pinned
        """Whether Python passes the record as a `Pinned` one."""
        self.items = items
        self.places: dict[str, int] = {}
        """The byte offset of each item in the list."""
        self.size = 0
        for name, item in items.items():
            self.places[name] = self.size
            self.size += _size_of(item)
        items_text = ", ".join(f"{name}: {item}" for name, item in items.items())
        self.mark = blake2b(items_text.encode(), digest_size=8).hexdigest()
        super().__init__(f"{'pinned ' * pinned}{record.__name__}({items_text})")

    @property
    def mangling_args(self) -> tuple[str, tuple[object, ...]]:
        """A short name for symbols in machine code; the item types' names would fill a page."""
        return f"{self.record.__name__}_{self.mark}", ()


def _size_of(item: Any) -> int:
    """Returns the size in bytes of an item in the list; arrays have Numba's own layout."""
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
    """Returns the type of the item called `name`, or None if the record has no such item."""
    return record.items.get(name)


class _Items(templates.AttributeTemplate):
    """Numba's hook for attribute types, which resolves the items of a record."""

    key = ArrayRecord
    generic_resolve: Any = _type_of_item


def _get_item(context: Any, builder: Any, record: ArrayRecord, start: Any, name: str) -> Any:
    """Returns an item of the record whose list begins at `start`, as an LLVM value."""
    item = record.items[name]
    if isinstance(item, types.NoneType):
        return context.get_dummy_value()
    place = _offset_pointer(builder, start, record.places[name])
    if isinstance(item, ArrayRecord):
        return place
    return builder.call(_reader(builder.module, context.get_value_type(item)), [place])


def _reader(module: Any, array: Any) -> Any:
    """Returns an inlined function that loads an array of this type from the list."""
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
    """Loads a value number by number, marking each load as invariant.

    LLVM accepts the mark only on scalar loads.  Without it, LLVM would assume that any store may
    have changed the addresses of the arrays, and would reload them after each store.
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
    """Writes the arrays of a Python tuple into a list on the entry's stack.

    A pinned record has its list already.
    """
    builder = entry.builder
    if record.pinned:
        return _unbox_pinned(items, entry)
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


def _unbox_pinned(pinned: Any, entry: Any) -> Any:
    """Reads the address of the list of a `Pinned` record."""
    number = entry.pyapi.object_getattr_string(pinned, "address")
    start = entry.pyapi.long_as_voidptr(number)
    entry.pyapi.decref(number)
    return extending.NativeValue(_opaque_pointer(entry.builder, start))


def _opaque_pointer(builder: Any, start: Any) -> Any:
    """Passes an address through an empty assembler statement that clobbers memory.

    Loads from the list are marked invariant, so LLVM may move them anywhere.  The statement keeps
    them after the stores that fill the list.
    """
    same = ir.FunctionType(start.type, [start.type])
    return builder.asm(same, "", "=r,0,~{memory}", [start], side_effect=True)


def _arrays(record: ArrayRecord, items: Any, entry: Any) -> Iterator[tuple[Any, int]]:
    """Yields each array of a Python tuple and of nested records, with its offset in the list."""
    for number, (name, item) in enumerate(record.items.items()):
        place = record.places[name]
        if isinstance(item, ArrayRecord):
            inner = entry.pyapi.tuple_getitem(items, number)
            yield from ((each, place + further) for each, further in _arrays(item, inner, entry))
        elif isinstance(item, types.Array):
            yield entry.pyapi.tuple_getitem(items, number), place


def _offset_pointer(builder: Any, start: Any, place: int) -> Any:
    return builder.gep(start, [ir.Constant(ir.IntType(64), place)])


class Pinned:
    """A record of arrays whose list is built once, for entries that are called for one match.

    Building the list takes longer than playing a card. The arrays are copied into one buffer, so
    that a copy of the record is a copy of the buffer and of the list, with other addresses.
    """

    __slots__ = ("_addresses", "_buffer", "_layout", "_list", "_numba_type_", "address")

    def __init__(self, record: Any) -> None:
        kind = _type_of(record, None)
        self._numba_type_ = ArrayRecord(kind.record, kind.items, pinned=True)
        arrays = dict(_named_arrays(record, ""))
        sizes = [-(-array.nbytes // CACHE_LINE) * CACHE_LINE for array in arrays.values()]
        self._buffer = np.zeros(sum(sizes), np.uint8)
        self._layout: dict[str, tuple[Any, Any, int]] = {}
        figures: list[int] = []
        addresses, start = [], 0
        for (name, array), size in zip(arrays.items(), sizes, strict=True):
            self._layout[name] = array.shape, array.dtype, start
            self.array(name)[...] = array
            addresses.append(len(figures) + 4)
            figures += [0, 0, array.size, array.itemsize, self._buffer.ctypes.data + start]
            figures += [*array.shape, *self.array(name).strides]
            start += size
        self._addresses = np.array(addresses)
        """The places in the list that hold addresses."""
        self._list = np.array(figures, np.int64)
        self.address = self._list.ctypes.data

    def array(self, name: str) -> Any:
        """Returns an array by its name; changes to it take effect."""
        shape, dtype, start = self._layout[name]
        return np.ndarray(shape, dtype, self._buffer, start)

    def record(self, kind: ArrayRecord | None = None, prefix: str = "") -> Any:
        """Returns the record, or a nested one, as a tuple of the pinned arrays."""
        items = (kind or self._numba_type_).items
        return (kind or self._numba_type_).record(
            *(
                self.record(item, f"{prefix}{name}.")
                if isinstance(item, ArrayRecord)
                else self.array(prefix + name)
                if isinstance(item, types.Array)
                else None
                for name, item in items.items()
            )
        )

    def copy(self) -> Pinned:
        """Returns an independent copy."""
        copied = object.__new__(Pinned)
        copied._numba_type_, copied._layout = self._numba_type_, self._layout
        copied._addresses = self._addresses
        copied._buffer, copied._list = self._buffer.copy(), self._list.copy()
        copied._list[self._addresses] += copied._buffer.ctypes.data - self._buffer.ctypes.data
        copied.address = copied._list.ctypes.data
        return copied


def _named_arrays(record: Any, prefix: str) -> Iterator[tuple[str, Any]]:
    """Yields each array of a record and of nested records, with its name."""
    for name, item in zip(record._fields, record, strict=True):
        if isinstance(item, tuple):
            yield from _named_arrays(item, f"{prefix}{name}.")
        elif item is not None:
            yield f"{prefix}{name}", item


extending.register_model(ArrayRecord)(extending.models.OpaqueModel)
extending.unbox(ArrayRecord)(_unbox_record)
extending.infer_getattr(_Items)
extending.lower_getattr_generic(ArrayRecord)(_get_item)


# --- decorators ----------------------------------------------------------------------------


njit: Any = numba.njit
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compiles a function to machine code that callers inline, cached on disk if possible.

    It cannot allocate: Numba's runtime is off, because counting references would take longer than
    playing a whole deal.

    Only compiled functions may call it, because a wrapper for Python would take as long to compile
    as the function.  `tests/simulation/test_jit.py` checks this.
    """
    return _compile_inner(function, forceinline=True)


def compiled_noinline(function: F) -> F:
    """Compiles like `compiled`, but without inlining: for large functions with many callers.

    The option must be set explicitly, because a function without it inherits its caller's.
    """
    return _compile_inner(function, forceinline=False)


def compiled_entry(function: F) -> F:
    """Compiles like `compiled`, but the function can be called from Python."""
    return _compile_entry(function, lightly=False)


def compiled_entry_lightly(function: F) -> F:
    """Compiles like `compiled_entry`, but with few optimisations: for decisions rather than
    counting.

    Such functions have short loops and many branches.  Full optimisation would take a third longer
    without making them faster.
    """
    return _compile_entry(function, lightly=True)


def compiled_twins(module: ModuleType, noinline: Collection[str], **own: object) -> dict[str, Any]:
    """Compiles all functions of a module, which call each other; returns the module's names.

    Functions named in `noinline` are not inlined.  `own` replaces names that these functions use.
    The module itself stays unchanged and runs as plain Python.
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
    compiles = isinstance(made, Dispatcher)  # unless Numba's compiler is turned off
    if KEPT is not None and compiles:
        made._cache = FunctionCache(function, KEPT, KEPT.name, rebuilt)
    return cast(F, made)
