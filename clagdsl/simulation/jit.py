"""How functions are compiled."""

from __future__ import annotations

from collections.abc import Callable, Collection
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numba
from numba.core.dispatcher import Dispatcher

from clagdsl.simulation.array_records import register_records
from clagdsl.simulation.inner_code import entry_pipeline, inner_pipeline, inner_rebuilt
from clagdsl.simulation.kept_code import KEPT, KeptFunction, entry_rebuilt

njit: Any = numba.njit
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, kept on disk for the next time where that can be written.

    It becomes a part of whatever calls it.  It never allocates: without Numba's own runtime no
    reference is counted, which costs more than a whole deal.

    Only compiled functions may call it: what Python needs to call a function takes as long to
    compile as the function.  `tests/simulation/test_jit.py` holds that.
    """
    return _made_inner(function, forceinline=True)


def compiled_apart(function: F) -> F:
    """As `compiled`, but a function of its own: for what is large and asked for in many places.

    That has to be said: a function without a word takes the options of whoever calls it.
    """
    return _made_inner(function, forceinline=False)


def compiled_entry(function: F) -> F:
    """As `compiled`, for Python to call as well."""
    return _made_entry(function, lightly=False)


def compiled_entry_lightly(function: F) -> F:
    """As `compiled_entry`, for what decides rather than counts.

    Its loops have few turns and many branches: optimised in full it would take a third longer to
    compile, and run no faster.
    """
    return _made_entry(function, lightly=True)


def compiled_twins(module: ModuleType, apart: Collection[str], **own: object) -> dict[str, Any]:
    """The functions of a module as machine code, which finds these under the names they have there.

    Those named `apart` are functions of their own.  The module stays as it is: it runs as plain
    Python, too.
    """
    names = {**vars(module), **own}
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and name not in own:
            twin = FunctionType(function.__code__, names, name)
            names[name] = compiled_apart(twin) if name in apart else compiled(twin)
    return names


def _made_entry(function: F, *, lightly: bool) -> F:
    pipeline = entry_pipeline(function.__qualname__, lightly=lightly)
    return _made(function, entry_rebuilt, forceinline=True, pipeline_class=pipeline)


def _made_inner(function: F, **options: bool) -> F:
    pipeline = inner_pipeline(function.__qualname__)
    return _made(
        function, inner_rebuilt, no_cpython_wrapper=True, pipeline_class=pipeline, **options
    )


def _made(function: F, rebuilt: Callable[..., Any], **options: object) -> F:
    register_records()
    options |= {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    made: Any = njit(error_model="numpy", **options)(function)
    compiles = isinstance(made, Dispatcher)  # else Numba leaves everything to Python
    if KEPT is not None and compiles:
        made._cache = KeptFunction(function, KEPT, KEPT.name, rebuilt)
    return cast(F, made)
