"""How Numba compiles a kernel: the passes that change one, and each question about types once.

Numba's own pipeline has twice as many passes, for closures, `with`, `literally` and whole-array
expressions, which no kernel has: each goes through the whole function, and so does what is done
behind it.  And it asks dozens of templates what `+` makes of two numbers, wherever it stands.
"""

from __future__ import annotations

from types import BuiltinFunctionType
from typing import Any, ClassVar, Final

from numba import types
from numba.core import compiler, compiler_machinery, typed_passes, untyped_passes

from clagdsl.simulation.kernel_lowering import KernelLowering

pass_manager: Any = compiler_machinery.PassManager

PASSES: Final = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.DeadBranchPrune,  # what stands behind `is None` is not even compiled
    untyped_passes.GenericRewrites,  # an item of a tuple by a constant
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization,
    KernelLowering,
    typed_passes.NoPythonBackend,
)


unliteral: Any = types.unliteral

ASKED_OFTEN: Final = (types.Function, types.NumberClass, types.Dispatcher, BuiltinFunctionType)
"""What is the same for the same types wherever it stands: Numba's functions, and operators."""


class KernelCompiler(compiler.CompilerBase):
    """Compiles a function that keeps to what kernels need of Python."""

    def define_pipelines(self) -> list[Any]:
        """The one way to compile."""
        self.state.typingctx = KnownAnswers(self.state.typingctx)
        manager = pass_manager("kernel")
        for each in PASSES:
            manager.add_pass(each, each.__name__)
        manager.finalize()
        return [manager]


class KnownAnswers:
    """Stands for what Numba knows about types, and remembers what functions make of which."""

    answers: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __init__(self, typing: Any) -> None:
        self._typing = typing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._typing, name)

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        """The signature of a call; the same as ever where it is one of Numba's with plain types."""
        if named or not isinstance(function, ASKED_OFTEN):
            return self._typing.resolve_function_type(function, arguments, named)
        if arguments and isinstance(arguments[0], types.Array):  # which item is no matter of types
            arguments = tuple(unliteral(each) for each in arguments)
        question = function, tuple(arguments)
        if question not in self.answers:
            self.answers[question] = self._typing.resolve_function_type(function, arguments, named)
        return self.answers[question]

    def resolve_setitem(self, target: Any, index: Any, value: Any) -> Any:
        """The signature of an assignment to an item; the same as ever where the types are."""
        index = unliteral(index)
        question = "setitem", (target, index, value)
        if question not in self.answers:
            self.answers[question] = self._typing.resolve_setitem(target, index, value)
        return self.answers[question]
