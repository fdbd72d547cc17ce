"""Every name in `clagdsl` is made of the words in `identifier_words.txt`.

The list keeps the vocabulary small: a new word is a visible line in a diff, and a reviewer asks
whether it is the field's term, a word of card players, or plain English.
`CLAGDSL_REWRITE=1 pytest tests/project/test_identifier_words.py` writes the list.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from support.expected import assert_as_reviewed
from support.source_trees import tree_of

ROOT: Final = Path(__file__).parent.parent.parent
PACKAGE: Final = ROOT / "clagdsl"
LIST: Final = Path(__file__).parent / "identifier_words.txt"
WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
PRIVATE_WORDS: Final = frozenset(
    {"anew", "apart", "asked", "beside", "found", "given", "known", "said", "told", "wanted"}
)
"""Words of the private voice that names had until November 2026."""
MOST_PRIVATE: Final = 300
"""How often they may still occur: in facts of problems, JSON keys and fields of templates."""


def names_in(tree: ast.Module) -> Iterator[str]:
    """Yields every name that a module defines, as often as it is bound."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def words_of(name: str) -> list[str]:
    """Returns the words of a name in lower case, without single letters and numbers."""
    return [word.lower() for word in WORD.findall(name) if len(word) > 1]


def bound_words() -> list[str]:
    """Returns the words of all names, of modules too, as often as they occur."""
    paths = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)
    names = [path.stem for path in paths]
    names += [name for path in paths for name in names_in(tree_of(path))]
    return [word for name in names for word in words_of(name)]


def test_names_are_made_of_listed_words() -> None:
    assert_as_reviewed("".join(f"{word}\n" for word in sorted({*bound_words()})), LIST)


def test_names_have_few_words_of_the_private_voice() -> None:
    assert sum(word in PRIVATE_WORDS for word in bound_words()) <= MOST_PRIVATE
