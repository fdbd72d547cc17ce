"""How functions are compiled."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from types import FunctionType, ModuleType
from typing import Any, Final, TypeVar

import numba

njit: Any = numba.njit
config: Any = numba.config
F = TypeVar("F", bound=Callable[..., Any])

HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parent


def _fingerprint() -> str:
    """What all compiled source and its constants are: Numba itself looks at one file at a time."""
    texts = {path: path.read_bytes() for path in HERE.rglob("*.py")}
    compiled_ones = {path for path, text in texts.items() if b"@compiled" in text}
    used = {
        PACKAGE.joinpath(*name.decode().split(".")).with_suffix(".py")
        for path in compiled_ones
        for name in re.findall(rb"from clagdsl\.([\w.]+) import", texts[path])
    }
    digest = blake2b(digest_size=8)
    for path in sorted(compiled_ones | {path for path in used if path.is_file()}):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _folder() -> str:
    """Where machine code of this very source is kept beside it; empty where that cannot be."""
    beside = HERE / "__pycache__"
    folder = beside / f"machine-code-{_fingerprint()}"
    try:
        if not folder.exists():
            for older in beside.glob("machine-code-*"):
                rmtree(older, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return ""
    return str(folder)


KEPT: Final = _folder()


def compiled(function: F) -> F:
    """The function as machine code, kept on disk for the next time where that can be written.

    It becomes a part of whatever calls it.  It never allocates: without Numba's own runtime no
    reference is counted, which costs more than a whole deal.

    Only compiled functions may call it: what Python needs to call a function takes as long to
    compile as the function.  `tests/simulation/test_jit.py` holds that.
    """
    return _made(function, forceinline=True, no_cpython_wrapper=True)


def compiled_apart(function: F) -> F:
    """As `compiled`, but a function of its own: for what is large and asked for in many places."""
    return _made(function, no_cpython_wrapper=True)


def compiled_entry(function: F) -> F:
    """As `compiled`, for Python to call as well."""
    return _made(function, forceinline=True)


def compiled_twins(module: ModuleType, **own: object) -> dict[str, Any]:
    """The functions of a module as machine code, which finds these under the names they have there.

    The module stays as it is: it runs as plain Python, too.
    """
    names = {**vars(module), **own}
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and name not in own:
            names[name] = compiled_apart(FunctionType(function.__code__, names, name))
    return names


def is_kept(name: str) -> bool:
    """Whether a function of that name has been compiled, or nothing can be kept anyway."""
    folder = config.CACHE_DIR or KEPT
    return not folder or next(Path(folder).rglob(f"*.{name}-*.nbi"), None) is not None


def _made(function: F, **options: bool) -> F:
    options |= {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    keep: Any = njit(cache=True, error_model="numpy", **options)
    forget: Any = njit(error_model="numpy", **options)
    before = config.CACHE_DIR
    config.CACHE_DIR = before or KEPT
    try:
        made: F = keep(function)
    except RuntimeError:  # there is nowhere to keep it
        made = forget(function)
    finally:
        config.CACHE_DIR = before
    return made
