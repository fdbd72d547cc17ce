"""Compiles kernels with a short pipeline that optimises each call graph only once.

- Input: a typed Python function, from Numba's dispatcher.
- Output: an `InnerLibrary` (LLVM bitcode, for callers to link) or an `EntryLibrary` (machine code).

By default, Numba makes every function executable on its own and optimises it for that, then again
inside each caller.  For functions that are only called by compiled code this is wasted work: a
quarter of the simulator's compile time.  Here an inner function remains lightly simplified bitcode.
An entry links each inner function that it reaches exactly once, and then optimises everything.

Numba has no public interface for this.  `TypingCache`, `InnerCodegen` and `EntryCodegen` wrap its
objects, override a few methods and delegate everything else.
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
# The passes of Numba that change kernels.  Its own pipeline has twice as many, for closures,
# `with`, `literally` and expressions of whole arrays, which kernels do not use; yet each pass
# visits the whole function.  Numba also tries dozens of templates for the type of `+` wherever it
# occurs; `TypingCache` does so only once.


pass_manager: Any = compiler_machinery.PassManager

PASSES: Final = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.DeadBranchPrune,  # code behind `is None` is not even compiled
    untyped_passes.GenericRewrites,  # tuple items by a constant index
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization,
    KernelLowering,
    typed_passes.NoPythonBackend,
)


unliteral: Any = types.unliteral

CACHED_KINDS: Final = (types.Function, types.NumberClass, types.Dispatcher, BuiltinFunctionType)
"""Callables whose result types depend only on argument types: Numba's functions, and operators."""


class KernelCompiler(compiler.CompilerBase):
    """Compiles a function in the subset of Python that kernels need."""

    def define_pipelines(self) -> list[Any]:
        """Returns the only pipeline, which consists of the passes above."""
        self.state.typingctx = TypingCache(self.state.typingctx)
        manager = pass_manager("kernel")
        for each in PASSES:
            manager.add_pass(each, each.__name__)
        manager.finalize()
        return [manager]


class TypingCache:
    """A wrapper of Numba's typing context that caches the result types of calls."""

    answers: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __init__(self, typing: Any) -> None:
        self._typing = typing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._typing, name)

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        """Returns the signature of a call, cached for Numba's functions without keywords."""
        if named or not isinstance(function, CACHED_KINDS):
            return self._typing.resolve_function_type(function, arguments, named)
        # the type does not depend on which constant index is used
        if arguments and isinstance(arguments[0], types.Array):
            arguments = tuple(unliteral(each) for each in arguments)
        question = function, tuple(arguments)
        if question not in self.answers:
            self.answers[question] = self._typing.resolve_function_type(function, arguments, named)
        return self.answers[question]

    def resolve_setitem(self, target: Any, index: Any, value: Any) -> Any:
        """Returns the signature of an item assignment, cached by types."""
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
    """The code of one inner function; the functions that it calls are linked only by the entry.

    Numba would link them into every caller, with everything that they contain by then.
    """

    kept_as: str | None = None
    """The name of its file in the code cache; None if it is not cached."""

    def finalize(self) -> None:
        """Links only code that Numba generated for this function; collects the functions called."""
        linking: list[Any] = self._linking_libraries
        self.inner = [each for each in linking if isinstance(each, InnerLibrary)]
        for each in dict.fromkeys(linking):
            if not isinstance(each, InnerLibrary):
                self._final_module.link_in(each._get_module_for_linking(), preserve=True)
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """Returns the name, the cache files of the functions called, and the bitcode.

        Raises OSError if the code of a called function is not on disk.
        """
        called = [each.kept_as for each in dict.fromkeys(self.inner)]
        if None in called:
            raise OSError("what a function calls is not kept")
        return self.name, called, self._get_module_for_linking().as_bitcode()


class EntryLibrary(Library):  # type: ignore[misc]
    """The code of an entry, including all functions that it reaches."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        """Links every reachable function once, and optimises the whole."""
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
    """Returns a compiler for the function called `name`, whose callers are all compiled."""
    return partial(_pipeline, name)


def entry_pipeline(name: str, *, lightly: bool) -> Callable[..., Any]:
    """Returns a compiler for the function called `name`, which Python calls.

    If `lightly`, it applies fewer optimisations.
    """
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
"""The inner functions loaded so far, by file."""


def inner_rebuilt(target: Any, file: Path) -> Any:
    """Rebuilds a function that `inner_pipeline` compiled, from its code file."""
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
    library._set_compiled_object(b"")  # pretends to be compiled; its object code is never used
    return kernel_compiler(typing, target, library, *others)


class InnerCodegen:
    """A wrapper of Numba's code generator, for functions that are never executable on their own."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator
        self._engine = NoEngine()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def create_library(self, name: str) -> Any:
        """Returns an empty library."""
        return InnerLibrary(self, name)

    def unserialize_library(self, state: Any, file: Path) -> Any:
        """Loads a library from a code file; the functions that it calls are in the same folder."""
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
        """Does nothing: the environment holds Python objects, which inner functions never use."""

    def _module_pass_manager(self, **_options: object) -> tuple[Any, Any]:
        return NoPasses(), None

    def _function_pass_manager(self, **_options: object) -> tuple[Any, Any]:
        """Returns passes that simplify each function once, before it is copied into its callers."""
        passes: Any = npm.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        return passes, self._generator._pass_builder()

    def _add_module(self, _module: object) -> None:
        pass

    def _scan_and_fix_unresolved_refs(self, _module: object) -> None:
        pass


class EntryCodegen:
    """A wrapper of Numba's code generator, for functions that Python calls.

    The functions called arrive unoptimised.  Numba would first optimise each function alone, then
    the whole twice.  The first of these two passes removes reference counts, which kernels do not
    have.
    """

    def __init__(self, generator: Any, *, lightly: bool) -> None:
        self._generator = generator
        self._lightly = lightly

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def create_library(self, name: str) -> Any:
        """Returns an empty library."""
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
        """Returns LLVM's optimisation level 1 without vectorisation and loop unrolling."""
        tuning: Any = npm.create_pipeline_tuning_options(speed_level=1)
        tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
        return llvm.create_pass_builder(self._generator._tm, tuning)

    def _function_pass_manager(self, **_options: object) -> tuple[Any, Any]:
        return NoPasses(), None


class NoPasses:
    """An empty pass manager: the caller optimises."""

    def run(self, _module: object, _builder: object) -> None:
        """Leaves a module or a function unchanged."""


class NoEngine:
    """An execution engine that executes nothing."""

    def finalize_object(self) -> None:
        """Does nothing, because no code becomes executable."""

    def is_symbol_defined(self, _name: str) -> bool:
        """Returns False, because functions have no addresses."""
        return False

    def _load_defined_symbols(self, _module: object) -> None:
        pass
