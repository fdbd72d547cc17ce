"""Functions that only compiled functions call: they stay LLVM's code, for their callers to link in.

Numba makes every function ready to be run by itself, and optimises it for that before it does so
again within each caller.  For what nothing else calls this is in vain, and a quarter of the time
that the simulator takes to compile.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import BuiltinFunctionType
from typing import Any, ClassVar, Final

import llvmlite.binding as llvm
import llvmlite.binding.newpassmanagers as npm
from numba import types
from numba.core import codegen, compiler, compiler_machinery, typed_passes, untyped_passes

from clagdsl.simulation.code_cache import load_state
from clagdsl.simulation.numba_lowering import KernelLowering

# --- short pipeline ------------------------------------------------------------------------------
# How Numba compiles a kernel: the passes that change one, and each question about types once.
# Numba's own pipeline has twice as many passes, for closures, `with`, `literally` and whole-array
# expressions, which no kernel has: each goes through the whole function, and so does what is done
# behind it.  And it asks dozens of templates what `+` makes of two numbers, wherever it stands.


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

CACHED_KINDS: Final = (types.Function, types.NumberClass, types.Dispatcher, BuiltinFunctionType)
"""What is the same for the same types wherever it stands: Numba's functions, and operators."""


class KernelCompiler(compiler.CompilerBase):
    """Compiles a function that keeps to what kernels need of Python."""

    def define_pipelines(self) -> list[Any]:
        """Returns the one way to compile."""
        self.state.typingctx = TypingCache(self.state.typingctx)
        manager = pass_manager("kernel")
        for each in PASSES:
            manager.add_pass(each, each.__name__)
        manager.finalize()
        return [manager]


class TypingCache:
    """Stands for what Numba knows about types, and remembers what functions make of which."""

    answers: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __init__(self, typing: Any) -> None:
        self._typing = typing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._typing, name)

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        """Returns the signature of a call; the same as ever where it is one of Numba's with plain
        types.
        """
        if named or not isinstance(function, CACHED_KINDS):
            return self._typing.resolve_function_type(function, arguments, named)
        if arguments and isinstance(arguments[0], types.Array):  # which item is no matter of types
            arguments = tuple(unliteral(each) for each in arguments)
        question = function, tuple(arguments)
        if question not in self.answers:
            self.answers[question] = self._typing.resolve_function_type(function, arguments, named)
        return self.answers[question]

    def resolve_setitem(self, target: Any, index: Any, value: Any) -> Any:
        """Returns the signature of an assignment to an item; the same as ever where the types are."""
        index = unliteral(index)
        question = "setitem", (target, index, value)
        if question not in self.answers:
            self.answers[question] = self._typing.resolve_setitem(target, index, value)
        return self.answers[question]


# --- inner functions and entries ---------------------------------------------------------


compile_result: Any = compiler.compile_result
kernel_compiler: Any = KernelCompiler
Library: Any = codegen.JITCodeLibrary


class InnerLibrary(Library):  # type: ignore[misc]
    """The code of an inner function alone; what it calls is linked once, by the entry of all.

    Numba links it into every caller, and what these have become into theirs.
    """

    kept_as: str | None = None
    """The file in which it is kept."""

    def finalize(self) -> None:
        """Takes in what Numba itself has made for it, and nothing else."""
        linking: list[Any] = self._linking_libraries
        self.inner = [each for each in linking if isinstance(each, InnerLibrary)]
        for each in dict.fromkeys(linking):
            if not isinstance(each, InnerLibrary):
                self._final_module.link_in(each._get_module_for_linking(), preserve=True)
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """What is kept: its code, and the files of what it calls; OSError where they are not."""
        called = [each.kept_as for each in dict.fromkeys(self.inner)]
        if None in called:
            raise OSError("what a function calls is not kept")
        return self.name, called, self._get_module_for_linking().as_bitcode()


class EntryLibrary(Library):  # type: ignore[misc]
    """The code of an entry, with all that it calls and that these call."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Link everything, each once, and optimise it."""
        linked: dict[Any, None] = dict.fromkeys(self._linking_libraries)
        waiting = list(linked)
        while waiting:
            library = waiting.pop()
            if isinstance(library, InnerLibrary):
                new = [each for each in library.inner if each not in linked]
                linked.update(dict.fromkeys(new))
                waiting += new
        self._linking_libraries = list(linked)
        super().finalize()


def inner_pipeline(name: str) -> Callable[..., Any]:
    """What compiles a function of that name, for compiled functions alone to call."""
    return partial(_pipeline, name)


def entry_pipeline(name: str, *, lightly: bool) -> Callable[..., Any]:
    """What compiles a function of that name, for Python to call; optimised `lightly` or in full."""
    return partial(_entry_pipeline, name, lightly)


def _entry_pipeline(
    name: str,
    lightly: bool,
    typing: Any,
    target: Any,
    _library: None,
    *others: Any,
) -> Any:
    library = EntryCodegen(target.codegen(), lightly=lightly).create_library(name)
    library.enable_object_caching()
    return kernel_compiler(typing, target, library, *others)


KEPT_LIBRARIES: Final[dict[Path, InnerLibrary]] = {}
"""The code of inner functions that was loaded, by the files in which it is kept."""


def inner_rebuilt(target: Any, file: Path) -> Any:
    """Returns a function that `inner_pipeline` compiled, from what was kept of it in a file."""
    (
        code,
        description,
        environment,
        signature,
        objectmode,
        lifted,
        annotation,
        reloading,
        environments,
    ) = load_state(file)
    library = InnerCodegen(target.codegen()).unserialize_library(code, file)
    return compile_result(
        target_context=target,
        typing_context=target.typing_context,
        library=library,
        environment=environment,
        entry_point=target.get_executable(library, description, environment),
        fndesc=description,
        type_annotation=annotation,
        signature=signature,
        objectmode=objectmode,
        lifted=lifted,
        reload_init=reloading,
        referenced_envs=environments,
    )


def _pipeline(name: str, typing: Any, target: Any, _library: None, *others: Any) -> Any:
    library = InnerCodegen(target.codegen()).create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(b"")  # kept as if it were there: nobody asks for it
    return kernel_compiler(typing, target, library, *others)


class InnerCodegen:
    """Stands for Numba's generator of code where no function is made ready to be run."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator
        self._engine = NoEngine()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def create_library(self, name: str) -> Any:
        """Code with nothing in it yet."""
        return InnerLibrary(self, name)

    def unserialize_library(self, state: Any, file: Path) -> Any:
        """Code that was kept in a file, and that of what it calls in files beside it."""
        if file not in KEPT_LIBRARIES:
            name, called, bitcode = state
            library = self.create_library(name)
            library._final_module = llvm.parse_bitcode(bitcode)
            others = [file.with_name(each) for each in called]
            library._linking_libraries = [
                self.unserialize_library(load_state(each)[0], each) for each in others
            ]
            library.finalize()
            library.kept_as = file.name
            KEPT_LIBRARIES[file] = library
        return KEPT_LIBRARIES[file]

    def set_env(self, _name: str, _environment: object) -> None:
        """Only Python's objects are looked up there, and such a function has none."""

    def _module_pass_manager(self, **_options: object) -> tuple[Any, Any]:
        return NoPasses(), None

    def _function_pass_manager(self, **_options: object) -> tuple[Any, Any]:
        """Simplifies each function once, before it is copied into all that call it."""
        passes: Any = npm.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        return passes, self._generator._pass_builder()

    def _add_module(self, _module: object) -> None:
        pass

    def _scan_and_fix_unresolved_refs(self, _module: object) -> None:
        pass


class EntryCodegen:
    """Stands for Numba's generator of code where a function is made ready for Python to call.

    What it calls comes as it was written.  Numba would optimise the whole twice, the first time to
    find references that need not be counted, and each function alone before: none is counted here.
    """

    def __init__(self, generator: Any, *, lightly: bool) -> None:
        self._generator = generator
        self._lightly = lightly

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def create_library(self, name: str) -> Any:
        """Code with nothing in it yet."""
        return EntryLibrary(self, name)

    def _module_pass_manager(self, **options: object) -> tuple[Any, Any]:
        if options.get("cost") == "cheap":
            return NoPasses(), None
        if self._lightly:
            builder = self._light_builder()
            return builder.getModulePassManager(), builder
        passes: tuple[Any, Any] = self._generator._module_pass_manager(**options)
        return passes

    def _light_builder(self) -> Any:
        """LLVM's first level; no loop does several turns at once, none is written out."""
        tuning: Any = npm.create_pipeline_tuning_options(speed_level=1)
        tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
        return llvm.create_pass_builder(self._generator._tm, tuning)

    def _function_pass_manager(self, **_options: object) -> tuple[Any, Any]:
        return NoPasses(), None


class NoPasses:
    """Optimises nothing: the caller does."""

    def run(self, _module: object, _builder: object) -> None:
        """Leaves a module or a function as it is."""


class NoEngine:
    """Runs nothing."""

    def finalize_object(self) -> None:
        """Makes nothing ready."""

    def is_symbol_defined(self, _name: str) -> bool:
        """Returns no function can be called by its address."""
        return False

    def _load_defined_symbols(self, _module: object) -> None:
        pass
