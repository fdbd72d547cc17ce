"""Which clagdsl this is: figures of different ones are never put together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from clagdsl.lang.resources import PACKAGE, data_folder, shipped_folder


@cache
def program_hash() -> str:
    """A fingerprint of the program text of clagdsl: `sha256:` and 64 hexadecimal digits.

    The version alone does not tell two states of a working copy apart.
    """
    found = hashlib.sha256()
    for name, path in _files():
        # How lines end depends on how the files came here, not on what they say.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{name} {len(text)}\n".encode() + text)
    return "sha256:" + found.hexdigest()


def _files() -> Iterator[tuple[str, Path]]:
    grammars = data_folder("grammars")
    shipped = shipped_folder()
    for folder, pattern in ((PACKAGE, "*.py"), (grammars, "*.lark")):
        for path in sorted(folder.rglob(pattern)):
            if folder is grammars or shipped not in path.parents:
                yield path.relative_to(folder).as_posix(), path
