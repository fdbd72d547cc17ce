"""Functions that only compiled functions call: they stay LLVM's code, for their callers to link in.

Numba makes every function ready to be run by itself, and optimises it for that before it does so
again within each caller.  For what nothing else calls this is in vain, and a quarter of the time
that the simulator takes to compile.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from numba.core import codegen, compiler

from clagdsl.simulation.short_pipeline import KernelCompiler

compile_result: Any = compiler.compile_result
kernel_compiler: Any = KernelCompiler
library_of: Any = codegen.JITCodeLibrary


def inner_pipeline(name: str) -> Callable[..., Any]:
    """What compiles a function of that name, for compiled functions alone to call."""
    return partial(_pipeline, name)


def entry_pipeline(name: str) -> Callable[..., Any]:
    """What compiles a function of that name, for Python to call."""
    return partial(_entry_pipeline, name)


def _entry_pipeline(name: str, typing: Any, target: Any, _library: None, *others: Any) -> Any:
    library = EntryCode(target.codegen()).create_library(name)
    library.enable_object_caching()
    return kernel_compiler(typing, target, library, *others)


def inner_rebuilt(
    target: Any,
    code: Any,
    description: Any,
    environment: Any,
    signature: Any,
    objectmode: bool,
    lifted: Any,
    annotation: Any,
    reloading: Any,
    environments: Any,
) -> Any:
    """A function that `inner_pipeline` compiled, from what was kept of it."""
    library = InnerCode(target.codegen()).unserialize_library(code)
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
    library = InnerCode(target.codegen()).create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(b"")  # kept as if it were there: nobody asks for it
    return kernel_compiler(typing, target, library, *others)


class InnerCode:
    """Stands for Numba's generator of code where no function is made ready to be run."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator
        self._engine = NoEngine()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def create_library(self, name: str) -> Any:
        """Code with nothing in it yet."""
        return library_of(self, name)

    def unserialize_library(self, state: Any) -> Any:
        """Code that was kept."""
        return library_of._unserialize(self, state)

    def set_env(self, _name: str, _environment: object) -> None:
        """Only Python's objects are looked up there, and such a function has none."""

    def _module_pass_manager(self, **_options: object) -> tuple[Any, Any]:
        return NoPasses(), None

    _function_pass_manager = _module_pass_manager

    def _add_module(self, _module: object) -> None:
        pass

    def _scan_and_fix_unresolved_refs(self, _module: object) -> None:
        pass


class EntryCode:
    """Stands for Numba's generator of code where a function is made ready for Python to call.

    What it calls comes as it was written.  Numba would optimise the whole twice, the first time to
    find references that need not be counted, and each function alone before: none is counted here.
    """

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def create_library(self, name: str) -> Any:
        """Code with nothing in it yet."""
        return library_of(self, name)

    def _module_pass_manager(self, **options: object) -> tuple[Any, Any]:
        if options.get("cost") == "cheap":
            return NoPasses(), None
        passes: tuple[Any, Any] = self._generator._module_pass_manager(**options)
        return passes

    def _function_pass_manager(self, **_options: object) -> tuple[Any, Any]:
        return NoPasses(), None


class NoPasses:
    """Optimises nothing: the caller does."""

    def run(self, _module: object, _builder: object) -> None:
        """Leave a module or a function as it is."""


class NoEngine:
    """Runs nothing."""

    def finalize_object(self) -> None:
        """Make nothing ready."""

    def is_symbol_defined(self, _name: str) -> bool:
        """No function can be called by its address."""
        return False

    def _load_defined_symbols(self, _module: object) -> None:
        pass
