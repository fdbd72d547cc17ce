"""Caches the machine code of functions compiled by Numba on disk.

- Input: a function, its signature, and the result of Numba's compilation.
- Output: the compiled function, loaded from disk, or None if Numba has to compile it.

A folder holds the code for one state of the simulator.  Its name is a hash of all source that
compiled code may depend on, and of the versions of Numba and llvmlite.  In it, an index file
(`.nbi`) lists the code files (`.nbc`) of a function by signature and processor.  A code file is
named by its content, and names the files of the functions that it calls.

Invariants:

- Loaded code is executed.  It is therefore cached only in a folder that belongs to the user and
  that nobody else can write to; without such a folder nothing is cached, and one line is logged.
- Every file begins with a digest of the rest.  Damaged files are deleted and compiled again.
- A symbol has one meaning in the whole folder, because an entry may link files of many processes.
  Numba numbers functions because several can have one name, but begins at 1 in every process.  Two
  files would then define one symbol, with different calls; the linker would keep one of them, leave
  out what only the other calls, and the code would jump to address 0.  Here every process begins at
  a random number.

Rejected:

- Numba's own cache.  It checks the one file that defines a function, but not the modules whose
  functions and constants that file uses.
- One writer at a time.  A process goes on with the code in its memory, whatever others write.
- Numbers made from a function's source.  They would have to cover closures, also Numba's own.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import count
from pathlib import Path
from secrets import randbits
from shutil import rmtree
from typing import Any, ClassVar, Final

import llvmlite
import numba
from numba.core import bytecode, compiler, serialize

from clagdsl.lang.resources import is_file
from clagdsl.simulation.vector.code_files import (
    CACHE_VARIABLE,
    private_cache,
    sealed,
    unsealed,
    write_whole,
)

rebuilt: Any = compiler.CompileResult._rebuild
dumps: Any = serialize.dumps

HERE: Final = Path(__file__).parent
PACKAGE: Final = HERE.parent
LOG: Final = logging.getLogger("clagdsl")

IMPORTED: Final = re.compile(
    rb"^(?:from (clagdsl[\w.]*) import (\([^)]*\)|[^\n]*)|import (clagdsl[\w.]*))", re.MULTILINE
)
FOLDER: Final = "machine-code-"

MOST_STATES: Final = 4
"""The maximum number of source states cached in a folder that several copies share."""


# --- the source that code depends on ---------------------------------------------------------


def kernel_sources(package: Path) -> list[Path]:
    """Returns every module that compiled code may use, directly or indirectly."""
    contents: dict[Path, bytes] = {}
    texts = {path: path.read_bytes() for path in (package / HERE.name).rglob("*.py")}
    waiting = [path for path, text in texts.items() if b"@compiled" in text]
    while waiting:
        path = waiting.pop()
        if path not in contents and is_file(path):
            contents[path] = path.read_bytes()
            waiting += _imported(package, contents[path])
    return sorted(contents)


def _imported(package: Path, text: bytes) -> Iterator[Path]:
    for module, names, alone in IMPORTED.findall(text):
        path = package.parent.joinpath(*(module or alone).decode().split("."))
        yield path.with_suffix(".py")
        yield path / "__init__.py"
        for name in re.findall(rb"\w+", names):
            yield path / f"{name.decode()}.py"


def fingerprint(package: Path) -> str:
    """Returns a hash of a package's kernel sources and the compiler versions."""
    digest = blake2b(f"{numba.__version__} {llvmlite.__version__}".encode(), digest_size=8)
    for path in kernel_sources(package):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(package).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()


# --- folders -------------------------------------------------------------------------------


def cache_folder(override: str, package: Path) -> Path | None:
    """Returns the cache folder of a package: see `private_cache`."""
    folder = private_cache(override, package / HERE.name, FOLDER + fingerprint(package))
    if folder is not None:
        is_shared = override or package.resolve() not in folder.parents
        _remove_other_states(folder, MOST_STATES if is_shared else 1)
    return folder


def _remove_other_states(folder: Path, most: int) -> None:
    """Removes old source states, keeping `folder` itself and the newest others: `most` in all."""
    with suppress(OSError):
        others = [each for each in folder.parent.glob(FOLDER + "*") if each != folder]
        others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
        for each in others[most - 1 :]:
            rmtree(each, ignore_errors=True)


KEPT: Final = cache_folder(os.environ.get(CACHE_VARIABLE, ""), PACKAGE)


def is_kept(name: str) -> bool:
    """Returns whether code for a function of this name is cached; True if it cannot be cached."""
    return KEPT is None or next(KEPT.rglob(f"*.{name}-*.nbi"), None) is not None


# --- the cache of a function ---------------------------------------------------------------


def number_functions() -> None:
    """Starts the numbers that Numba puts into symbols at a random one."""
    bytecode.FunctionIdentity._unique_ids = count(randbits(60))


number_functions()
if hasattr(os, "register_at_fork"):  # on systems that can fork
    os.register_at_fork(after_in_child=number_functions)


def ignore_missing() -> None:
    """Does nothing: the default of `FunctionCache.on_missing`."""


class FunctionCache:
    """The cache of one compiled function, with the methods that Numba's dispatcher calls.

    Damaged files are deleted.  If files cannot be written, one line is logged for all functions.
    """

    trouble: ClassVar[str | None] = None
    """The reason why code could not be written, or None if that has not happened."""
    on_missing: ClassVar[Callable[[], object]] = staticmethod(ignore_missing)
    """Called just before a function is compiled because it is not in the cache."""

    def __init__(
        self, function: Any, folder: Path, state: str, rebuilt: Callable[[Any, Path], Any]
    ) -> None:
        code = function.__code__
        file = Path(code.co_filename)
        self.cache_path = str(folder)
        self._stamp = (state, _digest_of(file), code.co_code)
        abi = f"{sys.implementation.cache_tag} {getattr(sys, 'abiflags', '')}"
        where = f"{file} {code.co_firstlineno} {abi}"
        mark = blake2b(where.encode(), digest_size=8).hexdigest()
        self._folder = folder
        self._rebuilt = rebuilt
        self._base = f"{file.stem}.{function.__name__}-{mark}"

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Returns the code for a signature, or None if its files are missing or damaged."""
        try:
            name = self._index().get(self._key(signature, target.codegen()))
            if name is None:
                FunctionCache.on_missing()
                return None
            return self._rebuilt(target, self._folder / name)
        except Exception:  # damaged pickles may raise anything
            self.flush()
            return None

    def save_overload(self, signature: Any, made: Any) -> None:
        """Writes the code for a signature to disk if possible."""
        if made.lifted or made.library.has_dynamic_globals:
            return
        try:
            data = dumps(made._reduce())
            name = f"{self._base}.{blake2b(data, digest_size=8).hexdigest()}.nbc"
            write_whole(self._folder / name, sealed(data))
            made.library.kept_as = name
            try:
                files = self._index()
            except Exception:  # the index is damaged
                files = {}
            files[self._key(signature, made.codegen)] = name
            write_whole(self._folder / f"{self._base}.nbi", sealed(dumps((self._stamp, files))))
        except OSError as error:
            if FunctionCache.trouble is None:
                FunctionCache.trouble = error.strerror or str(error)
                LOG.warning("machine code cannot be saved: %s", FunctionCache.trouble)

    def flush(self) -> None:
        """Deletes all cached code of the function."""
        with suppress(OSError):
            for each in self._folder.glob(f"{self._base}.*"):
                each.unlink(missing_ok=True)

    def _index(self) -> dict[Any, str]:
        """Returns the names of the code files, by signature and processor."""
        try:
            data = unsealed(self._folder / f"{self._base}.nbi")
        except FileNotFoundError:
            return {}
        stamp, files = pickle.loads(data)
        return files if stamp == self._stamp else {}

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, Any]:
        return signature, codegen.magic_tuple()


def entry_rebuilt(target: Any, file: Path) -> Any:
    """Rebuilds a function that Python calls, from its code file."""
    return rebuilt(target, *load_state(file))


def load_state(file: Path) -> Any:
    """Loads a code file; raises ValueError if it is damaged, OSError if it is missing."""
    return pickle.loads(unsealed(file))


@cache
def _digest_of(file: Path) -> bytes:
    return blake2b(file.read_bytes()).digest()
