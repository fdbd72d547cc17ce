"""A fingerprint of the rules alone, so that a record can detect that they have changed.

Files whose rules play identically have the same fingerprint: positions, citations, assumptions,
examples and titles are ignored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from clagdsl.lang.frozen import added_field_defaults
from clagdsl.lang.resources import PACKAGE, data_folder, shipped_folder
from clagdsl.lang.rules import Game, Parameter

_FIELDS_WITHOUT_MEANING: Final[dict[type, frozenset[str]]] = {
    Game: frozenset({"title", "variant"}),
    Parameter: frozenset({"description"}),
}


MOST_KEPT: Final = 64
"""The maximum number of cached fingerprints; a table uses its own for every event."""

_hash_cache: dict[int, tuple[Game, str]] = {}
"""The rules and their fingerprint by `id`; keeping the rules prevents reuse of the id."""


def rules_hash(game: Game) -> str:
    """Returns the fingerprint of the rules: `sha256:` and 64 hexadecimal digits."""
    entry = _hash_cache.get(id(game))
    if entry is None:
        if len(_hash_cache) >= MOST_KEPT:
            _hash_cache.clear()
        made = "sha256:" + hashlib.sha256(_canonical(game).encode()).hexdigest()
        entry = _hash_cache[id(game)] = (game, made)
    return entry[1]


def _canonical(value: object) -> str:
    """Returns the canonical text of a value, without fields excluded from equality.

    Fields added later are left out if they have their default, so old fingerprints remain valid.
    """
    if isinstance(value, tuple):
        return "(" + ",".join(_canonical(item) for item in value) + ")"
    if is_dataclass(value):
        made: Any = value
        usual = added_field_defaults(made.__class__)
        silent = _FIELDS_WITHOUT_MEANING.get(type(value), frozenset()) | {
            name for name, default in usual.items() if getattr(value, name) == default
        }
        parts = (
            f"{part.name}={_canonical(getattr(value, part.name))}"
            for part in fields(value)
            if part.compare and part.name not in silent
        )
        return type(value).__name__ + "{" + ",".join(parts) + "}"
    return repr(value)


# --- the version of the program: results of different versions are never combined ---------------


@cache
def program_hash() -> str:
    """Returns a fingerprint of clagdsl's source code: `sha256:` and 64 hexadecimal digits.

    The version number alone does not distinguish two states of a working copy.
    """
    digest = hashlib.sha256()
    for name, path in _files():
        # Line ends depend on how the files were checked out, so they do not count.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name} {len(text)}\n".encode() + text)
    return "sha256:" + digest.hexdigest()


def _files() -> Iterator[tuple[str, Path]]:
    grammars = data_folder("grammars")
    shipped = shipped_folder()
    for folder, pattern in ((PACKAGE, "*.py"), (grammars, "*.lark")):
        for path in sorted(folder.rglob(pattern)):
            if folder is grammars or shipped not in path.parents:
                yield path.relative_to(folder).as_posix(), path
