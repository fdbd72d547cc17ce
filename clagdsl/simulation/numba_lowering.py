"""Lowers kernels from Numba's typed form to LLVM, with fewer lookups than Numba.

For each operator, Numba first looks for an implementation for a constant left operand, then for a
constant right operand, and tries dozens of templates each time.  For numbers, only powers have such
implementations, so `KernelLower` skips the search and caches the answer by operator and types.  It
also lowers access to single array items directly.
"""

from __future__ import annotations

import operator
from typing import Any, ClassVar, Final

from numba.core import cgutils as numba_cgutils
from numba.core import compiler_machinery, lowering, typed_passes, types
from numba.np import arrayobj as numba_arrayobj

cgutils: Any = numba_cgutils
arrayobj: Any = numba_arrayobj
lower: Any = lowering.Lower
native_lowering: Any = typed_passes.BaseNativeLowering
register_pass: Any = compiler_machinery.register_pass

WITHOUT_CONSTANTS: Final = (
    operator.add,
    operator.sub,
    operator.mul,
    operator.floordiv,
    operator.mod,
    operator.and_,
    operator.or_,
    operator.xor,
    operator.lshift,
    operator.rshift,
    operator.lt,
    operator.le,
    operator.eq,
    operator.ne,
    operator.ge,
    operator.gt,
)
"""Operators without special implementations for constant numbers."""


DATA, SHAPE, STRIDES = 4, 5, 6
"""The fields of Numba's array struct that are needed to locate an item."""


def kinds_of(place: Any) -> Any:
    """Returns the types in an index, which may be a number or a tuple of numbers."""
    return place.types if hasattr(place, "types") else (place,)


def is_one_item(array: Any, place: Any) -> bool:
    """Returns whether an index selects a single item of an array, not a subarray."""
    places = kinds_of(place)
    return (
        isinstance(array, types.Array)
        and array.aligned
        and array.ndim == len(places)
        and all(isinstance(each, types.Integer) for each in places)
    )


class KernelLower(lower):  # type: ignore[misc]
    """Lowers one function to LLVM."""

    signatures: ClassVar[dict[tuple[object, ...], Any]] = {}
    """A cache of operator signatures, by operand types."""

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        """Allocates a variable; skips computing the type's size, which only debug info needs."""
        if self.context.enable_debuginfo:
            return super().alloca_lltype(name, lltype, datamodel)
        return cgutils.alloca_once(self.builder, lltype, name=name, zfill=False)

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """Lowers an operator on two values, and returns the result."""
        sides = self.fndesc.calltypes[expr].args
        if op not in WITHOUT_CONSTANTS or not all(isinstance(each, types.Number) for each in sides):
            return super().lower_binop(resty, expr, op)
        function = self.context.typing_context.resolve_value_type(op)
        if (op, sides) not in self.signatures:
            self.signatures[op, sides] = function.get_call_type(
                self.context.typing_context, sides, {}
            )
        signature = self.signatures[op, sides]
        values = [
            self.context.cast(self.builder, self.loadvar(each.name), self.typeof(each.name), kind)
            for each, kind in zip((expr.lhs, expr.rhs), sides, strict=True)
        ]
        result = self.context.get_function(function, signature)(self.builder, values)
        return self.context.cast(self.builder, result, signature.return_type, resty)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Lowers access to an item of an array or a tuple by a non-constant index."""
        array, place = signature.args[:2]
        if not is_one_item(array, place):
            return super().lower_getitem(resty, expr, value, index, signature)
        pointer = self._item_pointer(array, place, value, index)
        item = self.context.unpack_value(self.builder, array.dtype, pointer)
        return self.context.cast(self.builder, item, array.dtype, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Lowers an assignment to an array item."""
        array, place, kind = signature.args[:3]
        if not (is_one_item(array, place) and isinstance(kind, types.Number | types.Boolean)):
            return super().lower_setitem(target_var, index_var, value_var, signature)
        pointer = self._item_pointer(array, place, target_var, index_var)
        value = self.loadvar(value_var.name)
        value = self.context.cast(self.builder, value, self.typeof(value_var.name), kind)
        value = self.context.cast(self.builder, value, kind, array.dtype)
        return self.context.pack_value(self.builder, array.dtype, value, pointer)

    def _item_pointer(self, array: Any, place: Any, value: Any, index: Any) -> Any:
        """Returns the address of an array item; negative indices count from the end."""
        context, builder = self.context, self.builder
        whole = self.loadvar(value.name)
        position = context.cast(builder, self.loadvar(index.name), self.typeof(index.name), place)
        figures = [position]
        if isinstance(place, types.BaseTuple):
            figures = cgutils.unpack_tuple(builder, position)
        sizes, steps = (
            cgutils.unpack_tuple(builder, builder.extract_value(whole, each))
            for each in (SHAPE, STRIDES)
        )
        places = [
            arrayobj.fix_integer_index(context, builder, kind, each, size)
            for kind, each, size in zip(kinds_of(place), figures, sizes, strict=True)
        ]
        data = builder.extract_value(whole, DATA)
        return cgutils.get_item_pointer2(context, builder, data, sizes, steps, array.layout, places)


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(native_lowering):  # type: ignore[misc]
    """The compiler pass that runs `KernelLower`."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        """The class that lowers one function."""
        return KernelLower
